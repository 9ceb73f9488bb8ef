//! Chapters 5 and 24: who may be motivated, and what is needed for it; action points.

use kernel::{Line, May, Modifier, Modifiers, No};
use open::ground::Kind as _;
use plane::{Corridor, Len};

use crate::{
    AgeOfWar,
    model::{
        ground::Land,
        state::{Mark, State, Where},
        units::{Class, UnitId},
    },
    notation::{refer::piece, rule_ids::*},
    queries::formation::TOLERANCE,
};

impl AgeOfWar {
    /// 5.1: may this unit be motivated?
    pub(crate) fn may_motivate(&self, state: &State, unit: UnitId) -> May {
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        let data = self.unit(unit);
        if data.side != state.active || !data.is_troops() || state.body(unit).place != Where::Table {
            return no(R_5_1, "no-motivate-unit");
        }
        if !self.has_general(state, data.clan) {
            return no(A_10_2, "no-motivate-leaderless");
        }
        if state.chief(data.clan).stopped {
            return no(R_5_3, "no-motivate-stopped");
        }
        if state.is(unit, Mark::Motivated) {
            return no(A_24_1, "no-motivate-twice");
        }
        if self.is_fighting(state, unit) {
            return no(R_5_4, "no-motivate-fights");
        }
        Ok(())
    }

    /// Table A-T1: what the two dice must reach.
    pub(crate) fn motivation_modifiers(&self, state: &State, unit: UnitId) -> Modifiers {
        let clan = self.unit(unit).clan;
        let table = &self.tables.motivation;
        let mut list = Modifiers::new();
        let mut add = |value: i16, key: &'static str, rule| {
            if value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        add(i16::from(state.chief(clan).value), "mod-general-value", A_24_2);
        add(self.tables.unit_value(self.unit(unit).class()), "mod-unit-value", A_24_5);
        let general = self.general_shape(state, clan);
        let here = general.centre();
        let hidden = self.is_in(state, unit, Land::is_close)
            || self.ground.of_kind(Land::is_close).any(|(_, f)| f.area.holds(here));
        add(if hidden { table.hidden } else { 0 }, "mod-hidden", A_24_4);
        // 5.1: nothing lies between a general and the unit he is with.
        if state.chief(clan).with == Some(unit) {
            return list;
        }
        let every = self.fog(state).map_or(table.every, |fog| fog.every);
        let gap = self.general_gap(state, clan, unit);
        add(
            ((gap.0 + TOLERANCE.0) / every.0) as i16,
            "mod-distance",
            if self.fog(state).is_some() { A_SC1 } else { A_24_4 },
        );
        // 5.1: the line between the two nearest places.
        let bases = self.base_shapes(state, unit);
        let nearest = bases.iter().min_by_key(|base| base.gap(&general)).expect("a unit has bases");
        let (from, to) = general.nearest(nearest);
        let line = Corridor::between(from, to, Len::ZERO);
        let between = from != to
            && state.here().any(|other| {
                other != unit
                    && self.unit(other).is_troops()
                    && state.chief(clan).with != Some(other)
                    && line.outline().meets(&self.shape(state, other))
            });
        add(if between { table.between } else { 0 }, "mod-between", A_24_4);
        let separates = |kind: Land| kind.is_close() || kind.is_hill();
        let separated = self.ground.of_kind(separates).any(|(_, f)| {
            let ends = [here, nearest.centre(), from, to];
            !ends.iter().any(|end| f.area.holds(*end)) && f.area.crosses(from, to)
        });
        add(if separated { table.separated } else { 0 }, "mod-separated", A_24_4);
        list
    }

    ///
    pub fn needed(&self, state: &State, unit: UnitId) -> i32 {
        self.motivation_modifiers(state, unit).iter().map(|m| i32::from(m.value)).sum()
    }

    /// what is added to the die.
    pub(crate) fn point_modifiers(&self, state: &State, unit: UnitId) -> Modifiers {
        let table = &self.tables.points;
        let mut list = Modifiers::new();
        let mut add = |value: i16, when: bool, key: &'static str, rule| {
            if when {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        let class = self.unit(unit).class();
        let led = self.generals_with(state, unit).next().is_some();
        add(table.led_or_samurai, led || class == Class::Samurai, "mod-led-or-samurai", A_25_0);
        add(table.levy, class == Class::Levy, "mod-levy", A_25_0);
        add(table.disordered, state.is(unit, Mark::BeganDisordered), "mod-began-disordered", A_27_4);
        add(table.avenge, state.is(unit, Mark::Avenge), "mod-avenge", A_34_1);
        list
    }
}
