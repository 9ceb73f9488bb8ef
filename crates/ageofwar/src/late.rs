//! Chapter 11: units that come late.

use kernel::{Actions, Line, May, No, Pool, Question, Roll, Story, Stroke};
use open::Event;
use plane::{Footprint, Formation, Point, TableEdge};

use crate::{
    AgeOfWar,
    action::Action,
    formation::TOLERANCE,
    refer::{piece, spot},
    rule_ids::*,
    state::{Mark, State, Step, Where},
    units::{Class, UnitId},
};

impl AgeOfWar {
    /// Step 10: the next late unit of the side whose turn it is.
    pub(crate) fn work_late(&self, state: &mut State) {
        let next = self.of_side[state.active.index()].iter().find(|unit| {
            let from = self.entry_of(*unit).map_or(0, |entry| entry.from_turn);
            state.body(*unit).place == Where::Late && !state.is(*unit, Mark::Decided) && state.turn >= from
        });
        match next {
            Some(unit) => {
                state.body_mut(unit).mark(Mark::Decided);
                let called = state.is(unit, Mark::Called);
                state.step = if called { Step::Arrive { unit } } else { Step::LateDie { unit } };
            }
            None => {
                self.undecide(state);
                state.step = Step::Countdown;
            }
        }
    }

    pub(crate) fn late_roll(&self, unit: UnitId) -> Roll {
        let table = &self.tables.late;
        let dice = if self.unit(unit).class() == Class::Samurai { table.samurai_dice } else { table.dice };
        Roll {
            rule: A_20_10,
            seat: self.seat_of(unit),
            line: Line::new("roll-late").with("unit", piece(unit)),
            pool: Pool::Reach { dice, sides: 6, at_least: table.from },
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn resolve_late(&self, state: &mut State, unit: UnitId, value: i32, story: &mut Story<Event>) {
        let comes = value > 0;
        let key = if comes { "told-comes" } else { "told-still-late" };
        story.tell(|| Event::new(A_20_10, key).with("unit", piece(unit)));
        if comes {
            state.body_mut(unit).mark(Mark::Called);
        }
        state.step = if comes { Step::Arrive { unit } } else { Step::Late };
    }

    pub(crate) fn arrive_question(&self, unit: UnitId) -> Question {
        Question::new(self.seat_of(unit), R_11_1, Line::new("ask-arrive").with("unit", piece(unit)))
    }

    /// Where it would stand: its rear on the edge, facing the table.
    pub(crate) fn arrival_print(&self, state: &State, unit: UnitId, along: u16, files: u8) -> Footprint {
        let edge = self.unit(unit).edge;
        let formation = Formation::new(state.body(unit).bases.len() as u8, files);
        let (width, depth) = formation.size(self.size(state, unit));
        let along = i32::from(along) * 100;
        let table = &self.ground.table;
        let at = match edge {
            TableEdge::South => Point::new(along, depth.0),
            TableEdge::North => Point::new(along, table.height.0 - depth.0),
            TableEdge::West => Point::new(depth.0, along),
            TableEdge::East => Point::new(table.width.0 - depth.0, along),
        };
        Footprint::new(at, edge.heading().back(), width, depth)
    }

    pub(crate) fn may_place(&self, state: &State, unit: UnitId, along: u16, files: u8) -> May {
        let body = state.body(unit);
        if !self.may_have(body.bases.len() as u8, files) {
            return No::because(R_3_1, "no-formation");
        }
        let print = self.arrival_print(state, unit, along, files);
        let shape = print.outline();
        if let Some(entry) = self.entry_of(unit)
            && !(entry.from.0..=entry.to.0).contains(&(i32::from(along) * 100))
        {
            return No::because(A_SC1, "no-entry");
        }
        crate::steps::Mover::new(self, state, unit).may_sweep(&shape, None).map_err(|mut no| {
            no.rule = R_11_1;
            no
        })?;
        let near = self
            .fighters(state, self.side_of(unit).other())
            .find(|foe| self.shape(state, *foe).within(&shape, self.tables.late.apart + TOLERANCE));
        match near {
            Some(foe) => Err(No::new(R_11_1, "no-place-near").with("other", piece(foe))),
            None => Ok(()),
        }
    }

    pub(crate) fn list_places(&self, state: &State, unit: UnitId, out: &mut Actions<Action>) {
        let table = &self.ground.table;
        let long = match self.unit(unit).edge {
            TableEdge::North | TableEdge::South => table.width,
            _ => table.height,
        };
        for x in 0..=(long.0 / 100) as u16 {
            for files in 1..=state.body(unit).bases.len() as u8 {
                if self.may_place(state, unit, x, files).is_ok() {
                    out.push(Action::Place { x, files });
                    if out.full() {
                        return;
                    }
                }
            }
        }
    }

    /// Chapter 11: with no free place it waits. False when there is one.
    pub(crate) fn work_arrive(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) -> bool {
        let mut one = Actions::up_to(1);
        self.list_places(state, unit, &mut one);
        if one.full() {
            return false;
        }
        story.tell(|| Event::new(R_11_1, "told-waits").with("unit", piece(unit)));
        state.step = Step::Late;
        true
    }

    pub(crate) fn resolve_place(
        &self,
        state: &mut State,
        unit: UnitId,
        (along, files): (u16, u8),
        story: &mut Story<Event>,
    ) {
        let print = self.arrival_print(state, unit, along, files);
        let front = *self.fronts(state, unit, files).end();
        self.lay_out(state, unit, files, front);
        self.put(state, unit, &print);
        let body = state.body_mut(unit);
        body.place = Where::Table;
        body.clear(&[Mark::Called]);
        story.tell(|| {
            Event::new(R_11_1, "told-arrives")
                .with("unit", piece(unit))
                .stroke(Stroke::Appeared { piece: piece(unit), place: spot(print.front) })
        });
        let clan = self.unit(unit).clan;
        let general = self.clan(clan).general;
        if state.body(general).place == Where::Late {
            state.body_mut(general).place = Where::With;
            let chief = state.chief_mut(clan);
            (chief.with, chief.front) = (Some(unit), false);
            story.tell(|| {
                Event::new(R_4_3, "told-general-arrives")
                    .with("general", piece(general))
                    .with("unit", piece(unit))
            });
        }
        self.end_of_move(state, unit);
        state.step = Step::Late;
    }

    /// The middle of a list is where nobody is crowded: what a sensible owner takes.
    pub(crate) fn habit_place(&self, state: &State, unit: UnitId) -> Action {
        let mut listed = Actions::default();
        self.list_places(state, unit, &mut listed);
        let files = state.body(unit).formation.files;
        let same: Vec<Action> = listed
            .iter()
            .copied()
            .filter(|action| matches!(action, Action::Place { files: f, .. } if *f == files))
            .collect();
        same.get(same.len() / 2).copied().unwrap_or(listed[0])
    }
}
