//! 8.11: two leaders fight. Who wins?

use super::{Fight, Stage, challenge, led};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Duel {
    pub mine: UnitId,
    pub theirs: UnitId,
}

impl Decision<Daimyo, Fight> for Duel {
    fn asked(&self, _cx: Cx<'_, Fight>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Fight>) -> Roll {
        Roll {
            rule: R_8_11,
            seat: cx.rules.seat_of(self.mine),
            line: Line::new("roll-duel")
                .with("leader", led(cx.state, self.mine))
                .with("other", led(cx.state, self.theirs)),
            pool: Pool::Each { dice: 2, sides: 6 },
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Fight>, fall: Fall) -> Flow<Stage> {
        let CxMut { rules, state, story, parent, .. } = cx;
        let units = [self.mine, self.theirs];
        let leaders = units.map(|unit| state.body(unit).leader.expect("both are led"));
        let totals = [0, 1].map(|n| fall.die(n) + i32::from(rules.leader(leaders[n]).rating));
        let by = (totals[0] - totals[1]).abs();
        let (won, lost) = if totals[0] >= totals[1] { (0, 1) } else { (1, 0) };
        let limits = &rules.tables.challenge;
        story.tell(|| {
            Event::new(R_8_11, if by < limits.silenced { "told-duel-even" } else { "told-duel" })
                .with("leader", person(leaders[won]))
                .with("other", person(leaders[lost]))
                .with("by", by)
        });
        if by >= limits.silenced {
            parent.muted.insert(units[lost]);
        }
        if by >= limits.killed {
            parent.keen.insert(units[won]);
            losses::kill(rules, state, leaders[lost], R_8_11, story);
        }
        Flow::Next(challenge::next(rules, state, parent))
    }
}
