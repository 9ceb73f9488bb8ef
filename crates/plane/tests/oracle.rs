//! Held against `geo`, which reckons in floats.

use geo::{
    Area as _, BooleanOps, Contains, ConvexHull, Coord, Distance, Euclidean, Intersects, Length, LineString,
    MultiPoint, Polygon,
};
use plane::{
    Area, Compass, Corridor, Footprint, Hand, Heading, Len, Outline, Point, Sector, Spot, Table, UNIT, shared,
};
use proptest::{prelude::*, test_runner::RngSeed};

/// Hundredths, with what lies between them.
fn coord(spot: Spot) -> Coord {
    Coord { x: spot.x as f64 / UNIT as f64, y: spot.y as f64 / UNIT as f64 }
}

fn ring(spots: &[Spot]) -> Polygon {
    Polygon::new(LineString::from(spots.iter().map(|spot| coord(*spot)).collect::<Vec<_>>()), Vec::new())
}

fn line(from: Spot, to: Spot) -> LineString {
    LineString::from(vec![coord(from), coord(to)])
}

/// A body anywhere on a small part of the table, so that many of them lie near each other.
fn body() -> impl Strategy<Value = Footprint> {
    (0..6000i32, 0..6000i32, 0..72i32, 1..6i32, 1..4i32, prop::bool::ANY).prop_map(
        |(x, y, steps, files, ranks, foot)| {
            let depth = if foot { 150 } else { 300 };
            Footprint::new(Point::new(x, y), Heading::of_steps(steps), Len(400 * files), Len(depth * ranks))
        },
    )
}

/// A polygon that may be concave: corners at growing angles around a place.
fn star() -> impl Strategy<Value = Area> {
    (1500..4500i32, 1500..4500i32, prop::collection::vec(200..1500i32, 3..12)).prop_filter_map(
        "crosses itself",
        |(x, y, reach)| {
            let steps = 72 / reach.len() as i32;
            let corner = |(n, far): (i32, &i32)| {
                Point::new(x, y).moved(Heading::of_steps(n * steps), Len(*far), Len::ZERO)
            };
            Area::new(&(0..).zip(&reach).map(corner).collect::<Vec<_>>()).ok()
        },
    )
}

fn spot() -> impl Strategy<Value = Spot> {
    (0..6000i32, 0..6000i32).prop_map(|(x, y)| Point::new(x, y).fine())
}

/// How deep two convex shapes lie in each other: the least way to part them.
fn depth(a: &Polygon, b: &Polygon) -> f64 {
    let across = |of: &Polygon| {
        let lines: Vec<_> = of.exterior().lines().collect();
        let deep = lines.iter().map(|side| {
            let (dx, dy) = (side.dx(), side.dy());
            let length = dx.hypot(dy);
            let reach = |shape: &Polygon| {
                shape
                    .exterior()
                    .coords()
                    .map(|c| (c.x * dy - c.y * dx) / length)
                    .fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)))
            };
            let ((al, ah), (bl, bh)) = (reach(a), reach(b));
            (ah - bl).min(bh - al)
        });
        deep.fold(f64::MAX, f64::min)
    };
    across(a).min(across(b))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        rng_seed: RngSeed::Fixed(1568),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn gaps_are_those_of_geo(a in body(), b in body()) {
        let (p, q) = (ring(&a.corners()), ring(&b.corners()));
        let true_gap = Euclidean.distance(&p, &q);
        let gap = a.gap(&b);
        prop_assert!((f64::from(gap.0) - true_gap).abs() < 0.51, "{gap} for {true_gap}");
        prop_assert_eq!(gap, b.gap(&a));
        for far in [0, 5, 100, 1500] {
            prop_assert_eq!(a.within(&b, Len(far)), gap <= Len(far));
        }
    }

    #[test]
    fn bodies_overlap_where_they_lie_deep_in_each_other(a in body(), b in body()) {
        let (p, q) = (ring(&a.corners()), ring(&b.corners()));
        let deep = depth(&p, &q);
        prop_assume!((deep - 2.0).abs() > 0.001);
        prop_assert_eq!(a.overlaps(&b), deep > 2.0, "{} deep", deep);
        prop_assert_eq!(a.outline().meets(&b.outline()), p.intersects(&q));
    }

    #[test]
    fn hulls_are_those_of_geo(a in body(), hand in prop::bool::ANY, steps in 1..19i32, by in -300..1500i32) {
        let hand = if hand { Hand::Left } else { Hand::Right };
        for b in [a.wheeled(hand, steps), a.advanced(Len(by)), a.sidestepped(hand, Len(by))] {
            let hull = a.swept_to(&b);
            let all: Vec<geo::Point> = [a.corners(), b.corners()].concat().into_iter().map(|s| coord(s).into()).collect();
            let true_hull = MultiPoint::new(all).convex_hull();
            let area = ring(hull.corners()).unsigned_area();
            prop_assert!((area - true_hull.unsigned_area()).abs() < 1e-3);
            for corner in [a.corners(), b.corners()].concat() {
                prop_assert!(hull.holds(corner));
            }
        }
    }

    #[test]
    fn places_lie_in_areas_as_geo_says(area in star(), spot in spot()) {
        let true_area = ring(area.corners());
        prop_assume!(Euclidean.distance(&geo::Point::from(coord(spot)), true_area.exterior()) > 1e-6);
        prop_assert_eq!(area.holds(spot), true_area.contains(&geo::Point::from(coord(spot))));
    }

    #[test]
    fn bodies_touch_areas_as_geo_says(area in star(), body in body()) {
        let (p, q) = (ring(area.corners()), ring(&body.corners()));
        let (touches, common) = (area.touches_body(&body), p.intersection(&q));
        // A graze is not told by an area, so only what is clear is compared.
        match common.unsigned_area() {
            none if none < 1e-6 => prop_assert!(!touches),
            much if much > 2.0 * 2.0 * (200.0 + f64::from(body.width.0 + body.depth.0)) => prop_assert!(touches, "{much}"),
            _ => {}
        }
        prop_assert_eq!(area.holds_all(&body.outline()) && !p.contains(&q), area.holds_all(&body.outline()) && q.unsigned_area() - common.unsigned_area() > 1e-6);
        let gap = area.gap(&body.outline());
        prop_assert!((f64::from(gap.0) - Euclidean.distance(&p, &q)).abs() < 0.51);
        prop_assert_eq!(area.within(&body.outline(), Len(150)), gap <= Len(150));
    }

    #[test]
    fn spans_are_as_long_as_geo_says(area in star(), from in spot(), to in spot()) {
        prop_assume!(from != to);
        let corridor = Corridor::between(from, to, Len::ZERO);
        let inside = ring(area.corners()).clip(&geo::MultiLineString::new(vec![line(from, to)]), false);
        let length: f64 = inside.0.iter().map(|part| Euclidean.length(part)).sum();
        prop_assert!((f64::from(corridor.depth_in(&area).0) - length).abs() < 6.0, "{} for {length}", corridor.depth_in(&area));
    }

    #[test]
    fn corridors_are_as_wide_as_asked(from in spot(), to in spot(), body in body()) {
        prop_assume!(from.distance(to) > Len(50));
        let corridor = Corridor::between(from, to, Len(400));
        let p = ring(corridor.outline().corners());
        prop_assert!((p.unsigned_area() / Euclidean.length(&line(from, to)) - 400.0).abs() < 0.001);
        let deep = depth(&p, &ring(&body.corners()));
        prop_assume!((deep - 2.0).abs() > 0.01);
        prop_assert_eq!(corridor.crosses_body(&body), deep > 2.0);
        // A line meets a body where geo says so, unless it only grazes it.
        let thin = Corridor::between(from, to, Len::ZERO);
        let clear = Euclidean.distance(&line(from, to), &ring(&body.corners())) > 1e-6;
        prop_assert!(!(clear && thin.crosses_body(&body)));
        prop_assert_eq!(thin.outline().meets(&body.outline()), line(from, to).intersects(&ring(&body.corners())));
    }

    #[test]
    fn a_run_ends_where_it_touches(a in body(), b in body(), along in 0..72i32) {
        prop_assume!(!a.outline().meets(&b.outline()));
        let along = Heading::of_steps(along);
        match a.run_to(along, Len(2000), &b) {
            None => {
                let swept = ring(a.swept_to(&a.shifted(along, Len(2000))).corners());
                prop_assert!(depth(&swept, &ring(&b.corners())) <= 2.001);
            }
            Some(way) => {
                let end = a.shifted(along, way);
                prop_assert!(!end.overlaps(&b));
                // Rounding to hundredths and the graze: it touches within a few of them along its way.
                prop_assert!(a.swept_to(&a.shifted(along, way + Len(4))).overlaps(&b.outline()) || end.gap(&b) <= Len(3));
            }
        }
    }

    #[test]
    fn a_wheel_keeps_its_pivot_and_never_leaves_its_hulls(a in body(), hand in prop::bool::ANY, steps in 1..19i32) {
        let hand = if hand { Hand::Left } else { Hand::Right };
        let end = a.wheeled(hand, steps);
        prop_assert!(end.pivot(hand).distance(a.pivot(hand)) <= Len(1));
        let stepped = a.wheel(hand, steps).last().unwrap().1;
        prop_assert!(stepped.front.distance(end.front) <= Len(steps));
        prop_assert_eq!(stepped.heading, end.heading);
        for (hull, there) in a.wheel(hand, steps) {
            prop_assert!(there.corners().iter().all(|corner| hull.holds(*corner)));
        }
    }

    #[test]
    fn moves_can_be_taken_back(a in body(), along in 0..72i32, by in 0..2000i32, turn in 0..72i32) {
        let along = Heading::of_steps(along);
        let back = a.shifted(along, Len(by)).shifted(along.back(), Len(by));
        prop_assert!(back.front.distance(a.front) <= Len(1));
        let turned = a.turned(turn).turned(-turn);
        prop_assert!(turned.front.distance(a.front) <= Len(2));
        prop_assert_eq!(turned.heading, a.heading);
    }

    #[test]
    fn every_place_has_one_sector(a in body(), spot in spot()) {
        let p = coord(spot);
        let (sine, cosine) = f64::from(a.heading.degrees()).to_radians().sin_cos();
        let (x, y) = (p.x - f64::from(a.front.x), p.y - f64::from(a.front.y));
        let (ahead, right) = (x * sine + y * cosine, x * cosine - y * sine);
        let half = f64::from(a.width.0) / 2.0;
        prop_assume!(ahead.abs() > 1.0 && (ahead + f64::from(a.depth.0)).abs() > 1.0 && (right.abs() - half).abs() > 1.0 && right.abs() > 1.0);
        let expected = match () {
            () if ahead > 0.0 => Sector::Front,
            () if ahead < -f64::from(a.depth.0) && right.abs() < half => Sector::Rear,
            () if right < 0.0 => Sector::Flank(Hand::Left),
            () => Sector::Flank(Hand::Right),
        };
        prop_assert_eq!(a.sector(spot), expected);
    }

    #[test]
    fn bearings_are_the_nearest(from in spot(), to in spot()) {
        prop_assume!(from != to);
        let (x, y) = ((to.x - from.x) as f64, (to.y - from.y) as f64);
        let true_bearing = x.atan2(y).to_degrees().rem_euclid(360.0);
        for (compass, step) in [(Compass::FULL, 5.0), (Compass::EIGHT, 45.0), (Compass::FOUR, 90.0)] {
            let bearing = f64::from(compass.bearing(from, to).unwrap().degrees());
            let off = (bearing - true_bearing + 540.0).rem_euclid(360.0) - 180.0;
            prop_assert!(off.abs() <= step / 2.0 + 0.01, "{bearing} for {true_bearing}");
        }
    }

    #[test]
    fn what_a_front_shares_is_what_lies_before_it(a in body(), b in body()) {
        let (right, left) = a.edge(plane::Edge::Front);
        let common = shared((left, right), a.heading, Len(100), &b.outline());
        let strip = ring(a.strip(Len(100)).corners());
        let before = strip.intersection(&ring(&b.corners()));
        // A sliver as deep as the strip and a hundredth wide may round to nothing.
        if before.unsigned_area() > 100.0 {
            prop_assert!(common > Len::ZERO);
        }
        prop_assert!(common <= a.width + Len(1));
    }

    #[test]
    fn the_table_holds_what_geo_says(a in body()) {
        let table = Table { width: Len(6000), height: Len(6000) };
        let whole = ring(&[(0, 0), (6000, 0), (6000, 6000), (0, 6000)].map(|(x, y)| Point::new(x, y).fine()));
        let over = ring(&a.corners()).exterior().coords().map(|c| Euclidean.distance(&geo::Point::from(*c), &whole)).fold(0.0, f64::max);
        prop_assume!((over - 2.5).abs() > 0.6);
        prop_assert_eq!(table.holds(&a.outline()), over < 2.5);
    }

    #[test]
    fn corners_stay_within_their_bounds(a in body(), far in 0..60_000i32) {
        // The far corner of the largest table: nothing overflows, and nothing is lost.
        let there = a.shifted(Heading::of_steps(9), Len(far));
        prop_assert_eq!(Outline::hull(&a.outline(), &there.outline()).meets(&a.outline()), true);
        prop_assert!(a.gap(&there) <= Len(far + 1));
    }
}
