//! 11: a Reinforcements card brings the next group of the track; 15.2-9: or it is Treason.

use super::{end_without_group, pick};
use crate::{
    model::state::{GONE, TRACK, WAITING},
    prelude::*,
    queries::reinforcements::Reinforcement,
};

pub(super) fn judge_arrival(rules: &Summits, state: &State, play: &Play, assault: bool) -> May {
    if !play.pending.has(Card::Reinforcements) {
        return No::because(R_11_0_1, "no-reinforcements-card");
    }
    let mut next = play.with_group(assault);
    match rules.reinforcement(state) {
        Some(Reinforcement::Group(group)) => {
            next.group = Some(pick::entering(rules, state, play, group, assault, true));
            match rules.keeps_specials(state, play, &next) {
                true => Ok(()),
                false => No::because(R_X_2, "no-special-kept"),
            }
        }
        Some(Reinforcement::Nobody) if play.has_assault(assault) => {
            No::because(R_X_2, "no-group-for-assault")
        }
        Some(Reinforcement::Nobody) => judge_alone(rules, state, play, next),
        _ => No::because(R_15_2_9B, "no-arrival"),
    }
}

/// an action without a group takes the place of one.
fn judge_alone(rules: &Summits, state: &State, play: &Play, mut next: Play) -> May {
    next.pending = next.pending.without(Card::Reinforcements);
    match rules.keeps_specials(state, play, &next) {
        true => Ok(()),
        false => No::because(R_X_2, "no-special-kept"),
    }
}

/// 11.0-2: the marker advances one space, and the group of that space comes.
pub(super) fn arrive(cx: &mut CxMut<'_, Play>, assault: bool) -> Flow<Step> {
    let CxMut { rules, state, story, parent: play, .. } = cx;
    let space = state.marker + 1;
    if let Some(Reinforcement::Group(group)) = rules.reinforcement(state) {
        let entering = pick::entering(rules, state, play, group, assault, true);
        state.marker += 1;
        state.shift(rules.on_track(state, group), TRACK, WAITING);
        story.tell(|| Event::Arrives { group, space });
        return pick::begin(cx, entering, assault);
    }
    play.take_group(assault);
    play.pending = play.pending.without(Card::Reinforcements);
    if usize::from(state.marker) >= rules.scenario.track.len() {
        let rule = if rules.scenario.treason.is_empty() { R_11_0_2 } else { R_15_2_9E };
        story.tell(|| Event::NoEffect { rule });
    } else {
        let group = rules.next_group(state);
        state.marker += 1;
        match group {
            Some(group) => {
                state.shift(rules.on_track(state, group), TRACK, WAITING);
                story.tell(|| Event::Waits { group, space });
            }
            None => story.tell(|| Event::EmptySpace { space }),
        }
    }
    end_without_group(cx)
}

pub(super) fn judge_treason(rules: &Summits, state: &State, play: &Play, clan: ClanId) -> May {
    if !play.pending.has(Card::Reinforcements) || rules.reinforcement(state) != Some(Reinforcement::Treason) {
        return No::because(R_15_2_9B, "no-treason");
    }
    if !rules.treason_clans(state).any(|traitor| traitor == clan) {
        return Err(No::new(R_15_2_9B, "no-traitor").with("clan", rules.clan_thing(clan)));
    }
    if play.has_assault(false) {
        return No::because(R_X_2, "no-group-for-assault");
    }
    judge_alone(rules, state, play, play.with_group(false))
}

/// 15.2-9c: front units are flipped, used ones leave the battle.
pub(super) fn commit_treason(cx: &mut CxMut<'_, Play>, clan: ClanId) -> Flow<Step> {
    let CxMut { rules, state, story, parent: play, .. } = cx;
    play.take_group(false);
    play.pending = play.pending.without(Card::Reinforcements);
    story.tell(|| Event::Treason { clan });
    let clan_units = rules.clans[clan.index()].units;
    let mut flipped = UnitSet::NONE;
    for area in rules.map.graph.areas() {
        let units = state.here(area) & clan_units;
        let gone = units & state.back;
        flipped |= units - state.back;
        if gone.any() {
            state.shift(gone, area, GONE);
            state.back = state.back - gone;
            story.tell(|| Event::Deserted { units: gone });
            rules.take_control(state, &[(area, R_X_9)], None, story);
            if state.over.is_some() {
                return Flow::Done;
            }
        }
    }
    if flipped.any() {
        state.back |= flipped;
        story.tell(|| Event::Wavered { units: flipped });
    }
    end_without_group(cx)
}
