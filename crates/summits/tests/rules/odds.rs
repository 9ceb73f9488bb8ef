//! 9: exact distributions of damage, the same that `gunbai odds` prints, against figures worked out by hand: for
//! every attack the chance of no damage, of at least 3, 5 and 8 points in per cent, and the mean in hundredths.

use kernel::{Seat, Setup, Viewer, erased::AnyTable, odds::Wish};

use crate::Built;

struct Attack {
    name: &'static str,
    scenario: &'static str,
    /// Who strikes: Hideyoshi's enemy, or he.
    anti: bool,
    head: &'static str,
    units: &'static str,
    /// What the other side does before, where this is an ambush.
    met: &'static [&'static str],
    plan: &'static [&'static str],
    net: i32,
    figures: [u32; 5],
}

const HIDEYOSHI: &str = "active = \"hideyoshi\"\n[position.hands]\nhideyoshi = \"FI RA\"\nanti = \"RA\"\n";
/// In an Assault those who are ambushed have not acted yet, so that only damage flips them.
const AMBUSH: &str = "active = \"hideyoshi\"\n[position.hands]\nhideyoshi = \"AS RA\"\nanti = \"AM RA\"\n";
const ANTI: &str = "active = \"anti\"\n[position.hands]\nhideyoshi = \"RA\"\nanti = \"FI RA\"\n";

/// P(none), P(≥ 3), P(≥ 5), P(≥ 8) in per cent, mean in hundredths.
const TYPICAL: &[Attack] = &[
    Attack {
        name: "Sakuma and four in turn 1 against Nakagawa",
        scenario: "shizugatake",
        anti: true,
        head: "turn = 1\n",
        units: "shizugatake = [\"sakuma\", \"shibata_8..11\", \"nakagawa\", \"nakagawa_1..4\", \"hashiba_1..5\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -1,
        figures: [0, 92, 72, 28, 600],
    },
    Attack {
        name: "the same later",
        scenario: "shizugatake",
        anti: true,
        head: "turn = 2\n",
        units: "shizugatake = [\"sakuma\", \"shibata_8..11\", \"nakagawa\", \"nakagawa_1..4\", \"hashiba_1..5\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -2,
        figures: [3, 83, 58, 17, 500],
    },
    Attack {
        name: "Katsuie and six against a barrier",
        scenario: "shizugatake",
        anti: true,
        head: "turn = 2\n",
        units: "nakanogo = [\"katsuie\", \"shibata_1..6\", \"ogawa\", \"ogawa_1..3\", \"hashiba_1..6\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -3,
        figures: [8, 72, 42, 8, 403],
    },
    Attack {
        name: "Saito fires from a hill at the mountain",
        scenario: "tennozan",
        anti: true,
        head: "turn = 2\n",
        units: "takaradera_kita = [\"saito\", \"akechi_7..10\"]\ntennozan = [\"kanbei\", \"mikoda\", \"hashiba_1..8\"]\n",
        met: &[],
        plan: &["play FI", "fire tennozan"],
        net: -3,
        figures: [8, 72, 42, 8, 403],
    },
    Attack {
        name: "Matsuda and two against Kuroda",
        scenario: "tennozan",
        anti: true,
        head: "turn = 2\n",
        units: "tennozan = [\"matsuda\", \"akechi_16..17\", \"kanbei\", \"mikoda\", \"hashiba_1..8\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -5,
        figures: [28, 42, 17, 0, 228],
    },
    Attack {
        name: "Kuroda and three fire from the mountain at Saito on a hill",
        scenario: "tennozan",
        anti: false,
        head: "turn = 2\n",
        units: "tennozan = [\"kanbei\", \"hashiba_1..3\"]\ntakaradera_kita = [\"saito\", \"akechi_1..9\"]\n",
        met: &[],
        plan: &["play FI", "marshal takaradera_kita", "strike kanbei 3"],
        net: -4,
        figures: [17, 58, 28, 3, 311],
    },
    Attack {
        name: "a Hashiba captain and two against Akechi",
        scenario: "tennozan",
        anti: false,
        head: "turn = 2\n",
        units: "yamazaki = [\"kimura\", \"hashiba_7..8\", \"tsuda\", \"akechi_11..15\", \"akechi_1..4\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -4,
        figures: [17, 58, 28, 3, 311],
    },
    Attack {
        name: "Fukushima and two against Shibata",
        scenario: "shizugatake",
        anti: false,
        head: "turn = 6\n",
        units: "kuroda = [\"fukushima\", \"hashiba_1..2\", \"haigo\", \"shibata_1..9\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -3,
        figures: [8, 72, 42, 8, 403],
    },
    Attack {
        name: "Sakuma fires down from Shizugatake",
        scenario: "shizugatake",
        anti: true,
        head: "turn = 2\n",
        units: "shizugatake = [\"sakuma\", \"shibata_8..11\"]\nkuroda = [\"takayama\", \"takayama_1..4\", \"hashiba_1..5\"]\n",
        met: &[],
        plan: &["play FI", "fire kuroda"],
        net: 1,
        figures: [0, 100, 92, 58, 800],
    },
    Attack {
        name: "four combat units fire on the level",
        scenario: "tennozan",
        anti: false,
        head: "turn = 2\n",
        units: "yamazaki = [\"takayama_1..4\"]\nyamazaki_higashi = [\"tsuda\", \"akechi_1..9\"]\n",
        met: &[],
        plan: &["play FI", "fire yamazaki_higashi"],
        net: -5,
        figures: [28, 42, 17, 0, 228],
    },
    Attack {
        name: "one combat unit fires on the level",
        scenario: "tennozan",
        anti: false,
        head: "turn = 2\n",
        units: "yamazaki = [\"takayama_1\"]\nyamazaki_higashi = [\"tsuda\", \"akechi_1..9\"]\n",
        met: &[],
        plan: &["play FI", "fire yamazaki_higashi"],
        net: -7,
        figures: [58, 17, 3, 0, 97],
    },
    Attack {
        name: "one combat unit fires up at the mountain",
        scenario: "shizugatake",
        anti: false,
        head: "turn = 2\n",
        units: "kuroda = [\"takayama_1\"]\nshizugatake = [\"haigo\", \"shibata_1..9\"]\n",
        met: &[],
        plan: &["play FI", "fire shizugatake"],
        net: -9,
        figures: [83, 3, 0, 0, 28],
    },
    Attack {
        name: "Sakuma in turn 1 against a barrier",
        scenario: "shizugatake",
        anti: true,
        head: "turn = 1\n",
        units: "nakanogo = [\"sakuma\", \"shibata_8..11\", \"ogawa\", \"ogawa_1..3\", \"hashiba_1..6\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -2,
        figures: [3, 83, 58, 17, 500],
    },
    Attack {
        name: "Sakuma in turn 1 fires up from the plain",
        scenario: "shizugatake",
        anti: true,
        head: "turn = 1\n",
        units: "kawanami = [\"sakuma\", \"shibata_8..11\"]\nshizugatake = [\"nakagawa\", \"nakagawa_1..4\", \"hashiba_1..5\"]\n",
        met: &[],
        plan: &["play FI", "fire shizugatake"],
        net: -3,
        figures: [8, 72, 42, 8, 403],
    },
    Attack {
        name: "Sakuma in turn 1 against Takayama",
        scenario: "shizugatake",
        anti: true,
        head: "turn = 1\n",
        units: "kuroda = [\"sakuma\", \"shibata_8..11\", \"takayama\", \"takayama_1..4\", \"hashiba_1..5\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: 0,
        figures: [0, 97, 83, 42, 700],
    },
    Attack {
        name: "Saito and four against Kuroda",
        scenario: "tennozan",
        anti: true,
        head: "turn = 2\n",
        units: "tennozan = [\"saito\", \"akechi_7..10\", \"kanbei\", \"mikoda\", \"hashiba_1..8\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -2,
        figures: [3, 83, 58, 17, 500],
    },
    Attack {
        name: "Hidenaga and four fire from the plain at Saito on a hill",
        scenario: "tennozan",
        anti: false,
        head: "turn = 2\n",
        units: "todaiji = [\"hidenaga\", \"hashiba_1..4\"]\ntakaradera_kita = [\"saito\", \"akechi_1..9\"]\n",
        met: &[],
        plan: &["play FI", "fire takaradera_kita"],
        net: -5,
        figures: [28, 42, 17, 0, 228],
    },
    Attack {
        name: "a Hashiba captain and two against Akechi who have acted",
        scenario: "tennozan",
        anti: false,
        head: "turn = 2\nback = [\"tsuda\", \"akechi_11..15\", \"akechi_1..4\"]\n",
        units: "yamazaki = [\"kimura\", \"hashiba_7..8\", \"tsuda\", \"akechi_11..15\", \"akechi_1..4\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -3,
        figures: [8, 72, 42, 8, 403],
    },
    Attack {
        name: "Hideyoshi and eight against Katsuie",
        scenario: "shizugatake",
        anti: false,
        head: "turn = 6\n",
        units: "kuroda = [\"hideyoshi\", \"hashiba_1..8\", \"katsuie\", \"shibata_1..9\"]\n",
        met: &[],
        plan: &["down RA", "attack"],
        net: -2,
        figures: [3, 83, 58, 17, 500],
    },
    Attack {
        name: "Takayama fires from a hill at Sakuma on the mountain",
        scenario: "shizugatake",
        anti: false,
        head: "turn = 2\n",
        units: "iwasakiyama = [\"takayama\", \"takayama_1..4\"]\nshizugatake = [\"sakuma\", \"shibata_1..9\"]\n",
        met: &[],
        plan: &["play FI", "fire shizugatake"],
        net: -5,
        figures: [28, 42, 17, 0, 228],
    },
    Attack {
        name: "one combat unit fires up at a hill",
        scenario: "tennozan",
        anti: false,
        head: "turn = 2\n",
        units: "todaiji = [\"takayama_1\"]\ntakaradera_kita = [\"tsuda\", \"akechi_1..9\"]\n",
        met: &[],
        plan: &["play FI", "fire takaradera_kita"],
        net: -8,
        figures: [72, 8, 0, 0, 56],
    },
    Attack {
        name: "a general who has acted springs an ambush",
        scenario: "tennozan",
        anti: true,
        head: "turn = 2\nback = [\"tsuda\"]\n",
        units: "takaradera_minami = [\"takayama\", \"takayama_1..4\", \"hashiba_1..5\"]\nyamazaki = [\"tsuda\"]\n",
        met: &["play AS", "to yamazaki"],
        plan: &["ambush"],
        net: -6,
        figures: [42, 28, 8, 0, 156],
    },
];

/// The chance of each number of points, in 36ths.
fn points(attack: &Attack) -> Vec<(i32, u32)> {
    let anti = attack.anti;
    let (side, seat) = match (anti, attack.met) {
        (false, _) => (HIDEYOSHI, Seat(0)),
        (true, []) => (ANTI, Seat(1)),
        (true, _) => (AMBUSH, Seat(1)),
    };
    // The defender has one area to retreat to.
    let control = if anti { "hideyoshi" } else { "anti" };
    let other = if anti { "anti" } else { "hideyoshi" };
    let mut text = format!("{}{side}", attack.head).replace("[position.", "[");
    let held: Vec<&str> = attack.units.lines().filter_map(|line| line.split(" = ").next()).collect();
    let rules = Built::rules(attack.scenario, None).unwrap_or_else(|faults| panic!("{faults}"));
    let target = rules.map.named(held.last().expect("an area")).expect("on the map");
    let near =
        rules.map.graph.neighbours(target).iter().map(|border| rules.map.area(border.area).id.as_str());
    let retreat = near.into_iter().find(|id| !held.contains(id)).expect("an empty area beside the target");
    // Each side controls where it stands alone: where a group is ambushed, the ambushers hold the target.
    let (own, others): (Vec<&str>, Vec<&str>) =
        held.iter().partition(|id| (Some(*id) == held.last()) == attack.met.is_empty());
    let list = |areas: &[&str]| areas.iter().map(|id| format!("\"{id}\"")).collect::<Vec<_>>().join(", ");
    text += &format!(
        "[control]\n{control} = [{}]\n{other} = [{}]\n",
        list(&[own, vec![retreat]].concat()),
        list(&others)
    );
    text += &format!("[units]\n{}", attack.units);
    let data = Built::data();
    let setup: Setup = Built::setup(attack.scenario, Some(&text));
    let mut table =
        Built::table(&data, &setup).unwrap_or_else(|faults| panic!("{}: {faults}\n{text}", attack.name));
    for action in attack.met {
        table
            .act(seat.other(), action, Viewer::Everyone)
            .unwrap_or_else(|wrong| panic!("{}: {action}: {wrong}", attack.name));
    }
    let plan: Vec<String> = attack.plan.iter().map(|action| (*action).to_owned()).collect();
    let odds = table
        .odds(seat, &plan, Wish { bound: 100_000, ..Wish::default() })
        .unwrap_or_else(|wrong| panic!("{}: {wrong}", attack.name));
    let number = |text: &str, word: &str| -> i32 {
        let rest = text.split(word).nth(1).unwrap_or_else(|| panic!("no `{word}` in {text}"));
        rest.trim_start().split([',', ' ']).next().and_then(|n| n.parse().ok()).expect("a number")
    };
    // Ten stand there: all are flipped before the first is driven back, unless all have acted.
    let flips = if attack.met.is_empty() && attack.head.contains("back = ") { 0 } else { 10 };
    odds.rows()
        .map(|outcome| {
            let taken = match outcome.text.as_str() {
                "no damage" => 0,
                text if text.contains("driven back") => flips + number(text, "driven back"),
                text => number(text, "flipped"),
            };
            let (num, den) = outcome.chance.split_once('/').unwrap_or((&outcome.chance, "1"));
            let (num, den): (u32, u32) = (num.parse().expect("a number"), den.parse().expect("a number"));
            assert_eq!(36 % den, 0, "{}: {} of {}", attack.name, outcome.chance, outcome.text);
            (taken, num * 36 / den)
        })
        .collect()
}

#[test]
fn typical_attacks_are_exact() {
    for attack in TYPICAL {
        let points = points(attack);
        let ways = |sum: i32| 6 - (7 - sum).unsigned_abs();
        // Point by point: two dice and the sum of modifiers less defence.
        for (taken, weight) in &points {
            let expected: u32 = (2..=12).filter(|sum| (sum + attack.net).max(0) == *taken).map(ways).sum();
            assert_eq!(*weight, expected, "{}: {taken} points in {points:?}", attack.name);
        }
        assert_eq!(points.iter().map(|(_, weight)| weight).sum::<u32>(), 36, "{}", attack.name);
        let at_least = |least: i32| {
            let weight: u32 =
                points.iter().filter(|(taken, _)| *taken >= least).map(|(_, weight)| weight).sum();
            (weight * 100 + 18) / 36
        };
        let none =
            points.iter().filter(|(taken, _)| *taken == 0).map(|(_, weight)| weight * 100 + 18).sum::<u32>()
                / 36;
        let mean = (points.iter().map(|(taken, weight)| *taken as u32 * weight * 100).sum::<u32>() + 18) / 36;
        assert_eq!([none, at_least(3), at_least(5), at_least(8), mean], attack.figures, "{}", attack.name);
    }
}

/// Every sum of modifiers less defence from −9 to +1 is among them.
#[test]
fn the_whole_table_of_nets_is_there() {
    let missing: Vec<i32> = (-9..=1).filter(|net| !TYPICAL.iter().any(|attack| attack.net == *net)).collect();
    assert!(missing.is_empty(), "no attack shows {missing:?}");
}

/// Two attacks of Sakuma on turn 1 clear five fresh units, ten points, three times in four, and after fire from the
/// plain nearly always.
#[test]
fn an_assault_clears_an_area() {
    let found = |name: &str| {
        points(TYPICAL.iter().find(|attack| attack.name == name).unwrap_or_else(|| panic!("no {name}")))
    };
    let strike = found("Sakuma and four in turn 1 against Nakagawa");
    let fire = found("Sakuma in turn 1 fires up from the plain");
    let after = |one: &[(i32, u32)], other: &[(i32, u32)]| -> Vec<(i32, u32)> {
        one.iter().flat_map(|(a, m)| other.iter().map(move |(b, n)| (a + b, m * n))).collect()
    };
    let at_least_ten = |all: &[(i32, u32)]| -> u32 {
        all.iter().filter(|(points, _)| *points >= 10).map(|(_, weight)| weight).sum()
    };
    let two = after(&strike, &strike);
    assert_eq!((at_least_ten(&two) * 100 + 648) / 1296, 76);
    let three = after(&two, &fire);
    assert_eq!((at_least_ten(&three) * 100 + 23_328) / 46_656, 94);
}
