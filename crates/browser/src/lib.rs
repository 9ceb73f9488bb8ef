//! A table for browser tests: the program's own systems and the probe games, of which the client knows nothing.

use std::{net::SocketAddr, path::PathBuf, sync::OnceLock};

use contract::probes::{Nested, Plane, Sealed};
use roster::{AnySystem, Of};
use server::{Allowance, Config, Server, Trouble};

fn systems() -> &'static [&'static dyn AnySystem] {
    static ALL: OnceLock<Vec<&'static dyn AnySystem>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = roster::systems().to_vec();
        all.extend([&Of::<Sealed>::NEW as &dyn AnySystem, &Of::<Nested>::NEW, &Of::<Plane>::NEW]);
        all
    })
}

/// What the dice of its tables follow from: a game played again goes the same way.
const SEED: u64 = 15_830_421;

/// Opens it. Tests come from one address and do not wait, so nothing is limited.
pub async fn table(listen: SocketAddr, store: PathBuf) -> Result<Server, Trouble> {
    let mut config = Config::new(listen, store);
    config.systems = systems();
    for (path, text) in systems()[roster::systems().len()..].iter().flat_map(|system| system.files()) {
        config.data[0].insert(path, text);
    }
    config.limits = Allowance::PLENTY;
    config.seed = Some(SEED);
    Server::open(config).await
}
