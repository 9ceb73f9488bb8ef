//! Opening it from data files, and what bots are told.

use kernel::{
    Card as ScenarioCard, DataSet, Evaluation, Faults, Plan, Rule, Rules, Seat, Setup, Side, System, Thing,
    evaluation::WON,
};

use super::{Action, BOARDS, CARDS, MOST, PASS, Phase, SIDES, Sealed, State, bid_button, rule};
use crate::probes::{Labels, Opened, start};

const EN: &str = include_str!("en.ftl");
const BOOK: &str = include_str!("rulebook.md");

impl Evaluation for Sealed {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let lead = self.score(state, side) - self.score(state, side.other());
        if state.phase == Phase::Over {
            return WON * lead.signum();
        }
        let coins = i32::from(state.coins[side.index()]) - i32::from(state.coins[side.other().index()]);
        20 * lead + coins
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        out.push(self.habit(state, seat).into());
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    fn losses(&self, _state: &State) -> [u32; 2] {
        [0; 2]
    }
}

impl System for Sealed {
    const NAME: &'static str = "probe-sealed";
    const REVISION: u32 = 1;

    fn files() -> &'static [(&'static str, &'static str)] {
        &[
            ("probe-sealed/en.ftl", EN),
            ("probe-sealed/rulebook.md", BOOK),
            (
                "probe-sealed/scenarios/banners.toml",
                "title = \"Two Banners\"\nsummary = \"Bid in secret for the river and the hill.\"\nlength = 6\n",
            ),
        ]
    }

    fn cards(data: &DataSet) -> Result<Vec<ScenarioCard>, Faults> {
        Opened::cards(Self::NAME, data, SIDES)
    }

    fn open(data: &DataSet, setup: &Setup) -> Result<Sealed, Faults> {
        let opened = Opened::open(data, setup, SIDES, 8, true)?;
        let mut labels: Vec<(Thing, String, String)> = Vec::new();
        for (board, (id, letter, name)) in (0u8..).zip(BOARDS) {
            labels.push((Thing::Piece(u16::from(board)), format!("banner_{id}"), format!("{name} banner")));
            for n in 0..3 {
                let place = Thing::Place(u16::from(board) * 3 + n);
                labels.push((place, format!("{letter}:{}", n + 1), format!("{name} {}", n + 1)));
            }
            for strength in 0..=MOST {
                let button = bid_button(board, strength);
                labels.push((
                    button,
                    format!("bid_{id}_{strength}"),
                    format!("Bid {strength} for the {name}"),
                ));
            }
        }
        for (n, card) in (0u16..).zip(CARDS) {
            labels.push((Thing::Card(n), card.word().to_owned(), card.word().to_owned()));
        }
        labels.push((PASS, "pass".to_owned(), "Pass".to_owned()));
        Ok(Sealed { opened, labels: Labels(labels), start: start(setup)? })
    }

    fn rule_ids() -> &'static [Rule] {
        rule::ALL
    }
}
