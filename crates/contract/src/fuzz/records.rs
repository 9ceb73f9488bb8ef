//! Mutated records with a recomputed chain and hashes, so that the rules have to find what is wrong.

use kernel::{
    Lot, Seat, System, Viewer,
    erased::{self, AnyTable},
    record::{Entry, Forfeit, Input, Record, Recorded, Source},
};

use super::{Findings, SEED, mutate, play};
use crate::BuiltIn;

pub(super) fn fuzz<S: System>(mutations: usize) {
    let data = BuiltIn::<S>::data();
    let cards = S::cards(&data).expect("built-in scenarios");
    let mut lot = Lot::new(SEED);
    let mut bases = Vec::new();
    for (n, card) in cards.iter().enumerate() {
        let source = [Source::Seeded(n as u64), Source::Scripted][n % 2];
        let setup = BuiltIn::<S>::setup(&card.scenario, None);
        let table = erased::open::<S>(&data, &setup, source, Some([16; 16]));
        bases.push(played(table.unwrap_or_else(|faults| panic!("{faults}")), &mut lot));
    }
    let mut found = Findings::new();
    for _ in 0..mutations {
        let (fresh, record, actions) = &bases[lot.below(bases.len())];
        let mut mutated = record.clone();
        for _ in 0..1 + lot.below(3) {
            change(&mut mutated, actions, &mut lot);
        }
        // Hashes of the states that the record had would stop it before the rules do.
        mutated.begin = None;
        mutated.entries.iter_mut().for_each(|entry| entry.hash = None);
        let text = mutated.text();
        let mut lot = Lot::new(lot.word());
        found.attempt(
            || text.clone(),
            || {
                let record = Record::parse("mutated", &text).map_err(|fault| fault.to_string())?;
                let same = record.header.setup == fresh.table.header().setup;
                let table = if same {
                    fresh.again("mutated", &record, None).map_err(|fault| fault.to_string())?
                } else {
                    let replayed = erased::replay::<S>(&data, "mutated", &record, None, None);
                    Box::new(replayed.map_err(|faults| faults.to_string())?)
                };
                let again = Record::parse("again", &table.record(Viewer::Everyone).text());
                let again = again.unwrap_or_else(|fault| panic!("what was taken is no record: {fault}"));
                assert_eq!(again.head(), record.head(), "what was taken is another record");
                let spoken: &erased::Spoken<S> = table.as_any().downcast_ref().expect("its own system");
                play::on(&*spoken.table.rules, &mut spoken.table.state().clone(), 3, &mut lot);
                Ok(())
            },
        );
    }
    found.check("records");
}

type Played<S> = (erased::Spoken<S>, Record, Vec<String>);

/// A game of some eighty inputs, the table before it, and every action that was listed on the way.
fn played<S: System>(fresh: erased::Spoken<S>, lot: &mut Lot) -> Played<S> {
    let mut table = fresh.fork();
    let mut dice = kernel::Fair::new(lot.word());
    let mut actions = Vec::new();
    let mut seeded = table.seeded_dice();
    while table.len() < 80 && !table.is_over() {
        let thrown = match &mut seeded {
            Some(dice) => table.throw(dice, Viewer::Everyone),
            None => table.throw(&mut dice, Viewer::Everyone),
        };
        if thrown.is_some() {
            continue;
        }
        let seat = table.waiting()[0];
        let mut listed: Vec<String> = table.choices(seat).into_iter().map(|choice| choice.action).collect();
        let action = lot.pick(&listed).clone();
        table.act(seat, &action, Viewer::Everyone).expect("a listed action");
        listed.truncate(10);
        actions.extend(listed);
    }
    let record = table.record(Viewer::Everyone);
    (fresh, record, actions)
}

fn change(record: &mut Record, actions: &[String], lot: &mut Lot) {
    let most = record.entries.len();
    let (at, other) = (lot.below(most.max(1)), lot.below(most.max(1)));
    let seat = Seat(lot.below(2) as u8);
    if most == 0 {
        return;
    }
    match lot.below(12) {
        0 => _ = record.entries.remove(at),
        1 => record.entries.swap(at, other),
        2 => record.entries.insert(at, record.entries[other].clone()),
        3 => record.entries.truncate(at),
        4 => {
            let to = lot.below(most) as u32;
            let input = Input::Undo { seat, to, agreed: lot.below(2) == 0 };
            record.entries.insert(at, Entry { input, hash: None });
        }
        5 => {
            let why = *lot.pick(&[Forfeit::Resigned, Forfeit::Time, Forfeit::Absence, Forfeit::Draw]);
            record.entries.insert(at, Entry { input: Input::Resign { seat, why }, hash: None });
        }
        6 => {
            let input = Input::Share { seat, commitment: [at as u8; 32] };
            record.entries.insert(at, Entry { input, hash: None });
        }
        7 => header(record, lot),
        _ => input(&mut record.entries[at].input, actions, lot),
    }
}

fn input(input: &mut Input<Recorded>, actions: &[String], lot: &mut Lot) {
    match input {
        Input::Act { seat, action: Recorded::Open(action) } => match lot.below(4) {
            0 => *seat = seat.other(),
            _ => *action = lot.pick(actions).clone(),
        },
        Input::Act { seat, action: Recorded::Sealed { opened, .. } } => match lot.below(3) {
            0 => *seat = seat.other(),
            1 => *opened = None,
            _ => *opened = Some(lot.pick(actions).clone()),
        },
        Input::Roll { number, pips, entered } => match lot.below(5) {
            0 => *number = number.wrapping_add(1),
            1 => *entered = !*entered,
            2 => _ = pips.pop(),
            3 => pips.push(6),
            _ => {
                let at = lot.below(pips.len().max(1));
                if let Some(pip) = pips.get_mut(at) {
                    *pip = *lot.pick(&[0, 1, 6, 7, 255]);
                }
            }
        },
        Input::Undo { seat, to, .. } => (*seat, *to) = (seat.other(), to.wrapping_sub(1)),
        Input::Resign { seat, .. } | Input::Share { seat, .. } => *seat = seat.other(),
        Input::Dice { file, secret, .. } => match lot.below(2) {
            0 => *file = !*file,
            _ => *secret = None,
        },
    }
}

fn header(record: &mut Record, lot: &mut Lot) {
    let setup = &mut record.header.setup;
    match lot.below(6) {
        0 => setup.revision = *lot.pick(&[0, 2, u32::MAX]),
        1 => "nowhere".clone_into(&mut setup.scenario),
        2 => _ = setup.options.insert("nothing".to_owned(), "on".to_owned()),
        3 => record.header.secret = Some([lot.below(256) as u8; 16]),
        4 => record.header.source = *lot.pick(&[Source::Seeded(7), Source::Scripted, Source::Entered]),
        _ => {
            // A position that the game did not begin in.
            let mut position = toml::Table::new();
            position.insert("units".to_owned(), toml::Value::Table(toml::Table::new()));
            mutate::tree(&mut position, lot);
            setup.position = toml::to_string(&position).ok();
        }
    }
}
