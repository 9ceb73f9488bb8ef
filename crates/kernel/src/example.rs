//! Worked examples: a person can read and write them, and they run as tests. `docs/examples.md` describes
//! the form.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Tree;

use crate::{
    data::DataSet,
    erased::{AnyTable, Asked, SaidBranch, TollKind, Wrong},
    fault::Fault,
    odds::{Policy, Until, Wish},
    roll::Scripted,
    thing::{Seat, Viewer},
    words::Words,
};

/// One worked example. A key it does not know is an error, and so is one that expects nothing.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The rules it shows.
    pub rule: Vec<String>,
    pub title: String,
    pub scenario: String,
    /// Replaces the scenario's own set-up.
    pub position: Option<toml::Table>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    pub dice: Vec<u8>,
    #[serde(default, rename = "do")]
    pub steps: Vec<Step>,
    pub expect: Expect,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub seat: u8,
    pub action: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// In this order, perhaps with others between: `"11-2-5 text the sentence contains"`.
    #[serde(default)]
    pub events: Vec<String>,
    /// Rules that must not have caused an event.
    #[serde(default)]
    pub no_events: Vec<String>,
    /// The rule by which the last action is refused.
    pub refusal: Option<String>,
    /// Paths into the position and what stands there; `"gone"` expects nothing there.
    #[serde(default)]
    pub state: BTreeMap<String, toml::Value>,
    pub ask: Option<ExpectAsk>,
    pub odds: Option<ExpectOdds>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectAsk {
    pub seat: Option<u8>,
    /// The rule of the question, the roll or the end.
    pub rule: Option<String>,
    pub winner: Option<String>,
    /// Exactly these actions, in this order.
    pub actions: Option<Vec<String>>,
    #[serde(default)]
    pub includes: Vec<String>,
    #[serde(default)]
    pub excludes: Vec<String>,
    /// Modifiers of the roll, as `"+1 12-1(3)"`.
    pub modifiers: Option<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectOdds {
    pub seat: u8,
    /// The plan whose odds are wanted.
    pub plan: Vec<String>,
    #[serde(default = "until_end")]
    pub until: Until,
    #[serde(default = "habits")]
    pub policy: [Policy; 2],
    /// Looks at the forecast for this answer of the other seat, an action.
    pub answer: Option<String>,
    /// Looks at the forecast under this hidden condition, by its words.
    pub hidden: Option<String>,
    /// The text of each outcome and its exact chance: `"gone" = "5/36"`.
    pub outcomes: BTreeMap<String, String>,
    /// Expected losses, the chance that a leader falls, and expected morale lost, by side: `east = "1/12"`. A side that
    /// is not named loses nothing.
    pub losses: Option<BTreeMap<String, String>>,
    pub leader: Option<BTreeMap<String, String>>,
    pub morale: Option<BTreeMap<String, String>>,
}

fn until_end() -> Until {
    Until::End
}

fn habits() -> [Policy; 2] {
    [Policy::Habit; 2]
}

/// What was seen while an example ran: for rule coverage.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub rules: Vec<String>,
}

impl Example {
    /// The example in a file, titled in the language of `words`.
    pub fn read(data: &DataSet, file: &str, words: &Words) -> Result<Example, Fault> {
        let mut example = Example::parse(file, data.text(file)?)?;
        let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".toml");
        words.translate(&format!("data-examples-{stem}-title"), &mut example.title);
        Ok(example)
    }

    pub fn parse(file: &str, text: &str) -> Result<Example, Fault> {
        let example: Example = toml::from_str(text).map_err(|error| Fault::toml(file, text, &error))?;
        let expect = &example.expect;
        let nothing = expect.events.is_empty()
            && expect.no_events.is_empty()
            && expect.refusal.is_none()
            && expect.state.is_empty()
            && expect.ask.is_none()
            && expect.odds.is_none();
        if nothing {
            return Err(Fault::new(file, "the example expects nothing, so it cannot fail").field("expect"));
        }
        if example.rule.is_empty() {
            return Err(Fault::new(file, "an example must name the rules it shows").field("rule"));
        }
        if let Some(step) = example.steps.iter().find(|step| step.seat > 1) {
            return Err(Fault::new(file, format!("there is no seat {}", step.seat)).field("do"));
        }
        Ok(example)
    }

    /// Plays the example on a table opened for it.
    pub fn run(&self, file: &str, table: &mut dyn AnyTable) -> Result<Seen, Fault> {
        let mut dice = Scripted::new(self.dice.iter().copied());
        let mut seen = Seen::default();
        let mut told: Vec<(String, String)> = Vec::new();
        let mut refused = None;
        note_rest(table, &mut seen);
        throw_all(table, &mut dice, &mut told, &mut seen);
        for (n, step) in self.steps.iter().enumerate() {
            let last = n + 1 == self.steps.len();
            match table.act(Seat(step.seat), &step.action, Viewer::Everyone) {
                Ok(done) => {
                    told.extend(done.events.into_iter().map(|t| (t.said.rule, t.said.text)));
                    note_rest(table, &mut seen);
                    throw_all(table, &mut dice, &mut told, &mut seen);
                }
                Err(Wrong::Refused(said)) if last && self.expect.refusal.is_some() => {
                    seen.rules.push(said.rule.clone());
                    refused = Some(said);
                }
                Err(wrong) => {
                    return Err(Fault::new(file, format!("action {} `{}`: {wrong}", n + 1, step.action))
                        .field("do")
                        .hint(format!("asked now: {}", describe(&table.asked()))));
                }
            }
        }
        seen.rules.extend(told.iter().map(|(rule, _)| rule.clone()));
        match (&self.expect.refusal, &refused) {
            (Some(rule), Some(said)) if *rule != said.rule => {
                let message = format!("refused by rule {}, expected {rule}: {}", said.rule, said.text);
                return Err(Fault::new(file, message).field("expect.refusal"));
            }
            (Some(rule), None) => {
                let message = format!("nothing was refused, expected rule {rule}");
                return Err(Fault::new(file, message).field("expect.refusal"));
            }
            _ => {}
        }
        if !dice.0.is_empty() {
            return Err(Fault::new(file, format!("{} dice were never thrown", dice.0.len())).field("dice"));
        }
        self.check_events(file, &told)?;
        self.check_state(file, &table.position_tree())?;
        if let Some(expected) = &self.expect.ask {
            check_ask(file, expected, table)?;
        }
        if let Some(expected) = &self.expect.odds {
            check_odds(file, expected, table)?;
        }
        Ok(seen)
    }

    fn check_events(&self, file: &str, told: &[(String, String)]) -> Result<(), Fault> {
        let story = || {
            let lines: Vec<String> = told.iter().map(|(rule, text)| format!("  {rule} {text}")).collect();
            format!("what happened:\n{}", lines.join("\n"))
        };
        let mut rest = told.iter();
        for expected in &self.expect.events {
            let (rule, text) = expected.split_once(' ').unwrap_or((expected, ""));
            if !rest.any(|(r, t)| r == rule && t.contains(text)) {
                return Err(Fault::new(file, format!("no event `{expected}` in its place; {}", story()))
                    .field("expect.events"));
            }
        }
        if let Some(rule) = self.expect.no_events.iter().find(|rule| told.iter().any(|(r, _)| r == *rule)) {
            return Err(Fault::new(file, format!("rule {rule} caused an event; {}", story()))
                .field("expect.no_events"));
        }
        Ok(())
    }

    fn check_state(&self, file: &str, tree: &Tree) -> Result<(), Fault> {
        for (path, expected) in &self.expect.state {
            let (found, wanted) = found_and_wanted(tree, path, expected);
            if found != wanted {
                let message = format!("`{path}` is {found}, expected {wanted}");
                return Err(Fault::new(file, message).field("expect.state"));
            }
        }
        Ok(())
    }
}

/// What stands at a path into a position, and what should; `"gone"` where nothing stands.
pub(crate) fn found_and_wanted(tree: &Tree, path: &str, expected: &toml::Value) -> (Tree, Tree) {
    let found = path.split('.').try_fold(tree, |at, key| match at {
        Tree::Array(list) => key.parse::<usize>().ok().and_then(|n| list.get(n)),
        other => other.get(key),
    });
    let found = found.cloned().unwrap_or(Tree::String("gone".to_owned()));
    (found, serde_json::to_value(expected).expect("TOML values are JSON values"))
}

fn throw_all(
    table: &mut dyn AnyTable,
    dice: &mut Scripted,
    told: &mut Vec<(String, String)>,
    seen: &mut Seen,
) {
    while let Some(step) = table.throw(dice, Viewer::Everyone) {
        told.extend(step.events.into_iter().map(|t| (t.said.rule, t.said.text)));
        note_rest(table, seen);
    }
}

/// The rules of the question or roll the table rests in, and of its modifiers.
fn note_rest(table: &dyn AnyTable, seen: &mut Seen) {
    match table.asked() {
        Asked::Questions { questions } => seen.rules.extend(questions.into_iter().map(|q| q.rule)),
        Asked::Roll { rule, modifiers, .. } => {
            seen.rules.push(rule);
            seen.rules.extend(modifiers.into_iter().map(|m| m.rule));
        }
        Asked::Over { rule, .. } => seen.rules.push(rule),
    }
}

pub(crate) fn describe(asked: &Asked) -> String {
    match asked {
        Asked::Questions { questions } => questions
            .iter()
            .map(|q| format!("seat {} under {}: {}", q.seat, q.rule, q.prompt))
            .collect::<Vec<_>>()
            .join("; "),
        Asked::Roll { rule, text, dice, sides, .. } => {
            format!("a throw of {dice}d{sides} under {rule}: {text}")
        }
        Asked::Over { rule, text, .. } => format!("nothing, it is over by {rule}: {text}"),
    }
}

fn check_ask(file: &str, expected: &ExpectAsk, table: &dyn AnyTable) -> Result<(), Fault> {
    let asked = table.asked();
    let fault = |what: String| Err(Fault::new(file, what).field("expect.ask"));
    let (seats, rules, winner, modifiers) = match &asked {
        Asked::Questions { questions } => (
            questions.iter().map(|q| q.seat).collect::<Vec<_>>(),
            questions.iter().map(|q| q.rule.clone()).collect::<Vec<_>>(),
            None,
            Vec::new(),
        ),
        Asked::Roll { seat, rule, modifiers, .. } => (
            vec![*seat],
            vec![rule.clone()],
            None,
            modifiers.iter().map(|m| format!("{:+} {}", m.value, m.rule)).collect(),
        ),
        Asked::Over { winner, rule, .. } => (
            Vec::new(),
            vec![rule.clone()],
            Some(winner.clone().unwrap_or_else(|| "draw".to_owned())),
            Vec::new(),
        ),
    };
    if expected.seat.is_some_and(|seat| !seats.contains(&seat)) {
        return fault(format!("seat {:?} is not asked: {}", expected.seat, describe(&asked)));
    }
    if let Some(rule) = expected.rule.as_ref().filter(|rule| !rules.contains(rule)) {
        return fault(format!("rule {rule} does not ask: {}", describe(&asked)));
    }
    if expected.winner.is_some() && expected.winner != winner {
        return fault(format!("the winner is {winner:?}: {}", describe(&asked)));
    }
    if let Some(wanted) = expected.modifiers.as_ref().filter(|wanted| **wanted != modifiers) {
        return fault(format!("the modifiers are {modifiers:?}, expected {wanted:?}"));
    }
    let seat = expected.seat.or(seats.first().copied()).unwrap_or(0);
    let listed: Vec<String> = table.choices(Seat(seat)).into_iter().map(|c| c.action).collect();
    if let Some(actions) = expected.actions.as_ref().filter(|actions| **actions != listed) {
        return fault(format!("the list is {listed:?}, expected {actions:?}"));
    }
    if let Some(missing) = expected.includes.iter().find(|a| !listed.contains(a)) {
        return fault(format!("`{missing}` is not listed; listed are {listed:?}"));
    }
    if let Some(extra) = expected.excludes.iter().find(|a| listed.contains(a)) {
        return fault(format!("`{extra}` is listed, but should not be"));
    }
    Ok(())
}

fn check_odds(file: &str, expected: &ExpectOdds, table: &dyn AnyTable) -> Result<(), Fault> {
    let fault = |what: String| Fault::new(file, what).field("expect.odds");
    let wish = Wish { until: expected.until, policy: expected.policy, ..Wish::default() };
    let odds = table
        .odds(Seat(expected.seat), &expected.plan, wish)
        .map_err(|wrong| fault(format!("the plan cannot be played: {wrong}")))?;
    let branch = |branches: &[SaidBranch], is: &dyn Fn(&SaidBranch) -> bool, what: &str| {
        let texts: Vec<&str> = branches.iter().map(|b| b.action.as_deref().unwrap_or(&b.text)).collect();
        let found = branches.iter().find(|branch| is(branch)).map(|branch| branch.forecast.clone());
        found.ok_or_else(|| fault(format!("there is no forecast for `{what}`, but for {texts:?}")))
    };
    let odds = match (&expected.answer, &expected.hidden) {
        (Some(answer), _) => branch(&odds.answers, &|b| b.action.as_ref() == Some(answer), answer)?,
        (None, Some(hidden)) => branch(&odds.hidden, &|b| b.text == *hidden, hidden)?,
        (None, None) => odds,
    };
    if !odds.exact {
        return Err(fault("the forecast is sampled, so it has no exact figures".to_owned()));
    }
    let found: BTreeMap<String, String> = odds.rows().map(|o| (o.text.clone(), o.chance.clone())).collect();
    if found != expected.outcomes {
        return Err(fault(format!("the odds are {found:?}, expected {:?}", expected.outcomes)));
    }
    for (kind, name, expected) in [
        (TollKind::Losses, "losses", &expected.losses),
        (TollKind::Leader, "leader", &expected.leader),
        (TollKind::Morale, "morale", &expected.morale),
    ] {
        let Some(expected) = expected else { continue };
        let amounts = odds.tolls.iter().filter(|toll| toll.kind == kind).flat_map(|toll| &toll.of);
        let lost = amounts.filter(|amount| amount.millionths > 0 || amount.amount != "0");
        let found: BTreeMap<String, String> = lost.map(|a| (a.side.clone(), a.amount.clone())).collect();
        if found != *expected {
            return Err(fault(format!("{name}: {found:?}, expected {expected:?}")));
        }
    }
    Ok(())
}
