//! What musters of armies by points share: reading both armies, ground laid out from a seed, lines of deployment, and
//! the parts of the scenario file that are the same everywhere.

use std::collections::BTreeMap;

use kernel::{DataSet, Fault, Faults, Lot, setup::OriginFile};
use plane::{Heading, TableEdge};
use serde::Serialize;

use crate::ground::Terrain;

/// Reads two armies, each with its cost or everything that breaks its schema or a limit.
pub fn armies<A>(
    data: &DataSet,
    schema: &str,
    files: &[(String, String)],
    read: impl Fn(&str, &str) -> Result<A, Fault>,
    check: impl Fn(&A, &str) -> Result<i32, Faults>,
) -> Result<([A; 2], Vec<i32>), Faults> {
    if files.len() != 2 {
        let why = format!("a battle is between two armies, not {}", files.len());
        return Err(Fault::new("muster", why).into());
    }
    let mut faults = Faults::default();
    let mut points = Vec::new();
    let mut both = Vec::new();
    for (file, text) in files {
        let held = data.held_against(schema, file, text);
        if !held.is_empty() {
            faults.0.extend(held);
            continue;
        }
        match read(file, text) {
            Err(fault) => faults.0.push(fault),
            Ok(army) => {
                match check(&army, file) {
                    Ok(cost) => points.push(cost),
                    Err(found) => faults.0.extend(found.0),
                }
                both.push(army);
            }
        }
    }
    faults.or(())?;
    let both: [A; 2] = both.try_into().unwrap_or_else(|_| unreachable!("two files were read"));
    Ok((both, points))
}

/// How a kind of ground lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// A line across: so long, so deep.
    Line(i32, i32),
    /// A rectangle.
    Block(i32, i32),
    /// An uneven quarter: at least so wide and deep, and grown by up to five parts of this.
    Field(i32, i32, i32),
}

/// Ground that looks the same from both sides: every piece on the southern half has its twin turned about the middle,
/// and twins share a number.
///
/// `kinds` are drawn from with their lies; `columns` are where a piece may begin, and `rows` the lowest place and the
/// step by which it is moved up.
pub fn ground<K: Copy>(
    lot: &mut Lot,
    size: (i32, i32),
    kinds: &[(K, Lie)],
    is_hill: impl Fn(K) -> bool,
    columns: &[i32],
    (low, step): (i32, i32),
) -> Vec<Terrain<K>> {
    let mut columns = columns.to_vec();
    lot.shuffle(&mut columns);
    let mut pieces = Vec::new();
    for (n, x) in columns.into_iter().take(2 + lot.below(3)).enumerate() {
        let (kind, lie) = kinds[lot.below(kinds.len())];
        let (x, y) = (x + step * lot.below(4) as i32, low + step * lot.below(5) as i32);
        let corners = match lie {
            Lie::Line(wide, deep) | Lie::Block(wide, deep) => {
                [[x, y], [x + wide, y], [x + wide, y + deep], [x, y + deep]]
            }
            Lie::Field(wide, deep, part) => {
                let wide = wide + 2 * part * lot.below(5) as i32;
                let deep = deep + part * lot.below(5) as i32;
                let slant = part * lot.below(4) as i32;
                [[x, y + slant], [x + wide, y], [x + wide + slant, y + deep], [x + slant, y + deep + slant]]
            }
        };
        let twin = corners.map(|[x, y]| [size.0 - x, size.1 - y]);
        for (letter, outline) in [("a", corners), ("b", twin)] {
            pieces.push(Terrain {
                id: format!("T{}{letter}", n + 1),
                kind,
                level: u8::from(is_hill(kind)),
                name: String::new(),
                outline: outline.to_vec(),
            });
        }
    }
    pieces
}

/// A scenario as the text of its file.
pub fn file(scenario: &impl Serialize, seed: u64) -> String {
    let text = toml::to_string(scenario).expect("a scenario is plain data");
    format!(
        "# origin: reconstructed\n# confidence: high\n# note: Mustered from two armies on the ground of seed {seed}.\n\n{text}"
    )
}

pub fn title(armies: [&str; 2]) -> String {
    format!("{} against {}", armies[0], armies[1])
}

pub fn summary(seed: u64) -> String {
    format!("A mustered battle on the ground of seed {seed}.")
}

/// Where the parts of a scenario file come from. `armies` is what its system calls the part of the troops.
pub fn origins(armies: &str) -> BTreeMap<String, OriginFile> {
    let parts =
        [(armies, "Mustered by points."), ("ground", "Laid out from a seed, the same from both sides.")];
    parts.map(|(part, reason)| (part.to_owned(), OriginFile::made(reason))).into()
}

/// Both sides, each as its system has it, or what is wrong with either.
pub fn sides<A, S>(armies: &[A; 2], side: impl Fn(usize, &A) -> Result<S, Fault>) -> Result<Vec<S>, Faults> {
    let mut faults = Faults::default();
    let mut out = Vec::new();
    for (n, army) in armies.iter().enumerate() {
        match side(n, army) {
            Ok(side) => out.push(side),
            Err(fault) => faults.0.push(fault),
        }
    }
    faults.or(out)
}

/// One of the two sides, as it sees the table from its own edge.
#[derive(Clone, Copy, Debug)]
pub struct Camp {
    /// Its id, and the first of the ids of all that is its own.
    pub letter: &'static str,
    pub edge: TableEdge,
    pub facing: Heading,
    size: (i32, i32),
}

impl Camp {
    /// The first deploys in the south, the second in the north of a table of this size.
    pub fn new(n: usize, size: (i32, i32)) -> Camp {
        let (letter, edge, facing) =
            [("a", TableEdge::South, Heading::NORTH), ("b", TableEdge::North, Heading::SOUTH)][n];
        Camp { letter, edge, facing, size }
    }

    /// So far along from its left, so deep from its edge.
    pub fn put(&self, along: i32, deep: i32) -> [i32; 2] {
        if self.facing == Heading::NORTH { [along, deep] } else { [self.size.0 - along, self.size.1 - deep] }
    }
}

/// The strip along the edge where a clan deploys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip {
    pub left: i32,
    pub wide: i32,
    /// Between two units, and how far to the right of its share each of them stands.
    pub gap: i32,
    pub shift: i32,
}

/// The units of a clan beside each other in two lines, the first as full as it can be: each with the place of its
/// middle along the edge. `None` if they do not fit.
pub fn lines<T>(units: &[T], strip: Strip, width: impl Fn(&T) -> i32) -> Option<[Vec<(&T, i32)>; 2]> {
    let Strip { left, wide, gap, shift } = strip;
    let span = |line: &[&T]| line.iter().map(|unit| width(unit) + gap).sum::<i32>();
    let mut lines: [Vec<&T>; 2] = [Vec::new(), Vec::new()];
    for unit in units {
        let fits = span(&lines[0]) + width(unit) + gap <= wide - gap;
        lines[usize::from(!fits)].push(unit);
    }
    if lines.iter().any(|line| span(line) > wide) {
        return None;
    }
    Some(lines.map(|line| {
        let mut x = left + (wide - span(&line)) / 2;
        let middle = |unit: &T| {
            let at = x + shift + width(unit) / 2;
            x += width(unit) + gap;
            at
        };
        let at: Vec<i32> = line.iter().copied().map(middle).collect();
        line.into_iter().zip(at).collect()
    }))
}
