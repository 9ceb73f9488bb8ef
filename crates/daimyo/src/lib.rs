//! Daimyo: miniatures on an open table. Stands, formations, charges and morale, in centimetres.
//!
//! Where the chapters of `data/daimyo/rulebook.md` are:
//!
//! | chapter | decisions | queries and effects | model |
//! |---|---|---|---|
//! | 1 scale, ground | | | [`ground`] |
//! | 2 pieces | `moves/leader_move`, `errand/danger` | | [`units`] |
//! | 3 formation and geometry | | `formation`, `sight` | |
//! | 4 turn: weather, initiative, slots | `turn` | `command`, `sequence` | `weather`, [`state`] |
//! | 5 movement | `charges/compulsory`, `moves` | `movement`, `steps`, `drag`, `placing` | |
//! | 6 charges | `charges` | `charge` | |
//! | 7 firing | `fire` | `fire`, `losses` | |
//! | 8 melee | `melee`, `errand/pursuit`, `errand/slaughter` | `blows` | |
//! | 9 rout, rally, frenzy | `rally`, `errand/rout_move` | `flight` | |
//! | morale | `charges/target_test`, `end/end_test` | [`morale`], `morale_test` | |
//! | 10 end of turn, victory | `end` | `victory` | [`scenarios`] |
//! | tables, muster | | | [`tables`], [`muster`] |
//!
//! A decision is one file in `decisions`. What decisions and bots both ask is in `queries`, what several decisions do
//! to a state in `effects`. `load` reads the data files, `notation` reads and writes actions and positions,
//! `presentation` draws, and `queries/forecast` says what odds are made of.

mod bot;
pub mod decisions;
mod effects;
mod load;
mod model;
mod notation;
mod prelude;
mod presentation;
mod queries;
mod rules;

use kernel::{Faults, Profile, Seat, Side};

pub use open::Event;

use crate::model::{
    ground::Ground,
    scenarios::Scenario,
    tables::Tables,
    units::{Group, GroupId, Leader, LeaderId, Unit, UnitId, UnitSet},
};
pub use crate::{
    load::muster,
    model::{
        ground, scenarios,
        state::{self, State},
        tables, units,
    },
    notation::{action::Action, position::Position, rule_ids},
    queries::morale,
};

/// The newest revision of this system's behaviour.
pub const REVISION: u32 = 1;

/// The switches of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub initiative_attrition: bool,
    pub natural_12_2: bool,
    pub weather: bool,
    pub random_events: bool,
    pub challenges: bool,
    pub card_activation: bool,
    /// 8.3: every file within one stand of a struck flank or rear fights.
    pub whole_front: bool,
    /// 7.1: units in melee may be fired at.
    pub fire_into_melee: bool,
}

/// One battle under its options: everything that does not change in a game.
#[derive(Clone, Debug)]
pub struct Daimyo {
    pub ground: Ground,
    pub tables: Tables,
    pub units: Vec<Unit>,
    pub leaders: Vec<Leader>,
    pub groups: Vec<Group>,
    pub scenario: Scenario,
    pub options: Options,
    pub of_side: [UnitSet; 2],
    /// D-VIC-1: the weight of a side at the start.
    pub weight: [i32; 2],
    profile: Profile,
    ground_digest: String,
    start: State,
}

impl Daimyo {
    /// Adds up what follows from the files, and begins the first turn or the position.
    fn ready(mut self, position: Option<&str>) -> Result<Daimyo, Faults> {
        for (n, unit) in self.units.iter().enumerate() {
            self.of_side[unit.side.index()].insert(UnitId(n as u8));
            self.weight[unit.side.index()] += self.tables.weight(unit);
        }
        self.ground_digest = self.draw_ground().digest();
        let mut start = self.start.clone();
        effects::sequence::begin_turn(&self, &mut start, &mut kernel::Story::silent());
        self.start = start;
        if let Some(text) = position {
            self.start = self.read_position(text)?;
        }
        Ok(self)
    }

    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.0 as usize]
    }

    pub fn leader(&self, leader: LeaderId) -> &Leader {
        &self.leaders[leader.0 as usize]
    }

    pub fn group(&self, group: GroupId) -> &Group {
        &self.groups[group.0 as usize]
    }

    #[inline]
    pub fn side_of(&self, unit: UnitId) -> Side {
        self.unit(unit).side
    }

    /// The seats play the sides in their order.
    pub(crate) fn seat_of(&self, unit: UnitId) -> Seat {
        Seat(self.side_of(unit).0)
    }

    pub fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(|n| UnitId(n as u8))
    }

    pub fn leader_named(&self, id: &str) -> Option<LeaderId> {
        self.leaders.iter().position(|leader| leader.id == id).map(|n| LeaderId(n as u8))
    }

    pub fn group_named(&self, id: &str) -> Option<GroupId> {
        self.groups.iter().position(|group| group.id == id).map(|n| GroupId(n as u8))
    }

    pub fn feature_named(&self, id: &str) -> Option<u8> {
        self.ground.named(id).map(|n| n as u8)
    }

    pub fn all_groups(&self) -> impl Iterator<Item = GroupId> + use<> {
        (0..self.groups.len() as u8).map(GroupId)
    }

    /// The General of a side.
    pub(crate) fn general(&self, side: Side) -> LeaderId {
        let group = self.groups.iter().find(|group| group.side == side && group.is_general);
        group.expect("every side has a General").leader
    }

    /// The leader who commands a unit: its daimyo, or the General.
    pub(crate) fn commander(&self, unit: UnitId) -> LeaderId {
        self.group(self.unit(unit).group).leader
    }

    /// The headquarters of a side, if it has one.
    pub(crate) fn headquarters(&self, side: Side) -> Option<UnitId> {
        self.of_side[side.index()].iter().find(|unit| self.unit(*unit).is_headquarters())
    }
}
