//! What several decisions do to a state: losses, flight, places, tests, and what follows what in a turn.

pub(crate) mod flight;
pub(crate) mod losses;
pub(crate) mod morale_test;
pub(crate) mod placing;
pub(crate) mod sequence;
