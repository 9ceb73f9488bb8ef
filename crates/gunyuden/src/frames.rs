//! What a player is in the middle of: frames on a stack, the innermost last.
//!
//! A frame speaks of units and hexes as the state does, or by their names as a position does; [`Frame::map`]
//! turns one into the other.

use hexmap::HexId;
use serde::{Deserialize, Serialize};

use crate::{tables::Answer, units::UnitId};

/// Why steps are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// 23-3: the defender may retreat instead.
    Attack,
    /// 23-6-3.
    Counter,
    /// 24-2-4.
    Battle,
    /// 19-2-4.
    Interception,
    /// 23-4-4.
    Toll,
    /// 23-4-2: no hex is left to retreat to.
    Trapped,
    /// 24-3-2.
    Rout,
    /// 14-2-4.
    Deserters,
}

/// Why steps come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gift {
    /// 14-2-4.
    Replenished,
    /// 20-3H.
    Prisoners,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightStage {
    /// 18-4-2: the defender may lift his surround.
    Lift,
    Attack,
    /// Steps were taken; those who stand strike back.
    Struck,
    Pursue,
    Counter,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleStage {
    /// 24-1-8.
    Consent,
    /// 24-1-3: whom does the defender bring?
    Muster,
    First,
    Second {
        hits: u8,
        mark: bool,
    },
    /// Both have suffered this round: by the attacker and by the defender.
    After {
        dealt: (u8, u8),
    },
    /// 24-2-5: the side that did more damage may break off.
    Break {
        attacker: bool,
    },
    /// 24-3-1: a die for each force still in the queue.
    Rout {
        attacker: bool,
    },
    /// 24-3-3.
    Enter {
        attacker: bool,
    },
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckStage {
    /// 20-4: does the owner offer terms?
    Offer,
    Roll,
    Incident,
    /// T-4: so many units are to be named by the surrounders.
    Traitor(u8),
    Done,
}

/// A force that has so many hexes to go.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Going<U = UnitId> {
    pub force: U,
    pub hexes: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame<U = UnitId, H = HexId> {
    /// 36.4: where does this unit begin?
    Place {
        unit: U,
    },
    /// A force is in hand; what does it do?
    Hand {
        force: U,
        refused: bool,
    },
    /// 15-5: a move in legs. Points left in tactical and strategic movement, or −1.
    Drop {
        force: U,
        left: (i8, i8),
        begun: bool,
    },
    /// 13-2: units are put into boxes. `free`: before play or before entering, no action.
    Draft {
        place: H,
        organiser: Option<U>,
        moved: Vec<U>,
        touched: Vec<U>,
        gained: Vec<U>,
        /// 13-2-3: a force that could act is involved.
        #[serde(default)]
        able: bool,
    },
    /// 14-1-1: having organised, does he replenish too?
    Refit {
        force: U,
    },
    /// 14-2, 14-3: the die.
    Replenish {
        force: U,
        castle: bool,
    },
    /// 26-1-2: the die.
    Recover {
        force: U,
    },
    Gain {
        force: U,
        left: u8,
        gift: Gift,
    },
    Lose {
        forces: Vec<U>,
        left: u8,
        mark: bool,
        why: Why,
    },
    /// 23-1-2, 23-7, 24-1-2: who attacks whom?
    Aim {
        force: U,
        hex: H,
        with: Vec<U>,
        targets: Vec<U>,
        battle: bool,
    },
    Fight {
        attackers: Vec<U>,
        defenders: Vec<U>,
        from: H,
        hex: H,
        stage: FightStage,
        paths: Vec<Vec<H>>,
    },
    Retreat {
        from: H,
        morale: bool,
        queue: Vec<Going<U>>,
        path: Vec<H>,
        paths: Vec<Vec<H>>,
    },
    Battle {
        attackers: Vec<U>,
        defenders: Vec<U>,
        queue: Vec<U>,
        from: H,
        hex: H,
        round: u8,
        stage: BattleStage,
    },
    /// 18-1-2: who surrounds together?
    Join {
        force: U,
        with: Vec<U>,
    },
    /// 17-1-2: having surrounded, who assaults?
    Storm {
        forces: Vec<U>,
        hex: H,
    },
    /// 19: the interception, then the assault.
    Assault {
        force: U,
        hex: H,
        intercepted: bool,
    },
    /// `peace`: 37.7.
    Demand {
        force: U,
        hex: H,
        peace: bool,
    },
    /// 21.0: the throw in row 0.
    Fall {
        captor: U,
        hex: H,
        ruin: bool,
    },
    /// 20-3 D to H: so many units still to be named; then the rest leave. Without an answer it is by agreed terms.
    Yield {
        captor: U,
        hex: H,
        remove: u8,
        taken: u8,
        answer: Option<Answer>,
        ruin: bool,
        passed: bool,
    },
    Check {
        hex: H,
        stage: CheckStage,
    },
    /// 20-4: whose terms they are: 0 the owner's offer, 1 the answer, 2 the owner's last. `open` while they are made up.
    Terms {
        hex: H,
        turn: u8,
        give: Vec<U>,
        open: bool,
    },
}

impl<U, H> Frame<U, H> {
    /// The same frame in other words; the first that cannot be turned is the error.
    pub fn map<V, G, E>(
        self,
        unit: &mut dyn FnMut(U) -> Result<V, E>,
        hex: &mut dyn FnMut(H) -> Result<G, E>,
    ) -> Result<Frame<V, G>, E> {
        fn all<A, B, E>(list: Vec<A>, to: &mut dyn FnMut(A) -> Result<B, E>) -> Result<Vec<B>, E> {
            list.into_iter().map(to).collect()
        }
        fn ways<A, B, E>(list: Vec<Vec<A>>, to: &mut dyn FnMut(A) -> Result<B, E>) -> Result<Vec<Vec<B>>, E> {
            list.into_iter().map(|way| all(way, to)).collect()
        }
        Ok(match self {
            Frame::Place { unit: u } => Frame::Place { unit: unit(u)? },
            Frame::Hand { force, refused } => Frame::Hand { force: unit(force)?, refused },
            Frame::Drop { force, left, begun } => Frame::Drop { force: unit(force)?, left, begun },
            Frame::Draft { place, organiser, moved, touched, gained, able } => Frame::Draft {
                able,
                place: hex(place)?,
                organiser: organiser.map(&mut *unit).transpose()?,
                moved: all(moved, unit)?,
                touched: all(touched, unit)?,
                gained: all(gained, unit)?,
            },
            Frame::Refit { force } => Frame::Refit { force: unit(force)? },
            Frame::Replenish { force, castle } => Frame::Replenish { force: unit(force)?, castle },
            Frame::Recover { force } => Frame::Recover { force: unit(force)? },
            Frame::Gain { force, left, gift } => Frame::Gain { force: unit(force)?, left, gift },
            Frame::Lose { forces, left, mark, why } => {
                Frame::Lose { forces: all(forces, unit)?, left, mark, why }
            }
            Frame::Aim { force, hex: at, with, targets, battle } => Frame::Aim {
                force: unit(force)?,
                hex: hex(at)?,
                with: all(with, unit)?,
                targets: all(targets, unit)?,
                battle,
            },
            Frame::Fight { attackers, defenders, from, hex: at, stage, paths } => Frame::Fight {
                attackers: all(attackers, unit)?,
                defenders: all(defenders, unit)?,
                from: hex(from)?,
                hex: hex(at)?,
                stage,
                paths: ways(paths, hex)?,
            },
            Frame::Retreat { from, morale, queue, path, paths } => Frame::Retreat {
                from: hex(from)?,
                morale,
                queue: queue
                    .into_iter()
                    .map(|going| Ok(Going { force: unit(going.force)?, hexes: going.hexes }))
                    .collect::<Result<_, E>>()?,
                path: all(path, hex)?,
                paths: ways(paths, hex)?,
            },
            Frame::Battle { attackers, defenders, queue, from, hex: at, round, stage } => Frame::Battle {
                attackers: all(attackers, unit)?,
                defenders: all(defenders, unit)?,
                queue: all(queue, unit)?,
                from: hex(from)?,
                hex: hex(at)?,
                round,
                stage,
            },
            Frame::Join { force, with } => Frame::Join { force: unit(force)?, with: all(with, unit)? },
            Frame::Storm { forces, hex: at } => Frame::Storm { forces: all(forces, unit)?, hex: hex(at)? },
            Frame::Assault { force, hex: at, intercepted } => {
                Frame::Assault { force: unit(force)?, hex: hex(at)?, intercepted }
            }
            Frame::Demand { force, hex: at, peace } => {
                Frame::Demand { force: unit(force)?, hex: hex(at)?, peace }
            }
            Frame::Fall { captor, hex: at, ruin } => {
                Frame::Fall { captor: unit(captor)?, hex: hex(at)?, ruin }
            }
            Frame::Yield { captor, hex: at, remove, taken, answer, ruin, passed } => {
                Frame::Yield { captor: unit(captor)?, hex: hex(at)?, remove, taken, answer, ruin, passed }
            }
            Frame::Check { hex: at, stage } => Frame::Check { hex: hex(at)?, stage },
            Frame::Terms { hex: at, turn, give, open } => {
                Frame::Terms { hex: hex(at)?, turn, give: all(give, unit)?, open }
            }
        })
    }
}
