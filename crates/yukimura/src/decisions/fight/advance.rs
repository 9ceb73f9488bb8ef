//! 11-3: advance after combat, in all its forms. Who advances, and where to?

use kernel::Rule;

use crate::{model::units::EAST, prelude::*};

/// Who advances next, if anybody?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Advance;

/// Where does this one go?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AdvanceTo {
    pub unit: UnitId,
}

/// 11-3-2: defensive fire gains no ground.
pub(crate) fn none(cx: &mut CxMut<'_, Fight>) -> Flow<Stage> {
    let target = cx.parent.target;
    cx.story.tell(|| Event::NoAdvance { target });
    Flow::Done
}

pub(crate) fn begin(cx: &mut CxMut<'_, Fight>) -> Flow<Stage> {
    cx.parent.file = open_file(cx.as_cx());
    Flow::Next(Stage::Advance)
}

/// 11-3-3: how many hexes of the target's way can be followed: not the last, where it stands, and not past
/// another enemy.
fn open_file(cx: Cx<'_, Fight>) -> u8 {
    let fight = cx.parent;
    let way = &fight.path[..fight.path.len().saturating_sub(1)];
    let free = way.iter().take_while(|&&hex| {
        cx.state.occupant(hex).is_none_or(|unit| !cx.rules.is_enemy(unit, fight.attackers[0]))
    });
    free.count().min(usize::from(u8::MAX)) as u8
}

fn attacker(cx: Cx<'_, Fight>) -> AskedSeats {
    Seat(cx.rules.side_of(cx.parent.attackers[0]).0).into()
}

fn rule(cx: Cx<'_, Fight>) -> Rule {
    match cx.parent.fate {
        _ if cx.state.phase != Phase::Melee => R_11_3_1,
        Fate::Removed => R_11_3_4,
        _ => R_11_3_3,
    }
}

impl Decision<Yukimura, Fight> for Advance {
    fn asked(&self, cx: Cx<'_, Fight>) -> AskedSeats {
        attacker(cx)
    }

    fn question(&self, cx: Cx<'_, Fight>) -> Question {
        let line = Line::new("ask-advance").with("unit", piece(cx.parent.target));
        Question::new(cx.seat, rule(cx), line).at(piece(cx.parent.attackers[0]))
    }

    fn list(&self, cx: Cx<'_, Fight>, out: &mut Actions<Action>) {
        out.push(Action::Halt);
        for &unit in &cx.parent.attackers {
            if may_advance(cx, unit).is_ok() && !(AdvanceTo { unit }).places(cx).is_empty() {
                out.push(Action::Advance(unit));
            }
        }
    }

    fn judge(&self, cx: Cx<'_, Fight>, action: &Action) -> Option<May> {
        match *action {
            Action::Halt => Some(Ok(())),
            Action::Advance(unit) => {
                Some(may_advance(cx, unit).and_then(|()| match (AdvanceTo { unit }).places(cx).is_empty() {
                    true => Err(No::new(rule(cx), "no-hex-taken").unit(unit)),
                    false => Ok(()),
                }))
            }
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Fight>, action: Action) -> Flow<Stage> {
        if let Action::Advance(unit) = action {
            return Flow::Next(Stage::AdvanceTo(AdvanceTo { unit }));
        }
        cx.story.tell(|| Event::Halted);
        Flow::Done
    }

    fn click(&self, cx: Cx<'_, Fight>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(cx.state, thing).map(Action::Advance)
    }

    fn default_action(&self, _cx: Cx<'_, Fight>) -> Option<Action> {
        Some(Action::Halt)
    }
}

/// May this participant advance at all?
fn may_advance(cx: Cx<'_, Fight>, unit: UnitId) -> May {
    let Cx { rules, state, parent: fight, .. } = cx;
    let Some(n) = fight.attackers.iter().position(|&u| u == unit) else {
        return Err(No::new(R_11_3, "no-not-in-this-attack").unit(unit));
    };
    if fight.advanced >> n & 1 != 0 {
        return Err(No::new(rule(cx), "no-advanced-already").unit(unit));
    }
    if !state.on_map(unit) || fight.retreated.has(unit) || fight.chained.has(unit) {
        return Err(No::new(R_11_3, "no-was-driven-back").unit(unit));
    }
    if let Some(limit) = rules.limit(state, rules.unit(unit).force) {
        return Err(No::new(limit.rule, "no-held-no-advance").unit(unit));
    }
    let Some(dir) = rules.atlas.direction(state.hex(unit), fight.held) else {
        return Err(No::new(R_11_3, "no-was-driven-back").unit(unit));
    };
    if !rules.ground.is_open(state.hex(unit), dir) {
        return No::because(R_11_3_6, "no-impassable");
    }
    Ok(())
}

impl Decision<Yukimura, Fight> for AdvanceTo {
    fn asked(&self, cx: Cx<'_, Fight>) -> AskedSeats {
        attacker(cx)
    }

    fn question(&self, cx: Cx<'_, Fight>) -> Question {
        let line = Line::new("ask-advance-to").with("unit", piece(self.unit));
        Question::new(cx.seat, rule(cx), line).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_, Fight>, out: &mut Actions<Action>) {
        out.extend(self.places(cx).into_iter().map(Action::To));
    }

    fn judge(&self, cx: Cx<'_, Fight>, action: &Action) -> Option<May> {
        let Action::To(hex) = *action else { return None };
        Some(if self.places(cx).contains(&hex) {
            Ok(())
        } else if let Some(other) = cx.state.occupant(hex) {
            Err(No::new(rule(cx), "no-hex-occupied").unit(other))
        } else {
            Err(No::new(rule(cx), "no-not-along-the-way").unit(self.unit))
        })
    }

    fn act(&mut self, cx: CxMut<'_, Fight>, action: Action) -> Flow<Stage> {
        let Action::To(hex) = action else { unreachable!("{action:?} was judged legal") };
        let (unit, rule) = (self.unit, rule(cx.as_cx()));
        let CxMut { rules, state, story, parent: fight, .. } = cx;
        let mut path = vec![state.hex(unit)];
        match fight.fate {
            Fate::Retreated if state.phase == Phase::Melee => {
                let steps = fight.path.iter().position(|&h| h == hex).expect("judged before");
                path.extend_from_slice(&fight.path[..=steps]);
                // Single file: the next stays behind this one.
                fight.file = steps as u8;
            }
            _ => rules.free_way(state, unit, fight.held, hex, &mut path),
        }
        rules.lift(state, unit);
        rules.put(state, unit, hex);
        story.tell(|| Event::Advanced { unit, path: path.clone(), rule });
        for &step in &path[1..] {
            rules.visit(state, unit, step, story);
        }
        let n = fight.attackers.iter().position(|&u| u == unit).expect("judged before");
        fight.advanced |= 1 << n;
        rules.left_hex(state, unit, story);
        // 11-3-1: after firing one unit only.
        let only = state.over.is_none() && state.phase != Phase::Melee;
        if only { Flow::Done } else { Flow::Next(Stage::Advance) }
    }

    fn click(&self, cx: Cx<'_, Fight>, thing: Thing) -> Option<Action> {
        cx.rules.hex_clicked(cx.state, thing).map(Action::To)
    }

    fn depth(&self, _cx: Cx<'_, Fight>) -> usize {
        2
    }
}

impl AdvanceTo {
    /// Where it may go.
    fn places(self, cx: Cx<'_, Fight>) -> Vec<HexId> {
        let Cx { rules, state, parent: fight, .. } = cx;
        let mut places = Vec::new();
        if state.phase != Phase::Melee {
            if state.occupant(fight.held).is_none() {
                places.push(fight.held);
            }
        } else if fight.fate == Fate::Retreated {
            let file = &fight.path[..fight.file as usize];
            places.extend(file.iter().copied().filter(|&hex| state.occupant(hex).is_none()));
            places.sort_unstable();
        } else {
            rules.spread(state, self.unit, fight.held, rules.numbers.advance.after_removal - 1, &mut places);
            places.retain(|&hex| state.occupant(hex).is_none());
            places.sort_unstable();
        }
        places
    }
}

impl Yukimura {
    /// Every hex within `steps` of the start that can be walked to without crossing enemies (11-3-6: terrain
    /// and zones are ignored, closed hexsides are not), the start first, by distance.
    fn spread(&self, state: &State, unit: UnitId, start: HexId, steps: u8, out: &mut Vec<HexId>) {
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
