//! The exact odds of the game, held against tables worked out independently of this program.

use contract::BuiltIn;
use daimyo::{
    Daimyo,
    morale::{Reason, Verdict},
    tables::{Failure, Season, Weather},
    units::{Gait, Quality},
};
use kernel::{Fall, Pool};

type Built = BuiltIn<Daimyo>;

fn rules(options: &[(&str, &str)]) -> Daimyo {
    let setup = Built::setup_with("sunagawa", options);
    kernel::System::open(&Built::data(), &setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The distribution of hits of a number of stands with this sum of factors.
fn hits(stands: u8, net: i32) -> Vec<f64> {
    let need = (8 - net).clamp(0, 13) as u8;
    let pool = Pool::Sums { groups: stands, dice: 2, sides: 6, at_least: need };
    let mut classes = Vec::new();
    pool.every(&mut classes);
    let mut chances = vec![0.0; usize::from(stands) + 1];
    for (fall, weight) in classes {
        let Fall::Value(n) = fall else { unreachable!("a count") };
        chances[usize::from(n)] = weight as f64 / pool.weight() as f64;
    }
    chances
}

/// The ways of two dice to come to a sum.
fn ways(sum: i32) -> i32 {
    6 - (7 - sum).abs()
}

/// Of the 36 throws of a morale test, those that lead to this.
fn of_36_throws(rules: &Daimyo, quality: Quality, reason: Reason, modifier: i16, result: Verdict) -> i32 {
    let is = |sum: &i32| rules.morale_verdict(quality, reason, modifier, *sum) == result;
    (2..=12).filter(is).map(ways).sum()
}

fn compare(
    rules: &Daimyo,
    quality: Quality,
    reason: Reason,
    modifier: i16,
    told: impl Iterator<Item = (Verdict, f64)>,
) {
    for (result, told) in told {
        let found = of_36_throws(rules, quality, reason, modifier, result);
        near(f64::from(found) / 36.0, told, &format!("{quality:?} at {modifier}, {result:?}"));
    }
}

fn near(found: f64, told: f64, what: &str) {
    assert!((found - told).abs() < 0.000_051, "{what}: {found:.5}, not {told:.4}");
}

#[test]
fn one_stand_hits() {
    for (net, of_36) in [
        (-7, 0.0),
        (-6, 0.0),
        (-5, 0.0),
        (-4, 1.0),
        (-3, 3.0),
        (-2, 6.0),
        (-1, 10.0),
        (0, 15.0),
        (1, 21.0),
        (2, 26.0),
        (3, 30.0),
        (4, 33.0),
        (5, 35.0),
        (6, 36.0),
        (7, 36.0),
    ] {
        near(hits(1, net)[1], of_36 / 36.0, &format!("net {net}"));
    }
}

#[test]
fn volleys() {
    #[rustfmt::skip]
    let told: [(u8, i32, f64, f64, f64, f64); 35] = [
        (2, -2, 0.333, 0.3056, 0.0000, 0.0000),
        (2, -1, 0.556, 0.4784, 0.0000, 0.0000),
        (2, 0, 0.833, 0.6597, 0.0000, 0.0000),
        (2, 1, 1.167, 0.8264, 0.0000, 0.0000),
        (2, 2, 1.444, 0.9228, 0.0000, 0.0000),
        (2, 3, 1.667, 0.9722, 0.0000, 0.0000),
        (2, 4, 1.833, 0.9931, 0.0000, 0.0000),
        (3, -2, 0.500, 0.4213, 0.0046, 0.0000),
        (3, -1, 0.833, 0.6233, 0.0214, 0.0000),
        (3, 0, 1.250, 0.8015, 0.0723, 0.0000),
        (3, 1, 1.750, 0.9277, 0.1985, 0.0000),
        (3, 2, 2.167, 0.9786, 0.3767, 0.0000),
        (3, 3, 2.500, 0.9954, 0.5787, 0.0000),
        (3, 4, 2.750, 0.9994, 0.7703, 0.0000),
        (4, -2, 0.667, 0.5177, 0.0162, 0.0000),
        (4, -1, 1.111, 0.7279, 0.0679, 0.0000),
        (4, 0, 1.667, 0.8842, 0.1989, 0.0000),
        (4, 1, 2.333, 0.9699, 0.4466, 0.0000),
        (4, 2, 2.889, 0.9940, 0.6906, 0.0000),
        (4, 3, 3.333, 0.9992, 0.8681, 0.0000),
        (4, 4, 3.667, 1.0000, 0.9628, 0.0000),
        (6, -2, 1.000, 0.6651, 0.0623, 0.0000),
        (6, -1, 1.667, 0.8581, 0.2157, 0.0005),
        (6, 0, 2.500, 0.9606, 0.4902, 0.0052),
        (6, 1, 3.500, 0.9948, 0.7970, 0.0394),
        (6, 2, 4.333, 0.9995, 0.9458, 0.1419),
        (6, 3, 5.000, 1.0000, 0.9913, 0.3349),
        (6, 4, 5.500, 1.0000, 0.9994, 0.5933),
        (8, -2, 1.333, 0.7674, 0.1348, 0.0004),
        (8, -1, 2.222, 0.9260, 0.3916, 0.0075),
        (8, 0, 3.333, 0.9866, 0.7185, 0.0609),
        (8, 1, 4.667, 0.9991, 0.9391, 0.2815),
        (8, 2, 5.778, 1.0000, 0.9925, 0.6084),
        (8, 3, 6.667, 1.0000, 0.9996, 0.8652),
        (8, 4, 7.333, 1.0000, 1.0000, 0.9765),
    ];
    for (stands, net, mean, one, three, six) in told {
        let chances = hits(stands, net);
        let at_least = |n: usize| chances.iter().skip(n).sum::<f64>();
        let found: f64 = chances.iter().enumerate().map(|(n, chance)| n as f64 * chance).sum();
        let what = format!("{stands} stands at {net}");
        assert!((found - mean).abs() < 0.000_51, "{what}: {found}");
        near(at_least(1), one, &what);
        near(at_least(3), three, &what);
        near(at_least(6), six, &what);
    }
}

#[test]
fn morale_with_natural_twelve_and_two() {
    let rules = rules(&[]);
    #[rustfmt::skip]
    let told = [
        (Quality::Elite, [6, 10, 15, 21, 26, 30, 33, 35, 35, 35, 35]),
        (Quality::Veteran, [3, 6, 10, 15, 21, 26, 30, 33, 35, 35, 35]),
        (Quality::Seasoned, [1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 35]),
        (Quality::Raw, [1, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35]),
    ];
    for (quality, row) in told {
        for (modifier, of_36) in (-6..).zip(row) {
            let found = of_36_throws(&rules, quality, Reason::StandLost, modifier, Verdict::Pass);
            assert_eq!(found, of_36, "{quality:?} at {modifier}");
        }
    }
}

#[test]
fn morale_by_the_sheet_alone() {
    let rules = rules(&[("natural_12_2", "off")]);
    #[rustfmt::skip]
    let told = [
        (Quality::Elite, [6, 10, 15, 21, 26, 30, 33, 35, 36, 36, 36]),
        (Quality::Veteran, [3, 6, 10, 15, 21, 26, 30, 33, 35, 36, 36]),
        (Quality::Seasoned, [1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]),
        (Quality::Raw, [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35]),
    ];
    for (quality, row) in told {
        for (modifier, of_36) in (-6..).zip(row) {
            let found = of_36_throws(&rules, quality, Reason::StandLost, modifier, Verdict::Pass);
            assert_eq!(found, of_36, "{quality:?} at {modifier}");
        }
    }
}

#[test]
fn what_a_lost_stand_leads_to() {
    let rules = rules(&[]);
    #[rustfmt::skip]
    let told = [
        (Quality::Elite, 0, [0.9167, 0.0556, 0.0000, 0.0000, 0.0278]),
        (Quality::Elite, -2, [0.7222, 0.1111, 0.0833, 0.0556, 0.0278]),
        (Quality::Elite, -3, [0.5833, 0.1389, 0.1111, 0.0833, 0.0833]),
        (Quality::Elite, -4, [0.4167, 0.1667, 0.1389, 0.1111, 0.1667]),
        (Quality::Elite, -5, [0.2778, 0.1389, 0.1667, 0.1389, 0.2778]),
        (Quality::Elite, -6, [0.1667, 0.1111, 0.1389, 0.1667, 0.4167]),
        (Quality::Veteran, 0, [0.8333, 0.0833, 0.0556, 0.0000, 0.0278]),
        (Quality::Veteran, -2, [0.5833, 0.1389, 0.1111, 0.0833, 0.0833]),
        (Quality::Veteran, -3, [0.4167, 0.1667, 0.1389, 0.1111, 0.1667]),
        (Quality::Veteran, -4, [0.2778, 0.1389, 0.1667, 0.1389, 0.2778]),
        (Quality::Veteran, -5, [0.1667, 0.1111, 0.1389, 0.1667, 0.4167]),
        (Quality::Veteran, -6, [0.0833, 0.0833, 0.1111, 0.1389, 0.5833]),
        (Quality::Seasoned, 0, [0.7222, 0.1111, 0.0833, 0.0556, 0.0278]),
        (Quality::Seasoned, -2, [0.4167, 0.1667, 0.1389, 0.1111, 0.1667]),
        (Quality::Seasoned, -3, [0.2778, 0.1389, 0.1667, 0.1389, 0.2778]),
        (Quality::Seasoned, -4, [0.1667, 0.1111, 0.1389, 0.1667, 0.4167]),
        (Quality::Seasoned, -5, [0.0833, 0.0833, 0.1111, 0.1389, 0.5833]),
        (Quality::Seasoned, -6, [0.0278, 0.0556, 0.0833, 0.1111, 0.7222]),
        (Quality::Raw, 0, [0.5833, 0.1389, 0.1111, 0.0833, 0.0833]),
        (Quality::Raw, -2, [0.2778, 0.1389, 0.1667, 0.1389, 0.2778]),
        (Quality::Raw, -3, [0.1667, 0.1111, 0.1389, 0.1667, 0.4167]),
        (Quality::Raw, -4, [0.0833, 0.0833, 0.1111, 0.1389, 0.5833]),
        (Quality::Raw, -5, [0.0278, 0.0556, 0.0833, 0.1111, 0.7222]),
        (Quality::Raw, -6, [0.0278, 0.0000, 0.0556, 0.0833, 0.8333]),
    ];
    for (quality, modifier, row) in told {
        let results = [
            Verdict::Pass,
            Verdict::Fail(Failure::Halt),
            Verdict::Fail(Failure::Retire),
            Verdict::Fail(Failure::Retreat),
            Verdict::Fail(Failure::Rout),
        ];
        compare(&rules, quality, Reason::StandLost, modifier, results.into_iter().zip(row));
    }
}

#[test]
fn being_charged_by_cavalry() {
    let rules = rules(&[]);
    #[rustfmt::skip]
    let told = [
        (Quality::Seasoned, 0, [0.7222, 0.1111, 0.1389, 0.0278]),
        (Quality::Seasoned, -2, [0.4167, 0.1667, 0.2500, 0.1667]),
        (Quality::Seasoned, -1, [0.5833, 0.1389, 0.1944, 0.0833]),
        (Quality::Seasoned, 0, [0.7222, 0.1111, 0.1389, 0.0278]),
        (Quality::Raw, -2, [0.2778, 0.1389, 0.3056, 0.2778]),
        (Quality::Raw, -5, [0.0278, 0.0556, 0.1944, 0.7222]),
    ];
    for (quality, modifier, row) in told {
        let results = [
            Verdict::Pass,
            Verdict::Fail(Failure::Retire),
            Verdict::Fail(Failure::Retreat),
            Verdict::Fail(Failure::Rout),
        ];
        compare(&rules, quality, Reason::ChargedByHorse, modifier, results.into_iter().zip(row));
    }
}

/// A round: both throw; three more hits than inflicted rout.
#[test]
fn melee_rounds() {
    #[rustfmt::skip]
    let told: [(u8, i32, u8, i32, [f64; 7]); 8] = [
        (3, 5, 6, 1, [2.92, 3.50, 0.1905, 0.0048, 0.2761, 0.5334, 0.0538]),
        (3, 5, 3, -2, [2.92, 0.50, 0.9889, 0.5318, 0.0105, 0.0005, 0.0000]),
        (3, 5, 3, -3, [2.92, 0.25, 0.9974, 0.7078, 0.0025, 0.0001, 0.0000]),
        (3, 3, 6, 1, [2.50, 3.50, 0.1349, 0.0030, 0.2227, 0.6424, 0.1342]),
        (6, 1, 6, -1, [3.50, 1.67, 0.7958, 0.3520, 0.1252, 0.0789, 0.0048]),
        (3, 3, 3, 2, [2.50, 2.17, 0.4277, 0.0124, 0.3806, 0.1917, 0.0017]),
        (6, 4, 6, 3, [5.50, 5.00, 0.4844, 0.0398, 0.3440, 0.1716, 0.0035]),
        (3, 6, 3, 0, [3.00, 1.25, 0.9277, 0.1985, 0.0723, 0.0000, 0.0000]),
    ];
    for (own, net, theirs, against, [mean, their_mean, wins, routs, even, loses, routed]) in told {
        let (mine, foes) = (hits(own, net), hits(theirs, against));
        let mean_of = |chances: &[f64]| chances.iter().enumerate().map(|(n, c)| n as f64 * c).sum::<f64>();
        let what = format!("{own} at {net} against {theirs} at {against}");
        assert!((mean_of(&mine) - mean).abs() < 0.0051, "{what}");
        assert!((mean_of(&foes) - their_mean).abs() < 0.0051, "{what}");
        let chance = |is: &dyn Fn(i32) -> bool| {
            let mut sum = 0.0;
            for (a, p) in mine.iter().enumerate() {
                for (b, q) in foes.iter().enumerate() {
                    if is(a as i32 - b as i32) {
                        sum += p * q;
                    }
                }
            }
            sum
        };
        near(chance(&|by| by > 0), wins, &what);
        near(chance(&|by| by >= 3), routs, &what);
        near(chance(&|by| by == 0), even, &what);
        near(chance(&|by| by < 0), loses, &what);
        near(chance(&|by| by <= -3), routed, &what);
    }
}

#[test]
fn rout_and_pursuit() {
    let rules = rules(&[]);
    let reach = |gait: Gait| rules.tables.moves(gait).rout;
    let told = [
        (Gait::HeavyCavalry, [22, 5, 36, 36, 36]),
        (Gait::MediumCavalry, [34, 22, 36, 36, 36]),
        (Gait::HeavyInfantry, [0, 0, 23, 5, 1]),
        (Gait::MediumInfantry, [0, 0, 35, 22, 13]),
        (Gait::LightInfantry, [1, 0, 36, 29, 22]),
    ];
    for (pursuer, row) in told {
        for (router, of_36) in Gait::ALL.into_iter().zip(row) {
            let catches = reach(pursuer).map(|far| reach(router).iter().filter(|run| far >= **run).count());
            assert_eq!(catches.iter().sum::<usize>(), of_36, "{pursuer:?} after {router:?}");
        }
    }
}

#[test]
fn the_weather_changes() {
    let rules = rules(&[]);
    for (season, of_36) in
        [(Season::Spring, 6), (Season::Autumn, 6), (Season::Summer, 3), (Season::Winter, 10)]
    {
        let bad: i32 =
            (2..=12).filter(|sum| rules.tables.weather(season, *sum) != Weather::Fine).map(ways).sum();
        assert_eq!(bad, of_36, "{season:?}");
    }
}
