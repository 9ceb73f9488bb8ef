//! 9-1, 10-1: a phase of fire or of hand-to-hand combat. Who is attacked next?

use crate::{
    decisions::{aim::Aim, force_clicked},
    prelude::*,
    queries::attack::attack_rules,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Targets;

impl Decision<Yukimura, Base> for Targets {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        cx.rules.acting_seat(cx.state).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let key = match cx.state.phase {
            Phase::Defence => "ask-defence",
            Phase::Fire => "ask-fire",
            _ => "ask-melee",
        };
        cx.rules.phase_question(cx, key)
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        out.push(Action::Done);
        let side = rules.acting(state);
        let attacked = rules.attacked(state);
        let mut targets = UnitSet::default();
        for &unit in &rules.sides[side.index()] {
            // Nearly everybody is far from the enemy, and the zones know it.
            if !state.on_map(unit)
                || !rules.is_near_enemy(state, unit)
                || rules.may_attack(state, unit).is_err()
            {
                continue;
            }
            for (dir, hex) in rules.atlas.neighbours(state.hex(unit)) {
                if let Some(target) = state.occupant(hex)
                    && rules.side_of(target) != side
                    && !attacked.has(target)
                    && rules.may_reach(state, target, dir.opposite()).is_ok()
                {
                    targets.insert(target);
                }
            }
        }
        for target in targets.iter() {
            out.push(Action::Target(target));
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        match *action {
            Action::Done => Some(Ok(())),
            Action::Target(target) => Some(self.judge_target(cx, target)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        if let Action::Target(target) = action {
            return Flow::Call(Frame::Aim(Aim { target, chosen: 0 }));
        }
        cx.rules.end_phase(cx.state, cx.story);
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(cx.state, thing).map(Action::Target).or(force_clicked(thing))
    }
}

impl Targets {
    fn judge_target(&self, cx: Cx<'_, Base>, target: UnitId) -> May {
        let Cx { rules, state, .. } = cx;
        let cited = attack_rules(state);
        if rules.side_of(target) == rules.acting(state) {
            return Err(No::new(cited.choose, "no-not-an-enemy").unit(target));
        }
        if !state.on_map(target) {
            return Err(No::new(cited.adjacent, "no-off-the-map").unit(target));
        }
        if rules.attacked(state).has(target) {
            return Err(No::new(cited.target_once, "no-attacked-already").unit(target));
        }
        if rules.attackers(state, target).next().is_some() {
            return Ok(());
        }
        // The nearest to an attack: someone adjacent who may not, and why.
        let mut why = No::new(cited.adjacent, "no-nobody-adjacent").unit(target);
        for (dir, hex) in rules.atlas.neighbours(state.hex(target)) {
            if let Some(unit) = state.occupant(hex).filter(|&unit| rules.is_enemy(unit, target)) {
                let may = rules.may_attack(state, unit).and(rules.may_reach(state, target, dir));
                why = may.err().unwrap_or(why);
            }
        }
        Err(why)
    }
}
