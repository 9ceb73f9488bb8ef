//! Replays every game of a store: what `gunbai store verify` reports.

use kernel::DataSet;
use roster::AnySystem;
use store::{Game, Store, StoreError};

use crate::{hall::record_of, shelf::Shelf};

/// What replaying a store found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Games that replayed, every action legal and every hash equal.
    pub games: u32,
    /// Inputs of these games.
    pub inputs: u64,
    /// The other games, each with what is wrong.
    pub faults: Vec<(String, String)>,
}

/// Replays every game with the data it was begun with; `at` is called after each with its place and their number.
pub async fn verify_store(
    store: &dyn Store,
    systems: &'static [&'static dyn AnySystem],
    data: DataSet,
    mut at: impl FnMut(usize, usize),
) -> Result<Verified, StoreError> {
    let shelf = Shelf::new(systems, vec![data]);
    let mut found = Verified::default();
    let ids = store.ids().await?;
    for (n, id) in ids.iter().enumerate() {
        // A game may be deleted between the list and the read.
        if let Some(game) = store.game(id).await? {
            let files = store.data(&game.data.1).await?;
            match verify(&shelf, &game, &files) {
                Ok(()) => {
                    found.games += 1;
                    found.inputs += game.lines.len() as u64;
                }
                Err(why) => found.faults.push((id.clone(), why)),
            }
        }
        at(n + 1, ids.len());
    }
    Ok(found)
}

fn verify(shelf: &Shelf, game: &Game, files: &[(String, String)]) -> Result<(), String> {
    let last = game.lines.last().map_or(0, |line| line.number);
    // Those who only look on may know of fewer.
    if game.standing.number > last {
        return Err(format!("its summary is of input {}, its last input is {last}", game.standing.number));
    }
    let record = record_of(game).map_err(|fault| fault.to_string())?;
    let system = shelf.system(&game.system).map_err(|no| no.failure.message)?;
    let data = match shelf.data_of(system, &game.data) {
        Some(data) => data,
        None if files.is_empty() => return Err(format!("the data {} are not in the store", game.data.1)),
        None => shelf.keep_data(&game.system, &game.data, files),
    };
    if shelf.digest(&game.system, &data) != game.data.1 {
        return Err(format!("its data files do not have the digest {}", game.data.1));
    }
    shelf
        .replay(&data, system, &format!("table {}", game.id), &record, None)
        .map_err(|no| no.failure.message)?;
    Ok(())
}
