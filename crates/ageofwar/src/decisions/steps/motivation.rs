//! the dice with which a general motivates a unit.

use super::{determination::Determination, points::Points};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Motivation {
    pub unit: UnitId,
}

/// the general motivates nobody any more in this turn.
pub(super) fn fail(cx: CxMut<'_, Base>, unit: UnitId) -> Flow<Infallible> {
    let clan = cx.rules.unit(unit).clan;
    cx.state.chief_mut(clan).stopped = true;
    let general = cx.rules.clan(clan).general;
    cx.story.tell(|| Event::new(A_20_7, "told-fails").with("general", piece(general)));
    next_step(cx.state, Step::Motivate)
}

impl Decision<AgeOfWar, Base> for Motivation {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let (rules, unit) = (cx.rules, self.unit);
        let general = rules.clan(rules.unit(unit).clan).general;
        let modifiers = rules.motivation_modifiers(cx.state, unit);
        let need: i32 = modifiers.iter().map(|m| i32::from(m.value)).sum();
        let line = Line::new("roll-motivation")
            .with("general", piece(general))
            .with("unit", piece(unit))
            .with("need", need.max(rules.tables.motivation.fails_to + 1));
        Roll { rule: A_24_2, seat: rules.seat_of(unit), line, pool: Pool::d6(2), modifiers }
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let (rules, unit, value) = (cx.rules, self.unit, fall.value());
        let table = &rules.tables.motivation;
        let need = rules.needed(cx.state, unit);
        let sure = value <= table.fails_to || value >= table.passes_from;
        let good = if sure { value >= table.passes_from } else { value >= need };
        let clan = rules.unit(unit).clan;
        let general = rules.clan(clan).general;
        let key = if good { "told-motivated" } else { "told-not-motivated" };
        let rule = if sure { A_24_3 } else { A_24_2 };
        cx.story.tell(|| {
            Event::new(rule, key)
                .with("general", piece(general))
                .with("unit", piece(unit))
                .with("n", value)
                .with("need", need)
        });
        if good {
            next_step(cx.state, Step::Points(Points { unit, wild: false }))
        } else if cx.state.chief(clan).dice > 0 {
            next_step(cx.state, Step::Determination(Determination { unit }))
        } else {
            fail(cx, unit)
        }
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}
