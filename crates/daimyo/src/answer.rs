//! 6.4, 6.5: what the charged do.

use kernel::{Actions, Line, May, No, Question, Story};
use open::Event;
use plane::{Footprint, Hand, Len, Sector};

use crate::{
    Daimyo,
    action::Action,
    decisions::Step,
    ground::Kind,
    morale::Verdict,
    refer::piece,
    rule_ids::*,
    state::{Charge, Mark, State, Where},
    steps::{Mover, Stepped},
    units::UnitId,
};

/// 6.5: so near a charger leaves no time to turn.
const TOO_NEAR: Len = Len(400);

impl Daimyo {
    /// 6.4: does the target test?
    pub(crate) fn work_target_test(&self, state: &mut State, n: u8) -> bool {
        let target = state.charges[usize::from(n)].target;
        let body = state.body(target);
        let idle = !body.is_steady() || body.is(Mark::Answered) || self.in_melee(state, target);
        if !idle && self.charge_reason(state, target).is_some() {
            return false;
        }
        state.step = Step::Answer { charge: n };
        true
    }

    pub(crate) fn resolve_target_test(
        &self,
        state: &mut State,
        n: u8,
        natural: i32,
        story: &mut Story<Event>,
    ) {
        let target = state.charges[usize::from(n)].target;
        let reason = self.charge_reason(state, target).expect("only who must is tested");
        match self.throw_morale(state, target, reason, natural, story) {
            Verdict::Pass => state.step = Step::Answer { charge: n },
            Verdict::Fail(failure) => {
                state.body_mut(target).mark(Mark::Answered);
                state.step = Step::Charge { charge: n };
                let from = self.nearest_charger(state, target);
                self.suffer(state, target, failure, from, story);
            }
        }
    }

    /// 6.5: several chargers: from the nearest.
    fn nearest_charger(&self, state: &State, target: UnitId) -> Option<plane::Point> {
        let near = |charge: &&Charge| (self.gap(state, charge.unit, target), charge.unit);
        self.chargers(state, target).min_by_key(near).map(|charge| charge.from)
    }

    /// Is there anything to choose? Who is in melee, in flight, a headquarters or has answered simply stands.
    pub(crate) fn work_answer(&self, state: &mut State, n: u8, story: &mut Story<Event>) -> bool {
        let charge = state.charges[usize::from(n)];
        let target = charge.target;
        let body = state.body(target);
        let stands = !body.is_steady()
            || body.is(Mark::Answered)
            || self.unit(target).is_headquarters()
            || self.in_melee(state, target);
        if stands {
            state.step = Step::Charge { charge: n };
            return true;
        }
        if body.is(Mark::Frenzied) {
            // 6.4: it counter-charges if it can.
            let who = self.chargers(state, target).map(|charge| charge.unit).collect::<Vec<_>>();
            let counter = who.into_iter().find(|charger| self.may_counter(state, target, *charger).is_ok());
            self.resolve_answer(state, n, counter.map_or(Action::Stand, Action::Counter), story);
            return true;
        }
        false
    }

    pub(crate) fn answer_question(&self, state: &State, n: u8) -> Question {
        let charge = &state.charges[usize::from(n)];
        let sector = self.struck_sector(state, charge.target, charge.from);
        let line = Line::new("ask-answer")
            .with("unit", piece(charge.target))
            .with("charger", piece(charge.unit))
            .with("sector", open::scene::sector_key(sector));
        Question::new(self.seat_of(charge.target), R_6_5, line).at(piece(charge.target))
    }

    fn charge_of<'s>(&self, state: &'s State, target: UnitId, charger: UnitId) -> Option<&'s Charge> {
        state.charges.iter().find(|charge| charge.target == target && charge.unit == charger && !charge.off)
    }

    /// May it turn to face this charger?
    fn may_face(&self, state: &State, target: UnitId, charger: UnitId) -> May {
        let Some(charge) = self.charge_of(state, target, charger) else {
            return Err(No::new(R_6_5, "no-not-charging").with("other", piece(charger)));
        };
        if self.sector(state, target, charge.from.fine()) == Sector::Front {
            return Err(No::new(R_6_5, "no-faces-already").with("other", piece(charger)));
        }
        if self.unit(target).is_gun() {
            return Err(No::new(D_ART_3, "no-gun-manoeuvre"));
        }
        Ok(())
    }

    /// 6.5: a charger in front, a free way, and troops that do such things.
    pub(crate) fn may_counter(&self, state: &State, target: UnitId, charger: UnitId) -> May {
        let Some(charge) = self.charge_of(state, target, charger) else {
            return Err(No::new(R_6_5, "no-not-charging").with("other", piece(charger)));
        };
        let data = self.unit(target);
        let no = |key| Err(No::new(R_6_5, key).with("unit", piece(target)));
        if data.is_timid() || data.is_gun() || data.is_headquarters() {
            return no("no-counter-kind");
        }
        if matches!(state.body(target).place, Where::Block(_)) {
            return no("no-counter-block");
        }
        let ahead = self.print(state, target).strip(Len(105));
        if self.ground.touched(&ahead, |kind| kind == Kind::Palisade).is_some() {
            return no("no-counter-palisade");
        }
        if self.sector(state, target, charge.from.fine()) != Sector::Front {
            return no("no-counter-front");
        }
        match self.counter_place(state, charge) {
            Some(_) => Ok(()),
            None => no("no-counter-way"),
        }
    }

    /// Where a counter-charging unit comes to stand: it faces the charger and goes its share of the gap.
    fn counter_place(&self, state: &State, charge: &Charge) -> Option<Footprint> {
        let target = charge.target;
        let print = self.print(state, target);
        let toward = charge.heading.turned(i32::from(charge.wheel)).back();
        let turn = print.heading.to(toward);
        if turn.abs() > 9 {
            return None;
        }
        let (own, other) = (self.charge_allowance(state, target), self.charge_allowance(state, charge.unit));
        let share = charge.path.part(own.0, (own.0 + other.0).max(1));
        let faced = print.turned(turn);
        let there = faced.advanced(share);
        let hull = faced.swept_to(&there);
        let closed = self.ground.closed(&hull, self.unit(target).is_mounted()).is_some();
        let blocked = state
            .here()
            .any(|unit| unit != target && unit != charge.unit && self.shape(state, unit).overlaps(&hull));
        let too_far = self.shape(state, charge.unit).overlaps(&hull);
        (!closed && !blocked && !too_far && !self.ground.is_off(&hull)).then_some(there)
    }

    pub(crate) fn counter_charge(&self, state: &mut State, charge: &Charge, story: &mut Story<Event>) {
        let Some(there) = self.counter_place(state, charge) else { return };
        let target = charge.target;
        let hull = self.print(state, target).swept_to(&there);
        let rough = self.is_difficult(&hull) || self.obstacles(&hull) != 0;
        self.put(state, target, &there);
        let body = state.body_mut(target);
        body.mark(Mark::Charging);
        body.mark(Mark::Moved);
        story.tell(|| {
            Event::of(R_6_5, "told-counter-charges", target)
                .with("target", piece(charge.unit))
                .by(self.side_of(target))
                .moved(piece(target), there.front)
        });
        if rough {
            self.disorder_by(state, target, D_DIS_2, story);
        }
        self.touch_guns(state, target, &[hull], story);
    }

    fn may_retire(&self, target: UnitId) -> May {
        if self.unit(target).is_gun() { No::because(D_ART_3, "no-gun-manoeuvre") } else { Ok(()) }
    }

    pub(crate) fn may_answer(&self, state: &State, n: u8, action: Action) -> Option<May> {
        let target = state.charges[usize::from(n)].target;
        Some(match action {
            Action::Stand => Ok(()),
            Action::StandFacing(charger) => self.may_face(state, target, charger),
            Action::Counter(charger) => self.may_counter(state, target, charger),
            Action::Retire => self.may_retire(target),
            _ => return None,
        })
    }

    pub(crate) fn list_answers(&self, state: &State, n: u8, out: &mut Actions<Action>) {
        let target = state.charges[usize::from(n)].target;
        out.push(Action::Stand);
        let mut who: Vec<UnitId> = self.chargers(state, target).map(|charge| charge.unit).collect();
        who.sort_unstable();
        for charger in &who {
            if self.may_face(state, target, *charger).is_ok() {
                out.push(Action::StandFacing(*charger));
            }
        }
        for charger in &who {
            if self.may_counter(state, target, *charger).is_ok() {
                out.push(Action::Counter(*charger));
            }
        }
        if self.may_retire(target).is_ok() {
            out.push(Action::Retire);
        }
    }

    pub(crate) fn resolve_answer(&self, state: &mut State, n: u8, action: Action, story: &mut Story<Event>) {
        let target = state.charges[usize::from(n)].target;
        state.body_mut(target).mark(Mark::Answered);
        state.step = Step::Charge { charge: n };
        match action {
            Action::Stand => {
                story.tell(|| Event::of(R_6_5, "told-stands", target));
                // D-DIS-4 looks at flank and rear when the charge strikes home (6.8).
            }
            Action::StandFacing(charger) => self.face_charger(state, target, charger, story),
            Action::Counter(charger) => {
                for charge in &mut state.charges {
                    if charge.unit == charger && charge.target == target {
                        charge.countered = true;
                    }
                }
                state.body_mut(target).mark(Mark::Spent);
            }
            Action::Retire => {
                let from = self.nearest_charger(state, target);
                self.fall_back(state, target, from, false, story);
            }
            other => unreachable!("{other:?} was judged legal as an answer"),
        }
    }

    /// 6.5: the cheapest turn or wheel that brings the charger to its front; disordered where it stands if there is
    /// none it can pay for, or no time.
    fn face_charger(&self, state: &mut State, target: UnitId, charger: UnitId, story: &mut Story<Event>) {
        let charge = *self.charge_of(state, target, charger).expect("judged legal");
        let found = if charge.path <= TOO_NEAR + crate::formation::TOLERANCE {
            None
        } else {
            self.facing_move(state, target, &charge)
        };
        let Some((formation, stepped)) = found else {
            story.tell(|| Event::of(R_6_5, "told-cannot-face", target).with("target", piece(charger)));
            return self.disorder_by(state, target, D_DIS_4, story);
        };
        let body = state.body_mut(target);
        body.formation = formation;
        body.mark(Mark::Moved);
        self.put(state, target, &stepped.print);
        story.tell(|| {
            Event::of(R_6_5, "told-faces", target)
                .with("target", piece(charger))
                .moved(piece(target), stepped.print.front)
        });
        if stepped.rough {
            self.disorder_by(state, target, D_DIS_2, story);
        }
    }

    fn facing_move(
        &self,
        state: &State,
        target: UnitId,
        charge: &Charge,
    ) -> Option<(plane::Formation, Stepped)> {
        if state.body(target).place != Where::Table {
            return None;
        }
        let mover = Mover::new(self, state, target);
        let march = self.fresh_march(state, target);
        let fronts = |stepped: &Stepped| stepped.print.sector(charge.from.fine()) == Sector::Front;
        let mut best: Option<(Len, plane::Formation, Stepped)> = None;
        let mut consider = |formation: plane::Formation, stepped: Stepped| {
            let cost = march.left - stepped.march.left;
            if fronts(&stepped) && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, formation, stepped));
            }
        };
        for action in [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About] {
            if let Ok((formation, stepped)) = self.manoeuvre(state, &mover, &march, action) {
                consider(formation, stepped);
            }
        }
        let formation = state.body(target).formation;
        for hand in Hand::BOTH {
            let mut at = self.stepped(state, target, march);
            for _ in 1..=18 {
                let Ok(next) = mover.wheel(&at, hand) else { break };
                at = next;
                consider(formation, at);
            }
        }
        best.map(|(_, formation, stepped)| (formation, stepped))
    }
}
