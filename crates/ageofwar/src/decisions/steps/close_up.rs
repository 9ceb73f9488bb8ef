//! the risked base has gone. Does the rear fill the gap, or has the unit a file less?

use plane::Formation;

use crate::{prelude::*, queries::mover::Mover};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CloseUp {
    pub unit: UnitId,
}

impl CloseUp {
    /// A file less, where there is room and the unit does not fight.
    fn may_contract(&self, rules: &AgeOfWar, state: &State) -> May {
        let unit = self.unit;
        let body = state.body(unit);
        let (bases, files) = (body.bases.len() as u8, body.formation.files);
        if files < 2 || !rules.may_have(bases, files - 1) {
            return No::because(R_3_1, "no-formation");
        }
        if rules.is_fighting(state, unit) {
            return Err(No::new(A_34_1, "no-contract-fights").with("unit", piece(unit)));
        }
        let to = rules.print_as(state, unit, Formation::new(bases, files - 1));
        if Mover::new(rules, state, unit).may_set(&rules.print(state, unit), &to).is_err() {
            return No::because(R_3_5, "no-room");
        }
        Ok(())
    }
}

impl Decision<AgeOfWar, Base> for CloseUp {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let line = Line::new("ask-close-up").with("unit", piece(self.unit));
        Question::new(cx.seat, A_34_1, line).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.push(Action::FillIn);
        if self.may_contract(cx.rules, cx.state).is_ok() {
            out.push(Action::Contract);
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        match action {
            Action::FillIn => Some(Ok(())),
            Action::Contract => Some(self.may_contract(cx.rules, cx.state)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let (rules, state, unit) = (cx.rules, cx.state, self.unit);
        if action == Action::Contract {
            let files = state.body(unit).formation.files - 1;
            let fronts = rules.fronts(state, unit, files);
            let front = (*fronts.end()).min(rules.front_missiles(state, unit)).max(*fronts.start());
            rules.lay_out(state, unit, files, front);
            cx.story.tell(|| {
                Event::new(A_34_1, "told-contracts").with("unit", piece(unit)).with("n", i32::from(files))
            });
        } else {
            cx.story.tell(|| Event::new(A_34_1, "told-fills-in").with("unit", piece(unit)));
        }
        next_step(state, Step::Commanders)
    }

    fn default_action(&self, _cx: Cx<'_, Base>) -> Option<Action> {
        Some(Action::FillIn)
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}
