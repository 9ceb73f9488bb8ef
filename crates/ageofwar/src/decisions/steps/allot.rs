//! Step 5, A-20.5, 14.4: the dice of the messengers. Who is sent to which general?

use super::ride::Ride;
use crate::{
    decisions::clicked_unit,
    model::state::{Errandry, Messenger},
    prelude::*,
};

/// The messengers come back and the dice of this turn are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Messengers;

impl Decision<AgeOfWar, Base> for Messengers {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        let side = state.active;
        let home = rules.daimyo_at(state, side);
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
        let table = &rules.tables.messengers;
        let maku = state.body(rules.makus[side.index()]).place == Where::Table;
        let dice = if maku { table.dice } else { table.without_maku };
        let nobody = home.is_none() || sendings(rules, state).is_empty();
        next_step(state, if nobody { Step::Motivate } else { Step::Allot(Allot { dice }) })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Allot {
    pub dice: u8,
}

fn messengers(state: &State) -> &[Messenger] {
    &state.camp(state.active).messengers
}

fn messenger_mut(state: &mut State, n: u8) -> &mut Messenger {
    &mut state.camp_mut(state.active).messengers[usize::from(n)]
}

/// 14.4: which messenger may be given a die, for whom.
fn sendings(rules: &AgeOfWar, state: &State) -> Vec<(u8, ClanId)> {
    let side = state.active;
    let goals =
        rules.all_clans().filter(|clan| rules.clan(*clan).side == side && rules.has_general(state, *clan));
    let goals: Vec<ClanId> = goals.collect();
    let able = |n: u8| matches!(messengers(state)[usize::from(n)].errand, Errandry::Home | Errandry::OnWay);
    let riders = (0..messengers(state).len() as u8).filter(|n| able(*n));
    riders
        .flat_map(|n| {
            let fixed = messengers(state)[usize::from(n)].goal;
            goals
                .iter()
                .copied()
                .filter(move |goal| fixed.is_none_or(|fixed| fixed == *goal))
                .map(move |goal| (n, goal))
        })
        .collect()
}

/// 14.10: the dice that are left go to the generals in order.
fn send_evenly(rules: &AgeOfWar, state: &mut State, dice: u8) {
    let mut sent: Vec<u8> = Vec::new();
    for (n, clan) in sendings(rules, state) {
        let taken = messengers(state)[usize::from(n)].goal;
        let others = messengers(state)
            .iter()
            .enumerate()
            .any(|(m, other)| m != usize::from(n) && other.goal == Some(clan));
        if taken == Some(clan) || taken.is_none() && !others {
            messenger_mut(state, n).goal = Some(clan);
            if !sent.contains(&n) {
                sent.push(n);
            }
        }
    }
    for die in 0..usize::from(dice) {
        if let Some(n) = sent.get(die % sent.len().max(1)) {
            messenger_mut(state, *n).dice += 1;
        }
    }
}

impl Decision<AgeOfWar, Base> for Allot {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        Question::new(cx.seat, A_20_5, Line::new("ask-allot").with("n", i32::from(self.dice)))
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        for (messenger, clan) in sendings(cx.rules, cx.state) {
            out.push(Action::Send { messenger, clan });
        }
        out.push(Action::NoSend);
        out.push(Action::Evenly);
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        match *action {
            Action::Send { messenger, clan } => {
                let may = sendings(cx.rules, cx.state).contains(&(messenger, clan));
                Some(if may { Ok(()) } else { No::because(R_14_4, "no-send") })
            }
            Action::NoSend | Action::Evenly => Some(Ok(())),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        let mut left = 0;
        match action {
            Action::Send { messenger, clan } => {
                let who = messenger_mut(cx.state, messenger);
                who.goal = Some(clan);
                who.dice += 1;
                left = self.dice - 1;
            }
            Action::Evenly => send_evenly(cx.rules, cx.state, self.dice),
            _ => {}
        }
        let ride = Step::Ride(Ride { messenger: 0 });
        next_step(cx.state, if left > 0 { Step::Allot(Allot { dice: left }) } else { ride })
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        let clan = match thing {
            Thing::Card(n) if usize::from(n) < cx.rules.clans.len() => ClanId(n as u8),
            _ => cx.rules.unit(clicked_unit(cx.rules, thing)?).clan,
        };
        let messengers = messengers(cx.state);
        let going = messengers.iter().position(|messenger| messenger.goal == Some(clan));
        let free = messengers.iter().position(|messenger| messenger.goal.is_none());
        Some(Action::Send { messenger: going.or(free).unwrap_or(0) as u8, clan })
    }

    fn default_action(&self, _cx: Cx<'_, Base>) -> Option<Action> {
        Some(Action::Evenly)
    }
}
