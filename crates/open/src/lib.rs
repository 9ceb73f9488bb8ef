//! What systems on an open table share beyond geometry, which is in `plane`.
//!
//! | what | file |
//! |---|---|
//! | one line of the story | [`Event`] |
//! | what is true of a body of troops | [`marks!`] |
//! | lists that are copied as they lie | [`Flat`] |
//! | frames of a state written with names instead of numbers | [`frames`] |
//! | pieces of ground as files have them | [`ground`] |
//! | who stands where when a battle begins | [`deployment`] |
//! | options, held against code and scenarios | [`options`] |
//! | who stands in the way of whom | [`Crowd`] |
//! | a footprint as a scene tells it | [`scene`] |
//! | ways round what is closed | [`ways`] |
//! | ground of a mustered battle, laid out from a seed | [`muster`] |

pub mod arcs;
mod crowd;
pub mod deployment;
mod event;
mod flat;
pub mod frames;
pub mod ground;
mod marks;
pub mod muster;
pub mod options;
pub mod scene;
pub mod ways;

pub use crate::{
    crowd::{Crowd, Other},
    event::Event,
    flat::Flat,
};
