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
    /// A hex nearer to the enemy who crosses the river or is about to, for the side that must keep him out.
    pub chase: i32,
    /// A point of movement beyond the river for the side that crosses: who follows needs the bank.
    pub room: i32,
}

impl Default for Temper {
    fn default() -> Temper {
        Temper::PLAIN
    }
}

impl Temper {
    pub const PLAIN: Temper = Temper {
        step: 100,
        moving: 100,
        moved: 100,
        threat: 100,
        guard: 100,
        hunt: 100,
        prize: 100,
        chase: 0,
        room: 0,
    };

    /// Where a river is to be held. The plain evaluation leaves units that have reached the bank standing there, be it miles
    /// from where the enemy crosses, and lets those across block the bank for those behind (decision 5).
    pub const RIVER: Temper = Temper { chase: 80, room: 400, ..Temper::PLAIN };

    /// Where leaders decide. From games of Yao with weights drawn at random (as in `bench fit`; figures in
    /// decision 5): it pays to move up boldly, and to make less of a threat that is perhaps never carried out.
    pub const LEADERS: Temper = Temper { moving: 30, threat: 55, ..Temper::RIVER };

    /// In the order in which they are written down.
    pub const NAMES: [&str; 9] =
        ["step", "moving", "moved", "threat", "guard", "hunt", "prize", "chase", "room"];

    pub fn weights(&self) -> [i32; 9] {
        [
            self.step,
            self.moving,
            self.moved,
            self.threat,
            self.guard,
            self.hunt,
            self.prize,
            self.chase,
            self.room,
        ]
    }

    /// In the order of [`Temper::NAMES`].
    pub fn of([step, moving, moved, threat, guard, hunt, prize, chase, room]: [i32; 9]) -> Temper {
        Temper { step, moving, moved, threat, guard, hunt, prize, chase, room }
    }
}
