//! 6.4, 14.8: who is hit? First the shooter names bases, then the owner.

use arrayvec::ArrayVec;

use super::{Aim, Shot};
use crate::{decisions::clicked_unit, prelude::*, queries::casualties::Struck};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Name {
    /// Hits still to be named by the shooter, then by the owner.
    pub shooter: u8,
    pub owner: u8,
}

/// 6.4: who is still open to be named: nobody twice before everyone once.
fn open(rules: &AgeOfWar, state: &State, shot: &Shot) -> ArrayVec<Struck, 6> {
    let front = rules.exposed(state, shot.target);
    let whole: usize = front.iter().map(|(_, n)| usize::from(*n)).sum();
    let round = shot.named.len() / whole.max(1);
    let done = |struck: Struck| shot.named.iter().filter(|named| **named == struck).count();
    front
        .iter()
        .filter(|(struck, n)| done(*struck) < (round + 1) * usize::from(*n))
        .map(|(struck, _)| *struck)
        .collect()
}

impl Name {
    /// 6.4: the shooter names leaders first, the owner last.
    fn usual(&self, rules: &AgeOfWar, state: &State, shot: &Shot) -> Struck {
        let open = open(rules, state, shot);
        match self.shooter {
            1.. => open[0],
            0 => *open.last().expect("somebody is open"),
        }
    }
}

impl Decision<AgeOfWar, Shot> for Name {
    fn asked(&self, cx: Cx<'_, Shot>) -> AskedSeats {
        cx.rules.seat_of(if self.shooter > 0 { cx.parent.unit } else { cx.parent.target }).into()
    }

    fn question(&self, cx: Cx<'_, Shot>) -> Question {
        let key = if self.shooter > 0 { "ask-name-shooter" } else { "ask-name-owner" };
        let target = piece(cx.parent.target);
        Question::new(cx.seat, R_14_8, Line::new(key).with("other", target)).at(target)
    }

    fn list(&self, cx: Cx<'_, Shot>, out: &mut Actions<Action>) {
        let open = open(cx.rules, cx.state, cx.parent);
        let left = if self.shooter > 0 { self.shooter } else { self.owner };
        for struck in &open {
            out.push(Action::Name(*struck));
        }
        if left > 1 && open.len() > 1 {
            out.push(Action::NameAll);
        }
    }

    fn judge(&self, cx: Cx<'_, Shot>, action: &Action) -> Option<May> {
        let mut listed = Actions::default();
        self.list(cx, &mut listed);
        match action {
            Action::Name(_) | Action::NameAll if listed.contains(action) => Some(Ok(())),
            Action::Name(_) => Some(No::because(R_6_4, "no-name")),
            Action::NameAll => Some(No::because(R_14_10, "no-name-all")),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Shot>, action: Action) -> Flow<Aim> {
        loop {
            let struck = match action {
                Action::Name(struck) => struck,
                _ => self.usual(cx.rules, cx.state, cx.parent),
            };
            let _ = cx.parent.named.try_push(struck);
            // One action names hits of one side only: the owner answers for his own.
            let left = if self.shooter > 0 { &mut self.shooter } else { &mut self.owner };
            *left -= 1;
            if action != Action::NameAll || *left == 0 {
                return Flow::Stay;
            }
        }
    }

    fn is_waiting(&self, cx: Cx<'_, Shot>) -> bool {
        self.shooter + self.owner > 0 && cx.state.body(cx.parent.target).place == Where::Table
    }

    fn advance(&mut self, _cx: CxMut<'_, Shot>) -> Flow<Aim> {
        Flow::Next(Aim::Save)
    }

    fn click(&self, cx: Cx<'_, Shot>, thing: Thing) -> Option<Action> {
        let unit = clicked_unit(cx.rules, thing)?;
        if unit != cx.parent.target {
            return Some(Action::Name(Struck::Guard));
        }
        Some(Action::Name(cx.rules.exposed(cx.state, unit).first()?.0))
    }

    fn default_action(&self, cx: Cx<'_, Shot>) -> Option<Action> {
        Some(Action::Name(self.usual(cx.rules, cx.state, cx.parent)))
    }

    fn depth(&self, _cx: Cx<'_, Shot>) -> usize {
        0
    }
}
