//! D-SC1: a clan comes onto the table. Where does the next of its units enter?

use plane::{Formation, Heading, Len, Point, TableEdge};

use crate::{
    model::{scenarios::Arrival, state::Life},
    notation::refer::spot,
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Enter {
    pub group: GroupId,
}

impl Decision<Daimyo, Base> for Enter {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.rules.group(self.group).side.0).into()
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        has_waiting(cx.rules, cx.state, self.group)
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        cx.state.step = Step::Rally;
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        Question::new(cx.seat, D_SC1, Line::new("ask-enter").with("clan", banner(self.group)))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let gap = arrival(cx.rules).gap;
        for unit in waiting(cx.rules, cx.state, self.group) {
            for files in 1..=2 {
                for x in gap[0] / 100..=gap[1] / 100 {
                    let x = x as u16;
                    if self.may_place(cx, unit, x, files).is_ok() {
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

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Place { unit, x, files } => Some(self.may_place(cx, unit, x, files)),
            Action::EndAll => Some(self.may_end(cx)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::Place { unit, x, files } => place(cx, self.group, unit, x, files),
            _ => cx.state.step = Step::Rally,
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let first = || waiting(cx.rules, cx.state, self.group).next();
        let unit = cx.rules.unit_clicked(thing).or_else(first)?;
        let x = match thing {
            Thing::Spot(x, _) => x,
            _ => i32::from(i16::MAX),
        };
        Some(Action::Place { unit, x: (x / 100).clamp(0, 300) as u16, files: 1 })
    }
}

impl Enter {
    fn may_place(&self, cx: Cx<'_>, unit: UnitId, x: u16, files: u8) -> May {
        let Cx { rules, state, .. } = cx;
        let arrival = arrival(rules);
        if !waiting(rules, state, self.group).any(|waiting| waiting == unit) {
            return Err(No::new(D_SC1, "no-not-waiting").with("unit", piece(unit)));
        }
        let stands = rules.unit(unit).stands;
        let column = files == 1 || files == 2 && Formation::new(stands, files).ranks() >= 3;
        if !column {
            return Err(No::new(D_SC1, "no-enter-column").with("unit", piece(unit)));
        }
        let (at, heading, formation) = entry(rules, unit, x, files);
        let half = Len(formation.size(rules.base(unit)).0.0 / 2);
        let along = i32::from(x) * 100;
        if along - half.0 < arrival.gap[0] || along + half.0 > arrival.gap[1] {
            return No::because(D_SC1, "no-enter-gap");
        }
        let shape = formation.footprint(rules.base(unit), at, heading).outline();
        match rules.blocker(state, unit, &shape) {
            Some(other) => Err(No::new(D_SC1, "no-enter-room").with("other", piece(other))),
            None => Ok(()),
        }
    }

    /// A unit that finds room must enter; the others wait for the clan's next slot.
    fn may_end(&self, cx: Cx<'_>) -> May {
        let mut one = Actions::up_to(1);
        self.list(cx, &mut one);
        match one.first() {
            Some(Action::EndAll) => Ok(()),
            _ => No::because(D_SC1, "no-end-entry"),
        }
    }
}

fn arrival(rules: &Daimyo) -> &Arrival {
    rules.scenario.arrival.as_ref().expect("only arriving clans are placed")
}

/// Units of the group that have still to be placed.
fn waiting(rules: &Daimyo, state: &State, group: GroupId) -> impl Iterator<Item = UnitId> {
    rules.group(group).units.iter().filter(|unit| state.body(*unit).place == Where::Reserve)
}

pub(crate) fn has_waiting(rules: &Daimyo, state: &State, group: GroupId) -> bool {
    waiting(rules, state, group).next().is_some()
}

/// The place of a unit that enters with its rear on the edge.
fn entry(rules: &Daimyo, unit: UnitId, x: u16, files: u8) -> (Point, Heading, Formation) {
    let edge = arrival(rules).edge;
    let formation = Formation::new(rules.unit(unit).stands, files);
    let (_, depth) = formation.size(rules.base(unit));
    let along = i32::from(x) * 100;
    let table = &rules.ground.table;
    let at = match edge {
        TableEdge::South => Point::new(along, depth.0),
        TableEdge::North => Point::new(along, table.height.0 - depth.0),
        TableEdge::West => Point::new(depth.0, along),
        TableEdge::East => Point::new(table.width.0 - depth.0, along),
    };
    (at, edge.heading().back(), formation)
}

fn place(cx: CxMut<'_>, group: GroupId, unit: UnitId, x: u16, files: u8) {
    let CxMut { rules, state, story, .. } = cx;
    let (at, heading, formation) = entry(rules, unit, x, files);
    let body = state.body_mut(unit);
    body.place = Where::Table;
    body.at = at;
    body.heading = heading;
    body.formation = formation;
    body.mark(Mark::Picked);
    body.mark(Mark::Moved);
    let shape = rules.shape(state, unit);
    let rough = rules.is_difficult(&shape) || rules.obstacles(&shape) != 0;
    state.body_mut(unit).set(Mark::Disordered, rough);
    story.tell(|| {
        Event::of(D_SC1, "told-enters", unit)
            .stroke(kernel::Stroke::Appeared { piece: piece(unit), place: spot(at) })
    });
    let leader = rules.group(group).leader;
    if state.person(leader).life == Life::Reserve {
        let person = state.person_mut(leader);
        person.life = Life::Here;
        person.at = at;
        person.with = Some(unit);
        state.body_mut(unit).leader = Some(leader);
    }
}
