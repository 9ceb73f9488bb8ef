//! What a position must keep to: the laws that play keeps by itself. Files, records, imports and the editor of positions
//! come through here.

mod frames;

use kernel::Fault;
use open::{
    deployment::{self, Deployed},
    frames::fault,
};
use plane::Outline;

use crate::{
    Daimyo,
    decisions::Errand,
    model::{
        state::{Life, Mark, State, Where},
        units::LeaderId,
    },
};

pub(super) fn check(rules: &Daimyo, state: &State) -> Result<(), Fault> {
    check_places(rules, state)?;
    check_leaders(rules, state)?;
    frames::check(rules, state)
}

/// The laws of the open table: everybody stands on it, and who is steady in no other and on ground that bears him.
fn check_places(rules: &Daimyo, state: &State) -> Result<(), Fault> {
    let steady =
        state.all().filter(|unit| state.body(*unit).place == Where::Table && !state.is(*unit, Mark::Routing));
    let deployed = steady.map(|unit| Deployed {
        id: &rules.unit(unit).id,
        field: format!("units.{}", rules.unit(unit).id),
        shape: rules.shape(state, unit),
        mounted: rules.unit(unit).is_mounted(),
        zone: None,
    });
    deployment::placed(&rules.ground, &deployed.collect::<Vec<_>>())?;
    let most = rules.tables.ground.block_stands;
    for unit in state.all() {
        let (data, body) = (rules.unit(unit), state.body(unit));
        let field = format!("units.{}", data.id);
        let sharer = || state.all().find(|other| *other < unit && state.body(*other).place == body.place);
        let (field, why) = match body.place {
            Where::Table | Where::Abandoned if rules.ground.is_off(&rules.shape(state, unit)) => {
                (format!("{field}.at"), "it does not stand on the table".to_owned())
            }
            Where::Block(_) if data.is_mounted() || data.is_gun() || data.is_headquarters() => {
                (format!("{field}.place"), "only foot is in a building (5.10)".to_owned())
            }
            Where::Block(_) if body.stands() > most => {
                let why = format!("a building has room for {most} stands, not {} (5.10)", body.stands());
                (format!("{field}.place"), why)
            }
            Where::Block(_) if body.is(Mark::Routing) => {
                (format!("{field}.place"), "a routing unit has left the building (5.10)".to_owned())
            }
            Where::Block(_) if sharer().is_some() => {
                let other = sharer().map_or("", |other| &rules.unit(other).id);
                (format!("{field}.place"), format!("{other} is in the building: one unit each (5.10)"))
            }
            Where::Captured | Where::Abandoned if !data.is_gun() => {
                (format!("{field}.place"), "only a gun is captured or abandoned (7.6, 8.4)".to_owned())
            }
            _ => continue,
        };
        return Err(fault(field, why));
    }
    Ok(())
}

/// Leaders who live are on the table, and no enemy stands on one who is alone, unless his die is due (2.3).
fn check_leaders(rules: &Daimyo, state: &State) -> Result<(), Fault> {
    for (n, (data, who)) in rules.leaders.iter().zip(state.leaders.iter()).enumerate() {
        let field = || format!("leaders.{}.at", data.id);
        if who.life == Life::Here && !rules.ground.table.holds(&Outline::spot(who.at.fine())) {
            return Err(fault(field(), "he does not stand on the table"));
        }
        let leader = LeaderId(n as u8);
        let due = || {
            let mut errands = state.errands.iter();
            errands.any(|errand| matches!(errand, Errand::Peril(danger) if danger.leader == leader))
        };
        if let Some(foe) = rules.overrunner(state, leader).filter(|_| !due()) {
            return Err(fault(field(), format!("he stands in {} (2.3)", rules.unit(foe).id)));
        }
    }
    Ok(())
}
