//! 26-1: a force recovers its morale; without a line of communication by the die.

use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recover<U = UnitId> {
    pub force: U,
}

/// With a line of communication there is no die.
pub(crate) fn begin(cx: CxMut<'_>, force: UnitId) -> Flow {
    cx.rules.mark_acted(cx.state, force);
    if !cx.rules.has_line(cx.state, force) {
        return Flow::Next(Frame::Recover(Recover { force }));
    }
    recover(cx, force, None);
    Flow::Done
}

fn recover(cx: CxMut<'_>, force: UnitId, die: Option<i32>) {
    for unit in cx.state.members(force).iter() {
        let low = cx.state.low(unit);
        if low > 0 {
            cx.state.set_low(unit, low - 1);
        }
    }
    let rule = if die.is_some() { R_26_1_2 } else { R_26_1_1 };
    cx.story.tell(|| Event::Recovered { force, die, rule });
}

impl Recover {
    fn need(&self, rules: &Gunyuden) -> i32 {
        rules.tables.figures.recover(rules.unit(self.force).rank)
    }
}

impl Decision<Gunyuden> for Recover {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let line =
            Line::new("roll-recover").with("unit", piece(self.force)).with("need", self.need(cx.rules));
        let seat = Seat(cx.rules.side_of(self.force).0);
        Roll { rule: R_26_1_2, seat, line, pool: Pool::d6(1), modifiers: Vec::new() }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let (force, die) = (self.force, fall.value());
        match die <= self.need(cx.rules) {
            true => recover(cx, force, Some(die)),
            false => cx.story.tell(|| Event::Unmoved { force, die }),
        }
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}

pub(super) fn may_recover(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    rules.may_act(state, force)?;
    if rules.lowest(state, state.members(force)) == 0 {
        return Err(No::new(R_10_1, "no-heart").unit(force));
    }
    Ok(())
}
