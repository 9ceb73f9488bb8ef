//! `gunbai odds`

use std::io::Write;

use clap::Args;
use kernel::{
    DataSet,
    odds::{Policy, Until, Wish},
    record::Source,
};

use crate::{
    failure::Failure,
    game::{Opening, pair, seat},
    prose,
};

/// The exact chance of each outcome of a plan, by the same code that plays
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gunbai odds game.gunbai --at 12 'target ii_R1' all
  gunbai odds crisis.toml go --policy 1=worst --json
The plan is a chain of one seat's actions, up to the throw that ends it.")]
pub(crate) struct Odds {
    #[command(flatten)]
    opening: Opening,
    /// The actions of the plan in order, each quoted; `0:` or `1:` before the first names the seat
    #[arg(value_name = "ACTION", required = true)]
    actions: Vec<String>,
    /// The game after this input; without it, after the last
    #[arg(long, value_name = "N")]
    at: Option<u32>,
    /// How far to look: to the next question, or to the end of the fight
    #[arg(long, value_name = "WHERE", value_parser = until, default_value = "end")]
    until: Until,
    /// How a seat answers on the way: habit, best or worst (by judgement); may be repeated
    #[arg(long = "policy", value_name = "SEAT=POLICY", value_parser = pair)]
    policies: Vec<(String, String)>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn until(text: &str) -> Result<Until, String> {
    match text {
        "question" => Ok(Until::Question),
        "end" => Ok(Until::End),
        _ => Err("say question or end".to_owned()),
    }
}

fn policy(text: &str) -> Result<Policy, Failure> {
    match text {
        "habit" => Ok(Policy::Habit),
        "best" => Ok(Policy::Best),
        "worst" => Ok(Policy::Worst),
        _ => Err(Failure::wrong_use(format!("`{text}` is no policy: say habit, best or worst"))),
    }
}

impl Odds {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.opening.open(data, self.at, Source::Seeded(1))?;
        let mut wish = Wish { until: self.until, ..Wish::default() };
        for (who, how) in &self.policies {
            wish.policy[seat(&*game.table, who)?.index()] = policy(how)?;
        }
        let mut plan = Vec::new();
        let mut planner = None;
        for text in &self.actions {
            let (seat, action) = game.seat_and_action(text)?;
            if *planner.get_or_insert(seat) != seat {
                return Err(Failure::wrong_use(
                    "a plan is a chain of one seat's actions; here are two seats'",
                ));
            }
            plan.push(action.to_owned());
        }
        let Some(planner) = planner else { return Ok(()) };
        let odds = game.table.odds(planner, &plan, wish)?;
        if self.json {
            writeln!(out, "{:#}", serde_json::json!(odds))?;
        } else {
            prose::odds(out, &odds)?;
        }
        Ok(())
    }
}
