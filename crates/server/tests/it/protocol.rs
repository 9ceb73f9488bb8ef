//! docs/protocol.md by example: its requests are sent in order, its answers must hold.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::house::{House, Live};

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// A fenced block: its language and its lines.
struct Block {
    language: String,
    text: String,
    line: usize,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (n, line) in PAGE.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => {
                open = Some(Block { language: language.to_owned(), text: String::new(), line: n + 1 });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text += line;
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// Values of earlier answers.
#[derive(Default)]
struct Known(BTreeMap<String, String>);

impl Known {
    fn filled(&self, text: &str) -> String {
        // Longer names first: `$TABLE` must not be found in `$TABLES`.
        let mut names: Vec<_> = self.0.iter().collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        names.into_iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// Is everything that is shown in what came? A name that is not known yet takes the value.
    fn holds(&mut self, shown: &Value, came: &Value) -> Result<(), String> {
        match (shown, came) {
            (Value::String(name), Value::String(value)) if name.starts_with('$') => {
                let known = self.0.entry(name.clone()).or_insert_with(|| value.clone());
                if known == value { Ok(()) } else { Err(format!("{name} was {known}, now {value}")) }
            }
            (Value::Object(shown), Value::Object(came)) => shown.iter().try_for_each(|(key, shown)| {
                let came = came.get(key).ok_or_else(|| format!("no `{key}`"))?;
                self.holds(shown, came).map_err(|why| format!("{key}: {why}"))
            }),
            (Value::Array(shown), Value::Array(came)) if shown.is_empty() && !came.is_empty() => {
                Err(format!("an empty list is shown, {} came", came.len()))
            }
            (Value::Array(shown), Value::Array(came)) => {
                shown.iter().enumerate().try_for_each(|(n, shown)| {
                    let came = came.get(n).ok_or_else(|| format!("only {n} in the list"))?;
                    self.holds(shown, came).map_err(|why| format!("{n}: {why}"))
                })
            }
            (shown, came) if shown == came => Ok(()),
            (shown, came) => Err(format!("{shown} is shown, {came} came")),
        }
    }

    #[track_caller]
    fn check(&mut self, block: &Block, shown: &str, came: &Value) {
        let shown: Value = serde_json::from_str(shown)
            .unwrap_or_else(|error| panic!("docs/protocol.md:{}: {error}: {shown}", block.line));
        if let Err(why) = self.holds(&shown, came) {
            panic!("docs/protocol.md:{}: {why}", block.line);
        }
    }
}

#[test]
fn the_page_about_the_protocol_tells_the_truth() {
    let house = House::new();
    let client = house.client();
    let mut known = Known::default();
    let mut live: Option<Live> = None;
    let blocks = blocks();
    let mut tried = 0;
    for pair in blocks.windows(2) {
        let [request, answer] = pair else { continue };
        match request.language.as_str() {
            "http" => {
                tried += 1;
                let text = known.filled(&request.text);
                let mut lines = text.lines();
                let (method, path) = lines.next().unwrap().split_once(' ').unwrap();
                let (mut token, mut body) = (None, None);
                for line in lines {
                    match line.strip_prefix("Authorization: Bearer ") {
                        Some(given) => token = Some(given),
                        None => body = Some(line.as_bytes()),
                    }
                }
                let came = client.request(method, path, token, body);
                match answer.language.as_str() {
                    "json" => known.check(answer, &answer.text, &came.json()),
                    _ => assert!(came.body.starts_with(&answer.text), "line {}: {}", answer.line, came.body),
                }
            }
            "ws" => {
                tried += 1;
                let live = live.get_or_insert_with(|| Live::connect(house.address, &known.0["$TABLE"]));
                live.say_text(known.filled(&request.text).trim());
                // Several frames are shown one a line; one may stand over several lines.
                let frames: Vec<&str> = if serde_json::from_str::<Value>(&answer.text).is_ok() {
                    vec![&answer.text]
                } else {
                    answer.text.lines().collect()
                };
                for frame in frames {
                    let mut came = live.next().unwrap();
                    // Who is here is told whenever it changes.
                    while came["tell"] == "seats" {
                        came = live.next().unwrap();
                    }
                    known.check(answer, frame, &came);
                }
            }
            _ => {}
        }
    }
    assert!(tried > 20, "{tried} requests were found");
}

#[test]
fn every_code_of_an_error_is_on_the_page() {
    let sources = [
        include_str!("../../src/failure.rs"),
        include_str!("../../src/commands.rs"),
        include_str!("../../src/game.rs"),
        include_str!("../../src/hall.rs"),
        include_str!("../../src/live.rs"),
        include_str!("../../src/limits.rs"),
        include_str!("../../src/lobby.rs"),
        include_str!("../../src/panels.rs"),
        include_str!("../../src/people.rs"),
        include_str!("../../src/routes.rs"),
        include_str!("../../src/shelf.rs"),
    ];
    let mut codes = Vec::new();
    for source in sources {
        for part in source.split("StatusCode::").skip(1) {
            let code = part.split(',').nth(1).map(str::trim).and_then(|code| code.strip_prefix('"'));
            codes.extend(code.and_then(|code| code.split('"').next()));
        }
    }
    assert!(codes.len() > 15, "{codes:?}");
    for code in codes {
        assert!(PAGE.contains(&format!("`{code}`")), "`{code}` is not in docs/protocol.md");
    }
}
