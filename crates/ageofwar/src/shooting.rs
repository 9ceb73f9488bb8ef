//! Chapters 28 and 6.4: shooting and saves. Opportunity shooting is a chapter of its own.

use arrayvec::ArrayVec;
use kernel::{Actions, Line, May, Modifier, Modifiers, No, Pool, Question, Roll, Story};
use open::Event;
use plane::{Arc, Corridor, Len, Outline};
use serde::{Deserialize, Serialize};

use crate::{
    AgeOfWar,
    action::Action,
    formation::{CONTACT, TOLERANCE},
    ground::{Land, Sight},
    refer::piece,
    rule_ids::*,
    state::{Activity, Errand, Stage, State, Step, Where},
    units::{ClanId, Class, Kind, Missile, UnitId},
};

/// 14.8: what can be named for a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Struck {
    General,
    Commander,
    Guard,
    Base(Kind),
}

/// Where a shot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// To hit.
    Hit,
    /// the lowest again.
    Again { hits: u8, dice: u8 },
    /// who chooses.
    Choice { hits: u8 },
    /// So many hits still to be named by the shooter, then by the owner.
    Name { shooter: u8, owner: u8 },
    /// Saves of those named, one kind after the other.
    Save,
}

/// A shot being worked out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    pub unit: UnitId,
    pub target: UnitId,
    /// Bases that shoot.
    pub bases: u8,
    pub aim: Aim,
    pub named: ArrayVec<Struck, 24>,
    /// Failed saves so far, kind by kind.
    pub dead: ArrayVec<(Struck, u8), 6>,
}

/// How a shot would go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sighting {
    pub gap: Len,
    pub bases: u8,
}

impl AgeOfWar {
    /// 3.4b: in woods or buildings.
    fn is_close(&self, state: &State, unit: UnitId) -> bool {
        self.is_in(state, unit, Land::is_close)
    }

    fn range(&self, state: &State, missile: Missile) -> Len {
        let table = &self.tables.shooting;
        let far = if missile == Missile::Gun { table.artillery } else { table.long };
        match self.fog(state) {
            Some(fog) => far.min(fog.shooting),
            None => far,
        }
    }

    /// Ranges as they are drawn.
    pub(crate) fn ranges(&self, state: &State, missile: Missile) -> (Len, Len) {
        let far = self.range(state, missile);
        (self.tables.shooting.short.min(far), far)
    }

    /// 3.4: half the opening of the arc.
    fn arc(&self, missile: Missile) -> Arc {
        let arcs = &self.tables.arcs;
        if missile == Missile::Gun { arcs.gun.0 } else { arcs.missile.0 }
    }

    /// 6.4: may the unit shoot at this target, and with how many bases?
    pub(crate) fn sighting(
        &self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        ranks: u8,
    ) -> Result<Sighting, No> {
        let no = |rule, key| No::new(rule, key).with("other", piece(target));
        let data = self.unit(unit);
        let Some(missile) = data.missile() else {
            return Err(No::new(R_6_4, "no-missiles").with("unit", piece(unit)));
        };
        let other = self.unit(target);
        if other.side == data.side
            || state.body(target).place != Where::Table
            || other.sort == crate::units::Sort::Maku
        {
            return Err(no(R_6_4, "no-target"));
        }
        if self.is_fighting(state, target) && !matches!(state.errands.last(), Some(Errand::Watch { .. })) {
            return Err(no(R_6_4, "no-target-fights"));
        }
        if other.is_general() {
            let near = self.friends_near(state, target, Len(300));
            if !near.is_empty() {
                return Err(no(R_6_4, "no-general-covered"));
            }
        }
        let (print, shape) = (self.print(state, unit), self.shape(state, target));
        let gap = print.outline().gap(&shape);
        let close = self.is_close(state, unit) || self.is_close(state, target);
        let range = self.range(state, missile);
        let far = if close { range.min(self.tables.shooting.close) } else { range };
        if gap > far + TOLERANCE {
            return Err(no(A_28_6, if close { "no-range-close" } else { "no-range" }));
        }
        let ranks = if close { 1 } else { ranks };
        let bases =
            (0..ranks).map(|rank| self.count(state, unit, rank, |kind| kind.missile().is_some())).sum();
        if bases == 0 {
            return Err(No::new(R_6_4, "no-missiles").with("unit", piece(unit)));
        }
        let arc = self.arc(missile);
        let front = (print.front_left(), print.front_right());
        let centres: ArrayVec<_, 10> = self
            .base_centres(state, target)
            .into_iter()
            .filter(|centre| arc.covers(front, print.heading, *centre))
            .collect();
        if centres.is_empty() {
            return Err(no(R_3_4, "no-arc"));
        }
        let levels = (self.level(state, unit), self.level(state, target));
        let others: Vec<Outline> = state
            .here()
            .filter(|third| *third != unit && *third != target && !self.unit(*third).is_general())
            .map(|third| self.shape(state, third))
            .collect();
        let clear = |corridor: &Corridor| {
            !others.iter().any(|third| corridor.crosses(third))
                && self.ground.features.iter().all(|feature| match feature.kind.sight() {
                    Sight::Near => corridor.depth_in(&feature.area) <= self.tables.shooting.close + TOLERANCE,
                    Sight::Screen => {
                        feature.area.holds(corridor.from)
                            || feature.area.holds(corridor.to)
                            || !corridor.crosses_area(&feature.area)
                    }
                    Sight::Crest => !corridor.is_over(&feature.area, feature.level, levels),
                    Sight::Open => true,
                })
        };
        let sees = print
            .eyes()
            .into_iter()
            .any(|eye| centres.iter().any(|centre| clear(&Corridor::between(eye, *centre, Len::ZERO))));
        if !sees {
            return Err(no(R_3_4, "no-sight"));
        }
        Ok(Sighting { gap, bases })
    }

    /// 6.4: the targets among which the shooter picks: at most 2" farther than the nearest.
    pub(crate) fn targets(&self, state: &State, unit: UnitId, ranks: u8) -> Vec<UnitId> {
        let seen: Vec<(UnitId, Len)> = state
            .here()
            .filter(|other| self.side_of(*other) != self.side_of(unit))
            .filter_map(|other| Some((other, self.sighting(state, unit, other, ranks).ok()?.gap)))
            .collect();
        let Some(nearest) = seen.iter().map(|(_, gap)| *gap).min() else { return Vec::new() };
        let far = nearest + self.tables.shooting.farther + TOLERANCE;
        seen.into_iter().filter(|(_, gap)| *gap <= far).map(|(unit, _)| unit).collect()
    }

    pub(crate) fn may_shoot_now(&self, unit: UnitId, activity: &Activity) -> Result<Activity, No> {
        let Some(missile) = self.unit(unit).missile() else {
            return Err(No::new(R_6_4, "no-missiles").with("unit", piece(unit)));
        };
        if activity.shots >= self.tables.points.shots {
            return No::because(A_25_5, "no-shots");
        }
        self.pay(activity, self.shot_cost(missile))
    }

    pub(crate) fn may_shoot_act(
        &self,
        state: &State,
        unit: UnitId,
        activity: &Activity,
        target: UnitId,
    ) -> May {
        self.may_shoot_now(unit, activity)?;
        self.sighting(state, unit, target, 2)?;
        if !self.targets(state, unit, 2).contains(&target) {
            return Err(No::new(R_6_4, "no-nearer").with("other", piece(target)));
        }
        Ok(())
    }

    pub(crate) fn targets_of_act(&self, state: &State, unit: UnitId, activity: &Activity) -> Vec<UnitId> {
        if self.may_shoot_now(unit, activity).is_err() {
            return Vec::new();
        }
        self.targets(state, unit, 2)
    }

    pub(crate) fn resolve_shoot(
        &self,
        state: &mut State,
        unit: UnitId,
        activity: Activity,
        target: UnitId,
        story: &mut Story<Event>,
    ) {
        let paid = self.may_shoot_now(unit, &activity).expect("judged legal");
        let stage = if activity.stage == Stage::First { Stage::First } else { Stage::Done };
        let activity = Activity { stage, shots: activity.shots + 1, ..paid };
        state.step = Step::Act { unit, activity };
        self.begin_shot(state, unit, target, 2, R_6_4, story);
    }

    pub(crate) fn begin_shot(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        ranks: u8,
        rule: kernel::Rule,
        story: &mut Story<Event>,
    ) {
        let bases = self.sighting(state, unit, target, ranks).expect("judged legal").bases;
        story.tell(|| {
            Event::new(rule, "told-shoots")
                .with("unit", piece(unit))
                .with("other", piece(target))
                .by(self.side_of(unit))
        });
        let shot = Shot { unit, target, bases, aim: Aim::Hit, named: ArrayVec::new(), dead: ArrayVec::new() };
        state.errands.push(Errand::Shot(shot));
    }

    /// does the line straight ahead meet the target?
    pub(crate) fn is_on_centre(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        if self.options.always_centre {
            return true;
        }
        let print = self.print(state, unit);
        let ahead = print.spot(Len(2600), Len::ZERO);
        Outline::line(print.front.fine(), ahead).meets(&self.shape(state, target))
    }

    fn need(&self, state: &State, unit: UnitId, target: UnitId) -> u8 {
        let table = &self.tables.shooting;
        if self.is_on_centre(state, unit, target) { table.hit } else { table.off_centre }
    }

    /// what is added to the save that is needed.
    pub(crate) fn save_modifiers(&self, state: &State, unit: UnitId, target: UnitId) -> Modifiers {
        let table = &self.tables.shooting;
        let mut list = Modifiers::new();
        let mut add = |value: i16, when: bool, key: &'static str, rule| {
            if when {
                list.push(Modifier { value, line: Line::new(key), rule });
            }
        };
        let gap = self.gap(state, unit, target);
        let gun = self.unit(unit).missile() == Some(Missile::Gun);
        let short = gap <= table.short + TOLERANCE && !gun;
        add(table.save, true, "mod-save", A_28_7);
        add(table.short_range, short, "mod-short", A_28_7);
        add(table.long_range, !short, "mod-long", A_28_7);
        let class = self.unit(target).class();
        add(table.levy, class == Class::Levy, "mod-levy-target", A_28_7);
        add(table.cover, self.in_cover(state, target, &self.shape(state, unit)), "mod-cover", A_28_7);
        add(table.samurai, matches!(class, Class::Samurai | Class::Ronin), "mod-samurai-target", A_28_7);
        list
    }

    /// A-T12: in ground that covers, or behind a rampart it touches.
    pub(crate) fn in_cover(&self, state: &State, unit: UnitId, from: &Outline) -> bool {
        self.is_in(state, unit, Land::covers) || self.rampart(state, unit, from)
    }

    pub(crate) fn save_of(&self, state: &State, shot: &Shot, struck: Struck) -> u8 {
        match struck {
            Struck::Base(_) => {
                let sum: i16 =
                    self.save_modifiers(state, shot.unit, shot.target).iter().map(|m| m.value).sum();
                sum.clamp(self.tables.shooting.least, self.tables.shooting.most) as u8
            }
            _ => self.tables.shooting.leader_save,
        }
    }

    /// The bases of the front rank with the general and his guard there, as (what, how many).
    pub(crate) fn front_of(&self, state: &State, target: UnitId) -> ArrayVec<(Struck, u8), 6> {
        self.struck_of(state, target, state.body(target).front())
    }

    /// whom a shot can hit, the same way: of a single file the first two bases.
    pub(crate) fn exposed(&self, state: &State, target: UnitId) -> ArrayVec<(Struck, u8), 6> {
        self.struck_of(state, target, state.body(target).exposed())
    }

    fn struck_of(
        &self,
        state: &State,
        target: UnitId,
        bases: &[crate::state::Base],
    ) -> ArrayVec<(Struck, u8), 6> {
        let mut front: ArrayVec<(Struck, u8), 6> = ArrayVec::new();
        let mut add = |struck: Struck| match front.iter_mut().find(|(known, _)| *known == struck) {
            Some((_, n)) => *n += 1,
            None => drop(front.try_push((struck, 1))),
        };
        let leaders: ArrayVec<ClanId, 8> = if self.unit(target).is_general() {
            std::iter::once(self.unit(target).clan).collect()
        } else {
            self.generals_with(state, target).filter(|clan| state.chief(*clan).front).collect()
        };
        for clan in leaders {
            add(Struck::General);
            (0..state.chief(clan).guards).for_each(|_| add(Struck::Guard));
        }
        for base in bases {
            add(if base.commander { Struck::Commander } else { Struck::Base(base.kind) });
        }
        front.sort_unstable();
        front
    }

    /// 6.4: who is still open to be named: nobody twice before everyone once.
    pub(crate) fn open_names(&self, state: &State, shot: &Shot) -> ArrayVec<Struck, 6> {
        let front = self.exposed(state, shot.target);
        let whole: usize = front.iter().map(|(_, n)| usize::from(*n)).sum();
        let round = shot.named.len() / whole.max(1);
        let done = |struck: Struck| shot.named.iter().filter(|named| **named == struck).count();
        front
            .iter()
            .filter(|(struck, n)| done(*struck) < (round + 1) * usize::from(*n))
            .map(|(struck, _)| *struck)
            .collect()
    }

    /// Can the shot not go on by itself?
    pub(crate) fn shot_rests(&self, state: &State, shot: &Shot) -> bool {
        match shot.aim {
            Aim::Name { shooter: 0, owner: 0 } => false,
            Aim::Save => self.next_save(shot).is_some(),
            Aim::Hit | Aim::Again { .. } | Aim::Choice { .. } => true,
            Aim::Name { .. } => state.body(shot.target).place == Where::Table,
        }
    }

    /// The next kind whose saves are due, and how many.
    fn next_save(&self, shot: &Shot) -> Option<(Struck, u8)> {
        let mut kinds: ArrayVec<Struck, 24> = shot.named.clone();
        kinds.sort_unstable();
        let next = kinds.iter().find(|kind| !shot.dead.iter().any(|(done, _)| done == *kind))?;
        Some((*next, shot.named.iter().filter(|named| *named == next).count() as u8))
    }

    pub(crate) fn shot_roll(&self, state: &State, shot: &Shot) -> Option<Roll> {
        let seat = self.seat_of(shot.unit);
        let line = |key: &'static str| {
            Line::new(key).with("unit", piece(shot.unit)).with("other", piece(shot.target))
        };
        let need = self.need(state, shot.unit, shot.target);
        Some(match shot.aim {
            Aim::Hit => {
                let again = self.unit(shot.unit).class() == Class::Armoured && !self.unit(shot.unit).is_gun();
                let pool = match again {
                    true => Pool::Ends {
                        dice: shot.bases,
                        sides: 6,
                        low: self.tables.shooting.again_to,
                        high: need,
                    },
                    false => Pool::Reach { dice: shot.bases, sides: 6, at_least: need },
                };
                let line = line("roll-hit").with("need", i32::from(need));
                Roll { rule: A_28_1, seat, line, pool, modifiers: Vec::new() }
            }
            Aim::Again { dice, .. } => Roll {
                rule: A_28_2,
                seat,
                line: line("roll-hit-again").with("need", i32::from(need)),
                pool: Pool::Reach { dice, sides: 6, at_least: need },
                modifiers: Vec::new(),
            },
            Aim::Choice { hits } => Roll {
                rule: A_28_4,
                seat,
                line: line("roll-choice"),
                pool: Pool::Reach { dice: hits, sides: 6, at_least: self.tables.shooting.chooses },
                modifiers: Vec::new(),
            },
            Aim::Name { .. } => return None,
            Aim::Save => {
                let (struck, hits) = self.next_save(shot)?;
                let need = self.save_of(state, shot, struck);
                let modifiers = match struck {
                    Struck::Base(_) => self.save_modifiers(state, shot.unit, shot.target),
                    _ => Vec::new(),
                };
                let rule = if modifiers.is_empty() { A_28_9 } else { A_28_7 };
                let line = line("roll-save").with("what", struck.word()).with("need", i32::from(need));
                let pool = Pool::Reach { dice: hits, sides: 6, at_least: need };
                Roll { rule, seat: self.seat_of(shot.target), line, pool, modifiers }
            }
        })
    }

    pub(crate) fn resolve_shot(
        &self,
        state: &mut State,
        shot: Shot,
        fall: kernel::Fall,
        story: &mut Story<Event>,
    ) {
        let mut shot = shot;
        shot.aim = match shot.aim {
            Aim::Hit => {
                let again = self.unit(shot.unit).class() == Class::Armoured && !self.unit(shot.unit).is_gun();
                let (hits, low) =
                    if again { (fall.die(0) as u8, fall.die(1) as u8) } else { (fall.value() as u8, 0) };
                match low {
                    0 => self.hit(&shot, hits, story),
                    dice => Aim::Again { hits, dice },
                }
            }
            Aim::Again { hits, .. } => {
                let hits = hits + fall.value() as u8;
                self.hit(&shot, hits, story)
            }
            Aim::Choice { hits } => {
                let shooter = fall.value() as u8;
                Aim::Name { shooter, owner: hits - shooter }
            }
            Aim::Save => {
                let (struck, hits) = self.next_save(&shot).expect("a save was wanted");
                let dead = hits - fall.value() as u8;
                let _ = shot.dead.try_push((struck, dead));
                Aim::Save
            }
            aim @ Aim::Name { .. } => aim,
        };
        state.errands.pop();
        state.errands.push(Errand::Shot(shot));
    }

    fn hit(&self, shot: &Shot, hits: u8, story: &mut Story<Event>) -> Aim {
        story.tell(|| {
            Event::new(A_28_1, "told-hits").with("unit", piece(shot.unit)).with("n", i32::from(hits))
        });
        if hits == 0 { Aim::Save } else { Aim::Choice { hits } }
    }

    /// What goes on by itself: the naming is over, or the shot is.
    pub(crate) fn work_shot(&self, state: &mut State, shot: Shot, story: &mut Story<Event>) {
        state.errands.pop();
        match shot.aim {
            Aim::Name { .. } => state.errands.push(Errand::Shot(Shot { aim: Aim::Save, ..shot })),
            _ => self.finish_shot(state, &shot, story),
        }
    }

    fn finish_shot(&self, state: &mut State, shot: &Shot, story: &mut Story<Event>) {
        // Nobody who steps up from behind is hit.
        let stood = self.exposed(state, shot.target);
        for (struck, dead) in &shot.dead {
            let whole = stood.iter().find(|(s, _)| s == struck).map_or(0, |(_, n)| *n);
            self.strike_dead(state, shot.target, *struck, (*dead).min(whole), A_28_8, story);
        }
        self.bury(state, shot.target, story);
    }

    pub(crate) fn name_question(&self, shot: &Shot) -> Question {
        let (seat, key) = match shot.aim {
            Aim::Name { shooter: 1.., .. } => (self.seat_of(shot.unit), "ask-name-shooter"),
            _ => (self.seat_of(shot.target), "ask-name-owner"),
        };
        Question::new(seat, R_14_8, Line::new(key).with("other", piece(shot.target))).at(piece(shot.target))
    }

    pub(crate) fn list_names(&self, state: &State, shot: &Shot, out: &mut Actions<Action>) {
        let open = self.open_names(state, shot);
        let more = matches!(shot.aim, Aim::Name { shooter, owner } if if shooter > 0 { shooter > 1 } else { owner > 1 });
        for struck in &open {
            out.push(Action::Name(*struck));
        }
        if more && open.len() > 1 {
            out.push(Action::NameAll);
        }
    }

    pub(crate) fn may_name(&self, state: &State, shot: &Shot, action: Action) -> Option<May> {
        let mut listed = Actions::default();
        self.list_names(state, shot, &mut listed);
        match action {
            Action::Name(_) | Action::NameAll if listed.contains(&action) => Some(Ok(())),
            Action::Name(_) => Some(No::because(R_6_4, "no-name")),
            Action::NameAll => Some(No::because(R_14_10, "no-name-all")),
            _ => None,
        }
    }

    /// 6.4: the shooter names leaders first, the owner last.
    pub(crate) fn habit_name(&self, state: &State, shot: &Shot) -> Struck {
        let open = self.open_names(state, shot);
        match shot.aim {
            Aim::Name { shooter: 1.., .. } => open[0],
            _ => *open.last().expect("somebody is open"),
        }
    }

    pub(crate) fn resolve_name(&self, state: &mut State, shot: Shot, action: Action) {
        let mut shot = shot;
        let many = action == Action::NameAll;
        loop {
            let struck = match action {
                Action::Name(struck) => struck,
                _ => self.habit_name(state, &shot),
            };
            let _ = shot.named.try_push(struck);
            let Aim::Name { shooter, owner } = &mut shot.aim else { unreachable!("names are asked for") };
            let mine = *shooter > 0;
            *(if mine { &mut *shooter } else { &mut *owner }) -= 1;
            if !many || (mine && *shooter == 0) || *owner == 0 {
                break;
            }
        }
        state.errands.pop();
        state.errands.push(Errand::Shot(shot));
    }

    /// A unit behind a rampart it touches, seen from an enemy in contact, or in woods or buildings he is not in.
    pub(crate) fn defends_edge(&self, state: &State, unit: UnitId, foe: UnitId) -> bool {
        let there = self.shape(state, foe);
        let inside = self
            .ground
            .of_kind(Land::is_close)
            .any(|(_, f)| self.is_in_feature(state, unit, f) && !self.is_in_feature(state, foe, f));
        inside
            || self.rampart(state, unit, &there)
                && self.shape(state, unit).within(&there, crate::formation::ACROSS + CONTACT)
    }
}

impl Struck {
    /// The key of its word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Struck::General => "word-general",
            Struck::Commander => "word-commander",
            Struck::Guard => "word-guard",
            Struck::Base(kind) => match kind {
                Kind::LevySpear => "word-levy-spear",
                Kind::LevyBow => "word-levy-bow",
                Kind::LevyArquebus => "word-levy-arquebus",
                Kind::ArmSpear => "word-arm-spear",
                Kind::ArmBow => "word-arm-bow",
                Kind::ArmArquebus => "word-arm-arquebus",
                Kind::SamuraiFoot => "word-samurai-foot",
                Kind::SamuraiCav => "word-samurai-cav",
                Kind::Ronin => "word-ronin",
                Kind::Gun => "word-gun",
            },
        }
    }

    /// As actions write it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Struck::General => "general",
            Struck::Commander => "commander",
            Struck::Guard => "guard",
            Struck::Base(kind) => kind.word(),
        }
    }

    pub(crate) fn of_text(word: &str) -> Option<Struck> {
        match word {
            "general" => Some(Struck::General),
            "commander" => Some(Struck::Commander),
            "guard" => Some(Struck::Guard),
            _ => Kind::ALL.iter().find(|(known, _)| *known == word).map(|(_, kind)| Struck::Base(*kind)),
        }
    }
}
