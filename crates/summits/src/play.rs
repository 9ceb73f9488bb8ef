//! 5.0 and 6: cards are played, alone, combined or face down, and their actions handed to groups.

use kernel::{Actions, May, No, Side, Story};

use crate::{
    Summits,
    action::{Action, Begin},
    cards::{Card, Hand, Set},
    event::Event,
    map,
    refer::place,
    rule_ids::*,
    state::{Group, Play, State, Step, WAITING},
    units::{ClanId, UnitSet},
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

    /// The same play after this group has begun: the last group has the Assault if no other has it.
    pub(crate) fn with_group(&self, assault: bool) -> Play {
        let assault = self.assault && (assault || self.groups == 1);
        let mut play = self.clone();
        play.groups -= 1;
        play.assault &= !assault;
        play
    }
}

impl Summits {
    /// The specials of this play that can still be carried out. A group that acts has an action left.
    fn needed(&self, state: &State, play: &Play) -> Set {
        let mut needed = play.pending;
        if needed.has(Card::Reinforcements) && self.reinforcement(state).is_none() {
            needed = needed.without(Card::Reinforcements);
        }
        if needed.has(Card::Fire) && !self.may_yet_fire(state, play) {
            needed = needed.without(Card::Fire);
        }
        if needed.has(Card::Rally) && !self.may_yet_rally(state, play) {
            needed = needed.without(Card::Rally);
        }
        needed
    }

    /// how many of these specials would find no action any more.
    fn homeless(&self, state: &State, needed: Set, play: &Play) -> u8 {
        let current = play.group.map_or(0, |group| group.actions);
        let mut slots = current + play.groups + u8::from(play.assault && play.groups > 0);
        let mut homeless = 0;
        if needed.has(Card::Reinforcements) && !play.group.is_some_and(|group| group.arrives) {
            // It needs a group of its own; without units, one that is not bound to the Assault.
            let alone = !matches!(self.reinforcement(state), Some(Reinforcement::Group(_)));
            match play.groups == 0 || (alone && play.assault && play.groups < 2) {
                true => homeless += 1,
                false => slots -= 1,
            }
        } else if needed.has(Card::Reinforcements) {
            slots -= 1;
        }
        homeless + needed.without(Card::Reinforcements).len().saturating_sub(slots)
    }

    /// a special is not given up by this as long as it can be carried out.
    pub(crate) fn keeps_specials(&self, state: &State, before: &Play, after: &Play) -> bool {
        if before.pending.is_empty() {
            return true;
        }
        let needed = self.needed(state, before);
        self.homeless(state, needed.both(after.pending), after) <= self.homeless(state, needed, before)
    }

    fn may_yet_fire(&self, state: &State, play: &Play) -> bool {
        let side = state.active;
        if play.group.is_some_and(|group| self.fire_targets(state, play, &group) != 0) {
            return true;
        }
        if play.groups == 0 {
            return false;
        }
        let enemies = self.presence(state, side.other());
        let near = map::areas(enemies).fold(0, |near, area| near | self.map.next[area.index()]);
        map::areas(near)
            .any(|area| ((state.here(area) & self.of_side[side.index()]) - state.back - play.acted).any())
    }

    fn may_yet_rally(&self, state: &State, play: &Play) -> bool {
        let fixed = play.group.filter(|group| group.fixed);
        fixed.is_some_and(|group| group.area_is_beside() || self.rallying(state, play, &group).any())
            || (play.groups > 0 && self.used_on_map(state, state.active).any())
            || play.group.is_some_and(|group| {
                (state.here(group.area) & state.back & self.of_side[state.active.index()]).any()
            })
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

    // --- declaring a play

    pub(crate) fn list_plays(&self, state: &State, out: &mut Actions<Action>) {
        let hand = state.hands[state.active.index()];
        if hand.is_empty() {
            return;
        }
        let has_plain = self.may_begin_any(state, &Play::new(Set::NONE, false));
        if has_plain {
            Card::ALL
                .into_iter()
                .filter(|card| hand.has(*card))
                .for_each(|card| out.push(Action::Down(card)));
        }
        for set in Set::all() {
            if out.full() {
                return;
            }
            if set.cards().all(|card| hand.has(card)) && self.judge_play(state, set.into()).is_ok() {
                out.push(Action::Play(set.into()));
            }
        }
    }

    pub(crate) fn judge_down(&self, state: &State, card: Card) -> May {
        if !state.hands[state.active.index()].has(card) {
            return Err(No::new(R_5_0_1, "no-card").with("card", self.card_thing(card)));
        }
        if !self.may_begin_any(state, &Play::new(Set::NONE, false)) {
            return No::because(R_5_1_0, "no-action");
        }
        Ok(())
    }

    pub(crate) fn judge_play(&self, state: &State, cards: Hand) -> May {
        let side = state.active;
        if let Some(twice) = Card::ALL.into_iter().find(|card| cards.of(*card) > 1) {
            return Err(No::new(R_6_2_3, "no-type-twice").with("card", self.card_thing(twice)));
        }
        let set = cards.types();
        if let Some(card) = set.cards().find(|card| !state.hands[side.index()].has(*card)) {
            return Err(No::new(R_5_0_1, "no-card").with("card", self.card_thing(card)));
        }
        if set.has(Card::Ambush) {
            return if set.len() > 1 {
                No::because(R_6_2_4, "no-ambush-combined")
            } else {
                No::because(R_5_0_2, "no-ambush-own")
            };
        }
        if !set.adds_up(self.options.rally_free_in_combo) {
            return Err(No::new(R_X_2, "no-sum").with("actions", i32::from(set.actions())));
        }
        if set.has(Card::Reinforcements) {
            let treason = state.reinforced(side) > 0;
            if treason && self.scenario.treason.is_empty() {
                return No::because(R_6_1_6, "no-second");
            }
            if treason && !self.treason_clans(state).any(|_| true) {
                return No::because(R_15_2_9B, "no-traitors");
            }
            let what = self.reinforcement_of(state, treason);
            let alone = !matches!(what, Some(Reinforcement::Group(_)));
            if alone && set.has(Card::Assault) && !set.has(Card::CombinedActions) {
                return No::because(R_X_2, "no-group-for-assault");
            }
        }
        // What the Reinforcements card will be is judged as if it lay on the table already.
        let play = Play::new(set, self.options.rally_free_in_combo);
        if set.has(Card::Reinforcements) {
            let mut after = state.clone();
            after.open[side.index()].add(Card::Reinforcements);
            if self.may_begin_any(&after, &play) { Ok(()) } else { No::because(R_X_2, "no-action-now") }
        } else if self.may_begin_any(state, &play) {
            Ok(())
        } else if set.len() == 1 && set.has(Card::Rally) {
            No::because(R_6_1_4, "no-rally-at-all")
        } else if set.has(Card::Fire) && set.len() == 1 {
            No::because(R_6_1_2, "no-fire-at-all")
        } else {
            No::because(R_X_2, "no-action-now")
        }
    }

    pub(crate) fn resolve_play(&self, state: &mut State, set: Set, story: &mut Story<Event>) {
        let side = state.active;
        for card in set.cards() {
            state.hands[side.index()].take(card);
            state.open[side.index()].add(card);
        }
        state.passed = false;
        state.play = Some(Play::new(set, self.options.rally_free_in_combo));
        story.reveal();
        story.tell(|| Event::Played { side, set });
    }

    pub(crate) fn resolve_down(&self, state: &mut State, card: Card, story: &mut Story<Event>) {
        let side = state.active;
        state.hands[side.index()].take(card);
        state.passed = false;
        state.play = Some(Play::new(Set::NONE, false));
        let seat = state.seat_of(side);
        story.tell(|| Event::FaceDown { seat, side, card });
    }

    // --- which group begins

    /// Could any group begin to act in this play?
    fn may_begin_any(&self, state: &State, play: &Play) -> bool {
        let mut one = Actions::up_to(1);
        self.list_beginnings(state, play, &mut one);
        one.full()
    }

    /// What can begin in this play, the free Rally included.
    pub(crate) fn list_beginnings(&self, state: &State, play: &Play, out: &mut Actions<Action>) {
        if play.free_rally {
            self.list_free_rallies(state, out);
        }
        if play.groups == 0 || out.full() {
            return;
        }
        let forms: &[bool] = if play.names_assault() { &[false, true] } else { &[false] };
        if play.pending.has(Card::Reinforcements) {
            for &assault in forms {
                if self.may_arrive(state, play, assault).is_ok() {
                    out.push(Action::Begin { who: Begin::Arrive, assault });
                }
            }
            for clan in self.treason_clans(state) {
                if self.may_treason(state, play, clan).is_ok() {
                    out.push(Action::Treason(clan));
                }
            }
        }
        let waiting = if state.here(WAITING).any() { self.groups.len() as u8 } else { 0 };
        for group in 0..waiting {
            for &assault in forms {
                if self.may_bring(state, play, group, assault).is_ok() {
                    out.push(Action::Begin { who: Begin::Bring(group), assault });
                }
            }
        }
        for area in map::areas(self.presence(state, state.active)) {
            for &assault in forms {
                if out.full() {
                    return;
                }
                if self.may_area(state, play, area, assault).is_ok() {
                    out.push(Action::Begin { who: Begin::Area(area), assault });
                }
            }
        }
    }

    pub(crate) fn list_pick(&self, state: &State, play: &Play, out: &mut Actions<Action>) {
        if self.judge_done(state, play).is_ok() {
            out.push(Action::Done);
        }
        self.list_beginnings(state, play, out);
    }

    pub(crate) fn judge_begin(&self, state: &State, play: &Play, who: Begin, assault: bool) -> May {
        if assault && !play.names_assault() {
            return No::because(R_X_2, "no-assault-here");
        }
        if play.groups == 0 {
            return No::because(R_5_2_1, "no-more-groups");
        }
        match who {
            Begin::Area(area) => self.may_area(state, play, area, assault),
            Begin::Arrive => self.may_arrive(state, play, assault),
            Begin::Bring(group) => self.may_bring(state, play, group, assault),
        }
    }

    /// A group of this area that has chosen nobody yet.
    pub(crate) fn fresh(&self, play: &Play, area: hexmap::AreaId, assault: bool) -> Group {
        let assault = play.assault && (assault || play.groups == 1);
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

    fn may_area(&self, state: &State, play: &Play, area: hexmap::AreaId, assault: bool) -> May {
        let group = self.fresh(play, area, assault);
        let mut next = play.with_group(assault);
        next.group = Some(group);
        let own = state.here(area) & self.of_side[state.active.index()];
        if own.is_empty() {
            return Err(No::new(R_5_1_0, "no-units").with("area", place(area)));
        }
        if !self.keeps_specials(state, play, &next) {
            return No::because(R_X_2, "no-special-kept");
        }
        if self.group_can(state, &next, &group) {
            return Ok(());
        }
        let why = if self.options.strict_same_type
            && ((own - state.back) & self.barred(state, &next, &group)).any()
        {
            No::new(R_GP_3, "no-same-type")
        } else if (own - state.back).is_empty() {
            No::new(R_5_1_A, "no-front").with("area", place(area))
        } else if (own - state.back - play.acted).is_empty() {
            No::new(R_X_3, "no-second-group").with("area", place(area))
        } else {
            No::new(R_X_2, "no-use").with("area", place(area))
        };
        Err(why)
    }

    /// Somebody of a group barred here has done this before.
    fn may_bring(&self, state: &State, play: &Play, group: u8, assault: bool) -> May {
        let units = self.groups[group as usize].units;
        if (units & state.here(WAITING)).is_empty() || state.active != crate::units::HIDEYOSHI {
            return Err(No::new(R_11_0_4, "no-waiting").with("group", self.group_thing(group)));
        }
        let mut next = play.with_group(assault);
        let entering = self.entering(state, play, group, assault, false);
        next.group = Some(entering);
        if !self.keeps_specials(state, play, &next) {
            return No::because(R_X_2, "no-special-kept");
        }
        if play.plain == 0 || !self.can_go(state, &entering, entering.units) {
            return Err(No::new(R_11_0_4, "no-entry").with("group", self.group_thing(group)));
        }
        Ok(())
    }

    /// A group as it enters from beside the map.
    pub(crate) fn entering(
        &self,
        state: &State,
        play: &Play,
        group: u8,
        assault: bool,
        arrives: bool,
    ) -> Group {
        let units =
            self.groups[group as usize].units & (state.here(WAITING) | state.here(crate::state::TRACK));
        Group { units, fixed: true, arrives, ..self.fresh(play, WAITING, assault) }
    }

    pub(crate) fn resolve_begin(
        &self,
        state: &mut State,
        who: Begin,
        assault: bool,
        story: &mut Story<Event>,
    ) {
        let play = state.play_mut();
        let next = play.with_group(assault);
        match who {
            Begin::Area(area) => {
                let group = self.fresh(play, area, assault);
                *play = Play { group: Some(group), step: Step::Group, ..next };
            }
            Begin::Bring(n) => {
                let group = self.entering(state, state.play().expect("it is played"), n, assault, false);
                *state.play_mut() = Play { group: Some(group), step: Step::Group, ..next };
            }
            Begin::Arrive => self.arrive(state, assault, story),
        }
    }

    /// May nothing more be done in this play?
    pub(crate) fn judge_done(&self, state: &State, play: &Play) -> May {
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
                (Some(group), false) => self.list_group_actions(state, play, group, &mut one),
                _ => self.list_beginnings(state, play, &mut one),
            }
            one.is_empty()
        };
        // A side that can begin nothing may give the group up.
        if !begun && !nothing_else() {
            return No::because(R_X_2, "no-done");
        }
        let free = !play.free_rally || !picking || self.used_on_map(state, state.active).is_empty();
        if (free && self.keeps_specials(state, play, &after)) || nothing_else() {
            return Ok(());
        }
        No::because(R_QA_5, "no-special-kept")
    }

    pub(crate) fn resolve_done(&self, state: &mut State, story: &mut Story<Event>) {
        if matches!(state.play().map(|play| &play.step), Some(Step::Pick)) {
            self.end_play(state, story);
        } else {
            story.tell(|| Event::Forgone);
            self.end_group(state, story);
        }
    }

    /// 5.1-c: whoever took part flips, and the play goes on with the next group.
    pub(crate) fn end_group(&self, state: &mut State, story: &mut Story<Event>) {
        let side = state.active;
        let Some(group) = state.play_mut().group.take() else { return };
        let on_map = state.here[..self.map.areas.len()].iter().fold(UnitSet::NONE, |all, here| all | *here);
        let flips = (group.took & on_map) - state.back;
        if flips.any() {
            state.back |= flips;
            story.tell(|| Event::Flipped { units: flips });
        }
        let acted = group.units;
        let play = state.play_mut();
        play.acted |= acted;
        play.begun = true;
        let more = play.groups > 0 || play.free_rally;
        play.step = Step::Pick;
        if self.options.strict_same_type {
            let cards = state.play_mut().cards;
            for card in [Card::CombinedActions, Card::Assault] {
                if cards.has(card) && (card != Card::Assault || group.assault) {
                    state.used[card.index()] |= acted & self.of_side[side.index()];
                }
            }
        }
        if !more {
            self.end_play(state, story);
        }
    }

    pub(crate) fn end_play(&self, state: &mut State, story: &mut Story<Event>) {
        if state.play.take().is_some_and(|play| !play.pending.is_empty()) {
            story.tell(|| Event::Lapsed);
        }
        state.active = state.active.other();
    }

    /// An action without a group is done: an empty space, Treason.
    pub(crate) fn end_without_group(&self, state: &mut State, story: &mut Story<Event>) {
        let play = state.play_mut();
        play.begun = true;
        play.step = Step::Pick;
        if play.groups == 0 && !play.free_rally {
            self.end_play(state, story);
        }
    }

    // --- a Rally that takes up no action

    fn list_free_rallies(&self, state: &State, out: &mut Actions<Action>) {
        let used = self.used_on_map(state, state.active);
        if used.is_empty() {
            return;
        }
        for area in map::areas(self.presence(state, state.active)) {
            if (state.here(area) & used).any() {
                out.push(Action::RallyAt(area));
            }
        }
    }

    pub(crate) fn judge_free_rally(&self, state: &State, play: &Play, area: hexmap::AreaId) -> May {
        if !play.free_rally {
            return No::because(R_6_1_4, "no-free-rally");
        }
        if (state.here(area) & self.used_on_map(state, state.active)).is_empty() {
            return Err(No::new(R_6_1_4, "no-rally").with("area", place(area)));
        }
        Ok(())
    }

    pub(crate) fn resolve_free_rally(
        &self,
        state: &mut State,
        area: hexmap::AreaId,
        story: &mut Story<Event>,
    ) {
        let units = state.here(area) & self.used_on_map(state, state.active);
        state.back = state.back - units;
        story.tell(|| Event::Rallied { area, units });
        let play = state.play_mut();
        play.free_rally = false;
        play.begun = true;
        if play.groups == 0 && play.group.is_none() {
            self.end_play(state, story);
        }
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

impl Group {
    /// It has not entered the map yet.
    pub(crate) fn area_is_beside(&self) -> bool {
        self.area == WAITING
    }
}
