//! What players see: the map with its control markers, counters, tracks, hands, the damage table and notes.

use std::sync::Arc;

use hexmap::AreaId;
use kernel::{
    Notation as _, Scenes, Seat, Side, Viewer,
    scene::{Area, Board, CardFace, Chart, Face, Ground, Hand as Fan, Note, Piece, Scene, Score, Track},
};

use crate::{
    Summits,
    decisions::play::{Step, retreat::Retreat, strike::Strike},
    model::{
        cards::{Card, Hand},
        state::{LOST, Phase, State, TRACK, WAITING, on_map},
        units::{ANTI, HIDEYOSHI, UnitId, UnitSet},
    },
    notation::{refer::copy, rule_ids::*},
};

/// The damage table shows these sums of modifiers less defence.
const NETS: std::ops::RangeInclusive<i16> = -11..=3;

/// The column of the damage table for what is added to the dice.
pub(crate) fn chart_column(net: i16) -> Option<u16> {
    NETS.contains(&net).then(|| (net - NETS.start()) as u16)
}

impl Scenes for Summits {
    fn scene(&self, state: &State, viewer: Viewer) -> Scene {
        let markers = self.map.graph.areas().filter_map(|area| self.draw_marker(state, area));
        let units = (0..self.units.len() as u8).map(UnitId).filter_map(|unit| self.draw_unit(state, unit));
        Scene {
            boards: vec![Board {
                id: self.map.id.clone(),
                name: self.map.name.clone(),
                ground: self.ground_digest.clone(),
            }],
            // Combat units under the generals who lead them.
            pieces: {
                let (generals, troops): (Vec<_>, Vec<_>) =
                    units.partition(|(unit, _)| self.generals.has(*unit));
                let units = troops.into_iter().chain(generals).map(|(_, piece)| piece);
                markers.chain(units).map(Arc::new).collect()
            },
            tracks: self.draw_tracks(state),
            hands: Seat::ALL.map(|seat| self.draw_hand(state, seat, viewer)).into(),
            charts: vec![self.draw_chart(state).into()],
            notes: self.draw_notes(state),
            scores: Side::ALL.map(|side| self.draw_score(state, side)).into(),
        }
    }

    fn grounds(&self) -> Vec<Ground> {
        vec![self.draw_ground()]
    }
}

impl Summits {
    pub(crate) fn draw_ground(&self) -> Ground {
        let areas = self.map.areas.iter().map(|area| Area {
            id: area.id.clone(),
            name: area.name.clone(),
            terrain: match area.terrain {
                crate::model::map::Terrain::Plain => "plain",
                crate::model::map::Terrain::Hill => "hill",
                crate::model::map::Terrain::Mountain => "mountain",
            }
            .to_owned(),
            outline: area.outline.clone(),
            marks: area.marks.clone(),
        });
        let scenery = self.map.scenery.iter().map(|cell| Area {
            id: cell.id.clone(),
            name: cell.name.clone(),
            terrain: if cell.kind == "ridge" { "ridge" } else { "water" }.to_owned(),
            outline: cell.outline.clone(),
            marks: vec!["scenery".to_owned()],
        });
        Ground::Areas {
            id: self.map.id.clone(),
            name: self.map.name.clone(),
            width: 1000,
            height: 1000,
            areas: areas.chain(scenery).collect(),
        }
    }

    /// What counts when time is up: areas of the road, then losses (15.2-8); losses alone where there is no road.
    fn draw_score(&self, state: &State, side: Side) -> Score {
        let lost = state.here(LOST) & self.of_side[side.index()];
        let [generals, troops] = [lost & self.generals, lost - self.generals].map(UnitSet::len);
        let losses = format!("lost: generals {generals}, combat units {troops}");
        if self.map.road == 0 {
            let items = [("generals lost", generals), ("combat units lost", troops)]
                .into_iter()
                .filter(|(_, n)| *n > 0)
                .map(|(what, n)| (what.to_owned(), -i32::from(n)))
                .collect();
            let (points, rule) = (-i32::from(lost.len()), R_15_1_5.to_string());
            return Score { side: side.0, points, items, about: losses, rule };
        }
        let held = crate::model::map::areas(state.control[side.index()] & self.map.road);
        let items: Vec<(String, i32)> =
            held.map(|area| (format!("{} on the Hokkoku-Kaido", self.map.area(area).name.en), 1)).collect();
        let none = if items.is_empty() { "no area of the Hokkoku-Kaido; " } else { "" };
        let (points, rule) = (items.len() as i32, R_15_2_8.to_string());
        Score { side: side.0, points, items, about: format!("{none}{losses}"), rule }
    }

    fn draw_marker(&self, state: &State, area: AreaId) -> Option<Piece> {
        let side = state.controller(area)?;
        let card = &self.profile.card.sides[side.index()];
        Some(Piece {
            id: format!("control_{}", self.map.area(area).id),
            side: side.0,
            place: Some(self.map.area(area).id.clone()),
            pose: None,
            face: Face {
                mon: card.mon.clone(),
                glyph: String::new(),
                name: card.name.clone(),
                ..Face::default()
            }
            .into(),
            states: vec!["marker".to_owned()],
            label: format!("{} controls {}", card.name.en, self.map.area(area).name.en),
            ..Piece::default()
        })
    }

    fn draw_unit(&self, state: &State, unit: UnitId) -> Option<(UnitId, Piece)> {
        let at = state.place_of(unit);
        if !on_map(at) && at != WAITING && at != TRACK {
            return None;
        }
        let body = self.unit(unit);
        let values = self.values(state, unit);
        let mut states: Vec<String> = Vec::new();
        let mut say = |when: bool, word: &str| {
            if when {
                states.push(word.to_owned());
            }
        };
        say(state.is_back(unit), "back");
        say(at == TRACK, "later");
        let (chosen, target) = self.in_hand(state);
        say(chosen.has(unit), "chosen");
        say(target.has(unit), "target");
        if let Some(Step::Retreat(Retreat { unit: walker, .. })) = state.play().map(|play| &play.step) {
            say(*walker == unit, "retreating");
        }
        let (printed, what) = match body.command {
            Some(command) => (
                vec![values.attack.to_string(), command.to_string(), values.defence.to_string()],
                format!("attack {}, command {command}, defence {}", values.attack, values.defence),
            ),
            None => (vec![values.defence.to_string()], format!("defence {}", values.defence)),
        };
        let mut label = format!("{}, {what}", self.name(crate::notation::refer::piece(unit)).en);
        label.push_str(if state.is_back(unit) { ", has acted" } else { ", ready" });
        for state in states.iter().filter(|state| *state != "back") {
            label.push_str(", ");
            label.push_str(state);
        }
        let piece = Piece {
            id: body.id.clone(),
            side: body.side.0,
            place: on_map(at).then(|| self.map.area(at).id.clone()),
            pose: None,
            face: Face {
                mon: self.clans[body.clan.index()].mon.clone(),
                glyph: if body.command.is_some() { "fan" } else { "spear" }.to_owned(),
                name: body.name.clone(),
                values: printed,
                ..Face::default()
            }
            .into(),
            states,
            label,
            ..Piece::default()
        };
        Some((unit, piece))
    }

    /// The group that acts, and the enemies it strikes.
    fn in_hand(&self, state: &State) -> (UnitSet, UnitSet) {
        let Some(play) = state.play() else {
            return (UnitSet::NONE, UnitSet::NONE);
        };
        let group = play.group.map_or(UnitSet::NONE, |group| group.units);
        match play.step.attack() {
            Some(attack) => (attack.units, self.suffering(state, attack)),
            None => (group, UnitSet::NONE),
        }
    }

    fn draw_tracks(&self, state: &State) -> Vec<Track> {
        let last = self.last_turn(state);
        let turns = Track {
            id: "turn".to_owned(),
            title: "Turn".to_owned(),
            boxes: (1..=last.max(state.length))
                .map(|n| if n > last { format!("({n})") } else { n.to_string() })
                .collect(),
            at: Some(u16::from(state.turn) - 1),
        };
        let mut nth = 0;
        let spaces = self.scenario.track.iter().map(|space| match space {
            None => "–".to_owned(),
            Some(_) => {
                nth += 1;
                let group = state.layout.get(nth - 1).map(|&group| &self.groups[group as usize]);
                group.map_or(String::new(), |group| format!("{nth} {}", self.head_of(group)))
            }
        });
        let boxes = std::iter::once("start".to_owned()).chain(spaces).collect();
        let reinforcements = Track {
            id: "reinforcements".to_owned(),
            title: "Reinforcements".to_owned(),
            boxes,
            at: Some(u16::from(state.marker)),
        };
        vec![turns, reinforcements]
    }

    /// A group of the track in a word: the given name of its first general.
    fn head_of(&self, group: &crate::TrackGroup) -> String {
        let head = (group.units & self.generals).first();
        let name = head.map_or("", |unit| self.unit(unit).name.en.as_str());
        name.split(' ').nth(1).unwrap_or(name).to_owned()
    }

    /// The cards of a seat. While hands are chosen he sees his pack, afterwards his hand; others their number.
    fn draw_hand(&self, state: &State, seat: Seat, viewer: Viewer) -> Fan {
        let side = state.side_of(seat);
        let name = &self.profile.card.sides[side.index()].name.en;
        let (title, count, shown) = match state.phase {
            Phase::Auction | Phase::Tie | Phase::Layout => {
                (format!("{name}'s hand"), Some(0), Hand::default())
            }
            Phase::Hands if state.ready[side.index()] => {
                (format!("{name}'s hand, chosen"), None, state.hands[side.index()])
            }
            Phase::Hands => {
                let (limit, _) = self.hand_limit(state, side);
                let most = Hand(Card::ALL.map(|card| self.card_limit(state, side, card).min(limit)));
                (format!("{name}'s pack: choose up to {limit}"), None, most)
            }
            Phase::Order | Phase::Play => {
                let hand = state.hands[side.index()];
                (format!("{name}'s hand"), Some(u16::from(hand.len())), hand)
            }
        };
        // A pack is no secret, a hand is.
        let open = viewer.knows(seat);
        let cards = if open { self.faces(shown) } else { Vec::new() };
        Fan { seat: seat.0, title, count, cards }
    }

    fn faces(&self, hand: Hand) -> Vec<CardFace> {
        let mut faces = Vec::new();
        for card in Card::ALL {
            for n in 0..hand.of(card) {
                let print = &self.prints[card.index()];
                faces.push(CardFace {
                    id: self.label(copy(card, n)),
                    name: print.name.clone(),
                    text: print.text.clone(),
                });
            }
        }
        faces
    }

    fn draw_chart(&self, state: &State) -> Chart {
        let column = match state.play().map(|play| &play.step) {
            Some(Step::Strike(Strike(attack))) => chart_column(self.net(state, attack, attack.blow())),
            _ => None,
        };
        let rows = (2..=12i16).map(|sum| {
            let cells = NETS.map(|net| match (sum + net).max(0) {
                0 => "–".to_owned(),
                points => points.to_string(),
            });
            (sum.to_string(), cells.collect())
        });
        Chart {
            id: "damage".to_owned(),
            title: "Damage: two dice and modifiers less defence".to_owned(),
            rule: R_9_0_2.to_string(),
            columns: NETS.map(|net| if net > 0 { format!("+{net}") } else { net.to_string() }).collect(),
            rows: rows.collect(),
            column,
            origin: self.card_origin.clone(),
        }
    }

    fn draw_notes(&self, state: &State) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |id: &str, rule: kernel::Rule, text: String| {
            notes.push(Note { id: id.to_owned(), text, rule: rule.to_string() });
        };
        let name = |side: Side| self.profile.card.sides[side.index()].name.en.clone();
        let last = self.last_turn(state);
        note("last", R_4_0_4C, format!("The battle ends after turn {last}"));
        let mountain = &self.map.area(self.scenario.mountain).name.en;
        let owner = state.controller(self.scenario.mountain).map_or("nobody".to_owned(), name);
        note("mountain", R_4_0_2, format!("{mountain} is controlled by {owner}"));
        if self.map.road != 0 {
            let count = |side: Side| (state.control[side.index()] & self.map.road).count_ones();
            let text = format!(
                "Hokkoku-Kaido: {} {}, {} {}",
                name(HIDEYOSHI),
                count(HIDEYOSHI),
                name(ANTI),
                count(ANTI)
            );
            note("road", R_15_2_7, text);
        }
        let lost = |side: Side| (state.here(LOST) & self.of_side[side.index()]).len();
        note(
            "losses",
            R_10_1_2,
            format!("Lost: {} {}, {} {}", name(HIDEYOSHI), lost(HIDEYOSHI), name(ANTI), lost(ANTI)),
        );
        for side in Side::ALL {
            let (limit, rule) = self.hand_limit(state, side);
            note(
                &format!("hand-{}", side.0),
                rule,
                format!("{} may choose {limit} cards as things stand", name(side)),
            );
            let open = state.open[side.index()];
            if !open.is_empty() {
                let left: Vec<String> = Card::ALL
                    .into_iter()
                    .filter(|card| open.has(*card))
                    .map(|card| format!("{} {}", open.of(card), self.prints[card.index()].name.en))
                    .collect();
                note(
                    &format!("open-{}", side.0),
                    R_5_0_2,
                    format!("{} has played openly: {}", name(side), left.join(", ")),
                );
            }
        }
        if state.here(WAITING).any() {
            let count = state.here(WAITING).len();
            note("waiting", R_11_0_4, format!("{count} units wait beside the map"));
        }
        notes
    }
}
