//! D-DIS-8, D-DIS-9, 13.6: disorder comes off, and units are set in order.

use kernel::{Actions, Line, May, No, Question, Story};
use open::Event;
use plane::{Footprint, Formation, Heading};

use crate::{
    Daimyo,
    action::Action,
    decisions::Step,
    morale::{Reason, Verdict},
    refer::piece,
    rule_ids::*,
    state::{Mark, State, Where},
    units::UnitId,
};

impl Daimyo {
    /// D-DIS-8: disordered, and nothing done or suffered this turn.
    fn may_reform(&self, state: &State, unit: UnitId) -> bool {
        let body = state.body(unit);
        body.is_steady()
            && body.is(Mark::Disordered)
            && !body.is(Mark::Rallied)
            && ![Mark::Moved, Mark::Fired, Mark::Fought, Mark::FireHit].iter().any(|mark| body.is(*mark))
            && !self.in_melee(state, unit)
    }

    /// C3: one unit after the other.
    pub(crate) fn work_reform(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        if let Some(unit) =
            state.all().find(|unit| state.is(*unit, Mark::Rallied) && state.is(*unit, Mark::Disordered))
        {
            state.body_mut(unit).set(Mark::Disordered, false);
            story.tell(|| Event::of(D_DIS_9, "told-reformed", unit));
            return true;
        }
        match state.all().find(|unit| self.may_reform(state, *unit)) {
            Some(unit) => {
                state.body_mut(unit).set(Mark::Disordered, false);
                story.tell(|| Event::of(D_DIS_8, "told-reformed", unit));
                if state.body(unit).place == Where::Table {
                    state.step = Step::Facing { unit, rallied: false };
                }
            }
            None => state.step = Step::Leaders,
        }
        true
    }

    pub(crate) fn resolve_rally_test(
        &self,
        state: &mut State,
        unit: UnitId,
        natural: i32,
        story: &mut Story<Event>,
    ) {
        let verdict = self.throw_morale(state, unit, Reason::Rally, natural, story);
        state.step = Step::Rally;
        if let Verdict::Fail(_) = verdict {
            return self.disperse(state, unit, R_9_3, story);
        }
        // Who rallies where he stands in another's way would still be in it.
        let print = self.print(state, unit);
        let body = state.body_mut(unit);
        body.clear(&[Mark::Routing, Mark::NewRout, Mark::HasRun]);
        body.mark(Mark::Rallied);
        story.tell(|| Event::of(R_9_3, "told-rallies", unit).by(self.side_of(unit)));
        if !self.is_clear(state, unit, &print) {
            return self.disperse(state, unit, R_9_3, story);
        }
        if state.body(unit).place == Where::Table {
            state.step = Step::Facing { unit, rallied: true };
        }
    }

    /// Is there room for this footprint?
    fn is_clear(&self, state: &State, unit: UnitId, print: &Footprint) -> bool {
        let shape = print.outline();
        !self.ground.is_off(&shape)
            && self.ground.closed(&shape, self.unit(unit).is_mounted()).is_none()
            && self.blocker(state, unit, &shape).is_none()
    }

    pub(crate) fn facing_question(&self, unit: UnitId, files: bool) -> Question {
        let key = if files { "ask-form" } else { "ask-facing" };
        Question::new(self.seat_of(unit), R_13_6, Line::new(key).with("unit", piece(unit))).at(piece(unit))
    }

    pub(crate) fn may_face_as(&self, state: &State, unit: UnitId, heading: Heading) -> May {
        let print = self.print(state, unit);
        if heading == print.heading || self.is_clear(state, unit, &print.facing(heading)) {
            return Ok(());
        }
        Err(No::new(R_13_6, "no-room").with("unit", piece(unit)))
    }

    pub(crate) fn may_form(&self, state: &State, unit: UnitId, files: u8) -> May {
        let formation = state.body(unit).formation;
        if files == formation.files {
            return Ok(());
        }
        let fits = files > 0
            && files <= formation.stands.min(8)
            && self.is_clear(
                state,
                unit,
                &self.print_as(state, unit, Formation::new(formation.stands, files)),
            );
        if fits { Ok(()) } else { Err(No::new(R_13_6, "no-room").with("unit", piece(unit))) }
    }

    pub(crate) fn list_facings(&self, state: &State, unit: UnitId, rallied: bool, out: &mut Actions<Action>) {
        for heading in Heading::all() {
            if self.may_face_as(state, unit, heading).is_ok() {
                out.push(Action::Face(heading));
            }
        }
        if !rallied {
            out.push(Action::ReformNone);
        }
    }

    pub(crate) fn list_forms(&self, state: &State, unit: UnitId, out: &mut Actions<Action>) {
        for files in 1..=state.body(unit).stands().min(8) {
            if self.may_form(state, unit, files).is_ok() {
                out.push(Action::Form(files));
            }
        }
    }

    pub(crate) fn resolve_facing(
        &self,
        state: &mut State,
        unit: UnitId,
        rallied: bool,
        action: Action,
        story: &mut Story<Event>,
    ) {
        match action {
            Action::Face(heading) => {
                state.body_mut(unit).heading = heading;
                state.step = Step::Files { unit, rallied };
            }
            Action::Form(files) => {
                let body = state.body_mut(unit);
                body.formation = Formation::new(body.formation.stands, files);
                state.step = if rallied { Step::Rally } else { Step::Reform };
            }
            _ => {
                // Everyone who re-forms does so as he stands.
                while let Some(other) = state.all().find(|other| self.may_reform(state, *other)) {
                    state.body_mut(other).set(Mark::Disordered, false);
                    story.tell(|| Event::of(D_DIS_8, "told-reformed", other));
                }
                state.step = Step::Reform;
            }
        }
    }
}
