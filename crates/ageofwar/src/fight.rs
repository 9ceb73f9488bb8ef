//! Chapters 8 and 30: fights.

use arrayvec::ArrayVec;
use kernel::{Line, Modifier, Modifiers, Pool, Roll, Rule, Story};
use open::Event;
use serde::{Deserialize, Serialize};

use crate::{
    AgeOfWar,
    casualties::Struck,
    formation::TOUCHING,
    ground::Land,
    refer::piece,
    rule_ids::*,
    state::{Errand, Mark, State, Step, Where},
    units::{Kind, UnitId, UnitSet},
};

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blow {
    Spears,
    Dice,
    Saves,
}

/// Somebody in a fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fighter {
    pub unit: UnitId,
    /// 8.1: the enemy it touches with most bases.
    pub target: UnitId,
    /// Dice that enemy spears have taken.
    pub stripped: u8,
    pub hits: u8,
    /// Failed saves, kind by kind.
    pub dead: ArrayVec<(Struck, u8), 6>,
}

/// One round of one fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub fighters: ArrayVec<Fighter, 16>,
    pub blow: Blow,
    /// Whose dice are next.
    pub at: u8,
}

impl AgeOfWar {
    /// 8.1: who touches whom with most bases.
    fn touching(&self, state: &State, unit: UnitId, foe: UnitId) -> usize {
        let shape = self.shape(state, foe);
        let bases = self.base_shapes(state, unit);
        bases.iter().filter(|base| base.within(&shape, TOUCHING)).count()
    }

    pub(crate) fn begin_fight(&self, state: &mut State, units: UnitSet, story: &mut Story<Event>) {
        let mut fighters = ArrayVec::new();
        for unit in units.iter() {
            let foes = self.foes(state, unit);
            let target = foes
                .iter()
                .copied()
                .min_by_key(|foe| (std::cmp::Reverse(self.touching(state, unit, *foe)), *foe));
            let Some(target) = target else { continue };
            state.body_mut(unit).mark(Mark::Fought);
            state.body_mut(unit).mark(Mark::Engaged);
            if fighters
                .try_push(Fighter { unit, target, stripped: 0, hits: 0, dead: ArrayVec::new() })
                .is_err()
            {
                break;
            }
        }
        let first = units.first().expect("a fight has units");
        story.tell(|| {
            Event::new(R_8_1, "told-fight").with("unit", piece(first)).with("n", units.len() as i32)
        });
        state.step = Step::Fight(Box::new(Fight { fighters, blow: Blow::Spears, at: 0 }));
    }

    /// Table A-T4: dice before spears and before the minimum.
    pub(crate) fn fight_modifiers(&self, state: &State, unit: UnitId, foe: UnitId) -> Modifiers {
        let (data, body, table) = (self.unit(unit), state.body(unit), &self.tables.fight);
        let mut list = Modifiers::new();
        let mut add = |value: i16, when: bool, key: &'static str, rule: Rule| {
            if when && value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        if data.is_general() {
            let guarded = state.chief(data.clan).guards > 0;
            let dice = if guarded { table.with_guard } else { table.general_alone };
            add(i16::from(dice), true, if guarded { "mod-with-guard" } else { "mod-alone" }, A_30_12);
            return list;
        }
        if data.is_gun() {
            add(table.least, true, "mod-gun", R_6_5);
            return list;
        }
        let other = state.body(foe);
        let files = body.formation.in_rank(0);
        let frontage = other.formation.files;
        add(i16::from(files.min(frontage + table.wider)), true, "mod-front", A_30_2);
        let fresh = !body.is(Mark::Blooded) || body.is(Mark::Started) || body.is(Mark::Won);
        add(table.fresh, fresh, "mod-fresh", A_30_3);
        let horses = if self.is_mounted(state, unit) { i16::from(files) } else { 0 };
        let prey = !self.is_mounted(state, foe);
        let covered = self.is_in(state, foe, Land::covers) || self.defends_edge(state, foe, unit);
        let open = self.is_in_open(state, foe) && !covered;
        add(horses.min(table.horse_most), prey && open && body.round == 0, "mod-horse", A_30_4);
        let near = self.friends_near(state, unit, table.friend_within);
        let idle =
            near.iter().filter(|friend| !self.is_fighting(state, **friend)).take(table.friends).count();
        add(table.friend * idle as i16, true, "mod-friends", A_30_5);
        let generals = self.generals_with(state, unit).filter(|clan| state.chief(*clan).front).count() as i16;
        let riders = if horses > 0 { horses + generals } else { 0 };
        add(-riders.min(table.horse_most), covered, "mod-horse-cover", A_30_6);
        let uphill = self.is_uphill(state, foe, unit);
        add(table.worse, uphill || self.defends_edge(state, foe, unit), "mod-uphill-or-edge", A_30_7);
        add(table.worse, body.is(Mark::Disordered), "mod-disordered", A_30_7);
        let support = self.has_support(state, unit);
        add(table.worse, !support, "mod-no-support", A_30_7);
        add(table.worse, files <= table.narrow, "mod-narrow", A_30_7);
        add(table.worse, self.is_below_half(state, unit), "mod-below-half", A_30_7);
        let foes = self.foes(state, unit).len();
        add(table.worse, foes >= 2 || body.is(Mark::Flanked), "mod-two-or-flank", A_30_7);
        let shooters = self.count(state, unit, 0, |kind| kind.missile().is_some());
        add(-i16::from(shooters.div_ceil(table.shooters)), true, "mod-shooters", A_30_8);
        add(table.commander, body.front().iter().any(|base| base.commander), "mod-commander", A_30_9);
        add(table.general * generals, true, "mod-general-front", A_30_9);
        add(table.support[&data.class()], support, "mod-support", A_30_10);
        add(table.proud, body.is(Mark::Proud), "mod-proud", A_33_4);
        list
    }

    /// Dice after modifiers, spears and the minimum.
    pub fn fight_dice(&self, state: &State, unit: UnitId, foe: UnitId, stripped: u8) -> u8 {
        let sum: i16 = self.fight_modifiers(state, unit, foe).iter().map(|m| m.value).sum();
        (sum.max(self.tables.fight.least) - i16::from(stripped)).max(self.tables.fight.least) as u8
    }

    /// spear dice of the first round.
    pub fn spear_dice(&self, state: &State, unit: UnitId) -> u8 {
        if state.body(unit).round > 0 || self.unit(unit).is_general() {
            return 0;
        }
        let second = self.count(state, unit, 1, Kind::is_spear);
        self.count(state, unit, 0, Kind::is_spear) + second.div_ceil(2)
    }

    /// The dice wanted of a fighter in this part of the round; none if there is nothing to throw.
    fn fight_pool(&self, state: &State, fight: &Fight, at: u8) -> Option<Pool> {
        let fighter = &fight.fighters[usize::from(at)];
        let (unit, target) = (fighter.unit, fighter.target);
        let (dice, at_least) = match fight.blow {
            Blow::Spears => {
                let table = &self.tables.fight;
                let horse = self.is_mounted(state, target);
                (self.spear_dice(state, unit), if horse { table.spear_v_horse } else { table.spear })
            }
            Blow::Dice => (self.fight_dice(state, unit, target, fighter.stripped), self.tables.fight.hit),
            Blow::Saves => {
                let (struck, hits) = self.next_fight_save(state, fighter)?;
                let need = match struck {
                    Struck::Base(kind) => self.tables.fight_save(kind.class()),
                    _ => self.tables.fight.leader_save,
                };
                (hits, need)
            }
        };
        (dice > 0).then_some(Pool::Reach { dice, sides: 6, at_least })
    }

    /// 8.2: hits on each kind of front-rank base: one each, the cheapest first, leaders last, then round again.
    fn allotted(&self, state: &State, fighter: &Fighter) -> ArrayVec<(Struck, u8), 6> {
        let mut front = self.front_of(state, fighter.unit);
        front.sort_by_key(|(struck, _)| match struck {
            Struck::Base(kind) => (0, self.tables.base_cost(*kind)),
            Struck::Commander => (1, 0),
            Struck::Guard => (2, 0),
            Struck::General => (3, 0),
        });
        let whole: u8 = front.iter().map(|(_, n)| n).sum();
        let (rounds, mut rest) = (fighter.hits / whole.max(1), fighter.hits % whole.max(1));
        let mut hits = ArrayVec::new();
        for (struck, n) in front {
            let more = rest.min(n);
            rest -= more;
            if rounds * n + more > 0 {
                hits.push((struck, rounds * n + more));
            }
        }
        hits
    }

    fn next_fight_save(&self, state: &State, fighter: &Fighter) -> Option<(Struck, u8)> {
        let hits = self.allotted(state, fighter);
        hits.into_iter().find(|(struck, _)| !fighter.dead.iter().any(|(done, _)| done == struck))
    }

    /// What goes on by itself: fighters with nothing to throw. False when dice are wanted.
    pub(crate) fn work_fight(&self, state: &mut State, fight: &Fight, story: &mut Story<Event>) -> bool {
        let mut fight = fight.clone();
        if usize::from(fight.at) < fight.fighters.len() {
            if self.fight_pool(state, &fight, fight.at).is_some() {
                return false;
            }
            fight.at += 1;
            state.step = Step::Fight(Box::new(fight));
            return true;
        }
        fight.at = 0;
        match fight.blow {
            Blow::Spears => fight.blow = Blow::Dice,
            Blow::Dice => fight.blow = Blow::Saves,
            Blow::Saves => {
                self.finish_fight(state, &fight, story);
                return true;
            }
        }
        state.step = Step::Fight(Box::new(fight));
        true
    }

    pub(crate) fn fight_roll(&self, state: &State, fight: &Fight) -> Option<Roll> {
        let fighter = fight.fighters.get(usize::from(fight.at))?;
        let pool = self.fight_pool(state, fight, fight.at)?;
        let seat = self.seat_of(fighter.unit);
        let line = |key: &'static str| {
            Line::new(key).with("unit", piece(fighter.unit)).with("other", piece(fighter.target))
        };
        Some(match fight.blow {
            Blow::Spears => {
                Roll { rule: A_30_1, seat, line: line("roll-spears"), pool, modifiers: Vec::new() }
            }
            Blow::Dice => {
                let mut modifiers = self.fight_modifiers(state, fighter.unit, fighter.target);
                if fighter.stripped > 0 {
                    let line = Line::new("mod-spears");
                    modifiers.push(Modifier { value: -i16::from(fighter.stripped), line, rule: A_30_1 });
                }
                Roll { rule: A_30_0, seat, line: line("roll-fight"), pool, modifiers }
            }
            Blow::Saves => {
                let (struck, _) = self.next_fight_save(state, fighter)?;
                let line = line("roll-fight-save").with("what", struck.word());
                Roll { rule: A_30_SV, seat, line, pool, modifiers: Vec::new() }
            }
        })
    }

    pub(crate) fn resolve_blow(&self, state: &mut State, fight: &Fight, value: u8, story: &mut Story<Event>) {
        let mut fight = fight.clone();
        let at = usize::from(fight.at);
        let (unit, target) = (fight.fighters[at].unit, fight.fighters[at].target);
        match fight.blow {
            Blow::Spears => {
                story.tell(|| {
                    Event::new(A_30_1, "told-spears").with("unit", piece(unit)).with("n", i32::from(value))
                });
                if let Some(foe) = fight.fighters.iter_mut().find(|fighter| fighter.unit == target) {
                    foe.stripped += value;
                }
                fight.at += 1;
            }
            Blow::Dice => {
                story.tell(|| {
                    Event::new(A_30_0, "told-blows").with("unit", piece(unit)).with("n", i32::from(value))
                });
                if let Some(foe) = fight.fighters.iter_mut().find(|fighter| fighter.unit == target) {
                    foe.hits += value;
                }
                // What has done its work is forgotten, so that rounds which differ in it alone are one state.
                fight.fighters[at].stripped = 0;
                fight.at += 1;
            }
            Blow::Saves => {
                let (struck, hits) =
                    self.next_fight_save(state, &fight.fighters[at]).expect("a save was wanted");
                let stood = self.front_of(state, unit);
                let whole = stood.iter().find(|(s, _)| *s == struck).map_or(0, |(_, n)| *n);
                let fighter = &mut fight.fighters[at];
                // Nobody of the front falls twice.
                fighter.dead.push((struck, (hits - value).min(whole)));
                if self.next_fight_save(state, fighter).is_none() {
                    fighter.hits = 0;
                    fighter.dead.retain(|(_, dead)| *dead > 0);
                }
            }
        }
        state.step = Step::Fight(Box::new(fight));
    }

    /// 8.4, 8.5: the dead leave, and the round is decided.
    fn finish_fight(&self, state: &mut State, fight: &Fight, story: &mut Story<Event>) {
        let mut lost = [0u32; 2];
        let mut wiped = [false; 2];
        for fighter in &fight.fighters {
            let side = self.side_of(fighter.unit).index();
            let front = state.body(fighter.unit).front().len();
            let mut fallen = 0;
            for (struck, dead) in &fighter.dead {
                let gone = self.strike_dead(state, fighter.unit, *struck, *dead, A_30_SV, story);
                lost[side] += u32::from(gone);
                if !matches!(struck, Struck::General | Struck::Guard) {
                    fallen += usize::from(gone);
                }
            }
            wiped[side] |= front > 0 && fallen >= front;
            if self.unit(fighter.unit).is_general() && state.body(fighter.unit).place != Where::Table {
                wiped[side] = true;
            }
        }
        let loser = match (wiped[0], wiped[1]) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ if lost[0] > lost[1] => Some(0),
            _ if lost[1] > lost[0] => Some(1),
            _ => None,
        };
        // Whose round it was: one of the fighters, and his target.
        let (unit, other) = (fight.fighters[0].unit, fight.fighters[0].target);
        match loser {
            Some(side) => {
                let side = kernel::Side(side);
                story.tell(|| {
                    Event::new(A_30_11, "told-round")
                        .with("side", side.other())
                        .with("unit", piece(unit))
                        .with("other", piece(other))
                        .by(side)
                });
            }
            None => story.tell(|| {
                Event::new(A_30_11, "told-round-drawn").with("unit", piece(unit)).with("other", piece(other))
            }),
        }
        state.step = Step::Fights;
        // The stack is worked from its end: tests of the losers wait below what the dead bring about.
        let mut tests = Vec::new();
        for fighter in &fight.fighters {
            let unit = fighter.unit;
            let beaten = loser.map(|side| self.side_of(unit) == kernel::Side(side));
            let body = state.body_mut(unit);
            body.mark(Mark::Blooded);
            body.round = body.round.saturating_add(1);
            body.clear(&[Mark::Proud]);
            body.set(Mark::Won, beaten == Some(false));
            match beaten {
                Some(true) => {
                    body.mark(Mark::Beaten);
                    tests.push(unit);
                }
                Some(false) => body.markers = 0,
                None => {}
            }
        }
        for unit in tests.into_iter().rev() {
            if state.body(unit).place != Where::Table || state.body(unit).bases.is_empty() {
                continue;
            }
            if self.unit(unit).is_gun() {
                self.lose(state, unit, Where::Captured, R_6_5, "told-gun-taken", story);
            } else {
                state.errands.push(Errand::Test { unit, asked: false });
            }
        }
        for fighter in &fight.fighters {
            self.bury(state, fighter.unit, story);
        }
    }

    /// Whoever touches an enemy is in a fight from now on.
    pub(crate) fn engage(&self, state: &mut State, unit: UnitId) {
        for foe in self.foes(state, unit) {
            state.body_mut(foe).mark(Mark::Engaged);
            state.body_mut(unit).mark(Mark::Engaged);
        }
    }

    /// 8.6: the one place where a fight ends. Whatever broke the contact (a rout in any step, a chain of routs,
    /// bases lost), who was engaged and touches no enemy is disordered, and its next fight is a new one.
    pub(crate) fn end_broken_fights(&self, state: &mut State, story: &mut Story<Event>) {
        // Nothing moves while the blows of a round are thrown.
        if matches!(state.step, Step::Fight(_)) {
            return;
        }
        for unit in state.all() {
            if !state.is(unit, Mark::Engaged) {
                continue;
            }
            let here = state.body(unit).place == Where::Table;
            if here && self.is_fighting(state, unit) {
                continue;
            }
            let body = state.body_mut(unit);
            body.round = 0;
            body.clear(&[Mark::Engaged, Mark::Across]);
            if here && self.unit(unit).is_troops() {
                body.mark(Mark::MayReform);
                self.disorder(state, unit, A_27_1, story);
            }
        }
    }

    /// Step 8: the next fight, or step 9.
    pub(crate) fn work_fights(&self, state: &mut State, story: &mut Story<Event>) {
        let next = state.here().find(|unit| {
            !state.is(*unit, Mark::Fought)
                && self.unit(*unit).sort != crate::units::Sort::Maku
                && self.is_fighting(state, *unit)
        });
        match next {
            Some(unit) => {
                let units = self.linked(state, unit);
                self.begin_fight(state, units, story);
            }
            None => {
                for unit in state.all() {
                    state.body_mut(unit).clear(&[Mark::Fought]);
                }
                state.step = Step::Challenge;
            }
        }
    }
}
