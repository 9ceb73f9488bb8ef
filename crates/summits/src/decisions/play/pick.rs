//! 5.1, 5.2-1: which group begins? Or what is done without a group: a free Rally, Treason.

use super::{arrive, end_play, judge_done, judge_free_rally, rally_freely};
use crate::{
    decisions::clicked,
    model::state::{TRACK, WAITING},
    prelude::*,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick;

impl Decision<Summits, Play> for Pick {
    fn asked(&self, cx: Cx<'_, Play>) -> AskedSeats {
        cx.state.seat_of(cx.state.active).into()
    }

    fn question(&self, cx: Cx<'_, Play>) -> Question {
        let key = if cx.parent.begun { "ask-pick-next" } else { "ask-pick" };
        Question::new(cx.seat, R_5_1_0, Line::new(key).with("side", cx.state.active))
    }

    fn list(&self, cx: Cx<'_, Play>, out: &mut Actions<Action>) {
        if judge_done(cx.rules, cx.state, cx.parent).is_ok() {
            out.push(Action::Done);
        }
        list_beginnings(cx.rules, cx.state, cx.parent, out);
    }

    fn judge(&self, cx: Cx<'_, Play>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Begin { who, assault } => judge_begin(cx, who, assault),
            Action::Treason(_) if cx.parent.groups == 0 => No::because(R_5_2_1, "no-more-groups"),
            Action::Treason(clan) => arrive::judge_treason(cx.rules, cx.state, cx.parent, clan),
            Action::RallyAt(area) => judge_free_rally(cx, area),
            Action::Done => judge_done(cx.rules, cx.state, cx.parent),
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_, Play>, action: Action) -> Flow<Step> {
        match action {
            Action::Begin { who: Begin::Area(area), assault } => {
                let group = cx.parent.fresh(area, assault);
                begin(&mut cx, group, assault)
            }
            Action::Begin { who: Begin::Bring(n), assault } => {
                let group = entering(cx.rules, cx.state, cx.parent, n, assault, false);
                begin(&mut cx, group, assault)
            }
            Action::Begin { who: Begin::Arrive, assault } => arrive::arrive(&mut cx, assault),
            Action::Treason(clan) => arrive::commit_treason(&mut cx, clan),
            Action::RallyAt(area) => rally_freely(&mut cx, area),
            Action::Done => end_play(&mut cx),
            other => unreachable!("{other:?} was judged legal"),
        }
    }

    fn click(&self, cx: Cx<'_, Play>, thing: Thing) -> Option<Action> {
        let clicked = clicked(cx, thing);
        let who = match clicked.area? {
            WAITING => {
                let unit = clicked.unit?;
                Begin::Bring(cx.rules.groups.iter().position(|group| group.units.has(unit))? as u8)
            }
            area => Begin::Area(area),
        };
        Some(Action::Begin { who, assault: false })
    }

    /// Brings on the group that arrives, uses what must be used, and leaves the rest.
    fn default_action(&self, cx: Cx<'_, Play>) -> Option<Action> {
        let mut listed = Actions::default();
        self.list(cx, &mut listed);
        let rank = |action: &Action| match action {
            Action::Begin { who: Begin::Arrive, .. } => 0,
            Action::Treason(_) => 1,
            Action::Done => 2,
            Action::RallyAt(_) => 3,
            _ => 4,
        };
        listed.iter().min_by_key(|action| rank(action)).cloned()
    }
}

/// A group begins that may have to be chosen first.
pub(super) fn begin(cx: &mut CxMut<'_, Play>, group: Group, assault: bool) -> Flow<Step> {
    cx.parent.take_group(assault);
    cx.parent.group = Some(group);
    Flow::Next(Step::Group)
}

/// What can begin in this play, the free Rally included.
pub(crate) fn list_beginnings(rules: &Summits, state: &State, play: &Play, out: &mut Actions<Action>) {
    if play.free_rally {
        list_free_rallies(rules, state, out);
    }
    if play.groups == 0 || out.full() {
        return;
    }
    let forms: &[bool] = if play.names_assault() { &[false, true] } else { &[false] };
    if play.pending.has(Card::Reinforcements) {
        for &assault in forms {
            if arrive::judge_arrival(rules, state, play, assault).is_ok() {
                out.push(Action::Begin { who: Begin::Arrive, assault });
            }
        }
        for clan in rules.treason_clans(state) {
            if arrive::judge_treason(rules, state, play, clan).is_ok() {
                out.push(Action::Treason(clan));
            }
        }
    }
    let waiting = if state.here(WAITING).any() { rules.groups.len() as u8 } else { 0 };
    for group in 0..waiting {
        for &assault in forms {
            if judge_bring(rules, state, play, group, assault).is_ok() {
                out.push(Action::Begin { who: Begin::Bring(group), assault });
            }
        }
    }
    for area in map::areas(rules.presence(state, state.active)) {
        for &assault in forms {
            if out.full() {
                return;
            }
            if judge_area(rules, state, play, area, assault).is_ok() {
                out.push(Action::Begin { who: Begin::Area(area), assault });
            }
        }
    }
}

pub(super) fn list_free_rallies(rules: &Summits, state: &State, out: &mut Actions<Action>) {
    let used = rules.used_on_map(state, state.active);
    if used.is_empty() {
        return;
    }
    for area in map::areas(rules.presence(state, state.active)) {
        if (state.here(area) & used).any() {
            out.push(Action::RallyAt(area));
        }
    }
}

fn judge_begin(cx: Cx<'_, Play>, who: Begin, assault: bool) -> May {
    let Cx { rules, state, parent: play, .. } = cx;
    if assault && !play.names_assault() {
        return No::because(R_X_2, "no-assault-here");
    }
    if play.groups == 0 {
        return No::because(R_5_2_1, "no-more-groups");
    }
    match who {
        Begin::Area(area) => judge_area(rules, state, play, area, assault),
        Begin::Arrive => arrive::judge_arrival(rules, state, play, assault),
        Begin::Bring(group) => judge_bring(rules, state, play, group, assault),
    }
}

fn judge_area(rules: &Summits, state: &State, play: &Play, area: AreaId, assault: bool) -> May {
    let group = play.fresh(area, assault);
    let mut next = play.with_group(assault);
    next.group = Some(group);
    let own = state.here(area) & rules.of_side[state.active.index()];
    if own.is_empty() {
        return Err(No::new(R_5_1_0, "no-units").with("area", place(area)));
    }
    if !rules.keeps_specials(state, play, &next) {
        return No::because(R_X_2, "no-special-kept");
    }
    if rules.group_can(state, &next, &group) {
        return Ok(());
    }
    let why = if rules.options.strict_same_type
        && ((own - state.back) & rules.barred(state, &next, &group)).any()
    {
        No::new(R_GP_3, "no-same-type")
    } else if (own - state.back).is_empty() {
        No::new(R_5_1_A, "no-front").with("area", place(area))
    } else if (own - state.back - play.acted).is_empty() {
        No::new(R_X_3, "no-second-group").with("area", place(area))
    } else {
        No::new(R_X_2, "no-use").with("area", place(area))
    };
    Err(why)
}

/// 11.0-4: a group that was barred from entering when it came.
fn judge_bring(rules: &Summits, state: &State, play: &Play, group: u8, assault: bool) -> May {
    let units = rules.groups[group as usize].units;
    if (units & state.here(WAITING)).is_empty() || state.active != HIDEYOSHI {
        return Err(No::new(R_11_0_4, "no-waiting").with("group", rules.group_thing(group)));
    }
    let mut next = play.with_group(assault);
    let entering = entering(rules, state, play, group, assault, false);
    next.group = Some(entering);
    if !rules.keeps_specials(state, play, &next) {
        return No::because(R_X_2, "no-special-kept");
    }
    if play.plain == 0 || !rules.can_go(state, &entering, entering.units) {
        return Err(No::new(R_11_0_4, "no-entry").with("group", rules.group_thing(group)));
    }
    Ok(())
}

/// A group as it enters from beside the map.
pub(super) fn entering(
    rules: &Summits,
    state: &State,
    play: &Play,
    group: u8,
    assault: bool,
    arrives: bool,
) -> Group {
    let units = rules.groups[group as usize].units & (state.here(WAITING) | state.here(TRACK));
    Group { units, fixed: true, arrives, ..play.fresh(WAITING, assault) }
}
