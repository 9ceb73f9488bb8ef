//! What a click means, and what is shown of a choice.

use kernel::{
    Ask, Lot, Notation, Play, Positions, Presentation, Rules, Scenes, Seat, Story, Thing, Viewer,
    data::parse_toml,
};
use yukimura::{Action, Position, Yukimura};

use crate::Built;

/// Plays on at random and looks at every question.
fn wander(rules: &Yukimura, seed: u64, inputs: usize, mut look: impl FnMut(&yukimura::State, Seat)) {
    let mut lot = Lot::new(seed);
    let mut state = rules.start(&mut Story::silent());
    for _ in 0..inputs {
        match rules.ask(&state) {
            Ask::Over(_) => return,
            Ask::Throw(roll) => {
                let pips: Vec<u8> = (0..roll.pool.dice()).map(|_| 1 + lot.below(6) as u8).collect();
                let fall = roll.pool.fall(&pips).expect("as many dice as wanted");
                rules.fall(&mut state, fall, &mut Story::silent());
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                look(&state, seat);
                let listed = rules.listed(&state, seat);
                // Few enough moves that units still fight.
                let enough = questions[0].kind() == "ask-move" && lot.below(25) == 0;
                let action = if enough { Action::Done } else { *lot.pick(&listed) };
                rules.play(&mut state, seat, &action, &mut Story::silent()).expect("it is listed");
            }
        }
    }
}

#[test]
fn a_click_on_what_a_choice_is_tied_to_means_that_choice() {
    let mut kinds = std::collections::BTreeSet::new();
    for (scenario, seed) in [("connected", 1), ("matabei", 2)] {
        let rules = Built::rules(scenario, None).expect("a built-in scenario");
        wander(&rules, seed, 700, |state, seat| {
            let listed = rules.listed(state, seat);
            let shown = rules.show_all(state, seat, &listed, Viewer::Everyone);
            for (action, shown) in listed.iter().zip(&shown).step_by(1 + listed.len() / 12) {
                assert_eq!(&rules.show(state, seat, action, Viewer::Everyone), shown);
                let tie = shown.tie.expect("every choice can be clicked");
                assert_eq!(rules.meant(state, seat, tie), Some(*action), "{}", rules.write_action(action));
                assert_eq!(rules.find(&rules.label(tie)), Some(tie));
                assert!(!rules.name(tie).en.is_empty());
                kinds.insert(shown.line.key);
            }
        });
    }
    for kind in ["do-entry", "do-move", "do-to", "do-done", "do-target", "do-back", "do-step", "do-halt"] {
        assert!(kinds.contains(kind), "{kind} was not met: {kinds:?}");
    }
}

#[test]
fn other_boards_and_buttons_mean_nothing() {
    let rules = Built::rules("yao", None).expect("a built-in scenario");
    let state = rules.start(&mut Story::silent());
    assert_eq!(rules.meant(&state, Seat(0), Thing::Button(99)), None);
    assert_eq!(rules.meant(&state, Seat(0), Thing::Spot(1, 1)), None);
    assert!(!rules.overlays(&state, Viewer::Seat(Seat(0))).is_empty(), "threats can be laid over the board");
    assert_eq!(rules.grounds().len(), 1);
}

fn placed(rules: &Yukimura, text: &str) -> yukimura::State {
    let position: Position = parse_toml("position", text).expect("a position");
    rules.place(position).expect("a position that can be")
}

/// 14-2(6), 7-2-2
#[test]
fn a_choice_shows_its_cost_and_warns() {
    let rules = Built::rules("yao", None).expect("a built-in scenario");
    let state = rules.start(&mut Story::silent());
    let shown = |state: &yukimura::State, text: &str| {
        let action = rules.read_action(text).expect("an action");
        rules.show(state, Seat(0), &action, Viewer::Everyone)
    };
    assert_eq!(shown(&state, "move ii_G1").warning.expect("a leader must not move").key, "warn-collapse");
    assert_eq!(shown(&state, "move ii_F1").warning, None);
    // Flat ground without a road.
    let rules = Built::rules("domyoji", None).expect("a built-in scenario");
    let picked = placed(&rules, "picked = \"mizuno_F1\"\n[units]\nmizuno_F1 = \"0101\"\n");
    for (text, cost) in [("to 0102", 1), ("to 0103", 2)] {
        let action = rules.read_action(text).expect("an action");
        assert_eq!(rules.show(&picked, Seat(0), &action, Viewer::Everyone).cost, Some(cost));
    }
}

/// 11-1, 11-2-1
#[test]
fn a_retreat_warns_of_friends_on_its_way_and_habit_takes_the_gentlest() {
    let rules = Built::rules("domyoji", None).expect("a built-in scenario");
    let text = "active = \"osaka\"\nphase = \"melee\"\n[fight]\ntarget = \"mizuno_R1\"\nheld = \"3012\"\n\
         attackers = [\"goto_F1\"]\nfate = \"retreated\"\npath = [\"3012\"]\n\
         stage.retreat = { unit = \"mizuno_R1\", from = \"3012\", walked = 0, need = 2, why = \"own\" }\n\
         [units]\ngoto_F1 = \"3011\"\nmizuno_R1 = \"3012\"\nmizuno_F1 = \"3013\"\nmizuno_F2 = \"3014\"\n";
    let state = placed(&rules, text);
    let warning = |text: &str| {
        let action = rules.read_action(text).expect("an action");
        assert!(rules.judge(&state, Seat(0), &action).is_ok(), "{text}");
        let shown = rules.show(&state, Seat(0), &action, Viewer::Everyone);
        (shown.line.key, shown.warning.map(|line| line.key))
    };
    // The end beyond both friends, a single step onto the first, and an end that a gentler way leads to.
    assert_eq!(warning("back 3014"), ("do-back", Some("warn-friends")));
    assert_eq!(warning("back 3013"), ("do-step", Some("warn-friend")));
    assert_eq!(warning("back 3114"), ("do-back", None));
    assert_eq!(warning("back 3113"), ("do-step", None));
    let habit = rules.habit(&state, Seat(0));
    let shown = rules.show(&state, Seat(0), &habit, Viewer::Everyone);
    assert_eq!((shown.line.key, shown.warning), ("do-back", None));
}

/// The words that may answer a question of each kind.
const ANSWERS: &[(&str, &[&str])] = &[
    ("ask-entry", &["entry"]),
    ("ask-move", &["move", "enter", "done"]),
    ("ask-defence", &["target", "done"]),
    ("ask-fire", &["target", "done"]),
    ("ask-melee", &["target", "done"]),
    ("ask-to", &["to", "off"]),
    ("ask-enter", &["to", "off"]),
    ("ask-firers", &["with", "all", "go", "target"]),
    ("ask-attackers", &["with", "all", "go", "target"]),
    ("ask-order", &["check"]),
    ("ask-retreat", &["back"]),
    ("ask-displaced", &["back"]),
    ("ask-stack", &["shift"]),
    ("ask-advance", &["advance", "halt"]),
    ("ask-advance-to", &["to"]),
];

/// 0-2
#[test]
fn what_does_not_fit_the_question_is_refused_as_not_asked() {
    const WORDS: [&str; 15] = [
        "entry HEX",
        "move UNIT",
        "enter FORCE",
        "to HEX",
        "off",
        "done",
        "target UNIT",
        "with UNIT",
        "all",
        "go",
        "check UNIT",
        "back HEX",
        "shift UNIT",
        "advance UNIT",
        "halt",
    ];
    let mut met = std::collections::BTreeSet::new();
    let mut lot = Lot::new(5);
    for (scenario, seed) in [("connected", 4), ("yao", 6), ("matabei", 8)] {
        let rules = Built::rules(scenario, None).expect("a built-in scenario");
        wander(&rules, seed, 1_500, |state, seat| {
            let Ask::Choose(questions) = rules.ask(state) else { unreachable!("a question was looked at") };
            let kind = questions[0].kind();
            let (_, answers) = ANSWERS.iter().find(|(known, _)| *known == kind).expect(kind);
            let listed = rules.listed(state, seat);
            met.insert(kind);
            // A unit in contact is the likeliest to be taken for an answer.
            let unit = |n: usize| rules.units[n].id.clone();
            let of_list = listed.iter().map(|action| rules.write_action(action)).collect::<Vec<_>>();
            let units = of_list
                .iter()
                .filter_map(|text| text.split(' ').nth(1))
                .filter(|id| rules.unit_named(id).is_some());
            let candidates: Vec<String> =
                units.take(3).map(str::to_owned).chain([unit(lot.below(rules.units.len()))]).collect();
            for word in WORDS {
                let first = word.split(' ').next().expect("a word");
                for id in &candidates {
                    let hex =
                        rules.atlas.label(hexmap::HexId(lot.below(rules.atlas.len()) as u16)).to_string();
                    let text =
                        word.replace("UNIT", id).replace("HEX", &hex).replace("FORCE", &rules.forces[0].id);
                    let action = rules.read_action(&text).expect("an action");
                    let judged = rules.judge(state, seat, &action);
                    assert_eq!(judged.is_ok(), listed.contains(&action), "{text} at {kind}");
                    if let Some(no) = judged.err().filter(|_| !answers.contains(&first)) {
                        assert_eq!(no.rule.0, "0-2", "{text} at {kind}: {:?}", no.line);
                    }
                    if !word.contains(' ') {
                        break;
                    }
                }
            }
            let other = Seat(1 - seat.0);
            let refused = rules.judge(state, other, &listed[0]).expect_err("the other seat is not asked");
            assert_eq!(refused.rule.0, "0-1");
        });
    }
    assert!(met.len() >= 11, "{met:?}");
}
