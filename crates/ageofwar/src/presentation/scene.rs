//! What players see: the table with its ground, units, generals and messengers, tracks, charts and notes.

mod beside;

use std::sync::Arc;

use kernel::{
    Name, Scenes, Side, Viewer,
    scene::{Board, CardFace, Face, Figure, Ground, Hand, Overlay, Piece, Scene, Shape, Track},
};
use plane::Len;

use crate::{
    AgeOfWar,
    decisions::{
        Errand, Step,
        errands::{face, reform::Reform, test::Test},
        steps::{
            act::Act, control_try::ControlTry, general::General, general_dice::GeneralDice,
            motivation::Motivation, mount_try::MountTry, points::Points, restore_try::RestoreTry,
        },
    },
    model::{
        state::{Daimyo, Errandry, Mark, State, Where},
        units::{ClanId, Kind, Missile, Sort, Unit, UnitId},
    },
    notation::rule_ids::*,
};

const BOARD: &str = "table";

fn glyph(unit: &Unit, mounted: bool) -> &'static str {
    match unit.sort {
        Sort::Maku => "curtain",
        Sort::General => "fan",
        Sort::Troops if unit.is_gun() => "gun",
        Sort::Troops if mounted => "horse",
        Sort::Troops => match (unit.missile(), unit.is_mixed(), unit.class()) {
            (Some(Missile::Arquebus), false, _) => "arquebus",
            (Some(Missile::Bow), false, _) => "bow",
            (_, _, crate::model::units::Class::Levy) => "levy",
            (_, _, crate::model::units::Class::Armoured) => "spear",
            _ => "foot",
        },
    }
}

/// What stands on a base: a kind of `data/art/figures.json`.
fn figures(kind: Kind, mounted: bool) -> &'static str {
    match kind {
        Kind::LevySpear => "levy",
        Kind::LevyBow | Kind::ArmBow => "bow",
        Kind::LevyArquebus | Kind::ArmArquebus => "teppo",
        Kind::ArmSpear => "spear",
        Kind::SamuraiCav if mounted => "cavalry",
        Kind::SamuraiFoot | Kind::SamuraiCav | Kind::Ronin => "samurai",
        Kind::Gun => "lightgun",
    }
}

fn bases(unit: &[crate::model::state::Base]) -> String {
    let mut words = Vec::new();
    for (word, kind) in Kind::ALL {
        let n = unit.iter().filter(|base| base.kind == kind).count();
        if n > 0 {
            words.push(format!(
                "{n} {}",
                word.replace("arm_", "armoured ").replace('_', " ").replace(" cav", " cavalry")
            ));
        }
    }
    words.join(", ")
}

pub(crate) fn draw_ground(rules: &AgeOfWar) -> Ground {
    rules.ground.draw(BOARD, rules.profile.card.title.clone(), "in")
}

fn side_en(rules: &AgeOfWar, side: Side) -> &str {
    &rules.profile.card.sides[side.index()].name.en
}

impl Scenes for AgeOfWar {
    fn scene(&self, state: &State, _viewer: Viewer) -> Scene {
        let bodies = state.all().filter_map(|unit| draw_body(self, state, unit));
        let count = self.tables.messengers.riders as u8;
        let riders = Side::ALL.into_iter().flat_map(|side| (0..count).map(move |n| (side, n)));
        let riders = riders.filter_map(|(side, n)| draw_messenger(self, state, side, n));
        Scene {
            boards: vec![Board {
                id: BOARD.to_owned(),
                name: self.profile.card.title.clone(),
                ground: self.ground_digest.clone(),
            }],
            pieces: bodies.chain(riders).map(Arc::new).collect(),
            tracks: draw_tracks(self, state),
            hands: Side::ALL.map(|side| draw_clans(self, state, side)).into(),
            charts: vec![beside::morale_chart(self, state).into()],
            notes: beside::draw_notes(self, state),
            scores: Side::ALL.map(|side| beside::draw_score(self, state, side)).into(),
        }
    }

    /// Ranges and arcs, command distances, where support counts: each while its piece is looked at.
    fn overlays(&self, state: &State, _viewer: Viewer) -> Vec<Overlay> {
        let mut overlays = Vec::new();
        for clan in self.all_clans().filter(|clan| self.has_general(state, *clan)) {
            let general = self.clan(clan).general;
            let at = self.general_at(state, clan);
            let every = self.fog(state).map_or(self.tables.motivation.every, |fog| fog.every);
            let rings = (1..=4).map(|n| Shape::Circle {
                x: at.x,
                y: at.y,
                radius: (every * n).0 + self.tables.general_half(),
                word: format!("+{n}"),
            });
            overlays.push(Overlay {
                id: "command".to_owned(),
                title: format!("Motivation by {}", self.unit(general).name.en),
                rule: A_24_4.to_string(),
                side: Some(self.clan(clan).side.0),
                shapes: rings.collect(),
                piece: Some(self.unit(general).id.clone()),
                ..Overlay::default()
            });
        }
        for unit in state.here().filter(|unit| self.unit(*unit).is_troops()) {
            let data = self.unit(unit);
            let pose = open::scene::pose(&self.print(state, unit), state.body(unit).formation);
            let mut overlay = |id: &str, title: &str, rule: kernel::Rule, shapes: Vec<Shape>| {
                overlays.push(Overlay {
                    id: id.to_owned(),
                    title: format!("{title} of {}", data.name.en),
                    rule: rule.to_string(),
                    side: Some(data.side.0),
                    shapes,
                    piece: Some(data.id.clone()),
                    ..Overlay::default()
                });
            };
            if let Some(missile) = data.missile() {
                let outward = if missile == Missile::Gun { 225 } else { 450 };
                let (short, long) = self.ranges(state, missile);
                let fan = |band: &str, reach: Len| Shape::Fan {
                    pose,
                    outward,
                    reach: reach.0,
                    word: format!("{band}, to {}", super::show::in_inches(reach)),
                };
                overlay("range", "Ranges", A_28_6, vec![fan("short", short), fan("long", long)]);
            }
            let reach = self.lot_len(state, unit) * i32::from(self.most_lots(state, unit));
            let strip = self.print(state, unit).strip(reach);
            let outline = strip.corners().iter().map(|corner| (corner.point().x, corner.point().y)).collect();
            overlay(
                "reach",
                "Reach",
                A_25_4,
                vec![Shape::Ring { outline, word: super::show::in_inches(reach) }],
            );
        }
        for side in Side::ALL {
            for n in 0..self.tables.messengers.riders as u8 {
                let who = &state.camp(side).messengers[usize::from(n)];
                if let (Some(goal), Errandry::OnWay | Errandry::Home) = (who.goal, who.errand) {
                    let to = self.general_at(state, goal);
                    overlays.push(Overlay {
                        id: "ride".to_owned(),
                        title: format!("Way of {}", rider_name(self, side, n)),
                        rule: A_23_2.to_string(),
                        side: Some(side.0),
                        shapes: vec![Shape::Line {
                            points: vec![(who.at.x, who.at.y), (to.x, to.y)],
                            word: super::show::in_inches(who.at.distance(to)),
                        }],
                        piece: Some(rider_id(self, side, n)),
                        ..Overlay::default()
                    });
                }
            }
        }
        overlays
    }

    fn grounds(&self) -> Vec<Ground> {
        vec![draw_ground(self)]
    }
}

/// The turn, the countdown, the steps of the turn, action points left, and a challenge die by die.
fn draw_tracks(rules: &AgeOfWar, state: &State) -> Vec<Track> {
    let track = |id: &str, title: String, boxes: Vec<String>, at: Option<u16>| Track {
        id: id.to_owned(),
        title,
        boxes,
        at,
    };
    let from = rules.scenario.countdown.max(0);
    let left = state.countdown.clamp(0, from);
    // At nothing the game is over: the last box is 1.
    let mut tracks = vec![
        track("turn", "Turn".to_owned(), vec![state.turn.to_string()], Some(0)),
        track(
            "countdown",
            "Countdown".to_owned(),
            (1..=from).rev().map(|n| n.to_string()).collect(),
            (left > 0).then_some((from - left) as u16),
        ),
        track(
            "step",
            format!("Step of {}", side_en(rules, state.active)),
            (1..=11).map(|n| n.to_string()).collect(),
            Some(step_number(state) - 1),
        ),
    ];
    if let Step::Act(Act { unit, activity })
    | Step::RestoreTry(RestoreTry { unit, activity })
    | Step::ControlTry(ControlTry { unit, activity })
    | Step::MountTry(MountTry { unit, activity }) = &state.step
    {
        let most = activity.ap.max(10);
        tracks.push(track(
            "points",
            format!("Action points of {}", rules.unit(*unit).name.en),
            (0..=most).map(|n| n.to_string()).collect(),
            Some(activity.ap.into()),
        ));
    }
    if let Step::Duel(duel) = &state.step {
        let limits = rules.thresholds(duel.unit, duel.target);
        for (n, who) in [duel.unit, duel.target].into_iter().enumerate() {
            tracks.push(track(
                if n == 0 { "challenger" } else { "challenged" },
                format!("{}{}", champion(rules, who), if duel.stood[n] { ", stands" } else { "" }),
                (0..=limits[n]).map(|n| n.to_string()).collect(),
                Some(u16::from(duel.totals[n].min(limits[n]))),
            ));
        }
    }
    tracks
}

fn champion(rules: &AgeOfWar, who: UnitId) -> String {
    let data = rules.unit(who);
    if data.is_general() { data.name.en.clone() } else { format!("The commander of {}", data.name.en) }
}

/// Which step of chapter 20 the turn is in.
fn step_number(state: &State) -> u16 {
    match &state.step {
        Step::Lot | Step::Casualties | Step::Restore | Step::RestoreDie(_) => 1,
        Step::Commanders
        | Step::Commander(_)
        | Step::CommanderDie(_)
        | Step::CloseUp(_)
        | Step::NewGenerals
        | Step::NewGeneral(_) => 2,
        Step::Generals | Step::GeneralDice(_) | Step::General(_) => 3,
        Step::Messengers
        | Step::Allot(_)
        | Step::Ride(_)
        | Step::Award(_)
        | Step::AwardAgain(_)
        | Step::AwardLast(_) => 5,
        Step::Motivate | Step::Motivation(_) | Step::Determination(_) => 6,
        Step::Points(_)
        | Step::Act(_)
        | Step::RestoreTry(_)
        | Step::ControlTry(_)
        | Step::MountTry(_)
        | Step::Leaderless => 7,
        Step::Fights | Step::Fight(_) => 8,
        Step::Challenge | Step::Accept(_) | Step::Duel(_) => 9,
        Step::Late | Step::LateDie(_) | Step::Arrive(_) => 10,
        Step::Countdown | Step::TurnOver => 11,
    }
}

/// The clans of a side as open cards: general, value, determination, units.
fn draw_clans(rules: &AgeOfWar, state: &State, side: Side) -> Hand {
    let mut cards = Vec::new();
    for clan in rules.all_clans().filter(|clan| rules.clan(*clan).side == side) {
        cards.push(CardFace {
            id: rules.clan(clan).id.clone(),
            name: rules.clan(clan).name.clone(),
            text: clan_text(rules, state, clan),
        });
    }
    Hand {
        seat: side.0,
        title: format!("Clans of {}", side_en(rules, side)),
        count: Some(cards.len() as u16),
        cards,
    }
}

fn clan_text(rules: &AgeOfWar, state: &State, clan: ClanId) -> String {
    let (data, chief) = (rules.clan(clan), state.chief(clan));
    let name = &rules.unit(data.general).name.en;
    let mut text = match state.body(data.general).place {
        Where::Dead => "No general".to_owned(),
        Where::Late => format!("{name} comes late"),
        _ => format!("{name}, value {}", chief.value),
    };
    if let Some(unit) = chief.with {
        let where_ = if chief.front { "in front of" } else { "behind" };
        text.push_str(&format!(", {where_} {}", rules.unit(unit).name.en));
    }
    if chief.guards > 0 {
        text.push_str(&format!(", {} bodyguards", chief.guards));
    }
    if chief.dice > 0 {
        text.push_str(&format!(", {} determination dice", chief.dice));
    }
    if chief.stopped {
        text.push_str(", has stopped");
    }
    if chief.rallied {
        text.push_str(", has rallied");
    }
    let here: Vec<UnitId> =
        data.units.iter().filter(|unit| state.body(*unit).place == Where::Table).collect();
    let (all, ready) = (here.len(), here.iter().filter(|unit| !state.is(**unit, Mark::Motivated)).count());
    if state.active == data.side {
        text.push_str(&format!("; {ready} of {all} units not yet motivated"));
    } else {
        text.push_str(&format!("; {all} units"));
    }
    text
}

fn draw_body(rules: &AgeOfWar, state: &State, unit: UnitId) -> Option<Piece> {
    let (data, body) = (rules.unit(unit), state.body(unit));
    let pose = match body.place {
        Where::Table => Some(open::scene::pose(&rules.print(state, unit), body.formation)),
        Where::With => Some(open::scene::base_around(rules.general_at(state, data.clan), 160)),
        Where::Late => None,
        _ => return None,
    };
    let words = states_of(rules, state, unit);
    let mut label = match data.sort {
        Sort::Troops => format!(
            "{}, {}, {} in {} files",
            data.name.en,
            data.class().word(),
            bases(&body.bases),
            body.formation.files
        ),
        Sort::General => format!("{}, general, value {}", data.name.en, state.chief(data.clan).value),
        Sort::Maku => match state.camp(data.side).daimyo {
            Daimyo::Maku => format!("{}, {} within", data.name.en, rules.daimyo[data.side.index()].en),
            _ => data.name.en.clone(),
        },
    };
    if body.markers > 0 {
        label.push_str(&format!(", {} casualty markers", body.markers));
    }
    for word in &words {
        label.push_str(", ");
        label.push_str(word);
    }
    let values = match data.sort {
        Sort::Troops => vec![body.bases.len().to_string(), body.markers.to_string()],
        Sort::General => vec![state.chief(data.clan).value.to_string()],
        Sort::Maku => Vec::new(),
    };
    Some(Piece {
        id: data.id.clone(),
        side: data.side.0,
        pose,
        face: Face {
            mon: data.mon.clone(),
            glyph: glyph(data, rules.is_mounted(state, unit)).to_owned(),
            badge: String::new(),
            name: data.name.clone(),
            values,
        }
        .into(),
        figure: Some(draw_figure(rules, state, unit)),
        states: words,
        label,
        ..Piece::default()
    })
}

fn draw_figure(rules: &AgeOfWar, state: &State, unit: UnitId) -> Figure {
    let (data, body) = (rules.unit(unit), state.body(unit));
    let mounted = rules.is_mounted(state, unit);
    let kinds = match data.sort {
        Sort::Maku => vec!["camp"],
        Sort::General => vec!["general"],
        Sort::Troops => body.bases.iter().map(|base| figures(base.kind, mounted)).collect(),
    };
    Figure {
        kinds: kinds.into_iter().map(str::to_owned).collect(),
        full: if data.is_troops() { data.strength().into() } else { 0 },
        hits: body.markers.into(),
        ..Figure::default()
    }
}

fn states_of(rules: &AgeOfWar, state: &State, unit: UnitId) -> Vec<String> {
    let (data, body) = (rules.unit(unit), state.body(unit));
    let mut words = Vec::new();
    let mut say = |when: bool, word: &str| {
        if when {
            words.push(word.to_owned());
        }
    };
    say(body.place == Where::Late, "later");
    say(body.place == Where::With, "attached");
    say(body.is(Mark::Disordered), "disordered");
    say(body.is(Mark::Dismounted), "dismounted");
    say(body.is(Mark::Halted), "halted");
    say(body.place == Where::Table && !rules.foes(state, unit).is_empty(), "in melee");
    say(body.is(Mark::Motivated), "acted");
    say(body.is(Mark::Avenge), "avenging");
    say(body.is(Mark::Proud), "proud");
    say(data.is_troops() && !data.is_gun() && !body.bases.is_empty() && !body.has_commander(), "leaderless");
    say(data.is_general() && state.chief(data.clan).stopped, "acted");
    let chosen = match (state.errands.last(), &state.step) {
        (
            Some(
                Errand::Reform(Reform { unit, .. })
                | Errand::Face(face::Face { unit })
                | Errand::Test(Test { unit, .. }),
            ),
            _,
        ) => Some(*unit),
        (Some(Errand::Assault(assault)), _) => Some(assault.target),
        (Some(Errand::Shot(shot)), _) => Some(shot.unit),
        (
            _,
            Step::Act(Act { unit, .. })
            | Step::Motivation(Motivation { unit })
            | Step::Points(Points { unit, .. }),
        ) => Some(*unit),
        (_, Step::General(General { clan, .. }) | Step::GeneralDice(GeneralDice { clan })) => {
            Some(rules.clan(*clan).general)
        }
        (_, Step::Duel(duel)) => Some(duel.unit),
        _ => None,
    };
    say(chosen == Some(unit), "chosen");
    let target = match (state.errands.last(), &state.step) {
        (Some(Errand::Shot(shot)), _) => shot.target == unit,
        (Some(Errand::Watch(watch)), _) => watch.unit == unit,
        (Some(Errand::Assault(assault)), _) => assault.unit == unit,
        (_, Step::Fight(fight)) => fight.fighters.iter().any(|fighter| fighter.unit == unit),
        (_, Step::Duel(duel)) => duel.target == unit,
        _ => false,
    };
    say(target, "target");
    words
}

pub(crate) fn rider_id(rules: &AgeOfWar, side: Side, n: u8) -> String {
    format!("{}_messenger_{}", rules.profile.card.sides[side.index()].id, n + 1)
}

pub(crate) fn rider_name(rules: &AgeOfWar, side: Side, n: u8) -> String {
    format!("{}'s messenger {}", side_en(rules, side), n + 1)
}

fn draw_messenger(rules: &AgeOfWar, state: &State, side: Side, n: u8) -> Option<Piece> {
    let who = &state.camp(side).messengers[usize::from(n)];
    let (word, on_table) = match who.errand {
        Errandry::Dead => return None,
        Errandry::Home => ("with the daimyo", false),
        Errandry::OnWay => ("on his way", true),
        Errandry::Arrived => ("has arrived", false),
        Errandry::Fled => ("fled", true),
    };
    let name = rider_name(rules, side, n);
    let label = ride_text(rules, state, side, n).unwrap_or_else(|| format!("{name}, {word}"));
    Some(Piece {
        id: rider_id(rules, side, n),
        side: side.0,
        pose: on_table.then(|| open::scene::base_around(who.at, 100)),
        face: Face {
            mon: rules.profile.card.sides[side.index()].mon.clone(),
            glyph: "messenger".to_owned(),
            badge: String::new(),
            name: Name::new(name, ""),
            values: if who.dice > 0 { vec![who.dice.to_string()] } else { Vec::new() },
        }
        .into(),
        figure: Some(Figure { kinds: vec!["messenger".to_owned()], ..Figure::default() }),
        states: if who.errand == Errandry::Home { vec!["later".to_owned()] } else { Vec::new() },
        label,
        ..Piece::default()
    })
}

/// A messenger on his way, and how far he has to go.
fn ride_text(rules: &AgeOfWar, state: &State, side: Side, n: u8) -> Option<String> {
    let who = &state.camp(side).messengers[usize::from(n)];
    let word = match who.errand {
        Errandry::OnWay => "is on his way",
        Errandry::Fled => "has fled",
        Errandry::Home if who.dice > 0 => "sets out",
        _ => return None,
    };
    let mut text = format!("{} {word}", rider_name(rules, side, n));
    if let Some(goal) = who.goal {
        let general = &rules.unit(rules.clan(goal).general).name.en;
        let far = super::show::in_inches(who.at.distance(rules.general_at(state, goal)));
        text.push_str(&format!(" to {general}, {far} off"));
    }
    if who.dice > 0 {
        text.push_str(&format!(", {} dice", who.dice));
    }
    Some(text)
}
