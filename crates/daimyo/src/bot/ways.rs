//! Ways over the table: how far it is for a unit to where it wants to be, round what is closed and what disorders.

use open::ground::Kind as _;
use plane::{Corridor, Footprint, Len, Outline, Point, TableEdge};

use crate::{
    Daimyo,
    scenarios::Beyond,
    state::{Mark, State},
    units::UnitId,
};

/// A way, in hundredths of a cm of open ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub cost: i32,
    /// Where its first leg leads.
    pub leg: Point,
}

/// What it is worth to come in order, and what a way through closed ground counts as.
const ROUGH: i32 = 1_200;
const SHUT: i32 = 6_000;
/// Room beside a corner that is gone round.
const ROOM: i32 = 400;
/// A way must be so much wider than the unit: wheels swing out.
const CLEAR: Len = Len(100);

/// Corners gone round.
const BENDS: u8 = 2;

/// Who goes.
struct Walker {
    width: Len,
    /// How far from a corner its middle keeps.
    room: i32,
    mounted: bool,
    /// Ground it stands in.
    stands_in: u64,
}

/// Steps from the heading of a unit to a place, clockwise.
fn off(print: &Footprint, place: Point) -> i32 {
    let bearing = plane::Compass::FULL.bearing(print.front.fine(), place.fine());
    bearing.map_or(0, |bearing| print.heading.to(bearing))
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

impl Daimyo {
    /// A straight leg: what it costs, and the ground in its way, one bit for each feature.
    fn leg(&self, from: Point, to: Point, who: &Walker) -> (i32, u64) {
        let corridor = Corridor::between(from.fine(), to.fine(), who.width);
        let mut cost = from.distance(to).0;
        let mut bad = 0u64;
        for (n, feature) in self.ground.features.iter().enumerate() {
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
                cost += corridor.depth_in(&feature.area).0 * (self.tables.ground.difficult - 1);
            }
            if kind.is_obstacle() {
                cost += self.tables.ground.obstacle.0;
            }
        }
        // Where it stands already it has been disordered.
        (cost + if bad & !who.stands_in != 0 { ROUGH } else { 0 }, bad)
    }

    /// The cheapest way: straight, or round corners of what lies across it.
    fn way_from(&self, from: Point, goal: Goal, who: &Walker, bends: u8) -> Way {
        let to = goal.from(from);
        let (cost, bad) = self.leg(from, to, who);
        let mut best = Way { cost, leg: to };
        if bad == 0 || bends == 0 {
            return best;
        }
        let across = self.ground.features.iter().enumerate().filter(|(n, _)| bad >> n & 1 != 0);
        for (_, feature) in across {
            let bounds = feature.area.bounds();
            let middle = bounds.low.middle(bounds.high).point();
            for corner in feature.area.corners().iter().map(|corner| corner.point()) {
                let far = middle.distance(corner).0.max(1);
                let past = Point::new(
                    corner.x + (corner.x - middle.x) * who.room / far,
                    corner.y + (corner.y - middle.y) * who.room / far,
                );
                if self.ground.is_off(&Outline::spot(past.fine())) {
                    continue;
                }
                let (first, _) = self.leg(from, past, who);
                if first < best.cost {
                    let rest = self.way_from(past, goal, who, bends - 1);
                    if first + rest.cost < best.cost {
                        best = Way { cost: first + rest.cost, leg: past };
                    }
                }
            }
        }
        best
    }

    fn walker(&self, print: &Footprint, mounted: bool) -> Walker {
        let shape = print.outline();
        let touched = self.ground.features.iter().enumerate().filter(|(_, f)| f.area.touches(&shape));
        Walker {
            width: print.width + CLEAR,
            room: print.width.0 / 2 + ROOM,
            mounted,
            stands_in: touched.fold(0, |bits, (n, _)| bits | 1 << n),
        }
    }

    /// What it costs a unit to turn its front so far: by wheels, or by a turn and wheels.
    fn turning(&self, state: &State, unit: UnitId, print: &Footprint, steps: i32) -> i32 {
        let data = self.unit(unit);
        let manoeuvre = &self.tables.manoeuvre;
        let disorder = if state.is(unit, Mark::Disordered) { 2 } else { 1 };
        let files = print.width.0 / 400;
        let step = manoeuvre.wheel.0 * files * disorder * manoeuvre.wheel_factor(data.quality);
        let quarters = manoeuvre.turn_quarters(data.quality) * disorder;
        let turn = self.tables.moves(data.gait()).normal.part(quarters, 4).0;
        let by_turn = |to: i32| turn + (steps - to).abs() * step;
        (steps * step).min(by_turn(18)).min(by_turn(36))
    }

    /// The way to a goal with the turning it begins with.
    pub(super) fn march_to(&self, state: &State, unit: UnitId, print: &Footprint, goal: Goal) -> Way {
        let who = self.walker(print, self.unit(unit).is_mounted());
        let way = self.way_from(print.front, goal, &who, BENDS);
        let steps = off(print, way.leg).abs();
        Way { cost: way.cost + self.turning(state, unit, print, steps), leg: way.leg }
    }

    /// The way to an enemy: to whatever part of him is reached soonest. Who has some of him straight ahead need not turn.
    pub(super) fn march_at(&self, state: &State, unit: UnitId, print: &Footprint, foe: UnitId) -> Way {
        let shape = self.shape(state, foe);
        let who = self.walker(print, self.unit(unit).is_mounted());
        let centre = shape.centre().point();
        let far = print.front.distance(centre);
        let ahead = print.strip(far).meets(&shape).then(|| {
            let gap = shape.gap(&print.outline());
            print.front.moved(print.heading, gap, Len::ZERO)
        });
        let turned = |cost: i32, leg: Point| {
            let steps = if Some(leg) == ahead { 0 } else { off(print, leg).abs() };
            Way { cost: cost + self.turning(state, unit, print, steps), leg }
        };
        let aims = self.aims(state, foe).into_iter().map(|aim| aim.point()).chain(ahead);
        let straight = aims.map(|aim| turned(self.leg(print.front, aim, &who).0, aim));
        let round = self.way_from(print.front, Goal::Place(centre), &who, BENDS);
        straight.chain([turned(round.cost, round.leg)]).min_by_key(|way| way.cost).expect("one at least")
    }

    /// Units that go beyond the scenario's line: as many as it takes and one more, those that have the shortest way.
    pub(super) fn errand(&self, state: &State, side: kernel::Side) -> Vec<(UnitId, Way)> {
        let Some(beyond) = self.scenario.beyond.as_ref().filter(|beyond| beyond.winner == side) else {
            return Vec::new();
        };
        let steady = beyond.units.iter().filter(|unit| {
            let body = state.body(*unit);
            body.is_steady() && body.place == crate::state::Where::Table
        });
        let mut ways: Vec<(i32, UnitId, Way)> = steady
            .filter(|unit| !self.unit(*unit).is_headquarters())
            .map(|unit| {
                let print = self.print(state, unit);
                let way = self.march_to(state, unit, &print, Goal::beyond(beyond, &print));
                (way.cost * 10 / self.tables.moves(self.unit(unit).gait()).normal.0.max(1), unit, way)
            })
            .collect();
        ways.sort_by_key(|(turns, unit, _)| (*turns, *unit));
        ways.truncate(beyond.count + SPARE);
        ways.into_iter().map(|(_, unit, way)| (unit, way)).collect()
    }
}

/// Units sent beyond a line more than it takes.
const SPARE: usize = 2;
