//! Step 3, 4.3, 14.3: does a general stay, go alone, or join a unit?

use plane::{Bounds, Len, Point, Ways};

use crate::{
    decisions::{clicked_spot, clicked_unit, to_inch},
    notation::refer::spot,
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct General {
    pub clan: ClanId,
    /// How far he may go.
    pub far: Len,
}

fn going(to: Point) -> Action {
    Action::Go { x: (to.x / 100) as u16, y: (to.y / 100) as u16 }
}

/// Whether the whole base of a general is on the table there.
fn has_room(rules: &AgeOfWar, to: &Point) -> bool {
    let (table, half) = (&rules.ground.table, rules.tables.general_half());
    (half..=table.width.0 - half).contains(&to.x) && (half..=table.height.0 - half).contains(&to.y)
}

impl General {
    fn here(&self, rules: &AgeOfWar, state: &State) -> Point {
        rules.general_at(state, self.clan)
    }

    /// His ways to the places within bounds that are wanted.
    fn ways<'a>(
        &self,
        rules: &'a AgeOfWar,
        state: &State,
        within: &Bounds,
        wanted: impl FnMut(Point) -> bool,
    ) -> Ways<'a> {
        let side = rules.clan(self.clan).side;
        rules.ways(state, side, self.here(rules, state), self.far, within, wanted)
    }

    fn may_leave(&self, rules: &AgeOfWar, state: &State) -> May {
        let held = state.chief(self.clan).with.unwrap_or(rules.clan(self.clan).general);
        if rules.is_fighting(state, held) { No::because(R_4_3, "no-leave-fight") } else { Ok(()) }
    }

    fn may_join(&self, rules: &AgeOfWar, state: &State, ways: &Ways, unit: UnitId, front: bool) -> May {
        let chief = state.chief(self.clan);
        let no = |key| Err(No::new(R_4_3, key).with("unit", piece(unit)));
        if rules.side_of(unit) != rules.clan(self.clan).side
            || state.body(unit).place != Where::Table
            || !rules.unit(unit).is_troops()
        {
            return no("no-join-unit");
        }
        if chief.with == Some(unit) {
            return if chief.front == front { no("no-nothing") } else { Ok(()) };
        }
        self.may_leave(rules, state)?;
        let shape = rules.shape(state, unit);
        let reached = ways.reaches(&rules.beside(&shape), |at| rules.is_beside(&shape, at));
        if reached { Ok(()) } else { no("no-join-far") }
    }

    fn may_go(&self, rules: &AgeOfWar, state: &State, ways: &Ways, to: Point) -> May {
        self.may_leave(rules, state)?;
        if to == self.here(rules, state) && state.chief(self.clan).with.is_none() {
            return No::because(R_14_3, "no-nothing");
        }
        match ways.length(to) {
            Some(_) if has_room(rules, &to) => Ok(()),
            _ => No::because(R_14_3, "no-general-far"),
        }
    }

    /// Anything that a general may do but stay, where it is found without looking at every way.
    fn alternative(&self, rules: &AgeOfWar, state: &State) -> Option<Action> {
        let chief = state.chief(self.clan);
        if let Some(unit) = chief.with {
            let own =
                rules.side_of(unit) == rules.clan(self.clan).side && state.body(unit).place == Where::Table;
            return own.then_some(Action::Join { unit, front: !chief.front });
        }
        self.may_leave(rules, state).ok()?;
        let here = self.here(rules, state);
        let fits = |at: Point| at != here && has_room(rules, &at);
        let ways = self.ways(rules, state, &Bounds::EVERYWHERE, fits);
        let (at, _) = ways.points().find(|(at, _)| fits(*at))?;
        Some(going(at))
    }
}

impl Decision<AgeOfWar, Base> for General {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        Seat(cx.rules.clan(self.clan).side.0).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let general = piece(cx.rules.clan(self.clan).general);
        let line = Line::new("ask-general").with("general", general).with("n", self.far.0 / 100);
        Question::new(cx.seat, A_20_3, line).at(general)
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        let (rules, state) = (cx.rules, cx.state);
        if out.room() == 2
            && let Some(other) = self.alternative(rules, state)
        {
            out.extend([other, Action::Stay]);
            return;
        }
        let ways = self.ways(rules, state, &Bounds::EVERYWHERE, |_| false);
        for unit in rules.of_side[rules.clan(self.clan).side.index()].iter() {
            for front in [true, false] {
                if self.may_join(rules, state, &ways, unit, front).is_ok() {
                    out.push(Action::Join { unit, front });
                }
            }
        }
        if !out.full() && self.may_leave(rules, state).is_ok() {
            let here = self.here(rules, state);
            let alone = state.chief(self.clan).with.is_none();
            for (at, _) in ways.points().filter(|(at, _)| (*at != here || !alone) && has_room(rules, at)) {
                out.push(going(at));
                if out.full() {
                    return;
                }
            }
        }
        out.push(Action::Stay);
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let (rules, state) = (cx.rules, cx.state);
        // Only the ways to what is asked for are looked at.
        Some(match *action {
            Action::Stay => Ok(()),
            Action::Join { unit, front } => {
                let shape = rules.shape(state, unit);
                let ways = self.ways(rules, state, &rules.beside(&shape), |at| rules.is_beside(&shape, at));
                self.may_join(rules, state, &ways, unit, front)
            }
            Action::Go { x, y } => {
                let to = Point::new(i32::from(x) * 100, i32::from(y) * 100);
                let ways = self.ways(rules, state, &Bounds::of(&[to.fine()]), |at| at == to);
                self.may_go(rules, state, &ways, to)
            }
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let (state, general) = (cx.state, cx.rules.clan(self.clan).general);
        match action {
            Action::Join { unit, front } => {
                let chief = state.chief_mut(self.clan);
                (chief.with, chief.front) = (Some(unit), front);
                state.body_mut(general).place = Where::With;
                let key = if front { "told-joins-front" } else { "told-joins-behind" };
                cx.story.tell(|| {
                    Event::new(R_2_4, key)
                        .with("general", piece(general))
                        .with("unit", piece(unit))
                        .stroke(Stroke::Joined { piece: piece(general), to: piece(unit) })
                });
            }
            Action::Go { x, y } => {
                let to = Point::new(i32::from(x) * 100, i32::from(y) * 100);
                cx.rules.set_general(state, self.clan, to);
                cx.story.tell(|| {
                    Event::new(A_20_3, "told-general-goes")
                        .with("general", piece(general))
                        .with("spot", spot(to))
                        .moved(piece(general), to)
                });
            }
            _ => {}
        }
        next_step(state, Step::Generals)
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        if let Some(unit) = clicked_unit(cx.rules, thing) {
            return Some(Action::Join { unit, front: false });
        }
        clicked_spot(thing).map(|at| Action::Go { x: to_inch(at.x), y: to_inch(at.y) })
    }

    fn default_action(&self, _cx: Cx<'_, Base>) -> Option<Action> {
        Some(Action::Stay)
    }
}
