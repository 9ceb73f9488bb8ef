//! `gunbai health`

use std::{
    io::{Read as _, Write},
    net::{TcpStream, ToSocketAddrs as _},
    time::Duration,
};

use clap::Args;

use crate::failure::Failure;

/// A health check that takes longer has failed.
const DEADLINE: Duration = Duration::from_secs(8);
/// The answer is one short JSON object.
const MOST_ANSWER: u64 = 16 * 1024;

/// Ask a running server whether it and its store work; exit code 1 if not
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  gunbai health http://127.0.0.1:8015
For health checks of containers and monitors. The check writes to the store.")]
pub(crate) struct Health {
    /// Where the server listens; plain HTTP
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8015", value_parser = host)]
    server: String,
}

/// The host and port of a plain address.
fn host(url: &str) -> Result<String, String> {
    let host =
        url.strip_prefix("http://").ok_or("an address begins with http://, as in http://127.0.0.1:8015")?;
    let host = host.trim_end_matches('/');
    match host.is_empty() || host.contains(['/', '@', ' ']) {
        true => Err("an address is a host and a port, as in http://127.0.0.1:8015".to_owned()),
        false if host.contains(':') => Ok(host.to_owned()),
        false => Ok(format!("{host}:80")),
    }
}

impl Health {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let host = &self.server;
        let answer = ask(host).map_err(|error| Failure::not_held(format!("http://{host}: {error}")))?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split_whitespace().nth(1).unwrap_or("no status");
        match status {
            "200" => Ok(writeln!(out, "{}", body.trim())?),
            _ => Err(Failure::not_held(format!("http://{host}: {status}: {}", body.trim()))),
        }
    }
}

fn ask(host: &str) -> std::io::Result<String> {
    let missing = || std::io::Error::other("the host has no address");
    let address = host.to_socket_addrs()?.next().ok_or_else(missing)?;
    let mut stream = TcpStream::connect_timeout(&address, DEADLINE)?;
    stream.set_read_timeout(Some(DEADLINE))?;
    stream.set_write_timeout(Some(DEADLINE))?;
    write!(stream, "GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(MOST_ANSWER).read_to_string(&mut answer)?;
    Ok(answer)
}
