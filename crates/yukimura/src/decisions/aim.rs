//! 9-1-4, 10-1-4: a target was named. Who attacks it?

use arrayvec::ArrayVec;

use crate::{prelude::*, queries::attack::attack_rules};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aim {
    pub target: UnitId,
    /// A bit for each direction from the target in which a chosen attacker stands.
    pub chosen: u8,
}

impl Decision<Yukimura> for Aim {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        cx.rules.acting_seat(cx.state).into()
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let melee = cx.rules.is_melee(cx.state);
        let (key, rule) = if melee { ("ask-attackers", R_10_1_4) } else { ("ask-firers", R_9_1_4) };
        Question::new(cx.seat, rule, Line::new(key).with("unit", piece(self.target))).at(piece(self.target))
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let mut left = 0;
        for (_, unit) in self.left(cx) {
            out.push(Action::With(unit));
            left += 1;
        }
        if left > 1 {
            out.push(Action::All);
        }
        if self.chosen != 0 {
            out.push(Action::Go);
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let cited = attack_rules(cx.state);
        Some(match *action {
            Action::With(unit) => self.judge_with(cx, unit),
            Action::All if self.left(cx).nth(1).is_some() => Ok(()),
            Action::All => Err(No::new(cited.together, "no-nobody-else")),
            Action::Go if self.chosen != 0 => Ok(()),
            Action::Go => Err(No::new(cited.choose, "no-attacker-chosen")),
            // Another target while one is being attacked.
            Action::Target(_) => Err(No::new(cited.together, "no-finish-this-attack").unit(self.target)),
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        match action {
            Action::With(unit) => {
                let (from, to) = (cx.state.hex(self.target), cx.state.hex(unit));
                self.chosen |= cx.rules.atlas.direction(from, to).expect("judged before").bit();
                Flow::Stay
            }
            Action::All => {
                let all = cx.rules.attackers(cx.state, self.target);
                self.chosen = all.fold(0, |mask, (dir, _)| mask | dir.bit());
                Flow::Stay
            }
            _ => Flow::Next(Frame::Fight(self.declare(cx))),
        }
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let unit = cx.rules.unit_clicked(cx.state, thing)?;
        let enemy = cx.rules.is_enemy(unit, self.target);
        Some(if enemy { Action::With(unit) } else { Action::Target(unit) })
    }

    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        self.left(cx).nth(1).map(|_| Action::All)
    }
}

impl Aim {
    /// Who could still be chosen.
    fn left<'a>(&self, cx: Cx<'a>) -> impl Iterator<Item = (Dir, UnitId)> + use<'a> {
        let chosen = self.chosen;
        cx.rules.attackers(cx.state, self.target).filter(move |(dir, _)| chosen & dir.bit() == 0)
    }

    /// The units chosen so far.
    pub(crate) fn attackers(&self, rules: &Yukimura, state: &State) -> ArrayVec<UnitId, 6> {
        let held = state.hex(self.target);
        let chosen = Dir::in_mask(self.chosen);
        chosen.filter_map(|dir| state.occupant(rules.atlas.neighbour(held, dir)?)).collect()
    }

    fn judge_with(&self, cx: Cx<'_>, unit: UnitId) -> May {
        let Cx { rules, state, .. } = cx;
        rules.may_attack(state, unit)?;
        let Some(dir) = rules.atlas.direction(state.hex(self.target), state.hex(unit)) else {
            return Err(No::new(attack_rules(state).adjacent, "no-not-adjacent").unit(unit));
        };
        if self.chosen & dir.bit() != 0 {
            return Err(No::new(attack_rules(state).together, "no-chosen-already").unit(unit));
        }
        rules.may_reach(state, self.target, dir)
    }

    /// The attack is declared: the dice are next.
    fn declare(&self, cx: CxMut<'_>) -> Fight {
        let CxMut { rules, state, story, .. } = cx;
        let (target, melee) = (self.target, rules.is_melee(state));
        let attackers = self.attackers(rules, state);
        let (acted, suffered) = match melee {
            true => (&mut state.fought, &mut state.fought_against),
            false => (&mut state.fired, &mut state.fired_at),
        };
        attackers.iter().for_each(|&unit| acted.insert(unit));
        suffered.insert(target);
        let rule = attack_rules(state).together;
        story.tell(|| Event::Attack { target, attackers: attackers.clone(), melee, rule });
        Fight::new(target, state.hex(target), attackers)
    }
}
