//! Bounded movement: which hexes a piece can reach, at what cost, and by which way.
//!
//! Dijkstra with one bucket per cost. A hex may be entered in two ways, to go on or to stop, and the
//! cheaper way may be the one that must stop (a ford under an enemy's eyes); so each hex keeps one
//! entry of each kind, and only the entry that goes on is ever left.

use crate::{Atlas, Dir, HexId};

/// What a step across a hexside means to the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It may not be taken.
    Closed,
    /// It costs this much, and movement may go on.
    Go(u16),
    /// It costs this much, and movement ends there.
    Stop(u16),
}

/// Reusable scratch for movement. Keep one and run it often: once warm it allocates nothing.
///
/// Ties are broken the same way always. A hex keeps its cheapest entry; of equally cheap ones that with
/// the fewest steps; of these the first found. Hexes are left in the order in which they are settled,
/// that is by cost and, at equal cost, in the order in which they were first found at that cost;
/// the sides of a hex are tried clockwise from the top. Steps may cost 0; among hexes joined by such
/// free steps, fewest steps gives way to first found.
///
/// Costs are meant to be small: there is a bucket for each up to the highest met.
///
/// ```
/// use hexmap::{Atlas, Reach, Sheet, Shift, Step};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let [camp, guarded, beyond] = ["0101", "0102", "0103"].map(|label| atlas.parse(label).unwrap());
/// let mut reach = Reach::new();
/// reach.run(&atlas, camp, 4, |_, _, to| if to == guarded { Step::Stop(1) } else { Step::Go(1) });
/// assert_eq!(reach.cost(guarded), Some(1));
/// assert_eq!(reach.cost(beyond), Some(3), "by way of the next column");
///
/// let mut path = Vec::new();
/// assert!(reach.path(beyond, &mut path));
/// assert_eq!(path.iter().map(|&hex| atlas.label(hex).to_string()).collect::<Vec<_>>(),
///     ["0101", "0201", "0202", "0103"]);
/// # Ok::<(), hexmap::AtlasError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reach {
    marks: Vec<Mark>,
    /// Marks of other generations count as blank, so that a run need not clear them.
    generation: u32,
    /// Entries to settle, by cost, each at most once in a bucket.
    /// One that became cheaper is still in its old bucket too, and skipped there.
    buckets: Vec<Vec<(HexId, Kind)>>,
    /// Settled hexes in order, the start first.
    settled: Vec<HexId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Go,
    Stop,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    cost: u16,
    steps: u16,
    from: HexId,
    settled: bool,
}

/// What a run knows about a hex.
#[derive(Clone, Copy, Debug)]
struct Mark {
    generation: u32,
    entries: [Entry; 2],
    /// The kind of entry that settled the hex, which is the best of the two.
    best: Option<Kind>,
}

impl Mark {
    /// No way is longer than the atlas has hexes, so the steps of a blank entry are beyond every real one.
    fn blank(generation: u32) -> Mark {
        let entry = Entry { cost: u16::MAX, steps: u16::MAX, from: HexId(0), settled: false };
        Mark { generation, entries: [entry; 2], best: None }
    }

    /// This kind, unless the other has cost the same in fewer steps and merely waits behind it in the bucket.
    fn better(&self, kind: Kind) -> Kind {
        let other = if kind == Kind::Go { Kind::Stop } else { Kind::Go };
        let rank = |kind: Kind| (self.entries[kind as usize].cost, self.entries[kind as usize].steps);
        if rank(other) < rank(kind) { other } else { kind }
    }
}

impl Reach {
    pub fn new() -> Reach {
        Reach::default()
    }

    /// Finds every hex within `limit` of the start. `step` says what a step from a hex in a direction
    /// to the next hex means; it is asked at most once for each.
    pub fn run(
        &mut self,
        atlas: &Atlas,
        start: HexId,
        limit: u16,
        step: impl FnMut(HexId, Dir, HexId) -> Step,
    ) {
        self.run_until(atlas, start, limit, step, |_| false);
    }

    /// Like [`Reach::run`], but ends at the first settled hex that is accepted and returns it.
    /// The start is asked about too, before any other. Hexes not settled by then count as not reached.
    pub fn run_until(
        &mut self,
        atlas: &Atlas,
        start: HexId,
        limit: u16,
        mut step: impl FnMut(HexId, Dir, HexId) -> Step,
        mut accept: impl FnMut(HexId) -> bool,
    ) -> Option<HexId> {
        self.begin(atlas);
        self.find(start, Kind::Go, Entry { cost: 0, steps: 0, from: start, settled: false });
        let mut cost = 0;
        while cost < self.buckets.len() {
            let mut next = 0;
            // A free step adds to the bucket while it is being emptied.
            while let Some(&(hex, kind)) = self.buckets[cost].get(next) {
                next += 1;
                let mark = &mut self.marks[hex.index()];
                let entry = &mut mark.entries[kind as usize];
                if usize::from(entry.cost) != cost {
                    continue;
                }
                entry.settled = true;
                let entry = *entry;
                if mark.best.is_none() {
                    mark.best = Some(mark.better(kind));
                    self.settled.push(hex);
                    if accept(hex) {
                        return Some(hex);
                    }
                }
                if kind == Kind::Go {
                    self.leave(atlas, hex, entry, limit, &mut step);
                }
            }
            cost += 1;
        }
        None
    }

    /// The cost of the cheapest way to a hex, if it was reached; 0 for the start.
    #[inline]
    pub fn cost(&self, hex: HexId) -> Option<u16> {
        self.best(hex).map(|entry| entry.cost)
    }

    /// The cost of the cheapest way to a hex from which movement may go on.
    #[inline]
    pub fn goes_on(&self, hex: HexId) -> Option<u16> {
        let mark = self.marks.get(hex.index()).filter(|mark| mark.generation == self.generation)?;
        let entry = mark.entries[Kind::Go as usize];
        entry.settled.then_some(entry.cost)
    }

    /// The hexes reached, in the order settled and so by cost; without the start.
    #[inline]
    pub fn reached(&self) -> &[HexId] {
        self.settled.get(1..).unwrap_or_default()
    }

    /// Fills `hexes` with the hexes reached in ascending order; without the start.
    pub fn ascending(&self, hexes: &mut Vec<HexId>) {
        hexes.clear();
        hexes.extend_from_slice(self.reached());
        hexes.sort_unstable();
    }

    /// Fills `path` with the cheapest way from the start to a hex, both included.
    /// If the hex was not reached, the path is left empty and the answer is no.
    pub fn path(&self, hex: HexId, path: &mut Vec<HexId>) -> bool {
        path.clear();
        let Some(mut entry) = self.best(hex) else { return false };
        path.push(hex);
        while entry.steps > 0 {
            path.push(entry.from);
            // Only an entry that goes on can have been left.
            entry = self.marks[entry.from.index()].entries[Kind::Go as usize];
        }
        path.reverse();
        true
    }

    #[inline]
    fn best(&self, hex: HexId) -> Option<Entry> {
        let mark = self.marks.get(hex.index()).filter(|mark| mark.generation == self.generation)?;
        mark.best.map(|kind| mark.entries[kind as usize])
    }

    fn begin(&mut self, atlas: &Atlas) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.marks.clear();
            1
        });
        if self.marks.len() < atlas.len() {
            // Generation 0 is never run, so such marks are blank.
            self.marks.resize(atlas.len(), Mark::blank(0));
        }
        self.settled.clear();
        for bucket in &mut self.buckets {
            bucket.clear();
        }
    }

    fn leave(
        &mut self,
        atlas: &Atlas,
        from: HexId,
        at: Entry,
        limit: u16,
        step: &mut impl FnMut(HexId, Dir, HexId) -> Step,
    ) {
        for (dir, to) in atlas.neighbours(from) {
            // Nothing can better a hex that is itself being left already, and `step` may be dear.
            let mark = &self.marks[to.index()];
            if mark.generation == self.generation && mark.entries[Kind::Go as usize].settled {
                continue;
            }
            let (kind, more) = match step(from, dir, to) {
                Step::Closed => continue,
                Step::Go(cost) => (Kind::Go, cost),
                Step::Stop(cost) => (Kind::Stop, cost),
            };
            if let Some(cost) = at.cost.checked_add(more).filter(|&cost| cost <= limit) {
                self.find(to, kind, Entry { cost, steps: at.steps + 1, from, settled: false });
            }
        }
    }

    /// Keeps the entry if it beats what is known of its kind.
    #[inline]
    fn find(&mut self, hex: HexId, kind: Kind, entry: Entry) {
        let mark = &mut self.marks[hex.index()];
        if mark.generation != self.generation {
            *mark = Mark::blank(self.generation);
        }
        let known = &mut mark.entries[kind as usize];
        if known.settled || (known.cost, known.steps) <= (entry.cost, entry.steps) {
            return;
        }
        // With fewer steps at the same cost it keeps its place in the bucket.
        let waits = known.steps != u16::MAX && known.cost == entry.cost;
        *known = entry;
        if waits {
            return;
        }
        let cost = usize::from(entry.cost);
        if self.buckets.len() <= cost {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push((hex, kind));
    }
}

#[cfg(test)]
mod tests {
    use super::{Reach, Step};
    use crate::{Atlas, HexId, Sheet, Shift};

    fn board() -> Atlas {
        Atlas::new(vec![Sheet::new("D", 9, 9, Shift::EvenDown)]).unwrap()
    }

    fn labels(atlas: &Atlas, hexes: &[HexId]) -> String {
        hexes.iter().map(|&hex| atlas.label(hex).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_cheap_stop_does_not_hide_a_dear_way_through() {
        let atlas = board();
        let [start, ford, beyond] = ["0101", "0102", "0103"].map(|label| atlas.parse(label).unwrap());
        // Straight down is cheap but stops at the ford; the way round by 0201 enters it to go on.
        let round = ["0201", "0102", "0103"].map(|label| atlas.parse(label).unwrap());
        let mut reach = Reach::new();
        reach.run(&atlas, start, 9, |from, _, to| match (from, to) {
            (from, to) if from == start && to == ford => Step::Stop(1),
            (_, to) if round.contains(&to) => Step::Go(2),
            _ => Step::Closed,
        });
        assert_eq!([ford, beyond].map(|hex| reach.cost(hex)), [Some(1), Some(6)]);
        let mut path = Vec::new();
        reach.path(beyond, &mut path);
        assert_eq!(labels(&atlas, &path), "0101 0201 0102 0103");
        reach.path(ford, &mut path);
        assert_eq!(labels(&atlas, &path), "0101 0102");
    }

    #[test]
    fn hexes_of_a_ring_are_settled_clockwise_and_ties_go_to_the_first_found() {
        let atlas = board();
        let start = atlas.parse("0505").unwrap();
        let mut reach = Reach::new();
        reach.run(&atlas, start, 2, |_, _, _| Step::Go(1));
        let ring = "0504 0604 0605 0506 0405 0404";
        assert_eq!(labels(&atlas, &reach.reached()[..6]), ring);
        let mut path = Vec::new();
        reach.path(atlas.parse("0603").unwrap(), &mut path);
        assert_eq!(labels(&atlas, &path), "0505 0504 0603", "N then NE before NE then N");
    }

    #[test]
    fn before_any_run_nothing_is_reached() {
        let reach = Reach::new();
        assert_eq!((reach.reached().len(), reach.cost(HexId(0))), (0, None));
        assert!(!reach.path(HexId(0), &mut vec![HexId(1)]));
    }

    #[test]
    fn a_run_after_the_last_generation_starts_afresh() {
        let atlas = board();
        let mut reach = Reach { generation: u32::MAX - 1, ..Reach::new() };
        for _ in 0..3 {
            reach.run(&atlas, HexId(40), 1, |_, _, _| Step::Go(1));
            assert_eq!(reach.reached().len(), 6);
        }
        assert_eq!(reach.generation, 2);
    }

    #[test]
    fn costs_beyond_the_largest_number_are_out_of_reach() {
        let atlas = board();
        let mut reach = Reach::new();
        reach.run(&atlas, HexId(0), u16::MAX, |_, _, _| Step::Go(u16::MAX));
        assert_eq!(reach.cost(HexId(1)), Some(u16::MAX));
        assert_eq!(reach.reached().len(), 2);
    }
}
