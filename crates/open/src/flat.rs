//! Lists that lie in a state and are copied as they lie.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::{Deref, DerefMut},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// At most `N` things. A copy is one copy of bytes, used or not, and needs no memory of its own: states are copied far
/// more often than their lists grow. Other crates' lists of this kind are copied thing by thing, or twice.
#[derive(Clone, Copy)]
pub struct Flat<T, const N: usize> {
    room: [T; N],
    len: usize,
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Flat<T, N> {
    /// # Panics
    /// If there are more than `N`.
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Flat<T, N> {
        let mut flat = Flat { room: [T::default(); N], len: 0 };
        for thing in things {
            assert!(flat.len < N, "a list has room for {N}");
            flat.room[flat.len] = thing;
            flat.len += 1;
        }
        flat
    }
}

impl<T, const N: usize> Deref for Flat<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.room[..self.len]
    }
}

impl<T, const N: usize> DerefMut for Flat<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.room[..self.len]
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Flat<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Flat<T, N> {
    fn eq(&self, other: &Flat<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Flat<T, N> {}

impl<T: Hash, const N: usize> Hash for Flat<T, N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}

impl<T: Serialize, const N: usize> Serialize for Flat<T, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(to)
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Flat<T, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Flat<T, N>, D::Error> {
        let things = Vec::<T>::deserialize(from)?;
        if things.len() > N {
            return Err(D::Error::custom(format!("{} are too many: there is room for {N}", things.len())));
        }
        Ok(things.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use super::*;

    fn hash(thing: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        thing.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn it_is_what_it_holds_and_no_more() {
        let flat: Flat<u8, 4> = [3, 1, 2].into_iter().collect();
        assert_eq!(&*flat, [3, 1, 2]);
        assert_eq!(hash(&flat), hash(&vec![3u8, 1, 2]));
        // What fills the rest of the room is not told apart.
        let mut other = flat;
        other.room[3] = 9;
        assert_eq!(flat, other);
        assert_eq!(hash(&flat), hash(&other));
    }

    #[test]
    fn more_than_there_is_room_for_is_refused_in_a_file() {
        #[derive(Debug, Deserialize)]
        struct File {
            list: Flat<u8, 2>,
        }
        assert_eq!(&*toml::from_str::<File>("list = [1, 2]").unwrap().list, [1, 2]);
        let error = toml::from_str::<File>("list = [1, 2, 3]").unwrap_err().to_string();
        assert!(error.contains("there is room for 2"), "{error}");
    }
}
