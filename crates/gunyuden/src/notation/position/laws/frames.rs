//! What the frames of a position may speak of.

use hexmap::HexId;
use kernel::Fault;

use super::fault;
use crate::{
    Gunyuden,
    decisions::{
        Aim, Assault, Battle, Capture, Check, Demand, Draft, Fight, Frame, Gain, Hand, Join, Legs, Lose,
        Recover, Refit, Replenish, Storm, Terms, Yield,
    },
    model::{
        state::{State, on_map},
        units::UnitId,
    },
};

type Checked = Result<(), Fault>;

pub(super) fn check(rules: &Gunyuden, state: &State) -> Checked {
    state.frames.iter().enumerate().try_for_each(|(n, frame)| {
        let check = Framed { rules, state, field: format!("frames.{n}") };
        check.frame(frame)
    })
}

/// One frame, and where the position has it.
struct Framed<'a> {
    rules: &'a Gunyuden,
    state: &'a State,
    field: String,
}

impl Framed<'_> {
    fn must(&self, holds: bool, message: impl FnOnce() -> String) -> Checked {
        if holds { Ok(()) } else { Err(fault(&self.field, message())) }
    }

    fn frame(&self, frame: &Frame) -> Checked {
        match frame {
            Frame::Hand(Hand { force, .. })
            | Frame::Drop(Legs { force, .. })
            | Frame::Refit(Refit { force })
            | Frame::Replenish(Replenish { force, .. })
            | Frame::Recover(Recover { force })
            | Frame::Gain(Gain { force, .. }) => self.head(*force),
            Frame::Join(Join { force, with }) => {
                self.head(*force)?;
                self.friends(*force, with)
            }
            Frame::Draft(Draft { organiser, moved, touched, gained, .. }) => {
                let Some(organiser) = organiser else { return Ok(()) };
                self.head(*organiser)?;
                [moved, touched, gained].into_iter().try_for_each(|units| self.friends(*organiser, units))
            }
            Frame::Aim(Aim { force, hex, with, targets, .. }) => {
                self.head(*force)?;
                self.ground(*hex)?;
                self.friends(*force, with)?;
                self.enemies(*force, targets)
            }
            Frame::Lose(Lose { forces, .. }) => match forces.first() {
                Some(first) => self.friends(*first, forces),
                None => self.must(false, || "nobody loses steps: name `forces`".to_owned()),
            },
            Frame::Fight(Fight { attackers, defenders, hex, .. })
            | Frame::Battle(Battle { attackers, defenders, hex, .. }) => {
                self.ground(*hex)?;
                let Some(first) = attackers.first() else {
                    return self.must(false, || "nobody attacks: name `attackers`".to_owned());
                };
                self.friends(*first, attackers)?;
                self.enemies(*first, defenders)
            }
            Frame::Storm(Storm { forces, hex }) => {
                self.castle(*hex)?;
                match forces.first() {
                    Some(first) => self.friends(*first, forces),
                    None => self.must(false, || "nobody storms: name `forces`".to_owned()),
                }
            }
            Frame::Assault(Assault { force, hex, .. }) | Frame::Demand(Demand { force, hex, .. }) => {
                self.castle(*hex)?;
                self.lives(*force)
            }
            Frame::Fall(Capture { hex, .. })
            | Frame::Yield(Yield { hex, .. })
            | Frame::Check(Check { hex, .. })
            | Frame::Terms(Terms { hex, .. }) => self.castle(*hex),
            // 36.4: a unit that is placed before play has a place to go to, or the position has no answer.
            Frame::Place(_) | Frame::Retreat(_) => Ok(()),
        }
    }

    fn id(&self, unit: UnitId) -> &str {
        &self.rules.unit(unit).id
    }

    fn lives(&self, unit: UnitId) -> Checked {
        self.must(self.state.lives(unit), || format!("{} is not in play", self.id(unit)))
    }

    fn head(&self, force: UnitId) -> Checked {
        self.lives(force)?;
        self.must(self.state.is_head(force), || {
            format!("{} is led by {}: name the head", self.id(force), self.id(self.state.head(force)))
        })
    }

    fn friends(&self, force: UnitId, units: &[UnitId]) -> Checked {
        let side = self.rules.side_of(force);
        let foe = units.iter().find(|unit| self.rules.side_of(**unit) != side);
        self.must(foe.is_none(), || {
            format!("{} is an enemy of {}", foe.map_or("", |unit| self.id(*unit)), self.id(force))
        })
    }

    fn enemies(&self, force: UnitId, units: &[UnitId]) -> Checked {
        let side = self.rules.side_of(force);
        let friend = units.iter().find(|unit| self.rules.side_of(**unit) == side);
        self.must(friend.is_none(), || {
            format!("{} is no enemy of {}", friend.map_or("", |unit| self.id(*unit)), self.id(force))
        })
    }

    fn ground(&self, hex: HexId) -> Checked {
        self.must(on_map(hex), || "`hex` is not on the map".to_owned())
    }

    fn castle(&self, hex: HexId) -> Checked {
        self.ground(hex)?;
        self.must(self.rules.castle_at(hex).is_some(), || {
            format!("there is no castle in {}", super::place_word(self.rules, hex))
        })
    }
}
