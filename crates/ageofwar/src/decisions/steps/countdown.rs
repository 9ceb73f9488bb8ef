//! Step 11, A-20.11: the countdown, at the end of every game turn.

use crate::{model::state::Ending, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Countdown;

impl Decision<AgeOfWar, Base> for Countdown {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, _cx: Cx<'_, Base>) -> Roll {
        one_die(A_20_11, Seat(1), Line::new("roll-countdown"))
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        cx.state.countdown -= fall.value() as i8;
        let left = i32::from(cx.state.countdown.max(0));
        cx.story.tell(|| Event::new(A_20_11, "told-countdown").with("n", left));
        if cx.state.countdown <= 0 {
            cx.rules.finish(cx.state, Ending::Countdown, cx.story);
            return Flow::Stay;
        }
        next_step(cx.state, Step::TurnOver)
    }

    /// The second player turn ends a game turn.
    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        cx.state.active != Side(0)
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        next_step(cx.state, Step::TurnOver)
    }
}
