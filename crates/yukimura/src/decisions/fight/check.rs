//! Chapter 11: the morale check of one unit.

use kernel::Modifier;

use crate::{
    decisions::fight::{retreat, retreat::Why},
    prelude::*,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Check {
    pub unit: UnitId,
    pub modifier: i16,
    pub chain: bool,
}

pub(crate) fn begin(cx: &mut CxMut<'_, Fight>, unit: UnitId, modifier: i16, chain: bool) -> Flow<Stage> {
    if cx.rules.unit(unit).morale.is_none() {
        // 11: the asterisk never checks; every check counts as passed.
        cx.story.tell(|| Event::Unshaken { unit });
        return fight::go_on(cx);
    }
    Flow::Next(Stage::Check(Check { unit, modifier, chain }))
}

impl Decision<Yukimura, Fight> for Check {
    fn asked(&self, _cx: Cx<'_, Fight>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Fight>) -> Roll {
        let morale = cx.rules.unit(self.unit).morale.unwrap_or_default();
        let mut modifiers = Vec::new();
        if self.modifier != 0 {
            let value = self.modifier;
            modifiers.push(Modifier { value, line: Line::new("check-result"), rule: R_11_1A });
        }
        modifiers.push(Modifier { value: -morale, line: Line::new("check-morale"), rule: R_11_1A });
        Roll {
            rule: if self.chain { R_11_2_2 } else { R_11 },
            seat: Seat(cx.rules.side_of(self.unit).0),
            line: Line::new(if self.chain { "roll-chain" } else { "roll-check" })
                .with("unit", piece(self.unit))
                .with("morale", i32::from(morale)),
            pool: Pool::d6(1),
            modifiers,
        }
    }

    fn rolled(&mut self, mut cx: CxMut<'_, Fight>, fall: Fall) -> Flow<Stage> {
        let Check { unit, modifier, chain } = *self;
        let morale = cx.rules.unit(unit).morale.expect("only they check");
        let failed = fall.value() + i32::from(modifier) - i32::from(morale);
        let longest = i32::from(cx.rules.numbers.morale.longest_retreat);
        match failed {
            ..=0 => {
                cx.story.tell(|| Event::Held { unit, chain });
                fight::go_on(&mut cx)
            }
            _ if failed <= longest => {
                let why = if chain { Why::Chain } else { Why::Own };
                retreat::begin(&mut cx, unit, failed as u8, why)
            }
            _ => {
                fight::remove(&mut cx, unit, R_11_3_REMOVED);
                fight::go_on(&mut cx)
            }
        }
    }
}
