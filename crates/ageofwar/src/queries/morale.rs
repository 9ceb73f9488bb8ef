//! Chapter 32: the dice of morale, falling back, and what is lost. Chapter 10: generals who die.

use kernel::{Line, Modifier, Modifiers, Rule, Story, Stroke};
use open::Event;
use plane::{Edge, Footprint, Heading, Len};

use crate::{
    AgeOfWar,
    decisions::{
        Errand,
        errands::{escape::Escape, fate::Fate, test::Test},
    },
    model::{
        state::{Mark, State, Where},
        units::{ClanId, UnitId},
    },
    notation::{
        refer::{banner, piece},
        rule_ids::*,
    },
    queries::formation::{CONTACT, TOLERANCE},
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
        add(table.one, data.class() == crate::model::units::Class::Levy, "mod-levy", A_32_1);
        add(table.one, self.is_below_half(state, unit), "mod-below-half", A_32_1);
        add(table.one, body.is(Mark::Disordered), "mod-disordered", A_32_1);
        add(table.one, !data.is_gun() && !body.has_commander(), "mod-no-commander", A_32_1);
        add(table.one, !self.has_general(state, data.clan), "mod-no-general", A_10_1);
        add(
            table.one,
            state.camp(data.side).daimyo == crate::model::state::Daimyo::Dead,
            "mod-no-daimyo",
            R_9_3,
        );
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
        add(table.samurai, data.class() == crate::model::units::Class::Samurai, "mod-samurai", A_32_1);
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
        let mover = crate::queries::mover::Mover::new(self, state, unit);
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
                || mover.crowd.too_near(&at.outline(), &shape, self.tables.distances.apart).is_some();
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
        let mover = crate::queries::mover::Mover::new(self, state, unit);
        mover.may_set(&print, &print.facing(heading)).is_ok()
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
                state.errands.push(Test::of(*other));
            }
        }
        let generals: Vec<ClanId> = self.generals_with(state, unit).collect();
        for clan in generals {
            state.errands.push(Errand::Fate(Fate { clan }));
        }
        if state.camp(side).daimyo == crate::model::state::Daimyo::With(unit) {
            state.errands.push(Errand::Escape(Escape { side }));
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
