//! Test positions: the verdict is right, wrong or insane, and a position without conditions is a fault.

use bots::{
    Level,
    protocol::{Query, Reply},
};
use kernel::{
    Ask, Dice, Fair, Move, Play, Setup, Story, System,
    test_position::{TestPosition, Verdict},
};

const FILE: &str = "yukimura/positions/twin.toml";

/// One foot unit of the East may move or stay. The passive script stays.
fn test(conditions: &str) -> TestPosition {
    let text = format!(
        r#"
        rule = ["7"]
        title = "Move"
        why = "To be seen."
        scenario = "domyoji"
        seat = 0
        {conditions}
        [position]
        active = "east"
        phase = "movement"
        [position.units]
        mizuno_F1 = "4006"
        goto_F1 = "3407"
        "#
    );
    TestPosition::parse(FILE, &text).unwrap()
}

fn verdict(conditions: &str, level: &str) -> Verdict {
    let level: Level = level.parse().unwrap();
    let system = roster::find("yukimura").unwrap();
    system.try_test(&roster::built_in(), FILE, &test(conditions), &level).unwrap().verdict
}

#[test]
fn a_script_that_stays_is_right_wrong_or_insane_as_the_position_says() {
    let moves = r#"right = [{ moved = ["mizuno_F1"] }]"#;
    let stays =
        r#"right = [{ stayed = ["mizuno_*"], stand = [{ units = ["mizuno_F1"], places = ["4006"] }] }]"#;
    assert_eq!(verdict(stays, "script:passive"), Verdict::Right);
    assert_eq!(verdict(moves, "script:passive"), Verdict::Wrong);
    assert_eq!(verdict(moves, "script:rusher"), Verdict::Right);
    // The twin: what the script does is also insane, and that outweighs what is right.
    let insane = format!(r#"{stays}{}insane = [{{ played = ["done"], not_played = ["move"] }}]"#, "\n");
    assert_eq!(verdict(&insane, "script:passive"), Verdict::Insane);
    assert_ne!(verdict(&insane, "script:rusher"), Verdict::Insane);
}

#[test]
fn distances_and_counts_are_held_against_the_board() {
    // 4006 and 3407 are seven columns apart.
    let near = |within: i32, count: &str| {
        format!(
            r#"right = [{{ stand = [{{ units = ["mizuno_F1"], near = "goto_F1", within = {within}{count} }}] }}]"#
        )
    };
    assert_eq!(verdict(&near(7, ""), "script:passive"), Verdict::Right);
    assert_eq!(verdict(&near(5, ""), "script:passive"), Verdict::Wrong);
    assert_eq!(verdict(&near(5, ", most = 0"), "script:passive"), Verdict::Right);
    assert_eq!(
        verdict(r#"right = [{ state = { "units.mizuno_F1" = "4006" } }]"#, "script:passive"),
        Verdict::Right
    );
}

#[test]
fn a_condition_about_nothing_is_a_fault() {
    let (system, data) = (roster::find("yukimura").unwrap(), roster::built_in());
    for conditions in [
        r#"right = [{ stayed = ["nobody_F1"] }]"#,
        r#"right = [{ stand = [{ units = ["mizuno_F1"], places = ["9999"] }] }]"#,
        r#"right = [{ stand = [{ units = ["mizuno_F1"], near = "nothing", within = 2 }] }]"#,
        r#"right = [{ stand = [{ units = ["mizuno_F1"], box = [0, 0, 9, 9] }] }]"#,
    ] {
        let test = test(conditions);
        let mut table = system.open_test(&data, &test).unwrap();
        assert_eq!(test.check(FILE, &mut *table).len(), 1, "{conditions}");
    }
    let other = TestPosition { seat: 1, ..test(r#"right = [{ stayed = ["mizuno_F1"] }]"#) };
    let mut table = system.open_test(&data, &other).unwrap();
    assert!(other.check(FILE, &mut *table)[0].to_string().contains("seat 1 is not asked"));
}

/// A level that serves the protocol answers with listed actions in every system, and as it would have played at the
/// table.
fn check_protocol<R: System>(scenario: &str) {
    const DECISIONS: usize = 12;
    let data = roster::built_in();
    let rules = R::open(&data, &Setup::plain(R::NAME, scenario, R::REVISION)).unwrap();
    let mut bot = bots::bot::<R>(&Level::Random, 5).unwrap();
    let (mut dice, mut throws) = (Fair::new(3), 0);
    let mut state = rules.start(&mut Story::silent());
    let (mut input, mut listed) = (String::new(), Vec::new());
    let mut hashes = Vec::new();
    while listed.len() < DECISIONS {
        match rules.ask(&state) {
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let actions = rules.listed(&state, seat);
                let query = Query::new(&rules, &state, seat, &actions, 5);
                let game = query.game.clone().unwrap();
                let position = serde_json::from_value(game.position).unwrap();
                hashes.push((rules.hash(&state), rules.hash(&rules.place(position).unwrap())));
                input += &(serde_json::to_string(&query).unwrap() + "\n");
                listed.push(query.actions);
                let action = bot.choose(&rules, &state, seat);
                rules.carry_out(&mut state, Move::Act(seat, action), &mut Story::silent());
            }
            Ask::Throw(roll) => {
                throws += 1;
                let fall = roll.pool.fall(&dice.throw(roll.pool, throws).unwrap()).unwrap();
                rules.fall(&mut state, fall, &mut Story::silent());
            }
            Ask::Over(_) => break,
        }
    }
    for (here, there) in hashes {
        assert_eq!(here, there, "{}: the position was not understood", R::NAME);
    }
    let mut output = Vec::new();
    roster::protocol::serve(&data, &Level::Steady, &[], input.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert_eq!(output.lines().count(), listed.len());
    for (actions, answer) in listed.iter().zip(output.lines()) {
        match serde_json::from_str(answer).unwrap() {
            Reply::Action(action) => assert!(actions.contains(&action), "{}: {action}", R::NAME),
            Reply::Error(why) => panic!("{}: {why}", R::NAME),
        }
    }
}

#[test]
fn a_level_answers_over_the_protocol_in_every_system() {
    check_protocol::<yukimura::Yukimura>("yao");
    check_protocol::<gunyuden::Gunyuden>("tennozan");
    check_protocol::<summits::Summits>("tennozan");
    check_protocol::<daimyo::Daimyo>("sunagawa");
    check_protocol::<ageofwar::AgeOfWar>("sunagawa");
}
