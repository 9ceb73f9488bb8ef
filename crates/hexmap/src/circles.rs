//! Relays that reach each other, found for all of them at once.
//!
//! Lines from every relay run out together, so that each hex knows how far the nearest one is. Where two hexes lie side
//! by side so near to theirs that a line from one of these relays to the other fits, the hexside is a link. Two relays
//! reach each other, over others if need be, if and only if links lead from one to the other: on a line that fits every
//! hexside is a link, since for each of its hexes some relay is at least as near as its ends.

use std::collections::BTreeMap;

use crate::{Atlas, Columns, Dir, HexId, columns::MOST};

/// One of the two directions over every hexside.
const ONE_WAY: [Dir; 3] = [Dir::Ne, Dir::Se, Dir::S];

/// What lines pay: for the ground they enter, and for hexsides they cross, the same both ways.
#[derive(Clone, Debug, Default)]
pub struct Tariff {
    grounds: Vec<(u8, Columns)>,
    /// By direction: the hexes entered over such sides.
    sides: Vec<(u8, [Columns; 6])>,
    /// Columns half a hex lower than those beside them, whole.
    low: Columns,
}

impl Tariff {
    /// The cost of entering a hex, where lines can, and of crossing the side of a hex in a direction, where that can be
    /// done both ways.
    pub fn new(
        atlas: &Atlas,
        ground: impl Fn(HexId) -> Option<u8>,
        side: impl Fn(HexId, Dir, HexId) -> Option<u8>,
    ) -> Tariff {
        assert!(Columns::fit(atlas), "one sheet of at most 64 columns and 64 rows");
        let mut grounds: BTreeMap<u8, Columns> = BTreeMap::new();
        let mut sides: BTreeMap<u8, [Columns; 6]> = BTreeMap::new();
        for hex in atlas.hexes() {
            if let Some(cost) = ground(hex) {
                assert!(cost > 0, "a step costs something");
                grounds.entry(cost).or_default().insert(atlas, hex);
            }
            for (dir, to) in atlas.neighbours(hex) {
                if let (Some(there), Some(back)) = (side(hex, dir, to), side(to, dir.opposite(), hex)) {
                    assert_eq!(there, back, "a hexside costs the same both ways");
                    sides.entry(there).or_default()[dir.index()].insert(atlas, to);
                }
            }
        }
        let sheet = &atlas.sheets()[0];
        let mut low = Columns::NONE;
        (1..=sheet.columns)
            .filter(|&column| sheet.is_low(column))
            .for_each(|n| low.words[usize::from(n)] = !0);
        Tariff { grounds: grounds.into_iter().collect(), sides: sides.into_iter().collect(), low }
    }

    /// What hexes become that step in each direction into a column, from it or from those beside it.
    #[inline(always)]
    fn arrive(&self, column: usize, [left, here, right]: [u64; 3]) -> [u64; 6] {
        let low = self.low.words[column];
        let up = |beside: u64| beside >> 1 & low | beside & !low;
        let down = |beside: u64| beside & low | beside << 1 & !low;
        [here >> 1, up(left), down(left), here << 1, down(right), up(right)]
    }

    /// The same for all columns. Without a branch, so that several are gone through at once.
    fn step(&self, from: &Columns, arriving: &mut [Columns; 6]) {
        for column in 1..MOST + 1 {
            let from = [from.words[column - 1], from.words[column], from.words[column + 1]];
            let words = self.arrive(column, from);
            (0..6).for_each(|dir| arriving[dir].words[column] = words[dir]);
        }
    }
}

/// Which relays reach each other.
///
/// ```
/// use hexmap::{Atlas, Circles, Columns, Sheet, Shift, Tariff};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let tariff = Tariff::new(&atlas, |_| Some(1), |_, _, _| Some(0));
/// let [home, post, far] = ["0101", "0105", "0110"].map(|label| atlas.parse(label).unwrap());
/// let (open, mut posts) = (Columns::of(&atlas, |_| true), Columns::NONE);
/// [home, post, far].into_iter().for_each(|hex| posts.insert(&atlas, hex));
/// let mut circles = Circles::default();
/// circles.find(&tariff, &open, &[(posts, 4)], 4);
/// let circle = circles.around(&atlas, &tariff, home);
/// assert!(circle.has(&atlas, post) && !circle.has(&atlas, far), "four hexes are in reach, five are not");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Circles {
    /// By cost: the hexes that lie so near to a relay or nearer.
    within: Vec<Columns>,
    /// By direction: the hexes entered over links.
    links: [Columns; 6],
    /// Scratch: a step from some hexes in each direction, and all hexes that it enters.
    arriving: [Columns; 6],
    over: Columns,
}

impl Circles {
    /// Finds all links. A line has `points` points. Each kind of relays comes with its own: what it costs to enter one
    /// and its points must together be `points` + 1, so that a line costs the same both ways.
    pub fn find(&mut self, tariff: &Tariff, open: &Columns, relays: &[(Columns, u8)], points: u8) {
        let limit = usize::from(points);
        self.within.clear();
        self.within.resize(limit, Columns::NONE);
        for (relays, of_them) in relays {
            let spent = limit - usize::from(*of_them);
            self.within[spent] = self.within[spent].or(relays);
        }
        for spent in 0..limit {
            let nearer = if spent > 0 { self.within[spent - 1] } else { Columns::NONE };
            tariff.step(&self.within[spent].without(&nearer), &mut self.arriving);
            self.within[spent] = self.within[spent].or(&nearer);
            for (side, entered) in &tariff.sides {
                self.enter(entered);
                for (ground, hexes) in &tariff.grounds {
                    if let Some(within) = self.within.get_mut(spent + usize::from(ground + side)) {
                        for column in 1..MOST + 1 {
                            within.words[column] |=
                                self.over.words[column] & hexes.words[column] & open.words[column];
                        }
                    }
                }
            }
        }
        self.link(tariff, limit);
    }

    /// All that is entered in some direction over these sides.
    fn enter(&mut self, entered: &[Columns; 6]) {
        for column in 1..MOST + 1 {
            let word = |dir: usize| self.arriving[dir].words[column] & entered[dir].words[column];
            self.over.words[column] = word(0) | word(1) | word(2) | word(3) | word(4) | word(5);
        }
    }

    /// A line between the relays of two neighbours enters one hex more than both are away.
    fn link(&mut self, tariff: &Tariff, limit: usize) {
        self.links.fill(Columns::NONE);
        for (spent, from) in self.within.iter().enumerate() {
            tariff.step(from, &mut self.arriving);
            for (cost, entered) in &tariff.sides {
                let Some(rest) = (limit - 1).checked_sub(spent + usize::from(*cost)) else { continue };
                let near = &self.within[rest];
                for dir in ONE_WAY.map(Dir::index) {
                    let (links, arriving, entered) =
                        (&mut self.links[dir], &self.arriving[dir], &entered[dir]);
                    for column in 1..MOST + 1 {
                        links.words[column] |=
                            arriving.words[column] & entered.words[column] & near.words[column];
                    }
                }
            }
        }
        // What is a link one way is one the other way.
        for dir in ONE_WAY {
            let back = dir.opposite().index();
            tariff.step(&self.links[dir.index()], &mut self.arriving);
            self.links[back] = self.arriving[back];
        }
    }

    /// All hexes to which links lead from this one, which is among them.
    pub fn around(&self, atlas: &Atlas, tariff: &Tariff, hex: HexId) -> Columns {
        let mut circle = Columns::NONE;
        circle.insert(atlas, hex);
        // Columns, counted from 0, where something may come in: swept to and fro.
        let (start, _) = Columns::place(atlas, hex);
        let mut stale = beside(1 << (start - 1));
        while stale != 0 {
            for back in [false, true] {
                let mut ahead = stale;
                while ahead != 0 {
                    let n = if back { 63 - ahead.leading_zeros() } else { ahead.trailing_zeros() };
                    stale &= !(1 << n);
                    if self.grow(&mut circle, tariff, n as usize + 1) {
                        stale |= beside(1 << n) & !(1 << n);
                    }
                    ahead = stale & if back { (1 << n) - 1 } else { u64::MAX << n << 1 };
                }
            }
        }
        circle
    }

    /// Lets a column of the circle grow over links. Did it?
    #[inline]
    fn grow(&self, circle: &mut Columns, tariff: &Tariff, column: usize) -> bool {
        let [left, before, right] = [column - 1, column, column + 1].map(|column| circle.words[column]);
        let mut here = before;
        loop {
            let arriving = tariff.arrive(column, [left, here, right]);
            let more = (0..6).fold(here, |hexes, dir| hexes | arriving[dir] & self.links[dir].words[column]);
            if more == here {
                break;
            }
            here = more;
        }
        circle.words[column] = here;
        here != before
    }
}

/// These columns and those beside them.
fn beside(columns: u64) -> u64 {
    columns | columns << 1 | columns >> 1
}
