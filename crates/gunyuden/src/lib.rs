//! Hideyoshi's campaigns, 1582 to 1584: weeks of four stages, 6 km hexes, castles, sieges, lines of communication.
//!
//! Where the chapters of `data/gunyuden/rulebook.md` are:
//!
//! | chapter | decisions | queries | model |
//! |---|---|---|---|
//! | 2, 7 units, houses, armies | | | [`units`], [`map`] |
//! | 4, 12 sequence of play, acting | `sequence`, `operation`, `hand` | | [`state`] |
//! | 5 zones, 6 stacking, 9 forces | | `board`, `fields` (for all hexes at once), `forces` | |
//! | 10, 26 morale, 25 death | `recover`, `lose`, `gain` | `morale`, `losses` | |
//! | 11 lines of communication | | `lines` | |
//! | 13 organising, 14 replenishment | `draft`, `refit`, `replenish` | | |
//! | 15 movement, 16 holing up | `legs` | `movement` | |
//! | 17, 18 surrounding, 19 assault | `join`, `storm`, `assault`, `check` | `surround` | |
//! | 20, 21 surrender, fall | `demand`, `terms`, `yielding`, `capture` | | |
//! | 22, 23 skirmish, retreat | `aim`, `fight`, `retreat` | | |
//! | 24 pitched battle | `aim`, `battle` | | |
//! | 32 to 37 scenarios, changes of the situation | `deploy`, `placing`, `situation` | `situation` | [`scenarios`] |
//! | 36.6 victory | | `victory` | |
//!
//! A decision is one file in `decisions`; what decisions and bots both ask is in `queries`. `load` reads the data
//! files, `notation` reads and writes actions and positions, `presentation` draws and tells, and
//! `queries/forecast` says what odds are made of.

mod bot;
mod decisions;
mod load;
mod model;
mod notation;
mod prelude;
mod presentation;
mod queries;
mod rules;

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU64, Ordering},
};

use hexmap::HexId;
use kernel::{Faults, Profile, Side};

pub use crate::{
    model::{
        map, scenarios,
        state::{self, State},
        tables, units,
    },
    notation::{action::Action, frames, position::Position, rule_ids},
    presentation::event::Event,
};
use crate::{
    model::{
        map::Ground,
        scenarios::{Keep, Scenario},
        tables::Tables,
        units::{Army, ArmyId, CastleId, House, HouseId, Unit, UnitId, UnitSet},
    },
    queries::{board, fields},
};

/// The newest revision of this system's behaviour.
pub const REVISION: u32 = 1;

/// How many games were opened.
static OPENED: AtomicU64 = AtomicU64::new(0);

/// One scenario under its options: everything that does not change in a game.
#[derive(Clone, Debug)]
pub struct Gunyuden {
    pub ground: Ground,
    pub tables: Tables,
    pub units: Vec<Unit>,
    pub houses: Vec<House>,
    pub armies: Vec<Army>,
    pub keeps: Vec<Keep>,
    pub scenario: Scenario,
    profile: Profile,
    /// 36.6(3): the option.
    pub surrounded_only: bool,
    /// 25-2: the option.
    pub whole_army: bool,
    /// 24-1-8: only a castle of his own lets the defender refuse.
    pub own_castle_only: bool,
    side_of: Vec<Side>,
    /// The units of each side.
    pub sides: [UnitSet; 2],
    /// All units in the order of their ids, for finding one by name.
    names: Vec<UnitId>,
    /// 36.7: each house's hold, as an index.
    hold_of: Vec<Option<u8>>,
    ground_digest: OnceLock<String>,
    /// The charts of every scene.
    printed_charts: Vec<Arc<kernel::scene::Chart>>,
    /// Only judgements need it, and it takes most of the time of opening a game.
    aims: OnceLock<bot::Aims>,
    bounds: fields::Bounds,
    start: State,
    /// Tells this game from every other opened by the program, for what is kept between calls.
    number: u64,
}

/// What `setup` has read.
struct Parts {
    ground: Ground,
    tables: Tables,
    units: Vec<Unit>,
    houses: Vec<House>,
    armies: Vec<Army>,
    keeps: Vec<Keep>,
    scenario: Scenario,
    profile: Profile,
    surrounded_only: bool,
    whole_army: bool,
    own_castle_only: bool,
}

impl Gunyuden {
    fn assemble(parts: Parts, position: Option<&str>) -> Result<Gunyuden, Faults> {
        let Parts { ground, tables, units, houses, armies, keeps, scenario, profile, .. } = parts;
        let side_of: Vec<Side> = units.iter().map(|unit| houses[unit.house.index()].side).collect();
        let of = |side: Side| {
            (0..units.len() as u8).map(UnitId).filter(|unit| side_of[unit.index()] == side).collect()
        };
        let mut names: Vec<UnitId> = (0..units.len() as u8).map(UnitId).collect();
        names.sort_by(|a, b| units[a.index()].id.cmp(&units[b.index()].id));
        let hold_of = (0..houses.len() as u8)
            .map(|n| scenario.holds.iter().position(|hold| hold.houses.contains(&HouseId(n))))
            .map(|found| found.map(|n| n as u8))
            .collect();
        let origin = profile.card.origin.iter().find(|o| o.part == "tables");
        let mut rules = Gunyuden {
            sides: [of(units::HASHIBA), of(units::ANTI)],
            side_of,
            names,
            hold_of,
            ground_digest: OnceLock::new(),
            printed_charts: tables
                .charts(origin.map_or("", |o| &o.source))
                .into_iter()
                .map(Arc::new)
                .collect(),
            aims: OnceLock::new(),
            bounds: fields::Bounds::default(),
            start: board::empty(),
            number: OPENED.fetch_add(1, Ordering::Relaxed),
            surrounded_only: parts.surrounded_only,
            whole_army: parts.whole_army,
            own_castle_only: parts.own_castle_only,
            ground,
            tables,
            units,
            houses,
            armies,
            keeps,
            scenario,
            profile,
        };
        rules.bounds = fields::Bounds::new(&rules);
        rules.start = match position {
            None => rules.opening(),
            Some(text) => rules.read_position(text)?,
        };
        Ok(rules)
    }

    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    #[inline]
    pub fn side_of(&self, unit: UnitId) -> Side {
        self.side_of[unit.index()]
    }

    pub fn house(&self, house: HouseId) -> &House {
        &self.houses[house.index()]
    }

    pub fn army_of(&self, unit: UnitId) -> ArmyId {
        self.house(self.unit(unit).house).army
    }

    pub fn unit_named(&self, id: &str) -> Option<UnitId> {
        let at = self.names.binary_search_by(|&unit| self.unit(unit).id.as_str().cmp(id)).ok()?;
        Some(self.names[at])
    }

    pub fn house_named(&self, id: &str) -> Option<HouseId> {
        self.houses.iter().position(|house| house.id == id).map(|n| HouseId(n as u8))
    }

    pub fn castle_named(&self, id: &str) -> Option<CastleId> {
        self.keeps.iter().position(|keep| keep.id == id).map(|n| CastleId(n as u8))
    }

    #[inline]
    pub fn castle_at(&self, hex: HexId) -> Option<CastleId> {
        self.ground.castle.get(hex.index()).copied().flatten()
    }
}
