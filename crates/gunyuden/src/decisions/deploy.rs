//! 34.2 and 36.4: the active side sets up. Which hex or force is next?

use kernel::{Move, Rules as _, decision};

use super::{draft::Draft, placing::Placing, sequence};
use crate::{
    model::{scenarios::Free, state::UNPLACED},
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(super) struct Deploy;

pub(super) fn free_of(rules: &Gunyuden, unit: UnitId) -> Option<&Free> {
    rules.scenario.frees.iter().find(|free| free.units.contains(&unit))
}

pub(super) fn judge_place(rules: &Gunyuden, state: &State, unit: UnitId, hex: HexId) -> May {
    let Some(free) = free_of(rules, unit) else { return Err(No::new(R_36_4, "no-fixed").unit(unit)) };
    if free.hexes.contains(&hex) {
        return Ok(());
    }
    match rules.barred(state, free.side, hex) {
        Some(rule) => Err(No::new(rule, "no-barred").hex(hex)),
        None => Err(No::new(free.rule, "no-set-up-there").hex(hex)),
    }
}

/// The next unit that its owner has to place.
fn unplaced<'a>(rules: &'a Gunyuden, state: &State) -> Option<(&'a Free, UnitId)> {
    let frees = rules.scenario.frees.iter().filter(|free| free.side == state.active);
    frees
        .filter_map(|free| {
            let unit = free.units.iter().copied().find(|&unit| state.hex(unit) == UNPLACED)?;
            Some((free, unit))
        })
        .next()
}

/// Whether somebody in this hex could still be put into somebody's box.
fn is_organisable(rules: &Gunyuden, state: &State, hex: HexId) -> bool {
    let open = state.units_at(hex).without(&state.acted).and(&rules.sides[state.active.index()]);
    if open.len() < 2 {
        return false;
    }
    rules.heads(state, open).any(|over| {
        rules.unit(over).is_commander()
            && rules.free_boxes(state, over) > 0
            && open.iter().any(|unit| {
                unit != over
                    && state.holed.has(unit) == state.holed.has(over)
                    && state.is_head(unit)
                    && state.members(unit).len() == 1
                    && rules.may_lead(over, unit).is_ok()
            })
    })
}

fn own_hexes(rules: &Gunyuden, state: &State) -> Vec<HexId> {
    let units = rules.sides[state.active.index()].iter().filter(|&unit| state.on_map(unit));
    let mut hexes: Vec<HexId> = units.map(|unit| state.hex(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

fn judge_shut(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    if rules.side_of(force) != state.active {
        return Err(No::new(R_36_4, "no-not-yours").unit(force));
    }
    if !state.on_map(force) {
        return Err(No::new(R_36_4, "no-unplaced").unit(force));
    }
    if !state.is_head(force) {
        return Err(No::new(R_12_2_1, "no-led").unit(force).with("head", piece(state.head(force))));
    }
    if state.holed.has(force) {
        return Err(No::new(R_16_0, "no-inside-already").unit(force));
    }
    match rules.castle_of(state, state.active, state.hex(force)) {
        Some(_) => Ok(()),
        None => Err(No::new(R_34_2_2, "no-own-castle").hex(state.hex(force))),
    }
}

/// What a careful owner does next before play: everybody in a box, lone garrisons inside.
fn next_usual(rules: &Gunyuden, state: &State) -> Action {
    if let Some((free, _)) = unplaced(rules, state) {
        return Action::Rest(free.default);
    }
    let hexes = own_hexes(rules, state);
    if let Some(&hex) = hexes.iter().find(|&&hex| is_organisable(rules, state, hex)) {
        return Action::OrganiseAt(hex);
    }
    for hex in hexes {
        let forces = rules.forces_outside(state, state.active, hex);
        if forces.len() == 1
            && let Some(force) = forces.first()
            && state.members(force).len() == 1
            && judge_shut(rules, state, force).is_ok()
        {
            return Action::Shut(force);
        }
    }
    Action::Done
}

/// Everything that is left of the set-up, in one action.
fn set_up_as_usual(cx: CxMut<'_, Base>) {
    let CxMut { rules, state, story, .. } = cx;
    let side = state.active;
    while state.phase == Phase::Deploy && state.active == side {
        let action = match state.frames.last() {
            Some(_) => rules.habit(state, Seat(side.0)),
            None => next_usual(rules, state),
        };
        decision::step(rules, state, story, Some(Move::Act(Seat(side.0), action)));
    }
}

impl Decision<Gunyuden, Base> for Deploy {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        seat_of(cx.state.active)
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let (key, rule) = match unplaced(cx.rules, cx.state) {
            Some(_) => ("ask-deploy", R_36_4),
            None => ("ask-set-up", R_34_2_2),
        };
        Question::new(cx.seat, rule, Line::new(key).with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        if next_usual(rules, state) != Action::Done {
            out.push(Action::Usual);
        }
        if let Some((free, _)) = unplaced(rules, state) {
            out.push(Action::Rest(free.default));
            let units = free.units.iter().copied().filter(|&unit| state.hex(unit) == UNPLACED);
            out.extend(units.map(Action::Force));
            out.extend(free.hexes.iter().copied().filter(|&hex| hex != free.default).map(Action::Rest));
            return;
        }
        out.push(Action::Done);
        for hex in own_hexes(rules, state) {
            if out.full() {
                return;
            }
            if is_organisable(rules, state, hex) {
                out.push(Action::OrganiseAt(hex));
            }
            let forces = rules.forces_outside(state, state.active, hex);
            let shut = forces.iter().filter(|&force| judge_shut(rules, state, force).is_ok());
            out.extend(shut.map(Action::Shut));
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let Cx { rules, state, .. } = cx;
        let waiting = unplaced(rules, state);
        Some(match (*action, waiting) {
            (Action::Rest(hex), Some((_, unit))) => judge_place(rules, state, unit, hex),
            (Action::Rest(_), None) => no(R_36_4, "no-nobody-waits"),
            (Action::Force(unit), _)
                if state.hex(unit) == UNPLACED && rules.side_of(unit) == state.active =>
            {
                Ok(())
            }
            (Action::Force(unit), _) => Err(No::new(R_36_4, "no-fixed").unit(unit)),
            (Action::Usual, _) if next_usual(rules, state) == Action::Done => no(R_34_2_2, "no-usual"),
            (Action::Usual, _) => Ok(()),
            (Action::Done | Action::OrganiseAt(_) | Action::Shut(_), Some(_)) => no(R_36_4, "no-place-first"),
            (Action::Done, None) => Ok(()),
            (Action::OrganiseAt(hex), None) => match is_organisable(rules, state, hex) {
                true => Ok(()),
                false => Err(No::new(R_34_2_2, "no-one-here").hex(hex)),
            },
            (Action::Shut(force), None) => judge_shut(rules, state, force),
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let CxMut { rules, state, story, .. } = cx;
        match action {
            Action::Rest(hex) => {
                while let Some((_, unit)) = unplaced(rules, state) {
                    rules.put(state, unit, hex);
                    story.tell(|| Event::Placed { unit, hex });
                }
            }
            Action::Force(unit) => return Flow::Call(Frame::Place(Placing { unit })),
            Action::OrganiseAt(hex) => return Flow::Call(Frame::Draft(Draft::new(hex, None))),
            Action::Shut(force) => rules.hole_up(state, force, R_34_2_2, story),
            Action::Usual => set_up_as_usual(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }),
            _ => sequence::end_deployment(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }),
        }
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        sequence::is_tidy(cx.rules, cx.state)
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        sequence::tidy(cx.rules, cx.state);
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        let Cx { rules, state, .. } = cx;
        if let Some(unit) = crate::presentation::click::unit_clicked(thing) {
            return match state.hex(unit) == UNPLACED {
                true => Some(Action::Force(unit)),
                false => rules.head_clicked(state, thing).map(Action::Shut),
            };
        }
        let hex = rules.hex_clicked(state, thing)?;
        let waits = rules.sides[state.active.index()].iter().any(|unit| state.hex(unit) == UNPLACED);
        Some(if waits { Action::Rest(hex) } else { Action::OrganiseAt(hex) })
    }

    fn default_action(&self, cx: Cx<'_, Base>) -> Option<Action> {
        Some(match next_usual(cx.rules, cx.state) {
            Action::Done => Action::Done,
            _ => Action::Usual,
        })
    }
}
