//! 4-1-1(1), 32, 35, 36.7, 37: what may change at the start of an inning, by the die or by declaration.

use kernel::Rule;

use super::{draft::Draft, modify, sequence};
use crate::{
    model::{
        scenarios::{Change, Hold, Intervention, Until, Waver, Wavering},
        state::beside,
        units::{ANTI, ArmyId, HASHIBA},
    },
    prelude::*,
};

/// The change of this number is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation(pub(super) u8);

fn hold(rules: &Gunyuden, n: u8) -> &Hold {
    &rules.scenario.holds[usize::from(n)]
}

fn intervention(rules: &Gunyuden, n: u8) -> &Intervention {
    &rules.scenario.interventions[usize::from(n)]
}

fn lord(rules: &Gunyuden, n: u8) -> Option<(&Wavering, &Waver)> {
    let wavering = rules.scenario.wavering.as_ref()?;
    Some((wavering, &wavering.lords[usize::from(n)]))
}

/// 32-2: an army beyond the edge is organised before it comes on.
fn gather(army: ArmyId) -> Frame {
    Frame::Draft(Draft::new(beside(army), None))
}

impl Situation {
    /// The change, if it is due now.
    fn due(self, rules: &Gunyuden, state: &State) -> Option<Change> {
        let change = *rules.scenario.changes.get(usize::from(self.0))?;
        let has = |what: Happened| state.happened.has(what);
        let is_due = match change {
            Change::Intervention(n) => !has(intervention(rules, n).flag),
            Change::Arrival(n) => rules.scenario.arrivals[usize::from(n)].inning == state.inning,
            Change::Pact => !has(Happened::PACT),
            Change::Waver(n) => lord(rules, n).is_some_and(|(_, lord)| !has(lord.flag)),
            Change::Surprise => rules.scenario.surprise.as_ref().is_some_and(|s| {
                state.inning <= s.last && rules.castle_side(state, s.castle) == Some(s.side.other())
            }),
            Change::Thaw(n) => match hold(rules, n).until {
                Until::Thaw { from, last, .. } => {
                    !has(Happened::THAWED) && (from..=last).contains(&state.inning)
                }
                Until::Declared => false,
            },
            Change::Declaration(_) => !has(Happened::DECLARED),
        };
        is_due.then_some(change)
    }

    /// The hold that its owner may end by a declaration now.
    fn declaration<'a>(self, cx: Cx<'a, Base>) -> Option<&'a Hold> {
        match self.due(cx.rules, cx.state)? {
            Change::Declaration(n) => Some(hold(cx.rules, n)),
            _ => None,
        }
    }
}

fn intervention_modifiers(rules: &Gunyuden, state: &State, late: &Intervention) -> Modifiers {
    let mut list = Modifiers::new();
    let battles = i16::from(-state.battles.signum()) * rules.tables.figures.modifier.battles;
    modify(&mut list, battles, "mod-battles", late.rule);
    if let Some(pact) = &rules.scenario.pact
        && state.happened.has(Happened::PACT)
    {
        modify(&mut list, pact.lowers, "mod-pact", pact.rule);
    }
    list
}

/// 37.4: the castle is lost without a fight; its garrison leaves with the night, to the nearest castle of its side.
fn seize(rules: &Gunyuden, state: &mut State, castle: CastleId, house: HouseId) {
    let hex = rules.keep(castle).hex;
    rules.renew(state, castle, house);
    let enemy = rules.house(house).side.other();
    let units = state.units_at(hex).and(&rules.sides[enemy.index()]);
    if let Some(away) = rules.nearest_castle(state, enemy, hex) {
        rules.admit(state, units.iter(), away);
    }
}

/// 35.7: a lord chooses, and his men and castles with him.
fn rolled_waver(cx: CxMut<'_, Base>, wavering: &Wavering, lord: &Waver, die: i32) {
    let CxMut { rules, state, story, .. } = cx;
    let cast = Cast { die, modifiers: rules.waver_modifiers(state, wavering) };
    let side = match cast.total() {
        total if total >= i32::from(wavering.anti) => ANTI,
        total if total <= i32::from(wavering.hashiba) => HASHIBA,
        _ => {
            let house = rules.unit(lord.units[0][0]).house;
            return story.tell(|| Event::Wavers { house, cast, rule: wavering.rule });
        }
    };
    let house = rules.unit(lord.units[side.index()][0]).house;
    story.tell(|| Event::Chooses { house, side, cast, rule: wavering.rule });
    rules.stand_with(state, lord, side);
}

impl Decision<Gunyuden, Base> for Situation {
    fn asked(&self, cx: Cx<'_, Base>) -> AskedSeats {
        match self.declaration(cx) {
            Some(hold) => seat_of(cx.rules.house(hold.houses[0]).side),
            None => AskedSeats::NOBODY,
        }
    }

    fn question(&self, cx: Cx<'_, Base>) -> Question {
        let hold = self.declaration(cx).expect("somebody is asked");
        let house = Thing::Card(u16::from(hold.houses[0].0));
        Question::new(cx.seat, hold.rule, Line::new("ask-declare").with("house", house))
    }

    fn list(&self, _cx: Cx<'_, Base>, out: &mut Actions<Action>) {
        out.extend([Action::Wait, Action::Declare]);
    }

    fn judge(&self, _cx: Cx<'_, Base>, action: &Action) -> Option<May> {
        matches!(action, Action::Declare | Action::Wait).then_some(Ok(()))
    }

    fn act(&mut self, cx: CxMut<'_, Base>, action: Action) -> Flow<Infallible> {
        if action == Action::Declare
            && let Some(hold) = self.declaration(cx.as_cx())
        {
            let house = hold.houses[0];
            cx.story.tell(|| Event::Declared { house });
            cx.state.happened.note(Happened::DECLARED);
        }
        cx.state.phase = Phase::Situation(self.0 + 1);
        Flow::Stay
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let Cx { rules, state, .. } = cx;
        let roll = |rule: Rule, side: Side, line: Line, modifiers: Modifiers| Roll {
            rule,
            seat: Seat(side.0),
            line,
            pool: Pool::d6(1),
            modifiers,
        };
        let rolled = match self.due(rules, state) {
            Some(Change::Intervention(n)) => {
                let late = intervention(rules, n);
                let guard = rules.guard(state, late);
                let need = rules.tables.needed(&late.table, guard).unwrap_or(7);
                let line = Line::new("roll-intervention")
                    .with("army", rules.army_card(late.army))
                    .with("strength", i32::from(guard))
                    .with("need", i32::from(need));
                let side = rules.armies[usize::from(late.army.0)].side;
                Some(roll(late.rule, side, line, intervention_modifiers(rules, state, late)))
            }
            Some(Change::Pact) => rules.scenario.pact.as_ref().map(|pact| {
                let line = Line::new("roll-pact").with("need", i32::from(pact.die));
                roll(pact.rule, pact.side, line, Vec::new())
            }),
            Some(Change::Waver(n)) => lord(rules, n).map(|(wavering, lord)| {
                let house = Thing::Card(u16::from(rules.unit(lord.units[0][0]).house.0));
                let line = Line::new("roll-waver")
                    .with("house", house)
                    .with("high", i32::from(wavering.anti))
                    .with("low", i32::from(wavering.hashiba));
                roll(wavering.rule, ANTI, line, rules.waver_modifiers(state, wavering))
            }),
            Some(Change::Surprise) => rules.scenario.surprise.as_ref().map(|surprise| {
                let line = Line::new("roll-surprise")
                    .with("hex", place(rules.keep(surprise.castle).hex))
                    .with("need", i32::from(surprise.die));
                roll(surprise.rule, surprise.side, line, Vec::new())
            }),
            Some(Change::Thaw(n)) => {
                let hold = hold(rules, n);
                let house = Thing::Card(u16::from(hold.houses[0].0));
                let side = rules.house(hold.houses[0]).side;
                match hold.until {
                    Until::Thaw { die, .. } => {
                        let line = Line::new("roll-thaw").with("house", house).with("need", i32::from(die));
                        Some(roll(hold.rule, side, line, Vec::new()))
                    }
                    Until::Declared => None,
                }
            }
            Some(Change::Arrival(_) | Change::Declaration(_)) | None => None,
        };
        rolled.expect("a change that is due is declared or thrown for")
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let CxMut { rules, state, story, .. } = cx;
        let die = fall.value();
        let due = self.due(rules, state).expect("dice were wanted");
        state.phase = Phase::Situation(self.0 + 1);
        match due {
            Change::Intervention(n) => {
                let late = intervention(rules, n);
                let need = rules.tables.needed(&late.table, rules.guard(state, late)).unwrap_or(7);
                let cast = Cast { die, modifiers: intervention_modifiers(rules, state, late) };
                let comes = cast.total() >= i32::from(need);
                let (army, rule) = (late.army, late.rule);
                story.tell(|| Event::Intervention { army, cast, comes, rule });
                if comes {
                    state.happened.note(late.flag);
                    if !late.units.is_empty() {
                        return Flow::Call(gather(army));
                    }
                }
            }
            Change::Pact => {
                let pact = rules.scenario.pact.as_ref().expect("it is due");
                let made = die >= i32::from(pact.die);
                story.tell(|| Event::Pact { die, made, rule: pact.rule });
                if made {
                    state.happened.note(Happened::PACT);
                }
            }
            Change::Waver(n) => {
                let (wavering, lord) = lord(rules, n).expect("it is due");
                rolled_waver(
                    CxMut { rules, state, story, parent: cx.parent, seat: cx.seat },
                    wavering,
                    lord,
                    die,
                );
            }
            Change::Surprise => {
                let surprise = rules.scenario.surprise.as_ref().expect("it is due");
                let (hex, taken) = (rules.keep(surprise.castle).hex, die >= i32::from(surprise.die));
                story.tell(|| Event::Surprise { hex, die, taken, rule: surprise.rule });
                if taken {
                    seize(rules, state, surprise.castle, surprise.house);
                }
            }
            Change::Thaw(n) => {
                let hold = hold(rules, n);
                let need = match hold.until {
                    Until::Thaw { die, .. } => die,
                    Until::Declared => unreachable!("only a thaw is thrown for"),
                };
                let (thaws, rule, house) = (die >= i32::from(need), hold.rule, hold.houses[0]);
                story.tell(|| Event::Thaw { die, thaws, house, rule });
                if thaws {
                    state.happened.note(Happened::THAWED);
                }
            }
            Change::Arrival(_) | Change::Declaration(_) => unreachable!("no dice were wanted"),
        }
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        let due = self.due(cx.rules, cx.state);
        due.is_some_and(|due| !matches!(due, Change::Arrival(_))) && sequence::is_tidy(cx.rules, cx.state)
    }

    /// Goes to the next change that is due, or on to stage 1.
    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let CxMut { rules, state, story, .. } = cx;
        sequence::tidy(rules, state);
        if usize::from(self.0) >= rules.scenario.changes.len() {
            rules.test_lines(state, story);
            sequence::begin_stage(CxMut { rules, state, story, parent: cx.parent, seat: cx.seat }, 1);
            return Flow::Stay;
        }
        match self.due(rules, state) {
            None => state.phase = Phase::Situation(self.0 + 1),
            Some(Change::Arrival(late)) => {
                state.phase = Phase::Situation(self.0 + 1);
                let arrival = &rules.scenario.arrivals[usize::from(late)];
                let (army, rule) = (arrival.army, arrival.rule);
                story.tell(|| Event::Arrives { army, rule });
                return Flow::Call(gather(army));
            }
            Some(_) => {}
        }
        Flow::Stay
    }
}

/// 35.7: a waiting lord who is attacked joins the other side.
pub(super) fn provoke(rules: &Gunyuden, state: &mut State, force: UnitId, story: &mut Story<Event>) {
    let Some((_, lord)) = rules.waits(state, state.hex(force)) else { return };
    let side = rules.side_of(force).other();
    let house = rules.unit(lord.units[side.index()][0]).house;
    let rule = rules.scenario.wavering.as_ref().map_or(R_17_1_1, |wavering| wavering.rule);
    story.tell(|| Event::Provoked { house, side, rule });
    rules.stand_with(state, lord, side);
}
