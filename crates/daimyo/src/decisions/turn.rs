//! Chapter 4: the start of a turn, and which clan acts next.

pub(crate) mod activation;
pub(crate) mod arrival;
pub(crate) mod draw;
pub(crate) mod enter;
pub(crate) mod initiative;
pub(crate) mod omen;
pub(crate) mod order;
pub(crate) mod slot;
pub(crate) mod weather;
