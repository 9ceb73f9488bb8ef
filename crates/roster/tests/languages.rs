//! Languages: what a translation lacks or has too much is a fault, and a new language is a new folder.

use kernel::{DataSet, Fault, Seat, Viewer, record::Source};
use roster::{AnySystem, built_in, find};

fn yukimura() -> &'static dyn AnySystem {
    find("yukimura").expect("a system")
}

/// The built-in data with a text of one file replaced.
fn changed(path: &str, old: &str, new: &str) -> DataSet {
    let mut data = built_in();
    let text = data.text(path).expect("a built-in file").to_owned();
    assert!(text.contains(old), "{path} does not contain {old:?}");
    data.insert(path, &text.replacen(old, new, 1));
    data
}

#[track_caller]
fn only_fault(data: &DataSet) -> Fault {
    let faults = yukimura().check(data);
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(faults[0].line.is_some(), "no line: {}", faults[0]);
    faults[0].clone()
}

#[test]
fn a_message_that_is_not_translated_is_a_fault() {
    let file = "lang/ja/yukimura/messages.ftl";
    let faults = yukimura().check(&changed(file, "\nask-enter =", "\nask-entr ="));
    let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(said, ["there is no message `ask-enter`", "there is no message `ask-entr`"]);
    assert!(faults.iter().all(|fault| fault.line.is_some()), "{faults:#?}");
    assert!(faults[1].to_string().contains("did you mean `ask-enter`?"), "{}", faults[1]);
}

#[test]
fn an_argument_that_english_is_not_given_is_a_fault() {
    let file = "lang/ja/yukimura/messages.ftl";
    let fault = only_fault(&changed(file, "\nask-to = ", "\nask-to = { $nobody }"));
    assert_eq!(fault.message, "there is no argument `nobody`");
    assert_eq!(fault.field.as_deref(), Some("ask-to"));
}

#[test]
fn a_rule_that_is_left_out_is_a_fault() {
    let fault = only_fault(&changed("lang/ja/yukimura/rulebook.md", "**[7-3-1]**", "[7-3-1]"));
    assert!(fault.message.ends_with("stands where the English book has 7-3-1"), "{fault}");
}

#[test]
fn a_set_is_shown_in_its_languages_and_in_no_other() {
    assert_eq!(built_in().languages(), ["en", "ja"]);
    let fault = built_in().in_language("jp").unwrap_err();
    assert_eq!(fault.to_string(), "lang: there is no language `jp` (there is en, ja)");
}

/// The words of the kernel and of the system, the names of the data, and the texts of cards and guides.
#[test]
fn a_table_speaks_the_language_of_its_data() {
    let data = built_in().in_language("ja").unwrap();
    let setup = kernel::Setup::plain("yukimura", "yao", 1);
    let table = yukimura().open(&data, &setup, Source::Seeded(1), Some([0; 16])).unwrap();
    let asked = serde_json::to_string(&table.asked()).unwrap();
    assert!(asked.contains("イニング"), "{asked}");
    let refused = table.fork().act(Seat(1), "done", Viewer::Everyone).unwrap_err().to_string();
    assert!(!refused.is_ascii(), "{refused}");
    let cards = yukimura().cards(&data).unwrap();
    let yao = cards.iter().find(|card| card.scenario == "yao").unwrap();
    assert!(!yao.summary.is_ascii() && yao.options.iter().all(|option| !option.title.is_ascii()));
    let book = yukimura().rulebook(&data).unwrap();
    assert!(!book.entry("7-3-1").unwrap().text.is_ascii());
}

/// Nothing that is played or recorded depends on the language.
#[test]
fn a_record_is_the_same_in_every_language() {
    let setup = kernel::Setup::plain("yukimura", "yao", 1);
    let open = |data: &DataSet| {
        yukimura().open(data, &setup, Source::Seeded(1), Some([0; 16])).unwrap().record(Viewer::Everyone)
    };
    assert_eq!(open(&built_in()), open(&built_in().in_language("ja").unwrap()));
}

/// A third language is one folder.
#[test]
fn a_folder_is_a_language() {
    let mut data = built_in();
    data.insert("lang/xx/yukimura/messages.ftl", "ask-move = Ïññïñg { $inning }: { $side }\n");
    let data = data.in_language("xx").unwrap();
    let setup = kernel::Setup::plain("yukimura", "yao", 1);
    let table = yukimura().open(&data, &setup, Source::Seeded(1), Some([0; 16])).unwrap();
    let asked = serde_json::to_string(&table.asked()).unwrap();
    assert!(asked.contains("Ïññïñg 1"), "{asked}");
}
