//! What happened, one line of the story each.

use hexmap::HexId;
use kernel::{Cited, Modifiers, Rule, Side};

use crate::{
    model::{
        scenarios::Date,
        tables::{Answer, Hits, Incident},
        units::{ArmyId, HouseId, UnitId, UnitSet},
    },
    notation::rule_ids::*,
    queries::movement::Gait,
};

/// A die as it fell, and what changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    pub die: i32,
    pub modifiers: Modifiers,
}

impl Cast {
    pub fn total(&self) -> i32 {
        self.die + self.modifiers.iter().map(|modifier| i32::from(modifier.value)).sum::<i32>()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Inning {
        inning: u8,
        /// 34.12.
        date: Date,
    },
    Phase {
        side: Side,
        stage: u8,
        rule: Rule,
    },
    Deployed {
        side: Side,
    },
    Placed {
        unit: UnitId,
        hex: HexId,
    },
    Intervention {
        army: ArmyId,
        cast: Cast,
        comes: bool,
        rule: Rule,
    },
    Thaw {
        die: i32,
        thaws: bool,
        house: HouseId,
        rule: Rule,
    },
    Arrives {
        army: ArmyId,
        rule: Rule,
    },
    Pact {
        die: i32,
        made: bool,
        rule: Rule,
    },
    Wavers {
        house: HouseId,
        cast: Cast,
        rule: Rule,
    },
    Chooses {
        house: HouseId,
        side: Side,
        cast: Cast,
        rule: Rule,
    },
    Provoked {
        house: HouseId,
        side: Side,
        rule: Rule,
    },
    Surprise {
        hex: HexId,
        die: i32,
        taken: bool,
        rule: Rule,
    },
    Earthworks {
        hex: HexId,
        rule: Rule,
    },
    Declared {
        house: HouseId,
    },
    LinesTested,
    CutOff {
        force: UnitId,
    },
    Morale {
        unit: UnitId,
        /// How far it has fallen, and by how much now.
        low: u8,
        by: u8,
        rule: Rule,
    },
    Recovered {
        force: UnitId,
        /// Without a line of communication.
        die: Option<i32>,
        rule: Rule,
    },
    Unmoved {
        force: UnitId,
        die: i32,
    },
    Removed {
        unit: UnitId,
        /// What was left of it.
        steps: u8,
        hex: HexId,
        rule: Rule,
    },
    Scattered {
        chief: UnitId,
        rule: Rule,
    },
    StepLost {
        unit: UnitId,
        rule: Rule,
    },
    StepGained {
        unit: UnitId,
        rule: Rule,
    },
    Stood {
        force: UnitId,
    },
    Moved {
        force: UnitId,
        units: UnitSet,
        path: Vec<HexId>,
        cost: i32,
        gait: Gait,
        enters: bool,
    },
    CameOut {
        force: UnitId,
        hex: HexId,
    },
    HoledUp {
        force: UnitId,
        hex: HexId,
        rule: Rule,
    },
    Dropped {
        unit: UnitId,
        head: UnitId,
        hex: HexId,
    },
    Joined {
        unit: UnitId,
        head: UnitId,
    },
    Separated {
        unit: UnitId,
        head: UnitId,
    },
    Organised {
        force: UnitId,
    },
    Replenished {
        force: UnitId,
        cast: Cast,
        steps: i32,
        castle: bool,
        rule: Rule,
    },
    Rebuilt {
        hex: HexId,
        force: UnitId,
    },
    Surrounded {
        force: UnitId,
        hex: HexId,
        strength: i32,
    },
    Lifted {
        force: UnitId,
    },
    SurroundEnded {
        hex: HexId,
    },
    AssaultBegins {
        force: UnitId,
        hex: HexId,
    },
    Intercepted {
        force: UnitId,
        hex: HexId,
        cast: Cast,
        strength: u16,
        hits: Hits,
    },
    Assaulted {
        force: UnitId,
        hex: HexId,
        cast: Cast,
        strength: u16,
        lost: u8,
    },
    Worn {
        hex: HexId,
        by: u8,
        left: i32,
        rule: Rule,
    },
    DemandMade {
        force: UnitId,
        hex: HexId,
    },
    PeaceDemanded {
        force: UnitId,
        hex: HexId,
    },
    PeaceAnswered {
        hex: HexId,
        cast: Cast,
        made: bool,
    },
    Answered {
        hex: HexId,
        cast: Cast,
        durability: u8,
        answer: Answer,
        /// How many units are inside.
        inside: u8,
    },
    CastleFalls {
        hex: HexId,
        captor: UnitId,
    },
    Taken {
        hex: HexId,
        captor: UnitId,
    },
    /// Without a captor where bad luck with repairs has done it.
    Ruined {
        hex: HexId,
        captor: Option<UnitId>,
    },
    MarchedOut {
        unit: UnitId,
        units: UnitSet,
        from: HexId,
        to: HexId,
    },
    /// `lost` is −1 for an incident.
    Checked {
        hex: HexId,
        die: i32,
        beyond: bool,
        lost: i32,
    },
    Incident {
        hex: HexId,
        cast: Cast,
        incident: Incident,
    },
    Offered {
        hex: HexId,
        count: i32,
        turn: i32,
    },
    TermsRefused {
        hex: HexId,
    },
    TermsAgreed {
        hex: HexId,
    },
    Attack {
        force: UnitId,
        hex: HexId,
        sortie: bool,
        count: i32,
    },
    Challenge {
        force: UnitId,
        hex: HexId,
    },
    Accepted {
        hex: HexId,
    },
    Declined {
        hex: HexId,
    },
    Struck {
        by: UnitId,
        cast: Cast,
        strength: u16,
        hits: Hits,
        rule: Rule,
    },
    FellBack {
        force: UnitId,
        units: UnitSet,
        from: HexId,
        to: HexId,
    },
    Trapped {
        force: UnitId,
    },
    Retreated {
        force: UnitId,
        hexes: i32,
        morale: bool,
    },
    Pursued {
        force: UnitId,
        units: UnitSet,
        path: Vec<HexId>,
    },
    BattleLost {
        loser: Side,
    },
    BattleDrawn {
        rule: Rule,
    },
    BrokeOff {
        side: Side,
    },
    Routed {
        force: UnitId,
        die: i32,
        hexes: i32,
        steps: i32,
    },
    Entered {
        force: UnitId,
        units: UnitSet,
        hex: HexId,
    },
    Points {
        side: Side,
        points: i32,
        key: &'static str,
        rule: Rule,
    },
    Over {
        winner: Side,
        lead: i32,
        needed: i32,
    },
}

impl Cited for Event {
    fn rule(&self) -> Rule {
        match *self {
            Event::Phase { rule, .. }
            | Event::Intervention { rule, .. }
            | Event::Thaw { rule, .. }
            | Event::Arrives { rule, .. }
            | Event::Pact { rule, .. }
            | Event::Wavers { rule, .. }
            | Event::Chooses { rule, .. }
            | Event::Provoked { rule, .. }
            | Event::Surprise { rule, .. }
            | Event::Earthworks { rule, .. }
            | Event::Morale { rule, .. }
            | Event::Recovered { rule, .. }
            | Event::Removed { rule, .. }
            | Event::Scattered { rule, .. }
            | Event::StepLost { rule, .. }
            | Event::StepGained { rule, .. }
            | Event::HoledUp { rule, .. }
            | Event::Replenished { rule, .. }
            | Event::Worn { rule, .. }
            | Event::Struck { rule, .. }
            | Event::BattleDrawn { rule, .. }
            | Event::Points { rule, .. } => rule,
            Event::Inning { .. } => R_4_0,
            Event::Deployed { .. } | Event::Placed { .. } => R_36_4,
            Event::Declared { .. } => R_36_7_3,
            Event::LinesTested => R_4_1_1_2,
            Event::CutOff { .. } => R_11_4_1,
            Event::Unmoved { .. } => R_26_1_2,
            Event::Stood { .. } => R_12_2_5,
            Event::Moved { enters: true, .. } => R_32_2,
            Event::Moved { gait: Gait::Strategic, .. } => R_15_3,
            Event::Moved { .. } => R_15_2,
            Event::CameOut { .. } => R_16_3,
            Event::Dropped { .. } => R_15_5,
            Event::Joined { .. } => R_13_2_I,
            Event::Separated { .. } => R_13_2_S,
            Event::Organised { .. } => R_13_2_3,
            Event::Rebuilt { .. } => R_21_1_2,
            Event::Surrounded { .. } => R_18_1,
            Event::Lifted { .. } => R_18_3_1,
            Event::SurroundEnded { .. } => R_18_3_2,
            Event::AssaultBegins { .. } => R_19_1_3,
            Event::Intercepted { .. } => R_19_2_4,
            Event::Assaulted { .. } => R_19_3_1,
            Event::DemandMade { .. } => R_20_1,
            Event::PeaceDemanded { .. } | Event::PeaceAnswered { .. } => R_37_7,
            Event::Answered { answer, .. } => answer.rule(),
            Event::CastleFalls { .. } => R_21_0,
            Event::Taken { .. } => R_20_3_1,
            Event::Ruined { .. } => R_21_1_1,
            Event::MarchedOut { .. } => R_20_3_2,
            Event::Checked { .. } => R_18_2_1_2,
            Event::Incident { .. } => R_18_2_1_3,
            Event::Offered { .. } | Event::TermsRefused { .. } | Event::TermsAgreed { .. } => R_20_4,
            Event::Attack { sortie: true, .. } => R_23_7,
            Event::Attack { .. } => R_22_1_1,
            Event::Challenge { .. } => R_24_1_2,
            Event::Accepted { .. } => R_24_0,
            Event::Declined { .. } => R_24_1_8,
            Event::FellBack { .. } => R_23_4_2,
            Event::Trapped { .. } => R_23_4_3,
            Event::Retreated { morale: true, .. } => R_23_4_5,
            Event::Retreated { .. } => R_24_2_7,
            Event::Pursued { .. } => R_23_5,
            Event::BattleLost { .. } => R_24_2_6,
            Event::BrokeOff { .. } => R_24_2_5,
            Event::Routed { .. } => R_24_3_2,
            Event::Entered { .. } => R_24_3_3,
            Event::Over { .. } => R_36_6_END,
        }
    }
}
