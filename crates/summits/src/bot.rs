//! Judgement: what makes a position good. Plans are in `proposals`.
//!
//! Men and the ground they hold count, and how near they are to what wins. A unit that has acted is in danger only
//! where the enemy is near. Cards are worth a little each, so that they are spent for something.

mod proposals;

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Evaluation, Plan, Rules, Seat, Side, evaluation::WON};

use self::proposals::Look;
use crate::{
    Summits,
    decisions::play::Step,
    model::{
        cards::{Card, Hand},
        map::{self, bit},
        numbers::MOST_STACK,
        state::{LOST, Phase, State, TRACK, WAITING},
        units::{ANTI, HIDEYOSHI, UnitSet},
    },
    notation::action::Action,
};

/// What a combat unit is worth, a general, and each point of a general's attack.
const BODY: i32 = 100;
const GENERAL: i32 = 60;
const ATTACK: i32 = 25;
/// Units that are not there yet, in hundredths.
const LATER: i32 = 70;
/// To have acted, with an enemy in the area, next to it, and far away.
const USED: [i32; 3] = [16, 9, 2];
/// Areas: any, one of the road, the mountain.
const AREA: i32 = 14;
const ROAD: i32 = 260;
const MOUNTAIN: i32 = 320;
/// A space of the reinforcement track gives a card each turn.
const SPACE: i32 = 110;
/// Each area that a unit is nearer to where its side wants to go.
const STEP: i32 = 9;
/// More of the enemy than of one's own about a honjin.
const PERIL: i32 = 22;
/// A honjin that nobody holds, by how far the nearest enemy is: one action goes two areas, an Assault four.
const OPEN: [i32; 8] = [4000, 4000, 4000, 2600, 2600, 700, 500, 300];
/// A unit near the enemy that has nowhere to retreat to.
const CUT: i32 = 18;
/// What a point of damage to be expected is worth.
const HARM: i32 = 13;
/// Cards by type.
const CARDS: [i32; 6] = [15, 19, 17, 16, 12, 12];
/// And the one that brings the next group.
const ARRIVAL: i32 = 20;

/// What a certain victory is called when chances are told, and the lead that stands for half of it.
const CERTAIN: i64 = 100_000;
const EVEN: i64 = 2_000;

/// What the judgement knows of a battle beforehand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aims {
    /// How far every area is from where a side wants to go, and how far beside the map is taken to be.
    fields: [Vec<u8>; 2],
    beside: [i32; 2],
    /// Each honjin of a side with the areas none, one and two away from it.
    rings: [Vec<(AreaId, [u64; 3])>; 2],
    /// Expected damage in hundredths, by the sum of modifiers and defence from [`LEAST`].
    harm: Vec<i32>,
}

const LEAST: i16 = -14;

impl Aims {
    pub(crate) fn new(rules: &Summits) -> Aims {
        let mountain = bit(rules.scenario.mountain);
        let goals = Side::ALL.map(|side| {
            let honjin = |side: Side| rules.scenario.honjin[side.index()];
            // Whom time favours stays about his honjin; the other must come to him.
            let sought = match rules.scenario.undecided {
                Some(winner) if winner == side => {
                    map::areas(honjin(side)).fold(0, |near, area| near | rules.map.next[area.index()])
                }
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
        let rings = Side::ALL.map(|side| {
            let ring = |honjin: AreaId, far: u8| {
                let at = |area: &AreaId| rules.map.graph.distance(*area, honjin) == Some(far);
                rules.map.graph.areas().filter(at).fold(0, |mask, area| mask | bit(area))
            };
            map::areas(rules.scenario.honjin[side.index()])
                .map(|honjin| (honjin, [0, 1, 2].map(|far| ring(honjin, far))))
                .collect()
        });
        let expected = |net: i16| {
            let weight = |sum: i16| i32::from(6 - (7 - sum).abs());
            (2..=12).map(|sum| weight(sum) * i32::from((sum + net).max(0)) * 100).sum::<i32>() / 36
        };
        Aims { fields, beside, rings, harm: (LEAST..=8).map(expected).collect() }
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

    /// What each ready general of a side could strike with in this area: his attack, and the men he would lead.
    fn blows(&self, state: &State, side: Side, area: AreaId) -> ArrayVec<i16, { MOST_STACK }> {
        let ready = (state.here(area) & self.of_side[side.index()]) - state.back;
        let mut led = UnitSet::NONE;
        (ready & self.generals)
            .iter()
            .map(|general| {
                let body = self.unit(general);
                let men = (ready & self.clans[body.clan.index()].troops) - led;
                let support = men.first_of(body.command.unwrap_or(0));
                led |= support;
                body.front.attack + self.numbers.attack.bonus(support.len())
            })
            .collect()
    }

    /// What these blows could do to the enemies in an area, in hundredths of points.
    fn threat(&self, state: &State, blows: &[i16], slope: i16, enemy: Side, target: AreaId) -> i32 {
        if blows.is_empty() {
            return 0;
        }
        let (defence, _) = self.defence(state, target, enemy);
        let units = state.here(target) & self.of_side[enemy.index()];
        let sum: i32 = blows.iter().map(|blow| self.aims.harm(blow + slope - defence)).sum();
        sum.min(i32::from(units.len()) * 250)
    }

    /// How well a hand suits: more of one type is worth less each, but a group waiting beside the map needs the card
    /// that brings him.
    fn cards_worth(&self, state: &State, hand: Hand) -> i32 {
        let waited_for =
            usize::from(state.marker) < self.scenario.track.len() && hand.has(Card::Reinforcements);
        Card::ALL
            .into_iter()
            .map(|card| {
                let count = i32::from(hand.of(card));
                CARDS[card.index()] * count - 2 * (count - 1).max(0) * count / 2
            })
            .sum::<i32>()
            + if waited_for { ARRIVAL } else { 0 }
    }

    /// Bodies that count: a general twice.
    fn weight(&self, units: UnitSet) -> i32 {
        i32::from(units.len()) + i32::from((units & self.generals).len())
    }

    /// Who plays the next card.
    fn next_to_act(&self, state: &State) -> Side {
        let next = if state.play().is_some() { state.active.other() } else { state.active };
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

    /// What can happen to the honjin of a side, where these areas hold its units and those of the enemy.
    fn peril(&self, state: &State, side: Side, here: u64, there: u64) -> i32 {
        let mut peril = 0;
        for (honjin, rings) in &self.aims.rings[side.index()] {
            let about = |side: Side, presence: u64| -> i32 {
                let near = |(ring, closeness): (&u64, i32)| -> i32 {
                    let own = self.of_side[side.index()];
                    map::areas(ring & presence)
                        .map(|area| closeness * self.weight(state.here(area) & own))
                        .sum()
                };
                rings.iter().zip([3, 2, 1]).map(near).sum()
            };
            peril += PERIL * (about(side.other(), there) - about(side, here) / 2).max(0);
            let held = state.here(*honjin) & self.of_side[side.index()];
            if held.len() > 3 {
                continue;
            }
            // Nothing protects an empty honjin from the next unit that acts beside it.
            if held.is_empty() && self.next_to_act(state) == side.other() {
                let close = self.next_to_enter(*honjin, here) & there;
                let ready = self.of_side[side.other().index()] - state.back;
                if map::areas(close).any(|area| (state.here(area) & ready).any()) {
                    peril += WON / 2;
                    continue;
                }
            }
            let near = map::areas(there).filter_map(|area| self.map.graph.distance(area, *honjin)).min();
            let open = near.map_or(0, |near| OPEN[usize::from(near).min(OPEN.len() - 1)]);
            peril += match held.len() {
                0 => open,
                few => open / (2 + 2 * i32::from(few)),
            };
        }
        peril
    }

    /// The judgement of one side, which is in the areas `here` while the enemy is `there`.
    fn side_worth(&self, state: &State, side: Side, [here, there]: [u64; 2]) -> i32 {
        let own = self.of_side[side.index()];
        let enemy = side.other();
        let field = &self.aims.fields[side.index()];
        let beside = (state.here(TRACK) | state.here(WAITING)) & own;
        let mut worth = self.men(beside) * LATER / 100;
        worth -= STEP * self.weight(beside) * self.aims.beside[side.index()];
        let control = state.control[side.index()];
        for area in map::areas(here) {
            let units = state.here(area) & own;
            worth += self.men(units);
            worth -= STEP * self.weight(units) * i32::from(field[area.index()]);
            let contact = there & bit(area) != 0;
            let next = self.map.next[area.index()];
            let near = there & next != 0;
            if (contact || near) && control & next & !there == 0 {
                worth -= CUT * i32::from(units.len());
            }
            let danger = if contact {
                USED[0]
            } else if near {
                USED[1]
            } else {
                USED[2]
            };
            worth -= danger * i32::from((units & state.back).len());
            if contact {
                let blows = self.blows(state, side, area);
                worth += HARM * self.threat(state, &blows, 0, enemy, area) / 100;
            } else if near {
                // A stack on high ground next to the enemy can fire down.
                let blows = self.blows(state, side, area);
                for target in map::areas(there & next) {
                    let slope = self.level(area) - self.level(target);
                    worth += HARM * self.threat(state, &blows, slope, enemy, target) / 400;
                }
            }
        }
        worth += AREA * control.count_ones() as i32;
        let late = i32::from(state.turn).min(12);
        worth += (ROAD + 25 * late) * (control & self.map.road).count_ones() as i32;
        if control & bit(self.scenario.mountain) != 0 {
            worth += MOUNTAIN;
        }
        if side == HIDEYOSHI {
            worth += SPACE * i32::from(state.marker);
        }
        worth -= self.peril(state, side, here, there);
        worth + self.cards_worth(state, state.hands[side.index()])
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
                self.side_worth(state, HIDEYOSHI, [his, theirs]) - self.side_worth(state, ANTI, [theirs, his])
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
            (None, _) => out.push(Plan::from(self.habit(state, seat))),
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
            (None, Phase::Play) => self.propose_plays(state, Look::Brief, out),
            (Some((play, Step::Pick)), _) => self.propose_beginnings(state, play, Look::Brief, out),
            (Some((_, Step::Group)), _) => self.propose_actions(state, Look::Brief, out),
            _ => out.push(Plan::from(self.habit(state, seat))),
        }
    }

    fn alternating(&self) -> bool {
        true
    }

    /// A line to the end of a turn is some four hundred judgements, and to see through the luck of one takes a dozen.
    fn breath(&self) -> u32 {
        15
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn losses(&self, state: &State) -> [u32; 2] {
        Side::ALL.map(|side| u32::from((state.here(LOST) & self.of_side[side.index()]).len()))
    }
}
