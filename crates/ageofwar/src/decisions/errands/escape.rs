//! 9.3: the Maku is taken, or the unit the daimyo was with is gone. Does he get away?

use crate::{decisions::ROLLING, model::state::Daimyo, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Escape {
    pub side: Side,
}

impl Decision<AgeOfWar> for Escape {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, _cx: Cx<'_>) -> Roll {
        one_die(R_9_3, Seat(self.side.0), Line::new("roll-escape").with("side", self.side))
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let side = self.side;
        let from = match cx.state.camp(side).daimyo {
            Daimyo::With(unit) => unit,
            _ => cx.rules.makus[side.index()],
        };
        let table = &cx.rules.tables.daimyo;
        let near = cx.rules.friends_near(cx.state, from, table.escapes_within);
        cx.state.camp_mut(side).daimyo = match near.first() {
            Some(unit) if fall.value() >= table.escapes_from => {
                let unit = *unit;
                cx.story.tell(|| {
                    Event::new(R_9_3, "told-daimyo-escapes").with("side", side).with("unit", piece(unit))
                });
                Daimyo::With(unit)
            }
            _ => {
                cx.story.tell(|| Event::new(R_9_3, "told-daimyo-dies").with("side", side).by(side));
                Daimyo::Dead
            }
        };
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ROLLING
    }
}
