//! Step 2, A-10.3: a new general for a clan that has lost its own.

use crate::{notation::refer::banner, prelude::*};

/// Looks for the next clan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewGenerals;

impl Decision<AgeOfWar, Base> for NewGenerals {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn is_waiting(&self, _cx: Cx<'_, Base>) -> bool {
        false
    }

    fn advance(&mut self, cx: CxMut<'_, Base>) -> Flow<Infallible> {
        let (rules, state) = (cx.rules, cx.state);
        let next = rules.all_clans().find(|clan| {
            let data = rules.clan(*clan);
            data.side == state.active
                && state.body(data.general).place == Where::Dead
                && !state.is(data.general, Mark::Decided)
                && data.units.iter().any(|unit| state.body(unit).place == Where::Table)
        });
        let Some(clan) = next else {
            state.undecide();
            return next_step(state, Step::Generals);
        };
        state.body_mut(rules.clan(clan).general).mark(Mark::Decided);
        next_step(state, Step::NewGeneral(NewGeneral { clan }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NewGeneral {
    pub clan: ClanId,
}

impl Decision<AgeOfWar, Base> for NewGeneral {
    fn asked(&self, _cx: Cx<'_, Base>) -> AskedSeats {
        AskedSeats::NOBODY
    }

    fn roll(&self, cx: Cx<'_, Base>) -> Roll {
        let line = Line::new("roll-new-general").with("clan", banner(self.clan));
        one_die(A_10_3, Seat(cx.rules.clan(self.clan).side.0), line)
    }

    fn rolled(&mut self, cx: CxMut<'_, Base>, fall: Fall) -> Flow<Infallible> {
        let (rules, state, clan) = (cx.rules, cx.state, self.clan);
        let (pip, table) = (fall.value(), &rules.tables.new_general);
        if pip <= table.none_to {
            cx.story.tell(|| Event::new(A_10_3, "told-no-general").with("clan", banner(clan)));
            return next_step(state, Step::NewGenerals);
        }
        let data = rules.clan(clan);
        let camp = rules.camp_shape(data.side);
        let unit = data
            .units
            .iter()
            .filter(|unit| state.body(*unit).place == Where::Table)
            .min_by_key(|unit| (rules.shape(state, *unit).gap(&camp), *unit))
            .expect("a clan without units throws for nobody");
        state.body_mut(data.general).place = Where::With;
        let chief = state.chief_mut(clan);
        if pip <= table.worse_to {
            chief.value = (chief.value + table.worse).min(rules.tables.generals.worst);
        }
        (chief.with, chief.front, chief.guards, chief.rallied) = (Some(unit), false, 0, false);
        let value = i32::from(chief.value);
        cx.story.tell(|| {
            Event::new(A_10_3, "told-new-general")
                .with("clan", banner(clan))
                .with("n", value)
                .with("unit", piece(unit))
                .stroke(Stroke::Joined { piece: piece(data.general), to: piece(unit) })
        });
        next_step(state, Step::NewGenerals)
    }
}
