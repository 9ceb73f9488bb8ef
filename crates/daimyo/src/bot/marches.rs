//! Plans for a march: toward where a unit wants to go, straight on, or to either hand.

use kernel::Plan;
use plane::{Compass, Formation, Hand, Heading, Point};

use super::plans::standing_foes;
use super::prospects::lines;
use super::quarry;
use super::ways::errand;
use crate::{
    Daimyo,
    model::{
        state::{March, Mark, State, Where},
        units::UnitId,
    },
    notation::action::Action,
    queries::steps::{Mover, Stepped},
};

/// Wheels that are tried wherever the enemy is, in steps: round what stands in the way.
const BENT: [i32; 5] = [1, 2, 3, 5, 9];
/// No wheel is wider, in steps.
const WIDEST: i32 = 18;

/// The plans of one unit.
struct Marches<'a> {
    rules: &'a Daimyo,
    unit: UnitId,
    /// Where its ways lead first.
    legs: Vec<Point>,
    /// What every plan begins with.
    head: &'a [Action],
    out: &'a mut Vec<Plan<Action>>,
}

/// With one more action.
fn and(before: &[Action], action: Action) -> Vec<Action> {
    let mut actions = before.to_vec();
    actions.push(action);
    actions
}

impl Marches<'_> {
    /// No plan ends the move itself: where nothing else is left it ends by itself, and the game goes on.
    fn push(&mut self, tail: &[Action]) {
        self.out.push(Plan::new([self.head, tail].concat()));
    }

    fn bearings(&self, at: &Stepped) -> Vec<Heading> {
        let toward = |leg: &Point| Compass::FULL.bearing(at.print.front.fine(), leg.fine());
        self.legs.iter().filter_map(toward).collect()
    }

    /// As far as it goes, to the edge of bad ground, and half as far.
    fn advances(&mut self, mover: &Mover<'_>, before: &[Action], from: Stepped) {
        let (mut at, mut most, mut smooth) = (from, 0u8, 0u8);
        while let Ok(next) = mover.advance(&at) {
            at = next;
            most += 1;
            if !at.rough {
                smooth = most;
            }
        }
        let mut wanted = [most, smooth, most / 2];
        wanted.sort_unstable();
        for (n, cm) in wanted.into_iter().enumerate().rev() {
            if cm > 0 && (n == 2 || wanted[n + 1] != cm) {
                self.push(&and(before, Action::Advance(cm)));
            }
        }
    }

    /// A wheel toward where it wants to go, as wide as it can be, or one of these; then straight on, or not at all.
    fn wheels(&mut self, mover: &Mover<'_>, before: &[Action], from: Stepped, bent: &[i32]) {
        let bearings = self.bearings(&from);
        for hand in Hand::BOTH {
            let toward = bearings.iter().map(|bearing| from.print.heading.to(*bearing) * hand.sign());
            let wanted: Vec<i32> = toward.chain(bent.iter().copied()).collect();
            let most = wanted.iter().copied().max().unwrap_or(0).min(WIDEST);
            let (mut at, mut steps) = (from, 0);
            let mut ends: Vec<(i32, Stepped)> = Vec::new();
            while steps < most
                && let Ok(next) = mover.wheel(&at, hand)
            {
                (at, steps) = (next, steps + 1);
                if wanted.contains(&steps) {
                    ends.push((steps, at));
                }
            }
            if steps > 0 && !wanted.contains(&steps) {
                ends.push((steps, at));
            }
            for (steps, at) in ends {
                let actions = and(before, Action::Wheel(hand, steps as u8));
                self.push(&actions);
                self.advances(mover, &actions, at);
            }
        }
    }

    /// Into another formation, and on from there.
    fn deployments(&mut self, state: &State, mover: &Mover<'_>, before: &[Action], march: &March) {
        for files in other_files(self.rules, state, self.unit) {
            let form = Action::Files(files);
            if let Ok((formation, stepped)) = self.rules.manoeuvre(state, mover, march, form) {
                let actions = and(before, form);
                self.push(&actions);
                let formed = imagined(state, self.unit, formation, &stepped);
                self.advances(&Mover::new(self.rules, &formed, self.unit), &actions, stepped);
            }
        }
    }
}

/// D-MOV-3: a column marches faster; a line fights.
fn other_files(rules: &Daimyo, state: &State, unit: UnitId) -> Vec<u8> {
    let [deep, wide] = lines(rules, state, unit);
    let mut files = vec![1, deep, wide];
    files.dedup();
    files.retain(|files| *files != state.body(unit).formation.files);
    files
}

/// A unit as it stands after some of its steps.
fn imagined(state: &State, unit: UnitId, formation: Formation, stepped: &Stepped) -> State {
    let mut next = state.clone();
    let body = next.body_mut(unit);
    (body.formation, body.at, body.heading) = (formation, stepped.print.front, stepped.print.heading);
    if stepped.rough {
        body.mark(Mark::Disordered);
    }
    next
}

/// Whom it goes for, where the scenario wants it, and who is nearest.
fn legs(rules: &Daimyo, state: &State, unit: UnitId) -> Vec<Point> {
    let side = rules.side_of(unit);
    let foes = standing_foes(rules, state, side);
    let errand = errand(rules, state, side);
    let from = state.body(unit).at;
    let nearest = foes.iter().min_by_key(|foe| (from.distance(state.body(**foe).at), **foe));
    let mut legs: Vec<Point> = Vec::new();
    legs.extend(quarry(rules, state, unit, &foes).map(|(_, _, way)| way.leg));
    legs.extend(errand.iter().filter(|(other, _)| *other == unit).map(|(_, way)| way.leg));
    legs.extend(nearest.map(|foe| rules.print(state, *foe).centre().point()));
    legs.dedup();
    legs
}

pub(super) fn propose_marches(
    rules: &Daimyo,
    state: &State,
    unit: UnitId,
    march: &March,
    head: &[Action],
    out: &mut Vec<Plan<Action>>,
) {
    out.push(if head.is_empty() { Plan::from(Action::End) } else { Plan::new(head.to_vec()) });
    if rules.unit(unit).is_gun() || state.body(unit).place != Where::Table {
        return;
    }
    let mover = Mover::new(rules, state, unit);
    let start = rules.stepped(state, unit, *march);
    let legs = legs(rules, state, unit);
    let mut marches = Marches { rules, unit, legs, head, out };
    marches.advances(&mover, &[], start);
    marches.wheels(&mover, &[], start, &BENT);
    let turns = [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About];
    let files = other_files(rules, state, unit).into_iter().map(Action::Files);
    for turn in turns.into_iter().chain(files) {
        if let Ok((formation, stepped)) = rules.manoeuvre(state, &mover, march, turn) {
            marches.push(&[turn]);
            let turned = imagined(state, unit, formation, &stepped);
            let mover = Mover::new(rules, &turned, unit);
            marches.advances(&mover, &[turn], stepped);
            let bent: &[i32] = if matches!(turn, Action::Files(_)) { &BENT } else { &[] };
            marches.wheels(&mover, &[turn], stepped, bent);
        }
    }
    propose_bends(rules, state, &mover, start, &mut marches);
}

/// Straight on first, clear of friends beside it, and then toward where it wants to go. T-1b: a column wheels at
/// little cost, so it does that before it deploys.
fn propose_bends(
    rules: &Daimyo,
    state: &State,
    mover: &Mover<'_>,
    start: Stepped,
    marches: &mut Marches<'_>,
) {
    let unit = mover.unit;
    let formation = state.body(unit).formation;
    let mut ahead = vec![start];
    while let Ok(next) = mover.advance(&ahead[ahead.len() - 1]) {
        ahead.push(next);
    }
    let most = ahead.len() - 1;
    let mut parts = vec![0, most / 4, most / 2, most * 3 / 4];
    parts.dedup();
    for part in parts {
        let from = ahead[part];
        let there = imagined(state, unit, formation, &from);
        let mover = Mover::new(rules, &there, unit);
        let mut before = Vec::new();
        if part > 0 {
            before.push(Action::Advance(part as u8));
            marches.wheels(&mover, &before, from, &[]);
        }
        if !rules.is_column(state, unit) {
            continue;
        }
        for bearing in marches.bearings(&from) {
            let steps = from.print.heading.to(bearing);
            let hand = if steps < 0 { Hand::Left } else { Hand::Right };
            let mut at = from;
            let mut wheel = |_| mover.wheel(&at, hand).map(|next| at = next).is_ok();
            if steps == 0 || steps.abs() > WIDEST || !(0..steps.abs()).all(&mut wheel) {
                continue;
            }
            let wheeled = imagined(&there, unit, formation, &at);
            let before = and(&before, Action::Wheel(hand, steps.unsigned_abs() as u8));
            marches.deployments(&wheeled, &Mover::new(rules, &wheeled, unit), &before, &at.march);
        }
    }
}
