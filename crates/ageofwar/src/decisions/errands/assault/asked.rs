//! 7.2, 7.3: does the target stand or withdraw?

use super::{Answer, Assault, fighter::FighterDice, withdrawal_way};
use crate::{
    decisions::clicked_unit,
    model::state::Direction,
    prelude::*,
    queries::{
        formation::{CONTACT, TOLERANCE},
        morale::Beyond,
    },
};

/// 7.3: the least free way of a withdrawal, with the tolerance of 1.1.

#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked;

/// 7.2: a target that fights somebody else already is not asked.
fn is_engaged(cx: Cx<'_, Assault>) -> bool {
    cx.rules.foes(cx.state, cx.parent.target).iter().any(|foe| *foe != cx.parent.unit)
}

/// 7.3: at least 1" of free way, and whatever the die of A-31.3 shows, it ends out of contact with the fighter.
fn may_withdraw(cx: Cx<'_, Assault>, to: Direction) -> May {
    let (rules, state, assault) = (cx.rules, cx.state, cx.parent);
    let (unit, target) = (assault.unit, assault.target);
    let no = |key| Err(No::new(R_7_3, key).with("unit", piece(target)).with("other", piece(unit)));
    let print = rules.print(state, target);
    let fighter = rules.print(state, unit);
    let along = assault.away(rules, state, to);
    let distances = &rules.tables.distances;
    for pip in 1..=6 {
        let by = withdrawal_way(rules, pip);
        let Some(end) = rules.falls_to(state, target, along, by, Beyond::OneFriend) else { continue };
        if print.front.distance(end.front) < distances.free_way - TOLERANCE {
            return no("no-withdraw-room");
        }
        if end.within(&fighter, if assault.across { distances.across + TOLERANCE } else { CONTACT }) {
            return no("no-withdraw-clear");
        }
    }
    Ok(())
}

impl Decision<AgeOfWar, Assault> for Asked {
    fn asked(&self, cx: Cx<'_, Assault>) -> AskedSeats {
        cx.rules.seat_of(cx.parent.target).into()
    }

    fn question(&self, cx: Cx<'_, Assault>) -> Question {
        let assault = cx.parent;
        let sector = cx.rules.struck_sector(cx.state, assault.target, assault.from);
        let line = assault.line("ask-answer").with("sector", open::scene::sector_key(sector));
        Question::new(cx.seat, R_7_2, line).at(piece(assault.target))
    }

    fn list(&self, cx: Cx<'_, Assault>, out: &mut Actions<Action>) {
        out.push(Action::Stand);
        for to in Direction::ALL.into_iter().filter(|to| may_withdraw(cx, *to).is_ok()) {
            out.push(Action::Withdraw(to));
        }
    }

    fn judge(&self, cx: Cx<'_, Assault>, action: &Action) -> Option<May> {
        match *action {
            Action::Stand => Some(Ok(())),
            Action::Withdraw(to) => Some(may_withdraw(cx, to)),
            _ => None,
        }
    }

    fn act(&mut self, cx: CxMut<'_, Assault>, action: Action) -> Flow<Answer> {
        if let Action::Withdraw(to) = action {
            let target = cx.parent.target;
            cx.story.tell(|| Event::new(A_31_1, "told-tries-withdraw").with("unit", piece(target)));
            return Flow::Next(Answer::Fighter(FighterDice { to }));
        }
        cx.parent.contact(cx.rules, cx.state, cx.story);
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_, Assault>) -> bool {
        cx.parent.is_on(cx.state) && !is_engaged(cx)
    }

    fn advance(&mut self, cx: CxMut<'_, Assault>) -> Flow<Answer> {
        if cx.parent.is_on(cx.state) {
            cx.parent.contact(cx.rules, cx.state, cx.story);
        }
        Flow::Done
    }

    fn click(&self, cx: Cx<'_, Assault>, thing: Thing) -> Option<Action> {
        clicked_unit(cx.rules, thing).map(|_| Action::Stand)
    }

    /// 7.2: missile troops withdraw from horse, others stand.
    fn default_action(&self, cx: Cx<'_, Assault>) -> Option<Action> {
        let target = cx.rules.unit(cx.parent.target);
        let timid = target.missile().is_some() && !target.is_mixed();
        let withdraws = timid
            && cx.rules.is_mounted(cx.state, cx.parent.unit)
            && may_withdraw(cx, Direction::Rear).is_ok();
        Some(if withdraws { Action::Withdraw(Direction::Rear) } else { Action::Stand })
    }

    fn branches(&self, _cx: Cx<'_, Assault>) -> bool {
        true
    }

    fn depth(&self, _cx: Cx<'_, Assault>) -> usize {
        0
    }
}
