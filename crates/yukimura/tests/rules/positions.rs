//! Positions that cannot be are refused, with the reason and the field.

use crate::Built;

fn refused(scenario: &str, text: &str, field: &str, message: &str) {
    let faults = Built::rules(scenario, Some(text)).expect_err(text);
    let fault = &faults.0[0];
    assert_eq!((fault.file.as_str(), fault.field.as_deref()), ("position", Some(field)), "{fault}");
    assert!(fault.message.contains(message), "{fault}");
}

/// 5
#[test]
fn two_units_in_a_hex_are_refused() {
    let text = "[units]\ngoto_F1 = \"2610\"\ngoto_F2 = \"2610\"\n";
    refused("domyoji", text, "units.goto_F2", "goto_F1 stands in 2610 already");
}

#[test]
fn unknown_units_and_hexes_are_refused() {
    refused("domyoji", "[units]\nii_G1 = \"2610\"\n", "units", "no unit `ii_G1`");
    refused("domyoji", "[units]\ngoto_F1 = \"4110\"\n", "units.goto_F1", "4110");
    refused("domyoji", "[units]\ngoto_F1 = \"somewhere\"\n", "units.goto_F1", "somewhere");
}

/// 12-1(6)
#[test]
fn a_unit_in_a_large_river_is_refused() {
    refused("domyoji", "[units]\ngoto_F1 = \"3006\"\n", "units.goto_F1", "3006 is a large river");
}

/// 4, 4-1(1)
#[test]
fn wrong_clocks_are_refused() {
    refused("yao", "inning = 13\n[units]\n", "inning", "from 1 to 12");
    refused("yao", "inning = 0\n[units]\n", "inning", "0 is not from 1");
    refused("yao", "active = \"west\"\n[units]\n", "active", "`west` is not known");
    refused("yao", "phase = \"tea\"\n[units]\n", "phase", "`tea`");
    refused("yao", "phase = \"dice-0\"\n[units]\n", "phase", "no such die");
    refused("yao", "phase = \"entry\"\nactive = \"osaka\"\n[units]\n", "phase", "only in the connected game");
}

/// 14-3(6)
#[test]
fn a_road_for_hideyori_that_is_none_is_refused() {
    refused("connected", "road = \"D:0114\"\n[units]\n", "road", "no western road");
}

/// 10, 11
#[test]
fn impossible_fights_are_refused() {
    let fight = |phase: &str, attackers: &str| {
        format!(
            "phase = \"{phase}\"\n[units]\ngoto_F1 = \"3012\"\ngoto_F2 = \"3011\"\nmizuno_F1 = \"3013\"\n\
             [fight]\ntarget = \"mizuno_F1\"\nheld = \"3013\"\nattackers = {attackers}\nfate = \"stands\"\n\
             stage = \"throw\"\n"
        )
    };
    refused("domyoji", &fight("movement", "[\"goto_F1\"]"), "fight", "nobody fights in a movement phase");
    refused("domyoji", &fight("melee", "[]"), "fight.attackers", "at least 1");
    refused("domyoji", &fight("melee", "[\"mizuno_F1\"]"), "fight", "must be enemies");
}

/// 7-3-2, 9-1-1
#[test]
fn a_unit_in_hand_that_cannot_move_and_an_aim_from_afar_are_refused() {
    let units = "[units]\ngoto_F1 = \"3012\"\nmizuno_F1 = \"3013\"\nmizuno_R1 = \"3310\"\n";
    refused("domyoji", &format!("picked = \"mizuno_F1\"\n{units}"), "picked", "mizuno_F1 cannot move now");
    let aim = "[aim]\ntarget = \"goto_F1\"\nchosen = [\"mizuno_R1\"]\n";
    refused("domyoji", &format!("phase = \"fire\"\n{units}{aim}"), "aim.chosen", "not adjacent to goto_F1");
}

#[test]
fn an_unknown_key_is_refused_by_line() {
    let faults = Built::rules("yao", Some("inning = 2\nweather = \"fog\"\n[units]\n")).expect_err("fog");
    assert_eq!(faults.0[0].line, Some(2), "{faults}");
}

/// 9-1, 10-1
#[test]
fn an_attack_on_a_friend_or_by_one_who_cannot_attack_is_refused() {
    let units = "[units]\ngoto_F1 = \"2610\"\ngoto_F2 = \"2611\"\n";
    let aim = |side: &str, target: &str, chosen: &str| {
        let head = format!("active = \"{side}\"\nphase = \"melee\"\n");
        format!("{head}aim = {{ target = \"{target}\", chosen = [{chosen}] }}\n{units}")
    };
    let own = "goto_F1 is of the side that attacks: name an enemy (9-1, 10-1)";
    refused("domyoji", &aim("osaka", "goto_F1", ""), "aim.target", own);
    refused("domyoji", &aim("osaka", "goto_F1", "\"goto_F2\""), "aim.target", own);
    refused(
        "domyoji",
        &aim("east", "goto_F1", "\"goto_F2\""),
        "aim.chosen",
        "goto_F2 cannot attack now (10-1)",
    );
}

/// 9 to 11
#[test]
fn a_combat_is_between_units_that_are_where_it_takes_place() {
    let fight = |units: &str, stage: &str, more: &str| {
        format!(
            "phase = \"melee\"\nactive = \"osaka\"\n[units]\ngoto_F1 = \"3012\"\n{units}\n[fight]\n\
             target = \"mizuno_F1\"\nheld = \"3013\"\nattackers = [\"goto_F1\"]\nfate = \"stands\"\n\
             stage = {stage}\n{more}"
        )
    };
    let target = "mizuno_F1 = \"3013\"";
    for (units, stage, more, field, message) in [
        ("", "\"throw\"", "", "fight.held", "mizuno_F1 stands in the hex it holds"),
        ("mizuno_F1 = \"3014\"", "\"throw\"", "", "fight.held", "mizuno_F1 stands in the hex it holds"),
        (target, "\"throw\"", "file = 3", "fight.file", "3 hexes of a way of 0"),
        (
            target,
            "{ retreat = { unit = \"mizuno_F1\", from = \"3013\", walked = 2, need = 2, why = \"own\" } }",
            "",
            "fight.stage",
            "2 hexes of 2 are walked",
        ),
        (
            target,
            "{ retreat = { unit = \"mizuno_F1\", from = \"3013\", walked = 0, need = 99, why = \"own\" } }",
            "",
            "fight.stage",
            "a retreat is 1 to",
        ),
        (
            target,
            "{ retreat = { unit = \"mizuno_R1\", from = \"3013\", walked = 0, need = 1, why = \"own\" } }",
            "",
            "fight.stage",
            "mizuno_R1 is not on the map",
        ),
        (
            target,
            "{ check = { unit = \"mizuno_R1\", modifier = 0, chain = false } }",
            "",
            "fight.stage",
            "mizuno_R1 is not on the map",
        ),
        (
            target,
            "{ stack = { arrived = \"mizuno_F1\", stood = \"goto_F1\" } }",
            "",
            "fight.stage",
            "are not in one hex",
        ),
        (target, "{ advance-to = { unit = \"mizuno_F1\" } }", "", "fight.stage", "mizuno_F1 did not attack"),
    ] {
        refused("domyoji", &fight(units, stage, more), field, message);
    }
}
