//! Chapter 24: the pitched battle, round by round.

use std::cmp::Ordering;

use kernel::Rule;

use super::{
    fight::{self, surrounding},
    hand::Hand,
    lose::{self, Why},
    modify,
    retreat::{Going, Retreat},
};
use crate::{
    model::{tables::Hits, units::HASHIBA},
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleStage {
    /// 24-1-8.
    Consent,
    /// 24-1-3: whom does the defender bring?
    Muster,
    First,
    Second {
        hits: u8,
        mark: bool,
    },
    /// Both have suffered this round: by the attacker and by the defender.
    After {
        dealt: (u8, u8),
    },
    /// 24-2-5: the side that did more damage may break off.
    Break {
        attacker: bool,
    },
    /// 24-3-1: a die for each force still in the queue.
    Rout {
        attacker: bool,
    },
    /// 24-3-3.
    Enter {
        attacker: bool,
    },
    End,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Battle<U = UnitId, H = HexId> {
    pub attackers: Vec<U>,
    pub defenders: Vec<U>,
    /// 24-3-1: the beaten forces that have still to rout.
    pub queue: Vec<U>,
    pub from: H,
    pub hex: H,
    pub round: u8,
    pub stage: BattleStage,
}

/// 24-1-2: a battle is offered. The force that offers it stands first, so that it can act otherwise if it is refused.
pub(crate) fn begin(
    cx: &mut CxMut<'_>,
    force: UnitId,
    mut attackers: Vec<UnitId>,
    defenders: Vec<UnitId>,
    hex: HexId,
) -> Frame {
    cx.story.tell(|| Event::Challenge { force, hex });
    attackers.retain(|&unit| unit != force);
    attackers.insert(0, force);
    let (from, stage) = (cx.state.hex(force), BattleStage::Consent);
    Frame::Battle(Battle { attackers, defenders, queue: Vec::new(), from, hex, round: 1, stage })
}

impl Battle {
    fn side(&self, rules: &Gunyuden, attacker: bool) -> Side {
        let side = rules.side_of(self.attackers[0]);
        if attacker { side } else { side.other() }
    }

    /// 24-1-3: the defender's forces in the hex that are not in the battle yet.
    fn reserve(&self, cx: Cx<'_>) -> UnitSet {
        let forces = cx.rules.forces_outside(cx.state, self.side(cx.rules, false), self.hex);
        forces.iter().filter(|unit| !self.defenders.contains(unit)).collect()
    }

    /// 24-1-8: a castle that stands in the hex lets the defender refuse; by the option only a castle of their own.
    fn may_refuse(&self, cx: Cx<'_>) -> bool {
        let Cx { rules, state, .. } = cx;
        match rules.own_castle_only {
            true => rules.castle_of(state, self.side(rules, false), self.hex).is_some(),
            false => rules.castle_at(self.hex).is_some_and(|castle| !state.castle(castle).is_ruin()),
        }
    }

    /// The battle is on: it is the action of every force that goes along.
    fn accept(&mut self, cx: CxMut<'_>) {
        let CxMut { rules, state, story, .. } = cx;
        fight::note_strike(rules, state, self.attackers[0]);
        for &force in &self.attackers {
            rules.mark_acted(state, force);
        }
        let hex = self.hex;
        story.tell(|| Event::Accepted { hex });
        let forces = rules.forces_outside(state, self.side(rules, false), hex);
        self.attackers.sort_unstable();
        self.defenders = forces.iter().filter(|&unit| rules.unit(unit).rank == Rank::Chief).collect();
        self.stage = BattleStage::Muster;
    }

    fn next_round(&mut self) {
        self.round += 1;
        self.stage = BattleStage::First;
    }

    /// 24-2-3: commanders-in-chief and morale, no terrain.
    fn modifiers(cx: Cx<'_>, strikes: UnitSet, suffers: UnitSet) -> Modifiers {
        let Cx { rules, state, .. } = cx;
        let mut list = Modifiers::new();
        let field = rules.field_modifier(state, strikes, false) - rules.field_modifier(state, suffers, false);
        modify(&mut list, field, "mod-field", R_24_2_3);
        let heart = rules.lowest(state, suffers) - rules.lowest(state, strikes);
        modify(&mut list, heart, "mod-morale", R_24_2_3);
        list
    }

    /// Of the throw that is due: who strikes, with what strength, and what changes the die.
    fn strike(&self, cx: Cx<'_>) -> (UnitId, u16, Modifiers) {
        let Cx { rules, state, .. } = cx;
        let attackers = rules.all_of(state, &self.attackers);
        let defenders = rules.all_of(state, &self.defenders);
        match self.stage {
            BattleStage::First => {
                let strength = rules.strength_of(state, attackers);
                (self.attackers[0], strength, Battle::modifiers(cx, attackers, defenders))
            }
            _ => {
                let strength = fight::counter_strength(rules, state, &self.defenders, false);
                (self.defenders[0], strength, Battle::modifiers(cx, defenders, attackers))
            }
        }
    }

    /// 24-2-6: all one-step or gone, or without a commander-in-chief.
    fn is_spent(rules: &Gunyuden, state: &State, forces: &[UnitId]) -> bool {
        let all = rules.all_of(state, forces);
        all.iter().all(|unit| state.steps(unit) < 2)
            || !all.iter().any(|unit| rules.unit(unit).rank == Rank::Chief)
    }

    fn after_round(&mut self, cx: CxMut<'_>, dealt: (u8, u8)) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let spent = [&self.attackers, &self.defenders].map(|forces| Battle::is_spent(rules, state, forces));
        match spent {
            [true, true] => {
                return self.draw(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }, R_24_2_7);
            }
            [false, false] if self.round >= rules.tables.figures.battle.rounds => {
                return self.draw(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }, R_24_2_8);
            }
            [false, false] => match dealt.0.cmp(&dealt.1) {
                Ordering::Equal => self.next_round(),
                more => self.stage = BattleStage::Break { attacker: more == Ordering::Greater },
            },
            [lost, _] => {
                let loser = self.side(rules, lost);
                state.battles += if loser.other() == HASHIBA { 1 } else { -1 };
                story.tell(|| Event::BattleLost { loser });
                let hex = if lost { self.from } else { self.hex };
                self.queue = rules.forces_outside(state, loser, hex).iter().collect();
                self.stage = BattleStage::Rout { attacker: lost };
            }
        }
        Flow::Stay
    }

    /// 24-2-7: both go back one hex, and nobody loses heart.
    fn draw(&mut self, cx: CxMut<'_>, rule: Rule) -> Flow {
        cx.story.tell(|| Event::BattleDrawn { rule });
        self.stage = BattleStage::End;
        let attackers = self.step_back(cx.as_cx(), true);
        let defenders = self.step_back(cx.as_cx(), false);
        // The defender goes first: the attackers wait below.
        cx.state.frames.push(attackers);
        Flow::Call(defenders)
    }

    fn step_back(&self, cx: Cx<'_>, attacker: bool) -> Frame {
        let (forces, from) = match attacker {
            true => (&self.attackers, self.hex),
            false => (&self.defenders, self.from),
        };
        let heads = cx.rules.heads(cx.state, cx.rules.all_of(cx.state, forces));
        let queue = heads.map(|force| Going { force, hexes: 1 }).collect();
        Frame::Retreat(Retreat::new(from, false, queue))
    }

    /// 24-3-2: the steps first, then the hexes.
    fn rout(&mut self, cx: CxMut<'_>, attacker: bool, die: i32) -> Flow {
        let force = self.queue.remove(0);
        let (hexes, steps) = cx.rules.tables.figures.battle.rout[(die - 1) as usize];
        cx.story.tell(|| Event::Routed { force, die, hexes: i32::from(hexes), steps: i32::from(steps) });
        let from = if attacker { self.hex } else { self.from };
        let queue = vec![Going { force, hexes }];
        cx.state.frames.push(Frame::Retreat(Retreat::new(from, true, queue)));
        lose::push(cx.state, vec![force], steps, false, Why::Rout);
        Flow::Stay
    }

    /// 24-3-3: the winner's forces that could enter the hex that was given up.
    fn entrants(&self, cx: Cx<'_>, attacker: bool) -> UnitSet {
        let Cx { rules, state, .. } = cx;
        let (forces, home, to) = match attacker {
            true => (&self.attackers, self.from, self.hex),
            false => (&self.defenders, self.hex, self.from),
        };
        let side = self.side(rules, attacker);
        if rules.stands(state, side.other(), to) || rules.barred(state, side, to).is_some() {
            return UnitSet::default();
        }
        let may =
            |force: &UnitId| state.lives(*force) && state.hex(*force) == home && !state.holed.has(*force);
        forces.iter().copied().filter(may).collect()
    }

    fn enter(&self, cx: CxMut<'_>, action: Action, attacker: bool) {
        let who: Vec<UnitId> = match action {
            Action::Advance(unit) => vec![unit],
            _ => self.entrants(cx.as_cx(), attacker).iter().collect(),
        };
        let CxMut { rules, state, story, .. } = cx;
        let to = if attacker { self.hex } else { self.from };
        for force in who {
            let left = rules.unbind(state, force);
            rules.shift(state, force, to);
            let units = state.members(force);
            story.tell(|| Event::Entered { force, units, hex: to });
            rules.after_leaving(state, left, story);
        }
    }

    /// The beaten forces that are still where they were beaten.
    fn is_to_rout(&self, state: &State, attacker: bool, force: UnitId) -> bool {
        state.at[force.index()] == if attacker { self.from } else { self.hex }
    }
}

impl Decision<Gunyuden> for Battle {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        match self.stage {
            BattleStage::Consent | BattleStage::Muster => seat_of(self.side(cx.rules, false)),
            BattleStage::Break { attacker } | BattleStage::Enter { attacker } => {
                seat_of(self.side(cx.rules, attacker))
            }
            _ => AskedSeats::NOBODY,
        }
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let (rule, key) = match self.stage {
            BattleStage::Consent => (R_24_1_8, "ask-consent"),
            BattleStage::Muster => (R_24_1_3, "ask-muster"),
            BattleStage::Break { .. } => (R_24_2_5, "ask-break"),
            _ => (R_24_3_3, "ask-enter-field"),
        };
        let hex = place(self.hex);
        Question::new(cx.seat, rule, Line::new(key).with("hex", hex)).at(hex)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        match self.stage {
            BattleStage::Consent => out.extend([Action::Refuse, Action::Accept]),
            BattleStage::Muster => {
                out.push(Action::Go);
                let reserve = self.reserve(cx);
                if !reserve.is_empty() {
                    out.push(Action::All);
                }
                out.extend(reserve.iter().map(Action::With));
                out.extend(surrounding(cx.state, &self.defenders).iter().map(Action::Lift));
            }
            BattleStage::Break { .. } => out.extend([Action::Fight, Action::Break]),
            BattleStage::Enter { attacker } => {
                out.push(Action::Halt);
                let all = self.entrants(cx, attacker);
                if all.len() > 1 {
                    out.push(Action::All);
                }
                out.extend(all.iter().map(Action::Advance));
            }
            _ => {}
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let one = |set: UnitSet, unit, rule, key| match set.has(unit) {
            true => Ok(()),
            false => Err(No::new(rule, key).unit(unit)),
        };
        Some(match (self.stage, *action) {
            (BattleStage::Consent, Action::Refuse | Action::Accept)
            | (BattleStage::Muster, Action::Go)
            | (BattleStage::Break { .. }, Action::Fight | Action::Break)
            | (BattleStage::Enter { .. }, Action::Halt) => Ok(()),
            (BattleStage::Muster, Action::All) if self.reserve(cx).is_empty() => no(R_24_1_3, "no-all"),
            (BattleStage::Muster, Action::All) => Ok(()),
            (BattleStage::Muster, Action::With(unit)) => {
                one(self.reserve(cx), unit, R_24_1_3, "no-companion")
            }
            (BattleStage::Muster, Action::Lift(unit)) => {
                one(surrounding(cx.state, &self.defenders), unit, R_18_4_2, "no-not-surrounding")
            }
            (BattleStage::Enter { attacker }, Action::All) if self.entrants(cx, attacker).len() < 2 => {
                no(R_24_3_3, "no-all-enter")
            }
            (BattleStage::Enter { .. }, Action::All) => Ok(()),
            (BattleStage::Enter { attacker }, Action::Advance(unit)) => {
                one(self.entrants(cx, attacker), unit, R_24_3_3, "no-companion")
            }
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match (self.stage, action) {
            (BattleStage::Consent, Action::Accept) => self.accept(cx),
            (BattleStage::Consent, _) => {
                let hex = self.hex;
                cx.story.tell(|| Event::Declined { hex });
                return Flow::Next(Frame::Hand(Hand { force: self.attackers[0], refused: true }));
            }
            (BattleStage::Muster, Action::Lift(force)) => cx.rules.lift_surround(cx.state, force, cx.story),
            (BattleStage::Muster, Action::Go) => self.stage = BattleStage::First,
            (BattleStage::Muster, _) => {
                match action {
                    Action::With(unit) => self.defenders.push(unit),
                    _ => self.defenders.extend(self.reserve(cx.as_cx()).iter()),
                }
                self.defenders.sort_unstable();
            }
            (BattleStage::Break { attacker }, Action::Break) => {
                let side = self.side(cx.rules, attacker);
                cx.story.tell(|| Event::BrokeOff { side });
                self.stage = BattleStage::End;
                return Flow::Call(self.step_back(cx.as_cx(), attacker));
            }
            (BattleStage::Break { .. }, _) => self.next_round(),
            (_, Action::Halt) => self.stage = BattleStage::End,
            (BattleStage::Enter { attacker }, _) => self.enter(cx, action, attacker),
            _ => unreachable!("{action:?} was judged legal"),
        }
        Flow::Stay
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let (rule, key) = match self.stage {
            BattleStage::Rout { .. } => {
                let force = self.queue[0];
                let line = Line::new("roll-rout").with("unit", piece(force));
                let seat = Seat(cx.rules.side_of(force).0);
                return Roll { rule: R_24_3_1, seat, line, pool: Pool::d6(1), modifiers: Vec::new() };
            }
            BattleStage::First => (R_24_2_2, "roll-battle"),
            _ => (R_24_2_2, "roll-battle-back"),
        };
        let (by, strength, modifiers) = self.strike(cx);
        let line = Line::new(key)
            .with("unit", piece(by))
            .with("strength", i32::from(strength))
            .with("round", i32::from(self.round));
        Roll { rule, seat: Seat(cx.rules.side_of(by).0), line, pool: Pool::d6(1), modifiers }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let die = fall.value();
        if let BattleStage::Rout { attacker } = self.stage {
            return self.rout(cx, attacker, die);
        }
        let (by, strength, modifiers) = self.strike(cx.as_cx());
        let cast = Cast { die, modifiers };
        let hits = cx.rules.tables.hits(strength, cast.total());
        cx.story.tell(|| Event::Struck { by, cast, strength, hits, rule: R_24_2_2 });
        match self.stage {
            BattleStage::Second { hits: dealt, mark } => {
                self.stage = BattleStage::After { dealt: (dealt, hits.losses) };
                lose::push(cx.state, self.attackers.clone(), hits.losses, hits.mark, Why::Battle);
                lose::push(cx.state, self.defenders.clone(), dealt, mark, Why::Battle);
            }
            _ => {
                let Hits { losses: hits, mark } = hits;
                self.stage = BattleStage::Second { hits, mark };
            }
        }
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        match self.stage {
            BattleStage::Consent => self.may_refuse(cx),
            BattleStage::Muster => {
                !self.reserve(cx).is_empty() || !surrounding(cx.state, &self.defenders).is_empty()
            }
            BattleStage::First | BattleStage::Second { .. } | BattleStage::Break { .. } => true,
            BattleStage::Rout { attacker } => {
                let to_rout = |&force: &UnitId| self.is_to_rout(cx.state, attacker, force);
                !self.queue.is_empty() && self.queue.iter().all(to_rout)
            }
            BattleStage::Enter { attacker } => !self.entrants(cx, attacker).is_empty(),
            BattleStage::After { .. } | BattleStage::End => false,
        }
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        match self.stage {
            BattleStage::Consent => self.accept(cx),
            BattleStage::Muster => self.stage = BattleStage::First,
            BattleStage::After { dealt } => return self.after_round(cx, dealt),
            BattleStage::Rout { attacker } if self.queue.is_empty() => {
                self.stage = BattleStage::Enter { attacker: !attacker };
            }
            BattleStage::Rout { attacker } => {
                let mut queue = std::mem::take(&mut self.queue);
                queue.retain(|&force| self.is_to_rout(cx.state, attacker, force));
                self.queue = queue;
            }
            BattleStage::Enter { .. } => self.stage = BattleStage::End,
            _ => return Flow::Done,
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let head = cx.rules.head_clicked(cx.state, thing);
        match self.stage {
            BattleStage::Muster => head.map(Action::With),
            BattleStage::Enter { .. } => head.map(Action::Advance),
            _ => None,
        }
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        let Cx { rules, state, .. } = cx;
        if self.stage != BattleStage::Muster {
            return None;
        }
        if !self.reserve(cx).is_empty() {
            return Some(Action::All);
        }
        // 18-4-2: a force that surrounds a castle would fight with half its strength.
        let whole = rules.strength_of(state, rules.all_of(state, &self.defenders));
        let halved = fight::counter_strength(rules, state, &self.defenders, false) < whole;
        surrounding(state, &self.defenders).first().filter(|_| halved).map(Action::Lift)
    }

    /// 24-1-8: with battle and without are two things.
    fn branches(&self, _cx: Cx<'_>) -> bool {
        self.stage == BattleStage::Consent
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}
