//! Labels as printed on the sheet: two digits of column, two of row, with the sheet's name where needed.

use std::fmt;

use thiserror::Error;

use crate::Sheet;

/// A hex's label, written without allocating; `to_string` makes it a `String`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<'a> {
    pub(crate) sheet: Option<&'a str>,
    pub(crate) column: u8,
    pub(crate) row: u8,
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(sheet) = self.sheet {
            write!(f, "{sheet}:")?;
        }
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

/// Why a text is not the label of a hex.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LabelError {
    #[error("\"{text}\" is no hex: a label is two digits of column and two of row, such as 2412")]
    Form { text: String },
    #[error("\"{text}\" names no sheet: write {choices}")]
    NoSheet { text: String, choices: String },
    #[error("\"{text}\": there is no sheet \"{name}\", only {sheets}")]
    UnknownSheet { text: String, name: String, sheets: String },
    #[error("\"{text}\" is off the sheet: columns run from 01 to {columns:02}")]
    Column { text: String, columns: u8 },
    #[error("\"{text}\" is off the sheet: rows run from 01 to {rows:02}")]
    Row { text: String, rows: u8 },
}

/// Reads a label as (index of the sheet, column, row), all within bounds.
pub(crate) fn read(sheets: &[Sheet], text: &str) -> Result<(usize, u8, u8), LabelError> {
    let owned = || text.to_owned();
    let (name, digits) = match text.split_once(':') {
        Some((name, digits)) => (Some(name), digits),
        None => (None, text),
    };
    let Some((column, row)) = numbers(digits) else {
        return Err(LabelError::Form { text: owned() });
    };
    let index = match name {
        None if sheets.len() == 1 => 0,
        None => {
            let choices = listed(sheets.iter().map(|sheet| format!("{}:{digits}", sheet.name)), " or ");
            return Err(LabelError::NoSheet { text: owned(), choices });
        }
        Some(name) => sheets.iter().position(|sheet| sheet.name == name).ok_or_else(|| {
            let sheets = listed(sheets.iter().map(|sheet| sheet.name.clone()), ", ");
            LabelError::UnknownSheet { text: owned(), name: name.to_owned(), sheets }
        })?,
    };
    let sheet = &sheets[index];
    if !(1..=sheet.columns).contains(&column) {
        return Err(LabelError::Column { text: owned(), columns: sheet.columns });
    }
    if !(1..=sheet.rows).contains(&row) {
        return Err(LabelError::Row { text: owned(), rows: sheet.rows });
    }
    Ok((index, column, row))
}

/// Exactly four digits as two numbers.
fn numbers(digits: &str) -> Option<(u8, u8)> {
    let &[a, b, c, d] = digits.as_bytes() else { return None };
    let pair = |tens: u8, ones: u8| {
        (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + (ones - b'0'))
    };
    Some((pair(a, b)?, pair(c, d)?))
}

fn listed(words: impl Iterator<Item = String>, between: &str) -> String {
    words.collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use crate::{Atlas, Sheet, Shift};

    fn refusal(atlas: &Atlas, text: &str) -> String {
        atlas.parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_refused_label_says_what_would_do() {
        let one = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)]).unwrap();
        let form = "is no hex: a label is two digits of column and two of row, such as 2412";
        for text in ["", "241", "24120", "24x2", "+1+1", "D:", "D:24:1", "二四"] {
            assert_eq!(refusal(&one, text), format!("\"{text}\" {form}"));
        }
        assert_eq!(refusal(&one, "0012"), "\"0012\" is off the sheet: columns run from 01 to 30");
        assert_eq!(refusal(&one, "3021"), "\"3021\" is off the sheet: rows run from 01 to 20");
    }

    #[test]
    fn several_sheets_need_a_name() {
        let sheets = ["D", "K"].map(|name| Sheet::new(name, 5, 5, Shift::OddDown));
        let two = Atlas::new(sheets.to_vec()).unwrap();
        assert_eq!(refusal(&two, "0101"), "\"0101\" names no sheet: write D:0101 or K:0101");
        assert_eq!(refusal(&two, "X:0101"), "\"X:0101\": there is no sheet \"X\", only D, K");
        assert_eq!(refusal(&two, "K:0106"), "\"K:0106\" is off the sheet: rows run from 01 to 05");
        assert_eq!(two.parse("K:0101").unwrap().index(), 25);
    }
}
