//! 5.1 and 5.2: who is in the group, and what does it do?

use super::{
    end_action, end_group, judge_done, judge_free_rally, marshal, moving, pick, rally_freely, strike,
};
use crate::{decisions::clicked, model::state::on_map, prelude::*};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Act;

impl Decision<Summits, Play> for Act {
    fn asked(&self, cx: Cx<'_, Play>) -> AskedSeats {
        cx.state.seat_of(cx.state.active).into()
    }

    fn question(&self, cx: Cx<'_, Play>) -> Question {
        let group = cx.parent.group();
        let (key, rule) = match (group.area_is_beside(), group.fixed) {
            (true, _) => ("ask-enter", R_11_0_3),
            (false, true) => ("ask-assault", R_QA_2),
            (false, false) => ("ask-group", R_5_2_2),
        };
        let prompt = Line::new(key).with("side", cx.state.active);
        match group.area_is_beside() {
            true => Question::new(cx.seat, rule, prompt),
            false => {
                Question::new(cx.seat, rule, prompt.with("area", place(group.area))).at(place(group.area))
            }
        }
    }

    fn list(&self, cx: Cx<'_, Play>, out: &mut Actions<Action>) {
        let Cx { rules, state, parent: play, .. } = cx;
        let group = play.group();
        list_actions(rules, state, play, group, out);
        if play.free_rally && group.fixed && !group.area_is_beside() {
            pick::list_free_rallies(rules, state, out);
        }
        if judge_done(rules, state, play).is_ok() {
            out.push(Action::Done);
        }
        if group.fixed {
            return;
        }
        let pool = rules.candidates(state, play, group) - group.units;
        for unit in rules.kinds(state, pool) {
            if out.full() {
                return;
            }
            if judge_with(cx, unit).is_ok() {
                out.push(Action::With(unit));
            }
            if judge_lead(cx, unit).is_ok() {
                out.push(Action::Lead(unit));
            }
        }
    }

    fn judge(&self, cx: Cx<'_, Play>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::With(unit) => judge_with(cx, unit),
            Action::Lead(unit) => judge_lead(cx, unit),
            Action::To { to, by } => moving::judge(cx, to, by),
            Action::Attack | Action::Marshal(None) => judge_attack(cx),
            Action::Fire(area) | Action::Marshal(Some(area)) => judge_fire(cx, area),
            Action::Rally => judge_rally(cx),
            Action::RallyAt(area) if cx.parent.group().fixed => judge_free_rally(cx, area),
            Action::Done => judge_done(cx.rules, cx.state, cx.parent),
            Action::Begin { .. } | Action::Treason(_) => No::because(R_6_2_2, "no-group-first"),
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_, Play>, action: Action) -> Flow<Step> {
        match action {
            Action::With(unit) => {
                cx.parent.group_mut().units |= UnitSet::of(unit);
                Flow::Stay
            }
            Action::Lead(general) => {
                let led = led(cx.as_cx(), general);
                cx.parent.group_mut().units |= led;
                Flow::Stay
            }
            Action::To { to, by } => moving::go(&mut cx, to, by),
            Action::Attack => attack(&mut cx, None, false),
            Action::Fire(area) => attack(&mut cx, Some(area), false),
            Action::Marshal(target) => attack(&mut cx, target, true),
            Action::Rally => rally(&mut cx),
            Action::RallyAt(area) => rally_freely(&mut cx, area),
            Action::Done => {
                cx.story.tell(|| Event::Forgone);
                end_group(&mut cx)
            }
            other => unreachable!("{other:?} was judged legal"),
        }
    }

    /// Own units join the group, other places are where it goes or fires.
    fn click(&self, cx: Cx<'_, Play>, thing: Thing) -> Option<Action> {
        let Cx { rules, state, parent: play, .. } = cx;
        let group = play.group();
        let clicked = clicked(cx, thing);
        let area = clicked.area?;
        if let Some(unit) = clicked.unit {
            if rules.side_of(unit) == state.active && (area == group.area || !on_map(area)) {
                let pool = rules.candidates(state, play, group) - group.units;
                let alike = if pool.has(unit) { rules.alike(state, pool, unit) } else { unit };
                return Some(Action::With(alike));
            }
            if area == group.area {
                return Some(Action::Attack);
            }
        }
        if !on_map(area) {
            return None;
        }
        let to = Action::To { to: area, by: None };
        let enemies = (state.here(area) & rules.of_side[state.active.other().index()]).any();
        if area == group.area {
            return Some(if enemies { Action::Attack } else { to });
        }
        // Fire where a move is not possible, or where no plain action is left.
        let fires = play.pending.has(Card::Fire) && enemies && moving::judge(cx, area, None).is_err();
        Some(if fires { Action::Fire(area) } else { to })
    }

    /// Strikes if an enemy is here, fires if one is near, rallies; otherwise moves on, or gives the action up.
    fn default_action(&self, cx: Cx<'_, Play>) -> Option<Action> {
        let mut listed = Actions::default();
        self.list(cx, &mut listed);
        let rank = |action: &Action| match action {
            Action::Attack => 0,
            Action::Fire(_) => 1,
            Action::Rally => 2,
            Action::RallyAt(_) => 3,
            Action::Done => 4,
            Action::To { .. } => 5,
            _ => 6,
        };
        let usual = listed.iter().min_by_key(|action| rank(action))?;
        // An Assault that has nobody to strike moves on, if there is somewhere to go.
        let moves_on = matches!(usual, Action::Done | Action::To { .. });
        let drift = moves_on.then(|| cx.rules.drift(cx.state, &listed)).flatten();
        Some(drift.unwrap_or_else(|| usual.clone()))
    }

    fn depth(&self, _cx: Cx<'_, Play>) -> usize {
        2
    }
}

/// Moves, attacks, fire and Rally, without naming anybody.
pub(super) fn list_actions(
    rules: &Summits,
    state: &State,
    play: &Play,
    group: &Group,
    out: &mut Actions<Action>,
) {
    let acting = rules.acting(state, play, group);
    let special = group.arrives.then_some(Card::Reinforcements);
    if acting.any() && rules.may_spend(state, play, special) {
        if rules.may_attack(state, group, acting) && !group.arrives {
            out.push(Action::Attack);
            out.push(Action::Marshal(None));
        }
        for way in rules.destinations(state, group, acting) {
            out.push(Action::To { to: way.to, by: way.by });
        }
    }
    let targets = rules.fire_targets(state, play, group);
    if targets != 0 && rules.may_spend(state, play, Some(Card::Fire)) {
        for area in map::areas(targets) {
            out.push(Action::Fire(area));
            out.push(Action::Marshal(Some(area)));
        }
    }
    if rules.rally_group(state, play, group).any() && rules.may_spend(state, play, Some(Card::Rally)) {
        out.push(Action::Rally);
    }
}

fn judge_with(cx: Cx<'_, Play>, unit: UnitId) -> May {
    let Cx { rules, state, parent: play, .. } = cx;
    let group = play.group();
    let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
    if group.fixed {
        return no(R_QA_2, "no-joining");
    }
    if rules.side_of(unit) != state.active {
        return no(R_5_1_0, "no-own");
    }
    if !state.here(group.area).has(unit) {
        return no(R_5_1_0, "no-same-area");
    }
    if group.units.has(unit) {
        return no(R_5_1_0, "no-twice");
    }
    if rules.barred(state, play, group).has(unit) {
        return no(R_GP_3, "no-same-type-unit");
    }
    let pool = rules.candidates(state, play, group) - group.units;
    if !pool.has(unit) {
        return match state.is_back(unit) {
            true => no(R_5_1_A, "no-used"),
            false => no(R_X_3, "no-again"),
        };
    }
    let alike = rules.alike(state, pool, unit);
    if alike != unit {
        return Err(No::new(R_2_1_1_3, "no-alike").with("unit", piece(alike)));
    }
    let joined = Group { units: group.units | UnitSet::of(unit), ..*group };
    if rules.group_could(state, play, &joined) { Ok(()) } else { no(R_5_1_D, "no-common-action") }
}

/// The general and the men he would lead.
fn led(cx: Cx<'_, Play>, general: UnitId) -> UnitSet {
    let Cx { rules, state, parent: play, .. } = cx;
    let body = rules.unit(general);
    let troops = rules.clans[body.clan.index()].troops;
    let free = rules.ready(state, play, play.group()) - play.group().units;
    UnitSet::of(general) | (free & troops).first_of(body.command.unwrap_or(0))
}

fn judge_lead(cx: Cx<'_, Play>, general: UnitId) -> May {
    let Cx { rules, state, parent: play, .. } = cx;
    if !rules.generals.has(general) {
        return Err(No::new(R_2_1_1_2, "no-general").with("unit", piece(general)));
    }
    judge_with(cx, general)?;
    if state.is_back(general) {
        return Err(No::new(R_5_1_A, "no-used").with("unit", piece(general)));
    }
    let led = led(cx, general);
    if led.len() < 2 {
        return Err(No::new(R_2_1_1_2, "no-men").with("unit", piece(general)));
    }
    let joined = Group { units: play.group().units | led, ..*play.group() };
    match rules.group_could(state, play, &joined) {
        true => Ok(()),
        false => Err(No::new(R_5_1_D, "no-common-action").with("unit", piece(general))),
    }
}

/// Plain actions, X-2.
pub(super) fn judge_plain(cx: Cx<'_, Play>) -> May {
    let play = cx.parent;
    let special = play.group().arrives.then_some(Card::Reinforcements);
    if play.plain == 0 && special.is_none() {
        return No::because(R_X_2, "no-plain");
    }
    judge_special(cx, special)
}

/// the action does not give up a special that can still be carried out.
fn judge_special(cx: Cx<'_, Play>, special: Option<Card>) -> May {
    match cx.rules.may_spend(cx.state, cx.parent, special) {
        true => Ok(()),
        false => No::because(R_X_2, "no-special-kept"),
    }
}

fn judge_attack(cx: Cx<'_, Play>) -> May {
    let Cx { rules, state, parent: play, .. } = cx;
    let group = play.group();
    if group.area_is_beside() {
        return No::because(R_11_0_3, "no-attack-entering");
    }
    let enemies = state.here(group.area) & rules.of_side[state.active.other().index()];
    if enemies.is_empty() {
        return Err(No::new(R_8_0_1, "no-enemy-here").with("area", place(group.area)));
    }
    judge_plain(cx)?;
    let acting = rules.acting(state, play, group);
    if acting.is_empty() {
        return No::because(R_5_1_A, "no-front-group");
    }
    if (acting & rules.generals).is_empty() {
        return No::because(R_8_0_2, "no-general-attacks");
    }
    Ok(())
}

fn judge_fire(cx: Cx<'_, Play>, area: AreaId) -> May {
    let Cx { rules, state, parent: play, .. } = cx;
    let group = play.group();
    if !play.cards.has(Card::Fire) {
        return No::because(R_8_0_1, "no-fire-card");
    }
    if !play.pending.has(Card::Fire) {
        return No::because(R_6_2_3, "no-fire-again");
    }
    if group.area_is_beside() {
        return No::because(R_11_0_3, "no-attack-entering");
    }
    if !rules.map.graph.are_adjacent(group.area, area) {
        return Err(No::new(R_6_1_2, "no-fire-range").with("area", place(area)));
    }
    if (state.here(area) & rules.of_side[state.active.other().index()]).is_empty() {
        return Err(No::new(R_6_1_2, "no-fire-target").with("area", place(area)));
    }
    if rules.firing(state, play, group).is_empty() {
        return No::because(R_5_1_A, "no-front-group");
    }
    judge_special(cx, Some(Card::Fire))
}

fn judge_rally(cx: Cx<'_, Play>) -> May {
    let play = cx.parent;
    if !play.cards.has(Card::Rally) {
        return No::because(R_5_2_2, "no-rally-card");
    }
    if !play.pending.has(Card::Rally) {
        return No::because(R_6_2_3, "no-rally-again");
    }
    if cx.rules.rally_group(cx.state, play, play.group()).is_empty() {
        return No::because(R_6_1_4, "no-rally-group");
    }
    judge_special(cx, Some(Card::Rally))
}

/// The group is who it is from now on, and spends an action.
pub(super) fn spend(cx: &mut CxMut<'_, Play>, units: UnitSet, special: Option<Card>) {
    let play = &mut *cx.parent;
    match special {
        None => play.plain -= 1,
        Some(card) => play.pending = play.pending.without(card),
    }
    let group = play.group_mut();
    if !group.fixed {
        group.units = units;
        group.fixed = true;
    }
    group.actions -= 1;
    if let Some(card) = special.filter(|_| cx.rules.options.strict_same_type) {
        cx.state.used[card.index()] |= units;
    }
}

/// 8: at the enemies of its own area, or with Fire at those of a neighbouring one.
fn attack(cx: &mut CxMut<'_, Play>, target: Option<AreaId>, by_hand: bool) -> Flow<Step> {
    let CxMut { rules, state, parent: play, .. } = cx;
    let group = *play.group();
    let (units, kind, special) = match target {
        None => (rules.acting(state, play, &group), Kind::Attack, None),
        Some(_) => (rules.firing(state, play, &group), Kind::Fire, Some(Card::Fire)),
    };
    let slope = match group.came {
        Some(from) if kind == Kind::Attack && rules.options.slope_on_assault => {
            (rules.level(from) - rules.level(group.area)) as i8
        }
        _ => 0,
    };
    let whole = if group.units.is_empty() { units } else { group.units };
    // In an Assault even those who find nobody to support belong to the group.
    let whole = if group.assault { whole } else { units };
    spend(cx, whole, special);
    cx.parent.group_mut().came = None;
    let attack = Attack::new(kind, cx.state.active, group.area, target.unwrap_or(group.area), units, slope);
    match by_hand {
        true => marshal::begin(cx, attack),
        false => strike::begin(cx, attack),
    }
}

fn rally(cx: &mut CxMut<'_, Play>) -> Flow<Step> {
    let group = *cx.parent.group();
    let units = cx.rules.rally_group(cx.state, cx.parent, &group);
    spend(cx, units, Some(Card::Rally));
    let CxMut { state, story, parent: play, .. } = cx;
    if group.fixed {
        // 5.1-c: they flip before the Rally turns them to the front again.
        play.group_mut().took = group.took - units;
    }
    let turned = units & if group.fixed { group.took | state.back } else { state.back };
    state.back = state.back - units;
    story.tell(|| Event::Rallied { area: group.area, units: turned });
    play.group_mut().came = None;
    end_action(cx)
}
