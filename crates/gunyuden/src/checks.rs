//! 18-2: the surround check at the end of the owner's operation phase, with incidents.

use hexmap::HexId;
use kernel::{Actions, Line, Modifiers, Pool, Question, Roll, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::{Cast, Event},
    refuse::{About, May, No, place},
    rule_ids::*,
    skirmish::modify,
    state::{CheckStage, Frame, State},
    tables::Incident,
    units::{CastleId, UnitId},
};

impl Gunyuden {
    fn check_parts(&self, state: &State) -> Option<(HexId, CastleId, CheckStage)> {
        let Some(&Frame::Check { hex, stage }) = state.frames.last() else { return None };
        Some((hex, self.castle_at(hex)?, stage))
    }

    fn set_check_stage(&self, state: &mut State, next: CheckStage) {
        if let Some(Frame::Check { stage, .. }) = state.frames.last_mut() {
            *stage = next;
        }
    }

    /// Who takes the castle if it falls: of those around it the highest in rank, then the strongest.
    pub(crate) fn captor(&self, state: &State, hex: HexId) -> Option<UnitId> {
        let around = self.surrounders(state, hex);
        let heads: crate::units::UnitSet = around.iter().map(|unit| state.head(unit)).collect();
        heads.iter().max_by_key(|&unit| {
            (self.unit(unit).rank, self.force_strength(state, unit), std::cmp::Reverse(unit))
        })
    }

    pub(crate) fn run_check(&self, state: &mut State) -> bool {
        let Some((hex, castle, stage)) = self.check_parts(state) else { return false };
        if !self.is_surrounded(state, castle) {
            state.frames.pop();
            return true;
        }
        match stage {
            // 20-4: it is the garrison that offers terms. An empty castle has nobody to ask.
            CheckStage::Offer if self.garrison(state, hex).is_empty() => {
                self.set_check_stage(state, CheckStage::Roll);
                true
            }
            CheckStage::Offer | CheckStage::Roll | CheckStage::Incident => false,
            CheckStage::Traitor(n) if n > 0 && !self.garrison(state, hex).is_empty() => false,
            CheckStage::Traitor(_) | CheckStage::Done => {
                state.frames.pop();
                true
            }
        }
    }

    pub(crate) fn check_question(&self, state: &State) -> Option<Question> {
        let (hex, castle, stage) = self.check_parts(state)?;
        let (at, owner) = (place(hex), self.castle_side(state, castle)?);
        Some(match stage {
            CheckStage::Offer => {
                let prompt = Line::new("ask-check")
                    .with("hex", at)
                    .with("durability", i32::from(state.castle(castle).durability));
                Question::new(Seat(owner.0), R_20_4, prompt).at(at)
            }
            CheckStage::Traitor(left) => {
                let prompt = Line::new("ask-traitor").with("hex", at).with("left", i32::from(left));
                Question::new(Seat(owner.other().0), R_T_4, prompt).at(at)
            }
            _ => return None,
        })
    }

    pub(crate) fn list_check(&self, state: &State, out: &mut Actions<Action>) {
        let Some((hex, _, stage)) = self.check_parts(state) else { return };
        match stage {
            CheckStage::Offer => {
                out.push(Action::Hold);
                out.push(Action::Offer);
            }
            CheckStage::Traitor(_) => {
                self.garrison(state, hex).iter().for_each(|unit| out.push(Action::Remove(unit)));
            }
            _ => {}
        }
    }

    pub(crate) fn judge_check(&self, state: &State, action: Action) -> Option<May> {
        let (hex, _, stage) = self.check_parts(state)?;
        Some(match (stage, action) {
            (CheckStage::Offer, Action::Hold | Action::Offer) => Ok(()),
            (CheckStage::Traitor(_), Action::Remove(unit)) => match self.garrison(state, hex).has(unit) {
                true => Ok(()),
                false => Err(No::new(R_T_4, "no-garrison").unit(unit)),
            },
            _ => return None,
        })
    }

    pub(crate) fn resolve_check(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Some((hex, _, stage)) = self.check_parts(state) else { return };
        match (stage, action) {
            (CheckStage::Offer, Action::Offer) => {
                state.frames.push(Frame::Terms { hex, turn: 0, give: Vec::new(), open: true });
            }
            (CheckStage::Offer, _) => self.set_check_stage(state, CheckStage::Roll),
            (CheckStage::Traitor(left), Action::Remove(unit)) => {
                self.set_check_stage(state, CheckStage::Traitor(left - 1));
                self.remove(state, unit, R_T_4, story);
            }
            _ => {}
        }
    }

    /// 18-2-1(3).
    fn incident_modifiers(&self, state: &State, castle: CastleId) -> Modifiers {
        let mut list = Modifiers::new();
        let around = self.surrounders(state, self.keep(castle).hex);
        let heart = self.lowest(state, around) - self.castle_low(state, castle);
        modify(&mut list, heart, "mod-morale", R_18_2_1_3);
        list
    }

    pub(crate) fn check_roll(&self, state: &State) -> Option<Roll> {
        let (hex, castle, stage) = self.check_parts(state)?;
        let owner = self.castle_side(state, castle)?;
        let (rule, key, modifiers) = match stage {
            CheckStage::Roll => (R_18_2_1_2, "roll-check", Vec::new()),
            CheckStage::Incident => (R_18_2_1_3, "roll-incident", self.incident_modifiers(state, castle)),
            _ => return None,
        };
        let line = Line::new(key).with("hex", place(hex));
        Some(Roll { rule, seat: Seat(owner.0), line, pool: Pool::d6(1), modifiers })
    }

    pub(crate) fn fall_check(&self, state: &mut State, die: i32, story: &mut Story<Event>) {
        let Some((hex, castle, stage)) = self.check_parts(state) else { return };
        if stage == CheckStage::Incident {
            return self.fall_incident(state, hex, castle, die, story);
        }
        // 18-2-1(1).
        let limit = usize::from(self.tables.limits[usize::from(self.keep(castle).level)]);
        let beyond = self.garrison(state, hex).len() > limit;
        match self.tables.surrounded(beyond, die) {
            None => {
                story.tell(|| Event::Checked { hex, die, beyond, lost: -1 });
                self.set_check_stage(state, CheckStage::Incident);
            }
            Some(lost) => {
                story.tell(|| Event::Checked { hex, die, beyond, lost: i32::from(lost) });
                self.set_check_stage(state, CheckStage::Done);
                self.wear(state, castle, lost, R_18_2_1_2, story);
                self.fall_if_broken(state, castle, story);
            }
        }
    }

    fn fall_if_broken(&self, state: &mut State, castle: CastleId, story: &mut Story<Event>) {
        if state.castle(castle).is_ruin()
            && let Some(captor) = self.captor(state, self.keep(castle).hex)
        {
            self.begin_fall(state, castle, captor, true, story);
        }
    }

    fn fall_incident(
        &self,
        state: &mut State,
        hex: HexId,
        castle: CastleId,
        die: i32,
        story: &mut Story<Event>,
    ) {
        let cast = Cast { die, modifiers: self.incident_modifiers(state, castle) };
        let incident = self.tables.incident(cast.total());
        story.tell(|| Event::Incident { hex, cast, incident });
        self.set_check_stage(state, CheckStage::Done);
        let garrison = self.garrison(state, hex);
        match incident {
            Incident::Traitor(n) if !garrison.is_empty() => {
                let left = n.min(garrison.len() as u8);
                self.set_check_stage(state, CheckStage::Traitor(left));
            }
            Incident::Traitor(n) | Incident::Durability(n) => {
                self.wear(state, castle, n, R_T_4, story);
                self.fall_if_broken(state, castle, story);
            }
            Incident::Morale(n) if garrison.is_empty() => {
                let low = state.castle(castle).low + n;
                if low > self.tables.figures.morale.lowest
                    && let Some(captor) = self.captor(state, hex)
                {
                    return self.begin_fall(state, castle, captor, false, story);
                }
                state.castles[castle.index()].low = low;
            }
            Incident::Morale(n) => {
                // 18-2-2: each by itself; with the last of them the castle falls.
                self.dishearten_all(state, garrison, n, story);
                if self.garrison(state, hex).is_empty()
                    && let Some(captor) = self.captor(state, hex)
                {
                    self.begin_fall(state, castle, captor, false, story);
                }
            }
            Incident::Heart(n) => self.dishearten_all(state, self.surrounders(state, hex), n, story),
        }
    }
}
