//! What players see: the board, counters and castles, tracks, tables, and how matters stand.

use std::sync::Arc;

use kernel::{
    Notation as _, Scenes, Side, Viewer,
    scene::{Board, Cell, Chart, Display, Face, Ground, Note, Overlay, Piece, Region, Scene, Score, Track},
};

use crate::{
    Gunyuden,
    model::{
        state::{Phase, State},
        units::{ANTI, CastleId, HASHIBA, HouseId, UnitId, UnitSet},
    },
    notation::{
        action::Action,
        frames::{Aim, Assault, Battle, Draft, Fight, Frame, Hand, Join, Legs, Placing},
        rule_ids::*,
    },
};

const BOARD: &str = "kinai";
/// 34.12.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKS: [&str; 4] = ["First", "Second", "Third", "Fourth"];
/// The livery of what belongs to neither side.
const NOBODY: u8 = 5;

impl Scenes for Gunyuden {
    fn scene(&self, state: &State, _viewer: Viewer) -> Scene {
        // A leader lies on top of the units he leads, the highest rank uppermost.
        let mut units: Vec<UnitId> =
            (0..self.units.len() as u8).map(UnitId).filter(|&unit| state.lives(unit)).collect();
        units.sort_by_key(|&unit| (state.is_head(unit), self.unit(unit).rank, std::cmp::Reverse(unit)));
        let cut = self.cut_off(state);
        let castles =
            (0..self.keeps.len() as u8).map(CastleId).map(|castle| draw_castle(self, state, castle));
        let innings = (1..=self.scenario.innings).map(|n| n.to_string()).collect();
        let stages = ["Start", "1", "2", "3", "4"].map(str::to_owned).into();
        let track = |id: &str, title: &str, boxes: Vec<String>, at: u8| Track {
            id: id.to_owned(),
            title: title.to_owned(),
            boxes,
            at: Some(u16::from(at)),
        };
        Scene {
            boards: vec![Board {
                id: BOARD.to_owned(),
                name: self.ground.title.clone(),
                ground: self.ground_digest.get_or_init(|| self.draw_ground().digest()).clone(),
            }],
            pieces: castles
                .chain(units.iter().map(|&unit| draw_unit(self, state, unit, &cut)))
                .map(Arc::new)
                .collect(),
            tracks: vec![
                track("inning", "Inning", innings, state.inning - 1),
                track("stage", "Stage", stages, state.stage),
            ],
            charts: draw_charts(self, state),
            notes: draw_notes(self, state),
            scores: [HASHIBA, ANTI].map(|side| draw_score(self, state, side)).into(),
            ..Scene::default()
        }
    }

    fn overlays(&self, state: &State, _viewer: Viewer) -> Vec<Overlay> {
        let atlas = &self.ground.atlas;
        let places = |hexes: &mut dyn Iterator<Item = hexmap::HexId>| -> Vec<(String, String)> {
            hexes.map(|hex| (atlas.label(hex).to_string(), String::new())).collect()
        };
        let mut overlays = Vec::new();
        let mut lay = |id: String, title: String, rule: &str, side: Side, places: Vec<(String, String)>| {
            let rule = rule.to_owned();
            overlays.push(Overlay { id, title, rule, side: Some(side.0), places, ..Overlay::default() });
        };
        for side in [HASHIBA, ANTI] {
            let (n, name) = (side.0, self.side_name(side).en);
            let reach = places(&mut reach_of(self, state, side).into_iter());
            lay(format!("reach-{n}"), format!("Where the {name} could march"), "15-2", side, reach);
            let strong = places(&mut atlas.hexes().filter(|&hex| self.strong(state, side, hex)));
            lay(format!("strong-{n}"), format!("Strong zones of the {name}"), "5-1-1", side, strong);
            let weak = |&hex: &hexmap::HexId| self.weak(state, side, hex) && !self.strong(state, side, hex);
            let weak = places(&mut atlas.hexes().filter(weak));
            lay(format!("weak-{n}"), format!("Weak zones of the {name}"), "5-1-2", side, weak);
        }
        for (n, house) in self.houses.iter().enumerate() {
            if house.units.iter().any(|&unit| state.on_map(unit) && state.is_head(unit)) {
                let hexes = places(&mut self.lines_of(state, HouseId(n as u8)).iter(&self.ground.atlas));
                let title = format!("Lines of communication: {}", house.name.en);
                lay(format!("lines-{}", house.id), title, "11-1", house.side, hexes);
            }
        }
        overlays
    }

    fn grounds(&self) -> Vec<Ground> {
        vec![self.draw_ground()]
    }
}

impl Gunyuden {
    pub(crate) fn draw_ground(&self) -> Ground {
        let atlas = &self.ground.atlas;
        let sheet = &atlas.sheets()[0];
        let provinces = self.ground.province_names.iter().zip(&self.ground.provinces);
        Ground::Hexes {
            id: BOARD.to_owned(),
            name: self.ground.title.clone(),
            columns: u16::from(sheet.columns),
            rows: u16::from(sheet.rows),
            even_down: sheet.shift == hexmap::Shift::EvenDown,
            up: self.ground.up.clone(),
            cells: atlas.hexes().map(|hex| draw_cell(self, hex)).collect(),
            regions: provinces
                .filter(|(_, name)| !name.en.is_empty())
                .map(|(id, name)| Region { mark: format!("province:{id}"), name: name.clone() })
                .collect(),
        }
    }
}

fn draw_cell(rules: &Gunyuden, hex: hexmap::HexId) -> Cell {
    let n = hex.index();
    let province = &rules.ground.province_names[usize::from(rules.ground.province[n])];
    let (bridges, shut) = (rules.ground.bridges.mask(hex), rules.ground.shut.mask(hex));
    let marks = [
        (!province.is_empty()).then(|| format!("province:{province}")),
        (bridges != 0).then(|| format!("bridge:{bridges}")),
        (shut != 0).then(|| "wall:water".to_owned()),
        rules.castle_at(hex).map(|_| "castle".to_owned()),
        rules.scenario.closed[n].then(|| "closed".to_owned()),
    ];
    Cell {
        id: rules.ground.atlas.label(hex).to_string(),
        terrain: rules.ground.terrain[n].word().to_owned(),
        road: 0,
        river: rules.ground.rivers.mask(hex),
        wall: shut,
        name: rules.ground.names[n].clone(),
        marks: marks.into_iter().flatten().collect(),
    }
}

fn draw_castle(rules: &Gunyuden, state: &State, castle: CastleId) -> Piece {
    let (keep, body) = (rules.keep(castle), state.castle(castle));
    let mut states: Vec<String> = Vec::new();
    let mut say = |when: bool, word: String| {
        if when {
            states.push(word);
        }
    };
    let inside = rules.garrison(state, keep.hex).len();
    say(body.is_ruin(), "ruin".to_owned());
    say(rules.is_surrounded(state, castle), "surrounded".to_owned());
    say(body.low > 0, format!("morale-{}", body.low));
    say(body.has(crate::model::state::Castle::DEATH), "to-the-death".to_owned());
    say(body.has(crate::model::state::Castle::REFUSED), "refused".to_owned());
    let (side, mon, house) = match body.owner {
        HouseId::NONE => (NOBODY, String::new(), "nobody".to_owned()),
        owner => {
            let house = rules.house(owner);
            (house.side.0, house.mon.clone(), format!("the {}", house.name.en))
        }
    };
    let label = format!(
        "{} castle of {house}, level {}, durability {} of {}, {}{}",
        keep.name.en,
        keep.level,
        body.durability,
        rules.tables.figures.castle.durability,
        match inside {
            0 => "nobody inside".to_owned(),
            1 => "one unit inside".to_owned(),
            n => format!("{n} units inside"),
        },
        states.iter().map(|word| format!(", {}", word.replace('-', " "))).collect::<String>()
    );
    Piece {
        id: keep.id.clone(),
        side,
        place: Some(rules.ground.atlas.label(keep.hex).to_string()),
        face: Face {
            mon,
            glyph: "castle".to_owned(),
            name: keep.name.clone(),
            values: vec![keep.level.to_string(), body.durability.to_string()],
            ..Face::default()
        }
        .into(),
        states,
        label,
        ..Piece::default()
    }
}

fn draw_unit(rules: &Gunyuden, state: &State, unit: UnitId, cut: &UnitSet) -> Piece {
    let body = rules.unit(unit);
    let house = rules.house(body.house);
    let head = state.head(unit);
    let strength = body.strength[usize::from(state.steps(unit))];
    let mut states: Vec<String> = Vec::new();
    let mut say = |when: bool, word: &str| {
        if when {
            states.push(word.to_owned());
        }
    };
    say(state.acted.has(unit) && state.phase == Phase::Operation, "acted");
    say(state.steps(unit) == 1, "reduced");
    say(state.low(unit) > 0, &format!("morale-{}", state.low(unit)));
    say(state.holed.has(unit), "holed-up");
    say(state.surrounding.has(unit), "surrounding");
    say(cut.has(unit), "cut-off");
    say(rules.held(state, body.house).is_some(), "held");
    let chosen = match state.frames.last() {
        Some(
            Frame::Hand(Hand { force, .. })
            | Frame::Drop(Legs { force, .. })
            | Frame::Draft(Draft { organiser: Some(force), .. }),
        ) => head == *force,
        Some(Frame::Aim(Aim { force, with, .. }) | Frame::Join(Join { force, with })) => {
            head == *force || with.contains(&head)
        }
        Some(Frame::Place(Placing { unit: placed })) => *placed == unit,
        _ => false,
    };
    say(chosen, "chosen");
    let target = match state.frames.last() {
        Some(Frame::Aim(Aim { targets, .. })) => targets.contains(&head),
        Some(Frame::Fight(Fight { defenders, .. }) | Frame::Battle(Battle { defenders, .. })) => {
            defenders.contains(&head)
        }
        _ => false,
    };
    say(target, "target");
    let rank = ["warlord", "general", "commander-in-chief"][body.rank as usize];
    let led = match head == unit {
        true => String::new(),
        false => format!(", led by {}", rules.unit(head).name.en),
    };
    let label = format!(
        "{}, {}, {rank}, strength {strength}, field {}, action {}{led}{}",
        body.name.en,
        house.name.en,
        body.field,
        body.action,
        states.iter().map(|word| format!(", {}", word.replace('-', " "))).collect::<String>()
    );
    Piece {
        id: body.id.clone(),
        side: house.side.0,
        place: state.on_map(unit).then(|| rules.ground.atlas.label(state.hex(unit)).to_string()),
        face: Face {
            mon: house.mon.clone(),
            badge: body.rank.stars().trim_matches('–').to_owned(),
            name: body.name.clone(),
            values: [i16::from(strength), i16::from(body.field), i16::from(body.action)]
                .map(|value| value.to_string())
                .into(),
            ..Face::default()
        }
        .into(),
        states,
        label,
        under: (head != unit).then(|| rules.unit(head).id.clone()),
        display: (head == unit && body.is_commander()).then(|| draw_force(rules, state, unit, cut)),
        ..Piece::default()
    }
}

/// 28-1-2: the command boxes of a commander.
fn draw_force(rules: &Gunyuden, state: &State, force: UnitId, cut: &UnitSet) -> Display {
    let (body, members) = (rules.unit(force), state.members(force));
    let low = rules.lowest(state, members);
    let line = match (state.on_map(force), state.holed.has(force), cut.has(force)) {
        (false, ..) => "waiting",
        (_, true, _) => "inside the castle",
        (_, _, true) => "no line of communication",
        _ => "line of communication",
    };
    Display {
        title: body.name.en.clone(),
        about: format!(
            "Strength {} · action {} · {} of {} boxes · {line} · morale {}",
            rules.strength_of(state, members),
            body.action,
            members.len() - 1,
            body.boxes,
            if low == 0 { "0".to_owned() } else { format!("−{low}") },
        ),
        boxes: u16::from(body.boxes),
    }
}

fn draw_charts(rules: &Gunyuden, state: &State) -> Vec<Arc<Chart>> {
    let strength = match state.frames.last() {
        Some(Frame::Fight(Fight { attackers, .. }) | Frame::Battle(Battle { attackers, .. })) => {
            Some(rules.strength_of(state, rules.all_of(state, attackers)))
        }
        Some(Frame::Aim(Aim { force, with, .. })) => {
            let mut all = with.clone();
            all.push(*force);
            Some(rules.strength_of(state, rules.all_of(state, &all)))
        }
        Some(Frame::Assault(Assault { force, hex, intercepted })) => Some(match intercepted {
            false => rules.strength_of(state, rules.garrison(state, *hex)),
            true => rules.force_strength(state, *force),
        }),
        _ => None,
    };
    let mut charts = rules.printed_charts.clone();
    if let Some(strength) = strength {
        let column = Some(rules.tables.column(strength) as u16);
        charts[0] = Arc::new(Chart { column, ..Chart::clone(&charts[0]) });
    }
    charts
}

fn draw_score(rules: &Gunyuden, state: &State, side: Side) -> Score {
    let items = rules.points(state).into_iter().filter(|(of, points, ..)| *of == side && *points != 0);
    let words = |key: &str| key.trim_start_matches("points-").replace('-', " ");
    let items: Vec<(String, i32)> =
        items.map(|(_, points, key, _)| (words(key), i32::from(points))).collect();
    Score {
        side: side.0,
        points: items.iter().map(|(_, points)| points).sum(),
        items,
        about: String::new(),
        rule: R_36_6_END.to_string(),
    }
}

fn draw_notes(rules: &Gunyuden, state: &State) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut note = |id: &str, rule: kernel::Rule, text: String| {
        notes.push(Note { id: id.to_owned(), text, rule: rule.to_string() });
    };
    let date = rules.scenario.date(state.inning);
    let (week, month) = (usize::from(date.week - 1), usize::from(date.month - 1));
    note("date", R_4_0, format!("{} week of {} {}", WEEKS[week], MONTHS[month], date.year));
    if state.phase == Phase::Operation {
        let able = rules.sides[state.active.index()]
            .iter()
            .filter(|&unit| state.is_head(unit) && rules.may_act(state, unit).is_ok())
            .count();
        let name = rules.side_name(state.active).en;
        let text = match able {
            0 => format!("{name}: every force has acted"),
            1 => format!("{name}: one force can still act"),
            n => format!("{name}: {n} forces can still act"),
        };
        note("left", R_12_0, text);
    }
    let (lead, needed) = (rules.lead(state), rules.scenario.victory.lead);
    let stands = if lead < 0 { "trails" } else { "leads" };
    let text = format!("Hashiba {stands} by {} and needs a lead of {needed}", lead.abs());
    note("lead", R_36_6_END, text);
    let besieged = (0..rules.keeps.len() as u8).map(CastleId).filter(|&c| rules.is_surrounded(state, c));
    for castle in besieged {
        let (keep, body) = (rules.keep(castle), state.castle(castle));
        let inside = rules.garrison(state, keep.hex).len();
        let text = format!("{} is surrounded: durability {}, {inside} inside", keep.name.en, body.durability);
        note(&format!("siege-{}", keep.id), R_18_1, text);
    }
    for late in &rules.scenario.interventions {
        let name = &rules.armies[usize::from(late.army.0)].id;
        let house = &rules.house(rules.armies[usize::from(late.army.0)].houses[0]).name.en;
        let text = match state.happened.has(late.flag) {
            true => format!("{house} have taken the field"),
            false => {
                let guard = rules.guard(state, late);
                let need = rules.tables.needed(&late.table, guard).unwrap_or(7);
                format!("{house} come on {need}+ (strength {guard} stands guard)")
            }
        };
        note(&format!("intervention-{name}"), late.rule, text);
    }
    for hold in &rules.scenario.holds {
        if rules.held(state, hold.houses[0]).is_some() {
            let names: Vec<&str> = hold.houses.iter().map(|&h| rules.house(h).name.en.as_str()).collect();
            let text = format!("{} may not act yet", names.join(", "));
            note(&format!("hold-{}", hold.rule), hold.rule, text);
        }
    }
    notes
}

/// Every hex some force of the side could march to, whenever it is its turn.
fn reach_of(rules: &Gunyuden, state: &State, side: Side) -> Vec<hexmap::HexId> {
    let mut reached = vec![false; rules.ground.atlas.len()];
    for force in rules.sides[side.index()].iter().filter(|&unit| state.on_map(unit) && state.is_head(unit)) {
        let shut_in = state.holed.has(force) && rules.stands(state, side.other(), state.hex(force));
        if shut_in || state.surrounding.has(force) || rules.held(state, rules.unit(force).house).is_some() {
            continue;
        }
        let mut ways = kernel::Actions::default();
        let march = rules.march(state, force);
        rules.list_march(state, &march, true, &mut ways);
        for action in ways.iter() {
            if let Action::To(hex) = action {
                reached[hex.index()] = true;
            }
        }
    }
    rules.ground.atlas.hexes().filter(|hex| reached[hex.index()]).collect()
}
