//! What each level does, on a race of two runners.

mod race;

use bots::{Bot, Level, bot};
use kernel::{Ask, DataSet, Dice, Fair, Lot, Move, Play, Rules, Seat, Side, Story, System};
use race::{Action, Race, Rest, State, setup};

fn race(sprint: bool) -> Race {
    let mut setup = setup();
    setup.options.insert("sprint".to_owned(), if sprint { "yes" } else { "no" }.to_owned());
    Race::open(&DataSet::new("test"), &setup).unwrap()
}

fn player(level: &str, seed: u64) -> Box<dyn Bot<Race>> {
    bot(&level.parse().unwrap(), seed).unwrap()
}

fn choose(level: &str, race: &Race, state: &State) -> Action {
    player(level, 1).choose(race, state, Seat(state.turn))
}

/// The winner of one game, and its actions.
fn game(race: &Race, levels: [&str; 2], seed: u64) -> (Option<Side>, Vec<Action>) {
    let mut players = [player(levels[0], seed), player(levels[1], seed + 1)];
    let mut dice = Fair::new(seed);
    let mut story = Story::silent();
    let mut state = race.start(&mut story);
    let mut acts = Vec::new();
    let mut throws = 0;
    loop {
        match race.ask(&state) {
            Ask::Over(outcome) => return (outcome.winner, acts),
            Ask::Throw(roll) => {
                throws += 1;
                let fall = roll.pool.fall(&dice.throw(roll.pool, throws).unwrap()).unwrap();
                race.fall(&mut state, fall, &mut story);
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let action = players[seat.index()].choose(race, &state, seat);
                assert_eq!(race.judge(&state, seat, &action), Ok(()), "{levels:?} chose {action:?}");
                acts.push(action);
                race.carry_out(&mut state, Move::Act(seat, action), &mut story);
            }
        }
    }
}

/// Games won by the first level in `pairs` pairs with swapped sides, out of those not drawn.
fn wins(race: &Race, a: &str, b: &str, pairs: u64) -> (u32, u32) {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..pairs {
        for (levels, mine) in [([a, b], Side(0)), ([b, a], Side(1))] {
            match game(race, levels, seed).0 {
                Some(side) if side == mine => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
    }
    (won, lost)
}

#[test]
fn a_random_player_chooses_every_listed_action_in_the_end() {
    let race = race(true);
    let state = State::default();
    let mut random = player("random", 5);
    let chosen: Vec<Action> = (0..100).map(|_| random.choose(&race, &state, Seat(0))).collect();
    for action in race.listed(&state, Seat(0)) {
        assert!(chosen.contains(&action), "{action:?} was never chosen");
    }
}

#[test]
fn a_steady_player_never_loses_at_once_when_he_need_not() {
    let race = race(true);
    let mut steady = player("steady", 5);
    let mut random = Lot::new(1);
    for _ in 0..500 {
        let state = State { at: [random.below(39) as i16, 3], ..State::default() };
        assert_ne!(steady.choose(&race, &state, Seat(0)), Action::GiveUp);
    }
}

#[test]
fn a_steady_player_chooses_the_same_from_a_list_as_by_himself() {
    let race = race(true);
    let state = State::default();
    let listed = race.listed(&state, Seat(0));
    let (mut a, mut b) = (player("steady", 9), player("steady", 9));
    for _ in 0..50 {
        assert_eq!(a.choose(&race, &state, Seat(0)), b.choose_from(&race, &state, Seat(0), &listed));
    }
}

#[test]
fn a_greedy_player_takes_the_better_expectation_over_the_dice() {
    // Two dice at a hard pace bring 4.44 steps, one at an easy pace 3.5, walking 2.
    let race = race(false);
    let mut greedy = player("greedy", 1);
    let mut state = State::default();
    assert_eq!(greedy.choose(&race, &state, Seat(0)), Action::Run);
    race.carry_out(&mut state, Move::Act(Seat(0), Action::Run), &mut Story::silent());
    assert_eq!(greedy.choose(&race, &state, Seat(0)), Action::Hard);
    // Three steps from the goal a walk cannot win, an easy pace wins four times in six, a hard one 26 in 36.
    assert_eq!(
        choose("greedy", &race, &State { at: [37, 0], rest: Rest::Pace, ..State::default() }),
        Action::Hard
    );
    // One step away every die wins.
    assert_eq!(choose("greedy", &race, &State { at: [39, 0], ..State::default() }), Action::Walk);
}

#[test]
fn a_plan_is_dropped_when_the_game_stands_elsewhere() {
    let race = race(false);
    let mut greedy = player("greedy", 1);
    assert_eq!(greedy.choose(&race, &State::default(), Seat(0)), Action::Run);
    let elsewhere = State { at: [39, 0], ..State::default() };
    assert_eq!(greedy.choose(&race, &elsewhere, Seat(0)), Action::Walk);
}

#[test]
fn search_sees_the_trap_that_greed_falls_into() {
    let race = race(true);
    let state = State { at: [12, 12], ..State::default() };
    assert_eq!(choose("greedy", &race, &state), Action::Sprint);
    assert_eq!(choose("search:400", &race, &state), Action::Run);
    let (won, lost) = wins(&race, "search:400", "greedy", 30);
    assert!(won > lost + 15, "search won {won}, lost {lost}");
}

#[test]
fn without_a_trap_search_is_no_worse_than_greed() {
    let race = race(false);
    let (won, lost) = wins(&race, "search:400", "greedy", 60);
    assert!(won + 12 > lost, "search won {won}, lost {lost}");
}

#[test]
fn what_is_hidden_from_a_seat_does_not_move_its_bot() {
    let mut setup = setup();
    setup.options.insert("pit".to_owned(), "yes".to_owned());
    let race = Race::open(&DataSet::new("test"), &setup).unwrap();
    for level in ["random", "steady", "greedy", "search:60"] {
        let mut players = [player(level, 3), player(level, 3)];
        for at in 0..30 {
            let states = [false, true].map(|pit| State { at: [at, 20], pit, ..State::default() });
            let [without, with] = [0, 1].map(|n| players[n].choose(&race, &states[n], Seat(0)));
            assert_eq!(without, with, "{level} knows of the pit");
        }
    }
}

#[test]
fn each_level_is_stronger_than_the_one_before() {
    let race = race(true);
    for (strong, weak) in [("steady", "random"), ("greedy", "steady")] {
        let (won, lost) = wins(&race, strong, weak, 30);
        assert!(won > 2 * lost, "{strong} against {weak}: {won} to {lost}");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let race = race(true);
    for levels in [["random", "steady"], ["greedy", "search:60"]] {
        assert_eq!(game(&race, levels, 11), game(&race, levels, 11));
    }
}

#[test]
fn a_program_that_answers_wrongly_is_played_by_habit() {
    let race = race(true);
    for program in ["exec:true", "exec:cat", "exec:yes {\"action\":\"fly\"}"] {
        let mut player = player(program, 1);
        for _ in 0..3 {
            assert_eq!(player.choose(&race, &State::default(), Seat(0)), Action::Walk, "{program}");
        }
    }
}

#[test]
fn a_program_that_answers_is_obeyed() {
    let race = race(true);
    let mut player = player("exec:yes {\"action\":\"sprint\"}", 1);
    assert_eq!(player.choose(&race, &State::default(), Seat(0)), Action::Sprint);
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let level: Level = "exec:/no/such/program --fast".parse().unwrap();
    let error = bot::<Race>(&level, 1).err().unwrap();
    assert!(error.contains("/no/such/program"), "{error}");
}
