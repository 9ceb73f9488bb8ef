//! Step 9, A-33.1: does a commander or general challenge another?

use plane::Outline;

use super::accept::Accept;
use crate::{decisions::clicked_unit, prelude::*, queries::formation::TOLERANCE};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Challenge;

/// The base of a commander or of a general with a unit.
fn champion_shape(rules: &AgeOfWar, state: &State, who: UnitId) -> Option<Outline> {
    let data = rules.unit(who);
    if data.is_general() {
        let with = state.chief(data.clan).with?;
        return (state.body(with).place == Where::Table).then(|| rules.general_shape(state, data.clan));
    }
    if !data.is_troops() || state.body(who).place != Where::Table {
        return None;
    }
    let at = state.body(who).bases.iter().position(|base| base.commander)?;
    rules.base_shape(state, who, at)
}

/// Generals challenge everybody, commanders their like.
fn is_of_rank(rules: &AgeOfWar, unit: UnitId, target: UnitId) -> bool {
    rules.unit(unit).is_general() || !rules.unit(target).is_general()
}

fn is_in_call(rules: &AgeOfWar, mine: &Outline, theirs: &Outline) -> bool {
    mine.within(theirs, rules.tables.challenge.range + TOLERANCE)
}

fn may_challenge(rules: &AgeOfWar, state: &State, unit: UnitId, target: UnitId) -> May {
    let no = |key| Err(No::new(A_33_1, key).with("unit", piece(unit)).with("other", piece(target)));
    if rules.side_of(unit) != state.active || rules.side_of(target) == state.active {
        return no("no-challenge-side");
    }
    let (Some(mine), Some(theirs)) =
        (champion_shape(rules, state, unit), champion_shape(rules, state, target))
    else {
        return no("no-challenge-who");
    };
    if !is_of_rank(rules, unit, target) {
        return no("no-challenge-rank");
    }
    if !is_in_call(rules, &mine, &theirs) {
        return no("no-challenge-far");
    }
    Ok(())
}

/// All that [`may_challenge`] allows; the base of each is worked out once.
fn list_challenges(rules: &AgeOfWar, state: &State, out: &mut Actions<Action>) {
    let champion = |unit: UnitId| Some((unit, champion_shape(rules, state, unit)?));
    let (mine, theirs): (Vec<_>, Vec<_>) =
        state.all().filter_map(champion).partition(|(unit, _)| rules.side_of(*unit) == state.active);
    for (unit, own) in mine {
        for (target, other) in &theirs {
            if is_of_rank(rules, unit, *target) && is_in_call(rules, &own, other) {
                out.push(Action::Challenge { unit, target: *target });
                if out.full() {
                    return;
                }
            }
        }
    }
}

impl Decision<AgeOfWar, Base> for Challenge {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        Question::new(cx.seat, A_20_9, Line::new("ask-challenge").with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        list_challenges(cx.rules, cx.state, out);
        out.push(Action::NoChallenge);
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        match *action {
            Action::Challenge { unit, target } => Some(may_challenge(cx.rules, cx.state, unit, target)),
            Action::NoChallenge => Some(Ok(())),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let Action::Challenge { unit, target } = action else { return next_step(cx.state, Step::Late) };
        cx.state.challenged = cx.rules.options.challenge_per_game_turn;
        cx.story.tell(|| {
            Event::new(A_33_1, "told-challenges")
                .with("unit", piece(unit))
                .with("other", piece(target))
                .by(cx.rules.side_of(unit))
        });
        next_step(cx.state, Step::Accept(Accept { unit, target }))
    }

    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        let mut one = Actions::up_to(1);
        if !cx.state.challenged {
            list_challenges(cx.rules, cx.state, &mut one);
        }
        one.full()
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        next_step(cx.state, Step::Late)
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        let target = clicked_unit(cx.rules, thing)?;
        let able = cx.state.all().find(|own| may_challenge(cx.rules, cx.state, *own, target).is_ok());
        let any = || cx.rules.of_side[cx.state.active.index()].first();
        Some(Action::Challenge { unit: able.or_else(any)?, target })
    }

    fn default_action(&self, _cx: Cx<'_, Base>) -> Option<Action> {
        Some(Action::NoChallenge)
    }
}
