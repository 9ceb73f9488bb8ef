//! Chapter 7: the way of an assault to the contact line.

use kernel::No;
use plane::{Len, Point, Sector};

use crate::{
    AgeOfWar,
    model::{
        ground::Land,
        state::{Activity, State, Where},
        units::{Sort, UnitId},
    },
    notation::{refer::piece, rule_ids::*},
    queries::{
        formation::TOLERANCE,
        mover::{HALF, Mover, Stepped},
    },
};

/// The way to the contact line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rush {
    pub stepped: Stepped,
    pub activity: Activity,
    pub across: bool,
}

impl AgeOfWar {
    /// 3.4b: in no wood, buildings, marsh or rough hill.
    pub(crate) fn is_in_open(&self, state: &State, unit: UnitId) -> bool {
        !self.is_in(state, unit, Land::is_rough)
    }

    /// 7.1: may the unit start this fight, and where would it touch?
    pub(crate) fn assault_of(
        &self,
        state: &State,
        unit: UnitId,
        activity: &Activity,
        target: UnitId,
    ) -> Result<Rush, No> {
        let no = |rule, key| No::new(rule, key).with("other", piece(target));
        let other = self.unit(target);
        if other.side == self.side_of(unit) || state.body(target).place != Where::Table {
            return Err(no(A_25_8, "no-fight-target"));
        }
        if self.unit(unit).is_gun() {
            return Err(No::new(R_6_5, "no-gun-fights").with("unit", piece(unit)));
        }
        self.may_march(state, unit, activity)?;
        let mounted = self.is_mounted(state, unit);
        let horse = !mounted && self.is_mounted(state, target) && self.is_in_open(state, target);
        if horse && !state.body(unit).near.has(target) {
            return Err(no(A_31_0, "no-fight-horse"));
        }
        let lots_left = self.most_lots(state, unit) - activity.lots;
        let start = self.here(state, unit, activity);
        let there = self.print(state, target);
        let lot = self.lot_len(state, unit);
        let most = lot * i32::from(lots_left);
        if !start.print.may_reach(&there, most) {
            return Err(no(R_7_1, "no-fight-reach"));
        }
        let touch = start.print.run_to(start.print.heading, most, &there);
        let mut far = touch.ok_or_else(|| no(R_7_1, "no-fight-reach"))?;
        // 7.1b: a linear obstacle before the target is fought across.
        let mut across = false;
        let shape = there.outline();
        let near = self.tables.distances.across;
        for (_, feature) in self.ground.of_kind(Land::is_linear).filter(|(_, f)| f.area.within(&shape, near))
        {
            let Some(stop) = start.print.run_to_area(start.print.heading, most, &feature.area) else {
                continue;
            };
            if stop < far && start.print.advanced(stop).within(&there, near + TOLERANCE) {
                if mounted && feature.kind.is_rampart() {
                    return Err(no(R_7_1B, "no-horse-across"));
                }
                (far, across) = (stop, true);
            }
        }
        let mover = Mover::new(self, state, unit);
        let mut at = start;
        let mut gone = Len::ZERO;
        while gone < far {
            let by = HALF.min(far - gone);
            let to = at.print.advanced(by);
            mover.may_sweep(&at.print.swept_to(&to), Some(target))?;
            at = mover.tread(&at, to);
            gone += by;
        }
        // Many small roundings make a slanted way; it ends where the straight one does.
        let to = start.print.advanced(far);
        at.print = to;
        let lots = ((far.0 + lot.0 - 1) / lot.0).max(1) as u8;
        let fight = if other.sort == Sort::Maku { 0 } else { self.tables.points.fight };
        let activity = self.pay(activity, lots + fight + mover.toll(&at))?;
        Ok(Rush { stepped: at, activity, across })
    }

    /// 7.1: where a body is struck by one that came from there. A general alone and a Maku have no flanks.
    pub(crate) fn struck_sector(&self, state: &State, target: UnitId, from: Point) -> Sector {
        match self.unit(target).is_troops() {
            true => self.print(state, target).sector(from.fine()),
            false => Sector::Front,
        }
    }
}
