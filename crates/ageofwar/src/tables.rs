//! The tables: every number that is printed, inferred or ours, as `data/ageofwar/tables.toml` has it.

use std::collections::BTreeMap;

use kernel::{DataSet, Fault, Faults};
use plane::Len;
use serde::Deserialize;

use crate::{
    challenge::BestPlay,
    units::{Class, Kind, Unit},
};

const PATH: &str = "ageofwar/tables.toml";

/// A-T1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motivation {
    unit: BTreeMap<Class, i16>,
    pub every: Len,
    pub hidden: i16,
    pub between: i16,
    pub separated: i16,
    pub fails_to: i32,
    pub passes_from: i32,
}

/// A-T2.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub led_or_samurai: i16,
    pub levy: i16,
    pub disordered: i16,
    pub avenge: i16,
    pub leaderless: u8,
    pub change: u8,
    pub scenery: [u8; 2],
    pub lot: [Len; 2],
    pub lots: [u8; 2],
    pub wheels: u8,
    pub bow: u8,
    pub arquebus: u8,
    pub gun: u8,
    pub shots: u8,
    pub fight: u8,
    pub fight_horse_within: Len,
    pub restore: u8,
    pub restored_from: i32,
    pub mounted_from: i32,
    pub controlled_from: i32,
}

/// A-T3.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shooting {
    pub short: Len,
    pub long: Len,
    pub artillery: Len,
    pub close: Len,
    pub farther: Len,
    pub hit: u8,
    pub off_centre: u8,
    pub again_to: u8,
    pub chooses: u8,
    pub save: i16,
    pub short_range: i16,
    pub levy: i16,
    pub cover: i16,
    pub samurai: i16,
    pub long_range: i16,
    pub least: i16,
    pub most: i16,
    pub leader_save: u8,
}

/// A-T4.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    pub least: i16,
    pub hit: u8,
    pub spear: u8,
    pub spear_v_horse: u8,
    pub wider: u8,
    pub fresh: i16,
    pub horse_most: i16,
    pub friend: i16,
    pub friends: usize,
    pub friend_within: Len,
    pub support: BTreeMap<Class, i16>,
    pub commander: i16,
    pub general: i16,
    pub proud: i16,
    pub worse: i16,
    pub general_alone: u8,
    pub with_guard: u8,
    save: BTreeMap<Class, u8>,
    pub leader_save: u8,
}

/// A-T5.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Morale {
    pub casualties: i16,
    pub one: i16,
    pub no_support: i16,
    pub surrounded: i16,
    pub friend_lost: i16,
    pub lost_fight: i16,
    pub samurai: i16,
    pub general_with: i16,
    pub general_near: i16,
    pub most: i16,
    pub fail: u8,
    pub near: Len,
    pub rear_box: Len,
    pub general_within: Len,
    pub fall_back: i32,
}

/// A-T7.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messengers {
    pub dice: u8,
    pub without_maku: u8,
    pub success: u8,
    pub ride: Len,
    pub danger: Len,
    pub dead_from: i32,
}

/// A-T8.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    pub horse: i16,
    pub superior: i16,
    pub cavalry: i16,
    pub rough: i16,
    pub general: i16,
    pub engaged: i16,
    pub far: i16,
    pub far_from: Len,
}

/// A-T9.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenges {
    pub range: Len,
    pub threshold: u8,
    pub most: u8,
    pub general: u8,
    pub challenger: u8,
    pub kills_by: u8,
    pub bodies_general: u8,
    pub bodies_commander: u8,
    /// The best stopping play of both.
    #[serde(skip)]
    pub(crate) play: BestPlay,
}

/// Chapter 12.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    unit: BTreeMap<Class, i32>,
    gun: i32,
    pub commander: i32,
    pub general: i32,
    pub daimyo: i32,
    pub maku: i32,
    pub win: i32,
    pub decisive: i32,
}

/// What the muster costs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    base: BTreeMap<Kind, i32>,
    pub guard: i32,
    general: [i32; 4],
    pub maku: i32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    pub motivation: Motivation,
    pub points: Points,
    pub shooting: Shooting,
    pub fight: Fight,
    pub morale: Morale,
    pub messengers: Messengers,
    pub withdrawal: Withdrawal,
    pub challenge: Challenges,
    pub victory: Victory,
    pub costs: Costs,
}

impl Tables {
    pub(crate) fn load(data: &DataSet) -> Result<Tables, Faults> {
        let mut tables: Tables = data.toml(PATH)?;
        tables.challenge.play = BestPlay::of(&tables.challenge, false);
        let mut faults = Faults::default();
        let mut need = |has: bool, field: &str, what: &str| {
            if !has {
                faults.0.push(Fault::new(PATH, format!("{what} is missing")).field(field));
            }
        };
        for class in [Class::Levy, Class::Armoured, Class::Ronin, Class::Samurai] {
            need(tables.motivation.unit.contains_key(&class), "motivation.unit", class.word());
            need(tables.fight.support.contains_key(&class), "fight.support", class.word());
            need(tables.fight.save.contains_key(&class), "fight.save", class.word());
            need(tables.victory.unit.contains_key(&class), "victory.unit", class.word());
        }
        for (word, kind) in Kind::ALL {
            need(tables.costs.base.contains_key(&kind), "costs.base", word);
        }
        faults.or(tables)
    }

    /// B of.
    pub fn unit_value(&self, class: Class) -> i16 {
        self.motivation.unit[&class]
    }

    /// A-30.sv.
    pub fn fight_save(&self, class: Class) -> u8 {
        self.fight.save[&class]
    }

    /// Chapter 12: what the enemy gets for a lost unit.
    pub fn unit_points(&self, unit: &Unit) -> i32 {
        if unit.is_gun() { self.victory.gun } else { self.victory.unit[&unit.class()] }
    }

    pub fn base_cost(&self, kind: Kind) -> i32 {
        self.costs.base[&kind]
    }

    pub fn unit_cost(&self, bases: &[(Kind, u8)]) -> i32 {
        bases.iter().map(|(kind, n)| self.base_cost(*kind) * i32::from(*n)).sum()
    }

    pub fn general_cost(&self, value: u8, guards: u8) -> i32 {
        self.costs.general[usize::from(value.min(3))] + self.costs.guard * i32::from(guards)
    }
}
