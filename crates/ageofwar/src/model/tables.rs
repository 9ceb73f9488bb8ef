//! The tables: every number that is printed, inferred or ours, as `data/ageofwar/tables.toml` has it.

use std::collections::BTreeMap;

use kernel::{DataSet, Fault, Faults};
use open::arcs::Opening;
use plane::Len;
use serde::Deserialize;

use crate::{
    model::{
        ground::{Kind as Ground, Land, Lie},
        units::{Class, Kind, Sort, Unit},
    },
    queries::pontoon::BestPlay,
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
    /// 6.4: a general alone with an own unit so near is no target.
    pub covered: Len,
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
    /// frontage up to which a unit is narrow.
    pub narrow: u8,
    /// each group of this many shooting bases, or part of one, costs a die.
    pub shooters: u8,
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
    /// bases up to which a unit has few left.
    pub few: usize,
    /// how many own units test for a rout they see.
    pub witnesses: usize,
}

/// A-T7.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messengers {
    /// 2.1: messengers of a side.
    pub riders: usize,
    pub dice: u8,
    pub without_maku: u8,
    pub success: u8,
    pub ride: Len,
    pub danger: Len,
    pub dead_from: i32,
    /// how far one who is not caught gets away.
    pub flees: Len,
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
    /// units with which the bodies of a general are laid.
    pub bodies_with: usize,
    /// what refusing costs a general, and what winning brings.
    pub refused: u8,
    pub won: u8,
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

/// 1.3: sizes of bases.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bases {
    pub foot: Size,
    pub mounted: Size,
    pub gun: Size,
    pub general: Size,
    pub maku: Size,
}

/// Width and depth, as the file has them.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(from = "[Len; 2]")]
pub struct Size(pub plane::Base);

impl From<[Len; 2]> for Size {
    fn from([width, depth]: [Len; 2]) -> Size {
        Size(plane::Base { width, depth })
    }
}

/// .C, A-10.F, 2.4.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generals {
    pub dice: u8,
    pub worst: u8,
    pub rally_dead_from: i32,
    pub saved_from: i32,
    pub runs: Len,
}

///
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewCommander {
    pub gone_to: i32,
    pub disordered_to: i32,
}

///
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGeneral {
    pub none_to: i32,
    pub worse_to: i32,
    pub worse: u8,
}

/// 11.1.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Late {
    pub from: u8,
    pub dice: u8,
    pub samurai_dice: u8,
    pub apart: Len,
}

///
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disorder {
    pub far_edge_from: i32,
    pub sneaks_from: u8,
}

///
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    pub within: Len,
}

/// 9.3.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Daimyo {
    pub escapes_from: i32,
    pub escapes_within: Len,
}

/// Distances that the text of the rules names.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distances {
    /// 3.6, 4.3, 6.3: nobody comes nearer to an enemy but to fight.
    pub apart: Len,
    /// 4.4, 14.3: near enough to join a unit, or to touch a general.
    pub beside: Len,
    /// 7.1b: contact across a linear obstacle.
    pub across: Len,
    /// 7.1: how far a unit slides at most when it squares up.
    pub slide: Len,
    /// 8.1: bases this near fight where there was no room to square up.
    pub touching: Len,
    /// 7.3: the least free way of a withdrawal.
    pub free_way: Len,
    /// a unit this near to its base line is on it.
    pub base_line: Len,
}

/// 3.4.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arcs {
    pub missile: Opening,
    pub gun: Opening,
}

/// 2.1, 2.2, 2.4, 2.6: what an army is made of, as least and most.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Points of a side.
    pub sizes: Vec<i32>,
    pub usual: i32,
    pub clans: [usize; 2],
    pub units: [usize; 2],
    pub foot: [u8; 2],
    pub mounted: [u8; 2],
    pub guns: usize,
    pub guards: u8,
    pub worst: u8,
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
    pub bases: Bases,
    pub terrain: BTreeMap<Ground, Lie>,
    pub generals: Generals,
    pub new_commander: NewCommander,
    pub new_general: NewGeneral,
    pub late: Late,
    pub disorder: Disorder,
    pub support: Support,
    pub daimyo: Daimyo,
    pub distances: Distances,
    pub arcs: Arcs,
    pub muster: Limits,
}

impl Tables {
    pub fn load(data: &DataSet) -> Result<Tables, Faults> {
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
        for (word, kind) in Ground::ALL {
            need(tables.terrain.contains_key(&kind), "terrain", word);
        }
        let (commander, general, muster) = (&tables.new_commander, &tables.new_general, &tables.muster);
        let (gone, disordered) = (commander.gone_to, commander.disordered_to);
        faults
            .ascending(PATH, &[("new_commander.gone_to", gone), ("new_commander.disordered_to", disordered)]);
        let (none, worse) = (general.none_to, general.worse_to);
        faults.ascending(PATH, &[("new_general.none_to", none), ("new_general.worse_to", worse)]);
        for (field, [least, most]) in [("muster.foot", muster.foot), ("muster.mounted", muster.mounted)] {
            faults.ascending(PATH, &[(field, least), (field, most)]);
        }
        for (field, [least, most]) in [("muster.clans", muster.clans), ("muster.units", muster.units)] {
            faults.ascending(PATH, &[(field, least), (field, most)]);
        }
        if !muster.sizes.contains(&muster.usual) {
            let why = format!("{} is none of the sizes of an army", muster.usual);
            faults.0.push(Fault::new(PATH, why).field("muster.usual"));
        }
        let Tables { motivation, shooting, challenge, victory, .. } = &tables;
        faults.ascending(PATH, &[("shooting.least", shooting.least), ("shooting.most", shooting.most)]);
        faults.ascending(
            PATH,
            &[
                ("shooting.short", shooting.short.0),
                ("shooting.long", shooting.long.0),
                ("shooting.artillery", shooting.artillery.0),
            ],
        );
        let (fails, passes) = (motivation.fails_to, motivation.passes_from);
        if passes <= fails {
            let message = format!("{passes} is not more than motivation.fails_to, which is {fails}");
            faults.0.push(Fault::new(PATH, message).field("motivation.passes_from"));
        }
        let (threshold, most) = (challenge.threshold, challenge.most);
        faults.ascending(PATH, &[("challenge.threshold", threshold), ("challenge.most", most)]);
        faults.ascending(PATH, &[("victory.win", victory.win), ("victory.decisive", victory.decisive)]);
        faults.or(tables)
    }

    /// 1.3: the size of one base.
    pub fn base_size(&self, unit: &Unit, mounted: bool) -> plane::Base {
        let bases = &self.bases;
        let size = match unit.sort {
            Sort::Maku => bases.maku,
            Sort::General => bases.general,
            Sort::Troops if unit.is_gun() => bases.gun,
            Sort::Troops if mounted => bases.mounted,
            Sort::Troops => bases.foot,
        };
        size.0
    }

    /// From the middle of a general's base to its front.
    pub(crate) fn general_half(&self) -> i32 {
        self.bases.general.0.depth.0 / 2
    }

    /// A-T12.
    pub fn land(&self, kind: Ground) -> Land {
        Land { kind, lie: self.terrain[&kind] }
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
