//! Every throw from a plan to the end of the fight it lies in: expanded and merged, or sampled.

use super::{
    Policy, Until, Wish,
    chance::Chance,
    effect::{Cost, NOTHING, Outcomes, Scope, Tale},
    forecast::{Amount, Forecast, Row, Toll, half_width},
    mass::{Mass, Overflow, Scale, Step, multiply, reduce, round},
    merge::{Merged, Node, Path},
};
use crate::{
    lot::Lot,
    pace,
    question::{Ask, Order},
    roll::{Fall, Pool},
    rules::{Move, Play, Rules},
    story::Story,
    system::Game,
    thing::Seat,
    words::Line,
};

/// A question on the way may be followed by another; nobody answers more of them between two throws.
const MOST_ANSWERS: usize = 400;
/// Answers that are looked at one by one.
const MOST_BRANCHES: usize = 8;

/// What is looked through.
pub(super) struct Spread<'a, R: Rules> {
    pub(super) rules: &'a R,
    pub(super) scope: Scope<'a, R::State>,
    pub(super) wish: Wish,
    /// What the other seat answers to its first question that matters.
    pub(super) answer: Option<&'a R::Action>,
}

/// What was met on the way.
pub(super) struct Met<A> {
    /// Answers of the other seat to its first question that matters, each as it is called.
    pub(super) answers: Vec<(A, Line)>,
    /// The other seat was asked something, or something hidden came out: the way may depend on what is hidden.
    pub(super) others: bool,
    /// The other seat was asked something that depends on what it holds.
    pub(super) hidden: bool,
}

/// Where one fall of a throw leads, with its weight and what it costs.
struct Child<S> {
    state: Box<S>,
    path: Path,
    weight: u128,
    cost: Cost,
}

/// The working memory of one look.
struct Look<R: Rules> {
    outcomes: Outcomes,
    story: Story<R::Event>,
    falls: Vec<(Fall, u128)>,
    states: usize,
    met: Met<R::Action>,
    finished: Vec<(Tale, Mass)>,
}

impl<R: Rules> Look<R> {
    fn new() -> Look<R> {
        Look {
            outcomes: Outcomes::default(),
            story: Story::telling(),
            falls: Vec::new(),
            states: 0,
            met: Met { answers: Vec::new(), others: false, hidden: false },
            finished: Vec::new(),
        }
    }
}

impl<R: Game> Spread<'_, R> {
    /// The forecast, and what was met on the way. `events` are those of the plan itself.
    pub(super) fn run(&self, events: &[R::Event]) -> (Forecast, Met<R::Action>) {
        let mut look = Look::new();
        if let Some(forecast) = self.exact(events, &mut look) {
            return (forecast, look.met);
        }
        let mut look = Look { met: look.met, ..Look::new() };
        (self.sampled(events, &mut look), look.met)
    }

    fn first(&self, events: &[R::Event], look: &mut Look<R>) -> Node<R::State> {
        let mut path = Path::default();
        let cost = path.tale.hear(self.rules, self.scope, events, &mut look.outcomes);
        let mut node = Node::new(self.scope.planned.clone().into(), Scale::WHOLE.all(), path);
        node.mass.charge(cost.losses, cost.morale);
        node
    }

    /// Breadth first over throws; `None` when the bound is passed, or rounding would show.
    fn exact(&self, events: &[R::Event], look: &mut Look<R>) -> Option<Forecast> {
        let mut level = vec![self.first(events, look)];
        let mut scale = Scale::WHOLE;
        let mut children: Vec<Child<R::State>> = Vec::new();
        while !level.is_empty() {
            // Different throws often come to the same once the questions after them are answered.
            let mut resting = Merged::default();
            let mut pools = Vec::new();
            for mut node in level {
                let Some(pool) = self.run_to_throw(&mut node, look) else {
                    self.finish(&node, look);
                    continue;
                };
                if resting.add(node) {
                    pools.push(pool);
                }
            }
            look.states += pools.len();
            if look.states > self.wish.bound {
                return None;
            }
            let mut next = Merged::default();
            let mut step = Step::from(scale);
            let mut waiting = resting.nodes.into_iter();
            for pool in pools {
                let Some(mut node) = waiting.next() else { break };
                // A fall that changes nothing, such as a tie, is thrown again: the others share its weight.
                let all = self.throw(&node, pool, look, &mut children);
                match step.grow(all) {
                    Ok(by) => multiply(next.masses(), by),
                    Err(Overflow) => {
                        let (mut reached, _) = step.done();
                        round(&mut reached, next.masses());
                        let here = waiting.as_mut_slice().iter_mut().map(|node| &mut node.mass);
                        let done = look.finished.iter_mut().map(|(_, mass)| mass);
                        round(&mut scale, here.chain(done).chain([&mut node.mass]));
                        step = Step::from(scale);
                    }
                }
                for Child { state, path, weight, cost } in children.drain(..) {
                    let mut mass = step.share(node.mass, weight, all);
                    mass.charge(cost.losses, cost.morale);
                    next.add(Node::new(state, mass, path));
                }
            }
            let (reached, by) = step.done();
            scale = reached;
            multiply(look.finished.iter_mut().map(|(_, mass)| mass), by);
            let done = look.finished.iter_mut().map(|(_, mass)| mass);
            let mut masses: Vec<&mut Mass> = next.masses().chain(done).collect();
            reduce(&mut scale, &mut masses);
            level = next.nodes;
        }
        let found: u128 = look.finished.iter().map(|(_, mass)| mass.chance).sum();
        scale.is_whole(found).then(|| self.gathered(look, scale))
    }

    /// Every fall of a throw that changes something; the sum of their weights.
    fn throw(
        &self,
        node: &Node<R::State>,
        pool: Pool,
        look: &mut Look<R>,
        children: &mut Vec<Child<R::State>>,
    ) -> u128 {
        let mut falls = std::mem::take(&mut look.falls);
        pool.every(&mut falls);
        let mut all = pool.weight();
        for &(fall, weight) in &falls {
            let mut state = node.state.clone();
            let mut path = node.path;
            look.story.events.clear();
            self.rules.fall(&mut state, fall, &mut look.story);
            if state == node.state {
                all -= weight;
                continue;
            }
            let cost = path.tale.hear(self.rules, self.scope, &look.story.events, &mut look.outcomes);
            // Most checks are passed by several numbers, one after the other.
            match children.last_mut() {
                Some(last) if last.path == path && last.cost == cost && last.state == state => {
                    last.weight += weight;
                }
                _ => children.push(Child { state, path, weight, cost }),
            }
        }
        look.met.others |= std::mem::take(&mut look.story.revealed);
        look.falls = falls;
        all
    }

    fn finish(&self, node: &Node<R::State>, look: &mut Look<R>) {
        let mut tale = node.path.tale;
        if tale.outcome.is_none() {
            tale.outcome = Some(look.outcomes.number(0, Line::new(NOTHING)));
        }
        match look.finished.iter_mut().find(|(known, _)| *known == tale) {
            Some((_, mass)) => mass.add(node.mass),
            None => look.finished.push((tale, node.mass)),
        }
    }

    fn gathered(&self, look: &Look<R>, scale: Scale) -> Forecast {
        let mut forecast = Forecast { states: look.states, rounded: scale.rounded, ..Forecast::default() };
        let mut rows: Vec<(&Line, u128)> = Vec::new();
        let mut sums = Mass::default();
        let mut fallen = [0; 2];
        for (tale, mass) in &look.finished {
            let line = look.outcomes.line(tale.outcome.expect("set when it was finished"));
            match rows.iter_mut().find(|(known, _)| *known == line) {
                Some((_, sum)) => *sum += mass.chance,
                None => rows.push((line, mass.chance)),
            }
            sums.add(*mass);
            for (sum, fell) in fallen.iter_mut().zip(tale.fallen) {
                *sum += mass.chance * u128::from(fell);
            }
        }
        forecast.outcomes = rows
            .into_iter()
            .map(|(line, num)| Row { line: line.clone(), chance: scale.chance(num), error: 0 })
            .collect();
        let amount = |num| Amount { value: scale.chance(num), error: 0 };
        for (side, toll) in forecast.tolls.iter_mut().enumerate() {
            *toll = Toll {
                losses: amount(sums.losses[side]),
                leader: amount(fallen[side]),
                morale: amount(sums.morale[side]),
            };
        }
        forecast.sort();
        forecast
    }

    /// Answers questions by policy until dice are wanted; `None` where the path ends.
    fn run_to_throw(&self, node: &mut Node<R::State>, look: &mut Look<R>) -> Option<Pool> {
        let mut changed = false;
        for _ in 0..MOST_ANSWERS {
            pace::point();
            let ended = self.rules.has_ended(self.scope, &node.state);
            if ended && node.path.inside {
                return None;
            }
            if !ended && !node.path.inside {
                node.path.inside = true;
                changed = true;
            }
            let answers = self.wish.until == Until::End && !ended;
            // A question that may be answered for a seat need not be put into words first.
            if answers && let Some(seat) = self.rules.settles(&node.state) {
                self.answer_question(node, seat, false, look);
                changed = true;
                continue;
            }
            match self.rules.ask(&node.state) {
                // Dice that follow outside a fight are thrown; those that follow after one are not its dice.
                Ask::Throw(roll) => {
                    if changed {
                        node.rehash();
                    }
                    return Some(roll.pool);
                }
                Ask::Choose(questions) if answers => {
                    for (n, question) in questions.iter().enumerate() {
                        // The answer to one of two may end the other.
                        let still =
                            n == 0 || self.rules.ask(&node.state).question_for(question.seat).is_some();
                        if still {
                            self.answer_question(node, question.seat, question.always, look);
                        }
                    }
                    changed = true;
                }
                _ => return None,
            }
        }
        None
    }

    /// `always`: being asked tells nothing, so the seat may hold something in secret.
    fn answer_question(&self, node: &mut Node<R::State>, seat: Seat, always: bool, look: &mut Look<R>) {
        let mut action = None;
        if seat != self.scope.seat {
            look.met.others = true;
            look.met.hidden |= always;
            if !node.path.answered
                && self.rules.branches(&node.state, seat)
                && self.rules.is_of_plan(self.scope, &node.state)
            {
                node.path.answered = true;
                action = self.branch(&node.state, seat, look);
            }
        }
        let action = action.unwrap_or_else(|| self.answer(&node.state, seat, always));
        debug_assert!(
            self.rules.judge(&node.state, seat, &action).is_ok(),
            "a policy's answer is refused: {action:?}"
        );
        look.story.events.clear();
        self.rules.carry_out(&mut node.state, Move::Act(seat, action), &mut look.story);
        look.met.others |= std::mem::take(&mut look.story.revealed);
        let cost = node.path.tale.hear(self.rules, self.scope, &look.story.events, &mut look.outcomes);
        node.mass.charge(cost.losses, cost.morale);
    }

    /// Notes what the other seat can answer; the answer that is looked at, where it is possible here.
    fn branch(&self, state: &R::State, seat: Seat, look: &mut Look<R>) -> Option<R::Action> {
        let listed = self.rules.listed(state, seat);
        if let Some(wanted) = self.answer {
            return listed.contains(wanted).then(|| wanted.clone());
        }
        let viewer = crate::thing::Viewer::Seat(self.scope.seat);
        for action in listed {
            let known = look.met.answers.iter().any(|(known, _)| *known == action);
            if !known && look.met.answers.len() < MOST_BRANCHES {
                let line = self.rules.show(state, seat, &action, viewer).line;
                look.met.answers.push((action, line));
            }
        }
        None
    }

    fn answer(&self, state: &R::State, seat: Seat, always: bool) -> R::Action {
        let policy = self.wish.policy[seat.index()];
        if policy == Policy::Habit {
            // What an enemy holds in secret he uses: the forecast says what it is worth to him.
            let uses = always && seat != self.scope.seat;
            let order = uses.then(|| self.rules.by_order(state, seat, Order::Always)).flatten();
            return order.unwrap_or_else(|| self.rules.assumed(self.scope, state, seat));
        }
        let side = self.rules.side(state, seat);
        let mut best: Option<(i32, R::Action)> = None;
        for action in self.rules.listed(state, seat) {
            let mut next = state.clone();
            self.rules.carry_out(&mut next, Move::Act(seat, action.clone()), &mut Story::silent());
            let worth = self.rules.worth(&next, side);
            let worth = if policy == Policy::Best { worth } else { -worth };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, action));
            }
        }
        best.map_or_else(|| self.rules.habit(state, seat), |(_, action)| action)
    }

    fn sampled(&self, events: &[R::Event], look: &mut Look<R>) -> Forecast {
        let samples = self.wish.samples.max(1);
        let mut lot = Lot::new(self.rules.hash(self.scope.planned));
        // Of losses and of morale, by side.
        let mut squares = [[0u128; 2]; 2];
        for _ in 0..samples {
            let mut node = self.first(events, look);
            while let Some(pool) = self.run_to_throw(&mut node, look) {
                look.states += 1;
                let fall = drawn(pool, &mut look.falls, &mut lot);
                look.story.events.clear();
                self.rules.fall(&mut node.state, fall, &mut look.story);
                look.met.others |= std::mem::take(&mut look.story.revealed);
                let cost =
                    node.path.tale.hear(self.rules, self.scope, &look.story.events, &mut look.outcomes);
                node.mass.charge(cost.losses, cost.morale);
            }
            for (sums, lost) in squares.iter_mut().zip([node.mass.losses, node.mass.morale]) {
                sums.iter_mut().zip(lost).for_each(|(sum, n)| *sum += n.pow(2));
            }
            self.finish(&node, look);
        }
        let scale = Scale { den: u128::from(samples), rounded: false };
        let mut forecast = self.gathered(look, scale);
        forecast.samples = Some(samples);
        let of_chance = |chance: Chance| {
            let p = u128::from(chance.millionths().min(1_000_000));
            half_width(p * (1_000_000 - p), samples)
        };
        let of_mean = |value: Chance, squares: u128| {
            let mean = u128::from(value.millionths());
            let square = squares * 1_000_000_000_000 / u128::from(samples);
            half_width(square.saturating_sub(mean * mean), samples)
        };
        for row in &mut forecast.outcomes {
            row.error = of_chance(row.chance);
        }
        for (side, toll) in forecast.tolls.iter_mut().enumerate() {
            toll.losses.error = of_mean(toll.losses.value, squares[0][side]);
            toll.morale.error = of_mean(toll.morale.value, squares[1][side]);
            toll.leader.error = of_chance(toll.leader.value);
        }
        forecast
    }
}

fn drawn(pool: Pool, falls: &mut Vec<(Fall, u128)>, lot: &mut Lot) -> Fall {
    pool.every(falls);
    // The word as a fraction of the weight, by halves: a weight of more than 64 bits has no room for the product.
    let (word, weight) = (u128::from(lot.word()), pool.weight());
    let mut left = word * (weight >> 64) + ((word * (weight & u128::from(u64::MAX))) >> 64);
    let mut fall = falls[0].0;
    for &(candidate, weight) in falls.iter() {
        fall = candidate;
        if left < weight {
            break;
        }
        left -= weight;
    }
    fall
}
