//! 17-1-2: having surrounded a castle, which of the forces assaults it in the same action?

use super::assault;
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Storm<U = UnitId, H = HexId> {
    pub forces: Vec<U>,
    pub hex: H,
}

impl Storm {
    fn judge_force(&self, cx: Cx<'_>, force: UnitId) -> May {
        let Cx { rules, state, .. } = cx;
        if !self.forces.contains(&force) || !state.lives(force) || state.hex(force) != self.hex {
            return Err(No::new(R_17_1_2, "no-storm-other").unit(force));
        }
        let castle = rules.besieged_by(state, force)?;
        if state.castle(castle).has(Castle::DEMANDED) {
            return Err(No::new(R_20_1_2, "no-after-demand").hex(self.hex));
        }
        Ok(())
    }

    fn able<'a>(&'a self, cx: Cx<'a>) -> impl Iterator<Item = UnitId> + 'a {
        self.forces.iter().copied().filter(move |&force| self.judge_force(cx, force).is_ok())
    }
}

impl Decision<Gunyuden> for Storm {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.forces[0]))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let hex = place(self.hex);
        let prompt = Line::new("ask-storm").with("unit", piece(self.forces[0])).with("hex", hex);
        Question::new(cx.seat, R_17_1_2, prompt).at(hex)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        out.push(Action::Halt);
        out.extend(self.able(cx).map(Action::Assault));
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        match *action {
            Action::Halt => Some(Ok(())),
            Action::Assault(force) => Some(self.judge_force(cx, force)),
            _ => None,
        }
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        let Action::Assault(force) = action else { return Flow::Done };
        self.forces.retain(|&other| other != force);
        let assault = assault::begin(&mut cx, force);
        if self.forces.is_empty() { Flow::Next(assault) } else { Flow::Call(assault) }
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        self.able(cx).next().is_some()
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.head_clicked(cx.state, thing).map(Action::Assault)
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}
