//! Chapter 0: the table's own rules.

use kernel::{
    Scripted, Seat, Viewer,
    erased::{AnyTable, Asked, Wrong},
};

use crate::Built;

/// 0-4
#[test]
fn a_player_may_resign_and_then_nothing_more_is_played() {
    let data = Built::data();
    let mut table = Built::table(&data, &Built::setup("yao", None)).expect("a built-in scenario");
    table.resign(Seat(1)).expect("the game is running");
    let Asked::Over { winner, rule, .. } = table.asked() else { panic!("it is over") };
    assert_eq!((winner.as_deref(), rule.as_str()), (Some("east"), "0-4"));
    let Err(Wrong::Refused(said)) = table.act(Seat(0), "done", Viewer::Everyone) else {
        panic!("it is over")
    };
    assert_eq!(said.rule, "0-4");
    assert!(table.resign(Seat(0)).is_err());
}

/// 0-4
#[test]
fn a_side_without_units_plays_on() {
    let data = Built::data();
    let position = "[units]\nmizuno_F1 = \"3011\"\n";
    let mut table = Built::table(&data, &Built::setup("domyoji", Some(position))).expect("a position");
    table.act(Seat(0), "done", Viewer::Everyone).expect("the East is asked");
    let Asked::Questions { questions } = table.asked() else { panic!("the game goes on") };
    assert_eq!((questions[0].seat, questions[0].rule.as_str()), (0, "4-1(1)"));
    assert!(!table.is_over());
}

/// 9-2, 11(1)
#[test]
fn dice_are_wanted_one_throw_at_a_time() {
    let data = Built::data();
    let position =
        "active = \"osaka\"\nphase = \"fire\"\n[units]\ngoto_R1 = \"3012\"\nmizuno_F1 = \"3013\"\n";
    let mut table = Built::table(&data, &Built::setup("domyoji", Some(position))).expect("a position");
    table.act(Seat(1), "target mizuno_F1", Viewer::Everyone).expect("a neighbour");
    let wanted = |table: &dyn AnyTable| match table.asked() {
        Asked::Roll { dice, seat, .. } => (dice, seat),
        other => panic!("dice are wanted, not {other:?}"),
    };
    assert_eq!(wanted(&table), (2, 1));
    table.throw(&mut Scripted::new([4, 4]), Viewer::Everyone).expect("two dice");
    assert_eq!(wanted(&table), (1, 0));
}
