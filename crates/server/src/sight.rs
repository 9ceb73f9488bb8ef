//! What one viewer sees, in the words of the protocol.

use std::sync::Arc;

use kernel::{
    Card, Seat, Viewer,
    data::hex,
    erased::{AnyTable, Asked, ToldStep},
    scene::{Difference, Scene},
};

use crate::{
    failure::No,
    game::{Gaze, eyes, real_dice},
    hall::millis,
    people::Person,
    table::{Inside, Table},
    wire::{Log, Offer, Rest, SeatCard, Sight},
};

/// One viewer's look at one moment.
pub(crate) struct Glimpse {
    table: Arc<dyn AnyTable>,
    viewer: Viewer,
    number: u32,
    seq: u32,
    in_force: u32,
    /// A moment of the past: nothing can be done there.
    past: bool,
}

impl Glimpse {
    pub(crate) fn of(gaze: &Gaze) -> Glimpse {
        Glimpse {
            table: gaze.table.clone(),
            viewer: gaze.viewer,
            number: gaze.stream.number(),
            seq: gaze.stream.seq(),
            in_force: gaze.stream.in_force(),
            past: false,
        }
    }

    /// The same viewer at an earlier moment, as far as he was told of it.
    pub(crate) fn at(gaze: &Gaze, number: u32) -> Result<Glimpse, No> {
        if number > gaze.stream.number() {
            let now = gaze.stream.number();
            return Err(No::not_found(format!("there is no input {number} yet; the last is {now}")));
        }
        let (moment, seq) = gaze.stream.moment(number);
        let table: Arc<dyn AnyTable> = gaze.table.rewound(moment).ok_or_else(No::internal)?.into();
        // Once a game is over everything may be seen, the past too.
        let viewer = gaze.eyes();
        Ok(Glimpse { table, viewer, number: moment, seq, in_force: moment, past: true })
    }

    pub(crate) fn scene(&self) -> Scene {
        self.table.scene(eyes(&*self.table, self.viewer))
    }

    /// The scene of a viewer who was shown `old` of what was before.
    pub(crate) fn scene_after(&self, before: &dyn AnyTable, old: &Scene) -> Scene {
        let eyes = eyes(&*self.table, self.viewer);
        // With other eyes he sees something else, even where nothing has changed.
        if eyes == crate::game::eyes(before, self.viewer) {
            self.table.redraw(eyes, before, old)
        } else {
            self.table.scene(eyes)
        }
    }

    pub(crate) fn seq(&self) -> u32 {
        self.seq
    }

    /// What is asked is the same for all viewers, so the caller may have it already.
    pub(crate) fn rest(&self, asked: Asked, offer: Option<Offer>) -> Rest {
        let table = &*self.table;
        let seat = match self.viewer {
            Viewer::Seat(seat) if !self.past => Some(seat),
            _ => None,
        };
        let free = |seat: Seat| Some(table.free_undo(seat)).filter(|to| *to != self.in_force);
        Rest {
            number: self.number,
            head: hex(&table.head()),
            clock: table.clock(),
            asked,
            choices: seat.map(|seat| table.choices(seat)).unwrap_or_default(),
            in_chain: seat.is_some_and(|seat| table.in_chain(seat)),
            free_undo: seat.and_then(free).unwrap_or(self.number),
            offer: offer.filter(|_| !self.past),
            over: table.is_over(),
        }
    }
}

/// Inputs on one page of the story: what a page costs does not depend on how long the game is.
const PAGE: u32 = 200;

/// What a look at a table needs, taken while one has it to oneself.
pub(crate) struct Taken {
    gaze: Gaze,
    sight: Sight,
}

impl Table {
    /// Takes down everything but scene and choices, which take longer and need no lock.
    pub(crate) fn glance(&self, inside: &Inside, seat: Option<u8>) -> Taken {
        let place = crate::game::place_of(seat);
        let own = |of: &[String; 2]| seat.map(|seat| of[usize::from(seat)].clone()).unwrap_or_default();
        let gaze = inside.game.gazes[place].clone();
        let sight = Sight {
            table: self.id.clone(),
            setup: self.setup.clone(),
            card: self.card.clone(),
            data: self.data.name.clone(),
            real_dice: real_dice(inside.game.table.source()),
            // Who has not been told of the seam yet, since a chain is open, has been told of this much.
            from_file: gaze.table.file_end().or(inside.game.table.file_end().map(|_| gaze.stream.number())),
            shared_dice: self.shared_dice(&inside.game),
            branch_of: self.branch_of.clone(),
            seat,
            seats: self.seat_cards(inside),
            scene: Scene::default(),
            seq: 0,
            rest: empty_rest(inside.offer),
            chat: inside.chat.clone(),
            notes: own(&inside.notes),
            orders: seat.map(|seat| inside.orders[usize::from(seat)].clone()).unwrap_or_default(),
            routine: gaze.table.routine(),
            terms: self.terms,
            times: inside.times.card(&self.terms, millis()),
            muted: inside.is_muted(),
            expires: inside.times.expires(),
            closed: self.is_closed(),
            notify: seat.map(|seat| inside.notify[usize::from(seat)].card()),
            rematch: inside.next.clone(),
        };
        Taken { gaze, sight }
    }
}

impl Taken {
    pub(crate) fn sight(&self, at: Option<u32>) -> Result<Sight, No> {
        let glimpse = match at {
            Some(number) => Glimpse::at(&self.gaze, number)?,
            None => Glimpse::of(&self.gaze),
        };
        let mut sight = self.sight.clone();
        sight.scene = glimpse.scene();
        sight.seq = glimpse.seq();
        sight.rest = glimpse.rest(glimpse.table.asked(), self.sight.rest.offer);
        Ok(sight)
    }

    /// The steps told after `since`.
    pub(crate) fn missed(&self, since: Option<u32>) -> Vec<ToldStep> {
        let told = since.map(|since| self.gaze.stream.since(since)).unwrap_or_default();
        let (Some(first), Some(last)) = (told.first(), told.last()) else { return Vec::new() };
        // A client that was away for long reads the story.
        if last - first >= PAGE {
            return Vec::new();
        }
        let story = self.gaze.table.story_of(self.gaze.eyes(), first.saturating_sub(1), *last);
        story.into_iter().filter(|step| told.binary_search(&step.number).is_ok()).collect()
    }

    /// A page of what this viewer was told: the inputs after `from`, and where the next page begins.
    pub(crate) fn story(&self, from: u32) -> Log {
        let number = self.gaze.stream.number();
        let to = number.min(from.saturating_add(PAGE));
        let told = |step: &ToldStep| step.number == 0 || self.gaze.stream.is_told(step.number);
        let story =
            if from <= to { self.gaze.table.story_of(self.gaze.eyes(), from, to) } else { Vec::new() };
        Log { steps: story.into_iter().filter(told).collect(), next: (to < number).then_some(to) }
    }

    pub(crate) fn gaze(&self) -> &Gaze {
        &self.gaze
    }
}

/// What changed between two scenes of one viewer. Nearly always the same pieces stand in the same order; then one look at
/// each is enough, where [`Scene::difference`] compares each with all.
pub(crate) fn difference(old: &Scene, new: &Scene) -> Difference {
    fn changed<T: Clone + PartialEq>(old: &T, new: &T) -> Option<T> {
        (old != new).then(|| new.clone())
    }
    if old.pieces.len() != new.pieces.len() || old.pieces.iter().zip(&new.pieces).any(|(a, b)| a.id != b.id) {
        return old.difference(new);
    }
    let pieces = old.pieces.iter().zip(&new.pieces).filter(|(old, new)| old != new);
    Difference {
        gone: Vec::new(),
        pieces: pieces.map(|(_, new)| new.clone()).collect(),
        order: None,
        boards: changed(&old.boards, &new.boards),
        tracks: changed(&old.tracks, &new.tracks),
        hands: changed(&old.hands, &new.hands),
        charts: changed(&old.charts, &new.charts),
        notes: changed(&old.notes, &new.notes),
        scores: changed(&old.scores, &new.scores),
    }
}

fn empty_rest(offer: Option<Offer>) -> Rest {
    Rest {
        number: 0,
        head: String::new(),
        clock: 0,
        asked: Asked::Questions { questions: Vec::new() },
        choices: Vec::new(),
        in_chain: false,
        free_undo: 0,
        offer,
        over: false,
    }
}

/// The seats of a table with what each plays.
pub(crate) fn seat_cards(
    card: &Card,
    sides: &[String; 2],
    who: &[String; 2],
    here: [bool; 2],
    people: &[Person; 2],
) -> Vec<SeatCard> {
    (0u8..2)
        .map(|seat| {
            let at = usize::from(seat);
            let found = card.sides.iter().position(|side| side.id == sides[at]);
            let side = found.map(|n| &card.sides[n]);
            SeatCard {
                seat,
                side: sides[at].clone(),
                name: side.map(|side| side.name.clone()).unwrap_or_default(),
                mon: side.map(|side| side.mon.clone()).unwrap_or_default(),
                livery: side.and_then(|side| side.livery).unwrap_or(found.map_or(seat, |n| n as u8)),
                who: who[at].clone(),
                here: here[at],
                person: Some(people[at].name.clone()).filter(|name| !name.is_empty()),
                open: people[at].open,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use kernel::scene::{Note, Piece};

    use super::*;

    fn scene(pieces: &[(&str, &str)]) -> Scene {
        let piece = |(id, place): &(&str, &str)| {
            Arc::new(Piece { id: (*id).to_owned(), place: Some((*place).to_owned()), ..Piece::default() })
        };
        let notes = vec![Note { text: pieces.len().to_string(), ..Note::default() }];
        Scene { pieces: pieces.iter().map(piece).collect(), notes, ..Scene::default() }
    }

    #[test]
    fn the_short_way_finds_the_same_differences() {
        let scenes = [
            scene(&[("a", "1"), ("b", "1"), ("c", "2")]),
            scene(&[("a", "1"), ("b", "3"), ("c", "2")]),
            scene(&[("b", "1"), ("a", "1"), ("c", "2")]),
            scene(&[("a", "1"), ("c", "4")]),
            scene(&[]),
        ];
        for old in &scenes {
            for new in &scenes {
                assert_eq!(difference(old, new), old.difference(new));
            }
        }
    }
}
