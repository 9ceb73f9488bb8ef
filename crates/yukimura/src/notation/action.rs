//! What a player can do, one click each, and its text form. `docs/actions.md` lists the grammar.

use hexmap::HexId;
use kernel::{Name, Notation, Thing};

use crate::{
    Yukimura,
    model::units::{Branch, ForceId, UnitId},
    presentation::event::piece,
    queries::movement::place,
};

/// Buttons: choices that lie on no board.
pub(crate) const BUTTONS: [&str; 5] = ["done", "all", "go", "halt", "off"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// 14-3(6): Hideyori will come by this road hex.
    Entry(HexId),
    /// Take a unit in hand, to move it or to bring it on.
    Move(UnitId),
    /// All waiting units of a force that can enter do so, and spread out.
    Enter(ForceId),
    To(HexId),
    /// 7-6: off the map.
    Off,
    /// Nothing more in this phase.
    Done,
    Target(UnitId),
    With(UnitId),
    /// Everyone who can.
    All,
    Go,
    /// 10-3-1: this attacker checks next.
    Check(UnitId),
    /// One hex of a retreat.
    Back(HexId),
    /// 11-2-5: of two units in a hex, this one goes on.
    Shift(UnitId),
    Advance(UnitId),
    /// 11-3-5: nobody advances any more.
    Halt,
}

impl Notation for Yukimura {
    fn name(&self, thing: Thing) -> Name {
        match thing {
            Thing::Piece(n) => {
                let unit = &self.units[n as usize];
                match unit.branch {
                    Branch::General => unit.name.clone(),
                    // Several bodies of a force bear the same name; the number tells them apart.
                    _ => {
                        let number = unit.id.trim_start_matches(|c: char| !c.is_ascii_digit());
                        Name::new(format!("{} {number}", unit.name.en), format!("{}{number}", unit.name.ja))
                    }
                }
            }
            Thing::Place(n) => {
                let hex = HexId(n);
                let label = self.place_label(hex);
                match &self.ground.names[hex.index()] {
                    Some(name) => Name::new(format!("{} {label}", name.en), format!("{}{label}", name.ja)),
                    None => Name::new(label, ""),
                }
            }
            Thing::Card(n) => self.forces[n as usize].name.clone(),
            Thing::Button(n) => Name::new(BUTTONS[n as usize], ""),
            Thing::Spot(..) => Name::default(),
        }
    }

    fn label(&self, thing: Thing) -> String {
        match thing {
            Thing::Piece(n) => self.units[n as usize].id.clone(),
            Thing::Place(n) => self.place_label(HexId(n)).to_owned(),
            Thing::Card(n) => self.forces[n as usize].id.clone(),
            Thing::Button(n) => BUTTONS[n as usize].to_owned(),
            Thing::Spot(x, y) => format!("{x},{y}"),
        }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        if let Some(unit) = self.unit_named(label) {
            return Some(piece(unit));
        }
        if let Some(force) = self.force_named(label) {
            return Some(Thing::Card(u16::from(force.0)));
        }
        if let Some(n) = BUTTONS.iter().position(|b| *b == label) {
            return Some(Thing::Button(n as u16));
        }
        self.atlas.parse(label).ok().map(place)
    }

    fn write_action(&self, &action: &Action) -> String {
        let unit = |word: &str, unit: UnitId| [word, " ", &self.unit(unit).id].concat();
        let hex = |word: &str, hex: HexId| [word, " ", self.place_label(hex)].concat();
        match action {
            Action::Entry(at) => hex("entry", at),
            Action::Move(id) => unit("move", id),
            Action::Enter(force) => format!("enter {}", self.force(force).id),
            Action::To(at) => hex("to", at),
            Action::Off => "off".to_owned(),
            Action::Done => "done".to_owned(),
            Action::Target(id) => unit("target", id),
            Action::With(id) => unit("with", id),
            Action::All => "all".to_owned(),
            Action::Go => "go".to_owned(),
            Action::Check(id) => unit("check", id),
            Action::Back(at) => hex("back", at),
            Action::Shift(id) => unit("shift", id),
            Action::Advance(id) => unit("advance", id),
            Action::Halt => "halt".to_owned(),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let unit = || {
            self.unit_named(rest)
                .ok_or_else(|| format!("there is no unit `{rest}` in this scenario (in `{text}`)"))
        };
        let hex = || self.atlas.parse(rest).map_err(|error| format!("{error} (in `{text}`)"));
        let action = match word {
            "entry" => Action::Entry(hex()?),
            "move" => Action::Move(unit()?),
            "enter" => Action::Enter(
                self.force_named(rest)
                    .ok_or_else(|| format!("there is no force `{rest}` in this scenario (in `{text}`)"))?,
            ),
            "to" => Action::To(hex()?),
            "target" => Action::Target(unit()?),
            "with" => Action::With(unit()?),
            "check" => Action::Check(unit()?),
            "back" => Action::Back(hex()?),
            "shift" => Action::Shift(unit()?),
            "advance" => Action::Advance(unit()?),
            "off" if rest.is_empty() => Action::Off,
            "done" if rest.is_empty() => Action::Done,
            "all" if rest.is_empty() => Action::All,
            "go" if rest.is_empty() => Action::Go,
            "halt" if rest.is_empty() => Action::Halt,
            _ => {
                return Err(format!(
                    "`{text}` is no action: the words are move, to, off, enter, done, target, with, all, go, check, \
                     back, shift, advance, halt, entry"
                ));
            }
        };
        // One canonical form: "to 2412 " or "to D:2412" on a single sheet is not it.
        self.canonical(text, action)
    }
}
