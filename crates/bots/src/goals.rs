//! What a side has set out to do, kept from turn to turn so that it does not change its mind with every move.

use kernel::{Evaluation, Side, evaluation::Goal};

/// The goals of one side, one for each group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals(Vec<Goal>);

impl Goals {
    /// Drops what is done or hopeless, and gives every group without a goal the best that the system proposes for it.
    pub(crate) fn update<R: Evaluation>(&mut self, rules: &R, state: &R::State, side: Side) {
        self.0.retain(|&goal| !rules.progress(state, side, goal).over);
        let mut proposed = Vec::new();
        rules.goals(state, side, &mut proposed);
        for goal in proposed {
            if self.0.iter().all(|kept| kept.group != goal.group) {
                self.0.push(goal);
            }
        }
    }

    /// What the goals add to the worth of a position.
    pub(crate) fn worth<R: Evaluation>(&self, rules: &R, state: &R::State, side: Side) -> i32 {
        self.0.iter().map(|&goal| rules.progress(state, side, goal).worth).sum()
    }
}

#[cfg(test)]
#[path = "../tests/race/mod.rs"]
#[allow(dead_code)]
mod race;

#[cfg(test)]
mod tests {
    use kernel::{DataSet, Play, Side, Story, System};

    use super::{
        Goals,
        race::{Race, setup},
    };

    #[test]
    fn a_goal_is_kept_until_it_is_over_whatever_is_proposed_meanwhile() {
        let rules = Race::open(&DataSet::new("test"), &setup()).unwrap();
        let mut state = rules.start(&mut Story::silent());
        let mut goals = Goals::default();
        let mut target_at = |at: i16| {
            state.at[0] = at;
            goals.update(&rules, &state, Side(0));
            assert_eq!(goals.0.len(), 1, "one goal for the only group");
            goals.0[0].target
        };
        assert_eq!([target_at(0), target_at(4), target_at(9)], [10, 10, 10]);
        assert_eq!([target_at(12), target_at(21)], [22, 22]);
        assert_eq!(target_at(22), 32);
    }
}
