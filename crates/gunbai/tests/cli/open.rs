//! Open tables in the terminal: what can be measured, where a charge strikes, what a wheel costs; and how every game
//! ends.

use std::fs;

use crate::ran::{folder, gunbai, text, told};

fn position(name: &str, system: &str, content: &str) -> String {
    let file = folder(name).join("position.toml");
    fs::write(&file, format!("system = \"{system}\"\nscenario = \"sunagawa\"\n{content}")).unwrap();
    text(&file).to_owned()
}

/// Red horse 12 cm south of Blue horse, which faces this heading in degrees.
fn daimyo(name: &str, facing: i32) -> String {
    let units = format!(
        "[position]\nactive = \"red\"\ngroup = \"red_right\"\nstep = \"declare\"\n\
         [position.units]\nr6 = {{ at = [11200, 2800], facing = 0 }}\nb6 = {{ at = [11500, 4000], facing = {facing} }}\n\
         [position.leaders]\nr2l = {{ at = [11200, 2000] }}\nb2l = {{ at = [11200, 5800] }}\n"
    );
    position(name, "daimyo", &units)
}

#[test]
fn a_question_about_a_charge_says_where_it_strikes() {
    for (facing, word) in [(180, "front"), (90, "flank"), (0, "rear")] {
        let file = daimyo(&format!("charge-{word}"), facing);
        let what = format!("Red right horse charges Blue right horse in the {word}");
        gunbai(&["ask", &file]).ends(0).says(&["charge r6 b6", &what]);
    }
    let file = daimyo("charged", 180);
    let asked = "Red right horse charges Blue right horse in the front. What does Blue right horse do?";
    gunbai(&["act", &file, "charge r6 b6"]).ends(0).says(&[asked]);
}

/// The answers that are weighed one by one are those to the charge of the plan, not to one declared before it.
#[test]
fn of_two_charges_the_last_is_weighed() {
    let file = position(
        "two-charges",
        "daimyo",
        "[position]\nactive = \"red\"\ngroup = \"red_right\"\nstep = \"declare\"\n\
         [position.units]\nr4 = { at = [8600, 2800], facing = 0 }\nb5 = { at = [8600, 4000], facing = 180 }\n\
         r6 = { at = [11200, 2800], facing = 0 }\nb6 = { at = [11500, 4000], facing = 180 }\n\
         [position.leaders]\nr2l = { at = [10400, 2000] }\nb2l = { at = [11200, 5800] }\n",
    );
    let odds = gunbai(&["odds", &file, "charge r4 b5", "charge r6 b6", "--json"]).ends(0).json();
    let answers = odds["answers"].as_array().expect("an enemy who can answer");
    let retire = answers.iter().find(|answer| answer["text"] == "retire").expect("one can always retire");
    let outcomes = retire["forecast"]["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), 1, "{outcomes:?}");
    assert_eq!(outcomes[0]["key"], "verdict-enemy-retires");
}

/// An assault is followed to the fight that it leads to.
#[test]
fn the_odds_of_an_assault_are_those_of_its_fight() {
    let file = position(
        "assault-fought",
        "ageofwar",
        "[position]\nstep = { act = { unit = \"r2\", activity = { ap = 4 } } }\n\
         [position.units]\nr2 = { at = [2400, 1000], facing = 0 }\nb2 = { at = [2400, 1400], facing = 180 }\n\
         r1 = { at = [5400, 400], facing = 0 }\n",
    );
    gunbai(&["odds", &file, "fight b2"]).ends(0).says(&[
        "wins the round",
        "bases lost: red",
        "if they answer",
    ]);
}

#[test]
fn a_fault_of_a_position_names_its_line() {
    let file = position(
        "off-the-table",
        "daimyo",
        "[position]\nactive = \"red\"\nstep = \"move\"\n[position.units.r4]\nat = [-9000, 2800]\nfacing = 0\n",
    );
    gunbai(&["ask", &file]).ends(1).complains(&["position.toml:7: units.r4.at.0"]);
}

#[test]
fn a_question_about_an_assault_says_where_it_strikes() {
    for (name, red, blue, word) in [
        ("assault-flank", "[1900, 1600], facing = 90", "[2440, 1400], facing = 180", "flank"),
        ("assault-front", "[2400, 1000], facing = 0", "[2400, 1400], facing = 180", "front"),
    ] {
        let content = format!(
            "[position]\nstep = {{ act = {{ unit = \"r2\", activity = {{ ap = 4 }} }} }}\n\
             [position.units]\nr2 = {{ at = {red} }}\nb2 = {{ at = {blue} }}\n"
        );
        let file = position(name, "ageofwar", &content);
        gunbai(&["ask", &file]).ends(0).says(&[&format!("fight Blue left samurai in the {word}")]);
        let asked = format!("Red left samurai assaults Blue left samurai in the {word}. Stand, or withdraw?");
        gunbai(&["act", &file, "fight b2"]).ends(0).says(&[&asked]);
    }
}

#[test]
fn a_wheel_refused_for_lack_of_movement_names_the_cost_of_the_whole_wheel() {
    let file = position(
        "wheel",
        "daimyo",
        "[position]\nactive = \"red\"\ngroup = \"red_right\"\nstep = \"move\"\n\
         [position.units]\nr4 = { at = [11200, 2800], facing = 0 }\nb1 = { at = [9000, 11600], facing = 180 }\n\
         [position.leaders]\nr2l = { at = [11200, 2000] }\n",
    );
    // 5.3: seasoned spears in three files pay 2.1 cm for five degrees, so 12.6 for thirty.
    gunbai(&["act", &file, "pick r4", "wheel left 30"])
        .ends(1)
        .complains(&["refused by rule 5.2", "It needs 12.6 cm of its move and has 11."]);
    gunbai(&["act", &file, "pick r4", "wheel left 25"]).ends(0);
    gunbai(&["act", &file, "pick r4", "advance 13"])
        .ends(1)
        .complains(&["It needs 13 cm of its move and has 11."]);
}

#[test]
fn look_measures_an_open_table_and_draw_draws_it_without_leaving_the_game() {
    let file = daimyo("look", 90);
    let picture = folder("look-picture").join("table.svg");
    let said = format!("look\nlook r6\nlook b6\ndraw {}\ndraw\ndraw table.gif\nquit\n", text(&picture));
    told(&["play", &file, "--bot", "none", "--seed", "1"], &said).ends(0).says(&[
        "112.00, 28.00 cm facing 0°  r6",
        "115.00, 40.00 cm facing 90°  b6",
        "the middle of its front is at 112.00, 28.00 cm facing 0°",
        "Charge of Red right horse",
        "enemy  b6  ahead, in its front; sees this on its right flank",
        "enemy  r6  on its right flank; sees this ahead, in its front",
        &format!("drawn in {}", text(&picture)),
        "draw into which file?",
        "the ending must be .svg or .png",
    ]);
    assert!(fs::read_to_string(&picture).unwrap().contains("data-id=\"r6\""));
}

#[test]
fn the_end_of_every_game_prints_the_points_by_source() {
    for (scenario, words) in [
        ("yukimura/yao", &["Removed: East 0, Osaka 0 [5(2)]"][..]),
        ("gunyuden/shizugatake", &["[36.6"]),
        ("summits/shizugatake", &["Hokkoku-Kaido", "lost: generals 0, combat units 0 [15.2-8]"]),
        ("summits/tennozan", &["hideyoshi 0: lost: generals 0, combat units 0 [15.1-5]"]),
        ("daimyo/sunagawa", &["lost; beaten beyond", "[D-VIC-1]"]),
        ("ageofwar/sunagawa", &["nothing yet; 0 of", "[A-VIC"]),
    ] {
        told(&["play", scenario, "--bot", "none", "--seed", "1"], "resign\n")
            .ends(0)
            .says(&["it is over"])
            .says(words);
    }
}
