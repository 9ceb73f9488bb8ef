//! Chapter 13: organising as a draft. Each click puts one unit into one box; "done" applies it.

use super::{refit::Refit, replenish};
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Draft<U = UnitId, H = HexId> {
    pub place: H,
    /// None before play and before an army enters: then it is no action.
    pub organiser: Option<U>,
    pub moved: Vec<U>,
    pub touched: Vec<U>,
    pub gained: Vec<U>,
    /// 13-2-3: a force that could act is involved.
    #[serde(default)]
    pub able: bool,
}

/// 13-2-2: the units this commander may deal with.
fn covered_by(rules: &Gunyuden, state: &State, organiser: UnitId) -> UnitSet {
    let rank = rules.unit(organiser).rank;
    let inside = state.holed.has(organiser);
    let may = |&unit: &UnitId| {
        let head = state.head(unit);
        rules.army_of(unit) == rules.army_of(organiser)
            && state.holed.has(unit) == inside
            && !state.acted.has(unit)
            && (head == organiser || rules.unit(head).rank <= rank)
            && rules.held(state, rules.unit(unit).house).is_none()
    };
    state.units_at(state.hex(organiser)).iter().filter(may).collect()
}

/// Whether the force may begin to organise.
pub(crate) fn may_begin(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    rules.may_be_moved_by_owner(state, force)?;
    if is_beside(state.hex(force)) {
        return no(R_32_2, "no-beside");
    }
    if !rules.unit(force).is_commander() {
        return Err(No::new(R_13_1_1, "no-commander").unit(force));
    }
    if state.acted.has(force) {
        return Err(No::new(R_13_2_2, "no-acted").unit(force));
    }
    let covered = covered_by(rules, state, force);
    if covered.len() < 2 {
        return Err(No::new(R_13_1_4, "no-one-to-organise").unit(force));
    }
    // 13-2-3: one of those involved must be able to act.
    rules.may_act(state, force).or_else(|why| {
        let others = rules.heads(state, covered).any(|unit| rules.may_act(state, unit).is_ok());
        let draft = Draft::new(state.hex(force), Some(force));
        match others && draft.can_reach_the_able(rules, state) {
            true => Ok(()),
            false => Err(why),
        }
    })
}

fn add(list: &mut Vec<UnitId>, unit: UnitId) {
    if let Err(at) = list.binary_search(&unit) {
        list.insert(at, unit);
    }
}

/// What a draft deals with, worked out once for all its questions.
struct Desk<'a> {
    draft: &'a Draft,
    rules: &'a Gunyuden,
    state: &'a State,
    /// 13-2-3: nobody who can act has been involved yet, and somebody must be.
    needs_able: bool,
    side: Side,
    /// Units that may still be put somewhere, and all whom the draft covers.
    open: UnitSet,
    covered: UnitSet,
}

impl Draft {
    pub(crate) fn new(place: HexId, organiser: Option<UnitId>) -> Draft {
        let (moved, touched, gained) = Default::default();
        Draft { place, organiser, moved, touched, gained, able: false }
    }

    fn side(&self, rules: &Gunyuden, state: &State) -> Side {
        match self.organiser {
            Some(organiser) => rules.side_of(organiser),
            None if is_beside(self.place) => rules.armies[usize::from(self.place.0 & 0xff)].side,
            None => state.active,
        }
    }

    fn desk<'a>(&'a self, rules: &'a Gunyuden, state: &'a State) -> Desk<'a> {
        let side = self.side(rules, state);
        let covered = match self.organiser {
            Some(organiser) => covered_by(rules, state, organiser),
            None => state.units_at(self.place).and(&rules.sides[side.index()]),
        };
        let moved: UnitSet = self.moved.iter().copied().collect();
        let open = match state.phase {
            Phase::Deploy => covered.without(&moved).without(&state.acted),
            _ => covered.without(&moved),
        };
        let needs_able =
            !self.able && self.organiser.is_some_and(|force| rules.may_act(state, force).is_err());
        Desk { draft: self, rules, state, needs_able, side, open, covered }
    }

    /// 13-2-3: does this move involve a force that could act when the draft began? Each unit is moved once, so a
    /// head that was moved is no force of that time.
    fn involves_the_able(&self, rules: &Gunyuden, state: &State, unit: UnitId, over: UnitId) -> bool {
        let is_able = |force: &UnitId| !self.moved.contains(force) && rules.may_act(state, *force).is_ok();
        [state.head(unit), over].iter().any(is_able)
    }

    /// 13-2-3: can the next move involve a force that can act?
    fn is_next_to_the_able(&self, rules: &Gunyuden, state: &State) -> bool {
        let mut moves = self.desk(rules, state).moves().into_iter();
        moves.any(|(unit, over)| self.involves_the_able(rules, state, unit, over))
    }

    /// The same for a draft not yet begun, with one move to make room first.
    fn can_reach_the_able(&self, rules: &Gunyuden, state: &State) -> bool {
        self.is_next_to_the_able(rules, state)
            || self.desk(rules, state).moves().into_iter().any(|(unit, over)| {
                let (mut draft, mut state) = (self.clone(), state.clone());
                draft.put(rules, &mut state, unit, over, &mut Story::silent());
                draft.is_next_to_the_able(rules, &state)
            })
    }

    /// Puts a unit into a box, or out of one.
    fn put(
        &mut self,
        rules: &Gunyuden,
        state: &mut State,
        unit: UnitId,
        over: UnitId,
        story: &mut Story<Event>,
    ) {
        let before = state.head(unit);
        self.able |= self.involves_the_able(rules, state, unit, over);
        state.head[unit.index()] = over;
        add(&mut self.moved, unit);
        [before, over, unit].into_iter().for_each(|unit| add(&mut self.touched, unit));
        if over != unit {
            add(&mut self.gained, over);
        }
        match over == unit {
            true => story.tell(|| Event::Separated { unit, head: before }),
            false => story.tell(|| Event::Joined { unit, head: over }),
        }
    }

    /// Carries out an action other than "done".
    fn box_units(&mut self, rules: &Gunyuden, state: &mut State, action: Action, story: &mut Story<Event>) {
        let (takers, over) = match action {
            Action::Join(unit, over) => (vec![unit], over),
            Action::Alone(unit) => (vec![unit], unit),
            Action::Fill(over) => (self.desk(rules, state).takers(over, None), over),
            Action::House(house, over) => (self.desk(rules, state).takers(over, Some(house)), over),
            _ => unreachable!("{action:?} was judged legal"),
        };
        for unit in takers {
            self.put(rules, state, unit, over, story);
        }
    }

    fn end(&mut self, cx: CxMut<'_>) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        // 13-2-5: together they are as shaken as the most shaken of them.
        for &over in &self.gained {
            if state.is_head(over) {
                let all = state.members(over);
                let low = rules.lowest(state, all) as u8;
                all.iter().for_each(|unit| state.set_low(unit, low));
            }
        }
        let Some(organiser) = self.organiser else {
            if state.phase == Phase::Deploy {
                self.moved.iter().for_each(|&unit| state.acted.insert(unit));
            }
            return Flow::Done;
        };
        // 14-1: replenishing is part of the commander's own action, which they must have.
        let acts = rules.may_act(state, organiser).is_ok();
        // The force is no longer in hand.
        state.frames.pop();
        for &unit in self.touched.iter().chain([&organiser]) {
            rules.mark_acted(state, state.head(unit));
        }
        story.tell(|| Event::Organised { force: organiser });
        let can = replenish::can_refit(rules, state, organiser).is_ok()
            || replenish::can_repair(rules, state, organiser).is_ok();
        if acts && can {
            state.frames.push(Frame::Refit(Refit { force: organiser }));
        }
        Flow::Done
    }
}

impl Desk<'_> {
    fn commanders(&self) -> Vec<UnitId> {
        let heads = self.rules.heads(self.state, self.covered);
        heads.filter(|&unit| self.rules.unit(unit).is_commander()).collect()
    }

    fn judge_joining(&self, unit: UnitId, over: UnitId) -> May {
        let (rules, state) = (self.rules, self.state);
        if !self.covered.has(unit) || !self.covered.has(over) {
            let stranger = if self.covered.has(unit) { over } else { unit };
            return Err(self.why_not_covered(stranger));
        }
        if unit == over {
            return Err(No::new(R_9_2_3, "no-rank").unit(unit));
        }
        if !self.open.has(unit) {
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
        rules.may_lead(over, unit)?;
        if rules.free_boxes(state, over) == 0 {
            return Err(No::new(R_9_2_1, "no-box").unit(over));
        }
        Ok(())
    }

    fn why_not_covered(&self, unit: UnitId) -> No {
        let (rules, state) = (self.rules, self.state);
        if state.hex(unit) != self.draft.place {
            return No::new(R_13_1_4, "no-other-hex").unit(unit);
        }
        if rules.side_of(unit) != self.side {
            return No::new(R_12_0, "no-not-yours").unit(unit);
        }
        if let Some(rule) = rules.held(state, rules.unit(unit).house) {
            return No::new(rule, "no-held").unit(unit);
        }
        let organiser = self.draft.organiser;
        if organiser.is_some_and(|organiser| rules.army_of(organiser) != rules.army_of(unit)) {
            return No::new(R_9_2_6, "no-other-army").unit(unit);
        }
        No::new(R_13_2_2, "no-not-eligible").unit(unit)
    }

    /// The units that "all of this house" or "fill" would take, the best first.
    fn takers(&self, over: UnitId, house: Option<HouseId>) -> Vec<UnitId> {
        let (rules, state) = (self.rules, self.state);
        let free = rules.free_boxes(state, over);
        let fits = |&unit: &UnitId| {
            let wanted = match house {
                Some(house) => rules.unit(unit).house == house,
                None => state.is_head(unit),
            };
            // Most are told apart by rank and house.
            wanted && rules.may_lead(over, unit).is_ok() && self.judge_joining(unit, over).is_ok()
        };
        let open = if free > 0 { self.open } else { UnitSet::default() };
        let mut takers: Vec<UnitId> = open.iter().filter(fits).collect();
        takers.sort_by_key(|&unit| {
            (std::cmp::Reverse(rules.strength(state, unit)), rules.unit(unit).rank, unit)
        });
        takers.truncate(free);
        takers
    }

    fn houses(&self) -> Vec<HouseId> {
        let mut houses: Vec<HouseId> = self.open.iter().map(|unit| self.rules.unit(unit).house).collect();
        houses.sort_unstable();
        houses.dedup();
        houses
    }

    /// The moves of one unit that the boxes allow.
    fn moves(&self) -> Vec<(UnitId, UnitId)> {
        let commanders = self.commanders();
        let mut moves = Vec::new();
        for unit in self.open.iter() {
            let joins = |&over: &UnitId| {
                self.rules.may_lead(over, unit).is_ok() && self.judge_joining(unit, over).is_ok()
            };
            moves.extend(commanders.iter().copied().filter(joins).map(|over| (unit, over)));
            if !self.state.is_head(unit) {
                moves.push((unit, unit));
            }
        }
        moves
    }

    /// 13-2-3: a draft by a commander who cannot act must come to involve somebody who can.
    fn judge_able(&self, action: Action) -> May {
        if !self.needs_able {
            return Ok(());
        }
        if action == Action::Done {
            return no(R_13_2_3, "no-able-yet");
        }
        let (mut draft, mut after) = (self.draft.clone(), self.state.clone());
        draft.box_units(self.rules, &mut after, action, &mut Story::silent());
        match draft.able || draft.is_next_to_the_able(self.rules, &after) {
            true => Ok(()),
            false => no(R_13_2_3, "no-able-left"),
        }
    }

    fn judge_boxes(&self, action: Action) -> Option<May> {
        let state = self.state;
        Some(match action {
            Action::Done => Ok(()),
            Action::Join(unit, over) => self.judge_joining(unit, over),
            Action::Alone(unit) if !self.covered.has(unit) => Err(self.why_not_covered(unit)),
            Action::Alone(unit) if !self.open.has(unit) => {
                Err(No::new(R_13_1_5, "no-moved-already").unit(unit))
            }
            Action::Alone(unit) if state.is_head(unit) => Err(No::new(R_13_2, "no-alone-already").unit(unit)),
            Action::Alone(_) => Ok(()),
            Action::Fill(over) => self.judge_takers(over, None),
            Action::House(house, over) => self.judge_takers(over, Some(house)),
            _ => return None,
        })
    }

    fn judge_takers(&self, over: UnitId, house: Option<HouseId>) -> May {
        if !self.covered.has(over) {
            return Err(self.why_not_covered(over));
        }
        if !self.state.is_head(over) || !self.rules.unit(over).is_commander() {
            return Err(No::new(R_13_1_1, "no-commander").unit(over));
        }
        match self.takers(over, house).len() {
            0 | 1 => Err(No::new(R_9_2_2, "no-takers").unit(over)),
            _ => Ok(()),
        }
    }
}

impl Decision<Gunyuden> for Draft {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(self.side(cx.rules, cx.state))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        match self.organiser {
            Some(force) => {
                let force = piece(force);
                Question::new(cx.seat, R_13_2, Line::new("ask-draft").with("unit", force)).at(force)
            }
            None if is_beside(self.place) => Question::new(cx.seat, R_32_2, Line::new("ask-draft-beside")),
            None => {
                let hex = place(self.place);
                Question::new(cx.seat, R_34_2_2, Line::new("ask-draft-start").with("hex", hex)).at(hex)
            }
        }
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let desk = self.desk(cx.rules, cx.state);
        let may = |action: Action| desk.judge_able(action).is_ok();
        if may(Action::Done) {
            out.push(Action::Done);
        }
        let commanders = desk.commanders();
        for &over in &commanders {
            if desk.takers(over, None).len() > 1 && may(Action::Fill(over)) {
                out.push(Action::Fill(over));
            }
        }
        for house in desk.houses() {
            for &over in &commanders {
                if desk.takers(over, Some(house)).len() > 1 && may(Action::House(house, over)) {
                    out.push(Action::House(house, over));
                }
            }
        }
        for (unit, over) in desk.moves() {
            if out.full() {
                return;
            }
            let action = if unit == over { Action::Alone(unit) } else { Action::Join(unit, over) };
            if may(action) {
                out.push(action);
            }
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let desk = self.desk(cx.rules, cx.state);
        Some(desk.judge_boxes(*action)?.and_then(|()| desk.judge_able(*action)))
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        if action == Action::Done {
            return self.end(cx);
        }
        self.box_units(cx.rules, cx.state, action, cx.story);
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let unit = crate::presentation::click::unit_clicked(thing)?;
        Some(match cx.state.is_head(unit) {
            true => Action::Fill(unit),
            false => Action::Alone(unit),
        })
    }

    /// Before play everybody into a box.
    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        if self.organiser.is_some() {
            return None;
        }
        let mut list = Actions::default();
        self.list(cx, &mut list);
        list.iter().copied().find(|action| match action {
            Action::Fill(_) => true,
            Action::Join(unit, _) => cx.state.is_head(*unit),
            _ => false,
        })
    }
}
