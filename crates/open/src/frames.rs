//! Frames of a state (what the players are in the middle of) as a person writes them: names where the state has numbers.
//!
//! A frame is any plain value. Which of its keys hold numbers of units, leaders or clans is told by the system's
//! [`Roster`]; everything else is left as it is.

use kernel::{Fault, Side, setup::Card};
use serde::{Serialize, de::DeserializeOwned};
use toml::Value;

/// Who there is, by number and by name.
pub trait Roster {
    /// What a key may hold: a unit, a leader.
    type Kind: Copy;

    /// What the values under this key are, if they are numbers of something.
    fn holds(key: &str) -> Option<Self::Kind>;
    fn id(&self, kind: Self::Kind, n: usize) -> String;
    /// The number of a name; the fault says that there is none.
    fn number(&self, field: &str, kind: Self::Kind, word: &str) -> Result<usize, Fault>;
}

/// A fault of a position.
pub fn fault(field: impl Into<String>, message: impl Into<String>) -> Fault {
    Fault::new("position", message).field(field)
}

/// The fault of a name that nothing of this kind has.
pub fn unknown<'a>(
    field: impl Into<String>,
    what: &str,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Fault {
    Fault::unknown("position", what, word, known).field(field)
}

pub fn side_word(card: &Card, side: Side) -> String {
    card.sides[side.index()].id.clone()
}

/// The side of a name.
pub fn side(card: &Card, field: &str, word: &str) -> Result<Side, Fault> {
    let at = card.sides.iter().position(|side| side.id == word);
    let known = card.sides.iter().map(|side| side.id.as_str());
    at.map(|n| Side(n as u8)).ok_or_else(|| unknown(field, "side", word, known))
}

/// For serde: what a position need not say.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// For serde: the turn where none is said.
pub fn first_turn() -> u8 {
    1
}

/// Numbers become names.
pub fn write<R: Roster, T: Serialize>(roster: &R, frame: &T) -> Value {
    named(roster, Value::try_from(frame).expect("frames are plain data"), None)
}

fn named<R: Roster>(roster: &R, value: Value, what: Option<R::Kind>) -> Value {
    match (value, what) {
        (Value::Integer(n), Some(kind)) => Value::String(roster.id(kind, n as usize)),
        (Value::Array(list), what) => {
            Value::Array(list.into_iter().map(|v| named(roster, v, what)).collect())
        }
        (Value::Table(table), _) => Value::Table(
            table.into_iter().map(|(key, v)| (key.clone(), named(roster, v, R::holds(&key)))).collect(),
        ),
        (value, _) => value,
    }
}

/// Names become numbers.
pub fn read<R: Roster, T: DeserializeOwned>(roster: &R, field: &str, value: Value) -> Result<T, Fault> {
    let value = numbered(roster, field, value, None)?;
    value.try_into().map_err(|why: toml::de::Error| fault(field, why.message()))
}

fn numbered<R: Roster>(roster: &R, field: &str, value: Value, what: Option<R::Kind>) -> Result<Value, Fault> {
    Ok(match (value, what) {
        (Value::String(word), Some(kind)) => Value::Integer(roster.number(field, kind, &word)? as i64),
        // A number would be taken as it is, whether anything has it or not.
        (Value::Integer(n), Some(_)) => return Err(fault(field, format!("`{n}` is not a name"))),
        (Value::Array(list), what) => {
            let list = list.into_iter().map(|v| numbered(roster, field, v, what));
            Value::Array(list.collect::<Result<_, _>>()?)
        }
        (Value::Table(table), _) => {
            let table = table.into_iter().map(|(key, v)| {
                let value = numbered(roster, &format!("{field}.{key}"), v, R::holds(&key))?;
                Ok((key, value))
            });
            Value::Table(table.collect::<Result<_, Fault>>()?)
        }
        (value, _) => value,
    })
}
