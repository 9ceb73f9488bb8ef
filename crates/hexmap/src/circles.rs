//! Relays that reach each other, found for all of them at once.
//!
//! Lines from every relay run out together, so that each hex knows how far the nearest one is. Where two hexes lie side
//! by side so near to theirs that a line from one of these relays to the other fits, the hexside is a link. Two relays
//! reach each other, over others if need be, if and only if links lead from one to the other: on a line that fits every
//! hexside is a link, since for each of its hexes some relay is at least as near as its ends.

use crate::{Atlas, Columns, Dir, HexId, Steps, columns::MOST};

/// One of the two directions over every hexside: the steps that enter a column from the left, or go down in it.
const AXES: [Dir; 3] = [Dir::S, Dir::Ne, Dir::Se];

/// What it costs to cross hexsides on top of the ground, the same both ways.
#[derive(Clone, Debug, Default)]
pub struct Crossings {
    /// The costs there are, and by column the hexes entered over such sides along each axis.
    costs: Vec<u8>,
    entered: Vec<[u64; 3]>,
    low: u128,
}

impl Crossings {
    /// The cost of crossing the side of a hex in a direction, where that can be done both ways.
    pub fn new(atlas: &Atlas, cost: impl Fn(HexId, Dir, HexId) -> Option<u8>) -> Crossings {
        assert!(Columns::fit(atlas), "one sheet of at most 64 columns and 64 rows");
        let mut all = Vec::new();
        for from in atlas.hexes() {
            for (axis, dir) in AXES.into_iter().enumerate() {
                let Some(to) = atlas.neighbour(from, dir) else { continue };
                if let (Some(there), Some(back)) = (cost(from, dir, to), cost(to, dir.opposite(), from)) {
                    assert_eq!(there, back, "a hexside costs the same both ways");
                    all.push((there, axis, to));
                }
            }
        }
        let mut costs: Vec<u8> = all.iter().map(|(cost, ..)| *cost).collect();
        costs.sort_unstable();
        costs.dedup();
        let mut entered = vec![[0; 3]; (MOST + 2) * costs.len()];
        for (cost, axis, to) in all {
            let (column, bit) = Columns::place(atlas, to);
            let n = costs.binary_search(&cost).expect("it was seen before");
            entered[column * costs.len() + n][axis] |= bit;
        }
        let sheet = &atlas.sheets()[0];
        let low = (1..=sheet.columns).filter(|&column| sheet.is_low(column));
        Crossings { costs, entered, low: low.fold(0, |bits, column| bits | 1 << column) }
    }

    /// What hexes become that step along each axis into a column, from it or from the one to its left.
    #[inline]
    fn arrive(&self, column: usize, here: u64, left: u64) -> [u64; 3] {
        let low = (self.low >> column & 1) as u32;
        [here << 1, left >> low, left << (1 - low)]
    }

    /// The way back: what they become in the column itself and in the one to its left.
    #[inline]
    fn leave(&self, column: usize, hexes: [u64; 3]) -> (u64, u64) {
        let low = (self.low >> column & 1) as u32;
        (hexes[0] >> 1, hexes[1] << low | hexes[2] >> (1 - low))
    }
}

/// Which relays reach each other.
///
/// ```
/// use hexmap::{Atlas, Circles, Columns, Crossings, Sheet, Shift, Steps};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let (steps, crossings) = (Steps::new(&atlas, |_, _, _| Some(1)), Crossings::new(&atlas, |_, _, _| Some(0)));
/// let [home, post, far] = ["0101", "0105", "0110"].map(|label| atlas.parse(label).unwrap());
/// let (open, mut posts) = (Columns::of(&atlas, |_| true), Columns::NONE);
/// [home, post, far].into_iter().for_each(|hex| posts.insert(&atlas, hex));
/// let mut circles = Circles::default();
/// circles.find(&steps, &crossings, &open, &[(posts, 4)], 4);
/// let circle = circles.around(&atlas, &crossings, home);
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
    pub fn find(
        &mut self,
        steps: &Steps,
        crossings: &Crossings,
        open: &Columns,
        relays: &[(Columns, u8)],
        points: u8,
    ) {
        let limit = usize::from(points);
        self.within.clear();
        self.within.resize(limit, Columns::NONE);
        for (relays, of_them) in relays {
            let spent = limit - usize::from(*of_them);
            self.within[spent] = self.within[spent].or(relays);
        }
        for spent in 0..limit {
            let nearer = if spent > 0 { self.within[spent - 1] } else { Columns::NONE };
            let front = self.within[spent].without(&nearer);
            self.within[spent] = self.within[spent].or(&nearer);
            for column in 1..=MOST {
                let near = front.words[column - 1] | front.words[column] | front.words[column + 1];
                if near == 0 {
                    continue;
                }
                steps.enter_column(&front, column, |cost, hexes| {
                    if let Some(within) = self.within.get_mut(spent + usize::from(cost)) {
                        within.words[column] |= hexes & open.words[column];
                    }
                });
            }
        }
        self.link(crossings, limit);
    }

    /// A line between the relays of two neighbours enters one hex more than both are away.
    fn link(&mut self, crossings: &Crossings, limit: usize) {
        self.links = [Columns::NONE; 3];
        for column in 1..=MOST {
            let entered = &crossings.entered[column * crossings.costs.len()..][..crossings.costs.len()];
            for (cost, entered) in crossings.costs.iter().zip(entered) {
                for spent in 0..limit.saturating_sub(usize::from(*cost)) {
                    let from = &self.within[spent];
                    let to = self.within[limit - 1 - usize::from(*cost) - spent].words[column];
                    let arriving = crossings.arrive(column, from.words[column], from.words[column - 1]);
                    for axis in 0..3 {
                        self.links[axis].words[column] |= arriving[axis] & entered[axis] & to;
                    }
                }
            }
        }
    }

    /// All hexes to which links lead from this one, which is among them.
    pub fn around(&self, atlas: &Atlas, crossings: &Crossings, hex: HexId) -> Columns {
        let mut circle = Columns::NONE;
        circle.insert(atlas, hex);
        let mut grown = true;
        while grown {
            grown = false;
            for column in (1..=MOST).chain((1..=MOST).rev()) {
                let (here, left) = (circle.words[column], circle.words[column - 1]);
                if here | left == 0 {
                    continue;
                }
                let links = [0, 1, 2].map(|axis| self.links[axis].words[column]);
                let mut all = (here, left);
                loop {
                    let arriving = crossings.arrive(column, all.0, all.1);
                    let there = (0..3).fold(all.0, |hexes, axis| hexes | arriving[axis] & links[axis]);
                    let (up, back) = crossings.leave(column, links.map(|link| link & there));
                    let more = (there | up, all.1 | back);
                    if more == all {
                        break;
                    }
                    all = more;
                }
                grown |= all != (here, left);
                (circle.words[column], circle.words[column - 1]) = all;
            }
        }
        circle
    }
}
