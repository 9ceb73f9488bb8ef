//! The laws, by theme; each is one function that looks at one game.

pub(crate) mod chance;
pub(crate) mod course;
pub(crate) mod evaluation;
pub(crate) mod lists;
pub(crate) mod open;
pub(crate) mod past;
pub(crate) mod scenes;
pub(crate) mod secrets;
pub(crate) mod text;
pub(crate) mod words;
