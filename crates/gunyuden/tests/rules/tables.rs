//! T-1 to T-9: the vectors every implementation must pass.

use gunyuden::tables::{Answer, Incident};

use crate::Built;

#[test]
fn combat_results() {
    let tables = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}")).tables;
    let hits = |strength, die| tables.hits(strength, die).losses;
    // The printed example.
    assert_eq!((hits(10, 3), hits(6, 5)), (1, 1));
    assert_eq!(
        (hits(0, 6), hits(0, 5), hits(99, -2), hits(30, 0), hits(31, -1), hits(98, 9)),
        (1, 0, 3, 1, 1, 15)
    );
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
fn surrender_answers() {
    let tables = Built::rules("shizugatake", None).unwrap_or_else(|faults| panic!("{faults}")).tables;
    assert_eq!(tables.answer(6, 10), Answer::Surrender);
    assert_eq!(tables.answer(7, 10), Answer::WarParty);
    assert_eq!(tables.answer(0, 1), Answer::Opened);
    assert_eq!(tables.answer(3, 7), Answer::WarParty);
    assert_eq!(tables.answer(1, 2), Answer::Silence);
    assert_eq!(tables.answer(10, 4), Answer::Death);
    for die in -3..12 {
        for durability in 1..=10 {
            let (more, less) = (tables.answer(durability, die), tables.answer(durability - 1, die));
            assert!(less >= more, "die {die}: {more:?} at {durability}, {less:?} at {}", durability - 1);
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
