//! What happened, one line of the story each.

use arrayvec::ArrayVec;
use hexmap::AreaId;
use kernel::{Cited, Line, Notation, Rule, Seat, Side, Stroke, Telling, Thing, Viewer};

use crate::{
    Summits,
    model::{
        cards::{Card, Hand, Set},
        state::{Blow, Kind, Over},
        units::{ClanId, UnitId, UnitSet},
    },
    notation::{
        refer::{copy, piece, place},
        rule_ids::*,
    },
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Bid {
        seat: Seat,
        turns: u8,
    },
    BidsOpen {
        bids: [u8; 2],
    },
    Seated {
        seat: Seat,
        turns: u8,
        rule: Rule,
    },
    LaidOut {
        groups: ArrayVec<u8, 8>,
    },
    Chose {
        seat: Seat,
        side: Side,
        hand: Hand,
    },
    Locked {
        counts: [u8; 2],
    },
    Begins {
        side: Side,
        rule: Rule,
    },
    Passed {
        side: Side,
        forced: bool,
    },
    TurnEnds,
    Turn {
        turn: u8,
    },
    Played {
        side: Side,
        set: Set,
    },
    FaceDown {
        seat: Seat,
        side: Side,
        card: Card,
    },
    Moved {
        units: UnitSet,
        from: AreaId,
        to: AreaId,
        rule: Rule,
    },
    Entered {
        units: UnitSet,
        to: AreaId,
    },
    Rallied {
        area: AreaId,
        units: UnitSet,
    },
    Flipped {
        units: UnitSet,
    },
    Forgone,
    Spent,
    Lapsed,
    NoAmbush {
        side: Side,
    },
    Ambushed {
        side: Side,
        area: AreaId,
        used: bool,
    },
    Attack {
        side: Side,
        from: AreaId,
        area: AreaId,
        kind: Kind,
        count: u8,
    },
    Struck {
        side: Side,
        blow: Blow,
        area: AreaId,
        sum: i32,
        net: i16,
        points: u8,
    },
    Pooled {
        points: u8,
    },
    Cancelled {
        area: AreaId,
        count: u8,
    },
    Hit {
        units: UnitSet,
    },
    /// `far` beyond a full area (10.3-2); `last`: nobody of his side is left there.
    Retreated {
        unit: UnitId,
        to: AreaId,
        far: bool,
        last: bool,
    },
    Removed {
        unit: UnitId,
        last: bool,
    },
    Surplus {
        points: u8,
    },
    Controls {
        side: Side,
        area: AreaId,
        rule: Rule,
    },
    Arrives {
        group: u8,
        space: u8,
    },
    Waits {
        group: u8,
        space: u8,
    },
    EmptySpace {
        space: u8,
    },
    NoEffect {
        rule: Rule,
    },
    Treason {
        clan: ClanId,
    },
    Deserted {
        units: UnitSet,
    },
    Wavered {
        units: UnitSet,
    },
    Shortened {
        last: u8,
        rule: Rule,
    },
    Over {
        over: Over,
    },
}

impl Cited for Event {
    fn rule(&self) -> Rule {
        match *self {
            Event::Bid { .. } | Event::BidsOpen { .. } => R_14_1_A,
            Event::Seated { rule, .. }
            | Event::Begins { rule, .. }
            | Event::Controls { rule, .. }
            | Event::NoEffect { rule }
            | Event::Shortened { rule, .. } => rule,
            Event::LaidOut { .. } => R_15_2_3,
            Event::Chose { .. } | Event::Locked { .. } => R_4_0_1,
            Event::Passed { .. } => R_4_0_3,
            Event::TurnEnds => R_4_0_4A,
            Event::Turn { .. } => R_4_0_4C,
            Event::Played { set, .. } => {
                if set.len() > 1 {
                    R_6_2_1
                } else {
                    R_5_0_2
                }
            }
            Event::FaceDown { .. } => R_5_0_3,
            Event::Moved { rule, .. } => rule,
            Event::Entered { .. } => R_11_0_3,
            Event::Rallied { .. } => R_6_1_4,
            Event::Flipped { .. } => R_5_1_C,
            Event::Forgone | Event::Lapsed => R_X_2,
            Event::Spent => R_QA_2,
            Event::NoAmbush { .. } => R_X_4,
            Event::Ambushed { used: true, .. } => R_QA_3A,
            Event::Ambushed { .. } => R_6_1_5,
            Event::Attack { kind: Kind::Attack, .. } => R_8_0_1,
            Event::Attack { kind: Kind::Fire, .. } => R_6_1_2,
            Event::Attack { kind: Kind::Ambush, .. } => R_X_6,
            Event::Struck { points: 0, .. } => R_9_0_4,
            Event::Struck { blow: Blow::Volley { .. }, .. } => R_X_5,
            Event::Struck { .. } => R_9_0_2,
            Event::Pooled { .. } => R_8_0_3,
            Event::Cancelled { .. } => R_8_0_1C,
            Event::Hit { .. } => R_10_1_1,
            Event::Retreated { far: false, .. } => R_10_3_0,
            Event::Retreated { far: true, .. } => R_10_3_2,
            Event::Removed { .. } => R_10_1_2,
            Event::Surplus { .. } => R_10_2_3,
            Event::Arrives { .. } | Event::EmptySpace { .. } => R_11_0_2,
            Event::Waits { .. } => R_11_0_4,
            Event::Treason { .. } => R_15_2_9B,
            Event::Deserted { .. } | Event::Wavered { .. } => R_15_2_9C,
            Event::Over { over } => over.by.rule(),
        }
    }
}

impl Event {
    /// The event for this viewer: hands and bids only for whom they concern, and a card played face down for
    /// nobody else ever.
    pub(crate) fn telling(&self, rules: &Summits, viewer: Viewer) -> Option<Telling> {
        let of = |key: &'static str, side: Side| Line::new(key).with("side", side);
        let flip = |thing: Thing| Stroke::Flipped { piece: thing };
        Some(match *self {
            Event::Bid { seat, turns } => match viewer.knows(seat) {
                true => Telling::new(Line::new("told-bid").with("turns", i32::from(turns))),
                false => Telling::new(Line::new("told-has-bid").with("seat", i32::from(seat.0) + 1)),
            },
            Event::BidsOpen { bids: [a, b] } => {
                Telling::new(Line::new("told-bids").with("first", i32::from(a)).with("second", i32::from(b)))
            }
            Event::Seated { seat, turns, .. } => {
                let line = Line::new("told-seated").with("seat", i32::from(seat.0) + 1);
                Telling::new(line.with("turns", i32::from(turns)))
            }
            Event::LaidOut { .. } => Telling::new(of("told-layout", crate::model::units::HIDEYOSHI)),
            Event::Chose { seat, side, hand } if viewer.knows(seat) => {
                Telling::new(rules.with_hand(of("told-own-hand", side), hand))
            }
            Event::Chose { side, .. } => Telling::new(of("told-chose", side)),
            Event::Locked { counts: [a, b] } => Telling::new(
                Line::new("told-locked").with("hideyoshi", i32::from(a)).with("anti", i32::from(b)),
            ),
            Event::Begins { side, .. } => Telling::new(of("told-begins", side)),
            Event::Passed { side, forced } => {
                Telling::new(of(if forced { "told-no-cards" } else { "told-passed" }, side))
            }
            Event::TurnEnds => Telling::new(Line::new("told-turn-ends")),
            Event::Turn { turn } => Telling::new(Line::new("told-turn").with("turn", i32::from(turn))),
            Event::Played { side, set } => {
                let mut line = of("told-played", side).with("count", i32::from(set.len()));
                for (name, card) in ["a", "b", "c", "d", "e"].into_iter().zip(set.cards()) {
                    line = line.with(name, rules.card_thing(card));
                }
                let telling = Telling::new(line);
                set.cards().fold(telling, |telling, card| telling.stroke(shown(rules, card, side)))
            }
            Event::FaceDown { seat, side, card } if viewer.knows(seat) => {
                let line = of("told-own-down", side).with("card", rules.card_thing(card));
                Telling::new(line).stroke(Stroke::FaceDown { side })
            }
            Event::FaceDown { side, .. } => {
                Telling::new(of("told-down", side)).stroke(Stroke::FaceDown { side })
            }
            Event::Moved { units, from, to, .. } => {
                let line = rules
                    .about(Line::new("told-moved"), units)
                    .with("area", place(to))
                    .with("from", place(from));
                rules.each(Telling::new(line), units, |piece| Stroke::Moved {
                    piece,
                    path: vec![place(from), place(to)],
                })
            }
            Event::Entered { units, to } => {
                let line = rules.about(Line::new("told-entered"), units).with("area", place(to));
                rules.each(Telling::new(line), units, |piece| Stroke::Appeared { piece, place: place(to) })
            }
            Event::Rallied { area, units } => {
                let line =
                    Line::new("told-rallied").with("area", place(area)).with("count", i32::from(units.len()));
                rules.each(Telling::new(line), units, flip)
            }
            Event::Flipped { units } => {
                let line = rules.about(Line::new("told-flipped"), units);
                rules.each(Telling::new(line), units, flip)
            }
            Event::Forgone => Telling::new(Line::new("told-forgone")),
            Event::Spent => Telling::new(Line::new("told-spent")),
            Event::Lapsed => Telling::new(Line::new("told-lapsed")),
            Event::NoAmbush { side } => Telling::new(of("told-no-ambush", side)),
            Event::Ambushed { side, area, .. } => Telling::new(
                of("told-ambush", side).with("area", place(area)),
            )
            .stroke(shown(rules, Card::Ambush, side)),
            Event::Attack { side, from, area, kind, count } => {
                let key = match kind {
                    Kind::Attack => "told-attack",
                    Kind::Fire => "told-fire",
                    Kind::Ambush => "told-ambush-attack",
                };
                let line = of(key, side).with("area", place(area)).with("from", place(from));
                Telling::new(line.with("count", i32::from(count)))
            }
            Event::Struck { blow, area, sum, net, points, .. } => {
                let line = match blow {
                    Blow::General { unit, .. } => Line::new("told-struck").with("unit", piece(unit)),
                    Blow::Volley { clan, .. } => {
                        Line::new("told-volley").with("clan", rules.clan_thing(clan))
                    }
                };
                let line = line.with("area", place(area)).with("sum", sum).with("net", i32::from(net));
                let telling = Telling::new(line.with("points", i32::from(points)));
                match crate::presentation::scene::chart_column(net) {
                    Some(column) => telling.cell("damage", (sum - 2) as u16, column),
                    None => telling,
                }
            }
            Event::Pooled { points } => {
                Telling::new(Line::new("told-pooled").with("points", i32::from(points)))
            }
            Event::Cancelled { area, count } => Telling::new(
                Line::new("told-cancelled").with("area", place(area)).with("count", i32::from(count)),
            ),
            Event::Hit { units } => {
                rules.each(Telling::new(rules.about(Line::new("told-hit"), units)), units, flip)
            }
            Event::Retreated { unit, to, .. } => {
                Telling::new(Line::new("told-retreated").with("unit", piece(unit)).with("area", place(to)))
                    .stroke(Stroke::Moved { piece: piece(unit), path: vec![place(to)] })
            }
            Event::Removed { unit, .. } => Telling::new(Line::new("told-removed").with("unit", piece(unit)))
                .stroke(Stroke::Gone { piece: piece(unit) }),
            Event::Surplus { points } => {
                Telling::new(Line::new("told-surplus").with("points", i32::from(points)))
            }
            Event::Controls { side, area, .. } => {
                Telling::new(of("told-controls", side).with("area", place(area)))
            }
            Event::Arrives { group, space } => Telling::new(
                Line::new("told-arrives")
                    .with("group", rules.group_thing(group))
                    .with("space", i32::from(space)),
            ),
            Event::Waits { group, space } => Telling::new(
                Line::new("told-waits")
                    .with("group", rules.group_thing(group))
                    .with("space", i32::from(space)),
            ),
            Event::EmptySpace { space } => {
                Telling::new(Line::new("told-empty").with("space", i32::from(space)))
            }
            Event::NoEffect { .. } => Telling::new(Line::new("told-no-effect")),
            Event::Treason { clan } => {
                Telling::new(Line::new("told-treason").with("clan", rules.clan_thing(clan)))
            }
            Event::Deserted { units } => {
                let line = rules.about(Line::new("told-deserted"), units);
                rules.each(Telling::new(line), units, |piece| Stroke::Gone { piece })
            }
            Event::Wavered { units } => {
                rules.each(Telling::new(rules.about(Line::new("told-wavered"), units)), units, flip)
            }
            Event::Shortened { last, .. } => {
                Telling::new(Line::new("told-shortened").with("turn", i32::from(last)))
            }
            Event::Over { over } => Telling::new(rules.ending_line(over)),
        })
    }
}

impl Summits {
    /// How units are named in a sentence: the first general, or else a combat unit, and how many more there are.
    fn about(&self, line: Line, units: UnitSet) -> Line {
        let head = (units & self.generals).first().or(units.first());
        match head {
            Some(unit) => line.with("unit", piece(unit)).with("others", i32::from(units.len()) - 1),
            None => line.with("unit", Thing::Button(0)).with("others", 0),
        }
    }

    fn each(&self, telling: Telling, units: UnitSet, stroke: impl Fn(Thing) -> Stroke) -> Telling {
        units.iter().fold(telling, |telling, unit| telling.stroke(stroke(piece(unit))))
    }

    pub(crate) fn ending_line(&self, over: Over) -> Line {
        use crate::model::state::Ending;
        let key = match (over.winner, over.by) {
            (None, _) => return Line::new("over-draw"),
            (_, Ending::Honjin) => "over-honjin",
            (_, Ending::Taisho) => "over-taisho",
            (_, Ending::Road) => "over-road",
            (_, Ending::Time) => "over-time",
            (_, Ending::MoreRoad) => "over-more-road",
            (_, Ending::Losses) => "over-losses",
        };
        Line::new(key).with("side", over.winner.expect("not a draw"))
    }
}

/// A card that is played for all to see.
fn shown(rules: &Summits, card: Card, side: Side) -> Stroke {
    Stroke::Shown { card: copy(card, 0), name: rules.name(copy(card, 0)), side }
}
