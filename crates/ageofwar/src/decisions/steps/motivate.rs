//! Steps 6 and 7, 5: whom does a general motivate next? Or does he stop?

use super::motivation::Motivation;
use crate::{decisions::clicked_unit, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Motivate;

/// Whether the general may motivate somebody.
fn can_lead(rules: &AgeOfWar, state: &State, clan: ClanId) -> bool {
    rules.clan(clan).side == state.active
        && rules.has_general(state, clan)
        && !state.chief(clan).stopped
        && rules.clan(clan).units.iter().any(|unit| rules.may_motivate(state, unit).is_ok())
}

fn leaders<'a>(rules: &'a AgeOfWar, state: &'a State) -> impl Iterator<Item = ClanId> + 'a {
    rules.all_clans().filter(move |clan| can_lead(rules, state, *clan))
}

fn stop(cx: &mut CxMut<'_, Base>, clan: ClanId) {
    cx.state.chief_mut(clan).stopped = true;
    let general = cx.rules.clan(clan).general;
    cx.story.tell(|| Event::new(R_5_3, "told-stops").with("general", piece(general)));
}

impl Decision<AgeOfWar, Base> for Motivate {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        Seat(cx.state.active.0).into()
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        Question::new(cx.seat, A_20_6, Line::new("ask-motivate").with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        for unit in cx.rules.of_side[cx.state.active.index()].iter() {
            if cx.rules.may_motivate(cx.state, unit).is_ok() {
                out.push(Action::Motivate(unit));
            }
        }
        let mut stopping = 0;
        for clan in leaders(cx.rules, cx.state) {
            out.push(Action::Stop(clan));
            stopping += 1;
        }
        if stopping > 1 {
            out.push(Action::StopAll);
        }
    }

    fn judge(&self, cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        let stops = |may: bool| if may { Ok(()) } else { No::because(R_5_3, "no-stop") };
        match *action {
            Action::Motivate(unit) => Some(cx.rules.may_motivate(cx.state, unit)),
            Action::Stop(clan) => Some(stops(can_lead(cx.rules, cx.state, clan))),
            Action::StopAll => Some(stops(leaders(cx.rules, cx.state).count() > 1)),
            _ => None,
        }
    }

    fn act(&mut self, mut cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        match action {
            Action::Motivate(unit) => {
                cx.state.body_mut(unit).mark(Mark::Motivated);
                return next_step(cx.state, Step::Motivation(Motivation { unit }));
            }
            Action::Stop(clan) => stop(&mut cx, clan),
            _ => {
                let leaders: Vec<ClanId> = leaders(cx.rules, cx.state).collect();
                leaders.into_iter().for_each(|clan| stop(&mut cx, clan));
            }
        }
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        leaders(cx.rules, cx.state).next().is_some()
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        next_step(cx.state, Step::Leaderless)
    }

    fn click(&self, cx: Cx<'_, Base>, thing: Thing) -> Option<Action> {
        match thing {
            Thing::Card(n) if usize::from(n) < cx.rules.clans.len() => Some(Action::Stop(ClanId(n as u8))),
            _ => clicked_unit(cx.rules, thing).map(Action::Motivate),
        }
    }
}
