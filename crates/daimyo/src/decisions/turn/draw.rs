//! 11.1: a card is drawn for the next group.

use crate::{decisions::turn::slot, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw;

impl Decision<Daimyo, Base> for Draw {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        drawn(cx.rules, cx.state).next().is_some()
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        sequence::end_turn(cx.rules, cx.state);
        Flow::Stay
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        Roll {
            rule: R_11_1,
            seat: Seat(cx.state.holder.0),
            line: Line::new("roll-card"),
            pool: Pool::Sum { dice: 1, sides: drawn(cx.rules, cx.state).count() as u8 },
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let group = drawn(rules, state).nth((fall.value() - 1).max(0) as usize);
        let group = group.expect("the die has as many sides as groups");
        state.active = rules.group(group).side;
        story.tell(|| Event::new(R_11_1, "told-card").with("clan", banner(group)));
        slot::activate(rules, state, group, story);
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}

/// The groups whose cards are left.
fn drawn<'a>(rules: &'a Daimyo, state: &'a State) -> impl Iterator<Item = GroupId> + 'a {
    rules.all_groups().filter(|group| rules.is_waiting_for_slot(state, *group))
}
