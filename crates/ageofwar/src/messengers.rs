//! Chapter 23: messengers from the Maku, and the determination they bring.

use kernel::{Actions, Line, May, No, Pool, Question, Roll, Side, Story, Stroke};
use open::Event;
use plane::{Compass, Len, Outline, Point};

use crate::{
    AgeOfWar,
    action::Action,
    formation::TOLERANCE,
    generals::{beside, is_beside},
    ground::Land,
    refer::{messenger as rider, piece},
    rule_ids::*,
    state::{Daimyo, Errand, Errandry, State, Step, Where},
    steps::HALF,
    units::{ClanId, MESSENGERS, UnitId},
};

impl AgeOfWar {
    /// Where messengers start: the Maku, or wherever the daimyo is.
    pub(crate) fn daimyo_at(&self, state: &State, side: Side) -> Option<Point> {
        match state.camp(side).daimyo {
            Daimyo::Dead => None,
            Daimyo::With(unit) => Some(self.print(state, unit).centre().point()),
            Daimyo::Maku => Some(self.camp_shape(side).centre().point()),
        }
    }

    /// Step 5: the dice of this turn.
    pub(crate) fn work_messengers(&self, state: &mut State) {
        let side = state.active;
        let home = self.daimyo_at(state, side);
        for messenger in &mut state.camp_mut(side).messengers {
            if matches!(messenger.errand, Errandry::Arrived) {
                messenger.errand = Errandry::Home;
            }
            if messenger.errand == Errandry::Fled {
                messenger.errand = Errandry::OnWay;
            }
            (messenger.dice, messenger.goal) = (0, None);
            if messenger.errand == Errandry::Home
                && let Some(home) = home
            {
                messenger.at = home;
            }
        }
        let table = &self.tables.messengers;
        let maku = state.body(self.makus[side.index()]).place == Where::Table;
        let dice = if maku { table.dice } else { table.without_maku };
        let nobody = home.is_none() || self.sendings(state).is_empty();
        state.step = if nobody { Step::Motivate } else { Step::Allot { dice } };
    }

    /// 14.4: which messenger may be given a die, for whom.
    fn sendings(&self, state: &State) -> Vec<(u8, ClanId)> {
        let side = state.active;
        let goals =
            self.all_clans().filter(|clan| self.clan(*clan).side == side && self.has_general(state, *clan));
        let goals: Vec<ClanId> = goals.collect();
        let able = |n: u8| {
            matches!(state.camp(side).messengers[usize::from(n)].errand, Errandry::Home | Errandry::OnWay)
        };
        let riders = (0..MESSENGERS as u8).filter(|n| able(*n));
        riders
            .flat_map(|n| {
                let fixed = state.camp(side).messengers[usize::from(n)].goal;
                goals
                    .iter()
                    .copied()
                    .filter(move |goal| fixed.is_none_or(|fixed| fixed == *goal))
                    .map(move |goal| (n, goal))
            })
            .collect()
    }

    pub(crate) fn allot_question(&self, state: &State, dice: u8) -> Question {
        let line = Line::new("ask-allot").with("n", i32::from(dice));
        Question::new(kernel::Seat(state.active.0), A_20_5, line)
    }

    pub(crate) fn may_send(&self, state: &State, n: u8, clan: ClanId) -> May {
        if usize::from(n) >= MESSENGERS || !self.sendings(state).contains(&(n, clan)) {
            return No::because(R_14_4, "no-send");
        }
        Ok(())
    }

    pub(crate) fn list_allot(&self, state: &State, out: &mut Actions<Action>) {
        for (messenger, clan) in self.sendings(state) {
            out.push(Action::Send { messenger, clan });
        }
        out.push(Action::NoSend);
        out.push(Action::Evenly);
    }

    pub(crate) fn resolve_allot(&self, state: &mut State, dice: u8, action: Action) {
        let side = state.active;
        let left = match action {
            Action::Send { messenger, clan } => {
                let who = &mut state.camp_mut(side).messengers[usize::from(messenger)];
                who.goal = Some(clan);
                who.dice += 1;
                dice - 1
            }
            Action::Evenly => {
                self.send_evenly(state, dice);
                0
            }
            _ => 0,
        };
        state.step = if left > 0 { Step::Allot { dice: left } } else { Step::Ride { messenger: 0 } };
    }

    /// 14.10: the dice that are left go to the generals in order.
    fn send_evenly(&self, state: &mut State, dice: u8) {
        let side = state.active;
        let mut sent: Vec<u8> = Vec::new();
        for (n, clan) in self.sendings(state) {
            let who = &mut state.camp_mut(side).messengers[usize::from(n)];
            let taken = who.goal;
            let others = (0..MESSENGERS as u8)
                .any(|m| m != n && state.camp(side).messengers[usize::from(m)].goal == Some(clan));
            if taken == Some(clan) || taken.is_none() && !others {
                state.camp_mut(side).messengers[usize::from(n)].goal = Some(clan);
                if !sent.contains(&n) {
                    sent.push(n);
                }
            }
        }
        for die in 0..usize::from(dice) {
            if let Some(n) = sent.get(die % sent.len().max(1)) {
                state.camp_mut(side).messengers[usize::from(*n)].dice += 1;
            }
        }
    }

    /// The next messenger who rides, or step 6.
    pub(crate) fn work_ride(&self, state: &mut State, from: u8) -> bool {
        let side = state.active;
        let messengers = &state.camp(side).messengers;
        match (usize::from(from)..MESSENGERS).find(|n| messengers[*n].dice > 0) {
            Some(n) if n == usize::from(from) => false,
            Some(n) => {
                state.step = Step::Ride { messenger: n as u8 };
                true
            }
            None => {
                state.step = Step::Motivate;
                true
            }
        }
    }

    pub(crate) fn ride_roll(&self, state: &State, n: u8) -> Roll {
        let side = state.active;
        Roll {
            rule: A_23_2,
            seat: kernel::Seat(side.0),
            line: Line::new("roll-ride").with("messenger", rider(side, n)),
            pool: Pool::Reach {
                dice: state.camp(side).messengers[usize::from(n)].dice,
                sides: 6,
                at_least: self.tables.messengers.success,
            },
            modifiers: Vec::new(),
        }
    }

    /// 4.4: along the shortest way, 8" for each success.
    pub(crate) fn resolve_ride(&self, state: &mut State, n: u8, value: i32, story: &mut Story<Event>) {
        let side = state.active;
        let who = state.camp(side).messengers[usize::from(n)];
        state.camp_mut(side).messengers[usize::from(n)].dice = 0;
        state.step = Step::Ride { messenger: n };
        let Some(goal) = who.goal else { return };
        let far = self.tables.messengers.ride * value;
        if value == 0 {
            return story.tell(|| Event::new(A_23_2, "told-not-riding").with("messenger", rider(side, n)));
        }
        let general = self.general_shape(state, goal);
        let touches = |at: Point| is_beside(&general, at);
        let ways = self.ways(state, side, who.at, Len(20_000), &beside(&general), touches);
        // He touches the general from the nearest of the points about him.
        let end = ways.points().filter(|(at, _)| touches(*at)).min_by_key(|(at, way)| (*way, *at));
        let mut at = who.at;
        let mut arrived = touches(who.at);
        if !arrived && let Some((end, _)) = end {
            for point in ways.path(end) {
                if ways.length(point).is_some_and(|way| way <= far) {
                    at = point;
                }
            }
            arrived = at == end;
        }
        let me = &mut state.camp_mut(side).messengers[usize::from(n)];
        me.at = at;
        me.errand = if arrived { Errandry::Arrived } else { Errandry::OnWay };
        let general = self.clan(goal).general;
        story.tell(|| {
            Event::new(A_23_2, if arrived { "told-reaches" } else { "told-rides" })
                .with("messenger", rider(side, n))
                .with("general", piece(general))
                .moved(rider(side, n), at)
        });
        if arrived {
            state.step = Step::Award { messenger: n };
        }
        // also one who arrives, before he has delivered his message.
        self.endanger_messenger(state, side, n);
    }

    /// A-23.4: enemies within 3" of a messenger who has ended his move.
    fn endanger_messenger(&self, state: &mut State, side: Side, n: u8) {
        let me = state.camp(side).messengers[usize::from(n)];
        let near: Vec<UnitId> = self
            .troops(state, side.other())
            .filter(|unit| !me.risked.has(*unit) && self.is_near_rider(state, *unit, me.at))
            .collect();
        for unit in near.into_iter().rev() {
            state.errands.push(Errand::Danger { side, messenger: n, unit });
        }
    }

    fn is_near_rider(&self, state: &State, unit: UnitId, at: Point) -> bool {
        let far = self.tables.messengers.danger + TOLERANCE;
        self.shape(state, unit).within(&Outline::spot(at.fine()), far)
    }

    /// a unit has moved near messengers of the other side.
    pub(crate) fn endanger(&self, state: &mut State, unit: UnitId) {
        let side = self.side_of(unit).other();
        for n in 0..MESSENGERS {
            let me = state.camp(side).messengers[n];
            let out = matches!(me.errand, Errandry::OnWay | Errandry::Fled);
            if out && !me.risked.has(unit) && self.is_near_rider(state, unit, me.at) {
                state.errands.push(Errand::Danger { side, messenger: n as u8, unit });
            }
        }
    }

    pub(crate) fn danger_lapses(&self, state: &State, side: Side, n: u8, unit: UnitId) -> bool {
        let me = &state.camp(side).messengers[usize::from(n)];
        !matches!(me.errand, Errandry::OnWay | Errandry::Fled | Errandry::Arrived) || me.risked.has(unit)
    }

    pub(crate) fn danger_roll(&self, side: Side, n: u8, unit: UnitId) -> Roll {
        Roll {
            rule: A_23_4,
            seat: kernel::Seat(side.0),
            line: Line::new("roll-danger").with("messenger", rider(side, n)).with("unit", piece(unit)),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn resolve_danger(
        &self,
        state: &mut State,
        (side, n, unit): (Side, u8, UnitId),
        pip: i32,
        story: &mut Story<Event>,
    ) {
        state.errands.pop();
        let shape = self.shape(state, unit);
        let me = &mut state.camp_mut(side).messengers[usize::from(n)];
        me.risked.insert(unit);
        if pip >= self.tables.messengers.dead_from {
            (me.errand, me.goal) = (Errandry::Dead, None);
            return story.tell(|| {
                Event::new(A_23_4, "told-messenger-dies")
                    .with("messenger", rider(side, n))
                    .with("unit", piece(unit))
                    .by(side)
                    .stroke(Stroke::Gone { piece: rider(side, n) })
            });
        }
        if me.errand == Errandry::Arrived {
            return story
                .tell(|| Event::new(A_23_4, "told-messenger-delivers").with("messenger", rider(side, n)));
        }
        me.errand = Errandry::Fled;
        let from = me.at;
        // 4.4: of the eight directions the one that leads most directly away.
        let nearest = shape.nearest(&Outline::spot(from.fine())).0;
        let toward = Compass::EIGHT.bearing(from.fine(), nearest).unwrap_or_default();
        let mut at = from;
        for n in 1..=self.tables.messengers.flees.0 / HALF.0 {
            let next = from.moved(toward.back(), HALF * n, Len::ZERO);
            let table = &self.ground.table;
            let on = (0..=table.width.0).contains(&next.x) && (0..=table.height.0).contains(&next.y);
            let free = !self
                .ground
                .of_kind(Land::is_impassable)
                .any(|(_, f)| f.area.crosses(at.fine(), next.fine()));
            if !on || !free {
                break;
            }
            at = next;
        }
        state.camp_mut(side).messengers[usize::from(n)].at = at;
        story.tell(|| {
            Event::new(A_23_4, "told-messenger-flees")
                .with("messenger", rider(side, n))
                .moved(rider(side, n), at)
        });
    }

    // the award.

    /// The dead bring nothing. False when the dice are to be thrown.
    pub(crate) fn work_award(&self, state: &mut State, n: u8) -> bool {
        if state.camp(state.active).messengers[usize::from(n)].errand != Errandry::Dead {
            return false;
        }
        state.step = Step::Ride { messenger: n };
        true
    }

    pub(crate) fn award_roll(&self, state: &State, n: u8) -> Roll {
        let side = state.active;
        Roll {
            rule: A_23_3,
            seat: kernel::Seat(side.0),
            line: Line::new("roll-award").with("messenger", rider(side, n)),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn award_question(&self, state: &State, dice: u8) -> Question {
        let line = Line::new("ask-award").with("n", i32::from(dice));
        Question::new(kernel::Seat(state.active.0), A_23_3, line)
    }

    pub(crate) fn award(&self, state: &mut State, n: u8, dice: u8, story: &mut Story<Event>) {
        let side = state.active;
        let goal = state.camp(side).messengers[usize::from(n)].goal;
        if let Some(clan) = goal {
            state.chief_mut(clan).dice += dice;
            let general = self.clan(clan).general;
            story.tell(|| {
                Event::new(A_23_3, "told-award").with("general", piece(general)).with("n", i32::from(dice))
            });
        }
        state.step = Step::Ride { messenger: n };
    }
}
