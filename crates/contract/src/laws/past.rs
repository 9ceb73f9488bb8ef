//! The record and undo.

use kernel::{
    Ask, Dice, Fair, Game, Lot, Play, Seat, Table, Viewer,
    record::{Input, Record},
    table::NoUndo,
};

use crate::{
    broken::{Held, Slip},
    case::Case,
    chooser::Chooser,
    trail::{Taken, Trail},
};

/// The table after `upto` inputs, for laws that work on tables.
pub(crate) fn table<R: Game>(case: &Case<'_, R>, upto: usize) -> Result<Table<R>, Slip> {
    case.trail.table(upto).map_err(|(input, why)| Slip { input, detail: format!("at a table: {why}") })
}

pub(crate) fn record<R: Game>(case: &Case<'_, R>) -> Held {
    let all = case.trail.inputs.len();
    let whole = table(case, all)?;
    let text = whole.record(Viewer::Everyone).text();
    let middle = case.lot(0, 4).below(all + 1);
    for upto in [all, middle] {
        let replayed =
            replay(case.trail, &text, Some(upto as u32)).map_err(|why| Slip { input: upto, detail: why })?;
        let hash = case.rules().hash(replayed.state());
        if hash != case.trail.hashes[upto] {
            return Slip::at(upto, "the replayed record ends in another state");
        }
        if upto == all && replayed.record(Viewer::Everyone).text() != text {
            return Slip::at(upto, "the replayed record has another text");
        }
    }
    Ok(())
}

fn replay<R: Game>(trail: &Trail<R>, text: &str, upto: Option<u32>) -> Result<Table<R>, String> {
    let record = Record::parse("record", text).map_err(|fault| format!("not read back: {fault}"))?;
    Table::replay(trail.rules.clone(), "record", &record, upto, |_, _| {})
        .map_err(|fault| format!("not replayed: {fault}"))
}

pub(crate) fn undo<R: Game>(case: &Case<'_, R>) -> Held {
    const POINTS: usize = 2;
    let trail = case.trail;
    let mut lot = case.lot(0, 5);
    for _ in 0..POINTS {
        let now = 1 + lot.below(trail.inputs.len().max(1));
        if now > trail.inputs.len() {
            return Ok(());
        }
        case.at.set(now);
        let table = table(case, now)?;
        for seat in Seat::ALL {
            free(case, &table, seat, now, &mut lot)?;
        }
        agreed(case, &table, now, &mut lot)?;
    }
    Ok(())
}

/// How far a seat may go back without asking, worked out from the inputs alone.
fn seam<R: Game>(trail: &Trail<R>, seat: Seat, now: usize) -> usize {
    let own = |n: usize| matches!(trail.inputs[n], Taken::Act(by, _) if by == seat) && !trail.revealed[n];
    (0..now).rev().take_while(|&n| own(n)).last().unwrap_or(now)
}

/// Is a seat in the middle of a chain of clicks after these inputs? It has acted last, inside something, and is asked.
fn in_chain<R: Game>(case: &Case<'_, R>, seat: Seat, now: usize) -> bool {
    let state = &case.trail.states[now];
    let acted = now > 0 && matches!(case.trail.inputs[now - 1], Taken::Act(by, _) if by == seat);
    let Ask::Choose(questions) = case.rules().ask(state) else { return false };
    acted && case.rules().depth(state) > 0 && matches!(questions.as_slice(), [only] if only.seat == seat)
}

fn free<R: Game>(case: &Case<'_, R>, table: &Table<R>, seat: Seat, now: usize, lot: &mut Lot) -> Held {
    let seam = seam(case.trail, seat, now);
    if table.free_undo(seat) as usize != seam {
        let said = table.free_undo(seat);
        return Slip::at(now, format!("seat {} may go back to {seam}, the table says {said}", seat.0));
    }
    // Each step back replays the game, so a long chain is tried at its ends and somewhere between.
    let mut back_to = vec![seam, now.saturating_sub(1), seam + lot.below((now - seam).max(1))];
    back_to.retain(|to| (seam..now).contains(to));
    back_to.dedup();
    for to in back_to {
        let mut back = table.clone();
        if back.undo(seat, to as u32, false).is_err() {
            return Slip::at(now, format!("seat {} cannot go back to {to}", seat.0));
        }
        if *back.state() != case.trail.states[to] || case.rules().hash(back.state()) != case.trail.hashes[to]
        {
            return Slip::at(now, format!("going back to {to} gave another state"));
        }
        if let Some(seat) = Seat::ALL.into_iter().find(|&one| back.in_chain(one) != in_chain(case, one, to)) {
            return Slip::at(now, format!("going back to {to} left seat {} in another chain", seat.0));
        }
    }
    let crossed =
        seam > 0 && table.clone().undo(seat, seam as u32 - 1, false).err() != Some(NoUndo::NeedsConsent);
    if crossed {
        return Slip::at(now, format!("seat {} crossed the seam at {seam} without consent", seat.0));
    }
    Ok(())
}

/// Back with consent, then on: no throw has a number that was used, and the record still replays.
fn agreed<R: Game>(case: &Case<'_, R>, table: &Table<R>, now: usize, lot: &mut Lot) -> Held {
    let to = lot.below(now);
    let mut back = table.clone();
    let used = back.throws();
    if back.undo(Seat(0), to as u32, true).is_err() || *back.state() != case.trail.states[to] {
        return Slip::at(now, format!("going back to {to} with consent gave another state"));
    }
    play_on(case, &mut back, lot);
    let record = back.record(Viewer::Everyone);
    let mut last = 0;
    for (n, entry) in record.entries.iter().enumerate() {
        if let Input::Roll { number, .. } = entry.input {
            if number <= last || (n > now && number <= used) {
                return Slip::at(now, format!("throw {number} was used twice"));
            }
            last = number;
        }
    }
    match replay(case.trail, &record.text(), None) {
        Ok(again) if again.state() == back.state() => Ok(()),
        Ok(_) => Slip::at(now, "a record with undone inputs ends in another state"),
        Err(why) => Slip::at(now, format!("a record with undone inputs: {why}")),
    }
}

fn play_on<R: Game>(case: &Case<'_, R>, table: &mut Table<R>, lot: &mut Lot) {
    const INPUTS: usize = 6;
    let mut dice: Box<dyn Dice> = Box::new(Fair::new(case.trail.seed));
    for _ in 0..INPUTS {
        if table.throw(&mut *dice).is_some() {
            continue;
        }
        let ask = table.ask();
        let kernel::Ask::Choose(questions) = &*ask else { return };
        let seat = questions[0].seat;
        let Some(action) = Chooser::Random.choose(case.rules(), table.state(), seat, lot) else { return };
        if table.act(seat, &action).is_err() {
            return;
        }
    }
}
