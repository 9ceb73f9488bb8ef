//! What happened, one line of the story each: its rule, its sentence, and what can be drawn of it.

use kernel::{Cited, Dense, Line, Rule, Side, Stroke, Telling, Thing, story::UsedCell, words::Value};
use plane::Point;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    rule: Rule,
    line: Line,
    strokes: Vec<Stroke>,
    cell: Option<UsedCell>,
    /// Whose deed or loss it is.
    pub whose: Option<Side>,
}

impl Event {
    pub fn new(rule: Rule, key: &'static str) -> Event {
        Event { rule, line: Line::new(key), strokes: Vec::new(), cell: None, whose: None }
    }

    /// Of a unit: units are pieces, by their numbers.
    pub fn of(rule: Rule, key: &'static str, unit: impl Dense) -> Event {
        Event::new(rule, key).with("unit", Thing::Piece(unit.index() as u16))
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Event {
        self.line = self.line.with(name, value);
        self
    }

    #[must_use]
    pub fn by(mut self, side: Side) -> Event {
        self.whose = Some(side);
        self
    }

    #[must_use]
    pub fn stroke(mut self, stroke: Stroke) -> Event {
        self.strokes.push(stroke);
        self
    }

    /// It went there.
    #[must_use]
    pub fn moved(self, what: Thing, to: Point) -> Event {
        self.stroke(Stroke::Moved { piece: what, path: vec![Thing::Spot(to.x, to.y)] })
    }

    #[must_use]
    pub fn cell(mut self, chart: &str, row: u16, column: u16) -> Event {
        self.cell = Some(UsedCell { chart: chart.to_owned(), row, column });
        self
    }

    /// The key of its sentence.
    pub fn key(&self) -> &'static str {
        self.line.key
    }

    /// A number of its sentence.
    pub fn number(&self, name: &str) -> Option<i32> {
        self.line.args.iter().find_map(|(known, value)| match value {
            Value::Int(n) if *known == name => Some(*n),
            _ => None,
        })
    }

    /// A thing of its sentence.
    pub fn thing(&self, name: &str) -> Option<Thing> {
        self.line.args.iter().find_map(|(known, value)| match value {
            Value::Thing(thing) if *known == name => Some(*thing),
            _ => None,
        })
    }

    /// A side of its sentence.
    pub fn side(&self, name: &str) -> Option<Side> {
        self.line.args.iter().find_map(|(known, value)| match value {
            Value::Side(side) if *known == name => Some(*side),
            _ => None,
        })
    }

    /// A word of its sentence, by its key.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        self.line.args.iter().find_map(|(known, value)| match value {
            Value::Word(word) if *known == name => Some(*word),
            _ => None,
        })
    }

    pub fn telling(&self) -> Telling {
        Telling { line: self.line.clone(), strokes: self.strokes.clone(), cell: self.cell.clone() }
    }
}

impl Cited for Event {
    fn rule(&self) -> Rule {
        self.rule
    }
}
