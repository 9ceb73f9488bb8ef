//! D-OBE-1: does a unit out of command obey?

use kernel::{Modifier, Modifiers};

use crate::{
    decisions::{charges::declare, moves::manoeuvre},
    prelude::*,
};

/// What a unit wants that must obey first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    Move,
    Charge { target: UnitId },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Obedience {
    pub unit: UnitId,
    pub wish: Wish,
}

impl Decision<Daimyo, Base> for Obedience {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let leader = cx.rules.commander(self.unit);
        let mut modifiers = Modifiers::new();
        let rating = cx.rules.rating(cx.state, leader);
        if rating != 0 {
            let line = Line::new("mod-rating").with("leader", person(leader));
            modifiers.push(Modifier { value: rating, line, rule: D_OBE_1 });
        }
        Roll {
            rule: D_OBE_1,
            seat: cx.rules.seat_of(self.unit),
            line: Line::new("roll-obedience")
                .with("unit", piece(self.unit))
                .with("need", i32::from(cx.rules.tables.command.obedience)),
            pool: Pool::d6(1),
            modifiers,
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let unit = self.unit;
        let total = fall.value() + i32::from(rules.rating(state, rules.commander(unit)));
        let obeys = total >= i32::from(rules.tables.command.obedience);
        state.body_mut(unit).mark(if obeys { Mark::Obeyed } else { Mark::Disobeyed });
        story.tell(|| {
            Event::of(D_OBE_1, if obeys { "told-obeys" } else { "told-disobeys" }, unit).with("total", total)
        });
        match self.wish {
            Wish::Charge { target } => {
                state.step = Step::Declare;
                if obeys {
                    declare::declare(rules, state, unit, target, story);
                }
            }
            Wish::Move if obeys => manoeuvre::begin(rules, state, unit),
            Wish::Move => {
                state.body_mut(unit).mark(Mark::Picked);
                state.step = Step::Move;
            }
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        2
    }
}
