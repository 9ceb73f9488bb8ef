//! Step 8, 8, A-30: a round of one fight: spears, dice, saves; then the dead leave and the round is decided.

use arrayvec::ArrayVec;
use kernel::{Modifier, Story};

use crate::{
    decisions::errands::test::Test,
    model::units::{Sort, UnitSet},
    prelude::*,
    queries::casualties::Struck,
};

/// Looks for the next fight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fights;

impl Decision<AgeOfWar, Base> for Fights {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, &mut *cx.state);
        let next = state.here().find(|unit| {
            !state.is(*unit, Mark::Fought)
                && rules.unit(*unit).sort != Sort::Maku
                && rules.is_fighting(state, *unit)
        });
        if let Some(unit) = next {
            let units = rules.linked(state, unit);
            return begin(cx, units);
        }
        for unit in state.all() {
            state.body_mut(unit).clear(&[Mark::Fought]);
        }
        next_step(state, Step::Challenge)
    }
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blow {
    Spears,
    Dice,
    Saves,
}

/// Somebody in a fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fighter {
    pub unit: UnitId,
    /// 8.1: the enemy it touches with most bases.
    pub target: UnitId,
    /// Dice that enemy spears have taken.
    pub stripped: u8,
    pub hits: u8,
    /// Failed saves, kind by kind.
    pub dead: ArrayVec<(Struck, u8), 6>,
}

/// One round of one fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub fighters: ArrayVec<Fighter, 16>,
    pub blow: Blow,
    /// Whose dice are next.
    pub at: u8,
}

/// 8.1: how many bases of a unit touch an enemy.
fn touching(rules: &AgeOfWar, state: &State, unit: UnitId, foe: UnitId) -> usize {
    let shape = rules.shape(state, foe);
    let bases = rules.base_shapes(state, unit);
    bases.iter().filter(|base| base.within(&shape, rules.tables.distances.touching)).count()
}

/// 8.1: each fights the enemy it touches with most bases.
fn begin(cx: CxMut<'_, Base>, units: UnitSet) -> Flow<Infallible> {
    let (rules, state) = (cx.rules, cx.state);
    let mut fighters = ArrayVec::new();
    for unit in units.iter() {
        let foes = rules.foes(state, unit);
        let target = foes
            .iter()
            .copied()
            .min_by_key(|foe| (std::cmp::Reverse(touching(rules, state, unit, *foe)), *foe));
        let Some(target) = target else { continue };
        state.body_mut(unit).mark(Mark::Fought);
        state.body_mut(unit).mark(Mark::Engaged);
        let fighter = Fighter { unit, target, stripped: 0, hits: 0, dead: ArrayVec::new() };
        if fighters.try_push(fighter).is_err() {
            break;
        }
    }
    let first = units.first().expect("a fight has units");
    cx.story
        .tell(|| Event::new(R_8_1, "told-fight").with("unit", piece(first)).with("n", units.len() as i32));
    next_step(state, Step::Fight(Box::new(Fight { fighters, blow: Blow::Spears, at: 0 })))
}

/// 8.2: hits on each kind of front-rank base: one each, the cheapest first, leaders last, then round again.
fn allotted(rules: &AgeOfWar, state: &State, fighter: &Fighter) -> ArrayVec<(Struck, u8), 6> {
    let mut front = rules.front_of(state, fighter.unit);
    front.sort_by_key(|(struck, _)| match struck {
        Struck::Base(kind) => (0, rules.tables.base_cost(*kind)),
        Struck::Commander => (1, 0),
        Struck::Guard => (2, 0),
        Struck::General => (3, 0),
    });
    let whole: u8 = front.iter().map(|(_, n)| n).sum();
    let (rounds, mut rest) = (fighter.hits / whole.max(1), fighter.hits % whole.max(1));
    let mut hits = ArrayVec::new();
    for (struck, n) in front {
        let more = rest.min(n);
        rest -= more;
        if rounds * n + more > 0 {
            hits.push((struck, rounds * n + more));
        }
    }
    hits
}

/// The next kind whose saves are due, and how many.
fn next_save(rules: &AgeOfWar, state: &State, fighter: &Fighter) -> Option<(Struck, u8)> {
    let hits = allotted(rules, state, fighter);
    hits.into_iter().find(|(struck, _)| !fighter.dead.iter().any(|(done, _)| done == struck))
}

impl Fight {
    /// The fighter whose dice are next.
    fn fighter(&self) -> Option<&Fighter> {
        self.fighters.get(usize::from(self.at))
    }

    /// The dice wanted of a fighter in this part of the round; none if there is nothing to throw.
    fn pool(&self, rules: &AgeOfWar, state: &State, fighter: &Fighter) -> Option<Pool> {
        let (unit, target, table) = (fighter.unit, fighter.target, &rules.tables.fight);
        let (dice, at_least) = match self.blow {
            Blow::Spears => {
                let horse = rules.is_mounted(state, target);
                (rules.spear_dice(state, unit), if horse { table.spear_v_horse } else { table.spear })
            }
            Blow::Dice => (rules.fight_dice(state, unit, target, fighter.stripped), table.hit),
            Blow::Saves => {
                let (struck, hits) = next_save(rules, state, fighter)?;
                let need = match struck {
                    Struck::Base(kind) => rules.tables.fight_save(kind.class()),
                    _ => table.leader_save,
                };
                (hits, need)
            }
        };
        (dice > 0).then_some(Pool::Reach { dice, sides: 6, at_least })
    }

    fn fighter_mut(&mut self, unit: UnitId) -> Option<&mut Fighter> {
        self.fighters.iter_mut().find(|fighter| fighter.unit == unit)
    }

    fn stay(&self, state: &mut State) -> Flow<Infallible> {
        next_step(state, Step::Fight(Box::new(self.clone())))
    }

    /// The dead leave: how many of each side, and whose whole front fell.
    fn remove_dead(
        &self,
        rules: &AgeOfWar,
        state: &mut State,
        story: &mut Story<Event>,
    ) -> ([u32; 2], [bool; 2]) {
        let mut lost = [0u32; 2];
        let mut wiped = [false; 2];
        for fighter in &self.fighters {
            let side = rules.side_of(fighter.unit).index();
            let front = state.body(fighter.unit).front().len();
            let mut fallen = 0;
            for (struck, dead) in &fighter.dead {
                let gone = rules.strike_dead(state, fighter.unit, *struck, *dead, A_30_SV, story);
                lost[side] += u32::from(gone);
                if !matches!(struck, Struck::General | Struck::Guard) {
                    fallen += usize::from(gone);
                }
            }
            wiped[side] |= front > 0 && fallen >= front;
            if rules.unit(fighter.unit).is_general() && state.body(fighter.unit).place != Where::Table {
                wiped[side] = true;
            }
        }
        (lost, wiped)
    }

    /// 8.4, 8.5: the dead leave, and the round is decided.
    fn finish(&self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state, story) = (cx.rules, cx.state, cx.story);
        let (lost, wiped) = self.remove_dead(rules, state, story);
        let loser = match (wiped[0], wiped[1]) {
            (true, false) => Some(Side(0)),
            (false, true) => Some(Side(1)),
            _ if lost[0] > lost[1] => Some(Side(0)),
            _ if lost[1] > lost[0] => Some(Side(1)),
            _ => None,
        };
        // Whose round it was: one of the fighters, and his target.
        let (unit, other) = (self.fighters[0].unit, self.fighters[0].target);
        match loser {
            Some(side) => story.tell(|| {
                Event::new(A_30_11, "told-round")
                    .with("side", side.other())
                    .with("unit", piece(unit))
                    .with("other", piece(other))
                    .by(side)
            }),
            None => story.tell(|| {
                Event::new(A_30_11, "told-round-drawn").with("unit", piece(unit)).with("other", piece(other))
            }),
        }
        let mut tests = Vec::new();
        for fighter in &self.fighters {
            let unit = fighter.unit;
            let beaten = loser.map(|side| rules.side_of(unit) == side);
            let body = state.body_mut(unit);
            body.mark(Mark::Blooded);
            body.round = body.round.saturating_add(1);
            body.clear(&[Mark::Proud]);
            body.set(Mark::Won, beaten == Some(false));
            match beaten {
                Some(true) => {
                    body.mark(Mark::Beaten);
                    tests.push(unit);
                }
                Some(false) => body.markers = 0,
                None => {}
            }
        }
        // The stack is worked from its end: tests of the losers wait below what the dead bring about.
        for unit in tests.into_iter().rev() {
            if state.body(unit).place != Where::Table || state.body(unit).bases.is_empty() {
                continue;
            }
            if rules.unit(unit).is_gun() {
                rules.lose(state, unit, Where::Captured, R_6_5, "told-gun-taken", story);
            } else {
                state.errands.push(Test::of(unit));
            }
        }
        for fighter in &self.fighters {
            rules.bury(state, fighter.unit, story);
        }
        next_step(state, Step::Fights)
    }
}

impl Decision<AgeOfWar, Base> for Fight {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let (rules, state) = (cx.rules, cx.state);
        let fighter = self.fighter().expect("a fighter has dice");
        let pool = self.pool(rules, state, fighter).expect("a fighter has dice");
        let line = |key: &'static str| {
            Line::new(key).with("unit", piece(fighter.unit)).with("other", piece(fighter.target))
        };
        let mut modifiers = Vec::new();
        let (rule, line) = match self.blow {
            Blow::Spears => (A_30_1, line("roll-spears")),
            Blow::Dice => {
                modifiers = rules.fight_modifiers(state, fighter.unit, fighter.target);
                if fighter.stripped > 0 {
                    let (value, line) = (-i16::from(fighter.stripped), Line::new("mod-spears"));
                    modifiers.push(Modifier { value, line, rule: A_30_1 });
                }
                (A_30_0, line("roll-fight"))
            }
            Blow::Saves => {
                let (struck, _) = next_save(rules, state, fighter).expect("a save is due");
                (A_30_SV, line("roll-fight-save").with("what", struck.word()))
            }
        };
        Roll { rule, seat: rules.seat_of(fighter.unit), line, pool, modifiers }
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let (rules, state, value) = (cx.rules, cx.state, fall.value() as u8);
        let at = usize::from(self.at);
        let (unit, target) = (self.fighters[at].unit, self.fighters[at].target);
        match self.blow {
            Blow::Spears => {
                cx.story.tell(|| {
                    Event::new(A_30_1, "told-spears").with("unit", piece(unit)).with("n", i32::from(value))
                });
                if let Some(foe) = self.fighter_mut(target) {
                    foe.stripped += value;
                }
                self.at += 1;
            }
            Blow::Dice => {
                cx.story.tell(|| {
                    Event::new(A_30_0, "told-blows").with("unit", piece(unit)).with("n", i32::from(value))
                });
                if let Some(foe) = self.fighter_mut(target) {
                    foe.hits += value;
                }
                // What has done its work is forgotten, so that rounds which differ in it alone are one state.
                self.fighters[at].stripped = 0;
                self.at += 1;
            }
            Blow::Saves => {
                let fighter = &mut self.fighters[at];
                let (struck, hits) = next_save(rules, state, fighter).expect("a save was wanted");
                let stood = rules.front_of(state, unit);
                let whole = stood.iter().find(|(s, _)| *s == struck).map_or(0, |(_, n)| *n);
                // Nobody of the front falls twice.
                fighter.dead.push((struck, (hits - value).min(whole)));
                if next_save(rules, state, fighter).is_none() {
                    fighter.hits = 0;
                    fighter.dead.retain(|(_, dead)| *dead > 0);
                }
            }
        }
        self.stay(state)
    }

    fn is_waiting(&self, cx: Cx<'_, Base>) -> bool {
        self.fighter().is_some_and(|fighter| self.pool(cx.rules, cx.state, fighter).is_some())
    }

    /// A fighter with nothing to throw is passed over; after the last one the next part of the round begins.
    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        if self.fighter().is_some() {
            self.at += 1;
            return self.stay(cx.state);
        }
        self.at = 0;
        self.blow = match self.blow {
            Blow::Spears => Blow::Dice,
            Blow::Dice => Blow::Saves,
            Blow::Saves => return self.finish(cx),
        };
        self.stay(cx.state)
    }

    fn depth(&self, _cx: Cx<'_, Base>) -> usize {
        1
    }
}
