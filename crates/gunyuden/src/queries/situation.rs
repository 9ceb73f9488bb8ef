//! 4-1-1(1), 32, 35, 36.7, 37: what may change at the start of an inning.

use hexmap::HexId;
use kernel::{Modifiers, Side, Thing};

use crate::{
    Gunyuden,
    decisions::modify,
    model::{
        scenarios::{Intervention, Waver, Wavering},
        state::State,
        units::{ANTI, ArmyId, CastleId, HouseId, UnitId},
    },
};

impl Gunyuden {
    /// Is the army on the map or about to come on?
    pub(crate) fn has_intervened(&self, state: &State, army: ArmyId) -> bool {
        let mut late = self.scenario.interventions.iter();
        let mut arrivals = self.scenario.arrivals.iter();
        late.find(|late| late.army == army).is_none_or(|late| state.happened.has(late.flag))
            && arrivals.find(|arrival| arrival.army == army).is_none_or(|a| state.inning >= a.inning)
    }

    /// 32-1: the strength that keeps the army quiet.
    pub(crate) fn guard(&self, state: &State, late: &Intervention) -> u16 {
        let side = self.armies[usize::from(late.army.0)].side.other();
        let there = self.sides[side.index()].iter().filter(|&unit| guards(self, state, late, unit));
        self.strength_of(state, there.collect())
    }

    /// 35.7: what draws the lords to one side or the other.
    pub(crate) fn waver_modifiers(&self, state: &State, wavering: &Wavering) -> Modifiers {
        let mut list = Modifiers::new();
        if self.castle_side(state, wavering.castle) == Some(ANTI) {
            modify(&mut list, wavering.castle_bonus, "mod-capital", wavering.rule);
        }
        let great = self.castles_of(state, ANTI).filter(|&castle| self.keep(castle).level >= wavering.level);
        modify(&mut list, (great.count() as i16 - wavering.beyond).max(0), "mod-castles", wavering.rule);
        if state.on_map(wavering.chief) {
            let province = self.ground.province[state.hex(wavering.chief).index()];
            let near = wavering.near.iter().find(|(name, _)| *name == province);
            modify(&mut list, near.map_or(0, |(_, value)| *value), "mod-near", wavering.rule);
        }
        if state.battles > 0 {
            modify(&mut list, wavering.beaten, "mod-battles", wavering.rule);
        }
        list
    }

    pub(crate) fn army_card(&self, army: ArmyId) -> Thing {
        Thing::Card(u16::from(self.armies[usize::from(army.0)].houses[0].0))
    }

    /// 35.7: the lord who waits in the castle of this hex.
    pub(crate) fn waits(&self, state: &State, hex: HexId) -> Option<(CastleId, &Waver)> {
        let castle = self.castle_at(hex)?;
        let lords = &self.scenario.wavering.as_ref()?.lords;
        let lord = lords.iter().find(|lord| lord.castles.contains(&castle))?;
        (!state.happened.has(lord.flag) && self.is_unowned(state, castle)).then_some((castle, lord))
    }

    /// A ruin stays a ruin, and a castle that has gained an owner is no longer his to bring.
    pub(crate) fn stand_with(&self, state: &mut State, lord: &Waver, side: Side) {
        state.happened.note(lord.flag);
        let units = &lord.units[side.index()];
        let house = self.unit(units[0]).house;
        let own: Vec<CastleId> =
            lord.castles.iter().copied().filter(|&castle| self.is_unowned(state, castle)).collect();
        for &castle in &own {
            self.renew(state, castle, house);
        }
        let first = self.keep(lord.castles[0]).hex;
        let hex = own.first().map(|&castle| self.keep(castle).hex);
        let Some(hex) = hex.or_else(|| self.nearest_castle(state, side, first)) else { return };
        self.admit(state, units.iter().copied(), hex);
    }

    /// A standing castle that is nobody's: a lord who waits is in it.
    fn is_unowned(&self, state: &State, castle: CastleId) -> bool {
        let body = state.castle(castle);
        body.owner == HouseId::NONE && !body.is_ruin()
    }

    pub(crate) fn nearest_castle(&self, state: &State, side: Side, hex: HexId) -> Option<HexId> {
        let castles = self.castles_of(state, side).map(|castle| self.keep(castle).hex);
        castles.min_by_key(|&to| (self.ground.atlas.distance(hex, to), to))
    }

    /// Units come to a castle of their side, inside it if an enemy stands before it.
    pub(crate) fn admit(&self, state: &mut State, units: impl Iterator<Item = UnitId>, hex: HexId) {
        for unit in units {
            self.lift(state, unit);
            let inside = self.stands(state, self.side_of(unit).other(), hex);
            state.holed.set(unit, inside);
            self.put(state, unit, hex);
        }
    }
}

/// Does this unit stand where it keeps the army quiet?
fn guards(rules: &Gunyuden, state: &State, late: &Intervention, unit: crate::model::units::UnitId) -> bool {
    state.on_map(unit) && late.provinces.contains(&rules.ground.province[state.hex(unit).index()])
}
