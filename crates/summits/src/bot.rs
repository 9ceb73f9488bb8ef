//! Judgement: what makes a position good. Plans are in `proposals`.
//!
//! Men and the ground they hold count, how near they are to what wins, what threatens a honjin or a commander (`threat`),
//! who comes and when, and whom time favours. A unit that has acted is in danger only where the enemy is near. Cards are
//! worth what could be done with them (`hands`), so that they are chosen and spent for something.

mod hands;
mod proposals;
mod style;
mod threat;

use hexmap::AreaId;
use kernel::{
    Evaluation, Plan, Rules, Seat, Side, Thing,
    evaluation::{Played, StyleShare, WON},
};

use self::{
    proposals::Look,
    threat::{Stack, Stacks},
};
use crate::{
    Summits,
    decisions::play::{Play, Step},
    model::{
        map::{self, bit},
        state::{LOST, Phase, State, TRACK, WAITING, on_map},
        units::{ANTI, HIDEYOSHI, UnitSet},
    },
    notation::{action::Action, refer::place},
};

/// What a combat unit is worth, a general, and each point of a general's attack.
const BODY: i32 = 100;
const GENERAL: i32 = 60;
const ATTACK: i32 = 25;
/// Units that are not there yet, in hundredths: the next group, less for each space before it; and how little a group
/// counts at least.
const LATER: i32 = 80;
const SPACES: i32 = 9;
const FAR_OFF: i32 = 25;
/// Hideyoshi on the map costs Shibata a card a turn and makes treason possible.
const PRESENT: i32 = 350;
/// The next group finds no room to enter.
const JAMMED: i32 = 160;
/// To have acted, with an enemy in the area, next to it, and far away.
const USED: [i32; 3] = [16, 9, 2];
/// Areas: any; those of the road by side and number, as a majority wins on time and Shibata wins with all; the mountain.
const AREA: i32 = 14;
const ROAD: [[i32; 5]; 2] = [[0, 220, 440, 660, 720], [0, 120, 320, 640, 900]];
const MOUNTAIN: i32 = 360;
/// A card more each turn.
const CARD_A_TURN: i32 = 110;
/// Whom time favours, when the last turn ends.
const TIME: i32 = 2400;
/// A general of Hideyoshi's whose loss shortens the battle.
const SHORTER: i32 = 150;
/// Each area that a unit is nearer to where its side wants to go.
const STEP: i32 = 9;
/// What a point of damage to be expected is worth.
const HARM: i32 = 13;
/// What a certain victory is called when chances are told, and the lead that stands for half of it.
const CERTAIN: i64 = 100_000;
const EVEN: i64 = 3_000;

/// What the judgement knows of a battle beforehand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aims {
    /// How far every area is from where a side wants to go, and how far beside the map is taken to be.
    fields: [Vec<u8>; 2],
    beside: [i32; 2],
    /// Expected damage in hundredths, by the sum of modifiers and defence from [`LEAST`].
    harm: Vec<i32>,
}

const LEAST: i16 = -14;

impl Aims {
    pub(crate) fn new(rules: &Summits) -> Aims {
        let mountain = bit(rules.scenario.mountain);
        let goals = Side::ALL.map(|side| {
            let honjin = |side: Side| rules.scenario.honjin[side.index()];
            // Whom time favours stays in his honjin and about it; the other must come to him.
            let sought = match rules.scenario.undecided {
                Some(winner) if winner == side => map::areas(honjin(side))
                    .fold(honjin(side), |near, area| near | rules.map.next[area.index()]),
                _ => honjin(side.other()),
            };
            sought | rules.map.road | if side == ANTI { mountain } else { 0 }
        });
        let fields: [Vec<u8>; 2] = goals.map(|goals| {
            let far = |area| map::areas(goals).filter_map(|goal| rules.map.graph.distance(area, goal)).min();
            rules.map.graph.areas().map(|area| far(area).unwrap_or(9)).collect()
        });
        // A unit that has not arrived has farther to go than any that has.
        let beside = [0, 1].map(|n| i32::from(fields[n].iter().copied().max().unwrap_or(0)) + 2);
        let expected = |net: i16| {
            let weight = |sum: i16| i32::from(6 - (7 - sum).abs());
            (2..=12).map(|sum| weight(sum) * i32::from((sum + net).max(0)) * 100).sum::<i32>() / 36
        };
        Aims { fields, beside, harm: (LEAST..=8).map(expected).collect() }
    }

    fn harm(&self, net: i16) -> i32 {
        self.harm[(net.clamp(LEAST, 8) - LEAST) as usize]
    }
}

impl Summits {
    fn men(&self, units: UnitSet) -> i32 {
        let generals = units & self.generals;
        let attack: i32 = generals.iter().map(|unit| i32::from(self.unit(unit).front.attack)).sum();
        BODY * i32::from(units.len()) + GENERAL * i32::from(generals.len()) + ATTACK * attack
    }

    /// What the blows of a stack could do to the enemies in an area, in hundredths of points.
    fn threat(&self, state: &State, stack: &Stack, slope: i16, enemy: Side, target: AreaId) -> i32 {
        if stack.ready.is_empty() {
            return 0;
        }
        let (defence, _) = self.defence(state, target, enemy);
        let units = state.here(target) & self.of_side[enemy.index()];
        self.points(&stack.ready, defence - slope).min(i32::from(units.len()) * 250)
    }

    /// Bodies that count: a general twice.
    fn weight(&self, units: UnitSet) -> i32 {
        i32::from(units.len()) + i32::from((units & self.generals).len())
    }

    /// Who plays the next card.
    fn next_to_act(&self, state: &State) -> Side {
        // A group with an action left has it before anyone plays a card.
        let busy = |play: &Play| play.group.is_some_and(|group| group.actions > 0 && !group.took.is_empty());
        let next = match state.play() {
            Some(play) if busy(play) => return state.active,
            Some(_) => state.active.other(),
            None => state.active,
        };
        if state.hands[next.index()].is_empty() { next.other() } else { next }
    }

    /// The areas from which one action leads here (7.0-1, 7.0-2), past areas that are not held.
    fn next_to_enter(&self, area: AreaId, held: u64) -> u64 {
        let near = self.map.next[area.index()];
        if self.map.heights & bit(area) != 0 {
            return near;
        }
        map::areas(near & !self.map.heights & !held).fold(near, |far, by| far | self.map.next[by.index()])
    }

    /// Who is still to come, by who they are and when they can be here, and the cards that the track gives.
    fn track_worth(&self, state: &State) -> i32 {
        let at = usize::from(state.marker);
        let mut worth = 0;
        let mut spaces = 0;
        let mut groups = state.layout.iter();
        for (n, space) in self.scenario.track.iter().enumerate() {
            let group = if space.is_some() { groups.next() } else { None };
            let numbered = !self.scenario.free_order || space.is_some();
            if n < at {
                worth += if numbered { CARD_A_TURN } else { 0 };
                continue;
            }
            spaces += 1;
            let Some(&group) = group else { continue };
            let units = self.on_track(state, group);
            worth += self.men(units) * (LATER + SPACES - SPACES * spaces).max(FAR_OFF) / 100;
            if self.scenario.free_order && units.has(self.scenario.hideyoshi) {
                worth += PRESENT * (LATER + SPACES - SPACES * spaces).max(FAR_OFF) / 100;
            }
        }
        worth += self.men(state.here(WAITING)) * LATER / 100;
        if self.scenario.free_order && on_map(state.place_of(self.scenario.hideyoshi)) {
            worth += PRESENT;
        }
        if self.next_group(state).is_some_and(|group| !self.can_enter(state, group)) {
            worth -= JAMMED;
        }
        worth
    }

    /// Whom time favours, by how much of the battle is over; seen from Hideyoshi.
    fn time_worth(&self, state: &State) -> i32 {
        let last = i32::from(self.last_turn(state));
        let over = 100 * i32::from(state.turn) / last.max(1);
        let favour = match self.scenario.undecided {
            Some(HIDEYOSHI) => 2,
            Some(_) => -2,
            None => {
                let [his, theirs] =
                    state.control.map(|control| (control & self.map.road).count_ones() as i32);
                let lost = |side: Side| state.here(LOST) & self.of_side[side.index()];
                match his - theirs {
                    0 => (lost(ANTI).len().cmp(&lost(HIDEYOSHI).len())) as i32,
                    lead => lead.clamp(-2, 2),
                }
            }
        };
        let shorter = if self.scenario.generals_shorten {
            SHORTER * i32::from((state.here(LOST) & self.of_side[HIDEYOSHI.index()] & self.generals).len())
        } else {
            0
        };
        TIME * favour * over * over / 20_000 - shorter
    }

    /// The judgement of one side, whose stacks are `own` and those of the enemy `others`, in the areas `here` and `there`.
    fn side_worth(
        &self,
        state: &State,
        side: Side,
        [own, others]: [&Stacks; 2],
        [here, there]: [u64; 2],
    ) -> i32 {
        let enemy = side.other();
        let field = &self.aims.fields[side.index()];
        let mut worth = 0;
        let beside = (state.here(TRACK) | state.here(WAITING)) & self.of_side[side.index()];
        worth -= STEP * self.weight(beside) * self.aims.beside[side.index()];
        let control = state.control[side.index()];
        for stack in own {
            let Stack { area, units, .. } = *stack;
            worth += self.men(units);
            worth -= STEP * self.weight(units) * i32::from(field[area.index()]);
            let contact = there & bit(area) != 0;
            let next = self.map.next[area.index()];
            let near = there & next != 0;
            let danger = if contact {
                USED[0]
            } else if near {
                USED[1]
            } else {
                USED[2]
            };
            worth -= danger * i32::from((units & state.back).len());
            worth -= self.doom(state, side, stack, there, others);
            if contact {
                worth += HARM * self.threat(state, stack, 0, enemy, area) / 100;
            } else if near {
                // A stack on high ground next to the enemy can fire down.
                for target in map::areas(there & next) {
                    let slope = self.level(area) - self.level(target);
                    worth += HARM * self.threat(state, stack, slope, enemy, target) / 400;
                }
            }
        }
        worth += AREA * control.count_ones() as i32;
        worth += self.ground(state, side, here, others);
        worth -= self.peril(state, side, here, others);
        worth + self.cards_worth(state, side, own, there)
    }
}

impl Evaluation for Summits {
    fn worth(&self, state: &State, side: Side) -> i32 {
        let own = match state.over {
            Some(over) => match over.winner {
                Some(HIDEYOSHI) => WON,
                Some(_) => -WON,
                None => 0,
            },
            None => {
                let [his, theirs] = [HIDEYOSHI, ANTI].map(|side| self.presence(state, side));
                let ours = self.stacks(state, HIDEYOSHI, his);
                let others = self.stacks(state, ANTI, theirs);
                self.track_worth(state)
                    + self.time_worth(state)
                    + self.side_worth(state, HIDEYOSHI, [&ours, &others], [his, theirs])
                    - self.side_worth(state, ANTI, [&others, &ours], [theirs, his])
            }
        };
        if side == HIDEYOSHI { own } else { -own }
    }

    /// The worth as a share of a won game: a point more decides little in a battle that is as good as decided.
    fn prospect(&self, state: &State, side: Side) -> i32 {
        let worth = self.worth(state, side);
        (i64::from(worth) * CERTAIN / (i64::from(worth.abs()) + EVEN)) as i32
    }

    fn propose(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        match (state.play(), state.phase) {
            (None, Phase::Hands) => self.propose_hands(state, state.side_of(seat), out),
            (None, Phase::Play) => self.propose_plays(state, Look::Close, out),
            (None, Phase::Auction) => out.push(Plan::from(self.bid())),
            (None, _) => {
                let mut listed = kernel::Actions::default();
                self.actions(state, seat, &mut listed);
                out.extend(listed.iter().cloned().map(Plan::from));
            }
            (Some(play), _) => match &play.step {
                Step::Pick => self.propose_beginnings(state, play, Look::Close, out),
                Step::Group => self.propose_actions(state, Look::Close, out),
                Step::Window => out.extend(self.window_answers(state).map(Plan::from)),
                Step::Marshal(_) | Step::Muster(_) => out.push(Plan::from(self.habit(state, seat))),
                Step::Damage(_) | Step::Retreat(_) | Step::Strike(_) => {
                    let mut listed = kernel::Actions::default();
                    self.actions(state, seat, &mut listed);
                    out.extend(listed.iter().cloned().map(Plan::from));
                }
            },
        }
    }

    fn propose_briefly(&self, state: &State, seat: Seat, out: &mut Vec<Plan<Action>>) {
        match (state.play().map(|play| (play, &play.step)), state.phase) {
            (None, Phase::Hands) => out.push(Plan::from(self.likely_hand(state, state.side_of(seat)))),
            (None, Phase::Play) => self.propose_plays(state, Look::Brief, out),
            (Some((play, Step::Pick)), _) => self.propose_beginnings(state, play, Look::Brief, out),
            (Some((_, Step::Group)), _) => self.propose_actions(state, Look::Brief, out),
            _ => out.push(Plan::from(self.habit(state, seat))),
        }
    }

    /// The enemy's honjin, for scripted opponents.
    fn objectives(&self, _state: &State, side: Side) -> Vec<Thing> {
        map::areas(self.scenario.honjin[side.other().index()]).map(place).collect()
    }

    fn alternating(&self) -> bool {
        true
    }

    /// A line to the end of a turn is some four hundred judgements, and to see through its luck takes dozens of lines.
    fn breath(&self) -> u32 {
        40
    }

    fn style(&self, played: Played<'_, Summits>, count: &mut dyn FnMut(Side, &'static str)) {
        style::count(&played, count);
    }

    fn style_shares(&self) -> &'static [StyleShare] {
        &style::SHARES
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        Side::ALL.map(|side| u32::from((state.here(LOST) & self.of_side[side.index()]).len()))
    }
}
