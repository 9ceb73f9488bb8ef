//! D-GEO-5, D-GEO-6: lines of sight and corridors of fire.

use plane::{Corridor, Len, Outline, Spot};

use crate::{
    Daimyo,
    model::{
        ground::Kind,
        state::{State, Where},
        units::UnitId,
    },
    queries::formation::TOLERANCE,
};

/// What can stand in the way, gathered once for many corridors.
pub(crate) struct View {
    pub others: Vec<(UnitId, Outline)>,
}

/// Who looks at whom, from which height.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    pub unit: UnitId,
    pub target: UnitId,
    /// Where the target is, which for a charger is where it declared.
    pub shape: &'a Outline,
    pub levels: (u8, u8),
    /// D-FIR-2: the target is in woods.
    pub target_in_woods: bool,
}

impl Daimyo {
    pub(crate) fn view(&self, state: &State) -> View {
        View { others: state.here().map(|unit| (unit, self.shape(state, unit))).collect() }
    }

    /// Is this corridor free of units, buildings, hills and deep woods?
    pub(crate) fn is_free(&self, state: &State, view: &View, look: Look<'_>, corridor: &Corridor) -> bool {
        let own = [look.unit, look.target].map(|unit| state.body(unit).place);
        let blocked = view
            .others
            .iter()
            .any(|(other, shape)| *other != look.unit && *other != look.target && corridor.crosses(shape));
        if blocked {
            return false;
        }
        for (n, feature) in self.ground.features.iter().enumerate() {
            let hides = match feature.kind {
                Kind::Village => {
                    !own.contains(&Where::Block(n as u8)) && corridor.crosses_area(&feature.area)
                }
                Kind::Hill => corridor.is_over(&feature.area, feature.level, look.levels),
                Kind::Woods => self.woods_hide(corridor, feature, look.target_in_woods),
                _ => false,
            };
            if hides {
                return false;
            }
        }
        true
    }

    /// D-FIR-2, 7.1: 3 cm in woods, unless it leaves them within 1 cm for a target outside.
    fn woods_hide(
        &self,
        corridor: &Corridor,
        woods: &crate::model::ground::Feature,
        target_in_woods: bool,
    ) -> bool {
        let sight = self.tables.fire.woods + TOLERANCE;
        let spans = corridor.spans(&woods.area);
        let inside = woods.area.holds(corridor.from);
        if inside {
            let out = spans.first().is_some_and(|span| {
                span.from == Len::ZERO && span.to <= self.tables.distances.cover + TOLERANCE
            });
            let on_edge = spans.is_empty() || out;
            if !on_edge || target_in_woods {
                return corridor.length() > sight;
            }
            let rest: Len = spans.iter().skip(1).map(|span| span.to - span.from).sum();
            return rest > sight;
        }
        spans.iter().map(|span| span.to - span.from).sum::<Len>() > sight
    }

    /// 3.5, 6.1: a charger sees its target along some line from its front-centre.
    pub(crate) fn sees(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let from: Spot = state.body(unit).at.fine();
        let shape = self.shape(state, target);
        if let Some(sight) = self.sky(state).sight
            && !shape.within(&Outline::spot(from), sight + TOLERANCE)
        {
            return false;
        }
        let view = self.view(state);
        let look = Look {
            unit,
            target,
            shape: &shape,
            levels: (self.level(state, unit), self.level(state, target)),
            target_in_woods: self.in_woods(state, target),
        };
        self.aims(state, target).into_iter().any(|aim| {
            let corridor = Corridor::onto(from, aim, Len::ZERO, &shape);
            self.is_free(state, &view, look, &corridor)
        })
    }
}
