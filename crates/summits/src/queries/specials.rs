//! the special cards of a play, and whether each still finds an action.

use kernel::Side;

use crate::{
    Summits,
    decisions::play::Play,
    model::{
        cards::{Card, Set},
        map,
        state::State,
        units::UnitSet,
    },
    queries::reinforcements::Reinforcement,
};

impl Summits {
    /// a special is not given up by this as long as it can be carried out.
    pub(crate) fn keeps_specials(&self, state: &State, before: &Play, after: &Play) -> bool {
        if before.pending.is_empty() {
            return true;
        }
        let needed = needed(self, state, before);
        homeless(self, state, needed.both(after.pending), after) <= homeless(self, state, needed, before)
    }

    /// Whether this group or one after it could carry out a special.
    pub(crate) fn may_yet(&self, state: &State, play: &Play, special: Card) -> bool {
        match special {
            Card::Fire => may_yet_fire(self, state, play),
            Card::Rally => may_yet_rally(self, state, play),
            _ => self.reinforcement(state).is_some(),
        }
    }

    /// Units of a side on the map that show their back.
    pub(crate) fn used_on_map(&self, state: &State, side: Side) -> UnitSet {
        // Only units on the map are ever turned.
        state.back & self.of_side[side.index()]
    }

    /// Areas where a side has units, one bit each.
    pub(crate) fn presence(&self, state: &State, side: Side) -> u64 {
        let mine = self.of_side[side.index()];
        let areas = state.here[..self.map.areas.len()].iter().enumerate();
        areas.fold(0, |mask, (n, here)| mask | u64::from((*here & mine).any()) << n)
    }
}

/// The specials of this play that can still be carried out. A group that acts has an action left.
fn needed(rules: &Summits, state: &State, play: &Play) -> Set {
    let mut needed = play.pending;
    if needed.has(Card::Reinforcements) && rules.reinforcement(state).is_none() {
        needed = needed.without(Card::Reinforcements);
    }
    if needed.has(Card::Fire) && !may_yet_fire(rules, state, play) {
        needed = needed.without(Card::Fire);
    }
    if needed.has(Card::Rally) && !may_yet_rally(rules, state, play) {
        needed = needed.without(Card::Rally);
    }
    needed
}

/// how many of these specials would find no action any more.
fn homeless(rules: &Summits, state: &State, needed: Set, play: &Play) -> u8 {
    let current = play.group.map_or(0, |group| group.actions);
    let mut slots = current + play.groups + u8::from(play.assault && play.groups > 0);
    let mut homeless = 0;
    if needed.has(Card::Reinforcements) && !play.group.is_some_and(|group| group.arrives) {
        // It needs a group of its own; without units, one that is not bound to the Assault.
        let alone = !matches!(rules.reinforcement(state), Some(Reinforcement::Group(_)));
        match play.groups == 0 || (alone && play.assault && play.groups < 2) {
            true => homeless += 1,
            false => slots -= 1,
        }
    } else if needed.has(Card::Reinforcements) {
        slots -= 1;
    }
    homeless + needed.without(Card::Reinforcements).len().saturating_sub(slots)
}

fn may_yet_fire(rules: &Summits, state: &State, play: &Play) -> bool {
    let side = state.active;
    if play.group.is_some_and(|group| rules.fire_targets(state, play, &group) != 0) {
        return true;
    }
    if play.groups == 0 {
        return false;
    }
    let enemies = rules.presence(state, side.other());
    let near = map::areas(enemies).fold(0, |near, area| near | rules.map.next[area.index()]);
    map::areas(near)
        .any(|area| ((state.here(area) & rules.of_side[side.index()]) - state.back - play.acted).any())
}

fn may_yet_rally(rules: &Summits, state: &State, play: &Play) -> bool {
    let fixed = play.group.filter(|group| group.fixed);
    fixed.is_some_and(|group| group.area_is_beside() || rules.rallying(state, play, &group).any())
        || (play.groups > 0 && rallied_later(rules, state, play).any())
        || play.group.is_some_and(|group| {
            (state.here(group.area) & state.back & rules.of_side[state.active.index()]).any()
        })
}

/// Used units that a group yet to begin could rally; with the option not those who have acted by the same cards (GP-3).
fn rallied_later(rules: &Summits, state: &State, play: &Play) -> UnitSet {
    let used = rules.used_on_map(state, state.active);
    if !rules.options.strict_same_type {
        return used;
    }
    let bound = play.assault && play.groups == 1;
    let cards = [
        (Card::Rally, true),
        (Card::CombinedActions, play.cards.has(Card::CombinedActions)),
        (Card::Assault, bound),
    ];
    let barred = cards.into_iter().filter(|(_, counts)| *counts);
    barred.fold(used, |used, (card, _)| used - state.used[card.index()])
}
