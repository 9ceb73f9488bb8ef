//! A bot of any level over the bot protocol, so that one build can play another.

use std::io::{self, BufRead, Write};

use bots::{
    Level,
    protocol::{GameState, Reply, answer_all},
};
use kernel::{DataSet, Seat};
use serde::Deserialize;

use crate::{AnyPlayer, Scenario};

/// Of a query, what a player needs.
#[derive(Deserialize)]
struct Asked {
    seat: u8,
    game: GameState,
}

/// Answers every query at this level. `options` are those of the game, where they are not the default: the protocol does
/// not tell them.
pub fn serve(
    data: &DataSet,
    level: &Level,
    options: &[(String, String)],
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let mut seated: Option<(String, Box<dyn AnyPlayer>)> = None;
    answer_all(input, output, |line| {
        let answer = serde_json::from_str::<Asked>(line).map_err(|error| format!("not a query: {error}"));
        let answer = answer.and_then(|Asked { seat, game }| {
            let name = format!("{}/{}", game.system, game.scenario);
            let player = match &mut seated {
                Some((at, player)) if *at == name => player,
                free => {
                    let scenario = Scenario::parse(data, &name)?;
                    let setup = scenario.setup(options)?;
                    let player = scenario.system.player(data, &setup, level, game.seed);
                    &mut free.insert((name, player.map_err(|faults| faults.to_string())?)).1
                }
            };
            player.answer(game.position, Seat(seat))
        });
        answer.map_or_else(Reply::Error, Reply::Action)
    })
}
