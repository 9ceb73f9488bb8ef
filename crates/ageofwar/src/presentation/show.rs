//! How actions look to a player.

use kernel::{Drag, Line, Presentation, Role, Seat, Shown, Side, Telling, Thing, Viewer, scene::Pose};
use open::Event;
use plane::{Len, Point};

use crate::{
    AgeOfWar,
    decisions::{
        Errand, Step,
        errands::{face::Face, reform::Reform},
        steps::act::Act,
    },
    model::{
        state::{Mark, State},
        units::{MOST_MESSENGERS, UnitId},
    },
    notation::{
        action::{Action, PLAIN, inches},
        refer::{MESSENGER, banner, messenger, piece, spot},
    },
    presentation::drag,
    queries::mover::Mover,
};

fn button(action: Action) -> Option<Thing> {
    PLAIN.iter().position(|(_, plain, _)| *plain == action).map(|n| Thing::Button(n as u16))
}

/// What a plain word does to its question.
fn role(action: Action) -> Role {
    match action {
        Action::Evenly | Action::NameAll | Action::End => Role::Main,
        Action::NoSend | Action::StopAll | Action::ReformNone => Role::End,
        Action::Stay
        | Action::Pass
        | Action::PassUnit
        | Action::PassTurn
        | Action::NoRally
        | Action::Spare
        | Action::Fail
        | Action::NoChallenge
        | Action::Refuse => Role::Pass,
        _ => Role::Plain,
    }
}

impl Presentation for AgeOfWar {
    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(event.telling())
    }

    fn show(&self, state: &State, _seat: Seat, &action: &Action, _viewer: Viewer) -> Shown {
        let about = |key: &'static str, unit: UnitId| {
            Shown::new(Line::new(key).with("unit", piece(unit))).tie(piece(unit))
        };
        let number = |key: &'static str, n: i32| Shown::new(Line::new(key).with("n", n));
        if let Some((_, _, key)) = PLAIN.iter().find(|(_, plain, _)| *plain == action) {
            let shown =
                Shown::new(Line::new(key)).tie(button(action).expect("a plain word")).role(role(action));
            return with_cost(self, state, shown, action);
        }
        match action {
            Action::Face(heading) => {
                let shown = number("do-face", heading.degrees());
                let Some(Errand::Reform(Reform { unit, .. }) | Errand::Face(Face { unit })) =
                    state.errands.last()
                else {
                    return shown;
                };
                let print = self.print(state, *unit).facing(heading);
                shown.pose(open::scene::pose(&print, state.body(*unit).formation))
            }
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
                with_cost(self, state, Shown::new(line), action)
            }
            Action::Advance(halves) => {
                let far = inches(halves);
                let line =
                    Line::new("do-advance").with("whole", far.0 / 100).with("tenths", far.0 % 100 / 10);
                with_cost(self, state, Shown::new(line), action)
            }
            Action::Through(unit) => with_cost(self, state, about("do-through", unit), action),
            Action::Shoot(unit) => with_cost(self, state, about("do-shoot", unit), action),
            Action::Fight(target) => {
                let from = match &state.step {
                    Step::Act(act) => act.unit,
                    _ => target,
                };
                let sector = self.struck_sector(state, target, state.body(from).at);
                let line = Line::new("do-fight")
                    .with("unit", piece(target))
                    .with("sector", open::scene::sector_key(sector));
                with_cost(self, state, Shown::new(line).tie(piece(target)), action)
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
                    Step::Arrive(arrive) => {
                        let print = arrive.print(self, state, x, files);
                        let formation =
                            plane::Formation::new(state.body(arrive.unit).bases.len() as u8, files);
                        shown.tie(spot(print.front)).pose(open::scene::pose(&print, formation))
                    }
                    _ => shown,
                }
            }
            _ => unreachable!("{action:?} is a plain word"),
        }
    }

    fn drag(&self, state: &State, seat: Seat, piece: Thing, to: Pose) -> Option<Drag<Action>> {
        drag::drag(self, state, seat, piece, to)
    }
}

/// An action of a unit shows where it ends, what it costs, and whether it may disorder.
fn with_cost(rules: &AgeOfWar, state: &State, shown: Shown, action: Action) -> Shown {
    let Step::Act(Act { unit, activity }) = &state.step else { return shown };
    if !state.errands.is_empty() {
        return shown;
    }
    let cost = |left: u8| i32::from(activity.ap - left);
    match action {
        Action::Shoot(_) => match rules.may_shoot_now(*unit, activity) {
            Ok(after) => shown.cost(cost(after.ap)),
            Err(_) => shown,
        },
        Action::Fight(target) => match rules.assault_of(state, *unit, activity, target) {
            Ok(rush) => {
                let pose = open::scene::pose(&rush.stepped.print, state.body(*unit).formation);
                shown.cost(cost(rush.activity.ap)).pose(pose)
            }
            Err(_) => shown,
        },
        Action::Restore | Action::Control | Action::Mount | Action::Dismount => shown.cost(1),
        Action::End => shown,
        _ => match rules.step(state, &Mover::new(rules, state, *unit), activity, action) {
            Ok(done) => {
                let shown = match shown.tie {
                    Some(_) => shown,
                    None => shown.tie(spot(done.stepped.print.front)),
                };
                let shown = shown
                    .cost(cost(done.activity.ap))
                    .pose(open::scene::pose(&done.stepped.print, done.formation));
                let risky = done.stepped.left > 0 && !state.is(*unit, Mark::Disordered);
                if risky { shown.warning(Line::new("warn-edge").with("unit", piece(*unit))) } else { shown }
            }
            Err(_) => shown,
        },
    }
}

/// A person's place as a scene tells it.
pub(crate) fn is_messenger(thing: u16) -> Option<(Side, u8)> {
    let n = thing.checked_sub(MESSENGER)?;
    let (side, which) = (n / MOST_MESSENGERS as u16, n % MOST_MESSENGERS as u16);
    (side < 2).then_some((Side(side as u8), which as u8))
}

pub(crate) fn in_inches(len: Len) -> String {
    format!("{len}\"")
}
