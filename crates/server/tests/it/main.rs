//! The server over real sockets.
//!
//! Nothing here sleeps to let something happen: messages are waited for, and what has no message is asked for again
//! until a deadline.

mod bots;
mod cluster;
mod house;
mod kill;
mod play;
#[path = "../../../store/tests/postgres/mod.rs"]
mod postgres;
mod protocol;
mod records;
mod secrets;
mod shared;
mod undo;
mod wrong;
