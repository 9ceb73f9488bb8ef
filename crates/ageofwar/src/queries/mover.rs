//! 6.2, 6.3, 14.6: single steps of a moving unit, what they cost and what stops them.

use kernel::{May, No};
use open::{Crowd, Other};
use plane::{Footprint, Hand, Len, Outline};

use crate::{
    AgeOfWar,
    model::{
        ground::Land,
        state::{State, Where},
        units::{Sort, UnitId},
    },
    notation::{
        refer::{ground, piece},
        rule_ids::*,
    },
};

/// Half an inch: what a lot may be cut to.
pub(crate) const HALF: Len = Len(50);

/// A unit about to step, and everybody near enough to matter.
pub(crate) struct Mover<'r> {
    pub rules: &'r AgeOfWar,
    pub unit: UnitId,
    pub crowd: Crowd<UnitId>,
    mounted: bool,
    /// Its front is wider than one base, so scenery costs.
    wide: bool,
}

/// Where a chain of steps has come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stepped {
    pub print: Footprint,
    /// Scenery the front edge is in.
    pub inside: u64,
    /// Scenery entered on the way: each costs once.
    pub entered: u8,
    /// Scenery left on the way: each may disorder.
    pub left: u8,
}

impl<'r> Mover<'r> {
    pub(crate) fn new(rules: &'r AgeOfWar, state: &State, unit: UnitId) -> Mover<'r> {
        let body = state.body(unit);
        let side = rules.side_of(unit);
        // No move is longer than 20", no body reaches farther than 15" from its front-centre.
        let near = |other: UnitId| {
            let at = state.body(other).at;
            // Who is not on the table yet may come anywhere.
            body.place != Where::Table || (at.x - body.at.x).abs() < 4000 && (at.y - body.at.y).abs() < 4000
        };
        let others = state.here().filter(|other| *other != unit && near(*other)).map(|other| {
            let enemy = rules.side_of(other) != side;
            let sort = rules.unit(other).sort;
            Other {
                id: other,
                shape: rules.shape(state, other),
                // 2.4: a general blocks no friend, and a general alone is blocked by none.
                solid: enemy || sort != Sort::General && !rules.unit(unit).is_general(),
                shunned: enemy && sort != Sort::Maku,
            }
        });
        Mover {
            rules,
            unit,
            crowd: Crowd { others: others.collect() },
            mounted: rules.is_mounted(state, unit),
            wide: body.formation.files > 1,
        }
    }

    fn is_enemy(&self, other: UnitId) -> bool {
        self.rules.side_of(other) != self.rules.side_of(self.unit)
    }

    /// A friend whose place this would be.
    pub(crate) fn friend_under(&self, at: &Footprint) -> Option<UnitId> {
        let shape = at.outline();
        let friends = self.crowd.others.iter().filter(|other| other.solid && !self.is_enemy(other.id));
        friends.into_iter().find(|other| other.shape.overlaps(&shape)).map(|other| other.id)
    }

    pub(crate) fn enemy_in(&self, hull: &Outline) -> bool {
        self.crowd.others.iter().any(|other| self.is_enemy(other.id) && other.shape.overlaps(hull))
    }

    /// Ground that this body cannot go over.
    pub(crate) fn is_closed(&self, hull: &Outline) -> bool {
        self.rules.ground.closed(hull, self.mounted).is_some()
    }

    /// 14.6: the hull is free of units, impassable ground and what lies off the table. `through` may be passed.
    pub(crate) fn may_sweep(&self, hull: &Outline, through: Option<UnitId>) -> May {
        if self.rules.ground.is_off(hull) {
            return No::because(R_14_6, "no-edge");
        }
        if let Some(n) = self.rules.ground.closed(hull, self.mounted) {
            return Err(No::new(R_14_6, "no-closed").with("ground", ground(n)));
        }
        match self.crowd.in_way(hull, through) {
            Some(other) if self.is_enemy(other) => {
                Err(No::new(R_6_2, "no-enemy-passed").with("other", piece(other)))
            }
            Some(other) => Err(No::new(R_6_2, "no-blocked").with("other", piece(other))),
            None => Ok(()),
        }
    }

    /// 6.3.
    fn may_near(&self, from: &Outline, to: &Outline) -> May {
        match self.crowd.too_near(from, to, self.rules.tables.distances.apart) {
            Some(other) => Err(No::new(R_6_3, "no-too-near").with("other", piece(other))),
            None => Ok(()),
        }
    }

    /// A facing or a formation: looked at where it ends.
    pub(crate) fn may_set(&self, from: &Footprint, to: &Footprint) -> May {
        let shape = to.outline();
        self.may_sweep(&shape, None)?;
        self.may_near(&from.outline(), &shape)
    }

    /// A facing or a formation as a step: nothing is entered or left on the way.
    pub(crate) fn set(&self, at: &Stepped, to: Footprint) -> Result<Stepped, No> {
        self.may_set(&at.print, &to)?;
        Ok(Stepped { print: to, inside: self.inside(&to), ..*at })
    }

    fn front(print: &Footprint) -> Outline {
        Outline::line(print.front_left(), print.front_right())
    }

    /// Scenery the front edge of a footprint is in.
    pub(crate) fn inside(&self, print: &Footprint) -> u64 {
        self.rules.ground.bits(&Self::front(print), Land::is_scenery)
    }

    /// What the front edge enters and leaves in one step.
    pub(crate) fn tread(&self, at: &Stepped, to: Footprint) -> Stepped {
        let swept = Outline::hull(&Self::front(&at.print), &Self::front(&to));
        let met = self.rules.ground.bits(&swept, Land::is_scenery);
        let inside = self.inside(&to);
        let entered = (met & !at.inside).count_ones() as u8;
        let left = ((met | at.inside) & !inside).count_ones() as u8;
        Stepped { print: to, inside, entered: at.entered + entered, left: at.left + left }
    }

    /// Half an inch, or less, straight ahead.
    pub(crate) fn advance(&self, at: &Stepped, by: Len, through: Option<UnitId>) -> Result<Stepped, No> {
        let to = at.print.advanced(by);
        self.may_sweep(&at.print.swept_to(&to), through)?;
        self.may_near(&at.print.outline(), &to.outline())?;
        Ok(self.tread(at, to))
    }

    /// 45 degrees on a front corner.
    pub(crate) fn wheel(&self, at: &Stepped, hand: Hand) -> Result<Stepped, No> {
        let start = at.print;
        let mut at = *at;
        for steps in 1..=9 {
            let to = start.wheeled(hand, steps);
            self.may_sweep(&at.print.swept_to(&to), None)?;
            at = self.tread(&at, to);
        }
        self.may_near(&start.outline(), &at.print.outline())?;
        Ok(at)
    }

    /// what the scenery entered costs.
    pub(crate) fn toll(&self, stepped: &Stepped) -> u8 {
        if self.wide {
            self.rules.tables.points.scenery[usize::from(self.mounted)] * stepped.entered
        } else {
            0
        }
    }

    /// what passing a friend costs.
    pub(crate) fn friend_toll(&self) -> u8 {
        if self.wide { self.rules.tables.points.scenery[usize::from(self.mounted)] } else { 0 }
    }

    pub(crate) fn lot(&self) -> Len {
        self.rules.tables.points.lot[usize::from(self.mounted)]
    }
}

impl AgeOfWar {
    /// 6.5.
    pub(crate) fn most_lots(&self, state: &State, unit: UnitId) -> u8 {
        if self.unit(unit).is_gun() {
            return 1;
        }
        self.tables.points.lots[usize::from(self.is_mounted(state, unit))]
    }

    /// After any move: messengers and the Maku.
    pub(crate) fn end_of_move(&self, state: &mut State, unit: UnitId) {
        if state.body(unit).place == Where::Table && self.unit(unit).is_troops() {
            self.endanger(state, unit);
        }
    }
}
