//! Chapter 9.1 to 9.4 and 6.5: units that run, retire or retreat, and units that are gone.

use kernel::{Rule, Story, Stroke};
use open::Event;
use plane::{Compass, Footprint, Heading, Len, Outline, Point, TableEdge};

use crate::{
    Daimyo,
    decisions::{
        Errand,
        errand::{
            danger::{self, Danger, Peril},
            rout_move,
        },
    },
    formation::{APART, TOLERANCE},
    refer::{person, piece},
    rule_ids::*,
    state::{Life, Mark, State, Where},
    units::{LeaderId, UnitId},
};

/// How a unit fell back.
struct Gone {
    at: Footprint,
    passed: Vec<UnitId>,
    rough: bool,
    is_off: bool,
}

impl Daimyo {
    /// The edge a unit runs to; detachments run to where they came from.
    pub fn home(&self, unit: UnitId) -> TableEdge {
        match &self.scenario.arrival {
            Some(arrival) if self.group(self.unit(unit).group).arrives => arrival.edge,
            _ => self.scenario.edges[self.side_of(unit).index()],
        }
    }

    /// 9.1: it breaks and runs at once.
    pub(crate) fn rout(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let data = self.unit(unit);
        if data.is_headquarters() {
            return self.destroy(state, unit, R_2_5, story);
        }
        if data.is_gun() {
            return self.abandon(state, unit, story);
        }
        self.leave_block(state, unit);
        let home = self.home(unit);
        let body = state.body_mut(unit);
        if body.is(Mark::HasRun) || body.is(Mark::RallyUsed) {
            body.mark(Mark::Doomed);
        }
        let doomed = body.is(Mark::Doomed);
        body.mark(Mark::Routing);
        body.mark(Mark::NewRout);
        self.disorder_by(state, unit, D_DIS_1, story);
        let body = state.body_mut(unit);
        body.clear(&[
            Mark::Frenzied,
            Mark::Charging,
            Mark::Following,
            Mark::Pursuing,
            Mark::Across,
            Mark::Halted,
        ]);
        body.round = 0;
        let print = self.faced(state, unit, home.heading());
        self.put(state, unit, &print);
        let at = print.front;
        story.tell(|| {
            Event::of(if doomed { R_9_4 } else { R_9_1 }, "told-routs", unit)
                .by(data.side)
                .moved(piece(unit), at)
        });
        if let Some(leader) = state.body(unit).leader {
            self.mourn(state, leader);
        }
        rout_move::begin(state, unit);
    }

    /// 9.1, 8.8: how far a unit runs with this die.
    pub(crate) fn rout_distance(&self, unit: UnitId, die: i32) -> Len {
        self.tables.moves(self.unit(unit).gait()).rout[(die - 1).clamp(0, 5) as usize]
    }

    /// Turned on the spot, if no enemy, closed ground or edge of the table is in the way.
    pub(crate) fn faced(&self, state: &State, unit: UnitId, heading: Heading) -> Footprint {
        let print = self.print(state, unit);
        let turned = print.turned(print.heading.to(heading));
        let shape = turned.outline();
        let side = self.side_of(unit);
        let foe = state
            .here()
            .any(|other| self.side_of(other) != side && self.shape(state, other).overlaps(&shape));
        let closed = self.ground.closed(&shape, self.unit(unit).is_mounted()).is_some();
        if foe || closed || self.ground.is_off(&shape) { print } else { turned }
    }

    /// D-MOR-5: units near a leader who is killed or carried away by a rout will test, the one he was with first of
    /// all; noted with the distances of this moment.
    pub(crate) fn mourn(&self, state: &mut State, leader: LeaderId) {
        let data = self.leader(leader);
        for unit in self.of_side[data.side.index()].iter() {
            let own = data.is_general || self.commander(unit) == leader;
            if !own || !state.body(unit).is_steady() {
                continue;
            }
            let far = self.heeded(self.in_melee(state, unit)) + TOLERANCE;
            if self.leader_gap(state, leader, unit) <= far {
                state.body_mut(unit).mark(Mark::Bereft);
            }
        }
    }

    /// Friends that lie under this footprint.
    pub(crate) fn overlapped(&self, state: &State, unit: UnitId, print: &Footprint) -> Option<UnitId> {
        let shape = print.outline();
        state.here().find(|other| *other != unit && self.shape(state, *other).overlaps(&shape))
    }

    pub(crate) fn passed_through(
        &self,
        state: &State,
        unit: UnitId,
        from: &Footprint,
        to: &Footprint,
    ) -> Vec<UnitId> {
        let hull = from.swept_to(to);
        let side = self.side_of(unit);
        state
            .here()
            .filter(|other| *other != unit && self.side_of(*other) == side)
            .filter(|other| !state.is(*other, Mark::Routing) && self.shape(state, *other).overlaps(&hull))
            .collect()
    }

    /// Where a footprint now is becomes where the unit is; its leader goes with it.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, print: &Footprint) {
        let body = state.body_mut(unit);
        body.at = print.front;
        body.heading = print.heading;
        if let Some(leader) = body.leader {
            state.person_mut(leader).at = print.front;
        }
    }

    /// 6.5: from whom a unit goes: the nearest charger, or the nearest unrouted enemy within 15 cm.
    fn shunned(&self, state: &State, unit: UnitId) -> Option<Point> {
        let near = self
            .steady(state, self.side_of(unit).other())
            .filter(|foe| self.is_within(state, *foe, unit, self.tables.morale.near))
            .min_by_key(|foe| (self.gap(state, *foe, unit), *foe));
        near.map(|foe| state.body(foe).at)
    }

    /// 6.5: retire, facing the enemy and in order; or retreat, facing away and disordered.
    pub(crate) fn fall_back(
        &self,
        state: &mut State,
        unit: UnitId,
        away_from: Option<Point>,
        retreat: bool,
        story: &mut Story<Event>,
    ) {
        let data = self.unit(unit);
        if data.is_headquarters() {
            return;
        }
        self.leave_block(state, unit);
        let print = self.print(state, unit);
        let from = away_from.or_else(|| self.shunned(state, unit));
        let along = from
            .and_then(|from| Compass::FULL.bearing(from.fine(), print.centre()))
            .unwrap_or(self.home(unit).heading());
        // It turns about its centre, then goes; where there is no room to turn it goes as it stands.
        let facing = if retreat { along } else { along.back() };
        let mut went = self.way_back(state, unit, self.faced(state, unit, facing), along);
        if self.overlapped(state, unit, &went.at).is_some() {
            went = self.way_back(state, unit, print, along);
        }
        let Gone { at, passed, rough, is_off } = went;
        for other in passed {
            self.disorder_by(state, other, D_DIS_5, story);
        }
        let body = state.body_mut(unit);
        body.mark(Mark::Moved);
        body.mark(Mark::Spent);
        body.mark(Mark::Picked);
        body.clear(&[Mark::Charging, Mark::Following, Mark::Across]);
        body.round = 0;
        self.put(state, unit, &at);
        story.tell(|| {
            let key = if retreat { "told-retreats" } else { "told-retires" };
            Event::of(R_6_5, key, unit).by(data.side).moved(piece(unit), at.front)
        });
        if retreat {
            self.disorder_by(state, unit, D_DIS_1, story);
        } else if rough {
            self.disorder_by(state, unit, D_DIS_2, story);
        }
        if is_off || self.overlapped(state, unit, &at).is_some() {
            self.disperse(state, unit, R_5_6, story);
        } else {
            self.scatter_leaders(state, unit);
        }
    }

    /// As far back along a heading as the allowance goes, and on while it stands on a friend.
    fn way_back(&self, state: &State, unit: UnitId, from: Footprint, along: Heading) -> Gone {
        let data = self.unit(unit);
        let mut left = self.sky(state).slowed(self.tables.moves(data.gait()).normal);
        let mut paid = 0u64;
        let mut gone = Gone { at: from, passed: Vec::new(), rough: false, is_off: false };
        loop {
            let on_friend = self.overlapped(state, unit, &gone.at).is_some();
            let next = gone.at.shifted(along, Len(100));
            let hull = gone.at.swept_to(&next);
            let closed = self.ground.closed(&hull, data.is_mounted()).is_some();
            if closed
                || self.meets_enemy(state, unit, &gone.at, &next)
                || self.blocking_headquarters(state, unit, &hull)
            {
                break;
            }
            if self.ground.is_off(&next.outline()) {
                gone.is_off = on_friend;
                break;
            }
            let (cost, touched, difficult) = self.plain_cost(&hull, Len(100), paid);
            if left < cost && !on_friend {
                break;
            }
            left -= cost;
            paid = touched;
            gone.rough |= difficult;
            for other in self.passed_through(state, unit, &gone.at, &next) {
                if !gone.passed.contains(&other) {
                    gone.passed.push(other);
                }
            }
            gone.at = next;
        }
        gone
    }

    fn blocking_headquarters(&self, state: &State, unit: UnitId, hull: &Outline) -> bool {
        state.here().any(|other| {
            other != unit && self.unit(other).is_headquarters() && self.shape(state, other).overlaps(hull)
        })
    }

    /// Would this step come nearer than 1 cm to an unrouted enemy, or into any?
    pub(crate) fn meets_enemy(&self, state: &State, unit: UnitId, from: &Footprint, to: &Footprint) -> bool {
        let (here, there, hull) = (from.outline(), to.outline(), from.swept_to(to));
        let side = self.side_of(unit);
        state.here().filter(|other| self.side_of(*other) != side).any(|foe| {
            let shape = self.shape(state, foe);
            shape.overlaps(&hull)
                || !state.is(foe, Mark::Routing)
                    && shape.within(&there, Len(APART.0 - 1))
                    && shape.gap(&there) < shape.gap(&here)
        })
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

    /// D-DIS: the marker, told with its cause.
    pub(crate) fn disorder_by(&self, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
        if state.is(unit, Mark::Disordered) || !state.body(unit).place.is_here() {
            return;
        }
        state.body_mut(unit).mark(Mark::Disordered);
        story.tell(|| Event::of(rule, "told-disordered", unit));
    }

    fn remove(&self, state: &mut State, unit: UnitId, place: Where) {
        let body = state.body_mut(unit);
        body.place = place;
        body.round = 0;
        for charge in &mut state.charges {
            if charge.unit == unit {
                charge.off = true;
            }
        }
    }

    /// 9.3, 5.8: scattered or off the table; its leader is in danger as if it had been destroyed.
    pub(crate) fn disperse(&self, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
        self.remove(state, unit, Where::Dispersed);
        let left = state.body(unit).stands();
        story.tell(|| {
            Event::of(rule, "told-dispersed", unit)
                .with("stands", i32::from(left))
                .by(self.side_of(unit))
                .stroke(Stroke::Gone { piece: piece(unit) })
        });
        self.orphan(state, unit);
    }

    /// 7.4: nobody is left; or a headquarters is broken (2.5).
    pub(crate) fn destroy(&self, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
        self.remove(state, unit, Where::Destroyed);
        // 7.4: the last stand was told of when it was lost.
        let left = if rule == R_7_4 { 0 } else { state.body(unit).stands() };
        story.tell(|| {
            Event::of(rule, "told-destroyed", unit)
                .with("stands", i32::from(left))
                .by(self.side_of(unit))
                .stroke(Stroke::Gone { piece: piece(unit) })
        });
        let side = self.side_of(unit);
        if self.unit(unit).is_headquarters() {
            let general = self.general(side);
            state.seated[side.index()] = false;
            self.headquarters_falls(state, side, story);
            if self.is_alive(state, general) {
                danger::begin(state, general, Peril::Overrun);
            }
        }
        self.orphan(state, unit);
    }

    /// 8.4: a gun that loses a melee.
    pub(crate) fn capture(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        self.remove(state, unit, Where::Captured);
        story.tell(|| {
            Event::of(D_ART_3, "told-captured", unit)
                .with("stands", 1)
                .by(self.side_of(unit))
                .stroke(Stroke::Gone { piece: piece(unit) })
        });
        self.orphan(state, unit);
    }

    /// 7.6: the crew is gone, the gun stands there.
    pub(crate) fn abandon(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        self.remove(state, unit, Where::Abandoned);
        story.tell(|| Event::of(R_7_6, "told-abandoned", unit).with("stands", 1).by(self.side_of(unit)));
        self.orphan(state, unit);
    }

    /// A leader whose unit is gone.
    fn orphan(&self, state: &mut State, unit: UnitId) {
        if let Some(leader) = state.body_mut(unit).leader.take() {
            state.person_mut(leader).with = None;
            danger::begin(state, leader, Peril::Overrun);
        }
    }

    /// 2.3: a move that ends touching an unattached enemy leader.
    pub(crate) fn scatter_leaders(&self, state: &mut State, unit: UnitId) {
        let shape = self.shape(state, unit);
        let side = self.side_of(unit);
        for n in 0..state.leaders.len() {
            let leader = LeaderId(n as u8);
            let data = self.leader(leader);
            let who = state.person(leader);
            let seated = data.is_general && state.seated[data.side.index()];
            if data.side == side || who.life != Life::Here || who.with.is_some() || seated {
                continue;
            }
            // His base is 2 cm square: touching is within 1 cm of its middle.
            let due = Errand::Peril(Danger { leader, peril: Peril::Overrun });
            if Outline::spot(who.at.fine()).within(&shape, Len(100)) && !state.errands.contains(&due) {
                state.errands.push(due);
            }
        }
    }

    pub(crate) fn kill(&self, state: &mut State, leader: LeaderId, rule: Rule, story: &mut Story<Event>) {
        self.mourn(state, leader);
        let data = self.leader(leader);
        let who = state.person_mut(leader);
        who.life = Life::Dead;
        let at = who.at;
        if let Some(unit) = who.with.take() {
            state.body_mut(unit).leader = None;
        }
        if data.is_general {
            state.seated[data.side.index()] = false;
        }
        state.fallen.push((data.side, at));
        state.errands.forget(leader);
        story.tell(|| {
            Event::new(rule, "told-leader-killed")
                .with("leader", person(leader))
                .by(data.side)
                .stroke(Stroke::Gone { piece: person(leader) })
        });
    }

    /// 5.10: a unit that is driven out leaves by the side nearest its friendly edge.
    pub(crate) fn leave_block(&self, state: &mut State, unit: UnitId) {
        let Where::Block(block) = state.body(unit).place else { return };
        let home = self.home(unit);
        let sides = self.ground.features[usize::from(block)].area.sides().count() as u8;
        let table = &self.ground.table;
        let best = (0..sides)
            .map(|side| (side, self.out_print(state, unit, block, side, state.body(unit).formation.files)))
            .filter(|(_, print)| self.overlapped(state, unit, print).is_none())
            .min_by_key(|(side, print)| (table.room(home, &print.outline()), *side));
        let (_, print) = best.unwrap_or_else(|| (0, self.out_print(state, unit, block, 0, 1)));
        let files = (print.width.0 / self.base(unit).width.0) as u8;
        let body = state.body_mut(unit);
        body.place = Where::Table;
        body.formation = plane::Formation::new(body.formation.stands, files);
        self.put(state, unit, &print);
    }

    /// Is the unit in woods, by its front-centre (1.6)?
    pub(crate) fn in_woods(&self, state: &State, unit: UnitId) -> bool {
        self.is_in_woods(state.body(unit).at.fine())
    }
}
