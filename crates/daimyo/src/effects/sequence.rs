//! Chapter 4: the turn. Weather, initiative, the slots of the clans, and what follows what inside a slot.

use kernel::{Side, Story};
use open::Event;

use crate::{
    Daimyo,
    decisions::{
        Step,
        end::next_test,
        turn::enter::{self, Enter},
    },
    model::{
        state::{Ending, Life, Mark, Over, State, Where},
        units::GroupId,
    },
    notation::rule_ids::*,
};

/// What a unit forgets when a turn begins.
const OF_A_TURN: [Mark; 19] = [
    Mark::Moved,
    Mark::Fired,
    Mark::Fought,
    Mark::ShotAt,
    Mark::FireHit,
    Mark::LostStand,
    Mark::Bereft,
    Mark::NewRout,
    Mark::RunThrough,
    Mark::Tested,
    Mark::Rallied,
    Mark::Obeyed,
    Mark::Disobeyed,
    Mark::Picked,
    Mark::Spent,
    Mark::Decided,
    Mark::Answered,
    Mark::Charged,
    Mark::NewHalt,
];

/// What it forgets when a slot begins.
const OF_A_SLOT: [Mark; 5] = [Mark::Picked, Mark::Spent, Mark::Decided, Mark::Answered, Mark::Charged];

impl Daimyo {
    /// D-SC1: what the die must show this turn for a clan to arrive.
    pub(crate) fn arrives_on(&self, state: &State) -> Option<u8> {
        self.scenario.arrival.as_ref().and_then(|arrival| arrival.at_least(state.turn))
    }

    /// Nobody of the group has come yet.
    pub(crate) fn is_awaited(&self, state: &State, group: GroupId) -> bool {
        self.group(group).arrives && state.person(self.group(group).leader).life == Life::Reserve
    }

    /// 4.1: a group that counts: somebody of it is on the table, or may arrive.
    pub(crate) fn is_waiting_for_slot(&self, state: &State, group: GroupId) -> bool {
        if state.tried.has(group) {
            return false;
        }
        let body = self.group(group);
        if self.is_awaited(state, group) {
            return self.arrives_on(state).is_some();
        }
        state.person(body.leader).life == Life::Here
            || body.units.iter().any(|unit| {
                let place = state.body(unit).place;
                place.is_here() || place == Where::Reserve
            })
    }

    /// It waits for its slot, and dice fall before it acts: no General leads it who needs no throw, and it does not
    /// arrive by itself.
    pub(crate) fn must_throw(&self, state: &State, group: GroupId) -> bool {
        let body = self.group(group);
        self.is_waiting_for_slot(state, group)
            && !self.is_awaited(state, group)
            && !(body.is_general && self.is_alive(state, body.leader))
    }

    pub(crate) fn untried(&self, state: &State, side: Side) -> impl Iterator<Item = GroupId> {
        self.all_groups()
            .filter(move |group| self.group(*group).side == side && self.is_waiting_for_slot(state, *group))
    }
}

/// A1: a new turn.
pub(crate) fn begin_turn(rules: &Daimyo, state: &mut State, story: &mut Story<Event>) {
    for body in state.units.iter_mut() {
        body.clear(&OF_A_TURN);
    }
    state.fallen.clear();
    state.charges.clear();
    state.tried.clear();
    state.acted.clear();
    state.group = None;
    state.activated = false;
    state.fortunes.wet = std::mem::take(&mut state.fortunes.wet_next);
    let turn = i32::from(state.turn);
    story.tell(|| Event::new(D_SEQ_A2, "told-turn").with("turn", turn));
    if !rules.options.weather {
        return go_to_initiative(rules, state, story);
    }
    if state.turn == rules.scenario.tests_from && state.turn > 1 {
        state.weather = crate::model::tables::Weather::Fine;
    }
    if state.turn >= rules.scenario.tests_from {
        state.step = Step::Weather;
    } else {
        go_to_initiative(rules, state, story);
    }
}

/// A2.
pub(crate) fn go_to_initiative(rules: &Daimyo, state: &mut State, story: &mut Story<Event>) {
    match rules.scenario.initiative {
        Some(side) if state.turn == 1 => {
            story.tell(|| Event::new(D_SC1, "told-surprise").with("side", side));
            take_initiative(rules, state, side);
        }
        _ => state.step = Step::Initiative,
    }
}

pub(crate) fn take_initiative(rules: &Daimyo, state: &mut State, holder: Side) {
    state.holder = holder;
    state.active = holder;
    state.fortunes.heads = [false; 2];
    state.step = if rules.options.card_activation { Step::Draw } else { Step::Order };
}

/// 4.2, 4.3: the group acts, or does only what it must.
pub(crate) fn begin_slot(rules: &Daimyo, state: &mut State, group: GroupId, activated: bool) {
    state.group = Some(group);
    state.activated = activated;
    if activated {
        state.acted.insert(group);
    }
    state.charges.clear();
    for body in state.units.iter_mut() {
        body.clear(&OF_A_SLOT);
    }
    forget_contacts(rules, state);
    for unit in rules.group(group).units.iter() {
        let pursuing = state.is(unit, Mark::Pursuing);
        state.body_mut(unit).set(Mark::WasPursuing, pursuing);
    }
    let enter = activated && rules.group(group).arrives && enter::has_waiting(rules, state, group);
    state.step = match (enter, activated) {
        (true, _) => Step::Enter(Enter { group }),
        (false, true) => Step::Rally,
        (false, false) => Step::Compulsory,
    };
}

/// 8.7: who touches no unrouted enemy has no round behind it, and no charge to profit from.
fn forget_contacts(rules: &Daimyo, state: &mut State) {
    for unit in state.all() {
        let body = state.body(unit);
        let marked = [Mark::Charging, Mark::Following, Mark::Across].iter().any(|mark| body.is(*mark));
        if (marked || body.round > 0) && !rules.in_melee(state, unit) {
            let body = state.body_mut(unit);
            body.round = 0;
            body.clear(&[Mark::Charging, Mark::Following, Mark::Across]);
        }
    }
}

pub(crate) fn end_slot(rules: &Daimyo, state: &mut State) {
    if let Some(group) = state.group {
        for unit in rules.group(group).units.iter() {
            let body = state.body_mut(unit);
            if body.is(Mark::WasPursuing) {
                body.clear(&[Mark::WasPursuing, Mark::Pursuing]);
            }
            body.set(Mark::Halted, false);
        }
    }
    state.group = None;
    state.activated = false;
    state.charges.clear();
    for body in state.units.iter_mut() {
        body.clear(&OF_A_SLOT);
    }
    next_slot(rules, state);
}

/// 4.1: players alternate; who has nothing left is skipped.
pub(crate) fn next_slot(rules: &Daimyo, state: &mut State) {
    state.active = state.active.other();
    state.step = if rules.options.card_activation { Step::Draw } else { Step::Slot };
}

/// C1: every group has had its slot.
pub(crate) fn end_turn(rules: &Daimyo, state: &mut State) {
    next_test::begin(rules, state);
}

pub(crate) fn next_turn(rules: &Daimyo, state: &mut State, story: &mut Story<Event>) {
    state.turn += 1;
    begin_turn(rules, state, story);
}

pub(crate) fn finish(
    rules: &Daimyo,
    state: &mut State,
    winner: Option<Side>,
    by: Ending,
    story: &mut Story<Event>,
) {
    let over = Over { winner, by };
    state.over = Some(over);
    story.tell(|| {
        let line = rules.ending_line(over);
        let event = Event::new(by.rule(), line.key);
        match winner {
            Some(side) => event.with("side", side).by(side),
            None => event,
        }
    });
}
