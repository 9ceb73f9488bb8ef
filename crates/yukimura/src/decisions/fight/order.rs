//! 10-3-1: the attackers' own checks, in the order their owner picks. Who is next?

use crate::{decisions::fight::check, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Order;

/// Every attacker will have to check.
pub(crate) fn all_wait(fight: &mut Fight, modifier: i16) {
    fight.waiting = (1 << fight.attackers.len()) - 1;
    fight.modifier = modifier;
}

pub(crate) fn begin(cx: &mut CxMut<'_, Fight>) -> Flow<Stage> {
    for (n, &unit) in cx.parent.attackers.iter().enumerate() {
        if !cx.state.on_map(unit) {
            cx.parent.waiting &= !(1 << n);
        }
    }
    if cx.parent.waiting == 0 { fight::end_checks(cx) } else { Flow::Next(Stage::Order) }
}

impl Decision<Yukimura, Fight> for Order {
    fn asked(&self, cx: Cx<'_, Fight>) -> AskedSeats {
        Seat(cx.rules.side_of(cx.parent.attackers[0]).0).into()
    }

    fn question(&self, cx: Cx<'_, Fight>) -> Question {
        Question::new(
            cx.seat,
            R_10_3_1_A,
            Line::new("ask-order").with("modifier", i32::from(cx.parent.modifier)),
        )
    }

    fn list(&self, cx: Cx<'_, Fight>, out: &mut Actions<Action>) {
        for (n, &unit) in cx.parent.attackers.iter().enumerate() {
            if cx.parent.waiting >> n & 1 != 0 {
                out.push(Action::Check(unit));
            }
        }
    }

    fn judge(&self, cx: Cx<'_, Fight>, action: &Action) -> Option<May> {
        let Action::Check(unit) = *action else { return None };
        Some(match cx.parent.attackers.iter().position(|&u| u == unit) {
            Some(n) if cx.parent.waiting >> n & 1 != 0 => Ok(()),
            Some(_) => Err(No::new(R_10_3_1_A, "no-checked-already").unit(unit)),
            None => Err(No::new(R_10_3_1_A, "no-not-in-this-attack").unit(unit)),
        })
    }

    fn act(&mut self, mut cx: CxMut<'_, Fight>, action: Action) -> Flow<Stage> {
        let Action::Check(unit) = action else { unreachable!("{action:?} was judged legal") };
        let n = cx.parent.attackers.iter().position(|&u| u == unit).expect("judged before");
        cx.parent.waiting &= !(1 << n);
        let modifier = cx.parent.modifier;
        check::begin(&mut cx, unit, modifier, false)
    }

    fn click(&self, cx: Cx<'_, Fight>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(cx.state, thing).map(Action::Check)
    }
}
