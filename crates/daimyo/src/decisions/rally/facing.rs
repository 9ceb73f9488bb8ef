//! 13.6: a unit re-forms or has rallied. Which way does it face?

use plane::Heading;

use crate::{
    decisions::{end::reform, rally::files::Files},
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Facing {
    pub unit: UnitId,
    pub rallied: bool,
}

impl Decision<Daimyo, Base> for Facing {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let line = Line::new("ask-facing").with("unit", piece(self.unit));
        Question::new(cx.seat, R_13_6, line).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        for heading in Heading::all() {
            if may_face(cx.rules, cx.state, self.unit, heading).is_ok() {
                out.push(Action::Face(heading));
            }
        }
        if !self.rallied {
            out.push(Action::ReformNone);
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Face(heading) => Some(may_face(cx.rules, cx.state, self.unit, heading)),
            Action::ReformNone if !self.rallied => Some(Ok(())),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let Facing { unit, rallied } = *self;
        if let Action::Face(heading) = action {
            state.body_mut(unit).heading = heading;
            state.step = Step::Files(Files { unit, rallied });
        } else {
            reform::all(rules, state, story);
            state.step = Step::Reform;
        }
        Flow::Stay
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        Some(match self.rallied {
            true => Action::Face(cx.state.body(self.unit).heading),
            false => Action::ReformNone,
        })
    }
}

pub(crate) fn may_face(rules: &Daimyo, state: &State, unit: UnitId, heading: Heading) -> May {
    let print = rules.print(state, unit);
    if heading == print.heading || rules.is_clear(state, unit, &print.facing(heading)) {
        return Ok(());
    }
    Err(No::new(R_13_6, "no-room").with("unit", piece(unit)))
}
