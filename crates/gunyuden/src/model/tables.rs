//! T-1 to T-9: the tables, as data.

use std::collections::BTreeMap;

use kernel::{DataSet, Fault, Faults, scene::Chart};
use serde::{Deserialize, Serialize};

use crate::model::{figures::Figures, map::Terrain};

pub(crate) const PATH: &str = "gunyuden/tables.toml";

/// A combat result: losses, and whether a unit must be eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hits {
    pub losses: u8,
    pub mark: bool,
}

/// 20-3: what a demand leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Death,
    Refused,
    Silence,
    Opened,
    Castellan,
    WarParty,
    Disbanded,
    Surrender,
}

impl Answer {
    pub const ALL: [Answer; 8] = [
        Answer::Death,
        Answer::Refused,
        Answer::Silence,
        Answer::Opened,
        Answer::Castellan,
        Answer::WarParty,
        Answer::Disbanded,
        Answer::Surrender,
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incident {
    Traitor(u8),
    Durability(u8),
    Morale(u8),
    Heart(u8),
}

impl Incident {
    fn words(self) -> String {
        match self {
            Incident::Traitor(1) => "a traitor: one unit".to_owned(),
            Incident::Traitor(n) => format!("traitors: {n} units"),
            Incident::Durability(n) => format!("durability −{n}"),
            Incident::Morale(n) => format!("morale −{n}"),
            Incident::Heart(n) => format!("morale of the surrounders −{n}"),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "id")]
    _id: String,
    combat: Rows<Vec<String>, Vec<(u16, u16)>>,
    garrison: Garrison,
    surround: Surround,
    incident: Incidents,
    surrender: Surrender,
    terrain: BTreeMap<String, TerrainRow>,
    river: RiverRow,
    replenishment: Replenishment,
    intervention: BTreeMap<String, Vec<(u16, i8)>>,
    figures: Figures,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows<R, C> {
    columns: C,
    first: i8,
    rows: Vec<R>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Garrison {
    limits: [u8; 6],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Surround {
    within: [String; 6],
    beyond: [String; 6],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Incidents {
    first: i8,
    rows: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Surrender {
    rows: Vec<[String; 8]>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Replenishment {
    first: i8,
    /// 33.0: columns whose better figures count in a province, not at a castle.
    home: BTreeMap<String, String>,
    columns: BTreeMap<String, Vec<(i8, i8)>>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TerrainRow {
    pub(crate) tactical: u8,
    pub(crate) strategic: u8,
    pub(crate) attack: i16,
    pub(crate) counter: i16,
    pub(crate) assault: i16,
    pub(crate) line: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RiverRow {
    pub(crate) tactical: u8,
    pub(crate) strategic: u8,
    pub(crate) attack: i16,
    pub(crate) counter: i16,
    pub(crate) line: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct TerrainFile {
    rows: [TerrainRow; 7],
    pub(crate) river: RiverRow,
}

impl TerrainFile {
    pub(crate) fn of(&self, terrain: Terrain) -> &TerrainRow {
        &self.rows[terrain as usize]
    }
}

#[derive(Clone, Debug)]
pub struct Tables {
    columns: Vec<(u16, u16)>,
    combat_first: i32,
    combat: Vec<Vec<Hits>>,
    pub limits: [u8; 6],
    /// 0 is an incident, otherwise durability lost plus one.
    surround: [[u8; 6]; 2],
    incident_first: i32,
    incidents: Vec<Incident>,
    /// From durability 0 up: the highest die of each answer.
    surrender: Vec<[Option<i32>; 8]>,
    pub(crate) terrain: TerrainFile,
    replenish_first: i32,
    replenish_names: Vec<String>,
    replenish: Vec<Vec<(i8, i8)>>,
    interventions: BTreeMap<String, Vec<(u16, i8)>>,
    /// 33.0: the province of each column that has one.
    homes: Vec<Option<String>>,
    pub figures: Figures,
}

impl Tables {
    pub(crate) fn load(data: &DataSet) -> Result<Tables, Faults> {
        Ok(Tables::of(data.toml(PATH)?)?)
    }

    fn of(file: File) -> Result<Tables, Fault> {
        let fault = |field: &str, why: String| Fault::new(PATH, why).field(field);
        if let Some((low, high)) = file.combat.columns.iter().find(|(low, high)| low > high) {
            return Err(fault("combat.columns", format!("`{low}` to {high} is no column")));
        }
        for pair in file.combat.columns.windows(2) {
            if pair[0].1 + 1 != pair[1].0 {
                let why = format!("columns {:?} and {:?} leave a gap or overlap", pair[0], pair[1]);
                return Err(fault("combat.columns", why));
            }
        }
        let hits = |cell: &String| {
            let (number, mark) = match cell.strip_suffix('*') {
                Some(number) => (number, true),
                None => (cell.as_str(), false),
            };
            let losses = number.parse();
            losses
                .map(|losses| Hits { losses, mark })
                .map_err(|_| fault("combat.rows", format!("`{cell}` is no result")))
        };
        let mut combat = Vec::new();
        for row in &file.combat.rows {
            if row.len() != file.combat.columns.len() {
                return Err(fault("combat.rows", format!("{} results in a row", row.len())));
            }
            combat.push(row.iter().map(hits).collect::<Result<Vec<_>, _>>()?);
        }
        let around = |field: &str, cells: &[String; 6]| -> Result<[u8; 6], Fault> {
            let mut out = [0; 6];
            for (n, cell) in cells.iter().enumerate() {
                out[n] = match cell.as_str() {
                    "incident" => 0,
                    number => {
                        let lost: Result<u8, _> = number.parse();
                        1 + lost.map_err(|_| fault(field, format!("`{number}` is no result")))?
                    }
                };
            }
            Ok(out)
        };
        let incident = |cell: &String| {
            let (word, n) = cell.split_once(' ').unwrap_or((cell, ""));
            match (word, n.parse()) {
                ("traitor", Ok(n)) => Ok(Incident::Traitor(n)),
                ("durability", Ok(n)) => Ok(Incident::Durability(n)),
                ("morale", Ok(n)) => Ok(Incident::Morale(n)),
                ("heart", Ok(n)) => Ok(Incident::Heart(n)),
                _ => Err(fault("incident.rows", format!("`{cell}` is no incident"))),
            }
        };
        file.figures.check()?;
        let durability = file.figures.castle.durability;
        if file.surrender.rows.len() != usize::from(durability) + 1 {
            return Err(fault(
                "surrender.rows",
                format!("there is a row for each durability, {durability} to 0"),
            ));
        }
        let mut surrender = Vec::new();
        for row in file.surrender.rows.iter().rev() {
            let mut out = [None; 8];
            for (n, cell) in row.iter().enumerate() {
                if cell != "-" {
                    let high = cell.parse();
                    out[n] =
                        Some(high.map_err(|_| fault("surrender.rows", format!("`{cell}` is no number")))?);
                }
            }
            let dice: Vec<i32> = out.iter().copied().flatten().collect();
            if dice.is_empty() || dice.windows(2).any(|pair| pair[0] >= pair[1]) {
                let durability = surrender.len();
                let message = format!("the row of durability {durability} has no dice that rise from A to H");
                let at = file.surrender.rows.len() - 1 - durability;
                return Err(fault(&format!("surrender.rows.{at}"), message));
            }
            surrender.push(out);
        }
        let row = |word: &str| {
            file.terrain
                .get(word)
                .copied()
                .ok_or_else(|| fault("terrain", format!("the terrain `{word}` is missing")))
        };
        let terrain = TerrainFile {
            rows: [
                row("plain")?,
                row("rough")?,
                row("hills")?,
                row("marsh")?,
                row("peaks")?,
                row("sea")?,
                row("lake")?,
            ],
            river: file.river,
        };
        if let Some(name) =
            file.replenishment.home.keys().find(|name| !file.replenishment.columns.contains_key(*name))
        {
            return Err(fault("replenishment.home", format!("there is no column `{name}`")));
        }
        for (name, column) in &file.replenishment.columns {
            if column.len() != (7 - file.replenishment.first) as usize {
                return Err(fault(&format!("replenishment.columns.{name}"), "a row is missing".to_owned()));
            }
        }
        Ok(Tables {
            columns: file.combat.columns,
            combat_first: i32::from(file.combat.first),
            combat,
            limits: file.garrison.limits,
            surround: [
                around("surround.within", &file.surround.within)?,
                around("surround.beyond", &file.surround.beyond)?,
            ],
            incident_first: i32::from(file.incident.first),
            incidents: file.incident.rows.iter().map(incident).collect::<Result<_, _>>()?,
            surrender,
            terrain,
            replenish_first: i32::from(file.replenishment.first),
            homes: file
                .replenishment
                .columns
                .keys()
                .map(|name| file.replenishment.home.get(name).cloned())
                .collect(),
            figures: file.figures,
            replenish_names: file.replenishment.columns.keys().cloned().collect(),
            replenish: file.replenishment.columns.into_values().collect(),
            interventions: file.intervention,
        })
    }

    pub(crate) fn has_intervention(&self, name: &str) -> bool {
        self.interventions.contains_key(name)
    }

    pub(crate) fn intervention_names(&self) -> impl Iterator<Item = &str> {
        self.interventions.keys().map(String::as_str)
    }

    /// The column of a strength.
    pub fn column(&self, strength: u16) -> usize {
        self.columns.iter().position(|&(_, high)| strength <= high).unwrap_or(self.columns.len() - 1)
    }

    /// T-1.
    pub fn hits(&self, strength: u16, die: i32) -> Hits {
        self.combat[self.row(die)][self.column(strength)]
    }

    /// The row of a modified die in the combat table.
    pub fn row(&self, die: i32) -> usize {
        (die - self.combat_first).clamp(0, self.combat.len() as i32 - 1) as usize
    }

    /// All tables as charts; the combat table first.
    pub(crate) fn charts(&self, origin: &str) -> Vec<Chart> {
        let chart =
            |id: &str, title: &str, rule: &str, columns: Vec<String>, rows: Vec<(String, Vec<String>)>| {
                let (id, title, rule) = (id.to_owned(), title.to_owned(), rule.to_owned());
                Chart { id, title, rule, columns, rows, column: None, origin: origin.to_owned() }
            };
        let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let around = |n: usize| {
            let word = |cell: &u8| match cell {
                0 => "incident".to_owned(),
                1 => "–".to_owned(),
                lost => format!("−{}", lost - 1),
            };
            self.surround[n].iter().map(word).collect::<Vec<String>>()
        };
        let last = self.incidents.len() - 1;
        let incidents = self.incidents.iter().enumerate().map(|(n, incident)| {
            let die = self.incident_first + n as i32;
            let head = if n == 0 {
                format!("≤{die}")
            } else if n == last {
                format!("{die}+")
            } else {
                die.to_string()
            };
            (head, vec![incident.words()])
        });
        let replenish = (0..self.replenish.first().map_or(0, Vec::len)).map(|n| {
            let die = self.replenish_first + n as i32;
            let cell = |column: &Vec<(i8, i8)>| format!("{} / {}", column[n].0, column[n].1);
            let head = if n == 0 { format!("≤{die}") } else { die.to_string() };
            (head, self.replenish.iter().map(cell).collect())
        });
        vec![
            chart("combat", "Combat 戦闘結果表", "T-1", self.column_names(), self.combat_rows()),
            chart(
                "surround",
                "Surround 包囲結果表",
                "T-3",
                texts(&["1", "2", "3", "4", "5", "6"]),
                vec![("within the limit".to_owned(), around(0)), ("beyond it".to_owned(), around(1))],
            ),
            chart("incident", "Incidents 事件表", "T-4", texts(&["what happens"]), incidents.collect()),
            chart(
                "surrender",
                "Surrender 降伏勧告表",
                "T-5",
                texts(&["A", "B", "C", "D", "E", "F", "G", "H"]),
                (0..=self.figures.castle.durability)
                    .rev()
                    .map(|durability| (durability.to_string(), self.answers(durability)))
                    .collect(),
            ),
            chart(
                "replenish",
                "Replenishment 補充表",
                "T-7",
                self.replenish_names.clone(),
                replenish.collect(),
            ),
        ]
    }

    /// The dice of each answer at a durability, as a player reads them.
    fn answers(&self, durability: u8) -> Vec<String> {
        let row = &self.surrender[usize::from(durability)];
        let last = row.iter().rposition(Option::is_some);
        let mut low: Option<i32> = None;
        let mut cells = Vec::new();
        for (n, high) in row.iter().enumerate() {
            let Some(high) = high else {
                cells.push("–".to_owned());
                continue;
            };
            cells.push(match low {
                _ if Some(n) == last => low.map_or("all".to_owned(), |low| format!("{}+", low + 1)),
                None => format!("≤{high}"),
                Some(low) if low + 1 == *high => high.to_string(),
                Some(low) => format!("{}–{high}", low + 1),
            });
            low = Some(*high);
        }
        cells
    }

    /// Where in the replenishment chart a die is read.
    pub(crate) fn replenish_row(&self, die: i32) -> usize {
        let rows = self.replenish.first().map_or(1, Vec::len) as i32;
        (die - self.replenish_first).clamp(0, rows - 1) as usize
    }

    pub(crate) fn incident_row(&self, die: i32) -> usize {
        (die - self.incident_first).clamp(0, self.incidents.len() as i32 - 1) as usize
    }

    pub fn column_names(&self) -> Vec<String> {
        let name = |&(low, high): &(u16, u16)| match high {
            999.. => format!("{low}+"),
            high => format!("{low}–{high}"),
        };
        self.columns.iter().map(name).collect()
    }

    pub fn combat_rows(&self) -> Vec<(String, Vec<String>)> {
        let last = self.combat.len() - 1;
        let row = |(n, cells): (usize, &Vec<Hits>)| {
            let die = self.combat_first + n as i32;
            let head = match n {
                0 => format!("≤{die}"),
                n if n == last => format!("{die}+"),
                _ => die.to_string(),
            };
            let cell = |hits: &Hits| format!("{}{}", hits.losses, if hits.mark { "✶" } else { "" });
            (head, cells.iter().map(cell).collect())
        };
        self.combat.iter().enumerate().map(row).collect()
    }

    /// T-3: `None` is an incident, otherwise durability lost.
    pub fn surrounded(&self, beyond: bool, die: i32) -> Option<u8> {
        self.surround[usize::from(beyond)][(die - 1) as usize].checked_sub(1)
    }

    /// T-4.
    pub fn incident(&self, die: i32) -> Incident {
        self.incidents[self.incident_row(die)]
    }

    /// T-5.
    pub fn answer(&self, durability: u8, die: i32) -> Answer {
        let row = &self.surrender[usize::from(durability.min(self.figures.castle.durability))];
        let found = row.iter().position(|high| high.is_some_and(|high| die <= high));
        Answer::ALL[found.unwrap_or(Answer::ALL.len() - 1)]
    }

    pub(crate) fn replenish_column(&self, name: &str) -> Option<usize> {
        self.replenish_names.iter().position(|known| known == name)
    }

    /// 33.0: the province in which the better figures of this column count.
    pub(crate) fn home_province(&self, column: usize) -> Option<&str> {
        self.homes[column].as_deref()
    }

    /// T-7: steps at home or elsewhere.
    pub fn replenished(&self, column: usize, die: i32, home: bool) -> i8 {
        let (at_castle, elsewhere) = self.replenish[column][self.replenish_row(die)];
        if home { at_castle } else { elsewhere }
    }

    /// T-8, T-9: the die needed against this strength.
    pub(crate) fn needed(&self, table: &str, strength: u16) -> Option<i8> {
        let rows = self.interventions.get(table)?;
        rows.iter().find(|(high, _)| strength <= *high).map(|(_, die)| *die)
    }
}
