//! What a combat of a position must keep to (chapters 9 to 11): the laws that play keeps by itself.

use kernel::Fault;

use crate::{
    Yukimura,
    decisions::fight::{
        Fate, Fight, Stage, advance::AdvanceTo, check::Check, retreat::Retreat, stack::Stack,
    },
    model::{state::State, units::UnitId},
};

type Checked = Result<(), Fault>;

fn must(holds: bool, field: &str, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Fault::new("position", message()).field(field)) }
}

/// A game that is over rests in the middle of a combat, and nobody goes on with it.
pub(super) fn check(rules: &Yukimura, state: &State, fight: &Fight) -> Checked {
    let id = |unit: UnitId| &rules.unit(unit).id;
    let on_map = |field: &str, unit: UnitId| {
        must(state.on_map(unit), field, || format!("{} is not on the map", id(unit)))
    };
    if state.over.is_some() {
        return Ok(());
    }
    must(usize::from(fight.file) <= fight.path.len(), "fight.file", || {
        format!("{} hexes of a way of {} (11-3-3)", fight.file, fight.path.len())
    })?;
    let field = "fight.stage";
    match fight.stage {
        Stage::Throw => {
            must(fight.fate == Fate::Stands && state.hex(fight.target) == fight.held, "fight.held", || {
                format!("{} stands in the hex it holds until the dice are thrown (10)", id(fight.target))
            })?;
            fight.attackers.iter().try_for_each(|&unit| {
                on_map("fight.attackers", unit)?;
                let beside = rules.atlas.direction(state.hex(unit), fight.held).is_some();
                must(beside, "fight.attackers", || {
                    format!("{} is not adjacent to {} (9-1, 10-1)", id(unit), id(fight.target))
                })
            })
        }
        Stage::Check(Check { unit, .. }) => on_map(field, unit),
        Stage::Retreat(Retreat { unit, walked, need, .. }) => {
            on_map(field, unit)?;
            let most = rules.numbers.morale.longest_retreat;
            must(walked < need && need <= most, field, || {
                format!("{walked} hexes of {need} are walked: a retreat is 1 to {most} hexes (11-1)")
            })
        }
        Stage::Stack(Stack { arrived, stood }) => {
            on_map(field, arrived)?;
            on_map(field, stood)?;
            must(arrived != stood && state.hex(arrived) == state.hex(stood), field, || {
                format!("{} and {} are not in one hex (11-2-5)", id(arrived), id(stood))
            })
        }
        Stage::AdvanceTo(AdvanceTo { unit }) => {
            must(fight.attackers.contains(&unit), field, || format!("{} did not attack (11-3)", id(unit)))?;
            on_map(field, unit)
        }
        Stage::Order | Stage::Advance => Ok(()),
    }
}
