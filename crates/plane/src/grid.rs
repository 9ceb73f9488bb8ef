//! Ways over the points of a grid: for single people who go where they like, around what they must avoid.

use crate::{
    area::Table,
    length::{Len, Point},
    outline::Bounds,
};

/// The whole units of the table's measure.
const STEP: i32 = 100;
/// A diagonal step, as rulers on tables have it.
const DIAGONAL: i32 = 140;

/// The points of a table, and what is closed among them whoever goes there.
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
    before: Vec<u32>,
}

const FAR: i32 = i32::MAX;
const START: u32 = u32::MAX;
/// Points that wait by the length of their way, in rows that serve in turn: no step is as long as there are rows.
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
    const ROWS: usize = 256;
    const NONE: u32 = u32::MAX;

    fn push(&mut self, cost: i32, at: usize) {
        let row = &mut self.rows[cost as usize % Waiting::ROWS];
        self.entries.push((at, *row));
        *row = self.entries.len() as u32 - 1;
        self.count += 1;
    }

    /// Everyone whose way is so long.
    fn take(&mut self, cost: i32, out: &mut Vec<usize>) {
        out.clear();
        let row = &mut self.rows[cost as usize % Waiting::ROWS];
        while let Some(&(at, before)) = self.entries.get(*row as usize) {
            out.push(at);
            *row = before;
        }
        self.count -= out.len();
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
        Ways::until(grid, start, far, free, crosses, |_| false)
    }

    /// The same, but nothing is looked for beyond the first points that are `wanted`: lengths above theirs may not be
    /// the shortest.
    pub fn until(
        grid: &'g Grid,
        start: Point,
        far: Len,
        mut free: impl FnMut(Point) -> bool,
        mut crosses: impl FnMut(Point, Point) -> bool,
        mut wanted: impl FnMut(Point) -> bool,
    ) -> Ways<'g> {
        let size = grid.closed.len();
        let mut ways = Ways { grid, cost: vec![FAR; size], before: vec![START; size] };
        let mut known: Vec<Option<bool>> = vec![None; size];
        let mut open = Waiting::default();
        let (x, y) = (start.x.div_euclid(STEP), start.y.div_euclid(STEP));
        for (column, row) in [(x, y), (x, y + 1), (x + 1, y), (x + 1, y + 1)] {
            let Some(at) = grid.index(column, row).filter(|at| !grid.closed[*at]) else { continue };
            let point = grid.point(at);
            let next = (point.x - start.x).abs() < STEP && (point.y - start.y).abs() < STEP;
            let way = start.distance(point).0;
            let is_free = *known[at].get_or_insert_with(|| free(point));
            if next && way <= far.0 && is_free && !crosses(start, point) {
                ways.cost[at] = way;
                open.push(way, at);
            }
        }
        let steps = NEXT.map(|(dx, dy, step)| (dx as isize * grid.rows as isize + dy as isize, step));
        let mut far = far.0;
        let (mut cost, mut here) = (0, Vec::new());
        while open.count > 0 && cost <= far {
            open.take(cost, &mut here);
            // Of ways that are equally long the one over the point that comes first is kept.
            here.sort_unstable();
            for &at in &here {
                if ways.cost[at] != cost {
                    continue;
                }
                if wanted(grid.point(at)) {
                    far = cost;
                }
                for (n, (offset, step)) in steps.iter().enumerate() {
                    if grid.barred[at] >> n & 1 != 0 {
                        continue;
                    }
                    let to = at.wrapping_add_signed(*offset);
                    let cost = cost + step;
                    if cost > far
                        || cost >= ways.cost[to]
                        || !*known[to].get_or_insert_with(|| free(grid.point(to)))
                    {
                        continue;
                    }
                    ways.cost[to] = cost;
                    ways.before[to] = at as u32;
                    open.push(cost, to);
                }
            }
            cost += 1;
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

    /// The points of the shortest way, the last included; nothing where there is none.
    pub fn path(&self, to: Point) -> Vec<Point> {
        let mut path = Vec::new();
        if self.length(to).is_none() {
            return path;
        }
        let mut at = self.grid.index(to.x / STEP, to.y / STEP);
        while let Some(here) = at {
            path.push(self.grid.point(here));
            at = Some(self.before[here]).filter(|before| *before != START).map(|before| before as usize);
        }
        path.reverse();
        path
    }
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
        let some =
            Ways::until(&grid, Point::new(130, 140), Len(2000), |_| true, |_, _| false, |at| at == goal);
        assert_eq!(some.path(goal), all.path(goal));
        assert_eq!(some.length(goal), all.length(goal));
        assert!(some.points().count() < all.points().count());
    }

    fn open() -> Grid {
        Grid::new(&TABLE, |_| false, |_, _| false)
    }
}
