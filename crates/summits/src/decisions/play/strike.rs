//! 8.0-1, 9: one roll of an attack after the other.

use super::{damage, end_action, marshal};
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike(pub Attack);

/// The order is complete: the dice are next.
pub(super) fn begin(cx: &mut CxMut<'_, Play>, mut attack: Attack) -> Flow<Step> {
    marshal::complete(cx.rules, cx.state, &mut attack);
    let Attack { side, from, target: area, kind, .. } = attack;
    let count = attack.blows.len() as u8;
    cx.story.tell(|| Event::Attack { side, from, area, kind, count });
    Flow::Next(Step::Strike(Strike(attack)))
}

impl Decision<Summits, Play> for Strike {
    fn asked(&self, _cx: Cx<'_, Play>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Play>) -> Roll {
        let attack = &self.0;
        let target = place(attack.target);
        let blow = attack.blow();
        let (line, rule) = match blow {
            Blow::General { unit, .. } => {
                (Line::new("roll-general").with("unit", piece(unit)).with("area", target), R_9_0_1A)
            }
            Blow::Volley { clan, count } => (
                Line::new("roll-volley")
                    .with("clan", cx.rules.clan_thing(clan))
                    .with("count", i32::from(count))
                    .with("area", target),
                R_X_5,
            ),
        };
        Roll {
            rule,
            seat: cx.state.seat_of(attack.side),
            line,
            pool: Pool::d6(2),
            modifiers: cx.rules.modifiers(cx.state, attack, blow),
        }
    }

    fn rolled(&mut self, mut cx: CxMut<'_, Play>, fall: Fall) -> Flow<Step> {
        let mut attack = self.0.take();
        let (blow, sum) = (attack.blow(), fall.value());
        let net = cx.rules.net(cx.state, &attack, blow);
        let mut points = (sum as i16 + net).max(0) as u8;
        cx.story.tell(|| Event::Struck { side: attack.side, blow, area: attack.target, sum, net, points });
        attack.made += 1;
        take_part(&mut cx, &attack, blow);
        if cx.rules.options.pooled_damage {
            attack.pooled = attack.pooled.saturating_add(points);
            if usize::from(attack.made) < attack.blows.len() {
                return resume(&mut cx, attack);
            }
            points = std::mem::take(&mut attack.pooled);
            if points > 0 {
                cx.story.tell(|| Event::Pooled { points });
            }
        }
        match points {
            0 => resume(&mut cx, attack),
            _ => damage::suffer(&mut cx, attack, points),
        }
    }

    fn depth(&self, _cx: Cx<'_, Play>) -> usize {
        5
    }
}

/// 5.1-c, 8.0-1c: the units that struck or supported have taken part. Ambushers never flip.
fn take_part(cx: &mut CxMut<'_, Play>, attack: &Attack, blow: Blow) {
    if attack.kind == Kind::Ambush {
        return;
    }
    let rules = cx.rules;
    let group = cx.parent.group_mut();
    let (clan, count) = match blow {
        Blow::General { unit, support } => {
            group.took |= UnitSet::of(unit);
            (rules.unit(unit).clan, support)
        }
        Blow::Volley { clan, count } => (clan, count),
    };
    // Alike units: the first that have not been counted in this attack.
    let counted: u8 = attack.blows[..usize::from(attack.made) - 1]
        .iter()
        .map(|earlier| match *earlier {
            Blow::General { unit, support } if rules.unit(unit).clan == clan => support,
            Blow::Volley { clan: volley, count } if volley == clan => count,
            _ => 0,
        })
        .sum();
    let troops = attack.units & rules.clans[clan.index()].troops;
    group.took |= troops.first_of(counted + count) - troops.first_of(counted);
}

/// The next roll, unless the target area is empty (8.0-1c) or all are made.
pub(super) fn resume(cx: &mut CxMut<'_, Play>, attack: Attack) -> Flow<Step> {
    if cx.state.over.is_some() {
        return Flow::Done;
    }
    let enemies = cx.rules.suffering(cx.state, &attack);
    let more = usize::from(attack.made) < attack.blows.len();
    if more && enemies.any() {
        return Flow::Next(Step::Strike(Strike(attack)));
    }
    if more {
        let count = attack.blows.len() as u8 - attack.made;
        cx.story.tell(|| Event::Cancelled { area: attack.target, count });
    }
    if attack.kind != Kind::Ambush {
        let group = cx.parent.group_mut();
        // 5.1-d: a unit that supported nobody was not in the group, but in an Assault it is.
        if !group.assault {
            group.units &= group.took;
        }
    }
    end_action(cx)
}
