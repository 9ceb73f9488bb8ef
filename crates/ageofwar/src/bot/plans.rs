//! Plans worth looking at. What a unit does with its action points is one plan, from its first turn to its last lot,
//! shot or fight.

use kernel::{Actions, Plan, Rules, Seat};
use plane::{Hand, Heading};

use super::{goals, prospects};
use crate::{
    AgeOfWar,
    decisions::{
        Errand, Step,
        errands::{
            face::Face,
            reform::{Part, Reform},
        },
        steps::general::General,
    },
    model::{
        state::{Activity, Mark, Stage, State},
        units::UnitId,
    },
    notation::action::Action,
    queries::mover::{HALF, Mover, Stepped},
};

/// Marches, and shots after a march, that are looked at.
const MARCHES: usize = 5;
const SHOTS: usize = 3;
/// Fights.
const FIGHTS: usize = 4;
/// Dice of a test that a general rather prevents.
const RALLIED: u8 = 5;

/// Where a chain of a unit's actions has brought it.
#[derive(Clone)]
struct March {
    actions: Vec<Action>,
    stepped: Stepped,
    activity: Activity,
}

impl March {
    fn then(&self, action: Action, stepped: Stepped, activity: Activity) -> March {
        let mut actions = self.actions.clone();
        actions.push(action);
        // Ground entered and left is counted for each action by itself.
        March { actions, stepped: Stepped { entered: 0, left: 0, ..stepped }, activity }
    }

    fn plan(&self, last: Action) -> Plan<Action> {
        let mut actions = self.actions.clone();
        actions.push(last);
        Plan::new(actions)
    }
}

fn propose_listed(rules: &AgeOfWar, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
    let mut listed = Actions::default();
    rules.actions(state, seat, &mut listed);
    out.extend(listed.iter().copied().map(Plan::from));
}

pub(super) fn propose_errand(
    rules: &AgeOfWar,
    state: &State,
    seat: Seat,
    errand: &Errand,
    out: &mut Vec<Plan<Action>>,
) {
    match errand {
        Errand::Test(test) if rules.morale_dice(state, test.unit) >= RALLIED => {
            out.push(Plan::from(Action::Rally));
        }
        Errand::Watch(_) | Errand::Assault(_) | Errand::Reform(Reform { part: Part::Files, .. }) => {
            propose_listed(rules, state, seat, out);
        }
        Errand::Face(Face { unit }) | Errand::Reform(Reform { unit, part: Part::Facing }) => {
            let mut listed = Actions::default();
            rules.actions(state, seat, &mut listed);
            let (outlook, print) = (goals::outlook(rules, state, *unit), rules.print(state, *unit));
            let faced = |action: &Action| match action {
                Action::Face(heading) => outlook.at(&print.facing(*heading)),
                _ => i32::MIN,
            };
            let best = listed.iter().rev().copied().max_by_key(faced);
            out.extend(best.map(Plan::from));
        }
        _ => out.push(Plan::from(rules.habit(state, seat))),
    }
}

pub(super) fn propose_step(rules: &AgeOfWar, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
    match &state.step {
        // Easily motivated units come first: a failure ends the turn of the whole clan.
        Step::Motivate => {
            let units = rules.of_side[state.active.index()].iter();
            let able = units.filter(|unit| rules.may_motivate(state, *unit).is_ok());
            let first = able
                .min_by_key(|unit| (rules.needed(state, *unit).max(4), waits(rules, state, *unit), *unit));
            out.extend(first.map(|unit| Plan::from(Action::Motivate(unit))));
        }
        Step::Act(act) if act.activity.wild => propose_listed(rules, state, seat, out),
        Step::Act(act) => propose_act(rules, state, act.unit, &act.activity, out),
        Step::General(General { clan, .. }) => {
            let mut listed = Actions::default();
            rules.actions(state, seat, &mut listed);
            let own = |action: &&Action| match action {
                Action::Join { unit, .. } => rules.unit(*unit).clan == *clan,
                Action::Stay => true,
                _ => false,
            };
            out.extend(listed.iter().filter(own).copied().map(Plan::from));
        }
        // The dice are with the challenger, most of all with a general.
        Step::Challenge => {
            let mut listed = Actions::default();
            rules.actions(state, seat, &mut listed);
            let by_general = |action: &&Action| matches!(action, Action::Challenge { unit, .. } if rules.unit(*unit).is_general());
            let best = listed.iter().find(by_general).or(listed.first());
            out.extend(best.copied().map(Plan::from));
        }
        Step::Arrive(arrive) => {
            let files = state.body(arrive.unit).formation.files;
            let mut listed = Actions::default();
            rules.actions(state, seat, &mut listed);
            let formed = |action: &&Action| matches!(action, Action::Place { files: f, .. } if *f == files);
            out.extend(listed.iter().filter(formed).copied().map(Plan::from));
            if out.is_empty() {
                out.push(Plan::from(rules.habit(state, seat)));
            }
        }
        _ => out.push(Plan::from(rules.habit(state, seat))),
    }
}

/// Of two who are motivated alike the one nearer to the enemy goes first: it clears the way.
fn waits(rules: &AgeOfWar, state: &State, unit: UnitId) -> i32 {
    let at = state.body(unit).at;
    let foes = rules.troops(state, rules.side_of(unit).other());
    foes.map(|foe| at.distance(state.body(foe).at).0).min().unwrap_or(0)
}

/// A state in which the unit stands where a march has brought it.
fn after_march(rules: &AgeOfWar, state: &State, unit: UnitId, march: &March) -> State {
    let mut there = state.clone();
    rules.put(&mut there, unit, &march.stepped.print);
    there
}

fn propose_act(
    rules: &AgeOfWar,
    state: &State,
    unit: UnitId,
    activity: &Activity,
    out: &mut Vec<Plan<Action>>,
) {
    if rules.may_freely(state, unit, activity, Action::Restore).is_ok() {
        out.push(Plan::from(Action::Restore));
        return;
    }
    out.push(Plan::from(Action::End));
    if activity.ap == 0 {
        return;
    }
    let turned = turned(rules, state, unit, activity);
    propose_fights(rules, state, unit, &turned, out);
    let outlook = goals::outlook(rules, state, unit);
    let mut marches: Vec<(i32, March)> = turned
        .iter()
        .flat_map(|march| advanced(rules, state, unit, march))
        .map(|march| (outlook.at(&march.stepped.print), march))
        .collect();
    marches.sort_by_key(|(worth, march)| (-*worth, march.actions.len()));
    // The best of every heading.
    let mut headings: Vec<Heading> = Vec::new();
    marches.retain(|(_, march)| {
        let heading = march.stepped.print.heading;
        let new = !headings.contains(&heading);
        headings.push(heading);
        new
    });
    marches.truncate(MARCHES);
    let still =
        March { actions: Vec::new(), stepped: rules.here(state, unit, activity), activity: *activity };
    let stands = std::iter::once(&still).chain(marches.iter().map(|(_, march)| march).take(SHOTS));
    for march in stands {
        if rules.may_shoot_now(unit, &march.activity).is_ok() {
            let there = after_march(rules, state, unit, march);
            let targets = rules.targets(&there, unit);
            out.extend(targets.into_iter().map(|target| march.plan(Action::Shoot(target))));
        }
    }
    out.extend(marches.iter().map(|(_, march)| march.plan(Action::End)));
    propose_forms(rules, state, unit, activity, out);
}

/// In a better formation: with a second rank, and wider than two.
fn propose_forms(
    rules: &AgeOfWar,
    state: &State,
    unit: UnitId,
    activity: &Activity,
    out: &mut Vec<Plan<Action>>,
) {
    let body = state.body(unit);
    if rules.has_support(state, unit) && body.formation.files > 2 {
        return;
    }
    let files = (body.bases.len() as u8).div_ceil(2);
    let front = *rules.fronts(state, unit, files.max(1)).end();
    let action = Action::Files { files, front };
    if rules.may_freely(state, unit, activity, action).is_ok() {
        out.push(Plan::new(vec![action, Action::End]));
    }
}

/// As it stands, turned on the spot, and each of these wheeled once or twice to either hand.
fn turned(rules: &AgeOfWar, state: &State, unit: UnitId, activity: &Activity) -> Vec<March> {
    let mover = Mover::new(rules, state, unit);
    let still =
        March { actions: Vec::new(), stepped: rules.here(state, unit, activity), activity: *activity };
    let mut found = vec![still.clone()];
    if activity.stage <= Stage::Form
        && let Ok(paid) = rules.pay(activity, rules.tables.points.change)
    {
        for (steps, action) in
            [(-18, Action::Turn(Hand::Left)), (18, Action::Turn(Hand::Right)), (36, Action::About)]
        {
            let to = still.stepped.print.turned(steps);
            if mover.may_set(&still.stepped.print, &to).is_ok() {
                let inside = mover.inside(&to);
                let activity = Activity { stage: Stage::Form, faced: true, inside, ..paid };
                found.push(still.then(action, Stepped { print: to, inside, ..still.stepped }, activity));
            }
        }
    }
    if state.is(unit, Mark::Halted) || activity.stage > Stage::Wheel {
        return found;
    }
    for march in found.clone() {
        for hand in Hand::BOTH {
            let mut at = march.clone();
            while at.activity.wheels < rules.tables.points.wheels
                && let Ok(stepped) = mover.wheel(&at.stepped, hand)
                && let Ok(paid) = rules.pay(&at.activity, rules.tables.points.change + mover.toll(&stepped))
            {
                let (wheels, inside) = (paid.wheels + 1, stepped.inside);
                at = at.then(
                    Action::Wheel(hand),
                    stepped,
                    Activity { stage: Stage::Wheel, wheels, inside, ..paid },
                );
                found.push(at.clone());
            }
        }
    }
    found
}

/// Straight on from there: nowhere, and every half inch that its points allow.
fn advanced(rules: &AgeOfWar, state: &State, unit: UnitId, from: &March) -> Vec<March> {
    let mover = Mover::new(rules, state, unit);
    let mut found = vec![];
    if !from.actions.is_empty() {
        found.push(from.clone());
    }
    let lot = (mover.lot().0 / HALF.0) as u8;
    let mut start = from.clone();
    'lots: while rules.may_march(state, unit, &start.activity).is_ok() {
        let mut at = start.stepped;
        for halves in 1..=lot {
            let Ok(next) = mover.advance(&at, HALF, None) else { break 'lots };
            let Ok(paid) = rules.pay(&start.activity, 1 + mover.toll(&next)) else { break 'lots };
            at = next;
            let activity = Activity { stage: Stage::March, lots: paid.lots + 1, inside: at.inside, ..paid };
            let march = start.then(Action::Advance(halves), at, activity);
            if halves == lot {
                start = march.clone();
            }
            found.push(march);
        }
    }
    found
}

/// Fights that can be started after a turn or a wheel.
fn propose_fights(
    rules: &AgeOfWar,
    state: &State,
    unit: UnitId,
    turned: &[March],
    out: &mut Vec<Plan<Action>>,
) {
    let foes: Vec<UnitId> = state.here().filter(|foe| rules.side_of(*foe) != rules.side_of(unit)).collect();
    let mut found: Vec<(i32, Plan<Action>)> = Vec::new();
    for march in turned {
        let there = after_march(rules, state, unit, march);
        for foe in &foes {
            let Ok(rush) = rules.assault_of(&there, unit, &march.activity, *foe) else { continue };
            let spent = i32::from(march.activity.ap - rush.activity.ap);
            let worth = if rules.unit(*foe).is_troops() {
                prospects::clash_worth(rules, state, unit, *foe)
            } else {
                i32::MAX
            };
            found.push((worth.saturating_sub(spent), march.plan(Action::Fight(*foe))));
        }
    }
    found.sort_by_key(|(worth, plan)| (std::cmp::Reverse(*worth), plan.actions.len()));
    out.extend(found.into_iter().take(FIGHTS).map(|(_, plan)| plan));
}
