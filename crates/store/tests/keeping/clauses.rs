//! What both stores do.

use std::sync::Arc;

use store::{Account, Change, ChatRow, Game, Line, Offer, Place, SeatRow, SnapshotRow, Store, StoreError};

use crate::{Folder, append, new_game, people::an_open_seat_is_taken_once_and_a_game_has_one_next, standing};

pub(crate) const CLAUSES: usize = 11;

/// One clause after the other, each in a store of its own.
pub(crate) async fn contract(clause: usize, place: Place) {
    match clause {
        0 => a_game_is_there_after_the_store_was_closed_and_opened_again(place).await,
        1 => a_number_can_be_taken_once(place).await,
        2 => of_many_writers_one_has_each_number(place).await,
        3 => lists_have_the_latest_first_and_leave_out_the_unknown(place).await,
        4 => a_copy_has_everything_and_can_be_brought_up_to_date(place).await,
        5 => shares_are_kept_once_they_are_told(place).await,
        6 => seats_change_hands(place).await,
        7 => what_is_due_is_found_and_told_once(place).await,
        8 => snapshots_are_replaced_copied_and_deleted_with_their_game(place).await,
        9 => accounts_gather_seats(place).await,
        _ => an_open_seat_is_taken_once_and_a_game_has_one_next(place).await,
    }
}

async fn a_game_is_there_after_the_store_was_closed_and_opened_again(place: Place) {
    {
        let store = place.open("a").await.unwrap();
        store.write(new_game("a")).await.unwrap();
        store.write(append("a", &[1, 2])).await.unwrap();
        store.write(append("a", &[3])).await.unwrap();
        let row = ChatRow { n: 1, seat: None, text: "hello".to_owned(), at: 9 };
        store.write(Change::Chat { game: "a".to_owned(), row }).await.unwrap();
        let text = "mine".to_owned();
        store.write(Change::Notes { game: "a".to_owned(), seat: 1, text }).await.unwrap();
        let orders = "[]".to_owned();
        store.write(Change::Orders { game: "a".to_owned(), seat: 0, orders }).await.unwrap();
        let offer = Some(Offer { seat: 0, to: Some(2) });
        store.write(Change::Offer { game: "a".to_owned(), offer }).await.unwrap();
        store.close().await.unwrap();
    }
    let store = place.open("b").await.unwrap();
    let game = store.game("a").await.unwrap().unwrap();
    assert_eq!(game.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(game.lines[1], Line { number: 2, text: "2 0 done".to_owned(), rests: true });
    assert_eq!(game.standing, standing(3));
    assert_eq!(game.seats[0].token, Some([3; 32]));
    assert_eq!(game.seats[1].who, "greedy");
    assert_eq!(game.chat[0].text, "hello");
    assert_eq!(game.notes, [String::new(), "mine".to_owned()]);
    assert_eq!(game.orders, ["[]".to_owned(), String::new()]);
    assert_eq!(game.offer, Some(Offer { seat: 0, to: Some(2) }));
    let draw = Some(Offer { seat: 1, to: None });
    store.write(Change::Offer { game: "a".to_owned(), offer: draw }).await.unwrap();
    assert_eq!(store.game("a").await.unwrap().unwrap().offer, draw);
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

async fn a_number_can_be_taken_once(place: Place) {
    let store = place.open("a").await.unwrap();
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

/// Two servers on one database, each with a writer of its own. A file has one server, so it is twice the same.
async fn both(place: &Place) -> [Arc<dyn Store>; 2] {
    let one = place.open("a").await.unwrap();
    match place {
        Place::File(_) => [one.clone(), one],
        Place::Postgres(_) => [one, place.open("b").await.unwrap()],
    }
}

async fn of_many_writers_one_has_each_number(place: Place) {
    let stores = both(&place).await;
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

async fn lists_have_the_latest_first_and_leave_out_the_unknown(place: Place) {
    let store = place.open("a").await.unwrap();
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
    assert_eq!(store.ids().await.unwrap(), ["a", "b", "c"]);
}

async fn shares_are_kept_once_they_are_told(place: Place) {
    let store = place.open("a").await.unwrap();
    store.write(new_game("a")).await.unwrap();
    let share = |game: &str| Change::Share { game: game.to_owned(), seat: 1, share: [9; 32] };
    store.write(share("a")).await.unwrap();
    assert_eq!(store.write(share("b")).await, Err(StoreError::NoGame("b".to_owned())));
    let seats = store.game("a").await.unwrap().unwrap().seats;
    assert_eq!((seats[0].share, seats[1].share), (None, Some([9; 32])));
}

async fn seats_change_hands(place: Place) {
    let store = place.open("a").await.unwrap();
    store.write(new_game("a")).await.unwrap();
    let game = || "a".to_owned();
    let key = |token| Change::Key { game: game(), seat: 0, token, account: None };
    store.write(key([5; 32])).await.unwrap();
    store.write(key([4; 32])).await.unwrap();
    let notify = "{\"email\":\"a@b\"}".to_owned();
    store.write(Change::Notify { game: game(), seat: 0, notify: notify.clone() }).await.unwrap();
    let seat = store.game("a").await.unwrap().unwrap().seats[0].clone();
    assert_eq!((seat.keys, seat.notify), (vec![[4; 32], [5; 32]], notify));

    // A new link: nothing of the old ones is left.
    let new =
        Change::Seat { game: game(), seat: 0, who: "person".to_owned(), token: Some([8; 32]), by: None };
    store.write(new).await.unwrap();
    // The holder of an old one cannot make another, nor can an account that owned the seat.
    let by = |token| Change::Seat {
        game: game(),
        seat: 0,
        who: "person".to_owned(),
        token: Some([9; 32]),
        by: Some(token),
    };
    let not_theirs = Err(StoreError::NotTheirs(game()));
    assert_eq!(store.write(by([5; 32])).await, not_theirs);
    let account = Some("ieyasu".to_owned());
    let sit = Change::Key { game: game(), seat: 0, token: [6; 32], account };
    assert_eq!(store.write(sit.clone()).await, not_theirs);
    let ieyasu = Account { name: "ieyasu".to_owned(), secret: "x".to_owned(), created: 1 };
    store.write(Change::Account(ieyasu)).await.unwrap();
    let belongs = Change::Belongs { account: "ieyasu".to_owned(), game: game(), seat: 0 };
    store.write(belongs).await.unwrap();
    store.write(sit).await.unwrap();
    assert_eq!(store.game("a").await.unwrap().unwrap().seats[0].keys, [[6; 32]]);
    store.write(by([6; 32])).await.unwrap();
    store
        .write(Change::Seat {
            game: game(),
            seat: 0,
            who: "person".to_owned(),
            token: Some([8; 32]),
            by: None,
        })
        .await
        .unwrap();
    let seat = store.game("a").await.unwrap().unwrap().seats[0].clone();
    assert_eq!(seat, SeatRow { who: "person".to_owned(), token: Some([8; 32]), ..SeatRow::default() });
    assert!(store.computers_to_move().await.unwrap().is_empty());
    let computer = Change::Seat { game: game(), seat: 0, who: "steady".to_owned(), token: None, by: None };
    store.write(computer).await.unwrap();
    assert_eq!(store.computers_to_move().await.unwrap(), ["a"], "a computer that sits down is asked");

    store.write(Change::Close { game: game() }).await.unwrap();
    let closed = store.game("a").await.unwrap().unwrap();
    assert!(closed.closed && !closed.listed);
    assert!(store.computers_to_move().await.unwrap().is_empty());
    assert!(store.listed(9).await.unwrap().is_empty());

    // What was said can be taken out, and the whole game.
    for n in 1..=2 {
        let row = ChatRow { n, seat: None, text: "insult".to_owned(), at: n };
        store.write(Change::Chat { game: game(), row }).await.unwrap();
    }
    store.write(Change::Hush { game: game(), n: Some(2) }).await.unwrap();
    let texts = |stored: Game| stored.chat.into_iter().map(|row| row.text).collect::<Vec<_>>();
    assert_eq!(texts(store.game("a").await.unwrap().unwrap()), ["insult", ""]);
    store.write(Change::Hush { game: game(), n: None }).await.unwrap();
    assert_eq!(texts(store.game("a").await.unwrap().unwrap()), ["", ""]);
    store.write(Change::Delete { game: game() }).await.unwrap();
    assert!(store.game("a").await.unwrap().is_none() && store.ids().await.unwrap().is_empty());
    assert_eq!(store.write(Change::Delete { game: game() }).await, Err(StoreError::NoGame(game())));
}

async fn what_is_due_is_found_and_told_once(place: Place) {
    let [store, other] = both(&place).await;
    for id in ["a", "b"] {
        store.write(new_game(id)).await.unwrap();
    }
    store.write(append("a", &[7])).await.unwrap();
    assert!(store.due(69).await.unwrap().is_empty());
    assert_eq!(store.due(70).await.unwrap(), ["a"]);
    store.write(Change::Times { game: "b".to_owned(), times: "{}".to_owned(), due: Some(60) }).await.unwrap();
    store.write(Change::Times { game: "a".to_owned(), times: "{}".to_owned(), due: None }).await.unwrap();
    assert_eq!(store.due(70).await.unwrap(), ["b"]);
    assert_eq!(store.game("b").await.unwrap().unwrap().standing.times, "{}");

    // Of two servers one tells, and again only after the seat has acted.
    let notice = |acted, number| Change::Notice { game: "a".to_owned(), seat: 1, acted, number };
    store.write(notice(0, 3)).await.unwrap();
    assert_eq!(other.write(notice(0, 3)).await, Err(StoreError::Exists("a".to_owned())));
    assert_eq!(other.write(notice(2, 5)).await, Err(StoreError::Exists("a".to_owned())));
    other.write(notice(4, 5)).await.unwrap();

    // The same for the warning that a table will be taken away, which changes its times with it.
    let warned = |touched, at| Change::Warned {
        game: "a".to_owned(),
        touched,
        at,
        times: format!("{{\"counted\":{at}}}"),
        due: Some(at),
    };
    let (first, second) = tokio::join!(store.write(warned(10, 50)), other.write(warned(10, 51)));
    assert_eq!([&first, &second].iter().filter(|told| told.is_ok()).count(), 1, "{first:?}, {second:?}");
    let at = if first.is_ok() { 50 } else { 51 };
    let standing = store.game("a").await.unwrap().unwrap().standing;
    assert_eq!((standing.times, standing.due), (format!("{{\"counted\":{at}}}"), Some(at)));
    assert_eq!(store.write(warned(10, 60)).await, Err(StoreError::Exists("a".to_owned())));
    other.write(warned(55, 60)).await.unwrap();
}

async fn snapshots_are_replaced_copied_and_deleted_with_their_game(place: Place) {
    let store = place.open("a").await.unwrap();
    store.write(new_game("a")).await.unwrap();
    store.write(append("a", &[1, 2, 3])).await.unwrap();
    let row = |number, mark, state| SnapshotRow { number, marks: vec![mark; 2], state };
    let write = async |game: &str, rows: &[SnapshotRow]| {
        store.write(Change::Snapshots { game: game.to_owned(), rows: rows.to_vec() }).await
    };
    write("a", &[row(2, 0, None), row(3, 1, Some(vec![1, 2]))]).await.unwrap();
    write("a", &[row(2, 255, Some(vec![0]))]).await.unwrap();
    let all = vec![row(2, 255, Some(vec![0])), row(3, 1, Some(vec![1, 2]))];
    assert_eq!(store.game("a").await.unwrap().unwrap().snapshots, all);
    assert_eq!(write("b", &all).await, Err(StoreError::NoGame("b".to_owned())));

    let folder = Folder::new();
    store::copy(&place, &folder.place(), |_, _| {}).await.unwrap();
    write("a", &[row(4, 7, None)]).await.unwrap();
    store::copy(&place, &folder.place(), |_, _| {}).await.unwrap();
    let copy = folder.place().open_existing("copy").await.unwrap();
    assert_eq!(copy.game("a").await.unwrap().unwrap().snapshots, [all, vec![row(4, 7, None)]].concat());

    store.write(Change::Delete { game: "a".to_owned() }).await.unwrap();
    store.write(new_game("a")).await.unwrap();
    assert!(store.game("a").await.unwrap().unwrap().snapshots.is_empty());
}

async fn accounts_gather_seats(place: Place) {
    let store = place.open("a").await.unwrap();
    for id in ["a", "b"] {
        store.write(new_game(id)).await.unwrap();
    }
    let account = Account { name: "ieyasu".to_owned(), secret: "$argon2id$…".to_owned(), created: 7 };
    store.write(Change::Account(account.clone())).await.unwrap();
    assert_eq!(
        store.write(Change::Account(account.clone())).await,
        Err(StoreError::Exists("ieyasu".to_owned()))
    );
    assert_eq!(store.account("ieyasu").await.unwrap(), Some(account.clone()));
    assert_eq!(store.account("nobody").await.unwrap(), None);

    let name = || "ieyasu".to_owned();
    let session = |n: u8, until, now| Change::Session { token: [n; 32], account: name(), until, now };
    store.write(session(1, 100, 7)).await.unwrap();
    assert_eq!(store.session([1; 32], 99).await.unwrap(), Some(name()));
    assert_eq!(store.session([1; 32], 100).await.unwrap(), None);
    assert_eq!(store.session([2; 32], 0).await.unwrap(), None);
    store.write(session(3, 300, 99)).await.unwrap();
    assert_eq!(store.session([1; 32], 99).await.unwrap(), Some(name()), "it lasts to 100");
    store.write(session(4, 400, 100)).await.unwrap();
    assert_eq!(store.session([1; 32], 0).await.unwrap(), None, "what has ended is swept out");
    assert_eq!(store.session([3; 32], 100).await.unwrap(), Some(name()));

    let belongs = |game: &str, seat| Change::Belongs { account: name(), game: game.to_owned(), seat };
    for _ in 0..2 {
        store.write(belongs("a", 0)).await.unwrap();
    }
    store.write(belongs("b", 1)).await.unwrap();
    store.write(append("b", &[1])).await.unwrap();
    let all = [("b".to_owned(), 1), ("a".to_owned(), 0)];
    assert_eq!(store.belongings("ieyasu").await.unwrap(), all);

    // A copy has the accounts, too.
    let folder = Folder::new();
    store::copy(&place, &folder.place(), |_, _| {}).await.unwrap();
    let copy = folder.place().open_existing("copy").await.unwrap();
    assert_eq!(copy.accounts().await.unwrap(), [account]);
    assert_eq!(copy.belongings("ieyasu").await.unwrap(), all);
    assert_eq!(copy.session([3; 32], 0).await.unwrap(), None, "who was signed in signs in again");
    drop(copy);

    store.write(Change::LetGo { account: name(), game: "b".to_owned() }).await.unwrap();
    // Somebody else sits down: the seat is no longer this account's.
    let new = Change::Seat {
        game: "a".to_owned(),
        seat: 0,
        who: "person".to_owned(),
        token: Some([8; 32]),
        by: None,
    };
    store.write(new).await.unwrap();
    assert!(store.belongings("ieyasu").await.unwrap().is_empty());
    store::copy(&place, &folder.place(), |_, _| {}).await.unwrap();
    let copy = folder.place().open_existing("copy").await.unwrap();
    assert_eq!(copy.game("a").await.unwrap().unwrap().seats[0].token, Some([8; 32]));

    store.write(Change::Passphrase { account: name(), secret: "other".to_owned() }).await.unwrap();
    assert_eq!(store.account("ieyasu").await.unwrap().unwrap().secret, "other");
    assert_eq!(store.session([3; 32], 100).await.unwrap(), None, "another passphrase ends every session");
    store.write(session(5, 500, 100)).await.unwrap();
    store.write(Change::EndSession { token: [5; 32] }).await.unwrap();
    assert_eq!(store.session([5; 32], 100).await.unwrap(), None);
    store.write(Change::EndAccount { account: name() }).await.unwrap();
    assert!(store.accounts().await.unwrap().is_empty());
}

async fn a_copy_has_everything_and_can_be_brought_up_to_date(place: Place) {
    let store = place.open("a").await.unwrap();
    store.write(new_game("a")).await.unwrap();
    store.write(append("a", &[1, 2])).await.unwrap();
    let row = ChatRow { n: 1, seat: Some(1), text: "hello".to_owned(), at: 9 };
    store.write(Change::Chat { game: "a".to_owned(), row }).await.unwrap();
    let folder = Folder::new();
    let backup = folder.place();
    let first = store::copy(&place, &backup, |_, _| {}).await.unwrap();
    assert_eq!((first.new, first.inputs), (1, 2));
    let copy = backup.open_existing("copy").await.unwrap();
    assert_eq!(copy.game("a").await.unwrap(), store.game("a").await.unwrap());
    assert_eq!(copy.data("d1").await.unwrap(), store.data("d1").await.unwrap());
    drop(copy);

    store.write(append("a", &[3])).await.unwrap();
    store.write(new_game("b")).await.unwrap();
    let again = store::copy(&place, &backup, |_, _| {}).await.unwrap();
    assert_eq!((again.new, again.longer, again.inputs), (1, 1, 1));
    let last = store::copy(&place, &backup, |_, _| {}).await.unwrap();
    assert_eq!((last.same, last.inputs), (2, 0));
    // And back into the store, once its server has stopped: a backup restores.
    let writable = backup.open("b").await.unwrap();
    writable.write(append("a", &[4])).await.unwrap();
    writable.close().await.unwrap();
    store.close().await.unwrap();
    let restored = store::copy(&backup, &place, |_, _| {}).await.unwrap();
    assert_eq!(restored.longer, 1);
    let store = place.open("a").await.unwrap();
    store.write(append("a", &[5])).await.unwrap();
    let mut other = append("a", &[5]);
    if let Change::Append { lines, .. } = &mut other {
        lines[0].text.push_str(" otherwise");
    }
    let writable = backup.open("b").await.unwrap();
    writable.write(other).await.unwrap();
    writable.close().await.unwrap();
    let parted = store::copy(&place, &backup, |_, _| {}).await.unwrap_err();
    assert!(parted.to_string().contains("another one there"), "{parted}");
}
