//! What holds in every state of a game: a position that breaks it is refused.

use hexmap::AreaId;
use kernel::{Fault, Side};

use super::{fault, side_word};
use crate::{
    Summits,
    decisions::play::{
        Group, Play, Step,
        damage::Damage,
        marshal::{Marshal, leaderless},
        muster::Muster,
        retreat::Retreat,
        strike::Strike,
    },
    model::{
        cards::Card,
        map,
        state::{Attack, Blow, Kind, Phase, State, TRACK, WAITING, on_map},
        units::{HIDEYOSHI, UnitSet},
    },
    queries::losses::Loss,
};

type Checked = Result<(), Fault>;

/// A fault with this message unless it holds.
fn must(holds: bool, field: &str, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(fault(field, message())) }
}

impl Summits {
    pub(super) fn check_position(&self, state: &State) -> Checked {
        let check = Check { rules: self, state };
        check.units()?;
        check.track()?;
        check.control()?;
        check.phase()?;
        check.hands()?;
        match &state.play {
            Some(play) => check.play(play),
            None => Ok(()),
        }
    }
}

struct Check<'a> {
    rules: &'a Summits,
    state: &'a State,
}

impl Check<'_> {
    fn names(&self, units: UnitSet) -> String {
        self.rules.unit_words(units).join(", ")
    }

    fn area(&self, area: AreaId) -> String {
        self.rules.area_word(area)
    }

    fn units(&self) -> Checked {
        let Check { rules, state } = self;
        let mut on_map = UnitSet::NONE;
        for area in rules.map.graph.areas() {
            on_map |= state.here(area);
            for side in Side::ALL {
                let count = (state.here(area) & rules.of_side[side.index()]).len();
                let most = rules.numbers.stacking.most;
                must(count <= most, "units", || {
                    format!("{count} units of {} in `{}`; at most {most}", side_word(side), self.area(area))
                })?;
            }
        }
        let elsewhere = state.back - on_map;
        must(elsewhere.is_empty(), "back", || {
            format!("{} not on the map; only units on the map show their back", self.names(elsewhere))
        })?;
        let used = state.used.iter().any(|units| units.any());
        must(!used || rules.options.strict_same_type, "used", || {
            "units are marked as used by a card type only with the option `strict_same_type_per_unit`"
                .to_owned()
        })
    }

    /// 11.0-2: the groups of the spaces that are used have come, the others lie on the track.
    fn track(&self) -> Checked {
        let Check { rules, state } = self;
        let spaces = &rules.scenario.track;
        must(usize::from(state.marker) <= spaces.len(), "marker", || {
            format!("space {}; the track has {}", state.marker, spaces.len())
        })?;
        let mut laid = state.layout.clone();
        let mut printed: Vec<u8> = spaces.iter().flatten().copied().collect();
        laid.sort_unstable();
        printed.sort_unstable();
        must(laid.as_slice() == printed, "layout", || {
            let ids: Vec<&str> =
                printed.iter().map(|&group| rules.groups[group as usize].id.as_str()).collect();
            format!("each group lies on the track once: {}", ids.join(", "))
        })?;
        let used = usize::from(rules.numbered_used(state));
        let units = |groups: &[u8]| {
            groups.iter().fold(UnitSet::NONE, |all, &group| all | rules.groups[group as usize].units)
        };
        let (come, to_come) = (units(&state.layout[..used]), units(&state.layout[used..]));
        let early = state.here(WAITING) - come;
        must(early.is_empty(), "units.waiting", || {
            format!("{} of no group that the marker has passed", self.names(early))
        })?;
        let late = state.here(TRACK) - to_come;
        must(late.is_empty(), "units.track", || {
            format!("{} of no group that is still to come", self.names(late))
        })
    }

    fn control(&self) -> Checked {
        let Check { rules, state } = self;
        if let Some(area) = map::areas(state.control[0] & state.control[1]).next() {
            return Err(fault("control", format!("`{}` is controlled by both sides", self.area(area))));
        }
        let Some(area) = rules.wrongly_owned(state) else {
            return Ok(());
        };
        let owner = rules.alone_in(state, area).map(side_word).unwrap_or_default();
        let word = self.area(area);
        Err(fault("control", format!("only units of {owner} stand in `{word}`, so {owner} controls it")))
    }

    /// Somebody can answer what the phase asks.
    fn phase(&self) -> Checked {
        let Check { rules, state } = self;
        let [a, b] = state.bids;
        let most = rules.scenario.turns;
        must(a.max(b) <= most, "bids", || format!("bid of {} turns; at most {most}", a.max(b)))?;
        match state.phase {
            Phase::Auction => {
                must(a == 0 || b == 0, "bids", || "both have bid; in the auction somebody has not".to_owned())
            }
            Phase::Tie => {
                must(a == b && a > 0, "bids", || format!("bids of {a} and {b}; a tie has two equal bids"))
            }
            phase => {
                must([a, b] == [0; 2], "bids", || "bids are only made in the auction".to_owned())?;
                let chooser = state.controller(rules.scenario.mountain);
                must(phase != Phase::Order || chooser.is_some(), "phase", || {
                    let mountain = self.area(rules.scenario.mountain);
                    format!("nobody controls `{mountain}`, so nobody says who begins")
                })
            }
        }?;
        must(state.play.is_none() || state.phase == Phase::Play, "play", || {
            "cards are played only in the phase `play`".to_owned()
        })?;
        must(state.play.is_none() || state.over.is_none(), "play", || {
            "the game is over, so no play is under way".to_owned()
        })
    }

    fn hands(&self) -> Checked {
        let Check { rules, state } = self;
        must(state.ready != [true; 2], "hands", || {
            "both hands are chosen; in the phase `hands` somebody has not chosen".to_owned()
        })?;
        for side in Side::ALL {
            let word = side_word(side);
            let [hand, open] = [&state.hands, &state.open].map(|hands| hands[side.index()]);
            must(state.phase >= Phase::Hands || hand.is_empty(), "hands", || {
                format!("{word} has cards before the phase `hands`")
            })?;
            must(state.phase == Phase::Play || open.is_empty(), "open", || {
                format!("{word} has played cards before the phase `play`")
            })?;
            let most = rules.largest_hand(side);
            let count = u16::from(hand.len()) + u16::from(open.len());
            must(count <= u16::from(most), "hands", || {
                format!("{word} has {count} cards in hand and open; a hand has at most {most}")
            })?;
            for card in Card::ALL {
                let most = rules.most_copies(side, card);
                let count = u16::from(hand.of(card)) + u16::from(open.of(card));
                must(count <= u16::from(most), "hands", || {
                    format!("{word} has {count} of `{}` in hand and open; at most {most}", card.code())
                })?;
            }
        }
        Ok(())
    }

    fn play(&self, play: &Play) -> Checked {
        self.cards(play)?;
        self.actions(play)?;
        let own = self.rules.of_side[self.state.active.index()];
        let foreign = play.acted - own;
        must(foreign.is_empty(), "play.acted", || {
            format!("{} of the side that is not active", self.names(foreign))
        })?;
        match (&play.step, &play.group) {
            (Step::Pick, None) => must(play.groups > 0 || play.free_rally, "play.groups", || {
                "no group is left to pick, and no free Rally".to_owned()
            }),
            (Step::Pick, Some(_)) => {
                Err(fault("play.group", "a group acts, so none is picked; expected another step"))
            }
            (_, None) => Err(fault("play.group", "no group acts; expected the step `pick`")),
            (step, Some(group)) => {
                self.group(play, step, group)?;
                self.step(play, step, group)
            }
        }
    }

    /// the cards of a play, and what of them is still to be carried out.
    fn cards(&self, play: &Play) -> Checked {
        let Check { rules, state } = self;
        let cards = play.cards;
        let free_rally = rules.options.rally_free_in_combo;
        let open = state.open[state.active.index()].types();
        let hidden = cards.cards().find(|card| !open.has(*card));
        must(hidden.is_none(), "play.cards", || {
            let code = hidden.map_or("", Card::code);
            format!("`{code}` is not among the open cards of {}", side_word(state.active))
        })?;
        must(!cards.has(Card::Ambush), "play.cards", || "`AM` is not played in the own phase".to_owned())?;
        must(cards.is_empty() || cards.adds_up(free_rally), "play.cards", || {
            format!("more special cards than the {} actions of the play", cards.actions())
        })?;
        let begun = Play::new(cards, free_rally);
        let extra = play.pending.cards().find(|card| !begun.pending.has(*card));
        must(extra.is_none(), "play.pending", || {
            let code = extra.map_or("", Card::code);
            format!("`{code}` fills no action of this play")
        })?;
        must(!play.free_rally || begun.free_rally, "play.free_rally", || {
            "this play has no Rally that takes up no action".to_owned()
        })?;
        must(play.plain <= begun.plain, "play.plain", || {
            format!("{} plain actions; this play has {}", play.plain, begun.plain)
        })?;
        must(!play.assault || (begun.assault && play.groups > 0), "play.assault", || {
            "no group of this play can still be given the Assault".to_owned()
        })
    }

    /// every action that a group still has can be spent.
    fn actions(&self, play: &Play) -> Checked {
        let most = Play::new(play.cards, false).groups;
        let groups = u16::from(play.groups) + u16::from(play.group.is_some());
        must(groups <= u16::from(most), "play.groups", || {
            format!("{groups} groups act and are to come; this play has {most}")
        })?;
        let current = play.group.map_or(0, |group| group.actions);
        let slots = u16::from(current) + u16::from(play.groups) + u16::from(play.assault);
        let uses = u16::from(play.plain) + u16::from(play.pending.len());
        must(slots <= uses, "play.plain", || {
            format!("groups have {slots} actions left, and {uses} plain and special actions are left")
        })
    }

    fn group(&self, play: &Play, step: &Step, group: &Group) -> Checked {
        let Check { rules, state } = self;
        let own = rules.of_side[state.active.index()];
        let foreign = group.units - own;
        must(foreign.is_empty(), "play.group.units", || {
            format!("{} of the side that is not active", self.names(foreign))
        })?;
        let idle = group.took - group.units;
        must(idle.is_empty(), "play.group.took", || format!("{} not in the group", self.names(idle)))?;
        must(
            !group.assault || (play.cards.has(Card::Assault) && !play.assault),
            "play.group.assault",
            || "this group does not have the Assault of the play".to_owned(),
        )?;
        let all = 1 + u8::from(group.assault);
        let acted = group.fixed && !group.area_is_beside();
        let fits = if acted { group.actions < all } else { group.actions == all };
        must(fits, "play.group.actions", || match acted {
            true => format!("{} actions left of {all} for a group that has acted", group.actions),
            false => format!("{} actions left of {all} for a group that has not acted", group.actions),
        })?;
        must(acted || group.took.is_empty(), "play.group.took", || {
            "the group has not acted, so nobody took part".to_owned()
        })?;
        must(acted || matches!(step, Step::Group), "play.step", || {
            "the group has not acted; expected the step `group`".to_owned()
        })?;
        if group.area_is_beside() {
            return self.entering(play, group);
        }
        must(on_map(group.area), "play.group.area", || {
            format!("`{}` is no area of the map", self.area(group.area))
        })?;
        must(!group.arrives, "play.group.arrives", || "the group is on the map already".to_owned())?;
        let came =
            group.came.is_none_or(|from| on_map(from) && rules.map.graph.are_adjacent(from, group.area));
        must(came && (acted || group.came.is_none()), "play.group.came", || {
            format!("the group cannot have come to `{}` from there", self.area(group.area))
        })?;
        if !matches!(step, Step::Group) {
            return Ok(());
        }
        must(group.actions > 0, "play.group.actions", || {
            "a group that is asked has an action left".to_owned()
        })?;
        let able = rules.candidates(state, play, group);
        must(able.any(), "play.group.units", || {
            format!("nobody in `{}` can act in this play", self.area(group.area))
        })?;
        let unable = group.units - able;
        must(group.fixed || unable.is_empty(), "play.group.units", || {
            format!("{} cannot act in this play", self.names(unable))
        })
    }

    /// 11.0-3: a group beside the map.
    fn entering(&self, play: &Play, group: &Group) -> Checked {
        let state = self.state;
        must(state.active == HIDEYOSHI && group.fixed && group.came.is_none(), "play.group.area", || {
            "a group beside the map is Hideyoshi's, is fixed and has left no area".to_owned()
        })?;
        let elsewhere = group.units - state.here(WAITING);
        must(group.units.any() && elsewhere.is_empty(), "play.group.units", || {
            "a group beside the map consists of units that wait there".to_owned()
        })?;
        must(!group.arrives || play.pending.has(Card::Reinforcements), "play.group.arrives", || {
            "no Reinforcements card brings this group".to_owned()
        })
    }

    fn step(&self, play: &Play, step: &Step, group: &Group) -> Checked {
        let Check { rules, state } = self;
        let field = "play.step";
        match step {
            Step::Pick | Step::Group => Ok(()),
            Step::Window => {
                must(rules.ambushers(state, group.area).any(), field, || {
                    format!("no enemy in `{}` could ambush the group", self.area(group.area))
                })?;
                let hand = state.hands[state.active.other().index()];
                must(!hand.is_empty(), field, || {
                    "an enemy without cards is not asked for an ambush".to_owned()
                })
            }
            Step::Marshal(Marshal(attack)) => {
                self.attack(play, group, attack)?;
                must(attack.made == 0, "play.step.made", || {
                    "no roll precedes the order of attacks".to_owned()
                })
            }
            Step::Muster(Muster(attack)) => {
                must(attack.kind == Kind::Ambush, "play.step.kind", || {
                    "units are chosen one by one only for an ambush".to_owned()
                })?;
                self.parties(group, attack)?;
                must(attack.blows.is_empty() && attack.made == 0, "play.step.blows", || {
                    "attacks are ordered after the ambushing group is chosen".to_owned()
                })?;
                must(rules.ambushers(state, group.area).any(), field, || {
                    format!("nobody in `{}` can ambush the group", self.area(group.area))
                })
            }
            Step::Strike(Strike(attack)) => {
                self.attack(play, group, attack)?;
                must(usize::from(attack.made) < attack.blows.len(), "play.step.made", || {
                    format!("{} of {} rolls are made; none is left", attack.made, attack.blows.len())
                })?;
                must(rules.suffering(state, attack).any(), "play.step.target", || {
                    format!("no enemy in `{}`", self.area(attack.target))
                })
            }
            Step::Damage(Damage { attack, points }) => self.damage(play, group, attack, *points),
            Step::Retreat(Retreat { attack, points, unit }) => {
                self.damage(play, group, attack, *points)?;
                let suffers = rules.suffering(state, attack).has(*unit);
                must(suffers && rules.due(state, attack) == Loss::Retreat, "play.step.unit", || {
                    format!("{} does not have to retreat", self.names(UnitSet::of(*unit)))
                })
            }
        }
    }

    fn damage(&self, play: &Play, group: &Group, attack: &Attack, points: u8) -> Checked {
        self.attack(play, group, attack)?;
        must(attack.made > 0, "play.step.made", || "no roll is made, so there is no damage".to_owned())?;
        must(attack.pooled == 0, "play.step.pooled", || "pooled damage is taken already".to_owned())?;
        must(points > 0, "play.step.points", || "no points of damage are left to take".to_owned())?;
        must(self.rules.suffering(self.state, attack).any(), "play.step.target", || {
            format!("nobody in `{}` can take damage", self.area(attack.target))
        })
    }

    /// Who attacks whom, from where.
    fn parties(&self, group: &Group, attack: &Attack) -> Checked {
        let Check { rules, state } = self;
        let side = if attack.kind == Kind::Ambush { state.active.other() } else { state.active };
        must(attack.side == side, "play.step.side", || {
            format!("this attack is made by {}", side_word(side))
        })?;
        must(attack.from == group.area, "play.step.from", || {
            format!("the attack comes from `{}`, where the group is", self.area(group.area))
        })?;
        let target = match attack.kind {
            Kind::Attack | Kind::Ambush => attack.target == attack.from,
            Kind::Fire => on_map(attack.target) && rules.map.graph.are_adjacent(attack.from, attack.target),
        };
        must(target, "play.step.target", || {
            format!("`{}` cannot be attacked from `{}`", self.area(attack.target), self.area(attack.from))
        })?;
        let able = match attack.kind {
            Kind::Ambush => rules.ambushers(state, group.area),
            _ => (group.units & state.here(attack.from)) - state.back,
        };
        let unable = attack.units - able;
        must(unable.is_empty(), "play.step.units", || format!("{} cannot attack", self.names(unable)))?;
        let sloped = attack.kind == Kind::Attack && group.assault && rules.options.slope_on_assault;
        let slopes = || map::areas(rules.map.next[attack.from.index()]).map(|area| rules.level(area));
        let slope = i16::from(attack.slope) + rules.level(attack.from);
        must(
            attack.slope == 0 || (sloped && slopes().any(|level| level == slope)),
            "play.step.slope",
            || format!("the group has not come to `{}` over such a slope", self.area(attack.from)),
        )?;
        let pooled = attack.pooled == 0 || (rules.options.pooled_damage && attack.made > 0);
        must(pooled, "play.step.pooled", || "no damage can be pooled yet".to_owned())
    }

    /// 8.0-1, 8.0-2, X-5: the order of attacks.
    fn attack(&self, play: &Play, group: &Group, attack: &Attack) -> Checked {
        let Check { rules, state } = self;
        self.parties(group, attack)?;
        let played = match attack.kind {
            Kind::Attack => true,
            Kind::Fire => play.cards.has(Card::Fire) && !play.pending.has(Card::Fire),
            Kind::Ambush => state.open[attack.side.index()].has(Card::Ambush),
        };
        must(played, "play.step.kind", || "the card of this attack is not played".to_owned())?;
        let leads = (attack.units & rules.generals).any() || attack.kind != Kind::Attack;
        must(attack.units.any() && leads, "play.step.units", || {
            "only generals attack; in Fire and Ambush combat units strike by themselves".to_owned()
        })?;
        must(usize::from(attack.made) <= attack.blows.len(), "play.step.made", || {
            format!("{} rolls are made of {}", attack.made, attack.blows.len())
        })?;
        self.blows(attack)
    }

    fn blows(&self, attack: &Attack) -> Checked {
        let rules = self.rules;
        let field = "play.step.blows";
        let mut named = UnitSet::NONE;
        let mut men = vec![0u16; rules.clans.len()];
        let mut volleys = vec![false; rules.clans.len()];
        for blow in &attack.blows {
            let (clan, count) = match *blow {
                Blow::General { unit, support } => {
                    let name = || self.names(UnitSet::of(unit));
                    let able = (attack.units & rules.generals).has(unit);
                    must(able, field, || format!("{} is no general of this attack", name()))?;
                    must(!named.has(unit), field, || format!("{} strikes twice", name()))?;
                    named |= UnitSet::of(unit);
                    let command = rules.unit(unit).command.unwrap_or(0);
                    must(support <= command, field, || {
                        format!("{} leads {support}; at most {command}", name())
                    })?;
                    (rules.unit(unit).clan, support)
                }
                Blow::Volley { clan, count } => {
                    let id = &rules.clans[clan.index()].id;
                    must(leaderless(rules, attack, clan) > 0, field, || {
                        format!("no combat units of {id} strike by themselves in this attack")
                    })?;
                    must(!volleys[clan.index()], field, || format!("volley of {id} twice"))?;
                    volleys[clan.index()] = true;
                    (clan, count)
                }
            };
            men[clan.index()] += u16::from(count);
            let most = (attack.units & rules.clans[clan.index()].troops).len();
            must(men[clan.index()] <= u16::from(most), field, || {
                let id = &rules.clans[clan.index()].id;
                format!("{} combat units of {id} take part; the attack has {most}", men[clan.index()])
            })?;
        }
        Ok(())
    }
}
