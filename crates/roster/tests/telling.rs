//! What the erased table tells of a game's past: the story, moments of it, and the luck of its dice.

use kernel::{
    Order, Seat, Setup, Viewer,
    erased::{AnyTable, Asked, Cause},
    record::Source,
};
use roster::{built_in, find};

fn yao() -> Box<dyn AnyTable> {
    let setup = Setup {
        system: "yukimura".to_owned(),
        scenario: "yao".to_owned(),
        options: Default::default(),
        revision: 1,
        position: None,
    };
    find("yukimura").unwrap().open(&built_in(), &setup, Source::Seeded(7), None).unwrap()
}

/// Plays a number of inputs with bots and returns the messages sent on the way.
fn play(table: &mut dyn AnyTable, inputs: usize) -> Vec<kernel::erased::ToldStep> {
    let system = find("yukimura").unwrap();
    let mut bots = [1, 2].map(|seed| system.bot(&"greedy".parse().unwrap(), seed).unwrap());
    let mut dice = table.seeded_dice().unwrap();
    let mut told = Vec::new();
    while told.len() < inputs && !table.is_over() {
        match table.throw(&mut dice, Viewer::Watcher) {
            Some(step) => told.push(step),
            None => {
                let seat = table.waiting()[0];
                let action = bots[seat.index()].choose(table, seat);
                told.push(table.act(seat, &action, Viewer::Watcher).unwrap());
            }
        }
    }
    told
}

#[test]
fn a_story_retold_is_the_story_told() {
    let mut table = yao();
    let told = play(&mut *table, 300);
    let retold = table.story(Viewer::Watcher);
    assert_eq!(retold[0].cause, Cause::Beginning);
    assert_eq!(retold[1..], told);
}

#[test]
fn undone_inputs_stay_in_the_story() {
    let mut table = yao();
    let action =
        table.choices(Seat(0)).iter().find(|c| c.action.starts_with("move ")).unwrap().action.clone();
    table.act(Seat(0), &action, Viewer::Watcher).unwrap();
    table.undo(Seat(0), 0, false).unwrap();
    let causes: Vec<Cause> = table.story(Viewer::Watcher).iter().map(|step| step.cause).collect();
    let undo = Cause::Undo { seat: 0, to: 0, agreed: false };
    assert_eq!(causes, [Cause::Beginning, Cause::Act { seat: 0 }, undo]);
}

#[test]
fn a_moment_of_the_past_is_as_it_was() {
    let mut table = yao();
    let mut hashes = vec![table.hash()];
    for _ in 0..120 {
        play(&mut *table, 1);
        hashes.push(table.hash());
    }
    for at in [0, 1, 60, 119, 120] {
        assert_eq!(table.rewound(at).unwrap().hash(), hashes[at as usize], "after input {at}");
    }
    assert!(table.rewound(121).is_none());
}

#[test]
fn a_chain_is_told_to_others_when_it_is_complete() {
    let mut table = yao();
    let pick = table.choices(Seat(0)).iter().find(|c| c.action.starts_with("move ")).unwrap().action.clone();
    assert!(!table.in_chain(Seat(0)));
    table.act(Seat(0), &pick, Viewer::Watcher).unwrap();
    assert!(table.in_chain(Seat(0)) && !table.in_chain(Seat(1)));
    let to = table.choices(Seat(0))[0].action.clone();
    let preview = table.preview(Seat(0), std::slice::from_ref(&to), Viewer::Seat(Seat(0))).unwrap();
    let done = table.act(Seat(0), &to, Viewer::Seat(Seat(0))).unwrap();
    assert!(!table.in_chain(Seat(0)));
    assert_eq!(preview.events, done.events, "a preview shows what will be told");
}

#[test]
fn a_standing_order_answers_only_what_it_may() {
    let table = yao();
    // Moving is no routine question.
    assert_eq!(table.by_order(Seat(0), Order::Habit), None);
    assert!(table.habit(Seat(0)).is_some());
    assert_eq!(table.by_order(Seat(0), Order::Ask), None);
    // No window: passing or taking it by order would mean nothing.
    assert_eq!(table.by_order(Seat(0), Order::Never), None);
    assert_eq!(table.by_order(Seat(1), Order::Habit), None, "seat 1 is not asked");
}

/// Over all falls of one throw, luck cancels out.
#[test]
fn luck_is_measured_from_the_expectation() {
    let mut table = yao();
    let mut throws = 0;
    while throws < 12 {
        let Asked::Roll { dice, sides, .. } = table.asked() else {
            play(&mut *table, 1);
            continue;
        };
        throws += 1;
        let mut sum = 0;
        let all = u32::from(sides).pow(u32::from(dice));
        for n in 0..all {
            let pips: Vec<u8> = (0..u32::from(dice))
                .map(|die| 1 + (n / u32::from(sides).pow(die) % u32::from(sides)) as u8)
                .collect();
            let mut thrown = table.fork();
            // Seeded dice are not entered by hand; from here on it has others.
            thrown.fresh_dice(false, Source::Entered, [0; 16]).unwrap();
            thrown.enter(&pips, Viewer::Watcher).unwrap();
            let luck = thrown.luck(0, usize::MAX).pop().unwrap();
            assert_eq!((luck.pips, luck.expected_tenths), (pips, i32::from(dice) * 35));
            sum += luck.swing;
        }
        // Each swing is rounded down to whole points.
        assert!(sum.unsigned_abs() <= all, "the swings of all {all} falls add up to {sum}");
        play(&mut *table, 1);
    }
}

#[test]
fn luck_counts_every_throw_in_force() {
    let mut table = yao();
    play(&mut *table, 200);
    let thrown: Vec<u32> = table
        .story(Viewer::Everyone)
        .iter()
        .filter(|step| matches!(step.cause, Cause::Throw { .. }))
        .map(|step| step.number)
        .collect();
    assert!(thrown.len() > 5);
    assert_eq!(table.luck(0, usize::MAX).iter().map(|luck| luck.number).collect::<Vec<_>>(), thrown);
}
