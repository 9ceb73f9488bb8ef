//! What a position must keep to: the laws that play keeps by itself. Files, records, imports and the editor of positions
//! come through here.

use kernel::Fault;
use open::{
    deployment::{self, Deployed},
    frames::fault,
};
use plane::Outline;

use crate::{
    Daimyo,
    decisions::{
        Errand, Step,
        charges::{answer::Answer, charge_move::ChargeMove, target_test::TargetTest},
    },
    model::{
        state::{Life, Mark, State, Where},
        units::{LeaderId, UnitId},
    },
};

pub(super) fn check(rules: &Daimyo, state: &State) -> Result<(), Fault> {
    check_places(rules, state)?;
    check_leaders(rules, state)?;
    check_frames(rules, state)
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

/// The unit of the active clan that a step is about.
fn actor(step: &Step) -> Option<UnitId> {
    match step {
        Step::Manoeuvre(step) => Some(step.unit),
        Step::Obedience(step) => Some(step.unit),
        _ => None,
    }
}

/// Frames that speak of what is not there would make the rules stumble.
fn check_frames(rules: &Daimyo, state: &State) -> Result<(), Fault> {
    let in_slot = !matches!(
        state.step,
        Step::Weather
            | Step::WeatherNow
            | Step::Initiative
            | Step::Order
            | Step::Draw
            | Step::Slot
            | Step::Activation { .. }
            | Step::Omen { .. }
            | Step::Arrival { .. }
            | Step::Flank
            | Step::Tests
            | Step::Test { .. }
            | Step::Victory
            | Step::Reform
            | Step::Facing { .. }
            | Step::Files { .. }
            | Step::Leaders
            | Step::Leader { .. }
            | Step::Event
            | Step::EventSide { .. }
            | Step::EventPick { .. }
            | Step::StrayShot { .. }
            | Step::OmenDie { .. }
    );
    if in_slot && state.group.is_none() {
        return Err(fault("group", "this step belongs to the slot of a clan: name it"));
    }
    if let Some(group) = state.group
        && rules.group(group).side != state.active
    {
        let why = format!(
            "{} is not of the active side: name its side in `active`, or a clan of the active side",
            rules.group(group).id
        );
        return Err(fault("group", why));
    }
    if let Some(unit) = actor(&state.step)
        && (Some(rules.unit(unit).group) != state.group || !state.body(unit).place.is_here())
    {
        let why = format!("{} is no unit of the active clan on the table", rules.unit(unit).id);
        return Err(fault("step.unit", why));
    }
    if let Some(charge) = state.charges.iter().find(|charge| {
        rules.side_of(charge.unit) == rules.side_of(charge.target)
            || rules.unit(charge.unit).is_headquarters()
    }) {
        let why = format!(
            "{} cannot charge {}: a unit charges an enemy",
            rules.unit(charge.unit).id,
            rules.unit(charge.target).id
        );
        return Err(fault("charges", why));
    }
    let charge = match state.step {
        Step::TargetTest(TargetTest { charge })
        | Step::Answer(Answer { charge })
        | Step::Charge(ChargeMove { charge }) => Some(charge),
        _ => None,
    };
    if charge.is_some_and(|n| usize::from(n) >= state.charges.len()) {
        return Err(fault("step", "it speaks of a charge that was not declared"));
    }
    Ok(())
}
