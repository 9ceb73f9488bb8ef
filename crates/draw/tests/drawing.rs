//! What every drawing must hold to, on the boards and pieces of Yukimura.

mod sample;

use std::{collections::BTreeSet, sync::LazyLock};

use draw::Plate;
use kernel::scene::{Cell, Ground, Scene};

fn all_grounds() -> Vec<Ground> {
    sample::boards().into_iter().chain([sample::areas(), sample::table()]).collect()
}

/// Every drawing there is, with a name for messages.
fn all_drawings() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for ground in all_grounds() {
        let name = ground.digest();
        out.push((format!("map {name}"), draw::map(&ground)));
        out.push((format!("card {name}"), draw::thumbnail(&ground, 400)));
    }
    let boards = sample::boards();
    out.push(("scene".to_owned(), draw::scene(&sample::scene(&boards), &boards)));
    let table = [sample::table()];
    let scene = Scene { pieces: sample::stands(), ..sample::scene(&table) };
    out.push(("open scene".to_owned(), draw::scene(&scene, &table)));
    let plate = Plate::of(&table[0]);
    let window = plate.window(&[&scene], &[]).expect("pieces stand on it");
    let page = format!(
        "<body>{}{}</body>",
        draw::lead(scene.pieces.iter().map(|piece| &**piece)),
        plate.figure(&window, &scene, "a figure")
    );
    assert!(page.contains(&format!("href=\"{}\"", plate.file())));
    out.push(("page of figures".to_owned(), page));
    out.push(("ground of figures".to_owned(), plate.svg().to_owned()));
    out.push(("pieces".to_owned(), sample::sampler()));
    out
}

static DRAWINGS: LazyLock<Vec<(String, String)>> = LazyLock::new(all_drawings);

#[test]
fn the_same_input_gives_the_same_bytes() {
    assert_eq!(*DRAWINGS, all_drawings());
}

#[test]
fn drawings_are_well_formed_and_hold_only_numbers() {
    for (name, svg) in &*DRAWINGS {
        assert!(!svg.contains("NaN") && !svg.contains("inf\"") && !svg.contains("inf "), "{name}");
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let tag = tag.split_once('>').unwrap_or_else(|| panic!("{name}: an open tag {tag}")).0;
            let word = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(word), "{name}");
            } else if !tag.ends_with('/') {
                open.push(word);
            }
            assert_eq!(tag.matches('"').count() % 2, 0, "{name}: {tag}");
        }
        assert!(open.is_empty(), "{name}: {open:?}");
    }
}

#[test]
fn every_reference_has_its_target_and_ids_are_single() {
    for (name, svg) in &*DRAWINGS {
        let ids: Vec<&str> = svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let single: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), single.len(), "{name}");
        let links = svg.split("url(#").skip(1).filter_map(|rest| rest.split(')').next());
        let uses = svg.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        for link in links.chain(uses) {
            assert!(single.contains(link), "{name}: {link}");
        }
    }
}

#[test]
fn a_figure_shows_what_it_is_about() {
    let table = sample::table();
    let scene = Scene { pieces: sample::stands(), ..Scene::default() };
    let plate = Plate::of(&table);
    for piece in &scene.pieces {
        let window = plate.window(&[&scene], &[&piece.id]).expect("it stands on the table");
        let svg = plate.figure(&window, &scene, &piece.label);
        let numbers = |after: &str, till: char| -> Vec<f64> {
            let words = svg.split_once(after).expect(after).1.split(till).next().unwrap_or_default();
            words.split(' ').map(|word| word.parse().expect(word)).collect()
        };
        let [x, y, w, h] = numbers("viewBox=\"", '"')[..] else { panic!("no view box: {svg}") };
        let this = format!("data-id=\"{}\"", piece.id);
        let drawn = svg.split_once(&this).expect(&this).1.split_once("translate(").expect("a spot").1;
        let spot: Vec<f64> =
            drawn.split(')').next().unwrap_or_default().split(' ').map(|n| n.parse().expect(n)).collect();
        assert!(x < spot[0] && spot[0] < x + w && y < spot[1] && spot[1] < y + h, "{}: {spot:?}", piece.id);
    }
}

#[test]
fn maps_keep_within_their_sizes() {
    for (name, svg) in &*DRAWINGS {
        let most = if name.starts_with("card") { 80_000 } else { 900_000 };
        // A scene holds two maps and all their pieces.
        assert!(svg.len() < if name == "scene" { 2 * most } else { most }, "{name}: {}", svg.len());
    }
}

#[test]
fn every_cell_has_its_number_and_every_name_is_written() {
    for ground in sample::boards() {
        let svg = draw::map(&ground);
        for cell in cells(&ground) {
            let digits = cell.id.rsplit(':').next().unwrap_or_default();
            assert!(svg.contains(&format!(">{digits}</text>")), "{}", cell.id);
            if let Some(name) = &cell.name {
                assert!(svg.contains(&format!(">{}</text>", name.ja)), "{name:?}");
                assert!(svg.contains(&format!(">{}</text>", name.en)), "{name:?}");
            }
        }
    }
}

#[test]
fn softened_terrain_still_holds_the_centres_of_its_hexes_and_no_others() {
    for ground in sample::boards() {
        let svg = draw::map(&ground);
        for (class, terrain) in [("Marsh", "marsh"), ("Mountain", "mountain"), ("Water", "large_river")] {
            let rings = rings(&svg, class);
            for cell in cells(&ground) {
                let (x, y) = draw::place(&ground, &cell.id).expect("a place");
                let inside = rings.iter().filter(|ring| holds(ring, x, y)).count() % 2 == 1;
                assert_eq!(inside, cell.terrain == terrain, "{} in {class}", cell.id);
            }
        }
    }
}

#[test]
fn every_crest_and_glyph_of_the_pieces_exists() {
    for piece in sample::pieces() {
        assert!(draw::crest(&piece.face.mon).is_some(), "{}", piece.face.mon);
        assert!(draw::glyph(&piece.face.glyph).is_some(), "{}", piece.face.glyph);
    }
}

#[test]
fn all_pieces_appear_once_but_for_those_deep_in_a_stack() {
    let boards = sample::boards();
    let scene = sample::scene(&boards);
    let svg = draw::scene(&scene, &boards);
    let missing: Vec<&str> = scene
        .pieces
        .iter()
        .map(|piece| piece.id.as_str())
        .filter(|id| svg.matches(&format!("data-id=\"{id}\"")).count() != 1)
        .collect();
    // Four lie in one hex and three are drawn.
    assert_eq!(missing, [scene.pieces[0].id.as_str()]);
    assert!(svg.contains(">4</text>"));
}

#[test]
fn a_place_lies_where_the_sheet_has_it() {
    let ground = &sample::boards()[0];
    let (x, y) = draw::place(ground, "D:0302").expect("a hex");
    assert!((x - (draw::MARGIN + 2.0 * draw::HEX * 0.866)).abs() < 0.1);
    assert!((y - (draw::MARGIN + draw::HEX)).abs() < 0.1);
    let (_, low) = draw::place(ground, "D:0402").expect("a hex of a low column");
    assert!((low - y - draw::HEX / 2.0).abs() < 0.1);
    assert_eq!(draw::place(ground, "Y:0302"), None);
    assert!(draw::place(&sample::areas(), "shiro").is_some());
}

#[test]
fn a_scene_without_boards_is_still_a_drawing() {
    assert!(draw::scene(&Scene::default(), &[]).starts_with("<svg"));
}

fn cells(ground: &Ground) -> &[Cell] {
    match ground {
        Ground::Hexes { cells, .. } => cells,
        _ => &[],
    }
}

/// The rings of the path with a class: our paths are moves, relative lines and closings.
fn rings(svg: &str, class: &str) -> Vec<Vec<(f64, f64)>> {
    let Some(rest) = svg.split(&format!("class=\"{class}\" d=\"")).nth(1) else { return Vec::new() };
    let d = rest.split('"').next().unwrap_or_default();
    let mut start = (0.0, 0.0);
    d.split('m')
        .skip(1)
        .map(|ring| {
            let spaced = ring.trim_end_matches('z').replace('-', " -");
            let numbers: Vec<f64> = spaced.split_whitespace().map(|n| n.parse().expect("a number")).collect();
            let mut here = start;
            let ring: Vec<(f64, f64)> = numbers
                .chunks(2)
                .map(|step| {
                    here = (here.0 + step[0], here.1 + step[1]);
                    here
                })
                .collect();
            start = ring[0];
            ring
        })
        .collect()
}

fn holds(ring: &[(f64, f64)], x: f64, y: f64) -> bool {
    (0..ring.len()).fold(false, |inside, i| {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        inside ^ ((a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0))
    })
}
