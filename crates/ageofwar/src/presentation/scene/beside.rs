//! What players read beside the table: scores, the chart of morale, and notes.

use kernel::{
    Side,
    scene::{Chart, Note, Score},
};

use crate::{
    AgeOfWar,
    decisions::{Errand, Step, steps::allot::Allot},
    model::state::{Daimyo, State},
    notation::rule_ids::*,
};

pub(super) fn draw_score(rules: &AgeOfWar, state: &State, side: Side) -> Score {
    let tally = rules.tally(state, side);
    let parts = [
        ("units", tally.units),
        ("commanders", tally.commanders),
        ("generals", tally.generals),
        ("daimyo", tally.daimyo),
        ("Maku", tally.maku),
        ("objectives", tally.objectives),
    ];
    let (lost, all) = rules.losses_of(state, side);
    let items: Vec<(String, i32)> =
        parts.into_iter().filter(|(_, n)| *n > 0).map(|(word, n)| (word.to_owned(), n)).collect();
    let yet = if items.is_empty() { "nothing yet; " } else { "" };
    Score {
        side: side.0,
        points: tally.sum(),
        items,
        about: format!("{yet}{lost} of {all} units lost"),
        rule: A_VIC.to_string(),
    }
}

pub(super) fn morale_chart(rules: &AgeOfWar, state: &State) -> Chart {
    let rows = [
        ("0 fails", ["no effect", "no effect"]),
        ("1 fail", ["no movement", "fights on"]),
        ("2 fails", ["falls back D6+1\"", "fights on"]),
        ("3 fails", ["falls back D6+1\", disordered", "routs"]),
        ("4 or more", ["routs", "routs"]),
    ];
    let column = match state.errands.last() {
        Some(Errand::Test(test)) => Some(u16::from(rules.is_fighting(state, test.unit))),
        _ => None,
    };
    Chart {
        id: "morale".to_owned(),
        title: "Morale: each die of 4 or more is a fail".to_owned(),
        rule: A_32_3.to_string(),
        columns: vec!["not fighting".to_owned(), "fighting".to_owned()],
        rows: rows.map(|(name, cells)| (name.to_owned(), cells.map(str::to_owned).to_vec())).to_vec(),
        column,
        origin: "printed".to_owned(),
    }
}

pub(super) fn draw_notes(rules: &AgeOfWar, state: &State) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut note = |id: String, rule: kernel::Rule, text: String| {
        notes.push(Note { id, text, rule: rule.to_string() });
    };
    for side in Side::ALL {
        let daimyo = &rules.daimyo[side.index()].en;
        let text = match state.camp(side).daimyo {
            Daimyo::Maku => format!("{daimyo} is in his Maku"),
            Daimyo::With(unit) => format!("{daimyo} is with {}", rules.unit(unit).name.en),
            Daimyo::Dead => {
                format!("{daimyo} is dead: a morale die more for all of {}", super::side_en(rules, side))
            }
        };
        note(format!("daimyo-{}", side.0), R_9_3, text);
    }
    for clan in rules.all_clans() {
        let text = format!("{}: {}", rules.clan(clan).name.en, super::clan_text(rules, state, clan));
        note(format!("clan-{}", rules.clan(clan).id), A_24_1, text);
    }
    for side in Side::ALL {
        for n in 0..rules.tables.messengers.riders as u8 {
            if let Some(text) = super::ride_text(rules, state, side, n) {
                note(format!("messenger-{}-{n}", side.0), A_23_2, text);
            }
        }
    }
    if let Some(fog) = rules.fog(state) {
        let text = format!(
            "Fog through turn {}: shooting to {}, motivation +1 for every {}",
            fog.through,
            super::super::show::in_inches(fog.shooting),
            super::super::show::in_inches(fog.every)
        );
        note("fog".to_owned(), A_SC1, text);
    }
    for (n, objective) in rules.scenario.objectives.iter().enumerate() {
        let holder = rules.holder(state, objective.at).filter(|side| objective.sides.contains(side));
        let who = holder.map_or("nobody", |side| super::side_en(rules, side));
        let text = format!("{} ({} points): {who} is nearest", objective.name, objective.points);
        note(format!("objective-{n}"), A_VIC, text);
    }
    if let Step::Allot(Allot { dice }) = &state.step {
        note("allot".to_owned(), A_23_1, format!("{dice} messenger dice left"));
    }
    if let Step::Duel(duel) = &state.step {
        let prospect = rules.pontoon(duel).value(duel.totals, duel.stood, duel.mover);
        let percent = |n: usize| prospect.kills[n] * 100 / crate::queries::pontoon::WHOLE;
        let text = format!(
            "With best play {} kills in {} of 100 cases and is killed in {}",
            super::champion(rules, duel.unit),
            percent(0),
            percent(1)
        );
        note("duel".to_owned(), A_33_3, text);
    }
    notes
}
