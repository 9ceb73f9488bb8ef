//! What is due before a step continues.

pub mod assault;
pub mod danger;
pub mod edge;
pub mod escape;
pub mod face;
pub mod fall_back;
pub mod fate;
pub mod rally_risk;
pub mod reform;
pub mod shot;
pub mod sneak;
pub mod test;
pub mod watch;
