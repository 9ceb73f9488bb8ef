//! Weights of many paths over one denominator, so that adding them is adding whole numbers.

use super::chance::{Chance, gcd};

/// What paths that met in one node weigh together. All numbers are numerators over the denominator of their
/// [`Scale`]. Losses and morale are linear: paths that differ only in them share a node, and their sums are
/// weighted by the chance of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mass {
    pub(super) chance: u128,
    pub(super) losses: [u128; 2],
    pub(super) morale: [u128; 2],
}

impl Mass {
    pub(super) fn add(&mut self, other: Mass) {
        self.chance += other.chance;
        for side in 0..2 {
            self.losses[side] += other.losses[side];
            self.morale[side] += other.morale[side];
        }
    }

    /// What every path of it has lost in the last step.
    pub(super) fn charge(&mut self, losses: [u16; 2], morale: [u16; 2]) {
        for side in 0..2 {
            self.losses[side] += self.chance * u128::from(losses[side]);
            self.morale[side] += self.chance * u128::from(morale[side]);
        }
    }

    fn map(self, change: impl Fn(u128) -> u128) -> Mass {
        Mass {
            chance: change(self.chance),
            losses: self.losses.map(&change),
            morale: self.morale.map(&change),
        }
    }

    fn common(self, with: u128) -> u128 {
        let all = [self.chance, self.losses[0], self.losses[1], self.morale[0], self.morale[1]];
        all.into_iter().fold(with, |d, n| if d == 1 { 1 } else { gcd(d, n) })
    }
}

/// The denominator of a level of nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) den: u128,
    /// Set when the fractions had no more room: from then on weights are rounded to parts of 2⁶⁴.
    pub(super) rounded: bool,
}

/// Room above the denominator for expected losses, which may be some thousands.
const MOST: u128 = 1 << 104;
const ROUNDED: u128 = 1 << 64;

impl Scale {
    pub(super) const WHOLE: Scale = Scale { den: 1, rounded: false };

    /// The whole weight, before anything was thrown.
    pub(super) fn all(self) -> Mass {
        Mass { chance: self.den, ..Mass::default() }
    }

    /// Is this sum of all chances 1, as far as millionths can show? Rounding only takes away: what is missing from the
    /// sum bounds the error of each chance.
    pub(super) fn is_whole(self, sum: u128) -> bool {
        self.den - sum <= self.den / 2_000_000
    }

    /// The fraction that a numerator stands for.
    pub(super) fn chance(self, num: u128) -> Chance {
        match self.rounded {
            false => Chance::new(num, self.den),
            true => Chance { num, den: self.den },
        }
    }
}

/// The step from one level to the next: the denominator grows by the factor that its throws need.
pub(super) struct Step {
    scale: Scale,
    /// The denominator of the next level over that of this one.
    factor: u128,
}

impl Step {
    pub(super) fn from(scale: Scale) -> Step {
        Step { scale, factor: 1 }
    }

    /// Makes room for a throw of this weight. `Err` when fractions have no more room; otherwise the factor by which what
    /// has been put into the next level must be multiplied.
    pub(super) fn grow(&mut self, all: u128) -> Result<u128, Overflow> {
        if self.scale.rounded || self.factor.is_multiple_of(all) {
            return Ok(1);
        }
        let by = all / gcd(self.factor, all);
        let factor = self.factor.checked_mul(by).ok_or(Overflow)?;
        let den = self.scale.den.checked_mul(factor).ok_or(Overflow)?;
        if den > MOST {
            return Err(Overflow);
        }
        self.factor = factor;
        Ok(by)
    }

    /// The part of a mass of this level that a fall of weight `part` in `all` has in the next.
    pub(super) fn share(&self, mass: Mass, part: u128, all: u128) -> Mass {
        if self.scale.rounded {
            // Forty bits of the weights are more than the rounding of the masses needs.
            let shift = (128 - all.leading_zeros()).saturating_sub(40);
            let (part, all) = (part >> shift, all >> shift);
            return mass.map(|n| n * part / all);
        }
        let by = part * (self.factor / all);
        mass.map(|n| n * by)
    }

    /// The scale of the next level, and by what the finished paths must be multiplied to be of it.
    pub(super) fn done(self) -> (Scale, u128) {
        match self.scale.rounded {
            true => (self.scale, 1),
            false => (Scale { den: self.scale.den * self.factor, rounded: false }, self.factor),
        }
    }
}

/// Fractions have no more room in 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overflow;

pub(super) fn multiply<'a>(masses: impl Iterator<Item = &'a mut Mass>, by: u128) {
    if by != 1 {
        for mass in masses {
            *mass = mass.map(|n| n * by);
        }
    }
}

/// Takes what all have in common out of a denominator that has become large.
pub(super) fn reduce(scale: &mut Scale, masses: &mut [&mut Mass]) {
    if scale.rounded || scale.den < ROUNDED {
        return;
    }
    let common = masses.iter().fold(scale.den, |d, mass| mass.common(d));
    if common > 1 {
        scale.den /= common;
        for mass in masses {
            **mass = mass.map(|n| n / common);
        }
    }
}

/// From here on weights are parts of 2⁶⁴. A sum over a million states is then off by less than a millionth of a
/// millionth.
pub(super) fn round<'a>(scale: &mut Scale, masses: impl Iterator<Item = &'a mut Mass>) {
    let den = scale.den;
    for mass in masses {
        *mass = mass.map(|n| {
            // Long division in steps of sixteen bits: the remainder has room for them below `MOST`.
            let (mut quotient, mut rest) = (n / den, n % den);
            for _ in 0..4 {
                rest <<= 16;
                quotient = (quotient << 16) | (rest / den);
                rest %= den;
            }
            quotient
        });
    }
    *scale = Scale { den: ROUNDED, rounded: true };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_keeps_what_matters() {
        let mut scale = Scale { den: 6u128.pow(40), rounded: false };
        let mut mass =
            Mass { chance: 6u128.pow(39), losses: [2 * 6u128.pow(40), 0], morale: [0, 6u128.pow(38)] };
        round(&mut scale, [&mut mass].into_iter());
        assert_eq!(scale.chance(mass.chance).millionths(), 166_667);
        assert_eq!(scale.chance(mass.losses[0]).millionths(), 2_000_000);
        assert_eq!(scale.chance(mass.morale[1]).millionths(), 27_778);
    }

    #[test]
    fn chances_that_rounding_has_worn_down_are_not_whole() {
        let exact = Scale { den: 36, rounded: false };
        assert!(exact.is_whole(36));
        assert!(!exact.is_whole(35));
        let rounded = Scale { den: ROUNDED, rounded: true };
        assert!(rounded.is_whole(ROUNDED - 100_000));
        assert!(!rounded.is_whole(ROUNDED - ROUNDED / 1_000_000));
    }

    #[test]
    fn a_step_shares_a_mass_without_a_rest() {
        let mut step = Step::from(Scale::WHOLE);
        assert_eq!(step.grow(6), Ok(6));
        let mut next = [step.share(Scale::WHOLE.all(), 1, 6), step.share(Scale::WHOLE.all(), 5, 6)];
        // Another throw of the same level needs thirds of a quarter.
        let by = step.grow(36).unwrap();
        multiply(next.iter_mut(), by);
        let (scale, _) = step.done();
        assert_eq!(scale.chance(next[0].chance), Chance::new(1, 6));
        assert_eq!(scale.chance(next[1].chance), Chance::new(5, 6));
        let mut full = Step::from(Scale { den: 1 << 103, rounded: false });
        assert_eq!(full.grow(6), Err(Overflow));
    }
}
