//! 11: reinforcements, and 15.2-9: treason.

use kernel::{May, No, Story};

use crate::{
    Summits,
    cards::Card,
    event::Event,
    play::Reinforcement,
    rule_ids::*,
    state::{GONE, Play, State, Step, TRACK, WAITING},
    units::{ClanId, HIDEYOSHI, UnitSet},
};

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
    fn on_track(&self, state: &State, group: u8) -> UnitSet {
        self.groups[group as usize].units & state.here(TRACK)
    }

    fn can_enter(&self, state: &State, group: u8) -> bool {
        let count = self.groups[group as usize].units.len();
        crate::map::areas(self.map.entries).any(|area| self.room(state, area, HIDEYOSHI) >= count)
    }

    pub(crate) fn may_arrive(&self, state: &State, play: &Play, assault: bool) -> May {
        if !play.pending.has(Card::Reinforcements) {
            return No::because(R_11_0_1, "no-reinforcements-card");
        }
        let next = play.with_group(assault);
        let has_assault = play.assault && (assault || play.groups == 1);
        match self.reinforcement(state) {
            Some(Reinforcement::Group(group)) => {
                let mut next = next;
                next.group = Some(self.entering(state, play, group, assault, true));
                match self.keeps_specials(state, play, &next) {
                    true => Ok(()),
                    false => No::because(R_X_2, "no-special-kept"),
                }
            }
            Some(Reinforcement::Nobody) if has_assault => No::because(R_X_2, "no-group-for-assault"),
            Some(Reinforcement::Nobody) => self.may_act_alone(state, play, next),
            _ => No::because(R_15_2_9B, "no-arrival"),
        }
    }

    /// an action without a group takes the place of one.
    fn may_act_alone(&self, state: &State, play: &Play, mut next: Play) -> May {
        next.pending = next.pending.without(Card::Reinforcements);
        match self.keeps_specials(state, play, &next) {
            true => Ok(()),
            false => No::because(R_X_2, "no-special-kept"),
        }
    }

    /// 11.0-2: the marker goes on one space, and whoever lies there comes.
    pub(crate) fn arrive(&self, state: &mut State, assault: bool, story: &mut Story<Event>) {
        let what = self.reinforcement(state);
        let group = self.next_group(state);
        let space = state.marker + 1;
        let exhausted = usize::from(state.marker) >= self.scenario.track.len();
        let play = state.play_mut();
        let next = play.with_group(assault);
        if let Some(Reinforcement::Group(group)) = what {
            let entering = {
                let play = state.play().expect("it is played");
                self.entering(state, play, group, assault, true)
            };
            state.marker += 1;
            state.shift(self.on_track(state, group), TRACK, WAITING);
            story.tell(|| Event::Arrives { group, space });
            *state.play_mut() = Play { group: Some(entering), step: Step::Group, ..next };
            return;
        }
        *state.play_mut() = Play { pending: next.pending.without(Card::Reinforcements), ..next };
        if exhausted {
            let rule = if self.scenario.treason.is_empty() { R_11_0_2 } else { R_15_2_9E };
            story.tell(|| Event::NoEffect { rule });
        } else {
            state.marker += 1;
            match group {
                Some(group) => {
                    state.shift(self.on_track(state, group), TRACK, WAITING);
                    story.tell(|| Event::Waits { group, space });
                }
                None => story.tell(|| Event::EmptySpace { space }),
            }
        }
        self.end_without_group(state, story);
    }

    // --- treason

    pub(crate) fn may_treason(&self, state: &State, play: &Play, clan: ClanId) -> May {
        if !play.pending.has(Card::Reinforcements)
            || self.reinforcement(state) != Some(Reinforcement::Treason)
        {
            return No::because(R_15_2_9B, "no-treason");
        }
        if !self.treason_clans(state).any(|traitor| traitor == clan) {
            return Err(No::new(R_15_2_9B, "no-traitor").with("clan", self.clan_thing(clan)));
        }
        let next = play.with_group(false);
        if play.assault && play.groups == 1 {
            return No::because(R_X_2, "no-group-for-assault");
        }
        self.may_act_alone(state, play, next)
    }

    /// 15.2-9c: front units are flipped, used ones leave the battle.
    pub(crate) fn resolve_treason(&self, state: &mut State, clan: ClanId, story: &mut Story<Event>) {
        let play = state.play_mut();
        let next = play.with_group(false);
        *play = Play { pending: next.pending.without(Card::Reinforcements), ..next };
        story.tell(|| Event::Treason { clan });
        let clan_units = self.clans[clan.index()].units;
        let mut flipped = UnitSet::NONE;
        for area in (0..self.map.areas.len() as u8).map(hexmap::AreaId) {
            let units = state.here(area) & clan_units;
            let gone = units & state.back;
            flipped |= units - state.back;
            if gone.any() {
                state.shift(gone, area, GONE);
                state.back = state.back - gone;
                story.tell(|| Event::Deserted { units: gone });
                self.take_control(state, &[(area, R_X_9)], None, story);
                if state.over.is_some() {
                    return;
                }
            }
        }
        if flipped.any() {
            state.back |= flipped;
            story.tell(|| Event::Wavered { units: flipped });
        }
        self.end_without_group(state, story);
    }
}
