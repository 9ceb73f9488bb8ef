//! C4, D-SEQ-C4: leaders of groups that were not activated move, one after the other.

use crate::{decisions::moves::leader_move::LeaderMove, model::state::Life, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaders;

impl Decision<Daimyo, Base> for Leaders {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let CxMut { rules, state, .. } = cx;
        let next = rules.all_groups().find(|group| {
            let leader = rules.group(*group).leader;
            !state.acted.has(*group) && state.person(leader).life == Life::Here
        });
        state.step = match next {
            Some(group) => {
                state.acted.insert(group);
                Step::Leader(LeaderMove { leader: rules.group(group).leader })
            }
            None => Step::Event,
        };
        Flow::Stay
    }
}
