//! `--lang`: what the commands say in Japanese.

use crate::ran::{YAO, gunbai};

#[test]
fn a_question_is_asked_in_the_language_that_is_named() {
    gunbai(&["ask", YAO]).ends(0).says(&["Inning 1"]);
    gunbai(&["--lang", "ja", "ask", YAO]).ends(0).says(&["第1イニング"]);
}

#[test]
fn a_refusal_names_its_rule_in_either_language() {
    let refused = ["act", YAO, "move sakakibara_G1"];
    gunbai(&refused).ends(1).complains(&["14-2(5)(1)", "stays where it is"]);
    gunbai(&[&["--lang", "ja"], &refused[..]].concat()).ends(1).complains(&["14-2(5)(1)", "榊原"]);
}

#[test]
fn rulebooks_and_scenarios_are_translated() {
    gunbai(&["rules", "yukimura", "7-3-1", "--lang", "ja"]).ends(0).says(&["[7-3-1]", "敵"]);
    for system in ["gunyuden", "summits", "yukimura", "daimyo", "ageofwar"] {
        gunbai(&["rules", system, "--lang", "ja"]).ends(0).says(&["裁定"]);
    }
    gunbai(&["scenarios", "--lang", "ja"]).ends(0).says(&["八尾"]);
}

#[test]
fn an_unknown_language_is_answered_with_those_there_are() {
    gunbai(&["ask", YAO, "--lang", "jp"]).ends(1).complains(&["there is no language `jp`", "en, ja"]);
}
