//! Chapters 15 and 16: marching, tactical and strategic, and going into castles.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use hexmap::{Columns, Dir, HexId, Reach, Spread, Step};
use kernel::{Actions, Rule, Side, Story};

use crate::{
    Gunyuden,
    decisions::Frame,
    model::{
        state::{State, is_beside},
        units::UnitId,
    },
    notation::{
        action::Action,
        refuse::{About, May, No, no},
        rule_ids::*,
    },
    presentation::event::Event,
};

thread_local! {
    /// Scratch, so that listing moves allocates nothing. It never carries anything from one call to the next.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

#[derive(Default)]
struct Scratch {
    /// For one destination, with the way there.
    gaits: [Reach; 2],
    lay: Lay,
    /// For all of them.
    spreads: [Spread; 2],
}

/// What a marching force finds in each hex, worked out once for a march.
#[derive(Default)]
struct Lay {
    known: Vec<u8>,
}

const KNOWN: u8 = 1;
const SHUT: u8 = 2;
const ZONE: u8 = 4;
const CLOSE: u8 = 8;
const CLOSE_KNOWN: u8 = 16;

/// 15-2-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    Tactical,
    Strategic,
}

/// Where and with what a march begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct March {
    pub(crate) force: UnitId,
    pub(crate) side: Side,
    pub(crate) from: HexId,
    /// Points for either gait, or −1 where it is not allowed.
    pub(crate) left: [i8; 2],
    /// Why it may not be a strategic march.
    pub(crate) tactical_only: Option<No>,
}

/// A way found.
pub(crate) struct Way {
    pub(crate) path: Vec<HexId>,
    pub(crate) cost: u8,
    pub(crate) gait: Gait,
}

impl Gunyuden {
    /// 15-4: is this hex one whose strong zone costs a mover extra? Not with a friend standing there (15-4-6).
    #[inline]
    pub(crate) fn zone_costs(&self, state: &State, march: &March, hex: HexId) -> bool {
        self.strong(state, march.side.other(), hex)
            && !(self.stands(state, march.side, hex) && friend_stands(self, state, march, hex))
    }

    /// 15-6: why the force may not come to this hex at all.
    pub(crate) fn shut_out(&self, state: &State, side: Side, hex: HexId) -> Option<(Rule, &'static str)> {
        if self.stands(state, side.other(), hex) {
            return Some((R_15_6_2, "no-enemy-there"));
        }
        self.barred(state, side, hex).map(|rule| (rule, "no-barred"))
    }

    /// 15-3-1: next to or in the hex of an enemy force or castle.
    pub(crate) fn too_close(&self, state: &State, side: Side, hex: HexId) -> bool {
        let enemy = side.other();
        let castle = |&castle: &crate::model::units::CastleId| self.castle_side(state, castle) == Some(enemy);
        self.stands(state, enemy, hex)
            || self.castle_of(state, enemy, hex).is_some()
            || self.ground.near[hex.index()].iter().any(castle)
            || self.ground.atlas.neighbours(hex).any(|(_, next)| self.stands(state, enemy, next))
    }

    /// The march of a force in hand.
    pub(crate) fn march(&self, state: &State, force: UnitId) -> March {
        let tactical_only = self.may_go_strategic(state, force).err();
        let march = tactical_march(self, state, force);
        let strategic = if tactical_only.is_some() { -1 } else { march.left[0] };
        March { left: [march.left[0], strategic], tactical_only, ..march }
    }

    /// 15-3: the conditions at the start.
    pub(crate) fn may_go_strategic(&self, state: &State, force: UnitId) -> May {
        if is_beside(state.hex(force)) {
            return no(R_32_2, "no-strategic-entry");
        }
        if self.too_close(state, self.side_of(force), state.hex(force)) {
            return no(R_15_3_1, "no-strategic-close");
        }
        if self.lowest(state, state.members(force)) > 0 {
            return no(R_15_3_3, "no-strategic-morale");
        }
        if !self.has_line(state, force) {
            return no(R_15_3_2, "no-strategic-line");
        }
        Ok(())
    }

    /// May the force in hand march at all?
    pub(crate) fn may_march(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        if state.surrounding.and(&state.members(force)).first().is_some() {
            return Err(No::new(R_18_4_1, "no-surrounding").unit(force));
        }
        if state.holed.has(force) && self.stands(state, self.side_of(force).other(), state.hex(force)) {
            return Err(No::new(R_16_3_1, "no-way-out").unit(force));
        }
        Ok(())
    }

    /// The cheaper gait that arrives with this many points to spare; tactical if both do.
    fn gait_to(reaches: &[Reach; 2], march: &March, hex: HexId, spare: i8) -> Option<(Gait, u8)> {
        [Gait::Tactical, Gait::Strategic].into_iter().find_map(|gait| {
            let left = march.left[gait as usize];
            let cost = reaches[gait as usize].cost(hex)? as u8;
            (left >= 0 && left - cost as i8 >= spare).then_some((gait, cost))
        })
    }

    pub(crate) fn can_march_a_hex(&self, state: &State, force: UnitId) -> bool {
        !is_beside(state.hex(force)) && next_hexes(self, state, force).next().is_some()
    }

    /// Where only a few destinations are wanted: the next hexes, if they suffice to fill the list.
    pub(crate) fn list_next_hexes(&self, state: &State, force: UnitId, out: &mut Actions<Action>) -> bool {
        if out.room() > Dir::ALL.len() || is_beside(state.hex(force)) {
            return false;
        }
        let near: ArrayVec<HexId, 6> = next_hexes(self, state, force).collect();
        if near.len() >= out.room() {
            near.into_iter().for_each(|hex| out.push(Action::To(hex)));
        }
        out.full()
    }

    /// Destinations of a march, and castles on the way to go into. From beside the map see `entries`.
    pub(crate) fn list_march(&self, state: &State, march: &March, own: bool, out: &mut Actions<Action>) {
        if is_beside(march.from) {
            return list_entries(self, state, march, out);
        }
        let atlas = &self.ground.atlas;
        let (mut to, into) = within_reach(self, state, march);
        if !own {
            to.remove(atlas, march.from);
        }
        for hex in to.or(&into).iter(atlas) {
            if out.full() {
                break;
            }
            if to.has(atlas, hex) {
                out.push(Action::To(hex));
            }
            if into.has(atlas, hex) {
                out.push(Action::Into(hex));
            }
        }
    }

    /// May a march end there, inside the castle or not? A way is looked for only where the reason is wanted.
    pub(crate) fn may_march_to(&self, state: &State, march: &March, to: HexId, inside: bool) -> May {
        let tactical = March { left: [march.left[0], -1], ..*march };
        for march in [&tactical, march] {
            if !is_beside(march.from) && march.left != [-1; 2] {
                let (reached, into) = within_reach(self, state, march);
                if if inside { into } else { reached }.has(&self.ground.atlas, to) {
                    return Ok(());
                }
            }
        }
        self.way(state, march, to, inside).map(|_| ())
    }

    /// The cheapest way to a hex, going into the castle there or not.
    pub(crate) fn way(&self, state: &State, march: &March, to: HexId, inside: bool) -> Result<Way, No> {
        if is_beside(march.from) {
            return entry_way(self, state, march, to, inside);
        }
        if inside && self.castle_of(state, march.side, to).is_none() {
            return Err(No::new(R_16_0, "no-own-castle").hex(to));
        }
        let home = to == march.from;
        if inside && home && state.holed.has(march.force) {
            return Err(No::new(R_16_0, "no-inside-already").unit(march.force));
        }
        if !self.ground.terrain[to.index()].is_open() {
            return Err(No::new(R_2_1_2, "no-ground").hex(to));
        }
        if !home && let Some((rule, key)) = shut_out_force(self, state, march, to) {
            return Err(No::new(rule, key).hex(to));
        }
        let found = SCRATCH.with_borrow_mut(|scratch| {
            begin_lay(self, &mut scratch.lay);
            run_gait(self, state, march, Gait::Tactical, scratch, Some(to));
            let quick = March { left: [march.left[0], -1], ..*march };
            if Self::gait_to(&scratch.gaits, &quick, to, i8::from(inside)).is_none() {
                run_gait(self, state, march, Gait::Strategic, scratch, Some(to));
            }
            match Self::gait_to(&scratch.gaits, march, to, i8::from(inside)) {
                Some((gait, cost)) => {
                    let mut path = Vec::new();
                    scratch.gaits[gait as usize].path(to, &mut path);
                    Ok(Way { path, cost, gait })
                }
                None if Self::gait_to(&scratch.gaits, march, to, 0).is_some() => {
                    Err(No::new(R_16_1_1, "no-point-to-go-in").hex(to))
                }
                None => Err(why_too_far(self, state, march, to)),
            }
        });
        match (found, march.tactical_only) {
            // A strategic march would get there: then what forbids that is the reason.
            (Err(far), Some(why)) if why.rule != R_32_2 && [R_15_2_1, R_15_6_3].contains(&far.rule) => {
                let freed = March { left: [march.left[0]; 2], tactical_only: None, ..*march };
                Err(if self.way(state, &freed, to, inside).is_ok() { why } else { far })
            }
            (found, _) => found,
        }
    }

    /// The force in hand goes there; a unit inside a castle comes out. By which way matters for the story alone.
    pub(crate) fn go(
        &self,
        state: &mut State,
        force: UnitId,
        march: Option<March>,
        to: HexId,
        inside: bool,
        story: &mut Story<Event>,
    ) {
        let march = march.filter(|_| story.is_telling());
        let way = march.and_then(|march| self.way(state, &march, to, inside).ok());
        let (from, from_inside) = (state.hex(force), state.holed.has(force));
        if from_inside {
            self.set_holed(state, force, false);
        }
        if to != state.hex(force) {
            self.shift(state, force, to);
            // 37.8.
            let side = self.side_of(force);
            if self.scenario.ambush.as_ref().is_some_and(|ambush| self.house(ambush.house).side != side) {
                state.marched = state.marched.or(&state.members(force));
            }
        }
        let enters = is_beside(from);
        if let Some(Way { path, cost, gait }) = way.filter(|way| way.path.len() > 1 || enters) {
            let (cost, units) = (i32::from(cost), state.members(force));
            story.tell(|| Event::Moved { force, units, path, cost, gait, enters });
        }
        if from_inside && to == from {
            story.tell(|| Event::CameOut { force, hex: to });
        }
        if inside {
            self.hole_up(state, force, R_16_1_1, story);
        }
    }

    /// 16, 10-4: those who go in bring their own morale.
    pub(crate) fn hole_up(&self, state: &mut State, force: UnitId, rule: Rule, story: &mut Story<Event>) {
        let hex = state.hex(force);
        self.set_holed(state, force, true);
        if let Some(castle) = self.castle_at(hex) {
            state.castles[castle.index()].low = 0;
        }
        story.tell(|| Event::HoledUp { force, hex, rule });
    }

    // 32-2: coming on.

    /// For the list: what a destination costs.
    pub(crate) fn cost_to(&self, state: &State, to: HexId, inside: bool) -> Option<i32> {
        self.way(state, &march_in_hand(self, state)?, to, inside)
            .ok()
            .map(|way| i32::from(way.cost) + i32::from(inside))
    }

    /// Every hex within reach, for overlays and bots.
    pub(crate) fn is_walk_between(&self, from: HexId, to: HexId) -> Option<Dir> {
        let dir = self.ground.atlas.direction(from, to)?;
        self.ground.is_walk(from, dir).then_some(dir)
    }
}

/// Somebody of the side other than the marching force itself.
fn friend_stands(rules: &Gunyuden, state: &State, march: &March, hex: HexId) -> bool {
    hex != state.hex(march.force)
        || rules.field(state, march.side, hex).iter().any(|unit| state.head(unit) != march.force)
}

/// The same for a force, which may be bound to its ground.
fn shut_out_force(
    rules: &Gunyuden,
    state: &State,
    march: &March,
    hex: HexId,
) -> Option<(Rule, &'static str)> {
    let shut = rules.shut_out(state, march.side, hex);
    shut.or_else(|| rules.tethered(state, march.force, hex).map(|rule| (rule, "no-tethered")))
}

fn tactical_march(rules: &Gunyuden, state: &State, force: UnitId) -> March {
    let low = rules.lowest(state, state.members(force)) as i8;
    let out = i8::from(state.holed.has(force));
    let left = [rules.tables.figures.movement.points as i8 - low - out, -1];
    March { force, side: rules.side_of(force), from: state.hex(force), left, tactical_only: None }
}

#[inline]
fn marks_at(rules: &Gunyuden, state: &State, march: &March, lay: &mut Lay, hex: HexId) -> u8 {
    let known = lay.known[hex.index()];
    if known & KNOWN != 0 {
        return known;
    }
    let mut found = known | KNOWN;
    if shut_out_force(rules, state, march, hex).is_some() {
        found |= SHUT;
    }
    if rules.zone_costs(state, march, hex) {
        found |= ZONE;
    }
    lay.known[hex.index()] = found;
    found
}

fn begin_lay(rules: &Gunyuden, lay: &mut Lay) {
    lay.known.clear();
    lay.known.resize(rules.ground.atlas.len(), 0);
}

/// Runs one gait, as far as the points go or to the hex wanted.
fn run_gait(
    rules: &Gunyuden,
    state: &State,
    march: &March,
    gait: Gait,
    scratch: &mut Scratch,
    to: Option<HexId>,
) {
    let atlas = &rules.ground.atlas;
    let left = march.left[gait as usize];
    let Scratch { gaits, lay, .. } = scratch;
    let reach = &mut gaits[gait as usize];
    if left < 0 {
        return reach.run(atlas, march.from, 0, |_, _, _| Step::Closed);
    }
    let costs = match gait {
        Gait::Tactical => &rules.ground.tactical,
        Gait::Strategic => &rules.ground.strategic,
    };
    let step = |from: HexId, dir: Dir, hex: HexId| {
        let cost = costs[from.index()][dir.index()];
        if cost == 0 {
            return Step::Closed;
        }
        let there = marks_at(rules, state, march, lay, hex);
        if there & SHUT != 0 {
            return Step::Closed;
        }
        match gait {
            Gait::Strategic => {
                let mut there = there;
                if there & CLOSE_KNOWN == 0 {
                    there |= CLOSE_KNOWN;
                    if rules.too_close(state, march.side, hex) {
                        there |= CLOSE;
                    }
                    lay.known[hex.index()] = there;
                }
                if there & CLOSE != 0 { Step::Closed } else { Step::Go(u16::from(cost)) }
            }
            Gait::Tactical => {
                let here = marks_at(rules, state, march, lay, from);
                let zones = u16::from(here & ZONE != 0) + u16::from(there & ZONE != 0);
                Step::Go(u16::from(cost) + zones)
            }
        }
    };
    reach.run_until(atlas, march.from, left as u16, step, |hex| Some(hex) == to);
}

/// The hexes beside the force that it could march to.
fn next_hexes(rules: &Gunyuden, state: &State, force: UnitId) -> impl Iterator<Item = HexId> {
    let march = tactical_march(rules, state, force);
    let leaving = i8::from(rules.zone_costs(state, &march, march.from));
    let is_near = move |&(dir, hex): &(Dir, HexId)| {
        let cost = rules.ground.tactical[march.from.index()][dir.index()] as i8;
        cost > 0
            && shut_out_force(rules, state, &march, hex).is_none()
            && cost + leaving + i8::from(rules.zone_costs(state, &march, hex)) <= march.left[0]
    };
    rules.ground.atlas.neighbours(march.from).filter(is_near).map(|(_, hex)| hex)
}

/// What either gait reaches, and the own castles among it that it reaches with a point to spare for going in
/// (16-1-1). Only from the map.
fn within_reach(rules: &Gunyuden, state: &State, march: &March) -> (Columns, Columns) {
    let atlas = &rules.ground.atlas;
    let ground = rules.march_ground(state, march, march.left[1] >= 0);
    let steps = [&rules.ground.steps.tactical, &rules.ground.steps.strategic];
    let tolls = [&ground.toll, &Columns::NONE];
    let (mut to, mut into) = (Columns::NONE, Columns::NONE);
    SCRATCH.with_borrow_mut(|scratch| {
        for (gait, spread) in scratch.spreads.iter_mut().enumerate() {
            let Ok(left) = u8::try_from(march.left[gait]) else { continue };
            spread.run(atlas, steps[gait], march.from, left, &ground.open[gait], tolls[gait]);
            to = to.or(spread.within(left));
            if left > 0 {
                into = into.or(spread.within(left - 1));
            }
        }
    });
    into = into.and(&ground.castles);
    if state.holed.has(march.force) {
        into.remove(atlas, march.from);
    }
    (to, into)
}

/// 15-2, 15-6: the most specific reason why a hex is out of reach.
fn why_too_far(rules: &Gunyuden, state: &State, march: &March, to: HexId) -> No {
    let points = i32::from(march.left[0].max(march.left[1]));
    let low = rules.lowest(state, state.members(march.force));
    if rules.ground.atlas.distance(march.from, to) == 1
        && let Some(dir) = rules.ground.atlas.direction(march.from, to)
    {
        if !rules.ground.is_walk(march.from, dir) {
            return No::new(R_15_6_1, "no-water").hex(to);
        }
        if rules.zone_costs(state, march, march.from) {
            return No::new(R_15_4_4, "no-leave").hex(to).with("points", points);
        }
    }
    if low > 0
        && rules.ground.atlas.distance(march.from, to) <= u16::from(rules.tables.figures.movement.points)
    {
        return No::new(R_15_6_3, "no-points-morale").hex(to).with("points", points);
    }
    No::new(R_15_2_1, "no-points").hex(to).with("points", points)
}

/// The march of the force that is selected or on the way.
fn march_in_hand(rules: &Gunyuden, state: &State) -> Option<March> {
    match state.frames.last()? {
        Frame::Hand(hand) => Some(rules.march(state, hand.force)),
        Frame::Drop(legs) => Some(legs.march(rules, state)),
        _ => None,
    }
}

fn entry_cost(rules: &Gunyuden, state: &State, march: &March, hex: HexId) -> Option<u8> {
    let cost = rules.tables.terrain.of(rules.ground.terrain[hex.index()]).tactical;
    if cost == 0 || rules.shut_out(state, march.side, hex).is_some() {
        return None;
    }
    Some(cost + u8::from(rules.zone_costs(state, march, hex)))
}

fn edge_of(rules: &Gunyuden, force: UnitId) -> &[HexId] {
    &rules.house(rules.unit(force).house).edge
}

/// The cheapest way on, over each hex of the edge.
fn entry_way(rules: &Gunyuden, state: &State, march: &March, to: HexId, inside: bool) -> Result<Way, No> {
    let mut best: Option<(u8, HexId)> = None;
    let mut found = None;
    for &edge in edge_of(rules, march.force) {
        let Some(cost) = entry_cost(rules, state, march, edge) else { continue };
        let left = march.left[0] - cost as i8;
        if left < 0 {
            continue;
        }
        let leg = March { from: edge, left: [left, -1], tactical_only: None, ..*march };
        if let Ok(way) = rules.way(state, &leg, to, inside)
            && best.is_none_or(|(known, _)| cost + way.cost < known)
        {
            best = Some((cost + way.cost, edge));
            found = Some(Way { cost: cost + way.cost, ..way });
        }
    }
    found.ok_or_else(|| No::new(R_32_2, "no-entry").hex(to))
}

fn list_entries(rules: &Gunyuden, state: &State, march: &March, out: &mut Actions<Action>) {
    let mut found: Vec<Action> = Vec::new();
    for &edge in edge_of(rules, march.force) {
        let Some(cost) = entry_cost(rules, state, march, edge) else { continue };
        let left = march.left[0] - cost as i8;
        if left >= 0 {
            let leg = March { from: edge, left: [left, -1], tactical_only: None, ..*march };
            let mut part = Actions::default();
            rules.list_march(state, &leg, true, &mut part);
            found.extend(part.iter());
        }
    }
    found.sort_unstable_by_key(|action| match action {
        Action::To(hex) => (*hex, 0),
        Action::Into(hex) => (*hex, 1),
        _ => (HexId(0), 2),
    });
    found.dedup();
    for action in found {
        out.push(action);
    }
}
