//! T-12: to whom of a side does it happen, where there is a choice?

use super::{choices, clans, daimyos, die, end, hotheads, muddled, stray_shot::StrayShot};
use crate::{model::tables::Happening, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EventPick {
    pub roll: u8,
    pub side: Side,
}

impl Decision<Daimyo, Base> for EventPick {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let sides = choices(cx.rules, cx.state, self.roll, self.side) as u8;
        die(cx, "roll-event-pick", Pool::Sum { dice: 1, sides })
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let (side, pick) = (self.side, (fall.value() - 1) as usize);
        let of_clan =
            |key: &'static str, group: GroupId| Event::new(D_SEQ_C5, key).with("clan", banner(group));
        match rules.tables.events.of(i32::from(self.roll)) {
            Happening::StrayShot => {
                let leader = daimyos(rules, state, side)[pick];
                state.step = Step::StrayShot(StrayShot { leader });
                return Flow::Stay;
            }
            Happening::Hesitates => {
                let group = clans(rules, side)[pick];
                state.fortunes.hesitates.insert(group);
                story.tell(|| of_clan("told-event-hesitates", group));
            }
            Happening::Recovers => {
                let unit = muddled(rules, state, side)[pick];
                state.body_mut(unit).set(Mark::Disordered, false);
                story.tell(|| Event::of(D_SEQ_C5, "told-reformed", unit));
            }
            Happening::WetPowder => {
                let group = clans(rules, side)[pick];
                state.fortunes.wet_next.insert(group);
                story.tell(|| of_clan("told-event-wet", group));
            }
            Happening::Fury => {
                let unit = hotheads(rules, state, side)[pick];
                state.body_mut(unit).mark(Mark::Frenzied);
                story.tell(|| Event::of(D_SEQ_C5, "told-frenzied", unit));
            }
            _ => {
                let group = clans(rules, side)[pick];
                state.fortunes.messenger.insert(group);
                story.tell(|| of_clan("told-event-messenger", group));
            }
        }
        end(rules, state, story)
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
