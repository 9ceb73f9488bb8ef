//! Chapter 32: morale, and what becomes of those who fail.

use kernel::{Actions, Line, Modifier, Modifiers, Pool, Question, Roll, Rule, Story, Stroke};
use open::Event;
use plane::{Compass, Edge, Footprint, Heading, Len};

use crate::{
    AgeOfWar,
    action::Action,
    formation::{APART, CONTACT, TOLERANCE},
    refer::{banner, piece},
    rule_ids::*,
    state::{Errand, Mark, State, Where},
    units::{ClanId, UnitId},
};

/// 3.6: how far beyond its way a unit goes to be clear of the friends it would end on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// no farther than the depth of the friend it would end on.
    OneFriend,
    /// until it is clear.
    AllFriends,
}

impl AgeOfWar {
    /// before the bounds of nothing and ten.
    pub(crate) fn morale_modifiers(&self, state: &State, unit: UnitId) -> Modifiers {
        let (data, body, table) = (self.unit(unit), state.body(unit), &self.tables.morale);
        let mut list = Modifiers::new();
        let mut add = |value: i16, when: bool, key: &'static str, rule: Rule| {
            if when && value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        add(i16::from(body.markers).min(table.casualties), true, "mod-casualties", A_32_1);
        add(table.one, data.class() == crate::units::Class::Levy, "mod-levy", A_32_1);
        add(table.one, self.is_below_half(state, unit), "mod-below-half", A_32_1);
        add(table.one, body.is(Mark::Disordered), "mod-disordered", A_32_1);
        add(table.one, !data.is_gun() && !body.has_commander(), "mod-no-commander", A_32_1);
        add(table.one, !self.has_general(state, data.clan), "mod-no-general", A_10_1);
        add(table.one, state.camp(data.side).daimyo == crate::state::Daimyo::Dead, "mod-no-daimyo", R_9_3);
        add(table.one, body.bases.len() <= table.few && !data.is_gun(), "mod-few-bases", A_32_1);
        add(table.surrounded, self.is_surrounded(state, unit), "mod-surrounded", A_32_1);
        add(table.no_support, !data.is_gun() && !self.has_support(state, unit), "mod-no-support", A_32_1);
        let near = |lost: &UnitId| {
            *lost != unit
                && self.side_of(*lost) == data.side
                && self.is_within(state, *lost, unit, table.near)
        };
        add(table.friend_lost, state.lost_now.iter().any(|lost| near(&lost)), "mod-friend-lost", R_4_1B);
        add(table.lost_fight, body.is(Mark::Beaten), "mod-lost-fight", A_32_1);
        add(table.samurai, data.class() == crate::units::Class::Samurai, "mod-samurai", A_32_1);
        if self.generals_with(state, unit).next().is_some() {
            add(table.general_with, true, "mod-general-with", A_32_1);
        } else {
            let shape = self.shape(state, unit);
            let near = self.all_clans().filter(|clan| self.clan(*clan).side == data.side).any(|clan| {
                self.has_general(state, clan)
                    && self.general_shape(state, clan).within(&shape, table.general_within + TOLERANCE)
            });
            add(table.general_near, near, "mod-general-near", A_32_1);
        }
        list
    }

    pub(crate) fn morale_dice(&self, state: &State, unit: UnitId) -> u8 {
        let sum: i16 = self.morale_modifiers(state, unit).iter().map(|m| m.value).sum();
        sum.clamp(0, self.tables.morale.most) as u8
    }

    /// An enemy in the rear box, or enemies on two opposite edges.
    fn is_surrounded(&self, state: &State, unit: UnitId) -> bool {
        let print = self.print(state, unit);
        let side = self.side_of(unit);
        let rear = print.rear_box(self.tables.morale.rear_box);
        if self.troops(state, side.other()).any(|foe| self.shape(state, foe).overlaps(&rear)) {
            return true;
        }
        let touched = |edge: Edge| {
            self.fighters(state, side.other()).any(|foe| {
                self.is_contact(state, unit, foe)
                    && print.shared(edge, CONTACT, &self.print(state, foe)) > Len::ZERO
            })
        };
        touched(Edge::Front) && touched(Edge::Rear) || touched(Edge::Left) && touched(Edge::Right)
    }

    /// Generals with a unit.
    pub(crate) fn generals_with<'a>(
        &'a self,
        state: &'a State,
        unit: UnitId,
    ) -> impl Iterator<Item = ClanId> + 'a {
        self.all_clans().filter(move |clan| state.chief(*clan).with == Some(unit))
    }

    pub(crate) fn has_general(&self, state: &State, clan: ClanId) -> bool {
        matches!(state.body(self.clan(clan).general).place, Where::Table | Where::With)
    }

    /// Who could rally the unit before its test.
    pub(crate) fn rallier(&self, state: &State, unit: UnitId) -> Option<ClanId> {
        self.generals_with(state, unit).find(|clan| !state.chief(*clan).rallied)
    }

    pub(crate) fn rally_question(&self, state: &State, unit: UnitId) -> Question {
        let clan = self.rallier(state, unit).expect("only asked of who can");
        let general = self.clan(clan).general;
        let line = Line::new("ask-rally").with("general", piece(general)).with("unit", piece(unit));
        Question::new(self.seat_of(unit), A_32_R, line).at(piece(unit))
    }

    pub(crate) fn morale_roll(&self, state: &State, unit: UnitId) -> Roll {
        let dice = self.morale_dice(state, unit);
        Roll {
            rule: A_32_2,
            seat: self.seat_of(unit),
            line: Line::new("roll-morale").with("unit", piece(unit)).with("dice", i32::from(dice)),
            pool: Pool::Reach { dice, sides: 6, at_least: self.tables.morale.fail },
            modifiers: self.morale_modifiers(state, unit),
        }
    }

    /// A-32.r: the test is cancelled.
    pub(crate) fn resolve_rally(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let clan = self.rallier(state, unit).expect("judged legal");
        state.errands.pop();
        state.chief_mut(clan).rallied = true;
        state.body_mut(unit).markers = 0;
        let general = self.clan(clan).general;
        story.tell(|| {
            Event::new(A_32_R, "told-rallied").with("general", piece(general)).with("unit", piece(unit))
        });
        if self.is_fighting(state, unit) {
            state.errands.push(Errand::RallyRisk { clan });
        }
    }

    pub(crate) fn resolve_rally_risk(
        &self,
        state: &mut State,
        clan: ClanId,
        pip: i32,
        story: &mut Story<Event>,
    ) {
        state.errands.pop();
        let general = self.clan(clan).general;
        if pip >= self.tables.generals.rally_dead_from {
            self.kill_general(state, clan, A_10_C, story);
        } else {
            story.tell(|| Event::new(A_10_C, "told-general-safe").with("general", piece(general)));
        }
    }

    ///
    pub(crate) fn resolve_morale(
        &self,
        state: &mut State,
        unit: UnitId,
        fails: u8,
        story: &mut Story<Event>,
    ) {
        state.errands.pop();
        let fighting = self.is_fighting(state, unit);
        state.body_mut(unit).markers = 0;
        story.tell(|| {
            Event::new(A_32_2, "told-tests").with("unit", piece(unit)).with("fails", i32::from(fails))
        });
        match fails {
            0 => {}
            1 | 2 if fighting => {
                story.tell(|| Event::new(A_30_13, "told-fights-on").with("unit", piece(unit)));
            }
            1 => {
                state.body_mut(unit).mark(Mark::Halted);
                story.tell(|| Event::new(A_32_3, "told-halted").with("unit", piece(unit)));
            }
            2 => self.fall_back_two(state, unit, story),
            3 if !fighting => state.errands.push(Errand::FallBack { unit, fails: 3 }),
            _ => {
                let rule = if fighting { A_30_13 } else { A_32_3 };
                self.rout(state, unit, rule, story);
            }
        }
    }

    fn fall_back_two(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let uphill = self.nearest_enemy(state, unit).is_some_and(|foe| self.is_uphill(state, unit, foe));
        if uphill {
            story.tell(|| Event::new(A_32_3, "told-stands-uphill").with("unit", piece(unit)));
        } else if self.on_base_line(state, unit) {
            self.lose(state, unit, Where::Left, A_32_3, "told-leaves", story);
        } else {
            state.errands.push(Errand::FallBack { unit, fails: 2 });
        }
    }

    /// 3.6: within 1" of its base line.
    fn on_base_line(&self, state: &State, unit: UnitId) -> bool {
        self.ground.table.room(self.unit(unit).edge, &self.shape(state, unit)) <= Len(100) + TOLERANCE
    }

    pub(crate) fn fall_back_roll(&self, unit: UnitId) -> Roll {
        Roll {
            rule: A_32_3,
            seat: self.seat_of(unit),
            line: Line::new("roll-fall-back").with("unit", piece(unit)),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn resolve_fall_back(
        &self,
        state: &mut State,
        unit: UnitId,
        fails: u8,
        pip: i32,
        story: &mut Story<Event>,
    ) {
        state.errands.pop();
        let along = self.unit(unit).edge.heading();
        let by = Len::whole(pip + self.tables.morale.fall_back);
        if !self.fall_back(state, unit, (along, by, Beyond::AllFriends), A_32_3, story) {
            return;
        }
        if fails == 2 {
            state.errands.push(Errand::Face { unit });
            return;
        }
        self.disorder(state, unit, A_32_3, story);
        if let Some(foe) = self.nearest_enemy(state, unit) {
            let (from, to) = (self.print(state, unit).centre(), self.print(state, foe).centre());
            if let Some(heading) = Compass::EIGHT.bearing(from, to)
                && self.may_face(state, unit, heading)
            {
                state.body_mut(unit).heading = heading;
                story.tell(|| {
                    Event::new(R_3_6, "told-faces")
                        .with("unit", piece(unit))
                        .with("n", heading.degrees())
                        .stroke(Stroke::Turned { piece: piece(unit), heading: heading.tenths() as u16 })
                });
            }
        }
        for commander in [false, true] {
            state.errands.push(Errand::Sneak { unit, commander });
        }
    }

    /// 3.6: falls back in a straight line. False if it has left the table.
    pub(crate) fn fall_back(
        &self,
        state: &mut State,
        unit: UnitId,
        (along, by, beyond): (Heading, Len, Beyond),
        rule: Rule,
        story: &mut Story<Event>,
    ) -> bool {
        let start = self.print(state, unit);
        match self.falls_to(state, unit, along, by, beyond) {
            None => {
                self.lose(state, unit, Where::Left, rule, "told-leaves", story);
                false
            }
            Some(print) => {
                self.put(state, unit, &print);
                let inches = start.front.distance(print.front);
                story.tell(|| {
                    Event::new(rule, "told-falls-back")
                        .with("unit", piece(unit))
                        .with("n", inches.0 / 100)
                        .moved(piece(unit), print.front)
                });
                self.end_of_move(state, unit);
                true
            }
        }
    }

    /// 3.6: where a fall back ends; `None` if it leads off the table over its base line.
    pub(crate) fn falls_to(
        &self,
        state: &State,
        unit: UnitId,
        along: Heading,
        by: Len,
        beyond: Beyond,
    ) -> Option<Footprint> {
        let mover = crate::steps::Mover::new(self, state, unit);
        let start = self.print(state, unit);
        let edge = self.unit(unit).edge;
        let table = &self.ground.table;
        let mut at = start;
        let mut free = start;
        let mut gone = Len::ZERO;
        let mut most = None;
        // Half an inch at a time; once it has gone far enough only until it is clear of friends.
        loop {
            if gone >= by {
                let Some(friend) = mover.friend_under(&at) else { return Some(at) };
                let depth = match beyond {
                    Beyond::OneFriend => self.print(state, friend).depth,
                    Beyond::AllFriends => Len(i32::MAX / 2),
                };
                if gone >= *most.get_or_insert(by + depth) {
                    return Some(free);
                }
            }
            let step = Len(50).min(most.unwrap_or(by) - gone);
            let mut next = at.shifted(along, step);
            if table.is_over(edge, &next.outline()) {
                return None;
            }
            // Along the side edges it slides.
            for other in plane::TableEdge::ALL {
                let room = table.room(other, &next.outline());
                if other != edge && room < Len::ZERO {
                    next = next.shifted(other.heading().back(), -room);
                }
            }
            let hull = at.swept_to(&next);
            let shape = next.outline();
            let stopped = next.front == at.front
                || mover.is_closed(&hull)
                || mover.enemy_in(&hull)
                || mover.crowd.too_near(&at.outline(), &shape, APART).is_some();
            if stopped {
                return Some(if mover.friend_under(&at).is_none() { at } else { free });
            }
            at = next;
            gone += step;
            if mover.friend_under(&at).is_none() {
                free = at;
            }
        }
    }

    pub(crate) fn may_face(&self, state: &State, unit: UnitId, heading: Heading) -> bool {
        let print = self.print(state, unit);
        if heading == print.heading {
            return true;
        }
        let mover = crate::steps::Mover::new(self, state, unit);
        mover.may_set(&print, &print.facing(heading)).is_ok()
    }

    pub(crate) fn face_question(&self, unit: UnitId, rule: Rule) -> Question {
        Question::new(self.seat_of(unit), rule, Line::new("ask-face").with("unit", piece(unit)))
            .at(piece(unit))
    }

    pub(crate) fn list_faces(&self, state: &State, unit: UnitId, out: &mut Actions<Action>) {
        for heading in Compass::EIGHT.headings().filter(|heading| self.may_face(state, unit, *heading)) {
            out.push(Action::Face(heading));
        }
    }

    pub(crate) fn resolve_face(
        &self,
        state: &mut State,
        unit: UnitId,
        heading: Heading,
        rule: Rule,
        story: &mut Story<Event>,
    ) {
        if state.body(unit).heading == heading {
            return;
        }
        state.body_mut(unit).heading = heading;
        story.tell(|| {
            Event::new(rule, "told-faces")
                .with("unit", piece(unit))
                .with("n", heading.degrees())
                .stroke(Stroke::Turned { piece: piece(unit), heading: heading.tenths() as u16 })
        });
    }

    /// Whose dice are thrown: the commander's base, or all others.
    fn sneakers(&self, state: &State, unit: UnitId, commander: bool) -> u8 {
        let bases = state.body(unit).bases.iter();
        bases.filter(|base| base.kind.class().is_ashigaru() && base.commander == commander).count() as u8
    }

    pub(crate) fn has_sneakers(&self, state: &State, unit: UnitId, commander: bool) -> bool {
        state.body(unit).place == Where::Table && self.sneakers(state, unit, commander) > 0
    }

    pub(crate) fn sneak_roll(&self, state: &State, unit: UnitId, commander: bool) -> Roll {
        let key = if commander { "roll-sneak-commander" } else { "roll-sneak" };
        let dice = self.sneakers(state, unit, commander);
        Roll {
            rule: A_32_3,
            seat: self.seat_of(unit),
            line: Line::new(key).with("unit", piece(unit)),
            pool: Pool::Reach { dice, sides: 6, at_least: self.tables.disorder.sneaks_from },
            modifiers: Vec::new(),
        }
    }

    /// 4.1b: from the rear; no markers, and a commander who has gone was not killed.
    pub(crate) fn resolve_sneak(
        &self,
        state: &mut State,
        (unit, commander): (UnitId, bool),
        gone: u8,
        story: &mut Story<Event>,
    ) {
        state.errands.pop();
        if gone == 0 {
            return;
        }
        let key = if commander { "told-sneak-commander" } else { "told-sneak" };
        story.tell(|| {
            Event::new(A_32_3, key)
                .with("unit", piece(unit))
                .with("n", i32::from(gone))
                .by(self.side_of(unit))
        });
        for _ in 0..gone {
            let bases = &state.body(unit).bases;
            if let Some(last) = bases.iter().rposition(|base| base.commander == commander) {
                self.remove_base(state, unit, last);
            }
        }
        self.bury(state, unit, story);
    }

    pub(crate) fn disorder(&self, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
        if !state.is(unit, Mark::Disordered) && self.unit(unit).is_troops() {
            state.body_mut(unit).mark(Mark::Disordered);
            story.tell(|| Event::new(rule, "told-disordered").with("unit", piece(unit)));
        }
    }

    /// A-32.3: it runs; the two nearest own units within 6" test at once.
    pub(crate) fn rout(&self, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
        self.lose(state, unit, Where::Routed, rule, "told-routs", story);
    }

    /// A body leaves the game. Routed and destroyed units make two others test; generals with it are in danger.
    pub(crate) fn lose(
        &self,
        state: &mut State,
        unit: UnitId,
        place: Where,
        rule: Rule,
        key: &'static str,
        story: &mut Story<Event>,
    ) {
        let data = self.unit(unit);
        if data.is_general() {
            // A general who is driven off the table alone is lost.
            return self.kill_general(state, data.clan, rule, story);
        }
        let body = state.body_mut(unit);
        body.place = place;
        body.markers = 0;
        body.round = 0;
        let (side, bases) = (data.side, body.bases.len() as i32);
        story.tell(|| {
            Event::new(rule, key)
                .with("unit", piece(unit))
                .with("bases", bases)
                .by(side)
                .stroke(Stroke::Gone { piece: piece(unit) })
        });
        if !data.is_troops() {
            return;
        }
        state.lost_now.insert(unit);
        if place != Where::Left {
            let table = &self.tables.morale;
            let near = self.friends_near(state, unit, table.near);
            for other in near.iter().take(table.witnesses).rev() {
                state.errands.push(Errand::Test { unit: *other, asked: false });
            }
        }
        let generals: Vec<ClanId> = self.generals_with(state, unit).collect();
        for clan in generals {
            state.errands.push(Errand::Fate { clan });
        }
        if state.camp(side).daimyo == crate::state::Daimyo::With(unit) {
            state.errands.push(Errand::Escape { side });
        }
    }

    pub(crate) fn fate_roll(&self, errand: &Errand) -> Roll {
        let (seat, rule, line) = match *errand {
            Errand::Fate { clan } => (
                self.clan(clan).side,
                A_10_F,
                Line::new("roll-fate").with("general", piece(self.clan(clan).general)),
            ),
            Errand::RallyRisk { clan } => (
                self.clan(clan).side,
                A_10_C,
                Line::new("roll-rally-risk").with("general", piece(self.clan(clan).general)),
            ),
            Errand::Escape { side } => (side, R_9_3, Line::new("roll-escape").with("side", side)),
            _ => unreachable!("no die of fate"),
        };
        Roll { rule, seat: kernel::Seat(seat.0), line, pool: Pool::d6(1), modifiers: Vec::new() }
    }

    /// A-10.F.
    pub(crate) fn resolve_fate(&self, state: &mut State, clan: ClanId, pip: i32, story: &mut Story<Event>) {
        state.errands.pop();
        // Caught alone, he starts from where he stands.
        let unit = state.chief(clan).with.unwrap_or(self.clan(clan).general);
        if pip < self.tables.generals.saved_from {
            return self.kill_general(state, clan, A_10_F, story);
        }
        let general = self.clan(clan).general;
        let side = self.clan(clan).side;
        let refuge = self.troops(state, side).min_by_key(|other| (self.gap(state, unit, *other), *other));
        match refuge {
            Some(other) => {
                let chief = state.chief_mut(clan);
                (chief.with, chief.front) = (Some(other), false);
                state.body_mut(general).place = Where::With;
                story.tell(|| {
                    Event::new(A_10_F, "told-general-flees")
                        .with("general", piece(general))
                        .with("unit", piece(other))
                });
            }
            None => {
                let along = self.unit(general).edge.heading();
                let centre = self.print(state, unit).centre().point();
                let far = centre.moved(along, self.tables.generals.runs, Len::ZERO);
                let table = &self.ground.table;
                let to = plane::Point::new(
                    far.x.clamp(100, table.width.0 - 100),
                    far.y.clamp(100, table.height.0 - 100),
                );
                self.set_general(state, clan, to);
                story.tell(|| {
                    Event::new(A_10_F, "told-general-runs")
                        .with("general", piece(general))
                        .moved(piece(general), to)
                });
            }
        }
    }

    pub(crate) fn kill_general(&self, state: &mut State, clan: ClanId, rule: Rule, story: &mut Story<Event>) {
        let (general, side) = (self.clan(clan).general, self.clan(clan).side);
        state.body_mut(general).place = Where::Dead;
        let chief = state.chief_mut(clan);
        (chief.with, chief.front, chief.dice) = (None, false, 0);
        state.camp_mut(side).generals_lost += 1;
        for messenger in &mut state.camp_mut(side).messengers {
            if messenger.goal == Some(clan) {
                messenger.goal = None;
            }
        }
        story.tell(|| {
            Event::new(rule, "told-general-dies")
                .with("general", piece(general))
                .with("clan", banner(clan))
                .by(side)
                .stroke(Stroke::Gone { piece: piece(general) })
        });
    }
}
