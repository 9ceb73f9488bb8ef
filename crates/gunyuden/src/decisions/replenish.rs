//! Chapter 14: the die for units or a castle that are replenished.

use super::{
    capture,
    gain::{Gain, Gift},
    lose::{self, Why},
    modify,
};
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Replenish<U = UnitId> {
    pub force: U,
    pub castle: bool,
}

pub(crate) fn begin(cx: &mut CxMut<'_>, force: UnitId, castle: bool) -> Frame {
    let CxMut { rules, state, .. } = cx;
    rules.mark_acted(state, force);
    if castle && let Some(castle) = rules.castle_at(state.hex(force)) {
        state.castles[castle.index()].marks |= Castle::REPAIRED;
    }
    Frame::Replenish(Replenish { force, castle })
}

impl Replenish {
    /// 14-2-2, 33.0: does the better column count?
    fn is_at_home(&self, cx: Cx<'_>) -> bool {
        let Cx { rules, state, .. } = cx;
        let hex = state.hex(self.force);
        let house = rules.unit(self.force).house;
        if let Some(home) = rules.tables.home_province(rules.house(house).column) {
            return rules.ground.province_names[usize::from(rules.ground.province[hex.index()])] == home;
        }
        let own = |castle: CastleId| {
            let owner = state.castle(castle).owner;
            owner != HouseId::NONE && rules.house(owner).army == rules.army_of(self.force)
        };
        rules.castle_at(hex).is_some_and(own) || rules.is_ruined_main(state, house, hex)
    }

    fn modifiers(&self, cx: Cx<'_>) -> Modifiers {
        let mut list = Modifiers::new();
        let low = cx.rules.lowest(cx.state, cx.state.members(self.force));
        modify(&mut list, -low, "mod-low-morale", R_14_2_3);
        list
    }

    /// 14-3-4, 21-1(2).
    fn mend(&self, cx: CxMut<'_>, steps: i8) {
        let CxMut { rules, state, story, .. } = cx;
        let (force, hex) = (self.force, state.hex(self.force));
        let castle = rules.castle_at(hex).expect("a castle is mended");
        let before = state.castle(castle).durability;
        let steps = match rules.scenario.earthworks {
            Some((hill, bonus, rule)) if hill == castle && steps > 0 => {
                story.tell(|| Event::Earthworks { hex, rule });
                steps + bonus
            }
            _ => steps,
        };
        let sound = i16::from(rules.tables.figures.castle.durability);
        let after = (i16::from(before) + i16::from(steps)).clamp(0, sound) as u8;
        state.castles[castle.index()].durability = after;
        if before == 0 && after > 0 {
            let marks = state.castle(castle).marks;
            rules.renew(state, castle, rules.unit(force).house);
            state.castles[castle.index()].marks = marks & Castle::OF_PHASE;
            story.tell(|| Event::Rebuilt { hex, force });
        }
        if before > 0 && after == 0 {
            let enemy = rules.side_of(force).other();
            let captor = rules.forces_outside(state, enemy, hex).iter().max_by_key(|&unit| {
                (rules.unit(unit).rank, rules.force_strength(state, unit), std::cmp::Reverse(unit))
            });
            match captor {
                Some(captor) => capture::begin(rules, state, castle, captor, true, story),
                None => {
                    for head in rules.heads(state, rules.garrison(state, hex)).collect::<Vec<_>>() {
                        rules.set_holed(state, head, false);
                    }
                    rules.renew(state, castle, HouseId::NONE);
                    story.tell(|| Event::Ruined { hex, captor: None });
                }
            }
        }
    }
}

impl Decision<Gunyuden> for Replenish {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let (rule, key) = if self.castle { (R_14_3, "roll-repair") } else { (R_14_2_2, "roll-refit") };
        let home = i32::from(self.is_at_home(cx));
        let line = Line::new(key).with("unit", piece(self.force)).with("home", home);
        let seat = Seat(cx.rules.side_of(self.force).0);
        Roll { rule, seat, line, pool: Pool::d6(1), modifiers: self.modifiers(cx) }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let Replenish { force, castle } = *self;
        let cast = Cast { die: fall.value(), modifiers: self.modifiers(cx.as_cx()) };
        let column = cx.rules.house(cx.rules.unit(force).house).column;
        let steps = cx.rules.tables.replenished(column, cast.total(), self.is_at_home(cx.as_cx()));
        let rule = if castle { R_14_3_4 } else { R_14_2_4 };
        cx.story.tell(|| Event::Replenished { force, cast, steps: i32::from(steps), castle, rule });
        if castle {
            self.mend(cx, steps);
            return Flow::Done;
        }
        if steps > 0 {
            return Flow::Next(Frame::Gain(Gain { force, left: steps as u8, gift: Gift::Replenished }));
        }
        lose::push(cx.state, vec![force], steps.unsigned_abs(), false, Why::Deserters);
        Flow::Done
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}

/// 16-5, 11-4-2: is he where men can reach him?
fn may_be_reached(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    let surrounded =
        rules.castle_at(state.hex(force)).is_some_and(|castle| rules.is_surrounded(state, castle));
    if state.holed.has(force) && surrounded {
        return Err(No::new(R_16_5, "no-refit-surrounded").unit(force));
    }
    if !rules.has_line(state, force) {
        return Err(No::new(R_11_4_2, "no-line").unit(force));
    }
    Ok(())
}

pub(super) fn can_refit(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    if !rules.unit(force).is_commander() {
        return Err(No::new(R_14_1_2, "no-commander").unit(force));
    }
    if rules.wounded(state, force).is_empty() {
        return Err(No::new(R_14_2_4, "no-wounded").unit(force));
    }
    may_be_reached(rules, state, force)
}

/// 14-3-2, 21-1(2): the castle or ruin here that he may mend.
fn mendable(rules: &Gunyuden, state: &State, force: UnitId) -> Result<CastleId, No> {
    let hex = state.hex(force);
    let Some(castle) = rules.castle_at(hex) else {
        return Err(No::new(R_14_3_1, "no-castle").hex(hex));
    };
    let body = state.castle(castle);
    let own = body.owner != HouseId::NONE && rules.house(body.owner).army == rules.army_of(force);
    match own || body.is_ruin() {
        true => Ok(castle),
        false => Err(No::new(R_14_3_2, "no-others-castle").hex(hex)),
    }
}

pub(super) fn can_repair(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    if !rules.unit(force).is_commander() {
        return Err(No::new(R_14_1_2, "no-commander").unit(force));
    }
    let castle = mendable(rules, state, force)?;
    let (body, hex) = (state.castle(castle), state.hex(force));
    if body.durability >= rules.tables.figures.castle.durability {
        return Err(No::new(R_8_2, "no-sound").hex(hex));
    }
    if body.has(Castle::REPAIRED) {
        return Err(No::new(R_14_3_3, "no-repaired").hex(hex));
    }
    if state.holed.has(force) && rules.is_surrounded(state, castle) {
        return Err(No::new(R_14_3_5, "no-refit-surrounded").unit(force));
    }
    // 31-1.
    if rules.is_ruined_main(state, rules.unit(force).house, hex) {
        return Ok(());
    }
    may_be_reached(rules, state, force)
}

pub(super) fn may_refit(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    rules.may_act(state, force)?;
    can_refit(rules, state, force)
}

pub(super) fn may_repair(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    rules.may_act(state, force)?;
    can_repair(rules, state, force)
}
