//! Chapters 9 and 10: who may attack whom, by fire or hand to hand, and how strongly.

use arrayvec::ArrayVec;
use hexmap::Dir;
use kernel::{Line, Modifier, Modifiers, Rule, Story};

use crate::{
    Yukimura,
    model::{
        chart::Chart,
        state::{Phase, REMOVED, State},
        units::{UnitId, UnitSet},
    },
    notation::{
        refuse::{About, May, No},
        rule_ids::*,
    },
    presentation::event::Event,
};

/// The rules that say the same of firing and of hand-to-hand combat.
pub(crate) struct AttackRules {
    pub(crate) choose: Rule,
    pub(crate) adjacent: Rule,
    pub(crate) once: Rule,
    pub(crate) together: Rule,
    pub(crate) target_once: Rule,
}

const FIRING: AttackRules =
    AttackRules { choose: R_9_1, adjacent: R_9_1_1, once: R_9_1_2, together: R_9_1_4, target_once: R_9_1_5 };

const MELEE: AttackRules = AttackRules {
    choose: R_10_1,
    adjacent: R_10_1_1,
    once: R_10_1_2,
    together: R_10_1_4,
    target_once: R_10_1_5,
};

pub(crate) fn attack_rules(state: &State) -> &'static AttackRules {
    if state.phase == Phase::Melee { &MELEE } else { &FIRING }
}

impl Yukimura {
    pub(crate) fn is_melee(&self, state: &State) -> bool {
        state.phase == Phase::Melee
    }

    pub(crate) fn chart(&self, state: &State) -> &Chart {
        if self.is_melee(state) { &self.melee } else { &self.fire }
    }

    /// May this unit attack anyone in this phase?
    pub(crate) fn may_attack(&self, state: &State, unit: UnitId) -> May {
        let body = self.unit(unit);
        let rules = attack_rules(state);
        if body.side != self.acting(state) {
            return Err(No::new(rules.choose, "no-not-yours").unit(unit));
        }
        if !state.on_map(unit) {
            return Err(No::new(rules.adjacent, "no-off-the-map").unit(unit));
        }
        if self.is_melee(state) {
            if state.fired.has(unit) {
                return Err(No::new(R_10_1_7, "no-fired-already").unit(unit));
            }
            if state.fought.has(unit) {
                return Err(No::new(rules.once, "no-fought-already").unit(unit));
            }
        } else {
            if !body.branch.fires() {
                return Err(No::new(R_9, "no-not-riflemen").unit(unit));
            }
            if state.fired.has(unit) {
                return Err(No::new(rules.once, "no-fired-already").unit(unit));
            }
            // All firing comes first, so this is never so in play.
            if state.fought.has(unit) {
                return Err(No::new(R_9_1_7, "no-fought-already").unit(unit));
            }
        }
        // 13-1(3): defensive fire stays allowed.
        if state.phase != Phase::Defence && !self.is_commanded(state, unit) {
            return Err(No::new(R_13_1_3, "no-command").unit(unit));
        }
        Ok(())
    }

    /// May it attack across this hexside? Fire may cross anything (9-1-6).
    pub(crate) fn may_reach(&self, state: &State, target: UnitId, dir: Dir) -> May {
        if self.is_melee(state) && self.ground.impassable.has(state.hex(target), dir) {
            return Err(No::new(R_10_1_6, "no-impassable"));
        }
        Ok(())
    }

    /// Who could attack the target, with the direction from the target in which each stands.
    pub(crate) fn attackers<'a>(
        &'a self,
        state: &'a State,
        target: UnitId,
    ) -> impl Iterator<Item = (Dir, UnitId)> + 'a {
        self.atlas.neighbours(state.hex(target)).filter_map(move |(dir, hex)| {
            let unit = state.occupant(hex)?;
            let may = self.may_attack(state, unit).is_ok() && self.may_reach(state, target, dir).is_ok();
            may.then_some((dir, unit))
        })
    }

    /// Everyone who could take part in an attack on the target.
    pub(crate) fn might_attack(&self, state: &State, target: UnitId) -> ArrayVec<UnitId, 6> {
        self.attackers(state, target).map(|(_, unit)| unit).collect()
    }

    /// Might an enemy be adjacent? Zones say so, except across hexsides that stop them.
    pub(crate) fn is_near_enemy(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.hex(unit);
        self.in_enemy_zone(state, self.side_of(unit), hex) || self.ground.closed[hex.index()]
    }

    pub(crate) fn attacked(&self, state: &State) -> UnitSet {
        if self.is_melee(state) { state.fought_against } else { state.fired_at }
    }

    /// 9-2, 10-2: the value that finds the column.
    pub(crate) fn odds_value(&self, state: &State, target: UnitId, attackers: &[UnitId]) -> i16 {
        let sum: i16 = attackers.iter().map(|&unit| self.unit(unit).strength).sum();
        if self.is_melee(state) { sum - self.unit(target).strength } else { sum }
    }

    /// 12: the shifts, mountain and river added together.
    pub(crate) fn shifts(&self, state: &State, target: UnitId, attackers: &[UnitId]) -> Modifiers {
        let mut shifts = Modifiers::new();
        let (mountain, river) = (self.numbers.mountain.columns, self.numbers.small_river.columns);
        let held = state.hex(target);
        let high = attackers.iter().filter(|&&unit| self.ground.is_mountain(state.hex(unit))).count();
        // 12-1(3): only one side on mountain.
        if self.ground.is_mountain(held) {
            if high == 0 {
                shifts.push(Modifier {
                    value: -mountain,
                    line: Line::new("shift-target-high"),
                    rule: R_12_1_3,
                });
            }
        } else if high == attackers.len() {
            shifts.push(Modifier {
                value: mountain,
                line: Line::new("shift-attackers-high"),
                rule: R_12_1_3,
            });
        }
        // 12-2(1): all attackers across a small river.
        let across = |&unit: &UnitId| {
            let dir = self.atlas.direction(held, state.hex(unit));
            dir.is_some_and(|dir| self.ground.rivers.has(held, dir))
        };
        if attackers.iter().all(across) {
            shifts.push(Modifier { value: -river, line: Line::new("shift-river"), rule: R_12_2_1 });
        }
        shifts
    }

    pub(crate) fn attack_column(&self, state: &State, target: UnitId, attackers: &[UnitId]) -> usize {
        let chart = self.chart(state);
        let shift: i16 = self.shifts(state, target, attackers).iter().map(|m| m.value).sum();
        chart.shifted(chart.column(self.odds_value(state, target, attackers)), shift)
    }

    /// Takes a unit off the map for good.
    pub(crate) fn remove(&self, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
        let hex = state.hex(unit);
        if state.occupant(hex) == Some(unit) {
            self.lift(state, unit);
        }
        state.at[unit.index()] = REMOVED;
        story.tell(|| Event::Removed { unit, hex, rule });
        self.left_hex(state, unit, story);
    }
}
