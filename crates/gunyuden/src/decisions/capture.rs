//! 21.0: a castle has fallen with its garrison inside. The throw in row 0 says what becomes of them.

use super::{demand, yielding};
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Capture<U = UnitId, H = HexId> {
    pub captor: U,
    pub hex: H,
    pub ruin: bool,
}

/// The castle falls; with a garrison inside the die says how.
pub(crate) fn begin(
    rules: &Gunyuden,
    state: &mut State,
    castle: CastleId,
    captor: UnitId,
    ruin: bool,
    story: &mut Story<Event>,
) {
    let hex = rules.keep(castle).hex;
    story.tell(|| Event::CastleFalls { hex, captor });
    match rules.garrison(state, hex).is_empty() {
        true => yielding::pass(rules, state, castle, captor, ruin, story),
        false => state.frames.push(Frame::Fall(Capture { captor, hex, ruin })),
    }
}

impl Decision<Gunyuden> for Capture {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        demand::roll(cx, self.captor, self.hex, R_21_0, "roll-fall")
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        demand::answer(cx, self.captor, self.hex, Some(self.ruin), fall.value())
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}
