//! The exact odds of the game, held against tables worked out independently of this program.

use ageofwar::{
    AgeOfWar,
    challenge::{Pontoon, WHOLE},
};
use contract::BuiltIn;
use kernel::{Fall, Pool, Rules};

type Built = BuiltIn<AgeOfWar>;

/// How many of so many dice reach a figure, each number with its chance.
fn reach(dice: u8, at_least: u8) -> Vec<f64> {
    let pool = Pool::Reach { dice, sides: 6, at_least };
    let mut classes = Vec::new();
    pool.every(&mut classes);
    let mut chances = vec![0.0; usize::from(dice) + 1];
    for (fall, weight) in classes {
        let Fall::Value(n) = fall else { unreachable!("a count") };
        chances[usize::from(n)] = weight as f64 / pool.weight() as f64;
    }
    chances
}

fn near(found: f64, told: f64, what: &str) {
    assert!((found - told).abs() < 0.000_051, "{what}: {found:.5}, not {told:.4}");
}

fn position(text: &str) -> (AgeOfWar, ageofwar::State) {
    let rules = Built::rules("sunagawa", Some(text)).unwrap_or_else(|faults| panic!("{faults}"));
    let state = rules.begin();
    (rules, state)
}

/// N = 2 to 13 in 36ths.
#[test]
fn motivation() {
    let ways = |sum: i32| 6 - (7 - sum).abs();
    let told = [33, 33, 33, 30, 26, 21, 15, 10, 6, 3, 3, 3];
    for (n, of_36) in (2..).zip(told) {
        let passes = |sum: &i32| *sum >= 11 || *sum > 3 && *sum >= n;
        assert_eq!((2..=12).filter(passes).map(ways).sum::<i32>(), of_36, "N = {n}");
    }
}

/// the dice of the cases, as the rules count them, and what comes of them.
#[test]
fn fights() {
    let cases = [
        // Red, blue, dice, spears, kill of a die at each; kills of blue, of red, red wins, draw, blue wins.
        (
            "r2 = { at = [2200, 1300], facing = 0, marks = [\"started\"] }\nb3 = { at = [2200, 1300], facing = 180, layout = [\"arm_spear\", \"arm_spear*\", \"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\"], files = 4 }",
            ("r2", "b3"),
            (12, 10),
            (0, 6),
            (6.0, 9.0),
            (4, 4),
            [1.488, 1.108, 0.4645, 0.2643, 0.2712],
            false,
        ),
        (
            "r4 = { at = [2200, 1300], facing = 0, marks = [\"started\"] }\nb5 = { at = [2200, 1300], facing = 180 }",
            ("r4", "b5"),
            (14, 9),
            (0, 6),
            (4.5, 9.0),
            (3, 4),
            [2.153, 0.986, 0.6703, 0.1774, 0.1523],
            true,
        ),
    ];
    for (units, (red, blue), dice, spears, (kill_blue, kill_red), (red_front, blue_front), told, horse) in
        cases
    {
        let (rules, state) = position(&format!("step = \"fights\"\n[units]\n{units}\n"));
        let (one, other) = (rules.unit_named(red).unwrap(), rules.unit_named(blue).unwrap());
        let found = (rules.fight_dice(&state, one, other, 0), rules.fight_dice(&state, other, one, 0));
        assert_eq!(found, dice, "{red} against {blue}");
        assert_eq!((rules.spear_dice(&state, one), rules.spear_dice(&state, other)), spears);
        let strips = reach(spears.1, if horse { 3 } else { 4 });
        // Dead bases, no more than stand in front; a die kills with a third of the chance that a save fails.
        let dead = |dice: usize, one_in: f64, front: usize| {
            let p: f64 = 1.0 / one_in;
            let mut chances = vec![0.0; front + 1];
            for k in 0..=dice {
                let ways = (0..k).fold(1.0, |w, i| w * (dice - i) as f64 / (i + 1) as f64);
                chances[k.min(front)] += ways * p.powi(k as i32) * (1.0 - p).powi((dice - k) as i32);
            }
            chances
        };
        let blues = |stripped: usize| dead((usize::from(dice.0) - stripped).max(2), kill_blue, blue_front);
        let reds = dead(usize::from(dice.1), kill_red, red_front);
        let mut sums = [0.0; 5];
        for (stripped, chance) in strips.iter().enumerate() {
            for (b, pb) in blues(stripped).iter().enumerate() {
                for (r, pr) in reds.iter().enumerate() {
                    let p = chance * pb * pr;
                    sums[0] += p * b as f64;
                    sums[1] += p * r as f64;
                    let red_wins = match (b == blue_front, r == red_front) {
                        (true, false) => Some(true),
                        (false, true) => Some(false),
                        _ if b == r => None,
                        _ => Some(b > r),
                    };
                    sums[match red_wins {
                        Some(true) => 2,
                        None => 3,
                        Some(false) => 4,
                    }] += p;
                }
            }
        }
        for (n, told) in told.into_iter().enumerate() {
            assert!((sums[n] - told).abs() < 0.000_51, "{red} against {blue}, {n}: {}, not {told}", sums[n]);
        }
    }
}

/// fails of so many dice.
#[test]
fn morale() {
    for (dice, three, four) in [
        (0, 0.0, 0.0),
        (3, 0.125, 0.0),
        (4, 0.3125, 0.0625),
        (5, 0.5, 0.1875),
        (6, 0.6562, 0.3438),
        (8, 0.8555, 0.6367),
        (10, 0.9453, 0.8281),
    ] {
        let fails = reach(dice, 4);
        near(fails.iter().skip(3).sum(), three, &format!("{dice} dice, three fails"));
        near(fails.iter().skip(4).sum(), four, &format!("{dice} dice, four fails"));
    }
}

/// a messenger 8, 16, 24 and 32 inches away.
#[test]
fn messengers() {
    for (need, dice, told) in
        [(1, 1, 0.5), (1, 4, 0.9375), (2, 2, 0.25), (2, 5, 0.8125), (3, 6, 0.6562), (4, 8, 0.6367)]
    {
        near(reach(dice, 4).iter().skip(need).sum(), told, &format!("{need} of {dice}"));
    }
}

/// how long a game lasts.
#[test]
fn countdown() {
    let mut left = vec![0.0; 21];
    left[20] = 1.0;
    let mut ends = Vec::new();
    for _ in 0..12 {
        let mut next = vec![0.0; 21];
        let mut end = 0.0;
        for (n, chance) in left.iter().enumerate() {
            for pip in 1..=6 {
                if n > pip {
                    next[n - pip] += chance / 6.0;
                } else if n > 0 {
                    end += chance / 6.0;
                }
            }
        }
        ends.push(end);
        left = next;
    }
    for (turn, told) in [(4, 0.0540), (5, 0.2512), (6, 0.3317), (7, 0.2259), (8, 0.0983), (9, 0.0303)] {
        near(ends[turn - 1], told, &format!("turn {turn}"));
    }
}

/// edges from -4 to +9, a tie is a success.
#[test]
fn withdrawal() {
    let ways = |sum: i32| 6 - (7 - sum).abs();
    let told = [206, 310, 435, 575, 721, 861, 986, 1090, 1170, 1226, 1261, 1281, 1291, 1295];
    for (edge, of_1296) in (-4..).zip(told) {
        let mut won = 0;
        for own in 2..=12 {
            won += (2..=12)
                .filter(|other| own + edge >= *other)
                .map(|other| ways(own) * ways(other))
                .sum::<i32>();
        }
        assert_eq!(won, of_1296, "edge {edge}");
    }
}

/// the value of a challenge with the best stopping play of both.
#[test]
fn challenges() {
    for (limits, kill, killed) in [
        ([13, 12], (39_790_946_376_577, 228_509_902_503_936), (7_848_461_358_047, 152_339_935_002_624)),
        (
            [15, 12],
            (31_929_126_698_588_701, 65_810_851_921_133_568),
            (4_681_974_022_125_367, 65_810_851_921_133_568),
        ),
    ] {
        let value = Pontoon::new(limits, 3).value([0; 2], [false; 2], 1);
        for (found, (num, den)) in value.kills.into_iter().zip([kill, killed]) {
            // WHOLE is a power of six, and so is the denominator but for what was cancelled.
            assert_eq!(WHOLE % den, 0);
            assert_eq!(found, WHOLE / den * num, "thresholds {limits:?}");
        }
    }
}
