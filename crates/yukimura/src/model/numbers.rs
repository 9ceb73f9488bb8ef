//! The numbers of the rules, as data: costs, distances and limits.

use kernel::{DataSet, Fault, Faults};
use serde::Deserialize;

use crate::model::terrain::Terrain;

pub(crate) const NUMBERS: &str = "yukimura/numbers.toml";

/// No retreat is longer: ways of retreats are kept in arrays.
pub(crate) const MOST_RETREAT: usize = 6;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub terrain: TerrainPoints,
    pub road: Road,
    pub mountain: Mountain,
    pub small_river: SmallRiver,
    pub edge: Edge,
    pub morale: Morale,
    pub advance: Advance,
}

/// 12-1: points to enter a hex. A large river is entered by road only.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainPoints {
    pub flat: u8,
    pub marsh: u8,
    pub mountain: u8,
    pub kofun: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Road {
    /// 12-1(5).
    pub points: u8,
    /// 7-5-2.
    pub march: u16,
}

/// 12-1(3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mountain {
    pub columns: i16,
}

/// 12-2(1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmallRiver {
    pub points: u8,
    pub columns: i16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// 7-6-1.
    pub leaving: u16,
    /// 8-1.
    pub entering: u16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    /// 11(3).
    pub longest_retreat: u8,
    /// 11-2-2.
    pub chain_modifier: i16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    /// 11-3-4.
    pub after_removal: u8,
}

impl TerrainPoints {
    /// `None`: by road only.
    pub fn of(&self, terrain: Terrain) -> Option<u8> {
        match terrain {
            Terrain::Flat => Some(self.flat),
            Terrain::Marsh => Some(self.marsh),
            Terrain::Mountain => Some(self.mountain),
            Terrain::Kofun => Some(self.kofun),
            Terrain::LargeRiver => None,
        }
    }
}

impl Numbers {
    pub(crate) fn load(data: &DataSet) -> Result<Numbers, Faults> {
        let numbers: Numbers = data.toml(NUMBERS)?;
        let mut faults = Faults::default();
        let mut check = |field: &str, value: i32, least: i32, most: i32| {
            if !(least..=most).contains(&value) {
                let message = format!("{value} is not between {least} and {most}");
                faults.0.push(Fault::new(NUMBERS, message).field(field));
            }
        };
        check("terrain.flat", numbers.terrain.flat.into(), 1, 20);
        check("terrain.marsh", numbers.terrain.marsh.into(), 1, 20);
        check("terrain.mountain", numbers.terrain.mountain.into(), 1, 20);
        check("terrain.kofun", numbers.terrain.kofun.into(), 1, 20);
        check("road.points", numbers.road.points.into(), 1, 20);
        check("road.march", numbers.road.march.into(), 1, 40);
        check("mountain.columns", numbers.mountain.columns.into(), 0, 20);
        check("small_river.points", numbers.small_river.points.into(), 0, 20);
        check("small_river.columns", numbers.small_river.columns.into(), 0, 20);
        check("edge.leaving", numbers.edge.leaving.into(), 1, 20);
        check("edge.entering", numbers.edge.entering.into(), 1, 20);
        check("morale.longest_retreat", numbers.morale.longest_retreat.into(), 1, MOST_RETREAT as i32);
        check("morale.chain_modifier", numbers.morale.chain_modifier.into(), -5, 5);
        check("advance.after_removal", numbers.advance.after_removal.into(), 1, 20);
        faults.or(numbers)
    }
}
