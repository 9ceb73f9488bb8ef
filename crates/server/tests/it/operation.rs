//! What operators see: figures, the dashboard, and the documents that name tests.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use server::Allowance;

use crate::house::{House, figure, from};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn requests_refusals_and_store_calls_are_counted_by_kind() {
    let house = House::with(|config| {
        config.proxied = true;
        config.admin = Some("d".repeat(32));
        config.limits = Allowance { tables: (1, 2), ..Allowance::PLENTY };
    });
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    table.act(0, "done");
    let mut live = table.live(Some(1), None);
    assert_eq!(live.ask(json!({ "say": "act", "action": "nonsense", "after": 0 }))["tell"], "no");
    assert_eq!(client.get("/api/tables/aaaaaaaaaa", None).status, 404);
    for _ in 0..3 {
        let body = json!({ "scenario": "yukimura/yao", "seats": ["person", "person"] });
        from(client, "10.0.0.1", "POST", "/api/tables", "", Some(&body));
    }
    assert_eq!(client.get("/api/admin/tables", Some("wrong")).status, 401);
    // A visitor cannot make up new values.
    client.send("FROBNICATE", "/api/lobby", "", None);
    client.get("/nothing.txt", None);

    let count = |what: &str| figure(client, what);
    let requests = |method: &str, route: &str, status: u16| {
        count(&format!("gunbai_requests_total{{route=\"{route}\",method=\"{method}\",status=\"{status}\"}}"))
    };
    assert_eq!(requests("POST", "/api/tables/{id}/act", 200), 1.0);
    assert_eq!(requests("GET", "/api/tables/{id}/live", 101), 1.0);
    assert_eq!(requests("GET", "/api/tables/{id}", 404), 1.0);
    assert_eq!(requests("POST", "/api/tables", 429), 1.0);
    assert_eq!(requests("other", "/api/lobby", 405), 1.0);
    assert_eq!(requests("GET", "page", 404), 1.0);
    assert_eq!(count("gunbai_refusals_total{code=\"unknown-table\"}"), 1.0);
    assert_eq!(count("gunbai_refusals_total{code=\"too-fast\"}"), 1.0);
    assert_eq!(
        count("gunbai_refusals_total{code=\"stale\"}"),
        1.0,
        "refusals of the live channel count, too"
    );
    assert_eq!(count("gunbai_sign_ins_failed_total"), 1.0);
    assert!(count("gunbai_store_seconds_count{call=\"write\"}") >= 4.0);
    assert!(count("gunbai_cost_seconds_sum{route=\"/api/tables\"}") > 0.0);
    assert!(count("gunbai_queue_seconds_count") > 0.0);
}

/// The names of our metrics in a text.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("gunbai_")).map(str::to_owned).collect()
}

#[test]
fn every_metric_of_the_dashboard_exists_and_every_metric_is_on_it() {
    let house = House::new();
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    table.act(0, "done");
    client.get("/api/tables/aaaaaaaaaa", None);
    let text = client.get("/metrics", None).body;
    // `# TYPE gunbai_requests counter`; one whose figures have labels is listed once it has one.
    let kinds: Vec<(&str, &str)> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' ')).collect();
    assert!(kinds.len() > 15, "{text}");
    let file = fs::read_to_string(repository().join("deploy/dashboard.json")).unwrap();
    let dashboard: Value = serde_json::from_str(&file).unwrap();
    let mut shown = BTreeSet::new();
    for panel in dashboard["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().unwrap() {
            let found = metrics_in(target["expr"].as_str().unwrap());
            assert!(!found.is_empty(), "{target}");
            shown.extend(found);
        }
    }
    // No call of the store has failed here, so that one has no figure yet.
    let failures = "gunbai_store_failures_total".to_owned();
    let samples: BTreeSet<String> = metrics_in(&text).into_iter().chain([failures]).collect();
    for name in &shown {
        assert!(samples.contains(name), "the dashboard shows {name}, which does not exist");
    }
    for (name, _) in kinds {
        let is_shown = |shown: &String| shown == name || shown.starts_with(&format!("{name}_"));
        assert!(shown.iter().any(is_shown), "no panel shows {name}");
    }
}

#[test]
fn every_limit_is_documented_with_its_default_and_what_it_protects() {
    let text = fs::read_to_string(repository().join("docs/operations.md")).unwrap();
    // | `cpu` | `[250, 20000]` | what it is | what it protects |
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.starts_with("| name | default "))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let mut file = String::new();
    for row in &rows {
        let [name, default, meaning, protects] = row[..] else { panic!("{row:?}") };
        assert!(!meaning.is_empty() && !protects.is_empty(), "{row:?}");
        file += &format!("{} = {}\n", name.trim_matches('`'), default.trim_matches('`'));
    }
    // Read as the operator's file is, the table changes nothing.
    let documented: Allowance = file.parse().unwrap();
    let default = format!("{:?}", Allowance::default());
    assert_eq!(format!("{documented:?}"), default);
    assert_eq!(rows.len(), default.matches(": ").count(), "a limit is not in the table: {default}");
    assert!("walls = 3".parse::<Allowance>().unwrap_err().contains("walls"));
}

/// Every file below a folder that may hold tests.
fn sources(folder: &Path, found: &mut String) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let skipped =
            ["target", "node_modules", "dist", ".git"].contains(&entry.file_name().to_str().unwrap_or(""));
        if path.is_dir() && !skipped {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_test_that_the_documents_name_exists() {
    let mut code = String::new();
    sources(&repository().join("crates"), &mut code);
    // The names of functions whose line before says that they are tests.
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    let is_test = |line: &str| line == "#[test]" || line.starts_with("#[tokio::test");
    let tests: BTreeSet<&str> = lines
        .windows(2)
        .filter(|pair| is_test(pair[0]))
        .filter_map(|pair| pair[1].split_once("fn ")?.1.split('(').next())
        .collect();
    for file in ["SECURITY.md", "ARCHITECTURE.md"] {
        let text = fs::read_to_string(repository().join(file)).unwrap();
        // Between backquotes, and as long as a sentence.
        let named: Vec<&str> = text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| name.matches('_').count() >= 4 && !name.contains([' ', '/', ':', '-']))
            .collect();
        assert!(named.len() > 20, "{file} names {} tests", named.len());
        for name in named {
            assert!(tests.contains(name), "{file} names the test {name}, which does not exist");
        }
    }
}
