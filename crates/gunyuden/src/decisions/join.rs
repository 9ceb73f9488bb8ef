//! 18-1-2: which forces surround the castle together?

use super::{fight, situation, storm::Storm};
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Join<U = UnitId> {
    pub force: U,
    pub with: Vec<U>,
}

impl Join {
    /// The forces that could still join in.
    fn open(&self, cx: Cx<'_>) -> UnitSet {
        let all = could_join(cx.rules, cx.state, self.force);
        all.iter().filter(|unit| !self.with.contains(unit)).collect()
    }

    fn judge_go(&self, cx: Cx<'_>) -> Option<May> {
        let castle = cx.rules.besieged_by(cx.state, self.force).ok()?;
        let has = joined_strength(cx.rules, cx.state, self.force, &self.with);
        let needs = cx.rules.strength_to_surround(castle);
        Some(match has >= needs {
            true => Ok(()),
            false => Err(No::new(R_18_1, "no-strength")
                .with("needs", i32::from(needs))
                .with("has", i32::from(has))),
        })
    }

    /// Where the only companion is needed there is nothing to choose.
    fn judge_all(&self, cx: Cx<'_>) -> Option<May> {
        match self.open(cx).len() {
            0 => Some(no(R_18_1_2, "no-all")),
            1 => self.judge_go(cx),
            _ => Some(Ok(())),
        }
    }

    fn surround(&mut self, cx: CxMut<'_>) {
        let CxMut { rules, state, story, .. } = cx;
        let (force, hex) = (self.force, state.hex(self.force));
        // The force is no longer in hand.
        state.frames.pop();
        fight::note_strike(rules, state, force);
        situation::provoke(rules, state, force, story);
        let mut forces = std::mem::take(&mut self.with);
        forces.push(force);
        forces.sort_unstable();
        for &joined in &forces {
            for unit in state.members(joined).iter() {
                state.surrounding.insert(unit);
            }
            rules.mark_acted(state, joined);
        }
        let strength = i32::from(rules.strength_of(state, rules.surrounders(state, hex)));
        story.tell(|| Event::Surrounded { force, hex, strength });
        state.frames.push(Frame::Storm(Storm { forces, hex }));
    }
}

impl Decision<Gunyuden> for Join {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.force))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let hex = place(cx.state.hex(self.force));
        Question::new(cx.seat, R_18_1_2, Line::new("ask-join").with("hex", hex)).at(hex)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        if self.judge_go(cx) == Some(Ok(())) {
            out.push(Action::Go);
        }
        if self.judge_all(cx) == Some(Ok(())) {
            out.push(Action::All);
        }
        out.extend(self.open(cx).iter().map(Action::With));
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Go => self.judge_go(cx),
            Action::All => self.judge_all(cx),
            Action::With(unit) if self.open(cx).has(unit) => Some(Ok(())),
            Action::With(unit) => Some(Err(No::new(R_18_1_2, "no-companion").unit(unit))),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::With(unit) => self.with.push(unit),
            Action::All => self.with = could_join(cx.rules, cx.state, self.force).iter().collect(),
            _ => {
                self.surround(cx);
                return Flow::Done;
            }
        }
        self.with.sort_unstable();
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.head_clicked(cx.state, thing).map(Action::With)
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        (self.judge_all(cx) == Some(Ok(()))).then_some(Action::All)
    }
}

/// 18-1-2: who could join in, all able to act.
pub(super) fn could_join(rules: &Gunyuden, state: &State, force: UnitId) -> UnitSet {
    let here = rules.field(state, rules.side_of(force), state.hex(force)).without(&state.surrounding);
    rules.heads(state, here).filter(|&unit| unit != force && rules.may_act(state, unit).is_ok()).collect()
}

pub(super) fn joined_strength(rules: &Gunyuden, state: &State, force: UnitId, with: &[UnitId]) -> u16 {
    let mut all = rules.surrounders(state, state.hex(force)).or(&state.members(force));
    for &unit in with {
        all = all.or(&state.members(unit));
    }
    rules.strength_of(state, all)
}

pub(super) fn may_surround(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    rules.may_act(state, force)?;
    let castle = rules.besieged_by(state, force)?;
    if state.members(force).without(&state.surrounding).is_empty() {
        return Err(No::new(R_17_1_4, "no-surrounds-already").unit(force));
    }
    let with: Vec<UnitId> = could_join(rules, state, force).iter().collect();
    let (has, needs) = (joined_strength(rules, state, force, &with), rules.strength_to_surround(castle));
    if has < needs {
        let rule = if rules.keep(castle).level == 0 { R_18_1_1 } else { R_18_1 };
        return Err(No::new(rule, "no-strength").with("needs", i32::from(needs)).with("has", i32::from(has)));
    }
    Ok(())
}
