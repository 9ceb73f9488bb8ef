//! Reading the data files.

mod setup;
mod system;
