//! The WebSocket under the live channel.
//!
//! axum has one, but it keeps a buffer as long as the longest message it ever sent. A welcome is a hundred times an
//! ordinary message, so those buffers would be most of what an idle table costs. Here long messages leave in frames of
//! a few kilobytes.

use std::io;

use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, Method, StatusCode, header, request::Parts},
    response::Response,
};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Bytes, Error, Message, Utf8Bytes,
        handshake::derive_accept_key,
        protocol::{
            CloseFrame, Role, WebSocketConfig,
            frame::{
                Frame,
                coding::{CloseCode, Data, OpCode},
            },
        },
    },
};

use crate::{failure::No, frames::Counted};

/// A frame a client may send; notes are the longest.
const MOST_HEARD: usize = 64 * 1024;
/// A frame the server sends, and with it the buffers of a channel at rest. Most news fit into one.
const FRAME: usize = 2 * 1024;
/// What is said at once leaves in one write up to here: news with many choices, and the answer after them. Only who is
/// told so much keeps so long a buffer.
const WRITE: usize = 4 * FRAME;

/// A request that asks for the channel.
pub(crate) struct Upgrade {
    key: String,
    upgrade: OnUpgrade,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, No> {
        let no = || No::malformed("this address is a WebSocket");
        let asked = parts.method == Method::GET
            && says(&parts.headers, header::CONNECTION, "upgrade")
            && says(&parts.headers, header::UPGRADE, "websocket")
            && says(&parts.headers, header::SEC_WEBSOCKET_VERSION, "13");
        let key = parts.headers.get(header::SEC_WEBSOCKET_KEY).and_then(|key| key.to_str().ok());
        let key = key.filter(|_| asked).ok_or_else(no)?.to_owned();
        let upgrade = parts.extensions.remove::<OnUpgrade>().ok_or_else(no)?;
        Ok(Upgrade { key, upgrade })
    }
}

/// A header that lists words has this one.
fn says(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let texts = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|said| said.trim().eq_ignore_ascii_case(word))
}

impl Upgrade {
    /// Answers the request; `attend` has the channel once it is there.
    pub(crate) fn then<F>(self, attend: impl FnOnce(Channel) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let accepted = derive_accept_key(self.key.as_bytes());
        tokio::spawn(async move {
            // The client disconnected before the upgrade finished.
            let Ok(upgraded) = self.upgrade.await else { return };
            let config = WebSocketConfig::default()
                .read_buffer_size(FRAME)
                .write_buffer_size(WRITE)
                .max_frame_size(Some(MOST_HEARD))
                .max_message_size(Some(MOST_HEARD));
            let upgraded = Counted::new(TokioIo::new(upgraded));
            let stream = WebSocketStream::from_raw_socket(upgraded, Role::Server, Some(config)).await;
            attend(Channel { stream, slow: false }).await;
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, header::HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, header::HeaderValue::from_static("websocket"));
        if let Ok(accepted) = accepted.parse() {
            headers.insert(header::SEC_WEBSOCKET_ACCEPT, accepted);
        }
        response
    }
}

/// One open channel.
pub(crate) struct Channel {
    stream: WebSocketStream<Counted<TokioIo<Upgraded>>>,
    /// The other end has taken nothing for too long.
    slow: bool,
}

/// What came from the other end.
pub(crate) enum Heard {
    Text(Utf8Bytes),
    Binary,
    /// A sign of life.
    Beat,
    Gone,
}

/// The other end is not there any more.
pub(crate) struct Gone;

impl Channel {
    pub(crate) async fn hear(&mut self) -> Heard {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => Heard::Text(text),
            Some(Ok(Message::Binary(_))) => Heard::Binary,
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Heard::Beat,
            Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::Gone,
        }
    }

    /// How many frames came beside the messages that were heard: further parts of them.
    pub(crate) fn continuations(&mut self) -> u32 {
        self.stream.get_mut().take()
    }

    /// Whether the channel ended because the other end read nothing.
    pub(crate) fn was_slow(&self) -> bool {
        self.slow
    }

    fn sent(&mut self, sent: Result<(), Error>) -> Result<(), Gone> {
        sent.map_err(|error| {
            self.slow |= matches!(&error, Error::Io(error) if error.kind() == io::ErrorKind::TimedOut);
            Gone
        })
    }

    pub(crate) async fn say(&mut self, text: Utf8Bytes) -> Result<(), Gone> {
        self.say_all([text]).await
    }

    /// Says one after the other, in as few writes as they fit into.
    pub(crate) async fn say_all(&mut self, texts: impl IntoIterator<Item = Utf8Bytes>) -> Result<(), Gone> {
        for text in texts {
            self.put(text).await?;
        }
        let flushed = self.stream.flush().await;
        self.sent(flushed)
    }

    async fn put(&mut self, text: Utf8Bytes) -> Result<(), Gone> {
        if text.len() <= FRAME {
            let fed = self.stream.feed(Message::Text(text)).await;
            return self.sent(fed);
        }
        let bytes: Bytes = text.into();
        // Gathered, a welcome would leave its long buffer to a channel that needs it never again.
        let long = bytes.len() > WRITE;
        let mut kind = Data::Text;
        for from in (0..bytes.len()).step_by(FRAME) {
            let to = bytes.len().min(from + FRAME);
            let frame = Frame::message(bytes.slice(from..to), OpCode::Data(kind), to == bytes.len());
            let mut fed = self.stream.feed(Message::Frame(frame)).await;
            if long && fed.is_ok() {
                fed = self.stream.flush().await;
            }
            self.sent(fed)?;
            kind = Data::Continue;
        }
        Ok(())
    }

    pub(crate) async fn beat(&mut self) -> Result<(), Gone> {
        let sent = self.stream.send(Message::Ping(Bytes::new())).await;
        self.sent(sent)
    }

    /// Ends it by our rules, for this reason.
    pub(crate) async fn close(&mut self, reason: &str) -> Result<(), Gone> {
        let frame = CloseFrame { code: CloseCode::Policy, reason: reason.into() };
        let sent = self.stream.send(Message::Close(Some(frame))).await;
        self.sent(sent)
    }
}
