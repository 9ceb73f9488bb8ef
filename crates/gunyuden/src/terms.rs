//! 20-4: yielding on agreed terms.

use hexmap::HexId;
use kernel::{Actions, Line, Question, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    refuse::{About, May, No, no, place},
    rule_ids::*,
    state::{CheckStage, Frame, State},
    units::UnitId,
};

/// The owner's last answer.
const LAST: u8 = 2;

impl Gunyuden {
    fn terms<'a>(&self, state: &'a State) -> Option<(HexId, u8, &'a [UnitId], bool)> {
        match state.frames.last() {
            Some(Frame::Terms { hex, turn, give, open }) => Some((*hex, *turn, give, *open)),
            _ => None,
        }
    }

    pub(crate) fn terms_question(&self, state: &State) -> Option<Question> {
        let (hex, turn, give, open) = self.terms(state)?;
        let owner = self.castle_side(state, self.castle_at(hex)?)?;
        let author = if turn == 1 { owner.other() } else { owner };
        let (side, key) = if open { (author, "ask-terms") } else { (author.other(), "ask-agree") };
        let prompt = Line::new(key).with("hex", place(hex)).with("count", give.len() as i32);
        Some(Question::new(Seat(side.0), R_20_4, prompt).at(place(hex)))
    }

    pub(crate) fn list_terms(&self, state: &State, out: &mut Actions<Action>) {
        let Some((hex, turn, give, open)) = self.terms(state) else { return };
        if open {
            out.push(Action::Propose);
            let garrison = self.garrison(state, hex);
            garrison.iter().filter(|unit| !give.contains(unit)).for_each(|unit| out.push(Action::Give(unit)));
        } else {
            out.push(Action::Refuse);
            out.push(Action::Agree);
            if turn < LAST {
                out.push(Action::Counter);
            }
        }
    }

    pub(crate) fn judge_terms(&self, state: &State, action: Action) -> Option<May> {
        let (hex, turn, give, open) = self.terms(state)?;
        Some(match (open, action) {
            (true, Action::Propose) | (false, Action::Agree | Action::Refuse) => Ok(()),
            (true, Action::Give(unit)) => {
                match self.garrison(state, hex).has(unit) && !give.contains(&unit) {
                    true => Ok(()),
                    false => Err(No::new(R_20_4, "no-garrison").unit(unit)),
                }
            }
            (false, Action::Counter) if turn < LAST => Ok(()),
            (false, Action::Counter) => no(R_20_4, "no-more-terms"),
            _ => return None,
        })
    }

    pub(crate) fn resolve_terms(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Some(Frame::Terms { hex, turn, mut give, .. }) = state.frames.pop() else { return };
        match action {
            Action::Give(unit) => {
                give.push(unit);
                give.sort_unstable();
                state.frames.push(Frame::Terms { hex, turn, give, open: true });
            }
            Action::Propose => {
                story.tell(|| Event::Offered { hex, count: give.len() as i32, turn: i32::from(turn) });
                state.frames.push(Frame::Terms { hex, turn, give, open: false });
            }
            Action::Counter => {
                state.frames.push(Frame::Terms { hex, turn: turn + 1, give: Vec::new(), open: true });
            }
            Action::Agree => self.agree(state, hex, give, story),
            _ => {
                story.tell(|| Event::TermsRefused { hex });
                if let Some(Frame::Check { stage, .. }) = state.frames.last_mut() {
                    *stage = CheckStage::Roll;
                }
            }
        }
    }

    fn agree(&self, state: &mut State, hex: HexId, give: Vec<UnitId>, story: &mut Story<Event>) {
        let captor = self.captor(state, hex);
        story.tell(|| Event::TermsAgreed { hex });
        // The check is over with it.
        state.frames.pop();
        if let Some(captor) = captor {
            let (remove, taken) = (0, 0);
            let frame = Frame::Yield { captor, hex, remove, taken, answer: None, ruin: false, passed: false };
            state.frames.push(frame);
            for unit in give {
                self.remove(state, unit, R_20_4, story);
            }
        }
    }
}
