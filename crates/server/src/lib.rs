//! The table online: lobby, tables, the live channel.
//!
//! | module | what it holds |
//! |---|---|
//! | [`wire`] | what goes over the wire |
//! | `routes`, `requests`, `failure` | which address leads where, and refusals |
//! | `limits`, `budget`, `queue`, `held`, `timed` | how much one address may ask for, what it may cost, and in which order |
//! | `lobby` | what can be played, and new tables |
//! | `table`, `game`, `stream`, `truth`, `commands` | a table: who sits there, the game, the news each viewer got, how an input is stored and sent, the commands |
//! | `live`, `sight`, `panels` | the live channel, and what a viewer sees |
//! | `thinking` | computer players |
//! | `times`, `notify`, `outside` | clocks, absence, and notices to people who are away |
//! | `people` | names, open seats, the next game with the same people |
//! | `accounts`, `admin` | accounts that gather tables, and what the operator can do |
//! | `hall`, `shelf`, `seat` | everything the server holds: tables, systems and data, secrets |
//! | `maps`, `rules`, `pages` | boards, rulebooks, the client's own files |
//! | `metrics`, `measured`, `audit` | figures, the timed store, log lines of requests and security events |
//!
//! What is acknowledged is on disk, and nothing is sent before it is acknowledged.

mod accounts;
mod admin;
mod audit;
mod budget;
mod channel;
mod commands;
mod failure;
mod frames;
mod game;
mod hall;
mod held;
mod limits;
mod live;
mod lobby;
mod maps;
mod measured;
mod metrics;
mod notify;
mod outside;
mod pages;
mod panels;
mod people;
mod queue;
mod requests;
mod routes;
mod rules;
mod seat;
mod serve;
mod shelf;
mod sight;
mod stream;
mod table;
mod thinking;
mod timed;
mod times;
mod truth;
mod verify;
pub mod wire;

pub use crate::{
    hall::Patience,
    limits::Allowance,
    routes::{Route, routes},
    serve::{Config, Server, Trouble},
    verify::{Verified, verify_store},
};
