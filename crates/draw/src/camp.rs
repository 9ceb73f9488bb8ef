//! The headquarters: a mat within curtains that stand upright on the sheet, whatever way it faces.

use crate::{
    counter::mon,
    figure::Unit,
    line::{Point, at},
    palette::side,
    pen::n,
};

const HIGH: f64 = 15.0;

pub(crate) fn floor(unit: &Unit) -> String {
    let (w, d) = (unit.wide * 0.375, unit.deep * 0.37);
    let (x, y) = (-w / 2.0, unit.deep * 0.4);
    format!(
        r#"<rect x="{x}" y="{y}" width="{w}" height="{d}" fill="var(--mat)" stroke="var(--fig-ink)" stroke-width=".6"/><path d="M{a} {y}v{d}M{b} {y}v{d}" stroke="var(--fig-ink)" stroke-width=".4"/>"#,
        x = n(x),
        y = n(y),
        w = n(w),
        d = n(d),
        a = n(x + w / 3.0),
        b = n(x + 2.0 * w / 3.0)
    )
}

pub(crate) fn curtains(unit: &Unit, banners: &mut Vec<(f64, String)>) {
    let (w, d) = (unit.wide / 2.0 - 3.0, unit.deep);
    let gate = 12.0_f64.min(w / 2.0);
    let walls = [
        ((-w, 4.0), (-w, d - 4.0)),
        ((-w, d - 4.0), (w, d - 4.0)),
        ((w, d - 4.0), (w, 4.0)),
        ((-w, 4.0), (-gate, 4.0)),
        ((gate, 4.0), (w, 4.0)),
    ];
    for (a, b) in walls {
        banners.push(cloth(unit, unit.on_paper(a.0, a.1), unit.on_paper(b.0, b.1)));
    }
}

/// One wall: cloth hung between posts, with a crest on each breadth that is seen from the front.
fn cloth(unit: &Unit, from: Point, to: Point) -> (f64, String) {
    let fig = unit.size();
    // In figure units from its first post.
    let way = (to - from) * (1.0 / fig);
    let count = (way.length() / 18.0).round().max(1.0) as usize;
    let posts: Vec<Point> = (0..=count).map(|i| way * (i as f64 / count as f64)).collect();
    let line = |drop: f64| -> String {
        let each = posts.iter().enumerate();
        each.map(|(i, p)| format!("{}{} {}", if i == 0 { "M" } else { "L" }, n(p.x), n(p.y + drop))).collect()
    };
    let mut hem = String::new();
    for (i, p) in posts.iter().enumerate().rev() {
        match posts.get(i + 1) {
            None => hem += &format!("L{} {}", n(p.x), n(p.y - 2.5)),
            Some(q) => {
                let bend = (*p + *q) * 0.5 - at(0.0, 5.0);
                hem += &format!("Q{} {} {} {}", n(bend.x), n(bend.y), n(p.x), n(p.y - 2.5));
            }
        }
    }
    let crests: String = posts
        .windows(2)
        .filter(|pair| (pair[1].x - pair[0].x).abs() > 9.0)
        .map(|pair| {
            let middle = (pair[0] + pair[1]) * 0.5;
            mon(unit.piece, middle.x - 3.4, middle.y - HIGH + 2.6, 6.8, side(unit.piece.side).colour)
        })
        .collect();
    let poles: String = posts.iter().map(|p| format!("M{} {}v-18.8", n(p.x), n(p.y + 0.8))).collect();
    let svg = format!(
        r#"<g transform="translate({} {}) scale({fig:.3})"><path d="{}" stroke="var(--shadow)" stroke-width="3.4"/><path d="{}{hem}Z" fill="var(--paperwhite)" stroke="var(--fig-ink)" stroke-width=".7"/><path d="{}" fill="none" stroke="var(--c)" stroke-width="1.8"/>{crests}<path d="{poles}" stroke="var(--fig-ink)" stroke-width="1.5"/><path d="{poles}" stroke="var(--wood-2)" stroke-width=".6"/></g>"#,
        n(from.x),
        n(from.y),
        line(1.6),
        line(-HIGH),
        line(1.4 - HIGH)
    );
    ((from.y + to.y) / 2.0, svg)
}
