//! A list that only grows, and of which a copy is cheap: full pages are shared.
//!
//! Whatever is tried out at a table is tried on a copy of it, and a game has thousands of inputs.

use std::{ops::Index, sync::Arc};

const PAGE: usize = 32;

#[derive(Clone, Debug)]
pub(crate) struct Pages<T> {
    full: Vec<Arc<[T]>>,
    /// Never full.
    last: Vec<T>,
}

impl<T> Pages<T> {
    pub(crate) fn new() -> Pages<T> {
        Pages { full: Vec::new(), last: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.full.len() * PAGE + self.last.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn push(&mut self, item: T) {
        self.last.push(item);
        if self.last.len() == PAGE {
            self.full.push(std::mem::take(&mut self.last).into());
        }
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        match self.full.get(at / PAGE) {
            Some(page) => page.get(at % PAGE),
            None => self.last.get(at.checked_sub(self.full.len() * PAGE)?),
        }
    }
}

impl<T> Index<usize> for Pages<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        match self.full.get(at / PAGE) {
            Some(page) => &page[at % PAGE],
            None => &self.last[at - self.full.len() * PAGE],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_goes_its_own_way() {
        let mut pages = Pages::new();
        assert!(pages.is_empty() && pages.get(0).is_none());
        let mut copies = Vec::new();
        for n in 0..100 {
            copies.push(pages.clone());
            pages.push(n);
        }
        for (len, mut copy) in copies.into_iter().enumerate() {
            copy.push(1000);
            let found: Vec<i32> = (0..copy.len()).map(|at| copy[at]).collect();
            let due: Vec<i32> = (0..len as i32).chain([1000]).collect();
            assert_eq!(found, due);
            assert_eq!((copy.get(len), copy.get(len + 1)), (Some(&1000), None));
        }
        assert_eq!(pages.len(), 100);
    }
}
