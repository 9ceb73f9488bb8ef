//! 14-2-4 and 20-3H: steps that come back. Who gets the next one?

use crate::prelude::*;

/// Why steps come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gift {
    /// 14-2-4.
    Replenished,
    /// 20-3H.
    Prisoners,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gain<U = UnitId> {
    pub force: U,
    pub left: u8,
    pub gift: Gift,
}

impl Decision<Gunyuden> for Gain {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.force))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let (rule, key) = match self.gift {
            Gift::Replenished => (R_14_2_4, "ask-gain"),
            Gift::Prisoners => (R_20_3H, "ask-gain-prisoners"),
        };
        let force = piece(self.force);
        let prompt = Line::new(key).with("unit", force).with("left", i32::from(self.left));
        Question::new(cx.seat, rule, prompt).at(force)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        out.extend(cx.rules.wounded(cx.state, self.force).iter().map(Action::Gain));
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let Action::Gain(unit) = *action else { return None };
        let Cx { state, .. } = cx;
        if !state.lives(self.force) || !state.lives(unit) || !state.members(self.force).has(unit) {
            let rule = if self.gift == Gift::Replenished { R_14_2_5 } else { R_20_3H };
            return Some(Err(No::new(rule, "no-gain-other").unit(unit)));
        }
        Some(match state.steps(unit) {
            1 => Ok(()),
            _ => Err(No::new(R_2_2_1_6, "no-gain-full").unit(unit)),
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let Action::Gain(unit) = action else { unreachable!("{action:?} was judged legal") };
        self.left -= 1;
        let rule = if self.gift == Gift::Replenished { R_14_2_4 } else { R_20_3H };
        cx.state.set_steps(unit, 2);
        cx.story.tell(|| Event::StepGained { unit, rule });
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        self.left > 0 && !cx.rules.wounded(cx.state, self.force).is_empty()
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn click(&self, _cx: Cx<'_>, thing: Thing) -> Option<Action> {
        crate::presentation::click::unit_clicked(thing).map(Action::Gain)
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}
