//! Chapters 9 and 10: naming a target and who attacks it, by fire or hand to hand; the throw and its result.

use arrayvec::ArrayVec;
use hexmap::Dir;
use kernel::{Actions, Line, Modifier, Modifiers, Pool, Roll, Rule, Seat, Story, Thing};

use crate::{
    Yukimura,
    action::Action,
    chart::{Chart, Outcome},
    event::Event,
    refuse::{About, May, No},
    rule_ids::*,
    state::{Fate, Fight, Frame, Phase, REMOVED, Stage, State},
    units::{UnitId, UnitSet},
};

/// The rules that say the same of firing and of hand-to-hand combat.
struct Twin {
    choose: Rule,
    adjacent: Rule,
    once: Rule,
    together: Rule,
    target_once: Rule,
}

const FIRING: Twin =
    Twin { choose: R_9_1, adjacent: R_9_1_1, once: R_9_1_2, together: R_9_1_4, target_once: R_9_1_5 };

const MELEE: Twin =
    Twin { choose: R_10_1, adjacent: R_10_1_1, once: R_10_1_2, together: R_10_1_4, target_once: R_10_1_5 };

fn twin(state: &State) -> &'static Twin {
    if state.phase == Phase::Melee { &MELEE } else { &FIRING }
}

impl Yukimura {
    pub(crate) fn is_melee(&self, state: &State) -> bool {
        state.phase == Phase::Melee
    }

    fn chart(&self, state: &State) -> &Chart {
        if self.is_melee(state) { &self.melee } else { &self.fire }
    }

    /// May this unit attack anyone in this phase?
    fn may_attack(&self, state: &State, unit: UnitId) -> May {
        let body = self.unit(unit);
        let rules = twin(state);
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
    fn may_reach(&self, state: &State, target: UnitId, dir: Dir) -> May {
        if self.is_melee(state) && self.ground.impassable.has(state.hex(target), dir) {
            return Err(No::new(R_10_1_6, "no-impassable"));
        }
        Ok(())
    }

    /// Who could attack the target, with the direction from the target in which each stands.
    fn attackers<'a>(&'a self, state: &'a State, target: UnitId) -> impl Iterator<Item = (Dir, UnitId)> + 'a {
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
    fn is_near_enemy(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.hex(unit);
        self.in_enemy_zone(state, self.side_of(unit), hex) || self.ground.closed[hex.index()]
    }

    fn attacked(&self, state: &State) -> UnitSet {
        if self.is_melee(state) { state.fought_against } else { state.fired_at }
    }

    pub(crate) fn list_targets(&self, state: &State, out: &mut Actions<Action>) {
        out.push(Action::Done);
        let side = self.acting(state);
        let attacked = self.attacked(state);
        let mut targets = UnitSet::default();
        for &unit in &self.sides[side.index()] {
            // Nearly everybody is far from the enemy, and the zones know it.
            if !state.on_map(unit)
                || !self.is_near_enemy(state, unit)
                || self.may_attack(state, unit).is_err()
            {
                continue;
            }
            for (dir, hex) in self.atlas.neighbours(state.hex(unit)) {
                if let Some(target) = state.occupant(hex)
                    && self.side_of(target) != side
                    && !attacked.has(target)
                    && self.may_reach(state, target, dir.opposite()).is_ok()
                {
                    targets.insert(target);
                }
            }
        }
        for target in targets.iter() {
            out.push(Action::Target(target));
        }
    }

    pub(crate) fn judge_target(&self, state: &State, target: UnitId) -> May {
        let rules = twin(state);
        if self.side_of(target) == self.acting(state) {
            return Err(No::new(rules.choose, "no-not-an-enemy").unit(target));
        }
        if !state.on_map(target) {
            return Err(No::new(rules.adjacent, "no-off-the-map").unit(target));
        }
        if self.attacked(state).has(target) {
            return Err(No::new(rules.target_once, "no-attacked-already").unit(target));
        }
        if self.attackers(state, target).next().is_some() {
            return Ok(());
        }
        // The nearest to an attack: someone adjacent who may not, and why.
        let mut why = No::new(rules.adjacent, "no-nobody-adjacent").unit(target);
        for (dir, hex) in self.atlas.neighbours(state.hex(target)) {
            if let Some(unit) = state.occupant(hex).filter(|&unit| self.is_enemy(unit, target)) {
                let may = self.may_attack(state, unit).and(self.may_reach(state, target, dir));
                why = may.err().unwrap_or(why);
            }
        }
        Err(why)
    }

    pub(crate) fn list_attackers(
        &self,
        state: &State,
        target: UnitId,
        chosen: u8,
        out: &mut Actions<Action>,
    ) {
        let mut left = 0;
        for (dir, unit) in self.attackers(state, target) {
            if chosen & dir.bit() == 0 {
                out.push(Action::With(unit));
                left += 1;
            }
        }
        if left > 1 {
            out.push(Action::All);
        }
        if chosen != 0 {
            out.push(Action::Go);
        }
    }

    pub(crate) fn judge_with(&self, state: &State, target: UnitId, chosen: u8, unit: UnitId) -> May {
        self.may_attack(state, unit)?;
        let Some(dir) = self.atlas.direction(state.hex(target), state.hex(unit)) else {
            return Err(No::new(twin(state).adjacent, "no-not-adjacent").unit(unit));
        };
        if chosen & dir.bit() != 0 {
            return Err(No::new(twin(state).together, "no-chosen-already").unit(unit));
        }
        self.may_reach(state, target, dir)
    }

    pub(crate) fn judge_all(&self, state: &State, target: UnitId, chosen: u8) -> May {
        let left = self.attackers(state, target).filter(|(dir, _)| chosen & dir.bit() == 0).count();
        if left > 1 { Ok(()) } else { Err(No::new(twin(state).together, "no-nobody-else")) }
    }

    pub(crate) fn judge_go(&self, state: &State, chosen: u8) -> May {
        if chosen != 0 { Ok(()) } else { Err(No::new(twin(state).choose, "no-attacker-chosen")) }
    }

    /// Another target while one is being attacked.
    pub(crate) fn no_second_target(&self, state: &State, target: UnitId) -> No {
        No::new(twin(state).together, "no-finish-this-attack").unit(target)
    }

    pub(crate) fn choose_attacker(&self, state: &mut State, unit: UnitId) {
        if let Some(Frame::Aim { target, chosen }) = state.frame {
            let dir = self.atlas.direction(state.hex(target), state.hex(unit)).expect("judged before");
            state.frame = Some(Frame::Aim { target, chosen: chosen | dir.bit() });
        }
    }

    pub(crate) fn choose_all(&self, state: &mut State) {
        if let Some(Frame::Aim { target, .. }) = state.frame {
            let chosen = self.attackers(state, target).fold(0, |mask, (dir, _)| mask | dir.bit());
            state.frame = Some(Frame::Aim { target, chosen });
        }
    }

    /// The attack is declared: the dice are next.
    pub(crate) fn resolve_go(&self, state: &mut State, story: &mut Story<Event>) {
        let Some(Frame::Aim { target, chosen }) = state.frame else { unreachable!("judged before") };
        let held = state.hex(target);
        let attackers: ArrayVec<UnitId, 6> =
            Dir::in_mask(chosen).filter_map(|dir| state.occupant(self.atlas.neighbour(held, dir)?)).collect();
        for &unit in &attackers {
            if self.is_melee(state) {
                state.fought.insert(unit);
            } else {
                state.fired.insert(unit);
            }
        }
        if self.is_melee(state) {
            state.fought_against.insert(target);
        } else {
            state.fired_at.insert(target);
        }
        story.tell(|| Event::Attack {
            target,
            attackers: attackers.clone(),
            melee: self.is_melee(state),
            rule: twin(state).together,
        });
        state.frame = Some(Frame::Fight(Fight {
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
        }));
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

    pub(crate) fn attack_roll(&self, state: &State, fight: &Fight) -> Roll {
        let melee = self.is_melee(state);
        let value = self.odds_value(state, fight.target, &fight.attackers);
        Roll {
            rule: if melee { R_10_3 } else { R_9_2 },
            seat: Seat(self.acting(state).0),
            line: Line::new(if melee { "roll-melee" } else { "roll-fire" })
                .with("unit", Thing::Piece(u16::from(fight.target.0)))
                .with("count", fight.attackers.len() as i32)
                .with("value", i32::from(value)),
            pool: Pool::d6(2),
            modifiers: self.shifts(state, fight.target, &fight.attackers),
        }
    }

    pub(crate) fn resolve_throw(&self, state: &mut State, sum: i32, story: &mut Story<Event>) {
        let melee = self.is_melee(state);
        let fight = state.fight().expect("dice were thrown for it");
        let (target, attackers) = (fight.target, fight.attackers.clone());
        let column = self.attack_column(state, target, &attackers);
        let outcome = self.chart(state).outcome(sum, column);
        story.tell(|| Event::Result {
            target,
            sum,
            column: column as u8,
            outcome,
            value: self.odds_value(state, target, &attackers),
            melee,
        });
        match outcome {
            Outcome::Nothing => self.end_fight(state, story),
            Outcome::TargetChecks(modifier) => self.begin_check(state, target, modifier, false, story),
            Outcome::TargetRemoved => {
                self.remove(state, target, outcome.rule(melee), story);
                self.begin_advance(state, story);
            }
            Outcome::AttackersRemoved => {
                for unit in attackers {
                    if state.over.is_none() {
                        self.remove(state, unit, R_10_3_1_AE, story);
                    }
                }
                self.end_fight(state, story);
            }
            Outcome::AttackersCheck(modifier) => {
                self.all_attackers_check(state, modifier);
                self.next_own_check(state, story);
            }
            Outcome::BothCheck(modifier) => {
                self.all_attackers_check(state, modifier);
                self.begin_check(state, target, modifier, false, story);
            }
        }
    }

    fn all_attackers_check(&self, state: &mut State, modifier: i16) {
        let fight = state.fight_mut();
        fight.waiting = (1 << fight.attackers.len()) - 1;
        fight.modifier = modifier;
    }

    /// Takes a unit off the map for good.
    pub(crate) fn remove(&self, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
        let hex = state.hex(unit);
        if state.occupant(hex) == Some(unit) {
            self.lift(state, unit);
        }
        state.at[unit.index()] = REMOVED;
        if let Some(Frame::Fight(fight)) = &mut state.frame
            && fight.target == unit
        {
            fight.fate = Fate::Removed;
        }
        story.tell(|| Event::Removed { unit, hex, rule });
        self.left_hex(state, unit, story);
    }

    pub(crate) fn end_fight(&self, state: &mut State, _story: &mut Story<Event>) {
        state.frame = None;
    }
}
