//! Shared dice: what falls follows from a secret of the table and one of each player, so nobody alone decides it.
//!
//! 1. The table draws its seed and commits to it in the header of the record, before anyone sits down.
//! 2. Each seat draws its share and commits to it in the record, before the first throw.
//! 3. Only when all commitments stand are the shares revealed to the table. The last seat to reveal was committed
//!    to it as long as the others, so not even the table together with one seat can choose what falls.
//! 4. Every throw is HMAC-SHA256 of seed, shares and its number. At the end all of them stand in the record.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::{record::Head, roll::Fair, thing::Seat};

/// What one party brings to the dice.
pub type Secret = [u8; 32];

/// Shared dice as the header of a record has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// What stands for the seed until it may be known.
    pub commitment: Head,
    pub seed: Option<Secret>,
    /// The share of each seat that has told it.
    pub shares: [Option<Secret>; 2],
}

impl Shared {
    /// The dice of a new table.
    pub fn new(seed: Secret) -> Shared {
        Shared { commitment: seed_commitment(&seed), seed: Some(seed), shares: [None; 2] }
    }

    /// Without what tells the throws to come.
    #[must_use]
    pub fn sealed(self) -> Shared {
        Shared { seed: None, shares: [None; 2], ..self }
    }

    /// The dice, once everything is known that they follow from: the seed, and a share for each that was committed to.
    pub fn dice(&self, committed: &[Option<Head>; 2]) -> Option<Fair> {
        let told = |seat: usize| committed[seat].is_none() || self.shares[seat].is_some();
        if told(0) && told(1) { Some(Fair::shared(&self.seed?, &self.shares)) } else { None }
    }
}

/// What stands in the header for the seed of shared dice.
pub fn seed_commitment(seed: &Secret) -> Head {
    let mut hasher = Sha256::new();
    hasher.update(b"gunbai shared seed 1");
    hasher.update(seed);
    hasher.finalize().into()
}

/// What stands in the record for the share of a seat. It names the seat, so nobody can pass off another's as his own.
pub fn share_commitment(seat: Seat, share: &Secret) -> Head {
    let mut hasher = Sha256::new();
    hasher.update(b"gunbai share 1");
    hasher.update([seat.0]);
    hasher.update(share);
    hasher.finalize().into()
}

/// The bytes of each throw: HMAC-SHA256 with the seed as key, over the shares, the number of the throw and the number
/// of the block.
#[derive(Clone)]
pub(crate) struct Bytes {
    keyed: Hmac<Sha256>,
}

impl std::fmt::Debug for Bytes {
    /// The key is a secret: it stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bytes")
    }
}

impl Bytes {
    pub(crate) fn new(seed: &Secret, shares: &[Option<Secret>; 2]) -> Bytes {
        let mut keyed = Hmac::<Sha256>::new_from_slice(seed).expect("a key of any length will do");
        keyed.update(b"gunbai shared dice 1");
        for share in shares {
            // A seat without a share is another message than one whose share is all zeros.
            keyed.update(&[u8::from(share.is_some())]);
            keyed.update(&share.unwrap_or_default());
        }
        Bytes { keyed }
    }

    pub(crate) fn of_throw(&self, throw: u32) -> impl Iterator<Item = u8> {
        (0u32..).flat_map(move |block| {
            let mut mac = self.keyed.clone();
            mac.update(&throw.to_le_bytes());
            mac.update(&block.to_le_bytes());
            <[u8; 32]>::from(mac.finalize().into_bytes())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        data::{hex, unhex},
        roll::{Dice, Pool},
    };

    /// Shared with `web/src/test/dice.test.ts`.
    const VECTORS: &str = include_str!("../../../docs/shared-dice.json");

    fn secret(tree: &serde_json::Value) -> Option<Secret> {
        tree.as_str().map(|text| unhex(text).unwrap())
    }

    #[test]
    fn the_test_vectors_hold() {
        let vectors: Vec<serde_json::Value> = serde_json::from_str(VECTORS).unwrap();
        assert!(vectors.len() >= 4);
        for vector in vectors {
            let seed = secret(&vector["seed"]).unwrap();
            assert_eq!(hex(&seed_commitment(&seed)), vector["commitment"].as_str().unwrap());
            let shares = [secret(&vector["shares"][0]), secret(&vector["shares"][1])];
            for seat in Seat::ALL {
                let made = shares[seat.index()].map(|share| hex(&share_commitment(seat, &share)));
                assert_eq!(made.as_deref(), vector["committed"][seat.index()].as_str());
            }
            let mut dice = Fair::shared(&seed, &shares);
            for throw in vector["throws"].as_array().unwrap() {
                let number = |key: &str| throw[key].as_u64().unwrap();
                let pool = Pool::Sum { dice: number("dice") as u8, sides: number("sides") as u8 };
                let pips: Vec<u8> = serde_json::from_value(throw["pips"].clone()).unwrap();
                let fell = dice.throw(pool, number("number") as u32).unwrap();
                assert_eq!(fell.as_slice(), pips.as_slice(), "{vector}");
            }
        }
    }

    #[test]
    fn a_million_pips_are_even_on_dice_of_every_size() {
        let mut dice = Fair::shared(&[7; 32], &[Some([1; 32]), Some([2; 32])]);
        // The value that chance alone passes once in ten thousand, for one degree of freedom less than sides.
        for (sides, most) in [(6u8, 25.74), (10, 33.72), (20, 50.80)] {
            let mut counts = vec![0u32; sides.into()];
            let throws = 1_000_000 / 50;
            for number in 1..=throws {
                for pip in dice.throw(Pool::Sum { dice: 50, sides }, number).unwrap() {
                    counts[usize::from(pip) - 1] += 1;
                }
            }
            let due = 1_000_000.0 / f64::from(sides);
            let chi: f64 = counts.iter().map(|&count| (f64::from(count) - due).powi(2) / due).sum();
            assert!(chi < most, "chi-square of {sides} sides is {chi}: {counts:?}");
        }
    }

    #[test]
    fn every_secret_matters_and_all_are_needed() {
        let (seed, shares) = ([1; 32], [Some([2; 32]), Some([3; 32])]);
        let fall = |seed: Secret, shares| Fair::shared(&seed, &shares).throw(Pool::d6(60), 1).unwrap();
        let fell = fall(seed, shares);
        assert_ne!(fell, fall([9; 32], shares));
        assert_ne!(fell, fall(seed, [Some([9; 32]), shares[1]]));
        assert_ne!(fell, fall(seed, [shares[0], Some([9; 32])]));
        assert_ne!(fell, fall(seed, [shares[1], shares[0]]));
        assert_ne!(fall(seed, [None, None]), fall(seed, [Some([0; 32]), None]));

        let committed = [Some(share_commitment(Seat(0), &[2; 32])), None];
        let mut dice = Shared::new(seed);
        assert!(dice.dice(&committed).is_none());
        dice.shares[0] = Some([2; 32]);
        assert!(dice.dice(&committed).is_some());
        assert!(dice.sealed().dice(&[None, None]).is_none());
    }
}
