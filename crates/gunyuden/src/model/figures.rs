//! The figures that the rules print outside their tables: as data, so that an owner of the game can correct them.

use kernel::Fault;
use serde::Deserialize;

use crate::model::{tables::PATH, units::Rank};

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    pub castle: CastleFigures,
    pub morale: MoraleFigures,
    pub movement: MovementFigures,
    pub line: LineFigures,
    pub modifier: ModifierFigures,
    pub battle: BattleFigures,
    pub removal: RemovalFigures,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CastleFigures {
    /// 8-2: of a sound castle.
    pub durability: u8,
    /// 8-2: with the option, this and the level.
    pub by_level: u8,
    /// 18-1: the strength a surround needs for each level.
    pub surround: u16,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleFigures {
    /// 10-1-2: how far it can fall.
    pub lowest: u8,
    /// 26-1-2: the highest die that recovers it, from warlord to commander-in-chief.
    pub recover: [u8; 3],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementFigures {
    /// 15-2-1.
    pub points: u8,
    /// 23-4-2: hexes of a retreat at most.
    pub retreat: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineFigures {
    /// 11-2-2: from the main castle, and from a relay.
    pub main: u8,
    pub relay: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModifierFigures {
    /// 19-2-5.
    pub walls: i16,
    /// 20-2-1.
    pub chief_inside: i16,
    pub general_inside: i16,
    /// 20-3B.
    pub refused: i16,
    /// 23-7-1, 23-7-3.
    pub sortie: i16,
    pub against_sortie: i16,
    /// 32-1: for each side of the balance of pitched battles.
    pub battles: i16,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleFigures {
    /// 24-2-8.
    pub rounds: u8,
    /// 24-3-2: hexes and steps by the die.
    pub rout: [(u8, u8); 6],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemovalFigures {
    /// 20-3E, 20-3F.
    pub castellan: u8,
    pub war_party: u8,
}

impl Figures {
    /// What the program can play with.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        let within = |field: &str, value: u16, least: u16, most: u16| match (least..=most).contains(&value) {
            true => Ok(()),
            false => {
                let why = format!("{value} is not from {least} to {most}");
                Err(Fault::new(PATH, why).field(format!("figures.{field}")))
            }
        };
        within("castle.durability", self.castle.durability.into(), 1, 20)?;
        within("castle.by_level", self.castle.by_level.into(), 1, self.castle.durability.into())?;
        within("castle.surround", self.castle.surround, 1, 100)?;
        // A unit keeps its morale in six bits.
        within("morale.lowest", self.morale.lowest.into(), 1, 9)?;
        for die in self.morale.recover {
            within("morale.recover", die.into(), 0, 6)?;
        }
        within("movement.points", self.movement.points.into(), 1, 30)?;
        within("movement.retreat", self.movement.retreat.into(), 1, 9)?;
        within("line.relay", self.line.relay.into(), 1, 30)?;
        within("line.main", self.line.main.into(), self.line.relay.into(), 30)?;
        let modifier = &self.modifier;
        for (field, value) in [
            ("modifier.walls", modifier.walls),
            ("modifier.chief_inside", modifier.chief_inside),
            ("modifier.general_inside", modifier.general_inside),
            ("modifier.refused", modifier.refused),
            ("modifier.sortie", modifier.sortie),
            ("modifier.against_sortie", modifier.against_sortie),
            ("modifier.battles", modifier.battles),
        ] {
            within(field, value.unsigned_abs(), 0, 6)?;
        }
        within("battle.rounds", self.battle.rounds.into(), 1, 40)?;
        for (hexes, steps) in self.battle.rout {
            within("battle.rout", hexes.into(), 0, self.movement.retreat.into())?;
            within("battle.rout", steps.into(), 0, 9)?;
        }
        within("removal.castellan", self.removal.castellan.into(), 0, 99)?;
        within("removal.war_party", self.removal.war_party.into(), 0, 99)
    }

    /// 26-1-2.
    pub(crate) fn recover(&self, rank: Rank) -> i32 {
        i32::from(self.morale.recover[rank as usize])
    }
}
