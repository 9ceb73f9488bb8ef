//! A-10.C: a general who rallied a unit in a fight throws for his life.

use crate::{decisions::ROLLING, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RallyRisk {
    pub clan: ClanId,
}

impl Decision<AgeOfWar> for RallyRisk {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let data = cx.rules.clan(self.clan);
        one_die(A_10_C, Seat(data.side.0), Line::new("roll-rally-risk").with("general", piece(data.general)))
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        if fall.value() >= cx.rules.tables.generals.rally_dead_from {
            cx.rules.kill_general(cx.state, self.clan, A_10_C, cx.story);
        } else {
            let general = cx.rules.clan(self.clan).general;
            cx.story.tell(|| Event::new(A_10_C, "told-general-safe").with("general", piece(general)));
        }
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.rules.has_general(cx.state, self.clan)
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ROLLING
    }
}
