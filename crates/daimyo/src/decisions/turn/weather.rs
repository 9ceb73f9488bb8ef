//! D-SEQ-A1, T-11: the weather changes, at the start of a turn or by a random event.

use kernel::Modifier;

use crate::{model::tables::Weather, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct WeatherChange {
    /// T-12: it is the last thing of a turn.
    pub(crate) by_event: bool,
}

impl Decision<Daimyo, Base> for WeatherChange {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let fine = cx.state.weather == Weather::Fine;
        let value = cx.rules.tables.clearing(cx.rules.scenario.season);
        let mut modifiers = Vec::new();
        if !fine && value != 0 {
            modifiers.push(Modifier { value, line: Line::new("mod-winter"), rule: D_SEQ_A1 });
        }
        Roll {
            rule: D_SEQ_A1,
            seat: Seat(0),
            line: Line::new(if fine { "roll-weather" } else { "roll-clearing" }),
            pool: Pool::d6(if fine { 2 } else { 1 }),
            modifiers,
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let (tables, season) = (&rules.tables, rules.scenario.season);
        if state.weather == Weather::Fine {
            state.weather = tables.weather(season, fall.value());
        } else if fall.value() + i32::from(tables.clearing(season)) >= i32::from(tables.clears()) {
            state.weather = Weather::Fine;
        }
        let now = state.weather;
        story.tell(|| Event::new(D_SEQ_A1, "told-weather").with("weather", now.key()));
        match self.by_event {
            true => sequence::next_turn(rules, state, story),
            false => sequence::go_to_initiative(rules, state, story),
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}
