//! From data files to a game ready to play.

pub(crate) mod opening;
pub(crate) mod scenario_file;
pub(crate) mod setup;
pub(crate) mod setup_parts;
pub(crate) mod system;
