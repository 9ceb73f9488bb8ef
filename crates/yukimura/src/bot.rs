//! What the computer should want: a judgement of positions, and plans worth looking at.
//!
//! The judgement adds up, for either side: its units, how far they are from what they want, how many units stand
//! where the scenario counts them, who is about the leaders, and what the enemies now in contact could do to them.

mod approach;
mod deeds;
mod proposals;
mod style;
mod temper;

use hexmap::{HexId, HexSet, Reach, Step};
use kernel::{
    Actions, Evaluation, Plan, Rules, Seat, Side, Thing,
    evaluation::{Played, StyleShare, WON},
};

pub use temper::Temper;

use crate::{
    Yukimura,
    bot::deeds::DEEDS,
    decisions::{
        Frame,
        fight::{
            Fight, Stage,
            retreat::{Retreat, Why},
        },
    },
    model::{
        chart::{Chart, Outcome},
        scenarios::{Condition, Limit},
        state::{BESIDE, Phase, REMOVED, State, on_map},
        units::{Branch, EAST, OSAKA, UnitId},
    },
    notation::action::Action,
    presentation::event::{Event, piece},
    queries::movement::place,
};

/// A unit is worth this, and this for each point of strength.
const BODY: i32 = 60;
const POINT: i32 = 20;
/// A general commands; losing one hurts more.
const GENERAL: i32 = 60;
/// A point of movement nearer to the goal.
const STEP: i32 = 5;
/// Beyond this many points distance no longer matters.
const FAR: u16 = 60;
/// Driving a unit back.
const DRIVEN: i32 = 35;
/// A leader whose fall decides the game.
const LEADER: i32 = 3_000;
/// One of the ten units that must stand west of the Ishikawa, and one beyond them.
const WEST: i32 = 120;
const SPARE: i32 = 15;
/// What each of the ten is worth more with every inning.
const LATE: i32 = 10;
/// An enemy with no more points of movement than this to the far bank is about to cross.
const CROSSING: u16 = 6;
/// Points of movement beyond the river that make room for others.
const ROOM: u16 = 3;
/// A point of strength about a leader who must not budge, for each hex it is nearer than [`WATCH`], that his own
/// men do not match.
const PERIL: i32 = 2;
/// From this many hexes away a unit no longer matters to a leader.
const WATCH: u16 = 10;
/// A point of movement that a unit of Osaka stands in front of the river, up to so many.
const FORWARD: i32 = 4;
const FORWARD_MOST: u16 = 14;
/// How a unit stands that waits beside the map.
const BESIDE_WORTH: i32 = -STEP * FAR as i32 - 20;

/// What each side wants, worked out once: how far every hex is from it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aims {
    /// Points of movement to the nearest goal, by side and hex. A side without a goal of its own stands where
    /// the enemy wants to go.
    fields: [Vec<u16>; 2],
    /// The places themselves.
    goals: [Vec<HexId>; 2],
    melee: Vec<Stakes>,
    fire: Vec<Stakes>,
    /// The leaders that decide, and Komatsuyama, as the scenario has them.
    counts_west: Option<u8>,
    /// The western bank that the East must reach.
    bank: Vec<HexId>,
    /// How near every hex is to one where a leader stands who must not budge: [`WATCH`] less the distance.
    near: Vec<(HexId, Vec<u8>)>,
    /// By side.
    tempers: [Temper; 2],
}

/// What happens on average in one column of a table, in thousandths.
#[derive(Clone, Debug, Default)]
struct Stakes {
    /// The target removed, or driven back, by its morale from 1 to 6; place 0 is the asterisk.
    gone: [i32; 7],
    back: [i32; 7],
    /// Each attacker removed or driven back, at morale 4.
    attacker_gone: i32,
    attacker_back: i32,
}

impl Aims {
    fn new(rules: &Yukimura) -> Aims {
        let mut goals: [Vec<HexId>; 2] = Default::default();
        let mut counts_west = None;
        let mut near = Vec::new();
        for victory in &rules.scenario.victories {
            match &victory.condition {
                Condition::Collapse(leaders) => {
                    // The enemy of these leaders wants to get at them. They do not move, or it is over.
                    for &leader in leaders {
                        let wanted_by = rules.unit(leader).side.other();
                        if let crate::model::units::Arrival::Start(hex) = rules.unit(leader).arrival {
                            goals[wanted_by.index()].push(hex);
                            let nearness = |to| WATCH.saturating_sub(rules.atlas.distance(to, hex)) as u8;
                            near.push((hex, rules.atlas.hexes().map(nearness).collect()));
                        }
                    }
                }
                Condition::Breakthrough(hexes) => goals[EAST.index()].extend(hexes),
                Condition::West(count) => {
                    counts_west = Some(*count);
                    let west = rules.atlas.hexes().filter(|hex| rules.ground.west[hex.index()]);
                    goals[EAST.index()].extend(west);
                }
                Condition::Holds(hex) => goals.iter_mut().for_each(|goals| goals.push(*hex)),
                Condition::Superiority { .. } | Condition::Otherwise => {}
            }
        }
        if counts_west.is_some() {
            // Osaka stands on the bank that the East wants to cross.
            let west = |hex: HexId| rules.ground.west[hex.index()];
            goals[OSAKA.index()] = rules
                .atlas
                .hexes()
                .filter(|&hex| west(hex) && rules.atlas.neighbours(hex).any(|(_, next)| !west(next)))
                .collect();
        }
        let bank = if counts_west.is_some() { goals[OSAKA.index()].clone() } else { Vec::new() };
        for side in [EAST, OSAKA] {
            if goals[side.index()].is_empty() {
                goals[side.index()] = goals[side.other().index()].clone();
            }
        }
        Aims {
            fields: goals.each_ref().map(|goals| field(rules, goals)),
            goals,
            melee: stakes(&rules.melee),
            fire: stakes(&rules.fire),
            counts_west,
            bank,
            near,
            tempers: if rules.rooted.is_empty() {
                [Temper::RIVER, Temper::BANK]
            } else {
                [Temper::LEADERS; 2]
            },
        }
    }
}

/// Points of movement from every hex to the nearest goal.
fn field(rules: &Yukimura, goals: &[HexId]) -> Vec<u16> {
    let mut far = vec![FAR; rules.atlas.len()];
    let mut reach = Reach::new();
    let is_goal = HexSet::of(&rules.atlas, goals.iter().copied());
    for &goal in goals {
        far[goal.index()] = 0;
        // A goal among goals, such as the heart of a region, adds nothing.
        if rules.atlas.neighbours(goal).all(|(_, next)| is_goal.contains(next)) {
            continue;
        }
        reach.run(&rules.atlas, goal, FAR, |_, dir, to| {
            // The way is walked from the other end.
            match rules.ground.costs[to.index()][dir.opposite().index()] {
                0 => Step::Closed,
                cost => Step::Go(u16::from(cost)),
            }
        });
        for &hex in reach.reached() {
            far[hex.index()] = far[hex.index()].min(reach.cost(hex).unwrap_or(FAR));
        }
    }
    far
}

fn stakes(chart: &Chart) -> Vec<Stakes> {
    let ways = |sum: i32| 6 - (7 - sum).abs();
    (0..chart.column_names().len())
        .map(|column| {
            let mut stakes = Stakes::default();
            for sum in 2..=12 {
                let weight = ways(sum);
                match chart.outcome(sum, column) {
                    Outcome::Nothing => {}
                    Outcome::TargetRemoved => stakes.gone.iter_mut().for_each(|g| *g += 6 * weight),
                    Outcome::AttackersRemoved => stakes.attacker_gone += 6 * weight,
                    Outcome::TargetChecks(n) => stakes.target_checks(n, weight),
                    Outcome::AttackersCheck(n) => stakes.attackers_check(n, weight),
                    Outcome::BothCheck(n) => {
                        stakes.target_checks(n, weight);
                        stakes.attackers_check(n, weight);
                    }
                }
            }
            // Counted in 216ths so far.
            let all = stakes.gone.iter_mut().chain(&mut stakes.back);
            for part in all.chain([&mut stakes.attacker_gone, &mut stakes.attacker_back]) {
                *part = *part * 1000 / 216;
            }
            stakes
        })
        .collect()
}

impl Stakes {
    fn target_checks(&mut self, modifier: i16, weight: i32) {
        for morale in 1..=6 {
            let (gone, back) = check(modifier, morale);
            self.gone[morale as usize] += gone * weight;
            self.back[morale as usize] += back * weight;
        }
    }

    fn attackers_check(&mut self, modifier: i16, weight: i32) {
        let (gone, back) = check(modifier, 4);
        self.attacker_gone += gone * weight;
        self.attacker_back += back * weight;
    }
}

/// How much what somebody can do to a leader in the next, second and third move weighs, in hundredths: the enemy to the own
/// leaders, who may come at once, and the own units to the enemy's, who will see them coming. The same in every phase, so
/// that ending a phase changes nothing by itself.
const AT_OURS: [i32; approach::MOVES] = [80, 30, 10];
const AT_THEIRS: [i32; approach::MOVES] = [20, 10, 4];

/// Of six pips, how many remove the unit and how many drive it back.
fn check(modifier: i16, morale: i16) -> (i32, i32) {
    let failed = (1..=6).map(|pip| pip + modifier - morale);
    let gone = failed.clone().filter(|&x| x >= 5).count() as i32;
    (gone, failed.filter(|x| (1..=4).contains(x)).count() as i32)
}

impl Yukimura {
    fn aims(&self) -> &Aims {
        self.aims.get_or_init(|| Aims::new(self))
    }

    /// The temper behind [`Evaluation::prospect`].
    pub fn temper(&self) -> Temper {
        self.aims().tempers[EAST.index()]
    }

    /// The same battle with another temper behind [`Evaluation::prospect`].
    pub fn with_temper(mut self, temper: Temper) -> Yukimura {
        let aims = Aims { tempers: [temper; 2], ..self.aims().clone() };
        self.aims = aims.into();
        self
    }

    fn body_worth(&self, unit: UnitId) -> i32 {
        let body = self.unit(unit);
        let rank = if body.branch == Branch::General { GENERAL } else { 0 };
        BODY + POINT * i32::from(body.strength) + rank
    }

    /// How well a unit stands, apart from contact.
    fn place_worth(&self, state: &State, unit: UnitId, hex: HexId) -> i32 {
        let body = self.unit(unit);
        if self.rooted.has(unit) || self.limit(state, body.force).is_some_and(|l: &Limit| l.from == 0) {
            return 0;
        }
        // Generals come behind their men.
        let behind = if body.branch == Branch::General { 2 } else { 0 };
        -STEP * i32::from(self.aims().fields[body.side.index()][hex.index()].max(behind))
    }

    /// What the enemies next to this unit could do to it, in worth: never less than nothing, as nobody must
    /// attack.
    fn contact(&self, state: &State, unit: UnitId, leader: i32) -> i32 {
        let hex = state.hex(unit);
        let body = self.unit(unit);
        let (mut strength, mut count, mut rifles, mut high, mut across, mut at_stake) = (0, 0, 0, 0, 0, 0);
        let mut exits = 0;
        let melee_now = state.phase == Phase::Melee && state.active != body.side;
        for (dir, next) in self.atlas.neighbours(hex) {
            match state.occupant(next) {
                Some(other) if self.unit(other).side != body.side => {
                    let enemy = self.unit(other);
                    if melee_now && (state.fought.has(other) || state.fired.has(other)) {
                        continue;
                    }
                    if enemy.branch.fires() {
                        rifles += enemy.strength;
                    }
                    if self.ground.impassable.has(hex, dir) || self.rooted.has(other) {
                        continue;
                    }
                    strength += enemy.strength;
                    count += 1;
                    high += i32::from(self.ground.is_mountain(next));
                    across += i32::from(self.ground.rivers.has(hex, dir));
                    at_stake += self.body_worth(other);
                }
                _ => {
                    let open = self.ground.is_open(hex, dir) && !self.in_enemy_zone(state, body.side, next);
                    exits += i32::from(open);
                }
            }
        }
        let morale = body.morale.map_or(0, |m| m.clamp(1, 6)) as usize;
        let worth = self.body_worth(unit);
        let rooted = self.rooted.has(unit);
        // An enemy next to a leader is worth driving off.
        let intrudes = leader > LEADER
            && self.atlas.neighbours(hex).any(|(_, next)| {
                let other = state.occupant(next);
                other.is_some_and(|other| self.rooted.has(other) && self.is_enemy(unit, other))
            });
        let intruder = if intrudes { leader / 6 } else { 0 };
        let (gone, back) = match (rooted, exits) {
            (true, _) => (leader, leader),
            (false, 0) => (worth + intruder, worth + intruder),
            _ => (worth + intruder, DRIVEN + intruder),
        };
        let mut danger = 0;
        if rifles > 0 && state.phase != Phase::Melee {
            let stakes = &self.aims().fire[self.fire.column(rifles)];
            danger += (stakes.gone[morale] * gone + stakes.back[morale] * back) / 1000;
        }
        if count > 0 && !(melee_now && state.fought_against.has(unit)) {
            let shift = match self.ground.is_mountain(hex) {
                true if high == 0 => -1,
                false if high == count => 1,
                _ => 0,
            } - i16::from(across == count);
            let column = self.melee.shifted(self.melee.column(strength - body.strength), shift);
            let stakes = &self.aims().melee[column];
            let gain = stakes.gone[morale] * gone + stakes.back[morale] * back;
            let loss = stakes.attacker_gone * at_stake + stakes.attacker_back * DRIVEN * count;
            danger += ((gain - loss) / 1000).max(0);
        }
        danger
    }

    /// How soon the enemies of `side` attack: in hundredths.
    fn tempo(&self, state: &State, side: Side, temper: &Temper) -> i32 {
        if state.active == side {
            // The enemy's own turn comes next, after ours.
            if state.phase <= Phase::Movement { 45 * temper.moving / 100 } else { 70 * temper.moved / 100 }
        } else {
            match state.phase {
                Phase::Melee => 90,
                Phase::Fire | Phase::Defence => 100,
                _ => 95,
            }
        }
    }

    /// Where the enemies are that a side must keep out: across the river, or about to cross it.
    fn crossing(&self, state: &State, side: Side) -> Vec<HexId> {
        if self.aims().counts_west.is_none() || side == EAST {
            return Vec::new();
        }
        self.sides[EAST.index()]
            .iter()
            .map(|&unit| state.hex(unit))
            .filter(|&hex| on_map(hex) && self.aims().fields[EAST.index()][hex.index()] <= CROSSING)
            .collect()
    }

    /// How far a unit in this hex would be from the nearest of them. Nothing, if there are none or it may not move.
    fn chase(&self, state: &State, unit: UnitId, hex: HexId, crossing: &[HexId]) -> Option<i32> {
        let body = self.unit(unit);
        if self.limit(state, body.force).is_some() {
            return None;
        }
        // Generals come behind their men.
        let nearest = if body.branch == Branch::General { 2 } else { 1 };
        let far = crossing.iter().map(|&to| self.atlas.distance(hex, to)).min()?;
        Some(i32::from(far.max(nearest)))
    }

    /// How much more of the enemy than of his own men is about a leader who must not budge.
    fn peril(&self, state: &State, leader: UnitId) -> i32 {
        let stands = state.hex(leader);
        // Only in a position set up by hand does he stand elsewhere than where he began.
        let table = self.aims().near.iter().find(|(hex, _)| *hex == stands).map(|(_, near)| near);
        let weight = |unit: UnitId| match table {
            Some(near) => i32::from(self.unit(unit).strength) * i32::from(near[state.hex(unit).index()]),
            None => self.weight_at(unit, state.hex(unit), stands),
        };
        let about = |side: Side| -> i32 {
            let units = self.sides[side.index()].iter().filter(|&&unit| unit != leader && state.on_map(unit));
            units.map(|&unit| weight(unit)).sum()
        };
        let own = self.unit(leader).side;
        (about(own.other()) - about(own)).max(0)
    }

    /// What a unit in one hex means to someone in another.
    fn weight_at(&self, unit: UnitId, hex: HexId, other: HexId) -> i32 {
        let body = self.unit(unit);
        let near = WATCH.saturating_sub(self.atlas.distance(hex, other));
        i32::from(body.strength) * i32::from(near)
    }

    fn leaders(&self, state: &State, side: Side) -> impl Iterator<Item = UnitId> {
        self.rooted.iter().filter(move |&leader| self.unit(leader).side == side && state.on_map(leader))
    }

    /// What a side has, as somebody sees it for whom it is his own or the enemy's.
    fn side_worth(&self, state: &State, side: Side, own: bool, temper: &Temper) -> i32 {
        let tempo = self.tempo(state, side, temper);
        let (contact, near) = if own { (100, temper.guard) } else { (temper.threat, temper.hunt) };
        let leader = LEADER * temper.leader / 100;
        let by_ways = temper.ways > 0 && self.aims().counts_west.is_some() && self.rooted.is_empty();
        let river = (by_ways && side == EAST).then(|| self.approach_to_river(state));
        let mut worth = 0;
        let crossing = if own && temper.chase > 0 { self.crossing(state, side) } else { Vec::new() };
        let room = if own && side == EAST && self.aims().counts_west.is_some() { temper.room } else { 0 };
        for &unit in &self.sides[side.index()] {
            let hex = state.hex(unit);
            if hex == BESIDE {
                worth += self.body_worth(unit) + BESIDE_WORTH;
            } else if on_map(hex) {
                worth += self.body_worth(unit);
                worth += match (&river, self.chase(state, unit, hex, &crossing)) {
                    // How far it is to the river depends on who holds the way; who holds it stands well.
                    (Some(ways), _) => {
                        let far = match self.ground.west[hex.index()] {
                            true => 0,
                            false => ways.points(hex).map_or(FAR, u16::from).min(FAR),
                        };
                        -STEP * i32::from(far) * temper.ways / 100
                    }
                    // Before the first has crossed, who stands in front of the river stays there.
                    _ if by_ways && !state.crossed && !self.ground.west[hex.index()] => {
                        FORWARD * i32::from(self.aims().fields[EAST.index()][hex.index()].min(FORWARD_MOST))
                    }
                    (_, Some(far)) => -STEP * far * temper.chase / 100,
                    (_, None) => self.place_worth(state, unit, hex) * temper.step / 100,
                };
                if room > 0 && self.ground.west[hex.index()] {
                    let beyond = self.aims().fields[OSAKA.index()][hex.index()].min(ROOM);
                    worth += STEP * i32::from(beyond) * room / 100;
                }
                if self.in_enemy_zone(state, side, hex) {
                    // What decides the game is never made less of.
                    let (contact, tempo) = match self.rooted.has(unit) && temper.road > 0 {
                        true => (contact.max(100), tempo.max(70)),
                        false => (contact, tempo),
                    };
                    worth -= self.contact(state, unit, leader) * contact / 100 * tempo / 100;
                }
            }
        }
        if let Some(count) = self.aims().counts_west
            && side == EAST
        {
            let (west, count) = (self.units_west(state) as i32, i32::from(count));
            let late = i32::from(state.inning).min(12);
            worth += west.min(count) * (WEST + LATE * late) + (west - count).max(0) * SPARE;
        }
        let peril: i32 = self.leaders(state, side).map(|leader| self.peril(state, leader)).sum();
        worth -= PERIL * peril * near / 100;
        if temper.road > 0 {
            let weights = if own { AT_OURS } else { AT_THEIRS };
            worth -= self.exposure(state, side, weights, temper) * temper.road / 100;
            if own {
                worth += self.reserve(state, side) * temper.road / 100;
            }
        }
        if self.star.is_some() && state.holder == Some(side) {
            worth += 150 + 60 * i32::from(state.inning);
        }
        worth
    }

    fn judgement(&self, state: &State, side: Side, temper: &Temper) -> i32 {
        match state.over {
            Some(over) => match over.winner {
                Some(winner) if winner == side => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => {
                let theirs = self.side_worth(state, side.other(), false, temper);
                self.side_worth(state, side, true, temper) - theirs * temper.prize / 100
            }
        }
    }
}

impl Evaluation for Yukimura {
    fn worth(&self, state: &State, side: Side) -> i32 {
        self.judgement(state, side, &Temper::PLAIN)
    }

    fn prospect(&self, state: &State, side: Side) -> i32 {
        self.judgement(state, side, &self.aims().tempers[side.index()])
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        match &state.frame {
            None if state.phase == Phase::Movement => self.propose_moves(state, out),
            None if state.phase > Phase::Movement => self.propose_attacks(state, seat, out),
            // How far the column goes matters more than who leads it; the kernel's list would be long.
            Some(Frame::Fight(fight)) if fight.stage == Stage::Advance => {
                self.propose_advances(state, fight, out);
            }
            // Who is pushed on makes for the nearest free hex, as habit has it.
            Some(Frame::Fight(Fight {
                stage: Stage::Stack(_) | Stage::Retreat(Retreat { why: Why::Displaced, .. }),
                ..
            })) => {
                out.push(Plan::from(self.habit(state, seat)));
            }
            // One step of a retreat at a time: whole ways with all that may follow are too many.
            _ => {
                let mut actions = Actions::default();
                self.actions(state, seat, &mut actions);
                out.extend(actions.iter().map(|&action| Plan::from(action)));
            }
        }
    }

    /// The way of an advance or a retreat may decide who is next to a leader.
    fn deliberates(&self, state: &State, _seat: Seat) -> bool {
        matches!(&state.frame, Some(Frame::Fight(fight)) if fight.stage == Stage::Advance)
    }

    /// Fights have their exact expectation. Where leaders decide, lines of one exchange lost to one ply (docs/lab/search.md).
    fn looks_ahead_from(&self, state: &State) -> bool {
        state.frame.is_none() && state.phase == Phase::Movement && self.rooted.is_empty()
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.inning)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        [EAST, OSAKA].map(|side| {
            self.sides[side.index()].iter().filter(|&&unit| state.hex(unit) == REMOVED).count() as u32
        })
    }

    fn whose(&self, event: &Event) -> Option<Side> {
        Some(match *event {
            Event::Attack { ref attackers, .. } => self.side_of(attackers[0]),
            Event::Marched { unit, .. }
            | Event::Entered { unit, .. }
            | Event::Left { unit, .. }
            | Event::Crossed { unit, .. }
            | Event::Taken { unit, .. }
            | Event::Trapped { unit, .. }
            | Event::Retreats { unit, .. }
            | Event::Displaced { unit }
            | Event::Removed { unit, .. }
            | Event::Advanced { unit, .. } => self.side_of(unit),
            Event::Released { force, free: true, .. } => self.force(force).side,
            _ => return None,
        })
    }

    fn objectives(&self, state: &State, side: Side) -> Vec<Thing> {
        let leaders = self.leaders(state, side.other()).map(piece);
        let places = self.aims().goals[side.index()].iter().map(|&hex| place(hex));
        leaders.chain(places).collect()
    }

    fn style(&self, played: Played<'_, Yukimura>, count: &mut dyn FnMut(Side, &'static str)) {
        self.count_style(&played, count);
    }

    fn style_shares(&self) -> &'static [StyleShare] {
        &style::SHARES
    }

    fn deeds(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &DEEDS
    }
}
