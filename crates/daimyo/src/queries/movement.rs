//! Chapter 5: movement. Which unit moves, and its manoeuvres one by one.

use kernel::{May, No, Value};
use plane::{Compass, Footprint, Formation, GRAZE, Len, Struck};

use crate::{
    Daimyo,
    model::{
        state::{March, Mark, State, Where},
        units::UnitId,
    },
    notation::{action::Action, refer::piece, rule_ids::*},
    queries::steps::{Mover, Stepped},
};

/// A manoeuvre of several steps, paid for as one: a refusal for want of movement names what the whole of it needs.
fn whole(start: Stepped, steps: u8, step: impl Fn(&Stepped) -> Result<Stepped, No>) -> Result<Stepped, No> {
    // More than any manoeuvre costs.
    const LOAN: Len = Len(1_000_000);
    let mut at = start;
    at.march.left += LOAN;
    for _ in 0..steps {
        at = step(&at)?;
    }
    let need = start.march.left + LOAN - at.march.left;
    at.march.left -= LOAN;
    if at.march.left >= Len::ZERO {
        return Ok(at);
    }
    Err(No::new(R_5_2, "no-allowance")
        .with("need", Value::Length(need.0))
        .with("left", Value::Length(start.march.left.0.max(0))))
}

impl Daimyo {
    /// 5.1 c: may this unit be picked?
    pub(crate) fn may_pick(&self, state: &State, unit: UnitId) -> May {
        let body = state.body(unit);
        let data = self.unit(unit);
        let no = |rule, key| Err(No::new(rule, key).with("unit", piece(unit)));
        if data.side != state.active || Some(data.group) != state.group {
            return no(D_SEQ_B3, "no-not-of-group");
        }
        if !body.place.is_here() {
            return no(R_5_1, "no-not-here");
        }
        if data.is_headquarters() {
            return no(R_2_5, "no-headquarters-moves");
        }
        if body.is(Mark::Routing) {
            return no(R_9_1, "no-routing");
        }
        if body.is(Mark::Disobeyed) {
            return no(D_OBE_1, "no-disobeyed");
        }
        if body.is(Mark::Halted) {
            return no(R_10_4, "no-halted");
        }
        if body.is(Mark::Rallied) {
            return no(R_9_3, "no-rallied");
        }
        if body.is(Mark::Frenzied) {
            return no(R_9_5, "no-frenzied");
        }
        if body.is(Mark::Picked) {
            return no(R_5_1, "no-picked");
        }
        if self.in_melee(state, unit) {
            return no(R_5_2, "no-in-contact");
        }
        Ok(())
    }

    /// What a manoeuvre would lead to: formation, place and what is left.
    pub(crate) fn manoeuvre(
        &self,
        state: &State,
        mover: &Mover<'_>,
        march: &March,
        action: Action,
    ) -> Result<(Formation, Stepped), No> {
        let unit = mover.unit;
        let data = self.unit(unit);
        let formation = state.body(unit).formation;
        if matches!(state.body(unit).place, Where::Block(_)) {
            return No::because(R_5_10, "no-in-block");
        }
        let start = self.stepped(state, unit, *march);
        let allowance = self.allowance(state, unit);
        if data.is_gun() && !matches!(action, Action::Advance(_) | Action::Rotate(_)) {
            return No::because(D_ART_3, "no-gun-manoeuvre");
        }
        if !data.is_gun() && matches!(action, Action::Rotate(_)) {
            return No::because(D_ART_3, "no-rotate");
        }
        // 13.3: what another formation does to a column's bonus.
        let as_line = |formation: Formation, mut start: Stepped| {
            let column = formation.stands > 1 && (formation.files == 1 || formation.ranks() > 2);
            if !column && start.march.bonus > Len::ZERO {
                start.march.left -= start.march.bonus;
                start.march.bonus = Len::ZERO;
            }
            start
        };
        match action {
            Action::Advance(cm) => {
                if data.is_gun() && self.sky(state).guns_only_rotate {
                    return No::because(D_SEQ_A1, "no-gun-bogged");
                }
                let mut at = whole(start, cm, |at| mover.advance(at))?;
                at.march.advanced = true;
                if cm == 0 { No::because(R_5_2, "no-nothing") } else { Ok((formation, at)) }
            }
            Action::Wheel(hand, steps) => Ok((formation, whole(start, steps, |at| mover.wheel(at, hand))?)),
            Action::Turn(_) | Action::About => {
                if march.turned {
                    return No::because(R_5_2, "no-turn-again");
                }
                if let Some(foe) = mover.enemy_before(&start.print) {
                    return Err(No::new(R_5_4, "no-turn-near").with("other", piece(foe)));
                }
                let (formation, to) = match action {
                    Action::Turn(hand) => self.quarter_turn(state, unit, hand),
                    _ => (formation, start.print.turned(36)),
                };
                let mut at = mover.set(&as_line(formation, start), to, mover.turn_cost(allowance))?;
                at.march.turned = true;
                Ok((formation, at))
            }
            Action::Files(files) => {
                if march.filed {
                    return No::because(R_5_2, "no-files-again");
                }
                if files == 0 || files > self.most_files(state, unit) || files == formation.files {
                    return No::because(R_13_2, "no-such-files");
                }
                let formation = Formation::new(formation.stands, files);
                let to = self.print_as(state, unit, formation);
                let mut at = mover.set(&as_line(formation, start), to, mover.turn_cost(allowance))?;
                at.march.filed = true;
                Ok((formation, at))
            }
            Action::Back(cm) => {
                if march.backed {
                    return No::because(R_5_2, "no-back-again");
                }
                let mut at = start;
                for n in 0..cm {
                    at = mover.back(
                        &at,
                        Len(100) * self.tables.manoeuvre.step_back * i32::from(n),
                        allowance,
                    )?;
                }
                at.march.backed = true;
                if cm == 0 { No::because(R_5_2, "no-nothing") } else { Ok((formation, at)) }
            }
            Action::Through(friend) => {
                let other = self.unit(friend);
                let no = |rule, key| Err(No::new(rule, key).with("other", piece(friend)));
                if other.side != data.side || friend == unit || !state.body(friend).place.is_here() {
                    return no(R_5_6, "no-not-a-friend");
                }
                if other.is_headquarters() {
                    return no(R_5_6, "no-through-headquarters");
                }
                if state.is(friend, Mark::Picked) {
                    return no(R_5_6, "no-friend-moved");
                }
                let ahead = start.print.strip(Len(4400));
                if !mover.crowd.shape(friend).is_some_and(|near| near.overlaps(&ahead)) {
                    return no(R_5_6, "no-not-ahead");
                }
                Ok((formation, mover.through(&start, friend)?))
            }
            Action::Rotate(heading) => {
                if march.advanced || march.turned {
                    return No::because(D_ART_3, "no-gun-both");
                }
                if heading == start.print.heading {
                    return No::because(R_5_2, "no-nothing");
                }
                let to = start.print.turned(start.print.heading.to(heading));
                let mut at = mover.set(&start, to, Len::ZERO)?;
                at.march.turned = true;
                at.march.left = Len::ZERO;
                Ok((formation, at))
            }
            _ => No::because(R_0_2, "table-not-asked"),
        }
    }

    /// 5.10: where a unit would stand that leaves its block by this side: the rear on the middle of the side.
    pub(crate) fn out_print(&self, state: &State, unit: UnitId, block: u8, side: u8, files: u8) -> Footprint {
        let feature = &self.ground.features[usize::from(block)];
        let (from, to) = feature.area.sides().nth(usize::from(side)).expect("a side of the block");
        let outward = Struck::side(from, to, Compass::FULL).outward;
        let formation = Formation::new(state.body(unit).stands(), files);
        let (_, depth) = formation.size(self.base(unit));
        let middle = from.middle(to).point();
        let mut print =
            formation.footprint(self.base(unit), middle.moved(outward, depth, Len::ZERO), outward);
        // Where no heading is square to the side a corner would stand inside.
        while feature.area.touches_body(&print) {
            print = print.advanced(GRAZE);
        }
        print
    }
}
