//! T-1 to T-9 beyond the vectors.

use gunyuden::tables::Incident;
use kernel::Notation;

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

/// What the rules print outside the tables is data too: other figures, another game.
#[test]
fn the_figures_of_the_rules_are_data() {
    use gunyuden::Gunyuden;
    use kernel::{Ask, Play, Rules, Seat, Story, System};

    const PATH: &str = "gunyuden/tables.toml";
    let open = |old: &str, new: &str, position: &str| -> Gunyuden {
        let data = Built::spoilt(PATH, old, new);
        let opened = Gunyuden::open(&data, &Built::setup("shizugatake", Some(position)));
        opened.unwrap_or_else(|faults| panic!("{faults}"))
    };
    let play = |rules: &Gunyuden, actions: &[&str]| {
        let mut state = rules.start(&mut Story::silent());
        for text in actions {
            let action = rules.read_action(text).unwrap_or_else(|why| panic!("{why}"));
            if let Err(no) = rules.play(&mut state, Seat(0), &action, &mut Story::silent()) {
                return Err(no.rule.0);
            }
        }
        Ok(state)
    };
    // 15-2-1: three plain hexes are too far with two points.
    let march = r#"units = { takayama_ukon = "5617", saji_masuuji = "5022", hori_hidemasa = "4415" }"#;
    let away = ["force takayama_ukon", "to 5620"];
    assert!(play(&open("points = 8", "points = 8", march), &away).is_ok());
    assert!(play(&open("points = 8", "points = 2", march), &away).is_err());
    // 18-1: strength 8 does where 8 are asked for.
    let siege = r#"
        units = { hori_hidemasa = "4623", takayama_ukon = "3223" }
        [forces]
        hori_hidemasa = ["okuda_naomasa", "ogawa_suketada", "taga_hideie"]
    "#;
    let surround = ["force hori_hidemasa", "surround"];
    assert_eq!(play(&open("surround = 10", "surround = 10", siege), &surround).err(), Some("18-1-1"));
    assert!(play(&open("surround = 10", "surround = 8", siege), &surround).is_ok());
    // 26-1-2 and 23-7-1 show in the throw.
    let alone = r#"
        units = { wakebe_mitsuyoshi = "4924", takayama_ukon = "3223" }
        morale = { wakebe_mitsuyoshi = -2 }
    "#;
    let rules = open("recover = [2, 3, 4]", "recover = [5, 5, 5]", alone);
    let state = play(&rules, &["force wakebe_mitsuyoshi", "recover"]).expect("legal");
    let Ask::Throw(roll) = rules.ask(&state) else { panic!("a die decides") };
    assert!(roll.line.args.contains(&("need", kernel::Value::Int(5))));
    let gate = r#"
        holed = ["takayama_ukon"]
        units = { takayama_ukon = "4413", sakuma_morimasa = "4413", hori_hidemasa = "4415" }
    "#;
    let rules = open("\nsortie = -1", "\nsortie = -4", gate);
    let state = play(&rules, &["force takayama_ukon", "attack 4413"]).expect("legal");
    let Ask::Throw(roll) = rules.ask(&state) else { panic!("a die decides") };
    assert!(roll.modifiers.iter().any(|modifier| modifier.value == -4));
    // What cannot be played is named.
    let data = Built::spoilt(PATH, "relay = 8", "relay = 0");
    let fault = Gunyuden::open(&data, &Built::setup("shizugatake", None)).expect_err("no line at all");
    assert!(fault.to_string().contains("figures.line.relay"), "{fault}");
}
