//! Drags over an open table in words.

use super::{SaidDrag, Spoken, thing_from};
use crate::{
    rules::Play,
    scene::Pose,
    story::Story,
    system::Game,
    thing::{Seat, Viewer},
};

impl<R: Game> Spoken<R> {
    pub(super) fn drag_in_words(&self, seat: Seat, piece: &str, to: Pose) -> Option<SaidDrag> {
        let (rules, state) = (self.rules(), self.table.state());
        self.table.ask().question_for(seat)?;
        let drag = rules.drag(state, seat, thing_from(rules, piece)?, to)?;
        // Each is told as it is offered after those before it.
        let mut then = state.clone();
        let mut texts = Vec::new();
        for action in &drag.actions {
            texts.push(self.line(&rules.show(&then, seat, action, Viewer::Seat(seat)).line));
            rules.play(&mut then, seat, action, &mut Story::silent()).ok()?;
        }
        Some(SaidDrag {
            actions: drag.actions.iter().map(|action| rules.write_action(action)).collect(),
            texts,
            pose: drag.pose,
            cost: self.line(&drag.cost),
            warnings: drag.warnings.iter().map(|(rule, line)| self.said(*rule, line)).collect(),
            stopped: drag.stopped.map(|refusal| self.said(refusal.rule, &refusal.line)),
        })
    }
}
