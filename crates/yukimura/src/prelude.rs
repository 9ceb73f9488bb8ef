//! What every file of a decision uses.

pub(crate) use std::convert::Infallible;

pub(crate) use hexmap::{Dir, HexId};
pub(crate) use kernel::{
    Actions, Fall, Line, May, No, Pool, Question, Roll, Seat, Thing,
    decision::{AskedSeats, Base, Decision},
};
pub(crate) use serde::{Deserialize, Serialize};

pub(crate) use crate::{
    Yukimura,
    decisions::{
        Cx, CxMut, Flow, Frame,
        fight::{self, Fate, Fight, Stage},
    },
    model::{
        state::{Phase, State},
        units::{UnitId, UnitSet},
    },
    notation::{action::Action, refuse::About, rule_ids::*},
    presentation::event::{Event, piece},
};
