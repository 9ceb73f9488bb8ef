//! Chapter 19: the interception, then the assault.

use hexmap::HexId;
use kernel::{Line, Modifiers, Pool, Roll, Seat, Story};

use crate::{
    Gunyuden,
    event::{Cast, Event},
    frames::Why,
    refuse::{About, May, No, piece, place},
    rule_ids::*,
    skirmish::modify,
    state::{Castle, Frame, State},
    units::{CastleId, UnitId},
};

impl Gunyuden {
    pub(crate) fn may_assault(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        let castle = self.besieged_by(state, force)?;
        if state.castle(castle).has(Castle::DEMANDED) {
            return Err(No::new(R_20_1_2, "no-after-demand").hex(state.hex(force)));
        }
        Ok(())
    }

    pub(crate) fn begin_assault(&self, state: &mut State, force: UnitId, story: &mut Story<Event>) {
        let hex = state.hex(force);
        self.note_strike(state, force);
        self.provoke(state, force, story);
        if let Some(castle) = self.castle_at(hex) {
            state.castles[castle.index()].marks |= Castle::ASSAULTED;
        }
        self.mark_acted(state, force);
        story.tell(|| Event::AssaultBegins { force, hex });
        state.frames.push(Frame::Assault { force, hex, intercepted: false });
    }

    pub(crate) fn run_assault(&self, state: &mut State) -> bool {
        let Some(&Frame::Assault { force, .. }) = state.frames.last() else { return false };
        if state.lives(force) {
            return false;
        }
        state.frames.pop();
        true
    }

    /// 19-2-5.
    fn interception_modifiers(&self, state: &State, castle: CastleId, force: UnitId) -> Modifiers {
        let mut list = Modifiers::new();
        let garrison = self.garrison(state, self.keep(castle).hex);
        modify(&mut list, self.tables.figures.modifier.walls, "mod-walls", R_19_2_5);
        modify(&mut list, self.field_modifier(state, garrison, true), "mod-field", R_19_2_5);
        let heart = self.lowest(state, state.members(force)) - self.castle_low(state, castle);
        modify(&mut list, heart, "mod-morale", R_19_2_5);
        list
    }

    /// 19-3-2.
    fn assault_modifiers(&self, state: &State, castle: CastleId, force: UnitId) -> Modifiers {
        let mut list = Modifiers::new();
        let keep = self.keep(castle);
        modify(&mut list, -i16::from(keep.level), "mod-level", R_19_3_2);
        let ground = self.tables.terrain.of(self.ground.terrain[keep.hex.index()]).assault;
        modify(&mut list, ground, "mod-ground", R_19_3_2);
        let heart = self.castle_low(state, castle) - self.lowest(state, state.members(force));
        modify(&mut list, heart, "mod-morale", R_19_3_2);
        list
    }

    fn assault_parts(&self, state: &State) -> Option<(UnitId, HexId, CastleId, bool)> {
        let Some(&Frame::Assault { force, hex, intercepted }) = state.frames.last() else { return None };
        Some((force, hex, self.castle_at(hex)?, intercepted))
    }

    pub(crate) fn assault_roll(&self, state: &State) -> Option<Roll> {
        let (force, hex, castle, intercepted) = self.assault_parts(state)?;
        let assaulter = self.side_of(force);
        let (side, rule, key, strength, modifiers) = match intercepted {
            false => (
                assaulter.other(),
                R_19_2_4,
                "roll-interception",
                self.strength_of(state, self.garrison(state, hex)),
                self.interception_modifiers(state, castle, force),
            ),
            true => (
                assaulter,
                R_19_3_1,
                "roll-assault",
                self.force_strength(state, force),
                self.assault_modifiers(state, castle, force),
            ),
        };
        let line = Line::new(key)
            .with("unit", piece(force))
            .with("hex", place(hex))
            .with("strength", i32::from(strength));
        Some(Roll { rule, seat: Seat(side.0), line, pool: Pool::d6(1), modifiers })
    }

    pub(crate) fn fall_assault(&self, state: &mut State, die: i32, story: &mut Story<Event>) {
        let Some((force, hex, castle, intercepted)) = self.assault_parts(state) else { return };
        if !intercepted {
            let strength = self.strength_of(state, self.garrison(state, hex));
            let cast = Cast { die, modifiers: self.interception_modifiers(state, castle, force) };
            let hits = self.tables.hits(strength, cast.total());
            story.tell(|| Event::Intercepted { force, hex, cast, strength, hits });
            if let Some(Frame::Assault { intercepted, .. }) = state.frames.last_mut() {
                *intercepted = true;
            }
            return self.push_losses(state, vec![force], hits.losses, hits.mark, Why::Interception);
        }
        let strength = self.force_strength(state, force);
        let cast = Cast { die, modifiers: self.assault_modifiers(state, castle, force) };
        let lost = self.tables.hits(strength, cast.total()).losses;
        state.frames.pop();
        story.tell(|| Event::Assaulted { force, hex, cast, strength, lost });
        self.wear(state, castle, lost, R_19_3_1, story);
        if state.castle(castle).is_ruin() {
            self.begin_fall(state, castle, force, true, story);
        }
    }

    /// Durability lost.
    pub(crate) fn wear(
        &self,
        state: &mut State,
        castle: CastleId,
        by: u8,
        rule: kernel::Rule,
        story: &mut Story<Event>,
    ) {
        let body = &mut state.castles[castle.index()];
        body.durability = body.durability.saturating_sub(by);
        let (hex, left) = (self.keep(castle).hex, i32::from(body.durability));
        if by > 0 {
            story.tell(|| Event::Worn { hex, by, left, rule });
        }
    }
}
