//! is a challenge accepted?

use super::duel::Duel;
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Accept {
    pub unit: UnitId,
    pub target: UnitId,
}

impl Accept {
    fn refuse(&self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state, target) = (cx.rules, cx.state, self.target);
        let general = rules.unit(target).is_general();
        cx.story.tell(|| {
            Event::new(A_33_2, "told-refuses")
                .with("other", piece(target))
                .with("bases", i32::from(!general))
                .by(rules.side_of(target))
        });
        state.step = Step::Late;
        if general {
            let chief = state.chief_mut(rules.unit(target).clan);
            chief.value = (chief.value + rules.tables.challenge.refused).min(rules.tables.generals.worst);
        } else {
            let last = state.body(target).bases.iter().rposition(|base| !base.commander).unwrap_or(0);
            rules.remove_base(state, target, last);
            rules.disorder(state, target, A_33_2, cx.story);
            rules.bury(state, target, cx.story);
        }
        Flow::Stay
    }
}

impl Decision<AgeOfWar, Base> for Accept {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.seat_of(self.target).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let line = Line::new("ask-accept").with("unit", piece(self.unit)).with("other", piece(self.target));
        Question::new(cx.seat, A_33_2, line).at(piece(self.target))
    }

    fn list(&self, _cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.extend([Action::Accept, Action::Refuse]);
    }

    fn judge(&self, _cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        matches!(action, Action::Accept | Action::Refuse).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let Accept { unit, target } = *self;
        if action != Action::Accept {
            return self.refuse(cx);
        }
        cx.story.tell(|| Event::new(A_33_3, "told-accepts").with("other", piece(target)));
        next_step(cx.state, Step::Duel(Duel::new(unit, target)))
    }

    fn default_action(&self, _cx: Cx<'_, Base>) -> Option<Action> {
        Some(Action::Accept)
    }

    fn branches(&self, _cx: Cx<'_, Base>) -> bool {
        true
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        super::duel::DEPTH
    }
}
