//! Opening it from data files, and what bots are told.

use kernel::{
    Card, DataSet, Evaluation, Faults, Plan, Rule, Rules, Seat, Setup, Side, System, Thing, evaluation::WON,
};

use plane::{Area, Point};

use super::{Action, Plane, SIDES, State, rule};
use crate::probes::{Labels, Opened, start};

const EN: &str = include_str!("en.ftl");
const BOOK: &str = include_str!("rulebook.md");

impl Evaluation for Plane {
    fn worth(&self, state: &State, side: Side) -> i32 {
        WON * (i32::from(state.broken[side.other().index()]) - i32::from(state.broken[side.index()]))
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        out.push(self.habit(state, seat).into());
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn) + 1
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        state.broken.map(u32::from)
    }
}

impl System for Plane {
    const NAME: &'static str = "probe-plane";
    const REVISION: u32 = 1;

    fn files() -> &'static [(&'static str, &'static str)] {
        &[
            ("probe-plane/en.ftl", EN),
            ("probe-plane/rulebook.md", BOOK),
            (
                "probe-plane/scenarios/charge.toml",
                "title = \"The Charge\"\nsummary = \"Two bodies, one open field.\"\nlength = 60\n",
            ),
        ]
    }

    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
        Opened::cards(Self::NAME, data, SIDES)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Plane, Faults> {
        // Of each body in a turn: six moves at most, a charge, its dice.
        let opened = Opened::open(data, setup, SIDES, 8, false)?;
        let mut labels: Vec<(Thing, String, String)> = Vec::new();
        for (n, side) in (0u16..).zip(SIDES) {
            labels.push((Thing::Piece(n), side.to_lowercase(), side.to_owned()));
        }
        labels.push((Thing::Button(0), "halt".to_owned(), "halt".to_owned()));
        let area =
            |corners: [(i32, i32); 5]| Area::new(&corners.map(|(x, y)| Point::new(x, y))).expect("simple");
        Ok(Plane {
            opened,
            labels: Labels(labels),
            start: start(setup)?,
            wood: area([(800, 1400), (1700, 1300), (2000, 2100), (1300, 2600), (700, 2200)]),
            pond: area([(3700, 1900), (4400, 1600), (4900, 2000), (4600, 2500), (3900, 2400)]),
        })
    }

    fn rule_ids() -> &'static [Rule] {
        rule::ALL
    }
}
