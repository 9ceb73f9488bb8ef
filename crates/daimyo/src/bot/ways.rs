//! Ways over the table: how far it is for a unit to where it wants to be, round what is closed and what disorders.

use open::ground::Kind as _;
use plane::{Compass, Corridor, Footprint, Heading, Len, Outline, Point, TableEdge};

use crate::{
    Daimyo,
    model::{
        scenarios::Beyond,
        state::{Mark, State},
        units::UnitId,
    },
};

/// A way, in hundredths of a cm of open ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub cost: i32,
    /// Where its first leg leads.
    pub leg: Point,
}

/// What it is worth to come in order, and what a way through closed ground counts as.
const ROUGH: i32 = 700;
const SHUT: i32 = 6_000;
/// A friend in the way, if he is so near.
const BLOCKED: i32 = 500;
const NEAR: Len = Len(3_000);
/// Room beside a corner that is gone round.
const ROOM: i32 = 400;
/// A way must be so much wider than the unit: wheels swing out.
const CLEAR: Len = Len(100);

/// Corners gone round.
const BENDS: u8 = 2;

/// Who goes.
struct Walker {
    width: Len,
    depth: i32,
    /// How far from a corner its middle keeps.
    room: i32,
    mounted: bool,
    disordered: bool,
    /// T-1b: what a wheel costs it for each step, and a turn.
    step: i32,
    turn: i32,
    /// Friends near it, who may be in the way.
    friends: Vec<Footprint>,
}

impl Walker {
    /// What it costs to turn its front so far: by wheels, or by a turn and wheels.
    fn turning(&self, steps: i32) -> i32 {
        let by_turn = |to: i32| self.turn + (steps.abs() - to).abs() * self.step;
        (steps.abs() * self.step).min(by_turn(18)).min(by_turn(36))
    }
}

/// Where a unit wants to go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    Place(Point),
    /// Beyond a line, with its rear too.
    Line(TableEdge, i32),
}

impl Goal {
    pub(super) fn beyond(beyond: &Beyond, print: &Footprint) -> Goal {
        let deep = print.depth.0 + 60;
        let sign = match beyond.edge {
            TableEdge::North | TableEdge::East => 1,
            TableEdge::South | TableEdge::West => -1,
        };
        Goal::Line(beyond.edge, beyond.line.0 + sign * deep)
    }

    /// Where one goes from here.
    fn from(self, from: Point) -> Point {
        match self {
            Goal::Place(place) => place,
            Goal::Line(TableEdge::North, line) => Point::new(from.x, line.max(from.y)),
            Goal::Line(TableEdge::South, line) => Point::new(from.x, line.min(from.y)),
            Goal::Line(TableEdge::East, line) => Point::new(line.max(from.x), from.y),
            Goal::Line(TableEdge::West, line) => Point::new(line.min(from.x), from.y),
        }
    }
}

/// Units sent beyond a line more than it takes.
const SPARE: usize = 2;

/// A straight leg: what it costs, the turn at its beginning too, and the ground in its way, one bit for each feature.
fn leg(rules: &Daimyo, from: Point, heading: Heading, to: Point, who: &Walker) -> (i32, Heading, u64) {
    let corridor = Corridor::between(from.fine(), to.fine(), who.width);
    let along = Compass::FULL.bearing(from.fine(), to.fine()).unwrap_or(heading);
    let mut cost = from.distance(to).0 + who.turning(heading.to(along));
    let mut bad = 0u64;
    for (n, feature) in rules.ground.features.iter().enumerate() {
        let kind = feature.kind;
        let shut = kind.is_closed(who.mounted);
        if !(shut || kind.is_difficult() || kind.is_obstacle()) || !corridor.crosses_area(&feature.area) {
            continue;
        }
        bad |= 1 << n;
        if shut {
            cost += SHUT;
            continue;
        }
        if kind.is_difficult() {
            // 13.3: while any part of it is there.
            let deep = corridor.depth_in(&feature.area).0 + who.depth;
            cost += deep * (rules.tables.ground.difficult - 1);
        }
        if kind.is_obstacle() {
            cost += rules.tables.ground.obstacle.0;
        }
    }
    // Who is in disorder, by this ground or before, has paid nothing yet: he must stand still to be in order again.
    if bad != 0 || who.disordered {
        cost += ROUGH;
    }
    if who.friends.iter().any(|friend| corridor.crosses_body(friend)) {
        cost += BLOCKED;
    }
    (cost, along, bad)
}

/// The cheapest way: straight, or round corners of what lies across it.
fn way_from(rules: &Daimyo, from: Point, heading: Heading, goal: Goal, who: &Walker, bends: u8) -> Way {
    let to = goal.from(from);
    let (cost, _, bad) = leg(rules, from, heading, to, who);
    let mut best = Way { cost, leg: to };
    if bad == 0 || bends == 0 {
        return best;
    }
    let across = rules.ground.features.iter().enumerate().filter(|(n, _)| bad >> n & 1 != 0);
    for (_, feature) in across {
        let bounds = feature.area.bounds();
        let middle = bounds.low.middle(bounds.high).point();
        for corner in feature.area.corners().iter().map(|corner| corner.point()) {
            let far = middle.distance(corner).0.max(1);
            let past = Point::new(
                corner.x + (corner.x - middle.x) * who.room / far,
                corner.y + (corner.y - middle.y) * who.room / far,
            );
            if rules.ground.is_off(&Outline::spot(past.fine())) {
                continue;
            }
            if from.distance(past).0 + past.distance(goal.from(past)).0 >= best.cost {
                continue;
            }
            let (first, along, _) = leg(rules, from, heading, past, who);
            if first < best.cost {
                let rest = way_from(rules, past, along, goal, who, bends - 1);
                if first + rest.cost < best.cost {
                    best = Way { cost: first + rest.cost, leg: past };
                }
            }
        }
    }
    best
}

fn walker(rules: &Daimyo, state: &State, unit: UnitId, print: &Footprint) -> Walker {
    let data = rules.unit(unit);
    let manoeuvre = &rules.tables.manoeuvre;
    let disordered = state.is(unit, Mark::Disordered);
    let disorder = if disordered { 2 } else { 1 };
    let files = print.width.0 / 400;
    let near = |friend: &UnitId| {
        let body = state.body(*friend);
        *friend != unit && body.is_steady() && body.at.distance(print.front) < NEAR
    };
    let friends = rules.of_side[data.side.index()].iter().filter(near);
    Walker {
        width: print.width + CLEAR,
        depth: print.depth.0,
        room: print.width.0 / 2 + ROOM,
        mounted: data.is_mounted(),
        disordered,
        step: manoeuvre.wheel.0 * files * disorder * manoeuvre.wheel_factor(data.quality),
        turn: rules
            .tables
            .moves(data.gait())
            .normal
            .part(manoeuvre.turn_quarters(data.quality) * disorder, 4)
            .0,
        friends: friends.map(|friend| rules.print(state, friend)).collect(),
    }
}

/// The way to a goal with the turning it begins with.
pub(super) fn march_to(rules: &Daimyo, state: &State, unit: UnitId, print: &Footprint, goal: Goal) -> Way {
    let who = walker(rules, state, unit, print);
    way_from(rules, print.front, print.heading, goal, &who, BENDS)
}

/// The way to an enemy: to whatever part of him is reached soonest. Who has some of him straight ahead need not turn.
pub(super) fn march_at(rules: &Daimyo, state: &State, unit: UnitId, print: &Footprint, foe: UnitId) -> Way {
    let shape = rules.shape(state, foe);
    let who = walker(rules, state, unit, print);
    let centre = shape.centre().point();
    let far = print.front.distance(centre);
    let ahead = print.strip(far).meets(&shape).then(|| {
        let gap = shape.gap(&print.outline());
        print.front.moved(print.heading, gap, Len::ZERO)
    });
    let aims = rules.aims(state, foe).into_iter().map(|aim| aim.point()).chain(ahead);
    let mut best = way_from(rules, print.front, print.heading, Goal::Place(centre), &who, BENDS);
    for aim in aims {
        if print.front.distance(aim).0 < best.cost {
            let (cost, ..) = leg(rules, print.front, print.heading, aim, &who);
            if cost < best.cost {
                best = Way { cost, leg: aim };
            }
        }
    }
    best
}

/// Units that go beyond the scenario's line: as many as it takes and one more, those that have the shortest way.
pub(super) fn errand(rules: &Daimyo, state: &State, side: kernel::Side) -> Vec<(UnitId, Way)> {
    let Some(beyond) = rules.scenario.beyond.as_ref().filter(|beyond| beyond.winner == side) else {
        return Vec::new();
    };
    let steady = beyond.units.iter().filter(|unit| {
        let body = state.body(*unit);
        body.is_steady() && body.place == crate::model::state::Where::Table
    });
    let mut ways: Vec<(i32, UnitId, Way)> = steady
        .filter(|unit| !rules.unit(*unit).is_headquarters())
        .map(|unit| {
            let print = rules.print(state, unit);
            let way = march_to(rules, state, unit, &print, Goal::beyond(beyond, &print));
            (way.cost * 10 / rules.tables.moves(rules.unit(unit).gait()).normal.0.max(1), unit, way)
        })
        .collect();
    ways.sort_by_key(|(turns, unit, _)| (*turns, *unit));
    ways.truncate(beyond.count + SPARE);
    ways.into_iter().map(|(_, unit, way)| (unit, way)).collect()
}
