//! 9-2 and 10-3: the two results tables, as data.

use std::collections::BTreeMap;

use kernel::{Fault, Rule};
use serde::Deserialize;

use crate::notation::rule_ids::*;

/// What a table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// 9-2-1 "—".
    Nothing,
    /// 9-2-1 "0" to "4", 10-3-1 D1 to D4: the target checks with this modifier.
    TargetChecks(i16),
    /// E, DE.
    TargetRemoved,
    /// AE.
    AttackersRemoved,
    /// A1 to A4.
    AttackersCheck(i16),
    /// B1: the target, then every attacker.
    BothCheck(i16),
}

impl Outcome {
    fn parse(text: &str, melee: bool) -> Option<Outcome> {
        let number = |text: &str, least: i16| text.parse().ok().filter(|n| (least..=4).contains(n));
        match (melee, text) {
            (false, "-") => Some(Outcome::Nothing),
            (false, "E") | (true, "DE") => Some(Outcome::TargetRemoved),
            (true, "AE") => Some(Outcome::AttackersRemoved),
            (false, _) => number(text, 0).map(Outcome::TargetChecks),
            (true, _) => match text.split_at_checked(1)? {
                ("A", n) => number(n, 1).map(Outcome::AttackersCheck),
                ("B", "1") => Some(Outcome::BothCheck(1)),
                ("D", n) => number(n, 1).map(Outcome::TargetChecks),
                _ => None,
            },
        }
    }

    /// The rule that says what this result does.
    pub fn rule(self, melee: bool) -> Rule {
        match (self, melee) {
            (Outcome::Nothing, _) => R_9_2_1_NONE,
            (Outcome::TargetChecks(_), false) => R_9_2_1_CHECK,
            (Outcome::TargetRemoved, false) => R_9_2_1_E,
            (Outcome::TargetChecks(_), true) => R_10_3_1_D,
            (Outcome::TargetRemoved, true) => R_10_3_1_DE,
            (Outcome::AttackersRemoved, _) => R_10_3_1_AE,
            (Outcome::AttackersCheck(_), _) => R_10_3_1_A,
            (Outcome::BothCheck(_), _) => R_10_3_1_B,
        }
    }
}

/// A results table: rows are the sums of two dice, columns strength or difference.
#[derive(Clone, Debug)]
pub struct Chart {
    columns: Vec<(i16, i16)>,
    /// Rows 2 to 12.
    rows: Vec<Vec<Outcome>>,
    /// As printed, for display.
    text: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartFile {
    columns: Vec<(i16, i16)>,
    rows: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartsFile {
    #[allow(dead_code, reason = "names the tables in the data set; its digest is what counts")]
    id: String,
    pub fire: ChartFile,
    pub melee: ChartFile,
}

impl Chart {
    pub fn new(file: &str, name: &str, source: ChartFile, melee: bool) -> Result<Chart, Fault> {
        let fault = |field: String, why: String| Err(Fault::new(file, why).field(format!("{name}.{field}")));
        if source.columns.is_empty() {
            return fault("columns".into(), "a table needs at least one column".into());
        }
        if let Some((low, high)) = source.columns.iter().find(|(low, high)| low > high) {
            return fault("columns".into(), format!("a column from {low} to {high} holds no value"));
        }
        for pair in source.columns.windows(2) {
            if pair[0].1 + 1 != pair[1].0 {
                let why = format!("columns {:?} and {:?} leave a gap or overlap", pair[0], pair[1]);
                return fault("columns".into(), why);
            }
        }
        let (mut rows, mut text) = (Vec::new(), Vec::new());
        for sum in 2..=12 {
            let field = format!("rows.{sum}");
            let Some(cells) = source.rows.get(&sum.to_string()) else {
                return fault(field, "this row is missing".into());
            };
            if cells.len() != source.columns.len() {
                let why = format!("{} results for {} columns", cells.len(), source.columns.len());
                return fault(field, why);
            }
            let mut row = Vec::new();
            for cell in cells {
                match Outcome::parse(cell, melee) {
                    Some(outcome) => row.push(outcome),
                    None => return fault(field, format!("`{cell}` is not a result of this table")),
                }
            }
            rows.push(row);
            text.push(cells.clone());
        }
        if source.rows.len() != 11 {
            return fault("rows".into(), "two dice give the sums 2 to 12 and no others".into());
        }
        Ok(Chart { columns: source.columns, rows, text })
    }

    /// The column of a strength or difference; beyond the outer columns the outer one is used.
    pub fn column(&self, value: i16) -> usize {
        self.columns.iter().position(|&(_, high)| value <= high).unwrap_or(self.columns.len() - 1)
    }

    /// 12: shifts move the column, never past the edge.
    pub fn shifted(&self, column: usize, shift: i16) -> usize {
        (column as i16 + shift).clamp(0, self.columns.len() as i16 - 1) as usize
    }

    pub fn outcome(&self, sum: i32, column: usize) -> Outcome {
        self.rows[(sum - 2) as usize][column]
    }

    pub fn column_names(&self) -> Vec<String> {
        self.columns
            .iter()
            .map(|&(low, high)| match (low, high) {
                (-99, high) => format!("≤{high}"),
                (low, 99) => format!("{low}+"),
                (low, high) if low == high => format!("{low}"),
                (low, high) => format!("{low}…{high}"),
            })
            .collect()
    }

    pub fn row_texts(&self) -> Vec<(String, Vec<String>)> {
        self.text.iter().enumerate().map(|(n, row)| ((n + 2).to_string(), row.clone())).collect()
    }
}
