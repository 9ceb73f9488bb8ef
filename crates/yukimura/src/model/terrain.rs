//! Chapter 12: terrain in hexes and on hexsides.

use hexmap::{Atlas, Dir, HexId, Sheet, Shift, Sides};
use kernel::{DataSet, Fault, Faults, Name};

use crate::model::numbers::Numbers;

/// 12-1: exactly one kind a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    Flat,
    Marsh,
    Mountain,
    /// 12-1(4): flat ground; all its effect lies in the impassable hexsides around it.
    Kofun,
    LargeRiver,
}

impl Terrain {
    const WORDS: [(&'static str, Terrain); 5] = [
        ("flat", Terrain::Flat),
        ("marsh", Terrain::Marsh),
        ("mountain", Terrain::Mountain),
        ("kofun", Terrain::Kofun),
        ("large_river", Terrain::LargeRiver),
    ];

    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }
}

/// The ground of a scenario: one sheet, or two that share a clock.
#[derive(Clone, Debug)]
pub struct Ground {
    pub atlas: Atlas,
    /// Data name, title and what is up, sheet by sheet.
    pub sheets: Vec<SheetInfo>,
    pub terrain: Vec<Terrain>,
    pub names: Vec<Option<Name>>,
    pub flags: Vec<Vec<String>>,
    pub roads: Sides,
    pub rivers: Sides,
    pub impassable: Sides,
    /// The hexsides across which a unit can move, retreat or project a zone, as a mask for each hex:
    /// not an impassable one (12-2(2)), and into a large river only by road (12-1(6)).
    pub open: Vec<u8>,
    /// Has this hex a hexside that stops zones coming in, though a rifle may fire across it?
    pub closed: Vec<bool>,
    /// What a step costs in each direction; 0 where it is closed.
    pub costs: Vec<[u8; 6]>,
    /// 14-1(5): beyond the Ishikawa.
    pub west: Vec<bool>,
}

#[derive(Clone, Debug)]
pub struct SheetInfo {
    pub id: String,
    pub name: Name,
    pub up: String,
}

impl Ground {
    pub fn load(data: &DataSet, sheets: &[String], numbers: &Numbers) -> Result<Ground, Faults> {
        let mut parts = Vec::new();
        for sheet in sheets {
            parts.push(SheetPart::load(data, sheet)?);
        }
        // What is wrong with all sheets together is said of the last.
        let of_all = |message: String| {
            let path = sheets.last().map(|id| path_of(id)).unwrap_or_default();
            let line = data.text(&path).ok().and_then(sheet_line).unwrap_or(1);
            Fault::new(path, message).line(line).field("sheet")
        };
        let atlas = Atlas::new(parts.iter().map(|part| part.sheet.clone()).collect())
            .map_err(|error| of_all(error.to_string()))?;
        if atlas.len() > crate::model::state::MOST_HEXES {
            let most = crate::model::state::MOST_HEXES;
            return Err(of_all(format!("{} hexes; a game may have {most}", atlas.len())).into());
        }
        let cells: Vec<Cell> = parts.iter().flat_map(|part| part.cells.iter().cloned()).collect();
        let sides = |field: &str, mask: fn(&Cell) -> u8| {
            Sides::from_masks(&atlas, |hex| mask(&cells[hex.index()])).map_err(|error| {
                let hex = atlas.parse(error.hex()).expect("a label of this atlas");
                let path = path_of(&sheets[atlas.sheet_index(hex)]);
                Fault::new(path, error.to_string()).line(cells[hex.index()].line).field(field)
            })
        };
        let roads = sides("road", |cell| cell.road)?;
        let rivers = sides("river", |cell| cell.river)?;
        let impassable = sides("impassable", |cell| cell.impassable)?;
        let terrain: Vec<Terrain> = cells.iter().map(|cell| cell.terrain).collect();
        let (mut open, mut costs) = (Vec::new(), Vec::new());
        for hex in atlas.hexes() {
            let (mut mask, mut cost) = (0, [0; 6]);
            for (dir, next) in atlas.neighbours(hex) {
                let road = roads.has(hex, dir);
                let ford = if rivers.has(hex, dir) { numbers.small_river.points } else { 0 };
                // 12-1(5): along the road its own points, whatever the ground, bridge included.
                let points = match numbers.terrain.of(terrain[next.index()]) {
                    _ if road => numbers.road.points,
                    Some(points) => points + ford,
                    None => continue,
                };
                if impassable.has(hex, dir) {
                    continue;
                }
                mask |= dir.bit();
                cost[dir.index()] = points;
            }
            open.push(mask);
            costs.push(cost);
        }
        let closed = atlas
            .hexes()
            .map(|hex| {
                let shut = |(dir, next): (Dir, HexId)| open[next.index()] & dir.opposite().bit() == 0;
                atlas.neighbours(hex).any(shut)
            })
            .collect();
        Ok(Ground {
            closed,
            sheets: parts.iter().map(|part| part.info.clone()).collect(),
            names: cells.iter().map(|cell| cell.name.clone()).collect(),
            west: cells.iter().map(|cell| cell.flags.iter().any(|f| f == "west_of_ishikawa")).collect(),
            flags: cells.into_iter().map(|cell| cell.flags).collect(),
            atlas,
            terrain,
            roads,
            rivers,
            impassable,
            open,
            costs,
        })
    }

    #[inline]
    pub fn is_open(&self, hex: HexId, dir: Dir) -> bool {
        self.open[hex.index()] & dir.bit() != 0
    }

    pub fn is_mountain(&self, hex: HexId) -> bool {
        self.terrain[hex.index()] == Terrain::Mountain
    }

    pub fn flagged<'a>(&'a self, flag: &'a str) -> impl Iterator<Item = HexId> + 'a {
        self.atlas.hexes().filter(move |hex| self.flags[hex.index()].iter().any(|f| f == flag))
    }
}

struct SheetPart {
    sheet: Sheet,
    info: SheetInfo,
    cells: Vec<Cell>,
}

#[derive(Clone)]
struct Cell {
    /// Of its file.
    line: usize,
    terrain: Terrain,
    road: u8,
    river: u8,
    impassable: u8,
    name: Option<Name>,
    flags: Vec<String>,
}

pub(crate) fn path_of(sheet: &str) -> String {
    format!("yukimura/maps/{sheet}.csv")
}

/// The line that says how large a sheet is.
fn sheet_line(text: &str) -> Option<usize> {
    text.lines().position(|line| line.starts_with("# sheet:")).map(|n| n + 1)
}

impl SheetPart {
    fn load(data: &DataSet, id: &str) -> Result<SheetPart, Faults> {
        let path = path_of(id);
        let words = data.comment(&path, "sheet")?;
        let setting = |key: &str| {
            words.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('=')).ok_or_else(|| {
                Fault::new(&path, format!("the `# sheet:` line does not say {key}=…")).field("sheet")
            })
        };
        let count = |key: &str| -> Result<u8, Fault> {
            setting(key)?
                .parse()
                .map_err(|_| Fault::new(&path, format!("{key} is not a number")).field("sheet"))
        };
        let shift = match setting("shift")? {
            "even-down" => Shift::EvenDown,
            "odd-down" => Shift::OddDown,
            other => {
                return Err(Fault::new(&path, format!("shift={other} is neither even-down nor odd-down"))
                    .field("sheet")
                    .into());
            }
        };
        let sheet = Sheet::new(setting("prefix")?, count("columns")?, count("rows")?, shift);
        let grid = Atlas::new(vec![sheet.clone()]).map_err(|error| Fault::new(&path, error.to_string()))?;
        let mut cells: Vec<Option<Cell>> = vec![None; grid.len()];
        let mut faults = Faults::default();
        for row in data.csv(&path)?.rows() {
            let mut read = || -> Result<(), Fault> {
                let hex =
                    grid.parse(row.text("hex")?).map_err(|error| row.fault("hex", error.to_string()))?;
                let mask = |field: &str| {
                    row.text(field)?.bytes().try_fold(0u8, |mask, digit| match digit {
                        b'0'..=b'5' => Ok(mask | 1 << (digit - b'0')),
                        _ => Err(row.fault(field, "hexsides are digits from 0 to 5")),
                    })
                };
                let name = row.text("name")?;
                let cell = Cell {
                    line: row.line,
                    terrain: row.one_of("terrain", &Terrain::WORDS)?,
                    road: mask("road")?,
                    river: mask("river")?,
                    impassable: mask("impassable")?,
                    name: (!name.is_empty())
                        .then(|| row.text("name_ja").map(|ja| Name::new(name, ja)))
                        .transpose()?,
                    flags: row
                        .text("flags")?
                        .split(';')
                        .filter(|f| !f.is_empty())
                        .map(str::to_owned)
                        .collect(),
                };
                if cells[hex.index()].replace(cell).is_some() {
                    return Err(row.fault("hex", "this hex stands in the file twice"));
                }
                Ok(())
            };
            if let Err(fault) = read() {
                faults.0.push(fault);
            }
        }
        let mut line = 1;
        for hex in grid.hexes() {
            match &cells[hex.index()] {
                Some(cell) => line = cell.line,
                None if faults.0.is_empty() => {
                    let message = format!("hex {} is missing: it stands after this line", grid.label(hex));
                    faults.0.push(Fault::new(&path, message).line(line).field("hex"));
                }
                None => {}
            }
        }
        let info = SheetInfo {
            id: id.to_owned(),
            name: data.comment(&path, "title").map(name_of).unwrap_or_else(|_| Name::new(id, "")),
            up: setting("up")?.to_owned(),
        };
        faults.or(())?;
        Ok(SheetPart { sheet, info, cells: cells.into_iter().flatten().collect() })
    }
}

/// `Domyoji 道明寺`: romaji, then kanji.
fn name_of(text: &str) -> Name {
    match text.rsplit_once(' ') {
        Some((en, ja)) => Name::new(en, ja),
        None => Name::new(text, ""),
    }
}
