//! Chapter 6, with the compulsory moves before it: who charges whom, what the charged do, and the charge itself.

pub(crate) mod answer;
pub(crate) mod charge_move;
pub(crate) mod charge_test;
pub(crate) mod compulsory;
pub(crate) mod declare;
pub(crate) mod obedience;
pub(crate) mod target_test;
