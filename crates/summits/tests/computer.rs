//! The computer does not see what it should not see: whatever its enemy holds, it chooses the same.

use bots::{Level, bot};
use kernel::{Ask, Dice, Fair, Lot, Move, Play, Rules, Seat, Story, System, Viewer};
use summits::Summits;

type Built = contract::BuiltIn<Summits>;
type State = <Summits as Rules>::State;

/// Positions of a game in which a seat is asked and there is something it cannot know, with another truth for each.
fn uncertain(rules: &Summits, seed: u64) -> Vec<(State, State, Seat)> {
    let mut players = [0, 1].map(|n| bot::<Summits>(&Level::Greedy, seed + n).unwrap());
    let (mut dice, mut lot, mut story) = (Fair::new(seed), Lot::new(seed), Story::silent());
    let mut state = rules.start(&mut story);
    let (mut found, mut throws) = (Vec::new(), 0);
    loop {
        match rules.ask(&state) {
            Ask::Over(_) => return found,
            Ask::Throw(roll) => {
                throws += 1;
                let fall = roll.pool.fall(&dice.throw(roll.pool, throws).unwrap()).unwrap();
                rules.fall(&mut state, fall, &mut story);
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let other = rules.imagine(&state, Viewer::Seat(seat), &mut lot);
                if other != state {
                    found.push((state.clone(), other, seat));
                }
                let action = players[seat.index()].choose(rules, &state, seat);
                rules.carry_out(&mut state, Move::Act(seat, action), &mut story);
            }
        }
    }
}

/// Does a computer of this level choose the same whichever of the two is true?
fn is_unmoved(rules: &Summits, level: &Level, n: usize, truths: [&State; 2], seat: Seat) -> bool {
    let [this, that] =
        truths.map(|state| bot::<Summits>(level, n as u64).unwrap().choose(rules, state, seat));
    this == that
}

#[test]
fn what_the_enemy_holds_does_not_move_the_computer() {
    let mut convicted = 0;
    for scenario in ["tennozan", "shizugatake"] {
        let rules = Summits::open(&Built::data(), &Built::setup(scenario, None)).unwrap();
        let positions: Vec<_> = (1582..1585).flat_map(|seed| uncertain(&rules, seed)).collect();
        assert!(positions.len() > 50, "{scenario}: only {} positions", positions.len());
        // Every position for greed; a search at as many as time allows, all over the game.
        let every = positions.len().div_ceil(contract::seeds(12, 200) as usize);
        for (n, (state, other, seat)) in positions.iter().enumerate() {
            let unmoved = |level: &Level| is_unmoved(&rules, level, n, [state, other], *seat);
            assert!(unmoved(&Level::Greedy), "{scenario}, position {n}: greed knows what it cannot know");
            if n % every == 0 {
                assert!(unmoved(&Level::Search(4)), "{scenario}, position {n}: search knows what it cannot");
                convicted += usize::from(!unmoved(&Level::Peeking(4)));
            }
        }
    }
    assert!(convicted > 0, "one who does look at the enemy's hand was never found out");
}
