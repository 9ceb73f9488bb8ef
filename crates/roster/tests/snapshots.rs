//! A game that is restored from its record and snapshots is the game that was played.

use kernel::{DataSet, Lot, Seat, Viewer, erased::AnyTable, record::Source, table::Snapshot};
use roster::{AnySystem, built_in, systems};

/// Any choice after which the game goes on; where there is none, any.
fn chosen(table: &dyn AnyTable, seat: Seat, lot: &mut Lot) -> String {
    let mut choices: Vec<String> = table.choices(seat).into_iter().map(|choice| choice.action).collect();
    lot.shuffle(&mut choices);
    let safe = choices.iter().position(|action| goes_on(table, seat, action, 2));
    choices.swap_remove(safe.unwrap_or(0))
}

/// The game is not over after this action, nor after every next step of the same action.
fn goes_on(table: &dyn AnyTable, seat: Seat, action: &str, depth: usize) -> bool {
    let mut after = table.rewound(table.len()).unwrap();
    after.act(seat, action, Viewer::Everyone).unwrap();
    if after.is_over() {
        return false;
    }
    if depth == 0 || !after.in_chain(seat) || !after.waiting().contains(&seat) {
        return true;
    }
    after.choices(seat).iter().any(|next| goes_on(&*after, seat, &next.action, depth - 1))
}

/// A game that goes back now and then, a little or far.
fn played(system: &dyn AnySystem, data: &DataSet, scenario: &str, inputs: u32) -> Box<dyn AnyTable> {
    let named = roster::Scenario::parse(data, &format!("{}/{scenario}", system.name())).unwrap();
    let setup = named.setup(&[]).unwrap();
    let mut table = system.open(data, &setup, Source::Seeded(1582), Some([16; 16])).unwrap();
    let mut lot = Lot::new(1600);
    while table.len() < inputs && !table.is_over() {
        if let Some(mut dice) = table.seeded_dice()
            && table.throw(&mut dice, Viewer::Everyone).is_some()
        {
            continue;
        }
        let seat = table.waiting()[0];
        if lot.below(40) == 0 {
            let back = table.tip().saturating_sub(lot.below(50) as u32);
            if table.is_in_force(back) && table.undo(seat, back, true).is_ok() {
                continue;
            }
        }
        if table.len() == inputs / 2 {
            table.fresh_dice(true, Source::Seeded(7), [3; 16]).unwrap();
        }
        let action = chosen(&*table, seat, &mut lot);
        table.act(seat, &action, Viewer::Everyone).unwrap();
    }
    table
}

fn assert_same(one: &dyn AnyTable, other: &dyn AnyTable, what: &str) {
    assert_eq!(one.record(Viewer::Everyone), other.record(Viewer::Everyone), "{what}");
    assert_eq!(one.record(Viewer::Watcher), other.record(Viewer::Watcher), "{what}");
    assert_eq!(one.position(), other.position(), "{what}");
    assert_eq!((one.hash(), one.head(), one.tip()), (other.hash(), other.head(), other.tip()), "{what}");
    assert_eq!((one.turns(), one.file_end()), (other.turns(), other.file_end()), "{what}");
    assert_eq!((one.has_thrown(), one.source()), (other.has_thrown(), other.source()), "{what}");
    for seat in Seat::ALL {
        assert_eq!(one.free_undo(seat), other.free_undo(seat), "{what}");
        assert_eq!(one.in_chain(seat), other.in_chain(seat), "{what}");
    }
}

#[test]
fn a_restored_game_is_the_game_that_was_played() {
    let data = built_in();
    for system in systems() {
        for card in system.cards(&data).unwrap() {
            let what = format!("{}/{}", system.name(), card.scenario);
            let table = played(*system, &data, &card.scenario, 260);
            let record = table.record(Viewer::Everyone);
            // As a server stores them: some at a time. The last inputs have none.
            let mut snapshots: Vec<Snapshot> = Vec::new();
            for to in (32..=table.len().saturating_sub(20)).step_by(33) {
                let known = snapshots.last().map_or(0, |snapshot| snapshot.number);
                snapshots.extend(table.rewound(to).unwrap().snapshots(known));
            }
            assert!(snapshots.iter().any(|snapshot| snapshot.state.is_some()), "{what}: no stored state");
            let restored = table.restored("restored", &record, &snapshots).unwrap();
            assert_same(&*restored, &*table, &what);
            assert_eq!(restored.snapshots(0), table.snapshots(0), "{what}");
            for to in (0..table.len()).step_by(9) {
                assert_same(
                    &*restored.rewound(to).unwrap(),
                    &*table.rewound(to).unwrap(),
                    &format!("{what} at {to}"),
                );
            }
            let (from, to) = (table.len() / 2, table.len() / 2 + 12);
            assert_eq!(
                restored.story_of(Viewer::Watcher, from, to),
                table.story_of(Viewer::Watcher, from, to)
            );
        }
    }
}

#[test]
fn snapshots_that_are_damaged_or_of_another_game_change_nothing() {
    let data = built_in();
    let system = roster::find("yukimura").unwrap();
    let table = played(system, &data, "domyoji", 260);
    let record = table.record(Viewer::Everyone);
    let good = table.snapshots(0);
    let changed = |change: &dyn Fn(usize, &mut Snapshot)| {
        let mut snapshots = good.clone();
        snapshots.iter_mut().enumerate().for_each(|(n, snapshot)| change(n, snapshot));
        snapshots
    };
    let first = good.iter().find_map(|snapshot| snapshot.state.clone()).unwrap();
    for (what, snapshots) in [
        ("none", Vec::new()),
        ("no first", good[1..].to_vec()),
        ("no states", changed(&|_, snapshot| snapshot.state = None)),
        ("no bytes of a state", changed(&|_, snapshot| snapshot.state = Some(b"{}".to_vec()))),
        ("the state of another input", changed(&|_, snapshot| snapshot.state = Some(first.clone()))),
        ("more marks than inputs", changed(&|_, snapshot| snapshot.marks.resize(500, 0))),
        ("numbers beyond the end", changed(&|_, snapshot| snapshot.number += 1_000)),
    ] {
        match table.restored("restored", &record, &snapshots) {
            Ok(restored) => assert_same(&*restored, &*table, what),
            // Then it is played again from its beginning.
            Err(fault) => assert!(fault.to_string().contains("snapshots"), "{what}: {fault}"),
        }
    }
}
