//! The contract with the kernel: which chapter answers what.

use hexmap::HexId;
use kernel::{
    Fault, Line, Name, Profile, Rules, Seat, Shown, Telling, Thing, Viewer,
    decision::NO_SEAT,
    odds::{Effect, Scope},
    scene,
};

use crate::{
    Yukimura,
    decisions::{Cx, Frame, fight::Stage, picked::Picked},
    model::{
        state::{BESIDE, State, on_map},
        units::UnitId,
    },
    notation::{action::Action, position::Position},
    presentation::event::{Event, piece},
    queries::movement::place,
};

/// Buttons: choices that lie on no board.
pub(crate) const BUTTONS: [&str; 5] = ["done", "all", "go", "halt", "off"];

fn button(action: &str) -> Thing {
    Thing::Button(BUTTONS.iter().position(|b| *b == action).expect("a button") as u16)
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

    kernel::decision_rules!();

    fn routine(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("ask-order", "order-checks"),
            ("ask-retreat", "order-retreats"),
            ("ask-stack", "order-stacks"),
            ("ask-displaced", "order-displacement"),
        ]
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
            Some(Frame::Picked(Picked(unit))) => self.move_costs(state, unit),
            _ => Vec::new(),
        };
        let cost = |_: UnitId, hex: HexId| costs[hex.index()].map(|(_, cost)| cost);
        actions.iter().map(|action| self.shown(state, action, cost)).collect()
    }

    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        self.effect_of(scope, event)
    }

    fn name(&self, thing: Thing) -> Name {
        match thing {
            Thing::Piece(n) => {
                let unit = &self.units[n as usize];
                match unit.branch {
                    crate::model::units::Branch::General => unit.name.clone(),
                    // Several bodies of a force bear the same name; the number tells them apart.
                    _ => {
                        let number = unit.id.trim_start_matches(|c: char| !c.is_ascii_digit());
                        Name::new(format!("{} {number}", unit.name.en), format!("{}{number}", unit.name.ja))
                    }
                }
            }
            Thing::Place(n) => {
                let hex = HexId(n);
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
            Thing::Place(n) => self.place_label(HexId(n)).to_owned(),
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
    /// The unit that a click on this points at.
    pub(crate) fn unit_clicked(&self, state: &State, thing: Thing) -> Option<UnitId> {
        match thing {
            Thing::Piece(n) => Some(UnitId(n as u8)),
            Thing::Place(n) => state.occupant(HexId(n)),
            _ => None,
        }
    }

    /// The hex that a click on this points at.
    pub(crate) fn hex_clicked(&self, state: &State, thing: Thing) -> Option<HexId> {
        match thing {
            Thing::Piece(n) => Some(state.hex(UnitId(n as u8))).filter(|&hex| on_map(hex)),
            Thing::Place(n) => Some(HexId(n)),
            _ => None,
        }
    }

    /// An action as everyone sees it; what a move costs is asked of `cost`.
    fn shown(&self, state: &State, action: &Action, cost: impl Fn(UnitId, HexId) -> Option<u16>) -> Shown {
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
                    Some(Frame::Picked(Picked(unit))) => match cost(unit, hex) {
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
                let Some((fight, Stage::Retreat(retreat))) = state.fight().map(|fight| (fight, fight.stage))
                else {
                    return at("do-back", hex);
                };
                let cx = Cx::new(self, state, NO_SEAT).within(fight);
                let single = retreat.is_next_hex(cx, hex) && retreat.walked + 1 < retreat.need;
                let shown = at(if single { "do-step" } else { "do-back" }, hex);
                match retreat.endangered(cx, hex)[..] {
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
