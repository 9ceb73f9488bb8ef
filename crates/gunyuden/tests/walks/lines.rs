//! Chapter 11: tracing for the whole map, for a side and for a house agrees with the plainest tracing there is.

use gunyuden::{
    Gunyuden, State,
    units::{CastleId, HouseId, UnitId, UnitSet},
};
use hexmap::{Dir, HexId};
use kernel::Side;

use crate::Walk;

/// The map as rules 5 and 11 describe it, hex by hex and without any help of the crate.
struct Plain<'a> {
    rules: &'a Gunyuden,
    state: &'a State,
}

impl Plain<'_> {
    fn castle(&self, hex: HexId) -> Option<(CastleId, Side)> {
        let castle = self.rules.ground.castle[hex.index()]?;
        let owner = self.state.castle(castle).owner;
        (owner != HouseId::NONE).then(|| (castle, self.rules.house(owner).side))
    }

    fn stands(&self, side: Side, hex: HexId) -> bool {
        let outside = |unit: UnitId| self.rules.side_of(unit) == side && !self.state.holed.has(unit);
        self.state.units_at(hex).iter().any(outside)
    }

    /// A castle of this side that nobody surrounds.
    fn guards(&self, side: Side, hex: HexId) -> bool {
        let surrounded = self.state.units_at(hex).iter().any(|unit| self.state.surrounding.has(unit));
        self.castle(hex).is_some_and(|(_, owner)| owner == side) && !surrounded
    }

    /// 5-2: does a zone reach from the next hex in this direction into this one?
    fn reaches(&self, next: HexId, dir: Dir) -> bool {
        self.rules.ground.project[next.index()] & dir.opposite().bit() != 0
    }

    fn is_open(&self, side: Side, hex: HexId) -> bool {
        let enemy = side.other();
        if self.stands(enemy, hex) || self.rules.scenario.closed[hex.index()] {
            return false;
        }
        if self.stands(side, hex) {
            return true;
        }
        match self.castle(hex) {
            Some((_, owner)) => owner == side,
            None => !self.rules.ground.atlas.neighbours(hex).any(|(dir, next)| {
                self.reaches(next, dir) && (self.stands(enemy, next) || self.guards(enemy, next))
            }),
        }
    }

    /// Every hex that lines of these houses reach.
    fn trace(&self, side: Side, houses: impl Iterator<Item = HouseId>) -> Vec<bool> {
        let (rules, ground) = (self.rules, &self.rules.ground);
        let open: Vec<bool> = ground.atlas.hexes().map(|hex| self.is_open(side, hex)).collect();
        let relay =
            |hex: HexId| self.stands(side, hex) || self.castle(hex).is_some_and(|(_, owner)| owner == side);
        let mut left: Vec<i32> = vec![-1; ground.atlas.len()];
        for house in houses.map(|house| rules.house(house)) {
            let mains = house.main.iter().map(|castle| rules.keeps[castle.index()].hex);
            let held = mains.filter(|&hex| self.castle(hex).is_some_and(|(_, owner)| owner == side));
            held.chain(house.edge.iter().copied())
                .filter(|hex| open[hex.index()])
                .for_each(|hex| left[hex.index()] = 16);
        }
        let mut again = true;
        while again {
            again = false;
            for from in ground.atlas.hexes().filter(|hex| open[hex.index()]) {
                for (dir, to) in ground.atlas.neighbours(from) {
                    let cost = i32::from(ground.line[from.index()][dir.index()]);
                    let rest = left[from.index()] - cost;
                    if cost == 0 || rest < 0 || !open[to.index()] {
                        continue;
                    }
                    let rest = if relay(to) { rest.max(8) } else { rest };
                    if rest > left[to.index()] {
                        (left[to.index()], again) = (rest, true);
                    }
                }
            }
        }
        left.into_iter().map(|left| left >= 0).collect()
    }
}

#[test]
fn lines_are_traced_as_the_plainest_code_traces_them() {
    let (mut tested, mut cut) = (0, 0);
    for scenario in ["tennozan", "shizugatake", "komaki"] {
        let mut walk = Walk::new(scenario, 11);
        let mut kept: Vec<(State, UnitSet)> = Vec::new();
        for n in 0..4_000 {
            walk.step();
            if n % 120 != 0 {
                continue;
            }
            let (rules, state) = (&walk.rules, &walk.state);
            let plain = Plain { rules, state };
            let mut lost = UnitSet::default();
            for house in (0..rules.houses.len() as u8).map(HouseId) {
                let reached = plain.trace(rules.house(house).side, [house].into_iter());
                let outside =
                    |&&unit: &&UnitId| state.on_map(unit) && state.is_head(unit) && !state.holed.has(unit);
                for &force in rules.house(house).units.iter().filter(outside) {
                    let has_line = reached[state.hex(force).index()];
                    assert_eq!(rules.has_line(state, force), has_line, "{scenario}, input {n}");
                    if !has_line {
                        lost.insert(force);
                    }
                }
            }
            // Once with all that was found for single forces, once afresh.
            assert_eq!(rules.cut_off(state), lost, "{scenario}, input {n}");
            rules.cut_off(&rules_start(&walk));
            assert_eq!(walk.rules.cut_off(&walk.state), lost, "{scenario}, input {n}, afresh");
            kept.push((walk.state.clone(), lost));
        }
        // What is kept of one situation is never taken for another.
        for (state, found) in kept.iter().rev() {
            assert_eq!(*found, walk.rules.cut_off(state));
            cut += found.len();
        }
        tested += kept.len();
    }
    assert!(tested > 90 && cut > 40, "{tested} positions, {cut} forces cut off");
}

/// Another situation, so that nothing is kept of the last one.
fn rules_start(walk: &Walk) -> State {
    kernel::Rules::begin(&walk.rules)
}
