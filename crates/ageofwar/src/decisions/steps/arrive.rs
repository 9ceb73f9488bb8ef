//! Step 10, 11: a late unit has come. Where does it arrive?

use plane::{Footprint, Formation, Point, TableEdge};

use crate::{
    decisions::{clicked_spot, to_inch},
    notation::refer::spot,
    prelude::*,
    queries::{formation::TOLERANCE, mover::Mover},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrive {
    pub unit: UnitId,
}

impl Arrive {
    /// Where the unit would stand: its rear on the edge, facing the table.
    pub(crate) fn print(&self, rules: &AgeOfWar, state: &State, along: u16, files: u8) -> Footprint {
        let edge = rules.unit(self.unit).edge;
        let formation = Formation::new(state.body(self.unit).bases.len() as u8, files);
        let (width, depth) = formation.size(rules.size(state, self.unit));
        let along = i32::from(along) * 100;
        let table = &rules.ground.table;
        let at = match edge {
            TableEdge::South => Point::new(along, depth.0),
            TableEdge::North => Point::new(along, table.height.0 - depth.0),
            TableEdge::West => Point::new(depth.0, along),
            TableEdge::East => Point::new(table.width.0 - depth.0, along),
        };
        Footprint::new(at, edge.heading().back(), width, depth)
    }

    fn may_place(&self, rules: &AgeOfWar, state: &State, along: u16, files: u8) -> May {
        let unit = self.unit;
        if !rules.may_have(state.body(unit).bases.len() as u8, files) {
            return No::because(R_3_1, "no-formation");
        }
        let shape = self.print(rules, state, along, files).outline();
        if let Some(entry) = rules.entry_of(unit)
            && !(entry.from.0..=entry.to.0).contains(&(i32::from(along) * 100))
        {
            return No::because(A_SC1, "no-entry");
        }
        Mover::new(rules, state, unit).may_sweep(&shape, None).map_err(|mut no| {
            no.rule = R_11_1;
            no
        })?;
        let near = rules
            .fighters(state, rules.side_of(unit).other())
            .find(|foe| rules.shape(state, *foe).within(&shape, rules.tables.late.apart + TOLERANCE));
        match near {
            Some(foe) => Err(No::new(R_11_1, "no-place-near").with("other", piece(foe))),
            None => Ok(()),
        }
    }

    fn list_places(&self, rules: &AgeOfWar, state: &State, out: &mut Actions<Action>) {
        let table = &rules.ground.table;
        let long = match rules.unit(self.unit).edge {
            TableEdge::North | TableEdge::South => table.width,
            _ => table.height,
        };
        for x in 0..=(long.0 / 100) as u16 {
            for files in 1..=state.body(self.unit).bases.len() as u8 {
                if self.may_place(rules, state, x, files).is_ok() {
                    out.push(Action::Place { x, files });
                    if out.full() {
                        return;
                    }
                }
            }
        }
    }
}

/// A general who was late comes with the first unit of his clan.
fn bring_general(cx: &mut CxMut<'_, Base>, unit: UnitId) {
    let clan = cx.rules.unit(unit).clan;
    let general = cx.rules.clan(clan).general;
    if cx.state.body(general).place != Where::Late {
        return;
    }
    cx.state.body_mut(general).place = Where::With;
    let chief = cx.state.chief_mut(clan);
    (chief.with, chief.front) = (Some(unit), false);
    cx.story.tell(|| {
        Event::new(R_4_3, "told-general-arrives").with("general", piece(general)).with("unit", piece(unit))
    });
}

impl Decision<AgeOfWar, Base> for Arrive {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        Question::new(cx.seat, R_11_1, Line::new("ask-arrive").with("unit", piece(self.unit)))
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        self.list_places(cx.rules, cx.state, out);
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let Action::Place { x, files } = *action else { return None };
        Some(self.may_place(cx.rules, cx.state, x, files))
    }

    fn act(&mut self, mut cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let Action::Place { x, files } = action else { unreachable!("{action:?} was judged legal") };
        let (rules, unit) = (cx.rules, self.unit);
        let print = self.print(rules, cx.state, x, files);
        let front = *rules.fronts(cx.state, unit, files).end();
        rules.lay_out(cx.state, unit, files, front);
        rules.put(cx.state, unit, &print);
        let body = cx.state.body_mut(unit);
        body.place = Where::Table;
        body.clear(&[Mark::Called]);
        cx.story.tell(|| {
            Event::new(R_11_1, "told-arrives")
                .with("unit", piece(unit))
                .stroke(Stroke::Appeared { piece: piece(unit), place: spot(print.front) })
        });
        bring_general(&mut cx, unit);
        rules.end_of_move(cx.state, unit);
        next_step(cx.state, Step::Late)
    }

    /// 11: with no free place it waits for another turn.
    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        let mut one = Actions::up_to(1);
        self.list_places(cx.rules, cx.state, &mut one);
        one.full()
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        cx.story.tell(|| Event::new(R_11_1, "told-waits").with("unit", piece(self.unit)));
        next_step(cx.state, Step::Late)
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        let at = clicked_spot(thing)?;
        let along = match cx.rules.unit(self.unit).edge {
            TableEdge::North | TableEdge::South => at.x,
            _ => at.y,
        };
        Some(Action::Place { x: to_inch(along), files: cx.state.body(self.unit).formation.files })
    }

    /// The middle of the list is where nobody is crowded.
    fn default_action(&self, cx: Cx<'_, Base>) -> Option<Action> {
        let mut listed = Actions::default();
        self.list_places(cx.rules, cx.state, &mut listed);
        let files = cx.state.body(self.unit).formation.files;
        let same: Vec<Action> = listed
            .iter()
            .copied()
            .filter(|action| matches!(action, Action::Place { files: f, .. } if *f == files))
            .collect();
        Some(same.get(same.len() / 2).copied().unwrap_or(listed[0]))
    }
}
