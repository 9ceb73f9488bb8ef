//! Exact fractions: chances, and expected numbers.

use std::{cmp::Ordering, fmt};

/// An exact fraction: a probability, or an expected number, which may be above 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    pub num: u128,
    pub den: u128,
}

impl Chance {
    pub const NEVER: Chance = Chance { num: 0, den: 1 };
    pub const SURE: Chance = Chance { num: 1, den: 1 };

    pub fn new(num: u128, den: u128) -> Chance {
        let d = gcd(num, den).max(1);
        Chance { num: num / d, den: den / d }
    }

    /// `None` where the sum has no room in 128 bits.
    pub fn plus(self, other: Chance) -> Option<Chance> {
        let d = gcd(self.den, other.den);
        let den = (self.den / d).checked_mul(other.den)?;
        let num = self.num.checked_mul(other.den / d)?.checked_add(other.num.checked_mul(self.den / d)?)?;
        Some(Chance::new(num, den))
    }

    /// `None` where the product has no room in 128 bits.
    pub fn times(self, num: u128, den: u128) -> Option<Chance> {
        let (a, b) = (gcd(self.num, den).max(1), gcd(num, self.den).max(1));
        let num = (self.num / a).checked_mul(num / b)?;
        Some(Chance::new(num, (self.den / b).checked_mul(den / a)?))
    }

    pub fn is_never(self) -> bool {
        self.num == 0
    }

    /// In millionths, rounded: for display and comparison only.
    pub fn millionths(self) -> u64 {
        if self.den == 0 {
            return 0;
        }
        // Large fractions lose their low bits first: a millionth needs twenty.
        let shift = (128 - self.num.leading_zeros().min(self.den.leading_zeros())).saturating_sub(100);
        let (num, den) = (self.num >> shift, (self.den >> shift).max(1));
        ((num * 1_000_000 + den / 2) / den) as u64
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.den {
            1 => write!(f, "{}", self.num),
            den => write!(f, "{}/{den}", self.num),
        }
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.num.checked_mul(other.den), other.num.checked_mul(self.den)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.millionths().cmp(&other.millionths()),
        }
    }
}

pub(super) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Most numbers here have room in a word, where a remainder is quick.
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(short_gcd(x, y));
        }
        (a, b) = (b, a % b);
    }
    a
}

fn short_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_and_multiply_exactly() {
        let sixth = Chance::new(1, 6);
        let third = Chance::new(2, 6);
        assert_eq!(sixth.plus(third), Some(Chance::new(1, 2)));
        assert_eq!(third.times(3, 4), Some(Chance::new(1, 4)));
        assert_eq!(Chance::new(1, 3).millionths(), 333_333);
        assert_eq!(Chance::new(6u128.pow(40), 6u128.pow(41)).millionths(), 166_667);
        assert!(Chance::new(1, 3) > Chance::new(1, 4));
        assert_eq!(Chance::new(6, 3).to_string(), "2");
    }

    #[test]
    fn a_fraction_out_of_range_is_no_fraction() {
        let tiny = Chance { num: 1, den: u128::MAX };
        assert_eq!(tiny.times(1, 2), None);
        assert_eq!(tiny.plus(Chance::new(1, 2)), None);
    }
}
