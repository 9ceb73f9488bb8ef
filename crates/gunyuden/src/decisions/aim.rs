//! 23-1-2, 23-7 and 24-1-2: which forces attack, and which are attacked?

use super::{battle, fight};
use crate::{model::map::Terrain, prelude::*};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aim<U = UnitId, H = HexId> {
    pub force: U,
    pub hex: H,
    pub with: Vec<U>,
    pub targets: Vec<U>,
    pub battle: bool,
}

fn add(list: &mut Vec<UnitId>, unit: UnitId) {
    if let Err(at) = list.binary_search(&unit) {
        list.insert(at, unit);
    }
}

impl Aim {
    pub(crate) fn new(force: UnitId, hex: HexId, battle: bool) -> Aim {
        Aim { force, hex, with: Vec::new(), targets: Vec::new(), battle }
    }

    /// 23-7, 24-1-2: the forces that could still go along.
    fn companions(&self, cx: Cx<'_>) -> UnitSet {
        let all = companions(cx.rules, cx.state, self.force, self.battle);
        all.iter().filter(|unit| !self.with.contains(unit)).collect()
    }

    /// The forces that could still be attacked; in a battle they are not chosen (24-1-3).
    fn open(&self, cx: Cx<'_>) -> UnitSet {
        if self.battle {
            return UnitSet::default();
        }
        let all = targets(cx.rules, cx.state, self.force, self.hex);
        all.iter().filter(|unit| !self.targets.contains(unit)).collect()
    }

    fn may_go(&self) -> bool {
        self.battle || !self.targets.is_empty()
    }
}

impl Decision<Gunyuden> for Aim {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.force))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let (key, rule) = if self.battle { ("ask-battle", R_24_1_2) } else { ("ask-aim", R_23_1_2) };
        let hex = place(self.hex);
        Question::new(cx.seat, rule, Line::new(key).with("hex", hex)).at(hex)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        if self.may_go() {
            out.push(Action::Go);
        }
        let (open, friends) = (self.open(cx), self.companions(cx));
        if !friends.is_empty() || open.len() > 1 {
            out.push(Action::All);
        }
        out.extend(open.iter().map(Action::At));
        out.extend(friends.iter().map(Action::With));
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let Cx { rules, state, .. } = cx;
        Some(match *action {
            Action::Go if self.may_go() => Ok(()),
            Action::Go => no(R_22_1_1, "no-target-yet"),
            Action::All if !self.companions(cx).is_empty() || self.open(cx).len() > 1 => Ok(()),
            Action::All => no(R_23_1_2, "no-all"),
            Action::At(unit) if self.battle => Err(No::new(R_24_1_3, "no-choose-enemy").unit(unit)),
            Action::At(unit) if self.targets.contains(&unit) => Err(No::new(R_22_1_3, "no-twice").unit(unit)),
            Action::At(unit) if self.open(cx).has(unit) => Ok(()),
            Action::At(unit) => match state.on_map(unit).then(|| rules.under_truce(state, unit)).flatten() {
                Some(rule) => Err(No::new(rule, "no-truce").unit(unit)),
                None => Err(No::new(R_23_1_2, "no-not-target").unit(unit)),
            },
            Action::With(unit) if self.with.contains(&unit) => Err(No::new(R_22_1_3, "no-twice").unit(unit)),
            Action::With(unit) if self.companions(cx).has(unit) => Ok(()),
            Action::With(unit) if self.battle => Err(No::new(R_24_1_2, "no-companion").unit(unit)),
            Action::With(unit) => Err(No::new(R_23_1_1, "no-joint").unit(unit)),
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::At(unit) => add(&mut self.targets, unit),
            Action::With(unit) => add(&mut self.with, unit),
            Action::All => {
                self.open(cx.as_cx()).iter().for_each(|unit| add(&mut self.targets, unit));
                self.companions(cx.as_cx()).iter().for_each(|unit| add(&mut self.with, unit));
            }
            _ => {
                add(&mut self.with, self.force);
                let (with, targets) = (std::mem::take(&mut self.with), std::mem::take(&mut self.targets));
                let frame = match self.battle {
                    true => battle::begin(&mut cx, self.force, with, targets, self.hex),
                    false => fight::begin(&mut cx, self.force, with, targets, self.hex),
                };
                // The force is no longer in hand.
                cx.state.frames.pop();
                cx.state.frames.push(frame);
                return Flow::Done;
            }
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let head = cx.rules.head_clicked(cx.state, thing)?;
        Some(match cx.rules.side_of(head) == cx.rules.side_of(self.force) {
            true => Action::With(head),
            false => Action::At(head),
        })
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        let all = !self.companions(cx).is_empty() || self.open(cx).len() > 1;
        all.then_some(Action::All)
    }
}

/// Forces in a hex that this side may attack now.
pub(super) fn targets(rules: &Gunyuden, state: &State, force: UnitId, hex: HexId) -> UnitSet {
    let enemy = rules.side_of(force).other();
    let forces = rules.forces_outside(state, enemy, hex);
    forces.iter().filter(|&unit| rules.under_truce(state, unit).is_none()).collect()
}

pub(super) fn may_attack(rules: &Gunyuden, state: &State, force: UnitId, hex: HexId) -> May {
    rules.may_act(state, force)?;
    let (from, enemy) = (state.hex(force), rules.side_of(force).other());
    if is_beside(from) {
        return no(R_32_2, "no-beside");
    }
    if !state.surrounding.and(&state.members(force)).is_empty() {
        return Err(No::new(R_18_4_1, "no-surrounding").unit(force));
    }
    if state.holed.has(force) {
        if hex != from {
            return Err(No::new(R_23_7, "no-sortie-far").unit(force));
        }
    } else if rules.ground.atlas.distance(from, hex) != 1 {
        return Err(No::new(R_22_1_2, "no-not-adjacent").hex(hex));
    } else if rules.is_walk_between(from, hex).is_none() {
        return Err(No::new(R_22_1_5, "no-water").hex(hex));
    }
    let forces = rules.forces_outside(state, enemy, hex);
    let Some(first) = forces.first() else {
        let inside = !rules.garrison(state, hex).and(&rules.sides[enemy.index()]).is_empty();
        return match inside {
            true => Err(No::new(R_23_1_2, "no-holed-up").hex(hex)),
            false => Err(No::new(R_22_1_2, "no-enemy").hex(hex)),
        };
    };
    if targets(rules, state, force, hex).is_empty() {
        let rule = rules.under_truce(state, first).unwrap_or(R_36_7_7);
        return Err(No::new(rule, "no-truce").unit(first));
    }
    Ok(())
}

/// 24-1: may it be a pitched battle?
pub(super) fn may_battle(rules: &Gunyuden, state: &State, force: UnitId, hex: HexId, refused: bool) -> May {
    may_attack(rules, state, force, hex)?;
    if rules.unit(force).rank != Rank::Chief {
        return Err(No::new(R_24_1_1, "no-chief").unit(force));
    }
    if state.holed.has(force) {
        return Err(No::new(R_24_1_6, "no-battle-inside").unit(force));
    }
    if refused {
        return no(R_24_1_8, "no-refused");
    }
    let chief = |&unit: &UnitId| rules.unit(unit).rank == Rank::Chief;
    if !targets(rules, state, force, hex).iter().any(|unit| chief(&unit)) {
        return Err(No::new(R_24_1_1, "no-enemy-chief").hex(hex));
    }
    for at in [state.hex(force), hex] {
        if matches!(rules.ground.terrain[at.index()], Terrain::Hills | Terrain::Marsh) {
            return Err(No::new(R_24_1_7, "no-battle-ground").hex(at));
        }
    }
    Ok(())
}

/// 23-7, 24-1-2: who else could go along.
pub(super) fn companions(rules: &Gunyuden, state: &State, force: UnitId, battle: bool) -> UnitSet {
    let side = rules.side_of(force);
    let hex = state.hex(force);
    let here = match battle {
        true => rules.field(state, side, hex),
        false if state.holed.has(force) => rules.garrison(state, hex),
        false => return UnitSet::default(),
    };
    let may = |&unit: &UnitId| match battle {
        true => {
            unit != force
                && !state.acted.has(unit)
                && state.surrounding.and(&state.members(unit)).is_empty()
                && rules.held(state, rules.unit(unit).house).is_none()
        }
        false => unit != force && rules.may_act(state, unit).is_ok(),
    };
    rules.heads(state, here).filter(may).collect()
}
