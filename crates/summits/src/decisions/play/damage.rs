//! 10.1, 10.2: the owner takes the damage of an attack.

use super::{retreat::Retreat, strike};
use crate::{decisions::clicked, model::state::LOST, prelude::*, queries::losses::Loss};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Damage {
    pub attack: Attack,
    pub points: u8,
}

impl Decision<Summits, Play> for Damage {
    fn asked(&self, cx: Cx<'_, Play>) -> AskedSeats {
        cx.state.seat_of(self.attack.side.other()).into()
    }

    fn question(&self, cx: Cx<'_, Play>) -> Question {
        let (key, rule) = match cx.rules.due(cx.state, &self.attack) {
            Loss::Flip => ("ask-flip", R_10_2_1A),
            Loss::Retreat => ("ask-back", R_10_2_1B),
            Loss::Remove => ("ask-lose", R_10_2_1C),
        };
        let target = place(self.attack.target);
        let prompt = Line::new(key)
            .with("side", self.attack.side.other())
            .with("points", i32::from(self.points))
            .with("area", target);
        Question::new(cx.seat, rule, prompt).at(target)
    }

    fn list(&self, cx: Cx<'_, Play>, out: &mut Actions<Action>) {
        let (due, pool) = self.due(cx);
        out.push(Action::Rest);
        for unit in cx.rules.kinds(cx.state, pool) {
            out.push(due.of(unit));
        }
    }

    fn judge(&self, cx: Cx<'_, Play>, action: &Action) -> Option<May> {
        let (unit, meant) = match *action {
            Action::Rest => return Some(Ok(())),
            Action::Flip(unit) => (unit, Loss::Flip),
            Action::Back(unit) => (unit, Loss::Retreat),
            Action::Lose(unit) => (unit, Loss::Remove),
            _ => return None,
        };
        Some(self.judge_loss(cx, unit, meant))
    }

    fn act(&mut self, mut cx: CxMut<'_, Play>, action: Action) -> Flow<Step> {
        let (attack, points) = (self.attack.take(), self.points);
        match action {
            Action::Flip(unit) => {
                flip(&mut cx, UnitSet::of(unit));
                suffer(&mut cx, attack, points - 1)
            }
            Action::Back(unit) => {
                let to = cx.rules.retreats(cx.state, attack.target, attack.side.other());
                if to.count_ones() > 1 {
                    return Flow::Next(Step::Retreat(Retreat { attack, points, unit }));
                }
                let to = map::areas(to).next().expect("a retreat is due, so there is somewhere to go");
                retreat(&mut cx, unit, attack.target, to);
                suffer(&mut cx, attack, points - 1)
            }
            Action::Lose(unit) => {
                remove(&mut cx, unit, attack.target);
                let cost = points.min(cx.rules.numbers.damage.remove);
                suffer(&mut cx, attack, points - cost)
            }
            _ => suffer_as_usual(&mut cx, attack, points),
        }
    }

    fn click(&self, cx: Cx<'_, Play>, thing: Thing) -> Option<Action> {
        let unit = clicked(cx, thing).unit?;
        let (due, pool) = self.due(cx);
        Some(due.of(if pool.has(unit) { cx.rules.alike(cx.state, pool, unit) } else { unit }))
    }

    fn depth(&self, _cx: Cx<'_, Play>) -> usize {
        5
    }
}

impl Loss {
    fn of(self, unit: UnitId) -> Action {
        match self {
            Loss::Flip => Action::Flip(unit),
            Loss::Retreat => Action::Back(unit),
            Loss::Remove => Action::Lose(unit),
        }
    }
}

impl Damage {
    /// The loss that is due, and the units that can take it.
    fn due(&self, cx: Cx<'_, Play>) -> (Loss, UnitSet) {
        let units = cx.rules.suffering(cx.state, &self.attack);
        let due = cx.rules.due(cx.state, &self.attack);
        (due, if due == Loss::Flip { units - cx.state.back } else { units })
    }

    fn judge_loss(&self, cx: Cx<'_, Play>, unit: UnitId, meant: Loss) -> May {
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        if !cx.rules.suffering(cx.state, &self.attack).has(unit) {
            return no(R_10_1_0, "no-victim");
        }
        let (due, pool) = self.due(cx);
        if due != meant {
            return match due {
                Loss::Flip => no(R_10_2_1A, "no-flip-first"),
                Loss::Retreat => no(R_10_2_1B, "no-retreat-first"),
                Loss::Remove => no(R_10_2_1C, "no-way-back"),
            };
        }
        if !pool.has(unit) {
            return no(R_10_2_1A, "no-flip-first");
        }
        match cx.rules.alike(cx.state, pool, unit) {
            alike if alike == unit => Ok(()),
            alike => Err(No::new(R_2_1_1_3, "no-alike").with("unit", piece(alike))),
        }
    }
}

/// What the owner of an area takes before he has a choice.
enum Forced {
    Flip(UnitSet),
    Retreat(UnitId, AreaId),
    Remove(UnitId),
}

/// Damage has to be taken: as far as there is no choice it happens at once.
pub(super) fn suffer(cx: &mut CxMut<'_, Play>, attack: Attack, mut points: u8) -> Flow<Step> {
    loop {
        if cx.state.over.is_some() {
            return Flow::Done;
        }
        let units = cx.rules.suffering(cx.state, &attack);
        if points == 0 || units.is_empty() {
            if points > 0 {
                cx.story.tell(|| Event::Surplus { points });
            }
            return strike::resume(cx, attack);
        }
        match forced(cx.rules, cx.state, &attack, units, points) {
            Ok(Forced::Flip(flips)) => {
                points -= flips.len();
                flip(cx, flips);
            }
            Ok(Forced::Retreat(unit, to)) => {
                points -= 1;
                retreat(cx, unit, attack.target, to);
            }
            Ok(Forced::Remove(unit)) => {
                points -= points.min(cx.rules.numbers.damage.remove);
                remove(cx, unit, attack.target);
            }
            Err(Some(unit)) => {
                return Flow::Next(Step::Retreat(Retreat { attack, points, unit }));
            }
            Err(None) => return Flow::Next(Step::Damage(Damage { attack, points })),
        }
    }
}

/// The next loss if the owner has no choice; otherwise the unit that is left to choose an area for, if only that is
/// open.
fn forced(
    rules: &Summits,
    state: &State,
    attack: &Attack,
    units: UnitSet,
    points: u8,
) -> Result<Forced, Option<UnitId>> {
    let side = attack.side.other();
    let chooses = |pool: UnitSet| rules.kinds(state, pool).nth(1).is_some();
    let first = units.first().expect("somebody is left");
    match rules.due(state, attack) {
        Loss::Flip => {
            let front = units - state.back;
            match front.len() > points && chooses(front) {
                true => Err(None),
                false => Ok(Forced::Flip(front.first_of(points.min(front.len())))),
            }
        }
        Loss::Retreat => {
            let ways = rules.retreats(state, attack.target, side);
            let mut to = map::areas(ways);
            let (Some(to), None) = (to.next(), to.next()) else {
                return Err((units.len() == 1).then_some(first));
            };
            // All have to go, and there is room for all: the order does not matter.
            let all = units.len() <= points && rules.room(state, to, side) >= units.len();
            match !all && chooses(units) {
                true => Err(None),
                false => Ok(Forced::Retreat(first, to)),
            }
        }
        Loss::Remove => {
            let remove = u16::from(rules.numbers.damage.remove);
            let all = u16::from(units.len()) * remove;
            match chooses(units) && all >= u16::from(points) + remove {
                true => Err(None),
                false => Ok(Forced::Remove(first)),
            }
        }
    }
}

fn suffer_as_usual(cx: &mut CxMut<'_, Play>, attack: Attack, mut points: u8) -> Flow<Step> {
    let side = attack.side.other();
    while points > 0 && cx.state.over.is_none() {
        let rules = cx.rules;
        let units = rules.suffering(cx.state, &attack);
        match rules.due(cx.state, &attack) {
            Loss::Flip => {
                let Some(unit) = usual_victim(rules, side, units - cx.state.back) else {
                    break;
                };
                flip(cx, UnitSet::of(unit));
                points -= 1;
            }
            Loss::Retreat => {
                let to = rules.usual_retreat(rules.retreats(cx.state, attack.target, side), side);
                let (Some(unit), Some(to)) = (usual_victim(rules, side, units), to) else {
                    break;
                };
                retreat(cx, unit, attack.target, to);
                points -= 1;
            }
            Loss::Remove => {
                let Some(unit) = usual_victim(rules, side, units) else {
                    break;
                };
                remove(cx, unit, attack.target);
                points -= points.min(rules.numbers.damage.remove);
            }
        }
    }
    suffer(cx, attack, points)
}

/// Whom a sensible owner gives first: combat units, then generals, a commander last.
fn usual_victim(rules: &Summits, side: Side, pool: UnitSet) -> Option<UnitId> {
    let taisho = rules.scenario.taisho[side.index()];
    let troops = pool - rules.generals;
    troops.first().or_else(|| (pool - taisho).first()).or_else(|| pool.first())
}

fn flip(cx: &mut CxMut<'_, Play>, units: UnitSet) {
    cx.state.back |= units;
    cx.story.tell(|| Event::Hit { units });
}

pub(super) fn retreat(cx: &mut CxMut<'_, Play>, unit: UnitId, from: AreaId, to: AreaId) {
    let CxMut { rules, state, story, .. } = cx;
    let side = rules.side_of(unit);
    let far = !rules.map.graph.are_adjacent(from, to);
    state.shift(UnitSet::of(unit), from, to);
    let last = (state.here(from) & rules.of_side[side.index()]).is_empty();
    story.tell(|| Event::Retreated { unit, to, far, last });
    let loses = rules.options.taisho_retreat_loses && rules.scenario.taisho[side.index()].has(unit);
    rules.take_control(state, &[(from, R_X_9), (to, R_12_0_2)], loses.then_some(side), story);
}

fn remove(cx: &mut CxMut<'_, Play>, unit: UnitId, from: AreaId) {
    let CxMut { rules, state, story, .. } = cx;
    let before = rules.last_turn(state);
    state.shift(UnitSet::of(unit), from, LOST);
    state.back = state.back - UnitSet::of(unit);
    let last = (state.here(from) & rules.of_side[rules.side_of(unit).index()]).is_empty();
    story.tell(|| Event::Removed { unit, last });
    let last = rules.last_turn(state);
    if last != before {
        story.tell(|| Event::Shortened { last, rule: R_15_1_1A });
    }
    rules.take_control(state, &[(from, R_X_9)], None, story);
}
