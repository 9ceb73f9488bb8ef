//! 9-2, 10-3: the throw of an attack, and its result.

use crate::{
    decisions::fight::{check, order},
    model::chart::Outcome,
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Throw;

impl Decision<Yukimura, Fight> for Throw {
    fn asked(&self, _cx: Cx<'_, Fight>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Fight>) -> Roll {
        let Cx { rules, state, parent: fight, .. } = cx;
        let melee = rules.is_melee(state);
        let value = rules.odds_value(state, fight.target, &fight.attackers);
        Roll {
            rule: if melee { R_10_3 } else { R_9_2 },
            seat: rules.acting_seat(state),
            line: Line::new(if melee { "roll-melee" } else { "roll-fire" })
                .with("unit", piece(fight.target))
                .with("count", fight.attackers.len() as i32)
                .with("value", i32::from(value)),
            pool: Pool::d6(2),
            modifiers: rules.shifts(state, fight.target, &fight.attackers),
        }
    }

    fn rolled(&mut self, mut cx: CxMut<'_, Fight>, fall: Fall) -> Flow<Stage> {
        let CxMut { rules, state, story, parent: fight, .. } = &mut cx;
        let (sum, melee, target) = (fall.value(), rules.is_melee(state), fight.target);
        let column = rules.attack_column(state, target, &fight.attackers);
        let outcome = rules.chart(state).outcome(sum, column);
        story.tell(|| {
            let value = rules.odds_value(state, target, &fight.attackers);
            Event::Result { target, sum, column: column as u8, outcome, value, melee }
        });
        match outcome {
            Outcome::Nothing => Flow::Done,
            Outcome::TargetChecks(modifier) => check::begin(&mut cx, target, modifier, false),
            Outcome::TargetRemoved => {
                fight::remove(&mut cx, target, outcome.rule(melee));
                fight::end_checks(&mut cx)
            }
            Outcome::AttackersRemoved => {
                for unit in cx.parent.attackers.clone() {
                    if cx.state.over.is_none() {
                        fight::remove(&mut cx, unit, R_10_3_1_AE);
                    }
                }
                Flow::Done
            }
            Outcome::AttackersCheck(modifier) => {
                order::all_wait(cx.parent, modifier);
                order::begin(&mut cx)
            }
            Outcome::BothCheck(modifier) => {
                order::all_wait(cx.parent, modifier);
                check::begin(&mut cx, target, modifier, false)
            }
        }
    }
}
