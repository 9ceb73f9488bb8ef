//! What a series showed.

use std::collections::BTreeMap;

use kernel::{Side, System, data::hex};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    Job,
    series::{Opened, Played},
    statistics::{mean, wilson},
    tally::Deeds,
};

/// The sum of a series, as `simulate --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub scenario: String,
    /// What differs from the scenario's defaults.
    pub options: BTreeMap<String, String>,
    pub revision: u32,
    /// By side, in its order.
    pub bots: [String; 2],
    pub seed: u64,
    pub games: u32,
    /// Games that came to an end within the bound of their profile.
    pub finished: u32,
    /// By side id.
    pub wins: BTreeMap<String, u32>,
    pub draws: u32,
    /// By side id: wins and half the draws, as a share of the finished games.
    pub score: BTreeMap<String, Score>,
    /// Sides in the scenario's order, as keys of the maps here.
    pub sides: [String; 2],
    pub actions: u64,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub actions_per_cpu_second: f64,
    /// Actions a game.
    pub mean_length: f64,
    pub lengths: Vec<Bin>,
    /// Events by rule id.
    pub events: BTreeMap<String, u64>,
    pub questions: BTreeMap<String, Kind>,
    /// How often the seat asked changed, per game.
    pub handovers: f64,
    /// How the games ended, by rule id.
    pub endings: BTreeMap<String, u32>,
    pub losses_by_clock: Vec<Inning>,
    /// What the sides did and suffered, in order of rules.
    pub deeds: Vec<Deed>,
    /// The same as the system adds them up, in its order.
    pub sums: Vec<Deed>,
    /// How well the sides played, in the system's own figures.
    pub styles: Vec<Style>,
    /// SHA-256 of the final states' hashes in order of game number.
    pub digest: String,
}

/// A share of the games with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    pub score: f64,
    pub low: f64,
    pub high: f64,
}

/// Games of `from..=to` actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bin {
    pub from: u32,
    pub to: u32,
    pub games: u32,
}

/// Questions of one kind: how many, and how many actions were listed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Kind {
    pub count: u64,
    pub mean: f64,
    pub longest: usize,
}

/// Mean losses of each side, by side id, in one inning, over the games that saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inning {
    pub clock: u32,
    pub games: u64,
    pub losses: BTreeMap<String, f64>,
}

/// Deeds of one kind, by side id.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deed {
    /// The key of what is told of it, or the name of a sum.
    pub deed: String,
    /// A sum has none.
    pub rule: Option<String>,
    /// Games that saw one, and games that saw one of each side.
    pub games: BTreeMap<String, u64>,
    pub games_of_both: u64,
    /// Means over all games.
    pub by_clock: Vec<Count>,
}

/// A figure of style: `part` of `of`, by side id. Of a figure per game `of` is the number of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Style {
    pub name: String,
    pub per_game: bool,
    pub part: BTreeMap<String, u64>,
    pub of: BTreeMap<String, u64>,
}

impl Style {
    /// The figure of a side in words: a share with what it is a share of, or a mean over all games.
    pub fn figure(&self, side: &str) -> String {
        match (self.part[side], self.of[side]) {
            (_, 0) => "–".to_owned(),
            (part, of) if self.per_game => format!("{:.2} a game", part as f64 / of as f64),
            (part, of) => format!("{:.1} % of {of}", 100.0 * part as f64 / of as f64),
        }
    }
}

/// How often in one inning, by side id.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Count {
    pub clock: u32,
    pub mean: BTreeMap<String, f64>,
}

impl Report {
    pub(crate) fn new<R: System>(opened: &Opened<R>, job: &Job, played: &Played) -> Report {
        let cards = &opened.rules.profile().card.sides;
        let sides = Side::ALL.map(|side| cards[side.index()].id.clone());
        let by_side = |values: [f64; 2]| sides.iter().cloned().zip(values).collect::<BTreeMap<_, _>>();

        let mut wins = [0u32; 2];
        let mut draws = 0;
        let mut endings: BTreeMap<String, u32> = BTreeMap::new();
        let mut hasher = Sha256::new();
        for end in &played.ends {
            hasher.update(end.hash.to_le_bytes());
            let Some(outcome) = &end.outcome else { continue };
            *endings.entry(outcome.rule.to_string()).or_default() += 1;
            match outcome.winner {
                Some(side) => wins[side.index()] += 1,
                None => draws += 1,
            }
        }
        let finished = wins[0] + wins[1] + draws;
        let score = [0, 1].map(|side| Score::new(wins[side], draws, finished));
        let games = played.ends.len() as u64;
        let tally = &played.tally;
        let deed = |deed: &str, rule: Option<String>, deeds: &Deeds| Deed {
            deed: deed.to_owned(),
            rule,
            games: sides.iter().cloned().zip(deeds.games).collect(),
            games_of_both: deeds.both,
            by_clock: tally
                .innings
                .keys()
                .map(|&clock| {
                    let count = deeds.by_clock.get(&clock).copied().unwrap_or_default();
                    Count { clock, mean: by_side(count.map(|n| mean(n as f64, games))) }
                })
                .collect(),
        };
        Report {
            scenario: format!("{}/{}", opened.setup.system, opened.setup.scenario),
            options: opened.setup.options.clone(),
            revision: opened.setup.revision,
            bots: [0, 1].map(|side| job.bots[side].to_string()),
            seed: job.seed,
            games: job.games,
            finished,
            wins: sides.iter().cloned().zip(wins).collect(),
            draws,
            score: sides.iter().cloned().zip(score).collect(),
            actions: tally.actions,
            seconds: played.seconds,
            cpu_seconds: played.cpu_seconds,
            actions_per_cpu_second: tally.actions as f64 / played.cpu_seconds.max(1e-9),
            mean_length: mean(tally.actions as f64, games),
            lengths: bins(&played.ends.iter().map(|end| end.length).collect::<Vec<_>>()),
            events: tally.events.iter().map(|(rule, &count)| (rule.to_string(), count)).collect(),
            questions: tally
                .questions
                .iter()
                .map(|(kind, asked)| {
                    let mean = mean(asked.listed as f64, asked.count);
                    ((*kind).to_owned(), Kind { count: asked.count, mean, longest: asked.longest })
                })
                .collect(),
            handovers: mean(tally.handovers as f64, games),
            endings,
            losses_by_clock: tally
                .innings
                .iter()
                .map(|(&clock, &(games, lost))| Inning {
                    clock,
                    games,
                    losses: by_side(lost.map(|n| mean(n as f64, games))),
                })
                .collect(),
            deeds: tally
                .deeds
                .iter()
                .map(|((rule, what), deeds)| deed(what, Some(rule.to_string()), deeds))
                .collect(),
            sums: tally.sums.iter().map(|((_, name), deeds)| deed(name, None, deeds)).collect(),
            styles: opened
                .rules
                .style_shares()
                .iter()
                .map(|share| {
                    let count = |name| tally.styles.get(name).copied().unwrap_or_default();
                    let by_side = |counts: [u64; 2]| sides.iter().cloned().zip(counts).collect();
                    Style {
                        name: share.name.to_owned(),
                        per_game: share.of.is_none(),
                        part: by_side(count(share.part)),
                        of: by_side(share.of.map_or([games; 2], count)),
                    }
                })
                .collect(),
            digest: hex(&hasher.finalize()),
            sides,
        }
    }
}

impl Score {
    pub(crate) fn new(wins: u32, draws: u32, games: u32) -> Score {
        let points = f64::from(wins) + f64::from(draws) / 2.0;
        let interval = wilson(points, games);
        Score { score: mean(points, u64::from(games)), low: interval.low, high: interval.high }
    }
}

/// About twenty bins of a round width.
fn bins(lengths: &[u32]) -> Vec<Bin> {
    let (Some(&least), Some(&most)) = (lengths.iter().min(), lengths.iter().max()) else { return Vec::new() };
    let width = round_up((most - least) / 20 + 1);
    let first = least / width;
    let mut bins: Vec<Bin> = (first..=most / width)
        .map(|n| Bin { from: n * width, to: n * width + width - 1, games: 0 })
        .collect();
    for length in lengths {
        bins[(length / width - first) as usize].games += 1;
    }
    bins
}

/// The next of 1, 2, 5, 10, 20, 50, …
fn round_up(n: u32) -> u32 {
    let mut step = 1;
    loop {
        for factor in [1, 2, 5] {
            if step * factor >= n {
                return step * factor;
            }
        }
        step *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_every_game_once() {
        let bins = bins(&[3, 7, 100, 101, 250]);
        assert_eq!(bins.iter().map(|bin| bin.games).sum::<u32>(), 5);
        assert_eq!(bins[0], Bin { from: 0, to: 19, games: 2 });
        assert!(bins.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
        assert_eq!(super::bins(&[4]), [Bin { from: 4, to: 4, games: 1 }]);
        assert!(super::bins(&[]).is_empty());
    }

    #[test]
    fn a_figure_of_style_is_a_share_or_a_mean() {
        let count = |n: u64| [("east".to_owned(), n)].into();
        let style =
            |per_game, part, of| Style { name: String::new(), per_game, part: count(part), of: count(of) };
        assert_eq!(style(false, 3, 12).figure("east"), "25.0 % of 12");
        assert_eq!(style(true, 3, 12).figure("east"), "0.25 a game");
        assert_eq!(style(false, 0, 0).figure("east"), "–");
    }

    #[test]
    fn a_draw_is_half_a_win_for_each() {
        let (a, b) = (Score::new(3, 2, 10), Score::new(5, 2, 10));
        assert!((a.score - 0.4).abs() < 1e-12 && (a.score + b.score - 1.0).abs() < 1e-12);
        assert!(a.low < 0.4 && a.high > 0.4);
    }
}
