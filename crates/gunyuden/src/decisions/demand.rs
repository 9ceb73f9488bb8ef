//! 20-1 to 20-3: a castle is called upon to surrender; 37.7: or an enemy to make peace. The die answers.

use kernel::Rule;

use super::{modify, situation, yielding};
use crate::{model::tables::Answer, prelude::*};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Demand<U = UnitId, H = HexId> {
    pub force: U,
    pub hex: H,
    /// 37.7.
    pub peace: bool,
}

pub(crate) fn begin(cx: &mut CxMut<'_>, force: UnitId, peace: bool) -> Frame {
    let CxMut { rules, state, story, .. } = cx;
    let hex = state.hex(force);
    situation::provoke(rules, state, force, story);
    if let Some(castle) = rules.castle_at(hex) {
        state.castles[castle.index()].marks |= Castle::DEMANDED;
    }
    rules.mark_acted(state, force);
    match peace {
        false => story.tell(|| Event::DemandMade { force, hex }),
        true => story.tell(|| Event::PeaceDemanded { force, hex }),
    }
    Frame::Demand(Demand { force, hex, peace })
}

/// 20-2-1.
pub(crate) fn modifiers(cx: Cx<'_>, castle: CastleId, force: UnitId) -> Modifiers {
    let Cx { rules, state, .. } = cx;
    let mut list = Modifiers::new();
    let hex = rules.keep(castle).hex;
    let figures = &rules.tables.figures.modifier;
    match rules.garrison(state, hex).iter().map(|unit| rules.unit(unit).rank).max() {
        Some(Rank::Chief) => modify(&mut list, figures.chief_inside, "mod-chief-inside", R_20_2_1),
        Some(Rank::General) => modify(&mut list, figures.general_inside, "mod-general-inside", R_20_2_1),
        _ => {}
    }
    let by = match state.lives(force) {
        true => state.members(force),
        false => UnitSet::default(),
    };
    let heart = rules.castle_low(state, castle) - rules.lowest(state, by);
    modify(&mut list, heart, "mod-morale", R_20_2_1);
    if state.castle(castle).has(Castle::REFUSED) {
        modify(&mut list, figures.refused, "mod-refused", R_20_3B);
    }
    list
}

/// The throw for an answer.
pub(crate) fn roll(cx: Cx<'_>, force: UnitId, hex: HexId, rule: Rule, key: &'static str) -> Roll {
    let castle = cx.rules.castle_at(hex).expect("a castle is called upon");
    let line = Line::new(key)
        .with("unit", piece(force))
        .with("hex", place(hex))
        .with("durability", i32::from(cx.state.castle(castle).durability));
    let seat = Seat(cx.rules.side_of(force).0);
    Roll { rule, seat, line, pool: Pool::d6(1), modifiers: modifiers(cx, castle, force) }
}

/// 20-3: what the die answers. `fallen`: the castle has fallen, and is a ruin or not (21.0).
pub(crate) fn answer(cx: CxMut<'_>, captor: UnitId, hex: HexId, fallen: Option<bool>, die: i32) -> Flow {
    let castle = cx.rules.castle_at(hex).expect("a castle is called upon");
    let cast = Cast { die, modifiers: modifiers(cx.as_cx(), castle, captor) };
    let CxMut { rules, state, story, .. } = cx;
    let durability = if fallen.is_some() { 0 } else { state.castle(castle).durability };
    let answer = rules.tables.answer(durability, cast.total());
    let inside = rules.garrison(state, hex).len() as u8;
    story.tell(|| Event::Answered { hex, cast, durability, answer, inside });
    match answer {
        Answer::Death => state.castles[castle.index()].marks |= Castle::DEATH,
        Answer::Refused => state.castles[castle.index()].marks |= Castle::REFUSED,
        Answer::Silence => {}
        _ => {
            let yields = yielding::Yield::answered(rules, inside, captor, hex, answer, fallen == Some(true));
            return Flow::Next(Frame::Yield(yields));
        }
    }
    Flow::Done
}

impl Demand {
    /// 37.7: a result that would open the castle makes peace, and the war is over.
    fn rolled_for_peace(&self, cx: CxMut<'_>, die: i32) -> Flow {
        let Demand { force, hex, .. } = *self;
        let castle = cx.rules.castle_at(hex).expect("a castle is called upon");
        let cast = Cast { die, modifiers: modifiers(cx.as_cx(), castle, force) };
        let CxMut { rules, state, story, .. } = cx;
        // A position may hold a demand for peace where the scenario knows none.
        let Some(peace) = &rules.scenario.peace else { return Flow::Stay };
        let answer = rules.tables.answer(peace.row, cast.total());
        let made = answer >= Answer::Opened;
        story.tell(|| Event::PeaceAnswered { hex, cast, made });
        if made {
            state.happened.note(Happened::PEACE);
            rules.finish(state, story);
        } else if answer == Answer::Refused {
            state.castles[castle.index()].marks |= Castle::REFUSED;
        }
        Flow::Done
    }
}

impl Decision<Gunyuden> for Demand {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let (rule, key) = if self.peace { (R_37_7, "roll-peace") } else { (R_20_2, "roll-demand") };
        roll(cx, self.force, self.hex, rule, key)
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        match self.peace {
            true => self.rolled_for_peace(cx, fall.value()),
            false => answer(cx, self.force, self.hex, None, fall.value()),
        }
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}

pub(super) fn may_demand(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    rules.may_act(state, force)?;
    let castle = rules.besieged_by(state, force)?;
    if !rules.unit(force).is_commander() {
        return Err(No::new(R_20_1, "no-commander").unit(force));
    }
    if state.members(force).and(&state.surrounding).is_empty() {
        return Err(No::new(R_17_1_5, "no-surround-first").unit(force));
    }
    let (body, hex) = (state.castle(castle), state.hex(force));
    if body.has(Castle::DEATH) {
        return Err(No::new(R_20_3A, "no-to-the-death").hex(hex));
    }
    if body.has(Castle::ASSAULTED) {
        return Err(No::new(R_20_1_1, "no-after-assault").hex(hex));
    }
    if body.has(Castle::DEMANDED) {
        return Err(No::new(R_20_1_2, "no-second-demand").hex(hex));
    }
    Ok(())
}

/// 37.7: a demand for peace is a demand in all but its row.
pub(super) fn may_demand_peace(rules: &Gunyuden, state: &State, force: UnitId) -> May {
    let Some(peace) = rules.scenario.peace.as_ref().filter(|peace| peace.side == rules.side_of(force)) else {
        return no(R_37_7, "no-peace-here");
    };
    if state.inning < peace.from {
        return Err(No::new(peace.rule, "no-peace-yet").with("inning", i32::from(peace.from)));
    }
    if !state.holed.has(peace.unit) || state.hex(peace.unit) != state.hex(force) {
        return Err(No::new(peace.rule, "no-peace-unit").unit(peace.unit));
    }
    may_demand(rules, state, force)
}

impl Answer {
    pub(crate) fn rule(self) -> Rule {
        match self {
            Answer::Death => R_20_3A,
            Answer::Refused => R_20_3B,
            Answer::Silence => R_20_3C,
            Answer::Opened => R_20_3D,
            Answer::Castellan => R_20_3E,
            Answer::WarParty => R_20_3F,
            Answer::Disbanded => R_20_3G,
            Answer::Surrender => R_20_3H,
        }
    }

    pub(crate) fn key(self) -> &'static str {
        match self {
            Answer::Death => "answer-death",
            Answer::Refused => "answer-refused",
            Answer::Silence => "answer-silence",
            Answer::Opened => "answer-opened",
            Answer::Castellan => "answer-castellan",
            Answer::WarParty => "answer-war-party",
            Answer::Disbanded => "answer-disbanded",
            Answer::Surrender => "answer-surrender",
        }
    }
}
