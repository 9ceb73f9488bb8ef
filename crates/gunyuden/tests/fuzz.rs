//! Well-formed positions, records and data files that are wrong: refused with a reason, or sound.

use contract::BuiltIn;
use gunyuden::{Gunyuden, state::Frame};

type Built = BuiltIn<Gunyuden>;

#[test]
fn mutated_positions_are_refused_or_playable() {
    Built::fuzz_positions();
}

#[test]
fn mutated_records_whose_chain_fits_are_refused_or_sound() {
    Built::fuzz_records();
}

#[test]
fn mutated_data_are_refused_or_playable() {
    Built::fuzz_data();
}

/// The schema of positions lists every name.
#[test]
fn the_schema_lists_what_a_position_can_be_in_the_middle_of() {
    Built::check_names::<Frame<String, String>>(&["properties", "frames", "items"]);
}
