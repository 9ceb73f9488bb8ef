//! A line of the table: a figure with its floor and its aim.

use std::fmt;

use comfy_table::{CellAlignment, Table, presets::UTF8_HORIZONTAL_ONLY};
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    Ok,
    BelowAim,
    /// A defect.
    BelowFloor,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Ok => "ok",
            Verdict::BelowAim => "below aim",
            Verdict::BelowFloor => "BELOW FLOOR",
        })
    }
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Unit {
    Ratio,
    PerSecond,
    Bytes,
    Seconds,
    Pieces,
}

impl Unit {
    /// The figure as people write it.
    fn show(self, figure: f64) -> String {
        let scaled = |steps: &[(f64, &str)]| {
            let &(step, name) =
                steps.iter().find(|(step, _)| figure >= *step).unwrap_or(&steps[steps.len() - 1]);
            format!("{} {name}", short(figure / step)).trim_end().to_owned()
        };
        match self {
            Unit::Ratio => short(figure),
            Unit::PerSecond => scaled(&[(1e6, "M/s"), (1e3, "k/s"), (1.0, "/s")]),
            Unit::Bytes => scaled(&[(1e3, "kB"), (1.0, "B")]),
            Unit::Seconds => scaled(&[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]),
            Unit::Pieces => format!("{figure:.0}"),
        }
    }
}

/// Three digits that count.
fn short(figure: f64) -> String {
    match figure.abs() {
        f if f >= 100.0 => format!("{figure:.0}"),
        f if f >= 10.0 => format!("{figure:.1}"),
        f if f >= 0.1 => format!("{figure:.2}"),
        _ => format!("{figure:.4}"),
    }
}

/// One figure behind a line, or beside it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) figure: f64,
    pub(crate) unit: Unit,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) figure: f64,
    pub(crate) unit: Unit,
    pub(crate) floor: f64,
    pub(crate) aim: f64,
    pub(crate) verdict: Verdict,
    pub(crate) parts: Vec<Part>,
}

impl Line {
    /// A figure that should be large.
    pub(crate) fn at_least(name: impl Into<String>, unit: Unit, figure: f64, floor: f64, aim: f64) -> Line {
        let verdict = match figure {
            f if f >= aim => Verdict::Ok,
            f if f >= floor => Verdict::BelowAim,
            _ => Verdict::BelowFloor,
        };
        Line { name: name.into(), figure, unit, floor, aim, verdict, parts: Vec::new() }
    }

    /// A figure that should be small.
    pub(crate) fn at_most(name: impl Into<String>, unit: Unit, figure: f64, floor: f64, aim: f64) -> Line {
        Line { figure, floor, aim, ..Line::at_least(name, unit, -figure, -floor, -aim) }
    }

    pub(crate) fn part(mut self, name: impl Into<String>, unit: Unit, figure: f64) -> Line {
        self.parts.push(Part { name: name.into(), figure, unit });
        self
    }

    pub(crate) fn parts(self, unit: Unit, named: impl IntoIterator<Item = (String, f64)>) -> Line {
        named.into_iter().fold(self, |line, (name, figure)| line.part(name, unit, figure))
    }
}

pub(crate) fn table(lines: &[Line]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(["line", "figure", "floor", "aim", "verdict"]);
    for line in lines {
        let [mut figures, floor, aim] = [line.figure, line.floor, line.aim].map(|f| line.unit.show(f));
        let mut names = line.name.clone();
        for part in &line.parts {
            names += &format!("\n  {}", part.name);
            figures += &format!("\n{}", part.unit.show(part.figure));
        }
        table.add_row([names, figures, floor, aim, line.verdict.to_string()]);
    }
    for column in table.column_iter_mut().skip(1).take(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_is_missed_from_the_right_side() {
        let many = |figure| Line::at_least("", Unit::Ratio, figure, 0.03, 0.12).verdict;
        assert_eq!([0.2, 0.05, 0.01].map(many), [Verdict::Ok, Verdict::BelowAim, Verdict::BelowFloor]);
        let few = |figure| Line::at_most("", Unit::Ratio, figure, 4.0, 2.0).verdict;
        assert_eq!([2.0, 4.0, 4.1].map(few), [Verdict::Ok, Verdict::BelowAim, Verdict::BelowFloor]);
        assert!((Line::at_most("", Unit::Ratio, 3.0, 4.0, 2.0).figure - 3.0).abs() < 1e-12);
    }

    #[test]
    fn figures_carry_their_unit() {
        assert_eq!(Unit::PerSecond.show(2_840_000.0), "2.84 M/s");
        assert_eq!(Unit::Seconds.show(0.000_05), "50.0 µs");
        assert_eq!(Unit::Bytes.show(3_128.0), "3.13 kB");
        assert_eq!(Unit::Ratio.show(0.0315), "0.0315");
    }
}
