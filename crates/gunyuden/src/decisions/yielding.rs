//! 20-3 D to H, 20-4: a castle is given up. Who of the garrison is removed, and where do the others go?

use super::gain::{Gain, Gift};
use crate::{model::tables::Answer, prelude::*};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Yield<U = UnitId, H = HexId> {
    pub captor: U,
    pub hex: H,
    /// Units still to be named by the captor; then the others leave.
    pub remove: u8,
    /// Steps of those removed.
    pub taken: u8,
    /// None if terms were agreed.
    pub answer: Option<Answer>,
    pub ruin: bool,
    /// The castle has its new owner.
    pub passed: bool,
}

/// 20-3-1, 21-1(1): the castle has a new owner, or none. The surround is over.
pub(crate) fn pass(
    rules: &Gunyuden,
    state: &mut State,
    castle: CastleId,
    captor: UnitId,
    ruin: bool,
    story: &mut Story<Event>,
) {
    let hex = rules.keep(castle).hex;
    for unit in rules.surrounders(state, hex).iter() {
        state.surrounding.remove(unit);
    }
    let owner = if ruin { HouseId::NONE } else { rules.unit(captor).house };
    if ruin {
        state.castles[castle.index()].durability = 0;
    }
    rules.renew(state, castle, owner);
    match ruin {
        true => story.tell(|| Event::Ruined { hex, captor: Some(captor) }),
        false => story.tell(|| Event::Taken { hex, captor }),
    }
}

/// 20-3-2: hexes with an own or allied force outside, or castle.
fn refuges(rules: &Gunyuden, state: &State, side: Side) -> Vec<HexId> {
    let outside = rules.sides[side.index()].iter();
    let outside = outside.filter(|&unit| state.on_map(unit) && !state.holed.has(unit));
    let castles = rules.castles_of(state, side).map(|castle| rules.keep(castle).hex);
    let mut hexes: Vec<HexId> = outside.map(|unit| state.hex(unit)).chain(castles).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|&hex| rules.barred(state, side, hex).is_none());
    hexes
}

impl Yield {
    /// 20-4.
    pub(crate) fn agreed(captor: UnitId, hex: HexId) -> Yield {
        Yield { captor, hex, remove: 0, taken: 0, answer: None, ruin: false, passed: false }
    }

    pub(crate) fn answered(
        rules: &Gunyuden,
        inside: u8,
        captor: UnitId,
        hex: HexId,
        answer: Answer,
        ruin: bool,
    ) -> Yield {
        let remove = match answer {
            Answer::Castellan => rules.tables.figures.removal.castellan,
            Answer::WarParty => rules.tables.figures.removal.war_party,
            Answer::Disbanded => inside.div_ceil(2),
            Answer::Surrender => inside,
            _ => 0,
        };
        let (remove, answer) = (remove.min(inside), Some(answer));
        Yield { captor, hex, remove, taken: 0, answer, ruin, passed: false }
    }

    /// One of the garrison is given up.
    fn take(&mut self, cx: &mut CxMut<'_>, unit: UnitId) {
        self.remove = self.remove.saturating_sub(1);
        self.taken += cx.state.steps(unit);
        // Only enemies of the captor are removed: no force in this frame is renamed.
        cx.rules.remove(cx.state, unit, R_36_6_2, cx.story);
    }

    /// 20-3-2: all together, with morale restored; into the castle there where enemies stand before it.
    fn march_out(&self, cx: CxMut<'_>, to: HexId) {
        let CxMut { rules, state, story, .. } = cx;
        let (garrison, from) = (rules.garrison(state, self.hex), self.hex);
        let first = garrison.first().expect("judged before");
        let inside = rules.stands(state, rules.side_of(first).other(), to);
        for unit in garrison.iter() {
            rules.lift(state, unit);
            state.holed.set(unit, inside);
            state.set_low(unit, 0);
            rules.put(state, unit, to);
        }
        if inside && let Some(castle) = rules.castle_at(to) {
            state.castles[castle.index()].low = 0;
        }
        story.tell(|| Event::MarchedOut { unit: first, units: garrison, from, to });
    }
}

impl Decision<Gunyuden> for Yield {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        let winner = cx.rules.side_of(self.captor);
        seat_of(if self.remove > 0 { winner } else { winner.other() })
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let hex = place(self.hex);
        let (rule, prompt) = match self.remove {
            0 => (R_20_3_2, Line::new("ask-leave").with("hex", hex)),
            left => {
                let prompt = Line::new("ask-remove").with("hex", hex).with("left", i32::from(left));
                (self.answer.map_or(R_20_4, Answer::rule), prompt)
            }
        };
        Question::new(cx.seat, rule, prompt).at(hex)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let garrison = cx.rules.garrison(cx.state, self.hex);
        if self.remove > 0 {
            out.extend(garrison.iter().map(Action::Remove));
        } else if let Some(first) = garrison.first() {
            let side = cx.rules.side_of(first);
            out.extend(refuges(cx.rules, cx.state, side).into_iter().map(Action::Leave));
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let garrison = cx.rules.garrison(cx.state, self.hex);
        Some(match *action {
            Action::Remove(unit) if self.remove > 0 => match garrison.has(unit) {
                true => Ok(()),
                false => Err(No::new(R_20_3E, "no-garrison").unit(unit)),
            },
            Action::Leave(to) if self.remove == 0 => {
                let side = cx.rules.side_of(garrison.first()?);
                match refuges(cx.rules, cx.state, side).contains(&to) {
                    true => Ok(()),
                    false => Err(No::new(R_20_3_2, "no-refuge").hex(to)),
                }
            }
            Action::Remove(_) | Action::Leave(_) => no(R_20_3_2, "no-not-yet"),
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::Remove(unit) => self.take(&mut cx, unit),
            Action::Leave(to) => self.march_out(cx, to),
            _ => unreachable!("{action:?} was judged legal"),
        }
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        let garrison = cx.rules.garrison(cx.state, self.hex);
        let Some(first) = garrison.first() else { return false };
        match self.remove {
            0 => self.passed && !refuges(cx.rules, cx.state, cx.rules.side_of(first)).is_empty(),
            remove => garrison.len() > usize::from(remove),
        }
    }

    fn advance(&mut self, mut cx: CxMut<'_>) -> Flow {
        let garrison = cx.rules.garrison(cx.state, self.hex);
        // The last of those who must be named are not chosen.
        if self.remove > 0 && !garrison.is_empty() {
            garrison.iter().for_each(|unit| self.take(&mut cx, unit));
            return Flow::Stay;
        }
        if !self.passed {
            if let Some(castle) = cx.rules.castle_at(self.hex) {
                pass(cx.rules, cx.state, castle, self.captor, self.ruin, cx.story);
            }
            (self.passed, self.remove) = (true, 0);
            return Flow::Stay;
        }
        if !garrison.is_empty() {
            for unit in garrison.iter() {
                cx.rules.remove(cx.state, unit, R_20_3_2, cx.story);
            }
            return Flow::Stay;
        }
        let left = self.taken / 2;
        let wounded = || !cx.rules.wounded(cx.state, self.captor).is_empty();
        if self.answer == Some(Answer::Surrender) && left > 0 && wounded() {
            return Flow::Next(Frame::Gain(Gain { force: self.captor, left, gift: Gift::Prisoners }));
        }
        Flow::Done
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        match self.remove {
            0 => cx.rules.hex_clicked(cx.state, thing).map(Action::Leave),
            _ => crate::presentation::click::unit_clicked(thing).map(Action::Remove),
        }
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}
