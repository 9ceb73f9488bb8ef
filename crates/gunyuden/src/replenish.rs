//! Chapter 14: replenishing units and castles.

use kernel::{Actions, Line, Modifiers, Pool, Question, Roll, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::{Cast, Event},
    frames::{Gift, Why},
    refuse::{About, May, No, no, piece},
    rule_ids::*,
    skirmish::modify,
    state::{Castle, Frame, State},
    units::{CastleId, HouseId, UnitId},
};

impl Gunyuden {
    /// 16-5, 11-4-2: is he where men can reach him?
    fn may_be_reached(&self, state: &State, force: UnitId) -> May {
        let surrounded =
            self.castle_at(state.hex(force)).is_some_and(|castle| self.is_surrounded(state, castle));
        if state.holed.has(force) && surrounded {
            return Err(No::new(R_16_5, "no-refit-surrounded").unit(force));
        }
        if !self.has_line(state, force) {
            return Err(No::new(R_11_4_2, "no-line").unit(force));
        }
        Ok(())
    }

    pub(crate) fn can_refit(&self, state: &State, force: UnitId) -> May {
        if !self.unit(force).is_commander() {
            return Err(No::new(R_14_1_2, "no-commander").unit(force));
        }
        if self.wounded(state, force).is_empty() {
            return Err(No::new(R_14_2_4, "no-wounded").unit(force));
        }
        self.may_be_reached(state, force)
    }

    /// 14-3-2, 21-1(2): the castle or ruin here that he may mend.
    fn mendable(&self, state: &State, force: UnitId) -> Result<CastleId, No> {
        let hex = state.hex(force);
        let Some(castle) = self.castle_at(hex) else {
            return Err(No::new(R_14_3_1, "no-castle").hex(hex));
        };
        let body = state.castle(castle);
        let own = body.owner != HouseId::NONE && self.house(body.owner).army == self.army_of(force);
        match own || body.is_ruin() {
            true => Ok(castle),
            false => Err(No::new(R_14_3_2, "no-others-castle").hex(hex)),
        }
    }

    pub(crate) fn can_repair(&self, state: &State, force: UnitId) -> May {
        if !self.unit(force).is_commander() {
            return Err(No::new(R_14_1_2, "no-commander").unit(force));
        }
        let castle = self.mendable(state, force)?;
        let (body, hex) = (state.castle(castle), state.hex(force));
        if body.durability >= self.tables.figures.castle.durability {
            return Err(No::new(R_8_2, "no-sound").hex(hex));
        }
        if body.has(Castle::REPAIRED) {
            return Err(No::new(R_14_3_3, "no-repaired").hex(hex));
        }
        if state.holed.has(force) && self.is_surrounded(state, castle) {
            return Err(No::new(R_14_3_5, "no-refit-surrounded").unit(force));
        }
        // 31-1.
        if self.is_ruined_main(state, self.unit(force).house, hex) {
            return Ok(());
        }
        self.may_be_reached(state, force)
    }

    pub(crate) fn may_refit(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        self.can_refit(state, force)
    }

    pub(crate) fn may_repair(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        self.can_repair(state, force)
    }

    // 14-1-1: after organising.

    pub(crate) fn refit_question(&self, force: UnitId) -> Question {
        let prompt = Line::new("ask-refit").with("unit", piece(force));
        Question::new(Seat(self.side_of(force).0), R_14_1_1, prompt).at(piece(force))
    }

    pub(crate) fn list_refit(&self, state: &State, force: UnitId, out: &mut Actions<Action>) {
        out.push(Action::Halt);
        if self.can_refit(state, force).is_ok() {
            out.push(Action::Refit);
        }
        if self.can_repair(state, force).is_ok() {
            out.push(Action::Repair);
        }
    }

    pub(crate) fn judge_after_organising(&self, state: &State, force: UnitId, action: Action) -> Option<May> {
        Some(match action {
            Action::Halt => Ok(()),
            Action::Refit => self.can_refit(state, force),
            Action::Repair => self.can_repair(state, force),
            Action::Force(_) => no(R_12_1_1, "no-unfinished"),
            _ => return None,
        })
    }

    pub(crate) fn begin_replenish(&self, state: &mut State, force: UnitId, castle: bool) {
        self.mark_acted(state, force);
        if castle && let Some(castle) = self.castle_at(state.hex(force)) {
            state.castles[castle.index()].marks |= Castle::REPAIRED;
        }
        state.frames.push(Frame::Replenish { force, castle });
    }

    /// 14-2-2, 33.0: does the better column count?
    fn is_at_home(&self, state: &State, force: UnitId) -> bool {
        let hex = state.hex(force);
        let house = self.unit(force).house;
        if let Some(home) = self.tables.home_province(self.house(house).column) {
            return self.ground.province_names[usize::from(self.ground.province[hex.index()])] == home;
        }
        let own = |castle: CastleId| {
            let owner = state.castle(castle).owner;
            owner != HouseId::NONE && self.house(owner).army == self.army_of(force)
        };
        self.castle_at(hex).is_some_and(own) || self.is_ruined_main(state, house, hex)
    }

    fn replenish_modifiers(&self, state: &State, force: UnitId) -> Modifiers {
        let mut list = Modifiers::new();
        modify(&mut list, -self.lowest(state, state.members(force)), "mod-low-morale", R_14_2_3);
        list
    }

    pub(crate) fn replenish_roll(&self, state: &State, force: UnitId, castle: bool) -> Roll {
        let key = if castle { "roll-repair" } else { "roll-refit" };
        let line =
            Line::new(key).with("unit", piece(force)).with("home", i32::from(self.is_at_home(state, force)));
        let modifiers = self.replenish_modifiers(state, force);
        let rule = if castle { R_14_3 } else { R_14_2_2 };
        Roll { rule, seat: Seat(self.side_of(force).0), line, pool: Pool::d6(1), modifiers }
    }

    pub(crate) fn fall_replenish(
        &self,
        state: &mut State,
        force: UnitId,
        castle: bool,
        die: i32,
        story: &mut Story<Event>,
    ) {
        state.frames.pop();
        let cast = Cast { die, modifiers: self.replenish_modifiers(state, force) };
        let column = self.house(self.unit(force).house).column;
        let steps = self.tables.replenished(column, cast.total(), self.is_at_home(state, force));
        let rule = if castle { R_14_3_4 } else { R_14_2_4 };
        story.tell(|| Event::Replenished { force, cast, steps: i32::from(steps), castle, rule });
        if castle {
            return self.mend(state, force, steps, story);
        }
        match steps {
            1.. => {
                let left = steps as u8;
                state.frames.push(Frame::Gain { force, left, gift: Gift::Replenished });
            }
            _ => self.push_losses(state, vec![force], steps.unsigned_abs(), false, Why::Deserters),
        }
    }

    /// 14-3-4, 21-1(2).
    fn mend(&self, state: &mut State, force: UnitId, steps: i8, story: &mut Story<Event>) {
        let hex = state.hex(force);
        let Some(castle) = self.castle_at(hex) else { return };
        let before = state.castle(castle).durability;
        let steps = match self.scenario.earthworks {
            Some((hill, bonus, rule)) if hill == castle && steps > 0 => {
                story.tell(|| Event::Earthworks { hex, rule });
                steps + bonus
            }
            _ => steps,
        };
        let sound = i16::from(self.tables.figures.castle.durability);
        let after = (i16::from(before) + i16::from(steps)).clamp(0, sound) as u8;
        state.castles[castle.index()].durability = after;
        if before == 0 && after > 0 {
            let marks = state.castle(castle).marks;
            self.renew(state, castle, self.unit(force).house);
            state.castles[castle.index()].marks = marks & Castle::OF_PHASE;
            story.tell(|| Event::Rebuilt { hex, force });
        }
        if before > 0 && after == 0 {
            let enemy = self.side_of(force).other();
            let captor = self.forces_outside(state, enemy, hex).iter().max_by_key(|&unit| {
                (self.unit(unit).rank, self.force_strength(state, unit), std::cmp::Reverse(unit))
            });
            match captor {
                Some(captor) => self.begin_fall(state, castle, captor, true, story),
                None => {
                    for head in self.heads(state, self.garrison(state, hex)).collect::<Vec<_>>() {
                        self.set_holed(state, head, false);
                    }
                    self.renew(state, castle, HouseId::NONE);
                    story.tell(|| Event::Ruined { hex, captor: None });
                }
            }
        }
    }
}
