//! 4-1-2(3-1) and 12: a force in hand, and the five things it can do.

use kernel::{Actions, Line, Question, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    organise::begin_draft,
    refuse::{About, May, No, no, piece},
    rule_ids::*,
    state::{Frame, State, is_beside},
    units::UnitId,
};

impl Gunyuden {
    /// May this force be taken in hand? A commander who cannot act may still organise others who can (13-2-3). One that
    /// could do nothing but stand is left alone, so that a click does not spend its action.
    pub(crate) fn may_take(&self, state: &State, force: UnitId) -> May {
        match self.may_act(state, force) {
            Ok(()) if !self.has_choice(state, force) => Err(No::new(R_12_2_5, "no-choice").unit(force)),
            Ok(()) => Ok(()),
            Err(why) if self.may_organise(state, force).is_ok() => {
                debug_assert!(why.rule == R_12_2_1 || why.rule == R_12_2_4);
                Ok(())
            }
            Err(why) => Err(why),
        }
    }

    /// 18-3-1.
    pub(crate) fn may_lift(&self, state: &State, force: UnitId) -> May {
        if self.side_of(force) != state.active {
            return Err(No::new(R_12_0, "no-not-yours").unit(force));
        }
        if !state.is_head(force) || state.surrounding.and(&state.members(force)).is_empty() {
            return Err(No::new(R_18_3_1, "no-not-surrounding").unit(force));
        }
        Ok(())
    }

    pub(crate) fn list_operation(&self, state: &State, out: &mut Actions<Action>) {
        out.push(Action::Done);
        for unit in self.sides[state.active.index()].iter() {
            if out.full() {
                return;
            }
            if !state.lives(unit) || !state.is_head(unit) {
                continue;
            }
            // Most are told apart by this alone.
            let body = self.unit(unit);
            let able = !state.acted.has(unit) && (body.action >= state.stage || body.is_commander());
            if able && self.may_take(state, unit).is_ok() {
                out.push(Action::Force(unit));
            }
            if !state.surrounding.is_empty() && self.may_lift(state, unit).is_ok() {
                out.push(Action::Lift(unit));
            }
        }
    }

    pub(crate) fn resolve_take(&self, state: &mut State, force: UnitId) {
        state.frames.push(Frame::Hand { force, refused: false });
    }

    pub(crate) fn resolve_lift(&self, state: &mut State, force: UnitId, story: &mut Story<Event>) {
        for unit in state.members(force).iter() {
            state.surrounding.remove(unit);
        }
        story.tell(|| Event::Lifted { force });
        self.after_lifting(state, state.hex(force), story);
    }

    pub(crate) fn hand_question(&self, force: UnitId) -> Question {
        Question::new(
            Seat(self.side_of(force).0),
            R_4_1_2_3_1,
            Line::new("ask-hand").with("unit", piece(force)),
        )
        .at(piece(force))
    }

    pub(crate) fn list_hand(&self, state: &State, force: UnitId, refused: bool, out: &mut Actions<Action>) {
        out.push(Action::Stand);
        if !is_beside(state.hex(force)) {
            if self.may_lift(state, force).is_ok() {
                out.push(Action::Lift(force));
            }
            let may_act = self.may_act(state, force).is_ok();
            if may_act && self.castle_at(state.hex(force)).is_some() {
                let siege = [
                    (Action::Surround, self.may_surround(state, force)),
                    (Action::Assault(force), self.may_assault(state, force)),
                    (Action::Demand, self.may_demand(state, force)),
                    (Action::Peace, self.may_demand_peace(state, force)),
                    (Action::Repair, self.may_repair(state, force)),
                ];
                siege.iter().filter(|(_, may)| may.is_ok()).for_each(|(action, _)| out.push(*action));
            }
            if self.may_organise(state, force).is_ok() {
                out.push(Action::Organise);
            }
            if may_act {
                if self.can_refit(state, force).is_ok() {
                    out.push(Action::Refit);
                }
                if self.may_recover(state, force).is_ok() {
                    out.push(Action::Recover);
                }
                self.list_attacks(state, force, refused, out);
            }
        }
        if !out.full() && self.may_march(state, force).is_ok() {
            if self.may_drop(state, force).is_ok() {
                out.push(Action::Legs);
            }
            if !out.full() && !self.list_next_hexes(state, force, out) {
                let march = self.march(state, force);
                self.list_march(state, &march, state.holed.has(force), out);
            }
        }
    }

    /// Is there anything a force that can act could do but stand?
    fn has_choice(&self, state: &State, force: UnitId) -> bool {
        // Nearly every force can march to a hex beside it, which is quickly seen.
        if self.may_march(state, force).is_ok() && self.can_march_a_hex(state, force) {
            return true;
        }
        let mut list = Actions::up_to(2);
        self.list_hand(state, force, false, &mut list);
        list.len() > 1
    }

    pub(crate) fn judge_hand(
        &self,
        state: &State,
        (force, refused): (UnitId, bool),
        action: Action,
    ) -> Option<May> {
        let may = match action {
            Action::Stand => Ok(()),
            Action::To(hex) | Action::Into(hex) => {
                let inside = matches!(action, Action::Into(_));
                let out = !inside && hex == state.hex(force) && !state.holed.has(force);
                self.may_march(state, force).and_then(|()| {
                    if out {
                        return Err(No::new(R_15_1, "no-same-hex").unit(force));
                    }
                    self.may_march_to(state, &self.march(state, force), hex, inside)
                })
            }
            Action::Legs => self.may_drop(state, force),
            Action::Attack(hex) => self.may_attack(state, force, hex),
            Action::Battle(hex) => self.may_battle(state, force, hex, refused),
            Action::Surround => self.may_surround(state, force),
            Action::Assault(by) if by == force => self.may_assault(state, force),
            Action::Assault(by) => Err(No::new(R_12_1_1, "no-other-in-hand").unit(by)),
            Action::Demand => self.may_demand(state, force),
            Action::Peace => self.may_demand_peace(state, force),
            Action::Organise => self.may_organise(state, force),
            Action::Refit => self.may_refit(state, force),
            Action::Repair => self.may_repair(state, force),
            Action::Recover => self.may_recover(state, force),
            Action::Lift(by) if by == force => self.may_lift(state, force),
            Action::Force(other) | Action::Lift(other) => {
                Err(No::new(R_12_1_1, "no-other-in-hand").unit(other))
            }
            _ => return None,
        };
        let beside =
            is_beside(state.hex(force)) && !matches!(action, Action::To(_) | Action::Into(_) | Action::Stand);
        Some(if beside && may.is_ok() { no(R_32_2, "no-beside") } else { may })
    }

    pub(crate) fn resolve_hand(
        &self,
        state: &mut State,
        force: UnitId,
        action: Action,
        story: &mut Story<Event>,
    ) {
        match action {
            Action::Stand => {
                state.frames.pop();
                self.mark_acted(state, force);
                story.tell(|| Event::Stood { force });
            }
            Action::To(hex) => self.resolve_to(state, hex, false, story),
            Action::Into(hex) => self.resolve_to(state, hex, true, story),
            Action::Legs => self.resolve_begin_drop(state, force),
            Action::Attack(hex) | Action::Battle(hex) => {
                let battle = matches!(action, Action::Battle(_));
                state.frames.push(Frame::Aim { force, hex, with: Vec::new(), targets: Vec::new(), battle });
            }
            Action::Surround => state.frames.push(Frame::Join { force, with: Vec::new() }),
            Action::Assault(_) => {
                state.frames.pop();
                self.begin_assault(state, force, story);
            }
            Action::Demand | Action::Peace => {
                state.frames.pop();
                self.begin_demand(state, force, action == Action::Peace, story);
            }
            Action::Organise => {
                let place = state.hex(force);
                state.frames.push(begin_draft(place, Some(force)));
            }
            Action::Refit | Action::Repair => {
                state.frames.pop();
                self.begin_replenish(state, force, action == Action::Repair);
            }
            Action::Recover => self.resolve_recover(state, force, story),
            // 18-3-1: lifting is no action; the force is still in hand.
            Action::Lift(_) => {
                self.resolve_lift(state, force, story);
                if !self.has_choice(state, force) {
                    state.frames.pop();
                }
            }
            _ => unreachable!("not an action of a force in hand"),
        }
    }
}
