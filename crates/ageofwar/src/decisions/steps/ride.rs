//! Step 5, A-23.2: the dice of a messenger who rides.

use plane::{Len, Point};

use super::award::Award;
use crate::{
    decisions::errands::danger::Danger,
    model::state::{Errandry, Messenger},
    notation::refer::messenger as rider,
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ride {
    pub messenger: u8,
}

impl Ride {
    fn messenger<'a>(&self, state: &'a State) -> &'a Messenger {
        &state.camp(state.active).messengers[usize::from(self.messenger)]
    }

    fn messenger_mut<'a>(&self, state: &'a mut State) -> &'a mut Messenger {
        &mut state.camp_mut(state.active).messengers[usize::from(self.messenger)]
    }

    /// 4.4: where he comes to along the shortest way, and whether he reaches the general.
    fn reached(&self, rules: &AgeOfWar, state: &State, goal: ClanId, far: Len) -> (Point, bool) {
        let from = self.messenger(state).at;
        let general = rules.general_shape(state, goal);
        let touches = |at: Point| rules.is_beside(&general, at);
        if touches(from) {
            return (from, true);
        }
        let ways = rules.ways(state, state.active, from, Len(20_000), &rules.beside(&general), touches);
        // He touches the general from the nearest of the points about him.
        let end = ways.points().filter(|(at, _)| touches(*at)).min_by_key(|(at, way)| (*way, *at));
        let Some((end, _)) = end else { return (from, false) };
        let mut at = from;
        for point in ways.path(end) {
            if ways.length(point).is_some_and(|way| way <= far) {
                at = point;
            }
        }
        (at, at == end)
    }

    /// A-23.4: enemies within 3" of a messenger who has ended his move.
    fn endanger(&self, rules: &AgeOfWar, state: &mut State) {
        let side = state.active;
        let me = *self.messenger(state);
        let near: Vec<UnitId> = rules
            .troops(state, side.other())
            .filter(|unit| !me.risked.has(*unit) && rules.is_near_rider(state, *unit, me.at))
            .collect();
        for unit in near.into_iter().rev() {
            state.errands.push(Errand::Danger(Danger { side, messenger: self.messenger, unit }));
        }
    }
}

impl Decision<AgeOfWar, Base> for Ride {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let side = cx.state.active;
        let at_least = cx.rules.tables.messengers.success;
        Roll {
            rule: A_23_2,
            seat: Seat(side.0),
            line: Line::new("roll-ride").with("messenger", rider(side, self.messenger)),
            pool: Pool::Reach { dice: self.messenger(cx.state).dice, sides: 6, at_least },
            modifiers: Vec::new(),
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        let who = rider(state.active, self.messenger);
        let me = self.messenger_mut(state);
        me.dice = 0;
        let Some(goal) = me.goal else {
            // The general he was sent to is dead: he stays where he is.
            return Flow::Stay;
        };
        if fall.value() == 0 {
            cx.story.tell(|| Event::new(A_23_2, "told-not-riding").with("messenger", who));
            return Flow::Stay;
        }
        let far = rules.tables.messengers.ride * fall.value();
        let (at, arrived) = self.reached(rules, state, goal, far);
        let me = self.messenger_mut(state);
        me.at = at;
        me.errand = if arrived { Errandry::Arrived } else { Errandry::OnWay };
        let general = rules.clan(goal).general;
        cx.story.tell(|| {
            Event::new(A_23_2, if arrived { "told-reaches" } else { "told-rides" })
                .with("messenger", who)
                .with("general", piece(general))
                .moved(who, at)
        });
        if arrived {
            state.step = Step::Award(Award { messenger: self.messenger });
        }
        // also one who arrives, before he has delivered his message.
        self.endanger(rules, state);
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        self.messenger(cx.state).dice > 0
    }

    /// The next messenger who rides, or step 6.
    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let messengers = &cx.state.camp(cx.state.active).messengers;
        let next = (usize::from(self.messenger)..messengers.len()).find(|n| messengers[*n].dice > 0);
        let ride = |n: usize| Step::Ride(Ride { messenger: n as u8 });
        next_step(cx.state, next.map_or(Step::Motivate, ride))
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}
