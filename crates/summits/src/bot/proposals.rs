//! Plans: plays with their groups and targets, and what a group does.

use hexmap::AreaId;
use kernel::{Actions, Plan, Rules, Side};

use crate::{
    Summits,
    decisions::{
        play::{Play, Step},
        turn,
    },
    model::{
        cards::{Card, Set},
        map,
        state::State,
    },
    notation::action::{Action, Begin},
};

/// Sets of cards worth playing together.
const SETS: [&[Card]; 15] = {
    use Card::{Assault as AS, CombinedActions as CA, Fire as FI, Rally as RA, Reinforcements as RE};
    [
        &[RE],
        &[AS],
        &[FI],
        &[RA],
        &[AS, FI],
        &[AS, RA],
        &[CA],
        &[CA, FI],
        &[CA, RA],
        &[CA, AS],
        &[CA, AS, FI],
        &[AS, RE],
        &[CA, RE],
        &[CA, AS, RA],
        &[AS, FI, RA],
    ]
};

/// Those that are thought of at a glance.
const BRIEF_SETS: [&[Card]; 6] = {
    use Card::{Assault as AS, Fire as FI, Rally as RA, Reinforcements as RE};
    [&[RE], &[AS], &[FI], &[RA], &[AS, FI], &[AS, RA]]
};

/// Pairs of groups tried for Combined Actions.
const PAIRS: usize = 5;

/// How closely a side looks at what it could do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Combined Actions, and parts of stacks.
    Close,
    /// Whole stacks, near the enemy where it is more than a march.
    Brief,
}

impl Summits {
    pub(super) fn propose_plays(&self, state: &State, look: Look, out: &mut Vec<Plan<Action>>) {
        let side = state.active;
        // Two passes end the turn, and with it the card that brings the next group.
        if !self.must_bring(state) {
            out.push(Plan::from(Action::Pass));
        }
        if let Some(card) = self.spare_card(state)
            && turn::judge_down(self, state, card).is_ok()
        {
            self.propose_chains(state, Action::Down(card), look, out);
        }
        let hand = state.hands[side.index()];
        let sets: &[&[Card]] = if look == Look::Close { &SETS } else { &BRIEF_SETS };
        for cards in sets {
            let set = cards.iter().fold(Set::NONE, |set, card| set.with(*card));
            if cards.iter().all(|card| hand.has(*card)) && turn::judge_play(self, state, set.into()).is_ok() {
                self.propose_chains(state, Action::Play(set.into()), look, out);
            }
        }
    }

    /// The next group, or an empty space of the track, is there for the playing.
    fn must_bring(&self, state: &State) -> bool {
        let side = state.active;
        let open = usize::from(state.marker) < self.scenario.track.len() && state.reinforced(side) == 0;
        open && state.hands[side.index()].has(Card::Reinforcements)
            && self.next_group(state).is_none_or(|group| self.can_enter(state, group))
    }

    /// A play, and everything worth doing with it up to the first throw or the enemy's answer.
    fn propose_chains(&self, state: &State, play: Action, look: Look, out: &mut Vec<Plan<Action>>) {
        let mut after = state.clone();
        let seat = state.seat_of(state.active);
        kernel::Play::carry_out(
            self,
            &mut after,
            kernel::Move::Act(seat, play.clone()),
            &mut kernel::Story::silent(),
        );
        let mut rest = Vec::new();
        match after.play().map(|play| &play.step) {
            Some(Step::Pick) => {
                self.propose_beginnings(&after, after.play().expect("it is played"), look, &mut rest);
            }
            Some(Step::Group) => {
                self.propose_actions(&after, look, &mut rest);
            }
            // The play is over already: an empty space of the track.
            _ => out.push(Plan::from(play.clone())),
        }
        for plan in rest {
            let mut actions = vec![play.clone()];
            actions.extend(plan.actions);
            out.push(Plan::new(actions));
        }
    }

    /// The groups that may begin, each with what it may do; with a second group to come, pairs of the likeliest.
    pub(super) fn propose_beginnings(
        &self,
        state: &State,
        play: &Play,
        look: Look,
        out: &mut Vec<Plan<Action>>,
    ) {
        let mut listed = Actions::default();
        let seat = state.seat_of(state.active);
        self.actions(state, seat, &mut listed);
        // At a glance nobody far from the enemy does more than march.
        let within = match look == Look::Brief && !play.cards.is_empty() {
            true => self.within_two(self.presence(state, state.active.other())),
            false => u64::MAX,
        };
        let mut first: Vec<(i32, Plan<Action>, State)> = Vec::new();
        for begin in listed.iter() {
            let useful = match begin {
                Action::Begin { who: Begin::Area(area), .. } => within & map::bit(*area) != 0,
                _ => true,
            };
            if !useful {
                continue;
            }
            let mut after = state.clone();
            kernel::Play::carry_out(
                self,
                &mut after,
                kernel::Move::Act(seat, begin.clone()),
                &mut kernel::Story::silent(),
            );
            let mut rest = Vec::new();
            if matches!(after.play().map(|play| &play.step), Some(Step::Group)) {
                self.propose_actions(&after, look, &mut rest);
            }
            if rest.is_empty() {
                out.push(Plan::from(begin.clone()));
            }
            for plan in rest {
                let mut actions = vec![begin.clone()];
                actions.extend(plan.actions);
                let plan = Plan::new(actions);
                if play.groups == 2 && first.len() < 64 {
                    let mut done = state.clone();
                    let ok =
                        kernel::plans::follow(self, &mut done, seat, &plan, &mut kernel::Story::silent())
                            .is_ok();
                    let goes_on = ok && matches!(done.play().map(|play| &play.step), Some(Step::Pick));
                    if goes_on {
                        let worth = kernel::Evaluation::worth(self, &done, state.active);
                        first.push((worth, plan, done));
                        continue;
                    }
                }
                out.push(plan);
            }
        }
        // Combined Actions without dice in the first group: the second follows in the same plan.
        first.sort_by_key(|(worth, _, _)| std::cmp::Reverse(*worth));
        for (_, plan, done) in first.into_iter().take(PAIRS) {
            let Some(next) = done.play() else { continue };
            let mut rest = Vec::new();
            self.propose_beginnings(&done, next, look, &mut rest);
            for second in rest {
                let mut actions = plan.actions.clone();
                actions.extend(second.actions);
                out.push(Plan::new(actions));
            }
        }
    }

    /// These areas and all within two borders of them.
    fn within_two(&self, mask: u64) -> u64 {
        let spread = |mask: u64| map::areas(mask).fold(mask, |near, area| near | self.map.next[area.index()]);
        spread(spread(mask))
    }

    /// What the group in hand may do: everyone together, or one general with his men.
    pub(super) fn propose_actions(&self, state: &State, look: Look, out: &mut Vec<Plan<Action>>) {
        let group = state.group();
        let mut listed = Actions::default();
        self.actions(state, state.seat_of(state.active), &mut listed);
        let field = &self.aims.fields[state.active.index()];
        let own = |area: AreaId| match group.area_is_beside() {
            true => u8::MAX,
            false => field[area.index()],
        };
        let enemies = self.presence(state, state.active.other());
        let here = if group.area_is_beside() { u8::MAX } else { own(group.area) };
        // Who is in danger may go anywhere.
        let endangered = look == Look::Close
            && !group.area_is_beside()
            && enemies & (self.map.next[group.area.index()] | map::bit(group.area)) != 0;
        let homes = self.homes_in_danger(state.active, enemies);
        // A move is towards something: nearer to the goal, at the enemy, or onto ground that counts.
        let useful = |action: &Action| match action {
            Action::To { to, by } => {
                let counts = self.map.road
                    | map::bit(self.scenario.mountain)
                    | self.scenario.honjin[state.active.index()];
                by.is_none()
                    && (endangered
                        || field[to.index()] <= here
                        || (enemies | counts | homes) & map::bit(*to) != 0)
            }
            Action::With(_) | Action::Lead(_) | Action::Marshal(_) => false,
            _ => true,
        };
        let mut any = false;
        for action in listed.iter().filter(|action| useful(action)) {
            out.push(Plan::from(action.clone()));
            any = true;
            if group.actions > 1 && matches!(action, Action::To { .. }) {
                self.propose_second(state, action, look, out);
            }
        }
        if !any {
            let fallback = listed
                .iter()
                .find(|action| !matches!(action, Action::With(_) | Action::Lead(_) | Action::Marshal(_)));
            out.extend(fallback.cloned().map(Plan::from));
        }
        // Part of a stack: a general with his men, the others stay.
        let at_home = self.scenario.honjin[state.active.index()] & map::bit(group.area) != 0;
        if (look == Look::Brief && !at_home) || group.fixed || group.units.any() {
            return;
        }
        self.propose_filling(state, out);
        for lead in listed.iter().filter(|action| matches!(action, Action::Lead(_))).take(4) {
            let mut led = state.clone();
            let seat = state.seat_of(state.active);
            kernel::Play::carry_out(
                self,
                &mut led,
                kernel::Move::Act(seat, lead.clone()),
                &mut kernel::Story::silent(),
            );
            if !matches!(led.play().map(|play| &play.step), Some(Step::Group)) {
                continue;
            }
            let mut moves = Actions::default();
            self.actions(&led, seat, &mut moves);
            for action in moves
                .iter()
                .filter(|action| useful(action) && matches!(action, Action::To { .. } | Action::Attack))
            {
                out.push(Plan::new(vec![lead.clone(), action.clone()]));
            }
        }
    }

    /// An Assault that marches and then goes on to what counts, or fires.
    fn propose_second(&self, state: &State, first: &Action, look: Look, out: &mut Vec<Plan<Action>>) {
        let (side, seat) = (state.active, state.seat_of(state.active));
        let mut after = state.clone();
        kernel::Play::carry_out(
            self,
            &mut after,
            kernel::Move::Act(seat, first.clone()),
            &mut kernel::Story::silent(),
        );
        if after.over.is_some() || !matches!(after.play().map(|play| &play.step), Some(Step::Group)) {
            return;
        }
        let sought = self.scenario.honjin[side.other().index()] | map::bit(self.scenario.mountain);
        let counts = match look {
            Look::Close => {
                let taken = self.map.road & !state.control[side.index()];
                sought | taken | self.scenario.honjin[side.index()] | self.presence(state, side.other())
            }
            Look::Brief => sought,
        };
        let mut listed = Actions::default();
        self.actions(&after, seat, &mut listed);
        let seconds = listed.iter().filter(|action| match action {
            Action::To { to, by: None } => counts & map::bit(*to) != 0,
            Action::Fire(_) => look == Look::Close,
            _ => false,
        });
        out.extend(seconds.map(|second| Plan::new(vec![first.clone(), second.clone()])));
    }

    /// As many of the group as find room in a honjin next to it, a general before his men.
    fn propose_filling(&self, state: &State, out: &mut Vec<Plan<Action>>) {
        let (side, seat) = (state.active, state.seat_of(state.active));
        let Some(play) = state.play() else { return };
        let group = state.group();
        if group.area_is_beside() {
            return;
        }
        let count = self.acting(state, play, group).len();
        for honjin in map::areas(self.scenario.honjin[side.index()] & self.map.next[group.area.index()]) {
            let room = self.room(state, honjin, side);
            if room == 0 || room >= count {
                continue;
            }
            let mut chosen = state.clone();
            let mut actions = Vec::new();
            for _ in 0..room {
                let mut listed = Actions::default();
                self.actions(&chosen, seat, &mut listed);
                let front = |unit: &crate::model::units::UnitId| !state.is_back(*unit);
                let mut joining = listed.iter().filter_map(|action| match action {
                    Action::With(unit) => Some(*unit).filter(front),
                    _ => None,
                });
                let first = joining.clone().find(|unit| actions.is_empty() && self.generals.has(*unit));
                let Some(unit) = first.or_else(|| joining.find(|unit| !self.generals.has(*unit))) else {
                    break;
                };
                let with = Action::With(unit);
                actions.push(with.clone());
                kernel::Play::carry_out(
                    self,
                    &mut chosen,
                    kernel::Move::Act(seat, with),
                    &mut kernel::Story::silent(),
                );
            }
            let to = Action::To { to: honjin, by: None };
            if !actions.is_empty() && self.judge(&chosen, seat, &to).is_ok() {
                actions.push(to);
                out.push(Plan::new(actions));
            }
        }
    }

    /// The areas beside a honjin that enemies have reached, or could with their next step.
    fn homes_in_danger(&self, side: Side, enemies: u64) -> u64 {
        map::areas(self.scenario.honjin[side.index()])
            .map(|honjin| self.map.next[honjin.index()])
            .filter(|near| near & enemies != 0)
            .fold(0, |mask, near| mask | near)
    }

    pub(super) fn window_answers(&self, state: &State) -> impl Iterator<Item = Action> {
        let mut listed = Actions::default();
        self.actions(state, state.seat_of(state.active.other()), &mut listed);
        listed.into_vec().into_iter().filter(|action| *action != Action::Muster)
    }

    /// Where a group without orders goes on to: nearer to what its side wants, and into no fight.
    pub(crate) fn drift(&self, state: &State, listed: &[Action]) -> Option<Action> {
        let group = state.group();
        if group.area_is_beside() {
            return None;
        }
        let field = &self.aims.fields[state.active.index()];
        let enemies = self.presence(state, state.active.other());
        let here = field[group.area.index()];
        listed
            .iter()
            .filter(|action| match action {
                Action::To { to, by: None } => {
                    field[to.index()] < here && enemies & map::bit(*to) == 0
                        || map::bit(*to) == map::bit(self.scenario.mountain)
                }
                _ => false,
            })
            .min_by_key(|action| match action {
                Action::To { to, .. } => {
                    (map::bit(*to) != map::bit(self.scenario.mountain), field[to.index()], to.0)
                }
                _ => (true, u8::MAX, u8::MAX),
            })
            .cloned()
    }
}
