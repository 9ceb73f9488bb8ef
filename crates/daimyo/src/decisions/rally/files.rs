//! 13.6: a unit re-forms or has rallied. In how many files does it stand?

use plane::Formation;

use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Files {
    pub unit: UnitId,
    pub rallied: bool,
}

impl Decision<Daimyo, Base> for Files {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let line = Line::new("ask-form").with("unit", piece(self.unit));
        Question::new(cx.seat, R_13_6, line).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        for files in 1..=cx.rules.most_files(cx.state, self.unit) {
            if self.may_form(cx, files).is_ok() {
                out.push(Action::Form(files));
            }
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Form(files) => Some(self.may_form(cx, files)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let Action::Form(files) = action else { unreachable!("{action:?} was judged legal") };
        let body = cx.state.body_mut(self.unit);
        body.formation = Formation::new(body.formation.stands, files);
        cx.state.step = if self.rallied { Step::Rally } else { Step::Reform };
        Flow::Stay
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        Some(Action::Form(cx.state.body(self.unit).formation.files))
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}

impl Files {
    fn may_form(&self, cx: Cx<'_>, files: u8) -> May {
        let Cx { rules, state, .. } = cx;
        let unit = self.unit;
        let formation = state.body(unit).formation;
        if files == formation.files {
            return Ok(());
        }
        let print = |files| rules.print_as(state, unit, Formation::new(formation.stands, files));
        let fits =
            files > 0 && files <= rules.most_files(state, unit) && rules.is_clear(state, unit, &print(files));
        if fits { Ok(()) } else { Err(No::new(R_13_6, "no-room").with("unit", piece(unit))) }
    }
}
