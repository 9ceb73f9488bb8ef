//! The three probe games keep every law.

use std::{path::PathBuf, sync::Arc};

use contract::{
    Golden, Kit, Law, coverage,
    open_table::{self, OpenTable, Way},
    probes::{
        self, Nested, Plane, Sealed,
        plane::{Action, Fair, State},
    },
};
use kernel::{
    Lot, Move, Setup, System, Thing, Viewer,
    erased::{self, AnyTable},
    record::{Input, Record, Recorded, Source, commitment},
    rulebook::Rulebook,
};

fn kit<S: System>() -> Kit<S> {
    Kit::of(&probes::data()).expect("the probes' own files")
}

/// Laws, rule coverage and a golden game of one probe.
fn hold<S: System>(seeds: u64) {
    let kit = kit::<S>().seeds(seeds);
    kit.check();

    let data = probes::data();
    let path = format!("{}/rulebook.md", S::NAME);
    let book = Rulebook::parse(&path, data.text(&path).unwrap()).unwrap();
    coverage(&book, S::rule_ids(), &kit.seen()).check();
}

fn golden<S: System>(seed: u64) {
    let words = kernel::erased::words::<S>(&probes::data()).unwrap();
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{}-{seed}.txt", S::NAME));
    Golden::new(S::NAME, Arc::new(probes::open::<S>()), words).seed(seed).check(file);
}

#[test]
fn sealed_keeps_every_law() {
    hold::<Sealed>(40);
}

#[test]
fn nested_keeps_every_law() {
    hold::<Nested>(40);
}

#[test]
fn plane_keeps_every_law() {
    hold::<Plane>(40);
}

/// The wood of the plane, which it may enter, told to the kit as if it might not.
#[derive(Debug)]
struct NoWood;

impl OpenTable<Plane> for NoWood {
    fn table(&self, rules: &Plane) -> plane::Table {
        Fair.table(rules)
    }

    // Nobody is looked at where he stands, so that only the ways tell.
    fn bodies(&self, _rules: &Plane, _state: &State) -> Vec<open_table::Body> {
        Vec::new()
    }

    fn blocked(&self, rules: &Plane, _state: &State, _mover: Thing, swept: &plane::Outline) -> bool {
        rules.wood().touches(swept)
    }

    fn ways(&self, rules: &Plane, before: &State, input: &Move<Action>) -> Vec<Way> {
        Fair.ways(rules, before, input)
    }
}

#[test]
fn nobody_stands_in_another_or_passes_through_what_blocks() {
    kit::<Plane>().open_table(Fair).seeds(200).plays(200).close(2).check();
    let broken = kit::<Plane>().open_table(NoWood).seeds(40).plays(200).close(2).verdict().unwrap_err();
    assert_eq!(broken.law, Law::OpenTable, "{broken}");
    assert!(broken.detail.contains("passes over ground that does not bear it"), "{broken}");
}

#[test]
fn golden_playthroughs_of_the_probes() {
    golden::<Sealed>(1);
    golden::<Nested>(1);
    golden::<Plane>(1);
}

#[test]
fn a_refused_click_learns_why() {
    for clicks in [kit::<Sealed>().clicks(200), kit::<Nested>().clicks(200), kit::<Plane>().clicks(200)] {
        assert!(clicks.positions > 50 && clicks.refused() > 0, "{clicks}");
        assert!(clicks.catch_all() < 50, "{clicks}");
    }
}

/// A client that knows no rules: it takes any choice it is shown, and finds it on what it sees.
fn play_by_the_scene<S: System>(seed: u64) {
    let data = probes::data();
    let setup = Setup::plain(S::NAME, &S::cards(&data).unwrap()[0].scenario, S::REVISION);
    let mut table = erased::open::<S>(&data, &setup, Source::Seeded(seed), Some([7; 16])).unwrap();
    let (mut dice, mut lot) = (table.seeded_dice().unwrap(), Lot::new(seed));
    while !table.is_over() {
        if table.throw(&mut dice, Viewer::Watcher).is_some() {
            continue;
        }
        let seat = table.waiting()[0];
        let choices = table.choices(seat);
        let choice = lot.pick(&choices);
        let scene = table.scene(Viewer::Seat(seat));
        let seen = match choice.tie.as_deref().and_then(|tie| tie.split_once(':')) {
            Some(("piece", id)) => scene.pieces.iter().any(|piece| piece.id == id),
            Some(("card", id)) => scene.hands.iter().flat_map(|hand| &hand.cards).any(|card| card.id == id),
            Some(_) => true,
            None => false,
        };
        assert!(seen, "{choice:?} is tied to nothing that seat {} sees", seat.0);
        table.act(seat, &choice.action, Viewer::Seat(seat)).unwrap();
    }
    let record = table.record(Viewer::Everyone);
    let again = erased::replay::<S>(&data, "record", &record, None, None).unwrap();
    assert_eq!(again.hash(), table.hash());

    // Any position can be written down and started.
    let started = erased::open::<S>(
        &data,
        &Setup { position: Some(table.position()), ..setup },
        Source::Seeded(seed),
        Some([7; 16]),
    );
    assert_eq!(started.unwrap().hash(), table.hash());
}

/// A game with secrets, chosen at random, up to its end.
fn sealed_record(seed: u64) -> Record {
    let data = probes::data();
    let setup = Setup::plain(Sealed::NAME, &Sealed::cards(&data).unwrap()[0].scenario, Sealed::REVISION);
    let mut table = erased::open::<Sealed>(&data, &setup, Source::Seeded(seed), Some([7; 16])).unwrap();
    let (mut dice, mut lot) = (table.seeded_dice().unwrap(), Lot::new(seed));
    while !table.is_over() {
        if table.throw(&mut dice, Viewer::Watcher).is_none() {
            let seat = table.waiting()[0];
            let action = lot.pick(&table.choices(seat)).action.clone();
            table.act(seat, &action, Viewer::Watcher).unwrap();
        }
    }
    table.record(Viewer::Everyone)
}

/// Found by mutation: such a record was taken, and written again with another head.
#[test]
fn a_record_seals_what_is_hidden_and_nothing_else() {
    let data = probes::data();
    let replay = |record: &Record| erased::replay::<Sealed>(&data, "record", record, None, None);
    let record = sealed_record(3);
    let (mut opened, mut closed) = (0, 0);
    for n in 0..record.entries.len() {
        let mut changed = record.clone();
        let Input::Act { seat, action } = record.entries[n].input.clone() else { continue };
        let action = match action {
            Recorded::Sealed { opened: Some(action), .. } => {
                opened += 1;
                Recorded::Open(action)
            }
            Recorded::Open(action) => {
                closed += 1;
                let commitment = commitment(record.header.secret, n as u32 + 1, &action);
                Recorded::Sealed { commitment, opened: Some(action) }
            }
            Recorded::Sealed { opened: None, .. } => continue,
        };
        changed.entries[n].input = Input::Act { seat, action };
        let Err(faults) = replay(&changed) else { panic!("not what the table writes: {changed:?}") };
        let faults = faults.to_string();
        assert!(faults.contains(&format!("input {}", n + 1)), "{faults}");
    }
    assert!(opened > 0 && closed > 0, "{opened} sealed, {closed} open");
}

/// Found by mutation, too: the commitments of a record without its salt were recomputed.
#[test]
fn a_record_without_its_salt_keeps_its_commitments() {
    let data = probes::data();
    let mut record = sealed_record(3);
    let head = record.head();
    record.header.secret = None;
    let table = erased::replay::<Sealed>(&data, "record", &record, None, None).unwrap();
    assert_eq!(AnyTable::head(&table), head);
    assert_eq!(table.record(Viewer::Everyone).head(), head);
}

#[test]
fn a_client_that_knows_no_rules_can_play_them() {
    for seed in 0..10 {
        play_by_the_scene::<Sealed>(seed);
        play_by_the_scene::<Nested>(seed);
        play_by_the_scene::<Plane>(seed);
    }
}

#[test]
fn a_golden_file_that_parts_shows_the_first_line_and_the_command() {
    let shown = contract::golden::first_difference("a\nb\nc\nd\n", "a\nb\nx\nd\n").unwrap();
    assert!(shown.starts_with(":3:") && shown.contains("- c") && shown.contains("+ x"), "{shown}");
    assert_eq!(contract::golden::first_difference("a\nb\n", "a\nb\n"), None);
    assert!(contract::golden::first_difference("a\n", "a\nb\n").unwrap().contains("+ b"));

    // Blessing would write the file instead of missing it.
    if std::env::var_os("GUNBAI_BLESS").is_none() {
        let missing = contract::golden::compare("tests/golden/no-such-file.txt".as_ref(), "a").unwrap_err();
        assert!(missing.contains("GUNBAI_BLESS=1 cargo test -p contract golden"), "{missing}");
    }
}

#[test]
fn coverage_names_what_is_missing() {
    let book = Rulebook::parse("book", "**[1]** acts\n**[2]** acts\n**[3]** ·note· says\n").unwrap();
    let mut seen = contract::Seen::default();
    seen.note("3");
    let found = coverage(&book, &[kernel::Rule("1"), kernel::Rule("9")], &seen);
    assert_eq!((found.unknown, found.uncited), (vec!["9".to_owned()], vec!["2".to_owned()]));
    assert_eq!((found.unseen, found.acting_notes), (vec!["1".to_owned()], vec!["3".to_owned()]));
}
