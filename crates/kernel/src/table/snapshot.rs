//! States in the form in which they are stored, and a game from its record and these.
//!
//! A snapshot saves work and proves nothing: everything in it follows from the record. One that is missing, damaged or
//! written by another version costs time, since the game is then played again from an earlier one.

use std::{cell::RefCell, io::Read as _, sync::Arc};

use flate2::{Compress, Compression, FlushCompress, Status, read::DeflateDecoder};
use serde::{Serialize, de::DeserializeOwned};

use super::{Dicing, Hiding, Kept, Table};
use crate::{
    fault::Fault,
    record::{Entry, Input, Record, Recorded, chain},
    rules::Play as _,
    system::Game,
};

/// What the record of a game does not say about some of its inputs, and perhaps the state after the last of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// It is about the inputs up to this one; there are as many as it has marks.
    pub number: u32,
    /// For each input: 1 if it revealed something, 2, 4 and 8 if it is hidden from the first seat, the second seat and
    /// watchers.
    pub marks: Vec<u8>,
    /// The state after input `number` as compressed JSON.
    pub state: Option<Vec<u8>>,
}

/// No state of any system is larger as JSON.
const MOST: u64 = 16 << 20;

thread_local! {
    /// Kept for the next state: setting up its buffers, a third of a megabyte, takes longer than compressing a state.
    static COMPRESS: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), false));
}

fn deflate(bytes: &[u8]) -> Option<Vec<u8>> {
    COMPRESS.with_borrow_mut(|compress| {
        compress.reset();
        let mut packed = Vec::with_capacity(bytes.len() / 4 + 64);
        loop {
            let rest = bytes.get(compress.total_in() as usize..)?;
            match compress.compress_vec(rest, &mut packed, FlushCompress::Finish).ok()? {
                Status::StreamEnd => return Some(packed),
                Status::Ok | Status::BufError => packed.reserve(packed.capacity()),
            }
        }
    })
}

/// A state that is kept for later.
#[derive(Clone, Debug)]
pub(super) enum Saved<S> {
    State(Arc<S>),
    /// As it was stored, unpacked when it is needed.
    Packed(Arc<[u8]>),
}

impl<S: Clone + Serialize + DeserializeOwned> Saved<S> {
    pub(super) fn of(state: S) -> Saved<S> {
        Saved::State(Arc::new(state))
    }

    fn packed(&self) -> Option<Vec<u8>> {
        match self {
            Saved::Packed(bytes) => Some(bytes.to_vec()),
            Saved::State(state) => deflate(&serde_json::to_vec(&**state).ok()?),
        }
    }

    /// `None`: the bytes are not those of a state.
    fn state(&self) -> Option<S> {
        match self {
            Saved::State(state) => Some((**state).clone()),
            Saved::Packed(bytes) => {
                let mut json = Vec::new();
                DeflateDecoder::new(&**bytes).take(MOST).read_to_end(&mut json).ok()?;
                serde_json::from_slice(&json).ok()
            }
        }
    }
}

impl<R: Game> Table<R> {
    /// The snapshot of an entry; `None` if it has none, or one that is not of this game.
    pub(super) fn saved(&self, kept: &Kept<R::Action, R::State>) -> Option<R::State> {
        let saved = kept.state.as_ref()?;
        let state = saved.state()?;
        (matches!(saved, Saved::State(_)) || self.rules.hash(&state) == kept.hash).then_some(state)
    }

    /// Snapshots of the inputs after `from`.
    pub fn snapshots(&self, from: u32) -> Vec<Snapshot> {
        let len = self.len();
        let (mut snapshots, mut marks) = (Vec::new(), Vec::new());
        for number in from + 1..=len {
            let Some(kept) = self.kept(number) else { break };
            let hidden = kept.hiding.from.iter().zip([2, 4, 8]).filter(|(hidden, _)| **hidden);
            marks.push(u8::from(kept.revealed) | hidden.map(|(_, bit)| bit).sum::<u8>());
            if kept.state.is_some() || number == len {
                let state = kept.state.as_ref().and_then(Saved::packed);
                snapshots.push(Snapshot { number, marks: std::mem::take(&mut marks), state });
            }
        }
        snapshots
    }

    /// The game of a record, of which the first inputs are taken as they are from snapshots, and the others played. The
    /// record must have been checked before: by whom it was stored.
    pub fn restore(
        rules: Arc<R>,
        file: &str,
        record: &Record,
        snapshots: &[Snapshot],
    ) -> Result<Table<R>, Fault> {
        let (mut table, _) = Table::begin(rules, record.header.clone());
        table.check_begin(file, record)?;
        let mut marks = vec![None; record.entries.len()];
        for snapshot in snapshots {
            let Some(first) = (snapshot.number as usize).checked_sub(snapshot.marks.len()) else { continue };
            marks.iter_mut().skip(first).zip(&snapshot.marks).for_each(|(at, mark)| *at = Some(*mark));
        }
        let mut states = snapshots.iter().filter_map(|snapshot| {
            let state = snapshot.state.as_deref()?;
            Some((snapshot.number, state))
        });
        let mut state = states.next();
        for (number, (entry, mark)) in (1..).zip(record.entries.iter().zip(marks)) {
            while state.is_some_and(|(at, _)| at < number) {
                state = states.next();
            }
            let packed = state.filter(|(at, _)| *at == number).map(|(_, state)| Saved::Packed(state.into()));
            let Some(()) = mark.and_then(|mark| table.recall(entry, mark, packed)) else { break };
        }
        table.state = table.state_after(table.tip());
        table.ask.take();
        let hash = table.rules.hash(&table.state);
        if table.entries.last().is_some_and(|last| last.hash != hash) {
            return Err(Fault::new(file, "its snapshots do not lead to the position of its record"));
        }
        table.quiet = true;
        table.play_record(file, record, None, |_, _| {})?;
        table.quiet = false;
        Ok(table)
    }

    /// Takes over the next input without playing it; `None` if the entry does not say enough for that.
    fn recall(&mut self, entry: &Entry, mark: u8, state: Option<Saved<R::State>>) -> Option<()> {
        let number = self.len() + 1;
        let hash = entry.hash?;
        let mut hiding = Hiding { from: [2, 4, 8].map(|bit| mark & bit != 0), commitment: None };
        if let Input::Act { action: Recorded::Sealed { commitment, .. }, .. } = &entry.input
            && self.secret_at(number).is_none()
        {
            hiding.commitment = Some(commitment.as_str().into());
        }
        let input = entry.input.clone().try_map(|action| {
            let text = action.text().ok_or(())?;
            self.rules.read_action(text).map_err(|_| ())
        });
        let input = input.ok()?;
        match &input {
            Input::Roll { number, .. } => self.throws = *number,
            Input::Share { seat, commitment } => {
                self.dicing_mut().shares[seat.index()] = Some((number, *commitment));
            }
            Input::Dice { source, secret, .. } => {
                let (source, secret, throws) = (*source, *secret, self.throws);
                self.dice.push(Dicing { from: number, source, secret, throws, shares: [None; 2] });
            }
            Input::Act { .. } | Input::Undo { .. } | Input::Resign { .. } => {}
        }
        let mut kept = self.placed(input, mark & 1 != 0, hiding, hash);
        kept.state = state;
        self.head = chain(&self.head, &entry.input.chained(number));
        self.push(kept);
        Some(())
    }
}
