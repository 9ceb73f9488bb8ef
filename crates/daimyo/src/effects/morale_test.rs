//! D-MOR: a morale test is thrown, and what a unit that fails does.

use kernel::Story;
use open::Event;

use crate::{
    Daimyo,
    effects::{flight, losses},
    model::{
        state::{Mark, State},
        tables::Failure,
        units::{Troop, UnitId},
    },
    notation::rule_ids::*,
    queries::morale::{Reason, Verdict},
};

/// Applies the dice of a test and returns its verdict. The caller carries out the verdict.
pub(crate) fn throw_morale(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    reason: Reason,
    natural: i32,
    story: &mut Story<Event>,
) -> Verdict {
    let sum: i16 = rules.morale_modifiers(state, unit, reason).iter().map(|m| m.value).sum();
    let quality = rules.unit(unit).quality;
    let by_table = rules.table_verdict(quality, reason, sum, natural);
    let by_dice = rules.morale_verdict(quality, reason, sum, natural);
    let mut fury = is_fury(rules, unit, reason, natural);
    // D-MOR-13 with D-MOR-10: with natural throws, dice that make it frenzied pass as well. By the sheet alone
    // the modified total decides, and who fails does not become frenzied.
    let verdict = if fury && rules.options.natural_12_2 { Verdict::Pass } else { by_dice };
    fury &= verdict == Verdict::Pass;
    state.body_mut(unit).set(Mark::Shamed, false);
    let total = natural + i32::from(sum);
    let (row, result) = match verdict {
        Verdict::Pass => (0, "result-pass"),
        Verdict::Fail(failure) => {
            // D-MOR-10: two ones fall into the last row.
            let short = i32::from(rules.tables.pass(quality)) - total;
            let row = if verdict == by_table { short.clamp(1, 4) } else { 4 };
            (row as u16, failure.key())
        }
    };
    // What decided: the total, the natural dice, or dice that made it frenzied.
    let (rule, key) = match () {
        () if verdict == by_table => (D_MOR_9, "told-test"),
        () if verdict == by_dice => (D_MOR_10, "told-test-natural"),
        () => (D_MOR_13, "told-test-fury"),
    };
    story.tell(|| {
        Event::of(rule, key, unit)
            .with("reason", reason.key())
            .with("natural", natural)
            .with("total", total)
            .with("need", i32::from(rules.tables.pass(quality)))
            .with("result", result)
            .cell("morale", row, reason.column())
    });
    if fury && !state.is(unit, Mark::Frenzied) {
        state.body_mut(unit).mark(Mark::Frenzied);
        story.tell(|| Event::of(D_MOR_13, "told-frenzied", unit).by(rules.side_of(unit)));
    }
    verdict
}

/// Carries out a failed test: away from this place, if it must go.
pub(crate) fn suffer(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    failure: Failure,
    away_from: Option<plane::Point>,
    story: &mut Story<Event>,
) {
    if rules.unit(unit).is_gun() && !matches!(failure, Failure::Halt) {
        return losses::abandon(rules, state, unit, story);
    }
    match failure {
        Failure::Halt => {
            if !rules.in_melee(state, unit) {
                state.body_mut(unit).mark(Mark::Halted);
                story.tell(|| Event::of(R_10_4, "told-halts", unit));
            }
        }
        Failure::Retire => flight::fall_back(rules, state, unit, away_from, false, story),
        Failure::Retreat => flight::fall_back(rules, state, unit, away_from, true, story),
        Failure::Rout => flight::rout(rules, state, unit, story),
        Failure::Dispersed => losses::disperse(rules, state, unit, R_9_3, story),
    }
}

/// D-MOR-13: dice that make it frenzied, if it passes.
fn is_fury(rules: &Daimyo, unit: UnitId, reason: Reason, natural: i32) -> bool {
    let troop = rules.unit(unit).troop;
    let least = match troop {
        Troop::WarriorMonks => rules.tables.morale.fury_of_monks,
        Troop::Ronin => rules.tables.morale.fury,
        troop if troop.is_samurai() => rules.tables.morale.fury,
        _ => return false,
    };
    reason != Reason::Rally && natural >= least
}
