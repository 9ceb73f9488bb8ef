//! 36.6: points, and who has won.

use kernel::{Line, Outcome, Rule, Side, Story};

use crate::{
    Gunyuden,
    model::{
        scenarios::Condition,
        state::{Happened, Over, REMOVED, State},
        units::{ANTI, CastleId, HASHIBA, HouseId},
    },
    notation::rule_ids::*,
    presentation::event::Event,
};

impl Gunyuden {
    /// The points of each side as they stand, item by item.
    pub(crate) fn points(&self, state: &State) -> Vec<(Side, i16, &'static str, Rule)> {
        let victory = &self.scenario.victory;
        let mut list = Vec::new();
        for side in [HASHIBA, ANTI] {
            let mut castles = 0;
            for (n, keep) in self.keeps.iter().enumerate() {
                let was = (keep.owner != HouseId::NONE).then(|| self.house(keep.owner).side);
                let castle = CastleId(n as u8);
                if was == Some(side.other()) && self.castle_side(state, castle) == Some(side) {
                    castles += victory.castles[usize::from(keep.level)];
                }
            }
            list.push((side, castles, "points-castles", R_36_6_1));
            let lost = self.sides[side.index()].iter().filter(|&unit| state.hex(unit) == REMOVED);
            let lost: i16 = lost.map(|unit| victory.ranks[self.unit(unit).rank as usize]).sum();
            list.push((side, -lost, "points-lost", R_36_6_2));
            let enemies = self.sides[side.other().index()].and(&state.holed);
            let counts = |&unit: &crate::model::units::UnitId| {
                !self.surrounded_only
                    || self.castle_at(state.hex(unit)).is_some_and(|castle| self.is_surrounded(state, castle))
            };
            let holed = enemies.iter().filter(|unit| counts(unit)).count() as i16;
            list.push((side, holed * victory.holed_up, "points-holed-up", R_36_6_3));
        }
        if let Some(peace) = &self.scenario.peace
            && state.happened.has(Happened::PEACE)
        {
            list.push((peace.side, peace.points, "points-peace", peace.rule));
        }
        for award in &self.scenario.awards {
            let (to, key) = match award.condition {
                Condition::Stayed(..) => {
                    let stayed = !state.happened.has(Happened::STRAYED);
                    (award.side.filter(|_| stayed), "points-stayed")
                }
                Condition::Undeclared => {
                    let silent = !state.happened.has(Happened::DECLARED);
                    (award.side.filter(|_| silent), "points-undeclared")
                }
                Condition::Fallen(unit) => {
                    (award.side.filter(|_| state.hex(unit) == REMOVED), "points-fallen")
                }
                Condition::Held(castle) => {
                    let holder = self.castle_side(state, castle);
                    (holder.filter(|side| award.side.is_none_or(|only| only == *side)), "points-held")
                }
            };
            if let Some(side) = to {
                list.push((side, award.points, key, award.rule));
            }
        }
        list
    }

    /// The Hashiba side's points less the other's.
    pub(crate) fn lead(&self, state: &State) -> i16 {
        let points = self.points(state).into_iter();
        points.map(|(side, points, _, _)| if side == HASHIBA { points } else { -points }).sum()
    }

    pub(crate) fn finish(&self, state: &mut State, story: &mut Story<Event>) {
        let points = self.points(state);
        for (side, points, key, rule) in points {
            if points != 0 {
                story.tell(|| Event::Points { side, points: i32::from(points), key, rule });
            }
        }
        let lead = self.lead(state);
        let winner = if lead >= self.scenario.victory.lead { HASHIBA } else { ANTI };
        story.tell(|| Event::Over {
            winner,
            lead: i32::from(lead),
            needed: i32::from(self.scenario.victory.lead),
        });
        state.over = Some(Over { winner, lead });
    }

    pub(crate) fn outcome_of(&self, over: Over) -> Outcome {
        let line = Line::new("over")
            .with("side", over.winner)
            .with("lead", i32::from(over.lead))
            .with("needed", i32::from(self.scenario.victory.lead));
        Outcome { winner: Some(over.winner), rule: R_36_6_END, line }
    }
}
