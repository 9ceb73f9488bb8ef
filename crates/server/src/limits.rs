//! How much one address may ask of the server.

use std::{
    collections::HashMap,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::http::StatusCode;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::failure::No;

/// What is allowed.
#[derive(Clone, Copy, Debug)]
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
    /// Passphrases tried in an hour from one address, and for one name, and how many at once.
    pub guesses: (u32, u32),
    /// Questions whether mail may come, in an hour, from one address and to one mailbox, and how many at once.
    pub mails: (u32, u32),
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
            guesses: (60, 20),
            mails: (20, 10),
        }
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
        guesses: (1_000_000, 1_000_000),
        mails: (1_000_000, 1_000_000),
    };
}

pub(crate) struct Limits {
    allowed: Allowance,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    tables: DefaultKeyedRateLimiter<IpAddr>,
    /// By address, and by the mailbox that is written to.
    mails: DefaultKeyedRateLimiter<IpAddr>,
    mailboxes: DefaultKeyedRateLimiter<String>,
    /// By address, and by the name that is tried.
    guesses: DefaultKeyedRateLimiter<IpAddr>,
    names: DefaultKeyedRateLimiter<String>,
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
            guesses: RateLimiter::keyed(per_hour(allowed.guesses)),
            names: RateLimiter::keyed(per_hour(allowed.guesses)),
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

    /// One more passphrase is tried from here for this name.
    pub(crate) fn guess(&self, address: IpAddr, name: &str) -> Result<(), No> {
        // Who is stopped here already must not use up what the owner of the name may try.
        let own = self.guesses.check_key(&counted(address));
        own.and_then(|()| self.names.check_key(&name.to_owned())).map_err(|_| {
            No::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-fast",
                "many passphrases were tried; wait some minutes before the next",
            )
        })
    }

    /// One more letter asks whoever has this mailbox whether it is his.
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
        self.guesses.retain_recent();
        self.names.retain_recent();
    }
}

/// An open live channel.
pub(crate) struct Socket {
    _held: Held,
    frames: DefaultDirectRateLimiter,
    refused: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gauge {
    Fine,
    TooFast,
    /// It does not slow down when told: it is closed.
    FarTooFast,
}

impl Socket {
    pub(crate) fn may_speak(&mut self) -> Gauge {
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
    fn who_is_stopped_does_not_keep_others_from_trying() {
        let limits = Limits::new(Allowance { guesses: (1, 3), mails: (1, 3), ..Allowance::PLENTY });
        let [thief, owner, other] = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(|a| a.parse().unwrap());
        limits.guess(owner, "ieyasu").unwrap();
        let tried = (0..50).filter(|n| limits.guess(thief, &format!("name {n}")).is_ok()).count();
        assert!((3..=4).contains(&tried), "{tried}");
        assert!((0..50).all(|_| limits.guess(thief, "ieyasu").is_err()));
        limits.guess(owner, "ieyasu").unwrap();
        // One mailbox is not written to from many addresses without end.
        let from = [thief, owner, other, thief, owner, other];
        let sent = from.iter().filter(|from| limits.mail(**from, "Kimura@example.org").is_ok()).count();
        assert!((3..=4).contains(&sent), "{sent}");
        limits.mail(other, "goto@example.org").unwrap();
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
    fn a_burst_is_let_through_and_no_more() {
        let limits = Limits::new(Allowance { requests: (1, 3), ..Allowance::PLENTY });
        let here = "127.0.0.1".parse().unwrap();
        let passed = (0..10).filter(|_| limits.request(here).is_ok()).count();
        assert!((3..=4).contains(&passed), "{passed}");
    }
}
