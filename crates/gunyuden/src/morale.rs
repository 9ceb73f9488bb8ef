//! Chapters 10 and 26: morale, and winning it back.

use kernel::{Line, Pool, Roll, Seat, Story};

use crate::{
    Gunyuden,
    event::Event,
    refuse::{About, May, No, piece},
    rule_ids::*,
    state::{Frame, State},
    units::{CastleId, UnitId, UnitSet},
};

impl Gunyuden {
    /// 10-1: a unit loses heart; below −4 it is gone.
    pub(crate) fn dishearten(&self, state: &mut State, unit: UnitId, by: u8, story: &mut Story<Event>) {
        if by == 0 || !state.lives(unit) {
            return;
        }
        let low = state.low(unit) + by;
        if low > self.tables.figures.morale.lowest {
            return self.remove(state, unit, R_10_1_2, story);
        }
        state.set_low(unit, low);
        story.tell(|| Event::Morale { unit, low, by, rule: R_10_1_1 });
    }

    /// A whole force. Its head may fall on the way.
    pub(crate) fn dishearten_all(&self, state: &mut State, units: UnitSet, by: u8, story: &mut Story<Event>) {
        for unit in units.iter() {
            self.dishearten(state, unit, by, story);
        }
    }

    /// 10-4: the garrison's morale, or the castle's own.
    pub(crate) fn castle_low(&self, state: &State, castle: CastleId) -> i16 {
        let garrison = self.garrison(state, self.keep(castle).hex);
        match garrison.is_empty() {
            true => i16::from(state.castle(castle).low),
            false => self.lowest(state, garrison),
        }
    }

    /// 18-3-2, 20-3-2.
    pub(crate) fn hearten(&self, state: &mut State, units: UnitSet) {
        for unit in units.iter() {
            state.set_low(unit, 0);
        }
    }

    pub(crate) fn may_recover(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        if self.lowest(state, state.members(force)) == 0 {
            return Err(No::new(R_10_1, "no-heart").unit(force));
        }
        Ok(())
    }

    pub(crate) fn resolve_recover(&self, state: &mut State, force: UnitId, story: &mut Story<Event>) {
        state.frames.pop();
        self.mark_acted(state, force);
        match self.has_line(state, force) {
            true => self.recover(state, force, None, story),
            false => state.frames.push(Frame::Recover { force }),
        }
    }

    /// With a line of communication there is no die.
    fn recover(&self, state: &mut State, force: UnitId, die: Option<i32>, story: &mut Story<Event>) {
        for unit in state.members(force).iter() {
            let low = state.low(unit);
            if low > 0 {
                state.set_low(unit, low - 1);
            }
        }
        let rule = if die.is_some() { R_26_1_2 } else { R_26_1_1 };
        story.tell(|| Event::Recovered { force, die, rule });
    }

    fn steady_die(&self, force: UnitId) -> i32 {
        self.tables.figures.recover(self.unit(force).rank)
    }

    pub(crate) fn recover_roll(&self, force: UnitId) -> Roll {
        let line = Line::new("roll-recover").with("unit", piece(force)).with("need", self.steady_die(force));
        let seat = Seat(self.side_of(force).0);
        Roll { rule: R_26_1_2, seat, line, pool: Pool::d6(1), modifiers: Vec::new() }
    }

    pub(crate) fn fall_recover(&self, state: &mut State, force: UnitId, die: i32, story: &mut Story<Event>) {
        state.frames.pop();
        if die <= self.steady_die(force) {
            self.recover(state, force, Some(die), story);
        } else {
            story.tell(|| Event::Unmoved { force, die });
        }
    }
}
