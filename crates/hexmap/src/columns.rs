//! Many hexes at once: sets with a word for each column, in which a step that all their hexes take is a shift.

use crate::{Atlas, Dir, HexId};

/// The most columns, and the most rows, of a sheet whose hexes are held so.
const MOST: usize = 64;

/// A set of hexes of an atlas of one sheet, of at most 64 columns and 64 rows ([`Columns::fit`]).
///
/// Plain bits without a heap allocation. Bit r of word c is the hex in row r of column c; word 0 and the last one stay
/// empty, so that every column has two beside it.
///
/// ```
/// use hexmap::{Atlas, Columns, Sheet, Shift};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let camp = atlas.parse("2412")?;
/// let mut set = Columns::NONE;
/// set.insert(&atlas, camp);
/// assert!(set.has(&atlas, camp) && !set.has(&atlas, atlas.parse("2411")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    pub(crate) words: [u64; MOST + 2],
}

impl Default for Columns {
    fn default() -> Columns {
        Columns::NONE
    }
}

impl Columns {
    pub const NONE: Columns = Columns { words: [0; MOST + 2] };

    /// Can the hexes of this atlas be held so?
    pub fn fit(atlas: &Atlas) -> bool {
        let [sheet] = atlas.sheets() else { return false };
        usize::from(sheet.columns) <= MOST && usize::from(sheet.rows) <= MOST
    }

    /// The hexes for which this holds.
    pub fn of(atlas: &Atlas, mut holds: impl FnMut(HexId) -> bool) -> Columns {
        let mut set = Columns::NONE;
        atlas.hexes().filter(|&hex| holds(hex)).for_each(|hex| set.insert(atlas, hex));
        set
    }

    /// The same set from bits that are numbered as the hexes are: bit n % 64 of word n / 64 is hex n.
    #[inline]
    pub fn from_bits(atlas: &Atlas, bits: &[u64]) -> Columns {
        let sheet = &atlas.sheets()[0];
        let rows = usize::from(sheet.rows);
        let whole = u64::MAX >> (MOST - rows);
        let mut set = Columns::NONE;
        let mut first = 0;
        for word in &mut set.words[1..=usize::from(sheet.columns)] {
            let (at, shift) = (first / 64, first % 64);
            let low = bits.get(at).map_or(0, |bits| bits >> shift);
            let high =
                if shift + rows > 64 { bits.get(at + 1).map_or(0, |bits| bits << (64 - shift)) } else { 0 };
            *word = (low | high) & whole;
            first += rows;
        }
        set
    }

    /// The column and the bit of a hex.
    #[inline]
    pub(crate) fn place(atlas: &Atlas, hex: HexId) -> (usize, u64) {
        (usize::from(atlas.column(hex)), 1 << (atlas.row(hex) - 1))
    }

    #[inline]
    pub fn insert(&mut self, atlas: &Atlas, hex: HexId) {
        let (column, bit) = Columns::place(atlas, hex);
        self.words[column] |= bit;
    }

    #[inline]
    pub fn remove(&mut self, atlas: &Atlas, hex: HexId) {
        let (column, bit) = Columns::place(atlas, hex);
        self.words[column] &= !bit;
    }

    #[inline]
    pub fn has(&self, atlas: &Atlas, hex: HexId) -> bool {
        let (column, bit) = Columns::place(atlas, hex);
        self.words[column] & bit != 0
    }

    #[inline]
    fn with(&self, other: &Columns, join: impl Fn(u64, u64) -> u64) -> Columns {
        Columns { words: std::array::from_fn(|n| join(self.words[n], other.words[n])) }
    }

    #[inline]
    pub fn or(&self, other: &Columns) -> Columns {
        self.with(other, |a, b| a | b)
    }

    #[inline]
    pub fn and(&self, other: &Columns) -> Columns {
        self.with(other, |a, b| a & b)
    }

    #[inline]
    pub fn without(&self, other: &Columns) -> Columns {
        self.with(other, |a, b| a & !b)
    }

    /// Everything else, on the sheet and beyond it: only for what is to be cut with sets of hexes.
    #[inline]
    pub fn complement(&self) -> Columns {
        Columns { words: self.words.map(|word| !word) }
    }

    /// The hexes, in ascending order.
    pub fn iter(&self, atlas: &Atlas) -> impl Iterator<Item = HexId> {
        let rows = u16::from(atlas.sheets()[0].rows);
        let columns = self.words.into_iter().enumerate().filter(|(_, word)| *word != 0);
        columns.flat_map(move |(column, mut word)| {
            let first = (column as u16 - 1) * rows;
            std::iter::from_fn(move || {
                let row = word.trailing_zeros() as u16;
                (word != 0).then(|| {
                    word &= word - 1;
                    HexId(first + row)
                })
            })
        })
    }
}

/// What steps cost, as bits. What it costs to enter a hex where that is cheapest and what it costs more from other
/// sides are kept apart: maps have few kinds of ground and fewer of hexsides.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// The costs of ground there are, and by column which hexes have each.
    grounds: Vec<u8>,
    ground: Vec<u64>,
    /// The costs of hexsides there are, and by column which hexes are entered over them in each direction.
    sides: Vec<u8>,
    side: Vec<[u64; 6]>,
    /// Columns half a hex lower than those beside them.
    low: u128,
}

impl Steps {
    /// What a step from a hex in a direction to the next hex costs, where it can be taken; at least 1.
    pub fn new(atlas: &Atlas, cost: impl Fn(HexId, Dir, HexId) -> Option<u8>) -> Steps {
        assert!(Columns::fit(atlas), "one sheet of at most 64 columns and 64 rows");
        let into = |to: HexId| {
            let from = atlas.neighbours(to).map(|(back, from)| (from, back.opposite()));
            from.filter_map(|(from, dir)| Some((dir, cost(from, dir, to)?))).collect::<Vec<_>>()
        };
        let least = |steps: &[(Dir, u8)]| steps.iter().map(|(_, cost)| *cost).min();
        let (mut grounds, mut sides) = (Vec::new(), Vec::new());
        for hex in atlas.hexes() {
            let steps = into(hex);
            let Some(least) = least(&steps) else { continue };
            assert!(least > 0, "a step costs something");
            grounds.push(least);
            sides.extend(steps.iter().map(|(_, cost)| cost - least));
        }
        for costs in [&mut grounds, &mut sides] {
            costs.sort_unstable();
            costs.dedup();
        }
        let (mut ground, mut side) =
            (vec![0; (MOST + 2) * grounds.len()], vec![[0; 6]; (MOST + 2) * sides.len()]);
        let find = |costs: &[u8], cost: u8| costs.binary_search(&cost).expect("it was seen before");
        for hex in atlas.hexes() {
            let (steps, (column, bit)) = (into(hex), Columns::place(atlas, hex));
            let Some(least) = least(&steps) else { continue };
            ground[column * grounds.len() + find(&grounds, least)] |= bit;
            for (dir, cost) in steps {
                side[column * sides.len() + find(&sides, cost - least)][dir.index()] |= bit;
            }
        }
        let sheet = &atlas.sheets()[0];
        let low = (1..=sheet.columns).filter(|&column| sheet.is_low(column));
        Steps { grounds, ground, sides, side, low: low.fold(0, |bits, column| bits | 1 << column) }
    }

    /// The hexes of a column that a step of any of these hexes enters, for each cost there is of such steps.
    #[inline]
    pub(crate) fn enter_column(&self, from: &Columns, column: usize, mut arrive: impl FnMut(u8, u64)) {
        let (here, left, right) = (from.words[column], from.words[column - 1], from.words[column + 1]);
        // Seen from a column that lies lower, those beside it are shifted up, and the other way round.
        let low = (self.low >> column & 1) as u32;
        let high = 1 - low;
        let arriving = [here >> 1, left >> low, left << high, here << 1, right << high, right >> low];
        let grounds = &self.ground[column * self.grounds.len()..][..self.grounds.len()];
        let sides = &self.side[column * self.sides.len()..][..self.sides.len()];
        for (more, side) in self.sides.iter().zip(sides) {
            let over = (0..6).fold(0, |hexes, dir| hexes | arriving[dir] & side[dir]);
            if over == 0 {
                continue;
            }
            for (cost, ground) in self.grounds.iter().zip(grounds) {
                if over & ground != 0 {
                    arrive(cost + more, over & ground);
                }
            }
        }
    }

    /// Every hex that a single step of these hexes enters, at whatever cost.
    pub fn beside(&self, from: &Columns) -> Columns {
        let mut set = Columns::NONE;
        for column in 1..=MOST {
            if from.words[column - 1] | from.words[column] | from.words[column + 1] != 0 {
                self.enter_column(from, column, |_, hexes| set.words[column] |= hexes);
            }
        }
        set
    }
}
