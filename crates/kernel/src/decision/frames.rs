//! The containers in which a state keeps its frames.

use serde::{Deserialize, Serialize};

/// A container of frames. A frame that acts is taken out and put back in its place, below the frames that were pushed
/// meanwhile.
pub trait Frames<F> {
    /// The frame that decides now.
    fn top(&self) -> Option<&F>;
    fn top_mut(&mut self) -> Option<&mut F>;
    /// The index of the top, for [`put`](Frames::put).
    fn place(&self) -> usize;
    fn take(&mut self) -> Option<F>;
    fn put(&mut self, place: usize, frame: F);
    fn push(&mut self, frame: F);
    /// The sum of the depths of all frames.
    fn total(&self, depth: impl Fn(&F) -> usize) -> usize;
}

/// At most one frame, which cannot call another.
impl<F> Frames<F> for Option<F> {
    #[inline]
    fn top(&self) -> Option<&F> {
        self.as_ref()
    }
    fn top_mut(&mut self) -> Option<&mut F> {
        self.as_mut()
    }
    #[inline]
    fn place(&self) -> usize {
        0
    }
    #[inline]
    fn take(&mut self) -> Option<F> {
        Option::take(self)
    }
    #[inline]
    fn put(&mut self, _place: usize, frame: F) {
        debug_assert!(self.is_none(), "there is at most one frame");
        *self = Some(frame);
    }
    #[inline]
    fn push(&mut self, frame: F) {
        self.put(0, frame);
    }
    fn total(&self, depth: impl Fn(&F) -> usize) -> usize {
        self.as_ref().map_or(0, depth)
    }
}

/// A stack: the last frame decides.
impl<F> Frames<F> for Vec<F> {
    #[inline]
    fn top(&self) -> Option<&F> {
        self.last()
    }
    fn top_mut(&mut self) -> Option<&mut F> {
        self.last_mut()
    }
    #[inline]
    fn place(&self) -> usize {
        self.len().saturating_sub(1)
    }
    #[inline]
    fn take(&mut self) -> Option<F> {
        self.pop()
    }
    #[inline]
    fn put(&mut self, place: usize, frame: F) {
        self.insert(place, frame);
    }
    #[inline]
    fn push(&mut self, frame: F) {
        self.push(frame);
    }
    fn total(&self, depth: impl Fn(&F) -> usize) -> usize {
        self.iter().map(depth).sum()
    }
}

/// A queue: the first frame decides, and a pushed frame waits behind all others. So does one that a frame of the queue
/// calls ([`Flow::Call`](super::Flow::Call)).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Queue<F>(pub Vec<F>);

impl<F> Default for Queue<F> {
    fn default() -> Self {
        Queue(Vec::new())
    }
}

impl<F> Frames<F> for Queue<F> {
    fn top(&self) -> Option<&F> {
        self.0.first()
    }
    fn top_mut(&mut self) -> Option<&mut F> {
        self.0.first_mut()
    }
    fn place(&self) -> usize {
        0
    }
    fn take(&mut self) -> Option<F> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }
    fn put(&mut self, place: usize, frame: F) {
        self.0.insert(place, frame);
    }
    fn push(&mut self, frame: F) {
        self.0.push(frame);
    }
    fn total(&self, depth: impl Fn(&F) -> usize) -> usize {
        self.0.iter().map(depth).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes the top out, pushes two frames meanwhile, and puts it back.
    fn pushed_meanwhile(mut frames: impl Frames<u8>) -> Vec<u8> {
        let place = frames.place();
        let taken = frames.take().expect("it has a top");
        frames.push(8);
        frames.push(9);
        frames.put(place, taken);
        std::iter::from_fn(|| frames.take()).collect()
    }

    #[test]
    fn a_frame_of_a_stack_comes_back_below_what_was_pushed_meanwhile() {
        assert_eq!(pushed_meanwhile(vec![1, 2]), [9, 8, 2, 1]);
    }

    #[test]
    fn a_frame_of_a_queue_comes_back_to_its_head() {
        assert_eq!(pushed_meanwhile(Queue(vec![1, 2])), [1, 2, 8, 9]);
    }

    #[test]
    fn a_queue_hashes_and_serializes_like_its_vector() {
        let (queue, list) = (Queue(vec![3u8, 4]), vec![3u8, 4]);
        assert_eq!(crate::hash::hash_of(&queue), crate::hash::hash_of(&list));
        assert_eq!(serde_json::to_string(&queue).unwrap(), serde_json::to_string(&list).unwrap());
    }
}
