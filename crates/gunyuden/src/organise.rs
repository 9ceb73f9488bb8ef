//! Chapter 13: organising as a draft. Each click puts one unit into one box; "done" applies it.

use hexmap::HexId;
use kernel::{Actions, Line, Question, Seat, Side, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    refuse::{About, May, No, no, piece, place},
    rule_ids::*,
    state::{Frame, Phase, State, is_beside},
    units::{HouseId, UnitId, UnitSet},
};

/// A draft with nobody moved yet.
pub(crate) fn begin_draft(place: HexId, organiser: Option<UnitId>) -> Frame {
    let (moved, touched, gained) = Default::default();
    Frame::Draft { place, organiser, moved, touched, gained, able: false }
}

/// The draft on the table.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    place: HexId,
    organiser: Option<UnitId>,
    /// 13-2-3: nobody who can act has been involved yet, and somebody must be.
    needs_able: bool,
    side: Side,
    /// Whoever may still be put somewhere, and all whom the draft covers.
    open: UnitSet,
    covered: UnitSet,
}

impl Gunyuden {
    /// 13-2-2: the units this commander may deal with.
    fn covered_by(&self, state: &State, organiser: UnitId) -> UnitSet {
        let rank = self.unit(organiser).rank;
        let inside = state.holed.has(organiser);
        let may = |&unit: &UnitId| {
            let head = state.head(unit);
            self.army_of(unit) == self.army_of(organiser)
                && state.holed.has(unit) == inside
                && !state.acted.has(unit)
                && (head == organiser || self.unit(head).rank <= rank)
                && self.held(state, self.unit(unit).house).is_none()
        };
        state.units_at(state.hex(organiser)).iter().filter(may).collect()
    }

    pub(crate) fn may_organise(&self, state: &State, force: UnitId) -> May {
        self.may_be_moved_by_owner(state, force)?;
        if is_beside(state.hex(force)) {
            return no(R_32_2, "no-beside");
        }
        if !self.unit(force).is_commander() {
            return Err(No::new(R_13_1_1, "no-commander").unit(force));
        }
        if state.acted.has(force) {
            return Err(No::new(R_13_2_2, "no-acted").unit(force));
        }
        let covered = self.covered_by(state, force);
        if covered.len() < 2 {
            return Err(No::new(R_13_1_4, "no-one-to-organise").unit(force));
        }
        // 13-2-3: one of those involved must be able to act.
        self.may_act(state, force).or_else(|why| {
            let others = self.heads(state, covered).any(|unit| self.may_act(state, unit).is_ok());
            let frame = begin_draft(state.hex(force), Some(force));
            match others && self.can_reach_the_able(state, frame) {
                true => Ok(()),
                false => Err(why),
            }
        })
    }

    pub(crate) fn draft(&self, state: &State) -> Option<Draft> {
        let Some(Frame::Draft { place, organiser, moved, able, .. }) = state.frames.last() else {
            return None;
        };
        let covered = match organiser {
            Some(organiser) => self.covered_by(state, *organiser),
            None => state.units_at(*place).and(&self.sides[self.drafting_side(state, *place).index()]),
        };
        let moved: UnitSet = moved.iter().copied().collect();
        let open = match state.phase {
            Phase::Deploy => covered.without(&moved).without(&state.acted),
            _ => covered.without(&moved),
        };
        let side = match organiser {
            Some(organiser) => self.side_of(*organiser),
            None => self.drafting_side(state, *place),
        };
        let needs_able = !able && organiser.is_some_and(|force| self.may_act(state, force).is_err());
        Some(Draft { place: *place, organiser: *organiser, needs_able, side, open, covered })
    }

    fn drafting_side(&self, state: &State, place: HexId) -> Side {
        match is_beside(place) {
            true => self.armies[usize::from(place.0 & 0xff)].side,
            false => state.active,
        }
    }

    pub(crate) fn draft_question(&self, draft: &Draft) -> Question {
        let seat = Seat(draft.side.0);
        match draft.organiser {
            Some(force) => Question::new(seat, R_13_2, Line::new("ask-draft").with("unit", piece(force)))
                .at(piece(force)),
            None if is_beside(draft.place) => Question::new(seat, R_32_2, Line::new("ask-draft-beside")),
            None => {
                Question::new(seat, R_34_2_2, Line::new("ask-draft-start").with("hex", place(draft.place)))
                    .at(place(draft.place))
            }
        }
    }

    pub(crate) fn judge_joining(&self, state: &State, draft: &Draft, unit: UnitId, over: UnitId) -> May {
        if !draft.covered.has(unit) || !draft.covered.has(over) {
            let stranger = if draft.covered.has(unit) { over } else { unit };
            return Err(self.why_not_covered(state, draft, stranger));
        }
        if unit == over {
            return Err(No::new(R_9_2_3, "no-rank").unit(unit));
        }
        if !draft.open.has(unit) {
            return Err(No::new(R_13_1_5, "no-moved-already").unit(unit));
        }
        if state.head(unit) == over {
            return Err(No::new(R_13_2, "no-there-already").unit(unit));
        }
        if !state.is_head(over) {
            return Err(No::new(R_9_2_4, "no-led-leader").unit(over));
        }
        if state.is_head(unit) && state.members(unit).len() > 1 {
            return Err(No::new(R_9_2_4, "no-leading").unit(unit));
        }
        if state.holed.has(unit) != state.holed.has(over) {
            return Err(No::new(R_13_2_2, "no-walls-between").unit(unit));
        }
        self.may_lead(over, unit)?;
        if self.free_boxes(state, over) == 0 {
            return Err(No::new(R_9_2_1, "no-box").unit(over));
        }
        Ok(())
    }

    fn why_not_covered(&self, state: &State, draft: &Draft, unit: UnitId) -> No {
        if state.hex(unit) != draft.place {
            return No::new(R_13_1_4, "no-other-hex").unit(unit);
        }
        if self.side_of(unit) != draft.side {
            return No::new(R_12_0, "no-not-yours").unit(unit);
        }
        if let Some(rule) = self.held(state, self.unit(unit).house) {
            return No::new(rule, "no-held").unit(unit);
        }
        if draft.organiser.is_some_and(|organiser| self.army_of(organiser) != self.army_of(unit)) {
            return No::new(R_9_2_6, "no-other-army").unit(unit);
        }
        No::new(R_13_2_2, "no-not-eligible").unit(unit)
    }

    /// Whom "all of this house" or "fill" would take, the best first.
    fn takers(&self, state: &State, draft: &Draft, over: UnitId, house: Option<HouseId>) -> Vec<UnitId> {
        let free = self.free_boxes(state, over);
        let fits = |&unit: &UnitId| {
            let wanted = match house {
                Some(house) => self.unit(unit).house == house,
                None => state.is_head(unit),
            };
            // Most are told apart by rank and house.
            wanted
                && self.may_lead(over, unit).is_ok()
                && self.judge_joining(state, draft, unit, over).is_ok()
        };
        let open = if free > 0 { draft.open } else { UnitSet::default() };
        let mut takers: Vec<UnitId> = open.iter().filter(fits).collect();
        takers
            .sort_by_key(|&unit| (std::cmp::Reverse(self.strength(state, unit)), self.unit(unit).rank, unit));
        takers.truncate(free);
        takers
    }

    fn houses_in(&self, draft: &Draft) -> Vec<HouseId> {
        let mut houses: Vec<HouseId> = draft.open.iter().map(|unit| self.unit(unit).house).collect();
        houses.sort_unstable();
        houses.dedup();
        houses
    }

    /// 13-2-3: does this move involve a force that could act when the draft began? Each unit is moved once, so a
    /// head that was moved is no force of that time.
    fn involves_the_able(&self, state: &State, unit: UnitId, over: UnitId) -> bool {
        let Some(Frame::Draft { moved, .. }) = state.frames.last() else { return false };
        let is_able = |force: &UnitId| !moved.contains(force) && self.may_act(state, *force).is_ok();
        [state.head(unit), over].iter().any(is_able)
    }

    /// The moves of one unit that the boxes allow.
    fn moves(&self, state: &State, draft: &Draft) -> Vec<(UnitId, UnitId)> {
        let commanders: Vec<UnitId> =
            self.heads(state, draft.covered).filter(|&unit| self.unit(unit).is_commander()).collect();
        let mut moves = Vec::new();
        for unit in draft.open.iter() {
            let joins = |&over: &UnitId| {
                self.may_lead(over, unit).is_ok() && self.judge_joining(state, draft, unit, over).is_ok()
            };
            moves.extend(commanders.iter().copied().filter(joins).map(|over| (unit, over)));
            if !state.is_head(unit) {
                moves.push((unit, unit));
            }
        }
        moves
    }

    /// 13-2-3: can the next move involve a force that can act?
    fn is_next_to_the_able(&self, state: &State) -> bool {
        self.draft(state).is_some_and(|draft| {
            let mut moves = self.moves(state, &draft).into_iter();
            moves.any(|(unit, over)| self.involves_the_able(state, unit, over))
        })
    }

    /// The same for a draft not yet begun, with one move to make room first.
    fn can_reach_the_able(&self, state: &State, frame: Frame) -> bool {
        let mut begun = state.clone();
        begun.frames.push(frame);
        let first = || self.draft(&begun).map_or_else(Vec::new, |draft| self.moves(&begun, &draft));
        self.is_next_to_the_able(&begun)
            || first().into_iter().any(|(unit, over)| {
                let mut moved = begun.clone();
                self.box_unit(&mut moved, unit, over, &mut Story::silent());
                self.is_next_to_the_able(&moved)
            })
    }

    /// 13-2-3: a draft by a commander who cannot act must come to involve somebody who can.
    fn judge_able(&self, state: &State, draft: &Draft, action: Action) -> May {
        if !draft.needs_able {
            return Ok(());
        }
        if action == Action::Done {
            return no(R_13_2_3, "no-able-yet");
        }
        let mut after = state.clone();
        self.resolve_draft(&mut after, action, &mut Story::silent());
        let involved = matches!(after.frames.last(), Some(Frame::Draft { able: true, .. }));
        match involved || self.is_next_to_the_able(&after) {
            true => Ok(()),
            false => no(R_13_2_3, "no-able-left"),
        }
    }

    pub(crate) fn list_draft(&self, state: &State, out: &mut Actions<Action>) {
        let Some(draft) = self.draft(state) else { return };
        let may = |action: Action| self.judge_able(state, &draft, action).is_ok();
        if may(Action::Done) {
            out.push(Action::Done);
        }
        let heads = self.heads(state, draft.covered).filter(|&unit| self.unit(unit).is_commander());
        let commanders: Vec<UnitId> = heads.collect();
        for &over in &commanders {
            if self.takers(state, &draft, over, None).len() > 1 && may(Action::Fill(over)) {
                out.push(Action::Fill(over));
            }
        }
        for house in self.houses_in(&draft) {
            for &over in &commanders {
                let fits = self.takers(state, &draft, over, Some(house)).len() > 1;
                if fits && may(Action::House(house, over)) {
                    out.push(Action::House(house, over));
                }
            }
        }
        for (unit, over) in self.moves(state, &draft) {
            if out.full() {
                return;
            }
            let action = if unit == over { Action::Alone(unit) } else { Action::Join(unit, over) };
            if may(action) {
                out.push(action);
            }
        }
    }

    pub(crate) fn judge_draft(&self, state: &State, action: Action) -> Option<May> {
        let draft = self.draft(state)?;
        let may = self.judge_boxes(state, &draft, action)?;
        Some(may.and_then(|()| self.judge_able(state, &draft, action)))
    }

    fn judge_boxes(&self, state: &State, draft: &Draft, action: Action) -> Option<May> {
        Some(match action {
            Action::Done => Ok(()),
            Action::Join(unit, over) => self.judge_joining(state, draft, unit, over),
            Action::Alone(unit) if !draft.covered.has(unit) => Err(self.why_not_covered(state, draft, unit)),
            Action::Alone(unit) if !draft.open.has(unit) => {
                Err(No::new(R_13_1_5, "no-moved-already").unit(unit))
            }
            Action::Alone(unit) if state.is_head(unit) => Err(No::new(R_13_2, "no-alone-already").unit(unit)),
            Action::Alone(_) => Ok(()),
            Action::Fill(over) | Action::House(_, over) => {
                let house = if let Action::House(house, _) = action { Some(house) } else { None };
                if !draft.covered.has(over) {
                    Err(self.why_not_covered(state, draft, over))
                } else if !state.is_head(over) || !self.unit(over).is_commander() {
                    Err(No::new(R_13_1_1, "no-commander").unit(over))
                } else if self.takers(state, draft, over, house).len() > 1 {
                    Ok(())
                } else {
                    Err(No::new(R_9_2_2, "no-takers").unit(over))
                }
            }
            _ => return None,
        })
    }

    pub(crate) fn resolve_draft(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Some(draft) = self.draft(state) else { return };
        match action {
            Action::Join(unit, over) => self.box_unit(state, unit, over, story),
            Action::Alone(unit) => self.box_unit(state, unit, unit, story),
            Action::Fill(over) => {
                for unit in self.takers(state, &draft, over, None) {
                    self.box_unit(state, unit, over, story);
                }
            }
            Action::House(house, over) => {
                for unit in self.takers(state, &draft, over, Some(house)) {
                    self.box_unit(state, unit, over, story);
                }
            }
            _ => self.end_draft(state, story),
        }
    }

    fn box_unit(&self, state: &mut State, unit: UnitId, over: UnitId, story: &mut Story<Event>) {
        let before = state.head(unit);
        let involved = self.involves_the_able(state, unit, over);
        state.head[unit.index()] = over;
        fn add(list: &mut Vec<UnitId>, unit: UnitId) {
            if let Err(at) = list.binary_search(&unit) {
                list.insert(at, unit);
            }
        }
        if let Some(Frame::Draft { moved, touched, gained, able, .. }) = state.frames.last_mut() {
            *able |= involved;
            add(moved, unit);
            [before, over, unit].into_iter().for_each(|unit| add(touched, unit));
            if over != unit {
                add(gained, over);
            }
        }
        match over == unit {
            true => story.tell(|| Event::Separated { unit, head: before }),
            false => story.tell(|| Event::Joined { unit, head: over }),
        }
    }

    fn end_draft(&self, state: &mut State, story: &mut Story<Event>) {
        let Some(Frame::Draft { organiser, moved, touched, gained, .. }) = state.frames.pop() else { return };
        // 13-2-5: together they are as shaken as the most shaken of them.
        for over in gained {
            if state.is_head(over) {
                let all = state.members(over);
                let low = self.lowest(state, all) as u8;
                all.iter().for_each(|unit| state.set_low(unit, low));
            }
        }
        let Some(organiser) = organiser else {
            if state.phase == Phase::Deploy {
                moved.iter().for_each(|&unit| state.acted.insert(unit));
            }
            return;
        };
        // 14-1: replenishing is part of his own action, which he must have.
        let acts = self.may_act(state, organiser).is_ok();
        // The force in hand.
        state.frames.pop();
        for unit in touched.into_iter().chain([organiser]) {
            self.mark_acted(state, state.head(unit));
        }
        story.tell(|| Event::Organised { force: organiser });
        let can = self.can_refit(state, organiser).is_ok() || self.can_repair(state, organiser).is_ok();
        if acts && can {
            state.frames.push(Frame::Refit { force: organiser });
        }
    }
}
