//! Chapters 8 and 30: the dice of a fight, and how a fight begins and ends.

use kernel::{Line, Modifier, Modifiers, Rule, Story};
use open::Event;

use crate::{
    AgeOfWar,
    decisions::Step,
    model::{
        ground::Land,
        state::{Mark, State, Where},
        units::{Kind, UnitId},
    },
    notation::rule_ids::*,
};

impl AgeOfWar {
    /// Table A-T4: dice before spears and before the minimum.
    pub(crate) fn fight_modifiers(&self, state: &State, unit: UnitId, foe: UnitId) -> Modifiers {
        let (data, body, table) = (self.unit(unit), state.body(unit), &self.tables.fight);
        let mut list = Modifiers::new();
        let mut add = |value: i16, when: bool, key: &'static str, rule: Rule| {
            if when && value != 0 {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        if data.is_general() {
            let guarded = state.chief(data.clan).guards > 0;
            let dice = if guarded { table.with_guard } else { table.general_alone };
            add(i16::from(dice), true, if guarded { "mod-with-guard" } else { "mod-alone" }, A_30_12);
            return list;
        }
        if data.is_gun() {
            add(table.least, true, "mod-gun", R_6_5);
            return list;
        }
        let other = state.body(foe);
        let files = body.formation.in_rank(0);
        let frontage = other.formation.files;
        add(i16::from(files.min(frontage + table.wider)), true, "mod-front", A_30_2);
        let fresh = !body.is(Mark::Blooded) || body.is(Mark::Started) || body.is(Mark::Won);
        add(table.fresh, fresh, "mod-fresh", A_30_3);
        let horses = if self.is_mounted(state, unit) { i16::from(files) } else { 0 };
        let prey = !self.is_mounted(state, foe);
        let covered = self.is_in(state, foe, Land::covers) || self.defends_edge(state, foe, unit);
        let open = self.is_in_open(state, foe) && !covered;
        add(horses.min(table.horse_most), prey && open && body.round == 0, "mod-horse", A_30_4);
        let near = self.friends_near(state, unit, table.friend_within);
        let idle =
            near.iter().filter(|friend| !self.is_fighting(state, **friend)).take(table.friends).count();
        add(table.friend * idle as i16, true, "mod-friends", A_30_5);
        let generals = self.generals_with(state, unit).filter(|clan| state.chief(*clan).front).count() as i16;
        let riders = if horses > 0 { horses + generals } else { 0 };
        add(-riders.min(table.horse_most), covered, "mod-horse-cover", A_30_6);
        let uphill = self.is_uphill(state, foe, unit);
        add(table.worse, uphill || self.defends_edge(state, foe, unit), "mod-uphill-or-edge", A_30_7);
        add(table.worse, body.is(Mark::Disordered), "mod-disordered", A_30_7);
        let support = self.has_support(state, unit);
        add(table.worse, !support, "mod-no-support", A_30_7);
        add(table.worse, files <= table.narrow, "mod-narrow", A_30_7);
        add(table.worse, self.is_below_half(state, unit), "mod-below-half", A_30_7);
        let foes = self.foes(state, unit).len();
        add(table.worse, foes >= 2 || body.is(Mark::Flanked), "mod-two-or-flank", A_30_7);
        let shooters = self.count(state, unit, 0, |kind| kind.missile().is_some());
        add(-i16::from(shooters.div_ceil(table.shooters)), true, "mod-shooters", A_30_8);
        add(table.commander, body.front().iter().any(|base| base.commander), "mod-commander", A_30_9);
        add(table.general * generals, true, "mod-general-front", A_30_9);
        add(table.support[&data.class()], support, "mod-support", A_30_10);
        add(table.proud, body.is(Mark::Proud), "mod-proud", A_33_4);
        list
    }

    /// Dice after modifiers, spears and the minimum.
    pub fn fight_dice(&self, state: &State, unit: UnitId, foe: UnitId, stripped: u8) -> u8 {
        let sum: i16 = self.fight_modifiers(state, unit, foe).iter().map(|m| m.value).sum();
        (sum.max(self.tables.fight.least) - i16::from(stripped)).max(self.tables.fight.least) as u8
    }

    /// spear dice of the first round.
    pub fn spear_dice(&self, state: &State, unit: UnitId) -> u8 {
        if state.body(unit).round > 0 || self.unit(unit).is_general() {
            return 0;
        }
        let second = self.count(state, unit, 1, Kind::is_spear);
        self.count(state, unit, 0, Kind::is_spear) + second.div_ceil(2)
    }

    /// A unit that touches an enemy is in a fight from now on.
    pub(crate) fn engage(&self, state: &mut State, unit: UnitId) {
        for foe in self.foes(state, unit) {
            state.body_mut(foe).mark(Mark::Engaged);
            state.body_mut(unit).mark(Mark::Engaged);
        }
    }

    /// 8.6: the one place where a fight ends. Whatever broke the contact (a rout in any step, a chain of routs,
    /// bases lost), who was engaged and touches no enemy is disordered, and its next fight is a new one.
    pub(crate) fn end_broken_fights(&self, state: &mut State, story: &mut Story<Event>) {
        // Nothing moves while the blows of a round are thrown.
        if matches!(state.step, Step::Fight(_)) {
            return;
        }
        for unit in state.all() {
            if !state.is(unit, Mark::Engaged) {
                continue;
            }
            let here = state.body(unit).place == Where::Table;
            if here && self.is_fighting(state, unit) {
                continue;
            }
            let body = state.body_mut(unit);
            body.round = 0;
            body.clear(&[Mark::Engaged, Mark::Across]);
            if here && self.unit(unit).is_troops() {
                body.mark(Mark::MayReform);
                self.disorder(state, unit, A_27_1, story);
            }
        }
    }
}
