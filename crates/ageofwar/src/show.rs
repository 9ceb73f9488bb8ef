//! How actions look to a player, and what his clicks mean.

use kernel::{Line, Shown, Side, Thing};
use plane::{Len, Point};

use crate::{
    AgeOfWar,
    action::{Action, PLAIN, inches},
    casualties::Struck,
    refer::{MESSENGER, banner, messenger, piece, spot},
    state::{Errand, Mark, State, Step},
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
            Action::Fight(target) => {
                let from = match &state.step {
                    Step::Act { unit, .. } => *unit,
                    _ => target,
                };
                let sector = self.struck_sector(state, target, state.body(from).at);
                let line = Line::new("do-fight")
                    .with("unit", piece(target))
                    .with("sector", open::scene::sector_key(sector));
                self.with_cost(state, Shown::new(line).tie(piece(target)), action)
            }
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
