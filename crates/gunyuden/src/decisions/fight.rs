//! Chapter 23: the skirmish and the sortie, with pursuit and counterattack.

use super::{
    lose::{self, Why},
    modify,
};
use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FightStage {
    /// 18-4-2: the defender may lift his surround.
    Lift,
    Attack,
    /// Steps were taken; those who stand strike back.
    Struck,
    Pursue,
    Counter,
    End,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight<U = UnitId, H = HexId> {
    pub attackers: Vec<U>,
    pub defenders: Vec<U>,
    pub from: H,
    pub hex: H,
    pub stage: FightStage,
    /// The paths of the defenders that went back.
    pub paths: Vec<Vec<H>>,
}

/// 23-1: the attack is the action of every force that takes part.
pub(crate) fn begin(
    cx: &mut CxMut<'_>,
    force: UnitId,
    attackers: Vec<UnitId>,
    defenders: Vec<UnitId>,
    hex: HexId,
) -> Frame {
    let CxMut { rules, state, story, .. } = cx;
    note_strike(rules, state, force);
    for &attacker in &attackers {
        rules.mark_acted(state, attacker);
    }
    let from = state.hex(force);
    story.tell(|| Event::Attack { force, hex, sortie: from == hex, count: defenders.len() as i32 });
    Frame::Fight(Fight { attackers, defenders, from, hex, stage: FightStage::Lift, paths: Vec::new() })
}

/// 18-4-2: those of the attacked forces that surround a castle.
pub(crate) fn surrounding(state: &State, forces: &[UnitId]) -> UnitSet {
    let binds =
        |&force: &UnitId| state.lives(force) && !state.surrounding.and(&state.members(force)).is_empty();
    forces.iter().copied().filter(binds).collect()
}

impl Fight {
    fn is_sortie(&self) -> bool {
        self.from == self.hex
    }

    fn is_counter(&self) -> bool {
        self.stage == FightStage::Counter
    }

    /// T-6, 23-2-1, 23-6-2, 23-7: what changes the die of the attack or of the counterattack.
    fn modifiers(&self, cx: Cx<'_>) -> Modifiers {
        let Cx { rules, state, .. } = cx;
        let counter = self.is_counter();
        let mut list = Modifiers::new();
        let rule = if counter { R_23_6_2 } else { R_23_2_1 };
        let row = rules.tables.terrain.of(rules.ground.terrain[self.hex.index()]);
        modify(&mut list, if counter { row.counter } else { row.attack }, "mod-ground", rule);
        if !self.is_sortie()
            && let Some(dir) = rules.ground.atlas.direction(self.from, self.hex)
            && rules.ground.rivers.has(self.from, dir)
        {
            let river = rules.tables.terrain.river;
            modify(&mut list, if counter { river.counter } else { river.attack }, "mod-river", rule);
        }
        let attackers = rules.all_of(state, &self.attackers);
        let defenders = rules.all_of(state, &self.defenders);
        let (strikes, suffers) = if counter { (defenders, attackers) } else { (attackers, defenders) };
        let field = rules.field_modifier(state, strikes, false) - rules.field_modifier(state, suffers, false);
        modify(&mut list, field, "mod-field", rule);
        let heart = rules.lowest(state, suffers) - rules.lowest(state, strikes);
        modify(&mut list, heart, "mod-morale", rule);
        if let Some(ambush) = &rules.scenario.ambush
            && !counter
            && rules.unit(self.attackers[0]).house == ambush.house
            && !defenders.and(&state.marched).is_empty()
        {
            modify(&mut list, ambush.bonus, "mod-ambush", ambush.rule);
        }
        if self.is_sortie() {
            let figures = &rules.tables.figures.modifier;
            match counter {
                false => modify(&mut list, figures.sortie, "mod-sortie", R_23_7_1),
                true => modify(&mut list, figures.against_sortie, "mod-against-sortie", R_23_7_3),
            }
        }
        list
    }

    /// Who strikes in the throw that is due, and with what strength.
    fn strike(&self, cx: Cx<'_>) -> (UnitId, u16) {
        let Cx { rules, state, .. } = cx;
        match self.is_counter() {
            false => (self.attackers[0], rules.strength_of(state, rules.all_of(state, &self.attackers))),
            true => (self.defenders[0], counter_strength(rules, state, &self.defenders, self.is_sortie())),
        }
    }

    /// 23-5: hexes the attackers may follow to, each with the path it lies on.
    fn pursuits(&self, cx: Cx<'_>) -> Vec<(HexId, usize)> {
        let Cx { rules, state, .. } = cx;
        let side = rules.side_of(self.attackers[0]);
        let mut found: Vec<(HexId, usize)> = Vec::new();
        for (n, path) in self.paths.iter().enumerate() {
            for &step in std::iter::once(&self.hex).chain(path) {
                if rules.stands(state, side.other(), step) || rules.barred(state, side, step).is_some() {
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

    fn judge_pursuit(&self, cx: Cx<'_>, to: HexId) -> May {
        if self.pursuits(cx).iter().any(|&(hex, _)| hex == to) {
            return Ok(());
        }
        if to != self.hex && !self.paths.iter().any(|path| path.contains(&to)) {
            return Err(No::new(R_23_5_2, "no-path").hex(to));
        }
        match cx.rules.barred(cx.state, cx.rules.side_of(self.attackers[0]), to) {
            Some(rule) => Err(No::new(rule, "no-barred").hex(to)),
            None => Err(No::new(R_23_5_4, "no-enemy-there").hex(to)),
        }
    }

    fn pursue(&mut self, cx: CxMut<'_>, to: HexId) {
        let pursuits = self.pursuits(cx.as_cx());
        let &(_, n) = pursuits.iter().find(|&&(hex, _)| hex == to).expect("judged before");
        let CxMut { rules, state, story, .. } = cx;
        let mut way = vec![self.hex];
        for &step in &self.paths[n] {
            if way.last() == Some(&to) {
                break;
            }
            way.push(step);
        }
        for &force in &self.attackers {
            if !state.lives(force) {
                continue;
            }
            if state.holed.has(force) {
                rules.set_holed(state, force, false);
            }
            if state.hex(force) != to {
                rules.shift(state, force, to);
            }
            let (path, units) = (way.clone(), state.members(force));
            story.tell(|| Event::Pursued { force, units, path });
        }
        self.stage = FightStage::End;
    }
}

impl Decision<Gunyuden> for Fight {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        match self.stage {
            FightStage::Lift => seat_of(cx.rules.side_of(self.defenders[0])),
            FightStage::Pursue => seat_of(cx.rules.side_of(self.attackers[0])),
            _ => AskedSeats::NOBODY,
        }
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        match self.stage {
            FightStage::Lift => {
                let hex = place(self.hex);
                Question::new(cx.seat, R_18_4_2, Line::new("ask-lift").with("hex", hex)).at(hex)
            }
            _ => {
                let force = piece(self.attackers[0]);
                Question::new(cx.seat, R_23_5, Line::new("ask-pursue").with("unit", force)).at(force)
            }
        }
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        match self.stage {
            FightStage::Lift => {
                out.push(Action::Go);
                out.extend(surrounding(cx.state, &self.defenders).iter().map(Action::Lift));
            }
            _ => {
                out.push(Action::Halt);
                out.extend(self.pursuits(cx).into_iter().map(|(hex, _)| Action::Pursue(hex)));
            }
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        Some(match (self.stage, *action) {
            (FightStage::Lift, Action::Go) | (FightStage::Pursue, Action::Halt) => Ok(()),
            (FightStage::Lift, Action::Lift(force)) => {
                match surrounding(cx.state, &self.defenders).has(force) {
                    true => Ok(()),
                    false => Err(No::new(R_18_4_2, "no-not-surrounding").unit(force)),
                }
            }
            (FightStage::Pursue, Action::Pursue(hex)) => self.judge_pursuit(cx, hex),
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::Go => self.stage = FightStage::Attack,
            Action::Lift(force) => cx.rules.lift_surround(cx.state, force, cx.story),
            Action::Pursue(hex) => self.pursue(cx, hex),
            _ => self.stage = FightStage::End,
        }
        Flow::Stay
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let (rule, key, hex) = match self.is_counter() {
            false => (R_23_2, "roll-attack", self.hex),
            true => (R_23_6, "roll-counter", self.from),
        };
        let (by, strength) = self.strike(cx);
        let line = Line::new(key)
            .with("unit", piece(by))
            .with("hex", place(hex))
            .with("strength", i32::from(strength));
        let seat = Seat(cx.rules.side_of(by).0);
        Roll { rule, seat, line, pool: Pool::d6(1), modifiers: self.modifiers(cx) }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let (by, strength) = self.strike(cx.as_cx());
        let cast = Cast { die: fall.value(), modifiers: self.modifiers(cx.as_cx()) };
        let hits = cx.rules.tables.hits(strength, cast.total());
        let counter = self.is_counter();
        let rule = if counter { R_23_6 } else { R_23_2 };
        cx.story.tell(|| Event::Struck { by, cast, strength, hits, rule });
        let (next, forces, why) = match counter {
            false => (FightStage::Struck, &self.defenders, Why::Attack),
            true => (FightStage::End, &self.attackers, Why::Counter),
        };
        self.stage = next;
        lose::push(cx.state, forces.clone(), hits.losses, hits.mark, why);
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        let there = |forces: &[UnitId]| !cx.rules.all_of(cx.state, forces).is_empty();
        match self.stage {
            FightStage::Lift => !self.is_sortie() && !surrounding(cx.state, &self.defenders).is_empty(),
            FightStage::Attack | FightStage::Counter => there(&self.attackers) && there(&self.defenders),
            FightStage::Pursue => there(&self.attackers) && !self.pursuits(cx).is_empty(),
            FightStage::Struck | FightStage::End => false,
        }
    }

    fn advance(&mut self, cx: CxMut<'_>) -> Flow {
        let there = |forces: &[UnitId]| !cx.rules.all_of(cx.state, forces).is_empty();
        self.stage = match self.stage {
            FightStage::Lift => FightStage::Attack,
            FightStage::Struck if there(&self.attackers) && there(&self.defenders) => FightStage::Counter,
            FightStage::End => return Flow::Done,
            _ => FightStage::End,
        };
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        match self.stage {
            FightStage::Lift => cx.rules.head_clicked(cx.state, thing).map(Action::Lift),
            _ => cx.rules.hex_clicked(cx.state, thing).map(Action::Pursue),
        }
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}

/// 36.7(7): the first attack of the army ends the truce.
pub(super) fn note_strike(rules: &Gunyuden, state: &mut State, force: UnitId) {
    if rules.scenario.truce.as_ref().is_some_and(|truce| truce.army == rules.army_of(force)) {
        state.happened.note(Happened::STRUCK);
    }
}

/// 23-6, 18-4-2, 23-7-2: with what the defenders strike back; those who surround only with half.
pub(super) fn counter_strength(rules: &Gunyuden, state: &State, defenders: &[UnitId], sortie: bool) -> u16 {
    let all = rules.all_of(state, defenders);
    if sortie {
        return rules.strength_of(state, all);
    }
    let bound = all.and(&state.surrounding);
    rules.strength_of(state, all.without(&bound)) + rules.strength_of(state, bound).div_ceil(2)
}
