//! The nearest places of two shapes lie as far apart as their gap.

use plane::{Footprint, Heading, Len, Point};

#[test]
fn nearest_places_are_a_gap_apart() {
    let one = Footprint::new(Point::new(1000, 1000), Heading::NORTH, Len(480), Len(240)).outline();
    for n in 0..72 {
        let other =
            Footprint::new(Point::new(1600 + 13 * n, 900 + 31 * n), Heading::of_steps(n), Len(360), Len(320))
                .outline();
        let (mine, theirs) = one.nearest(&other);
        assert!((mine.distance(theirs) - one.gap(&other)).abs() <= Len(1), "step {n}");
        let (back, forth) = other.nearest(&one);
        assert_eq!(back.distance(forth), mine.distance(theirs), "step {n}");
    }
    let (a, b) = one.nearest(&one);
    assert_eq!(a, b);
}
