//! Ways over the points of a grid: for single people who go where they like, around what they must avoid.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{
    area::Table,
    length::{Len, Point},
};

/// The whole units of the table's measure.
const STEP: i32 = 100;
/// A diagonal step, as rulers on tables have it.
const DIAGONAL: i32 = 140;

/// Every point of the grid that can be reached, with the length of the shortest way: 1 for a straight step, 1.4 for a
/// diagonal one, and from the start to the points next to it as far as they are.
#[derive(Clone, Debug)]
pub struct Ways {
    columns: i32,
    rows: i32,
    cost: Vec<i32>,
    before: Vec<u32>,
}

const FAR: i32 = i32::MAX;
const START: u32 = u32::MAX;

impl Ways {
    /// `free` says where one may be, `crosses` which steps are barred although both ends are free.
    pub fn from(
        table: &Table,
        start: Point,
        far: Len,
        mut free: impl FnMut(Point) -> bool,
        mut crosses: impl FnMut(Point, Point) -> bool,
    ) -> Ways {
        let (columns, rows) = (table.width.0 / STEP + 1, table.height.0 / STEP + 1);
        let size = (columns * rows) as usize;
        let mut ways = Ways { columns, rows, cost: vec![FAR; size], before: vec![START; size] };
        let mut known: Vec<Option<bool>> = vec![None; size];
        let mut open = BinaryHeap::new();
        let (x, y) = (start.x.div_euclid(STEP), start.y.div_euclid(STEP));
        for (column, row) in [(x, y), (x, y + 1), (x + 1, y), (x + 1, y + 1)] {
            let Some(at) = ways.index(column, row) else { continue };
            let point = ways.point(at);
            let next = (point.x - start.x).abs() < STEP && (point.y - start.y).abs() < STEP;
            let way = start.distance(point).0;
            let is_free = *known[at].get_or_insert_with(|| free(point));
            if next && way <= far.0 && is_free && !crosses(start, point) {
                ways.cost[at] = way;
                open.push(Reverse((way, at)));
            }
        }
        while let Some(Reverse((cost, at))) = open.pop() {
            if cost > ways.cost[at] {
                continue;
            }
            let here = ways.point(at);
            for (dx, dy, step) in NEXT {
                let Some(to) = ways.index(here.x / STEP + dx, here.y / STEP + dy) else { continue };
                let cost = cost + step;
                if cost > far.0 || cost >= ways.cost[to] {
                    continue;
                }
                let there = ways.point(to);
                if !*known[to].get_or_insert_with(|| free(there)) || crosses(here, there) {
                    continue;
                }
                ways.cost[to] = cost;
                ways.before[to] = at as u32;
                open.push(Reverse((cost, to)));
            }
        }
        ways
    }

    fn index(&self, column: i32, row: i32) -> Option<usize> {
        let on = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        on.then_some((column * self.rows + row) as usize)
    }

    fn point(&self, at: usize) -> Point {
        Point::new(at as i32 / self.rows * STEP, at as i32 % self.rows * STEP)
    }

    /// The length of the shortest way to a point of the grid.
    pub fn length(&self, to: Point) -> Option<Len> {
        if to.x % STEP != 0 || to.y % STEP != 0 {
            return None;
        }
        let cost = self.cost[self.index(to.x / STEP, to.y / STEP)?];
        (cost != FAR).then_some(Len(cost))
    }

    /// Every point reached, column by column from the west, from the south.
    pub fn points(&self) -> impl Iterator<Item = (Point, Len)> + '_ {
        let reached = self.cost.iter().enumerate().filter(|(_, cost)| **cost != FAR);
        reached.map(|(at, cost)| (self.point(at), Len(*cost)))
    }

    /// The points of the shortest way, the last included; nothing where there is none.
    pub fn path(&self, to: Point) -> Vec<Point> {
        let mut path = Vec::new();
        if self.length(to).is_none() {
            return path;
        }
        let mut at = self.index(to.x / STEP, to.y / STEP);
        while let Some(here) = at {
            path.push(self.point(here));
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
        let ways = Ways::from(&TABLE, Point::new(100, 100), Len(500), |_| true, |_, _| false);
        assert_eq!(ways.length(Point::new(100, 100)), Some(Len(0)));
        assert_eq!(ways.length(Point::new(400, 200)), Some(Len(340)));
        assert_eq!(ways.length(Point::new(700, 100)), None);
        assert_eq!(ways.path(Point::new(200, 300)).len(), 3);
    }

    #[test]
    fn the_first_leg_is_as_long_as_it_is() {
        let ways = Ways::from(&TABLE, Point::new(130, 140), Len(500), |_| true, |_, _| false);
        assert_eq!(ways.length(Point::new(100, 100)), Some(Len(50)));
        assert_eq!(ways.length(Point::new(100, 0)), Some(Len(150)));
    }

    #[test]
    fn what_is_barred_is_gone_around() {
        let wall = |at: Point| !(at.x == 300 && at.y < 500);
        let ways = Ways::from(&TABLE, Point::new(200, 100), Len(2000), wall, |_, _| false);
        assert_eq!(ways.length(Point::new(400, 100)), Some(Len(880)));
        let none = Ways::from(
            &TABLE,
            Point::new(200, 100),
            Len(2000),
            |_| true,
            |a, b| (a.x <= 200) != (b.x <= 200),
        );
        assert_eq!(none.length(Point::new(300, 100)), None);
    }
}
