//! Names, seats that anyone may take, and the next game.

use store::{Change, Place, StoreError};

use crate::new_game;

/// The same with seat 1 for a person who is looked for.
fn looking(id: &str, after: Option<&str>) -> Change {
    let Change::Open(mut new) = new_game(id) else { unreachable!("a new game is opened") };
    new.seats[1].who = "person".to_owned();
    new.seats[1].token = Some([4; 32]);
    new.seats[1].open = true;
    new.seats[0].person = "Ieyasu".to_owned();
    new.after = after.map(str::to_owned);
    Change::Open(new)
}

pub(crate) async fn an_open_seat_is_taken_once_and_a_game_has_one_next(place: Place) {
    let store = place.open("a").await.unwrap();
    store.write(looking("a", None)).await.unwrap();
    store.write(new_game("b")).await.unwrap();
    let open = store.open_seats(9).await.unwrap();
    assert_eq!(open.iter().map(|listed| listed.id.as_str()).collect::<Vec<_>>(), ["a"]);
    assert_eq!((&open[0].people, open[0].open), (&["Ieyasu".to_owned(), String::new()], [false, true]));

    let take = |seat, token: u8, name: &str| Change::Take {
        game: "a".to_owned(),
        seat,
        token: [token; 32],
        name: name.to_owned(),
    };
    let not_theirs = Err(StoreError::NotTheirs("a".to_owned()));
    assert_eq!(store.write(take(0, 7, "Thief")).await, not_theirs, "this seat was never open");
    let key = Change::Key { game: "a".to_owned(), seat: 1, token: [5; 32], account: None };
    store.write(key).await.unwrap();
    store.write(take(1, 8, "Nobuyuki")).await.unwrap();
    assert_eq!(store.write(take(1, 9, "Late")).await, not_theirs);
    let seat = store.game("a").await.unwrap().unwrap().seats[1].clone();
    assert_eq!(
        (seat.token, seat.keys, seat.person.as_str(), seat.open),
        (Some([8; 32]), vec![], "Nobuyuki", false)
    );
    assert!(store.open_seats(9).await.unwrap().is_empty());

    let name = Change::Person { game: "a".to_owned(), seat: 0, name: "Hidetada".to_owned() };
    store.write(name).await.unwrap();
    let names = store.standings(vec!["a".to_owned()]).await.unwrap()[0].people.clone();
    assert_eq!(names, ["Hidetada", "Nobuyuki"]);

    store.write(looking("c", Some("a"))).await.unwrap();
    assert_eq!(store.write(looking("d", Some("a"))).await, Err(StoreError::Exists("a".to_owned())));
    assert_eq!(store.game("a").await.unwrap().unwrap().next.as_deref(), Some("c"));
    assert!(store.game("d").await.unwrap().is_none(), "the second next game leaves nothing behind");
    store.write(Change::Shut { game: "c".to_owned(), seat: 1 }).await.unwrap();
    assert!(store.open_seats(9).await.unwrap().is_empty());
}
