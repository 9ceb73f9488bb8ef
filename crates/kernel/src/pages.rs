//! A list that only grows, and of which a copy is cheap: full pages are shared.
//!
//! Whatever is tried out at a table is tried on a copy of it, and a game has thousands of inputs.

use std::{ops::Index, sync::Arc};

/// A persistent vector: clones share full pages. Use a larger page for smaller items.
#[derive(Clone, Debug)]
pub struct Pages<T, const PAGE: usize = 32> {
    full: Vec<Arc<[T]>>,
    /// Never full.
    last: Vec<T>,
}

impl<T, const PAGE: usize> Default for Pages<T, PAGE> {
    fn default() -> Pages<T, PAGE> {
        Pages { full: Vec::new(), last: Vec::new() }
    }
}

impl<T, const PAGE: usize> Pages<T, PAGE> {
    pub fn len(&self) -> usize {
        self.full.len() * PAGE + self.last.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn push(&mut self, item: T) {
        self.last.push(item);
        if self.last.len() == PAGE {
            self.full.push(std::mem::take(&mut self.last).into());
        }
    }

    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    pub fn get(&self, at: usize) -> Option<&T> {
        match self.full.get(at / PAGE) {
            Some(page) => page.get(at % PAGE),
            None => self.last.get(at.checked_sub(self.full.len() * PAGE)?),
        }
    }

    /// The items from this one on.
    pub fn from(&self, at: usize) -> impl Iterator<Item = &T> {
        (at..self.len()).map(|at| &self[at])
    }

    /// A copy of the first `len` items; full pages are shared.
    #[must_use]
    pub fn first(&self, len: usize) -> Self
    where
        T: Clone,
    {
        let len = len.min(self.len());
        let full = len / PAGE;
        let last = (full * PAGE..len).map(|at| self[at].clone()).collect();
        Pages { full: self.full[..full].to_vec(), last }
    }

    /// How many items this is true of, if it is of all before some item and of none after it.
    pub fn partition_point(&self, is_before: impl Fn(&T) -> bool) -> usize {
        let full = self.full.partition_point(|page| page.last().is_some_and(&is_before));
        let page = self.full.get(full).map_or(self.last.as_slice(), |page| page);
        full * PAGE + page.partition_point(is_before)
    }
}

impl<T, const PAGE: usize> Index<usize> for Pages<T, PAGE> {
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
        let mut pages: Pages<i32> = Pages::default();
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
            let first = pages.first(len);
            assert!(first.from(0).copied().eq(0..len as i32) && first.len() == len);
            assert_eq!((copy.get(len), copy.get(len + 1)), (Some(&1000), None));
        }
        assert_eq!(pages.len(), 100);
    }

    #[test]
    fn items_in_order_are_found_in_whichever_page_they_are() {
        let mut pages: Pages<usize, 4> = Pages::default();
        for len in 0..20 {
            for at in 0..=len {
                assert_eq!(pages.partition_point(|item| *item < at), at);
                assert!(pages.from(at).copied().eq(at..len));
            }
            pages.push(len);
        }
    }
}
