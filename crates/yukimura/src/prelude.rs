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
    action::Action,
    decisions::{Cx, CxMut, Flow, Frame},
    event::{Event, piece},
    fight::{self, Fate, Fight, Stage},
    refuse::About,
    rule_ids::*,
    state::{Phase, State},
    units::{UnitId, UnitSet},
};
