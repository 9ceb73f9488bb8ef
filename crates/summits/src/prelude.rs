//! What every file of a decision uses.

pub(crate) use std::convert::Infallible;

pub(crate) use hexmap::AreaId;
pub(crate) use kernel::{
    Actions, Fall, Line, May, No, Order as StandingOrder, Pool, Question, Roll, Rule, Seat, Side, Thing,
    decision::{AskedSeats, Base, Decision},
};
pub(crate) use serde::{Deserialize, Serialize};

pub(crate) use crate::{
    Summits,
    decisions::{
        Cx, CxMut, Flow,
        play::{Group, Play, Step},
    },
    model::{
        cards::{Card, Hand, Set},
        map::{self, bit},
        state::{Attack, Blow, Kind, Phase, State},
        units::{ANTI, ClanId, HIDEYOSHI, UnitId, UnitSet},
    },
    notation::{
        action::{Action, Begin},
        refer::{piece, place},
        rule_ids::*,
    },
    presentation::event::Event,
};
