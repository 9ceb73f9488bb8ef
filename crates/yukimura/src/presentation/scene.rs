//! What players see: boards, counters, the inning track, the results tables, the state of the scenario.

use std::sync::Arc;

use hexmap::HexId;
use kernel::{
    Scenes, Seat, Side, Thing, Viewer,
    scene::{Board, Cell, Chart, Face, Ground, Note, Overlay, Piece, Scene, Track},
};

use crate::{
    Yukimura,
    decisions::{Frame, fight::Stage},
    model::{
        chart::Chart as Table,
        state::{BESIDE, Phase, State, on_map},
        units::{EAST, OSAKA, UnitId},
    },
    notation::rule_ids::*,
    presentation::event::piece,
};

/// What never changes of a counter: put together once, for every scene.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    face: Arc<Face>,
    /// The beginning of its label.
    label: String,
}

/// Words for what may be the matter with a counter, in the order in which they are said.
const STATES: [&str; 8] =
    ["acted", "pinned", "held", "no-command", "marked", "retreating", "target", "chosen"];

/// What changes of a counter on the table: where it is, and which of the words are true of it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Look {
    hex: HexId,
    states: [bool; STATES.len()],
}

impl Scenes for Yukimura {
    fn scene(&self, state: &State, _viewer: Viewer) -> Scene {
        self.draw_scene(state, None)
    }

    fn redraw(&self, state: &State, _viewer: Viewer, before: &State, old: &Scene) -> Scene {
        self.draw_scene(state, Some((before, old)))
    }

    fn overlays(&self, state: &State, viewer: Viewer) -> Vec<Overlay> {
        let sides: &[Side] = match viewer {
            Viewer::Seat(Seat(0)) => &[OSAKA],
            Viewer::Seat(_) => &[EAST],
            _ => &[EAST, OSAKA],
        };
        sides.iter().flat_map(|&side| self.threats_of(state, side)).collect()
    }

    fn grounds(&self) -> Vec<Ground> {
        let mut grounds = Vec::new();
        for (n, (sheet, info)) in self.atlas.sheets().iter().zip(&self.ground.sheets).enumerate() {
            let hexes = self.atlas.hexes().filter(|&hex| self.atlas.sheet_index(hex) == n);
            grounds.push(Ground::Hexes {
                id: info.id.clone(),
                name: info.name.clone(),
                columns: u16::from(sheet.columns),
                rows: u16::from(sheet.rows),
                even_down: sheet.shift == hexmap::Shift::EvenDown,
                up: info.up.clone(),
                cells: hexes
                    .map(|hex| Cell {
                        id: self.atlas.label(hex).to_string(),
                        terrain: self.ground.terrain[hex.index()].word().to_owned(),
                        road: self.ground.roads.mask(hex),
                        river: self.ground.rivers.mask(hex),
                        wall: self.ground.impassable.mask(hex),
                        name: self.ground.names[hex.index()].clone(),
                        marks: self.ground.flags[hex.index()].clone(),
                    })
                    .collect(),
                regions: Vec::new(),
            });
        }
        grounds
    }
}

impl Yukimura {
    /// The scene; counters that look as they did `before` are taken from what was drawn then.
    pub(crate) fn draw_scene(&self, state: &State, before: Option<(&State, &Scene)>) -> Scene {
        Scene {
            boards: self
                .ground
                .sheets
                .iter()
                .zip(&self.ground_digests)
                .map(|(info, digest)| Board {
                    id: info.id.clone(),
                    name: info.name.clone(),
                    ground: digest.clone(),
                })
                .collect(),
            pieces: self.draw_pieces(state, before),
            tracks: vec![Track {
                id: "inning".to_owned(),
                title: "Inning".to_owned(),
                boxes: (1..=self.scenario.innings).map(|n| n.to_string()).collect(),
                at: Some(u16::from(state.inning) - 1),
            }],
            charts: self.draw_charts(state),
            notes: self.draw_notes(state),
            ..Scene::default()
        }
    }

    fn draw_pieces(&self, state: &State, before: Option<(&State, &Scene)>) -> Vec<Arc<Piece>> {
        let mut drawn = before.iter().flat_map(|(_, scene)| &scene.pieces);
        let mut pieces = Vec::with_capacity(self.units.len());
        for unit in (0..self.units.len() as u8).map(UnitId) {
            let was = before.and_then(|(state, _)| self.look(state, unit));
            // Both scenes have the units in their order.
            let old = was.and_then(|_| drawn.next());
            let Some(look) = self.look(state, unit) else { continue };
            pieces.push(match old {
                Some(old) if was == Some(look) => old.clone(),
                _ => Arc::new(self.draw_piece(unit, look)),
            });
        }
        pieces
    }

    /// How a unit looks; `None` if it is not on the table.
    fn look(&self, state: &State, unit: UnitId) -> Option<Look> {
        if !state.on_map(unit) && state.hex(unit) != BESIDE {
            return None;
        }
        let body = self.unit(unit);
        let moving = state.phase == Phase::Movement && body.side == state.active;
        let acted =
            if moving { state.moved.has(unit) } else { state.fired.has(unit) || state.fought.has(unit) };
        let (mut marked, mut retreating) = (false, false);
        let (target, chosen) = match &state.frame {
            Some(Frame::Picked(picked)) => (None, picked.0 == unit),
            Some(Frame::Aim(aim)) => (Some(aim.target), aim.attackers(self, state).contains(&unit)),
            Some(Frame::Fight(fight)) => {
                marked = fight.marked.contains(&unit);
                retreating = matches!(fight.stage, Stage::Retreat(retreat) if retreat.unit == unit);
                (Some(fight.target), fight.attackers.contains(&unit))
            }
            None => (None, false),
        };
        let pinned = moving && state.pinned.has(unit);
        let held = self.limit(state, body.force).is_some();
        let uncommanded = state.uncommanded.has(unit);
        let target = target == Some(unit);
        let states = [acted, pinned, held, uncommanded, marked, retreating, target, chosen];
        Some(Look { hex: state.hex(unit), states })
    }

    fn draw_piece(&self, unit: UnitId, look: Look) -> Piece {
        let body = self.unit(unit);
        let words = STATES.into_iter().zip(look.states).filter(|(_, is)| *is);
        let states: Vec<String> = words.map(|(word, _)| word.to_owned()).collect();
        let mut label = self.printed[unit.index()].label.clone();
        for state in &states {
            label.push_str(", ");
            label.push_str(state);
        }
        Piece {
            id: body.id.clone(),
            side: body.side.0,
            place: on_map(look.hex).then(|| self.place_label(look.hex).to_owned()),
            pose: None,
            face: self.printed[unit.index()].face.clone(),
            states,
            label,
            ..Piece::default()
        }
    }

    fn draw_charts(&self, state: &State) -> Vec<Arc<Chart>> {
        let column = match &state.frame {
            // Whose fall ended the battle stands nowhere any more.
            _ if state.over.is_some() => None,
            Some(Frame::Fight(fight)) if fight.stage == Stage::Throw => {
                Some(self.attack_column(state, fight.target, &fight.attackers))
            }
            Some(Frame::Aim(aim)) if aim.chosen != 0 => {
                Some(self.attack_column(state, aim.target, &aim.attackers(self, state)))
            }
            _ => None,
        };
        let mut charts = self.printed_charts.clone();
        if let Some(column) = column {
            let used = &mut charts[usize::from(self.is_melee(state))];
            *used = Arc::new(Chart { column: Some(column as u16), ..Chart::clone(used) });
        }
        charts
    }

    /// Both charts with no column in use, fire first.
    pub(crate) fn print_charts(&self) -> Vec<Arc<Chart>> {
        let chart = |id: &str, title: &str, rule: kernel::Rule, table: &Table| {
            Arc::new(Chart {
                id: id.to_owned(),
                title: title.to_owned(),
                rule: rule.to_string(),
                columns: table.column_names(),
                rows: table.row_texts(),
                column: None,
                origin: self.table_origin.clone(),
            })
        };
        vec![
            chart("fire", "Firing 射撃結果表", R_9_2, &self.fire),
            chart("melee", "Hand-to-hand 白兵戦結果表", R_10_3, &self.melee),
        ]
    }

    pub(crate) fn print_counters(&self) -> Vec<Printed> {
        (0..self.units.len() as u8).map(|n| self.print_counter(UnitId(n))).collect()
    }

    fn print_counter(&self, unit: UnitId) -> Printed {
        let body = self.unit(unit);
        let force = self.force(body.force);
        let morale = body.morale.map_or("*".to_owned(), |m| m.to_string());
        let name = kernel::Notation::name(self, piece(unit)).en;
        let label = format!(
            "{name}, {}, strength {}, morale {morale}, movement {}",
            force.name.en, body.strength, body.movement
        );
        let face = Face {
            mon: force.mon.clone(),
            glyph: body.branch.glyph().to_owned(),
            name: body.name.clone(),
            values: vec![body.strength.to_string(), morale, body.movement.to_string()],
            ..Face::default()
        };
        Printed { face: face.into(), label }
    }

    fn draw_notes(&self, state: &State) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |id: &str, rule: kernel::Rule, text: String| {
            notes.push(Note { id: id.to_owned(), text, rule: rule.to_string() });
        };
        let losses = |side: kernel::Side| {
            self.sides[side.index()].iter().filter(|&&u| state.hex(u) == crate::model::state::REMOVED).count()
        };
        note("losses", R_5_2, format!("Removed: East {}, Osaka {}", losses(EAST), losses(OSAKA)));
        for limit in &self.scenario.limits {
            if self.limit(state, limit.force).is_some() && !self.force(limit.force).units.is_empty() {
                let name = &self.force(limit.force).name.en;
                let text = match limit.from {
                    0 => format!("{name} stays where it is"),
                    from => format!("{name} may move from inning {from}"),
                };
                note(&format!("limit-{}", self.force(limit.force).id), limit.rule, text);
            }
        }
        for victory in &self.scenario.victories {
            match &victory.condition {
                crate::model::scenarios::Condition::West(count) => {
                    let text =
                        format!("{} of {count} Eastern units west of the Ishikawa", self.units_west(state));
                    note("west", victory.rule, text);
                }
                crate::model::scenarios::Condition::Superiority { leaders, nearest } => {
                    let [east, osaka] = self.superiority(state, leaders, *nearest).map(i32::abs);
                    let what = if *nearest { "distance to" } else { "units next to" };
                    note(
                        "superiority",
                        victory.rule,
                        format!("{what} an enemy leader: East {east}, Osaka {osaka}"),
                    );
                }
                crate::model::scenarios::Condition::Holds(_) => {
                    let holder = state
                        .holder
                        .map_or("nobody".to_owned(), |side| kernel::Notation::side_name(self, side).en);
                    note("komatsuyama", victory.rule, format!("Komatsuyama is held by {holder}"));
                }
                _ => {}
            }
        }
        if let Some(road) = state.road {
            let entry = self.scenario.hideyori.as_ref().expect("a road was chosen for it");
            let hex = Thing::Place(entry.hexes[road as usize].0);
            let at = kernel::Notation::name(self, hex).en;
            let when = if state.summoned { "may enter" } else { "waits" };
            note("hideyori", entry.rule, format!("Hideyori {when} at {at}"));
        }
        notes
    }
}
