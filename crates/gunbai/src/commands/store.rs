//! `gunbai store`

use std::io::Write;

use clap::{Args, Subcommand};
use kernel::DataSet;
use serde_json::json;
use store::Place;

use crate::{failure::Failure, progress::Progress};

/// Copy or verify the store that holds the games
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai store copy games.db backup.db
  gunbai store copy games.db postgres://gunbai@localhost/gunbai
  gunbai store verify backup.db
A server may go on serving meanwhile; copying again brings a copy up to date.")]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Copy every game to another store; what is there already is only added to
    #[command(after_help = "Example:\n  gunbai store copy games.db backup.db
The copy is one file, synced, checked and read back. To restore, stop the server and copy the other way.")]
    Copy {
        /// PATH, sqlite:PATH or postgres://…
        from: Place,
        /// The same
        to: Place,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Replay every game and report those that do not hold
    #[command(after_help = "Example:\n  gunbai store verify backup.db
Exit code 1 if a game does not hold.")]
    Verify {
        /// PATH, sqlite:PATH or postgres://…
        store: Place,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

impl StoreCommand {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        match self.what {
            What::Copy { from, to, json } => runtime.block_on(copy(&from, &to, json, out)),
            What::Verify { store, json } => runtime.block_on(verify(&store, data, json, out)),
        }
    }
}

/// A path that leads nowhere is a slip of the command line, not a fault of a store.
fn there_is(place: &Place) -> Result<(), Failure> {
    match place {
        Place::File(path) if !path.exists() => Err(Failure::wrong_use(format!("there is no store {place}"))),
        _ => Ok(()),
    }
}

/// Shows progress once the number of games is known.
fn progress() -> impl FnMut(usize, usize) {
    let mut progress = None;
    move |n, of| progress.get_or_insert_with(|| Progress::new(of as u64, "games")).at(n as u64)
}

async fn copy(from: &Place, to: &Place, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if from == to {
        return Err(Failure::wrong_use("a store is not copied to itself"));
    }
    there_is(from)?;
    let copied = store::copy(from, to, progress()).await.map_err(Failure::not_held)?;
    let store::Copied { new, longer, same, inputs } = copied;
    if json {
        writeln!(out, "{:#}", json!({ "new": new, "longer": longer, "same": same, "inputs": inputs }))?;
    } else {
        writeln!(
            out,
            "{from} to {to}: {new} games new, {longer} gone on, {same} as they were; {inputs} inputs copied"
        )?;
    }
    Ok(())
}

async fn verify(place: &Place, data: &DataSet, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    there_is(place)?;
    let store = place.open_existing("verify").await.map_err(Failure::not_held)?;
    store.check_integrity().await.map_err(Failure::not_held)?;
    let found = server::verify_store(&*store, roster::systems(), data.clone(), progress()).await;
    let server::Verified { games, inputs, faults } = found.map_err(Failure::not_held)?;
    if json {
        let faults: Vec<_> = faults.iter().map(|(id, why)| json!({ "game": id, "why": why })).collect();
        writeln!(out, "{:#}", json!({ "games": games, "inputs": inputs, "faults": faults }))?;
    } else {
        for (id, why) in &faults {
            writeln!(out, "game {id} does not hold: {why}")?;
        }
        writeln!(
            out,
            "{place}: {games} games hold, {inputs} inputs replayed, {} games do not",
            faults.len()
        )?;
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::Told) }
}
