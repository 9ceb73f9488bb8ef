//! What every store must do, on real files.

use std::{
    path::PathBuf,
    process,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use store::{Change, ChatRow, Line, NewGame, Offer, SeatRow, Sqlite, Standing, Store, StoreError};

/// A folder that is gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("gunbai-store-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Folder(std::env::temp_dir().join(name))
    }

    fn open(&self) -> Sqlite {
        Sqlite::open(&self.0.join("below/games.db")).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn new_game(id: &str) -> Change {
    let seat = |who: &str, token| SeatRow { who: who.to_owned(), token };
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
        lines: Vec::new(),
        standing: standing(0),
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

#[tokio::test]
async fn a_game_is_there_after_the_file_was_closed_and_opened_again() {
    let folder = Folder::new();
    {
        let store = folder.open();
        store.write(new_game("a")).await.unwrap();
        store.write(append("a", &[1, 2])).await.unwrap();
        store.write(append("a", &[3])).await.unwrap();
        let row = ChatRow { n: 1, seat: None, text: "hello".to_owned(), at: 9 };
        store.write(Change::Chat { game: "a".to_owned(), row }).await.unwrap();
        let text = "mine".to_owned();
        store.write(Change::Notes { game: "a".to_owned(), seat: 1, text }).await.unwrap();
        let orders = "[]".to_owned();
        store.write(Change::Orders { game: "a".to_owned(), seat: 0, orders }).await.unwrap();
        let offer = Some(Offer { seat: 0, to: 2 });
        store.write(Change::Offer { game: "a".to_owned(), offer }).await.unwrap();
    }
    let store = folder.open();
    let game = store.game("a").await.unwrap().unwrap();
    assert_eq!(game.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(game.lines[1], Line { number: 2, text: "2 0 done".to_owned(), rests: true });
    assert_eq!(game.standing, standing(3));
    assert_eq!(game.seats[0].token, Some([3; 32]));
    assert_eq!(game.seats[1].who, "greedy");
    assert_eq!(game.chat[0].text, "hello");
    assert_eq!(game.notes, [String::new(), "mine".to_owned()]);
    assert_eq!(game.orders, ["[]".to_owned(), String::new()]);
    assert_eq!(game.offer, Some(Offer { seat: 0, to: 2 }));
    assert_eq!(store.computers_to_move().await.unwrap(), ["a"]);
    assert_eq!(store.data("d1").await.unwrap(), [("probe/a.toml".to_owned(), "a = 1".to_owned())]);
    assert!(store.game("b").await.unwrap().is_none());
    assert_eq!(store.count().await.unwrap(), 1);

    // The game goes on, so the wish to go back is gone.
    store.write(append("a", &[4])).await.unwrap();
    let game = store.game("a").await.unwrap().unwrap();
    assert_eq!(game.offer, None);
    assert!(store.computers_to_move().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_number_can_be_taken_once() {
    let folder = Folder::new();
    let store = folder.open();
    store.write(new_game("a")).await.unwrap();
    store.write(append("a", &[1])).await.unwrap();
    let again = store.write(append("a", &[1])).await;
    assert_eq!(again, Err(StoreError::Taken { game: "a".to_owned(), number: 1 }));
    // Of several lines none is kept if one is taken, and the summary stays as it was.
    let partly = store.write(append("a", &[3, 2, 1])).await;
    assert_eq!(partly, Err(StoreError::Taken { game: "a".to_owned(), number: 1 }));
    let game = store.game("a").await.unwrap().unwrap();
    assert_eq!(game.lines.len(), 1);
    assert_eq!(game.standing, standing(1));
    let unknown = store.write(append("nobody", &[1])).await;
    assert_eq!(unknown, Err(StoreError::NoGame("nobody".to_owned())));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_writers_one_has_each_number() {
    let folder = Folder::new();
    // Two programs on one file, each with a writer of its own.
    let stores = [Arc::new(folder.open()), Arc::new(folder.open())];
    stores[0].write(new_game("a")).await.unwrap();
    let mut tasks = Vec::new();
    for writer in 0..8 {
        let store = stores[writer % 2].clone();
        tasks.push(tokio::spawn(async move {
            let mut won = Vec::new();
            for number in 1..=25 {
                match store.write(append("a", &[number])).await {
                    Ok(()) => won.push(number),
                    Err(StoreError::Taken { .. }) => {}
                    Err(other) => panic!("{other}"),
                }
            }
            won
        }));
    }
    let mut won = Vec::new();
    for task in tasks {
        won.extend(task.await.unwrap());
    }
    won.sort_unstable();
    assert_eq!(won, (1..=25).collect::<Vec<_>>());
    assert_eq!(stores[1].game("a").await.unwrap().unwrap().lines.len(), 25);
}

#[tokio::test]
async fn lists_have_the_latest_first_and_leave_out_the_unknown() {
    let folder = Folder::new();
    let store = folder.open();
    for id in ["a", "b", "c"] {
        store.write(new_game(id)).await.unwrap();
    }
    store.write(append("b", &[1])).await.unwrap();
    let listed = store.listed(2).await.unwrap();
    assert_eq!(listed.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(listed[0].who, ["person", "greedy"]);
    let some = store.standings(vec!["c".to_owned(), "x".to_owned()]).await.unwrap();
    assert_eq!(some.len(), 1);
    assert_eq!(some[0].standing, standing(0));
}

#[tokio::test]
async fn a_file_that_is_none_of_ours_is_named() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("notes.txt");
    std::fs::write(&path, "dear diary, today nothing happened, and tomorrow it will happen again").unwrap();
    let error = Sqlite::open(&path).unwrap_err().to_string();
    assert!(error.contains("notes.txt"), "{error}");
}
