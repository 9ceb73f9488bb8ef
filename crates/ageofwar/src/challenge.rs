//! Chapters 10 and 33: challenges, a duel of dice.

use kernel::{Actions, Line, May, No, Pool, Question, Roll, Seat, Story};
use open::Event;
use plane::Outline;
use serde::{Deserialize, Serialize};

use crate::{
    AgeOfWar,
    action::Action,
    formation::TOLERANCE,
    refer::piece,
    rule_ids::*,
    state::{Mark, State, Step, Where},
    tables::Challenges,
    units::UnitId,
};

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

/// Chances of a duel, in parts of [`WHOLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The challenger kills, the challenger is killed.
    pub kills: [i128; 2],
}

/// Enough sixes that every chance is a whole number.
pub const WHOLE: i128 = 6i128.pow(40);

impl Prospect {
    fn edge(self, of: usize) -> i128 {
        self.kills[of] - self.kills[1 - of]
    }
}

/// The best stopping play of both, exactly: the value of every situation, worked out once from the end.
#[derive(Clone, Debug)]
pub struct Pontoon {
    limits: [u8; 2],
    over: u8,
    known: Box<[Prospect]>,
}

impl Pontoon {
    /// `limits` are the thresholds of challenger and challenged; who is lower by `by` or more dies.
    /// Who comes above his threshold by `over` or more dies; by less the duel ends without a death.
    pub fn new(limits: [u8; 2], by: u8, over: u8) -> Pontoon {
        let situations = limits.iter().map(|limit| usize::from(*limit) + 1).product::<usize>() * 8;
        let known = vec![Prospect { kills: [0; 2] }; situations].into_boxed_slice();
        let mut pontoon = Pontoon { limits, over, known };
        // A throw leads to higher totals, standing to more who stand: both are known before they are needed.
        for own in (0..=limits[0]).rev() {
            for other in (0..=limits[1]).rev() {
                let totals = [own, other];
                let apart = i16::from(own) - i16::from(other);
                let kill = |by_how_much: i16| if by_how_much >= i16::from(by) { WHOLE } else { 0 };
                for stood in [[true, true], [true, false], [false, true], [false, false]] {
                    for mover in 0..2 {
                        let value = if stood == [true; 2] {
                            Prospect { kills: [kill(apart), kill(-apart)] }
                        } else if stood[usize::from(mover)] {
                            continue;
                        } else {
                            pontoon.best(totals, stood, mover)
                        };
                        let at = pontoon.index(totals, stood, mover);
                        pontoon.known[at] = value;
                    }
                }
            }
        }
        pontoon
    }

    fn index(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> usize {
        let [own, other] = totals.map(usize::from);
        let place = own * (usize::from(self.limits[1]) + 1) + other;
        place * 8 + usize::from(stood[0]) * 4 + usize::from(stood[1]) * 2 + usize::from(mover)
    }

    /// What a duel is worth from here, both playing for the best: to kill rather than be killed.
    pub fn value(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> Prospect {
        self.known[self.index(totals, stood, mover)]
    }

    fn best(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> Prospect {
        // 10.2: the first throw is compulsory.
        if totals[usize::from(mover)] == 0 || self.throws(totals, stood, mover) {
            self.rolled(totals, stood, mover)
        } else {
            self.standing(totals, stood, mover)
        }
    }

    fn next(stood: [bool; 2], mover: u8) -> u8 {
        if stood[usize::from(1 - mover)] { mover } else { 1 - mover }
    }

    fn standing(&self, totals: [u8; 2], mut stood: [bool; 2], mover: u8) -> Prospect {
        stood[usize::from(mover)] = true;
        self.value(totals, stood, 1 - mover)
    }

    fn rolled(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> Prospect {
        let me = usize::from(mover);
        let mut kills = [0; 2];
        for pip in 1..=6 {
            let mut totals = totals;
            totals[me] += pip;
            if totals[me] > self.limits[me] {
                let dies = totals[me] - self.limits[me] >= self.over;
                kills[1 - me] += if dies { WHOLE } else { 0 };
            } else {
                let then = self.value(totals, stood, Pontoon::next(stood, mover));
                kills[0] += then.kills[0];
                kills[1] += then.kills[1];
            }
        }
        Prospect { kills: kills.map(|k| k / 6) }
    }

    /// Should he who chooses throw again? Where both are worth the same he stands.
    pub fn throws(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> bool {
        let me = usize::from(mover);
        self.rolled(totals, stood, mover).edge(me) > self.standing(totals, stood, mover).edge(me)
    }
}

/// The play of every pair of thresholds that can meet.
#[derive(Clone, Debug, Default)]
pub struct BestPlay(Vec<Pontoon>);

impl BestPlay {
    /// `by_difference`: as a switch.
    pub(crate) fn of(table: &Challenges, by_difference: bool) -> BestPlay {
        let ranks = [(false, false), (true, false), (false, true)];
        let mut known: Vec<Pontoon> = Vec::new();
        for (unit, target) in ranks {
            let limits = table.thresholds(unit, target);
            if !known.iter().any(|pontoon| pontoon.limits == limits) {
                known.push(Pontoon::new(limits, table.kills_by, table.over(by_difference)));
            }
        }
        BestPlay(known)
    }

    fn at(&self, limits: [u8; 2]) -> &Pontoon {
        self.0.iter().find(|pontoon| pontoon.limits == limits).expect("worked out when the tables were read")
    }
}

impl Challenges {
    /// how far above his threshold somebody dies.
    fn over(&self, by_difference: bool) -> u8 {
        if by_difference { self.kills_by } else { 1 }
    }

    /// thresholds of challenger and challenged, by who of them is a general; against his like he is none.
    fn thresholds(&self, unit: bool, target: bool) -> [u8; 2] {
        let general = |one: bool, other: bool| if one && !other { self.general } else { 0 };
        [
            (self.threshold + self.challenger + general(unit, target)).min(self.most),
            (self.threshold + general(target, unit)).min(self.most),
        ]
    }
}

impl AgeOfWar {
    /// The base of a commander or of a general with a unit.
    fn champion_shape(&self, state: &State, who: UnitId) -> Option<Outline> {
        let data = self.unit(who);
        if data.is_general() {
            let with = state.chief(data.clan).with?;
            return (state.body(with).place == Where::Table).then(|| self.general_shape(state, data.clan));
        }
        if !data.is_troops() || state.body(who).place != Where::Table {
            return None;
        }
        let at = state.body(who).bases.iter().position(|base| base.commander)?;
        self.base_shape(state, who, at)
    }

    ///
    pub(crate) fn may_challenge(&self, state: &State, unit: UnitId, target: UnitId) -> May {
        let no = |key| Err(No::new(A_33_1, key).with("unit", piece(unit)).with("other", piece(target)));
        if self.side_of(unit) != state.active || self.side_of(target) == state.active {
            return no("no-challenge-side");
        }
        let (Some(mine), Some(theirs)) =
            (self.champion_shape(state, unit), self.champion_shape(state, target))
        else {
            return no("no-challenge-who");
        };
        if !self.is_of_rank(unit, target) {
            return no("no-challenge-rank");
        }
        if !self.is_in_call(&mine, &theirs) {
            return no("no-challenge-far");
        }
        Ok(())
    }

    /// Generals challenge everybody, commanders their like.
    fn is_of_rank(&self, unit: UnitId, target: UnitId) -> bool {
        self.unit(unit).is_general() || !self.unit(target).is_general()
    }

    fn is_in_call(&self, mine: &Outline, theirs: &Outline) -> bool {
        mine.within(theirs, self.tables.challenge.range + TOLERANCE)
    }

    /// All that [`AgeOfWar::may_challenge`] allows; the base of each is worked out once.
    fn challenges(&self, state: &State, out: &mut Actions<Action>) {
        let champion = |unit: UnitId| Some((unit, self.champion_shape(state, unit)?));
        let (mine, theirs): (Vec<_>, Vec<_>) =
            state.all().filter_map(champion).partition(|(unit, _)| self.side_of(*unit) == state.active);
        for (unit, own) in mine {
            for (target, other) in &theirs {
                if self.is_of_rank(unit, *target) && self.is_in_call(&own, other) {
                    out.push(Action::Challenge { unit, target: *target });
                    if out.full() {
                        return;
                    }
                }
            }
        }
    }

    /// Step 9: false when there is somebody to challenge.
    pub(crate) fn work_challenge(&self, state: &mut State) -> bool {
        let mut one = Actions::up_to(1);
        if !state.challenged {
            self.challenges(state, &mut one);
        }
        if one.full() {
            return false;
        }
        state.step = Step::Late;
        true
    }

    pub(crate) fn challenge_question(&self, state: &State) -> Question {
        Question::new(Seat(state.active.0), A_20_9, Line::new("ask-challenge").with("side", state.active))
    }

    pub(crate) fn list_challenges(&self, state: &State, out: &mut Actions<Action>) {
        self.challenges(state, out);
        out.push(Action::NoChallenge);
    }

    pub(crate) fn accept_question(&self, unit: UnitId, target: UnitId) -> Question {
        let line = Line::new("ask-accept").with("unit", piece(unit)).with("other", piece(target));
        Question::new(self.seat_of(target), A_33_2, line).at(piece(target))
    }

    /// thresholds of challenger and challenged.
    pub fn thresholds(&self, unit: UnitId, target: UnitId) -> [u8; 2] {
        self.tables.challenge.thresholds(self.unit(unit).is_general(), self.unit(target).is_general())
    }

    pub(crate) fn pontoon(&self, duel: &Duel) -> &Pontoon {
        self.tables.challenge.play.at(self.thresholds(duel.unit, duel.target))
    }

    pub(crate) fn resolve_challenge(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Action::Challenge { unit, target } = action else {
            state.step = Step::Late;
            return;
        };
        state.challenged = self.options.challenge_per_game_turn;
        story.tell(|| {
            Event::new(A_33_1, "told-challenges")
                .with("unit", piece(unit))
                .with("other", piece(target))
                .by(self.side_of(unit))
        });
        state.step = Step::Accept { unit, target };
    }

    pub(crate) fn resolve_accept(
        &self,
        state: &mut State,
        (unit, target): (UnitId, UnitId),
        accepts: bool,
        story: &mut Story<Event>,
    ) {
        if accepts {
            let duel = Duel { unit, target, totals: [0; 2], stood: [false; 2], mover: 1, rolling: true };
            story.tell(|| Event::new(A_33_3, "told-accepts").with("other", piece(target)));
            state.step = Step::Duel(duel);
            return;
        }
        state.step = Step::Late;
        let bases = i32::from(!self.unit(target).is_general());
        story.tell(|| {
            Event::new(A_33_2, "told-refuses")
                .with("other", piece(target))
                .with("bases", bases)
                .by(self.side_of(target))
        });
        if self.unit(target).is_general() {
            let chief = state.chief_mut(self.unit(target).clan);
            chief.value = (chief.value + self.tables.challenge.refused).min(self.tables.generals.worst);
        } else {
            let last = state.body(target).bases.iter().rposition(|base| !base.commander).unwrap_or(0);
            self.remove_base(state, target, last);
            self.disorder(state, target, A_33_2, story);
            self.bury(state, target, story);
        }
    }

    pub(crate) fn duel_seat(&self, duel: &Duel) -> Seat {
        self.seat_of(if duel.mover == 0 { duel.unit } else { duel.target })
    }

    pub(crate) fn duel_question(&self, duel: &Duel) -> Question {
        let who = if duel.mover == 0 { duel.unit } else { duel.target };
        let (own, other) = (duel.totals[usize::from(duel.mover)], duel.totals[usize::from(1 - duel.mover)]);
        let limit = self.thresholds(duel.unit, duel.target)[usize::from(duel.mover)];
        let line = Line::new("ask-duel")
            .with("unit", piece(who))
            .with("own", i32::from(own))
            .with("other", i32::from(other))
            .with("limit", i32::from(limit));
        Question::new(self.duel_seat(duel), R_10_2, line).at(piece(who))
    }

    pub(crate) fn duel_roll(&self, duel: &Duel) -> Roll {
        let who = if duel.mover == 0 { duel.unit } else { duel.target };
        Roll {
            rule: A_33_3,
            seat: self.duel_seat(duel),
            line: Line::new("roll-duel")
                .with("unit", piece(who))
                .with("own", i32::from(duel.totals[usize::from(duel.mover)])),
            pool: Pool::d6(1),
            modifiers: Vec::new(),
        }
    }

    pub(crate) fn resolve_duel(
        &self,
        state: &mut State,
        duel: Duel,
        action: Action,
        story: &mut Story<Event>,
    ) {
        let mut duel = duel;
        if action == Action::Roll {
            duel.rolling = true;
            state.step = Step::Duel(duel);
            return;
        }
        let who = if duel.mover == 0 { duel.unit } else { duel.target };
        let total = duel.totals[usize::from(duel.mover)];
        story.tell(|| {
            Event::new(R_10_2, "told-stands-pat").with("unit", piece(who)).with("n", i32::from(total))
        });
        duel.stood[usize::from(duel.mover)] = true;
        if duel.stood == [true; 2] {
            let by = i16::from(duel.totals[0]) - i16::from(duel.totals[1]);
            let kill = i16::from(self.tables.challenge.kills_by);
            let dead = if by >= kill {
                Some(1)
            } else if by <= -kill {
                Some(0)
            } else {
                None
            };
            return self.end_duel(state, &duel, dead, story);
        }
        duel.mover = 1 - duel.mover;
        duel.rolling = duel.totals[usize::from(duel.mover)] == 0;
        state.step = Step::Duel(duel);
    }

    pub(crate) fn resolve_duel_die(&self, state: &mut State, duel: Duel, pip: i32, story: &mut Story<Event>) {
        let mut duel = duel;
        let me = usize::from(duel.mover);
        duel.totals[me] += pip as u8;
        let who = if duel.mover == 0 { duel.unit } else { duel.target };
        let total = duel.totals[me];
        story.tell(|| {
            Event::new(A_33_3, "told-duel-die").with("unit", piece(who)).with("n", i32::from(total))
        });
        let limit = self.thresholds(duel.unit, duel.target)[me];
        if total > limit {
            let dies = total - limit >= self.tables.challenge.over(self.options.over_by_difference);
            return self.end_duel(state, &duel, dies.then_some(me), story);
        }
        duel.mover = Pontoon::next(duel.stood, duel.mover);
        // 10.2: the first throw is compulsory.
        duel.rolling = duel.totals[usize::from(duel.mover)] == 0;
        state.step = Step::Duel(duel);
    }

    ///
    fn end_duel(&self, state: &mut State, duel: &Duel, dead: Option<usize>, story: &mut Story<Event>) {
        state.step = Step::Late;
        let Some(dead) = dead else {
            return story.tell(|| Event::new(A_33_4, "told-duel-drawn"));
        };
        let both = [duel.unit, duel.target];
        let (loser, winner) = (both[dead], both[1 - dead]);
        let general = self.unit(loser).is_general();
        let key = if general { "told-duel-won" } else { "told-duel-won-commander" };
        story.tell(|| {
            Event::new(A_33_4, key)
                .with("unit", piece(winner))
                .with("other", piece(loser))
                .by(self.side_of(loser))
        });
        if self.unit(winner).is_general() {
            let chief = state.chief_mut(self.unit(winner).clan);
            chief.value = chief.value.saturating_sub(self.tables.challenge.won);
        } else {
            state.body_mut(winner).mark(Mark::Proud);
        }
        let table = &self.tables.challenge;
        if general {
            let clan = self.unit(loser).clan;
            let with = state.chief(clan).with.expect("he was with a unit");
            self.kill_general(state, clan, A_33_4, story);
            let mut near = vec![with];
            near.extend(self.friends_near(state, with, self.tables.morale.near));
            let near: Vec<UnitId> = near.into_iter().take(table.bodies_with).collect();
            let mut bodies = table.bodies_general;
            for (n, unit) in near.iter().enumerate() {
                // Shared, the nearer unit has the greater part.
                let laid = match self.options.bodies_shared {
                    true => bodies.div_ceil((near.len() - n) as u8),
                    false => bodies,
                };
                bodies -= if self.options.bodies_shared { laid } else { 0 };
                let body = state.body_mut(*unit);
                body.markers = body.markers.saturating_add(laid);
            }
        } else if let Some(at) = state.body(loser).front().iter().position(|base| base.commander) {
            self.kill_base(state, loser, at);
            let body = state.body_mut(loser);
            // His base has left a marker of its own: he is one of the bodies.
            body.markers = body.markers.saturating_sub(1).saturating_add(table.bodies_commander);
            self.bury(state, loser, story);
        }
    }
}
