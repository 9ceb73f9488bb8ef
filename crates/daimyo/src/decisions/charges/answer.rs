//! 6.4, 6.5: what do the charged do?

use plane::{Footprint, Formation, Hand, Len, Point, Sector};

use crate::{
    decisions::charges::charge_move::ChargeMove,
    model::{ground::Kind, state::Charge},
    prelude::*,
    queries::{
        formation::TOLERANCE,
        steps::{Mover, Stepped},
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer {
    pub charge: u8,
}

impl Decision<Daimyo, Base> for Answer {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.seat_of(self.target(cx.state)).into()
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        !self.simply_stands(cx) && !cx.state.is(self.target(cx.state), Mark::Frenzied)
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        if self.simply_stands(cx.as_cx()) {
            cx.state.step = Step::Charge(ChargeMove { charge: self.charge });
            return Flow::Stay;
        }
        // 6.4: the frenzied counter-charge if they can.
        let target = self.target(cx.state);
        let counter = cx
            .rules
            .chargers(cx.state, target)
            .map(|charge| charge.unit)
            .find(|charger| may_counter(cx.rules, cx.state, target, *charger).is_ok());
        self.act(cx, counter.map_or(Action::Stand, Action::Counter))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let charge = &cx.state.charges[usize::from(self.charge)];
        let sector = cx.rules.struck_sector(cx.state, charge.target, charge.from);
        let line = Line::new("ask-answer")
            .with("unit", piece(charge.target))
            .with("charger", piece(charge.unit))
            .with("sector", open::scene::sector_key(sector));
        Question::new(cx.seat, R_6_5, line).at(piece(charge.target))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        let target = self.target(state);
        out.push(Action::Stand);
        let mut who: Vec<UnitId> = rules.chargers(state, target).map(|charge| charge.unit).collect();
        who.sort_unstable();
        for charger in &who {
            if may_face(rules, state, target, *charger).is_ok() {
                out.push(Action::StandFacing(*charger));
            }
        }
        for charger in &who {
            if may_counter(rules, state, target, *charger).is_ok() {
                out.push(Action::Counter(*charger));
            }
        }
        if may_retire(rules, target).is_ok() {
            out.push(Action::Retire);
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let Cx { rules, state, .. } = cx;
        let target = self.target(state);
        Some(match *action {
            Action::Stand => Ok(()),
            Action::StandFacing(charger) => may_face(rules, state, target, charger),
            Action::Counter(charger) => may_counter(rules, state, target, charger),
            Action::Retire => may_retire(rules, target),
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let target = self.target(state);
        state.body_mut(target).mark(Mark::Answered);
        state.step = Step::Charge(ChargeMove { charge: self.charge });
        match action {
            // D-DIS-4 looks at flank and rear when the charge strikes home (6.8).
            Action::Stand => story.tell(|| Event::of(R_6_5, "told-stands", target)),
            Action::StandFacing(charger) => face(rules, state, target, charger, story),
            Action::Counter(charger) => {
                for charge in &mut state.charges {
                    if charge.unit == charger && charge.target == target {
                        charge.countered = true;
                    }
                }
                state.body_mut(target).mark(Mark::Spent);
            }
            _ => {
                let from = nearest_charger(rules, state, target);
                flight::fall_back(rules, state, target, from, false, story);
            }
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.unit_clicked(thing).map(Action::StandFacing)
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        Some(Action::Stand)
    }

    fn branches(&self, _cx: Cx<'_>) -> bool {
        true
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        2
    }
}

impl Answer {
    fn target(&self, state: &State) -> UnitId {
        state.charges[usize::from(self.charge)].target
    }

    /// Whether there is nothing to choose: the target is in melee, in flight, a headquarters or has answered.
    fn simply_stands(&self, cx: Cx<'_>) -> bool {
        let target = self.target(cx.state);
        let body = cx.state.body(target);
        !body.is_steady()
            || body.is(Mark::Answered)
            || cx.rules.unit(target).is_headquarters()
            || cx.rules.in_melee(cx.state, target)
    }
}

/// 6.5: where the nearest of several chargers came from.
pub(crate) fn nearest_charger(rules: &Daimyo, state: &State, target: UnitId) -> Option<Point> {
    let near = |charge: &&Charge| (rules.gap(state, charge.unit, target), charge.unit);
    rules.chargers(state, target).min_by_key(near).map(|charge| charge.from)
}

fn charge_of(state: &State, target: UnitId, charger: UnitId) -> Option<&Charge> {
    state.charges.iter().find(|charge| charge.target == target && charge.unit == charger && !charge.off)
}

/// Whether the target may turn to face this charger.
fn may_face(rules: &Daimyo, state: &State, target: UnitId, charger: UnitId) -> May {
    let Some(charge) = charge_of(state, target, charger) else {
        return Err(No::new(R_6_5, "no-not-charging").with("other", piece(charger)));
    };
    if rules.sector(state, target, charge.from.fine()) == Sector::Front {
        return Err(No::new(R_6_5, "no-faces-already").with("other", piece(charger)));
    }
    if rules.unit(target).is_gun() {
        return Err(No::new(D_ART_3, "no-gun-manoeuvre"));
    }
    Ok(())
}

/// 6.5: whether the charger is in front, the way is free, and the troops are of a kind that counter-charges.
fn may_counter(rules: &Daimyo, state: &State, target: UnitId, charger: UnitId) -> May {
    let Some(charge) = charge_of(state, target, charger) else {
        return Err(No::new(R_6_5, "no-not-charging").with("other", piece(charger)));
    };
    let data = rules.unit(target);
    let no = |key| Err(No::new(R_6_5, key).with("unit", piece(target)));
    if data.is_timid() || data.is_gun() || data.is_headquarters() {
        return no("no-counter-kind");
    }
    if matches!(state.body(target).place, Where::Block(_)) {
        return no("no-counter-block");
    }
    let ahead = rules.print(state, target).strip(rules.tables.distances.touching + TOLERANCE);
    if rules.ground.touched(&ahead, |kind| kind == Kind::Palisade).is_some() {
        return no("no-counter-palisade");
    }
    if rules.sector(state, target, charge.from.fine()) != Sector::Front {
        return no("no-counter-front");
    }
    match counter_place(rules, state, charge) {
        Some(_) => Ok(()),
        None => no("no-counter-way"),
    }
}

/// Where a counter-charging unit comes to stand: it faces the charger and goes its share of the gap.
fn counter_place(rules: &Daimyo, state: &State, charge: &Charge) -> Option<Footprint> {
    let target = charge.target;
    let print = rules.print(state, target);
    let toward = charge.heading.turned(i32::from(charge.wheel)).back();
    let turn = print.heading.to(toward);
    if turn.abs() > 9 {
        return None;
    }
    let (own, other) = (rules.charge_allowance(state, target), rules.charge_allowance(state, charge.unit));
    let share = charge.path.part(own.0, (own.0 + other.0).max(1));
    let faced = print.turned(turn);
    let there = faced.advanced(share);
    let hull = faced.swept_to(&there);
    let closed = rules.ground.closed(&hull, rules.unit(target).is_mounted()).is_some();
    let blocked = state
        .here()
        .any(|unit| unit != target && unit != charge.unit && rules.shape(state, unit).overlaps(&hull));
    let too_far = rules.shape(state, charge.unit).overlaps(&hull);
    (!closed && !blocked && !too_far && !rules.ground.is_off(&hull)).then_some(there)
}

/// 6.5: the target goes to meet the charger, if its way is still free.
pub(crate) fn counter_charge(rules: &Daimyo, state: &mut State, charge: &Charge, story: &mut Story<Event>) {
    let Some(there) = counter_place(rules, state, charge) else { return };
    let target = charge.target;
    let hull = rules.print(state, target).swept_to(&there);
    let rough = rules.is_difficult(&hull) || rules.obstacles(&hull) != 0;
    placing::put(state, target, &there);
    let body = state.body_mut(target);
    body.mark(Mark::Charging);
    body.mark(Mark::Moved);
    story.tell(|| {
        Event::of(R_6_5, "told-counter-charges", target)
            .with("target", piece(charge.unit))
            .by(rules.side_of(target))
            .moved(piece(target), there.front)
    });
    if rough {
        placing::disorder_by(state, target, D_DIS_2, story);
    }
    placing::touch_guns(rules, state, target, &[hull], story);
}

fn may_retire(rules: &Daimyo, target: UnitId) -> May {
    if rules.unit(target).is_gun() { No::because(D_ART_3, "no-gun-manoeuvre") } else { Ok(()) }
}

/// 6.5: the cheapest turn or wheel that brings the charger to its front; disordered where it stands if there is
/// none it can pay for, or no time.
fn face(rules: &Daimyo, state: &mut State, target: UnitId, charger: UnitId, story: &mut Story<Event>) {
    let charge = *charge_of(state, target, charger).expect("judged legal");
    let found = if charge.path <= rules.tables.manoeuvre.no_time + TOLERANCE {
        None
    } else {
        facing_move(rules, state, target, &charge)
    };
    let Some((formation, stepped)) = found else {
        story.tell(|| Event::of(R_6_5, "told-cannot-face", target).with("target", piece(charger)));
        return placing::disorder_by(state, target, D_DIS_4, story);
    };
    let body = state.body_mut(target);
    body.formation = formation;
    body.mark(Mark::Moved);
    placing::put(state, target, &stepped.print);
    story.tell(|| {
        Event::of(R_6_5, "told-faces", target)
            .with("target", piece(charger))
            .moved(piece(target), stepped.print.front)
    });
    if stepped.rough {
        placing::disorder_by(state, target, D_DIS_2, story);
    }
}

fn facing_move(
    rules: &Daimyo,
    state: &State,
    target: UnitId,
    charge: &Charge,
) -> Option<(Formation, Stepped)> {
    if state.body(target).place != Where::Table {
        return None;
    }
    let mover = Mover::new(rules, state, target);
    let march = rules.fresh_march(state, target);
    let fronts = |stepped: &Stepped| stepped.print.sector(charge.from.fine()) == Sector::Front;
    let mut best: Option<(Len, Formation, Stepped)> = None;
    let mut consider = |formation: Formation, stepped: Stepped| {
        let cost = march.left - stepped.march.left;
        if fronts(&stepped) && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, formation, stepped));
        }
    };
    for action in [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About] {
        if let Ok((formation, stepped)) = rules.manoeuvre(state, &mover, &march, action) {
            consider(formation, stepped);
        }
    }
    let formation = state.body(target).formation;
    for hand in Hand::BOTH {
        let mut at = rules.stepped(state, target, march);
        for _ in 1..=18 {
            let Ok(next) = mover.wheel(&at, hand) else { break };
            at = next;
            consider(formation, at);
        }
    }
    best.map(|(_, formation, stepped)| (formation, stepped))
}
