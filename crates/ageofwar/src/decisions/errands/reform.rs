//! 4.1, 14.2: a unit re-forms: its facing, then its files, then the missiles in front.

use plane::{Formation, Heading};

use super::face;
use crate::{decisions::ASKING, prelude::*, queries::mover::Mover};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Facing,
    Files,
    Missiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reform {
    pub unit: UnitId,
    pub part: Part,
}

impl Reform {
    pub(crate) fn of(unit: UnitId) -> Errand {
        Errand::Reform(Reform { unit, part: Part::Facing })
    }

    /// 4.1: the present facing, or 45 or 90 degrees either way.
    fn may_face(&self, cx: Cx<'_>, heading: Heading) -> May {
        let turn = cx.state.body(self.unit).heading.to(heading).abs();
        if turn > 18 || turn % 9 != 0 {
            return No::because(R_4_1, "no-reform-facing");
        }
        if !cx.rules.may_face(cx.state, self.unit, heading) {
            return No::because(R_3_5, "no-room");
        }
        Ok(())
    }

    fn may_form(&self, cx: Cx<'_>, files: u8) -> May {
        let (rules, state, unit) = (cx.rules, cx.state, self.unit);
        let body = state.body(unit);
        if !rules.may_have(body.bases.len() as u8, files) {
            return No::because(R_3_1, "no-formation");
        }
        if files == body.formation.files {
            return Ok(());
        }
        let print = rules.print(state, unit);
        let to = rules.print_as(state, unit, Formation::new(body.bases.len() as u8, files));
        if Mover::new(rules, state, unit).may_set(&print, &to).is_err() {
            return No::because(R_3_5, "no-room");
        }
        Ok(())
    }

    fn next(&self, part: Part) -> Flow {
        Flow::Next(Errand::Reform(Reform { part, ..*self }))
    }
}

impl Decision<AgeOfWar> for Reform {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let key = match self.part {
            Part::Facing => "ask-reform-facing",
            Part::Files => "ask-reform-files",
            Part::Missiles => "ask-reform-front",
        };
        Question::new(cx.seat, R_14_2, Line::new(key).with("unit", piece(self.unit))).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let body = cx.state.body(self.unit);
        match self.part {
            Part::Facing => {
                for steps in [0, -9, 9, -18, 18] {
                    let heading = body.heading.turned(steps);
                    if self.may_face(cx, heading).is_ok() {
                        out.push(Action::Face(heading));
                    }
                }
                out.push(Action::ReformNone);
            }
            Part::Files => {
                for files in 1..=body.bases.len() as u8 {
                    if self.may_form(cx, files).is_ok() {
                        out.push(Action::Form(files));
                    }
                }
            }
            Part::Missiles => {
                for front in cx.rules.fronts(cx.state, self.unit, body.formation.files) {
                    out.push(Action::Front(front));
                }
            }
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        Some(match (self.part, *action) {
            (Part::Facing, Action::Face(heading)) => self.may_face(cx, heading),
            (Part::Facing, Action::ReformNone) => Ok(()),
            (Part::Files, Action::Form(files)) => self.may_form(cx, files),
            (Part::Missiles, Action::Front(front)) => {
                let files = cx.state.body(self.unit).formation.files;
                let fronts = cx.rules.fronts(cx.state, self.unit, files);
                if fronts.contains(&front) { Ok(()) } else { No::because(R_3_1, "no-formation") }
            }
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        let (rules, unit) = (cx.rules, self.unit);
        match action {
            Action::ReformNone => cx.state.reform_none = true,
            Action::Face(heading) => {
                face::turn(&mut cx, unit, heading, A_20_1);
                return self.next(Part::Files);
            }
            Action::Form(files) => {
                if files != cx.state.body(unit).formation.files {
                    let front = *rules.fronts(cx.state, unit, files).end();
                    rules.lay_out(cx.state, unit, files, front);
                    cx.story.tell(|| {
                        Event::new(A_20_1, "told-reforms")
                            .with("unit", piece(unit))
                            .with("n", i32::from(files))
                    });
                }
                return self.next(Part::Missiles);
            }
            Action::Front(front) => {
                if front != rules.front_missiles(cx.state, unit) {
                    let files = cx.state.body(unit).formation.files;
                    rules.lay_out(cx.state, unit, files, front);
                    cx.story.tell(|| {
                        Event::new(R_3_1, "told-front").with("unit", piece(unit)).with("n", i32::from(front))
                    });
                }
            }
            _ => unreachable!("{action:?} was judged legal"),
        }
        Flow::Done
    }

    /// A unit that is gone, fights or may not re-form any more in this step does not re-form.
    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        !cx.state.reform_none
            && cx.state.body(self.unit).place == Where::Table
            && !cx.rules.unit(self.unit).is_gun()
            && !cx.rules.is_fighting(cx.state, self.unit)
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        face::clicked(cx, self.unit, thing)
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        let body = cx.state.body(self.unit);
        Some(match self.part {
            Part::Facing => Action::Face(body.heading),
            Part::Files => Action::Form(body.formation.files),
            Part::Missiles => {
                Action::Front(*cx.rules.fronts(cx.state, self.unit, body.formation.files).end())
            }
        })
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ASKING
    }
}
