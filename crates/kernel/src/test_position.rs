//! Test positions: a situation, what a good player does there and what no sane player does. They measure bots;
//! `docs/positions.md` describes the form.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value as Tree;

use crate::{
    erased::{AnyTable, Asked},
    example::{Step, describe, found_and_wanted},
    fault::Fault,
    measure::{Measure, Spot, middle},
    roll::{Dice, Fair, Pips, Pool, Scripted},
    scene::{Piece, Scene},
    thing::{Seat, Viewer},
};

/// One test position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestPosition {
    /// The rules that make the right answer right.
    pub rule: Vec<String>,
    /// What a good player does, as an imperative sentence.
    pub title: String,
    pub why: String,
    pub scenario: String,
    /// Replaces the scenario's own set-up.
    pub position: Option<toml::Table>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The first dice; when they are used up, dice of `seed`.
    #[serde(default)]
    pub dice: Vec<u8>,
    #[serde(default)]
    pub seed: u64,
    /// Played before the bot takes its seat.
    #[serde(default, rename = "do")]
    pub steps: Vec<Step>,
    /// The seat that is tested. The other one answers by default action.
    pub seat: u8,
    #[serde(default)]
    pub until: Until,
    /// The test ends at the latest after this many actions of the seat.
    #[serde(default = "most_actions")]
    pub actions: u32,
    /// Any of these is right.
    pub right: Vec<Conditions>,
    /// Any of these is insane, whatever else was done.
    #[serde(default)]
    pub insane: Vec<Conditions>,
}

fn most_actions() -> u32 {
    200
}

/// How long the bot plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// One plan: up to the next dice, the next question to the other seat, or the return to the first question.
    Plan,
    /// Until it is no longer asked the question it began with.
    #[default]
    Phase,
    /// Until the clock of the game moves on.
    Turn,
}

/// Conditions that must all hold when the bot has played.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// Each of these actions was played: whole words at the start of an action.
    #[serde(default)]
    pub played: Vec<String>,
    /// None of these was.
    #[serde(default)]
    pub not_played: Vec<String>,
    /// Units that stand where they stood.
    #[serde(default)]
    pub stayed: Vec<String>,
    /// Units that do not.
    #[serde(default)]
    pub moved: Vec<String>,
    #[serde(default)]
    pub stand: Vec<Stand>,
    /// Paths into the position and what stands there, as in worked examples.
    #[serde(default)]
    pub state: BTreeMap<String, toml::Value>,
}

/// A number of these units stand there: in one of the places, in a box of an open table, or near something.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// Ids of pieces; `goto_*` is every piece whose id begins with `goto_`.
    pub units: Vec<String>,
    /// Labels of places; `gone` is beside the boards.
    #[serde(default)]
    pub places: Vec<String>,
    /// Left, bottom, right and top; the middle of a base counts.
    #[serde(rename = "box")]
    pub region: Option<[i32; 4]>,
    /// A piece or a place.
    pub near: Option<String>,
    /// Hexes, or the gap between two bases in hundredths of the table's unit.
    pub within: Option<i32>,
    /// All of them, unless `most` is given.
    pub least: Option<usize>,
    pub most: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Right,
    Wrong,
    Insane,
}

/// What a bot did in a test position.
#[derive(Clone, Debug)]
pub struct Tried {
    pub verdict: Verdict,
    /// Its actions.
    pub played: Vec<String>,
}

/// Who answers for the tested seat: the text of an action.
pub type Chooser<'a> = &'a mut dyn FnMut(&dyn AnyTable, Seat) -> String;

impl TestPosition {
    pub fn parse(file: &str, text: &str) -> Result<TestPosition, Fault> {
        let position: TestPosition = toml::from_str(text).map_err(|error| Fault::toml(file, text, &error))?;
        let fault = |field: &str, message: &str| Err(Fault::new(file, message).field(field));
        if position.rule.is_empty() {
            return fault("rule", "a test position must name the rules that decide it");
        }
        if position.right.is_empty() {
            return fault("right", "nothing is right, so no bot can pass");
        }
        for (field, alternatives) in [("right", &position.right), ("insane", &position.insane)] {
            if alternatives.iter().any(Conditions::is_empty) {
                return fault(field, "an alternative without conditions always holds");
            }
            for stand in alternatives.iter().flat_map(|all| &all.stand) {
                let ways = [!stand.places.is_empty(), stand.region.is_some(), stand.near.is_some()];
                if ways.iter().filter(|given| **given).count() != 1
                    || stand.near.is_some() != stand.within.is_some()
                {
                    return fault(field, "`stand` takes `places`, `box`, or `near` with `within`");
                }
            }
        }
        Ok(position)
    }

    /// What is wrong with it at its table: nobody can play it, or it speaks of what is not there.
    pub fn check(&self, file: &str, table: &mut dyn AnyTable) -> Vec<Fault> {
        if let Err(fault) = self.prepare(file, table, &mut self.dice()) {
            return vec![fault];
        }
        let mut faults = Vec::new();
        let measure = Measure::new(&table.grounds());
        let scene = table.scene(Viewer::Everyone);
        let open = scene.pieces.iter().any(|piece| piece.pose.is_some());
        for (field, alternatives) in [("right", &self.right), ("insane", &self.insane)] {
            let mut unknown = |what: &str| {
                faults.push(Fault::new(file, format!("`{what}` is nothing in this position")).field(field));
            };
            for conditions in alternatives {
                let stands = conditions.stand.iter();
                let units = stands.clone().flat_map(|stand| &stand.units);
                for unit in units.chain(&conditions.stayed).chain(&conditions.moved) {
                    if !scene.pieces.iter().any(|piece| is_named(piece, unit)) {
                        unknown(unit);
                    }
                }
                for place in stands.clone().flat_map(|stand| &stand.places) {
                    if place != GONE && measure.place(place).is_none() {
                        unknown(place);
                    }
                }
                for near in stands.filter_map(|stand| stand.near.as_ref()) {
                    if spot_of(near, &scene, &measure).is_none() {
                        unknown(near);
                    }
                }
                if !open && conditions.stand.iter().any(|stand| stand.region.is_some()) {
                    unknown("box");
                }
            }
        }
        faults
    }

    /// Lets a bot play.
    pub fn play(&self, file: &str, table: &mut dyn AnyTable, choose: Chooser<'_>) -> Result<Tried, Fault> {
        let mut dice = self.dice();
        let began = self.prepare(file, table, &mut dice)?;
        let before = table.scene(Viewer::Everyone);
        let mut played: Vec<String> = Vec::new();
        while !table.is_over() && played.len() < self.actions as usize {
            while table.throw(&mut dice, Viewer::Everyone).is_some() {}
            let Some((seat, kind)) = asked(table, self.seat) else { break };
            if !played.is_empty() && self.has_ended(&began, table, seat, &kind) {
                break;
            }
            let action =
                if seat == began.seat { choose(table, seat) } else { table.habit(seat).unwrap_or_default() };
            table.act(seat, &action, Viewer::Everyone).map_err(|wrong| {
                Fault::new(file, format!("`{action}` of seat {}: {wrong}", seat.0))
                    .hint(format!("asked now: {}", describe(&table.asked())))
            })?;
            if seat == began.seat {
                played.push(action);
                if self.until == Until::Plan && matches!(table.asked(), Asked::Roll { .. }) {
                    while table.throw(&mut dice, Viewer::Everyone).is_some() {}
                    break;
                }
            }
        }
        let after = End {
            scene: table.scene(Viewer::Everyone),
            before,
            tree: table.position_tree(),
            measure: Measure::new(&table.grounds()),
            played: &played,
        };
        let verdict = if self.insane.iter().any(|all| all.hold(&after)) {
            Verdict::Insane
        } else if self.right.iter().any(|all| all.hold(&after)) {
            Verdict::Right
        } else {
            Verdict::Wrong
        };
        Ok(Tried { verdict, played })
    }

    /// Plays the given actions; the tested seat must then be asked.
    fn prepare(&self, file: &str, table: &mut dyn AnyTable, dice: &mut TestDice) -> Result<Began, Fault> {
        while table.throw(dice, Viewer::Everyone).is_some() {}
        for (n, step) in self.steps.iter().enumerate() {
            table.act(Seat(step.seat), &step.action, Viewer::Everyone).map_err(|wrong| {
                Fault::new(file, format!("action {} `{}`: {wrong}", n + 1, step.action))
                    .field("do")
                    .hint(format!("asked now: {}", describe(&table.asked())))
            })?;
            while table.throw(dice, Viewer::Everyone).is_some() {}
        }
        match asked(table, self.seat) {
            Some((seat, kind)) if seat.0 == self.seat => {
                Ok(Began { seat, kind, depth: table.depth(), clock: table.clock() })
            }
            _ => Err(Fault::new(file, format!("seat {} is not asked", self.seat))
                .field("seat")
                .hint(format!("asked now: {}", describe(&table.asked())))),
        }
    }

    fn has_ended(&self, began: &Began, table: &dyn AnyTable, seat: Seat, kind: &str) -> bool {
        let back = table.depth() <= began.depth;
        match self.until {
            Until::Plan => back || seat != began.seat,
            Until::Phase => back && (seat, kind) != (began.seat, &*began.kind),
            Until::Turn => table.clock() != began.clock,
        }
    }

    fn dice(&self) -> TestDice {
        TestDice { script: Scripted::new(self.dice.iter().copied()), rest: Fair::new(self.seed) }
    }
}

/// Where the bot took its seat.
struct Began {
    seat: Seat,
    kind: String,
    depth: usize,
    clock: u32,
}

/// Who is asked, and the kind of the question; of two seats the preferred one.
fn asked(table: &dyn AnyTable, preferred: u8) -> Option<(Seat, String)> {
    let Asked::Questions { questions } = table.asked() else { return None };
    let question = questions.iter().find(|q| q.seat == preferred).or(questions.first())?;
    Some((Seat(question.seat), question.kind.clone()))
}

/// A script, and dice of a seed when it has run out.
struct TestDice {
    script: Scripted,
    rest: Fair,
}

impl Dice for TestDice {
    fn throw(&mut self, pool: Pool, number: u32) -> Option<Pips> {
        self.script.throw(pool, number).or_else(|| self.rest.throw(pool, number))
    }
}

/// What conditions are held against.
struct End<'a> {
    before: Scene,
    scene: Scene,
    tree: Tree,
    measure: Measure,
    played: &'a [String],
}

const GONE: &str = "gone";

impl Conditions {
    fn is_empty(&self) -> bool {
        let lists = [&self.played, &self.not_played, &self.stayed, &self.moved];
        lists.iter().all(|list| list.is_empty()) && self.stand.is_empty() && self.state.is_empty()
    }

    fn hold(&self, end: &End<'_>) -> bool {
        let was_played = |wanted: &String| end.played.iter().any(|action| begins_with(action, wanted));
        let stayed = |unit: &String| -> Vec<bool> {
            let stood = end.before.pieces.iter().filter(|piece| is_named(piece, unit));
            stood.map(|piece| end.find(&piece.id).is_some_and(|now| is_same_place(piece, now))).collect()
        };
        self.played.iter().all(was_played)
            && !self.not_played.iter().any(was_played)
            && self.stayed.iter().flat_map(stayed).all(|stayed| stayed)
            && !self.moved.iter().flat_map(stayed).any(|stayed| stayed)
            && self.stand.iter().all(|stand| stand.holds(end))
            && self.state.iter().all(|(path, expected)| {
                let (found, wanted) = found_and_wanted(&end.tree, path, expected);
                found == wanted
            })
    }
}

impl Stand {
    fn holds(&self, end: &End<'_>) -> bool {
        let pieces = end.before.pieces.iter().chain(&end.scene.pieces);
        let units: BTreeSet<&str> = pieces
            .filter(|piece| self.units.iter().any(|unit| is_named(piece, unit)))
            .map(|piece| piece.id.as_str())
            .collect();
        let count = units.iter().filter(|unit| self.fits(end, end.find(unit))).count();
        let least = self.least.unwrap_or(if self.most.is_some() { 0 } else { units.len() });
        count >= least && self.most.is_none_or(|most| count <= most)
    }

    fn fits(&self, end: &End<'_>, piece: Option<&Piece>) -> bool {
        let spot = piece.and_then(|piece| end.measure.piece(piece));
        let (Some(piece), Some(spot)) = (piece, spot) else { return self.places.iter().any(|p| p == GONE) };
        if let Some([left, bottom, right, top]) = self.region {
            return piece
                .pose
                .as_ref()
                .map(middle)
                .is_some_and(|(x, y)| (left..=right).contains(&x) && (bottom..=top).contains(&y));
        }
        match (&self.near, self.within) {
            (Some(near), Some(within)) => spot_of(near, &end.scene, &end.measure)
                .and_then(|there| spot.distance(there))
                .is_some_and(|distance| distance <= within),
            _ => piece.place.as_ref().is_some_and(|place| self.places.contains(place)),
        }
    }
}

impl End<'_> {
    fn find(&self, id: &str) -> Option<&Piece> {
        self.scene.pieces.iter().find(|piece| piece.id == id).map(|piece| &**piece)
    }
}

/// Does an action begin with these words?
fn begins_with(action: &str, words: &str) -> bool {
    action.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn is_named(piece: &Piece, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => piece.id.starts_with(start),
        None => piece.id == pattern,
    }
}

fn is_same_place(one: &Piece, other: &Piece) -> bool {
    let at = |piece: &Piece| piece.pose.map(|pose| (pose.x, pose.y));
    one.place == other.place && at(one) == at(other)
}

fn spot_of(label: &str, scene: &Scene, measure: &Measure) -> Option<Spot> {
    let piece = scene.pieces.iter().find(|piece| piece.id == label);
    piece.and_then(|piece| measure.piece(piece)).or_else(|| measure.place(label))
}
