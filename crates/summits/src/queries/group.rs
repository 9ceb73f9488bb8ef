//! 5.1 and 5.2: who can be in a group, and whether it can do anything.

use crate::{
    Summits,
    decisions::play::{Group, Play},
    model::{
        cards::Card,
        state::State,
        units::{UnitId, UnitSet},
    },
};

impl Summits {
    /// GP-3, with its option: units of the side that may not be in this group, having acted by such a card.
    pub(crate) fn barred(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        let mut barred = UnitSet::NONE;
        if !self.options.strict_same_type {
            return barred;
        }
        if play.cards.has(Card::CombinedActions) {
            barred |= state.used[Card::CombinedActions.index()];
        }
        if group.assault {
            barred |= state.used[Card::Assault.index()];
        }
        barred
    }

    /// Units that could be in a group that moves, attacks or fires: front (5.1-a), and new to this play.
    pub(crate) fn ready(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        if group.fixed {
            return if group.area_is_beside() {
                group.units
            } else {
                (group.units & state.here(group.area)) - state.back
            };
        }
        let own = state.here(group.area) & self.of_side[state.active.index()];
        own - state.back - play.acted - self.barred(state, play, group)
    }

    /// Units that could be in a group that rallies: used ones, and in an Assault the others with them. QA-2 with 5.1-a:
    /// in the second action of an Assault also men of the group whom an ambush has flipped.
    pub(crate) fn rallying(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        if !play.pending.has(Card::Rally) {
            return UnitSet::NONE;
        }
        if group.fixed {
            let here =
                if group.area_is_beside() { UnitSet::NONE } else { group.units & state.here(group.area) };
            return if self.options.strict_same_type { here - state.used[Card::Rally.index()] } else { here };
        }
        let own = state.here(group.area) & self.of_side[state.active.index()];
        let used = (own & state.back) - self.barred(state, play, group);
        let used = if self.options.strict_same_type { used - state.used[Card::Rally.index()] } else { used };
        if group.assault { used | self.ready(state, play, group) } else { used }
    }

    /// Everyone who could still be named for the group.
    pub(crate) fn candidates(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        self.ready(state, play, group) | self.rallying(state, play, group)
    }

    /// Who moves or attacks: the chosen, or everyone who can.
    pub(crate) fn acting(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        let ready = self.ready(state, play, group);
        match group.units {
            _ if group.fixed => ready,
            units if units.is_empty() => ready,
            units if units.is_within(ready) => units,
            _ => UnitSet::NONE,
        }
    }

    pub(crate) fn firing(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        let acting = self.acting(state, play, group);
        if !self.options.strict_same_type {
            return acting;
        }
        let fresh = acting - state.used[Card::Fire.index()];
        if group.units.is_empty() || fresh == acting { fresh } else { UnitSet::NONE }
    }

    pub(crate) fn rally_group(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        let all = self.rallying(state, play, group);
        let units = if group.units.is_empty() || group.fixed { all } else { group.units };
        let turns = group.fixed || (units & state.back).any();
        if units.is_within(all) && turns { units } else { UnitSet::NONE }
    }

    /// may this group spend its next action so?
    pub(crate) fn may_spend(&self, state: &State, play: &Play, special: Option<Card>) -> bool {
        match special {
            None if play.plain == 0 => return false,
            // Nothing could be given up by it.
            None if play.pending.is_empty() => return true,
            Some(card) if !play.pending.has(card) => return false,
            _ => {}
        }
        let mut after = play.clone();
        match special {
            None => after.plain -= 1,
            Some(card) => after.pending = after.pending.without(card),
        }
        if let Some(group) = &mut after.group {
            group.actions -= 1;
        }
        self.keeps_specials(state, play, &after)
    }

    /// Can the group, as chosen so far, do anything?
    pub(crate) fn group_can(&self, state: &State, play: &Play, group: &Group) -> bool {
        let acting = self.acting(state, play, group);
        if acting.any() && self.may_spend(state, play, None) {
            if self.can_go(state, group, acting) {
                return true;
            }
            if self.may_attack(state, group, acting) {
                return true;
            }
        }
        (self.fire_targets(state, play, group) != 0 && self.may_spend(state, play, Some(Card::Fire)))
            || (self.rally_group(state, play, group).any() && self.may_spend(state, play, Some(Card::Rally)))
    }

    /// Can it be made into a group that does something, by naming more?
    pub(crate) fn group_could(&self, state: &State, play: &Play, group: &Group) -> bool {
        if self.group_can(state, play, group) {
            return true;
        }
        let ready = self.ready(state, play, group);
        let attack = group.units.is_within(ready)
            && self.may_spend(state, play, None)
            && self.may_attack(state, group, ready);
        let rallying = self.rallying(state, play, group);
        let rally = group.units.is_within(rallying)
            && (rallying & state.back).any()
            && self.may_spend(state, play, Some(Card::Rally));
        attack || rally
    }

    pub(crate) fn may_attack(&self, state: &State, group: &Group, units: UnitSet) -> bool {
        !group.area_is_beside()
            && (units & self.generals).any()
            && (state.here(group.area) & self.of_side[state.active.other().index()]).any()
    }

    /// 6.1-2: areas the group could fire at, one bit each.
    pub(crate) fn fire_targets(&self, state: &State, play: &Play, group: &Group) -> u64 {
        if !play.pending.has(Card::Fire)
            || group.area_is_beside()
            || self.firing(state, play, group).is_empty()
        {
            return 0;
        }
        self.map.next[group.area.index()] & self.presence(state, state.active.other())
    }

    /// Of units that are alike (2.1.1-3) the one with the lowest number.
    pub(crate) fn alike(&self, state: &State, pool: UnitSet, unit: UnitId) -> UnitId {
        if self.generals.has(unit) {
            return unit;
        }
        let troops = pool & self.clans[self.unit(unit).clan.index()].troops;
        let same = if state.is_back(unit) { troops & state.back } else { troops - state.back };
        same.first().unwrap_or(unit)
    }

    /// One of each kind in the pool, ascending.
    pub(crate) fn kinds(&self, state: &State, pool: UnitSet) -> impl Iterator<Item = UnitId> {
        pool.iter().filter(move |&unit| self.alike(state, pool, unit) == unit)
    }
}
