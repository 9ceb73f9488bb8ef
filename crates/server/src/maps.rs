//! Boards: their ground as data, and drawn. Each is worked out once and never changes under its digest.

use std::{
    collections::HashMap,
    io::Write as _,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use kernel::scene::Ground;
use tokio::sync::watch;

use crate::{failure::No, hall::Hall};

/// Pixels across a card.
const THUMBNAIL: u32 = 480;
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A body as it is and compressed.
#[derive(Clone)]
pub(crate) struct Packed {
    plain: Bytes,
    gzip: Bytes,
}

impl Packed {
    pub(crate) fn new(plain: Vec<u8>) -> Packed {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail.
        let gzip = gzip.write_all(&plain).and_then(|()| gzip.finish()).unwrap_or_default();
        Packed { plain: plain.into(), gzip: gzip.into() }
    }

    /// In the form the client can read.
    pub(crate) fn answer(&self, headers: &HeaderMap, kind: &'static str, cache: &'static str) -> Response {
        let body = if takes_gzip(headers) && !self.gzip.is_empty() { &self.gzip } else { &self.plain };
        let mut response = body.clone().into_response();
        let said = response.headers_mut();
        said.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        said.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        said.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if body == &self.gzip {
            said.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted.split(',').any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            name.trim() == "gzip" && !weight.contains("q=0")
                || name.trim() == "gzip" && weight.contains("q=0.")
        })
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    Data,
    Map,
    Thumbnail,
}

impl Form {
    fn make(self, ground: &Ground) -> Vec<u8> {
        match self {
            Form::Data => serde_json::to_vec(ground).unwrap_or_default(),
            Form::Map => draw::map(ground).into_bytes(),
            Form::Thumbnail => draw::thumbnail(ground, THUMBNAIL).into_bytes(),
        }
    }
}

/// A body that is made once; `None` until then.
type Made = watch::Receiver<Option<Packed>>;

#[derive(Default)]
pub(crate) struct Maps {
    made: Mutex<HashMap<(String, Form), Made>>,
    /// Every board of every scenario has been made.
    all: AtomicBool,
}

impl Maps {
    fn made(&self) -> MutexGuard<'_, HashMap<(String, Form), Made>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No visitor has to wait for a board any more.
    pub(crate) fn are_ready(&self) -> bool {
        self.all.load(Ordering::Relaxed)
    }
}

impl Hall {
    /// A board in one form. Nobody is charged for making it: that is done once in the life of the server, by itself, and
    /// goes on when the first who asked is gone.
    fn board(self: &Arc<Self>, digest: &str, form: Form) -> Result<Made, No> {
        let ground = self.shelf.ground(digest)?;
        let key = (digest.to_owned(), form);
        let mut made = self.maps.made();
        if let Some(made) = made.get(&key) {
            return Ok(made.clone());
        }
        let (to, from) = watch::channel(None);
        made.insert(key.clone(), from.clone());
        let hall = self.clone();
        tokio::spawn(async move {
            match hall.work_out(move || Ok(Packed::new(form.make(&ground)))).await {
                Ok(packed) => _ = to.send(Some(packed)),
                // The next request tries again.
                Err(_) => _ = hall.maps.made().remove(&key),
            }
        });
        Ok(from)
    }

    /// Makes every board of every scenario, before anybody asks for it: first what the lobby shows.
    pub(crate) async fn make_boards(self: Arc<Self>) {
        for form in [Form::Thumbnail, Form::Data, Form::Map] {
            for digest in self.shelf.ground_digests() {
                if let Ok(mut made) = self.board(&digest, form) {
                    let _ = made.wait_for(Option::is_some).await;
                }
            }
        }
        self.maps.all.store(true, Ordering::Relaxed);
    }
}

async fn answer(hall: Arc<Hall>, digest: &str, form: Form, headers: &HeaderMap) -> Result<Response, No> {
    let mut made = hall.board(digest, form)?;
    let packed = made.wait_for(Option::is_some).await.map_err(|_| No::internal())?;
    let packed = packed.as_ref().ok_or_else(No::internal)?;
    let kind = if form == Form::Data { "application/json" } else { "image/svg+xml" };
    Ok(packed.answer(headers, kind, FOR_EVER))
}

pub(crate) async fn ground(
    State(hall): State<Arc<Hall>>,
    Path(digest): Path<String>,
    headers: HeaderMap,
) -> Result<Response, No> {
    answer(hall, &digest, Form::Data, &headers).await
}

pub(crate) async fn map(
    State(hall): State<Arc<Hall>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, No> {
    answer(hall, digest_of(&file)?, Form::Map, &headers).await
}

pub(crate) async fn thumbnail(
    State(hall): State<Arc<Hall>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, No> {
    answer(hall, digest_of(&file)?, Form::Thumbnail, &headers).await
}

fn digest_of(file: &str) -> Result<&str, No> {
    file.strip_suffix(".svg").ok_or_else(|| No::not_found("pictures of boards end in .svg"))
}
