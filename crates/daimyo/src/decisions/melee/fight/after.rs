//! 8.6, 8.8: does a winner follow up or pursue?

use super::{Fight, Sequel, Stage};
use crate::{
    decisions::errand::pursuit,
    model::{ground::Kind, units::Troop},
    prelude::*,
    queries::formation::TOLERANCE,
};

/// The sequel with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct After {
    pub n: u8,
}

impl Decision<Daimyo, Fight> for After {
    fn asked(&self, cx: Cx<'_, Fight>) -> AskedSeats {
        cx.rules.seat_of(self.sequel(cx.parent).winner).into()
    }

    fn is_waiting(&self, cx: Cx<'_, Fight>) -> bool {
        cx.parent
            .sequels
            .get(usize::from(self.n))
            .is_some_and(|sequel| can(cx.rules, cx.state, sequel) && !must(cx.rules, cx.state, sequel))
    }

    fn advance(&mut self, cx: CxMut<'_, Fight>) -> Flow<Stage> {
        let CxMut { rules, state, story, parent, .. } = cx;
        let Some(sequel) = parent.sequels.get(usize::from(self.n)) else { return Flow::Next(Stage::End) };
        if can(rules, state, sequel) {
            go(rules, state, sequel, story);
        }
        self.next()
    }

    fn question(&self, cx: Cx<'_, Fight>) -> Question {
        let Sequel { winner, loser, routed } = *self.sequel(cx.parent);
        let key = if routed { "ask-pursue" } else { "ask-follow" };
        let line = Line::new(key).with("unit", piece(winner)).with("target", piece(loser));
        Question::new(cx.seat, if routed { R_8_8 } else { R_8_6 }, line).at(piece(winner))
    }

    fn list(&self, cx: Cx<'_, Fight>, out: &mut Actions<Action>) {
        out.extend(self.answers(cx.parent));
    }

    fn judge(&self, cx: Cx<'_, Fight>, action: &Action) -> Option<May> {
        self.answers(cx.parent).contains(action).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Fight>, action: Action) -> Flow<Stage> {
        let CxMut { rules, state, story, parent, .. } = cx;
        let sequel = self.sequel(parent);
        match action {
            Action::Follow | Action::Pursue => go(rules, state, sequel, story),
            _ => story.tell(|| Event::of(R_8_6, "told-holds", sequel.winner)),
        }
        self.next()
    }
}

impl After {
    fn sequel<'f>(&self, fight: &'f Fight) -> &'f Sequel {
        &fight.sequels[usize::from(self.n)]
    }

    fn next(&self) -> Flow<Stage> {
        Flow::Next(Stage::After(After { n: self.n + 1 }))
    }

    fn answers(&self, fight: &Fight) -> [Action; 2] {
        match self.sequel(fight).routed {
            true => [Action::Pursue, Action::HoldBack],
            false => [Action::Follow, Action::Stay],
        }
    }
}

fn can(rules: &Daimyo, state: &State, sequel: &Sequel) -> bool {
    match sequel.routed {
        true => may_pursue(rules, state, sequel.winner),
        false => may_follow(rules, state, sequel.winner),
    }
}

/// The frenzied always go on; samurai and horse out of command pursue.
fn must(rules: &Daimyo, state: &State, sequel: &Sequel) -> bool {
    let data = rules.unit(sequel.winner);
    let headlong = sequel.routed && (data.troop.is_samurai() || data.is_mounted());
    state.is(sequel.winner, Mark::Frenzied) || headlong && rules.is_out_of_command(state, sequel.winner)
}

fn go(rules: &Daimyo, state: &mut State, sequel: &Sequel, story: &mut Story<Event>) {
    match sequel.routed {
        true => pursuit::begin(rules, state, sequel.winner, sequel.loser, story),
        false => follow_up(rules, state, sequel.winner, story),
    }
}

fn may_follow(rules: &Daimyo, state: &State, unit: UnitId) -> bool {
    let data = rules.unit(unit);
    let body = state.body(unit);
    if !body.is_steady() || body.place != Where::Table || data.is_gun() || data.is_headquarters() {
        return false;
    }
    let ahead = rules.print(state, unit).strip(rules.tables.distances.touching + TOLERANCE);
    let palisade =
        rules.ground.of_kind(|kind| kind == Kind::Palisade).any(|(_, feature)| feature.area.touches(&ahead));
    !palisade && !rules.in_melee(state, unit)
}

fn may_pursue(rules: &Daimyo, state: &State, unit: UnitId) -> bool {
    let data = rules.unit(unit);
    let body = state.body(unit);
    body.is_steady()
        && body.place == Where::Table
        && data.troop != Troop::AshigaruMissile
        && !data.is_gun()
        && !data.is_headquarters()
        && !rules.in_melee(state, unit)
}

/// 8.6: 3 cm straight ahead, or as far as there is room.
fn follow_up(rules: &Daimyo, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
    let start = rules.print(state, unit);
    let run = rules.run_on(state, unit, start, rules.tables.melee.push_back, true);
    placing::put(state, unit, &run.at);
    let body = state.body_mut(unit);
    body.mark(Mark::Following);
    body.mark(Mark::Moved);
    story.tell(|| {
        Event::of(R_8_6, "told-follows", unit).by(rules.side_of(unit)).moved(piece(unit), run.at.front)
    });
    if run.rough {
        placing::disorder_by(state, unit, D_DIS_2, story);
    }
    placing::touch_guns(rules, state, unit, &[start.swept_to(&run.at)], story);
    placing::scatter_leaders(rules, state, unit);
}
