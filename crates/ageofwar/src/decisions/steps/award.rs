//! a messenger has reached a general. The die of determination, which may be thrown once again.

use super::{award_again::AwardAgain, ride::Ride};
use crate::{model::state::Errandry, notation::refer::messenger as rider, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Award {
    pub messenger: u8,
}

/// The last throw counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AwardLast {
    pub messenger: u8,
}

fn die(state: &State, messenger: u8) -> Roll {
    let line = Line::new("roll-award").with("messenger", rider(state.active, messenger));
    one_die(A_23_3, Seat(state.active.0), line)
}

/// The general has his dice, and the next messenger rides.
pub(super) fn awarded(cx: CxMut<'_, Base>, messenger: u8, dice: u8) -> Flow<Infallible> {
    let goal = cx.state.camp(cx.state.active).messengers[usize::from(messenger)].goal;
    if let Some(clan) = goal {
        cx.state.chief_mut(clan).dice += dice;
        let general = cx.rules.clan(clan).general;
        cx.story.tell(|| {
            Event::new(A_23_3, "told-award").with("general", piece(general)).with("n", i32::from(dice))
        });
    }
    next_step(cx.state, Step::Ride(Ride { messenger }))
}

impl Decision<AgeOfWar, Base> for Award {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        die(cx.state, self.messenger)
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let again = AwardAgain { messenger: self.messenger, dice: fall.value() as u8 };
        next_step(cx.state, Step::AwardAgain(again))
    }

    /// The dead bring nothing.
    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        let messengers = &cx.state.camp(cx.state.active).messengers;
        messengers[usize::from(self.messenger)].errand != Errandry::Dead
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        next_step(cx.state, Step::Ride(Ride { messenger: self.messenger }))
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}

impl Decision<AgeOfWar, Base> for AwardLast {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        die(cx.state, self.messenger)
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        awarded(cx, self.messenger, fall.value() as u8)
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}
