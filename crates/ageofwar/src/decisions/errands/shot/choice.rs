//! how many of the hits the shooter names, and how many the owner of the target.

use super::{Aim, Shot, name::Name};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    pub hits: u8,
}

impl Decision<AgeOfWar, Shot> for Choice {
    fn asked(&self, _cx: Cx<'_, Shot>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Shot>) -> Roll {
        let at_least = cx.rules.tables.shooting.chooses;
        Roll {
            rule: A_28_4,
            seat: cx.rules.seat_of(cx.parent.unit),
            line: cx.parent.line("roll-choice"),
            pool: Pool::Reach { dice: self.hits, sides: 6, at_least },
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, _cx: CxMut<'_, Shot>, fall: Fall) -> Flow<Aim> {
        let shooter = fall.value() as u8;
        Flow::Next(Aim::Name(Name { shooter, owner: self.hits - shooter }))
    }
}
