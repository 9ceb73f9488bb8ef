//! Plans: chains of one seat's own actions.

use crate::{
    question::{Actions, Ask},
    refusal::Refusal,
    rules::{Play, Rules},
    story::Story,
    thing::Seat,
};

/// A chain of one seat's actions, up to the next throw, the next question to someone else, or the return
/// to the frame where it began.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan<A> {
    pub actions: Vec<A>,
}

impl<A> Plan<A> {
    pub fn new(actions: Vec<A>) -> Plan<A> {
        Plan { actions }
    }
}

impl<A> From<A> for Plan<A> {
    fn from(action: A) -> Plan<A> {
        Plan { actions: vec![action] }
    }
}

/// Enumerates plans depth first in listed order, at most `bound` of them.
///
/// Choosing A then B and B then A lead to the same state; only the first way is kept.
pub fn plans<R: Rules>(rules: &R, state: &R::State, seat: Seat, bound: usize) -> Vec<Plan<R::Action>> {
    let mut search = Search {
        rules,
        seat,
        bound,
        depth: rules.depth(state),
        chain: Vec::new(),
        found: Vec::new(),
        seen: Vec::new(),
    };
    search.descend(state);
    search.found
}

struct Search<'r, R: Rules> {
    rules: &'r R,
    seat: Seat,
    bound: usize,
    depth: usize,
    chain: Vec<R::Action>,
    found: Vec<Plan<R::Action>>,
    /// Hashes of the states inside chains, sorted.
    seen: Vec<u64>,
}

impl<R: Rules> Search<'_, R> {
    fn descend(&mut self, state: &R::State) {
        let mut actions = Actions::default();
        self.rules.actions(state, self.seat, &mut actions);
        for action in actions.iter() {
            if self.found.len() >= self.bound {
                return;
            }
            let mut next = state.clone();
            let input = crate::rules::Move::Act(self.seat, action.clone());
            self.rules.carry_out(&mut next, input, &mut Story::silent());
            self.chain.push(action.clone());
            if is_complete(self.rules, &next, self.seat, self.depth) {
                self.found.push(Plan { actions: self.chain.clone() });
            } else {
                let hash = self.rules.hash(&next);
                if let Err(at) = self.seen.binary_search(&hash) {
                    self.seen.insert(at, hash);
                    self.descend(&next);
                }
            }
            self.chain.pop();
        }
    }
}

/// Has a chain that began at `depth` come to its end in this state?
pub fn is_complete<R: Rules>(rules: &R, state: &R::State, seat: Seat, depth: usize) -> bool {
    match rules.ask(state) {
        Ask::Choose(questions) => questions.iter().all(|q| q.seat != seat) || rules.depth(state) <= depth,
        Ask::Throw(_) | Ask::Over(_) => true,
    }
}

/// Plays a plan. Where a step had but one answer the game has gone on by itself; the chain ends with it.
pub fn follow<R: Rules>(
    rules: &R,
    state: &mut R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
    story: &mut Story<R::Event>,
) -> Result<(), Refusal> {
    let depth = rules.depth(state);
    for action in &plan.actions {
        rules.play(state, seat, &rules.reduced(state, action), story)?;
        if is_complete(rules, state, seat, depth) {
            break;
        }
    }
    Ok(())
}

/// Plays actions that a player has named. Back in the frame where they began, the next one is played too if it is legal
/// there: a question that is asked again, such as whom to bring to a battle, takes several answers.
pub fn follow_named<R: Rules>(
    rules: &R,
    state: &mut R::State,
    seat: Seat,
    plan: &Plan<R::Action>,
    story: &mut Story<R::Event>,
) -> Result<(), Refusal> {
    let depth = rules.depth(state);
    let mut complete = false;
    for action in &plan.actions {
        let action = rules.reduced(state, action);
        if complete && rules.judge(state, seat, &action).is_err() {
            break;
        }
        rules.play(state, seat, &action, story)?;
        complete = is_complete(rules, state, seat, depth);
        let asks =
            |ask: Ask| matches!(ask, Ask::Choose(questions) if questions.iter().any(|q| q.seat == seat));
        if !asks(rules.ask(state)) || rules.depth(state) < depth {
            break;
        }
    }
    Ok(())
}
