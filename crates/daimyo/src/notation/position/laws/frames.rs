//! What the step, the charges and the errands of a position may speak of.

use kernel::Fault;
use open::frames::fault;

use crate::{
    Daimyo,
    decisions::{
        Errand, Step,
        charges::{
            answer::Answer,
            charge_move::ChargeMove,
            obedience::{Obedience, Wish},
            target_test::TargetTest,
        },
        end::random_event::{self, event_pick::EventPick, stray_shot::StrayShot},
        errand::{danger::Danger, pursuit::Pursuit, slaughter::Slaughter},
        fire::volley::Shooting,
        melee::fight::{Fight, Stage, accept::Accept, challenge::Challenge, duel::Duel},
        rally::{calm::Calm, facing::Facing, files::Files, rally_test::RallyTest},
        turn::{activation::Activation, arrival::Arrival, enter::Enter, omen::Omen},
    },
    model::{
        state::{Life, Mark, State, Where},
        units::{GroupId, LeaderId, UnitId},
    },
    queries::blows,
};

type Checked = Result<(), Fault>;

pub(super) fn check(rules: &Daimyo, state: &State) -> Checked {
    let check = Check { rules, state };
    check.slot()?;
    for (n, charge) in state.charges.iter().enumerate() {
        check.enemies(&format!("charges.{n}"), charge.unit, charge.target)?;
        let charger = rules.unit(charge.unit);
        check.must(!charger.is_headquarters(), &format!("charges.{n}.unit"), || {
            format!("{} is a headquarters and charges nobody", charger.id)
        })?;
    }
    check.step()?;
    state.errands.iter().enumerate().try_for_each(|(n, errand)| check.errand(n, errand))
}

struct Check<'a> {
    rules: &'a Daimyo,
    state: &'a State,
}

impl Check<'_> {
    fn must(&self, holds: bool, field: &str, message: impl FnOnce() -> String) -> Checked {
        if holds { Ok(()) } else { Err(fault(field, message())) }
    }

    fn id(&self, unit: UnitId) -> &str {
        &self.rules.unit(unit).id
    }

    fn enemies(&self, field: &str, unit: UnitId, other: UnitId) -> Checked {
        let holds = self.rules.side_of(unit) != self.rules.side_of(other);
        self.must(holds, field, || format!("{} is no enemy of {}", self.id(other), self.id(unit)))
    }

    fn here(&self, field: &str, unit: UnitId) -> Checked {
        let holds = self.state.body(unit).place.is_here();
        self.must(holds, field, || format!("{} is not on the table", self.id(unit)))
    }

    fn marked(&self, field: &str, unit: UnitId, mark: Mark) -> Checked {
        self.here(field, unit)?;
        let word = Mark::ALL.iter().find(|(known, _)| *known == mark).map_or("", |(_, word)| word);
        self.must(self.state.is(unit, mark), field, || format!("{} is not `{word}`", self.id(unit)))
    }

    fn alive(&self, field: &str, leader: LeaderId) -> Checked {
        let holds = self.state.person(leader).life == Life::Here;
        self.must(holds, field, || format!("{} is not on the table", self.rules.leader(leader).id))
    }

    /// 4.1: most steps belong to the slot of a clan of the active side.
    fn slot(&self) -> Checked {
        let state = self.state;
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
        self.must(!in_slot || state.group.is_some(), "group", || {
            "this step belongs to the slot of a clan: name it".to_owned()
        })?;
        let Some(group) = state.group else { return Ok(()) };
        self.must(self.rules.group(group).side == state.active, "group", || {
            let id = &self.rules.group(group).id;
            format!("{id} is not of the active side: name its side in `active`, or a clan of the active side")
        })
    }

    /// The unit that a step of the slot is about is of the clan that acts.
    fn of_the_clan(&self, unit: UnitId) -> Checked {
        let holds =
            Some(self.rules.unit(unit).group) == self.state.group && self.state.body(unit).place.is_here();
        self.must(holds, "step.unit", || {
            format!("{} is no unit of the active clan on the table", self.id(unit))
        })
    }

    /// The clan whose slot begins.
    fn clan(&self, group: GroupId) -> Checked {
        let holds = self.rules.group(group).side == self.state.active;
        self.must(holds, "step.group", || format!("{} is not of the active side", self.rules.group(group).id))
    }

    /// D-SC1: the clan that comes later.
    fn comes(&self, group: GroupId) -> Checked {
        self.clan(group)?;
        let holds = self.rules.scenario.arrival.is_some() && self.rules.group(group).arrives;
        self.must(holds, "step.group", || {
            format!("{} does not arrive in this battle (D-SC1)", self.rules.group(group).id)
        })
    }

    fn step(&self) -> Checked {
        let state = self.state;
        match &state.step {
            Step::Activation(Activation { group }) | Step::Omen(Omen { group }) => self.clan(*group),
            Step::Arrival(Arrival { group }) | Step::Enter(Enter { group }) => self.comes(*group),
            Step::RallyTest(RallyTest { unit }) => {
                self.of_the_clan(*unit)?;
                self.marked("step.unit", *unit, Mark::Routing)
            }
            Step::Calm(Calm { unit }) => {
                self.of_the_clan(*unit)?;
                self.marked("step.unit", *unit, Mark::Frenzied)
            }
            Step::Facing(Facing { unit, .. }) | Step::Files(Files { unit, .. }) => {
                let steady = state.body(*unit).place == Where::Table && !state.is(*unit, Mark::Routing);
                self.must(steady, "step.unit", || {
                    format!("{} does not stand in order on the table (13.6)", self.id(*unit))
                })
            }
            Step::Obedience(Obedience { unit, wish }) => {
                self.of_the_clan(*unit)?;
                match wish {
                    Wish::Charge { target } => self.enemies("step.wish.charge.target", *unit, *target),
                    Wish::Move => Ok(()),
                }
            }
            Step::Manoeuvre(step) => self.of_the_clan(step.unit),
            Step::TargetTest(TargetTest { charge })
            | Step::Answer(Answer { charge })
            | Step::Charge(ChargeMove { charge }) => {
                let declared = usize::from(*charge) < state.charges.len();
                self.must(declared, "step.charge", || "this charge was not declared".to_owned())
            }
            Step::Volley(shooting) => self.volley(shooting),
            Step::Fight(fight) => self.fight(fight),
            Step::Test(test) => self.here("step.unit", test.unit),
            Step::EventPick(EventPick { roll, side }) => {
                let some = random_event::choices(self.rules, state, *roll, *side) > 0;
                self.must(some, "step.roll", || "this event has nobody to choose from (T-12)".to_owned())
            }
            Step::StrayShot(StrayShot { leader }) => self.alive("step.leader", *leader),
            _ => Ok(()),
        }
    }

    fn volley(&self, shooting: &Shooting) -> Checked {
        let unit = shooting.unit;
        self.here("step.unit", unit)?;
        let open = usize::from(shooting.made) < shooting.salvos.len();
        self.must(open, "step.made", || "no salvo is left to be thrown (7.1)".to_owned())?;
        let stands = self.state.body(unit).stands();
        for (n, salvo) in shooting.salvos.iter().enumerate() {
            let field = format!("step.salvos.{n}");
            self.enemies(&field, unit, salvo.target)?;
            self.here(&format!("{field}.target"), salvo.target)?;
            let holds = salvo.stands <= stands && salvo.hits <= salvo.stands;
            self.must(holds, &format!("{field}.stands"), || {
                format!("{} stands, {} hits: {} has {stands} stands", salvo.stands, salvo.hits, self.id(unit))
            })?;
        }
        Ok(())
    }

    /// 8.1: a round of a melee between units that fight it.
    fn fight(&self, fight: &Fight) -> Checked {
        let (rules, state) = (self.rules, self.state);
        let sides = |side| fight.units.iter().any(|unit| rules.side_of(unit) == side);
        self.must(kernel::Side::ALL.into_iter().all(sides), "step.units", || {
            "a melee has units of both sides (8.1)".to_owned()
        })?;
        let idle = fight.tally.iter().find(|tally| !fight.units.has(tally.unit));
        self.must(idle.is_none(), "step.tally", || "a unit is counted that does not fight".to_owned())?;
        for sequel in &fight.sequels {
            self.enemies("step.sequels", sequel.winner, sequel.loser)?;
        }
        match fight.stage {
            Stage::Challenge(Challenge { mine, theirs })
            | Stage::Accept(Accept { mine, theirs })
            | Stage::Duel(Duel { mine, theirs }) => {
                self.enemies("step.stage", mine, theirs)?;
                let led = |unit| fight.units.has(unit) && state.body(unit).leader.is_some();
                self.must(led(mine) && led(theirs), "step.stage", || {
                    "a challenge is between leaders of units that fight (8.11)".to_owned()
                })?;
                self.must(rules.side_of(mine) == state.active, "step.stage", || {
                    format!("{} is not of the active side, which challenges (8.11)", self.id(mine))
                })?;
                self.must(fight.made == 0, "step.made", || "no blow falls before the duels".to_owned())
            }
            Stage::Blows => {
                let blows = blows::blows(rules, state, &fight.units);
                self.must(blows.as_slice() == fight.blows, "step.blows", || {
                    "these are not the blows of units that stand so (8.2)".to_owned()
                })?;
                let made = usize::from(fight.made);
                self.must(made <= blows.len(), "step.made", || {
                    format!("{made} blows have fallen of {}", blows.len())
                })
            }
            Stage::Result | Stage::After(_) | Stage::End => Ok(()),
        }
    }

    fn errand(&self, n: usize, errand: &Errand) -> Checked {
        let field = format!("errands.{n}");
        match errand {
            Errand::Peril(Danger { leader, .. }) => self.alive(&format!("{field}.leader"), *leader),
            Errand::Rout(_) => Ok(()),
            Errand::Pursuit(Pursuit { unit, router }) => self.enemies(&field, *unit, *router),
            Errand::Slaughter(Slaughter { unit, router, stands }) => {
                self.enemies(&field, *unit, *router)?;
                let most = self.state.body(*unit).stands();
                self.must(*stands <= most, &format!("{field}.stands"), || {
                    format!("{stands} stands: {} has {most}", self.id(*unit))
                })
            }
        }
    }
}
