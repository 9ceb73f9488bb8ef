//! Chapters 6 and 25: what action points buy.

use kernel::{May, No};
use plane::{Formation, Len};

use crate::{
    AgeOfWar,
    model::{
        state::{Activity, Mark, Stage, State},
        units::{Missile, UnitId},
    },
    notation::{action::Action, refer::piece, rule_ids::*},
    queries::mover::{HALF, Mover, Stepped},
};

/// What an action of a moving unit leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub stepped: Stepped,
    pub activity: Activity,
    pub formation: Formation,
    /// Missile bases in the front rank, where the unit is laid out again.
    pub front: Option<u8>,
}

impl AgeOfWar {
    pub(crate) fn pay(&self, activity: &Activity, cost: u8) -> Result<Activity, No> {
        match activity.ap.checked_sub(cost) {
            Some(ap) => Ok(Activity { ap, ..*activity }),
            None => Err(No::new(R_5_2, "no-points")
                .with("need", i32::from(cost))
                .with("left", i32::from(activity.ap))),
        }
    }

    fn in_stage(&self, activity: &Activity, last: Stage) -> May {
        match activity.stage {
            stage if stage <= last => Ok(()),
            Stage::Done => No::because(R_6_1, "no-move-after-shot"),
            _ => No::because(R_6_1, "no-stage-over"),
        }
    }

    fn may_move(&self, state: &State, unit: UnitId) -> May {
        if state.is(unit, Mark::Halted) {
            return Err(No::new(R_5_6, "no-halted").with("unit", piece(unit)));
        }
        Ok(())
    }

    pub(crate) fn here(&self, state: &State, unit: UnitId, activity: &Activity) -> Stepped {
        Stepped { print: self.print(state, unit), inside: activity.inside, entered: 0, left: 0 }
    }

    /// What a step of the unit would lead to.
    pub(crate) fn step(
        &self,
        state: &State,
        mover: &Mover<'_>,
        activity: &Activity,
        action: Action,
    ) -> Result<Outcome, No> {
        let unit = mover.unit;
        let table = &self.tables.points;
        let here = self.here(state, unit, activity);
        let formation = state.body(unit).formation;
        let plain =
            |stepped: Stepped, activity: Activity| Outcome { stepped, activity, formation, front: None };
        match action {
            Action::Files { files, front } => {
                self.in_stage(activity, Stage::Form)?;
                let bases = state.body(unit).bases.len() as u8;
                if self.unit(unit).is_gun()
                    || !self.may_have(bases, files)
                    || !self.fronts(state, unit, files).contains(&front)
                {
                    return No::because(R_3_1, "no-formation");
                }
                if files == formation.files && front == self.front_missiles(state, unit) {
                    return No::because(R_3_1, "no-nothing");
                }
                let formation = Formation::new(bases, files);
                let to = self.print_as(state, unit, formation);
                let stepped = mover.set(&here, to)?;
                let paid = self.pay(activity, table.change)?;
                Ok(Outcome {
                    stepped,
                    activity: Activity { stage: Stage::Form, inside: stepped.inside, ..paid },
                    formation,
                    front: Some(front),
                })
            }
            Action::Turn(_) | Action::About => {
                self.in_stage(activity, Stage::Form)?;
                let steps = match action {
                    Action::Turn(hand) => 18 * hand.sign(),
                    _ => 36,
                };
                let stepped = mover.set(&here, here.print.turned(steps))?;
                let paid = self.pay(activity, table.change)?;
                let activity = Activity { stage: Stage::Form, faced: true, inside: stepped.inside, ..paid };
                Ok(plain(stepped, activity))
            }
            Action::Wheel(hand) => {
                self.may_move(state, unit)?;
                self.in_stage(activity, Stage::Wheel)?;
                if activity.wheels >= table.wheels {
                    return No::because(A_25_2, "no-wheels");
                }
                let stepped = mover.wheel(&here, hand)?;
                let paid = self.pay(activity, table.change + mover.toll(&stepped))?;
                let activity =
                    Activity { stage: Stage::Wheel, wheels: paid.wheels + 1, inside: stepped.inside, ..paid };
                Ok(plain(stepped, activity))
            }
            Action::Advance(halves) => {
                self.may_march(state, unit, activity)?;
                if halves == 0 || HALF * i32::from(halves) > mover.lot() {
                    return Err(No::new(A_25_4, "no-lot").with("n", mover.lot().0 / 100));
                }
                let mut stepped = here;
                for _ in 0..halves {
                    stepped = mover.advance(&stepped, HALF, None)?;
                }
                let paid = self.pay(activity, 1 + mover.toll(&stepped))?;
                Ok(plain(stepped, self.marched(paid, 1, &stepped)))
            }
            Action::Through(friend) => {
                self.may_march(state, unit, activity)?;
                if self.side_of(friend) != self.side_of(unit)
                    || friend == unit
                    || !self.unit(friend).is_troops()
                {
                    return Err(No::new(R_6_2, "no-not-a-friend").with("other", piece(friend)));
                }
                let (stepped, lots) = self.passing(state, mover, activity, &here, friend)?;
                let paid = self.pay(activity, lots + mover.toll(&stepped) + mover.friend_toll())?;
                Ok(plain(stepped, self.marched(paid, lots, &stepped)))
            }
            _ => No::because(R_0_2, "table-not-asked"),
        }
    }

    fn marched(&self, activity: Activity, lots: u8, stepped: &Stepped) -> Activity {
        Activity { stage: Stage::March, lots: activity.lots + lots, inside: stepped.inside, ..activity }
    }

    /// May it take another lot straight ahead?
    pub(crate) fn may_march(&self, state: &State, unit: UnitId, activity: &Activity) -> May {
        self.may_move(state, unit)?;
        self.in_stage(activity, Stage::March)?;
        let most = self.most_lots(state, unit);
        if activity.lots >= most {
            return Err(No::new(A_25_4, "no-lots").with("n", i32::from(most)));
        }
        Ok(())
    }

    /// 6.2, 14.6: the least number of lots that clears a friend.
    fn passing(
        &self,
        state: &State,
        mover: &Mover<'_>,
        activity: &Activity,
        here: &Stepped,
        friend: UnitId,
    ) -> Result<(Stepped, u8), No> {
        let shape = mover.crowd.shape(friend).copied();
        let not_ahead = || No::new(R_6_2, "no-not-ahead").with("other", piece(friend));
        let shape = shape.ok_or_else(not_ahead)?;
        let lots = self.most_lots(state, mover.unit) - activity.lots;
        let halves = mover.lot().0 / HALF.0 * i32::from(lots);
        if !shape.overlaps(&here.print.strip(HALF * halves)) {
            return Err(not_ahead());
        }
        let mut at = *here;
        let mut met = false;
        for n in 1..=halves {
            at = mover.advance(&at, HALF, Some(friend))?;
            let over = shape.overlaps(&at.print.outline());
            met |= over;
            if met && !over {
                return Ok((at, (HALF.0 * n + mover.lot().0 - 1).div_euclid(mover.lot().0) as u8));
            }
        }
        Err(No::new(R_6_2, "no-clear").with("other", piece(friend)))
    }

    ///
    fn may_restore(&self, state: &State, unit: UnitId, activity: &Activity) -> May {
        self.is_first(activity)?;
        if self.options.free_order {
            return No::because(A_27_3, "no-restore-free");
        }
        if !state.is(unit, Mark::Disordered) {
            return Err(No::new(A_27_3, "no-in-order").with("unit", piece(unit)));
        }
        if activity.restored {
            return No::because(A_27_3, "no-restored-twice");
        }
        self.pay(activity, self.tables.points.restore).map(|_| ())
    }

    /// 6.1: first of all.
    fn is_first(&self, activity: &Activity) -> May {
        if activity.stage != Stage::First || activity.shots > 0 {
            return No::because(R_6_1, "no-not-first");
        }
        Ok(())
    }

    fn may_mount(&self, state: &State, unit: UnitId, activity: &Activity, up: bool) -> May {
        self.is_first(activity)?;
        let down = state.is(unit, Mark::Dismounted);
        if !self.unit(unit).is_horse() || down != up {
            return Err(No::new(A_25_6, "no-horses").with("unit", piece(unit)));
        }
        if up {
            let print = self.print(state, unit);
            let size = self.tables.base_size(self.unit(unit), true);
            let to = state.body(unit).formation.footprint(size, print.front, print.heading);
            Mover::new(self, state, unit).may_set(&print, &to)?;
        }
        self.pay(activity, 1).map(|_| ())
    }

    pub(crate) fn may_freely(&self, state: &State, unit: UnitId, activity: &Activity, action: Action) -> May {
        match action {
            Action::End => Ok(()),
            Action::Restore => self.may_restore(state, unit, activity),
            Action::Control => No::because(A_25_7, "no-in-control"),
            Action::Dismount => self.may_mount(state, unit, activity, false),
            Action::Mount => self.may_mount(state, unit, activity, true),
            Action::Shoot(target) => self.may_shoot_act(state, unit, activity, target),
            Action::Fight(target) => self.assault_of(state, unit, activity, target).map(|_| ()),
            _ => self.step(state, &Mover::new(self, state, unit), activity, action).map(|_| ()),
        }
    }

    ///
    pub(crate) fn shot_cost(&self, missile: Missile) -> u8 {
        match missile {
            Missile::Bow => self.tables.points.bow,
            Missile::Arquebus => self.tables.points.arquebus,
            Missile::Gun => self.tables.points.gun,
        }
    }

    pub(crate) fn lot_len(&self, state: &State, unit: UnitId) -> Len {
        self.tables.points.lot[usize::from(self.is_mounted(state, unit))]
    }
}
