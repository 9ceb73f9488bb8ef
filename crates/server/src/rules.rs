//! Rulebooks, worked examples and guides.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
    response::Response,
};
use kernel::{Words, example::Example};
use roster::{AnySystem, Moment};

use crate::{
    failure::No,
    hall::Hall,
    maps::Packed,
    shelf::guide_path,
    wire::{Book, Chapter, Demonstration, Frame, Guide, Paragraph},
};

/// Changes with the program only, but keeps its address.
const A_WHILE: &str = "public, max-age=300";

pub(crate) async fn book(
    State(hall): State<Arc<Hall>>,
    Path(system): Path<String>,
    headers: HeaderMap,
) -> Result<Response, No> {
    let this = hall.clone();
    let packed = hall.work_out(move || {
        let book = make_book(&this, this.shelf.system(&system)?)?;
        Ok(Packed::new(serde_json::to_vec(&book).map_err(|_| No::internal())?))
    });
    Ok(packed.await?.answer(&headers, "application/json", A_WHILE))
}

fn make_book(hall: &Hall, system: &dyn AnySystem) -> Result<Book, No> {
    let data = hall.shelf.built_in();
    let rulebook = system.rulebook(data)?;
    let words = Words::of(data, system.name())?;
    let mut shown: Vec<(Vec<String>, (String, String))> = Vec::new();
    for path in system.examples(data) {
        let Ok(example) = Example::read(data, &path, &words) else { continue };
        shown.push((example.rule, (name_of(&path).to_owned(), example.title)));
    }
    let mut chapters: Vec<Chapter> = Vec::new();
    for entry in rulebook.entries {
        let of = shown.iter().filter(|(rules, _)| rules.contains(&entry.id));
        let examples = of.map(|(_, example)| example.clone()).collect();
        let paragraph = Paragraph { id: entry.id, text: entry.text, note: entry.note, examples };
        match chapters.last_mut().filter(|chapter| chapter.title == entry.chapter) {
            Some(chapter) => chapter.rules.push(paragraph),
            None => chapters.push(Chapter { title: entry.chapter, rules: vec![paragraph] }),
        }
    }
    Ok(Book { system: system.name().to_owned(), chapters })
}

/// `yukimura/examples/05-2.toml` is called 05-2.
fn name_of(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".toml").unwrap_or(file)
}

/// Is there a worked example of this name?
pub(crate) fn has_example(hall: &Hall, system: &str, name: &str) -> bool {
    let built_in = hall.shelf.built_in();
    hall.shelf
        .system(system)
        .is_ok_and(|system| system.examples(built_in).iter().any(|path| name_of(path) == name))
}

pub(crate) async fn example(
    State(hall): State<Arc<Hall>>,
    Path((system, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, No> {
    let this = hall.clone();
    let packed = hall.work_out(move || {
        let system = this.shelf.system(&system)?;
        let data = this.shelf.built_in();
        let path = system.examples(data).into_iter().find(|path| name_of(path) == name);
        let path = path.ok_or_else(|| No::not_found(format!("there is no example `{name}`")))?;
        let words = Words::of(data, system.name())?;
        let example = Example::read(data, &path, &words).map_err(kernel::Faults::from)?;
        let scenario = example.scenario.rsplit('/').next().unwrap_or_default();
        let played = roster::demonstrate(data, &path, system, &example, scenario)?;
        this.shelf.keep_grounds(played.grounds);
        let frames = played.moments.into_iter().map(Frame::from).collect();
        let shown = Demonstration { title: example.title, rules: example.rule, sides: played.sides, frames };
        Ok(Packed::new(serde_json::to_vec(&shown).map_err(|_| No::internal())?))
    });
    Ok(packed.await?.answer(&headers, "application/json", A_WHILE))
}

impl From<Moment> for Frame {
    fn from(Moment { done, step, refused, scene, asked }: Moment) -> Frame {
        Frame { done, step, refused, scene, asked }
    }
}

pub(crate) async fn guide(
    State(hall): State<Arc<Hall>>,
    Path((system, scenario)): Path<(String, String)>,
) -> Result<Json<Guide>, No> {
    let system = hall.shelf.system(&system)?;
    let path = guide_path(system.name(), &scenario);
    let data = hall.shelf.built_in();
    data.text(&path).map_err(|_| No::not_found("there is no guide to this scenario"))?;
    let words = Words::of(data, system.name())?;
    let guide = Guide::read(data, &path, &words).map_err(kernel::Faults::from)?;
    Ok(Json(guide))
}
