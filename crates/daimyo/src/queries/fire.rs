//! Chapter 7: firing. Who fires at whom, with what, and what the hits do.

use arrayvec::ArrayVec;
use kernel::{Line, May, Modifier, Modifiers, No, Rule};
use plane::{Arc, Corridor, Len, Outline, Sector, Spot};
use serde::{Deserialize, Serialize};

use crate::{
    Daimyo,
    decisions::fire::volley::Shooting,
    model::{
        ground::Kind,
        state::{Charge, Mark, State, Where},
        units::{Armour, Missile, Quality, UnitId},
    },
    notation::{refer::piece, rule_ids::*},
    queries::{
        formation::TOLERANCE,
        sight::{Look, View},
    },
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

    /// What a unit of the active group would fire at: each stand at the nearest enemy it can hit.
    pub(crate) fn salvos(&self, state: &State, unit: UnitId) -> ArrayVec<Salvo, 16> {
        salvos_at(self, state, unit, self.options.fire_into_melee)
    }

    /// D-FIR-3: enemies in range and arc of a unit that none of its stands can hit.
    pub(crate) fn screened(&self, state: &State, unit: UnitId) -> Vec<UnitId> {
        let (_, long) = self.ranges(state, unit);
        let heading = state.body(unit).heading;
        let arc = arc(self, unit);
        let view = self.view(state);
        let posts = posts(self, state, unit);
        let screened = |foe: &UnitId| {
            let shape = self.shape(state, *foe);
            let aims = self.aims(state, *foe);
            let look = Look {
                unit,
                target: *foe,
                shape: &shape,
                levels: (self.level(state, unit), self.level(state, *foe)),
                target_in_woods: self.in_woods(state, *foe),
            };
            let near = |post: &&Post| Outline::line(post.ends.0, post.ends.1).gap(&shape) <= long + TOLERANCE;
            let mut near = posts.iter().filter(near).peekable();
            near.peek().is_some()
                && posts.iter().any(|post| aims.iter().any(|aim| arc.covers(post.ends, heading, *aim)))
                && near.all(|post| bears(self, state, &view, look, post, &aims).is_none())
        };
        let side = self.side_of(unit);
        let foes = state.here().filter(|foe| self.side_of(*foe) != side && !self.in_melee(state, *foe));
        foes.filter(screened).collect()
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

fn arc(rules: &Daimyo, unit: UnitId) -> Arc {
    let data = rules.unit(unit);
    match () {
        () if data.is_mounted() => Arc::AllRound,
        () if data.is_gun() => rules.tables.arcs.gun.0,
        () => rules.tables.arcs.foot.0,
    }
}

/// D-FIR-6: the stands that may fire: two ranks in good order, one disordered, two stands from a building.
fn posts(rules: &Daimyo, state: &State, unit: UnitId) -> ArrayVec<Post, 16> {
    let body = state.body(unit);
    let mut posts = ArrayVec::new();
    if let Where::Block(block) = body.place {
        let corners = rules.block_shape(block);
        let sides: ArrayVec<(Spot, Spot), 8> = corners.sides().collect();
        posts.extend(
            sides
                .into_iter()
                .map(|ends| Post { ends, stands: body.stands().min(rules.tables.fire.from_building) }),
        );
        return posts;
    }
    let print = rules.print(state, unit);
    let fire = &rules.tables.fire;
    let ranks = if body.is(Mark::Disordered) { fire.ranks_disordered } else { fire.ranks };
    for file in 0..body.formation.files {
        let stands = body.formation.each().filter(|stand| stand.file == file && stand.rank < ranks).count();
        posts.push(Post {
            ends: body.formation.front_edge(rules.base(unit), &print, file),
            stands: stands as u8,
        });
    }
    posts
}

/// Can this stand hit the target from its post? Tells whether the target is behind cover.
fn bears(
    rules: &Daimyo,
    state: &State,
    view: &View,
    look: Look<'_>,
    post: &Post,
    aims: &[Spot],
) -> Option<bool> {
    let block = matches!(state.body(look.unit).place, Where::Block(_));
    let arc = if block { Arc::AllRound } else { arc(rules, look.unit) };
    let heading = state.body(look.unit).heading;
    let middle = post.ends.0.middle(post.ends.1);
    let mut covered = None;
    for aim in aims.iter().filter(|aim| arc.covers(post.ends, heading, **aim)) {
        let corridor = Corridor::onto(middle, *aim, rules.tables.fire.gap, look.shape);
        if rules.is_free(state, view, look, &corridor) {
            let cover = look.target_in_woods
                || rules.ground.of_kind(Kind::covers).any(|(_, feature)| {
                    feature.area.within(look.shape, rules.tables.distances.cover + TOLERANCE)
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

/// 7.1: with units in melee among the targets or without them.
fn salvos_at(rules: &Daimyo, state: &State, unit: UnitId, into_melee: bool) -> ArrayVec<Salvo, 16> {
    let mut salvos: ArrayVec<Salvo, 16> = ArrayVec::new();
    let (effective, long) = rules.ranges(state, unit);
    let side = rules.side_of(unit);
    let own = rules.shape(state, unit);
    let foes: Vec<(UnitId, Outline)> = state
        .here()
        .filter(|foe| rules.side_of(*foe) != side)
        .map(|foe| (foe, rules.shape(state, foe)))
        .filter(|(_, shape)| shape.within(&own, long + TOLERANCE))
        .filter(|(foe, _)| into_melee || !rules.in_melee(state, *foe))
        .collect();
    if foes.is_empty() {
        return salvos;
    }
    let view = rules.view(state);
    let level = rules.level(state, unit);
    let mut best_block: Option<(Len, Salvo)> = None;
    let block = matches!(state.body(unit).place, Where::Block(_));
    for post in posts(rules, state, unit) {
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
                levels: (level, rules.level(state, target)),
                target_in_woods: rules.in_woods(state, target),
            };
            let aims = rules.aims(state, target);
            let Some(cover) = bears(rules, state, &view, look, &post, &aims) else { continue };
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
pub(crate) fn answer_salvos(rules: &Daimyo, state: &State, charge: &Charge) -> ArrayVec<Salvo, 16> {
    let mut salvos: ArrayVec<Salvo, 16> = ArrayVec::new();
    let unit = charge.target;
    if !state.body(charge.unit).place.is_here()
        || rules.sector(state, unit, charge.from.fine()) != Sector::Front
    {
        return salvos;
    }
    let formation = state.body(charge.unit).formation;
    let print = formation.footprint(rules.base(charge.unit), charge.from, charge.heading);
    let shape = print.outline();
    let view = rules.view(state);
    let look = Look {
        unit,
        target: charge.unit,
        shape: &shape,
        levels: (rules.level(state, unit), rules.ground.level(charge.from.fine())),
        target_in_woods: rules.is_in_woods(charge.from.fine()),
    };
    let data = rules.unit(unit);
    let steady = data.quality <= Quality::Veteran || rules.in_cover(state, unit);
    for post in posts(rules, state, unit) {
        let gap = Outline::line(post.ends.0, post.ends.1).gap(&shape);
        let Some(cover) = bears(rules, state, &view, look, &post, &print.aims()) else { continue };
        let effective = steady || gap <= rules.tables.fire.effective + TOLERANCE;
        add(&mut salvos, Salvo { target: charge.unit, stands: post.stands, effective, cover, hits: 0 });
    }
    if matches!(state.body(unit).place, Where::Block(_)) {
        salvos.truncate(1);
        for salvo in &mut salvos {
            salvo.stands = salvo.stands.min(rules.tables.fire.from_building);
        }
    }
    salvos
}

/// May this unit fire at all now?
pub(crate) fn may_shoot(rules: &Daimyo, state: &State, unit: UnitId) -> May {
    let body = state.body(unit);
    let data = rules.unit(unit);
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
    if !data.is_gun() && rules.sky(state).on_fire(arquebus).is_none() {
        return no(D_SEQ_A1, "no-wet");
    }
    Ok(())
}

pub(crate) fn may_fire(rules: &Daimyo, state: &State, unit: UnitId) -> May {
    let data = rules.unit(unit);
    let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
    if data.side != state.active || Some(data.group) != state.group {
        return no(D_SEQ_B4, "no-not-of-group");
    }
    may_shoot(rules, state, unit)?;
    if state.is(unit, Mark::Decided) {
        return no(D_FIR_6, "no-held");
    }
    if state.is(unit, Mark::Charging) || rules.in_melee(state, unit) {
        return no(D_FIR_6, "no-fire-melee");
    }
    if rules.salvos(state, unit).is_empty() {
        if !salvos_at(rules, state, unit, true).is_empty() {
            return no(R_7_1, "no-target-melee");
        }
        return no(D_FIR_3, "no-target");
    }
    Ok(())
}
