//! a group has entered an area with enemies. Do they spring an ambush?

use super::{end_action, muster::Muster, strike};
use crate::{decisions::clicked, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Window;

/// Asks for an ambush if there is anybody who could spring one.
pub(super) fn begin(cx: &mut CxMut<'_, Play>) -> Flow<Step> {
    let group = *cx.parent.group();
    let enemy = cx.state.active.other();
    if !cx.rules.has(cx.state, group.area, enemy) || cx.state.hands[enemy.index()].is_empty() {
        return end_action(cx);
    }
    if cx.rules.options.ambush_after_flip && group.actions == 0 {
        let units = group.took;
        cx.state.back |= units;
        cx.parent.group_mut().took = UnitSet::NONE;
        cx.story.tell(|| Event::Flipped { units });
    }
    Flow::Next(Step::Window)
}

fn holds_ambush(cx: Cx<'_, Play>) -> bool {
    cx.state.hands[cx.state.active.other().index()].has(Card::Ambush)
}

impl Decision<Summits, Play> for Window {
    fn asked(&self, cx: Cx<'_, Play>) -> AskedSeats {
        cx.state.seat_of(cx.state.active.other()).into()
    }

    fn question(&self, cx: Cx<'_, Play>) -> Question {
        let area = place(cx.parent.group().area);
        let prompt = Line::new("ask-ambush").with("side", cx.state.active.other()).with("area", area);
        Question::new(cx.seat, R_X_4, prompt).at(area)
    }

    fn always(&self, _cx: Cx<'_, Play>) -> bool {
        true
    }

    fn list(&self, cx: Cx<'_, Play>, out: &mut Actions<Action>) {
        out.push(Action::Hold);
        if holds_ambush(cx) {
            out.push(Action::Ambush);
            out.push(Action::Muster);
        }
    }

    fn judge(&self, cx: Cx<'_, Play>, action: &Action) -> Option<May> {
        match action {
            Action::Hold => Some(Ok(())),
            Action::Ambush | Action::Muster if holds_ambush(cx) => Some(Ok(())),
            Action::Ambush | Action::Muster => Some(No::because(R_6_1_5, "no-ambush-card")),
            _ => None,
        }
    }

    fn act(&mut self, mut cx: CxMut<'_, Play>, action: Action) -> Flow<Step> {
        let side = cx.state.active.other();
        if action == Action::Hold {
            cx.story.tell(|| Event::NoAmbush { side });
            return end_action(&mut cx);
        }
        cx.state.hands[side.index()].take(Card::Ambush);
        cx.state.open[side.index()].add(Card::Ambush);
        let area = cx.parent.group().area;
        let units = cx.rules.ambushers(cx.state, area);
        let used = (units & cx.state.back).any();
        cx.story.reveal();
        cx.story.tell(|| Event::Ambushed { side, area, used });
        let ambush = |units: UnitSet| Attack::new(Kind::Ambush, side, area, area, units, 0);
        match action {
            Action::Muster => Flow::Next(Step::Muster(Muster(ambush(UnitSet::NONE)))),
            _ => strike::begin(&mut cx, ambush(units)),
        }
    }

    fn click(&self, cx: Cx<'_, Play>, thing: Thing) -> Option<Action> {
        let clicked = clicked(cx, thing);
        let card = clicked.card == Some(Card::Ambush);
        let unit = clicked.unit.is_some_and(|unit| cx.rules.side_of(unit) != cx.state.active);
        (card || unit).then_some(Action::Ambush)
    }

    fn default_action(&self, cx: Cx<'_, Play>) -> Option<Action> {
        Some(if holds_ambush(cx) { Action::Ambush } else { Action::Hold })
    }

    fn standing_answer(&self, cx: Cx<'_, Play>, order: StandingOrder) -> Option<Action> {
        match order {
            StandingOrder::Never => Some(Action::Hold),
            StandingOrder::Always => self.default_action(cx),
            _ => None,
        }
    }

    fn depth(&self, _cx: Cx<'_, Play>) -> usize {
        3
    }
}
