//! Boards and pieces from the data of Yukimura, read without its rules.
#![allow(dead_code, reason = "tests and examples each take what they need")]

use std::sync::Arc;

use kernel::{
    Name,
    scene::{Area, Board, Cell, Face, Ground, Note, Patch, Piece, Pose, Scene, Track},
};

fn text(path: &str) -> String {
    let path = format!("{}/../../data/yukimura/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Rows below the header; the tables have no quoted fields.
fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn mask(digits: &str) -> u8 {
    digits.bytes().fold(0, |mask, d| mask | 1 << (d - b'0'))
}

pub(crate) fn board(id: &str, name: Name) -> Ground {
    let text = text(&format!("maps/{id}.csv"));
    let sheet = text.lines().find_map(|line| line.strip_prefix("# sheet: ")).expect("a sheet line");
    let word = |key: &str| {
        sheet.split(' ').find_map(|pair| pair.strip_prefix(&format!("{key}="))).expect("a word of the sheet")
    };
    let cells = rows(&text)
        .into_iter()
        .map(|row| Cell {
            id: format!("{}:{}", word("prefix"), row[0]),
            terrain: row[1].clone(),
            road: mask(&row[2]),
            river: mask(&row[3]),
            wall: mask(&row[4]),
            name: (!row[5].is_empty()).then(|| Name::new(&row[5], &row[6])),
            marks: row[7].split(';').filter(|mark| !mark.is_empty()).map(str::to_owned).collect(),
        })
        .collect();
    Ground::Hexes {
        id: id.to_owned(),
        name,
        columns: word("columns").parse().expect("a number"),
        rows: word("rows").parse().expect("a number"),
        even_down: word("shift") == "even-down",
        up: word("up").to_owned(),
        cells,
        regions: Vec::new(),
    }
}

pub(crate) fn boards() -> Vec<Ground> {
    vec![
        board("domyoji", Name::new("Domyoji", "道明寺")),
        board("yao", Name::new("Yao and Wakae", "八尾・若江")),
    ]
}

/// Every unit, at its start or beside the boards.
pub(crate) fn pieces() -> Vec<Piece> {
    let forces = rows(&text("forces.csv"));
    rows(&text("units.csv"))
        .into_iter()
        .map(|row| {
            let force = forces.iter().find(|force| force[0] == row[1]).expect("a force of the table");
            let glyph = match row[4].as_str() {
                "general" => "fan",
                "mounted" => "horse",
                "mounted_rifle" => "mounted_rifle",
                "rifle" => "arquebus",
                _ => "spear",
            };
            let prefix = if row[3] == "domyoji" { "D" } else { "Y" };
            Piece {
                id: row[0].clone(),
                side: u8::from(row[2] == "osaka"),
                place: (!row[12].is_empty()).then(|| format!("{prefix}:{}", row[12])),
                pose: None,
                face: Face {
                    mon: force[4].clone(),
                    glyph: glyph.to_owned(),
                    name: Name::new(&row[5], &row[6]),
                    values: row[7..10].to_vec(),
                    ..Face::default()
                }
                .into(),
                states: Vec::new(),
                label: format!("{}, strength {}, morale {}, move {}", row[5], row[7], row[8], row[9]),
                ..Piece::default()
            }
        })
        .collect()
}

/// All pieces on the two boards, some of them in every state.
pub(crate) fn scene(grounds: &[Ground]) -> Scene {
    let mut pieces = pieces();
    let states = ["acted", "target", "chosen", "choice", "disordered", "fixed", "reduced", "morale-2"];
    for (piece, state) in
        pieces.iter_mut().filter(|piece| piece.place.is_some()).step_by(5).zip(states.iter().cycle())
    {
        piece.states.push((*state).to_owned());
    }
    // A stack.
    let first = pieces[0].place.clone();
    for piece in &mut pieces[1..4] {
        piece.place = first.clone();
    }
    let boards = grounds
        .iter()
        .map(|ground| match ground {
            Ground::Hexes { id, name, .. }
            | Ground::Areas { id, name, .. }
            | Ground::Open { id, name, .. } => {
                Board { id: id.clone(), name: name.clone(), ground: ground.digest() }
            }
        })
        .collect();
    Scene {
        boards,
        pieces: pieces.into_iter().map(Arc::new).collect(),
        tracks: vec![Track {
            id: "innings".to_owned(),
            title: "Inning".to_owned(),
            boxes: (1..=12).map(|i| i.to_string()).collect(),
            at: Some(2),
        }],
        notes: vec![Note {
            id: "score".to_owned(),
            text: "The East needs 21 more points & holds Kokubu; Osaka holds Komatsuyama.".to_owned(),
            rule: "14-4(6)".to_owned(),
        }],
        ..Scene::default()
    }
}

/// Nine areas on a small map.
pub(crate) fn areas() -> Ground {
    let terrains = [
        ("Kitayama", "北山", "mountain"),
        ("Tani", "谷", "hill"),
        ("Nakano", "中野", "plain"),
        ("Mizuumi", "湖", "lake"),
        ("Shiro", "城", "hill"),
        ("Hara", "原", "plain"),
        ("Numa", "沼", "marsh"),
        ("Mori", "森", "forest"),
        ("Minami", "南町", "town"),
    ];
    let corner = |i: i32, j: i32| {
        let bend = |k: i32| if k == 0 || k == 3 { 0 } else { 1 };
        (i * 300 + bend(i) * (j * 37 % 60 - 30), j * 300 + bend(j) * (i * 53 % 80 - 40))
    };
    let areas = terrains
        .iter()
        .enumerate()
        .map(|(n, (en, ja, terrain))| {
            let (i, j) = (n as i32 % 3, n as i32 / 3);
            Area {
                id: (*en).to_lowercase(),
                name: Name::new(*en, *ja),
                terrain: (*terrain).to_owned(),
                outline: vec![corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)],
                marks: if *en == "Shiro" { vec!["castle".to_owned()] } else { Vec::new() },
            }
        })
        .collect();
    Ground::Areas {
        id: "valley".to_owned(), name: Name::new("Valley", "谷"), width: 900, height: 900, areas
    }
}

/// Six feet by four.
pub(crate) fn table() -> Ground {
    let patch = |terrain: &str, name: Option<Name>, outline: &[(i32, i32)]| Patch {
        terrain: terrain.to_owned(),
        name,
        outline: outline.to_vec(),
        level: 0,
    };
    Ground::Open {
        id: "field".to_owned(),
        name: Name::new("Field", "野"),
        width: 7200,
        height: 4800,
        unit: "inches".to_owned(),
        patches: vec![
            patch(
                "hill",
                Some(Name::new("Camp hill", "本陣山")),
                &[(800, 700), (2200, 500), (2600, 1500), (1200, 1900)],
            ),
            patch("wood", None, &[(5200, 600), (6400, 700), (6500, 1700), (5400, 1600)]),
            patch(
                "river",
                None,
                &[(0, 3300), (2500, 2900), (7200, 3400), (7200, 3800), (2500, 3300), (0, 3700)],
            ),
            patch(
                "village",
                Some(Name::new("Shimomura", "下村")),
                &[(4000, 1300), (4700, 1300), (4700, 1900), (4000, 1900)],
            ),
            patch("marsh", None, &[(400, 4000), (2000, 3900), (2300, 4500), (600, 4600)]),
        ],
    }
}

/// Two units on that table.
pub(crate) fn stands() -> Vec<Arc<Piece>> {
    let unit = |id: &str, side, mon: &str, glyph: &str, ja: &str, pose, states: &[&str]| Piece {
        id: id.to_owned(),
        side,
        place: None,
        pose: Some(pose),
        face: Face {
            mon: mon.to_owned(),
            glyph: glyph.to_owned(),
            name: Name::new(id, ja),
            values: vec!["V".to_owned(), "H".to_owned()],
            ..Face::default()
        }
        .into(),
        states: states.iter().map(|state| (*state).to_owned()).collect(),
        label: format!("{id}."),
        ..Piece::default()
    };
    let pose = |x, y, heading| Pose { x, y, heading, width: 480, depth: 180, stands: 7, files: 4 };
    vec![
        unit("takeda-spears", 1, "takeda", "spear", "武田槍", pose(3400, 1100, 1650), &[]),
        unit("takeda-horse", 1, "takeda", "horse", "武田騎馬", pose(3000, 2200, 1800), &["choice"]),
        unit("oda-guns", 0, "oda", "arquebus", "織田鉄砲", pose(4300, 2500, 3450), &["disordered"]),
        unit("oda-spears", 0, "oda", "spear", "織田槍", pose(3600, 4100, 0), &["acted"]),
    ]
    .into_iter()
    .map(Arc::new)
    .collect()
}

/// Counters in every state, at three sizes, with and without a picture.
pub(crate) fn sampler() -> String {
    let mut all = pieces();
    all.truncate(60);
    let states = [
        "",
        "choice",
        "chosen",
        "target",
        "acted",
        "reduced",
        "morale-2",
        "disordered",
        "holed-up",
        "surrounding",
        "cut-off",
        "fixed",
    ];
    let mut body = String::new();
    for (i, state) in states.iter().enumerate() {
        for (j, size) in [30.0, 48.0, 96.0, 96.0].into_iter().enumerate() {
            let mut piece = all[i * 5 % all.len()].clone();
            if !state.is_empty() {
                piece.states.push((*state).to_owned());
            }
            if j == 3 {
                Arc::make_mut(&mut piece.face).glyph.clear();
            }
            piece.side = (i % 6) as u8;
            body += &draw::piece(&piece, 80.0 + 132.0 * i as f64, [40.0, 110.0, 220.0, 350.0][j], size);
        }
    }
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1620 430"><rect width="1620" height="430" fill="#e6d9bb"/>{}{body}</svg>"##,
        draw::symbols(&all)
    )
}
