//! What is read.

use tokio_postgres::{Client, Error, IsolationLevel, Row};

use crate::rows::{Account, ChatRow, Game, Line, Listed, Offer, SeatRow, SnapshotRow, Standing};

type Found<T> = Result<T, Error>;

const LISTED: &str =
    "SELECT games.id, system, scenario, data, created, changed, over, number, head, clock, status,
    waiting, sides, computer, times, due, winner, terms, one.who, two.who, one.person, two.person, one.open, two.open
    FROM games JOIN standings ON standings.game = games.id
    JOIN seats AS one ON one.game = games.id AND one.seat = 0
    JOIN seats AS two ON two.game = games.id AND two.seat = 1";

/// Numbers are kept wider than they are.
fn number(row: &Row, at: usize) -> u32 {
    row.get::<_, i64>(at) as u32
}

/// The twelve columns from `changed` to `winner`.
fn standing(row: &Row, from: usize) -> Standing {
    let waiting: i16 = row.get(from + 6);
    let sides: String = row.get(from + 7);
    let mut sides = sides.split(' ').map(str::to_owned);
    Standing {
        changed: number(row, from),
        over: row.get(from + 1),
        number: number(row, from + 2),
        head: row.get(from + 3),
        clock: number(row, from + 4),
        status: row.get(from + 5),
        waiting: (0..2).filter(|seat| waiting & (1 << seat) != 0).collect(),
        sides: [sides.next().unwrap_or_default(), sides.next().unwrap_or_default()],
        computer: row.get(from + 8),
        times: row.get(from + 9),
        due: row.get::<_, Option<i64>>(from + 10).map(|due| due as u32),
        winner: row.get::<_, Option<i16>>(from + 11).map(|seat| seat as u8),
    }
}

fn listed_row(row: &Row) -> Listed {
    Listed {
        id: row.get(0),
        system: row.get(1),
        scenario: row.get(2),
        data: row.get(3),
        created: number(row, 4),
        standing: standing(row, 5),
        terms: row.get(17),
        who: [row.get(18), row.get(19)],
        people: [row.get(20), row.get(21)],
        open: [row.get(22), row.get(23)],
    }
}

pub(super) async fn standings(client: &mut Client, ids: &[String]) -> Found<Vec<Listed>> {
    let sql = format!("{LISTED} WHERE games.id = ANY($1) ORDER BY array_position($1, games.id)");
    Ok(client.query(&sql, &[&ids]).await?.iter().map(listed_row).collect())
}

pub(super) async fn listed(client: &mut Client, most: u32) -> Found<Vec<Listed>> {
    let sql = format!("{LISTED} WHERE standings.listed ORDER BY changed DESC, games.id LIMIT $1");
    Ok(client.query(&sql, &[&i64::from(most)]).await?.iter().map(listed_row).collect())
}

pub(super) async fn open_seats(client: &mut Client, most: u32) -> Found<Vec<Listed>> {
    let sql = format!(
        "{LISTED} WHERE (one.open OR two.open) AND NOT over AND NOT closed ORDER BY created DESC, games.id LIMIT $1"
    );
    Ok(client.query(&sql, &[&i64::from(most)]).await?.iter().map(listed_row).collect())
}

pub(super) async fn computers_to_move(client: &mut Client) -> Found<Vec<String>> {
    let sql = "SELECT standings.game FROM standings LEFT JOIN leases ON leases.game = standings.game
        WHERE computer AND (leases.until IS NULL OR leases.until < now())";
    Ok(client.query(sql, &[]).await?.iter().map(|row| row.get(0)).collect())
}

pub(super) async fn data(client: &mut Client, digest: &str) -> Found<Vec<(String, String)>> {
    let sql = "SELECT path, text FROM data_files WHERE digest = $1 ORDER BY path";
    Ok(client.query(sql, &[&digest]).await?.iter().map(|row| (row.get(0), row.get(1))).collect())
}

pub(super) async fn ids(client: &mut Client) -> Found<Vec<String>> {
    let rows = client.query("SELECT id FROM games ORDER BY created, id", &[]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

pub(super) async fn count(client: &mut Client) -> Found<u32> {
    Ok(number(&client.query_one("SELECT count(*) FROM games", &[]).await?, 0))
}

pub(super) async fn due(client: &mut Client, now: u32) -> Found<Vec<String>> {
    let rows = client.query("SELECT game FROM standings WHERE due <= $1", &[&i64::from(now)]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

fn account_row(row: &Row) -> Account {
    Account { name: row.get(0), secret: row.get(1), created: number(row, 2) }
}

pub(super) async fn account(client: &mut Client, name: &str) -> Found<Option<Account>> {
    let sql = "SELECT name, secret, created FROM accounts WHERE name = $1";
    Ok(client.query_opt(sql, &[&name]).await?.as_ref().map(account_row))
}

pub(super) async fn accounts(client: &mut Client) -> Found<Vec<Account>> {
    let sql = "SELECT name, secret, created FROM accounts ORDER BY created, name";
    Ok(client.query(sql, &[]).await?.iter().map(account_row).collect())
}

pub(super) async fn session(client: &mut Client, token: &[u8], now: u32) -> Found<Option<String>> {
    let sql = "SELECT account FROM sessions WHERE token = $1 AND until > $2";
    Ok(client.query_opt(sql, &[&token, &i64::from(now)]).await?.map(|row| row.get(0)))
}

pub(super) async fn belongings(client: &mut Client, account: &str) -> Found<Vec<(String, u8)>> {
    let sql =
        "SELECT belongings.game, seat FROM belongings JOIN standings ON standings.game = belongings.game
        WHERE account = $1 ORDER BY changed DESC, belongings.game, seat";
    let rows = client.query(sql, &[&account]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get::<_, i16>(1) as u8)).collect())
}

fn secret(row: &Row, at: usize) -> Option<[u8; 32]> {
    row.get::<_, Option<&[u8]>>(at).and_then(|bytes| bytes.try_into().ok())
}

pub(super) async fn game(client: &mut Client, id: &str) -> Found<Option<Game>> {
    // What is read together must be of one moment.
    let moment = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
    let moment = moment.start().await?;
    let sql =
        "SELECT system, scenario, data, digest, header, games.listed, created, terms, closed, changed, over,
        number, head, clock, status, waiting, sides, computer, times, due, winner, next FROM games JOIN standings ON standings.game = games.id
        WHERE games.id = $1";
    let Some(row) = moment.query_opt(sql, &[&id]).await? else { return Ok(None) };
    let sql = "SELECT who, token, share, notify, person, open FROM seats WHERE game = $1 ORDER BY seat";
    let seats = moment.query(sql, &[&id]).await?;
    let seat = |row: &Row| SeatRow {
        who: row.get(0),
        token: secret(row, 1),
        share: secret(row, 2),
        keys: Vec::new(),
        notify: row.get(3),
        person: row.get(4),
        open: row.get(5),
    };
    let [first, second] = seats.as_slice() else { return Ok(None) };
    let mut game = Game {
        id: id.to_owned(),
        system: row.get(0),
        scenario: row.get(1),
        data: (row.get(2), row.get(3)),
        header: row.get(4),
        listed: row.get(5),
        created: number(&row, 6),
        seats: [seat(first), seat(second)],
        terms: row.get(7),
        closed: row.get(8),
        next: row.get(21),
        lines: Vec::new(),
        snapshots: Vec::new(),
        standing: standing(&row, 9),
        chat: Vec::new(),
        notes: Default::default(),
        orders: Default::default(),
        offer: None,
    };
    let sql = "SELECT number, line, rests FROM inputs WHERE game = $1 ORDER BY number";
    let line = |row: &Row| Line { number: number(row, 0), text: row.get(1), rests: row.get(2) };
    game.lines = moment.query(sql, &[&id]).await?.iter().map(line).collect();
    let sql = "SELECT number, marks, state FROM snapshots WHERE game = $1 ORDER BY number";
    let snapshot = |row: &Row| SnapshotRow { number: number(row, 0), marks: row.get(1), state: row.get(2) };
    game.snapshots = moment.query(sql, &[&id]).await?.iter().map(snapshot).collect();
    let sql = "SELECT seat, token FROM keys WHERE game = $1 ORDER BY token";
    for row in moment.query(sql, &[&id]).await? {
        if let Some(seat) = game.seats.get_mut(row.get::<_, i16>(0) as usize) {
            seat.keys.extend(secret(&row, 1));
        }
    }
    let sql = "SELECT n, seat, text, at FROM chat WHERE game = $1 ORDER BY n";
    let chat = |row: &Row| ChatRow {
        n: number(row, 0),
        seat: row.get::<_, Option<i16>>(1).map(|seat| seat as u8),
        text: row.get(2),
        at: number(row, 3),
    };
    game.chat = moment.query(sql, &[&id]).await?.iter().map(chat).collect();
    for (sql, texts) in [
        ("SELECT seat, text FROM notes WHERE game = $1", &mut game.notes),
        ("SELECT seat, orders FROM orders WHERE game = $1", &mut game.orders),
    ] {
        for row in moment.query(sql, &[&id]).await? {
            if let Some(text) = texts.get_mut(row.get::<_, i16>(0) as usize) {
                *text = row.get(1);
            }
        }
    }
    let offer = moment.query_opt("SELECT seat, target FROM offers WHERE game = $1", &[&id]).await?;
    game.offer = offer.map(|row| Offer {
        seat: row.get::<_, i16>(0) as u8,
        to: row.get::<_, Option<i64>>(1).map(|to| to as u32),
    });
    moment.commit().await?;
    Ok(Some(game))
}

pub(super) async fn probe(client: &mut Client) -> Found<()> {
    client.query_one("SELECT at FROM probe WHERE id = 0", &[]).await.map(|_| ())
}
