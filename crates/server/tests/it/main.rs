//! The server over real sockets.
//!
//! Nothing here sleeps to let something happen: messages are waited for, and what has no message is asked for again
//! until a deadline.

mod bots;
mod house;
mod kill;
mod play;
mod protocol;
mod records;
mod secrets;
mod undo;
mod wrong;
