//! D-SEQ-C5, T-12: random events, an optional rule. Each die of an event is a decision.

pub(crate) mod event_pick;
pub(crate) mod event_side;
pub(crate) mod event_throw;
pub(crate) mod omen_die;
pub(crate) mod stray_shot;

use crate::{
    model::{state::Life, tables::Happening},
    prelude::*,
};

/// A die of the event, thrown by the holder of the initiative.
fn die(cx: Cx<'_>, key: &'static str, pool: Pool) -> Roll {
    let line = Line::new(key).with("need", cx.rules.tables.events.stray_shot);
    Roll { rule: D_SEQ_C5, seat: Seat(cx.state.holder.0), line, pool, modifiers: Vec::new() }
}

/// The event comes to nothing, and the turn ends.
fn nothing(rules: &Daimyo, state: &mut State, story: &mut Story<Event>) -> Flow {
    story.tell(|| Event::new(D_SEQ_C5, "told-event-nothing"));
    end(rules, state, story)
}

/// The event is over, and so is the turn.
fn end(rules: &Daimyo, state: &mut State, story: &mut Story<Event>) -> Flow {
    sequence::next_turn(rules, state, story);
    Flow::Stay
}

fn daimyos(rules: &Daimyo, state: &State, side: Side) -> Vec<LeaderId> {
    let all = (0..rules.leaders.len() as u8).map(LeaderId);
    all.filter(|leader| {
        let data = rules.leader(*leader);
        data.side == side && !data.is_general && state.person(*leader).life == Life::Here
    })
    .collect()
}

fn clans(rules: &Daimyo, side: Side) -> Vec<GroupId> {
    rules
        .all_groups()
        .filter(|group| rules.group(*group).side == side && !rules.group(*group).is_general)
        .collect()
}

fn muddled(rules: &Daimyo, state: &State, side: Side) -> Vec<UnitId> {
    rules.steady(state, side).filter(|unit| state.is(*unit, Mark::Disordered)).collect()
}

fn hotheads(rules: &Daimyo, state: &State, side: Side) -> Vec<UnitId> {
    rules
        .steady(state, side)
        .filter(|unit| rules.unit(*unit).troop.is_samurai())
        .filter(|unit| !state.is(*unit, Mark::Disordered) && !state.is(*unit, Mark::Frenzied))
        .filter(|unit| {
            rules
                .steady(state, side.other())
                .any(|foe| rules.is_within(state, foe, *unit, rules.tables.events.near))
        })
        .collect()
}

/// How many there are to pick from.
pub(crate) fn choices(rules: &Daimyo, state: &State, roll: u8, side: Side) -> usize {
    match rules.tables.events.of(i32::from(roll)) {
        Happening::StrayShot => daimyos(rules, state, side).len(),
        Happening::Hesitates | Happening::WetPowder | Happening::Messenger => clans(rules, side).len(),
        Happening::Recovers => muddled(rules, state, side).len(),
        Happening::Fury => hotheads(rules, state, side).len(),
        Happening::Nothing | Happening::Heads | Happening::Omen => 0,
    }
}
