//! D-INI-1, D-INI-2: who has the initiative?

use kernel::{Modifier, Modifiers};

use crate::prelude::*;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Initiative;

impl Decision<Daimyo, Base> for Initiative {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let mut all = modifiers(cx.rules, cx.state, Side(0));
        // One throw of two dice, the first for side 0: the other side's modifiers count against it.
        for mut modifier in modifiers(cx.rules, cx.state, Side(1)) {
            modifier.value = -modifier.value;
            all.push(modifier);
        }
        Roll {
            rule: D_INI_1,
            seat: Seat(0),
            line: Line::new("roll-initiative"),
            pool: Pool::Each { dice: 2, sides: 6 },
            modifiers: all,
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let total = |side: Side| {
            let sum: i16 = modifiers(rules, state, side).iter().map(|m| m.value).sum();
            fall.die(side.index()) + i32::from(sum)
        };
        let totals = Side::ALL.map(total);
        if totals[0] == totals[1] {
            story.tell(|| Event::new(D_INI_1, "told-tie").with("total", totals[0]));
            return Flow::Stay;
        }
        let holder = if totals[0] > totals[1] { Side(0) } else { Side(1) };
        story.tell(|| {
            Event::new(D_INI_1, "told-initiative")
                .with("side", holder)
                .with("total", totals[holder.index()])
                .with("against", totals[holder.other().index()])
        });
        sequence::take_initiative(rules, state, holder);
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}

fn modifiers(rules: &Daimyo, state: &State, side: Side) -> Modifiers {
    let mut list = Modifiers::new();
    let general = rules.general(side);
    let rating = rules.rating(state, general);
    if rating != 0 {
        let line = Line::new("mod-rating").with("leader", person(general));
        list.push(Modifier { value: rating, line, rule: D_INI_1 });
    }
    if rules.is_seated(state, side) {
        list.push(Modifier {
            value: rules.tables.command.seated,
            line: Line::new("mod-seated").with("side", side),
            rule: D_INI_1,
        });
    }
    if rules.options.initiative_attrition {
        let worn = rules.of_side[side.index()].iter().filter(|unit| {
            let body = state.body(*unit);
            body.place.is_lost() || body.place.is_here() && body.is(Mark::Routing)
        });
        let worn = worn.count() as i16;
        if worn > 0 {
            let line = Line::new("mod-worn").with("side", side);
            list.push(Modifier { value: worn * rules.tables.command.worn, line, rule: D_INI_2 });
        }
    }
    if state.fortunes.heads[side.index()] {
        let line = Line::new("mod-heads").with("side", side);
        list.push(Modifier { value: rules.tables.events.heads, line, rule: D_SEQ_C5 });
    }
    list
}
