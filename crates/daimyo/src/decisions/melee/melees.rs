//! D-SEQ-B5, 8.1: which melee of the active group is fought next?

use arrayvec::ArrayVec;

use crate::{decisions::melee::fight, model::units::UnitSet, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Melees;

impl Decision<Daimyo, Base> for Melees {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.activated && !melees(cx).is_empty()
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        sequence::end_slot(cx.rules, cx.state);
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, D_SEQ_B5, Line::new("ask-melee").with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        out.extend(melees(cx).into_iter().map(Action::Fight));
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let Action::Fight(unit) = *action else { return None };
        Some(if melees(cx).contains(&unit) {
            Ok(())
        } else if cx.state.is(unit, Mark::Fought) {
            Err(No::new(D_MEL_12, "no-fought").with("unit", piece(unit)))
        } else {
            Err(No::new(R_8_1, "no-melee").with("unit", piece(unit)))
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let Action::Fight(unit) = action else { unreachable!("{action:?} was judged legal") };
        fight::begin(cx.rules, cx.state, unit, cx.story);
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let unit = cx.rules.unit_clicked(thing)?;
        Some(Action::Fight(cx.rules.melee_of(cx.state, unit).first().unwrap_or(unit)))
    }
}

/// The melees of the active group, each by its lowest id.
fn melees(cx: Cx<'_>) -> ArrayVec<UnitId, 24> {
    let Cx { rules, state, .. } = cx;
    let mut found: ArrayVec<UnitId, 24> = ArrayVec::new();
    let mut seen = UnitSet::default();
    for unit in state.group.iter().flat_map(|group| rules.group(*group).units.iter()) {
        if seen.has(unit) || !state.body(unit).is_steady() {
            continue;
        }
        let melee = rules.melee_of(state, unit);
        if let Some(first) = melee.first() {
            seen = seen.or(&melee);
            found.push(first);
        }
    }
    found.sort_unstable();
    found
}
