//! saves of those named, one kind after the other; then the dead leave.

use arrayvec::ArrayVec;

use super::{Aim, Shot};
use crate::{prelude::*, queries::casualties::Struck};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Save;

/// The next kind whose saves are due, and how many.
fn next(shot: &Shot) -> Option<(Struck, u8)> {
    let mut kinds: ArrayVec<Struck, 24> = shot.named.clone();
    kinds.sort_unstable();
    let next = kinds.iter().find(|kind| !shot.dead.iter().any(|(done, _)| done == *kind))?;
    Some((*next, shot.named.iter().filter(|named| *named == next).count() as u8))
}

impl Decision<AgeOfWar, Shot> for Save {
    fn asked(&self, _cx: Cx<'_, Shot>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Shot>) -> Roll {
        let shot = cx.parent;
        let (struck, hits) = next(shot).expect("a save is due");
        let need = cx.rules.save_of(cx.state, shot, struck);
        let modifiers = match struck {
            Struck::Base(_) => cx.rules.save_modifiers(cx.state, shot.unit, shot.target),
            _ => Vec::new(),
        };
        Roll {
            rule: if modifiers.is_empty() { A_28_9 } else { A_28_7 },
            seat: cx.rules.seat_of(shot.target),
            line: shot.line("roll-save").with("what", struck.word()).with("need", i32::from(need)),
            pool: Pool::Reach { dice: hits, sides: 6, at_least: need },
            modifiers,
        }
    }

    fn rolled(&mut self, cx: CxMut<'_, Shot>, fall: Fall) -> Flow<Aim> {
        let (struck, hits) = next(cx.parent).expect("a save was wanted");
        let _ = cx.parent.dead.try_push((struck, hits - fall.value() as u8));
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_, Shot>) -> bool {
        next(cx.parent).is_some()
    }

    fn advance(&mut self, cx: CxMut<'_, Shot>) -> Flow<Aim> {
        let shot = cx.parent;
        // Nobody who steps up from behind is hit.
        let stood = cx.rules.exposed(cx.state, shot.target);
        for (struck, dead) in &shot.dead {
            let whole = stood.iter().find(|(s, _)| s == struck).map_or(0, |(_, n)| *n);
            cx.rules.strike_dead(cx.state, shot.target, *struck, (*dead).min(whole), A_28_8, cx.story);
        }
        cx.rules.bury(cx.state, shot.target, cx.story);
        Flow::Done
    }
}
