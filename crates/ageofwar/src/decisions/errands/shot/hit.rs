//! the dice to hit.

use super::{Aim, Shot, again::Again};
use crate::{model::units::Class, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit;

/// whether armoured ashigaru throw their lowest dice again.
fn throws_again(rules: &AgeOfWar, shot: &Shot) -> bool {
    rules.unit(shot.unit).class() == Class::Armoured && !rules.unit(shot.unit).is_gun()
}

impl Decision<AgeOfWar, Shot> for Hit {
    fn asked(&self, _cx: Cx<'_, Shot>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Shot>) -> Roll {
        let shot = cx.parent;
        let need = shot.need(cx.rules, cx.state);
        let low = cx.rules.tables.shooting.again_to;
        let pool = match throws_again(cx.rules, shot) {
            true => Pool::Ends { dice: shot.bases, sides: 6, low, high: need },
            false => Pool::Reach { dice: shot.bases, sides: 6, at_least: need },
        };
        Roll {
            rule: A_28_1,
            seat: cx.rules.seat_of(shot.unit),
            line: shot.line("roll-hit").with("need", i32::from(need)),
            pool,
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Shot>, fall: Fall) -> Flow<Aim> {
        let (hits, low) = match throws_again(cx.rules, cx.parent) {
            true => (fall.die(0) as u8, fall.die(1) as u8),
            false => (fall.value() as u8, 0),
        };
        match low {
            0 => super::hit(cx, hits),
            dice => Flow::Next(Aim::Again(Again { hits, dice })),
        }
    }
}
