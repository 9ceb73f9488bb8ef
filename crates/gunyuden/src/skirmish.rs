//! Chapter 23: the skirmish, the sortie, pursuit and counterattack.

use hexmap::HexId;
use kernel::{Actions, Line, Modifier, Modifiers, Pool, Question, Roll, Rule, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::{Cast, Event},
    frames::Why,
    refuse::{About, May, No, no, piece, place},
    rule_ids::*,
    state::{FightStage, Frame, State},
    units::{UnitId, UnitSet},
};

/// Adds a modifier that is not zero.
pub(crate) fn modify(list: &mut Modifiers, value: i16, key: &'static str, rule: Rule) {
    if value != 0 {
        list.push(Modifier { value, line: Line::new(key), rule });
    }
}

/// The parts of a fight, borrowed from its frame.
pub(crate) struct Sides<'a> {
    pub(crate) attackers: &'a [UnitId],
    pub(crate) defenders: &'a [UnitId],
    pub(crate) from: HexId,
    pub(crate) hex: HexId,
}

impl Gunyuden {
    pub(crate) fn fight_sides<'a>(&self, state: &'a State) -> Option<(Sides<'a>, FightStage)> {
        match state.frames.last() {
            Some(Frame::Fight { attackers, defenders, from, hex, stage, .. }) => {
                Some((Sides { attackers, defenders, from: *from, hex: *hex }, *stage))
            }
            _ => None,
        }
    }

    fn set_fight_stage(&self, state: &mut State, next: FightStage) {
        if let Some(Frame::Fight { stage, .. }) = state.frames.last_mut() {
            *stage = next;
        }
    }

    /// Goes on with the fight on top of the stack; `false` when it rests in a question or a throw.
    pub(crate) fn run_fight(&self, state: &mut State, _story: &mut Story<Event>) -> bool {
        let Some((sides, stage)) = self.fight_sides(state) else { return false };
        let attackers = self.all_of(state, sides.attackers);
        let defenders = self.all_of(state, sides.defenders);
        let next = match stage {
            FightStage::Lift => {
                if sides.from != sides.hex && !self.may_still_lift(state, sides.defenders).is_empty() {
                    return false;
                }
                FightStage::Attack
            }
            FightStage::Attack | FightStage::Counter => {
                if !attackers.is_empty() && !defenders.is_empty() {
                    return false;
                }
                FightStage::End
            }
            FightStage::Struck if attackers.is_empty() || defenders.is_empty() => FightStage::End,
            FightStage::Struck => FightStage::Counter,
            FightStage::Pursue => {
                if !attackers.is_empty() && !self.pursuits(state).is_empty() {
                    return false;
                }
                FightStage::End
            }
            FightStage::End => {
                state.frames.pop();
                return true;
            }
        };
        self.set_fight_stage(state, next);
        true
    }

    /// 18-4-2: attacked forces that surround a castle.
    fn may_still_lift(&self, state: &State, defenders: &[UnitId]) -> UnitSet {
        let binds =
            |&force: &UnitId| state.lives(force) && !state.surrounding.and(&state.members(force)).is_empty();
        defenders.iter().copied().filter(binds).collect()
    }

    pub(crate) fn fight_question(&self, state: &State) -> Option<Question> {
        let (sides, stage) = self.fight_sides(state)?;
        let seat = |unit: UnitId| Seat(self.side_of(unit).0);
        Some(match stage {
            FightStage::Lift => Question::new(
                seat(sides.defenders[0]),
                R_18_4_2,
                Line::new("ask-lift").with("hex", place(sides.hex)),
            )
            .at(place(sides.hex)),
            _ => Question::new(
                seat(sides.attackers[0]),
                R_23_5,
                Line::new("ask-pursue").with("unit", piece(sides.attackers[0])),
            )
            .at(piece(sides.attackers[0])),
        })
    }

    pub(crate) fn list_fight(&self, state: &State, out: &mut Actions<Action>) {
        let Some((sides, stage)) = self.fight_sides(state) else { return };
        match stage {
            FightStage::Lift => {
                out.push(Action::Go);
                for force in self.may_still_lift(state, sides.defenders).iter() {
                    out.push(Action::Lift(force));
                }
            }
            FightStage::Pursue => {
                out.push(Action::Halt);
                for (hex, _) in self.pursuits(state) {
                    out.push(Action::Pursue(hex));
                }
            }
            _ => {}
        }
    }

    pub(crate) fn judge_fight(&self, state: &State, action: Action) -> Option<May> {
        let (sides, stage) = self.fight_sides(state)?;
        Some(match (stage, action) {
            (FightStage::Lift, Action::Go) | (FightStage::Pursue, Action::Halt) => Ok(()),
            (FightStage::Lift, Action::Lift(force)) => {
                match self.may_still_lift(state, sides.defenders).has(force) {
                    true => Ok(()),
                    false => Err(No::new(R_18_4_2, "no-not-surrounding").unit(force)),
                }
            }
            (FightStage::Pursue, Action::Pursue(hex)) => self.judge_pursuit(state, hex),
            _ => return None,
        })
    }

    pub(crate) fn resolve_fight(&self, state: &mut State, action: Action, story: &mut Story<Event>) {
        match action {
            Action::Go => self.set_fight_stage(state, FightStage::Attack),
            Action::Lift(force) => self.resolve_lift(state, force, story),
            Action::Pursue(hex) => self.pursue(state, hex, story),
            _ => self.set_fight_stage(state, FightStage::End),
        }
    }

    /// T-6, 23-2-1, 23-6-2, 23-7: what changes the die of the attack or of the counterattack.
    pub(crate) fn fight_modifiers(&self, state: &State, sides: &Sides<'_>, counter: bool) -> Modifiers {
        let mut list = Modifiers::new();
        let rule = if counter { R_23_6_2 } else { R_23_2_1 };
        let row = self.tables.terrain.of(self.ground.terrain[sides.hex.index()]);
        modify(&mut list, if counter { row.counter } else { row.attack }, "mod-ground", rule);
        let sortie = sides.from == sides.hex;
        if !sortie
            && let Some(dir) = self.ground.atlas.direction(sides.from, sides.hex)
            && self.ground.rivers.has(sides.from, dir)
        {
            let river = self.tables.terrain.river;
            modify(&mut list, if counter { river.counter } else { river.attack }, "mod-river", rule);
        }
        let attackers = self.all_of(state, sides.attackers);
        let defenders = self.all_of(state, sides.defenders);
        let (strikes, suffers) = if counter { (defenders, attackers) } else { (attackers, defenders) };
        let field = self.field_modifier(state, strikes, false) - self.field_modifier(state, suffers, false);
        modify(&mut list, field, "mod-field", rule);
        let heart = self.lowest(state, suffers) - self.lowest(state, strikes);
        modify(&mut list, heart, "mod-morale", rule);
        if let Some(ambush) = &self.scenario.ambush
            && !counter
            && self.unit(sides.attackers[0]).house == ambush.house
            && !defenders.and(&state.marched).is_empty()
        {
            modify(&mut list, ambush.bonus, "mod-ambush", ambush.rule);
        }
        if sortie {
            let figures = &self.tables.figures.modifier;
            match counter {
                false => modify(&mut list, figures.sortie, "mod-sortie", R_23_7_1),
                true => modify(&mut list, figures.against_sortie, "mod-against-sortie", R_23_7_3),
            }
        }
        list
    }

    /// 23-6, 18-4-2, 23-7-2: with what the defenders strike back; those who surround only with half.
    pub(crate) fn counter_strength(&self, state: &State, defenders: &[UnitId], sortie: bool) -> u16 {
        let all = self.all_of(state, defenders);
        if sortie {
            return self.strength_of(state, all);
        }
        let bound = all.and(&state.surrounding);
        self.strength_of(state, all.without(&bound)) + self.strength_of(state, bound).div_ceil(2)
    }

    pub(crate) fn fight_roll(&self, state: &State) -> Option<Roll> {
        let (sides, stage) = self.fight_sides(state)?;
        let counter = stage == FightStage::Counter;
        let sortie = sides.from == sides.hex;
        let (by, rule, key) = match stage {
            FightStage::Attack => (sides.attackers[0], R_23_2, "roll-attack"),
            FightStage::Counter => (sides.defenders[0], R_23_6, "roll-counter"),
            _ => return None,
        };
        let strength = match counter {
            false => self.strength_of(state, self.all_of(state, sides.attackers)),
            true => self.counter_strength(state, sides.defenders, sortie),
        };
        let line = Line::new(key)
            .with("unit", piece(by))
            .with("hex", place(if counter { sides.from } else { sides.hex }))
            .with("strength", i32::from(strength));
        let modifiers = self.fight_modifiers(state, &sides, counter);
        Some(Roll { rule, seat: Seat(self.side_of(by).0), line, pool: Pool::d6(1), modifiers })
    }

    pub(crate) fn fall_fight(&self, state: &mut State, die: i32, story: &mut Story<Event>) {
        let Some((sides, stage)) = self.fight_sides(state) else { return };
        let counter = stage == FightStage::Counter;
        let sortie = sides.from == sides.hex;
        let strength = match counter {
            false => self.strength_of(state, self.all_of(state, sides.attackers)),
            true => self.counter_strength(state, sides.defenders, sortie),
        };
        let cast = Cast { die, modifiers: self.fight_modifiers(state, &sides, counter) };
        let hits = self.tables.hits(strength, cast.total());
        let (attackers, defenders) = (sides.attackers.to_vec(), sides.defenders.to_vec());
        let by = if counter { defenders[0] } else { attackers[0] };
        story.tell(|| Event::Struck {
            by,
            cast,
            strength,
            hits,
            rule: if counter { R_23_6 } else { R_23_2 },
        });
        match counter {
            false => {
                self.set_fight_stage(state, FightStage::Struck);
                self.push_losses(state, defenders, hits.losses, hits.mark, Why::Attack);
            }
            true => {
                self.set_fight_stage(state, FightStage::End);
                self.push_losses(state, attackers, hits.losses, hits.mark, Why::Counter);
            }
        }
    }

    /// 23-5: hexes the attackers may follow to, each with the path it lies on.
    fn pursuits(&self, state: &State) -> Vec<(HexId, usize)> {
        let Some(Frame::Fight { attackers, hex, paths, .. }) = state.frames.last() else { return Vec::new() };
        let side = self.side_of(attackers[0]);
        let mut found: Vec<(HexId, usize)> = Vec::new();
        for (n, path) in paths.iter().enumerate() {
            for &step in std::iter::once(hex).chain(path) {
                if self.stands(state, side.other(), step) || self.barred(state, side, step).is_some() {
                    break;
                }
                if !found.iter().any(|&(known, _)| known == step) {
                    found.push((step, n));
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn judge_pursuit(&self, state: &State, to: HexId) -> May {
        if self.pursuits(state).iter().any(|&(hex, _)| hex == to) {
            return Ok(());
        }
        let Some(Frame::Fight { attackers, hex, paths, .. }) = state.frames.last() else {
            return no(R_23_5, "no-path");
        };
        let side = self.side_of(attackers[0]);
        if to != *hex && !paths.iter().any(|path| path.contains(&to)) {
            return Err(No::new(R_23_5_2, "no-path").hex(to));
        }
        match self.barred(state, side, to) {
            Some(rule) => Err(No::new(rule, "no-barred").hex(to)),
            None => Err(No::new(R_23_5_4, "no-enemy-there").hex(to)),
        }
    }

    fn pursue(&self, state: &mut State, to: HexId, story: &mut Story<Event>) {
        let Some(Frame::Fight { attackers, hex, paths, .. }) = state.frames.last() else { return };
        let Some(&(_, n)) = self.pursuits(state).iter().find(|&&(hex, _)| hex == to) else { return };
        let mut way = vec![*hex];
        for &step in &paths[n] {
            if way.last() == Some(&to) {
                break;
            }
            way.push(step);
        }
        for force in attackers.clone() {
            if !state.lives(force) {
                continue;
            }
            if state.holed.has(force) {
                self.set_holed(state, force, false);
            }
            if state.hex(force) != to {
                self.shift(state, force, to);
            }
            let (path, units) = (way.clone(), state.members(force));
            story.tell(|| Event::Pursued { force, units, path });
        }
        self.set_fight_stage(state, FightStage::End);
    }
}
