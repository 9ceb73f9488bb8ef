//! Battles in the Age of War: miniatures on an open table. Clans, motivation and action points, in inches.
//!
//! Where the chapters of `data/ageofwar/rulebook.md` are:
//!
//! | chapter | decisions | queries | model |
//! |---|---|---|---|
//! | 1 measures, ground | | `ground` | [`ground`] |
//! | 2 army, 2.6 muster | | | [`units`], [`muster`] |
//! | 3 formation and geometry | | `formation` | |
//! | 4, 20 the turn | `steps/turn_over` | `sequence` | [`state`] |
//! | 4.1, 4.2, 34 casualties, commanders | `steps/casualties`, `errands/reform`, `steps/commander`, `commander_die`, `close_up` | | |
//! | 4.3 generals, 10 new generals | `steps/general_dice`, `general`, `new_general`, `errands/fate`, `rally_risk` | `generals` | |
//! | 23 messengers | `steps/allot`, `ride`, `award`, `award_again`, `errands/danger` | `messengers` | |
//! | 5, 24 motivation | `steps/motivate`, `motivation`, `determination`, `points`, `leaderless` | `motivation` | |
//! | 6, 25, 27 action points, movement, disorder | `steps/act`, `restore`, `restore_try`, `mount_try`, `errands/edge` | `movement`, `mover` | |
//! | 9 out of control, the daimyo | `steps/act/rage`, `control_try`, `errands/escape` | | |
//! | 6.4, 28 shooting, 6.6 opportunity | `errands/shot`, `watch` | `shooting`, [`casualties`] | |
//! | 7, 31 starting a fight, withdrawal | `errands/assault` | `assault` | |
//! | 8, 30 the fight | `steps/fight` | `fight` | |
//! | 32 morale | `errands/test`, `fall_back`, `face`, `sneak` | `morale` | |
//! | 33 challenges | `steps/challenge`, `accept`, `duel` | [`pontoon`] | |
//! | 11 late units, 12 victory | `steps/lot`, `late`, `arrive`, `countdown` | [`victory`] | |
//! | tables A-T1 to A-T12 | | | [`tables`] |
//!
//! A decision is one file in `decisions`; what several decisions, bots and drawings ask is in `queries`, with
//! `queries/forecast` for what odds are made of. `load` reads the data files, `notation` reads and writes actions and
//! positions, `presentation` draws.

mod bot;
pub mod decisions;
mod load;
mod model;
mod notation;
mod prelude;
mod presentation;
mod queries;
mod rules;

use kernel::{Faults, Profile, Seat, Side, Story, decision::advance_once};

pub use open::Event;

pub use crate::{
    load::muster,
    model::{
        ground, scenarios,
        state::{self, State},
        tables, units,
    },
    notation::{action::Action, position::Position, rule_ids},
    queries::{casualties, pontoon, victory},
};
use crate::{
    model::{
        ground::Ground,
        scenarios::{Entry, Fog, Scenario},
        state::Body,
        tables::Tables,
        units::{Clan, ClanId, Unit, UnitId, UnitSet},
    },
    presentation::scene,
};

/// The newest revision of this system's behaviour.
pub const REVISION: u32 = 1;

/// The switches of a table: rulings that the sheets leave in doubt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// order is restored by a free die in step 1, not by an action point.
    pub free_order: bool,
    /// every shot counts as on centre.
    pub always_centre: bool,
    /// A-31.w: a general withdraws at +3.
    pub general_withdraws: bool,
    /// who fails to withdraw with support near falls back instead of routing.
    pub support_saves: bool,
    /// one challenge in a game turn, not in a player turn.
    pub challenge_per_game_turn: bool,
    /// who comes above his threshold dies only if he is above it by the difference that kills.
    pub over_by_difference: bool,
    /// the bodies of a general are shared by two units, not laid with each.
    pub bodies_shared: bool,
}

/// One battle under its options: everything that does not change in a game.
#[derive(Clone, Debug)]
pub struct AgeOfWar {
    pub ground: Ground,
    pub tables: Tables,
    /// Units, then generals, then the two Maku.
    pub units: Vec<Unit>,
    pub clans: Vec<Clan>,
    pub scenario: Scenario,
    pub options: Options,
    /// Units of each side, without generals and Maku.
    pub of_side: [UnitSet; 2],
    /// The Maku of each side.
    pub makus: [UnitId; 2],
    /// The daimyo of each side, by name.
    pub daimyo: [kernel::Name; 2],
    profile: Profile,
    ground_digest: String,
    grid: plane::Grid,
    start: State,
}

impl AgeOfWar {
    /// Adds up what follows from the files, and begins the first turn or the position.
    fn ready(mut self, position: Option<&str>) -> Result<AgeOfWar, Faults> {
        for (n, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.is_troops()) {
            self.of_side[unit.side.index()].insert(UnitId(n as u8));
        }
        self.ground_digest = scene::draw_ground(&self).digest();
        self.grid = self.lay_grid();
        let mut start = self.start.clone();
        for unit in self.of_side[0].or(&self.of_side[1]).iter() {
            let files = start.body(unit).formation.files;
            let front = *self.fronts(&start, unit, files).end();
            self.lay_out(&mut start, unit, files, front);
        }
        if self.scenario.lots.is_empty() {
            self.begin_player_turn(&mut start);
        }
        self.start = start.clone();
        while advance_once(&self, &mut start, &mut Story::silent()) {}
        self.start = start;
        if let Some(text) = position {
            self.start = self.read_position(text)?;
        }
        Ok(self)
    }

    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[usize::from(unit.0)]
    }

    pub fn clan(&self, clan: ClanId) -> &Clan {
        &self.clans[usize::from(clan.0)]
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

    pub fn clan_named(&self, id: &str) -> Option<ClanId> {
        self.clans.iter().position(|clan| clan.id == id).map(|n| ClanId(n as u8))
    }

    pub fn all_clans(&self) -> impl Iterator<Item = ClanId> + use<> {
        (0..self.clans.len() as u8).map(ClanId)
    }

    /// Where a body stands when the battle begins.
    pub(crate) fn start_body(&self, unit: UnitId) -> &Body {
        self.start.body(unit)
    }

    /// A-SC1: fog, while it lasts.
    pub(crate) fn fog(&self, state: &State) -> Option<&Fog> {
        self.scenario.fog.as_ref().filter(|fog| state.turn <= fog.through)
    }

    pub(crate) fn entry_of(&self, unit: UnitId) -> Option<&Entry> {
        self.scenario.entries[usize::from(self.unit(unit).clan.0)].as_ref()
    }
}
