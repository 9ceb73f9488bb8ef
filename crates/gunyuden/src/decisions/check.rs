//! 18-2: the surround check of a castle at the end of its owner's operation phase, with incidents.

use super::{assault, capture, modify, terms::Terms};
use crate::{model::tables::Incident, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckStage {
    /// 20-4: does the owner offer terms?
    Offer,
    Roll,
    Incident,
    /// T-4: the number of units that the surrounders name.
    Traitor(u8),
    Done,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Check<H = HexId> {
    pub hex: H,
    pub stage: CheckStage,
}

impl Check {
    fn castle(&self, rules: &Gunyuden) -> CastleId {
        rules.castle_at(self.hex).expect("a castle is checked")
    }

    /// 18-2-1(3).
    fn incident_modifiers(&self, cx: Cx<'_>) -> Modifiers {
        let Cx { rules, state, .. } = cx;
        let mut list = Modifiers::new();
        let around = rules.surrounders(state, self.hex);
        let heart = rules.lowest(state, around) - rules.castle_low(state, self.castle(rules));
        modify(&mut list, heart, "mod-morale", R_18_2_1_3);
        list
    }

    fn rolled_check(&mut self, cx: CxMut<'_>, die: i32) {
        let CxMut { rules, state, story, .. } = cx;
        let (hex, castle) = (self.hex, self.castle(rules));
        // 18-2-1(1).
        let limit = usize::from(rules.tables.limits[usize::from(rules.keep(castle).level)]);
        let beyond = rules.garrison(state, hex).len() > limit;
        match rules.tables.surrounded(beyond, die) {
            None => {
                story.tell(|| Event::Checked { hex, die, beyond, lost: -1 });
                self.stage = CheckStage::Incident;
            }
            Some(lost) => {
                story.tell(|| Event::Checked { hex, die, beyond, lost: i32::from(lost) });
                self.stage = CheckStage::Done;
                assault::wear(rules, state, castle, lost, R_18_2_1_2, story);
                fall_if_broken(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }, castle);
            }
        }
    }

    fn rolled_incident(&mut self, cx: CxMut<'_>, die: i32) {
        let cast = Cast { die, modifiers: self.incident_modifiers(cx.as_cx()) };
        let CxMut { rules, state, story, .. } = cx;
        let (hex, castle) = (self.hex, self.castle(rules));
        let incident = rules.tables.incident(cast.total());
        story.tell(|| Event::Incident { hex, cast, incident });
        self.stage = CheckStage::Done;
        let garrison = rules.garrison(state, hex);
        match incident {
            Incident::Traitor(n) if !garrison.is_empty() => {
                self.stage = CheckStage::Traitor(n.min(garrison.len() as u8));
            }
            Incident::Traitor(n) | Incident::Durability(n) => {
                assault::wear(rules, state, castle, n, R_T_4, story);
                fall_if_broken(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }, castle);
            }
            Incident::Morale(n) if garrison.is_empty() => {
                let low = state.castle(castle).low + n;
                if low > rules.tables.figures.morale.lowest
                    && let Some(captor) = captor(rules, state, hex)
                {
                    return capture::begin(rules, state, castle, captor, false, story);
                }
                state.castles[castle.index()].low = low;
            }
            Incident::Morale(n) => {
                // 18-2-2: each by itself; with the last of them the castle falls.
                rules.dishearten_all(state, garrison, n, story);
                if rules.garrison(state, hex).is_empty()
                    && let Some(captor) = captor(rules, state, hex)
                {
                    capture::begin(rules, state, castle, captor, false, story);
                }
            }
            Incident::Heart(n) => {
                rules.dishearten_all(state, rules.surrounders(state, hex), n, story);
            }
        }
    }
}

fn fall_if_broken(cx: CxMut<'_>, castle: CastleId) {
    let CxMut { rules, state, story, .. } = cx;
    if state.castle(castle).is_ruin()
        && let Some(captor) = captor(rules, state, rules.keep(castle).hex)
    {
        capture::begin(rules, state, castle, captor, true, story);
    }
}

impl Decision<Gunyuden> for Check {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        let owner = cx.rules.owner_at(cx.state, self.hex);
        match (self.stage, owner) {
            (CheckStage::Offer, Some(owner)) => seat_of(owner),
            (CheckStage::Traitor(_), Some(owner)) => seat_of(owner.other()),
            _ => AskedSeats::NOBODY,
        }
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let hex = place(self.hex);
        let (rule, prompt) = match self.stage {
            CheckStage::Traitor(left) => {
                (R_T_4, Line::new("ask-traitor").with("hex", hex).with("left", i32::from(left)))
            }
            _ => {
                let durability = cx.state.castle(self.castle(cx.rules)).durability;
                let prompt = Line::new("ask-check").with("hex", hex);
                (R_20_4, prompt.with("durability", i32::from(durability)))
            }
        };
        Question::new(cx.seat, rule, prompt).at(hex)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        match self.stage {
            CheckStage::Offer => out.extend([Action::Hold, Action::Offer]),
            _ => out.extend(cx.rules.garrison(cx.state, self.hex).iter().map(Action::Remove)),
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        Some(match (self.stage, *action) {
            (CheckStage::Offer, Action::Hold | Action::Offer) => Ok(()),
            (CheckStage::Traitor(_), Action::Remove(unit)) => {
                match cx.rules.garrison(cx.state, self.hex).has(unit) {
                    true => Ok(()),
                    false => Err(No::new(R_T_4, "no-garrison").unit(unit)),
                }
            }
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match (self.stage, action) {
            (CheckStage::Offer, Action::Offer) => return Flow::Call(Frame::Terms(Terms::new(self.hex, 0))),
            (CheckStage::Traitor(left), Action::Remove(unit)) => {
                self.stage = CheckStage::Traitor(left - 1);
                cx.rules.remove(cx.state, unit, R_T_4, cx.story);
            }
            _ => self.stage = CheckStage::Roll,
        }
        Flow::Stay
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let (rule, key, modifiers) = match self.stage {
            CheckStage::Incident => (R_18_2_1_3, "roll-incident", self.incident_modifiers(cx)),
            _ => (R_18_2_1_2, "roll-check", Vec::new()),
        };
        let owner = cx.rules.owner_at(cx.state, self.hex).expect("a castle that is surrounded has an owner");
        let line = Line::new(key).with("hex", place(self.hex));
        Roll { rule, seat: Seat(owner.0), line, pool: Pool::d6(1), modifiers }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        match self.stage {
            CheckStage::Incident => self.rolled_incident(cx, fall.value()),
            _ => self.rolled_check(cx, fall.value()),
        }
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        let Cx { rules, state, .. } = cx;
        rules.castle_at(self.hex).is_none_or(|castle| rules.is_surrounded(state, castle))
            && match self.stage {
                // 20-4: it is the garrison that offers terms. An empty castle has nobody to ask.
                CheckStage::Offer => !rules.garrison(state, self.hex).is_empty(),
                CheckStage::Roll | CheckStage::Incident => true,
                CheckStage::Traitor(n) => n > 0 && !rules.garrison(state, self.hex).is_empty(),
                CheckStage::Done => false,
            }
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        if self.stage == CheckStage::Offer && cx.rules.is_surrounded(cx.state, self.castle(cx.rules)) {
            self.stage = CheckStage::Roll;
            return Flow::Stay;
        }
        Flow::Done
    }

    fn click(&self, _cx: Cx<'_>, thing: Thing) -> Option<Action> {
        match self.stage {
            CheckStage::Traitor(_) => crate::presentation::click::unit_clicked(thing).map(Action::Remove),
            _ => None,
        }
    }

    /// A check is no part of the action before it, though nobody may have been asked in between.
    fn depth(&self, _cx: Cx<'_>) -> usize {
        0
    }
}

/// The force that takes the castle if it falls: of those around it the highest in rank, then the strongest.
pub(super) fn captor(rules: &Gunyuden, state: &State, hex: HexId) -> Option<UnitId> {
    let around = rules.surrounders(state, hex);
    let heads: UnitSet = around.iter().map(|unit| state.head(unit)).collect();
    heads.iter().max_by_key(|&unit| {
        (rules.unit(unit).rank, rules.force_strength(state, unit), std::cmp::Reverse(unit))
    })
}
