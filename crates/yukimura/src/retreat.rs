//! 11-1 and 11-2: retreats, chain retreats and displacement.
//!
//! A retreating unit is lifted from the map and walked hex by hex by its owner; friends whose hexes it
//! enters are marked and check when it has come to rest. Two units in a hex: one of them goes on.

use arrayvec::ArrayVec;
use hexmap::{Dir, HexId};
use kernel::{Actions, Story};

use crate::{
    Yukimura,
    action::Action,
    event::Event,
    refuse::{About, May, No},
    rule_ids::*,
    state::{Fate, Fight, Retreat, Stage, State},
    units::UnitId,
};

/// A retreat under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) unit: UnitId,
    /// Where it stood.
    pub(crate) from: HexId,
    pub(crate) walked: u8,
    pub(crate) need: u8,
    pub(crate) why: Retreat,
}

/// 11-1-1: what a unit must not come nearer to.
type Threats = ArrayVec<HexId, 6>;

impl Yukimura {
    pub(crate) fn walk(stage: Stage) -> Option<Walk> {
        match stage {
            Stage::Retreat { unit, from, walked, need, why } => Some(Walk { unit, from, walked, need, why }),
            _ => None,
        }
    }

    pub(crate) fn begin_retreat(
        &self,
        state: &mut State,
        unit: UnitId,
        need: u8,
        why: Retreat,
        story: &mut Story<Event>,
    ) {
        let from = state.hex(unit);
        let walk = Walk { unit, from, walked: 0, need, why };
        let threats = self.threats(state, unit);
        if !self.can_complete(state, &threats, walk, from) {
            // 11-1-3: removed before any hex is walked, so nobody is marked.
            story.tell(|| Event::Trapped { unit, need: i32::from(need) });
            self.remove(state, unit, R_11_1_3, story);
            return self.continue_cascade(state, story);
        }
        let rule = if why == Retreat::Chain { R_11_2_3 } else { R_11_3_RETREAT };
        story.tell(|| Event::Retreats { unit, need: i32::from(need), rule });
        self.lift(state, unit);
        let fight = state.fight_mut();
        fight.stage = Stage::Retreat { unit, from, walked: 0, need, why };
        fight.trail.clear();
        fight.trail.push(from);
        if fight.target == unit {
            fight.fate = Fate::Retreated;
            fight.path.clear();
            fight.path.push(from);
        }
        self.left_hex(state, unit, story);
    }

    /// The target and its friends flee from the attackers; attackers and theirs from the hex that was held.
    fn threats(&self, state: &State, unit: UnitId) -> Threats {
        let fight = state.fight().expect("retreats happen in fights");
        if self.is_enemy(unit, fight.target) {
            return std::iter::once(fight.held).collect();
        }
        fight.attackers.iter().map(|&u| state.hex(u)).filter(|&hex| crate::state::on_map(hex)).collect()
    }

    /// May the walking unit step from `at` in this direction? Whether it can go on from there is not asked.
    fn may_step(
        &self,
        state: &State,
        threats: &Threats,
        walk: Walk,
        at: HexId,
        dir: Dir,
    ) -> Result<HexId, No> {
        // 11-1-2(4): nobody can point at a hex beyond the edge, so the reason is never read.
        let Some(to) = self.atlas.neighbour(at, dir) else { return Err(No::new(R_11_1, "no-map-ends")) };
        if !self.ground.is_open(at, dir) {
            return Err(No::new(R_11_1_2_3, "no-impassable"));
        }
        let side = self.unit(walk.unit).side;
        if let Some(other) = state.occupant(to)
            && self.side_of(other) != side
        {
            return Err(No::new(R_11_1_2_1, "no-enemy-there").unit(other));
        }
        if self.in_enemy_zone(state, side, to) {
            return Err(No::new(R_11_1_2_2, "no-retreat-into-zone"));
        }
        // 11-2-5: further, not back: the same crowd is not run through to and fro.
        if walk.why == Retreat::Displaced && state.fight().is_some_and(|fight| fight.trail.contains(&to)) {
            return Err(No::new(R_11_2_5, "no-not-back-again"));
        }
        let away = walk.why == Retreat::Displaced
            || self.atlas.distance(walk.from, to) == u16::from(walk.walked) + 1;
        let nearer = |&threat: &HexId| self.atlas.distance(to, threat) < self.atlas.distance(at, threat);
        if !away || threats.iter().any(nearer) {
            return Err(No::new(R_11_1_1, "no-not-away"));
        }
        Ok(to)
    }

    /// 11-1-3: is there a way to walk all the hexes that are still owed?
    fn can_complete(&self, state: &State, threats: &Threats, walk: Walk, at: HexId) -> bool {
        walk.walked == walk.need
            || Dir::ALL.iter().any(|&dir| {
                self.may_step(state, threats, walk, at, dir).is_ok_and(|to| {
                    self.can_complete(state, threats, Walk { walked: walk.walked + 1, ..walk }, to)
                })
            })
    }

    fn may_retreat(&self, state: &State, threats: &Threats, walk: Walk, dir: Dir) -> Result<HexId, No> {
        let to = self.may_step(state, threats, walk, state.hex(walk.unit), dir)?;
        let next = Walk { walked: walk.walked + 1, ..walk };
        if self.can_complete(state, threats, next, to) {
            Ok(to)
        } else {
            Err(No::new(R_11_1_3, "no-dead-end").with("left", i32::from(walk.need - walk.walked - 1)))
        }
    }

    pub(crate) fn list_retreats(&self, state: &State, walk: Walk, out: &mut Actions<Action>) {
        let threats = self.threats(state, walk.unit);
        for dir in Dir::ALL {
            if let Ok(hex) = self.may_retreat(state, &threats, walk, dir) {
                out.push(Action::Back(hex));
            }
        }
    }

    pub(crate) fn judge_back(&self, state: &State, walk: Walk, hex: HexId) -> May {
        let Some(dir) = self.atlas.direction(state.hex(walk.unit), hex) else {
            return Err(No::new(R_11_1, "no-hex-by-hex").unit(walk.unit));
        };
        self.may_retreat(state, &self.threats(state, walk.unit), walk, dir).map(|_| ())
    }

    /// The way a sensible owner goes: past the fewest friends, then the lowest hex.
    pub(crate) fn habitual_retreat(&self, state: &State, walk: Walk) -> Option<HexId> {
        let threats = self.threats(state, walk.unit);
        if walk.why == Retreat::Displaced {
            return self.toward_room(state, &threats, walk);
        }
        let steps = Dir::ALL.iter().filter_map(|&dir| self.may_retreat(state, &threats, walk, dir).ok());
        steps.min_by_key(|&to| {
            let next = Walk { walked: walk.walked + 1, ..walk };
            (self.friends_on_the_way(state, &threats, next, to), to)
        })
    }

    /// The first step of the shortest way to a free hex, or any step where there is none: a crowd is left by
    /// the nearest door, not run through to and fro.
    fn toward_room(&self, state: &State, threats: &Threats, walk: Walk) -> Option<HexId> {
        // Hexes in the order found, each with the first step that led there.
        let mut seen: Vec<(HexId, Option<HexId>)> = vec![(state.hex(walk.unit), None)];
        let mut next = 0;
        while let Some(&(at, first)) = seen.get(next) {
            for dir in Dir::ALL {
                let Ok(to) = self.may_step(state, threats, walk, at, dir) else { continue };
                let first = first.unwrap_or(to);
                if state.occupant(to).is_none() {
                    return Some(first);
                }
                if !seen.iter().any(|&(hex, _)| hex == to) {
                    seen.push((to, Some(first)));
                }
            }
            next += 1;
        }
        seen.get(1).and_then(|&(_, first)| first)
    }

    /// The fewest friends disturbed from here to the end of the retreat; a friend at its end counts double.
    fn friends_on_the_way(&self, state: &State, threats: &Threats, walk: Walk, at: HexId) -> u32 {
        let friend = u32::from(state.occupant(at).is_some());
        if walk.walked == walk.need {
            return 2 * friend;
        }
        let next = Walk { walked: walk.walked + 1, ..walk };
        let rest = Dir::ALL.iter().filter_map(|&dir| {
            let to = self.may_step(state, threats, walk, at, dir).ok()?;
            self.can_complete(state, threats, next, to)
                .then(|| self.friends_on_the_way(state, threats, next, to))
        });
        friend + rest.min().unwrap_or(0)
    }

    pub(crate) fn resolve_back(&self, state: &mut State, walk: Walk, hex: HexId, story: &mut Story<Event>) {
        let Walk { unit, from, why, need, .. } = walk;
        let walked = walk.walked + 1;
        let was = state.hex(unit);
        state.at[unit.index()] = hex;
        story.tell(|| Event::FellBack { unit, from: was, to: hex, displaced: why == Retreat::Displaced });
        self.visit(state, unit, hex, story);
        if let Some(friend) = state.occupant(hex) {
            self.mark(state, friend, story);
        }
        let fight = state.fight_mut();
        fight.trail.push(hex);
        if fight.target == unit && fight.fate == Fate::Retreated {
            fight.path.push(hex);
        }
        if walked < need {
            fight.stage = Stage::Retreat { unit, from, walked, need, why };
            return;
        }
        match why {
            Retreat::Own => fight.retreated.insert(unit),
            Retreat::Chain => fight.chained.insert(unit),
            // 11-2-5: being displaced is not having retreated.
            Retreat::Displaced => {}
        }
        match state.occupant(hex) {
            None => {
                state.fight_mut().trail.clear();
                self.put(state, unit, hex);
                self.continue_cascade(state, story);
            }
            Some(stood) => self.begin_stack(state, unit, stood, story),
        }
    }

    /// 11-2-1: a friend's hex was entered.
    fn mark(&self, state: &mut State, friend: UnitId, story: &mut Story<Event>) {
        let fight = state.fight_mut();
        if fight.retreated.has(friend) {
            story.tell(|| Event::Spared { unit: friend, rule: R_11_2_4_1 });
        } else if fight.chained.has(friend) {
            story.tell(|| Event::Spared { unit: friend, rule: R_11_2_4_2 });
        } else if !fight.marked.contains(&friend) {
            fight.marked.push(friend);
            story.tell(|| Event::Marked { unit: friend });
        }
    }

    /// 11-2-5: two units in a hex.
    fn begin_stack(&self, state: &mut State, arrived: UnitId, stood: UnitId, story: &mut Story<Event>) {
        state.fight_mut().stage = Stage::Stack { arrived, stood };
        if !self.can_shift(state, arrived) && !self.can_shift(state, stood) {
            // 5(2): nobody can go on, so the one that arrived is taken off.
            state.fight_mut().trail.clear();
            self.remove(state, arrived, R_5_2, story);
            self.continue_cascade(state, story);
        }
    }

    fn can_shift(&self, state: &State, unit: UnitId) -> bool {
        let from = state.hex(unit);
        let walk = Walk { unit, from, walked: 0, need: 1, why: Retreat::Displaced };
        self.can_complete(state, &self.threats(state, unit), walk, from)
    }

    pub(crate) fn list_shifts(
        &self,
        state: &State,
        arrived: UnitId,
        stood: UnitId,
        out: &mut Actions<Action>,
    ) {
        for unit in [arrived, stood] {
            if self.can_shift(state, unit) {
                out.push(Action::Shift(unit));
            }
        }
    }

    pub(crate) fn judge_shift(&self, state: &State, fight: &Fight, unit: UnitId) -> May {
        match fight.stage {
            Stage::Stack { arrived, stood } if unit == arrived || unit == stood => {
                if self.can_shift(state, unit) {
                    Ok(())
                } else {
                    Err(No::new(R_11_2_5, "no-cannot-go-on").unit(unit))
                }
            }
            _ => Err(No::new(R_11_2_5, "no-not-stacked").unit(unit)),
        }
    }

    pub(crate) fn resolve_shift(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let Stage::Stack { arrived, stood } = state.fight_mut().stage else { unreachable!("judged before") };
        let from = state.hex(unit);
        if unit == stood {
            self.lift(state, stood);
            self.put(state, arrived, from);
        }
        let fight = state.fight_mut();
        fight.stage = Stage::Retreat { unit, from, walked: 0, need: 1, why: Retreat::Displaced };
        story.tell(|| Event::Displaced { unit });
        self.left_hex(state, unit, story);
    }
}
