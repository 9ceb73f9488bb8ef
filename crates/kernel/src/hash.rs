//! A hash of states that is the same on every machine.

use std::hash::Hasher;

/// Mixes fixed-width little-endian words, so neither pointer width nor byte order can show.
#[derive(Clone, Debug)]
pub struct StateHasher(u64);

impl Default for StateHasher {
    fn default() -> Self {
        StateHasher(0x6775_6e62_6169_0001)
    }
}

impl StateHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
        self.0 = self.0.rotate_left(23).wrapping_add(word).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
}

impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.mix(u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word) ^ ((rest.len() as u64) << 56));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }
    fn write_u16(&mut self, n: u16) {
        self.mix(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }
    fn write_i8(&mut self, n: i8) {
        self.mix(n as u64);
    }
    fn write_i16(&mut self, n: i16) {
        self.mix(n as u64);
    }
    fn write_i32(&mut self, n: i32) {
        self.mix(n as u64);
    }
    fn write_i64(&mut self, n: i64) {
        self.mix(n as u64);
    }
    fn write_isize(&mut self, n: isize) {
        self.mix(n as u64);
    }

    fn finish(&self) -> u64 {
        let mut x = self.0;
        x ^= x >> 32;
        x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^ (x >> 29)
    }
}

/// The hash of any plain value.
pub fn hash_of<T: std::hash::Hash>(value: &T) -> u64 {
    let mut hasher = StateHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_known_value_never_changes() {
        // Records of every version carry such hashes: a new number here is a new record format.
        assert_ne!(hash_of(&(1u8, 2u16)), hash_of(&(2u8, 1u16)));
        assert_eq!(hash_of(&42u64), 867_746_769_321_669_661);
    }
}
