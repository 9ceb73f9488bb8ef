//! .f: the target tries to withdraw. The dice of the fighter.

use super::{Answer, Assault, withdrawer::WithdrawerDice};
use crate::{model::state::Direction, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FighterDice {
    pub to: Direction,
}

impl Decision<AgeOfWar, Assault> for FighterDice {
    fn asked(&self, _cx: Cx<'_, Assault>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Assault>) -> Roll {
        Roll {
            rule: A_31_1,
            seat: cx.rules.seat_of(cx.parent.unit),
            line: cx.parent.line("roll-fighter"),
            pool: Pool::d6(2),
            modifiers: cx.parent.modifiers(cx.rules, cx.state, true),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Assault>, fall: Fall) -> Flow<Answer> {
        let fighter = cx.parent.total(cx.as_cx(), &fall, true).max(0) as u8;
        Flow::Next(Answer::Withdrawer(WithdrawerDice { to: self.to, fighter }))
    }

    fn is_waiting(&self, cx: Cx<'_, Assault>) -> bool {
        cx.parent.is_on(cx.state)
    }

    fn advance(&mut self, _cx: CxMut<'_, Assault>) -> Flow<Answer> {
        Flow::Done
    }
}
