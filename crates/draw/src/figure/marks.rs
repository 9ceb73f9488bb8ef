//! What lies under and over a unit: may act, chosen, target, and its conditions as shapes, each with a casing.

use super::{Base, Unit, used};
use crate::{conditions::Shape, line::at, pen::n, seed::Seed, sprite::Sprite};

impl Unit<'_> {
    pub(super) fn marks(&self) -> (String, String) {
        let (mut under, mut over) = (String::new(), String::new());
        let frame = |gap: f64| match self.base() {
            Base::Round => {
                let r = self.radius() + gap;
                (-r, self.deep / 2.0 - r, 2.0 * r, 2.0 * r, r)
            }
            _ => {
                (-self.wide / 2.0 - gap, -gap - 2.0, self.wide + 2.0 * gap, self.deep + 2.0 * gap + 2.0, 3.0)
            }
        };
        let rect = |gap: f64, rest: &str| {
            let (x, y, w, h, rx) = frame(gap);
            format!(
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" {rest}/>"#,
                n(x),
                n(y),
                n(w),
                n(h),
                n(rx)
            )
        };
        let brackets = |gap: f64, l: f64, rest: &str| {
            let (x, y, w, h, _) = frame(gap);
            let (r, b) = (x + w, y + h);
            format!(
                r#"<path d="M{x} {yl}V{y}H{xl}M{rl} {y}H{r}V{yl}M{r} {bl}V{b}H{rl}M{xl} {b}H{x}V{bl}" fill="none" {rest}/>"#,
                x = n(x),
                y = n(y),
                r = n(r),
                b = n(b),
                xl = n(x + l),
                yl = n(y + l),
                rl = n(r - l),
                bl = n(b - l)
            )
        };
        if self.is(Shape::Lit) {
            under += &rect(3.8, r#"fill="none" stroke="var(--m-case)" stroke-width="4.2""#);
            under += &rect(
                3.8,
                r#"fill="var(--m-glow)" fill-opacity=".3" stroke="var(--m-choice)" stroke-width="2" stroke-dasharray="6 3.6""#,
            );
        }
        if self.is(Shape::Chosen) {
            under += &rect(4.0, r#"fill="none" stroke="var(--m-case)" stroke-width="4.8""#);
            under += &rect(
                4.0,
                r#"fill="var(--m-lift)" fill-opacity=".5" stroke="var(--m-selected)" stroke-width="2.6""#,
            );
            over += &brackets(6.6, 9.0, r#"stroke="var(--m-glow)" stroke-width="2""#);
        }
        if self.is(Shape::Astray) {
            under += &rect(
                3.4,
                r#"fill="none" stroke="var(--fig-ink)" stroke-width="1.5" stroke-dasharray="2 3""#,
            );
        }
        if self.is(Shape::Frenzied) {
            let half = self.wide / 2.0;
            let count = (half / 9.0).round().max(3.0) as usize;
            let step = self.wide / count as f64;
            let line: String =
                (0..count).map(|_| format!("l{} -8l{} 8", n(step / 2.0), n(step / 2.0))).collect();
            over += &cased(&format!("M{} -3{line}", n(-half)), 2.0);
        }
        if self.is(Shape::Routing) {
            let each = [-0.55, 0.0, 0.55].map(|part| part * self.wide / 2.0);
            let line: String = each
                .iter()
                .flat_map(|x| [-9.0, -15.0].map(|y| format!("M{} {}l5 -7l5 7", n(x - 5.0), n(y))))
                .collect();
            over += &cased(&line, 2.4);
        }
        if self.is(Shape::Target) {
            over += &brackets(6.0, 12.0, r#"stroke="var(--m-case)" stroke-width="5.2""#);
            over += &brackets(6.0, 12.0, r#"stroke="var(--m-danger)" stroke-width="3.2""#);
        }
        let turned = |body: String| match body.is_empty() {
            true => body,
            false => format!(r#"<g transform="{}">{body}</g>"#, self.placed(at(0.0, 0.0))),
        };
        let mut over = turned(over);
        if self.is(Shape::Smoke) {
            over += &self.smoke();
        }
        if self.is(Shape::Loaded) {
            over += &self.sparks();
        }
        (turned(under), over)
    }

    fn smoke(&self) -> String {
        let mut seed = Seed::of(&format!("{}-smoke", self.piece.id));
        let count = 2 * self.files;
        let puff = Sprite::new("cr-smoke", self.piece.side, 0);
        (0..count)
            .map(|i| {
                let x = ((i as f64 + 0.5) / count as f64 - 0.5) * self.wide + seed.between(-3.0, 3.0);
                let spot = self.on_paper(x, -14.0 - seed.between(0.0, 7.0));
                let size = seed.between(0.62, 1.0) * self.measure.fig;
                format!(
                    r#"<g transform="translate({} {}) scale({size:.2})">{}</g>"#,
                    n(spot.x),
                    n(spot.y),
                    used(&puff, at(0.0, 0.0), 0.0)
                )
            })
            .collect()
    }

    fn sparks(&self) -> String {
        (0..self.files)
            .map(|i| {
                let spot = self.on_paper(((i as f64 + 0.5) / self.files as f64 - 0.5) * self.wide, -9.0);
                format!(
                    r#"<path transform="translate({} {}) scale({:.2})" d="M0 -3.4l.9 2.5 2.5 .9 -2.5 .9 -.9 2.5 -.9 -2.5 -2.5 -.9 2.5 -.9z" fill="var(--ember)" stroke="var(--fig-ink)" stroke-width=".35"/>"#,
                    n(spot.x),
                    n(spot.y),
                    self.measure.fig
                )
            })
            .collect()
    }
}

fn cased(d: &str, width: f64) -> String {
    format!(
        r#"<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{d}" stroke="var(--m-case)" stroke-width="{}"/><path d="{d}" stroke="var(--m-danger)" stroke-width="{}"/></g>"#,
        n(width + 2.2),
        n(width)
    )
}
