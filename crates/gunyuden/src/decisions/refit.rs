//! 14-1-1: having organised, does the commander replenish too?

use super::replenish;
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Refit<U = UnitId> {
    pub force: U,
}

impl Decision<Gunyuden> for Refit {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.force))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let force = piece(self.force);
        Question::new(cx.seat, R_14_1_1, Line::new("ask-refit").with("unit", force)).at(force)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        out.push(Action::Halt);
        if replenish::can_refit(cx.rules, cx.state, self.force).is_ok() {
            out.push(Action::Refit);
        }
        if replenish::can_repair(cx.rules, cx.state, self.force).is_ok() {
            out.push(Action::Repair);
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Halt => Ok(()),
            Action::Refit => replenish::can_refit(cx.rules, cx.state, self.force),
            Action::Repair => replenish::can_repair(cx.rules, cx.state, self.force),
            Action::Force(_) => no(R_12_1_1, "no-unfinished"),
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::Halt => Flow::Done,
            _ => Flow::Next(replenish::begin(&mut cx, self.force, action == Action::Repair)),
        }
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        let mut list = Actions::up_to(2);
        self.list(cx, &mut list);
        list.get(1).copied()
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        2
    }
}
