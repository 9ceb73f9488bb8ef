//! 8.9, 9.2: blows at the backs of those who run.

use crate::{
    prelude::*,
    queries::blows::{Blow, Circumstances, strike_roll},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slaughter {
    pub unit: UnitId,
    pub router: UnitId,
    /// How many stands of `unit` strike.
    pub stands: u8,
}

/// A unit has reached a router: it strikes and stops.
pub(crate) fn begin(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    router: UnitId,
    story: &mut Story<Event>,
) {
    let at = state.body(unit).at;
    story.tell(|| {
        Event::of(R_9_2, "told-rides-down", unit)
            .with("target", piece(router))
            .by(rules.side_of(unit))
            .moved(piece(unit), at)
    });
    let print = rules.print(state, unit);
    let shape = rules.shape(state, router);
    let stands =
        placing::files_touching(rules, unit, state.body(unit).formation, &print, &shape).max(1) as u8;
    state.errands.push(Errand::Slaughter(Slaughter { unit, router, stands }));
    placing::scatter_leaders(rules, state, unit);
}

impl Decision<Daimyo> for Slaughter {
    fn asked(&self, _cx: Cx<'_, ()>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, ()>) -> Roll {
        let blow = Blow { unit: self.unit, foe: self.router, stands: self.stands, flank: false };
        let about = Circumstances { slaughter: true, ..Circumstances::default() };
        strike_roll(cx.rules, &blow, cx.rules.blow_modifiers(cx.state, &blow, about), R_8_9)
    }

    fn rolled(&mut self, cx: CxMut<'_, ()>, fall: Fall) -> Flow<Errand> {
        let hits = fall.value();
        cx.story.tell(|| {
            Event::of(R_8_9, "told-cuts-down", self.unit)
                .with("target", piece(self.router))
                .with("hits", hits)
                .by(cx.rules.side_of(self.unit))
        });
        losses::hit(cx.rules, cx.state, self.router, hits as u8, R_8_9, cx.story);
        Flow::Done
    }
}
