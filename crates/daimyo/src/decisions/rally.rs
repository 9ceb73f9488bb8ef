//! D-SEQ-B2, 9.3, 9.5, 13.6: routers rally, the frenzied calm down, and units are set in order.

pub(crate) mod calm;
pub(crate) mod facing;
pub(crate) mod files;
pub(crate) mod rally_test;
pub(crate) mod try_rally;
