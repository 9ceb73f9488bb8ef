//! Ways round ground that nobody can cross: the shortest one that bends at corners.

use plane::{Area, Outline, Point, Table};

/// A way over the table, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub length: i32,
    /// Where its first leg leads.
    pub leg: Point,
}

/// What a leg through closed ground counts as, where no way round was found.
const SHUT: i32 = 4_000;

/// From one place to another past closed ground: straight, or round several corners, each at a distance of `room`.
pub fn round(from: Point, to: Point, room: i32, table: &Table, closed: &[&Area], bends: u8) -> Way {
    let leg = |a: Point, b: Point| {
        let shut = closed.iter().filter(|area| area.crosses(a.fine(), b.fine())).count() as i32;
        a.distance(b).0 + shut * SHUT
    };
    let mut best = Way { length: leg(from, to), leg: to };
    if bends == 0 || best.length == from.distance(to).0 {
        return best;
    }
    for area in closed {
        let bounds = area.bounds();
        let middle = bounds.low.middle(bounds.high).point();
        for corner in area.corners().iter().map(|corner| corner.point()) {
            let far = middle.distance(corner).0.max(1);
            let past = Point::new(
                corner.x + (corner.x - middle.x) * room / far,
                corner.y + (corner.y - middle.y) * room / far,
            );
            let short = from.distance(past).0 + past.distance(to).0;
            if short >= best.length || !table.holds(&Outline::spot(past.fine())) {
                continue;
            }
            let length = leg(from, past) + round(past, to, room, table, closed, bends - 1).length;
            if length < best.length {
                best = Way { length, leg: past };
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use plane::Len;

    use super::*;

    #[test]
    fn a_way_leads_straight_where_nothing_is_closed_and_round_the_nearer_end_of_what_is() {
        let table = Table { width: Len(6000), height: Len(3600) };
        let at = Point::new;
        let wall =
            Area::new(&[at(1000, 1800), at(3000, 1800), at(3000, 1820), at(1000, 1820)]).expect("a wall");
        let (from, to) = (at(2600, 1000), at(2600, 2600));
        assert_eq!(round(from, to, 200, &table, &[], 2), Way { length: 1600, leg: to });
        let way = round(from, to, 200, &table, &[&wall], 2);
        assert!(way.leg.x > 3000 && (1700..2200).contains(&way.length), "{way:?}");
        assert_eq!(round(from, to, 200, &table, &[&wall], 0).length, 1600 + SHUT);
    }
}
