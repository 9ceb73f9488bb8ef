use hexmap::{Atlas, Dir, HexId, Shift};
use hexx::{EdgeDirection, Hex, HexOrientation, OffsetHexMode};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::{any_hex, atlas};

/// The same hex in hexx, where columns are shifted by the parity of the same number.
fn oracle(atlas: &Atlas, hex: HexId) -> Hex {
    let mode = match atlas.sheet_of(hex).shift {
        Shift::EvenDown => OffsetHexMode::Even,
        Shift::OddDown => OffsetHexMode::Odd,
    };
    let place = [i32::from(atlas.column(hex)), i32::from(atlas.row(hex))];
    Hex::from_offset_coordinates(place, mode, HexOrientation::Flat)
}

fn oracle_dir(dir: Dir) -> EdgeDirection {
    match dir {
        Dir::N => EdgeDirection::FLAT_TOP,
        Dir::Ne => EdgeDirection::FLAT_TOP_RIGHT,
        Dir::Se => EdgeDirection::FLAT_BOTTOM_RIGHT,
        Dir::S => EdgeDirection::FLAT_BOTTOM,
        Dir::Sw => EdgeDirection::FLAT_BOTTOM_LEFT,
        Dir::Nw => EdgeDirection::FLAT_TOP_LEFT,
    }
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn neighbours_are_those_of_hexx(atlas in atlas(12)) {
        for hex in atlas.hexes() {
            for dir in Dir::ALL {
                let there = oracle(&atlas, hex).neighbor(oracle_dir(dir));
                let same_sheet = |other: &HexId| atlas.sheet_index(*other) == atlas.sheet_index(hex);
                let expected = atlas.hexes().filter(same_sheet).find(|&other| oracle(&atlas, other) == there);
                prop_assert_eq!(atlas.neighbour(hex, dir), expected);
            }
        }
    }

    #[test]
    fn distances_are_those_of_hexx(atlas in atlas(99), a: Index, b: Index) {
        let (a, b) = (any_hex(&atlas, a), any_hex(&atlas, b));
        let expected = if atlas.sheet_index(a) == atlas.sheet_index(b) {
            oracle(&atlas, a).unsigned_distance_to(oracle(&atlas, b))
        } else {
            u32::from(u16::MAX)
        };
        prop_assert_eq!(u32::from(atlas.distance(a, b)), expected);
    }

    #[test]
    fn a_direction_leads_to_its_neighbour_and_the_opposite_back(atlas in atlas(12), a: Index, b: Index) {
        let (a, b) = (any_hex(&atlas, a), any_hex(&atlas, b));
        prop_assert_eq!(atlas.direction(a, b).is_some(), atlas.distance(a, b) == 1);
        for (dir, next) in atlas.neighbours(a) {
            prop_assert_eq!(atlas.direction(a, next), Some(dir));
            prop_assert_eq!(atlas.direction(next, a), Some(dir.opposite()));
        }
        prop_assert_eq!(atlas.is_edge(a), atlas.neighbours(a).count() < 6);
        prop_assert_eq!(atlas.neighbour_mask(a).count_ones() as usize, atlas.neighbours(a).count());
    }

    #[test]
    fn labels_round_trip_and_ascend(atlas in atlas(99), a: Index, b: Index) {
        let (a, b) = (any_hex(&atlas, a), any_hex(&atlas, b));
        let labels = [a, b].map(|hex| atlas.label(hex).to_string());
        prop_assert_eq!(atlas.parse(&labels[0]), Ok(a));
        prop_assert_eq!(a.cmp(&b), labels[0].cmp(&labels[1]));
        prop_assert_eq!(atlas.hex(atlas.sheet_index(a), atlas.column(a), atlas.row(a)), Some(a));
    }

    #[test]
    fn reading_a_label_never_panics(atlas in atlas(99), text in "\\PC{0,6}|[DK]:[0-9]{4}|[0-9]{4}") {
        if let Ok(hex) = atlas.parse(&text) {
            prop_assert!(text.ends_with(&atlas.label(hex).to_string()) || text.starts_with("D:"));
        }
    }

    #[test]
    fn neighbours_share_the_corners_of_their_side(atlas in atlas(99), a: Index) {
        let a = any_hex(&atlas, a);
        let side = |hex, dir: Dir| {
            let corners = atlas.corners(hex);
            [corners[dir.index()], corners[dir.turned(1).index()]]
        };
        for (dir, next) in atlas.neighbours(a) {
            let [from, to] = side(next, dir.opposite());
            prop_assert_eq!(side(a, dir), [to, from]);
        }
    }
}
