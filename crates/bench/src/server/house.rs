//! A server in a process of its own.

use std::{
    env, fs,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use clap::{Args, ValueEnum};
use kernel::{Fault, Faults};
use server::{Allowance, Config, Server};

use super::bare;

#[derive(Debug, Args)]
pub(crate) struct Options {
    kind: Kind,
    store: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Table,
    /// The same, but games leave memory soon, so that nobody waits for it here.
    Forgetful,
    /// With the limits of a server on the internet, where a proxy tells visitors apart.
    Attacked,
    Bare,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Table => "table",
            Kind::Forgetful => "forgetful",
            Kind::Attacked => "attacked",
            Kind::Bare => "bare",
        }
    }
}

/// When the games of a forgetful server leave memory.
const PARK: Duration = Duration::from_millis(1_500);

/// Serves until it is killed; says its address first.
pub(crate) fn serve(options: &Options) -> Result<(), Faults> {
    let served = || -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            match options.kind {
                Kind::Bare => bare::serve(&options.store, announce).await,
                Kind::Table | Kind::Forgetful | Kind::Attacked => {
                    let mut config =
                        Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), options.store.clone());
                    config.limits = match options.kind {
                        Kind::Attacked => Allowance::default(),
                        _ => Allowance::PLENTY,
                    };
                    config.proxied = options.kind == Kind::Attacked;
                    if options.kind == Kind::Forgetful {
                        config.patience.park = PARK;
                    }
                    let server = Server::open(config).await.map_err(io::Error::other)?;
                    announce(server.address()?)?;
                    server.run(std::future::pending()).await;
                    Ok(())
                }
            }
        })
    };
    served().map_err(|error| Fault::new("bench serve", error.to_string()).into())
}

fn announce(address: SocketAddr) -> io::Result<()> {
    println!("{address}");
    io::stdout().flush()
}

pub(crate) struct House {
    child: Child,
    kind: Kind,
    pub(crate) address: SocketAddr,
    pub(crate) folder: PathBuf,
}

impl House {
    pub(crate) fn start(kind: Kind) -> io::Result<House> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("gunbai-bench-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = env::temp_dir().join(name);
        fs::create_dir_all(&folder)?;
        let (child, address) = spawn(kind, &folder)?;
        let house = House { child, kind, address, folder };
        // The boards are drawn once after the start; that is not what is measured.
        while kind != Kind::Bare && !house.health()?.contains("\"boards\":true") {
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(house)
    }

    fn health(&self) -> io::Result<String> {
        let mut stream = TcpStream::connect(self.address)?;
        write!(stream, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// Ends it and starts it again; the time until it answers.
    pub(crate) fn restart(&mut self) -> io::Result<Duration> {
        self.child.kill()?;
        self.child.wait()?;
        let began = Instant::now();
        (self.child, self.address) = spawn(self.kind, &self.folder)?;
        let answer = self.health()?;
        if answer.contains("\"ok\":true") { Ok(began.elapsed()) } else { Err(io::Error::other(answer)) }
    }

    /// What it occupies when it has come to rest, in bytes.
    pub(crate) async fn settled(&self) -> io::Result<u64> {
        // Twice the time after which games leave memory, and the pause of who looks for them.
        tokio::time::sleep(PARK * 3).await;
        self.occupies()
    }

    /// Processor time that it has used so far, in seconds. Linux counts it in hundredths.
    pub(crate) fn worked(&self) -> io::Result<f64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name of the program ends with the last parenthesis; user and system time are the 12th and 13th field after.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
        let ticks: f64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
        Ok(ticks / 100.0)
    }

    /// What it occupies now, in bytes.
    fn occupies(&self) -> io::Result<u64> {
        self.status("VmRSS:")
    }

    /// The most it has occupied since the last call, in bytes.
    pub(crate) fn peak(&self) -> io::Result<u64> {
        let peak = self.status("VmHWM:")?;
        // Linux: the peak begins anew at what is occupied now.
        fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5")?;
        Ok(peak)
    }

    fn status(&self, name: &str) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| io::Error::other(format!("no {name} here")))
    }
}

fn spawn(kind: Kind, folder: &Path) -> io::Result<(Child, SocketAddr)> {
    let mut child = Command::new(env::current_exe()?)
        .args(["serve", kind.word()])
        .arg(folder.join("games.db"))
        .stdout(Stdio::piped())
        .spawn()?;
    let mut said = String::new();
    let out = child.stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
    BufReader::new(out).read_line(&mut said)?;
    let address = said.trim().parse().map_err(|_| io::Error::other("the server said no address"))?;
    Ok((child, address))
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
