//! People at tables: they play a script, so that measuring them costs little.

use std::{
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{SinkExt as _, StreamExt as _};
use kernel::{
    Seat, Viewer,
    erased::{AnyTable, Choice},
    record::Source,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest as _},
};

pub(crate) type Socket = WebSocketStream<TcpStream>;

pub(crate) fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::other(error)
}

/// A new game of Yao.
pub(crate) fn yao() -> Box<dyn AnyTable> {
    let data = roster::built_in();
    let yao = roster::Scenario::parse(&data, "yukimura/yao").expect("it is built in");
    let setup = yao.setup(&[]).expect("it needs no options");
    yao.system.open(&data, &setup, Source::Seeded(1), Some([0; 16])).expect("the scenario opens")
}

/// Moves of the first phase of Yao, two clicks each: no dice fall, and all of it can be taken back and played again.
#[derive(Clone)]
pub(crate) struct Script(Arc<Vec<String>>);

impl Script {
    pub(crate) fn of_yao() -> Script {
        let mut table = yao();
        let mut script = Vec::new();
        let find = |choices: Vec<Choice>, start: &str| {
            let plain = |choice: &Choice| choice.action.starts_with(start) && choice.warning.is_none();
            choices.into_iter().find(plain).map(|choice| choice.action)
        };
        while let Some(unit) = find(table.choices(Seat(0)), "move ") {
            let mut next = table.fork();
            let moved = next.act(Seat(0), &unit, Viewer::Watcher).is_ok();
            let Some(place) = find(next.choices(Seat(0)), "to ").filter(|_| moved) else { break };
            if next.act(Seat(0), &place, Viewer::Watcher).is_err() {
                break;
            }
            table = next;
            script.extend([unit, place]);
        }
        assert!(script.len() > 20, "a phase has many moves");
        Script(Arc::new(script))
    }
}

/// Something that is done over and over.
pub(crate) trait Player: Send {
    /// Once; returns when everybody has been told.
    fn once(&mut self) -> impl Future<Output = io::Result<()>> + Send;
}

/// What came of playing for a while.
pub(crate) struct Played {
    /// Done in a second.
    pub(crate) rate: f64,
    /// How long each took, in seconds.
    pub(crate) times: Vec<f64>,
}

/// All at once for so long.
pub(crate) async fn all<P: Player + 'static>(players: &mut Vec<P>, time: Duration) -> io::Result<Played> {
    let began = Instant::now();
    let mut tasks = Vec::new();
    for mut player in players.drain(..) {
        tasks.push(tokio::spawn(async move {
            let mut times = Vec::new();
            while began.elapsed() < time {
                let from = Instant::now();
                player.once().await?;
                times.push(from.elapsed().as_secs_f64());
            }
            Ok::<_, io::Error>((player, times))
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        let (player, of_one) = task.await.map_err(other)??;
        players.push(player);
        times.extend(of_one);
    }
    let rate = times.len() as f64 / began.elapsed().as_secs_f64();
    Ok(Played { rate, times })
}

async fn connect(address: SocketAddr, path: &str) -> io::Result<Socket> {
    connect_from(address, path, "127.0.0.1").await
}

/// The same as if through a proxy, from an address.
pub(crate) async fn connect_from(address: SocketAddr, path: &str, from: &str) -> io::Result<Socket> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut request = format!("ws://{address}{path}").into_client_request().map_err(other)?;
    request.headers_mut().insert("x-forwarded-for", from.parse().map_err(other)?);
    let (socket, _) = client_async(request, stream).await.map_err(other)?;
    Ok(socket)
}

/// The next text that begins so.
pub(crate) async fn until(socket: &mut Socket, start: &str) -> io::Result<String> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) if text.starts_with(start) => return Ok(text.to_string()),
            Some(Ok(Message::Text(text))) if text.starts_with("{\"tell\":\"no\"") => {
                return Err(other(text.to_string()));
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(other(error)),
            None => return Err(other("the server closed the socket")),
        }
    }
}

/// Opens a table for two by HTTP; its id and tokens.
pub(crate) async fn open_table(address: SocketAddr) -> io::Result<(String, [String; 2])> {
    open_table_from(address, "127.0.0.1").await
}

async fn open_table_from(address: SocketAddr, from: &str) -> io::Result<(String, [String; 2])> {
    let body = json!({ "scenario": "yukimura/yao", "seats": ["person", "person"] }).to_string();
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         X-Forwarded-For: {from}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let opened: Value = serde_json::from_str(body).map_err(|_| other(answer.clone()))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok((text(&opened["table"]), [text(&opened["tokens"][0]), text(&opened["tokens"][1])]))
}

/// A table with both its people.
pub(crate) struct Table {
    acts: Socket,
    looks: Socket,
    script: Script,
    at: usize,
    number: u32,
}

impl Table {
    pub(crate) async fn open(address: SocketAddr, script: Script) -> io::Result<Table> {
        Table::open_from(address, script, "127.0.0.1").await
    }

    pub(crate) async fn open_from(address: SocketAddr, script: Script, from: &str) -> io::Result<Table> {
        let (id, tokens) = open_table_from(address, from).await?;
        let mut sockets = Vec::new();
        for token in tokens {
            let mut socket = connect_from(address, &format!("/api/tables/{id}/live"), from).await?;
            let hello = json!({ "say": "hello", "version": 1, "token": token }).to_string();
            socket.send(Message::Text(hello.into())).await.map_err(other)?;
            until(&mut socket, "{\"tell\":\"welcome\"").await?;
            sockets.push(socket);
        }
        let (Some(looks), Some(acts)) = (sockets.pop(), sockets.pop()) else {
            return Err(other("no sockets"));
        };
        Ok(Table { acts, looks, script, at: 0, number: 0 })
    }

    /// One click, up to the news of it.
    pub(crate) async fn one(&mut self) -> io::Result<()> {
        let whole = self.at % 2 == 1 || self.at == self.script.0.len();
        let say = match self.script.0.get(self.at) {
            Some(action) => json!({ "say": "act", "id": 1, "action": action, "after": self.number }),
            None => json!({ "say": "undo", "id": 1, "to": 0, "after": self.number }),
        };
        self.at = (self.at + 1) % (self.script.0.len() + 1);
        self.number += 1;
        self.acts.send(Message::Text(say.to_string().into())).await.map_err(other)?;
        until(&mut self.acts, "{\"tell\":\"news\"").await?;
        if whole {
            until(&mut self.looks, "{\"tell\":\"news\"").await?;
        }
        until(&mut self.acts, "{\"tell\":\"done\"").await?;
        Ok(())
    }
}

impl Player for Table {
    async fn once(&mut self) -> io::Result<()> {
        self.one().await
    }
}

/// Two at the yardstick.
pub(crate) struct Pair {
    acts: Socket,
    looks: Socket,
}

impl Pair {
    pub(crate) async fn open(address: SocketAddr, room: usize) -> io::Result<Pair> {
        let path = format!("/{room}");
        Ok(Pair { acts: connect(address, &path).await?, looks: connect(address, &path).await? })
    }
}

impl Player for Pair {
    async fn once(&mut self) -> io::Result<()> {
        let say = json!({ "say": "act", "id": 1, "action": "move ii_G1", "after": 1 }).to_string();
        self.acts.send(Message::Text(say.into())).await.map_err(other)?;
        until(&mut self.acts, "{").await?;
        until(&mut self.looks, "{").await?;
        Ok(())
    }
}
