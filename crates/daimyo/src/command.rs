//! D-INI, D-SEQ-B1, D-CMD-1, D-OBE-1: initiative, activation, command radius and obedience.

use kernel::{Line, Modifier, Modifiers, Pool, Roll, Seat, Side, Story};
use open::Event;
use plane::Len;

use crate::{
    Daimyo,
    decisions::Step,
    formation::TOLERANCE,
    refer::{banner, person, piece},
    rule_ids::*,
    state::{Life, Mark, State, Wish},
    units::{GroupId, LeaderId, UnitId},
};

impl Daimyo {
    pub(crate) fn is_alive(&self, state: &State, leader: LeaderId) -> bool {
        state.person(leader).life == Life::Here
    }

    /// The rating a leader adds: a dead one adds nothing.
    pub(crate) fn rating(&self, state: &State, leader: LeaderId) -> i16 {
        if self.is_alive(state, leader) { self.leader(leader).rating } else { 0 }
    }

    pub(crate) fn is_seated(&self, state: &State, side: Side) -> bool {
        state.seated[side.index()] && self.is_alive(state, self.general(side))
    }

    /// D-INI-1, D-INI-2.
    pub(crate) fn initiative_modifiers(&self, state: &State, side: Side) -> Modifiers {
        let mut list = Modifiers::new();
        let general = self.general(side);
        let rating = self.rating(state, general);
        if rating != 0 {
            let line = Line::new("mod-rating").with("leader", person(general));
            list.push(Modifier { value: rating, line, rule: D_INI_1 });
        }
        if self.is_seated(state, side) {
            list.push(Modifier {
                value: self.tables.command.seated,
                line: Line::new("mod-seated").with("side", side),
                rule: D_INI_1,
            });
        }
        if self.options.initiative_attrition {
            let worn = self.of_side[side.index()].iter().filter(|unit| {
                let body = state.body(*unit);
                body.place.is_lost() || body.place.is_here() && body.is(Mark::Routing)
            });
            let worn = worn.count() as i16;
            if worn > 0 {
                let line = Line::new("mod-worn").with("side", side);
                list.push(Modifier { value: worn * self.tables.command.worn, line, rule: D_INI_2 });
            }
        }
        if state.fortunes.heads[side.index()] {
            let line = Line::new("mod-heads").with("side", side);
            list.push(Modifier { value: self.tables.events.heads, line, rule: D_SEQ_C5 });
        }
        list
    }

    pub(crate) fn initiative_roll(&self, state: &State) -> Roll {
        let mut modifiers = self.initiative_modifiers(state, Side(0));
        // One throw of two dice, the first for side 0: the other side's modifiers count against it.
        for mut modifier in self.initiative_modifiers(state, Side(1)) {
            modifier.value = -modifier.value;
            modifiers.push(modifier);
        }
        Roll {
            rule: D_INI_1,
            seat: Seat(0),
            line: Line::new("roll-initiative"),
            pool: Pool::Each { dice: 2, sides: 6 },
            modifiers,
        }
    }

    pub(crate) fn resolve_initiative(&self, state: &mut State, dice: [i32; 2], story: &mut Story<Event>) {
        let total = |side: Side| {
            let sum: i16 = self.initiative_modifiers(state, side).iter().map(|m| m.value).sum();
            dice[side.index()] + i32::from(sum)
        };
        let totals = Side::ALL.map(total);
        if totals[0] == totals[1] {
            story.tell(|| Event::new(D_INI_1, "told-tie").with("total", totals[0]));
            return;
        }
        let holder = if totals[0] > totals[1] { Side(0) } else { Side(1) };
        story.tell(|| {
            Event::new(D_INI_1, "told-initiative")
                .with("side", holder)
                .with("total", totals[holder.index()])
                .with("against", totals[holder.other().index()])
        });
        self.take_initiative(state, holder);
    }

    /// D-SEQ-B1: what is added to a clan's activation.
    pub(crate) fn activation_modifiers(&self, state: &State, group: GroupId) -> Modifiers {
        let mut list = Modifiers::new();
        let body = self.group(group);
        // A dead leader: no additions at all.
        if self.is_alive(state, body.leader) {
            let line = Line::new("mod-rating").with("leader", person(body.leader));
            list.push(Modifier { value: self.leader(body.leader).rating, line, rule: D_SEQ_B1 });
            if self.is_seated(state, body.side) {
                let line = Line::new("mod-seated").with("side", body.side);
                list.push(Modifier { value: self.tables.command.seated, line, rule: D_SEQ_B1 });
            }
        }
        if state.fortunes.hesitates.has(group) {
            let value = self.tables.events.hesitates;
            list.push(Modifier { value, line: Line::new("mod-hesitates"), rule: D_SEQ_C5 });
        }
        if state.fortunes.messenger.has(group) {
            let value = self.tables.events.messenger;
            list.push(Modifier { value, line: Line::new("mod-messenger"), rule: D_SEQ_C5 });
        }
        list
    }

    pub(crate) fn activation_roll(&self, state: &State, group: GroupId) -> Roll {
        Roll {
            rule: D_SEQ_B1,
            seat: Seat(self.group(group).side.0),
            line: Line::new("roll-activation")
                .with("clan", banner(group))
                .with("need", i32::from(self.tables.command.activation)),
            pool: Pool::d6(2),
            modifiers: self.activation_modifiers(state, group),
        }
    }

    pub(crate) fn resolve_activation(
        &self,
        state: &mut State,
        group: GroupId,
        value: i32,
        story: &mut Story<Event>,
    ) {
        let sum: i16 = self.activation_modifiers(state, group).iter().map(|m| m.value).sum();
        let total = value + i32::from(sum);
        let active = total >= i32::from(self.tables.command.activation);
        let side = self.group(group).side;
        story.tell(|| {
            Event::new(D_SEQ_B1, if active { "told-activated" } else { "told-idle" })
                .with("clan", banner(group))
                .with("total", total)
                .by(side)
        });
        if !active && state.fortunes.omens[side.index()] {
            state.step = Step::Omen { group };
            return;
        }
        state.fortunes.hesitates.remove(group);
        state.fortunes.messenger.remove(group);
        self.begin_slot(state, group, active);
    }

    /// D-CMD-1: 20 cm, 10 in fog, from the leader to the nearest point of the unit.
    pub(crate) fn radius(&self, state: &State) -> Len {
        self.sky(state).radius.unwrap_or(self.tables.leaders.radius)
    }

    /// Out of its own leader's radius; with a dead leader everybody is.
    pub(crate) fn is_out_of_command(&self, state: &State, unit: UnitId) -> bool {
        let leader = self.commander(unit);
        !self.is_alive(state, leader) || self.leader_gap(state, leader, unit) > self.radius(state) + TOLERANCE
    }

    /// D-OBE-1: must it throw before its first voluntary move or charge this turn?
    pub(crate) fn needs_obedience(&self, state: &State, unit: UnitId) -> bool {
        !state.is(unit, Mark::Obeyed) && self.is_out_of_command(state, unit)
    }

    pub(crate) fn obedience_roll(&self, state: &State, unit: UnitId) -> Roll {
        let leader = self.commander(unit);
        let mut modifiers = Modifiers::new();
        let rating = self.rating(state, leader);
        if rating != 0 {
            let line = Line::new("mod-rating").with("leader", person(leader));
            modifiers.push(Modifier { value: rating, line, rule: D_OBE_1 });
        }
        Roll {
            rule: D_OBE_1,
            seat: self.seat_of(unit),
            line: Line::new("roll-obedience")
                .with("unit", piece(unit))
                .with("need", i32::from(self.tables.command.obedience)),
            pool: Pool::d6(1),
            modifiers,
        }
    }

    pub(crate) fn resolve_obedience(
        &self,
        state: &mut State,
        unit: UnitId,
        wish: Wish,
        value: i32,
        story: &mut Story<Event>,
    ) {
        let total = value + i32::from(self.rating(state, self.commander(unit)));
        let obeys = total >= i32::from(self.tables.command.obedience);
        state.body_mut(unit).mark(if obeys { Mark::Obeyed } else { Mark::Disobeyed });
        story.tell(|| {
            Event::of(D_OBE_1, if obeys { "told-obeys" } else { "told-disobeys" }, unit).with("total", total)
        });
        match wish {
            Wish::Charge { target } => {
                state.step = Step::Declare;
                if obeys {
                    self.declare(state, unit, target, story);
                }
            }
            Wish::Move if obeys => self.begin_march(state, unit),
            Wish::Move => {
                state.body_mut(unit).mark(Mark::Picked);
                state.step = Step::Move;
            }
        }
    }
}
