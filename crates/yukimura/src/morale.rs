//! Chapter 11: morale checks, one unit at a time, and the order in which a combat's checks are made.

use kernel::{Actions, Line, Modifier, Pool, Roll, Seat, Story, Thing};

use crate::{
    Yukimura,
    action::Action,
    event::Event,
    refuse::{About, May, No},
    rule_ids::*,
    state::{Fight, Retreat, Stage, State},
    units::UnitId,
};

impl Yukimura {
    pub(crate) fn begin_check(
        &self,
        state: &mut State,
        unit: UnitId,
        modifier: i16,
        chain: bool,
        story: &mut Story<Event>,
    ) {
        if self.unit(unit).morale.is_none() {
            // 11: the asterisk never checks; every check counts as passed.
            story.tell(|| Event::Unshaken { unit });
            return self.continue_cascade(state, story);
        }
        state.fight_mut().stage = Stage::Check { unit, modifier, chain };
    }

    pub(crate) fn check_roll(&self, unit: UnitId, modifier: i16, chain: bool) -> Roll {
        let morale = self.unit(unit).morale.unwrap_or_default();
        let mut modifiers = Vec::new();
        if modifier != 0 {
            modifiers.push(Modifier { value: modifier, line: Line::new("check-result"), rule: R_11_1A });
        }
        modifiers.push(Modifier { value: -morale, line: Line::new("check-morale"), rule: R_11_1A });
        Roll {
            rule: if chain { R_11_2_2 } else { R_11 },
            seat: Seat(self.side_of(unit).0),
            line: Line::new(if chain { "roll-chain" } else { "roll-check" })
                .with("unit", Thing::Piece(u16::from(unit.0)))
                .with("morale", i32::from(morale)),
            pool: Pool::d6(1),
            modifiers,
        }
    }

    pub(crate) fn resolve_check(&self, state: &mut State, pip: i32, story: &mut Story<Event>) {
        let Stage::Check { unit, modifier, chain } = state.fight_mut().stage else {
            unreachable!("a check was due")
        };
        let morale = self.unit(unit).morale.expect("only they check");
        let failed = pip + i32::from(modifier) - i32::from(morale);
        let longest = i32::from(self.numbers.morale.longest_retreat);
        match failed {
            ..=0 => {
                story.tell(|| Event::Held { unit, chain });
                self.continue_cascade(state, story);
            }
            _ if failed <= longest => {
                let why = if chain { Retreat::Chain } else { Retreat::Own };
                self.begin_retreat(state, unit, failed as u8, why, story);
            }
            _ => {
                self.remove(state, unit, R_11_3_REMOVED, story);
                self.continue_cascade(state, story);
            }
        }
    }

    /// 11-2-4: chain checks first in, first out; then the combat's own checks.
    pub(crate) fn continue_cascade(&self, state: &mut State, story: &mut Story<Event>) {
        if state.over.is_some() {
            return;
        }
        let fight = state.fight_mut();
        if fight.marked.is_empty() {
            return self.next_own_check(state, story);
        }
        // Nobody in the queue has retreated: whoever has is not marked, and checks one at a time.
        let unit = fight.marked.remove(0);
        if !state.on_map(unit) {
            return self.continue_cascade(state, story);
        }
        self.begin_check(state, unit, self.numbers.morale.chain_modifier, true, story);
    }

    /// 10-3-1: the attackers' own checks, in the order their owner picks.
    pub(crate) fn next_own_check(&self, state: &mut State, story: &mut Story<Event>) {
        let fight = state.fight().expect("a fight goes on");
        let mut waiting = 0;
        for (n, &unit) in fight.attackers.iter().enumerate() {
            if fight.waiting >> n & 1 != 0 && state.on_map(unit) {
                waiting |= 1 << n;
            }
        }
        let fight = state.fight_mut();
        fight.waiting = waiting;
        if waiting == 0 {
            return self.begin_advance(state, story);
        }
        fight.stage = Stage::Order;
    }

    pub(crate) fn list_checks(&self, fight: &Fight, out: &mut Actions<Action>) {
        for (n, &unit) in fight.attackers.iter().enumerate() {
            if fight.waiting >> n & 1 != 0 {
                out.push(Action::Check(unit));
            }
        }
    }

    pub(crate) fn judge_check(&self, fight: &Fight, unit: UnitId) -> May {
        match fight.attackers.iter().position(|&u| u == unit) {
            Some(n) if fight.waiting >> n & 1 != 0 => Ok(()),
            Some(_) => Err(No::new(R_10_3_1_A, "no-checked-already").unit(unit)),
            None => Err(No::new(R_10_3_1_A, "no-not-in-this-attack").unit(unit)),
        }
    }

    pub(crate) fn resolve_order(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let fight = state.fight_mut();
        let n = fight.attackers.iter().position(|&u| u == unit).expect("judged before");
        fight.waiting &= !(1 << n);
        let modifier = fight.modifier;
        self.begin_check(state, unit, modifier, false, story);
    }
}
