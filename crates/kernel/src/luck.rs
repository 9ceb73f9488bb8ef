//! How the dice fell against what was to be expected.

use crate::{
    evaluation::WON,
    pace,
    question::Ask,
    record::Input,
    rules::Play,
    story::Story,
    system::Game,
    table::Table,
    thing::Side,
    words::{Line, Rule},
};

/// A won game outweighs every judgement; so that one throw does not drown all others, no fall counts for more than
/// this much better or worse than the position it was thrown in.
const DECISIVE: i32 = WON / 500;

/// One throw of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Luck {
    /// The number of the input.
    pub number: u32,
    pub clock: u32,
    /// Who threw.
    pub side: Side,
    pub rule: Rule,
    /// What it was thrown for.
    pub line: Line,
    pub pips: Vec<u8>,
    /// The expected sum of the pips, in tenths.
    pub expected_tenths: i32,
    /// What the fall was worth to side 0 beyond expectation, in the system's points of judgement. The other side's
    /// luck is the negative.
    pub swing: i32,
}

/// The throws in force of a game after input `from`, in order, up to a limit.
pub fn luck<R: Game>(table: &Table<R>, from: u32, most: usize) -> Vec<Luck> {
    let rules = &*table.rules;
    let mut found = Vec::new();
    let mut classes = Vec::new();
    table.in_force(from, |number, done, state| {
        let Input::Roll { pips, .. } = done else { return true };
        let Ask::Throw(roll) = rules.ask(state) else { return true };
        let here = rules.worth(state, Side(0));
        let worth = |fall| {
            pace::point();
            let mut after = state.clone();
            rules.fall(&mut after, fall, &mut Story::silent());
            i128::from(rules.worth(&after, Side(0)).clamp(here - DECISIVE, here + DECISIVE))
        };
        roll.pool.every(&mut classes);
        let sum: i128 = classes.iter().map(|&(fall, weight)| worth(fall) * weight as i128).sum();
        let expected = sum / roll.pool.weight() as i128;
        let fell = worth(roll.pool.fall(pips).expect("pips that were accepted before"));
        found.push(Luck {
            number,
            clock: rules.clock(state),
            side: rules.side(state, roll.seat),
            rule: roll.rule,
            line: roll.line.clone(),
            pips: pips.clone(),
            expected_tenths: roll.pool.dice() as i32 * (i32::from(roll.pool.sides()) + 1) * 5,
            swing: (fell - expected) as i32,
        });
        found.len() < most
    });
    found
}
