//! Mutated positions: of worked examples, and of games that were played a while.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{
    Actions, Ask, DataSet, Dice as _, Fair, Lot, Move, Play, Setup, Story, System, example::Example,
};
use toml::Table;

use super::{Findings, SEED, mutate, play};
use crate::BuiltIn;

/// A position that is right, and the rules it belongs to.
struct Base<S> {
    rules: Arc<S>,
    position: Table,
}

pub(super) fn fuzz<S: System>(mutations: usize) {
    let data = BuiltIn::<S>::data();
    let bases = bases::<S>(&data);
    let schema = format!("{}/position.schema.json", S::NAME);
    let mut lot = Lot::new(SEED);
    let mut found = Findings::new();
    for _ in 0..mutations {
        let base = &bases[lot.below(bases.len())];
        let mut mutated = base.position.clone();
        mutate::tree(&mut mutated, &mut lot);
        let text = toml::to_string(&mutated).expect("a table can be written");
        let mut lot = Lot::new(lot.word());
        found.attempt(
            || text.clone(),
            || {
                if let Some(fault) = data.held_against(&schema, "position", &text).first() {
                    return Err(fault.to_string());
                }
                let position = toml::from_str(&text).map_err(|error| error.to_string())?;
                let mut state = base.rules.place(position).map_err(|fault| fault.to_string())?;
                // What was taken is written and taken again as it is.
                let again = toml::to_string(&base.rules.position(&state)).expect("a position is plain data");
                if let Some(fault) = data.held_against(&schema, "position", &again).first() {
                    panic!("the schema does not fit the position that was written: {fault}\n{again}");
                }
                let again = toml::from_str(&again).expect("what was written can be read");
                let again = base.rules.place(again).unwrap_or_else(|fault| panic!("placed again: {fault}"));
                assert!(again == state, "placed again it is another state");
                play::on(&*base.rules, &mut state, 8, &mut lot);
                Ok(())
            },
        );
    }
    found.check("positions");
}

fn bases<S: System>(data: &DataSet) -> Vec<Base<S>> {
    let mut bases = Vec::new();
    let mut opened: BTreeMap<String, Arc<S>> = BTreeMap::new();
    let mut open = |setup: &Setup| {
        let key = format!("{} {:?}", setup.scenario, setup.options);
        let rules = || Arc::new(S::open(data, setup).unwrap_or_else(|faults| panic!("{faults}")));
        opened.entry(key).or_insert_with(rules).clone()
    };
    for (file, text) in BuiltIn::<S>::examples(data) {
        let example = Example::parse(&file, &text).unwrap_or_else(|fault| panic!("{fault}"));
        let Some(position) = example.position else { continue };
        let options = example.options;
        let rules = open(&Setup { options, ..BuiltIn::<S>::setup(&example.scenario, None) });
        bases.push(Base { rules, position });
    }
    for card in S::cards(data).expect("built-in scenarios") {
        let rules = open(&BuiltIn::<S>::setup(&card.scenario, None));
        for seed in 0..2 {
            let mut lot = Lot::new(seed);
            played(&rules, &mut lot, |rules, state| {
                let text = toml::to_string(&rules.position(state)).expect("a position is plain data");
                let position = text.parse().expect("what was written can be read");
                bases.push(Base { rules: rules.clone(), position });
            });
        }
    }
    bases
}

/// A game of a few hundred inputs, seen now and then.
fn played<S: System>(rules: &Arc<S>, lot: &mut Lot, mut seen: impl FnMut(&Arc<S>, &S::State)) {
    let mut story = Story::silent();
    let mut state = rules.start(&mut story);
    let mut dice = Fair::new(lot.word());
    for n in 0..240 {
        if lot.below(6) == 0 {
            seen(rules, &state);
        }
        match rules.ask(&state) {
            Ask::Over(_) => break,
            Ask::Throw(roll) => {
                let pips = dice.throw(roll.pool, n + 1).expect("fair dice always fall");
                let fall = roll.pool.fall(&pips).expect("pips of its own pool");
                rules.carry_out(&mut state, Move::Fall(fall), &mut story);
            }
            Ask::Choose(questions) => {
                let seat = questions[0].seat;
                let action = if lot.below(3) == 0 {
                    rules.habit(&state, seat)
                } else {
                    let mut some = Actions::up_to(1 + lot.below(30));
                    rules.actions(&state, seat, &mut some);
                    some[some.len() - 1].clone()
                };
                rules.carry_out(&mut state, Move::Act(seat, action), &mut story);
            }
        }
    }
}
