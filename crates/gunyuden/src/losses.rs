//! 2-2-1(6), 23-3 and 25: steps lost, units gone, and what follows when a commander falls.

use kernel::{Actions, Line, Question, Rule, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    frames::{Gift, Why},
    refuse::{About, May, No, no, piece},
    rule_ids::*,
    state::{Castle, FightStage, Frame, Going, REMOVED, State},
    units::{Rank, UnitId, UnitSet},
};

impl Why {
    pub(crate) fn rule(self) -> Rule {
        match self {
            Why::Attack => R_23_3,
            Why::Counter => R_23_6_3,
            Why::Battle => R_24_2_4,
            Why::Interception => R_19_2_4,
            Why::Toll => R_23_4_4,
            Why::Trapped => R_23_4_2,
            Why::Rout => R_24_3_2,
            Why::Deserters => R_14_2_4,
        }
    }

    fn key(self) -> &'static str {
        match self {
            Why::Attack => "ask-losses",
            Why::Counter => "ask-lose-counter",
            Why::Battle => "ask-lose-battle",
            Why::Interception => "ask-lose-interception",
            Why::Toll => "ask-lose-toll",
            Why::Trapped => "ask-lose-trapped",
            Why::Rout => "ask-lose-rout",
            Why::Deserters => "ask-lose-deserters",
        }
    }
}

impl Gunyuden {
    /// A unit leaves the game for good.
    pub(crate) fn remove(&self, state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
        if !state.lives(unit) {
            return;
        }
        let hex = state.hex(unit);
        let mut left = state.members(state.head(unit));
        left.remove(unit);
        let led = state.is_head(unit) && !left.is_empty();
        let inside = state.holed.has(unit);
        let steps = state.steps(unit);
        self.lift(state, unit);
        state.at[unit.index()] = REMOVED;
        state.head[unit.index()] = unit;
        state.body[unit.index()] = 0;
        state.acted.remove(unit);
        state.holed.remove(unit);
        state.marched.remove(unit);
        let bound = state.surrounding.has(unit);
        state.surrounding.remove(unit);
        story.tell(|| Event::Removed { unit, steps, hex, rule });
        if led {
            self.succeed(state, unit, left);
        }
        if inside && self.garrison(state, hex).is_empty() {
            // 10-4: the castle starts again at 0.
            if let Some(castle) = self.castle_at(hex) {
                state.castles[castle.index()].low = 0;
            }
        }
        if self.unit(unit).rank == Rank::Chief {
            self.scatter(state, unit, story);
        }
        if bound {
            self.after_lifting(state, hex, story);
        }
    }

    /// Until the fight is over those he led keep together behind the lowest of them, who leads by no right.
    fn succeed(&self, state: &mut State, dead: UnitId, left: UnitSet) {
        let Some(heir) = left.iter().min_by_key(|&unit| (self.unit(unit).rank, unit)) else { return };
        for unit in left.iter() {
            state.head[unit.index()] = heir;
        }
        let frames = std::mem::take(&mut state.frames);
        let mut rename = |unit: UnitId| Ok::<_, ()>(if unit == dead { heir } else { unit });
        let renamed = frames.into_iter().map(|frame| frame.map(&mut rename, &mut |hex| Ok(hex)));
        state.frames = renamed.map(|frame| frame.expect("every unit has a name")).collect();
    }

    /// 25-2: with the commander-in-chief his house leaves the war.
    fn scatter(&self, state: &mut State, chief: UnitId, story: &mut Story<Event>) {
        let house = self.unit(chief).house;
        story.tell(|| Event::Scattered { chief, rule: R_25_2 });
        let army = self.house(house).army;
        let houses: Vec<_> = match self.whole_army {
            true => self.armies[usize::from(army.0)].houses.clone(),
            false => vec![house],
        };
        for house in houses {
            for n in 0..self.house(house).units.len() {
                let unit = self.house(house).units[n];
                self.remove(state, unit, R_25_2, story);
            }
        }
    }

    /// One step; the last one is a death.
    pub(crate) fn lose_step(
        &self,
        state: &mut State,
        unit: UnitId,
        why: Why,
        story: &mut Story<Event>,
    ) -> bool {
        match state.steps(unit) {
            0 => false,
            1 => {
                let rule = if why == Why::Deserters { R_14_2_4 } else { R_25_0 };
                self.remove(state, unit, rule, story);
                true
            }
            _ => {
                state.set_steps(unit, 1);
                story.tell(|| Event::StepLost { unit, rule: why.rule() });
                self.check_surround(state, state.hex(unit), story);
                false
            }
        }
    }

    pub(crate) fn losses_question(&self, forces: &[UnitId], left: u8, mark: bool, why: Why) -> Question {
        let prompt = Line::new(why.key())
            .with("unit", piece(forces[0]))
            .with("left", i32::from(left))
            .with("mark", i32::from(mark));
        let rule = if mark { R_23_3_3 } else { why.rule() };
        Question::new(Seat(self.side_of(forces[0]).0), rule, prompt).at(piece(forces[0]))
    }

    pub(crate) fn list_losses(&self, state: &State, out: &mut Actions<Action>) {
        let Some(Frame::Lose { forces, .. }) = state.frames.last() else { return };
        if self.judge_retreat(state).is_ok() {
            out.push(Action::Retreat);
        }
        let all = self.all_of(state, forces);
        for unit in all.iter() {
            if out.full() {
                return;
            }
            if self.judge_lose_of(state, all, unit).is_ok() {
                out.push(Action::Lose(unit));
            }
        }
    }

    pub(crate) fn judge_lose(&self, state: &State, unit: UnitId) -> May {
        let Some(Frame::Lose { forces, .. }) = state.frames.last() else {
            return no(R_23_3, "no-losses");
        };
        self.judge_lose_of(state, self.all_of(state, forces), unit)
    }

    /// The same, of everybody who is hit.
    pub(crate) fn judge_lose_of(&self, state: &State, all: UnitSet, unit: UnitId) -> May {
        let Some(Frame::Lose { left, mark, why, .. }) = state.frames.last() else {
            return no(R_23_3, "no-losses");
        };
        if !all.has(unit) {
            return Err(No::new(why.rule(), "no-not-hit").unit(unit));
        }
        // 23-3-3: what is left after this step must still be able to finish somebody.
        if *mark {
            let fewest = all.iter().map(|other| state.steps(other) - u8::from(other == unit)).min();
            if fewest.is_some_and(|fewest| fewest > left - 1) {
                return Err(No::new(R_23_3_3, "no-mark").unit(unit));
            }
        }
        Ok(())
    }

    pub(crate) fn judge_retreat(&self, state: &State) -> May {
        match state.frames.last() {
            Some(Frame::Lose { why: Why::Attack, mark: true, .. }) => no(R_23_3_3, "no-mark-first"),
            Some(Frame::Lose { why: Why::Attack, left, .. })
                if *left > self.tables.figures.movement.retreat =>
            {
                let most = i32::from(self.tables.figures.movement.retreat);
                Err(No::new(R_23_4_2, "no-too-many").with("left", i32::from(*left)).with("most", most))
            }
            Some(Frame::Lose { why: Why::Attack, .. }) => Ok(()),
            Some(Frame::Lose { why, .. }) => no(why.rule(), "no-retreat-instead"),
            _ => no(R_23_3, "no-losses"),
        }
    }

    pub(crate) fn resolve_lose(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let Some(Frame::Lose { why, .. }) = state.frames.last() else { return };
        let why = *why;
        let gone = self.lose_step(state, unit, why, story);
        if let Some(Frame::Lose { left, mark, .. }) = state.frames.last_mut() {
            *left -= 1;
            *mark &= !gone;
        }
    }

    /// 23-3, 23-4-1: the rest is taken by going back, all together.
    pub(crate) fn resolve_retreat(&self, state: &mut State) {
        let Some(Frame::Lose { forces, left, .. }) = state.frames.pop() else { return };
        let heads = self.heads(state, self.all_of(state, &forces));
        let queue: Vec<Going> = heads.map(|force| Going { force, hexes: left }).collect();
        if let Some(Frame::Fight { stage, from, .. }) = state.frames.last_mut() {
            *stage = FightStage::Pursue;
            let from = *from;
            state.frames.push(Frame::Retreat {
                from,
                morale: true,
                queue,
                path: Vec::new(),
                paths: Vec::new(),
            });
        }
    }

    /// Steps are to be taken from these forces.
    pub(crate) fn push_losses(&self, state: &mut State, forces: Vec<UnitId>, left: u8, mark: bool, why: Why) {
        if left > 0 && !forces.is_empty() {
            state.frames.push(Frame::Lose { forces, left, mark, why });
        }
    }

    // 14-2-4 and 20-3H: steps that come back.

    pub(crate) fn gain_question(&self, force: UnitId, left: u8, gift: Gift) -> Question {
        let (rule, key) = match gift {
            Gift::Replenished => (R_14_2_4, "ask-gain"),
            Gift::Prisoners => (R_20_3H, "ask-gain-prisoners"),
        };
        let prompt = Line::new(key).with("unit", piece(force)).with("left", i32::from(left));
        Question::new(Seat(self.side_of(force).0), rule, prompt).at(piece(force))
    }

    /// Whom a step can be given to.
    pub(crate) fn wounded(&self, state: &State, force: UnitId) -> UnitSet {
        if !state.lives(force) {
            return UnitSet::default();
        }
        state.members(force).iter().filter(|&unit| state.steps(unit) == 1).collect()
    }

    pub(crate) fn judge_gain(&self, state: &State, force: UnitId, gift: Gift, unit: UnitId) -> May {
        let rule = if gift == Gift::Replenished { R_14_2_5 } else { R_20_3H };
        if !state.lives(force) || !state.lives(unit) || !state.members(force).has(unit) {
            return Err(No::new(rule, "no-gain-other").unit(unit));
        }
        if state.steps(unit) != 1 {
            return Err(No::new(R_2_2_1_6, "no-gain-full").unit(unit));
        }
        Ok(())
    }

    pub(crate) fn resolve_gain(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        if let Some(Frame::Gain { left, gift, .. }) = state.frames.last_mut() {
            *left -= 1;
            let rule = if *gift == Gift::Replenished { R_14_2_4 } else { R_20_3H };
            state.set_steps(unit, 2);
            story.tell(|| Event::StepGained { unit, rule });
        }
    }

    /// 21-1, 20-3-1: a castle in new hands, or in nobody's.
    pub(crate) fn renew(
        &self,
        state: &mut State,
        castle: crate::units::CastleId,
        owner: crate::units::HouseId,
    ) {
        let marks = state.castle(castle).marks & Castle::OF_PHASE;
        let old = &mut state.castles[castle.index()];
        (old.owner, old.low, old.marks) = (owner, 0, marks);
    }
}
