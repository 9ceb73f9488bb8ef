//! What the players see and read.

use std::sync::Arc;

use kernel::{
    Drag, Line, Name, Notation as _, Presentation, Scenes, Seat, Shown, Side, Stroke, Telling, Thing, Viewer,
    scene::{Board, Face, Ground, Note, Overlay, Patch, Piece, Pose, Scene, Shape},
};
use plane::{Area, Footprint, Hand};

use super::{Action, CHARGE, Event, FORMATION, Plane, SIDES, State, TABLE, rule};

/// A footprint as a scene tells it.
pub(super) fn pose(body: &Footprint) -> Pose {
    open::scene::pose(body, FORMATION)
}

impl Scenes for Plane {
    fn scene(&self, state: &State, _viewer: Viewer) -> Scene {
        let ground = &self.grounds()[0];
        let board =
            Board { id: "table".to_owned(), name: Name::new("The table", ""), ground: ground.digest() };
        let pieces = Side::ALL.map(|side| {
            let (body, id) = (state.bodies[side.index()], SIDES[side.index()].to_lowercase());
            let moves = side == state.mover() && !self.over(state);
            let state_words = [("broken", state.broken[side.index()]), ("chosen", moves)];
            Piece {
                label: format!("{}'s body, heading {}°", SIDES[side.index()], body.heading),
                id,
                side: side.0,
                pose: Some(pose(&body.footprint())),
                face: Face { glyph: "infantry".to_owned(), name: self.side_name(side), ..Face::default() }
                    .into(),
                states: state_words.iter().filter(|word| word.1).map(|word| word.0.to_owned()).collect(),
                ..Piece::default()
            }
        });
        let turn = format!("Turn {} of {}", state.turn, self.opened.scenario.length);
        let notes = vec![Note { id: "turn".to_owned(), text: turn, rule: rule::END.to_string() }];
        Scene { boards: vec![board], pieces: pieces.map(Arc::new).into(), notes, ..Scene::default() }
    }

    fn grounds(&self) -> Vec<Ground> {
        let patch = |area: &Area, terrain: &str, name: &str| Patch {
            terrain: terrain.to_owned(),
            name: Some(Name::new(name, "")),
            outline: area.corners().iter().map(|corner| (corner.point().x, corner.point().y)).collect(),
            level: 0,
        };
        vec![Ground::Open {
            id: "table".to_owned(),
            name: Name::new("The table", ""),
            width: TABLE.width.0,
            height: TABLE.height.0,
            unit: "cm".to_owned(),
            patches: vec![patch(&self.wood, "woods", "The wood"), patch(&self.pond, "lake", "The pond")],
        }]
    }

    /// How far each body charges.
    fn overlays(&self, state: &State, _viewer: Viewer) -> Vec<Overlay> {
        let reach = |side: Side| {
            let strip = state.bodies[side.index()].footprint().strip(CHARGE);
            let outline = strip.corners().iter().map(|corner| (corner.point().x, corner.point().y)).collect();
            Overlay {
                id: "charge".to_owned(),
                title: format!("How far {} charges", SIDES[side.index()]),
                rule: rule::REACH.to_string(),
                side: Some(side.0),
                shapes: vec![Shape::Ring { outline, word: format!("{CHARGE} cm") }],
                piece: Some(SIDES[side.index()].to_lowercase()),
                ..Overlay::default()
            }
        };
        Side::ALL.map(reach).into()
    }
}

impl Presentation for Plane {
    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        let piece = |side: Side| Thing::Piece(u16::from(side.0));
        Some(match *event {
            Event::Moved(rule, side, body) => {
                let key = match rule {
                    rule::CHARGE => "plane-charges",
                    rule::SQUARE => "plane-squares",
                    rule::RECOIL => "plane-recoils",
                    rule::WHEEL => "plane-wheels",
                    _ => "plane-advances",
                };
                let spot = Thing::Spot(body.front.x, body.front.y);
                Telling::new(Line::new(key).with("side", side))
                    .stroke(Stroke::Moved { piece: piece(side), path: vec![spot] })
                    .stroke(Stroke::Turned { piece: piece(side), heading: body.heading.tenths() as u16 })
            }
            Event::Halted(side) => Telling::new(Line::new("plane-halts").with("side", side)),
            Event::Broke(side) => Telling::new(Line::new("plane-breaks").with("side", side)),
        })
    }

    fn show(&self, state: &State, seat: Seat, action: &Action, _viewer: Viewer) -> Shown {
        let shown = match *action {
            Action::Charge => {
                Shown::new(Line::new("plane-do-charge")).tie(Thing::Piece(u16::from(seat.other().0)))
            }
            Action::Advance(cm) => Shown::new(Line::new("plane-do-advance").with("distance", i32::from(cm))),
            Action::Wheel(hand, steps) => {
                let key = if hand == Hand::Left { "plane-do-wheel-left" } else { "plane-do-wheel-right" };
                Shown::new(Line::new(key).with("angle", 15 * i32::from(steps)))
            }
            Action::Halt => Shown::new(Line::new("plane-do-halt")).tie(Thing::Button(0)),
        };
        match self.moved(state, *action) {
            Ok(after) if matches!(action, Action::Advance(_) | Action::Wheel(..)) => {
                let end = after.own();
                let cost = (state.left - after.left).0 / 100;
                shown.tie(Thing::Spot(end.front.x, end.front.y)).pose(pose(&end)).cost(cost)
            }
            _ => shown,
        }
    }

    fn drag(&self, state: &State, seat: Seat, piece: Thing, to: Pose) -> Option<Drag<Action>> {
        (piece == Thing::Piece(u16::from(seat.0))).then(|| self.dragged(state, to))
    }
}
