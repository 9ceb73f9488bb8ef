//! Chapter 3: where bodies stand, how their bases stand in them, and how far apart they are.

use arrayvec::ArrayVec;
use kernel::Side;
use plane::{Footprint, Formation, Len, Outline, Spot};

use crate::{
    AgeOfWar,
    model::{
        state::{Base, Bases, Mark, State, Where},
        units::{ClanId, Kind, MOST_BASES, UnitId, UnitSet},
    },
};

// Both are tolerances of this program's geometry, not figures of the printed sheets, so they are no data.
/// 1.1: distances are compared with this much in favour of "within".
pub(crate) const TOLERANCE: Len = Len(2);
/// 1.1: contact.
pub(crate) const CONTACT: Len = Len(5);

impl AgeOfWar {
    pub(crate) fn size(&self, state: &State, unit: UnitId) -> plane::Base {
        self.tables.base_size(self.unit(unit), self.is_mounted(state, unit))
    }

    /// 6.7: cavalry that has not dismounted.
    #[inline]
    pub(crate) fn is_mounted(&self, state: &State, unit: UnitId) -> bool {
        self.unit(unit).is_horse() && !state.is(unit, Mark::Dismounted)
    }

    /// 3.1: the footprint of a body on the table.
    #[inline]
    pub fn print(&self, state: &State, unit: UnitId) -> Footprint {
        self.print_as(state, unit, state.body(unit).formation)
    }

    pub(crate) fn print_as(&self, state: &State, unit: UnitId, formation: Formation) -> Footprint {
        let body = state.body(unit);
        formation.footprint(self.size(state, unit), body.at, body.heading)
    }

    #[inline]
    pub fn shape(&self, state: &State, unit: UnitId) -> Outline {
        self.print(state, unit).outline()
    }

    pub(crate) fn gap(&self, state: &State, one: UnitId, other: UnitId) -> Len {
        self.shape(state, one).gap(&self.shape(state, other))
    }

    pub(crate) fn is_within(&self, state: &State, one: UnitId, other: UnitId, far: Len) -> bool {
        self.shape(state, one).within(&self.shape(state, other), far + TOLERANCE)
    }

    pub(crate) fn base_shapes(&self, state: &State, unit: UnitId) -> ArrayVec<Outline, MOST_BASES> {
        let (body, size) = (state.body(unit), self.size(state, unit));
        let print = self.print(state, unit);
        body.formation.each().map(|at| Outline::of(&body.formation.drawn(size, &print, at))).collect()
    }

    /// The base that stands at this place of the list.
    pub(crate) fn base_shape(&self, state: &State, unit: UnitId, at: usize) -> Option<Outline> {
        let (body, size) = (state.body(unit), self.size(state, unit));
        let at = body.formation.each().nth(at)?;
        Some(Outline::of(&body.formation.drawn(size, &self.print(state, unit), at)))
    }

    pub(crate) fn base_centres(&self, state: &State, unit: UnitId) -> ArrayVec<Spot, MOST_BASES> {
        self.base_shapes(state, unit).iter().map(Outline::centre).collect()
    }

    /// 2.4: the base of a general, alone or with a unit: in front of it, or behind.
    pub(crate) fn general_shape(&self, state: &State, clan: ClanId) -> Outline {
        let general = self.clan(clan).general;
        let chief = state.chief(clan);
        match chief.with {
            None => self.shape(state, general),
            Some(unit) => {
                let print = self.print(state, unit);
                let at = if chief.front { print.front.fine() } else { print.rear() };
                let size = self.tables.base_size(self.unit(general), false);
                Footprint::around(at.point(), print.heading, size.width, size.depth).outline()
            }
        }
    }

    /// 5.1: from a general to the nearest base of a unit; nothing if he is with it.
    pub(crate) fn general_gap(&self, state: &State, clan: ClanId, unit: UnitId) -> Len {
        if state.chief(clan).with == Some(unit) {
            return Len::ZERO;
        }
        let from = self.general_shape(state, clan);
        let bases = self.base_shapes(state, unit);
        bases.iter().map(|base| base.gap(&from)).min().unwrap_or(Len(i32::MAX))
    }

    /// Units of a side on the table: no generals, no Maku.
    pub(crate) fn troops<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        self.of_side[side.index()].iter().filter(|unit| state.body(*unit).place == Where::Table)
    }

    /// Units and lone generals of a side on the table: everyone who can fight.
    pub(crate) fn fighters<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        state.here().filter(move |unit| {
            self.side_of(*unit) == side && self.unit(*unit).sort != crate::model::units::Sort::Maku
        })
    }

    /// 1.1, 7.1b: are these two enemies in contact?
    pub(crate) fn is_contact(&self, state: &State, one: UnitId, other: UnitId) -> bool {
        let (a, b) = (state.body(one), state.body(other));
        if self.side_of(one) == self.side_of(other) || a.place != Where::Table || b.place != Where::Table {
            return false;
        }
        if (a.at.x - b.at.x).abs() > 1600 || (a.at.y - b.at.y).abs() > 1600 {
            return false;
        }
        let (mine, theirs) = (self.print(state, one), self.print(state, other));
        mine.within(&theirs, CONTACT)
            || (a.is(Mark::Across) || b.is(Mark::Across))
                && mine.within(&theirs, self.tables.distances.across + TOLERANCE)
                && self.between(&mine.outline(), &theirs.outline())
    }

    /// 7.1b: a linear obstacle lies between these two shapes.
    pub(crate) fn between(&self, one: &Outline, other: &Outline) -> bool {
        let far = self.tables.distances.across;
        self.ground
            .of_kind(crate::model::ground::Land::is_linear)
            .any(|(_, f)| f.area.within(one, far) && f.area.within(other, far))
    }

    /// The enemies a body is in contact with, by id.
    pub(crate) fn foes(&self, state: &State, unit: UnitId) -> ArrayVec<UnitId, 12> {
        let mut foes = ArrayVec::new();
        for other in self.fighters(state, self.side_of(unit).other()) {
            if self.is_contact(state, unit, other) && !foes.is_full() {
                foes.push(other);
            }
        }
        foes
    }

    pub(crate) fn is_fighting(&self, state: &State, unit: UnitId) -> bool {
        self.fighters(state, self.side_of(unit).other()).any(|other| self.is_contact(state, unit, other))
    }

    /// The nearest enemy unit, at a tie the lower id.
    pub(crate) fn nearest_enemy(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        self.troops(state, self.side_of(unit).other())
            .min_by_key(|other| (self.gap(state, unit, *other), *other))
    }

    /// The nearest own units within so far of a body (it may be gone: it is measured where it stood).
    pub(crate) fn friends_near(&self, state: &State, unit: UnitId, far: Len) -> Vec<UnitId> {
        let mut near: Vec<(Len, UnitId)> = self
            .troops(state, self.side_of(unit))
            .filter(|other| *other != unit && self.is_within(state, unit, *other, far))
            .map(|other| (self.gap(state, unit, other), other))
            .collect();
        near.sort_unstable();
        near.into_iter().map(|(_, unit)| unit).collect()
    }

    /// 3.2: a second rank with at least half as many bases as the first.
    pub(crate) fn has_support(&self, state: &State, unit: UnitId) -> bool {
        let formation = state.body(unit).formation;
        formation.in_rank(1) * 2 >= formation.in_rank(0)
    }

    /// 2.3: fewer than half of its starting bases.
    pub(crate) fn is_below_half(&self, state: &State, unit: UnitId) -> bool {
        state.body(unit).bases.len() * 2 < usize::from(self.unit(unit).strength())
    }

    /// 3.1: at most four ranks unless it is a column.
    pub(crate) fn may_have(&self, bases: u8, files: u8) -> bool {
        files >= 1 && files <= bases && (files <= 2 || bases.div_ceil(files) <= 4)
    }

    /// 3.1: how many missile bases may stand in a front of this many files.
    pub(crate) fn fronts(&self, state: &State, unit: UnitId, files: u8) -> std::ops::RangeInclusive<u8> {
        let bases = &state.body(unit).bases;
        let missiles =
            bases.iter().filter(|base| base.kind.missile().is_some() && !base.commander).count() as u8;
        let others = bases.len() as u8 - missiles;
        let commander = u8::from(bases.iter().any(|base| base.commander));
        let most = missiles.min(files - commander);
        let least = files.saturating_sub(others).min(most);
        if self.unit(unit).is_mixed() { least..=most } else { most..=most }
    }

    /// How many missile bases stand in the front rank now.
    pub(crate) fn front_missiles(&self, state: &State, unit: UnitId) -> u8 {
        let body = state.body(unit);
        let front = body.front().iter();
        front.filter(|base| base.kind.missile().is_some() && !base.commander).count() as u8
    }

    /// 3.1: lays the bases out again: missiles at both ends of a rank, left first, the commander in the middle of the
    /// front, and the missiles that did not fit at both ends of the second rank.
    pub(crate) fn lay_out(&self, state: &mut State, unit: UnitId, files: u8, front: u8) {
        let body = state.body_mut(unit);
        let formation = Formation::new(body.bases.len() as u8, files);
        let mut commander = None;
        let (mut missiles, mut others): (Vec<Base>, Vec<Base>) = (Vec::new(), Vec::new());
        for base in &body.bases {
            match base {
                base if base.commander => commander = Some(*base),
                base if base.kind.missile().is_some() => missiles.push(*base),
                base => others.push(*base),
            }
        }
        let mut laid = Bases::default();
        let mut want = usize::from(front);
        for rank in 0..formation.ranks() {
            let wide = usize::from(formation.in_rank(rank));
            let middle = (wide - 1) / 2;
            let mut row: Vec<Option<Base>> = vec![None; wide];
            if rank == 0
                && let Some(base) = commander
            {
                row[middle] = Some(base);
            }
            let ends: Vec<usize> =
                (0..wide).map(|n| if n % 2 == 0 { n / 2 } else { wide - 1 - n / 2 }).collect();
            for at in ends {
                if row[at].is_none()
                    && want > 0
                    && let Some(base) = missiles.pop()
                {
                    row[at] = Some(base);
                    want -= 1;
                }
            }
            for place in &mut row {
                if place.is_none() {
                    *place = others.pop().or_else(|| missiles.pop());
                }
            }
            laid.extend(row.into_iter().flatten());
            want = missiles.len();
        }
        body.bases = laid;
        body.formation = formation;
    }

    /// 3.1, 3.5: takes out the base at this place of the list: the next rank fills the hole.
    pub(crate) fn remove_base(&self, state: &mut State, unit: UnitId, place: usize) {
        let body = state.body_mut(unit);
        let formation = body.formation;
        let mut rank = place as u8 / formation.files;
        let mut file = formation.first_file(rank) + place as u8 % formation.files;
        loop {
            let at =
                |rank: u8, file: u8| usize::from(rank * formation.files + file - formation.first_file(rank));
            let next = rank + 1;
            if next >= formation.ranks() {
                body.bases.remove(at(rank, file));
                break;
            }
            let (first, wide) = (formation.first_file(next), formation.in_rank(next));
            let from = (first..first + wide)
                .min_by_key(|other| (other.abs_diff(file), *other))
                .expect("a rank has bases");
            body.bases.swap(at(rank, file), at(next, from));
            (rank, file) = (next, from);
        }
        body.formation = formation.reduced().unwrap_or(formation);
    }

    /// The unit keeps its place while its bases change.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, print: &Footprint) {
        let body = state.body_mut(unit);
        (body.at, body.heading) = (print.front, print.heading);
    }

    /// The units of a fight: everyone linked by contact.
    pub(crate) fn linked(&self, state: &State, unit: UnitId) -> UnitSet {
        let mut linked = UnitSet::default();
        let mut open = vec![unit];
        linked.insert(unit);
        while let Some(one) = open.pop() {
            for foe in self.foes(state, one) {
                if !linked.has(foe) {
                    linked.insert(foe);
                    open.push(foe);
                }
            }
        }
        linked
    }

    /// 3.1: bases of this kind that shoot or fight with spears, in the first two ranks.
    pub(crate) fn count(&self, state: &State, unit: UnitId, rank: u8, is: impl Fn(Kind) -> bool) -> u8 {
        state.body(unit).rank(rank).iter().filter(|base| is(base.kind)).count() as u8
    }
}
