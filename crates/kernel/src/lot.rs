//! A small, fast source of chance for bots, fuzzing and guesses. Never for the dice of a game.

/// SplitMix64: one word of state, the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Lot(u64);

impl Lot {
    pub fn new(seed: u64) -> Lot {
        Lot(seed ^ 0x1582_1583_1600_1615)
    }

    /// An independent source, for game `n` of a series or seat `n` of a game.
    pub fn branch(seed: u64, n: u64) -> Lot {
        let mut mixed = Lot::new(seed.wrapping_add(n.wrapping_mul(0xd1b5_4a32_d192_ed03)));
        Lot(mixed.word())
    }

    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; `n` must not be zero. The bias of 2⁻³² does not matter to a bot.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (((self.word() >> 32) * n as u64) >> 32) as usize
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}
