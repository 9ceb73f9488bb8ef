//! The yardstick: a WebSocket that stores every message by group commit and sends it to two, and nothing else.

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
};

use axum::{
    Router,
    extract::{
        Path as Named, State,
        ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    response::Response,
    routing::get,
};
use rusqlite::{Connection, params};
use tokio::sync::{mpsc, oneshot};

struct Hall {
    writer: Sender<(u32, u32, Utf8Bytes, oneshot::Sender<()>)>,
    rooms: Mutex<HashMap<u32, Vec<mpsc::UnboundedSender<Utf8Bytes>>>>,
}

pub(crate) async fn serve(store: &Path, announce: fn(SocketAddr) -> io::Result<()>) -> io::Result<()> {
    let connection = open(store).map_err(io::Error::other)?;
    let (writer, jobs) = channel();
    std::thread::spawn(move || write(connection, &jobs));
    let hall = Arc::new(Hall { writer, rooms: Mutex::default() });
    let router = Router::new().route("/{room}", get(room)).with_state(hall);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    announce(listener.local_addr()?)?;
    axum::serve(axum::serve::ListenerExt::tap_io(listener, |stream| _ = stream.set_nodelay(true)), router)
        .await
}

pub(crate) fn open(store: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(store)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.execute_batch(
        "CREATE TABLE inputs (game INTEGER, number INTEGER, line TEXT, PRIMARY KEY (game, number)) WITHOUT ROWID",
    )?;
    Ok(connection)
}

fn write(mut connection: Connection, jobs: &Receiver<(u32, u32, Utf8Bytes, oneshot::Sender<()>)>) {
    while let Ok(first) = jobs.recv() {
        let mut all = vec![first];
        all.extend(jobs.try_iter().take(511));
        let transaction = connection.transaction().expect("a transaction");
        for (room, number, text, _) in &all {
            transaction
                .prepare_cached("INSERT INTO inputs VALUES (?1, ?2, ?3)")
                .and_then(|mut insert| insert.execute(params![room, number, text.as_str()]))
                .expect("a new line");
        }
        transaction.commit().expect("on disk");
        all.into_iter().for_each(|(.., done)| _ = done.send(()));
    }
}

async fn room(State(hall): State<Arc<Hall>>, Named(room): Named<u32>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.read_buffer_size(4096).on_upgrade(move |socket| attend(hall, room, socket))
}

async fn attend(hall: Arc<Hall>, room: u32, mut socket: WebSocket) {
    let (to, mut from) = mpsc::unbounded_channel();
    hall.rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(room).or_default().push(to);
    let mut number = 0;
    loop {
        tokio::select! {
            news = from.recv() => {
                let Some(news) = news else { return };
                if socket.send(Message::Text(news)).await.is_err() { return }
            }
            said = socket.recv() => {
                let Some(Ok(Message::Text(text))) = said else { return };
                number += 1;
                let (done, written) = oneshot::channel();
                let _ = hall.writer.send((room, number, text.clone(), done));
                let _ = written.await;
                let rooms = hall.rooms.lock().unwrap_or_else(PoisonError::into_inner);
                rooms[&room].iter().for_each(|to| _ = to.send(text.clone()));
            }
        }
    }
}
