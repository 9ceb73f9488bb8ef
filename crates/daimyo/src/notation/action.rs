//! What a player can do, one click each, and its text form. `docs/actions.md` lists the grammar.

use kernel::{Name, Notation, Thing};
use plane::{Hand, Heading, Len};

use crate::{
    Daimyo,
    model::units::{GroupId, UnitId},
    notation::refer::{LEADERS, banner, person, piece},
};

/// In the order in which kinds are listed (13.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    // Slots (13.5).
    First,
    Second,
    Activate(GroupId),
    Pass,
    /// T-12: throw a failed activation again, or let it be.
    Again,
    LetBe,
    /// Scenario: an arriving unit, x of its front-centre in cm, its files.
    Place {
        unit: UnitId,
        x: u16,
        files: u8,
    },
    // Rally and calming.
    Try(UnitId),
    Leave(UnitId),
    LeaveAll,
    // Re-forming (13.6).
    Face(Heading),
    Form(u8),
    ReformNone,
    // Charges (13.4).
    Charge {
        unit: UnitId,
        target: UnitId,
    },
    NoMore,
    Stand,
    StandFacing(UnitId),
    Counter(UnitId),
    Retire,
    // Moves (13.2).
    Pick(UnitId),
    EndAll,
    /// In cm.
    Advance(u8),
    /// In steps of 5 degrees.
    Wheel(Hand, u8),
    Turn(Hand),
    About,
    Files(u8),
    /// In cm.
    Back(u8),
    Through(UnitId),
    Enter(u8),
    /// By this side of the block, in a number of files.
    Out {
        side: u8,
        files: u8,
    },
    Rotate(Heading),
    End,
    // Leaders (13.7): in cm.
    Attach(UnitId),
    Go {
        x: u16,
        y: u16,
    },
    Rise,
    Stay,
    // Fire.
    Fire(UnitId),
    Hold(UnitId),
    FireAll,
    // Melee.
    Fight(UnitId),
    Challenge,
    NoChallenge,
    Accept,
    Refuse,
    Follow,
    Pursue,
    HoldBack,
    // C1.
    Left,
    Right,
}

/// Words without anything behind them.
pub(crate) const PLAIN: [(&str, Action); 29] = [
    ("first", Action::First),
    ("second", Action::Second),
    ("pass", Action::Pass),
    ("throw again", Action::Again),
    ("let be", Action::LetBe),
    ("leave all", Action::LeaveAll),
    ("re-form none", Action::ReformNone),
    ("no more charges", Action::NoMore),
    ("stand", Action::Stand),
    ("retire", Action::Retire),
    ("end all moves", Action::EndAll),
    ("turn left", Action::Turn(Hand::Left)),
    ("turn right", Action::Turn(Hand::Right)),
    ("turn about", Action::About),
    ("end move", Action::End),
    ("rise", Action::Rise),
    ("stay", Action::Stay),
    ("fire all", Action::FireAll),
    ("challenge", Action::Challenge),
    ("no challenge", Action::NoChallenge),
    ("accept", Action::Accept),
    ("refuse", Action::Refuse),
    ("follow", Action::Follow),
    ("pursue", Action::Pursue),
    ("hold back", Action::HoldBack),
    ("left", Action::Left),
    ("right", Action::Right),
    ("form 1", Action::Form(1)),
    ("files 1", Action::Files(1)),
];

impl Notation for Daimyo {
    fn name(&self, thing: Thing) -> Name {
        match thing {
            Thing::Piece(n) if n >= LEADERS => self.leaders[usize::from(n - LEADERS)].name.clone(),
            Thing::Piece(n) => self.units[usize::from(n)].name.clone(),
            Thing::Place(n) => self.ground.features[usize::from(n)].name.clone(),
            Thing::Card(n) => self.groups[usize::from(n)].name.clone(),
            Thing::Button(n) => Name::new(PLAIN[usize::from(n)].0, ""),
            Thing::Spot(x, y) => Name::new(format!("({}, {})", Len(x), Len(y)), ""),
        }
    }

    fn label(&self, thing: Thing) -> String {
        match thing {
            Thing::Piece(n) if n >= LEADERS => self.leaders[usize::from(n - LEADERS)].id.clone(),
            Thing::Piece(n) => self.units[usize::from(n)].id.clone(),
            Thing::Place(n) => self.ground.features[usize::from(n)].id.clone(),
            Thing::Card(n) => self.groups[usize::from(n)].id.clone(),
            Thing::Button(n) => PLAIN[usize::from(n)].0.to_owned(),
            Thing::Spot(x, y) => format!("{x},{y}"),
        }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        if let Some(unit) = self.unit_named(label) {
            return Some(piece(unit));
        }
        if let Some(leader) = self.leader_named(label) {
            return Some(person(leader));
        }
        if let Some(feature) = self.feature_named(label) {
            return Some(Thing::Place(u16::from(feature)));
        }
        if let Some(group) = self.group_named(label) {
            return Some(banner(group));
        }
        if let Some((x, y)) = label.split_once(',') {
            return Some(Thing::Spot(x.parse().ok()?, y.parse().ok()?));
        }
        PLAIN.iter().position(|(word, _)| *word == label).map(|n| Thing::Button(n as u16))
    }

    fn write_action(&self, &action: &Action) -> String {
        if let Some((word, _)) = PLAIN.iter().find(|(_, plain)| *plain == action) {
            return (*word).to_owned();
        }
        let unit = |word: &str, unit: UnitId| format!("{word} {}", self.unit(unit).id);
        match action {
            Action::Activate(group) => format!("activate {}", self.group(group).id),
            Action::Place { unit, x, files } => format!("place {} {x} {files}", self.unit(unit).id),
            Action::Try(id) => unit("try", id),
            Action::Leave(id) => unit("leave", id),
            Action::Face(heading) => format!("face {heading}"),
            Action::Form(files) => format!("form {files}"),
            Action::Charge { unit, target } => {
                format!("charge {} {}", self.unit(unit).id, self.unit(target).id)
            }
            Action::StandFacing(id) => unit("stand facing", id),
            Action::Counter(id) => unit("counter-charge", id),
            Action::Pick(id) => unit("pick", id),
            Action::Advance(cm) => format!("advance {cm}"),
            Action::Wheel(Hand::Left, steps) => format!("wheel left {}", u16::from(steps) * 5),
            Action::Wheel(Hand::Right, steps) => format!("wheel right {}", u16::from(steps) * 5),
            Action::Files(files) => format!("files {files}"),
            Action::Back(cm) => format!("back {cm}"),
            Action::Through(id) => unit("through", id),
            Action::Enter(block) => format!("enter {}", self.ground.features[usize::from(block)].id),
            Action::Out { side, files } => format!("out {side} {files}"),
            Action::Rotate(heading) => format!("rotate {heading}"),
            Action::Attach(id) => unit("attach", id),
            Action::Go { x, y } => format!("go {x} {y}"),
            Action::Fire(id) => unit("fire", id),
            Action::Hold(id) => unit("hold", id),
            Action::Fight(id) => unit("fight", id),
            _ => unreachable!("{action:?} is a plain word"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let action = match PLAIN.iter().find(|(word, _)| *word == text) {
            Some((_, action)) => *action,
            None => self.parse_words(text)?,
        };
        // One canonical form: "advance 03" is not it.
        self.canonical(text, action)
    }
}

impl Daimyo {
    fn parse_words(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let unit = |id: &str| {
            self.unit_named(id).ok_or_else(|| format!("there is no unit `{id}` in this battle (in `{text}`)"))
        };
        fn number<T: std::str::FromStr>(word: &str, text: &str) -> Result<T, String> {
            word.parse().map_err(|_| format!("`{word}` is no number that fits here (in `{text}`)"))
        }
        let heading = |word: &str| -> Result<Heading, String> {
            Heading::try_from(number::<u16>(word, text)?).map_err(|why| format!("{why} (in `{text}`)"))
        };
        let wheel = |hand: Hand, word: &str| -> Result<Action, String> {
            let degrees: u16 = number(word, text)?;
            if degrees == 0 || !degrees.is_multiple_of(5) || degrees > 90 {
                return Err(format!("a wheel is 5, 10 … 90 degrees, not {degrees} (in `{text}`)"));
            }
            Ok(Action::Wheel(hand, (degrees / 5) as u8))
        };
        Ok(match words.as_slice() {
            ["activate", id] => Action::Activate(
                self.group_named(id).ok_or_else(|| format!("there is no clan `{id}` (in `{text}`)"))?,
            ),
            ["place", id, x, files] => {
                Action::Place { unit: unit(id)?, x: number(x, text)?, files: number(files, text)? }
            }
            ["try", id] => Action::Try(unit(id)?),
            ["leave", id] => Action::Leave(unit(id)?),
            ["face", degrees] => Action::Face(heading(degrees)?),
            ["form", files] => Action::Form(number(files, text)?),
            ["charge", id, target] => Action::Charge { unit: unit(id)?, target: unit(target)? },
            ["stand", "facing", id] => Action::StandFacing(unit(id)?),
            ["counter-charge", id] => Action::Counter(unit(id)?),
            ["pick", id] => Action::Pick(unit(id)?),
            ["advance", cm] => Action::Advance(number(cm, text)?),
            ["wheel", "left", degrees] => wheel(Hand::Left, degrees)?,
            ["wheel", "right", degrees] => wheel(Hand::Right, degrees)?,
            ["files", files] => Action::Files(number(files, text)?),
            ["back", cm] => Action::Back(number(cm, text)?),
            ["through", id] => Action::Through(unit(id)?),
            ["enter", id] => Action::Enter(
                self.feature_named(id).ok_or_else(|| format!("there is no block `{id}` (in `{text}`)"))?,
            ),
            ["out", side, files] => Action::Out { side: number(side, text)?, files: number(files, text)? },
            ["rotate", degrees] => Action::Rotate(heading(degrees)?),
            ["attach", id] => Action::Attach(unit(id)?),
            ["go", x, y] => Action::Go { x: number(x, text)?, y: number(y, text)? },
            ["fire", id] => Action::Fire(unit(id)?),
            ["hold", id] => Action::Hold(unit(id)?),
            ["fight", id] => Action::Fight(unit(id)?),
            _ => {
                return Err(format!(
                    "`{text}` is no action: the words are first, second, activate, pass, throw again, let be, place, \
                     try, leave, leave all, face, form, re-form none, charge, no more charges, stand, stand facing, \
                     counter-charge, retire, pick, end all moves, advance, wheel left, wheel right, turn left, turn \
                     right, turn about, files, back, through, enter, out, rotate, end move, attach, go, rise, stay, \
                     fire, hold, fire all, fight, challenge, no challenge, accept, refuse, follow, pursue, hold \
                     back, left, right"
                ));
            }
        })
    }
}
