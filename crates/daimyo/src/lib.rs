//! Daimyo: miniatures on an open table. Stands, formations, charges and morale, in centimetres.
//!
//! A file for each chapter of `data/daimyo/rulebook.md`:
//!
//! | chapter | file |
//! |---|---|
//! | 1 scale, ground | [`ground`] |
//! | 2 pieces | [`units`], `leaders` |
//! | 3 formation and geometry | `formation`, `sight` |
//! | 4 turn: weather, initiative, slots | `sequence`, `weather`, `command`, `arrival` |
//! | 5 movement | `movement`, `steps`, `drag` |
//! | 6 charges | `charge`, `answer` |
//! | 7 firing | `fire` |
//! | 8 melee | `melee`, `challenge`, `blows`, `pursuit` |
//! | 9 rout, rally, frenzy | `rout`, `rally`, `frenzy` |
//! | morale | [`morale`] |
//! | 10 end of turn, victory | `ending`, `reform`, `fortune` |
//! | tables, muster | [`tables`], [`muster`] |

mod action;
mod answer;
mod arrival;
mod blows;
mod bot;
mod challenge;
mod charge;
mod command;
mod drag;
mod ending;
mod event;
mod fire;
mod formation;
mod fortune;
mod frenzy;
pub mod ground;
mod leaders;
mod melee;
pub mod morale;
mod movement;
pub mod muster;
mod position;
mod pursuit;
mod rally;
mod refer;
mod reform;
mod rout;
pub mod rule_ids;
mod rules;
pub mod scenarios;
mod scene;
mod sequence;
mod setup;
mod show;
mod sight;
pub mod state;
mod steps;
mod system;
pub mod tables;
pub mod units;
mod weather;

use arrayvec::ArrayVec;
use kernel::{Faults, Profile, Seat, Side};

pub use crate::{action::Action, event::Event, position::Position, state::State};
use crate::{
    ground::Ground,
    scenarios::Scenario,
    state::{Body, Fortunes, Person, Step},
    tables::{Tables, Weather},
    units::{Group, GroupId, GroupSet, Leader, LeaderId, Unit, UnitId, UnitSet},
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
}

/// One battle under its options: everything that does not change in a game.
#[derive(Debug)]
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

/// What the files say, before it is put together.
struct Parts {
    ground: Ground,
    tables: Tables,
    units: Vec<Unit>,
    bodies: Vec<Body>,
    leaders: Vec<Leader>,
    persons: Vec<Person>,
    groups: Vec<Group>,
    seated: [bool; 2],
    scenario: Scenario,
    options: Options,
    profile: Profile,
}

impl Daimyo {
    fn assemble(parts: Parts, position: Option<&str>) -> Result<Daimyo, Faults> {
        let Parts {
            ground,
            tables,
            units,
            bodies,
            leaders,
            persons,
            groups,
            seated,
            scenario,
            options,
            profile,
        } = parts;
        let mut of_side = [UnitSet::default(); 2];
        let mut weight = [0; 2];
        for (n, unit) in units.iter().enumerate() {
            of_side[unit.side.index()].insert(UnitId(n as u8));
            weight[unit.side.index()] += unit.weight();
        }
        let start = State {
            turn: 1,
            weather: if options.weather { scenario.start_weather } else { Weather::Fine },
            holder: Side(0),
            active: Side(0),
            group: None,
            activated: false,
            tried: GroupSet::default(),
            acted: GroupSet::default(),
            seated,
            units: bodies.into_iter().collect(),
            leaders: persons.into_iter().collect(),
            fallen: ArrayVec::new(),
            charges: Vec::new(),
            from_left: true,
            swept: UnitSet::default(),
            fortunes: Fortunes::default(),
            challenged: ArrayVec::new(),
            volley_all: false,
            errands: ArrayVec::new(),
            step: Step::Initiative,
            over: None,
        };
        let mut rules = Daimyo {
            ground,
            tables,
            units,
            leaders,
            groups,
            scenario,
            options,
            of_side,
            weight,
            profile,
            ground_digest: String::new(),
            start,
        };
        rules.ground_digest = rules.draw_ground().digest();
        let mut start = rules.start.clone();
        rules.begin_turn(&mut start, &mut kernel::Story::silent());
        rules.start = start;
        if let Some(text) = position {
            rules.start = rules.read_position(text)?;
        }
        Ok(rules)
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
        self.ground.features.iter().position(|feature| feature.id == id).map(|n| n as u8)
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
