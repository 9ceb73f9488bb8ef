//! Chapters 5, 11 and 15 for all hexes at once: what `board`, `lines` and `movement` say of one hex, as sets.

use std::collections::BTreeSet;

use hexmap::{Columns, HexId};
use kernel::Side;

use crate::{
    Gunyuden,
    model::{
        state::{HexBits, State},
        units::HouseId,
    },
    queries::movement::March,
};

/// What of it never changes in a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    /// Where nobody may ever be (36.1).
    closed: Columns,
    /// By bar: where its side may not come; by tether: where its houses may not go.
    bars: Vec<Columns>,
    tethers: Vec<Columns>,
    /// 11-2-3: where a line can come in, by the points of the ground.
    line_prices: Vec<(Columns, u8)>,
}

impl Bounds {
    pub(crate) fn new(rules: &Gunyuden) -> Bounds {
        let set = |holds: &dyn Fn(HexId) -> bool| Columns::of(&rules.ground.atlas, holds);
        let (scenario, ground) = (&rules.scenario, &rules.ground);
        let price = |hex: HexId| rules.tables.terrain.of(ground.terrain[hex.index()]).line;
        let prices: BTreeSet<u8> = ground.atlas.hexes().map(price).filter(|&price| price > 0).collect();
        Bounds {
            line_prices: prices
                .into_iter()
                .map(|points| (set(&|hex| price(hex) == points), points))
                .collect(),
            closed: set(&|hex| scenario.closed[hex.index()]),
            bars: scenario.bars.iter().map(|bar| set(&|hex| bar.hexes[hex.index()])).collect(),
            tethers: scenario.tethers.iter().map(|tether| set(&|hex| !tether.hexes[hex.index()])).collect(),
        }
    }
}

/// What the lines of a side find (11-1): where they may go, and relays with the points a line has there again.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineGround {
    pub(crate) open: Columns,
    pub(crate) relays: [(Columns, u8); 1],
    /// The same with so much less for relays that are dear to enter that no line goes further from one relay to
    /// another than it would on the way back.
    pub(crate) mutual: Vec<(Columns, u8)>,
}

/// What a march finds: where each gait may go, and where the zones of the enemy cost (15-4).
#[derive(Clone, Debug, Default)]
pub(crate) struct MarchGround {
    pub(crate) open: [Columns; 2],
    pub(crate) toll: Columns,
    /// Own castles, to go into.
    pub(crate) castles: Columns,
}

/// Castles of a side, and those of them that nobody surrounds.
struct Castles {
    all: Columns,
    free: Columns,
}

impl Gunyuden {
    fn set_of(&self, bits: &HexBits) -> Columns {
        Columns::from_bits(&self.ground.atlas, bits.words())
    }

    fn castle_hexes(&self, state: &State) -> [Castles; 2] {
        let mut all = [Columns::NONE; 2];
        for (keep, castle) in self.keeps.iter().zip(&state.castles) {
            if castle.owner != HouseId::NONE {
                let side = self.house(castle.owner).side;
                all[side.index()].insert(&self.ground.atlas, keep.hex);
            }
        }
        let mut surrounded = Columns::NONE;
        for unit in state.surrounding.iter() {
            surrounded.insert(&self.ground.atlas, state.hex(unit));
        }
        all.map(|all| Castles { all, free: all.without(&surrounded) })
    }

    /// `closed_to_lines` and `is_relay`.
    pub(crate) fn find_line_ground(&self, state: &State, side: Side, ground: &mut LineGround) {
        let enemy = side.other();
        let castles = self.castle_hexes(state);
        let (own, others) = (&castles[side.index()], &castles[enemy.index()]);
        let stand = self.set_of(&state.outside[side.index()]);
        let zones =
            self.set_of(&state.zones[enemy.index()]).or(&self.ground.steps.project.beside(&others.free));
        let watched = zones.without(&own.all).or(&others.all).without(&stand);
        let closed = self.set_of(&state.outside[enemy.index()]).or(&self.bounds.closed).or(&watched);
        let relays = stand.or(&own.all).without(&closed);
        let far = self.tables.figures.line.relay;
        (ground.open, ground.relays) = (closed.complement(), [(relays, far)]);
        let prices = self.bounds.line_prices.iter();
        ground.mutual.clear();
        ground.mutual.extend(prices.map(|(hexes, points)| (relays.and(hexes), far + 1 - points)));
    }

    /// `shut_out_force`, `too_close` and `zone_costs`.
    pub(crate) fn march_ground(&self, state: &State, march: &March, strategic: bool) -> MarchGround {
        let (side, enemy) = (march.side, march.side.other());
        let castles = self.castle_hexes(state);
        let others = &castles[enemy.index()];
        let foes = self.set_of(&state.outside[enemy.index()]);
        let mut shut = foes.or(&self.bounds.closed);
        for (bar, hexes) in self.scenario.bars.iter().zip(&self.bounds.bars) {
            if bar.side == side && !state.happened.has(bar.until) {
                shut = shut.or(hexes);
            }
        }
        let house = self.unit(march.force).house;
        for (tether, hexes) in self.scenario.tethers.iter().zip(&self.bounds.tethers) {
            if tether.houses.contains(&house) && !state.happened.has(tether.until) {
                shut = shut.or(hexes);
            }
        }
        let friends = self.set_of(&state.outside[side.index()]);
        let mut toll = self.set_of(&state.zones[enemy.index()]).or(&others.free).without(&friends);
        // Who stands where the march begins may be nobody but the force itself.
        if self.zone_costs(state, march, march.from) {
            toll.insert(&self.ground.atlas, march.from);
        }
        let open = shut.complement();
        let far = match strategic {
            true => {
                let feared = foes.or(&others.all);
                open.without(&feared).without(&self.ground.steps.beside.beside(&feared))
            }
            false => Columns::NONE,
        };
        MarchGround { open: [open, far], toll, castles: castles[side.index()].all }
    }
}
