//! People at a table: their names, seats that anyone may take, and the next game with the same people.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use kernel::Seat;
use serde::Deserialize;
use store::{Change, StoreError};

use crate::{
    commands::plain,
    failure::No,
    hall::Hall,
    requests::{Address, Bearer, Body},
    seat,
    table::{Inside, Sitting, Table},
    wire::{Joined, Rematch, Tell},
};

/// Letters of a name.
const MOST_NAME: usize = 24;

/// Who sits in a chair, beside the tokens that open it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Person {
    /// What they are called; empty if they have not said.
    pub(crate) name: String,
    /// Anyone may take the seat.
    pub(crate) open: bool,
}

impl Person {
    pub(crate) fn of(row: &store::SeatRow) -> Person {
        Person { name: row.person.clone(), open: row.open }
    }
}

/// A name as it is shown, or an empty one.
pub(crate) fn name_of(name: &str) -> Result<String, No> {
    let name = plain(name, false);
    if name.chars().count() > MOST_NAME {
        return Err(No::malformed(format!("a name has at most {MOST_NAME} letters")));
    }
    Ok(name)
}

fn taken() -> No {
    No::new(StatusCode::CONFLICT, "taken", "no seat of this table is open any more")
}

impl Table {
    /// Keeps the name of the person in a seat and sends it to all viewers.
    pub(crate) async fn set_name(&self, inside: &mut Inside, seat: Seat, name: &str) -> Result<(), No> {
        let name = name_of(name)?;
        if inside.people[seat.index()].name == name {
            return Ok(());
        }
        let change = Change::Person { game: self.id.clone(), seat: seat.0, name: name.clone() };
        self.store.write(change).await?;
        inside.people[seat.index()].name = name;
        self.tell_seats(inside);
        Ok(())
    }

    /// A seat is open no more: its owner has come, or nobody is looked for any longer.
    pub(crate) async fn shut(&self, inside: &mut Inside, seat: Seat) -> Result<(), No> {
        if inside.people[seat.index()].open {
            self.store.write(Change::Shut { game: self.id.clone(), seat: seat.0 }).await?;
            inside.people[seat.index()].open = false;
            self.tell_seats(inside);
        }
        Ok(())
    }

    /// Gives an open seat to the first who asks for it. The token of its link opens nothing any more.
    async fn join(self: &Arc<Self>, hall: &Arc<Hall>, name: &str) -> Result<Joined, No> {
        let name = name_of(name)?;
        if self.is_closed() {
            return Err(No::closed());
        }
        let mut entered = self.enter(hall).await?;
        let inside = entered.inside_mut()?;
        let seat = (0u8..2).find(|seat| inside.people[usize::from(*seat)].open).ok_or_else(taken)?;
        let token = seat::new_token()?;
        let hashed = seat::hashed(&token);
        let change = Change::Take { game: self.id.clone(), seat, token: hashed, name: name.clone() };
        match self.store.write(change).await {
            Ok(()) => {}
            // Another server was asked first.
            Err(StoreError::NotTheirs(_)) => {
                self.follow(hall, &mut entered).await?;
                return Err(taken());
            }
            Err(error) => return Err(error.into()),
        }
        self.seat(usize::from(seat), Sitting::Person(vec![hashed]));
        inside.people[usize::from(seat)] = Person { name, open: false };
        inside.notify[usize::from(seat)] = crate::notify::Wishes::default();
        self.tell_seats(inside);
        Ok(Joined { seat, token })
    }

    /// The table of the next game with the same people: the one they have opened, or a new one.
    async fn rematch(self: &Arc<Self>, hall: &Arc<Hall>, swap: bool) -> Result<String, No> {
        let mut entered = self.enter(hall).await?;
        let inside = entered.inside_mut()?;
        if !inside.game.table.is_over() {
            return Err(No::new(
                StatusCode::FORBIDDEN,
                "not-over",
                "the next game is opened when this one is over",
            ));
        }
        if self.branch_of.is_some() {
            return Err(No::malformed("a private branch has no next game"));
        }
        if let Some(next) = &inside.next {
            return Ok(next.clone());
        }
        let (source, people) = (inside.game.table.source(), inside.people.clone());
        match Box::pin(hall.open_again(self, source, people, swap)).await {
            Ok(next) => {
                inside.next = Some(next.clone());
                self.tell(None, &Tell::Rematch { table: next.clone() });
                Ok(next)
            }
            // Another server was asked first.
            Err(no) if no.failure.code == "taken" => {
                self.follow(hall, &mut entered).await?;
                entered.inside()?.next.clone().ok_or(no)
            }
            Err(no) => Err(no),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Name {
    #[serde(default)]
    name: String,
}

pub(crate) async fn join(
    (State(hall), Path(id), Address(address)): (State<Arc<Hall>>, Path<String>, Address),
    Body(Name { name }): Body<Name>,
) -> Result<Json<Joined>, No> {
    let table = hall.table(&id).await?;
    // Who takes seats everywhere keeps others from playing, as with tables that are opened and left.
    hall.limits.new_table(address)?;
    let this = hall.clone();
    hall.run(async move { table.join(&this, &name).await }).await.map(Json)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Again {
    /// Each takes the other's side.
    #[serde(default)]
    swap: bool,
}

/// Opens the next game. The token of a seat opens the seat of the same person there, so nothing secret is sent.
pub(crate) async fn rematch(
    (State(hall), Path(id), Address(address), bearer): (State<Arc<Hall>>, Path<String>, Address, Bearer),
    Body(Again { swap }): Body<Again>,
) -> Result<Json<Rematch>, No> {
    let table = hall.table(&id).await?;
    table.seat_of(bearer.0.as_deref())?.ok_or_else(No::wrong_seat)?;
    hall.limits.new_table(address)?;
    let this = hall.clone();
    let opened = hall.run(async move { table.rematch(&this, swap).await });
    opened.await.map(|table| Json(Rematch { table }))
}
