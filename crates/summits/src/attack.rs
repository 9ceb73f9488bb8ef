//! 8 and 9: attacks, and the damage they cause.

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Actions, Line, May, Modifier, Modifiers, No, Pool, Question, Roll, Rule, Side, Story};

use crate::{
    Summits,
    action::Action,
    event::Event,
    map::Terrain,
    refer::{piece, place},
    rule_ids::*,
    state::{Attack, Blow, Kind, State, Step},
    units::{ClanId, UnitId, UnitSet},
};

impl Summits {
    pub(crate) fn attack_of(
        &self,
        kind: Kind,
        side: Side,
        from: AreaId,
        target: AreaId,
        units: UnitSet,
        slope: i8,
    ) -> Attack {
        Attack { kind, side, from, target, units, blows: ArrayVec::new(), made: 0, pooled: 0, slope }
    }

    // --- who strikes in which order, with whom

    /// Combat units of a clan that support nobody yet.
    fn unassigned(&self, attack: &Attack, clan: ClanId) -> u8 {
        let assigned: u8 = attack
            .blows
            .iter()
            .map(|blow| match blow {
                Blow::General { unit, support } if self.unit(*unit).clan == clan => *support,
                _ => 0,
            })
            .sum();
        (attack.units & self.clans[clan.index()].troops).len() - assigned
    }

    /// Generals of the attack who are not in the order yet.
    fn unnamed(&self, attack: &Attack) -> UnitSet {
        let named = attack.blows.iter().filter_map(|blow| match blow {
            Blow::General { unit, .. } => Some(*unit),
            Blow::Volley { .. } => None,
        });
        (attack.units & self.generals) - named.collect()
    }

    /// How many combat units of a clan these generals could command.
    fn commanded(&self, generals: UnitSet, clan: ClanId) -> u8 {
        let of_clan = (generals & self.clans[clan.index()].units).iter();
        of_clan.fold(0, |sum, unit| sum.saturating_add(self.unit(unit).command.unwrap_or(0)))
    }

    /// combat units of a clan that strike by themselves in Fire and Ambush: those whom no general of the group
    /// could command.
    pub(crate) fn leaderless(&self, attack: &Attack, clan: ClanId) -> u8 {
        if attack.kind == Kind::Attack {
            return 0;
        }
        let men = (attack.units & self.clans[clan.index()].troops).len();
        men.saturating_sub(self.commanded(attack.units & self.generals, clan))
    }

    /// the least a general takes along. In Fire and Ambush nobody whom a general of the group could command strikes
    /// by himself, so he takes those whom the generals after him could not.
    fn least_support(&self, attack: &Attack, general: UnitId) -> u8 {
        if attack.kind == Kind::Attack {
            return 0;
        }
        let clan = self.unit(general).clan;
        let others = self.commanded(self.unnamed(attack) - UnitSet::of(general), clan);
        self.unassigned(attack, clan).saturating_sub(self.leaderless(attack, clan)).saturating_sub(others)
    }

    /// clans whose combat units strike by themselves and are not in the order yet.
    fn unled(&self, attack: &Attack) -> impl Iterator<Item = ClanId> {
        (0..self.clans.len() as u8).map(ClanId).filter(move |&clan| {
            self.leaderless(attack, clan) > 0
                && !attack
                    .blows
                    .iter()
                    .any(|blow| matches!(blow, Blow::Volley { clan: named, .. } if *named == clan))
        })
    }

    /// How many a general takes along if nobody says otherwise: as many as help.
    fn usual_support(&self, attack: &Attack, general: UnitId) -> u8 {
        let body = self.unit(general);
        let most = body.command.unwrap_or(0).min(self.unassigned(attack, body.clan));
        self.least_support(attack, general).max(most - most % self.numbers.attack.support)
    }

    /// The rest of the order as is customary: the strongest general first, then combat units by themselves.
    fn complete(&self, state: &State, attack: &mut Attack) {
        loop {
            let strongest = self.unnamed(attack).iter().max_by_key(|&unit| {
                (self.values(state, unit).attack, self.unit(unit).command, std::cmp::Reverse(unit))
            });
            let Some(unit) = strongest else { break };
            let support = self.usual_support(attack, unit);
            attack.blows.push(Blow::General { unit, support });
        }
        let left: ArrayVec<ClanId, 16> = self.unled(attack).collect();
        for clan in left {
            attack.blows.push(Blow::Volley { clan, count: 0 });
        }
        self.count_volleys(attack);
    }

    /// those whom no general could command strike without one.
    fn count_volleys(&self, attack: &mut Attack) {
        for n in 0..attack.blows.len() {
            if let Blow::Volley { clan, .. } = attack.blows[n] {
                let count = self.unassigned(attack, clan);
                attack.blows[n] = Blow::Volley { clan, count };
            }
        }
        attack.blows.retain(|blow| !matches!(blow, Blow::Volley { count: 0, .. }));
    }

    fn marshalled<'a>(&self, state: &'a State) -> &'a Attack {
        match state.play().map(|play| &play.step) {
            Some(Step::Marshal(attack)) => attack,
            other => unreachable!("an order is named, not {other:?}"),
        }
    }

    pub(crate) fn marshal_question(&self, state: &State, attack: &Attack) -> Question {
        let prompt = Line::new("ask-marshal").with("side", attack.side).with("area", place(attack.target));
        Question::new(state.seat_of(attack.side), R_8_0_2A, prompt).at(place(attack.target))
    }

    pub(crate) fn list_marshal(&self, attack: &Attack, out: &mut Actions<Action>) {
        out.push(Action::Go);
        for general in self.unnamed(attack).iter() {
            let body = self.unit(general);
            let most = body.command.unwrap_or(0).min(self.unassigned(attack, body.clan));
            let least = self.least_support(attack, general);
            (least..=most).rev().for_each(|support| out.push(Action::Strike(general, support)));
        }
        self.unled(attack).for_each(|clan| out.push(Action::Volley(clan)));
    }

    pub(crate) fn judge_marshal(&self, attack: &Attack, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Go => Ok(()),
            Action::Strike(general, support) => self.judge_strike(attack, general, support),
            Action::Volley(clan) => {
                if attack.kind == Kind::Attack {
                    No::because(R_8_0_2, "no-general-attacks")
                } else if self.unled(attack).any(|unled| unled == clan) {
                    Ok(())
                } else {
                    Err(No::new(R_X_5, "no-volley").with("clan", self.clan_thing(clan)))
                }
            }
            _ => return None,
        })
    }

    fn judge_strike(&self, attack: &Attack, general: UnitId, support: u8) -> May {
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(general)));
        if !self.generals.has(general) {
            return no(R_8_0_2, "no-troops-strike");
        }
        if !self.unnamed(attack).has(general) {
            return no(R_8_0_1B, "no-strike");
        }
        let body = self.unit(general);
        let command = body.command.unwrap_or(0);
        if support > command {
            return Err(No::new(R_8_0_2B, "no-command")
                .with("unit", piece(general))
                .with("command", i32::from(command)));
        }
        let men = self.unassigned(attack, body.clan);
        if support > men {
            return Err(No::new(R_8_0_2C, "no-clan-men")
                .with("unit", piece(general))
                .with("count", i32::from(men)));
        }
        let least = self.least_support(attack, general);
        if support < least {
            return Err(No::new(R_X_5, "no-fewer")
                .with("unit", piece(general))
                .with("count", i32::from(least)));
        }
        Ok(())
    }

    pub(crate) fn resolve_marshal(&self, state: &mut State, action: &Action, story: &mut Story<Event>) {
        let mut attack = self.marshalled(state).clone();
        match *action {
            Action::Strike(unit, support) => attack.blows.push(Blow::General { unit, support }),
            Action::Volley(clan) => attack.blows.push(Blow::Volley { clan, count: 0 }),
            _ => {
                self.open_attack(state, attack, story);
                return;
            }
        }
        state.play_mut().step = Step::Marshal(attack);
        self.marshal_on(state, story);
    }

    /// The order is complete when everyone is in it.
    pub(crate) fn marshal_on(&self, state: &mut State, story: &mut Story<Event>) {
        let attack = self.marshalled(state);
        if self.unnamed(attack).is_empty() && self.unled(attack).next().is_none() {
            let attack = attack.clone();
            self.open_attack(state, attack, story);
        }
    }

    // --- the ambushing group by hand

    pub(crate) fn muster_question(&self, state: &State, attack: &Attack) -> Question {
        let prompt = Line::new("ask-muster").with("side", attack.side).with("area", place(attack.target));
        Question::new(state.seat_of(attack.side), R_X_6, prompt).at(place(attack.target))
    }

    pub(crate) fn list_muster(&self, state: &State, attack: &Attack, out: &mut Actions<Action>) {
        out.push(Action::Attack);
        out.push(Action::Marshal(None));
        for unit in self.kinds(state, self.ambushers(state) - attack.units) {
            out.push(Action::With(unit));
        }
    }

    pub(crate) fn judge_muster(&self, state: &State, attack: &Attack, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Attack | Action::Marshal(None) => Ok(()),
            Action::With(unit) => {
                let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
                let pool = self.ambushers(state) - attack.units;
                if !state.here(attack.from).has(unit) || self.side_of(unit) != attack.side {
                    no(R_X_6, "no-same-area")
                } else if attack.units.has(unit) {
                    no(R_X_6, "no-twice")
                } else if !pool.has(unit) {
                    no(R_QA_3A, "no-back-ambush")
                } else if self.alike(state, pool, unit) != unit {
                    let alike = self.alike(state, pool, unit);
                    Err(No::new(R_2_1_1_3, "no-alike").with("unit", piece(alike)))
                } else {
                    Ok(())
                }
            }
            _ => return None,
        })
    }

    pub(crate) fn resolve_muster(&self, state: &mut State, action: &Action, story: &mut Story<Event>) {
        let all = self.ambushers(state);
        let Some(Step::Muster(attack)) = state.play.as_mut().map(|play| &mut play.step) else { return };
        match *action {
            Action::With(unit) => attack.units |= UnitSet::of(unit),
            _ => {
                let mut attack = attack.clone();
                if attack.units.is_empty() {
                    attack.units = all;
                }
                if *action == Action::Attack {
                    self.open_attack(state, attack, story);
                } else {
                    state.play_mut().step = Step::Marshal(attack);
                    self.marshal_on(state, story);
                }
            }
        }
    }

    // --- the rolls

    pub(crate) fn open_attack(&self, state: &mut State, mut attack: Attack, story: &mut Story<Event>) {
        self.complete(state, &mut attack);
        let (side, area, kind, count) = (attack.side, attack.target, attack.kind, attack.blows.len() as u8);
        story.tell(|| Event::Attack { side, from: attack.from, area, kind, count });
        state.play_mut().step = Step::Strike(attack);
    }

    fn slope_rule(&self, from: AreaId, to: AreaId) -> Rule {
        match (self.map.area(from).terrain, self.map.area(to).terrain) {
            (Terrain::Mountain, Terrain::Plain) => R_9_0_1C,
            (Terrain::Mountain, _) => R_9_0_1D,
            (Terrain::Hill, Terrain::Plain) => R_9_0_1E,
            (Terrain::Plain, Terrain::Hill) => R_9_0_1F,
            (Terrain::Hill, _) => R_9_0_1G,
            (Terrain::Plain, _) => R_9_0_1H,
        }
    }

    /// 9.0-2, 9.0-3: the defence of one side in an area, and whether it is the barrier's.
    pub(crate) fn defence(&self, state: &State, area: AreaId, side: Side) -> (i16, bool) {
        let units = state.here(area) & self.of_side[side.index()];
        let front = units - state.back;
        let back = units & state.back;
        let best = self
            .defences
            .iter()
            .find(|row| (front & row.front).any() || (back & row.back).any())
            .map_or(0, |row| row.value);
        match self.map.area(area).barrier {
            Some(barrier) if barrier > best && state.controls(side, area) => (barrier, true),
            _ => (best, false),
        }
    }

    /// Who strikes next.
    pub(crate) fn blow(attack: &Attack) -> Blow {
        attack.blows[usize::from(attack.made)]
    }

    /// Everything but the dice: positive helps the attacker.
    pub(crate) fn modifiers(&self, state: &State, attack: &Attack, blow: Blow) -> Modifiers {
        let mut list = Modifiers::new();
        let mut add = |value: i16, key: &'static str, rule: Rule| {
            list.push(Modifier { value, line: Line::new(key), rule });
        };
        // QA-3a: used units ambush without the bonus of numbers.
        let bonus = !(attack.kind == Kind::Ambush && (attack.units & state.back).any());
        match blow {
            Blow::General { unit, support } => {
                let side = if state.is_back(unit) { R_QA_3A } else { R_9_0_1A };
                add(self.values(state, unit).attack, "mod-attack", side);
                let more = self.numbers.attack.bonus(support);
                if bonus && more > 0 {
                    add(more, "mod-support", R_9_0_1B);
                }
            }
            Blow::Volley { count, .. } => {
                let more = self.numbers.attack.bonus(count);
                if bonus && more > 0 {
                    add(more, "mod-volley", R_X_5);
                }
            }
        }
        if attack.kind == Kind::Fire {
            let slope = self.level(attack.from) - self.level(attack.target);
            if slope != 0 {
                add(slope, "mod-slope", self.slope_rule(attack.from, attack.target));
            }
        } else if attack.slope != 0 {
            add(i16::from(attack.slope), "mod-slope", R_9_0_1H);
        }
        let turn = self.turn_bonus(state, attack.side);
        if turn != 0 {
            add(turn, "mod-turn", R_15_2_6B);
        }
        let (defence, barrier) = self.defence(state, attack.target, attack.side.other());
        match barrier {
            true => add(-defence, "mod-barrier", R_9_0_3),
            false => add(-defence, "mod-defence", R_9_0_2),
        }
        list
    }

    pub(crate) fn strike_roll(&self, state: &State, attack: &Attack) -> Roll {
        let blow = Summits::blow(attack);
        let (line, rule) = match blow {
            Blow::General { unit, .. } => (
                Line::new("roll-general").with("unit", piece(unit)).with("area", place(attack.target)),
                R_9_0_1A,
            ),
            Blow::Volley { clan, count } => (
                Line::new("roll-volley")
                    .with("clan", self.clan_thing(clan))
                    .with("count", i32::from(count))
                    .with("area", place(attack.target)),
                R_X_5,
            ),
        };
        Roll {
            rule,
            seat: state.seat_of(attack.side),
            line,
            pool: Pool::d6(2),
            modifiers: self.modifiers(state, attack, blow),
        }
    }

    /// The sum of the modifiers, without making the list.
    pub(crate) fn net(&self, state: &State, attack: &Attack, blow: Blow) -> i16 {
        let bonus = !(attack.kind == Kind::Ambush && (attack.units & state.back).any());
        let own = match blow {
            Blow::General { unit, support } => {
                self.values(state, unit).attack + if bonus { self.numbers.attack.bonus(support) } else { 0 }
            }
            Blow::Volley { count, .. } if bonus => self.numbers.attack.bonus(count),
            Blow::Volley { .. } => 0,
        };
        let slope = match attack.kind {
            Kind::Fire => self.level(attack.from) - self.level(attack.target),
            _ => i16::from(attack.slope),
        };
        own + slope + self.turn_bonus(state, attack.side)
            - self.defence(state, attack.target, attack.side.other()).0
    }

    pub(crate) fn resolve_strike(&self, state: &mut State, sum: i32, story: &mut Story<Event>) {
        let Some(Step::Strike(attack)) = state.play().map(|play| &play.step) else { return };
        let mut attack = attack.clone();
        let blow = Summits::blow(&attack);
        let net = self.net(state, &attack, blow);
        let points = (sum as i16 + net).max(0) as u8;
        story.tell(|| Event::Struck { side: attack.side, blow, area: attack.target, sum, net, points });
        attack.made += 1;
        self.take_part(state, &attack, blow);
        if self.options.pooled_damage {
            attack.pooled = attack.pooled.saturating_add(points);
            let points = attack.pooled;
            if usize::from(attack.made) < attack.blows.len() || points == 0 {
                self.strike_on(state, attack, story);
            } else {
                attack.pooled = 0;
                story.tell(|| Event::Pooled { points });
                self.suffer(state, attack, points, story);
            }
        } else if points == 0 {
            self.strike_on(state, attack, story);
        } else {
            self.suffer(state, attack, points, story);
        }
    }

    /// 5.1-c, 8.0-1c: who has struck, and who supported, has taken part. Ambushers never flip.
    fn take_part(&self, state: &mut State, attack: &Attack, blow: Blow) {
        if attack.kind == Kind::Ambush {
            return;
        }
        let group = state.group_mut();
        let (clan, count) = match blow {
            Blow::General { unit, support } => {
                group.took |= UnitSet::of(unit);
                (self.unit(unit).clan, support)
            }
            Blow::Volley { clan, count } => (clan, count),
        };
        // Alike units: the first that have not been counted in this attack.
        let counted: u8 = attack.blows[..usize::from(attack.made) - 1]
            .iter()
            .map(|earlier| match *earlier {
                Blow::General { unit, support } if self.unit(unit).clan == clan => support,
                Blow::Volley { clan: volley, count } if volley == clan => count,
                _ => 0,
            })
            .sum();
        let troops = attack.units & self.clans[clan.index()].troops;
        group.took |= troops.first_of(counted + count) - troops.first_of(counted);
    }

    /// The next roll, unless the target area is empty (8.0-1c) or all are made.
    pub(crate) fn strike_on(&self, state: &mut State, attack: Attack, story: &mut Story<Event>) {
        if state.over.is_some() {
            return;
        }
        let enemies = state.here(attack.target) & self.of_side[attack.side.other().index()];
        let more = usize::from(attack.made) < attack.blows.len();
        if more && enemies.any() {
            state.play_mut().step = Step::Strike(attack);
            return;
        }
        if more {
            let count = attack.blows.len() as u8 - attack.made;
            story.tell(|| Event::Cancelled { area: attack.target, count });
        }
        if attack.kind != Kind::Ambush {
            let group = state.group_mut();
            // 5.1-d: who supported nobody was not in the group, but in an Assault he is.
            if !group.assault {
                group.units &= group.took;
            }
        }
        self.end_action(state, story);
    }
}
