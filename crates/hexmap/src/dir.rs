//! The six directions from a hex, and the hexsides they cross.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A direction on a sheet of flat-topped hexes, clockwise from the top.
///
/// The compass is that of the sheet: `N` is its top edge, wherever the land's north may be.
///
/// ```
/// use hexmap::Dir;
///
/// assert_eq!(Dir::N.opposite(), Dir::S);
/// assert_eq!(Dir::Nw.turned(1), Dir::N);
/// assert_eq!(Dir::N.turned(-1), Dir::Nw);
/// assert_eq!(Dir::Se.to_string(), "SE");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Dir {
    N,
    #[serde(rename = "NE")]
    Ne,
    #[serde(rename = "SE")]
    Se,
    S,
    #[serde(rename = "SW")]
    Sw,
    #[serde(rename = "NW")]
    Nw,
}

impl Dir {
    /// All six, in the order in which everything in this crate visits them.
    pub const ALL: [Dir; 6] = [Dir::N, Dir::Ne, Dir::Se, Dir::S, Dir::Sw, Dir::Nw];

    /// 0 to 5, clockwise from the top.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this index, if it is one of 0 to 5.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Dir> {
        if index < 6 { Some(Dir::ALL[index]) } else { None }
    }

    /// This direction alone as a mask of hexsides.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Dir {
        self.turned(3)
    }

    /// Turned clockwise by `sixths` of a circle; negative turns the other way.
    #[inline]
    pub const fn turned(self, sixths: i8) -> Dir {
        // Reduced first, so that no turn can overflow.
        Dir::ALL[(self as i8 + sixths % 6).rem_euclid(6) as usize]
    }

    /// The directions in a mask, clockwise from the top.
    ///
    /// ```
    /// use hexmap::Dir;
    ///
    /// assert!(Dir::in_mask(0b100001).eq([Dir::N, Dir::Nw]));
    /// ```
    #[inline]
    pub fn in_mask(mask: u8) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |dir| mask & dir.bit() != 0)
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Dir::N => "N",
            Dir::Ne => "NE",
            Dir::Se => "SE",
            Dir::S => "S",
            Dir::Sw => "SW",
            Dir::Nw => "NW",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Dir;

    #[test]
    fn directions_run_clockwise_from_the_top() {
        for (index, dir) in Dir::ALL.into_iter().enumerate() {
            assert_eq!((dir.index(), Dir::from_index(index)), (index, Some(dir)));
            assert_eq!(dir.turned(1).index(), (index + 1) % 6);
            assert_eq!(dir.opposite().opposite(), dir);
        }
        assert_eq!(Dir::from_index(6), None);
    }

    #[test]
    fn no_turn_is_too_far() {
        for dir in Dir::ALL {
            for turn in i8::MIN..=i8::MAX {
                assert_eq!(dir.turned(turn).turned(-(turn % 6)), dir);
            }
        }
    }

    #[test]
    fn a_direction_is_stored_as_it_is_written() {
        for dir in Dir::ALL {
            let stored = serde_json::to_string(&dir).unwrap();
            assert_eq!(stored, format!("\"{dir}\""));
            assert_eq!(serde_json::from_str::<Dir>(&stored).unwrap(), dir);
        }
    }
}
