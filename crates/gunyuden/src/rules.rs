//! The contract with the kernel: which chapter answers what.

use hexmap::HexId;
use kernel::{
    Actions, Ask, Fault, Input, Line, Name, Play as _, Profile, Question, Refusal, Roll, Rules, Seat, Shown,
    Side, Story, Telling, Thing, Viewer,
    odds::{Effect, Scope},
    scene,
};

use crate::{
    Gunyuden,
    action::{Action, BUTTONS},
    event::Event,
    frames::Why,
    position::Position,
    refuse::{About, May, No},
    rule_ids::*,
    state::{BattleStage, CheckStage, FightStage, Frame, Phase, State, on_map},
    units::UnitId,
};

/// Castles are pieces too, numbered behind all units.
pub(crate) const CASTLES: u16 = 256;

impl Gunyuden {
    /// Whose choice it is; nobody's while dice are wanted or when it is over.
    pub(crate) fn asker(&self, state: &State) -> Option<Side> {
        if state.over.is_some() {
            return None;
        }
        let Some(frame) = state.frames.last() else {
            return match state.phase {
                Phase::Deploy | Phase::Operation => Some(state.active),
                Phase::Situation(n) => self.declaring_side(state, n),
                Phase::Checks(_) => None,
            };
        };
        let owner = |hex: &HexId| self.castle_at(*hex).and_then(|castle| self.castle_side(state, castle));
        match frame {
            Frame::Place { unit: force }
            | Frame::Hand { force, .. }
            | Frame::Drop { force, .. }
            | Frame::Refit { force }
            | Frame::Gain { force, .. }
            | Frame::Aim { force, .. }
            | Frame::Join { force, .. } => Some(self.side_of(*force)),
            Frame::Draft { place, organiser, .. } => match organiser {
                Some(force) => Some(self.side_of(*force)),
                None if on_map(*place) => Some(state.active),
                None => Some(self.armies[usize::from(place.0 & 0xff)].side),
            },
            Frame::Lose { forces, .. } | Frame::Storm { forces, .. } => Some(self.side_of(forces[0])),
            Frame::Replenish { .. }
            | Frame::Recover { .. }
            | Frame::Assault { .. }
            | Frame::Demand { .. }
            | Frame::Fall { .. } => None,
            Frame::Fight { attackers, defenders, stage, .. } => match stage {
                FightStage::Lift => Some(self.side_of(defenders[0])),
                FightStage::Pursue => Some(self.side_of(attackers[0])),
                _ => None,
            },
            Frame::Retreat { queue, .. } => queue.first().map(|going| self.side_of(going.force)),
            Frame::Battle { attackers, stage, .. } => {
                let attacker = self.side_of(attackers[0]);
                match stage {
                    BattleStage::Consent | BattleStage::Muster => Some(attacker.other()),
                    BattleStage::Break { attacker: true } | BattleStage::Enter { attacker: true } => {
                        Some(attacker)
                    }
                    BattleStage::Break { .. } | BattleStage::Enter { .. } => Some(attacker.other()),
                    _ => None,
                }
            }
            Frame::Yield { captor, remove, .. } => {
                let winner = self.side_of(*captor);
                Some(if *remove > 0 { winner } else { winner.other() })
            }
            Frame::Check { hex, stage } => match stage {
                CheckStage::Offer => owner(hex),
                CheckStage::Traitor(_) => owner(hex).map(Side::other),
                _ => None,
            },
            Frame::Terms { hex, turn, open, .. } => {
                let author = if *turn == 1 { owner(hex).map(Side::other) } else { owner(hex) };
                if *open { author } else { author.map(Side::other) }
            }
        }
    }

    fn question(&self, state: &State) -> Option<Question> {
        let Some(frame) = state.frames.last() else {
            return match state.phase {
                Phase::Deploy => Some(self.deploy_question(state)),
                Phase::Operation => Some(self.operation_question(state)),
                Phase::Situation(n) => self.situation_question(state, n),
                Phase::Checks(_) => None,
            };
        };
        match frame {
            Frame::Place { unit } => Some(self.place_question(*unit)),
            Frame::Hand { force, .. } => Some(self.hand_question(*force)),
            Frame::Drop { force, .. } => {
                let prompt = Line::new("ask-drop").with("unit", crate::refuse::piece(*force));
                Some(
                    Question::new(Seat(self.side_of(*force).0), R_15_5, prompt)
                        .at(crate::refuse::piece(*force)),
                )
            }
            Frame::Draft { .. } => self.draft(state).map(|draft| self.draft_question(&draft)),
            Frame::Refit { force } => Some(self.refit_question(*force)),
            Frame::Gain { force, left, gift } => Some(self.gain_question(*force, *left, *gift)),
            Frame::Lose { forces, left, mark, why } => Some(self.losses_question(forces, *left, *mark, *why)),
            Frame::Aim { force, hex, battle, .. } => Some(self.aim_question(*force, *hex, *battle)),
            Frame::Join { force, .. } => Some(self.join_question(state, *force)),
            Frame::Storm { forces, hex } => Some(self.storm_question(forces, *hex)),
            Frame::Fight { .. } => self.fight_question(state),
            Frame::Retreat { .. } => self.walk(state).map(|walk| self.retreat_question(walk)),
            Frame::Battle { .. } => self.battle_question(state),
            Frame::Yield { .. } => self.yield_question(state),
            Frame::Check { .. } => self.check_question(state),
            Frame::Terms { .. } => self.terms_question(state),
            _ => None,
        }
    }

    fn roll(&self, state: &State) -> Option<Roll> {
        let Some(frame) = state.frames.last() else {
            return match state.phase {
                Phase::Situation(n) => self.situation_roll(state, n),
                _ => None,
            };
        };
        match frame {
            Frame::Fight { .. } => self.fight_roll(state),
            Frame::Battle { .. } => self.battle_roll(state),
            Frame::Assault { .. } => self.assault_roll(state),
            Frame::Demand { .. } | Frame::Fall { .. } => self.demand_roll(state),
            Frame::Check { .. } => self.check_roll(state),
            Frame::Replenish { force, castle } => Some(self.replenish_roll(state, *force, *castle)),
            Frame::Recover { force } => Some(self.recover_roll(*force)),
            _ => None,
        }
    }

    fn judge_asked(&self, state: &State, action: Action) -> Option<May> {
        let Some(frame) = state.frames.last() else {
            return match (state.phase, action) {
                (Phase::Deploy, _) => self.judge_deploy(state, action),
                (Phase::Situation(_), Action::Declare | Action::Wait) => Some(Ok(())),
                (Phase::Operation, Action::Done) => Some(Ok(())),
                (Phase::Operation, Action::Force(force)) => Some(self.may_take(state, force)),
                (Phase::Operation, Action::Lift(force)) => Some(self.may_lift(state, force)),
                _ => None,
            };
        };
        match frame {
            Frame::Place { unit } => self.judge_placing(state, *unit, action),
            Frame::Hand { force, refused } => self.judge_hand(state, (*force, *refused), action),
            Frame::Drop { force, left, begun } => {
                let march = self.leg(state, *force, *left);
                let there = |hex: HexId| hex == march.from && !state.holed.has(*force);
                Some(match action {
                    Action::Stay => self.judge_end_of_drop(*begun),
                    Action::Drop(unit) => self.judge_drop(state, *force, unit),
                    Action::By(hex) if there(hex) => Err(No::new(R_15_1, "no-same-hex").unit(*force)),
                    Action::By(hex) => self.may_march_to(state, &march, hex, false),
                    Action::To(hex) if there(hex) => Err(No::new(R_15_1, "no-same-hex").unit(*force)),
                    Action::To(hex) | Action::Into(hex) => self.judge_end_of_drop(*begun).and_then(|()| {
                        self.may_march_to(state, &march, hex, matches!(action, Action::Into(_)))
                    }),
                    _ => return None,
                })
            }
            Frame::Draft { .. } => self.judge_draft(state, action),
            Frame::Refit { force } => self.judge_after_organising(state, *force, action),
            Frame::Gain { force, gift, .. } => match action {
                Action::Gain(unit) => Some(self.judge_gain(state, *force, *gift, unit)),
                _ => None,
            },
            Frame::Lose { .. } => match action {
                Action::Lose(unit) => Some(self.judge_lose(state, unit)),
                Action::Retreat => Some(self.judge_retreat(state)),
                _ => None,
            },
            Frame::Aim { .. } => self.judge_aim(state, action),
            Frame::Join { force, with } => self.judge_join(state, *force, with, action),
            Frame::Storm { forces, hex } => match action {
                Action::Halt => Some(Ok(())),
                Action::Assault(force) => Some(self.may_storm(state, *hex, forces, force)),
                _ => None,
            },
            Frame::Fight { .. } => self.judge_fight(state, action),
            Frame::Retreat { .. } => {
                let walk = self.walk(state)?;
                Some(match action {
                    Action::Back(hex) => self.judge_back(state, walk, hex),
                    Action::Hole => self.judge_hole(state, walk),
                    Action::Stand => self.judge_trapped(state, walk),
                    _ => return None,
                })
            }
            Frame::Battle { .. } => self.judge_battle(state, action),
            Frame::Yield { .. } => self.judge_yield(state, action),
            Frame::Check { .. } => self.judge_check(state, action),
            Frame::Terms { .. } => self.judge_terms(state, action),
            _ => None,
        }
    }

    fn list(&self, state: &State, out: &mut Actions<Action>) {
        let Some(frame) = state.frames.last() else {
            return match state.phase {
                Phase::Deploy => self.list_deploy(state, out),
                Phase::Situation(_) => self.list_situation(out),
                Phase::Operation => self.list_operation(state, out),
                Phase::Checks(_) => {}
            };
        };
        match frame {
            Frame::Place { unit } => self.list_place(*unit, out),
            Frame::Hand { force, refused } => {
                self.list_hand(state, *force, *refused, out);
            }
            Frame::Drop { force, left, begun } => self.list_drop(state, *force, *left, *begun, out),
            Frame::Draft { .. } => self.list_draft(state, out),
            Frame::Refit { force } => self.list_refit(state, *force, out),
            Frame::Gain { force, .. } => {
                self.wounded(state, *force).iter().for_each(|unit| out.push(Action::Gain(unit)));
            }
            Frame::Lose { .. } => self.list_losses(state, out),
            Frame::Aim { .. } => self.list_aim(state, out),
            Frame::Join { force, with } => self.list_join(state, *force, with, out),
            Frame::Storm { forces, hex } => self.list_storm(state, forces, *hex, out),
            Frame::Fight { .. } => self.list_fight(state, out),
            Frame::Retreat { .. } => {
                if let Some(walk) = self.walk(state) {
                    self.list_retreat(state, walk, out);
                }
            }
            Frame::Battle { .. } => self.list_battle(state, out),
            Frame::Yield { .. } => self.list_yield(state, out),
            Frame::Check { .. } => self.list_check(state, out),
            Frame::Terms { .. } => self.list_terms(state, out),
            _ => {}
        }
    }

    fn resolve_action(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Some(frame) = state.frames.last() else {
            return match (state.phase, action) {
                (Phase::Deploy, _) => self.resolve_deploy(state, action, story),
                (Phase::Situation(n), _) => self.resolve_situation(state, n, action, story),
                (_, Action::Force(force)) => self.resolve_take(state, force),
                (_, Action::Lift(force)) => self.resolve_lift(state, force, story),
                _ => self.end_operation(state),
            };
        };
        match (frame, action) {
            (&Frame::Place { unit }, Action::To(hex)) => self.resolve_placing(state, unit, hex, story),
            (&Frame::Hand { force, .. }, _) => {
                self.resolve_hand(state, force, action, story);
            }
            (Frame::Drop { .. }, Action::Drop(unit)) => self.resolve_drop(state, unit, story),
            (Frame::Drop { .. }, Action::By(hex)) => self.resolve_by(state, hex, story),
            (Frame::Drop { .. }, Action::To(hex)) => self.resolve_to(state, hex, false, story),
            (Frame::Drop { .. }, Action::Into(hex)) => self.resolve_to(state, hex, true, story),
            (Frame::Drop { .. }, _) => self.resolve_stay(state),
            (Frame::Draft { .. }, _) => self.resolve_draft(state, action, story),
            (&Frame::Refit { force }, _) => {
                state.frames.pop();
                if action != Action::Halt {
                    self.begin_replenish(state, force, action == Action::Repair);
                }
            }
            (Frame::Gain { .. }, Action::Gain(unit)) => self.resolve_gain(state, unit, story),
            (Frame::Lose { .. }, Action::Lose(unit)) => self.resolve_lose(state, unit, story),
            (Frame::Lose { .. }, _) => self.resolve_retreat(state),
            (Frame::Aim { .. }, _) => self.resolve_aim(state, action, story),
            (Frame::Join { .. }, _) => self.resolve_join(state, action, story),
            (Frame::Storm { .. }, _) => self.resolve_storm(state, action, story),
            (Frame::Fight { .. }, _) => self.resolve_fight(state, action, story),
            (Frame::Retreat { .. }, Action::Back(hex)) => self.resolve_back(state, hex, story),
            (Frame::Retreat { .. }, Action::Hole) => self.resolve_hole(state, story),
            (Frame::Retreat { .. }, _) => self.resolve_trapped(state, story),
            (Frame::Battle { .. }, _) => self.resolve_battle(state, action, story),
            (Frame::Yield { .. }, _) => self.resolve_yield(state, action, story),
            (Frame::Check { .. }, _) => self.resolve_check(state, action, story),
            (Frame::Terms { .. }, _) => self.resolve_terms(state, action, story),
            _ => {}
        }
    }

    fn resolve_fall(&self, state: &mut State, die: i32, story: &mut Story<Event>) {
        match state.frames.last() {
            None => {
                if let Phase::Situation(n) = state.phase {
                    self.fall_situation(state, n, die, story);
                }
            }
            Some(&Frame::Replenish { force, castle }) => {
                self.fall_replenish(state, force, castle, die, story);
            }
            Some(&Frame::Recover { force }) => self.fall_recover(state, force, die, story),
            Some(Frame::Fight { .. }) => self.fall_fight(state, die, story),
            Some(Frame::Battle { .. }) => self.fall_battle(state, die, story),
            Some(Frame::Assault { .. }) => self.fall_assault(state, die, story),
            Some(Frame::Demand { .. } | Frame::Fall { .. }) => self.fall_demand(state, die, story),
            Some(Frame::Check { .. }) => self.fall_check(state, die, story),
            Some(_) => {}
        }
    }

    /// The step a sensible owner gives up: of a full unit, of low rank; a life only if nothing else is left.
    fn habitual_loss(&self, state: &State, forces: &[UnitId], why: Why) -> Action {
        let all = self.all_of(state, forces);
        let may = |&unit: &UnitId| self.judge_lose_of(state, all, unit).is_ok();
        let best = all.iter().filter(may).min_by_key(|&unit| {
            (state.steps(unit) == 1, self.unit(unit).rank, std::cmp::Reverse(self.unit(unit).field), unit)
        });
        match best {
            Some(unit)
                if why == Why::Attack && state.steps(unit) == 1 && self.judge_retreat(state).is_ok() =>
            {
                Action::Retreat
            }
            Some(unit) => Action::Lose(unit),
            None => Action::Retreat,
        }
    }
}

impl Rules for Gunyuden {
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
            return Ask::Over(self.outcome(over));
        }
        match self.asker(state) {
            Some(_) => self.question(state).expect("whoever is asked has a question").into(),
            None => Ask::Throw(self.roll(state).expect("a game rests in a question, a throw or its end")),
        }
    }

    fn settles(&self, state: &State) -> Option<Seat> {
        self.asker(state).map(|side| Seat(side.0))
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if self.asker(state) == Some(Side(seat.0)) {
            self.list(state, out);
        }
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if self.asker(state) != Some(Side(seat.0)) {
            return Err(self.not_asked(state, seat));
        }
        self.judged(state, seat, self.judge_asked(state, *action))
    }

    fn resolve(&self, state: &mut State, input: Input<Action>, story: &mut Story<Event>) {
        match input {
            Input::Act(_, action) => self.resolve_action(state, action, story),
            Input::Fall(fall) => self.resolve_fall(state, fall.value(), story),
        }
        self.run_on(state, story);
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ask-retreat", "order-retreats"),
            ("ask-leave", "order-leave"),
            ("ask-losses", "order-losses"),
            ("ask-lose-counter", "order-lose-counter"),
            ("ask-lose-battle", "order-lose-battle"),
            ("ask-lose-interception", "order-lose-interception"),
            ("ask-lose-toll", "order-lose-toll"),
            ("ask-lose-trapped", "order-lose-trapped"),
            ("ask-lose-rout", "order-lose-rout"),
            ("ask-lose-deserters", "order-lose-deserters"),
            ("ask-remove", "order-remove"),
            ("ask-traitor", "order-traitor"),
            ("ask-check", "order-hold-out"),
        ]
    }

    fn habit(&self, state: &State, seat: Seat) -> Action {
        match state.frames.last() {
            None if state.phase == Phase::Deploy => return self.habitual_deployment(state),
            Some(Frame::Lose { forces, why, .. }) => return self.habitual_loss(state, forces, *why),
            Some(Frame::Retreat { .. }) => {
                if let Some(walk) = self.walk(state) {
                    return self.habitual_retreat(state, walk);
                }
            }
            // 20-4: a castle for nothing.
            Some(Frame::Terms { turn: 0, open: false, .. }) => return Action::Agree,
            _ => {}
        }
        let mut list = Actions::default();
        self.actions(state, seat, &mut list);
        let all = || list.iter().copied().find(|action| *action == Action::All);
        let wanted = match state.frames.last() {
            Some(Frame::Aim { .. } | Frame::Join { .. }) => all(),
            // 18-4-2: a force that surrounds a castle would fight with half its strength.
            Some(Frame::Battle { stage: BattleStage::Muster, .. }) => {
                all().or_else(|| self.habitual_lift(state))
            }
            Some(Frame::Refit { .. }) => list.get(1).copied(),
            Some(Frame::Draft { organiser: None, .. }) => list.iter().copied().find(|action| match action {
                Action::Fill(_) => true,
                Action::Join(unit, _) => state.is_head(*unit),
                _ => false,
            }),
            _ => None,
        };
        wanted.unwrap_or(list[0])
    }

    fn meant(&self, state: &State, _seat: Seat, thing: Thing) -> Option<Action> {
        self.click(state, thing)
    }

    fn scene(&self, state: &State, _viewer: Viewer) -> scene::Scene {
        self.draw_scene(state)
    }

    fn overlays(&self, state: &State, _viewer: Viewer) -> Vec<scene::Overlay> {
        self.draw_overlays(state)
    }

    fn grounds(&self) -> Vec<scene::Ground> {
        vec![self.draw_ground()]
    }

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(self.telling(event))
    }

    fn show(&self, state: &State, _seat: Seat, action: &Action, _viewer: Viewer) -> Shown {
        self.shown(state, *action)
    }

    fn depth(&self, state: &State) -> usize {
        let weight = |frame: &Frame| match frame {
            Frame::Place { .. } | Frame::Hand { .. } | Frame::Aim { .. } | Frame::Join { .. } => 1,
            Frame::Draft { .. } => 1,
            // A check is no part of the action before it, though nobody may have been asked in between.
            Frame::Check { .. } => 0,
            Frame::Drop { .. } | Frame::Refit { .. } => 2,
            _ => 3,
        };
        state.frames.iter().map(weight).sum()
    }

    /// It ends with the last inning; what ends it before then is thrown for (37.7).
    fn goes_on(&self, state: &State) -> bool {
        state.inning < self.scenario.innings
    }

    fn effect(&self, _scope: Scope<'_, State>, event: &Event) -> Effect {
        self.effect_of(event)
    }

    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        self.is_ended(scope, state)
    }

    fn branches(&self, state: &State, seat: Seat) -> bool {
        self.is_branching(state, seat)
    }

    fn name(&self, thing: Thing) -> Name {
        match thing {
            Thing::Piece(n) if n >= CASTLES => self.keeps[usize::from(n - CASTLES)].name.clone(),
            Thing::Piece(n) => self.units[n as usize].name.clone(),
            Thing::Place(n) => {
                let hex = HexId(n);
                let label = self.ground.atlas.label(hex);
                match &self.ground.names[hex.index()] {
                    Some(name) => Name::new(format!("{} {label}", name.en), format!("{}{label}", name.ja)),
                    None => Name::new(label.to_string(), ""),
                }
            }
            Thing::Card(n) => self.houses[n as usize].name.clone(),
            Thing::Button(n) => Name::new(BUTTONS[n as usize].0, ""),
            Thing::Spot(..) => Name::default(),
        }
    }

    fn label(&self, thing: Thing) -> String {
        match thing {
            Thing::Piece(n) if n >= CASTLES => self.keeps[usize::from(n - CASTLES)].id.clone(),
            Thing::Piece(n) => self.units[n as usize].id.clone(),
            Thing::Place(n) => self.ground.atlas.label(HexId(n)).to_string(),
            Thing::Card(n) => self.houses[n as usize].id.clone(),
            Thing::Button(n) => BUTTONS[n as usize].0.to_owned(),
            Thing::Spot(x, y) => format!("{x},{y}"),
        }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        if let Some(unit) = self.unit_named(label) {
            return Some(crate::refuse::piece(unit));
        }
        if let Some(castle) = self.castle_named(label) {
            return Some(Thing::Piece(CASTLES + u16::from(castle.0)));
        }
        if let Some(house) = self.house_named(label) {
            return Some(Thing::Card(u16::from(house.0)));
        }
        if let Some(n) = BUTTONS.iter().position(|(word, _)| *word == label) {
            return Some(Thing::Button(n as u16));
        }
        self.ground.atlas.parse(label).ok().map(crate::refuse::place)
    }

    fn write_action(&self, action: &Action) -> String {
        self.action_text(*action)
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
