//! Chapters 10 and 26: morale, and winning it back.

use kernel::Story;

use crate::{
    Gunyuden,
    decisions::Heirs,
    model::{
        state::State,
        units::{CastleId, UnitId, UnitSet},
    },
    notation::rule_ids::*,
    presentation::event::Event,
};

impl Gunyuden {
    /// 10-1: a unit loses heart; below −4 it is gone.
    pub(crate) fn dishearten(
        &self,
        state: &mut State,
        unit: UnitId,
        by: u8,
        story: &mut Story<Event>,
    ) -> Heirs {
        if by == 0 || !state.lives(unit) {
            return Heirs::default();
        }
        let low = state.low(unit) + by;
        if low > self.tables.figures.morale.lowest {
            return self.remove(state, unit, R_10_1_2, story);
        }
        state.set_low(unit, low);
        story.tell(|| Event::Morale { unit, low, by, rule: R_10_1_1 });
        Heirs::default()
    }

    /// A whole force. Its head may fall on the way.
    pub(crate) fn dishearten_all(
        &self,
        state: &mut State,
        units: UnitSet,
        by: u8,
        story: &mut Story<Event>,
    ) -> Heirs {
        let mut heirs = Heirs::default();
        for unit in units.iter() {
            heirs.add(self.dishearten(state, unit, by, story));
        }
        heirs
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
}
