use hexmap::{Atlas, Columns, Country, Dir, HexId, Network, Reach, Sheet, Shift, Spread, Step, Steps};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::any_hex;

/// One sheet, as wide and high as one may be at most.
fn sheet() -> impl Strategy<Value = Atlas> {
    let shift = prop_oneof![Just(Shift::EvenDown), Just(Shift::OddDown)];
    (1..=64u8, 1..=64u8, shift).prop_map(|(columns, rows, shift)| {
        Atlas::new(vec![Sheet::new("D", columns, rows, shift)]).expect("a sheet within bounds")
    })
}

/// Costs by hexside, 0 where it is closed; short tables that repeat over the map.
#[derive(Clone, Debug)]
struct Costs(Vec<u8>);

impl Costs {
    fn of(&self, from: HexId, dir: Dir) -> Option<u8> {
        let cost = self.0[(from.index() * 6 + dir.index()) % self.0.len()];
        (cost > 0).then_some(cost)
    }
}

fn costs() -> impl Strategy<Value = Costs> {
    vec(prop_oneof![1 => Just(0u8), 6 => 1..5u8], 1..400).prop_map(Costs)
}

fn set(atlas: &Atlas, marks: &[bool]) -> Columns {
    Columns::of(atlas, |hex| marks[hex.index() % marks.len()])
}

fn marks(share: f64) -> impl Strategy<Value = Vec<bool>> {
    vec(prop::bool::weighted(share), 1..200)
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn sets_hold_what_was_put_into_them(atlas in sheet(), marks in marks(0.5)) {
        let set = set(&atlas, &marks);
        let holds = |hex: &HexId| marks[hex.index() % marks.len()];
        prop_assert!(set.iter(&atlas).eq(atlas.hexes().filter(holds)));
        let mut bits = vec![0u64; atlas.len().div_ceil(64)];
        atlas.hexes().filter(holds).for_each(|hex| bits[hex.index() / 64] |= 1 << (hex.index() % 64));
        prop_assert_eq!(Columns::from_bits(&atlas, &bits), set);
    }

    #[test]
    fn all_hexes_at_once_reach_what_one_after_the_other_reaches(
        (atlas, costs) in (sheet(), costs()),
        start in any::<Index>(),
        limit in 0..12u8,
        (open, toll) in (marks(0.8), marks(0.3)),
    ) {
        let start = any_hex(&atlas, start);
        let (open, toll) = (set(&atlas, &open), set(&atlas, &toll));
        let steps = Steps::new(&atlas, |from, dir, _| costs.of(from, dir));
        let mut spread = Spread::default();
        // What an earlier run has left behind does not count.
        spread.run(&atlas, &steps, HexId(0), 9, &open, &Columns::NONE);
        spread.run(&atlas, &steps, start, limit, &open, &toll);
        let mut reach = Reach::new();
        let pays = |hex: HexId| u16::from(toll.has(&atlas, hex));
        reach.run(&atlas, start, u16::from(limit), |from, dir, to| match costs.of(from, dir) {
            Some(cost) if open.has(&atlas, to) => Step::Go(u16::from(cost) + pays(from) + pays(to)),
            _ => Step::Closed,
        });
        for cost in 0..=limit {
            let near = |hex: &HexId| reach.cost(*hex).is_some_and(|least| least <= u16::from(cost));
            prop_assert!(spread.within(cost).iter(&atlas).eq(atlas.hexes().filter(near)), "within {}", cost);
        }
    }

    #[test]
    fn lines_reach_what_the_plainest_code_finds(
        (atlas, costs) in (sheet(), costs()),
        ends in vec((any::<Index>(), 1..=16u8), 1..4),
        (open, near, far) in (marks(0.9), marks(0.05), marks(0.05)),
        wanted in any::<Index>(),
    ) {
        let (open, near) = (set(&atlas, &open), set(&atlas, &near));
        let far = set(&atlas, &far).without(&near);
        let relays = [(near, 4), (far, 8)];
        let ends: Vec<(HexId, u8)> = ends.into_iter().map(|(end, points)| (any_hex(&atlas, end), points)).collect();
        // The most points left in each hex, by passing over all hexsides until nothing improves.
        let mut left: Vec<Option<u8>> = vec![None; atlas.len()];
        ends.iter().for_each(|&(end, points)| left[end.index()] = left[end.index()].max(Some(points)));
        loop {
            let before = left.clone();
            for from in atlas.hexes() {
                for (dir, to) in atlas.neighbours(from) {
                    let rest = left[from.index()].zip(costs.of(from, dir)).and_then(|(left, cost)| left.checked_sub(cost));
                    let Some(rest) = rest.filter(|_| open.has(&atlas, to)) else { continue };
                    let relay = relays.iter().find(|(posts, _)| posts.has(&atlas, to));
                    let rest = relay.map_or(rest, |(_, renewed)| rest.max(*renewed));
                    left[to.index()] = left[to.index()].max(Some(rest));
                }
            }
            if left == before {
                break;
            }
        }
        let steps = Steps::new(&atlas, |from, dir, _| costs.of(from, dir));
        let country = Country { atlas: &atlas, steps: &steps, open: &open, relays: &relays };
        let mut network = Network::default();
        network.begin(&atlas, 16);
        // One end after the other, first only as far as somewhere: it must not matter.
        for (end, points) in ends {
            network.start(&atlas, end, points);
            network.run(country, Some(any_hex(&atlas, wanted)));
        }
        network.run(country, None);
        let reached = |hex: &HexId| left[hex.index()].is_some();
        prop_assert!(network.reached().iter(&atlas).eq(atlas.hexes().filter(reached)));
    }
}
