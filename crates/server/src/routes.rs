//! Which address leads where.

use std::{sync::Arc, time::Duration};

use axum::{
    Json, Router,
    body::Body as Stream,
    extract::{
        DefaultBodyLimit, FromRequestParts as _, Path, Query, Request, State, rejection::QueryRejection,
    },
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use kernel::{Viewer, erased::Said, scene::Overlay};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::StoreError;
use tokio::time::timeout;

use crate::{
    accounts, admin,
    commands::Command,
    failure::No,
    hall::{Hall, now},
    live, lobby, maps, metrics, notify, pages, panels,
    requests::{Address, Bearer, Body, MOST_BODY, MOST_RECORD},
    rules,
    wire::{Done, Log, LuckPage, NewLink, Sight, StandingOrder},
};

pub(crate) fn router(hall: Arc<Hall>) -> Router {
    let table = Router::new()
        .route("/", get(sight))
        .route("/act", post(act))
        .route("/dice", post(dice))
        .route("/undo", post(undo))
        .route("/answer", post(answer))
        .route("/resign", post(resign))
        .route("/share", post(share))
        .route("/open-share", post(open_share))
        .route("/chat", post(chat))
        .route("/notes", post(notes))
        .route("/orders", post(orders))
        .route("/vacation", post(vacation))
        .route("/claim", post(claim))
        .route("/new-link", post(new_link))
        .route("/notify", post(notify::set))
        .route("/odds", post(odds))
        .route("/why", get(why))
        .route("/overlays", get(overlays))
        .route("/luck", get(luck))
        .route("/story", get(story))
        .route("/record", get(record))
        .route("/live", get(live::live));
    let api = Router::new()
        .route("/lobby", get(lobby::lobby))
        .route("/tables", get(lobby::tables).post(lobby::open).layer(DefaultBodyLimit::max(MOST_RECORD)))
        .nest("/tables/{id}", table)
        .nest("/account", accounts::router())
        .nest("/admin", admin::router())
        .route("/notices/confirm", post(notify::confirm))
        .route("/notices/stop", post(notify::stop))
        .route("/notices/stop/{id}/{seat}/{code}", post(notify::stop_at_once))
        .route("/ground/{digest}", get(maps::ground))
        .route("/map/{file}", get(maps::map))
        .route("/thumbnail/{file}", get(maps::thumbnail))
        .route("/rules/{system}", get(rules::book))
        .route("/examples/{system}/{name}", get(rules::example))
        .route("/guide/{system}/{scenario}", get(rules::guide));
    Router::new()
        .nest("/api", api)
        .route("/health", get(health))
        .route("/metrics", get(metrics::metrics))
        .fallback(get(pages::page))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(hall.clone(), guard))
        .with_state(hall)
}

async fn wrong_method() -> No {
    No::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "wrong-method",
        "this address is not used this way; docs/protocol.md shows how",
    )
}

/// A request with its body and everything that is done for it takes no longer.
const MOST_TIME: Duration = Duration::from_secs(30);

fn too_slow() -> No {
    No::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "the request took too long and was given up")
}

/// Limits before, headers after.
async fn guard(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let host = parts.headers.get(header::HOST).cloned();
    let address = Address::from_request_parts(&mut parts, &hall).await;
    let allowed = address.and_then(|Address(address)| hall.limits.request(address));
    let mut response = match allowed {
        Ok(()) => {
            // In a task of its own: a panic ends that, not the connection.
            let answered = hall.run(async move {
                let answer = next.run(Request::from_parts(parts, body));
                timeout(MOST_TIME, answer).await.map_err(|_| too_slow())
            });
            answered.await.unwrap_or_else(No::into_response)
        }
        Err(no) => no.into_response(),
    };
    guard_headers(response.headers_mut(), host.as_ref());
    response
}

/// Nothing is loaded from elsewhere, nothing runs inside other pages, no inline script runs.
fn guard_headers(headers: &mut HeaderMap, host: Option<&HeaderValue>) {
    let host = host
        .and_then(|host| host.to_str().ok())
        .filter(|host| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".:-[]".contains(&byte)));
    // Some browsers do not count the socket of the same host as `self`.
    let sockets = host.map_or_else(String::new, |host| format!(" ws://{host} wss://{host}"));
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Writes to the store and reads from it. What is wrong is named, for monitoring: full disk, damaged file, stalled
/// database.
async fn health(State(hall): State<Arc<Hall>>) -> Response {
    let works = async {
        hall.store.probe(now()).await?;
        hall.store.count().await
    };
    let version = env!("CARGO_PKG_VERSION");
    match works.await {
        Ok(tables) => Json(json!({ "ok": true, "version": version, "tables": tables })).into_response(),
        Err(error) => {
            let trouble = match error {
                StoreError::Full(_) => "disk-full",
                StoreError::Corrupt(_) => "store-damaged",
                StoreError::Stalled(_) => "database-stalled",
                _ => "store-failed",
            };
            tracing::error!(%error, "health check failed");
            let body =
                json!({ "ok": false, "version": version, "trouble": trouble, "why": error.to_string() });
            (StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response()
        }
    }
}

// ---- one table ----------------------------------------------------------------------------------------

type Table = (State<Arc<Hall>>, Path<String>, Bearer);
/// Something that is done there, and from where.
type Deed = (State<Arc<Hall>>, Path<String>, Address, Bearer);

#[derive(Debug, Deserialize)]
struct Moment {
    at: Option<u32>,
}

async fn sight(
    (State(hall), Path(id), bearer): Table,
    moment: Result<Query<Moment>, QueryRejection>,
) -> Result<Json<Sight>, No> {
    let Ok(Query(Moment { at })) = moment else {
        return Err(No::malformed("`at` is the number of an input: ?at=12"));
    };
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    let taken = table.glance(table.enter(&hall).await?.inside()?, seat);
    hall.work_out(move || taken.sight(at)).await.map(Json)
}

async fn perform(
    (State(hall), Path(id), Address(address), bearer): Deed,
    command: Command,
) -> Result<Json<Done>, No> {
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    table.is_visited(seat, address);
    hall.run(table.perform(hall.clone(), seat, command)).await.map(Json)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    action: String,
    after: u32,
}

async fn act(table: Deed, Body(Act { action, after }): Body<Act>) -> Result<Json<Done>, No> {
    perform(table, Command::Act { action, after }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dice {
    pips: Vec<u8>,
    after: u32,
}

async fn dice(table: Deed, Body(Dice { pips, after }): Body<Dice>) -> Result<Json<Done>, No> {
    perform(table, Command::Dice { pips, after }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Undo {
    to: u32,
    after: u32,
}

async fn undo(table: Deed, Body(Undo { to, after }): Body<Undo>) -> Result<Json<Done>, No> {
    perform(table, Command::Undo { to, after }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    agree: bool,
}

async fn answer(table: Deed, Body(Answer { agree }): Body<Answer>) -> Result<Json<Done>, No> {
    perform(table, Command::Answer { agree }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Resign {
    after: u32,
}

async fn resign(table: Deed, Body(Resign { after }): Body<Resign>) -> Result<Json<Done>, No> {
    perform(table, Command::Resign { after }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Share {
    commitment: String,
}

async fn share(table: Deed, Body(Share { commitment }): Body<Share>) -> Result<Json<Done>, No> {
    perform(table, Command::Share { commitment }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenShare {
    share: String,
}

async fn open_share(table: Deed, Body(OpenShare { share }): Body<OpenShare>) -> Result<Json<Done>, No> {
    perform(table, Command::OpenShare { share }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
}

async fn chat(table: Deed, Body(Text { text }): Body<Text>) -> Result<Json<Done>, No> {
    perform(table, Command::Chat { text }).await
}

async fn notes(table: Deed, Body(Text { text }): Body<Text>) -> Result<Json<Done>, No> {
    perform(table, Command::Notes { text }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Orders {
    orders: Vec<StandingOrder>,
}

async fn orders(table: Deed, Body(Orders { orders }): Body<Orders>) -> Result<Json<Done>, No> {
    perform(table, Command::Orders { orders }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Vacation {
    on: bool,
}

async fn vacation(table: Deed, Body(Vacation { on }): Body<Vacation>) -> Result<Json<Done>, No> {
    perform(table, Command::Vacation { on }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    #[serde(default)]
    computer: Option<String>,
}

async fn claim(table: Deed, Body(Claim { computer }): Body<Claim>) -> Result<Json<Done>, No> {
    perform(table, Command::Claim { computer }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A new token for a seat: all others of it open nothing any more. To hand a seat over is to give the new one away.
async fn new_link((State(hall), Path(id), bearer): Table, _: Body<Nothing>) -> Result<Json<NewLink>, No> {
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?.ok_or_else(No::wrong_seat)?;
    let this = hall.clone();
    let token = hall.run(async move { table.new_link(&this, seat).await }).await?;
    Ok(Json(NewLink { token }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    actions: Vec<String>,
    #[serde(default)]
    until_question: bool,
}

#[derive(Debug, Serialize)]
struct Odds {
    odds: Option<kernel::erased::SaidForecast>,
    preview: kernel::erased::ToldStep,
}

async fn odds((State(hall), Path(id), bearer): Table, Body(plan): Body<Plan>) -> Result<Json<Odds>, No> {
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    let (odds, preview) = panels::odds(&hall, &table, seat, plan.actions, plan.until_question).await?;
    Ok(Json(Odds { odds, preview }))
}

#[derive(Debug, Deserialize)]
struct Thing {
    thing: String,
}

async fn why(
    (State(hall), Path(id), bearer): Table,
    thing: Result<Query<Thing>, QueryRejection>,
) -> Result<Json<Option<Said>>, No> {
    let Ok(Query(Thing { thing })) = thing else {
        return Err(No::malformed("why is what dark? ?thing=piece:goto_G1"));
    };
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    panels::why(&hall, &table, seat, thing).await.map(Json)
}

async fn overlays((State(hall), Path(id), bearer): Table) -> Result<Json<Vec<Overlay>>, No> {
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    panels::overlays(&hall, &table, seat).await.map(Json)
}

async fn luck((State(hall), Path(id), _): Table) -> Result<Json<LuckPage>, No> {
    let table = hall.table(&id).await?;
    panels::luck(&hall, &table).await.map(Json)
}

async fn story((State(hall), Path(id), bearer): Table) -> Result<Json<Log>, No> {
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    let taken = table.glance(table.enter(&hall).await?.inside()?, seat);
    hall.work_out(move || Ok(Log { steps: taken.story() })).await.map(Json)
}

async fn record((State(hall), Path(id), bearer): Table) -> Result<Response, No> {
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    let taken = table.glance(table.enter(&hall).await?.inside()?, seat);
    let text = hall.work_out(move || {
        let gaze = taken.gaze();
        let viewer: Viewer = gaze.eyes();
        Ok(gaze.table.record(viewer).text())
    });
    let name = format!("attachment; filename=\"{id}.gunbai\"");
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, Stream::from(text.await?)).into_response())
}
