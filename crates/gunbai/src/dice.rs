//! Where a command takes pips from: those given by hand, or the seed of the record.

use std::collections::VecDeque;

use kernel::{
    Fair, Viewer,
    erased::{AnyTable, Asked, ToldStep},
};

use crate::failure::Failure;

#[derive(Debug)]
pub(crate) struct Cup {
    given: VecDeque<u8>,
    seeded: Option<Fair>,
}

impl Cup {
    pub(crate) fn new(given: &[u8], seeded: Option<Fair>) -> Cup {
        Cup { given: given.iter().copied().collect(), seeded }
    }

    /// The throw the table rests in; `None` if it rests in none, or there are no dice for it.
    pub(crate) fn throw(
        &mut self,
        table: &mut dyn AnyTable,
        viewer: Viewer,
    ) -> Result<Option<ToldStep>, Failure> {
        let Asked::Roll { dice, sides, text, .. } = table.asked() else { return Ok(None) };
        if self.given.is_empty() {
            return Ok(self.seeded.as_mut().and_then(|fair| table.throw(fair, viewer)));
        }
        let wanted = usize::from(dice);
        if self.given.len() < wanted {
            let left = self.given.len();
            return Err(Failure::wrong_use(format!(
                "--dice has {left} left where {dice}d{sides} are wanted: {text}"
            )));
        }
        let pips: Vec<u8> = self.given.drain(..wanted).collect();
        table.enter(&pips, viewer).map(Some).map_err(|why| Failure::wrong_use(format!("--dice: {why}")))
    }

    /// Dice that were given and not wanted are a mistake of the caller.
    pub(crate) fn emptied(&self) -> Result<(), Failure> {
        match self.given.len() {
            0 => Ok(()),
            left => Err(Failure::wrong_use(format!("the last {left} of --dice were never wanted"))),
        }
    }
}
