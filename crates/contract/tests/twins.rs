//! For every law there is a broken twin of a probe that the kit rejects by that name.

use std::{collections::BTreeSet, sync::Arc};

use contract::{
    Broken, Kit, Law,
    probes::{self, Bend, Nested, Plane, Sealed, Twin, Twinned, plane::Fair},
};
use kernel::{System, rulebook::Rulebook};

fn verdict<S: System>(bend: Bend) -> Result<(), Broken> {
    let data = probes::data();
    let path = format!("{}/rulebook.md", S::NAME);
    let book = Rulebook::parse(&path, data.text(&path).unwrap()).unwrap();
    let words = kernel::erased::words::<S>(&data).unwrap();
    let twin = Arc::new(Twin::new(probes::open::<S>(), bend));
    Kit::new([(S::NAME, twin)]).rulebook(&book).words(words).seeds(6).plays(6_000).verdict()
}

/// With what the kit is told of its open table.
fn on_the_table(bend: Bend) -> Result<(), Broken> {
    let twin = Arc::new(Twin::new(probes::open::<Plane>(), bend));
    Kit::new([(Plane::NAME, twin)]).open_table(Twinned(Fair)).seeds(6).plays(6_000).verdict()
}

type Verdict = fn(Bend) -> Result<(), Broken>;

const SEALED: Verdict = verdict::<Sealed>;
const NESTED: Verdict = verdict::<Nested>;
const PLANE: Verdict = verdict::<Plane>;

const TWINS: &[(Verdict, Bend, Law)] = &[
    (SEALED, Bend::Panics, Law::NoPanic),
    (NESTED, Bend::Panics, Law::NoPanic),
    (PLANE, Bend::PanicsInScene, Law::NoPanic),
    (NESTED, Bend::DeadEnd, Law::NoDeadEnd),
    (SEALED, Bend::Endless, Law::Ends),
    (PLANE, Bend::Endless, Law::Ends),
    (NESTED, Bend::Immortal, Law::GoesOn),
    (on_the_table, Bend::Tramples, Law::OpenTable),
    (NESTED, Bend::Padded, Law::OneAnswerNotAsked),
    (NESTED, Bend::Reversed, Law::StableOrder),
    (SEALED, Bend::Doubled, Law::StableOrder),
    (PLANE, Bend::Short, Law::StableOrder),
    (NESTED, Bend::Global, Law::SameSeed),
    (SEALED, Bend::RestlessHash, Law::HashIsOfState),
    (PLANE, Bend::BlindHash, Law::HashIsOfState),
    (PLANE, Bend::Strict, Law::ListedIsLegal),
    (NESTED, Bend::Omits, Law::LegalIsListed),
    (SEALED, Bend::Lenient, Law::LegalIsListed),
    (NESTED, Bend::Lenient, Law::LegalIsListed),
    (NESTED, Bend::Coerces, Law::Reduced),
    (PLANE, Bend::Touches, Law::RefusalChangesNothing),
    (SEALED, Bend::OldHabit, Law::HabitListed),
    (NESTED, Bend::Deaf, Law::RoutineOrders),
    (SEALED, Bend::Clairvoyant, Law::RoutineOrders),
    (SEALED, Bend::FirstAnswer, Law::Commute),
    (PLANE, Bend::Mumbles, Law::ActionText),
    (NESTED, Bend::Unwritten, Law::StateJson),
    (PLANE, Bend::Forgetful, Law::Position),
    (SEALED, Bend::RecordWords, Law::Record),
    (NESTED, Bend::Listening, Law::Undo),
    (NESTED, Bend::OneLabel, Law::Labels),
    (NESTED, Bend::Lumps, Law::ShownTogether),
    (PLANE, Bend::OneSide, Law::Side),
    (NESTED, Bend::Flatters, Law::Side),
    (SEALED, Bend::OldPlan, Law::PlansAreLegal),
    (PLANE, Bend::Falters, Law::DragsAreLegal),
    (SEALED, Bend::Shortsighted, Law::OddsLook),
    (NESTED, Bend::Aloof, Law::OddsAnswers),
    (NESTED, Bend::Breathless, Law::OddsEnd),
    (NESTED, Bend::Ghost, Law::OddsAgree),
    (NESTED, Bend::TwoPieces, Law::SceneDifference),
    (NESTED, Bend::Stale, Law::Redrawn),
    (SEALED, Bend::Unimaginative, Law::SecretsImagined),
    (SEALED, Bend::SceneLeak, Law::SecretsScene),
    (SEALED, Bend::SizeLeak, Law::SecretsScene),
    (SEALED, Bend::PromptLeak, Law::SecretsAsked),
    (SEALED, Bend::Hurries, Law::SecretsAsked),
    (SEALED, Bend::Gossips, Law::SecretsTold),
    (SEALED, Bend::Silent, Law::SecretsTold),
    (SEALED, Bend::Transparent, Law::SecretsShown),
    (SEALED, Bend::RefusalLeak, Law::SecretsRefusals),
    (SEALED, Bend::Unsealed, Law::SecretsRecord),
    (SEALED, Bend::Prejudiced, Law::SecretsOdds),
    (PLANE, Bend::ForeignRule, Law::CitedRulesExist),
    (SEALED, Bend::Speechless, Law::Words),
    (SEALED, Bend::Boasts, Law::Words),
    (NESTED, Bend::Nameless, Law::Words),
];

#[test]
fn every_broken_twin_is_rejected_by_the_law_it_breaks() {
    let mut wrong = Vec::new();
    for &(verdict, bend, law) in TWINS {
        match verdict(bend) {
            Err(broken) if broken.law == law => {}
            Err(broken) => wrong.push(format!("{bend:?} should break `{law}`, but {broken}")),
            Ok(()) => wrong.push(format!("{bend:?} should break `{law}`, but nothing was found")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_law_has_a_twin_that_breaks_it() {
    let broken: BTreeSet<Law> = TWINS.iter().map(|(_, _, law)| *law).collect();
    let unproved: Vec<&Law> = Law::ALL.iter().filter(|law| !broken.contains(law)).collect();
    assert!(unproved.is_empty(), "no twin breaks {unproved:?}");
}

#[test]
fn a_twin_with_nothing_wrong_keeps_every_law() {
    for verdict in [SEALED, NESTED, PLANE, on_the_table] {
        verdict(Bend::Nothing).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn a_broken_law_names_the_game_the_seed_and_what_led_there() {
    let broken = verdict::<Nested>(Bend::Global).unwrap_err();
    let text = broken.to_string();
    let seed = broken.seed;
    let first =
        format!("law `same-seed` is broken in probe-nested, seed {seed}, after input {}: ", broken.input);
    assert!(text.starts_with(&first), "{text}");
    assert_eq!(text.lines().count(), 1 + broken.input.min(60) + usize::from(broken.input > 60), "{text}");
}
