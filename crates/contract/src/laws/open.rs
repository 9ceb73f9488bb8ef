//! What open tables promise.

use kernel::{Game, Lot, Move, Play, Seat, Story, Thing, Viewer, scene::Pose};

use crate::{
    broken::{Held, Slip},
    case::Case,
    trail::Taken,
};

/// No two bodies lie in each other, all are on the table and on ground that bears them, and nobody passes through what
/// blocks.
pub(crate) fn open_table<R: Game>(case: &Case<'_, R>) -> Held {
    let Some(open) = &case.kit.open_table else { return Ok(()) };
    let rules = case.rules();
    let table = open.table(rules);
    let name = |thing: Thing| rules.label(thing);
    for (n, state) in case.all() {
        let bodies = open.bodies(rules, state);
        for (m, body) in bodies.iter().enumerate() {
            if !table.holds(&body.shape) {
                return Slip::at(n, format!("{} lies over the edge of the table", name(body.thing)));
            }
            if open.blocked(rules, state, body.thing, &body.shape) {
                return Slip::at(n, format!("{} stands on ground that does not bear it", name(body.thing)));
            }
            if let Some(other) = bodies[m + 1..].iter().find(|other| other.shape.overlaps(&body.shape)) {
                return Slip::at(
                    n,
                    format!("{} and {} lie in each other", name(body.thing), name(other.thing)),
                );
            }
        }
        let Some(Taken::Act(seat, action)) = case.trail.inputs.get(n) else { continue };
        for way in open.ways(rules, state, &Move::Act(*seat, action.clone())) {
            for pair in way.places.windows(2) {
                let swept = pair[0].swept_to(&pair[1]);
                let passes = |what: &str| {
                    Slip::at(n, format!("by `{}` {} passes {what}", case.text(action), name(way.thing)))
                };
                if !table.holds(&swept) {
                    return passes("over the edge of the table");
                }
                if open.blocked(rules, state, way.thing, &swept) {
                    return passes("over ground that does not bear it");
                }
                let in_the_way = bodies.iter().find(|body| {
                    body.thing != way.thing
                        && !way.through.contains(&body.thing)
                        && swept.overlaps(&body.shape)
                });
                if let Some(other) = in_the_way {
                    return passes(&format!("through {}", name(other.thing)));
                }
            }
        }
    }
    Ok(())
}

/// A drag's actions can be taken one after the other, and the piece then stands as the drag said.
pub(crate) fn drags_are_legal<R: Game>(case: &Case<'_, R>) -> Held {
    // A drag is a search; of those that can be dragged at a position some are.
    const DRAGS: usize = 2;
    let rules = case.rules();
    for (n, state) in case.close() {
        let mut lot = case.lot(n, 61);
        for (question, _) in case.lists(state) {
            let seat = question.seat;
            let mut pieces = posed(case, state, seat);
            lot.shuffle(&mut pieces);
            let drags = pieces.into_iter().filter_map(|(thing, pose)| {
                Some((thing, rules.drag(state, seat, thing, thrown(pose, &mut lot))?))
            });
            for (thing, drag) in drags.take(DRAGS) {
                let mut after = state.clone();
                for action in &drag.actions {
                    if let Err(no) = rules.play(&mut after, seat, action, &mut Story::silent()) {
                        let text = case.text(action);
                        return Slip::at(n, format!("`{text}` of a drag is refused by rule {}", no.rule));
                    }
                }
                let end = posed(case, &after, seat).into_iter().find(|(other, _)| *other == thing);
                if end.map(|(_, pose)| pose) != Some(drag.pose) {
                    let name = rules.label(thing);
                    return Slip::at(
                        n,
                        format!("a drag of {name} does not end where it says: {:?}", drag.pose),
                    );
                }
            }
        }
    }
    Ok(())
}

fn posed<R: Game>(case: &Case<'_, R>, state: &R::State, seat: Seat) -> Vec<(Thing, Pose)> {
    let pieces = case.rules().scene(state, Viewer::Seat(seat)).pieces;
    pieces.iter().filter_map(|piece| Some((case.rules().find(&piece.id)?, piece.pose?))).collect()
}

/// Somewhere within 15 of where it stands, turned anyhow; now and then nowhere sensible.
fn thrown(pose: Pose, lot: &mut Lot) -> Pose {
    let mut by = |far: i32| lot.below(2 * far as usize + 1) as i32 - far;
    match by(9) {
        9 => Pose { x: by(100_000), y: by(100_000), heading: by(100_000), ..pose },
        _ => Pose { x: pose.x + by(1500), y: pose.y + by(1500), heading: pose.heading + by(900), ..pose },
    }
}
