//! 8.2, D-MEL-2: the blows of a round, one roll after the other.

use super::{Fight, Stage};
use crate::{
    prelude::*,
    queries::blows::{Circumstances, strike_roll},
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Blows;

impl Decision<Daimyo, Fight> for Blows {
    fn asked(&self, _cx: Cx<'_, Fight>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, cx: Cx<'_, Fight>) -> bool {
        usize::from(cx.parent.made) < cx.parent.blows.len()
    }

    fn advance(&mut self, _cx: CxMut<'_, Fight>) -> Flow<Stage> {
        Flow::Next(Stage::Result)
    }

    fn roll(&self, cx: Cx<'_, Fight>) -> Roll {
        let fight = cx.parent;
        let blow = fight.blows[usize::from(fight.made)];
        let about = Circumstances {
            muted: fight.muted.has(blow.unit),
            keen: fight.keen.has(blow.unit),
            ..Circumstances::default()
        };
        strike_roll(cx.rules, &blow, cx.rules.blow_modifiers(cx.state, &blow, about), D_MEL_2)
    }

    fn rolled(&mut self, cx: CxMut<'_, Fight>, fall: Fall) -> Flow<Stage> {
        let CxMut { rules, story, parent: fight, .. } = cx;
        let hits = fall.value();
        let blow = fight.blows[usize::from(fight.made)];
        fight.made += 1;
        for tally in &mut fight.tally {
            if tally.unit == blow.unit {
                tally.inflicted += hits as u8;
            }
            if tally.unit == blow.foe {
                tally.received += hits as u8;
            }
        }
        story.tell(|| {
            Event::of(D_MEL_2, "told-strikes", blow.unit)
                .with("target", piece(blow.foe))
                .with("stands", i32::from(blow.stands))
                .with("hits", hits)
                .by(rules.side_of(blow.unit))
        });
        Flow::Stay
    }
}
