//! What a choice looks like, and what a click means.

use kernel::{Drag, Line, Presentation, Role, Seat, Shown, Telling, Thing, Viewer, scene};
use open::Event;
use plane::{Formation, Hand, Point};

use crate::{
    Daimyo,
    decisions::{
        Step,
        moves::manoeuvre::Manoeuvre,
        rally::{facing::Facing, files::Files},
    },
    model::{
        state::{Body, Mark, State, Where},
        units::UnitId,
    },
    notation::{
        action::{Action, PLAIN},
        refer::{banner, ground, piece, spot},
    },
    queries::drag,
};

pub(crate) fn button(word: &str) -> Thing {
    let at = PLAIN.iter().position(|(plain, _)| *plain == word);
    Thing::Button(at.expect("a plain word") as u16)
}

/// What a plain word does to its question.
fn role(action: Action) -> Role {
    match action {
        Action::FireAll => Role::Main,
        Action::End => Role::Finish,
        Action::EndAll | Action::NoMore | Action::LeaveAll | Action::ReformNone => Role::End,
        Action::Pass | Action::Stay | Action::NoChallenge | Action::Refuse | Action::HoldBack => Role::Pass,
        _ => Role::Plain,
    }
}

impl Presentation for Daimyo {
    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(event.telling())
    }

    fn show(&self, state: &State, _seat: Seat, &action: &Action, _viewer: Viewer) -> Shown {
        let about = |key: &'static str, unit: UnitId| {
            Shown::new(Line::new(key).with("unit", piece(unit))).tie(piece(unit))
        };
        let number = |key: &'static str, n: i32| Shown::new(Line::new(key).with("n", n));
        if let Some((word, _)) = PLAIN.iter().find(|(_, plain)| *plain == action) {
            let key = match action {
                Action::Form(files) => return formed(self, state, number("do-form", 1), files),
                Action::Files(_) => return with_cost(self, state, number("do-files", 1), action),
                Action::First => "do-first",
                Action::Second => "do-second",
                Action::Pass => "do-pass",
                Action::Again => "do-again",
                Action::LetBe => "do-let-be",
                Action::LeaveAll => "do-leave-all",
                Action::ReformNone => "do-reform-none",
                Action::NoMore => "do-no-more",
                Action::Stand => "do-stand",
                Action::Retire => "do-retire",
                Action::EndAll => "do-end-all",
                Action::Turn(Hand::Left) => "do-turn-left",
                Action::Turn(Hand::Right) => "do-turn-right",
                Action::About => "do-turn-about",
                Action::End => "do-end",
                Action::Rise => "do-rise",
                Action::Stay => "do-stay",
                Action::FireAll => "do-fire-all",
                Action::Challenge => "do-challenge",
                Action::NoChallenge => "do-no-challenge",
                Action::Accept => "do-accept",
                Action::Refuse => "do-refuse",
                Action::Follow => "do-follow",
                Action::Pursue => "do-pursue",
                Action::HoldBack => "do-hold-back",
                Action::Left => "do-left",
                _ => "do-right",
            };
            return with_cost(
                self,
                state,
                Shown::new(Line::new(key)).tie(button(word)).role(role(action)),
                action,
            );
        }
        match action {
            Action::Activate(group) => {
                Shown::new(Line::new("do-activate").with("clan", banner(group))).tie(banner(group))
            }
            Action::Place { unit, x, files } => {
                let at = Point::new(i32::from(x) * 100, 0);
                let line = Line::new("do-place")
                    .with("unit", piece(unit))
                    .with("x", i32::from(x))
                    .with("n", i32::from(files));
                Shown::new(line).tie(spot(at))
            }
            Action::Try(unit) => about("do-try", unit),
            Action::Leave(unit) => about("do-leave", unit),
            Action::Face(heading) => {
                let shown = number("do-face", heading.degrees());
                reformed(self, state, shown, |body| body.heading = heading)
            }
            Action::Form(files) => formed(self, state, number("do-form", i32::from(files)), files),
            Action::Charge { unit, target } => {
                let sector = self.struck_sector(state, target, state.body(unit).at);
                let line = Line::new("do-charge")
                    .with("unit", piece(unit))
                    .with("target", piece(target))
                    .with("sector", open::scene::sector_key(sector));
                let shown = Shown::new(line).tie(piece(target));
                if self.needs_obedience(state, unit) {
                    shown.warning(Line::new("warn-obedience"))
                } else {
                    shown
                }
            }
            Action::StandFacing(unit) => about("do-stand-facing", unit),
            Action::Counter(unit) => about("do-counter", unit),
            Action::Pick(unit) => {
                let shown = about("do-pick", unit);
                if self.needs_obedience(state, unit) {
                    shown.warning(Line::new("warn-obedience"))
                } else {
                    shown
                }
            }
            Action::Advance(cm) => with_cost(self, state, number("do-advance", i32::from(cm)), action),
            Action::Wheel(hand, steps) => {
                let key = if hand == Hand::Left { "do-wheel-left" } else { "do-wheel-right" };
                with_cost(self, state, number(key, i32::from(steps) * 5), action)
            }
            Action::Files(files) => with_cost(self, state, number("do-files", i32::from(files)), action),
            Action::Back(cm) => with_cost(self, state, number("do-back", i32::from(cm)), action),
            Action::Through(unit) => with_cost(self, state, about("do-through", unit), action),
            Action::Enter(block) => {
                let there = ground(usize::from(block));
                Shown::new(Line::new("do-enter").with("ground", there)).tie(there)
            }
            Action::Out { side, files } => {
                Shown::new(Line::new("do-out").with("side", i32::from(side) + 1).with("n", i32::from(files)))
            }
            Action::Rotate(heading) => number("do-rotate", heading.degrees()),
            Action::Attach(unit) => about("do-attach", unit),
            Action::Go { x, y } => {
                let at = Point::new(i32::from(x) * 100, i32::from(y) * 100);
                Shown::new(Line::new("do-go").with("spot", spot(at))).tie(spot(at))
            }
            Action::Fire(unit) => about("do-fire", unit),
            Action::Hold(unit) => about("do-hold", unit),
            Action::Fight(unit) => about("do-fight", unit),
            _ => unreachable!("{action:?} is a plain word"),
        }
    }

    fn drag(&self, state: &State, seat: Seat, piece: Thing, to: scene::Pose) -> Option<Drag<Action>> {
        drag::drag(self, state, seat, piece, to)
    }
}

/// A manoeuvre shows where it ends, what it costs, and whether it disorders.
fn with_cost(rules: &Daimyo, state: &State, shown: Shown, action: Action) -> Shown {
    let Step::Manoeuvre(Manoeuvre { unit, march }) = &state.step else { return shown };
    if matches!(state.body(*unit).place, Where::Block(_)) {
        return shown;
    }
    let mover = crate::queries::steps::Mover::new(rules, state, *unit);
    let Ok((formation, stepped)) = rules.manoeuvre(state, &mover, march, action) else { return shown };
    let cost = march.left - stepped.march.left;
    let disorders =
        !state.is(*unit, Mark::Disordered) && (stepped.rough || matches!(action, Action::Through(_)));
    let shown = match shown.tie {
        Some(_) => shown,
        None => shown.tie(spot(stepped.print.front)),
    };
    let shown = shown.cost((cost.0 + 99) / 100).pose(open::scene::pose(&stepped.print, formation));
    if disorders { shown.warning(Line::new("warn-disorder").with("unit", piece(*unit))) } else { shown }
}

/// With the pose of the unit that re-forms or has rallied, as it would stand then.
fn reformed(rules: &Daimyo, state: &State, shown: Shown, change: impl FnOnce(&mut Body)) -> Shown {
    let (Step::Facing(Facing { unit, .. }) | Step::Files(Files { unit, .. })) = state.step else {
        return shown;
    };
    let mut body = *state.body(unit);
    change(&mut body);
    let print = body.formation.footprint(rules.base(unit), body.at, body.heading);
    shown.pose(open::scene::pose(&print, body.formation))
}

fn formed(rules: &Daimyo, state: &State, shown: Shown, files: u8) -> Shown {
    reformed(rules, state, shown, |body| body.formation = Formation::new(body.formation.stands, files))
}
