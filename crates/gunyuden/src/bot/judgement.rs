//! How good a position is, in thousandths of a point of the final score.

use arrayvec::ArrayVec;
use hexmap::HexId;
use kernel::Side;

use super::survey::{Force, Survey};
use crate::{
    Gunyuden,
    model::{
        scenarios::Waver,
        state::{Castle, MOST_CASTLES, MOST_UNITS, State, is_beside},
        units::{ANTI, CastleId, HASHIBA, Rank, UnitId},
    },
};

const POINT: i32 = 1_000;
/// A commander on the map, beyond his men.
const COMMANDER: i32 = 150;
/// A unit that acts by itself though it has no command.
const ALONE: i32 = 60;
/// What a unit without a line of communication stands to lose, by how low its morale is already; for want of time to
/// mend it the more the later in the inning.
const CUT_OFF: [i32; 5] = [150, 80, 90, 110, 150];
/// What a unit stands to lose if stronger enemies next to it would take more than there is.
const CRUSHED: i32 = 500;
/// The same for a commander-in-chief, whose house falls with him.
const CHIEF: i32 = 5 * POINT;
/// An enemy is a danger if he is this strong, in hundredths of the own strength: equals who fear each other circle each
/// other all the campaign long.
const STRONGER: i32 = 140;
/// From this many hexes on an enemy is no danger.
const SAFE: i32 = 4;
/// Points of a march from which on a goal is out of sight.
const SIGHT: i32 = 140;
/// Of a goal's worth, what a force that suffices has for standing there.
const APPROACH: i32 = 300;
/// Of a castle's worth, in thousandths: standing before it with what it takes to surround it, surrounding it, and each
/// point of durability gone with it surrounded or not.
const BEFORE: i32 = 220;
const SURROUNDED: i32 = 350;
const WORN: i32 = 45;
const BATTERED: i32 = 6;
/// And each point of the garrison's morale gone.
const HEARD: i32 = 15;
/// The same for a ruin: a commander of ours who can build it up, others of ours, and nobody there.
const REBUILDING: i32 = 780;
const RUIN_HELD: i32 = 400;
const RUIN: i32 = 250;
/// The extra points of a main castle: its house's lines end there.
const MAIN: i32 = 3 * POINT;
/// What remains of a surrounded garrison when its castle falls: half of it is lost.
const GARRISON: i32 = 500;
/// An own castle with enemies before it: of what its loss would cost.
const RELIEF: i32 = 500;
/// A lord who chooses his side.
const LORD: i32 = POINT;

/// What weighs how much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temper {
    /// A step, and a point of a unit's morale.
    step: i32,
    heart: i32,
    /// In hundredths: of what stronger enemies next to a force would take from it in an attack; of [`CUT_OFF`]; of what
    /// castles promise that are not taken yet; of what it costs to sit inside one.
    danger: i32,
    cut_off: i32,
    castles: i32,
    holed_up: i32,
    /// The same of all that the own side stands to lose in the field, where the enemy's counts whole.
    care: i32,
}

impl Temper {
    pub(super) const BOLD: Temper =
        Temper { step: 150, heart: 60, danger: 35, cut_off: 100, castles: 100, holed_up: 100, care: 100 };
    /// As games against the bold have corrected it: who saves his men has them when castles are to be taken.
    pub(super) const WARY: Temper =
        Temper { step: 350, heart: 80, danger: 60, cut_off: 70, castles: 70, holed_up: 150, care: 150 };
}

/// What a side wants: an enemy castle to take, or an own one to relieve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) castle: CastleId,
    /// What is to be gained there.
    pub(super) prize: i32,
    /// Strength wanted there, and still to be sent.
    pub(super) need: i32,
    open: i32,
}

pub(super) type Goals = ArrayVec<Goal, MOST_CASTLES>;

impl Goal {
    /// What it is worth to send a force of this strength from so far away.
    pub(super) fn worth(&self, strength: i32, far: i32) -> i32 {
        // Strength beyond what is wanted helps little, and half of what is wanted much less than half.
        let sent = (strength.min(self.open) + (strength - self.open).max(0) / 8).min(self.need);
        self.prize * sent / self.need * sent / self.need * (SIGHT - far).max(0) / SIGHT
    }

    fn send(&mut self, strength: i32) {
        self.open = (self.open - strength).max(0);
    }
}

impl Gunyuden {
    /// Stages still to be played after this one.
    pub(super) fn stages_left(&self, state: &State) -> i32 {
        4 * i32::from(self.scenario.innings - state.inning) + 4 - i32::from(state.stage)
    }

    /// How well the Hashiba side stands, in the eyes of somebody on this side and of this temper.
    pub(super) fn judgement(&self, state: &State, own: Side, temper: Temper) -> i32 {
        let mut survey = self.survey(state);
        survey.cut_off = self.cut_off(state);
        let left = self.stages_left(state);
        let side = |side: Side| {
            let (siege, goals) = self.sieges(state, &survey, side);
            let approach = approach(self, &survey, side, goals) * left.min(12) / 12;
            let care = if side == own { temper.care } else { 100 };
            bodies(self, state, side, temper) + (siege + approach) * temper.castles / 100
                - exposure(self, state, &survey, side, temper) * care / 100
                - holed_up(self, state, side, left) * temper.holed_up / 100
        };
        score(self, state) + side(HASHIBA) - side(ANTI) + lords(self, state)
    }

    /// What the castles that a side besieges are worth to it already, and all its goals.
    pub(super) fn sieges(&self, state: &State, survey: &Survey, side: Side) -> (i32, Goals) {
        let (mut sum, mut goals) = (0, Goals::new());
        for n in 0..self.keeps.len() as u8 {
            let castle = CastleId(n);
            let (keep, body, holder) =
                (self.keep(castle), state.castle(castle), self.castle_side(state, castle));
            let enemies = survey.strength(side.other(), keep.hex);
            let main = if self.aims().is_main(castle, side.other()) { MAIN } else { 0 };
            // What was gained stays gained when the castle is taken, or else nobody would take it.
            if holder != Some(side.other()) {
                sum += main;
            }
            if holder == Some(side) {
                let loss = POINT * (1 + self.aims().prize(castle, side.other(), holder));
                if enemies > 0 && self.is_surrounded(state, castle) {
                    let (prize, need) = (loss * RELIEF / 1000, enemies * 11 / 10);
                    goals.push(Goal { castle, prize, need, open: need * 3 / 2 });
                }
                continue;
            }
            let main = if holder.is_some() { main } else { 0 };
            let prize = POINT * self.aims().prize(castle, side, holder) + main;
            if prize <= 0 || self.barred(state, side, keep.hex).is_some() {
                continue;
            }
            let ours = survey.strength(side, keep.hex);
            let inside = match holder {
                Some(_) => self.garrison(state, keep.hex),
                None => Default::default(),
            };
            let worn = i32::from(self.tables.figures.castle.durability) - i32::from(body.durability);
            let chance = match () {
                () if body.is_ruin() => ruin_chance(survey, side, keep.hex),
                () if ours > 0 && self.is_surrounded(state, castle) => {
                    // What makes a demand likelier or less likely to be heard (20-2-1, 20-3).
                    let low = i32::from(self.castle_low(state, castle));
                    let marks = i32::from(body.has(Castle::REFUSED)) + 3 * i32::from(body.has(Castle::DEATH));
                    SURROUNDED + WORN * worn + HEARD * (low - marks)
                }
                () => {
                    let enough = i32::from(self.strength_to_surround(castle));
                    BEFORE * ours.min(enough) / enough + BATTERED * worn
                }
            };
            let rank_points =
                |unit: UnitId| i32::from(self.scenario.victory.ranks[self.unit(unit).rank as usize]);
            let hostages = inside.iter().map(rank_points).sum::<i32>() * GARRISON;
            sum += (prize + hostages) / 100 * chance / 10;
            let garrison = i32::from(self.strength_of(state, inside));
            let need = i32::from(self.strength_to_surround(castle)).max((garrison + enemies) * 12 / 10);
            let rest = (prize + hostages) / 100 * (1000 - chance) / 10;
            goals.push(Goal { castle, prize: rest, need, open: need * 3 / 2 });
        }
        (sum, goals)
    }

    /// The goals of one force, the one it has in mind first.
    pub(super) fn purposes(
        &self,
        survey: &Survey,
        side: Side,
        mut goals: Goals,
        head: UnitId,
    ) -> Vec<CastleId> {
        for force in marchers(self, survey, side, &goals) {
            if force.head == head {
                let worth = |goal: &Goal| goal.worth(force.strength, self.far(force, goal.castle));
                goals.sort_by_key(|goal| (-worth(goal), goal.castle));
                return goals.iter().map(|goal| goal.castle).collect();
            }
            if let Some((n, _)) = best_goal(self, force, &goals) {
                goals[n].send(force.strength);
            }
        }
        Vec::new()
    }
}

/// The score as it stands. Who is inside a castle counts only at the end, and so does a declaration that can still
/// be made.
fn score(rules: &Gunyuden, state: &State) -> i32 {
    let last = state.inning == rules.scenario.innings;
    let counts = |key: &str| match key {
        "points-holed-up" => false,
        "points-undeclared" => last,
        _ => true,
    };
    let points = rules.points(state).into_iter().filter(|(_, _, key, _)| counts(key));
    let signed = |side: Side, points: i16| i32::from(if side == HASHIBA { points } else { -points });
    POINT * points.map(|(side, points, _, _)| signed(side, points)).sum::<i32>()
}

/// Steps, morale and commanders.
fn bodies(rules: &Gunyuden, state: &State, side: Side, temper: Temper) -> i32 {
    let alive = rules.sides[side.index()].iter().filter(|&unit| state.lives(unit));
    let body = |unit: UnitId| {
        let own = temper.step * i32::from(state.steps(unit)) - temper.heart * i32::from(state.low(unit));
        own + if rules.unit(unit).is_commander() { COMMANDER } else { 0 }
    };
    alive.map(body).sum()
}

/// 36.6(3): what it costs to sit inside castles: little while there is time to come out.
fn holed_up(rules: &Gunyuden, state: &State, side: Side, left: i32) -> i32 {
    let inside = rules.sides[side.index()].and(&state.holed);
    let share = match left {
        ..4 => 900,
        4..8 => 400,
        _ => 20,
    };
    inside.len() as i32 * i32::from(rules.scenario.victory.holed_up) * share
}

/// 21-1(2): how likely a ruin becomes the side's own.
fn ruin_chance(survey: &Survey, side: Side, hex: HexId) -> i32 {
    let there = |side: Side| survey.forces[side.index()].iter().filter(move |force| force.hex == hex);
    match () {
        () if there(side).any(|force| force.commander && !survey.cut_off.has(force.head)) => REBUILDING,
        () if there(side).next().is_some() => RUIN_HELD,
        () if there(side.other()).next().is_some() => 0,
        () => RUIN,
    }
}

/// Forces with goals, those first who have the shortest way to what is worth most to them.
fn marchers<'a>(
    rules: &Gunyuden,
    survey: &'a Survey,
    side: Side,
    goals: &Goals,
) -> ArrayVec<&'a Force, MOST_UNITS> {
    let forces = survey.forces[side.index()].iter().filter(|force| force.takes_part());
    let mut order: ArrayVec<(i32, i32, &Force), MOST_UNITS> = forces
        .map(|force| {
            let goal = best_goal(rules, force, goals).map(|(n, _)| goals[n].castle);
            (goal.map_or(SIGHT, |castle| rules.far(force, castle)), -force.strength, force)
        })
        .collect();
    order.sort_unstable_by_key(|&(far, strength, force)| (far, strength, force.head));
    order.into_iter().map(|(_, _, force)| force).collect()
}

/// Each force has in mind the goal that is worth most to it, as long as not enough others are nearer.
fn approach(rules: &Gunyuden, survey: &Survey, side: Side, mut goals: Goals) -> i32 {
    let mut sum = 0;
    for force in marchers(rules, survey, side, &goals) {
        if let Some((n, worth)) = best_goal(rules, force, &goals) {
            goals[n].send(force.strength);
            sum += worth / 10 * APPROACH / 100;
        }
    }
    sum
}

fn best_goal(rules: &Gunyuden, force: &Force, goals: &Goals) -> Option<(usize, i32)> {
    let mut best: Option<(usize, i32)> = None;
    for (n, goal) in goals.iter().enumerate() {
        let worth = goal.worth(force.strength, rules.far(force, goal.castle));
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((n, worth));
        }
    }
    best
}

/// What a side's forces stand to lose where they are: for want of a line, or to enemies who are near and stronger.
fn exposure(rules: &Gunyuden, state: &State, survey: &Survey, side: Side, temper: Temper) -> i32 {
    let enemy = side.other();
    let mut sum = 0;
    for force in survey.forces[side.index()].iter().filter(|force| !is_beside(force.hex)) {
        if survey.cut_off.has(force.head) {
            sum += CUT_OFF[usize::from(state.stage)] * temper.cut_off / 100 * force.units * (1 + force.low);
        }
        if !force.commander {
            sum += ALONE;
        }
        let own = survey.strength(side, force.hex);
        let (mut strong, mut hits) = (0, 0);
        for foe in survey.forces[enemy.index()].iter().filter(|foe| foe.free && !is_beside(foe.hex)) {
            let far = i32::from(rules.ground.atlas.distance(foe.hex, force.hex));
            if far < SAFE {
                strong += foe.strength;
                // The middle of the die: four.
                let losses = i32::from(rules.tables.hits(foe.strength as u16, 4).losses);
                hits += 100 * losses * (SAFE - far) / SAFE;
            }
        }
        if 100 * strong <= STRONGER * own {
            continue;
        }
        let steps = 2 * force.units;
        let share = (hits / steps).min(100);
        let mut worst = if share < 100 { hits * temper.step / 100 } else { force.units * CRUSHED };
        if rules.unit(force.head).rank == Rank::Chief {
            worst += CHIEF * share / 100;
        }
        worst = worst * temper.danger / 100;
        // 23-4-6: he can go in.
        let shelter = rules.castle_of(state, side, force.hex).is_some();
        sum += if shelter { worst / 2 } else { worst };
    }
    sum
}

/// 35.7: lords who have not chosen yet. Armies beyond the edge (32) are not in it: men who are kept at home to keep
/// them quiet are missed at the front more than the armies cost when they come, as games have shown.
fn lords(rules: &Gunyuden, state: &State) -> i32 {
    let Some(wavering) = &rules.scenario.wavering else { return 0 };
    let waits = |lord: &&Waver| !state.happened.has(lord.flag);
    let total: i32 = rules.waver_modifiers(state, wavering).iter().map(|m| i32::from(m.value)).sum();
    let to_hashiba = (i32::from(wavering.hashiba) - total).clamp(0, 6);
    let to_anti = (7 - i32::from(wavering.anti) + total).clamp(0, 6);
    let each = LORD * (to_hashiba - to_anti) / 6;
    each * wavering.lords.iter().filter(waits).count() as i32
}
