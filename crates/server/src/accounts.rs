//! Accounts gather one's tables on several devices. Nobody needs one to play.
//!
//! An account is a name and a passphrase, kept as Argon2id. A session is a cookie, which opens nothing but the addresses
//! here. A seat is still opened by a token: a device that signs in gets one of its own.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use store::Change;

use crate::{
    audit,
    failure::No,
    hall::{Hall, now},
    live::own_page,
    requests::{Address, Body},
    routes::Routes,
    seat,
    wire::{Account, GameResult, Opened, PastGame, TableCard},
};

const MOST_NAME: usize = 40;
const LEAST_PASSPHRASE: usize = 8;
const MOST_PASSPHRASE: usize = 200;
/// Tables an account gathers.
const MOST_SEATS: usize = 500;
/// A session lasts so long, in seconds.
const SESSION: u32 = 90 * 24 * 3_600;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .get("/", account)
        .get("/history", history)
        .post("/open", open)
        .post("/enter", enter)
        .post("/leave", leave)
        .post("/passphrase", passphrase)
        .post("/end", end)
        .post("/seats", gather)
        .post("/let-go", let_go)
        .post("/sit", sit)
}

/// With this prefix browsers take a cookie over TLS only, from this host only, and send it nowhere else. Where people come
/// over plain HTTP (this machine, a network of one's own) they would refuse it.
fn cookie_name(hall: &Hall) -> &'static str {
    if hall.outside.is_secure() { "__Host-gunbai" } else { "gunbai" }
}

fn cookie(hall: &Hall, token: &str, seconds: u32) -> HeaderValue {
    let secure = if hall.outside.is_secure() { "; Secure" } else { "" };
    let name = cookie_name(hall);
    let text = format!("{name}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// The cookie is taken away.
fn signed_out(hall: &Hall) -> Response {
    ([(header::SET_COOKIE, cookie(hall, "", 0))], Json(())).into_response()
}

fn said(hall: &Hall, headers: &HeaderMap) -> Option<String> {
    let name = cookie_name(hall);
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(of, _)| *of == name).map(|(_, value)| value.to_owned())
}

/// An account that is signed in.
pub(crate) struct Member {
    name: String,
    token: String,
}

impl FromRequestParts<Arc<Hall>> for Member {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Member, No> {
        let no = || No::new(StatusCode::UNAUTHORIZED, "signed-out", "nobody is signed in here");
        // A page of another host may send requests, but must not do anything by them.
        own_page(&parts.headers)?;
        let token = said(hall, &parts.headers).ok_or_else(no)?;
        let name = hall.store.session(seat::hashed(&token), now()).await?.ok_or_else(no)?;
        Ok(Member { name, token })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    name: String,
    passphrase: String,
}

/// Names are told apart without regard to capitals and spaces around them.
fn plain(name: &str) -> Result<String, No> {
    let name = name.trim().to_lowercase();
    let wrong = name.is_empty()
        || name.chars().count() > MOST_NAME
        || name.chars().any(|letter| letter.is_control() || letter.is_whitespace() && letter != ' ');
    if wrong {
        return Err(No::malformed(format!("a name has one to {MOST_NAME} letters")));
    }
    Ok(name)
}

fn long_enough(passphrase: &str) -> Result<(), No> {
    if (LEAST_PASSPHRASE..=MOST_PASSPHRASE).contains(&passphrase.chars().count()) {
        return Ok(());
    }
    Err(No::malformed(format!("a passphrase has {LEAST_PASSPHRASE} to {MOST_PASSPHRASE} letters")))
}

impl Hall {
    async fn hash(&self, passphrase: String) -> Result<String, No> {
        let turn = self.passphrases.clone().acquire_owned().await.map_err(|_| No::internal())?;
        self.work_out(move || {
            let _turn = turn;
            let hash = Argon2::default().hash_password(passphrase.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|_| No::internal())
        })
        .await
    }

    /// Is it the passphrase of this account? Tried from this address; an unknown name takes as long as a wrong passphrase.
    async fn knows(&self, address: IpAddr, name: &str, passphrase: String) -> Result<(), No> {
        // Of nothing anybody could say.
        const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IHNpdHMgaGVyZQ$\
            2FYzA2d6kZ6rEoJcM2bqNfQe0pC1TzqvF5m9sXo5b0s";
        // One at a time from one address, and later and later.
        let guess = self.limits.guess(address).await?;
        if passphrase.chars().count() > MOST_PASSPHRASE {
            return Err(No::too_large("a passphrase", MOST_PASSPHRASE));
        }
        let account = self.store.account(name).await?;
        let known = account.is_some();
        let secret = account.map_or_else(|| NOBODY.to_owned(), |account| account.secret);
        let turn = self.passphrases.clone().acquire_owned().await.map_err(|_| No::internal())?;
        let right = self.work_out(move || {
            let _turn = turn;
            let kept = PasswordHash::new(&secret).map_err(|_| No::internal())?;
            Ok(Argon2::default().verify_password(passphrase.as_bytes(), &kept).is_ok())
        });
        if right.await? && known {
            return Ok(());
        }
        guess.was_wrong();
        self.metrics.sign_in_failed();
        audit::sign_in_failed(address, known.then_some(name));
        Err(No::new(
            StatusCode::FORBIDDEN,
            "wrong-passphrase",
            "no account has this name and this passphrase",
        ))
    }

    async fn sign_in(&self, name: String) -> Result<Response, No> {
        let token = seat::new_token()?;
        let now = now();
        let until = now.saturating_add(SESSION);
        let change = Change::Session { token: seat::hashed(&token), account: name.clone(), until, now };
        self.store.write(change).await?;
        let seats = self.store.belongings(&name).await?;
        let headers = [(header::SET_COOKIE, cookie(self, &token, SESSION))];
        Ok((headers, Json(Account { name, seats })).into_response())
    }
}

/// Somebody, at a page that may be another's.
type Visit = (State<Arc<Hall>>, Address, HeaderMap);
/// Somebody who is signed in.
type Signed = (State<Arc<Hall>>, Address, Member);

async fn account((State(hall), _, member): Signed) -> Result<Json<Account>, No> {
    let seats = hall.store.belongings(&member.name).await?;
    Ok(Json(Account { name: member.name, seats }))
}

/// The games the account gathers with their results, the latest first.
async fn history((State(hall), _, member): Signed) -> Result<Json<Vec<PastGame>>, No> {
    let seats = hall.store.belongings(&member.name).await?;
    let mut ids: Vec<String> = seats.iter().map(|(game, _)| game.clone()).collect();
    ids.dedup();
    let found = hall.store.standings(ids).await?;
    let tables: HashMap<String, TableCard> = found
        .into_iter()
        .filter_map(|listed| hall.table_card(listed))
        .map(|card| (card.table.clone(), card))
        .collect();
    let game = |(game, seat): (String, u8)| {
        let table = tables.get(&game)?.clone();
        let result = match (table.over, table.winner) {
            (false, _) => GameResult::Running,
            (true, None) => GameResult::Drawn,
            (true, Some(winner)) if winner == seat => GameResult::Won,
            (true, Some(_)) => GameResult::Lost,
        };
        Some(PastGame { seat, result, table })
    };
    Ok(Json(seats.into_iter().filter_map(game).collect()))
}

async fn open(
    (State(hall), Address(address), headers): Visit,
    Body(wanted): Body<Credentials>,
) -> Result<Response, No> {
    own_page(&headers)?;
    let name = plain(&wanted.name)?;
    long_enough(&wanted.passphrase)?;
    hall.limits.new_account(address)?;
    let secret = hall.hash(wanted.passphrase).await?;
    hall.store.write(Change::Account(store::Account { name: name.clone(), secret, created: now() })).await?;
    audit::account("opened", address, &name);
    hall.sign_in(name).await
}

async fn enter(
    (State(hall), Address(address), headers): Visit,
    Body(wanted): Body<Credentials>,
) -> Result<Response, No> {
    own_page(&headers)?;
    let name = plain(&wanted.name)?;
    hall.knows(address, &name, wanted.passphrase).await?;
    audit::account("signed-in", address, &name);
    hall.sign_in(name).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

async fn leave((State(hall), _, member): Signed, _: Body<Nothing>) -> Result<Response, No> {
    hall.store.write(Change::EndSession { token: seat::hashed(&member.token) }).await?;
    Ok(signed_out(&hall))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Passphrases {
    old: String,
    new: String,
}

/// Another passphrase. All other sessions end.
async fn passphrase(
    (State(hall), Address(address), member): Signed,
    Body(wanted): Body<Passphrases>,
) -> Result<Response, No> {
    long_enough(&wanted.new)?;
    hall.knows(address, &member.name, wanted.old).await?;
    let secret = hall.hash(wanted.new).await?;
    hall.store.write(Change::Passphrase { account: member.name.clone(), secret }).await?;
    audit::account("passphrase-changed", address, &member.name);
    hall.sign_in(member.name).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Passphrase {
    passphrase: String,
}

/// Deletes the account. The links of its seats stay valid.
async fn end(
    (State(hall), Address(address), member): Signed,
    Body(wanted): Body<Passphrase>,
) -> Result<Response, No> {
    hall.knows(address, &member.name, wanted.passphrase).await?;
    audit::account("deleted", address, &member.name);
    hall.store.write(Change::EndAccount { account: member.name }).await?;
    Ok(signed_out(&hall))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat {
    table: String,
    token: String,
}

/// Puts a seat to the others of the account; its token proves that it is theirs to gather.
async fn gather(signed: Signed, Body(wanted): Body<Seat>) -> Result<Json<Account>, No> {
    let (State(hall), _, member) = &signed;
    let table = hall.table(&wanted.table).await?;
    let seat = table.seat_of(Some(&wanted.token))?.ok_or_else(No::wrong_seat)?;
    if table.branch_of.is_some() {
        return Err(No::malformed("a private branch is gone soon; it is not gathered"));
    }
    if hall.store.belongings(&member.name).await?.len() >= MOST_SEATS {
        return Err(No::new(StatusCode::CONFLICT, "too-many", "let go of some tables first"));
    }
    let change = Change::Belongs { account: member.name.clone(), game: wanted.table, seat };
    hall.store.write(change).await?;
    account(signed).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    table: String,
}

async fn let_go(signed: Signed, Body(wanted): Body<Which>) -> Result<Json<Account>, No> {
    let (State(hall), _, member) = &signed;
    hall.store.write(Change::LetGo { account: member.name.clone(), game: wanted.table }).await?;
    account(signed).await
}

/// Tokens for this device to the seats of a table that the account gathers.
async fn sit((State(hall), _, member): Signed, Body(wanted): Body<Which>) -> Result<Json<Opened>, No> {
    let all = hall.store.belongings(&member.name).await?;
    let seats: Vec<u8> =
        all.into_iter().filter(|(game, _)| *game == wanted.table).map(|(_, seat)| seat).collect();
    if seats.is_empty() {
        return Err(No::wrong_seat());
    }
    let table = hall.table(&wanted.table).await?;
    let mut tokens = [None, None];
    for seat in seats {
        let (table, name) = (table.clone(), member.name.clone());
        let token = hall.run(async move { table.sit(seat, &name).await }).await?;
        tokens[usize::from(seat)] = Some(token);
    }
    Ok(Json(Opened { table: wanted.table, tokens }))
}
