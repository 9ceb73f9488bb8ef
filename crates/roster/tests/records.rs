//! Records outlive versions: recorded games stay replayable, hash by hash.
//!
//! `tests/records` has one record for every scenario and revision, and the data each was played with: data may get
//! better, games that were played keep theirs.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::Once};

use kernel::{
    DataSet, Lot, Seat, Viewer,
    data::is_inert,
    record::{Record, Source},
    shared::{Shared, share_commitment},
};
use roster::{AnySystem, built_in, find, systems};

/// Enough for every phase to come round a few times.
const INPUTS: u32 = 300;

const WHAT_TO_DO: &str = "
A game that was played does not replay any more: its rules have changed under it.
* If you did not mean to change behaviour, this is the mistake to look for.
* If you did, it is a new revision: raise `REVISION` of the system, keep the old behaviour behind `setup.revision`
  for games that were begun under it, and add a record of the new one:
      GUNBAI_BLESS=1 cargo test -p roster --test records
  which writes what is missing and never overwrites. Only a record of a revision that was never released may be
  deleted first.";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

/// The file of the data that a game was played with.
fn data_file(system: &str, digest: &str) -> PathBuf {
    folder().join("data").join(format!("{system}-{}.json", &digest[..12]))
}

/// The data a game was played with; words and prose are those of today.
fn data_of(record: &Record) -> DataSet {
    let (system, digest) = (&record.header.setup.system, &record.header.data.1);
    let today = built_in();
    let path = data_file(system, digest);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let files: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
    let mut data = DataSet::new(&record.header.data.0);
    for path in today.paths().filter(|path| is_inert(path)) {
        data.insert(path, today.text(path).unwrap());
    }
    for (path, text) in &files {
        data.insert(path, text);
    }
    assert_eq!(&data.digest(system), digest, "{} is not what it was", path.display());
    data
}

/// A game that takes what lies near, goes back once and is given up in the end.
fn played(system: &dyn AnySystem, data: &DataSet, scenario: &str, shared: bool) -> Record {
    let named = roster::Scenario::parse(data, &format!("{}/{scenario}", system.name())).unwrap();
    let setup = named.setup(&[]).unwrap();
    let source = if shared { Source::Shared(Shared::new([15; 32])) } else { Source::Seeded(1582) };
    let mut table = system.open(data, &setup, source, Some([16; 16])).unwrap();
    if shared {
        for seat in Seat::ALL {
            let share = [seat.0 + 1; 32];
            table.share(seat, share_commitment(seat, &share)).unwrap();
            table.open_share(seat, share).unwrap();
        }
    }
    let mut dice = table.seeded_dice().unwrap();
    let mut lot = Lot::new(1600);
    let mut back = false;
    while table.len() < INPUTS && !table.is_over() {
        if table.throw(&mut dice, Viewer::Everyone).is_some() {
            continue;
        }
        let seat = table.waiting()[0];
        // Half of the time what a sensible owner does, and nothing the table warns of: else the game gets nowhere.
        let mut choices = table.choices(seat);
        choices.retain(|choice| choice.warning.is_none());
        let action = match lot.below(2) {
            1 if !choices.is_empty() => lot.pick(&choices).action.clone(),
            _ => table.habit(seat).unwrap(),
        };
        table.act(seat, &action, Viewer::Everyone).unwrap();
        if table.len() > INPUTS / 2 && !back {
            table.undo(seat, INPUTS / 2 - 10, true).or_else(|_| table.undo(seat, INPUTS / 2 - 11, true)).ok();
            back = true;
        }
    }
    if !table.is_over() {
        table.resign(Seat(1)).unwrap();
    }
    table.record(Viewer::Everyone)
}

/// Writes what is missing, and only that.
fn bless() {
    let data = built_in();
    fs::create_dir_all(folder().join("data")).unwrap();
    for system in systems() {
        for (n, card) in system.cards(&data).unwrap().iter().enumerate() {
            let path =
                folder().join(format!("{}-{}-{}.gunbai", system.name(), card.scenario, system.revision()));
            if path.exists() {
                continue;
            }
            let record = played(*system, &data, &card.scenario, n % 2 == 0);
            fs::write(&path, record.text()).unwrap();
            let kept = data_file(system.name(), &record.header.data.1);
            if !kept.exists() {
                let paths = data.below(system.name()).filter(|path| !is_inert(path));
                let files: BTreeMap<&str, &str> =
                    paths.map(|path| (path, data.text(path).unwrap())).collect();
                fs::write(kept, serde_json::to_string_pretty(&files).unwrap() + "\n").unwrap();
            }
        }
    }
}

/// Every record kept, by the name of its file.
fn kept() -> BTreeMap<String, Record> {
    static BLESSED: Once = Once::new();
    if std::env::var_os("GUNBAI_BLESS").is_some() {
        BLESSED.call_once(bless);
    }
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let records = files.filter(|path| path.extension().is_some_and(|ext| ext == "gunbai")).map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let record = Record::parse(&name, &fs::read_to_string(&path).unwrap()).unwrap();
        (name, record)
    });
    records.collect()
}

#[test]
fn records_of_every_revision_replay_hash_by_hash() {
    let records = kept();
    for (name, record) in &records {
        let setup = &record.header.setup;
        let system = find(&setup.system).unwrap();
        let data = data_of(record);
        let table = system
            .replay(&data, name, record, None, None)
            .unwrap_or_else(|why| panic!("{why}\n{WHAT_TO_DO}"));
        assert!(table.is_over(), "{name} ends in the middle");
        assert!(record.begin.is_some() && record.entries.iter().all(|entry| entry.hash.is_some()), "{name}");
        assert_eq!(table.record(Viewer::Everyone).text(), record.text(), "{name} is written otherwise");
    }
    for system in systems() {
        for card in system.cards(&built_in()).unwrap() {
            let name = format!("{}-{}-{}.gunbai", system.name(), card.scenario, system.revision());
            assert!(
                records.contains_key(&name),
                "there is no record of {name}: GUNBAI_BLESS=1 cargo test -p roster --test records"
            );
        }
    }
}

/// A revision that nobody kept would be a game that nobody can finish.
#[test]
fn a_change_of_behaviour_is_seen_at_the_input_where_it_happens() {
    let records = kept();
    let (name, record) = records.iter().next().expect("there are records");
    let system = find(&record.header.setup.system).unwrap();
    let mut changed = record.clone();
    let middle = changed.entries.len() / 2;
    let hash = changed.entries[middle].hash.as_mut().unwrap();
    *hash ^= 1;
    let Err(why) = system.replay(&data_of(record), name, &changed, None, None) else {
        panic!("another state went unnoticed");
    };
    assert!(why.to_string().contains(&format!("input {}", middle + 1)), "{why}");
}
