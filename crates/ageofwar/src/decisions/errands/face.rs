//! 14.9: any facing after a fall back of two fails.

use kernel::Rule;
use plane::{Compass, Heading};

use crate::{
    decisions::{ASKING, clicked_spot, clicked_unit},
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Face {
    pub unit: UnitId,
}

/// A click means the facing of the unit towards it.
pub(super) fn clicked(cx: Cx<'_>, unit: UnitId, thing: Thing) -> Option<Action> {
    let other = || clicked_unit(cx.rules, thing).map(|other| cx.state.body(other).at);
    let to = clicked_spot(thing).or_else(other)?;
    let from = cx.rules.print(cx.state, unit).centre();
    Compass::EIGHT.bearing(from, to.fine()).map(Action::Face)
}

/// Turns a unit on the spot.
pub(super) fn turn(cx: &mut CxMut<'_>, unit: UnitId, heading: Heading, rule: Rule) {
    if cx.state.body(unit).heading == heading {
        return;
    }
    cx.state.body_mut(unit).heading = heading;
    cx.story.tell(|| {
        Event::new(rule, "told-faces")
            .with("unit", piece(unit))
            .with("n", heading.degrees())
            .stroke(Stroke::Turned { piece: piece(unit), heading: heading.tenths() as u16 })
    });
}

impl Decision<AgeOfWar> for Face {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let line = Line::new("ask-face").with("unit", piece(self.unit));
        Question::new(cx.seat, R_14_9, line).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let headings = Compass::EIGHT.headings();
        for heading in headings.filter(|heading| cx.rules.may_face(cx.state, self.unit, *heading)) {
            out.push(Action::Face(heading));
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let Action::Face(heading) = *action else { return None };
        Some(match heading.steps() % 9 == 0 && cx.rules.may_face(cx.state, self.unit, heading) {
            true => Ok(()),
            false => No::because(R_3_5, "no-room"),
        })
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        let Action::Face(heading) = action else { unreachable!("{action:?} was judged legal") };
        turn(&mut cx, self.unit, heading, R_14_9);
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.body(self.unit).place == Where::Table
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        clicked(cx, self.unit, thing)
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        Some(Action::Face(cx.state.body(self.unit).heading))
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ASKING
    }
}
