//! Plans worth looking at: for one force at a time, the strongest first.

use hexmap::HexId;
use kernel::{Actions, Plan, Play, Rules, Seat, Story};

use super::survey::Survey;
use crate::{
    Gunyuden,
    model::{
        state::{State, is_beside},
        units::{CastleId, UnitId},
    },
    notation::action::Action,
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
                    && (late || !keeps_watch(self, state, unit))
            })
            .max_by_key(|&unit| {
                (self.force_strength(state, unit), self.unit(unit).rank, std::cmp::Reverse(unit))
            })
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
                Action::Organise => propose_filling(self, state, seat, force, out),
                action => out.extend(by_habit(self, state, seat, &[take, action])),
            }
        }
        let survey = self.survey(state);
        let mut chosen = ways_home(self, state, force, &marches);
        let alone = state.members(force).len() == 1 && !self.unit(force).is_commander();
        match alone {
            true => chosen.extend(ways_to_commanders(self, state, &survey, force, &marches)),
            false => choose_marches(self, state, &survey, force, &marches, &mut chosen),
        }
        chosen.sort_unstable();
        chosen.dedup();
        out.extend(chosen.into_iter().map(|hex| Plan::new(vec![take, Action::To(hex)])));
        propose_shelter(self, state, &survey, force, &list, out);
    }
}

/// A lone unit in or at its castle with no enemy near has nothing to do but to be there.
fn keeps_watch(rules: &Gunyuden, state: &State, unit: UnitId) -> bool {
    let (side, hex) = (state.active, state.hex(unit));
    let home = !is_beside(hex) && rules.castle_of(state, side, hex).is_some();
    home && !rules.unit(unit).is_commander() && state.low(unit) == 0 && {
        let near = |foe: UnitId| rules.ground.atlas.distance(hex, state.hex(foe)) <= ALARM;
        let foes = rules.sides[side.other().index()].without(&state.holed);
        !foes.iter().any(|foe| state.on_map(foe) && near(foe))
    }
}

/// The plan that begins so and goes on by habit.
fn by_habit(rules: &Gunyuden, state: &State, seat: Seat, first: &[Action]) -> Option<Plan<Action>> {
    let depth = rules.depth(state);
    let mut next = state.clone();
    let mut actions = Vec::new();
    for &action in first {
        rules.play(&mut next, seat, &action, &mut Story::silent()).ok()?;
        actions.push(action);
        if kernel::plans::is_complete(rules, &next, seat, depth) {
            return Some(Plan::new(actions));
        }
    }
    while actions.len() < 40 {
        if kernel::plans::is_complete(rules, &next, seat, depth) {
            return Some(Plan::new(actions));
        }
        let action = rules.habit(&next, seat);
        rules.play(&mut next, seat, &action, &mut Story::silent()).ok()?;
        actions.push(action);
    }
    None
}

/// Out of its castle where it stands (16-3), and back to where lines reach.
fn ways_home(rules: &Gunyuden, state: &State, force: UnitId, marches: &[HexId]) -> Vec<HexId> {
    let hex = state.hex(force);
    let mut chosen: Vec<HexId> = marches.iter().copied().filter(|&to| to == hex).collect();
    if !is_beside(hex) && !state.holed.has(force) {
        let far = |to: &HexId| (rules.ground.atlas.distance(hex, *to), *to);
        let (atlas, lines) = (&rules.ground.atlas, rules.lines_of(state, rules.unit(force).house));
        if !lines.has(atlas, hex) {
            chosen.extend(marches.iter().copied().filter(|&to| lines.has(atlas, to)).min_by_key(far));
            let castles = rules.castles_of(state, state.active).map(|castle| rules.keep(castle).hex);
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
    rules: &Gunyuden,
    state: &State,
    survey: &Survey,
    unit: UnitId,
    marches: &[HexId],
) -> Vec<HexId> {
    let leads = |head: UnitId| rules.may_lead(head, unit).is_ok() && rules.free_boxes(state, head) > 0;
    let commanders = survey.forces[state.active.index()].iter().filter(|force| force.commander);
    let there = commanders.filter(|force| marches.contains(&force.hex) && leads(force.head));
    there.map(|force| force.hex).take(1).collect()
}

/// 13: puts units that are alone here under command.
fn propose_filling(rules: &Gunyuden, state: &State, seat: Seat, force: UnitId, out: &mut Vec<Plan<Action>>) {
    let free = rules.free_boxes(state, force);
    let here = rules.field(state, state.active, state.hex(force));
    let here = if state.holed.has(force) { rules.garrison(state, state.hex(force)) } else { here };
    let fits = |&unit: &UnitId| {
        unit != force
            && state.is_head(unit)
            && !state.acted.has(unit)
            && state.members(unit).len() == 1
            && rules.may_lead(force, unit).is_ok()
    };
    let mut alone = here.iter().filter(fits);
    let take = Action::Force(force);
    let join = match (alone.next(), alone.next()) {
        (Some(_), Some(_)) if free > 1 => Action::Fill(force),
        (Some(unit), _) if free > 0 => Action::Join(unit, force),
        _ => return,
    };
    out.extend(by_habit(rules, state, seat, &[take, Action::Organise, join, Action::Done]));
}

/// Towards what it wants, and up to enemies it can beat.
fn choose_marches(
    rules: &Gunyuden,
    state: &State,
    survey: &Survey,
    force: UnitId,
    marches: &[HexId],
    chosen: &mut Vec<HexId>,
) {
    let side = state.active;
    let (_, goals) = rules.sieges(state, survey, side);
    let mut wanted: Vec<CastleId> = rules.purposes(survey, side, goals.clone(), force);
    if wanted.is_empty() {
        // It is inside a castle: then as if it were not.
        wanted = goals.iter().map(|goal| goal.castle).collect();
        wanted.sort_by_key(|&castle| (rules.aims().far(castle, state.hex(force)), castle));
    }
    wanted.truncate(GOALS);
    let lines = rules.lines_of(state, rules.unit(force).house);
    for castle in wanted {
        let far = |hex: HexId| rules.aims().far(castle, hex);
        let now = if is_beside(state.hex(force)) { u8::MAX } else { far(state.hex(force)) };
        let mut ways: Vec<HexId> = marches.iter().copied().filter(|&hex| far(hex) < now).collect();
        ways.sort_unstable_by_key(|&hex| (far(hex), hex));
        chosen.extend(ways.iter().take(WAYS));
        // The same out of reach of enemies, and within that of its line.
        chosen.extend(ways.iter().find(|&&hex| !rules.too_close(state, side, hex)));
        chosen.extend(ways.iter().find(|&&hex| lines.has(&rules.ground.atlas, hex)));
    }
    let strength = i32::from(rules.force_strength(state, force));
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
            rules.ground.atlas.distance(hex, foe) == 1 && rules.is_walk_between(hex, foe).is_some()
        });
        beside.min_by_key(|&hex| {
            let dir = rules.ground.atlas.direction(hex, foe);
            (dir.is_some_and(|dir| rules.ground.rivers.has(hex, dir)), hex)
        })
    };
    chosen.extend(prey.into_iter().filter_map(|(_, foe)| next_to(foe)).take(PREY));
}

/// Back to a castle of its own, before or behind the walls.
fn propose_shelter(
    rules: &Gunyuden,
    state: &State,
    survey: &Survey,
    force: UnitId,
    list: &[Action],
    out: &mut Vec<Plan<Action>>,
) {
    let (side, from) = (state.active, state.hex(force));
    let hurt = rules.lowest(state, state.members(force)) > 0 || !rules.wounded(state, force).is_empty();
    let own = survey.strength(side, from.min(HexId(crate::model::state::MOST_HEXES as u16 - 1)));
    let pressed = survey.forces[side.other().index()].iter().any(|foe| {
        !is_beside(foe.hex)
            && !is_beside(from)
            && rules.ground.atlas.distance(foe.hex, from) <= ALARM
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
    castles.sort_by_key(|&hex| (rules.ground.atlas.distance(from.min(hex), hex), hex));
    for hex in castles.into_iter().take(SHELTERS) {
        out.push(Plan::new(vec![Action::Force(force), Action::Into(hex)]));
        if list.contains(&Action::To(hex)) {
            out.push(Plan::new(vec![Action::Force(force), Action::To(hex)]));
        }
    }
}
