//! The server over real sockets.
//!
//! Nothing here sleeps to let something happen: messages are waited for, and what has no message is asked for again
//! until a deadline. Only where nothing may happen is a while let pass.

mod accounts;
mod admin;
mod attacks;
mod away;
mod bots;
mod cluster;
mod cost;
mod expiry;
mod floods;
mod house;
mod kill;
mod operation;
mod orders;
mod people;
mod play;
#[path = "../../../store/tests/postgres/mod.rs"]
mod postgres;
mod protocol;
mod records;
mod secrets;
mod shared;
mod times;
mod trouble;
mod undo;
mod waiting;
mod wrong;
