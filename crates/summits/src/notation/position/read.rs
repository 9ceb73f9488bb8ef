//! A position read back into a state.

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Fault, Faults, Positions as _, Seat, Side};

use super::{AttackText, BESIDE, CUTS, PlayText, Position, SIDES, StepText, fault};
use crate::{
    Summits,
    decisions::play::{
        Group, Play, Step, damage::Damage, marshal::Marshal, muster::Muster, retreat::Retreat, strike::Strike,
    },
    model::{
        cards::{Card, Hand, Set},
        map,
        state::{Attack, Blow, GONE, Phase, Places, State, on_map},
        units::{UnitId, UnitSet},
    },
};

impl Summits {
    pub(crate) fn read_position(&self, text: &str) -> Result<State, Faults> {
        let position: Position = kernel::data::parse_toml("position", text)?;
        Ok(self.place(position)?)
    }
}

/// Parts of a position.
impl Reader<'_> {
    pub(super) fn place_units(&self, position: &Position, state: &mut State) -> Result<(), Fault> {
        state.here = Places::NONE;
        let mut named = UnitSet::NONE;
        for (word, names) in &position.units {
            let area = self.area("units", word)?;
            let units = self.units(&format!("units.{word}"), names)?;
            if (units & named).any() {
                return Err(fault("units", format!("a unit of `{word}` stands elsewhere too")));
            }
            named |= units;
            state.here[area.index()] = units;
        }
        let all: UnitSet = (0..self.rules.units.len() as u8).map(UnitId).collect();
        state.here[GONE.index()] = all - named;
        state.back = self.units("back", &position.back)?;
        Ok(())
    }

    /// The turn, and who is to do what in it.
    pub(super) fn place_clock(&self, position: &Position, state: &mut State) -> Result<(), Fault> {
        if position.turn == 0 {
            return Err(fault("turn", "turn 0; the first turn is 1"));
        }
        if position.hideyoshi > 1 {
            let message = format!("there is no seat {}; seats are 0 and 1", position.hideyoshi);
            return Err(fault("hideyoshi", message));
        }
        if let Some(cut) = position.cuts.iter().find(|cut| !CUTS.contains(&cut.as_str())) {
            return Err(Fault::unknown("position", "cut", cut, CUTS).field("cuts"));
        }
        state.turn = position.turn;
        state.length = position.length.unwrap_or(self.rules.scenario.turns);
        state.phase = position.phase;
        state.hideyoshi = Seat(position.hideyoshi);
        state.bids = position.bids;
        state.active = self.side("active", &position.active)?;
        state.first = match &position.first {
            Some(side) => self.side("first", side)?,
            None => state.active,
        };
        state.passed = position.passed;
        state.cuts = CUTS.map(|known| position.cuts.iter().any(|cut| cut == known));
        Ok(())
    }

    pub(super) fn place_track(&self, position: &Position, state: &mut State) -> Result<(), Fault> {
        state.marker = position.marker;
        if let Some(layout) = &position.layout {
            let groups = layout.iter().map(|id| self.group(id)).collect::<Result<Vec<u8>, _>>()?;
            let wrong =
                |_| fault("layout", format!("{} groups; the track has {}", layout.len(), state.layout.len()));
            state.layout = ArrayVec::try_from(groups.as_slice()).map_err(wrong)?;
        }
        Ok(())
    }

    /// Hands, open cards, and the units that have acted by them.
    pub(super) fn place_cards(&self, position: &Position, state: &mut State) -> Result<(), Fault> {
        state.second = position.second;
        for (field, hands, into) in
            [("hands", &position.hands, &mut state.hands), ("open", &position.open, &mut state.open)]
        {
            *into = Default::default();
            for (word, text) in hands {
                into[self.side(field, word)?.index()] = self.hand(field, text)?;
            }
        }
        state.ready = match state.phase {
            Phase::Hands => SIDES.map(|(word, _)| position.hands.contains_key(word)),
            _ => [false; 2],
        };
        state.used = Default::default();
        for (code, names) in &position.used {
            let card =
                Card::of_code(code).ok_or_else(|| fault("used", format!("there is no card `{code}`")))?;
            state.used[card.index()] = self.units("used", names)?;
        }
        Ok(())
    }

    pub(super) fn place_control(&self, position: &Position, state: &mut State) -> Result<(), Fault> {
        let Some(control) = &position.control else {
            self.rules.control_as_placed(state);
            return Ok(());
        };
        state.control = [0; 2];
        for (word, names) in control {
            let side = self.side("control", word)?;
            for name in names {
                let area = self.area("control", name)?;
                if !on_map(area) {
                    return Err(fault("control", format!("`{name}` is no area of the map")));
                }
                state.control[side.index()] |= map::bit(area);
            }
        }
        Ok(())
    }
}

/// Turns words into ids, with what is wrong in a fault.
pub(super) struct Reader<'r> {
    pub(super) rules: &'r Summits,
}

impl Reader<'_> {
    pub(super) fn side(&self, field: &str, word: &str) -> Result<Side, Fault> {
        let found = SIDES.iter().find(|(known, _)| *known == word).map(|(_, side)| *side);
        found.ok_or_else(|| fault(field, format!("`{word}` is neither hideyoshi nor anti")))
    }

    pub(super) fn area(&self, field: &str, word: &str) -> Result<AreaId, Fault> {
        if let Some((_, place)) = BESIDE.iter().find(|(known, _)| *known == word) {
            return Ok(*place);
        }
        let found = self.rules.map.named(word);
        let known = self.rules.map.areas.iter().map(|area| area.id.as_str());
        found.ok_or_else(|| Fault::unknown("position", "area", word, known).field(field))
    }

    pub(super) fn group(&self, id: &str) -> Result<u8, Fault> {
        let at = self.rules.groups.iter().position(|group| group.id == id);
        at.map(|n| n as u8).ok_or_else(|| fault("layout", format!("there is no group `{id}`")))
    }

    fn unit(&self, field: &str, id: &str) -> Result<UnitId, Fault> {
        let found = self.rules.unit_named(id);
        let known = self.rules.units.iter().map(|unit| unit.id.as_str());
        found.ok_or_else(|| Fault::unknown("position", "unit", id, known).field(field))
    }

    /// Single units, and runs such as `hashiba_1..6`.
    pub(super) fn units(&self, field: &str, words: &[String]) -> Result<UnitSet, Fault> {
        let mut set = UnitSet::NONE;
        for word in words {
            let Some((first, last)) = word.split_once("..") else {
                set |= UnitSet::of(self.unit(field, word)?);
                continue;
            };
            let run = first
                .rsplit_once('_')
                .and_then(|(stem, from)| Some((stem, from.parse::<u32>().ok()?, last.parse::<u32>().ok()?)));
            let Some((stem, from, to)) = run.filter(|(_, from, to)| from < to && *to <= 128) else {
                return Err(fault(field, format!("`{word}` is no run of units: write hashiba_1..6")));
            };
            for n in from..=to {
                set |= UnitSet::of(self.unit(field, &format!("{stem}_{n}"))?);
            }
        }
        Ok(set)
    }

    pub(super) fn hand(&self, field: &str, text: &str) -> Result<Hand, Fault> {
        let mut hand = Hand::default();
        for code in text.split(' ').filter(|code| !code.is_empty()) {
            let card = Card::of_code(code)
                .ok_or_else(|| Fault::unknown("position", "card", code, Card::CODES).field(field))?;
            if hand.len() == u8::MAX {
                return Err(fault(field, format!("more than {} cards", u8::MAX)));
            }
            hand.add(card);
        }
        Ok(hand)
    }

    fn set(&self, field: &str, text: &str) -> Result<Set, Fault> {
        let cards = self.hand(field, text)?;
        match Card::ALL.into_iter().find(|card| cards.of(*card) > 1) {
            Some(card) => Err(fault(field, format!("`{}` twice; a play has each type once", card.code()))),
            None => Ok(cards.types()),
        }
    }

    fn attack(&self, text: &AttackText) -> Result<Attack, Fault> {
        let mut blows = ArrayVec::new();
        for blow in &text.blows {
            let words: Vec<&str> = blow.split(' ').collect();
            let wrong =
                || fault("attack.blows", format!("`{blow}` is neither `GENERAL N` nor `volley CLAN N`"));
            let read = match words.as_slice() {
                ["volley", clan, count] => Blow::Volley {
                    clan: self.rules.clan_named(clan).ok_or_else(wrong)?,
                    count: count.parse().map_err(|_| wrong())?,
                },
                [unit, support] => Blow::General {
                    unit: self.unit("attack.blows", unit)?,
                    support: support.parse().map_err(|_| wrong())?,
                },
                _ => return Err(wrong()),
            };
            blows.try_push(read).map_err(|_| fault("attack.blows", "more than ten".to_owned()))?;
        }
        Ok(Attack {
            kind: text.kind,
            side: self.side("attack.side", &text.side)?,
            from: self.area("attack.from", &text.from)?,
            target: self.area("attack.target", &text.target)?,
            units: self.units("attack.units", &text.units)?,
            blows,
            made: text.made,
            pooled: text.pooled,
            slope: text.slope,
        })
    }

    pub(super) fn play(&self, text: &PlayText) -> Result<Play, Fault> {
        let group = match &text.group {
            None => None,
            Some(group) => Some(Group {
                area: self.area("play.group.area", &group.area)?,
                units: self.units("play.group.units", &group.units)?,
                fixed: group.fixed,
                actions: group.actions,
                assault: group.assault,
                took: self.units("play.group.took", &group.took)?,
                came: match &group.came {
                    Some(area) => Some(self.area("play.group.came", area)?),
                    None => None,
                },
                arrives: group.arrives,
            }),
        };
        let step = match &text.step {
            StepText::Pick => Step::Pick,
            StepText::Group => Step::Group,
            StepText::Window => Step::Window,
            StepText::Marshal { attack } => Step::Marshal(Marshal(self.attack(attack)?)),
            StepText::Muster { attack } => Step::Muster(Muster(self.attack(attack)?)),
            StepText::Strike { attack } => Step::Strike(Strike(self.attack(attack)?)),
            StepText::Damage { points, attack } => {
                Step::Damage(Damage { attack: self.attack(attack)?, points: *points })
            }
            StepText::Retreat { points, unit, attack } => Step::Retreat(Retreat {
                attack: self.attack(attack)?,
                points: *points,
                unit: self.unit("play.step.unit", unit)?,
            }),
        };
        Ok(Play {
            cards: self.set("play.cards", &text.cards)?,
            plain: text.plain,
            pending: self.set("play.pending", &text.pending)?,
            free_rally: text.free_rally,
            groups: text.groups,
            assault: text.assault,
            begun: text.begun,
            acted: self.units("play.acted", &text.acted)?,
            group,
            step,
        })
    }
}
