//! Chapter 6: charges. Declaration, the path, contact and squaring up.

use arrayvec::ArrayVec;
use kernel::{May, No};
use open::ground::Kind as _;
use plane::{Footprint, GRAZE, Hand, Len, Outline, Point, Sector};

use crate::{
    Daimyo,
    model::{
        state::{Mark, State, Where},
        units::UnitId,
    },
    notation::{refer::piece, rule_ids::*},
    queries::formation::CONTACT,
};

/// How a charge or pursuit goes along its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub at: Footprint,
    pub gone: Len,
    /// The first enemy it reaches.
    pub met: Option<UnitId>,
    /// 6.7: reached across an obstacle.
    pub across: bool,
    /// Bad ground was crossed.
    pub rough: bool,
}

/// A charge that can be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chance {
    pub target: UnitId,
    pub wheel: i8,
    pub path: Len,
}

impl Daimyo {
    pub(crate) fn charge_allowance(&self, state: &State, unit: UnitId) -> Len {
        self.sky(state).slowed(self.tables.moves(self.unit(unit).gait()).charge)
    }

    /// 6.1: may this unit charge at all?
    pub(crate) fn may_start(&self, state: &State, unit: UnitId) -> May {
        let body = state.body(unit);
        let data = self.unit(unit);
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        if data.side != state.active || Some(data.group) != state.group {
            return no(R_6_1, "no-not-of-group");
        }
        if body.place != Where::Table {
            return no(R_6_1, "no-not-here");
        }
        if data.is_gun() || data.is_headquarters() {
            return no(R_6_1, "no-charge-kind");
        }
        if body.is(Mark::Routing) {
            return no(R_6_1, "no-routing");
        }
        if body.is(Mark::Disordered) {
            return no(D_DIS_7, "no-charge-disordered");
        }
        if body.is(Mark::Disobeyed) {
            return no(D_OBE_1, "no-disobeyed");
        }
        if body.is(Mark::Halted) {
            return no(R_10_4, "no-halted");
        }
        if body.is(Mark::Picked) {
            return no(R_6_2, "no-picked");
        }
        if self.in_melee(state, unit) {
            return no(R_6_1, "no-in-contact");
        }
        Ok(())
    }

    /// 13.4: straight along the heading in steps of 1 cm, the last cut off at contact or where the allowance ends.
    /// Every place is reckoned from the start, so that rounding does not add up over a long charge.
    pub(crate) fn run_on(
        &self,
        state: &State,
        unit: UnitId,
        from: Footprint,
        allowance: Len,
        plain: bool,
    ) -> Run {
        let side = self.side_of(unit);
        let mounted = self.unit(unit).is_mounted();
        let mut run = Run { at: from, gone: Len::ZERO, met: None, across: false, rough: false };
        let mut left = allowance;
        let mut paid = self.obstacles(&from.outline());
        let reach = from.swept_to(&from.advanced(allowance + self.tables.distances.across));
        let near = |other: &UnitId| *other != unit && self.shape(state, *other).meets(&reach);
        let others: ArrayVec<(UnitId, Outline), 64> =
            state.here().filter(near).map(|other| (other, self.shape(state, other))).collect();
        while run.met.is_none() && left > Len::ZERO {
            let step = Len(100).min(left);
            let next = run.at.advanced(step);
            let hull = run.at.swept_to(&next);
            // The nearest enemy this step would run into, and how far that is.
            let enemy = others
                .iter()
                .filter(|(other, shape)| self.side_of(*other) != side && shape.overlaps(&hull))
                .map(|(other, shape)| (run.at.run(run.at.heading, step, |hull| hull.overlaps(shape)), *other))
                .min();
            let far = enemy.map_or(step, |(far, _)| far);
            let swept = run.at.swept_to(&run.at.advanced(far));
            // 6.6: a friend or closed ground in the way stops it.
            let stopped = |swept: &Outline| {
                let friend = others.iter().any(|(other, shape)| {
                    self.side_of(*other) == side && !state.is(*other, Mark::Routing) && shape.overlaps(swept)
                });
                let closed = self.ground.of_kind(|kind| kind.is_closed(mounted)).any(|(n, feature)| {
                    let occupied =
                        others.iter().any(|(other, _)| state.body(*other).place == Where::Block(n as u8));
                    feature.area.touches(swept) && !occupied
                });
                friend || closed || self.ground.is_off(swept)
            };
            // 6.7: an obstacle with an enemy close behind it is fought across, not crossed.
            if let Some((edge, foe)) = across(self, &run.at, &swept, paid, mounted, &others, side) {
                let there = run.at.advanced(edge);
                if edge <= left && !stopped(&run.at.swept_to(&there)) {
                    run.at = there;
                    run.gone += edge;
                    run.met = Some(foe);
                    run.across = true;
                }
                break;
            }
            if stopped(&swept) {
                break;
            }
            let (cost, touched, rough) = self.plain_cost(&swept, far, paid);
            let cost = if plain { far } else { cost };
            let far = if cost <= left {
                run.met = enemy.map(|(_, foe)| foe);
                far
            } else {
                // What is left pays for a part of the step.
                let factor = if self.is_difficult(&swept) { self.tables.ground.difficult } else { 1 };
                far - Len(((cost - left).0 + factor - 1) / factor)
            };
            if far < Len::ZERO {
                break;
            }
            left = (left - cost).max(Len::ZERO);
            paid = touched;
            run.rough |= rough;
            run.gone += far;
            run.at = from.advanced(run.gone);
        }
        // 1.2: who ends no more than the measure of contact before an enemy has reached him.
        if run.met.is_none() {
            let ahead = run.at.swept_to(&run.at.advanced(CONTACT + GRAZE + Len(1)));
            let here = run.at.outline();
            let touched = others.iter().find(|(other, shape)| {
                self.side_of(*other) != side && shape.overlaps(&ahead) && shape.within(&here, CONTACT)
            });
            run.met = touched.map(|(other, _)| *other);
        }
        run
    }

    /// The unit after an initial wheel of a number of steps (left is negative), with what is left of its charge.
    pub(crate) fn wheeled(&self, state: &State, unit: UnitId, wheel: i32) -> Option<(Footprint, Len)> {
        let mut print = self.print(state, unit);
        let mut left = self.charge_allowance(state, unit);
        let hand = if wheel < 0 { Hand::Left } else { Hand::Right };
        let data = self.unit(unit);
        let factor = self.tables.manoeuvre.wheel_factor(data.quality);
        let disorder = if state.is(unit, Mark::Disordered) { self.tables.manoeuvre.disordered } else { 1 };
        let each =
            self.tables.manoeuvre.wheel * i32::from(state.body(unit).formation.files) * factor * disorder;
        let mut paid = self.obstacles(&print.outline());
        for _ in 0..wheel.abs() {
            let next = print.wheeled(hand, 1);
            let hull = print.swept_to(&next);
            let (cost, touched, _) = self.plain_cost(&hull, each, paid);
            let blocked = state.here().any(|other| other != unit && self.shape(state, other).overlaps(&hull));
            if blocked
                || cost > left
                || self.ground.is_off(&hull)
                || self.ground.closed(&hull, data.is_mounted()).is_some()
            {
                return None;
            }
            left -= cost;
            paid = touched;
            print = next;
        }
        Some((print, left))
    }

    /// 13.4: whom this unit can charge, by id, each with the smallest wheel.
    pub(crate) fn chances(&self, state: &State, unit: UnitId) -> ArrayVec<Chance, 16> {
        let mut found: ArrayVec<Chance, 16> = ArrayVec::new();
        let most = self.charge_allowance(state, unit);
        let side = self.side_of(unit);
        let shape = self.shape(state, unit);
        let across = self.tables.distances.across;
        let in_reach = |foe: &UnitId| {
            self.side_of(*foe) != side && self.shape(state, *foe).within(&shape, most + across)
        };
        let foes: ArrayVec<(UnitId, Outline), 64> =
            state.here().filter(in_reach).map(|foe| (foe, self.shape(state, foe))).collect();
        if foes.is_empty() {
            return found;
        }
        let wheels = std::iter::once(0).chain((1..=self.tables.manoeuvre.charge_wheel).flat_map(|n| [-n, n]));
        for wheel in wheels {
            let Some((print, left)) = self.wheeled(state, unit, wheel) else { continue };
            let strip = print.strip(left + across);
            if !foes.iter().any(|(_, foe)| foe.meets(&strip)) {
                continue;
            }
            let run = self.run_on(state, unit, print, left, false);
            let Some(target) = run.met else { continue };
            if found.iter().any(|chance| chance.target == target) || found.is_full() {
                continue;
            }
            if self.sees(state, unit, target) {
                found.push(Chance { target, wheel: wheel as i8, path: run.gone });
            }
        }
        found.sort_by_key(|chance| chance.target);
        found
    }

    /// 3.3, 6.6: where a unit is struck by one that came from there.
    pub(crate) fn struck_sector(&self, state: &State, foe: UnitId, from: Point) -> Sector {
        let sector = self.sector(state, foe, from.fine());
        let fell_back =
            state.is(foe, Mark::Spent) && state.is(foe, Mark::Charged) && !state.is(foe, Mark::Charging);
        match state.body(foe).place {
            Where::Block(_) => Sector::Front,
            _ if fell_back => Sector::Rear,
            _ => sector,
        }
    }
}

/// The way to an obstacle this step would touch, if an enemy stands close behind it.
fn across(
    rules: &Daimyo,
    at: &Footprint,
    swept: &Outline,
    paid: u64,
    mounted: bool,
    others: &[(UnitId, Outline)],
    side: kernel::Side,
) -> Option<(Len, UnitId)> {
    let (_, feature) = rules
        .ground
        .of_kind(|kind| kind.is_fought_across(mounted))
        .find(|(n, feature)| paid >> n & 1 == 0 && feature.area.touches(swept))?;
    let edge = at.run(at.heading, Len(100), |hull| feature.area.touches(hull));
    let strip = at.advanced(edge).strip(rules.tables.distances.across);
    others
        .iter()
        .filter(|(other, _)| rules.side_of(*other) != side)
        .find(|(_, shape)| shape.meets(&strip))
        .map(|(other, _)| (edge, *other))
}
