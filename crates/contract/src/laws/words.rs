//! Rules cited and sentences spoken.

use kernel::{Game, erased::say, words::Value};

use crate::{
    broken::{Held, Slip},
    case::Case,
    sayings,
};

pub(crate) fn cited_rules_exist<R: Game>(case: &Case<'_, R>) -> Held {
    let Some(book) = &case.kit.rulebook else { return Ok(()) };
    let mut held = Ok(());
    sayings::all(case, &mut |saying| {
        if let Some(rule) = saying.rule
            && held.is_ok()
            && !book.contains(rule.0)
        {
            held = Slip::at(
                saying.input,
                format!("a {} cites rule {rule}, which is in no rulebook", saying.what),
            );
        }
    });
    held
}

pub(crate) fn words<R: Game>(case: &Case<'_, R>) -> Held {
    let Some(words) = &case.kit.words else { return Ok(()) };
    let mut told =
        case.rules().deeds().iter().flat_map(|(name, keys)| keys.iter().map(move |key| (name, key)));
    if let Some((name, key)) = told.find(|(_, key)| !words.has(key)) {
        return Slip::at(0, format!("there are no words for `{key}`, a deed of `{name}`"));
    }
    let mut routine = case.rules().routine().iter().flat_map(|(kind, name)| [kind, name]);
    if let Some(key) = routine.find(|key| !words.has(key)) {
        return Slip::at(0, format!("there are no words for `{key}`, of a routine question"));
    }
    let mut held = Ok(());
    let mut known = std::collections::HashSet::new();
    sayings::all(case, &mut |saying| {
        let Some(line) = saying.line else { return };
        if held.is_err() || !known.insert(line.clone()) {
            return;
        }
        let mut wrong = |why: String| held = Slip::at(saying.input, format!("a {}: {why}", saying.what));
        if !words.has(line.key) {
            wrong(format!("there are no words for `{}`", line.key));
        }
        for (_, value) in &line.args {
            if let Value::Word(word) = value
                && !words.has(word)
            {
                wrong(format!("there are no words for `{word}`, which stands in `{}`", line.key));
            }
        }
        // Fluent leaves the name of an argument it was not given in the sentence.
        let text = say(words, case.rules(), line);
        if text.contains("{$") || text.contains("{ $") {
            wrong(format!("`{}` lacks an argument: {text}", line.key));
        }
    });
    held
}
