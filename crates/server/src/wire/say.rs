//! What a client says: over the live channel, or by HTTP with the same fields.

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, IntoDeserializer as _},
};
use serde_json::{Map, Value};

use super::StandingOrder;
use kernel::scene::Pose;

/// The fields of an object.
pub(crate) type Fields = Map<String, Value>;

/// The first thing a client says.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "say", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Greeting {
    Hello {
        version: u32,
        /// The token of a seat; none for a watcher.
        #[serde(default)]
        token: Option<String>,
        /// The last news it has had, if it was here before.
        #[serde(default)]
        since: Option<u32>,
    },
}

/// Something that is done at a table: `{"say": "act", "id": 1, …}` over the live channel, `POST /api/tables/ID/act` by
/// HTTP.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "say", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Command {
    /// `after` is the number of inputs the client has seen; another number is refused as stale.
    Act {
        action: String,
        after: u32,
    },
    Dice {
        pips: Vec<u8>,
        after: u32,
    },
    Undo {
        to: u32,
        after: u32,
    },
    /// Agree to go back to input `to`, or to a draw (`null`), or not. Another offer is not answered by it.
    Answer {
        agree: bool,
        to: Option<u32>,
        after: u32,
    },
    /// Offers a draw to the other person.
    Draw {
        after: u32,
    },
    Resign {
        after: u32,
    },
    /// Binds the seat to its share of the dice: SHA-256 of `gunbai share 1`, the seat as one byte, and the share.
    Share {
        commitment: String,
    },
    /// Tells the share, once everybody is bound to his.
    OpenShare {
        share: String,
    },
    Chat {
        text: String,
    },
    Notes {
        text: String,
    },
    Orders {
        orders: Vec<StandingOrder>,
    },
    /// What the person in the seat is called; an empty name takes it back.
    Name {
        name: String,
    },
    /// The other seat is not open to anyone any more; its link still opens it.
    StopLooking {},
    /// Goes on vacation, or comes back.
    Vacation {
        on: bool,
    },
    /// Those who only look on have nothing to say, as far as this seat goes.
    Mute {
        on: bool,
    },
    /// Claims the game from a seat that has been away too long: it resigns, or a computer of this level sits down.
    Claim {
        #[serde(default)]
        computer: Option<String>,
    },
}

impl Command {
    /// Each as it is said, and as its address ends.
    pub(crate) const NAMES: [&str; 16] = [
        "act",
        "dice",
        "undo",
        "answer",
        "draw",
        "resign",
        "share",
        "open-share",
        "chat",
        "notes",
        "orders",
        "name",
        "stop-looking",
        "vacation",
        "mute",
        "claim",
    ];
}

/// Something that is worked out about a table, and changes nothing.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "say", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Question {
    /// The chances of a plan, and what it would do: for the choice under the pointer.
    Odds {
        actions: Vec<String>,
        #[serde(default)]
        until_question: bool,
    },
    /// Why is this dark?
    Why {
        thing: String,
    },
    Overlays {},
    /// A piece of an open table is dragged there: what would that be?
    Drag {
        piece: String,
        to: Pose,
    },
}

impl Question {
    pub(crate) const NAMES: [&str; 4] = ["odds", "why", "overlays", "drag"];

    /// Takes longer than others should wait for.
    pub(crate) fn is_deep(&self) -> bool {
        matches!(self, Question::Odds { .. } | Question::Drag { .. })
    }
}

/// What is said under this name with these fields.
pub(crate) fn named<T: for<'de> Deserialize<'de>>(name: &str, mut fields: Fields) -> serde_json::Result<T> {
    if fields.insert("say".to_owned(), name.into()).is_some() {
        return Err(serde_json::Error::custom("unknown field `say`"));
    }
    T::deserialize(Value::Object(fields))
}

/// A frame of the live channel. The first must be a greeting; the others have a number, and the answer to each has it, too.
#[derive(Clone, Debug)]
pub enum Say {
    Hello(Greeting),
    Do { id: u32, command: Command },
    Ask { id: u32, question: Question },
}

impl<'de> Deserialize<'de> for Say {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Say, D::Error> {
        fn read<T: for<'of> Deserialize<'of>, E: serde::de::Error>(value: Value) -> Result<T, E> {
            T::deserialize(value.into_deserializer()).map_err(E::custom)
        }
        let mut fields = Fields::deserialize(deserializer)?;
        let is_one_of = |fields: &Fields, names: &[&str]| {
            fields.get("say").and_then(Value::as_str).is_some_and(|name| names.contains(&name))
        };
        if is_one_of(&fields, &["hello"]) {
            return read(Value::Object(fields)).map(Say::Hello);
        }
        let id = read(fields.remove("id").ok_or_else(|| D::Error::missing_field("id"))?)?;
        if is_one_of(&fields, &Question::NAMES) {
            return Ok(Say::Ask { id, question: read(Value::Object(fields))? });
        }
        Ok(Say::Do { id, command: read(Value::Object(fields))? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one_of_a_variant() {
        let refused = |error: serde_json::Error| error.to_string();
        for name in Command::NAMES {
            // Its fields are missing, or there is none it needs.
            let read = named::<Command>(name, Fields::new()).map_err(refused);
            assert!(
                read.is_ok() || read.as_ref().is_err_and(|why| why.contains("missing field")),
                "{read:?}"
            );
        }
        for name in Question::NAMES {
            let read = named::<Question>(name, Fields::new()).map_err(refused);
            assert!(
                read.is_ok() || read.as_ref().is_err_and(|why| why.contains("missing field")),
                "{read:?}"
            );
        }
        let unknown = named::<Command>("x", Fields::new()).map_err(refused).unwrap_err();
        let all = Command::NAMES.iter().filter(|name| unknown.contains(&format!("`{name}`"))).count();
        assert_eq!(all, Command::NAMES.len(), "{unknown}");
        assert_eq!(unknown.matches('`').count(), 2 * (all + 1), "no variant is without its name: {unknown}");
    }

    #[test]
    fn unknown_and_missing_fields_are_named() {
        let why = |text: &str| serde_json::from_str::<Say>(text).unwrap_err().to_string();
        assert!(
            why(r#"{"say":"act","id":1,"action":"done","after":1,"more":2}"#)
                .contains("unknown field `more`")
        );
        assert!(why(r#"{"say":"act","id":1,"action":"done"}"#).contains("missing field `after`"));
        assert!(why(r#"{"say":"act","action":"done","after":1}"#).contains("missing field `id`"));
        assert!(why(r#"{"id":1}"#).contains("say"));
        assert!(why(r#"{"say":"sing","id":1}"#).contains("unknown variant `sing`"));
        let fields = serde_json::from_str(r#"{"say":"act","action":"done","after":1}"#).unwrap();
        assert!(named::<Command>("resign", fields).unwrap_err().to_string().contains("`say`"));
    }
}
