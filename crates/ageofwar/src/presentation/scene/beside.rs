//! What players read beside the table: scores, the chart of morale, and notes.

use kernel::{
    Side,
    scene::{Chart, Note, Score},
};

use crate::{
    AgeOfWar,
    decisions::{Errand, Step, steps::allot::Allot},
    model::{
        state::{Daimyo, State},
        units::MESSENGERS,
    },
    notation::rule_ids::*,
};

impl AgeOfWar {
    pub(super) fn draw_score(&self, state: &State, side: Side) -> Score {
        let tally = self.tally(state, side);
        let parts = [
            ("units", tally.units),
            ("commanders", tally.commanders),
            ("generals", tally.generals),
            ("daimyo", tally.daimyo),
            ("Maku", tally.maku),
            ("objectives", tally.objectives),
        ];
        let about: Vec<String> =
            parts.iter().filter(|(_, n)| *n > 0).map(|(word, n)| format!("{n} for {word}")).collect();
        let (lost, all) = self.losses_of(state, side);
        let about = if about.is_empty() { "nothing yet".to_owned() } else { about.join(", ") };
        Score {
            side: side.0,
            points: tally.sum(),
            about: format!("{about}; {lost} of {all} units lost"),
            rule: A_VIC.to_string(),
        }
    }

    pub(super) fn morale_chart(&self, state: &State) -> Chart {
        let rows = [
            ("0 fails", ["no effect", "no effect"]),
            ("1 fail", ["no movement", "fights on"]),
            ("2 fails", ["falls back D6+1\"", "fights on"]),
            ("3 fails", ["falls back D6+1\", disordered", "routs"]),
            ("4 or more", ["routs", "routs"]),
        ];
        let column = match state.errands.last() {
            Some(Errand::Test(test)) => Some(u16::from(self.is_fighting(state, test.unit))),
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

    pub(super) fn draw_notes(&self, state: &State) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |id: String, rule: kernel::Rule, text: String| {
            notes.push(Note { id, text, rule: rule.to_string() });
        };
        for side in Side::ALL {
            let daimyo = &self.daimyo[side.index()].en;
            let text = match state.camp(side).daimyo {
                Daimyo::Maku => format!("{daimyo} is in his Maku"),
                Daimyo::With(unit) => format!("{daimyo} is with {}", self.unit(unit).name.en),
                Daimyo::Dead => {
                    format!("{daimyo} is dead: a morale die more for all of {}", self.side_en(side))
                }
            };
            note(format!("daimyo-{}", side.0), R_9_3, text);
        }
        for clan in self.all_clans() {
            let text = format!("{}: {}", self.clan(clan).name.en, self.clan_text(state, clan));
            note(format!("clan-{}", self.clan(clan).id), A_24_1, text);
        }
        for side in Side::ALL {
            for n in 0..MESSENGERS as u8 {
                if let Some(text) = self.ride_text(state, side, n) {
                    note(format!("messenger-{}-{n}", side.0), A_23_2, text);
                }
            }
        }
        if let Some(fog) = self.fog(state) {
            let text = format!(
                "Fog through turn {}: shooting to {}, motivation +1 for every {}",
                fog.through,
                Self::in_inches(fog.shooting),
                Self::in_inches(fog.every)
            );
            note("fog".to_owned(), A_SC1, text);
        }
        for (n, objective) in self.scenario.objectives.iter().enumerate() {
            let holder = self.holder(state, objective.at).filter(|side| objective.sides.contains(side));
            let who = holder.map_or("nobody", |side| self.side_en(side));
            let text = format!("{} ({} points): {who} is nearest", objective.name, objective.points);
            note(format!("objective-{n}"), A_VIC, text);
        }
        if let Step::Allot(Allot { dice }) = &state.step {
            note("allot".to_owned(), A_23_1, format!("{dice} messenger dice left"));
        }
        if let Step::Duel(duel) = &state.step {
            let prospect = self.pontoon(duel).value(duel.totals, duel.stood, duel.mover);
            let percent = |n: usize| prospect.kills[n] * 100 / crate::queries::pontoon::WHOLE;
            let text = format!(
                "With best play {} kills in {} of 100 cases and is killed in {}",
                self.champion(duel.unit),
                percent(0),
                percent(1)
            );
            note("duel".to_owned(), A_33_3, text);
        }
        notes
    }
}
