//! The vectors that any implementation of these rules must pass, by their numbers.

use gunyuden::{
    Gunyuden, State,
    tables::Answer,
    units::{UnitId, UnitSet},
};
use hexmap::HexId;
use kernel::{Ask, Notation, Play, Presentation, Rules, Seat, Story, Viewer};

use crate::Built;

const HASHIBA: Seat = Seat(0);
const ANTI: Seat = Seat(1);

/// A game of Shizugatake in a position, or as it begins.
struct Game {
    rules: Gunyuden,
    state: State,
}

impl Game {
    fn new(position: Option<&str>) -> Game {
        let rules = Built::rules("shizugatake", position).unwrap_or_else(|faults| panic!("{faults}"));
        let state = rules.start(&mut Story::silent());
        Game { rules, state }
    }

    fn at(position: &str) -> Game {
        Game::new(Some(position))
    }

    fn act(&mut self, seat: Seat, text: &str) {
        let action = self.rules.read_action(text).unwrap_or_else(|why| panic!("{why}"));
        if let Err(no) = self.rules.play(&mut self.state, seat, &action, &mut Story::silent()) {
            panic!("`{text}` is refused by {}: {:?}", no.rule, no.line);
        }
    }

    /// The rule that refuses an action; `None` if it is legal.
    fn refused(&self, seat: Seat, text: &str) -> Option<&'static str> {
        let action = self.rules.read_action(text).unwrap_or_else(|why| panic!("{why}"));
        self.rules.judge(&self.state, seat, &action).err().map(|no| no.rule.0)
    }

    fn throw(&mut self, die: u8) {
        let Ask::Throw(roll) = self.rules.ask(&self.state) else { panic!("no dice are wanted") };
        let fall = roll.pool.fall(&[die]).expect("one die");
        self.rules.fall(&mut self.state, fall, &mut Story::silent());
    }

    /// The rule of the throw the game rests in.
    fn rolls(&self) -> Option<&'static str> {
        match self.rules.ask(&self.state) {
            Ask::Throw(roll) => Some(roll.rule.0),
            _ => None,
        }
    }

    fn unit(&self, id: &str) -> UnitId {
        self.rules.unit_named(id).expect("a unit")
    }

    fn morale(&self, id: &str) -> i8 {
        -(self.state.low(self.unit(id)) as i8)
    }

    fn cost(&self, seat: Seat, text: &str) -> Option<i32> {
        let action = self.rules.read_action(text).expect("an action");
        self.rules.show(&self.state, seat, &action, Viewer::Seat(seat)).cost
    }

    fn hex(&self, label: &str) -> HexId {
        self.rules.ground.atlas.parse(label).expect("a hex")
    }
}

#[test]
fn vector_1_combat_results() {
    let tables = Game::new(None).rules.tables;
    let hits = |strength, die| tables.hits(strength, die).losses;
    // The printed example.
    assert_eq!((hits(10, 3), hits(6, 5)), (1, 1));
    assert_eq!((hits(0, 6), hits(0, 5), hits(99, -2)), (1, 0, 3));
    assert_eq!((hits(30, 0), hits(31, -1), hits(98, 9)), (1, 1, 15));
}

#[test]
fn vector_2_surrender_table() {
    let tables = Game::new(None).rules.tables;
    assert_eq!(tables.answer(6, 10), Answer::Surrender);
    assert_eq!(tables.answer(7, 10), Answer::WarParty);
    assert_eq!(tables.answer(0, 1), Answer::Opened);
    assert_eq!(tables.answer(3, 7), Answer::WarParty);
    assert_eq!(tables.answer(1, 2), Answer::Silence);
    for die in -3..12 {
        for durability in 1..=10 {
            let (more, less) = (tables.answer(durability, die), tables.answer(durability - 1, die));
            assert!(less >= more, "die {die}: {more:?} at {durability}, {less:?} at {}", durability - 1);
        }
    }
}

#[test]
fn vector_3_rank_nesting() {
    let mut game = Game::at(
        r#"
        units = { hashiba_hideyoshi = "3322", hashiba_hidetsugu = "3322", hori_hidemasa = "3322", asano_nagamasa = "3322" }
        "#,
    );
    game.act(HASHIBA, "force hashiba_hideyoshi");
    game.act(HASHIBA, "organise");
    assert_eq!(game.refused(HASHIBA, "join hashiba_hidetsugu hashiba_hideyoshi"), None);
    assert_eq!(game.refused(HASHIBA, "join hashiba_hidetsugu hori_hidemasa"), Some("9-2-3"));
    game.act(HASHIBA, "join hashiba_hidetsugu hashiba_hideyoshi");
    assert_eq!(game.refused(HASHIBA, "join asano_nagamasa hashiba_hidetsugu"), Some("9-2-4"));
}

#[test]
fn vector_4_sums_of_the_set_up() {
    let Game { rules, .. } = Game::new(None);
    let state = rules.begin();
    let sum =
        |units: UnitSet| -> u32 { units.iter().map(|unit| u32::from(rules.unit(unit).strength[2])).sum() };
    let late: UnitSet = rules.scenario.interventions.iter().flat_map(|late| late.units.clone()).collect();
    assert_eq!((sum(rules.sides[0]), sum(rules.sides[1].without(&late))), (235, 90));
    let here = |label: &str| state.units_at(rules.ground.atlas.parse(label).expect("a hex"));
    assert_eq!((here("4301").len(), here("1623").len()), (28, 30));
    let within = |names: &[&str]| -> UnitSet {
        let inside = |unit: &UnitId| {
            state.on_map(*unit) && {
                let province = rules.ground.province[state.hex(*unit).index()];
                names.contains(&rules.ground.province_names[usize::from(province)].as_str())
            }
        };
        rules.sides[0].iter().filter(inside).collect()
    };
    let chugoku = within(&["hoki", "mimasaka", "bitchu", "bizen", "harima", "inaba"]);
    assert_eq!((sum(chugoku), sum(chugoku.without(&here("1623")))), (117, 57));
    assert_eq!(sum(within(&["settsu", "izumi", "kawachi", "yamato"])), 30);
    // The Mori need a 7 in both cases: a 6 does not bring them, and with one strength less it would.
    let spared = chugoku.without(&here("1623"));
    let fewer = UnitSet::from_iter(spared.iter().skip(1));
    for (guard, comes) in [(chugoku, false), (spared, false), (fewer, true)] {
        let places: Vec<String> = guard
            .iter()
            .map(|unit| {
                format!("{} = \"{}\"", rules.unit(unit).id, rules.ground.atlas.label(state.hex(unit)))
            })
            .collect();
        let mut game = Game::at(&format!(
            r#"
            stage = 0
            active = "anti"
            phase = "situation-0"
            [units]
            mori_terumoto = "beside-mori"
            {}
            "#,
            places.join("\n")
        ));
        assert_eq!(game.rolls(), Some("32-1"));
        game.throw(6);
        assert_eq!(game.state.happened.has(gunyuden::state::Happened::FIRST), comes, "{}", sum(guard));
    }
}

#[test]
fn vector_5_action_power_and_checks() {
    for stage in 1..=4 {
        let game = Game::at(&format!(
            r#"
            stage = {stage}
            units = {{ kato_mitsuyasu = "3322", hashiba_hideyoshi = "1623" }}
            "#
        ));
        let refused = game.refused(HASHIBA, "force kato_mitsuyasu");
        assert_eq!(refused, (stage == 4).then_some("12-2-4"), "stage {stage}");
    }
    // The owner of Kuwana has nobody who could act in stages 2 to 4, and still checks four times.
    let mut game = Game::at(
        r#"
        active = "anti"
        holed = ["iwama_santaro"]
        surrounding = ["hori_hidemasa", "okuda_naomasa", "ogawa_suketada", "taga_hideie", "yamazaki_kataie"]
        units = { hori_hidemasa = "5120", iwama_santaro = "5120" }
        [forces]
        hori_hidemasa = ["okuda_naomasa", "ogawa_suketada", "taga_hideie", "yamazaki_kataie"]
        "#,
    );
    let mut checks = 0;
    while game.state.inning == 1 {
        match game.rules.ask(&game.state) {
            Ask::Throw(roll) => {
                checks += usize::from(roll.rule.0 == "18-2-1(2)");
                game.throw(6);
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let text = if questions[0].kind() == "ask-check" { "hold" } else { "done" };
                game.act(seat, text);
            }
            Ask::Over(_) => panic!("one inning is not the whole game"),
        }
    }
    assert_eq!(checks, 4);
}

#[test]
fn vector_6_zones_and_movement_points() {
    let mut apart = Game::at(r#"units = { takayama_ukon = "5616", saji_masuuji = "5517" }"#);
    apart.act(HASHIBA, "force takayama_ukon");
    assert_eq!(apart.cost(HASHIBA, "to 5617"), Some(3));
    // 5816 lies in no zone, 5717 next to Saji; a friend stands there.
    let mut friend =
        Game::at(r#"units = { takayama_ukon = "5816", nakagawa_kiyohide = "5717", saji_masuuji = "5617" }"#);
    friend.act(HASHIBA, "force takayama_ukon");
    assert_eq!(friend.cost(HASHIBA, "to 5717"), Some(1));
    // From zone to zone with a friend in the target: only the leaving is paid.
    let mut leaving =
        Game::at(r#"units = { takayama_ukon = "5616", nakagawa_kiyohide = "5617", saji_masuuji = "5517" }"#);
    leaving.act(HASHIBA, "force takayama_ukon");
    assert_eq!(leaving.cost(HASHIBA, "to 5617"), Some(2));
}

#[test]
fn vector_7_four_hexes_back_and_one_line_lost() {
    let mut game = Game::at(
        r#"
        units = { hashiba_hideyoshi = "4918", saji_masuuji = "4919", takayama_ukon = "3223" }
        [forces]
        hashiba_hideyoshi = [
          "asano_nagamasa", "nakamura_kazuuji", "sugihara_ietsugu", "maeno_nagayasu", "kato_mitsuyasu",
          "kimura_shigekore", "hasegawa_hidekazu", "horio_yoshiharu", "kuroda_yoshitaka", "hachisuka_masakatsu",
          "todo_takatora", "aoki_kazunori", "akamatsu_norifusa",
        ]
        "#,
    );
    game.act(HASHIBA, "force hashiba_hideyoshi");
    game.act(HASHIBA, "attack 4919");
    // Strength 28, a 4 and 2 for the better leader: four losses, all taken by going back.
    game.throw(4);
    game.act(ANTI, "retreat");
    for hex in ["4920", "4921", "4922", "4923"] {
        game.act(ANTI, &format!("back {hex}"));
    }
    assert_eq!(game.morale("saji_masuuji"), -4);
    assert!(game.state.on_map(game.unit("saji_masuuji")));

    let mut game = Game::at(
        r#"
        stage = 0
        active = "anti"
        phase = "situation-0"
        units = { wakebe_mitsuyoshi = "4924", takigawa_kazumasu = "5119", takayama_ukon = "3223" }
        morale = { wakebe_mitsuyoshi = -4 }
        "#,
    );
    while game.rolls().is_some() {
        game.throw(1);
    }
    game.act(ANTI, "wait");
    assert!(!game.state.lives(game.unit("wakebe_mitsuyoshi")));
}

#[test]
fn vector_8_the_smallest_castle() {
    let before = |reduced: &str| {
        Game::at(&format!(
            r#"
            reduced = [{reduced}]
            holed = ["iwama_santaro"]
            units = {{ hori_hidemasa = "4623", iwama_santaro = "4623", takayama_ukon = "3223" }}
            morale = {{ iwama_santaro = -3 }}
            [forces]
            hori_hidemasa = ["okuda_naomasa", "ogawa_suketada", "taga_hideie", "yamazaki_kataie"]
            "#
        ))
    };
    let mut weak = before(r#""taga_hideie""#);
    weak.act(HASHIBA, "force hori_hidemasa");
    assert_eq!(weak.refused(HASHIBA, "surround"), Some("18-1-1"));
    let mut strong = before("");
    strong.act(HASHIBA, "force hori_hidemasa");
    strong.act(HASHIBA, "surround");
    strong.act(HASHIBA, "halt");
    assert_eq!(strong.morale("iwama_santaro"), -3);
    strong.act(HASHIBA, "lift hori_hidemasa");
    assert_eq!(strong.morale("iwama_santaro"), 0);
}

/// 34.2(2): left outside, Wakebe alone loses heart, whichever of their castles the Takigawa begin in.
#[test]
fn vector_9_lines_at_the_start() {
    for castle in ["5119", "5120", "4723", "4722", "4623", "5022"] {
        let mut game = Game::new(None);
        game.act(HASHIBA, "rest 5416");
        game.act(HASHIBA, "done");
        game.act(ANTI, &format!("rest {castle}"));
        game.act(ANTI, "done");
        while game.rolls().is_some() {
            game.throw(1);
        }
        game.act(ANTI, "wait");
        let shaken: Vec<&str> = (0..game.rules.units.len() as u8)
            .map(UnitId)
            .filter(|&unit| game.state.low(unit) > 0)
            .map(|unit| game.rules.unit(unit).id.as_str())
            .collect();
        assert_eq!(shaken, ["wakebe_mitsuyoshi"], "Takigawa at {castle}");
    }
    assert_eq!(points_between(&Game::new(None), "1623", "1114"), 16);
    // With its own castles no relay and nobody in between, 16 points are just enough.
    let mut game = Game::at(
        r#"
        units = { asano_nagamasa = "1114", takayama_ukon = "3223" }
        morale = { asano_nagamasa = -1 }
        "#,
    );
    game.act(HASHIBA, "force asano_nagamasa");
    game.act(HASHIBA, "recover");
    assert_eq!(game.morale("asano_nagamasa"), 0);
}

/// The cheapest line from one hex to another, in points, over open ground.
fn points_between(game: &Game, from: &str, to: &str) -> u32 {
    let ground = &game.rules.ground;
    let mut cost = vec![u32::MAX; ground.atlas.len()];
    cost[game.hex(from).index()] = 0;
    let mut again = true;
    while again {
        again = false;
        for hex in ground.atlas.hexes().filter(|hex| cost[hex.index()] < u32::MAX).collect::<Vec<_>>() {
            for (dir, next) in ground.atlas.neighbours(hex) {
                let points = ground.line[hex.index()][dir.index()];
                let sum = cost[hex.index()] + u32::from(points);
                if points > 0 && sum < cost[next.index()] {
                    (cost[next.index()], again) = (sum, true);
                }
            }
        }
    }
    cost[game.hex(to).index()]
}

/// 13 and the measure of its draft: the thirty units at Himeji stand in two forces after at most twelve clicks, before
/// play and in play. Generals can only be led by Hideyoshi, so they come into his boxes first.
#[test]
fn himeji_is_reformed_in_twelve_clicks() {
    const DRAFT: [&str; 5] = [
        "join hashiba_hidetsugu hashiba_hideyoshi",
        "join hashiba_hidekatsu hashiba_hideyoshi",
        "fill hashiba_hideyoshi",
        "fill hashiba_hidenaga",
        "done",
    ];
    let mut before = Game::new(None);
    before.act(HASHIBA, "rest 5416");
    let mut game = Game::new(None);
    game.act(HASHIBA, "rest 5416");
    game.act(HASHIBA, "done");
    game.act(ANTI, "rest 5119");
    game.act(ANTI, "done");
    while game.rolls().is_some() {
        game.throw(1);
    }
    game.act(ANTI, "wait");
    game.act(ANTI, "done");
    for (game, begin) in
        [(&mut before, vec!["organise 1623"]), (&mut game, vec!["force hashiba_hideyoshi", "organise"])]
    {
        let mut clicks = 0;
        for text in begin.iter().chain(&DRAFT) {
            // The last click is spared where nothing is left to put anywhere.
            if matches!(game.state.frames.last(), Some(gunyuden::frames::Frame::Draft(_)))
                || clicks < begin.len()
            {
                game.act(HASHIBA, text);
                clicks += 1;
            }
        }
        assert!(clicks <= 12, "{clicks} clicks");
        let here = game.state.units_at(game.hex("1623"));
        let heads = here.iter().filter(|&unit| game.state.is_head(unit));
        let sizes: Vec<usize> = heads.map(|head| game.state.members(head).len()).collect();
        assert_eq!(sizes, [15, 15]);
    }
}
