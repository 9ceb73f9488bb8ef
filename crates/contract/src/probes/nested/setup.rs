//! Opening it from data files, and what bots are told.

use kernel::{
    Card, DataSet, Evaluation, Faults, Plan, Rule, Rules, Seat, Setup, Side, System, Thing,
    decision::DecisionRules as _, evaluation::WON,
};

use super::{Action, HOLD, Lane, Nested, PIECE_IDS, PLACES, SIDES, STAND, State, place, rule};
use crate::probes::{Bend, Labels, Opened, Twin, start};

const EN: &str = include_str!("en.ftl");
const BOOK: &str = include_str!("rulebook.md");

impl Evaluation for Nested {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let lead = state.left(side) - state.left(side.other());
        if self.is_over(state) { WON * lead.signum() } else { 100 * lead }
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        out.push(self.habit(state, seat).into());
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn) + 1
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        Side::ALL.map(|side| 3 - state.left(side) as u32)
    }
}

impl System for Nested {
    const NAME: &'static str = "probe-nested";
    const REVISION: u32 = 1;

    fn files() -> &'static [(&'static str, &'static str)] {
        &[
            ("probe-nested/en.ftl", EN),
            ("probe-nested/rulebook.md", BOOK),
            (
                "probe-nested/scenarios/long.toml",
                "title = \"Shoving Match\"\nsummary = \"Forty turns.\"\nlength = 40\n",
            ),
            (
                "probe-nested/scenarios/short.toml",
                "title = \"Short Shove\"\nsummary = \"Sixteen turns.\"\nlength = 16\n",
            ),
        ]
    }

    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
        Opened::cards(Self::NAME, data, SIDES)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Nested, Faults> {
        let opened = Opened::open(data, setup, SIDES, 12, false)?;
        let mut labels: Vec<(Thing, String, String)> = Vec::new();
        for (n, id) in (0u16..).zip(PIECE_IDS) {
            labels.push((
                Thing::Piece(n),
                id.to_owned(),
                format!("{} {}", SIDES[usize::from(n / 3)], n % 3 + 1),
            ));
        }
        for at in 0..PLACES {
            for (lane, suffix) in [(Lane::Line, ""), (Lane::Left, "left"), (Lane::Right, "right")] {
                let name = format!("{}{}{suffix}", at + 1, if suffix.is_empty() { "" } else { " " });
                labels.push((place(at, lane), name.replace(' ', "_"), name));
            }
        }
        labels.push((HOLD, "hold".to_owned(), "Hold".to_owned()));
        labels.push((STAND, "stand".to_owned(), "Stand".to_owned()));
        Ok(Nested { opened, labels: Labels(labels), start: start(setup)? })
    }

    fn rule_ids() -> &'static [Rule] {
        rule::ALL
    }
}

/// A twin as a system of its own: some of its states can be played, but not shown.
impl System for Twin<Nested> {
    const NAME: &'static str = "probe-unshown";
    const REVISION: u32 = 1;

    fn files() -> &'static [(&'static str, &'static str)] {
        &[
            ("probe-unshown/en.ftl", EN),
            ("probe-unshown/rulebook.md", BOOK),
            (
                "probe-unshown/scenarios/long.toml",
                "title = \"Shoving Match in the Dark\"\nsummary = \"Forty turns.\"\nlength = 40\n",
            ),
        ]
    }

    fn cards(data: &DataSet) -> Result<Vec<Card>, Faults> {
        Opened::cards(Self::NAME, data, SIDES)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Twin<Nested>, Faults> {
        Nested::open(data, setup).map(|rules| Twin::new(rules, Bend::PanicsInScene))
    }

    fn rule_ids() -> &'static [Rule] {
        rule::ALL
    }
}
