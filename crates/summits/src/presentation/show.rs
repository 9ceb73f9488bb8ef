//! What a choice looks like.

use kernel::{Line, Presentation, Role, Seat, Shown, Telling, Thing, Viewer};

use crate::{
    Summits,
    decisions::play::Step,
    model::{
        cards::{Card, Hand},
        state::State,
        units::UnitId,
    },
    notation::{
        action::{Action, Begin},
        refer::{copy, piece, place},
    },
    presentation::event::Event,
};

/// Buttons: choices that lie on no board.
pub(crate) const BUTTONS: [&str; 15] = [
    "pass",
    "done",
    "go",
    "hold",
    "ambush",
    "muster",
    "rest",
    "attack",
    "marshal",
    "rally",
    "first",
    "second",
    "arrive",
    "assault arrive",
    "hand",
];

pub(crate) fn button(word: &str) -> Thing {
    Thing::Button(BUTTONS.iter().position(|b| *b == word).expect("a button") as u16)
}

impl Presentation for Summits {
    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        event.telling(self, viewer)
    }

    fn show(&self, state: &State, seat: Seat, action: &Action, viewer: Viewer) -> Shown {
        let about = |key: &'static str, unit: UnitId| {
            Shown::new(Line::new(key).with("unit", piece(unit))).tie(piece(unit))
        };
        let at =
            |key: &'static str, area| Shown::new(Line::new(key).with("area", place(area))).tie(place(area));
        let plain = |key: &'static str, word: &str| Shown::new(Line::new(key)).tie(button(word));
        let secret = |key: &'static str| Shown::new(Line::new(key)).hidden();
        match *action {
            Action::Bid(_) if !viewer.knows(seat) => secret("do-secret-bid"),
            Action::Bid(turns) => Shown::new(Line::new("do-bid").with("turns", i32::from(turns))),
            Action::Layout(ref groups) => {
                let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
                let line =
                    names.into_iter().zip(groups).fold(Line::new("do-layout"), |line, (name, &group)| {
                        // The first general of a group says which it is.
                        let head = (self.groups[group as usize].units & self.generals).first();
                        line.with(name, head.map_or_else(|| self.group_thing(group), piece))
                    });
                Shown::new(line)
            }
            Action::Hand(_) if !viewer.knows(seat) => secret("do-secret-hand"),
            Action::Hand(hand) => {
                let cards =
                    Card::ALL.into_iter().flat_map(|card| (0..hand.of(card)).map(move |n| copy(card, n)));
                let shown = Shown::new(self.with_hand(Line::new("do-hand"), hand)).cards(cards);
                if hand.is_empty() { shown.warning(Line::new("warn-empty")).role(Role::Pass) } else { shown }
            }
            Action::First => plain("do-first", "first"),
            Action::Second => plain("do-second", "second"),
            Action::Pass => plain("do-pass", "pass").role(Role::Pass),
            Action::Play(hand) => {
                let set = hand.types();
                let line = Line::new("do-play").with("count", i32::from(set.len()));
                let line = ["a", "b", "c", "d", "e"]
                    .into_iter()
                    .zip(set.cards())
                    .fold(line, |line, (name, card)| line.with(name, self.card_thing(card)));
                Shown::new(line).cards(set.cards().map(|card| copy(card, 0)))
            }
            Action::Down(_) if !viewer.knows(seat) => secret("do-secret-down"),
            Action::Down(card) => {
                let line = Line::new("do-down").with("card", self.card_thing(card));
                Shown::new(line).cards([copy(card, 0)]).role(Role::FaceDown)
            }
            Action::Begin { who: Begin::Area(area), assault } => {
                at(if assault { "do-assault" } else { "do-area" }, area)
            }
            Action::Begin { who: Begin::Arrive, assault } => match assault {
                false => plain("do-arrive", "arrive"),
                true => plain("do-assault-arrive", "assault arrive"),
            },
            Action::Begin { who: Begin::Bring(group), assault } => {
                let thing = self.group_thing(group);
                let key = if assault { "do-assault-bring" } else { "do-bring" };
                Shown::new(Line::new(key).with("group", thing)).tie(thing)
            }
            Action::With(unit) => about("do-with", unit),
            Action::Lead(unit) => {
                about("do-lead", unit).cost(i32::from(self.unit(unit).command.unwrap_or(0)))
            }
            Action::To { to, by } => {
                let shown = match by {
                    None => at("do-to", to),
                    Some(by) => {
                        Shown::new(Line::new("do-to-by").with("area", place(to)).with("by", place(by)))
                            .tie(place(to))
                    }
                };
                let moving = matches!(state.play().map(|play| &play.step), Some(Step::Group));
                let met = (state.here(to) & self.of_side[state.active.other().index()]).any();
                if moving && met {
                    shown.warning(Line::new("warn-contact").with("area", place(to)))
                } else {
                    shown
                }
            }
            Action::Attack => plain("do-attack", "attack"),
            Action::Marshal(None) => plain("do-marshal", "marshal"),
            Action::Marshal(Some(area)) => at("do-marshal-fire", area),
            Action::Fire(area) => at("do-fire", area),
            Action::Rally => plain("do-rally", "rally"),
            Action::RallyAt(area) => at("do-rally-at", area),
            Action::Treason(clan) => {
                let thing = self.clan_thing(clan);
                Shown::new(Line::new("do-treason").with("clan", thing)).tie(thing)
            }
            Action::Done => plain("do-done", "done").role(Role::End),
            Action::Strike(unit, support) => {
                let line = Line::new("do-strike").with("unit", piece(unit)).with("count", i32::from(support));
                Shown::new(line).tie(piece(unit))
            }
            Action::Volley(clan) => {
                let thing = self.clan_thing(clan);
                Shown::new(Line::new("do-volley").with("clan", thing)).tie(thing)
            }
            Action::Go => plain("do-go", "go").role(Role::Main),
            Action::Hold => plain("do-hold", "hold").role(Role::Pass),
            Action::Ambush => Shown::new(Line::new("do-ambush")).tie(copy(Card::Ambush, 0)),
            Action::Muster => plain("do-muster", "muster"),
            Action::Flip(unit) => about("do-flip", unit),
            Action::Back(unit) => about("do-back", unit),
            Action::Lose(unit) => about("do-lose", unit),
            Action::Rest => plain("do-rest", "rest").role(Role::Main),
        }
    }
}

impl Summits {
    /// A hand in a line: each type that is in it with its number, and how many types there are.
    pub(crate) fn with_hand(&self, line: Line, hand: Hand) -> Line {
        const ARGS: [(&str, &str); 6] =
            [("a", "na"), ("b", "nb"), ("c", "nc"), ("d", "nd"), ("e", "ne"), ("f", "nf")];
        let held = Card::ALL.into_iter().filter(|card| hand.has(*card));
        let types = held.clone().count() as i32;
        ARGS.into_iter().zip(held).fold(line.with("types", types), |line, ((name, number), card)| {
            line.with(name, self.card_thing(card)).with(number, i32::from(hand.of(card)))
        })
    }
}
