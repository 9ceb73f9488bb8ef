//! The yardstick: random games of chess, every legal move listed before each choice.

use kernel::Lot;
use shakmaty::{Chess, Position};

/// Games that have not ended by then are broken off.
const LONGEST: u32 = 300;

/// Games without end, one after the other.
pub(crate) struct Games {
    position: Chess,
    plies: u32,
    lot: Lot,
}

impl Games {
    pub(crate) fn new(seed: u64) -> Games {
        Games { position: Chess::new(), plies: 0, lot: Lot::new(seed) }
    }

    /// Plays this many moves on.
    pub(crate) fn play(&mut self, moves: u64) -> u64 {
        for _ in 0..moves {
            let mut listed = self.position.legal_moves();
            if listed.is_empty() || self.plies == LONGEST || self.position.is_insufficient_material() {
                (self.position, self.plies) = (Chess::new(), 0);
                listed = self.position.legal_moves();
            }
            self.position.play_unchecked(*self.lot.pick(&listed));
            self.plies += 1;
        }
        moves
    }
}
