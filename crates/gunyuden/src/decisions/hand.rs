//! 4-1-2(3-1) and 12: a force is in hand. What does it do?

use super::{
    aim::{self, Aim},
    assault, demand,
    draft::{self, Draft},
    join::{self, Join},
    legs, recover, replenish,
};
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hand<U = UnitId> {
    pub force: U,
    /// 24-1-8: its pitched battle was refused.
    pub refused: bool,
}

/// Whether this force may be taken in hand. A commander who cannot act may still organise others who can (13-2-3). One
/// that could do nothing but stand is left alone, so that a click does not spend its action.
pub(crate) fn may_take(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    match rules.may_act(state, force) {
        Ok(()) if !has_choice(rules, state, force) => Err(No::new(R_12_2_5, "no-choice").unit(force)),
        Ok(()) => Ok(()),
        Err(why) if draft::may_begin(rules, state, force).is_ok() => {
            debug_assert!(why.rule == R_12_2_1 || why.rule == R_12_2_4);
            Ok(())
        }
        Err(why) => Err(why),
    }
}

/// Whether there is anything a force that can act could do but stand.
fn has_choice(rules: &Gunyuden, state: &State, force: UnitId) -> bool {
    // Nearly every force can march to a hex beside it, which is quickly seen.
    if rules.may_march(state, force).is_ok() && rules.can_march_a_hex(state, force) {
        return true;
    }
    let mut list = Actions::up_to(2);
    let hand = Hand { force, refused: false };
    hand.list(Cx::new(rules, state, kernel::decision::NO_SEAT), &mut list);
    list.len() > 1
}

impl Hand {
    fn list_sieges(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        let force = self.force;
        let siege = [
            (Action::Surround, join::may_surround(rules, state, force)),
            (Action::Assault(force), assault::may_assault(rules, state, force)),
            (Action::Demand, demand::may_demand(rules, state, force)),
            (Action::Peace, demand::may_demand_peace(rules, state, force)),
            (Action::Repair, replenish::may_repair(rules, state, force)),
        ];
        siege.iter().filter(|(_, may)| may.is_ok()).for_each(|(action, _)| out.push(*action));
    }

    fn list_attacks(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        let (force, from) = (self.force, state.hex(self.force));
        if state.holed.has(force) {
            if aim::may_attack(rules, state, force, from).is_ok() {
                out.push(Action::Attack(from));
            }
            return;
        }
        let enemy = rules.side_of(force).other();
        for (_, hex) in rules.ground.atlas.neighbours(from) {
            if rules.stands(state, enemy, hex) && aim::may_attack(rules, state, force, hex).is_ok() {
                out.push(Action::Attack(hex));
                if aim::may_battle(rules, state, force, hex, self.refused).is_ok() {
                    out.push(Action::Battle(hex));
                }
            }
        }
    }

    fn judge_march(&self, cx: Cx<'_>, hex: HexId, inside: bool) -> May {
        let Cx { rules, state, .. } = cx;
        rules.may_march(state, self.force)?;
        if !inside && hex == state.hex(self.force) && !state.holed.has(self.force) {
            return Err(No::new(R_15_1, "no-same-hex").unit(self.force));
        }
        rules.may_march_to(state, &rules.march(state, self.force), hex, inside)
    }
}

impl Decision<Gunyuden> for Hand {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.force))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let force = piece(self.force);
        Question::new(cx.seat, R_4_1_2_3_1, Line::new("ask-hand").with("unit", force)).at(force)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        let force = self.force;
        out.push(Action::Stand);
        if !is_beside(state.hex(force)) {
            if rules.may_lift(state, force).is_ok() {
                out.push(Action::Lift(force));
            }
            let may_act = rules.may_act(state, force).is_ok();
            if may_act && rules.castle_at(state.hex(force)).is_some() {
                self.list_sieges(cx, out);
            }
            if draft::may_begin(rules, state, force).is_ok() {
                out.push(Action::Organise);
            }
            if may_act {
                if replenish::can_refit(rules, state, force).is_ok() {
                    out.push(Action::Refit);
                }
                if recover::may_recover(rules, state, force).is_ok() {
                    out.push(Action::Recover);
                }
                self.list_attacks(cx, out);
            }
        }
        if !out.full() && rules.may_march(state, force).is_ok() {
            if legs::may_begin(rules, state, force).is_ok() {
                out.push(Action::Legs);
            }
            if !out.full() && !rules.list_next_hexes(state, force, out) {
                let march = rules.march(state, force);
                rules.list_march(state, &march, state.holed.has(force), out);
            }
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let Cx { rules, state, .. } = cx;
        let force = self.force;
        let may = match *action {
            Action::Stand => Ok(()),
            Action::To(hex) => self.judge_march(cx, hex, false),
            Action::Into(hex) => self.judge_march(cx, hex, true),
            Action::Legs => legs::may_begin(rules, state, force),
            Action::Attack(hex) => aim::may_attack(rules, state, force, hex),
            Action::Battle(hex) => aim::may_battle(rules, state, force, hex, self.refused),
            Action::Surround => join::may_surround(rules, state, force),
            Action::Assault(by) if by == force => assault::may_assault(rules, state, force),
            Action::Assault(by) => Err(No::new(R_12_1_1, "no-other-in-hand").unit(by)),
            Action::Demand => demand::may_demand(rules, state, force),
            Action::Peace => demand::may_demand_peace(rules, state, force),
            Action::Organise => draft::may_begin(rules, state, force),
            Action::Refit => replenish::may_refit(rules, state, force),
            Action::Repair => replenish::may_repair(rules, state, force),
            Action::Recover => recover::may_recover(rules, state, force),
            Action::Lift(by) if by == force => rules.may_lift(state, force),
            Action::Force(other) | Action::Lift(other) => {
                Err(No::new(R_12_1_1, "no-other-in-hand").unit(other))
            }
            _ => return None,
        };
        let beside =
            is_beside(state.hex(force)) && !matches!(action, Action::To(_) | Action::Into(_) | Action::Stand);
        Some(if beside && may.is_ok() { no(R_32_2, "no-beside") } else { may })
    }

    fn act(&mut self, mut cx: CxMut<'_>, action: Action) -> Flow {
        let force = self.force;
        match action {
            Action::Stand => {
                cx.rules.mark_acted(cx.state, force);
                cx.story.tell(|| Event::Stood { force });
                Flow::Done
            }
            Action::To(hex) | Action::Into(hex) => {
                let march = cx.story.is_telling().then(|| cx.rules.march(cx.state, force));
                legs::end(cx, force, march, hex, matches!(action, Action::Into(_)))
            }
            Action::Legs => Flow::Next(legs::begin(cx.as_cx(), force)),
            Action::Attack(hex) => Flow::Call(Frame::Aim(Aim::new(force, hex, false))),
            Action::Battle(hex) => Flow::Call(Frame::Aim(Aim::new(force, hex, true))),
            Action::Surround => Flow::Call(Frame::Join(Join { force, with: Vec::new() })),
            Action::Assault(_) => Flow::Next(assault::begin(&mut cx, force)),
            Action::Demand => Flow::Next(demand::begin(&mut cx, force, false)),
            Action::Peace => Flow::Next(demand::begin(&mut cx, force, true)),
            Action::Organise => Flow::Call(Frame::Draft(Draft::new(cx.state.hex(force), Some(force)))),
            Action::Refit => Flow::Next(replenish::begin(&mut cx, force, false)),
            Action::Repair => Flow::Next(replenish::begin(&mut cx, force, true)),
            Action::Recover => recover::begin(cx, force),
            // 18-3-1: lifting is no action; the force is still in hand.
            Action::Lift(_) => {
                cx.rules.lift_surround(cx.state, force, cx.story);
                if has_choice(cx.rules, cx.state, force) { Flow::Stay } else { Flow::Done }
            }
            _ => unreachable!("{action:?} was judged legal"),
        }
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let Cx { rules, state, .. } = cx;
        let side = rules.side_of(self.force);
        let (unit, hex) = (crate::presentation::click::unit_clicked(thing), rules.hex_clicked(state, thing)?);
        let here = hex == state.hex(self.force);
        match unit {
            Some(unit) if rules.side_of(unit) == side && !here => Some(Action::To(hex)),
            Some(unit) if rules.side_of(unit) == side => Some(Action::Force(state.head(unit))),
            _ if rules.stands(state, side.other(), hex) => Some(Action::Attack(hex)),
            _ if here => match rules.castle_of(state, side, hex) {
                Some(_) if !state.holed.has(self.force) => Some(Action::Into(hex)),
                Some(_) => Some(Action::To(hex)),
                None => Some(Action::Surround),
            },
            Some(_) if rules.castle_of(state, side.other(), hex).is_none() => Some(Action::Attack(hex)),
            _ => Some(Action::To(hex)),
        }
    }
}
