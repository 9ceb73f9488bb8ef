//! Chapters 9 to 11: one combat, from the throw to the last advance. What its stages share, and how one leads to
//! another: the cascade of 11-2-4.

pub(crate) mod advance;
pub(crate) mod check;
pub(crate) mod order;
pub(crate) mod retreat;
pub(crate) mod stack;
pub(crate) mod throw;

use arrayvec::ArrayVec;
use hexmap::HexId;
use kernel::{
    Rule,
    decision::{Parent, Staged},
};
use serde::{Deserialize, Serialize};

use self::{advance::AdvanceTo, check::Check, retreat::Retreat, stack::Stack};
use super::{CxMut, Flow};
use crate::{
    Yukimura,
    model::{
        state::Phase,
        units::{UnitId, UnitSet},
    },
};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub target: UnitId,
    /// The hex the target held.
    pub held: HexId,
    pub attackers: ArrayVec<UnitId, 6>,
    pub stage: Stage,
    /// Attackers that still have to make their own check, one bit each, with what modifier.
    pub waiting: u8,
    pub modifier: i16,
    /// 11-2-1: friends entered by a retreat, in that order, still to be checked.
    pub marked: Vec<UnitId>,
    /// 11-2-4: who has retreated in this cascade by his own check, and who by a chain check.
    pub retreated: UnitSet,
    pub chained: UnitSet,
    /// 11-2-5: the hexes that the unit on its way back has come through: it is not pushed on into them.
    pub trail: Vec<HexId>,
    /// 11-2-5: the hexes from which a unit was pushed on since the retreat under way ended: nobody is pushed on into
    /// them, so that this comes to an end.
    pub pushed: Vec<HexId>,
    pub fate: Fate,
    /// The target's way back, from the hex it held to the one it reached.
    pub path: Vec<HexId>,
    /// Attackers that have advanced, one bit each.
    pub advanced: u8,
    /// 11-3-3: how far along the path the next unit may go: hexes from the one held.
    pub file: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    Stands,
    Retreated,
    Removed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Two dice on the table.
    Throw,
    /// Which attacker checks next?
    Order,
    Check(Check),
    Retreat(Retreat),
    Stack(Stack),
    /// Who advances next?
    Advance,
    AdvanceTo(AdvanceTo),
}

impl Parent<Yukimura> for Fight {
    type Next = Stage;
}

impl Staged<Yukimura> for Fight {
    type Stage = Stage;

    fn stage(&self) -> &Stage {
        &self.stage
    }

    fn set_stage(&mut self, stage: Stage) {
        self.stage = stage;
    }
}

impl Fight {
    pub(crate) fn new(target: UnitId, held: HexId, attackers: ArrayVec<UnitId, 6>) -> Fight {
        Fight {
            target,
            held,
            attackers,
            stage: Stage::Throw,
            waiting: 0,
            modifier: 0,
            marked: Vec::new(),
            retreated: UnitSet::default(),
            chained: UnitSet::default(),
            trail: Vec::new(),
            pushed: Vec::new(),
            fate: Fate::Stands,
            path: Vec::new(),
            advanced: 0,
            file: 0,
        }
    }

    /// The unit on its way back has come to rest.
    pub(crate) fn forget_trail(&mut self) {
        self.trail.clear();
        self.pushed.clear();
    }
}

/// Takes a unit off the map for good.
pub(crate) fn remove(cx: &mut CxMut<'_, Fight>, unit: UnitId, rule: Rule) {
    if cx.parent.target == unit {
        cx.parent.fate = Fate::Removed;
    }
    cx.rules.remove(cx.state, unit, rule, cx.story);
}

/// 11-2-4: chain checks first in, first out; then the combat's own checks; then the advance. A game that is over
/// stays where it is.
pub(crate) fn go_on(cx: &mut CxMut<'_, Fight>) -> Flow<Stage> {
    if cx.state.over.is_some() {
        return Flow::Stay;
    }
    if cx.parent.marked.is_empty() {
        return order::begin(cx);
    }
    // Nobody in the queue has retreated: a unit that has is not marked, and units check one at a time.
    let unit = cx.parent.marked.remove(0);
    if !cx.state.on_map(unit) {
        return go_on(cx);
    }
    check::begin(cx, unit, cx.rules.numbers.morale.chain_modifier, true)
}

/// All checks are made.
pub(crate) fn end_checks(cx: &mut CxMut<'_, Fight>) -> Flow<Stage> {
    if cx.state.over.is_some() {
        return Flow::Stay;
    }
    match cx.parent.fate {
        Fate::Stands => Flow::Done,
        _ if cx.state.phase == Phase::Defence => advance::none(cx),
        _ => advance::begin(cx),
    }
}
