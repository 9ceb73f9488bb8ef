//! 4-1-1(1), 32, 35, 36.7, 37: what may change at the start of an inning.

use hexmap::HexId;
use kernel::{Actions, Line, Modifiers, Pool, Question, Roll, Rule, Seat, Side, Story, Thing};

use crate::{
    Gunyuden,
    action::Action,
    event::{Cast, Event},
    organise::begin_draft,
    refuse::place,
    rule_ids::R_17_1_1,
    scenarios::{Change, Hold, Intervention, Until, Waver, Wavering},
    skirmish::modify,
    state::{Happened, Phase, State, beside},
    units::{ANTI, ArmyId, CastleId, HASHIBA, HouseId, UnitId},
};

impl Gunyuden {
    /// Is the army on the map or about to come on?
    pub(crate) fn has_intervened(&self, state: &State, army: ArmyId) -> bool {
        let mut late = self.scenario.interventions.iter();
        let mut arrivals = self.scenario.arrivals.iter();
        late.find(|late| late.army == army).is_none_or(|late| state.happened.has(late.flag))
            && arrivals.find(|arrival| arrival.army == army).is_none_or(|a| state.inning >= a.inning)
    }

    fn hold(&self, n: u8) -> &Hold {
        &self.scenario.holds[usize::from(n)]
    }

    fn intervention(&self, n: u8) -> &Intervention {
        &self.scenario.interventions[usize::from(n)]
    }

    fn lord(&self, n: u8) -> Option<(&Wavering, &Waver)> {
        let wavering = self.scenario.wavering.as_ref()?;
        Some((wavering, &wavering.lords[usize::from(n)]))
    }

    /// The change of this number, if it is due now.
    fn due(&self, state: &State, n: u8) -> Option<Change> {
        let change = *self.scenario.changes.get(usize::from(n))?;
        let has = |what: Happened| state.happened.has(what);
        let is_due = match change {
            Change::Intervention(n) => !has(self.intervention(n).flag),
            Change::Arrival(n) => self.scenario.arrivals[usize::from(n)].inning == state.inning,
            Change::Pact => !has(Happened::PACT),
            Change::Waver(n) => self.lord(n).is_some_and(|(_, lord)| !has(lord.flag)),
            Change::Surprise => self.scenario.surprise.as_ref().is_some_and(|s| {
                state.inning <= s.last && self.castle_side(state, s.castle) == Some(s.side.other())
            }),
            Change::Thaw(n) => match self.hold(n).until {
                Until::Thaw { from, last, .. } => {
                    !has(Happened::THAWED) && (from..=last).contains(&state.inning)
                }
                Until::Declared => false,
            },
            Change::Declaration(_) => !has(Happened::DECLARED),
        };
        is_due.then_some(change)
    }

    /// Goes to the next change that is due, or on to stage 1.
    pub(crate) fn run_situation(&self, state: &mut State, n: u8, story: &mut Story<Event>) -> bool {
        if usize::from(n) >= self.scenario.changes.len() {
            self.test_lines(state, story);
            self.begin_stage(state, 1, story);
            return true;
        }
        match self.due(state, n) {
            None => state.phase = Phase::Situation(n + 1),
            Some(Change::Arrival(late)) => {
                state.phase = Phase::Situation(n + 1);
                let arrival = &self.scenario.arrivals[usize::from(late)];
                let (army, rule) = (arrival.army, arrival.rule);
                story.tell(|| Event::Arrives { army, rule });
                self.gather(state, army);
            }
            Some(_) => return false,
        }
        true
    }

    /// 32-2: an army beyond the edge is organised before it comes on.
    fn gather(&self, state: &mut State, army: ArmyId) {
        state.frames.push(begin_draft(beside(army), None));
    }

    /// 32-1: the strength that keeps the army quiet.
    pub(crate) fn guard(&self, state: &State, late: &Intervention) -> u16 {
        let side = self.armies[usize::from(late.army.0)].side.other();
        let there = self.sides[side.index()].iter().filter(|&unit| self.guards(state, late, unit));
        self.strength_of(state, there.collect())
    }

    /// Does this unit stand where it keeps the army quiet?
    fn guards(&self, state: &State, late: &Intervention, unit: crate::units::UnitId) -> bool {
        state.on_map(unit) && late.provinces.contains(&self.ground.province[state.hex(unit).index()])
    }

    fn intervention_modifiers(&self, state: &State, late: &Intervention) -> Modifiers {
        let mut list = Modifiers::new();
        let battles = i16::from(-state.battles.signum()) * self.tables.figures.modifier.battles;
        modify(&mut list, battles, "mod-battles", late.rule);
        if let Some(pact) = &self.scenario.pact
            && state.happened.has(Happened::PACT)
        {
            modify(&mut list, pact.lowers, "mod-pact", pact.rule);
        }
        list
    }

    /// 35.7: what draws the lords to one side or the other.
    pub(crate) fn waver_modifiers(&self, state: &State, wavering: &Wavering) -> Modifiers {
        let mut list = Modifiers::new();
        if self.castle_side(state, wavering.castle) == Some(ANTI) {
            modify(&mut list, wavering.castle_bonus, "mod-capital", wavering.rule);
        }
        let great = self.castles_of(state, ANTI).filter(|&castle| self.keep(castle).level >= wavering.level);
        modify(&mut list, (great.count() as i16 - wavering.beyond).max(0), "mod-castles", wavering.rule);
        if state.on_map(wavering.chief) {
            let province = self.ground.province[state.hex(wavering.chief).index()];
            let near = wavering.near.iter().find(|(name, _)| *name == province);
            modify(&mut list, near.map_or(0, |(_, value)| *value), "mod-near", wavering.rule);
        }
        if state.battles > 0 {
            modify(&mut list, wavering.beaten, "mod-battles", wavering.rule);
        }
        list
    }

    fn lord_card(&self, lord: &Waver) -> Thing {
        Thing::Card(u16::from(self.unit(lord.units[0][0]).house.0))
    }

    pub(crate) fn situation_roll(&self, state: &State, n: u8) -> Option<Roll> {
        let roll = |rule: Rule, side: Side, line: Line, modifiers: Modifiers| {
            Some(Roll { rule, seat: Seat(side.0), line, pool: Pool::d6(1), modifiers })
        };
        match self.due(state, n)? {
            Change::Intervention(n) => {
                let late = self.intervention(n);
                let guard = self.guard(state, late);
                let need = self.tables.needed(&late.table, guard).unwrap_or(7);
                let line = Line::new("roll-intervention")
                    .with("army", self.army_card(late.army))
                    .with("strength", i32::from(guard))
                    .with("need", i32::from(need));
                let side = self.armies[usize::from(late.army.0)].side;
                roll(late.rule, side, line, self.intervention_modifiers(state, late))
            }
            Change::Pact => {
                let pact = self.scenario.pact.as_ref()?;
                let line = Line::new("roll-pact").with("need", i32::from(pact.die));
                roll(pact.rule, pact.side, line, Vec::new())
            }
            Change::Waver(n) => {
                let (wavering, lord) = self.lord(n)?;
                let line = Line::new("roll-waver")
                    .with("house", self.lord_card(lord))
                    .with("high", i32::from(wavering.anti))
                    .with("low", i32::from(wavering.hashiba));
                roll(wavering.rule, ANTI, line, self.waver_modifiers(state, wavering))
            }
            Change::Surprise => {
                let surprise = self.scenario.surprise.as_ref()?;
                let line = Line::new("roll-surprise")
                    .with("hex", place(self.keep(surprise.castle).hex))
                    .with("need", i32::from(surprise.die));
                roll(surprise.rule, surprise.side, line, Vec::new())
            }
            Change::Thaw(n) => {
                let hold = self.hold(n);
                let Until::Thaw { die, .. } = hold.until else { return None };
                let house = Thing::Card(u16::from(hold.houses[0].0));
                let line = Line::new("roll-thaw").with("house", house).with("need", i32::from(die));
                roll(hold.rule, self.house(hold.houses[0]).side, line, Vec::new())
            }
            Change::Arrival(_) | Change::Declaration(_) => None,
        }
    }

    pub(crate) fn army_card(&self, army: ArmyId) -> Thing {
        Thing::Card(u16::from(self.armies[usize::from(army.0)].houses[0].0))
    }

    pub(crate) fn declaring_side(&self, state: &State, n: u8) -> Option<Side> {
        match self.due(state, n)? {
            Change::Declaration(n) => Some(self.house(self.hold(n).houses[0]).side),
            _ => None,
        }
    }

    pub(crate) fn situation_question(&self, state: &State, n: u8) -> Option<Question> {
        let Change::Declaration(n) = self.due(state, n)? else { return None };
        let hold = self.hold(n);
        let house = Thing::Card(u16::from(hold.houses[0].0));
        let seat = Seat(self.house(hold.houses[0]).side.0);
        Some(Question::new(seat, hold.rule, Line::new("ask-declare").with("house", house)))
    }

    pub(crate) fn list_situation(&self, out: &mut Actions<Action>) {
        out.push(Action::Wait);
        out.push(Action::Declare);
    }

    pub(crate) fn resolve_situation(
        &self,
        state: &mut State,
        n: u8,
        action: Action,
        story: &mut Story<Event>,
    ) {
        if action == Action::Declare
            && let Some(Change::Declaration(n)) = self.due(state, n)
        {
            let house = self.hold(n).houses[0];
            story.tell(|| Event::Declared { house });
            state.happened.note(Happened::DECLARED);
        }
        state.phase = Phase::Situation(n + 1);
    }

    pub(crate) fn fall_situation(&self, state: &mut State, n: u8, die: i32, story: &mut Story<Event>) {
        let Some(due) = self.due(state, n) else { return };
        state.phase = Phase::Situation(n + 1);
        match due {
            Change::Intervention(n) => {
                let late = self.intervention(n);
                let need = self.tables.needed(&late.table, self.guard(state, late)).unwrap_or(7);
                let cast = Cast { die, modifiers: self.intervention_modifiers(state, late) };
                let comes = cast.total() >= i32::from(need);
                let (army, rule) = (late.army, late.rule);
                story.tell(|| Event::Intervention { army, cast, comes, rule });
                if comes {
                    state.happened.note(late.flag);
                    if !late.units.is_empty() {
                        self.gather(state, army);
                    }
                }
            }
            Change::Pact => {
                let Some(pact) = &self.scenario.pact else { return };
                let made = die >= i32::from(pact.die);
                story.tell(|| Event::Pact { die, made, rule: pact.rule });
                if made {
                    state.happened.note(Happened::PACT);
                }
            }
            Change::Waver(n) => self.fall_waver(state, n, die, story),
            Change::Surprise => {
                let Some(surprise) = &self.scenario.surprise else { return };
                let (hex, taken) = (self.keep(surprise.castle).hex, die >= i32::from(surprise.die));
                story.tell(|| Event::Surprise { hex, die, taken, rule: surprise.rule });
                if taken {
                    self.seize(state, surprise.castle, surprise.house);
                }
            }
            Change::Thaw(n) => {
                let hold = self.hold(n);
                let Until::Thaw { die: need, .. } = hold.until else { return };
                let (thaws, rule, house) = (die >= i32::from(need), hold.rule, hold.houses[0]);
                story.tell(|| Event::Thaw { die, thaws, house, rule });
                if thaws {
                    state.happened.note(Happened::THAWED);
                }
            }
            Change::Arrival(_) | Change::Declaration(_) => {}
        }
    }

    /// 37.4: the castle is lost without a fight; whoever was in it stands outside the gate no longer and leaves with
    /// the night, to the nearest castle of his side.
    fn seize(&self, state: &mut State, castle: CastleId, house: HouseId) {
        let hex = self.keep(castle).hex;
        self.renew(state, castle, house);
        let enemy = self.house(house).side.other();
        let units = state.units_at(hex).and(&self.sides[enemy.index()]);
        if let Some(away) = self.nearest_castle(state, enemy, hex) {
            self.admit(state, units.iter(), away);
        }
    }

    /// 35.7: a lord chooses, and his men and castles with him.
    fn fall_waver(&self, state: &mut State, n: u8, die: i32, story: &mut Story<Event>) {
        let Some((wavering, lord)) = self.lord(n) else { return };
        let cast = Cast { die, modifiers: self.waver_modifiers(state, wavering) };
        let side = match cast.total() {
            total if total >= i32::from(wavering.anti) => ANTI,
            total if total <= i32::from(wavering.hashiba) => HASHIBA,
            _ => {
                let house = self.unit(lord.units[0][0]).house;
                return story.tell(|| Event::Wavers { house, cast, rule: wavering.rule });
            }
        };
        let house = self.unit(lord.units[side.index()][0]).house;
        story.tell(|| Event::Chooses { house, side, cast, rule: wavering.rule });
        self.stand_with(state, lord, side);
    }

    /// 35.7: the lord who waits in the castle of this hex.
    pub(crate) fn waits(&self, state: &State, hex: HexId) -> Option<(CastleId, &Waver)> {
        let castle = self.castle_at(hex)?;
        let lords = &self.scenario.wavering.as_ref()?.lords;
        let lord = lords.iter().find(|lord| lord.castles.contains(&castle))?;
        (!state.happened.has(lord.flag) && self.is_unowned(state, castle)).then_some((castle, lord))
    }

    /// 35.7: whoever is attacked while he waits stands with the other side.
    pub(crate) fn provoke(&self, state: &mut State, force: UnitId, story: &mut Story<Event>) {
        let Some((_, lord)) = self.waits(state, state.hex(force)) else { return };
        let side = self.side_of(force).other();
        let house = self.unit(lord.units[side.index()][0]).house;
        let rule = self.scenario.wavering.as_ref().map_or(R_17_1_1, |wavering| wavering.rule);
        story.tell(|| Event::Provoked { house, side, rule });
        self.stand_with(state, lord, side);
    }

    /// A ruin stays a ruin, and a castle that has gained an owner is no longer his to bring.
    fn stand_with(&self, state: &mut State, lord: &Waver, side: Side) {
        state.happened.note(lord.flag);
        let units = &lord.units[side.index()];
        let house = self.unit(units[0]).house;
        let own: Vec<CastleId> =
            lord.castles.iter().copied().filter(|&castle| self.is_unowned(state, castle)).collect();
        for &castle in &own {
            self.renew(state, castle, house);
        }
        let first = self.keep(lord.castles[0]).hex;
        let hex = own.first().map(|&castle| self.keep(castle).hex);
        let Some(hex) = hex.or_else(|| self.nearest_castle(state, side, first)) else { return };
        self.admit(state, units.iter().copied(), hex);
    }

    /// A standing castle that is nobody's: a lord who waits is in it.
    fn is_unowned(&self, state: &State, castle: CastleId) -> bool {
        let body = state.castle(castle);
        body.owner == HouseId::NONE && !body.is_ruin()
    }

    fn nearest_castle(&self, state: &State, side: Side, hex: HexId) -> Option<HexId> {
        let castles = self.castles_of(state, side).map(|castle| self.keep(castle).hex);
        castles.min_by_key(|&to| (self.ground.atlas.distance(hex, to), to))
    }

    /// Units come to a castle of their side, inside it if an enemy stands before it.
    fn admit(&self, state: &mut State, units: impl Iterator<Item = UnitId>, hex: HexId) {
        for unit in units {
            self.lift(state, unit);
            let inside = self.stands(state, self.side_of(unit).other(), hex);
            state.holed.set(unit, inside);
            self.put(state, unit, hex);
        }
    }
}
