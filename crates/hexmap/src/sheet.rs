//! One rectangular sheet of hexes, before it becomes part of an atlas.

use serde::{Deserialize, Serialize};

/// A hex as a dense index into its [`Atlas`](crate::Atlas), ascending as the labels do:
/// sheet by sheet, column by column, each column from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexId(pub u16);

impl HexId {
    /// For indexing vectors that hold one thing per hex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which columns of a sheet sit half a hex lower. Columns are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shift {
    EvenDown,
    OddDown,
}

/// One rectangular sheet: flat-topped hexes in vertical columns, columns and rows numbered from 1.
///
/// A sheet is plain data; [`Atlas::new`](crate::Atlas::new) checks it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sheet {
    /// The short name before the colon in labels such as `D:2412`.
    pub name: String,
    /// 1 to 99.
    pub columns: u8,
    /// 1 to 99.
    pub rows: u8,
    pub shift: Shift,
}

impl Sheet {
    pub fn new(name: impl Into<String>, columns: u8, rows: u8, shift: Shift) -> Sheet {
        Sheet { name: name.into(), columns, rows, shift }
    }

    /// Whether this column sits half a hex lower than its neighbours.
    pub fn is_low(&self, column: u8) -> bool {
        match self.shift {
            Shift::EvenDown => column.is_multiple_of(2),
            Shift::OddDown => !column.is_multiple_of(2),
        }
    }

    /// How many hexes the sheet has.
    pub fn hex_count(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    pub(crate) fn holds(&self, column: u8, row: u8) -> bool {
        (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row)
    }
}
