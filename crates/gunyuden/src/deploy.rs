//! 34.2 and 36.4: setting up.

use hexmap::HexId;
use kernel::{Actions, Line, Question, Rules as _, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    board,
    event::Event,
    organise::begin_draft,
    refuse::{About, May, No, no, piece},
    rule_ids::*,
    scenarios::Free,
    state::{Castle, Frame, Phase, State, UNPLACED, beside},
    units::{CastleId, HASHIBA, UnitId},
};

impl Gunyuden {
    /// The position before the first question.
    pub(crate) fn opening(&self) -> State {
        let mut state = board::empty();
        state.phase = Phase::Deploy;
        state.active = HASHIBA;
        state.stage = 0;
        self.found_castles(&mut state);
        for group in &self.scenario.groups {
            for &unit in &group.units {
                state.holed.set(unit, group.inside);
                state.surrounding.set(unit, group.surround);
                self.put(&mut state, unit, group.hex);
            }
        }
        for unit in self.scenario.frees.iter().flat_map(|free| &free.units) {
            state.at[unit.index()] = UNPLACED;
        }
        for late in &self.scenario.interventions {
            for unit in &late.units {
                state.at[unit.index()] = beside(late.army);
            }
        }
        for arrival in &self.scenario.arrivals {
            for unit in &arrival.units {
                state.at[unit.index()] = beside(arrival.army);
            }
        }
        state
    }

    pub(crate) fn found_castles(&self, state: &mut State) {
        for (castle, keep) in state.castles.iter_mut().zip(&self.keeps) {
            *castle = Castle { owner: keep.owner, durability: keep.durability, low: 0, marks: 0 };
        }
    }

    fn waiting(&self, state: &State) -> Option<(&Free, UnitId)> {
        let frees = self.scenario.frees.iter().filter(|free| free.side == state.active);
        frees
            .filter_map(|free| {
                let unit = free.units.iter().copied().find(|&unit| state.hex(unit) == UNPLACED)?;
                Some((free, unit))
            })
            .next()
    }

    fn free_of(&self, unit: UnitId) -> Option<&Free> {
        self.scenario.frees.iter().find(|free| free.units.contains(&unit))
    }

    pub(crate) fn deploy_question(&self, state: &State) -> Question {
        let key = if self.waiting(state).is_some() { "ask-deploy" } else { "ask-set-up" };
        let rule = if self.waiting(state).is_some() { R_36_4 } else { R_34_2_2 };
        Question::new(Seat(state.active.0), rule, Line::new(key).with("side", state.active))
    }

    /// Hexes where somebody could still be put into somebody's box.
    fn organisable(&self, state: &State, hex: HexId) -> bool {
        let open = state.units_at(hex).without(&state.acted).and(&self.sides[state.active.index()]);
        if open.len() < 2 {
            return false;
        }
        self.heads(state, open).any(|over| {
            self.unit(over).is_commander()
                && self.free_boxes(state, over) > 0
                && open.iter().any(|unit| {
                    unit != over
                        && state.holed.has(unit) == state.holed.has(over)
                        && state.is_head(unit)
                        && state.members(unit).len() == 1
                        && self.may_lead(over, unit).is_ok()
                })
        })
    }

    fn own_hexes(&self, state: &State) -> Vec<HexId> {
        let units = self.sides[state.active.index()].iter().filter(|&unit| state.on_map(unit));
        let mut hexes: Vec<HexId> = units.map(|unit| state.hex(unit)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    pub(crate) fn list_deploy(&self, state: &State, out: &mut Actions<Action>) {
        if self.next_usual(state) != Action::Done {
            out.push(Action::Usual);
        }
        if let Some((free, _)) = self.waiting(state) {
            out.push(Action::Rest(free.default));
            for &unit in free.units.iter().filter(|&&unit| state.hex(unit) == UNPLACED) {
                out.push(Action::Force(unit));
            }
            for &hex in free.hexes.iter().filter(|&&hex| hex != free.default) {
                out.push(Action::Rest(hex));
            }
            return;
        }
        out.push(Action::Done);
        for hex in self.own_hexes(state) {
            if out.full() {
                return;
            }
            if self.organisable(state, hex) {
                out.push(Action::OrganiseAt(hex));
            }
            for force in self.forces_outside(state, state.active, hex).iter() {
                if self.judge_shut(state, force).is_ok() {
                    out.push(Action::Shut(force));
                }
            }
        }
    }

    fn judge_shut(&self, state: &State, force: UnitId) -> May {
        if self.side_of(force) != state.active {
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
        match self.castle_of(state, state.active, state.hex(force)) {
            Some(_) => Ok(()),
            None => Err(No::new(R_34_2_2, "no-own-castle").hex(state.hex(force))),
        }
    }

    fn judge_place(&self, state: &State, unit: UnitId, hex: HexId) -> May {
        let Some(free) = self.free_of(unit) else { return Err(No::new(R_36_4, "no-fixed").unit(unit)) };
        if free.hexes.contains(&hex) {
            return Ok(());
        }
        match self.barred(state, free.side, hex) {
            Some(rule) => Err(No::new(rule, "no-barred").hex(hex)),
            None => Err(No::new(free.rule, "no-set-up-there").hex(hex)),
        }
    }

    pub(crate) fn judge_deploy(&self, state: &State, action: Action) -> Option<May> {
        let waiting = self.waiting(state);
        Some(match (action, waiting) {
            (Action::Rest(hex), Some((_, unit))) => self.judge_place(state, unit, hex),
            (Action::Rest(_), None) => no(R_36_4, "no-nobody-waits"),
            (Action::Force(unit), _) if state.hex(unit) == UNPLACED && self.side_of(unit) == state.active => {
                Ok(())
            }
            (Action::Force(unit), _) => Err(No::new(R_36_4, "no-fixed").unit(unit)),
            (Action::Usual, _) if self.next_usual(state) == Action::Done => no(R_34_2_2, "no-usual"),
            (Action::Usual, _) => Ok(()),
            (Action::Done | Action::OrganiseAt(_) | Action::Shut(_), Some(_)) => no(R_36_4, "no-place-first"),
            (Action::Done, None) => Ok(()),
            (Action::OrganiseAt(hex), None) => match self.organisable(state, hex) {
                true => Ok(()),
                false => Err(No::new(R_34_2_2, "no-one-here").hex(hex)),
            },
            (Action::Shut(force), None) => self.judge_shut(state, force),
            _ => return None,
        })
    }

    pub(crate) fn resolve_deploy(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        match action {
            Action::Rest(hex) => {
                while let Some((_, unit)) = self.waiting(state) {
                    self.put(state, unit, hex);
                    story.tell(|| Event::Placed { unit, hex });
                }
            }
            Action::Force(unit) => state.frames.push(Frame::Place { unit }),
            Action::OrganiseAt(place) => {
                state.frames.push(begin_draft(place, None));
            }
            Action::Shut(force) => self.hole_up(state, force, R_34_2_2, story),
            Action::Usual => self.set_up_as_usual(state, story),
            _ => self.end_deployment(state, story),
        }
    }

    /// Everything that is left of the set-up, in one action.
    fn set_up_as_usual(&self, state: &mut State, story: &mut Story<Event>) {
        let side = state.active;
        while state.phase == Phase::Deploy && state.active == side {
            match state.frames.last() {
                Some(_) => {
                    let action = self.habit(state, Seat(side.0));
                    self.resolve_draft(state, action, story);
                }
                None => {
                    let action = self.next_usual(state);
                    self.resolve_deploy(state, action, story);
                }
            }
        }
    }

    // One unit in hand.

    pub(crate) fn place_question(&self, unit: UnitId) -> Question {
        let prompt = Line::new("ask-place").with("unit", piece(unit));
        Question::new(Seat(self.side_of(unit).0), R_36_4, prompt).at(piece(unit))
    }

    pub(crate) fn list_place(&self, unit: UnitId, out: &mut Actions<Action>) {
        if let Some(free) = self.free_of(unit) {
            free.hexes.iter().for_each(|&hex| out.push(Action::To(hex)));
        }
    }

    pub(crate) fn judge_placing(&self, state: &State, unit: UnitId, action: Action) -> Option<May> {
        match action {
            Action::To(hex) => Some(self.judge_place(state, unit, hex)),
            _ => None,
        }
    }

    pub(crate) fn resolve_placing(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        story: &mut Story<Event>,
    ) {
        state.frames.pop();
        self.put(state, unit, hex);
        story.tell(|| Event::Placed { unit, hex });
    }

    /// What a careful owner does next before play: everybody in a box, lone garrisons inside.
    fn next_usual(&self, state: &State) -> Action {
        if let Some((free, _)) = self.waiting(state) {
            return Action::Rest(free.default);
        }
        for hex in self.own_hexes(state) {
            if self.organisable(state, hex) {
                return Action::OrganiseAt(hex);
            }
        }
        for hex in self.own_hexes(state) {
            let forces = self.forces_outside(state, state.active, hex);
            if forces.len() == 1
                && let Some(force) = forces.first()
                && state.members(force).len() == 1
                && self.judge_shut(state, force).is_ok()
            {
                return Action::Shut(force);
            }
        }
        Action::Done
    }

    pub(crate) fn habitual_deployment(&self, state: &State) -> Action {
        match self.next_usual(state) {
            Action::Done => Action::Done,
            _ => Action::Usual,
        }
    }

    /// The castles of a side, for judgements.
    pub(crate) fn castles_of(&self, state: &State, side: kernel::Side) -> impl Iterator<Item = CastleId> {
        (0..self.keeps.len() as u8)
            .map(CastleId)
            .filter(move |&castle| self.castle_side(state, castle) == Some(side))
    }
}
