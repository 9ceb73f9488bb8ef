//! What a click means.

use hexmap::HexId;
use kernel::{Side, Thing};

use crate::{
    Gunyuden,
    action::{Action, BUTTONS},
    rules::CASTLES,
    state::{BattleStage, CheckStage, FightStage, Frame, Phase, State, UNPLACED},
    units::UnitId,
};

impl Gunyuden {
    /// What a click on this would mean now.
    pub(crate) fn click(&self, state: &State, thing: Thing) -> Option<Action> {
        let in_hand = match state.frames.last() {
            Some(Frame::Hand { force, .. }) => Some(*force),
            _ => None,
        };
        if let Thing::Button(n) = thing {
            return match (BUTTONS.get(usize::from(n))?.1, in_hand) {
                (Action::Assault(_), Some(force)) => Some(Action::Assault(force)),
                (Action::Into(_), Some(force)) if state.on_map(force) => Some(Action::Into(state.hex(force))),
                (Action::Assault(_) | Action::Into(_), _) => None,
                (action, _) => Some(action),
            };
        }
        let (unit, hex) = match thing {
            Thing::Piece(n) if n >= CASTLES => (None, Some(self.keeps.get(usize::from(n - CASTLES))?.hex)),
            Thing::Piece(n) => {
                let unit = UnitId(n as u8);
                (Some(unit), state.on_map(unit).then(|| state.hex(unit)))
            }
            Thing::Place(n) => (None, Some(HexId(n))),
            _ => return None,
        };
        let here = |side: Side| {
            let units = state.units_at(hex?).and(&self.sides[side.index()]);
            let heads = self.heads(state, units);
            let mut heads: Vec<UnitId> = heads.collect();
            heads.sort_by_key(|&head| (self.may_take(state, head).is_err(), head));
            heads.first().copied()
        };
        let head = unit.filter(|&unit| state.lives(unit)).map(|unit| state.head(unit));
        let Some(frame) = state.frames.last() else {
            return match state.phase {
                Phase::Deploy => match (unit, hex) {
                    (Some(unit), _) if state.hex(unit) == UNPLACED => Some(Action::Force(unit)),
                    (Some(_), _) => head.map(Action::Shut),
                    (None, Some(hex))
                        if self.sides[state.active.index()].iter().any(|u| state.hex(u) == UNPLACED) =>
                    {
                        Some(Action::Rest(hex))
                    }
                    (None, hex) => hex.map(Action::OrganiseAt),
                },
                Phase::Operation => head.or_else(|| here(state.active)).map(Action::Force),
                _ => None,
            };
        };
        match frame {
            Frame::Place { .. } => hex.map(Action::To),
            Frame::Hand { force, .. } => {
                let side = self.side_of(*force);
                let hex = hex?;
                match unit {
                    Some(unit) if self.side_of(unit) == side && state.hex(unit) != state.hex(*force) => {
                        Some(Action::To(hex))
                    }
                    Some(unit) if self.side_of(unit) == side => Some(Action::Force(state.head(unit))),
                    _ if self.stands(state, side.other(), hex) => Some(Action::Attack(hex)),
                    _ if hex == state.hex(*force) => match self.castle_of(state, side, hex) {
                        Some(_) if !state.holed.has(*force) => Some(Action::Into(hex)),
                        Some(_) => Some(Action::To(hex)),
                        None => Some(Action::Surround),
                    },
                    Some(_) if self.castle_of(state, side.other(), hex).is_none() => {
                        Some(Action::Attack(hex))
                    }
                    _ => Some(Action::To(hex)),
                }
            }
            Frame::Drop { force, .. } => match unit {
                Some(unit) if state.lives(unit) && state.hex(unit) == state.hex(*force) => {
                    Some(Action::Drop(unit))
                }
                _ => hex.map(Action::By),
            },
            Frame::Draft { .. } => {
                let unit = unit?;
                match state.is_head(unit) {
                    true => Some(Action::Fill(unit)),
                    false => Some(Action::Alone(unit)),
                }
            }
            Frame::Gain { .. } => unit.map(Action::Gain),
            Frame::Lose { .. } => unit.map(Action::Lose),
            Frame::Aim { force, .. } => {
                let head = head?;
                Some(match self.side_of(head) == self.side_of(*force) {
                    true => Action::With(head),
                    false => Action::At(head),
                })
            }
            Frame::Join { .. } => head.map(Action::With),
            Frame::Storm { .. } => head.map(Action::Assault),
            Frame::Fight { stage: FightStage::Lift, .. } => head.map(Action::Lift),
            Frame::Fight { .. } => hex.map(Action::Pursue),
            Frame::Retreat { .. } => hex.map(Action::Back),
            Frame::Battle { stage: BattleStage::Muster, .. } => head.map(Action::With),
            Frame::Battle { stage: BattleStage::Enter { .. }, .. } => head.map(Action::Advance),
            Frame::Yield { remove: 0, .. } => hex.map(Action::Leave),
            Frame::Yield { .. } | Frame::Check { stage: CheckStage::Traitor(_), .. } => {
                unit.map(Action::Remove)
            }
            Frame::Terms { open: true, .. } => unit.map(Action::Give),
            _ => None,
        }
    }
}
