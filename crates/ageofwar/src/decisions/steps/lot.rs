//! A-SC3: the lot of the scenario. Which unit is late?

use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Lot;

impl Decision<AgeOfWar, Base> for Lot {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, _cx: Cx<'_, Base>) -> Roll {
        one_die(A_SC3, Seat(1), Line::new("roll-lot"))
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let Some(&unit) = cx.rules.scenario.lots.get(fall.value() as usize - 1) else {
            // The die names nobody: it is thrown again.
            return Flow::Stay;
        };
        cx.state.body_mut(unit).place = Where::Late;
        cx.story.tell(|| {
            Event::new(A_SC3, "told-late-by-lot")
                .with("unit", piece(unit))
                .stroke(Stroke::Gone { piece: piece(unit) })
        });
        cx.rules.begin_player_turn(cx.state);
        Flow::Stay
    }
}
