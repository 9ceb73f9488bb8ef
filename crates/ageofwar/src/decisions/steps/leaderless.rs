//! 5.5, 9.1, A-10: units whose clan has no general act by themselves.

use super::{act, points::Points};
use crate::{model::units::Class, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaderless;

impl Decision<AgeOfWar, Base> for Leaderless {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, &*cx.state);
        let next = rules.troops(state, state.active).find(|unit| {
            !rules.has_general(state, rules.unit(*unit).clan)
                && !state.is(*unit, Mark::Motivated)
                && !rules.is_fighting(state, *unit)
        });
        let Some(unit) = next else { return next_step(cx.state, Step::Fights) };
        cx.state.body_mut(unit).mark(Mark::Motivated);
        let (rule, key) = match rules.unit(unit).class() {
            Class::Samurai => (A_10_1, "told-out-of-control"),
            Class::Ronin => (R_9_4, "told-ronin-point"),
            _ => (A_10_2, "told-one-point"),
        };
        cx.story.tell(|| Event::new(rule, key).with("unit", piece(unit)));
        if rules.unit(unit).class() == Class::Samurai {
            return next_step(cx.state, Step::Points(Points { unit, wild: true }));
        }
        act::begin(cx, unit, rules.tables.points.leaderless, false)
    }
}
