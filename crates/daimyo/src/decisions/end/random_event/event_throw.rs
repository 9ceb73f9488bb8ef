//! T-12: what happens?

use super::{die, end, event_side::EventSide, nothing};
use crate::{model::tables::Happening, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct EventThrow;

impl Decision<Daimyo, Base> for EventThrow {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.rules.options.random_events
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        end(cx.rules, cx.state, cx.story)
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        die(cx, "roll-event", Pool::d6(2))
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        if cx.rules.tables.events.of(fall.value()) == Happening::Nothing {
            return nothing(cx.rules, cx.state, cx.story);
        }
        cx.state.step = Step::EventSide(EventSide { roll: fall.value() as u8 });
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
