//! D-SEQ-A1, T-11: the weather.

use kernel::{Line, Modifier, Pool, Roll, Seat, Story};
use open::Event;
use plane::Len;
use serde::Deserialize;

use crate::{Daimyo, rule_ids::*, state::State, tables::Weather};

impl Weather {
    pub(crate) fn key(self) -> &'static str {
        match self {
            Weather::Fine => "weather-fine",
            Weather::LightRain => "weather-light-rain",
            Weather::HeavyRain => "weather-heavy-rain",
            Weather::Thunderstorm => "weather-thunderstorm",
            Weather::Snow => "weather-snow",
            Weather::Fog => "weather-fog",
        }
    }
}

/// T-11: what a kind of weather does.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sky {
    pub(crate) weather: Weather,
    /// How far one sees.
    pub(crate) sight: Option<Len>,
    /// Every move is shorter by this much, or half as long.
    #[serde(default)]
    slower: Len,
    #[serde(default)]
    halved: bool,
    #[serde(default)]
    bow: i16,
    #[serde(default)]
    arquebus: i16,
    #[serde(default)]
    arquebus_silent: bool,
    #[serde(default)]
    pub(crate) guns_only_rotate: bool,
    /// No bonus for charging in melee.
    #[serde(default)]
    pub(crate) no_charge_bonus: bool,
    /// D-CMD-1: the command radius.
    pub(crate) radius: Option<Len>,
}

impl Sky {
    /// A move in this weather, up to whole cm, not below nothing.
    pub(crate) fn slowed(&self, allowance: Len) -> Len {
        let whole = if self.halved { Len((allowance.0 / 2 + 99) / 100 * 100) } else { allowance };
        (whole - self.slower).max(Len::ZERO)
    }

    /// What the weather takes from bows and arquebuses; `None`: no fire at all.
    pub(crate) fn on_fire(&self, arquebus: bool) -> Option<i16> {
        match arquebus {
            true if self.arquebus_silent => None,
            true => Some(self.arquebus),
            false => Some(self.bow),
        }
    }
}

impl Daimyo {
    /// What the present weather does.
    pub(crate) fn sky(&self, state: &State) -> &Sky {
        self.tables.sky(state.weather)
    }

    pub(crate) fn weather_roll(&self, state: &State) -> Roll {
        let fine = state.weather == Weather::Fine;
        let value = self.tables.clearing(self.scenario.season);
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

    pub(crate) fn change_weather(&self, state: &mut State, value: i32, story: &mut Story<Event>) {
        let before = state.weather;
        if before == Weather::Fine {
            state.weather = self.tables.weather(self.scenario.season, value);
        } else {
            let value = value + i32::from(self.tables.clearing(self.scenario.season));
            if value >= i32::from(self.tables.clears()) {
                state.weather = Weather::Fine;
            }
        }
        let now = state.weather;
        story.tell(|| Event::new(D_SEQ_A1, "told-weather").with("weather", now.key()));
    }
}
