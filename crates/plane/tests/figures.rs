//! Golden figures: worked with pencil and paper, in coordinates. Lengths in hundredths of a centimetre.

use plane::{
    Arc, Area, Base, Compass, Corridor, Edge, Footprint, Formation, Hand, Heading, Len, Outline, Point,
    Sector, Slide, Struck, Table, TableEdge, UNIT, shared, square_up,
};

const STAND: Base = Base { width: Len(400), depth: Len(150) };

fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn unit(stands: u8, files: u8, x: i32, y: i32, degrees: i32) -> Footprint {
    Formation::new(stands, files).footprint(STAND, at(x, y), Heading::of_degrees(degrees).unwrap())
}

fn area(corners: &[(i32, i32)]) -> Area {
    Area::new(&corners.iter().map(|(x, y)| at(*x, *y)).collect::<Vec<_>>()).unwrap()
}

fn corners(body: &Footprint) -> [(i32, i32); 4] {
    body.corners().map(|corner| (corner.point().x, corner.point().y))
}

#[test]
fn a_footprint_lies_behind_the_middle_of_its_front() {
    let north = unit(6, 3, 5000, 4000, 0);
    assert_eq!(corners(&north), [(4400, 4000), (5600, 4000), (5600, 3700), (4400, 3700)]);
    let east = unit(6, 3, 5000, 4000, 90);
    assert_eq!(corners(&east), [(5000, 4600), (5000, 3400), (4700, 3400), (4700, 4600)]);
    // At 30 degrees: ahead is (0.5, 0.866), right (0.866, -0.5).
    let slant = unit(6, 3, 5000, 4000, 30);
    assert_eq!(corners(&slant), [(4480, 4300), (5520, 3700), (5370, 3440), (4330, 4040)]);
}

/// A unit of three files wheels left by 30 degrees on its left front corner, one step of five at a time.
#[test]
fn a_swept_wheel() {
    let start = unit(6, 3, 5000, 4000, 0);
    let ends: Vec<(i32, i32)> =
        start.wheel(Hand::Left, 6).map(|(_, end)| (end.front.x, end.front.y)).collect();
    // The middle of the front runs on a circle of 6 cm around (44, 40): 44 + 6 cos, 40 + 6 sin. Each step begins
    // at the rounded end of the one before, which by the fifth is a hundredth short.
    assert_eq!(ends, [(4998, 4052), (4991, 4104), (4980, 4155), (4964, 4205), (4944, 4253), (4920, 4299)]);
    let end = start.wheeled(Hand::Left, 6);
    assert_eq!((end.front, end.heading.degrees()), (at(4920, 4300), 330));
    assert_eq!(end.front_left().point(), at(4400, 4000), "the pivot stays");

    // A stake at 30 degrees on the circle of the right front corner (radius 12) is swept over by the last step only.
    let stake = |x: i32, y: i32| Outline::spot(at(x, y).fine());
    let swept = |x, y| {
        let hulls = start.wheel(Hand::Left, 6).map(|(hull, _)| hull.meets(&stake(x, y)));
        hulls.collect::<Vec<_>>()
    };
    // 11.9 cm from the pivot at 27.5 degrees: (44 + 10.56, 40 + 5.49).
    assert_eq!(swept(5456, 4549), [false, false, false, false, false, true]);
    // 12.1 cm from it at 27.5 degrees: beyond the circle.
    assert_eq!(swept(5473, 4559), [false; 6]);
    // The right rear corner swings out: it runs on a circle of 12.37 around the pivot from 14 degrees below it, so
    // a stake 12.34 away and 7 degrees below is swept over by the second step, one 12.49 away never.
    assert_eq!(swept(5625, 3850), [false, true, false, false, false, false]);
    assert_eq!(swept(5640, 3850), [false; 6]);

    // A unit that stands in the way stops the wheel. Its near corner tells: 12.46 cm from the pivot it is beyond
    // both circles; at 12.17 the side runs over it in the fourth step; at 11.18 the front does in the second.
    let room = |x: i32| {
        let other = unit(4, 2, x, 4500, 0);
        assert_eq!(corners(&other)[3], (x - 400, 4200));
        start.wheel_room(Hand::Left, 6, |hull| hull.overlaps(&other.outline()))
    };
    assert_eq!([room(6030), room(6000), room(5900)], [6, 3, 1]);
}

/// A charger strikes a unit that stands slanted across its way, and is squared up on its front.
#[test]
fn squaring_up_on_a_slanted_edge() {
    let target = unit(6, 3, 5000, 5000, 150);
    let charger = unit(6, 3, 5200, 3500, 0);
    assert_eq!(target.sector(charger.front.fine()), Sector::Front);
    // The nearest place of the target in its way is its left front corner: ahead of the target is (0.5, -0.866),
    // right (-0.866, -0.5), so that corner lies at 50 + 5.196, 50 + 3 = (55.2, 53) and the right one at (44.8, 47).
    assert_eq!(corners(&target)[..2], [(5520, 5300), (4480, 4700)]);
    // The charger is 46 to 58 wide; the front's line at x = 46 is y = 50 - 4 * 0.5774 = 47.69.
    let way = charger.run_to(charger.heading, Len(2000), &target).unwrap();
    assert_eq!(way, Len(1269));
    let struck = charger.advanced(way);
    assert!(struck.touches(&target, Len(10)) && !struck.overlaps(&target));

    let edge = Struck::edge(&target, Edge::Front);
    let laid = edge.laid(&struck);
    assert_eq!(laid.heading.degrees(), 330);
    // Its front middle (52, 47.69) dropped square on the line: 2 * 0.866 - 2.31 * 0.5 … along it from (50, 50).
    let along: f64 = 2.0 * 0.866_025 + (47.69 - 50.0) * 0.5;
    let foot = (50.0 + along * 0.866_025, 50.0 + along * 0.5);
    assert!((f64::from(laid.front.x) / 100.0 - foot.0).abs() < 0.011);
    assert!((f64::from(laid.front.y) / 100.0 - foot.1).abs() < 0.011);
    assert!(!laid.overlaps(&target) && laid.gap(&target) <= Len(1));

    // It lies 0.58 cm off the target's middle, so two of its stands meet one each fully and one most of one. Slid
    // by half a centimetre to its left it lies 0.08 off; all three meet either way, so the least slide is taken.
    let met = |body: &Footprint| {
        let files = (0..3).filter(|file| {
            let front = Formation::new(6, 3).front_edge(STAND, body, *file);
            shared(front, body.heading, Len(10), &target.outline()) >= Len(100)
        });
        Some(files.count() as i32)
    };
    let slide = Slide { every: Len(50), most: Len(400) };
    assert_eq!(square_up(&struck, &edge, slide, met), Some(laid));

    // Two centimetres farther left only two stands meet more than half; a slide of 0.5 to the right is the least
    // that brings the third to a full half.
    let side = laid.sidestepped(Hand::Left, Len(150));
    let half = |body: &Footprint| {
        let files = (0..3).filter(|file| {
            let front = Formation::new(6, 3).front_edge(STAND, body, *file);
            shared(front, body.heading, Len(10), &target.outline()) >= Len(390)
        });
        Some(files.count() as i32)
    };
    let best = square_up(&side, &edge, slide, half).unwrap();
    assert!(best.front.distance(laid.front) < Len(160));
    assert_eq!(half(&best), Some(3), "each stand has one before it");
    // With no room anywhere it is not squared up.
    assert_eq!(square_up(&struck, &edge, slide, |_| None), None);
}

#[test]
fn squaring_up_on_a_building() {
    // A wall from (20, 20) to (30, 23): 16.7 degrees off east, so the nearest of the 72 facings across it is 345.
    let block = area(&[(2000, 1000), (3000, 1000), (3000, 2300), (2000, 2000)]);
    let wall = block.sides().find(|(from, _)| from.point() == at(3000, 2300)).unwrap();
    let struck = Struck::side(wall.0, wall.1, Compass::FULL);
    assert_eq!(struck.outward.degrees(), 345);
    let body = unit(4, 2, 2500, 2600, 180);
    let laid = struck.laid(&body);
    assert_eq!(laid.heading.degrees(), 165);
    assert!(!block.touches_body(&laid) && block.gap(&laid.outline()) <= Len(10));
}

/// A stand looks along a corridor 4 cm wide past the corner of another unit.
#[test]
fn a_corridor_past_a_corner() {
    let target = unit(6, 3, 5000, 5000, 180);
    let eye = at(5000, 4000).fine();
    let straight = Corridor::onto(eye, at(5000, 5000).fine(), Len(400), &target.outline());
    assert_eq!(straight.length(), Len(1000));
    // A unit whose left front corner is at (52, 44): the corridor is 48 to 52 wide there.
    let beside = unit(4, 2, 5600, 4400, 0);
    assert_eq!(corners(&beside)[0], (5200, 4400));
    assert!(!straight.crosses_body(&beside), "flush along its side");
    assert!(straight.crosses_body(&unit(4, 2, 5597, 4400, 0)), "three hundredths nearer");
    // To the far corner (44, 53) of the target the corridor leans left, away from him. It ends where its middle
    // line enters the front, at y = 50: 6 of 13 to the left of … (50 - 6 * 10 / 13, 50).
    let leaning = Corridor::onto(eye, at(4400, 5300).fine(), Len(400), &target.outline());
    assert_eq!(leaning.to.point(), at(4538, 5000));
    assert!(!leaning.crosses_body(&unit(4, 2, 5597, 4400, 0)));
    // To the near corner (56, 50) it leans right, into him.
    let other = Corridor::onto(eye, at(5600, 5000).fine(), Len(400), &target.outline());
    assert!(other.crosses_body(&beside));
    // A line has no width: it passes within a finger of a corner, and is stopped by the body.
    let line = Corridor::between(eye, at(5600, 5000).fine(), Len::ZERO);
    // At y = 44 it is at x = 52.4.
    assert!(line.crosses_body(&beside));
    assert!(!line.crosses_body(&unit(4, 2, 5660, 4400, 0)));
}

#[test]
fn woods_and_hills_on_the_way() {
    // A wood shaped like a U, open to the east: the line crosses both arms.
    let wood = area(&[
        (1000, 1000),
        (2000, 1000),
        (2000, 1300),
        (1300, 1300),
        (1300, 1700),
        (2000, 1700),
        (2000, 2000),
        (1000, 2000),
    ]);
    let up = Corridor::between(at(1600, 500).fine(), at(1600, 2500).fine(), Len(400));
    let spans: Vec<(i32, i32)> = up.spans(&wood).iter().map(|span| (span.from.0, span.to.0)).collect();
    assert_eq!(spans, [(500, 800), (1200, 1500)]);
    assert_eq!(up.depth_in(&wood), Len(600));
    assert!(wood.crosses(at(500, 1500).fine(), at(1200, 1500).fine()));
    assert!(!wood.crosses(at(1400, 1500).fine(), at(1900, 1500).fine()), "in the bay");
    // Along its edge one is in it.
    assert_eq!(
        Corridor::between(at(1000, 500).fine(), at(1000, 1500).fine(), Len::ZERO).depth_in(&wood),
        Len(500)
    );
    let hill = area(&[(1400, 600), (1800, 600), (1800, 900), (1400, 900)]);
    assert!(up.is_over(&hill, 1, (0, 0)));
    assert!(!up.is_over(&hill, 1, (0, 1)) && !up.is_over(&hill, 1, (1, 0)));
}

#[test]
fn sectors_are_told_by_lines() {
    let body = unit(6, 3, 5000, 4000, 0);
    let sector = |x, y| body.sector(at(x, y).fine());
    assert_eq!(sector(9000, 4000), Sector::Front, "on the line of the front");
    assert_eq!(sector(9000, 3999), Sector::Flank(Hand::Right));
    assert_eq!(sector(1000, 3999), Sector::Flank(Hand::Left));
    assert_eq!(sector(5600, 3699), Sector::Rear, "on the line of the side");
    assert_eq!(sector(5601, 3699), Sector::Flank(Hand::Right));
    assert_eq!(sector(5000, 3700), Sector::Flank(Hand::Left), "on the line of the rear, not behind it");
    assert_eq!(sector(5000, 3000).edge(), Edge::Rear);
    // The same when it is turned.
    let body = unit(6, 3, 5000, 4000, 235);
    for (edge, sector) in [
        (Edge::Front, Sector::Front),
        (Edge::Rear, Sector::Rear),
        (Edge::Left, Sector::Flank(Hand::Left)),
        (Edge::Right, Sector::Flank(Hand::Right)),
    ] {
        let (a, b) = body.edge(edge);
        let out = a.middle(b).moved(body.outward(edge), Len(50), Len::ZERO);
        assert_eq!(body.sector(out), sector);
        assert_eq!(sector.edge(), edge);
    }
}

#[test]
fn arcs_open_outward_from_the_corners() {
    let front = (at(4800, 4000).fine(), at(5200, 4000).fine());
    let covers = |arc: Arc, x, y| arc.covers(front, Heading::NORTH, at(x, y).fine());
    assert!(covers(Arc::DEGREES_45, 5300, 4100) && !covers(Arc::DEGREES_45, 5301, 4100));
    assert!(covers(Arc::DEGREES_45, 4700, 4100) && !covers(Arc::DEGREES_45, 4699, 4100));
    assert!(!covers(Arc::DEGREES_45, 5000, 3999));
    assert!(covers(Arc::DEGREES_15, 5226, 4100) && !covers(Arc::DEGREES_15, 5227, 4100));
    assert!(covers(Arc::DEGREES_22_5, 5241, 4100) && !covers(Arc::DEGREES_22_5, 5242, 4100));
    assert!(covers(Arc::STRAIGHT, 5200, 9000) && !covers(Arc::STRAIGHT, 5201, 9000));
    assert!(covers(Arc::AllRound, 5000, 1000));
}

#[test]
fn turns_and_formations() {
    let column = Formation::new(6, 1);
    assert_eq!((column.ranks(), column.size(STAND)), (6, (Len(400), Len(900))));
    // A quarter turn of 3 files × 2 ranks of 4.0 × 1.5: 2 files × 3 ranks about the same centre.
    let line = unit(6, 3, 5000, 4000, 0);
    let (width, depth) = Formation::new(6, 2).size(STAND);
    let turned = line.turned_as(18, width, depth);
    assert_eq!((turned.front, turned.heading), (at(5225, 3850), Heading::EAST));
    assert_eq!(line.centre(), turned.centre());
    let about = line.turned(36);
    assert_eq!((about.front, about.heading), (at(5000, 3700), Heading::SOUTH));
    assert_eq!(line.reshaped(Len(2400), Len(150)).front, line.front);
    // Seven stands in three files: one behind the middle file; five in three: two behind the first two.
    let seven = Formation::new(7, 3);
    let rear: Vec<u8> = seven.each().filter(|stand| stand.rank == 2).map(|stand| stand.file).collect();
    assert_eq!(rear, [1]);
    let five = Formation::new(5, 3);
    let rear: Vec<u8> = five.each().filter(|stand| stand.rank == 1).map(|stand| stand.file).collect();
    assert_eq!(rear, [0, 1]);
    let last = five.each().last().unwrap();
    let before = five.before(last).unwrap();
    assert_eq!((before.rank, before.file), (0, 1));
    // It is drawn in the middle: 2 × 4 cm wide, from 46 to 54.
    let body = unit(5, 3, 5000, 4000, 0);
    assert_eq!(five.drawn(STAND, &body, last).map(|c| c.point().x), [5000, 5400, 5400, 5000]);
    assert_eq!(Formation::new(4, 3).reduced(), Some(Formation::new(3, 3)));
    assert_eq!(Formation::new(3, 3).reduced(), Some(Formation::new(2, 2)));
    assert_eq!(Formation::new(1, 1).reduced(), None);
}

#[test]
fn bearings_are_the_nearest_of_the_compass() {
    let bearing = |compass: Compass, x, y| compass.bearing_of_points(at(0, 0), at(x, y)).map(|h| h.degrees());
    assert_eq!(bearing(Compass::FULL, 0, 100), Some(0));
    assert_eq!(bearing(Compass::FULL, 100, 100), Some(45));
    assert_eq!(bearing(Compass::FULL, -100, 1), Some(270));
    // 2.45 and 2.55 degrees.
    assert_eq!(bearing(Compass::FULL, 4278, 100_000), Some(0));
    assert_eq!(bearing(Compass::FULL, 4454, 100_000), Some(5));
    assert_eq!(bearing(Compass::EIGHT, 41, 100), Some(0));
    assert_eq!(bearing(Compass::EIGHT, 42, 100), Some(45));
    assert_eq!(bearing(Compass::FOUR, 100, 100), Some(0), "at a tie the smaller angle");
    assert_eq!(bearing(Compass::FULL, 0, 0), None);
}

#[test]
fn the_table_has_edges() {
    let table = Table { width: Len::whole(180), height: Len::whole(120) };
    let body = unit(6, 3, 600, 300, 0);
    assert!(table.holds(&body.outline()));
    assert!(!table.holds(&body.sidestepped(Hand::Left, Len(3)).outline()));
    assert!(table.is_over(TableEdge::South, &body.advanced(Len(-5)).outline()));
    assert_eq!(table.room(TableEdge::North, &body.outline()), Len(11_700));
    assert_eq!(TableEdge::West.heading(), Heading::WEST);
}

#[test]
fn the_wood_stops_where_it_begins() {
    let wood = area(&[(4000, 4500), (6000, 4700), (6000, 6000), (4000, 6000)]);
    let body = unit(6, 3, 5000, 4000, 0);
    // The edge rises from 45 at x = 40 by a tenth; the left front corner at 44 meets it at 45.4.
    assert_eq!(body.run_to_area(Heading::NORTH, Len(2000), &wood), Some(Len(540)));
    let edge = body.advanced(Len(540));
    assert!(!wood.touches_body(&edge) && wood.touches_body(&edge.advanced(Len(5))));
    assert!(
        wood.holds_all(&unit(6, 3, 5000, 5800, 0).outline())
            && !wood.holds_all(&edge.advanced(Len(100)).outline())
    );
    assert!(wood.holds(at(4000, 4500).fine()) && !wood.holds(at(3999, 4600).fine()));
    // A palisade thinner than a stand is deep is not overlooked.
    let palisade = area(&[(4900, 3880), (5100, 3880), (5100, 3940), (4900, 3940)]);
    assert!(palisade.touches_body(&body));
}

#[test]
fn outlines_that_are_none_are_refused() {
    let bad = |corners: &[(i32, i32)]| {
        Area::new(&corners.iter().map(|(x, y)| at(*x, *y)).collect::<Vec<_>>()).unwrap_err()
    };
    assert_eq!(bad(&[(0, 0), (100, 0)]), "an area has 3 to 32 corners");
    assert_eq!(bad(&[(0, 0), (100, 100), (100, 0), (0, 100)]), "its outline crosses or touches itself");
    assert_eq!(bad(&[(0, 0), (100, 0), (50, 0)]), "it has no inside");
}

#[test]
fn the_vectors_are_as_long_as_whole_numbers_can_be() {
    for heading in Heading::all() {
        let (x, y) = heading.ahead();
        let length = x * x + y * y;
        assert!((length - UNIT * UNIT).abs() < 2 * UNIT, "{heading}");
        assert_eq!(heading.square(Hand::Right).ahead(), (y, -x));
    }
}

#[test]
fn lengths_are_written_as_players_write_them() {
    let text = |n| Len(n).to_string();
    assert_eq!([text(400), text(35), text(-150), text(1205), text(0)], ["4", "0.35", "-1.5", "12.05", "0"]);
    assert_eq!(Len(5).part(1, 2), Len(3));
    assert_eq!(Len(-5).part(1, 2), Len(-3));
    let body: Footprint =
        serde_json::from_str(r#"{"front":{"x":1,"y":2},"heading":355,"width":400,"depth":150}"#).unwrap();
    assert_eq!(body.heading.degrees(), 355);
    assert!(serde_json::from_str::<Heading>("7").is_err() && serde_json::from_str::<Heading>("360").is_err());
}
