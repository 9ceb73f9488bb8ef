//! Positions that no game reaches are refused with the field and the reason.

use kernel::{Ask, Fault, Move, Notation, Play as _, Positions, Rules, Seat, Story};
use summits::{Summits, state::State};
use toml::{Table, Value};

use crate::Built;

/// Takayama and Nakagawa can fire at Tsuda, and move in.
const YAMAZAKI: &str = r#"
hands.hideyoshi = "CA AS FI RA"
hands.anti = "AM RA"
units.yamazaki = ["takayama", "takayama_1..2", "nakagawa", "nakagawa_1..2"]
units.minase = ["kimura"]
units.yamazaki_higashi = ["tsuda", "akechi_11..12"]
"#;

/// Saito attacks Takayama, who can retreat to two areas.
const RETREAT: &str = r#"
active = "anti"
back = ["takayama"]
hands.hideyoshi = "RA"
hands.anti = "RA FI"
control.hideyoshi = ["takaradera_kita", "takaradera_minami", "kitsune_watashi"]
control.anti = ["yamazaki", "tennozan", "onbozuka"]
units.yamazaki = ["takayama", "saito", "akechi_7..8"]
units.onbozuka = ["mitsuhide"]
"#;

/// Hidenaga's group comes.
const TRACK: &str = r#"
hands.hideyoshi = "RE"
hands.anti = "FI"
units.track = ["hidenaga", "hashiba_13..17"]
units.minase = ["takayama"]
"#;

fn open(options: &[(&str, &str)]) -> Summits {
    let setup = Built::setup_with("tennozan", options);
    <Summits as kernel::System>::open(&Built::data(), &setup).unwrap_or_else(|faults| panic!("{faults}"))
}

fn place(rules: &Summits, position: &Table) -> Result<State, Fault> {
    rules.place(position.clone().try_into().expect("the fields of a position"))
}

/// The position after these actions; a number is the pips of both dice.
fn after(rules: &Summits, position: &str, inputs: &[&str]) -> Table {
    let mut state = place(rules, &position.parse().unwrap()).unwrap_or_else(|fault| panic!("{fault}"));
    let mut story = Story::silent();
    for input in inputs {
        match rules.ask(&state) {
            Ask::Throw(roll) => {
                let pip = input.parse().unwrap_or_else(|_| panic!("dice are wanted, not {input}"));
                let fall = roll.pool.fall(&[pip, pip]).expect("pips of two dice");
                rules.carry_out(&mut state, Move::Fall(fall), &mut story);
            }
            Ask::Choose(questions) => {
                let action = rules.read_action(input).unwrap();
                let played = rules.play(&mut state, questions[0].seat, &action, &mut story);
                played.unwrap_or_else(|refusal| panic!("{input}: {refusal:?}"));
            }
            Ask::Over(_) => panic!("it is over before {input}"),
        }
    }
    toml::to_string(&rules.position(&state)).expect("plain data").parse().unwrap()
}

fn set(table: &mut Table, path: &str, value: Value) {
    match path.split_once('.') {
        Some((key, rest)) => {
            let below = table.entry(key).or_insert_with(|| Value::Table(Table::new()));
            set(below.as_table_mut().expect("a table on the way"), rest, value);
        }
        None => _ = table.insert(path.to_owned(), value),
    }
}

/// Each change of a sound position is refused in this field, for this reason.
fn refuses(rules: &Summits, sound: &Table, changes: &[(&str, &str, &str, &str)]) {
    place(rules, sound).unwrap_or_else(|fault| panic!("the sound position: {fault}"));
    for &(path, value, field, why) in changes {
        let mut changed = sound.clone();
        let value: Table = format!("it = {value}").parse().unwrap();
        set(&mut changed, path, value["it"].clone());
        match place(rules, &changed) {
            Ok(_) => panic!("{path} = {value} was taken"),
            Err(fault) => {
                assert_eq!(fault.field.as_deref(), Some(field), "{path} = {value}: {fault}");
                assert!(fault.message.contains(why), "{path} = {value}: {fault}");
            }
        }
    }
}

#[test]
fn a_position_between_plays_that_no_game_reaches_is_refused() {
    let rules = open(&[]);
    let sound: Table = YAMAZAKI.parse().unwrap();
    refuses(
        &rules,
        &sound,
        &[
            ("turn", "0", "turn", "the first turn is 1"),
            ("hideyoshi", "2", "hideyoshi", "seats are 0 and 1"),
            ("back", "[\"saito\"]", "back", "saito not on the map"),
            ("used.FI", "[\"tsuda\"]", "used", "`strict_same_type_per_unit`"),
            ("cuts", "[\"river\"]", "cuts", "no cut `river`"),
            ("marker", "7", "marker", "the track has 6"),
            ("layout", "[\"R1\", \"R2\"]", "layout", "each group lies on the track once"),
            ("layout", "[\"R1\", \"R1\", \"R3\", \"R4\", \"R5\", \"R6\"]", "layout", "once: R1, R2, R3"),
            ("units.waiting", "[\"hidenaga\"]", "units.waiting", "hidenaga of no group that the marker"),
            ("units.track", "[\"saito\"]", "units.track", "saito of no group that is still to come"),
            ("bids", "[3, 0]", "bids", "only made in the auction"),
            ("bids", "[13, 0]", "bids", "at most 12"),
            ("phase", "\"auction\"", "hands", "before the phase `hands`"),
            ("phase", "\"tie\"", "bids", "a tie has two equal bids"),
            ("phase", "\"hands\"", "hands", "both hands are chosen"),
            ("phase", "\"order\"", "phase", "nobody controls `tennozan`"),
            ("hands.anti", "\"RE\"", "hands", "1 of `RE` in hand and open; at most 0"),
            ("hands.anti", "\"AM AM AM\"", "hands", "3 of `AM` in hand and open; at most 2"),
            (
                "open.hideyoshi",
                "\"CA CA CA AS AS\"",
                "hands",
                "9 cards in hand and open; a hand has at most 8",
            ),
        ],
    );
    let mut auction: Table = "phase = \"auction\"\nunits.minase = [\"kimura\"]".parse().unwrap();
    set(&mut auction, "bids", Value::Array(vec![Value::Integer(3), Value::Integer(0)]));
    refuses(&rules, &auction, &[("bids", "[3, 4]", "bids", "both have bid")]);
}

#[test]
fn a_play_whose_cards_do_not_give_its_actions_is_refused() {
    let rules = open(&[]);
    let sound = after(&rules, YAMAZAKI, &["play CA AS FI"]);
    refuses(
        &rules,
        &sound,
        &[
            ("phase", "\"order\"", "phase", "nobody controls"),
            ("over", "{ winner = 0, by = \"time\" }", "play", "the game is over"),
            ("play.cards", "\"CA CA\"", "play.cards", "`CA` twice"),
            ("play.cards", "\"RA\"", "play.cards", "`RA` is not among the open cards"),
            ("play.cards", "\"CA AS\"", "play.pending", "`FI` fills no action"),
            ("play.pending", "\"FI RA\"", "play.pending", "`RA` fills no action"),
            ("play.free_rally", "true", "play.free_rally", "no Rally that takes up no action"),
            ("play.plain", "3", "play.plain", "3 plain actions; this play has 2"),
            ("play.plain", "1", "play.plain", "groups have 3 actions left, and 2"),
            ("play.groups", "3", "play.groups", "3 groups act and are to come; this play has 2"),
            ("play.groups", "0", "play.assault", "no group of this play"),
            ("play.acted", "[\"tsuda\"]", "play.acted", "tsuda of the side that is not active"),
            ("play.step", "\"group\"", "play.group", "no group acts"),
        ],
    );
    let mut ended = sound;
    set(&mut ended, "play.assault", Value::Boolean(false));
    refuses(&rules, &ended, &[("play.groups", "0", "play.groups", "no group is left to pick")]);
}

#[test]
fn a_group_that_cannot_have_been_formed_is_refused() {
    let rules = open(&[]);
    let sound = after(&rules, YAMAZAKI, &["play CA AS FI", "assault yamazaki"]);
    refuses(
        &rules,
        &sound,
        &[
            ("play.step", "\"pick\"", "play.group", "a group acts, so none is picked"),
            ("play.step", "\"window\"", "play.step", "expected the step `group`"),
            ("play.group.units", "[\"tsuda\"]", "play.group.units", "tsuda of the side that is not active"),
            ("play.group.units", "[\"kimura\"]", "play.group.units", "kimura cannot act"),
            ("play.group.took", "[\"kimura\"]", "play.group.took", "kimura not in the group"),
            ("play.group.actions", "1", "play.group.actions", "1 actions left of 2 for a group that has not"),
            ("play.group.assault", "false", "play.group.actions", "2 actions left of 1"),
            ("play.assault", "true", "play.plain", "groups have 4 actions left"),
            ("play.group.area", "\"track\"", "play.group.area", "`track` is no area of the map"),
            ("play.group.area", "\"hirose\"", "play.group.units", "nobody in `hirose` can act"),
            ("play.group.area", "\"waiting\"", "play.group.area", "a group beside the map"),
            ("play.group.arrives", "true", "play.group.arrives", "on the map already"),
            ("play.group.came", "\"minase\"", "play.group.came", "cannot have come to `yamazaki`"),
        ],
    );
    let sound = after(&rules, TRACK, &["play RE"]);
    refuses(
        &rules,
        &sound,
        &[
            ("active", "\"anti\"", "play.cards", "`RE` is not among the open cards of anti"),
            ("play.group.units", "[\"takayama\"]", "play.group.units", "units that wait there"),
            ("play.group.units", "[]", "play.group.units", "units that wait there"),
            ("play.group.fixed", "false", "play.group.area", "is fixed"),
            ("play.group.came", "\"minase\"", "play.group.area", "has left no area"),
            ("play.pending", "\"\"", "play.plain", "groups have 1 actions left, and 0"),
        ],
    );
}

#[test]
fn an_attack_that_cannot_have_been_declared_is_refused() {
    let rules = open(&[]);
    let fire = ["play CA AS FI", "assault yamazaki", "fire yamazaki_higashi"];
    let sound = after(&rules, YAMAZAKI, &fire);
    let step = "play.step.strike.attack";
    let changes = |changes: &[(&str, &'static str, &'static str, &'static str)]| {
        changes
            .iter()
            .map(|&(path, value, field, why)| (format!("{step}.{path}"), value, field, why))
            .collect::<Vec<_>>()
    };
    let list = changes(&[
        ("side", "\"anti\"", "play.step.side", "made by hideyoshi"),
        ("from", "\"minase\"", "play.step.from", "where the group is"),
        ("target", "\"hirose\"", "play.step.target", "cannot be attacked from `yamazaki`"),
        ("target", "\"takaradera_minami\"", "play.step.target", "no enemy in `takaradera_minami`"),
        ("units", "[\"kimura\"]", "play.step.units", "kimura cannot attack"),
        ("units", "[]", "play.step.units", "only generals attack"),
        ("kind", "\"attack\"", "play.step.target", "cannot be attacked"),
        ("slope", "1", "play.step.slope", "over such a slope"),
        ("pooled", "3", "play.step.pooled", "no damage can be pooled"),
        ("made", "2", "play.step.made", "none is left"),
        ("made", "3", "play.step.made", "3 rolls are made of 2"),
        ("blows", "[\"kimura 0\"]", "play.step.blows", "kimura is no general of this attack"),
        ("blows", "[\"takayama 2\", \"takayama 0\"]", "play.step.blows", "takayama strikes twice"),
        ("blows", "[\"takayama 30\"]", "play.step.blows", "takayama leads 30; at most"),
        ("blows", "[\"volley takayama 2\"]", "play.step.blows", "no combat units of takayama strike by"),
    ]);
    let borrowed: Vec<_> =
        list.iter().map(|(path, value, field, why)| (path.as_str(), *value, *field, *why)).collect();
    refuses(&rules, &sound, &borrowed);
    refuses(
        &rules,
        &sound,
        &[("play.pending", "\"FI\"", "play.step.kind", "the card of this attack is not played")],
    );
}

#[test]
fn damage_that_nobody_has_to_take_is_refused() {
    let rules = open(&[]);
    let sound = after(&rules, RETREAT, &["down RA", "area yamazaki", "attack", "1"]);
    refuses(
        &rules,
        &sound,
        &[
            ("play.step.retreat.points", "0", "play.step.points", "no points of damage"),
            ("play.step.retreat.unit", "\"saito\"", "play.step.unit", "saito does not have to retreat"),
            ("play.step.retreat.attack.made", "0", "play.step.made", "no roll is made"),
            ("back", "[]", "play.step.unit", "takayama does not have to retreat"),
            ("control.hideyoshi", "[\"minase\"]", "play.step.unit", "takayama does not have to retreat"),
            ("units.yamazaki", "[\"saito\", \"akechi_7..8\"]", "back", "takayama not on the map"),
        ],
    );
}

#[test]
fn an_ambush_that_nobody_can_spring_is_refused() {
    let rules = open(&[]);
    let moved = ["play CA AS FI", "assault yamazaki", "to yamazaki_higashi"];
    let window = after(&rules, YAMAZAKI, &moved);
    refuses(
        &rules,
        &window,
        &[
            ("hands.anti", "\"\"", "play.step", "an enemy without cards"),
            (
                "units.yamazaki_higashi",
                "[\"takayama\", \"takayama_1..2\", \"nakagawa\", \"nakagawa_1..2\"]",
                "control",
                "only units of hideyoshi",
            ),
        ],
    );
    let muster = after(&rules, YAMAZAKI, &[moved.as_slice(), &["muster"]].concat());
    refuses(
        &rules,
        &muster,
        &[
            ("play.step.muster.attack.kind", "\"attack\"", "play.step.kind", "only for an ambush"),
            ("play.step.muster.attack.units", "[\"takayama\"]", "play.step.units", "takayama cannot attack"),
            (
                "play.step.muster.attack.blows",
                "[\"tsuda 1\"]",
                "play.step.blows",
                "after the ambushing group",
            ),
        ],
    );
    let marshal = after(&rules, YAMAZAKI, &[moved.as_slice(), &["muster", "marshal"]].concat());
    refuses(
        &rules,
        &marshal,
        &[
            ("play.step.marshal.attack.made", "1", "play.step.made", "1 rolls are made of 0"),
            ("open.anti", "\"\"", "play.step.kind", "the card of this attack is not played"),
        ],
    );
}

/// A unit that is not on the track does not come with its group: it would be in two places.
#[test]
fn only_units_on_the_track_arrive() {
    let rules = open(&[]);
    let text = TRACK.replace("units.minase", "units.hirose = [\"hashiba_18\"]\nunits.minase");
    let text = text.replace("\"hashiba_13..17\"", "\"hashiba_13..16\"").replace("hashiba_18", "hashiba_17");
    let arrived = after(&rules, &text, &["play RE"]);
    let units = arrived["units"].as_table().unwrap();
    assert_eq!(units["hirose"].to_string(), "[\"hashiba_17\"]");
    assert_eq!(units["waiting"].to_string(), "[\"hidenaga\", \"hashiba_13..16\"]");
    let state = place(&rules, &arrived).unwrap();
    assert!(rules.listed(&state, Seat(0)).len() > 1);
}
