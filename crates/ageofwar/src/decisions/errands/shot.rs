//! 6.4, A-28: a shot, from the dice to hit to the saves. What its stages share.

pub mod again;
pub mod choice;
pub mod hit;
pub mod name;
pub mod save;

use arrayvec::ArrayVec;
use kernel::{
    Story,
    decision::{Parent, Staged},
};

use self::{again::Again, choice::Choice, name::Name};
use crate::{
    decisions::ASKING,
    prelude::*,
    queries::{casualties::Struck, shooting::Occasion},
};

/// Where a shot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// To hit.
    Hit,
    ///
    Again(Again),
    ///
    Choice(Choice),
    Name(Name),
    /// Saves of those named, one kind after the other.
    Save,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    pub unit: UnitId,
    pub target: UnitId,
    /// Bases that shoot.
    pub bases: u8,
    pub aim: Aim,
    pub named: ArrayVec<Struck, 24>,
    /// Failed saves so far, kind by kind.
    pub dead: ArrayVec<(Struck, u8), 6>,
}

impl Parent<AgeOfWar> for Shot {
    type Next = Aim;
}

impl Staged<AgeOfWar> for Shot {
    const DEPTH: usize = ASKING;
    type Stage = Aim;

    fn stage(&self) -> &Aim {
        &self.aim
    }

    fn set_stage(&mut self, aim: Aim) {
        self.aim = aim;
    }
}

impl Shot {
    fn line(&self, key: &'static str) -> Line {
        Line::new(key).with("unit", piece(self.unit)).with("other", piece(self.target))
    }

    /// What a die needs to hit.
    fn need(&self, rules: &AgeOfWar, state: &State) -> u8 {
        let table = &rules.tables.shooting;
        if rules.is_on_centre(state, self.unit, self.target) { table.hit } else { table.off_centre }
    }
}

/// Begins the shot of a unit at a target.
pub(crate) fn begin(
    rules: &AgeOfWar,
    state: &State,
    (unit, target): (UnitId, UnitId),
    occasion: Occasion,
    story: &mut Story<Event>,
) -> Errand {
    let bases = rules.sighting(state, unit, target, occasion).expect("judged legal").bases;
    let rule = match occasion {
        Occasion::Act => R_6_4,
        Occasion::Opportunity => R_6_6,
    };
    story.tell(|| {
        Event::new(rule, "told-shoots")
            .with("unit", piece(unit))
            .with("other", piece(target))
            .by(rules.side_of(unit))
    });
    Errand::Shot(Shot { unit, target, bases, aim: Aim::Hit, named: ArrayVec::new(), dead: ArrayVec::new() })
}

/// The dice to hit are thrown.
fn hit(cx: CxMut<'_, Shot>, hits: u8) -> Flow<Aim> {
    let unit = cx.parent.unit;
    cx.story.tell(|| Event::new(A_28_1, "told-hits").with("unit", piece(unit)).with("n", i32::from(hits)));
    Flow::Next(if hits == 0 { Aim::Save } else { Aim::Choice(Choice { hits }) })
}
