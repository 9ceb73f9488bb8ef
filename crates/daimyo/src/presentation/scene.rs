//! What players see: the table with its ground, units and leaders, tracks, charts and notes.

use std::sync::Arc;

use kernel::{
    Scenes, Side, Viewer,
    scene::{Board, Chart, Face, Figure, Ground, Note, Overlay, Piece, Pose, Scene, Score, Track},
};
use open::scene::{base_around, pose};
use plane::{Footprint, Len};

use super::overlays;
use crate::{
    Daimyo,
    decisions::{
        Step,
        charges::answer::Answer,
        fire::answer_fire::AnswerFire,
        moves::manoeuvre::Manoeuvre,
        rally::{facing::Facing, files::Files},
    },
    model::{
        state::{Body, Life, Mark, State, Where},
        tables::Failure,
        units::{Armour, LeaderId, Missile, Quality, Troop, Unit, UnitId, Weapon},
    },
    notation::rule_ids::*,
    queries::morale::Reason,
};

const BOARD: &str = "table";

fn glyph(unit: &Unit) -> &'static str {
    match (unit.troop, unit.missile) {
        (Troop::Headquarters, _) => "curtain",
        (Troop::ArtilleryLight | Troop::ArtilleryHeavy, _) => "gun",
        (troop, _) if troop.is_mounted() => "horse",
        (_, Some(Missile::Arquebus)) => "arquebus",
        (_, Some(Missile::Bow)) => "bow",
        (Troop::Peasants, _) => "levy",
        (Troop::Ashigaru, _) => "spear",
        _ => "foot",
    }
}

fn quality(quality: Quality) -> (&'static str, &'static str) {
    match quality {
        Quality::Elite => ("E", "Elite"),
        Quality::Veteran => ("V", "Veteran"),
        Quality::Seasoned => ("S", "Seasoned"),
        Quality::Raw => ("R", "Raw"),
    }
}

/// What stands on its bases: a kind of `data/art/figures.json`.
fn figures(unit: &Unit) -> &'static str {
    match (unit.troop, unit.missile) {
        (Troop::Headquarters, _) => "camp",
        (Troop::ArtilleryLight, _) => "lightgun",
        (Troop::ArtilleryHeavy, _) => "heavygun",
        (troop, _) if troop.is_mounted() => "cavalry",
        (_, Some(Missile::Arquebus)) => "teppo",
        (_, Some(Missile::Bow)) => "bow",
        (Troop::Peasants, _) => "levy",
        (Troop::Ashigaru | Troop::AshigaruMissile, _) => "spear",
        (Troop::WarriorMonks, _) => "naginata",
        _ => "samurai",
    }
}

fn armour_letter(armour: Armour) -> &'static str {
    match armour {
        Armour::Light => "L",
        Armour::Medium => "M",
        Armour::Heavy => "H",
    }
}

fn armour(armour: Armour) -> &'static str {
    match armour {
        Armour::Light => "light armour",
        Armour::Medium => "medium armour",
        Armour::Heavy => "heavy armour",
    }
}

fn weapon(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::LongSpear => "long spears",
        Weapon::PoleArm => "pole arms",
        Weapon::Improvised => "improvised weapons",
        Weapon::Lance => "lances",
    }
}

pub(super) fn cm(len: Len) -> String {
    format!("{len} cm")
}

impl Scenes for Daimyo {
    fn scene(&self, state: &State, _viewer: Viewer) -> Scene {
        let units = state.all().filter_map(|unit| draw_unit(self, state, unit));
        let leaders = (0..self.leaders.len() as u8).filter_map(|n| draw_leader(self, state, LeaderId(n)));
        Scene {
            boards: vec![Board {
                id: BOARD.to_owned(),
                name: self.profile.card.title.clone(),
                ground: self.ground_digest.clone(),
            }],
            pieces: units.chain(leaders).map(Arc::new).collect(),
            tracks: vec![Track {
                id: "turn".to_owned(),
                title: "Turn".to_owned(),
                boxes: (1..=self.scenario.turns).map(|n| n.to_string()).collect(),
                at: Some(u16::from(state.turn) - 1),
            }],
            charts: vec![morale_chart(self, state).into()],
            notes: draw_notes(self, state),
            scores: Side::ALL.map(|side| draw_score(self, state, side)).into(),
            ..Scene::default()
        }
    }

    fn overlays(&self, state: &State, _viewer: Viewer) -> Vec<Overlay> {
        overlays::all(self, state)
    }

    fn grounds(&self) -> Vec<Ground> {
        vec![self.draw_ground()]
    }
}

impl Daimyo {
    pub(crate) fn draw_ground(&self) -> Ground {
        self.ground.draw(BOARD, self.profile.card.title.clone(), "cm")
    }
}

/// Where a unit stands; in a block, the middle of it.
pub(super) fn unit_pose(rules: &Daimyo, state: &State, unit: UnitId) -> Pose {
    let body = state.body(unit);
    if let Where::Block(block) = body.place {
        let centre = rules.block_shape(block).centre().point();
        let (width, depth) = body.formation.size(rules.base(unit));
        let print = Footprint::around(centre, body.heading, width, depth);
        return pose(&print, body.formation);
    }
    pose(&rules.print(state, unit), body.formation)
}

fn draw_unit(rules: &Daimyo, state: &State, unit: UnitId) -> Option<Piece> {
    let (data, body) = (rules.unit(unit), state.body(unit));
    if !body.place.is_here() && !matches!(body.place, Where::Reserve | Where::Abandoned) {
        return None;
    }
    let on_table = body.place != Where::Reserve;
    let words = states_of(rules, state, unit, body);
    let (letter, quality) = quality(data.quality);
    let mut label = format!(
        "{}, {}, {}, {}, {} stands in {} files",
        data.name.en,
        quality.to_lowercase(),
        armour(data.armour),
        weapon(data.weapon),
        body.stands(),
        body.formation.files
    );
    match data.missile {
        Some(Missile::Bow) => label.push_str(", bows"),
        Some(Missile::Arquebus) => label.push_str(", arquebuses"),
        None => {}
    }
    if body.hits > 0 {
        label.push_str(&format!(", {} hits", body.hits));
    }
    for word in &words {
        label.push_str(", ");
        label.push_str(word);
    }
    Some(Piece {
        id: data.id.clone(),
        side: data.side.0,
        pose: on_table.then(|| unit_pose(rules, state, unit)),
        face: Face {
            mon: data.mon.clone(),
            glyph: glyph(data).to_owned(),
            badge: if data.troop.is_hatamoto() { "★".to_owned() } else { String::new() },
            name: data.name.clone(),
            values: vec![letter.to_owned(), body.stands().to_string(), body.hits.to_string()],
        }
        .into(),
        figure: Some(Figure {
            kinds: vec![figures(data).to_owned()],
            armour: armour_letter(data.armour).to_owned(),
            quality: quality.to_owned(),
            full: data.stands.into(),
            hits: body.hits.into(),
        }),
        states: words,
        label,
        ..Piece::default()
    })
}

fn states_of(rules: &Daimyo, state: &State, unit: UnitId, body: &Body) -> Vec<String> {
    let mut words = Vec::new();
    let mut say = |when: bool, word: &str| {
        if when {
            words.push(word.to_owned());
        }
    };
    say(body.place == Where::Reserve, "later");
    say(body.place == Where::Abandoned, "abandoned");
    say(matches!(body.place, Where::Block(_)), "in a building");
    for (mark, word) in [
        (Mark::Disordered, "disordered"),
        (Mark::Routing, "routing"),
        (Mark::Frenzied, "frenzied"),
        (Mark::Pursuing, "pursuing"),
        (Mark::Halted, "halted"),
        (Mark::Charging, "charging"),
        (Mark::Fired, "fired"),
        (Mark::Moved, "moved"),
    ] {
        say(body.is(mark), word);
    }
    let data = rules.unit(unit);
    let on_table = body.place == Where::Table;
    let shoots = data.missile == Some(Missile::Arquebus) && !data.is_gun();
    say(on_table && shoots && !body.is(Mark::Volleyed) && !body.is(Mark::Disordered), "first volley");
    say(on_table && rules.in_melee(state, unit), "in melee");
    say(on_table && !data.is_headquarters() && rules.is_out_of_command(state, unit), "out of command");
    say(body.place.is_here() && rules.is_column(state, unit), "column");
    say(state.group == Some(rules.unit(unit).group), "active");
    let chosen = match &state.step {
        Step::Manoeuvre(Manoeuvre { unit, .. })
        | Step::Facing(Facing { unit, .. })
        | Step::Files(Files { unit, .. }) => Some(*unit),
        Step::Answer(Answer { charge }) | Step::AnswerFire(AnswerFire { charge }) => {
            state.charges.get(usize::from(*charge)).map(|charge| charge.target)
        }
        Step::Volley(shooting) => Some(shooting.unit),
        _ => None,
    };
    say(chosen == Some(unit), "chosen");
    let target = match &state.step {
        Step::Volley(shooting) => shooting.salvos.iter().any(|salvo| salvo.target == unit),
        Step::Fight(fight) => fight.units.has(unit),
        _ => state.charges.iter().any(|charge| charge.target == unit && !charge.off),
    };
    say(target, "target");
    words
}

fn draw_leader(rules: &Daimyo, state: &State, leader: LeaderId) -> Option<Piece> {
    let (data, who) = (rules.leader(leader), state.person(leader));
    if who.life == Life::Dead {
        return None;
    }
    let here = who.life == Life::Here;
    let seated = data.is_general && state.seated[data.side.index()];
    let mut label = format!(
        "{}, {}, command rating {}",
        data.name.en,
        if data.is_general { "General" } else { "daimyo" },
        data.rating
    );
    let mut states = Vec::new();
    if seated {
        states.push("seated".to_owned());
        label.push_str(", seated");
    }
    if let Some(unit) = who.with {
        states.push("attached".to_owned());
        label.push_str(&format!(", with {}", rules.unit(unit).name.en));
    }
    if !here {
        states.push("later".to_owned());
    }
    if matches!(state.step, Step::Leader(asked) if asked.leader == leader) {
        states.push("chosen".to_owned());
    }
    Some(Piece {
        id: data.id.clone(),
        side: data.side.0,
        pose: here.then(|| base_around(who.at, 200)),
        face: Face {
            mon: data.mon.clone(),
            glyph: "fan".to_owned(),
            badge: "★".repeat(data.rating.max(0) as usize),
            name: data.name.clone(),
            values: vec![data.rating.to_string()],
        }
        .into(),
        figure: Some(Figure {
            kinds: vec![if data.is_general { "general" } else { "leader" }.to_owned()],
            ..Figure::default()
        }),
        states,
        label,
        ..Piece::default()
    })
}

fn draw_score(rules: &Daimyo, state: &State, side: Side) -> Score {
    let (lost, all) = (rules.lost_weight(state, side), rules.weight[side.index()]);
    let gone = || rules.of_side[side.index()].iter().filter(|unit| state.body(*unit).place.is_lost());
    let weighs = |is: &dyn Fn(&Unit) -> bool| {
        let units = gone().map(|unit| rules.unit(unit)).filter(|unit| is(unit));
        units.map(|unit| rules.tables.weight(unit)).sum::<i32>()
    };
    let headquarters = weighs(&Unit::is_headquarters);
    let hatamoto = weighs(&|unit| unit.troop.is_hatamoto());
    let parts = [
        ("headquarters lost", headquarters),
        ("hatamoto lost", hatamoto),
        ("other units lost", lost - headquarters - hatamoto),
    ];
    Score {
        side: side.0,
        points: -lost,
        items: parts.into_iter().filter(|(_, n)| *n > 0).map(|(what, n)| (what.to_owned(), -n)).collect(),
        about: format!("{lost} of {all} lost; beaten beyond {}", all / rules.tables.victory.one_in),
        rule: D_VIC_1.to_string(),
    }
}

fn morale_chart(rules: &Daimyo, state: &State) -> Chart {
    let results = &rules.tables.results;
    let word = |failure: Failure| {
        match failure {
            Failure::Halt => "halt",
            Failure::Retire => "retire",
            Failure::Retreat => "retreat",
            Failure::Rout => "rout",
            Failure::Dispersed => "dispersed",
        }
        .to_owned()
    };
    let columns =
        [&results.stand_loss, &results.charged, &results.start_charge, &results.critical, &results.rally];
    let pass = ["no effect", "stand, retire or counter-charge", "charge", "no effect", "rally"];
    let mut rows = vec![("pass".to_owned(), pass.map(str::to_owned).to_vec())];
    for (n, name) in ["fail by 1", "fail by 2", "fail by 3", "fail by 4 or more"].into_iter().enumerate() {
        rows.push((name.to_owned(), columns.map(|column| word(column[n])).to_vec()));
    }
    let column = match &state.step {
        Step::Test(test) => Some(test.reason.column()),
        Step::RallyTest { .. } => Some(Reason::Rally.column()),
        Step::ChargeTest { .. } => Some(Reason::StartsCharge.column()),
        Step::TargetTest { .. } => Some(Reason::Charged.column()),
        _ => None,
    };
    Chart {
        id: "morale".to_owned(),
        title: "Morale: two dice and modifiers against the pass score".to_owned(),
        rule: D_MOR_RES.to_string(),
        columns: ["stand lost", "being charged", "starting a charge", "critical event", "rally"]
            .map(str::to_owned)
            .to_vec(),
        rows,
        column,
        origin: "printed".to_owned(),
    }
}

fn draw_notes(rules: &Daimyo, state: &State) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut note = |id: &str, rule: kernel::Rule, text: String| {
        notes.push(Note { id: id.to_owned(), text, rule: rule.to_string() });
    };
    let name = |side: Side| rules.profile.card.sides[side.index()].name.en.clone();
    note("initiative", D_INI_1, format!("{} has the initiative", name(state.holder)));
    note(
        "weather",
        D_SEQ_A1,
        format!("Weather: {}", state.weather.key().trim_start_matches("weather-").replace('-', " ")),
    );
    note("command", D_CMD_1, format!("Command radius {}", cm(rules.radius(state))));
    for side in Side::ALL {
        if rules.is_seated(state, side) {
            note(&format!("seated-{}", side.0), R_2_6, format!("{}'s General is seated", name(side)));
        }
    }
    if let Some(group) = state.group {
        let idle = if state.activated { "acts" } else { "does only what it must" };
        note("slot", D_SEQ_B1, format!("{} {idle}", rules.group(group).name.en));
    }
    if let Step::Manoeuvre(Manoeuvre { march, .. }) = &state.step {
        note("march", R_5_2, format!("{} of the move left", cm(march.left)));
    }
    if let Some(beyond) = &rules.scenario.beyond {
        let text = format!(
            "{} of {} units of {} beyond the line",
            rules.beyond(state),
            beyond.count,
            name(beyond.winner)
        );
        note("beyond", R_10_2, text);
    }
    if let Some(margin) = rules.scenario.points {
        let points = Side::ALL.map(|side| rules.lost_points(state, side.other()));
        note(
            "points",
            R_10_2,
            format!(
                "Points taken: {} {}, {} {}; {margin} more win",
                name(Side(0)),
                points[0],
                name(Side(1)),
                points[1]
            ),
        );
    }
    notes
}
