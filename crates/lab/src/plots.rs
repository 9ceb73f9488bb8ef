//! The pictures of a report, as SVG.
//!
//! The first side is drawn solid and indigo, the second hatched or hollow and vermilion: the two differ without
//! colour too.

use plotters::{
    coord::Shift,
    element::{Circle, PathElement, Rectangle, Text},
    prelude::{ChartBuilder, DrawingArea, IntoDrawingArea, SVGBackend},
    style::{
        Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

use crate::report::{Report, Score};

pub(crate) const PAPER: RGBColor = RGBColor(0xf1, 0xe7, 0xd0);
pub(crate) const INK: RGBColor = RGBColor(0x2b, 0x24, 0x1c);
/// Ink thinned down, for surfaces that belong to no side.
const TONE: RGBColor = RGBColor(0x5d, 0x55, 0x47);
const FAINT: RGBColor = RGBColor(0xb9, 0xab, 0x8c);
const FIRST: RGBColor = RGBColor(0x1f, 0x4f, 0x8f);
const SECOND: RGBColor = RGBColor(0xb8, 0x32, 0x1f);
/// How the backend writes a surface of the second side, and what takes its place.
const SECOND_FILL: (&str, &str) =
    (r##"fill="#B8321F" stroke="none""##, r##"fill="url(#hatch)" stroke="#B8321F""##);
/// Referred to by every plot of the page; stands in it once.
pub(crate) const DEFINITIONS: &str = r##"<svg width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#f1e7d0"/><rect width="3" height="6" fill="#b8321f"/></pattern></defs></svg>"##;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Runs a drawing and gives its SVG, which a screen reader calls by `label`.
fn draw(label: &str, size: (u32, u32), picture: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        picture(&area).expect("drawing into a string does not fail");
        area.present().expect("a string can always be closed");
    }
    let named = format!("<svg role=\"img\" aria-label=\"{}\" ", crate::page::escape(label));
    svg.replacen("<svg ", &named, 1).replace(SECOND_FILL.0, SECOND_FILL.1)
}

fn font<'a>(size: f64) -> FontDesc<'a> {
    FontDesc::new(FontFamily::Serif, size, FontStyle::Normal)
}

fn words(size: f64, at: HPos) -> TextStyle<'static> {
    font(size).color(&INK).pos(Pos::new(at, VPos::Center))
}

/// Each side's score with its 95 % interval, one row a report and side.
pub(crate) fn scores(reports: &[(String, Report)]) -> String {
    let rows: Vec<(String, Score, usize)> = reports
        .iter()
        .flat_map(|(name, report)| {
            [0, 1].map(|side| {
                let id = &report.sides[side];
                let label = if reports.len() > 1 { format!("{name}: {id}") } else { id.clone() };
                (label, report.score[id], side)
            })
        })
        .collect();
    let height = 60 + 28 * rows.len() as u32;
    draw("Score of each side with its 95 % interval", (720, height), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(60)
            .x_label_area_size(34)
            .y_label_area_size(210)
            .build_cartesian_2d(0.0..100.0, rows.len() as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .max_light_lines(0)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .label_style(words(13.0, HPos::Center))
            .x_label_formatter(&|x| format!("{x:.0} %"))
            .draw()?;
        chart.draw_series([PathElement::new([(50.0, 0.0), (50.0, rows.len() as f64)], INK)])?;
        for (n, (_, score, side)) in rows.iter().enumerate() {
            let y = n as f64 + 0.5;
            let colour = if *side == 0 { FIRST } else { SECOND };
            let line = ShapeStyle::from(colour).stroke_width(2);
            for (from, to) in [
                ((score.low, y), (score.high, y)),
                ((score.low, y - 0.2), (score.low, y + 0.2)),
                ((score.high, y - 0.2), (score.high, y + 0.2)),
            ] {
                chart.draw_series([PathElement::new(
                    [(from.0 * 100.0, from.1), (to.0 * 100.0, to.1)],
                    line,
                )])?;
            }
            let filling = if *side == 0 { FIRST.filled() } else { PAPER.filled() };
            chart.draw_series([Circle::new((score.score * 100.0, y), 5, filling)])?;
            chart.draw_series([Circle::new((score.score * 100.0, y), 5, line)])?;
        }
        for (n, (label, score, _)) in rows.iter().enumerate() {
            let (_, y) = chart.backend_coord(&(0.0, n as f64 + 0.5));
            area.draw(&Text::new(label.as_str(), (205, y), words(13.0, HPos::Right)))?;
            let figure = format!("{:.1} %", score.score * 100.0);
            area.draw(&Text::new(figure, (668, y), words(13.0, HPos::Left)))?;
        }
        Ok(())
    })
}

/// How many games took how many actions.
pub(crate) fn lengths(report: &Report) -> String {
    let first = report.lengths.first().map_or(0, |bin| bin.from);
    let last = report.lengths.last().map_or(1, |bin| bin.to + 1);
    let most = report.lengths.iter().map(|bin| bin.games).max().unwrap_or(1).max(1);
    draw("Actions a game", (350, 240), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(40)
            .y_label_area_size(48)
            .build_cartesian_2d(f64::from(first)..f64::from(last), 0.0..f64::from(most) * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .max_light_lines(0)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .x_labels(5)
            .y_labels(5)
            .x_desc("actions")
            .y_desc("games")
            .label_style(words(12.0, HPos::Center))
            .axis_desc_style(words(13.0, HPos::Center))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .draw()?;
        chart.draw_series(report.lengths.iter().map(|bin| {
            let corners = [(f64::from(bin.from), 0.0), (f64::from(bin.to + 1), f64::from(bin.games))];
            let mut bar = Rectangle::new(corners, TONE.filled());
            bar.set_margin(0, 0, 1, 1);
            bar
        }))?;
        Ok(())
    })
}

/// Mean losses of both sides, inning by inning.
pub(crate) fn losses(report: &Report) -> String {
    let innings = &report.losses_by_clock;
    let first = innings.first().map_or(1, |inning| inning.clock);
    let last = innings.last().map_or(1, |inning| inning.clock);
    let most = innings.iter().flat_map(|inning| inning.losses.values()).fold(0.1, |a: f64, &b| a.max(b));
    draw("Mean losses of each side by inning", (350, 240), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(40)
            .y_label_area_size(48)
            .build_cartesian_2d(f64::from(first) - 0.5..f64::from(last) + 0.5, 0.0..most * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .max_light_lines(0)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .x_labels(8)
            .y_labels(5)
            .x_desc("inning")
            .y_desc("mean losses")
            .label_style(words(12.0, HPos::Center))
            .axis_desc_style(words(13.0, HPos::Center))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| if most < 5.0 { format!("{y:.1}") } else { format!("{y:.0}") })
            .draw()?;
        for (side, colour) in [FIRST, SECOND].into_iter().enumerate() {
            let shift = 0.4 * side as f64 - 0.4;
            chart.draw_series(innings.iter().map(|inning| {
                let x = f64::from(inning.clock) + shift;
                let y = inning.losses[&report.sides[side]];
                Rectangle::new([(x, 0.0), (x + 0.4, y)], colour.filled())
            }))?;
        }
        Ok(())
    })
}

/// Which rules ended the games, and how often.
pub(crate) fn endings(report: &Report) -> String {
    let mut rows: Vec<(&String, u32)> = report.endings.iter().map(|(rule, &games)| (rule, games)).collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let height = 60 + 26 * rows.len().max(1) as u32;
    draw("Share of each ending, by rule", (350, height), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(50)
            .x_label_area_size(34)
            .y_label_area_size(80)
            .build_cartesian_2d(0.0..100.0, rows.len().max(1) as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_labels(5)
            .max_light_lines(0)
            .bold_line_style(FAINT)
            .axis_style(INK)
            .label_style(words(12.0, HPos::Center))
            .x_label_formatter(&|x| format!("{x:.0} %"))
            .draw()?;
        for (n, (rule, games)) in rows.iter().enumerate() {
            let share = f64::from(*games) * 100.0 / f64::from(report.finished.max(1));
            let y = n as f64;
            chart.draw_series([Rectangle::new([(0.0, y + 0.2), (share, y + 0.8)], TONE.filled())])?;
            let (x, middle) = chart.backend_coord(&(share, y + 0.5));
            area.draw(&Text::new(rule.as_str(), (82, middle), words(13.0, HPos::Right)))?;
            area.draw(&Text::new(format!("{share:.0} %"), (x + 4, middle), words(12.0, HPos::Left)))?;
        }
        Ok(())
    })
}
