//! How much one address may ask of the server.

use std::{
    collections::HashMap,
    net::IpAddr,
    num::NonZeroU32,
    str::FromStr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde::Deserialize;

use crate::failure::No;

/// What is allowed. The operator may set each of these in a file; `docs/operations.md` says what each protects.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Allowance {
    /// HTTP requests a second from one address, and how many at once.
    pub requests: (u32, u32),
    /// Frames a second over one socket, and how many at once.
    pub frames: (u32, u32),
    /// New tables an hour from one address, and how many at once.
    pub tables: (u32, u32),
    /// Open connections from one address, and in all, live channels not counted.
    pub connections: (u32, u32),
    /// Open live channels from one address, and in all.
    pub sockets: (u32, u32),
    /// What one seat may do in a second, by whichever channel, and how many at once.
    pub deeds: (u32, u32),
    /// New accounts in an hour from one address, and how many at once.
    pub accounts: (u32, u32),
    /// Milliseconds that the next passphrase from an address waits after one that was wrong, doubled with each further
    /// one, and at most.
    pub guess: (u32, u32),
    /// Questions whether mail may come, in an hour, from one address and to one mailbox, and how many at once.
    pub mails: (u32, u32),
    /// Milliseconds of the processor that one address may use in a second, and how many at once.
    pub cpu: (u32, u32),
    /// Bytes of bodies and answers under way for one address, and in all.
    pub bytes: (u32, u32),
    /// Inputs of one game.
    pub inputs: u32,
    /// Days after which a table that nobody touches is taken away; 0: never.
    pub expire_days: u32,
    /// Lines of chat kept at a table, and how many of them may be of those who only look on.
    pub chat: (u32, u32),
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            requests: (50, 300),
            frames: (50, 200),
            tables: (240, 60),
            connections: (256, 10_000),
            sockets: (100, 10_000),
            deeds: (20, 200),
            accounts: (30, 10),
            guess: (250, 15_000),
            mails: (20, 10),
            cpu: (250, 20_000),
            bytes: (16 << 20, 256 << 20),
            inputs: 20_000,
            expire_days: 365,
            chat: (2_000, 500),
        }
    }
}

/// From the text of a TOML file; whatever it does not name stays as it is by default.
impl FromStr for Allowance {
    type Err = String;

    fn from_str(text: &str) -> Result<Allowance, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }
}

impl Allowance {
    /// For tests and measurements from one address.
    pub const PLENTY: Allowance = Allowance {
        requests: (1_000_000, 1_000_000),
        frames: (1_000_000, 1_000_000),
        tables: (1_000_000, 1_000_000),
        connections: (20_000, 20_000),
        sockets: (20_000, 20_000),
        deeds: (1_000_000, 1_000_000),
        accounts: (1_000_000, 1_000_000),
        guess: (0, 0),
        mails: (1_000_000, 1_000_000),
        cpu: (1_000_000, 1_000_000_000),
        bytes: (1 << 30, 1 << 30),
        inputs: 100_000,
        expire_days: 0,
        chat: (2_000, 500),
    };
}

pub(crate) struct Limits {
    pub(crate) allowed: Allowance,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    tables: DefaultKeyedRateLimiter<IpAddr>,
    /// By address, and by the mailbox that is written to.
    mails: DefaultKeyedRateLimiter<IpAddr>,
    mailboxes: DefaultKeyedRateLimiter<String>,
    /// New accounts by address.
    accounts: DefaultKeyedRateLimiter<IpAddr>,
    guesses: Arc<Mutex<Guesses>>,
    connections: Tally,
    sockets: Tally,
}

/// How fast one seat may act.
pub(crate) struct Pace(DefaultDirectRateLimiter);

impl Pace {
    pub(crate) fn may_act(&self) -> Result<(), No> {
        self.0.check().map_err(|_| No::too_fast())
    }
}

/// Passphrases from one address that wait to be looked at.
const MOST_GUESSES: u32 = 5;
/// One wrong passphrase is forgiven after this long.
const FORGIVEN: Duration = Duration::from_secs(60);

/// Who has been wrong how often.
#[derive(Default)]
pub(crate) struct Guesses {
    addresses: HashMap<IpAddr, Guesser>,
}

struct Guesser {
    wrong: u32,
    since: Instant,
    waiting: u32,
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Default for Guesser {
    fn default() -> Guesser {
        Guesser { wrong: 0, since: Instant::now(), waiting: 0, turn: Arc::default() }
    }
}

impl Guesser {
    fn forgive(&mut self) {
        let periods = (self.since.elapsed().as_secs() / FORGIVEN.as_secs()) as u32;
        if periods > 0 {
            self.wrong = self.wrong.saturating_sub(periods);
            self.since = Instant::now();
        }
    }

    fn wait(&self, (first, most): (u32, u32)) -> Duration {
        let doubled = u64::from(first) << self.wrong.saturating_sub(1).min(20);
        Duration::from_millis(if self.wrong == 0 { 0 } else { doubled.min(most.into()) })
    }
}

struct Waiting {
    guesses: Arc<Mutex<Guesses>>,
    address: IpAddr,
}

impl Waiting {
    fn from(&self, with: impl FnOnce(&mut Guesser)) {
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        guesses.addresses.get_mut(&self.address).map(with);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.from(|from| from.waiting -= 1);
    }
}

/// A passphrase that is being looked at; the next from its address waits until it is dropped.
pub(crate) struct Guess {
    waiting: Waiting,
    _turn: tokio::sync::OwnedMutexGuard<()>,
}

impl Guess {
    pub(crate) fn was_wrong(self) {
        self.waiting.from(|from| {
            from.wrong = from.wrong.saturating_add(1).min(40);
            from.since = Instant::now();
        });
    }
}

/// A whole network of the newer kind is given to one customer, so it counts as one address.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => (u128::from(address) & !u128::from(u64::MAX)).to_be_bytes().into(),
        address => address,
    }
}

/// How much of something each address has open.
#[derive(Clone, Default)]
struct Tally(Arc<Mutex<Open>>);

#[derive(Default)]
struct Open {
    all: u32,
    by_address: HashMap<IpAddr, u32>,
}

impl Tally {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more, unless this address or all together have as many as they may.
    fn one(&self, address: IpAddr, (each, all): (u32, u32)) -> Option<Held> {
        let address = counted(address);
        let mut open = self.open();
        let own = open.by_address.get(&address).copied().unwrap_or(0);
        if own >= each || open.all >= all {
            return None;
        }
        open.by_address.insert(address, own + 1);
        open.all += 1;
        Some(Held { address, tally: self.clone() })
    }
}

/// Counted as long as it lives.
pub(crate) struct Held {
    address: IpAddr,
    tally: Tally,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut open = self.tally.open();
        open.all -= 1;
        if let Some(own) = open.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                open.by_address.remove(&self.address);
            }
        }
    }
}

fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

fn per_second((rate, burst): (u32, u32)) -> Quota {
    Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(burst))
}

impl Limits {
    pub(crate) fn new(allowed: Allowance) -> Limits {
        let per_hour =
            |(rate, burst): (u32, u32)| Quota::per_hour(at_least_one(rate)).allow_burst(at_least_one(burst));
        Limits {
            allowed,
            requests: RateLimiter::keyed(per_second(allowed.requests)),
            tables: RateLimiter::keyed(per_hour(allowed.tables)),
            mails: RateLimiter::keyed(per_hour(allowed.mails)),
            mailboxes: RateLimiter::keyed(per_hour(allowed.mails)),
            accounts: RateLimiter::keyed(per_hour(allowed.accounts)),
            guesses: Arc::default(),
            connections: Tally::default(),
            sockets: Tally::default(),
        }
    }

    pub(crate) fn request(&self, address: IpAddr) -> Result<(), No> {
        self.requests.check_key(&counted(address)).map_err(|_| No::too_fast())
    }

    pub(crate) fn new_table(&self, address: IpAddr) -> Result<(), No> {
        self.tables.check_key(&counted(address)).map_err(|_| {
            No::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-fast",
                "many tables were opened from here; wait some minutes before the next",
            )
        })
    }

    /// One more passphrase is tried from this address. After wrong ones the next waits; attempts from other addresses do
    /// not count.
    pub(crate) async fn guess(&self, address: IpAddr) -> Result<Guess, No> {
        let address = counted(address);
        let (turn, wait) = {
            let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
            let from = guesses.addresses.entry(address).or_default();
            from.forgive();
            if from.waiting >= MOST_GUESSES {
                return Err(No::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    "too-fast",
                    "several passphrases are being tried from here; wait for the answers",
                ));
            }
            from.waiting += 1;
            (from.turn.clone(), from.wait(self.allowed.guess))
        };
        let waiting = Waiting { guesses: self.guesses.clone(), address };
        // In turn, so that many at once are no faster than one after the other.
        let turn = turn.lock_owned().await;
        tokio::time::sleep(wait).await;
        Ok(Guess { waiting, _turn: turn })
    }

    pub(crate) fn new_account(&self, address: IpAddr) -> Result<(), No> {
        self.accounts.check_key(&counted(address)).map_err(|_| No::too_fast())
    }

    /// One more letter asks the owner of this mailbox whether mail may come.
    pub(crate) fn mail(&self, address: IpAddr, mailbox: &str) -> Result<(), No> {
        let own = self.mails.check_key(&counted(address));
        own.and_then(|()| self.mailboxes.check_key(&mailbox.to_lowercase())).map_err(|_| No::too_fast())
    }

    pub(crate) fn paces(&self) -> [Pace; 2] {
        [0, 1].map(|_| Pace(RateLimiter::direct(per_second(self.allowed.deeds))))
    }

    /// `None`: the connection is not taken.
    pub(crate) fn connection(&self, address: IpAddr) -> Option<Held> {
        self.connections.one(address, self.allowed.connections)
    }

    pub(crate) fn socket(&self, address: IpAddr) -> Result<Socket, No> {
        let held = self.sockets.one(address, self.allowed.sockets).ok_or_else(|| {
            No::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many",
                "too many live channels are open; close other tabs of this table",
            )
        })?;
        Ok(Socket { _held: held, frames: RateLimiter::direct(per_second(self.allowed.frames)), refused: 0 })
    }

    /// Forgets addresses that have long been quiet.
    pub(crate) fn sweep(&self) {
        self.requests.retain_recent();
        self.tables.retain_recent();
        self.mails.retain_recent();
        self.mailboxes.retain_recent();
        self.accounts.retain_recent();
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        guesses.addresses.retain(|_, from| {
            from.forgive();
            from.wrong > 0 || from.waiting > 0
        });
    }
}

/// An open live channel.
pub(crate) struct Socket {
    _held: Held,
    frames: DefaultDirectRateLimiter,
    refused: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gauge {
    Fine,
    TooFast,
    /// It does not slow down when told: it is closed.
    FarTooFast,
}

impl Socket {
    /// Something was heard, in one frame and as many continuation frames.
    pub(crate) fn may_speak(&mut self, continuations: u32) -> Gauge {
        let gauge = self.may_send();
        (0..continuations).fold(gauge, |gauge, _| self.may_send().max(gauge))
    }

    fn may_send(&mut self) -> Gauge {
        const MOST_REFUSED: u32 = 1_000;
        match self.frames.check() {
            Ok(()) => Gauge::Fine,
            Err(_) if self.refused >= MOST_REFUSED => Gauge::FarTooFast,
            Err(_) => {
                self.refused += 1;
                Gauge::TooFast
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_counted_while_they_live() {
        let limits = Limits::new(Allowance { sockets: (2, 3), ..Allowance::PLENTY });
        let [here, there] = ["127.0.0.1", "127.0.0.2"].map(|address| address.parse().unwrap());
        let held = [limits.socket(here).unwrap(), limits.socket(here).unwrap()];
        assert!(limits.socket(here).is_err());
        let other = limits.socket(there).unwrap();
        assert!(limits.socket(there).is_err(), "three in all");
        drop((held, other));
        assert!(limits.socket(here).is_ok());
    }

    #[test]
    fn connections_are_counted_apart_from_sockets() {
        let limits = Limits::new(Allowance { connections: (2, 9), sockets: (1, 1), ..Allowance::PLENTY });
        let here = "127.0.0.1".parse().unwrap();
        let _held = (limits.connection(here).unwrap(), limits.connection(here).unwrap());
        assert!(limits.connection(here).is_none() && limits.socket(here).is_ok());
    }

    #[test]
    fn one_mailbox_is_not_written_to_without_end() {
        let limits = Limits::new(Allowance { mails: (1, 3), ..Allowance::PLENTY });
        let [one, two, three] = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(|a| a.parse().unwrap());
        let from = [one, two, three, one, two, three];
        let sent = from.iter().filter(|from| limits.mail(**from, "Kimura@example.org").is_ok()).count();
        assert!((3..=4).contains(&sent), "{sent}");
        limits.mail(three, "goto@example.org").unwrap();
    }

    #[test]
    fn each_wrong_passphrase_makes_the_next_one_wait_longer_up_to_a_bound() {
        let mut guesser = Guesser::default();
        let mut waits = Vec::new();
        for wrong in 0..50 {
            guesser.wrong = wrong;
            waits.push(guesser.wait((250, 15_000)).as_millis());
        }
        assert_eq!(waits[..5], [0, 250, 500, 1_000, 2_000]);
        assert!(waits.is_sorted() && waits[49] == 15_000);
        guesser.since = Instant::now() - FORGIVEN * 2;
        guesser.forgive();
        assert_eq!(guesser.wrong, 47);
    }

    #[tokio::test]
    async fn who_guesses_keeps_nobody_else_from_signing_in() {
        let limits = Limits::new(Allowance { guess: (3_600_000, 3_600_000), ..Allowance::PLENTY });
        let [thief, owner] = ["10.0.0.1", "10.0.0.2"].map(|a| a.parse().unwrap());
        limits.guess(thief).await.unwrap().was_wrong();
        // The next of the thief waits for an hour; the owner does not.
        let waiting = limits.guess(thief);
        tokio::select! {
            biased;
            _ = waiting => panic!("the thief did not wait"),
            guess = limits.guess(owner) => assert!(guess.is_ok()),
        }
    }

    #[test]
    fn a_network_of_the_newer_kind_is_one_address() {
        let [one, two, other] = ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1"]
            .map(|address| counted(address.parse().unwrap()));
        assert_eq!(one, two);
        assert_ne!(one, other);
        assert_eq!(counted("::ffff:10.0.0.1".parse().unwrap()), "10.0.0.1".parse::<IpAddr>().unwrap());
    }

    #[test]
    fn an_operator_sets_what_he_names_and_a_wrong_name_is_a_mistake() {
        let allowed: Allowance = "inputs = 500\ntables = [10, 5]\nchat = [100, 0]".parse().unwrap();
        assert_eq!((allowed.inputs, allowed.tables, allowed.chat), (500, (10, 5), (100, 0)));
        assert_eq!(allowed.requests, Allowance::default().requests);
        assert!("tabels = [10, 5]".parse::<Allowance>().unwrap_err().contains("tabels"));
    }

    #[test]
    fn a_burst_is_let_through_and_no_more() {
        let limits = Limits::new(Allowance { requests: (1, 3), ..Allowance::PLENTY });
        let here = "127.0.0.1".parse().unwrap();
        let passed = (0..10).filter(|_| limits.request(here).is_ok()).count();
        assert!((3..=4).contains(&passed), "{passed}");
    }
}
