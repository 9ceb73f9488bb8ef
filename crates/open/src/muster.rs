//! What musters of armies by points share: reading both armies, and ground laid out from a seed.

use kernel::{Fault, Faults, Lot, Muster};

/// Reads two armies, each with its cost or everything that breaks a limit.
pub fn armies<A>(
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

/// A piece of ground of a mustered battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: &'static str,
    pub corners: [(i32, i32); 4],
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

/// Ground that looks the same from both sides: every piece on the southern half has its twin turned about the middle.
///
/// `kinds` are drawn from with their lies; `columns` are where a piece may begin, and `rows` the lowest place and the
/// step by which it is moved up.
pub fn ground(
    lot: &mut Lot,
    size: (i32, i32),
    kinds: &[(&'static str, Lie)],
    columns: &[i32],
    (low, step): (i32, i32),
) -> Vec<Piece> {
    let mut columns = columns.to_vec();
    lot.shuffle(&mut columns);
    let mut pieces = Vec::new();
    for x in columns.into_iter().take(2 + lot.below(3)) {
        let (kind, lie) = kinds[lot.below(kinds.len())];
        let (x, y) = (x + step * lot.below(4) as i32, low + step * lot.below(5) as i32);
        let corners = match lie {
            Lie::Line(wide, deep) | Lie::Block(wide, deep) => {
                [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)]
            }
            Lie::Field(wide, deep, part) => {
                let wide = wide + 2 * part * lot.below(5) as i32;
                let deep = deep + part * lot.below(5) as i32;
                let slant = part * lot.below(4) as i32;
                [(x, y + slant), (x + wide, y), (x + wide + slant, y + deep), (x + slant, y + deep + slant)]
            }
        };
        pieces.push(Piece { kind, corners });
        pieces.push(Piece { kind, corners: corners.map(|(x, y)| (size.0 - x, size.1 - y)) });
    }
    pieces
}

impl Piece {
    /// As an entry of a scenario file.
    pub fn entry(&self, id: &str) -> String {
        let outline: Vec<String> = self.corners.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
        let level = if self.kind == "hill" { "level = 1\n" } else { "" };
        format!(
            "[[terrain]]\nid = {id:?}\nkind = {:?}\n{level}outline = [{}]\n\n",
            self.kind,
            outline.join(", ")
        )
    }
}

/// A muster's result.
pub fn mustered(points: Vec<i32>, scenario: String) -> Muster {
    Muster { points, scenario }
}
