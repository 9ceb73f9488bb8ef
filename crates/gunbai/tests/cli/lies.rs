//! A record with shared dice, and fifty ways to lie in it: `verify` names each.

use std::fs;

use kernel::{
    Lot, Seat, Viewer,
    data::hex,
    record::{Entry, Input, Record, Source},
    shared::{Secret, Shared, share_commitment},
};

use crate::ran::{Ran, folder, gunbai, text};

const SHARES: [Secret; 2] = [[0xa1; 32], [0xb2; 32]];

/// A game between two who brought their shares, to a resignation after many throws.
fn truth() -> Record {
    let record = played(3);
    assert_eq!(throws(&record).len(), 12, "the game ended early");
    record
}

/// The same secrets, and whatever this lot has the players do.
fn played(lot: u64) -> Record {
    let data = roster::built_in();
    let named = roster::Scenario::parse(&data, "yukimura/domyoji").unwrap();
    let (system, setup) = (named.system, named.setup(&[]).unwrap());
    let mut table =
        system.open(&data, &setup, Source::Shared(Shared::new([0x5e; 32])), Some([0; 16])).unwrap();
    for seat in Seat::ALL {
        table.share(seat, share_commitment(seat, &SHARES[seat.index()])).unwrap();
    }
    for seat in Seat::ALL {
        table.open_share(seat, SHARES[seat.index()]).unwrap();
    }
    let mut dice = table.seeded_dice().unwrap();
    let mut lot = Lot::new(lot);
    let mut thrown = 0;
    while thrown < 12 && !table.is_over() {
        if table.throw(&mut dice, Viewer::Everyone).is_some() {
            thrown += 1;
            continue;
        }
        let seat = table.waiting()[0];
        let choices = table.choices(seat);
        table.act(seat, &lot.pick(&choices).action, Viewer::Everyone).unwrap();
    }
    if !table.is_over() {
        table.resign(Seat(0)).unwrap();
    }
    table.record(Viewer::Everyone)
}

/// The places of the throws.
fn throws(record: &Record) -> Vec<usize> {
    let is_throw = |entry: &Entry| matches!(entry.input, Input::Roll { .. });
    (0..record.entries.len()).filter(|&at| is_throw(&record.entries[at])).collect()
}

fn pips(record: &mut Record, at: usize) -> &mut Vec<u8> {
    match &mut record.entries[at].input {
        Input::Roll { pips, .. } => pips,
        other => panic!("{other:?} is no throw"),
    }
}

fn shared(record: &mut Record) -> &mut Shared {
    match &mut record.header.source {
        Source::Shared(dice) => dice,
        other => panic!("{other:?} are no shared dice"),
    }
}

#[test]
fn a_game_that_went_on_from_a_file_says_from_where_its_dice_are_others() {
    let dir = folder("seam");
    let file = dir.join("game.gunbai");
    let data = roster::built_in();
    let named = roster::Scenario::parse(&data, "yukimura/domyoji").unwrap();
    let (system, setup) = (named.system, named.setup(&[]).unwrap());
    let mut table = system.open(&data, &setup, Source::Seeded(7), Some([0; 16])).unwrap();
    let mut lot = Lot::new(3);
    let (mut seam, mut thrown) = (0, 0);
    while thrown < 8 && !table.is_over() {
        if thrown == 4 && seam == 0 {
            table.fresh_dice(true, Source::Seeded(9), [1; 16]).unwrap();
            seam = table.len();
        }
        let mut dice = table.seeded_dice().unwrap();
        if table.throw(&mut dice, Viewer::Everyone).is_some() {
            thrown += 1;
            continue;
        }
        let seat = table.waiting()[0];
        let choices = table.choices(seat);
        table.act(seat, &lot.pick(&choices).action, Viewer::Everyone).unwrap();
    }
    let record = table.record(Viewer::Everyone);
    fs::write(&file, record.text()).unwrap();
    gunbai(&["verify", text(&file)]).ends(0).says(&[
        "throws that follow from seed 7: 4",
        &format!("dice from input {seam} on"),
        &format!("inputs 1 to {}: they come from a file", seam - 1),
        "throws that follow from seed 9: 4",
        "the record holds",
    ]);
    // A throw after the seam that follows from the seed of the file is a lie.
    let mut lie = record;
    let last = *throws(&lie).last().unwrap();
    let pip = &mut pips(&mut lie, last)[0];
    *pip = *pip % 6 + 1;
    fs::write(&file, lie.text()).unwrap();
    gunbai(&["verify", text(&file)]).ends(1).says(&["the seed gives"]);
}

#[test]
fn a_true_record_holds_and_says_who_could_have_chosen_the_dice() {
    let dir = folder("truth");
    let file = dir.join("game.gunbai");
    let record = truth();
    fs::write(&file, record.text()).unwrap();
    gunbai(&["verify", text(&file), "--head", &hex(&record.head())]).ends(0).says(&[
        "throws that follow from the secrets of the table and of seats 0 and 1: 12",
        "the head you kept is that of the whole record",
        "whether table and seats are three parties",
        "the record holds",
    ]);
    gunbai(&["replay", text(&file)]).ends(0);

    // While the game runs neither seed nor shares are told.
    let running = {
        let mut record = record.clone();
        *shared(&mut record) = shared(&mut record).sealed();
        record
    };
    fs::write(&file, running.text()).unwrap();
    gunbai(&["verify", text(&file)])
        .ends(0)
        .says(&["throws whose secrets are told when the game is over: 12"]);
    assert_eq!(running.head(), record.head(), "opening changes no head");
}

#[test]
fn each_of_fifty_lies_is_named() {
    let dir = folder("lies");
    let file = dir.join("lie.gunbai");
    let record = truth();
    let kept = hex(&record.head());
    let thrown = throws(&record);
    let mut told = 0;
    let mut lie = |name: String, record: &Record, head: Option<&str>, words: &[&str]| {
        fs::write(&file, record.text()).unwrap();
        let mut args = vec!["verify", text(&file)];
        args.extend(head.iter().flat_map(|head| ["--head", *head]));
        let ran: Ran = gunbai(&args);
        assert_eq!(ran.code, 1, "{name} passed: {}", ran.out);
        for word in words {
            assert!(ran.out.contains(word), "{name}: no `{word}` in {}", ran.out);
        }
        told += 1;
    };
    // A liar recomputes the chain, so only the content of the record can expose the lie.
    for &at in &thrown {
        let mut other = record.clone();
        let pip = &mut pips(&mut other, at)[0];
        *pip = *pip % 6 + 1;
        lie(
            format!("a pip of input {}", at + 1),
            &other,
            None,
            &[&format!("input {}", at + 1), "the seed gives"],
        );
    }
    for &at in &thrown[..8] {
        let mut other = record.clone();
        other.entries.remove(at);
        lie(format!("throw of input {} left out", at + 1), &other, None, &[&format!("input {}", at + 1)]);
    }
    for &at in &thrown[..6] {
        let mut other = record.clone();
        other.entries.swap(at, at + 1);
        lie(format!("inputs {} and {} in another order", at + 1, at + 2), &other, None, &["input "]);
    }
    for seat in [0, 1] {
        for after in [0, 5, 11] {
            let mut other = record.clone();
            let late = other.entries.remove(seat);
            other.entries.insert(thrown[after], Entry { hash: None, ..late });
            lie(
                format!("seat {seat} bound after throw {after}"),
                &other,
                None,
                &["late", "before the first throw"],
            );
        }
    }
    for seat in [0, 1] {
        let mut other = record.clone();
        shared(&mut other).shares[seat] = Some([0x77; 32]);
        let whose = format!("the share of seat {seat} is not the one it committed to");
        lie(format!("another share of seat {seat}"), &other, None, &[&whose]);

        // A commitment that fits the other share: then the throws do not.
        let Input::Share { commitment, .. } = &mut other.entries[seat].input else { panic!() };
        *commitment = share_commitment(Seat(seat as u8), &[0x77; 32]);
        lie(format!("seat {seat} bound to another share"), &other, None, &["the seed gives"]);

        let mut other = record.clone();
        other.entries.remove(seat);
        lie(format!("seat {seat} never bound"), &other, None, &["never committed to"]);
        let mut other = record.clone();
        let twice = other.entries[seat].clone();
        other.entries.insert(2, twice);
        lie(format!("seat {seat} bound twice"), &other, None, &["input 3", "already"]);
    }
    let mut other = record.clone();
    shared(&mut other).shares.swap(0, 1);
    lie("shares exchanged".to_owned(), &other, None, &["the share of seat 0"]);
    let mut other = record.clone();
    shared(&mut other).seed = Some([0x11; 32]);
    lie("another seed".to_owned(), &other, None, &["not the one that was committed to"]);
    let mut other = record.clone();
    *shared(&mut other) = Shared { shares: SHARES.map(Some), ..Shared::new([0x11; 32]) };
    lie("another seed with its commitment".to_owned(), &other, None, &["the seed gives"]);
    let mut other = record.clone();
    other.entries.insert(thrown[3] + 1, other.entries[thrown[3]].clone());
    lie("a throw twice".to_owned(), &other, None, &[&format!("input {}", thrown[3] + 2)]);
    // Dice that nobody can check stand where shared ones are due.
    let mut other = record.clone();
    let Input::Roll { entered, .. } = &mut other.entries[thrown[0]].input else { panic!() };
    *entered = true;
    lie(
        "a throw entered by hand".to_owned(),
        &other,
        None,
        &[&format!("input {}", thrown[0] + 1), "by hand"],
    );

    // With everything recomputed, every check passes but one: the head that somebody kept.
    for lot in 4..8 {
        let other = played(lot);
        fs::write(&file, other.text()).unwrap();
        gunbai(&["verify", text(&file)]).ends(0).says(&["the record holds"]);
        lie(format!("game {lot} instead"), &other, Some(&kept), &["the head you kept is not among"]);
    }
    for cut in [3, 5, 8, thrown[2], thrown[7]] {
        let mut other = record.clone();
        other.entries.truncate(cut);
        lie(format!("cut off after input {cut}"), &other, Some(&kept), &["the head you kept is not among"]);
    }
    let mut other = record;
    *shared(&mut other) = Shared { shares: SHARES.map(Some), ..Shared::new([0x11; 32]) };
    other.entries.truncate(thrown[0]);
    lie(
        "a new seed before the first throw".to_owned(),
        &other,
        Some(&kept),
        &["the head you kept is not among"],
    );
    assert!(told >= 50, "only {told} lies were told");
}

/// A throw that does not follow from the seed, passed off as one of real dice: the chain is recomputed, so only the source
/// of the dice tells.
#[test]
fn a_throw_of_a_seeded_record_that_was_changed_to_entered_is_refused() {
    let data = roster::built_in();
    let named = roster::Scenario::parse(&data, "yukimura/domyoji").unwrap();
    let setup = named.setup(&[]).unwrap();
    let mut table = named.system.open(&data, &setup, Source::Seeded(3), Some([0; 16])).unwrap();
    let mut dice = table.seeded_dice().unwrap();
    let mut lot = Lot::new(3);
    while table.throw(&mut dice, Viewer::Everyone).is_none() {
        let seat = table.waiting()[0];
        let choices = table.choices(seat);
        table.act(seat, &lot.pick(&choices).action, Viewer::Everyone).unwrap();
    }
    let file = folder("seeded-entered").join("game.gunbai");
    let mut record = table.record(Viewer::Everyone);
    fs::write(&file, record.text()).unwrap();
    gunbai(&["verify", text(&file)]).ends(0).says(&["the record holds", "throws that follow from seed 3: 1"]);

    let last = record.entries.len() - 1;
    let Input::Roll { entered, .. } = &mut record.entries[last].input else { panic!() };
    *entered = true;
    let refused: &[&str] = &["follow from its seed", "by hand"];
    fs::write(&file, record.text()).unwrap();
    gunbai(&["verify", text(&file)]).ends(1).says(refused);

    // Neither does the record of a viewer, which does not tell the seed yet.
    let mut record = table.record(Viewer::Watcher);
    let Input::Roll { entered, .. } = &mut record.entries[last].input else { panic!() };
    *entered = true;
    fs::write(&file, record.text()).unwrap();
    gunbai(&["verify", text(&file)]).ends(1).says(refused);
}
