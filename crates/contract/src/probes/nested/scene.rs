//! What the players see and read.

use std::sync::Arc;

use kernel::{
    Line, Name, Presentation, Scenes, Seat, Shown, Stroke, Telling, Thing, Viewer,
    decision::DecisionRules as _,
    scene::{Area, Board, Face, Ground, Piece, Scene, Track},
};

use super::{Action, Event, Frame, HOLD, Lane, Nested, PIECE_IDS, PLACES, STAND, State, place, side_of};

impl Scenes for Nested {
    fn scene(&self, state: &State, _viewer: Viewer) -> Scene {
        let ground = &self.grounds()[0];
        let board = Board { id: "row".to_owned(), name: Name::new("The row", ""), ground: ground.digest() };
        let standing = (0u8..).zip(state.pieces).filter(|(_, stand)| stand.lane != Lane::Gone);
        let pieces = standing.map(|(piece, stand)| {
            let name = self.labels.name(Thing::Piece(piece.into()));
            let place = self.labels.label(place(stand.at, stand.lane));
            let acting = match state.stack.last() {
                Some(Frame::Check(check)) => check.piece == piece,
                Some(Frame::Choose(choose)) => choose.piece == piece,
                Some(Frame::Push(push)) => push.target == piece,
                _ => false,
            };
            Piece {
                id: PIECE_IDS[usize::from(piece)].to_owned(),
                side: side_of(piece).0,
                label: format!("{}, at {place}", name.en),
                place: Some(place),
                face: Face { glyph: "infantry".to_owned(), name, ..Face::default() }.into(),
                states: if acting { vec!["target".to_owned()] } else { Vec::new() },
                ..Piece::default()
            }
        });
        let turns = Track {
            id: "turn".to_owned(),
            title: "Turn".to_owned(),
            boxes: (1..=self.opened.scenario.length).map(|n| n.to_string()).collect(),
            at: (!self.is_over(state)).then_some(u16::from(state.turn)),
        };
        Scene {
            boards: vec![board],
            pieces: pieces.map(Arc::new).collect(),
            tracks: vec![turns],
            ..Scene::default()
        }
    }

    fn grounds(&self) -> Vec<Ground> {
        let area = |n: i32| {
            let (x, y) = (n / 3 * 100, [100, 0, 200][n as usize % 3]);
            Area {
                id: self.labels.label(Thing::Place(n as u16)),
                name: self.labels.name(Thing::Place(n as u16)),
                terrain: if n % 3 == 0 { "road" } else { "field" }.to_owned(),
                outline: vec![(x, y), (x + 100, y), (x + 100, y + 100), (x, y + 100)],
                marks: Vec::new(),
            }
        };
        vec![Ground::Areas {
            id: "row".to_owned(),
            name: Name::new("The row", ""),
            width: 1000,
            height: 300,
            areas: (0..i32::from(PLACES) * 3).map(area).collect(),
        }]
    }
}

impl Presentation for Nested {
    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        let line = |key: &'static str, piece: u8| Line::new(key).with("piece", Thing::Piece(piece.into()));
        Some(match *event {
            Event::Moved(_, piece, stand) => {
                let place = place(stand.at, stand.lane);
                Telling::new(line("nested-moved", piece).with("place", place))
                    .stroke(Stroke::Moved { piece: Thing::Piece(piece.into()), path: vec![place] })
            }
            Event::Held(side) => Telling::new(Line::new("nested-held").with("side", side)),
            Event::Repelled(piece) => Telling::new(line("nested-repelled", piece)),
            Event::Checked(piece, true) => Telling::new(line("nested-keeps", piece)),
            Event::Checked(piece, false) => Telling::new(line("nested-runs", piece)),
            Event::Stood(piece) => Telling::new(line("nested-stood", piece)),
            Event::Lost(piece) => Telling::new(line("nested-lost", piece))
                .stroke(Stroke::Gone { piece: Thing::Piece(piece.into()) }),
        })
    }

    fn show(&self, state: &State, _seat: Seat, action: &Action, _viewer: Viewer) -> Shown {
        let by = |key: &'static str, piece: u8| {
            let thing = Thing::Piece(piece.into());
            Shown::new(Line::new(key).with("piece", thing)).tie(thing)
        };
        match (*action, state.stack.last()) {
            (Action::Advance(piece), _) => by("nested-do-advance", piece),
            (Action::Push(piece), _) => by("nested-do-push", piece),
            (Action::Rejoin(piece), _) => by("nested-do-rejoin", piece),
            (Action::Hold, _) => Shown::new(Line::new("nested-do-hold")).tie(HOLD),
            (Action::Stand, _) => {
                Shown::new(Line::new("nested-do-stand")).tie(STAND).warning(Line::new("nested-stand-warning"))
            }
            (Action::Aside(lane), Some(Frame::Choose(choose))) => {
                let to = place(state.stand(choose.piece).at, lane);
                Shown::new(Line::new("nested-do-aside").with("place", to)).tie(to)
            }
            (Action::Aside(_), _) => Shown::new(Line::new("nested-do-stand")),
        }
    }
}
