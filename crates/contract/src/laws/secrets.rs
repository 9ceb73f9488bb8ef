//! Secrets: whatever a viewer can obtain is the same in every truth he must hold possible.
//!
//! [`Rules::imagine`] gives another truth; each law compares one thing between the two.

use kernel::{
    Ask, Cited, Game, Lot, Play, Seat, Shown, Story, Table, Telling, Viewer,
    odds::{Until, Wish, known_odds},
    record::Input,
};

use crate::{
    broken::{Held, Slip},
    case::Case,
    laws::past::table,
    trail::{Taken, step},
};

/// How often another truth is imagined at each position.
const TRUTHS: usize = 4;

/// Visits each position with each viewer and other truths that really are others.
fn other_truths<R: Game>(
    case: &Case<'_, R>,
    law: u64,
    mut visit: impl FnMut(usize, &R::State, &R::State, Viewer, &mut Lot) -> Held,
) -> Held {
    if !case.rules().profile().secrets {
        return Ok(());
    }
    for (n, state) in case.close() {
        let mut lot = case.lot(n, law);
        for viewer in Viewer::DURING {
            for _ in 0..TRUTHS {
                let other = case.rules().imagine(state, viewer, &mut lot);
                if other != *state {
                    visit(n, state, &other, viewer, &mut lot)?;
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn imagined<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    if rules.profile().secrets {
        let mut others = 0;
        other_truths(case, 20, |_, _, _, _, _| {
            others += 1;
            Ok(())
        })?;
        return match others {
            0 => Slip::at(0, "the profile promises secrets, but no other truth was ever imagined"),
            _ => Ok(()),
        };
    }
    for (n, state) in case.close() {
        for viewer in Viewer::DURING {
            if rules.imagine(state, viewer, &mut case.lot(n, 20)) != *state {
                return Slip::at(n, "another truth was imagined, but the profile knows no secrets");
            }
        }
    }
    Ok(())
}

fn scene_bytes<R: Game>(rules: &R, state: &R::State, viewer: Viewer) -> Vec<u8> {
    serde_json::to_vec(&rules.scene(state, viewer)).expect("a scene is plain data")
}

/// What differs between two scenes, shortly.
fn parts(a: &[u8], b: &[u8]) -> String {
    let at = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let from = at.saturating_sub(30);
    let cut = |bytes: &[u8]| String::from_utf8_lossy(&bytes[from..bytes.len().min(at + 40)]).into_owned();
    format!("{} and {} bytes: …{}… and …{}…", a.len(), b.len(), cut(a), cut(b))
}

pub(crate) fn scene<R: Game>(case: &Case<'_, R>) -> Held {
    other_truths(case, 21, |n, state, other, viewer, _| {
        let [a, b] = [state, other].map(|truth| case.rules().overlays(truth, viewer));
        if a != b {
            return Slip::at(n, format!("what is laid over the boards tells {viewer:?} two truths apart"));
        }
        let [a, b] = [state, other].map(|truth| scene_bytes(case.rules(), truth, viewer));
        if a != b {
            return Slip::at(n, format!("the scene of {viewer:?} tells two truths apart: {}", parts(&a, &b)));
        }
        Ok(())
    })
}

pub(crate) fn asked<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    other_truths(case, 22, |n, state, other, viewer, _| {
        if rules.ask(state) != rules.ask(other) {
            return Slip::at(n, format!("what is asked tells {viewer:?} two truths apart"));
        }
        if Seat::ALL.iter().any(|&seat| rules.side(state, seat) != rules.side(other, seat)) {
            return Slip::at(n, format!("who plays which side tells {viewer:?} two truths apart"));
        }
        let mut settled = other.clone();
        rules.settle(&mut settled, &mut Story::silent());
        if settled != *other {
            return Slip::at(
                n,
                format!("{viewer:?} learns from the waiting: another truth would not wait here"),
            );
        }
        Ok(())
    })
}

/// A step in the eyes of one viewer: what he is told, sees, and knows to be asked.
#[derive(PartialEq)]
struct Seen {
    told: Vec<(&'static str, Telling)>,
    scene: Vec<u8>,
    ask: Ask,
}

/// `None` if the rules revealed something in it.
fn seen<R: Game>(rules: &R, truth: &R::State, taken: &Taken<R::Action>, viewer: Viewer) -> Option<Seen> {
    let mut after = truth.clone();
    let mut story = Story::telling();
    step(rules, &mut after, taken, &mut story);
    let told = story.events.iter().filter_map(|event| Some((event.rule().0, rules.tell(event, viewer)?)));
    let told = told.collect();
    (!story.revealed).then(|| Seen {
        told,
        scene: scene_bytes(rules, &after, viewer),
        ask: rules.ask(&after),
    })
}

pub(crate) fn told<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    other_truths(case, 23, |n, state, other, viewer, lot| {
        for [here, there] in same_inputs(rules, state, other, viewer, lot) {
            let (Some(a), Some(b)) = (seen(rules, state, &here, viewer), seen(rules, other, &there, viewer))
            else {
                continue;
            };
            if a != b {
                let what = match () {
                    () if a.told != b.told => format!("{:?} and {:?}", a.told, b.told),
                    () if a.scene != b.scene => parts(&a.scene, &b.scene),
                    () => format!("{:?} and {:?}", a.ask, b.ask),
                };
                return Slip::at(
                    n,
                    format!("{here:?} tells {viewer:?} two truths apart, unrevealed: {what}"),
                );
            }
        }
        Ok(())
    })
}

/// Inputs for two truths that look the same to the viewer.
fn same_inputs<R: Game>(
    rules: &R,
    state: &R::State,
    other: &R::State,
    viewer: Viewer,
    lot: &mut Lot,
) -> Vec<[Taken<R::Action>; 2]> {
    const EACH: usize = 6;
    let mut out = Vec::new();
    match rules.ask(state) {
        Ask::Over(_) => {}
        Ask::Throw(roll) => {
            for _ in 0..2 {
                let sides = usize::from(roll.pool.sides());
                let throw = Taken::Throw((0..roll.pool.dice()).map(|_| lot.below(sides) as u8 + 1).collect());
                out.push([throw.clone(), throw]);
            }
        }
        Ask::Choose(questions) => {
            for seat in questions.iter().map(|question| question.seat) {
                let hidden =
                    |truth: &R::State, action: &R::Action| rules.show(truth, seat, action, viewer).hidden;
                let mut theirs = rules.listed(other, seat);
                theirs.retain(|action| hidden(other, action));
                let mut ours = rules.listed(state, seat);
                lot.shuffle(&mut ours);
                for action in ours.into_iter().take(EACH) {
                    let same = if hidden(state, &action) && !theirs.is_empty() {
                        lot.pick(&theirs).clone()
                    } else if rules.judge(other, seat, &action).is_ok() {
                        action.clone()
                    } else {
                        continue;
                    };
                    out.push([Taken::Act(seat, action), Taken::Act(seat, same)]);
                }
            }
        }
    }
    out
}

/// Pairs of a seat's answers that a viewer must not tell apart: both hidden from him, or leading to states
/// of which he imagines one in the other.
fn alike<R: Game>(
    case: &Case<'_, R>,
    state: &R::State,
    seat: Seat,
    viewer: Viewer,
    lot: &mut Lot,
) -> Vec<(R::Action, R::Action)> {
    const MOST: usize = 12;
    const MOST_LISTED: usize = 200;
    let rules = case.rules();
    let mut listed = rules.listed(state, seat);
    lot.shuffle(&mut listed);
    listed.truncate(MOST_LISTED);
    if listed.is_empty() || viewer == Viewer::Seat(seat) {
        return Vec::new();
    }
    let after = |action: &R::Action| {
        let mut after = state.clone();
        let mut story = Story::silent();
        step(rules, &mut after, &Taken::Act(seat, action.clone()), &mut story);
        (after, story.revealed)
    };
    let results: Vec<_> = listed.iter().map(after).collect();
    let hidden: Vec<bool> = listed.iter().map(|a| rules.show(state, seat, a, viewer).hidden).collect();
    let mut pairs = Vec::new();
    for _ in 0..MOST {
        let one = lot.below(listed.len());
        let two = lot.below(listed.len());
        if hidden[one] && hidden[two] {
            pairs.push((listed[one].clone(), listed[two].clone()));
        }
        if !results[one].1 {
            let imagined = rules.imagine(&results[one].0, viewer, lot);
            // Two open ways to the very same state are no secret: only another truth can be one.
            let found = results.iter().position(|(state, revealed)| !revealed && *state == imagined);
            if let Some(two) = found.filter(|_| imagined != results[one].0) {
                pairs.push((listed[one].clone(), listed[two].clone()));
            }
        }
    }
    pairs.retain(|(one, two)| one != two);
    pairs
}

/// Visits the pairs of answers that look alike at each position.
fn alike_answers<R: Game>(
    case: &Case<'_, R>,
    law: u64,
    mut visit: impl FnMut(usize, &R::State, Seat, Viewer, &[(R::Action, R::Action)]) -> Held,
) -> Held {
    if !case.rules().profile().secrets {
        return Ok(());
    }
    for (n, state) in case.close() {
        let Ask::Choose(questions) = case.rules().ask(state) else { continue };
        let mut lot = case.lot(n, law);
        for seat in questions.iter().map(|question| question.seat) {
            for viewer in Viewer::DURING {
                let pairs = alike(case, state, seat, viewer, &mut lot);
                visit(n, state, seat, viewer, &pairs)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn shown<R: Game>(case: &Case<'_, R>) -> Held {
    alike_answers(case, 24, |n, state, seat, viewer, pairs| {
        for (one, two) in pairs {
            let [a, b] = [one, two].map(|action| case.rules().show(state, seat, action, viewer));
            if a != b {
                let [one, two] = [one, two].map(|action| case.text(action));
                return Slip::at(n, format!("{viewer:?} is shown `{one}` and `{two}` differently"));
            }
        }
        Ok(())
    })
}

/// A list as it is shown, and the habit.
type Offer<A> = (Vec<(A, Shown)>, A);

/// What a seat that is asked is offered: its list as shown, and its habit.
fn offered<R: Game>(rules: &R, truth: &R::State, seat: Seat) -> Option<Offer<R::Action>> {
    rules.ask(truth).question_for(seat)?;
    let listed = rules.listed(truth, seat).into_iter().map(|action| {
        let shown = rules.show(truth, seat, &action, Viewer::Seat(seat));
        (action, shown)
    });
    Some((listed.collect(), rules.habit(truth, seat)))
}

pub(crate) fn refusals<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    other_truths(case, 25, |n, state, other, viewer, lot| {
        let Viewer::Seat(seat) = viewer else { return Ok(()) };
        let mut clicks = lot.clone();
        let attempts = case.attempts(state, seat, lot);
        if attempts != case.attempts(other, seat, &mut clicks) {
            return Slip::at(n, format!("a click means something else to seat {} in another truth", seat.0));
        }
        if offered(rules, state, seat) != offered(rules, other, seat) {
            return Slip::at(n, format!("the choices of seat {} tell two truths apart", seat.0));
        }
        for action in lot_of(attempts, lot) {
            let [a, b] = [state, other].map(|truth| rules.judge(truth, seat, &action));
            if a != b {
                let text = case.text(&action);
                return Slip::at(n, format!("`{text}` of seat {} meets {a:?} or {b:?}", seat.0));
            }
        }
        Ok(())
    })
}

/// A handful of many attempts.
fn lot_of<A>(mut attempts: Vec<A>, lot: &mut Lot) -> Vec<A> {
    const TRIED: usize = 150;
    lot.shuffle(&mut attempts);
    attempts.truncate(TRIED);
    attempts
}

/// A record with its commitments blotted out: they are all a viewer has of hidden actions.
fn blotted(text: &str) -> String {
    let blot = |word: &str| match word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit()) {
        true => "#".repeat(64),
        false => word.to_owned(),
    };
    let lines = text.lines().map(|line| line.split(' ').map(blot).collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

pub(crate) fn record<R: Game>(case: &Case<'_, R>) -> Held {
    if !case.rules().profile().secrets {
        return Ok(());
    }
    nothing_hidden(case)?;
    let mut kept: Option<(usize, Table<R>)> = None;
    alike_answers(case, 26, |n, _, seat, viewer, pairs| {
        if pairs.is_empty() {
            return Ok(());
        }
        if kept.as_ref().is_none_or(|(at, _)| *at != n) {
            kept = Some((n, table(case, n)?));
        }
        let Some((_, table)) = &kept else { return Ok(()) };
        for (one, two) in pairs.iter().take(3) {
            let texts = [one, two].map(|action| {
                let mut table = table.clone();
                table.act(seat, action).map(|_| table.record(viewer).text())
            });
            let [Ok(a), Ok(b)] = texts else { continue };
            let (a, b) = (blotted(&a), blotted(&b));
            if a != b {
                let at = a.lines().zip(b.lines()).find(|(a, b)| a != b);
                return Slip::at(n, format!("the record of {viewer:?} tells two truths apart: {at:?}"));
            }
        }
        Ok(())
    })
}

/// The record of the whole game opens no action that was hidden from the viewer, and has no hash.
fn nothing_hidden<R: Game>(case: &Case<'_, R>) -> Held {
    let table = table(case, case.trail.inputs.len())?;
    for viewer in Viewer::DURING {
        let record = table.record(viewer);
        for (n, (taken, entry)) in case.trail.inputs.iter().zip(&record.entries).enumerate() {
            let hidden = match taken {
                Taken::Act(seat, action) => {
                    case.rules().show(&case.trail.states[n], *seat, action, viewer).hidden
                }
                Taken::Throw(_) => false,
            };
            let sealed = matches!(&entry.input, Input::Act { action, .. } if action.text().is_none());
            if (hidden && !sealed) || entry.hash.is_some() {
                return Slip::at(n, format!("the record of {viewer:?} opens what is hidden"));
            }
        }
    }
    Ok(())
}

/// A seat that asks for odds learns nothing from them but chances.
pub(crate) fn odds<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    other_truths(case, 27, |n, state, other, viewer, lot| {
        let Viewer::Seat(seat) = viewer else { return Ok(()) };
        let listed = rules.listed(state, seat);
        if listed.is_empty() {
            return Ok(());
        }
        let plan = lot.pick(&listed).clone().into();
        let wish = Wish { until: Until::Question, bound: 200, ..Wish::default() };
        let [a, b] = [state, other].map(|truth| known_odds(rules, truth, seat, &plan, wish));
        if a == b {
            Ok(())
        } else {
            Slip::at(n, format!("the odds of {plan:?} tell {viewer:?} two truths apart"))
        }
    })
}
