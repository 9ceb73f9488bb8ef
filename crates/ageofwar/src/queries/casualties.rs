//! Chapter 6.4: whom hits can fall on, who falls, and what becomes of a unit without bases.

use arrayvec::ArrayVec;
use kernel::Story;
use open::Event;
use serde::{Deserialize, Serialize};

use crate::{
    AgeOfWar,
    model::{
        state::{Base, State, Where},
        units::{ClanId, Kind, UnitId},
    },
    notation::{refer::piece, rule_ids::*},
};

/// 14.8: what can be named for a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Struck {
    General,
    Commander,
    Guard,
    Base(Kind),
}

impl AgeOfWar {
    /// The bases of the front rank with the general and his guard there, as (what, how many).
    pub(crate) fn front_of(&self, state: &State, target: UnitId) -> ArrayVec<(Struck, u8), 6> {
        self.struck_of(state, target, state.body(target).front())
    }

    /// whom a shot can hit, the same way: of a single file the first two bases.
    pub(crate) fn exposed(&self, state: &State, target: UnitId) -> ArrayVec<(Struck, u8), 6> {
        self.struck_of(state, target, state.body(target).exposed())
    }

    fn struck_of(&self, state: &State, target: UnitId, bases: &[Base]) -> ArrayVec<(Struck, u8), 6> {
        let mut front: ArrayVec<(Struck, u8), 6> = ArrayVec::new();
        let mut add = |struck: Struck| match front.iter_mut().find(|(known, _)| *known == struck) {
            Some((_, n)) => *n += 1,
            None => drop(front.try_push((struck, 1))),
        };
        let leaders: ArrayVec<ClanId, 8> = if self.unit(target).is_general() {
            std::iter::once(self.unit(target).clan).collect()
        } else {
            self.generals_with(state, target).filter(|clan| state.chief(*clan).front).collect()
        };
        for clan in leaders {
            add(Struck::General);
            (0..state.chief(clan).guards).for_each(|_| add(Struck::Guard));
        }
        for base in bases {
            add(if base.commander { Struck::Commander } else { Struck::Base(base.kind) });
        }
        front.sort_unstable();
        front
    }

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
                    let is = |base: &Base| match struck {
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

impl Struck {
    /// The key of its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Struck::General => "word-general",
            Struck::Commander => "word-commander",
            Struck::Guard => "word-guard",
            Struck::Base(kind) => match kind {
                Kind::LevySpear => "word-levy-spear",
                Kind::LevyBow => "word-levy-bow",
                Kind::LevyArquebus => "word-levy-arquebus",
                Kind::ArmSpear => "word-arm-spear",
                Kind::ArmBow => "word-arm-bow",
                Kind::ArmArquebus => "word-arm-arquebus",
                Kind::SamuraiFoot => "word-samurai-foot",
                Kind::SamuraiCav => "word-samurai-cav",
                Kind::Ronin => "word-ronin",
                Kind::Gun => "word-gun",
            },
        }
    }

    /// As actions write it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Struck::General => "general",
            Struck::Commander => "commander",
            Struck::Guard => "guard",
            Struck::Base(kind) => kind.word(),
        }
    }

    pub(crate) fn of_text(word: &str) -> Option<Struck> {
        match word {
            "general" => Some(Struck::General),
            "commander" => Some(Struck::Commander),
            "guard" => Some(Struck::Guard),
            _ => Kind::ALL.iter().find(|(known, _)| *known == word).map(|(_, kind)| Struck::Base(*kind)),
        }
    }
}
