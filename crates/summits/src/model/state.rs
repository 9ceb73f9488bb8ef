//! The state: the whole truth of a game, plain and small.

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Rule, Seat, Side};
use serde::{Deserialize, Serialize};

use crate::{
    decisions::play::{Group, Play},
    model::{
        cards::{Card, Hand},
        map::MOST_AREAS,
        units::{ANTI, ClanId, HIDEYOSHI, UnitId, UnitSet},
    },
};

/// Where units are that are in no area: on the reinforcement track, waiting beside the map (11.0-4), lost, or gone
/// without being lost (15.2-9c).
pub const TRACK: AreaId = AreaId(MOST_AREAS as u8);
pub const WAITING: AreaId = AreaId(MOST_AREAS as u8 + 1);
pub const LOST: AreaId = AreaId(MOST_AREAS as u8 + 2);
pub const GONE: AreaId = AreaId(MOST_AREAS as u8 + 3);
pub const PLACES: usize = MOST_AREAS + 4;

/// Is this an area, and not one of the places beside the map?
#[inline]
pub fn on_map(area: AreaId) -> bool {
    area.index() < MOST_AREAS
}

/// Who is in each area and beside the map. An array, so that a copy is a copy of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Places([UnitSet; PLACES]);

impl Places {
    pub const NONE: Places = Places([UnitSet::NONE; PLACES]);
}

impl std::ops::Deref for Places {
    type Target = [UnitSet];
    #[inline]
    fn deref(&self) -> &[UnitSet] {
        &self.0
    }
}

impl std::ops::DerefMut for Places {
    #[inline]
    fn deref_mut(&mut self) -> &mut [UnitSet] {
        &mut self.0
    }
}

impl Serialize for Places {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Places {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Places, D::Error> {
        let sets = Vec::<UnitSet>::deserialize(from)?;
        let wrong =
            |sets: Vec<UnitSet>| serde::de::Error::invalid_length(sets.len(), &"a set for every place");
        sets.try_into().map(Places).map_err(wrong)
    }
}

/// 4: where the turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// 14.1: both bid.
    Auction,
    /// 14.1-c: a die for equal bids.
    Tie,
    /// 15.2-3: Hideyoshi lays out his reinforcements.
    Layout,
    /// 4.0-1: both choose a hand.
    Hands,
    /// 4.0-2: the controller of the mountain says who begins.
    Order,
    /// The phases of the players.
    Play,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// 8.0-1: in the own area.
    Attack,
    Fire,
    Ambush,
}

/// An attack of a group: one roll after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    pub kind: Kind,
    pub side: Side,
    pub from: AreaId,
    pub target: AreaId,
    /// The attacking group.
    pub units: UnitSet,
    pub blows: ArrayVec<Blow, 10>,
    /// How many rolls have been made.
    pub made: u8,
    /// 8.0-3 with damage pooled: what the rolls have caused so far.
    pub pooled: u8,
    /// For a slope under an Assault: the level of the area its group came from.
    pub slope: i8,
}

impl Attack {
    pub(crate) fn new(
        kind: Kind,
        side: Side,
        from: AreaId,
        target: AreaId,
        units: UnitSet,
        slope: i8,
    ) -> Attack {
        Attack { kind, side, from, target, units, blows: ArrayVec::new(), made: 0, pooled: 0, slope }
    }

    /// Moves it out of a step that ends with this action.
    pub(crate) fn take(&mut self) -> Attack {
        Attack { blows: std::mem::take(&mut self.blows), ..*self }
    }

    /// The next roll.
    pub(crate) fn blow(&self) -> Blow {
        self.blows[usize::from(self.made)]
    }
}

/// One roll: a general with supporters, or combat units of a clan by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blow {
    General { unit: UnitId, support: u8 },
    Volley { clan: ClanId, count: u8 },
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// 13.0-1.
    Honjin,
    /// 13.0-2.
    Taisho,
    /// 15.2-7.
    Road,
    /// 15.1-5.
    Time,
    /// 15.2-8: more areas of the road.
    MoreRoad,
    /// 15.2-8: fewer losses, or none fewer.
    Losses,
}

impl Ending {
    pub(crate) fn rule(self) -> Rule {
        use crate::notation::rule_ids::*;
        match self {
            Ending::Honjin => R_13_0_1,
            Ending::Taisho => R_13_0_2,
            Ending::Road => R_15_2_7,
            Ending::Time => R_15_1_5,
            Ending::MoreRoad | Ending::Losses => R_15_2_8,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Over {
    pub winner: Option<Side>,
    pub by: Ending,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    /// Turns the battle lasts, printed or bid, before it is shortened.
    pub length: u8,
    pub phase: Phase,
    /// Which seat plays Hideyoshi.
    pub hideyoshi: Seat,
    /// 14.1: by seat; 0 is not yet bid.
    pub bids: [u8; 2],
    /// Who began this turn, and whose phase it is.
    pub first: Side,
    pub active: Side,
    /// The phase before was a pass.
    pub passed: bool,
    /// Who is in each area and beside the map.
    pub here: Places,
    /// 2.1.1-1: units that show their back.
    pub back: UnitSet,
    /// 12: areas each side controls, one bit each.
    pub control: [u64; 2],
    /// 11.0-2: spaces of the track used.
    pub marker: u8,
    /// 15.2-3: which group lies on each space that has one.
    pub layout: ArrayVec<u8, 8>,
    /// By side: has the hand been chosen, what is in it, what was played openly this turn.
    pub ready: [bool; 2],
    pub hands: [Hand; 2],
    pub open: [Hand; 2],
    /// GP-3: who has acted by an open card of each type this turn; empty without the option.
    pub used: [UnitSet; 6],
    /// 15.2-9a: a second Reinforcements card was allowed when hands were chosen.
    pub second: bool,
    /// 15.2-1: which of the two cuts have been made.
    pub cuts: [bool; 2],
    pub play: Option<Play>,
    pub over: Option<Over>,
}

impl State {
    #[inline]
    pub fn here(&self, area: AreaId) -> UnitSet {
        self.here[area.index()]
    }

    /// Where a unit is.
    pub fn place_of(&self, unit: UnitId) -> AreaId {
        let at = self.here.iter().position(|set| set.has(unit));
        AreaId(at.unwrap_or(GONE.index()) as u8)
    }

    #[inline]
    pub fn is_back(&self, unit: UnitId) -> bool {
        self.back.has(unit)
    }

    pub fn seat_of(&self, side: Side) -> Seat {
        if side == HIDEYOSHI { self.hideyoshi } else { self.hideyoshi.other() }
    }

    pub fn side_of(&self, seat: Seat) -> Side {
        if seat == self.hideyoshi { HIDEYOSHI } else { ANTI }
    }

    pub fn controls(&self, side: Side, area: AreaId) -> bool {
        self.control[side.index()] >> area.0 & 1 != 0
    }

    pub fn controller(&self, area: AreaId) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.controls(side, area))
    }

    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref()
    }

    /// The group that acts. Called only where there is one.
    pub(crate) fn group(&self) -> &Group {
        self.play.as_ref().expect("a play is under way").group()
    }

    pub(crate) fn shift(&mut self, units: UnitSet, from: AreaId, to: AreaId) {
        self.here[from.index()] = self.here[from.index()] - units;
        self.here[to.index()] |= units;
    }

    /// How many Reinforcements cards this side has played openly this turn.
    pub(crate) fn reinforced(&self, side: Side) -> u8 {
        self.open[side.index()].of(Card::Reinforcements)
    }
}
