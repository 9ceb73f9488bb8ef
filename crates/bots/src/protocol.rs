//! How other people's bots are asked: one JSON object a line, one line a decision.
//!
//! ```text
//! → {"seat":0,"kind":"choose-unit","rule":"7-1","actions":["move goto_G1","done"],"scene":{…},"game":{…}}
//! ← {"action":"done"}
//! ```
//!
//! `scene` is what the seat sees, `actions` every legal answer. `game` names system and scenario and has the position as it
//! may be for all the seat knows: a program with rules of its own can set it up. The program ends when its input does. One that has not
//! answered for two minutes hangs: it is ended, and its seat is played by habit.
//! [`serve`] is the smallest program that speaks it; `gunbai bot` runs it. With `--level` it plays at a level instead, so
//! that one build can play another.

use std::io::{self, BufRead, Write};

use kernel::{Game, Lot, Seat, Viewer, scene::Scene};
use serde::{Deserialize, Serialize};

/// A decision that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    pub seat: u8,
    /// The key of the prompt.
    pub kind: String,
    pub rule: String,
    /// The prompt in words, where the asking program has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    pub actions: Vec<String>,
    pub scene: Scene,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameState>,
}

/// The game a decision is asked in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameState {
    pub system: String,
    pub scenario: String,
    /// As positions are written, but in JSON. What the seat cannot know is drawn at random.
    pub position: serde_json::Value,
    /// For the chance in a program's own choices.
    pub seed: u64,
}

/// What a program says to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    Action(String),
    Error(String),
}

impl Query {
    /// What `seat` is asked in this state.
    pub fn new<R: Game>(rules: &R, state: &R::State, seat: Seat, listed: &[R::Action], seed: u64) -> Query {
        let card = &rules.profile().card;
        let game = GameState {
            system: card.system.clone(),
            scenario: card.scenario.clone(),
            position: serde_json::to_value(rules.position(state)).expect("a position is plain data"),
            seed,
        };
        let ask = rules.ask(state);
        let question = ask.question_for(seat);
        Query {
            seat: seat.0,
            kind: question.map_or_else(String::new, |q| q.kind().to_owned()),
            rule: question.map_or_else(String::new, |q| q.rule.to_string()),
            prompt: None,
            actions: listed.iter().map(|action| rules.write_action(action)).collect(),
            scene: rules.scene(state, Viewer::Seat(seat)),
            game: Some(game),
        }
    }
}

/// Of a query, all that the reference program needs; it does not mind what else is sent.
#[derive(Deserialize)]
struct Choices {
    actions: Vec<String>,
}

/// The reference program: any of the actions. A line it cannot read is answered with `{"error":…}`.
pub fn serve(input: impl BufRead, output: impl Write, seed: u64) -> io::Result<()> {
    let mut lot = Lot::new(seed);
    answer_all(input, output, |line| match serde_json::from_str::<Choices>(line) {
        Ok(choices) if choices.actions.is_empty() => Reply::Error("there is no action to choose".to_owned()),
        Ok(choices) => Reply::Action(lot.pick(&choices.actions).clone()),
        Err(error) => Reply::Error(format!("not a query: {error}")),
    })
}

/// Answers every line that is not empty with one line.
pub fn answer_all(
    input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(&str) -> Reply,
) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        serde_json::to_writer(&mut output, &answer(&line))?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &str) -> Vec<Reply> {
        let mut output = Vec::new();
        serve(input.as_bytes(), &mut output, 3).unwrap();
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn the_reference_program_answers_every_line_with_one_of_its_actions() {
        let replies = answers(&"{\"seat\":0,\"actions\":[\"a\",\"b\"],\"scene\":{}}\n".repeat(20));
        assert_eq!(replies.len(), 20);
        for action in ["a", "b"] {
            assert!(replies.contains(&Reply::Action(action.to_owned())));
        }
    }

    #[test]
    fn a_malformed_line_is_answered_with_an_error_and_the_next_one_still_counts() {
        let replies = answers("nonsense\n\n{\"actions\":[]}\n{\"actions\":[\"a\"]}\n");
        assert!(matches!(&replies[0], Reply::Error(why) if why.contains("not a query")));
        assert!(matches!(&replies[1], Reply::Error(_)));
        assert_eq!(replies[2], Reply::Action("a".to_owned()));
    }

    #[test]
    fn a_reply_is_one_small_object() {
        assert_eq!(serde_json::to_string(&Reply::Action("done".into())).unwrap(), r#"{"action":"done"}"#);
        assert_eq!(serde_json::to_string(&Reply::Error("why".into())).unwrap(), r#"{"error":"why"}"#);
    }
}
