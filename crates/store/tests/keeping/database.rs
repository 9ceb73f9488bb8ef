//! What only PostgreSQL does.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use store::{Elsewhere, Place, Store, StoreError};

use crate::{
    Folder, append,
    clauses::contract,
    new_game,
    postgres::{Database, proxy::Proxy},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_way_to_the_database_is_encrypted_and_its_certificate_checked() {
    let database = Database::encrypted();
    database.create("games");
    let url = |host: &str, rest: &str| format!("postgres://gunbai@{host}:{}/games?{rest}", database.port());
    let roots = |file: &str| format!("sslrootcert={}", database.file(file).display());
    let open = async |url: String| url.parse::<Place>().unwrap().open("a").await.map(|_| ());
    // The database takes encrypted connections only.
    assert!(open(url("localhost", "sslmode=disable")).await.is_err());
    let good = url("localhost", &format!("sslmode=require&{}", roots("ca.pem")));
    contract(0, good.parse().unwrap()).await;
    // Another authority, no known authority, another name: nothing is said to such a database.
    for wrong in [
        url("localhost", &format!("sslmode=require&{}", roots("other.pem"))),
        url("localhost", "sslmode=require"),
        url("127.0.0.1", &format!("sslmode=require&{}", roots("ca.pem"))),
    ] {
        let error =
            tokio::time::timeout(Duration::from_secs(40), open(wrong.clone())).await.unwrap().unwrap_err();
        assert!(matches!(error, StoreError::Broken(_)), "{wrong}: {error}");
    }
    assert!(open(url("localhost", "sslmode=prefer")).await.unwrap_err().to_string().contains("sslmode"));
    assert!(open(url("localhost", "sslmode=require&sslrootcert=/nowhere.pem")).await.is_err());
}

/// A store with one game, `a`, behind a proxy.
struct Proxied {
    store: Arc<dyn Store>,
    proxy: Proxy,
    _folder: Folder,
    _database: Database,
}

impl Proxied {
    async fn start() -> Proxied {
        let database = Database::start();
        database.create("games");
        let folder = Folder::new();
        let proxy = Proxy::start(&folder.0, &database.file(""));
        let place: Place = proxy.url("games").parse().unwrap();
        let store = place.open("a").await.unwrap();
        store.write(new_game("a")).await.unwrap();
        Proxied { store, proxy, _folder: folder, _database: database }
    }
}

/// A connection that goes silent costs one deadline; the next request has a new one.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_silent_database_is_given_up_within_fifteen_seconds() {
    let proxied = Proxied::start().await;
    let Proxied { store, proxy, .. } = &proxied;
    // Every connection for reading is open, and goes silent.
    let reads: Vec<_> = (0..40)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.game("a").await })
        })
        .collect();
    for read in reads {
        read.await.unwrap().unwrap();
    }

    proxy.go_silent();
    let began = Instant::now();
    let (written, read) = tokio::join!(store.write(append("a", &[1])), store.game("a"));
    assert!(matches!(written, Err(StoreError::Stalled(_))), "{written:?}");
    assert!(matches!(read, Err(StoreError::Stalled(_))), "{read:?}");
    store.write(append("a", &[1])).await.unwrap();
    assert_eq!(store.game("a").await.unwrap().unwrap().lines.len(), 1);
    store.probe(9).await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn five_hundred_readers_share_a_bounded_pool() {
    let proxied = Proxied::start().await;
    let Proxied { store, proxy, .. } = &proxied;
    let readers: Vec<_> = (0..500)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.game("a").await })
        })
        .collect();
    for reader in readers {
        assert!(reader.await.unwrap().unwrap().is_some());
    }
    // Eight readers, the writer, the listener, and the connection that migrated.
    let most = proxy.most.load(Ordering::SeqCst);
    assert!(most <= 11, "{most} connections at once");
    assert!(most > 2, "the readers do not queue behind one connection: {most}");
}

/// What only a store of several servers can do.
pub(crate) async fn several_servers(database: &mut Database) {
    let place: Place = database.create("shared").parse().unwrap();
    let [one, two] = [place.open("one").await.unwrap(), place.open("two").await.unwrap()];
    let mut heard = two.elsewhere().unwrap();
    assert!(two.elsewhere().is_none(), "news go to one");
    // Listening begins a moment after opening.
    let mut news = None;
    for n in 0..200 {
        one.write(new_game(&format!("g{n}"))).await.unwrap();
        if let Ok(heard) = tokio::time::timeout(Duration::from_millis(100), heard.recv()).await {
            news = heard;
            break;
        }
    }
    assert!(matches!(news, Some(Elsewhere::Game(_))), "{news:?}");
    // One's own writing is no news.
    while tokio::time::timeout(Duration::from_millis(200), heard.recv()).await.is_ok() {}
    two.write(append("g0", &[1])).await.unwrap();
    let own = tokio::time::timeout(Duration::from_millis(300), heard.recv()).await;
    assert!(own.is_err(), "{own:?}");

    // A turn is taken by one of them, and taken over when that one is not heard of any more.
    let (long, short) = (Duration::from_secs(600), Duration::from_millis(300));
    assert!(one.lease("g0", short).await.unwrap());
    assert!(!two.lease("g0", long).await.unwrap());
    assert!(two.computers_to_move().await.unwrap().is_empty());
    assert!(one.lease("g0", short).await.unwrap(), "who has it may go on");
    tokio::time::sleep(short * 2).await;
    assert_eq!(two.computers_to_move().await.unwrap(), ["g0"]);
    assert!(two.lease("g0", long).await.unwrap());
    assert!(!one.lease("g0", long).await.unwrap());

    // A database that is started again is found again, and what was missed meanwhile is said to be missed.
    database.restart();
    assert_eq!(one.game("g0").await.unwrap().unwrap().lines.len(), 1);
    one.write(append("g0", &[2])).await.unwrap();
    let missed = tokio::time::timeout(Duration::from_secs(20), heard.recv()).await.unwrap();
    assert_eq!(missed, Some(Elsewhere::Anything));
}
