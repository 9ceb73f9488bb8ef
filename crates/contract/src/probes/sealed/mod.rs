//! Two Banners: secret bids by both seats at once, a hidden card, two boards, dice before the first question.
//!
//! Each side keeps one of two cards in secret. Each round dice set the stake, then both bid in secret for one
//! of two banners. The higher bid for the same banner pulls it, and the loser may spring an ambush: he is asked
//! whatever he holds.

use kernel::{
    Actions, Ask, Cited, Fault, Forecasts, Line, Lot, Move, Name, Notation, Order, Outcome, Pool, Positions,
    Profile, Question, Questions, Refusal, Roll, Rule, Rules, Seat, Side, Story, Thing, Viewer,
    odds::{Effect, Scope},
};
use serde::{Deserialize, Serialize};

use super::{Labels, Opened};

mod scene;
mod setup;

pub mod rule {
    kernel::rule_ids! {
        NOT_YOURS = "0-1", NOT_ASKED = "0-2",
        STAKE = "1-1", KEEP = "1-2", BID = "2-1", COINS = "2-2", MOST = "2-3", OPEN = "2-4", PULL = "2-5",
        WINDOW = "3-1", AMBUSH = "3-2", SPRING = "3-3", END = "4-1",
    }
}

const SIDES: [&str; 2] = ["East", "West"];
const BOARDS: [(&str, &str, &str); 2] = [("river", "R", "River"), ("hill", "H", "Hill")];
const MOST: u8 = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Card {
    #[default]
    Unchosen,
    Ambush,
    Stores,
}

const CARDS: [Card; 2] = [Card::Ambush, Card::Stores];

impl Card {
    fn word(self) -> &'static str {
        match self {
            Card::Unchosen => "unchosen",
            Card::Ambush => "ambush",
            Card::Stores => "stores",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bid {
    #[default]
    Open,
    On {
        board: u8,
        strength: u8,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    #[default]
    Stake,
    Keep,
    Bid,
    /// The loser on this board may spring his ambush.
    Window {
        seat: u8,
        board: u8,
    },
    Spring {
        seat: u8,
        board: u8,
    },
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    round: u8,
    stake: u8,
    coins: [u8; 2],
    /// 0 is East's end of a board, 2 West's.
    banners: [u8; 2],
    sprung: [bool; 2],
    kept: [Card; 2],
    phase: Phase,
    bids: [Bid; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Keep(Card),
    Bid { board: u8, strength: u8 },
    Pass,
    Spring,
}

#[derive(Clone, Debug)]
pub enum Event {
    Staked(u8),
    Kept(Seat, Card),
    Bade(Seat, u8, u8),
    Opened(Seat, u8, u8),
    Pulled(u8, u8, Seat),
    Passed(Seat),
    Sprung(Seat),
    Failed(Seat),
    Shown(Seat, Card),
}

impl Cited for Event {
    fn rule(&self) -> Rule {
        match self {
            Event::Staked(_) => rule::STAKE,
            Event::Kept(..) => rule::KEEP,
            Event::Bade(..) => rule::BID,
            Event::Opened(..) => rule::OPEN,
            Event::Pulled(..) => rule::PULL,
            Event::Passed(_) => rule::WINDOW,
            Event::Sprung(_) | Event::Failed(_) => rule::SPRING,
            Event::Shown(..) => rule::END,
        }
    }
}

/// The game under one scenario.
#[derive(Debug)]
pub struct Sealed {
    opened: Opened,
    labels: Labels,
    start: Option<State>,
}

impl Sealed {
    fn pull(&self, state: &mut State, board: u8, seat: Seat, story: &mut Story<Event>) {
        let banner = &mut state.banners[usize::from(board)];
        *banner = if seat.0 == 0 { banner.saturating_sub(1) } else { (*banner + 1).min(2) };
        let to = *banner;
        story.tell(|| Event::Pulled(board, to, seat));
    }

    fn open_bids(&self, state: &mut State, story: &mut Story<Event>) {
        let bids = std::mem::take(&mut state.bids).map(|bid| match bid {
            Bid::On { board, strength } => (board, strength),
            Bid::Open => (0, 0),
        });
        story.reveal();
        for seat in Seat::ALL {
            let (board, strength) = bids[seat.index()];
            state.coins[seat.index()] -= strength;
            story.tell(|| Event::Opened(seat, board, strength));
        }
        let [(here, ours), (there, theirs)] = bids;
        if here != there {
            for seat in Seat::ALL.into_iter().filter(|seat| bids[seat.index()].1 > 0) {
                self.pull(state, bids[seat.index()].0, seat, story);
            }
        } else if ours != theirs {
            let winner = Seat(u8::from(theirs > ours));
            state.coins[winner.index()] += state.stake;
            self.pull(state, here, winner, story);
            let loser = winner.other();
            if !state.sprung[loser.index()] {
                state.phase = Phase::Window { seat: loser.0, board: here };
                return;
            }
        }
        self.next_round(state, story);
    }

    fn next_round(&self, state: &mut State, story: &mut Story<Event>) {
        state.round += 1;
        state.stake = 0;
        state.phase = Phase::Stake;
        if state.round > self.opened.scenario.length {
            state.phase = Phase::Over;
            story.reveal();
            for seat in Seat::ALL {
                let card = state.kept[seat.index()];
                story.tell(|| Event::Shown(seat, card));
            }
        }
    }

    fn score(&self, state: &State, side: Side) -> i32 {
        let end = 2 * side.0;
        let banners = state.banners.iter().filter(|&&banner| banner == end).count() as i32;
        banners + i32::from(state.kept[side.index()] == Card::Stores)
    }

    /// Bids a seat can pay for.
    fn bids(state: &State, seat: Seat) -> impl Iterator<Item = (u8, u8)> {
        let most = state.coins[seat.index()].min(MOST);
        (0..2).flat_map(move |board| (0..=most).map(move |strength| (board, strength)))
    }
}

fn bid_button(board: u8, strength: u8) -> Thing {
    Thing::Button(u16::from(board) * 4 + u16::from(strength))
}

const PASS: Thing = Thing::Button(8);

impl Rules for Sealed {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn profile(&self) -> &Profile {
        &self.opened.profile
    }

    fn begin(&self) -> State {
        self.start.clone().unwrap_or(State {
            round: 1,
            stake: 0,
            coins: [6; 2],
            banners: [1; 2],
            sprung: [false; 2],
            kept: Default::default(),
            phase: Phase::Stake,
            bids: Default::default(),
        })
    }

    fn ask(&self, state: &State) -> Ask {
        let both = |open: [bool; 2], rule: Rule, prompt: &'static str| {
            let asked = Seat::ALL.into_iter().filter(|seat| open[seat.index()]);
            let asked = asked.map(|seat| Question::new(seat, rule, Line::new(prompt)).always());
            Ask::Choose(asked.collect::<Questions>())
        };
        match state.phase {
            Phase::Stake => Ask::Throw(Roll {
                rule: rule::STAKE,
                seat: Seat(state.round % 2),
                line: Line::new("sealed-stake-roll").with("round", i32::from(state.round)),
                pool: Pool::Reach { dice: 3, sides: 6, at_least: 5 },
                modifiers: Vec::new(),
            }),
            Phase::Keep => both(state.kept.map(|card| card == Card::Unchosen), rule::KEEP, "sealed-keep"),
            Phase::Bid => both(state.bids.map(|bid| bid == Bid::Open), rule::BID, "sealed-bid"),
            Phase::Window { seat, board } => {
                let prompt = Line::new("sealed-window").with("board", BOARDS[usize::from(board)].0);
                Question::new(Seat(seat), rule::WINDOW, prompt).always().into()
            }
            Phase::Spring { seat, .. } => Ask::Throw(Roll {
                rule: rule::SPRING,
                seat: Seat(seat),
                line: Line::new("sealed-spring-roll"),
                pool: Pool::d6(1),
                modifiers: Vec::new(),
            }),
            Phase::Over => {
                let [east, west] = Side::ALL.map(|side| self.score(state, side));
                let winner = (east != west).then_some(Side(u8::from(west > east)));
                let line = Line::new("sealed-over").with("east", east).with("west", west);
                Ask::Over(Outcome { winner, rule: rule::END, line })
            }
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        match state.phase {
            Phase::Keep => CARDS.into_iter().for_each(|card| out.push(Action::Keep(card))),
            Phase::Bid => {
                Sealed::bids(state, seat)
                    .for_each(|(board, strength)| out.push(Action::Bid { board, strength }));
            }
            Phase::Window { .. } => {
                out.push(Action::Pass);
                if state.kept[seat.index()] == Card::Ambush {
                    out.push(Action::Spring);
                }
            }
            _ => {}
        }
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if self.ask(state).question_for(seat).is_none() {
            return Err(self.not_asked(state, seat));
        }
        match (state.phase, *action) {
            (Phase::Keep, Action::Keep(_)) | (Phase::Window { .. }, Action::Pass) => Ok(()),
            (Phase::Bid, Action::Bid { strength, .. }) if strength > MOST => {
                Refusal::no(rule::MOST, Line::new("sealed-most").with("most", i32::from(MOST)))
            }
            (Phase::Bid, Action::Bid { strength, .. }) => match state.coins[seat.index()] {
                coins if coins >= strength => Ok(()),
                coins => {
                    let line = Line::new("sealed-coins").with("needs", i32::from(strength));
                    Refusal::no(rule::COINS, line.with("has", i32::from(coins)))
                }
            },
            (Phase::Window { .. }, Action::Spring) => match state.kept[seat.index()] {
                Card::Ambush => Ok(()),
                _ => Refusal::no(rule::AMBUSH, Line::new("sealed-no-ambush")),
            },
            _ => Err(self.not_asked(state, seat)),
        }
    }

    fn resolve(&self, state: &mut State, input: Move<Action>, story: &mut Story<Event>) {
        match (input, state.phase) {
            (Move::Fall(fall), Phase::Stake) => {
                state.stake = 1 + fall.value() as u8;
                let stake = state.stake;
                story.tell(|| Event::Staked(stake));
                state.phase = if state.kept[0] == Card::Unchosen { Phase::Keep } else { Phase::Bid };
            }
            (Move::Fall(fall), Phase::Spring { seat, board }) => {
                match fall.value() {
                    4.. => self.pull(state, board, Seat(seat), story),
                    _ => story.tell(|| Event::Failed(Seat(seat))),
                }
                self.next_round(state, story);
            }
            (Move::Act(seat, Action::Keep(card)), _) => {
                state.kept[seat.index()] = card;
                story.tell(|| Event::Kept(seat, card));
                if !state.kept.contains(&Card::Unchosen) {
                    state.phase = Phase::Bid;
                }
            }
            (Move::Act(seat, Action::Bid { board, strength }), _) => {
                state.bids[seat.index()] = Bid::On { board, strength };
                story.tell(|| Event::Bade(seat, board, strength));
                if !state.bids.contains(&Bid::Open) {
                    self.open_bids(state, story);
                }
            }
            (Move::Act(seat, Action::Pass), _) => {
                story.tell(|| Event::Passed(seat));
                self.next_round(state, story);
            }
            (Move::Act(seat, Action::Spring), Phase::Window { board, .. }) => {
                state.sprung[seat.index()] = true;
                story.reveal();
                story.tell(|| Event::Sprung(seat));
                state.phase = Phase::Spring { seat: seat.0, board };
            }
            _ => {}
        }
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[("sealed-bid", "sealed-routine")]
    }

    fn habit(&self, state: &State, seat: Seat) -> Action {
        match (state.phase, state.kept[seat.index()]) {
            (Phase::Keep, _) => Action::Keep(Card::Ambush),
            (Phase::Window { .. }, Card::Ambush) => Action::Spring,
            (Phase::Window { .. }, _) => Action::Pass,
            _ => Action::Bid { board: state.round % 2, strength: state.coins[seat.index()].min(1) },
        }
    }

    fn by_order(&self, state: &State, seat: Seat, order: Order) -> Option<Action> {
        match (state.phase, order) {
            (_, Order::Habit) => Some(self.habit(state, seat)),
            (Phase::Window { .. }, Order::Never) => Some(Action::Pass),
            (Phase::Window { .. }, Order::Always) => Some(match state.kept[seat.index()] {
                Card::Ambush => Action::Spring,
                _ => Action::Pass,
            }),
            _ => None,
        }
    }

    fn meant(&self, state: &State, _seat: Seat, thing: Thing) -> Option<Action> {
        let card = |n: u16| CARDS.get(usize::from(n)).copied();
        match (state.phase, thing) {
            (Phase::Bid, Thing::Piece(n)) => Some(Action::Bid { board: n as u8, strength: 1 }),
            (Phase::Bid, Thing::Place(n)) => Some(Action::Bid { board: (n / 3) as u8, strength: 1 }),
            (Phase::Bid, Thing::Button(n)) if n < 8 => {
                Some(Action::Bid { board: (n / 4) as u8, strength: (n % 4) as u8 })
            }
            (Phase::Keep, Thing::Card(n)) => card(n).map(Action::Keep),
            (Phase::Window { .. }, Thing::Card(0)) => Some(Action::Spring),
            (Phase::Window { board, .. }, Thing::Piece(n)) if n == u16::from(board) => Some(Action::Spring),
            (Phase::Window { .. }, PASS) => Some(Action::Pass),
            _ => None,
        }
    }

    fn depth(&self, state: &State) -> usize {
        match state.phase {
            Phase::Window { .. } => 1,
            Phase::Spring { .. } => 2,
            _ => 0,
        }
    }

    fn imagine(&self, state: &State, viewer: Viewer, lot: &mut Lot) -> State {
        let mut other = state.clone();
        if state.phase == Phase::Over {
            return other;
        }
        for seat in Seat::ALL.into_iter().filter(|seat| !viewer.knows(*seat)) {
            let at = seat.index();
            if state.kept[at] != Card::Unchosen && !state.sprung[at] {
                other.kept[at] = *lot.pick(&CARDS);
            }
            if state.bids[at] != Bid::Open {
                let bids: Vec<(u8, u8)> = Sealed::bids(state, seat).collect();
                let &(board, strength) = lot.pick(&bids);
                other.bids[at] = Bid::On { board, strength };
            }
        }
        other
    }
}

impl Positions for Sealed {
    type Position = State;

    fn position(&self, state: &State) -> State {
        state.clone()
    }

    fn place(&self, position: State) -> Result<State, Fault> {
        match position.banners.iter().all(|&banner| banner < 3) {
            true => Ok(position),
            false => Err(Fault::new("position", "a banner stands at 0, 1 or 2").field("banners")),
        }
    }
}

impl Notation for Sealed {
    fn name(&self, thing: Thing) -> Name {
        self.labels.name(thing)
    }

    fn label(&self, thing: Thing) -> String {
        self.labels.label(thing)
    }

    fn find(&self, label: &str) -> Option<Thing> {
        self.labels.find(label)
    }

    fn write_action(&self, action: &Action) -> String {
        match *action {
            Action::Keep(card) => format!("keep {}", card.word()),
            Action::Bid { board, strength } => format!("bid {} {strength}", BOARDS[usize::from(board)].0),
            Action::Pass => "pass".to_owned(),
            Action::Spring => "spring".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split(' ').collect();
        match words.as_slice() {
            ["keep", word] => {
                let card = CARDS.into_iter().find(|card| card.word() == *word);
                card.map(Action::Keep).ok_or_else(|| format!("`{word}` is no card"))
            }
            ["bid", word, strength] => {
                let board = BOARDS.iter().position(|(id, ..)| id == word);
                let board = board.ok_or_else(|| format!("`{word}` is no board"))? as u8;
                let strength = strength.parse().map_err(|_| format!("`{strength}` is no bid"))?;
                Ok(Action::Bid { board, strength })
            }
            ["pass"] => Ok(Action::Pass),
            ["spring"] => Ok(Action::Spring),
            _ => Err(format!("`{text}` is neither keep, bid, pass nor spring")),
        }
    }
}

impl Forecasts for Sealed {
    fn effect(&self, _scope: Scope<'_, State>, event: &Event) -> Effect {
        match event {
            Event::Pulled(board, _, seat) => {
                let by = if seat.0 == 0 { -1 } else { 1 };
                let moved = |of: u8| if of == *board { by } else { 0 };
                Effect::adding(0, Line::new("sealed-verdict").with("river", moved(0)).with("hill", moved(1)))
            }
            _ => Effect::none(),
        }
    }

    fn hidden_condition(&self, world: &State, seat: Seat) -> Option<Line> {
        let held = world.kept[seat.other().index()] == Card::Ambush && !world.sprung[seat.other().index()];
        held.then(|| Line::new("sealed-if-ambush"))
    }
}
