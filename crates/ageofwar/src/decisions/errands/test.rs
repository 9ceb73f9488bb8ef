//! a morale test. Does a general rally the unit first? If not, its dice.

use super::{fall_back::FallBack, rally_risk::RallyRisk};
use crate::{
    decisions::{ASKING, ROLLING},
    prelude::*,
    queries::formation::TOLERANCE,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Test {
    pub unit: UnitId,
    /// Its general has been asked to rally it.
    pub asked: bool,
}

impl Test {
    pub(crate) fn of(unit: UnitId) -> Errand {
        Errand::Test(Test { unit, asked: false })
    }

    /// The general who could rally the unit before its test.
    fn rallier(&self, rules: &AgeOfWar, state: &State) -> Option<ClanId> {
        rules.generals_with(state, self.unit).find(|clan| !state.chief(*clan).rallied)
    }

    fn is_in_play(&self, state: &State) -> bool {
        let body = state.body(self.unit);
        body.place == Where::Table && !body.bases.is_empty()
    }

    /// 3.6: within 1" of its base line.
    fn is_on_base_line(&self, rules: &AgeOfWar, state: &State) -> bool {
        let shape = rules.shape(state, self.unit);
        rules.ground.table.room(rules.unit(self.unit).edge, &shape)
            <= rules.tables.distances.base_line + TOLERANCE
    }

    /// A-32.r: the test is cancelled.
    fn rally(&self, cx: CxMut<'_>) -> Flow {
        let clan = self.rallier(cx.rules, cx.state).expect("judged legal");
        cx.state.chief_mut(clan).rallied = true;
        cx.state.body_mut(self.unit).markers = 0;
        let general = cx.rules.clan(clan).general;
        cx.story.tell(|| {
            Event::new(A_32_R, "told-rallied").with("general", piece(general)).with("unit", piece(self.unit))
        });
        if cx.rules.is_fighting(cx.state, self.unit) {
            Flow::Next(Errand::RallyRisk(RallyRisk { clan }))
        } else {
            Flow::Done
        }
    }

    ///
    fn fail(&self, cx: CxMut<'_>, fails: u8) -> Flow {
        let unit = self.unit;
        let fighting = cx.rules.is_fighting(cx.state, unit);
        cx.state.body_mut(unit).markers = 0;
        cx.story.tell(|| {
            Event::new(A_32_2, "told-tests").with("unit", piece(unit)).with("fails", i32::from(fails))
        });
        match fails {
            0 => {}
            1 | 2 if fighting => {
                cx.story.tell(|| Event::new(A_30_13, "told-fights-on").with("unit", piece(unit)));
            }
            1 => {
                cx.state.body_mut(unit).mark(Mark::Halted);
                cx.story.tell(|| Event::new(A_32_3, "told-halted").with("unit", piece(unit)));
            }
            2 => return self.fall_back_two(cx),
            3 if !fighting => return Flow::Next(Errand::FallBack(FallBack { unit, fails })),
            _ => {
                let rule = if fighting { A_30_13 } else { A_32_3 };
                cx.rules.rout(cx.state, unit, rule, cx.story);
            }
        }
        Flow::Done
    }

    fn fall_back_two(&self, cx: CxMut<'_>) -> Flow {
        let (rules, unit) = (cx.rules, self.unit);
        let uphill =
            rules.nearest_enemy(cx.state, unit).is_some_and(|foe| rules.is_uphill(cx.state, unit, foe));
        if uphill {
            cx.story.tell(|| Event::new(A_32_3, "told-stands-uphill").with("unit", piece(unit)));
        } else if self.is_on_base_line(rules, cx.state) {
            rules.lose(cx.state, unit, Where::Left, A_32_3, "told-leaves", cx.story);
        } else {
            return Flow::Next(Errand::FallBack(FallBack { unit, fails: 2 }));
        }
        Flow::Done
    }
}

impl Decision<AgeOfWar> for Test {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        if self.asked { AskedSeats::NOBODY } else { cx.rules.seat_of(self.unit).into() }
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let clan = self.rallier(cx.rules, cx.state).expect("only asked of who can");
        let general = cx.rules.clan(clan).general;
        let line = Line::new("ask-rally").with("general", piece(general)).with("unit", piece(self.unit));
        Question::new(cx.seat, A_32_R, line).at(piece(self.unit))
    }

    fn list(&self, _cx: Cx<'_>, out: &mut Actions<Action>) {
        out.extend([Action::Rally, Action::NoRally]);
    }

    fn judge(&self, _cx: Cx<'_>, action: &Action) -> Option<May> {
        matches!(action, Action::Rally | Action::NoRally).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        if action == Action::Rally {
            return self.rally(cx);
        }
        self.asked = true;
        Flow::Stay
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let dice = cx.rules.morale_dice(cx.state, self.unit);
        Roll {
            rule: A_32_2,
            seat: cx.rules.seat_of(self.unit),
            line: Line::new("roll-morale").with("unit", piece(self.unit)).with("dice", i32::from(dice)),
            pool: Pool::Reach { dice, sides: 6, at_least: cx.rules.tables.morale.fail },
            modifiers: cx.rules.morale_modifiers(cx.state, self.unit),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        self.fail(cx, fall.value() as u8)
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        self.is_in_play(cx.state)
            && match self.asked {
                false => self.rallier(cx.rules, cx.state).is_some(),
                true => cx.rules.morale_dice(cx.state, self.unit) > 0,
            }
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        if !self.is_in_play(cx.state) {
            return Flow::Done;
        }
        if self.asked {
            return self.fail(cx, 0);
        }
        self.asked = true;
        Flow::Stay
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        Some(Action::NoRally)
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        if self.asked { ROLLING } else { ASKING }
    }
}
