//! 15-5: a march in legs. Which unit is left behind, or where does the force go next?

use crate::{prelude::*, queries::movement::March};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Legs<U = UnitId> {
    pub force: U,
    /// Points left in tactical and strategic movement, or −1.
    pub left: (i8, i8),
    pub begun: bool,
}

pub(crate) fn may_begin(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    rules.may_march(state, force)?;
    if state.members(force).len() < 2 {
        return Err(No::new(R_15_5, "no-led-units").unit(force));
    }
    if is_beside(state.hex(force)) {
        return no(R_32_2, "no-drop-beside");
    }
    Ok(())
}

pub(crate) fn begin(cx: Cx<'_>, force: UnitId) -> Frame {
    let [tactical, strategic] = cx.rules.march(cx.state, force).left;
    Frame::Drop(Legs { force, left: (tactical, strategic), begun: false })
}

/// The force goes there, and its action is over. The march is needed only where the way is told.
pub(crate) fn end(cx: CxMut<'_>, force: UnitId, march: Option<March>, to: HexId, inside: bool) -> Flow {
    cx.rules.go(cx.state, force, march, to, inside, cx.story);
    cx.rules.mark_acted(cx.state, force);
    Flow::Done
}

impl Legs {
    /// The rest of the march. A force inside a castle has the point for coming out taken from the first leg on; a unit
    /// that it leaves behind before that stays inside.
    pub(crate) fn march(&self, rules: &Gunyuden, state: &State) -> March {
        March {
            force: self.force,
            side: rules.side_of(self.force),
            from: state.hex(self.force),
            left: [self.left.0, self.left.1],
            tactical_only: None,
        }
    }

    fn judge_leg(&self, cx: Cx<'_>, hex: HexId, inside: bool) -> May {
        let Cx { rules, state, .. } = cx;
        if !inside && hex == state.hex(self.force) && !state.holed.has(self.force) {
            return Err(No::new(R_15_1, "no-same-hex").unit(self.force));
        }
        rules.may_march_to(state, &self.march(rules, state), hex, inside)
    }

    /// The first leg or unit must come before the end: without either it is a plain march.
    fn judge_end(&self) -> May {
        if self.begun { Ok(()) } else { no(R_15_5, "no-drop-yet") }
    }

    /// Both gaits stay open as long as both would have got there.
    fn left_after(&self, cx: Cx<'_>, to: HexId) -> (i8, i8) {
        let march = self.march(cx.rules, cx.state);
        let after = |gait: usize| {
            let left = std::array::from_fn(|n| if n == gait { march.left[n] } else { -1 });
            let only = March { left, ..march };
            match march.left[gait] {
                -1 => -1,
                left => cx.rules.way(cx.state, &only, to, false).map_or(-1, |way| left - way.cost as i8),
            }
        };
        (after(0), after(1))
    }
}

impl Decision<Gunyuden> for Legs {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.force))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let force = piece(self.force);
        Question::new(cx.seat, R_15_5, Line::new("ask-drop").with("unit", force)).at(force)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let Cx { rules, state, .. } = cx;
        if self.begun {
            out.push(Action::Stay);
        }
        let led = state.members(self.force).iter().filter(|&unit| unit != self.force);
        out.extend(led.map(Action::Drop));
        let mut ways = Actions::default();
        rules.list_march(state, &self.march(rules, state), state.holed.has(self.force), &mut ways);
        for action in ways.iter() {
            if let Action::To(hex) = action {
                out.push(Action::By(*hex));
            }
        }
        if self.begun {
            out.extend(ways.iter().copied());
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        let state = cx.state;
        Some(match *action {
            Action::Stay => self.judge_end(),
            Action::Drop(unit)
                if unit == self.force || !state.lives(unit) || state.head(unit) != self.force =>
            {
                Err(No::new(R_15_5_2, "no-drop-other").unit(unit))
            }
            Action::Drop(_) => Ok(()),
            Action::By(hex) => self.judge_leg(cx, hex, false),
            Action::To(hex) if hex == state.hex(self.force) && !state.holed.has(self.force) => {
                Err(No::new(R_15_1, "no-same-hex").unit(self.force))
            }
            Action::To(hex) => self.judge_end().and_then(|()| self.judge_leg(cx, hex, false)),
            Action::Into(hex) => self.judge_end().and_then(|()| self.judge_leg(cx, hex, true)),
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let (force, march) = (self.force, Some(self.march(cx.rules, cx.state)));
        match action {
            Action::Drop(unit) => {
                let CxMut { rules, state, story, .. } = cx;
                self.begun = true;
                let (head, hex) = (state.head(unit), state.hex(unit));
                state.head[unit.index()] = unit;
                rules.mark_acted(state, unit);
                story.tell(|| Event::Dropped { unit, head, hex });
                Flow::Stay
            }
            Action::By(hex) => {
                let left = self.left_after(cx.as_cx(), hex);
                cx.rules.go(cx.state, force, march, hex, false, cx.story);
                (self.left, self.begun) = (left, true);
                Flow::Stay
            }
            Action::To(hex) => end(cx, force, march, hex, false),
            Action::Into(hex) => end(cx, force, march, hex, true),
            _ => {
                cx.rules.mark_acted(cx.state, force);
                Flow::Done
            }
        }
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        let Cx { rules, state, .. } = cx;
        match crate::presentation::click::unit_clicked(thing) {
            Some(unit) if state.lives(unit) && state.hex(unit) == state.hex(self.force) => {
                Some(Action::Drop(unit))
            }
            _ => rules.hex_clicked(state, thing).map(Action::By),
        }
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        2
    }
}
