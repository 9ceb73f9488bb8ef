//! What is true of a body of troops, one bit each.

/// Declares `Mark`, its words, and `Marks`, a set of them in one number.
///
/// ```
/// open::marks! {
///     Disordered = 0 "disordered";
///     Routing = 1 "routing";
/// }
/// let mut marks = Marks::default();
/// marks.set(Mark::Routing, true);
/// assert!(marks.has(Mark::Routing) && !marks.has(Mark::Disordered));
/// assert_eq!(marks.words().collect::<Vec<_>>(), ["routing"]);
/// ```
#[macro_export]
macro_rules! marks {
    ($($(#[$doc:meta])* $mark:ident = $bit:literal $word:literal;)*) => {
        /// What is true of a unit beside its place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Mark {
            $($(#[$doc])* $mark = $bit,)*
        }

        impl Mark {
            pub const ALL: &'static [(Mark, &'static str)] = &[$((Mark::$mark, $word)),*];

            pub fn of_word(word: &str) -> Option<Mark> {
                Mark::ALL.iter().find(|(_, known)| *known == word).map(|(mark, _)| *mark)
            }
        }

        /// A set of marks. It takes as many bytes as it needs, since a state has many bodies; it is hashed and written
        /// as the one word it stands for.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(from = "u64", into = "u64")]
        pub struct Marks([u8; Marks::BYTES]);

        impl From<u64> for Marks {
            fn from(word: u64) -> Marks {
                Marks(std::array::from_fn(|n| word.to_le_bytes()[n]))
            }
        }

        impl From<Marks> for u64 {
            fn from(Marks(bytes): Marks) -> u64 {
                bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
            }
        }

        impl std::hash::Hash for Marks {
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                hasher.write_u64(u64::from(*self));
            }
        }

        impl Marks {
            /// The last mark has the highest bit.
            const BYTES: usize = Mark::ALL[Mark::ALL.len() - 1].0 as usize / 8 + 1;

            #[inline]
            pub fn has(self, mark: Mark) -> bool {
                self.0[mark as usize / 8] >> (mark as usize % 8) & 1 != 0
            }

            #[inline]
            pub fn set(&mut self, mark: Mark, on: bool) {
                let byte = &mut self.0[mark as usize / 8];
                *byte = *byte & !(1 << (mark as usize % 8)) | u8::from(on) << (mark as usize % 8);
            }

            /// The words of all that are set, in their order.
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                Mark::ALL.iter().filter(move |(mark, _)| self.has(*mark)).map(|(_, word)| *word)
            }
        }
    };
}
