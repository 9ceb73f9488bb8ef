//! `bench strength --positions`: how many test positions does each bot solve?

use bots::Level;
use comfy_table::{Table, presets::UTF8_HORIZONTAL_ONLY};
use kernel::{
    Fault, Faults,
    test_position::{TestPosition, Tried, Verdict},
};

/// Plays every test position of a system at every level and prints what came of it. Held if the last level solves nine of
/// ten and does nothing insane.
pub(crate) fn run(system: &str, levels: &[Level], only: Option<&str>, json: bool) -> Result<bool, Faults> {
    let data = roster::built_in();
    let system = roster::find(system).map_err(|why| Fault::new("bench", why))?;
    let (mut tests, mut faults) = (Vec::new(), Faults::default());
    for path in system.tests(&data) {
        if only.is_none_or(|only| path.contains(only)) {
            let test = TestPosition::parse(&path, data.text(&path)?)?;
            faults.0.extend(test.check(&path, &mut *system.open_test(&data, &test)?));
            tests.push((test, path));
        }
    }
    let tests = faults.or(tests)?;
    let mut tried: Vec<Vec<Tried>> = Vec::new();
    for level in levels {
        let all = tests.iter().map(|(test, path)| system.try_test(&data, path, test, level));
        tried.push(all.collect::<Result<_, Faults>>()?);
    }
    let count = |tried: &[Tried], verdict| tried.iter().filter(|tried| tried.verdict == verdict).count();
    let counts: Vec<[usize; 3]> = tried
        .iter()
        .map(|tried| [Verdict::Right, Verdict::Wrong, Verdict::Insane].map(|verdict| count(tried, verdict)))
        .collect();
    if json {
        let rows: Vec<_> = levels
            .iter()
            .zip(&counts)
            .zip(&tried)
            .map(|((level, [right, wrong, insane]), tried)| {
                let failed = tests.iter().zip(tried).filter(|(_, tried)| tried.verdict != Verdict::Right);
                let failed: Vec<_> = failed.map(|((_, path), tried)| (path, word(tried.verdict))).collect();
                serde_json::json!({ "level": level.to_string(), "right": right, "wrong": wrong, "insane": insane, "failed": failed })
            })
            .collect();
        println!("{:#}", serde_json::json!(rows));
    } else {
        println!("{}", sums(levels, &counts).trim_fmt());
        println!("{}", failures(levels, &tests, &tried).trim_fmt());
    }
    Ok(counts.last().is_some_and(|[right, _, insane]| *insane == 0 && right * 10 >= tests.len() * 9))
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Right => "right",
        Verdict::Wrong => "wrong",
        Verdict::Insane => "insane",
    }
}

fn sums(levels: &[Level], counts: &[[usize; 3]]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(["level", "right", "wrong", "insane"]);
    for (level, count) in levels.iter().zip(counts) {
        table.add_row([vec![level.to_string()], count.map(|n| n.to_string()).to_vec()].concat());
    }
    table
}

/// A row for every position that a level failed, with the actions of the last level that did.
fn failures(levels: &[Level], tests: &[(TestPosition, String)], tried: &[Vec<Tried>]) -> Table {
    let mut table = Table::new();
    let mut head = vec!["position".to_owned()];
    head.extend(levels.iter().map(ToString::to_string));
    head.push("the last that failed played".to_owned());
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(head);
    for (n, (test, path)) in tests.iter().enumerate() {
        let Some(failed) = tried.iter().rev().map(|tried| &tried[n]).find(|t| t.verdict != Verdict::Right)
        else {
            continue;
        };
        let name = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml");
        let mut row = vec![format!("{name}: {}", test.title)];
        row.extend(tried.iter().map(|tried| match tried[n].verdict {
            Verdict::Right => String::new(),
            verdict => word(verdict).to_owned(),
        }));
        row.push(failed.played.join(", "));
        table.add_row(row);
    }
    table
}
