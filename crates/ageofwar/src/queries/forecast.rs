//! The effects of events in a forecast: of an assault, a volley, a fight, a duel, a throw.
//!
//! Outcomes are told of what the plan is about; others who are drawn in (a chain of routs) count among the losses alone.

use arrayvec::ArrayVec;
use kernel::{
    Forecasts, Line, Play as _, Rules as _, Seat, Side, Thing,
    odds::{Effect, Scope},
};
use open::Event;

use crate::{
    AgeOfWar,
    decisions::{
        Errand, Step,
        errands::{fall_back::FallBack, sneak::Sneak, test::Test},
        steps::{determination::Determination, fight::Fight, motivation::Motivation},
    },
    model::{
        state::{Mark, State},
        units::UnitId,
    },
    notation::{
        action::Action,
        refer::{messenger, piece},
    },
};

/// The gravest outcome is the one that is told.
mod rank {
    pub(super) const FIRST: u8 = 0;
    pub(super) const RESULT: u8 = 1;
    pub(super) const GRAVE: u8 = 2;
    pub(super) const LOST: u8 = 3;
    pub(super) const OWN_LOST: u8 = 4;
    pub(super) const OVER: u8 = 5;
}

/// What a plan is about.
enum Matter<'a> {
    Assault {
        unit: UnitId,
        target: UnitId,
    },
    /// The unit that is shot at.
    Volley(UnitId),
    Fight(&'a Fight),
    Duel,
    /// A test of morale and what follows from it.
    Test(UnitId),
    Motivation(UnitId),
    /// A messenger, as a piece.
    Rider(Thing),
    /// One throw: whatever it decides.
    Throw,
}

fn matter<'a>(scope: Scope<'a, State>) -> Matter<'a> {
    matter_of(scope.planned).or_else(|| matter_of(scope.asked)).unwrap_or(Matter::Throw)
}

fn matter_of<'a>(state: &'a State) -> Option<Matter<'a>> {
    let assault = state.errands.iter().find_map(|errand| match errand {
        Errand::Assault(assault) => Some(Matter::Assault { unit: assault.unit, target: assault.target }),
        _ => None,
    });
    if assault.is_some() {
        return assault;
    }
    match state.errands.last() {
        Some(Errand::Shot(shot)) => return Some(Matter::Volley(shot.target)),
        Some(Errand::Watch(watch)) => return Some(Matter::Volley(watch.unit)),
        Some(
            Errand::Test(Test { unit, .. })
            | Errand::FallBack(FallBack { unit, .. })
            | Errand::Sneak(Sneak { unit, .. }),
        ) => return Some(Matter::Test(*unit)),
        Some(Errand::Danger(danger)) => {
            return Some(Matter::Rider(messenger(danger.side, danger.messenger)));
        }
        Some(_) => return Some(Matter::Throw),
        None => {}
    }
    match &state.step {
        Step::Fight(fight) => Some(Matter::Fight(fight)),
        Step::Duel(_) | Step::Accept(_) => Some(Matter::Duel),
        Step::Motivation(Motivation { unit }) | Step::Determination(Determination { unit }) => {
            Some(Matter::Motivation(*unit))
        }
        Step::Ride(ride) => Some(Matter::Rider(messenger(state.active, ride.messenger))),
        _ => None,
    }
}

impl Forecasts for AgeOfWar {
    fn effect(&self, scope: Scope<'_, State>, event: &Event) -> Effect {
        let told = outcome_of(self, scope, event);
        let told = told.map_or_else(Effect::none, |(rank, line)| Effect::outcome(rank, line));
        let told = match matter(scope) {
            // Kind by kind: what a volley kills is added up.
            Matter::Volley(target) if event.thing("unit") == Some(piece(target)) => match event.key() {
                "told-dead" => Effect::adding(rank::RESULT, loses(bases_lost(event))),
                _ => told,
            },
            _ => told,
        };
        with_toll(self, told, event)
    }

    /// A motivation is over when the unit is motivated or not, a die of a unit's turn when it has fallen, a round when its
    /// tests are done, a shot when who fell is known; no fight and no duel goes on into the next player turn. Anything
    /// else ends where its frame is left.
    fn has_ended(&self, scope: Scope<'_, State>, state: &State) -> bool {
        let left = self.depth(state) < self.depth(scope.asked).max(1);
        let next_turn = (state.turn, state.active) != (scope.planned.turn, scope.planned.active);
        match matter(scope) {
            // If it was the last the general could motivate, the units without a general act next.
            Matter::Motivation(_) => {
                left || !matches!(state.step, Step::Motivation(_) | Step::Determination(_))
            }
            Matter::Volley(_) if is_shot(scope.planned) => state.errands.len() < scope.planned.errands.len(),
            Matter::Duel => left || next_turn,
            Matter::Fight(fight) => {
                let goes_on = matches!(&state.step, Step::Fight(now) if is_in(now, fight.fighters[0].unit));
                next_turn || state.errands.is_empty() && !goes_on
            }
            // The fight follows in step 8 of the same player turn.
            Matter::Assault { unit, target } => {
                let is_due = || self.is_contact(state, unit, target) && !state.is(unit, Mark::Fought);
                // Who has got away leaves the fighter to other fights, which are no part of this one.
                let over = || match &state.step {
                    Step::Fight(now) => !is_in(now, target) && !is_due(),
                    Step::Act(_) | Step::Motivate | Step::Leaderless | Step::Points(_) => !is_due(),
                    _ => true,
                };
                next_turn || state.errands.is_empty() && over()
            }
            // The unit's turn goes on with what it does next.
            Matter::Throw if is_die_of_unit(&scope.planned.step) => {
                left || state.errands.is_empty() && !is_die_of_unit(&state.step)
            }
            _ => left,
        }
    }

    /// Habits, but after an assault nobody else of its side does anything before the fight.
    fn assumed(&self, scope: Scope<'_, State>, state: &State, seat: Seat) -> Action {
        let stop = || {
            let listed = self.listed(state, seat).into_iter();
            listed.rev().find(|action| matches!(action, Action::Stop(_) | Action::StopAll))
        };
        match (&state.step, matter(scope)) {
            (Step::Motivate, Matter::Assault { .. }) if state.errands.is_empty() => stop(),
            _ => None,
        }
        .unwrap_or_else(|| self.habit(state, seat))
    }
}

/// Bases that an event takes from the unit it tells of.
fn bases_lost(event: &Event) -> i32 {
    match event.key() {
        "told-dead" if matches!(event.word("what"), Some("word-general" | "word-guard")) => 0,
        "told-dead" | "told-sneak" | "told-sneak-commander" => event.number("n").unwrap_or(0),
        "told-gone-for-help" | "told-duel-won-commander" => 1,
        _ => event.number("bases").unwrap_or(0),
    }
}

/// What an event costs: bases, and a general or commander who falls.
fn with_toll(rules: &AgeOfWar, effect: Effect, event: &Event) -> Effect {
    let who = match event.key() {
        "told-duel-won-commander" | "told-refuses" => "other",
        "told-general-dies" => "general",
        _ => "unit",
    };
    let Some(Thing::Piece(n)) = event.thing(who) else { return effect };
    let Some(data) = rules.units.get(usize::from(n)) else { return effect };
    let side = data.side;
    let effect = effect.losing(side, bases_lost(event).max(0) as u16);
    match event.key() {
        "told-dead" if event.word("what") == Some("word-commander") => effect.fells(side),
        "told-general-dies" | "told-duel-won-commander" => effect.fells(side),
        _ => effect,
    }
}

fn outcome_of(rules: &AgeOfWar, scope: Scope<'_, State>, event: &Event) -> Option<(u8, Line)> {
    let key = event.key();
    let said = |rank: u8, key: &'static str| Some((rank, Line::new(key)));
    if key == "told-points-of-victory" {
        return Some((rank::OVER, over_line(rules, event)));
    }
    let is = |unit: UnitId| event.thing("unit") == Some(piece(unit));
    match matter(scope) {
        Matter::Assault { unit, target } => match key {
            "told-strikes-front" | "told-strikes-flank" | "told-strikes-rear" => {
                said(rank::RESULT, "verdict-stands")
            }
            "told-withdraws" => said(rank::GRAVE, "verdict-withdraws"),
            "told-fails-to-withdraw" => said(rank::GRAVE, "verdict-caught"),
            "told-routs" if is(target) => said(rank::LOST, "verdict-routs"),
            "told-destroyed" | "told-leaves" if is(target) => said(rank::LOST, "verdict-gone"),
            "told-routs" | "told-destroyed" if is(unit) => said(rank::OWN_LOST, "verdict-attacker-gone"),
            "told-round" | "told-round-drawn" => fight_outcome(rules, scope.seat, &[unit, target], event),
            "told-general-dies" if event.thing("general") == Some(piece(target)) => {
                said(rank::LOST, "verdict-dead")
            }
            "told-general-flees" | "told-general-runs" if event.thing("general") == Some(piece(target)) => {
                said(rank::LOST, "verdict-gets-away")
            }
            _ => None,
        },
        Matter::Volley(target) => match key {
            "told-hits" => Some((rank::FIRST, loses(0))),
            "told-destroyed" if is(target) => said(rank::GRAVE, "verdict-gone"),
            "told-general-dies" if event.thing("general") == Some(piece(target)) => {
                said(rank::GRAVE, "verdict-dead")
            }
            _ => None,
        },
        Matter::Fight(fight) => {
            let fighters: ArrayVec<UnitId, 16> = fight.fighters.iter().map(|fighter| fighter.unit).collect();
            fight_outcome(rules, scope.seat, &fighters, event)
        }
        Matter::Duel => {
            let mine = |thing: Option<Thing>| side_of_thing(rules, thing) == Some(Side(scope.seat.0));
            match key {
                "told-duel-won" | "told-duel-won-commander" if mine(event.thing("unit")) => {
                    said(rank::GRAVE, "verdict-kills")
                }
                "told-duel-won" | "told-duel-won-commander" => said(rank::GRAVE, "verdict-killed"),
                "told-duel-drawn" => said(rank::RESULT, "verdict-drawn"),
                "told-refuses" => said(rank::RESULT, "verdict-refused"),
                _ => None,
            }
        }
        Matter::Test(unit) => match key {
            "told-tests" | "told-stands-uphill" if is(unit) => said(rank::FIRST, "verdict-holds"),
            "told-rallied" if is(unit) => said(rank::RESULT, "verdict-rallied"),
            "told-fights-on" if is(unit) => said(rank::RESULT, "verdict-fights-on"),
            "told-halted" if is(unit) => said(rank::RESULT, "verdict-halts"),
            "told-falls-back" if is(unit) => said(rank::GRAVE, "verdict-falls-back"),
            "told-routs" if is(unit) => said(rank::LOST, "verdict-routs"),
            "told-destroyed" | "told-leaves" if is(unit) => said(rank::LOST, "verdict-gone"),
            _ => None,
        },
        Matter::Motivation(unit) => match key {
            "told-motivated" if is(unit) => said(rank::RESULT, "verdict-motivated"),
            "told-not-motivated" if is(unit) => said(rank::RESULT, "verdict-not-motivated"),
            _ => None,
        },
        Matter::Rider(rider) => {
            if event.thing("messenger") != Some(rider) {
                return None;
            }
            match key {
                "told-rides" | "told-not-riding" => said(rank::RESULT, "verdict-short"),
                "told-reaches" => said(rank::RESULT, "verdict-reaches"),
                "told-messenger-flees" => said(rank::RESULT, "verdict-alive"),
                "told-messenger-dies" => said(rank::GRAVE, "verdict-dead"),
                _ => None,
            }
        }
        Matter::Throw => throw_outcome(event),
    }
}

/// A round, and who is left after it, as the planner sees it.
fn fight_outcome(rules: &AgeOfWar, seat: Seat, fighters: &[UnitId], event: &Event) -> Option<(u8, Line)> {
    let own = Side(seat.0);
    let ours = |name: &str| fighters.iter().any(|fighter| Some(piece(*fighter)) == event.thing(name));
    let said = |rank: u8, key: &'static str| Some((rank, Line::new(key)));
    match event.key() {
        "told-round" | "told-round-drawn" if !ours("unit") && !ours("other") => None,
        "told-round" if event.side("side") == Some(own) => said(rank::GRAVE, "verdict-won"),
        "told-round" => said(rank::GRAVE, "verdict-lost"),
        "told-round-drawn" => said(rank::GRAVE, "verdict-drawn"),
        "told-routs" | "told-destroyed" | "told-gun-taken" => {
            let unit = event.thing("unit");
            if !fighters.iter().any(|fighter| Some(piece(*fighter)) == unit) {
                return None;
            }
            match side_of_thing(rules, unit) == Some(own) {
                true => said(rank::OWN_LOST, "verdict-own-broken"),
                false => said(rank::LOST, "verdict-enemy-broken"),
            }
        }
        _ => None,
    }
}

fn side_of_thing(rules: &AgeOfWar, thing: Option<Thing>) -> Option<Side> {
    match thing {
        Some(Thing::Piece(n)) => rules.units.get(usize::from(n)).map(|unit| unit.side),
        _ => None,
    }
}

/// How the game ended, by the points that are told at its end.
fn over_line(rules: &AgeOfWar, event: &Event) -> Line {
    let by = event.number("own").unwrap_or(0) - event.number("other").unwrap_or(0);
    let (winner, table) = (Side(u8::from(by < 0)), &rules.tables.victory);
    match by.abs() {
        by if by >= table.decisive => Line::new("over-decisive").with("side", winner),
        by if by >= table.win => Line::new("over-won").with("side", winner),
        _ => Line::new("over-drawn"),
    }
}

fn is_in(fight: &Fight, unit: UnitId) -> bool {
    fight.fighters.iter().any(|fighter| fighter.unit == unit)
}

fn is_die_of_unit(step: &Step) -> bool {
    matches!(step, Step::Points(_) | Step::RestoreTry(_) | Step::ControlTry(_) | Step::MountTry(_))
}

fn is_shot(state: &State) -> bool {
    matches!(state.errands.last(), Some(Errand::Shot(_)))
}

fn loses(bases: i32) -> Line {
    Line::new("verdict-loses").with("n", bases)
}

/// What one throw decides.
fn throw_outcome(event: &Event) -> Option<(u8, Line)> {
    let number =
        |key: &'static str| Some((rank::RESULT, Line::new(key).with("n", event.number("n").unwrap_or(0))));
    let key = match event.key() {
        "told-points" => return number("verdict-points"),
        "told-award" => return number("verdict-dice"),
        "told-countdown" => return number("verdict-count"),
        "told-restored" | "told-keeps-order" => "verdict-in-order",
        "told-not-restored" => "verdict-disordered",
        // What it comes of is told as well, and says more.
        "told-disordered" => return Some((rank::FIRST, Line::new("verdict-disordered"))),
        "told-controlled" => "verdict-controlled",
        "told-not-controlled" => "verdict-wild",
        "told-mounts" => "verdict-mounted",
        "told-not-mounted" => "verdict-on-foot",
        "told-gone-for-help" | "told-no-general" => "verdict-none",
        "told-new-commander" => "verdict-new-disordered",
        "told-avenge" => "verdict-avenge",
        "told-new-general" => return number("verdict-new-general"),
        "told-comes" => "verdict-comes",
        "told-still-late" => "verdict-late",
        "told-general-dies" | "told-daimyo-dies" => "verdict-dead",
        "told-general-safe" | "told-general-flees" | "told-general-runs" | "told-daimyo-escapes" => {
            "verdict-alive"
        }
        _ => return None,
    };
    Some((rank::RESULT, Line::new(key)))
}
