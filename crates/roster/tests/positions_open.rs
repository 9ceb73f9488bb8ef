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
fn ageofwar_has_steps_and_errands_about_those_who_can_be_in_them() {
    let armies = "[units.r1]\n[units.b1]\n";
    let cases = [
        ("step = { allot = { dice = 0 } }", "step.allot.dice", "0 is not from 1 to"),
        ("step = { arrive = { unit = 'r1' } }", "step.unit", "r1 is not `late` (11)"),
        ("step = { commander = { unit = 'r1' } }", "step.unit", "r1 has its commander (4.2)"),
        ("step = { determination = { unit = 'r1' } }", "step.unit", "the general of red_left has no dice"),
        ("step = { new-general = { clan = 'red_left' } }", "step.clan", "red_left has its general (10.3)"),
        ("step = { ride = { messenger = 3 } }", "step.messenger", "a side has 3 messengers"),
        ("step = { accept = { unit = 'rg1', target = 'b1' } }", "step", "generals with a unit"),
        (
            "step = { fight = { fighters = [{ unit = 'r1', target = 'r1', stripped = 0, hits = 0, dead = [] }], \
             blow = 'dice', at = 0 } }",
            "step.fighters.0",
            "r1 is no enemy of r1",
        ),
        (
            "step = { fight = { fighters = [{ unit = 'r1', target = 'b2', stripped = 0, hits = 0, dead = [] }], \
             blow = 'dice', at = 0 } }",
            "step.fighters.0",
            "r1 and b2 are not both on the table",
        ),
        ("errands = [{ test = { unit = 'rg1', asked = false } }]", "errands.0", "rg1 is no unit in play"),
        ("errands = [{ watch = { unit = 'r1', target = 'r2' } }]", "errands.0", "r2 is no enemy of r1"),
        (
            "errands = [{ danger = { side = 0, messenger = 1, unit = 'r1' } }]",
            "errands.0",
            "r1 is no enemy of the messenger",
        ),
        (
            "errands = [{ shot = { unit = 'r2', target = 'b1', bases = 1, aim = 'hit', named = [], dead = [] } }]",
            "errands.0",
            "r2 has no missiles (6.4)",
        ),
    ];
    let cases: Vec<(String, &str, &str)> = cases
        .iter()
        .map(|(head, field, words)| (format!("{head}\n[units.r2]\n{armies}"), *field, *words))
        .collect();
    let cases: Vec<(&str, &str, &str)> =
        cases.iter().map(|(position, field, words)| (position.as_str(), *field, *words)).collect();
    refuses("ageofwar/sunagawa", &cases);
}

#[test]
fn unknown_names_and_keys_of_steps_and_errands_are_answered_with_those_there_are() {
    let armies = "[units.r1]\n[units.b1]\n";
    for (scenario, head, field, words) in [
        ("ageofwar", "step = 'motivat'", "step", "did you mean `motivate`"),
        ("ageofwar", "step = { acct = { unit = 'r1' } }", "step.acct", "did you mean `act`"),
        (
            "ageofwar",
            "step = { act = { unit = 'r1', activity = { ap = 1, app = 2 } } }",
            "step.act.activity.app",
            "did you mean `ap`",
        ),
        (
            "ageofwar",
            "step = { act = { unit = 'r1', activity = { ap = 300 } } }",
            "step.act.activity.ap",
            "300 is not from 0 to",
        ),
        ("ageofwar", "errands = [{ tests = { unit = 'r1' } }]", "errands.0.tests", "did you mean `test`"),
        ("ageofwar", "step = { act = { unit = 'r11' } }", "step.act", "`activity` is missing"),
        ("ageofwar", "step = { motivation = { unit = 'r11' } }", "step.motivation.unit", "no unit `r11`"),
        ("daimyo", "step = 'slott'", "step", "did you mean `slot`"),
        (
            "daimyo",
            "step = { activate = { group = 'red_left' } }",
            "step.activate",
            "did you mean `activation`",
        ),
        (
            "daimyo",
            "step = { activation = { group = 'red_left', need = 8 } }",
            "step.activation.need",
            "use group",
        ),
        ("daimyo", "errands = [{ rout = { units = 'r1' } }]", "errands.0.rout.units", "did you mean `unit`"),
        ("daimyo", "charges = [{ unit = 'r1', target = 'b1', wheels = 3 }]", "charges.0.wheels", "`wheel`"),
    ] {
        refuses(&format!("{scenario}/sunagawa"), &[(&format!("{head}\n{armies}"), field, words)]);
    }
}

#[test]
fn daimyo_has_steps_and_errands_about_those_who_can_be_in_them() {
    let cases = [
        (
            "step = { activation = { group = 'blue_left' } }",
            "step.group",
            "blue_left is not of the active side",
        ),
        (
            "step = { arrival = { group = 'red_left' } }",
            "step.group",
            "red_left does not arrive in this battle",
        ),
        ("group = 'red_left'\nstep = { rally-test = { unit = 'r1' } }", "step.unit", "r1 is not `routing`"),
        ("group = 'red_left'\nstep = { calm = { unit = 'r1' } }", "step.unit", "r1 is not `frenzied`"),
        ("step = { facing = { unit = 'r2', rallied = false } }", "step.unit", "r2 does not stand in order"),
        (
            "group = 'red_left'\nstep = { obedience = { unit = 'r1', wish = { charge = { target = 'r1' } } } }",
            "step.wish.charge.target",
            "r1 is no enemy of r1",
        ),
        ("group = 'red_left'\nstep = { answer = { charge = 0 } }", "step.charge", "was not declared"),
        (
            "group = 'red_left'\nstep = { volley = { unit = 'r1', made = 1, salvos = [{ target = 'b1', stands = 1, \
             effective = true, cover = false, hits = 0 }] } }",
            "step.made",
            "no salvo is left",
        ),
        (
            "group = 'red_left'\nstep = { volley = { unit = 'r1', made = 0, salvos = [{ target = 'r1', stands = 1, \
             effective = true, cover = false, hits = 0 }] } }",
            "step.salvos.0",
            "r1 is no enemy of r1",
        ),
        (
            "group = 'red_left'\nstep = { fight = { units = ['r1'], stage = 'blows', asked = [], blows = [], made = 0, \
             tally = [], muted = [], keen = [], sequels = [] } }",
            "step.units",
            "a melee has units of both sides",
        ),
        (
            "group = 'red_left'\nstep = { fight = { units = ['r1', 'b1'], stage = 'blows', asked = [], made = 0, \
             blows = [{ unit = 'r1', foe = 'b1', stands = 8, flank = false }], tally = [], muted = [], keen = [], \
             sequels = [] } }",
            "step.blows",
            "not the blows of units that stand so",
        ),
        ("step = { test = { unit = 'r2', reason = 'rally' } }", "step.unit", "r2 is not on the table"),
        ("errands = [{ pursuit = { unit = 'r1', router = 'r1' } }]", "errands.0", "r1 is no enemy of r1"),
        (
            "errands = [{ slaughter = { unit = 'r1', router = 'b1', stands = 8 } }]",
            "errands.0.stands",
            "8 stands: r1 has 6",
        ),
        (
            "errands = [{ peril = { leader = 'r1l', peril = 'shot' } }]\nleaders = { r1l = { life = 'dead' } }",
            "errands.0.leader",
            "r1l is not on the table",
        ),
    ];
    for (head, field, words) in cases {
        let position = format!("active = 'red'\n{head}\n[units.r1]\n[units.b1]\n");
        refuses("daimyo/sunagawa", &[(&position, field, words)]);
    }
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
