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
    /// A leader whose fall decides the game.
    pub leader: i32,
    /// The ways to leaders and roads that the enemy leaves open.
    pub road: i32,
    /// A point of movement nearer to the river, zones counted.
    pub ways: i32,
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
        leader: 100,
        road: 0,
        ways: 0,
    };

    /// Where a river is to be held. The plain evaluation leaves units that have reached the bank standing there, be it miles
    /// from where the enemy crosses, and lets those across block the bank for those behind (decision 5).
    pub const RIVER: Temper = Temper { chase: 80, room: 400, ways: 100, ..Temper::PLAIN };

    /// The same for the side that holds the bank: it wins by time, so it takes no risks while it moves.
    pub const BANK: Temper = Temper { moving: 100, ..Temper::RIVER };

    /// Where leaders decide. From games of Yao with weights drawn at random (as in `bench fit`; figures in
    /// decision 5): it pays to move up boldly, and to make less of a threat that is perhaps never carried out.
    pub const LEADERS: Temper =
        Temper { moving: 30, threat: 55, guard: 30, hunt: 30, leader: 200, road: 100, ..Temper::RIVER };

    /// In the order in which they are written down.
    pub const NAMES: [&str; 12] = [
        "step", "moving", "moved", "threat", "guard", "hunt", "prize", "chase", "room", "leader", "road",
        "ways",
    ];

    pub fn weights(&self) -> [i32; 12] {
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
            self.leader,
            self.road,
            self.ways,
        ]
    }

    /// In the order of [`Temper::NAMES`].
    pub fn of(
        [step, moving, moved, threat, guard, hunt, prize, chase, room, leader, road, ways]: [i32; 12],
    ) -> Temper {
        Temper { step, moving, moved, threat, guard, hunt, prize, chase, room, leader, road, ways }
    }
}
