//! Starting and ending.

use std::{
    error::Error as _,
    future::Future,
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Router, extract::ConnectInfo};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use kernel::DataSet;
use roster::AnySystem;
use store::{Place, StoreError};
use tokio::{net::TcpListener, sync::watch};
use tower::ServiceExt as _;

use crate::{
    hall::{Hall, Patience},
    limits::Allowance,
    routes::router,
    seat,
    timed::Timed,
};

/// How a server is set up.
pub struct Config {
    /// Port 0 takes any free one.
    pub listen: SocketAddr,
    /// Where games are kept.
    pub store: Place,
    pub systems: &'static [&'static dyn AnySystem],
    /// Data sets by name; the first is the built-in one.
    pub data: Vec<DataSet>,
    /// How much is worked out at the same time: thoughts of computer players, odds, stories, records.
    pub thinkers: usize,
    pub limits: Allowance,
    pub patience: Patience,
    /// The address people know this server by, as in `https://table.example.org`. Without it nobody gets notices
    /// while away; with `https` cookies are for TLS only.
    pub public: Option<String>,
    /// How mail is sent: `smtp://USER:PASSWORD@HOST:PORT?tls=required`, and as whom.
    pub mail: Option<(String, String)>,
    /// Webhooks may go to addresses of one's own network; for tests, and where everyone is trusted.
    pub private_webhooks: bool,
    /// The operator's token: lists, closes, deletes and exports tables.
    pub admin: Option<String>,
    /// A proxy in front appends the address of the visitor to `X-Forwarded-For`.
    pub proxied: bool,
    /// Boards are drawn after the start, not when they are asked for.
    pub boards: bool,
    /// The server's dice of every table follow from this number, so that a game can be played again: for tests only.
    pub seed: Option<u64>,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("listen", &self.listen)
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}

impl Config {
    /// Everything this program knows, at this address, kept in this place.
    pub fn new(listen: SocketAddr, store: impl Into<Place>) -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen,
            store: store.into(),
            systems: roster::systems(),
            data: vec![roster::built_in()],
            thinkers: cores.saturating_sub(1).max(1),
            limits: Allowance::default(),
            patience: Patience::default(),
            public: None,
            mail: None,
            private_webhooks: false,
            admin: None,
            proxied: false,
            boards: true,
            seed: None,
        }
    }
}

/// Why a server could not start.
#[derive(Debug)]
pub enum Trouble {
    /// The address is in use or not ours.
    Address(SocketAddr, io::Error),
    Store(StoreError),
    /// Something it was told makes no sense.
    Settings(String),
    Other(io::Error),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Address(address, error) if error.kind() == io::ErrorKind::AddrInUse => write!(
                f,
                "{address} is taken, perhaps by another gunbai; open http://{address}, or take another address with \
                 --listen {}:{}",
                address.ip(),
                address.port().wrapping_add(1)
            ),
            Trouble::Address(address, error) => write!(f, "cannot listen on {address}: {error}"),
            Trouble::Store(error) => write!(f, "{error}"),
            Trouble::Settings(why) => f.write_str(why),
            Trouble::Other(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Trouble {}

/// A server that listens, and serves once it is run.
pub struct Server {
    listener: TcpListener,
    router: Router,
    hall: Arc<Hall>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("listener", &self.listener).finish_non_exhaustive()
    }
}

/// Requests under way may take so long when the server ends; sockets are closed at once.
const FAREWELL: Duration = Duration::from_secs(3);
/// A request must have said its headers by then.
const HEADERS: Duration = Duration::from_secs(10);

impl Server {
    pub async fn open(config: Config) -> Result<Server, Trouble> {
        let began = Instant::now();
        let listener =
            TcpListener::bind(config.listen).await.map_err(|error| Trouble::Address(config.listen, error))?;
        // Servers that share a store tell each other apart by a name nobody else has.
        let name = seat::new_id().map_err(|_| Trouble::Other(io::Error::other("no random bytes")))?;
        let store = config.store.open(&name).await.map_err(Trouble::Store)?;
        let elsewhere = store.elsewhere();
        let boards = config.boards;
        let hall = Hall::new(config, store, elsewhere.is_some()).map_err(Trouble::Settings)?;
        let shelf = hall.clone();
        let prepared = tokio::task::spawn_blocking(move || shelf.shelf.prepare()).await;
        prepared.map_err(|error| Trouble::Other(io::Error::other(error)))?;
        if boards {
            tokio::spawn(hall.clone().make_boards());
        }
        tokio::spawn(hall.clone().wake(elsewhere.is_some()));
        tokio::spawn(hall.clone().keep_time());
        if let Some(elsewhere) = elsewhere {
            tokio::spawn(hall.clone().hear(elsewhere));
        }
        tokio::spawn(hall.clone().sweep());
        tracing::debug!(?began, "open after {:?}", began.elapsed());
        Ok(Server { listener, router: router(hall.clone()), hall })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end` comes, then lets requests under way finish.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let mut end = std::pin::pin!(end);
        // Every connection holds a receiver: when all are gone, all are done.
        let (ending, ended) = watch::channel(false);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut end => break,
            };
            let (stream, address) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, most likely: others must end first.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let held = self.hall.limits.connection(address.ip());
            // Behind a proxy all of them are the proxy's.
            if held.is_none() && !self.hall.proxied {
                self.hall.limited.hit(address.ip(), "connections");
                continue;
            }
            // Small messages must not wait for each other.
            let _ = stream.set_nodelay(true);
            let router = self.router.clone();
            let service = tower::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(ConnectInfo(address));
                router.clone().oneshot(request.map(axum::body::Body::new))
            });
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADERS)
                .max_buf_size(64 * 1024)
                .serve_connection(
                    TokioIo::new(Timed::new(stream, self.hall.patience.write)),
                    TowerToHyperService::new(service),
                )
                .with_upgrades();
            let mut ended = ended.clone();
            let hall = self.hall.clone();
            tokio::spawn(async move {
                let _held = held;
                let mut connection = std::pin::pin!(connection);
                let ended = async { _ = ended.wait_for(|ended| *ended).await };
                let done = tokio::select! {
                    done = connection.as_mut() => done,
                    () = ended => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                if let Err(error) = done {
                    if timed_out(&error) {
                        hall.metrics.slow_readers.inc();
                        // Behind a proxy the address is the proxy's.
                        hall.limited.hit(address.ip(), "slow-reader");
                    }
                    tracing::debug!(%error, "a connection ended badly");
                }
            });
        }
        drop((self.listener, ended));
        tracing::info!("ending");
        ending.send_replace(true);
        if tokio::time::timeout(FAREWELL, ending.closed()).await.is_err() {
            tracing::info!("some requests were cut off");
        }
        if let Err(error) = self.hall.store.close().await {
            tracing::error!(%error, "the store was not closed; what was acknowledged is in its log");
        }
    }
}

/// Whether writing made no progress in time.
fn timed_out(error: &hyper::Error) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    source.is_some_and(|source| source.kind() == io::ErrorKind::TimedOut)
}
