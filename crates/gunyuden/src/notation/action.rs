//! What a player can do, one click each, and its text form.

use hexmap::HexId;
use kernel::{Name, Notation, Thing};

use crate::{
    Gunyuden,
    model::units::{HouseId, UnitId},
    notation::refuse::{piece, place},
    rules::CASTLES,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    // Set-up.
    /// All units still to be placed begin here.
    Rest(HexId),
    /// The units of this hex are put into boxes.
    OrganiseAt(HexId),
    /// This force begins inside its castle.
    Shut(UnitId),
    /// The rest of the set-up as a careful owner does it.
    Usual,
    // The start stage.
    Declare,
    Wait,
    // The operation phase.
    /// Take a force in hand, by its head; in set-up a unit still to be placed.
    Force(UnitId),
    /// 18-3-1: this force ends its surround.
    Lift(UnitId),
    Done,
    // A force in hand.
    To(HexId),
    /// There, and into the castle.
    Into(HexId),
    /// 15-5: march in legs and leave units behind.
    Legs,
    Drop(UnitId),
    By(HexId),
    Stay,
    Attack(HexId),
    Battle(HexId),
    Surround,
    Assault(UnitId),
    Demand,
    /// 37.7.
    Peace,
    Organise,
    Refit,
    Repair,
    Recover,
    Stand,
    // Whom, and with whom.
    At(UnitId),
    With(UnitId),
    All,
    Go,
    // Organising.
    Join(UnitId, UnitId),
    Alone(UnitId),
    House(HouseId, UnitId),
    Fill(UnitId),
    Gain(UnitId),
    // Fighting.
    Lose(UnitId),
    Retreat,
    Back(HexId),
    Hole,
    Pursue(HexId),
    Halt,
    Accept,
    Refuse,
    Break,
    Fight,
    Advance(UnitId),
    // Sieges.
    Remove(UnitId),
    Leave(HexId),
    Hold,
    Offer,
    Give(UnitId),
    Propose,
    Agree,
    Counter,
}

/// Words of one piece, as text and as buttons.
pub(crate) const BUTTONS: [(&str, Action); 30] = [
    ("declare", Action::Declare),
    ("wait", Action::Wait),
    ("done", Action::Done),
    ("legs", Action::Legs),
    ("stay", Action::Stay),
    ("surround", Action::Surround),
    ("demand", Action::Demand),
    ("peace", Action::Peace),
    ("organise", Action::Organise),
    ("refit", Action::Refit),
    ("repair", Action::Repair),
    ("recover", Action::Recover),
    ("stand", Action::Stand),
    ("all", Action::All),
    ("go", Action::Go),
    ("retreat", Action::Retreat),
    ("hole", Action::Hole),
    ("halt", Action::Halt),
    ("accept", Action::Accept),
    ("refuse", Action::Refuse),
    ("break", Action::Break),
    ("fight", Action::Fight),
    ("hold", Action::Hold),
    ("offer", Action::Offer),
    ("propose", Action::Propose),
    ("agree", Action::Agree),
    ("counter", Action::Counter),
    ("usual", Action::Usual),
    ("assault", Action::Assault(UnitId::NONE)),
    ("into", Action::Into(HexId(u16::MAX))),
];

/// How many of these are words by themselves; the others only name buttons beside a force.
const WORDS: usize = 28;

impl Notation for Gunyuden {
    fn name(&self, thing: Thing) -> Name {
        match thing {
            Thing::Piece(n) if n >= CASTLES => self.keeps[usize::from(n - CASTLES)].name.clone(),
            Thing::Piece(n) => self.units[n as usize].name.clone(),
            Thing::Place(n) => {
                let hex = HexId(n);
                let label = self.ground.atlas.label(hex);
                match &self.ground.names[hex.index()] {
                    Some(name) => Name::new(format!("{} {label}", name.en), format!("{}{label}", name.ja)),
                    None => Name::new(label.to_string(), ""),
                }
            }
            Thing::Card(n) => self.houses[n as usize].name.clone(),
            Thing::Button(n) => Name::new(BUTTONS[n as usize].0, ""),
            Thing::Spot(..) => Name::default(),
        }
    }

    fn label(&self, thing: Thing) -> String {
        match thing {
            Thing::Piece(n) if n >= CASTLES => self.keeps[usize::from(n - CASTLES)].id.clone(),
            Thing::Piece(n) => self.units[n as usize].id.clone(),
            Thing::Place(n) => self.ground.atlas.label(HexId(n)).to_string(),
            Thing::Card(n) => self.houses[n as usize].id.clone(),
            Thing::Button(n) => BUTTONS[n as usize].0.to_owned(),
            Thing::Spot(x, y) => format!("{x},{y}"),
        }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        if let Some(unit) = self.unit_named(label) {
            return Some(piece(unit));
        }
        if let Some(castle) = self.castle_named(label) {
            return Some(Thing::Piece(CASTLES + u16::from(castle.0)));
        }
        if let Some(house) = self.house_named(label) {
            return Some(Thing::Card(u16::from(house.0)));
        }
        if let Some(n) = BUTTONS.iter().position(|(word, _)| *word == label) {
            return Some(Thing::Button(n as u16));
        }
        self.ground.atlas.parse(label).ok().map(place)
    }

    fn write_action(&self, &action: &Action) -> String {
        let unit = |word: &str, unit: UnitId| format!("{word} {}", self.unit(unit).id);
        let hex = |word: &str, hex: HexId| format!("{word} {}", self.ground.atlas.label(hex));
        match action {
            Action::Rest(at) => hex("rest", at),
            Action::OrganiseAt(at) => hex("organise", at),
            Action::Shut(id) => unit("shut", id),
            Action::Force(id) => unit("force", id),
            Action::Lift(id) => unit("lift", id),
            Action::To(at) => hex("to", at),
            Action::Into(at) => hex("into", at),
            Action::Drop(id) => unit("drop", id),
            Action::By(at) => hex("by", at),
            Action::Attack(at) => hex("attack", at),
            Action::Battle(at) => hex("battle", at),
            Action::Assault(id) => unit("assault", id),
            Action::At(id) => unit("at", id),
            Action::With(id) => unit("with", id),
            Action::Join(id, over) => format!("join {} {}", self.unit(id).id, self.unit(over).id),
            Action::Alone(id) => unit("alone", id),
            Action::House(house, over) => format!("house {} {}", self.house(house).id, self.unit(over).id),
            Action::Fill(id) => unit("fill", id),
            Action::Gain(id) => unit("gain", id),
            Action::Lose(id) => unit("lose", id),
            Action::Back(at) => hex("back", at),
            Action::Pursue(at) => hex("pursue", at),
            Action::Advance(id) => unit("advance", id),
            Action::Remove(id) => unit("remove", id),
            Action::Leave(at) => hex("leave", at),
            Action::Give(id) => unit("give", id),
            plain => {
                let found = BUTTONS.iter().find(|(_, action)| *action == plain);
                found.map_or("", |(word, _)| word).to_owned()
            }
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        if let Some((_, action)) = BUTTONS[..WORDS].iter().find(|(word, _)| *word == text) {
            return Ok(*action);
        }
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let unit_of = |id: &str| {
            self.unit_named(id)
                .ok_or_else(|| format!("there is no unit `{id}` in this scenario (in `{text}`)"))
        };
        let unit = || unit_of(rest);
        let hex = || self.ground.atlas.parse(rest).map_err(|error| format!("{error} (in `{text}`)"));
        let two = || rest.split_once(' ').ok_or_else(|| format!("`{text}` needs two names"));
        let action = match word {
            "rest" => Action::Rest(hex()?),
            "organise" => Action::OrganiseAt(hex()?),
            "shut" => Action::Shut(unit()?),
            "force" => Action::Force(unit()?),
            "lift" => Action::Lift(unit()?),
            "to" => Action::To(hex()?),
            "into" => Action::Into(hex()?),
            "drop" => Action::Drop(unit()?),
            "by" => Action::By(hex()?),
            "attack" => Action::Attack(hex()?),
            "battle" => Action::Battle(hex()?),
            "assault" => Action::Assault(unit()?),
            "at" => Action::At(unit()?),
            "with" => Action::With(unit()?),
            "join" => {
                let (id, over) = two()?;
                Action::Join(unit_of(id)?, unit_of(over)?)
            }
            "alone" => Action::Alone(unit()?),
            "house" => {
                let (id, over) = two()?;
                let house = self.house_named(id);
                Action::House(
                    house.ok_or_else(|| format!("there is no house `{id}` (in `{text}`)"))?,
                    unit_of(over)?,
                )
            }
            "fill" => Action::Fill(unit()?),
            "gain" => Action::Gain(unit()?),
            "lose" => Action::Lose(unit()?),
            "back" => Action::Back(hex()?),
            "pursue" => Action::Pursue(hex()?),
            "advance" => Action::Advance(unit()?),
            "remove" => Action::Remove(unit()?),
            "leave" => Action::Leave(hex()?),
            "give" => Action::Give(unit()?),
            _ => return Err(format!("`{text}` is no action; see docs/actions.md")),
        };
        // One canonical form.
        self.canonical(text, action)
    }
}
