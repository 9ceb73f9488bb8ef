//! What the players see and read.

use std::sync::Arc;

use kernel::{
    Line, Name, Notation, Presentation, Rule, Scenes, Seat, Shown, Side, Stroke, Telling, Thing, Viewer,
    scene::{Area, Board, CardFace, Face, Ground, Hand, Note, Piece, Scene, Track},
};

use super::{Action, BOARDS, Bid, CARDS, Card, Event, PASS, Phase, SIDES, Sealed, State, bid_button, rule};

impl Scenes for Sealed {
    fn scene(&self, state: &State, viewer: Viewer) -> Scene {
        let boards = self.grounds().into_iter().zip(BOARDS).map(|(ground, (_, id, name))| Board {
            id: id.to_owned(),
            name: Name::new(name, ""),
            ground: ground.digest(),
        });
        let pieces = BOARDS.iter().zip(state.banners).map(|((id, letter, name), at)| Piece {
            id: format!("banner_{id}"),
            side: at / 2,
            states: if at == 1 { vec!["neutral".to_owned()] } else { Vec::new() },
            place: Some(format!("{letter}:{}", at + 1)),
            face: Face { glyph: "banner".to_owned(), name: Name::new(*name, ""), ..Face::default() }.into(),
            label: format!("The {name} banner, at place {} of 3 from the east", at + 1),
            ..Piece::default()
        });
        let mut notes = vec![Note {
            id: "stake".to_owned(),
            text: format!("{} coins are at stake", state.stake),
            rule: rule::STAKE.to_string(),
        }];
        let mut hands = Vec::new();
        for seat in Seat::ALL {
            let (side, at) = (SIDES[seat.index()], seat.index());
            let note = |id: &str, text: String, rule: Rule| Note {
                id: format!("{id}_{}", seat.0),
                text: format!("{side} {text}"),
                rule: rule.to_string(),
            };
            notes.push(note("coins", format!("has {} coins", state.coins[at]), rule::COINS));
            if let Bid::On { board, strength } = state.bids[at] {
                let text = match viewer.knows(seat) {
                    true => format!("bids {strength} for the {}", BOARDS[usize::from(board)].0),
                    false => "has bid".to_owned(),
                };
                notes.push(note("bid", text, rule::BID));
            }
            let held: Vec<Card> = match (state.kept[at], state.sprung[at]) {
                (_, true) => Vec::new(),
                (Card::Unchosen, _) => CARDS.into(),
                (card, _) => vec![card],
            };
            let count = Some(held.len() as u16);
            let open = viewer.knows(seat) || state.phase == Phase::Over || state.kept[at] == Card::Unchosen;
            let face = |card: &Card| CardFace {
                id: card.word().to_owned(),
                name: Name::new(card.word(), ""),
                text: if *card == Card::Ambush { "Spring it when outbid" } else { "A point at the end" }
                    .to_owned(),
            };
            let cards = if open { held.iter().map(face).collect() } else { Vec::new() };
            hands.push(Hand { seat: seat.0, title: format!("{side}'s card"), count, cards });
        }
        let rounds = Track {
            id: "round".to_owned(),
            title: "Round".to_owned(),
            boxes: (1..=self.opened.scenario.length).map(|n| n.to_string()).collect(),
            at: (state.phase != Phase::Over).then(|| u16::from(state.round) - 1),
        };
        Scene {
            boards: boards.collect(),
            pieces: pieces.map(Arc::new).collect(),
            tracks: vec![rounds],
            hands,
            notes,
            ..Scene::default()
        }
    }

    fn grounds(&self) -> Vec<Ground> {
        let area = |letter: &str, n: i32| Area {
            id: format!("{letter}:{}", n + 1),
            name: Name::new(["East end", "Middle", "West end"][n as usize], ""),
            terrain: "plain".to_owned(),
            outline: vec![(300 - 100 * n, 0), (200 - 100 * n, 0), (200 - 100 * n, 100), (300 - 100 * n, 100)],
            marks: Vec::new(),
        };
        let ground = |(_, letter, name): (&str, &str, &str)| Ground::Areas {
            id: letter.to_owned(),
            name: Name::new(name, ""),
            width: 300,
            height: 100,
            areas: (0..3).map(|n| area(letter, n)).collect(),
        };
        BOARDS.map(ground).into()
    }
}

impl Presentation for Sealed {
    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        let side = |key: &'static str, seat: Seat| Line::new(key).with("side", Side(seat.0));
        let bid = |line: Line, board: u8, strength: u8| {
            line.with("board", BOARDS[usize::from(board)].0).with("strength", i32::from(strength))
        };
        Some(match *event {
            Event::Staked(stake) => Telling::new(Line::new("sealed-staked").with("stake", i32::from(stake))),
            Event::Kept(seat, card) if viewer.knows(seat) => {
                Telling::new(side("sealed-kept", seat).with("card", card.word()))
            }
            Event::Bade(seat, board, strength) if viewer.knows(seat) => {
                Telling::new(bid(side("sealed-bade", seat), board, strength))
            }
            Event::Kept(seat, _) | Event::Bade(seat, ..) => Telling::new(side("sealed-chose", seat)),
            Event::Opened(seat, board, strength) => {
                Telling::new(bid(side("sealed-opened", seat), board, strength))
            }
            Event::Pulled(board, to, seat) => {
                let place = Thing::Place(u16::from(board) * 3 + u16::from(to));
                let piece = Thing::Piece(u16::from(board));
                Telling::new(side("sealed-pulled", seat).with("board", BOARDS[usize::from(board)].0))
                    .stroke(Stroke::Moved { piece, path: vec![place] })
            }
            Event::Passed(seat) => Telling::new(side("sealed-passed", seat)),
            Event::Sprung(seat) => Telling::new(side("sealed-sprung", seat)).stroke(Stroke::Shown {
                card: Thing::Card(0),
                name: self.name(Thing::Card(0)),
                side: Side(seat.0),
            }),
            Event::Failed(seat) => Telling::new(side("sealed-failed", seat)),
            Event::Shown(seat, card) => Telling::new(side("sealed-held", seat).with("card", card.word())),
        })
    }

    fn show(&self, _state: &State, seat: Seat, action: &Action, viewer: Viewer) -> Shown {
        match *action {
            Action::Pass => Shown::new(Line::new("sealed-pass")).tie(PASS),
            Action::Spring => Shown::new(Line::new("sealed-spring")).tie(Thing::Card(0)),
            _ if !viewer.knows(seat) => Shown::new(Line::new("sealed-secret")).hidden(),
            Action::Keep(card) => Shown::new(Line::new("sealed-keep-card").with("card", card.word()))
                .tie(Thing::Card(u16::from(card == Card::Stores))),
            Action::Bid { board, strength } => {
                let line = Line::new("sealed-bid-on").with("board", BOARDS[usize::from(board)].0);
                Shown::new(line.with("strength", i32::from(strength)))
                    .tie(bid_button(board, strength))
                    .cost(i32::from(strength))
            }
        }
    }
}
