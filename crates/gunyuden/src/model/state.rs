//! The state: the whole truth of a game, plain and small.

use std::hash::{Hash, Hasher};

use hexmap::HexId;
use kernel::Side;
use serde::{Deserialize, Serialize};

use crate::decisions::Frame;
use crate::model::units::{ArmyId, CastleId, HouseId, UnitId, UnitSet};

pub const MOST_UNITS: usize = 224;
pub const MOST_CASTLES: usize = 88;
/// Words of a set of hexes: the sheet has 2,040.
pub const WORDS: usize = 32;
pub const MOST_HEXES: usize = 64 * WORDS;

/// Not yet placed by its owner (36.4).
pub const UNPLACED: HexId = HexId(0xfffe);
/// Out of the game for good (25-1).
pub const REMOVED: HexId = HexId(0xfffd);
/// Not part of this position.
pub const ABSENT: HexId = HexId(0xfffc);

/// 32-2: waiting beyond the edge of the map with its army.
pub fn beside(army: ArmyId) -> HexId {
    HexId(0xff00 | u16::from(army.0))
}

#[inline]
pub fn on_map(hex: HexId) -> bool {
    hex.0 < 0xff00
}

pub fn is_beside(hex: HexId) -> bool {
    (0xff00..ABSENT.0).contains(&hex.0)
}

/// 4: where in an inning the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// 36.4: the active side sets up.
    Deploy,
    /// 4-1-1(1): this change of the situation is due.
    Situation(u8),
    /// 12: the active side acts.
    Operation,
    /// 18-2: surround checks of the active side's castles, from this one on.
    Checks(u8),
}

/// What cannot be undone and matters later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Happened(pub u32);

impl Happened {
    /// 36.7(3).
    pub const DECLARED: Happened = Happened(1);
    /// 36.7(2): the snow has let the army out.
    pub const THAWED: Happened = Happened(2);
    /// 36.7(4): a unit of the army has been outside its province.
    pub const LEFT: Happened = Happened(4);
    /// 36.7(7): the army has attacked.
    pub const STRUCK: Happened = Happened(8);
    /// 36.6(4): the unit of the award has been outside the province.
    pub const STRAYED: Happened = Happened(16);
    /// 32, 36.7(9): the first, second intervention has begun.
    pub const FIRST: Happened = Happened(32);
    pub const SECOND: Happened = Happened(64);
    /// 35.5: the enemy in front has been dealt with.
    pub const PACT: Happened = Happened(128);
    /// 37.7.
    pub const PEACE: Happened = Happened(256);

    /// 35.7: the lord of this number has chosen his side.
    pub fn chosen(n: usize) -> Happened {
        Happened(1 << (16 + n))
    }

    pub const WORDS: [(&'static str, Happened); 15] = [
        ("declared", Happened::DECLARED),
        ("thawed", Happened::THAWED),
        ("left", Happened::LEFT),
        ("struck", Happened::STRUCK),
        ("strayed", Happened::STRAYED),
        ("first-intervention", Happened::FIRST),
        ("second-intervention", Happened::SECOND),
        ("pact", Happened::PACT),
        ("peace", Happened::PEACE),
        ("lord-1", Happened(1 << 16)),
        ("lord-2", Happened(1 << 17)),
        ("lord-3", Happened(1 << 18)),
        ("lord-4", Happened(1 << 19)),
        ("lord-5", Happened(1 << 20)),
        ("lord-6", Happened(1 << 21)),
    ];

    #[inline]
    pub fn has(self, what: Happened) -> bool {
        self.0 & what.0 != 0
    }

    pub fn note(&mut self, what: Happened) {
        self.0 |= what.0;
    }
}

/// 8: what changes of a castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Castle {
    /// Nobody's if it is a ruin.
    pub owner: HouseId,
    pub durability: u8,
    /// 10-4: how far its morale has fallen; only with nobody inside.
    pub low: u8,
    pub marks: u8,
}

impl Castle {
    /// 20-3A.
    pub const DEATH: u8 = 1;
    /// 20-3B.
    pub const REFUSED: u8 = 2;
    /// In this operation phase: 20-1-1, 20-1-2, 14-3-3.
    pub const ASSAULTED: u8 = 4;
    pub const DEMANDED: u8 = 8;
    pub const REPAIRED: u8 = 16;
    pub(crate) const OF_PHASE: u8 = Castle::ASSAULTED | Castle::DEMANDED | Castle::REPAIRED;

    pub(crate) const ABSENT: Castle = Castle { owner: HouseId::NONE, durability: 0, low: 0, marks: 0 };

    pub fn has(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    /// 8-2-5, 21-1(1).
    pub fn is_ruin(&self) -> bool {
        self.durability == 0
    }
}

/// Hexes as plain bits, without a heap allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexBits([u64; WORDS]);

impl HexBits {
    pub const NONE: HexBits = HexBits([0; WORDS]);

    pub fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    #[inline]
    pub fn has(&self, hex: HexId) -> bool {
        self.0[hex.index() / 64] >> (hex.index() % 64) & 1 != 0
    }

    #[inline]
    pub fn set(&mut self, hex: HexId, on: bool) {
        let (word, bit) = (hex.index() / 64, 1u64 << (hex.index() % 64));
        if on {
            self.0[word] |= bit;
        } else {
            self.0[word] &= !bit;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Over {
    pub winner: Side,
    /// Points of the Hashiba side less those of the other.
    pub lead: i16,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Plain", into = "Plain")]
pub struct State {
    pub inning: u8,
    /// 0 is the start stage.
    pub stage: u8,
    pub active: Side,
    pub phase: Phase,
    pub frames: Vec<Frame>,
    pub over: Option<Over>,
    pub happened: Happened,
    /// 32-1: pitched battles won by the Hashiba side less those lost.
    pub battles: i8,
    /// 13-2-2, 15-5-2: units that have acted in this operation phase; during set-up those already put into a box.
    pub acted: UnitSet,
    /// 16: inside the castle of their hex.
    pub holed: UnitSet,
    /// 18: around the castle of their hex.
    pub surrounding: UnitSet,
    /// 37.8: those who can be ambushed because they have marched in this stage; empty without the option.
    pub marched: UnitSet,
    pub at: [HexId; MOST_UNITS],
    /// 9: the head of the force each unit belongs to; its own if it leads or is alone.
    pub head: [UnitId; MOST_UNITS],
    /// Steps in the two low bits, above them how far morale has fallen.
    pub body: [u8; MOST_UNITS],
    pub castles: [Castle; MOST_CASTLES],
    // What follows is derived from the above and kept beside it for speed.
    /// The units of each hex as a chain in ascending order.
    pub(crate) first: [UnitId; MOST_HEXES],
    pub(crate) next: [UnitId; MOST_UNITS],
    /// Hexes with a force of each side outside a castle, and those its strong zone reaches.
    pub(crate) outside: [HexBits; 2],
    pub(crate) zones: [HexBits; 2],
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.inning, self.stage, self.active, self.phase, &self.frames, self.over).hash(hasher);
        (self.happened, self.battles, self.acted, self.holed, self.surrounding, self.marched).hash(hasher);
        for four in self.at.chunks(4) {
            hasher.write_u64(four.iter().fold(0u64, |word, hex| word << 16 | u64::from(hex.0)));
        }
        for eight in self.head.chunks(8) {
            hasher.write_u64(eight.iter().fold(0u64, |word, unit| word << 8 | u64::from(unit.0)));
        }
        for eight in self.body.chunks(8) {
            hasher.write_u64(eight.iter().fold(0u64, |word, body| word << 8 | u64::from(*body)));
        }
        for two in self.castles.chunks(2) {
            let word = |castle: &Castle| {
                u32::from_le_bytes([castle.owner.0, castle.durability, castle.low, castle.marks])
            };
            hasher.write_u64(two.iter().fold(0u64, |words, castle| words << 32 | u64::from(word(castle))));
        }
    }
}

impl State {
    #[inline]
    pub fn hex(&self, unit: UnitId) -> HexId {
        self.at[unit.index()]
    }

    #[inline]
    pub fn on_map(&self, unit: UnitId) -> bool {
        on_map(self.hex(unit))
    }

    /// Still in the game, on the map or beside it.
    #[inline]
    pub fn lives(&self, unit: UnitId) -> bool {
        self.hex(unit).0 < ABSENT.0
    }

    #[inline]
    pub fn head(&self, unit: UnitId) -> UnitId {
        self.head[unit.index()]
    }

    #[inline]
    pub fn is_head(&self, unit: UnitId) -> bool {
        self.head(unit) == unit
    }

    #[inline]
    pub fn steps(&self, unit: UnitId) -> u8 {
        self.body[unit.index()] & 3
    }

    /// How far its morale has fallen: 0 to 4.
    #[inline]
    pub fn low(&self, unit: UnitId) -> u8 {
        self.body[unit.index()] >> 2
    }

    pub(crate) fn set_steps(&mut self, unit: UnitId, steps: u8) {
        self.body[unit.index()] = self.body[unit.index()] & !3 | steps;
    }

    pub(crate) fn set_low(&mut self, unit: UnitId, low: u8) {
        self.body[unit.index()] = self.body[unit.index()] & 3 | low << 2;
    }

    /// The units of a hex, in ascending order.
    #[inline]
    pub fn units_at(&self, hex: HexId) -> UnitSet {
        if !on_map(hex) {
            let all = (0..MOST_UNITS as u8).map(UnitId);
            return all.filter(|&unit| self.hex(unit) == hex).collect();
        }
        let mut set = UnitSet::default();
        let mut unit = self.first[hex.index()];
        while unit != UnitId::NONE {
            set.insert(unit);
            unit = self.next[unit.index()];
        }
        set
    }

    /// The units of a force, its head among them.
    pub fn members(&self, force: UnitId) -> UnitSet {
        let hex = self.hex(force);
        if !on_map(hex) {
            return self.units_at(hex).iter().filter(|&unit| self.head(unit) == force).collect();
        }
        let mut set = UnitSet::default();
        let mut unit = self.first[hex.index()];
        while unit != UnitId::NONE {
            if self.head(unit) == force {
                set.insert(unit);
            }
            unit = self.next[unit.index()];
        }
        set
    }

    pub fn castle(&self, castle: CastleId) -> &Castle {
        &self.castles[castle.index()]
    }
}

/// The state without what is derived, for writing and reading.
#[derive(Clone, Serialize, Deserialize)]
struct Plain {
    inning: u8,
    stage: u8,
    active: Side,
    phase: Phase,
    frames: Vec<Frame>,
    over: Option<Over>,
    happened: Happened,
    battles: i8,
    acted: UnitSet,
    holed: UnitSet,
    surrounding: UnitSet,
    marched: UnitSet,
    at: Vec<HexId>,
    head: Vec<UnitId>,
    body: Vec<u8>,
    castles: Vec<Castle>,
    first: Vec<UnitId>,
    next: Vec<UnitId>,
    outside: [Vec<u64>; 2],
    zones: [Vec<u64>; 2],
}

/// Short lists are filled up: a list of another length was not written by this program.
fn array<T: Copy, const N: usize>(list: &[T], blank: T) -> [T; N] {
    std::array::from_fn(|n| list.get(n).copied().unwrap_or(blank))
}

impl From<Plain> for State {
    fn from(plain: Plain) -> State {
        let bits = |lists: [Vec<u64>; 2]| lists.map(|list| HexBits(array(&list, 0)));
        State {
            inning: plain.inning,
            stage: plain.stage,
            active: plain.active,
            phase: plain.phase,
            frames: plain.frames,
            over: plain.over,
            happened: plain.happened,
            battles: plain.battles,
            acted: plain.acted,
            holed: plain.holed,
            surrounding: plain.surrounding,
            marched: plain.marched,
            at: array(&plain.at, ABSENT),
            head: array(&plain.head, UnitId::NONE),
            body: array(&plain.body, 0),
            castles: array(&plain.castles, Castle::ABSENT),
            first: array(&plain.first, UnitId::NONE),
            next: array(&plain.next, UnitId::NONE),
            outside: bits(plain.outside),
            zones: bits(plain.zones),
        }
    }
}

impl From<State> for Plain {
    fn from(state: State) -> Plain {
        let bits = |sets: [HexBits; 2]| sets.map(|set| set.0.to_vec());
        Plain {
            inning: state.inning,
            stage: state.stage,
            active: state.active,
            phase: state.phase,
            frames: state.frames,
            over: state.over,
            happened: state.happened,
            battles: state.battles,
            acted: state.acted,
            holed: state.holed,
            surrounding: state.surrounding,
            marched: state.marched,
            at: state.at.to_vec(),
            head: state.head.to_vec(),
            body: state.body.to_vec(),
            castles: state.castles.to_vec(),
            first: state.first.to_vec(),
            next: state.next.to_vec(),
            outside: bits(state.outside),
            zones: bits(state.zones),
        }
    }
}
