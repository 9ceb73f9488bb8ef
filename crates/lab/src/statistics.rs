//! The little mathematics a report needs.

use serde::Serialize;

/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// The standard normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's interval for a share of `successes` in `trials`: honest for few games and for shares near 0 and 1. Draws
/// count as half a success.
pub fn wilson(successes: f64, trials: u32) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = f64::from(trials);
    let p = successes / n;
    let z2 = Z * Z;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

/// A quotient that is 0 where nothing was counted.
pub fn mean(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
        assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
    }

    #[test]
    fn wilson_agrees_with_published_values() {
        // Newcombe (1998), table I, method 3.
        close(wilson(81.0, 263), 0.2553, 0.3662);
        close(wilson(15.0, 148), 0.0624, 0.1605);
        close(wilson(0.0, 20), 0.0, 0.1611);
        close(wilson(1.0, 29), 0.0061, 0.1718);
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(wilson(0.0, 0), Interval { low: 0.0, high: 1.0 });
        assert!(mean(0.0, 0).abs() < f64::EPSILON);
    }

    #[test]
    fn the_interval_is_symmetric_under_exchange_of_sides() {
        let (a, b) = (wilson(30.5, 100), wilson(69.5, 100));
        assert!((a.low - (1.0 - b.high)).abs() < 1e-12 && (a.high - (1.0 - b.low)).abs() < 1e-12);
    }
}
