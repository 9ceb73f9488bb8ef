//! Chapters 7 and 31: starting a fight, and withdrawal from it.

use kernel::{Actions, Line, May, Modifier, Modifiers, No, Pool, Question, Roll, Story, Stroke};
use open::Event;
use plane::{Footprint, Len, Outline, Point, Sector, Slide, Struck, square_up};
use serde::{Deserialize, Serialize};

use crate::{
    AgeOfWar,
    action::Action,
    formation::{ACROSS, CONTACT, TOLERANCE},
    ground::Land,
    morale::Beyond,
    refer::piece,
    rule_ids::*,
    state::{Activity, Direction, Errand, Mark, State, Step, Where},
    steps::{HALF, Mover, Stepped},
    units::{Sort, UnitId},
};

/// 7.3: the least free way of a withdrawal, with the tolerance of 1.1.
const LEAST_WAY: Len = Len(100 - TOLERANCE.0);

/// Where an assault stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Stand or withdraw?
    Asked,
    /// Dice of the fighter, then of the withdrawer.
    Fighter {
        to: Direction,
    },
    Withdrawer {
        to: Direction,
        fighter: u8,
    },
    /// How far it falls back; it lost the dice, but had support.
    Distance {
        to: Direction,
        saved: bool,
    },
}

/// 7.1: a unit at the contact line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    pub unit: UnitId,
    pub target: UnitId,
    /// Its front-centre when the fight was announced.
    pub from: Point,
    pub across: bool,
    pub answer: Answer,
}

/// The way to the contact line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rush {
    pub stepped: Stepped,
    pub activity: Activity,
    pub across: bool,
}

impl AgeOfWar {
    /// 3.4b: in no wood, buildings, marsh or rough hill.
    pub(crate) fn is_in_open(&self, state: &State, unit: UnitId) -> bool {
        !self.is_in(state, unit, Land::is_rough)
    }

    /// 7.1: may the unit start this fight, and where would it touch?
    pub(crate) fn assault_of(
        &self,
        state: &State,
        unit: UnitId,
        activity: &Activity,
        target: UnitId,
    ) -> Result<Rush, No> {
        let no = |rule, key| No::new(rule, key).with("other", piece(target));
        let other = self.unit(target);
        if other.side == self.side_of(unit) || state.body(target).place != Where::Table {
            return Err(no(A_25_8, "no-fight-target"));
        }
        if self.unit(unit).is_gun() {
            return Err(No::new(R_6_5, "no-gun-fights").with("unit", piece(unit)));
        }
        self.may_march(state, unit, activity)?;
        let mounted = self.is_mounted(state, unit);
        let horse = !mounted && self.is_mounted(state, target) && self.is_in_open(state, target);
        if horse && !state.body(unit).near.has(target) {
            return Err(no(A_31_0, "no-fight-horse"));
        }
        let lots_left = self.most_lots(state, unit) - activity.lots;
        let start = self.here(state, unit, activity);
        let there = self.print(state, target);
        let lot = self.lot_len(state, unit);
        let most = lot * i32::from(lots_left);
        if !start.print.may_reach(&there, most) {
            return Err(no(R_7_1, "no-fight-reach"));
        }
        let touch = start.print.run_to(start.print.heading, most, &there);
        let mut far = touch.ok_or_else(|| no(R_7_1, "no-fight-reach"))?;
        // 7.1b: a linear obstacle before the target is fought across.
        let mut across = false;
        let shape = there.outline();
        for (_, feature) in
            self.ground.of_kind(Land::is_linear).filter(|(_, f)| f.area.within(&shape, ACROSS))
        {
            let Some(stop) = start.print.run_to_area(start.print.heading, most, &feature.area) else {
                continue;
            };
            if stop < far && start.print.advanced(stop).within(&there, ACROSS + TOLERANCE) {
                if mounted && feature.kind.is_rampart() {
                    return Err(no(R_7_1B, "no-horse-across"));
                }
                (far, across) = (stop, true);
            }
        }
        let mover = Mover::new(self, state, unit);
        let mut at = start;
        let mut gone = Len::ZERO;
        while gone < far {
            let by = HALF.min(far - gone);
            let to = at.print.advanced(by);
            mover.may_sweep(&at.print.swept_to(&to), Some(target))?;
            at = mover.tread(&at, to);
            gone += by;
        }
        // Many small roundings make a slanted way; it ends where the straight one does.
        let to = start.print.advanced(far);
        at.print = to;
        let lots = ((far.0 + lot.0 - 1) / lot.0).max(1) as u8;
        let fight = if other.sort == Sort::Maku { 0 } else { self.tables.points.fight };
        let activity = self.pay(activity, lots + fight + mover.toll(&at))?;
        Ok(Rush { stepped: at, activity, across })
    }

    pub(crate) fn resolve_assault(
        &self,
        state: &mut State,
        unit: UnitId,
        activity: Activity,
        target: UnitId,
        story: &mut Story<Event>,
    ) {
        let rush = self.assault_of(state, unit, &activity, target).expect("judged legal");
        let from = state.body(unit).at;
        self.put(state, unit, &rush.stepped.print);
        let front = rush.stepped.print.front;
        story.tell(|| {
            Event::new(A_25_8, "told-assaults")
                .with("unit", piece(unit))
                .with("other", piece(target))
                .by(self.side_of(unit))
                .moved(piece(unit), front)
        });
        self.end_act(state);
        if self.unit(target).sort == Sort::Maku {
            self.end_of_move(state, unit);
            self.take_maku(state, target, story);
        } else {
            let answer = Answer::Asked;
            state.errands.push(Errand::Assault(Assault { unit, target, from, across: rush.across, answer }));
            state.errands.push(Errand::Watch { unit, target: Some(target) });
            self.end_of_move(state, unit);
        }
        for _ in 0..rush.stepped.left {
            state.errands.push(Errand::Edge { unit });
        }
    }

    /// 9.3: the screen falls; the daimyo tries to get away.
    fn take_maku(&self, state: &mut State, maku: UnitId, story: &mut Story<Event>) {
        let side = self.side_of(maku);
        self.lose(state, maku, Where::Captured, R_9_3, "told-maku-taken", story);
        if state.camp(side).daimyo == crate::state::Daimyo::Maku {
            state.errands.push(Errand::Escape { side });
        }
    }

    pub(crate) fn resolve_escape(
        &self,
        state: &mut State,
        side: kernel::Side,
        pip: i32,
        story: &mut Story<Event>,
    ) {
        use crate::state::Daimyo;
        state.errands.pop();
        let from = match state.camp(side).daimyo {
            Daimyo::With(unit) => unit,
            _ => self.makus[side.index()],
        };
        let table = &self.tables.daimyo;
        let near = self.friends_near(state, from, table.escapes_within);
        state.camp_mut(side).daimyo = match near.first() {
            Some(unit) if pip >= table.escapes_from => {
                let unit = *unit;
                story.tell(|| {
                    Event::new(R_9_3, "told-daimyo-escapes").with("side", side).with("unit", piece(unit))
                });
                Daimyo::With(unit)
            }
            _ => {
                story.tell(|| Event::new(R_9_3, "told-daimyo-dies").with("side", side).by(side));
                Daimyo::Dead
            }
        };
    }

    /// Does the assault need nobody's answer any more?
    pub(crate) fn assault_lapses(&self, state: &State, assault: &Assault) -> bool {
        [assault.unit, assault.target].iter().any(|unit| state.body(*unit).place != Where::Table)
    }

    /// 7.2: a target that fights somebody else already is not asked.
    pub(crate) fn is_engaged(&self, state: &State, assault: &Assault) -> bool {
        self.foes(state, assault.target).iter().any(|foe| *foe != assault.unit)
    }

    pub(crate) fn answer_question(&self, state: &State, assault: &Assault) -> Question {
        let sector = self.struck_sector(state, assault.target, assault.from);
        let line = Line::new("ask-answer")
            .with("unit", piece(assault.target))
            .with("other", piece(assault.unit))
            .with("sector", open::scene::sector_key(sector));
        Question::new(self.seat_of(assault.target), R_7_2, line).at(piece(assault.target))
    }

    /// rear, left and right of the target. A general alone has no front: he looks at who comes.
    fn away(&self, state: &State, assault: &Assault, to: Direction) -> plane::Heading {
        let print = self.print(state, assault.target);
        let facing = if self.unit(assault.target).is_general() {
            let fighter = self.print(state, assault.unit).centre();
            plane::Compass::EIGHT.bearing(print.centre(), fighter).unwrap_or(print.heading)
        } else {
            print.heading
        };
        to.heading(facing)
    }

    /// 7.3: at least 1" of free way, and whatever the die of A-31.3 shows, it ends out of contact with the fighter.
    pub(crate) fn may_withdraw(&self, state: &State, assault: &Assault, to: Direction) -> May {
        let (unit, target) = (assault.unit, assault.target);
        let no = |key| Err(No::new(R_7_3, key).with("unit", piece(target)).with("other", piece(unit)));
        let print = self.print(state, target);
        let fighter = self.print(state, unit);
        let along = self.away(state, assault, to);
        for pip in 1..=6 {
            let by = self.withdrawal_way(pip);
            let Some(end) = self.falls_to(state, target, along, by, Beyond::OneFriend) else { continue };
            if print.front.distance(end.front) < LEAST_WAY {
                return no("no-withdraw-room");
            }
            if end.within(&fighter, if assault.across { ACROSS + TOLERANCE } else { CONTACT }) {
                return no("no-withdraw-clear");
            }
        }
        Ok(())
    }

    /// A-31.3: a die and 1".
    fn withdrawal_way(&self, pip: i32) -> Len {
        Len::whole(pip + self.tables.morale.fall_back)
    }

    pub(crate) fn list_answers(&self, state: &State, assault: &Assault, out: &mut Actions<Action>) {
        out.push(Action::Stand);
        for to in Direction::ALL.into_iter().filter(|to| self.may_withdraw(state, assault, *to).is_ok()) {
            out.push(Action::Withdraw(to));
        }
    }

    /// 7.2: missile troops withdraw from horse, others stand.
    pub(crate) fn habit_answer(&self, state: &State, assault: &Assault) -> Action {
        let timid = self.unit(assault.target).missile().is_some() && !self.unit(assault.target).is_mixed();
        if timid
            && self.is_mounted(state, assault.unit)
            && self.may_withdraw(state, assault, Direction::Rear).is_ok()
        {
            return Action::Withdraw(Direction::Rear);
        }
        Action::Stand
    }

    pub(crate) fn resolve_answer(
        &self,
        state: &mut State,
        assault: Assault,
        action: Action,
        story: &mut Story<Event>,
    ) {
        state.errands.pop();
        match action {
            Action::Withdraw(to) => {
                story.tell(|| Event::new(A_31_1, "told-tries-withdraw").with("unit", piece(assault.target)));
                state.errands.push(Errand::Assault(Assault { answer: Answer::Fighter { to }, ..assault }));
            }
            _ => self.contact(state, &assault, story),
        }
    }

    /// A-31.f and A-31.w.
    pub(crate) fn withdrawal_modifiers(&self, state: &State, assault: &Assault, fighter: bool) -> Modifiers {
        let table = &self.tables.withdrawal;
        let (unit, target) = (assault.unit, assault.target);
        let mut list = Modifiers::new();
        let rule = if fighter { A_31_F } else { A_31_W };
        let mut add = |value: i16, when: bool, key: &'static str| {
            if when && value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        let rank = |id: UnitId| (self.unit(id).class().rank(), self.is_mounted(state, id));
        let (horse, prey) = (self.is_mounted(state, unit), self.is_mounted(state, target));
        let general = self.unit(target).is_general();
        if fighter {
            let open = self.is_in_open(state, unit) && self.is_in_open(state, target);
            add(table.horse, horse && !prey && open, "mod-horse-v-foot");
            add(table.superior, !general && rank(unit) > rank(target), "mod-superior");
        } else {
            add(table.cavalry, prey && !horse, "mod-cavalry-v-foot");
            add(table.superior, !general && rank(target) > rank(unit), "mod-superior");
            add(table.rough, !prey && self.touches_rough(state, target), "mod-rough");
            add(if self.options.general_withdraws { table.general } else { 0 }, general, "mod-general");
            let engaged = self.foes(state, unit).iter().any(|foe| *foe != target);
            add(table.engaged, engaged, "mod-engaged");
            add(table.far, !state.body(unit).close.has(target), "mod-far");
        }
        list
    }

    pub(crate) fn assault_roll(&self, state: &State, assault: &Assault) -> Option<Roll> {
        let line = |key: &'static str| {
            Line::new(key).with("unit", piece(assault.target)).with("other", piece(assault.unit))
        };
        Some(match assault.answer {
            Answer::Asked => return None,
            Answer::Fighter { .. } => Roll {
                rule: A_31_1,
                seat: self.seat_of(assault.unit),
                line: line("roll-fighter"),
                pool: Pool::d6(2),
                modifiers: self.withdrawal_modifiers(state, assault, true),
            },
            Answer::Withdrawer { .. } => Roll {
                rule: A_31_1,
                seat: self.seat_of(assault.target),
                line: line("roll-withdrawer"),
                pool: Pool::d6(2),
                modifiers: self.withdrawal_modifiers(state, assault, false),
            },
            // who lost the dice does not withdraw; support lets it fall back.
            Answer::Distance { saved, .. } => Roll {
                rule: if saved { A_31_2 } else { A_31_3 },
                seat: self.seat_of(assault.target),
                line: line(if saved { "roll-fall-back" } else { "roll-withdraws" }),
                pool: Pool::d6(1),
                modifiers: Vec::new(),
            },
        })
    }

    fn sum(&self, state: &State, assault: &Assault, fighter: bool) -> i32 {
        self.withdrawal_modifiers(state, assault, fighter).iter().map(|m| i32::from(m.value)).sum()
    }

    pub(crate) fn resolve_withdrawal(
        &self,
        state: &mut State,
        assault: Assault,
        value: i32,
        story: &mut Story<Event>,
    ) {
        state.errands.pop();
        let next = |answer| Errand::Assault(Assault { answer, ..assault });
        match assault.answer {
            Answer::Asked => unreachable!("no dice before an answer"),
            Answer::Fighter { to } => {
                let fighter = (value + self.sum(state, &assault, true)).max(0) as u8;
                state.errands.push(next(Answer::Withdrawer { to, fighter }));
            }
            Answer::Withdrawer { to, fighter } => {
                let own = value + self.sum(state, &assault, false);
                let gets_away = own >= i32::from(fighter);
                let key = if gets_away { "told-withdraws" } else { "told-fails-to-withdraw" };
                story.tell(|| {
                    Event::new(A_31_1, key)
                        .with("unit", piece(assault.target))
                        .with("own", own)
                        .with("other", i32::from(fighter))
                });
                if gets_away {
                    return state.errands.push(next(Answer::Distance { to, saved: false }));
                }
                self.disorder(state, assault.unit, A_31_2, story);
                let support = self
                    .friends_near(state, assault.target, self.tables.support.within)
                    .iter()
                    .any(|friend| !self.is_fighting(state, *friend));
                if support && self.options.support_saves {
                    state.errands.push(next(Answer::Distance { to, saved: true }));
                } else if self.unit(assault.target).is_general() {
                    state.errands.push(Errand::Fate { clan: self.unit(assault.target).clan });
                } else {
                    self.rout(state, assault.target, A_31_2, story);
                }
            }
            Answer::Distance { to, saved } => {
                let rule = if saved { A_31_2 } else { A_31_3 };
                let along = self.away(state, &assault, to);
                let by = self.withdrawal_way(value);
                if self.fall_back(state, assault.target, (along, by, Beyond::OneFriend), rule, story) {
                    self.disorder(state, assault.target, rule, story);
                }
            }
        }
    }

    /// How many front bases of a body stand before another.
    fn meeting(&self, state: &State, unit: UnitId, print: &Footprint, other: &Outline, near: Len) -> i32 {
        let (formation, size) = (state.body(unit).formation, self.size(state, unit));
        (0..formation.files)
            .filter(|file| {
                let edge = formation.front_edge(size, print, *file);
                plane::shared(edge, print.heading, near, other) > Len::ZERO
            })
            .count() as i32
    }

    /// 7.1: where a body is struck by one that came from there. A general alone and a Maku have no flanks.
    pub(crate) fn struck_sector(&self, state: &State, target: UnitId, from: Point) -> Sector {
        match self.unit(target).is_troops() {
            true => self.print(state, target).sector(from.fine()),
            false => Sector::Front,
        }
    }

    /// 7.1: the fight is on: square up on the struck edge.
    pub(crate) fn contact(&self, state: &mut State, assault: &Assault, story: &mut Story<Event>) {
        let (unit, target) = (assault.unit, assault.target);
        let (print, there) = (self.print(state, unit), self.print(state, target));
        let sector = self.struck_sector(state, target, assault.from);
        let struck = Struck::edge(&there, sector.edge());
        let shape = there.outline();
        let off = if assault.across { print.gap(&there) } else { Len::ZERO };
        let mover = Mover::new(self, state, unit);
        let near = if assault.across { ACROSS + TOLERANCE } else { CONTACT };
        let slide = Slide { every: Len(10), most: Len(120) };
        // A lone general has no edge to square up on.
        let squared = (!self.unit(target).is_general())
            .then(|| {
                square_up(&print, &struck, slide, |laid| {
                    let laid = laid.shifted(struck.outward, off);
                    mover.may_sweep(&laid.outline(), Some(target)).ok()?;
                    if laid.overlaps(&there) || !laid.within(&there, near) {
                        return None;
                    }
                    Some(self.meeting(state, unit, &laid, &shape, near))
                })
            })
            .flatten()
            .map(|laid| laid.shifted(struck.outward, off));
        drop(mover);
        if let Some(laid) = squared {
            self.put(state, unit, &laid);
        }
        let body = state.body_mut(unit);
        body.mark(Mark::Started);
        body.set(Mark::Across, assault.across);
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
        self.engage(state, unit);
        story.tell(|| {
            Event::new(R_7_1, key)
                .with("unit", piece(unit))
                .with("other", piece(target))
                .moved(piece(unit), front)
                .stroke(Stroke::Turned { piece: piece(unit), heading: heading.tenths() as u16 })
        });
        // 2.4: he moves with his unit; who is with nobody stays.
        if matches!(state.step, Step::Act { unit: acting, .. } if acting == unit) {
            self.end_act(state);
        }
    }
}
