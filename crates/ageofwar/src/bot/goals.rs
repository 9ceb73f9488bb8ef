//! What units want, and how many action points they are from it.

use kernel::Side;
use open::ways;
use plane::{Area, Compass, Footprint, Point};

use super::POINT;
use crate::{
    AgeOfWar,
    state::{State, Where},
    units::UnitId,
};

/// Hundredths of an action point at which half of what is wanted is left.
const HALF: i32 = 1_000;
/// What turning by so many times 45 degrees costs: by wheels or on the spot.
const TURNING: [i32; 5] = [0, 100, 130, 230, 120];
/// From the middle of an enemy to where his front is touched, and to where he is well shot at.
const TOUCH: i32 = 150;
const SHORT: i32 = 450;
/// Who cannot start a fight with horse in the open waits for it.
const WAITS: i32 = 25;
/// A fight, and how little it may promise to be wanted still.
const LEAST: i32 = 60;
/// Volleys that a place to shoot from is good for.
const VOLLEYS: i32 = 3;
/// Enemies a unit weighs against each other.
const FOES: usize = 4;
/// Corners gone round, and room beside them.
const BENDS: u8 = 2;
const ROOM: i32 = 60;

/// What is left of something wanted that is so far.
fn discounted(worth: i32, points: i32) -> i32 {
    worth * HALF / (HALF + points)
}

impl AgeOfWar {
    /// Hundredths of action points from a footprint to within `near` of a place: turning and lots.
    fn points_to(&self, state: &State, unit: UnitId, print: &Footprint, to: Point, near: i32) -> i32 {
        let mounted = self.is_mounted(state, unit);
        let closed: arrayvec::ArrayVec<&Area, 16> =
            self.ground.of_kind(|kind| kind.is_closed(mounted)).map(|(_, f)| &f.area).take(16).collect();
        let room = print.width.0 / 2 + ROOM;
        let way = ways::round(print.front, to, room, &self.ground.table, &closed, BENDS);
        let bearing = Compass::EIGHT.bearing(print.centre(), way.leg.fine());
        let off = bearing.map_or(0, |bearing| print.heading.to(bearing).unsigned_abs() / 9);
        let far = (way.length - near).max(0);
        TURNING[off.min(4) as usize] + far * 100 / self.lot_len(state, unit).0
    }

    /// What a unit has before it: of the nearest enemies the one whom it pays most to go for.
    fn prey_worth(&self, state: &State, unit: UnitId) -> i32 {
        let print = self.print(state, unit);
        let mut near: arrayvec::ArrayVec<(i32, UnitId), 32> = self
            .troops(state, self.side_of(unit).other())
            .map(|foe| (print.front.distance(state.body(foe).at).0, foe))
            .collect();
        near.sort_unstable();
        let data = self.unit(unit);
        let of = |foe: UnitId| {
            let at = self.print(state, foe).centre().point();
            let mut best = 0;
            if data.missile().is_some() {
                let worth = self.volley_worth(state, unit, foe) * VOLLEYS;
                best = discounted(worth, self.points_to(state, unit, &print, at, SHORT));
            }
            if !data.is_gun() && (data.missile().is_none() || data.is_mixed()) {
                let mut worth = self.clash_worth(state, unit, foe).max(LEAST);
                let horse = self.is_mounted(state, foe) && !self.is_mounted(state, unit);
                if horse && self.is_in_open(state, foe) {
                    worth = worth * WAITS / 100;
                }
                let points = self.points_to(state, unit, &print, at, TOUCH);
                best = best.max(discounted(worth, points + 100 * i32::from(self.tables.points.fight)));
            }
            best
        };
        near.iter().take(FOES).map(|(_, foe)| of(*foe)).max().unwrap_or(0)
    }

    /// A place that is worth something to a side: the unit nearest to it counts, the next a little.
    fn place_worth(&self, state: &State, side: Side, at: Point, near: i32, worth: i32) -> i32 {
        let mut best = [0; 2];
        for unit in self.troops(state, side).filter(|unit| !self.unit(*unit).is_gun()) {
            let points = self.points_to(state, unit, &self.print(state, unit), at, near);
            let here = discounted(worth, points);
            if here > best[0] {
                best = [here, best[0]];
            } else if here > best[1] {
                best[1] = here;
            }
        }
        best[0] * 3 / 4 + best[1] / 4
    }

    /// What a side has before it: enemies, the enemy's Maku, places that are worth points.
    pub(super) fn march_worth(&self, state: &State, side: Side) -> i32 {
        let mut worth = 0;
        for unit in self.troops(state, side) {
            if !self.is_fighting(state, unit) {
                worth += self.prey_worth(state, unit);
            }
        }
        let maku = self.makus[side.other().index()];
        if state.body(maku).place == Where::Table {
            let at = self.print(state, maku).centre().point();
            worth += self.place_worth(state, side, at, TOUCH, self.maku_worth(state, side.other()));
        }
        for objective in self.scenario.objectives.iter().filter(|objective| objective.sides.contains(&side)) {
            worth += self.place_worth(state, side, objective.at, 0, objective.points * POINT / 2);
        }
        worth
    }
}
