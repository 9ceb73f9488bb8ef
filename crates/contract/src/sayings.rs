//! Everything a game says: rules it cites and sentences it speaks.

use kernel::{Ask, Cited, Game, Line, Rule, Seat, Viewer, odds::Scope};

use crate::case::Case;

/// One thing said: where, by which rule, in which words.
pub(crate) struct Saying<'a> {
    pub(crate) input: usize,
    pub(crate) what: &'static str,
    pub(crate) rule: Option<Rule>,
    pub(crate) line: Option<&'a Line>,
}

const VIEWERS: [Viewer; 4] =
    [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Watcher, Viewer::Everyone];

/// All of a game: questions, rolls, ends and events everywhere, the rest where it is looked at closely.
pub(crate) fn all<R: Game>(case: &Case<'_, R>, hear: &mut dyn FnMut(Saying<'_>)) {
    let rules = case.rules();
    for (input, state) in case.all() {
        at_rest(rules, input, state, hear);
        for event in &case.trail.events[input] {
            hear(Saying { input, what: "event", rule: Some(event.rule()), line: None });
            for telling in VIEWERS.iter().filter_map(|&viewer| rules.tell(event, viewer)) {
                hear(Saying { input, what: "event", rule: None, line: Some(&telling.line) });
            }
            let asked = &case.trail.states[input.saturating_sub(1)];
            for seat in Seat::ALL {
                if let Some(told) = rules.effect(Scope { asked, planned: asked, seat }, event).outcome {
                    hear(Saying { input, what: "effect", rule: None, line: Some(&told.line) });
                }
            }
        }
    }
    for (input, state) in case.close() {
        choices(case, input, state, hear);
        refusals(case, input, state, hear);
        for seat in Seat::ALL {
            if let Some(line) = rules.hidden_condition(state, seat) {
                hear(Saying { input, what: "condition", rule: None, line: Some(&line) });
            }
        }
    }
}

fn at_rest<R: Game>(rules: &R, input: usize, state: &R::State, hear: &mut dyn FnMut(Saying<'_>)) {
    let mut said = |what, rule, line| hear(Saying { input, what, rule: Some(rule), line: Some(line) });
    match rules.ask(state) {
        Ask::Choose(questions) => questions.iter().for_each(|q| said("question", q.rule, &q.prompt)),
        Ask::Throw(roll) => {
            said("roll", roll.rule, &roll.line);
            roll.modifiers.iter().for_each(|m| said("modifier", m.rule, &m.line));
        }
        Ask::Over(outcome) => said("outcome", outcome.rule, &outcome.line),
    }
}

fn choices<R: Game>(case: &Case<'_, R>, input: usize, state: &R::State, hear: &mut dyn FnMut(Saying<'_>)) {
    const MOST: usize = 40;
    for (question, listed) in case.lists(state) {
        let step = listed.len().div_ceil(MOST).max(1);
        for action in listed.iter().step_by(step) {
            for viewer in VIEWERS {
                let shown = case.rules().show(state, question.seat, action, viewer);
                for line in std::iter::once(&shown.line).chain(&shown.warning) {
                    hear(Saying { input, what: "choice", rule: None, line: Some(line) });
                }
            }
        }
    }
}

fn refusals<R: Game>(case: &Case<'_, R>, input: usize, state: &R::State, hear: &mut dyn FnMut(Saying<'_>)) {
    let mut lot = case.lot(input, 11);
    for seat in Seat::ALL {
        for action in case.attempts(state, seat, &mut lot) {
            if let Err(no) = case.rules().judge(state, seat, &action) {
                hear(Saying { input, what: "refusal", rule: Some(no.rule), line: Some(&no.line) });
            }
        }
    }
}
