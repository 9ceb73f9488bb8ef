//! Chapter 15: destinations are found for all hexes at once, and judged one by one with the way there; both agree.

use gunyuden::{
    Action,
    frames::{Frame, Hand},
};
use kernel::{Actions, Notation, Rules, Seat};

use crate::Walk;

#[test]
fn every_destination_that_is_legal_is_listed_and_no_other() {
    let (mut tested, mut listed, mut inside) = (0, 0, 0);
    for scenario in ["tennozan", "shizugatake", "komaki"] {
        let mut walk = Walk::new(scenario, 5);
        let mut skipped = 0;
        while walk.goes_on() && tested < 150 {
            let (rules, state) = (&walk.rules, &walk.state);
            if let Some(Frame::Hand(Hand { force, .. })) = state.frames.last() {
                skipped += 1;
                if skipped % 12 == 0 {
                    let seat = Seat(rules.side_of(*force).0);
                    let mut list = Actions::default();
                    rules.actions(state, seat, &mut list);
                    for hex in rules.ground.atlas.hexes() {
                        for action in [Action::To(hex), Action::Into(hex)] {
                            let legal = rules.judge(state, seat, &action).is_ok();
                            let label = rules.write_action(&action);
                            assert_eq!(list.contains(&action), legal, "{scenario}: {label}, {state:?}");
                            listed += usize::from(legal);
                            inside += usize::from(legal && matches!(action, Action::Into(_)));
                        }
                    }
                    tested += 1;
                }
            }
            walk.step();
        }
        tested = 0;
    }
    assert!(listed > 10_000 && inside > 100, "{listed} destinations, {inside} castles");
}
