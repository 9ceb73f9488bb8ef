//! D-SEQ-B1: does the clan act?

use kernel::{Modifier, Modifiers};

use crate::{decisions::turn::omen::Omen, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activation {
    pub group: GroupId,
}

impl Decision<Daimyo, Base> for Activation {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        Roll {
            rule: D_SEQ_B1,
            seat: Seat(cx.rules.group(self.group).side.0),
            line: Line::new("roll-activation")
                .with("clan", banner(self.group))
                .with("need", i32::from(cx.rules.tables.command.activation)),
            pool: Pool::d6(2),
            modifiers: modifiers(cx.rules, cx.state, self.group),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let group = self.group;
        let sum: i16 = modifiers(rules, state, group).iter().map(|m| m.value).sum();
        let total = fall.value() + i32::from(sum);
        let active = total >= i32::from(rules.tables.command.activation);
        let side = rules.group(group).side;
        story.tell(|| {
            Event::new(D_SEQ_B1, if active { "told-activated" } else { "told-idle" })
                .with("clan", banner(group))
                .with("total", total)
                .by(side)
        });
        if !active && state.fortunes.omens[side.index()] {
            state.step = Step::Omen(Omen { group });
        } else {
            end(rules, state, group, active);
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}

/// The throw stands: what fortune added to it is used up.
pub(crate) fn end(rules: &Daimyo, state: &mut State, group: GroupId, active: bool) {
    state.fortunes.hesitates.remove(group);
    state.fortunes.messenger.remove(group);
    sequence::begin_slot(rules, state, group, active);
}

fn modifiers(rules: &Daimyo, state: &State, group: GroupId) -> Modifiers {
    let mut list = Modifiers::new();
    let body = rules.group(group);
    // A dead leader: no additions at all.
    if rules.is_alive(state, body.leader) {
        let line = Line::new("mod-rating").with("leader", person(body.leader));
        list.push(Modifier { value: rules.leader(body.leader).rating, line, rule: D_SEQ_B1 });
        if rules.is_seated(state, body.side) {
            let line = Line::new("mod-seated").with("side", body.side);
            list.push(Modifier { value: rules.tables.command.seated, line, rule: D_SEQ_B1 });
        }
    }
    if state.fortunes.hesitates.has(group) {
        let value = rules.tables.events.hesitates;
        list.push(Modifier { value, line: Line::new("mod-hesitates"), rule: D_SEQ_C5 });
    }
    if state.fortunes.messenger.has(group) {
        let value = rules.tables.events.messenger;
        list.push(Modifier { value, line: Line::new("mod-messenger"), rule: D_SEQ_C5 });
    }
    list
}
