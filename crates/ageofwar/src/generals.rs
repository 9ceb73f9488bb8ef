//! 4.3, 14.3: generals move, alone or to a unit.

use kernel::{Actions, Line, May, No, Pool, Question, Roll, Story, Stroke};
use open::Event;
use plane::{Bounds, Grid, Len, Outline, Point, Ways};

use crate::{
    AgeOfWar,
    action::Action,
    formation::{APART, TOLERANCE},
    ground::Land,
    refer::piece,
    rule_ids::*,
    state::{Mark, State, Step, Where},
    units::{ClanId, UnitId},
};

/// 4.3, 4.4: near enough to join a unit, or to touch a general.
const BESIDE: Len = Len(100 + TOLERANCE.0);

pub(crate) fn is_beside(shape: &Outline, at: Point) -> bool {
    shape.within(&Outline::spot(at.fine()), BESIDE)
}

pub(crate) fn beside(shape: &Outline) -> Bounds {
    shape.bounds().grown(BESIDE)
}

impl AgeOfWar {
    /// The middle of a general's base.
    pub fn general_at(&self, state: &State, clan: ClanId) -> Point {
        self.general_shape(state, clan).centre().point()
    }

    /// Puts a general there, alone.
    pub(crate) fn set_general(&self, state: &mut State, clan: ClanId, at: Point) {
        let half = self.tables.general_half();
        let chief = state.chief_mut(clan);
        (chief.with, chief.front) = (None, false);
        let body = state.body_mut(self.clan(clan).general);
        body.place = Where::Table;
        body.at = Point::new(at.x, at.y + half);
    }

    pub(crate) fn work_generals(&self, state: &mut State) {
        let next = self.all_clans().find(|clan| {
            let data = self.clan(*clan);
            data.side == state.active
                && self.has_general(state, *clan)
                && !state.is(data.general, Mark::Decided)
        });
        match next {
            Some(clan) => {
                state.body_mut(self.clan(clan).general).mark(Mark::Decided);
                state.step = Step::GeneralDice { clan };
            }
            None => {
                self.undecide(state);
                state.step = Step::Messengers;
            }
        }
    }

    pub(crate) fn general_roll(&self, clan: ClanId) -> Roll {
        let data = self.clan(clan);
        Roll {
            rule: A_20_3,
            seat: kernel::Seat(data.side.0),
            line: Line::new("roll-general").with("general", piece(data.general)),
            pool: Pool::d6(self.tables.generals.dice),
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn general_question(&self, clan: ClanId, far: Len) -> Question {
        let data = self.clan(clan);
        let line = Line::new("ask-general").with("general", piece(data.general)).with("n", far.0 / 100);
        Question::new(kernel::Seat(data.side.0), A_20_3, line).at(piece(data.general))
    }

    /// The ways of one who goes alone, to the nearest of the places within bounds that are wanted: not through enemies
    /// or impassable ground, nor nearer than 1" to an enemy.
    pub(crate) fn ways(
        &self,
        state: &State,
        side: kernel::Side,
        from: Point,
        far: Len,
        within: &Bounds,
        wanted: impl FnMut(Point) -> bool,
    ) -> Ways<'_> {
        let here = Outline::spot(from.fine());
        let foes: Vec<Outline> = state
            .here()
            .filter(|unit| self.side_of(*unit) != side)
            .map(|unit| self.shape(state, unit))
            .filter(|shape| shape.within(&here, far + APART))
            .collect();
        Ways::until(
            &self.grid,
            from,
            far,
            |at| {
                let spot = Outline::spot(at.fine());
                !foes.iter().any(|foe| foe.within(&spot, APART - Len(1)))
            },
            |a, b| self.is_barred(a, b),
            within,
            wanted,
        )
    }

    /// Does impassable ground lie across a step?
    fn is_barred(&self, from: Point, to: Point) -> bool {
        self.ground.of_kind(Land::is_impassable).any(|(_, f)| f.area.crosses(from.fine(), to.fine()))
    }

    /// The table as one who goes alone knows it.
    pub(crate) fn lay_grid(&self) -> Grid {
        let closed = |at: Point| self.ground.is_in(at.fine(), Land::is_impassable);
        Grid::new(&self.ground.table, closed, |a, b| self.is_barred(a, b))
    }

    fn may_leave(&self, state: &State, clan: ClanId) -> May {
        match state.chief(clan).with {
            Some(unit) if self.is_fighting(state, unit) => No::because(R_4_3, "no-leave-fight"),
            _ if state.chief(clan).with.is_none() && self.is_fighting(state, self.clan(clan).general) => {
                No::because(R_4_3, "no-leave-fight")
            }
            _ => Ok(()),
        }
    }

    fn may_join(&self, state: &State, clan: ClanId, ways: &Ways, unit: UnitId, front: bool) -> May {
        let chief = state.chief(clan);
        let no = |key| Err(No::new(R_4_3, key).with("unit", piece(unit)));
        if self.side_of(unit) != self.clan(clan).side
            || state.body(unit).place != Where::Table
            || !self.unit(unit).is_troops()
        {
            return no("no-join-unit");
        }
        if chief.with == Some(unit) {
            return if chief.front == front { no("no-nothing") } else { Ok(()) };
        }
        self.may_leave(state, clan)?;
        let shape = self.shape(state, unit);
        let reached = ways.reaches(&beside(&shape), |at| is_beside(&shape, at));
        if reached { Ok(()) } else { no("no-join-far") }
    }

    fn may_go(&self, state: &State, clan: ClanId, ways: &Ways, to: Point) -> May {
        self.may_leave(state, clan)?;
        if to == self.general_at(state, clan) && state.chief(clan).with.is_none() {
            return No::because(R_14_3, "no-nothing");
        }
        match ways.length(to) {
            Some(_) if self.has_room(&to) => Ok(()),
            _ => No::because(R_14_3, "no-general-far"),
        }
    }

    /// A general's whole base is on the table.
    fn has_room(&self, to: &Point) -> bool {
        let (table, half) = (&self.ground.table, self.tables.general_half());
        (half..=table.width.0 - half).contains(&to.x) && (half..=table.height.0 - half).contains(&to.y)
    }

    pub(crate) fn may_lead(&self, state: &State, clan: ClanId, far: Len, action: Action) -> Option<May> {
        // Nobody need look beyond what is asked for.
        let (side, from) = (self.clan(clan).side, self.general_at(state, clan));
        Some(match action {
            Action::Stay => Ok(()),
            Action::Join { unit, front } => {
                let shape = self.shape(state, unit);
                let ways = self.ways(state, side, from, far, &beside(&shape), |at| is_beside(&shape, at));
                self.may_join(state, clan, &ways, unit, front)
            }
            Action::Go { x, y } => {
                let to = Point::new(i32::from(x) * 100, i32::from(y) * 100);
                let there = Bounds::of(&[to.fine()]);
                self.may_go(state, clan, &self.ways(state, side, from, far, &there, |at| at == to), to)
            }
            _ => return None,
        })
    }

    /// Anything that a general may do but stay, where it is found without looking at every way.
    fn alternative(&self, state: &State, clan: ClanId, far: Len) -> Option<Action> {
        let chief = state.chief(clan);
        if let Some(unit) = chief.with {
            let own = self.side_of(unit) == self.clan(clan).side && state.body(unit).place == Where::Table;
            return own.then_some(Action::Join { unit, front: !chief.front });
        }
        self.may_leave(state, clan).ok()?;
        let here = self.general_at(state, clan);
        let fits = |at: Point| at != here && self.has_room(&at);
        let ways = self.ways(state, self.clan(clan).side, here, far, &Bounds::EVERYWHERE, fits);
        let (at, _) = ways.points().find(|(at, _)| fits(*at))?;
        Some(Action::Go { x: (at.x / 100) as u16, y: (at.y / 100) as u16 })
    }

    pub(crate) fn list_general(&self, state: &State, clan: ClanId, far: Len, out: &mut Actions<Action>) {
        let side = self.clan(clan).side;
        if out.room() == 2
            && let Some(other) = self.alternative(state, clan, far)
        {
            out.extend([other, Action::Stay]);
            return;
        }
        let ways = self.ways(state, side, self.general_at(state, clan), far, &Bounds::EVERYWHERE, |_| false);
        for unit in self.of_side[side.index()].iter() {
            for front in [true, false] {
                if self.may_join(state, clan, &ways, unit, front).is_ok() {
                    out.push(Action::Join { unit, front });
                }
            }
        }
        if !out.full() && self.may_leave(state, clan).is_ok() {
            let here = self.general_at(state, clan);
            let alone = state.chief(clan).with.is_none();
            for (at, _) in ways.points().filter(|(at, _)| (*at != here || !alone) && self.has_room(at)) {
                out.push(Action::Go { x: (at.x / 100) as u16, y: (at.y / 100) as u16 });
                if out.full() {
                    return;
                }
            }
        }
        out.push(Action::Stay);
    }

    pub(crate) fn resolve_general(
        &self,
        state: &mut State,
        clan: ClanId,
        action: Action,
        story: &mut Story<Event>,
    ) {
        let general = self.clan(clan).general;
        match action {
            Action::Join { unit, front } => {
                let chief = state.chief_mut(clan);
                (chief.with, chief.front) = (Some(unit), front);
                state.body_mut(general).place = Where::With;
                let key = if front { "told-joins-front" } else { "told-joins-behind" };
                story.tell(|| {
                    Event::new(R_2_4, key)
                        .with("general", piece(general))
                        .with("unit", piece(unit))
                        .stroke(Stroke::Joined { piece: piece(general), to: piece(unit) })
                });
            }
            Action::Go { x, y } => {
                let to = Point::new(i32::from(x) * 100, i32::from(y) * 100);
                self.set_general(state, clan, to);
                story.tell(|| {
                    Event::new(A_20_3, "told-general-goes")
                        .with("general", piece(general))
                        .with("spot", crate::refer::spot(to))
                        .moved(piece(general), to)
                });
            }
            _ => {}
        }
        state.step = Step::Generals;
    }
}
