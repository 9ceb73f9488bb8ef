//! Chapters 5 and 24: motivation, until a general fails; and clans that have none.

use kernel::{Actions, Line, May, Modifier, Modifiers, No, Pool, Question, Roll, Story};
use open::{Event, ground::Kind as _};
use plane::{Corridor, Len};

use crate::{
    AgeOfWar,
    action::Action,
    formation::TOLERANCE,
    ground::Land,
    refer::piece,
    rule_ids::*,
    state::{Mark, State, Step, Where},
    units::{ClanId, Class, UnitId},
};

fn sum(modifiers: &[Modifier]) -> i32 {
    modifiers.iter().map(|m| i32::from(m.value)).sum()
}

impl AgeOfWar {
    /// 5.1: may this unit be motivated?
    pub(crate) fn may_motivate(&self, state: &State, unit: UnitId) -> May {
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        let data = self.unit(unit);
        if data.side != state.active || !data.is_troops() || state.body(unit).place != Where::Table {
            return no(R_5_1, "no-motivate-unit");
        }
        if !self.has_general(state, data.clan) {
            return no(A_10_2, "no-motivate-leaderless");
        }
        if state.chief(data.clan).stopped {
            return no(R_5_3, "no-motivate-stopped");
        }
        if state.is(unit, Mark::Motivated) {
            return no(A_24_1, "no-motivate-twice");
        }
        if self.is_fighting(state, unit) {
            return no(R_5_4, "no-motivate-fights");
        }
        Ok(())
    }

    fn can_lead(&self, state: &State, clan: ClanId) -> bool {
        self.clan(clan).side == state.active
            && self.has_general(state, clan)
            && !state.chief(clan).stopped
            && self.clan(clan).units.iter().any(|unit| self.may_motivate(state, unit).is_ok())
    }

    /// False when somebody is to be asked.
    pub(crate) fn work_motivate(&self, state: &mut State) -> bool {
        if self.all_clans().any(|clan| self.can_lead(state, clan)) {
            return false;
        }
        state.step = Step::Leaderless;
        true
    }

    pub(crate) fn motivate_question(&self, state: &State) -> Question {
        Question::new(
            kernel::Seat(state.active.0),
            A_20_6,
            Line::new("ask-motivate").with("side", state.active),
        )
    }

    pub(crate) fn list_motivate(&self, state: &State, out: &mut Actions<Action>) {
        for unit in self.of_side[state.active.index()].iter() {
            if self.may_motivate(state, unit).is_ok() {
                out.push(Action::Motivate(unit));
            }
        }
        let mut leaders = 0;
        for clan in self.all_clans().filter(|clan| self.can_lead(state, *clan)) {
            out.push(Action::Stop(clan));
            leaders += 1;
        }
        if leaders > 1 {
            out.push(Action::StopAll);
        }
    }

    pub(crate) fn may_stop(&self, state: &State, clan: Option<ClanId>) -> May {
        let leaders = self.all_clans().filter(|clan| self.can_lead(state, *clan)).count();
        match clan {
            Some(clan) if self.can_lead(state, clan) => Ok(()),
            None if leaders > 1 => Ok(()),
            _ => No::because(R_5_3, "no-stop"),
        }
    }

    pub(crate) fn resolve_motivate(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        match action {
            Action::Motivate(unit) => {
                state.body_mut(unit).mark(Mark::Motivated);
                state.step = Step::Motivation { unit };
            }
            Action::Stop(clan) => self.stop(state, clan, story),
            _ => {
                let leaders: Vec<ClanId> =
                    self.all_clans().filter(|clan| self.can_lead(state, *clan)).collect();
                leaders.into_iter().for_each(|clan| self.stop(state, clan, story));
            }
        }
    }

    fn stop(&self, state: &mut State, clan: ClanId, story: &mut Story<Event>) {
        state.chief_mut(clan).stopped = true;
        let general = self.clan(clan).general;
        story.tell(|| Event::new(R_5_3, "told-stops").with("general", piece(general)));
    }

    /// Table A-T1: what the two dice must reach.
    pub(crate) fn motivation_modifiers(&self, state: &State, unit: UnitId) -> Modifiers {
        let clan = self.unit(unit).clan;
        let table = &self.tables.motivation;
        let mut list = Modifiers::new();
        let mut add = |value: i16, key: &'static str, rule| {
            if value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        add(i16::from(state.chief(clan).value), "mod-general-value", A_24_2);
        add(self.tables.unit_value(self.unit(unit).class()), "mod-unit-value", A_24_5);
        let general = self.general_shape(state, clan);
        let here = general.centre();
        let hidden = self.is_in(state, unit, Land::is_close)
            || self.ground.of_kind(Land::is_close).any(|(_, f)| f.area.holds(here));
        add(if hidden { table.hidden } else { 0 }, "mod-hidden", A_24_4);
        // 5.1: nothing lies between a general and the unit he is with.
        if state.chief(clan).with == Some(unit) {
            return list;
        }
        let every = self.fog(state).map_or(table.every, |fog| fog.every);
        let gap = self.general_gap(state, clan, unit);
        add(
            ((gap.0 + TOLERANCE.0) / every.0) as i16,
            "mod-distance",
            if self.fog(state).is_some() { A_SC1 } else { A_24_4 },
        );
        // 5.1: the line between the two nearest places.
        let bases = self.base_shapes(state, unit);
        let nearest = bases.iter().min_by_key(|base| base.gap(&general)).expect("a unit has bases");
        let (from, to) = general.nearest(nearest);
        let line = Corridor::between(from, to, Len::ZERO);
        let between = from != to
            && state.here().any(|other| {
                other != unit
                    && self.unit(other).is_troops()
                    && state.chief(clan).with != Some(other)
                    && line.outline().meets(&self.shape(state, other))
            });
        add(if between { table.between } else { 0 }, "mod-between", A_24_4);
        let separates = |kind: Land| kind.is_close() || kind.is_hill();
        let separated = self.ground.of_kind(separates).any(|(_, f)| {
            let ends = [here, nearest.centre(), from, to];
            !ends.iter().any(|end| f.area.holds(*end)) && f.area.crosses(from, to)
        });
        add(if separated { table.separated } else { 0 }, "mod-separated", A_24_4);
        list
    }

    ///
    pub fn needed(&self, state: &State, unit: UnitId) -> i32 {
        sum(&self.motivation_modifiers(state, unit))
    }

    pub(crate) fn motivation_roll(&self, state: &State, unit: UnitId) -> Roll {
        let general = self.clan(self.unit(unit).clan).general;
        let modifiers = self.motivation_modifiers(state, unit);
        let line = Line::new("roll-motivation")
            .with("general", piece(general))
            .with("unit", piece(unit))
            .with("need", sum(&modifiers).max(self.tables.motivation.fails_to + 1));
        Roll { rule: A_24_2, seat: self.seat_of(unit), line, pool: Pool::d6(2), modifiers }
    }

    pub(crate) fn resolve_motivation(
        &self,
        state: &mut State,
        unit: UnitId,
        value: i32,
        story: &mut Story<Event>,
    ) {
        let table = &self.tables.motivation;
        let need = self.needed(state, unit);
        let sure = value <= table.fails_to || value >= table.passes_from;
        let good = if sure { value >= table.passes_from } else { value >= need };
        let clan = self.unit(unit).clan;
        let general = self.clan(clan).general;
        let key = if good { "told-motivated" } else { "told-not-motivated" };
        let rule = if sure { A_24_3 } else { A_24_2 };
        story.tell(|| {
            Event::new(rule, key)
                .with("general", piece(general))
                .with("unit", piece(unit))
                .with("n", value)
                .with("need", need)
        });
        if good {
            state.step = Step::Points { unit, wild: false };
        } else if state.chief(clan).dice > 0 {
            state.step = Step::Determination { unit };
        } else {
            self.fail(state, unit, story);
        }
    }

    fn fail(&self, state: &mut State, unit: UnitId, story: &mut Story<Event>) {
        state.step = Step::Motivate;
        let clan = self.unit(unit).clan;
        state.chief_mut(clan).stopped = true;
        let general = self.clan(clan).general;
        story.tell(|| Event::new(A_20_7, "told-fails").with("general", piece(general)));
    }

    pub(crate) fn determination_question(&self, state: &State, unit: UnitId) -> Question {
        let clan = self.unit(unit).clan;
        let line = Line::new("ask-determination")
            .with("general", piece(self.clan(clan).general))
            .with("n", i32::from(state.chief(clan).dice));
        Question::new(self.seat_of(unit), R_4_5, line)
    }

    pub(crate) fn resolve_determination(
        &self,
        state: &mut State,
        unit: UnitId,
        action: Action,
        story: &mut Story<Event>,
    ) {
        if action == Action::Spend {
            let clan = self.unit(unit).clan;
            state.chief_mut(clan).dice -= 1;
            let general = self.clan(clan).general;
            story.tell(|| Event::new(R_4_5, "told-determined").with("general", piece(general)));
            state.step = Step::Motivation { unit };
        } else {
            self.fail(state, unit, story);
        }
    }

    pub(crate) fn points_roll(&self, state: &State, unit: UnitId) -> Roll {
        Roll {
            rule: A_24_6,
            seat: self.seat_of(unit),
            line: Line::new("roll-points").with("unit", piece(unit)),
            pool: Pool::d6(1),
            modifiers: self.point_modifiers(state, unit),
        }
    }

    pub(crate) fn resolve_points(
        &self,
        state: &mut State,
        unit: UnitId,
        wild: bool,
        pip: i32,
        story: &mut Story<Event>,
    ) {
        let sum: i32 = self.point_modifiers(state, unit).iter().map(|m| i32::from(m.value)).sum();
        let ap = (pip + sum).max(0) as u8;
        state.body_mut(unit).clear(&[Mark::Avenge]);
        story.tell(|| Event::new(A_25_0, "told-points").with("unit", piece(unit)).with("n", i32::from(ap)));
        self.begin_act(state, unit, ap, wild);
    }

    /// 5.5, 9.1: units whose clan has no general.
    pub(crate) fn work_leaderless(&self, state: &mut State, story: &mut Story<Event>) {
        let next = self.troops(state, state.active).find(|unit| {
            !self.has_general(state, self.unit(*unit).clan)
                && !state.is(*unit, Mark::Motivated)
                && !self.is_fighting(state, *unit)
        });
        let Some(unit) = next else {
            state.step = Step::Fights;
            return;
        };
        state.body_mut(unit).mark(Mark::Motivated);
        if self.unit(unit).class() == Class::Samurai {
            story.tell(|| Event::new(A_10_1, "told-out-of-control").with("unit", piece(unit)));
            state.step = Step::Points { unit, wild: true };
        } else {
            let (rule, key) = match self.unit(unit).class() {
                Class::Ronin => (R_9_4, "told-ronin-point"),
                _ => (A_10_2, "told-one-point"),
            };
            story.tell(|| Event::new(rule, key).with("unit", piece(unit)));
            self.begin_act(state, unit, self.tables.points.leaderless, false);
        }
    }
}
