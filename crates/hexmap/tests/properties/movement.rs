use hexmap::{Atlas, Dir, HexId, Reach, Step};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::{any_hex, atlas};

/// A step for each hex and direction: costs and closures by hexside, some sides and some hexes that stop.
#[derive(Clone, Debug)]
struct Ground {
    steps: Vec<Step>,
    stops: Vec<bool>,
}

impl Ground {
    fn step(&self, from: HexId, dir: Dir, to: HexId) -> Step {
        // The tables are short and repeat over the map.
        let step = self.steps[(from.index() * 6 + dir.index()) % self.steps.len()];
        match step {
            Step::Go(cost) if self.stops[to.index() % self.stops.len()] => Step::Stop(cost),
            step => step,
        }
    }
}

fn ground(least: u16) -> impl Strategy<Value = Ground> {
    let step = prop_oneof![
        1 => Just(Step::Closed),
        5 => (least..5).prop_map(Step::Go),
        1 => (least..5).prop_map(Step::Stop),
    ];
    (vec(step, 1..400), vec(prop::bool::weighted(0.2), 1..80))
        .prop_map(|(steps, stops)| Ground { steps, stops })
}

/// The best cost and then fewest steps to each hex, by passing over all hexsides until nothing improves.
fn naive(atlas: &Atlas, start: HexId, limit: u16, ground: &Ground) -> Vec<Option<(u16, u16)>> {
    let mut through = vec![None; atlas.len()];
    let mut any = through.clone();
    through[start.index()] = Some((0, 0));
    any[start.index()] = Some((0, 0));
    let better = |known: Option<(u16, u16)>, new| known.is_none_or(|known| new < known);
    loop {
        let mut changed = false;
        for from in atlas.hexes() {
            let Some((cost, steps)) = through[from.index()] else { continue };
            for (dir, to) in atlas.neighbours(from) {
                let (more, goes_on) = match ground.step(from, dir, to) {
                    Step::Closed => continue,
                    Step::Go(more) => (more, true),
                    Step::Stop(more) => (more, false),
                };
                let new = (cost + more, steps + 1);
                if new.0 > limit {
                    continue;
                }
                if better(any[to.index()], new) {
                    any[to.index()] = Some(new);
                    changed = true;
                }
                if goes_on && better(through[to.index()], new) {
                    through[to.index()] = Some(new);
                    changed = true;
                }
            }
        }
        if !changed {
            return any;
        }
    }
}

/// What a path costs, or nothing if it takes a step it may not take.
fn walked(atlas: &Atlas, path: &[HexId], ground: &Ground) -> Option<u16> {
    let mut cost = 0;
    for (index, pair) in path.windows(2).enumerate() {
        let dir = atlas.direction(pair[0], pair[1])?;
        cost += match ground.step(pair[0], dir, pair[1]) {
            Step::Go(more) => more,
            Step::Stop(more) if index + 2 == path.len() => more,
            _ => return None,
        };
    }
    Some(cost)
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn reach_finds_what_the_plain_search_finds(
        atlas in atlas(9), grounds in vec((any::<Index>(), 0..25_u16, ground(1)), 1..4),
    ) {
        // One scratch for all runs, so that leftovers of earlier runs would show.
        let mut reach = Reach::new();
        let mut path = Vec::new();
        for (start, limit, ground) in grounds {
            let start = any_hex(&atlas, start);
            reach.run(&atlas, start, limit, |from, dir, to| ground.step(from, dir, to));
            let best = naive(&atlas, start, limit, &ground);
            for hex in atlas.hexes() {
                prop_assert_eq!(reach.cost(hex), best[hex.index()].map(|(cost, _)| cost));
                prop_assert_eq!(reach.path(hex, &mut path), best[hex.index()].is_some());
                if let Some((cost, steps)) = best[hex.index()] {
                    prop_assert_eq!((path[0], path[path.len() - 1]), (start, hex));
                    prop_assert_eq!(path.len(), usize::from(steps) + 1);
                    prop_assert_eq!(walked(&atlas, &path, &ground), Some(cost));
                }
            }
        }
    }

    #[test]
    fn free_steps_keep_costs_and_paths_right(
        atlas in atlas(9), start: Index, limit in 0..9_u16, ground in ground(0),
    ) {
        let start = any_hex(&atlas, start);
        let (mut reach, mut path) = (Reach::new(), Vec::new());
        reach.run(&atlas, start, limit, |from, dir, to| ground.step(from, dir, to));
        let best = naive(&atlas, start, limit, &ground);
        for hex in atlas.hexes() {
            let cost = best[hex.index()].map(|(cost, _)| cost);
            prop_assert_eq!(reach.cost(hex), cost);
            if reach.path(hex, &mut path) {
                prop_assert_eq!(walked(&atlas, &path, &ground), cost);
            }
        }
    }

    #[test]
    fn hexes_are_settled_by_cost_and_each_once(
        atlas in atlas(9), start: Index, limit in 0..20_u16, ground in ground(0),
    ) {
        let start = any_hex(&atlas, start);
        let mut reach = Reach::new();
        reach.run(&atlas, start, limit, |from, dir, to| ground.step(from, dir, to));
        prop_assert!(reach.reached().is_sorted_by_key(|&hex| reach.cost(hex)));

        let mut ascending = Vec::new();
        reach.ascending(&mut ascending);
        let expected = atlas.hexes().filter(|&hex| hex != start && reach.cost(hex).is_some());
        prop_assert!(ascending.into_iter().eq(expected));
    }

    #[test]
    fn a_worn_scratch_gives_what_a_fresh_one_gives(
        atlas in atlas(9), other in atlas(9), first: Index, start: Index,
        ground in ground(1), earlier in ground(0),
    ) {
        let (mut worn, mut fresh) = (Reach::new(), Reach::new());
        worn.run(&other, any_hex(&other, first), 30, |from, dir, to| earlier.step(from, dir, to));
        let start = any_hex(&atlas, start);
        for reach in [&mut worn, &mut fresh] {
            reach.run(&atlas, start, 12, |from, dir, to| ground.step(from, dir, to));
        }
        prop_assert_eq!(worn.reached(), fresh.reached());
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for hex in atlas.hexes() {
            prop_assert_eq!(worn.path(hex, &mut a), fresh.path(hex, &mut b));
            prop_assert_eq!(&a, &b);
        }
    }

    #[test]
    fn the_search_ends_at_the_first_settled_hex_accepted(
        atlas in atlas(9), start: Index, goals in vec(any::<Index>(), 0..4), ground in ground(1),
    ) {
        let start = any_hex(&atlas, start);
        let goals: Vec<_> = goals.into_iter().map(|index| any_hex(&atlas, index)).collect();
        let mut whole = Reach::new();
        whole.run(&atlas, start, 12, |from, dir, to| ground.step(from, dir, to));
        let mut early = Reach::new();
        let step = |from, dir, to| ground.step(from, dir, to);
        let found = early.run_until(&atlas, start, 12, step, |hex| goals.contains(&hex));
        let settled = [start].into_iter().chain(whole.reached().iter().copied());
        prop_assert_eq!(found, settled.clone().find(|hex| goals.contains(hex)));
        prop_assert!(whole.reached().starts_with(early.reached()));
        if let Some(hex) = found {
            let (mut a, mut b) = (Vec::new(), Vec::new());
            prop_assert!(whole.path(hex, &mut a) && early.path(hex, &mut b));
            prop_assert_eq!(a, b);
        }
    }

    #[test]
    fn a_step_is_asked_about_once_at_most(atlas in atlas(9), start: Index, ground in ground(0)) {
        let mut asked = std::collections::BTreeSet::new();
        let mut again = false;
        Reach::new().run(&atlas, any_hex(&atlas, start), 15, |from, dir, to| {
            again |= !asked.insert((from, dir));
            ground.step(from, dir, to)
        });
        prop_assert!(!again);
    }
}
