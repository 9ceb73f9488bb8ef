//! A refused destination held to what it says: the numbers it gives are true, and without the obstacle it names the
//! move is legal.

use kernel::{Line, Notation, Positions, Rules, Seat, Value};
use yukimura::{Action, Position, Yukimura, units::UnitId};

/// A unit in hand and a destination.
pub(crate) struct Trial {
    pub(crate) rules: Yukimura,
    pub(crate) position: Position,
    pub(crate) seat: Seat,
    pub(crate) unit: UnitId,
    pub(crate) to: Action,
}

/// The number a refusal gives under this name.
fn number(line: &Line, name: &str) -> Option<i32> {
    line.args.iter().find_map(|(key, value)| match value {
        Value::Int(n) if *key == name => Some(*n),
        _ => None,
    })
}

impl Trial {
    /// Why the move is refused, if it is.
    pub(crate) fn refusal(&self) -> Option<Line> {
        let state = self.rules.place(self.position.clone()).expect("a position");
        self.rules.judge(&state, self.seat, &self.to).err().map(|refusal| refusal.line)
    }

    fn is_legal(&self, position: &Position) -> bool {
        let state = self.rules.place(position.clone()).expect("a position");
        self.rules.judge(&state, self.seat, &self.to).is_ok()
    }

    /// Legal if the unit had this many points?
    fn with_points(&mut self, position: &Position, points: i32) -> bool {
        let movement = &mut self.rules.units[self.unit.index()].movement;
        let was = std::mem::replace(movement, u16::try_from(points).expect("points"));
        let legal = self.is_legal(position);
        self.rules.units[self.unit.index()].movement = was;
        legal
    }

    /// Legal if a road march covered this many hexes?
    fn with_march(&mut self, position: &Position, hexes: i32) -> bool {
        let was = std::mem::replace(&mut self.rules.numbers.road.march, u16::try_from(hexes).expect("hexes"));
        let legal = self.is_legal(position);
        self.rules.numbers.road.march = was;
        legal
    }

    fn without(&self, gone: impl Fn(UnitId) -> bool) -> Position {
        let mut position = self.position.clone();
        position.units.retain(|unit, _| !gone(self.rules.unit_named(unit).expect("a unit")));
        position
    }

    /// Is it true what the refusal says?
    pub(crate) fn is_true(&mut self, line: &Line) -> bool {
        let position = self.position.clone();
        let needs = number(line, "needs").zip(number(line, "has"));
        let side = self.rules.side_of(self.unit);
        let enemies = self.without(|unit| self.rules.side_of(unit) != side);
        match line.key {
            "no-points" | "no-points-entering" => {
                let (needs, has) = needs.expect("two numbers");
                has == i32::from(self.rules.unit(self.unit).movement)
                    && needs > has
                    && self.with_points(&position, needs)
                    && !self.with_points(&position, needs - 1)
            }
            "no-march-too-long" | "no-march-too-long-entering" => {
                let (needs, has) = needs.expect("two numbers");
                has == 8
                    && needs > has
                    && self.with_march(&position, needs)
                    && !self.with_march(&position, needs - 1)
            }
            "no-zone-in-the-way" | "no-march-barred" | "no-entry-in-zone" => self.is_legal(&enemies),
            "no-cut-off" => {
                let (needs, has) = needs.expect("two numbers");
                needs > has
                    && !self.is_legal(&enemies)
                    && !self.with_points(&position, needs)
                    && self.with_points(&enemies, needs)
            }
            "no-entry-occupied" => {
                let Some((_, Value::Thing(thing))) = line.args.first() else { return false };
                let other = self.rules.unit_named(&self.rules.label(*thing));
                self.is_legal(&self.without(|unit| Some(unit) == other))
            }
            "no-friend-there" | "no-enemy-there" => {
                let Action::To(hex) = self.to else { return false };
                let state = self.rules.place(position).expect("a position");
                let Some(there) = state.occupant(hex) else { return false };
                (self.rules.side_of(there) == side) == (line.key == "no-friend-there")
            }
            // No number of points is enough, with enemies or without.
            "no-large-river" | "no-impassable" | "no-way-there" | "no-already-there" | "no-other-map" => {
                !self.is_legal(&enemies)
            }
            _ => false,
        }
    }

    /// The refusal, if there is one, and whether it is true.
    pub(crate) fn check(&mut self) -> Option<&'static str> {
        let line = self.refusal()?;
        let text = self.rules.write_action(&self.to);
        assert!(self.is_true(&line), "{text}: {line:?} in {:?}", self.position);
        Some(line.key)
    }
}
