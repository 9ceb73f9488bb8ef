//! A small battle cut out of a large one: the corner of Yao where Todo meets Chosokabe.

use std::sync::Arc;

use hexmap::{Atlas, Dir, Sheet, Shift};
use kernel::{DataSet, Fault, Faults, System};
use yukimura::Yukimura;

use crate::playouts::{built_in, setup};

const COLUMNS: u8 = 15;
const ROWS: u8 = 20;
/// Rows of the sheet above the crop. Columns are cut on the right only, so the low ones stay low.
const ABOVE: u8 = 4;
const UNITS_A_SIDE: usize = 10;

const SCENARIO: &str = r#"
id = "crop"
title = "A corner of Yao"
title_ja = "八尾"
summary = "Todo meets Chosokabe."
rule = "14-2"
innings = 12
sheets = ["crop"]
minutes = 20

[origin]
map = { origin = "reconstructed", confidence = "low", reason = "A part of Yao, for measuring." }
units = { origin = "reconstructed", confidence = "low", reason = "A part of Yao, for measuring." }
tables = { origin = "reconstructed", confidence = "low", reason = "A part of Yao, for measuring." }
setup = { origin = "reconstructed", confidence = "low", reason = "A part of Yao, for measuring." }

[[victory]]
condition = "osaka-otherwise"
when = "end"
winner = "osaka"
rule = "14-1(6)"
"#;

/// 300 hexes and 20 units, under the same rules.
pub(crate) fn open() -> Result<Arc<Yukimura>, Faults> {
    let mut data = built_in::<Yukimura>();
    data.name = "crop".to_owned();
    let (map, units) = (map(&data)?, units(&data)?);
    data.insert("yukimura/maps/crop.csv", &map);
    data.insert("yukimura/units.csv", &units);
    data.insert("yukimura/scenarios/crop.toml", SCENARIO);
    Yukimura::open(&data, &setup::<Yukimura>("crop")).map(Arc::new)
}

/// The label of a hex of the sheet within the crop.
fn label(on_sheet: &str) -> Option<String> {
    let (column, row): (u8, u8) = (on_sheet.get(..2)?.parse().ok()?, on_sheet.get(2..)?.parse().ok()?);
    let row = row.checked_sub(ABOVE)?;
    ((1..=COLUMNS).contains(&column) && (1..=ROWS).contains(&row)).then(|| format!("{column:02}{row:02}"))
}

fn map(data: &DataSet) -> Result<String, Faults> {
    let atlas = Atlas::new(vec![Sheet::new("Y", COLUMNS, ROWS, Shift::EvenDown)])
        .map_err(|error| Fault::new("crop", error.to_string()))?;
    let mut text = format!(
        "# origin: reconstructed\n# sheet: columns={COLUMNS} rows={ROWS} shift=even-down prefix=Y up=west\n"
    );
    text.push_str("hex,terrain,road,river,impassable,name,name_ja,flags\n");
    for row in data.csv("yukimura/maps/yao.csv")?.rows() {
        let Some(label) = label(row.text("hex")?) else { continue };
        let hex = atlas.parse(&label).map_err(|error| Fault::new("crop", error.to_string()))?;
        // A road, river or wall that leads off the crop ends at its edge.
        let within = |field: &str| -> Result<String, Fault> {
            let is_within = |digit: &char| {
                let dir = digit.to_digit(10).and_then(|n| Dir::from_index(n as usize));
                dir.is_some_and(|dir| atlas.neighbour(hex, dir).is_some())
            };
            Ok(row.text(field)?.chars().filter(is_within).collect())
        };
        let [road, river, impassable] = [within("road")?, within("river")?, within("impassable")?];
        text.push_str(&format!("{label},{},{road},{river},{impassable},,,\n", row.text("terrain")?));
    }
    Ok(text)
}

fn units(data: &DataSet) -> Result<String, Faults> {
    const FIELDS: [&str; 14] = [
        "unit",
        "force",
        "side",
        "map",
        "type",
        "name",
        "name_ja",
        "strength",
        "morale",
        "move",
        "command_range",
        "arrival",
        "start",
        "count_source",
    ];
    let mut text = format!("# origin: reconstructed\n{}\n", FIELDS.join(","));
    let mut left = [("east", UNITS_A_SIDE), ("osaka", UNITS_A_SIDE)];
    for row in data.csv("yukimura/units.csv")?.rows() {
        let (true, Some(start)) = (row.text("map")? == "yao", label(row.text("start")?)) else { continue };
        let side = row.text("side")?;
        let Some((_, left)) = left.iter_mut().find(|(name, left)| *name == side && *left > 0) else {
            continue;
        };
        *left -= 1;
        let mut cells = Vec::new();
        for field in FIELDS {
            cells.push(match field {
                "map" => "crop",
                "start" => &start,
                _ => row.text(field)?,
            });
        }
        text.push_str(&(cells.join(",") + "\n"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crop_is_a_battle_of_twenty_units_on_three_hundred_hexes() {
        let rules = open().unwrap();
        assert_eq!((rules.atlas.len(), rules.units.len()), (300, 20));
        assert_eq!(rules.sides.each_ref().map(Vec::len), [10, 10]);
    }
}
