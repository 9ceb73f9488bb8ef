//! Well-formed changes: numbers to their extremes, names exchanged, keys and entries dropped, doubled or moved.

use kernel::Lot;
use toml::{Table, Value};

const NUMBERS: [i64; 18] = [
    0,
    1,
    -1,
    2,
    6,
    7,
    99,
    127,
    128,
    255,
    256,
    -129,
    32_767,
    65_536,
    i32::MAX as i64,
    i32::MIN as i64,
    i64::MAX,
    i64::MIN,
];
const WORDS: [&str; 6] = ["", "nobody", "軍配", "a b", "0", "../x"];

/// What stands in a tree, to be put elsewhere.
struct Pool {
    values: Vec<Value>,
    words: Vec<String>,
    keys: Vec<String>,
}

/// Changes a tree in one to three places.
pub(super) fn tree(root: &mut Table, lot: &mut Lot) {
    let mut pool = Pool { values: Vec::new(), words: Vec::new(), keys: Vec::new() };
    for (key, value) in root.iter() {
        pool.keys.push(key.clone());
        collect(value, &mut pool);
    }
    for _ in 0..1 + lot.below(3) {
        // A table is a place like any other; the root is never replaced.
        let mut value = Value::Table(std::mem::take(root));
        let at = lot.below(places(&value));
        change(&mut value, at, &pool, lot);
        if let Value::Table(table) = value {
            *root = table;
        }
    }
}

fn collect(value: &Value, pool: &mut Pool) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                pool.keys.push(key.clone());
                collect(value, pool);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, pool)),
        Value::String(word) => pool.words.push(word.clone()),
        _ => {}
    }
    pool.values.push(value.clone());
}

fn places(value: &Value) -> usize {
    1 + match value {
        Value::Table(table) => table.values().map(places).sum(),
        Value::Array(list) => list.iter().map(places).sum::<usize>(),
        _ => 0,
    }
}

/// Changes the place of this number, counted from the root.
fn change(value: &mut Value, mut at: usize, pool: &Pool, lot: &mut Lot) {
    if at == 0 {
        return here(value, pool, lot);
    }
    at -= 1;
    let below: Vec<&mut Value> = match value {
        Value::Table(table) => table.iter_mut().map(|(_, value)| value).collect(),
        Value::Array(list) => list.iter_mut().collect(),
        _ => return,
    };
    for value in below {
        let here = places(value);
        if at < here {
            return change(value, at, pool, lot);
        }
        at -= here;
    }
}

fn here(value: &mut Value, pool: &Pool, lot: &mut Lot) {
    match value {
        Value::Integer(n) => {
            *n = match lot.below(3) {
                0 => n.saturating_add(lot.below(3) as i64 - 1),
                _ => *lot.pick(&NUMBERS),
            };
        }
        Value::String(word) => {
            *word = match lot.below(4) {
                0 => (*lot.pick(&WORDS)).to_owned(),
                1 if !pool.keys.is_empty() => lot.pick(&pool.keys).clone(),
                _ if !pool.words.is_empty() => lot.pick(&pool.words).clone(),
                _ => return,
            };
        }
        Value::Boolean(is) => *is = !*is,
        Value::Table(table) => keys(table, pool, lot),
        Value::Array(list) => entries(list, pool, lot),
        _ => {}
    }
}

fn keys(table: &mut Table, pool: &Pool, lot: &mut Lot) {
    let known: Vec<String> = table.keys().cloned().collect();
    if known.is_empty() {
        return;
    }
    let (one, other) = (lot.pick(&known), lot.pick(&known));
    match lot.below(5) {
        0 => _ = table.remove(one),
        1 => {
            let (a, b) = (table[one].clone(), table[other].clone());
            table.insert(one.clone(), b);
            table.insert(other.clone(), a);
        }
        2 => {
            let value = table[one].clone();
            table.insert(other.clone(), value);
        }
        3 => {
            if let Some(value) = table.remove(one) {
                table.insert(lot.pick(&pool.keys).clone(), value);
            }
        }
        _ => _ = table.insert(lot.pick(&pool.keys).clone(), lot.pick(&pool.values).clone()),
    }
}

fn entries(list: &mut Vec<Value>, pool: &Pool, lot: &mut Lot) {
    if list.is_empty() {
        if let Some(word) = pool.words.get(lot.below(pool.words.len().max(1))) {
            list.push(Value::String(word.clone()));
        }
        return;
    }
    let (one, other) = (lot.below(list.len()), lot.below(list.len()));
    match lot.below(5) {
        0 => _ = list.remove(one),
        1 => list.swap(one, other),
        2 => list.insert(other, list[one].clone()),
        3 => list.clear(),
        _ => list[one] = lot.pick(&pool.values).clone(),
    }
}

/// Changes a CSV file in one to three cells or lines.
pub(super) fn csv(text: &str, lot: &mut Lot) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + lot.below(3) {
        let rows: Vec<usize> = (0..lines.len()).filter(|n| !lines[*n].starts_with('#')).collect();
        if rows.len() < 2 {
            break;
        }
        // The header is a row like any other, but rarely.
        let row = if lot.below(30) == 0 { rows[0] } else { *lot.pick(&rows[1..]) };
        let other = *lot.pick(&rows);
        match lot.below(8) {
            0 => _ = lines.remove(row),
            1 => lines.insert(other, lines[row].clone()),
            2 => lines.swap(row, other),
            kind => {
                let mut cells: Vec<String> = lines[row].split(',').map(str::to_owned).collect();
                let others: Vec<String> = lines[other].split(',').map(str::to_owned).collect();
                let at = lot.below(cells.len());
                cells[at] = match kind {
                    3 | 4 => lot.pick(&NUMBERS).to_string(),
                    5 => (*lot.pick(&WORDS)).to_owned(),
                    6 => lot.pick(&cells).clone(),
                    _ => others.get(at).cloned().unwrap_or_default(),
                };
                lines[row] = cells.join(",");
            }
        }
    }
    lines.join("\n") + "\n"
}
