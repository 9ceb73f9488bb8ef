//! Every decision of this system: a file each, and the tables that lead to it.

mod auction;
mod hands;
mod layout;
mod order;
pub(crate) mod play;
pub(crate) mod turn;

use kernel::{
    Notation as _, Outcome, Thing,
    decision::{self, Base, DecisionRules},
    dispatch,
};

use self::{
    auction::{Auction, Tie},
    hands::Hands,
    layout::Layout,
    order::Order,
    play::{Play, Step, act::Act, pick::Pick, window::Window},
    turn::Turn,
};
use crate::{
    Action, State, Summits,
    model::{
        state::{Phase, WAITING, on_map},
        units::UnitId,
    },
    notation::refer::{MARKERS, card_clicked},
    presentation::show::BUTTONS,
};

pub(crate) type Cx<'a, P = ()> = decision::Cx<'a, Summits, P>;
pub(crate) type CxMut<'a, P = ()> = decision::CxMut<'a, Summits, P>;
pub(crate) type Flow<S> = decision::Flow<S, Play>;

dispatch! { Phase: Decision<Summits, Base> {
    Phase::Auction => Auction,
    Phase::Tie => Tie,
    Phase::Layout => Layout,
    Phase::Hands => Hands,
    Phase::Order => Order,
    Phase::Play => Turn,
} }

dispatch! { Step: Decision<Summits, Play> {
    Step::Pick => Pick,
    Step::Group => Act,
    Step::Marshal(marshal) => marshal,
    Step::Window => Window,
    Step::Muster(muster) => muster,
    Step::Strike(strike) => strike,
    Step::Damage(damage) => damage,
    Step::Retreat(retreat) => retreat,
} }

impl DecisionRules for Summits {
    type Base = Phase;
    type Frame = Play;
    type Frames = Option<Play>;

    fn is_over(&self, state: &State) -> bool {
        state.over.is_some()
    }

    fn outcome(&self, state: &State) -> Outcome {
        let over = state.over.expect("it is over");
        Outcome { winner: over.winner, rule: over.by.rule(), line: self.ending_line(over) }
    }

    fn base(state: &State) -> &Phase {
        &state.phase
    }

    fn frames(state: &State) -> &Option<Play> {
        &state.play
    }

    fn frames_mut(state: &mut State) -> &mut Option<Play> {
        &mut state.play
    }

    fn button(&self, n: u16) -> Option<Action> {
        let word = *BUTTONS.get(usize::from(n))?;
        (word != "hand").then(|| self.read_action(word).ok()).flatten()
    }
}

/// What a click is on: a unit with its area, a marker or an area, or a card.
pub(crate) struct Clicked {
    pub(crate) unit: Option<UnitId>,
    /// [`WAITING`] for a unit beside the map.
    pub(crate) area: Option<hexmap::AreaId>,
    pub(crate) card: Option<crate::model::cards::Card>,
}

pub(crate) fn clicked<P>(cx: Cx<'_, P>, thing: Thing) -> Clicked {
    let Cx { rules, state, .. } = cx;
    let (unit, area, card) = match thing {
        Thing::Piece(n) if n >= MARKERS => (None, Some(hexmap::AreaId((n - MARKERS) as u8)), None),
        Thing::Piece(n) => {
            let unit = UnitId(n as u8);
            let area = Some(state.place_of(unit)).filter(|&area| on_map(area) || area == WAITING);
            (Some(unit), area, None)
        }
        Thing::Place(n) if usize::from(n) < rules.map.areas.len() => {
            (None, Some(hexmap::AreaId(n as u8)), None)
        }
        Thing::Card(n) => (None, None, card_clicked(n)),
        _ => (None, None, None),
    };
    Clicked { unit, area, card }
}
