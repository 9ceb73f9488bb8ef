//! 5 and 6: a play under way. What its steps share, and how one group follows another.

pub(crate) mod act;
pub(crate) mod arrive;
pub(crate) mod damage;
pub(crate) mod marshal;
mod moving;
pub(crate) mod muster;
pub(crate) mod pick;
pub(crate) mod retreat;
pub(crate) mod strike;
pub(crate) mod window;

use hexmap::AreaId;
use kernel::{
    Actions, May, No,
    decision::{Parent, Staged},
};
use serde::{Deserialize, Serialize};

use self::{damage::Damage, marshal::Marshal, muster::Muster, retreat::Retreat, strike::Strike};
use super::{Cx, CxMut, Flow};
use crate::{
    Summits,
    model::{
        cards::{Card, Set},
        state::{Attack, State, WAITING},
        units::UnitSet,
    },
    notation::rule_ids::*,
    presentation::event::Event,
};

/// What the cards of a play still allow.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Play {
    /// The cards played openly; none for a card played face down.
    pub cards: Set,
    /// Plain moves and attacks still to be had.
    pub plain: u8,
    /// Fire, Rally and Reinforcements still to be carried out.
    pub pending: Set,
    /// A Rally that takes up no action is still to be carried out.
    pub free_rally: bool,
    /// Groups yet to begin.
    pub groups: u8,
    /// No group has the Assault yet.
    pub assault: bool,
    /// Something has been carried out.
    pub begun: bool,
    /// units of the groups that have acted.
    pub acted: UnitSet,
    pub group: Option<Group>,
    pub step: Step,
}

/// 5.1: the group that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Group {
    /// [`WAITING`] for one that enters the map.
    pub area: AreaId,
    /// Chosen so far; none means everyone who can.
    pub units: UnitSet,
    /// The group has begun to act, or enters: nobody joins it any more.
    pub fixed: bool,
    /// Actions it still has.
    pub actions: u8,
    /// It has the Assault.
    pub assault: bool,
    /// Who took part in its actions, and flips when it is done.
    pub took: UnitSet,
    /// The area it left by the last step of a move just made.
    pub came: Option<AreaId>,
    /// It enters by the Reinforcements card of this play.
    pub arrives: bool,
}

impl Group {
    /// It has not entered the map yet.
    pub(crate) fn area_is_beside(&self) -> bool {
        self.area == WAITING
    }
}

/// What the play is in the middle of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Which group begins?
    Pick,
    /// What does the group do?
    Group,
    /// Supporters and the order of attacks are named.
    Marshal(Marshal),
    /// an ambush?
    Window,
    /// The ambushing group is chosen.
    Muster(Muster),
    /// Dice for the next attack of the list.
    Strike(Strike),
    /// The owner takes damage.
    Damage(Damage),
    /// Where does this unit retreat to?
    Retreat(Retreat),
}

impl Step {
    /// The attack that it is a part of.
    pub(crate) fn attack(&self) -> Option<&Attack> {
        match self {
            Step::Pick | Step::Group | Step::Window => None,
            Step::Marshal(Marshal(attack)) | Step::Muster(Muster(attack)) | Step::Strike(Strike(attack)) => {
                Some(attack)
            }
            Step::Damage(Damage { attack, .. }) | Step::Retreat(Retreat { attack, .. }) => Some(attack),
        }
    }
}

impl Parent<Summits> for Play {
    type Next = Step;
}

/// Each step has a depth of its own.
impl Staged<Summits> for Play {
    const DEPTH: usize = 0;
    type Stage = Step;

    fn stage(&self) -> &Step {
        &self.step
    }

    fn set_stage(&mut self, step: Step) {
        self.step = step;
    }
}

impl Play {
    pub(crate) fn new(cards: Set, free_rally: bool) -> Play {
        let mut pending = cards.both(Set::SPECIAL);
        let free_rally = free_rally && cards.len() > 1 && cards.has(Card::Rally);
        if free_rally {
            pending = pending.without(Card::Rally);
        }
        Play {
            cards,
            plain: cards.actions() - pending.len(),
            pending,
            free_rally,
            groups: 1 + u8::from(cards.has(Card::CombinedActions)),
            assault: cards.has(Card::Assault),
            begun: false,
            acted: UnitSet::NONE,
            group: None,
            step: Step::Pick,
        }
    }

    /// A group is named together with whether it has the Assault.
    pub(crate) fn names_assault(&self) -> bool {
        self.assault && self.groups == 2
    }

    /// The last group has the Assault if no other has it.
    pub(crate) fn has_assault(&self, named: bool) -> bool {
        self.assault && (named || self.groups == 1)
    }

    /// A group begins.
    fn take_group(&mut self, assault: bool) {
        let assault = self.has_assault(assault);
        self.groups -= 1;
        self.assault &= !assault;
    }

    /// The same play after a group has begun.
    fn with_group(&self, assault: bool) -> Play {
        let mut play = self.clone();
        play.take_group(assault);
        play
    }

    /// A group of this area that has chosen nobody yet.
    fn fresh(&self, area: AreaId, assault: bool) -> Group {
        let assault = self.has_assault(assault);
        Group {
            area,
            units: UnitSet::NONE,
            fixed: false,
            actions: 1 + u8::from(assault),
            assault,
            took: UnitSet::NONE,
            came: None,
            arrives: false,
        }
    }

    /// The group that acts. Called only in steps that have one.
    pub(crate) fn group(&self) -> &Group {
        self.group.as_ref().expect("a group acts")
    }

    pub(crate) fn group_mut(&mut self) -> &mut Group {
        self.group.as_mut().expect("a group acts")
    }
}

/// May nothing more be done in this play?
fn judge_done(rules: &Summits, state: &State, play: &Play) -> May {
    let begun = play.begun || play.group.is_some_and(|group| group.fixed && !group.area_is_beside());
    let mut after = play.clone();
    after.groups = 0;
    after.assault = false;
    let picking = matches!(play.step, Step::Pick);
    if !picking {
        after.group = None;
        // In the midst of an Assault the second action is given up, not the other group.
        after.groups = play.groups;
        after.assault = play.assault;
    }
    let nothing_else = || {
        let mut one = Actions::up_to(1);
        match (&play.group, picking) {
            (Some(group), false) => act::list_actions(rules, state, play, group, &mut one),
            _ => pick::list_beginnings(rules, state, play, &mut one),
        }
        one.is_empty()
    };
    // A side that can begin nothing may give the group up.
    if !begun && !nothing_else() {
        return No::because(R_X_2, "no-done");
    }
    if !picking && loses_special(rules, state, play, &after) {
        return No::because(R_QA_5, "no-special-kept");
    }
    let free = !play.free_rally || !picking || rules.used_on_map(state, state.active).is_empty();
    if (free && rules.keeps_specials(state, play, &after)) || nothing_else() {
        return Ok(());
    }
    No::because(R_QA_5, "no-special-kept")
}

/// QA-5: the group could carry out a special now, and after it has ended no other could.
fn loses_special(rules: &Summits, state: &State, play: &Play, after: &Play) -> bool {
    let Some(group) = &play.group else { return false };
    let may = |card| rules.may_spend(state, play, Some(card));
    let fires = rules.fire_targets(state, play, group) != 0 && may(Card::Fire);
    let turns = rules.rally_group(state, play, group) & (group.took | state.back);
    let rallies = turns.any() && may(Card::Rally);
    if !fires && !rallies {
        return false;
    }
    let (mut later, mut rest) = (state.clone(), after.clone());
    close_group(rules, &mut later, &mut rest, group);
    (fires && !rules.may_yet(&later, &rest, Card::Fire))
        || (rallies && !rules.may_yet(&later, &rest, Card::Rally))
}

/// An action is done: an Assault continues with the rest of the group, any other group flips. Men who were flipped
/// on the way can only rally.
fn end_action(cx: &mut CxMut<'_, Play>) -> Flow<Step> {
    if cx.state.over.is_some() {
        return Flow::Done;
    }
    let group = *cx.parent.group();
    let left = cx.rules.candidates(cx.state, cx.parent, &group);
    if group.actions > 0 && left.any() && !group.area_is_beside() {
        return Flow::Next(Step::Group);
    }
    if group.actions > 0 {
        cx.story.tell(|| Event::Spent);
    }
    end_group(cx)
}

/// 5.1-c: those who took part flip, and the play continues with the next group.
fn end_group(cx: &mut CxMut<'_, Play>) -> Flow<Step> {
    let CxMut { rules, state, story, parent: play, .. } = cx;
    let group = play.group.take().expect("a group acts");
    let flips = close_group(rules, state, play, &group);
    if flips.any() {
        story.tell(|| Event::Flipped { units: flips });
    }
    next_group(cx)
}

/// A group has ended: those who flip.
fn close_group(rules: &Summits, state: &mut State, play: &mut Play, group: &Group) -> UnitSet {
    let on_map = state.here[..rules.map.areas.len()].iter().fold(UnitSet::NONE, |all, here| all | *here);
    let flips = (group.took & on_map) - state.back;
    state.back |= flips;
    play.acted |= group.units;
    play.begun = true;
    if rules.options.strict_same_type {
        for card in [Card::CombinedActions, Card::Assault] {
            if play.cards.has(card) && (card != Card::Assault || group.assault) {
                state.used[card.index()] |= group.units & rules.of_side[state.active.index()];
            }
        }
    }
    flips
}

/// An action without a group is done: an empty space, Treason.
fn end_without_group(cx: &mut CxMut<'_, Play>) -> Flow<Step> {
    cx.parent.begun = true;
    next_group(cx)
}

fn next_group(cx: &mut CxMut<'_, Play>) -> Flow<Step> {
    match cx.parent.groups > 0 || cx.parent.free_rally {
        true => Flow::Next(Step::Pick),
        false => end_play(cx),
    }
}

fn end_play(cx: &mut CxMut<'_, Play>) -> Flow<Step> {
    if !cx.parent.pending.is_empty() {
        cx.story.tell(|| Event::Lapsed);
    }
    cx.state.active = cx.state.active.other();
    Flow::Done
}

/// A Rally that takes up no action, in one area.
fn judge_free_rally(cx: Cx<'_, Play>, area: AreaId) -> May {
    if !cx.parent.free_rally {
        return No::because(R_6_1_4, "no-free-rally");
    }
    if (cx.state.here(area) & cx.rules.used_on_map(cx.state, cx.state.active)).is_empty() {
        return Err(No::new(R_6_1_4, "no-rally").with("area", crate::notation::refer::place(area)));
    }
    Ok(())
}

fn rally_freely(cx: &mut CxMut<'_, Play>, area: AreaId) -> Flow<Step> {
    let units = cx.state.here(area) & cx.rules.used_on_map(cx.state, cx.state.active);
    cx.state.back = cx.state.back - units;
    cx.story.tell(|| Event::Rallied { area, units });
    cx.parent.free_rally = false;
    cx.parent.begun = true;
    match cx.parent.groups == 0 && cx.parent.group.is_none() {
        true => end_play(cx),
        false => Flow::Stay,
    }
}
