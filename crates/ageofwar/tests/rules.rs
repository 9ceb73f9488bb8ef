//! What the sheets print is data: another figure in `tables.toml` is another game, and a wrong one is a fault.

use ageofwar::{Action, AgeOfWar, State, tables::Tables};
use contract::BuiltIn;
use kernel::{Ask, DataSet, Fall, Notation, Play, Pool, Presentation, Rules, Seat, Story, System, Viewer};
use plane::Len;

type Built = BuiltIn<AgeOfWar>;

const PATH: &str = "ageofwar/tables.toml";
const UNITS: &str = "
    [units]
    r1 = { at = [2200, 1000], facing = 0, layout = [\"arm_spear\", \"arm_spear\", \"arm_spear\", \"arm_spear\"], files = 2 }
    r2 = { place = \"late\" }
    b1 = { at = [2200, 3000], facing = 180 }
";

fn begun(data: &DataSet, step: &str) -> (AgeOfWar, State) {
    let text = format!("{step}{UNITS}");
    let rules = AgeOfWar::open(data, &Built::setup("sunagawa", Some(&text)))
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let state = rules.begin();
    (rules, state)
}

fn pool(data: &DataSet, step: &str) -> Pool {
    let (rules, state) = begun(data, step);
    match rules.ask(&state) {
        Ask::Throw(roll) => roll.pool,
        other => panic!("{step}: {other:?}"),
    }
}

/// The keys of what is told after a throw.
fn told(data: &DataSet, step: &str, value: u16) -> Vec<String> {
    let (rules, mut state) = begun(data, step);
    let mut story = Story::telling();
    rules.fall(&mut state, Fall::Value(value), &mut story);
    let told = |event| rules.tell(event, Viewer::Everyone).map(|telling| telling.line.key.to_string());
    story.events.iter().filter_map(told).collect()
}

#[test]
fn another_figure_in_the_tables_decides_another_way() {
    for (old, new, step, value, was, is) in [
        (
            "rally_dead_from = 5",
            "rally_dead_from = 2",
            "errands = [{ rally-risk = { clan = \"red_left\" } }]",
            2,
            "told-general-safe",
            "told-general-dies",
        ),
        (
            "saved_from = 4",
            "saved_from = 5",
            "errands = [{ fate = { clan = \"red_left\" } }]",
            4,
            "told-general-flees",
            "told-general-dies",
        ),
        (
            "gone_to = 2",
            "gone_to = 3",
            "step = { commander-die = { unit = \"r1\" } }",
            3,
            "told-new-commander",
            "told-gone-for-help",
        ),
        (
            "disordered_to = 4",
            "disordered_to = 3",
            "step = { commander-die = { unit = \"r1\" } }",
            4,
            "told-new-commander",
            "told-avenge",
        ),
        (
            "none_to = 2",
            "none_to = 3",
            "step = { new-general = { clan = \"red_left\" } }\ngenerals = { rg1 = { place = \"dead\" } }",
            3,
            "told-new-general",
            "told-no-general",
        ),
        (
            "far_edge_from = 5",
            "far_edge_from = 4",
            "errands = [{ edge = { unit = \"r1\" } }]",
            4,
            "told-keeps-order",
            "told-disordered",
        ),
        (
            "escapes_from = 4",
            "escapes_from = 5",
            "errands = [{ escape = { side = 0 } }]",
            4,
            "told-daimyo-escapes",
            "told-daimyo-dies",
        ),
        (
            "escapes_within = 1200",
            "escapes_within = 100",
            "errands = [{ escape = { side = 0 } }]",
            4,
            "told-daimyo-escapes",
            "told-daimyo-dies",
        ),
    ] {
        let keys = told(&Built::data(), step, value);
        assert!(keys.iter().any(|key| key == was), "{old}: {keys:?}");
        let keys = told(&Built::spoilt(PATH, old, new), step, value);
        assert!(keys.iter().any(|key| key == is), "{new}: {keys:?}");
    }
}

#[test]
fn an_example_fails_with_another_figure() {
    let figures = [
        ("covered = 300", "covered = 200", "06-4-a-covered-general"),
        ("flees = 800", "flees = 750", "A-23-4-gets-away"),
        ("narrow = 2", "narrow = 1", "A-30-7-narrow"),
        ("shooters = 2", "shooters = 3", "A-30-8-shooters-in-front"),
        ("few = 2", "few = 1", "A-32-1-two-bases-left"),
        ("witnesses = 2", "witnesses = 1", "A-32-3-two-see-it"),
        ("refused = 1", "refused = 2", "A-33-2-a-general-refuses"),
        ("won = 1", "won = 2", "A-33-4-bodies"),
        ("bodies_with = 2", "bodies_with = 1", "A-33-4-bodies"),
        ("bodies_commander = 2", "bodies_commander = 0", "A-33-3-over-is-dead"),
        ("fall_back = 1", "fall_back = 2", "A-31-3-withdraws"),
        ("foot = [120, 120]", "foot = [120, 140]", "A-31-3-passes-a-friend"),
        ("apart = 100", "apart = 60", "07-3-no-way-out"),
        ("beside = 100", "beside = 300", "A-23-4-delivers"),
        ("across = 30", "across = 1", "07-1b-across-the-palisade"),
        ("free_way = 100", "free_way = 1", "07-3-no-way-out"),
        ("base_line = 100", "base_line = 1", "A-32-3-leaves"),
    ];
    Built::check_figures(PATH, &figures);
}

/// 2.1: a side has as many messengers as the data say.
#[test]
fn messengers_are_counted_by_the_data() {
    let third = |data: &DataSet| {
        let rules =
            AgeOfWar::open(data, &Built::setup("sunagawa", None)).unwrap_or_else(|faults| panic!("{faults}"));
        rules.read_action("send 3 red_left").map(|_| rules.begin().camp(kernel::Side(0)).messengers.len())
    };
    assert_eq!(third(&Built::data()), Ok(3));
    let error = third(&Built::spoilt(PATH, "riders = 3", "riders = 2")).expect_err("there is no third one");
    assert!(error.contains("messengers are 1 to 2, not 3"), "{error}");
}

#[test]
fn another_figure_in_the_tables_throws_other_dice() {
    let reach = |dice, at_least| Pool::Reach { dice, sides: 6, at_least };
    for (old, new, step, was, is) in [
        (
            "dice = 3\nworst",
            "dice = 2\nworst",
            "step = { general-dice = { clan = \"red_left\" } }",
            Pool::d6(3),
            Pool::d6(2),
        ),
        (
            "from = 5\ndice = 1",
            "from = 4\ndice = 1",
            "step = { late-die = { unit = \"r2\" } }",
            reach(2, 5),
            reach(2, 4),
        ),
        (
            "samurai_dice = 2",
            "samurai_dice = 3",
            "step = { late-die = { unit = \"r2\" } }",
            reach(2, 5),
            reach(3, 5),
        ),
        (
            "sneaks_from = 5",
            "sneaks_from = 6",
            "errands = [{ sneak = { unit = \"r1\", commander = false } }]",
            reach(4, 5),
            reach(4, 6),
        ),
    ] {
        assert_eq!(pool(&Built::data(), step), was, "{old}");
        assert_eq!(pool(&Built::spoilt(PATH, old, new), step), is, "{new}");
    }
}

#[test]
fn habit_sends_messengers_to_all_generals() {
    let (rules, state) = begun(&Built::data(), "step = { allot = { dice = 8 } }");
    assert_eq!(rules.habit(&state, Seat(0)), Action::Evenly);
}

#[test]
fn bases_are_as_large_as_the_tables_say() {
    let data = Built::spoilt(PATH, "foot = [120, 120]", "foot = [100, 140]");
    let (rules, state) = begun(&data, "");
    let print = rules.print(&state, rules.unit_named("r1").expect("it is in the battle"));
    assert_eq!((print.width, print.depth), (Len(200), Len(280)));
}

#[test]
fn ground_is_what_the_tables_say() {
    use open::ground::Kind as _;
    let wood = |data: &DataSet| begun(data, "").0.ground.features[0].kind;
    let row = "wood = { scenery = true, cover = true, close = true, rough = true, sight = \"near\" }";
    let land = wood(&Built::data());
    assert!(land.is_scenery() && land.covers() && land.is_close() && land.is_rough());
    assert!(!land.is_closed(true) && !land.is_linear() && !land.is_rampart() && !land.is_hill());
    let land = wood(&Built::spoilt(
        PATH,
        row,
        "wood = { linear = true, rampart = true, mounted = false, sight = \"crest\" }",
    ));
    assert!(!land.is_scenery() && !land.covers() && !land.is_close() && !land.is_rough());
    assert!(land.is_closed(true) && !land.is_closed(false));
    assert!(land.is_linear() && land.is_rampart() && land.is_hill());
    assert!(wood(&Built::spoilt(PATH, row, "wood = { impassable = true }")).is_closed(false));
}

#[test]
fn figures_that_cannot_be_are_faults() {
    for (old, new, why) in [
        ("none_to = 2", "none_to = 5", "4 is less than new_general.none_to"),
        ("gone_to = 2", "gone_to = 6", "4 is less than"),
        ("foot = [6, 10]", "foot = [10, 6]", "6 is less than"),
        ("clans = [2, 3]", "clans = [3, 2]", "2 is less than"),
        ("usual = 800", "usual = 700", "700 is none of the sizes"),
        ("gun = 225", "gun = 300", "150, 225, 450"),
        ("lake = { impassable = true }\n", "", "lake"),
    ] {
        let faults = Tables::load(&Built::spoilt(PATH, old, new)).expect_err(new).to_string();
        assert!(faults.contains(why), "{new}: {faults}");
    }
}
