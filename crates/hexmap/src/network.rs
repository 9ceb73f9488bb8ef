//! Lines that start afresh at relays: every hex they reach.

use crate::{Atlas, Columns, HexId, Steps};

/// Where the steps of lines lead, and what they find there.
#[derive(Clone, Copy, Debug)]
pub struct Country<'a> {
    pub atlas: &'a Atlas,
    pub steps: &'a Steps,
    /// The hexes they may enter, and of these each kind of relays, with the points that a line has there at least.
    pub open: &'a Columns,
    pub relays: &'a [(Columns, u8)],
}

/// Hexes that lines reach. What was begun can be run to one hex after the other.
///
/// ```
/// use hexmap::{Atlas, Columns, Country, Network, Sheet, Shift, Steps};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let steps = Steps::new(&atlas, |_, _, _| Some(1));
/// let [home, post, field] = ["0101", "0105", "0107"].map(|label| atlas.parse(label).unwrap());
/// let (open, mut posts) = (Columns::of(&atlas, |_| true), Columns::NONE);
/// posts.insert(&atlas, post);
/// let mut network = Network::default();
/// network.begin(&atlas, 4);
/// network.start(&atlas, home, 4);
/// let country = Country { atlas: &atlas, steps: &steps, open: &open, relays: &[(posts, 2)] };
/// network.run(country, None);
/// assert!(network.has(&atlas, field) && !network.has(&atlas, atlas.parse("0108")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// The most points a line can have, plus one.
    levels: usize,
    /// By column and points: hexes that were left with at least this many points, and hexes to be left with exactly them.
    left: Vec<u64>,
    waiting: Vec<u64>,
    /// By points: the columns in which some wait; as bits the points for which there are any.
    columns: Vec<u64>,
    pending: u64,
    /// Columns of which anything is kept.
    touched: u64,
    reached: Columns,
    front: Columns,
}

impl Network {
    /// Forgets everything. No line will ever have more points than these, at most 63.
    pub fn begin(&mut self, atlas: &Atlas, most: u8) {
        let size = usize::from(atlas.sheets()[0].columns) + 2;
        for cells in [&mut self.left, &mut self.waiting] {
            for column in bits(self.touched) {
                cells[column * self.levels..][..self.levels].fill(0);
            }
            cells.resize(size * (usize::from(most) + 1), 0);
        }
        self.levels = usize::from(most) + 1;
        self.columns.clear();
        self.columns.resize(self.levels, 0);
        (self.pending, self.touched, self.reached, self.front) = (0, 0, Columns::NONE, Columns::NONE);
    }

    /// A line starts there with this many points. Of a network that was run only what is new by that will be gone over.
    pub fn start(&mut self, atlas: &Atlas, hex: HexId, points: u8) {
        let (column, bit) = Columns::place(atlas, hex);
        self.reached.words[column] |= bit;
        self.waiting[column * self.levels + usize::from(points)] |= bit;
        self.columns[usize::from(points)] |= 1 << (column - 1);
        self.touched |= 1 << (column - 1);
        self.pending |= 1 << points;
    }

    /// Goes on until the hex wanted is reached or nothing is left to go on from: in waves, each from the most points
    /// down to none, since a relay found on the way is soon not the only one.
    pub fn run(&mut self, country: Country<'_>, wanted: Option<HexId>) {
        let Country { atlas, steps, open, relays } = country;
        let all = u64::MAX >> (64 - atlas.sheets()[0].columns);
        let Network { levels, left, waiting, columns, pending, touched, reached, front } = self;
        let levels = *levels;
        let mut below = u64::MAX;
        while *pending != 0 && !wanted.is_some_and(|hex| reached.has(atlas, hex)) {
            let wave = if *pending & below != 0 { *pending & below } else { *pending };
            let points = wave.ilog2() as usize;
            below = (1 << points) - 1;
            *pending &= !(1 << points);
            let mut fronts = 0u64;
            for column in bits(std::mem::take(&mut columns[points])) {
                let cells = column * levels..column * levels + points + 1;
                let new = std::mem::take(&mut waiting[cells.end - 1]) & !left[cells.end - 1];
                if new != 0 {
                    left[cells].iter_mut().for_each(|left| *left |= new);
                    front.words[column] = new;
                    fronts |= 1 << (column - 1);
                }
            }
            for column in bits((fronts | fronts << 1 | fronts >> 1) & all) {
                let open = open.words[column];
                steps.enter_column(front, column, |cost, hexes| {
                    let Some(rest) = points.checked_sub(usize::from(cost)) else { return };
                    let mut hexes = hexes & open;
                    reached.words[column] |= hexes;
                    let mut wait = |rest: usize, hexes: u64| {
                        let cell = column * levels + rest;
                        let new = hexes & !left[cell];
                        if new != 0 {
                            waiting[cell] |= new;
                            columns[rest] |= 1 << (column - 1);
                            *touched |= 1 << (column - 1);
                            *pending |= 1 << rest;
                        }
                    };
                    for (posts, renewed) in relays {
                        wait(rest.max(usize::from(*renewed)), hexes & posts.words[column]);
                        hexes &= !posts.words[column];
                    }
                    wait(rest, hexes);
                });
            }
            bits(fronts).for_each(|column| front.words[column] = 0);
        }
    }

    #[inline]
    pub fn has(&self, atlas: &Atlas, hex: HexId) -> bool {
        self.reached.has(atlas, hex)
    }

    /// Every hex reached so far.
    pub fn reached(&self) -> &Columns {
        &self.reached
    }
}

/// The columns in a word of them.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let column = word.trailing_zeros() as usize + 1;
            word &= word - 1;
            column
        })
    })
}
