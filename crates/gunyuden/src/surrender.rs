//! Chapters 20 and 21: demands for surrender, and the fall of a castle.

use hexmap::HexId;
use kernel::{Actions, Line, Modifiers, Pool, Question, Roll, Rule, Seat, Side, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::{Cast, Event},
    frames::Gift,
    refuse::{About, May, No, no, piece, place},
    rule_ids::*,
    skirmish::modify,
    state::{Castle, Frame, Happened, State},
    tables::Answer,
    units::{CastleId, HouseId, Rank, UnitId, UnitSet},
};

impl Answer {
    pub(crate) fn rule(self) -> Rule {
        match self {
            Answer::Death => R_20_3A,
            Answer::Refused => R_20_3B,
            Answer::Silence => R_20_3C,
            Answer::Opened => R_20_3D,
            Answer::Castellan => R_20_3E,
            Answer::WarParty => R_20_3F,
            Answer::Disbanded => R_20_3G,
            Answer::Surrender => R_20_3H,
        }
    }

    pub(crate) fn key(self) -> &'static str {
        match self {
            Answer::Death => "answer-death",
            Answer::Refused => "answer-refused",
            Answer::Silence => "answer-silence",
            Answer::Opened => "answer-opened",
            Answer::Castellan => "answer-castellan",
            Answer::WarParty => "answer-war-party",
            Answer::Disbanded => "answer-disbanded",
            Answer::Surrender => "answer-surrender",
        }
    }
}

impl Gunyuden {
    pub(crate) fn may_demand(&self, state: &State, force: UnitId) -> May {
        self.may_act(state, force)?;
        let castle = self.besieged_by(state, force)?;
        if !self.unit(force).is_commander() {
            return Err(No::new(R_20_1, "no-commander").unit(force));
        }
        if state.members(force).and(&state.surrounding).is_empty() {
            return Err(No::new(R_17_1_5, "no-surround-first").unit(force));
        }
        let (body, hex) = (state.castle(castle), state.hex(force));
        if body.has(Castle::DEATH) {
            return Err(No::new(R_20_3A, "no-to-the-death").hex(hex));
        }
        if body.has(Castle::ASSAULTED) {
            return Err(No::new(R_20_1_1, "no-after-assault").hex(hex));
        }
        if body.has(Castle::DEMANDED) {
            return Err(No::new(R_20_1_2, "no-second-demand").hex(hex));
        }
        Ok(())
    }

    /// 37.7: a demand for peace is a demand in all but its row.
    pub(crate) fn may_demand_peace(&self, state: &State, force: UnitId) -> May {
        let Some(peace) = self.scenario.peace.as_ref().filter(|peace| peace.side == self.side_of(force))
        else {
            return no(R_37_7, "no-peace-here");
        };
        if state.inning < peace.from {
            return Err(No::new(peace.rule, "no-peace-yet").with("inning", i32::from(peace.from)));
        }
        if !state.holed.has(peace.unit) || state.hex(peace.unit) != state.hex(force) {
            return Err(No::new(peace.rule, "no-peace-unit").unit(peace.unit));
        }
        self.may_demand(state, force)
    }

    pub(crate) fn begin_demand(
        &self,
        state: &mut State,
        force: UnitId,
        peace: bool,
        story: &mut Story<Event>,
    ) {
        let hex = state.hex(force);
        self.provoke(state, force, story);
        if let Some(castle) = self.castle_at(hex) {
            state.castles[castle.index()].marks |= Castle::DEMANDED;
        }
        self.mark_acted(state, force);
        match peace {
            false => story.tell(|| Event::DemandMade { force, hex }),
            true => story.tell(|| Event::PeaceDemanded { force, hex }),
        }
        state.frames.push(Frame::Demand { force, hex, peace });
    }

    /// 20-2-1.
    fn demand_modifiers(&self, state: &State, castle: CastleId, force: UnitId) -> Modifiers {
        let mut list = Modifiers::new();
        let hex = self.keep(castle).hex;
        let figures = &self.tables.figures.modifier;
        match self.garrison(state, hex).iter().map(|unit| self.unit(unit).rank).max() {
            Some(Rank::Chief) => modify(&mut list, figures.chief_inside, "mod-chief-inside", R_20_2_1),
            Some(Rank::General) => modify(&mut list, figures.general_inside, "mod-general-inside", R_20_2_1),
            _ => {}
        }
        let by = match state.lives(force) {
            true => state.members(force),
            false => UnitSet::default(),
        };
        let heart = self.castle_low(state, castle) - self.lowest(state, by);
        modify(&mut list, heart, "mod-morale", R_20_2_1);
        if state.castle(castle).has(Castle::REFUSED) {
            modify(&mut list, figures.refused, "mod-refused", R_20_3B);
        }
        list
    }

    pub(crate) fn demand_roll(&self, state: &State) -> Option<Roll> {
        let (force, hex, rule, key) = match state.frames.last()? {
            Frame::Demand { force, hex, peace: false } => (*force, *hex, R_20_2, "roll-demand"),
            Frame::Demand { force, hex, peace: true } => (*force, *hex, R_37_7, "roll-peace"),
            Frame::Fall { captor, hex, .. } => (*captor, *hex, R_21_0, "roll-fall"),
            _ => return None,
        };
        let castle = self.castle_at(hex)?;
        let line = Line::new(key)
            .with("unit", piece(force))
            .with("hex", place(hex))
            .with("durability", i32::from(state.castle(castle).durability));
        let modifiers = self.demand_modifiers(state, castle, force);
        Some(Roll { rule, seat: Seat(self.side_of(force).0), line, pool: Pool::d6(1), modifiers })
    }

    pub(crate) fn fall_demand(&self, state: &mut State, die: i32, story: &mut Story<Event>) {
        let (captor, hex, fallen) = match state.frames.last() {
            Some(&Frame::Demand { force, hex, peace: true }) => {
                return self.fall_peace(state, force, hex, die, story);
            }
            Some(&Frame::Demand { force, hex, .. }) => (force, hex, None),
            Some(&Frame::Fall { captor, hex, ruin }) => (captor, hex, Some(ruin)),
            _ => return,
        };
        let Some(castle) = self.castle_at(hex) else { return };
        let cast = Cast { die, modifiers: self.demand_modifiers(state, castle, captor) };
        let durability = if fallen.is_some() { 0 } else { state.castle(castle).durability };
        let answer = self.tables.answer(durability, cast.total());
        state.frames.pop();
        let inside = self.garrison(state, hex).len() as u8;
        story.tell(|| Event::Answered { hex, cast, durability, answer, inside });
        match answer {
            Answer::Death => state.castles[castle.index()].marks |= Castle::DEATH,
            Answer::Refused => state.castles[castle.index()].marks |= Castle::REFUSED,
            Answer::Silence => {}
            _ => self.begin_yield(state, captor, hex, answer, fallen == Some(true)),
        }
    }

    /// 37.7: whoever would open the castle makes peace, and the war is over.
    fn fall_peace(&self, state: &mut State, force: UnitId, hex: HexId, die: i32, story: &mut Story<Event>) {
        let (Some(peace), Some(castle)) = (&self.scenario.peace, self.castle_at(hex)) else { return };
        let cast = Cast { die, modifiers: self.demand_modifiers(state, castle, force) };
        let answer = self.tables.answer(peace.row, cast.total());
        let made = answer >= Answer::Opened;
        state.frames.pop();
        story.tell(|| Event::PeaceAnswered { hex, cast, made });
        if made {
            state.happened.note(Happened::PEACE);
            self.finish(state, story);
        } else if answer == Answer::Refused {
            state.castles[castle.index()].marks |= Castle::REFUSED;
        }
    }

    /// 21.0: the castle falls; with a garrison inside the die tells how.
    pub(crate) fn begin_fall(
        &self,
        state: &mut State,
        castle: CastleId,
        captor: UnitId,
        ruin: bool,
        story: &mut Story<Event>,
    ) {
        let hex = self.keep(castle).hex;
        story.tell(|| Event::CastleFalls { hex, captor });
        match self.garrison(state, hex).is_empty() {
            true => self.pass(state, castle, captor, ruin, story),
            false => state.frames.push(Frame::Fall { captor, hex, ruin }),
        }
    }

    fn begin_yield(&self, state: &mut State, captor: UnitId, hex: HexId, answer: Answer, ruin: bool) {
        let inside = self.garrison(state, hex).len() as u8;
        let remove = match answer {
            Answer::Castellan => self.tables.figures.removal.castellan,
            Answer::WarParty => self.tables.figures.removal.war_party,
            Answer::Disbanded => inside.div_ceil(2),
            Answer::Surrender => inside,
            _ => 0,
        };
        let (remove, answer) = (remove.min(inside), Some(answer));
        state.frames.push(Frame::Yield { captor, hex, remove, taken: 0, answer, ruin, passed: false });
    }

    /// 20-3-1, 21-1(1): the castle has a new owner, or none. The surround is over.
    fn pass(
        &self,
        state: &mut State,
        castle: CastleId,
        captor: UnitId,
        ruin: bool,
        story: &mut Story<Event>,
    ) {
        let hex = self.keep(castle).hex;
        for unit in self.surrounders(state, hex).iter() {
            state.surrounding.remove(unit);
        }
        let owner = if ruin { HouseId::NONE } else { self.unit(captor).house };
        if ruin {
            state.castles[castle.index()].durability = 0;
        }
        self.renew(state, castle, owner);
        match ruin {
            true => story.tell(|| Event::Ruined { hex, captor: Some(captor) }),
            false => story.tell(|| Event::Taken { hex, captor }),
        }
    }

    pub(crate) fn run_yield(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        let Some(&Frame::Yield { captor, hex, remove, taken, answer, ruin, passed }) = state.frames.last()
        else {
            return false;
        };
        let garrison = self.garrison(state, hex);
        if remove > 0 && !garrison.is_empty() {
            if garrison.len() > usize::from(remove) {
                return false;
            }
            for unit in garrison.iter() {
                self.take(state, unit, story);
            }
            return true;
        }
        if !passed {
            if let Some(castle) = self.castle_at(hex) {
                self.pass(state, castle, captor, ruin, story);
            }
            if let Some(Frame::Yield { passed, remove, .. }) = state.frames.last_mut() {
                (*passed, *remove) = (true, 0);
            }
            return true;
        }
        if let Some(first) = garrison.first() {
            if self.refuges(state, self.side_of(first)).next().is_some() {
                return false;
            }
            for unit in garrison.iter() {
                self.remove(state, unit, R_20_3_2, story);
            }
            return true;
        }
        state.frames.pop();
        let left = taken / 2;
        if answer == Some(Answer::Surrender) && left > 0 && !self.wounded(state, captor).is_empty() {
            state.frames.push(Frame::Gain { force: captor, left, gift: Gift::Prisoners });
        }
        true
    }

    /// One of the garrison is given up.
    fn take(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        let steps = state.steps(unit);
        if let Some(Frame::Yield { remove, taken, .. }) = state.frames.last_mut() {
            (*remove, *taken) = (remove.saturating_sub(1), *taken + steps);
        }
        self.remove(state, unit, R_36_6_2, story);
    }

    pub(crate) fn yield_question(&self, state: &State) -> Option<Question> {
        let Some(Frame::Yield { captor, hex, remove, answer, .. }) = state.frames.last() else { return None };
        let at = place(*hex);
        let winner = self.side_of(*captor);
        Some(match remove {
            0 => {
                Question::new(Seat(winner.other().0), R_20_3_2, Line::new("ask-leave").with("hex", at)).at(at)
            }
            left => {
                let prompt = Line::new("ask-remove").with("hex", at).with("left", i32::from(*left));
                let rule = answer.map_or(R_20_4, Answer::rule);
                Question::new(Seat(winner.0), rule, prompt).at(at)
            }
        })
    }

    /// 20-3-2: hexes with an own or allied force outside, or castle.
    pub(crate) fn refuges(&self, state: &State, side: Side) -> impl Iterator<Item = HexId> {
        let mut hexes: Vec<HexId> = self.sides[side.index()]
            .iter()
            .filter(|&unit| state.on_map(unit) && !state.holed.has(unit))
            .map(|unit| state.hex(unit))
            .chain(
                (0..self.keeps.len() as u8)
                    .map(CastleId)
                    .filter(|&castle| self.castle_side(state, castle) == Some(side))
                    .map(|castle| self.keep(castle).hex),
            )
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|&hex| self.barred(state, side, hex).is_none());
        hexes.into_iter()
    }

    pub(crate) fn list_yield(&self, state: &State, out: &mut Actions<Action>) {
        let Some(Frame::Yield { hex, remove, .. }) = state.frames.last() else { return };
        let garrison = self.garrison(state, *hex);
        if *remove > 0 {
            return garrison.iter().for_each(|unit| out.push(Action::Remove(unit)));
        }
        if let Some(first) = garrison.first() {
            self.refuges(state, self.side_of(first)).for_each(|hex| out.push(Action::Leave(hex)));
        }
    }

    pub(crate) fn judge_yield(&self, state: &State, action: Action) -> Option<May> {
        let Some(Frame::Yield { hex, remove, .. }) = state.frames.last() else { return None };
        let garrison = self.garrison(state, *hex);
        Some(match action {
            Action::Remove(unit) if *remove > 0 => match garrison.has(unit) {
                true => Ok(()),
                false => Err(No::new(R_20_3E, "no-garrison").unit(unit)),
            },
            Action::Leave(to) if *remove == 0 => {
                let side = self.side_of(garrison.first()?);
                match self.refuges(state, side).any(|hex| hex == to) {
                    true => Ok(()),
                    false => Err(No::new(R_20_3_2, "no-refuge").hex(to)),
                }
            }
            Action::Remove(_) | Action::Leave(_) => no(R_20_3_2, "no-not-yet"),
            _ => return None,
        })
    }

    pub(crate) fn resolve_yield(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        match action {
            Action::Remove(unit) => self.take(state, unit, story),
            Action::Leave(to) => self.march_out(state, to, story),
            _ => {}
        }
    }

    /// 20-3-2: all together, with morale restored; into the castle there where enemies stand before it.
    fn march_out(&self, state: &mut State, to: HexId, story: &mut Story<Event>) {
        let Some(&Frame::Yield { hex, .. }) = state.frames.last() else { return };
        let garrison = self.garrison(state, hex);
        let Some(first) = garrison.first() else { return };
        let inside = self.stands(state, self.side_of(first).other(), to);
        for unit in garrison.iter() {
            self.lift(state, unit);
            state.holed.set(unit, inside);
            state.set_low(unit, 0);
            self.put(state, unit, to);
        }
        if inside && let Some(castle) = self.castle_at(to) {
            state.castles[castle.index()].low = 0;
        }
        story.tell(|| Event::MarchedOut { unit: first, units: garrison, from: hex, to });
    }
}
