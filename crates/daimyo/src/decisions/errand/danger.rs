//! 2.3, 7.5, 8.10: a leader is in danger. Is he killed?

use kernel::Rule;

use crate::{prelude::*, queries::formation::TOLERANCE};

/// Why a leader is in danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Peril {
    /// 7.5: two dice, killed on 12.
    Shot,
    /// 8.10: two dice, killed on 11 or 12.
    Struck,
    /// 2.3, 8.10: one die, 4 or more escapes.
    Overrun,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Danger {
    pub leader: LeaderId,
    pub peril: Peril,
}

/// The leader's die is due.
pub(crate) fn begin(state: &mut State, leader: LeaderId, peril: Peril) {
    state.errands.push(Errand::Peril(Danger { leader, peril }));
}

impl Decision<Daimyo> for Danger {
    fn asked(&self, _cx: Cx<'_, ()>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, ()>) -> Roll {
        let leaders = &cx.rules.tables.leaders;
        let (dice, key, need) = match self.peril {
            Peril::Shot => (2, "roll-leader-shot", leaders.shot),
            Peril::Struck => (2, "roll-leader-struck", leaders.struck),
            Peril::Overrun => (1, "roll-leader-overrun", leaders.escapes),
        };
        Roll {
            rule: self.rule(),
            seat: Seat(cx.rules.leader(self.leader).side.0),
            line: Line::new(key).with("leader", person(self.leader)).with("need", need),
            pool: Pool::d6(dice),
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, ()>, fall: Fall) -> Flow<Errand> {
        let CxMut { rules, state, story, .. } = cx;
        let (leader, rule) = (self.leader, self.rule());
        let limits = &rules.tables.leaders;
        let value = fall.value();
        let saved = (self.peril == Peril::Overrun && value >= limits.escapes)
            .then(|| refuge(rules, state, leader))
            .flatten();
        let killed = match self.peril {
            Peril::Shot => value >= limits.shot,
            Peril::Struck => value >= limits.struck,
            Peril::Overrun => saved.is_none(),
        };
        if killed {
            losses::kill(rules, state, leader, rule, story);
        } else if let Some(unit) = saved {
            escape(rules, state, leader, unit);
            let at = state.person(leader).at;
            story.tell(|| {
                Event::new(rule, "told-leader-escapes")
                    .with("leader", person(leader))
                    .with("unit", piece(unit))
                    .moved(person(leader), at)
            });
        } else {
            story.tell(|| Event::new(rule, "told-leader-unhurt").with("leader", person(leader)));
        }
        Flow::Done
    }
}

impl Danger {
    fn rule(&self) -> Rule {
        match self.peril {
            Peril::Shot => R_7_5,
            Peril::Struck => R_8_10,
            Peril::Overrun => R_2_3,
        }
    }
}

/// 2.3, 2.4: the nearest unit within 20 cm that he may join: one of his clan, for the General any of his side.
fn refuge(rules: &Daimyo, state: &State, leader: LeaderId) -> Option<UnitId> {
    let data = rules.leader(leader);
    rules
        .steady(state, data.side)
        .filter(|unit| data.is_general || rules.unit(*unit).group == data.group)
        .filter(|unit| !rules.unit(*unit).is_headquarters() && !rules.unit(*unit).is_gun())
        .filter(|unit| rules.leader_gap(state, leader, *unit) <= rules.tables.leaders.refuge + TOLERANCE)
        .min_by_key(|unit| (rules.leader_gap(state, leader, *unit), *unit))
}

/// 2.3: he joins the unit; where another leader is with it already he stands alone in its midst, where no enemy is.
fn escape(rules: &Daimyo, state: &mut State, leader: LeaderId, unit: UnitId) {
    let joins = state.body(unit).leader.is_none();
    let at = match joins {
        true => state.body(unit).at,
        false => rules.shape(state, unit).centre().point(),
    };
    let who = state.person_mut(leader);
    who.at = at;
    who.mounted = true;
    if joins {
        who.with = Some(unit);
        state.body_mut(unit).leader = Some(leader);
    }
}
