//! What the players see and read.

use kernel::{
    Line, Name, Rules, Seat, Shown, Side, Stroke, Telling, Thing, Viewer,
    scene::{Board, Face, Ground, Note, Patch, Piece, Pose, Scene},
};

use super::{Action, Event, HALF, Plane, SIDES, STEP, State, TABLE, rule};

impl Plane {
    pub(super) fn drawn(&self, state: &State, _viewer: Viewer) -> Scene {
        let ground = &self.boards()[0];
        let board =
            Board { id: "table".to_owned(), name: Name::new("The table", ""), ground: ground.digest() };
        let pieces = Side::ALL.map(|side| {
            let (body, id) = (state.bodies[side.index()], SIDES[side.index()].to_lowercase());
            Piece {
                label: format!(
                    "{}'s body, heading {}",
                    SIDES[side.index()],
                    ["up", "right", "down", "left"][usize::from(body.heading)]
                ),
                id,
                side: side.0,
                pose: Some(Pose {
                    x: body.x,
                    y: body.y,
                    heading: i32::from(body.heading) * 900,
                    width: 2 * HALF.0,
                    depth: 2 * HALF.1,
                }),
                face: Face { glyph: "infantry".to_owned(), name: self.side_name(side), ..Face::default() }
                    .into(),
                states: if state.broken[side.index()] { vec!["broken".to_owned()] } else { Vec::new() },
                ..Piece::default()
            }
        });
        let turn = format!("Turn {} of {}", state.turn, self.opened.scenario.length);
        let notes = vec![Note { id: "turn".to_owned(), text: turn, rule: rule::END.to_string() }];
        Scene { boards: vec![board], pieces: pieces.into(), notes, ..Scene::default() }
    }

    pub(super) fn boards(&self) -> Vec<Ground> {
        let wood = Patch {
            terrain: "wood".to_owned(),
            name: Some(Name::new("A wood, for the eye", "")),
            outline: vec![(200, 600), (500, 600), (500, 900), (200, 900)],
        };
        vec![Ground::Open {
            id: "table".to_owned(),
            name: Name::new("The table", ""),
            width: TABLE.0,
            height: TABLE.1,
            unit: "cm".to_owned(),
            patches: vec![wood],
        }]
    }

    pub(super) fn told(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        let piece = |side: Side| Thing::Piece(u16::from(side.0));
        Some(match *event {
            Event::Moved(rule, side, body) => {
                let key = match rule {
                    rule::CHARGE => "plane-charges",
                    rule::RECOIL => "plane-recoils",
                    rule::WHEEL => "plane-wheels",
                    _ => "plane-advances",
                };
                Telling::new(Line::new(key).with("side", side))
                    .stroke(Stroke::Moved { piece: piece(side), path: vec![Thing::Spot(body.x, body.y)] })
                    .stroke(Stroke::Turned { piece: piece(side), heading: u16::from(body.heading) })
            }
            Event::Halted(side) => Telling::new(Line::new("plane-halts").with("side", side)),
            Event::Broke(side) => Telling::new(Line::new("plane-breaks").with("side", side)),
        })
    }

    pub(super) fn shown(&self, state: &State, seat: Seat, action: &Action, _viewer: Viewer) -> Shown {
        let button = |n: u16| Thing::Button(n);
        match *action {
            Action::Charge => {
                Shown::new(Line::new("plane-do-charge")).tie(Thing::Piece(u16::from(seat.other().0)))
            }
            Action::Advance(steps) => {
                let distance = STEP * i32::from(steps);
                let (own, _) = state.bodies();
                let body = own.moved(distance, 0);
                Shown::new(Line::new("plane-do-advance").with("distance", distance / 100))
                    .tie(Thing::Spot(body.x, body.y))
                    .cost(distance)
            }
            Action::WheelLeft => Shown::new(Line::new("plane-do-wheel-left")).tie(button(4)),
            Action::WheelRight => Shown::new(Line::new("plane-do-wheel-right")).tie(button(5)),
            Action::Halt => Shown::new(Line::new("plane-do-halt")).tie(button(6)),
        }
    }
}
