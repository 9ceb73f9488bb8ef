//! Chapters 17 and 18: surrounding a castle.

use hexmap::HexId;
use kernel::{Actions, Line, Question, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    refuse::{About, May, No, no, piece, place},
    rule_ids::*,
    state::{Castle, Frame, State, is_beside},
    units::{CastleId, UnitId, UnitSet},
};

impl Gunyuden {
    /// 18-1, 18-1-1.
    pub(crate) fn strength_to_surround(&self, castle: CastleId) -> u16 {
        self.tables.figures.castle.surround * u16::from(self.keep(castle).level.max(1))
    }

    /// Those who surround the castle of a hex.
    pub(crate) fn surrounders(&self, state: &State, hex: HexId) -> UnitSet {
        state.units_at(hex).and(&state.surrounding)
    }

    /// 17-1-1: the enemy castle this force stands before; also that of a lord who waits (35.7).
    pub(crate) fn besieged_by(&self, state: &State, force: UnitId) -> Result<CastleId, No> {
        let hex = state.hex(force);
        if is_beside(hex) {
            return no(R_32_2, "no-beside");
        }
        if state.holed.has(force) {
            return Err(No::new(R_17_1_1, "no-siege-inside").unit(force));
        }
        let enemy = self.castle_of(state, self.side_of(force).other(), hex);
        match enemy.or_else(|| self.waits(state, hex).map(|(castle, _)| castle)) {
            Some(castle) => Ok(castle),
            None => Err(No::new(R_17_1_1, "no-enemy-castle").hex(hex)),
        }
    }

    /// 18-1-2: who could join in, all able to act.
    fn could_join(&self, state: &State, force: UnitId) -> UnitSet {
        let here = self.field(state, self.side_of(force), state.hex(force)).without(&state.surrounding);
        self.heads(state, here).filter(|&unit| unit != force && self.may_act(state, unit).is_ok()).collect()
    }

    fn joined_strength(&self, state: &State, force: UnitId, with: &[UnitId]) -> u16 {
        let mut all = self.surrounders(state, state.hex(force)).or(&state.members(force));
        for &unit in with {
            all = all.or(&state.members(unit));
        }
        self.strength_of(state, all)
    }

    pub(crate) fn may_surround(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        let castle = self.besieged_by(state, force)?;
        if state.members(force).without(&state.surrounding).is_empty() {
            return Err(No::new(R_17_1_4, "no-surrounds-already").unit(force));
        }
        let with: Vec<UnitId> = self.could_join(state, force).iter().collect();
        let (has, needs) = (self.joined_strength(state, force, &with), self.strength_to_surround(castle));
        if has < needs {
            let rule = if self.keep(castle).level == 0 { R_18_1_1 } else { R_18_1 };
            return Err(No::new(rule, "no-strength")
                .with("needs", i32::from(needs))
                .with("has", i32::from(has)));
        }
        Ok(())
    }

    pub(crate) fn join_question(&self, state: &State, force: UnitId) -> Question {
        let hex = place(state.hex(force));
        Question::new(Seat(self.side_of(force).0), R_18_1_2, Line::new("ask-join").with("hex", hex)).at(hex)
    }

    pub(crate) fn list_join(&self, state: &State, force: UnitId, with: &[UnitId], out: &mut Actions<Action>) {
        if self.judge_join(state, force, with, Action::Go) == Some(Ok(())) {
            out.push(Action::Go);
        }
        let open: Vec<UnitId> =
            self.could_join(state, force).iter().filter(|unit| !with.contains(unit)).collect();
        if self.judge_join(state, force, with, Action::All) == Some(Ok(())) {
            out.push(Action::All);
        }
        for unit in open {
            out.push(Action::With(unit));
        }
    }

    pub(crate) fn judge_join(
        &self,
        state: &State,
        force: UnitId,
        with: &[UnitId],
        action: Action,
    ) -> Option<May> {
        let open = self.could_join(state, force);
        Some(match action {
            Action::Go => {
                let castle = self.besieged_by(state, force).ok()?;
                let (has, needs) =
                    (self.joined_strength(state, force, with), self.strength_to_surround(castle));
                match has >= needs {
                    true => Ok(()),
                    false => Err(No::new(R_18_1, "no-strength")
                        .with("needs", i32::from(needs))
                        .with("has", i32::from(has))),
                }
            }
            // Where the only companion is needed there is nothing to choose.
            Action::All => match open.iter().filter(|unit| !with.contains(unit)).count() {
                0 => no(R_18_1_2, "no-all"),
                1 => self.judge_join(state, force, with, Action::Go)?,
                _ => Ok(()),
            },
            Action::With(unit) if open.has(unit) && !with.contains(&unit) => Ok(()),
            Action::With(unit) => Err(No::new(R_18_1_2, "no-companion").unit(unit)),
            _ => return None,
        })
    }

    pub(crate) fn resolve_join(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Some(Frame::Join { force, mut with }) = state.frames.pop() else { return };
        match action {
            Action::With(unit) => with.push(unit),
            Action::All => with = self.could_join(state, force).iter().collect(),
            _ => {
                state.frames.pop();
                return self.surround(state, force, with, story);
            }
        }
        with.sort_unstable();
        state.frames.push(Frame::Join { force, with });
    }

    fn surround(&self, state: &mut State, force: UnitId, with: Vec<UnitId>, story: &mut Story<Event>) {
        let hex = state.hex(force);
        self.note_strike(state, force);
        self.provoke(state, force, story);
        let mut forces = with;
        forces.push(force);
        forces.sort_unstable();
        for &joined in &forces {
            for unit in state.members(joined).iter() {
                state.surrounding.insert(unit);
            }
            self.mark_acted(state, joined);
        }
        let strength = i32::from(self.strength_of(state, self.surrounders(state, hex)));
        story.tell(|| Event::Surrounded { force, hex, strength });
        state.frames.push(Frame::Storm { forces, hex });
    }

    // 17-1-2: having surrounded, the same forces may assault in the same action.

    pub(crate) fn may_storm(&self, state: &State, hex: HexId, forces: &[UnitId], force: UnitId) -> May {
        if !forces.contains(&force) || !state.lives(force) || state.hex(force) != hex {
            return Err(No::new(R_17_1_2, "no-storm-other").unit(force));
        }
        let castle = self.besieged_by(state, force)?;
        if state.castle(castle).has(Castle::DEMANDED) {
            return Err(No::new(R_20_1_2, "no-after-demand").hex(hex));
        }
        Ok(())
    }

    pub(crate) fn run_storm(&self, state: &mut State) -> bool {
        let Some(Frame::Storm { forces, hex }) = state.frames.last() else { return false };
        if forces.iter().any(|&force| self.may_storm(state, *hex, forces, force).is_ok()) {
            return false;
        }
        state.frames.pop();
        true
    }

    pub(crate) fn storm_question(&self, forces: &[UnitId], hex: HexId) -> Question {
        let prompt = Line::new("ask-storm").with("unit", piece(forces[0])).with("hex", place(hex));
        Question::new(Seat(self.side_of(forces[0]).0), R_17_1_2, prompt).at(place(hex))
    }

    pub(crate) fn list_storm(&self, state: &State, forces: &[UnitId], hex: HexId, out: &mut Actions<Action>) {
        out.push(Action::Halt);
        for &force in forces {
            if self.may_storm(state, hex, forces, force).is_ok() {
                out.push(Action::Assault(force));
            }
        }
    }

    pub(crate) fn resolve_storm(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Action::Assault(force) = action else {
            state.frames.pop();
            return;
        };
        if let Some(Frame::Storm { forces, .. }) = state.frames.last_mut() {
            forces.retain(|&other| other != force);
            if forces.is_empty() {
                state.frames.pop();
            }
        }
        self.begin_assault(state, force, story);
    }

    // 18-3: the end of a surround.

    /// 18-3: too few are left to surround the castle of this hex.
    pub(crate) fn check_surround(&self, state: &mut State, hex: HexId, story: &mut Story<Event>) {
        if state.surrounding.is_empty() || !crate::state::on_map(hex) {
            return;
        }
        let around = self.surrounders(state, hex);
        let Some(castle) = self.castle_at(hex).filter(|_| !around.is_empty()) else { return };
        if self.strength_of(state, around) < self.strength_to_surround(castle) {
            for unit in around.iter() {
                state.surrounding.remove(unit);
            }
            self.end_surround(state, castle, story);
        }
    }

    /// Somebody who surrounded the castle of this hex no longer does.
    pub(crate) fn after_lifting(&self, state: &mut State, hex: HexId, story: &mut Story<Event>) {
        let Some(castle) = self.castle_at(hex) else { return };
        match self.surrounders(state, hex).is_empty() {
            true => self.end_surround(state, castle, story),
            false => self.check_surround(state, hex, story),
        }
    }

    /// 18-3-2.
    fn end_surround(&self, state: &mut State, castle: CastleId, story: &mut Story<Event>) {
        let hex = self.keep(castle).hex;
        self.hearten(state, self.garrison(state, hex));
        state.castles[castle.index()].low = 0;
        story.tell(|| Event::SurroundEnded { hex });
    }

    /// A force about to go leaves the surround it was part of: the hex of that castle.
    pub(crate) fn unbind(&self, state: &mut State, force: UnitId) -> Option<HexId> {
        let bound = state.members(force).and(&state.surrounding);
        for unit in bound.iter() {
            state.surrounding.remove(unit);
        }
        (!bound.is_empty()).then(|| state.hex(force))
    }

    /// What follows once the force has gone; told after the going.
    pub(crate) fn after_leaving(&self, state: &mut State, left: Option<HexId>, story: &mut Story<Event>) {
        if let Some(hex) = left {
            self.after_lifting(state, hex, story);
        }
    }
}
