//! What a player can do, one click each, and its text form. `docs/actions.md` lists the grammar.

use kernel::{Name, Notation, Side, Thing};
use plane::{Hand, Heading, Len};

use crate::{
    AgeOfWar,
    model::{
        state::Direction,
        units::{ClanId, UnitId},
    },
    notation::refer::{banner, messenger, piece},
    presentation::{
        scene::{rider_id, rider_name},
        show,
    },
    queries::casualties::Struck,
};

/// In the order in which kinds are listed (14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    // 14.2
    Rally,
    NoRally,
    Face(Heading),
    Form(u8),
    Front(u8),
    ReformNone,
    Risk,
    Spare,
    /// after a risked base has gone.
    FillIn,
    Contract,
    // 14.3
    Join {
        unit: UnitId,
        front: bool,
    },
    /// In inches.
    Go {
        x: u16,
        y: u16,
    },
    Stay,
    // 14.4
    Send {
        messenger: u8,
        clan: ClanId,
    },
    NoSend,
    Evenly,
    Keep,
    Again,
    // 14.5
    Motivate(UnitId),
    Stop(ClanId),
    StopAll,
    Spend,
    Fail,
    // 14.6
    Restore,
    Control,
    Dismount,
    Mount,
    /// The number of files, and of missile bases in front.
    Files {
        files: u8,
        front: u8,
    },
    Turn(Hand),
    About,
    Wheel(Hand),
    /// In halves of an inch.
    Advance(u8),
    Through(UnitId),
    Shoot(UnitId),
    Fight(UnitId),
    End,
    // 14.7
    Snap(UnitId),
    Pass,
    PassUnit,
    PassTurn,
    Stand,
    Withdraw(Direction),
    // 14.8
    Name(Struck),
    NameAll,
    Challenge {
        unit: UnitId,
        target: UnitId,
    },
    NoChallenge,
    Accept,
    Refuse,
    Roll,
    StandPat,
    // 14.9
    Place {
        x: u16,
        files: u8,
    },
}

/// Words without anything behind them, each with the key of its sentence.
pub(crate) const PLAIN: [(&str, Action, &str); 40] = [
    ("rally", Action::Rally, "do-rally"),
    ("no rally", Action::NoRally, "do-no-rally"),
    ("re-form none", Action::ReformNone, "do-reform-none"),
    ("risk", Action::Risk, "do-risk"),
    ("no risk", Action::Spare, "do-no-risk"),
    ("fill in", Action::FillIn, "do-fill-in"),
    ("contract", Action::Contract, "do-contract"),
    ("stay", Action::Stay, "do-stay"),
    ("no more dice", Action::NoSend, "do-no-send"),
    ("dice evenly", Action::Evenly, "do-evenly"),
    ("keep", Action::Keep, "do-keep"),
    ("re-roll", Action::Again, "do-again"),
    ("stop all generals", Action::StopAll, "do-stop-all"),
    ("spend a die", Action::Spend, "do-spend"),
    ("accept failure", Action::Fail, "do-fail"),
    ("restore order", Action::Restore, "do-restore"),
    ("control", Action::Control, "do-control"),
    ("dismount", Action::Dismount, "do-dismount"),
    ("mount", Action::Mount, "do-mount"),
    ("face left", Action::Turn(Hand::Left), "do-face-left"),
    ("face right", Action::Turn(Hand::Right), "do-face-right"),
    ("face about", Action::About, "do-face-about"),
    ("wheel left", Action::Wheel(Hand::Left), "do-wheel-left"),
    ("wheel right", Action::Wheel(Hand::Right), "do-wheel-right"),
    ("end", Action::End, "do-end"),
    ("pass", Action::Pass, "do-pass"),
    ("pass for this unit", Action::PassUnit, "do-pass-unit"),
    ("pass for this turn", Action::PassTurn, "do-pass-turn"),
    ("stand", Action::Stand, "do-stand"),
    ("withdraw rear", Action::Withdraw(Direction::Rear), "do-withdraw-rear"),
    ("withdraw left", Action::Withdraw(Direction::Left), "do-withdraw-left"),
    ("withdraw right", Action::Withdraw(Direction::Right), "do-withdraw-right"),
    ("name by default", Action::NameAll, "do-name-all"),
    ("no challenge", Action::NoChallenge, "do-no-challenge"),
    ("accept", Action::Accept, "do-accept"),
    ("refuse", Action::Refuse, "do-refuse"),
    ("roll", Action::Roll, "do-roll"),
    ("stand on it", Action::StandPat, "do-stand-pat"),
    ("name general", Action::Name(Struck::General), "do-name-general"),
    ("name commander", Action::Name(Struck::Commander), "do-name-commander"),
];

/// Half inches as players write them: `1.5`.
pub(crate) fn inches(halves: u8) -> Len {
    Len(50) * i32::from(halves)
}

impl Notation for AgeOfWar {
    fn name(&self, thing: Thing) -> Name {
        match thing {
            Thing::Piece(n) => match show::is_messenger(n) {
                Some((side, which)) => Name::new(rider_name(self, side, which), ""),
                None => self.units[usize::from(n)].name.clone(),
            },
            Thing::Place(n) => self.ground.features[usize::from(n)].name.clone(),
            Thing::Card(n) => self.clans[usize::from(n)].name.clone(),
            Thing::Button(n) => Name::new(PLAIN[usize::from(n)].0, ""),
            Thing::Spot(x, y) => Name::new(format!("({}, {})", Len(x), Len(y)), ""),
        }
    }

    fn label(&self, thing: Thing) -> String {
        match thing {
            Thing::Piece(n) => match show::is_messenger(n) {
                Some((side, which)) => rider_id(self, side, which),
                None => self.units[usize::from(n)].id.clone(),
            },
            Thing::Place(n) => self.ground.features[usize::from(n)].id.clone(),
            Thing::Card(n) => self.clans[usize::from(n)].id.clone(),
            Thing::Button(n) => PLAIN[usize::from(n)].0.to_owned(),
            Thing::Spot(x, y) => format!("{x},{y}"),
        }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        if let Some(unit) = self.unit_named(label) {
            return Some(piece(unit));
        }
        for side in Side::ALL {
            if let Some(n) =
                (0..self.tables.messengers.riders as u8).find(|n| rider_id(self, side, *n) == label)
            {
                return Some(messenger(side, n));
            }
        }
        if let Some(n) = self.ground.named(label) {
            return Some(Thing::Place(n as u16));
        }
        if let Some(clan) = self.clan_named(label) {
            return Some(banner(clan));
        }
        if let Some((x, y)) = label.split_once(',') {
            return Some(Thing::Spot(x.parse().ok()?, y.parse().ok()?));
        }
        PLAIN.iter().position(|(word, ..)| *word == label).map(|n| Thing::Button(n as u16))
    }

    fn write_action(&self, &action: &Action) -> String {
        if let Some((word, ..)) = PLAIN.iter().find(|(_, plain, _)| *plain == action) {
            return (*word).to_owned();
        }
        let unit = |word: &str, unit: UnitId| format!("{word} {}", self.unit(unit).id);
        match action {
            Action::Face(heading) => format!("face {heading}"),
            Action::Form(files) => format!("form {files}"),
            Action::Front(front) => format!("front {front}"),
            Action::Join { unit, front } => {
                format!("join {} {}", self.unit(unit).id, if front { "front" } else { "behind" })
            }
            Action::Go { x, y } => format!("go {x} {y}"),
            Action::Send { messenger, clan } => format!("send {} {}", messenger + 1, self.clan(clan).id),
            Action::Motivate(id) => unit("motivate", id),
            Action::Stop(clan) => format!("stop {}", self.clan(clan).id),
            Action::Files { files, front } => format!("files {files} {front}"),
            Action::Advance(halves) => format!("advance {}", inches(halves)),
            Action::Through(id) => unit("through", id),
            Action::Shoot(id) => unit("shoot", id),
            Action::Fight(id) => unit("fight", id),
            Action::Snap(id) => unit("snap", id),
            Action::Name(struck) => format!("name {}", struck.text()),
            Action::Challenge { unit, target } => {
                format!("challenge {} {}", self.unit(unit).id, self.unit(target).id)
            }
            Action::Place { x, files } => format!("place {x} {files}"),
            _ => unreachable!("{action:?} is a plain word"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let action = match PLAIN.iter().find(|(word, ..)| *word == text) {
            Some((_, action, _)) => *action,
            None => self.parse_words(text)?,
        };
        // One canonical form: "advance 1.50" is not it.
        self.canonical(text, action)
    }
}

impl AgeOfWar {
    fn parse_words(&self, text: &str) -> Result<Action, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let unit = |id: &str| {
            self.unit_named(id).ok_or_else(|| format!("there is no unit `{id}` in this battle (in `{text}`)"))
        };
        let clan = |id: &str| {
            self.clan_named(id).ok_or_else(|| format!("there is no clan `{id}` in this battle (in `{text}`)"))
        };
        fn number<T: std::str::FromStr>(word: &str, text: &str) -> Result<T, String> {
            word.parse().map_err(|_| format!("`{word}` is no number that fits here (in `{text}`)"))
        }
        let halves = |word: &str| -> Result<u8, String> {
            let (whole, part) = word.split_once('.').unwrap_or((word, "0"));
            let whole: u8 = number(whole, text)?;
            match part {
                "0" if whole < 100 => Ok(whole * 2),
                "5" if whole < 100 => Ok(whole * 2 + 1),
                _ => Err(format!("a lot is cut to halves of an inch, not `{word}` (in `{text}`)")),
            }
        };
        Ok(match words.as_slice() {
            ["face", degrees] => Action::Face(
                Heading::try_from(number::<u16>(degrees, text)?)
                    .map_err(|why| format!("{why} (in `{text}`)"))?,
            ),
            ["form", files] => Action::Form(number(files, text)?),
            ["front", front] => Action::Front(number(front, text)?),
            ["join", id, "front"] => Action::Join { unit: unit(id)?, front: true },
            ["join", id, "behind"] => Action::Join { unit: unit(id)?, front: false },
            ["go", x, y] => Action::Go { x: number(x, text)?, y: number(y, text)? },
            ["send", n, id] => {
                let n: u8 = number(n, text)?;
                let most = self.tables.messengers.riders;
                if n == 0 || usize::from(n) > most {
                    return Err(format!("messengers are 1 to {most}, not {n} (in `{text}`)"));
                }
                Action::Send { messenger: n - 1, clan: clan(id)? }
            }
            ["motivate", id] => Action::Motivate(unit(id)?),
            ["stop", id] => Action::Stop(clan(id)?),
            ["files", files, front] => {
                Action::Files { files: number(files, text)?, front: number(front, text)? }
            }
            ["advance", far] => Action::Advance(halves(far)?),
            ["through", id] => Action::Through(unit(id)?),
            ["shoot", id] => Action::Shoot(unit(id)?),
            ["fight", id] => Action::Fight(unit(id)?),
            ["snap", id] => Action::Snap(unit(id)?),
            ["name", what] => Action::Name(
                Struck::of_text(what).ok_or_else(|| format!("`{what}` is no kind of base (in `{text}`)"))?,
            ),
            ["challenge", id, target] => Action::Challenge { unit: unit(id)?, target: unit(target)? },
            ["place", x, files] => Action::Place { x: number(x, text)?, files: number(files, text)? },
            _ => {
                let plain: Vec<&str> = PLAIN.iter().map(|(word, ..)| *word).collect();
                return Err(format!(
                    "`{text}` is no action: the words are {}, face, form, front, join, go, send, motivate, stop, \
                     files, advance, through, shoot, fight, snap, name, challenge, place",
                    plain.join(", ")
                ));
            }
        })
    }
}
