//! What is kept, as plain data.

/// One input: its line in the record, and whether it was told to everyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub number: u32,
    pub text: String,
    pub rests: bool,
}

/// What reading a game again would cost time to find out. It follows from the lines: without it nothing is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotRow {
    /// It is about the inputs up to this one.
    pub number: u32,
    /// A byte for each of these inputs.
    pub marks: Vec<u8>,
    /// The state after the last of them, packed.
    pub state: Option<Vec<u8>>,
}

/// How a game stands, for lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Seconds since 1970.
    pub changed: u32,
    pub over: bool,
    /// How many inputs those who only look on know of.
    pub number: u32,
    /// The head of the record's chain.
    pub head: String,
    pub clock: u32,
    /// What it waits for, in one sentence.
    pub status: String,
    /// The seats that are asked.
    pub waiting: Vec<u8>,
    /// The id of the side each seat plays.
    pub sides: [String; 2],
    /// A computer is to move.
    pub computer: bool,
    /// Clocks: JSON of the server, or empty.
    pub times: String,
    /// When the table must be looked at though nobody does anything; seconds since 1970.
    pub due: Option<u32>,
    /// The seat that won a game that is over; none after a draw.
    pub winner: Option<u8>,
}

/// Who sits in a chair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatRow {
    /// `person` or a computer level.
    pub who: String,
    /// SHA-256 of the secret token; none for a computer.
    pub token: Option<[u8; 32]>,
    /// What it brings to shared dice, once told.
    pub share: Option<[u8; 32]>,
    /// Further tokens that open it, hashed alike.
    pub keys: Vec<[u8; 32]>,
    /// How its owner is told that he is asked: JSON of the server, or empty.
    pub notify: String,
    /// What the person is called, or empty.
    pub person: String,
    /// Anyone may take it.
    pub open: bool,
}

/// A wish to go back, or for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    pub seat: u8,
    /// The input to go back to; `None`: a draw.
    pub to: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRow {
    pub n: u32,
    pub seat: Option<u8>,
    pub text: String,
    pub at: u32,
}

/// A game that begins, perhaps with inputs it already has.
#[derive(Clone, Debug)]
pub struct NewGame {
    pub id: String,
    pub system: String,
    pub scenario: String,
    /// The name and digest of its data.
    pub data: (String, String),
    /// Path and text of everything the digest is over; kept once for each digest.
    pub files: Vec<(String, String)>,
    /// The record up to its `begin` line.
    pub header: String,
    pub listed: bool,
    pub created: u32,
    pub seats: [SeatRow; 2],
    /// What was agreed about time: JSON of the server, or empty.
    pub terms: String,
    pub lines: Vec<Line>,
    pub standing: Standing,
    /// It is the next game of the same people after this one. `Exists` if that has a next game already.
    pub after: Option<String>,
}

/// An account, which owns seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub name: String,
    /// Argon2id of the passphrase, as a PHC string.
    pub secret: String,
    pub created: u32,
}

/// The tables of everything that belongs to a game, by its column `game`.
pub(crate) const BESIDE: [&str; 11] = [
    "inputs",
    "snapshots",
    "standings",
    "seats",
    "keys",
    "chat",
    "notes",
    "orders",
    "offers",
    "notices",
    "belongings",
];

/// In the place of a seat among the notices: it is about the table.
pub(crate) const OF_TABLE: u8 = 2;

/// What is written; each wholly or not at all.
#[derive(Clone, Debug)]
pub enum Change {
    Open(Box<NewGame>),
    /// Inputs with the numbers after the last. A pending offer is dropped: the game has gone on.
    Append {
        game: String,
        lines: Vec<Line>,
        standing: Standing,
    },
    /// Those with the same number are replaced.
    Snapshots {
        game: String,
        rows: Vec<SnapshotRow>,
    },
    /// A seat tells what it brings to shared dice.
    Share {
        game: String,
        seat: u8,
        share: [u8; 32],
    },
    Offer {
        game: String,
        offer: Option<Offer>,
    },
    Chat {
        game: String,
        row: ChatRow,
    },
    Notes {
        game: String,
        seat: u8,
        text: String,
    },
    Orders {
        game: String,
        seat: u8,
        orders: String,
    },
    /// Somebody else sits down: all tokens of the seat open nothing any more, and no account has it. `by`: only if this
    /// token opens the seat until then; `NotTheirs` if not.
    Seat {
        game: String,
        seat: u8,
        who: String,
        token: Option<[u8; 32]>,
        by: Option<[u8; 32]>,
    },
    /// One more token for a seat. `account`: only if this account gathers the seat; `NotTheirs` if not.
    Key {
        game: String,
        seat: u8,
        token: [u8; 32],
        account: Option<String>,
    },
    Notify {
        game: String,
        seat: u8,
        notify: String,
    },
    /// What the person in a seat is called.
    Person {
        game: String,
        seat: u8,
        name: String,
    },
    /// Somebody takes an open seat: all tokens of it open nothing any more. `NotTheirs` if it is not open.
    Take {
        game: String,
        seat: u8,
        token: [u8; 32],
        name: String,
    },
    /// The next game of the same people.
    Next {
        game: String,
        next: String,
    },
    /// A seat is open no more; its tokens stay.
    Shut {
        game: String,
        seat: u8,
    },
    /// The owner of a seat is told after input `number` that he is asked. `Exists` if he was told since he acted last,
    /// with input `acted`.
    Notice {
        game: String,
        seat: u8,
        acted: u32,
        number: u32,
    },
    Times {
        game: String,
        times: String,
        due: Option<u32>,
    },
    /// The owners of a table are told at the moment `at` that nobody has touched it since the moment `touched`, and its
    /// times are others. `Exists` if they were told since.
    Warned {
        game: String,
        touched: u32,
        at: u32,
        times: String,
        due: Option<u32>,
    },
    /// Nothing more happens at this table, and it is not listed.
    Close {
        game: String,
    },
    /// The time of a health check; it is overwritten by the next.
    Probe {
        now: u32,
    },
    /// What was said is taken out of the chat: one line, or all of them. Their numbers stay.
    Hush {
        game: String,
        n: Option<u32>,
    },
    /// The game is gone, and everything that lies beside it.
    Delete {
        game: String,
    },
    /// `Exists` if the name is taken.
    Account(Account),
    /// Another passphrase; every session ends.
    Passphrase {
        account: String,
        secret: String,
    },
    /// The account is gone; its tables are not.
    EndAccount {
        account: String,
    },
    /// Somebody signs in. Sessions that have ended by `now` are swept out: nobody else ever would.
    Session {
        token: [u8; 32],
        account: String,
        until: u32,
        now: u32,
    },
    EndSession {
        token: [u8; 32],
    },
    Belongs {
        account: String,
        game: String,
        seat: u8,
    },
    /// An account does not gather this table any more.
    LetGo {
        account: String,
        game: String,
    },
}

impl Change {
    /// The game it is about, if other servers must hear of it.
    pub fn game(&self) -> Option<&str> {
        match self {
            Change::Open(new) => Some(&new.id),
            Change::Append { game, .. }
            | Change::Share { game, .. }
            | Change::Offer { game, .. }
            | Change::Chat { game, .. }
            | Change::Notes { game, .. }
            | Change::Orders { game, .. }
            | Change::Seat { game, .. }
            | Change::Key { game, .. }
            | Change::Notify { game, .. }
            | Change::Person { game, .. }
            | Change::Take { game, .. }
            | Change::Shut { game, .. }
            | Change::Next { game, .. }
            | Change::Times { game, .. }
            | Change::Warned { game, .. }
            | Change::Hush { game, .. }
            | Change::Delete { game }
            | Change::Close { game } => Some(game),
            Change::Notice { .. }
            | Change::Snapshots { .. }
            | Change::Probe { .. }
            | Change::Account(_)
            | Change::Passphrase { .. }
            | Change::EndAccount { .. }
            | Change::Session { .. }
            | Change::EndSession { .. }
            | Change::Belongs { .. }
            | Change::LetGo { .. } => None,
        }
    }
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub id: String,
    pub system: String,
    pub scenario: String,
    pub data: (String, String),
    pub header: String,
    pub listed: bool,
    pub created: u32,
    pub seats: [SeatRow; 2],
    pub terms: String,
    /// Nothing more happens here.
    pub closed: bool,
    /// The next game of the same people.
    pub next: Option<String>,
    pub lines: Vec<Line>,
    pub snapshots: Vec<SnapshotRow>,
    pub standing: Standing,
    pub chat: Vec<ChatRow>,
    pub notes: [String; 2],
    /// JSON, or empty.
    pub orders: [String; 2],
    pub offer: Option<Offer>,
}

/// A game as it stands in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: String,
    pub system: String,
    pub scenario: String,
    pub data: String,
    pub created: u32,
    pub who: [String; 2],
    /// What the people are called, and which seats anyone may take.
    pub people: [String; 2],
    pub open: [bool; 2],
    pub terms: String,
    pub standing: Standing,
}
