//! The contract with the kernel: which chapter answers what.

use kernel::{
    Actions, Ask, Fault, Input, Line, Lot, May, Name, Order, Outcome, Play as _, Profile, Question, Refusal,
    Rules, Seat, Shown, Side, Story, Telling, Thing, Viewer,
    odds::{Effect, Scope},
    scene,
};

use crate::{
    Summits,
    action::{Action, Begin},
    cards::{Card, Hand},
    event::Event,
    position::Position,
    refer::place,
    rule_ids::*,
    state::{Group, Phase, Play, State, Step},
    units::HIDEYOSHI,
};

impl Summits {
    fn pick_question(&self, state: &State, play: &Play) -> Question {
        let key = match (play.begun, play.names_assault()) {
            (false, _) => "ask-pick",
            (true, _) => "ask-pick-next",
        };
        Question::new(state.seat_of(state.active), R_5_1_0, Line::new(key).with("side", state.active))
    }

    fn group_question(&self, state: &State, group: &Group) -> Question {
        let seat = state.seat_of(state.active);
        let (key, rule) = match (group.area_is_beside(), group.fixed) {
            (true, _) => ("ask-enter", R_11_0_3),
            (false, true) => ("ask-assault", R_QA_2),
            (false, false) => ("ask-group", R_5_2_2),
        };
        let question = Line::new(key).with("side", state.active);
        if group.area_is_beside() {
            return Question::new(seat, rule, question);
        }
        Question::new(seat, rule, question.with("area", place(group.area))).at(place(group.area))
    }

    /// Who is asked about the play under way; nobody while dice are wanted.
    fn asked_in_play(&self, state: &State, play: &Play) -> Option<Seat> {
        let side = match &play.step {
            Step::Pick | Step::Group => state.active,
            Step::Window => state.active.other(),
            Step::Marshal(attack) | Step::Muster(attack) => attack.side,
            Step::Damage { attack, .. } | Step::Retreat { attack, .. } => attack.side.other(),
            Step::Strike(_) => return None,
        };
        Some(state.seat_of(side))
    }

    fn is_asked(&self, state: &State, seat: Seat) -> bool {
        if state.over.is_some() {
            return false;
        }
        if let Some(play) = state.play() {
            return self.asked_in_play(state, play) == Some(seat);
        }
        match state.phase {
            Phase::Auction => state.bids[seat.index()] == 0,
            Phase::Tie => false,
            Phase::Layout => seat == state.hideyoshi,
            Phase::Hands => !state.ready[state.side_of(seat).index()],
            Phase::Order => {
                state.controller(self.scenario.mountain).is_some_and(|side| state.seat_of(side) == seat)
            }
            Phase::Play => seat == state.seat_of(state.active),
        }
    }

    fn judge_play_step(&self, state: &State, play: &Play, action: &Action) -> Option<May> {
        match &play.step {
            Step::Pick => match *action {
                Action::Begin { who, assault } => Some(self.judge_begin(state, play, who, assault)),
                Action::Treason(clan) => Some(self.may_treason(state, play, clan)),
                Action::RallyAt(area) => Some(self.judge_free_rally(state, play, area)),
                Action::Done => Some(self.judge_done(state, play)),
                _ => None,
            },
            Step::Group => self.judge_group(state, play, state.group(), action),
            Step::Marshal(attack) => self.judge_marshal(attack, action),
            Step::Window => self.judge_window(state, action),
            Step::Muster(attack) => self.judge_muster(state, attack, action),
            Step::Strike(_) => None,
            Step::Damage { attack, .. } => self.judge_damage(state, attack, action),
            Step::Retreat { attack, .. } => self.judge_retreat(state, attack, action),
        }
    }

    fn resolve_play_step(&self, state: &mut State, action: &Action, story: &mut Story<Event>) {
        let step = match state.play().map(|play| &play.step) {
            Some(Step::Window) => return self.resolve_window(state, action, story),
            Some(Step::Marshal(_)) => return self.resolve_marshal(state, action, story),
            Some(Step::Muster(_)) => return self.resolve_muster(state, action, story),
            Some(Step::Damage { .. }) => return self.resolve_damage(state, action, story),
            Some(Step::Retreat { .. }) => true,
            _ => false,
        };
        match *action {
            Action::To { to, .. } if step => self.resolve_retreat(state, to, story),
            Action::To { to, by } => self.resolve_to(state, to, by, story),
            Action::Begin { who, assault } => self.resolve_begin(state, who, assault, story),
            Action::Treason(clan) => self.resolve_treason(state, clan, story),
            Action::RallyAt(area) => self.resolve_free_rally(state, area, story),
            Action::Done => self.resolve_done(state, story),
            Action::With(unit) => self.resolve_with(state, crate::units::UnitSet::of(unit)),
            Action::Lead(unit) => self.resolve_lead(state, unit),
            Action::Attack => self.resolve_attack(state, None, false, story),
            Action::Marshal(target) => self.resolve_attack(state, target, true, story),
            Action::Fire(area) => self.resolve_attack(state, Some(area), false, story),
            Action::Rally => self.resolve_rally(state, story),
            ref other => unreachable!("{other:?} was judged legal in a play"),
        }
    }
}

impl Rules for Summits {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Position = Position;

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn begin(&self) -> State {
        self.start.clone()
    }

    fn ask(&self, state: &State) -> Ask {
        if let Some(over) = state.over {
            return Ask::Over(Outcome {
                winner: over.winner,
                rule: over.by.rule(),
                line: self.ending_line(over),
            });
        }
        let Some(play) = state.play() else { return self.turn_ask(state) };
        match &play.step {
            Step::Pick => self.pick_question(state, play).into(),
            Step::Group => self.group_question(state, state.group()).into(),
            Step::Marshal(attack) => self.marshal_question(state, attack).into(),
            Step::Window => self.window_question(state).into(),
            Step::Muster(attack) => self.muster_question(state, attack).into(),
            Step::Strike(attack) => Ask::Throw(self.strike_roll(state, attack)),
            Step::Damage { attack, points } => self.damage_question(state, attack, *points).into(),
            Step::Retreat { attack, unit, .. } => self.retreat_question(state, attack, *unit).into(),
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if !self.is_asked(state, seat) {
            return;
        }
        let Some(play) = state.play() else { return self.list_turn(state, seat, out) };
        match &play.step {
            Step::Pick => self.list_pick(state, play, out),
            Step::Group => self.list_group(state, play, state.group(), out),
            Step::Marshal(attack) => self.list_marshal(attack, out),
            Step::Window => self.list_window(state, out),
            Step::Muster(attack) => self.list_muster(state, attack, out),
            Step::Strike(_) => {}
            Step::Damage { attack, .. } => self.list_damage(state, attack, out),
            Step::Retreat { attack, .. } => self.list_retreat(state, attack, out),
        }
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !self.is_asked(state, seat) {
            return Err(self.not_asked(state, seat));
        }
        let may = match state.play() {
            None => self.judge_turn(state, seat, action),
            Some(play) => self.judge_play_step(state, play, action),
        };
        self.judged(state, seat, may)
    }

    /// 7.0-3: a move may name the route that is taken anyway.
    fn reduced(&self, state: &State, action: &Action) -> Action {
        match *action {
            Action::To { to, by: Some(by) } if self.takes_anyway(state, to, by) => {
                Action::To { to, by: None }
            }
            _ => action.clone(),
        }
    }

    fn resolve(&self, state: &mut State, input: Input<Action>, story: &mut Story<Event>) {
        match input {
            Input::Act(seat, action) if state.play.is_none() => self.resolve_turn(state, seat, action, story),
            Input::Act(_, action) => self.resolve_play_step(state, &action, story),
            Input::Fall(fall) if state.phase == Phase::Tie => self.resolve_tie(state, fall.value(), story),
            Input::Fall(fall) => self.resolve_strike(state, fall.value(), story),
        }
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ask-flip", "order-flip"),
            ("ask-back", "order-back"),
            ("ask-lose", "order-lose"),
            ("ask-retreat", "order-retreats"),
        ]
    }

    fn habit(&self, state: &State, seat: Seat) -> Action {
        let Some(play) = state.play() else {
            return match state.phase {
                Phase::Auction => Action::Bid(self.scenario.turns),
                Phase::Hands => Action::Hand(self.usual_hand(state, state.side_of(seat))),
                _ => self.first_listed(state, seat),
            };
        };
        match &play.step {
            Step::Window => match state.hands[state.active.other().index()].has(Card::Ambush) {
                true => Action::Ambush,
                false => Action::Hold,
            },
            Step::Group => self.usual_action(state, play, state.group()),
            Step::Pick => self.usual_beginning(state, play),
            Step::Retreat { attack, .. } => {
                let side = attack.side.other();
                let to = self.usual_retreat(self.retreats(state, attack.target, side), side);
                to.map_or_else(|| self.first_listed(state, seat), |to| Action::To { to, by: None })
            }
            // The rest as is customary stands first everywhere else.
            _ => self.first_listed(state, seat),
        }
    }

    fn by_order(&self, state: &State, seat: Seat, order: Order) -> Option<Action> {
        let window = matches!(state.play().map(|play| &play.step), Some(Step::Window));
        match order {
            Order::Habit => Some(self.habit(state, seat)),
            Order::Never if window => Some(Action::Hold),
            Order::Always if window => Some(self.habit(state, seat)),
            _ => None,
        }
    }

    fn meant(&self, state: &State, seat: Seat, thing: Thing) -> Option<Action> {
        self.click(state, seat, thing)
    }

    fn scene(&self, state: &State, viewer: Viewer) -> scene::Scene {
        self.draw_scene(state, viewer)
    }

    fn grounds(&self) -> Vec<scene::Ground> {
        vec![self.draw_ground()]
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        self.telling(event, viewer)
    }

    fn show(&self, state: &State, seat: Seat, action: &Action, viewer: Viewer) -> Shown {
        self.shown(state, seat, action, viewer)
    }

    fn side(&self, state: &State, seat: Seat) -> Side {
        state.side_of(seat)
    }

    fn depth(&self, state: &State) -> usize {
        match state.play().map(|play| &play.step) {
            None => 0,
            Some(Step::Pick) => 1,
            Some(Step::Group) => 2,
            Some(Step::Marshal(_) | Step::Window) => 3,
            Some(Step::Muster(_)) => 4,
            Some(Step::Strike(_) | Step::Damage { .. }) => 5,
            Some(Step::Retreat { .. }) => 6,
        }
    }

    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        self.effect_of(scope, event)
    }

    /// A question in the midst of an attack or an ambush belongs to it: the way of a retreat, the order of the rolls.
    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        const ATTACK: usize = 3;
        self.depth(state) < self.depth(scope.asked).clamp(1, ATTACK)
    }

    fn hidden_condition(&self, world: &State, seat: Seat) -> Option<Line> {
        self.holds_ambush(world, seat)
    }

    /// Hands that the viewer does not know: drawn from what the deck still allows.
    fn imagine(&self, state: &State, viewer: Viewer, lot: &mut Lot) -> State {
        let mut other = state.clone();
        if state.over.is_some() {
            return other;
        }
        for seat in Seat::ALL.into_iter().filter(|seat| !viewer.knows(*seat)) {
            if state.bids[seat.index()] > 0 {
                other.bids[seat.index()] = 1 + lot.below(usize::from(self.scenario.turns)) as u8;
            }
            let side = state.side_of(seat);
            let hand = state.hands[side.index()];
            let count = match state.phase {
                Phase::Hands if state.ready[side.index()] => {
                    let (limit, _) = self.hand_limit(state, side);
                    limit - (lot.below(8) == 0) as u8 * lot.below(usize::from(limit) + 1) as u8
                }
                Phase::Order | Phase::Play => hand.len(),
                _ => continue,
            };
            other.hands[side.index()] = self.draw_cards(state, side, count, lot);
        }
        other
    }

    fn name(&self, thing: Thing) -> Name {
        self.thing_name(thing)
    }

    fn label(&self, thing: Thing) -> String {
        self.thing_label(thing)
    }

    fn find(&self, label: &str) -> Option<Thing> {
        self.thing_named(label)
    }

    fn write_action(&self, action: &Action) -> String {
        self.action_text(action)
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        self.parse_action(text)
    }

    fn position(&self, state: &State) -> Position {
        self.write_position(state)
    }

    fn place(&self, position: Position) -> Result<State, Fault> {
        self.place_position(position)
    }
}

impl Summits {
    /// So many cards that the side may still hold, as far as anyone else can tell: what it has played openly is not
    /// among them.
    fn draw_cards(&self, state: &State, side: Side, count: u8, lot: &mut Lot) -> Hand {
        // How often a card is in a hand; nobody takes many Reinforcements.
        const WEIGHTS: [usize; 6] = [3, 5, 4, 4, 3, 2];
        let mut hand = Hand::default();
        let room = |hand: &Hand, card: Card| {
            let most = match card {
                // 15.2-9a was looked at when hands were chosen.
                Card::Reinforcements if state.phase > Phase::Hands && side == HIDEYOSHI => {
                    1 + u8::from(state.second)
                }
                _ => self.card_limit(state, side, card),
            };
            most.saturating_sub(state.open[side.index()].of(card)) > hand.of(card)
        };
        for _ in 0..count {
            let all: usize = Card::ALL
                .into_iter()
                .filter(|card| room(&hand, *card))
                .map(|card| WEIGHTS[card.index()])
                .sum();
            if all == 0 {
                break;
            }
            let mut at = lot.below(all);
            for card in Card::ALL.into_iter().filter(|card| room(&hand, *card)) {
                if at < WEIGHTS[card.index()] {
                    hand.add(card);
                    break;
                }
                at -= WEIGHTS[card.index()];
            }
        }
        hand
    }

    /// Without thinking: strike if an enemy is here, fire if one is near, rally; otherwise march on, or leave it.
    fn usual_action(&self, state: &State, play: &Play, group: &Group) -> Action {
        let mut listed = Actions::default();
        self.list_group(state, play, group, &mut listed);
        let rank = |action: &Action| match action {
            Action::Attack => 0,
            Action::Fire(_) => 1,
            Action::Rally => 2,
            Action::RallyAt(_) => 3,
            Action::Done => 4,
            Action::To { .. } => 5,
            _ => 6,
        };
        let usual = listed.iter().min_by_key(|action| rank(action)).expect("a question has an answer");
        // An Assault that has nobody to strike goes on, if there is somewhere to go.
        match usual {
            Action::Done | Action::To { .. } => self.drift(state, &listed).unwrap_or_else(|| usual.clone()),
            _ => usual.clone(),
        }
    }

    /// Without thinking: bring on who arrives, use what must be used, and leave the rest.
    fn usual_beginning(&self, state: &State, play: &Play) -> Action {
        let mut listed = Actions::default();
        self.list_pick(state, play, &mut listed);
        let rank = |action: &Action| match action {
            Action::Begin { who: Begin::Arrive, .. } => 0,
            Action::Treason(_) => 1,
            Action::Done => 2,
            Action::RallyAt(_) => 3,
            _ => 4,
        };
        listed.iter().min_by_key(|action| rank(action)).expect("a question has an answer").clone()
    }
}
