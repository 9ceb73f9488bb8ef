//! D-MOR, T-2 to T-5: morale tests, for all eight reasons.

use kernel::{Line, Modifier, Modifiers, Pool, Roll, Rule, Side};
use plane::{Outline, Sector};
use serde::{Deserialize, Serialize};

use crate::{
    Daimyo,
    model::{
        state::{Mark, State, Where},
        tables::Failure,
        units::{Quality, Troop, UnitId, Weapon},
    },
    notation::{
        refer::{person, piece},
        rule_ids::*,
    },
    queries::formation::TOLERANCE,
};

/// T-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    StandLost = 1,
    Charged = 2,
    ChargedByHorse = 3,
    StartsCharge = 4,
    LeaderLost = 5,
    FriendRouting = 6,
    RunThrough = 7,
    Rally = 8,
}

impl Reason {
    pub(crate) fn rule(self) -> Rule {
        match self {
            Reason::StandLost => D_MOR_1,
            Reason::Charged => D_MOR_2,
            Reason::ChargedByHorse => D_MOR_3,
            Reason::StartsCharge => D_MOR_4,
            Reason::LeaderLost => D_MOR_5,
            Reason::FriendRouting => D_MOR_6,
            Reason::RunThrough => D_MOR_7,
            Reason::Rally => D_MOR_8,
        }
    }

    pub(crate) fn key(self) -> &'static str {
        match self {
            Reason::StandLost => "reason-stand-lost",
            Reason::Charged => "reason-charged",
            Reason::ChargedByHorse => "reason-charged-by-horse",
            Reason::StartsCharge => "reason-starts-charge",
            Reason::LeaderLost => "reason-leader-lost",
            Reason::FriendRouting => "reason-friend-routing",
            Reason::RunThrough => "reason-run-through",
            Reason::Rally => "reason-rally",
        }
    }

    /// The column of T-5, as the chart shows it.
    pub(crate) fn column(self) -> u16 {
        match self {
            Reason::StandLost => 0,
            Reason::Charged | Reason::ChargedByHorse => 1,
            Reason::StartsCharge => 2,
            Reason::LeaderLost | Reason::FriendRouting | Reason::RunThrough => 3,
            Reason::Rally => 4,
        }
    }
}

/// What a test came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Pass,
    Fail(Failure),
}

impl Failure {
    pub(crate) fn key(self) -> &'static str {
        match self {
            Failure::Halt => "result-halt",
            Failure::Retire => "result-retire",
            Failure::Retreat => "result-retreat",
            Failure::Rout => "result-rout",
            Failure::Dispersed => "result-dispersed",
        }
    }
}

impl Daimyo {
    /// Charges against this unit that still stand.
    pub(crate) fn chargers<'a>(
        &'a self,
        state: &'a State,
        target: UnitId,
    ) -> impl Iterator<Item = &'a crate::model::state::Charge> {
        state.charges.iter().filter(move |charge| charge.target == target && !charge.off)
    }

    pub(crate) fn charged_by_horse(&self, state: &State, target: UnitId) -> bool {
        self.chargers(state, target).any(|charge| self.unit(charge.unit).is_mounted())
    }

    /// D-MOR-2, D-MOR-3: why a target must test; the horse counts for more (D-MOR-11).
    pub(crate) fn charge_reason(&self, state: &State, target: UnitId) -> Option<Reason> {
        let unit = self.unit(target);
        let body = state.body(target);
        if body.is(Mark::Frenzied) || unit.is_headquarters() {
            return None;
        }
        let elite = unit.quality == Quality::Elite;
        if unit.troop.is_infantry() && !elite && self.charged_by_horse(state, target) {
            return Some(Reason::ChargedByHorse);
        }
        (unit.troop.is_ashigaru() || unit.troop == Troop::Peasants).then_some(Reason::Charged)
    }

    /// T-4: every modifier of a test, with its rule.
    pub fn morale_modifiers(&self, state: &State, unit: UnitId, reason: Reason) -> Modifiers {
        let values = &self.tables.morale;
        let body = state.body(unit);
        let data = self.unit(unit);
        let side = data.side;
        let in_melee = self.in_melee(state, unit);
        let far = self.heeded(in_melee) + TOLERANCE;
        let shape = self.shape(state, unit);
        let near = |other: UnitId| self.shape(state, other).within(&shape, far);
        let mut list = Modifiers::new();
        let mut add = |value: i16, key: &'static str, rule: Rule| {
            list.push(Modifier { value, line: Line::new(key), rule });
        };
        if body.is(Mark::Pursuing) {
            add(values.pursuing, "mod-pursuing", D_MOR_M2);
        }
        let level = self.level(state, unit);
        let mut foes = self.steady(state, side.other()).filter(|foe| near(*foe)).peekable();
        let above = foes.peek().is_some() && foes.all(|foe| self.level(state, foe) < level);
        if above || self.in_cover(state, unit) {
            add(values.above_or_cover, if above { "mod-above" } else { "mod-cover" }, D_MOR_M3);
        }
        let general = self.general(side);
        if self.is_alive(state, general) && self.leader_gap(state, general, unit) <= far {
            add(values.general_near, "mod-general-near", D_MOR_M4);
        }
        let charged = matches!(reason, Reason::Charged | Reason::ChargedByHorse);
        let by_horse = charged && self.charged_by_horse(state, unit);
        if by_horse && data.weapon == Weapon::LongSpear && !body.is(Mark::Disordered) {
            let frontal = self
                .chargers(state, unit)
                .filter(|charge| self.unit(charge.unit).is_mounted())
                .all(|charge| self.sector(state, unit, charge.from.fine()) == Sector::Front);
            if frontal {
                add(values.long_spears, "mod-long-spears", D_MOR_M5);
            }
        }
        let routing = |of: Side| {
            state.here().filter(move |other| {
                *other != unit && self.side_of(*other) == of && state.is(*other, Mark::Routing)
            })
        };
        if routing(side.other()).any(near) {
            add(values.enemy_routing, "mod-enemy-routing", D_MOR_M6);
        }
        if data.troop.is_hatamoto() {
            add(values.hatamoto, "mod-hatamoto", D_MOR_M7);
        }
        if body.is(Mark::Disordered) {
            add(values.disordered, "mod-disordered", D_MOR_M8);
        }
        if self.is_out_of_command(state, unit) {
            add(values.out_of_command, "mod-out-of-command", D_MOR_M8);
        }
        if by_horse && data.troop.is_infantry() {
            add(values.charged_by_horse, "mod-charged-by-horse", D_MOR_M8);
        }
        let fleeing =
            routing(side).filter(|other| self.unit(*other).quality <= data.quality && near(*other)).count();
        if fleeing > 0 {
            add(values.friend_routing * fleeing as i16, "mod-friends-routing", D_MOR_M9);
        }
        let lost = data.stands - body.stands();
        if lost > 0 {
            add(values.stand_lost * i16::from(lost), "mod-stands-lost", D_MOR_M10);
        }
        if is_threatened(self, state, unit, in_melee) {
            add(values.flank_threatened, "mod-flank-threatened", D_MOR_M11);
        }
        if state.fallen.iter().any(|(of, at)| *of == side && Outline::spot(at.fine()).within(&shape, far)) {
            add(values.leader_killed, "mod-leader-killed", D_MOR_M12);
        }
        if body.is(Mark::Routing) {
            add(values.routing, "mod-routing", D_MOR_M13);
        }
        if body.is(Mark::Shamed) {
            add(values.shamed, "mod-shamed", R_8_11);
        }
        if let Some(leader) = body.leader {
            let value = self.rating(state, leader);
            let line = Line::new("mod-rating").with("leader", person(leader));
            list.insert(0, Modifier { value, line, rule: D_MOR_M1 });
        }
        list
    }

    pub(crate) fn morale_roll(&self, state: &State, unit: UnitId, reason: Reason) -> Roll {
        Roll {
            rule: reason.rule(),
            seat: self.seat_of(unit),
            line: Line::new("roll-morale")
                .with("unit", piece(unit))
                .with("need", i32::from(self.tables.pass(self.unit(unit).quality)))
                .with("reason", reason.key()),
            pool: Pool::d6(2),
            modifiers: self.morale_modifiers(state, unit, reason),
        }
    }

    /// D-MOR-9: the row of T-5 by the total alone.
    pub(crate) fn table_verdict(
        &self,
        quality: Quality,
        reason: Reason,
        modifiers: i16,
        natural: i32,
    ) -> Verdict {
        let short = i32::from(self.tables.pass(quality)) - natural - i32::from(modifiers);
        match short {
            ..=0 => Verdict::Pass,
            short => Verdict::Fail(results(self, reason)[(short.min(4) - 1) as usize]),
        }
    }

    /// D-MOR-9, D-MOR-10: the row of T-5, natural throws included.
    pub fn morale_verdict(&self, quality: Quality, reason: Reason, modifiers: i16, natural: i32) -> Verdict {
        match natural {
            12 if self.options.natural_12_2 => Verdict::Pass,
            2 if self.options.natural_12_2 => Verdict::Fail(results(self, reason)[3]),
            _ => self.table_verdict(quality, reason, modifiers, natural),
        }
    }
}

/// D-GEO-7: an unrouted enemy faces the unit's flank or rear.
fn is_threatened(rules: &Daimyo, state: &State, unit: UnitId, in_melee: bool) -> bool {
    let far = rules.heeded(in_melee) + TOLERANCE;
    let shape = rules.shape(state, unit);
    rules.steady(state, rules.side_of(unit).other()).any(|foe| {
        if state.body(foe).place != Where::Table || rules.unit(foe).is_headquarters() {
            return false;
        }
        let print = rules.print(state, foe);
        rules.sector(state, unit, print.front.fine()) != Sector::Front
            && print.outline().within(&shape, far)
            && print.strip(far + plane::Len(3000)).meets(&shape)
    })
}

/// The column of T-5.
fn results(rules: &Daimyo, reason: Reason) -> &[Failure; 4] {
    let results = &rules.tables.results;
    match reason {
        Reason::StandLost => &results.stand_loss,
        Reason::Charged | Reason::ChargedByHorse => &results.charged,
        Reason::StartsCharge => &results.start_charge,
        Reason::LeaderLost | Reason::FriendRouting | Reason::RunThrough => &results.critical,
        Reason::Rally => &results.rally,
    }
}
