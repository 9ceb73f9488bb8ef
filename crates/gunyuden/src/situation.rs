//! 4-1-1(1), 32, 36.7: what may change at the start of an inning.

use kernel::{Actions, Line, Modifiers, Pool, Question, Roll, Seat, Side, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    scenarios::{Hold, Intervention, Until},
    skirmish::{modified, modify},
    state::{Frame, Happened, Phase, State, beside},
    units::ArmyId,
};

/// What can be due.
pub(crate) enum Due<'a> {
    Intervention(&'a Intervention),
    Thaw(&'a Hold, u8),
    Declaration(&'a Hold),
}

impl Gunyuden {
    pub(crate) fn has_intervened(&self, state: &State, army: ArmyId) -> bool {
        let mut all = self.scenario.interventions.iter();
        all.find(|late| late.army == army).is_none_or(|late| state.happened.has(late.flag))
    }

    fn due_count(&self) -> u8 {
        self.scenario.interventions.len() as u8 + 2
    }

    /// The change of this number, if it is still to come.
    pub(crate) fn due(&self, state: &State, n: u8) -> Option<Due<'_>> {
        let late = &self.scenario.interventions;
        if let Some(late) = late.get(usize::from(n)) {
            return (!state.happened.has(late.flag)).then_some(Due::Intervention(late));
        }
        match usize::from(n) - late.len() {
            0 => self.scenario.holds.iter().find_map(|hold| match hold.until {
                Until::Thaw { die, last }
                    if !state.happened.has(Happened::THAWED) && state.inning <= last =>
                {
                    Some(Due::Thaw(hold, die))
                }
                _ => None,
            }),
            1 if !state.happened.has(Happened::DECLARED) => {
                let mut holds = self.scenario.holds.iter();
                holds.find(|hold| hold.until == Until::Declared).map(Due::Declaration)
            }
            _ => None,
        }
    }

    /// Goes to the next change that is due, or on to stage 1.
    pub(crate) fn run_situation(&self, state: &mut State, n: u8, story: &mut Story<Event>) -> bool {
        if n >= self.due_count() {
            self.test_lines(state, story);
            self.begin_stage(state, 1, story);
            return true;
        }
        if self.due(state, n).is_some() {
            return false;
        }
        state.phase = Phase::Situation(n + 1);
        true
    }

    /// 32-1: the strength that keeps the army quiet.
    pub(crate) fn guard(&self, state: &State, late: &Intervention) -> u16 {
        let side = self.armies[usize::from(late.army.0)].side.other();
        let counts = |&unit: &crate::units::UnitId| {
            state.on_map(unit) && late.provinces.contains(&self.ground.province[state.hex(unit).index()])
        };
        self.strength_of(state, self.sides[side.index()].iter().filter(counts).collect())
    }

    fn intervention_modifiers(&self, state: &State, late: &Intervention) -> Modifiers {
        let mut list = Modifiers::new();
        modify(&mut list, -i16::from(state.battles.signum()), "mod-battles", late.rule);
        list
    }

    pub(crate) fn situation_roll(&self, state: &State, n: u8) -> Option<Roll> {
        let pool = Pool::d6(1);
        match self.due(state, n)? {
            Due::Intervention(late) => {
                let guard = self.guard(state, late);
                let need = self.tables.needed(&late.table, guard).unwrap_or(7);
                let line = Line::new("roll-intervention")
                    .with("army", self.army_card(late.army))
                    .with("strength", i32::from(guard))
                    .with("need", i32::from(need));
                let seat = Seat(self.armies[usize::from(late.army.0)].side.0);
                let modifiers = self.intervention_modifiers(state, late);
                Some(Roll { rule: late.rule, seat, line, pool, modifiers })
            }
            Due::Thaw(hold, die) => {
                let side = self.house(hold.houses[0]).side;
                let line = Line::new("roll-thaw").with("need", i32::from(die));
                Some(Roll { rule: hold.rule, seat: Seat(side.0), line, pool, modifiers: Vec::new() })
            }
            Due::Declaration(_) => None,
        }
    }

    pub(crate) fn army_card(&self, army: ArmyId) -> kernel::Thing {
        kernel::Thing::Card(u16::from(self.armies[usize::from(army.0)].houses[0].0))
    }

    pub(crate) fn declaring_side(&self, state: &State, n: u8) -> Option<Side> {
        match self.due(state, n)? {
            Due::Declaration(hold) => Some(self.house(hold.houses[0]).side),
            _ => None,
        }
    }

    pub(crate) fn situation_question(&self, state: &State, n: u8) -> Option<Question> {
        let Due::Declaration(hold) = self.due(state, n)? else { return None };
        let house = kernel::Thing::Card(u16::from(hold.houses[0].0));
        let seat = Seat(self.house(hold.houses[0]).side.0);
        Some(Question::new(seat, hold.rule, Line::new("ask-declare").with("house", house)))
    }

    pub(crate) fn list_situation(&self, out: &mut Actions<Action>) {
        out.push(Action::Wait);
        out.push(Action::Declare);
    }

    pub(crate) fn resolve_situation(
        &self,
        state: &mut State,
        n: u8,
        action: Action,
        story: &mut Story<Event>,
    ) {
        if action == Action::Declare
            && let Some(Due::Declaration(hold)) = self.due(state, n)
        {
            let house = hold.houses[0];
            story.tell(|| Event::Declared { house });
            state.happened.note(Happened::DECLARED);
        }
        state.phase = Phase::Situation(n + 1);
    }

    pub(crate) fn fall_situation(&self, state: &mut State, n: u8, die: i32, story: &mut Story<Event>) {
        let Some(due) = self.due(state, n) else { return };
        state.phase = Phase::Situation(n + 1);
        match due {
            Due::Intervention(late) => {
                let need = self.tables.needed(&late.table, self.guard(state, late)).unwrap_or(7);
                let comes = modified(die, &self.intervention_modifiers(state, late)) >= i32::from(need);
                let army = late.army;
                story.tell(|| Event::Intervention { army, die, comes, rule: late.rule });
                if comes {
                    state.happened.note(late.flag);
                    let (moved, touched, gained) = Default::default();
                    let place = beside(late.army);
                    state.frames.push(Frame::Draft { place, organiser: None, moved, touched, gained });
                }
            }
            Due::Thaw(hold, need) => {
                let thaws = die >= i32::from(need);
                let rule = hold.rule;
                story.tell(|| Event::Thaw { die, thaws, rule });
                if thaws {
                    state.happened.note(Happened::THAWED);
                }
            }
            Due::Declaration(_) => {}
        }
    }
}
