//! Single parts of a scenario file, read and checked.

use hexmap::HexId;
use kernel::Fault;

use crate::{
    load::{
        scenario_file::{AmbushFile, AwardFile, BarFile, FreeFile, PeaceFile, TetherFile, WaveringFile},
        setup::Reader,
    },
    model::{
        scenarios::{Ambush, Award, Bar, Condition, Free, Peace, Tether, Waver, Wavering},
        state::Happened,
        units::ArmyId,
    },
};

impl Reader<'_> {
    pub(crate) fn free(&self, free: &FreeFile, closed: &[bool]) -> Result<Free, Fault> {
        let mut hexes = Vec::new();
        if let Some(name) = &free.province {
            let province = self.province("free.province", name)?;
            hexes.extend(self.ground.atlas.hexes().filter(|hex| {
                let n = hex.index();
                self.ground.province[n] == province && self.ground.terrain[n].is_open() && !closed[n]
            }));
        }
        for id in &free.castles {
            hexes.push(self.keeps[self.castle("free.castles", id)?.index()].hex);
        }
        for label in &free.except {
            let hex = self.hex("free.except", label)?;
            hexes.retain(|&known| known != hex);
        }
        hexes.sort_unstable();
        let default = self.hex("free.default", &free.default)?;
        if !hexes.contains(&default) {
            return Err(self.fault("free.default", "it is not one of the hexes allowed".to_owned()));
        }
        let units = free.units.iter().map(|id| self.unit("free.units", id));
        Ok(Free {
            side: self.side("free.side", &free.side)?,
            units: units.collect::<Result<_, _>>()?,
            hexes,
            default,
            rule: self.rule("free.rule", &free.rule)?,
        })
    }

    /// 31-2: the hexes of the edge from the first to the last.
    pub(crate) fn edge(&self, [first, last]: &[String; 2]) -> Result<Vec<HexId>, Fault> {
        let atlas = &self.ground.atlas;
        let [first, last] = [self.hex("intervention.edge", first)?, self.hex("intervention.edge", last)?];
        let columns = atlas.column(first)..=atlas.column(last);
        let rows = atlas.row(first)..=atlas.row(last);
        let inside = |hex: &HexId| {
            columns.contains(&atlas.column(*hex))
                && rows.contains(&atlas.row(*hex))
                && self.ground.terrain[hex.index()].is_open()
        };
        Ok(atlas.hexes().filter(inside).collect())
    }

    pub(crate) fn bar(&self, bar: &BarFile, leaver: &mut Option<(ArmyId, u8)>) -> Result<Bar, Fault> {
        let atlas = &self.ground.atlas;
        let mut hexes = vec![false; atlas.len()];
        match (&bar.province, &bar.around, bar.within) {
            (Some(name), None, None) => {
                let province = self.province("bar.province", name)?;
                atlas
                    .hexes()
                    .for_each(|hex| hexes[hex.index()] = self.ground.province[hex.index()] == province);
                if let Some(army) = &bar.army {
                    *leaver = Some((self.army("bar.army", army)?, province));
                }
            }
            (None, Some(label), Some(within)) => {
                let centre = self.hex("bar.around", label)?;
                atlas.hexes().for_each(|hex| hexes[hex.index()] = atlas.distance(hex, centre) <= within);
            }
            _ => return Err(self.fault("bar", "name a province, or a hex and a distance".to_owned())),
        }
        Ok(Bar {
            side: self.side("bar.side", &bar.side)?,
            hexes,
            until: match bar.until.as_str() {
                "left" => Happened::LEFT,
                "declared" => Happened::DECLARED,
                other => {
                    return Err(self.fault("bar.until", format!("`{other}` is neither left nor declared")));
                }
            },
            rule: self.rule("bar.rule", &bar.rule)?,
        })
    }

    pub(crate) fn peace(&self, peace: &PeaceFile) -> Result<Peace, Fault> {
        if peace.row > self.durability {
            let why = format!("the surrender table has the rows 0 to {}", self.durability);
            return Err(self.fault("peace.row", why));
        }
        Ok(Peace {
            side: self.side("peace.side", &peace.side)?,
            unit: self.unit("peace.unit", &peace.unit)?,
            from: peace.from,
            row: peace.row,
            points: peace.points,
            rule: self.rule("peace.rule", &peace.rule)?,
        })
    }

    pub(crate) fn ambush(&self, ambush: &AmbushFile) -> Result<Ambush, Fault> {
        Ok(Ambush {
            house: self.house("ambush.house", &ambush.house)?,
            bonus: ambush.bonus,
            rule: self.rule("ambush.rule", &ambush.rule)?,
        })
    }

    pub(crate) fn tether(&self, tether: &TetherFile) -> Result<Tether, Fault> {
        let atlas = &self.ground.atlas;
        let province = match &tether.province {
            Some(name) => Some(self.province("tether.province", name)?),
            None => None,
        };
        let inside = |hex: HexId| match (province, tether.columns) {
            (Some(province), _) => self.ground.province[hex.index()] == province,
            (None, columns) => columns.is_some_and(|last| atlas.column(hex) <= last),
        };
        let houses = tether.houses.iter().map(|id| self.house("tether.houses", id));
        Ok(Tether {
            houses: houses.collect::<Result<_, _>>()?,
            hexes: atlas.hexes().map(inside).collect(),
            until: match Happened::WORDS.iter().find(|(word, _)| *word == tether.until) {
                Some((_, what)) => *what,
                None => return Err(self.fault("tether.until", format!("`{}` is not known", tether.until))),
            },
            rule: self.rule("tether.rule", &tether.rule)?,
        })
    }

    pub(crate) fn wavering(&self, wavering: &WaveringFile) -> Result<Wavering, Fault> {
        let mut lords = Vec::new();
        for (n, lord) in self.file.waver.iter().enumerate() {
            let units =
                |ids: &[String]| ids.iter().map(|id| self.unit("waver", id)).collect::<Result<Vec<_>, _>>();
            let castles = lord.castles.iter().map(|id| self.castle("waver.castles", id));
            lords.push(Waver {
                castles: castles.collect::<Result<_, _>>()?,
                units: [units(&lord.hashiba)?, units(&lord.anti)?],
                flag: Happened::chosen(n),
            });
        }
        if lords.len() > 6
            || lords.iter().any(|lord| lord.castles.is_empty() || lord.units.iter().any(Vec::is_empty))
        {
            let message = "at most six lords, each with a castle and units for both sides".to_owned();
            return Err(self.fault("waver", message));
        }
        let near =
            wavering.near.iter().map(|(name, value)| Ok((self.province("wavering.near", name)?, *value)));
        Ok(Wavering {
            rule: self.rule("wavering.rule", &wavering.rule)?,
            anti: wavering.anti,
            hashiba: wavering.hashiba,
            castle: self.castle("wavering.castle", &wavering.castle)?,
            castle_bonus: wavering.castle_bonus,
            level: wavering.level,
            beyond: wavering.beyond,
            chief: self.unit("wavering.chief", &wavering.chief)?,
            near: near.collect::<Result<_, Fault>>()?,
            beaten: wavering.beaten,
            lords,
        })
    }

    pub(crate) fn award(&self, award: &AwardFile) -> Result<Award, Fault> {
        let condition = match (&award.unit, &award.stayed, award.undeclared) {
            (Some(unit), Some(province), false) => {
                Condition::Stayed(self.unit("award.unit", unit)?, self.province("award.stayed", province)?)
            }
            (None, None, true) => Condition::Undeclared,
            _ => match (&award.fallen, &award.held, &award.taken) {
                (Some(unit), None, None) => Condition::Fallen(self.unit("award.fallen", unit)?),
                (None, Some(castle), None) => Condition::Held(self.castle("award.held", castle)?),
                (None, None, Some(castle)) => Condition::Held(self.castle("award.taken", castle)?),
                _ => return Err(self.fault("award", "it says not what for".to_owned())),
            },
        };
        Ok(Award {
            condition,
            side: award.side.as_ref().map(|side| self.side("award.side", side)).transpose()?,
            points: award.points,
            rule: self.rule("award.rule", &award.rule)?,
        })
    }
}
