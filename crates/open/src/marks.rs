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

        /// A set of marks.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct Marks(u64);

        impl Marks {
            #[inline]
            pub fn has(self, mark: Mark) -> bool {
                self.0 >> mark as u64 & 1 != 0
            }

            #[inline]
            pub fn set(&mut self, mark: Mark, on: bool) {
                self.0 = self.0 & !(1 << mark as u64) | u64::from(on) << mark as u64;
            }

            /// The words of all that are set, in their order.
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                Mark::ALL.iter().filter(move |(mark, _)| self.has(*mark)).map(|(_, word)| *word)
            }
        }
    };
}
