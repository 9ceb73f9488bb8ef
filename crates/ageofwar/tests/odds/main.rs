//! The exact odds of the game, held against tables worked out independently of this program. Each figure is that of a
//! position: what the rules do with every fall of the dice, not a formula written down a second time.

mod fights;

use std::collections::BTreeMap;

use ageofwar::{
    AgeOfWar, State,
    decisions::Step,
    pontoon::{Pontoon, WHOLE},
    state::{Mark, Where},
};
use contract::BuiltIn;
use kernel::{
    Ask, DataSet, Line, Notation, Play, Presentation, Rules, Seat, Story, System,
    odds::{Chance, Until, Wish, odds},
};

type Built = BuiltIn<AgeOfWar>;

fn near(found: f64, told: f64, what: &str) {
    assert!((found - told).abs() < 0.000_051, "{what}: {found:.5}, not {told:.4}");
}

fn position_of(data: &DataSet, scenario: &str, text: &str) -> (AgeOfWar, State) {
    let rules = AgeOfWar::open(data, &Built::setup(scenario, Some(text)))
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let state = rules.begin();
    (rules, state)
}

/// A built-in battle in which these troops take the place of others, wherever they are.
fn battle(scenario: &str, troops: &[(&str, &str)]) -> DataSet {
    let path = format!("ageofwar/scenarios/{scenario}.toml");
    let mut data = Built::data();
    let mut text = data.text(&path).expect("a built-in battle").to_owned();
    for (old, new) in troops {
        assert!(text.contains(old), "{path} does not contain {old:?}");
        text = text.replace(old, new);
    }
    data.insert(&path, &text);
    data
}

fn position(text: &str) -> (AgeOfWar, State) {
    position_of(&Built::data(), "sunagawa", text)
}

/// What becomes of a state over all falls of its dice, habit answering questions, each end with its chance.
fn ends<T: Ord>(
    rules: &AgeOfWar,
    state: State,
    mut end: impl FnMut(&State) -> Option<T>,
) -> BTreeMap<T, f64> {
    let mut found = BTreeMap::new();
    let mut open = vec![(state, 1.0)];
    let mut falls = Vec::new();
    while let Some((mut state, chance)) = open.pop() {
        if let Some(what) = end(&state) {
            *found.entry(what).or_insert(0.0) += chance;
            continue;
        }
        match rules.ask(&state) {
            Ask::Throw(roll) => {
                roll.pool.every(&mut falls);
                for (fall, weight) in &falls {
                    let mut next = state.clone();
                    rules.fall(&mut next, *fall, &mut Story::silent());
                    open.push((next, chance * *weight as f64 / roll.pool.weight() as f64));
                }
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let action = rules.habit(&state, seat);
                rules.play(&mut state, seat, &action, &mut Story::silent()).expect("a habit is legal");
                open.push((state, chance));
            }
            Ask::Over(_) => panic!("the game is over before what is looked for"),
        }
    }
    found
}

/// The chance of an outcome that `gunbai odds` gives for one action.
fn chance(rules: &AgeOfWar, state: &State, seat: u8, action: &str, wanted: &Line) -> f64 {
    chance_until(Until::End, rules, state, seat, action, wanted)
}

fn chance_until(until: Until, rules: &AgeOfWar, state: &State, seat: u8, action: &str, wanted: &Line) -> f64 {
    let plan = kernel::Plan::from(rules.read_action(action).expect("an action"));
    // More than a player waits for: exact figures are what is tested.
    let wish = Wish { until, bound: 200_000, ..Wish::default() };
    let found = odds(rules, state, Seat(seat), &plan, wish).unwrap_or_else(|no| panic!("{action}: {no:?}"));
    assert_eq!(found.samples, None, "{action} is worked out exactly");
    let of = |chance: Chance| chance.num as f64 / chance.den as f64;
    found.outcomes.iter().filter(|row| row.line == *wanted).map(|row| of(row.chance)).sum()
}

/// N = 2 to 13 in 36ths, by a general of each value at each distance.
#[test]
fn motivation() {
    let told = [33, 33, 33, 30, 26, 21, 15, 10, 6, 3, 3, 3];
    for (need, of_36) in (2i32..).zip(told) {
        // Armoured ashigaru need 2, the general's value and every 3" the rest.
        let value = (need - 2).min(5);
        let away = 120 + 300 * (need - 2 - value) + 10;
        let (rules, state) = position(&format!(
            "step = \"motivate\"\n[units]\nr1 = {{ at = [5500, {}], facing = 0, files = 4 }}\nb1 = {{ at = [900, 3300], facing = 180 }}\n\
             [generals]\nrg1 = {{ at = [5500, 300], value = {value} }}",
            380 + away + 120
        ));
        let r1 = rules.unit_named("r1").unwrap();
        assert_eq!(rules.needed(&state, r1), need, "a position for N = {need}");
        let found = chance(&rules, &state, 0, "motivate r1", &Line::new("verdict-motivated"));
        near(found, f64::from(of_36) / 36.0, &format!("N = {need}"));
    }
}

/// action points of each kind of unit: mean, none, two or more, four or more.
#[test]
fn action_points() {
    for (unit, marks, general, told) in [
        ("r2", "", "", [4.5, 0.0, 1.0, 2.0 / 3.0]),
        ("r1", "", "rg1 = { with = \"r1\" }", [4.5, 0.0, 1.0, 2.0 / 3.0]),
        ("r1", "", "", [3.5, 0.0, 5.0 / 6.0, 0.5]),
        ("r5", "", "", [2.5, 1.0 / 6.0, 2.0 / 3.0, 1.0 / 3.0]),
        ("r5", "", "rg2 = { with = \"r5\" }", [3.5, 0.0, 5.0 / 6.0, 0.5]),
        ("r2", "\"disordered\", \"began-disordered\"", "", [2.5, 1.0 / 6.0, 2.0 / 3.0, 1.0 / 3.0]),
        ("r1", "\"disordered\", \"began-disordered\"", "", [10.0 / 6.0, 1.0 / 3.0, 0.5, 1.0 / 6.0]),
        ("r5", "\"disordered\", \"began-disordered\"", "", [1.0, 0.5, 1.0 / 3.0, 0.0]),
    ] {
        // A second unit, so that who has no points is still seen to have had none.
        let (rules, state) = position(&format!(
            "step = {{ points = {{ unit = \"{unit}\", wild = false }} }}\n[units]\n{unit} = {{ at = [2200, 1000], facing = 0, marks = [{marks}] }}\n\
             b1 = {{ at = [2200, 3300], facing = 180 }}\n[generals]\n{general}"
        ));
        let Ask::Throw(roll) = rules.ask(&state) else { panic!("points are thrown for") };
        let sum: i32 = roll.modifiers.iter().map(|m| i32::from(m.value)).sum();
        let mut falls = Vec::new();
        roll.pool.every(&mut falls);
        let mut found = [0.0; 4];
        for (fall, weight) in falls {
            let mut next = state.clone();
            rules.fall(&mut next, fall, &mut Story::silent());
            let ap = match next.step {
                Step::Act(act) => i32::from(act.activity.ap),
                // Nothing to spend: its turn is over at once.
                _ => 0,
            };
            assert_eq!(ap, (fall.value() + sum).max(0));
            let p = weight as f64 / 6.0;
            let has = |when: bool| if when { p } else { 0.0 };
            let more = [p * f64::from(ap), has(ap == 0), has(ap >= 2), has(ap >= 4)];
            found = std::array::from_fn(|n| found[n] + more[n]);
        }
        for n in 0..4 {
            near(found[n], told[n], &format!("{unit} {marks} {general}, column {n}"));
        }
    }
}

/// A shooter of one base, or of more, before a target behind a palisade or without one.
struct Range<'a> {
    /// Bases of `t5`, and whether the unit is levy.
    shooters: &'a str,
    levy: bool,
    target: &'a str,
    gap: i32,
    cover: bool,
    centre: bool,
}

impl Range<'_> {
    /// The chance of this many losses.
    fn falls(&self, n: i32) -> f64 {
        let kind = match self.target {
            "o3" => "levy_spear",
            "o9" => "samurai_foot",
            _ => "arm_spear",
        };
        // Behind the west palisade, or before the stream.
        let (x, y) = (1500, if self.cover { 1380 } else { 400 });
        let off = if self.centre { 0 } else { 330 };
        let base = format!("\"{kind}\"");
        let text = format!(
            "step = {{ act = {{ unit = \"t5\", activity = {{ ap = 2 }} }} }}\n[units]\n\
             t5 = {{ at = [{}, {}], facing = 180, layout = [{}], files = {} }}\n\
             {} = {{ at = [{x}, {y}], facing = 0, layout = [{}], files = 4 }}",
            x + off,
            y + self.gap,
            self.shooters,
            self.shooters.split(',').count(),
            self.target,
            [base.as_str(); 8].join(", "),
        );
        let bows = if self.levy { "bases = { levy_bow = 8 }" } else { "bases = { arm_bow = 8 }" };
        let data = battle("shitaragahara", &[("bases = { arm_spear = 6, arm_bow = 2 }", bows)]);
        let (rules, state) = position_of(&data, "shitaragahara", &text);
        let action = format!("shoot {}", self.target);
        chance(&rules, &state, 0, &action, &Line::new("verdict-loses").with("n", n))
    }
}

/// what one base kills with one shot: on centre and off it, by levy and by armoured ashigaru.
#[test]
fn shooting() {
    let (armoured, levy, samurai) = ("o6", "o3", "o9");
    for (target, short, cover, told) in [
        (armoured, true, false, [1.0 / 6.0, 1.0 / 12.0, 2.0 / 9.0, 1.0 / 9.0]),
        (armoured, true, true, [1.0 / 9.0, 1.0 / 18.0, 4.0 / 27.0, 2.0 / 27.0]),
        (armoured, false, false, [1.0 / 18.0, 1.0 / 36.0, 2.0 / 27.0, 1.0 / 27.0]),
        (armoured, false, true, [1.0 / 18.0, 1.0 / 36.0, 2.0 / 27.0, 1.0 / 27.0]),
        (levy, true, false, [1.0 / 6.0, 1.0 / 12.0, 2.0 / 9.0, 1.0 / 9.0]),
        (levy, true, true, [1.0 / 6.0, 1.0 / 12.0, 2.0 / 9.0, 1.0 / 9.0]),
        (levy, false, false, [1.0 / 9.0, 1.0 / 18.0, 4.0 / 27.0, 2.0 / 27.0]),
        (levy, false, true, [1.0 / 18.0, 1.0 / 36.0, 2.0 / 27.0, 1.0 / 27.0]),
        (samurai, true, false, [1.0 / 9.0, 1.0 / 18.0, 4.0 / 27.0, 2.0 / 27.0]),
        (samurai, true, true, [1.0 / 18.0, 1.0 / 36.0, 2.0 / 27.0, 1.0 / 27.0]),
        (samurai, false, false, [1.0 / 18.0, 1.0 / 36.0, 2.0 / 27.0, 1.0 / 27.0]),
        (samurai, false, true, [1.0 / 18.0, 1.0 / 36.0, 2.0 / 27.0, 1.0 / 27.0]),
    ] {
        for (column, told) in told.into_iter().enumerate() {
            let (of_levy, centre) = (column < 2, column % 2 == 0);
            let shooters = if of_levy { "\"levy_bow\"" } else { "\"arm_bow\"" };
            let gap = if short { 350 } else { 800 };
            let range = Range { shooters, levy: of_levy, target, gap, cover, centre };
            near(range.falls(1), told, &format!("{target}, short {short}, cover {cover}, column {column}"));
        }
    }
}

/// volleys of armoured shooters on centre, at short range, at armoured foot in the open.
#[test]
fn volleys() {
    for (bases, told) in [
        (2, [0.6049, 0.3457, 0.0494, 0.0000]),
        (3, [0.4705, 0.4033, 0.1152, 0.0110]),
        (4, [0.3660, 0.4182, 0.1792, 0.0366]),
        (6, [0.2214, 0.3795, 0.2711, 0.1280]),
    ] {
        let shooters = vec!["\"arm_bow\""; bases].join(", ");
        let range =
            Range { shooters: &shooters, levy: false, target: "o6", gap: 350, cover: false, centre: true };
        let found = [0, 1, 2].map(|n| range.falls(n));
        for n in 0..3 {
            near(found[n], told[n], &format!("{bases} bases, {n} dead"));
        }
        // Nobody of the front falls twice, which the table does not look at; more than three come to the same.
        near(1.0 - found.iter().sum::<f64>(), told[3], &format!("{bases} bases, three or more"));
    }
}

/// fails of a number of dice, rolled by a disordered unit.
#[test]
fn morale() {
    for (dice, three, four) in [
        (1, 0.0, 0.0),
        (2, 0.0, 0.0),
        (3, 0.125, 0.0),
        (4, 0.3125, 0.0625),
        (5, 0.5, 0.1875),
        (6, 0.6562, 0.3438),
        (7, 0.7734, 0.5),
        (8, 0.8555, 0.6367),
        (9, 0.9102, 0.7461),
        (10, 0.9453, 0.8281),
    ] {
        // Casualties up to three, then what else makes it harder, one by one.
        let (markers, more) = (dice.min(3), dice - dice.min(3));
        let unit = if more >= 1 { "b5" } else { "b1" };
        let marks = if more >= 2 { "\"disordered\"" } else { "" };
        let kind = if more >= 1 { "levy_spear" } else { "arm_spear" };
        let commander = if more >= 3 { "" } else { "*" };
        let (ranks, general) = (if more >= 6 { 1 } else { 2 }, if more >= 4 { "dead" } else { "table" });
        let mut layout = vec![format!("\"{kind}{commander}\"")];
        layout.extend(vec![format!("\"{kind}\""); 4 * ranks - 1]);
        let daimyo = if more == 5 || more == 7 { "dead" } else { "maku" };
        let spears = battle("sunagawa", &[("arm_spear = 5, arm_arquebus = 3", "arm_spear = 8")]);
        let text = format!(
            "active = \"blue\"\nstep = \"casualties\"\nerrands = [{{ test = {{ unit = \"{unit}\", asked = true }} }}]\n[units]\n\
             {unit} = {{ at = [2200, 2000], facing = 180, markers = {markers}, files = 4, layout = [{}], marks = [{marks}] }}\n\
             r1 = {{ at = [2200, 400], facing = 0 }}\n[generals]\nbg1 = {{ at = [5000, 3300], place = \"{general}\" }}\nbg2 = {{ at = [5500, 3300], place = \"{general}\" }}\n\
             [camps]\nblue = {{ daimyo = \"{daimyo}\" }}",
            layout.join(", ")
        );
        let (rules, state) = position_of(&spears, "sunagawa", &text);
        let Ask::Throw(roll) = rules.ask(&state) else { panic!("a test is thrown for") };
        assert_eq!(roll.pool.dice(), dice, "a position for {dice} dice: {:?}", roll.modifiers);
        let id = rules.unit_named(unit).unwrap();
        let found = ends(&rules, state, |state| {
            let body = state.body(id);
            let tested = body.markers == 0 || body.place != Where::Table;
            let back = state.errands.iter().any(|errand| format!("{errand:?}").contains("fails: 3"));
            tested.then_some((body.place == Where::Routed, back))
        });
        let routed: f64 = found.iter().filter(|((routed, _), _)| *routed).map(|(_, p)| p).sum();
        let back: f64 = found.iter().filter(|((_, back), _)| *back).map(|(_, p)| p).sum();
        near(routed, four, &format!("{dice} dice, four fails"));
        near(routed + back, three, &format!("{dice} dice, three fails"));
    }
}

/// a messenger 8, 16, 24 and 32 inches away, with one die to eight.
#[test]
fn messengers() {
    let dice = [1, 2, 3, 4, 5, 6, 8];
    for (inches, told) in [
        (8, [0.5, 0.75, 0.875, 0.9375, 0.9688, 0.9844, 0.9961]),
        (16, [0.0, 0.25, 0.5, 0.6875, 0.8125, 0.8906, 0.9648]),
        (24, [0.0, 0.0, 0.125, 0.3125, 0.5, 0.6562, 0.8555]),
        (32, [0.0, 0.0, 0.0, 0.0625, 0.1875, 0.3438, 0.6367]),
    ] {
        for (dice, told) in dice.into_iter().zip(told) {
            // The general is touched from a point within an inch of his base, which is 1.6" wide.
            let x = 1000 + inches * 100 + 180;
            let (rules, state) = position(&format!(
                "step = {{ allot = {{ dice = 1 }} }}\n[units]\nr1 = {{ at = [5000, 800], facing = 0 }}\nb1 = {{ at = [5000, 3300], facing = 180 }}\n\
                 [generals]\nrg1 = {{ at = [{x}, 800] }}\n\
                 [camps]\nred = {{ messengers = [{{ errand = \"on-way\", at = [1000, 800], dice = {}, goal = \"red_left\" }}] }}",
                dice - 1
            ));
            let found = chance(&rules, &state, 0, "send 1 red_left", &Line::new("verdict-reaches"));
            near(found, told, &format!("{dice} dice over {inches} inches"));
        }
    }
}

/// how long a game lasts, one die of the countdown after the other.
#[test]
fn countdown() {
    let after = |left: i32| -> Vec<Option<i32>> {
        let (rules, state) = position(&format!(
            "active = \"blue\"\nstep = \"countdown\"\ncountdown = {left}\n[units]\nr1 = {{ at = [2200, 1000], facing = 0 }}\nb1 = {{ at = [2200, 3000], facing = 180 }}"
        ));
        let Ask::Throw(roll) = rules.ask(&state) else { panic!("the countdown is thrown for") };
        let mut falls = Vec::new();
        roll.pool.every(&mut falls);
        let next = |fall| {
            let mut next = state.clone();
            rules.fall(&mut next, fall, &mut Story::silent());
            next.over.is_none().then_some(i32::from(next.countdown))
        };
        falls.into_iter().map(|(fall, _)| next(fall)).collect()
    };
    let table: Vec<Vec<Option<i32>>> = (1..=20).map(after).collect();
    let mut left = BTreeMap::from([(20, 1.0)]);
    let mut ends = Vec::new();
    for _ in 0..20 {
        let mut next: BTreeMap<i32, f64> = BTreeMap::new();
        let mut end = 0.0;
        for (n, chance) in left {
            for to in &table[n as usize - 1] {
                match to {
                    Some(to) => *next.entry(*to).or_insert(0.0) += chance / 6.0,
                    None => end += chance / 6.0,
                }
            }
        }
        ends.push(end);
        left = next;
    }
    let told = [0.054, 0.2512, 0.3317, 0.2259, 0.0983, 0.0303, 0.0070, 0.0013, 0.0002];
    for (turn, told) in (4..).zip(told) {
        near(ends[turn - 1], told, &format!("turn {turn}"));
    }
    let mean: f64 = (1..).zip(&ends).map(|(turn, p)| f64::from(turn) * p).sum();
    near(mean, 6.1902, "mean length");
}

/// The chance that the throw a position rests in, after these actions of red and falls of what comes before, is told so.
fn told_so(text: &str, actions: &[&str], key: &str) -> f64 {
    let (rules, mut state) = position(text);
    for action in actions {
        match action.strip_prefix("fall ") {
            Some(value) => {
                let value = value.parse().expect("a number");
                rules.fall(&mut state, kernel::Fall::Value(value), &mut Story::silent());
            }
            None => {
                let act = rules.read_action(action).expect("an action");
                rules.play(&mut state, Seat(0), &act, &mut Story::silent()).expect(action);
            }
        }
    }
    let Ask::Throw(roll) = rules.ask(&state) else { panic!("{key}: nothing is thrown") };
    let mut falls = Vec::new();
    roll.pool.every(&mut falls);
    let is_told = |fall: &kernel::Fall| {
        let (mut next, mut story) = (state.clone(), Story::telling());
        rules.fall(&mut next, *fall, &mut story);
        story.events.iter().any(|event| {
            rules.tell(event, kernel::Viewer::Everyone).is_some_and(|telling| telling.line.key == key)
        })
    };
    let so: u128 = falls.iter().filter(|(fall, _)| is_told(fall)).map(|(_, weight)| *weight).sum();
    so as f64 / roll.pool.weight() as f64
}

/// What one die decides.
#[test]
fn single_dice() {
    const THIRD: f64 = 1.0 / 3.0;
    let late = |unit: &str| {
        format!(
            "active = \"blue\"\nstep = \"late\"\n[units]\n{unit} = {{ place = \"late\" }}\nr1 = {{ at = [2200, 1000], facing = 0 }}"
        )
    };
    near(told_so(&late("b1"), &[], "told-comes"), THIRD, "late foot");
    near(told_so(&late("b2"), &[], "told-comes"), 5.0 / 9.0, "late samurai");

    let acts = |unit: &str, at: &str| {
        format!(
            "step = {{ act = {{ unit = \"{unit}\", activity = {{ ap = 4 }} }} }}\n[units]\n{unit} = {{ {at} }}\nb2 = {{ at = [2200, 3300], facing = 180 }}"
        )
    };
    let disordered = "at = [2200, 1000], facing = 0, marks = [\"disordered\"]";
    near(told_so(&acts("r2", disordered), &["restore order"], "told-restored"), 0.5, "order");
    let open = "at = [2200, 1000], facing = 0";
    near(told_so(&acts("r4", open), &["dismount", "mount"], "told-mounts"), THIRD, "mounting");
    let wood = "at = [1300, 1800], facing = 0";
    near(told_so(&acts("r2", wood), &["advance 1.5"], "told-disordered"), THIRD, "the far edge");

    let leaderless = "step = \"motivate\"\n[units]\nr2 = { at = [2200, 1000], facing = 0 }\n\
        r3 = { at = [4000, 1000], facing = 0 }\nb2 = { at = [2200, 2000], facing = 180 }\n[generals]\nrg1 = { place = \"dead\" }";
    let control = ["stop red_right", "fall 3", "control"];
    near(told_so(leaderless, &control, "told-controlled"), THIRD, "control");

    let fighting = "step = \"fights\"\nerrands = [{ test = { unit = \"r2\", asked = false } }]\n[units]\n\
        r2 = { at = [2200, 1300], facing = 0, markers = 2, marks = [\"beaten\"] }\nb2 = { at = [2200, 1300], facing = 180 }\n\
        [generals]\nrg1 = { with = \"r2\" }";
    near(told_so(fighting, &["rally"], "told-general-dies"), THIRD, "rallying in a fight");
    let routed = "step = \"fights\"\nerrands = [{ fate = { clan = \"red_left\" } }]\n[units]\n\
        r2 = { at = [2200, 1300], facing = 0, place = \"routed\" }\nb2 = { at = [2200, 2000], facing = 180 }\n\
        r5 = { at = [5000, 800], facing = 0 }\n[generals]\nrg1 = { with = \"r2\" }";
    near(1.0 - told_so(routed, &[], "told-general-dies"), 0.5, "a routed unit's general");

    let headless = "step = \"new-generals\"\n[units]\nr1 = { at = [2200, 1000], facing = 0 }\n\
        b2 = { at = [2200, 3300], facing = 180 }\n[generals]\nrg1 = { place = \"dead\" }";
    near(told_so(headless, &[], "told-no-general"), THIRD, "no new general");
    near(told_so(headless, &[], "told-new-general"), 2.0 * THIRD, "a new general");
    let risk = "step = { commander = { unit = \"r1\" } }\n[units]\nb1 = { at = [2200, 3000], facing = 180 }\n\
        r1 = { at = [2200, 1000], facing = 0, layout = [\"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\"], files = 2 }";
    for key in ["told-gone-for-help", "told-new-commander", "told-avenge"] {
        near(told_so(risk, &["risk"], key), THIRD, key);
    }
    // Each base by itself: some sneak off unless all four of them stay.
    let shaken = "step = \"casualties\"\nerrands = [{ sneak = { unit = \"r1\", commander = false } }]\n[units]\nb1 = { at = [2200, 3000], facing = 180 }\n\
        r1 = { at = [2200, 1000], facing = 0, layout = [\"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\"], files = 2 }";
    near(told_so(shaken, &[], "told-sneak"), 1.0 - (2.0f64 / 3.0).powi(4), "sneaking off");
}

/// the value of a challenge with the best stopping play of both; above his threshold by `over` somebody dies.
#[test]
fn challenges() {
    for (over, limits, kill, killed) in [
        (1, [13, 12], (39_790_946_376_577, 228_509_902_503_936), (7_848_461_358_047, 152_339_935_002_624)),
        (
            1,
            [15, 12],
            (31_929_126_698_588_701, 65_810_851_921_133_568),
            (4_681_974_022_125_367, 65_810_851_921_133_568),
        ),
        (3, [13, 12], (718_176_338_714_935, 10_968_475_320_188_928), (299_525_887_873, 67_706_637_778_944)),
        (
            3,
            [15, 12],
            (158_989_022_312_170_247, 592_297_667_290_202_112),
            (86_534_404_753_085_659, 4_738_381_338_321_616_896),
        ),
    ] {
        let value = Pontoon::new(limits, 3, over).value([0; 2], [false; 2], 1);
        for (found, (num, den)) in value.kills.into_iter().zip([kill, killed]) {
            // WHOLE is a power of six, and so is the denominator but for what was cancelled.
            assert_eq!(WHOLE % den, 0);
            assert_eq!(found, WHOLE / den * num, "thresholds {limits:?}, over by {over}");
        }
    }
}
