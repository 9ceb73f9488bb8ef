//! The course of a game: it does not break down, it ends, and it is the same each time.

use kernel::{Ask, Game, Play};

use crate::{
    broken::{Held, Slip},
    case::Case,
    chooser::Chooser,
    trail::{Finish, Taken, Trail},
};

pub(crate) fn no_panic<R: Game>(case: &Case<'_, R>) -> Held {
    match &case.trail.finish {
        Finish::Panic { said, input } => {
            Slip::at(case.trail.inputs.len(), format!("the rules panicked at `{input}`: {said}"))
        }
        _ => Ok(()),
    }
}

pub(crate) fn no_dead_end<R: Game>(case: &Case<'_, R>) -> Held {
    match case.trail.finish {
        Finish::DeadEnd(seat) => {
            Slip::at(case.trail.inputs.len(), format!("seat {} is asked, but nothing is listed", seat.0))
        }
        _ => Ok(()),
    }
}

pub(crate) fn ends<R: Game>(case: &Case<'_, R>) -> Held {
    match case.trail.finish {
        Finish::Endless => Slip::at(
            case.trail.inputs.len(),
            format!("the game still runs after the {} inputs of its profile", case.rules().profile().bound),
        ),
        _ => Ok(()),
    }
}

pub(crate) fn goes_on<R: Game>(case: &Case<'_, R>) -> Held {
    let (rules, trail) = (case.rules(), case.trail);
    let over = trail.states.last().is_some_and(|state| matches!(rules.ask(state), Ask::Over(_)));
    let Some(Taken::Act(last, _)) = trail.inputs.last().filter(|_| over) else { return Ok(()) };
    let acts = |n: &usize| matches!(&trail.inputs[*n], Taken::Act(seat, _) if seat == last);
    match (0..trail.inputs.len()).rev().take_while(acts).find(|&n| rules.goes_on(&trail.states[n])) {
        Some(n) => Slip::at(n, format!("it was to go on, but seat {} could end it from here", last.0)),
        None => Ok(()),
    }
}

pub(crate) fn one_answer_not_asked<R: Game>(case: &Case<'_, R>) -> Held {
    for (n, state) in case.all() {
        let Ask::Choose(questions) = case.rules().ask(state) else { continue };
        if let [question] = questions.as_slice()
            && !question.always
            && let [only] = case.rules().listed(state, question.seat).as_slice()
        {
            let text = case.text(only);
            return Slip::at(n, format!("`{text}` is the only answer to rule {}", question.rule));
        }
    }
    Ok(())
}

pub(crate) fn same_seed<R: Game>(case: &Case<'_, R>) -> Held {
    let trail = case.trail;
    let again =
        || Trail::play(&trail.rules, &trail.game, trail.seed, Chooser::of_seed(trail.seed), usize::MAX);
    // Two threads at once on the same rules, beside the one the game was first played on.
    let (one, two) = std::thread::scope(|scope| {
        let other = scope.spawn(|| again().hashes);
        (again().hashes, other.join().expect("a panic of the rules is kept by the trail"))
    });
    for hashes in [one, two] {
        let parts = trail.hashes.iter().zip(&hashes).position(|(a, b)| a != b);
        if let Some(n) = parts {
            return Slip::at(n, "the same seed led to another state when it was played again");
        }
        if trail.hashes.len() != hashes.len() {
            let (a, b) = (trail.hashes.len(), hashes.len());
            return Slip::at(a.min(b) - 1, format!("the same seed took {a} inputs, then {b}"));
        }
    }
    Ok(())
}
