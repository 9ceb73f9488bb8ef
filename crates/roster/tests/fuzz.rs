//! Mutated records, data files and actions: whatever is in them, nothing panics, and what is taken is sound.
//!
//! Bytes and lines are changed here, of which few reach the rules; `contract::fuzz!` changes what is well formed. The
//! generator and its seed are kept, and a failure names the number of the mutation.

use std::panic::{AssertUnwindSafe, catch_unwind};

use contract::mutations;
use kernel::{
    DataSet, Lot, Setup, Viewer,
    data::is_inert,
    record::{Input, Record, Source},
};
use roster::{AnySystem, built_in, systems};

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Changes a few bytes, doubles or drops lines, or puts in what means something in these files.
fn mutate(text: &str, lot: &mut Lot) -> String {
    const WORDS: [&str; 12] =
        ["0", "-1", "65536", "99999999999999999999", "\"", "=", ",", " ", "[[x]]", "\u{7f}", "軍", "nobody"];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=lot.below(3) {
        let at = lot.below(bytes.len().max(1));
        match lot.below(7) {
            0 => bytes.truncate(at),
            1 if !bytes.is_empty() => bytes[at] = lot.below(256) as u8,
            2 if !bytes.is_empty() => _ = bytes.remove(at),
            3 if !bytes.is_empty() => bytes[at] = b"0123456789"[lot.below(10)],
            4 => {
                let word = lot.pick(&WORDS);
                bytes.splice(at.min(bytes.len())..at.min(bytes.len()), word.bytes());
            }
            5 | 6 => {
                let mut lines: Vec<Vec<u8>> =
                    bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                let line = lot.below(lines.len());
                if lot.below(2) == 0 {
                    let to = lot.below(lines.len());
                    let copy = lines[line].clone();
                    lines.insert(to, copy);
                } else {
                    lines.remove(line);
                }
                bytes = lines.join(&b'\n');
            }
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A game of some sixty inputs, going back once.
fn played(system: &dyn AnySystem, data: &DataSet, scenario: &str) -> Record {
    let named = roster::Scenario::parse(data, &format!("{}/{scenario}", system.name())).unwrap();
    let setup = named.setup(&[]).unwrap();
    let mut table = system.open(data, &setup, Source::Seeded(1582), Some([16; 16])).unwrap();
    let mut dice = table.seeded_dice().unwrap();
    let mut lot = Lot::new(1600);
    while table.len() < 60 && !table.is_over() {
        if table.throw(&mut dice, Viewer::Everyone).is_some() {
            continue;
        }
        let seat = table.waiting()[0];
        if table.len() == 20 {
            let free = table.free_undo(seat);
            if table.undo(seat, free, true).is_ok() {
                continue;
            }
        }
        let action = lot.pick(&table.choices(seat)).action.clone();
        table.act(seat, &action, Viewer::Everyone).unwrap();
    }
    table.record(Viewer::Everyone)
}

#[test]
fn mutated_records_are_refused_or_sound() {
    let data = built_in();
    let mut lot = Lot::new(SEED);
    let first: Vec<_> = systems()
        .iter()
        .map(|system| {
            let scenario = system.cards(&data).unwrap().remove(0).scenario;
            let record = played(*system, &data, &scenario);
            let fresh = system.open(&data, &record.header.setup, Source::Scripted, Some([0; 16])).unwrap();
            (record.text(), fresh)
        })
        .collect();
    let mut taken = 0;
    for n in 0..mutations(2_000, 480_000) {
        let (text, fresh) = &first[n % first.len()];
        let mutated = mutate(text, &mut lot);
        let read = || {
            let record = Record::parse("mutated", &mutated).ok()?;
            // Another set-up would need a table of its own; that it is checked is seen below.
            let again = fresh.again("mutated", &record, None).ok()?;
            Some((again.hash(), again.record(Viewer::Everyone)))
        };
        let Ok(read) = catch_unwind(AssertUnwindSafe(read)) else { panic!("record {n} panics:\n{mutated}") };
        if let Some((hash, record)) = read {
            // What was taken is a record like any other: written and read again it is the same game.
            let again = Record::parse("again", &record.text()).unwrap();
            let again = fresh
                .again("again", &again, None)
                .unwrap_or_else(|fault| panic!("record {n}: {fault}\n{mutated}"));
            assert_eq!(again.hash(), hash, "record {n}");
            taken += 1;
        }
    }
    assert!(taken > 0, "some mutations change nothing that matters");
}

/// Systems in which every legal action is listed; on an open table any pose may be legal.
const LISTED: [&str; 3] = ["yukimura", "gunyuden", "summits"];

#[test]
fn mutated_actions_are_refused_and_change_nothing_or_are_among_those_listed() {
    let data = built_in();
    let mut lot = Lot::new(SEED);
    let all = mutations(2_000, 100_000);
    let (mut n, mut taken) = (0, 0);
    while n < all {
        let system = systems()[lot.below(systems().len())];
        let scenario = lot.pick(&system.cards(&data).unwrap()).scenario.clone();
        let named = roster::Scenario::parse(&data, &format!("{}/{scenario}", system.name())).unwrap();
        let setup = named.setup(&[]).unwrap();
        let mut table = system.open(&data, &setup, Source::Seeded(lot.word()), Some([16; 16])).unwrap();
        let mut dice = table.seeded_dice().unwrap();
        for _ in 0..60 {
            if table.is_over() {
                break;
            }
            if table.throw(&mut dice, Viewer::Everyone).is_some() {
                continue;
            }
            let seat = table.waiting()[0];
            let choices = table.choices(seat);
            for _ in 0..10 {
                n += 1;
                let mutated = mutate(&lot.pick(&choices).action, &mut lot);
                let by = if lot.below(4) == 0 { seat.other() } else { seat };
                let mut then = table.fork();
                let judged = table.judge(by, &mutated).is_ok();
                let acted = then.act(by, &mutated, Viewer::Everyone).is_ok();
                assert_eq!(judged, acted, "action {n} of {scenario}: {mutated:?}");
                if !acted {
                    assert_eq!((then.hash(), then.len()), (table.hash(), table.len()), "action {n}");
                    continue;
                }
                taken += 1;
                assert!(table.waiting().contains(&by), "action {n}: who is not asked does nothing");
                let done = then.record(Viewer::Everyone).entries.pop().map(|entry| entry.input);
                let Some(Input::Act { action, .. }) = done else { panic!("action {n}: {done:?}") };
                let action = action.text().expect("everything is open to everyone");
                let listed = table.choices(by).iter().any(|choice| choice.action == action);
                assert!(listed || !LISTED.contains(&system.name()), "action {n} of {scenario}: {mutated:?}");
            }
            table.act(seat, &lot.pick(&choices).action.clone(), Viewer::Everyone).unwrap();
        }
    }
    assert!(taken > 0, "some mutations are actions, too");
}

#[test]
fn mutated_data_files_are_refused_or_playable() {
    let data = built_in();
    let mut lot = Lot::new(SEED);
    let mut refused = 0;
    for n in 0..mutations(100, 20_000) {
        let system = systems()[n % systems().len()];
        let paths: Vec<&str> = data.below(system.name()).filter(|path| !is_inert(path)).collect();
        let path = *lot.pick(&paths);
        let mutated = mutate(data.text(path).unwrap(), &mut lot);
        let mut laid = data.clone();
        laid.insert(path, &mutated);
        let seed = lot.word();
        let play = || play_some(system, &laid, seed);
        match catch_unwind(AssertUnwindSafe(play)) {
            Ok(true) => {}
            Ok(false) => refused += 1,
            Err(_) => panic!("data file {n}, {path}, panics:\n{mutated}"),
        }
    }
    assert!(refused > 0, "some mutations break a file");
}

/// Found by mutation: the second of two units of one name could be chosen and not placed.
#[test]
fn a_unit_that_stands_in_its_file_twice_is_refused() {
    const PATH: &str = "gunyuden/units.csv";
    let data = built_in();
    let system = systems().iter().find(|system| system.name() == "gunyuden").unwrap();
    let text = data.text(PATH).unwrap();
    let line = text.lines().find(|line| line.starts_with("tsugawa_yoshifuyu,")).unwrap();
    let mut laid = data.clone();
    laid.insert(PATH, &format!("{text}{line}\n"));
    let refused = (0..12).filter(|seed| !play_some(*system, &laid, *seed)).count();
    assert!(refused > 0, "a scenario in which it fights");
}

/// Opens a scenario and plays a little. `false`: it was refused, with reasons.
fn play_some(system: &dyn AnySystem, data: &DataSet, seed: u64) -> bool {
    let mut lot = Lot::new(seed);
    let cards = match system.cards(data) {
        Ok(cards) if cards.is_empty() => return false,
        Ok(cards) => cards,
        Err(faults) => {
            assert!(!faults.to_string().is_empty());
            return false;
        }
    };
    let card = lot.pick(&cards);
    let setup = Setup {
        system: system.name().to_owned(),
        scenario: card.scenario.clone(),
        options: card.options.iter().map(|option| (option.id.clone(), option.default.clone())).collect(),
        revision: system.revision(),
        position: None,
    };
    let Ok(mut table) = system.open(data, &setup, Source::Seeded(seed), Some([0; 16])) else { return false };
    let mut dice = table.seeded_dice().unwrap();
    for _ in 0..20 {
        if table.is_over() {
            break;
        }
        if table.throw(&mut dice, Viewer::Everyone).is_some() {
            continue;
        }
        let Some(seat) = table.waiting().first().copied() else { break };
        let choices = table.choices(seat);
        assert!(!choices.is_empty(), "who is asked can answer");
        table.act(seat, &lot.pick(&choices).action.clone(), Viewer::Everyone).unwrap();
    }
    true
}
