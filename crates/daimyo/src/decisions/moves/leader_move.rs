//! 2.3 to 2.6, 5.1 d, 13.7, D-SEQ-C4: where does a leader go?

use kernel::Value;
use open::ground::Kind as _;
use plane::{Len, Outline, Point};

use crate::{
    decisions::fire::answer_fire::AnswerFire,
    model::state::Life,
    notation::refer::{ground, spot},
    prelude::*,
    queries::formation::TOLERANCE,
};

/// 13.7: places lie on a grid of 2 cm.
const GRID: i32 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeaderMove {
    pub leader: LeaderId,
}

impl Decision<Daimyo, Base> for LeaderMove {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        Seat(cx.rules.leader(self.leader).side.0).into()
    }

    /// Nobody is asked about a dead or absent leader, or one whose group failed.
    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        let idle = cx.state.group.is_some() && !cx.state.activated;
        cx.state.person(self.leader).life == Life::Here && !idle
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        end(cx.state);
        Flow::Stay
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let rule = if cx.state.group.is_some() { R_13_7 } else { D_SEQ_C4 };
        let line = Line::new("ask-leader").with("leader", person(self.leader));
        Question::new(cx.seat, rule, line).at(person(self.leader))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        if self.is_enthroned(cx) {
            if state.group.is_some() {
                out.push(Action::Rise);
            }
            out.push(Action::Stay);
            return;
        }
        if self.may_leave_unit(cx).is_ok() {
            for unit in rules.of_side[rules.leader(self.leader).side.index()].iter() {
                if self.may_attach(cx, unit).is_ok() {
                    out.push(Action::Attach(unit));
                }
            }
            let way = Way::new(rules, state, self.leader);
            let grid = |at: i32| {
                let low = (at - way.far.0 - TOLERANCE.0).max(0);
                (low + GRID - 1) / GRID..=(at + way.far.0 + TOLERANCE.0) / GRID
            };
            let alone = state.person(self.leader).with.is_none();
            for x in grid(way.from.x) {
                for y in grid(way.from.y) {
                    let to = Point::new(x * GRID, y * GRID);
                    if (to != way.from || !alone) && way.may_go(rules, to).is_ok() {
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

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Stay => Ok(()),
            Action::Attach(unit) => self.may_attach(cx, unit),
            Action::Rise => match self.is_enthroned(cx) && cx.state.group.is_some() {
                true => Ok(()),
                false => No::because(R_2_6, "no-not-seated"),
            },
            Action::Go { x, y } => self.may_go(cx, Point::new(i32::from(x) * 100, i32::from(y) * 100)),
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let leader = self.leader;
        match action {
            Action::Attach(unit) => {
                detach(state, leader);
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
                detach(state, leader);
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
                rise(rules, state, leader, story);
                // He may move in this same step.
                return Flow::Stay;
            }
            _ => {}
        }
        end(state);
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let cm = |at: i32| ((at + 100) / 200 * 2).clamp(0, 300) as u16;
        match (cx.rules.unit_clicked(thing), thing) {
            (Some(unit), _) => Some(Action::Attach(unit)),
            (None, Thing::Spot(x, y)) => Some(Action::Go { x: cm(x), y: cm(y) }),
            _ => None,
        }
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        Some(Action::Stay)
    }
}

impl LeaderMove {
    fn is_enthroned(&self, cx: Cx<'_>) -> bool {
        let data = cx.rules.leader(self.leader);
        data.is_general && cx.state.seated[data.side.index()]
    }

    /// D-MEL-12: a leader does not leave a unit that is fighting.
    fn may_leave_unit(&self, cx: Cx<'_>) -> May {
        match cx.state.person(self.leader).with {
            Some(unit) if cx.rules.in_melee(cx.state, unit) => Err(No::new(D_MEL_12, "no-leader-fights")),
            _ if self.is_enthroned(cx) => Err(No::new(R_2_6, "no-leader-seated")),
            _ => Ok(()),
        }
    }

    fn may_attach(&self, cx: Cx<'_>, unit: UnitId) -> May {
        self.may_leave_unit(cx)?;
        let Cx { rules, state, .. } = cx;
        let data = rules.leader(self.leader);
        let no = |key| Err(No::new(R_2_4, key).with("unit", piece(unit)));
        if rules.side_of(unit) != data.side || !data.is_general && rules.unit(unit).group != data.group {
            return no("no-attach-clan");
        }
        if !state.body(unit).place.is_here() || rules.unit(unit).is_headquarters() {
            return no("no-attach-kind");
        }
        if state.body(unit).leader.is_some() {
            return no("no-attach-taken");
        }
        let far = rules.leader_allowance(state, self.leader);
        if rules.leader_gap(state, self.leader, unit) > far + TOLERANCE {
            return Err(No::new(D_MOV_2, "no-leader-far").with("left", Value::Length(far.0)));
        }
        Ok(())
    }

    fn may_go(&self, cx: Cx<'_>, to: Point) -> May {
        self.may_leave_unit(cx)?;
        if to.x % GRID != 0 || to.y % GRID != 0 {
            return No::because(R_13_7, "no-leader-grid");
        }
        let who = cx.state.person(self.leader);
        if to == who.at && who.with.is_none() {
            return No::because(R_13_7, "no-nothing");
        }
        Way::new(cx.rules, cx.state, self.leader).may_go(cx.rules, to)
    }
}

/// What may be in a leader's way.
struct Way {
    from: Point,
    far: Len,
    foes: Vec<Outline>,
    closed: Vec<usize>,
}

impl Way {
    fn new(rules: &Daimyo, state: &State, leader: LeaderId) -> Way {
        let who = state.person(leader);
        let side = rules.leader(leader).side;
        let far = rules.leader_allowance(state, leader);
        let here = Outline::spot(who.at.fine());
        let foes = state
            .here()
            .filter(|unit| rules.side_of(*unit) != side)
            .map(|unit| rules.shape(state, unit))
            .filter(|shape| shape.within(&here, far + rules.tables.distances.apart + TOLERANCE))
            .collect();
        let closed = rules
            .ground
            .of_kind(|kind| kind.is_closed(who.mounted))
            .filter(|(_, feature)| feature.area.within(&here, far))
            .map(|(n, _)| n)
            .collect();
        Way { from: who.at, far, foes, closed }
    }

    fn may_go(&self, rules: &Daimyo, to: Point) -> May {
        let table = &rules.ground.table;
        let on_table = (0..=table.width.0).contains(&to.x) && (0..=table.height.0).contains(&to.y);
        if !on_table {
            return No::because(R_5_8, "no-edge");
        }
        if self.from.distance(to) > self.far + TOLERANCE {
            return Err(No::new(D_MOV_2, "no-leader-far").with("left", Value::Length(self.far.0)));
        }
        let line = Outline::line(self.from.fine(), to.fine());
        let there = Outline::spot(to.fine());
        if let Some(n) = self.closed.iter().find(|n| {
            let area = &rules.ground.features[**n].area;
            area.holds(to.fine()) || area.crosses(self.from.fine(), to.fine())
        }) {
            return Err(No::new(R_13_7, "no-leader-closed").with("ground", ground(*n)));
        }
        for foe in &self.foes {
            if foe.meets(&line) {
                return No::because(R_13_7, "no-leader-through");
            }
            if foe.within(&there, rules.tables.distances.too_near()) {
                return No::because(R_13_7, "no-leader-near");
            }
        }
        Ok(())
    }
}

fn detach(state: &mut State, leader: LeaderId) {
    if let Some(unit) = state.person_mut(leader).with.take() {
        state.body_mut(unit).leader = None;
    }
}

/// 2.6: the General stands up, and his headquarters is taken away.
fn rise(rules: &Daimyo, state: &mut State, leader: LeaderId, story: &mut Story<Event>) {
    let side = rules.leader(leader).side;
    state.seated[side.index()] = false;
    state.person_mut(leader).mounted = true;
    story.tell(|| Event::new(R_2_6, "told-rises").with("leader", person(leader)));
    if let Some(maku) = rules.headquarters(side)
        && state.body(maku).place == Where::Table
    {
        state.person_mut(leader).at = state.body(maku).at;
        state.body_mut(maku).place = Where::Removed;
    }
}

/// In a slot fire follows, at the end of a turn the next leader.
fn end(state: &mut State) {
    state.step = match state.group {
        Some(_) => Step::AnswerFire(AnswerFire { charge: 0 }),
        None => Step::Leaders,
    };
}
