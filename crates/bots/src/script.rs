//! Scripted opponents: simple fixed policies that any system can be played by. They are no good players; a good one
//! beats each of them.

use std::marker::PhantomData;

use kernel::{
    Ask, Game, Lot, Plan, Rules, Seat, Side, Viewer,
    evaluation::WON,
    measure::{Measure, Spot},
    scene::Scene,
};

use crate::{
    Bot,
    intent::Intent,
    outlook::{Answers, after_proposal, candidates, ranked},
};

/// Which policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// The default action to every question.
    Passive,
    /// Fights from where it stands and never moves a unit by its own will.
    Turtle,
    /// Every unit to the nearest enemy, and at him.
    Rusher,
    /// Every unit to what wins the game, whatever is in the way.
    Raider,
}

impl Script {
    pub const ALL: [Script; 4] = [Script::Passive, Script::Turtle, Script::Rusher, Script::Raider];

    pub fn name(self) -> &'static str {
        match self {
            Script::Passive => "passive",
            Script::Turtle => "turtle",
            Script::Rusher => "rusher",
            Script::Raider => "raider",
        }
    }

    pub(crate) fn names() -> String {
        Script::ALL.map(|script| format!("script:{}", script.name())).join(", ")
    }

    /// What a loss of the enemy and an own loss count, in steps towards the goal.
    fn stakes(self) -> (i32, i32) {
        match self {
            Script::Rusher => (30, 10),
            _ => (20, 10),
        }
    }
}

/// A player by script.
pub(crate) struct Scripted<R: Rules> {
    script: Script,
    lot: Lot,
    intent: Intent<R>,
    measure: Option<Measure>,
    rules: PhantomData<fn() -> R>,
}

impl<R: Game> Scripted<R> {
    pub(crate) fn new(script: Script, seed: u64) -> Scripted<R> {
        Scripted { script, lot: Lot::new(seed), intent: Intent::none(), measure: None, rules: PhantomData }
    }

    fn plan(&mut self, rules: &R, state: &R::State, seat: Seat) -> Option<Plan<R::Action>> {
        let side = rules.side(state, seat);
        let mut plans = candidates(rules, state, seat);
        if self.script == Script::Turtle {
            let stand = places(&rules.scene(state, Viewer::Seat(seat)), side);
            plans.retain(|plan| {
                let next = after_proposal(rules, state, seat, plan);
                places(&rules.scene(&next, Viewer::Seat(seat)), side) == stand
            });
            let ranked = ranked(rules, state, seat, plans, &R::worth, Answers::Habit);
            return ranked.into_iter().next().map(|(_, plan)| plan);
        }
        let measure = self.measure.get_or_insert_with(|| Measure::new(&rules.grounds()));
        let script = self.script;
        let score =
            |rules: &R, state: &R::State, side: Side| score(rules, state, seat, side, script, measure);
        let ranked = ranked(rules, state, seat, plans, &score, Answers::Habit);
        ranked.into_iter().next().map(|(_, plan)| plan)
    }
}

impl<R: Game> Bot<R> for Scripted<R> {
    fn choose(&mut self, rules: &R, state: &R::State, seat: Seat) -> R::Action {
        let state = rules.imagine(state, Viewer::Seat(seat), &mut self.lot);
        if self.script == Script::Passive {
            return rules.habit(&state, seat);
        }
        if let Some(action) = self.intent.next(rules, &state, seat) {
            return action;
        }
        self.plan(rules, &state, seat)
            .and_then(|plan| self.intent.begin(rules, &state, seat, &plan))
            .unwrap_or_else(|| rules.habit(&state, seat))
    }
}

/// A place by its label, or a point of an open table.
type Place = (Option<String>, Option<(i32, i32)>);

/// Where the units of a side stand.
fn places(scene: &Scene, side: Side) -> Vec<(String, Place)> {
    let own = scene.pieces.iter().filter(|piece| piece.side == side.0);
    let on_board = own.filter(|piece| piece.place.is_some() || piece.pose.is_some());
    on_board
        .map(|piece| (piece.id.clone(), (piece.place.clone(), piece.pose.map(|pose| (pose.x, pose.y)))))
        .collect()
}

/// Losses of either side, and how far the own units are from where they want to be.
fn score<R: Game>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    side: Side,
    script: Script,
    measure: &Measure,
) -> i32 {
    if let Ask::Over(outcome) = rules.ask(state) {
        return outcome.winner.map_or(0, |winner| if winner == side { WON } else { -WON });
    }
    let scene = rules.scene(state, Viewer::Seat(seat));
    let spots = |of: Side| -> Vec<Spot> {
        let pieces = scene.pieces.iter().filter(|piece| piece.side == of.0);
        pieces.filter_map(|piece| measure.piece(piece)).collect()
    };
    let mut goals: Vec<Spot> = Vec::new();
    if script == Script::Raider {
        for thing in rules.objectives(state, side) {
            let label = rules.label(thing);
            let piece = scene.pieces.iter().find(|piece| piece.id == label);
            goals.extend(piece.and_then(|piece| measure.piece(piece)).or_else(|| measure.place(&label)));
        }
    }
    if goals.is_empty() {
        goals = spots(side.other());
    }
    let far = |spot: Spot| goals.iter().filter_map(|&goal| spot.roughly(goal)).min().unwrap_or(0);
    let steps: i64 =
        spots(side).into_iter().map(|spot| i64::from(far(spot)) * 16 / i64::from(measure.step())).sum();
    let lost = rules.losses(state).map(|lost| lost as i32);
    let (gain, loss) = script.stakes();
    let fights = gain * lost[side.other().index()] - loss * lost[side.index()];
    fights * 16 - steps.min(i64::from(WON / 2)) as i32
}
