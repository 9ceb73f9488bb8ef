//! What viewers see and read of a game.

use serde::Serialize;

use crate::{
    refusal::Refusal,
    rules::Rules,
    scene::{Ground, Overlay, Pose, Scene},
    story::Telling,
    thing::{Seat, Thing, Viewer},
    words::{Line, Rule},
};

/// What a choice does to the question it answers. The main button of a client follows from it, and nothing else does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Role {
    /// One of several.
    #[default]
    Plain,
    /// Goes on with what is prepared: attack with the named units, the usual order.
    Main,
    /// Ends the move of the unit in hand. To order another unit takes this choice first.
    Finish,
    /// Ends a phase or a turn.
    End,
    /// Gives something up. A client never proposes it while there is anything else.
    Pass,
    /// Another choice with the same cards, face down.
    FaceDown,
}

/// How an action appears to a viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub line: Line,
    /// What to click for it.
    pub tie: Option<Thing>,
    /// The cards it is made of: it is put together by clicking them, in any order.
    pub cards: Vec<Thing>,
    pub cost: Option<i32>,
    pub warning: Option<Line>,
    /// On an open table: how the piece would stand then.
    pub pose: Option<Pose>,
    /// The viewer may know that something was chosen (`line` says only that), but not what.
    pub hidden: bool,
    pub role: Role,
}

impl Shown {
    pub fn new(line: Line) -> Shown {
        Shown {
            line,
            tie: None,
            cards: Vec::new(),
            cost: None,
            warning: None,
            pose: None,
            hidden: false,
            role: Role::Plain,
        }
    }

    pub fn tie(mut self, thing: Thing) -> Shown {
        self.tie = Some(thing);
        self
    }

    pub fn cards(mut self, cards: impl IntoIterator<Item = Thing>) -> Shown {
        self.cards = cards.into_iter().collect();
        self
    }

    pub fn cost(mut self, cost: i32) -> Shown {
        self.cost = Some(cost);
        self
    }

    pub fn warning(mut self, warning: Line) -> Shown {
        self.warning = Some(warning);
        self
    }

    pub fn pose(mut self, pose: Pose) -> Shown {
        self.pose = Some(pose);
        self
    }

    pub fn role(mut self, role: Role) -> Shown {
        self.role = role;
        self
    }

    pub fn hidden(mut self) -> Shown {
        self.hidden = true;
        self
    }
}

/// What the drag of a piece over an open table comes to: listed actions, one after the other, that end as near to where
/// it was put as the rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drag<A> {
    /// All of the seat that drags, before any dice. None if the piece is best left where it is.
    pub actions: Vec<A>,
    /// How the piece stands after them.
    pub pose: Pose,
    /// What they cost together.
    pub cost: Line,
    /// What they will bring about: disorder, say.
    pub warnings: Vec<(Rule, Line)>,
    /// Why it goes no nearer.
    pub stopped: Option<Refusal>,
}

/// The boards as a viewer sees them.
pub trait Scenes: Rules {
    fn scene(&self, state: &Self::State, viewer: Viewer) -> Scene;
    /// The same scene, where the viewer was shown `old` of the state `before`. To be overridden where there are many
    /// pieces: those that have not changed can be kept.
    fn redraw(&self, state: &Self::State, viewer: Viewer, _before: &Self::State, _old: &Scene) -> Scene {
        self.scene(state, viewer)
    }
    /// The ground of each board, which never changes in a game.
    fn grounds(&self) -> Vec<Ground>;
    /// What can be laid over the boards on demand: threats, zones, lines. Nothing hidden from the viewer.
    fn overlays(&self, _state: &Self::State, _viewer: Viewer) -> Vec<Overlay> {
        Vec::new()
    }
}

/// Events and actions as a viewer reads them.
pub trait Presentation: Scenes {
    /// The event for this viewer; `None` if he does not learn of it.
    fn tell(&self, event: &Self::Event, viewer: Viewer) -> Option<Telling>;
    /// The action, as taken or offered to `seat`, for this viewer.
    fn show(&self, state: &Self::State, seat: Seat, action: &Self::Action, viewer: Viewer) -> Shown;
    /// Each of a list, as [`show`](Presentation::show) has it. To be overridden where many need the same reckoning: it is made
    /// once for all.
    fn show_all(
        &self,
        state: &Self::State,
        seat: Seat,
        actions: &[Self::Action],
        viewer: Viewer,
    ) -> Vec<Shown> {
        actions.iter().map(|action| self.show(state, seat, action, viewer)).collect()
    }

    /// What a drag of this piece to that pose would mean for the seat that is asked; `None` where nothing is dragged.
    fn drag(
        &self,
        _state: &Self::State,
        _seat: Seat,
        _piece: Thing,
        _to: Pose,
    ) -> Option<Drag<Self::Action>> {
        None
    }
}
