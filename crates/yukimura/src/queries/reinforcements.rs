//! Chapter 8: reinforcements, one by one or a whole force at once.

use hexmap::HexId;
use kernel::{Actions, Story};

use crate::{
    Yukimura,
    model::{
        state::{BESIDE, State},
        units::{ForceId, UnitId},
    },
    notation::{
        action::Action,
        refuse::{About, May, No},
        rule_ids::*,
    },
    presentation::event::Event,
};

/// No scenario has more entry hexes for a force.
pub(crate) const MOST_ENTRIES: usize = 8;

impl Yukimura {
    /// The hexes by which a unit beside the map comes on, once it may.
    pub(crate) fn entry_hexes(&self, state: &State, unit: UnitId) -> &[HexId] {
        self.force_entries(state, self.unit(unit).force)
    }

    fn force_entries(&self, state: &State, force: ForceId) -> &[HexId] {
        if let Some(entry) = self.scenario.hideyori.as_ref().filter(|entry| entry.force == force) {
            return match state.road {
                Some(road) if state.summoned => &entry.hexes[road as usize..=road as usize],
                _ => &[],
            };
        }
        match self.scenario.reinforcements.iter().find(|r| r.force == force) {
            Some(r) if state.inning >= r.inning => &r.entries,
            _ => &[],
        }
    }

    /// May a unit beside the map come on?
    pub(crate) fn may_enter(&self, state: &State, unit: UnitId) -> May {
        let force = self.unit(unit).force;
        let entries = self.force_entries(state, force);
        if entries.is_empty() {
            if let Some(entry) = self.scenario.hideyori.as_ref().filter(|entry| entry.force == force) {
                return Err(No::new(entry.rule, "no-not-summoned").unit(unit));
            }
            return Err(match self.scenario.reinforcements.iter().find(|r| r.force == force) {
                Some(r) => No::new(r.rule, "no-arrives-later").unit(unit).with("inning", i32::from(r.inning)),
                None => No::new(R_8, "no-never-arrives").unit(unit),
            });
        }
        // 8-3: all entry hexes occupied: wait.
        if entries.iter().all(|&hex| state.occupant(hex).is_some()) {
            return Err(No::new(R_8_3, "no-entries-full").unit(unit));
        }
        Ok(())
    }

    fn can_enter(&self, state: &State, unit: UnitId) -> bool {
        state.hex(unit) == BESIDE && self.may_move(state, unit).is_ok()
    }

    /// "Enter all" is offered where at least two units of a force can come on.
    pub(crate) fn judge_enter(&self, state: &State, force: ForceId) -> May {
        if self.force(force).side != state.active {
            return Err(No::new(R_7, "no-not-your-force"));
        }
        let mut waiting = self.force(force).units.iter().filter(|&&u| state.hex(u) == BESIDE);
        let Some(&first) = waiting.next() else {
            return Err(No::new(R_8, "no-nobody-waits"));
        };
        self.may_move(state, first)?;
        if waiting.next().is_none() { Err(No::new(R_8, "no-one-left").unit(first)) } else { Ok(()) }
    }

    pub(crate) fn list_entries(&self, state: &State, out: &mut Actions<Action>) {
        let reinforcing = self.scenario.reinforcements.iter().map(|r| r.force);
        for force in reinforcing.chain(self.scenario.hideyori.iter().map(|entry| entry.force)) {
            if self.judge_enter(state, force).is_ok() {
                out.push(Action::Enter(force));
            }
        }
    }

    /// Brings on everyone who can: the fastest first, each as far from its entry hex as it can go, so that
    /// the next finds the door open.
    pub(crate) fn resolve_enter(&self, state: &mut State, force: ForceId, story: &mut Story<Event>) {
        let reinforcement = self.scenario.reinforcements.iter().find(|r| r.force == force).map(|r| r.rule);
        let rule = reinforcement.or(self.scenario.hideyori.as_ref().map(|entry| entry.rule)).unwrap_or(R_8);
        story.tell(|| Event::Arrives { force, rule });
        let mut waiting: Vec<UnitId> = self.force(force).units.clone();
        waiting.sort_by_key(|&unit| (std::cmp::Reverse(self.unit(unit).movement), unit));
        for unit in waiting {
            if !self.can_enter(state, unit) {
                continue;
            }
            let mut places = Actions::default();
            self.list_destinations(state, unit, &mut places);
            let entries = self.entry_hexes(state, unit);
            let far = |hex: HexId| entries.iter().map(|&e| self.atlas.distance(e, hex)).min().unwrap_or(0);
            let best = places
                .iter()
                .filter_map(|action| match *action {
                    Action::To(hex) => Some((far(hex), std::cmp::Reverse(hex))),
                    _ => None,
                })
                .max();
            if let Some((_, std::cmp::Reverse(hex))) = best {
                self.move_to(state, unit, hex, story);
            }
        }
    }
}
