//! T-12 (12): an omen, or a change of weather?

use super::{die, end, nothing};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OmenDie {
    pub side: Side,
}

impl Decision<Daimyo, Base> for OmenDie {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        die(cx, "roll-omen", Pool::d6(1))
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let side = self.side;
        if fall.value() % 2 == 0 {
            state.fortunes.omens[side.index()] = true;
            story.tell(|| Event::new(D_SEQ_C5, "told-event-omen").with("side", side));
            end(rules, state, story)
        } else if rules.options.weather {
            state.step = Step::WeatherNow;
            Flow::Stay
        } else {
            nothing(rules, state, story)
        }
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
