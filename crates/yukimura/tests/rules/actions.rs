//! The text of actions: `docs/actions.md`.

use kernel::Notation;

use crate::Built;

#[test]
fn every_word_of_the_grammar_is_read_and_written_alike() {
    let rules = Built::rules("domyoji", None).expect("a built-in scenario");
    for text in [
        "entry 0113",
        "move goto_F1",
        "enter date",
        "to 2412",
        "off",
        "done",
        "target goto_F1",
        "with goto_F1",
        "all",
        "go",
        "check goto_F1",
        "back 2412",
        "shift goto_F1",
        "advance goto_F1",
        "halt",
    ] {
        let action = rules.read_action(text).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(rules.write_action(&action), text);
    }
    let both = Built::rules("connected", None).expect("a built-in scenario");
    let action = both.read_action("to Y:2412").expect("a hex of the second sheet");
    assert_eq!(both.write_action(&action), "to Y:2412");
}

#[test]
fn what_is_no_action_is_explained() {
    let rules = Built::rules("domyoji", None).expect("a built-in scenario");
    let why = |text: &str| rules.read_action(text).expect_err(text);
    assert!(why("march 2412").contains("the words are move, to"), "{}", why("march 2412"));
    assert!(why("move ii_G1").contains("no unit `ii_G1`"), "{}", why("move ii_G1"));
    assert!(why("enter takeda").contains("no force `takeda`"), "{}", why("enter takeda"));
    assert!(why("to 4110").contains("4110"), "{}", why("to 4110"));
    assert!(why("to D:2412").contains("write `to 2412`"), "{}", why("to D:2412"));
    assert!(why("done now").contains("no action"), "{}", why("done now"));
}
