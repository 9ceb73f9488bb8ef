//! .w, A-31.2: the dice of the withdrawer against those of the fighter.

use super::{Answer, Assault, distance::Distance};
use crate::{decisions::errands::fate::Fate, model::state::Direction, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WithdrawerDice {
    pub to: Direction,
    /// What the fighter has thrown.
    pub fighter: u8,
}

/// a friend near the target who does not fight.
fn has_support(cx: Cx<'_, Assault>) -> bool {
    let near = cx.rules.friends_near(cx.state, cx.parent.target, cx.rules.tables.support.within);
    near.iter().any(|friend| !cx.rules.is_fighting(cx.state, *friend))
}

impl Decision<AgeOfWar, Assault> for WithdrawerDice {
    fn asked(&self, _cx: Cx<'_, Assault>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Assault>) -> Roll {
        Roll {
            rule: A_31_1,
            seat: cx.rules.seat_of(cx.parent.target),
            line: cx.parent.line("roll-withdrawer"),
            pool: Pool::d6(2),
            modifiers: cx.parent.modifiers(cx.rules, cx.state, false),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Assault>, fall: Fall) -> Flow<Answer> {
        let (rules, target) = (cx.rules, cx.parent.target);
        let own = cx.parent.total(cx.as_cx(), &fall, false);
        let gets_away = own >= i32::from(self.fighter);
        let key = if gets_away { "told-withdraws" } else { "told-fails-to-withdraw" };
        cx.story.tell(|| {
            Event::new(A_31_1, key)
                .with("unit", piece(target))
                .with("own", own)
                .with("other", i32::from(self.fighter))
        });
        if gets_away {
            return Flow::Next(Answer::Distance(Distance { to: self.to, saved: false }));
        }
        rules.disorder(cx.state, cx.parent.unit, A_31_2, cx.story);
        if rules.options.support_saves && has_support(cx.as_cx()) {
            return Flow::Next(Answer::Distance(Distance { to: self.to, saved: true }));
        }
        if rules.unit(target).is_general() {
            cx.state.errands.push(Errand::Fate(Fate { clan: rules.unit(target).clan }));
        } else {
            rules.rout(cx.state, target, A_31_2, cx.story);
        }
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_, Assault>) -> bool {
        cx.parent.is_on(cx.state)
    }

    fn advance(&mut self, _cx: CxMut<'_, Assault>) -> Flow<Answer> {
        Flow::Done
    }
}
