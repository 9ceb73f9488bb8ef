//! What goes over the wire. `docs/protocol.md` shows it by example; `web/src/wire.ts` is made from it.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{
    Card, Name, Order, Setup,
    erased::{Asked, Choice, Said, SaidDrag, SaidLuck, SaidOdds, ToldStep},
    scene::{Difference, Overlay, Pose, Scene},
};
use serde::{Deserialize, Serialize};

/// The version of this protocol; a client that speaks another is told so.
pub const VERSION: u32 = 1;

// ---- the lobby ----------------------------------------------------------------------------------------

/// `GET /api/lobby`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lobby {
    pub version: u32,
    pub systems: Vec<SystemCard>,
    /// Computer players, weakest first.
    pub levels: Vec<LevelCard>,
    /// Data sets by name; the first is the built-in one.
    pub data: Vec<String>,
    /// Tables anyone here may watch, newest first.
    pub tables: Vec<TableCard>,
    /// What can be told to whoever is away.
    pub notify: CanNotify,
}

/// How this server reaches people who are away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CanNotify {
    pub webhook: bool,
    pub email: bool,
}

/// Whoever is signed in. `GET /api/account`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Account {
    pub name: String,
    /// What the account gathers: table and seat, the latest first.
    pub seats: Vec<(String, u8)>,
}

/// A new token of a seat; the old ones open nothing any more. `POST /api/tables/ID/new-link`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewLink {
    pub token: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SystemCard {
    pub id: String,
    pub name: Name,
    pub scenarios: Vec<Arc<ScenarioCard>>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScenarioCard {
    #[serde(flatten)]
    pub card: Card,
    /// The digest of the ground of each board: `/api/thumbnail/DIGEST.svg`, `/api/map/DIGEST.svg`.
    pub grounds: Vec<String>,
    /// There is a guide for newcomers: `/api/guide/SYSTEM/SCENARIO`.
    pub guide: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelCard {
    /// As a table is asked for: `greedy`, `search:400`.
    pub id: String,
    pub name: String,
    pub explanation: String,
}

/// A table as it stands in a list. `GET /api/tables?ids=A,B`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableCard {
    pub table: String,
    pub system: String,
    pub scenario: String,
    pub title: Name,
    pub seats: Vec<SeatCard>,
    pub clock: u32,
    /// What it waits for, in one sentence.
    pub status: String,
    /// The seats that are asked now.
    pub waiting: Vec<u8>,
    pub over: bool,
    pub number: u32,
    /// Seconds since 1970.
    pub created: u32,
    pub changed: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatCard {
    pub seat: u8,
    pub side: String,
    pub name: Name,
    pub mon: String,
    /// `person` or a computer level.
    pub who: String,
    /// Somebody with this seat's link is looking at the table now.
    pub here: bool,
}

/// Who sits in a seat of a new table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Sitter {
    /// Whoever has the link.
    Person,
    /// A computer of this level.
    Computer(String),
}

/// `POST /api/tables`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewTable {
    /// `yukimura/yao`. Not needed with `record` or `from`.
    #[serde(default)]
    pub scenario: Option<String>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The name of a data set; the built-in one if absent.
    #[serde(default)]
    pub data: Option<String>,
    pub seats: [Sitter; 2],
    /// Players throw at a real table and enter the pips.
    #[serde(default)]
    pub real_dice: bool,
    /// Dice follow from secrets of the server and of each person's seat; the first throw waits for all of them.
    #[serde(default)]
    pub shared_dice: bool,
    /// Shown in the list of tables that anyone may watch.
    #[serde(default)]
    pub listed: bool,
    /// What is agreed about time.
    #[serde(default)]
    pub terms: Terms,
    /// A record to go on from, as text.
    #[serde(default)]
    pub record: Option<String>,
    /// Start from a position of another table.
    #[serde(default)]
    pub from: Option<From>,
}

/// What is agreed about time when a table is opened; it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Terms {
    /// `null`: nobody counts.
    pub clock: Option<Clock>,
    /// Who has not answered for so many days can be claimed from; 0: never.
    pub claim_days: u16,
    /// Days of vacation each seat has in this game.
    pub vacation_days: u16,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { clock: None, claim_days: 14, vacation_days: 30 }
    }
}

/// A bank of time for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clock {
    /// Seconds each seat begins with.
    pub bank: u32,
    /// Seconds that are added whenever a seat has answered and another is asked.
    #[serde(default)]
    pub each: u32,
    pub at_zero: AtZero,
}

/// What happens when a bank is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AtZero {
    /// The seat resigns.
    Resign,
    /// A computer answers for it, each time its time is up.
    Computer,
    /// Nothing by itself; the other seat may claim.
    Claim,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct From {
    pub table: String,
    /// After this input.
    pub at: u32,
    /// A private branch: kept in memory only, for both seats, gone an hour after it was last looked at.
    #[serde(default)]
    pub branch: bool,
}

/// The answer to it. The tokens are told only here.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opened {
    pub table: String,
    /// The token of each seat a person takes; `null` for a computer.
    pub tokens: [Option<String>; 2],
}

// ---- the table ----------------------------------------------------------------------------------------

/// Everything one viewer sees at one moment. `GET /api/tables/ID` (`?at=N` for a moment of the past)
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sight {
    pub table: String,
    pub setup: Setup,
    pub card: Arc<ScenarioCard>,
    pub data: String,
    pub real_dice: bool,
    /// How far shared dice are; `null` where dice are not shared.
    pub shared_dice: Option<SharedDice>,
    /// A private branch of this table and input.
    pub branch_of: Option<(String, u32)>,
    /// The seat of the viewer; `null` for a watcher.
    pub seat: Option<u8>,
    pub seats: Vec<SeatCard>,
    pub scene: Scene,
    /// The number of the last news this viewer has had.
    pub seq: u32,
    #[serde(flatten)]
    pub rest: Rest,
    pub chat: Vec<Chat>,
    /// The viewer's own notes and standing orders.
    pub notes: String,
    pub orders: Vec<StandingOrder>,
    pub terms: Terms,
    pub times: Times,
    /// Nothing more happens here; whoever looks after the server closed it.
    pub closed: bool,
    /// How the viewer is told that he is asked; `null` for a watcher.
    pub notify: Option<Notify>,
}

/// How a table stands with time, when this is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Times {
    /// Seconds in each bank; `null` without a clock.
    pub left: Option<[u32; 2]>,
    /// Whose runs down now.
    pub running: [bool; 2],
    pub vacation: [bool; 2],
    /// Seconds of vacation each seat has left.
    pub vacation_left: [u32; 2],
    /// From which seats the other may claim the game.
    pub claimable: [bool; 2],
}

/// How the owner of a seat is told that he is asked while he is away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Notify {
    /// An address that is sent a JSON object.
    pub webhook: Option<String>,
    pub email: Option<String>,
    /// The address was confirmed by whoever reads its mail.
    pub confirmed: bool,
}

/// Dice that follow from secrets of the server and of each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SharedDice {
    /// What the server is bound to since before anyone sat down.
    pub commitment: String,
    pub shares: [ShareCard; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ShareCard {
    /// What the seat is bound to.
    pub commitment: Option<String>,
    /// The server knows what the seat brought.
    pub told: bool,
    /// The first throw waits for it.
    pub owed: bool,
}

/// What the game rests in, for one viewer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rest {
    /// How many inputs there have been, and the head of their chain.
    pub number: u32,
    pub head: String,
    pub clock: u32,
    pub asked: Asked,
    /// What the viewer may choose, if he is asked.
    pub choices: Vec<Choice>,
    /// The viewer is in the middle of a chain of clicks that others do not see yet.
    pub in_chain: bool,
    /// The input the viewer can go back to without asking; `number` if there is nothing to take back.
    pub free_undo: u32,
    /// Somebody asks to go back.
    pub offer: Option<Offer>,
    /// The head, or why it is over and the seed it was played with.
    pub over: bool,
}

/// A wish to go back behind a seam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    pub seat: u8,
    pub to: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chat {
    pub n: u32,
    /// `null`: a watcher.
    pub seat: Option<u8>,
    pub text: String,
    pub at: u32,
}

/// What a seat wants done with questions of one kind, everywhere or in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StandingOrder {
    /// The kind of question, as [`kernel::erased::AskedQuestion`] has it.
    pub kind: String,
    /// Only for questions that lie here: "ask me here".
    #[serde(default)]
    pub at: Option<String>,
    pub order: Order,
}

// ---- the live channel: GET /api/tables/ID/live --------------------------------------------------------

/// What a client says. The first must be `hello`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "say", deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Say {
    Hello {
        version: u32,
        /// The token of a seat; none for a watcher.
        #[serde(default)]
        token: Option<String>,
        /// The last news it has had, if it was here before.
        #[serde(default)]
        since: Option<u32>,
    },
    /// `after` is the number of inputs the client has seen; another number is refused as stale.
    Act {
        id: u32,
        action: String,
        after: u32,
    },
    Dice {
        id: u32,
        pips: Vec<u8>,
        after: u32,
    },
    Undo {
        id: u32,
        to: u32,
        after: u32,
    },
    /// Agree to go back, or not.
    Answer {
        id: u32,
        agree: bool,
    },
    Resign {
        id: u32,
        after: u32,
    },
    /// Binds the seat to its share of the dice: SHA-256 of `gunbai share 1`, the seat as one byte, and the share.
    Share {
        id: u32,
        commitment: String,
    },
    /// Tells the share, once everybody is bound to his.
    OpenShare {
        id: u32,
        share: String,
    },
    Chat {
        id: u32,
        text: String,
    },
    Notes {
        id: u32,
        text: String,
    },
    Orders {
        id: u32,
        orders: Vec<StandingOrder>,
    },
    /// Goes on vacation, or comes back.
    Vacation {
        id: u32,
        on: bool,
    },
    /// Claims the game from a seat that has been away too long: it resigns, or a computer of this level sits down.
    Claim {
        id: u32,
        #[serde(default)]
        computer: Option<String>,
    },
    /// The chances of a plan, and what it would do: for the choice under the pointer.
    Odds {
        id: u32,
        actions: Vec<String>,
        #[serde(default)]
        until_question: bool,
    },
    /// Why is this dark?
    Why {
        id: u32,
        thing: String,
    },
    Overlays {
        id: u32,
    },
    /// A piece of an open table is dragged there: what would that be?
    Drag {
        id: u32,
        piece: String,
        to: Pose,
    },
}

/// What the server tells.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "tell")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Tell {
    /// The answer to `hello`: everything, and the steps since `since`.
    Welcome {
        sight: Box<Sight>,
        missed: Vec<ToldStep>,
    },
    /// Something happened.
    News {
        seq: u32,
        steps: Vec<ToldStep>,
        difference: Box<Difference>,
        rest: Box<Rest>,
    },
    /// Yours is done and on disk.
    Done {
        id: u32,
        number: u32,
        head: String,
    },
    /// It was not done.
    No {
        id: u32,
        error: Failure,
    },
    Odds {
        id: u32,
        odds: Option<SaidOdds>,
        preview: ToldStep,
    },
    /// `null`: it is not dark, or means nothing now.
    Why {
        id: u32,
        said: Option<Said>,
    },
    Overlays {
        id: u32,
        overlays: Vec<Overlay>,
    },
    /// `null`: nothing is dragged now.
    Drag {
        id: u32,
        drag: Option<Box<SaidDrag>>,
    },
    Chat {
        chat: Chat,
    },
    Seats {
        seats: Vec<SeatCard>,
    },
    Offer {
        offer: Option<Offer>,
    },
    /// Somebody was bound to his share of the dice, or told it.
    Shares {
        dice: SharedDice,
    },
    /// Somebody acted at a table with a clock, or went on vacation.
    Times {
        times: Times,
    },
    /// Whoever looks after the server closed the table.
    Closed,
    /// A computer thinks; how far it is, in thousandths. `null` when it has done.
    Thinking {
        seat: u8,
        share: Option<u32>,
    },
}

/// What went wrong: for programs (`code`), for people (`message`), and the rule if one said no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    pub code: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional = nullable))]
    pub rule: Option<String>,
}

// ---- by HTTP, for scripts and panels ------------------------------------------------------------------

/// `POST /api/tables/ID/act` and its like answer with this.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Done {
    pub number: u32,
    pub head: String,
}

/// `GET /api/tables/ID/story`: the log from the beginning, as this viewer heard it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Log {
    pub steps: Vec<ToldStep>,
}

/// `GET /api/tables/ID/luck`, once the game is over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LuckPage {
    pub throws: Vec<SaidLuck>,
    /// The sum of all swings for each side.
    pub sums: [i32; 2],
}

/// `GET /api/rules/SYSTEM`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Book {
    pub system: String,
    pub chapters: Vec<Chapter>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chapter {
    pub title: String,
    pub rules: Vec<Paragraph>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Paragraph {
    pub id: String,
    /// Markdown: paragraphs, emphasis, lists, tables.
    pub text: String,
    pub note: bool,
    /// Worked examples that show it: name and title.
    pub examples: Vec<(String, String)>,
}

/// `GET /api/examples/SYSTEM/NAME`: a worked example, moment by moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Demonstration {
    pub title: String,
    pub rules: Vec<String>,
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frame {
    /// What was done: the action in words, or the throw; empty in the first.
    pub done: String,
    pub step: Option<ToldStep>,
    /// Refused, in the last frame of examples that show it.
    pub refused: Option<Said>,
    pub scene: Scene,
    pub asked: Asked,
}

/// `GET /api/guide/SYSTEM/SCENARIO`
pub use kernel::guide::{Guide, GuideStep};

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use kernel::{erased, scene, setup, story};
    use ts_rs::{Config, TS};

    use super::*;

    fn typescript() -> String {
        let config = Config::new();
        let mut text = String::from(
            "// Made from crates/server/src/wire.rs by `GUNBAI_BLESS=1 cargo test -p server wire`.\n",
        );
        macro_rules! write {
            ($($t:ty),* $(,)?) => { $( text.push_str("\nexport "); text.push_str(&<$t>::decl(&config)); text.push('\n'); )* };
        }
        write!(
            Name,
            Setup,
            Card,
            setup::SideCard,
            setup::OptionCard,
            setup::Origin,
            Order,
            scene::Scene,
            scene::Board,
            scene::Ground,
            scene::Cell,
            scene::Region,
            scene::Area,
            scene::Patch,
            scene::Piece,
            scene::Display,
            scene::Pose,
            scene::Face,
            scene::Track,
            scene::Hand,
            scene::CardFace,
            scene::Chart,
            scene::Note,
            scene::Score,
            scene::Overlay,
            scene::Shape,
            scene::Difference,
            kernel::Side,
            story::Stroke<String>,
            story::UsedCell,
            erased::Said,
            erased::Choice,
            erased::SaidDrag,
            erased::Asked,
            erased::AskedQuestion,
            erased::SaidModifier,
            erased::Told,
            erased::Cause,
            erased::ToldStep,
            erased::SaidOdds,
            erased::SaidChance,
            erased::SaidLuck,
            Lobby,
            SystemCard,
            ScenarioCard,
            LevelCard,
            TableCard,
            SeatCard,
            Sitter,
            NewTable,
            Terms,
            Clock,
            AtZero,
            Times,
            Notify,
            CanNotify,
            Account,
            NewLink,
            From,
            Opened,
            Sight,
            SharedDice,
            ShareCard,
            Rest,
            Offer,
            Chat,
            StandingOrder,
            Say,
            Tell,
            Failure,
            Done,
            Log,
            LuckPage,
            Book,
            Chapter,
            Paragraph,
            Demonstration,
            Frame,
            Guide,
            GuideStep,
        );
        text
    }

    #[test]
    fn the_types_of_the_client_are_those_of_the_server() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
        let made = typescript();
        if std::env::var_os("GUNBAI_BLESS").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == made, "web/src/wire.ts is out of date: GUNBAI_BLESS=1 cargo test -p server wire");
    }
}
