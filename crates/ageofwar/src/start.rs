//! Chapter 4, steps 1 and 2: casualties and re-forming, new commanders, new generals.

use kernel::{Actions, Line, May, No, Pool, Question, Roll, Story, Stroke};
use open::Event;
use plane::{Formation, Heading};

use crate::{
    AgeOfWar,
    action::Action,
    refer::{banner, piece},
    rule_ids::*,
    state::{Base, Errand, Mark, Part, State, Step, Where},
    steps::Mover,
    units::{ClanId, Class, UnitId},
};

impl AgeOfWar {
    /// Step 1: the next unit with markers, nearest the enemy first; then those who may re-form without a test.
    pub(crate) fn work_casualties(&self, state: &mut State) {
        let side = state.active;
        let skipped = self.scenario.skip_casualties == Some(state.turn);
        let far = |unit: UnitId| self.nearest_enemy(state, unit).map(|foe| self.gap(state, unit, foe));
        let next = self
            .troops(state, side)
            .filter(|unit| state.body(*unit).markers > 0 && !skipped)
            .min_by_key(|unit| (far(*unit), *unit));
        if let Some(unit) = next {
            state.body_mut(unit).clear(&[Mark::MayReform]);
            state.errands.push(Errand::Reform { unit, part: Part::Facing });
            state.errands.push(Errand::Test { unit, asked: false });
            return;
        }
        let reforms = self.troops(state, side).find(|unit| state.is(*unit, Mark::MayReform) && !skipped);
        if let Some(unit) = reforms {
            state.body_mut(unit).clear(&[Mark::MayReform]);
            state.errands.push(Errand::Reform { unit, part: Part::Facing });
            return;
        }
        state.reform_none = false;
        state.step = if self.options.free_order { Step::Restore } else { Step::Commanders };
    }

    /// as a switch: a die for each disordered unit that does not fight.
    pub(crate) fn work_restore(&self, state: &mut State) {
        let next = self.troops(state, state.active).find(|unit| {
            state.is(*unit, Mark::Disordered)
                && !state.is(*unit, Mark::Decided)
                && !self.is_fighting(state, *unit)
        });
        match next {
            Some(unit) => {
                state.body_mut(unit).mark(Mark::Decided);
                state.step = Step::RestoreDie { unit };
            }
            None => {
                self.undecide(state);
                state.step = Step::Commanders;
            }
        }
    }

    pub(crate) fn undecide(&self, state: &mut State) {
        for unit in state.all() {
            state.body_mut(unit).clear(&[Mark::Decided]);
        }
    }

    // Re-forming.

    /// Who is gone, fights or is told to stay does not re-form.
    pub(crate) fn reform_lapses(&self, state: &State, unit: UnitId) -> bool {
        state.reform_none
            || state.body(unit).place != Where::Table
            || self.unit(unit).is_gun()
            || self.is_fighting(state, unit)
    }

    pub(crate) fn reform_question(&self, unit: UnitId, part: Part) -> Question {
        let key = match part {
            Part::Facing => "ask-reform-facing",
            Part::Files => "ask-reform-files",
            Part::Missiles => "ask-reform-front",
        };
        Question::new(self.seat_of(unit), R_14_2, Line::new(key).with("unit", piece(unit))).at(piece(unit))
    }

    /// 4.1: the present facing, or 45 or 90 degrees either way.
    pub(crate) fn may_reform_facing(&self, state: &State, unit: UnitId, heading: Heading) -> May {
        let turn = state.body(unit).heading.to(heading).abs();
        if turn > 18 || turn % 9 != 0 {
            return No::because(R_4_1, "no-reform-facing");
        }
        if !self.may_face(state, unit, heading) {
            return No::because(R_3_5, "no-room");
        }
        Ok(())
    }

    pub(crate) fn may_reform_files(&self, state: &State, unit: UnitId, files: u8) -> May {
        let body = state.body(unit);
        if !self.may_have(body.bases.len() as u8, files) {
            return No::because(R_3_1, "no-formation");
        }
        if files == body.formation.files {
            return Ok(());
        }
        let print = self.print(state, unit);
        let to = self.print_as(state, unit, Formation::new(body.bases.len() as u8, files));
        if Mover::new(self, state, unit).may_set(&print, &to).is_err() {
            return No::because(R_3_5, "no-room");
        }
        Ok(())
    }

    pub(crate) fn list_reform(&self, state: &State, unit: UnitId, part: Part, out: &mut Actions<Action>) {
        let body = state.body(unit);
        match part {
            Part::Facing => {
                for steps in [0, -9, 9, -18, 18] {
                    let heading = body.heading.turned(steps);
                    if self.may_reform_facing(state, unit, heading).is_ok() {
                        out.push(Action::Face(heading));
                    }
                }
                out.push(Action::ReformNone);
            }
            Part::Files => {
                for files in 1..=body.bases.len() as u8 {
                    if self.may_reform_files(state, unit, files).is_ok() {
                        out.push(Action::Form(files));
                    }
                }
            }
            Part::Missiles => {
                for front in self.fronts(state, unit, body.formation.files) {
                    out.push(Action::Front(front));
                }
            }
        }
    }

    pub(crate) fn may_reform(&self, state: &State, unit: UnitId, part: Part, action: Action) -> Option<May> {
        Some(match (part, action) {
            (Part::Facing, Action::Face(heading)) => self.may_reform_facing(state, unit, heading),
            (Part::Facing, Action::ReformNone) => Ok(()),
            (Part::Files, Action::Form(files)) => self.may_reform_files(state, unit, files),
            (Part::Missiles, Action::Front(front)) => {
                let fronts = self.fronts(state, unit, state.body(unit).formation.files);
                if fronts.contains(&front) { Ok(()) } else { No::because(R_3_1, "no-formation") }
            }
            _ => return None,
        })
    }

    pub(crate) fn resolve_reform(
        &self,
        state: &mut State,
        unit: UnitId,
        action: Action,
        story: &mut Story<Event>,
    ) {
        state.errands.pop();
        match action {
            Action::ReformNone => state.reform_none = true,
            Action::Face(heading) => {
                self.resolve_face(state, unit, heading, A_20_1, story);
                state.errands.push(Errand::Reform { unit, part: Part::Files });
            }
            Action::Form(files) => {
                let old = state.body(unit).formation.files;
                if files != old {
                    let front = *self.fronts(state, unit, files).end();
                    self.lay_out(state, unit, files, front);
                    story.tell(|| {
                        Event::new(A_20_1, "told-reforms")
                            .with("unit", piece(unit))
                            .with("n", i32::from(files))
                    });
                }
                state.errands.push(Errand::Reform { unit, part: Part::Missiles });
            }
            Action::Front(front) => {
                if front != self.front_missiles(state, unit) {
                    let files = state.body(unit).formation.files;
                    self.lay_out(state, unit, files, front);
                    story.tell(|| {
                        Event::new(R_3_1, "told-front").with("unit", piece(unit)).with("n", i32::from(front))
                    });
                }
            }
            other => unreachable!("{other:?} is no re-forming"),
        }
    }

    // new commanders.

    pub(crate) fn work_commanders(&self, state: &mut State) {
        let next = self.troops(state, state.active).find(|unit| {
            !state.body(*unit).has_commander()
                && !self.unit(*unit).is_gun()
                && !state.is(*unit, Mark::Decided)
        });
        match next {
            Some(unit) => {
                state.body_mut(unit).mark(Mark::Decided);
                state.step = Step::Commander { unit };
            }
            None => {
                self.undecide(state);
                state.step = Step::NewGenerals;
            }
        }
    }

    pub(crate) fn commander_question(&self, unit: UnitId) -> Question {
        let line = Line::new("ask-risk").with("unit", piece(unit));
        Question::new(self.seat_of(unit), R_4_2, line).at(piece(unit))
    }

    /// 2.3: the best base, the first of equals.
    fn best_base(&self, state: &State, unit: UnitId) -> usize {
        let bases = &state.body(unit).bases;
        let worth = |base: &Base| {
            (base.kind.class().rank(), base.kind.class() == Class::Samurai, self.tables.base_cost(base.kind))
        };
        let best = bases.iter().map(worth).max().expect("a unit has bases");
        bases.iter().position(|base| worth(base) == best).expect("one of them")
    }

    pub(crate) fn resolve_commander(
        &self,
        state: &mut State,
        unit: UnitId,
        pip: i32,
        story: &mut Story<Event>,
    ) {
        state.step = Step::Commanders;
        let best = self.best_base(state, unit);
        if pip <= self.tables.new_commander.gone_to {
            story.tell(|| {
                Event::new(A_34_1, "told-gone-for-help").with("unit", piece(unit)).by(self.side_of(unit))
            });
            let files = state.body(unit).formation.files;
            self.remove_base(state, unit, best);
            self.bury(state, unit, story);
            // With one rank left it has lost a file already, and a unit that fights keeps its front.
            let body = state.body(unit);
            if body.place == Where::Table && body.formation.files == files {
                state.step = Step::CloseUp { unit };
            }
            return;
        }
        // He takes his place in the middle of the front rank.
        let body = state.body_mut(unit);
        body.bases[best].commander = true;
        let middle = usize::from((body.formation.in_rank(0) - 1) / 2);
        body.bases.swap(best, middle);
        if pip <= self.tables.new_commander.disordered_to {
            story.tell(|| Event::new(A_34_1, "told-new-commander").with("unit", piece(unit)));
            self.disorder(state, unit, A_34_1, story);
        } else {
            state.body_mut(unit).mark(Mark::Avenge);
            story.tell(|| Event::new(A_34_1, "told-avenge").with("unit", piece(unit)));
        }
    }

    pub(crate) fn close_up_question(&self, unit: UnitId) -> Question {
        let line = Line::new("ask-close-up").with("unit", piece(unit));
        Question::new(self.seat_of(unit), A_34_1, line).at(piece(unit))
    }

    /// the rear fills the gap, or the unit has a file less, where there is room and it does not fight.
    pub(crate) fn may_contract(&self, state: &State, unit: UnitId) -> May {
        let body = state.body(unit);
        let (bases, files) = (body.bases.len() as u8, body.formation.files);
        if files < 2 || !self.may_have(bases, files - 1) {
            return No::because(R_3_1, "no-formation");
        }
        if self.is_fighting(state, unit) {
            return Err(No::new(A_34_1, "no-contract-fights").with("unit", piece(unit)));
        }
        let to = self.print_as(state, unit, Formation::new(bases, files - 1));
        if Mover::new(self, state, unit).may_set(&self.print(state, unit), &to).is_err() {
            return No::because(R_3_5, "no-room");
        }
        Ok(())
    }

    pub(crate) fn resolve_close_up(
        &self,
        state: &mut State,
        unit: UnitId,
        action: Action,
        story: &mut Story<Event>,
    ) {
        state.step = Step::Commanders;
        if action != Action::Contract {
            return story.tell(|| Event::new(A_34_1, "told-fills-in").with("unit", piece(unit)));
        }
        let files = state.body(unit).formation.files - 1;
        let front = (*self.fronts(state, unit, files).end()).min(self.front_missiles(state, unit));
        let front = front.max(*self.fronts(state, unit, files).start());
        self.lay_out(state, unit, files, front);
        story.tell(|| {
            Event::new(A_34_1, "told-contracts").with("unit", piece(unit)).with("n", i32::from(files))
        });
    }

    // new generals.

    pub(crate) fn work_new_generals(&self, state: &mut State) {
        let next = self.all_clans().find(|clan| {
            let data = self.clan(*clan);
            data.side == state.active
                && state.body(data.general).place == Where::Dead
                && !state.is(data.general, Mark::Decided)
                && data.units.iter().any(|unit| state.body(unit).place == Where::Table)
        });
        match next {
            Some(clan) => {
                state.body_mut(self.clan(clan).general).mark(Mark::Decided);
                state.step = Step::NewGeneral { clan };
            }
            None => {
                self.undecide(state);
                state.step = Step::Generals;
            }
        }
    }

    pub(crate) fn new_general_roll(&self, clan: ClanId) -> Roll {
        Roll {
            rule: A_10_3,
            seat: kernel::Seat(self.clan(clan).side.0),
            line: Line::new("roll-new-general").with("clan", banner(clan)),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn resolve_new_general(
        &self,
        state: &mut State,
        clan: ClanId,
        pip: i32,
        story: &mut Story<Event>,
    ) {
        state.step = Step::NewGenerals;
        let table = &self.tables.new_general;
        if pip <= table.none_to {
            return story.tell(|| Event::new(A_10_3, "told-no-general").with("clan", banner(clan)));
        }
        let data = self.clan(clan);
        let camp = self.camp_shape(data.side);
        let unit = data
            .units
            .iter()
            .filter(|unit| state.body(*unit).place == Where::Table)
            .min_by_key(|unit| (self.shape(state, *unit).gap(&camp), *unit))
            .expect("a clan without units throws for nobody");
        state.body_mut(data.general).place = Where::With;
        let chief = state.chief_mut(clan);
        if pip <= table.worse_to {
            chief.value = (chief.value + table.worse).min(self.tables.generals.worst);
        }
        (chief.with, chief.front, chief.guards, chief.rallied) = (Some(unit), false, 0, false);
        let value = i32::from(chief.value);
        story.tell(|| {
            Event::new(A_10_3, "told-new-general")
                .with("clan", banner(clan))
                .with("n", value)
                .with("unit", piece(unit))
                .stroke(Stroke::Joined { piece: piece(data.general), to: piece(unit) })
        });
    }

    /// Where the Maku stands or stood.
    pub(crate) fn camp_shape(&self, side: kernel::Side) -> plane::Outline {
        let maku = self.makus[side.index()];
        let body = self.start_body(maku);
        let size = self.tables.base_size(self.unit(maku), false);
        plane::Footprint::new(body.at, body.heading, size.width, size.depth).outline()
    }

    /// The lot of the scenario: who is late.
    pub(crate) fn resolve_lot(&self, state: &mut State, pip: i32, story: &mut Story<Event>) {
        let Some(unit) = self.scenario.lots.get(pip as usize - 1).copied() else { return };
        state.body_mut(unit).place = Where::Late;
        story.tell(|| {
            Event::new(A_SC3, "told-late-by-lot")
                .with("unit", piece(unit))
                .stroke(Stroke::Gone { piece: piece(unit) })
        });
        self.begin_player_turn(state);
    }
}
