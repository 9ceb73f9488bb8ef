//! a unit has come to the far edge of scenery. Does it keep its order?

use crate::{decisions::ROLLING, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edge {
    pub unit: UnitId,
}

impl Decision<AgeOfWar> for Edge {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        unit_die(cx.rules, self.unit, A_27_2, "roll-edge")
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        if fall.value() >= cx.rules.tables.disorder.far_edge_from {
            cx.rules.disorder(cx.state, self.unit, A_27_2, cx.story);
        } else {
            cx.story.tell(|| Event::new(A_27_2, "told-keeps-order").with("unit", piece(self.unit)));
        }
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.state.body(self.unit).place == Where::Table && !cx.state.is(self.unit, Mark::Disordered)
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ROLLING
    }
}
