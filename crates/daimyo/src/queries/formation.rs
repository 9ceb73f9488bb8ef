//! Chapter 3: where units stand, what is before, beside and behind them, and how far apart they are.

use arrayvec::ArrayVec;
use kernel::Side;
use plane::{Base, Footprint, Formation, Len, Outline, Sector, Spot, TableEdge};

use crate::{
    Daimyo,
    decisions::Step,
    model::{
        ground::Kind,
        state::{Life, Mark, State, Where},
        units::{LeaderId, UnitId, UnitSet},
    },
};

// Both are tolerances of this program's geometry, not figures of the printed rules, so they are no data.
/// 1.2: distances are compared with this much in favour of "within".
pub(crate) const TOLERANCE: Len = Len(5);
/// 1.2: contact.
pub(crate) const CONTACT: Len = Len(10);

impl Daimyo {
    /// T-3, T-4: the distance of the reasons and modifiers marked with an asterisk, shorter in melee.
    pub(crate) fn heeded(&self, in_melee: bool) -> Len {
        if in_melee { self.tables.morale.near_in_melee } else { self.tables.morale.near }
    }

    #[inline]
    pub(crate) fn base(&self, unit: UnitId) -> Base {
        self.tables.base(self.unit(unit))
    }

    /// 3.1: the footprint of a unit on the open table. In a block it is only where the unit would be shown.
    #[inline]
    pub fn print(&self, state: &State, unit: UnitId) -> Footprint {
        let body = state.body(unit);
        body.formation.footprint(self.base(unit), body.at, body.heading)
    }

    /// The same with another formation.
    pub(crate) fn print_as(&self, state: &State, unit: UnitId, formation: Formation) -> Footprint {
        let body = state.body(unit);
        formation.footprint(self.base(unit), body.at, body.heading)
    }

    /// 5.10: the shape that counts: the footprint, or the block the unit is in.
    #[inline]
    pub fn shape(&self, state: &State, unit: UnitId) -> Outline {
        match state.body(unit).place {
            Where::Block(block) => self.block_shape(block),
            _ => self.print(state, unit).outline(),
        }
    }

    pub(crate) fn block_shape(&self, block: u8) -> Outline {
        Outline::of(self.ground.features[usize::from(block)].area.corners())
    }

    pub(crate) fn gap(&self, state: &State, one: UnitId, other: UnitId) -> Len {
        self.shape(state, one).gap(&self.shape(state, other))
    }

    /// 1.2, 3.8.
    pub(crate) fn is_within(&self, state: &State, one: UnitId, other: UnitId, far: Len) -> bool {
        self.shape(state, one).within(&self.shape(state, other), far + TOLERANCE)
    }

    /// 3.8: from a leader's centre to a unit.
    pub(crate) fn leader_gap(&self, state: &State, leader: LeaderId, unit: UnitId) -> Len {
        if state.person(leader).with == Some(unit) {
            return Len::ZERO;
        }
        Outline::spot(state.person(leader).at.fine()).gap(&self.shape(state, unit))
    }

    /// 13.2: the most files a unit can have now.
    pub(crate) fn most_files(&self, state: &State, unit: UnitId) -> u8 {
        self.tables.manoeuvre.files.min(state.body(unit).stands())
    }

    /// 2.3: the enemy unit that stands on a leader who is alone, other than one whose move has not ended. A seated General
    /// is in his headquarters.
    pub fn overrunner(&self, state: &State, leader: LeaderId) -> Option<UnitId> {
        let (data, who) = (self.leader(leader), state.person(leader));
        let seated = data.is_general && state.seated[data.side.index()];
        if who.life != Life::Here || who.with.is_some() || seated {
            return None;
        }
        let (far, spot) = (self.tables.contact_range().0, Outline::spot(who.at.fine()));
        let moving = match &state.step {
            Step::Manoeuvre(step) => Some(step.unit),
            _ => None,
        };
        state.here().find(|unit| {
            let at = state.body(*unit).at;
            self.side_of(*unit) != data.side
                && Some(*unit) != moving
                && (at.x - who.at.x).abs() <= far
                && (at.y - who.at.y).abs() <= far
                && self.shape(state, *unit).overlaps(&spot)
        })
    }

    /// D-GEO-2: one file of several stands, or three ranks.
    pub(crate) fn is_column(&self, state: &State, unit: UnitId) -> bool {
        let formation = state.body(unit).formation;
        formation.stands > 1 && (formation.files == 1 || formation.ranks() > 2)
    }

    /// D-GEO-3: where a place lies as seen from a unit; in a block there are no flanks.
    pub(crate) fn sector(&self, state: &State, unit: UnitId, spot: Spot) -> Sector {
        match state.body(unit).place {
            Where::Block(_) => Sector::Front,
            _ => self.print(state, unit).sector(spot),
        }
    }

    /// Units of a side that stand on the table and do not rout.
    pub(crate) fn steady<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        state.all().filter(move |unit| self.unit(*unit).side == side && state.body(*unit).is_steady())
    }

    /// Are these two enemies in contact (1.2), or do they fight across an obstacle (6.7)?
    pub(crate) fn is_contact(&self, state: &State, one: UnitId, other: UnitId) -> bool {
        let (a, b) = (state.body(one), state.body(other));
        if self.unit(one).side == self.unit(other).side || !a.is_steady() || !b.is_steady() {
            return false;
        }
        // Most pairs are far apart.
        let far = self.tables.contact_range().0;
        if (a.at.x - b.at.x).abs() > far || (a.at.y - b.at.y).abs() > far {
            return false;
        }
        let (mine, theirs) = (self.shape(state, one), self.shape(state, other));
        let across = self.tables.distances.across;
        mine.within(&theirs, CONTACT)
            || (a.is(Mark::Across) || b.is(Mark::Across))
                && mine.within(&theirs, across + TOLERANCE)
                && self.between(&mine, &theirs, across).is_some()
    }

    /// The unrouted enemies a unit is in contact with, by id.
    pub(crate) fn foes(&self, state: &State, unit: UnitId) -> ArrayVec<UnitId, 16> {
        let mut foes = ArrayVec::new();
        for other in state.all() {
            if self.is_contact(state, unit, other) && !foes.is_full() {
                foes.push(other);
            }
        }
        foes
    }

    pub(crate) fn in_melee(&self, state: &State, unit: UnitId) -> bool {
        state.all().any(|other| self.is_contact(state, unit, other))
    }

    /// 8.1: all units linked by contact that have not fought this turn, from one of them.
    pub(crate) fn melee_of(&self, state: &State, unit: UnitId) -> UnitSet {
        let mut units = UnitSet::default();
        if state.is(unit, Mark::Fought) {
            return units;
        }
        let mut open: ArrayVec<UnitId, 64> = ArrayVec::new();
        open.push(unit);
        units.insert(unit);
        while let Some(next) = open.pop() {
            for foe in self.foes(state, next) {
                if !units.has(foe) && !state.is(foe, Mark::Fought) {
                    units.insert(foe);
                    open.push(foe);
                }
            }
        }
        if units.len() < 2 { UnitSet::default() } else { units }
    }

    /// Somebody on the table whose shape overlaps this one.
    pub(crate) fn blocker(&self, state: &State, unit: UnitId, shape: &Outline) -> Option<UnitId> {
        state.here().find(|other| *other != unit && self.shape(state, *other).overlaps(shape))
    }

    /// Whether there is room for this footprint.
    pub(crate) fn is_clear(&self, state: &State, unit: UnitId, print: &Footprint) -> bool {
        let shape = print.outline();
        !self.ground.is_off(&shape)
            && self.ground.closed(&shape, self.unit(unit).is_mounted()).is_none()
            && self.blocker(state, unit, &shape).is_none()
    }

    /// The edge a unit runs to; detachments run to where they came from.
    pub fn home(&self, unit: UnitId) -> TableEdge {
        match &self.scenario.arrival {
            Some(arrival) if self.group(self.unit(unit).group).arrives => arrival.edge,
            _ => self.scenario.edges[self.side_of(unit).index()],
        }
    }

    /// Friends that lie under this footprint.
    pub(crate) fn overlapped(&self, state: &State, unit: UnitId, print: &Footprint) -> Option<UnitId> {
        let shape = print.outline();
        state.here().find(|other| *other != unit && self.shape(state, *other).overlaps(&shape))
    }

    /// Is the unit in woods, by its front-centre (1.6)?
    pub(crate) fn in_woods(&self, state: &State, unit: UnitId) -> bool {
        self.is_in_woods(state.body(unit).at.fine())
    }

    /// 7.1b, T-4: in woods, in a building, or within 1 cm behind something that covers; against fire only if the
    /// corridor crosses it.
    pub(crate) fn in_cover(&self, state: &State, unit: UnitId) -> bool {
        if matches!(state.body(unit).place, Where::Block(_)) {
            return true;
        }
        if self.is_in_woods(state.body(unit).at.fine()) {
            return true;
        }
        let print = self.print(state, unit);
        let ahead = print.strip(self.tables.distances.cover + TOLERANCE);
        self.ground.of_kind(Kind::covers).any(|(_, f)| f.area.touches(&ahead))
    }

    /// The places one aims at: corners, the middles of the edges and the centre.
    pub(crate) fn aims(&self, state: &State, unit: UnitId) -> ArrayVec<Spot, 17> {
        let mut aims = ArrayVec::new();
        match state.body(unit).place {
            Where::Block(block) => {
                let shape = self.block_shape(block);
                aims.extend(shape.corners().iter().copied());
                aims.extend(shape.sides().map(|(a, b)| a.middle(b)));
                aims.push(shape.centre());
            }
            _ => aims.extend(self.print(state, unit).aims()),
        }
        aims
    }
}
