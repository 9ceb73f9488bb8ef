//! 9: the modifiers of a roll.

use hexmap::AreaId;
use kernel::{Line, Modifier, Modifiers, Rule, Side};

use crate::{
    Summits,
    model::{
        map::Terrain,
        state::{Attack, Blow, Kind, State},
    },
    notation::rule_ids::*,
};

impl Summits {
    fn slope_rule(&self, from: AreaId, to: AreaId) -> Rule {
        match (self.map.area(from).terrain, self.map.area(to).terrain) {
            (Terrain::Mountain, Terrain::Plain) => R_9_0_1C,
            (Terrain::Mountain, _) => R_9_0_1D,
            (Terrain::Hill, Terrain::Plain) => R_9_0_1E,
            (Terrain::Plain, Terrain::Hill) => R_9_0_1F,
            (Terrain::Hill, _) => R_9_0_1G,
            (Terrain::Plain, _) => R_9_0_1H,
        }
    }

    /// 9.0-2, 9.0-3: the defence of one side in an area, and whether it is the barrier's.
    pub(crate) fn defence(&self, state: &State, area: AreaId, side: Side) -> (i16, bool) {
        let units = state.here(area) & self.of_side[side.index()];
        let front = units - state.back;
        let back = units & state.back;
        let best = self
            .defences
            .iter()
            .find(|row| (front & row.front).any() || (back & row.back).any())
            .map_or(0, |row| row.value);
        match self.map.area(area).barrier {
            Some(barrier) if barrier > best && state.controls(side, area) => (barrier, true),
            _ => (best, false),
        }
    }

    /// Everything but the dice: positive helps the attacker.
    pub(crate) fn modifiers(&self, state: &State, attack: &Attack, blow: Blow) -> Modifiers {
        let mut list = Modifiers::new();
        let mut add = |value: i16, key: &'static str, rule: Rule| {
            list.push(Modifier { value, line: Line::new(key), rule });
        };
        // QA-3a: used units ambush without the bonus of numbers.
        let bonus = !(attack.kind == Kind::Ambush && (attack.units & state.back).any());
        match blow {
            Blow::General { unit, support } => {
                let side = if state.is_back(unit) { R_QA_3A } else { R_9_0_1A };
                add(self.values(state, unit).attack, "mod-attack", side);
                let more = self.numbers.attack.bonus(support);
                if bonus && more > 0 {
                    add(more, "mod-support", R_9_0_1B);
                }
            }
            Blow::Volley { count, .. } => {
                let more = self.numbers.attack.bonus(count);
                if bonus && more > 0 {
                    add(more, "mod-volley", R_X_5);
                }
            }
        }
        if attack.kind == Kind::Fire {
            let slope = self.level(attack.from) - self.level(attack.target);
            if slope != 0 {
                add(slope, "mod-slope", self.slope_rule(attack.from, attack.target));
            }
        } else if attack.slope != 0 {
            add(i16::from(attack.slope), "mod-slope", R_9_0_1H);
        }
        let turn = self.turn_bonus(state, attack.side);
        if turn != 0 {
            add(turn, "mod-turn", R_15_2_6B);
        }
        let (defence, barrier) = self.defence(state, attack.target, attack.side.other());
        match barrier {
            true => add(-defence, "mod-barrier", R_9_0_3),
            false => add(-defence, "mod-defence", R_9_0_2),
        }
        list
    }

    /// The sum of the modifiers, without making the list.
    pub(crate) fn net(&self, state: &State, attack: &Attack, blow: Blow) -> i16 {
        let bonus = !(attack.kind == Kind::Ambush && (attack.units & state.back).any());
        let own = match blow {
            Blow::General { unit, support } => {
                self.values(state, unit).attack + if bonus { self.numbers.attack.bonus(support) } else { 0 }
            }
            Blow::Volley { count, .. } if bonus => self.numbers.attack.bonus(count),
            Blow::Volley { .. } => 0,
        };
        let slope = match attack.kind {
            Kind::Fire => self.level(attack.from) - self.level(attack.target),
            _ => i16::from(attack.slope),
        };
        own + slope + self.turn_bonus(state, attack.side)
            - self.defence(state, attack.target, attack.side.other()).0
    }
}
