//! What units want, and how many action points they are from it.

use arrayvec::ArrayVec;
use kernel::Side;
use open::{ground::Kind as _, ways};
use plane::{Area, Compass, Footprint, Point, Table};

use super::{POINT, prospects};
use crate::{
    AgeOfWar,
    model::{
        state::{State, Where},
        units::{MOST_UNITS, UnitId},
    },
};

/// Hundredths of an action point at which half of what is wanted is left.
const HALF: i32 = 1_000;
/// The cost of turning by a multiple of 45 degrees: by wheels or on the spot.
const TURNING: [i32; 5] = [0, 100, 130, 230, 120];
/// From the middle of an enemy to where his front is touched, and to where he is well shot at.
const TOUCH: i32 = 150;
const SHORT: i32 = 450;
/// Who cannot start a fight with horse in the open waits for it.
const WAITS: i32 = 25;
/// How little a fight may promise to be wanted still.
const LEAST: i32 = 60;
/// An enemy so near to a Maku endangers it.
const PERIL: i32 = 1_800;
/// Volleys that a place to shoot from is good for.
const VOLLEYS: i32 = 3;
/// Enemies a unit weighs against each other, and the most prizes.
const FOES: usize = 4;
const PRIZES: usize = 8;
/// What it costs to start a fight, in hundredths.
const FIGHT: i32 = 200;
/// Corners gone round, and room beside them.
const BENDS: u8 = 1;
const ROOM: i32 = 60;

/// What is left of something wanted that is so far.
fn discounted(worth: i32, points: i32) -> i32 {
    worth * HALF / (HALF + points)
}

/// Who goes, and what he cannot cross.
pub(super) struct Walker<'r> {
    closed: ArrayVec<&'r Area, 16>,
    table: &'r Table,
    lot: i32,
}

impl Walker<'_> {
    /// Hundredths of action points from a footprint to within `near` of a place: turning and lots.
    fn points_to(&self, print: &Footprint, to: Point, near: i32) -> i32 {
        let room = print.width.0 / 2 + ROOM;
        let way = ways::round(print.front, to, room, self.table, &self.closed, BENDS);
        let bearing = Compass::EIGHT.bearing(print.centre(), way.leg.fine());
        let off = bearing.map_or(0, |bearing| print.heading.to(bearing).unsigned_abs() / 9);
        TURNING[off.min(4) as usize] + (way.length - near).max(0) * 100 / self.lot
    }
}

/// An enemy, and what it promises to fight and to shoot at him.
struct Quarry {
    at: Point,
    clash: Option<i32>,
    volley: Option<i32>,
}

/// A place that is worth something to a side.
struct Prize {
    at: Point,
    near: i32,
    worth: i32,
}

/// The two who are nearest to a prize, by what is left of it for them: the nearest counts, the next a little.
#[derive(Clone, Copy, Default)]
struct Nearest([i32; 2]);

impl Nearest {
    fn with(self, here: i32) -> Nearest {
        let Nearest([first, second]) = self;
        Nearest([first.max(here), first.min(here).max(second)])
    }

    fn worth(self) -> i32 {
        self.0[0] * 3 / 4 + self.0[1] / 4
    }
}

/// What a unit looks at when it chooses where to go: enemies, and prizes with the friends who are near them already.
pub(super) struct Outlook<'r> {
    walker: Walker<'r>,
    quarries: ArrayVec<Quarry, FOES>,
    prizes: ArrayVec<(Prize, Nearest), PRIZES>,
}

impl Outlook<'_> {
    /// What the unit has before it at such a place.
    pub(super) fn at(&self, print: &Footprint) -> i32 {
        let prizes = self.prizes.iter().map(|(prize, others)| {
            others.with(discounted(prize.worth, self.walker.points_to(print, prize.at, prize.near))).worth()
        });
        prey_worth(&self.walker, &self.quarries, print) + prizes.sum::<i32>()
    }
}

/// Of these enemies the one whom it pays most to go for.
fn prey_worth(walker: &Walker<'_>, quarries: &[Quarry], print: &Footprint) -> i32 {
    let of = |quarry: &Quarry| {
        let shot = quarry.volley.map(|worth| discounted(worth, walker.points_to(print, quarry.at, SHORT)));
        let fight =
            quarry.clash.map(|worth| discounted(worth, walker.points_to(print, quarry.at, TOUCH) + FIGHT));
        shot.max(fight).unwrap_or(0)
    };
    quarries.iter().map(of).max().unwrap_or(0)
}

fn walker<'r>(rules: &'r AgeOfWar, state: &State, unit: UnitId) -> Walker<'r> {
    let mounted = rules.is_mounted(state, unit);
    let closed = rules.ground.of_kind(|kind| kind.is_closed(mounted)).map(|(_, f)| &f.area).take(16);
    Walker { closed: closed.collect(), table: &rules.ground.table, lot: rules.lot_len(state, unit).0 }
}

/// The nearest enemies.
fn quarries(rules: &AgeOfWar, state: &State, unit: UnitId) -> ArrayVec<Quarry, FOES> {
    let data = rules.unit(unit);
    let from = state.body(unit).at;
    let mut near: ArrayVec<(i32, UnitId), MOST_UNITS> = rules
        .troops(state, data.side.other())
        .map(|foe| (from.distance(state.body(foe).at).0, foe))
        .collect();
    near.sort_unstable();
    let of = |foe: UnitId| {
        let volley = data.missile().map(|_| prospects::volley_worth(rules, state, unit, foe) * VOLLEYS);
        let fights = !data.is_gun() && (data.missile().is_none() || data.is_mixed());
        let clash = fights.then(|| {
            let worth = prospects::clash_worth(rules, state, unit, foe).max(LEAST);
            let horse = rules.is_mounted(state, foe) && !rules.is_mounted(state, unit);
            if horse && rules.is_in_open(state, foe) { worth * WAITS / 100 } else { worth }
        });
        Quarry { at: rules.print(state, foe).centre().point(), clash, volley }
    };
    near.iter().take(FOES).map(|(_, foe)| of(*foe)).collect()
}

/// What is to be had, and what is to be kept from the enemy: both Maku, and places that are worth points.
fn prizes(rules: &AgeOfWar, state: &State, side: Side) -> ArrayVec<Prize, PRIZES> {
    let maku = |of: Side, worth: i32| {
        let maku = rules.makus[of.index()];
        let stands = state.body(maku).place == Where::Table && worth > 0;
        stands.then(|| Prize { at: rules.print(state, maku).centre().point(), near: TOUCH, worth })
    };
    let theirs = maku(side.other(), super::maku_worth(rules, state, side.other()));
    let own = maku(side, super::maku_worth(rules, state, side) * peril(rules, state, side) / 100);
    let places =
        rules.scenario.objectives.iter().filter(|place| {
            place.sides.contains(&side) || rules.holder(state, place.at) == Some(side.other())
        });
    let places = places.map(|place| Prize { at: place.at, near: 0, worth: place.points * POINT / 2 });
    theirs.into_iter().chain(own).chain(places).take(PRIZES).collect()
}

/// Hundredths of the danger in which a side's Maku is: an enemy stands before it.
fn peril(rules: &AgeOfWar, state: &State, side: Side) -> i32 {
    let at = state.body(rules.makus[side.index()]).at;
    let near = rules.troops(state, side.other()).map(|foe| at.distance(state.body(foe).at).0).min();
    near.map_or(0, |near| (PERIL - near).max(0) * 100 / PERIL)
}

fn seekers<'a>(rules: &'a AgeOfWar, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
    rules.troops(state, side).filter(|unit| !rules.unit(*unit).is_gun())
}

/// What a unit looks at when it chooses where to go.
pub(super) fn outlook<'r>(rules: &'r AgeOfWar, state: &State, unit: UnitId) -> Outlook<'r> {
    let side = rules.side_of(unit);
    let mut prizes: ArrayVec<(Prize, Nearest), PRIZES> =
        prizes(rules, state, side).into_iter().map(|prize| (prize, Nearest::default())).collect();
    for friend in seekers(rules, state, side).filter(|friend| *friend != unit) {
        let (walker, print) = (walker(rules, state, friend), rules.print(state, friend));
        for (prize, nearest) in &mut prizes {
            let here = discounted(prize.worth, walker.points_to(&print, prize.at, prize.near));
            *nearest = nearest.with(here);
        }
    }
    Outlook { walker: walker(rules, state, unit), quarries: quarries(rules, state, unit), prizes }
}

/// What a side has before it: enemies, the enemy's Maku, places that are worth points.
pub(super) fn march_worth(rules: &AgeOfWar, state: &State, side: Side) -> i32 {
    let prizes = prizes(rules, state, side);
    let mut nearest = [Nearest::default(); PRIZES];
    let mut worth = 0;
    for unit in rules.troops(state, side) {
        let (walker, print) = (walker(rules, state, unit), rules.print(state, unit));
        if !rules.is_fighting(state, unit) {
            worth += prey_worth(&walker, &quarries(rules, state, unit), &print);
        }
        if !rules.unit(unit).is_gun() {
            for (prize, nearest) in prizes.iter().zip(&mut nearest) {
                let here = discounted(prize.worth, walker.points_to(&print, prize.at, prize.near));
                *nearest = nearest.with(here);
            }
        }
    }
    worth + nearest.iter().map(|nearest| nearest.worth()).sum::<i32>()
}
