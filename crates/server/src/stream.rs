//! What one viewer has been told of a game, as numbers.
//!
//! A stream is a function of the record alone, so it is the same after a restart. Who acts is told every input of
//! his at once. The others are told a chain of clicks when it is complete, as one batch, without the clicks that were
//! taken back in it.

use kernel::{Pages, record::Input};

/// An input that a viewer has not been told yet.
#[derive(Clone, Copy, Debug)]
struct Held {
    number: u32,
    effect: Effect,
}

/// What an input does to the inputs in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Adds,
    GoesBack {
        to: u32,
    },
    /// It is no part of the game's state: going back leaves it where it is.
    Beside,
}

impl Effect {
    fn of<A>(input: &Input<A>) -> Effect {
        match input {
            Input::Undo { to, .. } => Effect::GoesBack { to: *to },
            input if input.is_beside() => Effect::Beside,
            _ => Effect::Adds,
        }
    }
}

/// Enough numbers that few pages are shared by each copy of a game, and few enough to be copied in no time.
const PAGE: usize = 256;

/// The stream of one viewer. It grows for as long as the game lasts and is copied at every click.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    /// The seat that looks; none for a watcher.
    seat: Option<u8>,
    /// Every input told, in order.
    steps: Pages<u32, PAGE>,
    /// For each batch: how many inputs there were, and how many of them had been told.
    batches: Pages<(u32, u32), PAGE>,
    /// Inputs not told yet.
    held: Vec<Held>,
    /// The last input in force in what was told.
    in_force: u32,
}

impl Stream {
    pub(crate) fn new(seat: Option<u8>) -> Stream {
        Stream { seat, steps: Pages::default(), batches: Pages::default(), held: Vec::new(), in_force: 0 }
    }

    /// The number of the last batch.
    pub(crate) fn seq(&self) -> u32 {
        self.batches.len() as u32
    }

    /// How many inputs the viewer knows of.
    pub(crate) fn number(&self) -> u32 {
        self.batches.last().map_or(0, |batch| batch.0)
    }

    /// The last input in force in what the viewer knows.
    pub(crate) fn in_force(&self) -> u32 {
        self.in_force
    }

    /// The inputs told in the batches after `seq`.
    pub(crate) fn since(&self, seq: u32) -> Vec<u32> {
        let from = match (seq as usize).checked_sub(1) {
            None => 0,
            Some(at) => self.batches.get(at).map_or(self.steps.len(), |batch| batch.1 as usize),
        };
        self.steps.from(from).copied().collect()
    }

    /// Was this input told?
    pub(crate) fn is_told(&self, number: u32) -> bool {
        self.steps.get(self.steps.partition_point(|step| *step < number)) == Some(&number)
    }

    /// Every input told.
    #[cfg(test)]
    fn steps(&self) -> impl Iterator<Item = u32> {
        self.steps.from(0).copied()
    }

    /// The last moment the viewer may look at that is not after `number`, and the batch it belongs to.
    pub(crate) fn moment(&self, number: u32) -> (u32, u32) {
        let told = self.steps.partition_point(|step| *step <= number);
        let step = told.checked_sub(1).map_or(0, |at| self.steps[at]);
        let seq = self.batches.partition_point(|batch| (batch.1 as usize) < told) as u32;
        if told == 0 { (0, 0) } else { (step, seq + 1) }
    }

    /// Takes the next input; `rests` tells that it leaves no chain open. `true` if a batch was told with it.
    pub(crate) fn take<A>(&mut self, number: u32, input: &Input<A>, rests: bool) -> bool {
        let held = Held { number, effect: Effect::of(input) };
        match held.effect {
            Effect::GoesBack { to } => self.take_back(held, to),
            Effect::Adds | Effect::Beside => self.held.push(held),
        }
        // A share is no click of a chain.
        let by = input.seat().filter(|_| held.effect != Effect::Beside);
        let own = self.seat.is_some() && by.map(|seat| seat.0) == self.seat;
        if own && self.held.is_empty() {
            // His own clicks are told one by one, so none of them is ever dropped.
            self.held.push(held);
        }
        if self.held.is_empty() || !(own || rests) {
            return false;
        }
        self.in_force = self.held_in_force();
        self.held.drain(..).for_each(|held| self.steps.push(held.number));
        self.batches.push((number, self.steps.len() as u32));
        true
    }

    /// The last input in force after everything held.
    fn held_in_force(&self) -> u32 {
        match self.held.iter().rfind(|held| held.effect != Effect::Beside) {
            None => self.in_force,
            Some(Held { effect: Effect::GoesBack { to }, .. }) => *to,
            Some(held) => held.number,
        }
    }

    /// Clicks of an unfinished chain that are taken back were never told, so taking them back is not told either.
    fn take_back(&mut self, undo: Held, to: u32) {
        while let Some(at) = self.held.iter().rposition(|held| held.effect != Effect::Beside) {
            let undone = match self.held[at] {
                Held { effect: Effect::GoesBack { to: earlier }, .. } => earlier > to,
                Held { number, .. } => number > to,
            };
            if !undone {
                break;
            }
            self.held.remove(at);
        }
        if self.held_in_force() != to {
            self.held.push(undo);
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Seat;

    use super::*;

    const ACT: Input<()> = Input::Act { seat: Seat(0), action: () };
    const THROW: Input<()> = Input::Roll { number: 1, pips: Vec::new(), entered: false };
    const SHARE: Input<()> = Input::Share { seat: Seat(1), commitment: [0; 32] };

    fn back(to: u32) -> Input<()> {
        Input::Undo { seat: Seat(0), to, agreed: false }
    }

    /// Takes inputs numbered from 1, each with whether the game rests after it; gives back what was told.
    fn told(seat: Option<u8>, inputs: &[(Input<()>, bool)]) -> (Vec<u32>, u32, u32) {
        let mut stream = Stream::new(seat);
        for (number, (input, rests)) in (1..).zip(inputs) {
            stream.take(number, input, *rests);
        }
        (stream.steps().collect(), stream.seq(), stream.number())
    }

    #[test]
    fn who_acts_is_told_every_click_and_the_others_the_whole_chain() {
        let chain = [(ACT, false), (ACT, false), (ACT, true), (THROW, true)];
        assert_eq!(told(Some(0), &chain), (vec![1, 2, 3, 4], 4, 4));
        assert_eq!(told(Some(1), &chain), (vec![1, 2, 3, 4], 2, 4));
        assert_eq!(told(None, &chain[..2]), (vec![], 0, 0));
    }

    #[test]
    fn clicks_taken_back_within_a_chain_are_never_told_to_others() {
        let inputs = [(ACT, false), (ACT, false), (back(1), false), (ACT, true)];
        assert_eq!(told(Some(1), &inputs), (vec![1, 4], 1, 4));
        let inputs = [(ACT, false), (back(0), true), (ACT, true)];
        assert_eq!(told(Some(1), &inputs), (vec![3], 1, 3));
        assert_eq!(told(Some(0), &inputs), (vec![1, 2, 3], 3, 3));
    }

    #[test]
    fn taking_back_what_was_told_is_told() {
        let inputs = [(ACT, true), (ACT, true), (back(1), true)];
        assert_eq!(told(Some(1), &inputs), (vec![1, 2, 3], 3, 3));
        // Back into a chain, then farther back: only the last of the two is told.
        let inputs = [(ACT, false), (ACT, true), (back(1), false), (back(0), true)];
        assert_eq!(told(Some(1), &inputs), (vec![1, 2, 4], 2, 4));
        // Back into a chain, then on again.
        let inputs = [(ACT, false), (ACT, true), (back(1), false), (ACT, true)];
        assert_eq!(told(Some(1), &inputs), (vec![1, 2, 3, 4], 2, 4));
    }

    #[test]
    fn after_a_told_undo_clicks_taken_back_are_dropped_too() {
        let inputs = [(ACT, true), (ACT, true), (back(1), true), (ACT, false), (back(1), true)];
        assert_eq!(told(Some(1), &inputs), (vec![1, 2, 3], 3, 3));
    }

    #[test]
    fn who_sits_down_during_a_chain_is_told_of_after_it_and_is_not_taken_back() {
        let inputs = [(ACT, false), (SHARE, false), (back(0), true), (ACT, true)];
        assert_eq!(told(Some(1), &inputs), (vec![2, 4], 2, 4));
        let mut stream = Stream::new(Some(0));
        stream.take(1, &SHARE, true);
        assert_eq!((stream.in_force(), stream.number()), (0, 1));
    }

    #[test]
    fn a_stream_says_what_was_missed_and_which_moments_may_be_seen() {
        let mut stream = Stream::new(Some(1));
        for (number, rests) in [(1, false), (2, true), (3, true), (4, false)] {
            stream.take(number, &ACT, rests);
        }
        assert_eq!(stream.since(0), [1, 2, 3]);
        assert_eq!(stream.since(1), [3]);
        assert!(stream.since(2).is_empty() && stream.since(9).is_empty());
        assert_eq!([0, 1, 2, 3, 4].map(|n| stream.moment(n)), [(0, 0), (1, 1), (2, 1), (3, 2), (3, 2)]);
    }
}
