//! 2.2: areas, borders, and what is printed on them.

use hexmap::{AreaId, AreaMap};
use kernel::{DataSet, Fault, Faults, Name, Side};

use crate::model::units::{ANTI, HIDEYOSHI};

/// A sheet is so wide and so high.
const SHEET: i32 = 1000;

/// Areas fit into one word of a mask.
pub const MOST_AREAS: usize = 36;

/// 2.2.1-1: the type is a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Terrain {
    Plain,
    Hill,
    Mountain,
}

impl Terrain {
    pub const WORDS: [(&'static str, Terrain); 3] =
        [("plain", Terrain::Plain), ("hill", Terrain::Hill), ("mountain", Terrain::Mountain)];
}

#[derive(Clone, Debug)]
pub struct Area {
    pub id: String,
    pub name: Name,
    pub terrain: Terrain,
    /// 2.2.1-2g: who controls it at the start.
    pub control: Option<Side>,
    /// 2.2.1-2d: whose honjin it is.
    pub honjin: Option<Side>,
    /// 2.2.1-2e: the defence of its barrier.
    pub barrier: Option<i16>,
    pub outline: Vec<(i32, i32)>,
    /// Words for what is printed in it.
    pub marks: Vec<String>,
}

/// A cell of the sheet where nobody can go: lake, river, ridge.
#[derive(Clone, Debug)]
pub struct Scenery {
    pub id: String,
    pub name: Name,
    pub kind: String,
    pub outline: Vec<(i32, i32)>,
}

#[derive(Clone, Debug)]
pub struct Map {
    pub id: String,
    pub name: Name,
    pub areas: Vec<Area>,
    pub scenery: Vec<Scenery>,
    pub graph: AreaMap,
    /// Neighbours of each area, one bit each.
    pub next: Vec<u64>,
    /// 2.2.1-2f.
    pub entries: u64,
    /// The Hokkoku-Kaido areas.
    pub road: u64,
    /// 15.1-2a: beyond the final line of the Akechi.
    pub beyond: u64,
    pub barriers: u64,
    /// Hills and mountains.
    pub heights: u64,
}

/// The areas of a mask, ascending.
pub fn areas(mut mask: u64) -> impl Iterator<Item = AreaId> {
    std::iter::from_fn(move || {
        let area = (mask != 0).then(|| AreaId(mask.trailing_zeros() as u8))?;
        mask &= mask - 1;
        Some(area)
    })
}

#[inline]
pub fn bit(area: AreaId) -> u64 {
    1 << area.0
}

const OWNERS: [(&str, Option<Side>); 3] =
    [("none", None), ("hideyoshi", Some(HIDEYOSHI)), ("anti", Some(ANTI))];
const HONJIN: [(&str, Option<Side>); 3] = [("-", None), ("hideyoshi", Some(HIDEYOSHI)), ("anti", Some(ANTI))];
const FLAG: [(&str, bool); 2] = [("0", false), ("1", true)];
const SCENERY: [&str; 3] = ["lake", "river", "ridge"];

impl Map {
    pub(crate) fn load(data: &DataSet, id: &str) -> Result<Map, Faults> {
        let path = format!("summits/maps/{id}.csv");
        let name = Name::new(data.comment(&path, "title")?, data.comment(&path, "title_ja")?);
        let table = data.csv(&path)?;
        let mut map = Map {
            id: id.to_owned(),
            name,
            areas: Vec::new(),
            scenery: Vec::new(),
            graph: AreaMap::new(0, []).expect("nothing is no fault"),
            next: Vec::new(),
            entries: 0,
            road: 0,
            beyond: 0,
            barriers: 0,
            heights: 0,
        };
        let mut borders: Vec<(usize, Vec<&str>)> = Vec::new();
        let mut ids: Vec<&str> = Vec::new();
        for row in table.rows() {
            let id = row.text("area")?;
            if ids.contains(&id) {
                return Err(row.fault("area", "this area stands in the file twice").into());
            }
            let text = |field: &str| row.text(field).map(|text| if text == "-" { "" } else { text });
            let name = Name::new(text("name")?, text("name_ja")?);
            let outline = outline(row.text("outline")?)
                .ok_or_else(|| row.fault("outline", "corners are written x:y, three of them or more"))?;
            if let Some((x, y)) = outline.iter().find(|(x, y)| !on_sheet(*x) || !on_sheet(*y)) {
                let message = format!("the corner {x}:{y} is off the sheet, which is 0:0 to {SHEET}:{SHEET}");
                return Err(row.fault("outline", message).into());
            }
            let kind = row.text("type")?;
            if SCENERY.contains(&kind) {
                map.scenery.push(Scenery { id: id.to_owned(), name, kind: kind.to_owned(), outline });
                continue;
            }
            if !map.scenery.is_empty() {
                return Err(row.fault("area", "areas stand before the scenery").into());
            }
            if map.areas.len() == MOST_AREAS {
                return Err(row.fault("area", format!("more than {MOST_AREAS} areas")).into());
            }
            let at = 1u64 << map.areas.len();
            ids.push(id);
            borders.push((row.line, row.text("adjacent")?.split(' ').collect()));
            let terrain = row.one_of("type", &Terrain::WORDS)?;
            let honjin = row.one_of("honjin", &HONJIN)?;
            let barrier = match row.number::<i16>("barrier")? {
                0 => None,
                defence => Some(defence),
            };
            let mut marks = Vec::new();
            for (field, mask, word) in [
                ("entry", &mut map.entries, "entry"),
                ("road", &mut map.road, "road"),
                ("beyond", &mut map.beyond, "beyond"),
            ] {
                if row.one_of(field, &FLAG)? {
                    *mask |= at;
                    marks.push(word.to_owned());
                }
            }
            if barrier.is_some() {
                map.barriers |= at;
                marks.push("barrier".to_owned());
            }
            if terrain != Terrain::Plain {
                map.heights |= at;
            }
            if let Some(side) = honjin {
                marks.push("honjin".to_owned());
                marks.push(format!("side-{}", side.0));
            }
            let closed = row.text("closed")?.split(' ').filter(|id| *id != "-");
            marks.extend(closed.map(|id| format!("closed:{id}")));
            let control = row.one_of("control", &OWNERS)?;
            map.areas.push(Area {
                id: id.to_owned(),
                name,
                terrain,
                control,
                honjin,
                barrier,
                outline,
                marks,
            });
        }
        map.join(&path, &ids, &borders)?;
        Ok(map)
    }

    /// Every border is named by both its areas.
    fn join(&mut self, path: &str, ids: &[&str], borders: &[(usize, Vec<&str>)]) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let find = |id: &str| ids.iter().position(|known| *known == id);
        let mut pairs = Vec::new();
        for (a, (line, names)) in borders.iter().enumerate() {
            for name in names {
                let fault = |message: String| Fault::new(path, message).line(*line).field("adjacent");
                match find(name) {
                    Some(b) if a == b => {
                        faults.0.push(fault(format!("`{name}` is not a neighbour of itself")));
                    }
                    None => faults.0.push(fault(format!("there is no area `{name}`"))),
                    Some(b) if !borders[b].1.contains(&ids[a]) => {
                        faults.0.push(fault(format!("`{name}` does not name `{}` as its neighbour", ids[a])));
                    }
                    Some(b) if a < b => pairs.push((AreaId(a as u8), AreaId(b as u8), 0)),
                    Some(_) => {}
                }
            }
        }
        faults.or(())?;
        self.graph = AreaMap::new(ids.len() as u8, pairs)
            .map_err(|error| Fault::new(path, error.to_string()).field("adjacent"))?;
        let mask = |area| self.graph.neighbours(area).iter().fold(0, |mask, border| mask | bit(border.area));
        self.next = self.graph.areas().map(mask).collect();
        Ok(())
    }

    pub fn area(&self, area: AreaId) -> &Area {
        &self.areas[area.index()]
    }

    pub fn named(&self, id: &str) -> Option<AreaId> {
        self.areas.iter().position(|area| area.id == id).map(|n| AreaId(n as u8))
    }
}

fn on_sheet(place: i32) -> bool {
    (0..=SHEET).contains(&place)
}

fn outline(text: &str) -> Option<Vec<(i32, i32)>> {
    let corner = |word: &str| {
        let (x, y) = word.split_once(':')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let corners: Vec<(i32, i32)> = text.split(' ').map(corner).collect::<Option<_>>()?;
    (corners.len() >= 3).then_some(corners)
}
