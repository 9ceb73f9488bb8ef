//! What the step and the errands of a position may speak of.

use kernel::Fault;
use open::frames::fault;

use crate::{
    AgeOfWar,
    decisions::{
        Errand, Step,
        errands::{
            assault::Assault,
            danger::Danger,
            edge::Edge,
            escape::Escape,
            face::Face,
            fall_back::FallBack,
            reform::Reform,
            shot::{Aim, Shot},
            sneak::Sneak,
            test::Test,
            watch::Watch,
        },
        steps::{
            accept::Accept,
            arrive::Arrive,
            award::{Award, AwardLast},
            award_again::AwardAgain,
            commander::Commander,
            commander_die::CommanderDie,
            determination::Determination,
            duel::Duel,
            fight::Fight,
            general::General,
            general_dice::GeneralDice,
            late::LateDie,
            new_general::NewGeneral,
            ride::Ride,
        },
    },
    model::{
        state::{Daimyo, State, Where},
        units::{ClanId, UnitId},
    },
};

type Checked = Result<(), Fault>;

pub(super) fn check(rules: &AgeOfWar, state: &State) -> Checked {
    let check = Check { rules, state };
    check.step()?;
    state.errands.iter().enumerate().try_for_each(|(n, errand)| check.errand(n, errand))
}

/// Whom a step of the active side is about.
fn actor(step: &Step) -> Option<UnitId> {
    Some(match step {
        Step::RestoreDie(step) => step.unit,
        Step::Commander(step) => step.unit,
        Step::CommanderDie(step) => step.unit,
        Step::CloseUp(step) => step.unit,
        Step::Motivation(step) => step.unit,
        Step::Determination(step) => step.unit,
        Step::Points(step) => step.unit,
        Step::Act(step) => step.unit,
        Step::RestoreTry(step) => step.unit,
        Step::ControlTry(step) => step.unit,
        Step::MountTry(step) => step.unit,
        Step::LateDie(step) => step.unit,
        Step::Arrive(step) => step.unit,
        _ => return None,
    })
}

struct Check<'a> {
    rules: &'a AgeOfWar,
    state: &'a State,
}

impl Check<'_> {
    fn must(&self, holds: bool, field: &str, message: impl FnOnce() -> String) -> Checked {
        if holds { Ok(()) } else { Err(fault(field, message())) }
    }

    fn id(&self, unit: UnitId) -> &str {
        &self.rules.unit(unit).id
    }

    /// No general and no Maku. While errands are due the unit may just have been lost.
    fn troops(&self, field: &str, unit: UnitId) -> Checked {
        let lives = !self.state.body(unit).bases.is_empty() || !self.state.errands.is_empty();
        let holds = self.rules.unit(unit).is_troops() && lives;
        self.must(holds, field, || format!("{} is no unit in play", self.id(unit)))
    }

    fn enemies(&self, field: &str, unit: UnitId, other: UnitId) -> Checked {
        let holds = self.rules.side_of(unit) != self.rules.side_of(other);
        self.must(holds, field, || format!("{} is no enemy of {}", self.id(other), self.id(unit)))
    }

    fn step(&self) -> Checked {
        if let Some(unit) = actor(&self.state.step) {
            self.troops("step.unit", unit)?;
            self.must(self.rules.side_of(unit) == self.state.active, "step.unit", || {
                format!(
                    "it is not the player turn of {}: change `active`, or name a unit of its side",
                    self.id(unit)
                )
            })?;
        }
        match &self.state.step {
            Step::LateDie(LateDie { unit }) | Step::Arrive(Arrive { unit }) => {
                let late = self.state.body(*unit).place == Where::Late;
                self.must(late, "step.unit", || format!("{} is not `late` (11)", self.id(*unit)))
            }
            Step::Commander(Commander { unit }) | Step::CommanderDie(CommanderDie { unit }) => {
                let led = self.state.body(*unit).has_commander();
                self.must(!led, "step.unit", || format!("{} has its commander (4.2)", self.id(*unit)))
            }
            Step::Determination(Determination { unit }) => {
                let clan = self.rules.unit(*unit).clan;
                self.must(self.state.chief(clan).dice > 0, "step.unit", || {
                    format!("the general of {} has no dice (4.5)", self.rules.clan(clan).id)
                })
            }
            Step::NewGeneral(NewGeneral { clan }) => self.clan(*clan, false),
            Step::GeneralDice(GeneralDice { clan }) | Step::General(General { clan, .. }) => {
                self.clan(*clan, true)
            }
            Step::Accept(Accept { unit, target }) | Step::Duel(Duel { unit, target, .. }) => {
                self.duellists(*unit, *target)
            }
            Step::Ride(Ride { messenger })
            | Step::Award(Award { messenger })
            | Step::AwardAgain(AwardAgain { messenger, .. })
            | Step::AwardLast(AwardLast { messenger }) => self.messenger("step.messenger", *messenger),
            Step::Fight(fight) => self.fight(fight),
            _ => Ok(()),
        }
    }

    /// A clan of the active side with its general, or without.
    fn clan(&self, clan: ClanId, led: bool) -> Checked {
        let id = &self.rules.clan(clan).id;
        self.must(self.rules.clan(clan).side == self.state.active, "step.clan", || {
            format!("it is not the player turn of {id}")
        })?;
        self.must(self.rules.has_general(self.state, clan) == led, "step.clan", || match led {
            true => format!("{id} has no general in play (20.3)"),
            false => format!("{id} has its general (10.3)"),
        })
    }

    /// commanders or generals in the front rank, the challenger of the active side.
    fn duellists(&self, unit: UnitId, target: UnitId) -> Checked {
        let holds =
            self.rules.side_of(unit) == self.state.active && self.rules.side_of(target) != self.state.active;
        self.must(holds, "step", || {
            format!(
                "a unit or general of the active side challenges an enemy: not {} {}",
                self.id(unit),
                self.id(target)
            )
        })?;
        let leads = |who: UnitId| match self.rules.unit(who).is_general() {
            true => self.state.chief(self.rules.unit(who).clan).with.is_some(),
            false => self.state.body(who).place == Where::Table && self.state.body(who).has_commander(),
        };
        self.must(leads(unit) && leads(target), "step", || {
            "a challenge is between generals with a unit and commanders of units on the table (A-33.1)"
                .to_owned()
        })
    }

    fn messenger(&self, field: &str, n: u8) -> Checked {
        let most = self.rules.tables.messengers.riders;
        self.must(usize::from(n) < most, field, || format!("a side has {most} messengers, counted from 0"))
    }

    /// 8.1: a round between enemies on the table.
    fn fight(&self, fight: &Fight) -> Checked {
        self.must(!fight.fighters.is_empty(), "step.fighters", || "a fight has fighters".to_owned())?;
        fight.fighters.iter().enumerate().try_for_each(|(n, fighter)| {
            let field = format!("step.fighters.{n}");
            self.enemies(&field, fighter.unit, fighter.target)?;
            let here = |unit: UnitId| self.state.body(unit).place == Where::Table;
            self.must(here(fighter.unit) && here(fighter.target), &field, || {
                format!("{} and {} are not both on the table", self.id(fighter.unit), self.id(fighter.target))
            })
        })
    }

    fn errand(&self, n: usize, errand: &Errand) -> Checked {
        let field = format!("errands.{n}");
        match errand {
            Errand::Test(Test { unit, .. })
            | Errand::FallBack(FallBack { unit, .. })
            | Errand::Face(Face { unit })
            | Errand::Sneak(Sneak { unit, .. })
            | Errand::Edge(Edge { unit })
            | Errand::Reform(Reform { unit, .. }) => self.troops(&field, *unit),
            Errand::Watch(Watch { unit, target }) => match target {
                Some(target) => self.enemies(&field, *unit, *target),
                None => Ok(()),
            },
            Errand::Shot(shot) => self.shot(&field, shot),
            Errand::Assault(Assault { unit, target, .. }) => {
                self.troops(&field, *unit)?;
                self.enemies(&field, *unit, *target)
            }
            Errand::Danger(Danger { side, messenger, unit }) => {
                self.messenger(&format!("{field}.messenger"), *messenger)?;
                self.must(self.rules.side_of(*unit) != *side, &field, || {
                    format!("{} is no enemy of the messenger", self.id(*unit))
                })
            }
            Errand::Escape(Escape { side }) => {
                let dead = self.state.camp(*side).daimyo == Daimyo::Dead;
                self.must(!dead, &field, || "the daimyo of this side is dead (9.3)".to_owned())
            }
            Errand::Fate(_) | Errand::RallyRisk(_) => Ok(()),
        }
    }

    /// 6.4: who is hit is a base that can be hit.
    fn shot(&self, field: &str, shot: &Shot) -> Checked {
        self.troops(field, shot.unit)?;
        self.enemies(field, shot.unit, shot.target)?;
        let missile = self.rules.unit(shot.unit).missile().is_some();
        self.must(missile, field, || format!("{} has no missiles (6.4)", self.id(shot.unit)))?;
        let exposed = self.rules.exposed(self.state, shot.target);
        self.must(!matches!(shot.aim, Aim::Name(_)) || !exposed.is_empty(), field, || {
            format!("nobody of {} can be hit", self.id(shot.target))
        })
    }
}
