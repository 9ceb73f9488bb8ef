//! 22-1, 23-1, 23-7 and 24-1: who attacks whom.

use hexmap::HexId;
use kernel::{Actions, Line, Question, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    map::Terrain,
    refuse::{About, May, No, no, place},
    rule_ids::*,
    state::{BattleStage, FightStage, Frame, Happened, State, is_beside},
    units::{Rank, UnitId, UnitSet},
};

impl Gunyuden {
    /// Forces in a hex that this side may attack now.
    pub(crate) fn targets(&self, state: &State, force: UnitId, hex: HexId) -> UnitSet {
        let enemy = self.side_of(force).other();
        let forces = self.forces_outside(state, enemy, hex);
        forces.iter().filter(|&unit| self.under_truce(state, unit).is_none()).collect()
    }

    pub(crate) fn may_attack(&self, state: &State, force: UnitId, hex: HexId) -> May {
        self.may_act(state, force)?;
        let (from, enemy) = (state.hex(force), self.side_of(force).other());
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
        } else if self.ground.atlas.distance(from, hex) != 1 {
            return Err(No::new(R_22_1_2, "no-not-adjacent").hex(hex));
        } else if self.is_walk_between(from, hex).is_none() {
            return Err(No::new(R_22_1_5, "no-water").hex(hex));
        }
        let forces = self.forces_outside(state, enemy, hex);
        let Some(first) = forces.first() else {
            let inside = !self.garrison(state, hex).and(&self.sides[enemy.index()]).is_empty();
            return match inside {
                true => Err(No::new(R_23_1_2, "no-holed-up").hex(hex)),
                false => Err(No::new(R_22_1_2, "no-enemy").hex(hex)),
            };
        };
        if self.targets(state, force, hex).is_empty() {
            let rule = self.under_truce(state, first).unwrap_or(R_36_7_7);
            return Err(No::new(rule, "no-truce").unit(first));
        }
        Ok(())
    }

    /// 24-1: may it be a pitched battle?
    pub(crate) fn may_battle(&self, state: &State, force: UnitId, hex: HexId, refused: bool) -> May {
        self.may_attack(state, force, hex)?;
        if self.unit(force).rank != Rank::Chief {
            return Err(No::new(R_24_1_1, "no-chief").unit(force));
        }
        if state.holed.has(force) {
            return Err(No::new(R_24_1_6, "no-battle-inside").unit(force));
        }
        if refused {
            return no(R_24_1_8, "no-refused");
        }
        let chief = |&unit: &UnitId| self.unit(unit).rank == Rank::Chief;
        if !self.targets(state, force, hex).iter().any(|unit| chief(&unit)) {
            return Err(No::new(R_24_1_1, "no-enemy-chief").hex(hex));
        }
        for at in [state.hex(force), hex] {
            if matches!(self.ground.terrain[at.index()], Terrain::Hills | Terrain::Marsh) {
                return Err(No::new(R_24_1_7, "no-battle-ground").hex(at));
            }
        }
        Ok(())
    }

    pub(crate) fn list_attacks(
        &self,
        state: &State,
        force: UnitId,
        refused: bool,
        out: &mut Actions<Action>,
    ) {
        let from = state.hex(force);
        if state.holed.has(force) {
            if self.may_attack(state, force, from).is_ok() {
                out.push(Action::Attack(from));
            }
            return;
        }
        let enemy = self.side_of(force).other();
        for (_, hex) in self.ground.atlas.neighbours(from) {
            if !self.stands(state, enemy, hex) {
                continue;
            }
            if self.may_attack(state, force, hex).is_ok() {
                out.push(Action::Attack(hex));
                if self.may_battle(state, force, hex, refused).is_ok() {
                    out.push(Action::Battle(hex));
                }
            }
        }
    }

    pub(crate) fn aim_question(&self, force: UnitId, hex: HexId, battle: bool) -> Question {
        let (key, rule) = if battle { ("ask-battle", R_24_1_2) } else { ("ask-aim", R_23_1_2) };
        Question::new(Seat(self.side_of(force).0), rule, Line::new(key).with("hex", place(hex)))
            .at(place(hex))
    }

    /// 23-7, 24-1-2: who else could go along.
    pub(crate) fn companions(&self, state: &State, force: UnitId, battle: bool) -> UnitSet {
        let side = self.side_of(force);
        let hex = state.hex(force);
        let here = match battle {
            true => self.field(state, side, hex),
            false if state.holed.has(force) => self.garrison(state, hex),
            false => return UnitSet::default(),
        };
        let may = |&unit: &UnitId| match battle {
            true => {
                unit != force
                    && !state.acted.has(unit)
                    && state.surrounding.and(&state.members(unit)).is_empty()
                    && self.held(state, self.unit(unit).house).is_none()
            }
            false => unit != force && self.may_act(state, unit).is_ok(),
        };
        self.heads(state, here).filter(may).collect()
    }

    pub(crate) fn list_aim(&self, state: &State, out: &mut Actions<Action>) {
        let Some(Frame::Aim { force, hex, with, targets, battle }) = state.frames.last() else { return };
        if *battle || !targets.is_empty() {
            out.push(Action::Go);
        }
        let open: Vec<UnitId> = match battle {
            true => Vec::new(),
            false => {
                self.targets(state, *force, *hex).iter().filter(|unit| !targets.contains(unit)).collect()
            }
        };
        let friends = self.companions(state, *force, *battle);
        let friends: Vec<UnitId> = friends.iter().filter(|unit| !with.contains(unit)).collect();
        if !friends.is_empty() || open.len() > 1 {
            out.push(Action::All);
        }
        for unit in open {
            out.push(Action::At(unit));
        }
        for unit in friends {
            out.push(Action::With(unit));
        }
    }

    pub(crate) fn judge_aim(&self, state: &State, action: Action) -> Option<May> {
        let Some(Frame::Aim { force, hex, with, targets, battle }) = state.frames.last() else { return None };
        let all = self.targets(state, *force, *hex);
        let friends = self.companions(state, *force, *battle);
        Some(match action {
            Action::Go if *battle || !targets.is_empty() => Ok(()),
            Action::Go => no(R_22_1_1, "no-target-yet"),
            Action::All => {
                let open =
                    if *battle { 0 } else { all.iter().filter(|unit| !targets.contains(unit)).count() };
                let more = friends.iter().filter(|unit| !with.contains(unit)).count();
                if more > 0 || open > 1 { Ok(()) } else { no(R_23_1_2, "no-all") }
            }
            Action::At(unit) if *battle => Err(No::new(R_24_1_3, "no-choose-enemy").unit(unit)),
            Action::At(unit) if targets.contains(&unit) => Err(No::new(R_22_1_3, "no-twice").unit(unit)),
            Action::At(unit) if all.has(unit) => Ok(()),
            Action::At(unit) => match state.on_map(unit).then(|| self.under_truce(state, unit)).flatten() {
                Some(rule) => Err(No::new(rule, "no-truce").unit(unit)),
                None => Err(No::new(R_23_1_2, "no-not-target").unit(unit)),
            },
            Action::With(unit) if with.contains(&unit) => Err(No::new(R_22_1_3, "no-twice").unit(unit)),
            Action::With(unit) if friends.has(unit) => Ok(()),
            Action::With(unit) if *battle => Err(No::new(R_24_1_2, "no-companion").unit(unit)),
            Action::With(unit) => Err(No::new(R_23_1_1, "no-joint").unit(unit)),
            _ => return None,
        })
    }

    pub(crate) fn resolve_aim(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Some(Frame::Aim { force, hex, mut with, mut targets, battle }) = state.frames.pop() else {
            return;
        };
        let add = |list: &mut Vec<UnitId>, unit: UnitId| {
            if let Err(at) = list.binary_search(&unit) {
                list.insert(at, unit);
            }
        };
        match action {
            Action::At(unit) => add(&mut targets, unit),
            Action::With(unit) => add(&mut with, unit),
            Action::All => {
                if !battle {
                    self.targets(state, force, hex).iter().for_each(|unit| add(&mut targets, unit));
                }
                self.companions(state, force, battle).iter().for_each(|unit| add(&mut with, unit));
            }
            _ => {
                state.frames.pop();
                add(&mut with, force);
                return self.declare(state, with, targets, hex, battle, force, story);
            }
        }
        state.frames.push(Frame::Aim { force, hex, with, targets, battle });
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of an attack, put together in one place")]
    fn declare(
        &self,
        state: &mut State,
        attackers: Vec<UnitId>,
        defenders: Vec<UnitId>,
        hex: HexId,
        battle: bool,
        force: UnitId,
        story: &mut Story<Event>,
    ) {
        let from = state.hex(force);
        if battle {
            let (queue, round) = (Vec::new(), 1);
            story.tell(|| Event::Challenge { force, hex });
            let stage = BattleStage::Consent;
            // The one who asks stands first, so that he can go on otherwise if it is refused.
            let mut attackers = attackers;
            attackers.retain(|&unit| unit != force);
            attackers.insert(0, force);
            return state.frames.push(Frame::Battle { attackers, defenders, queue, from, hex, round, stage });
        }
        self.note_strike(state, force);
        for &attacker in &attackers {
            self.mark_acted(state, attacker);
        }
        story.tell(|| Event::Attack { force, hex, sortie: from == hex, count: defenders.len() as i32 });
        let (stage, paths) = (FightStage::Lift, Vec::new());
        state.frames.push(Frame::Fight { attackers, defenders, from, hex, stage, paths });
    }

    /// 36.7(7): the first attack of the army ends the truce.
    pub(crate) fn note_strike(&self, state: &mut State, force: UnitId) {
        if self.scenario.truce.as_ref().is_some_and(|truce| truce.army == self.army_of(force)) {
            state.happened.note(Happened::STRUCK);
        }
    }
}
