//! A-10.F: the unit of a general is gone. Does he get away?

use plane::{Len, Point};

use crate::{decisions::ROLLING, prelude::*, queries::mover::HALF};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fate {
    pub clan: ClanId,
}

impl Fate {
    /// He flees to the nearest unit of his side, or runs towards its base line.
    fn get_away(&self, cx: CxMut<'_>) {
        let (rules, state) = (cx.rules, cx.state);
        let data = rules.clan(self.clan);
        let general = data.general;
        // Caught alone, he starts from where he stands.
        let from = state.chief(self.clan).with.unwrap_or(general);
        let refuge =
            rules.troops(state, data.side).min_by_key(|other| (rules.gap(state, from, *other), *other));
        if let Some(other) = refuge {
            let chief = state.chief_mut(self.clan);
            (chief.with, chief.front) = (Some(other), false);
            state.body_mut(general).place = Where::With;
            return cx.story.tell(|| {
                Event::new(A_10_F, "told-general-flees")
                    .with("general", piece(general))
                    .with("unit", piece(other))
            });
        }
        let along = rules.unit(general).edge.heading();
        let centre = rules.print(state, from).centre().point();
        let table = &rules.ground.table;
        let at = |far: Len| {
            let to = centre.moved(along, far, Len::ZERO);
            Point::new(to.x.clamp(100, table.width.0 - 100), to.y.clamp(100, table.height.0 - 100))
        };
        // Ruling: he stops short of a place that an enemy takes up; where there is none free, he is caught.
        let steps = (0..=rules.tables.generals.runs.0 / HALF.0).rev().map(|n| at(HALF * n));
        let Some(to) = steps.into_iter().find(|to| rules.is_free_for_general(state, self.clan, *to)) else {
            return rules.kill_general(state, self.clan, A_10_F, cx.story);
        };
        rules.set_general(state, self.clan, to);
        cx.story.tell(|| {
            Event::new(A_10_F, "told-general-runs").with("general", piece(general)).moved(piece(general), to)
        });
    }
}

impl Decision<AgeOfWar> for Fate {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let data = cx.rules.clan(self.clan);
        one_die(A_10_F, Seat(data.side.0), Line::new("roll-fate").with("general", piece(data.general)))
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        if fall.value() < cx.rules.tables.generals.saved_from {
            cx.rules.kill_general(cx.state, self.clan, A_10_F, cx.story);
        } else {
            self.get_away(cx);
        }
        Flow::Done
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        cx.rules.has_general(cx.state, self.clan)
    }

    fn advance(&mut self, _cx: CxMut<'_>) -> Flow {
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        ROLLING
    }
}
