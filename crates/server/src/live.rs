//! The live channel: one WebSocket a table.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use tokio::{
    sync::mpsc,
    time::{Instant, interval_at, timeout},
};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::{
    channel::{Channel, Heard, Upgrade},
    commands::Command,
    failure::No,
    game::place_of,
    hall::Hall,
    limits::{Gauge, Socket},
    panels,
    requests::{self, Address},
    sight::Taken,
    table::{Table, text},
    wire::{Say, Tell, VERSION},
};

pub(crate) async fn live(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    Address(address): Address,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, No> {
    own_page(&headers)?;
    let socket = hall.limits.socket(address)?;
    let table = hall.table(&id).await?;
    Ok(upgrade.then(move |channel| async move {
        let open = hall.metrics.sockets.clone();
        open.inc();
        attend(hall, table, channel, socket, address).await;
        open.dec();
    }))
}

/// Pages of other hosts may not open our sockets with a visitor's address; programs say no origin.
pub(crate) fn own_page(headers: &HeaderMap) -> Result<(), No> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, rest)| rest);
    if own.is_some_and(|own| own.eq_ignore_ascii_case(host)) {
        return Ok(());
    }
    Err(No::new(StatusCode::FORBIDDEN, "wrong-origin", "this channel can be opened from our own pages only"))
}

async fn attend(hall: Arc<Hall>, table: Arc<Table>, mut channel: Channel, socket: Socket, address: IpAddr) {
    let hello = Box::pin(timeout(hall.patience.hello, first(&mut channel))).await;
    let hello = hello.unwrap_or_else(|_| Err(No::malformed("nothing was said; say hello first")));
    let welcomed = match hello {
        // In a box that is gone when it is done: this task lasts as long as somebody looks on.
        Ok(hello) => Box::pin(Guest::welcome(&hall, &table, hello, &mut channel, address)).await,
        Err(no) => Err(no),
    };
    match welcomed {
        Ok(mut guest) => {
            guest.stay(&mut channel, socket).await;
            table.leave(guest.key);
            let (hall_, table_) = (hall.clone(), table.clone());
            let left = hall.run(async move { table_.attendance_changed(&hall_).await }).await;
            if let Err(no) = left {
                tracing::debug!(table = table.id, why = no.failure.message, "left");
            }
        }
        Err(no) => {
            let reason = no.failure.code.clone();
            let _ = channel.say(text(&Tell::No { id: 0, error: *no.failure })).await;
            let _ = channel.close(&reason).await;
        }
    }
}

struct Hello {
    token: Option<String>,
    since: Option<u32>,
}

/// The first frame must be a hello of our version.
async fn first(channel: &mut Channel) -> Result<Hello, No> {
    loop {
        let text = match channel.hear().await {
            Heard::Text(text) => text,
            Heard::Beat => continue,
            Heard::Binary | Heard::Gone => return Err(No::malformed("say hello first, as text")),
        };
        // Another version may say more than we understand, so the number comes first.
        let version = serde_json::from_str::<serde_json::Value>(&text)
            .ok()
            .and_then(|value| value.get("version").and_then(serde_json::Value::as_u64));
        if let Some(version) = version.filter(|version| *version != u64::from(VERSION)) {
            return Err(No::new(
                StatusCode::BAD_REQUEST,
                "version",
                format!(
                    "this server speaks version {VERSION} of the protocol, not {version}; reload the page"
                ),
            ));
        }
        return match requests::read::<Say>(text.as_bytes())? {
            Say::Hello { token, since, .. } => Ok(Hello { token, since }),
            _ => Err(No::malformed("say hello first")),
        };
    }
}

/// Somebody at a table.
struct Guest {
    hall: Arc<Hall>,
    table: Arc<Table>,
    seat: Option<u8>,
    key: u64,
    news: mpsc::Receiver<Utf8Bytes>,
}

impl Guest {
    async fn welcome(
        hall: &Arc<Hall>,
        table: &Arc<Table>,
        hello: Hello,
        channel: &mut Channel,
        address: IpAddr,
    ) -> Result<Guest, No> {
        let seat = table.seat_of(hello.token.as_deref())?;
        table.is_visited(seat, address);
        // Whoever listens from here on hears everything after what is taken down here.
        let (taken, key, news) = {
            let entered = table.enter(hall).await?;
            let (key, news) = table.listen(place_of(seat));
            let taken: Taken = table.glance(entered.inside()?, seat);
            (taken, key, news)
        };
        let guest = Guest { hall: hall.clone(), table: table.clone(), seat, key, news };
        let since = hello.since;
        let work = move || Ok((taken.sight(None)?, taken.missed(since)));
        let welcome = hall.work_out(work).await.map(|(sight, missed)| {
            let sight = Box::new(sight);
            text(&Tell::Welcome { sight, missed })
        });
        let sent = match welcome {
            Ok(welcome) => channel.say(welcome).await.map_err(|_| No::malformed("gone")),
            Err(no) => Err(no),
        };
        if let Err(no) = sent {
            table.leave(key);
            return Err(no);
        }
        let (hall_, table_) = (hall.clone(), table.clone());
        if let Err(no) = hall.run(async move { table_.attendance_changed(&hall_).await }).await {
            table.leave(key);
            return Err(no);
        }
        Ok(guest)
    }

    async fn stay(&mut self, channel: &mut Channel, mut socket: Socket) {
        let ping = self.hall.patience.ping;
        let mut pings = interval_at(Instant::now() + ping, ping);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                news = self.news.recv() => {
                    // None: too slow, and cut off.
                    let Some(news) = news else { return };
                    let all = std::iter::once(news).chain(waiting(&mut self.news));
                    if !matches!(timeout(ping, channel.say_all(all)).await, Ok(Ok(()))) { return }
                }
                said = channel.hear() => {
                    heard = Instant::now();
                    match said {
                        Heard::Text(said) => {
                            let answer = match socket.may_speak() {
                                // In a box, since a channel at rest has nothing to answer.
                                Gauge::Fine => Box::pin(self.answer(&said)).await,
                                Gauge::TooFast => Tell::No { id: id_of(&said), error: *No::too_fast().failure },
                                Gauge::FarTooFast => return,
                            };
                            // What the answer was about was told first.
                            let all = waiting(&mut self.news).chain([text(&answer)]);
                            if channel.say_all(all).await.is_err() { return }
                        }
                        Heard::Binary => {
                            let no = No::malformed("frames are text here");
                            let no = Tell::No { id: 0, error: *no.failure };
                            if channel.say(text(&no)).await.is_err() { return }
                        }
                        Heard::Beat => {}
                        Heard::Gone => return,
                    }
                }
                _ = pings.tick() => {
                    if heard.elapsed() > ping * 3 || channel.beat().await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    async fn answer(&self, said: &str) -> Tell {
        let say = match requests::read::<Say>(said.as_bytes()) {
            Ok(say) => say,
            Err(no) => return Tell::No { id: id_of(said), error: *no.failure },
        };
        let (id, answered) = self.carry_out(say).await;
        answered.unwrap_or_else(|no| Tell::No { id, error: *no.failure })
    }

    async fn carry_out(&self, say: Say) -> (u32, Result<Tell, No>) {
        let (id, command) = match say {
            Say::Act { id, action, after } => (id, Command::Act { action, after }),
            Say::Dice { id, pips, after } => (id, Command::Dice { pips, after }),
            Say::Undo { id, to, after } => (id, Command::Undo { to, after }),
            Say::Answer { id, agree } => (id, Command::Answer { agree }),
            Say::Resign { id, after } => (id, Command::Resign { after }),
            Say::Share { id, commitment } => (id, Command::Share { commitment }),
            Say::OpenShare { id, share } => (id, Command::OpenShare { share }),
            Say::Chat { id, text } => (id, Command::Chat { text }),
            Say::Notes { id, text } => (id, Command::Notes { text }),
            Say::Orders { id, orders } => (id, Command::Orders { orders }),
            Say::Vacation { id, on } => (id, Command::Vacation { on }),
            Say::Claim { id, computer } => (id, Command::Claim { computer }),
            Say::Hello { .. } => return (0, Err(No::malformed("hello was said already"))),
            Say::Odds { id, actions, until_question } => {
                let odds = panels::odds(&self.hall, &self.table, self.seat, actions, until_question).await;
                return (id, odds.map(|(odds, preview)| Tell::Odds { id, odds, preview }));
            }
            Say::Why { id, thing } => {
                let why = panels::why(&self.hall, &self.table, self.seat, thing).await;
                return (id, why.map(|said| Tell::Why { id, said }));
            }
            Say::Drag { id, piece, to } => {
                let drag = panels::drag(&self.hall, &self.table, self.seat, piece, to).await;
                return (id, drag.map(|drag| Tell::Drag { id, drag: drag.map(Box::new) }));
            }
            Say::Overlays { id } => {
                let overlays = panels::overlays(&self.hall, &self.table, self.seat).await;
                return (id, overlays.map(|overlays| Tell::Overlays { id, overlays }));
            }
        };
        let (table, hall) = (self.table.clone(), self.hall.clone());
        let done = self.hall.run(table.perform(hall, self.seat, command)).await;
        (id, done.map(|done| Tell::Done { id, number: done.number, head: done.head }))
    }
}

/// The news that need not be waited for.
fn waiting(news: &mut mpsc::Receiver<Utf8Bytes>) -> impl Iterator<Item = Utf8Bytes> {
    std::iter::from_fn(|| news.try_recv().ok())
}

/// The id of a frame that could not be understood as a whole, so that the answer can still be told apart.
fn id_of(said: &str) -> u32 {
    let value = serde_json::from_str::<serde_json::Value>(said).ok();
    let id = value.and_then(|value| value.get("id").and_then(serde_json::Value::as_u64));
    id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_open_the_channel() {
        let check = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1:8015".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            own_page(&headers).is_ok()
        };
        assert!(check(None) && check(Some("http://127.0.0.1:8015")));
        assert!(!check(Some("http://evil.example")) && !check(Some("null")));
        assert!(!check(Some("http://127.0.0.1:8016")));
    }
}
