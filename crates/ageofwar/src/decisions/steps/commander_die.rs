//! the die of a base that is risked for a new commander.

use super::close_up::CloseUp;
use crate::{model::units::Class, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CommanderDie {
    pub unit: UnitId,
}

impl CommanderDie {
    /// 2.3: the best base, the first of equals.
    fn best_base(&self, rules: &AgeOfWar, state: &State) -> usize {
        let bases = &state.body(self.unit).bases;
        let worth = |base: &crate::model::state::Base| {
            let class = base.kind.class();
            (class.rank(), class == Class::Samurai, rules.tables.base_cost(base.kind))
        };
        let best = bases.iter().map(worth).max().expect("a unit has bases");
        bases.iter().position(|base| worth(base) == best).expect("one of them")
    }

    /// The base has gone for help.
    fn gone(&self, cx: CxMut<'_, Base>, best: usize) {
        let (rules, state, unit) = (cx.rules, cx.state, self.unit);
        cx.story.tell(|| {
            Event::new(A_34_1, "told-gone-for-help").with("unit", piece(unit)).by(rules.side_of(unit))
        });
        let files = state.body(unit).formation.files;
        rules.remove_base(state, unit, best);
        rules.bury(state, unit, cx.story);
        // With one rank left it has lost a file already, and a unit that fights keeps its front.
        let body = state.body(unit);
        if body.place == Where::Table && body.formation.files == files {
            state.step = Step::CloseUp(CloseUp { unit });
        }
    }
}

impl Decision<AgeOfWar, Base> for CommanderDie {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        unit_die(cx.rules, self.unit, A_34_1, "roll-commander")
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let (unit, table) = (self.unit, &cx.rules.tables.new_commander);
        cx.state.step = Step::Commanders;
        let best = self.best_base(cx.rules, cx.state);
        if fall.value() <= table.gone_to {
            self.gone(cx, best);
            return Flow::Stay;
        }
        // He takes his place in the middle of the front rank.
        let body = cx.state.body_mut(unit);
        body.bases[best].commander = true;
        let middle = usize::from((body.formation.in_rank(0) - 1) / 2);
        body.bases.swap(best, middle);
        if fall.value() <= table.disordered_to {
            cx.story.tell(|| Event::new(A_34_1, "told-new-commander").with("unit", piece(unit)));
            cx.rules.disorder(cx.state, unit, A_34_1, cx.story);
        } else {
            cx.state.body_mut(unit).mark(Mark::Avenge);
            cx.story.tell(|| Event::new(A_34_1, "told-avenge").with("unit", piece(unit)));
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}
