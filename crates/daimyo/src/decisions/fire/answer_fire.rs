//! 7.2, D-FIR-7: does a charged unit fire at its charger?

use crate::{
    decisions::fire::volley::Shooting,
    model::state::Charge,
    prelude::*,
    queries::fire::{answer_salvos, may_shoot},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AnswerFire {
    pub charge: u8,
}

impl Decision<Daimyo, Base> for AnswerFire {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.seat_of(self.charge(cx.state).target).into()
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        let Cx { rules, state, .. } = cx;
        state.charges.get(usize::from(self.charge)).is_some_and(|charge| {
            !charge.off
                && may_shoot(rules, state, charge.target).is_ok()
                && !state.is(charge.target, Mark::Decided)
                && !answer_salvos(rules, state, charge).is_empty()
        })
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        cx.state.step = match usize::from(self.charge) < cx.state.charges.len() {
            true => self.next(),
            false => Step::Fire,
        };
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let charge = self.charge(cx.state);
        let sector = cx.rules.struck_sector(cx.state, charge.target, charge.from);
        let line = Line::new("ask-answer-fire")
            .with("unit", piece(charge.target))
            .with("charger", piece(charge.unit))
            .with("sector", open::scene::sector_key(sector));
        Question::new(cx.seat, D_FIR_7, line).at(piece(charge.target))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let target = self.charge(cx.state).target;
        out.extend([Action::Fire(target), Action::Hold(target)]);
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let (Action::Fire(unit) | Action::Hold(unit)) = *action else { return None };
        let charged = unit == self.charge(cx.state).target;
        Some(if charged { Ok(()) } else { No::because(D_FIR_7, "no-not-charged") })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, .. } = cx;
        let charge = *self.charge(state);
        if let Action::Fire(unit) = action {
            let salvos = answer_salvos(rules, state, &charge);
            state.step = Step::Volley(Shooting { unit, charge: Some(self.charge), salvos, made: 0 });
        } else {
            state.body_mut(charge.target).mark(Mark::Decided);
            state.step = self.next();
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(thing).map(Action::Fire)
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}

impl AnswerFire {
    fn charge<'s>(&self, state: &'s State) -> &'s Charge {
        &state.charges[usize::from(self.charge)]
    }

    /// The next charge in the order of declaration.
    fn next(&self) -> Step {
        Step::AnswerFire(AnswerFire { charge: self.charge + 1 })
    }
}
