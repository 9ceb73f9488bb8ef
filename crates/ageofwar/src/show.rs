//! How actions look to a player, what his clicks mean, and what became of a plan.

use kernel::{Line, Shown, Side, Thing};
use plane::{Len, Point};

use crate::{
    AgeOfWar,
    action::{Action, PLAIN, inches},
    refer::{MESSENGER, banner, messenger, piece, spot},
    shooting::Struck,
    state::{Errand, Mark, State, Step, Where},
    steps::Mover,
    units::{ClanId, MESSENGERS, UnitId},
};

fn button(action: Action) -> Option<Thing> {
    PLAIN.iter().position(|(_, plain, _)| *plain == action).map(|n| Thing::Button(n as u16))
}

impl AgeOfWar {
    pub(crate) fn shown(&self, state: &State, action: Action) -> Shown {
        let about = |key: &'static str, unit: UnitId| {
            Shown::new(Line::new(key).with("unit", piece(unit))).tie(piece(unit))
        };
        let number = |key: &'static str, n: i32| Shown::new(Line::new(key).with("n", n));
        if let Some((_, _, key)) = PLAIN.iter().find(|(_, plain, _)| *plain == action) {
            let shown = Shown::new(Line::new(key)).tie(button(action).expect("a plain word"));
            return self.with_cost(state, shown, action);
        }
        match action {
            Action::Face(heading) => number("do-face", heading.degrees()),
            Action::Form(files) => number("do-form", i32::from(files)),
            Action::Front(front) => number("do-front", i32::from(front)),
            Action::Join { unit, front } => {
                about(if front { "do-join-front" } else { "do-join-behind" }, unit)
            }
            Action::Go { x, y } => {
                let at = Point::new(i32::from(x) * 100, i32::from(y) * 100);
                Shown::new(Line::new("do-go").with("spot", spot(at))).tie(spot(at))
            }
            Action::Send { messenger: n, clan } => {
                let who = messenger(state.active, n);
                let general = piece(self.clan(clan).general);
                Shown::new(Line::new("do-send").with("messenger", who).with("general", general)).tie(general)
            }
            Action::Motivate(unit) => {
                let shown = about("do-motivate", unit);
                shown.cost(self.needed(state, unit))
            }
            Action::Stop(clan) => {
                let general = piece(self.clan(clan).general);
                Shown::new(Line::new("do-stop").with("general", general)).tie(banner(clan))
            }
            Action::Files { files, front } => {
                let line = Line::new("do-files").with("n", i32::from(files)).with("front", i32::from(front));
                self.with_cost(state, Shown::new(line), action)
            }
            Action::Advance(halves) => {
                let far = inches(halves);
                let line =
                    Line::new("do-advance").with("whole", far.0 / 100).with("tenths", far.0 % 100 / 10);
                self.with_cost(state, Shown::new(line), action)
            }
            Action::Through(unit) => self.with_cost(state, about("do-through", unit), action),
            Action::Shoot(unit) => self.with_cost(state, about("do-shoot", unit), action),
            Action::Fight(unit) => self.with_cost(state, about("do-fight", unit), action),
            Action::Snap(unit) => about("do-snap", unit),
            Action::Name(struck) => Shown::new(Line::new("do-name").with("what", struck.word())),
            Action::Challenge { unit, target } => {
                let line = Line::new("do-challenge").with("unit", piece(unit)).with("other", piece(target));
                Shown::new(line).tie(piece(target))
            }
            Action::Place { x, files } => {
                let shown =
                    Shown::new(Line::new("do-place").with("x", i32::from(x)).with("n", i32::from(files)));
                match &state.step {
                    Step::Arrive { unit } => {
                        let print = self.arrival_print(state, *unit, x, files);
                        let formation = plane::Formation::new(state.body(*unit).bases.len() as u8, files);
                        shown.tie(spot(print.front)).pose(open::scene::pose(&print, formation))
                    }
                    _ => shown,
                }
            }
            _ => unreachable!("{action:?} is a plain word"),
        }
    }

    /// An action of a unit shows where it ends, what it costs, and whether it may disorder.
    fn with_cost(&self, state: &State, shown: Shown, action: Action) -> Shown {
        let Step::Act { unit, activity } = &state.step else { return shown };
        if !state.errands.is_empty() {
            return shown;
        }
        let cost = |left: u8| i32::from(activity.ap - left);
        match action {
            Action::Shoot(_) => match self.may_shoot_now(*unit, activity) {
                Ok(after) => shown.cost(cost(after.ap)),
                Err(_) => shown,
            },
            Action::Fight(target) => match self.assault_of(state, *unit, activity, target) {
                Ok(rush) => {
                    let pose = open::scene::pose(&rush.stepped.print, state.body(*unit).formation);
                    shown.cost(cost(rush.activity.ap)).pose(pose)
                }
                Err(_) => shown,
            },
            Action::Restore | Action::Control | Action::Mount | Action::Dismount => shown.cost(1),
            Action::End => shown,
            _ => match self.step(state, &Mover::new(self, state, *unit), activity, action) {
                Ok(done) => {
                    let shown = match shown.tie {
                        Some(_) => shown,
                        None => shown.tie(spot(done.stepped.print.front)),
                    };
                    let shown = shown
                        .cost(cost(done.activity.ap))
                        .pose(open::scene::pose(&done.stepped.print, done.formation));
                    let risky = done.stepped.left > 0 && !state.is(*unit, Mark::Disordered);
                    if risky {
                        shown.warning(Line::new("warn-edge").with("unit", piece(*unit)))
                    } else {
                        shown
                    }
                }
                Err(_) => shown,
            },
        }
    }

    pub(crate) fn click(&self, state: &State, thing: Thing) -> Option<Action> {
        if let Thing::Button(n) = thing {
            return PLAIN.get(usize::from(n)).map(|(_, action, _)| *action);
        }
        let unit = match thing {
            Thing::Piece(n) if usize::from(n) < self.units.len() => Some(UnitId(n as u8)),
            _ => None,
        };
        let at = match thing {
            Thing::Spot(x, y) => Some(Point::new(x, y)),
            _ => None,
        };
        let inch = |v: i32| ((v + 50) / 100).clamp(0, 200) as u16;
        if let Some(errand) = state.errands.last() {
            return match errand {
                Errand::Watch { .. } => unit.map(Action::Snap),
                Errand::Assault(_) => unit.map(|_| Action::Stand),
                Errand::Shot(shot) if unit == Some(shot.target) => {
                    Some(Action::Name(self.exposed(state, shot.target).first()?.0))
                }
                Errand::Shot(_) => unit.map(|_| Action::Name(Struck::Guard)),
                Errand::Face { unit: who } | Errand::Reform { unit: who, .. } => {
                    let to = at.or_else(|| unit.map(|unit| state.body(unit).at))?;
                    let from = self.print(state, *who).centre();
                    plane::Compass::EIGHT.bearing(from, to.fine()).map(Action::Face)
                }
                _ => None,
            };
        }
        match &state.step {
            Step::General { .. } => match (unit, at) {
                (Some(unit), _) => Some(Action::Join { unit, front: false }),
                (None, Some(at)) => Some(Action::Go { x: inch(at.x), y: inch(at.y) }),
                _ => None,
            },
            Step::Allot { .. } => {
                let clan = match (thing, unit) {
                    (Thing::Card(n), _) if usize::from(n) < self.clans.len() => ClanId(n as u8),
                    (_, Some(unit)) => self.unit(unit).clan,
                    _ => return None,
                };
                let messengers = &state.camp(state.active).messengers;
                let going = (0..MESSENGERS).find(|n| messengers[*n].goal == Some(clan));
                let free = (0..MESSENGERS).find(|n| messengers[*n].goal.is_none());
                Some(Action::Send { messenger: going.or(free).unwrap_or(0) as u8, clan })
            }
            Step::Motivate => match (thing, unit) {
                (Thing::Card(n), _) if usize::from(n) < self.clans.len() => {
                    Some(Action::Stop(ClanId(n as u8)))
                }
                (_, Some(unit)) => Some(Action::Motivate(unit)),
                _ => None,
            },
            Step::Act { unit: mover, activity } => match (unit, at) {
                (Some(unit), _) if unit == *mover => Some(Action::End),
                (Some(unit), _) if self.side_of(unit) == self.side_of(*mover) => Some(Action::Through(unit)),
                (Some(unit), _) => {
                    let fights = self.assault_of(state, *mover, activity, unit).is_ok();
                    let shoots = self.unit(*mover).missile().is_some() && !fights;
                    Some(if shoots { Action::Shoot(unit) } else { Action::Fight(unit) })
                }
                (None, Some(at)) => {
                    let halves = (state.body(*mover).at.distance(at).0 + 25) / 50;
                    Some(Action::Advance(halves.clamp(1, 60) as u8))
                }
                _ => None,
            },
            Step::Challenge => {
                let target = unit?;
                let able = state.all().find(|own| self.may_challenge(state, *own, target).is_ok());
                let any = || self.of_side[state.active.index()].first();
                Some(Action::Challenge { unit: able.or_else(any)?, target })
            }
            Step::Arrive { unit } => {
                let at = at?;
                let along = match self.unit(*unit).edge {
                    plane::TableEdge::North | plane::TableEdge::South => at.x,
                    _ => at.y,
                };
                Some(Action::Place { x: inch(along), files: state.body(*unit).formation.files })
            }
            _ => None,
        }
    }

    /// What became of it, for odds.
    pub(crate) fn verdict_of(&self, before: &State, after: &State) -> Line {
        if let Some(over) = after.over
            && before.over.is_none()
        {
            return self.ending_line(over);
        }
        let fate = |unit: UnitId| {
            let (was, is) = (before.body(unit), after.body(unit));
            let lost = was.bases.len() as i32 - is.bases.len() as i32;
            match () {
                () if is.place != Where::Table && is.place != was.place => Line::new("verdict-gone"),
                () if is.at != was.at => Line::new("verdict-falls-back"),
                () if is.is(Mark::Halted) && !was.is(Mark::Halted) => Line::new("verdict-halts"),
                () if lost > 0 => Line::new("verdict-loses").with("n", lost),
                () => Line::new("verdict-holds"),
            }
        };
        if let Some(errand) = before.errands.last() {
            return match errand {
                Errand::Test { unit, .. } | Errand::FallBack { unit, .. } | Errand::Sneak { unit, .. } => {
                    fate(*unit)
                }
                Errand::Shot(shot) => match after.body(shot.target).place == Where::Table {
                    true => {
                        let lost = before.body(shot.target).bases.len() - after.body(shot.target).bases.len();
                        Line::new("verdict-loses").with("n", lost as i32)
                    }
                    false => Line::new("verdict-gone"),
                },
                Errand::Assault(assault) => {
                    let (was, is) = (before.body(assault.target), after.body(assault.target));
                    match () {
                        () if is.place != Where::Table => Line::new("verdict-routs"),
                        () if is.at != was.at && after.is(assault.unit, Mark::Disordered) => {
                            Line::new("verdict-caught")
                        }
                        () if is.at != was.at => Line::new("verdict-withdraws"),
                        () => Line::new("verdict-stands"),
                    }
                }
                Errand::Danger { side, messenger, .. } => {
                    let dead = |state: &State| {
                        state.camp(*side).messengers[usize::from(*messenger)].errand
                            == crate::state::Errandry::Dead
                    };
                    Line::new(if dead(after) { "verdict-dead" } else { "verdict-alive" })
                }
                Errand::Edge { unit } => self.order_verdict(before, after, *unit),
                Errand::Fate { clan } | Errand::RallyRisk { clan } => {
                    let dead = after.body(self.clan(*clan).general).place == Where::Dead;
                    Line::new(if dead { "verdict-dead" } else { "verdict-alive" })
                }
                Errand::Escape { side } => {
                    let dead = after.camp(*side).daimyo == crate::state::Daimyo::Dead;
                    Line::new(if dead { "verdict-dead" } else { "verdict-alive" })
                }
                _ => Line::new("odds-other"),
            };
        }
        match &before.step {
            // Where he was the last to lead, a failure has ended the player turn.
            Step::Motivation { unit } => {
                let over = (after.turn, after.active) != (before.turn, before.active);
                match over || after.chief(self.unit(*unit).clan).stopped {
                    true => Line::new("verdict-not-motivated"),
                    false => Line::new("verdict-motivated"),
                }
            }
            Step::Points { unit, .. } => match &after.step {
                Step::Act { unit: same, activity } if same == unit => {
                    Line::new("verdict-points").with("n", i32::from(activity.ap))
                }
                _ => Line::new("odds-other"),
            },
            Step::RestoreTry { unit, .. } | Step::RestoreDie { unit } => {
                self.order_verdict(before, after, *unit)
            }
            Step::ControlTry { unit, .. } => match &after.step {
                Step::Act { unit: same, activity } if same == unit && !activity.wild => {
                    Line::new("verdict-controlled")
                }
                _ => Line::new("verdict-wild"),
            },
            Step::MountTry { unit, .. } => match after.is(*unit, Mark::Dismounted) {
                true => Line::new("verdict-on-foot"),
                false => Line::new("verdict-mounted"),
            },
            Step::Fight(fight) => {
                let side = before.active;
                let won = |of: Side| {
                    fight
                        .fighters
                        .iter()
                        .any(|fighter| self.side_of(fighter.unit) == of && after.is(fighter.unit, Mark::Won))
                };
                Line::new(match (won(side), won(side.other())) {
                    (true, _) => "verdict-won",
                    (_, true) => "verdict-lost",
                    _ => "verdict-drawn",
                })
            }
            Step::Duel(_) | Step::Accept { .. } => self.duel_verdict(before, after),
            Step::CommanderDie { unit } => {
                let is = after.body(*unit);
                Line::new(match () {
                    () if !is.has_commander() => "verdict-none",
                    () if is.is(Mark::Avenge) => "verdict-avenge",
                    () => "verdict-new-disordered",
                })
            }
            Step::NewGeneral { clan } => {
                let (was, is) = (before.chief(*clan).value, after.chief(*clan).value);
                Line::new(match after.body(self.clan(*clan).general).place {
                    Where::Dead => "verdict-none",
                    _ if is > was => "verdict-worse",
                    _ => "verdict-same",
                })
            }
            Step::Ride { messenger } => {
                let arrived = after.camp(before.active).messengers[usize::from(*messenger)].errand
                    == crate::state::Errandry::Arrived;
                Line::new(if arrived { "verdict-reaches" } else { "verdict-short" })
            }
            Step::Award { .. } | Step::AwardLast { .. } => {
                let sum = |state: &State| state.chiefs.iter().map(|chief| i32::from(chief.dice)).sum::<i32>();
                Line::new("verdict-dice").with("n", sum(after) - sum(before))
            }
            Step::LateDie { unit } => {
                match after.is(*unit, Mark::Called) || after.body(*unit).place == Where::Table {
                    true => Line::new("verdict-comes"),
                    false => Line::new("verdict-late"),
                }
            }
            Step::Countdown => Line::new("verdict-count").with("n", i32::from(after.countdown)),
            _ => Line::new("odds-other"),
        }
    }

    fn order_verdict(&self, _before: &State, after: &State, unit: UnitId) -> Line {
        Line::new(if after.is(unit, Mark::Disordered) { "verdict-disordered" } else { "verdict-in-order" })
    }

    /// A challenge as the challenger sees it.
    fn duel_verdict(&self, before: &State, after: &State) -> Line {
        let (unit, target) = match &before.step {
            Step::Duel(duel) => (duel.unit, duel.target),
            Step::Accept { unit, target } => (*unit, *target),
            _ => return Line::new("odds-other"),
        };
        let lives = |who: UnitId| match self.unit(who).is_general() {
            true => after.body(who).place != Where::Dead,
            false => after.body(who).place == Where::Table && after.body(who).has_commander(),
        };
        Line::new(match (lives(unit), lives(target)) {
            (true, false) => "verdict-kills",
            (false, _) => "verdict-killed",
            _ => "verdict-drawn",
        })
    }

    /// A person's place as a scene tells it.
    pub(crate) fn is_messenger(thing: u16) -> Option<(Side, u8)> {
        let n = thing.checked_sub(MESSENGER)?;
        let (side, which) = (n / MESSENGERS as u16, n % MESSENGERS as u16);
        (side < 2).then_some((Side(side as u8), which as u8))
    }

    pub(crate) fn in_inches(len: Len) -> String {
        format!("{len}\"")
    }
}
