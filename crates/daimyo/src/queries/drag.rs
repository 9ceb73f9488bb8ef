//! A unit dragged over the table: the listed manoeuvres that end nearest to where it was put.

use kernel::{Drag, Line, Move, No, Play, Rules, Seat, Story, Thing, Value, scene::Pose};
use plane::{
    Footprint, Formation, Hand, Len,
    drag::{Bound, Found, Goal, Manoeuvres, Step as Try, seek},
};

use crate::{
    Daimyo,
    decisions::Step,
    model::{
        state::{Body, March, Mark, State, Where},
        units::UnitId,
    },
    notation::{action::Action, refer::piece, rule_ids::*},
    queries::steps::Mover,
};

/// Enough to find what some chain of manoeuvres reaches, and well below the blink of an eye.
const BOUND: Bound = Bound { places: 6_000, near: Len(60) };

struct Dragging<'r> {
    rules: &'r Daimyo,
    state: &'r State,
    unit: UnitId,
}

#[derive(Clone)]
struct Place {
    body: Body,
    march: March,
}

impl Manoeuvres for Dragging<'_> {
    type Place = Place;
    type Act = Action;
    type Why = No;

    fn each(&self, from: &Place, visit: &mut dyn FnMut(Try<Self>)) {
        let mut state = self.state.clone();
        *state.body_mut(self.unit) = from.body;
        let mover = Mover::new(self.rules, &state, self.unit);
        let mut consider = |action: Action| {
            let (body, cost, march, refused) = match self.rules.manoeuvre(&state, &mover, &from.march, action)
            {
                Ok((formation, stepped)) => {
                    let mut body = from.body;
                    (body.at, body.heading) = (stepped.print.front, stepped.print.heading);
                    body.formation = formation;
                    if stepped.rough {
                        body.mark(Mark::Disordered);
                    }
                    (body, from.march.left - stepped.march.left, stepped.march, None)
                }
                Err(no) => {
                    let print = self.rules.print(&state, self.unit);
                    let there = match action {
                        Action::Wheel(hand, _) => print.wheeled(hand, 1),
                        _ => print.advanced(Len(100)),
                    };
                    let mut body = from.body;
                    (body.at, body.heading) = (there.front, there.heading);
                    (body, Len::ZERO, from.march, Some(no))
                }
            };
            visit(Try { act: action, place: Place { body, march }, cost, refused });
        };
        consider(Action::Advance(1));
        consider(Action::Wheel(Hand::Left, 1));
        consider(Action::Wheel(Hand::Right, 1));
        if !from.march.turned {
            for action in [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About] {
                consider(action);
            }
        }
        if !from.march.backed {
            (1..=4).map(Action::Back).for_each(&mut consider);
        }
    }

    fn footprint(&self, place: &Place) -> Footprint {
        place.body.formation.footprint(self.rules.base(self.unit), place.body.at, place.body.heading)
    }

    fn kind(&self, place: &Place) -> u64 {
        u64::from(place.march.turned) | u64::from(place.march.backed) << 1
    }

    fn join(&self, one: &Action, next: &Action) -> Option<Action> {
        match (*one, *next) {
            (Action::Advance(a), Action::Advance(b)) => Some(Action::Advance(a + b)),
            (Action::Wheel(hand, a), Action::Wheel(same, b)) if hand == same && a + b <= 18 => {
                Some(Action::Wheel(hand, a + b))
            }
            _ => None,
        }
    }
}

/// The most manoeuvres of a short chain, and the most chains near enough to the goal that are tried.
const CHAIN: usize = 3;
const TRIED: usize = 400;
/// How near a chain must come to be tried: hundredths of a cm, and steps of the heading.
const NEAR: (i32, i32) = (90, 1);
/// A manoeuvre more must bring a unit so much nearer: nobody wheels twice for a few millimetres.
const CLUMSY: Len = Len(40);
/// A wheel's widest angle, in steps.
const WIDEST: u8 = 18;

/// Short chains of manoeuvres by their geometry alone, in open ground: which of them end near the goal?
struct Chains<'r> {
    dragging: &'r Dragging<'r>,
    goal: Goal,
    wheel: Len,
    turn: Len,
    /// A column may be on a road.
    cheapest: i32,
    acts: Vec<Action>,
    found: Vec<(Len, Len, Vec<Action>)>,
}

impl Chains<'_> {
    /// The footprint after an action.
    fn after(&self, print: &Footprint, formation: Formation, action: Action) -> (Footprint, Formation) {
        match action {
            Action::Advance(cm) => (print.advanced(Len::whole(cm.into())), formation),
            Action::Wheel(hand, steps) => (print.wheeled(hand, steps.into()), formation),
            Action::Turn(hand) => {
                let turned = Formation::new(formation.stands, formation.ranks());
                let (width, depth) = turned.size(self.dragging.rules.base(self.dragging.unit));
                (print.turned_as(18 * hand.sign(), width, depth), turned)
            }
            _ => (print.turned(36), formation),
        }
    }

    fn extend(&mut self, print: Footprint, formation: Formation, left: Len, turned: bool) {
        let (far, askew) = (self.goal.front.distance(print.front), print.heading.to(self.goal.heading).abs());
        if far.0 <= NEAR.0 && askew <= NEAR.1 {
            self.found.push((self.goal.off(&print), -left, self.acts.clone()));
        }
        if self.acts.len() == CHAIN {
            return;
        }
        let last = self.acts.len() + 1 == CHAIN;
        let go = |chains: &mut Self, action: Action, cost: Len| {
            let (next, formation) = chains.after(&print, formation, action);
            // The last manoeuvre must bring it home.
            if last
                && (next.heading.to(chains.goal.heading).abs() > NEAR.1
                    || chains.goal.front.distance(next.front).0 > NEAR.0)
            {
                return;
            }
            chains.acts.push(action);
            chains.extend(
                next,
                formation,
                left - cost,
                turned || matches!(action, Action::Turn(_) | Action::About),
            );
            chains.acts.pop();
        };
        let before = self.acts.last().copied();
        if !matches!(before, Some(Action::Advance(_))) {
            for cm in 1..=60u8 {
                let cost = Len(self.cheapest * i32::from(cm));
                if cost > left {
                    break;
                }
                go(self, Action::Advance(cm), cost);
            }
        }
        let each = self.wheel * (print.width.0 / self.dragging.rules.tables.stand_width().0);
        for hand in Hand::BOTH {
            if matches!(before, Some(Action::Wheel(same, _)) if same == hand) {
                continue;
            }
            for steps in 1..=WIDEST {
                let cost = each * i32::from(steps);
                if cost > left {
                    break;
                }
                go(self, Action::Wheel(hand, steps), cost);
            }
        }
        if !turned && self.turn <= left {
            for action in [Action::Turn(Hand::Left), Action::Turn(Hand::Right), Action::About] {
                go(self, action, self.turn);
            }
        }
    }
}

impl<'r> Dragging<'r> {
    /// The short chain that ends nearest to the goal, of those that are legal.
    fn short(&self, start: &Place, goal: Goal) -> Option<(Vec<Action>, Place)> {
        let mover = Mover::new(self.rules, self.state, self.unit);
        let print = self.footprint(start);
        let column = self.rules.is_column(self.state, self.unit);
        let mut chains = Chains {
            dragging: self,
            goal,
            wheel: mover.wheel_cost(&print).part(self.rules.tables.stand_width().0, print.width.0),
            turn: mover.turn_cost(self.rules.allowance(self.state, self.unit)),
            cheapest: if column { 50 } else { 100 },
            acts: Vec::new(),
            found: Vec::new(),
        };
        chains.extend(print, start.body.formation, start.march.left, start.march.turned);
        let mut found = chains.found;
        // Who was turned shall face that way, whatever it takes.
        let clumsy = if start.body.heading == goal.heading { CLUMSY } else { Len::ZERO };
        found.sort_by_key(|(off, left, acts)| (*off + clumsy * acts.len() as i32, *left));
        found.into_iter().take(TRIED).find_map(|(_, _, acts)| {
            let place = self.walk(start, &acts)?;
            Some((acts, place))
        })
    }

    /// A few manoeuvres, found exactly; or else whatever leads nearest past what is in the way.
    fn way(&self, start: Place, goal: Goal) -> Found<Dragging<'r>> {
        let left = start.march.left;
        let near = |place: &Place| goal.off(&self.footprint(place));
        let short = self.short(&start, goal);
        let bound = match &short {
            Some((_, place)) if near(place) <= BOUND.near => Bound { places: 0, ..BOUND },
            _ => BOUND,
        };
        let straight = start.body.heading == goal.heading;
        let ahead = straight.then(|| self.ahead(&start, goal)).flatten();
        let mut found = seek(self, start, goal, bound);
        if let Some((acts, place)) = short.filter(|(_, place)| near(place) <= found.off) {
            (found.cost, found.off) = (left - place.march.left, near(&place));
            (found.acts, found.place, found.stopped) = (acts, place, None);
        }
        // Who was not turned goes straight ahead, if nothing else comes much nearer.
        if let Some((acts, place)) = ahead.filter(|(_, place)| near(place) <= found.off + CLUMSY) {
            (found.cost, found.acts, found.place) = (left - place.march.left, acts, place);
        }
        found
    }

    /// The advance straight ahead that ends nearest to the goal.
    fn ahead(&self, start: &Place, goal: Goal) -> Option<(Vec<Action>, Place)> {
        let advance = |cm: u8| {
            let acts = vec![Action::Advance(cm)];
            let place = self.walk(start, &acts)?;
            Some((acts, place))
        };
        (1..=60).map_while(advance).min_by_key(|(_, place)| goal.off(&self.footprint(place)))
    }

    /// The chain carried out, if every step of it is legal.
    fn walk(&self, start: &Place, acts: &[Action]) -> Option<Place> {
        let mut place = start.clone();
        let mut state = self.state.clone();
        for action in acts {
            *state.body_mut(self.unit) = place.body;
            let mover = Mover::new(self.rules, &state, self.unit);
            let (formation, stepped) = self.rules.manoeuvre(&state, &mover, &place.march, *action).ok()?;
            let body = &mut place.body;
            (body.at, body.heading, body.formation) = (stepped.print.front, stepped.print.heading, formation);
            if stepped.rough {
                body.mark(Mark::Disordered);
            }
            place.march = stepped.march;
        }
        Some(place)
    }
}

/// The manoeuvres that bring a dragged piece as near to the pose as the rules allow.
pub(crate) fn drag(
    rules: &Daimyo,
    state: &State,
    seat: Seat,
    thing: Thing,
    to: Pose,
) -> Option<Drag<Action>> {
    let unit = match thing {
        Thing::Piece(n) if usize::from(n) < rules.units.len() => UnitId(n as u8),
        _ => return None,
    };
    let (head, march) = match &state.step {
        Step::Move if rules.seat_of(unit) == seat => {
            // Who must obey first is picked; the drag follows the throw.
            if rules.may_pick(state, unit).is_err() || rules.needs_obedience(state, unit) {
                return None;
            }
            (Some(Action::Pick(unit)), rules.fresh_march(state, unit))
        }
        Step::Manoeuvre(at) if at.unit == unit => (None, at.march),
        Step::Manoeuvre(_) => return drag_next(rules, state, seat, thing, to),
        _ => return None,
    };
    if state.body(unit).place != Where::Table || rules.unit(unit).is_gun() {
        return None;
    }
    let goal = open::scene::goal(to);
    let dragging = Dragging { rules, state, unit };
    let start = Place { body: *state.body(unit), march };
    let files = |place: &Place| u16::from(place.body.formation.files);
    let found = dragging.way(start.clone(), goal);
    // A turn changes the files as well, so re-forming comes first only where the way as it stands does not end in them.
    let ends_so = to.files == 0 || (files(&found.place) == to.files && found.off <= BOUND.near);
    let formed = (!ends_so && to.files != files(&start))
        .then(|| Action::Files(to.files.try_into().unwrap_or(u8::MAX)))
        .and_then(|form| Some((form, dragging.walk(&start, &[form])?)));
    let (form, spent, found) = match formed {
        Some((form, place)) => (Some(form), march.left - place.march.left, dragging.way(place, goal)),
        None => (None, Len::ZERO, found),
    };
    let disorders = found.place.body.is(Mark::Disordered) && !state.is(unit, Mark::Disordered);
    let warnings = if disorders {
        vec![(D_DIS_2, Line::new("warn-disorder").with("unit", piece(unit)))]
    } else {
        Vec::new()
    };
    let mut actions = found.acts;
    actions.splice(0..0, form);
    if let Some(pick) = head.filter(|_| !actions.is_empty()) {
        actions.insert(0, pick);
    }
    let print = dragging.footprint(&found.place);
    Some(Drag {
        actions,
        pose: open::scene::pose(&print, found.place.body.formation),
        cost: Line::new("cost-of-drag").with("cost", Value::Length((spent + found.cost).0)),
        warnings,
        stopped: found.stopped.map(kernel::Refusal::from),
    })
}

/// A drag of another unit than the one in hand ends the move of that one first.
fn drag_next(rules: &Daimyo, state: &State, seat: Seat, thing: Thing, to: Pose) -> Option<Drag<Action>> {
    rules.judge(state, seat, &Action::End).ok()?;
    let mut next = state.clone();
    rules.carry_out(&mut next, Move::Act(seat, Action::End), &mut Story::silent());
    if !matches!(next.step, Step::Move) {
        return None;
    }
    let mut drag = drag(rules, &next, seat, thing, to)?;
    if !drag.actions.is_empty() {
        drag.actions.insert(0, Action::End);
    }
    Some(drag)
}
