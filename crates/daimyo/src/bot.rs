//! Judgement: what makes a position good. Plans are in `plans`.
//!
//! Stands count by their points, less when they run or are in disorder; a side near the third of its weight is near its
//! end. Who fights is judged by what the next round promises; who does not, by how near he is to whom he wants to fight,
//! and whether his front is toward him. Leaders count with whom they command.

mod plans;

use kernel::{Actions, Counsel, Plan, Rules, Seat, Side, counsel::WON};
use plane::{Compass, Edge, Len};

use crate::{
    Daimyo, Event,
    action::Action,
    blows::Circumstances,
    melee::{Blow, Stage},
    state::{Life, Mark, State, Step, Where},
    units::UnitId,
};

/// A point of the muster, in points of judgement.
const POINT: i32 = 40;
/// What a whole army's defeat would weigh, and how much of it each share of the lost weight does.
const DEFEAT: i32 = 9_000;
/// Hundredths of its worth that a unit has while it routs, in disorder, out of command.
const ROUTING: i32 = 35;
const DISORDER: i32 = 6;
const LOOSE: i32 = 2;
/// Each cm farther from the nearest enemy, for a side that must attack and for one that may wait.
const APPROACH: [i32; 2] = [30, 2];
/// Missile troops want to be no farther than this.
const RANGE: i32 = 800;
/// Five degrees that the front is off the nearest enemy, near and far.
const ASKEW: i32 = 3;
/// A hit to be expected in the next round of a melee, and one more than one takes.
const BLOW: i32 = 70;
const EDGE: i32 = 110;
/// A leader with a unit, for each point of his rating; and his life.
const LED: i32 = 25;
const LIFE: i32 = 500;
/// A unit that a condition of the scenario counts, beyond its line, and each cm nearer to it.
const BEYOND: i32 = 1_200;
const TOWARD: i32 = 12;

/// Ways in 36 that two dice and this net reach 8.
fn chance(net: i32) -> i32 {
    const REACH: [i32; 13] = [36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1];
    let need = (8 - net).clamp(0, 13);
    REACH.get(need as usize).copied().unwrap_or(0)
}

impl Daimyo {
    /// Hits to be expected of these stands, in 36ths.
    pub(crate) fn expected(&self, state: &State, blow: &Blow) -> i32 {
        let modifiers = self.blow_modifiers(state, blow, Circumstances::default());
        let net: i16 = modifiers.iter().map(|m| m.value).sum();
        i32::from(blow.stands) * chance(i32::from(net))
    }

    /// Stands that would strike if these two fought, roughly: as many files as meet, with their ranks.
    fn strikers(&self, state: &State, unit: UnitId, foe: UnitId, flank: bool) -> u8 {
        let (body, their) = (state.body(unit), state.body(foe));
        let files =
            if flank { body.formation.ranks() } else { body.formation.files.min(their.formation.files + 1) };
        let ranks = if flank { 1 } else { self.ranks(state, unit).min(body.formation.ranks()) };
        (files * ranks).min(body.stands())
    }

    /// What a round between these two promises the first, in points of judgement.
    pub(crate) fn prospect_of(&self, state: &State, unit: UnitId, foe: UnitId, from_flank: bool) -> i32 {
        let own = Blow { unit, foe, stands: self.strikers(state, unit, foe, false), flank: false };
        let stands = self.strikers(state, foe, unit, from_flank);
        let theirs = Blow { unit: foe, foe: unit, stands, flank: from_flank };
        let (give, take) = (self.expected(state, &own), self.expected(state, &theirs));
        (give - take) * BLOW / 36 + ((give - take).clamp(-108, 108)) * EDGE / 36
    }

    fn unit_worth(&self, state: &State, unit: UnitId) -> i32 {
        let (data, body) = (self.unit(unit), state.body(unit));
        let whole = data.points * POINT;
        let thirds = i32::from(body.stands()) * 3 - i32::from(body.hits);
        let mut worth = whole * thirds / (i32::from(data.stands) * 3);
        if body.is(Mark::Routing) {
            return worth * ROUTING / 100;
        }
        if body.is(Mark::Disordered) {
            worth -= worth * DISORDER / 100;
        }
        if !data.is_headquarters() && self.is_out_of_command(state, unit) {
            worth -= worth * LOOSE / 100;
        }
        worth
    }

    /// Where a unit stands: in melee by the next round, otherwise by its way to the enemy.
    fn place_worth(&self, state: &State, unit: UnitId, foes: &[UnitId], acts: bool) -> i32 {
        let (data, body) = (self.unit(unit), state.body(unit));
        if body.place != Where::Table || data.is_headquarters() {
            return 0;
        }
        let touching = self.foes(state, unit);
        if !touching.is_empty() {
            let of = |foe: &UnitId| {
                let struck = self.edge_towards(state, *foe, unit) != Edge::Front;
                self.prospect_of(state, unit, *foe, struck)
            };
            // Both sides of a contact are counted, so each counts half.
            return touching.iter().map(of).sum::<i32>() / 2;
        }
        let print = self.print(state, unit);
        let near = |foe: &UnitId| print.front.distance(state.body(*foe).at).0;
        let Some(goal) = foes.iter().copied().min_by_key(|foe| (near(foe), *foe)) else { return 0 };
        // The gap to an enemy is his gap too: only the side that acts counts it, or coming nearer would be worth nothing.
        if !acts {
            return 0;
        }
        let waits = self.scenario.otherwise == Some(data.side);
        let weight = APPROACH[usize::from(waits)] * (100 + data.points) / 100;
        let far = near(&goal);
        let wanted = if data.missile.is_some() || data.is_gun() { RANGE } else { 0 };
        let mut worth = -weight * (far - wanted).abs() / 100;
        if let Some(bearing) = Compass::FULL.bearing(print.front.fine(), self.print(state, goal).centre()) {
            let off = print.heading.to(bearing).abs();
            worth -= ASKEW * off * if far < 3000 { 2 } else { 1 };
        }
        worth
    }

    /// What the scenario asks of a side's units: to be beyond a line.
    fn errand_worth(&self, state: &State, side: Side) -> i32 {
        let Some(beyond) = &self.scenario.beyond else { return 0 };
        if beyond.winner != side {
            return 0;
        }
        let table = &self.ground.table;
        let way = |unit: UnitId| {
            let at = state.body(unit).at;
            let short = match beyond.edge {
                plane::TableEdge::North => beyond.line.0 - at.y,
                plane::TableEdge::South => at.y - beyond.line.0,
                plane::TableEdge::East => beyond.line.0 - at.x,
                plane::TableEdge::West => at.x - beyond.line.0,
            };
            short.clamp(0, table.height.0.max(table.width.0))
        };
        let mut worth = 0;
        for unit in beyond.units.iter().filter(|unit| state.body(*unit).is_steady()) {
            worth -= TOWARD * way(unit) / 100;
        }
        worth + BEYOND * self.beyond(state).min(beyond.count) as i32
    }

    fn side_worth(&self, state: &State, side: Side) -> i32 {
        let foes: Vec<UnitId> = self.steady(state, side.other()).collect();
        let acts = state.group.is_some() && state.active == side;
        let mut worth = 0;
        for unit in self.of_side[side.index()].iter() {
            let body = state.body(unit);
            if body.place == Where::Reserve {
                worth += self.unit(unit).points * POINT * 9 / 10;
            } else if body.place.is_here() {
                worth += self.unit_worth(state, unit);
                if body.is_steady() {
                    worth += self.place_worth(state, unit, &foes, acts);
                }
            }
        }
        let lost = self.lost_weight(state, side);
        let brink = (self.weight[side.index()] / 3 + 1).max(1);
        worth -= DEFEAT * lost / brink;
        for (n, leader) in self.leaders.iter().enumerate().filter(|(_, leader)| leader.side == side) {
            let who = &state.leaders[n];
            if who.life == Life::Dead {
                worth -= LIFE * if leader.is_general { 2 } else { 1 };
            } else if who.with.is_some() {
                worth += LED * i32::from(leader.rating);
            } else if who.life == Life::Here && !(leader.is_general && state.seated[side.index()]) {
                // In the open: not where the enemy can ride him down.
                let near = foes.iter().map(|foe| who.at.distance(state.body(*foe).at)).min();
                if near.is_some_and(|near| near < Len(1500)) {
                    worth -= 120;
                }
            }
        }
        if self.is_seated(state, side) {
            worth += 300;
        }
        worth + self.errand_worth(state, side)
    }
}

impl Counsel for Daimyo {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let own = match state.over {
            Some(over) => match over.winner {
                Some(Side(0)) => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => self.side_worth(state, Side(0)) - self.side_worth(state, Side(1)),
        };
        if side == Side(0) { own } else { -own }
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        match &state.step {
            Step::Slot => self.propose_slot(state, out),
            Step::Rally => self.propose_rally(state, out),
            Step::Declare => self.propose_charges(state, out),
            Step::Move => self.propose_moves(state, out),
            Step::Manoeuvre { unit, march } => self.propose_marches(state, *unit, march, &[], out),
            Step::Leader { leader } => self.propose_leader(state, *leader, out),
            Step::Fire => {
                let mut listed = Actions::default();
                self.list_fire(state, &mut listed);
                out.push(Plan::from(
                    *listed.last().filter(|last| **last == Action::FireAll).unwrap_or(&listed[0]),
                ));
            }
            Step::Facing { unit, .. } => self.propose_facing(state, *unit, out),
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
