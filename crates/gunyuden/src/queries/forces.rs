//! Chapters 9, 12 and 30: forces, who may lead whom, and who can act.

use kernel::Side;

use crate::{
    Gunyuden,
    model::{
        state::{Phase, State, is_beside},
        units::{UnitId, UnitSet},
    },
    notation::{
        refuse::{About, May, No, no},
        rule_ids::*,
    },
};

impl Gunyuden {
    /// The heads among these units.
    pub(crate) fn heads(&self, state: &State, units: UnitSet) -> impl Iterator<Item = UnitId> {
        units.iter().filter(|&unit| state.is_head(unit)).collect::<UnitSet>().iter()
    }

    pub(crate) fn strength(&self, state: &State, unit: UnitId) -> u16 {
        u16::from(self.unit(unit).strength[usize::from(state.steps(unit))])
    }

    pub(crate) fn strength_of(&self, state: &State, units: UnitSet) -> u16 {
        units.iter().map(|unit| self.strength(state, unit)).sum()
    }

    pub(crate) fn force_strength(&self, state: &State, force: UnitId) -> u16 {
        self.strength_of(state, state.members(force))
    }

    /// Everybody in these forces who is still there.
    pub(crate) fn all_of(&self, state: &State, forces: &[UnitId]) -> UnitSet {
        let living = forces.iter().filter(|&&force| state.lives(force));
        living.fold(UnitSet::default(), |all, &force| all.or(&state.members(force)))
    }

    /// 16-4-2, 23-2-1(5): the lowest morale among these units, as a loss.
    pub(crate) fn lowest(&self, state: &State, units: UnitSet) -> i16 {
        units.iter().map(|unit| i16::from(state.low(unit))).max().unwrap_or(0)
    }

    /// 23-2-1(4), 19-2-5: the field modifier that counts: of the highest rank, and among equals the best. Led units
    /// lend only strength (9-2-5).
    pub(crate) fn field_modifier(&self, state: &State, units: UnitSet, led: bool) -> i16 {
        let counts =
            |&unit: &UnitId| led || state.is_head(unit) || !leads_by_right(self, state, state.head(unit));
        let best =
            units.iter().filter(counts).map(|unit| (self.unit(unit).rank, self.unit(unit).field)).max();
        best.map_or(0, |(_, field)| i16::from(field))
    }

    /// 9-2-3, 9-2-6, 30-1-2: may this commander have this unit in a box at all?
    pub(crate) fn may_lead(&self, commander: UnitId, unit: UnitId) -> May {
        let (over, under) = (self.unit(commander), self.unit(unit));
        if !over.is_commander() {
            return Err(No::new(R_13_1_1, "no-commander").unit(commander));
        }
        if under.rank >= over.rank {
            return Err(No::new(R_9_2_3, "no-rank").unit(unit));
        }
        if over.house == under.house {
            return Ok(());
        }
        if self.house(over.house).army != self.house(under.house).army {
            return Err(No::new(R_9_2_6, "no-other-army").unit(unit));
        }
        if !self.house(over.house).great {
            return Err(No::new(R_30_1_2, "no-small-house").unit(unit));
        }
        Ok(())
    }

    /// 9-2-1: free boxes of a commander.
    pub(crate) fn free_boxes(&self, state: &State, commander: UnitId) -> usize {
        usize::from(self.unit(commander).boxes).saturating_sub(state.members(commander).len() - 1)
    }

    /// 12: is this force one that can act now?
    pub(crate) fn may_act(&self, state: &State, force: UnitId) -> May {
        self.may_be_moved_by_owner(state, force)?;
        if state.acted.has(force) {
            return Err(No::new(R_12_2_3, "no-acted").unit(force));
        }
        let power = self.unit(force).action;
        if power < state.stage {
            let rule = if state.members(force).len() > 1 { R_12_2_1 } else { R_12_2_4 };
            return Err(No::new(rule, "no-power").unit(force).with("power", i32::from(power)));
        }
        Ok(())
    }

    /// It is on this side's turn, in play, and its house is free to act.
    pub(crate) fn may_be_moved_by_owner(&self, state: &State, force: UnitId) -> May {
        if self.side_of(force) != state.active {
            return Err(No::new(R_12_0, "no-not-yours").unit(force));
        }
        if !state.on_map(force) && !is_beside(state.hex(force)) {
            return Err(No::new(R_25_1, "no-gone").unit(force));
        }
        if !state.is_head(force) {
            return Err(No::new(R_12_2_1, "no-led")
                .unit(force)
                .with("head", crate::notation::refuse::piece(state.head(force))));
        }
        if let Some(rule) = self.held(state, self.unit(force).house) {
            return Err(No::new(rule, "no-held").unit(force));
        }
        if is_beside(state.hex(force)) && !self.has_intervened(state, self.army_of(force)) {
            return no(R_32_0, "no-waiting");
        }
        Ok(())
    }

    pub(crate) fn mark_acted(&self, state: &mut State, force: UnitId) {
        if state.phase == Phase::Operation && state.lives(force) {
            for unit in state.members(force).iter() {
                state.acted.insert(unit);
            }
        }
    }

    /// Forces of a side in a hex outside a castle.
    pub(crate) fn forces_outside(&self, state: &State, side: Side, hex: hexmap::HexId) -> UnitSet {
        self.heads(state, self.field(state, side, hex)).collect()
    }

    /// After a commander's death those he led stand alone (9-1).
    pub(crate) fn dissolve(&self, state: &mut State, force: UnitId) {
        for unit in state.members(force).iter() {
            state.head[unit.index()] = unit;
        }
    }

    /// Every force whose head does not lead by right falls apart. Such a head has the lowest rank of all.
    pub(crate) fn dissolve_headless(&self, state: &mut State) {
        for n in 0..self.units.len() as u8 {
            let unit = UnitId(n);
            if is_led_by_no_right(self, state, unit) {
                self.dissolve(state, state.head(unit));
            }
        }
    }

    /// Whether there is a force for [`dissolve_headless`](Gunyuden::dissolve_headless).
    pub(crate) fn has_headless(&self, state: &State) -> bool {
        (0..self.units.len() as u8).any(|n| is_led_by_no_right(self, state, UnitId(n)))
    }
}

fn is_led_by_no_right(rules: &Gunyuden, state: &State, unit: UnitId) -> bool {
    let head = state.head(unit);
    head != unit && rules.unit(head).rank <= rules.unit(unit).rank
}

/// Does this head lead by right? A force that has just lost its commander has a head that does not.
pub(crate) fn leads_by_right(rules: &Gunyuden, state: &State, force: UnitId) -> bool {
    let rank = rules.unit(force).rank;
    state.members(force).iter().all(|unit| unit == force || rules.unit(unit).rank < rank)
}
