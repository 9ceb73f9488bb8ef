//! 4.1, D-SEQ-B1b: which group of the active side is next?

use crate::{
    decisions::turn::{activation::Activation, arrival},
    notation::refer::LEADERS,
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot;

impl Decision<Daimyo, Base> for Slot {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.rules.untried(cx.state, cx.state.active).next().is_some()
    }

    /// 4.1: a side that has nothing left is skipped.
    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let other = cx.state.active.other();
        if cx.rules.untried(cx.state, other).next().is_some() {
            cx.state.active = other;
        } else {
            sequence::end_turn(cx.rules, cx.state);
        }
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let line = Line::new("ask-slot").with("side", cx.state.active).with("turn", i32::from(cx.state.turn));
        Question::new(cx.seat, D_SEQ_B1B, line)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        for group in cx.rules.untried(cx.state, cx.state.active) {
            out.push(Action::Activate(group));
        }
        if may_pass(cx).is_ok() {
            out.push(Action::Pass);
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Activate(group) => Some(may_activate(cx, group)),
            Action::Pass => Some(may_pass(cx)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        if let Action::Activate(group) = action {
            activate(rules, state, group, story);
        } else {
            let side = state.active;
            story.tell(|| Event::new(R_4_1, "told-passes-slot").with("side", side));
            sequence::next_slot(rules, state);
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let rules = cx.rules;
        let group = match thing {
            Thing::Card(n) if usize::from(n) < rules.groups.len() => GroupId(n as u8),
            Thing::Piece(n) if n >= LEADERS => rules.leaders.get(usize::from(n - LEADERS))?.group,
            _ => rules.unit(rules.unit_clicked(thing)?).group,
        };
        Some(Action::Activate(group))
    }
}

fn may_activate(cx: Cx<'_>, group: GroupId) -> May {
    let no = |rule, key| Err(No::new(rule, key).with("clan", banner(group)));
    if cx.rules.group(group).side != cx.state.active {
        return no(D_SEQ_B1B, "no-not-your-clan");
    }
    if cx.state.tried.has(group) {
        return no(D_SEQ_B1, "no-tried");
    }
    if !cx.rules.is_waiting_for_slot(cx.state, group) {
        return no(R_4_1, "no-nobody-of-clan");
    }
    Ok(())
}

/// 4.1: only a side with fewer groups left than the other may pass.
fn may_pass(cx: Cx<'_>) -> May {
    let left = |side: Side| cx.rules.untried(cx.state, side).count();
    let active = cx.state.active;
    if left(active) < left(active.other()) { Ok(()) } else { No::because(R_4_1, "no-pass") }
}

/// The group has its attempt: it arrives, the General acts, or dice are thrown.
pub(crate) fn activate(rules: &Daimyo, state: &mut State, group: GroupId, story: &mut Story<Event>) {
    state.tried.insert(group);
    let body = rules.group(group);
    if rules.is_awaited(state, group) {
        arrival::begin(rules, state, group, story);
    } else if body.is_general && rules.is_alive(state, body.leader) {
        // D-SEQ-B1b: the General needs no throw while he lives.
        story.tell(|| Event::new(D_SEQ_B1B, "told-general-acts").with("clan", banner(group)).by(body.side));
        sequence::begin_slot(rules, state, group, true);
    } else {
        state.step = Step::Activation(Activation { group });
    }
}
