//! What holds in every position of play. A position that breaks it is refused, wherever it was read from.

mod frames;

use kernel::Fault;

use super::place_word;
use crate::{
    Gunyuden,
    decisions::{Capture, Frame, Yield},
    model::{
        scenarios::{Condition, Until},
        state::{ABSENT, Happened, Phase, State, UNPLACED, beside, is_beside, on_map},
        units::{ANTI, CastleId, HASHIBA, HouseId, UnitId, UnitSet},
    },
};

const STAGES: u8 = 4;

fn fault(field: impl Into<String>, message: impl Into<String>) -> Fault {
    Fault::new("position", message).field(field)
}

/// The first and the last stage that a phase can be in (4-1-1, 4-1-2).
pub(super) fn stages(phase: Phase) -> (u8, u8) {
    match phase {
        Phase::Deploy | Phase::Situation(_) => (0, 0),
        Phase::Operation | Phase::Checks(_) => (1, STAGES),
    }
}

pub(crate) fn check(rules: &Gunyuden, state: &State) -> Result<(), Fault> {
    check_sequence(rules, state)?;
    check_happened(rules, state)?;
    check_castles(rules, state)?;
    check_lords(rules, state)?;
    for unit in (0..rules.units.len() as u8).map(UnitId).filter(|&unit| state.hex(unit) != ABSENT) {
        check_place(rules, state, unit)?;
        check_inside(rules, state, unit)?;
        if !state.is_head(unit) {
            check_led(rules, state, unit)?;
        }
    }
    for force in (0..rules.units.len() as u8).map(UnitId).filter(|&unit| state.is_head(unit)) {
        check_boxes(rules, state, force)?;
    }
    check_surrounds(rules, state)?;
    frames::check(rules, state)?;
    check_end(rules, state)
}

fn check_sequence(rules: &Gunyuden, state: &State) -> Result<(), Fault> {
    let (least, most) = stages(state.phase);
    if !(least..=most).contains(&state.stage) {
        let message = match state.phase {
            Phase::Deploy => "a side sets up in stage 0 (36.4)".to_owned(),
            Phase::Situation(_) => "the situation changes in stage 0 (4-1-1)".to_owned(),
            Phase::Operation | Phase::Checks(_) => {
                format!("an operation phase is in stage {least} to {most} (4-1-2)")
            }
        };
        return Err(fault("stage", message));
    }
    let (changes, castles) = (rules.scenario.changes.len(), rules.keeps.len());
    match state.phase {
        Phase::Situation(n) if usize::from(n) > changes => {
            Err(fault("phase", format!("there are {changes} changes of the situation: 0 to {changes}")))
        }
        Phase::Checks(n) if usize::from(n) > castles => {
            Err(fault("phase", format!("there are {castles} castles: 0 to {castles}")))
        }
        Phase::Deploy if state.inning != 1 => {
            Err(fault("inning", "a side sets up before the first inning (36.4)"))
        }
        _ => Ok(()),
    }
}

/// Only what this scenario knows can have happened.
fn check_happened(rules: &Gunyuden, state: &State) -> Result<(), Fault> {
    let scenario = &rules.scenario;
    let holds = |thaw: bool| scenario.holds.iter().any(|h| matches!(h.until, Until::Thaw { .. }) == thaw);
    let lords = scenario.wavering.as_ref().map_or(0, |wavering| wavering.lords.len());
    for (word, what) in Happened::WORDS.into_iter().filter(|(_, what)| state.happened.has(*what)) {
        let is_known = match what {
            Happened::DECLARED => holds(false),
            Happened::THAWED => holds(true),
            Happened::LEFT => scenario.leaver.is_some(),
            Happened::STRUCK => scenario.truce.is_some(),
            Happened::STRAYED => {
                scenario.awards.iter().any(|award| matches!(award.condition, Condition::Stayed(..)))
            }
            Happened::FIRST => !scenario.interventions.is_empty(),
            Happened::SECOND => scenario.interventions.len() > 1,
            Happened::PACT => scenario.pact.is_some(),
            Happened::PEACE => scenario.peace.is_some(),
            _ => (0..lords).any(|n| Happened::chosen(n) == what),
        };
        if !is_known {
            return Err(fault("happened", format!("`{word}` cannot happen in this scenario")));
        }
    }
    Ok(())
}

/// 21.0: until the fall of a castle is settled, a ruin has its owner and its garrison is inside.
fn is_falling(rules: &Gunyuden, state: &State, castle: CastleId) -> bool {
    let at = rules.keep(castle).hex;
    state.frames.iter().any(|frame| match frame {
        Frame::Fall(Capture { hex, .. }) | Frame::Yield(Yield { hex, .. }) => *hex == at,
        _ => false,
    })
}

/// 21-1(1): a castle that stands has an owner, a ruin has none. A lord who waits is in castles of no house (35.7).
fn check_castles(rules: &Gunyuden, state: &State) -> Result<(), Fault> {
    for (n, keep) in rules.keeps.iter().enumerate() {
        let (castle, body) = (CastleId(n as u8), &state.castles[n]);
        let field = format!("castles.{}", keep.id);
        let is_owned = body.owner != HouseId::NONE;
        if body.is_ruin() && is_owned && !is_falling(rules, state, castle) {
            return Err(fault(field, "a ruin has no owner: set `owner` to nobody (21-1(1))"));
        }
        if !body.is_ruin() && !is_owned && rules.waits(state, keep.hex).is_none() {
            return Err(fault(field, "a castle that stands has an owner: name a house (21-1(1))"));
        }
    }
    Ok(())
}

/// 35.7: the counters of a lord come into play when he has chosen, those of one side only.
fn check_lords(rules: &Gunyuden, state: &State) -> Result<(), Fault> {
    let lords = rules.scenario.wavering.as_ref().map_or(&[][..], |wavering| &wavering.lords);
    for (n, lord) in lords.iter().enumerate() {
        let present = |side: kernel::Side| {
            let mut units = lord.units[side.index()].iter();
            units.find(|unit| state.hex(**unit) != ABSENT).map(|unit| &rules.unit(*unit).id)
        };
        match (present(HASHIBA), present(ANTI)) {
            (Some(one), Some(other)) => {
                let message = format!("{one} and {other} are counters of one lord: leave one out (35.7)");
                return Err(fault("units", message));
            }
            (Some(id), None) | (None, Some(id)) if !state.happened.has(lord.flag) => {
                let message = format!("its lord waits: add `lord-{}` to `happened` (35.7)", n + 1);
                return Err(fault(format!("units.{id}"), message));
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_place(rules: &Gunyuden, state: &State, unit: UnitId) -> Result<(), Fault> {
    let at = state.hex(unit);
    let field = || format!("units.{}", rules.unit(unit).id);
    if at == UNPLACED {
        let is_free = rules.scenario.frees.iter().any(|free| free.units.contains(&unit));
        return match is_free && state.phase == Phase::Deploy {
            true => Ok(()),
            false => Err(fault(field(), "it is placed before play begins: name a hex (36.4)")),
        };
    }
    if is_beside(at) {
        let army = rules.army_of(unit);
        let comes = rules.scenario.interventions.iter().any(|late| late.army == army)
            || rules.scenario.arrivals.iter().any(|arrival| arrival.army == army);
        return match comes && at == beside(army) {
            true => Ok(()),
            false => Err(fault(field(), "its army does not wait there: name a hex (32-2)")),
        };
    }
    if !on_map(at) {
        return Ok(());
    }
    if !rules.ground.terrain[at.index()].is_open() {
        return Err(fault(field(), "nobody can stand there: name another hex (15-6-1)"));
    }
    if rules.scenario.closed[at.index()] {
        return Err(fault(field(), "this part of the map is closed: name another hex (36.1)"));
    }
    if !state.holed.has(unit) && rules.stands(state, rules.side_of(unit).other(), at) {
        return Err(fault(field(), "an enemy stands there: name another hex (15-6-2)"));
    }
    Ok(())
}

fn check_inside(rules: &Gunyuden, state: &State, unit: UnitId) -> Result<(), Fault> {
    let id = &rules.unit(unit).id;
    if state.holed.has(unit) != state.holed.has(state.head(unit)) {
        let head = &rules.unit(state.head(unit)).id;
        return Err(fault(
            "holed",
            format!("{id} and {head}, who leads it, are both inside or both outside (16.0)"),
        ));
    }
    if !state.holed.has(unit) {
        return Ok(());
    }
    let at = state.hex(unit);
    let Some(castle) = on_map(at).then(|| rules.castle_at(at)).flatten() else {
        return Err(fault(
            "holed",
            format!("there is no castle where {id} is, {} (16.0)", place_word(rules, at)),
        ));
    };
    if is_falling(rules, state, castle) {
        return Ok(());
    }
    let keep = &rules.keep(castle).id;
    if state.castle(castle).is_ruin() {
        return Err(fault("holed", format!("{id} cannot be inside {keep}, which is a ruin (21-1(1))")));
    }
    match rules.castle_side(state, castle) == Some(rules.side_of(unit)) {
        true => Ok(()),
        false => {
            Err(fault("holed", format!("{id} cannot be inside {keep}, which is not of its side (16.0)")))
        }
    }
}

/// 9-1: until a fight is over those who have lost their commander keep together behind the lowest of them.
fn is_heir(rules: &Gunyuden, state: &State, force: UnitId) -> bool {
    let fights = |frame: &Frame| {
        !matches!(
            frame,
            Frame::Place(_)
                | Frame::Hand(_)
                | Frame::Drop(_)
                | Frame::Draft(_)
                | Frame::Refit(_)
                | Frame::Recover(_)
                | Frame::Aim(_)
                | Frame::Join(_)
        )
    };
    let rank = rules.unit(force).rank;
    state.frames.iter().any(fights) && state.members(force).iter().all(|unit| rules.unit(unit).rank >= rank)
}

fn check_led(rules: &Gunyuden, state: &State, unit: UnitId) -> Result<(), Fault> {
    let head = state.head(unit);
    let (id, field) = (&rules.unit(unit).id, format!("forces.{}", rules.unit(head).id));
    if rules.army_of(unit) != rules.army_of(head) {
        return Err(fault(field, format!("{id} is of another army (9-2-6)")));
    }
    if is_heir(rules, state, head) {
        return Ok(());
    }
    rules.may_lead(head, unit).map_err(|no| {
        let why = match no.rule {
            crate::notation::rule_ids::R_13_1_1 => "it is no commander".to_owned(),
            crate::notation::rule_ids::R_9_2_3 => format!("it does not rank above {id}"),
            _ => format!("{id} is of another house, and only a great house leads others"),
        };
        fault(field, format!("{why} ({})", no.rule.0))
    })
}

fn check_boxes(rules: &Gunyuden, state: &State, force: UnitId) -> Result<(), Fault> {
    if !state.lives(force) {
        return Ok(());
    }
    let (led, boxes) = (state.members(force).len() - 1, rules.unit(force).boxes);
    if led <= usize::from(boxes) || is_heir(rules, state, force) {
        return Ok(());
    }
    let field = format!("forces.{}", rules.unit(force).id);
    Err(fault(field, format!("{led} units for {boxes} command boxes: leave some out (9-2-1)")))
}

fn check_surrounds(rules: &Gunyuden, state: &State) -> Result<(), Fault> {
    for unit in state.surrounding.iter() {
        let id = &rules.unit(unit).id;
        let enemy = rules.side_of(unit).other();
        let castle = (state.on_map(unit) && !state.holed.has(unit))
            .then(|| rules.castle_of(state, enemy, state.hex(unit)))
            .flatten();
        let Some(castle) = castle else {
            return Err(fault("surrounding", format!("{id} stands before no enemy castle (17-1-1)")));
        };
        let around: UnitSet = rules.surrounders(state, state.hex(unit));
        let (has, needs) = (rules.strength_of(state, around), rules.strength_to_surround(castle));
        if has < needs {
            let keep = &rules.keep(castle).id;
            let message = format!("to surround {keep} takes strength {needs}, there is {has} (18-1)");
            return Err(fault("surrounding", message));
        }
    }
    Ok(())
}

/// 36.6: the points say who has won.
fn check_end(rules: &Gunyuden, state: &State) -> Result<(), Fault> {
    let Some(over) = state.over else { return Ok(()) };
    let is_last = state.inning == rules.scenario.innings && state.stage == STAGES;
    if !is_last || state.phase != Phase::Checks(0) || !state.frames.is_empty() {
        let message = format!(
            "a game is over in inning {}, stage {STAGES}, phase checks-0, without frames (36.2)",
            rules.scenario.innings
        );
        return Err(fault("over", message));
    }
    let lead = rules.lead(state);
    if over.lead != lead {
        return Err(fault("over.lead", format!("it is {lead} by the points of this position (36.6)")));
    }
    let winner = if lead >= rules.scenario.victory.lead { HASHIBA } else { ANTI };
    match over.winner == winner {
        true => Ok(()),
        false => Err(fault("over.winner", "the lead gives the game to the other side (36.6)")),
    }
}
