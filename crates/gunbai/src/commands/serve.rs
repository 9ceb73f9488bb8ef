//! `gunbai serve`, and `gunbai` by itself.

use std::{
    io::{self, IsTerminal as _, Write},
    net::{IpAddr, SocketAddr},
    process::{Command, Stdio},
};

use clap::Args;
use kernel::DataSet;
use server::{Config, Server};
use store::Place;

use crate::failure::Failure;

const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8015);

/// Start the table in the browser
#[derive(Debug, Default, Args)]
#[command(
    after_help = "Examples:\n  gunbai serve --open\n  gunbai serve --listen 0.0.0.0:8015 --store games.db\n  \
    gunbai serve --data my-printed-values"
)]
pub(crate) struct Serve {
    /// Address to listen on [default: 127.0.0.1:8015]
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// Where games are kept: PATH, sqlite:PATH or postgres://… [default: games.db in your data directory]
    #[arg(long, value_name = "URL")]
    store: Option<Place>,
    /// Open the address in the browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let store = match self.store {
            Some(place) => place,
            None => Place::File(store::default_path().map_err(Failure::wrong_use)?),
        };
        let mut config = Config::new(self.listen.unwrap_or(LISTEN), store.clone());
        if data.name != config.data[0].name {
            config.data.push(data.clone());
        }
        tracing_subscriber::fmt()
            .with_max_level(tracing::Level::INFO)
            .with_writer(io::stderr)
            .with_ansi(io::stderr().is_terminal())
            .compact()
            .init();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let server = Server::open(config).await.map_err(Failure::not_held)?;
            let address = format!("http://{}", server.address()?);
            writeln!(out, "The table is at {address}\nGames are kept in {}; end with Ctrl-C.", store)?;
            if client::is_placeholder() {
                writeln!(
                    out,
                    "It was built without its client: install Node 20.19 or newer, then build again."
                )?;
            }
            out.flush()?;
            if self.open {
                open(&address);
            }
            server.run(ended()).await;
            Ok(())
        })
    }
}

/// Ctrl-C, or the signal by which a system ends its services.
async fn ended() {
    let interrupted = async { _ = tokio::signal::ctrl_c().await };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

/// Whatever opens addresses here. If nothing does, the address has been printed.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        eprintln!("gunbai: no browser could be started; open {address} yourself");
    }
}
