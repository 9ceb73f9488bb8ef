//! 7, A-31: a unit at the contact line. What its stages share: the fight begins, or the target withdraws.

pub mod asked;
pub mod distance;
pub mod fighter;
pub mod withdrawer;

use kernel::{
    Modifier, Modifiers, Story,
    decision::{Parent, Staged},
};
use plane::{Compass, Footprint, Heading, Len, Outline, Point, Sector, Slide, Struck, square_up};

use self::{distance::Distance, fighter::FighterDice, withdrawer::WithdrawerDice};
use crate::{
    decisions::ASKING,
    model::state::Direction,
    prelude::*,
    queries::{
        formation::{CONTACT, TOLERANCE},
        mover::Mover,
    },
};

/// Where an assault stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Stand or withdraw?
    Asked,
    /// Dice of the fighter, then of the withdrawer.
    Fighter(FighterDice),
    Withdrawer(WithdrawerDice),
    Distance(Distance),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    pub unit: UnitId,
    pub target: UnitId,
    /// Its front-centre when the fight was announced.
    pub from: Point,
    pub across: bool,
    pub answer: Answer,
}

impl Parent<AgeOfWar> for Assault {
    type Next = Answer;
}

impl Staged<AgeOfWar> for Assault {
    const DEPTH: usize = ASKING;
    type Stage = Answer;

    fn stage(&self) -> &Answer {
        &self.answer
    }

    fn set_stage(&mut self, answer: Answer) {
        self.answer = answer;
    }
}

impl Assault {
    /// Whether both are still there.
    fn is_on(&self, state: &State) -> bool {
        [self.unit, self.target].iter().all(|unit| state.body(*unit).place == Where::Table)
    }

    fn line(&self, key: &'static str) -> Line {
        Line::new(key).with("unit", piece(self.target)).with("other", piece(self.unit))
    }

    /// rear, left and right of the target. A general alone has no front: he looks at who comes.
    fn away(&self, rules: &AgeOfWar, state: &State, to: Direction) -> Heading {
        let print = rules.print(state, self.target);
        let facing = if rules.unit(self.target).is_general() {
            let fighter = rules.print(state, self.unit).centre();
            Compass::EIGHT.bearing(print.centre(), fighter).unwrap_or(print.heading)
        } else {
            print.heading
        };
        to.heading(facing)
    }

    /// A-31.f and A-31.w.
    fn modifiers(&self, rules: &AgeOfWar, state: &State, fighter: bool) -> Modifiers {
        let table = &rules.tables.withdrawal;
        let (unit, target) = (self.unit, self.target);
        let mut list = Modifiers::new();
        let rule = if fighter { A_31_F } else { A_31_W };
        let mut add = |value: i16, when: bool, key: &'static str| {
            if when && value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        let rank = |id: UnitId| (rules.unit(id).class().rank(), rules.is_mounted(state, id));
        let (horse, prey) = (rules.is_mounted(state, unit), rules.is_mounted(state, target));
        let general = rules.unit(target).is_general();
        if fighter {
            let open = rules.is_in_open(state, unit) && rules.is_in_open(state, target);
            add(table.horse, horse && !prey && open, "mod-horse-v-foot");
            add(table.superior, !general && rank(unit) > rank(target), "mod-superior");
        } else {
            add(table.cavalry, prey && !horse, "mod-cavalry-v-foot");
            add(table.superior, !general && rank(target) > rank(unit), "mod-superior");
            add(table.rough, !prey && rules.touches_rough(state, target), "mod-rough");
            add(if rules.options.general_withdraws { table.general } else { 0 }, general, "mod-general");
            let engaged = rules.foes(state, unit).iter().any(|foe| *foe != target);
            add(table.engaged, engaged, "mod-engaged");
            add(table.far, !state.body(unit).close.has(target), "mod-far");
        }
        list
    }

    /// Two dice with their modifiers.
    fn total(&self, cx: Cx<'_, Assault>, fall: &Fall, fighter: bool) -> i32 {
        let modifiers = self.modifiers(cx.rules, cx.state, fighter);
        fall.value() + modifiers.iter().map(|m| i32::from(m.value)).sum::<i32>()
    }

    /// Where the unit stands squared up on the struck edge, if there is room.
    fn squared_up(&self, rules: &AgeOfWar, state: &State, sector: Sector) -> Option<Footprint> {
        let (unit, target) = (self.unit, self.target);
        // A lone general has no edge to square up on.
        if rules.unit(target).is_general() {
            return None;
        }
        let (print, there) = (rules.print(state, unit), rules.print(state, target));
        let struck = Struck::edge(&there, sector.edge());
        let shape = there.outline();
        let off = if self.across { print.gap(&there) } else { Len::ZERO };
        let mover = Mover::new(rules, state, unit);
        let near = if self.across { rules.tables.distances.across + TOLERANCE } else { CONTACT };
        let slide = Slide { every: Len(10), most: rules.tables.distances.slide };
        square_up(&print, &struck, slide, |laid| {
            let laid = laid.shifted(struck.outward, off);
            mover.may_sweep(&laid.outline(), Some(target)).ok()?;
            if laid.overlaps(&there) || !laid.within(&there, near) {
                return None;
            }
            Some(meeting(rules, state, unit, &laid, &shape, near))
        })
        .map(|laid| laid.shifted(struck.outward, off))
    }

    /// 7.1: the fight is on: square up on the struck edge.
    fn contact(&self, rules: &AgeOfWar, state: &mut State, story: &mut Story<Event>) {
        let (unit, target) = (self.unit, self.target);
        let sector = rules.struck_sector(state, target, self.from);
        if let Some(laid) = self.squared_up(rules, state, sector) {
            rules.put(state, unit, &laid);
        }
        let body = state.body_mut(unit);
        body.mark(Mark::Started);
        body.set(Mark::Across, self.across);
        body.round = 0;
        let (front, heading) = (body.at, body.heading);
        let key = match sector {
            Sector::Front => "told-strikes-front",
            Sector::Flank(_) => "told-strikes-flank",
            Sector::Rear => "told-strikes-rear",
        };
        if sector != Sector::Front {
            state.body_mut(target).mark(Mark::Flanked);
        }
        rules.engage(state, unit);
        story.tell(|| {
            Event::new(R_7_1, key)
                .with("unit", piece(unit))
                .with("other", piece(target))
                .moved(piece(unit), front)
                .stroke(Stroke::Turned { piece: piece(unit), heading: heading.tenths() as u16 })
        });
        // 2.4: he moves with his unit; who is with nobody stays.
        if matches!(&state.step, Step::Act(act) if act.unit == unit) {
            state.step = Step::Motivate;
        }
    }
}

/// How many front bases of a body stand before another.
fn meeting(
    rules: &AgeOfWar,
    state: &State,
    unit: UnitId,
    print: &Footprint,
    other: &Outline,
    near: Len,
) -> i32 {
    let (formation, size) = (state.body(unit).formation, rules.size(state, unit));
    (0..formation.files)
        .filter(|file| {
            let edge = formation.front_edge(size, print, *file);
            plane::shared(edge, print.heading, near, other) > Len::ZERO
        })
        .count() as i32
}

/// A-31.3: the way of a withdrawal: a die and 1".
fn withdrawal_way(rules: &AgeOfWar, pip: i32) -> Len {
    Len::whole(pip + rules.tables.morale.fall_back)
}
