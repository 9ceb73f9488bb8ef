//! 15-5: leaving units behind on the march, leg by leg.

use hexmap::HexId;
use kernel::{Actions, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    movement::March,
    refuse::{About, May, No, no},
    rule_ids::*,
    state::{Frame, State, is_beside},
    units::UnitId,
};

impl Gunyuden {
    /// The rest of a march in legs. A force inside a castle has the point for coming out taken from the first leg on;
    /// whom it leaves behind before that stays inside.
    pub(crate) fn leg(&self, state: &State, force: UnitId, left: (i8, i8)) -> March {
        March {
            force,
            side: self.side_of(force),
            from: state.hex(force),
            left: [left.0, left.1],
            tactical_only: None,
        }
    }

    pub(crate) fn may_drop(&self, state: &State, force: UnitId) -> May {
        self.may_march(state, force)?;
        if state.members(force).len() < 2 {
            return Err(No::new(R_15_5, "no-led-units").unit(force));
        }
        if is_beside(state.hex(force)) {
            return no(R_32_2, "no-drop-beside");
        }
        Ok(())
    }

    pub(crate) fn resolve_begin_drop(&self, state: &mut State, force: UnitId) {
        let march = self.march(state, force);
        state.frames.pop();
        state.frames.push(Frame::Drop { force, left: (march.left[0], march.left[1]), begun: false });
    }

    pub(crate) fn list_drop(
        &self,
        state: &State,
        force: UnitId,
        left: (i8, i8),
        begun: bool,
        out: &mut Actions<Action>,
    ) {
        let march = self.leg(state, force, left);
        if begun {
            out.push(Action::Stay);
        }
        for unit in state.members(force).iter().filter(|&unit| unit != force) {
            out.push(Action::Drop(unit));
        }
        let mut ways = Actions::default();
        self.list_march(state, &march, state.holed.has(force), &mut ways);
        for action in ways.iter() {
            if let Action::To(hex) = action {
                out.push(Action::By(*hex));
            }
        }
        if begun {
            for action in ways.iter() {
                out.push(*action);
            }
        }
    }

    pub(crate) fn judge_drop(&self, state: &State, force: UnitId, unit: UnitId) -> May {
        if unit == force || !state.lives(unit) || state.head(unit) != force {
            return Err(No::new(R_15_5_2, "no-drop-other").unit(unit));
        }
        Ok(())
    }

    /// The first leg or unit must come before the end: without either it is a plain march.
    pub(crate) fn judge_end_of_drop(&self, begun: bool) -> May {
        if begun { Ok(()) } else { no(R_15_5, "no-drop-yet") }
    }

    pub(crate) fn resolve_drop(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let Some(Frame::Drop { begun, .. }) = state.frames.last_mut() else { return };
        *begun = true;
        let head = state.head(unit);
        state.head[unit.index()] = unit;
        self.mark_acted(state, unit);
        let hex = state.hex(unit);
        story.tell(|| Event::Dropped { unit, head, hex });
    }

    /// Both gaits stay open as long as both would have got there.
    pub(crate) fn resolve_by(&self, state: &mut State, to: HexId, story: &mut Story<Event>) {
        let Some(&Frame::Drop { force, left, .. }) = state.frames.last() else { return };
        let march = self.leg(state, force, left);
        let after = |gait: usize| {
            let only =
                March { left: std::array::from_fn(|n| if n == gait { march.left[n] } else { -1 }), ..march };
            match march.left[gait] {
                -1 => -1,
                left => self.way(state, &only, to, false).map_or(-1, |way| left - way.cost as i8),
            }
        };
        let rest = (after(0), after(1));
        self.go(state, force, to, false, story);
        if let Some(Frame::Drop { left, begun, .. }) = state.frames.last_mut() {
            (*left, *begun) = (rest, true);
        }
    }

    pub(crate) fn resolve_stay(&self, state: &mut State) {
        if let Some(Frame::Drop { force, .. }) = state.frames.pop() {
            self.mark_acted(state, force);
        }
    }
}
