//! 10.2: a challenge is fought with dice. Does the one whose turn it is throw again or stand?

use crate::{prelude::*, queries::pontoon::Pontoon};

/// Deeper than any errand that a duel leaves behind: none of them lies in its frame.
pub(super) const DEPTH: usize = 100;

/// Two people throwing dice: the challenger is 0, the challenged 1. A unit stands for its commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Duel {
    pub unit: UnitId,
    pub target: UnitId,
    pub totals: [u8; 2],
    pub stood: [bool; 2],
    /// Who chooses or throws.
    pub mover: u8,
    /// The die is due.
    pub rolling: bool,
}

impl Duel {
    /// The challenged throws first.
    pub(super) fn new(unit: UnitId, target: UnitId) -> Duel {
        Duel { unit, target, totals: [0; 2], stood: [false; 2], mover: 1, rolling: true }
    }

    fn who(&self) -> UnitId {
        if self.mover == 0 { self.unit } else { self.target }
    }

    fn total(&self) -> u8 {
        self.totals[usize::from(self.mover)]
    }

    /// 10.2: the first throw is compulsory.
    fn turn(&mut self, state: &mut State, mover: u8) -> Flow<Infallible> {
        self.mover = mover;
        self.rolling = self.total() == 0;
        next_step(state, Step::Duel(*self))
    }

    ///
    fn end(&self, cx: CxMut<'_, Base>, dead: Option<usize>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        state.step = Step::Late;
        let Some(dead) = dead else {
            cx.story.tell(|| Event::new(A_33_4, "told-duel-drawn"));
            return Flow::Stay;
        };
        let both = [self.unit, self.target];
        let (loser, winner) = (both[dead], both[1 - dead]);
        let general = rules.unit(loser).is_general();
        let key = if general { "told-duel-won" } else { "told-duel-won-commander" };
        cx.story.tell(|| {
            Event::new(A_33_4, key)
                .with("unit", piece(winner))
                .with("other", piece(loser))
                .by(rules.side_of(loser))
        });
        if rules.unit(winner).is_general() {
            let chief = state.chief_mut(rules.unit(winner).clan);
            chief.value = chief.value.saturating_sub(rules.tables.challenge.won);
        } else {
            state.body_mut(winner).mark(Mark::Proud);
        }
        if general {
            let clan = rules.unit(loser).clan;
            let with = state.chief(clan).with.expect("he was with a unit");
            rules.kill_general(state, clan, A_33_4, cx.story);
            lay_bodies(rules, state, with);
        } else if let Some(at) = state.body(loser).front().iter().position(|base| base.commander) {
            rules.kill_base(state, loser, at);
            let body = state.body_mut(loser);
            // His base has left a marker of its own: he is one of the bodies.
            body.markers =
                body.markers.saturating_sub(1).saturating_add(rules.tables.challenge.bodies_commander);
            rules.bury(state, loser, cx.story);
        }
        Flow::Stay
    }
}

/// the bodies of a general are laid with the units nearest to him.
fn lay_bodies(rules: &AgeOfWar, state: &mut State, with: UnitId) {
    let table = &rules.tables.challenge;
    let mut near = vec![with];
    near.extend(rules.friends_near(state, with, rules.tables.morale.near));
    near.truncate(table.bodies_with);
    let mut bodies = table.bodies_general;
    for (n, unit) in near.iter().enumerate() {
        // Shared, the nearer unit has the greater part.
        let laid = match rules.options.bodies_shared {
            true => bodies.div_ceil((near.len() - n) as u8),
            false => bodies,
        };
        bodies -= if rules.options.bodies_shared { laid } else { 0 };
        let body = state.body_mut(*unit);
        body.markers = body.markers.saturating_add(laid);
    }
}

impl Decision<AgeOfWar, Base> for Duel {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        if self.rolling { AskedSeats::NOBODY } else { cx.rules.seat_of(self.who()).into() }
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let limit = cx.rules.thresholds(self.unit, self.target)[usize::from(self.mover)];
        let line = Line::new("ask-duel")
            .with("unit", piece(self.who()))
            .with("own", i32::from(self.total()))
            .with("other", i32::from(self.totals[usize::from(1 - self.mover)]))
            .with("limit", i32::from(limit));
        Question::new(cx.seat, R_10_2, line).at(piece(self.who()))
    }

    fn list(&self, _cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.extend([Action::Roll, Action::StandPat]);
    }

    fn judge(&self, _cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        matches!(action, Action::Roll | Action::StandPat).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        if action == Action::Roll {
            self.rolling = true;
            return next_step(cx.state, Step::Duel(*self));
        }
        let (who, total) = (self.who(), self.total());
        cx.story.tell(|| {
            Event::new(R_10_2, "told-stands-pat").with("unit", piece(who)).with("n", i32::from(total))
        });
        self.stood[usize::from(self.mover)] = true;
        if self.stood != [true; 2] {
            return self.turn(cx.state, 1 - self.mover);
        }
        let by = i16::from(self.totals[0]) - i16::from(self.totals[1]);
        let dead = match i16::from(cx.rules.tables.challenge.kills_by) {
            kill if by >= kill => Some(1),
            kill if by <= -kill => Some(0),
            _ => None,
        };
        self.end(cx, dead)
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let who = self.who();
        let line = Line::new("roll-duel").with("unit", piece(who)).with("own", i32::from(self.total()));
        one_die(A_33_3, cx.rules.seat_of(who), line)
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let me = usize::from(self.mover);
        self.totals[me] += fall.value() as u8;
        let (who, total) = (self.who(), self.total());
        cx.story.tell(|| {
            Event::new(A_33_3, "told-duel-die").with("unit", piece(who)).with("n", i32::from(total))
        });
        let limit = cx.rules.thresholds(self.unit, self.target)[me];
        if total > limit {
            let over = cx.rules.tables.challenge.over(cx.rules.options.over_by_difference);
            return self.end(cx, (total - limit >= over).then_some(me));
        }
        self.turn(cx.state, Pontoon::next(self.stood, self.mover))
    }

    fn default_action(&self, cx: Cx<'_, Base>) -> Option<Action> {
        let throws = cx.rules.pontoon(self).throws(self.totals, self.stood, self.mover);
        Some(if throws { Action::Roll } else { Action::StandPat })
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        DEPTH
    }
}
