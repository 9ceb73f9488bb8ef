//! Chapter 7: the charged fire, then the active group.

pub(crate) mod answer_fire;
pub(crate) mod shooters;
pub(crate) mod volley;
