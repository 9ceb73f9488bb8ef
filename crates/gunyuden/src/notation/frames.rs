//! Frames in the words of a state, or by the names of a position.

pub use crate::decisions::{
    Aim, Assault, Battle, BattleStage, Capture, Check, CheckStage, Demand, Draft, Fight, FightStage, Frame,
    Gain, Gift, Going, Hand, Join, Legs, Lose, Placing, Recover, Refit, Replenish, Retreat, Storm, Terms,
    Why, Yield,
};

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
            Frame::Place(Placing { unit: u }) => Frame::Place(Placing { unit: unit(u)? }),
            Frame::Hand(Hand { force, refused }) => Frame::Hand(Hand { force: unit(force)?, refused }),
            Frame::Drop(Legs { force, left, begun }) => {
                Frame::Drop(Legs { force: unit(force)?, left, begun })
            }
            Frame::Draft(Draft { place, organiser, moved, touched, gained, able }) => Frame::Draft(Draft {
                able,
                place: hex(place)?,
                organiser: organiser.map(&mut *unit).transpose()?,
                moved: all(moved, unit)?,
                touched: all(touched, unit)?,
                gained: all(gained, unit)?,
            }),
            Frame::Refit(Refit { force }) => Frame::Refit(Refit { force: unit(force)? }),
            Frame::Replenish(Replenish { force, castle }) => {
                Frame::Replenish(Replenish { force: unit(force)?, castle })
            }
            Frame::Recover(Recover { force }) => Frame::Recover(Recover { force: unit(force)? }),
            Frame::Gain(Gain { force, left, gift }) => Frame::Gain(Gain { force: unit(force)?, left, gift }),
            Frame::Lose(Lose { forces, left, mark, why }) => {
                Frame::Lose(Lose { forces: all(forces, unit)?, left, mark, why })
            }
            Frame::Aim(Aim { force, hex: at, with, targets, battle }) => Frame::Aim(Aim {
                force: unit(force)?,
                hex: hex(at)?,
                with: all(with, unit)?,
                targets: all(targets, unit)?,
                battle,
            }),
            Frame::Fight(Fight { attackers, defenders, from, hex: at, stage, paths }) => {
                Frame::Fight(Fight {
                    attackers: all(attackers, unit)?,
                    defenders: all(defenders, unit)?,
                    from: hex(from)?,
                    hex: hex(at)?,
                    stage,
                    paths: ways(paths, hex)?,
                })
            }
            Frame::Retreat(Retreat { from, morale, queue, path, paths }) => Frame::Retreat(Retreat {
                from: hex(from)?,
                morale,
                queue: queue
                    .into_iter()
                    .map(|going| Ok(Going { force: unit(going.force)?, hexes: going.hexes }))
                    .collect::<Result<_, E>>()?,
                path: all(path, hex)?,
                paths: ways(paths, hex)?,
            }),
            Frame::Battle(Battle { attackers, defenders, queue, from, hex: at, round, stage }) => {
                Frame::Battle(Battle {
                    attackers: all(attackers, unit)?,
                    defenders: all(defenders, unit)?,
                    queue: all(queue, unit)?,
                    from: hex(from)?,
                    hex: hex(at)?,
                    round,
                    stage,
                })
            }
            Frame::Join(Join { force, with }) => {
                Frame::Join(Join { force: unit(force)?, with: all(with, unit)? })
            }
            Frame::Storm(Storm { forces, hex: at }) => {
                Frame::Storm(Storm { forces: all(forces, unit)?, hex: hex(at)? })
            }
            Frame::Assault(Assault { force, hex: at, intercepted }) => {
                Frame::Assault(Assault { force: unit(force)?, hex: hex(at)?, intercepted })
            }
            Frame::Demand(Demand { force, hex: at, peace }) => {
                Frame::Demand(Demand { force: unit(force)?, hex: hex(at)?, peace })
            }
            Frame::Fall(Capture { captor, hex: at, ruin }) => {
                Frame::Fall(Capture { captor: unit(captor)?, hex: hex(at)?, ruin })
            }
            Frame::Yield(Yield { captor, hex: at, remove, taken, answer, ruin, passed }) => {
                Frame::Yield(Yield {
                    captor: unit(captor)?,
                    hex: hex(at)?,
                    remove,
                    taken,
                    answer,
                    ruin,
                    passed,
                })
            }
            Frame::Check(Check { hex: at, stage }) => Frame::Check(Check { hex: hex(at)?, stage }),
            Frame::Terms(Terms { hex: at, turn, give, open }) => {
                Frame::Terms(Terms { hex: hex(at)?, turn, give: all(give, unit)?, open })
            }
        })
    }
}
