//! D-SEQ-C5, T-12: random events, an optional rule.

use kernel::{Line, Pool, Roll, Seat, Side, Story};
use open::Event;

use crate::{
    Daimyo,
    decisions::Step,
    refer::{banner, person},
    rule_ids::*,
    state::{Life, Mark, State},
    tables::Happening,
    units::{GroupId, LeaderId, UnitId},
};

impl Daimyo {
    pub(crate) fn event_roll(&self, state: &State) -> Roll {
        let (key, pool) = match state.step {
            Step::EventSide { .. } => ("roll-event-side", Pool::d6(1)),
            Step::EventPick { roll, side } => {
                ("roll-event-pick", Pool::Sum { dice: 1, sides: self.event_choices(state, roll, side) as u8 })
            }
            Step::StrayShot { .. } => ("roll-stray-shot", Pool::d6(1)),
            Step::OmenDie { .. } => ("roll-omen", Pool::d6(1)),
            _ => ("roll-event", Pool::d6(2)),
        };
        let line = Line::new(key).with("need", self.tables.events.stray_shot);
        Roll { rule: D_SEQ_C5, seat: Seat(state.holder.0), line, pool, modifiers: Vec::new() }
    }

    fn daimyos(&self, state: &State, side: Side) -> Vec<LeaderId> {
        let all = (0..self.leaders.len() as u8).map(LeaderId);
        all.filter(|leader| {
            let data = self.leader(*leader);
            data.side == side && !data.is_general && state.person(*leader).life == Life::Here
        })
        .collect()
    }

    fn clans(&self, side: Side) -> Vec<GroupId> {
        self.all_groups()
            .filter(|group| self.group(*group).side == side && !self.group(*group).is_general)
            .collect()
    }

    fn muddled(&self, state: &State, side: Side) -> Vec<UnitId> {
        self.steady(state, side).filter(|unit| state.is(*unit, Mark::Disordered)).collect()
    }

    fn hotheads(&self, state: &State, side: Side) -> Vec<UnitId> {
        self.steady(state, side)
            .filter(|unit| self.unit(*unit).troop.is_samurai())
            .filter(|unit| !state.is(*unit, Mark::Disordered) && !state.is(*unit, Mark::Frenzied))
            .filter(|unit| {
                self.steady(state, side.other())
                    .any(|foe| self.is_within(state, foe, *unit, self.tables.events.near))
            })
            .collect()
    }

    /// How many there are to pick from.
    fn event_choices(&self, state: &State, roll: u8, side: Side) -> usize {
        match self.tables.events.of(i32::from(roll)) {
            Happening::StrayShot => self.daimyos(state, side).len(),
            Happening::Hesitates | Happening::WetPowder | Happening::Messenger => self.clans(side).len(),
            Happening::Recovers => self.muddled(state, side).len(),
            Happening::Fury => self.hotheads(state, side).len(),
            Happening::Nothing | Happening::Heads | Happening::Omen => 0,
        }
    }

    pub(crate) fn resolve_event(&self, state: &mut State, value: i32, story: &mut Story<Event>) {
        let nothing = |story: &mut Story<Event>| story.tell(|| Event::new(D_SEQ_C5, "told-event-nothing"));
        match state.step.clone() {
            Step::Event => {
                if self.tables.events.of(value) == Happening::Nothing {
                    nothing(story);
                    return self.next_turn(state, story);
                }
                state.step = Step::EventSide { roll: value as u8 };
            }
            Step::EventSide { roll } => {
                let side = if value % 2 == 1 { state.holder } else { state.holder.other() };
                match self.tables.events.of(i32::from(roll)) {
                    Happening::Heads => {
                        state.fortunes.heads[side.index()] = true;
                        story.tell(|| Event::new(D_SEQ_C5, "told-event-heads").with("side", side));
                        self.next_turn(state, story);
                    }
                    Happening::Omen => state.step = Step::OmenDie { side },
                    _ if self.event_choices(state, roll, side) == 0 => {
                        nothing(story);
                        self.next_turn(state, story);
                    }
                    _ => state.step = Step::EventPick { roll, side },
                }
            }
            Step::EventPick { roll, side } => self.work_event(state, roll, side, (value - 1) as usize, story),
            Step::StrayShot { leader } => {
                if value >= self.tables.events.stray_shot {
                    self.kill(state, leader, D_SEQ_C5, story);
                } else {
                    story.tell(|| Event::new(D_SEQ_C5, "told-leader-unhurt").with("leader", person(leader)));
                }
                self.next_turn(state, story);
            }
            Step::OmenDie { side } => {
                if value % 2 == 0 {
                    state.fortunes.omens[side.index()] = true;
                    story.tell(|| Event::new(D_SEQ_C5, "told-event-omen").with("side", side));
                } else if self.options.weather {
                    state.step = Step::WeatherNow;
                    return;
                } else {
                    nothing(story);
                }
                self.next_turn(state, story);
            }
            other => unreachable!("no event is due in {other:?}"),
        }
    }

    fn work_event(&self, state: &mut State, roll: u8, side: Side, pick: usize, story: &mut Story<Event>) {
        let of_clan =
            |key: &'static str, group: GroupId| Event::new(D_SEQ_C5, key).with("clan", banner(group));
        match self.tables.events.of(i32::from(roll)) {
            Happening::StrayShot => {
                state.step = Step::StrayShot { leader: self.daimyos(state, side)[pick] };
                return;
            }
            Happening::Hesitates => {
                let group = self.clans(side)[pick];
                state.fortunes.hesitates.insert(group);
                story.tell(|| of_clan("told-event-hesitates", group));
            }
            Happening::Recovers => {
                let unit = self.muddled(state, side)[pick];
                state.body_mut(unit).set(Mark::Disordered, false);
                story.tell(|| Event::of(D_SEQ_C5, "told-reformed", unit));
            }
            Happening::WetPowder => {
                let group = self.clans(side)[pick];
                state.fortunes.wet_next.insert(group);
                story.tell(|| of_clan("told-event-wet", group));
            }
            Happening::Fury => {
                let unit = self.hotheads(state, side)[pick];
                state.body_mut(unit).mark(Mark::Frenzied);
                story.tell(|| Event::of(D_SEQ_C5, "told-frenzied", unit));
            }
            _ => {
                let group = self.clans(side)[pick];
                state.fortunes.messenger.insert(group);
                story.tell(|| of_clan("told-event-messenger", group));
            }
        }
        self.next_turn(state, story);
    }
}
