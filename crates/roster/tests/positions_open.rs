//! Positions of the systems on an open table: what cannot come about in a game is refused, with the field and the reason.

use kernel::{Setup, record::Source};

/// What is wrong with this position of a scenario.
fn fault(scenario: &str, position: &str) -> String {
    let (system, name) = scenario.split_once('/').expect("SYSTEM/SCENARIO");
    let system = roster::find(system).expect("a system");
    let plain = Setup::plain(system.name(), name, system.revision());
    let setup = Setup { position: Some(position.to_owned()), ..plain };
    match system.open(&roster::built_in(), &setup, Source::Scripted, Some([0; 16])) {
        Ok(_) => "no fault".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

/// Each position of the scenario is refused with this field and these words.
#[track_caller]
fn refuses(scenario: &str, cases: &[(&str, &str, &str)]) {
    for (position, field, words) in cases {
        let said = fault(scenario, position);
        let told = said.contains(&format!(": {field}: ")) && said.contains(words);
        assert!(told, "{scenario}\n{position}\nexpected: {field}: {words}\nfound: {said}");
    }
}

#[test]
fn ageofwar_has_everybody_on_the_table_and_in_nobody() {
    assert_eq!(fault("ageofwar/sunagawa", "[units.r1]\n[units.b1]\n"), "no fault");
    refuses(
        "ageofwar/sunagawa",
        &[
            ("[units.r1]\nat = [10, 850]\n[units.b1]", "units.r1", "it does not stand on the table"),
            (
                "[units.r1]\nat = [1400, 850]\n[units.r2]\nat = [1450, 850]\n[units.b1]",
                "units.r2",
                "it stands on r1",
            ),
            (
                "[units.r1]\n[units.b1]\n[generals.rg1]\nat = [-500, 500]",
                "generals.rg1.at",
                "his base does not stand on the table",
            ),
            (
                "[units.r1]\n[units.b1]\n[generals.rg1]\nat = [5970, 500]",
                "generals.rg1.at",
                "his base does not stand on the table",
            ),
            (
                "[units.r1]\n[units.b1]\nat = [4600, 2750]\n[generals.rg1]\nat = [4600, 2850]",
                "generals.rg1.at",
                "he stands on b1, an enemy",
            ),
        ],
    );
}

#[test]
fn ageofwar_has_leaders_with_their_own_troops_in_play() {
    refuses(
        "ageofwar/sunagawa",
        &[
            (
                "[units.r1]\n[units.b1]\n[generals.rg1]\nwith = 'b1'",
                "generals.rg1",
                "he can only be with troops of his own side",
            ),
            (
                "[units.r1]\n[units.b1]\n[generals.rg1]\nwith = 'r2'",
                "generals.rg1.with",
                "r2 is not on the table",
            ),
            (
                "[units.r1]\n[units.r2]\nplace = 'routed'\n[units.b1]\n[generals.rg1]\nwith = 'r2'",
                "generals.rg1.with",
                "r2 is not on the table",
            ),
            (
                "[units.r1]\n[units.b1]\n[generals.rg1]\nplace = 'with'",
                "generals.rg1.place",
                "if and only if",
            ),
            (
                "[units.r1]\n[units.b1]\n[generals.rg1]\nplace = 'dead'\nwith = 'r1'",
                "generals.rg1.place",
                "if and only if",
            ),
            (
                "[units.r1]\n[units.b1]\n[camps.red]\ndaimyo = 'b1'",
                "camps.red.daimyo",
                "b1 is no unit of his side (9.3)",
            ),
            (
                "[units.r1]\n[units.b1]\n[camps.red]\ndaimyo = 'rg1'",
                "camps.red.daimyo",
                "rg1 is no unit of his side (9.3)",
            ),
            (
                "[units.r1]\n[units.b1]\n[camps.red]\ndaimyo = 'r2'",
                "camps.red.daimyo",
                "r2 is not on the table",
            ),
            (
                "[units.r1]\n[units.b1]\n[camps.red]\nmaku = 'captured'",
                "camps.red.daimyo",
                "his Maku is not on the table",
            ),
            (
                "[units.r1]\n[units.b1]\n[camps.red]\n\
                 messengers = [{ errand = 'on-way', at = [3000, 300], goal = 'blue_left' }]",
                "camps.red.messengers.0.goal",
                "blue_left is a clan of the enemy",
            ),
        ],
    );
}

#[test]
fn ageofwar_has_one_commander_in_the_front_rank() {
    refuses(
        "ageofwar/sunagawa",
        &[
            (
                "[units.r2]\nfiles = 2\nlayout = ['samurai_foot*', 'samurai_foot*']\n[units.b1]",
                "units.r2",
                "a unit has one commander",
            ),
            (
                "[units.r2]\nfiles = 2\nlayout = ['samurai_foot', 'samurai_foot', 'samurai_foot*']\n[units.b1]",
                "units.r2.layout",
                "the commander stands in the front rank (3.1)",
            ),
        ],
    );
}

#[test]
fn ageofwar_has_steps_of_the_active_side_only() {
    refuses(
        "ageofwar/sunagawa",
        &[
            (
                "step = { act = { unit = 'b1', activity = { ap = 2 } } }\n[units.r1]\n[units.b1]",
                "step.unit",
                "it is not the player turn of b1",
            ),
            (
                "active = 'blue'\nstep = { motivation = { unit = 'r1' } }\n[units.r1]\n[units.b1]",
                "step.unit",
                "it is not the player turn of r1",
            ),
            (
                "step = { act = { unit = 'rg1', activity = { ap = 2 } } }\n[units.r1]\n[units.b1]",
                "step.unit",
                "rg1 is no unit in play",
            ),
            (
                "step = { general-dice = { clan = 'blue_left' } }\n[units.r1]\n[units.b1]",
                "step.clan",
                "it is not the player turn of blue_left",
            ),
        ],
    );
}

#[test]
fn daimyo_has_everybody_on_the_table_and_foot_in_buildings() {
    assert_eq!(fault("daimyo/sunagawa", "[units.r1]\n[units.b1]\n"), "no fault");
    refuses(
        "daimyo/sunagawa",
        &[
            ("[units.r1]\nat = [100, 2800]\n[units.b1]", "units.r1", "it does not stand on the table"),
            (
                "[units.r1]\nat = [-500, 2800]\nmarks = ['routing']\n[units.b1]",
                "units.r1.at",
                "it does not stand on the table",
            ),
            (
                "[units.r1]\nat = [4000, 2800]\n[units.r2]\nat = [4100, 2800]\n[units.b1]",
                "units.r2",
                "it stands on r1",
            ),
            (
                "[units.r1]\nplace = 'T4'\n[units.b1]",
                "units.r1.place",
                "a building has room for 4 stands, not 6 (5.10)",
            ),
            (
                "[units.r2]\nplace = 'T4'\n[units.b2]\nplace = 'T4'",
                "units.b2.place",
                "r2 is in the building: one unit each (5.10)",
            ),
            ("[units.r6]\nplace = 'T4'\n[units.b1]", "units.r6.place", "only foot is in a building (5.10)"),
            (
                "[units.r1]\nplace = 'abandoned'\n[units.b1]",
                "units.r1.place",
                "only a gun is captured or abandoned",
            ),
            ("[units.r1]\nmarks = ['rooting']\n[units.b1]", "units.r1.marks.0", "did you mean `routing`"),
        ],
    );
}

#[test]
fn daimyo_has_leaders_with_their_own_and_the_active_clan_in_its_slot() {
    refuses(
        "daimyo/sunagawa",
        &[
            (
                "[units.r1]\n[units.b1]\n[leaders.r1l]\nat = [-100, 100]",
                "leaders.r1l.at",
                "he does not stand on the table",
            ),
            (
                "[units.r1]\n[units.b1]\nat = [11200, 4000]\nfacing = 180\n[leaders.r1l]\nat = [11200, 4100]",
                "leaders.r1l.at",
                "he stands in b1 (2.3)",
            ),
            ("[units.r1]\nleader = 'b1l'\n[units.b1]", "units.r1.leader", "he is a leader of the enemy"),
            ("[units.r1]\nleader = 'r2l'\n[units.b1]", "units.r1.leader", "he leads another clan"),
            ("[units.rhq]\nleader = 'r1l'\n[units.b1]", "units.rhq.leader", "nobody joins a headquarters"),
            (
                "[units.r1]\nleader = 'r1l'\n[units.r2]\nleader = 'r1l'\n[units.b1]",
                "units.r2.leader",
                "he is with another unit too",
            ),
            (
                "active = 'red'\ngroup = 'blue_left'\nstep = 'move'\n[units.r1]\n[units.b1]",
                "group",
                "blue_left is not of the active side",
            ),
            (
                "active = 'red'\ngroup = 'red_left'\n[step.manoeuvre]\nunit = 'r4'\n[step.manoeuvre.march]\n\
                 advanced = false\nbacked = false\nbonus = 0\nfiled = false\nleft = 1000\npaid = 0\nturned = false\n\
                 [units.r1]\n[units.r4]\n[units.b1]",
                "step.unit",
                "r4 is no unit of the active clan on the table",
            ),
        ],
    );
}
