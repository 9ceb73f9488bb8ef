//! A series of races.

#[path = "../../bots/tests/race/mod.rs"]
mod race;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU32, Ordering},
};

use bots::Level;
use kernel::{DataSet, Setup, System, Table, record::Record};
use lab::{Job, Report, html, matches::Match, simulate};
use race::{Race, setup};

fn job(games: u32, threads: usize) -> Job {
    Job { games, seed: 7, bots: [Level::Steady, Level::Greedy], threads, keep_records: false }
}

fn report(setup: &Setup, job: &Job) -> Report {
    simulate::<Race>(&DataSet::new("test"), setup, job, &|_| {}, &|_, _| {}).unwrap()
}

#[test]
fn the_digest_is_the_same_for_any_number_of_threads() {
    let (one, two) = (report(&setup(), &job(60, 1)), report(&setup(), &job(60, 2)));
    assert_eq!(one.digest, two.digest);
    let timeless =
        |report: Report| Report { seconds: 0.0, cpu_seconds: 0.0, actions_per_cpu_second: 0.0, ..report };
    assert_eq!(timeless(one), timeless(two));
    assert_ne!(report(&setup(), &Job { seed: 8, ..job(60, 2) }).digest, report(&setup(), &job(60, 2)).digest);
}

#[test]
fn the_figures_add_up() {
    let report = report(&setup(), &job(50, 2));
    assert_eq!((report.scenario.as_str(), report.games, report.finished), ("race/track", 50, 50));
    assert_eq!(report.wins["hare"] + report.wins["fox"] + report.draws, 50);
    assert_eq!(report.endings.values().sum::<u32>(), 50);
    assert_eq!(report.questions.values().map(|kind| kind.count).sum::<u64>(), report.actions);
    assert_eq!(report.lengths.iter().map(|bin| bin.games).sum::<u32>(), 50);
    assert_eq!(report.questions["which-pace"].longest, 2);
    assert!((report.questions["which-pace"].mean - 2.0).abs() < 1e-9);
    assert!(report.events["2"] >= report.actions);
    assert!(report.handovers > 10.0 && report.handovers < report.mean_length);
    assert!(report.score["fox"].score > 0.6 && report.score["fox"].low < report.score["fox"].score);
    assert_eq!(report.losses_by_clock[0].games, 50);
}

#[test]
fn bots_play_sides_in_the_order_they_are_named() {
    let swapped = Job { bots: [Level::Greedy, Level::Steady], ..job(50, 2) };
    assert!(report(&setup(), &swapped).score["hare"].score > 0.6);
}

#[test]
fn json_has_the_promised_fields() {
    let json = serde_json::to_value(report(&setup(), &job(5, 1))).unwrap();
    for field in [
        "scenario",
        "games",
        "finished",
        "wins",
        "draws",
        "actions",
        "seconds",
        "cpu_seconds",
        "actions_per_cpu_second",
        "mean_length",
        "events",
        "questions",
        "handovers",
        "digest",
        "endings",
        "losses_by_clock",
        "deeds",
        "sums",
        "score",
        "bots",
        "seed",
    ] {
        assert!(json.get(field).is_some(), "no {field}");
    }
    assert!(json["wins"]["hare"].is_u64() && json["score"]["fox"]["low"].is_f64());
}

#[test]
fn every_record_of_a_series_replays() {
    let kept: Mutex<Vec<(u32, Record)>> = Mutex::new(Vec::new());
    let seen = AtomicU32::new(0);
    let data = DataSet::new("test");
    let job = Job { keep_records: true, ..job(12, 2) };
    simulate::<Race>(
        &data,
        &setup(),
        &job,
        &|done| _ = seen.fetch_max(done, Ordering::Relaxed),
        &|n, record| kept.lock().unwrap().push((n, record.clone())),
    )
    .unwrap();
    assert_eq!(seen.into_inner(), 12);
    let mut kept = kept.into_inner().unwrap();
    kept.sort_by_key(|(n, _)| *n);
    assert_eq!(kept.iter().map(|(n, _)| *n).collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
    let rules = Arc::new(Race::open(&data, &setup()).unwrap());
    for (n, record) in kept {
        let read = Record::parse("test", &record.text()).unwrap();
        let table = Table::replay(rules.clone(), "test", &read, None, |_, _| {}).unwrap();
        assert!(matches!(*table.ask(), kernel::Ask::Over(_)), "game {n}");
    }
}

#[test]
fn a_bot_that_cannot_start_is_a_fault() {
    let job = Job { bots: [Level::Exec("/no/such/program".to_owned()), Level::Greedy], ..job(4, 2) };
    let faults = simulate::<Race>(&DataSet::new("test"), &setup(), &job, &|_| {}, &|_, _| {}).unwrap_err();
    assert!(faults.to_string().contains("/no/such/program"), "{faults}");
}

#[test]
fn a_duel_swaps_sides_and_finds_the_stronger_bot() {
    let data = DataSet::new("test");
    let duel = |a: Level, b: Level| {
        let fixture = Match { a: &a, b: &b, games: 60, seed: 3, threads: 2, progress: &|_| {} };
        fixture.play::<Race>(&data, &setup()).unwrap()
    };
    let result = duel(Level::Greedy, Level::Steady);
    assert_eq!(result.wins_a + result.draws + result.losses, 60);
    assert!(result.interval[0] > 0.5, "{result:?}");
    let [(first, games), (second, others)] = result.as_side;
    assert_eq!((games, others), (30, 30));
    assert!(((first + second) / 2.0 - result.score).abs() < 1e-9, "{result:?}");
    assert!(result.thinking.iter().all(|turn| turn.most >= turn.mean / 2.0 && turn.mean > 0.0), "{result:?}");
    // The same bot on both sides with the same luck: what one game gives, the other takes.
    let even = duel(Level::Greedy, Level::Greedy);
    assert!((even.score - 0.5).abs() < 1e-9, "{even:?}");
}

/// Every tag that opens also closes, in order.
fn is_well_formed(page: &str) -> bool {
    const VOID: [&str; 3] = ["meta", "!DOCTYPE", "br"];
    let mut open = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        let Some((tag, next)) = after.split_once('>') else { return false };
        rest = next;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            let name = tag.split([' ', '\n']).next().unwrap_or_default();
            if !VOID.contains(&name) {
                open.push(name);
            }
        }
    }
    open.is_empty()
}

#[test]
fn the_page_stands_by_itself() {
    let mut without = setup();
    without.options.insert("sprint".to_owned(), "no".to_owned());
    let reports = [
        ("sprint=yes".to_owned(), report(&setup(), &job(40, 2))),
        ("sprint=no".to_owned(), report(&without, &job(40, 2))),
    ];
    let command = "gunbai simulate race/track --games 40 --seed 7 --vary sprint";
    let page = html("Hare & <fox>", &reports, command);
    assert!(page.contains("Hare &amp; &lt;fox&gt;") && page.contains(command));
    assert!(page.contains(&reports[0].1.digest[..16]) && page.contains("sprint=no"));
    assert_eq!(page.matches("<svg role=\"img\"").count(), 7);
    assert!(page.contains("url(#hatch)"), "the second side must differ without colour");
    assert!(!page.contains("src=") && !page.contains("href="));
    assert!(is_well_formed(&page));
    if let Ok(path) = std::env::var("LAB_PAGE") {
        std::fs::write(path, page).unwrap();
    }
}
