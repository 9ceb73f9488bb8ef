//! 2-1, 5-2 and T-6: the map, its terrain and hex sides, and what they cost.

use arrayvec::ArrayVec;
use hexmap::{Atlas, Columns, Dir, HexId, Sheet, Shift, Sides, Steps, Tariff};
use kernel::{DataSet, Fault, Faults, Name};

use crate::model::{
    tables::{TerrainFile, TerrainRow},
    units::CastleId,
};

const PATH: &str = "gunyuden/maps/kinai.csv";
const PROVINCES: &str = "gunyuden/provinces.csv";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    Plain,
    Rough,
    Hills,
    Marsh,
    Peaks,
    Sea,
    Lake,
}

impl Terrain {
    const WORDS: [(&'static str, Terrain); 7] = [
        ("plain", Terrain::Plain),
        ("rough", Terrain::Rough),
        ("hills", Terrain::Hills),
        ("marsh", Terrain::Marsh),
        ("peaks", Terrain::Peaks),
        ("sea", Terrain::Sea),
        ("lake", Terrain::Lake),
    ];

    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }

    /// Can anybody ever stand there?
    pub fn is_open(self) -> bool {
        !matches!(self, Terrain::Peaks | Terrain::Sea | Terrain::Lake)
    }
}

/// The ground, and what a step from each hex in each direction costs; 0 where it is closed.
#[derive(Clone, Debug)]
pub struct Ground {
    pub atlas: Atlas,
    pub title: Name,
    pub up: String,
    pub terrain: Vec<Terrain>,
    /// 7-2: an index into `province_names`.
    pub province: Vec<u8>,
    pub province_names: Vec<String>,
    /// What each is called.
    pub provinces: Vec<Name>,
    pub names: Vec<Option<Name>>,
    pub rivers: Sides,
    pub bridges: Sides,
    pub shut: Sides,
    /// 15-2, 11-2-3: tactical and strategic movement, and lines of communication.
    pub tactical: Vec<[u8; 6]>,
    pub strategic: Vec<[u8; 6]>,
    pub line: Vec<[u8; 6]>,
    /// The same for many hexes at once.
    pub steps: GroundSteps,
    /// Neighbours one can walk to at all (15-6-1).
    pub walk: Vec<u8>,
    /// 5-2: neighbours into which a zone reaches.
    pub project: Vec<u8>,
    pub castle: Vec<Option<CastleId>>,
    /// Castles next to each hex, and of these the ones whose weak zone reaches into it.
    pub near: Vec<ArrayVec<CastleId, 6>>,
    pub ring: Vec<ArrayVec<CastleId, 6>>,
}

/// What a step of many hexes at once costs.
#[derive(Clone, Debug, Default)]
pub struct GroundSteps {
    pub tactical: Steps,
    pub strategic: Steps,
    /// A line goes from its end outwards. The same by ground and hexside.
    pub line: Steps,
    pub tariff: Tariff,
    /// 5-2: into every hex that a zone reaches.
    pub project: Steps,
    /// To every hex beside it.
    pub beside: Steps,
}

struct Cell {
    /// Of its file.
    line: usize,
    terrain: Terrain,
    province: u8,
    river: u8,
    bridge: u8,
    shut: u8,
    name: Option<Name>,
}

impl Ground {
    pub(crate) fn load(data: &DataSet, costs: &TerrainFile) -> Result<Ground, Faults> {
        let words = data.comment(PATH, "sheet")?;
        let setting = |key: &str| {
            words.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('=')).ok_or_else(|| {
                Fault::new(PATH, format!("the `# sheet:` line does not say {key}=…")).field("sheet")
            })
        };
        let count = |key: &str| -> Result<u8, Fault> {
            let number = setting(key)?.parse();
            number.map_err(|_| Fault::new(PATH, format!("{key} is not a number")).field("sheet"))
        };
        let shift = match setting("shift")? {
            "even-down" => Shift::EvenDown,
            "odd-down" => Shift::OddDown,
            other => {
                let message = format!("shift={other} is neither even-down nor odd-down");
                return Err(Fault::new(PATH, message).field("sheet").into());
            }
        };
        let sheet = Sheet::new(setting("prefix")?, count("columns")?, count("rows")?, shift);
        let up = setting("up")?.to_owned();
        let atlas =
            Atlas::new(vec![sheet]).map_err(|error| Fault::new(PATH, error.to_string()).field("sheet"))?;
        if atlas.len() > crate::model::state::MOST_HEXES || !Columns::fit(&atlas) {
            let line = data.text(PATH)?.lines().position(|line| line.starts_with("# sheet:"));
            let message = format!("{} hexes are too many", atlas.len());
            return Err(Fault::new(PATH, message).line(line.map_or(1, |n| n + 1)).field("sheet").into());
        }
        let title = match data.comment(PATH, "title").unwrap_or("Map").rsplit_once(' ') {
            Some((en, ja)) => Name::new(en, ja),
            None => Name::new("Map", ""),
        };
        let mut province_names = Vec::new();
        let cells = read_cells(data, &atlas, &mut province_names)?;
        let provinces = read_provinces(data, &province_names, &cells)?;
        let sides = |field: &str, mask: fn(&Cell) -> u8| {
            Sides::from_masks(&atlas, |hex| mask(&cells[hex.index()])).map_err(|error| {
                let hex = atlas.parse(error.hex()).expect("a label of this atlas");
                Fault::new(PATH, error.to_string()).line(cells[hex.index()].line).field(field)
            })
        };
        let rivers = sides("river", |cell| cell.river)?;
        let bridges = sides("bridge", |cell| cell.bridge)?;
        let shut = sides("shut", |cell| cell.shut)?;
        let terrain: Vec<Terrain> = cells.iter().map(|cell| cell.terrain).collect();
        let mut ground = Ground {
            title,
            up,
            tactical: Vec::new(),
            strategic: Vec::new(),
            line: Vec::new(),
            steps: GroundSteps::default(),
            walk: Vec::new(),
            project: Vec::new(),
            castle: vec![None; atlas.len()],
            near: vec![ArrayVec::new(); atlas.len()],
            ring: vec![ArrayVec::new(); atlas.len()],
            province: cells.iter().map(|cell| cell.province).collect(),
            names: cells.into_iter().map(|cell| cell.name).collect(),
            atlas,
            terrain,
            province_names,
            provinces,
            rivers,
            bridges,
            shut,
        };
        ground.reckon(costs);
        Ok(ground)
    }

    fn reckon(&mut self, costs: &TerrainFile) {
        for hex in self.atlas.hexes() {
            let (mut walk, mut project) = (0, 0);
            let mut table = [[0u8; 6]; 3];
            for (dir, next) in self.atlas.neighbours(hex) {
                let ground = self.terrain[next.index()];
                if self.shut.has(hex, dir) || !ground.is_open() || !self.terrain[hex.index()].is_open() {
                    continue;
                }
                walk |= dir.bit();
                if ground != Terrain::Marsh {
                    project |= dir.bit();
                }
                let row: &TerrainRow = costs.of(ground);
                let wet = self.rivers.has(hex, dir) && !self.bridges.has(hex, dir);
                let points = [row.tactical, row.strategic, row.line];
                let ford = [costs.river.tactical, costs.river.strategic, costs.river.line];
                for n in 0..3 {
                    if points[n] > 0 {
                        table[n][dir.index()] = points[n] + if wet { ford[n] } else { 0 };
                    }
                }
            }
            self.walk.push(walk);
            self.project.push(project);
            self.tactical.push(table[0]);
            self.strategic.push(table[1]);
            self.line.push(table[2]);
        }
        let price = |costs: &[[u8; 6]], from: HexId, dir: Dir| match costs[from.index()][dir.index()] {
            0 => None,
            points => Some(points),
        };
        let steps = |costs: &[[u8; 6]]| Steps::new(&self.atlas, |from, dir, _| price(costs, from, dir));
        let line = |hex: HexId| costs.of(self.terrain[hex.index()]).line;
        self.steps = GroundSteps {
            tactical: steps(&self.tactical),
            strategic: steps(&self.strategic),
            line: steps(&self.line),
            tariff: Tariff::new(
                &self.atlas,
                |hex| Some(line(hex)).filter(|&points| points > 0),
                |from, dir, to| Some(price(&self.line, from, dir)? - line(to)),
            ),
            project: Steps::new(&self.atlas, |from, dir, _| {
                (self.project[from.index()] & dir.bit() != 0).then_some(1)
            }),
            beside: Steps::new(&self.atlas, |_, _, _| Some(1)),
        };
    }

    /// Puts the scenario's castles on the map.
    pub(crate) fn build(&mut self, castles: impl Iterator<Item = (CastleId, HexId)>) {
        for (castle, hex) in castles {
            self.castle[hex.index()] = Some(castle);
            for (dir, next) in self.atlas.neighbours(hex) {
                self.near[next.index()].push(castle);
                if self.project[hex.index()] & dir.bit() != 0 {
                    self.ring[next.index()].push(castle);
                }
            }
        }
    }

    #[inline]
    pub fn is_walk(&self, hex: HexId, dir: Dir) -> bool {
        self.walk[hex.index()] & dir.bit() != 0
    }

    pub fn province_named(&self, name: &str) -> Option<u8> {
        self.province_names.iter().position(|known| known == name).map(|n| n as u8)
    }
}

/// What the provinces of the map are called; water lies in none (7-2).
fn read_provinces(data: &DataSet, ids: &[String], cells: &[Cell]) -> Result<Vec<Name>, Faults> {
    let mut names = vec![Name::default(); ids.len()];
    let mut named = vec![false; ids.len()];
    for row in data.csv(PROVINCES)?.rows() {
        let id = row.text("province")?;
        let Some(n) = ids.iter().position(|known| known == id) else {
            return Err(row.fault("province", format!("no hex of the map lies in `{id}`")).into());
        };
        names[n] = Name::new(row.text("name")?, row.text("name_ja")?);
        named[n] = true;
    }
    let is_water = |cell: &Cell| matches!(cell.terrain, Terrain::Sea | Terrain::Lake);
    let mut faults = Faults::default();
    for cell in cells.iter().filter(|cell| !is_water(cell) || !ids[usize::from(cell.province)].is_empty()) {
        let n = usize::from(cell.province);
        if !named[n] {
            named[n] = true;
            let message = match ids[n].as_str() {
                "" => "a land hex lies in a province (7-2)".to_owned(),
                id => format!("{PROVINCES} has no row for the province `{id}`"),
            };
            faults.0.push(Fault::new(PATH, message).line(cell.line).field("province"));
        }
    }
    faults.or(names)
}

fn read_cells(data: &DataSet, atlas: &Atlas, provinces: &mut Vec<String>) -> Result<Vec<Cell>, Faults> {
    let mut cells: Vec<Option<Cell>> = (0..atlas.len()).map(|_| None).collect();
    let mut faults = Faults::default();
    for row in data.csv(PATH)?.rows() {
        let mut read = || -> Result<(), Fault> {
            let hex = atlas.parse(row.text("hex")?).map_err(|error| row.fault("hex", error.to_string()))?;
            let mask = |field: &str| {
                row.text(field)?.bytes().try_fold(0u8, |mask, digit| match digit {
                    b'0'..=b'5' => Ok(mask | 1 << (digit - b'0')),
                    _ => Err(row.fault(field, "hex sides are digits from 0 to 5")),
                })
            };
            let word = row.text("province")?;
            let province = match provinces.iter().position(|known| known == word) {
                Some(n) => n,
                None => {
                    provinces.push(word.to_owned());
                    provinces.len() - 1
                }
            };
            let name = row.text("name")?;
            let (river, bridge) = (mask("river")?, mask("bridge")?);
            if bridge & !river != 0 {
                return Err(row.fault("bridge", "a bridge lies on a river side"));
            }
            let cell = Cell {
                line: row.line,
                terrain: row.one_of("terrain", &Terrain::WORDS)?,
                province: province as u8,
                river,
                bridge,
                shut: mask("shut")?,
                name: (!name.is_empty())
                    .then(|| row.text("name_ja").map(|ja| Name::new(name, ja)))
                    .transpose()?,
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
    for hex in atlas.hexes() {
        match &cells[hex.index()] {
            Some(cell) => line = cell.line,
            None if faults.0.is_empty() => {
                let message = format!("hex {} is missing: it stands after this line", atlas.label(hex));
                faults.0.push(Fault::new(PATH, message).line(line).field("hex"));
            }
            None => {}
        }
    }
    faults.or(())?;
    Ok(cells.into_iter().flatten().collect())
}
