//! Judgement: what makes a position good. Plans are in `plans`.
//!
//! Stands count by their points, less when they run or are in disorder; a side near the third of its weight is near its
//! end. Who fights is judged by what the next round promises (`prospects`); who does not and may act, by how far he is
//! from the enemy whom he would best fight, and what turning to him costs (`ways`). Leaders count with whom they
//! command.

mod marches;
mod plans;
mod prospects;
mod style;
mod ways;

use kernel::{
    Actions, Evaluation, Plan, Rules, Seat, Side,
    evaluation::{Played, StyleShare, WON},
};
use plane::Len;

use self::marches::propose_marches;
use self::plans::{
    propose_charges, propose_facing, propose_leader, propose_moves, propose_rally, propose_slot,
};
use self::prospects::{charge_worth, deployed_worth, melee_worth, volley_worth};
use self::ways::{errand, march_at};
use crate::{
    Daimyo, Event,
    bot::ways::Way,
    decisions::{Step, melee::fight::Stage},
    model::{
        state::{Life, Mark, State, Where},
        units::UnitId,
    },
    notation::action::Action,
};

/// A point of the muster, in points of judgement.
const POINT: i32 = 40;
/// What a whole army's defeat would weigh, and how much of it each share of the lost weight does.
const DEFEAT: i32 = 9_000;
/// Hundredths of its worth that a unit lacks while it routs, if the whole battle is still to come; and in disorder.
const ROUTING: i32 = 40;
const DISORDER: i32 = 5;
/// What is left of one that will break, when a round is looked at from before.
const BROKEN: i32 = 25;
/// Hundredths of those whose rout would take them off the table that are lost in the end: if they may still rally, and if
/// they may not.
const MAY_RALLY: i32 = 70;
const BEYOND_RALLY: i32 = 95;
/// Out of command, for each pip with which it would not obey, and each cm of it up to a leader's ride.
const LOOSE: i32 = 60;
const STRAYED: i32 = 6;
const RIDE: i32 = 20;
/// Each cm farther from the enemy, for a side that must attack and for one that may wait; and what is still near him.
const APPROACH: [i32; 2] = [30, 2];
const FAR: i32 = 2_500;
/// Near enough to shoot; and so much less than a charge goes is near enough for one.
const RANGE: i32 = 900;
const SHORT: i32 = 500;
/// The most that a good or bad match counts when a unit looks for its enemy.
const LURE: i32 = 300;
/// In disorder near the enemy.
const RAGGED: i32 = 180;
/// To be in contact, for a side that must attack.
const CONTACT: i32 = 60;
/// It gave way before a charge.
const GAVE_WAY: i32 = 120;
/// Enemies a unit weighs against each other as its goal.
const GOALS: usize = 3;
/// A leader with a unit, for each point of his rating; and his life.
const LED: i32 = 10;
const LIFE: i32 = 500;
/// A unit that a condition of the scenario counts, beyond its line, and each cm nearer to it.
const BEYOND: i32 = 1_500;
const TOWARD: i32 = 60;
/// A headquarters whose fall wins the battle.
const PRIZE: i32 = 4_000;

impl Evaluation for Daimyo {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let own = match state.over {
            Some(over) => match over.winner {
                Some(Side(0)) => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => {
                side_worth(self, state, Side(0)) - side_worth(self, state, Side(1)) + melee_worth(self, state)
            }
        };
        if side == Side(0) { own } else { -own }
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        match &state.step {
            Step::Slot => propose_slot(self, state, out),
            Step::Rally => propose_rally(self, state, out),
            Step::Declare => propose_charges(self, state, out),
            Step::Move => propose_moves(self, state, out),
            Step::Manoeuvre(at) => propose_marches(self, state, at.unit, &at.march, &[], out),
            Step::Leader(asked) => propose_leader(self, state, asked.leader, out),
            Step::Fire => {
                let mut listed = Actions::default();
                self.actions(state, seat, &mut listed);
                out.push(Plan::from(
                    *listed.last().filter(|last| **last == Action::FireAll).unwrap_or(&listed[0]),
                ));
            }
            Step::Facing(facing) => propose_facing(self, state, facing.unit, out),
            Step::Answer { .. } | Step::Fight(_) => {
                let mut listed = Actions::default();
                self.actions(state, seat, &mut listed);
                let challenge =
                    matches!(&state.step, Step::Fight(fight) if matches!(fight.stage, Stage::Accept { .. }));
                if challenge {
                    out.push(Plan::from(self.habit(state, seat)));
                } else {
                    out.extend(listed.iter().copied().map(Plan::from));
                }
            }
            _ => out.push(Plan::from(self.habit(state, seat))),
        }
    }

    fn style(&self, played: Played<'_, Daimyo>, count: &mut dyn FnMut(Side, &'static str)) {
        style::count(&played, count);
    }

    fn style_shares(&self) -> &'static [StyleShare] {
        &style::SHARES
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        Side::ALL.map(|side| {
            let lost = self.of_side[side.index()].iter().map(|unit| {
                let body = state.body(unit);
                let left =
                    if body.place.is_here() || body.place == Where::Reserve { body.stands() } else { 0 };
                u32::from(self.unit(unit).stands - left)
            });
            lost.sum()
        })
    }

    fn whose(&self, event: &Event) -> Option<Side> {
        event.whose
    }
}

/// What each point of the weight a side loses counts.
fn weight_worth(rules: &Daimyo, side: Side) -> i32 {
    DEFEAT / (rules.weight[side.index()] / 3 + 1).max(1)
}

/// What the fall of a side's headquarters would win the other side beyond its weight.
fn headquarters_worth(rules: &Daimyo, state: &State, side: Side) -> i32 {
    match rules.scenario.headquarters {
        Some(prize) if prize.winner == side.other() && state.turn <= prize.through => PRIZE,
        _ => 0,
    }
}

fn unit_worth(rules: &Daimyo, state: &State, unit: UnitId) -> i32 {
    let (data, body) = (rules.unit(unit), state.body(unit));
    let whole = data.points * POINT;
    let thirds = i32::from(body.stands()) * 3 - i32::from(body.hits);
    let mut worth = whole * thirds / (i32::from(data.stands) * 3);
    if body.is(Mark::Routing) {
        let lost = rout_chance(rules, state, unit);
        let gone = worth + weight_worth(rules, data.side) * rules.tables.weight(data);
        // 10.2: one who still runs when night falls is not gone.
        let idle = worth * ROUTING * slots_left(rules, state, unit) / i32::from(rules.scenario.turns) / 100;
        return worth - idle - gone * lost / 100;
    }
    if body.is(Mark::Disordered) {
        worth -= worth * DISORDER / 100;
    }
    if body.is(Mark::Spent) && body.is(Mark::Answered) {
        worth -= GAVE_WAY;
    }
    worth
}

/// Slots that a unit has before it until the battle ends.
fn slots_left(rules: &Daimyo, state: &State, unit: UnitId) -> i32 {
    let group = rules.unit(unit).group;
    let begins = state.group == Some(group) && matches!(state.step, Step::Rally | Step::RallyTest { .. });
    let now = begins || !state.tried.has(group);
    i32::from(rules.scenario.turns) - i32::from(state.turn) + i32::from(now)
}

/// Hundredths of the chance that a router is lost before the battle ends: by how far he runs until then (9.1).
fn rout_chance(rules: &Daimyo, state: &State, unit: UnitId) -> i32 {
    let body = state.body(unit);
    if body.is(Mark::Doomed) {
        return 100;
    }
    let room = rules.ground.table.room(rules.home(unit), &rules.shape(state, unit)).0;
    let rout = &rules.tables.moves(rules.unit(unit).gait()).rout;
    let slots = slots_left(rules, state, unit);
    let (least, most) = (slots * rout[0].0, slots * rout[5].0);
    let leaves = (100 * (most - room) / (most - least).max(1)).clamp(0, 100);
    leaves * if body.is(Mark::RallyUsed) { BEYOND_RALLY } else { MAY_RALLY } / 100
}

/// How good an enemy is to go for, before the way to him.
fn lure(rules: &Daimyo, state: &State, unit: UnitId, foe: UnitId) -> i32 {
    let data = rules.unit(foe);
    let mut lure = weight_worth(rules, data.side) * rules.tables.weight(data) / 10;
    lure += headquarters_worth(rules, state, data.side) / 5;
    if rules.unit(unit).missile.is_none() {
        lure += deployed_worth(rules, state, unit, foe).clamp(-LURE, LURE);
    }
    lure
}

/// For each cm of its way: what it counts that a unit is not there yet.
fn eagerness(rules: &Daimyo, unit: UnitId) -> i32 {
    let data = rules.unit(unit);
    let waits = rules.scenario.otherwise == Some(data.side);
    APPROACH[usize::from(waits)] * (100 + data.points) / 100
}

/// Whom a unit goes for, and its way there: the nearest few weighed by what they promise.
fn quarry(rules: &Daimyo, state: &State, unit: UnitId, foes: &[UnitId]) -> Option<(UnitId, i32, Way)> {
    let print = rules.print(state, unit);
    let eager = eagerness(rules, unit);
    let mut near: Vec<(i32, UnitId)> = foes
        .iter()
        .map(|foe| {
            let far = print.front.distance(state.body(*foe).at).0;
            (far * eager / 100 - lure(rules, state, unit, *foe) * eager / APPROACH[0], *foe)
        })
        .collect();
    near.sort_unstable();
    near.truncate(GOALS);
    let of = |(_, foe): (i32, UnitId)| {
        let way = march_at(rules, state, unit, &print, foe);
        (lure(rules, state, unit, foe) * eager / APPROACH[0] - way.cost * eager / 100, foe, way)
    };
    let best = near.into_iter().map(of).max_by_key(|(worth, foe, _)| (*worth, std::cmp::Reverse(*foe)));
    best.map(|(worth, foe, way)| (foe, worth, way))
}

/// Where a unit that is free to act stands: by its way to the enemy, and by what it can shoot.
fn place_worth(rules: &Daimyo, state: &State, unit: UnitId, foes: &[UnitId]) -> i32 {
    let data = rules.unit(unit);
    let Some((foe, _, way)) = quarry(rules, state, unit, foes) else { return 0 };
    let shoots = data.missile.is_some() || data.is_gun();
    let near = if shoots { RANGE } else { rules.charge_allowance(state, unit).0 - SHORT };
    let body = state.body(unit);
    let mut late = (way.cost - near).max(0);
    if rules.is_column(state, unit) && !data.is_gun() {
        // D-MOV-3: a column comes there sooner, but has to deploy.
        let normal = rules.tables.moves(data.gait()).normal.0;
        let deploy = normal * rules.tables.manoeuvre.turn_quarters(data.quality) / 4;
        late = late * normal / (normal + rules.tables.column.bonus.0) + deploy;
    }
    let mut worth = -eagerness(rules, unit) * late / 100;
    if data.missile.is_none() && way.cost < FAR {
        // T-9: who comes near should be in the line in which he will fight.
        let lacks = deployed_worth(rules, state, unit, foe) - charge_worth(rules, state, unit, foe);
        worth -= lacks.clamp(0, LURE) * (FAR - way.cost) / FAR;
    }
    if body.is(Mark::Disordered) && way.cost < FAR {
        // D-DIS-8: near the enemy, who keeps still will be in order and may charge.
        let restless = [Mark::Moved, Mark::Fired, Mark::Fought].iter().any(|mark| body.is(*mark));
        worth -= if restless { RAGGED } else { RAGGED / 3 };
    }
    if shoots && way.cost < FAR { worth + volley_worth(rules, state, unit) } else { worth }
}

/// What the group that acts has before it.
fn march_worth(rules: &Daimyo, state: &State, side: Side) -> i32 {
    let Some(group) = state.group.filter(|group| rules.group(*group).side == side) else { return 0 };
    let errand = errand(rules, state, side);
    let mut worth = errand.iter().map(|(_, way)| -TOWARD * way.cost / 100).sum::<i32>();
    if !errand.is_empty() {
        let wanted = rules.scenario.beyond.as_ref().map_or(0, |beyond| beyond.count);
        worth += BEYOND * rules.beyond(state).min(wanted) as i32;
    }
    let enemies = rules.of_side[side.other().index()].iter();
    let foes: Vec<UnitId> = enemies.filter(|foe| state.body(*foe).place.is_here()).collect();
    for unit in rules.group(group).units.iter() {
        let body = state.body(unit);
        let free = body.is_steady() && body.place == Where::Table && !rules.unit(unit).is_headquarters();
        if free && !errand.iter().any(|(other, _)| *other == unit) && !rules.in_melee(state, unit) {
            worth += place_worth(rules, state, unit, &foes);
        }
    }
    worth
}

fn leaders_worth(rules: &Daimyo, state: &State, side: Side) -> i32 {
    let mut worth = 0;
    for (n, leader) in rules.leaders.iter().enumerate().filter(|(_, leader)| leader.side == side) {
        let who = &state.leaders[n];
        if who.life == Life::Dead {
            worth -= LIFE * if leader.is_general { 2 } else { 1 };
        } else if who.with.is_some() {
            worth += LED * i32::from(leader.rating);
        } else if who.life == Life::Here && !(leader.is_general && state.seated[side.index()]) {
            // In the open: not where the enemy can ride him down.
            let mut foes = rules.steady(state, side.other());
            if foes.any(|foe| who.at.distance(state.body(foe).at) < Len(1500)) {
                worth -= 120;
            }
        }
    }
    if rules.is_seated(state, side) { worth + 300 } else { worth }
}

/// D-CMD-1: what it costs that a unit is out of command. A leader who has yet to move in this slot rides after his men.
fn stray_cost(rules: &Daimyo, state: &State, unit: UnitId) -> i32 {
    let (leader, group) = (rules.commander(unit), rules.unit(unit).group);
    let seated = rules.leader(leader).is_general && state.seated[rules.side_of(unit).index()];
    let rides = state.group == Some(group)
        && !seated
        && matches!(state.step, Step::Move | Step::Manoeuvre { .. } | Step::Leader { .. });
    let reach = rules.radius(state) + if rides { Len::whole(RIDE) } else { Len::ZERO };
    let off = (rules.leader_gap(state, leader, unit) - reach).0;
    if off <= 0 || !rules.is_alive(state, leader) {
        return 0;
    }
    // D-OBE-1: the pips of a die with which it does not obey.
    let deaf = 5 - i32::from(rules.leader(leader).rating);
    LOOSE * deaf + STRAYED * (off / 100).min(RIDE)
}

fn side_worth(rules: &Daimyo, state: &State, side: Side) -> i32 {
    let mut worth = 0;
    for unit in rules.of_side[side.index()].iter() {
        let body = state.body(unit);
        if body.place == Where::Reserve {
            worth += rules.unit(unit).points * POINT * 9 / 10;
        } else if body.place.is_here() {
            worth += unit_worth(rules, state, unit);
            if body.is_steady() && !rules.unit(unit).is_headquarters() {
                worth -= stray_cost(rules, state, unit);
            }
        }
    }
    worth -= weight_worth(rules, side) * rules.lost_weight(state, side);
    worth + leaders_worth(rules, state, side) + march_worth(rules, state, side)
}
