//! Bounded movement of which only the end counts: every hex within reach, without the ways there.

use crate::{Atlas, Columns, HexId, Steps};

/// Reusable scratch for movement, like [`Reach`](crate::Reach), which finds ways too but looks at one hex after the
/// other: here all hexes of a column that cost the same are left at once.
///
/// ```
/// use hexmap::{Atlas, Columns, Sheet, Shift, Spread, Steps};
///
/// let atlas = Atlas::new(vec![Sheet::new("D", 30, 20, Shift::EvenDown)])?;
/// let steps = Steps::new(&atlas, |_, _, _| Some(1));
/// let (camp, guarded) = (atlas.parse("1010")?, atlas.parse("1011")?);
/// let mut watched = Columns::NONE;
/// watched.insert(&atlas, guarded);
/// let mut spread = Spread::default();
/// spread.run(&atlas, &steps, camp, 2, &Columns::of(&atlas, |_| true), &watched);
/// assert_eq!(spread.within(1).iter(&atlas).count(), 1 + 5);
/// assert!(spread.within(2).has(&atlas, guarded), "it costs one more");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// By cost: the hexes reached at that cost or less.
    within: Vec<Columns>,
    front: [Columns; 2],
}

impl Spread {
    /// Finds every hex within `limit` of the start. Only open hexes are entered; those under toll
    /// cost one more to enter and one more to leave.
    pub fn run(
        &mut self,
        atlas: &Atlas,
        steps: &Steps,
        start: HexId,
        limit: u8,
        open: &Columns,
        toll: &Columns,
    ) {
        let limit = usize::from(limit);
        self.within.clear();
        self.within.resize(limit + 1, Columns::NONE);
        let (middle, bit) = Columns::place(atlas, start);
        self.within[0].words[middle] = bit;
        let columns = usize::from(atlas.sheets()[0].columns);
        for spent in 0..=limit {
            // No step leads further than to the next column.
            let (first, last) = (middle.saturating_sub(spent).max(1), columns.min(middle + spent));
            let mut paying = false;
            for column in first..=last {
                let before = if spent > 0 { self.within[spent - 1].words[column] } else { 0 };
                let new = self.within[spent].words[column] & !before;
                self.within[spent].words[column] |= before;
                self.front[0].words[column] = new & !toll.words[column];
                self.front[1].words[column] = new & toll.words[column];
                paying |= self.front[1].words[column] != 0;
            }
            if spent == limit {
                break;
            }
            for (extra, front) in self.front.iter().enumerate().take(1 + usize::from(paying)) {
                for column in first.saturating_sub(1).max(1)..=columns.min(last + 1) {
                    if front.words[column - 1] | front.words[column] | front.words[column + 1] == 0 {
                        continue;
                    }
                    let (open, toll) = (open.words[column], toll.words[column]);
                    steps.enter_column(front, column, |cost, hexes| {
                        let cost = spent + usize::from(cost) + extra;
                        let hexes = hexes & open;
                        if cost <= limit {
                            self.within[cost].words[column] |= hexes & !toll;
                        }
                        if cost < limit {
                            self.within[cost + 1].words[column] |= hexes & toll;
                        }
                    });
                }
            }
        }
        for front in &mut self.front {
            let (first, last) = (middle.saturating_sub(limit).max(1), columns.min(middle + limit));
            front.words[first..=last].fill(0);
        }
    }

    /// The hexes that cost so much or less, the start among them; no more than the limit of the last run.
    pub fn within(&self, cost: u8) -> &Columns {
        &self.within[usize::from(cost)]
    }
}
