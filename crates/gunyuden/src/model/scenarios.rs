//! Chapters 34 to 37: what a scenario adds to the rules.

use hexmap::HexId;
use kernel::{Rule, Side};
use serde::Deserialize;

use crate::{
    Gunyuden,
    model::{
        state::{Happened, State},
        units::{ArmyId, CastleId, HouseId, UnitId},
    },
};

/// 34.12: a week of the calendar, in which every month has four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Date {
    pub year: u16,
    pub month: u8,
    pub week: u8,
}

impl Date {
    const WEEKS: u8 = 4;
    const MONTHS: u8 = 12;

    fn after(self, weeks: u8) -> Date {
        let weeks = self.week - 1 + weeks;
        let months = self.month - 1 + weeks / Date::WEEKS;
        Date {
            year: self.year + u16::from(months / Date::MONTHS),
            month: months % Date::MONTHS + 1,
            week: weeks % Date::WEEKS + 1,
        }
    }
}

impl Scenario {
    /// The week of an inning.
    pub fn date(&self, inning: u8) -> Date {
        self.begins.after(inning - 1)
    }
}

#[derive(Clone, Debug)]
pub struct Scenario {
    pub innings: u8,
    /// 34.12: the week of the first inning.
    pub begins: Date,
    /// 29.0: who acts first in each stage.
    pub first: Side,
    /// 36.1: hexes out of play.
    pub closed: Vec<bool>,
    /// 34.14: where units stand when play begins.
    pub groups: Vec<Group>,
    pub frees: Vec<Free>,
    pub interventions: Vec<Intervention>,
    pub holds: Vec<Hold>,
    pub bars: Vec<Bar>,
    pub truce: Option<Truce>,
    /// 4-1-1(1): what is tested at the start of each inning, in order.
    pub changes: Vec<Change>,
    pub pact: Option<Pact>,
    pub tethers: Vec<Tether>,
    pub wavering: Option<Wavering>,
    pub arrivals: Vec<Arrival>,
    pub surprise: Option<Surprise>,
    /// 37.5: a castle that rises faster, by how much, and the rule.
    pub earthworks: Option<(CastleId, i8, Rule)>,
    pub peace: Option<Peace>,
    /// 37.8: only with the option.
    pub ambush: Option<Ambush>,
    /// 36.7(4): the army whose leaving its province matters.
    pub leaver: Option<(ArmyId, u8)>,
    pub victory: Victory,
    pub awards: Vec<Award>,
}

/// 34.14: units that begin in a hex.
#[derive(Clone, Debug)]
pub struct Group {
    pub hex: HexId,
    pub units: Vec<UnitId>,
    /// They surround the castle there, or are inside it.
    pub surround: bool,
    pub inside: bool,
}

/// What may change at the start of an inning; the numbers are places in the scenario's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Intervention(u8),
    Arrival(u8),
    Pact,
    Waver(u8),
    Surprise,
    Thaw(u8),
    Declaration(u8),
}

/// 35.5: peace with the enemy in front.
#[derive(Clone, Debug)]
pub struct Pact {
    pub side: Side,
    pub die: u8,
    /// What it adds to the die of the army it is made with.
    pub lowers: i16,
    /// While this castle is held by this side; otherwise nobody is bound any longer.
    pub castle: CastleId,
    pub holder: Side,
    pub rule: Rule,
}

/// 35.4, 35.6: houses that may not march out of these hexes yet.
#[derive(Clone, Debug)]
pub struct Tether {
    pub houses: Vec<HouseId>,
    pub hexes: Vec<bool>,
    pub until: Happened,
    pub rule: Rule,
}

/// 35.7: lords who wait to see who wins.
#[derive(Clone, Debug)]
pub struct Wavering {
    pub rule: Rule,
    pub anti: i8,
    pub hashiba: i8,
    pub castle: CastleId,
    pub castle_bonus: i16,
    pub level: u8,
    pub beyond: i16,
    pub chief: UnitId,
    pub near: Vec<(u8, i16)>,
    pub beaten: i16,
    pub lords: Vec<Waver>,
}

#[derive(Clone, Debug)]
pub struct Waver {
    pub castles: Vec<CastleId>,
    /// His counters on either side.
    pub units: [Vec<UnitId>; 2],
    pub flag: Happened,
}

/// 35.9: an army that comes on in this inning.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub army: ArmyId,
    pub inning: u8,
    pub units: Vec<UnitId>,
    pub rule: Rule,
}

/// 37.4: a castle that may change hands before anyone moves.
#[derive(Clone, Debug)]
pub struct Surprise {
    pub side: Side,
    pub castle: CastleId,
    pub house: HouseId,
    pub die: u8,
    pub last: u8,
    pub rule: Rule,
}

/// 37.7: the side that besieges this unit may demand peace instead of surrender.
#[derive(Clone, Debug)]
pub struct Peace {
    pub side: Side,
    pub unit: UnitId,
    /// From this inning on.
    pub from: u8,
    /// The row of the surrender table that counts, whatever the durability.
    pub row: u8,
    pub points: i16,
    pub rule: Rule,
}

/// 37.8: a house that strikes better at forces caught on the march.
#[derive(Clone, Debug)]
pub struct Ambush {
    pub house: HouseId,
    pub bonus: i16,
    pub rule: Rule,
}

/// 36.4: units their owner places.
#[derive(Clone, Debug)]
pub struct Free {
    pub side: Side,
    pub units: Vec<UnitId>,
    pub hexes: Vec<HexId>,
    pub default: HexId,
    pub rule: Rule,
}

/// 32, 36.7(9): an army that waits for the die.
#[derive(Clone, Debug)]
pub struct Intervention {
    pub army: ArmyId,
    pub table: String,
    pub provinces: Vec<u8>,
    pub edge: Vec<HexId>,
    pub units: Vec<UnitId>,
    pub rule: Rule,
    pub flag: Happened,
}

/// 36.7: houses that may not act yet.
#[derive(Clone, Debug)]
pub struct Hold {
    pub houses: Vec<HouseId>,
    pub until: Until,
    pub rule: Rule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// 36.7(2): until this die or more falls, or this inning is over.
    Thaw { die: u8, from: u8, last: u8 },
    /// 36.7(3).
    Declared,
}

/// 36.7(4), (5): ground a side may not enter yet.
#[derive(Clone, Debug)]
pub struct Bar {
    pub side: Side,
    pub hexes: Vec<bool>,
    pub until: Happened,
    pub rule: Rule,
}

/// 36.7(7): an army that may not be attacked at home.
#[derive(Clone, Debug)]
pub struct Truce {
    pub side: Side,
    pub army: ArmyId,
    pub province: u8,
    pub rule: Rule,
}

#[derive(Clone, Copy, Debug)]
pub struct Victory {
    /// 36.6(1), by level.
    pub castles: [i16; 6],
    /// 36.6(2), from warlord to commander-in-chief.
    pub ranks: [i16; 3],
    pub holed_up: i16,
    pub lead: i16,
}

#[derive(Clone, Debug)]
pub struct Award {
    pub condition: Condition,
    /// Whose points they are; of a castle held, its holder's.
    pub side: Option<Side>,
    pub points: i16,
    pub rule: Rule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// 36.6(4): the unit never left the province.
    Stayed(UnitId, u8),
    Undeclared,
    /// 35.10: this unit is lost.
    Fallen(UnitId),
    /// 35.10, 37.6: this castle is held at the end.
    Held(CastleId),
}

/// 8: what never changes of a castle.
#[derive(Clone, Debug)]
pub struct Keep {
    pub id: String,
    pub name: kernel::Name,
    pub hex: HexId,
    pub level: u8,
    pub durability: u8,
    /// Its owner when play begins; nobody's if it starts as a ruin.
    pub owner: HouseId,
}

impl Gunyuden {
    /// 36.7: may this house not act yet, and by which rule?
    pub(crate) fn held(&self, state: &State, house: HouseId) -> Option<Rule> {
        let hold = &self.scenario.holds[usize::from(self.hold_of[house.index()]?)];
        let free = match hold.until {
            Until::Thaw { last, .. } => state.happened.has(Happened::THAWED) || state.inning > last,
            Until::Declared => state.happened.has(Happened::DECLARED),
        };
        (!free).then_some(hold.rule)
    }

    /// Why a side may not enter this hex, regardless of its occupants.
    #[inline]
    pub(crate) fn barred(&self, state: &State, side: Side, hex: HexId) -> Option<Rule> {
        if self.scenario.closed[hex.index()] {
            return Some(crate::notation::rule_ids::R_36_1);
        }
        self.scenario
            .bars
            .iter()
            .find(|bar| bar.side == side && bar.hexes[hex.index()] && !state.happened.has(bar.until))
            .map(|bar| bar.rule)
    }

    /// 35.4, 35.6: why this force may not march to this hex.
    pub(crate) fn tethered(&self, state: &State, force: UnitId, hex: HexId) -> Option<Rule> {
        if self.scenario.tethers.is_empty() {
            return None;
        }
        let house = self.unit(force).house;
        let binds = |tether: &&Tether| {
            tether.houses.contains(&house) && !tether.hexes[hex.index()] && !state.happened.has(tether.until)
        };
        self.scenario.tethers.iter().find(binds).map(|tether| tether.rule)
    }

    /// 36.7(7): may this unit not be attacked yet?
    pub(crate) fn under_truce(&self, state: &State, unit: UnitId) -> Option<Rule> {
        let truce = self.scenario.truce.as_ref()?;
        let lifted = state.happened.has(Happened::LEFT) || state.happened.has(Happened::STRUCK);
        let covered = self.army_of(unit) == truce.army
            && self.side_of(unit) != truce.side
            && self.ground.province[state.hex(unit).index()] == truce.province;
        (!lifted && covered).then_some(truce.rule)
    }

    /// What is remembered of who has been where, looked at after every action.
    pub(crate) fn to_be_noted(&self, state: &State) -> Happened {
        let mut happened = state.happened;
        if let Some(pact) = &self.scenario.pact
            && self.castle_side(state, pact.castle) != Some(pact.holder)
        {
            happened.note(Happened::PACT);
        }
        if let Some((army, province)) = self.scenario.leaver
            && !happened.has(Happened::LEFT)
        {
            let houses = &self.armies[usize::from(army.0)].houses;
            let out = houses
                .iter()
                .flat_map(|house| &self.houses[house.index()].units)
                .any(|&unit| state.on_map(unit) && self.ground.province[state.hex(unit).index()] != province);
            if out {
                happened.note(Happened::LEFT);
            }
        }
        if !happened.has(Happened::STRAYED) {
            let out = self.scenario.awards.iter().any(|award| match award.condition {
                Condition::Stayed(unit, province) => {
                    state.on_map(unit) && self.ground.province[state.hex(unit).index()] != province
                }
                _ => false,
            });
            if out {
                happened.note(Happened::STRAYED);
            }
        }
        happened
    }

    pub(crate) fn keep(&self, castle: CastleId) -> &Keep {
        &self.keeps[castle.index()]
    }
}
