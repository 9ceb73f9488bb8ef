//! 14-3(6): before play, Osaka chooses the road by which Hideyori will come.

use crate::{decisions::force_clicked, model::units::EAST, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Roads;

impl Decision<Yukimura, Base> for Roads {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.acting_seat(cx.state).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        cx.rules.phase_question(cx, "ask-entry")
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        for &hex in cx.rules.scenario.hideyori.iter().flat_map(|entry| &entry.hexes) {
            out.push(Action::Entry(hex));
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let Action::Entry(hex) = action else { return None };
        Some(match &cx.rules.scenario.hideyori {
            Some(entry) if entry.hexes.contains(hex) => Ok(()),
            Some(entry) => Err(No::new(entry.rule, "no-not-a-western-road")),
            None => Err(No::new(R_0_2, "table-not-asked")),
        })
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let Action::Entry(hex) = action else { unreachable!("{action:?} was judged legal") };
        let entry = cx.rules.scenario.hideyori.as_ref().expect("judged before");
        cx.state.road = entry.hexes.iter().position(|&h| h == hex).map(|n| n as u8);
        cx.story.tell(|| Event::Road { hex });
        cx.state.active = EAST;
        cx.rules.begin_movement(cx.state, 0, cx.story);
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        cx.rules.hex_clicked(cx.state, thing).map(Action::Entry).or(force_clicked(thing))
    }
}
