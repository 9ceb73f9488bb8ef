//! 5.1 and 5.2: groups, and what a group can do.

use hexmap::AreaId;
use kernel::{Actions, May, No, Story};

use crate::{
    Summits,
    action::Action,
    cards::Card,
    event::Event,
    map,
    refer::{piece, place},
    rule_ids::*,
    state::{Group, Kind, Play, State, Step},
    units::{UnitId, UnitSet},
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
    fn ready(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
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

    fn firing(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        let acting = self.acting(state, play, group);
        if !self.options.strict_same_type {
            return acting;
        }
        let fresh = acting - state.used[Card::Fire.index()];
        if group.units.is_empty() || fresh == acting { fresh } else { UnitSet::NONE }
    }

    fn rally_group(&self, state: &State, play: &Play, group: &Group) -> UnitSet {
        let all = self.rallying(state, play, group);
        let units = if group.units.is_empty() || group.fixed { all } else { group.units };
        let turns = group.fixed || (units & state.back).any();
        if units.is_within(all) && turns { units } else { UnitSet::NONE }
    }

    /// may this group spend its next action so?
    fn may_spend(&self, state: &State, play: &Play, special: Option<Card>) -> bool {
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
    fn group_could(&self, state: &State, play: &Play, group: &Group) -> bool {
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

    fn may_attack(&self, state: &State, group: &Group, units: UnitSet) -> bool {
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

    // --- the question

    pub(crate) fn list_group(&self, state: &State, play: &Play, group: &Group, out: &mut Actions<Action>) {
        self.list_group_actions(state, play, group, out);
        if play.free_rally && group.fixed && !group.area_is_beside() {
            let mut rallies = Actions::default();
            self.list_free(state, &mut rallies);
            rallies.iter().for_each(|rally| out.push(rally.clone()));
        }
        if self.judge_done(state, play).is_ok() {
            out.push(Action::Done);
        }
        if group.fixed {
            return;
        }
        let pool = self.candidates(state, play, group) - group.units;
        for unit in self.kinds(state, pool) {
            if out.full() {
                return;
            }
            if self.judge_with(state, play, group, unit).is_ok() {
                out.push(Action::With(unit));
            }
            if self.judge_lead(state, play, group, unit).is_ok() {
                out.push(Action::Lead(unit));
            }
        }
    }

    fn list_free(&self, state: &State, out: &mut Actions<Action>) {
        let used = self.used_on_map(state, state.active);
        for area in map::areas(self.presence(state, state.active)) {
            if (state.here(area) & used).any() {
                out.push(Action::RallyAt(area));
            }
        }
    }

    /// Moves, attacks, fire and Rally, without naming anybody.
    pub(crate) fn list_group_actions(
        &self,
        state: &State,
        play: &Play,
        group: &Group,
        out: &mut Actions<Action>,
    ) {
        let acting = self.acting(state, play, group);
        if acting.any()
            && self.may_spend(state, play, if group.arrives { Some(Card::Reinforcements) } else { None })
        {
            if self.may_attack(state, group, acting) && !group.arrives {
                out.push(Action::Attack);
                out.push(Action::Marshal(None));
            }
            for way in self.destinations(state, group, acting) {
                out.push(Action::To { to: way.to, by: way.by });
            }
        }
        let targets = self.fire_targets(state, play, group);
        if targets != 0 && self.may_spend(state, play, Some(Card::Fire)) {
            for area in map::areas(targets) {
                out.push(Action::Fire(area));
                out.push(Action::Marshal(Some(area)));
            }
        }
        if self.rally_group(state, play, group).any() && self.may_spend(state, play, Some(Card::Rally)) {
            out.push(Action::Rally);
        }
    }

    pub(crate) fn judge_group(
        &self,
        state: &State,
        play: &Play,
        group: &Group,
        action: &Action,
    ) -> Option<May> {
        Some(match *action {
            Action::With(unit) => self.judge_with(state, play, group, unit),
            Action::Lead(unit) => self.judge_lead(state, play, group, unit),
            Action::To { to, by } => self.judge_to(state, play, group, to, by),
            Action::Attack | Action::Marshal(None) => self.judge_attack(state, play, group),
            Action::Fire(area) | Action::Marshal(Some(area)) => self.judge_fire(state, play, group, area),
            Action::Rally => self.judge_rally(state, play, group),
            Action::RallyAt(area) if group.fixed => self.judge_free_rally(state, play, area),
            Action::Done => self.judge_done(state, play),
            Action::Begin { .. } | Action::Treason(_) => No::because(R_6_2_2, "no-group-first"),
            _ => return None,
        })
    }

    fn judge_with(&self, state: &State, play: &Play, group: &Group, unit: UnitId) -> May {
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        if group.fixed {
            return no(R_QA_2, "no-joining");
        }
        if self.side_of(unit) != state.active {
            return no(R_5_1_0, "no-own");
        }
        if !state.here(group.area).has(unit) {
            return no(R_5_1_0, "no-same-area");
        }
        if group.units.has(unit) {
            return no(R_5_1_0, "no-twice");
        }
        if self.barred(state, play, group).has(unit) {
            return no(R_GP_3, "no-same-type-unit");
        }
        let pool = self.candidates(state, play, group) - group.units;
        if !pool.has(unit) {
            return match state.is_back(unit) {
                true => no(R_5_1_A, "no-used"),
                false => no(R_X_3, "no-again"),
            };
        }
        let alike = self.alike(state, pool, unit);
        if alike != unit {
            return Err(No::new(R_2_1_1_3, "no-alike").with("unit", piece(alike)));
        }
        let joined = Group { units: group.units | UnitSet::of(unit), ..*group };
        if self.group_could(state, play, &joined) { Ok(()) } else { no(R_5_1_D, "no-common-action") }
    }

    /// The general and the men he would lead.
    fn led(&self, state: &State, play: &Play, group: &Group, general: UnitId) -> UnitSet {
        let command = self.unit(general).command.unwrap_or(0);
        let troops = self.clans[self.unit(general).clan.index()].troops;
        let men = ((self.ready(state, play, group) - group.units) & troops).first_of(command);
        UnitSet::of(general) | men
    }

    fn judge_lead(&self, state: &State, play: &Play, group: &Group, general: UnitId) -> May {
        if !self.generals.has(general) {
            return Err(No::new(R_2_1_1_2, "no-general").with("unit", piece(general)));
        }
        self.judge_with(state, play, group, general)?;
        if state.is_back(general) {
            return Err(No::new(R_5_1_A, "no-used").with("unit", piece(general)));
        }
        let led = self.led(state, play, group, general);
        if led.len() < 2 {
            return Err(No::new(R_2_1_1_2, "no-men").with("unit", piece(general)));
        }
        let joined = Group { units: group.units | led, ..*group };
        match self.group_could(state, play, &joined) {
            true => Ok(()),
            false => Err(No::new(R_5_1_D, "no-common-action").with("unit", piece(general))),
        }
    }

    /// Plain actions, X-2.
    pub(crate) fn judge_plain(&self, state: &State, play: &Play, group: &Group) -> May {
        if play.plain == 0 && !group.arrives {
            return No::because(R_X_2, "no-plain");
        }
        let special = group.arrives.then_some(Card::Reinforcements);
        if self.may_spend(state, play, special) { Ok(()) } else { No::because(R_X_2, "no-special-kept") }
    }

    fn judge_attack(&self, state: &State, play: &Play, group: &Group) -> May {
        if group.area_is_beside() {
            return No::because(R_11_0_3, "no-attack-entering");
        }
        let enemies = state.here(group.area) & self.of_side[state.active.other().index()];
        if enemies.is_empty() {
            return Err(No::new(R_8_0_1, "no-enemy-here").with("area", place(group.area)));
        }
        self.judge_plain(state, play, group)?;
        let acting = self.acting(state, play, group);
        if acting.is_empty() {
            return No::because(R_5_1_A, "no-front-group");
        }
        if (acting & self.generals).is_empty() {
            return No::because(R_8_0_2, "no-general-attacks");
        }
        Ok(())
    }

    fn judge_fire(&self, state: &State, play: &Play, group: &Group, area: AreaId) -> May {
        if !play.cards.has(Card::Fire) {
            return No::because(R_8_0_1, "no-fire-card");
        }
        if !play.pending.has(Card::Fire) {
            return No::because(R_6_2_3, "no-fire-again");
        }
        if group.area_is_beside() {
            return No::because(R_11_0_3, "no-attack-entering");
        }
        if !self.map.graph.are_adjacent(group.area, area) {
            return Err(No::new(R_6_1_2, "no-fire-range").with("area", place(area)));
        }
        if (state.here(area) & self.of_side[state.active.other().index()]).is_empty() {
            return Err(No::new(R_6_1_2, "no-fire-target").with("area", place(area)));
        }
        if self.firing(state, play, group).is_empty() {
            return No::because(R_5_1_A, "no-front-group");
        }
        if self.may_spend(state, play, Some(Card::Fire)) {
            Ok(())
        } else {
            No::because(R_X_2, "no-special-kept")
        }
    }

    fn judge_rally(&self, state: &State, play: &Play, group: &Group) -> May {
        if !play.cards.has(Card::Rally) {
            return No::because(R_5_2_2, "no-rally-card");
        }
        if !play.pending.has(Card::Rally) {
            return No::because(R_6_2_3, "no-rally-again");
        }
        if self.rally_group(state, play, group).is_empty() {
            return No::because(R_6_1_4, "no-rally-group");
        }
        if self.may_spend(state, play, Some(Card::Rally)) {
            Ok(())
        } else {
            No::because(R_X_2, "no-special-kept")
        }
    }

    // --- carrying it out

    pub(crate) fn resolve_with(&self, state: &mut State, units: UnitSet) {
        state.group_mut().units |= units;
    }

    pub(crate) fn resolve_lead(&self, state: &mut State, general: UnitId) {
        let play = state.play().expect("a group is chosen");
        let led = self.led(state, play, state.group(), general);
        self.resolve_with(state, led);
    }

    /// The group is who it is from now on, and spends an action.
    pub(crate) fn spend(&self, state: &mut State, units: UnitSet, special: Option<Card>) {
        let strict = self.options.strict_same_type;
        let play = state.play_mut();
        match special {
            None => play.plain -= 1,
            Some(card) => play.pending = play.pending.without(card),
        }
        let group = play.group.as_mut().expect("a group acts");
        if !group.fixed {
            group.units = units;
            group.fixed = true;
        }
        group.actions -= 1;
        if strict && let Some(card) = special {
            state.used[card.index()] |= units;
        }
    }

    pub(crate) fn resolve_attack(
        &self,
        state: &mut State,
        target: Option<AreaId>,
        by_hand: bool,
        story: &mut Story<Event>,
    ) {
        let play = state.play().expect("a group acts");
        let group = *state.group();
        let (units, kind, special) = match target {
            None => (self.acting(state, play, &group), Kind::Attack, None),
            Some(_) => (self.firing(state, play, &group), Kind::Fire, Some(Card::Fire)),
        };
        let slope = match group.came {
            Some(from) if kind == Kind::Attack && self.options.slope_on_assault => {
                (self.level(from) - self.level(group.area)) as i8
            }
            _ => 0,
        };
        let whole = if group.units.is_empty() { units } else { group.units };
        // In an Assault even those who find nobody to support belong to the group.
        let whole = if group.assault { whole } else { units };
        self.spend(state, whole, special);
        state.group_mut().came = None;
        let attack =
            self.attack_of(kind, state.active, group.area, target.unwrap_or(group.area), units, slope);
        if by_hand {
            state.play_mut().step = Step::Marshal(attack);
            self.marshal_on(state, story);
        } else {
            self.open_attack(state, attack, story);
        }
    }

    pub(crate) fn resolve_rally(&self, state: &mut State, story: &mut Story<Event>) {
        let play = state.play().expect("a group acts");
        let group = *state.group();
        let units = self.rally_group(state, play, &group);
        self.spend(state, units, Some(Card::Rally));
        if group.fixed {
            // 5.1-c: they flip before the Rally turns them to the front again.
            state.group_mut().took = group.took - units;
        }
        let turned = units & if group.fixed { group.took | state.back } else { state.back };
        state.back = state.back - units;
        story.tell(|| Event::Rallied { area: group.area, units: turned });
        state.group_mut().came = None;
        self.end_action(state, story);
    }

    /// An action is done: an Assault goes on with the rest of the group, anyone else flips. Men who were flipped
    /// on the way can only rally.
    pub(crate) fn end_action(&self, state: &mut State, story: &mut Story<Event>) {
        if state.over.is_some() {
            return;
        }
        let group = *state.group();
        let play = state.play().expect("a group acts");
        let left = self.candidates(state, play, &group);
        if group.actions == 0 || left.is_empty() || group.area_is_beside() {
            if group.actions > 0 {
                story.tell(|| Event::Spent);
            }
            self.end_group(state, story);
        } else {
            state.play_mut().step = Step::Group;
        }
    }
}
