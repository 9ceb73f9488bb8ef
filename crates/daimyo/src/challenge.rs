//! 8.11: challenges. Leaders who face each other in a melee, before the blows.

use kernel::{Line, Pool, Roll, Story};
use open::Event;

use crate::{
    Daimyo,
    decisions::Step,
    melee::Stage,
    refer::{person, piece},
    rule_ids::*,
    state::State,
    units::{LeaderId, UnitId},
};

impl Daimyo {
    /// The next pair of leaders who face each other, or on to the blows.
    pub(crate) fn next_challenge(&self, state: &mut State) {
        let Step::Fight(fight) = &state.step else { unreachable!("a melee is being fought") };
        let mut next = None;
        if self.options.challenges {
            for mine in fight.units.iter().filter(|unit| self.side_of(*unit) == state.active) {
                let Some(leader) = state.body(mine).leader else { continue };
                for theirs in self.foes(state, mine) {
                    let Some(other) = state.body(theirs).leader else { continue };
                    let pair = (leader, other);
                    let known = |list: &[(LeaderId, LeaderId)]| {
                        list.iter().any(|known| *known == pair || *known == (other, leader))
                    };
                    if fight.units.has(theirs)
                        && !known(&fight.asked)
                        && !known(&state.challenged)
                        && next.is_none()
                    {
                        next = Some((mine, theirs, pair));
                    }
                }
            }
        }
        let blows = match next {
            Some(_) => Vec::new(),
            None => self.blows(state, fight).to_vec(),
        };
        let Step::Fight(fight) = &mut state.step else { unreachable!("a melee is being fought") };
        match next {
            Some((mine, theirs, pair)) if !fight.asked.is_full() => {
                fight.asked.push(pair);
                fight.stage = Stage::Challenge { mine, theirs };
            }
            _ => {
                fight.blows = blows;
                fight.stage = Stage::Blows;
            }
        }
    }

    pub(crate) fn duel_roll(&self, state: &State, mine: UnitId, theirs: UnitId) -> Roll {
        let leader = |unit: UnitId| state.body(unit).leader.map_or(piece(unit), person);
        Roll {
            rule: R_8_11,
            seat: self.seat_of(mine),
            line: Line::new("roll-duel").with("leader", leader(mine)).with("other", leader(theirs)),
            pool: Pool::Each { dice: 2, sides: 6 },
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn resolve_duel(&self, state: &mut State, dice: [i32; 2], story: &mut Story<Event>) {
        let Step::Fight(fight) = &state.step else { unreachable!("a melee is being fought") };
        let Stage::Duel { mine, theirs } = fight.stage else { unreachable!("a duel is being fought") };
        let leaders = [mine, theirs].map(|unit| state.body(unit).leader.expect("both are led"));
        let totals = [0, 1].map(|n| dice[n] + i32::from(self.leader(leaders[n]).rating));
        let by = (totals[0] - totals[1]).abs();
        let (won, lost) = if totals[0] >= totals[1] { (0, 1) } else { (1, 0) };
        let units = [mine, theirs];
        let limits = &self.tables.challenge;
        story.tell(|| {
            Event::new(R_8_11, if by < limits.silenced { "told-duel-even" } else { "told-duel" })
                .with("leader", person(leaders[won]))
                .with("other", person(leaders[lost]))
                .with("by", by)
        });
        let Step::Fight(fight) = &mut state.step else { unreachable!("a melee is being fought") };
        if by >= limits.silenced {
            fight.muted.insert(units[lost]);
        }
        if by >= limits.killed {
            fight.keen.insert(units[won]);
            self.kill(state, leaders[lost], R_8_11, story);
        }
        self.next_challenge(state);
    }
}
