//! Step 10, 11, A-20.10: units that are late. Does one come now?

use super::arrive::Arrive;
use crate::{model::units::Class, prelude::*};

/// Looks for the next unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late;

impl Decision<AgeOfWar, Base> for Late {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        let next = rules.of_side[state.active.index()].iter().find(|unit| {
            let from = rules.entry_of(*unit).map_or(0, |entry| entry.from_turn);
            state.body(*unit).place == Where::Late && !state.is(*unit, Mark::Decided) && state.turn >= from
        });
        let Some(unit) = next else {
            state.undecide();
            return next_step(state, Step::Countdown);
        };
        state.body_mut(unit).mark(Mark::Decided);
        let called = state.is(unit, Mark::Called);
        next_step(state, if called { Step::Arrive(Arrive { unit }) } else { Step::LateDie(LateDie { unit }) })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LateDie {
    pub unit: UnitId,
}

impl Decision<AgeOfWar, Base> for LateDie {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let table = &cx.rules.tables.late;
        let samurai = cx.rules.unit(self.unit).class() == Class::Samurai;
        let dice = if samurai { table.samurai_dice } else { table.dice };
        Roll {
            pool: Pool::Reach { dice, sides: 6, at_least: table.from },
            ..unit_die(cx.rules, self.unit, A_20_10, "roll-late")
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let unit = self.unit;
        let comes = fall.value() > 0;
        let key = if comes { "told-comes" } else { "told-still-late" };
        cx.story.tell(|| Event::new(A_20_10, key).with("unit", piece(unit)));
        if !comes {
            return next_step(cx.state, Step::Late);
        }
        cx.state.body_mut(unit).mark(Mark::Called);
        next_step(cx.state, Step::Arrive(Arrive { unit }))
    }
}
