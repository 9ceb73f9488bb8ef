//! What the computer should want: a judgement of positions, and plans worth looking at.
//!
//! A side wants castles: those of the enemy to take, its own to relieve. Each goal is worth what it scores, needs a
//! certain strength, and draws the forces for which it is worth most; what is gained on the way (standing before the
//! walls, surrounding them, wearing them down, a ruin to be built up again) counts more and more of the whole. Against
//! that stands what forces may lose where they are: steps, morale, their line of communication, a battle with somebody
//! stronger.

mod aims;
mod judgement;
mod plans;
mod style;
mod survey;

use kernel::{
    Evaluation, Plan, Rules, Seat, Side,
    evaluation::{Played, StyleShare, WON},
};

pub(crate) use self::aims::Aims;
use self::judgement::Temper;
use crate::{
    Gunyuden,
    model::{
        state::{Phase, State},
        units::HASHIBA,
    },
    notation::{
        action::Action,
        frames::{Battle, BattleStage, Check, CheckStage, Frame, Terms},
    },
    presentation::event::Event,
};

/// 22, 18, 19, 20 and 21, 25, 32. A castle that fell was either taken or ruined.
const DEEDS: [(&str, &[&str]); 7] = [
    ("battles", &["attacks", "sortie", "challenge"]),
    ("surrounds", &["surrounded"]),
    ("assaults", &["assault-begins"]),
    ("castles", &["castle-taken", "ruined"]),
    ("steps lost", &["step-lost"]),
    ("units lost", &["killed", "surrendered", "disbanded", "deserted", "scattered-unit", "scattered-beside"]),
    ("interventions", &["intervention-comes"]),
];

/// 2-2-1(6): the steps of a full unit.
const FULL: u8 = 2;

impl Gunyuden {
    fn judged(&self, state: &State, side: Side, temper: Temper) -> i32 {
        if let Some(over) = state.over {
            return if over.winner == side { WON } else { -WON };
        }
        let worth = self.judgement(state, side, temper);
        if side == HASHIBA { worth } else { -worth }
    }
}

impl Evaluation for Gunyuden {
    fn worth(&self, state: &State, side: Side) -> i32 {
        self.judged(state, side, Temper::BOLD)
    }

    fn prospect(&self, state: &State, side: Side) -> i32 {
        self.judged(state, side, Temper::WARY)
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        let Some(frame) = state.frames.last() else {
            match state.phase {
                Phase::Operation => match self.next_force(state) {
                    Some(force) => self.propose_for(state, seat, force, out),
                    None => out.push(Action::Done.into()),
                },
                Phase::Situation(_) => out.extend([Action::Wait, Action::Declare].map(Plan::from)),
                Phase::Deploy | Phase::Checks(_) => out.push(self.habit(state, seat).into()),
            }
            return;
        };
        match frame {
            // Losses by habit, or by going back.
            Frame::Lose(lose) => {
                let habit = self.habit(state, seat);
                out.push(habit.into());
                if habit != Action::Retreat && lose.judge_retreat(self).is_ok() {
                    out.push(Action::Retreat.into());
                }
            }
            // 20-4: to hold out, or to march off and leave the castle.
            Frame::Check(Check { hex, stage: CheckStage::Offer }) => {
                out.push(Action::Hold.into());
                if !self.garrison(state, *hex).is_empty() {
                    out.push(Plan::new(vec![Action::Offer, Action::Propose]));
                }
            }
            // A handful of answers, each with its own end.
            Frame::Storm(_)
            | Frame::Fight(_)
            | Frame::Yield(_)
            | Frame::Battle(Battle { stage: BattleStage::Consent | BattleStage::Break { .. }, .. })
            | Frame::Check(Check { stage: CheckStage::Traitor(_), .. })
            | Frame::Terms(Terms { open: false, .. }) => {
                let mut list = kernel::Actions::default();
                self.actions(state, seat, &mut list);
                out.extend(list.iter().copied().map(Plan::from));
            }
            // Everything else an owner does without thinking.
            _ => out.push(self.habit(state, seat).into()),
        }
    }

    /// A phase is a dozen plans of either side: lines through two of them took ten times as long and won no more games
    /// than the corrected judgement does.
    fn looks_ahead(&self) -> bool {
        false
    }

    fn style(&self, played: Played<'_, Gunyuden>, count: &mut dyn FnMut(Side, &'static str)) {
        style::count(&played, count);
    }

    fn style_shares(&self) -> &'static [StyleShare] {
        &style::SHARES
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.inning)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        // Steps: those of a unit that is not part of the position are all there.
        [0, 1].map(|side: usize| {
            self.sides[side].iter().map(|unit| u32::from(FULL.saturating_sub(state.steps(unit)))).sum()
        })
    }

    fn whose(&self, event: &Event) -> Option<Side> {
        Some(match *event {
            Event::Attack { force, .. }
            | Event::Challenge { force, .. }
            | Event::Surrounded { force, .. }
            | Event::AssaultBegins { force, .. }
            | Event::DemandMade { force, .. }
            | Event::Rebuilt { force, .. }
            | Event::CutOff { force }
            | Event::CastleFalls { captor: force, .. }
            | Event::Taken { captor: force, .. }
            | Event::Ruined { captor: Some(force), .. }
            | Event::StepLost { unit: force, .. }
            | Event::Removed { unit: force, .. } => self.side_of(force),
            Event::Intervention { army, comes: true, .. } | Event::Arrives { army, .. } => {
                self.armies[usize::from(army.0)].side
            }
            Event::Declared { house } | Event::Thaw { house, thaws: true, .. } => self.house(house).side,
            Event::Chooses { side, .. } | Event::Provoked { side, .. } => side,
            _ => return None,
        })
    }

    fn deeds(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &DEEDS
    }
}
