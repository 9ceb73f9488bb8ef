//! What every store must do, on the real things.
//!
//! | module | what it tests |
//! |---|---|
//! | `clauses` | what both stores do: each clause runs on SQLite and on PostgreSQL |
//! | `database` | PostgreSQL: encryption, deadlines, the pool, several servers |
//! | `file` | SQLite: one file, its lock, its migrations, its failures |

mod clauses;
mod database;
mod file;
mod people;
#[path = "../postgres/mod.rs"]
mod postgres;

use std::{
    path::PathBuf,
    process,
    sync::atomic::{AtomicU32, Ordering},
};

use store::{Change, Line, NewGame, Place, SeatRow, Standing};

use crate::{
    clauses::{CLAUSES, contract},
    postgres::Database,
};

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("gunbai-store-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Folder(std::env::temp_dir().join(name))
    }

    fn place(&self) -> Place {
        Place::File(self.0.join("below/games.db"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sqlite_does_it() {
    for n in 0..CLAUSES {
        let folder = Folder::new();
        contract(n, folder.place()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgresql_does_it() {
    let mut database = Database::start();
    for n in 0..CLAUSES {
        let url = database.create(&format!("games{n}"));
        contract(n, url.parse().unwrap()).await;
    }
    database::several_servers(&mut database).await;
}

fn new_game(id: &str) -> Change {
    let seat = |who: &str, token| SeatRow { who: who.to_owned(), token, ..SeatRow::default() };
    Change::Open(Box::new(NewGame {
        id: id.to_owned(),
        system: "probe".to_owned(),
        scenario: "one".to_owned(),
        data: ("gunbai".to_owned(), "d1".to_owned()),
        files: vec![("probe/a.toml".to_owned(), "a = 1".to_owned())],
        header: "gunbai record 1\n".to_owned(),
        listed: true,
        created: 7,
        seats: [seat("person", Some([3; 32])), seat("greedy", None)],
        terms: "{}".to_owned(),
        lines: Vec::new(),
        standing: standing(0),
        after: None,
    }))
}

fn standing(number: u32) -> Standing {
    Standing {
        changed: 10 + number,
        number,
        head: format!("head {number}"),
        clock: 1,
        status: "Pick a unit.".to_owned(),
        waiting: vec![1],
        sides: ["east".to_owned(), "osaka".to_owned()],
        computer: number % 2 == 1,
        over: false,
        times: format!("{{\"counted\":{number}}}"),
        due: (number == 7).then_some(70),
        winner: None,
    }
}

fn append(id: &str, numbers: &[u32]) -> Change {
    let line = |number: &u32| Line {
        number: *number,
        text: format!("{number} 0 done"),
        rests: number.is_multiple_of(2),
    };
    let standing = standing(*numbers.last().unwrap());
    Change::Append { game: id.to_owned(), lines: numbers.iter().map(line).collect(), standing }
}
