//! T-1 to T-9 beyond the vectors.

use gunyuden::tables::Incident;

use crate::Built;

#[test]
fn combat_results() {
    let tables = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}")).tables;
    let hits = |strength, die| tables.hits(strength, die).losses;
    assert_eq!(hits(120, -9), 3);
    // Never fewer losses for more strength or a better die, and marks only where two steps can be paid.
    for strength in 0..110 {
        for die in -4..12 {
            let found = tables.hits(strength, die);
            assert!(hits(strength + 1, die) >= found.losses && hits(strength, die + 1) >= found.losses);
            assert_eq!(found.mark, die >= 8 && found.losses >= 2, "strength {strength}, die {die}");
        }
    }
}

#[test]
fn surround_results_incidents_and_replenishment() {
    let rules = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}"));
    let tables = &rules.tables;
    let around = |beyond: bool| (1..=6).map(|die| tables.surrounded(beyond, die)).collect::<Vec<_>>();
    assert_eq!(around(false), [None, Some(1), Some(1), Some(0), Some(0), Some(0)]);
    assert_eq!(around(true), [None, Some(1), Some(1), Some(1), Some(0), Some(0)]);
    assert_eq!(tables.incident(-5), Incident::Traitor(2));
    assert_eq!(tables.incident(0), Incident::Durability(2));
    assert_eq!(tables.incident(4), Incident::Morale(1));
    assert_eq!(tables.incident(9), Incident::Heart(1));
    assert_eq!(tables.limits, [5, 10, 20, 30, 50, 100]);
    let column = |house: &str| rules.house(rules.house_named(house).expect("a house")).column;
    assert_eq!(tables.replenished(column("hashiba"), 6, true), 3);
    assert_eq!(tables.replenished(column("shibata"), 6, true), 2);
    assert_eq!(tables.replenished(column("ukita"), 6, true), 2);
    assert_eq!(tables.replenished(column("takigawa"), 6, true), 1);
    assert_eq!(tables.replenished(column("saika"), -3, false), -2);
}
