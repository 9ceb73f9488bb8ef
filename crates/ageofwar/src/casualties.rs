//! Chapter 6.4: who falls, and what becomes of a unit without bases.

use kernel::Story;
use open::Event;

use crate::{
    AgeOfWar,
    refer::piece,
    rule_ids::*,
    shooting::Struck,
    state::{State, Where},
    units::{ClanId, UnitId},
};

impl AgeOfWar {
    /// Bases of the front rank that failed their saves leave; each gives a marker.
    pub(crate) fn strike_dead(
        &self,
        state: &mut State,
        unit: UnitId,
        struck: Struck,
        dead: u8,
        rule: kernel::Rule,
        story: &mut Story<Event>,
    ) -> u8 {
        let mut gone = 0;
        for _ in 0..dead {
            match struck {
                Struck::General | Struck::Guard => {
                    let Some(clan) = self.leader_in_front(state, unit) else { break };
                    if struck == Struck::General {
                        self.kill_general(
                            state,
                            clan,
                            if self.unit(unit).is_general() { A_10_E } else { A_10_A },
                            story,
                        );
                    } else if state.chief(clan).guards > 0 {
                        state.chief_mut(clan).guards -= 1;
                    } else {
                        break;
                    }
                }
                Struck::Commander | Struck::Base(_) => {
                    let is = |base: &crate::state::Base| match struck {
                        Struck::Commander => base.commander,
                        Struck::Base(kind) => base.kind == kind && !base.commander,
                        _ => false,
                    };
                    let Some(place) = state.body(unit).exposed().iter().position(is) else { break };
                    self.kill_base(state, unit, place);
                }
            }
            gone += 1;
        }
        if gone > 0 {
            let side = self.side_of(unit);
            story.tell(|| {
                Event::new(rule, "told-dead")
                    .with("unit", piece(unit))
                    .with("what", struck.word())
                    .with("n", i32::from(gone))
                    .by(side)
            });
        }
        gone
    }

    fn leader_in_front(&self, state: &State, unit: UnitId) -> Option<ClanId> {
        if self.unit(unit).is_general() {
            return (state.body(unit).place == Where::Table).then_some(self.unit(unit).clan);
        }
        self.generals_with(state, unit).find(|clan| state.chief(*clan).front)
    }

    /// 8.9c: a base dies, with its commander if it is his.
    pub(crate) fn kill_base(&self, state: &mut State, unit: UnitId, place: usize) {
        if state.body(unit).bases[place].commander {
            state.camp_mut(self.side_of(unit)).commanders_lost += 1;
        }
        self.remove_base(state, unit, place);
        let body = state.body_mut(unit);
        body.markers = body.markers.saturating_add(1);
    }

    /// 8.8: a unit without bases is gone.
    pub(crate) fn bury(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        if self.unit(unit).is_troops()
            && state.body(unit).place == Where::Table
            && state.body(unit).bases.is_empty()
        {
            self.lose(state, unit, Where::Destroyed, R_8_8, "told-destroyed", story);
        }
    }
}
