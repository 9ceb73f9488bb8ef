//! Chapter 10: the end of a turn. Morale tests, victory, re-forming, leaders of clans that were not activated, and
//! random events.

pub(crate) mod end_test;
pub(crate) mod flank;
pub(crate) mod leaders;
pub(crate) mod next_test;
pub(crate) mod random_event;
pub(crate) mod reform;
pub(crate) mod victory;
