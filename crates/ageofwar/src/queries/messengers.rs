//! Chapter 23: where messengers start, and who endangers them.

use kernel::Side;
use plane::{Footprint, Outline, Point};

use crate::{
    AgeOfWar,
    decisions::{Errand, errands::danger::Danger},
    model::{
        state::{Daimyo, Errandry, State},
        units::UnitId,
    },
    queries::formation::TOLERANCE,
};

impl AgeOfWar {
    /// Where messengers start: the Maku, or wherever the daimyo is.
    pub(crate) fn daimyo_at(&self, state: &State, side: Side) -> Option<Point> {
        match state.camp(side).daimyo {
            Daimyo::Dead => None,
            Daimyo::With(unit) => Some(self.print(state, unit).centre().point()),
            Daimyo::Maku => Some(self.camp_shape(side).centre().point()),
        }
    }

    /// A-23.4: whether a unit is within 3" of a messenger there.
    pub(crate) fn is_near_rider(&self, state: &State, unit: UnitId, at: Point) -> bool {
        let far = self.tables.messengers.danger + TOLERANCE;
        self.shape(state, unit).within(&Outline::spot(at.fine()), far)
    }

    /// a unit has moved near messengers of the other side.
    pub(crate) fn endanger(&self, state: &mut State, unit: UnitId) {
        let side = self.side_of(unit).other();
        for n in 0..self.tables.messengers.riders {
            let me = state.camp(side).messengers[n];
            let out = matches!(me.errand, Errandry::OnWay | Errandry::Fled);
            if out && !me.risked.has(unit) && self.is_near_rider(state, unit, me.at) {
                state.errands.push(Errand::Danger(Danger { side, messenger: n as u8, unit }));
            }
        }
    }

    /// Where the Maku stands or stood.
    pub(crate) fn camp_shape(&self, side: Side) -> Outline {
        let maku = self.makus[side.index()];
        let body = self.start_body(maku);
        let size = self.tables.base_size(self.unit(maku), false);
        Footprint::new(body.at, body.heading, size.width, size.depth).outline()
    }
}
