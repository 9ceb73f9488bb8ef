//! Tables in words: what was done, what happened, what is asked.

use std::io::{self, Write};

use comfy_table::{LineStyle, Table as Grid, TableStyle};
use kernel::{
    Seat, Viewer,
    erased::{AnyTable, Asked, Choice, SaidAmount, SaidForecast, ToldStep, TollKind},
    record::{Forfeit, Input, Recorded, Source},
};

/// A grid with a line below its heading.
pub(crate) fn grid(heading: &[&str]) -> Grid {
    let mut grid = Grid::new();
    let line = LineStyle::none().fill('─').junction('─');
    grid.load_style(TableStyle::new().header_separator(line)).set_header(heading.iter().copied());
    grid
}

pub(crate) fn source(source: Source) -> String {
    match source {
        Source::Seeded(seed) => format!("dice from seed {seed}"),
        Source::Committed(_) => "dice from a seed that is told when the game is over".to_owned(),
        Source::Shared(dice) => match dice.seed {
            Some(_) => "dice shared by the table and its seats".to_owned(),
            None => "dice shared by the table and its seats, told when the game is over".to_owned(),
        },
        Source::Scripted => "scripted dice".to_owned(),
        Source::Entered => "dice entered by the players".to_owned(),
    }
}

/// An input as one line: `0: move goto_G1`, `dice 3 5`.
pub(crate) fn input(input: &Input<Recorded>) -> String {
    worded(input, |seat| seat.0.to_string())
}

/// The same with the name of the side: `osaka: move goto_G1`.
pub(crate) fn input_by_side(table: &dyn AnyTable, input: &Input<Recorded>) -> String {
    worded(input, |seat| table.side_of(seat))
}

fn worded(input: &Input<Recorded>, who: impl Fn(Seat) -> String) -> String {
    match input {
        Input::Act { seat, action } => match action {
            Recorded::Open(action) => format!("{}: {action}", who(*seat)),
            Recorded::Sealed { opened: Some(action), .. } => format!("{}: {action} (sealed)", who(*seat)),
            Recorded::Sealed { opened: None, .. } => format!("{}: chooses in secret", who(*seat)),
        },
        Input::Roll { pips, entered, .. } => {
            let word = if *entered { "dice entered" } else { "dice" };
            format!("{word} {}", pips_text(pips))
        }
        Input::Undo { seat, to, agreed } => {
            format!("{}: back to input {to}{}", who(*seat), if *agreed { ", agreed" } else { "" })
        }
        Input::Resign { seat, why } => {
            let words = match why {
                Forfeit::Resigned => "resigns",
                Forfeit::Time => "has no time left",
                Forfeit::Absence => "was away too long",
                Forfeit::Share => "did not bring its share of the dice",
                Forfeit::Draw => "agrees to a draw",
            };
            format!("{}: {words}", who(*seat))
        }
        Input::Share { seat, .. } => format!("{}: is bound to a share of the dice", who(*seat)),
        Input::Dice { file: true, .. } => "from a file up to here; other dice from here on".to_owned(),
        Input::Dice { file: false, .. } => "other dice from here on".to_owned(),
    }
}

pub(crate) fn pips_text(pips: &[u8]) -> String {
    pips.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// What a step brought about, one line an event.
pub(crate) fn events(out: &mut dyn Write, step: &ToldStep) -> io::Result<()> {
    for event in &step.events {
        writeln!(out, "        {} [{}]", event.said.text, event.said.rule)?;
    }
    Ok(())
}

/// What the table rests in.
pub(crate) fn rest(out: &mut dyn Write, table: &dyn AnyTable) -> io::Result<()> {
    match table.asked() {
        Asked::Questions { questions } => {
            for question in questions {
                let side = table.side_of(Seat(question.seat));
                writeln!(out, "{side} (seat {}): {} [{}]", question.seat, question.prompt, question.rule)?;
            }
        }
        Asked::Roll { rule, text, dice, sides, modifiers, .. } => {
            writeln!(out, "{dice}d{sides} are thrown: {text} [{rule}]")?;
            for modifier in modifiers {
                writeln!(out, "    {:+} {} [{}]", modifier.value, modifier.text, modifier.rule)?;
            }
        }
        Asked::Over { winner, rule, text } => {
            match winner {
                Some(winner) => writeln!(out, "it is over, {winner} has won: {text} [{rule}]")?,
                None => writeln!(out, "it is over, a draw: {text} [{rule}]")?,
            }
            points(out, table)?;
        }
    }
    Ok(())
}

/// The points of both sides, source by source; in a game without points, what else there is to be counted.
fn points(out: &mut dyn Write, table: &dyn AnyTable) -> io::Result<()> {
    let sides = &table.profile().card.sides;
    let scene = table.scene(Viewer::Everyone);
    for score in &scene.scores {
        let side = &sides[usize::from(score.side)].id;
        let items: Vec<String> =
            score.items.iter().map(|(what, points)| format!("{what} {points}")).collect();
        let (items, about) = (items.join(", "), score.about.as_str());
        let parts: Vec<&str> = [items.as_str(), about].into_iter().filter(|part| !part.is_empty()).collect();
        let before = if parts.is_empty() { "" } else { ": " };
        writeln!(out, "    {side} {}{before}{} [{}]", score.points, parts.join("; "), score.rule)?;
    }
    if scene.scores.is_empty() {
        for note in &scene.notes {
            writeln!(out, "    {} [{}]", note.text, note.rule)?;
        }
    }
    Ok(())
}

/// A step as its viewer has it: its number, the input that led to it, and what happened.
pub(crate) fn step(
    out: &mut dyn Write,
    table: &dyn AnyTable,
    step: &ToldStep,
    viewer: Viewer,
) -> io::Result<()> {
    writeln!(out, "{:>6}  {}", step.number, input_of(table, step, viewer))?;
    events(out, step)
}

/// The input of a step, in the words its viewer may read.
pub(crate) fn input_of(table: &dyn AnyTable, step: &ToldStep, viewer: Viewer) -> String {
    table.input(step.number, viewer).map_or_else(|| "the beginning".to_owned(), |done| input(&done))
}

/// A step as plain data, without the head of the record where that would tell what is hidden.
pub(crate) fn step_tree(table: &dyn AnyTable, step: &ToldStep, viewer: Viewer) -> serde_json::Value {
    let mut tree = serde_json::json!(step);
    if let (false, Some(fields)) = (table.shows_hashes(viewer), tree.as_object_mut()) {
        fields.remove("head");
    }
    tree
}

/// Listed actions, with their numbers where one can choose by number.
pub(crate) fn choices(out: &mut dyn Write, choices: &[(usize, &Choice)], numbered: bool) -> io::Result<()> {
    let longest = choices.iter().map(|(_, c)| c.action.chars().count()).max().unwrap_or(0);
    for (n, choice) in choices {
        if numbered {
            write!(out, "{n:>4}")?;
        }
        write!(out, "  {:longest$}  {}", choice.action, choice.text)?;
        if let Some(cost) = choice.cost {
            write!(out, " (cost {cost})")?;
        }
        if let Some(warning) = &choice.warning {
            write!(out, " ! {warning}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A forecast with the assumptions behind it.
pub(crate) fn odds(out: &mut dyn Write, odds: &SaidForecast) -> io::Result<()> {
    rows(out, odds)?;
    let how = match (odds.exact, odds.samples) {
        (true, _) => "exact".to_owned(),
        (false, samples) => {
            let samples = samples.unwrap_or(0);
            match odds.hidden.is_empty() {
                true => format!("sampled {samples} times, with the half-width of the 95 % interval"),
                false => {
                    format!("mean over {samples} hands that they may hold, with the spread between them")
                }
            }
        }
    };
    write!(out, "{how}; states looked at: {}; ", odds.states)?;
    match odds.until.as_str() {
        "question" => writeln!(out, "up to the next question, so nothing is assumed")?,
        _ => writeln!(
            out,
            "up to the end of the fight, seat 0 answering by {}, seat 1 by {}",
            odds.policy[0], odds.policy[1]
        )?,
    }
    for branch in &odds.answers {
        writeln!(out, "\nif they answer: {}", branch.text)?;
        rows(out, &branch.forecast)?;
    }
    for branch in &odds.hidden {
        writeln!(out, "\n{} ({})", branch.text, percent(branch.millionths, 0))?;
        rows(out, &branch.forecast)?;
    }
    Ok(())
}

fn percent(millionths: u32, error: u32) -> String {
    let percent = format!("{:.2} %", f64::from(millionths) / 10_000.0);
    match error {
        0 => percent,
        error => format!("{percent} ± {:.2}", f64::from(error) / 10_000.0),
    }
}

/// The percentage of a chance; what is neither certain nor impossible does not look so.
fn chance(millionths: u32, error: u32, fraction: &str) -> String {
    match (percent(millionths, error), fraction.contains('/')) {
        (shown, true) if shown == "100.00 %" => "> 99.99 %".to_owned(),
        (shown, true) if shown == "0.00 %" => "< 0.01 %".to_owned(),
        (shown, _) => shown,
    }
}

/// A fraction that can be read at a glance; the others are in what `--json` prints.
fn short(fraction: &str) -> &str {
    const MOST: usize = 15;
    if fraction.len() > MOST { "" } else { fraction }
}

/// The likeliest outcomes, and what they cost.
fn rows(out: &mut dyn Write, odds: &SaidForecast) -> io::Result<()> {
    let mut table = grid(&["outcome", "chance", "percent"]);
    for outcome in &odds.outcomes {
        let percent = chance(outcome.millionths, outcome.error_millionths, &outcome.chance);
        table.add_row([outcome.text.clone(), short(&outcome.chance).to_owned(), percent]);
    }
    writeln!(out, "{table}")?;
    for toll in &odds.tolls {
        let amounts: Vec<String> = toll.of.iter().map(|amount| said_amount(toll.kind, amount)).collect();
        writeln!(out, "{}: {}", toll.text, amounts.join(", "))?;
    }
    Ok(())
}

/// `east 0.06 (13/216)`, or a chance as `east 6.02 %`.
fn said_amount(kind: TollKind, amount: &SaidAmount) -> String {
    let (value, error) = (amount.millionths, amount.error_millionths);
    let number = match kind {
        TollKind::Leader => chance(value, error, &amount.amount),
        _ if error > 0 => format!("{:.2} ± {:.2}", f64::from(value) / 1e6, f64::from(error) / 1e6),
        _ => format!("{:.2}", f64::from(value) / 1e6),
    };
    match short(&amount.amount) {
        fraction if fraction.contains('/') => format!("{} {number} ({fraction})", amount.side),
        _ => format!("{} {number}", amount.side),
    }
}

#[cfg(test)]
mod tests {
    use kernel::erased::SaidChance;

    use super::*;

    fn outcome(text: &str, chance: &str, millionths: u32) -> SaidChance {
        SaidChance {
            key: text.to_owned(),
            text: text.to_owned(),
            chance: chance.to_owned(),
            millionths,
            error_millionths: 0,
        }
    }

    fn told(outcomes: Vec<SaidChance>, folded: Vec<SaidChance>) -> String {
        let forecast = SaidForecast {
            outcomes,
            folded,
            tolls: Vec::new(),
            states: 1,
            exact: true,
            samples: None,
            policy: ["habit".to_owned(), "habit".to_owned()],
            until: "end".to_owned(),
            answers: Vec::new(),
            hidden: Vec::new(),
        };
        let mut out = Vec::new();
        odds(&mut out, &forecast).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn folded_outcomes_are_one_row() {
        let rare = vec![outcome("rare", "1/36", 27_778), outcome("rarer", "1/36", 27_778)];
        let text = told(vec![outcome("won", "17/18", 944_444), outcome("others", "1/18", 55_556)], rare);
        assert!(text.contains("others") && !text.contains("rare"), "{text}");
    }

    #[test]
    fn nothing_looks_certain_that_is_not() {
        let most = outcome("won", "35831807/35831808", 1_000_000);
        let text = told(vec![most, outcome("lost", "1/35831808", 0)], Vec::new());
        assert!(text.contains("> 99.99 %") && text.contains("< 0.01 %"), "{text}");
        assert!(
            text.contains("1/35831808") && !text.contains("35831807/"),
            "long fractions are left out: {text}"
        );
        assert!(told(vec![outcome("won", "1", 1_000_000)], Vec::new()).contains("100.00 %"));
    }
}
