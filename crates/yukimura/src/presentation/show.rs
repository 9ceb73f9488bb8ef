//! Actions and events as everyone reads them.

use hexmap::HexId;
use kernel::{Line, Presentation, Role, Seat, Shown, Telling, Thing, Viewer, decision::NO_SEAT};

use crate::{
    Yukimura,
    decisions::{Cx, Frame, fight::Stage, picked::Picked},
    model::{
        state::{BESIDE, State},
        units::UnitId,
    },
    notation::action::{Action, BUTTONS},
    presentation::event::{Event, piece},
    queries::movement::place,
};

fn button(action: &str) -> Thing {
    Thing::Button(BUTTONS.iter().position(|b| *b == action).expect("a button") as u16)
}

impl Presentation for Yukimura {
    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(event.telling(&self.scenario))
    }

    fn show(&self, state: &State, _seat: Seat, action: &Action, _viewer: Viewer) -> Shown {
        self.shown(state, action, |unit, hex| self.move_cost(state, unit, hex))
    }

    fn show_all(&self, state: &State, _seat: Seat, actions: &[Action], _viewer: Viewer) -> Vec<Shown> {
        let costs = match state.frame {
            Some(Frame::Picked(Picked(unit))) => self.move_costs(state, unit),
            _ => Vec::new(),
        };
        let cost = |_: UnitId, hex: HexId| costs[hex.index()].map(|(_, cost)| cost);
        actions.iter().map(|action| self.shown(state, action, cost)).collect()
    }
}

impl Yukimura {
    /// An action as everyone sees it; what a move costs is asked of `cost`.
    fn shown(&self, state: &State, action: &Action, cost: impl Fn(UnitId, HexId) -> Option<u16>) -> Shown {
        let about = |key: &'static str, unit: UnitId| {
            Shown::new(Line::new(key).with("unit", piece(unit))).tie(piece(unit))
        };
        let at = |key: &'static str, hex| Shown::new(Line::new(key).with("hex", place(hex))).tie(place(hex));
        match *action {
            Action::Entry(hex) => at("do-entry", hex),
            Action::Move(unit) => {
                let shown = about(if state.hex(unit) == BESIDE { "do-enter-unit" } else { "do-move" }, unit);
                if self.is_rooted(unit) {
                    shown.warning(Line::new("warn-collapse").with("unit", piece(unit)))
                } else {
                    shown
                }
            }
            Action::Enter(force) => {
                let card = Thing::Card(u16::from(force.0));
                let waiting = self.force(force).units.iter().filter(|&&u| state.hex(u) == BESIDE).count();
                Shown::new(Line::new("do-enter").with("force", card).with("count", waiting as i32)).tie(card)
            }
            Action::To(hex) => {
                let shown = at("do-to", hex);
                match state.frame {
                    Some(Frame::Picked(Picked(unit))) => match cost(unit, hex) {
                        Some(cost) => shown.cost(i32::from(cost)),
                        None => shown,
                    },
                    _ => shown,
                }
            }
            Action::Off => Shown::new(Line::new("do-off")).tie(button("off")),
            Action::Done => Shown::new(Line::new("do-done")).tie(button("done")).role(Role::End),
            Action::Target(unit) => about("do-target", unit),
            Action::With(unit) => about("do-with", unit),
            Action::All => Shown::new(Line::new("do-all")).tie(button("all")).role(Role::Main),
            Action::Go => Shown::new(Line::new("do-go")).tie(button("go")).role(Role::Main),
            Action::Check(unit) => about("do-check", unit),
            Action::Back(hex) => {
                let Some((fight, Stage::Retreat(retreat))) = state.fight().map(|fight| (fight, fight.stage))
                else {
                    return at("do-back", hex);
                };
                let cx = Cx::new(self, state, NO_SEAT).within(fight);
                let single = retreat.is_next_hex(cx, hex) && retreat.walked + 1 < retreat.need;
                let shown = at(if single { "do-step" } else { "do-back" }, hex);
                match retreat.endangered(cx, hex)[..] {
                    [] => shown,
                    [friend] => shown.warning(Line::new("warn-friend").with("unit", piece(friend))),
                    ref all => shown.warning(Line::new("warn-friends").with("count", all.len() as i32)),
                }
            }
            Action::Shift(unit) => about("do-shift", unit),
            Action::Advance(unit) => {
                let shown = about("do-advance", unit);
                if self.is_rooted(unit) {
                    shown.warning(Line::new("warn-collapse").with("unit", piece(unit)))
                } else {
                    shown
                }
            }
            Action::Halt => Shown::new(Line::new("do-halt")).tie(button("halt")).role(Role::End),
        }
    }
}
