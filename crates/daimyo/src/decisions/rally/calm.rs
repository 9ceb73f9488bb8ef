//! 9.5: does a frenzied unit calm down?

use crate::{prelude::*, queries::morale::Reason};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Calm {
    pub unit: UnitId,
}

impl Decision<Daimyo, Base> for Calm {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    /// Two dice and the modifiers of morale against the pass score.
    fn roll(&self, cx: Cx<'_>) -> Roll {
        let rules = cx.rules;
        Roll {
            rule: R_9_5,
            seat: rules.seat_of(self.unit),
            line: Line::new("roll-calm")
                .with("unit", piece(self.unit))
                .with("need", i32::from(rules.tables.pass(rules.unit(self.unit).quality))),
            pool: Pool::d6(2),
            modifiers: rules.morale_modifiers(cx.state, self.unit, Reason::StandLost),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let unit = self.unit;
        let modifiers = rules.morale_modifiers(state, unit, Reason::StandLost);
        let sum: i16 = modifiers.iter().map(|m| m.value).sum();
        let calm = fall.value() + i32::from(sum) >= i32::from(rules.tables.pass(rules.unit(unit).quality));
        if calm {
            state.body_mut(unit).set(Mark::Frenzied, false);
        }
        story.tell(|| Event::of(R_9_5, if calm { "told-calms" } else { "told-rages-on" }, unit));
        state.step = Step::Rally;
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
