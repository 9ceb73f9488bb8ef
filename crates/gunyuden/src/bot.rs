//! What the computer should want: a judgement of positions, and plans worth looking at.
//!
//! The judgement adds up, for either side: the score as it stands, steps and morale, castles worn and surrounded,
//! how near each force is to what it could take or must relieve, whether it is in communication, and what the
//! armies beyond the edge may do. Plans are made for one force at a time, the strongest first.

use hexmap::{HexId, Reach, Step};
use kernel::{Actions, Ask, Counsel, Plan, Play, Rules, Seat, Side, Story, counsel::WON};

use crate::{
    Gunyuden,
    action::Action,
    state::{Frame, Phase, REMOVED, State, is_beside},
    units::{CastleId, HASHIBA, UnitId, UnitSet},
};

/// A point of the final score, a step, and a point of morale.
const POINT: i32 = 60;
const STEP: i32 = 24;
const HEART: i32 = 9;
/// A commander on the map.
const COMMANDER: i32 = 20;
/// A point of an enemy castle's durability worn away, by level from 1; a castle surrounded.
const WEAR: i32 = 8;
const SIEGE: i32 = 30;
/// A point of movement nearer to what a force wants, for each two of strength.
const NEAR: i32 = 1;
/// Beyond this many points distance no longer matters.
const FAR: u8 = 60;
/// A unit that acts by itself though a commander could lead it.
const ALONE: i32 = 2;
/// With so little durability left a castle is not assaulted any more.
const TALK: u8 = 4;
/// An army beyond the edge that takes the field.
const INVASION: i32 = 900;

/// Points of movement from every hex to each castle, worked out once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aims {
    fields: Vec<Vec<u8>>,
}

impl Aims {
    pub(crate) fn new(rules: &Gunyuden) -> Aims {
        let mut reach = Reach::new();
        let mut fields = Vec::new();
        for keep in &rules.keeps {
            let mut far = vec![FAR; rules.ground.atlas.len()];
            far[keep.hex.index()] = 0;
            reach.run(&rules.ground.atlas, keep.hex, u16::from(FAR), |_, dir, to| {
                // The way is walked from the other end.
                match rules.ground.tactical[to.index()][dir.opposite().index()] {
                    0 => Step::Closed,
                    cost => Step::Go(u16::from(cost)),
                }
            });
            for &hex in reach.reached() {
                far[hex.index()] = reach.cost(hex).map_or(FAR, |cost| cost as u8);
            }
            fields.push(far);
        }
        Aims { fields }
    }
}

/// What a castle is to a side.
#[derive(Clone, Copy, Debug)]
struct Goal {
    castle: CastleId,
    /// What it is worth to be there.
    worth: i32,
    /// Strength wanted there.
    wanted: i32,
}

impl Gunyuden {
    /// Enemy castles to take, and own ones to relieve.
    fn goals(&self, state: &State, side: Side) -> Vec<Goal> {
        let mut goals = Vec::new();
        for n in 0..self.keeps.len() as u8 {
            let castle = CastleId(n);
            let keep = self.keep(castle);
            let Some(owner) = self.castle_side(state, castle) else { continue };
            let points = i32::from(self.scenario.victory.castles[usize::from(keep.level)]);
            let garrison = i32::from(self.strength_of(state, self.garrison(state, keep.hex)));
            let field = i32::from(self.strength_of(state, self.field(state, side.other(), keep.hex)));
            if owner != side {
                if self.barred(state, side, keep.hex).is_some() {
                    continue;
                }
                let wanted = i32::from(self.strength_to_surround(castle)).max(garrison + field);
                goals.push(Goal { castle, worth: 6 + points * 3, wanted });
            } else if field > 0 {
                goals.push(Goal { castle, worth: 10 + points * 3, wanted: field });
            }
        }
        goals
    }

    /// How well a force stands for what it could do; also the goal it has in mind.
    fn stance(&self, state: &State, force: UnitId, strength: i32, goals: &[Goal]) -> (i32, Option<CastleId>) {
        let hex = state.hex(force);
        let mut best = (i32::MIN, None);
        for goal in goals {
            let far = i32::from(self.aims.fields[goal.castle.index()][hex.index()]);
            // A force that is too weak for the goal wants it less.
            let fit = (strength * 8 / goal.wanted.max(1)).min(8);
            let value = goal.worth * fit * 4 - far * 6;
            if value > best.0 {
                best = (value, Some(goal.castle));
            }
        }
        let Some(castle) = best.1 else { return (0, None) };
        let far = i32::from(self.aims.fields[castle.index()][hex.index()].min(FAR));
        (-NEAR * far * strength / 2, Some(castle))
    }

    fn side_worth(&self, state: &State, side: Side) -> i32 {
        let goals = self.goals(state, side);
        let mut sum = 0;
        for unit in self.sides[side.index()].iter().filter(|&unit| state.lives(unit)) {
            sum += STEP * i32::from(state.steps(unit)) - HEART * i32::from(state.low(unit));
            if self.unit(unit).is_commander() {
                sum += COMMANDER;
            }
            if !state.is_head(unit) || !state.on_map(unit) {
                continue;
            }
            let members = state.members(unit);
            let strength = i32::from(self.strength_of(state, members));
            if members.len() == 1 && !self.unit(unit).is_commander() {
                sum -= ALONE;
            }
            if !state.holed.has(unit) && strength >= 6 && self.held(state, self.unit(unit).house).is_none() {
                sum += self.stance(state, unit, strength, &goals).0;
            }
        }
        for castle in self.castles_of(state, side) {
            let body = state.castle(castle);
            let level = i32::from(self.keep(castle).level) + 1;
            sum -= WEAR * level * (10 - i32::from(body.durability)) + HEART * i32::from(body.low);
            if self.is_surrounded(state, castle) {
                sum -= SIEGE * level;
            }
        }
        for late in &self.scenario.interventions {
            if self.armies[usize::from(late.army.0)].side != side && !state.happened.has(late.flag) {
                let need = i32::from(self.tables.needed(&late.table, self.guard(state, late)).unwrap_or(7));
                sum -= INVASION * (7 - need).max(0) / 6;
            }
        }
        sum
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

    /// The force to act next: the strongest that can.
    fn next_force(&self, state: &State) -> Option<UnitId> {
        self.sides[state.active.index()]
            .iter()
            .filter(|&unit| {
                state.lives(unit)
                    && state.is_head(unit)
                    && !state.acted.has(unit)
                    && self.may_act(state, unit).is_ok()
            })
            .max_by_key(|&unit| {
                (self.force_strength(state, unit), self.unit(unit).rank, std::cmp::Reverse(unit))
            })
    }

    /// Everything sensible one force can do.
    fn propose_for(&self, state: &State, seat: Seat, force: UnitId, out: &mut Vec<Plan<Action>>) {
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
        let strength = i32::from(self.force_strength(state, force));
        let goals = self.goals(state, state.active);
        let wanted = if is_beside(state.hex(force)) {
            goals.iter().max_by_key(|goal| goal.worth).map(|goal| goal.castle)
        } else {
            self.stance(state, force, strength, &goals).1
        };
        let hexes: Vec<HexId> = list
            .iter()
            .filter_map(|action| if let Action::To(hex) = action { Some(*hex) } else { None })
            .collect();
        // Three goals: what it has in mind now, and the two most wanted near by.
        let mut near: Vec<&Goal> = goals.iter().collect();
        if !is_beside(state.hex(force)) {
            let far =
                |goal: &Goal| i32::from(self.aims.fields[goal.castle.index()][state.hex(force).index()]);
            near.sort_by_key(|goal| far(goal) * 4 - goal.worth);
        }
        let mut castles: Vec<CastleId> = wanted.into_iter().collect();
        castles.extend(near.iter().take(3).map(|goal| goal.castle));
        castles.dedup();
        let mut targets: Vec<HexId> = Vec::new();
        for castle in castles {
            let field = &self.aims.fields[castle.index()];
            let mut ways = hexes.clone();
            ways.sort_by_key(|hex| (field[hex.index()], *hex));
            targets.extend(ways.into_iter().take(2));
        }
        targets.sort_unstable();
        targets.dedup();
        if strength >= 6 || is_beside(state.hex(force)) {
            out.extend(targets.iter().map(|&hex| Plan::new(vec![take, Action::To(hex)])));
        }
        let mut inside: Vec<Action> =
            list.iter().copied().filter(|action| matches!(action, Action::Into(_))).collect();
        inside.truncate(3);
        // A ruin scores nothing: once the walls are low it is better to talk, or to let hunger work.
        let low =
            self.castle_at(state.hex(force)).is_some_and(|castle| state.castle(castle).durability <= TALK);
        let apart = |action: &Action| match action {
            Action::To(_) | Action::Into(_) | Action::Legs | Action::Organise | Action::Stand => true,
            Action::Assault(_) => low,
            _ => false,
        };
        for action in list.iter().copied().filter(|action| !apart(action)) {
            out.extend(self.by_habit(state, seat, &[take, action]));
        }
        for action in inside {
            out.push(Plan::new(vec![take, action]));
        }
        if list.contains(&Action::Organise) && self.free_boxes(state, force) > 1 {
            out.extend(self.by_habit(
                state,
                seat,
                &[take, Action::Organise, Action::Fill(force), Action::Done],
            ));
        }
    }
}

impl Counsel for Gunyuden {
    fn worth(&self, state: &State, side: Side) -> i32 {
        if let Some(over) = state.over {
            return if over.winner == side { WON } else { -WON };
        }
        let sign = if side == HASHIBA { 1 } else { -1 };
        let sum = POINT * i32::from(self.lead(state)) + self.side_worth(state, HASHIBA)
            - self.side_worth(state, HASHIBA.other());
        sign * sum
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        match (state.frames.last(), state.phase) {
            (None, Phase::Operation) => match self.next_force(state) {
                Some(force) => self.propose_for(state, seat, force, out),
                None => out.push(Action::Done.into()),
            },
            // Set-up and drafts by habit; losses by habit, or by going back.
            (None, Phase::Deploy) | (Some(Frame::Draft { .. } | Frame::Retreat { .. }), _) => {
                out.push(self.habit(state, seat).into());
            }
            (Some(Frame::Lose { .. }), _) => {
                out.push(self.habit(state, seat).into());
                if self.judge_retreat(state).is_ok() && self.habit(state, seat) != Action::Retreat {
                    out.push(Action::Retreat.into());
                }
            }
            // A surround without hope of relief may still be sat out.
            (Some(Frame::Check { .. }), _) => {
                if let Ask::Choose(_) = self.ask(state) {
                    out.push(self.habit(state, seat).into());
                }
            }
            _ => {}
        }
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.inning)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        [0, 1].map(|side: usize| {
            let gone: UnitSet = self.sides[side].iter().filter(|&unit| state.hex(unit) == REMOVED).collect();
            gone.len() as u32
        })
    }
}
