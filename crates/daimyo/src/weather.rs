//! D-SEQ-A1, T-11: the weather.

use kernel::{Line, Modifier, Pool, Roll, Seat, Story};
use open::Event;
use plane::Len;

use crate::{
    Daimyo,
    rule_ids::*,
    state::State,
    tables::{Season, Weather},
};

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

    /// How far one sees.
    pub(crate) fn sight(self) -> Option<Len> {
        match self {
            Weather::Fine | Weather::LightRain => None,
            Weather::HeavyRain => Some(Len(3000)),
            Weather::Thunderstorm => Some(Len(2500)),
            Weather::Snow => Some(Len(2000)),
            Weather::Fog => Some(Len(1000)),
        }
    }

    /// A move in this weather: less 3 cm or halved, up to whole cm, not below nothing.
    pub(crate) fn slowed(self, allowance: Len) -> Len {
        match self {
            Weather::HeavyRain | Weather::Thunderstorm => Len((allowance.0 - 300).max(0)),
            Weather::Snow => Len((allowance.0 / 2 + 99) / 100 * 100),
            _ => allowance,
        }
    }

    /// Guns may only be rotated.
    pub(crate) fn bogs_guns(self) -> bool {
        matches!(self, Weather::Thunderstorm | Weather::Snow)
    }

    /// What the weather takes from bows and arquebuses; `None`: no fire at all.
    pub(crate) fn on_fire(self, arquebus: bool) -> Option<i16> {
        match (self, arquebus) {
            (Weather::Fine | Weather::Fog, _) | (Weather::LightRain, false) => Some(0),
            (Weather::LightRain, true) | (Weather::HeavyRain | Weather::Snow, false) => Some(-1),
            (Weather::HeavyRain | Weather::Snow, true) | (Weather::Thunderstorm, false) => Some(-2),
            (Weather::Thunderstorm, true) => None,
        }
    }

    /// No bonus for charging in melee.
    pub(crate) fn stops_charge_bonus(self) -> bool {
        matches!(self, Weather::Thunderstorm | Weather::Snow)
    }
}

impl Daimyo {
    pub(crate) fn weather_roll(&self, state: &State) -> Roll {
        let fine = state.weather == Weather::Fine;
        let winter = !fine && self.scenario.season == Season::Winter;
        let mut modifiers = Vec::new();
        if winter {
            modifiers.push(Modifier { value: -1, line: Line::new("mod-winter"), rule: D_SEQ_A1 });
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
            let value = value - i32::from(self.scenario.season == Season::Winter);
            if value >= i32::from(self.tables.clears()) {
                state.weather = Weather::Fine;
            }
        }
        let now = state.weather;
        story.tell(|| Event::new(D_SEQ_A1, "told-weather").with("weather", now.key()));
    }
}
