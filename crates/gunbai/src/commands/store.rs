//! `gunbai store`

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::json;
use store::Place;

use crate::{failure::Failure, progress::Progress};

/// Look after where games are kept
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai store copy games.db backup.db
  gunbai store copy games.db postgres://gunbai@localhost/gunbai
A server may go on serving meanwhile; copying again brings a copy up to date.")]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Copy every game to another store; what is there already is only added to
    #[command(after_help = "Example:\n  gunbai store copy games.db backup.db")]
    Copy {
        /// PATH, sqlite:PATH or postgres://…
        from: Place,
        /// The same
        to: Place,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

impl StoreCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let What::Copy { from, to, json } = self.what;
        if from == to {
            return Err(Failure::wrong_use("a store is not copied to itself"));
        }
        if let Place::File(path) = &from
            && !path.exists()
        {
            return Err(Failure::wrong_use(format!("there is no store {from}")));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let copied = runtime.block_on(async {
            let (here, there) = (from.open("copy").await?, to.open("copy").await?);
            let mut progress = None;
            let at = |n: usize, of: usize| {
                progress.get_or_insert_with(|| Progress::new(of as u64, "games")).at(n as u64);
            };
            store::copy(&*here, &*there, at).await
        });
        let copied = copied.map_err(Failure::not_held)?;
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
}
