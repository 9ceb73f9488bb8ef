//! Plans worth looking at: for one force at a time, the strongest first.

use hexmap::HexId;
use kernel::{Actions, Plan, Play, Rules, Seat, Story};

use super::survey::Survey;
use crate::{
    Gunyuden,
    action::Action,
    state::{State, is_beside},
    units::{CastleId, UnitId},
};

/// Goals a force looks at, and hexes on the way to each.
const GOALS: usize = 3;
const WAYS: usize = 2;
/// Places it could fall back to, and weaker enemies it could go for.
const SHELTERS: usize = 2;
const PREY: usize = 3;
/// A lone garrison stirs when an enemy is as near as this, or when so few stages are left.
const ALARM: u16 = 5;
const LATE: i32 = 5;

impl Gunyuden {
    /// The force to act next: the strongest that can and has a reason to.
    pub(super) fn next_force(&self, state: &State) -> Option<UnitId> {
        let late = self.stages_left(state) < LATE;
        self.sides[state.active.index()]
            .iter()
            .filter(|&unit| {
                state.lives(unit)
                    && state.is_head(unit)
                    && !state.acted.has(unit)
                    && self.may_act(state, unit).is_ok()
                    && (late || !self.keeps_watch(state, unit))
            })
            .max_by_key(|&unit| {
                (self.force_strength(state, unit), self.unit(unit).rank, std::cmp::Reverse(unit))
            })
    }

    /// A lone unit in or at its castle with no enemy near has nothing to do but to be there.
    fn keeps_watch(&self, state: &State, unit: UnitId) -> bool {
        let (side, hex) = (state.active, state.hex(unit));
        let home = !is_beside(hex) && self.castle_of(state, side, hex).is_some();
        home && !self.unit(unit).is_commander() && state.low(unit) == 0 && {
            let near = |foe: UnitId| self.ground.atlas.distance(hex, state.hex(foe)) <= ALARM;
            let foes = self.sides[side.other().index()].without(&state.holed);
            !foes.iter().any(|foe| state.on_map(foe) && near(foe))
        }
    }

    /// The plan that begins so and goes on by habit.
    fn by_habit(&self, state: &State, seat: Seat, first: &[Action]) -> Option<Plan<Action>> {
        let depth = self.depth(state);
        let mut next = state.clone();
        let mut actions = Vec::new();
        for &action in first {
            self.play(&mut next, seat, &action, &mut Story::silent()).ok()?;
            actions.push(action);
            if kernel::plans::is_complete(self, &next, seat, depth) {
                return Some(Plan::new(actions));
            }
        }
        while actions.len() < 40 {
            if kernel::plans::is_complete(self, &next, seat, depth) {
                return Some(Plan::new(actions));
            }
            let action = self.habit(&next, seat);
            self.play(&mut next, seat, &action, &mut Story::silent()).ok()?;
            actions.push(action);
        }
        None
    }

    /// Everything sensible one force can do.
    pub(super) fn propose_for(&self, state: &State, seat: Seat, force: UnitId, out: &mut Vec<Plan<Action>>) {
        let mut in_hand = state.clone();
        let take = Action::Force(force);
        if self.play(&mut in_hand, seat, &take, &mut Story::silent()).is_err() {
            return;
        }
        if self.depth(&in_hand) == 0 {
            out.push(Plan::new(vec![take]));
            return;
        }
        // Of plans that are worth the same the first is taken: then nobody wanders.
        out.push(Plan::new(vec![take, Action::Stand]));
        let mut list = Actions::default();
        self.actions(&in_hand, seat, &mut list);
        let mut marches = Vec::new();
        for &action in list.iter() {
            match action {
                Action::Stand | Action::Legs => {}
                Action::To(hex) => marches.push(hex),
                // 16: into the castle where it stands.
                Action::Into(hex) if hex == state.hex(force) => out.push(Plan::new(vec![take, action])),
                Action::Into(_) => {}
                Action::Organise => self.propose_filling(state, seat, force, out),
                action => out.extend(self.by_habit(state, seat, &[take, action])),
            }
        }
        let survey = self.survey(state);
        let mut chosen = self.ways_home(state, force, &marches);
        let alone = state.members(force).len() == 1 && !self.unit(force).is_commander();
        match alone {
            true => chosen.extend(self.ways_to_commanders(state, &survey, force, &marches)),
            false => self.choose_marches(state, &survey, force, &marches, &mut chosen),
        }
        chosen.sort_unstable();
        chosen.dedup();
        out.extend(chosen.into_iter().map(|hex| Plan::new(vec![take, Action::To(hex)])));
        self.propose_shelter(state, &survey, force, &list, out);
    }

    /// Out of its castle where it stands (16-3), and back to where lines reach.
    fn ways_home(&self, state: &State, force: UnitId, marches: &[HexId]) -> Vec<HexId> {
        let hex = state.hex(force);
        let mut chosen: Vec<HexId> = marches.iter().copied().filter(|&to| to == hex).collect();
        if !is_beside(hex) && !state.holed.has(force) {
            let far = |to: &HexId| (self.ground.atlas.distance(hex, *to), *to);
            let (atlas, lines) = (&self.ground.atlas, self.lines_of(state, self.unit(force).house));
            if !lines.has(atlas, hex) {
                chosen.extend(marches.iter().copied().filter(|&to| lines.has(atlas, to)).min_by_key(far));
                let castles = self.castles_of(state, state.active).map(|castle| self.keep(castle).hex);
                if let Some(home) = castles.min_by_key(far) {
                    let nearest = |to: &HexId| (atlas.distance(home, *to), *to);
                    chosen.extend(marches.iter().copied().min_by_key(nearest));
                }
            }
        }
        chosen
    }

    /// To commanders near by who could lead this unit.
    fn ways_to_commanders(
        &self,
        state: &State,
        survey: &Survey,
        unit: UnitId,
        marches: &[HexId],
    ) -> Vec<HexId> {
        let leads = |head: UnitId| self.may_lead(head, unit).is_ok() && self.free_boxes(state, head) > 0;
        let commanders = survey.forces[state.active.index()].iter().filter(|force| force.commander);
        let there = commanders.filter(|force| marches.contains(&force.hex) && leads(force.head));
        there.map(|force| force.hex).take(1).collect()
    }

    /// 13: whoever is alone here comes under command.
    fn propose_filling(&self, state: &State, seat: Seat, force: UnitId, out: &mut Vec<Plan<Action>>) {
        let free = self.free_boxes(state, force);
        let here = self.field(state, state.active, state.hex(force));
        let here = if state.holed.has(force) { self.garrison(state, state.hex(force)) } else { here };
        let fits = |&unit: &UnitId| {
            unit != force
                && state.is_head(unit)
                && !state.acted.has(unit)
                && state.members(unit).len() == 1
                && self.may_lead(force, unit).is_ok()
        };
        let mut alone = here.iter().filter(fits);
        let take = Action::Force(force);
        let join = match (alone.next(), alone.next()) {
            (Some(_), Some(_)) if free > 1 => Action::Fill(force),
            (Some(unit), _) if free > 0 => Action::Join(unit, force),
            _ => return,
        };
        out.extend(self.by_habit(state, seat, &[take, Action::Organise, join, Action::Done]));
    }

    /// Towards what it wants, and up to enemies it can beat.
    fn choose_marches(
        &self,
        state: &State,
        survey: &Survey,
        force: UnitId,
        marches: &[HexId],
        chosen: &mut Vec<HexId>,
    ) {
        let side = state.active;
        let (_, goals) = self.sieges(state, survey, side);
        let mut wanted: Vec<CastleId> = self.purposes(survey, side, goals.clone(), force);
        if wanted.is_empty() {
            // It is inside a castle: then as if it were not.
            wanted = goals.iter().map(|goal| goal.castle).collect();
            wanted.sort_by_key(|&castle| (self.aims().far(castle, state.hex(force)), castle));
        }
        wanted.truncate(GOALS);
        let lines = self.lines_of(state, self.unit(force).house);
        for castle in wanted {
            let far = |hex: HexId| self.aims().far(castle, hex);
            let now = if is_beside(state.hex(force)) { u8::MAX } else { far(state.hex(force)) };
            let mut ways: Vec<HexId> = marches.iter().copied().filter(|&hex| far(hex) < now).collect();
            ways.sort_unstable_by_key(|&hex| (far(hex), hex));
            chosen.extend(ways.iter().take(WAYS));
            // The same out of reach of enemies, and within that of its line.
            chosen.extend(ways.iter().find(|&&hex| !self.too_close(state, side, hex)));
            chosen.extend(ways.iter().find(|&&hex| lines.has(&self.ground.atlas, hex)));
        }
        let strength = i32::from(self.force_strength(state, force));
        let mut prey: Vec<(i32, HexId)> = Vec::new();
        for foe in survey.forces[side.other().index()].iter().filter(|foe| !is_beside(foe.hex)) {
            let there = survey.strength(side.other(), foe.hex);
            if there < strength && !prey.iter().any(|&(_, hex)| hex == foe.hex) {
                prey.push((there, foe.hex));
            }
        }
        prey.sort_unstable_by_key(|&(there, hex)| (std::cmp::Reverse(there), hex));
        let next_to = |foe: HexId| {
            let beside = marches.iter().copied().filter(move |&hex| {
                self.ground.atlas.distance(hex, foe) == 1 && self.is_walk_between(hex, foe).is_some()
            });
            beside.min_by_key(|&hex| {
                let dir = self.ground.atlas.direction(hex, foe);
                (dir.is_some_and(|dir| self.ground.rivers.has(hex, dir)), hex)
            })
        };
        chosen.extend(prey.into_iter().filter_map(|(_, foe)| next_to(foe)).take(PREY));
    }

    /// Back to a castle of its own, before or behind the walls.
    fn propose_shelter(
        &self,
        state: &State,
        survey: &Survey,
        force: UnitId,
        list: &[Action],
        out: &mut Vec<Plan<Action>>,
    ) {
        let (side, from) = (state.active, state.hex(force));
        let hurt = self.lowest(state, state.members(force)) > 0 || !self.wounded(state, force).is_empty();
        let own = survey.strength(side, from.min(HexId(crate::state::MOST_HEXES as u16 - 1)));
        let pressed = survey.forces[side.other().index()].iter().any(|foe| {
            !is_beside(foe.hex)
                && !is_beside(from)
                && self.ground.atlas.distance(foe.hex, from) <= ALARM
                && survey.strength(side.other(), foe.hex) > own
        });
        if !hurt && !pressed {
            return;
        }
        let mut castles: Vec<HexId> = list
            .iter()
            .filter_map(|action| match action {
                Action::Into(hex) if *hex != from => Some(*hex),
                _ => None,
            })
            .collect();
        castles.sort_by_key(|&hex| (self.ground.atlas.distance(from.min(hex), hex), hex));
        for hex in castles.into_iter().take(SHELTERS) {
            out.push(Plan::new(vec![Action::Force(force), Action::Into(hex)]));
            if list.contains(&Action::To(hex)) {
                out.push(Plan::new(vec![Action::Force(force), Action::To(hex)]));
            }
        }
    }
}
