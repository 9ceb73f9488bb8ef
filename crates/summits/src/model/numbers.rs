//! The numbers of the rules, as data: limits, costs and bonuses.

use kernel::{DataSet, Fault, Faults};
use serde::Deserialize;

use crate::model::map::Terrain;

const NUMBERS: &str = "summits/numbers.toml";

/// No area holds more units of a side: attacks are kept in arrays.
pub(crate) const MOST_STACK: usize = 10;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub stacking: Stacking,
    pub movement: Movement,
    pub attack: Attack,
    pub damage: Damage,
}

/// 7.0-4.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stacking {
    pub most: u8,
}

/// 7.0-1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    pub points: u8,
    pub area: u8,
    pub contact: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// 9.0-1b.
    pub support: u8,
    pub level: Level,
}

/// 9.0-1c to 9.0-1h.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    pub plain: i16,
    pub hill: i16,
    pub mountain: i16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Damage {
    /// 10.1-2.
    pub remove: u8,
}

impl Movement {
    /// 7.0-1: can a group go on to a second area, if its first step or its second is in contact?
    pub(crate) fn reaches_two(&self, contact: bool) -> bool {
        self.area + if contact { self.contact } else { self.area } <= self.points
    }
}

impl Attack {
    /// 9.0-1b: what a number of supporters adds.
    pub(crate) fn bonus(&self, supporters: u8) -> i16 {
        i16::from(supporters / self.support)
    }
}

impl Level {
    pub(crate) fn of(&self, terrain: Terrain) -> i16 {
        match terrain {
            Terrain::Plain => self.plain,
            Terrain::Hill => self.hill,
            Terrain::Mountain => self.mountain,
        }
    }
}

impl Numbers {
    pub(crate) fn load(data: &DataSet) -> Result<Numbers, Faults> {
        let numbers: Numbers = data.toml(NUMBERS)?;
        let mut faults = Faults::default();
        let mut check = |field: &str, value: i16, least: i16, most: i16| {
            if !(least..=most).contains(&value) {
                let message = format!("{value} is not between {least} and {most}");
                faults.0.push(Fault::new(NUMBERS, message).field(field));
            }
        };
        let Numbers { stacking, movement, attack, damage } = &numbers;
        let (points, area) = (i16::from(movement.points), i16::from(movement.area));
        check("stacking.most", stacking.most.into(), 1, MOST_STACK as i16);
        check("movement.area", area, 1, 20);
        // One step is always possible, and a move passes at most one area.
        check("movement.points", points, area, (3 * area - 1).min(20));
        check("movement.contact", movement.contact.into(), area, points);
        check("attack.support", attack.support.into(), 1, MOST_STACK as i16);
        check("attack.level.plain", attack.level.plain, 0, 5);
        check("attack.level.hill", attack.level.hill, 0, 5);
        check("attack.level.mountain", attack.level.mountain, 0, 5);
        check("damage.remove", damage.remove.into(), 1, 10);
        faults.or(numbers)
    }
}
