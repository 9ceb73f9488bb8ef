//! Threats: what the enemy can strike, with how many points, and what it takes to lose a honjin or a stack.

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Side, evaluation::WON};

use super::{MOUNTAIN, ROAD};
use crate::{
    Summits,
    model::{
        cards::Card,
        map::{self, bit},
        numbers::MOST_STACK,
        state::{Phase, State},
        units::UnitSet,
    },
};

/// A lost honjin or commander.
const STAKE: i32 = 7000;
/// What a danger of the next turn counts of one of this turn, in hundredths.
const NEXT: i32 = 55;
/// What a blow counts if the threatened side acts before it, in hundredths.
const ANSWERED: i32 = 55;
/// How much of its blows a stack brings to bear in the next turn, by its distance, in hundredths.
const REACH: [i32; 6] = [100, 75, 50, 30, 18, 8];
/// How much less those count who must enter where an Ambush may meet them, in hundredths.
const AMBUSHED: i32 = 20;
/// What a stack in the area counts that must be rallied first, in hundredths.
const RALLYING: i32 = 30;
/// Stacks that strike at one place in a turn, and how much of each counts, the strongest first, in hundredths.
const TURNS: [i32; 4] = [100, 85, 60, 30];
/// Each unit of a garrison up to [`GARRISON`], wherever the enemy is.
const HOME: i32 = 20;
const GARRISON: i32 = 9;
/// A side's part of a stack that can be destroyed, in hundredths of its worth.
const DOOMED: i32 = 40;
/// The same if one area is left to retreat to.
const CORNERED: i32 = 15;

/// How much of an area that counts is kept if nobody holds it and the enemy is near, in hundredths; and how much a chance to
/// be driven off counts.
const OPEN: i32 = 20;
const PRESSED: i32 = 60;

/// The chance to lose an empty honjin, in thousandths, by how far the nearest enemy is.
const EMPTY: [i32; 6] = [700, 700, 700, 450, 250, 90];
const EMPTY_FAR: i32 = 40;

/// The chance to be driven off, in thousandths, by expected points in hundredths of those it takes.
const FALLS: [(i32, i32); 7] = [(0, 0), (30, 5), (60, 80), (100, 350), (150, 700), (250, 930), (400, 990)];

fn falls(ratio: i32) -> i32 {
    let mut last = FALLS[0];
    for next in &FALLS[1..] {
        if ratio < next.0 {
            return last.1 + (next.1 - last.1) * (ratio - last.0) / (next.0 - last.0);
        }
        last = *next;
    }
    last.1
}

/// A stack of one side.
pub(super) struct Stack {
    pub(super) area: AreaId,
    pub(super) units: UnitSet,
    /// What each of its generals strikes with now, if he has not acted.
    pub(super) ready: Blows,
    /// What each strikes with when the turn has ended.
    fresh: Blows,
}

type Blows = ArrayVec<i16, MOST_STACK>;
/// More areas than this are never held by one side at once; the rest threaten nothing.
pub(super) type Stacks = ArrayVec<Stack, 32>;

impl Summits {
    /// What each general of these units could strike with: his attack, and the men he would lead.
    fn blows_of(&self, units: UnitSet) -> Blows {
        let mut led = UnitSet::NONE;
        (units & self.generals)
            .iter()
            .take(MOST_STACK)
            .map(|general| {
                let body = self.unit(general);
                let men = (units & self.clans[body.clan.index()].troops) - led;
                let support = men.first_of(body.command.unwrap_or(0));
                led |= support;
                body.front.attack + self.numbers.attack.bonus(support.len())
            })
            .collect()
    }

    /// The stacks of a side in these areas.
    pub(super) fn stacks(&self, state: &State, side: Side, presence: u64) -> Stacks {
        let own = self.of_side[side.index()];
        map::areas(presence)
            .take(32)
            .map(|area| {
                let units = state.here(area) & own;
                let ready = units - state.back;
                let fresh = self.blows_of(units);
                let ready = if ready == units { fresh.clone() } else { self.blows_of(ready) };
                Stack { area, units, ready, fresh }
            })
            .collect()
    }

    /// Expected points of these blows at a defence, in hundredths.
    pub(super) fn points(&self, blows: &[i16], defence: i16) -> i32 {
        blows.iter().map(|blow| self.aims.harm(blow - defence)).sum()
    }

    /// The defence of units in an area when the turn has ended and everyone is ready.
    fn fresh_defence(&self, state: &State, area: AreaId, side: Side, units: UnitSet) -> i16 {
        let best = self.defences.iter().find(|row| (units & row.front).any()).map_or(0, |row| row.value);
        match self.map.area(area).barrier {
            Some(barrier) if state.controls(side, area) => best.max(barrier),
            _ => best,
        }
    }

    /// Points that the enemy's stacks can bring to an area in what is left of this turn, in hundredths.
    fn points_now(&self, state: &State, enemies: &Stacks, area: AreaId, side: Side) -> i32 {
        let enemy = side.other();
        let cards = state.hands[enemy.index()].len();
        if state.phase < Phase::Order || cards == 0 {
            return 0;
        }
        let (defence, _) = self.defence(state, area, side);
        let near = self.map.next[area.index()];
        let ambush = i32::from(state.hands[side.index()].has(Card::Ambush));
        let from = |stack: &Stack| {
            if stack.area == area && stack.ready.is_empty() {
                self.points(&stack.fresh, defence) * RALLYING / 100
            } else if stack.area == area {
                self.points(&stack.ready, defence)
            } else if near & bit(stack.area) != 0 {
                self.points(&stack.ready, defence) * (REACH[1] - AMBUSHED * ambush) / 100
            } else {
                0
            }
        };
        let sum = strongest(enemies.iter().map(from), usize::from(cards));
        if self.next_to_act(state) == side { sum * ANSWERED / 100 } else { sum }
    }

    /// The same in the next turn, by distance.
    fn points_next(&self, state: &State, enemies: &Stacks, area: AreaId, side: Side, units: UnitSet) -> i32 {
        let defence = self.fresh_defence(state, area, side, units);
        let from = |stack: &Stack| {
            let far = self.map.graph.distance(stack.area, area).map_or(usize::MAX, usize::from);
            REACH.get(far).map_or(0, |reach| self.points(&stack.fresh, defence) * reach / 100)
        };
        strongest(enemies.iter().map(from), TURNS.len())
    }

    /// What can happen to the honjin of a side that is in the areas `here`.
    pub(super) fn peril(&self, state: &State, side: Side, here: u64, enemies: &Stacks) -> i32 {
        let own = self.of_side[side.index()];
        let mut peril = 0;
        for honjin in map::areas(self.scenario.honjin[side.index()]) {
            let units = state.here(honjin) & own;
            let count = i32::from(units.len());
            peril -= HOME * count.min(GARRISON);
            if units.is_empty() {
                peril += self.peril_of_empty(state, side, honjin, here, enemies);
                continue;
            }
            let used = i32::from((units & state.back).len());
            let mut need = 2 * count - used;
            if state.hands[side.index()].has(Card::Rally) {
                need += (used + count) / 2;
            }
            let now = falls(self.points_now(state, enemies, honjin, side) / need);
            // Those next to it can join before the blow falls.
            let near: i32 = map::areas(self.map.next[honjin.index()] & here)
                .map(|area| i32::from((state.here(area) & own).len()))
                .sum();
            let need = 2 * count + near.min(i32::from(self.numbers.stacking.most) - count);
            let next = falls(self.points_next(state, enemies, honjin, side, units) / need);
            peril += STAKE * now.max(next * NEXT / 100) / 1000;
        }
        peril
    }

    /// The mountain and the road, as far as they will be kept.
    pub(super) fn ground(&self, state: &State, side: Side, here: u64, enemies: &Stacks) -> i32 {
        // How much of an area is kept, in thousandths.
        let kept = |area: AreaId| {
            let close = self.next_to_enter(area, here) | bit(area);
            if !enemies.iter().any(|stack| close & bit(stack.area) != 0) {
                return 1000;
            }
            let units = state.here(area) & self.of_side[side.index()];
            if units.is_empty() {
                return 10 * OPEN;
            }
            let need = 2 * i32::from(units.len());
            let chance = falls(self.points_next(state, enemies, area, side, units) / need);
            1000 - chance * PRESSED / 100
        };
        let own = state.control[side.index()];
        let road: i32 = map::areas(own & self.map.road).map(kept).sum();
        let worth = &ROAD[side.index()];
        let whole = (road / 1000).clamp(0, worth.len() as i32 - 2);
        let [less, more] = [worth[whole as usize], worth[whole as usize + 1]];
        let mountain =
            if state.controls(side, self.scenario.mountain) { kept(self.scenario.mountain) } else { 0 };
        MOUNTAIN * mountain / 1000 + less + (more - less) * (road - 1000 * whole) / 1000
    }

    /// Nothing protects an empty honjin from the next unit that acts beside it.
    fn peril_of_empty(&self, state: &State, side: Side, honjin: AreaId, here: u64, enemies: &Stacks) -> i32 {
        let enemy = side.other();
        let acts = !state.hands[enemy.index()].is_empty();
        let close = self.next_to_enter(honjin, here);
        let ready = |stack: &Stack| close & bit(stack.area) != 0 && (stack.units - state.back).any();
        if acts && self.next_to_act(state) == enemy && enemies.iter().any(ready) {
            return WON / 2;
        }
        let far = enemies.iter().filter_map(|stack| self.map.graph.distance(stack.area, honjin)).min();
        let chance = far.and_then(|far| EMPTY.get(usize::from(far))).unwrap_or(&EMPTY_FAR);
        STAKE * chance / 1000
    }

    /// What a side may lose in an area because there is nowhere to retreat to: part of the stack, or with its commander
    /// the battle.
    pub(super) fn doom(&self, state: &State, side: Side, stack: &Stack, there: u64, enemies: &Stacks) -> i32 {
        let area = stack.area;
        let near = self.map.next[area.index()];
        if there & (near | bit(area)) == 0 {
            return 0;
        }
        let exits = map::areas(near & state.control[side.index()])
            .filter(|&exit| there & bit(exit) == 0 && self.room(state, exit, side) > 0)
            .count();
        let weight = match exits {
            0 => DOOMED,
            1 => CORNERED,
            _ => return 0,
        };
        let count = i32::from(stack.units.len());
        let ready = i32::from((stack.units - state.back).len());
        let part = |points: i32, flips: i32| ((points - 100 * flips).max(0) / 2).min(100 * count);
        let now = part(self.points_now(state, enemies, area, side), ready);
        let next = part(self.points_next(state, enemies, area, side, stack.units), count) * NEXT / 100;
        let lost = now.max(next);
        let worth = if (stack.units & self.scenario.taisho[side.index()]).any() {
            // He is the last to fall.
            STAKE * falls(lost / count) / 1000
        } else {
            self.men(stack.units) * (lost / count) / 100
        };
        worth * weight / 100
    }
}

/// The sum of the strongest, each counting less than the one before.
fn strongest(points: impl Iterator<Item = i32>, most: usize) -> i32 {
    let mut best = [0; TURNS.len()];
    for mut points in points {
        for place in &mut best {
            if points > *place {
                std::mem::swap(&mut points, place);
            }
        }
    }
    best.into_iter().zip(TURNS).take(most).map(|(points, part)| points * part / 100).sum()
}
