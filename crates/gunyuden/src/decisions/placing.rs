//! 36.4: a unit is in hand. Where does it begin?

use super::deploy;
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placing<U = UnitId> {
    pub unit: U,
}

impl Decision<Gunyuden> for Placing {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.unit))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let unit = piece(self.unit);
        Question::new(cx.seat, R_36_4, Line::new("ask-place").with("unit", unit)).at(unit)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        if let Some(free) = deploy::free_of(cx.rules, self.unit) {
            out.extend(free.hexes.iter().copied().map(Action::To));
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::To(hex) => Some(deploy::judge_place(cx.rules, cx.state, self.unit, hex)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let Action::To(hex) = action else { unreachable!("{action:?} was judged legal") };
        let unit = self.unit;
        cx.rules.put(cx.state, unit, hex);
        cx.story.tell(|| Event::Placed { unit, hex });
        Flow::Done
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.hex_clicked(cx.state, thing).map(Action::To)
    }
}
