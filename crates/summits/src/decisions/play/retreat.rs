//! 10.3: where does a unit retreat to?

use super::damage;
use crate::{decisions::clicked, model::state::on_map, prelude::*};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    pub attack: Attack,
    pub points: u8,
    pub unit: UnitId,
}

impl Decision<Summits, Play> for Retreat {
    fn asked(&self, cx: Cx<'_, Play>) -> AskedSeats {
        cx.state.seat_of(self.attack.side.other()).into()
    }

    fn question(&self, cx: Cx<'_, Play>) -> Question {
        let prompt =
            Line::new("ask-retreat").with("unit", piece(self.unit)).with("area", place(self.attack.target));
        Question::new(cx.seat, R_10_3_1, prompt).at(piece(self.unit))
    }

    fn list(&self, cx: Cx<'_, Play>, out: &mut Actions<Action>) {
        for to in map::areas(self.ways(cx)) {
            out.push(Action::To { to, by: None });
        }
    }

    fn judge(&self, cx: Cx<'_, Play>, action: &Action) -> Option<May> {
        let Action::To { to, by: None } = *action else {
            return None;
        };
        Some(self.judge_to(cx, to))
    }

    fn act(&mut self, mut cx: CxMut<'_, Play>, action: Action) -> Flow<Step> {
        let Action::To { to, .. } = action else { unreachable!("{action:?} was judged legal") };
        let attack = self.attack.take();
        damage::retreat(&mut cx, self.unit, attack.target, to);
        damage::suffer(&mut cx, attack, self.points - 1)
    }

    fn click(&self, cx: Cx<'_, Play>, thing: Thing) -> Option<Action> {
        clicked(cx, thing).area.filter(|area| on_map(*area)).map(|to| Action::To { to, by: None })
    }

    fn default_action(&self, cx: Cx<'_, Play>) -> Option<Action> {
        let to = cx.rules.usual_retreat(self.ways(cx), self.attack.side.other());
        to.map(|to| Action::To { to, by: None })
    }

    fn depth(&self, _cx: Cx<'_, Play>) -> usize {
        6
    }
}

impl Retreat {
    fn ways(&self, cx: Cx<'_, Play>) -> u64 {
        cx.rules.retreats(cx.state, self.attack.target, self.attack.side.other())
    }

    fn judge_to(&self, cx: Cx<'_, Play>, to: AreaId) -> May {
        let side = self.attack.side.other();
        let no = |rule, key| Err(No::new(rule, key).with("area", place(to)));
        if self.ways(cx) & bit(to) != 0 {
            return Ok(());
        }
        if !cx.state.controls(side, to) {
            return no(R_10_3_0, "no-own-area");
        }
        if !cx.rules.map.graph.are_adjacent(self.attack.target, to) {
            return no(R_10_3_0, "no-adjacent");
        }
        if cx.rules.room(cx.state, to, side) == 0 {
            return no(R_10_3_2, "no-room-retreat");
        }
        no(R_10_3_1, "no-exposed")
    }
}
