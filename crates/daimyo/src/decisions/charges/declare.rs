//! 6.1, 6.2: which charges are declared? Nobody moves yet.

use crate::{
    decisions::charges::{
        charge_test::ChargeTest,
        obedience::{Obedience, Wish},
    },
    model::state::{Charge, MOST_CHARGES},
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Declare;

impl Decision<Daimyo, Base> for Declare {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    /// A group that failed declares nothing of its own will.
    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.activated && starters(cx).any(|unit| !cx.rules.chances(cx.state, unit).is_empty())
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        end(cx.state);
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, R_6_2, Line::new("ask-charge").with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        for unit in starters(cx) {
            for chance in cx.rules.chances(cx.state, unit) {
                out.push(Action::Charge { unit, target: chance.target });
            }
            if out.full() {
                return;
            }
        }
        out.push(Action::NoMore);
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Charge { unit, target } => Some(may_charge(cx.rules, cx.state, unit, target)),
            Action::NoMore => Some(Ok(())),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        match action {
            Action::Charge { unit, target } if rules.needs_obedience(state, unit) => {
                state.step = Step::Obedience(Obedience { unit, wish: Wish::Charge { target } });
            }
            Action::Charge { unit, target } => declare(rules, state, unit, target, story),
            _ => end(state),
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let Cx { rules, state, .. } = cx;
        let target = rules.unit_clicked(thing)?;
        let own = &rules.group(state.group?).units;
        let unit = own
            .iter()
            .find(|own| may_charge(rules, state, *own, target).is_ok())
            .or_else(|| own.iter().find(|own| rules.may_start(state, *own).is_ok()))
            .or_else(|| own.first())?;
        Some(Action::Charge { unit, target })
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        Some(Action::NoMore)
    }

    /// 6.2: all charges are declared together, so the first begins what *no more* ends.
    fn depth(&self, cx: Cx<'_>) -> usize {
        usize::from(!cx.state.charges.is_empty())
    }
}

fn starters(cx: Cx<'_>) -> impl Iterator<Item = UnitId> {
    let group = cx.rules.group(cx.state.group.expect("a group acts"));
    group.units.iter().filter(move |unit| cx.rules.may_start(cx.state, *unit).is_ok())
}

fn end(state: &mut State) {
    state.step = Step::ChargeTest(ChargeTest { charge: 0 });
}

/// The charge is declared, if it can still be made.
pub(crate) fn declare(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    target: UnitId,
    story: &mut Story<Event>,
) {
    let chance = rules.chances(state, unit).into_iter().find(|chance| chance.target == target);
    let Some(chance) = chance.filter(|_| state.charges.len() < MOST_CHARGES) else { return };
    let body = state.body(unit);
    state.charges.push(Charge {
        unit,
        target,
        from: body.at,
        heading: body.heading,
        wheel: chance.wheel,
        path: chance.path,
        off: false,
        countered: false,
    });
    state.body_mut(unit).mark(Mark::Picked);
    state.body_mut(target).mark(Mark::Charged);
    story.tell(|| {
        Event::of(R_6_2, "told-declares", unit).with("target", piece(target)).by(rules.side_of(unit))
    });
}

fn may_charge(rules: &Daimyo, state: &State, unit: UnitId, target: UnitId) -> May {
    rules.may_start(state, unit)?;
    if rules.side_of(target) == rules.side_of(unit) || !state.body(target).place.is_here() {
        return Err(No::new(R_6_1, "no-enemy").with("other", piece(target)));
    }
    if rules.chances(state, unit).iter().any(|chance| chance.target == target) {
        return Ok(());
    }
    if !rules.sees(state, unit, target) {
        return Err(No::new(R_6_1, "no-sight").with("unit", piece(unit)).with("other", piece(target)));
    }
    Err(No::new(R_6_1, "no-path").with("unit", piece(unit)).with("other", piece(target)))
}
