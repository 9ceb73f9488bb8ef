//! Edges joined into long lines: one path with few moves is smaller and can be smoothed.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
pub(crate) struct Net<N> {
    links: BTreeMap<N, BTreeSet<N>>,
}

impl<N: Copy + Ord> Net<N> {
    pub(crate) fn new(edges: impl IntoIterator<Item = (N, N)>) -> Net<N> {
        let mut links: BTreeMap<N, BTreeSet<N>> = BTreeMap::new();
        for (a, b) in edges {
            links.entry(a).or_default().insert(b);
            links.entry(b).or_default().insert(a);
        }
        Net { links }
    }

    pub(crate) fn degree(&self, node: N) -> usize {
        self.links.get(&node).map_or(0, BTreeSet::len)
    }

    fn take(&mut self, a: N, b: N) {
        for (x, y) in [(a, b), (b, a)] {
            if let Some(set) = self.links.get_mut(&x) {
                set.remove(&y);
            }
        }
    }

    /// As few lines as possible, through every junction.
    pub(crate) fn trails(self) -> Vec<Vec<N>> {
        self.walk(|_| false)
    }

    /// Lines from junction to junction.
    pub(crate) fn strands(self) -> Vec<Vec<N>> {
        let whole = self.clone();
        self.walk(move |node| whole.degree(node) != 2)
    }

    fn walk(mut self, stops: impl Fn(N) -> bool) -> Vec<Vec<N>> {
        let mut starts: Vec<N> = self.links.keys().copied().collect();
        // Loose ends first, or a line would be begun in its middle.
        starts.sort_by_key(|node| (self.degree(*node).is_multiple_of(2) && !stops(*node), *node));
        let mut lines = Vec::new();
        for start in starts {
            while self.degree(start) > 0 {
                let mut line = vec![start];
                let mut here = start;
                while let Some(next) = self.links[&here].first().copied() {
                    self.take(here, next);
                    line.push(next);
                    here = next;
                    if stops(here) {
                        break;
                    }
                }
                lines.push(line);
            }
        }
        lines
    }

    /// Rivers, each from its source to its mouth, main stream first; tributaries end in an earlier one.
    pub(crate) fn streams(mut self, mouth: impl Fn(N) -> i64) -> Vec<Vec<N>> {
        let mut streams: Vec<Vec<N>> = Vec::new();
        let mut wet: BTreeSet<N> = BTreeSet::new();
        loop {
            let live: Vec<N> = self.links.keys().copied().filter(|n| self.degree(*n) > 0).collect();
            let joined: Vec<N> = live.iter().copied().filter(|n| wet.contains(n)).collect();
            let roots = if joined.is_empty() {
                let ends: Vec<N> = live.iter().copied().filter(|n| self.degree(*n) == 1).collect();
                let ends = if ends.is_empty() { live } else { ends };
                ends.into_iter().max_by_key(|n| mouth(*n)).into_iter().collect()
            } else {
                joined
            };
            let Some(mut longest) = roots.into_iter().map(|root| self.longest(root)).max_by_key(Vec::len)
            else {
                return streams;
            };
            for pair in longest.windows(2) {
                self.take(pair[0], pair[1]);
            }
            wet.extend(longest.iter().copied());
            longest.reverse();
            streams.push(longest);
        }
    }

    /// The way from the root to the node farthest from it.
    fn longest(&self, root: N) -> Vec<N> {
        let mut from: BTreeMap<N, N> = BTreeMap::from([(root, root)]);
        let mut ring = vec![root];
        let mut last = root;
        while let Some(first) = ring.first() {
            last = *first;
            let mut next = Vec::new();
            for node in ring {
                for link in &self.links[&node] {
                    if !from.contains_key(link) {
                        from.insert(*link, node);
                        next.push(*link);
                    }
                }
            }
            ring = next;
        }
        let mut way = vec![last];
        while last != root {
            last = from[&last];
            way.push(last);
        }
        way.reverse();
        way
    }
}
