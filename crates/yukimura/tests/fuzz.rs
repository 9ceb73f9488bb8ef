//! Well-formed positions, records and data files that are wrong: refused with a reason, or sound.

use contract::BuiltIn;
use yukimura::Yukimura;

type Built = BuiltIn<Yukimura>;

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
