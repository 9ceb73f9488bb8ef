//! Chapter 19: the interception, then the assault.

use kernel::Rule;

use super::{
    capture, fight,
    lose::{self, Why},
    modify, situation,
};
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault<U = UnitId, H = HexId> {
    pub force: U,
    pub hex: H,
    pub intercepted: bool,
}

pub(crate) fn begin(cx: &mut CxMut<'_>, force: UnitId) -> Frame {
    let CxMut { rules, state, story, .. } = cx;
    let hex = state.hex(force);
    fight::note_strike(rules, state, force);
    situation::provoke(rules, state, force, story);
    if let Some(castle) = rules.castle_at(hex) {
        state.castles[castle.index()].marks |= Castle::ASSAULTED;
    }
    rules.mark_acted(state, force);
    story.tell(|| Event::AssaultBegins { force, hex });
    Frame::Assault(Assault { force, hex, intercepted: false })
}

impl Assault {
    fn castle(&self, rules: &Gunyuden) -> CastleId {
        rules.castle_at(self.hex).expect("a castle is assaulted")
    }

    /// 19-2-5.
    fn interception_modifiers(&self, cx: Cx<'_>) -> Modifiers {
        let Cx { rules, state, .. } = cx;
        let mut list = Modifiers::new();
        modify(&mut list, rules.tables.figures.modifier.walls, "mod-walls", R_19_2_5);
        let garrison = rules.garrison(state, self.hex);
        modify(&mut list, rules.field_modifier(state, garrison, true), "mod-field", R_19_2_5);
        let heart =
            rules.lowest(state, state.members(self.force)) - rules.castle_low(state, self.castle(rules));
        modify(&mut list, heart, "mod-morale", R_19_2_5);
        list
    }

    /// 19-3-2.
    fn assault_modifiers(&self, cx: Cx<'_>) -> Modifiers {
        let Cx { rules, state, .. } = cx;
        let mut list = Modifiers::new();
        let castle = self.castle(rules);
        modify(&mut list, -i16::from(rules.keep(castle).level), "mod-level", R_19_3_2);
        let ground = rules.tables.terrain.of(rules.ground.terrain[self.hex.index()]).assault;
        modify(&mut list, ground, "mod-ground", R_19_3_2);
        let heart = rules.castle_low(state, castle) - rules.lowest(state, state.members(self.force));
        modify(&mut list, heart, "mod-morale", R_19_3_2);
        list
    }

    /// With what strength the throw that is due is made, and what changes the die.
    fn strike(&self, cx: Cx<'_>) -> (u16, Modifiers) {
        let Cx { rules, state, .. } = cx;
        match self.intercepted {
            false => {
                let strength = rules.strength_of(state, rules.garrison(state, self.hex));
                (strength, self.interception_modifiers(cx))
            }
            true => (rules.force_strength(state, self.force), self.assault_modifiers(cx)),
        }
    }
}

impl Decision<Gunyuden> for Assault {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let assaulter = cx.rules.side_of(self.force);
        let (side, rule, key) = match self.intercepted {
            false => (assaulter.other(), R_19_2_4, "roll-interception"),
            true => (assaulter, R_19_3_1, "roll-assault"),
        };
        let (strength, modifiers) = self.strike(cx);
        let line = Line::new(key)
            .with("unit", piece(self.force))
            .with("hex", place(self.hex))
            .with("strength", i32::from(strength));
        Roll { rule, seat: Seat(side.0), line, pool: Pool::d6(1), modifiers }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let (strength, modifiers) = self.strike(cx.as_cx());
        let CxMut { rules, state, story, .. } = cx;
        let cast = Cast { die: fall.value(), modifiers };
        let hits = rules.tables.hits(strength, cast.total());
        let (force, hex) = (self.force, self.hex);
        if !self.intercepted {
            story.tell(|| Event::Intercepted { force, hex, cast, strength, hits });
            self.intercepted = true;
            lose::push(state, vec![force], hits.losses, hits.mark, Why::Interception);
            return Flow::Stay;
        }
        let (castle, lost) = (self.castle(rules), hits.losses);
        story.tell(|| Event::Assaulted { force, hex, cast, strength, lost });
        wear(rules, state, castle, lost, R_19_3_1, story);
        if state.castle(castle).is_ruin() {
            capture::begin(rules, state, castle, force, true, story);
        }
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.lives(self.force)
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}

pub(super) fn may_assault(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    rules.may_act(state, force)?;
    let castle = rules.besieged_by(state, force)?;
    if state.castle(castle).has(Castle::DEMANDED) {
        return Err(No::new(R_20_1_2, "no-after-demand").hex(state.hex(force)));
    }
    Ok(())
}

/// Durability lost.
pub(super) fn wear(
    rules: &Gunyuden,
    state: &mut State,
    castle: CastleId,
    by: u8,
    rule: Rule,
    story: &mut Story<Event>,
) {
    let body = &mut state.castles[castle.index()];
    body.durability = body.durability.saturating_sub(by);
    let (hex, left) = (rules.keep(castle).hex, i32::from(body.durability));
    if by > 0 {
        story.tell(|| Event::Worn { hex, by, left, rule });
    }
}
