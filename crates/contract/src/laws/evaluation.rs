//! What bots rely on: sides, judgement, plans.

use kernel::{
    Game, Play, Seat, Side, Story,
    evaluation::WON,
    plans::{follow, is_complete, plans},
};

use crate::{
    broken::{Held, Slip},
    case::Case,
};

pub(crate) fn side<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    for (n, state) in case.all() {
        let [one, two] = Seat::ALL.map(|seat| rules.side(state, seat));
        if one == two || one.0 > 1 || two.0 > 1 {
            return Slip::at(n, format!("the seats play sides {} and {}", one.0, two.0));
        }
        let [one, two] = Side::ALL.map(|side| rules.worth(state, side));
        if one != -two {
            return Slip::at(n, format!("the position is worth {one} to one side and {two} to the other"));
        }
        if one.abs() > WON {
            return Slip::at(n, format!("a worth of {one} is more than a won game"));
        }
    }
    Ok(())
}

pub(crate) fn plans_are_legal<R: Game>(case: &Case<'_, R>) -> Held {
    const ENUMERATED: usize = 24;
    let rules = case.rules();
    for (n, state) in case.close() {
        for (question, _) in case.lists(state) {
            let seat = question.seat;
            let mut proposed = Vec::new();
            rules.propose(state, seat, &mut proposed);
            if rules.alternating() {
                rules.propose_briefly(state, seat, &mut proposed);
            }
            for plan in &proposed {
                if plan.actions.is_empty() {
                    return Slip::at(n, "a proposed plan has no actions");
                }
                if let Err(no) = follow(rules, &mut state.clone(), seat, plan, &mut Story::silent()) {
                    let texts: Vec<String> = plan.actions.iter().map(|action| case.text(action)).collect();
                    return Slip::at(
                        n,
                        format!("the proposed plan {texts:?} is refused by rule {}", no.rule),
                    );
                }
            }
            for plan in plans(rules, state, seat, ENUMERATED) {
                let mut after = state.clone();
                let refused = plan
                    .actions
                    .iter()
                    .find(|action| rules.play(&mut after, seat, action, &mut Story::silent()).is_err());
                if refused.is_some() || !is_complete(rules, &after, seat, rules.depth(state)) {
                    let texts: Vec<String> = plan.actions.iter().map(|action| case.text(action)).collect();
                    return Slip::at(n, format!("the plan {texts:?} cannot be followed to its end"));
                }
            }
        }
    }
    Ok(())
}
