//! Where a move ends: contact, disorder, and what lay in its way.

use arrayvec::ArrayVec;
use kernel::{Rule, Story, Stroke};
use open::Event;
use plane::{Compass, Footprint, Formation, Len, Outline, Sector, Slide, Struck, shared, square_up};

use crate::{
    Daimyo,
    decisions::{
        Errand,
        errand::danger::{Danger, Peril},
    },
    model::{
        state::{Life, Mark, State, Where},
        units::{LeaderId, UnitId},
    },
    notation::{refer::piece, rule_ids::*},
    queries::formation::{CONTACT, TOLERANCE},
};

/// Where a footprint now is becomes where the unit is; its leader goes with it.
pub(crate) fn put(state: &mut State, unit: UnitId, print: &Footprint) {
    let body = state.body_mut(unit);
    body.at = print.front;
    body.heading = print.heading;
    if let Some(leader) = body.leader {
        state.person_mut(leader).at = print.front;
    }
}

/// 6.7: flush on the struck edge, and slid to where most stands meet stands.
pub(crate) fn square(rules: &Daimyo, state: &mut State, unit: UnitId, foe: UnitId, sector: Sector) {
    let print = rules.print(state, unit);
    let shape = rules.shape(state, foe);
    let struck = match state.body(foe).place {
        Where::Block(block) => {
            let sides = rules.ground.features[usize::from(block)].area.sides();
            let nearest =
                sides.min_by_key(|(a, b)| Outline::line(*a, *b).gap(&Outline::spot(print.front.fine())));
            let (from, to) = nearest.expect("a block has sides");
            Struck::side(from, to, Compass::FULL)
        }
        _ => Struck::edge(&rules.print(state, foe), sector.edge()),
    };
    let mounted = rules.unit(unit).is_mounted();
    let formation = state.body(unit).formation;
    let others: ArrayVec<Outline, 64> =
        state.here().filter(|other| *other != unit).map(|other| rules.shape(state, other)).collect();
    let worth = |there: &Footprint| {
        let outline = there.outline();
        let blocked = others.iter().any(|other| other.overlaps(&outline))
            || rules.ground.is_off(&outline)
            || rules.ground.closed(&outline, mounted).is_some();
        (!blocked && outline.within(&shape, CONTACT))
            .then(|| files_touching(rules, unit, formation, there, &shape))
    };
    if let Some(there) =
        square_up(&print, &struck, Slide { every: Len(50), most: rules.tables.distances.slide }, worth)
    {
        put(state, unit, &there);
    }
}

/// How many files of this footprint would have the shape before them.
pub(crate) fn files_touching(
    rules: &Daimyo,
    unit: UnitId,
    formation: Formation,
    print: &Footprint,
    other: &Outline,
) -> i32 {
    let (base, near) = (rules.base(unit), rules.tables.distances.touching);
    let touches =
        |file: u8| shared(formation.front_edge(base, print, file), print.heading, near, other) > TOLERANCE;
    (0..formation.files).filter(|file| touches(*file)).count() as i32
}

/// D-DIS: the marker, told with its cause.
pub(crate) fn disorder_by(state: &mut State, unit: UnitId, rule: Rule, story: &mut Story<Event>) {
    if state.is(unit, Mark::Disordered) || !state.body(unit).place.is_here() {
        return;
    }
    state.body_mut(unit).mark(Mark::Disordered);
    story.tell(|| Event::of(rule, "told-disordered", unit));
}

/// 2.3: a move that ends touching an unattached enemy leader.
pub(crate) fn scatter_leaders(rules: &Daimyo, state: &mut State, unit: UnitId) {
    let shape = rules.shape(state, unit);
    let side = rules.side_of(unit);
    for n in 0..state.leaders.len() {
        let leader = LeaderId(n as u8);
        let data = rules.leader(leader);
        let who = state.person(leader);
        let seated = data.is_general && state.seated[data.side.index()];
        if data.side == side || who.life != Life::Here || who.with.is_some() || seated {
            continue;
        }
        let due = Errand::Peril(Danger { leader, peril: Peril::Overrun });
        if Outline::spot(who.at.fine()).within(&shape, rules.tables.distances.leader)
            && !state.errands.contains(&due)
        {
            state.errands.push(due);
        }
    }
}

/// 2.3: a leader whom an enemy stands on, however that came about, is in danger like one whom a move touches.
pub(crate) fn endanger_overrun(rules: &Daimyo, state: &mut State) {
    for n in 0..state.leaders.len() {
        let leader = LeaderId(n as u8);
        if rules.overrunner(state, leader).is_some() {
            state.errands.push(Errand::Peril(Danger { leader, peril: Peril::Overrun }));
        }
    }
}

/// D-ART-3, 7.6: an own unit that comes to an abandoned gun mans it again, an enemy takes it away; where the move
/// ends, or on the way that was swept over.
pub(crate) fn touch_guns(
    rules: &Daimyo,
    state: &mut State,
    unit: UnitId,
    ridden: &[Outline],
    story: &mut Story<Event>,
) {
    if state.body(unit).place != Where::Table {
        return;
    }
    let shape = rules.shape(state, unit);
    for gun in state.all().filter(|gun| rules.unit(*gun).is_gun()) {
        if state.body(gun).place != Where::Abandoned {
            continue;
        }
        let there = rules.shape(state, gun);
        if !there.within(&shape, rules.tables.distances.touching)
            && !ridden.iter().any(|hull| there.overlaps(hull))
        {
            continue;
        }
        let own = rules.side_of(gun) == rules.side_of(unit);
        // Its crew finds no room while somebody stands on it.
        let overlaps = rules.overlapped(state, gun, &rules.print(state, gun)).is_some();
        if own && !overlaps {
            state.body_mut(gun).place = Where::Table;
            story.tell(|| Event::of(R_7_6, "told-manned", gun).with("other", piece(unit)));
        } else if !own {
            state.body_mut(gun).place = Where::Captured;
            story.tell(|| {
                Event::of(R_7_6, "told-gun-taken", gun)
                    .with("other", piece(unit))
                    .stroke(Stroke::Gone { piece: piece(gun) })
            });
        }
    }
}
