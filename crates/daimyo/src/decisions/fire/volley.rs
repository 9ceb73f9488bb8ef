//! D-FIR-4, D-FIR-5, D-ART-2: a unit fires. What does its next salvo hit?

use arrayvec::ArrayVec;

use crate::{
    decisions::{
        errand::danger::{self, Peril},
        fire::answer_fire::AnswerFire,
    },
    prelude::*,
    queries::fire::Salvo,
};

/// A unit that fires: one roll for each of its salvos.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shooting {
    pub unit: UnitId,
    /// 7.1: it fires because it was charged, in the order of declaration.
    pub charge: Option<u8>,
    pub salvos: ArrayVec<Salvo, 16>,
    pub made: u8,
}

impl Decision<Daimyo, Base> for Shooting {
    fn asked(&self, _cx: Cx<'_>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_>) -> Roll {
        let rules = cx.rules;
        let salvo = &self.salvos[usize::from(self.made)];
        let modifiers = rules.fire_modifiers(cx.state, self, salvo);
        let sum: i16 = modifiers.iter().map(|m| m.value).sum();
        let need = (rules.tables.fire.to_hit - sum).clamp(0, 13);
        Roll {
            rule: if rules.unit(self.unit).is_gun() { D_ART_2 } else { D_FIR_4 },
            seat: rules.seat_of(self.unit),
            line: Line::new("roll-volley")
                .with("unit", piece(self.unit))
                .with("target", piece(salvo.target))
                .with("stands", i32::from(salvo.stands))
                .with("need", i32::from(need)),
            pool: Pool::Sums { groups: salvo.stands, dice: 2, sides: 6, at_least: need as u8 },
            modifiers,
        }
    }

    fn rolled(&mut self, cx: CxMut<'_>, fall: Fall) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let hits = fall.value();
        let unit = self.unit;
        let salvo = &mut self.salvos[usize::from(self.made)];
        salvo.hits = hits as u8;
        story.tell(|| {
            Event::of(if rules.unit(unit).is_gun() { D_ART_1 } else { D_FIR_4 }, "told-fires", unit)
                .with("target", piece(salvo.target))
                .with("stands", i32::from(salvo.stands))
                .with("hits", hits)
                .by(rules.side_of(unit))
        });
        self.made += 1;
        if usize::from(self.made) < self.salvos.len() {
            state.step = Step::Volley(self.clone());
        } else {
            self.apply(rules, state, story);
        }
        Flow::Stay
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        1
    }
}

impl Shooting {
    /// All salvos are thrown: their hits are applied together.
    fn apply(&self, rules: &Daimyo, state: &mut State, story: &mut Story<Event>) {
        // 7.3: the first volley is spent, with or without its bonus.
        let body = state.body_mut(self.unit);
        body.mark(Mark::Volleyed);
        body.mark(Mark::Fired);
        state.step = match self.charge {
            Some(n) => Step::AnswerFire(AnswerFire { charge: n + 1 }),
            None => Step::Fire,
        };
        for salvo in &self.salvos {
            let body = state.body_mut(salvo.target);
            body.mark(Mark::ShotAt);
            if salvo.hits > 0 {
                body.mark(Mark::FireHit);
            }
            let lost = losses::hit(rules, state, salvo.target, salvo.hits, D_FIR_5, story);
            let body = state.body(salvo.target);
            if lost > 0
                && body.place.is_here()
                && let Some(leader) = body.leader
            {
                danger::begin(state, leader, Peril::Shot);
            }
        }
    }
}
