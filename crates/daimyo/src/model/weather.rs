//! D-SEQ-A1, T-11: the weather.

use plane::Len;
use serde::Deserialize;

use crate::{
    Daimyo,
    model::{state::State, tables::Weather},
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
}
