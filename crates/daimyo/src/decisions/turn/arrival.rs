//! D-SC1: does a clan that is awaited come?

use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    pub group: GroupId,
}

/// A die decides, unless the clan comes by itself from this turn on.
pub(crate) fn begin(rules: &Daimyo, state: &mut State, group: GroupId, story: &mut Story<Event>) {
    match rules.arrives_on(state) {
        Some(1) => end(rules, state, group, true, story),
        _ => state.step = Step::Arrival(Arrival { group }),
    }
}

impl Decision<Daimyo, Base> for Arrival {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        Roll {
            rule: D_SC1,
            seat: Seat(cx.rules.group(self.group).side.0),
            line: Line::new("roll-arrival")
                .with("clan", banner(self.group))
                .with("need", i32::from(cx.rules.arrives_on(cx.state).unwrap_or(7))),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let at_least = cx.rules.arrives_on(cx.state);
        let comes = at_least.is_some_and(|at_least| fall.value() >= i32::from(at_least));
        end(cx.rules, cx.state, self.group, comes, cx.story);
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}

fn end(rules: &Daimyo, state: &mut State, group: GroupId, comes: bool, story: &mut Story<Event>) {
    story.tell(|| {
        Event::new(D_SC1, if comes { "told-arrives" } else { "told-delayed" }).with("clan", banner(group))
    });
    match comes {
        true => sequence::begin_slot(rules, state, group, true),
        false => sequence::next_slot(rules, state),
    }
}
