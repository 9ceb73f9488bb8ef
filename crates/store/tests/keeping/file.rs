//! What only SQLite does.

use std::process;

use store::{Sqlite, StoreError};

use crate::{Folder, append, new_game};

#[tokio::test]
async fn a_file_that_is_none_of_ours_is_named() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("notes.txt");
    std::fs::write(&path, "dear diary, today nothing happened, and tomorrow it will happen again").unwrap();
    let error = Sqlite::open(&path).unwrap_err().to_string();
    assert!(error.contains("notes.txt"), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_file_is_for_its_owners_eyes() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let store = folder.place().open("a").await.unwrap();
    store.write(new_game("a")).await.unwrap();
    for name in ["games.db", "games.db-wal"] {
        let mode = std::fs::metadata(folder.0.join("below").join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
}

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_one_file_that_works_anywhere() {
    let (here, backup, elsewhere) = (Folder::new(), Folder::new(), Folder::new());
    let store = here.place().open("a").await.unwrap();
    store.write(new_game("a")).await.unwrap();
    store.write(append("a", &[1, 2, 3])).await.unwrap();
    // The server goes on: its log holds what the file does not have yet.
    store::copy(&here.place(), &backup.place(), |_, _| {}).await.unwrap();
    assert_eq!(names(&backup.0.join("below")), ["games.db"]);

    std::fs::create_dir_all(elsewhere.0.join("below")).unwrap();
    std::fs::copy(backup.0.join("below/games.db"), elsewhere.0.join("below/games.db")).unwrap();
    let moved = elsewhere.place().open("b").await.unwrap();
    assert_eq!(moved.game("a").await.unwrap(), store.game("a").await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_leaves_one_file_and_refuses_later_calls() {
    let folder = Folder::new();
    let store = folder.place().open("a").await.unwrap();
    store.write(new_game("a")).await.unwrap();
    store.game("a").await.unwrap();
    assert!(names(&folder.0.join("below")).contains(&"games.db-wal".to_owned()));
    store.close().await.unwrap();
    assert_eq!(names(&folder.0.join("below")), ["games.db"]);
    for refused in [store.write(append("a", &[1])).await, store.game("a").await.map(|_| ())] {
        assert!(refused.unwrap_err().to_string().contains("closed"));
    }
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_second_server_on_a_file_is_refused_with_the_holder() {
    let folder = Folder::new();
    let first = folder.place().open("a").await.unwrap();
    let Err(refused) = folder.place().open("b").await else { panic!("two servers have one file") };
    assert!(matches!(&refused, StoreError::InUse { .. }), "{refused}");
    assert!(refused.to_string().contains(&format!("process {}", process::id())), "{refused}");
    // Reading is open to everybody.
    folder.place().open_existing("c").await.unwrap().count().await.unwrap();
    first.close().await.unwrap();
    folder.place().open("b").await.unwrap();
}

#[tokio::test]
async fn nothing_is_restored_from_a_missing_or_empty_store() {
    let (from, to) = (Folder::new(), Folder::new());
    let copy = async || store::copy(&from.place(), &to.place(), |_, _| {}).await.unwrap_err().to_string();
    assert!(copy().await.contains("games.db"));
    let path = from.0.join("below/games.db");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, "").unwrap();
    assert!(copy().await.contains("empty"));
    std::fs::remove_file(&path).unwrap();
    from.place().open("a").await.unwrap().close().await.unwrap();
    assert!(copy().await.contains("no games"));
    assert!(!to.0.exists(), "nothing was made");
}

/// Every form a store ever had is brought to the newest in one transaction: an interrupted migration changes nothing.
#[tokio::test]
async fn an_interrupted_migration_leaves_the_old_form() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("old.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(include_str!("../../src/migrations/0001.sql")).unwrap();
    // The third migration makes a table of this name, so it fails after the second has run.
    old.execute_batch("PRAGMA user_version = 1; CREATE TABLE keys (other TEXT)").unwrap();
    drop(old);
    assert!(Sqlite::open(&path).is_err());
    let after = rusqlite::Connection::open(&path).unwrap();
    let version: u32 = after.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
    assert!(after.prepare("SELECT share FROM seats").is_err(), "the second migration was rolled back");
    after.execute_batch("DROP TABLE keys").unwrap();
    drop(after);
    Sqlite::open(&path).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_probe_reports_a_damaged_store() {
    let folder = Folder::new();
    let store = folder.place().open("a").await.unwrap();
    store.probe(7).await.unwrap();
    store.probe(8).await.unwrap();
    store.close().await.unwrap();
    let path = folder.0.join("below/games.db");
    let mut bytes = std::fs::read(&path).unwrap();
    // Every page but the first, which is needed to open the file at all.
    bytes[4096..].fill(0xa5);
    std::fs::write(&path, bytes).unwrap();
    let damaged = match folder.place().open("b").await {
        Ok(store) => store.probe(9).await.unwrap_err(),
        Err(error) => error,
    };
    assert!(matches!(damaged, StoreError::Corrupt(_)), "{damaged}");
}
