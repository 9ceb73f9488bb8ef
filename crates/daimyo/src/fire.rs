//! Chapter 7: firing. Who fires at whom, with what, and what the hits do.

use arrayvec::ArrayVec;
use kernel::{Actions, Line, May, Modifier, Modifiers, No, Pool, Question, Roll, Rule, Seat, Story};
use open::Event;
use plane::{Arc, Corridor, Len, Outline, Sector, Spot};
use serde::{Deserialize, Serialize};

use crate::{
    Daimyo,
    action::Action,
    decisions::{
        Step,
        errand::danger::{self, Peril},
    },
    formation::{NEAR, TOLERANCE},
    ground::Kind,
    refer::piece,
    rule_ids::*,
    sight::{Look, View},
    state::{Charge, Mark, State, Where},
    units::{Armour, Missile, Quality, UnitId},
};

/// Stands of a unit that fire at the same target with the same factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Salvo {
    pub target: UnitId,
    pub stands: u8,
    pub effective: bool,
    pub cover: bool,
    pub hits: u8,
}

/// A unit that fires: one roll for each of its salvos.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shooting {
    pub unit: UnitId,
    /// 7.1: it fires because it was charged, in the order of declaration.
    pub charge: Option<u8>,
    pub salvos: ArrayVec<Salvo, 16>,
    pub made: u8,
}

/// From where a stand shoots.
struct Post {
    ends: (Spot, Spot),
    stands: u8,
}

impl Daimyo {
    /// T-6, T-10, T-11: effective and long range.
    pub(crate) fn ranges(&self, state: &State, unit: UnitId) -> (Len, Len) {
        let data = self.unit(unit);
        let (effective, long) = if data.is_gun() {
            let gun = self.tables.gun(data.troop);
            (gun.effective, gun.long)
        } else {
            (self.tables.fire.effective, self.tables.fire.long)
        };
        match self.sky(state).sight {
            Some(sight) => (effective.min(sight), long.min(sight)),
            None => (effective, long),
        }
    }

    fn arc(&self, unit: UnitId) -> Arc {
        let data = self.unit(unit);
        match () {
            () if data.is_mounted() => Arc::AllRound,
            () if data.is_gun() => Arc::DEGREES_15,
            () => Arc::DEGREES_45,
        }
    }

    /// D-FIR-6: the stands that may fire: two ranks in good order, one disordered, two stands from a building.
    fn posts(&self, state: &State, unit: UnitId) -> ArrayVec<Post, 16> {
        let body = state.body(unit);
        let mut posts = ArrayVec::new();
        if let Where::Block(block) = body.place {
            let corners = self.block_shape(block);
            let sides: ArrayVec<(Spot, Spot), 8> = corners.sides().collect();
            posts.extend(
                sides
                    .into_iter()
                    .map(|ends| Post { ends, stands: body.stands().min(self.tables.fire.from_building) }),
            );
            return posts;
        }
        let print = self.print(state, unit);
        let fire = &self.tables.fire;
        let ranks = if body.is(Mark::Disordered) { fire.ranks_disordered } else { fire.ranks };
        for file in 0..body.formation.files {
            let stands =
                body.formation.each().filter(|stand| stand.file == file && stand.rank < ranks).count();
            posts.push(Post {
                ends: body.formation.front_edge(self.base(unit), &print, file),
                stands: stands as u8,
            });
        }
        posts
    }

    /// Can this stand hit the target from its post? Tells whether the target is behind cover.
    fn bears(&self, state: &State, view: &View, look: Look<'_>, post: &Post, aims: &[Spot]) -> Option<bool> {
        let block = matches!(state.body(look.unit).place, Where::Block(_));
        let arc = if block { Arc::AllRound } else { self.arc(look.unit) };
        let heading = state.body(look.unit).heading;
        let middle = post.ends.0.middle(post.ends.1);
        let mut covered = None;
        for aim in aims.iter().filter(|aim| arc.covers(post.ends, heading, **aim)) {
            let corridor = Corridor::onto(middle, *aim, self.tables.fire.gap, look.shape);
            if self.is_free(state, view, look, &corridor) {
                let cover = look.target_in_woods
                    || self.ground.of_kind(Kind::covers).any(|(_, feature)| {
                        feature.area.within(look.shape, NEAR + TOLERANCE)
                            && !corridor.spans(&feature.area).is_empty()
                    });
                if !cover {
                    return Some(false);
                }
                covered = Some(true);
            }
        }
        covered
    }

    /// What a unit of the active group would fire at: each stand at the nearest enemy it can hit.
    pub(crate) fn salvos(&self, state: &State, unit: UnitId) -> ArrayVec<Salvo, 16> {
        self.salvos_at(state, unit, self.options.fire_into_melee)
    }

    /// 7.1: with units in melee among the targets or without them.
    fn salvos_at(&self, state: &State, unit: UnitId, into_melee: bool) -> ArrayVec<Salvo, 16> {
        let mut salvos: ArrayVec<Salvo, 16> = ArrayVec::new();
        let (effective, long) = self.ranges(state, unit);
        let side = self.side_of(unit);
        let own = self.shape(state, unit);
        let foes: Vec<(UnitId, Outline)> = state
            .here()
            .filter(|foe| self.side_of(*foe) != side)
            .map(|foe| (foe, self.shape(state, foe)))
            .filter(|(_, shape)| shape.within(&own, long + TOLERANCE))
            .filter(|(foe, _)| into_melee || !self.in_melee(state, *foe))
            .collect();
        if foes.is_empty() {
            return salvos;
        }
        let view = self.view(state);
        let level = self.level(state, unit);
        let mut best_block: Option<(Len, Salvo)> = None;
        let block = matches!(state.body(unit).place, Where::Block(_));
        for post in self.posts(state, unit) {
            let edge = Outline::line(post.ends.0, post.ends.1);
            let mut near: ArrayVec<(Len, UnitId, &Outline), 64> = foes
                .iter()
                .map(|(foe, shape)| (edge.gap(shape), *foe, shape))
                .filter(|(gap, ..)| *gap <= long + TOLERANCE)
                .collect();
            near.sort_by_key(|(gap, foe, _)| (*gap, *foe));
            for (gap, target, shape) in near {
                let look = Look {
                    unit,
                    target,
                    shape,
                    levels: (level, self.level(state, target)),
                    target_in_woods: self.in_woods(state, target),
                };
                let aims = self.aims(state, target);
                let Some(cover) = self.bears(state, &view, look, &post, &aims) else { continue };
                let salvo = Salvo {
                    target,
                    stands: post.stands,
                    effective: gap <= effective + TOLERANCE,
                    cover,
                    hits: 0,
                };
                if block {
                    if best_block.is_none_or(|(least, _)| gap < least) {
                        best_block = Some((gap, salvo));
                    }
                } else {
                    add(&mut salvos, salvo);
                }
                break;
            }
        }
        salvos.extend(best_block.map(|(_, salvo)| salvo));
        salvos
    }

    /// D-FIR-7: fire at a charger where it stood when it declared.
    pub(crate) fn answer_salvos(&self, state: &State, charge: &Charge) -> ArrayVec<Salvo, 16> {
        let mut salvos: ArrayVec<Salvo, 16> = ArrayVec::new();
        let unit = charge.target;
        if !state.body(charge.unit).place.is_here()
            || self.sector(state, unit, charge.from.fine()) != Sector::Front
        {
            return salvos;
        }
        let formation = state.body(charge.unit).formation;
        let print = formation.footprint(self.base(charge.unit), charge.from, charge.heading);
        let shape = print.outline();
        let view = self.view(state);
        let look = Look {
            unit,
            target: charge.unit,
            shape: &shape,
            levels: (self.level(state, unit), self.ground.level(charge.from.fine())),
            target_in_woods: self.is_in_woods(charge.from.fine()),
        };
        let data = self.unit(unit);
        let steady = data.quality <= Quality::Veteran || self.in_cover(state, unit);
        for post in self.posts(state, unit) {
            let gap = Outline::line(post.ends.0, post.ends.1).gap(&shape);
            let Some(cover) = self.bears(state, &view, look, &post, &print.aims()) else { continue };
            let effective = steady || gap <= self.tables.fire.effective + TOLERANCE;
            add(&mut salvos, Salvo { target: charge.unit, stands: post.stands, effective, cover, hits: 0 });
        }
        if matches!(state.body(unit).place, Where::Block(_)) {
            salvos.truncate(1);
            for salvo in &mut salvos {
                salvo.stands = salvo.stands.min(self.tables.fire.from_building);
            }
        }
        salvos
    }

    /// May this unit fire at all now?
    fn may_shoot(&self, state: &State, unit: UnitId) -> May {
        let body = state.body(unit);
        let data = self.unit(unit);
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        if data.missile.is_none() && !data.is_gun() {
            return no(D_FIR_6, "no-missile");
        }
        if !body.place.is_here() {
            return no(D_FIR_6, "no-not-here");
        }
        if body.is(Mark::Routing) {
            return no(R_7_1, "no-routing");
        }
        if body.is(Mark::Frenzied) {
            return no(R_9_5, "no-frenzied");
        }
        if body.is(Mark::Fired) {
            return no(D_FIR_6, "no-fired");
        }
        if body.is(Mark::Spent) {
            return no(R_7_1, "no-spent");
        }
        if data.is_gun() && body.is(Mark::Moved) {
            return no(D_ART_3, "no-gun-moved");
        }
        let arquebus = data.missile == Some(Missile::Arquebus);
        if !data.is_gun() && self.sky(state).on_fire(arquebus).is_none() {
            return no(D_SEQ_A1, "no-wet");
        }
        Ok(())
    }

    pub(crate) fn may_fire(&self, state: &State, unit: UnitId) -> May {
        let data = self.unit(unit);
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        if data.side != state.active || Some(data.group) != state.group {
            return no(D_SEQ_B4, "no-not-of-group");
        }
        self.may_shoot(state, unit)?;
        if state.is(unit, Mark::Decided) {
            return no(D_FIR_6, "no-held");
        }
        if state.is(unit, Mark::Charging) || self.in_melee(state, unit) {
            return no(D_FIR_6, "no-fire-melee");
        }
        if self.salvos(state, unit).is_empty() {
            if !self.salvos_at(state, unit, true).is_empty() {
                return no(R_7_1, "no-target-melee");
            }
            return no(D_FIR_3, "no-target");
        }
        Ok(())
    }

    fn shooters(&self, state: &State) -> impl Iterator<Item = UnitId> {
        let group = self.group(state.group.expect("a group acts"));
        group.units.iter().filter(|unit| self.may_fire(state, *unit).is_ok())
    }

    /// 7.2: the charged fire first.
    pub(crate) fn skip_answer_fire(&self, state: &mut State, n: u8) -> bool {
        let Some(charge) = state.charges.get(usize::from(n)) else {
            state.step = Step::Fire;
            return true;
        };
        let can = !charge.off
            && self.may_shoot(state, charge.target).is_ok()
            && !state.is(charge.target, Mark::Decided)
            && !self.answer_salvos(state, charge).is_empty();
        if can {
            return false;
        }
        state.step = Step::AnswerFire { charge: n + 1 };
        true
    }

    pub(crate) fn answer_fire_question(&self, state: &State, n: u8) -> Question {
        let charge = &state.charges[usize::from(n)];
        let sector = self.struck_sector(state, charge.target, charge.from);
        let line = Line::new("ask-answer-fire")
            .with("unit", piece(charge.target))
            .with("charger", piece(charge.unit))
            .with("sector", open::scene::sector_key(sector));
        Question::new(self.seat_of(charge.target), D_FIR_7, line).at(piece(charge.target))
    }

    pub(crate) fn resolve_answer_fire(&self, state: &mut State, n: u8, action: Action) {
        let charge = state.charges[usize::from(n)];
        match action {
            Action::Fire(unit) => {
                let salvos = self.answer_salvos(state, &charge);
                self.begin_shooting(state, Shooting { unit, charge: Some(n), salvos, made: 0 });
            }
            _ => {
                state.body_mut(charge.target).mark(Mark::Decided);
                state.step = Step::AnswerFire { charge: n + 1 };
            }
        }
    }

    pub(crate) fn skip_fire(&self, state: &mut State) -> bool {
        let next = if state.activated { self.shooters(state).next() } else { None };
        if let Some(next) = next {
            if state.volley_all {
                self.resolve_fire(state, Action::Fire(next));
            }
            return state.step != Step::Fire;
        }
        state.volley_all = false;
        for body in state.units.iter_mut() {
            body.set(Mark::Decided, false);
        }
        state.step = Step::Melee;
        true
    }

    pub(crate) fn fire_question(&self, state: &State) -> Question {
        Question::new(Seat(state.active.0), D_SEQ_B4, Line::new("ask-fire").with("side", state.active))
    }

    pub(crate) fn list_fire(&self, state: &State, out: &mut Actions<Action>) {
        let shooters: Vec<UnitId> = self.shooters(state).collect();
        for unit in &shooters {
            out.push(Action::Fire(*unit));
        }
        for unit in &shooters {
            out.push(Action::Hold(*unit));
        }
        if shooters.len() > 1 {
            out.push(Action::FireAll);
        }
    }

    pub(crate) fn resolve_fire(&self, state: &mut State, action: Action) {
        match action {
            Action::Fire(unit) => {
                let salvos = self.salvos(state, unit);
                self.begin_shooting(state, Shooting { unit, charge: None, salvos, made: 0 });
            }
            Action::Hold(unit) => state.body_mut(unit).mark(Mark::Decided),
            Action::FireAll => {
                // One after the other, each applied before the next: who has fired is asked for no more.
                let first = self.shooters(state).next().expect("somebody can fire");
                state.volley_all = true;
                self.resolve_fire(state, Action::Fire(first));
            }
            other => unreachable!("{other:?} was judged legal as fire"),
        }
    }

    fn begin_shooting(&self, state: &mut State, shooting: Shooting) {
        state.step = Step::Volley(shooting);
    }

    /// T-6, T-10: every factor of a salvo.
    pub fn fire_modifiers(&self, state: &State, shooting: &Shooting, salvo: &Salvo) -> Modifiers {
        let unit = shooting.unit;
        let data = self.unit(unit);
        let body = state.body(unit);
        let target = self.unit(salvo.target);
        let mut list = Modifiers::new();
        let mut add = |value: i16, key: &'static str, rule: Rule| {
            if value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        if data.is_gun() {
            let values = &self.tables.artillery;
            if target.is_mounted() {
                add(values.horse, "mod-horse", D_ART_2);
            }
            if !salvo.effective {
                add(values.long_range, "mod-long-range", D_ART_2);
            }
            if salvo.cover || matches!(state.body(salvo.target).place, Where::Block(_)) {
                add(values.cover, "mod-cover", D_ART_2);
            }
            return list;
        }
        let values = &self.tables.fire;
        let disordered = body.is(Mark::Disordered);
        if !body.is(Mark::Volleyed) && !disordered {
            add(values.first_volley, "mod-first-volley", D_FIR_F);
        }
        if target.armour == Armour::Light {
            add(values.light_armour, "mod-light-armour", D_FIR_F);
        }
        let arquebus = data.missile == Some(Missile::Arquebus);
        if arquebus && target.is_mounted() {
            add(values.arquebus_v_horse, "mod-horse", D_FIR_F);
        }
        if salvo.effective {
            add(values.effective_range, "mod-effective", D_FIR_F);
        }
        let flanked =
            shooting.charge.is_none() && self.sector(state, salvo.target, body.at.fine()) != Sector::Front;
        let column =
            self.is_column(state, salvo.target) && !matches!(state.body(salvo.target).place, Where::Block(_));
        if flanked || column {
            add(values.column_or_flanked, if flanked { "mod-flanked" } else { "mod-column" }, D_FIR_F);
        }
        if matches!(state.body(salvo.target).place, Where::Block(_)) {
            add(values.building, "mod-building", D_FIR_F);
        } else if salvo.cover {
            add(values.cover, "mod-cover", D_FIR_F);
        }
        if !arquebus && target.armour == Armour::Heavy {
            add(values.bow_v_heavy, "mod-bow-v-heavy", D_FIR_F);
        }
        if disordered {
            add(values.disordered, "mod-disordered", D_FIR_F);
        }
        if data.quality == Quality::Raw {
            add(values.raw, "mod-raw", D_FIR_F);
        }
        if shooting.charge.is_some() {
            add(values.charged, "mod-charged", D_FIR_F);
        }
        if body.is(Mark::Moved) {
            add(values.moved, "mod-moved", D_FIR_F);
        }
        add(self.sky(state).on_fire(arquebus).unwrap_or(0), "mod-weather", D_SEQ_A1);
        if arquebus && state.fortunes.wet.has(data.group) {
            add(self.tables.events.wet_powder, "mod-wet-powder", D_SEQ_C5);
        }
        list
    }

    pub(crate) fn volley_roll(&self, state: &State, shooting: &Shooting) -> Roll {
        let salvo = &shooting.salvos[usize::from(shooting.made)];
        let modifiers = self.fire_modifiers(state, shooting, salvo);
        let sum: i16 = modifiers.iter().map(|m| m.value).sum();
        let need = (self.tables.fire.to_hit - sum).clamp(0, 13);
        Roll {
            rule: if self.unit(shooting.unit).is_gun() { D_ART_2 } else { D_FIR_4 },
            seat: self.seat_of(shooting.unit),
            line: Line::new("roll-volley")
                .with("unit", piece(shooting.unit))
                .with("target", piece(salvo.target))
                .with("stands", i32::from(salvo.stands))
                .with("need", i32::from(need)),
            pool: Pool::Sums { groups: salvo.stands, dice: 2, sides: 6, at_least: need as u8 },
            modifiers,
        }
    }

    pub(crate) fn resolve_volley(
        &self,
        state: &mut State,
        mut shooting: Shooting,
        hits: i32,
        story: &mut Story<Event>,
    ) {
        let salvo = &mut shooting.salvos[usize::from(shooting.made)];
        salvo.hits = hits as u8;
        let (target, stands) = (salvo.target, salvo.stands);
        let unit = shooting.unit;
        let gun = self.unit(unit).is_gun();
        story.tell(|| {
            Event::of(if gun { D_ART_1 } else { D_FIR_4 }, "told-fires", unit)
                .with("target", piece(target))
                .with("stands", i32::from(stands))
                .with("hits", hits)
                .by(self.side_of(unit))
        });
        shooting.made += 1;
        if usize::from(shooting.made) < shooting.salvos.len() {
            state.step = Step::Volley(shooting);
            return;
        }
        // 7.3: the first volley is spent, with or without its bonus.
        let body = state.body_mut(unit);
        body.mark(Mark::Volleyed);
        body.mark(Mark::Fired);
        state.step = match shooting.charge {
            Some(n) => Step::AnswerFire { charge: n + 1 },
            None => Step::Fire,
        };
        for salvo in &shooting.salvos {
            let body = state.body_mut(salvo.target);
            body.mark(Mark::ShotAt);
            if salvo.hits > 0 {
                body.mark(Mark::FireHit);
            }
            let lost = self.hit(state, salvo.target, salvo.hits, D_FIR_5, story);
            if lost > 0
                && let Some(leader) = state.body(salvo.target).leader
                && state.body(salvo.target).place.is_here()
            {
                danger::begin(state, leader, Peril::Shot);
            }
        }
    }

    /// D-FIR-5, 7.4: hits become markers, every third a stand. Tells how many stands were lost.
    pub(crate) fn hit(
        &self,
        state: &mut State,
        unit: UnitId,
        hits: u8,
        rule: Rule,
        story: &mut Story<Event>,
    ) -> u8 {
        if !state.body(unit).place.is_here() {
            return 0;
        }
        let each = self.tables.melee.hits_a_stand;
        let all = state.body(unit).hits + hits;
        let lost = (all / each).min(state.body(unit).stands());
        state.body_mut(unit).hits = all % each;
        if lost == 0 {
            return 0;
        }
        state.body_mut(unit).mark(Mark::LostStand);
        story.tell(|| {
            Event::of(rule, "told-loses", unit).with("stands", i32::from(lost)).by(self.side_of(unit))
        });
        for _ in 0..lost {
            match state.body(unit).formation.reduced() {
                Some(formation) => state.body_mut(unit).formation = formation,
                None => {
                    self.destroy(state, unit, R_7_4, story);
                    break;
                }
            }
        }
        lost
    }
}

/// Stands with the same target and factors roll together (7.2).
fn add(salvos: &mut ArrayVec<Salvo, 16>, salvo: Salvo) {
    let same = salvos.iter_mut().find(|other| {
        other.target == salvo.target && other.effective == salvo.effective && other.cover == salvo.cover
    });
    match same {
        Some(same) => same.stands += salvo.stands,
        None => salvos.push(salvo),
    }
}
