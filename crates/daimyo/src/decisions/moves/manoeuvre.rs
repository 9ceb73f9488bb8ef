//! 5.2 to 5.10, 13.2: a unit moves. Which manoeuvre is next?

use kernel::{Stroke, Value};
use plane::{Formation, Hand, Heading, Point};

use crate::{
    model::{ground::Kind, state::March},
    notation::refer::ground,
    prelude::*,
    queries::steps::Mover,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Manoeuvre {
    pub unit: UnitId,
    pub march: March,
}

pub(crate) fn begin(rules: &Daimyo, state: &mut State, unit: UnitId) {
    state.body_mut(unit).mark(Mark::Picked);
    state.step = Step::Manoeuvre(Manoeuvre { unit, march: rules.fresh_march(state, unit) });
}

impl Decision<Daimyo, Base> for Manoeuvre {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.seat_of(self.unit).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let line = Line::new("ask-march")
            .with("unit", piece(self.unit))
            .with("left", Value::Length(self.march.left.0));
        Question::new(cx.seat, R_5_2, line).at(piece(self.unit))
    }

    /// 13.2, in the order of 13.1.
    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        match cx.state.body(self.unit).place {
            Where::Block(block) => self.list_ways_out(cx, block, out),
            _ if cx.rules.unit(self.unit).is_gun() => self.list_of_gun(cx, out),
            _ => self.list_on_table(cx, out),
        }
        out.push(Action::End);
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let Cx { rules, state, .. } = cx;
        let Manoeuvre { unit, march } = self;
        Some(match *action {
            Action::End => Ok(()),
            Action::Enter(block) => self.may_enter(cx, block),
            Action::Out { side, files } => self.may_leave(cx, side, files),
            Action::Advance(_)
            | Action::Wheel(..)
            | Action::Turn(_)
            | Action::About
            | Action::Files(_)
            | Action::Back(_)
            | Action::Through(_)
            | Action::Rotate(_) => {
                rules.manoeuvre(state, &Mover::new(rules, state, *unit), march, *action).map(|_| ())
            }
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        match action {
            Action::End => {
                state.step = Step::Move;
                if state.is(self.unit, Mark::Moved) {
                    placing::scatter_leaders(rules, state, self.unit);
                }
                return Flow::Stay;
            }
            Action::Enter(block) => self.enter(rules, state, block, story),
            Action::Out { side, files } => self.leave(rules, state, side, files, story),
            _ => self.carry_out(rules, state, action, story),
        }
        state.step = Step::Manoeuvre(*self);
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        match (thing, cx.rules.unit_clicked(thing)) {
            (Thing::Place(n), _) if usize::from(n) < cx.rules.ground.features.len() => {
                Some(Action::Enter(n as u8))
            }
            (_, Some(friend)) if friend != self.unit => Some(Action::Through(friend)),
            (_, Some(_)) => Some(Action::End),
            (Thing::Spot(x, y), None) => {
                let from = cx.state.body(self.unit).at;
                Some(Action::Advance((from.distance(Point::new(x, y)).0 / 100).clamp(1, 60) as u8))
            }
            _ => None,
        }
    }

    fn default_action(&self, _cx: Cx<'_>) -> Option<Action> {
        Some(Action::End)
    }

    /// 5.2: the first step of a march lies above what came before it.
    fn depth(&self, cx: Cx<'_>) -> usize {
        1 + usize::from(self.march.left < cx.rules.allowance(cx.state, self.unit) + self.march.bonus)
    }
}

impl Manoeuvre {
    fn list_ways_out(&self, cx: Cx<'_>, block: u8, out: &mut Actions<Action>) {
        let sides = cx.rules.ground.features[usize::from(block)].area.sides().count() as u8;
        for side in 0..sides {
            for files in 1..=cx.rules.most_files(cx.state, self.unit) {
                if self.may_leave(cx, side, files).is_ok() {
                    out.push(Action::Out { side, files });
                }
            }
        }
    }

    /// D-ART-3: a gun advances or rotates.
    fn list_of_gun(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        let mover = Mover::new(rules, state, self.unit);
        if !self.march.turned && !rules.sky(state).guns_only_rotate {
            self.list_advances(cx, &mover, out);
        }
        for heading in Heading::all() {
            if rules.manoeuvre(state, &mover, &self.march, Action::Rotate(heading)).is_ok() {
                out.push(Action::Rotate(heading));
            }
        }
    }

    fn list_advances(&self, cx: Cx<'_>, mover: &Mover<'_>, out: &mut Actions<Action>) {
        let mut at = cx.rules.stepped(cx.state, self.unit, self.march);
        let mut cm = 0;
        while !out.full()
            && let Ok(next) = mover.advance(&at)
        {
            cm += 1;
            at = next;
            out.push(Action::Advance(cm));
        }
    }

    fn list_on_table(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        let Manoeuvre { unit, march } = *self;
        let mover = Mover::new(rules, state, unit);
        let may = |action: Action| rules.manoeuvre(state, &mover, &march, action).is_ok();
        self.list_advances(cx, &mover, out);
        for hand in Hand::BOTH {
            let mut at = rules.stepped(state, unit, march);
            for steps in 1..=18 {
                match mover.wheel(&at, hand) {
                    Ok(next) if !out.full() => at = next,
                    _ => break,
                }
                out.push(Action::Wheel(hand, steps));
            }
        }
        if out.full() {
            return;
        }
        if !march.turned {
            for action in [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About] {
                if may(action) {
                    out.push(action);
                }
            }
        }
        if !march.filed {
            for files in 1..=rules.most_files(state, unit) {
                if may(Action::Files(files)) {
                    out.push(Action::Files(files));
                }
            }
        }
        if !march.backed {
            let mut cm = 1;
            while may(Action::Back(cm)) {
                out.push(Action::Back(cm));
                cm += 1;
            }
        }
        for friend in rules.of_side[rules.side_of(unit).index()].iter() {
            if may(Action::Through(friend)) {
                out.push(Action::Through(friend));
            }
        }
        for (block, _) in rules.ground.of_kind(|kind| kind == Kind::Village) {
            if self.may_enter(cx, block as u8).is_ok() {
                out.push(Action::Enter(block as u8));
            }
        }
    }

    /// 5.10: whether it may enter this block.
    fn may_enter(&self, cx: Cx<'_>, block: u8) -> May {
        let Cx { rules, state, .. } = cx;
        let unit = self.unit;
        let feature = &rules.ground.features[usize::from(block)];
        let data = rules.unit(unit);
        let there = ground(usize::from(block));
        if feature.kind != Kind::Village {
            return Err(No::new(R_5_10, "no-block").with("ground", there));
        }
        if data.is_mounted() || data.is_gun() {
            return Err(No::new(R_5_10, "no-block-mounted").with("unit", piece(unit)));
        }
        if state.body(unit).place != Where::Table || !rules.touches_block(state, unit, usize::from(block)) {
            return Err(No::new(R_5_10, "no-block-touch").with("ground", there));
        }
        if state.body(unit).stands() > rules.tables.ground.block_stands {
            return Err(No::new(R_5_10, "no-block-big").with("unit", piece(unit)));
        }
        if state.here().any(|other| state.body(other).place == Where::Block(block)) {
            return Err(No::new(R_5_10, "no-block-full").with("ground", there));
        }
        let shape = rules.block_shape(block);
        let side = data.side;
        let near = state.here().find(|other| {
            rules.side_of(*other) != side
                && state.body(*other).is_steady()
                && rules.shape(state, *other).within(&shape, rules.tables.distances.too_near())
        });
        if let Some(foe) = near {
            return Err(No::new(R_5_5, "no-too-near").with("other", piece(foe)));
        }
        let half = rules.allowance(state, unit).part(1, 2);
        if self.march.left < half {
            return Err(No::new(R_5_2, "no-allowance")
                .with("need", Value::Length(half.0))
                .with("left", Value::Length(self.march.left.0)));
        }
        Ok(())
    }

    fn may_leave(&self, cx: Cx<'_>, side: u8, files: u8) -> May {
        let Cx { rules, state, .. } = cx;
        let unit = self.unit;
        let Where::Block(block) = state.body(unit).place else {
            return No::because(R_5_10, "no-not-in-block");
        };
        let sides = rules.ground.features[usize::from(block)].area.sides().count();
        if usize::from(side) >= sides || files == 0 || files > rules.most_files(state, unit) {
            return No::because(R_5_10, "no-such-side");
        }
        let half = rules.allowance(state, unit).part(1, 2);
        if self.march.left < half {
            return Err(No::new(R_5_2, "no-allowance")
                .with("need", Value::Length(half.0))
                .with("left", Value::Length(self.march.left.0)));
        }
        let mover = Mover::new(rules, state, unit);
        let shape = rules.out_print(state, unit, block, side, files).outline();
        mover.may_sweep(&shape, None)?;
        mover.may_end(&rules.block_shape(block), &shape)
    }

    /// 5.10: into a block.
    fn enter(&mut self, rules: &Daimyo, state: &mut State, block: u8, story: &mut Story<Event>) {
        let unit = self.unit;
        let half = rules.allowance(state, unit).part(1, 2);
        let centre = rules.block_shape(block).centre().point();
        let body = state.body_mut(unit);
        body.place = Where::Block(block);
        body.at = centre;
        body.mark(Mark::Moved);
        if let Some(leader) = body.leader {
            state.person_mut(leader).at = centre;
        }
        self.march.left -= half;
        story.tell(|| {
            Event::of(R_5_10, "told-enters-block", unit)
                .with("ground", ground(usize::from(block)))
                .moved(piece(unit), centre)
        });
    }

    /// 5.10: out of its block.
    fn leave(&mut self, rules: &Daimyo, state: &mut State, side: u8, files: u8, story: &mut Story<Event>) {
        let unit = self.unit;
        let Where::Block(block) = state.body(unit).place else { unreachable!("judged legal") };
        let print = rules.out_print(state, unit, block, side, files);
        let half = rules.allowance(state, unit).part(1, 2);
        let body = state.body_mut(unit);
        body.place = Where::Table;
        body.formation = Formation::new(body.formation.stands, files);
        body.mark(Mark::Moved);
        placing::put(state, unit, &print);
        story.tell(|| {
            Event::of(R_5_10, "told-leaves-block", unit)
                .with("ground", ground(usize::from(block)))
                .moved(piece(unit), print.front)
        });
        let shape = print.outline();
        if rules.is_difficult(&shape) || rules.obstacles(&shape) != 0 {
            placing::disorder_by(state, unit, D_DIS_2, story);
        }
        self.march.left -= half;
        self.march.paid = rules.obstacles(&shape);
    }

    fn carry_out(&mut self, rules: &Daimyo, state: &mut State, action: Action, story: &mut Story<Event>) {
        let unit = self.unit;
        let start = rules.print(state, unit);
        let mover = Mover::new(rules, state, unit);
        let (formation, stepped) =
            rules.manoeuvre(state, &mover, &self.march, action).expect("the action was judged legal");
        drop(mover);
        let body = state.body_mut(unit);
        body.formation = formation;
        body.mark(Mark::Moved);
        placing::put(state, unit, &stepped.print);
        story.tell(|| {
            let (key, n) = match action {
                Action::Advance(cm) => ("told-advances", i32::from(cm)),
                Action::Wheel(Hand::Left, steps) => ("told-wheels-left", i32::from(steps) * 5),
                Action::Wheel(Hand::Right, steps) => ("told-wheels-right", i32::from(steps) * 5),
                Action::Turn(Hand::Left) => ("told-turns-left", 90),
                Action::Turn(Hand::Right) => ("told-turns-right", 90),
                Action::About => ("told-turns-about", 180),
                Action::Files(files) => ("told-files", i32::from(files)),
                Action::Back(cm) => ("told-steps-back", i32::from(cm)),
                Action::Rotate(heading) => ("told-rotates", heading.degrees()),
                _ => ("told-passes", 0),
            };
            let rule = match action {
                Action::Wheel(..) => R_5_3,
                Action::Turn(_) | Action::About => R_5_4,
                Action::Rotate(_) => D_ART_3,
                Action::Through(_) => R_5_6,
                _ => R_5_2,
            };
            let event = Event::of(rule, key, unit).with("n", n).moved(piece(unit), stepped.print.front);
            let turned =
                Stroke::Turned { piece: piece(unit), heading: stepped.print.heading.degrees() as u16 };
            match action {
                Action::Through(friend) => event.with("other", piece(friend)),
                Action::Advance(_) | Action::Back(_) | Action::Files(_) => event,
                _ => event.stroke(turned),
            }
        });
        if stepped.rough {
            placing::disorder_by(state, unit, D_DIS_2, story);
        }
        if let Action::Through(friend) = action {
            placing::disorder_by(state, unit, D_DIS_5, story);
            placing::disorder_by(state, friend, D_DIS_5, story);
        }
        let ridden = match action {
            Action::Wheel(hand, steps) => start.wheel(hand, i32::from(steps)).map(|(hull, _)| hull).collect(),
            Action::Advance(_) | Action::Back(_) | Action::Through(_) => vec![start.swept_to(&stepped.print)],
            _ => Vec::new(),
        };
        placing::touch_guns(rules, state, unit, &ridden, story);
        self.march = stepped.march;
    }
}
