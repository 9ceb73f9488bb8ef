//! What each address may cost: processor time, and bytes that are under way.
//!
//! A limit on the number of requests says nothing about what they cost. So everything that is worked out for an address is
//! paid for in milliseconds of the processor, and everything that is held for it in memory (a body that is being read, an
//! answer that is being sent) in bytes. Every route and every live channel pays from the same purse.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use cpu_time::ThreadTime;

use crate::{failure::No, limits::counted};

/// What a task works for.
#[derive(Clone, Default)]
pub(crate) struct Bill {
    payer: Option<IpAddr>,
    /// Processor time that was used so far, in nanoseconds, if that is to be known.
    spent: Option<Arc<AtomicU64>>,
}

tokio::task_local! {
    static BILL: Bill;
}

/// The address for which the current task works; `None`: the server itself.
pub(crate) fn payer() -> Option<IpAddr> {
    BILL.try_with(|bill| bill.payer).ok().flatten()
}

impl Bill {
    pub(crate) fn of(address: IpAddr) -> Bill {
        Bill { payer: Some(counted(address)), spent: None }
    }

    /// The same, with its processor time counted.
    pub(crate) fn counted(address: IpAddr) -> Bill {
        Bill { spent: Some(Arc::default()), ..Bill::of(address) }
    }

    /// The bill of the current task.
    pub(crate) fn current() -> Bill {
        BILL.try_with(Bill::clone).unwrap_or_default()
    }

    pub(crate) fn spent(&self) -> Duration {
        Duration::from_nanos(self.spent.as_ref().map_or(0, |spent| spent.load(Ordering::Relaxed)))
    }

    /// Time of another thread that worked for this bill.
    pub(crate) fn add(&self, time: Duration) {
        if let Some(spent) = &self.spent {
            spent.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    }

    /// Everything this does is paid for by the address of the bill.
    pub(crate) async fn pay<F: Future>(self, work: F) -> F::Output {
        BILL.scope(self, work).await
    }

    /// The same for a task of its own, whose processor time is added to the bill.
    pub(crate) async fn pay_for_task<F: Future>(self, work: F) -> F::Output {
        let mut work = std::pin::pin!(self.clone().pay(work));
        std::future::poll_fn(|context| {
            if self.spent.is_none() {
                return work.as_mut().poll(context);
            }
            let began = ThreadTime::now();
            let polled = work.as_mut().poll(context);
            self.add(began.elapsed());
            polled
        })
        .await
    }
}

#[derive(Clone)]
pub(crate) struct Budgets(Arc<Shared>);

struct Shared {
    /// Milliseconds of the processor that an address earns in a second, and how many it can save up.
    cpu: (u32, u32),
    /// Bytes under way for one address, and in all.
    bytes: (usize, usize),
    all: AtomicUsize,
    purses: Mutex<HashMap<IpAddr, Purse>>,
}

struct Purse {
    /// Below zero it has spent more than it had.
    milliseconds: f64,
    at: Instant,
    bytes: usize,
}

impl Budgets {
    pub(crate) fn new(cpu: (u32, u32), bytes: (u32, u32)) -> Budgets {
        let bytes = (bytes.0 as usize, bytes.1 as usize);
        Budgets(Arc::new(Shared { cpu, bytes, all: AtomicUsize::new(0), purses: Mutex::default() }))
    }

    fn purses(&self) -> MutexGuard<'_, HashMap<IpAddr, Purse>> {
        self.0.purses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn purse<T>(&self, address: IpAddr, with: impl FnOnce(&mut Purse) -> T) -> T {
        let (rate, most) = self.0.cpu;
        let now = Instant::now();
        let mut purses = self.purses();
        let purse = purses.entry(counted(address)).or_insert_with(|| Purse {
            milliseconds: f64::from(most),
            at: now,
            bytes: 0,
        });
        let earned = now.duration_since(purse.at).as_secs_f64() * f64::from(rate);
        purse.milliseconds = (purse.milliseconds + earned).min(f64::from(most));
        purse.at = now;
        with(purse)
    }

    /// May something be worked out for this address now?
    pub(crate) fn afford(&self, address: Option<IpAddr>) -> Result<(), No> {
        match address {
            Some(address) if self.purse(address, |purse| purse.milliseconds) <= 0.0 => Err(No::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-costly",
                "a lot was worked out for this address; wait a few seconds",
            )),
            _ => Ok(()),
        }
    }

    pub(crate) fn spend(&self, address: Option<IpAddr>, time: Duration) {
        if let Some(address) = address {
            self.purse(address, |purse| purse.milliseconds -= time.as_secs_f64() * 1_000.0);
        }
    }

    /// Does something short at once, for the address that the task works for. It is paid for, but never refused: what a
    /// player asks for beside the game does not stop the game.
    pub(crate) fn measured<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = ThreadTime::now();
        let done = work();
        self.spend(payer(), began.elapsed());
        done
    }

    /// Bytes that are held in memory for this address, as long as the answer lives.
    pub(crate) fn hold(&self, address: Option<IpAddr>, bytes: usize) -> Result<Hold, No> {
        let (each, all) = self.0.bytes;
        let full = || {
            let message = "too much is under way to or from this address; read what was asked for first";
            No::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
        };
        let busy = || {
            let message = "too much is under way at this server; try again in a moment";
            No::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
        };
        let before = self.0.all.fetch_add(bytes, Ordering::Relaxed);
        let mut hold = Hold { budgets: self.clone(), address: None, bytes };
        if before + bytes > all {
            return Err(busy());
        }
        let Some(address) = address.map(counted) else { return Ok(hold) };
        let fits = self.purse(address, |purse| {
            // One request may be larger than what several may have together.
            let fits = purse.bytes == 0 || purse.bytes + bytes <= each;
            purse.bytes += if fits { bytes } else { 0 };
            fits
        });
        if !fits {
            return Err(full());
        }
        hold.address = Some(address);
        Ok(hold)
    }

    /// Bytes that are under way in all.
    pub(crate) fn held(&self) -> usize {
        self.0.all.load(Ordering::Relaxed)
    }

    /// Forgets addresses that owe nothing.
    pub(crate) fn sweep(&self) {
        let (rate, most) = self.0.cpu;
        self.purses().retain(|_, purse| {
            let earned = purse.at.elapsed().as_secs_f64() * f64::from(rate);
            purse.bytes > 0 || purse.milliseconds + earned < f64::from(most)
        });
    }
}

/// Counted as long as it lives.
pub(crate) struct Hold {
    budgets: Budgets,
    address: Option<IpAddr>,
    bytes: usize,
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.budgets.0.all.fetch_sub(self.bytes, Ordering::Relaxed);
        if let Some(address) = self.address
            && let Some(purse) = self.budgets.purses().get_mut(&address)
        {
            purse.bytes = purse.bytes.saturating_sub(self.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn who_has_spent_everything_waits_and_nobody_else_does() {
        let budgets = Budgets::new((1, 100), (1, 1));
        let [one, same, other] = ["2001:db8::1", "2001:db8::2", "10.0.0.1"].map(address);
        budgets.afford(one).unwrap();
        budgets.spend(one, Duration::from_millis(150));
        assert_eq!(budgets.afford(one).unwrap_err().failure.code, "too-costly");
        assert!(budgets.afford(same).is_err(), "a network of the newer kind is one address");
        budgets.afford(other).unwrap();
        budgets.afford(None).unwrap();
    }

    #[test]
    fn bytes_are_counted_while_they_are_held() {
        let budgets = Budgets::new((1, 1), (100, 150));
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(address);
        let first = budgets.hold(one, 80).unwrap();
        assert_eq!(budgets.hold(one, 30).map(|_| ()).unwrap_err().failure.code, "too-many");
        let second = budgets.hold(other, 60).unwrap();
        assert_eq!(budgets.hold(other, 20).map(|_| ()).unwrap_err().failure.code, "busy");
        assert_eq!(budgets.held(), 140);
        drop((first, second));
        assert_eq!(budgets.held(), 0);
        budgets.hold(one, 120).map(|_| ()).expect("one alone may be large");
    }
}
