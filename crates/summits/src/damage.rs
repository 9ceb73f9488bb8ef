//! 10: the owner takes his losses.

use hexmap::AreaId;
use kernel::{Actions, Line, May, No, Question, Side, Story};

use crate::{
    Summits,
    action::Action,
    event::Event,
    map::{self, bit},
    refer::{piece, place},
    rule_ids::*,
    state::{Attack, LOST, State, Step},
    units::{UnitId, UnitSet},
};

/// what the next point does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    Flip,
    Retreat,
    Remove,
}

impl Summits {
    pub(crate) fn suffering(&self, state: &State, attack: &Attack) -> UnitSet {
        state.here(attack.target) & self.of_side[attack.side.other().index()]
    }

    /// 10.2-1: the kind of loss that is due.
    pub(crate) fn due(&self, state: &State, attack: &Attack) -> Loss {
        if (self.suffering(state, attack) - state.back).any() {
            Loss::Flip
        } else if self.retreats(state, attack.target, attack.side.other()) != 0 {
            Loss::Retreat
        } else {
            Loss::Remove
        }
    }

    /// Enemy-controlled neighbours: 10.3-1.
    fn exposure(&self, state: &State, area: AreaId, side: Side) -> u32 {
        (self.map.next[area.index()] & state.control[side.other().index()]).count_ones()
    }

    /// The least exposed of these.
    fn safest(&self, state: &State, side: Side, mask: u64) -> u64 {
        let least = map::areas(mask).map(|area| self.exposure(state, area, side)).min();
        map::areas(mask)
            .filter(|&area| Some(self.exposure(state, area, side)) == least)
            .fold(0, |mask, area| mask | bit(area))
    }

    /// 10.3: where a unit of this side may retreat to from an area, one bit each.
    pub(crate) fn retreats(&self, state: &State, from: AreaId, side: Side) -> u64 {
        let own = state.control[side.index()];
        let near = self.map.next[from.index()] & own;
        let open = |mask: u64| {
            map::areas(mask)
                .filter(|&area| self.room(state, area, side) > 0)
                .fold(0, |mask, area| mask | bit(area))
        };
        let free = open(near);
        if free != 0 {
            return self.safest(state, side, free);
        }
        // 10.3-2: all are full, so one area further.
        let beyond = map::areas(near).fold(0, |mask, area| mask | self.map.next[area.index()]);
        self.safest(state, side, open(beyond & own & !bit(from)))
    }

    /// Damage has to be taken: as far as there is no choice it happens at once.
    pub(crate) fn suffer(&self, state: &mut State, attack: Attack, mut points: u8, story: &mut Story<Event>) {
        let side = attack.side.other();
        let remove = self.numbers.damage.remove;
        loop {
            if state.over.is_some() {
                return;
            }
            let units = self.suffering(state, &attack);
            if points == 0 || units.is_empty() {
                if points > 0 {
                    story.tell(|| Event::Surplus { points });
                }
                self.strike_on(state, attack, story);
                return;
            }
            let kinds = |pool: UnitSet| self.kinds(state, pool).take(2).count();
            match self.due(state, &attack) {
                Loss::Flip => {
                    let front = units - state.back;
                    if front.len() > points && kinds(front) > 1 {
                        break;
                    }
                    let flips = front.first_of(points.min(front.len()));
                    points -= flips.len();
                    self.flip(state, flips, story);
                }
                Loss::Retreat => {
                    let to = self.retreats(state, attack.target, side);
                    let only = (to.count_ones() == 1).then(|| map::areas(to).next()).flatten();
                    let Some(to) = only else {
                        if let (Some(unit), 1) = (units.first(), units.len()) {
                            state.play_mut().step = Step::Retreat { attack, points, unit };
                            return;
                        }
                        break;
                    };
                    // All have to go, and there is room for all: the order does not matter.
                    let all = units.len() <= points && self.room(state, to, side) >= units.len();
                    if !all && kinds(units) > 1 {
                        break;
                    }
                    let unit = units.first().expect("somebody is left");
                    points -= 1;
                    self.retreat(state, unit, attack.target, to, story);
                }
                Loss::Remove => {
                    let all = u16::from(units.len()) * u16::from(remove);
                    if kinds(units) > 1 && all >= u16::from(points) + u16::from(remove) {
                        break;
                    }
                    let unit = units.first().expect("somebody is left");
                    points -= points.min(remove);
                    self.remove(state, unit, attack.target, story);
                }
            }
        }
        state.play_mut().step = Step::Damage { attack, points };
    }

    fn flip(&self, state: &mut State, units: UnitSet, story: &mut Story<Event>) {
        state.back |= units;
        story.tell(|| Event::Hit { units });
    }

    fn retreat(&self, state: &mut State, unit: UnitId, from: AreaId, to: AreaId, story: &mut Story<Event>) {
        let side = self.side_of(unit);
        let far = !self.map.graph.are_adjacent(from, to);
        state.shift(UnitSet::of(unit), from, to);
        let last = (state.here(from) & self.of_side[side.index()]).is_empty();
        story.tell(|| Event::Retreated { unit, to, far, last });
        let loses = self.options.taisho_retreat_loses && self.scenario.taisho[side.index()].has(unit);
        self.take_control(state, &[(from, R_X_9), (to, R_12_0_2)], loses.then_some(side), story);
    }

    fn remove(&self, state: &mut State, unit: UnitId, from: AreaId, story: &mut Story<Event>) {
        let before = self.last_turn(state);
        state.shift(UnitSet::of(unit), from, LOST);
        state.back = state.back - UnitSet::of(unit);
        let last = (state.here(from) & self.of_side[self.side_of(unit).index()]).is_empty();
        story.tell(|| Event::Removed { unit, last });
        let last = self.last_turn(state);
        if last != before {
            story.tell(|| Event::Shortened { last, rule: R_15_1_1A });
        }
        self.take_control(state, &[(from, R_X_9)], None, story);
    }

    // --- the owner's choices

    pub(crate) fn damage_question(&self, state: &State, attack: &Attack, points: u8) -> Question {
        let side = attack.side.other();
        let (key, rule) = match self.due(state, attack) {
            Loss::Flip => ("ask-flip", R_10_2_1A),
            Loss::Retreat => ("ask-back", R_10_2_1B),
            Loss::Remove => ("ask-lose", R_10_2_1C),
        };
        let prompt = Line::new(key).with("side", side).with("points", i32::from(points));
        Question::new(state.seat_of(side), rule, prompt.with("area", place(attack.target)))
            .at(place(attack.target))
    }

    pub(crate) fn list_damage(&self, state: &State, attack: &Attack, out: &mut Actions<Action>) {
        let units = self.suffering(state, attack);
        let due = self.due(state, attack);
        let pool = if due == Loss::Flip { units - state.back } else { units };
        out.push(Action::Rest);
        for unit in self.kinds(state, pool) {
            out.push(match due {
                Loss::Flip => Action::Flip(unit),
                Loss::Retreat => Action::Back(unit),
                Loss::Remove => Action::Lose(unit),
            });
        }
    }

    pub(crate) fn judge_damage(&self, state: &State, attack: &Attack, action: &Action) -> Option<May> {
        let (unit, meant) = match *action {
            Action::Rest => return Some(Ok(())),
            Action::Flip(unit) => (unit, Loss::Flip),
            Action::Back(unit) => (unit, Loss::Retreat),
            Action::Lose(unit) => (unit, Loss::Remove),
            _ => return None,
        };
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        let units = self.suffering(state, attack);
        let due = self.due(state, attack);
        if !units.has(unit) {
            return Some(no(R_10_1_0, "no-victim"));
        }
        if due != meant {
            return Some(match due {
                Loss::Flip => no(R_10_2_1A, "no-flip-first"),
                Loss::Retreat => no(R_10_2_1B, "no-retreat-first"),
                Loss::Remove => no(R_10_2_1C, "no-way-back"),
            });
        }
        let pool = if due == Loss::Flip { units - state.back } else { units };
        if !pool.has(unit) {
            return Some(no(R_10_2_1A, "no-flip-first"));
        }
        let alike = self.alike(state, pool, unit);
        Some(match alike == unit {
            true => Ok(()),
            false => Err(No::new(R_2_1_1_3, "no-alike").with("unit", piece(alike))),
        })
    }

    pub(crate) fn resolve_damage(&self, state: &mut State, action: &Action, story: &mut Story<Event>) {
        let Some(Step::Damage { attack, points }) = state.play().map(|play| &play.step) else { return };
        let (attack, points) = (attack.clone(), *points);
        match *action {
            Action::Flip(unit) => {
                self.flip(state, UnitSet::of(unit), story);
                self.suffer(state, attack, points - 1, story);
            }
            Action::Back(unit) => {
                let to = self.retreats(state, attack.target, attack.side.other());
                if to.count_ones() > 1 {
                    state.play_mut().step = Step::Retreat { attack, points, unit };
                } else if let Some(to) = map::areas(to).next() {
                    self.retreat(state, unit, attack.target, to, story);
                    self.suffer(state, attack, points - 1, story);
                }
            }
            Action::Lose(unit) => {
                self.remove(state, unit, attack.target, story);
                self.suffer(state, attack, points - points.min(self.numbers.damage.remove), story);
            }
            _ => self.suffer_as_usual(state, attack, points, story),
        }
    }

    /// Whom a sensible owner gives first: combat units, then generals, a commander last.
    pub(crate) fn usual_victim(&self, side: Side, pool: UnitSet) -> Option<UnitId> {
        let taisho = self.scenario.taisho[side.index()];
        let troops = pool - self.generals;
        troops.first().or_else(|| (pool - taisho).first()).or_else(|| pool.first())
    }

    /// Where he sends them: as near to his own honjin, or away from the enemy's, as can be.
    pub(crate) fn usual_retreat(&self, mask: u64, side: Side) -> Option<AreaId> {
        map::areas(mask).min_by_key(|&area| (self.haven[side.index()][area.index()], area))
    }

    fn suffer_as_usual(&self, state: &mut State, attack: Attack, mut points: u8, story: &mut Story<Event>) {
        let side = attack.side.other();
        while points > 0 && state.over.is_none() {
            let units = self.suffering(state, &attack);
            if units.is_empty() {
                break;
            }
            match self.due(state, &attack) {
                Loss::Flip => {
                    let Some(unit) = self.usual_victim(side, units - state.back) else { break };
                    self.flip(state, UnitSet::of(unit), story);
                    points -= 1;
                }
                Loss::Retreat => {
                    let to = self.usual_retreat(self.retreats(state, attack.target, side), side);
                    let (Some(unit), Some(to)) = (self.usual_victim(side, units), to) else { break };
                    self.retreat(state, unit, attack.target, to, story);
                    points -= 1;
                }
                Loss::Remove => {
                    let Some(unit) = self.usual_victim(side, units) else { break };
                    self.remove(state, unit, attack.target, story);
                    points -= points.min(self.numbers.damage.remove);
                }
            }
        }
        self.suffer(state, attack, points, story);
    }

    // --- where to

    pub(crate) fn retreat_question(&self, state: &State, attack: &Attack, unit: UnitId) -> Question {
        let prompt = Line::new("ask-retreat").with("unit", piece(unit)).with("area", place(attack.target));
        Question::new(state.seat_of(attack.side.other()), R_10_3_1, prompt).at(piece(unit))
    }

    pub(crate) fn list_retreat(&self, state: &State, attack: &Attack, out: &mut Actions<Action>) {
        for to in map::areas(self.retreats(state, attack.target, attack.side.other())) {
            out.push(Action::To { to, by: None });
        }
    }

    pub(crate) fn judge_retreat(&self, state: &State, attack: &Attack, action: &Action) -> Option<May> {
        let Action::To { to, by: None } = *action else { return None };
        let side = attack.side.other();
        let no = |rule, key| Some(Err(No::new(rule, key).with("area", place(to))));
        if self.retreats(state, attack.target, side) & bit(to) != 0 {
            return Some(Ok(()));
        }
        if !state.controls(side, to) {
            return no(R_10_3_0, "no-own-area");
        }
        if !self.map.graph.are_adjacent(attack.target, to) {
            return no(R_10_3_0, "no-adjacent");
        }
        if self.room(state, to, side) == 0 {
            return no(R_10_3_2, "no-room-retreat");
        }
        no(R_10_3_1, "no-exposed")
    }

    pub(crate) fn resolve_retreat(&self, state: &mut State, to: AreaId, story: &mut Story<Event>) {
        let Some(Step::Retreat { attack, points, unit }) = state.play().map(|play| &play.step) else {
            return;
        };
        let (attack, points, unit) = (attack.clone(), *points, *unit);
        self.retreat(state, unit, attack.target, to, story);
        self.suffer(state, attack, points - 1, story);
    }
}
