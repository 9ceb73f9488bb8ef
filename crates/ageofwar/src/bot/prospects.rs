//! What the next round of a fight, the next shot and the next test promise, by the tables.

use crate::{
    AgeOfWar,
    model::{
        state::{Mark, State, Where},
        units::{Class, Kind, MOST_BASES, MOST_UNITS, UnitId, UnitSet},
    },
};

/// A certainty.
const SURE: i64 = 1 << 20;
/// Fights go on: in hundredths of what the next round promises.
const ROUNDS: i32 = 150;
/// What a unit gives up that must not move, falls back, or falls back in disorder.
const HALTED: i32 = 25;
const BACK: i32 = 80;
const SHAKEN: i32 = 220;
/// Bases of a side that can fall in one fight.
const MOST_DEAD: usize = 24;

/// ways of 36 in which two dice motivate where so much is needed.
pub(super) fn reaches(need: i32) -> i32 {
    const WAYS: [i32; 9] = [33, 33, 33, 30, 26, 21, 15, 10, 6];
    usize::try_from(need - 2).map_or(33, |n| WAYS.get(n).copied().unwrap_or(3))
}

/// the chance, in thousandths, that `dice` dice give at least a number of fails.
pub(super) fn fails(dice: u8, at_least: u8) -> i32 {
    let (mut ways, mut sum) = (1i32, 0);
    for n in 0..=i32::from(dice) {
        if n >= i32::from(at_least) {
            sum += ways;
        }
        ways = ways * (i32::from(dice) - n) / (n + 1);
    }
    (sum * 1000) >> dice
}

/// How many of a front rank fall, each number with its chance.
struct Falls([i64; MOST_DEAD + 1]);

impl Falls {
    fn none() -> Falls {
        let mut chances = [0; MOST_DEAD + 1];
        chances[0] = SURE;
        Falls(chances)
    }

    /// Adds dice, each of which kills in a number of cases of 36, while a base of this front stands.
    fn struck(&mut self, dice: u8, of_36: i64, front: usize) {
        let mut dead = [0; MOST_BASES + 2];
        dead[0] = SURE;
        let front = front.min(MOST_BASES);
        for _ in 0..dice {
            for n in (0..front).rev() {
                let killed = dead[n] * of_36 / 36;
                dead[n] -= killed;
                dead[n + 1] += killed;
            }
        }
        let mut both = [0; MOST_DEAD + 1];
        for (n, chance) in self.0.iter().enumerate().filter(|(_, chance)| **chance > 0) {
            for (m, more) in dead.iter().enumerate() {
                both[(n + m).min(MOST_DEAD)] += chance * more / SURE;
            }
        }
        self.0 = both;
    }

    /// The chance that more fall here than there.
    fn outnumber(&self, other: &Falls) -> i64 {
        let mut fewer = 0;
        let mut sum = 0;
        for (mine, theirs) in self.0.iter().zip(other.0) {
            sum += mine * fewer / SURE;
            fewer += theirs;
        }
        sum
    }

    fn mean(&self) -> i64 {
        self.0.iter().enumerate().map(|(n, chance)| n as i64 * chance).sum()
    }
}

/// A unit and an enemy it would fight.
#[derive(Clone, Copy)]
struct Blows {
    dice: u8,
    /// Cases of 36 in which a die kills.
    kills: i64,
    front: usize,
}

/// Cases of 36 in which one fight die kills a base of this unit.
fn fall_of_36(rules: &AgeOfWar, unit: UnitId) -> i64 {
    let data = rules.unit(unit);
    let save = if data.is_general() {
        rules.tables.fight.leader_save
    } else {
        rules.tables.fight_save(data.class())
    };
    i64::from(7 - rules.tables.fight.hit) * i64::from(save - 1)
}

/// The cost of a round for a unit with this mean loss and this chance to lose, by the dice it would
/// then test with.
fn round_cost(rules: &AgeOfWar, state: &State, unit: UnitId, mean: i64, loses: i64, dice: i32) -> i32 {
    let fallen = mean * i64::from(super::base_worth(rules, unit)) / SURE;
    let routs = i64::from(fails(dice.clamp(0, 10) as u8, 3));
    (fallen + loses * routs / 1000 * i64::from(super::whole_worth(rules, state, unit)) / SURE) as i32
}

/// Casualties that count in the test of who loses a round: those to be expected and one more.
fn casualties(rules: &AgeOfWar, state: &State, unit: UnitId, mean: i64) -> i32 {
    let markers = i32::from(state.body(unit).markers);
    let most = i32::from(rules.tables.morale.casualties);
    (markers + ((mean + SURE / 2) / SURE) as i32 + 1).min(most) - markers.min(most)
}

/// All who touch: what the next round of each fight promises side 0.
pub(super) fn fights_worth(rules: &AgeOfWar, state: &State) -> i32 {
    let mut known = UnitSet::default();
    let mut worth = 0;
    for unit in rules.of_side[0].iter().filter(|unit| state.body(*unit).place == Where::Table) {
        if !known.has(unit) && rules.is_fighting(state, unit) {
            let units = rules.linked(state, unit);
            known = known.or(&units);
            worth += fight_worth(rules, state, &units);
        }
    }
    worth * ROUNDS / 100
}

fn fight_worth(rules: &AgeOfWar, state: &State, units: &UnitSet) -> i32 {
    let mut lost = [Falls::none(), Falls::none()];
    let mut mean = [0; MOST_UNITS];
    for unit in units.iter() {
        let foes = rules.foes(state, unit);
        let Some(target) = foes.first().copied() else { continue };
        let spears = i32::from(rules.spear_dice(state, target));
        let horse = rules.is_mounted(state, unit);
        let from = if horse { rules.tables.fight.spear_v_horse } else { rules.tables.fight.spear };
        let stripped = (spears * i32::from(7 - from) / 6) as u8;
        let dice = rules.fight_dice(state, unit, target, stripped);
        let front = state.body(target).front().len().max(1);
        let mut dead = Falls::none();
        dead.struck(dice, fall_of_36(rules, target), front);
        mean[usize::from(target.0)] += dead.mean();
        lost[rules.side_of(target).index()].struck(dice, fall_of_36(rules, target), front);
    }
    let loses = [lost[0].outnumber(&lost[1]), lost[1].outnumber(&lost[0])];
    let mut worth = 0;
    for unit in units.iter().filter(|unit| rules.unit(*unit).is_troops()) {
        let (side, mean) = (rules.side_of(unit).index(), mean[usize::from(unit.0)]);
        let now: i32 = rules.morale_modifiers(state, unit).iter().map(|m| i32::from(m.value)).sum();
        let beaten = if state.is(unit, Mark::Beaten) { 0 } else { i32::from(rules.tables.morale.lost_fight) };
        let dice = now + beaten + casualties(rules, state, unit, mean);
        let cost = round_cost(rules, state, unit, mean, loses[side], dice);
        worth += if side == 0 { -cost } else { cost };
    }
    worth
}

/// Dice of a unit against an enemy it does not touch yet, from what both are, not from where they stand.
fn dice_against(rules: &AgeOfWar, state: &State, unit: UnitId, foe: UnitId, starts: bool) -> i32 {
    let (data, body, table) = (rules.unit(unit), state.body(unit), &rules.tables.fight);
    if data.is_gun() {
        return i32::from(table.least);
    }
    let files = body.formation.in_rank(0);
    let mut dice = i32::from(files.min(state.body(foe).formation.files + table.wider));
    let mut add = |value: i16, when: bool| {
        if when {
            dice += i32::from(value);
        }
    };
    add(table.fresh, starts || !body.is(Mark::Blooded) || body.is(Mark::Won));
    let rides = rules.is_mounted(state, unit) && !rules.is_mounted(state, foe);
    add(i16::from(files).min(table.horse_most), rides && rules.is_in_open(state, foe));
    let support = rules.has_support(state, unit);
    add(if support { table.support[&data.class()] } else { table.worse }, true);
    add(table.commander, body.has_commander());
    add(table.worse, body.is(Mark::Disordered));
    add(table.worse, files <= 2);
    add(table.worse, rules.is_below_half(state, unit));
    let shooters = rules.count(state, unit, 0, |kind| kind.missile().is_some());
    add(-i16::from(shooters.div_ceil(2)), true);
    let spears = rules.count(state, foe, 0, Kind::is_spear) + rules.count(state, foe, 1, Kind::is_spear) / 2;
    let from = if rules.is_mounted(state, unit) { table.spear_v_horse } else { table.spear };
    add(-i16::from(spears) * i16::from(7 - from) / 6, true);
    dice.max(i32::from(table.least))
}

/// Dice of the test after a lost round, from what the unit is.
fn test_dice(rules: &AgeOfWar, state: &State, unit: UnitId) -> i32 {
    let (body, table, class) = (state.body(unit), &rules.tables.morale, rules.unit(unit).class());
    let one = |when: bool| if when { i32::from(table.one) } else { 0 };
    let led = rules.generals_with(state, unit).next().is_some();
    i32::from(table.lost_fight)
        + i32::from(body.markers).min(i32::from(table.casualties))
        + one(class == Class::Levy)
        + one(rules.is_below_half(state, unit))
        + one(body.is(Mark::Disordered))
        + one(!body.has_commander())
        + if rules.has_support(state, unit) { 0 } else { i32::from(table.no_support) }
        + if class == Class::Samurai { i32::from(table.samurai) } else { 0 }
        + if led { i32::from(table.general_with) } else { 0 }
}

/// What it promises a unit to start a fight with an enemy.
pub(super) fn clash_worth(rules: &AgeOfWar, state: &State, unit: UnitId, foe: UnitId) -> i32 {
    let blows = |who: UnitId, other: UnitId, starts: bool| Blows {
        dice: dice_against(rules, state, who, other, starts) as u8,
        kills: fall_of_36(rules, other),
        front: state.body(other).front().len().max(1),
    };
    let (own, theirs) = (blows(unit, foe, true), blows(foe, unit, false));
    let (mut dead, mut fallen) = (Falls::none(), Falls::none());
    dead.struck(own.dice, own.kills, own.front);
    fallen.struck(theirs.dice, theirs.kills, theirs.front);
    let cost = |who: UnitId, lost: &Falls, other: &Falls| {
        let mean = lost.mean();
        let dice = test_dice(rules, state, who) + casualties(rules, state, who, mean);
        round_cost(rules, state, who, mean, lost.outnumber(other), dice)
    };
    (cost(foe, &dead, &fallen) - cost(unit, &fallen, &dead)) * ROUNDS / 100
}

/// What a volley at short range promises against an enemy.
pub(super) fn volley_worth(rules: &AgeOfWar, state: &State, unit: UnitId, foe: UnitId) -> i32 {
    let shooters: u8 =
        (0..2).map(|rank| rules.count(state, unit, rank, |kind| kind.missile().is_some())).sum();
    let table = &rules.tables.shooting;
    let class = rules.unit(foe).class();
    let kind = match class {
        Class::Levy => table.levy,
        Class::Armoured => 0,
        Class::Samurai | Class::Ronin => table.samurai,
    };
    let save = i32::from((table.save + table.short_range + kind).clamp(table.least, table.most));
    // Armoured shooters throw their lowest again.
    let hits = if rules.unit(unit).class() == Class::Armoured { 16 } else { 12 };
    i32::from(shooters) * hits * (save - 1) * super::base_worth(rules, foe) / (36 * 6)
}

/// What the test of its casualty markers will cost a unit that does not fight.
pub(super) fn test_cost(rules: &AgeOfWar, state: &State, unit: UnitId) -> i32 {
    if state.body(unit).markers == 0 || rules.is_fighting(state, unit) {
        return 0;
    }
    let dice = rules.morale_dice(state, unit);
    let [one, two, three, four] = [1, 2, 3, 4].map(|n| fails(dice, n));
    let cost = (one - two) * HALTED
        + (two - three) * BACK
        + (three - four) * SHAKEN
        + four * super::whole_worth(rules, state, unit);
    cost / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fails_and_falls_are_those_of_the_tables() {
        assert_eq!([fails(5, 3), fails(10, 4), fails(3, 4), fails(0, 0)], [500, 828, 0, 1000]);
        assert_eq!((reaches(2), reaches(6), reaches(9), reaches(14), reaches(0)), (33, 26, 10, 3, 33));
        // Nine dice of samurai against a front of four armoured, seven the other way.
        let (mut dead, mut fallen) = (Falls::none(), Falls::none());
        dead.struck(9, 6, 4);
        fallen.struck(7, 4, 4);
        let thousandths = |chance: i64| chance * 1000 / SURE;
        assert_eq!(thousandths(dead.outnumber(&fallen)), 556);
        assert_eq!(thousandths(fallen.outnumber(&dead)), 180);
        assert_eq!(thousandths(dead.mean()), 1489);
    }
}
