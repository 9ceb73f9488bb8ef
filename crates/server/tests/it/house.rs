//! A server for a test, and clients that talk to it.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use contract::probes::{Nested, Sealed};
use kernel::{
    Seat, Setup, Viewer,
    record::{Entry, Input, Record, Recorded, Source},
    scene::{Difference, Scene},
};
use roster::{AnySystem, Of};
use serde_json::{Value, json};
use server::{Allowance, Config, Patience, Server};
use store::{Change, Place};
use tokio::sync::oneshot;
use tungstenite::{Message, WebSocket};

/// Nothing in these tests takes so long, however busy the machine is.
pub(crate) const DEADLINE: Duration = Duration::from_secs(30);

/// Every system of the program, and two probe games.
pub(crate) fn systems() -> &'static [&'static dyn AnySystem] {
    static ALL: std::sync::OnceLock<Vec<&'static dyn AnySystem>> = std::sync::OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = roster::systems().to_vec();
        all.push(&Of::<Sealed>::NEW);
        all.push(&Of::<Nested>::NEW);
        all
    })
}

/// A folder that is gone with the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("gunbai-server-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How test servers are set up: nothing is limited, nothing takes long.
pub(crate) fn config(store: impl Into<Place>) -> Config {
    let mut config = Config::new("127.0.0.1:0".parse().unwrap(), store);
    config.systems = systems();
    for system in &systems()[1..] {
        for (path, text) in system.files() {
            config.data[0].insert(path, text);
        }
    }
    config.limits = Allowance::PLENTY;
    // Few tests ask for pictures; those that do have them drawn then.
    config.boards = false;
    config.patience = Patience { window: Duration::from_millis(30), ..Patience::default() };
    config
}

/// A server that runs while the test does.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    folder: Folder,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    change: Settings,
}

/// How a server differs from the others.
type Settings = Arc<dyn Fn(&mut Config) + Send + Sync>;

impl House {
    pub(crate) fn new() -> House {
        House::with(|_| {})
    }

    pub(crate) fn with(change: impl Fn(&mut Config) + Send + Sync + 'static) -> House {
        let folder = Folder::new();
        let change: Settings = Arc::new(change);
        let (address, end, thread) = start(&folder.0.join("games.db"), &change);
        House { address, folder, end: Some(end), thread: Some(thread), change }
    }

    fn stop(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// The same games, another server.
    pub(crate) fn restart(&mut self) {
        self.restart_after(|_| {});
    }

    /// The same, with something done to the file of the store meanwhile.
    pub(crate) fn restart_after(&mut self, change: impl FnOnce(&Path)) {
        self.stop();
        let store = self.folder.0.join("games.db");
        change(&store);
        let (address, end, thread) = start(&store, &self.change);
        (self.address, self.end, self.thread) = (address, Some(end), Some(thread));
    }

    /// The same, with the stored times of a table changed: for what takes days.
    pub(crate) fn restart_with_times(&mut self, id: &str, change: impl FnOnce(&mut Value)) {
        self.restart_after(|store| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let store = Place::File(store.to_owned()).open("test").await.unwrap();
                let game = store.game(id).await.unwrap().expect("the table is stored");
                let mut times: Value = serde_json::from_str(&game.standing.times).unwrap();
                change(&mut times);
                // It is looked at as soon as the server runs.
                let change = Change::Times { game: id.to_owned(), times: times.to_string(), due: Some(0) };
                store.write(change).await.unwrap();
                store.close().await.unwrap();
            });
        });
    }

    pub(crate) fn client(&self) -> Client {
        Client { address: self.address }
    }

    /// Everything on disk.
    pub(crate) fn stored(&self) -> Vec<u8> {
        let files = ["games.db", "games.db-wal"].map(|name| std::fs::read(self.folder.0.join(name)));
        files.into_iter().flatten().flatten().collect()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.stop();
    }
}

fn start(store: &Path, change: &Settings) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let mut config = config(store.to_owned());
    change(&mut config);
    let (tell, told) = mpsc::channel();
    let (end, ended) = oneshot::channel();
    let thread = std::thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let server = Server::open(config).await.unwrap();
            tell.send(server.address().unwrap()).unwrap();
            server.run(async { _ = ended.await }).await;
        });
        runtime.shutdown_timeout(Duration::from_secs(5));
    });
    (told.recv().unwrap(), end, thread)
}

/// Talks HTTP.
#[derive(Clone, Copy)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The first answer in what came.
    pub(crate) fn of(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length = length.and_then(|length| length.parse().ok()).unwrap_or(body.len());
        let body = body.get(..length).unwrap_or(body);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.body))
    }

    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.body);
        self.json()
    }

    /// The code of a failure.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        assert!(self.status >= 400, "{} {}", self.status, self.body);
        let failure = self.json();
        assert!(!failure["message"].as_str().unwrap().is_empty());
        failure["code"].as_str().unwrap().to_owned()
    }
}

impl Client {
    /// Sends bytes and reads what comes until the other side closes.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        // Nobody there is an answer too, without a status.
        let Ok(mut stream) = TcpStream::connect(self.address) else { return Answer::of(b"") };
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        // A server may answer and close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer::of(&answer)
    }

    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&[u8]>,
    ) -> Answer {
        let mut bytes =
            format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        if let Some(token) = token {
            bytes += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(body) = body {
            bytes += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        let mut bytes = (bytes + "\r\n").into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        self.raw(&bytes)
    }

    /// With further headers, one a line.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &str, body: Option<&Value>) -> Answer {
        let body = body.map(Value::to_string);
        let length = body.as_ref().map_or(String::new(), |body| {
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
        });
        let headers: String = headers.lines().map(|line| format!("{line}\r\n")).collect();
        let host = self.address;
        let body = body.unwrap_or_default();
        self.raw(
            format!(
                "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}{length}\r\n{body}"
            )
            .as_bytes(),
        )
    }

    pub(crate) fn get(&self, path: &str, token: Option<&str>) -> Answer {
        self.request("GET", path, token, None)
    }

    pub(crate) fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Answer {
        self.request("POST", path, token, Some(body.to_string().as_bytes()))
    }

    #[track_caller]
    pub(crate) fn open(&self, wanted: &Value) -> Seats {
        let opened = self.post("/api/tables", None, wanted).ok();
        Seats::of(*self, &opened)
    }

    /// A table of this scenario for two people.
    #[track_caller]
    pub(crate) fn for_two(&self, scenario: &str) -> Seats {
        self.open(&json!({ "scenario": scenario, "seats": ["person", "person"] }))
    }
}

/// A table that was opened, and the tokens of its seats.
#[derive(Clone)]
pub(crate) struct Seats {
    pub(crate) client: Client,
    pub(crate) id: String,
    pub(crate) tokens: [Option<String>; 2],
}

impl Seats {
    pub(crate) fn of(client: Client, opened: &Value) -> Seats {
        let token = |seat: usize| opened["tokens"][seat].as_str().map(str::to_owned);
        Seats { client, id: opened["table"].as_str().unwrap().to_owned(), tokens: [token(0), token(1)] }
    }

    pub(crate) fn token(&self, seat: Option<usize>) -> Option<&str> {
        seat.and_then(|seat| self.tokens[seat].as_deref())
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.id)
    }

    #[track_caller]
    pub(crate) fn sight(&self, seat: Option<usize>) -> Value {
        self.client.get(&self.path(""), self.token(seat)).ok()
    }

    pub(crate) fn number(&self, seat: usize) -> u64 {
        self.sight(Some(seat))["number"].as_u64().unwrap()
    }

    pub(crate) fn post(&self, seat: Option<usize>, what: &str, body: &Value) -> Answer {
        self.client.post(&self.path(what), self.token(seat), body)
    }

    /// Acts after what the seat has seen last.
    #[track_caller]
    pub(crate) fn act(&self, seat: usize, action: &str) -> Value {
        let after = self.number(seat);
        self.post(Some(seat), "/act", &json!({ "action": action, "after": after })).ok()
    }

    /// The seat that is asked takes its first choice; which seat it was.
    #[track_caller]
    pub(crate) fn go_on(&self) -> usize {
        let watching = self.sight(None);
        let seat = watching["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
        let action = self.sight(Some(seat))["choices"][0]["action"].as_str().unwrap().to_owned();
        self.act(seat, &action);
        seat
    }

    #[track_caller]
    pub(crate) fn live(&self, seat: Option<usize>, since: Option<u64>) -> Live {
        let mut live = Live::connect(self.client.address, &self.id);
        let mut hello = json!({ "say": "hello", "version": 1 });
        if let Some(token) = self.token(seat) {
            hello["token"] = json!(token);
        }
        if let Some(since) = since {
            hello["since"] = json!(since);
        }
        live.say(&hello);
        let welcome = live.hear();
        assert_eq!(welcome["tell"], "welcome", "{welcome}");
        live.scene = serde_json::from_value(welcome["sight"]["scene"].clone()).unwrap();
        live.seq = welcome["sight"]["seq"].as_u64().unwrap();
        live.number = welcome["sight"]["number"].as_u64().unwrap();
        live.welcome = welcome;
        live
    }
}

/// Talks over the live channel, and keeps the scene as a client does.
pub(crate) struct Live {
    socket: WebSocket<TcpStream>,
    pub(crate) scene: Scene,
    pub(crate) seq: u64,
    pub(crate) number: u64,
    pub(crate) welcome: Value,
    pub(crate) rest: Value,
    /// Everything heard, as it came.
    pub(crate) frames: Vec<String>,
    next_id: u32,
}

impl Live {
    pub(crate) fn connect(address: SocketAddr, table: &str) -> Live {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let url = format!("ws://{address}/api/tables/{table}/live");
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        Live {
            socket,
            scene: Scene::default(),
            seq: 0,
            number: 0,
            welcome: Value::Null,
            rest: Value::Null,
            frames: Vec::new(),
            next_id: 0,
        }
    }

    pub(crate) fn say(&mut self, say: &Value) {
        self.say_text(&say.to_string());
    }

    pub(crate) fn say_text(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).unwrap();
    }

    pub(crate) fn send(&mut self, message: Message) -> Result<(), tungstenite::Error> {
        self.socket.send(message)
    }

    /// The next message; `None` when the other side has closed.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.frames.push(text.to_string());
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing came within {DEADLINE:?}; heard {:?}", self.frames.last())
                }
                Err(_) => return None,
            }
        }
    }

    #[track_caller]
    pub(crate) fn hear(&mut self) -> Value {
        let heard = self.next().expect("a message");
        if heard["tell"] == "news" {
            let seq = heard["seq"].as_u64().unwrap();
            assert_eq!(seq, self.seq + 1, "numbers of news follow each other");
            self.seq = seq;
            self.number = heard["rest"]["number"].as_u64().unwrap();
            let difference: Difference = serde_json::from_value(heard["difference"].clone()).unwrap();
            self.scene = self.scene.apply(&difference);
            self.rest = heard["rest"].clone();
        }
        heard
    }

    /// The next message of this kind; others are passed over.
    #[track_caller]
    pub(crate) fn until(&mut self, tell: &str) -> Value {
        let began = Instant::now();
        loop {
            let heard = self.hear();
            if heard["tell"] == tell {
                return heard;
            }
            assert!(began.elapsed() < DEADLINE, "no {tell} came");
        }
    }

    /// Says something with an id and gives back the answer to it.
    #[track_caller]
    pub(crate) fn ask(&mut self, mut say: Value) -> Value {
        self.next_id += 1;
        say["id"] = json!(self.next_id);
        self.say(&say);
        loop {
            let heard = self.hear();
            if heard["id"] == json!(self.next_id) {
                return heard;
            }
        }
    }

    #[track_caller]
    pub(crate) fn act(&mut self, action: &str) -> Value {
        let after = self.number;
        let done = self.ask(json!({ "say": "act", "action": action, "after": after }));
        assert_eq!(done["tell"], "done", "{action}: {done}");
        done
    }
}

/// Asks as if through a proxy, from this address.
pub(crate) fn from(
    client: Client,
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: Option<&Value>,
) -> Answer {
    client.send(method, path, &format!("X-Forwarded-For: {address}\n{headers}"), body)
}

/// A figure of `/metrics`.
pub(crate) fn figure(client: Client, name: &str) -> f64 {
    let text = client.get("/metrics", None).body;
    let line = text.lines().find(|line| line.rsplit_once(' ').is_some_and(|(of, _)| of == name));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok())
        .unwrap_or_else(|| panic!("no {name} in {text}"))
}

/// Seconds of the processor that were worked since the server began.
pub(crate) fn worked(client: Client) -> f64 {
    figure(client, "gunbai_work_seconds_sum")
}

/// A record of yao without hashes, as anybody can write one.
pub(crate) fn record(source: Source, entries: Vec<Input<Recorded>>) -> String {
    let data = config("nowhere.db".parse::<PathBuf>().unwrap()).data.remove(0);
    let setup = Setup {
        system: "yukimura".to_owned(),
        scenario: "yao".to_owned(),
        options: Default::default(),
        revision: 1,
        position: None,
    };
    let system = systems().iter().find(|system| system.name() == "yukimura").unwrap();
    let table = system.open(&data, &setup, source, Some([0; 16])).unwrap();
    let entries = entries.into_iter().map(|input| Entry { input, hash: None }).collect();
    Record { entries, ..table.record(Viewer::Everyone) }.text()
}

pub(crate) fn act(seat: u8, action: &str) -> Input<Recorded> {
    Input::Act { seat: Seat(seat), action: Recorded::Open(action.to_owned()) }
}

/// Goes on and back again, so often.
pub(crate) fn on_and_back(times: u32) -> Vec<Input<Recorded>> {
    let moves = ["move ii_G2", "move ii_G3"];
    let pair = |n: u32| [act(0, moves[n as usize % 2]), Input::Undo { seat: Seat(0), to: 0, agreed: false }];
    (0..times).flat_map(pair).collect()
}

/// The path of a route, about this table of this scenario.
pub(crate) fn filled(table: &Seats, scenario: &str, path: &str) -> String {
    let ground = table.sight(None)["card"]["grounds"][0].as_str().unwrap_or("0").to_owned();
    let (system, scenario) = scenario.split_once('/').unwrap();
    let parts = [
        ("{id}", table.id.as_str()),
        ("{seat}", "0"),
        ("{code}", "0000"),
        ("{digest}", &ground),
        ("{file}", &format!("{ground}.svg")),
        ("{system}", system),
        ("{scenario}", scenario),
        ("{name}", "an-example"),
    ];
    let filled = parts.iter().fold(path.to_owned(), |path, (name, with)| path.replace(name, with));
    assert!(!filled.contains('{'), "this test needs a value for {path}");
    filled
}

/// Asks again until it holds.
#[track_caller]
pub(crate) fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < DEADLINE, "{what}: not within {DEADLINE:?}");
        std::thread::yield_now();
    }
}
