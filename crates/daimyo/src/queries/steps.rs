//! 5.2 to 5.6, 13.3: single steps of a moving unit, what they cost and what stops them.

use kernel::{May, No, Value};
use open::{Crowd, Other};
use plane::{Footprint, Formation, Hand, Len, Outline};

use crate::{
    Daimyo,
    model::{
        ground::Kind,
        state::{March, Mark, State, Where},
        units::UnitId,
    },
    notation::{
        refer::{ground, piece},
        rule_ids::*,
    },
    queries::formation::TOLERANCE,
};

/// A unit about to step, and everybody near enough to matter.
pub(crate) struct Mover<'r> {
    pub rules: &'r Daimyo,
    pub unit: UnitId,
    pub crowd: Crowd<UnitId>,
    disordered: bool,
    column: bool,
}

/// Where a chain of steps has come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stepped {
    pub print: Footprint,
    pub march: March,
    /// D-DIS-2: bad ground was touched.
    pub rough: bool,
}

impl<'r> Mover<'r> {
    pub(crate) fn new(rules: &'r Daimyo, state: &State, unit: UnitId) -> Mover<'r> {
        let body = state.body(unit);
        let side = rules.side_of(unit);
        // No allowance is longer than 44 cm on a road, no unit reaches farther than 32 from its front-centre.
        let near = |other: UnitId| {
            let at = state.body(other).at;
            (at.x - body.at.x).abs() < 10_000 && (at.y - body.at.y).abs() < 10_000
        };
        let others = state.here().filter(|other| *other != unit && near(*other)).map(|other| Other {
            id: other,
            shape: rules.shape(state, other),
            solid: true,
            shunned: rules.side_of(other) != side && !state.is(other, Mark::Routing),
        });
        Mover {
            rules,
            unit,
            crowd: Crowd { others: others.collect() },
            disordered: body.is(Mark::Disordered),
            column: rules.is_column(state, unit),
        }
    }

    fn is_mounted(&self) -> bool {
        self.rules.unit(self.unit).is_mounted()
    }

    /// 5.2: the hull is free of other units, of closed ground and of what lies off the table. `through` may be passed.
    pub(crate) fn may_sweep(&self, hull: &Outline, through: Option<UnitId>) -> May {
        if self.rules.ground.is_off(hull) {
            return No::because(R_5_8, "no-edge");
        }
        if let Some(n) = self.rules.ground.closed(hull, self.is_mounted()) {
            return Err(No::new(R_5_2, "no-closed").with("ground", ground(n)));
        }
        if let Some(arrival) = &self.rules.scenario.arrival
            && let Some((side, feature)) = arrival.closed
            && side == self.rules.side_of(self.unit)
            && self.rules.ground.features[feature].area.touches(hull)
        {
            return Err(No::new(D_SC1, "no-ford").with("ground", ground(feature)));
        }
        match self.crowd.in_way(hull, through) {
            Some(other) => Err(No::new(R_5_2, "no-blocked").with("other", piece(other))),
            None => Ok(()),
        }
    }

    /// 5.5: not nearer than 1 cm to an enemy, or at least not nearer than before.
    pub(crate) fn may_end(&self, from: &Outline, to: &Outline) -> May {
        match self.crowd.too_near(from, to, self.rules.tables.distances.apart) {
            Some(other) => Err(No::new(R_5_5, "no-too-near").with("other", piece(other))),
            None => Ok(()),
        }
    }

    /// D-MOV-4: a column with its front-centre and the middle of its rear on the road.
    fn on_road(&self, print: &Footprint) -> bool {
        let rules = self.rules;
        self.column && rules.is_on_road(print.front.fine()) && rules.is_on_road(print.rear())
    }

    /// 13.3: pays for a step over this hull.
    fn pay(
        &self,
        at: &Stepped,
        to: Footprint,
        hull: &Outline,
        base: Len,
        along_road: bool,
    ) -> Result<Stepped, No> {
        let rules = self.rules;
        let gun = rules.unit(self.unit).is_gun();
        let road = along_road && self.on_road(&at.print) && self.on_road(&to);
        let touched = rules.obstacles(hull);
        let ford = rules.ground.touched(hull, |kind| kind == Kind::Ford).is_some();
        let rough = (touched != 0 || rules.is_difficult(hull)) && (!road || ford);
        if gun && rough {
            return No::because(D_ART_3, "no-gun-rough");
        }
        let (cost, paid) = if road && !ford {
            (base.part(1, rules.tables.column.road), at.march.paid)
        } else {
            let fresh = (touched & !at.march.paid).count_ones() as i32;
            let factor = if rules.is_difficult(hull) { rules.tables.ground.difficult } else { 1 };
            (base * factor + rules.tables.ground.obstacle * fresh, touched)
        };
        let mut march = at.march;
        march.paid = paid;
        // D-MOV-3: the bonus of a column is for good ground alone, and not on top of the road.
        if (rough || road) && march.bonus > Len::ZERO {
            march.left -= march.bonus;
            march.bonus = Len::ZERO;
        }
        if march.left < cost {
            return Err(No::new(R_5_2, "no-allowance")
                .with("need", Value::Length(cost.0))
                .with("left", Value::Length(march.left.0.max(0))));
        }
        march.left -= cost;
        Ok(Stepped { print: to, march, rough: at.rough || rough })
    }

    /// One cm straight ahead.
    pub(crate) fn advance(&self, at: &Stepped) -> Result<Stepped, No> {
        let to = at.print.advanced(Len(100));
        let hull = at.print.swept_to(&to);
        self.may_sweep(&hull, None)?;
        self.may_end(&at.print.outline(), &to.outline())?;
        self.pay(at, to, &hull, Len(100), true)
    }

    /// One cm back, at double cost and at most half the allowance (T-1b).
    pub(crate) fn back(&self, at: &Stepped, gone: Len, allowance: Len) -> Result<Stepped, No> {
        if self.disordered {
            return No::because(D_DIS_7, "no-back-disordered");
        }
        let cost = Len(100) * self.rules.tables.manoeuvre.step_back;
        if gone + cost > allowance.part(1, 2) {
            return No::because(R_5_2, "no-back-far");
        }
        let to = at.print.advanced(Len(-100));
        let hull = at.print.swept_to(&to);
        self.may_sweep(&hull, None)?;
        self.may_end(&at.print.outline(), &to.outline())?;
        self.pay(at, to, &hull, cost, false)
    }

    /// D-DIS-7: what disorder multiplies wheels and turns by.
    fn clumsiness(&self) -> i32 {
        if self.disordered { self.rules.tables.manoeuvre.disordered } else { 1 }
    }

    /// 5.3: what five degrees cost.
    pub(crate) fn wheel_cost(&self, print: &Footprint) -> Len {
        let data = self.rules.unit(self.unit);
        let files = print.width.0 / self.rules.base(self.unit).width.0;
        let factor = self.rules.tables.manoeuvre.wheel_factor(data.quality);
        self.rules.tables.manoeuvre.wheel * files * factor * self.clumsiness()
    }

    /// Five degrees of a wheel.
    pub(crate) fn wheel(&self, at: &Stepped, hand: Hand) -> Result<Stepped, No> {
        let to = at.print.wheeled(hand, 1);
        let hull = at.print.swept_to(&to);
        self.may_sweep(&hull, None)?;
        self.may_end(&at.print.outline(), &to.outline())?;
        self.pay(at, to, &hull, self.wheel_cost(&at.print), false)
    }

    /// What a turn or a change of files costs (T-1b).
    pub(crate) fn turn_cost(&self, allowance: Len) -> Len {
        let quarters = self.rules.tables.manoeuvre.turn_quarters(self.rules.unit(self.unit).quality);
        allowance.part(quarters * self.clumsiness(), 4)
    }

    /// A turn, a change of files or a gun's rotation: looked at where it ends.
    pub(crate) fn set(&self, at: &Stepped, to: Footprint, cost: Len) -> Result<Stepped, No> {
        let shape = to.outline();
        self.may_sweep(&shape, None)?;
        self.may_end(&at.print.outline(), &shape)?;
        self.pay(at, to, &shape, cost, false)
    }

    /// 5.4: an unrouted enemy within 4 cm before the front.
    pub(crate) fn enemy_before(&self, print: &Footprint) -> Option<UnitId> {
        let before = print.strip(self.rules.tables.distances.turn + TOLERANCE);
        let mut close = self.crowd.others.iter().filter(|other| other.shunned);
        close.find(|other| other.shape.meets(&before)).map(|other| other.id)
    }

    /// 5.6: straight ahead until clear of a friend and of everyone else, in whole cm.
    pub(crate) fn through(&self, at: &Stepped, friend: UnitId) -> Result<Stepped, No> {
        let mut stepped = *at;
        let mut met = false;
        loop {
            let to = stepped.print.advanced(Len(100));
            let hull = stepped.print.swept_to(&to);
            self.may_sweep(&hull, Some(friend))?;
            let shape = to.outline();
            let over = self.crowd.shape(friend).is_some_and(|friend| {
                met |= friend.overlaps(&hull);
                friend.overlaps(&shape)
            });
            let from = stepped.print.outline();
            stepped = self.pay(&stepped, to, &hull, Len(100), true)?;
            if met && !over {
                self.may_end(&from, &shape)?;
                return Ok(stepped);
            }
        }
    }
}

impl Daimyo {
    /// 5.2: the allowance of a unit, before a column's bonus.
    pub(crate) fn allowance(&self, state: &State, unit: UnitId) -> Len {
        let data = self.unit(unit);
        let plain = if data.is_gun() {
            self.tables.gun(data.troop).step
        } else {
            self.tables.moves(data.gait()).normal
        };
        self.sky(state).slowed(plain)
    }

    /// The march a unit begins with.
    pub(crate) fn fresh_march(&self, state: &State, unit: UnitId) -> March {
        let data = self.unit(unit);
        let allowance = self.allowance(state, unit);
        let column = self.is_column(state, unit) && !data.is_gun();
        let bonus = if column { self.tables.column.bonus } else { Len::ZERO };
        let shape = self.shape(state, unit);
        March {
            left: allowance + bonus,
            bonus,
            paid: if state.body(unit).place == Where::Table { self.obstacles(&shape) } else { 0 },
            ..March::default()
        }
    }

    pub(crate) fn stepped(&self, state: &State, unit: UnitId, march: March) -> Stepped {
        Stepped { print: self.print(state, unit), march, rough: false }
    }

    /// 3.1, 5.4: a quarter turn makes ranks of files; the centre stays.
    pub(crate) fn quarter_turn(&self, state: &State, unit: UnitId, hand: Hand) -> (Formation, Footprint) {
        let old = state.body(unit).formation;
        let formation = Formation::new(old.stands, old.ranks());
        let (width, depth) = formation.size(self.base(unit));
        (formation, self.print(state, unit).turned_as(18 * hand.sign(), width, depth))
    }

    /// The cost of a step over this hull without road: the cost, the obstacles it now touches, and whether the ground
    /// disorders.
    pub(crate) fn plain_cost(&self, hull: &Outline, base: Len, paid: u64) -> (Len, u64, bool) {
        let difficult = self.is_difficult(hull);
        let touched = self.obstacles(hull);
        let fresh = (touched & !paid).count_ones() as i32;
        let factor = if difficult { self.tables.ground.difficult } else { 1 };
        (base * factor + self.tables.ground.obstacle * fresh, touched, difficult || touched != 0)
    }

    /// Blocks the unit touches (5.10): within 1 cm, since it moves by whole cm.
    pub(crate) fn touches_block(&self, state: &State, unit: UnitId, block: usize) -> bool {
        self.ground.features[block].area.within(&self.shape(state, unit), self.tables.distances.touching)
    }
}
