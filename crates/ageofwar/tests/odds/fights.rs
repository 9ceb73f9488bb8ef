//! Fights and withdrawals.

use super::*;
use kernel::Notation;

/// Who stands in front: ordinary bases with their save, and whether the commander is one of them.
#[derive(Clone, Copy)]
struct Front {
    bases: usize,
    save: i32,
    /// His own save, after all others have a hit; else he counts as one of the bases.
    commander: bool,
}

/// The distribution of the losses of a front to a number of dice.
fn fallen(dice: usize, front: Front) -> Vec<f64> {
    let choose = |n: usize, k: usize| (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64);
    let of = |n: usize, p: f64| -> Vec<f64> {
        (0..=n).map(|k| choose(n, k) * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32)).collect()
    };
    let mut dead = vec![0.0; front.bases + 1];
    let fails = |save: i32| f64::from(save - 1) / 6.0;
    for (hits, hit) in of(dice, 1.0 / 3.0).into_iter().enumerate() {
        let plain = if front.commander { front.bases - 1 } else { front.bases };
        let (rounds, rest) = (hits / front.bases, hits % front.bases);
        let on_plain = rounds * plain + rest.min(plain);
        for (a, pa) in of(on_plain, fails(front.save)).into_iter().enumerate() {
            for (b, pb) in of(hits - on_plain, fails(2)).into_iter().enumerate() {
                dead[a.min(plain) + b.min(front.bases - plain)] += hit * pa * pb;
            }
        }
    }
    dead
}

/// Dead of both, won, drawn, lost, front of the other and own front wiped out.
fn round(dice: [usize; 2], strips: [&[f64]; 2], fronts: [Front; 2]) -> [f64; 7] {
    let mut sums = [0.0; 7];
    for (a, pa) in strips[0].iter().enumerate() {
        for (b, pb) in strips[1].iter().enumerate() {
            let theirs = fallen(dice[0].saturating_sub(b).max(2), fronts[1]);
            let own = fallen(dice[1].saturating_sub(a).max(2), fronts[0]);
            for (them, pt) in theirs.iter().enumerate() {
                for (us, pu) in own.iter().enumerate() {
                    let p = pa * pb * pt * pu;
                    let wiped = [them == fronts[1].bases, us == fronts[0].bases];
                    let wins = match wiped {
                        [true, false] => std::cmp::Ordering::Greater,
                        [false, true] => std::cmp::Ordering::Less,
                        _ => them.cmp(&us),
                    };
                    sums[0] += p * them as f64;
                    sums[1] += p * us as f64;
                    sums[(3 - wins as i32) as usize] += p;
                    sums[5] += if wiped[0] { p } else { 0.0 };
                    sums[6] += if wiped[1] { p } else { 0.0 };
                }
            }
        }
    }
    sums
}

const SPEARS: &str = "layout = [\"arm_spear\", \"arm_spear*\", \"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\"], files = 4";
const GUNS: &str = "layout = [\"arm_arquebus\", \"arm_arquebus*\", \"arm_arquebus\", \"arm_arquebus\", \"arm_arquebus\", \"arm_arquebus\"], files = 3";
const LEVY: &str = "layout = [\"levy_spear\", \"levy_spear\", \"levy_spear*\", \"levy_spear\", \"levy_spear\", \"levy_spear\", \"levy_spear\", \"levy_spear\", \"levy_spear\", \"levy_spear\"], files = 5";

/// the dice of the seven cases, as the rules count them, and what comes of them.
#[test]
fn fights() {
    let started = "marks = [\"started\"]";
    let second = "marks = [\"blooded\"], round = 1";
    let uphill = [[3000, 1496], [3000, 1500]];
    let flat = [[2200, 1300], [2200, 1300]];
    let cases = [
        // Red and blue, where; dice, spears, saves; dead of blue and red, won, drawn, lost, wiped out.
        (
            [("r2", started.to_owned()), ("b3", SPEARS.to_owned())],
            flat,
            ([12, 10], [0, 6], [3, 4]),
            [1.488, 1.108, 0.4645, 0.2643, 0.2712, 0.0512, 0.0184],
        ),
        (
            [("r2", second.to_owned()), ("b3", format!("{SPEARS}, {second}"))],
            flat,
            ([9, 7], [0, 0], [3, 4]),
            [1.490, 0.777, 0.5560, 0.2631, 0.1809, 0.0480, 0.0040],
        ),
        (
            [("r4", started.to_owned()), ("b3", SPEARS.to_owned())],
            flat,
            ([14, 10], [0, 6], [3, 4]),
            [1.646, 1.090, 0.5099, 0.2370, 0.2531, 0.0724, 0.0906],
        ),
        (
            [("r4", started.to_owned()), ("b5", "bases = 8, files = 4".to_owned())],
            flat,
            ([14, 9], [0, 6], [3, 5]),
            [2.153, 0.986, 0.6703, 0.1774, 0.1523, 0.1664, 0.0689],
        ),
        (
            [("r4", started.to_owned()), ("b1", GUNS.to_owned())],
            flat,
            ([14, 7], [0, 0], [3, 4]),
            [2.047, 0.773, 0.7349, 0.1729, 0.0922, 0.4205, 0.0340],
        ),
        (
            [("r3", format!("{SPEARS}, {started}")), ("b3", SPEARS.to_owned())],
            flat,
            ([10, 10], [6, 6], [4, 4]),
            [1.163, 1.163, 0.3554, 0.2892, 0.3554, 0.0207, 0.0207],
        ),
        (
            [("r5", LEVY.to_owned()), ("b3", format!("{SPEARS}, marks = [\"disordered\"]"))],
            uphill,
            ([8, 8], [8, 6], [5, 4]),
            [0.833, 0.898, 0.3108, 0.3402, 0.3490, 0.0054, 0.0007],
        ),
    ];
    for (n, ([(red, as_red), (blue, as_blue)], at, (dice, spears, saves), told)) in
        cases.into_iter().enumerate()
    {
        // The table has units of one kind, and levy in five files of two.
        let troops = [
            ("arm_spear = 5, arm_bow = 3", "arm_spear = 8"),
            ("arm_spear = 5, arm_arquebus = 3", "arm_arquebus = 6"),
            ("levy_spear = 8", "levy_spear = 10"),
        ];
        let text = format!(
            "step = \"fights\"\n[units]\n{red} = {{ at = [{}, {}], facing = 0, {as_red} }}\n{blue} = {{ at = [{}, {}], facing = 180, {as_blue} }}\n",
            at[0][0], at[0][1], at[1][0], at[1][1]
        );
        let (rules, state) = position_of(&battle("sunagawa", &troops), "sunagawa", &text);
        let (one, other) = (rules.unit_named(red).unwrap(), rules.unit_named(blue).unwrap());
        let found = [rules.fight_dice(&state, one, other, 0), rules.fight_dice(&state, other, one, 0)];
        assert_eq!(found, dice, "case {n}: dice of {red} and {blue}");
        assert_eq!(
            [rules.spear_dice(&state, one), rules.spear_dice(&state, other)],
            spears,
            "case {n}: spears"
        );
        let horse = red == "r4";
        let strips = spears.map(|dice| {
            let p: f64 = if horse { 2.0 / 3.0 } else { 0.5 };
            let mut chances = vec![1.0];
            for _ in 0..dice {
                let mut next = vec![0.0; chances.len() + 1];
                for (k, chance) in chances.iter().enumerate() {
                    next[k] += chance * (1.0 - p);
                    next[k + 1] += chance * p;
                }
                chances = next;
            }
            chances
        });
        let dice = dice.map(usize::from);
        let fronts = |commander: bool| {
            [one, other].map(|unit| Front {
                bases: state.body(unit).front().len(),
                save: saves[usize::from(unit == other)],
                commander,
            })
        };
        // The table counts commanders as ordinary bases.
        let table = round(dice, [&strips[0], &strips[1]], fronts(false));
        for (column, told) in told.into_iter().enumerate() {
            assert!(
                (table[column] - told).abs() < 0.000_51,
                "case {n}, column {column}: {}, not {told}",
                table[column]
            );
        }
        // The rules give him a save of his own and the last hit: the same reckoning, and what they do.
        if spears == [0, 0] {
            let own = round(dice, [&strips[0], &strips[1]], fronts(true));
            let found = ends(&rules, state, |state| {
                let over = !matches!(state.step, Step::Fight(_));
                over.then(|| [one, other].map(|unit| state.is(unit, Mark::Won)))
            });
            let of = |won: [bool; 2]| found.get(&won).copied().unwrap_or(0.0);
            for (column, won) in [(2, [true, false]), (3, [false, false]), (4, [false, true])] {
                near(of(won), own[column], &format!("case {n} by the rules, column {column}"));
            }
        }
    }
}

/// edges that positions have, by the rules; a tie is a success.
#[test]
fn withdrawal() {
    let told: BTreeMap<i32, i32> =
        (-4..).zip([206, 310, 435, 575, 721, 861, 986, 1090, 1170, 1226, 1261, 1281, 1291, 1295]).collect();
    // The fighter, the target, its place, how far the fighter comes from, who else is there; the edge of the withdrawer.
    const NOBODY: &str = "";
    const AWAY: &str = "b2 = { at = [5000, 3000], facing = 180 }";
    // 0.2" beside the horse, and beside the general: the fighter, 4.8" wide, touches both and fights on.
    const BESIDE: &str = "b2 = { at = [2640, 1000], facing = 180 }";
    const BESIDE_HIM: &str = "b2 = { at = [1700, 1720], facing = 180 }";
    for (fighter, target, at, gap, others, edge) in [
        ("r4", "b5", [2200, 1000], 200, NOBODY, -3),
        ("r4", "b2", [2200, 1000], 200, NOBODY, -3),
        ("r4", "b5", [2200, 1000], 350, NOBODY, -2),
        ("r2", "b5", [2200, 1000], 200, NOBODY, -1),
        ("r1", "b1", [2200, 1000], 200, NOBODY, 0),
        ("r1", "b1", [2200, 1000], 350, NOBODY, 1),
        ("r4", "b4", [2200, 1000], 350, NOBODY, 1),
        ("r1", "b4", [2200, 1000], 200, NOBODY, 4),
        ("r2", "b1", [1300, 1800], 200, NOBODY, 2),
        ("r1", "b1", [1300, 1800], 200, NOBODY, 3),
        ("r1", "b1", [1300, 1800], 350, NOBODY, 4),
        ("r5", "b2", [1300, 1800], 350, NOBODY, 5),
        // A general alone in a wood.
        ("r1", "bg1", [1300, 1800], 200, AWAY, 6),
        ("r1", "bg1", [1300, 1800], 500, AWAY, 7),
        ("r1", "b4", [2200, 1000], 350, BESIDE, 8),
        ("r1", "bg1", [1300, 1800], 200, BESIDE_HIM, 9),
    ] {
        let (head, facing) = match target.starts_with("bg") {
            true => ("[generals]", ""),
            false => ("", ", facing = 180"),
        };
        let (rules, mut state) = position(&format!(
            "step = {{ act = {{ unit = \"{fighter}\", activity = {{ ap = 6 }} }} }}\n[units]\n\
             {fighter} = {{ at = [{}, {}], facing = 0 }}\n{others}\n\
             {head}\n{target} = {{ at = [{}, {}]{facing} }}",
            at[0],
            at[1] - gap,
            at[0],
            at[1]
        ));
        let act = |state: &mut State, seat: u8, text: &str| {
            let action = rules.read_action(text).expect("an action");
            rules
                .play(state, Seat(seat), &action, &mut Story::silent())
                .unwrap_or_else(|no| panic!("{fighter} and {target}, {text}: {no:?}"));
        };
        act(&mut state, 0, &format!("fight {target}"));
        // No unit shoots at opportunity; a far edge is thrown for without harm.
        while !matches!(rules.ask(&state), Ask::Choose(ref asked) if asked[0].rule == ageofwar::rule_ids::R_7_2)
        {
            match rules.ask(&state) {
                Ask::Choose(_) => act(&mut state, 1, "pass"),
                Ask::Throw(_) => rules.fall(&mut state, kernel::Fall::Value(1), &mut Story::silent()),
                Ask::Over(_) => panic!("{fighter} and {target}: nobody is asked"),
            }
        }
        // Those beside fight on: only the throw of the withdrawal is looked at.
        let withdraws = Line::new("verdict-withdraws");
        let found = chance_until(Until::Question, &rules, &state, 1, "withdraw rear", &withdraws);
        near(found, f64::from(told[&edge]) / 1296.0, &format!("{fighter} at {target}, edge {edge}"));
    }
}
