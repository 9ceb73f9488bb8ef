//! ashigaru bases sneak off after three fails: the commander's by a die of its own, or the others.

use crate::{decisions::ROLLING, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sneak {
    pub unit: UnitId,
    pub commander: bool,
}

impl Sneak {
    /// Bases for which a die is thrown.
    fn dice(&self, state: &State) -> u8 {
        let bases = state.body(self.unit).bases.iter();
        let sneaks = bases.filter(|base| base.kind.class().is_ashigaru() && base.commander == self.commander);
        sneaks.count() as u8
    }
}

impl Decision<AgeOfWar> for Sneak {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let key = if self.commander { "roll-sneak-commander" } else { "roll-sneak" };
        let at_least = cx.rules.tables.disorder.sneaks_from;
        Roll {
            rule: A_32_3,
            seat: cx.rules.seat_of(self.unit),
            line: Line::new(key).with("unit", piece(self.unit)),
            pool: Pool::Reach { dice: self.dice(cx.state), sides: 6, at_least },
            modifiers: Vec::new(),
        }
    }

    /// 4.1b: from the rear; no markers, and a commander who has gone was not killed.
    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let Sneak { unit, commander } = *self;
        let gone = fall.value() as u8;
        if gone == 0 {
            return Flow::Done;
        }
        let key = if commander { "told-sneak-commander" } else { "told-sneak" };
        cx.story.tell(|| {
            Event::new(A_32_3, key)
                .with("unit", piece(unit))
                .with("n", i32::from(gone))
                .by(cx.rules.side_of(unit))
        });
        for _ in 0..gone {
            let bases = &cx.state.body(unit).bases;
            if let Some(last) = bases.iter().rposition(|base| base.commander == commander) {
                cx.rules.remove_base(cx.state, unit, last);
            }
        }
        cx.rules.bury(cx.state, unit, cx.story);
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.body(self.unit).place == Where::Table && self.dice(cx.state) > 0
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ROLLING
    }
}
