//! Opening it from data files, and what bots are told.

use kernel::{
    Card, Counsel, DataSet, Faults, Plan, Rule, Rules, Seat, Setup, Side, System, Thing, counsel::WON,
};

use super::{Action, Plane, SIDES, State, WORDS, rule};
use crate::probes::{Labels, Opened, start};

const EN: &str = include_str!("en.ftl");
const BOOK: &str = include_str!("rulebook.md");

impl Counsel for Plane {
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
        let opened = Opened::open(data, setup, SIDES, 2, false)?;
        let mut labels: Vec<(Thing, String, String)> = Vec::new();
        for (n, side) in (0u16..).zip(SIDES) {
            labels.push((Thing::Piece(n), side.to_lowercase(), side.to_owned()));
        }
        for (n, word) in (0u16..).zip(WORDS) {
            labels.push((Thing::Button(n), word.replace(' ', "_"), word.to_owned()));
        }
        Ok(Plane { opened, labels: Labels(labels), start: start(setup)? })
    }

    fn rule_ids() -> &'static [Rule] {
        rule::ALL
    }
}
