//! Plans worth looking at: whom to activate, whom to charge, where to march, where a leader goes.

use kernel::{Actions, Plan, Side};
use plane::{Compass, Hand, Heading, Len, Point};

use super::CONTACT;
use crate::{
    Daimyo,
    action::Action,
    charge::Chance,
    state::{March, Mark, State, Where},
    steps::{Mover, Stepped},
    units::{LeaderId, UnitId},
};

/// Wheels that are tried wherever the enemy is, in steps: round what stands in the way.
const BENT: [i32; 5] = [1, 2, 3, 5, 9];

impl Daimyo {
    /// Who is nearest to the enemy acts first; the General's own wait unless they are close.
    pub(super) fn propose_slot(&self, state: &State, out: &mut Vec<Plan<Action>>) {
        let foes: Vec<UnitId> = self.steady(state, state.active.other()).collect();
        let urgency = |group: crate::units::GroupId| {
            let near =
                self.group(group).units.iter().filter(|unit| state.body(*unit).place.is_here()).map(|unit| {
                    let at = state.body(unit).at;
                    foes.iter().map(|foe| at.distance(state.body(*foe).at).0).min().unwrap_or(i32::MAX)
                });
            near.min().unwrap_or(i32::MAX)
        };
        if let Some(group) = self.untried(state, state.active).min_by_key(|group| (urgency(*group), *group)) {
            out.push(Plan::from(Action::Activate(group)));
        }
    }

    /// 9.3: a router has one try, and is lost without it.
    pub(super) fn propose_rally(&self, state: &State, out: &mut Vec<Plan<Action>>) {
        let mut listed = Actions::default();
        self.list_rally(state, &mut listed);
        let routers = listed
            .iter()
            .filter(|action| matches!(action, Action::Try(unit) if state.is(*unit, Mark::Routing)));
        out.extend(routers.map(|action| Plan::from(*action)));
        out.push(Plan::from(Action::LeaveAll));
    }

    /// Charges that promise something, one by one and all together, and none.
    pub(super) fn propose_charges(&self, state: &State, out: &mut Vec<Plan<Action>>) {
        let group = self.group(state.group.expect("a group acts"));
        let mut found: Vec<(i32, UnitId, Chance)> = Vec::new();
        for unit in group.units.iter().filter(|unit| self.may_start(state, *unit).is_ok()) {
            for chance in self.chances(state, unit) {
                let worth = self.charge_worth(state, unit, chance.target);
                found.push((worth, unit, chance));
            }
        }
        found.sort_by_key(|(worth, unit, chance)| (-*worth, *unit, chance.target));
        let mut all: Vec<Action> = Vec::new();
        let mut taken: Vec<UnitId> = Vec::new();
        for (worth, unit, chance) in &found {
            if *worth > -CONTACT && !taken.contains(unit) {
                taken.push(*unit);
                all.push(Action::Charge { unit: *unit, target: chance.target });
            }
        }
        let ended = |mut actions: Vec<Action>| {
            actions.push(Action::NoMore);
            Plan::new(actions)
        };
        out.push(ended(Vec::new()));
        for (_, unit, chance) in found.iter().take_while(|(worth, ..)| *worth > -CONTACT).take(4) {
            out.push(ended(vec![Action::Charge { unit: *unit, target: chance.target }]));
        }
        if all.len() > 1 {
            out.push(ended(all));
        }
    }

    /// One unit after the other, those who are there soonest first: they clear the way for the others.
    pub(super) fn propose_moves(&self, state: &State, out: &mut Vec<Plan<Action>>) {
        let group = self.group(state.group.expect("a group acts"));
        let foes = self.standing_foes(state, group.side);
        let way = |unit: &UnitId| {
            let way = self.quarry(state, *unit, &foes).map_or(i32::MAX / 10, |(_, _, way)| way.cost);
            (way * 10 / self.allowance(state, *unit).0.max(1), *unit)
        };
        let movable = group.units.iter().filter(|unit| self.may_pick(state, *unit).is_ok());
        let Some(unit) = movable.min_by_key(way) else {
            out.push(Plan::from(Action::EndAll));
            return;
        };
        if self.needs_obedience(state, unit) {
            // Whether it obeys is thrown for; what it then does is asked again.
            out.push(Plan::from(Action::Pick(unit)));
            return;
        }
        let march = self.fresh_march(state, unit);
        self.propose_marches(state, unit, &march, &[Action::Pick(unit)], out);
    }

    fn standing_foes(&self, state: &State, side: Side) -> Vec<UnitId> {
        let enemies = self.of_side[side.other().index()].iter();
        enemies.filter(|foe| state.body(*foe).place.is_here()).collect()
    }

    /// Toward where it wants to go, straight on, or to either hand: wheel, then as far as it goes, to the edge of bad
    /// ground, half as far, or not at all.
    pub(super) fn propose_marches(
        &self,
        state: &State,
        unit: UnitId,
        march: &March,
        head: &[Action],
        out: &mut Vec<Plan<Action>>,
    ) {
        // No plan ends the move itself: where nothing else is left it ends by itself, and the game goes on.
        let plan = |tail: &[Action]| {
            let mut actions = head.to_vec();
            actions.extend_from_slice(tail);
            Plan::new(actions)
        };
        out.push(if head.is_empty() { Plan::from(Action::End) } else { plan(&[]) });
        if self.unit(unit).is_gun() || state.body(unit).place != Where::Table {
            return;
        }
        let mover = Mover::new(self, state, unit);
        let start = self.stepped(state, unit, *march);
        let marches = |mover: &Mover<'_>, before: &[Action], from: Stepped, out: &mut Vec<Plan<Action>>| {
            let (mut at, mut most, mut smooth) = (from, 0u8, 0u8);
            while let Ok(next) = mover.advance(&at) {
                at = next;
                most += 1;
                if !at.rough {
                    smooth = most;
                }
            }
            let mut wanted = [most, smooth, most / 2];
            wanted.sort_unstable();
            for (n, cm) in wanted.into_iter().enumerate().rev() {
                if cm > 0 && (n == 2 || wanted[n + 1] != cm) {
                    let mut actions = before.to_vec();
                    actions.push(Action::Advance(cm));
                    out.push(plan(&actions));
                }
            }
        };
        marches(&mover, &[], start, out);
        let mut bearings: Vec<Heading> = Vec::new();
        let side = self.side_of(unit);
        let foes = self.standing_foes(state, side);
        let mut legs: Vec<Point> =
            self.quarry(state, unit, &foes).map(|(_, _, way)| way.leg).into_iter().collect();
        legs.extend(
            self.errand(state, side).iter().filter(|(other, _)| *other == unit).map(|(_, way)| way.leg),
        );
        let nearest = foes.iter().min_by_key(|foe| (start.print.front.distance(state.body(**foe).at), **foe));
        legs.extend(nearest.map(|foe| self.print(state, *foe).centre().point()));
        for leg in legs {
            let bearing = Compass::FULL.bearing(start.print.front.fine(), leg.fine());
            bearings.extend(bearing.filter(|bearing| !bearings.contains(bearing)));
        }
        // As it stands, and after each turn it may make, toward those; as it stands, a few wheels to either hand too.
        let wheels = |mover: &Mover<'_>,
                      before: &[Action],
                      start: Stepped,
                      bent: &[i32],
                      out: &mut Vec<Plan<Action>>| {
            for hand in Hand::BOTH {
                let wanted = bearings.iter().map(|bearing| start.print.heading.to(*bearing) * hand.sign());
                let wanted: Vec<i32> = wanted.chain(bent.iter().copied()).collect();
                let most = wanted.iter().copied().max().unwrap_or(0).min(18);
                let wheel = |steps: i32, at: Stepped, out: &mut Vec<Plan<Action>>| {
                    let mut actions = before.to_vec();
                    actions.push(Action::Wheel(hand, steps as u8));
                    out.push(plan(&actions));
                    marches(mover, &actions, at, out);
                };
                let (mut at, mut steps) = (start, 0);
                while steps < most
                    && let Ok(next) = mover.wheel(&at, hand)
                {
                    (at, steps) = (next, steps + 1);
                    if wanted.contains(&steps) {
                        wheel(steps, at, out);
                    }
                }
                if steps > 0 && !wanted.contains(&steps) {
                    wheel(steps, at, out);
                }
            }
        };
        wheels(&mover, &[], start, &BENT, out);
        // D-MOV-3: a column marches faster; a line fights.
        let formation = state.body(unit).formation;
        let files = |files: u8| (files != formation.files).then_some(Action::Files(files));
        let other = if self.is_column(state, unit) { files(formation.stands.div_ceil(2)) } else { files(1) };
        let turns = [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About];
        for turn in turns.into_iter().chain(other) {
            if let Ok((formation, stepped)) = self.manoeuvre(state, &mover, march, turn) {
                out.push(plan(&[turn]));
                let mut turned = state.clone();
                let body = turned.body_mut(unit);
                (body.formation, body.at, body.heading) =
                    (formation, stepped.print.front, stepped.print.heading);
                if stepped.rough {
                    body.mark(Mark::Disordered);
                }
                let mover = Mover::new(self, &turned, unit);
                marches(&mover, &[turn], stepped, out);
                let bent: &[i32] = if matches!(turn, Action::Files(_)) { &BENT } else { &[] };
                wheels(&mover, &[turn], stepped, bent, out);
            }
        }
    }

    /// To one of his units, between two of them, to the middle of all, or nowhere.
    pub(super) fn propose_leader(&self, state: &State, leader: LeaderId, out: &mut Vec<Plan<Action>>) {
        out.push(Plan::from(Action::Stay));
        let group = self.group(self.leader(leader).group);
        let units: Vec<UnitId> =
            group.units.iter().filter(|unit| state.body(*unit).place.is_here()).collect();
        if units.is_empty() || state.seated[group.side.index()] && group.is_general {
            return;
        }
        for unit in &units {
            if self.may_attach(state, leader, *unit).is_ok() {
                out.push(Plan::from(Action::Attach(*unit)));
            }
        }
        let places: Vec<Point> = units.iter().map(|unit| state.body(*unit).at).collect();
        let middle = |places: &[Point]| {
            let count = places.len() as i32;
            let sum = places.iter().fold((0, 0), |(x, y), at| (x + at.x, y + at.y));
            Point::new(sum.0 / count, sum.1 / count)
        };
        let mut goals = vec![middle(&places)];
        for (n, one) in places.iter().enumerate() {
            goals.extend(places[n..].iter().map(|other| middle(&[*one, *other])));
        }
        let from = state.person(leader).at;
        let mut gone: Vec<Action> = Vec::new();
        for goal in goals {
            let far = from.distance(goal).0.max(1);
            let part = (self.leader_allowance(state, leader) - Len(200)).0.clamp(0, far);
            let to = |a: i32, b: i32| ((a + (b - a) * part / far + 100) / 200 * 2).max(0) as u16;
            let go = Action::Go { x: to(from.x, goal.x), y: to(from.y, goal.y) };
            if !gone.contains(&go) && self.may_lead(state, leader, go).is_some_and(|may| may.is_ok()) {
                gone.push(go);
                out.push(Plan::from(go));
            }
        }
    }

    /// Re-formed: the front toward the nearest enemy.
    pub(super) fn propose_facing(&self, state: &State, unit: UnitId, out: &mut Vec<Plan<Action>>) {
        let from = state.body(unit).at;
        let near = self.steady(state, self.side_of(unit).other());
        let goal = near.min_by_key(|foe| (from.distance(state.body(*foe).at), *foe));
        let toward = goal.and_then(|foe| Compass::FULL.bearing(from.fine(), self.print(state, foe).centre()));
        let heading = toward.filter(|heading| self.may_face_as(state, unit, *heading).is_ok());
        out.push(Plan::from(Action::Face(heading.unwrap_or(state.body(unit).heading))));
    }
}
