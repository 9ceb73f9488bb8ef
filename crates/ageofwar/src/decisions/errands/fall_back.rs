//! the die of a fall back after two or three fails.

use plane::{Compass, Len};

use super::{face::Face, sneak::Sneak};
use crate::{decisions::ROLLING, prelude::*, queries::morale::Beyond};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FallBack {
    pub unit: UnitId,
    pub fails: u8,
}

impl FallBack {
    /// 3.6: after three fails it faces the nearest enemy, where there is room.
    fn face_enemy(&self, cx: &mut CxMut<'_>) {
        let (rules, unit) = (cx.rules, self.unit);
        let Some(foe) = rules.nearest_enemy(cx.state, unit) else { return };
        let (from, to) = (rules.print(cx.state, unit).centre(), rules.print(cx.state, foe).centre());
        if let Some(heading) = Compass::EIGHT.bearing(from, to)
            && rules.may_face(cx.state, unit, heading)
        {
            cx.state.body_mut(unit).heading = heading;
            cx.story.tell(|| {
                Event::new(R_3_6, "told-faces")
                    .with("unit", piece(unit))
                    .with("n", heading.degrees())
                    .stroke(Stroke::Turned { piece: piece(unit), heading: heading.tenths() as u16 })
            });
        }
    }
}

impl Decision<AgeOfWar> for FallBack {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        unit_die(cx.rules, self.unit, A_32_3, "roll-fall-back")
    }

    fn rolled(&mut self, mut cx: CxMut<'_>, fall: Fall) -> Flow {
        let (rules, unit) = (cx.rules, self.unit);
        let along = rules.unit(unit).edge.heading();
        let by = Len::whole(fall.value() + rules.tables.morale.fall_back);
        if !rules.fall_back(cx.state, unit, (along, by, Beyond::AllFriends), A_32_3, cx.story) {
            return Flow::Done;
        }
        // What follows comes before the dangers to messengers that the move has left behind, so it is pushed onto them
        // and does not replace this errand, which lies below them.
        if self.fails == 2 {
            cx.state.errands.push(Errand::Face(Face { unit }));
            return Flow::Done;
        }
        rules.disorder(cx.state, unit, A_32_3, cx.story);
        self.face_enemy(&mut cx);
        for commander in [false, true] {
            cx.state.errands.push(Errand::Sneak(Sneak { unit, commander }));
        }
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.body(self.unit).place == Where::Table
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ROLLING
    }
}
