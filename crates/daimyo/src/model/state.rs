//! The state: the whole truth of a game, plain and small.

use kernel::{Rule, Side};
use open::Flat;
use plane::{Formation, Heading, Len, Point};
use serde::{Deserialize, Serialize};

use crate::{
    decisions::{Errands, Step},
    model::{
        tables::Weather,
        units::{GroupId, GroupSet, LeaderId, MOST_LEADERS, MOST_UNITS, UnitId, UnitSet},
    },
};

/// Where a unit is, or what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    Table,
    /// 5.10: inside this block of buildings.
    Block(u8),
    /// It comes later, by the scenario.
    Reserve,
    /// No stand is left, or a headquarters that was broken.
    Destroyed,
    /// 5.8, 9.1, 9.3: off the table or scattered.
    Dispersed,
    /// 8.4: a gun that lost a melee.
    Captured,
    /// 7.6: a gun without its crew; it still stands there.
    Abandoned,
    /// 2.6: an empty headquarters, taken away without being lost.
    Removed,
}

impl Where {
    #[inline]
    pub fn is_here(self) -> bool {
        matches!(self, Where::Table | Where::Block(_))
    }

    /// 10.2: gone, for victory.
    pub fn is_lost(self) -> bool {
        matches!(self, Where::Destroyed | Where::Dispersed | Where::Captured | Where::Abandoned)
    }
}

open::marks! {
    Disordered = 0 "disordered";
    Routing = 1 "routing";
    Frenzied = 2 "frenzied";
    /// 8.8: until its next slot has passed.
    Pursuing = 3 "pursuing";
    /// 10.4: until the end of its next slot.
    Halted = 4 "halted";
    /// It was pursuing when its present slot began: the state ends with this slot.
    WasPursuing = 5 "was-pursuing";
    /// 7.3: it has fired in this game.
    Volleyed = 6 "volleyed";
    /// It has moved or manoeuvred this turn.
    Moved = 7 "moved";
    Fired = 8 "fired";
    /// It has fought a round this turn.
    Fought = 9 "fought";
    /// It has contacted as a charger and has not fought since.
    Charging = 10 "charging";
    /// 8.6: it followed up after its last round.
    Following = 11 "following";
    /// 9.3: it was shot at this turn.
    ShotAt = 12 "shot-at";
    /// A hit from fire this turn (D-DIS-8).
    FireHit = 13 "fire-hit";
    /// Reason 1: it lost a stand this turn.
    LostStand = 14 "lost-stand";
    /// Reason 5: it saw its General or daimyo killed or routed this turn.
    Bereft = 15 "bereft";
    /// Reason 6: it began to rout this turn.
    NewRout = 16 "new-rout";
    /// Reason 7: a routing friend passed through it this turn.
    RunThrough = 17 "run-through";
    /// It has been tested at the end of this turn.
    Tested = 18 "tested";
    /// 9.3: its one try to rally is used.
    RallyUsed = 19 "rally-used";
    /// It rallied this turn (D-DIS-9).
    Rallied = 20 "rallied";
    /// 9.3: it has made a rout move since it broke.
    HasRun = 21 "has-run";
    /// 9.4: a second rout; it leaves at the end of the turn.
    Doomed = 22 "doomed";
    /// D-OBE-1: it obeyed this turn.
    Obeyed = 23 "obeyed";
    /// D-OBE-1: it did not.
    Disobeyed = 24 "disobeyed";
    /// 5.1 c: it has been picked in this slot.
    Picked = 25 "picked";
    /// 6.3, 7.1: nothing more in this slot: no fire.
    Spent = 26 "spent";
    /// 8.11: it refused a challenge: -1 on its next test.
    Shamed = 27 "shamed";
    /// Its owner has decided about it in the present step.
    Decided = 28 "decided";
    /// 6.4: as a target it has been tested or has answered in this slot.
    Answered = 29 "answered";
    /// 6.7: it fights across an obstacle, at up to 1.5 cm.
    Across = 30 "across";
    /// 6.4: charged in this slot.
    Charged = 32 "charged";
    /// 10.4: halted by a test at the end of this turn.
    NewHalt = 33 "new-halt";
}

/// One unit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Body {
    pub place: Where,
    pub at: Point,
    pub heading: Heading,
    pub formation: Formation,
    /// Hit markers, 0 to 2.
    pub hits: u8,
    marks: Marks,
    /// 8.7: rounds it has fought in its present melee.
    pub round: u8,
    pub leader: Option<LeaderId>,
}

/// Nobody: what fills the room of a state that a battle does not use.
impl Default for Body {
    fn default() -> Body {
        Body::new(Where::Removed, Point::default(), Heading::NORTH, Formation { stands: 0, files: 0 })
    }
}

impl Body {
    pub fn new(place: Where, at: Point, heading: Heading, formation: Formation) -> Body {
        Body { place, at, heading, formation, hits: 0, marks: Marks::default(), round: 0, leader: None }
    }

    /// What is true of it.
    pub fn marks(&self) -> Marks {
        self.marks
    }

    #[inline]
    pub fn is(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    #[inline]
    pub fn set(&mut self, mark: Mark, on: bool) {
        self.marks.set(mark, on);
    }

    pub fn mark(&mut self, mark: Mark) {
        self.set(mark, true);
    }

    pub fn clear(&mut self, marks: &[Mark]) {
        for mark in marks {
            self.set(*mark, false);
        }
    }

    /// On the table and under command: not routing.
    #[inline]
    pub fn is_steady(&self) -> bool {
        self.place.is_here() && !self.is(Mark::Routing)
    }

    pub fn stands(&self) -> u8 {
        self.formation.stands
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Life {
    #[default]
    Here,
    /// With a clan that has not arrived.
    Reserve,
    Dead,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Person {
    pub life: Life,
    pub at: Point,
    pub with: Option<UnitId>,
    pub mounted: bool,
}

/// T-12: what an event has left for later, by group and side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fortunes {
    /// Added to the next activation of a group: (group, value).
    pub hesitates: GroupSet,
    pub messenger: GroupSet,
    /// Arquebuses of these groups are wet through this turn; and will be in the next.
    pub wet: GroupSet,
    pub wet_next: GroupSet,
    /// Heads counted: +1 initiative next turn.
    pub heads: [bool; 2],
    /// Omen: one activation may be thrown again.
    pub omens: [bool; 2],
}

/// 6.2: a charge that was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    pub unit: UnitId,
    pub target: UnitId,
    /// The place of its front-centre, its heading and its width when it was declared (3.3, 7.1).
    pub from: Point,
    pub heading: Heading,
    /// The wheel it begins with, in steps clockwise.
    pub wheel: i8,
    /// The length of its path to the target as declared.
    pub path: Len,
    /// It is called off: the charger did not pass its test, or is gone.
    pub off: bool,
    /// 6.5: the target counter-charges this one.
    pub countered: bool,
}

/// Charges that one slot may have.
pub(crate) const MOST_CHARGES: usize = 24;

/// 5.2: a unit that is being moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    /// What is left of its allowance.
    pub left: Len,
    /// D-MOV-3: as much of it is the column's bonus, which bad ground, a road or another formation take away again.
    pub bonus: Len,
    pub turned: bool,
    pub filed: bool,
    pub backed: bool,
    /// A gun that has advanced may not rotate any more.
    pub advanced: bool,
    /// 13.3: linear obstacles whose cost is paid while it touches them, one bit each.
    pub paid: u64,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// D-VIC-1.
    Losses,
    /// The scenario's own condition.
    Scenario,
    /// The last turn is over.
    Time,
}

impl Ending {
    pub(crate) fn rule(self) -> Rule {
        use crate::notation::rule_ids::*;
        match self {
            Ending::Losses => D_VIC_1,
            Ending::Scenario => R_10_2,
            Ending::Time => D_SEQ_C2,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Over {
    pub winner: Option<Side>,
    pub by: Ending,
}

#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub turn: u8,
    pub weather: Weather,
    /// Who has the initiative, and whose slot it is.
    pub holder: Side,
    pub active: Side,
    /// The group that acts, and whether it passed its test: a failed one does only what it must (4.2).
    pub group: Option<GroupId>,
    pub activated: bool,
    /// B1: groups that have had their attempt this turn, and those that were activated.
    pub tried: GroupSet,
    pub acted: GroupSet,
    /// 2.6: sides whose General is seated.
    pub seated: [bool; 2],
    /// As many as the battle has. Units and leaders lie in the state itself and are copied as they lie: a copy needs no
    /// memory of its own.
    pub units: Flat<Body, MOST_UNITS>,
    pub leaders: Flat<Person, MOST_LEADERS>,
    /// D-MOR-m12: leaders killed this turn, and where. Like the other lists it is nearly always empty, and an empty
    /// one costs nothing to copy.
    pub fallen: Vec<(Side, Point)>,
    /// The charges of this slot in the order of declaration.
    pub charges: Vec<Charge>,
    /// 10.1: tests are worked from the left of the holder.
    pub from_left: bool,
    /// 10.1: units passed in the present round along the flank.
    pub swept: UnitSet,
    pub fortunes: Fortunes,
    /// 8.11: pairs that have had their challenge in a melee that still goes on.
    pub challenged: Vec<(LeaderId, LeaderId)>,
    /// 13.8: everyone who can fires, one after the other.
    pub volley_all: bool,
    pub errands: Errands,
    pub step: Step,
    pub over: Option<Over>,
}

/// Lists first: what is copied as it lies is then written to its place at once, not put aside until all lists are
/// copied. That is two thirds of the cost.
impl Clone for State {
    fn clone(&self) -> State {
        let (fallen, charges) = (self.fallen.clone(), self.charges.clone());
        let (challenged, errands) = (self.challenged.clone(), self.errands.clone());
        State {
            step: self.step.clone(),
            fallen,
            charges,
            challenged,
            errands,
            turn: self.turn,
            weather: self.weather,
            holder: self.holder,
            active: self.active,
            group: self.group,
            activated: self.activated,
            tried: self.tried,
            acted: self.acted,
            seated: self.seated,
            units: self.units,
            leaders: self.leaders,
            from_left: self.from_left,
            swept: self.swept,
            fortunes: self.fortunes,
            volley_all: self.volley_all,
            over: self.over,
        }
    }
}

impl State {
    #[inline]
    pub fn body(&self, unit: UnitId) -> &Body {
        &self.units[unit.0 as usize]
    }

    #[inline]
    pub(crate) fn body_mut(&mut self, unit: UnitId) -> &mut Body {
        &mut self.units[unit.0 as usize]
    }

    pub fn person(&self, leader: LeaderId) -> &Person {
        &self.leaders[leader.0 as usize]
    }

    pub(crate) fn person_mut(&mut self, leader: LeaderId) -> &mut Person {
        &mut self.leaders[leader.0 as usize]
    }

    pub fn is(&self, unit: UnitId, mark: Mark) -> bool {
        self.body(unit).is(mark)
    }

    /// Everybody, by id.
    pub fn all(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// Units on the table, in blocks too.
    pub fn here(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.all().filter(|unit| self.body(*unit).place.is_here())
    }
}
