//! The key to the signs of a map: only those it uses.

use kernel::{Name, scene::Cell};

use crate::{
    ground::{parcel, tree, tuft},
    hex::Sheet,
    line::{Point, at, star},
    marks::houses,
    palette::{
        FIELD, HACHURE, INK, INK_2, MOUND, PAPER, POOL, REED, RIVER, ROAD, ROAD_INK, ROMAN_FONT, ROOF,
        VERMILION, WATER_INK, WOOD_INK,
    },
    pen::{Pen, n, plain},
    seed::Seed,
    terrain::Kind,
    ways::{bridge, is_strait},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Ground(Kind),
    Road,
    River,
    Bridge,
    Wall,
    Strait,
    Province,
    Region,
    Star,
    Enter,
    Leave,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) sign: Sign,
    pub(crate) name: Name,
}

/// The kanji of the terrain words that our systems share.
fn kanji(word: &str) -> &'static str {
    match word {
        "flat" | "plain" | "clear" | "open" => "平地",
        "marsh" | "swamp" => "湿地",
        "wood" | "woods" | "forest" => "森",
        "hill" => "丘",
        "rough" => "荒地",
        "hills" | "mountain" => "山地",
        "peak" | "peaks" => "高峰",
        "kofun" => "古墳",
        "large_river" => "大河",
        "river" => "川",
        "sea" => "海",
        "lake" => "湖",
        "village" => "村",
        "town" => "町",
        _ => "",
    }
}

/// A terrain word as a reader expects it.
pub(crate) fn terrain_entry(word: &str) -> Entry {
    let mut en = word.replace('_', " ");
    if let Some(first) = en.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    Entry { sign: Sign::Ground(Kind::of(word)), name: Name::new(en, kanji(word)) }
}

/// What a sheet needs explained.
pub(crate) fn entries(sheet: &Sheet) -> Vec<Entry> {
    let mut words: Vec<&str> = sheet.cells.values().map(|cell| cell.terrain.as_str()).collect();
    words.sort_by_key(|word| (Kind::of(word), *word));
    words.dedup();
    let mut out: Vec<Entry> = words.into_iter().map(terrain_entry).collect();
    let any = |test: &dyn Fn(&Cell) -> bool| sheet.cells.values().any(|cell| test(cell));
    let marked = |word: &str| any(&|cell| cell.marks.iter().any(|mark| mark.contains(word)));
    for (present, sign, en, ja) in [
        (any(&|cell| cell.river != 0), Sign::River, "River", "川"),
        (any(&|cell| cell.road != 0), Sign::Road, "Road", "街道"),
        (marked("bridge:"), Sign::Bridge, "Bridge", "橋"),
        (any(&|cell| cell.wall != 0 && !is_strait(cell)), Sign::Wall, "Closed side", "通行不可"),
        (any(&is_strait), Sign::Strait, "Water side", "水際"),
        (marked("province:"), Sign::Province, "Province", "国境"),
        (marked("_of_") || marked("region:"), Sign::Region, "Region", "境"),
        (marked("star"), Sign::Star, "Objective", "目標"),
        (marked("reinforce"), Sign::Enter, "Arrival", "増援"),
        (marked("breakthrough"), Sign::Leave, "Breakthrough", "突破"),
    ] {
        if present {
            out.push(Entry { sign, name: Name::new(en, ja) });
        }
    }
    out
}

/// The entries in a row between two edges, in two rows if they are many.
pub(crate) fn key(entries: &[Entry], corner: Point, right: f64) -> String {
    if entries.is_empty() || right - corner.x < 200.0 {
        return String::new();
    }
    let least = 168.0;
    let rows = if (right - corner.x) / entries.len() as f64 >= least { 1 } else { 2 };
    let columns = entries.len().div_ceil(rows);
    let pitch = ((right - corner.x) / columns as f64).min(208.0);
    let mut out = String::from(r#"<g class="key">"#);
    for (i, entry) in entries.iter().enumerate() {
        let x = corner.x + 34.0 + (i % columns) as f64 * pitch;
        let y = corner.y + if rows == 1 { 70.0 } else { 36.0 + 70.0 * (i / columns) as f64 };
        out += &row(entry, at(x, y));
    }
    out + "</g>"
}

fn row(entry: &Entry, centre: Point) -> String {
    let mut out = swatch(entry.sign, centre);
    let x = n(centre.x + 44.0);
    let mut y = centre.y + 5.0;
    if !entry.name.ja.is_empty() {
        out += &format!(
            r#"<text x="{x}" y="{}" font-size="19" font-weight="700" fill="{INK}">{}</text>"#,
            n(centre.y - 1.0),
            entry.name.ja
        );
        y = centre.y + 17.0;
    }
    out + &format!(
        r#"<text x="{x}" y="{}" font-size="14.5" fill="{INK_2}" font-family="{ROMAN_FONT}">{}</text>"#,
        n(y),
        plain(&entry.name.en)
    )
}

/// A hex of the kind, as the map shows it.
fn swatch(sign: Sign, c: Point) -> String {
    let corner = |i: i32| {
        let turn = f64::from(i) * std::f64::consts::FRAC_PI_3;
        c + at(turn.cos(), turn.sin()) * 33.0
    };
    let mut hex = Pen::default();
    hex.ring(&[0, 1, 2, 3, 4, 5].map(corner));
    let fill = if let Sign::Ground(kind) = sign { kind.tint() } else { PAPER };
    let frame = hex.done();
    let mut out = format!(r#"<path d="{frame}" fill="{fill}"/>"#);
    let mut seed = Seed::of("key");
    let draw = |d: String, stroke: &str, width: &str| {
        format!(
            r#"<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>"#
        )
    };
    let solid = |d: String, fill: &str| format!(r#"<path d="{d}" fill="{fill}"/>"#);
    let mut pen = Pen::default();
    out += &match sign {
        Sign::Ground(Kind::Flat) => {
            parcel(&mut pen, c, 0.2, &mut seed);
            draw(pen.done(), FIELD, ".9")
        }
        Sign::Ground(Kind::Marsh) => {
            let mut reeds = Pen::default();
            for (x, y) in [(-10.0, -6.0), (10.0, 2.0), (-6.0, 15.0), (3.0, -14.0)] {
                tuft(&mut pen, &mut reeds, c + at(x, y), &mut seed);
            }
            draw(pen.done(), POOL, "1.3") + &draw(reeds.done(), REED, "1.3")
        }
        Sign::Ground(Kind::Wood) => {
            for (x, y) in [(-13.0, -3.0), (1.0, -10.0), (13.0, 1.0), (-2.0, 13.0)] {
                tree(&mut pen, c + at(x, y));
            }
            draw(pen.done(), WOOD_INK, "1.3")
        }
        Sign::Ground(Kind::Hill | Kind::Mountain | Kind::Peak) => {
            for i in -6..=6 {
                let foot = c + at(f64::from(i) * 3.2, 4.0 - f64::from(i * i) * 0.22);
                pen.stroke(foot, foot + at(f64::from(i) * 0.9, 10.0));
            }
            draw(pen.done(), HACHURE, "1.5")
        }
        Sign::Ground(Kind::Mound) => format!(
            r#"<circle cx="{x}" cy="{y}" r="24" fill="{RIVER}" stroke="{WATER_INK}" stroke-width="1.4"/><path d="M{x} {y}m-2-5a11 11 0 1 0 0 10l19 5v-20z" fill="{MOUND}" stroke="{WOOD_INK}" stroke-width="1.5" stroke-linejoin="round"/>"#,
            x = n(c.x),
            y = n(c.y)
        ),
        Sign::Ground(Kind::Water) => {
            for y in [-9.0, 0.0, 9.0] {
                pen.stroke(c + at(-17.0, y), c + at(17.0, y));
            }
            draw(pen.done(), "#7297a1", "1.2")
        }
        Sign::Ground(Kind::Paddy) => {
            for (x, y) in [(-12.0, -8.0), (4.0, -8.0), (-4.0, 6.0), (12.0, 6.0)] {
                let foot = c + at(x, y);
                pen.stroke(foot, foot - at(2.0, 5.0));
                pen.stroke(foot, foot + at(2.0, -5.0));
            }
            let mut dykes = Pen::default();
            dykes.stroke(c - at(28.0, 1.0), c + at(28.0, -1.0));
            draw(dykes.done(), FIELD, "1.8") + &draw(pen.done(), REED, "1.2")
        }
        Sign::Ground(Kind::Barrier) => {
            for x in [-18.0, -9.0, 0.0, 9.0, 18.0] {
                pen.stroke(c + at(x, 9.0), c + at(x, -9.0));
            }
            pen.stroke(c - at(24.0, 0.0), c + at(24.0, 0.0));
            draw(pen.done(), INK, "2.2")
        }
        Sign::Ground(Kind::Town) => {
            houses(&mut pen, c);
            solid(pen.done(), ROOF)
        }
        Sign::Road => {
            pen.stroke(c + at(-28.0, 8.0), c + at(28.0, -8.0));
            let d = pen.done();
            draw(d.clone(), ROAD_INK, "7.6") + &draw(d, ROAD, "4.6")
        }
        Sign::River => {
            pen.line(&[corner(4), corner(5), corner(6)]);
            let d = pen.done();
            draw(d.clone(), WATER_INK, "9") + &draw(d, RIVER, "6")
        }
        Sign::Wall => {
            let (a, b) = (corner(5), corner(6));
            let mut ticks = Pen::default();
            for part in [0.2, 0.4, 0.6, 0.8] {
                let spot = a * (1.0 - part) + b * part;
                ticks.stroke(spot, spot + (c - spot).unit() * 7.0);
            }
            pen.stroke(a, b);
            draw(ticks.done(), INK, "1.7") + &draw(pen.done(), INK, "4.2")
        }
        Sign::Bridge => {
            pen.line(&[c - at(0.0, 26.0), c + at(0.0, 26.0)]);
            let mut planks = Pen::default();
            bridge(&mut planks, c - at(0.0, 16.0), c + at(0.0, 16.0));
            draw(pen.done(), RIVER, "7") + &draw(planks.done(), INK, "2.4")
        }
        Sign::Strait => {
            pen.line(&[c - at(0.0, 26.0), c + at(0.0, 26.0)]);
            let d = pen.done();
            draw(d.clone(), WATER_INK, "12") + &draw(d, RIVER, "9.4")
        }
        Sign::Province => format!(
            r#"<path d="M{x} {y}v60" fill="none" stroke="{VERMILION}" stroke-width="2.1" stroke-dasharray="15 5 2.5 5"/>"#,
            x = n(c.x),
            y = n(c.y - 28.0)
        ),
        Sign::Region => format!(
            r#"<path d="M{x} {y}v60" fill="none" stroke="{VERMILION}" stroke-width="2" stroke-dasharray="13 6"/>"#,
            x = n(c.x),
            y = n(c.y - 28.0)
        ),
        Sign::Star => {
            pen.ring(&star(c, 17.0));
            solid(pen.done(), VERMILION)
        }
        Sign::Enter | Sign::Leave => {
            pen.ring(&[(15.0, 0.0), (-11.0, -13.0), (-3.0, 0.0), (-11.0, 13.0)].map(|(x, y)| c + at(x, y)));
            let fill = if sign == Sign::Enter { INK } else { PAPER };
            format!(
                r#"<path d="{}" fill="{fill}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>"#,
                pen.done()
            )
        }
    };
    out + &format!(r#"<path d="{frame}" fill="none" stroke="{INK}" stroke-opacity=".45" stroke-width="1"/>"#)
}
