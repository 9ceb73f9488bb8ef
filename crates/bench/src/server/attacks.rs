//! What a victim notices while somebody else attacks from one address: his click, and the quick answer of his computer.
//!
//! Visitors are told apart as behind a proxy. Every attack is bounded in number and time, and is made on this machine
//! against a server of this process.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinHandle,
};
use tokio_tungstenite::tungstenite::Message;

use super::{
    house::{House, Kind},
    players::{Script, Socket, Table, connect_from, other, until},
};
use crate::{
    line::{Line, Unit},
    measure::quantile,
};

const VICTIM: &str = "10.0.0.2";
const ATTACKER: &str = "10.0.0.66";
/// Between two clicks of the victim, so that the victim stays within the limits of a seat.
const PAUSE: Duration = Duration::from_millis(60);
/// Readers that do not read, over HTTP and over live channels: one address may have 100 of those.
const READERS: usize = 200;
const CHANNELS: usize = 100;

#[derive(Clone, Copy, Debug)]
enum Attack {
    /// Tables at which the slowest computers think.
    Searches,
    /// Forty odds at once, again and again.
    Odds,
    /// Long answers that nobody reads.
    Readers,
    /// Live channels that ask and read nothing.
    Channels,
    /// Records that act and undo endlessly.
    Records,
    /// Pages of a long game, by twenty readers.
    Pages,
    /// A long game that is taken back and played again.
    Undos,
    /// Wrong passphrases.
    Guesses,
    /// Nothing but pings.
    Pings,
}

impl Attack {
    const ALL: [Attack; 9] = [
        Attack::Searches,
        Attack::Odds,
        Attack::Readers,
        Attack::Channels,
        Attack::Records,
        Attack::Pages,
        Attack::Undos,
        Attack::Guesses,
        Attack::Pings,
    ];

    fn words(self) -> &'static str {
        match self {
            Attack::Searches => "search:2000 at 8 tables",
            Attack::Odds => "40 odds at once",
            Attack::Readers => "200 readers that do not read",
            Attack::Channels => "100 live channels that do not read",
            Attack::Records => "hostile records",
            Attack::Pages => "pages of a long game",
            Attack::Undos => "undo in a long game",
            Attack::Guesses => "wrong passphrases",
            Attack::Pings => "pings",
        }
    }
}

/// Asks once, from an address.
async fn ask(
    server: SocketAddr,
    from: &str,
    method: &str,
    path: &str,
    token: &str,
    body: &str,
) -> io::Result<Value> {
    let mut stream = TcpStream::connect(server).await?;
    let bearer = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nX-Forwarded-For: {from}\r\n{bearer}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok(serde_json::from_str(body).unwrap_or(Value::Null))
}

async fn open(server: SocketAddr, from: &str, wanted: &Value) -> io::Result<Value> {
    ask(server, from, "POST", "/api/tables", "", &wanted.to_string()).await
}

/// Opens a game from a record; its path and the token of its first seat.
async fn open_record(server: SocketAddr, text: String) -> io::Result<(String, String)> {
    let wanted = json!({ "record": text, "seats": ["person", "person"] });
    let opened = open(server, ATTACKER, &wanted).await?;
    let id = opened["table"].as_str().ok_or_else(|| other(opened.to_string()))?;
    let token = opened["tokens"][0].as_str().unwrap_or_default().to_owned();
    Ok((format!("/api/tables/{id}"), token))
}

/// An attack under way.
struct Under {
    ended: Arc<AtomicBool>,
    tasks: Vec<JoinHandle<()>>,
    /// Kept open, and not read.
    _readers: Vec<TcpStream>,
    _sockets: Vec<Socket>,
}

impl Under {
    async fn begin(attack: Attack, server: SocketAddr) -> io::Result<Under> {
        let ended = Arc::new(AtomicBool::new(false));
        let mut under = Under { ended, tasks: Vec::new(), _readers: Vec::new(), _sockets: Vec::new() };
        match attack {
            Attack::Searches => {
                for _ in 0..8 {
                    let computer = json!({ "computer": "search:2000" });
                    let wanted = json!({ "scenario": "yukimura/domyoji", "seats": [computer, computer] });
                    let opened = open(server, ATTACKER, &wanted).await?;
                    let path = format!("/api/tables/{}/live", opened["table"].as_str().unwrap_or_default());
                    let mut socket = connect_from(server, &path, ATTACKER).await?;
                    let hello = json!({ "say": "hello", "version": 1 }).to_string();
                    socket.send(Message::Text(hello.into())).await.map_err(other)?;
                    under._sockets.push(socket);
                }
            }
            Attack::Odds => {
                let wanted = json!({ "scenario": "gunyuden/shizugatake", "seats": ["person", "person"] });
                let opened = open(server, ATTACKER, &wanted).await?;
                let id = opened["table"].as_str().unwrap_or_default().to_owned();
                let tokens =
                    [0, 1].map(|seat| opened["tokens"][seat].as_str().unwrap_or_default().to_owned());
                let sight =
                    ask(server, ATTACKER, "GET", &format!("/api/tables/{id}"), &tokens[0], "").await?;
                let seat = sight["asked"]["questions"][0]["seat"].as_u64().unwrap_or(0) as usize;
                let token = tokens[seat.min(1)].clone();
                let sight = ask(server, ATTACKER, "GET", &format!("/api/tables/{id}"), &token, "").await?;
                let body = json!({ "actions": [sight["choices"][0]["action"]] }).to_string();
                for _ in 0..40 {
                    let (ended, id, token, body) =
                        (under.ended.clone(), id.clone(), token.clone(), body.clone());
                    under.tasks.push(tokio::spawn(async move {
                        while !ended.load(Ordering::Relaxed) {
                            let path = format!("/api/tables/{id}/odds");
                            let _ = ask(server, ATTACKER, "POST", &path, &token, &body).await;
                        }
                    }));
                }
            }
            Attack::Readers => {
                for _ in 0..READERS {
                    let mut stream = TcpStream::connect(server).await?;
                    let request = format!(
                        "GET /api/lobby HTTP/1.1\r\nHost: {server}\r\nX-Forwarded-For: {ATTACKER}\r\n\r\n"
                    );
                    stream.write_all(request.repeat(20).as_bytes()).await?;
                    under._readers.push(stream);
                }
            }
            Attack::Channels => {
                let wanted = json!({ "scenario": "gunyuden/shizugatake", "seats": ["person", "person"] });
                let opened = open(server, ATTACKER, &wanted).await?;
                let path = format!("/api/tables/{}/live", opened["table"].as_str().unwrap_or_default());
                for _ in 0..CHANNELS {
                    let (ended, path) = (under.ended.clone(), path.clone());
                    under.tasks.push(tokio::spawn(async move {
                        while !ended.load(Ordering::Relaxed) {
                            let Ok(mut socket) = connect_from(server, &path, ATTACKER).await else { break };
                            let hello = json!({ "say": "hello", "version": 1 }).to_string();
                            let _ = socket.send(Message::Text(hello.into())).await;
                            let asked = json!({ "say": "overlays", "id": 1 }).to_string();
                            while !ended.load(Ordering::Relaxed)
                                && socket.send(Message::Text(asked.clone().into())).await.is_ok()
                            {
                            }
                        }
                    }));
                }
            }
            Attack::Pages => {
                let (path, token) = open_record(server, on_and_back(4_000)).await?;
                for n in 0..20 {
                    let what = ["/story?from=3000", "/record", "?at=3001", "/luck", "/overlays"][n % 5];
                    let (ended, token) = (under.ended.clone(), token.clone());
                    let path = format!("{path}{what}");
                    under.tasks.push(tokio::spawn(async move {
                        while !ended.load(Ordering::Relaxed) {
                            let _ = ask(server, ATTACKER, "GET", &path, &token, "").await;
                        }
                    }));
                }
            }
            Attack::Undos => {
                let (path, token) = open_record(server, on_and_back(4_000)).await?;
                let ended = under.ended.clone();
                under.tasks.push(tokio::spawn(async move {
                    while !ended.load(Ordering::Relaxed) {
                        let sight = ask(server, ATTACKER, "GET", &path, &token, "").await.unwrap_or_default();
                        let number = sight["number"].as_u64().unwrap_or(0);
                        for (what, body) in [
                            ("act", json!({ "action": "move ii_G2", "after": number })),
                            ("undo", json!({ "to": 0, "after": number + 1 })),
                        ] {
                            let path = format!("{path}/{what}");
                            let _ = ask(server, ATTACKER, "POST", &path, &token, &body.to_string()).await;
                        }
                    }
                }));
            }
            Attack::Guesses => {
                for _ in 0..8 {
                    let ended = under.ended.clone();
                    under.tasks.push(tokio::spawn(async move {
                        let body =
                            json!({ "name": "victim", "passphrase": "a wrong passphrase" }).to_string();
                        while !ended.load(Ordering::Relaxed) {
                            let _ = ask(server, ATTACKER, "POST", "/api/account/enter", "", &body).await;
                        }
                    }));
                }
            }
            Attack::Records => {
                let text = on_and_back(9_900);
                for _ in 0..4 {
                    let (ended, text) = (under.ended.clone(), text.clone());
                    under.tasks.push(tokio::spawn(async move {
                        while !ended.load(Ordering::Relaxed) {
                            let wanted = json!({ "record": text, "seats": ["person", "person"] });
                            let _ = open(server, ATTACKER, &wanted).await;
                        }
                    }));
                }
            }
            Attack::Pings => {
                let wanted = json!({ "scenario": "yukimura/yao", "seats": ["person", "person"] });
                let opened = open(server, ATTACKER, &wanted).await?;
                let path = format!("/api/tables/{}/live", opened["table"].as_str().unwrap_or_default());
                for _ in 0..8 {
                    let (ended, path) = (under.ended.clone(), path.clone());
                    under.tasks.push(tokio::spawn(async move {
                        while !ended.load(Ordering::Relaxed) {
                            let Ok(mut socket) = connect_from(server, &path, ATTACKER).await else { break };
                            let hello = json!({ "say": "hello", "version": 1 }).to_string();
                            let _ = socket.send(Message::Text(hello.into())).await;
                            while !ended.load(Ordering::Relaxed)
                                && socket.send(Message::Ping(Vec::new().into())).await.is_ok()
                            {
                            }
                        }
                    }));
                }
            }
        }
        Ok(under)
    }

    async fn end(self) {
        self.ended.store(true, Ordering::Relaxed);
        for task in self.tasks {
            task.abort();
            let _ = task.await;
        }
    }
}

/// A record that goes on and back, so often.
fn on_and_back(times: usize) -> String {
    use kernel::{
        Seat, Viewer,
        record::{Entry, Input, Record, Recorded},
    };
    let table = super::players::yao();
    let mut entries = Vec::new();
    for _ in 0..times {
        let act = Input::Act { seat: Seat(0), action: Recorded::Open("move ii_G2".to_owned()) };
        let undo = Input::Undo { seat: Seat(0), to: 0, agreed: false };
        entries.extend([act, undo].map(|input| Entry { input, hash: None }));
    }
    Record { entries, ..table.record(Viewer::Everyone) }.text()
}

/// A victim with a friend at one table and a computer at another.
struct Victim {
    table: Table,
    server: SocketAddr,
    /// Tables opened against the computer. Each is opened from an address of its own, within the limit of new tables.
    opened: u32,
}

impl Victim {
    async fn sit(server: SocketAddr, script: &Script) -> io::Result<Victim> {
        Ok(Victim { table: Table::open_from(server, script.clone(), VICTIM).await?, server, opened: 0 })
    }

    async fn against(&mut self) -> io::Result<(Socket, u64)> {
        let from = format!("10.1.{}.{}", self.opened / 250, self.opened % 250 + 1);
        self.opened += 1;
        let seats = json!(["person", { "computer": "greedy" }]);
        let wanted = json!({ "scenario": "yukimura/yao", "seats": seats });
        let opened = open(self.server, &from, &wanted).await?;
        let path = format!("/api/tables/{}/live", opened["table"].as_str().unwrap_or_default());
        let mut against = connect_from(self.server, &path, &from).await?;
        let hello = json!({ "say": "hello", "version": 1, "token": opened["tokens"][0] }).to_string();
        against.send(Message::Text(hello.into())).await.map_err(other)?;
        let welcome: Value = serde_json::from_str(&until(&mut against, "{\"tell\":\"welcome\"").await?)?;
        Ok((against, welcome["sight"]["number"].as_u64().unwrap_or(0)))
    }

    /// From his click to the first thing his computer does, in seconds.
    async fn answer(&mut self) -> io::Result<f64> {
        let (mut against, number) = self.against().await?;
        let began = Instant::now();
        let act = json!({ "say": "act", "id": 1, "action": "done", "after": number }).to_string();
        against.send(Message::Text(act.into())).await.map_err(other)?;
        loop {
            let news: Value = serde_json::from_str(&until(&mut against, "{\"tell\":\"news\"").await?)?;
            let by_computer = |step: &Value| step["cause"]["kind"] == "act" && step["cause"]["seat"] == 1;
            if news["steps"].as_array().is_some_and(|steps| steps.iter().any(by_computer)) {
                return Ok(began.elapsed().as_secs_f64());
            }
        }
    }

    /// How long clicks and quick answers take: of each the median and what nineteen of twenty stay below.
    async fn waits(&mut self, times: usize) -> io::Result<[[f64; 2]; 2]> {
        let (mut clicks, mut answers) = (Vec::new(), Vec::new());
        for _ in 0..times {
            for _ in 0..5 {
                tokio::time::sleep(PAUSE).await;
                let began = Instant::now();
                self.table.one().await?;
                clicks.push(began.elapsed().as_secs_f64());
            }
            answers.push(self.answer().await?);
        }
        Ok([clicks, answers].map(|times| [0.5, 0.95].map(|share| quantile(times.clone(), share))))
    }
}

/// The victim's waiting under each attack to his waiting when it is quiet, and what the readers occupy.
pub(super) async fn lines(script: &Script, times: usize) -> io::Result<Vec<Line>> {
    let mut lines = Vec::new();
    for attack in Attack::ALL {
        let house = House::start(Kind::Attacked)?;
        let mut victim = Victim::sit(house.address, script).await?;
        victim.waits(2).await?;
        house.peak()?;
        let quiet = victim.waits(times).await?;
        let resting = house.peak()?;
        let under = Under::begin(attack, house.address).await?;
        let busy = victim.waits(times).await?;
        let most = house.peak()?;
        under.end().await;
        if matches!(attack, Attack::Readers | Attack::Channels) {
            let name = format!("most memory with {} ÷ quiet", attack.words());
            let ratio = most as f64 / resting as f64;
            lines.push(
                Line::at_most(name, Unit::Ratio, ratio, 2.0, 1.2)
                    .part("quiet", Unit::Bytes, resting as f64)
                    .part("under attack", Unit::Bytes, most as f64),
            );
        }
        for (what, at) in [("click", 0), ("quick answer", 1)] {
            let name = format!("{what} under attack ({}) ÷ quiet", attack.words());
            let ratio = busy[at][0] / quiet[at][0];
            lines.push(
                Line::at_most(name, Unit::Ratio, ratio, 3.0, 1.5)
                    .part("under attack, median", Unit::Seconds, busy[at][0])
                    .part("under attack, 95 %", Unit::Seconds, busy[at][1])
                    .part("quiet, median", Unit::Seconds, quiet[at][0]),
            );
        }
    }
    Ok(lines)
}
