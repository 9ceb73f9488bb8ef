//! What is done with a state that was taken: everything a table does.

use kernel::{Ask, Dice as _, Fair, Lot, Move, Plan, Play, Seat, Story, System, Viewer, odds};

const VIEWERS: [Viewer; 4] =
    [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Watcher, Viewer::Everyone];
/// Odds are asked for one action in `EVERY`, and look at few states.
const EVERY: usize = 4;
const STATES: usize = 60;

/// Asks, lists, plays on, draws and computes odds, for a number of inputs.
pub(super) fn on<S: System>(rules: &S, state: &mut S::State, inputs: usize, lot: &mut Lot) {
    let mut dice = Fair::new(lot.word());
    let mut story = Story::telling();
    rules.settle(state, &mut story);
    for n in 0..inputs {
        match rules.ask(state) {
            Ask::Over(_) => break,
            Ask::Throw(roll) => {
                let pips = dice.throw(roll.pool, n as u32 + 1).expect("fair dice always fall");
                let fall = roll.pool.fall(&pips).expect("pips of its own pool");
                rules.carry_out(state, Move::Fall(fall), &mut story);
            }
            Ask::Choose(questions) => {
                let seat = questions[lot.below(questions.len())].seat;
                let listed = rules.listed(state, seat);
                assert!(!listed.is_empty(), "a seat is asked and can answer nothing");
                let shown = &listed[..listed.len().min(12)];
                rules.show_all(state, seat, shown, Viewer::Seat(seat));
                let habit = rules.habit(state, seat);
                assert!(rules.judge(state, seat, &habit).is_ok(), "the habit {habit:?} is refused");
                let action = lot.pick(&listed).clone();
                let text = rules.write_action(&action);
                assert_eq!(rules.read_action(&text).as_ref(), Ok(&action), "{text}");
                if lot.below(EVERY) == 0 {
                    let wish = odds::Wish { bound: STATES, ..odds::Wish::default() };
                    let found = odds::known_odds(rules, state, seat, &Plan::new(vec![action.clone()]), wish);
                    assert!(found.is_ok(), "the odds of {text}, which is listed, are refused");
                }
                let played = rules.play(state, seat, &action, &mut story);
                assert!(played.is_ok(), "{text} is listed and refused");
            }
        }
    }
    for viewer in VIEWERS {
        rules.scene(state, viewer);
        rules.overlays(state, viewer);
    }
    for event in story.events {
        rules.tell(&event, Viewer::Watcher);
    }
}
