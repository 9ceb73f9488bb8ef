//! What every file of a decision uses.

pub(crate) use std::convert::Infallible;

pub(crate) use hexmap::HexId;
pub(crate) use kernel::{
    Actions, Fall, Line, Modifiers, Pool, Question, Roll, Seat, Side, Story, Thing,
    decision::{AskedSeats, Base, Decision},
};
pub(crate) use serde::{Deserialize, Serialize};

pub(crate) use crate::{
    Gunyuden,
    decisions::{Cx, CxMut, Flow, Frame, seat_of},
    model::{
        state::{Castle, Happened, Phase, State, is_beside},
        units::{CastleId, HouseId, Rank, UnitId, UnitSet},
    },
    notation::{
        action::Action,
        refuse::{About, May, No, no, piece, place},
        rule_ids::*,
    },
    presentation::event::{Cast, Event},
};
