//! The tables: every number that is printed, reported or ours, as `data/daimyo/tables.toml` has it.

use std::collections::BTreeMap;

use kernel::{DataSet, Fault, Faults};
use open::arcs::Opening;
use plane::{Base, Len};
use serde::{Deserialize, Serialize};

use crate::model::{
    units::{Armour, Gait, Missile, Quality, Troop, Unit, Weapon},
    weather::Sky,
};

const PATH: &str = "daimyo/tables.toml";

/// T-11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    #[default]
    Fine,
    LightRain,
    HeavyRain,
    Thunderstorm,
    Snow,
    Fog,
}

impl Weather {
    pub const ALL: [Weather; 6] = [
        Weather::Fine,
        Weather::LightRain,
        Weather::HeavyRain,
        Weather::Thunderstorm,
        Weather::Snow,
        Weather::Fog,
    ];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Season {
    #[default]
    Spring,
    Summer,
    Autumn,
    Winter,
}

/// T-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    Nothing,
    StrayShot,
    Hesitates,
    Recovers,
    WetPowder,
    Heads,
    Fury,
    Messenger,
    Omen,
}

/// T-5: what becomes of a unit that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    Halt,
    Retire,
    Retreat,
    Rout,
    Dispersed,
}

/// T-1: a row of moves.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    kind: Gait,
    pub normal: Len,
    pub charge: Len,
    pub rout: [Len; 6],
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaders {
    pub mounted: Len,
    pub foot: Len,
    pub radius: Len,
    /// 7.5, 8.10, 2.3.
    pub shot: i32,
    pub struck: i32,
    pub escapes: i32,
    pub refuge: Len,
}

/// 2.1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stands {
    width: Len,
    foot: Len,
    mounted: Len,
    gun: Len,
    headquarters: Len,
}

/// 2.2: least and most.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    foot: [u8; 2],
    mounted: [u8; 2],
    gun: [u8; 2],
    headquarters: [u8; 2],
}

/// Distances that the text of the rules names.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distances {
    /// 5.5, 9.1, 13.7: nobody ends nearer to an enemy unless he charges.
    pub apart: Len,
    /// 6.7: stands this near count as touching; so do blocks (5.10) and guns (7.6).
    pub touching: Len,
    /// 6.7: across an obstacle.
    pub across: Len,
    /// 6.7: how far a charger is slid at most.
    pub slide: Len,
    /// 5.4: nobody turns with an enemy so near before his front.
    pub turn: Len,
    /// 7.1b, D-FIR-2: behind what covers, and at the edge of woods.
    pub cover: Len,
    /// 2.3: an enemy touches a leader.
    pub leader: Len,
}

impl Distances {
    /// The greatest distance that is nearer than `apart`.
    pub(crate) fn too_near(&self) -> Len {
        self.apart - Len(1)
    }
}

/// 3.4: arcs of fire.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arcs {
    pub foot: Opening,
    pub gun: Opening,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    pub bonus: Len,
    pub road: i32,
}

/// T-1b.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manoeuvre {
    pub wheel: Len,
    wheel_factor: BTreeMap<Quality, i32>,
    turn_quarters: BTreeMap<Quality, i32>,
    pub step_back: i32,
    pub disordered: i32,
    /// 6.5: a charger so near leaves no time to turn.
    pub no_time: Len,
    /// 6.1: the widest wheel of a charge, in steps of five degrees.
    pub charge_wheel: i32,
    /// 13.2: the most files of a unit.
    pub files: u8,
}

impl Manoeuvre {
    pub fn wheel_factor(&self, quality: Quality) -> i32 {
        self.wheel_factor[&quality]
    }

    pub fn turn_quarters(&self, quality: Quality) -> i32 {
        self.turn_quarters[&quality]
    }
}

/// T-1c.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundCosts {
    pub difficult: i32,
    pub obstacle: Len,
    /// 5.10: the most stands in a block of buildings.
    pub block_stands: u8,
}

/// T-4.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    pub near: Len,
    pub near_in_melee: Len,
    pub fury: i32,
    pub fury_of_monks: i32,
    pub shamed: i16,
    pub pursuing: i16,
    pub above_or_cover: i16,
    pub general_near: i16,
    pub long_spears: i16,
    pub enemy_routing: i16,
    pub hatamoto: i16,
    pub disordered: i16,
    pub out_of_command: i16,
    pub charged_by_horse: i16,
    pub friend_routing: i16,
    pub stand_lost: i16,
    pub flank_threatened: i16,
    pub leader_killed: i16,
    pub routing: i16,
}

/// T-5: the columns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    pub stand_loss: [Failure; 4],
    pub charged: [Failure; 4],
    pub start_charge: [Failure; 4],
    pub critical: [Failure; 4],
    pub rally: [Failure; 4],
}

/// T-6.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    pub effective: Len,
    pub long: Len,
    pub woods: Len,
    pub gap: Len,
    pub ranks: u8,
    pub ranks_disordered: u8,
    pub from_building: u8,
    pub to_hit: i16,
    pub first_volley: i16,
    pub light_armour: i16,
    pub arquebus_v_horse: i16,
    pub effective_range: i16,
    pub column_or_flanked: i16,
    pub building: i16,
    pub bow_v_heavy: i16,
    pub disordered: i16,
    pub raw: i16,
    pub charged: i16,
    pub moved: i16,
    pub cover: i16,
}

/// T-9.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranks {
    pub long_spear_first: u8,
    pub first: u8,
    pub later: u8,
    pub disordered: u8,
}

/// 8.11.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    pub silenced: i32,
    pub killed: i32,
}

/// D-VIC-1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub one_in: i32,
    peasants: i32,
    hatamoto: i32,
    headquarters: i32,
    others: i32,
}

/// T-12.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Events {
    table: [Happening; 11],
    pub stray_shot: i32,
    pub hesitates: i16,
    pub messenger: i16,
    pub heads: i16,
    pub wet_powder: i16,
    pub near: Len,
}

impl Events {
    /// The event of two dice.
    pub fn of(&self, sum: i32) -> Happening {
        self.table[(sum - 2).clamp(0, 10) as usize]
    }
}

/// 12.1: what an army may be made of.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub points: i32,
    pub daimyo: [usize; 2],
    pub units: [usize; 2],
    pub rating: [i16; 2],
    pub hatamoto_for: i32,
    pub peasants_one_in: i32,
}

/// T-8.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    pub to_hit: i16,
    pub hits_a_stand: u8,
    pub push_back: Len,
    pub rout_by: u8,
    pub building_stands: u8,
    pub horse_charging: i16,
    pub general: i16,
    pub frenzied: i16,
    pub pursuing: i16,
    pub spear_or_lance_first: i16,
    pub daimyo: i16,
    pub pole_arm_first: i16,
    pub foot_charging: i16,
    pub following: i16,
    pub challenge_won: i16,
    pub heavy_armour: i16,
    pub flank: i16,
    pub building: i16,
    pub medium_armour: i16,
    pub higher_quality: i16,
    pub disordered: i16,
    pub above_or_behind: i16,
}

/// T-10: a kind of gun.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gun {
    kind: Troop,
    pub effective: Len,
    pub long: Len,
    #[serde(rename = "move")]
    pub step: Len,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artillery {
    pub horse: i16,
    pub long_range: i16,
    pub cover: i16,
}

/// T-13.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub activation: i16,
    pub obedience: i16,
    pub seated: i16,
    pub worn: i16,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherTable {
    spring: [Weather; 11],
    summer: [Weather; 11],
    winter: [Weather; 11],
    clears: i16,
    clears_in_winter: i16,
}

/// Points of the muster.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    quality: BTreeMap<Quality, i32>,
    armour: BTreeMap<Armour, i32>,
    mounted: i32,
    weapon: BTreeMap<Weapon, i32>,
    missile: BTreeMap<Missile, i32>,
    hatamoto: i32,
    daimyo: [i32; 2],
    general: [i32; 2],
    headquarters: i32,
    guns: BTreeMap<Troop, i32>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    moves: Vec<Moves>,
    pub leaders: Leaders,
    pub column: Column,
    pub manoeuvre: Manoeuvre,
    pub ground: GroundCosts,
    pass: BTreeMap<Quality, i16>,
    pub morale: Morale,
    pub results: Results,
    pub fire: Fire,
    weapons: BTreeMap<Weapon, [i16; 2]>,
    pub melee: Melee,
    guns: Vec<Gun>,
    pub artillery: Artillery,
    pub command: Command,
    pub victory: Victory,
    pub challenge: Challenge,
    pub ranks: Ranks,
    pub events: Events,
    pub muster: Limits,
    stands: Stands,
    sizes: Sizes,
    pub distances: Distances,
    pub arcs: Arcs,
    #[serde(skip)]
    contact_range: Len,
    weather: WeatherTable,
    skies: Vec<Sky>,
    points: Points,
}

impl Tables {
    pub(crate) fn load(data: &DataSet) -> Result<Tables, Faults> {
        let mut tables: Tables = data.toml(PATH)?;
        let mut faults = Faults::default();
        let mut missing = |field: &str, what: String| {
            faults.0.push(Fault::new(PATH, format!("{what} is missing")).field(field));
        };
        for gait in Gait::ALL {
            if !tables.moves.iter().any(|row| row.kind == gait) {
                missing("moves", format!("the row {gait:?}"));
            }
        }
        for quality in [Quality::Elite, Quality::Veteran, Quality::Seasoned, Quality::Raw] {
            for (field, has) in [
                ("pass", tables.pass.contains_key(&quality)),
                ("manoeuvre.wheel_factor", tables.manoeuvre.wheel_factor.contains_key(&quality)),
                ("manoeuvre.turn_quarters", tables.manoeuvre.turn_quarters.contains_key(&quality)),
                ("points.quality", tables.points.quality.contains_key(&quality)),
            ] {
                if !has {
                    missing(field, format!("{quality:?}"));
                }
            }
        }
        for weapon in [Weapon::LongSpear, Weapon::PoleArm, Weapon::Improvised, Weapon::Lance] {
            if !tables.weapons.contains_key(&weapon) || !tables.points.weapon.contains_key(&weapon) {
                missing("weapons", format!("{weapon:?}"));
            }
        }
        for troop in [Troop::ArtilleryLight, Troop::ArtilleryHeavy] {
            if !tables.guns.iter().any(|gun| gun.kind == troop) || !tables.points.guns.contains_key(&troop) {
                missing("guns", format!("{troop:?}"));
            }
        }
        for weather in Weather::ALL {
            if !tables.skies.iter().any(|sky| sky.weather == weather) {
                missing("skies", format!("{weather:?}"));
            }
        }
        for (field, [least, most]) in [
            ("sizes.foot", tables.sizes.foot),
            ("sizes.mounted", tables.sizes.mounted),
            ("sizes.gun", tables.sizes.gun),
            ("sizes.headquarters", tables.sizes.headquarters),
        ] {
            faults.ascending(PATH, &[(field, least), (field, most)]);
        }
        let fire = [("fire.effective", tables.fire.effective.0), ("fire.long", tables.fire.long.0)];
        faults.ascending(PATH, &fire);
        for (n, gun) in tables.guns.iter().enumerate() {
            let (near, far) = (format!("guns.{n}.effective"), format!("guns.{n}.long"));
            faults.ascending(PATH, &[(near.as_str(), gun.effective.0), (far.as_str(), gun.long.0)]);
        }
        tables.contact_range =
            tables.farthest_corner() * 2 + tables.distances.across + tables.distances.apart;
        tables.moves.sort_by_key(|row| row.kind);
        tables.skies.sort_by_key(|sky| sky.weather);
        tables.skies.dedup_by_key(|sky| sky.weather);
        faults.or(tables)
    }

    /// No corner of any unit is farther from its front-centre than this.
    fn farthest_corner(&self) -> Len {
        let Tables { stands, sizes, .. } = self;
        let of = [
            (sizes.foot, stands.foot),
            (sizes.mounted, stands.mounted),
            (sizes.gun, stands.gun),
            (sizes.headquarters, stands.headquarters),
        ];
        let corner = |[_, most]: [u8; 2], depth: Len| {
            let with =
                |files: u8| stands.width.part(i32::from(files), 2) + depth * i32::from(most.div_ceil(files));
            (1..=most).map(with).max()
        };
        of.into_iter().filter_map(|(sizes, depth)| corner(sizes, depth)).max().unwrap_or_default()
    }

    /// T-1. Guns and the headquarters have no row; their moves are looked up elsewhere.
    #[inline]
    pub fn moves(&self, gait: Gait) -> &Moves {
        &self.moves[gait as usize]
    }

    pub fn gun(&self, troop: Troop) -> &Gun {
        self.guns
            .iter()
            .find(|gun| gun.kind == troop)
            .expect("both kinds were looked for when the table was read")
    }

    /// T-2.
    pub fn pass(&self, quality: Quality) -> i16 {
        self.pass[&quality]
    }

    /// T-7: against foot or mounted.
    pub fn weapon(&self, weapon: Weapon, mounted: bool) -> i16 {
        self.weapons[&weapon][usize::from(mounted)]
    }

    /// T-11: the weather of two dice.
    pub fn weather(&self, season: Season, sum: i32) -> Weather {
        let table = match season {
            Season::Spring | Season::Autumn => &self.weather.spring,
            Season::Summer => &self.weather.summer,
            Season::Winter => &self.weather.winter,
        };
        table[(sum - 2).clamp(0, 10) as usize]
    }

    /// T-11: bad weather clears on this much of one die.
    pub fn clears(&self) -> i16 {
        self.weather.clears
    }

    /// T-11: what the die is changed by in this season.
    pub fn clearing(&self, season: Season) -> i16 {
        if season == Season::Winter { self.weather.clears_in_winter } else { 0 }
    }

    /// T-11: what the weather does.
    pub fn sky(&self, weather: Weather) -> &Sky {
        &self.skies[weather as usize]
    }

    /// 2.1: the size of a stand.
    #[inline]
    pub fn base(&self, unit: &Unit) -> Base {
        let depth = match unit.troop {
            Troop::Headquarters => self.stands.headquarters,
            troop if troop.is_gun() => self.stands.gun,
            troop if troop.is_mounted() => self.stands.mounted,
            _ => self.stands.foot,
        };
        Base { width: self.stands.width, depth }
    }

    /// Two units whose front-centres are farther apart than this, along or across the table, are not in contact.
    #[inline]
    pub(crate) fn contact_range(&self) -> Len {
        self.contact_range
    }

    /// 2.1: the width of every stand.
    pub(crate) fn stand_width(&self) -> Len {
        self.stands.width
    }

    /// 2.2: stands a unit may have, least and most.
    pub fn sizes(&self, troop: Troop) -> [u8; 2] {
        match troop {
            Troop::Headquarters => self.sizes.headquarters,
            troop if troop.is_gun() => self.sizes.gun,
            troop if troop.is_mounted() => self.sizes.mounted,
            _ => self.sizes.foot,
        }
    }

    /// D-VIC-1: what the loss of a unit weighs.
    pub fn weight(&self, unit: &Unit) -> i32 {
        let weights = &self.victory;
        match unit.troop {
            Troop::Peasants => weights.peasants,
            Troop::Headquarters => weights.headquarters,
            troop if troop.is_hatamoto() => weights.hatamoto,
            _ => weights.others,
        }
    }

    /// The cost of a unit of this many stands in a muster.
    pub fn points(&self, unit: &Unit) -> i32 {
        let points = &self.points;
        if let Some(gun) = points.guns.get(&unit.troop) {
            return *gun;
        }
        if unit.is_headquarters() {
            return points.headquarters;
        }
        let mounted = if unit.is_mounted() { points.mounted } else { 0 };
        let missile = unit.missile.map_or(0, |missile| points.missile.get(&missile).copied().unwrap_or(0));
        let hatamoto = if unit.troop.is_hatamoto() { points.hatamoto } else { 0 };
        let stand = points.quality[&unit.quality]
            + points.armour.get(&unit.armour).copied().unwrap_or(0)
            + mounted
            + points.weapon[&unit.weapon]
            + missile
            + hatamoto;
        stand * i32::from(unit.stands)
    }

    pub fn leader_points(&self, general: bool, rating: i16) -> i32 {
        let [base, each] = if general { self.points.general } else { self.points.daimyo };
        base + each * i32::from(rating)
    }
}
