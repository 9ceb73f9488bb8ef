//! A state written down as a position.

use hexmap::AreaId;

use super::{AttackText, BESIDE, GroupText, PlayText, StepText, side_word};
use crate::{
    Summits,
    decisions::play::{
        Play, Step, damage::Damage, marshal::Marshal, muster::Muster, retreat::Retreat, strike::Strike,
    },
    model::{
        cards::{Card, Hand, Set},
        state::{Attack, Blow},
        units::UnitSet,
    },
};

pub(super) fn hand_text(hand: Hand) -> String {
    hand.cards().map(Card::code).collect::<Vec<_>>().join(" ")
}

fn set_text(set: Set) -> String {
    set.cards().map(Card::code).collect::<Vec<_>>().join(" ")
}

impl Summits {
    pub(super) fn area_word(&self, area: AreaId) -> String {
        match BESIDE.iter().find(|(_, place)| *place == area) {
            Some((word, _)) => (*word).to_owned(),
            None => self.map.area(area).id.clone(),
        }
    }

    /// Names, with runs of combat units drawn together.
    pub(super) fn unit_words(&self, set: UnitSet) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut run: Option<(String, u32, u32)> = None;
        let close = |run: &mut Option<(String, u32, u32)>, words: &mut Vec<String>| {
            if let Some((stem, from, to)) = run.take() {
                words.push(if from == to {
                    format!("{stem}_{from}")
                } else {
                    format!("{stem}_{from}..{to}")
                });
            }
        };
        for unit in set.iter() {
            let id = &self.unit(unit).id;
            let numbered = id.rsplit_once('_').and_then(|(stem, n)| Some((stem, n.parse::<u32>().ok()?)));
            match (numbered, &mut run) {
                (Some((stem, n)), Some((known, _, to))) if stem == known && n == *to + 1 => *to = n,
                (Some((stem, n)), _) => {
                    close(&mut run, &mut words);
                    run = Some((stem.to_owned(), n, n));
                }
                (None, _) => {
                    close(&mut run, &mut words);
                    words.push(id.clone());
                }
            }
        }
        close(&mut run, &mut words);
        words
    }

    fn attack_text(&self, attack: &Attack) -> AttackText {
        let blow = |blow: &Blow| match blow {
            Blow::General { unit, support } => format!("{} {support}", self.unit(*unit).id),
            Blow::Volley { clan, count } => {
                format!("volley {} {count}", self.clans[clan.index()].id)
            }
        };
        AttackText {
            kind: attack.kind,
            side: side_word(attack.side),
            from: self.area_word(attack.from),
            target: self.area_word(attack.target),
            units: self.unit_words(attack.units),
            blows: attack.blows.iter().map(blow).collect(),
            made: attack.made,
            pooled: attack.pooled,
            slope: attack.slope,
        }
    }

    pub(super) fn play_text(&self, play: &Play) -> PlayText {
        PlayText {
            cards: set_text(play.cards),
            plain: play.plain,
            pending: set_text(play.pending),
            free_rally: play.free_rally,
            groups: play.groups,
            assault: play.assault,
            begun: play.begun,
            acted: self.unit_words(play.acted),
            group: play.group.map(|group| GroupText {
                area: self.area_word(group.area),
                units: self.unit_words(group.units),
                fixed: group.fixed,
                actions: group.actions,
                assault: group.assault,
                took: self.unit_words(group.took),
                came: group.came.map(|area| self.area_word(area)),
                arrives: group.arrives,
            }),
            step: match &play.step {
                Step::Pick => StepText::Pick,
                Step::Group => StepText::Group,
                Step::Window => StepText::Window,
                Step::Marshal(Marshal(attack)) => StepText::Marshal { attack: self.attack_text(attack) },
                Step::Muster(Muster(attack)) => StepText::Muster { attack: self.attack_text(attack) },
                Step::Strike(Strike(attack)) => StepText::Strike { attack: self.attack_text(attack) },
                Step::Damage(Damage { attack, points }) => {
                    StepText::Damage { points: *points, attack: self.attack_text(attack) }
                }
                Step::Retreat(Retreat { attack, points, unit }) => StepText::Retreat {
                    points: *points,
                    unit: self.unit(*unit).id.clone(),
                    attack: self.attack_text(attack),
                },
            },
        }
    }
}
