//! Sets of dense ids as plain bits, without a heap allocation.

use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A small number that stands for one thing of a list: a unit, a house.
pub trait Dense: Copy {
    fn index(self) -> usize;
    fn at(index: usize) -> Self;
}

/// Declares dense ids, each the number of one thing of a list.
///
/// ```
/// kernel::dense_ids! {
///     /// A unit by its place in the file.
///     UnitId;
///     HouseId;
/// }
/// assert_eq!(UnitId(3).index(), 3);
/// assert_eq!(<HouseId as kernel::Dense>::at(2), HouseId(2));
/// ```
#[macro_export]
macro_rules! dense_ids {
    ($($(#[$doc:meta])* $id:ident;)*) => {
        $($(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $id(pub u8);

        impl $id {
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::Dense for $id {
            #[inline]
            fn index(self) -> usize {
                $id::index(self)
            }
            #[inline]
            fn at(index: usize) -> $id {
                $id(index as u8)
            }
        })*
    };
}

/// A set of up to 64 × `WORDS` ids. Written as the list of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdSet<T, const WORDS: usize> {
    bits: [u64; WORDS],
    of: PhantomData<T>,
}

impl<T, const WORDS: usize> Default for IdSet<T, WORDS> {
    fn default() -> Self {
        IdSet { bits: [0; WORDS], of: PhantomData }
    }
}

impl<T: Dense, const WORDS: usize> IdSet<T, WORDS> {
    #[inline]
    pub fn has(&self, id: T) -> bool {
        self.bits[id.index() / 64] >> (id.index() % 64) & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, id: T) {
        self.bits[id.index() / 64] |= 1 << (id.index() % 64);
    }

    #[inline]
    pub fn remove(&mut self, id: T) {
        self.bits[id.index() / 64] &= !(1 << (id.index() % 64));
    }

    pub fn set(&mut self, id: T, on: bool) {
        if on {
            self.insert(id);
        } else {
            self.remove(id);
        }
    }

    pub fn clear(&mut self) {
        self.bits = [0; WORDS];
    }

    pub fn is_empty(&self) -> bool {
        self.bits == [0; WORDS]
    }

    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn first(&self) -> Option<T> {
        self.iter().next()
    }

    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        IdSet { bits: std::array::from_fn(|n| self.bits[n] & other.bits[n]), of: PhantomData }
    }

    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        IdSet { bits: std::array::from_fn(|n| self.bits[n] & !other.bits[n]), of: PhantomData }
    }

    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        IdSet { bits: std::array::from_fn(|n| self.bits[n] | other.bits[n]), of: PhantomData }
    }

    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = T> {
        (0..WORDS).flat_map(move |word| {
            let mut bits = self.bits[word];
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
                (bit < 64).then(|| T::at(word * 64 + bit))
            })
        })
    }
}

impl<T: Dense, const WORDS: usize> FromIterator<T> for IdSet<T, WORDS> {
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> Self {
        let mut set = IdSet::default();
        for id in ids {
            set.insert(id);
        }
        set
    }
}

impl<T: Dense + Serialize, const WORDS: usize> Serialize for IdSet<T, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Dense + Deserialize<'de>, const WORDS: usize> Deserialize<'de> for IdSet<T, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<T>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Id(u8);

    impl Dense for Id {
        fn index(self) -> usize {
            self.0.into()
        }
        fn at(index: usize) -> Id {
            Id(index as u8)
        }
    }

    #[test]
    fn members_come_in_ascending_order_across_words() {
        let set: IdSet<Id, 2> = [Id(127), Id(0), Id(64), Id(63)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Id(0), Id(63), Id(64), Id(127)]);
        assert_eq!((set.len(), set.first()), (4, Some(Id(0))));
        let low: IdSet<Id, 2> = [Id(0), Id(63), Id(1)].into_iter().collect();
        assert_eq!(set.and(&low).iter().collect::<Vec<_>>(), [Id(0), Id(63)]);
        assert_eq!(set.without(&low).iter().collect::<Vec<_>>(), [Id(64), Id(127)]);
        assert_eq!(set.or(&low).len(), 5);
    }
}
