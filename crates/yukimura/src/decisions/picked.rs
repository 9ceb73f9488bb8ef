//! 7-1-1: a unit was picked to move or to enter. Where to?

use crate::{model::state::BESIDE, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Picked(pub UnitId);

impl Decision<Yukimura> for Picked {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.acting_seat(cx.state).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let entering = cx.state.hex(self.0) == BESIDE;
        let (key, rule) = if entering { ("ask-enter", R_8) } else { ("ask-to", R_7_1_1) };
        Question::new(cx.seat, rule, Line::new(key).with("unit", piece(self.0))).at(piece(self.0))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        cx.rules.list_destinations(cx.state, self.0, out);
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::To(hex) => Some(cx.rules.judge_to(cx.state, self.0, hex)),
            Action::Off => Some(cx.rules.judge_off(cx.state, self.0)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::To(hex) => cx.rules.move_to(cx.state, self.0, hex, cx.story),
            _ => cx.rules.move_off(cx.state, self.0, cx.story),
        }
        Flow::Done
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.hex_clicked(cx.state, thing).map(Action::To)
    }
}
