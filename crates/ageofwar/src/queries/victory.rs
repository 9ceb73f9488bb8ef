//! Chapter 12: the end, and victory points.

use kernel::{Line, Side, Story};
use open::Event;
use plane::Outline;

use crate::{
    AgeOfWar,
    model::{
        state::{Daimyo, Ending, Over, State, Where},
        units::UnitId,
    },
    notation::{refer::spot, rule_ids::*},
};

/// What makes up the points of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub units: i32,
    pub commanders: i32,
    pub generals: i32,
    pub daimyo: i32,
    pub maku: i32,
    pub objectives: i32,
}

impl Tally {
    pub fn sum(self) -> i32 {
        self.units + self.commanders + self.generals + self.daimyo + self.maku + self.objectives
    }
}

impl AgeOfWar {
    /// How many units a side has lost, and how many it had.
    pub(crate) fn losses_of(&self, state: &State, side: Side) -> (usize, usize) {
        let all = self.of_side[side.index()];
        let in_play = all.iter().filter(|unit| state.body(*unit).place != Where::Removed).count();
        (all.iter().filter(|unit| state.body(*unit).place.is_lost()).count(), in_play)
    }

    /// 12.1: one side has lost more than half of its units.
    pub(crate) fn is_broken(&self, state: &State) -> bool {
        Side::ALL.into_iter().any(|side| {
            let (lost, all) = self.losses_of(state, side);
            lost * 2 > all
        })
    }

    /// Who is nearest to a place: his side, nobody at a tie.
    pub(crate) fn holder(&self, state: &State, at: plane::Point) -> Option<Side> {
        let spot = Outline::spot(at.fine());
        let far = |unit: UnitId| self.shape(state, unit).gap(&spot);
        let near = |side: Side| self.troops(state, side).map(far).min();
        match (near(Side(0)), near(Side(1))) {
            (Some(a), Some(b)) if a == b => None,
            (Some(a), b) if b.is_none_or(|b| a < b) => Some(Side(0)),
            (_, Some(_)) => Some(Side(1)),
            _ => None,
        }
    }

    /// A-VIC: the points of a side as they stand.
    pub fn tally(&self, state: &State, side: Side) -> Tally {
        let (foe, table) = (side.other(), &self.tables.victory);
        let lost = self.of_side[foe.index()].iter().filter(|unit| state.body(*unit).place.is_lost());
        let camp = state.camp(foe);
        let held = self.scenario.objectives.iter().filter(|objective| {
            self.holder(state, objective.at)
                .is_some_and(|holder| holder == side && objective.sides.contains(&holder))
        });
        let maku = state.body(self.makus[foe.index()]).place == Where::Captured;
        Tally {
            units: lost.map(|unit| self.tables.unit_points(self.unit(unit))).sum(),
            commanders: table.commander * i32::from(camp.commanders_lost),
            generals: table.general * i32::from(camp.generals_lost),
            daimyo: if camp.daimyo == Daimyo::Dead { table.daimyo } else { 0 },
            maku: if maku { table.maku } else { 0 },
            objectives: held.map(|objective| objective.points).sum(),
        }
    }

    /// The game ends: objectives and points are counted.
    pub(crate) fn finish(&self, state: &mut State, by: Ending, story: &mut Story<Event>) {
        for objective in &self.scenario.objectives {
            if let Some(side) = self.holder(state, objective.at)
                && objective.sides.contains(&side)
            {
                story.tell(|| {
                    Event::new(A_VIC, "told-objective")
                        .with("side", side)
                        .with("spot", spot(objective.at))
                        .with("n", objective.points)
                });
            }
        }
        let points = Side::ALL.map(|side| self.tally(state, side).sum());
        let by_how_much = points[0] - points[1];
        let table = &self.tables.victory;
        let winner = if by_how_much >= table.win {
            Some(Side(0))
        } else if -by_how_much >= table.win {
            Some(Side(1))
        } else {
            None
        };
        story.tell(|| {
            Event::new(A_VIC, "told-points-of-victory").with("own", points[0]).with("other", points[1])
        });
        state.over = Some(Over { winner, decisive: by_how_much.abs() >= table.decisive, by });
    }

    pub(crate) fn ending_line(&self, over: Over) -> Line {
        match over.winner {
            None => Line::new("over-drawn"),
            Some(side) if over.decisive => Line::new("over-decisive").with("side", side),
            Some(side) => Line::new("over-won").with("side", side),
        }
    }
}
