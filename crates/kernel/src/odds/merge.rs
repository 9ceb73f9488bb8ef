//! Paths that meet in one state are one.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash, Hasher},
};

use super::{effect::Tale, mass::Mass};

/// What keeps two paths apart that lead to the same state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Path {
    pub(super) tale: Tale,
    /// It has been inside the fight: when that is over, so is the path.
    pub(super) inside: bool,
    /// The other seat has had its first question that matters.
    pub(super) answered: bool,
}

pub(super) struct Node<S> {
    /// Boxed, because nodes are moved from list to list and a state may have thousands of bytes.
    pub(super) state: Box<S>,
    pub(super) mass: Mass,
    pub(super) path: Path,
    /// The hash of state and path, as they were when it was last computed.
    pub(super) hash: u64,
}

impl<S: Hash> Node<S> {
    pub(super) fn new(state: Box<S>, mass: Mass, path: Path) -> Node<S> {
        let mut node = Node { state, mass, path, hash: 0 };
        node.rehash();
        node
    }

    /// After every change of state or path.
    pub(super) fn rehash(&mut self) {
        let mut hasher = QuickHasher::default();
        (&*self.state, self.path).hash(&mut hasher);
        self.hash = hasher.finish();
    }
}

/// Nodes, of which those of one state and path are one.
pub(super) struct Merged<S> {
    pub(super) nodes: Vec<Node<S>>,
    index: HashMap<u64, usize, BuildHasherDefault<Hashed>>,
}

impl<S> Default for Merged<S> {
    fn default() -> Self {
        Merged { nodes: Vec::new(), index: HashMap::default() }
    }
}

impl<S: Eq> Merged<S> {
    /// Is it a new one?
    pub(super) fn add(&mut self, node: Node<S>) -> bool {
        match self.index.get(&node.hash).map(|&at| &mut self.nodes[at]) {
            Some(known) if known.path == node.path && known.state == node.state => {
                known.mass.add(node.mass);
                false
            }
            // Other states of the same hash are kept apart.
            _ => {
                self.index.insert(node.hash, self.nodes.len());
                self.nodes.push(node);
                true
            }
        }
    }

    pub(super) fn masses(&mut self) -> impl Iterator<Item = &mut Mass> {
        self.nodes.iter_mut().map(|node| &mut node.mass)
    }
}

/// Multiplies each word with a key of its place and adds the products up. No word waits for the one before, unlike in
/// [`StateHasher`](crate::hash::StateHasher), whose numbers stand in records; these are forgotten with the forecast.
#[derive(Default)]
struct QuickHasher {
    sum: u64,
    key: u64,
}

impl QuickHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.key = self.key.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let product = u128::from(word ^ self.key) * u128::from(self.key ^ 0xd6e8_feb8_6659_fd93);
        self.sum = self.sum.wrapping_add(product as u64 ^ (product >> 64) as u64);
    }
}

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word));
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

    fn finish(&self) -> u64 {
        let word = (self.sum ^ (self.sum >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        word ^ (word >> 29)
    }
}

/// Takes a number that is a hash already as it is.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("hashes are words");
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::mass::Scale;

    /// All states have one hash.
    #[derive(PartialEq, Eq)]
    struct Alike(u8);

    impl Hash for Alike {
        fn hash<H: Hasher>(&self, _hasher: &mut H) {}
    }

    fn node(state: u8, inside: bool) -> Node<Alike> {
        let path = Path { inside, ..Path::default() };
        Node::new(Box::new(Alike(state)), Scale::WHOLE.all(), path)
    }

    #[test]
    fn states_and_paths_of_one_hash_are_kept_apart() {
        let mut merged = Merged::default();
        assert!(merged.add(node(1, true)));
        assert!(merged.add(node(2, true)), "another state");
        assert!(merged.add(node(2, false)), "another path");
        assert!(!merged.add(node(2, false)));
        let weights: Vec<u128> = merged.nodes.iter().map(|node| node.mass.chance).collect();
        assert_eq!(weights, [1, 1, 2]);
    }

    #[test]
    fn every_word_of_a_state_counts_in_its_place() {
        let hash = |words: &[u64]| {
            let mut hasher = QuickHasher::default();
            words.iter().for_each(|word| hasher.write_u64(*word));
            hasher.finish()
        };
        let mut seen = std::collections::BTreeSet::new();
        for place in 0..16 {
            for bit in 0..64 {
                let mut words = [0; 16];
                words[place] = 1 << bit;
                assert!(seen.insert(hash(&words)), "bit {bit} of word {place}");
            }
        }
    }
}
