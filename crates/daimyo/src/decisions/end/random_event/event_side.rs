//! T-12: to which side does it happen?

use super::{choices, die, end, event_pick::EventPick, nothing, omen_die::OmenDie};
use crate::{model::tables::Happening, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EventSide {
    pub roll: u8,
}

impl Decision<Daimyo, Base> for EventSide {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        die(cx, "roll-event-side", Pool::d6(1))
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let roll = self.roll;
        let side = if fall.value() % 2 == 1 { state.holder } else { state.holder.other() };
        match rules.tables.events.of(i32::from(roll)) {
            Happening::Heads => {
                state.fortunes.heads[side.index()] = true;
                story.tell(|| Event::new(D_SEQ_C5, "told-event-heads").with("side", side));
                return end(rules, state, story);
            }
            Happening::Omen => state.step = Step::OmenDie(OmenDie { side }),
            _ if choices(rules, state, roll, side) == 0 => return nothing(rules, state, story),
            _ => state.step = Step::EventPick(EventPick { roll, side }),
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
