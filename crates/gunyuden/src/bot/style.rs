//! How well a side played: figures for reports.

use kernel::{
    Move, Side,
    evaluation::{Played, StyleShare},
};

use crate::{Gunyuden, notation::action::Action};

const ACTED: &str = "force-acted";
const STOOD: &str = "force-stood";

pub(super) const SHARES: [StyleShare; 1] =
    [StyleShare { name: "`stand` among the actions of forces", part: STOOD, of: Some(ACTED) }];

/// Counts what a force in hand did.
pub(super) fn count(played: &Played<'_, Gunyuden>, count: &mut dyn FnMut(Side, &'static str)) {
    let Move::Act(_, action) = played.input else { return };
    let side = played.before.active;
    match action {
        Action::Stand => {
            count(side, STOOD);
            count(side, ACTED);
        }
        Action::To(_)
        | Action::Into(_)
        | Action::Attack(_)
        | Action::Battle(_)
        | Action::Surround
        | Action::Assault(_)
        | Action::Demand
        | Action::Refit
        | Action::Repair
        | Action::Recover => count(side, ACTED),
        _ => {}
    }
}
