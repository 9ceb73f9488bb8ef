//! What happened, in the words of a language and for one viewer; and things as text.

use super::{Cause, Said, Told, ToldStep};
use crate::{
    data::hex,
    record::Input,
    story::{Cited, Telling},
    system::Game,
    table::{Step, Table},
    thing::{Name, Side, Thing, Viewer},
    words::{Line, Names, Words},
};

/// The names of a game, for sentences.
struct NamesOf<'a, R>(&'a R);

impl<R: Game> Names for NamesOf<'_, R> {
    fn name_of(&self, thing: Thing) -> Name {
        self.0.name(thing)
    }
    fn side_name(&self, side: Side) -> Name {
        self.0.side_name(side)
    }
}

/// A sentence of a game in words.
pub fn say<R: Game>(words: &Words, rules: &R, line: &Line) -> String {
    words.say(line, &NamesOf(rules))
}

/// A step in words for one viewer.
pub(super) fn told<R: Game>(
    words: &Words,
    table: &Table<R>,
    step: &Step<R::Event>,
    viewer: Viewer,
) -> ToldStep {
    let rules = &*table.rules;
    let cause = match table.done(step.number) {
        None => Cause::Beginning,
        Some(Input::Act { seat, .. }) => Cause::Act { seat: seat.0 },
        Some(Input::Roll { entered, .. }) => Cause::Throw { entered: *entered },
        Some(Input::Undo { seat, to, agreed }) => Cause::Undo { seat: seat.0, to: *to, agreed: *agreed },
        Some(Input::Resign { seat, why }) => Cause::Resign { seat: seat.0, why: *why },
        Some(Input::Share { seat, .. }) => Cause::Share { seat: seat.0 },
        Some(Input::Dice { file, .. }) => Cause::Dice { file: *file },
    };
    let pips = match table.done(step.number) {
        Some(Input::Roll { pips, .. }) => pips.clone(),
        _ => Vec::new(),
    };
    ToldStep {
        number: step.number,
        cause,
        clock: rules.clock(table.state()),
        pips,
        events: told_events(words, rules, &step.events, viewer),
        head: hex(table.head()),
    }
}

pub(super) fn told_events<R: Game>(
    words: &Words,
    rules: &R,
    events: &[R::Event],
    viewer: Viewer,
) -> Vec<Told> {
    events
        .iter()
        .filter_map(|event| {
            let Telling { line, strokes, cell } = rules.tell(event, viewer)?;
            let text = say(words, rules, &line);
            let said = Said { rule: event.rule().to_string(), key: line.key.to_owned(), text };
            let strokes =
                strokes.into_iter().map(|stroke| stroke.map(|thing| thing_text(rules, thing))).collect();
            Some(Told { said, strokes, cell })
        })
        .collect()
}

/// `piece:goto_G1` and its like.
pub fn thing_text<R: Game>(rules: &R, thing: Thing) -> String {
    let kind = match thing {
        Thing::Piece(_) => "piece",
        Thing::Place(_) => "place",
        Thing::Card(_) => "card",
        Thing::Button(_) => "button",
        Thing::Spot(x, y) => return format!("spot:{x},{y}"),
    };
    format!("{kind}:{}", rules.label(thing))
}

/// The thing a client names, as `piece:goto_G1` or by its bare label.
pub fn thing_from<R: Game>(rules: &R, text: &str) -> Option<Thing> {
    let Some((kind, label)) = text.split_once(':') else { return rules.find(text) };
    match kind {
        "spot" => {
            let (x, y) = label.split_once(',')?;
            Some(Thing::Spot(x.parse().ok()?, y.parse().ok()?))
        }
        "piece" | "place" | "card" | "button" => {
            rules.find(label).filter(|&thing| thing_text(rules, thing) == text)
        }
        _ => rules.find(text),
    }
}
