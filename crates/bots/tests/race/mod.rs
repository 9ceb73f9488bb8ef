//! A race of two runners: the smallest game with a decision, dice, a nested question and a trap.
//!
//! On his turn a runner walks (2 steps), runs (then chooses his pace: easy, one die; hard, two dice, of which a
//! sum up to 5 is a fall and the rest counts less 2), sprints (5 steps, but then he stands exposed), trips an
//! exposed opponent (7 steps back) or gives up. First to the goal wins; after forty rounds the leader wins.
//!
//! With the option `pit` there may be a hidden pit, into which a runner at a hard pace falls.

use kernel::{
    Actions, Ask, Card, Cited, DataSet, Evaluation, Fault, Faults, Forecasts, Line, Lot, Move, Name,
    Notation, OptionCard, Outcome, Plan, Pool, Positions, Presentation, Profile, Question, Refusal, Roll,
    Rule, Rules, Scenes, Seat, Setup, Shown, Side, SideCard, Story, System, Telling, Thing, Viewer,
    evaluation::{Goal, Progress, WON},
    scene::{Ground, Scene},
};
use serde::{Deserialize, Serialize};

const GOAL: i16 = 40;
const ROUNDS: u16 = 40;

#[derive(Debug)]
pub(crate) struct Race {
    profile: Profile,
    sprint: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) at: [i16; 2],
    pub(crate) exposed: [bool; 2],
    pub(crate) trips: [u16; 2],
    pub(crate) turn: u8,
    pub(crate) round: u16,
    pub(crate) rest: Rest,
    /// Hidden from everyone.
    pub(crate) pit: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Rest {
    #[default]
    Turn,
    Pace,
    Throw(bool),
    GaveUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    Walk,
    Run,
    Sprint,
    Trip,
    GiveUp,
    Easy,
    Hard,
}

use Action::{Easy, GiveUp, Hard, Run, Sprint, Trip, Walk};

const NAMES: [(Action, &str); 7] = [
    (Walk, "walk"),
    (Run, "run"),
    (Sprint, "sprint"),
    (Trip, "trip"),
    (GiveUp, "give up"),
    (Easy, "easy"),
    (Hard, "hard"),
];

#[derive(Clone, Debug)]
pub(crate) struct Moved;

impl Cited for Moved {
    fn rule(&self) -> Rule {
        Rule("2")
    }
}

impl Race {
    fn step(state: &mut State, steps: i16) {
        let me = state.turn as usize;
        state.at[me] += steps;
        state.turn = 1 - state.turn;
        state.round += u16::from(state.turn == 0);
        state.rest = Rest::Turn;
        // An exposed runner is safe again once the other has had a chance.
        state.exposed[state.turn as usize] = false;
    }
}

pub(crate) fn setup() -> Setup {
    Setup::plain(Race::NAME, "track", 1)
}

impl Rules for Race {
    type State = State;
    type Action = Action;
    type Event = Moved;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn begin(&self) -> State {
        State::default()
    }

    fn ask(&self, state: &State) -> Ask {
        let seat = Seat(state.turn);
        let over = |winner, rule| Ask::Over(Outcome { winner, rule: Rule(rule), line: Line::new("over") });
        if state.rest == Rest::GaveUp {
            return over(Some(Side(1 - state.turn)), "5");
        }
        for side in Side::ALL {
            if state.at[side.index()] >= GOAL {
                return over(Some(side), "3");
            }
        }
        if state.round >= ROUNDS {
            let lead = state.at[0].cmp(&state.at[1]);
            let winner = match lead {
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Side(0)),
                std::cmp::Ordering::Less => Some(Side(1)),
            };
            return over(winner, "4");
        }
        match state.rest {
            Rest::Throw(hard) => Ask::Throw(Roll {
                rule: Rule("2"),
                seat,
                line: Line::new("pace"),
                pool: Pool::d6(if hard { 2 } else { 1 }),
                modifiers: Vec::new(),
            }),
            Rest::Pace => Question::new(seat, Rule("2"), Line::new("which-pace")).into(),
            _ => Question::new(seat, Rule("1"), Line::new("which-way")).into(),
        }
    }

    fn actions(&self, state: &State, _seat: Seat, out: &mut Actions<Action>) {
        match state.rest {
            Rest::Pace => out.extend([Easy, Hard]),
            _ => {
                out.push(Walk);
                out.push(Run);
                if self.sprint {
                    out.push(Sprint);
                }
                if state.exposed[1 - state.turn as usize] {
                    out.push(Trip);
                }
                out.push(GiveUp);
            }
        }
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let mut listed = Actions::default();
        self.actions(state, seat, &mut listed);
        let asked = self.ask(state).question_for(seat).is_some();
        if asked && listed.contains(action) { Ok(()) } else { Err(self.not_asked(state, seat)) }
    }

    fn resolve(&self, state: &mut State, input: Move<Action>, story: &mut Story<Moved>) {
        story.tell(|| Moved);
        let me = state.turn as usize;
        match input {
            Move::Fall(fall) => {
                let sum = fall.value() as i16;
                match state.rest {
                    Rest::Throw(true) if sum <= 5 || state.pit => Race::step(state, 0),
                    Rest::Throw(true) => Race::step(state, sum - 2),
                    _ => Race::step(state, sum),
                }
            }
            Move::Act(_, Walk) => Race::step(state, 2),
            Move::Act(_, Run) => state.rest = Rest::Pace,
            Move::Act(_, Easy) => state.rest = Rest::Throw(false),
            Move::Act(_, Hard) => state.rest = Rest::Throw(true),
            Move::Act(_, GiveUp) => state.rest = Rest::GaveUp,
            Move::Act(_, Sprint) => {
                Race::step(state, 5);
                state.exposed[me] = true;
            }
            Move::Act(_, Trip) => {
                state.at[1 - me] -= 7;
                state.trips[1 - me] += 1;
                Race::step(state, 0);
            }
        }
    }

    fn habit(&self, state: &State, _seat: Seat) -> Action {
        if state.rest == Rest::Pace { Easy } else { Walk }
    }

    fn meant(&self, _: &State, _: Seat, _: Thing) -> Option<Action> {
        None
    }

    fn side(&self, _: &State, seat: Seat) -> Side {
        Side(seat.0)
    }

    fn depth(&self, state: &State) -> usize {
        usize::from(matches!(state.rest, Rest::Pace | Rest::Throw(_)))
    }

    fn imagine(&self, state: &State, _: Viewer, lot: &mut Lot) -> State {
        State { pit: self.profile.secrets && lot.below(2) == 0, ..state.clone() }
    }
}

impl Positions for Race {
    type Position = State;

    fn position(&self, state: &State) -> State {
        state.clone()
    }

    fn place(&self, position: State) -> Result<State, Fault> {
        Ok(position)
    }
}

impl Notation for Race {
    fn name(&self, _: Thing) -> Name {
        Name::default()
    }

    fn label(&self, _: Thing) -> String {
        String::new()
    }

    fn find(&self, _: &str) -> Option<Thing> {
        None
    }

    fn write_action(&self, action: &Action) -> String {
        NAMES.iter().find(|(known, _)| known == action).expect("every action has a name").1.to_owned()
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(action, _)| *action).ok_or_else(|| format!("`{text}`?"))
    }
}

impl Scenes for Race {
    fn scene(&self, _: &State, _: Viewer) -> Scene {
        Scene::default()
    }

    fn grounds(&self) -> Vec<Ground> {
        Vec::new()
    }
}

impl Presentation for Race {
    fn tell(&self, _: &Moved, _: Viewer) -> Option<Telling> {
        Some(Telling::new(Line::new("moved")))
    }

    fn show(&self, _: &State, _: Seat, _: &Action, _: Viewer) -> Shown {
        Shown::new(Line::new("action"))
    }
}

impl Forecasts for Race {}

impl Evaluation for Race {
    fn worth(&self, state: &State, side: Side) -> i32 {
        match self.ask(state) {
            Ask::Over(Outcome { winner: Some(winner), .. }) => {
                if winner == side {
                    WON
                } else {
                    -WON
                }
            }
            Ask::Over(_) => 0,
            _ => i32::from(state.at[side.index()] - state.at[side.other().index()]),
        }
    }

    /// None: the kernel's list is short enough.
    fn propose(&self, _: &State, _: Seat, _: &mut Vec<Plan<Action>>) {}

    /// Ten steps on from here. It counts for nothing, so that bots play as without it.
    fn goals(&self, state: &State, side: Side, out: &mut Vec<Goal>) {
        out.push(Goal { group: 0, kind: 0, target: (state.at[side.index()].max(0) + 10) as u16 });
    }

    fn progress(&self, state: &State, side: Side, goal: Goal) -> Progress {
        Progress { worth: 0, over: state.at[side.index()] >= goal.target as i16 }
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.round) + 1
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        state.trips.map(u32::from)
    }
}

impl System for Race {
    const NAME: &'static str = "race";
    const REVISION: u32 = 1;

    fn files() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn cards(_: &DataSet) -> Result<Vec<Card>, Faults> {
        Ok(vec![card()])
    }

    fn open(_: &DataSet, setup: &Setup) -> Result<Race, Faults> {
        let sprint = setup.options.get("sprint").is_none_or(|value| value == "yes");
        let secrets = setup.options.contains_key("pit");
        Ok(Race { profile: Profile { card: card(), bound: 300, secrets }, sprint })
    }

    fn rule_ids() -> &'static [Rule] {
        &[Rule("1"), Rule("2"), Rule("3"), Rule("4"), Rule("5")]
    }
}

fn card() -> Card {
    let side = |id: &str, en: &str| SideCard {
        id: id.to_owned(),
        name: Name::new(en, ""),
        mon: String::new(),
        livery: None,
    };
    Card {
        system: Race::NAME.to_owned(),
        scenario: "track".to_owned(),
        title: Name::new("The track", ""),
        summary: String::new(),
        sides: vec![side("hare", "Hare"), side("fox", "Fox")],
        options: vec![OptionCard {
            id: "sprint".to_owned(),
            title: "Sprinting".to_owned(),
            explanation: String::new(),
            rule: "1".to_owned(),
            values: vec!["yes".to_owned(), "no".to_owned()],
            default: "yes".to_owned(),
        }],
        length: "40 rounds".to_owned(),
        minutes: 5,
        origin: Vec::new(),
    }
}
