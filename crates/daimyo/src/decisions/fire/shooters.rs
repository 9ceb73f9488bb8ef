//! D-SEQ-B4, 7.2, 13.8: which unit of the active group fires next?

use crate::{decisions::fire::volley::Shooting, prelude::*, queries::fire::may_fire};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Shooters;

impl Decision<Daimyo, Base> for Shooters {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        !cx.state.volley_all && next(cx).is_some()
    }

    /// 13.8: everyone fires who can, or nobody is left who could.
    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let unit = if cx.state.volley_all { next(cx.as_cx()) } else { None };
        let CxMut { rules, state, .. } = cx;
        match unit {
            Some(unit) => fire(rules, state, unit),
            None => {
                state.volley_all = false;
                for body in state.units.iter_mut() {
                    body.set(Mark::Decided, false);
                }
                state.step = Step::Melee;
            }
        }
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, D_SEQ_B4, Line::new("ask-fire").with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let shooters: Vec<UnitId> = shooters(cx).collect();
        out.extend(shooters.iter().copied().map(Action::Fire));
        out.extend(shooters.iter().copied().map(Action::Hold));
        if shooters.len() > 1 {
            out.push(Action::FireAll);
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Fire(unit) | Action::Hold(unit) => Some(may_fire(cx.rules, cx.state, unit)),
            Action::FireAll if shooters(cx).nth(1).is_some() => Some(Ok(())),
            Action::FireAll => Some(No::because(R_13_8, "no-fire-all")),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::Fire(unit) => fire(cx.rules, cx.state, unit),
            Action::Hold(unit) => cx.state.body_mut(unit).mark(Mark::Decided),
            // One after the other, each applied before the next: who has fired is asked for no more.
            _ => {
                let first = next(cx.as_cx()).expect("somebody can fire");
                cx.state.volley_all = true;
                fire(cx.rules, cx.state, first);
            }
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(thing).map(Action::Fire)
    }
}

fn shooters(cx: Cx<'_>) -> impl Iterator<Item = UnitId> {
    let group = cx.rules.group(cx.state.group.expect("a group acts"));
    group.units.iter().filter(move |unit| may_fire(cx.rules, cx.state, *unit).is_ok())
}

/// The first that can fire. A group that failed does not.
fn next(cx: Cx<'_>) -> Option<UnitId> {
    if cx.state.activated { shooters(cx).next() } else { None }
}

fn fire(rules: &Daimyo, state: &mut State, unit: UnitId) {
    let salvos = rules.salvos(state, unit);
    state.step = Step::Volley(Shooting { unit, charge: None, salvos, made: 0 });
}
