//! 10.2, A-33.3: the best play of a duel of dice.

use crate::{
    AgeOfWar,
    decisions::steps::duel::Duel,
    model::{tables::Challenges, units::UnitId},
};

/// Chances of a duel, in parts of [`WHOLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The challenger kills, the challenger is killed.
    pub kills: [i128; 2],
}

/// Enough sixes that every chance is a whole number.
pub const WHOLE: i128 = 6i128.pow(40);

impl Prospect {
    fn edge(self, of: usize) -> i128 {
        self.kills[of] - self.kills[1 - of]
    }
}

/// The best stopping play of both, exactly: the value of every situation, worked out once from the end.
#[derive(Clone, Debug)]
pub struct Pontoon {
    limits: [u8; 2],
    over: u8,
    known: Box<[Prospect]>,
}

impl Pontoon {
    /// `limits` are the thresholds of challenger and challenged; who is lower by `by` or more dies.
    /// Who comes above his threshold by `over` or more dies; by less the duel ends without a death.
    pub fn new(limits: [u8; 2], by: u8, over: u8) -> Pontoon {
        let situations = limits.iter().map(|limit| usize::from(*limit) + 1).product::<usize>() * 8;
        let known = vec![Prospect { kills: [0; 2] }; situations].into_boxed_slice();
        let mut pontoon = Pontoon { limits, over, known };
        // A throw leads to higher totals, standing to more who stand: both are known before they are needed.
        for own in (0..=limits[0]).rev() {
            for other in (0..=limits[1]).rev() {
                let totals = [own, other];
                let apart = i16::from(own) - i16::from(other);
                let kill = |by_how_much: i16| if by_how_much >= i16::from(by) { WHOLE } else { 0 };
                for stood in [[true, true], [true, false], [false, true], [false, false]] {
                    for mover in 0..2 {
                        let value = if stood == [true; 2] {
                            Prospect { kills: [kill(apart), kill(-apart)] }
                        } else if stood[usize::from(mover)] {
                            continue;
                        } else {
                            pontoon.best(totals, stood, mover)
                        };
                        let at = pontoon.index(totals, stood, mover);
                        pontoon.known[at] = value;
                    }
                }
            }
        }
        pontoon
    }

    fn index(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> usize {
        let [own, other] = totals.map(usize::from);
        let place = own * (usize::from(self.limits[1]) + 1) + other;
        place * 8 + usize::from(stood[0]) * 4 + usize::from(stood[1]) * 2 + usize::from(mover)
    }

    /// What a duel is worth from here, both playing for the best: to kill rather than be killed.
    pub fn value(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> Prospect {
        self.known[self.index(totals, stood, mover)]
    }

    fn best(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> Prospect {
        // 10.2: the first throw is compulsory.
        if totals[usize::from(mover)] == 0 || self.throws(totals, stood, mover) {
            self.rolled(totals, stood, mover)
        } else {
            self.standing(totals, stood, mover)
        }
    }

    /// Whose turn is next: the other, unless he stands.
    pub(crate) fn next(stood: [bool; 2], mover: u8) -> u8 {
        if stood[usize::from(1 - mover)] { mover } else { 1 - mover }
    }

    fn standing(&self, totals: [u8; 2], mut stood: [bool; 2], mover: u8) -> Prospect {
        stood[usize::from(mover)] = true;
        self.value(totals, stood, 1 - mover)
    }

    fn rolled(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> Prospect {
        let me = usize::from(mover);
        let mut kills = [0; 2];
        for pip in 1..=6 {
            let mut totals = totals;
            totals[me] += pip;
            if totals[me] > self.limits[me] {
                let dies = totals[me] - self.limits[me] >= self.over;
                kills[1 - me] += if dies { WHOLE } else { 0 };
            } else {
                let then = self.value(totals, stood, Pontoon::next(stood, mover));
                kills[0] += then.kills[0];
                kills[1] += then.kills[1];
            }
        }
        Prospect { kills: kills.map(|k| k / 6) }
    }

    /// Should he who chooses throw again? Where both are worth the same he stands.
    pub fn throws(&self, totals: [u8; 2], stood: [bool; 2], mover: u8) -> bool {
        let me = usize::from(mover);
        self.rolled(totals, stood, mover).edge(me) > self.standing(totals, stood, mover).edge(me)
    }
}

/// The play of every pair of thresholds that can meet.
#[derive(Clone, Debug, Default)]
pub struct BestPlay(Vec<Pontoon>);

impl BestPlay {
    /// `by_difference`: as a switch.
    pub(crate) fn of(table: &Challenges, by_difference: bool) -> BestPlay {
        let ranks = [(false, false), (true, false), (false, true)];
        let mut known: Vec<Pontoon> = Vec::new();
        for (unit, target) in ranks {
            let limits = table.thresholds(unit, target);
            if !known.iter().any(|pontoon| pontoon.limits == limits) {
                known.push(Pontoon::new(limits, table.kills_by, table.over(by_difference)));
            }
        }
        BestPlay(known)
    }

    fn at(&self, limits: [u8; 2]) -> &Pontoon {
        self.0.iter().find(|pontoon| pontoon.limits == limits).expect("worked out when the tables were read")
    }
}

impl Challenges {
    /// how far above his threshold somebody dies.
    pub(crate) fn over(&self, by_difference: bool) -> u8 {
        if by_difference { self.kills_by } else { 1 }
    }

    /// thresholds of challenger and challenged, by who of them is a general; against his like he is none.
    fn thresholds(&self, unit: bool, target: bool) -> [u8; 2] {
        let general = |one: bool, other: bool| if one && !other { self.general } else { 0 };
        [
            (self.threshold + self.challenger + general(unit, target)).min(self.most),
            (self.threshold + general(target, unit)).min(self.most),
        ]
    }
}

impl AgeOfWar {
    /// thresholds of challenger and challenged.
    pub fn thresholds(&self, unit: UnitId, target: UnitId) -> [u8; 2] {
        self.tables.challenge.thresholds(self.unit(unit).is_general(), self.unit(target).is_general())
    }

    pub(crate) fn pontoon(&self, duel: &Duel) -> &Pontoon {
        self.tables.challenge.play.at(self.thresholds(duel.unit, duel.target))
    }
}
