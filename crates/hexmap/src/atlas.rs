//! The atlas: all sheets of a game in one space of hexes, with everything about geometry precomputed.

use thiserror::Error;

use crate::{Dir, HexId, Label, LabelError, Sheet, label};

/// Off the sheet in the neighbour table. No hex has this id, since an atlas holds fewer hexes.
const NOWHERE: HexId = HexId(u16::MAX);

/// Half the width of a hex and of its flat top, in thousandths of its height.
/// They add up to the distance between columns, so corners of neighbours coincide exactly.
const HALF_WIDTH: i32 = 577;
const HALF_TOP: i32 = 289;
const COLUMN_STEP: i32 = HALF_WIDTH + HALF_TOP;
const ROW_STEP: i32 = 1000;

/// Where a hex lies. `y` counts half hexes from the top of the sheet, so that with the column it
/// forms doubled coordinates, in which distance and direction are the same for both shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    sheet: u8,
    column: u8,
    row: u8,
    y: u8,
}

/// One or more sheets sharing one space of [`HexId`]s.
///
/// ```
/// use hexmap::{Atlas, Sheet, Shift};
///
/// let atlas = Atlas::new(vec![
///     Sheet::new("D", 30, 20, Shift::EvenDown),
///     Sheet::new("K", 10, 10, Shift::OddDown),
/// ])?;
/// let hex = atlas.parse("D:2412")?;
/// assert_eq!(atlas.label(hex).to_string(), "D:2412");
/// assert_eq!(
///     atlas.parse("2412").unwrap_err().to_string(),
///     "\"2412\" names no sheet: write D:2412 or K:2412",
/// );
/// assert_eq!(atlas.distance(hex, atlas.parse("D:2112")?), 3);
/// assert_eq!(atlas.distance(hex, atlas.parse("K:0101")?), u16::MAX);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atlas {
    sheets: Vec<Sheet>,
    /// The first hex of each sheet.
    firsts: Vec<u16>,
    places: Vec<Place>,
    neighbours: Vec<[HexId; 6]>,
}

/// Why sheets do not make an atlas.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AtlasError {
    #[error("an atlas needs at least one sheet")]
    Empty,
    #[error("sheet \"{name}\" is {columns} by {rows}; both must be 1 to 99")]
    Size { name: String, columns: u8, rows: u8 },
    #[error("\"{name}\" cannot name a sheet: it takes ASCII letters and digits, at least one")]
    Name { name: String },
    #[error("two sheets are named \"{name}\"")]
    Twice { name: String },
    #[error("{sheets} sheets are too many; {} is the most", u8::MAX)]
    TooMany { sheets: usize },
    #[error("{hexes} hexes are too many; {} is the most", u16::MAX)]
    TooLarge { hexes: usize },
}

impl Atlas {
    /// Checks the sheets and builds the tables.
    pub fn new(sheets: Vec<Sheet>) -> Result<Atlas, AtlasError> {
        check(&sheets)?;
        let mut firsts = Vec::with_capacity(sheets.len());
        let mut places = Vec::new();
        for (index, sheet) in sheets.iter().enumerate() {
            firsts.push(places.len() as u16);
            for column in 1..=sheet.columns {
                for row in 1..=sheet.rows {
                    let y = 2 * row + u8::from(sheet.is_low(column));
                    places.push(Place { sheet: index as u8, column, row, y });
                }
            }
        }
        let mut atlas = Atlas { sheets, firsts, places, neighbours: Vec::new() };
        let beside = |place: &Place| Dir::ALL.map(|dir| atlas.beside(place, dir).unwrap_or(NOWHERE));
        atlas.neighbours = atlas.places.iter().map(beside).collect();
        Ok(atlas)
    }

    /// How many hexes there are; ids run from 0 to one less.
    #[expect(clippy::len_without_is_empty, reason = "an atlas is never empty")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// All hexes, ascending.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = HexId> + ExactSizeIterator + Clone + use<> {
        (0..self.len() as u16).map(HexId)
    }

    /// The sheets in the order of their hexes.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// The sheet a hex lies on.
    pub fn sheet_of(&self, hex: HexId) -> &Sheet {
        &self.sheets[self.sheet_index(hex)]
    }

    /// The place of the hex's sheet in [`Atlas::sheets`].
    #[inline]
    pub fn sheet_index(&self, hex: HexId) -> usize {
        usize::from(self.place(hex).sheet)
    }

    /// The hex's column on its sheet, from 1.
    #[inline]
    pub fn column(&self, hex: HexId) -> u8 {
        self.place(hex).column
    }

    /// The hex's row on its sheet, from 1.
    #[inline]
    pub fn row(&self, hex: HexId) -> u8 {
        self.place(hex).row
    }

    /// The hex in this column and row of a sheet, both from 1.
    pub fn hex(&self, sheet: usize, column: u8, row: u8) -> Option<HexId> {
        let on = self.sheets.get(sheet)?;
        on.holds(column, row).then(|| {
            let offset = u16::from(column - 1) * u16::from(on.rows) + u16::from(row - 1);
            HexId(self.firsts[sheet] + offset)
        })
    }

    /// The label as printed: `2412`, or `D:2412` where there are several sheets.
    pub fn label(&self, hex: HexId) -> Label<'_> {
        let Place { sheet, column, row, .. } = self.place(hex);
        let name = (self.sheets.len() > 1).then(|| self.sheets[usize::from(sheet)].name.as_str());
        Label { sheet: name, column, row }
    }

    /// Reads a label. With one sheet its name may be left out.
    ///
    /// ```
    /// # use hexmap::{Atlas, Sheet, Shift};
    /// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
    /// assert_eq!(atlas.parse("2412"), atlas.parse("D:2412"));
    /// assert_eq!(
    ///     atlas.parse("3101").unwrap_err().to_string(),
    ///     "\"3101\" is off the sheet: columns run from 01 to 30",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<HexId, LabelError> {
        let (sheet, column, row) = label::read(&self.sheets, text)?;
        Ok(self.hex(sheet, column, row).expect("a label that was read is on its sheet"))
    }

    /// The next hex in this direction, if it is still on the sheet.
    #[inline]
    pub fn neighbour(&self, hex: HexId, dir: Dir) -> Option<HexId> {
        let next = self.neighbours[hex.index()][dir.index()];
        (next != NOWHERE).then_some(next)
    }

    /// The neighbours on the sheet, clockwise from the top.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = (Dir, HexId)> + use<> {
        let row = self.neighbours[hex.index()];
        Dir::ALL.into_iter().zip(row).filter(|&(_, next)| next != NOWHERE)
    }

    /// The neighbours on the sheet as a mask of directions.
    #[inline]
    pub fn neighbour_mask(&self, hex: HexId) -> u8 {
        self.neighbours(hex).fold(0, |mask, (dir, _)| mask | dir.bit())
    }

    /// Distance in hexes; `u16::MAX` between sheets.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        let (a, b) = (self.place(a), self.place(b));
        if a.sheet != b.sheet {
            return u16::MAX;
        }
        // A step to another column also moves half a hex up or down; only the rest needs its own steps.
        let across = a.column.abs_diff(b.column);
        let along = a.y.abs_diff(b.y);
        u16::from(across) + u16::from(along.saturating_sub(across) / 2)
    }

    /// The direction from a hex to one beside it.
    #[inline]
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Dir> {
        self.neighbours(from).find_map(|(dir, next)| (next == to).then_some(dir))
    }

    /// Whether the hex lies on the edge of its sheet.
    #[inline]
    pub fn is_edge(&self, hex: HexId) -> bool {
        self.neighbours[hex.index()].contains(&NOWHERE)
    }

    /// The centre for drawing, in thousandths of a hex's height, each sheet from its own hex 0101:
    /// x to the right, y down.
    pub fn centre(&self, hex: HexId) -> (i32, i32) {
        let Place { column, y, .. } = self.place(hex);
        (COLUMN_STEP * i32::from(column - 1), ROW_STEP / 2 * (i32::from(y) - 2))
    }

    /// The corners for drawing, clockwise from the left end of the top side:
    /// the side in direction `d` runs from corner `d` to corner `d + 1`.
    pub fn corners(&self, hex: HexId) -> [(i32, i32); 6] {
        let (x, y) = self.centre(hex);
        let half = ROW_STEP / 2;
        [
            (x - HALF_TOP, y - half),
            (x + HALF_TOP, y - half),
            (x + HALF_WIDTH, y),
            (x + HALF_TOP, y + half),
            (x - HALF_TOP, y + half),
            (x - HALF_WIDTH, y),
        ]
    }

    #[inline]
    fn place(&self, hex: HexId) -> Place {
        self.places[hex.index()]
    }

    fn beside(&self, place: &Place, dir: Dir) -> Option<HexId> {
        let (across, along) = match dir {
            Dir::N => (0, -2),
            Dir::Ne => (1, -1),
            Dir::Se => (1, 1),
            Dir::S => (0, 2),
            Dir::Sw => (-1, 1),
            Dir::Nw => (-1, -1),
        };
        let column = place.column.checked_add_signed(across)?;
        let y = place.y.checked_add_signed(along)?;
        // Halving drops the half hex of a low column.
        self.hex(usize::from(place.sheet), column, y / 2)
    }
}

fn check(sheets: &[Sheet]) -> Result<(), AtlasError> {
    if sheets.is_empty() {
        return Err(AtlasError::Empty);
    }
    for (index, sheet) in sheets.iter().enumerate() {
        let name = || sheet.name.clone();
        if !(1..=99).contains(&sheet.columns) || !(1..=99).contains(&sheet.rows) {
            return Err(AtlasError::Size { name: name(), columns: sheet.columns, rows: sheet.rows });
        }
        if sheet.name.is_empty() || !sheet.name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(AtlasError::Name { name: name() });
        }
        if sheets[..index].iter().any(|other| other.name == sheet.name) {
            return Err(AtlasError::Twice { name: name() });
        }
    }
    if sheets.len() > usize::from(u8::MAX) {
        return Err(AtlasError::TooMany { sheets: sheets.len() });
    }
    // Ids stay below `NOWHERE`.
    let hexes = sheets.iter().map(Sheet::hex_count).sum();
    if hexes > usize::from(u16::MAX) {
        return Err(AtlasError::TooLarge { hexes });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Atlas, AtlasError};
    use crate::{Dir, Sheet, Shift};

    fn around(shift: Shift, label: &str) -> Vec<String> {
        let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, shift)]).unwrap();
        let hex = atlas.parse(label).unwrap();
        atlas.neighbours(hex).map(|(_, next)| atlas.label(next).to_string()).collect()
    }

    #[test]
    fn neighbours_run_clockwise_in_high_and_low_columns() {
        let low = ["2411", "2512", "2513", "2413", "2313", "2312"];
        let high = ["2411", "2511", "2512", "2413", "2312", "2311"];
        assert_eq!(around(Shift::EvenDown, "2412"), low);
        assert_eq!(around(Shift::OddDown, "2412"), high);
    }

    #[test]
    fn corners_of_the_sheet_have_few_neighbours() {
        assert_eq!(around(Shift::EvenDown, "0101"), ["0201", "0102"]);
        assert_eq!(around(Shift::OddDown, "0101"), ["0201", "0202", "0102"]);
        assert_eq!(around(Shift::EvenDown, "3020"), ["3019", "2920"]);
    }

    #[test]
    fn the_second_sheet_is_beyond_every_edge_of_the_first() {
        let sheets = vec![Sheet::new("D", 2, 2, Shift::EvenDown), Sheet::new("K", 2, 2, Shift::EvenDown)];
        let atlas = Atlas::new(sheets).unwrap();
        let last = atlas.parse("D:0202").unwrap();
        assert_eq!(atlas.neighbour(last, Dir::S), None);
        assert!(atlas.is_edge(last));
        assert_eq!(atlas.sheet_of(last).name, "D");
        assert_eq!(atlas.hexes().len(), 8);
    }

    #[test]
    fn hexes_are_drawn_in_thousandths_of_their_height() {
        let atlas = Atlas::new(vec![Sheet::new("D", 3, 3, Shift::EvenDown)]).unwrap();
        let centre = |label| atlas.centre(atlas.parse(label).unwrap());
        assert_eq!([centre("0101"), centre("0201"), centre("0303")], [(0, 0), (866, 500), (1732, 2000)]);
    }

    #[test]
    fn the_largest_sheet_fits_and_ids_run_out_after_six() {
        let sheets = |count: u32| {
            let names = ('A'..).take(count as usize).map(String::from);
            names.map(|name| Sheet::new(name, 99, 99, Shift::EvenDown)).collect::<Vec<_>>()
        };
        assert_eq!(Atlas::new(sheets(6)).unwrap().len(), 58_806);
        assert_eq!(Atlas::new(sheets(7)), Err(AtlasError::TooLarge { hexes: 68_607 }));
    }

    #[test]
    fn sheets_that_cannot_be_labelled_are_refused() {
        let refused = |sheets| Atlas::new(sheets).unwrap_err().to_string();
        let sheet = |name: &str, columns| Sheet::new(name, columns, 5, Shift::EvenDown);
        assert_eq!(refused(vec![]), "an atlas needs at least one sheet");
        assert_eq!(refused(vec![sheet("D", 100)]), "sheet \"D\" is 100 by 5; both must be 1 to 99");
        assert_eq!(refused(vec![sheet("D", 0)]), "sheet \"D\" is 0 by 5; both must be 1 to 99");
        assert_eq!(refused(vec![sheet("D", 5), sheet("D", 6)]), "two sheets are named \"D\"");
        let name = "\"D:\" cannot name a sheet: it takes ASCII letters and digits, at least one";
        assert_eq!(refused(vec![sheet("D:", 5)]), name);
    }
}
