//! 3.4b, A-T12: what ground bodies stand in, what covers them, and what they defend.

use plane::Outline;

use crate::{
    AgeOfWar,
    model::{
        ground::{Feature, Land},
        state::State,
        units::UnitId,
    },
    queries::formation::CONTACT,
};

impl AgeOfWar {
    /// 3.4b: for uphill a body stands where its middle is. In a fight the front-centres of both coincide.
    pub(crate) fn is_uphill(&self, state: &State, unit: UnitId, other: UnitId) -> bool {
        let level = |unit: UnitId| self.ground.level(self.print(state, unit).centre());
        level(unit) > level(other)
    }

    /// 3.4: the level of a unit for sight is that of its front-centre.
    pub(crate) fn level(&self, state: &State, unit: UnitId) -> u8 {
        self.ground.level(state.body(unit).at.fine())
    }

    /// 3.4b: two of its bases are in such ground, or its only one.
    pub(crate) fn is_in(&self, state: &State, unit: UnitId, is: impl Fn(Land) -> bool) -> bool {
        self.ground.of_kind(is).any(|(_, feature)| self.is_in_feature(state, unit, feature))
    }

    pub(crate) fn is_in_feature(&self, state: &State, unit: UnitId, feature: &Feature) -> bool {
        let print = self.print(state, unit);
        if !feature.area.touches_body(&print) {
            return false;
        }
        let body = state.body(unit);
        let need = usize::from(body.formation.stands.min(2));
        let inside = self.base_centres(state, unit).into_iter().filter(|centre| feature.area.holds(*centre));
        inside.take(need).count() == need
    }

    /// foot in or touching rough ground.
    pub(crate) fn touches_rough(&self, state: &State, unit: UnitId) -> bool {
        let shape = self.shape(state, unit);
        self.ground.of_kind(Land::is_rough).any(|(_, f)| f.area.within(&shape, CONTACT))
    }

    /// A rampart that this unit touches and that lies between it and the other shape.
    pub(crate) fn rampart(&self, state: &State, unit: UnitId, other: &Outline) -> bool {
        let shape = self.shape(state, unit);
        let (here, there) = (shape.centre(), other.centre());
        self.ground
            .of_kind(Land::is_rampart)
            .any(|(_, f)| f.area.within(&shape, CONTACT) && f.area.crosses(here, there))
    }

    /// A-T12: in ground that covers, or behind a rampart it touches.
    pub(crate) fn in_cover(&self, state: &State, unit: UnitId, from: &Outline) -> bool {
        self.is_in(state, unit, Land::covers) || self.rampart(state, unit, from)
    }

    /// A unit behind a rampart it touches, seen from an enemy in contact, or in woods or buildings he is not in.
    pub(crate) fn defends_edge(&self, state: &State, unit: UnitId, foe: UnitId) -> bool {
        let there = self.shape(state, foe);
        let inside = self
            .ground
            .of_kind(Land::is_close)
            .any(|(_, f)| self.is_in_feature(state, unit, f) && !self.is_in_feature(state, foe, f));
        let far = self.tables.distances.across + CONTACT;
        inside || self.rampart(state, unit, &there) && self.shape(state, unit).within(&there, far)
    }
}
