//! The contract with the kernel: which chapter answers what.

use kernel::{
    Actions, Ask, Fault, Input, Line, Name, Outcome, Play as _, Profile, Question, Refusal, Roll, Rules,
    Seat, Shown, Story, Telling, Thing, Viewer,
    odds::{Effect, Scope},
    scene,
};

use crate::{
    Yukimura,
    action::Action,
    event::{Event, piece},
    movement::place,
    position::Position,
    refuse::May,
    rule_ids::*,
    state::{BESIDE, Fight, Frame, Phase, Stage, State, on_map},
    units::{ForceId, UnitId},
};

/// Buttons: choices that lie on no board.
const BUTTONS: [&str; 5] = ["done", "all", "go", "halt", "off"];

fn button(action: &str) -> Thing {
    Thing::Button(BUTTONS.iter().position(|b| *b == action).expect("a button") as u16)
}

impl Yukimura {
    fn fight_question(&self, state: &State, fight: &Fight) -> Question {
        let attacker = Seat(self.unit(fight.attackers[0]).side.0);
        match fight.stage {
            Stage::Order => Question::new(
                attacker,
                R_10_3_1_A,
                Line::new("ask-order").with("modifier", i32::from(fight.modifier)),
            ),
            Stage::Retreat { unit, walked, need, .. } => {
                let displaced = fight.stage_is_displacement();
                let key = if displaced { "ask-displaced" } else { "ask-retreat" };
                let rule = if displaced { R_11_2_5 } else { R_11_1 };
                let prompt = Line::new(key).with("unit", piece(unit)).with("left", i32::from(need - walked));
                Question::new(Seat(self.side_of(unit).0), rule, prompt).at(piece(unit))
            }
            Stage::Stack { arrived, stood } => {
                let prompt = Line::new("ask-stack").with("unit", piece(arrived)).with("other", piece(stood));
                Question::new(Seat(self.side_of(arrived).0), R_11_2_5, prompt).at(piece(arrived))
            }
            Stage::Advance => {
                let prompt = Line::new("ask-advance").with("unit", piece(fight.target));
                Question::new(attacker, self.advance_rule(state, fight), prompt).at(piece(fight.attackers[0]))
            }
            Stage::AdvanceTo { unit } => {
                let prompt = Line::new("ask-advance-to").with("unit", piece(unit));
                Question::new(attacker, self.advance_rule(state, fight), prompt).at(piece(unit))
            }
            Stage::Throw | Stage::Check { .. } => unreachable!("dice are wanted, not an answer"),
        }
    }

    fn frame_question(&self, state: &State) -> Question {
        let seat = Seat(self.acting(state).0);
        match state.frame.as_ref() {
            None => self.phase_question(state),
            Some(&Frame::Picked(unit)) => {
                let entering = state.hex(unit) == BESIDE;
                let (key, rule) = if entering { ("ask-enter", R_8) } else { ("ask-to", R_7_1_1) };
                Question::new(seat, rule, Line::new(key).with("unit", piece(unit))).at(piece(unit))
            }
            Some(&Frame::Aim { target, .. }) => {
                let (key, rule) =
                    if self.is_melee(state) { ("ask-attackers", R_10_1_4) } else { ("ask-firers", R_9_1_4) };
                Question::new(seat, rule, Line::new(key).with("unit", piece(target))).at(piece(target))
            }
            Some(Frame::Fight(fight)) => self.fight_question(state, fight),
        }
    }

    fn roll(&self, state: &State) -> Option<Roll> {
        if let Phase::Dice(n) = state.phase {
            let ((low, high), force, rule) = self.die_of(n);
            let line = Line::new("roll-release")
                .with("force", Thing::Card(u16::from(force.0)))
                .with("low", i32::from(low))
                .with("high", i32::from(high));
            let seat = Seat(self.force(force).side.0);
            return Some(Roll { rule, seat, line, pool: kernel::Pool::d6(1), modifiers: Vec::new() });
        }
        let fight = state.fight()?;
        match fight.stage {
            Stage::Throw => Some(self.attack_roll(state, fight)),
            Stage::Check { unit, modifier, chain } => Some(self.check_roll(unit, modifier, chain)),
            _ => None,
        }
    }

    /// The judgement, once it is clear that this seat is asked.
    fn judge_asked(&self, state: &State, action: Action) -> Option<May> {
        match (state.frame.as_ref(), action) {
            (None, Action::Entry(hex)) if state.phase == Phase::Entry => Some(self.judge_entry(hex)),
            (None, Action::Move(unit)) if state.phase == Phase::Movement => {
                Some(self.judge_move(state, unit))
            }
            (None, Action::Enter(force)) if state.phase == Phase::Movement => {
                Some(self.judge_enter(state, force))
            }
            (None, Action::Done) if state.phase != Phase::Entry => Some(Ok(())),
            (None, Action::Target(unit)) if state.phase > Phase::Movement => {
                Some(self.judge_target(state, unit))
            }
            (Some(&Frame::Picked(unit)), Action::To(hex)) => Some(self.judge_to(state, unit, hex)),
            (Some(&Frame::Picked(unit)), Action::Off) => Some(self.judge_off(state, unit)),
            (Some(&Frame::Aim { target, chosen }), Action::With(unit)) => {
                Some(self.judge_with(state, target, chosen, unit))
            }
            (Some(&Frame::Aim { target, chosen }), Action::All) => {
                Some(self.judge_all(state, target, chosen))
            }
            (Some(&Frame::Aim { chosen, .. }), Action::Go) => Some(self.judge_go(state, chosen)),
            (Some(&Frame::Aim { target, .. }), Action::Target(_)) => {
                Some(Err(self.no_second_target(state, target)))
            }
            (Some(Frame::Fight(fight)), _) => self.judge_in_fight(state, fight, action),
            _ => None,
        }
    }

    fn judge_in_fight(&self, state: &State, fight: &Fight, action: Action) -> Option<May> {
        match (fight.stage, action) {
            (Stage::Order, Action::Check(unit)) => Some(self.judge_check(fight, unit)),
            (Stage::Retreat { .. }, Action::Back(hex)) => {
                Self::walk(fight.stage).map(|walk| self.judge_back(state, walk, hex))
            }
            (Stage::Stack { .. }, Action::Shift(unit)) => Some(self.judge_shift(state, fight, unit)),
            (Stage::Advance, Action::Advance(unit)) => Some(self.judge_advance(state, fight, unit)),
            (Stage::Advance, Action::Halt) => Some(Ok(())),
            (Stage::AdvanceTo { unit }, Action::To(hex)) => {
                Some(self.judge_advance_to(state, fight, unit, hex))
            }
            _ => None,
        }
    }

    fn resolve_action(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        match (state.frame.as_ref(), action) {
            (_, Action::Entry(hex)) => self.resolve_entry(state, hex, story),
            (_, Action::Move(unit)) => self.pick(state, unit),
            (_, Action::Enter(force)) => self.resolve_enter(state, force, story),
            (Some(&Frame::Picked(unit)), Action::To(hex)) => self.resolve_to(state, unit, hex, story),
            (Some(&Frame::Picked(unit)), Action::Off) => self.resolve_off(state, unit, story),
            (_, Action::Done) => self.end_phase(state, story),
            (_, Action::Target(target)) => state.frame = Some(Frame::Aim { target, chosen: 0 }),
            (_, Action::With(unit)) => self.choose_attacker(state, unit),
            (_, Action::All) => self.choose_all(state),
            (_, Action::Go) => self.resolve_go(state, story),
            (_, Action::Check(unit)) => self.resolve_order(state, unit, story),
            (Some(Frame::Fight(fight)), Action::Back(hex)) => {
                if let Some(walk) = Self::walk(fight.stage) {
                    self.resolve_back(state, walk, hex, story);
                }
            }
            (_, Action::Shift(unit)) => self.resolve_shift(state, unit, story),
            (_, Action::Advance(unit)) => state.fight_mut().stage = Stage::AdvanceTo { unit },
            (Some(Frame::Fight(fight)), Action::To(hex)) => {
                if let Stage::AdvanceTo { unit } = fight.stage {
                    self.resolve_advance_to(state, unit, hex, story);
                }
            }
            (_, Action::Halt) => {
                story.tell(|| Event::Halted);
                self.end_fight(state, story);
            }
            (frame, action) => unreachable!("{action:?} was judged legal in {frame:?}"),
        }
    }
}

impl Fight {
    fn stage_is_displacement(&self) -> bool {
        matches!(self.stage, Stage::Retreat { why: crate::state::Retreat::Displaced, .. })
    }
}

impl Rules for Yukimura {
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
            let victory = &self.scenario.victories[over.by as usize];
            return Ask::Over(Outcome {
                winner: over.winner,
                rule: victory.rule,
                line: victory.line(over.winner),
            });
        }
        match self.roll(state) {
            Some(roll) => Ask::Throw(roll),
            None => self.frame_question(state).into(),
        }
    }

    fn settles(&self, state: &State) -> Option<Seat> {
        self.asked_seat(state)
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if self.asked_seat(state) != Some(seat) {
            return;
        }
        match state.frame.as_ref() {
            None => match state.phase {
                Phase::Entry => {
                    for &hex in self.scenario.hideyori.iter().flat_map(|entry| &entry.hexes) {
                        out.push(Action::Entry(hex));
                    }
                }
                Phase::Movement => self.list_moves(state, out),
                _ => self.list_targets(state, out),
            },
            Some(&Frame::Picked(unit)) => self.list_destinations(state, unit, out),
            Some(&Frame::Aim { target, chosen }) => self.list_attackers(state, target, chosen, out),
            Some(Frame::Fight(fight)) => match fight.stage {
                Stage::Order => self.list_checks(fight, out),
                Stage::Retreat { .. } => {
                    if let Some(walk) = Self::walk(fight.stage) {
                        self.list_retreats(state, walk, out);
                    }
                }
                Stage::Stack { arrived, stood } => self.list_shifts(state, arrived, stood, out),
                Stage::Advance => self.list_advances(state, fight, out),
                Stage::AdvanceTo { unit } => self.list_advance_places(state, fight, unit, out),
                Stage::Throw | Stage::Check { .. } => {}
            },
        }
    }

    fn judge(&self, state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if self.asked_seat(state) != Some(seat) {
            return Err(self.not_asked(state, seat));
        }
        self.judged(state, seat, self.judge_asked(state, *action))
    }

    fn resolve(&self, state: &mut State, input: Input<Action>, story: &mut Story<Event>) {
        match input {
            Input::Act(_, action) => self.resolve_action(state, action, story),
            Input::Fall(fall) => match (state.phase, state.fight().map(|fight| fight.stage)) {
                (Phase::Dice(_), _) => self.resolve_die(state, fall.value(), story),
                (_, Some(Stage::Throw)) => self.resolve_throw(state, fall.value(), story),
                _ => self.resolve_check(state, fall.value(), story),
            },
        }
    }

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ask-order", "order-checks"),
            ("ask-retreat", "order-retreats"),
            ("ask-stack", "order-stacks"),
            ("ask-displaced", "order-displacement"),
        ]
    }

    fn habit(&self, state: &State, seat: Seat) -> Action {
        if let Some(Frame::Fight(fight)) = &state.frame {
            if let Some(walk) = Self::walk(fight.stage)
                && let Some(hex) = self.habitual_retreat(state, walk)
            {
                return Action::Back(hex);
            }
            if fight.stage == Stage::Advance {
                return Action::Halt;
            }
        }
        // Everywhere else the first of the list: nothing more in this phase, the arriving unit goes on, and
        // the attackers check in their order.
        match (self.first_listed(state, seat), &state.frame) {
            (Action::With(_), Some(Frame::Aim { target, chosen }))
                if self.judge_all(state, *target, *chosen).is_ok() =>
            {
                Action::All
            }
            (action, _) => action,
        }
    }

    fn meant(&self, state: &State, _seat: Seat, thing: Thing) -> Option<Action> {
        if let Thing::Button(n) = thing {
            return self.parse_action(BUTTONS.get(usize::from(n))?).ok();
        }
        let (unit, hex) = match thing {
            Thing::Piece(n) => {
                let unit = UnitId(n as u8);
                (Some(unit), Some(state.hex(unit)).filter(|&hex| on_map(hex)))
            }
            Thing::Place(n) => {
                let hex = hexmap::HexId(n);
                (state.occupant(hex), Some(hex))
            }
            Thing::Card(n) if state.frame.is_none() => return Some(Action::Enter(ForceId(n as u8))),
            _ => return None,
        };
        match state.frame.as_ref() {
            None => match state.phase {
                Phase::Entry => hex.map(Action::Entry),
                Phase::Movement => unit.map(Action::Move),
                _ => unit.map(Action::Target),
            },
            Some(Frame::Picked(_)) => hex.map(Action::To),
            Some(&Frame::Aim { target, .. }) => {
                unit.map(
                    |unit| {
                        if self.is_enemy(unit, target) { Action::With(unit) } else { Action::Target(unit) }
                    },
                )
            }
            Some(Frame::Fight(fight)) => match fight.stage {
                Stage::Order => unit.map(Action::Check),
                Stage::Retreat { .. } => hex.map(Action::Back),
                Stage::Stack { .. } => unit.map(Action::Shift),
                Stage::Advance => unit.map(Action::Advance),
                Stage::AdvanceTo { .. } => hex.map(Action::To),
                Stage::Throw | Stage::Check { .. } => None,
            },
        }
    }

    fn scene(&self, state: &State, _viewer: Viewer) -> scene::Scene {
        self.draw_scene(state, None)
    }

    fn redraw(&self, state: &State, _viewer: Viewer, before: &State, old: &scene::Scene) -> scene::Scene {
        self.draw_scene(state, Some((before, old)))
    }

    fn overlays(&self, state: &State, viewer: Viewer) -> Vec<scene::Overlay> {
        self.draw_overlays(state, viewer)
    }

    fn grounds(&self) -> Vec<scene::Ground> {
        self.draw_grounds()
    }

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(event.telling(&self.scenario))
    }

    fn show(&self, state: &State, _seat: Seat, action: &Action, _viewer: Viewer) -> Shown {
        self.shown(state, action, |unit, hex| self.move_cost(state, unit, hex))
    }

    fn show_all(&self, state: &State, _seat: Seat, actions: &[Action], _viewer: Viewer) -> Vec<Shown> {
        let costs = match state.frame {
            Some(Frame::Picked(unit)) => self.move_costs(state, unit),
            _ => Vec::new(),
        };
        let cost = |_: UnitId, hex: hexmap::HexId| costs[hex.index()].map(|(_, cost)| cost);
        actions.iter().map(|action| self.shown(state, action, cost)).collect()
    }

    fn depth(&self, state: &State) -> usize {
        match &state.frame {
            None => 0,
            Some(Frame::Fight(Fight { stage: Stage::AdvanceTo { .. }, .. })) => 3,
            Some(Frame::Fight(_)) => 2,
            Some(_) => 1,
        }
    }

    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        self.effect_of(scope, event)
    }

    fn name(&self, thing: Thing) -> Name {
        match thing {
            Thing::Piece(n) => {
                let unit = &self.units[n as usize];
                match unit.branch {
                    crate::units::Branch::General => unit.name.clone(),
                    // Several bodies of a force bear the same name; the number tells them apart.
                    _ => {
                        let number = unit.id.trim_start_matches(|c: char| !c.is_ascii_digit());
                        Name::new(format!("{} {number}", unit.name.en), format!("{}{number}", unit.name.ja))
                    }
                }
            }
            Thing::Place(n) => {
                let hex = hexmap::HexId(n);
                let label = self.place_label(hex);
                match &self.ground.names[hex.index()] {
                    Some(name) => Name::new(format!("{} {label}", name.en), format!("{}{label}", name.ja)),
                    None => Name::new(label, ""),
                }
            }
            Thing::Card(n) => self.forces[n as usize].name.clone(),
            Thing::Button(n) => Name::new(BUTTONS[n as usize], ""),
            Thing::Spot(..) => Name::default(),
        }
    }

    fn label(&self, thing: Thing) -> String {
        match thing {
            Thing::Piece(n) => self.units[n as usize].id.clone(),
            Thing::Place(n) => self.place_label(hexmap::HexId(n)).to_owned(),
            Thing::Card(n) => self.forces[n as usize].id.clone(),
            Thing::Button(n) => BUTTONS[n as usize].to_owned(),
            Thing::Spot(x, y) => format!("{x},{y}"),
        }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        if let Some(unit) = self.unit_named(label) {
            return Some(piece(unit));
        }
        if let Some(force) = self.force_named(label) {
            return Some(Thing::Card(u16::from(force.0)));
        }
        if let Some(n) = BUTTONS.iter().position(|b| *b == label) {
            return Some(Thing::Button(n as u16));
        }
        self.atlas.parse(label).ok().map(place)
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

impl Yukimura {
    /// Who is asked now; nobody while dice are wanted or when it is over.
    fn asked_seat(&self, state: &State) -> Option<Seat> {
        if state.over.is_some() || matches!(state.phase, Phase::Dice(_)) {
            return None;
        }
        let side = match state.frame.as_ref() {
            Some(Frame::Fight(fight)) => match fight.stage {
                Stage::Throw | Stage::Check { .. } => return None,
                Stage::Retreat { unit, .. } | Stage::Stack { arrived: unit, .. } => self.side_of(unit),
                Stage::Order | Stage::Advance | Stage::AdvanceTo { .. } => self.unit(fight.attackers[0]).side,
            },
            _ => self.acting(state),
        };
        Some(Seat(side.0))
    }

    /// An action as everyone sees it; what a move costs is asked of `cost`.
    fn shown(
        &self,
        state: &State,
        action: &Action,
        cost: impl Fn(UnitId, hexmap::HexId) -> Option<u16>,
    ) -> Shown {
        let about = |key: &'static str, unit: UnitId| {
            Shown::new(Line::new(key).with("unit", piece(unit))).tie(piece(unit))
        };
        let at = |key: &'static str, hex| Shown::new(Line::new(key).with("hex", place(hex))).tie(place(hex));
        match *action {
            Action::Entry(hex) => at("do-entry", hex),
            Action::Move(unit) => {
                let shown = about(if state.hex(unit) == BESIDE { "do-enter-unit" } else { "do-move" }, unit);
                if self.is_rooted(unit) {
                    shown.warning(Line::new("warn-collapse").with("unit", piece(unit)))
                } else {
                    shown
                }
            }
            Action::Enter(force) => {
                let card = Thing::Card(u16::from(force.0));
                let waiting = self.force(force).units.iter().filter(|&&u| state.hex(u) == BESIDE).count();
                Shown::new(Line::new("do-enter").with("force", card).with("count", waiting as i32)).tie(card)
            }
            Action::To(hex) => {
                let shown = at("do-to", hex);
                match state.frame {
                    Some(Frame::Picked(unit)) => match cost(unit, hex) {
                        Some(cost) => shown.cost(i32::from(cost)),
                        None => shown,
                    },
                    _ => shown,
                }
            }
            Action::Off => Shown::new(Line::new("do-off")).tie(button("off")),
            Action::Done => Shown::new(Line::new("do-done")).tie(button("done")),
            Action::Target(unit) => about("do-target", unit),
            Action::With(unit) => about("do-with", unit),
            Action::All => Shown::new(Line::new("do-all")).tie(button("all")),
            Action::Go => Shown::new(Line::new("do-go")).tie(button("go")),
            Action::Check(unit) => about("do-check", unit),
            Action::Back(hex) => {
                let Some(walk) = state.fight().and_then(|fight| Self::walk(fight.stage)) else {
                    return at("do-back", hex);
                };
                let single = self.is_next_hex(state, walk, hex) && walk.walked + 1 < walk.need;
                let shown = at(if single { "do-step" } else { "do-back" }, hex);
                match self.endangered(state, walk, hex)[..] {
                    [] => shown,
                    [friend] => shown.warning(Line::new("warn-friend").with("unit", piece(friend))),
                    ref all => shown.warning(Line::new("warn-friends").with("count", all.len() as i32)),
                }
            }
            Action::Shift(unit) => about("do-shift", unit),
            Action::Advance(unit) => {
                let shown = about("do-advance", unit);
                if self.is_rooted(unit) {
                    shown.warning(Line::new("warn-collapse").with("unit", piece(unit)))
                } else {
                    shown
                }
            }
            Action::Halt => Shown::new(Line::new("do-halt")).tie(button("halt")),
        }
    }

    /// 14-2(6): a leader whose leaving his hex ends the game.
    pub(crate) fn is_rooted(&self, unit: UnitId) -> bool {
        self.rooted.has(unit)
    }
}
