//! Ways over the points of a grid: for single people who go where they like, around what they must avoid.

use arrayvec::ArrayVec;

use crate::{
    area::Table,
    heading::UNIT,
    length::{Len, Point},
    outline::Bounds,
};

/// The whole units of the table's measure.
const STEP: i32 = 100;
/// A diagonal step, as rulers on tables have it.
const DIAGONAL: i32 = 140;

/// The points of a table, and which of them are closed to every unit.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    columns: i32,
    rows: i32,
    closed: Vec<bool>,
    /// For each point one bit a step of [`NEXT`]: it leads off the table, to a closed point, or across something.
    barred: Vec<u8>,
}

impl Grid {
    /// `closed` says where nobody may be, `crosses` which steps are barred although both ends are open.
    pub fn new(
        table: &Table,
        closed: impl Fn(Point) -> bool,
        crosses: impl Fn(Point, Point) -> bool,
    ) -> Grid {
        let (columns, rows) = (table.width.0 / STEP + 1, table.height.0 / STEP + 1);
        let mut grid = Grid { columns, rows, closed: Vec::new(), barred: Vec::new() };
        let points = 0..(columns * rows) as usize;
        grid.closed = points.clone().map(|at| closed(grid.point(at))).collect();
        let barred = |at: usize| {
            let here = grid.point(at);
            let is_barred = |(dx, dy, _): (i32, i32, i32)| {
                let to = grid.index(here.x / STEP + dx, here.y / STEP + dy);
                to.is_none_or(|to| grid.closed[to] || crosses(here, grid.point(to)))
            };
            NEXT.iter().enumerate().fold(0, |bits, (n, next)| bits | u8::from(is_barred(*next)) << n)
        };
        grid.barred = points.map(barred).collect();
        grid
    }

    fn index(&self, column: i32, row: i32) -> Option<usize> {
        let on = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        on.then_some((column * self.rows + row) as usize)
    }

    fn point(&self, at: usize) -> Point {
        Point::new(at as i32 / self.rows * STEP, at as i32 % self.rows * STEP)
    }
}

/// Points of the grid that can be reached, with the length of the shortest way: 1 for a straight step, 1.4 for a
/// diagonal one, and from the start to the points next to it as far as they are.
#[derive(Clone, Debug)]
pub struct Ways<'g> {
    grid: &'g Grid,
    cost: Vec<i32>,
    /// The points next to the start, with the length of the first leg to them.
    first: ArrayVec<(usize, i32), 4>,
}

const FAR: i32 = i32::MAX;

/// Points that wait by a length, in rows that serve in turn: between any two that wait at the same time there are fewer
/// hundredths than rows, since a step can lead away from what is wanted and cost twice its length.
struct Waiting {
    /// The last entry of each row.
    rows: [u32; Waiting::ROWS],
    /// A point, and the entry before it in its row.
    entries: Vec<(usize, u32)>,
    count: usize,
}

impl Default for Waiting {
    fn default() -> Waiting {
        Waiting { rows: [Waiting::NONE; Waiting::ROWS], entries: Vec::with_capacity(256), count: 0 }
    }
}

impl Waiting {
    const ROWS: usize = 512;
    const NONE: u32 = u32::MAX;

    fn push(&mut self, length: i32, at: usize) {
        let row = &mut self.rows[length as usize % Waiting::ROWS];
        self.entries.push((at, *row));
        *row = self.entries.len() as u32 - 1;
        self.count += 1;
    }

    /// One of those that wait at this length.
    fn take(&mut self, length: i32) -> Option<usize> {
        let row = &mut self.rows[length as usize % Waiting::ROWS];
        let &(at, before) = self.entries.get(*row as usize)?;
        *row = before;
        self.count -= 1;
        Some(at)
    }
}

impl<'g> Ways<'g> {
    /// Every way up to a length. `free` says where one may be, `crosses` whether the first leg is barred.
    pub fn from(
        grid: &'g Grid,
        start: Point,
        far: Len,
        free: impl FnMut(Point) -> bool,
        crosses: impl FnMut(Point, Point) -> bool,
    ) -> Ways<'g> {
        Ways::until(grid, start, far, free, crosses, &Bounds::EVERYWHERE, |_| false)
    }

    /// The same for one who wants to be at any of the points `within` that are `wanted`: what leads to the nearest of
    /// them is looked at and little else, so other lengths may not be the shortest.
    pub fn until(
        grid: &'g Grid,
        start: Point,
        far: Len,
        mut free: impl FnMut(Point) -> bool,
        mut crosses: impl FnMut(Point, Point) -> bool,
        within: &Bounds,
        mut wanted: impl FnMut(Point) -> bool,
    ) -> Ways<'g> {
        let size = grid.closed.len();
        let mut ways = Ways { grid, cost: vec![FAR; size], first: ArrayVec::new() };
        let mut known: Vec<Option<bool>> = vec![None; size];
        let mut open = Waiting::default();
        let mut length = i32::MAX;
        let (x, y) = (start.x.div_euclid(STEP), start.y.div_euclid(STEP));
        for (column, row) in [(x, y), (x, y + 1), (x + 1, y), (x + 1, y + 1)] {
            let Some(at) = grid.index(column, row).filter(|at| !grid.closed[*at]) else { continue };
            let point = grid.point(at);
            let next = (point.x - start.x).abs() < STEP && (point.y - start.y).abs() < STEP;
            let way = start.distance(point).0;
            let is_free = *known[at].get_or_insert_with(|| free(point));
            if next && way <= far.0 && is_free && !crosses(start, point) {
                ways.cost[at] = way;
                ways.first.push((at, way));
                let whole = way + at_least(point, within);
                open.push(whole, at);
                length = length.min(whole);
            }
        }
        let steps = NEXT.map(|(dx, dy, step)| (dx as isize * grid.rows as isize + dy as isize, step));
        // By the least length of a whole way (A*): what it is to the goal never falls short of any step, so
        // the unit that moves has its shortest way.
        let mut far = far.0;
        while open.count > 0 && length <= far {
            while let Some(at) = open.take(length) {
                let (here, cost) = (grid.point(at), ways.cost[at]);
                let rest = at_least(here, within);
                if cost + rest != length {
                    continue;
                }
                if rest == 0 && wanted(here) {
                    far = cost;
                }
                for (n, (offset, step)) in steps.iter().enumerate() {
                    if grid.barred[at] >> n & 1 != 0 {
                        continue;
                    }
                    let to = at.wrapping_add_signed(*offset);
                    let cost = cost + step;
                    if cost >= ways.cost[to] {
                        continue;
                    }
                    let point = grid.point(to);
                    let whole = cost + at_least(point, within);
                    if whole > far || !*known[to].get_or_insert_with(|| free(point)) {
                        continue;
                    }
                    ways.cost[to] = cost;
                    open.push(whole, to);
                }
            }
            length += 1;
        }
        ways
    }

    /// The length of the shortest way to a point of the grid.
    pub fn length(&self, to: Point) -> Option<Len> {
        if to.x % STEP != 0 || to.y % STEP != 0 {
            return None;
        }
        let cost = self.cost[self.grid.index(to.x / STEP, to.y / STEP)?];
        (cost != FAR).then_some(Len(cost))
    }

    /// Every point reached, column by column from the west, from the south.
    pub fn points(&self) -> impl Iterator<Item = (Point, Len)> + '_ {
        let reached = self.cost.iter().enumerate().filter(|(_, cost)| **cost != FAR);
        reached.map(|(at, cost)| (self.grid.point(at), Len(*cost)))
    }

    /// Is any point within these bounds reached that fits?
    pub fn reaches(&self, bounds: &Bounds, fits: impl Fn(Point) -> bool) -> bool {
        let (low, high) = (bounds.low.point(), bounds.high.point());
        let span = |low: i32, high: i32, most: i32| {
            (low.div_euclid(STEP)).max(0)..=(high.div_euclid(STEP) + 1).min(most - 1)
        };
        span(low.x, high.x, self.grid.columns).any(|column| {
            span(low.y, high.y, self.grid.rows).any(|row| {
                let at = (column * self.grid.rows + row) as usize;
                self.cost[at] != FAR && fits(self.grid.point(at))
            })
        })
    }

    /// The points of the shortest way, the last included; nothing where there is none. Of ways that are equally long
    /// it is, from the end, the one over the point that is nearer to the start, then the one that comes first.
    pub fn path(&self, to: Point) -> Vec<Point> {
        let mut path = Vec::new();
        if self.length(to).is_none() {
            return path;
        }
        let mut at = self.grid.index(to.x / STEP, to.y / STEP);
        while let Some(here) = at {
            path.push(self.grid.point(here));
            at = self.before(here);
        }
        path.reverse();
        path
    }

    /// The point before this one on its shortest way.
    fn before(&self, at: usize) -> Option<usize> {
        if self.first.contains(&(at, self.cost[at])) {
            return None;
        }
        let here = self.grid.point(at);
        let led = |(n, (dx, dy, step)): (usize, &(i32, i32, i32))| {
            let from = self.grid.index(here.x / STEP - dx, here.y / STEP - dy)?;
            let leads = self.cost[from] == self.cost[at] - step && self.grid.barred[from] >> n & 1 == 0;
            leads.then_some(from)
        };
        NEXT.iter().enumerate().filter_map(led).min_by_key(|from| (self.cost[*from], *from))
    }
}

/// No way from a point into these bounds is shorter.
fn at_least(from: Point, within: &Bounds) -> i32 {
    let at = from.fine();
    let apart = |low: i64, at: i64, high: i64| (low - at).max(at - high).max(0);
    let (x, y) = (apart(within.low.x, at.x, within.high.x), apart(within.low.y, at.y, within.high.y));
    let (straight, aslant) = (i64::from(STEP), i64::from(DIAGONAL - STEP));
    ((straight * x.max(y) + aslant * x.min(y)) / (straight * UNIT)) as i32
}

/// Straight steps before diagonal ones.
const NEXT: [(i32, i32, i32); 8] = [
    (0, 1, STEP),
    (1, 0, STEP),
    (0, -1, STEP),
    (-1, 0, STEP),
    (1, 1, DIAGONAL),
    (1, -1, DIAGONAL),
    (-1, -1, DIAGONAL),
    (-1, 1, DIAGONAL),
];

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Table = Table { width: Len(1000), height: Len(600) };

    #[test]
    fn ways_go_straight_and_diagonally() {
        let grid = open();
        let ways = Ways::from(&grid, Point::new(100, 100), Len(500), |_| true, |_, _| false);
        assert_eq!(ways.length(Point::new(100, 100)), Some(Len(0)));
        assert_eq!(ways.length(Point::new(400, 200)), Some(Len(340)));
        assert_eq!(ways.length(Point::new(700, 100)), None);
        assert_eq!(ways.path(Point::new(200, 300)).len(), 3);
    }

    #[test]
    fn the_first_leg_is_as_long_as_it_is() {
        let grid = open();
        let ways = Ways::from(&grid, Point::new(130, 140), Len(500), |_| true, |_, _| false);
        assert_eq!(ways.length(Point::new(100, 100)), Some(Len(50)));
        assert_eq!(ways.length(Point::new(100, 0)), Some(Len(150)));
    }

    #[test]
    fn what_is_barred_is_gone_around() {
        let wall = |at: Point| at.x == 300 && at.y < 500;
        let grid = open();
        let ways = Ways::from(&grid, Point::new(200, 100), Len(2000), |at| !wall(at), |_, _| false);
        assert_eq!(ways.length(Point::new(400, 100)), Some(Len(880)));
        let walled = Grid::new(&TABLE, wall, |_, _| false);
        let ways = Ways::from(&walled, Point::new(200, 100), Len(2000), |_| true, |_, _| false);
        assert_eq!(ways.length(Point::new(400, 100)), Some(Len(880)));
        assert_eq!(ways.length(Point::new(300, 100)), None);
        let ditch = Grid::new(&TABLE, |_| false, |a, b| (a.x <= 200) != (b.x <= 200));
        let none = Ways::from(&ditch, Point::new(200, 100), Len(2000), |_| true, |_, _| false);
        assert_eq!(none.length(Point::new(300, 100)), None);
    }

    #[test]
    fn who_has_found_what_he_wants_looks_no_farther() {
        let grid = open();
        let goal = Point::new(600, 300);
        let all = Ways::from(&grid, Point::new(130, 140), Len(2000), |_| true, |_, _| false);
        let some = Ways::until(
            &grid,
            Point::new(130, 140),
            Len(2000),
            |_| true,
            |_, _| false,
            &at(goal),
            |at| at == goal,
        );
        assert_eq!(some.path(goal), all.path(goal));
        assert_eq!(some.length(goal), all.length(goal));
        assert!(some.points().count() < all.points().count());
    }

    #[test]
    fn who_wants_something_goes_the_way_that_all_ways_show() {
        // A comb of walls, so that ways wind; every goal from several starts.
        let wall = |at: Point| at.x % 300 == 0 && at.y != at.x % 600;
        let grid = Grid::new(&TABLE, |_| false, |_, _| false);
        for start in [Point::new(130, 140), Point::new(850, 333), Point::new(400, 0)] {
            let all = Ways::from(&grid, start, Len(3000), |at| !wall(at), |_, _| false);
            let free = |at: Point| !wall(at);
            let goals = (0..=10).flat_map(|x| (0..=6).map(move |y| Point::new(100 * x, 100 * y)));
            for goal in goals {
                let one =
                    Ways::until(&grid, start, Len(3000), free, |_, _| false, &at(goal), |at| at == goal);
                assert_eq!(one.length(goal), all.length(goal), "{start:?} to {goal:?}");
                assert_eq!(one.path(goal), all.path(goal), "{start:?} to {goal:?}");
            }
        }
    }

    fn at(point: Point) -> Bounds {
        Bounds::of(&[point.fine()])
    }

    fn open() -> Grid {
        Grid::new(&TABLE, |_| false, |_, _| false)
    }
}
