//! 15.2-3: Hideyoshi lays out his reinforcements.

use arrayvec::ArrayVec;

use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(super) struct Layout;

impl Decision<Summits, Base> for Layout {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.state.hideyoshi.into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        Question::new(cx.seat, R_15_2_3, Line::new("ask-layout").with("side", HIDEYOSHI))
    }

    /// Every order of the groups, in the order of dictionaries.
    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        arrange(&sorted(&cx.state.layout), &mut ArrayVec::new(), out);
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let Action::Layout(groups) = action else {
            return None;
        };
        Some(match sorted(groups) == sorted(&cx.state.layout) {
            true => Ok(()),
            false => No::because(R_15_2_3, "no-layout"),
        })
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let Action::Layout(groups) = action else { unreachable!("{action:?} was judged legal") };
        cx.story.tell(|| Event::LaidOut { groups: groups.clone() });
        cx.state.layout = groups;
        cx.state.phase = Phase::Hands;
        Flow::Stay
    }
}

fn sorted(groups: &ArrayVec<u8, 8>) -> ArrayVec<u8, 8> {
    let mut groups = groups.clone();
    groups.sort_unstable();
    groups
}

fn arrange(rest: &[u8], chosen: &mut ArrayVec<u8, 8>, out: &mut Actions<Action>) {
    if out.full() {
        return;
    }
    if rest.is_empty() {
        out.push(Action::Layout(chosen.clone()));
    }
    for (n, &group) in rest.iter().enumerate() {
        chosen.push(group);
        let others: ArrayVec<u8, 8> =
            rest.iter().enumerate().filter(|(at, _)| *at != n).map(|(_, &group)| group).collect();
        arrange(&others, chosen, out);
        chosen.pop();
    }
}
