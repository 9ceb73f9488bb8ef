//! 11-3: advance after combat, in all its forms.

use hexmap::{Dir, HexId};
use kernel::{Actions, Rule, Story};

use crate::{
    Yukimura,
    action::Action,
    event::Event,
    refuse::{About, May, No},
    rule_ids::*,
    state::{Fate, Fight, Phase, Stage, State},
    units::{EAST, UnitId},
};

/// Hexes a unit may advance to.
type Places = Vec<HexId>;

impl Yukimura {
    pub(crate) fn begin_advance(&self, state: &mut State, story: &mut Story<Event>) {
        if state.over.is_some() {
            return;
        }
        let fate = state.fight_mut().fate;
        if fate == Fate::Stands {
            return self.end_fight(state, story);
        }
        if state.phase == Phase::Defence {
            let target = state.fight_mut().target;
            story.tell(|| Event::NoAdvance { target });
            return self.end_fight(state, story);
        }
        let file = self.open_file(state);
        let fight = state.fight_mut();
        fight.file = file;
        fight.stage = Stage::Advance;
    }

    /// 11-3-3: how many hexes of the target's way can be followed: not the last, where it stands, and not past
    /// another enemy.
    fn open_file(&self, state: &State) -> u8 {
        let fight = state.fight().expect("a fight goes on");
        let way = &fight.path[..fight.path.len().saturating_sub(1)];
        let free = way.iter().take_while(|&&hex| {
            state.occupant(hex).is_none_or(|unit| !self.is_enemy(unit, fight.attackers[0]))
        });
        free.count().min(usize::from(u8::MAX)) as u8
    }

    pub(crate) fn advance_rule(&self, state: &State, fight: &Fight) -> Rule {
        match fight.fate {
            _ if state.phase != Phase::Melee => R_11_3_1,
            Fate::Removed => R_11_3_4,
            _ => R_11_3_3,
        }
    }

    /// May this participant advance at all?
    fn may_advance(&self, state: &State, fight: &Fight, unit: UnitId) -> May {
        let Some(n) = fight.attackers.iter().position(|&u| u == unit) else {
            return Err(No::new(R_11_3, "no-not-in-this-attack").unit(unit));
        };
        if fight.advanced >> n & 1 != 0 {
            return Err(No::new(self.advance_rule(state, fight), "no-advanced-already").unit(unit));
        }
        if !state.on_map(unit) || fight.retreated.has(unit) || fight.chained.has(unit) {
            return Err(No::new(R_11_3, "no-was-driven-back").unit(unit));
        }
        if let Some(limit) = self.limit(state, self.unit(unit).force) {
            return Err(No::new(limit.rule, "no-held-no-advance").unit(unit));
        }
        let Some(dir) = self.atlas.direction(state.hex(unit), fight.held) else {
            return Err(No::new(R_11_3, "no-was-driven-back").unit(unit));
        };
        if !self.ground.is_open(state.hex(unit), dir) {
            return Err(No::new(R_11_3_6, "no-impassable"));
        }
        Ok(())
    }

    /// Where it may go.
    fn places(&self, state: &State, fight: &Fight, unit: UnitId) -> Places {
        let mut places = Places::new();
        if state.phase != Phase::Melee {
            if state.occupant(fight.held).is_none() {
                places.push(fight.held);
            }
        } else if fight.fate == Fate::Retreated {
            let file = &fight.path[..fight.file as usize];
            places.extend(file.iter().copied().filter(|&hex| state.occupant(hex).is_none()));
            places.sort_unstable();
        } else {
            self.spread(state, unit, fight.held, self.numbers.advance.after_removal - 1, &mut places);
            places.retain(|&hex| state.occupant(hex).is_none());
            places.sort_unstable();
        }
        places
    }

    /// Every hex within `steps` of the start that can be walked to without crossing enemies (11-3-6: terrain
    /// and zones are ignored, closed hexsides are not), the start first, by distance.
    fn spread(&self, state: &State, unit: UnitId, start: HexId, steps: u8, out: &mut Places) {
        out.clear();
        if state.occupant(start).is_some_and(|other| self.is_enemy(unit, other)) {
            return;
        }
        out.push(start);
        let mut done = 0;
        for _ in 0..steps {
            let ring = out.len();
            for n in done..ring {
                for (dir, next) in self.atlas.neighbours(out[n]) {
                    let enemy = state.occupant(next).is_some_and(|other| self.is_enemy(unit, other));
                    if self.ground.is_open(out[n], dir) && !enemy && !out.contains(&next) {
                        out.push(next);
                    }
                }
            }
            done = ring;
        }
    }

    pub(crate) fn list_advances(&self, state: &State, fight: &Fight, out: &mut Actions<Action>) {
        out.push(Action::Halt);
        for &unit in &fight.attackers {
            if self.may_advance(state, fight, unit).is_ok() && !self.places(state, fight, unit).is_empty() {
                out.push(Action::Advance(unit));
            }
        }
    }

    pub(crate) fn judge_advance(&self, state: &State, fight: &Fight, unit: UnitId) -> May {
        self.may_advance(state, fight, unit)?;
        if self.places(state, fight, unit).is_empty() {
            return Err(No::new(self.advance_rule(state, fight), "no-hex-taken").unit(unit));
        }
        Ok(())
    }

    pub(crate) fn list_advance_places(
        &self,
        state: &State,
        fight: &Fight,
        unit: UnitId,
        out: &mut Actions<Action>,
    ) {
        for hex in self.places(state, fight, unit) {
            out.push(Action::To(hex));
        }
    }

    pub(crate) fn judge_advance_to(&self, state: &State, fight: &Fight, unit: UnitId, hex: HexId) -> May {
        if self.places(state, fight, unit).contains(&hex) {
            return Ok(());
        }
        if let Some(other) = state.occupant(hex) {
            return Err(No::new(self.advance_rule(state, fight), "no-hex-occupied").unit(other));
        }
        Err(No::new(self.advance_rule(state, fight), "no-not-along-the-way").unit(unit))
    }

    pub(crate) fn resolve_advance_to(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        story: &mut Story<Event>,
    ) {
        let fight = state.fight().expect("a fight goes on").clone();
        let rule = self.advance_rule(state, &fight);
        let from = state.hex(unit);
        let mut path = vec![from];
        match fight.fate {
            Fate::Retreated if state.phase == Phase::Melee => {
                let steps = fight.path.iter().position(|&h| h == hex).expect("judged before");
                path.extend_from_slice(&fight.path[..=steps]);
                // Single file: the next stays behind this one.
                state.fight_mut().file = steps as u8;
            }
            _ => self.free_way(state, unit, fight.held, hex, &mut path),
        }
        self.lift(state, unit);
        self.put(state, unit, hex);
        story.tell(|| Event::Advanced { unit, path: path.clone(), rule });
        for &step in &path[1..] {
            self.visit(state, unit, step, story);
        }
        let n = fight.attackers.iter().position(|&u| u == unit).expect("judged before");
        let fight = state.fight_mut();
        fight.advanced |= 1 << n;
        fight.stage = Stage::Advance;
        self.left_hex(state, unit, story);
        // 11-3-1: after firing one unit only.
        if state.over.is_none() && state.phase != Phase::Melee {
            self.end_fight(state, story);
        }
    }

    /// The way of a free advance from the vacated hex: the shortest that serves the advancing side, as in
    /// movement: over Komatsuyama where that is new, not over the Ishikawa without need.
    fn free_way(&self, state: &State, unit: UnitId, held: HexId, to: HexId, path: &mut Vec<HexId>) {
        let side = self.side_of(unit);
        if let Some(star) = self.star.filter(|_| state.holder != Some(side)) {
            let mut over = Vec::new();
            if self.shortest(state, unit, held, star, |_| false, &mut over)
                && self.shortest(state, unit, star, to, |_| false, &mut over)
                && over.len() - 1 <= usize::from(self.numbers.advance.after_removal)
            {
                over.dedup();
                path.append(&mut over);
                return;
            }
        }
        let quiet = side == EAST && self.remembers_crossing && !state.crossed;
        let mut way = Vec::new();
        let west = |hex: HexId| self.ground.west[hex.index()];
        let found = quiet && self.shortest(state, unit, held, to, west, &mut way);
        if !found || way.len() > usize::from(self.numbers.advance.after_removal) {
            way.clear();
            let found = self.shortest(state, unit, held, to, |_| false, &mut way);
            debug_assert!(found, "judged before");
        }
        path.append(&mut way);
    }

    /// Appends the shortest way, both ends included; the first found in the order of directions.
    fn shortest(
        &self,
        state: &State,
        unit: UnitId,
        start: HexId,
        to: HexId,
        avoid: impl Fn(HexId) -> bool,
        way: &mut Vec<HexId>,
    ) -> bool {
        if avoid(start) {
            return false;
        }
        let mut seen: Vec<(HexId, usize)> = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(at, _)) = seen.get(next) {
            if at == to {
                let begin = way.len();
                let mut n = next;
                loop {
                    way.push(seen[n].0);
                    if n == 0 {
                        break;
                    }
                    n = seen[n].1;
                }
                way[begin..].reverse();
                return true;
            }
            for dir in Dir::ALL {
                let Some(hex) = self.atlas.neighbour(at, dir) else { continue };
                let enemy = state.occupant(hex).is_some_and(|other| self.is_enemy(unit, other));
                let near = self.atlas.distance(start, hex) < u16::from(self.numbers.advance.after_removal);
                let open = self.ground.is_open(at, dir) && !enemy && near && !avoid(hex);
                if open && !seen.iter().any(|&(h, _)| h == hex) {
                    seen.push((hex, next));
                }
            }
            next += 1;
        }
        false
    }
}
