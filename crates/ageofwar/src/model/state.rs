//! The state: the whole truth of a game, plain and small.

use arrayvec::ArrayVec;
use kernel::Side;
use plane::{Formation, Hand, Heading, Point};
use serde::{Deserialize, Serialize};

use crate::{
    decisions::{Errands, Step},
    model::units::{ClanId, Kind, MOST_BASES, MOST_CLANS, MOST_MESSENGERS, UnitId, UnitSet},
};

/// Where a body is, or what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    Table,
    /// Chapter 11: it has not arrived.
    Late,
    /// 2.4: a general with a unit.
    With,
    Routed,
    Destroyed,
    /// 3.6: past its base line.
    Left,
    /// 6.5: a gun that lost; a Maku that was taken.
    Captured,
    /// A general.
    Dead,
    /// Not in this position.
    Removed,
}

impl Where {
    /// Chapter 12: lost, for victory.
    pub fn is_lost(self) -> bool {
        matches!(self, Where::Routed | Where::Destroyed | Where::Left | Where::Captured)
    }
}

open::marks! {
    Disordered = 0 "disordered";
    /// it was when its side's turn began.
    BeganDisordered = 1 "began-disordered";
    Dismounted = 2 "dismounted";
    /// three action points more when it is next motivated.
    Avenge = 3 "avenge";
    /// it has fought in this game.
    Blooded = 4 "blooded";
    /// 8.7: it won its last round.
    Won = 5 "won";
    /// its commander won a challenge.
    Proud = 6 "proud";
    /// no movement until the end of its side's next turn.
    Halted = 7 "halted";
    /// it has been motivated this turn, or has had its points.
    Motivated = 8 "motivated";
    /// 6.6: it has shot at opportunity in this enemy turn.
    Snapped = 9 "snapped";
    /// it started a fight this turn.
    Started = 10 "started";
    /// it was attacked in flank or rear this turn.
    Flanked = 11 "flanked";
    /// it lost a fight this turn.
    Beaten = 12 "beaten";
    /// 8.6: it may re-form in its next step 1.
    MayReform = 13 "may-reform";
    /// 7.1b: it fights across a linear obstacle.
    Across = 14 "across";
    /// Chapter 11: it has been called and waits for room.
    Called = 15 "called";
    /// Its owner has decided about it in the present step.
    Decided = 16 "decided";
    /// It has fought in this step 8.
    Fought = 17 "fought";
    /// it is in contact with an enemy; without one its fight is over.
    Engaged = 18 "engaged";
}

/// One base of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Base {
    pub kind: Kind,
    pub commander: bool,
}

/// The bases of a unit: plain bytes, so that a body is copied at a stroke.
pub type Bases = tinyvec::ArrayVec<[Base; MOST_BASES]>;

/// One body as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    pub place: Where,
    pub at: Point,
    pub heading: Heading,
    pub formation: Formation,
    /// Rank by rank from the left; none for generals and Maku.
    pub bases: Bases,
    /// Casualty markers.
    pub markers: u8,
    /// Rounds it has fought in its present fight.
    pub round: u8,
    pub marks: Marks,
    /// the enemies within 4" and within 3" when this player turn began.
    pub near: UnitSet,
    pub close: UnitSet,
}

impl Body {
    pub fn new(place: Where, at: Point, heading: Heading, formation: Formation) -> Body {
        Body {
            place,
            at,
            heading,
            formation,
            bases: Bases::default(),
            markers: 0,
            round: 0,
            marks: Marks::default(),
            near: UnitSet::default(),
            close: UnitSet::default(),
        }
    }

    #[inline]
    pub fn is(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    pub fn set(&mut self, mark: Mark, on: bool) {
        self.marks.set(mark, on);
    }

    pub fn mark(&mut self, mark: Mark) {
        self.marks.set(mark, true);
    }

    pub fn clear(&mut self, marks: &[Mark]) {
        marks.iter().for_each(|mark| self.marks.set(*mark, false));
    }

    /// The bases of a rank, counted from 0.
    pub fn rank(&self, rank: u8) -> &[Base] {
        let from = usize::from(rank * self.formation.files).min(self.bases.len());
        let to = (from + usize::from(self.formation.in_rank(rank))).min(self.bases.len());
        &self.bases[from..to]
    }

    pub fn front(&self) -> &[Base] {
        self.rank(0)
    }

    /// the bases that a shot can hit: the front rank, and of a single file the first two.
    pub fn exposed(&self) -> &[Base] {
        let most = if self.formation.files == 1 { 2 } else { usize::from(self.formation.files) };
        &self.bases[..most.min(self.bases.len())]
    }

    pub fn has_commander(&self) -> bool {
        self.bases.iter().any(|base| base.commander)
    }
}

/// 2.4: a clan's general as he is now. His body lies among the units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chief {
    /// 0 is best, 5 worst.
    pub value: u8,
    pub guards: u8,
    pub with: Option<UnitId>,
    /// In the front rank of that unit, or behind it.
    pub front: bool,
    /// A-32.r: he has rallied in this game.
    pub rallied: bool,
    /// 5.3: he motivates nobody any more this turn.
    pub stopped: bool,
    /// determination dice of this turn.
    pub dice: u8,
}

/// 9.3: where the daimyo is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Daimyo {
    Maku,
    With(UnitId),
    Dead,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errandry {
    /// With the daimyo.
    Home,
    OnWay,
    /// He has reached a general and is back next turn.
    Arrived,
    /// he got away from an enemy and goes no farther this turn.
    Fled,
    Dead,
}

/// Chapter 23: one of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Messenger {
    pub errand: Errandry,
    pub at: Point,
    pub goal: Option<ClanId>,
    /// Dice allotted to him this turn.
    pub dice: u8,
    /// enemy units that have had their attempt on him this player turn.
    pub risked: UnitSet,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Camp {
    pub daimyo: Daimyo,
    pub messengers: ArrayVec<Messenger, MOST_MESSENGERS>,
    /// Chapter 12: commanders and generals of this side who were killed.
    pub commanders_lost: u8,
    pub generals_lost: u8,
}

/// 6.1: what a unit has left and has done with its action points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Activity {
    pub ap: u8,
    pub stage: Stage,
    pub wheels: u8,
    pub lots: u8,
    pub shots: u8,
    /// its one try to restore order is used.
    pub restored: bool,
    pub faced: bool,
    /// 9.1: it is out of control.
    pub wild: bool,
    /// 6.2: scenery its front edge is in, which is paid for; a bit each.
    pub inside: u64,
}

impl Activity {
    /// A march is one chain: each of its turns, wheels and lots lies deeper than the one before.
    pub(crate) fn depth(&self) -> usize {
        1 + self.stage.min(Stage::March) as usize + usize::from(self.wheels) + usize::from(self.lots)
    }
}

/// 6.1: the order inside a unit's turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Restoring order, control, mounting.
    #[default]
    First,
    /// Formation and facing.
    Form,
    Wheel,
    March,
    /// It has shot after moving.
    Done,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Countdown,
    Losses,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Over {
    pub winner: Option<Side>,
    pub decisive: bool,
    pub by: Ending,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// The game turn, from 1.
    pub turn: u8,
    /// Whose player turn it is; the attacker's is the first.
    pub active: Side,
    pub countdown: i8,
    /// As many as the battle has.
    pub units: Box<[Body]>,
    pub chiefs: open::Flat<Chief, MOST_CLANS>,
    pub camps: [Camp; 2],
    /// units lost in this player turn; their bodies lie where they stood.
    pub lost_now: UnitSet,
    /// as a switch: there has been a challenge in this game turn.
    pub challenged: bool,
    /// 14.7: no opportunity shot at the present mover, or none in this turn.
    pub passed_unit: bool,
    pub passed_turn: bool,
    /// 14.10: nobody re-forms any more in this step.
    pub reform_none: bool,
    pub errands: Errands,
    pub step: Step,
    pub over: Option<Over>,
}

impl State {
    #[inline]
    pub fn body(&self, unit: UnitId) -> &Body {
        &self.units[usize::from(unit.0)]
    }

    #[inline]
    pub(crate) fn body_mut(&mut self, unit: UnitId) -> &mut Body {
        &mut self.units[usize::from(unit.0)]
    }

    #[inline]
    pub fn chief(&self, clan: ClanId) -> &Chief {
        &self.chiefs[usize::from(clan.0)]
    }

    pub(crate) fn chief_mut(&mut self, clan: ClanId) -> &mut Chief {
        &mut self.chiefs[usize::from(clan.0)]
    }

    pub fn camp(&self, side: Side) -> &Camp {
        &self.camps[side.index()]
    }

    pub(crate) fn camp_mut(&mut self, side: Side) -> &mut Camp {
        &mut self.camps[side.index()]
    }

    #[inline]
    pub fn is(&self, unit: UnitId, mark: Mark) -> bool {
        self.body(unit).is(mark)
    }

    /// Everybody, by id.
    pub fn all(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// Forgets whose owner has decided in the present step.
    pub(crate) fn undecide(&mut self) {
        for body in &mut self.units {
            body.clear(&[Mark::Decided]);
        }
    }

    /// Bodies on the table.
    pub fn here(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.all().filter(|unit| self.body(*unit).place == Where::Table)
    }
}

/// Where a withdrawing unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    Rear,
    Left,
    Right,
}

impl Direction {
    pub const ALL: [Direction; 3] = [Direction::Rear, Direction::Left, Direction::Right];

    pub fn heading(self, facing: Heading) -> Heading {
        match self {
            Direction::Rear => facing.back(),
            Direction::Left => facing.square(Hand::Left),
            Direction::Right => facing.square(Hand::Right),
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Direction::Rear => "rear",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }
}
