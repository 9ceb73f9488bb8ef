//! How a judgement leans: the weights that games have corrected.

/// Hundredths of what plain judgement makes of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temper {
    /// A point of movement nearer to the goal.
    pub step: i32,
    /// The danger to own units in contact, while they move and when they have moved.
    pub moving: i32,
    pub moved: i32,
    /// The danger that enemy units in contact are in.
    pub threat: i32,
    /// What is about the own leaders, and about the enemy's.
    pub guard: i32,
    pub hunt: i32,
    /// All that the enemy has.
    pub prize: i32,
}

impl Default for Temper {
    fn default() -> Temper {
        Temper::PLAIN
    }
}

impl Temper {
    pub const PLAIN: Temper =
        Temper { step: 100, moving: 100, moved: 100, threat: 100, guard: 100, hunt: 100, prize: 100 };

    /// Where leaders decide. From games of Yao with weights drawn at random (as in `bench fit`; figures in
    /// decision 5): it may pay to move up boldly, and to make less of a threat that is perhaps never carried out.
    /// The gain is small and not proved.
    pub const SCHOOLED: Temper = Temper { moving: 30, threat: 55, ..Temper::PLAIN };

    /// In the order in which they are written down.
    pub const NAMES: [&str; 7] = ["step", "moving", "moved", "threat", "guard", "hunt", "prize"];

    pub fn weights(&self) -> [i32; 7] {
        [self.step, self.moving, self.moved, self.threat, self.guard, self.hunt, self.prize]
    }

    /// In the order of [`Temper::NAMES`].
    pub fn of([step, moving, moved, threat, guard, hunt, prize]: [i32; 7]) -> Temper {
        Temper { step, moving, moved, threat, guard, hunt, prize }
    }
}
