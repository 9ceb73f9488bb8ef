//! Hideyoshi's battles at the summits: Yamazaki below Tennozan, 1582, and Shizugatake, 1583. Areas instead of hexes,
//! and a hand of action cards that each side chooses in secret.
//!
//! Where the chapters of `data/summits/rulebook.md` are:
//!
//! | chapter | decisions | queries | model |
//! |---|---|---|---|
//! | 2 units, cards, map | | | [`units`], [`cards`], [`map`], [`numbers`] |
//! | 4 sequence, 14.1 auction | `auction`, `layout`, `hands`, `order`, `turn` | | [`state`] |
//! | 5 actions, 6 cards | `turn`, `play`, with `pick` and `act` below it | `group`, `specials` | |
//! | 7 movement, ambush | `play/moving`, `play/window`, `play/muster` | `movement` | |
//! | 8 attack, 9 damage | `play/marshal`, `play/strike` | `attack` | |
//! | 10 losses | `play/damage`, `play/retreat` | `losses` | |
//! | 11 reinforcements, treason | `play/arrive` | `reinforcements` | |
//! | 12 control | | `control` | |
//! | 13 victory, 15 the battles | | `victory` | [`scenarios`] |
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

use kernel::{Faults, Name, Profile, Seat, Side};

use crate::model::{
    cards::Print,
    map::Map,
    numbers::Numbers,
    scenarios::Scenario,
    state::{Phase, Places, TRACK},
    units::{Clan, ClanId, Unit, UnitId, UnitSet, Values},
};
pub use crate::{
    model::{
        cards, map, numbers, scenarios,
        state::{self, State},
        units,
    },
    notation::{
        action::{Action, Begin},
        position::Position,
        rule_ids,
    },
    presentation::event::Event,
};

/// The newest revision of this system's behaviour.
pub const REVISION: u32 = 1;

/// A group of the reinforcement track.
#[derive(Clone, Debug)]
pub struct TrackGroup {
    pub id: String,
    pub name: Name,
    pub units: UnitSet,
}

/// The switches of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub auction: bool,
    pub no_type_limits: bool,
    pub pooled_damage: bool,
    pub slope_on_assault: bool,
    pub taisho_retreat_loses: bool,
    pub strict_same_type: bool,
    pub rally_free_in_combo: bool,
    pub back_equals_front: bool,
    pub ambush_after_flip: bool,
}

/// Units by what they defend with, the best first.
#[derive(Clone, Debug)]
struct Defence {
    value: i16,
    front: UnitSet,
    back: UnitSet,
}

/// One battle under its options: everything that does not change in a game.
#[derive(Clone, Debug)]
pub struct Summits {
    pub map: Map,
    pub units: Vec<Unit>,
    pub clans: Vec<Clan>,
    pub groups: Vec<TrackGroup>,
    pub prints: [Print; 6],
    pub numbers: Numbers,
    pub scenario: Scenario,
    pub options: Options,
    pub generals: UnitSet,
    pub of_side: [UnitSet; 2],
    defences: Vec<Defence>,
    /// How far each area is from where a side would fall back to: its honjin, or its entry areas.
    haven: [Vec<u8>; 2],
    profile: Profile,
    ground_digest: String,
    card_origin: String,
    aims: bot::Aims,
    start: State,
}

/// What the files say, before it is put together.
struct Parts {
    map: Map,
    units: Vec<Unit>,
    clans: Vec<Clan>,
    groups: Vec<TrackGroup>,
    prints: [Print; 6],
    numbers: Numbers,
    scenario: Scenario,
    options: Options,
    /// Where each unit begins.
    places: Vec<hexmap::AreaId>,
    profile: Profile,
}

impl Summits {
    fn assemble(parts: Parts, position: Option<&str>) -> Result<Summits, Faults> {
        let Parts { map, units, clans, groups, prints, numbers, scenario, options, places, profile } = parts;
        let all = || (0..units.len() as u8).map(UnitId);
        let of_side = Side::ALL.map(|side| all().filter(|u| units[u.index()].side == side).collect());
        let generals = all().filter(|u| units[u.index()].command.is_some()).collect();
        let mut values: Vec<i16> =
            units.iter().flat_map(|unit| [unit.front.defence, unit.back.defence]).collect();
        values.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
        values.dedup();
        let defences = values.into_iter().map(|value| Defence {
            value,
            front: all().filter(|u| units[u.index()].front.defence == value).collect(),
            back: all().filter(|u| units[u.index()].back.defence == value).collect(),
        });
        let haven = Side::ALL.map(|side| {
            let homes = match scenario.honjin[side.index()] {
                0 => map.entries,
                honjin => honjin,
            };
            let far = |area| map::areas(homes).filter_map(|home| map.graph.distance(area, home)).min();
            map.graph.areas().map(|area| far(area).unwrap_or(u8::MAX)).collect()
        });
        let origin = profile.card.origin.iter().find(|origin| origin.part == "cards");
        let card_origin = origin.map_or(String::new(), |origin| origin.source.clone());
        let mut rules = Summits {
            defences: defences.collect(),
            start: opening(&map, &scenario, options),
            map,
            units,
            clans,
            groups,
            prints,
            numbers,
            scenario,
            options,
            generals,
            of_side,
            haven,
            profile,
            ground_digest: String::new(),
            card_origin,
            aims: bot::Aims::default(),
        };
        for (n, place) in places.iter().enumerate() {
            rules.start.here[place.index()] |= UnitSet::of(UnitId(n as u8));
        }
        debug_assert_eq!(
            rules.start.here(TRACK),
            rules.groups.iter().fold(UnitSet::NONE, |all, group| all | group.units)
        );
        let mut start = rules.start.clone();
        rules.control_as_placed(&mut start);
        rules.start = start;
        rules.ground_digest = rules.draw_ground().digest();
        rules.aims = bot::Aims::new(&rules);
        if let Some(text) = position {
            rules.start = rules.read_position(text)?;
        }
        Ok(rules)
    }

    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    #[inline]
    pub fn side_of(&self, unit: UnitId) -> Side {
        self.unit(unit).side
    }

    /// 2.1.1-1: the values of the side a unit shows.
    #[inline]
    pub fn values(&self, state: &State, unit: UnitId) -> Values {
        let body = self.unit(unit);
        if state.is_back(unit) { body.back } else { body.front }
    }

    /// 9.0-1: how high an area lies.
    pub fn level(&self, area: hexmap::AreaId) -> i16 {
        self.numbers.attack.level.of(self.map.area(area).terrain)
    }

    pub fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(|n| UnitId(n as u8))
    }

    pub fn clan_named(&self, id: &str) -> Option<ClanId> {
        self.clans.iter().position(|clan| clan.id == id).map(|n| ClanId(n as u8))
    }
}

/// The state at the start, before units are placed.
fn opening(map: &Map, scenario: &Scenario, options: Options) -> State {
    State {
        turn: 1,
        length: scenario.turns,
        phase: match (options.auction, scenario.free_order) {
            (true, _) => Phase::Auction,
            (false, true) => Phase::Layout,
            (false, false) => Phase::Hands,
        },
        hideyoshi: Seat(0),
        bids: [0; 2],
        first: scenario.first,
        active: scenario.first,
        passed: false,
        here: Places::NONE,
        back: UnitSet::NONE,
        control: Side::ALL.map(|side| {
            let owned = map.areas.iter().enumerate().filter(|(_, area)| area.control == Some(side));
            owned.fold(0, |mask, (n, _)| mask | 1 << n)
        }),
        marker: 0,
        layout: scenario.track.iter().flatten().copied().collect(),
        ready: [false; 2],
        hands: Default::default(),
        open: Default::default(),
        used: Default::default(),
        second: false,
        cuts: [false; 2],
        play: None,
        over: None,
    }
}
