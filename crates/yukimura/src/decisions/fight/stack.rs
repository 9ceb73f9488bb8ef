//! 11-2-5: a retreat has ended in a friend's hex. Which of the two goes on?

use crate::{
    decisions::fight::retreat::{Bounds, Retreat, Why},
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stack {
    pub arrived: UnitId,
    pub stood: UnitId,
}

pub(crate) fn begin(cx: &mut CxMut<'_, Fight>, arrived: UnitId, stood: UnitId) -> Flow<Stage> {
    let stack = Stack { arrived, stood };
    if stack.can_go_on(cx.as_cx(), arrived) || stack.can_go_on(cx.as_cx(), stood) {
        return Flow::Next(Stage::Stack(stack));
    }
    // 5(2): nobody can go on, so the one that arrived is taken off.
    cx.parent.forget_trail();
    fight::remove(cx, arrived, R_5_2);
    if cx.state.over.is_some() { Flow::Next(Stage::Stack(stack)) } else { fight::go_on(cx) }
}

impl Stack {
    fn can_go_on(self, cx: Cx<'_, Fight>, unit: UnitId) -> bool {
        // The one that stood there has not come through the hexes of the other.
        let trail: &[HexId] = if unit == self.stood { &[] } else { &cx.parent.trail };
        displaced(cx, unit).can_complete(cx, &Bounds::new(cx, unit, trail))
    }
}

fn displaced(cx: Cx<'_, Fight>, unit: UnitId) -> Retreat {
    Retreat { unit, from: cx.state.hex(unit), walked: 0, need: 1, why: Why::Displaced }
}

impl Decision<Yukimura, Fight> for Stack {
    fn asked(&self, cx: Cx<'_, Fight>) -> AskedSeats {
        Seat(cx.rules.side_of(self.arrived).0).into()
    }

    fn question(&self, cx: Cx<'_, Fight>) -> Question {
        let line = Line::new("ask-stack").with("unit", piece(self.arrived)).with("other", piece(self.stood));
        Question::new(cx.seat, R_11_2_5, line).at(piece(self.arrived))
    }

    fn list(&self, cx: Cx<'_, Fight>, out: &mut Actions<Action>) {
        for unit in [self.arrived, self.stood] {
            if self.can_go_on(cx, unit) {
                out.push(Action::Shift(unit));
            }
        }
    }

    fn judge(&self, cx: Cx<'_, Fight>, action: &Action) -> Option<May> {
        let Action::Shift(unit) = *action else { return None };
        Some(if unit != self.arrived && unit != self.stood {
            Err(No::new(R_11_2_5, "no-not-stacked").unit(unit))
        } else if self.can_go_on(cx, unit) {
            Ok(())
        } else {
            Err(No::new(R_11_2_5, "no-cannot-go-on").unit(unit))
        })
    }

    fn act(&mut self, cx: CxMut<'_, Fight>, action: Action) -> Flow<Stage> {
        let Action::Shift(unit) = action else { unreachable!("{action:?} was judged legal") };
        let retreat = displaced(cx.as_cx(), unit);
        if unit == self.stood {
            cx.rules.lift(cx.state, self.stood);
            cx.rules.put(cx.state, self.arrived, retreat.from);
            // It has not come through the hexes of the other.
            cx.parent.trail.clear();
        }
        cx.parent.pushed.push(retreat.from);
        cx.story.tell(|| Event::Displaced { unit });
        cx.rules.left_hex(cx.state, unit, cx.story);
        Flow::Next(Stage::Retreat(retreat))
    }

    fn click(&self, cx: Cx<'_, Fight>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(cx.state, thing).map(Action::Shift)
    }
}
