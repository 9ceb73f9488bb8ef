//! The contract with the kernel: which chapter answers what.

use hexmap::HexId;
use kernel::{
    Fault, Name, Profile, Rules, Seat, Shown, Telling, Thing, Viewer,
    odds::{Effect, Scope},
    scene,
};

use crate::{
    Gunyuden,
    model::state::State,
    notation::{
        action::{Action, BUTTONS},
        position::Position,
    },
    presentation::event::Event,
};

/// Castles are pieces too, numbered behind all units.
pub(crate) const CASTLES: u16 = 256;

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

    kernel::decision_rules!();

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
            return Some(crate::notation::refuse::piece(unit));
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
        self.ground.atlas.parse(label).ok().map(crate::notation::refuse::place)
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
