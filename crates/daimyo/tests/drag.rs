//! A drag finds what some chain of listed manoeuvres reaches.

use contract::BuiltIn;
use daimyo::{Action, Daimyo, decisions::Step};
use kernel::{Lot, Play, Presentation, Scenes, Seat, Story, Thing};
use plane::{Heading, Point};

type Built = BuiltIn<Daimyo>;

/// Red's right wing is about to move.
const POSITION: &str = r#"
active = "red"
group = "red_right"
step = "move"
[units]
r4 = { at = [11200, 4400], facing = 20 }
r5 = { at = [13400, 3000], facing = 0 }
r6 = { at = [9400, 3600], facing = 340 }
r3 = { at = [8000, 5200], facing = 0 }
b4 = { at = [11600, 6800], facing = 180 }
b6 = { at = [8600, 7000], facing = 180 }
[leaders]
r2l = { at = [11200, 3200] }
"#;

#[test]
fn a_drag_ends_where_some_chain_of_manoeuvres_ends() {
    let poses = if std::env::var_os("GUNBAI_LONG").is_some() { 1_000 } else { 120 };
    let rules = Built::rules("sunagawa", Some(POSITION)).unwrap_or_else(|faults| panic!("{faults}"));
    let start = rules.start(&mut Story::silent());
    let mut lot = Lot::new(72);
    for n in 0..poses {
        let unit = rules.unit_named(["r4", "r5", "r6"][n % 3]).expect("a unit of the position");
        let mut state = start.clone();
        rules.play(&mut state, Seat(0), &Action::Pick(unit), &mut Story::silent()).expect("it may move");
        for _ in 0..1 + lot.below(3) {
            let Step::Manoeuvre { .. } = state.step else { break };
            let listed: Vec<Action> = rules
                .listed(&state, Seat(0))
                .into_iter()
                .filter(|action| {
                    matches!(action, Action::Advance(_) | Action::Wheel(..) | Action::Turn(_) | Action::About)
                })
                .collect();
            if listed.is_empty() {
                break;
            }
            let action = *lot.pick(&listed);
            rules.play(&mut state, Seat(0), &action, &mut Story::silent()).expect("it was listed");
        }
        let body = state.body(unit);
        let scene = rules.scene(&state, kernel::Viewer::Watcher);
        let piece =
            scene.pieces.iter().find(|piece| piece.id == rules.unit(unit).id).expect("it stands there");
        let goal = piece.pose.expect("it stands on the table");
        let drag = rules.drag(&start, Seat(0), Thing::Piece(unit.0.into()), goal).expect("it can be dragged");
        let off = Point::new(drag.pose.x, drag.pose.y).distance(body.at);
        let turned = Heading::of_steps(drag.pose.heading / 50).to(body.heading).abs();
        assert!(off.0 <= 100 && turned <= 1, "pose {n} of {}: {off} cm and {turned} steps off", piece.id);
        // And what it says is what comes of its actions.
        let mut played = start.clone();
        for action in &drag.actions {
            rules.play(&mut played, Seat(0), action, &mut Story::silent()).expect("a drag is legal");
        }
        assert_eq!((played.body(unit).at.x, played.body(unit).at.y), (drag.pose.x, drag.pose.y));
    }
}
