//! The data built into the program.

include!(concat!(env!("OUT_DIR"), "/data.rs"));
