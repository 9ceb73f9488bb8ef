//! 7: the group moves, up to two areas, and takes control of what it passes.

use arrayvec::ArrayVec;

use super::{
    act::{judge_plain, spend},
    window,
};
use crate::{model::state::on_map, prelude::*};

pub(super) fn judge(cx: Cx<'_, Play>, to: AreaId, by: Option<AreaId>) -> May {
    let Cx { rules, state, parent: play, .. } = cx;
    judge_plain(cx)?;
    let group = play.group();
    let acting = rules.acting(state, play, group);
    if acting.is_empty() {
        return No::because(R_5_1_A, "no-front-group");
    }
    if rules.way(state, group, acting, to, by).is_some() {
        return Ok(());
    }
    Err(why_not(cx, acting, to, by))
}

fn why_not(cx: Cx<'_, Play>, units: UnitSet, to: AreaId, by: Option<AreaId>) -> No {
    let Cx { rules, state, parent: play, .. } = cx;
    let group = play.group();
    let side = state.active;
    let no = |rule, key| No::new(rule, key).with("area", place(to));
    if to == group.area {
        return no(R_7_0_3, "no-move-here");
    }
    if rules.room(state, to, side) < units.len() {
        return no(R_7_0_4, "no-room").with("room", i32::from(rules.room(state, to, side)));
    }
    // Of a named route only the area it names counts.
    let between = rules.steps(group) & rules.map.next[to.index()] & by.map_or(u64::MAX, bit);
    if between == 0 {
        let rule = if group.area_is_beside() { R_11_0_3 } else { R_7_0_1A };
        return match by {
            Some(by) => no(rule, "no-way-by").with("by", place(by)),
            None => no(rule, "no-reach"),
        };
    }
    if rules.map.heights & bit(to) != 0 {
        return no(R_7_0_2, "no-hill");
    }
    let move_points = &rules.numbers.movement;
    if rules.is_held(state, group) && !move_points.reaches_two(true) {
        return no(R_7_0_1C, "no-leaving");
    }
    if rules.has(state, to, side.other()) && !move_points.reaches_two(true) {
        return no(R_7_0_1B, "no-entering");
    }
    if !move_points.reaches_two(false) {
        return no(R_7_0_1A, "no-reach");
    }
    if between & !rules.map.heights == 0 {
        return no(R_7_0_2, "no-over-hill");
    }
    let blocked = |area: AreaId| rules.has(state, area, side.other());
    if map::areas(between & !rules.map.heights).all(blocked) {
        return no(R_7_0_5, "no-points");
    }
    if by.is_some_and(|by| rules.room(state, by, side) >= units.len()) {
        return no(R_12_0_2, "no-way-named");
    }
    no(R_7_0_4, "no-room-between")
}

pub(super) fn go(cx: &mut CxMut<'_, Play>, to: AreaId, by: Option<AreaId>) -> Flow<Step> {
    let before = *cx.parent.group();
    let units = cx.rules.acting(cx.state, cx.parent, &before);
    let way = cx.rules.way(cx.state, &before, units, to, by).expect("judged before");
    let whole = if before.units.is_empty() { units } else { before.units };
    spend(cx, whole, before.arrives.then_some(Card::Reinforcements));
    let CxMut { rules, state, story, parent: play, .. } = cx;
    let group = play.group_mut();
    group.arrives = false;
    group.took |= units;
    let mut path: ArrayVec<AreaId, 2> = ArrayVec::new();
    path.extend(way.via);
    path.push(to);
    let rule = match () {
        () if rules.has(state, to, state.active.other()) => R_7_0_1B,
        () if rules.is_held(state, &before) => R_7_0_1C,
        () => R_7_0_1A,
    };
    let mut from = before.area;
    for &step in &path {
        state.shift(units, from, step);
        group.came = Some(from).filter(|area| on_map(*area));
        group.area = step;
        story.tell(|| match before.area_is_beside() && from == before.area {
            true => Event::Entered { units, to: step },
            false => Event::Moved { units, from, to: step, rule },
        });
        rules.take_control(state, &[(from, R_X_9), (step, R_12_0_2)], None, story);
        if state.over.is_some() {
            return Flow::Done;
        }
        from = step;
    }
    window::begin(cx)
}
