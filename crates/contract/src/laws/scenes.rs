//! Scenes: they follow from one another, and what they name can be found.

use kernel::{
    Game, Seat, Thing, Viewer,
    erased::{thing_from, thing_text},
};

use crate::{
    broken::{Held, Slip},
    case::Case,
};

pub(crate) fn scene_difference<R: Game>(case: &Case<'_, R>) -> Held {
    for viewer in Viewer::DURING {
        let mut shown = case.rules().scene(&case.trail.states[0], viewer);
        for (n, state) in case.close() {
            let mut step = |n: usize, state: &R::State| {
                let new = case.rules().scene(state, viewer);
                if shown.apply(&shown.difference(&new)) != new {
                    return Slip::at(n, format!("the difference does not lead {viewer:?} to the new scene"));
                }
                shown = new;
                Ok(())
            };
            step(n, state)?;
            if let Some(after) = case.trail.states.get(n + 1) {
                step(n + 1, after)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn redrawn<R: Game>(case: &Case<'_, R>) -> Held {
    let (rules, states) = (case.rules(), &case.trail.states);
    for viewer in Viewer::DURING {
        let mut before = &states[0];
        let mut old = rules.scene(before, viewer);
        // From one position to the next, and over many at once.
        for (n, _) in case.close() {
            for (n, state) in (n..states.len()).zip(&states[n..]).take(2) {
                old = rules.redraw(state, viewer, before, &old);
                if old != rules.scene(state, viewer) {
                    return Slip::at(n, format!("drawn over an old scene, {viewer:?} is shown another"));
                }
                before = state;
            }
        }
    }
    Ok(())
}

pub(crate) fn shown_together<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    for (n, state) in case.close() {
        for (question, listed) in case.lists(state) {
            for viewer in Viewer::DURING {
                let together = rules.show_all(state, question.seat, &listed, viewer);
                let alone = listed.iter().map(|action| rules.show(state, question.seat, action, viewer));
                if !alone.eq(together) {
                    return Slip::at(
                        n,
                        "the listed actions are shown otherwise together than each by itself",
                    );
                }
            }
        }
    }
    Ok(())
}

pub(crate) fn labels<R: Game>(case: &Case<'_, R>) -> Held {
    let rules = case.rules();
    let found = |n: usize, thing: Thing| {
        let text = thing_text(rules, thing);
        match thing_from(rules, &text) {
            Some(same) if same == thing => Ok(()),
            other => Slip::at(n, format!("{thing:?} is labelled `{text}`, which is read as {other:?}")),
        }
    };
    case.places.iter().try_for_each(|&place| found(0, place))?;
    let digests: Vec<String> = rules.grounds().iter().map(|ground| ground.digest()).collect();
    for (n, state) in case.close() {
        for (question, listed) in case.lists(state) {
            for action in &listed {
                let shown = rules.show(state, question.seat, action, Viewer::Seat(question.seat));
                shown.tie.map_or(Ok(()), |thing| found(n, thing))?;
            }
        }
        let scene = rules.scene(state, Viewer::Seat(Seat(0)));
        if let Some(board) = scene.boards.iter().find(|board| !digests.contains(&board.ground)) {
            return Slip::at(n, format!("board `{}` refers to a ground that is not there", board.id));
        }
        for piece in &scene.pieces {
            let place = piece.place.as_ref().map(|place| format!("place:{place}"));
            for text in [Some(format!("piece:{}", piece.id)), place].into_iter().flatten() {
                if thing_from(rules, &text).is_none_or(|thing| thing_text(rules, thing) != text) {
                    return Slip::at(n, format!("the scene names `{text}`, which is not found by its label"));
                }
            }
        }
    }
    Ok(())
}
