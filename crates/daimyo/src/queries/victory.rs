//! Chapter 10: the end of a turn. Morale tests, victory, leaders of clans that were not activated.

use kernel::{Line, Side};
use plane::{Outline, TableEdge};

use crate::{
    Daimyo,
    model::state::{Ending, Over, State},
};

impl Daimyo {
    /// D-VIC-1: what a side has lost, in weight.
    pub(crate) fn lost_weight(&self, state: &State, side: Side) -> i32 {
        let lost = self.of_side[side.index()].iter().filter(|unit| state.body(*unit).place.is_lost());
        lost.map(|unit| self.tables.weight(self.unit(unit))).sum()
    }

    pub(crate) fn lost_points(&self, state: &State, side: Side) -> i32 {
        let lost = self.of_side[side.index()].iter().filter(|unit| state.body(*unit).place.is_lost());
        lost.map(|unit| self.unit(unit).points).sum()
    }

    pub(crate) fn ending_line(&self, over: Over) -> Line {
        let Some(side) = over.winner else { return Line::new("over-draw") };
        let key = match over.by {
            Ending::Losses => "over-losses",
            Ending::Scenario => "over-scenario",
            Ending::Time => "over-time",
        };
        Line::new(key).with("side", side)
    }

    /// D-SC1, D-SC2: units of the condition that stand unrouted wholly beyond its line.
    pub(crate) fn beyond(&self, state: &State) -> usize {
        let Some(beyond) = &self.scenario.beyond else { return 0 };
        let table = &self.ground.table;
        let is_beyond = |shape: &Outline| {
            // From the shape's far side to the edge it must have passed the line.
            let (near, far) = match beyond.edge {
                TableEdge::North => (TableEdge::South, beyond.line),
                TableEdge::South => (TableEdge::North, table.height - beyond.line),
                TableEdge::East => (TableEdge::West, beyond.line),
                TableEdge::West => (TableEdge::East, table.width - beyond.line),
            };
            table.room(near, shape) >= far
        };
        let there = beyond
            .units
            .iter()
            .filter(|unit| state.body(*unit).is_steady() && is_beyond(&self.shape(state, *unit)));
        there.count()
    }
}
