//! Chapter 24: the pitched battle, round by round.

use hexmap::HexId;
use kernel::{Actions, Line, Modifiers, Pool, Question, Roll, Seat, Side, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::{Cast, Event},
    frames::{Going, Why},
    refuse::{About, May, No, no, piece, place},
    rule_ids::*,
    skirmish::modify,
    state::{BattleStage, Frame, State},
    tables::Hits,
    units::{HASHIBA, Rank, UnitId, UnitSet},
};

/// The parts of a battle, copied from its frame.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) attackers: Vec<UnitId>,
    pub(crate) defenders: Vec<UnitId>,
    pub(crate) from: HexId,
    pub(crate) hex: HexId,
    pub(crate) round: u8,
    pub(crate) stage: BattleStage,
}

impl Gunyuden {
    pub(crate) fn battle(&self, state: &State) -> Option<Field> {
        match state.frames.last() {
            Some(Frame::Battle { attackers, defenders, from, hex, round, stage, .. }) => Some(Field {
                attackers: attackers.clone(),
                defenders: defenders.clone(),
                from: *from,
                hex: *hex,
                round: *round,
                stage: *stage,
            }),
            _ => None,
        }
    }

    fn set_battle_stage(&self, state: &mut State, next: BattleStage) {
        if let Some(Frame::Battle { stage, .. }) = state.frames.last_mut() {
            *stage = next;
        }
    }

    /// 24-1-3: the defender's forces in the hex that are not in the battle yet.
    fn reserve(&self, state: &State, field: &Field) -> UnitSet {
        let enemy = self.side_of(field.attackers[0]).other();
        let forces = self.forces_outside(state, enemy, field.hex);
        forces.iter().filter(|unit| !field.defenders.contains(unit)).collect()
    }

    fn bound(&self, state: &State, field: &Field) -> UnitSet {
        let binds =
            |&force: &UnitId| state.lives(force) && !state.surrounding.and(&state.members(force)).is_empty();
        field.defenders.iter().copied().filter(binds).collect()
    }

    /// 18-4-2: the force whose surround costs the defender strength.
    pub(crate) fn habitual_lift(&self, state: &State) -> Option<Action> {
        let field = self.battle(state)?;
        let whole = self.strength_of(state, self.all_of(state, &field.defenders));
        let halved = self.counter_strength(state, &field.defenders, false) < whole;
        self.bound(state, &field).first().filter(|_| halved).map(Action::Lift)
    }

    /// 24-1-8: a castle that stands in the hex lets the defender refuse; by the option only a castle of their own.
    fn may_refuse(&self, state: &State, field: &Field) -> bool {
        let defender = self.side_of(field.attackers[0]).other();
        match self.own_castle_only {
            true => self.castle_of(state, defender, field.hex).is_some(),
            false => self.castle_at(field.hex).is_some_and(|castle| !state.castle(castle).is_ruin()),
        }
    }

    pub(crate) fn run_battle(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        let Some(field) = self.battle(state) else { return false };
        match field.stage {
            BattleStage::Consent => {
                if self.may_refuse(state, &field) {
                    return false;
                }
                self.accept(state, &field, story);
            }
            BattleStage::Muster => {
                if !self.reserve(state, &field).is_empty() || !self.bound(state, &field).is_empty() {
                    return false;
                }
                self.set_battle_stage(state, BattleStage::First);
            }
            BattleStage::First | BattleStage::Second { .. } => return false,
            BattleStage::After { dealt } => self.after_round(state, &field, dealt, story),
            BattleStage::Break { .. } => return false,
            BattleStage::Rout { attacker } => {
                let Some(Frame::Battle { queue, .. }) = state.frames.last_mut() else { return false };
                queue.retain(|&force| {
                    state.at[force.index()] == if attacker { field.from } else { field.hex }
                });
                if !queue.is_empty() {
                    return false;
                }
                self.set_battle_stage(state, BattleStage::Enter { attacker: !attacker });
            }
            BattleStage::Enter { attacker } => {
                if !self.entrants(state, &field, attacker).is_empty() {
                    return false;
                }
                self.set_battle_stage(state, BattleStage::End);
            }
            BattleStage::End => {
                state.frames.pop();
            }
        }
        true
    }

    /// The battle is on: it is everyone's action who goes along.
    fn accept(&self, state: &mut State, field: &Field, story: &mut Story<Event>) {
        self.note_strike(state, field.attackers[0]);
        for &force in &field.attackers {
            self.mark_acted(state, force);
        }
        let hex = field.hex;
        story.tell(|| Event::Accepted { hex });
        let enemy = self.side_of(field.attackers[0]).other();
        let chiefs = self.forces_outside(state, enemy, field.hex);
        let chiefs = chiefs.iter().filter(|&unit| self.unit(unit).rank == Rank::Chief);
        let chiefs: Vec<UnitId> = chiefs.collect();
        if let Some(Frame::Battle { attackers, defenders, stage, .. }) = state.frames.last_mut() {
            attackers.sort_unstable();
            *defenders = chiefs;
            *stage = BattleStage::Muster;
        }
    }

    pub(crate) fn battle_question(&self, state: &State) -> Option<Question> {
        let field = self.battle(state)?;
        let (attacker, hex) = (self.side_of(field.attackers[0]), place(field.hex));
        let ask = |side: Side, rule, key| {
            Question::new(Seat(side.0), rule, Line::new(key).with("hex", hex)).at(hex)
        };
        let by = |is_attacker: bool| if is_attacker { attacker } else { attacker.other() };
        Some(match field.stage {
            BattleStage::Consent => ask(attacker.other(), R_24_1_8, "ask-consent"),
            BattleStage::Muster => ask(attacker.other(), R_24_1_3, "ask-muster"),
            BattleStage::Break { attacker } => ask(by(attacker), R_24_2_5, "ask-break"),
            BattleStage::Enter { attacker } => ask(by(attacker), R_24_3_3, "ask-enter-field"),
            _ => return None,
        })
    }

    pub(crate) fn list_battle(&self, state: &State, out: &mut Actions<Action>) {
        let Some(field) = self.battle(state) else { return };
        match field.stage {
            BattleStage::Consent => {
                out.push(Action::Refuse);
                out.push(Action::Accept);
            }
            BattleStage::Muster => {
                out.push(Action::Go);
                let reserve = self.reserve(state, &field);
                if !reserve.is_empty() {
                    out.push(Action::All);
                }
                reserve.iter().for_each(|unit| out.push(Action::With(unit)));
                self.bound(state, &field).iter().for_each(|unit| out.push(Action::Lift(unit)));
            }
            BattleStage::Break { .. } => {
                out.push(Action::Fight);
                out.push(Action::Break);
            }
            BattleStage::Enter { attacker } => {
                out.push(Action::Halt);
                let all = self.entrants(state, &field, attacker);
                if all.len() > 1 {
                    out.push(Action::All);
                }
                all.iter().for_each(|unit| out.push(Action::Advance(unit)));
            }
            _ => {}
        }
    }

    pub(crate) fn judge_battle(&self, state: &State, action: Action) -> Option<May> {
        let field = self.battle(state)?;
        Some(match (field.stage, action) {
            (BattleStage::Consent, Action::Refuse | Action::Accept)
            | (BattleStage::Muster, Action::Go)
            | (BattleStage::Break { .. }, Action::Fight | Action::Break)
            | (BattleStage::Enter { .. }, Action::Halt) => Ok(()),
            (BattleStage::Muster, Action::All) => match self.reserve(state, &field).is_empty() {
                true => no(R_24_1_3, "no-all"),
                false => Ok(()),
            },
            (BattleStage::Muster, Action::With(unit)) => match self.reserve(state, &field).has(unit) {
                true => Ok(()),
                false => Err(No::new(R_24_1_3, "no-companion").unit(unit)),
            },
            (BattleStage::Muster, Action::Lift(unit)) => match self.bound(state, &field).has(unit) {
                true => Ok(()),
                false => Err(No::new(R_18_4_2, "no-not-surrounding").unit(unit)),
            },
            (BattleStage::Enter { attacker }, Action::All) => {
                match self.entrants(state, &field, attacker).len() {
                    0 | 1 => no(R_24_3_3, "no-all-enter"),
                    _ => Ok(()),
                }
            }
            (BattleStage::Enter { attacker }, Action::Advance(unit)) => {
                match self.entrants(state, &field, attacker).has(unit) {
                    true => Ok(()),
                    false => Err(No::new(R_24_3_3, "no-companion").unit(unit)),
                }
            }
            _ => return None,
        })
    }

    pub(crate) fn resolve_battle(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        let Some(field) = self.battle(state) else { return };
        match (field.stage, action) {
            (BattleStage::Consent, Action::Accept) => self.accept(state, &field, story),
            (BattleStage::Consent, _) => {
                let force = field.attackers[0];
                state.frames.pop();
                story.tell(|| Event::Declined { hex: field.hex });
                state.frames.push(Frame::Hand { force, refused: true });
            }
            (BattleStage::Muster, Action::Lift(force)) => self.resolve_lift(state, force, story),
            (BattleStage::Muster, Action::Go) => self.set_battle_stage(state, BattleStage::First),
            (BattleStage::Muster, _) => {
                let more: Vec<UnitId> = match action {
                    Action::With(unit) => vec![unit],
                    _ => self.reserve(state, &field).iter().collect(),
                };
                if let Some(Frame::Battle { defenders, .. }) = state.frames.last_mut() {
                    defenders.extend(more);
                    defenders.sort_unstable();
                }
            }
            (BattleStage::Break { attacker }, Action::Break) => {
                let side = if attacker {
                    self.side_of(field.attackers[0])
                } else {
                    self.side_of(field.attackers[0]).other()
                };
                story.tell(|| Event::BrokeOff { side });
                self.set_battle_stage(state, BattleStage::End);
                let (forces, from) = match attacker {
                    true => (&field.attackers, field.hex),
                    false => (&field.defenders, field.from),
                };
                self.step_back(state, forces, from);
            }
            (BattleStage::Break { .. }, _) => self.next_round(state),
            (BattleStage::Enter { attacker }, Action::Halt) => {
                let _ = attacker;
                self.set_battle_stage(state, BattleStage::End);
            }
            (BattleStage::Enter { attacker }, _) => {
                let who: Vec<UnitId> = match action {
                    Action::Advance(unit) => vec![unit],
                    _ => self.entrants(state, &field, attacker).iter().collect(),
                };
                let to = if attacker { field.hex } else { field.from };
                for force in who {
                    let left = self.unbind(state, force);
                    self.shift(state, force, to);
                    let units = state.members(force);
                    story.tell(|| Event::Entered { force, units, hex: to });
                    self.after_leaving(state, left, story);
                }
            }
            _ => {}
        }
    }

    fn next_round(&self, state: &mut State) {
        if let Some(Frame::Battle { round, stage, .. }) = state.frames.last_mut() {
            *round += 1;
            *stage = BattleStage::First;
        }
    }

    /// 24-2-3: commanders-in-chief and morale, no terrain.
    fn battle_modifiers(&self, state: &State, strikes: UnitSet, suffers: UnitSet) -> Modifiers {
        let mut list = Modifiers::new();
        let field = self.field_modifier(state, strikes, false) - self.field_modifier(state, suffers, false);
        modify(&mut list, field, "mod-field", R_24_2_3);
        let heart = self.lowest(state, suffers) - self.lowest(state, strikes);
        modify(&mut list, heart, "mod-morale", R_24_2_3);
        list
    }

    fn battle_strike(&self, state: &State, field: &Field) -> (UnitId, u16, Modifiers) {
        let attackers = self.all_of(state, &field.attackers);
        let defenders = self.all_of(state, &field.defenders);
        match field.stage {
            BattleStage::First => (
                field.attackers[0],
                self.strength_of(state, attackers),
                self.battle_modifiers(state, attackers, defenders),
            ),
            _ => (
                field.defenders[0],
                self.counter_strength(state, &field.defenders, false),
                self.battle_modifiers(state, defenders, attackers),
            ),
        }
    }

    pub(crate) fn battle_roll(&self, state: &State) -> Option<Roll> {
        let field = self.battle(state)?;
        let (by, rule, key) = match field.stage {
            BattleStage::Rout { .. } => {
                let Some(Frame::Battle { queue, .. }) = state.frames.last() else { return None };
                let force = *queue.first()?;
                let line = Line::new("roll-rout").with("unit", piece(force));
                let seat = Seat(self.side_of(force).0);
                return Some(Roll { rule: R_24_3_1, seat, line, pool: Pool::d6(1), modifiers: Vec::new() });
            }
            BattleStage::First => (field.attackers[0], R_24_2_2, "roll-battle"),
            BattleStage::Second { .. } => (field.defenders[0], R_24_2_2, "roll-battle-back"),
            _ => return None,
        };
        let (_, strength, modifiers) = self.battle_strike(state, &field);
        let line = Line::new(key)
            .with("unit", piece(by))
            .with("strength", i32::from(strength))
            .with("round", i32::from(field.round));
        Some(Roll { rule, seat: Seat(self.side_of(by).0), line, pool: Pool::d6(1), modifiers })
    }

    pub(crate) fn fall_battle(&self, state: &mut State, die: i32, story: &mut Story<Event>) {
        let Some(field) = self.battle(state) else { return };
        if let BattleStage::Rout { attacker } = field.stage {
            return self.fall_rout(state, &field, attacker, die, story);
        }
        let (by, strength, modifiers) = self.battle_strike(state, &field);
        let cast = Cast { die, modifiers };
        let hits = self.tables.hits(strength, cast.total());
        story.tell(|| Event::Struck { by, cast, strength, hits, rule: R_24_2_2 });
        match field.stage {
            BattleStage::First => {
                let Hits { losses: hits, mark } = hits;
                self.set_battle_stage(state, BattleStage::Second { hits, mark });
            }
            BattleStage::Second { hits: dealt, mark } => {
                self.set_battle_stage(state, BattleStage::After { dealt: (dealt, hits.losses) });
                self.push_losses(state, field.attackers, hits.losses, hits.mark, Why::Battle);
                self.push_losses(state, field.defenders, dealt, mark, Why::Battle);
            }
            _ => {}
        }
    }

    /// 24-2-6: all one-step or gone, or without a commander-in-chief.
    fn is_spent(&self, state: &State, forces: &[UnitId]) -> bool {
        let all = self.all_of(state, forces);
        all.iter().all(|unit| state.steps(unit) < 2)
            || !all.iter().any(|unit| self.unit(unit).rank == Rank::Chief)
    }

    fn after_round(&self, state: &mut State, field: &Field, dealt: (u8, u8), story: &mut Story<Event>) {
        let spent = [self.is_spent(state, &field.attackers), self.is_spent(state, &field.defenders)];
        let attacker = self.side_of(field.attackers[0]);
        match spent {
            [true, true] => self.draw(state, field, R_24_2_7, story),
            [false, false] if field.round >= self.tables.figures.battle.rounds => {
                self.draw(state, field, R_24_2_8, story);
            }
            [false, false] => match dealt.0.cmp(&dealt.1) {
                std::cmp::Ordering::Equal => self.next_round(state),
                more => {
                    let attacker = more == std::cmp::Ordering::Greater;
                    self.set_battle_stage(state, BattleStage::Break { attacker });
                }
            },
            [lost, _] => {
                let (winner, loser) =
                    if lost { (attacker.other(), attacker) } else { (attacker, attacker.other()) };
                state.battles += if winner == HASHIBA { 1 } else { -1 };
                story.tell(|| Event::BattleLost { loser });
                let hex = if lost { field.from } else { field.hex };
                let beaten: Vec<UnitId> = self.forces_outside(state, loser, hex).iter().collect();
                if let Some(Frame::Battle { queue, stage, .. }) = state.frames.last_mut() {
                    *queue = beaten;
                    *stage = BattleStage::Rout { attacker: lost };
                }
            }
        }
    }

    /// 24-2-7: both go back one hex, and nobody loses heart.
    fn draw(&self, state: &mut State, field: &Field, rule: kernel::Rule, story: &mut Story<Event>) {
        story.tell(|| Event::BattleDrawn { rule });
        self.set_battle_stage(state, BattleStage::End);
        self.step_back(state, &field.attackers, field.hex);
        self.step_back(state, &field.defenders, field.from);
    }

    fn step_back(&self, state: &mut State, forces: &[UnitId], from: HexId) {
        let heads = self.heads(state, self.all_of(state, forces));
        let queue: Vec<Going> = heads.map(|force| Going { force, hexes: 1 }).collect();
        state.frames.push(Frame::Retreat { from, morale: false, queue, path: Vec::new(), paths: Vec::new() });
    }

    /// 24-3-2.
    fn fall_rout(
        &self,
        state: &mut State,
        field: &Field,
        attacker: bool,
        die: i32,
        story: &mut Story<Event>,
    ) {
        let Some(Frame::Battle { queue, .. }) = state.frames.last_mut() else { return };
        let force = queue.remove(0);
        let (hexes, steps) = self.tables.figures.battle.rout[(die - 1) as usize];
        story.tell(|| Event::Routed { force, die, hexes: i32::from(hexes), steps: i32::from(steps) });
        let from = if attacker { field.hex } else { field.from };
        let queue = vec![Going { force, hexes }];
        state.frames.push(Frame::Retreat { from, morale: true, queue, path: Vec::new(), paths: Vec::new() });
        self.push_losses(state, vec![force], steps, false, Why::Rout);
    }

    /// 24-3-3: who of the winner could enter the hex that was given up.
    fn entrants(&self, state: &State, field: &Field, attacker: bool) -> UnitSet {
        let (forces, home, to) = match attacker {
            true => (&field.attackers, field.from, field.hex),
            false => (&field.defenders, field.hex, field.from),
        };
        let side = match attacker {
            true => self.side_of(field.attackers[0]),
            false => self.side_of(field.attackers[0]).other(),
        };
        if self.stands(state, side.other(), to) || self.barred(state, side, to).is_some() {
            return UnitSet::default();
        }
        forces
            .iter()
            .copied()
            .filter(|&force| state.lives(force) && state.hex(force) == home && !state.holed.has(force))
            .collect()
    }
}
