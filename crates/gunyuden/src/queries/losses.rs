//! 2-2-1(6), 23-3 and 25: steps lost, units gone, and what follows when a commander falls.

use kernel::{Rule, Story};

use crate::{
    Gunyuden,
    decisions::{Heirs, Why},
    model::{
        state::{Castle, REMOVED, State},
        units::{CastleId, HouseId, Rank, UnitId, UnitSet},
    },
    notation::rule_ids::*,
    presentation::event::Event,
};

impl Gunyuden {
    /// A unit leaves the game for good. A frame that acts and names forces of its side must ask the heirs for their names.
    pub(crate) fn remove(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: Rule,
        story: &mut Story<Event>,
    ) -> Heirs {
        let mut heirs = Heirs::default();
        if !state.lives(unit) {
            return heirs;
        }
        let hex = state.hex(unit);
        let mut left = state.members(state.head(unit));
        left.remove(unit);
        let led = state.is_head(unit) && !left.is_empty();
        let inside = state.holed.has(unit);
        let steps = state.steps(unit);
        self.lift(state, unit);
        state.at[unit.index()] = REMOVED;
        state.head[unit.index()] = unit;
        state.body[unit.index()] = 0;
        state.acted.remove(unit);
        state.holed.remove(unit);
        state.marched.remove(unit);
        let bound = state.surrounding.has(unit);
        state.surrounding.remove(unit);
        story.tell(|| Event::Removed { unit, steps, hex, rule });
        if led {
            self.succeed(state, unit, left, &mut heirs);
        }
        if inside && self.garrison(state, hex).is_empty() {
            // 10-4: the castle starts again at 0.
            if let Some(castle) = self.castle_at(hex) {
                state.castles[castle.index()].low = 0;
            }
        }
        if self.unit(unit).rank == Rank::Chief {
            self.scatter(state, unit, story, &mut heirs);
        }
        if bound {
            self.after_lifting(state, hex, story);
        }
        heirs
    }

    /// Until the fight is over those he led keep together behind the lowest of them, who leads by no right.
    fn succeed(&self, state: &mut State, dead: UnitId, left: UnitSet, heirs: &mut Heirs) {
        let Some(heir) = left.iter().min_by_key(|&unit| (self.unit(unit).rank, unit)) else { return };
        for unit in left.iter() {
            state.head[unit.index()] = heir;
        }
        heirs.succeed(state, dead, heir);
    }

    /// 25-2: with the commander-in-chief his house leaves the war.
    fn scatter(&self, state: &mut State, chief: UnitId, story: &mut Story<Event>, heirs: &mut Heirs) {
        let house = self.unit(chief).house;
        story.tell(|| Event::Scattered { chief, rule: R_25_2 });
        let army = self.house(house).army;
        let houses: Vec<_> = match self.whole_army {
            true => self.armies[usize::from(army.0)].houses.clone(),
            false => vec![house],
        };
        for house in houses {
            for n in 0..self.house(house).units.len() {
                let unit = self.house(house).units[n];
                heirs.add(self.remove(state, unit, R_25_2, story));
            }
        }
    }

    /// One step; the last one is a death. Whether the unit is gone, and the heirs of its force.
    pub(crate) fn lose_step(
        &self,
        state: &mut State,
        unit: UnitId,
        why: Why,
        story: &mut Story<Event>,
    ) -> (bool, Heirs) {
        match state.steps(unit) {
            0 => (false, Heirs::default()),
            1 => {
                let rule = if why == Why::Deserters { R_14_2_4 } else { R_25_0 };
                (true, self.remove(state, unit, rule, story))
            }
            _ => {
                state.set_steps(unit, 1);
                story.tell(|| Event::StepLost { unit, rule: why.rule() });
                self.check_surround(state, state.hex(unit), story);
                (false, Heirs::default())
            }
        }
    }

    /// 14-2-4, 20-3H: the units that a step can be given to.
    pub(crate) fn wounded(&self, state: &State, force: UnitId) -> UnitSet {
        if !state.lives(force) {
            return UnitSet::default();
        }
        state.members(force).iter().filter(|&unit| state.steps(unit) == 1).collect()
    }

    /// 21-1, 20-3-1: a castle in new hands, or in nobody's.
    pub(crate) fn renew(&self, state: &mut State, castle: CastleId, owner: HouseId) {
        let marks = state.castle(castle).marks & Castle::OF_PHASE;
        let old = &mut state.castles[castle.index()];
        (old.owner, old.low, old.marks) = (owner, 0, marks);
    }
}
