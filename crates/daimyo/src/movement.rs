//! Chapter 5: movement. Which unit moves, and its manoeuvres one by one.

use kernel::{Actions, Line, May, No, Question, Seat, Story, Stroke, Value};
use open::Event;
use plane::{Compass, Footprint, Formation, GRAZE, Hand, Heading, Len, Outline, Struck};

use crate::{
    Daimyo,
    action::Action,
    decisions::Step,
    formation::NEAR,
    ground::Kind,
    refer::{ground, piece},
    rule_ids::*,
    state::{March, Mark, State, Where, Wish},
    steps::{Mover, Stepped},
    units::UnitId,
};

/// The most files of a formation (13.2).
const MOST_FILES: u8 = 8;
/// 5.10: so many stands fit a block.
const BLOCK_STANDS: u8 = 4;

/// A manoeuvre of so many steps, paid for as one: a refusal for want of movement names what the whole of it needs.
fn whole(start: Stepped, steps: u8, step: impl Fn(&Stepped) -> Result<Stepped, No>) -> Result<Stepped, No> {
    // More than any manoeuvre costs.
    const LOAN: Len = Len(1_000_000);
    let mut at = start;
    at.march.left += LOAN;
    for _ in 0..steps {
        at = step(&at)?;
    }
    let need = start.march.left + LOAN - at.march.left;
    at.march.left -= LOAN;
    if at.march.left >= Len::ZERO {
        return Ok(at);
    }
    Err(No::new(R_5_2, "no-allowance")
        .with("need", Value::Length(need.0))
        .with("left", Value::Length(start.march.left.0.max(0))))
}

impl Daimyo {
    /// 5.1 c: may this unit be picked?
    pub(crate) fn may_pick(&self, state: &State, unit: UnitId) -> May {
        let body = state.body(unit);
        let data = self.unit(unit);
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        if data.side != state.active || Some(data.group) != state.group {
            return no(D_SEQ_B3, "no-not-of-group");
        }
        if !body.place.is_here() {
            return no(R_5_1, "no-not-here");
        }
        if data.is_headquarters() {
            return no(R_2_5, "no-headquarters-moves");
        }
        if body.is(Mark::Routing) {
            return no(R_9_1, "no-routing");
        }
        if body.is(Mark::Disobeyed) {
            return no(D_OBE_1, "no-disobeyed");
        }
        if body.is(Mark::Halted) {
            return no(R_10_4, "no-halted");
        }
        if body.is(Mark::Rallied) {
            return no(R_9_3, "no-rallied");
        }
        if body.is(Mark::Frenzied) {
            return no(R_9_5, "no-frenzied");
        }
        if body.is(Mark::Picked) {
            return no(R_5_1, "no-picked");
        }
        if self.in_melee(state, unit) {
            return no(R_5_2, "no-in-contact");
        }
        Ok(())
    }

    fn movable(&self, state: &State) -> impl Iterator<Item = UnitId> {
        let group = self.group(state.group.expect("a group acts"));
        group.units.iter().filter(|unit| self.may_pick(state, *unit).is_ok())
    }

    pub(crate) fn skip_moves(&self, state: &mut State) -> bool {
        if state.activated && self.movable(state).next().is_some() {
            return false;
        }
        self.end_moves(state);
        true
    }

    pub(crate) fn end_moves(&self, state: &mut State) {
        let leader = self.group(state.group.expect("a group acts")).leader;
        state.step = Step::Leader { leader };
    }

    pub(crate) fn move_question(&self, state: &State) -> Question {
        Question::new(Seat(state.active.0), R_5_1, Line::new("ask-move").with("side", state.active))
    }

    pub(crate) fn list_moves(&self, state: &State, out: &mut Actions<Action>) {
        for unit in self.movable(state) {
            out.push(Action::Pick(unit));
        }
        out.push(Action::EndAll);
    }

    pub(crate) fn resolve_pick(&self, state: &mut State, unit: UnitId) {
        if self.needs_obedience(state, unit) {
            state.step = Step::Obedience { unit, wish: Wish::Move };
        } else {
            self.begin_march(state, unit);
        }
    }

    pub(crate) fn begin_march(&self, state: &mut State, unit: UnitId) {
        state.body_mut(unit).mark(Mark::Picked);
        state.step = Step::Manoeuvre { unit, march: self.fresh_march(state, unit) };
    }

    pub(crate) fn march_question(&self, unit: UnitId, march: &March) -> Question {
        let line = Line::new("ask-march").with("unit", piece(unit)).with("left", Value::Length(march.left.0));
        Question::new(self.seat_of(unit), R_5_2, line).at(piece(unit))
    }

    /// What a manoeuvre would lead to: formation, place and what is left.
    pub(crate) fn manoeuvre(
        &self,
        state: &State,
        mover: &Mover<'_>,
        march: &March,
        action: Action,
    ) -> Result<(Formation, Stepped), No> {
        let unit = mover.unit;
        let data = self.unit(unit);
        let formation = state.body(unit).formation;
        if matches!(state.body(unit).place, Where::Block(_)) {
            return No::because(R_5_10, "no-in-block");
        }
        let start = self.stepped(state, unit, *march);
        let allowance = self.allowance(state, unit);
        if data.is_gun() && !matches!(action, Action::Advance(_) | Action::Rotate(_)) {
            return No::because(D_ART_3, "no-gun-manoeuvre");
        }
        if !data.is_gun() && matches!(action, Action::Rotate(_)) {
            return No::because(D_ART_3, "no-rotate");
        }
        // 13.3: what another formation does to a column's bonus.
        let as_line = |formation: Formation, mut start: Stepped| {
            let column = formation.stands > 1 && (formation.files == 1 || formation.ranks() > 2);
            if !column && start.march.bonus > Len::ZERO {
                start.march.left -= start.march.bonus;
                start.march.bonus = Len::ZERO;
            }
            start
        };
        match action {
            Action::Advance(cm) => {
                if data.is_gun() && self.sky(state).guns_only_rotate {
                    return No::because(D_SEQ_A1, "no-gun-bogged");
                }
                let mut at = whole(start, cm, |at| mover.advance(at))?;
                at.march.advanced = true;
                if cm == 0 { No::because(R_5_2, "no-nothing") } else { Ok((formation, at)) }
            }
            Action::Wheel(hand, steps) => Ok((formation, whole(start, steps, |at| mover.wheel(at, hand))?)),
            Action::Turn(_) | Action::About => {
                if march.turned {
                    return No::because(R_5_2, "no-turn-again");
                }
                if let Some(foe) = mover.enemy_before(&start.print) {
                    return Err(No::new(R_5_4, "no-turn-near").with("other", piece(foe)));
                }
                let (formation, to) = match action {
                    Action::Turn(hand) => self.quarter_turn(state, unit, hand),
                    _ => (formation, start.print.turned(36)),
                };
                let mut at = mover.set(&as_line(formation, start), to, mover.turn_cost(allowance))?;
                at.march.turned = true;
                Ok((formation, at))
            }
            Action::Files(files) => {
                if march.filed {
                    return No::because(R_5_2, "no-files-again");
                }
                if files == 0 || files > MOST_FILES.min(formation.stands) || files == formation.files {
                    return No::because(R_13_2, "no-such-files");
                }
                let formation = Formation::new(formation.stands, files);
                let to = self.print_as(state, unit, formation);
                let mut at = mover.set(&as_line(formation, start), to, mover.turn_cost(allowance))?;
                at.march.filed = true;
                Ok((formation, at))
            }
            Action::Back(cm) => {
                if march.backed {
                    return No::because(R_5_2, "no-back-again");
                }
                let mut at = start;
                for n in 0..cm {
                    at = mover.back(
                        &at,
                        Len(100) * self.tables.manoeuvre.step_back * i32::from(n),
                        allowance,
                    )?;
                }
                at.march.backed = true;
                if cm == 0 { No::because(R_5_2, "no-nothing") } else { Ok((formation, at)) }
            }
            Action::Through(friend) => {
                let other = self.unit(friend);
                let no = |rule, key| Err(No::new(rule, key).with("other", piece(friend)));
                if other.side != data.side || friend == unit || !state.body(friend).place.is_here() {
                    return no(R_5_6, "no-not-a-friend");
                }
                if other.is_headquarters() {
                    return no(R_5_6, "no-through-headquarters");
                }
                if state.is(friend, Mark::Picked) {
                    return no(R_5_6, "no-friend-moved");
                }
                let ahead = start.print.strip(Len(4400));
                if !mover.crowd.shape(friend).is_some_and(|near| near.overlaps(&ahead)) {
                    return no(R_5_6, "no-not-ahead");
                }
                Ok((formation, mover.through(&start, friend)?))
            }
            Action::Rotate(heading) => {
                if march.advanced || march.turned {
                    return No::because(D_ART_3, "no-gun-both");
                }
                if heading == start.print.heading {
                    return No::because(R_5_2, "no-nothing");
                }
                let to = start.print.turned(start.print.heading.to(heading));
                let mut at = mover.set(&start, to, Len::ZERO)?;
                at.march.turned = true;
                at.march.left = Len::ZERO;
                Ok((formation, at))
            }
            _ => No::because(R_0_2, "table-not-asked"),
        }
    }

    /// 5.10: may it enter this block?
    pub(crate) fn may_enter(&self, state: &State, unit: UnitId, march: &March, block: u8) -> May {
        let feature = &self.ground.features[usize::from(block)];
        let data = self.unit(unit);
        let there = ground(usize::from(block));
        if feature.kind != Kind::Village {
            return Err(No::new(R_5_10, "no-block").with("ground", there));
        }
        if data.is_mounted() || data.is_gun() {
            return Err(No::new(R_5_10, "no-block-mounted").with("unit", piece(unit)));
        }
        if state.body(unit).place != Where::Table || !self.touches_block(state, unit, usize::from(block)) {
            return Err(No::new(R_5_10, "no-block-touch").with("ground", there));
        }
        if state.body(unit).stands() > BLOCK_STANDS {
            return Err(No::new(R_5_10, "no-block-big").with("unit", piece(unit)));
        }
        if state.here().any(|other| state.body(other).place == Where::Block(block)) {
            return Err(No::new(R_5_10, "no-block-full").with("ground", there));
        }
        let shape = self.block_shape(block);
        let side = data.side;
        let near = state.here().find(|other| {
            self.side_of(*other) != side
                && state.body(*other).is_steady()
                && self.shape(state, *other).within(&shape, Len(99))
        });
        if let Some(foe) = near {
            return Err(No::new(R_5_5, "no-too-near").with("other", piece(foe)));
        }
        let half = self.allowance(state, unit).part(1, 2);
        if march.left < half {
            return Err(No::new(R_5_2, "no-allowance")
                .with("need", Value::Length(half.0))
                .with("left", Value::Length(march.left.0)));
        }
        Ok(())
    }

    /// 5.10: where a unit would stand that leaves its block by this side: the rear on the middle of the side.
    pub(crate) fn out_print(&self, state: &State, unit: UnitId, block: u8, side: u8, files: u8) -> Footprint {
        let feature = &self.ground.features[usize::from(block)];
        let (from, to) = feature.area.sides().nth(usize::from(side)).expect("a side of the block");
        let outward = Struck::side(from, to, Compass::FULL).outward;
        let formation = Formation::new(state.body(unit).stands(), files);
        let (_, depth) = formation.size(self.base(unit));
        let middle = from.middle(to).point();
        let mut print =
            formation.footprint(self.base(unit), middle.moved(outward, depth, Len::ZERO), outward);
        // Where no heading is square to the side a corner would stand inside.
        while feature.area.touches_body(&print) {
            print = print.advanced(GRAZE);
        }
        print
    }

    pub(crate) fn may_leave(&self, state: &State, unit: UnitId, march: &March, side: u8, files: u8) -> May {
        let Where::Block(block) = state.body(unit).place else {
            return No::because(R_5_10, "no-not-in-block");
        };
        let sides = self.ground.features[usize::from(block)].area.sides().count();
        let stands = state.body(unit).stands();
        if usize::from(side) >= sides || files == 0 || files > MOST_FILES.min(stands) {
            return No::because(R_5_10, "no-such-side");
        }
        let half = self.allowance(state, unit).part(1, 2);
        if march.left < half {
            return Err(No::new(R_5_2, "no-allowance")
                .with("need", Value::Length(half.0))
                .with("left", Value::Length(march.left.0)));
        }
        let mover = Mover::new(self, state, unit);
        let shape = self.out_print(state, unit, block, side, files).outline();
        mover.may_sweep(&shape, None)?;
        mover.may_end(&self.block_shape(block), &shape)
    }

    pub(crate) fn may_manoeuvre(&self, state: &State, unit: UnitId, march: &March, action: Action) -> May {
        match action {
            Action::End => Ok(()),
            Action::Enter(block) => self.may_enter(state, unit, march, block),
            Action::Out { side, files } => self.may_leave(state, unit, march, side, files),
            _ => self.manoeuvre(state, &Mover::new(self, state, unit), march, action).map(|_| ()),
        }
    }

    /// 13.2, in the order of 13.1.
    pub(crate) fn list_march(&self, state: &State, unit: UnitId, march: &March, out: &mut Actions<Action>) {
        let body = state.body(unit);
        if let Where::Block(block) = body.place {
            let sides = self.ground.features[usize::from(block)].area.sides().count() as u8;
            for side in 0..sides {
                for files in 1..=MOST_FILES.min(body.stands()) {
                    if self.may_leave(state, unit, march, side, files).is_ok() {
                        out.push(Action::Out { side, files });
                    }
                }
            }
            out.push(Action::End);
            return;
        }
        let mover = Mover::new(self, state, unit);
        let start = self.stepped(state, unit, *march);
        let may = |action: Action| self.manoeuvre(state, &mover, march, action).is_ok();
        let data = self.unit(unit);
        if !(data.is_gun() && (march.turned || self.sky(state).guns_only_rotate)) {
            let mut at = start;
            let mut cm = 0;
            while !out.full()
                && let Ok(next) = mover.advance(&at)
            {
                cm += 1;
                at = next;
                out.push(Action::Advance(cm));
            }
        }
        if data.is_gun() {
            for heading in Heading::all().filter(|heading| may(Action::Rotate(*heading))) {
                out.push(Action::Rotate(heading));
            }
            out.push(Action::End);
            return;
        }
        for hand in Hand::BOTH {
            let mut at = start;
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
            for files in 1..=MOST_FILES.min(body.stands()) {
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
        for friend in self.of_side[data.side.index()].iter() {
            if may(Action::Through(friend)) {
                out.push(Action::Through(friend));
            }
        }
        for (block, _) in self.ground.of_kind(|kind| kind == Kind::Village) {
            if self.may_enter(state, unit, march, block as u8).is_ok() {
                out.push(Action::Enter(block as u8));
            }
        }
        out.push(Action::End);
    }

    pub(crate) fn resolve_manoeuvre(
        &self,
        state: &mut State,
        unit: UnitId,
        march: March,
        action: Action,
        story: &mut Story<Event>,
    ) {
        match action {
            Action::End => return self.end_march(state, unit),
            Action::Enter(block) => {
                let half = self.allowance(state, unit).part(1, 2);
                let centre = self.block_shape(block).centre().point();
                let body = state.body_mut(unit);
                body.place = Where::Block(block);
                body.at = centre;
                body.mark(Mark::Moved);
                if let Some(leader) = body.leader {
                    state.person_mut(leader).at = centre;
                }
                let march = March { left: march.left - half, ..march };
                story.tell(|| {
                    Event::of(R_5_10, "told-enters-block", unit)
                        .with("ground", ground(usize::from(block)))
                        .moved(piece(unit), centre)
                });
                state.step = Step::Manoeuvre { unit, march };
                return;
            }
            Action::Out { side, files } => {
                let Where::Block(block) = state.body(unit).place else { unreachable!("judged legal") };
                let print = self.out_print(state, unit, block, side, files);
                let half = self.allowance(state, unit).part(1, 2);
                let body = state.body_mut(unit);
                body.place = Where::Table;
                body.formation = Formation::new(body.formation.stands, files);
                body.mark(Mark::Moved);
                self.put(state, unit, &print);
                story.tell(|| {
                    Event::of(R_5_10, "told-leaves-block", unit)
                        .with("ground", ground(usize::from(block)))
                        .moved(piece(unit), print.front)
                });
                let shape = print.outline();
                if self.is_difficult(&shape) || self.obstacles(&shape) != 0 {
                    self.disorder_by(state, unit, D_DIS_2, story);
                }
                let march = March { left: march.left - half, paid: self.obstacles(&shape), ..march };
                state.step = Step::Manoeuvre { unit, march };
                return;
            }
            _ => {}
        }
        let start = self.print(state, unit);
        let mover = Mover::new(self, state, unit);
        let (formation, stepped) =
            self.manoeuvre(state, &mover, &march, action).expect("the action was judged legal");
        drop(mover);
        let body = state.body_mut(unit);
        body.formation = formation;
        body.mark(Mark::Moved);
        self.put(state, unit, &stepped.print);
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
            self.disorder_by(state, unit, D_DIS_2, story);
        }
        if let Action::Through(friend) = action {
            self.disorder_by(state, unit, D_DIS_5, story);
            self.disorder_by(state, friend, D_DIS_5, story);
        }
        let ridden = match action {
            Action::Wheel(hand, steps) => start.wheel(hand, i32::from(steps)).map(|(hull, _)| hull).collect(),
            Action::Advance(_) | Action::Back(_) | Action::Through(_) => vec![start.swept_to(&stepped.print)],
            _ => Vec::new(),
        };
        self.touch_guns(state, unit, &ridden, story);
        state.step = Step::Manoeuvre { unit, march: stepped.march };
    }

    pub(crate) fn end_march(&self, state: &mut State, unit: UnitId) {
        state.step = Step::Move;
        if state.is(unit, Mark::Moved) {
            self.scatter_leaders(state, unit);
        }
    }

    /// D-ART-3, 7.6: an own unit that comes to an abandoned gun mans it again, an enemy takes it away; where the move
    /// ends, or on the way that was swept over.
    pub(crate) fn touch_guns(
        &self,
        state: &mut State,
        unit: UnitId,
        ridden: &[Outline],
        story: &mut Story<Event>,
    ) {
        if state.body(unit).place != Where::Table {
            return;
        }
        let shape = self.shape(state, unit);
        for gun in state.all().filter(|gun| self.unit(*gun).is_gun()) {
            if state.body(gun).place != Where::Abandoned {
                continue;
            }
            let there = self.shape(state, gun);
            if !there.within(&shape, NEAR) && !ridden.iter().any(|hull| there.overlaps(hull)) {
                continue;
            }
            let own = self.side_of(gun) == self.side_of(unit);
            // Its crew finds no room while somebody stands on it.
            let overlaps = self.overlapped(state, gun, &self.print(state, gun)).is_some();
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
}
