//! D-SC1: clans that come onto the table later.

use kernel::{Actions, Line, May, No, Pool, Roll, Seat, Story};
use open::Event;
use plane::{Formation, Heading, Len, Outline, Point, TableEdge};

use crate::{
    Daimyo,
    action::Action,
    decisions::Step,
    refer::{banner, piece},
    rule_ids::*,
    state::{Life, Mark, State, Where},
    units::{GroupId, UnitId},
};

impl Daimyo {
    pub(crate) fn arrival_roll(&self, state: &State, group: GroupId) -> Roll {
        Roll {
            rule: D_SC1,
            seat: Seat(self.group(group).side.0),
            line: Line::new("roll-arrival")
                .with("clan", banner(group))
                .with("need", i32::from(self.arrives_on(state).unwrap_or(7))),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    /// What the die must show this turn.
    pub(crate) fn arrives_on(&self, state: &State) -> Option<u8> {
        self.scenario.arrival.as_ref().and_then(|arrival| arrival.at_least(state.turn))
    }

    /// Nobody of the group has come yet.
    pub(crate) fn is_awaited(&self, state: &State, group: GroupId) -> bool {
        self.group(group).arrives && state.person(self.group(group).leader).life == Life::Reserve
    }

    pub(crate) fn resolve_arrival(
        &self,
        state: &mut State,
        group: GroupId,
        value: i32,
        story: &mut Story<Event>,
    ) {
        let comes = self.arrives_on(state).is_some_and(|at_least| value >= i32::from(at_least));
        story.tell(|| {
            Event::new(D_SC1, if comes { "told-arrives" } else { "told-delayed" }).with("clan", banner(group))
        });
        if comes {
            self.begin_slot(state, group, true);
        } else {
            self.next_slot(state);
        }
    }

    /// Units of the group that have still to be placed.
    fn waiting(&self, state: &State, group: GroupId) -> impl Iterator<Item = UnitId> {
        let body = self.group(group);
        let units: Vec<UnitId> =
            body.units.iter().filter(|unit| state.body(*unit).place == Where::Reserve).collect();
        units.into_iter()
    }

    pub(crate) fn has_waiting(&self, state: &State, group: GroupId) -> bool {
        self.waiting(state, group).next().is_some()
    }

    /// The place of a unit that enters with its rear on the edge.
    fn entry(&self, unit: UnitId, x: u16, files: u8) -> (Point, Heading, Formation) {
        let arrival = self.scenario.arrival.as_ref().expect("only arriving clans are placed");
        let formation = Formation::new(self.unit(unit).stands, files);
        let (_, depth) = formation.size(self.base(unit));
        let along = i32::from(x) * 100;
        let table = &self.ground.table;
        let at = match arrival.edge {
            TableEdge::South => Point::new(along, depth.0),
            TableEdge::North => Point::new(along, table.height.0 - depth.0),
            TableEdge::West => Point::new(depth.0, along),
            TableEdge::East => Point::new(table.width.0 - depth.0, along),
        };
        (at, arrival.edge.heading().back(), formation)
    }

    pub(crate) fn may_place(&self, state: &State, group: GroupId, unit: UnitId, x: u16, files: u8) -> May {
        let arrival = self.scenario.arrival.as_ref().expect("only arriving clans are placed");
        if !self.waiting(state, group).any(|waiting| waiting == unit) {
            return Err(No::new(D_SC1, "no-not-waiting").with("unit", piece(unit)));
        }
        let stands = self.unit(unit).stands;
        let column = files == 1 || files == 2 && Formation::new(stands, files).ranks() >= 3;
        if !column {
            return Err(No::new(D_SC1, "no-enter-column").with("unit", piece(unit)));
        }
        let (at, heading, formation) = self.entry(unit, x, files);
        let half = Len(formation.size(self.base(unit)).0.0 / 2);
        let along = i32::from(x) * 100;
        if along - half.0 < arrival.gap[0] || along + half.0 > arrival.gap[1] {
            return No::because(D_SC1, "no-enter-gap");
        }
        let shape = formation.footprint(self.base(unit), at, heading).outline();
        match self.blocker(state, unit, &shape) {
            Some(other) => Err(No::new(D_SC1, "no-enter-room").with("other", piece(other))),
            None => Ok(()),
        }
    }

    /// Somebody on the table whose shape overlaps this one.
    pub(crate) fn blocker(&self, state: &State, unit: UnitId, shape: &Outline) -> Option<UnitId> {
        state.here().find(|other| *other != unit && self.shape(state, *other).overlaps(shape))
    }

    pub(crate) fn list_places(&self, state: &State, group: GroupId, out: &mut Actions<Action>) {
        let arrival = self.scenario.arrival.as_ref().expect("only arriving clans are placed");
        for unit in self.waiting(state, group) {
            for files in 1..=2 {
                for x in arrival.gap[0] / 100..=arrival.gap[1] / 100 {
                    let x = x as u16;
                    if self.may_place(state, group, unit, x, files).is_ok() {
                        out.push(Action::Place { unit, x, files });
                        if out.full() {
                            return;
                        }
                    }
                }
            }
        }
        if out.is_empty() {
            out.push(Action::EndAll);
        }
    }

    /// Who finds room must come; the rest waits for the clan's next slot.
    pub(crate) fn may_end_entry(&self, state: &State, group: GroupId) -> May {
        let mut one = Actions::up_to(1);
        self.list_places(state, group, &mut one);
        match one.first() {
            Some(Action::EndAll) => Ok(()),
            _ => No::because(D_SC1, "no-end-entry"),
        }
    }

    pub(crate) fn resolve_place(
        &self,
        state: &mut State,
        group: GroupId,
        (unit, x, files): (UnitId, u16, u8),
        story: &mut Story<Event>,
    ) {
        let (at, heading, formation) = self.entry(unit, x, files);
        let body = state.body_mut(unit);
        body.place = Where::Table;
        body.at = at;
        body.heading = heading;
        body.formation = formation;
        body.mark(Mark::Picked);
        body.mark(Mark::Moved);
        let shape = self.shape(state, unit);
        let rough = self.is_difficult(&shape) || self.obstacles(&shape) != 0;
        state.body_mut(unit).set(Mark::Disordered, rough);
        story.tell(|| {
            Event::of(D_SC1, "told-enters", unit)
                .stroke(kernel::Stroke::Appeared { piece: piece(unit), place: crate::refer::spot(at) })
        });
        let leader = self.group(group).leader;
        if state.person(leader).life == Life::Reserve {
            let person = state.person_mut(leader);
            person.life = Life::Here;
            person.at = at;
            person.with = Some(unit);
            state.body_mut(unit).leader = Some(leader);
        }
        state.step = Step::Enter { group };
    }
}
