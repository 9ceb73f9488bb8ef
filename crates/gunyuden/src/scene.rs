//! What players see: the board, counters and castles, tracks, the combat table, and how matters stand.

use kernel::{
    Rules,
    scene::{Board, Cell, Chart, Face, Ground, Note, Overlay, Piece, Scene, Track},
};

use crate::{
    Gunyuden,
    rule_ids::*,
    state::{Frame, Phase, State},
    units::{ANTI, CastleId, HASHIBA, HouseId, UnitId},
};

const BOARD: &str = "kinai";

impl Gunyuden {
    pub(crate) fn draw_ground(&self) -> Ground {
        let atlas = &self.ground.atlas;
        let sheet = &atlas.sheets()[0];
        Ground::Hexes {
            id: BOARD.to_owned(),
            name: self.ground.title.clone(),
            columns: u16::from(sheet.columns),
            rows: u16::from(sheet.rows),
            even_down: sheet.shift == hexmap::Shift::EvenDown,
            up: self.ground.up.clone(),
            cells: atlas
                .hexes()
                .map(|hex| {
                    let n = hex.index();
                    let mut marks = Vec::new();
                    let province = &self.ground.province_names[usize::from(self.ground.province[n])];
                    if !province.is_empty() {
                        marks.push(format!("province:{province}"));
                    }
                    if self.ground.bridges.mask(hex) != 0 {
                        marks.push(format!("bridge:{}", self.ground.bridges.mask(hex)));
                    }
                    if self.castle_at(hex).is_some() {
                        marks.push("castle".to_owned());
                    }
                    if self.scenario.closed[n] {
                        marks.push("closed".to_owned());
                    }
                    Cell {
                        id: atlas.label(hex).to_string(),
                        terrain: self.ground.terrain[n].word().to_owned(),
                        road: 0,
                        river: self.ground.rivers.mask(hex),
                        wall: self.ground.shut.mask(hex),
                        name: self.ground.names[n].clone(),
                        marks,
                    }
                })
                .collect(),
        }
    }

    pub(crate) fn draw_scene(&self, state: &State) -> Scene {
        let units = (0..self.units.len() as u8).map(UnitId).filter(|&unit| state.lives(unit));
        let castles = (0..self.keeps.len() as u8).map(CastleId).map(|castle| self.draw_castle(state, castle));
        let track = |id: &str, title: &str, last: u8, at: u8| Track {
            id: id.to_owned(),
            title: title.to_owned(),
            boxes: (1..=last).map(|n| n.to_string()).collect(),
            at: at.checked_sub(1).map(u16::from),
        };
        Scene {
            boards: vec![Board {
                id: BOARD.to_owned(),
                name: self.ground.title.clone(),
                ground: self.ground_digest.clone(),
            }],
            pieces: castles.chain(units.map(|unit| self.draw_unit(state, unit))).collect(),
            tracks: vec![
                track("inning", "Inning", self.scenario.innings, state.inning),
                track("stage", "Stage", 4, state.stage),
            ],
            hands: Vec::new(),
            charts: vec![self.draw_chart(state).into()],
            notes: self.draw_notes(state),
        }
    }

    fn draw_castle(&self, state: &State, castle: CastleId) -> Piece {
        let (keep, body) = (self.keep(castle), state.castle(castle));
        let owner = if body.owner == HouseId::NONE { keep.owner } else { body.owner };
        let mut states: Vec<String> = Vec::new();
        let mut say = |when: bool, word: &str| {
            if when {
                states.push(word.to_owned());
            }
        };
        say(body.is_ruin(), "ruin");
        say(self.is_surrounded(state, castle), "surrounded");
        say(!self.garrison(state, keep.hex).is_empty(), "held");
        say(body.low > 0, "shaken");
        let (side, mon) = match owner {
            HouseId::NONE => (0, String::new()),
            owner => (self.house(owner).side.0, self.house(owner).mon.clone()),
        };
        let label = format!(
            "{} castle, level {}, durability {}{}",
            keep.name.en,
            keep.level,
            body.durability,
            states.iter().map(|word| format!(", {word}")).collect::<String>()
        );
        Piece {
            id: keep.id.clone(),
            side,
            place: Some(self.ground.atlas.label(keep.hex).to_string()),
            pose: None,
            face: Face {
                mon,
                glyph: "castle".to_owned(),
                name: keep.name.clone(),
                values: vec![keep.level.to_string(), body.durability.to_string()],
            }
            .into(),
            states,
            label,
        }
    }

    fn draw_unit(&self, state: &State, unit: UnitId) -> Piece {
        let body = self.unit(unit);
        let house = self.house(body.house);
        let strength = body.strength[usize::from(state.steps(unit))];
        let mut states: Vec<String> = Vec::new();
        let mut say = |when: bool, word: String| {
            if when {
                states.push(word);
            }
        };
        say(state.acted.has(unit) && state.phase == Phase::Operation, "acted".to_owned());
        say(state.steps(unit) == 1, "reduced".to_owned());
        say(state.low(unit) > 0, format!("morale-{}", state.low(unit)));
        say(state.holed.has(unit), "holed-up".to_owned());
        say(state.surrounding.has(unit), "surrounding".to_owned());
        say(self.held(state, body.house).is_some(), "held".to_owned());
        say(!state.is_head(unit), format!("led-by-{}", self.unit(state.head(unit)).id));
        let chosen = match state.frames.last() {
            Some(Frame::Hand { force, .. } | Frame::Drop { force, .. }) => state.head(unit) == *force,
            Some(Frame::Aim { force, with, .. } | Frame::Join { force, with }) => {
                state.head(unit) == *force || with.contains(&state.head(unit))
            }
            Some(Frame::Place { unit: placed }) => *placed == unit,
            _ => false,
        };
        say(chosen, "chosen".to_owned());
        let target = match state.frames.last() {
            Some(Frame::Aim { targets, .. }) => targets.contains(&state.head(unit)),
            Some(Frame::Fight { defenders, .. }) => defenders.contains(&state.head(unit)),
            _ => false,
        };
        say(target, "target".to_owned());
        let label = format!(
            "{}, {}, {} strength {strength}, field {}, action {}{}",
            body.name.en,
            house.name.en,
            body.rank.stars(),
            body.field,
            body.action,
            states.iter().map(|word| format!(", {word}")).collect::<String>()
        );
        Piece {
            id: body.id.clone(),
            side: house.side.0,
            place: state.on_map(unit).then(|| self.ground.atlas.label(state.hex(unit)).to_string()),
            pose: None,
            face: Face {
                mon: house.mon.clone(),
                glyph: if body.is_commander() { "fan" } else { "spear" }.to_owned(),
                name: body.name.clone(),
                values: vec![
                    strength.to_string(),
                    body.field.to_string(),
                    body.action.to_string(),
                    body.rank.stars().to_owned(),
                ],
            }
            .into(),
            states,
            label,
        }
    }

    fn draw_chart(&self, state: &State) -> Chart {
        let column = match (self.fight_sides(state), self.battle(state)) {
            (Some((sides, _)), _) => Some(self.strength_of(state, self.all_of(state, sides.attackers))),
            (_, Some(field)) => Some(self.strength_of(state, self.all_of(state, &field.attackers))),
            _ => None,
        };
        Chart {
            id: "combat".to_owned(),
            title: "Combat 戦闘結果表".to_owned(),
            rule: "T-1".to_owned(),
            columns: self.tables.column_names(),
            rows: self.tables.combat_rows(),
            column: column.map(|strength| self.tables.column(strength) as u16),
            origin: self.table_origin.clone(),
        }
    }

    fn draw_notes(&self, state: &State) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |id: &str, rule: kernel::Rule, text: String| {
            notes.push(Note { id: id.to_owned(), text, rule: rule.to_string() });
        };
        let lead = self.lead(state);
        note("lead", R_36_6_END, format!("Hashiba leads by {lead}; needs {}", self.scenario.victory.lead));
        for side in [HASHIBA, ANTI] {
            let sum: i16 =
                self.points(state).iter().filter(|(of, ..)| *of == side).map(|(_, points, ..)| points).sum();
            note(&format!("points-{}", side.0), R_36_6_END, format!("{}: {sum}", self.side_name(side).en));
        }
        for late in &self.scenario.interventions {
            let name = &self.armies[usize::from(late.army.0)].id;
            let house = &self.house(self.armies[usize::from(late.army.0)].houses[0]).name.en;
            let text = match state.happened.has(late.flag) {
                true => format!("{house} have taken the field"),
                false => {
                    let guard = self.guard(state, late);
                    let need = self.tables.needed(&late.table, guard).unwrap_or(7);
                    format!("{house} come on {need}+ (strength {guard} stands guard)")
                }
            };
            note(&format!("intervention-{name}"), late.rule, text);
        }
        for hold in &self.scenario.holds {
            if self.held(state, hold.houses[0]).is_some() {
                let names: Vec<&str> = hold.houses.iter().map(|&h| self.house(h).name.en.as_str()).collect();
                note(
                    &format!("hold-{}", hold.rule),
                    hold.rule,
                    format!("{} may not act yet", names.join(", ")),
                );
            }
        }
        if state.phase == Phase::Operation {
            let able = self.sides[state.active.index()]
                .iter()
                .filter(|&unit| state.is_head(unit) && self.may_act(state, unit).is_ok())
                .count();
            note("left", R_12_0, format!("{able} forces can still act"));
        }
        notes
    }

    pub(crate) fn draw_overlays(&self, state: &State) -> Vec<Overlay> {
        let atlas = &self.ground.atlas;
        let mut overlays = Vec::new();
        for side in [HASHIBA, ANTI] {
            let zone = atlas.hexes().filter_map(|hex| {
                let word = match (self.strong(state, side, hex), self.weak(state, side, hex)) {
                    (true, _) => "strong",
                    (false, true) => "weak",
                    _ => return None,
                };
                Some((atlas.label(hex).to_string(), word.to_owned()))
            });
            overlays.push(Overlay {
                id: format!("zones-{}", side.0),
                title: format!("Zones of the {}", self.side_name(side).en),
                rule: "5.0".to_owned(),
                side: Some(side.0),
                places: zone.collect(),
            });
        }
        for (n, house) in self.houses.iter().enumerate() {
            if house.units.iter().any(|&unit| state.on_map(unit)) {
                let hexes = self.line_hexes(state, HouseId(n as u8));
                overlays.push(Overlay {
                    id: format!("lines-{}", house.id),
                    title: format!("Lines of communication of the {}", house.name.en),
                    rule: "11-1".to_owned(),
                    side: Some(house.side.0),
                    places: hexes.iter().map(|&hex| (atlas.label(hex).to_string(), String::new())).collect(),
                });
            }
        }
        overlays
    }
}
