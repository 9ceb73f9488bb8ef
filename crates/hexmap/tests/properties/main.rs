//! Properties of the map, checked against hexx or against the plainest code that could be right.

use hexmap::{Atlas, HexId, Sheet, Shift};
use proptest::{prelude::*, test_runner::RngSeed};

mod columns;
mod geometry;
mod lines;
mod movement;

/// The same cases in every run: a test that sometimes fails tells nothing.
fn cases() -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(1568), failure_persistence: None, ..ProptestConfig::default() }
}

fn sheet(name: &'static str, most: u8) -> impl Strategy<Value = Sheet> {
    let shift = prop_oneof![Just(Shift::EvenDown), Just(Shift::OddDown)];
    (1..=most, 1..=most, shift).prop_map(move |(columns, rows, shift)| Sheet::new(name, columns, rows, shift))
}

/// One or two sheets, each up to `most` hexes wide and high.
fn atlas(most: u8) -> impl Strategy<Value = Atlas> {
    (sheet("D", most), prop::option::of(sheet("K", most))).prop_map(|(first, second)| {
        Atlas::new([first].into_iter().chain(second).collect()).expect("sheets are within bounds")
    })
}

fn any_hex(atlas: &Atlas, index: prop::sample::Index) -> HexId {
    HexId(index.index(atlas.len()) as u16)
}
