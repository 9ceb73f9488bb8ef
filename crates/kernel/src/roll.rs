//! Dice: what a game wants thrown, and where the pips come from.

use std::collections::VecDeque;

use arrayvec::ArrayVec;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    shared::{self, Secret},
    thing::Seat,
    words::{Line, Rule},
};

/// What matters of the dice thrown. Eight stands that need a five are nine outcomes, not 6⁸.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pool {
    /// The sum of `dice`.
    Sum { dice: u8, sides: u8 },
    /// How many of `dice` show at least `at_least`.
    Reach { dice: u8, sides: u8, at_least: u8 },
    /// How many of `groups`, each the sum of `dice`, come to at least `at_least`: eight stands that throw two dice
    /// each. The pips of a group lie side by side.
    Sums { groups: u8, dice: u8, sides: u8, at_least: u8 },
    /// How many of `dice` show at least `high`, and how many at most `low`: volleys whose lowest dice are thrown again.
    /// The fall has the two numbers in this order.
    Ends { dice: u8, sides: u8, low: u8, high: u8 },
    /// Each die by itself, in order; at most [`Pool::MOST_EACH`].
    Each { dice: u8, sides: u8 },
}

/// One class of outcome of a pool: all that the rules may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Fall {
    /// The sum, or the number of dice that reached.
    Value(u16),
    /// Each die, in order; unused places are zero.
    Each([u8; Pool::MOST_EACH]),
}

impl Fall {
    /// The sum or count; for single dice the first one.
    pub fn value(self) -> i32 {
        match self {
            Fall::Value(n) => i32::from(n),
            Fall::Each(dice) => i32::from(dice[0]),
        }
    }

    pub fn die(self, n: usize) -> i32 {
        match self {
            Fall::Value(n) => i32::from(n),
            Fall::Each(dice) => i32::from(dice[n]),
        }
    }
}

impl Pool {
    pub const MOST_EACH: usize = 6;

    pub fn d6(dice: u8) -> Pool {
        Pool::Sum { dice, sides: 6 }
    }

    pub fn dice(self) -> usize {
        match self {
            Pool::Sum { dice, .. }
            | Pool::Reach { dice, .. }
            | Pool::Ends { dice, .. }
            | Pool::Each { dice, .. } => dice as usize,
            Pool::Sums { groups, dice, .. } => groups as usize * dice as usize,
        }
    }

    pub fn sides(self) -> u8 {
        match self {
            Pool::Sum { sides, .. }
            | Pool::Reach { sides, .. }
            | Pool::Sums { sides, .. }
            | Pool::Ends { sides, .. }
            | Pool::Each { sides, .. } => sides,
        }
    }

    /// The class these pips belong to. Wrong numbers of dice or impossible pips are named.
    pub fn fall(self, pips: &[u8]) -> Result<Fall, String> {
        if pips.len() != self.dice() {
            return Err(format!("{} dice are wanted, {} were given", self.dice(), pips.len()));
        }
        if let Some(bad) = pips.iter().find(|&&p| p == 0 || p > self.sides()) {
            return Err(format!("a die of {} sides cannot show {bad}", self.sides()));
        }
        Ok(match self {
            Pool::Sum { .. } => Fall::Value(pips.iter().map(|&p| u16::from(p)).sum()),
            Pool::Reach { at_least, .. } => {
                Fall::Value(pips.iter().filter(|&&p| p >= at_least).count() as u16)
            }
            Pool::Sums { dice, at_least, .. } => {
                let sum = |group: &[u8]| group.iter().map(|&p| u16::from(p)).sum::<u16>();
                let groups = pips.chunks(usize::from(dice).max(1));
                Fall::Value(groups.filter(|group| sum(group) >= u16::from(at_least)).count() as u16)
            }
            Pool::Ends { low, high, .. } => {
                let count = |is: &dyn Fn(u8) -> bool| pips.iter().filter(|&&p| is(p)).count() as u8;
                ends(count(&|p| p >= high), count(&|p| p <= low))
            }
            Pool::Each { .. } => {
                let mut dice = [0; Pool::MOST_EACH];
                dice[..pips.len()].copy_from_slice(pips);
                Fall::Each(dice)
            }
        })
    }

    /// Every class with its weight, in ascending order; the weights add up to [`Pool::weight`].
    pub fn every(self, out: &mut Vec<(Fall, u128)>) {
        out.clear();
        match self {
            Pool::Sum { dice, sides } => {
                for (sum, way) in ways_to_sum(dice, sides).into_iter().enumerate() {
                    if way > 0 {
                        out.push((Fall::Value(sum as u16), way));
                    }
                }
            }
            Pool::Reach { dice, sides, at_least } => {
                let miss = u128::from(at_least.saturating_sub(1).min(sides));
                binomial(dice, u128::from(sides) - miss, miss, out);
            }
            Pool::Sums { groups, dice, sides, at_least } => {
                let ways = ways_to_sum(dice, sides);
                let hit = ways.iter().skip(usize::from(at_least)).sum::<u128>();
                binomial(groups, hit, ways.iter().sum::<u128>() - hit, out);
            }
            Pool::Ends { dice, sides, low, high } => {
                let ways = [u128::from(sides + 1 - high), u128::from(low), u128::from(high - 1 - low)];
                for above in 0..=dice {
                    for below in 0..=dice - above {
                        let rest = dice - above - below;
                        let weight = choose(dice, above)
                            * choose(dice - above, below)
                            * ways[0].pow(above.into())
                            * ways[1].pow(below.into())
                            * ways[2].pow(rest.into());
                        if weight > 0 {
                            out.push((ends(above, below), weight));
                        }
                    }
                }
            }
            Pool::Each { dice, sides } => {
                let mut pips = [0; Pool::MOST_EACH];
                pips[..dice as usize].fill(1);
                loop {
                    out.push((Fall::Each(pips), 1));
                    let Some(turn) = (0..dice as usize).rev().find(|&i| pips[i] < sides) else { break };
                    pips[turn] += 1;
                    pips[turn + 1..dice as usize].fill(1);
                }
            }
        }
    }

    /// The sum of all weights: sides to the power of dice.
    pub fn weight(self) -> u128 {
        u128::from(self.sides()).pow(self.dice() as u32)
    }
}

/// In how many ways these dice come to each sum, from 0.
fn ways_to_sum(dice: u8, sides: u8) -> Vec<u128> {
    let mut ways = vec![1u128];
    for _ in 0..dice {
        let mut next = vec![0u128; ways.len() + sides as usize];
        for (sum, way) in ways.iter().enumerate() {
            for pip in 1..=sides as usize {
                next[sum + pip] += way;
            }
        }
        ways = next;
    }
    ways
}

/// The fall of [`Pool::Ends`].
fn ends(above: u8, below: u8) -> Fall {
    let mut both = [0; Pool::MOST_EACH];
    both[..2].copy_from_slice(&[above, below]);
    Fall::Each(both)
}

fn choose(n: u8, k: u8) -> u128 {
    (1..=u128::from(k)).fold(1, |ways, i| ways * (u128::from(n) + 1 - i) / i)
}

/// How many of `n` succeed, each in `hit` ways and failing in `miss`.
fn binomial(n: u8, hit: u128, miss: u128, out: &mut Vec<(Fall, u128)>) {
    let mut choose = 1u128;
    for k in 0..=u32::from(n) {
        let weight = choose * hit.pow(k) * miss.pow(u32::from(n) - k);
        if weight > 0 {
            out.push((Fall::Value(k as u16), weight));
        }
        choose = choose * u128::from(u32::from(n) - k) / u128::from(k + 1);
    }
}

/// One reason why a result is better or worse, with the rule that says so.
///
/// The roll, the tooltip, the log and the odds panel all show this same list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    pub value: i16,
    pub line: Line,
    pub rule: Rule,
}

pub type Modifiers = Vec<Modifier>;

/// Dice are wanted: by this rule, for this, with these modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    pub rule: Rule,
    /// Who takes the dice in his hand.
    pub seat: Seat,
    /// What they are for, as a sentence.
    pub line: Line,
    pub pool: Pool,
    pub modifiers: Modifiers,
}

/// Where pips come from. `number` counts every throw of the game, undone ones included.
pub trait Dice {
    /// `None`: this source has no pips for it (a script that ran out).
    fn throw(&mut self, pool: Pool, number: u32) -> Option<Pips>;
}

pub type Pips = ArrayVec<u8, 64>;

/// Dice that anyone can check who knows what they follow from. Throw `n` depends on that and on `n` alone, so an
/// undone throw can never come back and any single throw can be worked out by itself.
#[derive(Clone, Debug)]
pub struct Fair(Chance);

#[derive(Clone, Debug)]
enum Chance {
    /// All from one seed.
    Seeded(Box<ChaCha8Rng>),
    /// From the secrets of several.
    Shared(shared::Bytes),
}

impl Fair {
    pub fn new(seed: u64) -> Fair {
        let mut hasher = Sha256::new();
        hasher.update(b"gunbai seeded dice 1");
        hasher.update(seed.to_le_bytes());
        Fair(Chance::Seeded(Box::new(ChaCha8Rng::from_seed(hasher.finalize().into()))))
    }

    pub fn shared(seed: &Secret, shares: &[Option<Secret>; 2]) -> Fair {
        Fair(Chance::Shared(shared::Bytes::new(seed, shares)))
    }
}

impl Dice for Fair {
    fn throw(&mut self, pool: Pool, number: u32) -> Option<Pips> {
        let mut pips = Pips::new();
        match &mut self.0 {
            Chance::Seeded(words) => {
                words.set_stream(u64::from(number));
                words.set_word_pos(0);
                let sides = u32::from(pool.sides());
                // Rejection on the fewest bits that hold `sides`: every face equally likely.
                let bits = 32 - (sides - 1).leading_zeros();
                while pips.len() < pool.dice() {
                    let pip = words.next_u32().checked_shr(32 - bits).unwrap_or(0);
                    if pip < sides {
                        pips.push(pip as u8 + 1);
                    }
                }
            }
            Chance::Shared(bytes) => {
                // Bytes beyond the last whole run of faces are passed over: every face equally likely.
                let sides = u16::from(pool.sides());
                let whole = 256 - 256 % sides;
                let faces = bytes.of_throw(number).filter(|&byte| u16::from(byte) < whole);
                pips.extend(faces.map(|byte| byte % pool.sides() + 1).take(pool.dice()));
            }
        }
        Some(pips)
    }
}

/// The dice of tests and worked examples, in order.
#[derive(Clone, Debug, Default)]
pub struct Scripted(pub VecDeque<u8>);

impl Scripted {
    pub fn new(pips: impl IntoIterator<Item = u8>) -> Scripted {
        Scripted(pips.into_iter().collect())
    }
}

impl Dice for Scripted {
    fn throw(&mut self, pool: Pool, _number: u32) -> Option<Pips> {
        if self.0.len() < pool.dice() { None } else { Some(self.0.drain(..pool.dice()).collect()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_together_weighs_all_throws() {
        let mut classes = Vec::new();
        for pool in [
            Pool::d6(1),
            Pool::d6(2),
            Pool::Sum { dice: 3, sides: 10 },
            Pool::Reach { dice: 8, sides: 6, at_least: 5 },
            Pool::Reach { dice: 8, sides: 6, at_least: 7 },
            Pool::Sums { groups: 8, dice: 2, sides: 6, at_least: 8 },
            Pool::Sums { groups: 3, dice: 2, sides: 6, at_least: 15 },
            Pool::Sums { groups: 3, dice: 2, sides: 6, at_least: 2 },
            Pool::Ends { dice: 8, sides: 6, low: 2, high: 5 },
            Pool::Ends { dice: 3, sides: 6, low: 2, high: 3 },
            Pool::Each { dice: 3, sides: 6 },
            Pool::d6(0),
        ] {
            pool.every(&mut classes);
            assert_eq!(classes.iter().map(|c| c.1).sum::<u128>(), pool.weight(), "{pool:?}");
            assert!(classes.windows(2).all(|w| w[0].0 < w[1].0), "{pool:?} not ascending");
        }
    }

    #[test]
    fn two_dice_are_eleven_outcomes_and_eight_stands_are_nine() {
        let mut classes = Vec::new();
        Pool::d6(2).every(&mut classes);
        assert_eq!(classes.len(), 11);
        assert_eq!(classes[5], (Fall::Value(7), 6));
        Pool::Reach { dice: 8, sides: 6, at_least: 5 }.every(&mut classes);
        assert_eq!(classes.len(), 9);
        assert_eq!(classes[8], (Fall::Value(8), 256));
        let stands = Pool::Sums { groups: 8, dice: 2, sides: 6, at_least: 5 };
        stands.every(&mut classes);
        assert_eq!((stands.dice(), classes.len()), (16, 9));
        assert_eq!(classes[8], (Fall::Value(8), 30u128.pow(8)));
        let pips = [1, 4, 2, 2, 6, 6, 1, 1, 3, 2, 1, 3, 5, 1, 2, 3];
        assert_eq!(stands.fall(&pips), Ok(Fall::Value(5)));
    }

    #[test]
    fn both_ends_of_a_volley_are_counted() {
        let volley = Pool::Ends { dice: 4, sides: 6, low: 2, high: 5 };
        let fall = volley.fall(&[6, 1, 3, 2]).unwrap();
        assert_eq!((fall.die(0), fall.die(1)), (1, 2));
        let mut classes = Vec::new();
        volley.every(&mut classes);
        assert_eq!(classes.len(), 15);
        assert_eq!(classes.iter().find(|class| class.0 == fall).map(|class| class.1), Some(12 * 2 * 4 * 2));
    }

    #[test]
    fn a_throw_depends_on_its_number_alone() {
        let mut dice = Fair::new(7);
        let later = dice.throw(Pool::d6(2), 9);
        dice.throw(Pool::d6(2), 3);
        assert_eq!(dice.throw(Pool::d6(2), 9), later);
        assert_eq!(Fair::new(7).throw(Pool::d6(2), 9), later);
    }

    #[test]
    fn sixty_thousand_pips_are_even() {
        let mut dice = Fair::new(1);
        let mut counts = [0i64; 6];
        for number in 0..10_000 {
            for pip in dice.throw(Pool::d6(6), number).unwrap() {
                counts[pip as usize - 1] += 1;
            }
        }
        let chi: i64 = counts.iter().map(|c| (c - 10_000) * (c - 10_000)).sum::<i64>() / 10_000;
        assert!(chi < 21, "chi-square with 5 degrees of freedom is {chi}: {counts:?}");
    }

    #[test]
    fn impossible_pips_are_named() {
        assert!(Pool::d6(2).fall(&[7, 1]).unwrap_err().contains("cannot show 7"));
        assert!(Pool::d6(2).fall(&[1]).unwrap_err().contains("2 dice are wanted"));
    }
}
