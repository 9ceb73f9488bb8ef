use hexmap::{Atlas, Dir, HexId, HexSet, SideError, Sides, Zones, flood, line_separates};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;

use crate::{any_hex, atlas};

type Spots = Vec<(Index, usize)>;

/// Hexsides at random spots, as many of them as are on the map.
fn pairs(atlas: &Atlas, spots: &Spots) -> Vec<(HexId, Dir)> {
    let side = |&(hex, dir): &(Index, usize)| (any_hex(atlas, hex), Dir::ALL[dir]);
    spots.iter().map(side).filter(|&(hex, dir)| atlas.neighbour(hex, dir).is_some()).collect()
}

fn spots(most: usize) -> impl Strategy<Value = Spots> {
    vec((any::<Index>(), 0..6_usize), 0..most)
}

/// Spreads until a whole pass over the map changes nothing.
fn naive_flood(atlas: &Atlas, start: HexId, line: &Sides, closed: &HexSet) -> BTreeSet<HexId> {
    let mut region: BTreeSet<_> = [start].into_iter().filter(|&hex| !closed.contains(hex)).collect();
    loop {
        let before = region.len();
        for hex in atlas.hexes() {
            let open = |(dir, next): (Dir, HexId)| region.contains(&next) && !line.has(hex, dir);
            if !closed.contains(hex) && atlas.neighbours(hex).any(open) {
                region.insert(hex);
            }
        }
        if region.len() == before {
            return region;
        }
    }
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn both_hexes_of_a_side_agree(atlas in atlas(12), spots in spots(60)) {
        let pairs = pairs(&atlas, &spots);
        let sides = Sides::new(&atlas, pairs.iter().copied()).unwrap();
        for hex in atlas.hexes() {
            for dir in Dir::ALL {
                let named = match atlas.neighbour(hex, dir) {
                    Some(next) => pairs.contains(&(hex, dir)) || pairs.contains(&(next, dir.opposite())),
                    None => false,
                };
                prop_assert_eq!(sides.has(hex, dir), named);
            }
        }
        prop_assert_eq!(sides.iter().count(), sides.count());
        prop_assert_eq!(&Sides::new(&atlas, sides.iter()).unwrap(), &sides);
        prop_assert_eq!(&Sides::from_masks(&atlas, |hex| sides.mask(hex)).unwrap(), &sides);
    }

    #[test]
    fn a_side_named_by_one_hex_only_is_refused(
        atlas in atlas(12), spots in spots(60), hex: Index, dir in 0..6_usize,
    ) {
        let sides = Sides::new(&atlas, pairs(&atlas, &spots)).unwrap();
        let (odd, dir) = (any_hex(&atlas, hex), Dir::ALL[dir]);
        let flip = |hex| if hex == odd { dir.bit() } else { 0 };
        let refused = Sides::from_masks(&atlas, |hex| sides.mask(hex) ^ flip(hex)).unwrap_err();
        match (atlas.neighbour(odd, dir), refused) {
            (None, SideError::OffMap { hex, dir: off }) => {
                prop_assert_eq!((hex, off), (atlas.label(odd).to_string(), dir));
            }
            (Some(next), SideError::OneSided { hex, other, .. }) => {
                let mut named = [hex, other];
                let mut expected = [odd, next].map(|hex| atlas.label(hex).to_string());
                named.sort();
                expected.sort();
                prop_assert_eq!(named, expected);
            }
            (_, refused) => prop_assert!(false, "{refused}"),
        }
    }

    #[test]
    fn a_flood_fills_what_spreading_fills(
        atlas in atlas(9), spots in spots(150), closed in vec(any::<Index>(), 0..25),
        start: Index, other: Index,
    ) {
        let line = Sides::new(&atlas, pairs(&atlas, &spots)).unwrap();
        let closed = HexSet::of(&atlas, closed.iter().map(|&index| any_hex(&atlas, index)));
        let (start, other) = (any_hex(&atlas, start), any_hex(&atlas, other));
        let region = flood(&atlas, [start], &line, |hex| closed.contains(hex));
        prop_assert!(region.iter().eq(naive_flood(&atlas, start, &line, &closed)));

        let all = naive_flood(&atlas, start, &line, &HexSet::new(&atlas));
        prop_assert_eq!(line_separates(&atlas, &line, start, other), !all.contains(&other));
    }

    #[test]
    fn a_hex_set_is_a_set(atlas in atlas(20), changes in vec((any::<Index>(), any::<bool>()), 0..80)) {
        let mut set = HexSet::new(&atlas);
        let mut model = BTreeSet::new();
        for (index, put) in changes {
            let hex = any_hex(&atlas, index);
            if put {
                prop_assert_eq!(set.insert(hex), model.insert(hex));
            } else {
                prop_assert_eq!(set.remove(hex), model.remove(&hex));
            }
            prop_assert_eq!(set.contains(hex), put);
        }
        prop_assert!(set.iter().eq(model.iter().copied()));
        prop_assert_eq!((set.len(), set.is_empty()), (model.len(), model.is_empty()));

        let mut both = HexSet::of(&atlas, [HexId(0)]);
        both.union(&set);
        model.insert(HexId(0));
        prop_assert!(both.iter().eq(model));
        both.clear();
        prop_assert!(both.is_empty());
    }

    #[test]
    fn zones_cover_what_the_pieces_left_project_into(
        atlas in atlas(9), pieces in vec((any::<Index>(), 0..64_u8), 0..40), gone in any::<Index>(),
    ) {
        let mut pieces: Vec<_> =
            pieces.into_iter().map(|(index, mask)| (any_hex(&atlas, index), mask)).collect();
        let covered = |pieces: &[(HexId, u8)], hex: HexId| {
            pieces.iter().any(|&(from, mask)| {
                atlas.direction(from, hex).is_some_and(|dir| mask & dir.bit() != 0)
            })
        };
        let mut zones = Zones::<4>::new();
        for &(hex, mask) in &pieces {
            zones.add(&atlas, hex, mask);
        }
        let stored = serde_json::to_string(&zones).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Zones<4>>(&stored).unwrap(), &zones);
        loop {
            for hex in atlas.hexes() {
                prop_assert_eq!(zones.covers(hex), covered(&pieces, hex));
            }
            if pieces.is_empty() {
                break;
            }
            let (hex, mask) = pieces.swap_remove(gone.index(pieces.len()));
            zones.remove(&atlas, hex, mask, |next| covered(&pieces, next));
        }
        prop_assert_eq!(zones, Zones::new());
    }
}
