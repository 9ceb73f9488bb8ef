//! What holds for every system on the roster.

use kernel::{Fair, Viewer, erased::Cause, example::Example, record::Source};
use roster::{Scenario, built_in, demonstrate, find, systems};

#[test]
fn the_built_in_data_have_no_fault() {
    let data = built_in();
    for system in systems() {
        let faults = system.check(&data);
        assert!(faults.is_empty(), "{}", kernel::Faults(faults));
    }
}

#[test]
fn an_erased_bot_answers_every_question_of_an_erased_table() {
    let data = built_in();
    for system in systems() {
        let card = &system.cards(&data).unwrap()[0];
        let named = Scenario::parse(&data, &format!("{}/{}", card.system, card.scenario)).unwrap();
        let mut table =
            system.open(&data, &named.setup(&[]).unwrap(), Source::Seeded(5), Some([7; 16])).unwrap();
        let mut bot = system.bot(&"steady".parse().unwrap(), 5).unwrap();
        let mut dice = Fair::new(5);
        for _ in 0..200 {
            match table.waiting().first() {
                Some(&seat) => {
                    let action = bot.choose(&*table, seat);
                    table.act(seat, &action, Viewer::Everyone).unwrap();
                }
                None if table.is_over() => break,
                None => _ = table.throw(&mut dice, Viewer::Everyone).unwrap(),
            }
        }
        // The record leads back to the same state through the same door.
        let record = table.record(Viewer::Everyone);
        let again = system.replay(&data, "test", &record, None, None).unwrap();
        assert_eq!(again.hash(), table.hash());
    }
}

#[test]
fn every_worked_example_can_be_shown_moment_by_moment() {
    let data = built_in();
    for system in systems() {
        for file in system.examples(&data) {
            let example = Example::parse(&file, data.text(&file).unwrap()).unwrap();
            let named = Scenario::of_example(&data, &file, &example.scenario).unwrap();
            let shown = demonstrate(&data, &file, named.system, &example, &named.card.scenario).unwrap();
            let acted = shown.moments.iter().filter(|moment| {
                moment.refused.is_some()
                    || moment.step.as_ref().is_some_and(|step| matches!(step.cause, Cause::Act { .. }))
            });
            assert_eq!(acted.count(), example.steps.len(), "{file}");
        }
    }
}

#[test]
fn a_set_up_holds_only_what_differs_from_the_default() {
    let data = built_in();
    let yao = Scenario::parse(&data, "yukimura/yao").unwrap();
    let chosen = |value: &str| vec![("superiority".to_owned(), value.to_owned())];
    assert!(yao.setup(&chosen("nearest")).unwrap().options.is_empty());
    assert_eq!(yao.setup(&chosen("adjacent")).unwrap().options["superiority"], "adjacent");
    assert!(yao.setup(&chosen("luck")).unwrap_err().contains("nearest, adjacent"));
}

#[test]
fn an_example_finds_its_system() {
    let data = built_in();
    for (file, text) in
        [("mine.toml", "yukimura/yao"), ("mine.toml", "yao"), ("data/yukimura/examples/x.toml", "yao")]
    {
        assert_eq!(Scenario::of_example(&data, file, text).unwrap().to_string(), "yukimura/yao");
    }
    assert!(Scenario::of_example(&data, "mine.toml", "oya").is_err());
    assert!(find("oya").is_err());
}
