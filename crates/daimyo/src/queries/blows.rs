//! 8.2, 8.3, T-7 to T-9: which stands strike whom, and with what.

use arrayvec::ArrayVec;
use kernel::{Line, Modifier, Modifiers, Pool, Roll, Rule};
use plane::{Edge, Footprint, Len, Outline, Spot, shared};
use serde::{Deserialize, Serialize};

use crate::{
    Daimyo,
    model::{
        state::{Mark, State, Where},
        units::{Armour, UnitId, UnitSet, Weapon},
    },
    notation::{refer::piece, rule_ids::*},
    queries::formation::TOLERANCE,
};

/// Stands of a unit that strike the same enemy alike: one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blow {
    pub unit: UnitId,
    pub foe: UnitId,
    pub stands: u8,
    /// 8.3: at an enemy on its flank or rear.
    pub flank: bool,
}

/// What adds to a blow beside the tables' plain rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Circumstances {
    pub muted: bool,
    pub keen: bool,
    /// 8.9: at the back of a router.
    pub slaughter: bool,
    /// For judgement: as if it had charged home, and as if it were in disorder.
    pub charging: bool,
    pub shaken: bool,
}

impl Daimyo {
    /// T-9: ranks that strike to the front.
    pub(crate) fn ranks(&self, state: &State, unit: UnitId) -> u8 {
        let body = state.body(unit);
        let ranks = &self.tables.ranks;
        match () {
            () if body.is(Mark::Disordered) => ranks.disordered,
            () if body.round > 1 => ranks.later,
            () if self.unit(unit).weapon == Weapon::LongSpear => ranks.long_spear_first,
            () => ranks.first,
        }
    }

    pub(crate) fn blows_of(
        &self,
        state: &State,
        unit: UnitId,
        units: &UnitSet,
        out: &mut ArrayVec<Blow, 48>,
    ) {
        let body = state.body(unit);
        let foes: ArrayVec<(UnitId, Outline), 16> = self
            .foes(state, unit)
            .into_iter()
            .filter(|foe| units.has(*foe))
            .map(|foe| (foe, self.shape(state, foe)))
            .collect();
        if matches!(body.place, Where::Block(_)) {
            let mut left = body.stands();
            for (foe, _) in &foes {
                let stands = left.min(self.tables.melee.building_stands);
                left -= stands;
                push(out, Blow { unit, foe: *foe, stands, flank: false });
            }
            return;
        }
        let print = self.print(state, unit);
        let base = self.base(unit);
        let formation = body.formation;
        let ranks = self.ranks(state, unit);
        let before = |file: u8| {
            let edge = formation.front_edge(base, &print, file);
            foes.iter()
                .map(|(foe, shape)| {
                    (shared(edge, print.heading, reach(self, state, unit, *foe), shape), *foe)
                })
                .filter(|(along, _)| *along > TOLERANCE)
                .max_by_key(|(along, foe)| (*along, std::cmp::Reverse(*foe)))
                .map(|(_, foe)| foe)
        };
        let direct: ArrayVec<Option<UnitId>, 16> = (0..formation.files).map(before).collect();
        let files = wrapped(self, state, unit, &print, &direct, &foes);
        let depth = |file: u8| {
            formation.each().filter(|stand| stand.file == file && stand.rank < ranks).count() as u8
        };
        let mut mine: ArrayVec<Blow, 16> = ArrayVec::new();
        for (file, foe) in files.iter().enumerate() {
            if let Some(foe) = foe {
                join(&mut mine, Blow { unit, foe: *foe, stands: depth(file as u8), flank: false });
            }
        }
        // D-MEL-11: from the second round one stand beyond each end of the line, with no enemy before it.
        if body.round > 1 {
            let at = |n: usize| direct.get(n).copied().flatten();
            for n in 0..files.len() {
                let (left, right) = (n.checked_sub(1).and_then(at), at(n + 1));
                if files[n].is_none() && (left.is_some() || right.is_some()) {
                    let foe = left.or(right).expect("one of them");
                    if !matches!(state.body(foe).place, Where::Block(_)) {
                        join(&mut mine, Blow { unit, foe, stands: 1, flank: false });
                    }
                }
            }
        }
        for (foe, shape) in &foes {
            if files.contains(&Some(*foe)) {
                continue;
            }
            let stands = turned_stands(self, state, unit, &print, *foe, shape, &files);
            join(&mut mine, Blow { unit, foe: *foe, stands, flank: true });
        }
        for mut blow in mine {
            if matches!(state.body(blow.foe).place, Where::Block(_)) {
                blow.stands = blow.stands.min(self.tables.melee.building_stands);
            }
            push(out, blow);
        }
    }

    /// T-7, T-8: every modifier of a blow.
    pub(crate) fn blow_modifiers(&self, state: &State, blow: &Blow, about: Circumstances) -> Modifiers {
        let values = &self.tables.melee;
        let (data, body) = (self.unit(blow.unit), state.body(blow.unit));
        let (foe, their) = (self.unit(blow.foe), state.body(blow.foe));
        let in_block = matches!(their.place, Where::Block(_));
        let mut list = Modifiers::new();
        let mut add = |value: i16, key: &'static str, rule: Rule| {
            if value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        let weapon = match data.weapon {
            Weapon::LongSpear => "mod-weapon-spear",
            Weapon::PoleArm => "mod-weapon-pole-arm",
            Weapon::Improvised => "mod-weapon-improvised",
            Weapon::Lance => "mod-weapon-lance",
        };
        add(self.tables.weapon(data.weapon, foe.is_mounted()), weapon, D_MEL_W);
        let first = body.round <= 1 && !about.slaughter;
        let disordered = body.is(Mark::Disordered) || about.shaken;
        let charged = body.is(Mark::Charging) || about.charging;
        let charges = first && charged && !in_block && !self.sky(state).no_charge_bonus;
        if charges && data.is_mounted() {
            add(values.horse_charging, "mod-horse-charging", D_MEL_M);
        } else if charges {
            add(values.foot_charging, "mod-foot-charging", D_MEL_M);
        }
        if !about.muted {
            let seated = data.is_headquarters() && self.is_seated(state, data.side);
            let general = seated || body.leader.is_some_and(|leader| self.leader(leader).is_general);
            if general {
                add(values.general, "mod-general-with", D_MEL_M);
            } else if body.leader.is_some() {
                add(values.daimyo, "mod-daimyo-with", D_MEL_M);
            }
        }
        if body.is(Mark::Frenzied) {
            add(values.frenzied, "mod-frenzied", D_MEL_M);
        }
        if body.is(Mark::Pursuing) || about.slaughter {
            add(values.pursuing, "mod-pursuing", D_MEL_M);
        }
        if first && !disordered && !blow.flank {
            match data.weapon {
                Weapon::LongSpear | Weapon::Lance => {
                    add(values.spear_or_lance_first, "mod-first-round", D_MEL_M);
                }
                Weapon::PoleArm => add(values.pole_arm_first, "mod-first-round", D_MEL_M),
                Weapon::Improvised => {}
            }
        }
        if body.is(Mark::Following) {
            add(values.following, "mod-following", D_MEL_M);
        }
        if about.keen {
            add(values.challenge_won, "mod-challenge-won", R_8_11);
        }
        match foe.armour {
            Armour::Heavy => add(values.heavy_armour, "mod-heavy-armour", D_MEL_M),
            Armour::Medium => add(values.medium_armour, "mod-medium-armour", D_MEL_M),
            Armour::Light => {}
        }
        if blow.flank {
            add(values.flank, "mod-flank", D_MEL_M);
        }
        if in_block {
            add(values.building, "mod-building", D_MEL_M);
        }
        if foe.quality < data.quality {
            add(values.higher_quality, "mod-higher-quality", D_MEL_M);
        }
        if disordered {
            add(values.disordered, "mod-disordered", D_MEL_M);
        }
        let above = self.level(state, blow.foe) > self.level(state, blow.unit);
        if !about.slaughter && (above || body.is(Mark::Across)) {
            add(values.above_or_behind, if above { "mod-enemy-above" } else { "mod-obstacle" }, D_MEL_M);
        }
        list
    }
}

/// Two dice for each stand that strikes.
pub(crate) fn strike_roll(rules: &Daimyo, blow: &Blow, modifiers: Modifiers, rule: Rule) -> Roll {
    let sum: i16 = modifiers.iter().map(|m| m.value).sum();
    let need = (rules.tables.melee.to_hit - sum).clamp(0, 13);
    Roll {
        rule,
        seat: rules.seat_of(blow.unit),
        line: Line::new("roll-blow")
            .with("unit", piece(blow.unit))
            .with("target", piece(blow.foe))
            .with("stands", i32::from(blow.stands))
            .with("need", i32::from(need)),
        pool: Pool::Sums { groups: blow.stands, dice: 2, sides: 6, at_least: need as u8 },
        modifiers,
    }
}

fn push(out: &mut ArrayVec<Blow, 48>, blow: Blow) {
    if blow.stands > 0 && !out.is_full() {
        out.push(blow);
    }
}

fn join(mine: &mut ArrayVec<Blow, 16>, blow: Blow) {
    match mine.iter_mut().find(|other| other.foe == blow.foe && other.flank == blow.flank) {
        Some(same) => same.stands += blow.stands,
        None => mine.push(blow),
    }
}

/// How near counts as touching for this pair.
fn reach(rules: &Daimyo, state: &State, unit: UnitId, foe: UnitId) -> Len {
    let across = state.is(unit, Mark::Across) || state.is(foe, Mark::Across);
    let distances = &rules.tables.distances;
    if across { distances.across + TOLERANCE } else { distances.touching }
}

/// Every blow of a round, unit by unit.
pub(crate) fn blows(rules: &Daimyo, state: &State, units: &UnitSet) -> ArrayVec<Blow, 48> {
    let mut blows = ArrayVec::new();
    for unit in units.iter() {
        rules.blows_of(state, unit, units, &mut blows);
    }
    blows
}

/// 8.3: a unit that has an enemy's flank or rear before it strikes with every file within one stand of that edge.
fn wrapped(
    rules: &Daimyo,
    state: &State,
    unit: UnitId,
    print: &Footprint,
    direct: &ArrayVec<Option<UnitId>, 16>,
    foes: &[(UnitId, Outline)],
) -> ArrayVec<Option<UnitId>, 16> {
    let mut files = direct.clone();
    if !rules.options.whole_front {
        return files;
    }
    let (base, formation) = (rules.base(unit), state.body(unit).formation);
    for (foe, shape) in foes {
        if !direct.contains(&Some(*foe)) || edge_towards(rules, state, *foe, unit) == Edge::Front {
            continue;
        }
        for (file, strikes) in files.iter_mut().enumerate().filter(|(_, strikes)| strikes.is_none()) {
            let (left, right) = formation.front_edge(base, print, file as u8);
            if Outline::line(left, right).within(shape, base.width + TOLERANCE) {
                *strikes = Some(*foe);
            }
        }
    }
    files
}

/// 8.3: stands along a flank or the rear that turn to face an enemy there.
fn turned_stands(
    rules: &Daimyo,
    state: &State,
    unit: UnitId,
    print: &Footprint,
    foe: UnitId,
    shape: &Outline,
    files: &[Option<UnitId>],
) -> u8 {
    let formation = state.body(unit).formation;
    let base = rules.base(unit);
    let near = reach(rules, state, unit, foe);
    let half = print.width.part(1, 2);
    let edge = edge_towards(rules, state, unit, foe);
    let touching = |ends: (Spot, Spot)| shared(ends, print.outward(edge), near, shape) > TOLERANCE;
    let free = |file: u8| files.get(usize::from(file)).copied().flatten().is_none();
    let count = match edge {
        // A corner that lies before nobody's front still has one stand there.
        Edge::Front => 1,
        Edge::Left | Edge::Right => (0..formation.ranks())
            .filter(|rank| {
                let first = formation.first_file(*rank);
                let last = first + formation.in_rank(*rank) - 1;
                let (file, right) = match edge {
                    Edge::Left => (first, -half),
                    _ => (last, half),
                };
                let at_edge = if edge == Edge::Left { first == 0 } else { last + 1 == formation.files };
                let back = |n: u8| print.spot(-(base.depth * i32::from(n)), right);
                let ends = match edge {
                    Edge::Left => (back(rank + 1), back(*rank)),
                    _ => (back(*rank), back(rank + 1)),
                };
                at_edge && (*rank > 0 || free(file)) && touching(ends)
            })
            .count(),
        Edge::Rear => {
            let last = formation.ranks() - 1;
            (0..formation.in_rank(last))
                .filter(|place| {
                    let file = formation.first_file(last) + place;
                    let left = base.width * i32::from(file) - half;
                    let ends = (print.spot(-print.depth, left + base.width), print.spot(-print.depth, left));
                    (last > 0 || free(file)) && touching(ends)
                })
                .count()
        }
    };
    count as u8
}

/// The edge of a unit on which another stands, for who fights to the flank.
fn edge_towards(rules: &Daimyo, state: &State, unit: UnitId, other: UnitId) -> Edge {
    if matches!(state.body(unit).place, Where::Block(_)) {
        return Edge::Front;
    }
    let print = rules.print(state, unit);
    let shape = rules.shape(state, other);
    let near = |edge: Edge| {
        let (a, b) = print.edge(edge);
        // From left to right looking out across the edge.
        shared((b, a), print.outward(edge), rules.tables.distances.across, &shape)
    };
    let best = Edge::ALL.into_iter().max_by_key(|edge| (near(*edge), std::cmp::Reverse(*edge)));
    best.expect("four edges")
}
