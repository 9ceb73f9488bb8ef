//! Chapter 28: a shot worked out: dice to hit, who names the bases, saves.

use arrayvec::ArrayVec;
use kernel::{Actions, Line, May, Modifier, Modifiers, No, Pool, Question, Roll, Story};
use open::Event;
use plane::{Len, Outline};
use serde::{Deserialize, Serialize};

use crate::{
    AgeOfWar,
    action::Action,
    casualties::Struck,
    formation::TOLERANCE,
    refer::piece,
    rule_ids::*,
    state::{Errand, State, Where},
    units::{Class, Missile, UnitId},
};

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

impl AgeOfWar {
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
}
