//! an enemy unit has come near a messenger, or he near it.

use plane::{Compass, Len, Outline, Point};

use crate::{
    decisions::ROLLING,
    model::{
        ground::Land,
        state::{Errandry, Messenger},
    },
    notation::refer::messenger as rider,
    prelude::*,
    queries::mover::HALF,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Danger {
    pub side: Side,
    pub messenger: u8,
    pub unit: UnitId,
}

impl Danger {
    fn messenger<'a>(&self, state: &'a State) -> &'a Messenger {
        &state.camp(self.side).messengers[usize::from(self.messenger)]
    }

    fn messenger_mut<'a>(&self, state: &'a mut State) -> &'a mut Messenger {
        &mut state.camp_mut(self.side).messengers[usize::from(self.messenger)]
    }

    /// 4.4: where he flees to: of the eight directions the one that leads most directly away.
    fn refuge(&self, rules: &AgeOfWar, state: &State) -> Point {
        let from = self.messenger(state).at;
        let nearest = rules.shape(state, self.unit).nearest(&Outline::spot(from.fine())).0;
        let toward = Compass::EIGHT.bearing(from.fine(), nearest).unwrap_or_default();
        let mut at = from;
        for n in 1..=rules.tables.messengers.flees.0 / HALF.0 {
            let next = from.moved(toward.back(), HALF * n, Len::ZERO);
            let table = &rules.ground.table;
            let on = (0..=table.width.0).contains(&next.x) && (0..=table.height.0).contains(&next.y);
            let free = !rules
                .ground
                .of_kind(Land::is_impassable)
                .any(|(_, f)| f.area.crosses(at.fine(), next.fine()));
            if !on || !free {
                break;
            }
            at = next;
        }
        at
    }
}

impl Decision<AgeOfWar> for Danger {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, _cx: Cx<'_>) -> Roll {
        let who = rider(self.side, self.messenger);
        let line = Line::new("roll-danger").with("messenger", who).with("unit", piece(self.unit));
        one_die(A_23_4, Seat(self.side.0), line)
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let Danger { side, unit, .. } = *self;
        let who = rider(side, self.messenger);
        let me = self.messenger_mut(cx.state);
        me.risked.insert(unit);
        if fall.value() >= cx.rules.tables.messengers.dead_from {
            (me.errand, me.goal) = (Errandry::Dead, None);
            cx.story.tell(|| {
                Event::new(A_23_4, "told-messenger-dies")
                    .with("messenger", who)
                    .with("unit", piece(unit))
                    .by(side)
                    .stroke(Stroke::Gone { piece: who })
            });
            return Flow::Done;
        }
        if me.errand == Errandry::Arrived {
            cx.story.tell(|| Event::new(A_23_4, "told-messenger-delivers").with("messenger", who));
            return Flow::Done;
        }
        me.errand = Errandry::Fled;
        let at = self.refuge(cx.rules, cx.state);
        self.messenger_mut(cx.state).at = at;
        cx.story.tell(|| Event::new(A_23_4, "told-messenger-flees").with("messenger", who).moved(who, at));
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        let me = self.messenger(cx.state);
        matches!(me.errand, Errandry::OnWay | Errandry::Fled | Errandry::Arrived) && !me.risked.has(self.unit)
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ROLLING
    }
}
