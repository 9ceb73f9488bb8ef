//! 4.3, 4.4: where generals stand, and the ways of those who go alone.

use kernel::Side;
use plane::{Bounds, Footprint, Grid, Heading, Len, Outline, Point, Ways};

use crate::{
    AgeOfWar,
    model::{
        ground::Land,
        state::{State, Where},
        units::ClanId,
    },
    queries::formation::TOLERANCE,
};

impl AgeOfWar {
    /// 4.4, 14.3: near enough to join a unit, or to touch a general.
    pub(crate) fn is_beside(&self, shape: &Outline, at: Point) -> bool {
        shape.within(&Outline::spot(at.fine()), self.tables.distances.beside + TOLERANCE)
    }

    pub(crate) fn beside(&self, shape: &Outline) -> Bounds {
        shape.bounds().grown(self.tables.distances.beside + TOLERANCE)
    }

    /// The middle of a general's base.
    pub fn general_at(&self, state: &State, clan: ClanId) -> Point {
        self.general_shape(state, clan).centre().point()
    }

    /// No enemy takes up the place where the base of a general would stand.
    pub(crate) fn is_free_for_general(&self, state: &State, clan: ClanId, at: Point) -> bool {
        let data = self.unit(self.clan(clan).general);
        let size = self.tables.base_size(data, false);
        let shape = Footprint::around(at, Heading::NORTH, size.width, size.depth).outline();
        !state
            .here()
            .any(|other| self.side_of(other) != data.side && self.shape(state, other).overlaps(&shape))
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

    /// The ways of one who goes alone, to the nearest of the places within bounds that are wanted: not through enemies
    /// or impassable ground, nor nearer than 1" to an enemy.
    pub(crate) fn ways(
        &self,
        state: &State,
        side: Side,
        from: Point,
        far: Len,
        within: &Bounds,
        wanted: impl FnMut(Point) -> bool,
    ) -> Ways<'_> {
        let here = Outline::spot(from.fine());
        let apart = self.tables.distances.apart;
        let foes: Vec<Outline> = state
            .here()
            .filter(|unit| self.side_of(*unit) != side)
            .map(|unit| self.shape(state, unit))
            .filter(|shape| shape.within(&here, far + apart))
            .collect();
        Ways::until(
            &self.grid,
            from,
            far,
            |at| {
                let spot = Outline::spot(at.fine());
                !foes.iter().any(|foe| foe.within(&spot, apart - Len(1)))
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
}
