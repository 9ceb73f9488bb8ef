//! The contract with the kernel: which chapter answers what.

use kernel::{
    Drag, Fault, Name, Profile, Rules, Seat, Shown, Telling, Thing, Viewer,
    odds::{Effect, Scope},
    scene::{Ground, Overlay, Pose, Scene},
};
use open::Event;

use crate::{
    AgeOfWar,
    decisions::Step,
    model::state::State,
    notation::{action::Action, position::Position},
    presentation::{scene, show},
    queries::forecast,
};

impl Rules for AgeOfWar {
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
            ("ask-rally", "order-rally"),
            ("ask-face", "order-face"),
            ("ask-reform-facing", "order-reform-facing"),
            ("ask-reform-files", "order-reform-files"),
            ("ask-reform-front", "order-reform-front"),
            ("ask-close-up", "order-close-up"),
            ("ask-name-owner", "order-name-owner"),
        ]
    }

    fn scene(&self, state: &State, _viewer: Viewer) -> Scene {
        scene::draw_scene(self, state)
    }

    fn drag(&self, state: &State, seat: Seat, piece: Thing, to: Pose) -> Option<Drag<Action>> {
        self.dragged(state, seat, piece, to)
    }

    fn overlays(&self, state: &State, _viewer: Viewer) -> Vec<Overlay> {
        scene::draw_overlays(self, state)
    }

    fn grounds(&self) -> Vec<Ground> {
        vec![scene::draw_ground(self)]
    }

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(event.telling())
    }

    fn show(&self, state: &State, _seat: Seat, action: &Action, _viewer: Viewer) -> Shown {
        show::shown(self, state, *action)
    }

    /// Only a broken side ends the game without dice, and only a refused challenge kills without them.
    fn goes_on(&self, state: &State) -> bool {
        !self.is_broken(state) && !matches!(state.step, Step::Accept(_))
    }

    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        forecast::effect_of(self, scope, event)
    }

    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        forecast::has_run_out(self, scope, state)
    }

    fn assumed(&self, scope: Scope<'_, State>, state: &State, seat: Seat) -> Action {
        forecast::assumed_of(self, scope, state, seat)
    }

    fn name(&self, thing: Thing) -> Name {
        scene::thing_name(self, thing)
    }

    fn label(&self, thing: Thing) -> String {
        scene::thing_label(self, thing)
    }

    fn find(&self, label: &str) -> Option<Thing> {
        scene::thing_named(self, label)
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
