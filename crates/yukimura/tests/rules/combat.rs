//! Chapters 9, 10 and 12 together: shifts, on ground the printed maps do not have.

use kernel::{
    DataSet, Scripted, Seat, Viewer,
    erased::{AnyTable, Asked},
};

use crate::Built;

/// The Domyoji map with these hexes turned into mountains.
fn hills(hexes: &[&str]) -> DataSet {
    let path = "yukimura/maps/domyoji.csv";
    let mut data = Built::data();
    let mut text = data.text(path).expect("the sheet is built in").to_owned();
    for hex in hexes {
        let (before, after) = text.split_once(&format!("\n{hex},")).expect("a hex of the sheet");
        let (_, rest) = after.split_once(',').expect("a terrain");
        text = format!("{before}\n{hex},mountain,{rest}");
    }
    data.insert(path, &text);
    data
}

/// Riflemen at 2116 fire across the Ishikawa at 2016: the shifts, and what these dice bring.
fn volley(hills_at: &[&str], dice: [u8; 2]) -> (Vec<String>, String) {
    let data = hills(hills_at);
    let position = "phase = \"fire\"\n[units]\nmizuno_R1 = \"2116\"\ngoto_F1 = \"2016\"\n";
    let mut table = Built::table(&data, &Built::setup("domyoji", Some(position))).expect("a position");
    table.act(Seat(0), "target goto_F1", Viewer::Everyone).expect("it is a neighbour");
    let Asked::Roll { modifiers, .. } = table.asked() else { panic!("dice are wanted") };
    let shifts = modifiers.iter().map(|m| format!("{:+} {}", m.value, m.rule)).collect();
    let step = table.throw(&mut Scripted::new(dice), Viewer::Everyone).expect("dice were wanted");
    (shifts, step.events[0].said.text.clone())
}

/// 9-2, 12-1(3), 12-2(1)
#[test]
fn a_mountain_and_a_river_against_the_attackers_add_up_but_not_beyond_the_first_column() {
    let (shifts, result) = volley(&["2016"], [3, 4]);
    assert_eq!(shifts, ["-1 12-1(3)", "-1 12-2(1)"]);
    assert_eq!(result, "7 on strength 3: Goto foot 1 checks with +0.");
    assert_eq!(volley(&["2016"], [3, 3]).1, "6 on strength 3: no effect on Goto foot 1.");
}

/// 9-2, 12-1(3), 12-2(1)
#[test]
fn a_mountain_for_the_attackers_and_a_river_against_them_cancel_out() {
    let (shifts, result) = volley(&["2116"], [3, 4]);
    assert_eq!(shifts, ["+1 12-1(3)", "-1 12-2(1)"]);
    assert_eq!(result, "7 on strength 3: Goto foot 1 checks with +1.");
}

/// 12-1(3)
#[test]
fn mountains_on_both_sides_leave_only_the_river() {
    assert_eq!(volley(&["2016", "2116"], [3, 4]).0, ["-1 12-2(1)"]);
}

/// 9-2, 10-3
#[test]
fn both_tables_are_the_ladders_the_rulebook_describes() {
    use yukimura::chart::Outcome;
    let rules = Built::rules("yao", None).expect("a built-in scenario");
    for sum in 2..=12 {
        for column in 0..7 {
            let rung = sum + column as i32 - 6;
            let expected = match rung {
                ..=0 => Outcome::Nothing,
                1..=5 => Outcome::TargetChecks(rung as i16 - 1),
                _ => Outcome::TargetRemoved,
            };
            assert_eq!(rules.fire.outcome(sum, column), expected, "fire, {sum} in column {column}");
        }
        for column in 0..9 {
            let rung = sum + column as i32 - 6;
            let expected = match rung {
                ..=0 => Outcome::AttackersRemoved,
                1..=4 => Outcome::AttackersCheck(5 - rung as i16),
                5 => Outcome::BothCheck(1),
                6..=9 => Outcome::TargetChecks(rung as i16 - 5),
                _ => Outcome::TargetRemoved,
            };
            assert_eq!(rules.melee.outcome(sum, column), expected, "melee, {sum} in column {column}");
        }
    }
    let columns = |chart: &yukimura::chart::Chart, values: &[i16]| {
        values.iter().map(|&value| chart.column(value)).collect::<Vec<_>>()
    };
    assert_eq!(columns(&rules.fire, &[1, 2, 3, 4, 6, 8, 10, 12, 13, 99]), [0, 0, 1, 1, 2, 3, 4, 5, 6, 6]);
    let differences = [-20, -7, -6, -4, -3, -1, 0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 40];
    assert_eq!(columns(&rules.melee, &differences), [0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]);
}
