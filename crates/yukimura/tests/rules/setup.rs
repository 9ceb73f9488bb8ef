//! Chapters 3 and 14: what stands where before the first move.

use kernel::Rules;
use yukimura::{state::BESIDE, units::UnitId};

use crate::Built;

/// 14, 3(3), 3(4)
#[test]
fn a_scenario_uses_all_units_of_its_sheets() {
    for (scenario, units, beside) in
        [("domyoji", 118, 44), ("yao", 102, 0), ("connected", 230, 54), ("matabei", 118, 44)]
    {
        let rules = Built::rules(scenario, None).expect("a built-in scenario");
        let state = rules.begin();
        assert_eq!(rules.units.len(), units, "{scenario}");
        let waiting = (0..units as u8).filter(|&n| state.hex(UnitId(n)) == BESIDE).count();
        assert_eq!((waiting, state.inning), (beside, 1), "{scenario}");
    }
}

/// 14-1(4)(1), 14-1(4)(2), 14-1(5)(1), 14-1(5)(2), 14-1(5)(3), 14-2(5)
#[test]
fn forces_have_the_sizes_the_scenarios_name() {
    let rules = Built::rules("connected", None).expect("a built-in scenario");
    for (force, size) in [
        ("date", 26),
        ("tadateru", 18),
        ("akashi", 10),
        ("mori", 10),
        ("sanada", 14),
        ("sakakibara", 10),
        ("ogasawara", 8),
        ("hoshina", 3),
        ("suwa", 3),
        ("sakai", 5),
        ("sengoku", 5),
        ("tadayoshi", 3),
        ("yasunaga", 3),
        ("naito_t", 3),
        ("hideyori", 10),
    ] {
        let id = rules.force_named(force).expect("a force of the game");
        assert_eq!(rules.force(id).units.len(), size, "{force}");
    }
}

/// 13-1(1)
#[test]
fn leaders_command_as_far_as_the_rule_says() {
    let rules = Built::rules("connected", None).expect("a built-in scenario");
    let ten = ["date_G1", "tadateru_G1", "ii_G1", "todo_G1", "kimura_G1", "chosokabe_G1", "hideyori_G1"];
    let five = [
        "sanada_G1",
        "goto_G1",
        "mori_G1",
        "akashi_G1",
        "mizuno_G1",
        "honda_G1",
        "tadaakira_G1",
        "sakakibara_G1",
        "ogasawara_G1",
    ];
    for leader in rules.forces.iter().flat_map(|force| &force.leaders) {
        let unit = rules.unit(*leader);
        let range = match unit.id.as_str() {
            id if ten.contains(&id) => 10,
            id if five.contains(&id) => 5,
            _ => 3,
        };
        assert_eq!(unit.command, range, "{}", unit.id);
    }
}
