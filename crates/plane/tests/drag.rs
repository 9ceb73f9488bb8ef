//! A drag finds what some chain of steps reaches.

use std::time::Instant;

use plane::{
    Area, Base, Footprint, Formation, Hand, Heading, Len, Point, Table,
    drag::{Bound, Goal, Manoeuvres, Step, seek},
};

/// A field with other bodies, woods at double cost and a pond, and one body of foot that moves.
struct Field {
    table: Table,
    others: Vec<Footprint>,
    wood: Area,
    pond: Area,
    /// What a step of a wheel costs.
    wheel: Len,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    body: Footprint,
    left: Len,
    turned: bool,
    back: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Advance(i32),
    Wheel(Hand, i32),
    Turn(i32),
    Back(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Spent,
    InTheWay,
    Pond,
    Edge,
}

const STAND: Base = Base { width: Len(400), depth: Len(150) };

impl Field {
    fn step(&self, from: &At, act: Act) -> Step<Field> {
        let body = match act {
            Act::Advance(cm) => from.body.advanced(Len(100 * cm)),
            Act::Wheel(hand, steps) => from.body.wheeled(hand, steps),
            Act::Turn(steps) => from.body.turned(steps),
            Act::Back(cm) => from.body.advanced(Len(-100 * cm)),
        };
        let hull = from.body.swept_to(&body);
        let ground = if self.wood.touches(&hull) { 2 } else { 1 };
        let cost = match act {
            Act::Advance(cm) => Len(100 * cm) * ground,
            Act::Wheel(_, steps) => self.wheel * steps * ground,
            Act::Turn(_) => Len(400),
            Act::Back(cm) => Len(200 * cm) * ground,
        };
        let refused = match () {
            () if cost > from.left => Some(Why::Spent),
            () if !self.table.holds(&hull) => Some(Why::Edge),
            () if self.pond.touches(&hull) => Some(Why::Pond),
            () if self.others.iter().any(|other| hull.overlaps(&other.outline())) => Some(Why::InTheWay),
            () => None,
        };
        let place = At {
            body,
            left: from.left - cost,
            turned: from.turned || matches!(act, Act::Turn(_)),
            back: from.back || matches!(act, Act::Back(_)),
        };
        Step { act, place, cost, refused }
    }

    fn acts(from: &At) -> impl Iterator<Item = Act> {
        let wheels = Hand::BOTH.map(|hand| Act::Wheel(hand, 1));
        let turns = if from.turned { [].as_slice() } else { &[Act::Turn(-18), Act::Turn(18), Act::Turn(36)] };
        let backs = if from.back { [].as_slice() } else { &[Act::Back(1), Act::Back(2), Act::Back(3)] };
        [Act::Advance(1)].into_iter().chain(wheels).chain(turns.iter().copied()).chain(backs.iter().copied())
    }
}

impl Manoeuvres for Field {
    type Place = At;
    type Act = Act;
    type Why = Why;

    fn each(&self, from: &At, visit: &mut dyn FnMut(Step<Field>)) {
        for act in Field::acts(from) {
            visit(self.step(from, act));
        }
    }

    fn footprint(&self, place: &At) -> Footprint {
        place.body
    }

    fn kind(&self, place: &At) -> u64 {
        u64::from(place.turned) + 2 * u64::from(place.back)
    }

    fn join(&self, one: &Act, next: &Act) -> Option<Act> {
        match (*one, *next) {
            (Act::Advance(a), Act::Advance(b)) => Some(Act::Advance(a + b)),
            (Act::Wheel(hand, a), Act::Wheel(other, b)) if hand == other => Some(Act::Wheel(hand, a + b)),
            _ => None,
        }
    }
}

fn field(wheel: i32) -> Field {
    let body = |x, y, degrees| {
        let heading = Heading::of_degrees(degrees).unwrap();
        Formation::new(6, 3).footprint(STAND, Point::new(x, y), heading)
    };
    let area = |corners: &[(i32, i32)]| {
        Area::new(&corners.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>()).unwrap()
    };
    Field {
        table: Table { width: Len::whole(180), height: Len::whole(120) },
        others: vec![
            body(7200, 6000, 180),
            body(9800, 6100, 200),
            body(8200, 4200, 0),
            body(10_400, 4500, 90),
        ],
        wood: area(&[(8000, 5600), (9000, 5400), (9100, 6600), (8100, 6700)]),
        pond: area(&[(9300, 4700), (9800, 4800), (9700, 5200), (9250, 5100)]),
        wheel: Len(wheel),
    }
}

fn start(files: u8, left: Len) -> At {
    let body = Formation::new(6, files).footprint(STAND, Point::new(8700, 5000), Heading::NORTH);
    At { body, left, turned: false, back: false }
}

/// The next of a row of numbers that look random.
fn draw(seed: &mut u64, below: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) % below as u64) as usize
}

#[test]
fn what_some_chain_reaches_a_drag_finds() {
    let mut seed = 7;
    let (mut missed, mut slowest, mut places) = (0, 0, 0);
    for case in 0..1000 {
        // Veteran horse in two files wheels cheaply and has far to go, raw foot in three hardly wheels at all.
        let (files, left, wheel) = [(2, 1500, 70), (3, 1100, 210), (1, 1400, 70), (3, 1000, 105)][case % 4];
        let (field, start) = (field(wheel), start(files, Len(left)));
        let mut at = start;
        for _ in 0..draw(&mut seed, 30) {
            let free: Vec<At> = Field::acts(&at)
                .map(|act| field.step(&at, act))
                .filter(|step| step.refused.is_none())
                .map(|step| step.place)
                .collect();
            if free.is_empty() {
                break;
            }
            at = free[draw(&mut seed, free.len())];
        }
        let goal = Goal { front: at.body.front, heading: at.body.heading };
        let began = Instant::now();
        let found = seek(&field, start, goal, Bound::default());
        slowest = slowest.max(began.elapsed().as_micros());
        places += found.places;
        let end = field.footprint(&found.place);
        if end.front.distance(goal.front) > Len(100) || end.heading.to(goal.heading).abs() > 1 {
            missed += 1;
        }
        // The chain is legal and leads there.
        let mut here = start;
        for act in &found.acts {
            let single: Vec<Act> = match *act {
                Act::Advance(n) => vec![Act::Advance(1); n as usize],
                Act::Wheel(hand, n) => vec![Act::Wheel(hand, 1); n as usize],
                other => vec![other],
            };
            for act in single {
                let step = field.step(&here, act);
                assert_eq!(step.refused, None);
                here = step.place;
            }
        }
        assert_eq!((here, found.cost), (found.place, start.left - here.left));
    }
    println!("missed {missed} of 1000, slowest {slowest} µs, {} places a drag", places / 1000);
    assert_eq!(missed, 0);
}

#[test]
fn a_drag_says_what_stopped_it() {
    let field = field(70);
    let drag = |left, x, y, degrees| {
        let goal = Goal { front: Point::new(x, y), heading: Heading::of_degrees(degrees).unwrap() };
        seek(&field, start(2, Len(left)), goal, Bound::default())
    };
    // Straight ahead into the wood it goes 5.5 at most at double cost.
    let far = drag(1500, 8700, 7500, 0);
    assert_eq!(far.stopped, Some(Why::Spent));
    assert!(matches!(far.acts[..], [.., Act::Advance(_)]));
    // A little to the left it stays; where it stands it need do nothing.
    let stay = drag(1500, 8700, 5000, 0);
    assert!(stay.acts.is_empty() && stay.stopped.is_none() && stay.cost == Len::ZERO);
    // To the right, after a turn, the pond is in the way.
    let pond = drag(800, 9900, 4775, 90);
    assert_eq!((&pond.acts[..], pond.stopped), (&[Act::Turn(18), Act::Advance(3)][..], Some(Why::Pond)));
}
