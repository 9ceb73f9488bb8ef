//! Log lines for operators: one for each request (target `access`), and one for each event that concerns security
//! (target `audit`).
//!
//! Failed sign-ins, refused operator tokens and limits are warnings; accepted sign-ins and operator actions are
//! information. No line has a token, a passphrase, a code or the query of a request: an access line names the route, not
//! the path.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::http::{Method, StatusCode};

use crate::limits::counted;

/// One address gets one line for each limit in this time: a flood of requests must not become a flood of log lines.
const QUIET: Duration = Duration::from_secs(60);

/// What a request was answered with.
pub(crate) struct Access<'a> {
    pub(crate) address: Option<IpAddr>,
    pub(crate) method: &'a Method,
    pub(crate) route: &'a str,
    pub(crate) status: StatusCode,
    /// The code of a refusal.
    pub(crate) refused: Option<&'a str>,
    pub(crate) took: Duration,
}

impl Access<'_> {
    pub(crate) fn log(&self) {
        tracing::info!(
            target: "access",
            address = self.address.map(tracing::field::display),
            method = %self.method,
            route = self.route,
            status = self.status.as_u16(),
            code = self.refused,
            ms = self.took.as_millis() as u64,
            "request"
        );
    }
}

/// Somebody said a wrong passphrase. The name is logged only if an account has it: people type passphrases into the
/// wrong field.
pub(crate) fn sign_in_failed(address: IpAddr, account: Option<&str>) {
    tracing::warn!(target: "audit", event = "sign-in-failed", %address, account, "sign-in failed");
}

/// Something was done with an account: `opened`, `signed-in`, `passphrase-changed`, `deleted`.
pub(crate) fn account(event: &str, address: IpAddr, account: &str) {
    tracing::info!(target: "audit", event, %address, account, "account");
}

pub(crate) fn operator_refused(address: IpAddr) {
    tracing::warn!(target: "audit", event = "operator-refused", %address, "wrong operator token");
}

/// The operator did something, to a table where one is named.
pub(crate) fn operator(action: &str, address: IpAddr, table: Option<&str>) {
    tracing::info!(target: "audit", event = "operator", %address, action, table, "operator action");
}

/// Which limits addresses have hit lately.
#[derive(Default)]
pub(crate) struct Limited {
    hits: Mutex<HashMap<(IpAddr, String), Hits>>,
}

struct Hits {
    logged: Instant,
    /// Since the last line.
    unlogged: u64,
}

fn limit_hit(address: IpAddr, limit: &str, times: u64) {
    tracing::warn!(target: "audit", event = "limit", %address, limit, times, "limit hit");
}

impl Limited {
    fn hits(&self) -> MutexGuard<'_, HashMap<(IpAddr, String), Hits>> {
        self.hits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An address was refused by this limit. The first time is logged at once, later ones are counted.
    pub(crate) fn hit(&self, address: IpAddr, limit: &str) {
        let address = counted(address);
        let mut hits = self.hits();
        let found = hits.entry((address, limit.to_owned())).or_insert_with(|| {
            limit_hit(address, limit, 1);
            Hits { logged: Instant::now(), unlogged: 0 }
        });
        found.unlogged += 1;
    }

    /// Logs what was counted since the last lines, and forgets addresses that have been quiet.
    pub(crate) fn sweep(&self) {
        self.sweep_after(QUIET);
    }

    fn sweep_after(&self, quiet: Duration) {
        self.hits().retain(|(address, limit), hits| {
            if hits.logged.elapsed() < quiet {
                return true;
            }
            // The first of them was logged when it happened.
            let more = std::mem::take(&mut hits.unlogged) - 1;
            hits.logged = Instant::now();
            if more > 0 {
                limit_hit(*address, limit, more);
                hits.unlogged = 1;
            }
            more > 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_counted_and_forgotten_when_it_ends() {
        let limited = Limited::default();
        let address = "10.0.0.1".parse().unwrap();
        for _ in 0..1_000 {
            limited.hit(address, "too-fast");
        }
        assert_eq!(limited.hits().len(), 1);
        limited.sweep();
        assert_eq!(
            limited.hits().values().map(|hits| hits.unlogged).sum::<u64>(),
            1_000,
            "a minute is not over"
        );
        limited.sweep_after(Duration::ZERO);
        assert_eq!(limited.hits().values().map(|hits| hits.unlogged).sum::<u64>(), 1);
        limited.sweep_after(Duration::ZERO);
        assert!(limited.hits().is_empty());
    }
}
