//! 11-1 and 11-2: retreats, chain retreats and displacement. Where does the unit go?
//!
//! A retreating unit is lifted from the map, and its owner picks the way, whole or hex by hex. Friends whose hexes it
//! enters are marked and check when it has come to rest. If two units end in a hex, one of them goes on (`stack`).

use arrayvec::ArrayVec;

use crate::{
    decisions::fight::stack,
    model::{numbers::MOST_RETREAT, state::on_map},
    prelude::*,
};

/// A unit on its way back. It is lifted from the map: its friends' hexes are theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    pub unit: UnitId,
    /// Where it stood.
    pub from: HexId,
    pub walked: u8,
    pub need: u8,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Its own check in the combat failed.
    Own,
    /// A chain check failed.
    Chain,
    /// 11-2-5.
    Displaced,
}

/// The hexes of a retreat that are still to be entered.
type Way = ArrayVec<HexId, MOST_RETREAT>;

/// What bounds the ways of a unit.
pub(crate) struct Bounds<'a> {
    /// 11-1-1: what it must not come nearer to.
    threats: ArrayVec<HexId, 6>,
    /// 11-2-5: the hexes through which it has come.
    trail: &'a [HexId],
}

impl<'a> Bounds<'a> {
    /// The target and its friends flee from the attackers; attackers and theirs from the hex that was held.
    pub(crate) fn new(cx: Cx<'a, Fight>, unit: UnitId, trail: &'a [HexId]) -> Bounds<'a> {
        let fight = cx.parent;
        let threats = match cx.rules.is_enemy(unit, fight.target) {
            true => std::iter::once(fight.held).collect(),
            false => fight.attackers.iter().map(|&u| cx.state.hex(u)).filter(|&hex| on_map(hex)).collect(),
        };
        Bounds { threats, trail }
    }
}

pub(crate) fn begin(cx: &mut CxMut<'_, Fight>, unit: UnitId, need: u8, why: Why) -> Flow<Stage> {
    let from = cx.state.hex(unit);
    let retreat = Retreat { unit, from, walked: 0, need, why };
    if !retreat.can_complete(cx.as_cx(), &retreat.bounds(cx.as_cx())) {
        // 11-1-3: removed before any hex is walked, so nobody is marked.
        cx.story.tell(|| Event::Trapped { unit, need: i32::from(need) });
        fight::remove(cx, unit, R_11_1_3);
        return fight::go_on(cx);
    }
    let rule = if why == Why::Chain { R_11_2_3 } else { R_11_3_RETREAT };
    cx.story.tell(|| Event::Retreats { unit, need: i32::from(need), rule });
    cx.rules.lift(cx.state, unit);
    let fight = &mut *cx.parent;
    fight.trail.clear();
    fight.trail.push(from);
    if fight.target == unit {
        fight.fate = Fate::Retreated;
        fight.path.clear();
        fight.path.push(from);
    }
    cx.rules.left_hex(cx.state, unit, cx.story);
    Flow::Next(Stage::Retreat(retreat))
}

impl Decision<Yukimura, Fight> for Retreat {
    fn asked(&self, cx: Cx<'_, Fight>) -> AskedSeats {
        Seat(cx.rules.side_of(self.unit).0).into()
    }

    fn question(&self, cx: Cx<'_, Fight>) -> Question {
        let displaced = self.why == Why::Displaced;
        let (key, rule) = if displaced { ("ask-displaced", R_11_2_5) } else { ("ask-retreat", R_11_1) };
        let left = i32::from(self.need - self.walked);
        let prompt = Line::new(key).with("unit", piece(self.unit)).with("left", left);
        Question::new(cx.seat, rule, prompt).at(piece(self.unit))
    }

    /// The last hex of every way, and where there is more than one way also the next hex of each: one click walks the
    /// whole way, or a single hex of it.
    fn list(&self, cx: Cx<'_, Fight>, out: &mut Actions<Action>) {
        let (mut ends, mut steps) = (Vec::new(), Vec::new());
        let mut ways = 0;
        // To see that there is a choice, two ways will do.
        let wanted = if out.room() <= 2 { 2 } else { usize::MAX };
        self.each_way(cx, &mut |way| {
            ends.extend(way.last());
            steps.extend(way.first());
            ways += 1;
            ways < wanted
        });
        for hexes in [&mut ends, &mut steps] {
            hexes.sort_unstable();
            hexes.dedup();
        }
        if ways == 1 || self.walked + 1 == self.need {
            steps.clear();
        }
        out.extend(ends.into_iter().chain(steps).map(Action::Back));
    }

    fn judge(&self, cx: Cx<'_, Fight>, action: &Action) -> Option<May> {
        let Action::Back(hex) = *action else { return None };
        Some(self.judge_back(cx, hex))
    }

    /// 11-1: one hex, or the gentlest way to the last.
    fn act(&mut self, mut cx: CxMut<'_, Fight>, action: Action) -> Flow<Stage> {
        let Action::Back(hex) = action else { unreachable!("{action:?} was judged legal") };
        if self.is_next_hex(cx.as_cx(), hex) {
            return self.fall_back(&mut cx, hex);
        }
        let way = self.gentlest_way(cx.as_cx(), Some(hex)).expect("judged before");
        let mut flow = Flow::Stay;
        for step in way {
            flow = self.fall_back(&mut cx, step);
        }
        flow
    }

    fn click(&self, cx: Cx<'_, Fight>, thing: Thing) -> Option<Action> {
        cx.rules.hex_clicked(cx.state, thing).map(Action::Back)
    }

    /// To the end of the gentlest way.
    fn default_action(&self, cx: Cx<'_, Fight>) -> Option<Action> {
        let hex = match self.why {
            Why::Displaced => self.toward_room(cx),
            _ => self.gentlest_way(cx, None).and_then(|way| way.last().copied()),
        };
        hex.map(Action::Back)
    }
}

/// 11-2-1: a friend's hex was entered.
fn mark(cx: &mut CxMut<'_, Fight>, unit: UnitId) {
    if cx.rules.unit(unit).morale.is_none() {
        // 11: the asterisk never checks, so it needs no marker.
        cx.story.tell(|| Event::RunThrough { unit });
    } else if cx.parent.retreated.has(unit) {
        cx.story.tell(|| Event::Spared { unit, rule: R_11_2_4_1 });
    } else if cx.parent.chained.has(unit) {
        cx.story.tell(|| Event::Spared { unit, rule: R_11_2_4_2 });
    } else if !cx.parent.marked.contains(&unit) {
        cx.parent.marked.push(unit);
        cx.story.tell(|| Event::Marked { unit });
    }
}

/// Whether this friend would check if a retreat entered its hex.
fn would_check(cx: Cx<'_, Fight>, friend: UnitId) -> bool {
    let done = cx.parent.retreated.has(friend) || cx.parent.chained.has(friend);
    cx.rules.unit(friend).morale.is_some() && !done
}

impl Retreat {
    /// The same retreat, one hex farther.
    fn farther(self) -> Retreat {
        Retreat { walked: self.walked + 1, ..self }
    }

    fn bounds<'a>(self, cx: Cx<'a, Fight>) -> Bounds<'a> {
        Bounds::new(cx, self.unit, &cx.parent.trail)
    }

    /// Whether the unit may step from a hex in this direction, ignoring whether it can go on from there.
    fn may_step(self, cx: Cx<'_, Fight>, bounds: &Bounds<'_>, from: HexId, dir: Dir) -> Result<HexId, No> {
        let Cx { rules, state, parent: fight, .. } = cx;
        // 11-1-2(4): nobody can point at a hex beyond the edge, so the reason is never read.
        let Some(to) = rules.atlas.neighbour(from, dir) else { return No::because(R_11_1, "no-map-ends") };
        if !rules.ground.is_open(from, dir) {
            return No::because(R_11_1_2_3, "no-impassable");
        }
        let side = rules.unit(self.unit).side;
        if let Some(other) = state.occupant(to)
            && rules.side_of(other) != side
        {
            return Err(No::new(R_11_1_2_1, "no-enemy-there").unit(other));
        }
        if rules.in_enemy_zone(state, side, to) {
            return No::because(R_11_1_2_2, "no-retreat-into-zone");
        }
        // 11-2-5: further, not back: the same crowd is not run through to and fro.
        if self.why == Why::Displaced && (fight.pushed.contains(&to) || bounds.trail.contains(&to)) {
            return No::because(R_11_2_5, "no-not-back-again");
        }
        let away =
            self.why == Why::Displaced || rules.atlas.distance(self.from, to) == u16::from(self.walked) + 1;
        let nearer = |&threat: &HexId| rules.atlas.distance(to, threat) < rules.atlas.distance(from, threat);
        if !away || bounds.threats.iter().any(nearer) {
            return No::because(R_11_1_1, "no-not-away");
        }
        Ok(to)
    }

    /// 11-1-3: whether there is a way to walk all the hexes that are still owed.
    pub(crate) fn can_complete(self, cx: Cx<'_, Fight>, bounds: &Bounds<'_>) -> bool {
        self.can_complete_from(cx, bounds, cx.state.hex(self.unit))
    }

    fn can_complete_from(self, cx: Cx<'_, Fight>, bounds: &Bounds<'_>, hex: HexId) -> bool {
        self.walked == self.need
            || Dir::ALL.iter().any(|&dir| {
                self.may_step(cx, bounds, hex, dir)
                    .is_ok_and(|to| self.farther().can_complete_from(cx, bounds, to))
            })
    }

    /// Calls `found` with every way that walks all the hexes still owed, until it answers no.
    fn each_way(self, cx: Cx<'_, Fight>, found: &mut impl FnMut(&Way) -> bool) {
        self.continue_way(cx, &self.bounds(cx), cx.state.hex(self.unit), &mut Way::new(), found);
    }

    fn continue_way(
        self,
        cx: Cx<'_, Fight>,
        bounds: &Bounds<'_>,
        from: HexId,
        way: &mut Way,
        found: &mut impl FnMut(&Way) -> bool,
    ) -> bool {
        if self.walked == self.need {
            return found(way);
        }
        Dir::ALL.iter().all(|&dir| {
            let Ok(to) = self.may_step(cx, bounds, from, dir) else { return true };
            way.push(to);
            let more = self.farther().continue_way(cx, bounds, to, way, found);
            way.pop();
            more
        })
    }

    fn judge_back(self, cx: Cx<'_, Fight>, hex: HexId) -> May {
        let Cx { rules, state, .. } = cx;
        let left = self.need - self.walked;
        let no = |rule, key| No::new(rule, key).unit(self.unit).with("left", i32::from(left));
        if let Some(dir) = rules.atlas.direction(state.hex(self.unit), hex) {
            let bounds = self.bounds(cx);
            let to = self.may_step(cx, &bounds, state.hex(self.unit), dir)?;
            if !self.farther().can_complete_from(cx, &bounds, to) {
                return Err(No::new(R_11_1_3, "no-dead-end").with("left", i32::from(left - 1)));
            }
            let mut ways = 0;
            self.each_way(cx, &mut |_| {
                ways += 1;
                ways < 2
            });
            // With a single way there is nothing to choose hex by hex.
            return if left == 1 || ways > 1 { Ok(()) } else { Err(no(R_11_1, "no-one-way")) };
        }
        if rules.atlas.distance(self.from, hex) != u16::from(self.need) {
            return Err(no(R_11_1, "no-not-a-retreat"));
        }
        if self.gentlest_way(cx, Some(hex)).is_some() {
            return Ok(());
        }
        let side = rules.unit(self.unit).side;
        if let Some(other) = state.occupant(hex)
            && rules.side_of(other) != side
        {
            return Err(No::new(R_11_1_2_1, "no-enemy-there").unit(other));
        }
        if rules.in_enemy_zone(state, side, hex) {
            return No::because(R_11_1_2_2, "no-retreat-into-zone");
        }
        Err(no(R_11_1_3, "no-way-back"))
    }

    /// Of the ways to this end, or to any, the one that harms friends least; of equal ones the first by its hexes.
    fn gentlest_way(self, cx: Cx<'_, Fight>, end: Option<HexId>) -> Option<Way> {
        let mut search = Gentlest { cx, bounds: self.bounds(cx), end, way: Way::new(), best: None };
        search.go_on(self, cx.state.hex(self.unit), 0);
        search.best.map(|(_, way)| way)
    }

    /// The friends who would check if the unit went back to this hex.
    pub(crate) fn endangered(self, cx: Cx<'_, Fight>, hex: HexId) -> Vec<UnitId> {
        let way = match self.is_next_hex(cx, hex) {
            true => std::iter::once(hex).collect(),
            false => self.gentlest_way(cx, Some(hex)).unwrap_or_default(),
        };
        let friends = way.iter().filter_map(|&hex| cx.state.occupant(hex));
        friends.filter(|&friend| would_check(cx, friend)).collect()
    }

    /// Whether this is the next hex of the retreat, rather than its end.
    pub(crate) fn is_next_hex(self, cx: Cx<'_, Fight>, hex: HexId) -> bool {
        cx.rules.atlas.direction(cx.state.hex(self.unit), hex).is_some()
    }

    /// The first step of the shortest way to a free hex, or any step where there is none: a crowd is left by
    /// the nearest door, not run through to and fro.
    fn toward_room(self, cx: Cx<'_, Fight>) -> Option<HexId> {
        let bounds = self.bounds(cx);
        // Hexes in the order found, each with the first step that led there.
        let mut seen: Vec<(HexId, Option<HexId>)> = vec![(cx.state.hex(self.unit), None)];
        let mut next = 0;
        while let Some(&(hex, first)) = seen.get(next) {
            for dir in Dir::ALL {
                let Ok(to) = self.may_step(cx, &bounds, hex, dir) else { continue };
                let first = first.unwrap_or(to);
                if cx.state.occupant(to).is_none() {
                    return Some(first);
                }
                if !seen.iter().any(|&(hex, _)| hex == to) {
                    seen.push((to, Some(first)));
                }
            }
            next += 1;
        }
        seen.get(1).and_then(|&(_, first)| first)
    }

    /// Walks one hex.
    fn fall_back(&mut self, cx: &mut CxMut<'_, Fight>, hex: HexId) -> Flow<Stage> {
        let unit = self.unit;
        let from = std::mem::replace(&mut cx.state.at[unit.index()], hex);
        let displaced = self.why == Why::Displaced;
        cx.story.tell(|| Event::FellBack { unit, from, to: hex, displaced });
        cx.rules.visit(cx.state, unit, hex, cx.story);
        let friend = cx.state.occupant(hex);
        if let Some(friend) = friend {
            mark(cx, friend);
        }
        let fight = &mut *cx.parent;
        fight.trail.push(hex);
        if fight.target == unit && fight.fate == Fate::Retreated {
            fight.path.push(hex);
        }
        if self.walked + 1 < self.need {
            self.walked += 1;
            return Flow::Stay;
        }
        match self.why {
            Why::Own => fight.retreated.insert(unit),
            Why::Chain => fight.chained.insert(unit),
            // 11-2-5: being displaced is not having retreated.
            Why::Displaced => {}
        }
        match friend {
            None => {
                fight.forget_trail();
                cx.rules.put(cx.state, unit, hex);
                fight::go_on(cx)
            }
            Some(stood) => stack::begin(cx, unit, stood),
        }
    }
}

/// The search for the gentlest way. A way that already harms more friends than the best one is not followed.
struct Gentlest<'a> {
    cx: Cx<'a, Fight>,
    bounds: Bounds<'a>,
    /// The hex in which the way must end, if that is given.
    end: Option<HexId>,
    way: Way,
    /// The best way so far, with the number of friends it harms.
    best: Option<(u32, Way)>,
}

impl Gentlest<'_> {
    /// Harmed are the friends who would have to check, and one more if a friend would share the last hex (11-2-5).
    fn go_on(&mut self, retreat: Retreat, from: HexId, harm: u32) {
        let cx = self.cx;
        let left = retreat.need - retreat.walked;
        if left == 0 {
            if self.best.as_ref().is_none_or(|(least, first)| (harm, &self.way) < (*least, first)) {
                self.best = Some((harm, self.way.clone()));
            }
            return;
        }
        for dir in Dir::ALL {
            let Ok(to) = retreat.may_step(cx, &self.bounds, from, dir) else { continue };
            if self.end.is_some_and(|end| cx.rules.atlas.distance(to, end) >= u16::from(left)) {
                continue;
            }
            let friend = cx.state.occupant(to);
            let checks = friend.is_some_and(|friend| would_check(cx, friend));
            let harm = harm + u32::from(checks) + u32::from(left == 1 && friend.is_some());
            if self.best.as_ref().is_none_or(|(least, _)| harm <= *least) {
                self.way.push(to);
                self.go_on(retreat.farther(), to, harm);
                self.way.pop();
            }
        }
    }
}
