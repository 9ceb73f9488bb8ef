//! What can be wrong with a game.

/// What is wrong with a twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    Nothing,
    /// Carrying out an action panics in some states.
    Panics,
    /// The scene panics in some states.
    PanicsInScene,
    /// Some questions have an empty list.
    DeadEnd,
    /// Actions change nothing.
    Endless,
    /// It always says that it goes on.
    Immortal,
    /// A list of one shows its action twice while it is limited.
    Padded,
    /// Half of the truths it imagines are the truth itself, and its forecasts tell it.
    Prejudiced,
    /// Every other list is turned round.
    Reversed,
    /// The first action is listed again at the end.
    Doubled,
    /// A limited list holds one action less than it could.
    Short,
    /// A counter beside the state decides.
    Global,
    /// Each copy of a state has another hash.
    RestlessHash,
    /// The hash leaves part of the state out.
    BlindHash,
    /// The last listed action is refused.
    Strict,
    /// The last action is not listed.
    Omits,
    /// A seat that is not asked may act.
    Lenient,
    /// An action comes to the first that was ever listed.
    Coerces,
    /// Judging leaves a trace in the state.
    Touches,
    /// The habit of the first question is the habit of all.
    OldHabit,
    /// A standing order is not carried out.
    Deaf,
    /// The habit depends on something hidden.
    Clairvoyant,
    /// A routine question has no name.
    Nameless,
    /// Who answers first of two makes a difference.
    FirstAnswer,
    /// Actions are written so that they cannot be read.
    Mumbles,
    /// Part of the state is not written.
    Unwritten,
    /// A placed position is another state.
    Forgetful,
    /// Actions are written in words the record needs for itself.
    RecordWords,
    /// The state depends on whether anyone listens.
    Listening,
    /// All things have one label.
    OneLabel,
    /// Of actions shown together the last has another cost.
    Lumps,
    /// Both seats play one side.
    OneSide,
    /// Every position is good for everyone.
    Flatters,
    /// An old action is proposed as a plan.
    OldPlan,
    /// States that are not equal say they are.
    Ghost,
    /// A fight is said to be over before it has begun.
    Shortsighted,
    /// No question is said to be one of the fight of a plan.
    Aloof,
    /// A forecast ends where dice are wanted again, whatever was told.
    Breathless,
    /// Dice with so large and so different numbers of sides in every world that the mean of forecasts overflows.
    Unwieldy,
    /// Two pieces of the scene have one id.
    TwoPieces,
    /// A scene drawn over an old one is the old one.
    Stale,
    /// No other truth is ever imagined.
    Unimaginative,
    /// The scene shows something hidden.
    SceneLeak,
    /// Only the length of a note depends on something hidden.
    SizeLeak,
    /// The prompt shows something hidden.
    PromptLeak,
    /// A window is only opened for him who can use it.
    Hurries,
    /// Every viewer is told everything.
    Gossips,
    /// What becomes known is not marked as revealed.
    Silent,
    /// Hidden actions are shown as they are.
    Transparent,
    /// Hidden actions are not sealed in a watcher's record.
    Unsealed,
    /// Refusals show something hidden.
    RefusalLeak,
    /// A body is put where another stands.
    Tramples,
    /// A drag leaves out its last action.
    Falters,
    /// A rule is cited that does not exist.
    ForeignRule,
    /// A prompt has no words.
    Speechless,
    /// A report adds up what is never told.
    Boasts,
}
