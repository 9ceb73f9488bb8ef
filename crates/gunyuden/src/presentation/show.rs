//! How actions appear to players.

use hexmap::HexId;
use kernel::{Line, Presentation, Role, Seat, Shown, Telling, Thing, Viewer};

use crate::{
    Gunyuden,
    model::{
        state::State,
        units::{HouseId, UnitId},
    },
    notation::{
        action::{Action, BUTTONS},
        frames::{Frame, Hand},
        refuse::{piece, place},
    },
    presentation::event::Event,
};

fn button(action: Action) -> Thing {
    Thing::Button(BUTTONS.iter().position(|(_, known)| *known == action).unwrap_or(0) as u16)
}

impl Presentation for Gunyuden {
    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Telling> {
        Some(event.telling(self))
    }

    fn show(&self, state: &State, _seat: Seat, &action: &Action, _viewer: Viewer) -> Shown {
        let about = |key: &'static str, unit: UnitId| {
            Shown::new(Line::new(key).with("unit", piece(unit))).tie(piece(unit))
        };
        let at = |key: &'static str, hex: HexId| {
            Shown::new(Line::new(key).with("hex", place(hex))).tie(place(hex))
        };
        let plain = |key: &'static str| Shown::new(Line::new(key)).tie(button(action));
        match action {
            Action::Rest(hex) => at("do-rest", hex),
            Action::OrganiseAt(hex) => at("do-organise-at", hex),
            Action::Shut(unit) => about("do-shut", unit),
            Action::Usual => plain("do-usual").role(Role::Main),
            Action::Declare => plain("do-declare"),
            Action::Wait => plain("do-wait").role(Role::Pass),
            Action::Force(unit) => about("do-force", unit),
            Action::Lift(unit) => about("do-lift", unit),
            Action::Done => plain("do-done").role(Role::End),
            Action::To(hex) | Action::By(hex) | Action::Into(hex) => {
                let (key, inside) = match action {
                    Action::To(_) => ("do-to", false),
                    Action::By(_) => ("do-by", false),
                    _ => ("do-into", true),
                };
                // Into the castle where the force stands: there is nowhere to click but a button.
                let here = matches!(state.frames.last(), Some(Frame::Hand(Hand { force, .. })) if state.hex(*force) == hex);
                let shown = match inside && here {
                    true => at(key, hex).tie(button(Action::Into(HexId(u16::MAX)))),
                    false => at(key, hex),
                };
                let cost = match state.frames.last() {
                    Some(Frame::Place(_)) => None,
                    _ => self.cost_to(state, hex, inside),
                };
                match cost {
                    Some(cost) => shown.cost(cost),
                    None => shown,
                }
            }
            Action::Legs => plain("do-legs"),
            Action::Drop(unit) => about("do-drop", unit),
            Action::Stay => plain("do-stay").role(Role::Pass),
            Action::Attack(hex) => at("do-attack", hex),
            Action::Battle(hex) => at("do-battle", hex),
            Action::Surround => plain("do-surround"),
            Action::Assault(unit) => match state.frames.last() {
                Some(Frame::Hand(_)) => about("do-assault", unit).tie(button(Action::Assault(UnitId::NONE))),
                _ => about("do-assault", unit),
            },
            Action::Demand => plain("do-demand"),
            Action::Peace => plain("do-peace"),
            Action::Organise => plain("do-organise"),
            Action::Refit => plain("do-refit"),
            Action::Repair => plain("do-repair"),
            Action::Recover => plain("do-recover"),
            Action::Stand => plain("do-stand").role(Role::Pass),
            Action::At(unit) => about("do-at", unit),
            Action::With(unit) => about("do-with", unit),
            Action::All => plain("do-all"),
            Action::Go => plain("do-go").role(Role::Main),
            Action::Join(unit, over) => {
                let line = Line::new("do-join").with("unit", piece(unit)).with("head", piece(over));
                Shown::new(line).tie(piece(unit))
            }
            Action::Alone(unit) => about("do-alone", unit),
            Action::House(HouseId(n), over) => {
                let house = Thing::Card(u16::from(n));
                Shown::new(Line::new("do-house").with("house", house).with("head", piece(over)))
                    .tie(piece(over))
            }
            Action::Fill(unit) => about("do-fill", unit),
            Action::Gain(unit) => about("do-gain", unit),
            Action::Lose(unit) => {
                let shown = about("do-lose", unit);
                match state.steps(unit) {
                    1 => shown.warning(Line::new("warn-dies").with("unit", piece(unit))),
                    _ => shown,
                }
            }
            Action::Retreat => plain("do-retreat"),
            Action::Back(hex) => {
                let shown = at("do-back", hex);
                let toll = match state.frames.last() {
                    Some(Frame::Retreat(retreat)) => retreat.toll(self, state, hex),
                    _ => 0,
                };
                match toll {
                    0 => shown,
                    toll => shown.warning(Line::new("warn-toll").with("steps", i32::from(toll))),
                }
            }
            Action::Hole => plain("do-hole"),
            Action::Pursue(hex) => at("do-pursue", hex),
            Action::Halt => plain("do-halt").role(Role::End),
            Action::Accept => plain("do-accept"),
            Action::Refuse => plain("do-refuse").role(Role::Pass),
            Action::Break => plain("do-break"),
            Action::Fight => plain("do-fight").role(Role::Main),
            Action::Advance(unit) => about("do-advance", unit),
            Action::Remove(unit) => about("do-remove", unit),
            Action::Leave(hex) => at("do-leave", hex),
            Action::Hold => plain("do-hold").role(Role::Pass),
            Action::Offer => plain("do-offer"),
            Action::Give(unit) => about("do-give", unit),
            Action::Propose => plain("do-propose").role(Role::Main),
            Action::Agree => plain("do-agree"),
            Action::Counter => plain("do-counter"),
        }
    }
}
