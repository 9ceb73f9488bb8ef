//! the lowest dice to hit again.

use super::{Aim, Shot};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Again {
    pub hits: u8,
    pub dice: u8,
}

impl Decision<AgeOfWar, Shot> for Again {
    fn asked(&self, _cx: Cx<'_, Shot>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Shot>) -> Roll {
        let need = cx.parent.need(cx.rules, cx.state);
        Roll {
            rule: A_28_2,
            seat: cx.rules.seat_of(cx.parent.unit),
            line: cx.parent.line("roll-hit-again").with("need", i32::from(need)),
            pool: Pool::Reach { dice: self.dice, sides: 6, at_least: need },
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Shot>, fall: Fall) -> Flow<Aim> {
        super::hit(cx, self.hits + fall.value() as u8)
    }
}
