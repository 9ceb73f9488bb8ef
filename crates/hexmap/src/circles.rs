//! Relays that reach each other, found for all of them at once.
//!
//! Lines from every relay run out together, so that each hex knows how far the nearest one is. Where two hexes lie side
//! by side so near to theirs that a line from one of these relays to the other fits, the hexside is a link. Two relays
//! reach each other, over others if need be, if and only if links lead from one to the other: on a line that fits every
//! hexside is a link, since for each of its hexes some relay is at least as near as its ends.

use std::collections::BTreeMap;

use crate::{Atlas, Columns, Dir, HexId, columns::MOST};

/// One of the two directions over every hexside: the steps that enter a column from the left, or go down in it.
const AXES: [Dir; 3] = [Dir::S, Dir::Ne, Dir::Se];

/// What lines pay: for the ground they enter, and for hexsides they cross, the same both ways.
#[derive(Clone, Debug, Default)]
pub struct Tariff {
    grounds: Vec<(u8, Columns)>,
    /// By axis: the hexes entered over such sides.
    sides: Vec<(u8, [Columns; 3])>,
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
        let mut sides: BTreeMap<u8, [Columns; 3]> = BTreeMap::new();
        for hex in atlas.hexes() {
            if let Some(cost) = ground(hex) {
                assert!(cost > 0, "a step costs something");
                grounds.entry(cost).or_default().insert(atlas, hex);
            }
            for (axis, dir) in AXES.into_iter().enumerate() {
                let Some(to) = atlas.neighbour(hex, dir) else { continue };
                if let (Some(there), Some(back)) = (side(hex, dir, to), side(to, dir.opposite(), hex)) {
                    assert_eq!(there, back, "a hexside costs the same both ways");
                    sides.entry(there).or_default()[axis].insert(atlas, to);
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

    /// What hexes become that step along each axis into a column, from it or from the one to its left.
    #[inline(always)]
    fn arrive(&self, column: usize, here: u64, left: u64) -> [u64; 3] {
        let low = self.low.words[column];
        [here << 1, left >> 1 & low | left & !low, left & low | left << 1 & !low]
    }

    /// The same for all columns. Without a branch here and in `cross`, so that several are gone through at once.
    fn step(&self, from: &Columns) -> [Columns; 3] {
        let mut arriving = [Columns::NONE; 3];
        for column in 1..MOST + 1 {
            let words = self.arrive(column, from.words[column], from.words[column - 1]);
            (0..3).for_each(|axis| arriving[axis].words[column] = words[axis]);
        }
        arriving
    }

    /// The way back into the column to its left.
    #[inline(always)]
    fn go_back(&self, column: usize, [_, up, down]: [u64; 3]) -> u64 {
        let low = self.low.words[column];
        up << 1 & low | up & !low | down & low | down >> 1 & !low
    }

    /// The hexes that a step of these enters over some of the sides.
    fn cross(&self, from: &Columns, sides: &[Columns; 3]) -> Columns {
        let mut over = Columns::NONE;
        for column in 1..MOST + 1 {
            let entered = |column: usize| [0, 1, 2].map(|axis| sides[axis].words[column]);
            let (here, right) = (from.words[column], from.words[column + 1]);
            let [down, left_up, left_down] = self.arrive(column, here, from.words[column - 1]);
            let [from_above, from_below_left, from_above_left] = entered(column);
            over.words[column] = down & from_above
                | left_up & from_below_left
                | left_down & from_above_left
                | (here & from_above) >> 1
                | self.go_back(column + 1, entered(column + 1).map(|entered| entered & right));
        }
        over
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
    /// By axis: the hexes entered over links.
    links: [Columns; 3],
}

impl Circles {
    /// Finds all links. A line has so many `points`. Each kind of relays comes with its own: what it costs to enter one
    /// and its points must together be `points` + 1, so that a line costs the same both ways.
    pub fn find(&mut self, tariff: &Tariff, open: &Columns, relays: &[(Columns, u8)], points: u8) {
        let limit = usize::from(points);
        self.within.clear();
        self.within.resize(limit, Columns::NONE);
        for (relays, of_them) in relays {
            let spent = limit - usize::from(*of_them);
            self.within[spent] = self.within[spent].or(relays);
        }
        let grounds: Vec<(u8, Columns)> =
            tariff.grounds.iter().map(|(cost, ground)| (*cost, ground.and(open))).collect();
        for spent in 0..limit {
            let nearer = if spent > 0 { self.within[spent - 1] } else { Columns::NONE };
            let front = self.within[spent].without(&nearer);
            self.within[spent] = self.within[spent].or(&nearer);
            for (side, entered) in &tariff.sides {
                let over = tariff.cross(&front, entered);
                for (ground, hexes) in &grounds {
                    if let Some(within) = self.within.get_mut(spent + usize::from(ground + side)) {
                        *within = within.or(&over.and(hexes));
                    }
                }
            }
        }
        self.link(tariff, limit);
    }

    /// A line between the relays of two neighbours enters one hex more than both are away.
    fn link(&mut self, tariff: &Tariff, limit: usize) {
        self.links = [Columns::NONE; 3];
        for (spent, from) in self.within.iter().enumerate() {
            let arriving = tariff.step(from);
            for (cost, entered) in &tariff.sides {
                let Some(rest) = (limit - 1).checked_sub(spent + usize::from(*cost)) else { continue };
                for axis in 0..3 {
                    let links = arriving[axis].and(&entered[axis]).and(&self.within[rest]);
                    self.links[axis] = self.links[axis].or(&links);
                }
            }
        }
    }

    /// All hexes to which links lead from this one, which is among them.
    pub fn around(&self, atlas: &Atlas, tariff: &Tariff, hex: HexId) -> Columns {
        let mut circle = Columns::NONE;
        circle.insert(atlas, hex);
        // Columns, counted from 0, that grew since they and those to their left were last looked at together.
        let (start, _) = Columns::place(atlas, hex);
        let mut grown: u128 = 0b11 << start;
        while grown != 0 {
            for column in (1..=MOST).chain((1..=MOST).rev()) {
                if grown >> column & 1 == 0 {
                    continue;
                }
                grown &= !(1 << column);
                let before = (circle.words[column], circle.words[column - 1]);
                let links = [0, 1, 2].map(|axis| self.links[axis].words[column]);
                let mut all = before;
                loop {
                    let arriving = tariff.arrive(column, all.0, all.1);
                    let there = (0..3).fold(all.0, |hexes, axis| hexes | arriving[axis] & links[axis]);
                    let back = links.map(|link| link & there);
                    let more = (there | back[0] >> 1, all.1 | tariff.go_back(column, back));
                    if more == all {
                        break;
                    }
                    all = more;
                }
                (circle.words[column], circle.words[column - 1]) = all;
                if all.0 != before.0 {
                    grown |= 1 << (column + 1);
                }
                if all.1 != before.1 {
                    grown |= 1 << (column - 1);
                }
            }
            grown &= !(1 | 1 << (MOST + 1));
        }
        circle
    }
}
