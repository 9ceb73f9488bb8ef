//! 7: movement, and the ambush that may meet it.

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Actions, Line, May, No, Question, Side, Story};

use crate::{
    Summits,
    action::Action,
    cards::Card,
    event::Event,
    map::{self, bit},
    refer::place,
    rule_ids::*,
    state::{Group, Kind, Play, State, Step},
    units::UnitSet,
};

/// Where a group can go, and by which area where it has to pass one that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) to: AreaId,
    /// Named in the action.
    pub(crate) by: Option<AreaId>,
    /// Passed.
    via: Option<AreaId>,
}

impl Summits {
    fn has(&self, state: &State, area: AreaId, side: Side) -> bool {
        (state.here(area) & self.of_side[side.index()]).any()
    }

    pub(crate) fn room(&self, state: &State, area: AreaId, side: Side) -> u8 {
        self.numbers.stacking.most.saturating_sub((state.here(area) & self.of_side[side.index()]).len())
    }

    /// Areas one step away; for a group beside the map the entry areas (11.0-3).
    fn steps(&self, group: &Group) -> u64 {
        if group.area_is_beside() { self.map.entries } else { self.map.next[group.area.index()] }
    }

    /// Does leaving cost the whole move (7.0-1c)?
    fn is_held(&self, state: &State, group: &Group) -> bool {
        !group.area_is_beside() && self.has(state, group.area, state.active.other())
    }

    /// Areas the group may pass on the way (7.0-1, 7.0-2, 7.0-4).
    fn passable(&self, state: &State, group: &Group, count: u8) -> u64 {
        if !self.numbers.movement.reaches_two(self.is_held(state, group)) {
            return 0;
        }
        let side = state.active;
        map::areas(self.steps(group) & !self.map.heights)
            .filter(|&area| !self.has(state, area, side.other()) && self.room(state, area, side) >= count)
            .fold(0, |mask, area| mask | bit(area))
    }

    /// Areas the group can pass to reach this one.
    fn ways_to(&self, state: &State, group: &Group, passable: u64, to: AreaId) -> u64 {
        let contact = self.has(state, to, state.active.other());
        let closed = self.map.heights & bit(to) != 0 || !self.numbers.movement.reaches_two(contact);
        if closed || to == group.area { 0 } else { passable & self.map.next[to.index()] }
    }

    /// The area passed when none is named: one already controlled if there is one.
    fn usual_way(&self, state: &State, ways: u64) -> Option<AreaId> {
        let own = ways & state.control[state.active.index()];
        map::areas(if own != 0 { own } else { ways }).next()
    }

    /// Can these units go anywhere? Whoever cannot take a step can pass nothing either.
    pub(crate) fn can_go(&self, state: &State, group: &Group, units: UnitSet) -> bool {
        let count = units.len();
        map::areas(self.steps(group)).any(|area| self.room(state, area, state.active) >= count)
    }

    /// Everywhere these units can go.
    pub(crate) fn destinations(&self, state: &State, group: &Group, units: UnitSet) -> ArrayVec<Way, 64> {
        let mut out = ArrayVec::new();
        let passable = self.passable(state, group, units.len());
        let far = map::areas(passable).fold(0, |mask, area| mask | self.map.next[area.index()]);
        for to in map::areas(self.steps(group) | far) {
            for way in self.ways(state, group, units.len(), passable, to) {
                let _ = out.try_push(way);
            }
        }
        out
    }

    /// The ways of so many units to one area: the usual one, then those that are named.
    fn ways(
        &self,
        state: &State,
        group: &Group,
        count: u8,
        passable: u64,
        to: AreaId,
    ) -> impl Iterator<Item = Way> {
        let side = state.active;
        let reachable = to != group.area && self.room(state, to, side) >= count;
        let passed = if reachable { self.ways_to(state, group, passable, to) } else { 0 };
        let direct = self.steps(group) & bit(to) != 0;
        let via = if direct { None } else { self.usual_way(state, passed) };
        let usual = (reachable && (direct || via.is_some())).then_some(Way { to, by: None, via });
        // 12.0-2: to pass through takes control, so it matters by which area.
        let named = map::areas(passed & !state.control[side.index()]).filter(move |by| Some(*by) != via);
        usual.into_iter().chain(named.map(move |by| Way { to, by: Some(by), via: Some(by) }))
    }

    fn way(
        &self,
        state: &State,
        group: &Group,
        units: UnitSet,
        to: AreaId,
        by: Option<AreaId>,
    ) -> Option<Way> {
        let passable = self.passable(state, group, units.len());
        self.ways(state, group, units.len(), passable, to).find(|way| way.by == by)
    }

    /// Does the group that moves pass this area on its usual way?
    pub(crate) fn takes_anyway(&self, state: &State, to: AreaId, by: AreaId) -> bool {
        let Some(play) = state.play().filter(|play| matches!(play.step, Step::Group)) else { return false };
        let Some(group) = &play.group else { return false };
        let units = self.acting(state, play, group);
        units.any() && self.way(state, group, units, to, None).is_some_and(|way| way.via == Some(by))
    }

    pub(crate) fn judge_to(
        &self,
        state: &State,
        play: &Play,
        group: &Group,
        to: AreaId,
        by: Option<AreaId>,
    ) -> May {
        self.judge_plain(state, play, group)?;
        let acting = self.acting(state, play, group);
        if acting.is_empty() {
            return No::because(R_5_1_A, "no-front-group");
        }
        if self.way(state, group, acting, to, by).is_some() {
            return Ok(());
        }
        Err(self.why_not(state, group, acting, to, by))
    }

    fn why_not(&self, state: &State, group: &Group, units: UnitSet, to: AreaId, by: Option<AreaId>) -> No {
        let side = state.active;
        let no = |rule, key| No::new(rule, key).with("area", place(to));
        if to == group.area {
            return no(R_7_0_3, "no-move-here");
        }
        if self.room(state, to, side) < units.len() {
            return no(R_7_0_4, "no-room").with("room", i32::from(self.room(state, to, side)));
        }
        // Of a named route only the area it names counts.
        let between = self.steps(group) & self.map.next[to.index()] & by.map_or(u64::MAX, bit);
        if between == 0 {
            let rule = if group.area_is_beside() { R_11_0_3 } else { R_7_0_1A };
            return match by {
                Some(by) => no(rule, "no-way-by").with("by", place(by)),
                None => no(rule, "no-reach"),
            };
        }
        if self.map.heights & bit(to) != 0 {
            return no(R_7_0_2, "no-hill");
        }
        let move_points = &self.numbers.movement;
        if self.is_held(state, group) && !move_points.reaches_two(true) {
            return no(R_7_0_1C, "no-leaving");
        }
        if self.has(state, to, side.other()) && !move_points.reaches_two(true) {
            return no(R_7_0_1B, "no-entering");
        }
        if !move_points.reaches_two(false) {
            return no(R_7_0_1A, "no-reach");
        }
        if between & !self.map.heights == 0 {
            return no(R_7_0_2, "no-over-hill");
        }
        let blocked = |area: AreaId| self.has(state, area, side.other());
        if map::areas(between & !self.map.heights).all(blocked) {
            return no(R_7_0_5, "no-points");
        }
        if by.is_some_and(|by| self.room(state, by, side) >= units.len()) {
            return no(R_12_0_2, "no-way-named");
        }
        no(R_7_0_4, "no-room-between")
    }

    pub(crate) fn resolve_to(
        &self,
        state: &mut State,
        to: AreaId,
        by: Option<AreaId>,
        story: &mut Story<Event>,
    ) {
        let play = state.play().expect("a group moves");
        let group = *state.group();
        let units = self.acting(state, play, &group);
        let way = self.way(state, &group, units, to, by).expect("judged");
        let whole = if group.units.is_empty() { units } else { group.units };
        self.spend(state, whole, group.arrives.then_some(Card::Reinforcements));
        let entering = group.area_is_beside();
        let side = state.active;
        {
            let group = state.group_mut();
            group.arrives = false;
            group.took |= units;
        }
        let mut path: ArrayVec<AreaId, 2> = ArrayVec::new();
        path.extend(way.via);
        path.push(to);
        let mut from = group.area;
        let rule = match () {
            () if self.has(state, to, side.other()) => R_7_0_1B,
            () if self.is_held(state, &group) => R_7_0_1C,
            () => R_7_0_1A,
        };
        for &step in &path {
            state.shift(units, from, step);
            {
                let group = state.group_mut();
                group.came = Some(from).filter(|area| crate::state::on_map(*area));
                group.area = step;
            }
            story.tell(|| match entering && from == group.area {
                true => Event::Entered { units, to: step },
                false => Event::Moved { units, from, to: step, rule },
            });
            self.take_control(state, &[(from, R_X_9), (step, R_12_0_2)], None, story);
            if state.over.is_some() {
                return;
            }
            from = step;
        }
        self.meet(state, story);
    }

    /// a group has entered; may the enemy spring an ambush?
    fn meet(&self, state: &mut State, story: &mut Story<Event>) {
        let group = *state.group();
        let enemy = state.active.other();
        if !self.has(state, group.area, enemy) || state.hands[enemy.index()].is_empty() {
            self.end_action(state, story);
            return;
        }
        if self.options.ambush_after_flip && group.actions == 0 {
            state.back |= group.took;
            let units = group.took;
            state.group_mut().took = UnitSet::NONE;
            story.tell(|| Event::Flipped { units });
        }
        state.play_mut().step = Step::Window;
    }

    // --- the window

    pub(crate) fn window_question(&self, state: &State) -> Question {
        let area = state.group().area;
        let side = state.active.other();
        let prompt = Line::new("ask-ambush").with("side", side).with("area", place(area));
        Question::new(state.seat_of(side), R_X_4, prompt).always().at(place(area))
    }

    pub(crate) fn list_window(&self, state: &State, out: &mut Actions<Action>) {
        out.push(Action::Hold);
        if state.hands[state.active.other().index()].has(Card::Ambush) {
            out.push(Action::Ambush);
            out.push(Action::Muster);
        }
    }

    pub(crate) fn judge_window(&self, state: &State, action: &Action) -> Option<May> {
        match action {
            Action::Hold => Some(Ok(())),
            Action::Ambush | Action::Muster => {
                match state.hands[state.active.other().index()].has(Card::Ambush) {
                    true => Some(Ok(())),
                    false => Some(No::because(R_6_1_5, "no-ambush-card")),
                }
            }
            _ => None,
        }
    }

    /// the units that may ambush: front ones, or all if there are none.
    pub(crate) fn ambushers(&self, state: &State) -> UnitSet {
        let own = state.here(state.group().area) & self.of_side[state.active.other().index()];
        let front = own - state.back;
        if front.any() { front } else { own }
    }

    pub(crate) fn resolve_window(&self, state: &mut State, action: &Action, story: &mut Story<Event>) {
        let side = state.active.other();
        if *action == Action::Hold {
            story.tell(|| Event::NoAmbush { side });
            self.end_action(state, story);
            return;
        }
        state.hands[side.index()].take(Card::Ambush);
        state.open[side.index()].add(Card::Ambush);
        let area = state.group().area;
        let units = self.ambushers(state);
        let used = (units & state.back).any();
        story.reveal();
        story.tell(|| Event::Ambushed { side, area, used });
        let by_hand = *action == Action::Muster;
        let members = if by_hand { UnitSet::NONE } else { units };
        let attack = self.attack_of(Kind::Ambush, side, area, area, members, 0);
        if by_hand {
            state.play_mut().step = Step::Muster(attack);
        } else {
            self.open_attack(state, attack, story);
        }
    }
}
