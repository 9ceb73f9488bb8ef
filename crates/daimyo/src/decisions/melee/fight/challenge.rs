//! 8.11, D-MEL-13: leaders face each other in a melee. Does the active one challenge the other?

use super::{Accept, Fight, Stage, led};
use crate::{prelude::*, queries::blows};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Challenge {
    pub mine: UnitId,
    pub theirs: UnitId,
}

/// The next pair of leaders who face each other, or on to the blows.
pub(crate) fn next(rules: &Daimyo, state: &State, fight: &mut Fight) -> Stage {
    if let Some((mine, theirs, pair)) = next_pair(rules, state, fight)
        && fight.asked.try_push(pair).is_ok()
    {
        return Stage::Challenge(Challenge { mine, theirs });
    }
    fight.blows = blows::blows(rules, state, &fight.units).to_vec();
    Stage::Blows
}

type Pair = (LeaderId, LeaderId);

/// The first pair that has not been asked about in this round and had no challenge in this melee.
fn next_pair(rules: &Daimyo, state: &State, fight: &Fight) -> Option<(UnitId, UnitId, Pair)> {
    if !rules.options.challenges {
        return None;
    }
    for mine in fight.units.iter().filter(|unit| rules.side_of(*unit) == state.active) {
        let Some(leader) = state.body(mine).leader else { continue };
        for theirs in rules.foes(state, mine) {
            let Some(other) = state.body(theirs).leader else { continue };
            let pair = (leader, other);
            let known = |list: &[Pair]| list.iter().any(|known| *known == pair || *known == (other, leader));
            if fight.units.has(theirs) && !known(&fight.asked) && !known(&state.challenged) {
                return Some((mine, theirs, pair));
            }
        }
    }
    None
}

impl Decision<Daimyo, Fight> for Challenge {
    fn asked(&self, cx: Cx<'_, Fight>) -> AskedSeats {
        cx.rules.seat_of(self.mine).into()
    }

    fn question(&self, cx: Cx<'_, Fight>) -> Question {
        let line = Line::new("ask-challenge")
            .with("leader", led(cx.state, self.mine))
            .with("other", led(cx.state, self.theirs));
        Question::new(cx.seat, D_MEL_13, line).at(piece(self.mine))
    }

    fn list(&self, _cx: Cx<'_, Fight>, out: &mut Actions<Action>) {
        out.extend([Action::Challenge, Action::NoChallenge]);
    }

    fn judge(&self, _cx: Cx<'_, Fight>, action: &Action) -> Option<May> {
        matches!(action, Action::Challenge | Action::NoChallenge).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Fight>, action: Action) -> Flow<Stage> {
        let CxMut { rules, state, story, parent, .. } = cx;
        let Challenge { mine, theirs } = *self;
        if action == Action::NoChallenge {
            return Flow::Next(next(rules, state, parent));
        }
        let pair = state.body(mine).leader.zip(state.body(theirs).leader);
        if let Some((leader, other)) = pair {
            state.challenged.push((leader, other));
            story.tell(|| {
                Event::new(D_MEL_13, "told-challenges")
                    .with("leader", person(leader))
                    .with("other", person(other))
            });
        }
        Flow::Next(Stage::Accept(Accept { mine, theirs }))
    }

    fn default_action(&self, _cx: Cx<'_, Fight>) -> Option<Action> {
        Some(Action::NoChallenge)
    }
}
