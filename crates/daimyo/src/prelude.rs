//! What every file of a decision uses.

pub(crate) use kernel::{
    Actions, Fall, Line, May, No, Pool, Question, Roll, Seat, Side, Story, Thing,
    decision::{AskedSeats, Base, Decision},
};
pub(crate) use open::Event;
pub(crate) use serde::{Deserialize, Serialize};

pub(crate) use crate::{
    Daimyo,
    decisions::{Cx, CxMut, Errand, Flow, Step},
    effects::{flight, losses, morale_test, placing, sequence},
    model::{
        state::{Mark, State, Where},
        units::{GroupId, LeaderId, UnitId},
    },
    notation::{
        action::Action,
        refer::{banner, person, piece},
        rule_ids::*,
    },
};
