//! 11 and 15.2-9: what the next Reinforcements card brings.

use crate::{
    Summits,
    model::{
        state::{State, TRACK},
        units::{ClanId, HIDEYOSHI, UnitSet},
    },
};

/// What a Reinforcements card would do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reinforcement {
    /// This group comes, and there is a way onto the map.
    Group(u8),
    /// Nobody comes, or nobody can enter: an action without a group.
    Nobody,
    Treason,
}

impl Summits {
    /// The group on the next space of the track; an empty space has none, and the track may be used up.
    pub(crate) fn next_group(&self, state: &State) -> Option<u8> {
        let at = usize::from(state.marker);
        self.scenario.track.get(at).copied().flatten()?;
        let nth = self.scenario.track[..at].iter().filter(|space| space.is_some()).count();
        state.layout.get(nth).copied()
    }

    /// What the Reinforcements card that lies open would do now.
    pub(crate) fn reinforcement(&self, state: &State) -> Option<Reinforcement> {
        self.reinforcement_of(state, state.reinforced(HIDEYOSHI) > 1)
    }

    pub(crate) fn reinforcement_of(&self, state: &State, treason: bool) -> Option<Reinforcement> {
        if treason {
            return self.treason_clans(state).next().map(|_| Reinforcement::Treason);
        }
        Some(match self.next_group(state) {
            Some(group) if self.can_enter(state, group) => Reinforcement::Group(group),
            _ => Reinforcement::Nobody,
        })
    }

    /// The units of a group that are still on the track: a position may leave some out.
    pub(crate) fn on_track(&self, state: &State, group: u8) -> UnitSet {
        self.groups[group as usize].units & state.here(TRACK)
    }

    pub(crate) fn can_enter(&self, state: &State, group: u8) -> bool {
        let count = self.groups[group as usize].units.len();
        crate::model::map::areas(self.map.entries).any(|area| self.room(state, area, HIDEYOSHI) >= count)
    }

    /// Clans of the Treason groups that still have units on the map.
    pub(crate) fn treason_clans(&self, state: &State) -> impl Iterator<Item = ClanId> {
        let on_map = state.here[..self.map.areas.len()].iter().fold(UnitSet::NONE, |all, here| all | *here);
        self.scenario
            .treason
            .iter()
            .copied()
            .filter(move |clan| (self.clans[clan.index()].units & on_map).any())
    }
}
