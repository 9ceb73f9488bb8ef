//! 23-3 and others: steps that are lost. Whose step is next?

use kernel::Rule;

use super::{
    fight::FightStage,
    retreat::{Going, Retreat},
};
use crate::prelude::*;

/// Why steps are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// 23-3: the defender may retreat instead.
    Attack,
    /// 23-6-3.
    Counter,
    /// 24-2-4.
    Battle,
    /// 19-2-4.
    Interception,
    /// 23-4-4.
    Toll,
    /// 23-4-2: no hex is left to retreat to.
    Trapped,
    /// 24-3-2.
    Rout,
    /// 14-2-4.
    Deserters,
}

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

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lose<U = UnitId> {
    pub forces: Vec<U>,
    pub left: u8,
    /// 23-3-3: a unit must be finished.
    pub mark: bool,
    pub why: Why,
}

/// Steps are to be taken from these forces, before anything else happens.
pub(crate) fn push(state: &mut State, forces: Vec<UnitId>, left: u8, mark: bool, why: Why) {
    if left > 0 && !forces.is_empty() {
        state.frames.push(Frame::Lose(Lose { forces, left, mark, why }));
    }
}

impl Lose {
    fn judge_unit(&self, state: &State, all: UnitSet, unit: UnitId) -> May {
        if !all.has(unit) {
            return Err(No::new(self.why.rule(), "no-not-hit").unit(unit));
        }
        // 23-3-3: what is left after this step must still be able to finish somebody.
        if self.mark {
            let fewest = all.iter().map(|other| state.steps(other) - u8::from(other == unit)).min();
            if fewest.is_some_and(|fewest| fewest > self.left - 1) {
                return Err(No::new(R_23_3_3, "no-mark").unit(unit));
            }
        }
        Ok(())
    }

    pub(crate) fn judge_retreat(&self, rules: &Gunyuden) -> May {
        let most = rules.tables.figures.movement.retreat;
        match self.why {
            Why::Attack if self.mark => no(R_23_3_3, "no-mark-first"),
            Why::Attack if self.left > most => {
                let (left, most) = (i32::from(self.left), i32::from(most));
                Err(No::new(R_23_4_2, "no-too-many").with("left", left).with("most", most))
            }
            Why::Attack => Ok(()),
            why => no(why.rule(), "no-retreat-instead"),
        }
    }
}

impl Decision<Gunyuden> for Lose {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.forces[0]))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let force = piece(self.forces[0]);
        let prompt = Line::new(self.why.key())
            .with("unit", force)
            .with("left", i32::from(self.left))
            .with("mark", i32::from(self.mark));
        let rule = if self.mark { R_23_3_3 } else { self.why.rule() };
        Question::new(cx.seat, rule, prompt).at(force)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        if self.judge_retreat(cx.rules).is_ok() {
            out.push(Action::Retreat);
        }
        let all = cx.rules.all_of(cx.state, &self.forces);
        for unit in all.iter() {
            if out.full() {
                return;
            }
            if self.judge_unit(cx.state, all, unit).is_ok() {
                out.push(Action::Lose(unit));
            }
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Lose(unit) => self.judge_unit(cx.state, cx.rules.all_of(cx.state, &self.forces), unit),
            Action::Retreat => self.judge_retreat(cx.rules),
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        if let Action::Lose(unit) = action {
            let (gone, heirs) = cx.rules.lose_step(cx.state, unit, self.why, cx.story);
            self.forces.iter_mut().for_each(|force| heirs.rename(force));
            self.left -= 1;
            self.mark &= !gone;
            return Flow::Stay;
        }
        // 23-3, 23-4-1: the rest is taken by going back, all together.
        let heads = cx.rules.heads(cx.state, cx.rules.all_of(cx.state, &self.forces));
        let queue: Vec<Going> = heads.map(|force| Going { force, hexes: self.left }).collect();
        // A position may hold losses of an attack without its fight.
        let Some(Frame::Fight(fight)) = cx.caller() else { return Flow::Done };
        fight.stage = FightStage::Pursue;
        Flow::Next(Frame::Retreat(Retreat::new(fight.from, true, queue)))
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        self.left > 0 && !cx.rules.all_of(cx.state, &self.forces).is_empty()
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn click(&self, _cx: Cx<'_>, thing: Thing) -> Option<Action> {
        crate::presentation::click::unit_clicked(thing).map(Action::Lose)
    }

    /// A step of a full unit, of low rank; a life only if nothing else is left.
    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        let Cx { rules, state, .. } = cx;
        let all = rules.all_of(state, &self.forces);
        let may = |&unit: &UnitId| self.judge_unit(state, all, unit).is_ok();
        let best = all.iter().filter(may).min_by_key(|&unit| {
            (state.steps(unit) == 1, rules.unit(unit).rank, std::cmp::Reverse(rules.unit(unit).field), unit)
        });
        let retreats = || self.why == Why::Attack && self.judge_retreat(rules).is_ok();
        Some(match best {
            Some(unit) if state.steps(unit) == 1 && retreats() => Action::Retreat,
            Some(unit) => Action::Lose(unit),
            None => Action::Retreat,
        })
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}
