//! Positions that cannot come about in play are refused, with the field and what to do.

use crate::Built;

#[track_caller]
fn refuses(scenario: &str, position: &str, expected: &str) {
    let told = match Built::rules(scenario, Some(position)) {
        Ok(_) => "it is accepted".to_owned(),
        Err(faults) => faults.to_string(),
    };
    assert_eq!(told, expected, "{scenario}\n{position}");
}

const HORI: &str = "[units]\nhori_hidemasa = '4415'\n";

#[test]
fn nobody_leads_whom_the_rules_forbid() {
    for (forces, expected) in [
        (
            "hori_hidemasa = ['hashiba_hideyoshi']",
            "forces.hori_hidemasa: it does not rank above hashiba_hideyoshi (9-2-3)",
        ),
        (
            "hori_hidemasa = ['tsugawa_yoshifuyu']",
            "forces.hori_hidemasa: tsugawa_yoshifuyu is of another army (9-2-6)",
        ),
        ("hori_hidemasa = ['sakuma_morimasa']", "forces.hori_hidemasa: sakuma_morimasa is an enemy"),
        (
            "hori_hidemasa = ['okuda_naomasa', 'ogawa_suketada', 'taga_hideie', 'yamazaki_kataie', \
             'asano_nagamasa', 'kato_mitsuyasu', 'horio_yoshiharu']",
            "forces.hori_hidemasa: 7 units for 6 command boxes: leave some out (9-2-1)",
        ),
    ] {
        refuses("shizugatake", &format!("{HORI}[forces]\n{forces}"), &format!("position: {expected}"));
    }
    refuses(
        "shizugatake",
        "[units]\nokuda_naomasa = '4415'\n[forces]\nokuda_naomasa = ['taga_hideie']",
        "position: forces.okuda_naomasa: it is no commander (13-1-1)",
    );
    // In a fight men without a commander keep together (9-1), but not while one is only taken in hand.
    refuses(
        "shizugatake",
        "[units]\nokuda_naomasa = '4415'\n[forces]\nokuda_naomasa = ['taga_hideie']\n\
         [[frames]]\nhand = { force = 'okuda_naomasa', refused = false }",
        "position: forces.okuda_naomasa: it is no commander (13-1-1)",
    );
}

#[test]
fn a_garrison_is_in_a_castle_of_its_side_all_of_a_force_together() {
    refuses(
        "shizugatake",
        "holed = ['hori_hidemasa']\n[units]\nhori_hidemasa = '5120'",
        "position: holed: hori_hidemasa cannot be inside kuwana_jo, which is not of its side (16.0)",
    );
    refuses(
        "shizugatake",
        "holed = ['iwama_santaro']\n[units]\niwama_santaro = '5120'\n\
         [castles]\nkuwana_jo = { owner = 'nobody', durability = 0 }",
        "position: holed: iwama_santaro cannot be inside kuwana_jo, which is a ruin (21-1(1))",
    );
    refuses(
        "shizugatake",
        "holed = ['okuda_naomasa']\n[units]\nhori_hidemasa = '4415'\n[forces]\nhori_hidemasa = ['okuda_naomasa']",
        "position: holed: okuda_naomasa and hori_hidemasa, who leads it, are both inside or both outside (16.0)",
    );
    refuses(
        "shizugatake",
        "holed = ['hori_hidemasa']\n[units]\nhori_hidemasa = '4516'",
        "position: holed: there is no castle where hori_hidemasa is, 4516 (16.0)",
    );
}

#[test]
fn a_castle_that_stands_has_an_owner_and_a_ruin_has_none() {
    refuses(
        "shizugatake",
        &format!("{HORI}[castles]\nkuwana_jo = {{ owner = 'nobody' }}"),
        "position: castles.kuwana_jo: a castle that stands has an owner: name a house (21-1(1))",
    );
    refuses(
        "shizugatake",
        &format!("{HORI}[castles]\nkuwana_jo = {{ durability = 0 }}"),
        "position: castles.kuwana_jo: a ruin has no owner: set `owner` to nobody (21-1(1))",
    );
}

#[test]
fn a_surround_has_the_strength_it_needs() {
    refuses(
        "shizugatake",
        "surrounding = ['hori_hidemasa']\n[units]\nhori_hidemasa = '5120'",
        "position: surrounding: to surround kuwana_jo takes strength 10, there is 2 (18-1)",
    );
    refuses(
        "shizugatake",
        &format!("surrounding = ['hori_hidemasa']\n{HORI}"),
        "position: surrounding: hori_hidemasa stands before no enemy castle (17-1-1)",
    );
}

#[test]
fn nobody_is_where_the_scenario_lets_nobody_be() {
    let closed = closed_hex();
    refuses(
        "tennozan",
        &format!("[units]\nhori_hidemasa = '{closed}'"),
        "position: units.hori_hidemasa: this part of the map is closed: name another hex (36.1)",
    );
    for place in ["beside-shibata", "beside-hashiba"] {
        refuses(
            "tennozan",
            &format!("[units]\nhori_hidemasa = '{place}'"),
            "position: units.hori_hidemasa: its army does not wait there: name a hex (32-2)",
        );
    }
    refuses(
        "shizugatake",
        "[units]\nhori_hidemasa = 'unplaced'",
        "position: units.hori_hidemasa: it is placed before play begins: name a hex (36.4)",
    );
}

/// A hex of Mikawa on which somebody could stand.
fn closed_hex() -> String {
    let rules = Built::rules("tennozan", None).unwrap_or_else(|faults| panic!("{faults}"));
    let ground = &rules.ground;
    let is_closed =
        |hex: &hexmap::HexId| rules.scenario.closed[hex.index()] && ground.terrain[hex.index()].is_open();
    let hex = ground.atlas.hexes().find(is_closed).expect("Mikawa is closed");
    ground.atlas.label(hex).to_string()
}

#[test]
fn a_lord_has_the_counters_of_one_side_once_he_has_chosen() {
    refuses(
        "tennozan",
        "happened = ['lord-3']\n[units]\ntakayama_ukon = '3223'\ntakayama_ukon_akechi = '3220'\n\
         [castles]\ntakatsuki_jo = { owner = 'takayama' }",
        "position: units: takayama_ukon and takayama_ukon_akechi are counters of one lord: leave one out (35.7)",
    );
    refuses(
        "tennozan",
        "[units]\ntakayama_ukon = '3223'",
        "position: units.takayama_ukon: its lord waits: add `lord-3` to `happened` (35.7)",
    );
}

#[test]
fn the_phase_is_one_of_the_scenario_and_fits_the_stage() {
    for (head, expected) in [
        ("phase = 'situation-99'", "phase: there are 4 changes of the situation: 0 to 4"),
        ("phase = 'checks-99'", "phase: there are 82 castles: 0 to 82"),
        ("stage = 0", "stage: an operation phase is in stage 1 to 4 (4-1-2)"),
        ("phase = 'situation-0'\nstage = 1", "stage: the situation changes in stage 0 (4-1-1)"),
        ("phase = 'deploy'\nstage = 2", "stage: a side sets up in stage 0 (36.4)"),
        ("phase = 'deploy'\ninning = 2", "inning: a side sets up before the first inning (36.4)"),
        ("happened = ['peace']", "happened: `peace` cannot happen in this scenario"),
        (
            "over = { winner = 'anti', lead = 0 }",
            "over: a game is over in inning 12, stage 4, phase checks-0, without frames (36.2)",
        ),
    ] {
        refuses("shizugatake", &format!("{head}\n{HORI}"), &format!("position: {expected}"));
    }
}

#[test]
fn a_frame_speaks_of_forces_in_play_of_enemies_and_of_castles() {
    for (frame, expected) in [
        (
            "hand = { force = 'okuda_naomasa', refused = false }",
            "okuda_naomasa is led by hori_hidemasa: name the head",
        ),
        ("hand = { force = 'asano_nagamasa', refused = false }", "asano_nagamasa is not in play"),
        ("check = { hex = '4516', stage = 'roll' }", "there is no castle in 4516"),
        ("storm = { forces = ['hori_hidemasa'], hex = '4516' }", "there is no castle in 4516"),
        ("terms = { hex = 'removed', turn = 0, give = [], open = true }", "`hex` is not on the map"),
        (
            "lose = { forces = [], left = 1, mark = false, why = 'attack' }",
            "nobody loses steps: name `forces`",
        ),
        (
            "aim = { force = 'hori_hidemasa', hex = '4415', with = [], targets = ['okuda_naomasa'], battle = false }",
            "okuda_naomasa is no enemy of hori_hidemasa",
        ),
        (
            "fight = { attackers = ['hori_hidemasa'], defenders = ['hori_hidemasa'], from = '4415', hex = '4415', \
             stage = 'attack', paths = [] }",
            "hori_hidemasa is no enemy of hori_hidemasa",
        ),
    ] {
        refuses(
            "shizugatake",
            &format!("frames = [{{ {frame} }}]\n{HORI}[forces]\nhori_hidemasa = ['okuda_naomasa']"),
            &format!("position: frames.0: {expected}"),
        );
    }
    let frames = format!("frames = [{{ hand = {{ forces = 'x' }} }}]\n{HORI}");
    let Err(faults) = Built::rules("shizugatake", Some(&frames)) else { panic!("an unknown key was read") };
    let told = faults.to_string();
    assert!(told.contains("frames.0.hand.forces") && told.contains("did you mean `force`"), "{told}");
}

/// Nobody could play on: Hori is no unit that is placed before play.
#[test]
fn a_position_in_which_the_asked_seat_has_no_answer_is_refused() {
    refuses(
        "shizugatake",
        &format!("frames = [{{ place = {{ unit = 'hori_hidemasa' }} }}]\n{HORI}"),
        "position: frames: hashiba is asked here and has no answer (36.4)",
    );
}
