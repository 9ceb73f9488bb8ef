//! The battles of Domyoji and Yao, 6th day of the 5th month 1615: hex by hex, fire and hand-to-hand, morale
//! and chain retreats.
//!
//! Where the chapters of `data/yukimura/rulebook.md` are:
//!
//! | chapter | decisions | queries | model |
//! |---|---|---|---|
//! | 2 units, 3 and 14 set-up | `roads`, `release` | | [`units`], [`scenarios`] (limits, victory) |
//! | 4 sequence of play | | `sequence` | [`state`] |
//! | 5 stacking, 6 zones | | `board` | |
//! | 7 movement, 8 reinforcements | `moves`, `picked` | `movement`, `out_of_reach`, `reinforcements` | |
//! | 9 firing, 10 hand-to-hand | `targets`, `aim`, `fight/throw` | `attack` | [`chart`] |
//! | 11 morale | `fight`, with `order`, `check`, `retreat`, `stack`, `advance` below it | | |
//! | 12 terrain, 13 command | | `command` | [`terrain`], [`numbers`] |
//!
//! A decision is one file in `decisions`; what decisions and bots both ask is in `queries`. `load` reads the data
//! files, `notation` reads and writes actions and positions, `presentation` draws and tells, and
//! `queries/forecast` says what odds are made of.

mod bot;
pub mod decisions;
mod load;
mod model;
mod notation;
mod prelude;
mod presentation;
mod queries;
mod rules;

use std::sync::{Arc, OnceLock};

use hexmap::{Atlas, HexId};
use kernel::{Faults, Profile, Scenes as _, Side};

pub use crate::{
    bot::Temper,
    model::{
        chart, numbers, scenarios,
        state::{self, State},
        terrain, units,
    },
    notation::{action::Action, position::Position, rule_ids},
    presentation::event::Event,
};
use crate::{
    model::{
        chart::Chart,
        numbers::Numbers,
        scenarios::{Condition, Scenario},
        terrain::Ground,
        units::{EAST, Force, ForceId, OSAKA, Unit, UnitId, UnitSet},
    },
    presentation::scene,
    queries::board,
};

/// The newest revision of this system's behaviour.
pub const REVISION: u32 = 1;

/// One scenario under its options: everything that does not change in a game.
#[derive(Clone, Debug)]
pub struct Yukimura {
    pub numbers: Numbers,
    pub ground: Ground,
    pub atlas: Arc<Atlas>,
    pub units: Vec<Unit>,
    pub forces: Vec<Force>,
    /// Each side's units, and the side of each unit.
    pub sides: [Vec<UnitId>; 2],
    side_of: Vec<Side>,
    /// All units in the order of their ids, for finding one by name.
    names: Vec<UnitId>,
    pub fire: Chart,
    pub melee: Chart,
    pub scenario: Scenario,
    profile: Profile,
    /// 13: the option.
    pub command_range: bool,
    /// 14-4(6): Komatsuyama, where it decides.
    pub star: Option<HexId>,
    /// 14-1(5): each force's limit, as an index.
    limit_of: Vec<Option<u8>>,
    /// 14-2(6): leaders whose leaving their hex ends the game.
    rooted: UnitSet,
    /// For the boards of every scene.
    ground_digests: Vec<String>,
    /// The label of each hex: choices and scenes are full of them.
    places: Vec<String>,
    /// The counters and charts of every scene.
    printed: Vec<scene::Printed>,
    printed_charts: Vec<Arc<kernel::scene::Chart>>,
    table_origin: String,
    /// Might a move from this hex pass where the scenario remembers it?
    memorable: Vec<bool>,
    /// Does any limit ask whether the East has crossed the Ishikawa?
    remembers_crossing: bool,
    /// Only judgements need it, and it takes most of the time of opening a game.
    aims: OnceLock<bot::Aims>,
    start: State,
}

impl Yukimura {
    #[allow(clippy::too_many_arguments, reason = "the parts of a scenario, put together in one place")]
    fn assemble(
        numbers: Numbers,
        ground: Ground,
        units: Vec<Unit>,
        forces: Vec<Force>,
        [fire, melee]: [Chart; 2],
        scenario: Scenario,
        profile: Profile,
        command_range: bool,
        position: Option<&str>,
    ) -> Result<Yukimura, Faults> {
        let of = |side: Side| {
            (0..units.len() as u8).map(UnitId).filter(|u| units[u.index()].side == side).collect::<Vec<_>>()
        };
        let star = scenario.victories.iter().find_map(|victory| match victory.condition {
            Condition::Holds(hex) => Some(hex),
            _ => None,
        });
        let rooted = scenario.victories.iter().flat_map(|victory| match &victory.condition {
            Condition::Collapse(leaders) => leaders.clone(),
            _ => Vec::new(),
        });
        let origin = profile.card.origin.iter().find(|o| o.part == "tables");
        let mut names: Vec<UnitId> = (0..units.len() as u8).map(UnitId).collect();
        names.sort_by(|a, b| units[a.index()].id.cmp(&units[b.index()].id));
        let mut rules = Yukimura {
            atlas: Arc::new(ground.atlas.clone()),
            sides: [of(EAST), of(OSAKA)],
            side_of: units.iter().map(|unit| unit.side).collect(),
            names,
            remembers_crossing: scenario.limits.iter().any(|limit| limit.crossed),
            limit_of: (0..forces.len() as u8)
                .map(|n| scenario.limits.iter().position(|limit| limit.force.0 == n).map(|at| at as u8))
                .collect(),
            rooted: rooted.collect(),
            ground_digests: Vec::new(),
            places: Vec::new(),
            printed: Vec::new(),
            printed_charts: Vec::new(),
            table_origin: origin.map_or(String::new(), |o| o.source.clone()),
            aims: OnceLock::new(),
            memorable: Vec::new(),
            start: board::empty(),
            numbers,
            ground,
            units,
            forces,
            fire,
            melee,
            scenario,
            profile,
            command_range,
            star,
        };
        rules.ground_digests = rules.grounds().iter().map(kernel::scene::Ground::digest).collect();
        rules.places = rules.atlas.hexes().map(|hex| rules.atlas.label(hex).to_string()).collect();
        rules.printed = rules.print_counters();
        rules.printed_charts = rules.print_charts();
        rules.memorable = rules.memorable_hexes();
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

    /// The label of a hex, as actions and scenes write it.
    pub(crate) fn place_label(&self, hex: HexId) -> &str {
        &self.places[hex.index()]
    }

    pub fn force(&self, force: ForceId) -> &Force {
        &self.forces[force.index()]
    }

    pub fn unit_named(&self, id: &str) -> Option<UnitId> {
        let at = self.names.binary_search_by(|&unit| self.unit(unit).id.as_str().cmp(id)).ok()?;
        Some(self.names[at])
    }

    pub fn force_named(&self, id: &str) -> Option<ForceId> {
        self.forces.iter().position(|force| force.id == id).map(|n| ForceId(n as u8))
    }
}
