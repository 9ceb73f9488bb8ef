//! `gunbai serve`, and `gunbai` by itself.

use std::{
    io::{self, IsTerminal as _, Write},
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    process::{Command, Stdio},
};

use clap::{Args, ValueEnum};
use kernel::DataSet;
use server::{Config, Server};
use store::Place;

use crate::failure::{Failure, read};

const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8015);

/// Start the table in the browser
#[derive(Debug, Default, Args)]
#[command(
    after_help = "Examples:\n  gunbai serve --open\n  gunbai serve --listen 0.0.0.0:8015 --store games.db\n  \
    gunbai serve --data my-printed-values\n  gunbai serve --public https://table.example.org --proxied\n\
    Secrets are taken from the environment:\n  GUNBAI_ADMIN      token of the operator, 32 letters or more\n  \
    GUNBAI_MAIL       how mail is sent: smtp://USER:PASSWORD@HOST:587?tls=required\n  \
    GUNBAI_MAIL_FROM  as whom: Gunbai <table@example.org>"
)]
pub(crate) struct Serve {
    /// Address to listen on [default: 127.0.0.1:8015]
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    /// Where games are kept: PATH, sqlite:PATH or postgres://… [default: games.db in your data directory]
    #[arg(long, value_name = "URL")]
    store: Option<Place>,
    /// The address people know it by, with its https: needed to tell anyone anything while he is away
    #[arg(long, value_name = "URL")]
    public: Option<String>,
    /// A proxy in front appends visitors' addresses to X-Forwarded-For; believe it
    #[arg(long)]
    proxied: bool,
    /// How log lines on stderr are written: for people, or one JSON object a line
    #[arg(long, value_enum, default_value_t)]
    log: LogFormat,
    /// The least important lines that are logged; `info` has every request and every audit line
    #[arg(long, value_enum, default_value_t)]
    log_level: LogLevel,
    /// A file with what each address may ask for; `docs/operations.md` lists what can stand in it
    #[arg(long, value_name = "FILE")]
    limits: Option<PathBuf>,
    /// Open the address in the browser
    #[arg(long)]
    open: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    #[default]
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LogLevel {
    Error,
    #[default]
    Warn,
    Info,
    Debug,
}

fn start_log(format: LogFormat, level: LogLevel) {
    let level = match level {
        LogLevel::Error => tracing::Level::ERROR,
        LogLevel::Warn => tracing::Level::WARN,
        LogLevel::Info => tracing::Level::INFO,
        LogLevel::Debug => tracing::Level::DEBUG,
    };
    let lines = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr);
    match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).compact().init(),
        LogFormat::Json => lines.with_ansi(false).json().flatten_event(true).init(),
    }
}

impl Serve {
    pub(crate) fn run(self, data: &DataSet, out: &mut dyn Write) -> Result<(), Failure> {
        let store = match self.store {
            Some(place) => place,
            None => Place::File(store::default_path().map_err(Failure::wrong_use)?),
        };
        let mut config = Config::new(self.listen.unwrap_or(LISTEN), store.clone());
        config.public = self.public;
        config.proxied = self.proxied;
        if let Some(file) = &self.limits {
            let text = read(file)?;
            config.limits =
                text.parse().map_err(|why| Failure::wrong_use(format!("{}: {why}", file.display())))?;
        }
        config.admin = secret("GUNBAI_ADMIN");
        if config.admin.as_ref().is_some_and(|token| token.len() < LEAST_ADMIN) {
            let why =
                format!("GUNBAI_ADMIN has {LEAST_ADMIN} letters or more; `openssl rand -hex 32` makes one");
            return Err(Failure::wrong_use(why));
        }
        config.mail = match (secret("GUNBAI_MAIL"), secret("GUNBAI_MAIL_FROM")) {
            (Some(url), Some(from)) => Some((url, from)),
            (None, None) => None,
            _ => return Err(Failure::wrong_use("GUNBAI_MAIL and GUNBAI_MAIL_FROM belong together")),
        };
        if data.name != config.data[0].name {
            config.data.push(data.clone());
        }
        for set in &mut config.data {
            // A language that only the other set has leaves the built-in one in English.
            if let Ok(shown) = set.clone().in_language(data.language()) {
                *set = shown;
            }
        }
        start_log(self.log, self.log_level);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let server = Server::open(config).await.map_err(Failure::not_held)?;
            let address = format!("http://{}", server.address()?);
            writeln!(out, "The table is at {address}\nGames are kept in {store}; end with Ctrl-C.")?;
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

/// Shorter ones can be guessed.
const LEAST_ADMIN: usize = 32;

/// What a command line would show to everyone on the machine.
fn secret(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
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
