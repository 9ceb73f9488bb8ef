//! What every file of a decision uses.

pub(crate) use std::convert::Infallible;

pub(crate) use kernel::{
    Actions, Fall, Line, May, No, Pool, Question, Roll, Seat, Side, Stroke, Thing,
    decision::{AskedSeats, Base, Decision},
};
pub(crate) use open::Event;
pub(crate) use serde::{Deserialize, Serialize};

pub(crate) use crate::{
    AgeOfWar,
    decisions::{Cx, CxMut, Errand, Flow, Step, next_step, one_die, unit_die},
    model::{
        state::{Mark, State, Where},
        units::{ClanId, UnitId},
    },
    notation::{action::Action, refer::piece, rule_ids::*},
};
