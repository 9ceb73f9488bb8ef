//! What `simulate --deeds` counts.

use std::collections::BTreeSet;

use kernel::{Ask, Evaluation, Lot, Play, Presentation, Rules, Story, Viewer};
use yukimura::Event;

use crate::Built;

#[test]
fn every_deed_that_reports_add_up_is_of_the_side_that_did_it() {
    let rules = Built::rules("domyoji", None).expect("a built-in scenario");
    let mut lot = Lot::new(3);
    let mut state = rules.start(&mut Story::silent());
    let mut told = BTreeSet::new();
    for _ in 0..6_000 {
        let mut story = Story::telling();
        let acting = match rules.ask(&state) {
            Ask::Over(_) => break,
            Ask::Throw(roll) => {
                let pips: Vec<u8> = (0..roll.pool.dice()).map(|_| 1 + lot.below(6) as u8).collect();
                rules.fall(&mut state, roll.pool.fall(&pips).expect("as many dice as wanted"), &mut story);
                None
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let action = *lot.pick(&rules.listed(&state, seat));
                rules.play(&mut state, seat, &action, &mut story).expect("it is listed");
                Some(seat)
            }
        };
        for event in &story.events {
            let side = rules.whose(event);
            match event {
                Event::Attack { .. } => {
                    assert_eq!(side.map(|side| side.0), acting.map(|seat| seat.0), "{event:?}");
                }
                Event::Removed { unit, .. } | Event::Retreats { unit, .. } => {
                    assert_eq!(side, Some(rules.side_of(*unit)), "{event:?}");
                }
                Event::Phase { .. } | Event::Result { .. } => assert_eq!(side, None, "{event:?}"),
                _ => {}
            }
            if side.is_some() {
                told.extend(rules.tell(event, Viewer::Everyone).map(|telling| telling.line.key));
            }
        }
    }
    let force = rules.force_named("sanada").expect("a force");
    let released = |free: bool| Event::Released { force, pip: 3, free, rule: yukimura::rule_ids::R_14_1_5_3 };
    assert_eq!(rules.whose(&released(true)), Some(yukimura::units::OSAKA));
    assert_eq!(rules.whose(&released(false)), None);
    for (name, keys) in rules.deeds() {
        assert!(keys.iter().any(|key| told.contains(key)), "no deed of `{name}` was told: {told:?}");
    }
}
