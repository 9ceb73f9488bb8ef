//! Step 3, A-20.3: the dice that say how far a general may go.

use super::general::General;
use crate::prelude::*;

/// Looks for the next clan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generals;

impl Decision<AgeOfWar, Base> for Generals {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        let next = rules.all_clans().find(|clan| {
            let data = rules.clan(*clan);
            data.side == state.active
                && rules.has_general(state, *clan)
                && !state.is(data.general, Mark::Decided)
        });
        let Some(clan) = next else {
            state.undecide();
            return next_step(state, Step::Messengers);
        };
        state.body_mut(rules.clan(clan).general).mark(Mark::Decided);
        next_step(state, Step::GeneralDice(GeneralDice { clan }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GeneralDice {
    pub clan: ClanId,
}

impl Decision<AgeOfWar, Base> for GeneralDice {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let data = cx.rules.clan(self.clan);
        Roll {
            rule: A_20_3,
            seat: Seat(data.side.0),
            line: Line::new("roll-general").with("general", piece(data.general)),
            pool: Pool::d6(cx.rules.tables.generals.dice),
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let far = plane::Len::whole(fall.value());
        next_step(cx.state, Step::General(General { clan: self.clan, far }))
    }
}
