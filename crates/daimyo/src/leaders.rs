//! 2.3 to 2.6, 13.7, D-SEQ-C4: leaders go, attach themselves, stand up.

use kernel::{Actions, Line, May, No, Question, Seat, Story, Value};
use open::{Event, ground::Kind as _};
use plane::{Len, Outline, Point};

use crate::{
    Daimyo,
    action::Action,
    decisions::Step,
    formation::TOLERANCE,
    refer::{person, piece, spot},
    rule_ids::*,
    state::{Life, State, Where},
    units::{LeaderId, UnitId},
};

/// 13.7: places lie on a grid of 2 cm.
const GRID: i32 = 200;

/// What may be in a leader's way.
struct Way {
    from: Point,
    far: Len,
    foes: Vec<Outline>,
    closed: Vec<usize>,
}

impl Daimyo {
    /// D-MOV-2.
    pub(crate) fn leader_allowance(&self, state: &State, leader: LeaderId) -> Len {
        let leaders = &self.tables.leaders;
        self.sky(state).slowed(if state.person(leader).mounted { leaders.mounted } else { leaders.foot })
    }

    fn is_enthroned(&self, state: &State, leader: LeaderId) -> bool {
        let data = self.leader(leader);
        data.is_general && state.seated[data.side.index()]
    }

    /// Nobody to ask: a dead or absent leader, or one whose group failed.
    pub(crate) fn skip_leader(&self, state: &mut State, leader: LeaderId) -> bool {
        let here = state.person(leader).life == Life::Here;
        let idle = state.group.is_some() && !state.activated;
        if here && !idle {
            return false;
        }
        self.after_leader(state);
        true
    }

    fn after_leader(&self, state: &mut State) {
        state.step = match state.group {
            Some(_) => Step::AnswerFire { charge: 0 },
            None => Step::Leaders,
        };
    }

    pub(crate) fn leader_question(&self, state: &State, leader: LeaderId) -> Question {
        let rule = if state.group.is_some() { R_13_7 } else { D_SEQ_C4 };
        let line = Line::new("ask-leader").with("leader", person(leader));
        Question::new(Seat(self.leader(leader).side.0), rule, line).at(person(leader))
    }

    fn way(&self, state: &State, leader: LeaderId) -> Way {
        let who = state.person(leader);
        let side = self.leader(leader).side;
        let far = self.leader_allowance(state, leader);
        let here = Outline::spot(who.at.fine());
        let foes = state
            .here()
            .filter(|unit| self.side_of(*unit) != side)
            .map(|unit| self.shape(state, unit))
            .filter(|shape| shape.within(&here, far + Len(200)))
            .collect();
        let closed = self
            .ground
            .of_kind(|kind| kind.is_closed(who.mounted))
            .filter(|(_, feature)| feature.area.within(&here, far))
            .map(|(n, _)| n)
            .collect();
        Way { from: who.at, far, foes, closed }
    }

    fn may_go_by(&self, way: &Way, to: Point) -> May {
        let table = &self.ground.table;
        let on_table = (0..=table.width.0).contains(&to.x) && (0..=table.height.0).contains(&to.y);
        if !on_table {
            return No::because(R_5_8, "no-edge");
        }
        if way.from.distance(to) > way.far + TOLERANCE {
            return Err(No::new(D_MOV_2, "no-leader-far").with("left", Value::Length(way.far.0)));
        }
        let line = Outline::line(way.from.fine(), to.fine());
        let there = Outline::spot(to.fine());
        if let Some(n) = way.closed.iter().find(|n| {
            let area = &self.ground.features[**n].area;
            area.holds(to.fine()) || area.crosses(way.from.fine(), to.fine())
        }) {
            return Err(No::new(R_13_7, "no-leader-closed").with("ground", crate::refer::ground(*n)));
        }
        for foe in &way.foes {
            if foe.meets(&line) {
                return No::because(R_13_7, "no-leader-through");
            }
            if foe.within(&there, Len(99)) {
                return No::because(R_13_7, "no-leader-near");
            }
        }
        Ok(())
    }

    /// D-MEL-12: a leader does not leave a unit that is fighting.
    fn may_leave_unit(&self, state: &State, leader: LeaderId) -> May {
        match state.person(leader).with {
            Some(unit) if self.in_melee(state, unit) => Err(No::new(D_MEL_12, "no-leader-fights")),
            _ if self.is_enthroned(state, leader) => Err(No::new(R_2_6, "no-leader-seated")),
            _ => Ok(()),
        }
    }

    pub(crate) fn may_attach(&self, state: &State, leader: LeaderId, unit: UnitId) -> May {
        self.may_leave_unit(state, leader)?;
        let data = self.leader(leader);
        let no = |key| Err(No::new(R_2_4, key).with("unit", piece(unit)));
        if self.side_of(unit) != data.side || !data.is_general && self.unit(unit).group != data.group {
            return no("no-attach-clan");
        }
        if !state.body(unit).place.is_here() || self.unit(unit).is_headquarters() {
            return no("no-attach-kind");
        }
        if state.body(unit).leader.is_some() {
            return no("no-attach-taken");
        }
        let far = self.leader_allowance(state, leader);
        if self.leader_gap(state, leader, unit) > far + TOLERANCE {
            return Err(No::new(D_MOV_2, "no-leader-far").with("left", Value::Length(far.0)));
        }
        Ok(())
    }

    pub(crate) fn may_lead(&self, state: &State, leader: LeaderId, action: Action) -> Option<May> {
        Some(match action {
            Action::Stay => Ok(()),
            Action::Attach(unit) => self.may_attach(state, leader, unit),
            Action::Rise => match self.is_enthroned(state, leader) && state.group.is_some() {
                true => Ok(()),
                false => No::because(R_2_6, "no-not-seated"),
            },
            Action::Go { x, y } => self.may_leave_unit(state, leader).and_then(|()| {
                let to = Point::new(i32::from(x) * 100, i32::from(y) * 100);
                if to.x % GRID != 0 || to.y % GRID != 0 {
                    return No::because(R_13_7, "no-leader-grid");
                }
                if to == state.person(leader).at && state.person(leader).with.is_none() {
                    return No::because(R_13_7, "no-nothing");
                }
                self.may_go_by(&self.way(state, leader), to)
            }),
            _ => return None,
        })
    }

    pub(crate) fn list_leader(&self, state: &State, leader: LeaderId, out: &mut Actions<Action>) {
        if self.is_enthroned(state, leader) {
            if state.group.is_some() {
                out.push(Action::Rise);
            }
            out.push(Action::Stay);
            return;
        }
        if self.may_leave_unit(state, leader).is_ok() {
            let data = self.leader(leader);
            for unit in self.of_side[data.side.index()].iter() {
                if self.may_attach(state, leader, unit).is_ok() {
                    out.push(Action::Attach(unit));
                }
            }
            let way = self.way(state, leader);
            let grid = |at: i32| {
                let low = (at - way.far.0 - TOLERANCE.0).max(0);
                (low + GRID - 1) / GRID..=(at + way.far.0 + TOLERANCE.0) / GRID
            };
            let alone = state.person(leader).with.is_none();
            for x in grid(way.from.x) {
                for y in grid(way.from.y) {
                    let to = Point::new(x * GRID, y * GRID);
                    if (to != way.from || !alone) && self.may_go_by(&way, to).is_ok() {
                        out.push(Action::Go { x: (to.x / 100) as u16, y: (to.y / 100) as u16 });
                    }
                }
                if out.full() {
                    return;
                }
            }
        }
        out.push(Action::Stay);
    }

    fn detach(&self, state: &mut State, leader: LeaderId) {
        if let Some(unit) = state.person_mut(leader).with.take() {
            state.body_mut(unit).leader = None;
        }
    }

    pub(crate) fn resolve_leader(
        &self,
        state: &mut State,
        leader: LeaderId,
        action: Action,
        story: &mut Story<Event>,
    ) {
        match action {
            Action::Attach(unit) => {
                self.detach(state, leader);
                let at = state.body(unit).at;
                let who = state.person_mut(leader);
                who.with = Some(unit);
                who.at = at;
                state.body_mut(unit).leader = Some(leader);
                story.tell(|| {
                    Event::new(R_2_4, "told-attaches")
                        .with("leader", person(leader))
                        .with("unit", piece(unit))
                        .moved(person(leader), at)
                });
            }
            Action::Go { x, y } => {
                self.detach(state, leader);
                let to = Point::new(i32::from(x) * 100, i32::from(y) * 100);
                state.person_mut(leader).at = to;
                story.tell(|| {
                    Event::new(D_MOV_2, "told-leader-goes")
                        .with("leader", person(leader))
                        .with("spot", spot(to))
                        .moved(person(leader), to)
                });
            }
            Action::Rise => {
                let side = self.leader(leader).side;
                state.seated[side.index()] = false;
                state.person_mut(leader).mounted = true;
                story.tell(|| Event::new(R_2_6, "told-rises").with("leader", person(leader)));
                if let Some(maku) = self.headquarters(side)
                    && state.body(maku).place == Where::Table
                {
                    state.person_mut(leader).at = state.body(maku).at;
                    state.body_mut(maku).place = Where::Removed;
                }
                // He may move in this same step.
                return;
            }
            Action::Stay => {}
            other => unreachable!("{other:?} was judged legal for a leader"),
        }
        self.after_leader(state);
    }
}
