//! Worked examples as a page with figures, drawn from their positions.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use draw::{Plate, plain};
use kernel::{
    example,
    scene::{Ground, Piece, Scene},
    story::Stroke,
};
use roster::{Demonstration, Moment};

/// A worked example with what it showed when it was played.
pub(crate) struct Shown {
    /// Its file without the ending.
    pub(crate) name: String,
    pub(crate) example: example::Example,
    pub(crate) demonstration: Demonstration,
}

/// The files of a page for all examples of a system: itself, and the grounds it shows.
pub(crate) fn pages(system: &str, examples: &[Shown]) -> Vec<(String, String)> {
    let grounds: BTreeMap<String, &Ground> = examples
        .iter()
        .flat_map(|shown| &shown.demonstration.grounds)
        .map(|ground| (ground.digest(), ground))
        .collect();
    let plates: Vec<Plate> = grounds.values().map(|ground| Plate::of(ground)).collect();
    let pieces = examples.iter().flat_map(scenes).flat_map(|scene| &scene.pieces).map(|piece| &**piece);
    let title = format!("{system}: worked examples");
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body>\n{}\n\
         <h1>{title}</h1>\n<p class=\"soft\">{} examples. Each was played by the rules as this page was made; the \
         figures are drawn from its positions.</p>\n",
        draw::lead(pieces),
        examples.len()
    );
    for shown in examples {
        out += &section(shown, &plates);
    }
    out += "</body></html>\n";
    let grounds = plates.iter().map(|plate| (plate.file(), plate.svg().to_owned()));
    grounds.chain([(format!("{system}.html"), out)]).collect()
}

fn scenes(shown: &Shown) -> impl Iterator<Item = &Scene> {
    shown.demonstration.moments.iter().map(|moment| &moment.scene)
}

fn section(shown: &Shown, plates: &[Plate]) -> String {
    let moments = &shown.demonstration.moments;
    let mut out = format!(
        "<section id=\"{}\"><h2>{}</h2><p>{}<span class=\"soft\">{}</span></p><div class=\"figures\">\n",
        plain(&shown.name),
        plain(&shown.example.title),
        chips(&shown.example.rule),
        plain(&shown.example.scenario)
    );
    let about = about(moments);
    let all: Vec<&Scene> = scenes(shown).collect();
    let boards: Vec<(&Plate, draw::Window)> = all[0]
        .boards
        .iter()
        .filter_map(|board| plates.iter().find(|plate| plate.digest() == board.ground))
        .filter_map(|plate| Some((plate, plate.window(&all, &about)?)))
        .collect();
    let mut from = 0;
    for (n, moment) in moments.iter().enumerate() {
        // What changes nothing on the board is told below the figure of what it leads to.
        let last = n + 1 == moments.len();
        if !last && n > 0 && moment.scene.pieces == moments[n + 1].scene.pieces {
            continue;
        }
        out += "<figure>";
        for (plate, window) in &boards {
            out += &plate.figure(window, &moment.scene, &shown.example.title);
        }
        out += "<figcaption>";
        if n == 0 {
            out += "<p class=\"soft\">The position.</p>";
        }
        for told in &moments[from..=n] {
            out += &caption(told);
        }
        if last {
            out += &asked(moment);
        }
        out += "</figcaption></figure>\n";
        from = n + 1;
    }
    out + "</div></section>\n"
}

/// The pieces an example is about: those that something happens to, that are asked about, or that look different later.
fn about(moments: &[Moment]) -> Vec<&str> {
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    for moment in moments {
        let strokes = moment.step.iter().flat_map(|step| &step.events).flat_map(|event| &event.strokes);
        ids.extend(strokes.filter_map(|stroke| match stroke {
            Stroke::Moved { piece, .. }
            | Stroke::Turned { piece, .. }
            | Stroke::Flipped { piece }
            | Stroke::Appeared { piece, .. }
            | Stroke::Gone { piece }
            | Stroke::Joined { piece, .. } => piece.strip_prefix("piece:"),
            _ => None,
        }));
        if let kernel::erased::Asked::Questions { questions } = &moment.asked {
            let places = questions.iter().filter_map(|question| question.at.as_deref());
            ids.extend(places.filter_map(|place| place.strip_prefix("piece:")));
        }
    }
    for pair in moments.windows(2) {
        let before: BTreeMap<&str, &Piece> =
            pair[0].scene.pieces.iter().map(|piece| (piece.id.as_str(), &**piece)).collect();
        let changed =
            pair[1].scene.pieces.iter().filter(|piece| before.get(piece.id.as_str()) != Some(&&***piece));
        ids.extend(changed.map(|piece| piece.id.as_str()));
    }
    ids.into_iter().collect()
}

fn caption(moment: &Moment) -> String {
    let mut out = String::new();
    if !moment.done.is_empty() {
        let _ = write!(out, "<p><b>{}</b>", plain(&moment.done));
        for pip in moment.step.iter().flat_map(|step| &step.pips) {
            let _ = write!(out, " <span class=\"die\">{pip}</span>");
        }
        out += "</p>";
    }
    for event in moment.step.iter().flat_map(|step| &step.events) {
        let _ = write!(out, "<p>{} {}</p>", plain(&event.said.text), chip(&event.said.rule));
    }
    if let Some(said) = &moment.refused {
        let _ = write!(out, "<p class=\"no\">✕ {} {}</p>", plain(&said.text), chip(&said.rule));
    }
    out
}

fn asked(moment: &Moment) -> String {
    use kernel::erased::Asked;
    let (text, rule) = match &moment.asked {
        Asked::Questions { questions } => match questions.first() {
            Some(question) => (&question.prompt, &question.rule),
            None => return String::new(),
        },
        Asked::Roll { text, rule, .. } | Asked::Over { text, rule, .. } => (text, rule),
    };
    format!("<p class=\"soft\">{} {}</p>", plain(text), chip(rule))
}

fn chips(rules: &[String]) -> String {
    rules.iter().map(|rule| chip(rule) + " ").collect()
}

fn chip(rule: &str) -> String {
    format!("<span class=\"chip\">{}</span>", plain(rule))
}

/// The colours of the table: ink on paper, gold for rules, vermilion for what is refused.
const STYLE: &str = "
body{margin:0 auto;max-width:1180px;padding:24px;background:#f3ecdb;color:#241e17;font:16px/1.5 'Source Serif 4','Noto Serif',serif}
h1{font-size:30px;margin:0}h2{font-size:20px;margin:36px 0 4px;border-top:1px solid #241e17;padding-top:16px}
p{margin:4px 0}.soft{color:#5d5242}.no{color:#b3341f}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr));gap:18px}
figure{margin:0;break-inside:avoid}figure svg{width:100%;display:block;border:1px solid #241e17;background:#e8dcc0}
figcaption{padding:6px 2px}
.chip{border:1px solid #8a6a1f;border-radius:9px;color:#8a6a1f;font:700 12px/1 sans-serif;padding:1px 7px;white-space:nowrap}
.die{border:1px solid #241e17;border-radius:3px;background:#faf5e8;font:700 13px/1 sans-serif;padding:1px 6px}
";
