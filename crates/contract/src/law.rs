//! The laws by name, in the order they are checked: what others build on comes first.

use std::fmt;

use kernel::Game;

use crate::{
    broken::Held,
    case::Case,
    laws::{chance, course, evaluation, lists, open, past, scenes, secrets, text, words},
};

macro_rules! laws {
    ($($(#[$doc:meta])* $law:ident = $name:literal by $check:path;)*) => {
        /// What every system promises.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Law {
            $($(#[$doc])* $law,)*
        }

        impl Law {
            pub const ALL: &'static [Law] = &[$(Law::$law),*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Law::$law => $name,)*
                }
            }

            pub(crate) fn check<R: Game>(self, case: &Case<'_, R>) -> Held {
                match self {
                    $(Law::$law => $check(case),)*
                }
            }
        }
    };
}

laws! {
    /// No input makes the rules panic.
    NoPanic = "no-panic" by course::no_panic;
    /// A question has at least one answer.
    NoDeadEnd = "no-dead-end" by course::no_dead_end;
    /// A game ends within the bound of its profile.
    Ends = "ends" by course::ends;
    /// Where a game says that it goes on, the seat that is asked does not end it.
    GoesOn = "goes-on" by course::goes_on;
    /// On an open table nobody stands in another or passes through what blocks.
    OpenTable = "open-table" by open::open_table;
    /// A question with one answer is answered, not asked.
    OneAnswerNotAsked = "one-answer-not-asked" by course::one_answer_not_asked;
    /// A list is the same each time, without doubles, and a limited one is its beginning.
    StableOrder = "stable-order" by lists::stable_order;
    /// The same seed plays the same game, on any number of threads.
    SameSeed = "same-seed" by course::same_seed;
    /// Equal states have equal hashes, others have not.
    HashIsOfState = "hash-is-of-state" by text::hash_is_of_state;
    /// Every listed action is accepted.
    ListedIsLegal = "listed-is-legal" by lists::listed_is_legal;
    /// Every accepted action is listed, and only who is asked may act.
    LegalIsListed = "legal-is-listed" by lists::legal_is_listed;
    /// What says more than it must comes to an action that says no more; a listed one stays as it is.
    Reduced = "reduced" by lists::reduced;
    /// A refusal leaves the state as it was.
    RefusalChangesNothing = "refusal-changes-nothing" by lists::refusal_changes_nothing;
    /// The habit is one of the listed actions, and so is what a standing order answers.
    HabitListed = "habit-listed" by lists::habit_listed;
    /// A habit can be ordered for every routine question, and tells nothing that the seat does not know.
    RoutineOrders = "routine-orders" by lists::routine_orders;
    /// Answers to simultaneous questions commute.
    Commute = "commute" by lists::commute;
    /// An action written and read is the same action.
    ActionText = "action-text" by text::action_text;
    /// A state written as JSON and read is the same state.
    StateJson = "state-json" by text::state_json;
    /// A position written as TOML and placed is the same state.
    Position = "position" by text::position;
    /// A record written, read and replayed is the same game.
    Record = "record" by past::record;
    /// Undo restores the exact state, crosses a seam only with consent, and uses no throw twice.
    Undo = "undo" by past::undo;
    /// Every thing is found by its label.
    Labels = "labels" by scenes::labels;
    /// Actions shown together are shown as each by itself.
    ShownTogether = "shown-together" by scenes::shown_together;
    /// The seats play different sides, and what is good for one is bad for the other.
    Side = "side" by evaluation::side;
    /// Proposed and enumerated plans can be followed.
    PlansAreLegal = "plans-are-legal" by evaluation::plans_are_legal;
    /// A drag's actions can be taken, and end where it says.
    DragsAreLegal = "drags-are-legal" by open::drags_are_legal;
    /// If dice can follow an action, its forecast looks at them.
    OddsLook = "odds-look" by chance::odds_look;
    /// Exact forecasts agree with many plays.
    OddsAgree = "odds-agree" by chance::odds_agree;
    /// A forecast is given for each answer of the enemy to the first question that turns the fight of its plan.
    OddsAnswers = "odds-answers" by chance::odds_answers;
    /// A forecast that ends before dice of its own frame has an outcome by then.
    OddsEnd = "odds-end" by chance::odds_end;
    /// A scene follows from the one before and the difference.
    SceneDifference = "scene-difference" by scenes::scene_difference;
    /// A scene redrawn over the previous one equals a scene drawn from scratch.
    Redrawn = "redrawn" by scenes::redrawn;
    /// There are other truths exactly where the game says it has secrets.
    SecretsImagined = "secrets-imagined" by secrets::imagined;
    /// The scene is the same in every truth a viewer must hold possible.
    SecretsScene = "secrets-scene" by secrets::scene;
    /// So is who is waited for, and for what.
    SecretsAsked = "secrets-asked" by secrets::asked;
    /// So is what the next input tells, unless the rules reveal.
    SecretsTold = "secrets-told" by secrets::told;
    /// Hidden actions all look alike to him they are hidden from.
    SecretsShown = "secrets-shown" by secrets::shown;
    /// So are choices, refusals and what a click would mean.
    SecretsRefusals = "secrets-refusals" by secrets::refusals;
    /// So is the record he may have, to the byte.
    SecretsRecord = "secrets-record" by secrets::record;
    /// So are the odds he is told.
    SecretsOdds = "secrets-odds" by secrets::odds;
    /// Every rule cited is in the rulebook.
    CitedRulesExist = "cited-rules-exist" by words::cited_rules_exist;
    /// Every sentence has its words, and they have their arguments; deeds that are added up are told of, routine questions
    /// are named.
    Words = "words" by words::words;
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
