//! Chapters 6.4 and 28: who may shoot at whom, and what saves need.

use arrayvec::ArrayVec;
use kernel::{Line, May, Modifier, Modifiers, No};
use plane::{Arc, Corridor, Len, Outline};

use crate::{
    AgeOfWar,
    decisions::errands::shot::Shot,
    model::{
        ground::{Land, Sight},
        state::{Activity, State, Where},
        units::{Class, Missile, UnitId},
    },
    notation::{refer::piece, rule_ids::*},
    queries::{casualties::Struck, formation::TOLERANCE},
};

/// Why a unit shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// 6.4: for action points, with two ranks, at an enemy who does not fight.
    Act,
    /// 6.6: at opportunity, with one rank, at an enemy who moves or assaults.
    Opportunity,
}

/// How a shot would go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sighting {
    pub gap: Len,
    pub bases: u8,
}

impl AgeOfWar {
    /// 3.4b: in woods or buildings.
    fn is_close(&self, state: &State, unit: UnitId) -> bool {
        self.is_in(state, unit, Land::is_close)
    }

    fn range(&self, state: &State, missile: Missile) -> Len {
        let table = &self.tables.shooting;
        let far = if missile == Missile::Gun { table.artillery } else { table.long };
        match self.fog(state) {
            Some(fog) => far.min(fog.shooting),
            None => far,
        }
    }

    /// Ranges as they are drawn.
    pub(crate) fn ranges(&self, state: &State, missile: Missile) -> (Len, Len) {
        let far = self.range(state, missile);
        (self.tables.shooting.short.min(far), far)
    }

    /// 3.4: half the opening of the arc.
    fn arc(&self, missile: Missile) -> Arc {
        let arcs = &self.tables.arcs;
        if missile == Missile::Gun { arcs.gun.0 } else { arcs.missile.0 }
    }

    /// 6.4: may the unit shoot at this target, and with how many bases?
    pub(crate) fn sighting(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        occasion: Occasion,
    ) -> Result<Sighting, No> {
        let no = |rule, key| No::new(rule, key).with("other", piece(target));
        let data = self.unit(unit);
        let Some(missile) = data.missile() else {
            return Err(No::new(R_6_4, "no-missiles").with("unit", piece(unit)));
        };
        let other = self.unit(target);
        if other.side == data.side
            || state.body(target).place != Where::Table
            || other.sort == crate::model::units::Sort::Maku
        {
            return Err(no(R_6_4, "no-target"));
        }
        if occasion == Occasion::Act && self.is_fighting(state, target) {
            return Err(no(R_6_4, "no-target-fights"));
        }
        if other.is_general() {
            let near = self.friends_near(state, target, self.tables.shooting.covered);
            if !near.is_empty() {
                return Err(no(R_6_4, "no-general-covered"));
            }
        }
        let (print, shape) = (self.print(state, unit), self.shape(state, target));
        let gap = print.outline().gap(&shape);
        let close = self.is_close(state, unit) || self.is_close(state, target);
        let range = self.range(state, missile);
        let far = if close { range.min(self.tables.shooting.close) } else { range };
        if gap > far + TOLERANCE {
            return Err(no(A_28_6, if close { "no-range-close" } else { "no-range" }));
        }
        let ranks = if close || occasion == Occasion::Opportunity { 1 } else { 2 };
        let bases =
            (0..ranks).map(|rank| self.count(state, unit, rank, |kind| kind.missile().is_some())).sum();
        if bases == 0 {
            return Err(No::new(R_6_4, "no-missiles").with("unit", piece(unit)));
        }
        let arc = self.arc(missile);
        let front = (print.front_left(), print.front_right());
        let centres: ArrayVec<_, 10> = self
            .base_centres(state, target)
            .into_iter()
            .filter(|centre| arc.covers(front, print.heading, *centre))
            .collect();
        if centres.is_empty() {
            return Err(no(R_3_4, "no-arc"));
        }
        let levels = (self.level(state, unit), self.level(state, target));
        let others: Vec<Outline> = state
            .here()
            .filter(|third| *third != unit && *third != target && !self.unit(*third).is_general())
            .map(|third| self.shape(state, third))
            .collect();
        let clear = |corridor: &Corridor| {
            !others.iter().any(|third| corridor.crosses(third))
                && self.ground.features.iter().all(|feature| match feature.kind.sight() {
                    Sight::Near => corridor.depth_in(&feature.area) <= self.tables.shooting.close + TOLERANCE,
                    Sight::Screen => {
                        feature.area.holds(corridor.from)
                            || feature.area.holds(corridor.to)
                            || !corridor.crosses_area(&feature.area)
                    }
                    Sight::Crest => !corridor.is_over(&feature.area, feature.level, levels),
                    Sight::Open => true,
                })
        };
        let sees = print
            .eyes()
            .into_iter()
            .any(|eye| centres.iter().any(|centre| clear(&Corridor::between(eye, *centre, Len::ZERO))));
        if !sees {
            return Err(no(R_3_4, "no-sight"));
        }
        Ok(Sighting { gap, bases })
    }

    /// 6.4: the targets among which the shooter picks: at most 2" farther than the nearest.
    pub(crate) fn targets(&self, state: &State, unit: UnitId) -> Vec<UnitId> {
        let seen: Vec<(UnitId, Len)> = state
            .here()
            .filter(|other| self.side_of(*other) != self.side_of(unit))
            .filter_map(|other| Some((other, self.sighting(state, unit, other, Occasion::Act).ok()?.gap)))
            .collect();
        let Some(nearest) = seen.iter().map(|(_, gap)| *gap).min() else { return Vec::new() };
        let far = nearest + self.tables.shooting.farther + TOLERANCE;
        seen.into_iter().filter(|(_, gap)| *gap <= far).map(|(unit, _)| unit).collect()
    }

    pub(crate) fn may_shoot_now(&self, unit: UnitId, activity: &Activity) -> Result<Activity, No> {
        let Some(missile) = self.unit(unit).missile() else {
            return Err(No::new(R_6_4, "no-missiles").with("unit", piece(unit)));
        };
        if activity.shots >= self.tables.points.shots {
            return No::because(A_25_5, "no-shots");
        }
        self.pay(activity, self.shot_cost(missile))
    }

    pub(crate) fn may_shoot_act(
        &self,
        state: &State,
        unit: UnitId,
        activity: &Activity,
        target: UnitId,
    ) -> May {
        self.may_shoot_now(unit, activity)?;
        self.sighting(state, unit, target, Occasion::Act)?;
        if !self.targets(state, unit).contains(&target) {
            return Err(No::new(R_6_4, "no-nearer").with("other", piece(target)));
        }
        Ok(())
    }

    pub(crate) fn targets_of_act(&self, state: &State, unit: UnitId, activity: &Activity) -> Vec<UnitId> {
        if self.may_shoot_now(unit, activity).is_err() {
            return Vec::new();
        }
        self.targets(state, unit)
    }

    /// does the line straight ahead meet the target?
    pub(crate) fn is_on_centre(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        if self.options.always_centre {
            return true;
        }
        let print = self.print(state, unit);
        let ahead = print.spot(Len(2600), Len::ZERO);
        Outline::line(print.front.fine(), ahead).meets(&self.shape(state, target))
    }

    /// what is added to the save that is needed.
    pub(crate) fn save_modifiers(&self, state: &State, unit: UnitId, target: UnitId) -> Modifiers {
        let table = &self.tables.shooting;
        let mut list = Modifiers::new();
        let mut add = |value: i16, when: bool, key: &'static str, rule| {
            if when {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        let gap = self.gap(state, unit, target);
        let gun = self.unit(unit).missile() == Some(Missile::Gun);
        let short = gap <= table.short + TOLERANCE && !gun;
        add(table.save, true, "mod-save", A_28_7);
        add(table.short_range, short, "mod-short", A_28_7);
        add(table.long_range, !short, "mod-long", A_28_7);
        let class = self.unit(target).class();
        add(table.levy, class == Class::Levy, "mod-levy-target", A_28_7);
        add(table.cover, self.in_cover(state, target, &self.shape(state, unit)), "mod-cover", A_28_7);
        add(table.samurai, matches!(class, Class::Samurai | Class::Ronin), "mod-samurai-target", A_28_7);
        list
    }

    pub(crate) fn save_of(&self, state: &State, shot: &Shot, struck: Struck) -> u8 {
        match struck {
            Struck::Base(_) => {
                let sum: i16 =
                    self.save_modifiers(state, shot.unit, shot.target).iter().map(|m| m.value).sum();
                sum.clamp(self.tables.shooting.least, self.tables.shooting.most) as u8
            }
            _ => self.tables.shooting.leader_save,
        }
    }
}
