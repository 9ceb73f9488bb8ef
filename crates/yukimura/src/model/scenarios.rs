//! Chapter 14: reinforcements, movement limits and victory, as the scenario gives them.

use hexmap::HexId;
use kernel::{Line, Rule, Side, Story};

use crate::{
    Yukimura,
    model::{
        state::{Over, State, on_map},
        units::{EAST, ForceId, OSAKA, UnitId},
    },
    presentation::event::Event,
};

#[derive(Clone, Debug)]
pub struct Scenario {
    pub innings: u8,
    pub reinforcements: Vec<Reinforcement>,
    pub limits: Vec<Limit>,
    pub hideyori: Option<Entry>,
    pub victories: Vec<Victory>,
}

/// 8: a force that comes on later.
#[derive(Clone, Debug)]
pub struct Reinforcement {
    pub force: ForceId,
    pub inning: u8,
    pub entries: Vec<HexId>,
    pub rule: Rule,
}

/// 14-3(6): a force whose road is chosen before play and whose coming is diced for.
#[derive(Clone, Debug)]
pub struct Entry {
    pub force: ForceId,
    pub hexes: Vec<HexId>,
    pub from: u8,
    pub die: (u8, u8),
    pub rule: Rule,
}

/// 14-1(5), 14-2(5): a force that may not move before its time.
#[derive(Clone, Debug)]
pub struct Limit {
    pub force: ForceId,
    /// The first inning in which it may; 0 is never.
    pub from: u8,
    /// An Eastern crossing of the Ishikawa frees it, or lets a die do so.
    pub crossed: bool,
    pub die: Option<(u8, u8)>,
    pub rule: Rule,
}

#[derive(Clone, Debug)]
pub struct Victory {
    pub condition: Condition,
    pub when: When,
    /// `None`: the condition itself says who.
    pub winner: Option<Side>,
    pub rule: Rule,
}

#[derive(Clone, Debug)]
pub enum Condition {
    /// One of these leaders leaves the hex he stands in, for any reason.
    Collapse(Vec<UnitId>),
    /// An Eastern unit stands in one of these hexes.
    Breakthrough(Vec<HexId>),
    /// At least this many Eastern units stand west of the Ishikawa.
    West(u8),
    Otherwise,
    /// Closer to the enemy's leaders, or by the option more units around them: those the East, those Osaka wants to
    /// reach.
    Superiority {
        leaders: [Vec<UnitId>; 2],
        nearest: bool,
    },
    /// The side that was last in this hex.
    Holds(HexId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Step,
    Inning,
    End,
}

impl Victory {
    /// The sentence that ends the game.
    pub fn line(&self, winner: Option<Side>) -> Line {
        let key = match &self.condition {
            Condition::Collapse(_) => "over-collapse",
            Condition::Breakthrough(_) => "over-breakthrough",
            Condition::West(_) => "over-west",
            Condition::Otherwise => "over-otherwise",
            Condition::Superiority { .. } if winner.is_none() => "over-equal",
            Condition::Superiority { nearest: true, .. } => "over-nearest",
            Condition::Superiority { .. } => "over-superiority",
            Condition::Holds(_) => "over-komatsuyama",
        };
        match winner {
            Some(side) => Line::new(key).with("side", side),
            None => Line::new(key),
        }
    }
}

impl Yukimura {
    /// The rule that holds this force back now.
    pub(crate) fn limit(&self, state: &State, force: ForceId) -> Option<&Limit> {
        let limit = &self.scenario.limits[usize::from(self.limit_of[force.index()]?)];
        let free = (limit.from > 0 && state.inning >= limit.from)
            || (limit.crossed && limit.die.is_none() && state.crossed)
            || state.freed >> force.0 & 1 != 0;
        (!free).then_some(limit)
    }

    /// The dice due at the start of this movement phase, from number `next` on: forces first, Hideyori last.
    pub(crate) fn due_die(&self, state: &State, next: u8) -> Option<u8> {
        if state.active != OSAKA {
            return None;
        }
        let limits = &self.scenario.limits;
        (next..=limits.len() as u8).find(|&n| match limits.get(n as usize) {
            Some(limit) => {
                limit.die.is_some()
                    && limit.crossed
                    && state.crossed
                    && self.limit(state, limit.force).is_some()
                    && self.force(limit.force).side == state.active
                    && self.force(limit.force).units.iter().any(|&unit| state.on_map(unit))
            }
            None => self.scenario.hideyori.as_ref().is_some_and(|entry| {
                state.inning >= entry.from
                    && !state.summoned
                    && self
                        .force(entry.force)
                        .units
                        .iter()
                        .any(|&u| state.hex(u) == crate::model::state::BESIDE)
            }),
        })
    }

    /// The numbers that free the force, the force, and the rule.
    pub(crate) fn die_of(&self, n: u8) -> ((u8, u8), ForceId, Rule) {
        match self.scenario.limits.get(n as usize) {
            Some(limit) => (limit.die.unwrap_or((1, 6)), limit.force, limit.rule),
            None => {
                let entry = self.scenario.hideyori.as_ref().expect("its die is due");
                (entry.die, entry.force, entry.rule)
            }
        }
    }

    /// A unit stands in, or passes through, this hex: what the scenario remembers of it.
    pub(crate) fn visit(&self, state: &mut State, unit: UnitId, hex: HexId, story: &mut Story<Event>) {
        let side = self.side_of(unit);
        if side == EAST && !state.crossed && self.ground.west[hex.index()] && self.remembers_crossing {
            state.crossed = true;
            story.tell(|| Event::Crossed { unit, hex });
        }
        if self.star == Some(hex) && state.holder != Some(side) {
            state.holder = Some(side);
            story.tell(|| Event::Taken { unit, hex });
        }
    }

    /// 14-2(6)(1), (2): a unit has left its hex, for whatever reason.
    pub(crate) fn left_hex(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        for (n, victory) in self.scenario.victories.iter().enumerate() {
            if let (When::Step, Condition::Collapse(leaders)) = (victory.when, &victory.condition)
                && leaders.contains(&unit)
            {
                self.end(state, n, victory.winner, story);
                return;
            }
        }
    }

    fn end(&self, state: &mut State, by: usize, winner: Option<Side>, story: &mut Story<Event>) {
        // The first event decides.
        if state.over.is_none() {
            state.over = Some(Over { winner, by: by as u8 });
            story.tell(|| Event::Over { winner, by: by as u8, rule: self.scenario.victories[by].rule });
        }
    }

    /// 4-1.end: the victory tests at the end of an inning, in the order of the scenario.
    pub(crate) fn test_victory(&self, state: &mut State, story: &mut Story<Event>) {
        let last = state.inning >= self.scenario.innings;
        for (n, victory) in self.scenario.victories.iter().enumerate() {
            if victory.when == When::Step || (victory.when == When::End && !last) {
                continue;
            }
            match &victory.condition {
                Condition::Breakthrough(hexes) => {
                    let held = |&hex: &HexId| state.occupant(hex).is_some_and(|u| self.side_of(u) == EAST);
                    if hexes.iter().any(held) {
                        return self.end(state, n, victory.winner, story);
                    }
                }
                Condition::West(count) => {
                    if self.units_west(state) >= u32::from(*count) {
                        return self.end(state, n, victory.winner, story);
                    }
                }
                Condition::Otherwise => return self.end(state, n, victory.winner, story),
                Condition::Superiority { leaders, nearest } => {
                    let [east, osaka] = self.superiority(state, leaders, *nearest);
                    let winner = match east.cmp(&osaka) {
                        std::cmp::Ordering::Greater => Some(EAST),
                        std::cmp::Ordering::Less => Some(OSAKA),
                        std::cmp::Ordering::Equal => None,
                    };
                    return self.end(state, n, winner, story);
                }
                Condition::Holds(_) => return self.end(state, n, state.holder, story),
                Condition::Collapse(_) => {}
            }
        }
    }

    pub(crate) fn units_west(&self, state: &State) -> u32 {
        let west = |&unit: &UnitId| {
            let hex = state.hex(unit);
            on_map(hex) && self.ground.west[hex.index()]
        };
        self.sides[EAST.index()].iter().filter(|unit| west(unit)).count() as u32
    }

    /// 14-2(6)(4): a greater number is better. How near the nearest came, or by the option how many are adjacent.
    pub(crate) fn superiority(&self, state: &State, leaders: &[Vec<UnitId>; 2], nearest: bool) -> [i32; 2] {
        [EAST, OSAKA].map(|side| {
            let distances = leaders[side.index()].iter().filter(|&&l| state.on_map(l)).flat_map(|&leader| {
                self.sides[side.index()]
                    .iter()
                    .filter(|&&unit| state.on_map(unit))
                    .map(move |&unit| self.atlas.distance(state.hex(unit), state.hex(leader)))
            });
            if nearest {
                -distances.map(i32::from).min().unwrap_or(i32::from(u16::MAX))
            } else {
                distances.filter(|&d| d == 1).count() as i32
            }
        })
    }
}
