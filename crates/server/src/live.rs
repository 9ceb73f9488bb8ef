//! The live channel: one WebSocket a table.

use std::{collections::VecDeque, net::IpAddr, pin::Pin, sync::Arc};

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
    budget::Bill,
    channel::{Channel, Heard, Upgrade},
    failure::No,
    game::place_of,
    hall::Hall,
    limits::{Gauge, Socket},
    panels,
    requests::{self, Address},
    sight::Taken,
    table::{News, Table, text},
    wire::{Greeting, Question, Say, Tell, VERSION},
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
        Bill::of(address).pay(attend(hall, table, channel, socket, address)).await;
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

async fn attend(
    hall: Arc<Hall>,
    table: Arc<Table>,
    mut channel: Channel,
    mut socket: Socket,
    address: IpAddr,
) {
    let hello = Box::pin(timeout(hall.patience.hello, first(&mut channel, &mut socket))).await;
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
            let _ = channel.say(text(&refuse(&hall, address, 0, no))).await;
            let _ = channel.close(&reason).await;
        }
    }
    if channel.was_slow() {
        hall.metrics.slow_readers.inc();
        hall.limited.hit(address, "slow-reader");
    }
}

struct Hello {
    token: Option<String>,
    since: Option<u32>,
}

/// A refusal as it goes over the channel, counted.
fn refuse(hall: &Hall, address: IpAddr, id: u32, no: No) -> Tell {
    hall.refused(address, &no.failure.code, no.status);
    Tell::No { id, error: *no.failure }
}

/// The first frame must be a hello of our version. Frames before it count like all others.
async fn first(channel: &mut Channel, socket: &mut Socket) -> Result<Hello, No> {
    loop {
        let heard = channel.hear().await;
        if socket.may_speak(channel.continuations()) == Gauge::FarTooFast {
            return Err(No::too_fast());
        }
        let text = match heard {
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
            Say::Hello(Greeting::Hello { token, since, .. }) => Ok(Hello { token, since }),
            _ => Err(No::malformed("say hello first")),
        };
    }
}

/// Somebody at a table.
struct Guest {
    hall: Arc<Hall>,
    table: Arc<Table>,
    seat: Option<u8>,
    address: IpAddr,
    key: u64,
    news: News,
}

/// A question that is worked out while the channel goes on.
type Asked = Pin<Box<dyn Future<Output = Tell> + Send>>;
/// Questions of one channel that wait for each other.
const MOST_ASKED: usize = 50;

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
        table.is_kept(hall, seat).await?;
        // From here on the channel gets everything after what is noted here.
        let (taken, key, news) = {
            let entered = table.enter(hall).await?;
            let (key, news) = table.listen(place_of(seat));
            let taken: Taken = table.glance(entered.inside()?, seat);
            (taken, key, news)
        };
        let guest = Guest { hall: hall.clone(), table: table.clone(), seat, address, key, news };
        let since = hello.since;
        let work = move || Ok((taken.sight(None)?, taken.missed(since)));
        let welcome = hall.work_out(work).await.map(|(sight, missed)| {
            let sight = Box::new(sight);
            text(&Tell::Welcome { sight, missed })
        });
        let held =
            welcome.and_then(|welcome| Ok((hall.budgets.hold(Some(address), welcome.len())?, welcome)));
        let sent = match held {
            Ok((_hold, welcome)) => channel.say(welcome).await.map_err(|_| No::malformed("gone")),
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
        let panel = Panel {
            hall: self.hall.clone(),
            table: self.table.clone(),
            seat: self.seat,
            address: self.address,
        };
        let (waits, mut waiting_for) = mpsc::channel::<Utf8Bytes>(1);
        // One question at a time is worked out beside everything else; when the channel ends, so does that.
        let mut asked: VecDeque<(u32, Question)> = VecDeque::new();
        let mut current: Option<Asked> = None;
        loop {
            if current.is_none()
                && let Some((id, question)) = asked.pop_front()
            {
                current = Some(Box::pin(panel.clone().run(id, question, waits.clone())));
            }
            let working = async {
                match &mut current {
                    Some(current) => current.await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                news = self.news.next() => {
                    // None: too slow, and cut off.
                    let Some(news) = news else { return };
                    let all = std::iter::once(news).chain(self.news.waiting());
                    if channel.say_all(all).await.is_err() { return }
                }
                answer = working => {
                    current = None;
                    if channel.say(text(&answer)).await.is_err() { return }
                }
                Some(ahead) = waiting_for.recv() => {
                    if channel.say(ahead).await.is_err() { return }
                }
                said = channel.hear() => {
                    heard = Instant::now();
                    // Whatever comes is counted: a ping costs an answer, too.
                    let gauge = match said {
                        Heard::Gone => Gauge::Fine,
                        _ => socket.may_speak(channel.continuations()),
                    };
                    let refused = |id: u32, no: No| refuse(&self.hall, self.address, id, no);
                    if gauge == Gauge::FarTooFast {
                        self.hall.limited.hit(self.address, "frames");
                        return;
                    }
                    let answer = match said {
                        Heard::Text(said) if gauge == Gauge::TooFast => {
                            Some(refused(id_of(&said), No::too_fast()))
                        }
                        Heard::Text(said) => match requests::read::<Say>(said.as_bytes()) {
                            Ok(Say::Ask { id, question }) if question.is_deep() => {
                                if asked.len() >= MOST_ASKED {
                                    Some(refused(id, No::too_fast()))
                                } else {
                                    asked.push_back((id, question));
                                    None
                                }
                            }
                            // In a box, since a channel at rest has nothing to answer.
                            Ok(say) => Some(Box::pin(self.answer(say)).await),
                            Err(no) => Some(refused(id_of(&said), no)),
                        },
                        Heard::Binary => Some(refused(0, No::malformed("frames are text here"))),
                        Heard::Beat => None,
                        Heard::Gone => return,
                    };
                    if let Some(answer) = answer {
                        // What the answer was about was told first.
                        let all = self.news.waiting().chain([text(&answer)]);
                        if channel.say_all(all).await.is_err() { return }
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

    async fn answer(&self, say: Say) -> Tell {
        let (id, answered) = self.carry_out(say).await;
        answered.unwrap_or_else(|no| refuse(&self.hall, self.address, id, no))
    }

    async fn carry_out(&self, say: Say) -> (u32, Result<Tell, No>) {
        match say {
            Say::Hello(_) => (0, Err(No::malformed("hello was said already"))),
            Say::Do { id, command } => {
                let (table, hall) = (self.table.clone(), self.hall.clone());
                // A channel carries a command out to its end before it looks whether somebody is still there.
                let done = self.hall.run_here(table.perform(hall, self.seat, command)).await;
                (id, done.map(|done| Tell::Done { id, number: done.number, head: done.head }))
            }
            Say::Ask { id, question: Question::Why { thing } } => {
                let why = panels::why(&self.hall, &self.table, self.seat, thing).await;
                (id, why.map(|said| Tell::Why { id, said }))
            }
            Say::Ask { id, question: Question::Overlays {} } => {
                let overlays = panels::overlays(&self.hall, &self.table, self.seat).await;
                (id, overlays.map(|overlays| Tell::Overlays { id, overlays }))
            }
            // Worked out beside the channel.
            Say::Ask { id, question: Question::Odds { .. } | Question::Drag { .. } } => {
                (id, Err(No::internal()))
            }
        }
    }
}

/// Answers what is worked out beside the channel.
#[derive(Clone)]
struct Panel {
    hall: Arc<Hall>,
    table: Arc<Table>,
    seat: Option<u8>,
    address: IpAddr,
}

impl Panel {
    /// Answers in a task of its own. The channel does not poll this future while it carries out a command: if it waited
    /// here for the lock of the table, the command would wait behind it without end.
    async fn run(self, id: u32, question: Question, waits: mpsc::Sender<Utf8Bytes>) -> Tell {
        let (hall, address) = (self.hall.clone(), self.address);
        let answered = hall.run_while_wanted(async move { self.answer(id, question, &waits).await }).await;
        answered.unwrap_or_else(|no| refuse(&hall, address, id, no))
    }

    async fn answer(&self, id: u32, question: Question, waits: &mpsc::Sender<Utf8Bytes>) -> Result<Tell, No> {
        let (hall, table, seat) = (&self.hall, &self.table, self.seat);
        // If it cannot be said now, the next one is as good.
        let telling = |ahead: usize| _ = waits.try_send(text(&Tell::Waiting { id, ahead: ahead as u32 }));
        match question {
            Question::Odds { actions, until_question } => {
                let (odds, preview) =
                    panels::odds(hall, table, seat, actions, until_question, telling).await?;
                Ok(Tell::Odds { id, odds: odds.map(Box::new), preview: Box::new(preview) })
            }
            Question::Drag { piece, to } => {
                let drag = panels::drag(hall, table, seat, piece, to, telling).await?;
                Ok(Tell::Drag { id, drag: drag.map(Box::new) })
            }
            Question::Why { .. } | Question::Overlays {} => Err(No::internal()),
        }
    }
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
