//! 20-4: yielding on agreed terms. Who is given up, and is it agreed?

use super::{
    check::{self, CheckStage},
    yielding::Yield,
};
use crate::prelude::*;

/// The owner's last answer.
const LAST: u8 = 2;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Terms<U = UnitId, H = HexId> {
    pub hex: H,
    /// Whose terms they are: 0 the owner's offer, 1 the answer, 2 the owner's last.
    pub turn: u8,
    pub give: Vec<U>,
    /// While they are made up.
    pub open: bool,
}

impl Terms {
    pub(crate) fn new(hex: HexId, turn: u8) -> Terms {
        Terms { hex, turn, give: Vec::new(), open: true }
    }
}

impl Decision<Gunyuden> for Terms {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        let Some(owner) = cx.rules.owner_at(cx.state, self.hex) else { return AskedSeats::NOBODY };
        let author = if self.turn == 1 { owner.other() } else { owner };
        seat_of(if self.open { author } else { author.other() })
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let key = if self.open { "ask-terms" } else { "ask-agree" };
        let hex = place(self.hex);
        let prompt = Line::new(key).with("hex", hex).with("count", self.give.len() as i32);
        Question::new(cx.seat, R_20_4, prompt).at(hex)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        if self.open {
            out.push(Action::Propose);
            let garrison = cx.rules.garrison(cx.state, self.hex);
            out.extend(garrison.iter().filter(|unit| !self.give.contains(unit)).map(Action::Give));
        } else {
            out.extend([Action::Refuse, Action::Agree]);
            if self.turn < LAST {
                out.push(Action::Counter);
            }
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        Some(match (self.open, *action) {
            (true, Action::Propose) | (false, Action::Agree | Action::Refuse) => Ok(()),
            (true, Action::Give(unit)) => {
                match cx.rules.garrison(cx.state, self.hex).has(unit) && !self.give.contains(&unit) {
                    true => Ok(()),
                    false => Err(No::new(R_20_4, "no-garrison").unit(unit)),
                }
            }
            (false, Action::Counter) if self.turn < LAST => Ok(()),
            (false, Action::Counter) => no(R_20_4, "no-more-terms"),
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        let hex = self.hex;
        match action {
            Action::Give(unit) => {
                self.give.push(unit);
                self.give.sort_unstable();
            }
            Action::Propose => {
                let (count, turn) = (self.give.len() as i32, i32::from(self.turn));
                cx.story.tell(|| Event::Offered { hex, count, turn });
                self.open = false;
            }
            Action::Counter => *self = Terms::new(hex, self.turn + 1),
            Action::Agree => return self.agree(cx),
            _ => {
                cx.story.tell(|| Event::TermsRefused { hex });
                if let Some(Frame::Check(check)) = cx.caller() {
                    check.stage = CheckStage::Roll;
                }
                return Flow::Done;
            }
        }
        Flow::Stay
    }

    fn click(&self, _cx: Cx<'_>, thing: Thing) -> Option<Action> {
        crate::presentation::click::unit_clicked(thing).filter(|_| self.open).map(Action::Give)
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        // A castle for nothing.
        (self.turn == 0 && !self.open).then_some(Action::Agree)
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}

impl Terms {
    fn agree(&self, cx: CxMut<'_>) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let hex = self.hex;
        let captor = check::captor(rules, state, hex);
        story.tell(|| Event::TermsAgreed { hex });
        // The check is over with it.
        state.frames.pop();
        if let Some(captor) = captor {
            state.frames.push(Frame::Yield(Yield::agreed(captor, hex)));
            for &unit in &self.give {
                rules.remove(state, unit, R_20_4, story);
            }
        }
        Flow::Done
    }
}
