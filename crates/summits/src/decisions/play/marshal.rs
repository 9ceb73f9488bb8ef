//! 8.0-2a: supporters and the order of the attacks are named by hand.

use arrayvec::ArrayVec;

use super::strike;
use crate::{decisions::clicked, prelude::*};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marshal(pub Attack);

/// Asks for the order, unless there is nothing to name.
pub(super) fn begin(cx: &mut CxMut<'_, Play>, attack: Attack) -> Flow<Step> {
    match is_ordered(cx.rules, &attack) {
        true => strike::begin(cx, attack),
        false => Flow::Next(Step::Marshal(Marshal(attack))),
    }
}

impl Decision<Summits, Play> for Marshal {
    fn asked(&self, cx: Cx<'_, Play>) -> AskedSeats {
        cx.state.seat_of(self.0.side).into()
    }

    fn question(&self, cx: Cx<'_, Play>) -> Question {
        let target = place(self.0.target);
        let prompt = Line::new("ask-marshal").with("side", self.0.side).with("area", target);
        Question::new(cx.seat, R_8_0_2A, prompt).at(target)
    }

    fn list(&self, cx: Cx<'_, Play>, out: &mut Actions<Action>) {
        let (rules, attack) = (cx.rules, &self.0);
        out.push(Action::Go);
        for general in unnamed(rules, attack).iter() {
            let body = rules.unit(general);
            let most = body.command.unwrap_or(0).min(unassigned(rules, attack, body.clan));
            let least = least_support(rules, attack, general);
            (least..=most).rev().for_each(|support| out.push(Action::Strike(general, support)));
        }
        unled(rules, attack).for_each(|clan| out.push(Action::Volley(clan)));
    }

    fn judge(&self, cx: Cx<'_, Play>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Go => Ok(()),
            Action::Strike(general, support) => self.judge_strike(cx.rules, general, support),
            Action::Volley(_) if self.0.kind == Kind::Attack => No::because(R_8_0_2, "no-general-attacks"),
            Action::Volley(clan) => match unled(cx.rules, &self.0).any(|unled| unled == clan) {
                true => Ok(()),
                false => Err(No::new(R_X_5, "no-volley").with("clan", cx.rules.clan_thing(clan))),
            },
            _ => return None,
        })
    }

    fn act(&mut self, mut cx: CxMut<'_, Play>, action: Action) -> Flow<Step> {
        match action {
            Action::Strike(unit, support) => self.0.blows.push(Blow::General { unit, support }),
            Action::Volley(clan) => self.0.blows.push(Blow::Volley { clan, count: 0 }),
            _ => return strike::begin(&mut cx, self.0.take()),
        }
        match is_ordered(cx.rules, &self.0) {
            true => strike::begin(&mut cx, self.0.take()),
            false => Flow::Stay,
        }
    }

    fn click(&self, cx: Cx<'_, Play>, thing: Thing) -> Option<Action> {
        let unit = clicked(cx, thing).unit?;
        let body = cx.rules.unit(unit);
        let men = self.0.units & cx.rules.clans[body.clan.index()].troops;
        Some(Action::Strike(unit, body.command.unwrap_or(0).min(men.len())))
    }

    fn depth(&self, _cx: Cx<'_, Play>) -> usize {
        3
    }
}

impl Marshal {
    fn judge_strike(&self, rules: &Summits, general: UnitId, support: u8) -> May {
        let attack = &self.0;
        let no = |rule, key| No::new(rule, key).with("unit", piece(general));
        if !rules.generals.has(general) {
            return Err(no(R_8_0_2, "no-troops-strike"));
        }
        if !unnamed(rules, attack).has(general) {
            return Err(no(R_8_0_1B, "no-strike"));
        }
        let body = rules.unit(general);
        let command = body.command.unwrap_or(0);
        if support > command {
            return Err(no(R_8_0_2B, "no-command").with("command", i32::from(command)));
        }
        let men = unassigned(rules, attack, body.clan);
        if support > men {
            return Err(no(R_8_0_2C, "no-clan-men").with("count", i32::from(men)));
        }
        let least = least_support(rules, attack, general);
        if support < least {
            return Err(no(R_X_5, "no-fewer").with("count", i32::from(least)));
        }
        Ok(())
    }
}

/// Combat units of a clan that support nobody yet.
fn unassigned(rules: &Summits, attack: &Attack, clan: ClanId) -> u8 {
    let assigned: u8 = attack
        .blows
        .iter()
        .map(|blow| match blow {
            Blow::General { unit, support } if rules.unit(*unit).clan == clan => *support,
            _ => 0,
        })
        .sum();
    (attack.units & rules.clans[clan.index()].troops).len() - assigned
}

/// Generals of the attack who are not in the order yet.
fn unnamed(rules: &Summits, attack: &Attack) -> UnitSet {
    let named = attack.blows.iter().filter_map(|blow| match blow {
        Blow::General { unit, .. } => Some(*unit),
        Blow::Volley { .. } => None,
    });
    (attack.units & rules.generals) - named.collect()
}

/// How many combat units of a clan these generals could command.
fn commanded(rules: &Summits, generals: UnitSet, clan: ClanId) -> u8 {
    let of_clan = (generals & rules.clans[clan.index()].units).iter();
    of_clan.fold(0, |sum, unit| sum.saturating_add(rules.unit(unit).command.unwrap_or(0)))
}

/// combat units of a clan that strike by themselves in Fire and Ambush: those whom no general of the group
/// could command.
pub(crate) fn leaderless(rules: &Summits, attack: &Attack, clan: ClanId) -> u8 {
    if attack.kind == Kind::Attack {
        return 0;
    }
    let men = (attack.units & rules.clans[clan.index()].troops).len();
    men.saturating_sub(commanded(rules, attack.units & rules.generals, clan))
}

/// the least a general takes along. In Fire and Ambush nobody whom a general of the group could command strikes
/// by himself, so he takes those whom the generals after him could not.
fn least_support(rules: &Summits, attack: &Attack, general: UnitId) -> u8 {
    if attack.kind == Kind::Attack {
        return 0;
    }
    let clan = rules.unit(general).clan;
    let others = commanded(rules, unnamed(rules, attack) - UnitSet::of(general), clan);
    unassigned(rules, attack, clan).saturating_sub(leaderless(rules, attack, clan)).saturating_sub(others)
}

/// clans whose combat units strike by themselves and are not in the order yet.
fn unled(rules: &Summits, attack: &Attack) -> impl Iterator<Item = ClanId> {
    (0..rules.clans.len() as u8).map(ClanId).filter(move |&clan| {
        leaderless(rules, attack, clan) > 0
            && !attack
                .blows
                .iter()
                .any(|blow| matches!(blow, Blow::Volley { clan: named, .. } if *named == clan))
    })
}

/// How many a general takes along if nobody says otherwise: as many as help.
fn usual_support(rules: &Summits, attack: &Attack, general: UnitId) -> u8 {
    let body = rules.unit(general);
    let most = body.command.unwrap_or(0).min(unassigned(rules, attack, body.clan));
    least_support(rules, attack, general).max(most - most % rules.numbers.attack.support)
}

/// The rest of the order as is customary: the strongest general first, then combat units by themselves.
pub(super) fn complete(rules: &Summits, state: &State, attack: &mut Attack) {
    loop {
        let strongest = unnamed(rules, attack).iter().max_by_key(|&unit| {
            (rules.values(state, unit).attack, rules.unit(unit).command, std::cmp::Reverse(unit))
        });
        let Some(unit) = strongest else { break };
        let support = usual_support(rules, attack, unit);
        attack.blows.push(Blow::General { unit, support });
    }
    let left: ArrayVec<ClanId, 16> = unled(rules, attack).collect();
    for clan in left {
        attack.blows.push(Blow::Volley { clan, count: 0 });
    }
    count_volleys(rules, attack);
}

/// those whom no general could command strike without one.
fn count_volleys(rules: &Summits, attack: &mut Attack) {
    for n in 0..attack.blows.len() {
        if let Blow::Volley { clan, .. } = attack.blows[n] {
            let count = unassigned(rules, attack, clan);
            attack.blows[n] = Blow::Volley { clan, count };
        }
    }
    attack.blows.retain(|blow| !matches!(blow, Blow::Volley { count: 0, .. }));
}

/// Whether everyone who strikes is in the order.
fn is_ordered(rules: &Summits, attack: &Attack) -> bool {
    unnamed(rules, attack).is_empty() && unled(rules, attack).next().is_none()
}
