//! What a player can do, one click each, and its text form. `docs/actions.md` lists the grammar.

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Name, Notation, Thing};

use crate::{
    Summits,
    model::{
        cards::{Card, Hand},
        units::{ClanId, UnitId},
    },
    notation::refer::{CLANS, COPIES, GROUPS, MARKERS, TYPES, piece, place},
};

/// Who begins to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Begin {
    /// Units of this area.
    Area(AreaId),
    /// The group that the Reinforcements card brings, if it brings one.
    Arrive,
    /// 11.0-4: a group of the track that has been waiting beside the map.
    Bring(u8),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    Bid(u8),
    /// 15.2-3: the groups in the order of their spaces.
    Layout(ArrayVec<u8, 8>),
    Hand(Hand),
    First,
    Second,
    Pass,
    /// One card, or a combination.
    Play(Hand),
    /// 5.0-3: face down.
    Down(Card),
    /// The next group begins; with both Combined Actions and Assault, `assault` says which of the two has it.
    Begin {
        who: Begin,
        assault: bool,
    },
    With(UnitId),
    /// A general and as many combat units as he commands.
    Lead(UnitId),
    /// To an area; `by` names the area passed where that matters.
    To {
        to: AreaId,
        by: Option<AreaId>,
    },
    Attack,
    Fire(AreaId),
    /// Name supporters and order by hand: for an attack here, or for fire at an area.
    Marshal(Option<AreaId>),
    Rally,
    /// A Rally that takes up no action.
    RallyAt(AreaId),
    Treason(ClanId),
    /// Nothing more in this play.
    Done,
    /// The next roll: this general with a number of supporters.
    Strike(UnitId, u8),
    /// The next roll: what combat units of the clan are left.
    Volley(ClanId),
    /// The rest as is customary.
    Go,
    /// No ambush.
    Hold,
    Ambush,
    /// Ambush, with the group chosen by hand.
    Muster,
    Flip(UnitId),
    Back(UnitId),
    Lose(UnitId),
    /// The rest of the damage as is customary.
    Rest,
}

/// Words without anything behind them.
const PLAIN: [(&str, Action); 14] = [
    ("first", Action::First),
    ("second", Action::Second),
    ("pass", Action::Pass),
    ("arrive", Action::Begin { who: Begin::Arrive, assault: false }),
    ("assault arrive", Action::Begin { who: Begin::Arrive, assault: true }),
    ("attack", Action::Attack),
    ("marshal", Action::Marshal(None)),
    ("rally", Action::Rally),
    ("done", Action::Done),
    ("go", Action::Go),
    ("hold", Action::Hold),
    ("ambush", Action::Ambush),
    ("muster", Action::Muster),
    ("rest", Action::Rest),
];

impl Notation for Summits {
    fn name(&self, thing: Thing) -> Name {
        match thing {
            Thing::Piece(n) if n >= MARKERS => {
                let area = &self.map.areas[usize::from(n - MARKERS)];
                Name::new(format!("Control of {}", area.name.en), area.name.ja.clone())
            }
            Thing::Piece(n) => {
                let unit = &self.units[usize::from(n)];
                match unit.command {
                    Some(_) => unit.name.clone(),
                    // Several of a clan bear the same name; the number tells them apart.
                    None => {
                        let number = unit.id.rsplit('_').next().unwrap_or_default();
                        Name::new(format!("{} {number}", unit.name.en), format!("{}{number}", unit.name.ja))
                    }
                }
            }
            Thing::Place(n) => match self.map.areas.get(usize::from(n)) {
                Some(area) => area.name.clone(),
                None => {
                    let cell = &self.map.scenery[usize::from(n) - self.map.areas.len()];
                    if cell.name.en.is_empty() { Name::new(&cell.kind, "") } else { cell.name.clone() }
                }
            },
            Thing::Card(n) if n >= TYPES => self.prints[usize::from(n - TYPES)].name.clone(),
            Thing::Card(n) if n >= GROUPS => self.groups[usize::from(n - GROUPS)].name.clone(),
            Thing::Card(n) if n >= CLANS => self.clans[usize::from(n - CLANS)].name.clone(),
            Thing::Card(n) => self.prints[usize::from(n / COPIES)].name.clone(),
            Thing::Button(n) => Name::new(crate::presentation::show::BUTTONS[usize::from(n)], ""),
            Thing::Spot(..) => Name::default(),
        }
    }

    fn label(&self, thing: Thing) -> String {
        match thing {
            Thing::Piece(n) if n >= MARKERS => {
                format!("control_{}", self.map.areas[usize::from(n - MARKERS)].id)
            }
            Thing::Piece(n) => self.units[usize::from(n)].id.clone(),
            Thing::Place(n) => match self.map.areas.get(usize::from(n)) {
                Some(area) => area.id.clone(),
                None => self.map.scenery[usize::from(n) - self.map.areas.len()].id.clone(),
            },
            Thing::Card(n) if n >= TYPES => Card::CODES[usize::from(n - TYPES)].to_owned(),
            Thing::Card(n) if n >= GROUPS => self.groups[usize::from(n - GROUPS)].id.clone(),
            Thing::Card(n) if n >= CLANS => {
                format!("clan_{}", self.clans[usize::from(n - CLANS)].id)
            }
            Thing::Card(n) => format!("{}.{}", Card::CODES[usize::from(n / COPIES)], n % COPIES + 1),
            Thing::Button(n) => crate::presentation::show::BUTTONS[usize::from(n)].to_owned(),
            Thing::Spot(x, y) => format!("{x},{y}"),
        }
    }

    fn find(&self, label: &str) -> Option<Thing> {
        let at = |n: usize| n as u16;
        if let Some(unit) = self.unit_named(label) {
            return Some(piece(unit));
        }
        if let Some(area) = self.map.named(label) {
            return Some(place(area));
        }
        if let Some(n) = self.map.scenery.iter().position(|cell| cell.id == label) {
            return Some(Thing::Place(at(self.map.areas.len() + n)));
        }
        if let Some(area) = label.strip_prefix("control_").and_then(|id| self.map.named(id)) {
            return Some(Thing::Piece(MARKERS + u16::from(area.0)));
        }
        if let Some(card) = Card::of_code(label) {
            return Some(Thing::Card(TYPES + at(card.index())));
        }
        if let Some((code, n)) = label.split_once('.') {
            let n: u16 = n.parse().ok().filter(|n| (1..=COPIES).contains(n))?;
            return Card::of_code(code).map(|card| Thing::Card(at(card.index()) * COPIES + n - 1));
        }
        if let Some(n) = self.groups.iter().position(|group| group.id == label) {
            return Some(Thing::Card(GROUPS + at(n)));
        }
        if let Some(clan) = label.strip_prefix("clan_").and_then(|id| self.clan_named(id)) {
            return Some(Thing::Card(CLANS + u16::from(clan.0)));
        }
        crate::presentation::show::BUTTONS
            .iter()
            .position(|button| *button == label)
            .map(|n| Thing::Button(at(n)))
    }

    fn write_action(&self, action: &Action) -> String {
        if let Some((word, _)) = PLAIN.iter().find(|(_, plain)| plain == action) {
            return (*word).to_owned();
        }
        let unit = |word: &str, unit: UnitId| format!("{word} {}", self.unit(unit).id);
        let area = |word: &str, area: AreaId| format!("{word} {}", self.map.area(area).id);
        let cards = |word: &str, cards: &mut dyn Iterator<Item = Card>| {
            cards.fold(word.to_owned(), |text, card| text + " " + card.code())
        };
        match action {
            Action::Bid(turns) => format!("bid {turns}"),
            Action::Layout(groups) => {
                groups.iter().fold("layout".to_owned(), |text, &n| text + " " + &self.groups[n as usize].id)
            }
            Action::Hand(hand) => cards("hand", &mut hand.cards()),
            Action::Play(hand) => cards("play", &mut hand.cards()),
            Action::Down(card) => format!("down {}", card.code()),
            Action::Begin { who: Begin::Area(at), assault } => {
                area(if *assault { "assault" } else { "area" }, *at)
            }
            Action::Begin { who: Begin::Bring(n), assault } => {
                let word = if *assault { "assault" } else { "bring" };
                format!("{word} {}", self.groups[*n as usize].id)
            }
            Action::With(id) => unit("with", *id),
            Action::Lead(id) => unit("lead", *id),
            Action::To { to, by: None } => area("to", *to),
            Action::To { to, by: Some(by) } => format!("{} {}", area("to", *to), area("by", *by)),
            Action::Fire(at) => area("fire", *at),
            Action::Marshal(Some(at)) => area("marshal", *at),
            Action::RallyAt(at) => area("rally", *at),
            Action::Treason(clan) => format!("treason {}", self.clans[clan.index()].id),
            Action::Strike(id, support) => format!("{} {support}", unit("strike", *id)),
            Action::Volley(clan) => format!("volley {}", self.clans[clan.index()].id),
            Action::Flip(id) => unit("flip", *id),
            Action::Back(id) => unit("back", *id),
            Action::Lose(id) => unit("lose", *id),
            _ => unreachable!("{action:?} is a plain word"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        let action = match PLAIN.iter().find(|(word, _)| *word == text) {
            Some((_, action)) => action.clone(),
            None => self.parse_words(text)?,
        };
        // One canonical form: "hand AS CA" or "to minase " is not it.
        self.canonical(text, action)
    }
}

impl Summits {
    fn parse_words(&self, text: &str) -> Result<Action, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let unit = |id: &str| {
            self.unit_named(id).ok_or_else(|| format!("there is no unit `{id}` in this battle (in `{text}`)"))
        };
        let area = |id: &str| {
            self.map.named(id).ok_or_else(|| format!("there is no area `{id}` on this map (in `{text}`)"))
        };
        let clan = |id: &str| {
            self.clan_named(id).ok_or_else(|| format!("there is no clan `{id}` in this battle (in `{text}`)"))
        };
        let group = |id: &str| {
            let at = self.groups.iter().position(|group| group.id == id);
            at.map(|n| n as u8).ok_or_else(|| format!("there is no group `{id}` on the track (in `{text}`)"))
        };
        let cards = || {
            rest.split(' ').filter(|code| !code.is_empty()).map(|code| {
                Card::of_code(code).ok_or_else(|| {
                    format!(
                        "there is no card `{code}` (in `{text}`): the cards are {}",
                        Card::CODES.join(", ")
                    )
                })
            })
        };
        let hand = || {
            cards().try_fold(Hand::default(), |mut hand, card| {
                let card = card?;
                if hand.of(card) >= 100 {
                    return Err(format!("too many cards in `{text}`"));
                }
                hand.add(card);
                Ok(hand)
            })
        };
        Ok(match word {
            "bid" => Action::Bid(rest.parse().map_err(|_| format!("`{rest}` is no number of turns"))?),
            "layout" => {
                let groups: Vec<u8> = rest.split(' ').map(group).collect::<Result<_, _>>()?;
                let listed = ArrayVec::try_from(groups.as_slice());
                Action::Layout(listed.map_err(|_| format!("too many groups in `{text}`"))?)
            }
            "hand" => Action::Hand(hand()?),
            "play" => match hand()? {
                none if none.is_empty() => return Err(format!("`{text}` names no card")),
                hand => Action::Play(hand),
            },
            "down" => match cards().next() {
                Some(card) => Action::Down(card?),
                None => return Err(format!("`{text}` names no card")),
            },
            "area" => Action::Begin { who: Begin::Area(area(rest)?), assault: false },
            "assault" => match group(rest) {
                Ok(n) => Action::Begin { who: Begin::Bring(n), assault: true },
                Err(_) => Action::Begin { who: Begin::Area(area(rest)?), assault: true },
            },
            "bring" => Action::Begin { who: Begin::Bring(group(rest)?), assault: false },
            "with" => Action::With(unit(rest)?),
            "lead" => Action::Lead(unit(rest)?),
            "to" => match rest.split_once(" by ") {
                Some((to, by)) => Action::To { to: area(to)?, by: Some(area(by)?) },
                None => Action::To { to: area(rest)?, by: None },
            },
            "fire" => Action::Fire(area(rest)?),
            "marshal" => Action::Marshal(Some(area(rest)?)),
            "rally" => Action::RallyAt(area(rest)?),
            "treason" => Action::Treason(clan(rest)?),
            "strike" => {
                let (id, support) = rest.split_once(' ').unwrap_or((rest, ""));
                let support =
                    support.parse().map_err(|_| format!("`{support}` is no number of supporters"))?;
                Action::Strike(unit(id)?, support)
            }
            "volley" => Action::Volley(clan(rest)?),
            "flip" => Action::Flip(unit(rest)?),
            "back" => Action::Back(unit(rest)?),
            "lose" => Action::Lose(unit(rest)?),
            _ => {
                return Err(format!(
                    "`{text}` is no action: the words are bid, layout, hand, first, second, pass, play, down, area, \
                     assault, arrive, bring, with, lead, to, attack, fire, marshal, strike, volley, go, rally, \
                     treason, done, hold, ambush, muster, flip, back, lose, rest"
                ));
            }
        })
    }
}
