//! What a position must keep to: the laws that play keeps by itself. Files, records, imports and the editor of positions
//! come through here.

mod frames;

use kernel::{Fault, Side};
use open::{
    deployment::{self, Deployed},
    frames::fault,
};

use crate::{
    AgeOfWar,
    model::{
        state::{Daimyo, State, Where},
        units::{Kind, UnitId},
    },
};

pub(super) fn check(rules: &AgeOfWar, state: &State) -> Result<(), Fault> {
    check_bases(rules, state)?;
    check_places(rules, state)?;
    check_leaders(rules, state)?;
    check_messengers(rules, state)?;
    frames::check(rules, state)
}

fn unit_field(rules: &AgeOfWar, unit: UnitId) -> String {
    format!("units.{}", rules.unit(unit).id)
}

/// 2.2, 3.1: a unit has no more bases of a kind than the scenario gives it, and its commander stands in front.
fn check_bases(rules: &AgeOfWar, state: &State) -> Result<(), Fault> {
    for unit in state.all().filter(|unit| rules.unit(*unit).is_troops()) {
        let (data, body) = (rules.unit(unit), state.body(unit));
        for (_, kind) in Kind::ALL {
            let has = body.bases.iter().filter(|base| base.kind == kind).count();
            let most = data.bases.iter().find(|(known, _)| *known == kind).map_or(0, |(_, n)| *n);
            if has > usize::from(most) {
                let why = format!("{has} bases of `{}`: it has {most}", kind.word());
                return Err(fault(unit_field(rules, unit), why));
            }
        }
        if body.place == Where::Table && body.bases.is_empty() {
            return Err(fault(unit_field(rules, unit), "a unit on the table has bases"));
        }
        let commander = body.bases.iter().position(|base| base.commander);
        if commander.is_some() && data.is_gun() {
            return Err(fault(format!("{}.layout", unit_field(rules, unit)), "a gun has no commander (2.2)"));
        }
        if body.place == Where::Table && commander.is_some_and(|n| n >= body.front().len()) {
            let why = "the commander stands in the front rank (3.1): put his base among the first";
            return Err(fault(format!("{}.layout", unit_field(rules, unit)), why));
        }
    }
    Ok(())
}

/// The laws of the open table: everybody stands on it, in no other, and on ground that bears him.
fn check_places(rules: &AgeOfWar, state: &State) -> Result<(), Fault> {
    let solid = state.here().filter(|unit| !rules.unit(*unit).is_general());
    let deployed = solid.map(|unit| Deployed {
        id: &rules.unit(unit).id,
        field: format!("units.{}", rules.unit(unit).id),
        shape: rules.shape(state, unit),
        mounted: rules.is_mounted(state, unit),
        zone: None,
    });
    deployment::placed(&rules.ground, &deployed.collect::<Vec<_>>())?;
    for general in state.here().filter(|unit| rules.unit(*unit).is_general()) {
        let (field, shape) = (format!("generals.{}", rules.unit(general).id), rules.shape(state, general));
        if rules.ground.is_off(&shape) {
            return Err(fault(format!("{field}.at"), "his base does not stand on the table"));
        }
        let side = rules.side_of(general);
        let foe = state
            .here()
            .find(|other| rules.side_of(*other) != side && rules.shape(state, *other).overlaps(&shape));
        if let Some(foe) = foe {
            let why = format!("he stands on {}, an enemy: put him elsewhere", rules.unit(foe).id);
            return Err(fault(format!("{field}.at"), why));
        }
    }
    Ok(())
}

/// 2.4, 9.3: generals and daimyo are with own troops that are in play. While errands are due their unit may just have
/// been lost.
fn check_leaders(rules: &AgeOfWar, state: &State) -> Result<(), Fault> {
    let is_in_play = |unit: UnitId| match state.body(unit).place {
        Where::Table => true,
        Where::Removed => false,
        _ => !state.errands.is_empty(),
    };
    for clan in rules.all_clans() {
        let field = format!("generals.{}", rules.unit(rules.clan(clan).general).id);
        if let Some(unit) = state.chief(clan).with.filter(|unit| !is_in_play(*unit)) {
            let why = format!("{} is not on the table: name a unit that is, or none", rules.unit(unit).id);
            return Err(fault(format!("{field}.with"), why));
        }
        if state.chief(clan).front && state.chief(clan).with.is_none() {
            return Err(fault(format!("{field}.front"), "he is in the front rank only of a unit he is with"));
        }
        if state.chief(clan).value > rules.tables.generals.worst {
            let worst = rules.tables.generals.worst;
            return Err(fault(format!("{field}.value"), format!("a general's value is 0 to {worst} (2.4)")));
        }
        let most = rules.tables.muster.guards;
        if state.chief(clan).guards > most {
            return Err(fault(
                format!("{field}.guards"),
                format!("a general has at most {most} guards (2.4)"),
            ));
        }
        let general = state.body(rules.clan(clan).general).place;
        if !matches!(general, Where::Table | Where::With | Where::Late | Where::Dead | Where::Removed) {
            let why = "a general is on the `table`, `with` a unit, `late` or `dead`";
            return Err(fault(format!("{field}.place"), why));
        }
    }
    for side in Side::ALL {
        let field = format!("camps.{}", rules.profile.card.sides[side.index()].id);
        let maku = state.body(rules.makus[side.index()]).place;
        match state.camp(side).daimyo {
            Daimyo::With(unit) if rules.unit(unit).side != side || !rules.unit(unit).is_troops() => {
                let why = format!("{} is no unit of his side (9.3)", rules.unit(unit).id);
                return Err(fault(format!("{field}.daimyo"), why));
            }
            Daimyo::With(unit) if !is_in_play(unit) => {
                let why = format!("{} is not on the table: name a unit that is", rules.unit(unit).id);
                return Err(fault(format!("{field}.daimyo"), why));
            }
            Daimyo::Maku if maku != Where::Table && state.errands.is_empty() => {
                let why = "his Maku is not on the table: he is with a unit, or `dead` (9.3)";
                return Err(fault(format!("{field}.daimyo"), why));
            }
            _ => {}
        }
    }
    Ok(())
}

/// 23: messengers ride to clans of their own side, and on the table.
fn check_messengers(rules: &AgeOfWar, state: &State) -> Result<(), Fault> {
    for side in Side::ALL {
        for (n, who) in state.camp(side).messengers.iter().enumerate() {
            let field = format!("camps.{}.messengers.{n}", rules.profile.card.sides[side.index()].id);
            if let Some(clan) = who.goal.filter(|clan| rules.clan(*clan).side != side) {
                let why = format!("{} is a clan of the enemy", rules.clan(clan).id);
                return Err(fault(format!("{field}.goal"), why));
            }
            if rules.ground.is_off(&plane::Outline::spot(who.at.fine())) {
                return Err(fault(format!("{field}.at"), "he is not on the table"));
            }
        }
    }
    Ok(())
}
