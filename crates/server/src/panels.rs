//! What is asked beside the game: odds, reasons, overlays, luck.

use std::sync::Arc;

use axum::http::StatusCode;
use kernel::{
    Seat,
    erased::{Said, SaidDrag, SaidForecast, ToldStep},
    odds::{Until, Wish},
    scene::{Overlay, Pose},
};

use crate::{
    failure::No,
    game::{Gaze, place_of},
    hall::Hall,
    table::Table,
    wire::LuckPage,
};

/// Actions in a plan whose odds are asked for.
const MOST_PLAN: usize = 200;
/// Throws on one page of luck.
const MOST_THROWS: usize = 50;
/// Beyond the edge of any table, in its own measure.
const FARTHEST: i32 = 400;

async fn gaze(hall: &Arc<Hall>, table: &Arc<Table>, seat: Option<u8>) -> Result<Gaze, No> {
    let entered = table.enter(hall).await?;
    Ok(entered.inside()?.game.gazes[place_of(seat)].clone())
}

/// The chances of a plan, if it leads to dice, and what it does before them.
pub(crate) async fn odds(
    hall: &Arc<Hall>,
    table: &Arc<Table>,
    seat: Option<u8>,
    actions: Vec<String>,
    until_question: bool,
    waits: impl Fn(usize),
) -> Result<(Option<SaidForecast>, ToldStep), No> {
    let seat = Seat(seat.ok_or_else(No::wrong_seat)?);
    if actions.len() > MOST_PLAN {
        return Err(No::malformed(format!("a plan has at most {MOST_PLAN} actions")));
    }
    let gaze = gaze(hall, table, Some(seat.0)).await?;
    let work = move || {
        if !gaze.table.waiting().contains(&seat) {
            return Err(No::not_your_turn("odds are for the seat that is asked"));
        }
        let preview = gaze.table.preview(seat, &actions, gaze.viewer)?;
        let until = if until_question { Until::Question } else { Until::End };
        let odds = gaze.table.odds(seat, &actions, Wish { until, ..Wish::default() })?;
        // Nothing is thrown: the preview says it all.
        let thrown = odds.states > 0;
        Ok((thrown.then_some(odds), preview))
    };
    hall.work_out_telling(waits, work).await
}

/// Why a click on this would be refused.
pub(crate) async fn why(
    hall: &Arc<Hall>,
    table: &Arc<Table>,
    seat: Option<u8>,
    thing: String,
) -> Result<Option<Said>, No> {
    let seat = Seat(seat.ok_or_else(No::wrong_seat)?);
    let gaze = gaze(hall, table, Some(seat.0)).await?;
    hall.work_out(move || Ok(gaze.table.why_not(seat, &thing))).await
}

/// What a drag of this piece would come to.
pub(crate) async fn drag(
    hall: &Arc<Hall>,
    table: &Arc<Table>,
    seat: Option<u8>,
    piece: String,
    to: Pose,
    waits: impl Fn(usize),
) -> Result<Option<SaidDrag>, No> {
    let seat = Seat(seat.ok_or_else(No::wrong_seat)?);
    let far = 100 * FARTHEST;
    if ![to.x, to.y].iter().all(|v| (-far..=far).contains(v)) {
        return Err(No::malformed(format!("a table reaches no farther than {FARTHEST}")));
    }
    let gaze = gaze(hall, table, Some(seat.0)).await?;
    hall.work_out_telling(waits, move || Ok(gaze.table.drag(seat, &piece, to))).await
}

pub(crate) async fn overlays(
    hall: &Arc<Hall>,
    table: &Arc<Table>,
    seat: Option<u8>,
) -> Result<Vec<Overlay>, No> {
    let gaze = gaze(hall, table, seat).await?;
    hall.work_out(move || Ok(gaze.table.overlays(gaze.eyes()))).await
}

/// Expected against actual for every throw. While a game runs it would tell what is hidden.
pub(crate) async fn luck(hall: &Arc<Hall>, table: &Arc<Table>, from: u32) -> Result<LuckPage, No> {
    let gaze = gaze(hall, table, None).await?;
    if !gaze.table.is_over() {
        return Err(No::new(StatusCode::FORBIDDEN, "not-over", "luck is told when the game is over"));
    }
    hall.work_out(move || {
        let throws = gaze.table.luck(from, MOST_THROWS);
        let last = throws.last().map(|throw| throw.number);
        Ok(LuckPage { next: last.filter(|_| throws.len() == MOST_THROWS), throws })
    })
    .await
}
