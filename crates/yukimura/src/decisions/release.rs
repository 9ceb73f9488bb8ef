//! The scenario's dice at the start of a movement phase: they free a force, or bring Hideyori.

use crate::prelude::*;

/// The die with this number, in the order of the scenario.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Release(pub(crate) u8);

impl Decision<Yukimura, Base> for Release {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let ((low, high), force, rule) = cx.rules.die_of(self.0);
        let line = Line::new("roll-release")
            .with("force", Thing::Card(u16::from(force.0)))
            .with("low", i32::from(low))
            .with("high", i32::from(high));
        let seat = Seat(cx.rules.force(force).side.0);
        Roll { rule, seat, line, pool: Pool::d6(1), modifiers: Vec::new() }
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let pip = fall.value();
        let ((low, high), force, rule) = cx.rules.die_of(self.0);
        let free = (i32::from(low)..=i32::from(high)).contains(&pip);
        if free {
            match cx.rules.scenario.limits.get(self.0 as usize) {
                Some(_) => cx.state.freed |= 1 << force.0,
                None => cx.state.summoned = true,
            }
        }
        cx.story.tell(|| Event::Released { force, pip, free, rule });
        cx.rules.begin_movement(cx.state, self.0 + 1, cx.story);
        Flow::Stay
    }
}
