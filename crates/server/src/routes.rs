//! Which address leads where.

use std::{
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    body::{Body as Stream, HttpBody as _},
    extract::{
        DefaultBodyLimit, FromRequestParts as _, MatchedPath, Path, Query, Request, State,
        rejection::QueryRejection,
    },
    handler::Handler,
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
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
    audit::Access,
    budget::Bill,
    failure::{No, Refused},
    hall::{Hall, now},
    held::held,
    live, lobby, maps, metrics, notify, pages, panels, people,
    requests::{Address, Bearer, Body, MOST_BODY, MOST_RECORD},
    rules,
    wire::{self, Command, Done, Fields, Log, LuckPage, NewLink, Question, Sight},
};

/// A method and an address, with names in braces for its parts: `/api/tables/{id}/act`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    pub method: &'static str,
    pub path: String,
}

/// A router that knows what is in it.
#[derive(Default)]
pub(crate) struct Routes {
    router: Router<Arc<Hall>>,
    all: Vec<Route>,
}

impl Routes {
    fn route(
        mut self,
        methods: &[&'static str],
        path: &str,
        to: axum::routing::MethodRouter<Arc<Hall>>,
    ) -> Routes {
        self.all.extend(methods.iter().map(|method| Route { method, path: path.to_owned() }));
        self.router = self.router.route(path, to);
        self
    }

    pub(crate) fn get<T: 'static, H: Handler<T, Arc<Hall>>>(self, path: &str, to: H) -> Routes {
        self.route(&["GET"], path, get(to))
    }

    pub(crate) fn post<T: 'static, H: Handler<T, Arc<Hall>>>(self, path: &str, to: H) -> Routes {
        self.route(&["POST"], path, post(to))
    }

    fn nest(mut self, path: &str, inner: Routes) -> Routes {
        let below = inner.all.into_iter().map(|route| {
            let rest = route.path.trim_end_matches('/');
            Route { path: format!("{path}{rest}"), ..route }
        });
        self.all.extend(below);
        self.router = self.router.nest(path, inner.router);
        self
    }
}

/// Everything this server answers but the client's own pages.
pub fn routes() -> Vec<Route> {
    all().all
}

fn all() -> Routes {
    let commands = Command::NAMES.into_iter().fold(Routes::default(), |routes, name| {
        routes.post(&format!("/{name}"), move |deed: Deed, Body(fields): Body<Fields>| {
            perform(deed, name, fields)
        })
    });
    let table = commands
        .get("/", sight)
        .post("/new-link", new_link)
        .post("/join", people::join)
        .post("/rematch", people::rematch)
        .post("/notify", notify::set)
        .post("/odds", odds)
        .get("/why", why)
        .get("/overlays", overlays)
        .get("/luck", luck)
        .get("/story", story)
        .get("/record", record)
        .get("/live", live::live);
    let tables = get(lobby::tables).post(lobby::open).layer(DefaultBodyLimit::max(MOST_RECORD));
    let api = Routes::default()
        .get("/lobby", lobby::lobby)
        .route(&["GET", "POST"], "/tables", tables)
        .nest("/tables/{id}", table)
        .nest("/account", accounts::routes())
        .nest("/admin", admin::routes())
        .post("/notices/confirm", notify::confirm)
        .post("/notices/stop", notify::stop)
        .post("/notices/stop/{id}/{seat}/{code}", notify::stop_at_once)
        .get("/ground/{digest}", maps::ground)
        .get("/map/{file}", maps::map)
        .get("/thumbnail/{file}", maps::thumbnail)
        .get("/rules/{system}", rules::book)
        .get("/examples/{system}/{name}", rules::example)
        .get("/guide/{system}/{scenario}", rules::guide);
    Routes::default().nest("/api", api).get("/health", health).get("/metrics", metrics::metrics)
}

pub(crate) fn router(hall: Arc<Hall>) -> Router {
    all()
        .router
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
    let began = Instant::now();
    let (mut parts, body) = request.into_parts();
    let host = parts.headers.get(header::HOST).cloned();
    let (method, route) = (parts.method.clone(), parts.extensions.get::<MatchedPath>().cloned());
    // What no route has is a page of the client.
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    let address = Address::from_request_parts(&mut parts, &hall).await.map(|Address(address)| address);
    let bill = address.as_ref().map_or_else(|_| Bill::default(), |address| Bill::counted(*address));
    let answered = match &address {
        Ok(address) => bill.clone().pay(answered(&hall, *address, parts, body, next)).await,
        Err(no) => Err(no.clone()),
    };
    let mut response = answered.unwrap_or_else(No::into_response);
    guard_headers(response.headers_mut(), host.as_ref(), hall.outside.is_secure());
    let (status, took) = (response.status(), began.elapsed());
    let refused = response.extensions().get::<Refused>().map(|Refused(code)| code.as_str());
    if let (Some(code), Ok(address)) = (refused, &address) {
        hall.refused(*address, code, status);
    }
    hall.metrics.answered(route, &method, status, took, bill.spent());
    Access { address: address.ok(), method: &method, route, status, refused, took }.log();
    response
}

async fn answered(
    hall: &Arc<Hall>,
    address: IpAddr,
    parts: Parts,
    body: Stream,
    next: Next,
) -> Result<Response, No> {
    hall.limits.request(address)?;
    own_host(hall, &parts.headers)?;
    // What the body may take, if nobody says how long it is.
    let most = if parts.uri.path() == "/api/tables" { MOST_RECORD } else { MOST_BODY };
    let length = match body.size_hint().exact() {
        Some(length) => usize::try_from(length).unwrap_or(most).min(most),
        None => most,
    };
    let incoming = hall.budgets.hold(Some(address), length)?;
    // In a task of its own: a panic ends that, not the connection.
    let answer = hall.run_while_wanted(async move {
        let answer = next.run(Request::from_parts(parts, body));
        timeout(MOST_TIME, answer).await.map_err(|_| too_slow())
    });
    let response = answer.await?;
    drop(incoming);
    match response.body().size_hint().exact() {
        Some(0) | None => Ok(response),
        Some(length) => {
            let hold = hall.budgets.hold(Some(address), usize::try_from(length).unwrap_or(usize::MAX))?;
            Ok(held(response, hold))
        }
    }
}

/// The name under which this server is asked for must be its own: a page of another name that leads here would be one of
/// ours to the browser.
fn own_host(hall: &Hall, headers: &HeaderMap) -> Result<(), No> {
    let wrong = || {
        let message = "this server has another name; the address people know it by is set with --public";
        No::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", message)
    };
    let said = headers.get(header::HOST).ok_or_else(wrong)?.to_str().map_err(|_| wrong())?;
    if hall.outside.is_host(said) { Ok(()) } else { Err(wrong()) }
}

/// Nothing is loaded from elsewhere, nothing runs inside other pages, no inline script runs.
fn guard_headers(headers: &mut HeaderMap, host: Option<&HeaderValue>, secure: bool) {
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
    if secure {
        // After the first visit a browser uses TLS only.
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
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
        Ok(tables) => {
            let boards = hall.maps.are_ready();
            Json(json!({ "ok": true, "version": version, "tables": tables, "boards": boards }))
                .into_response()
        }
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
    (State(hall), Path(id), Address(address), bearer): Deed,
    moment: Result<Query<Moment>, QueryRejection>,
) -> Result<Json<Sight>, No> {
    let Ok(Query(Moment { at })) = moment else {
        return Err(No::malformed("`at` is the number of an input: ?at=12"));
    };
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    let taken = {
        let mut entered = table.enter(&hall).await?;
        if at.is_none() && table.computers() == [true; 2] {
            // Two computers play for those who look on, by whichever channel.
            table.is_visited(seat, address);
            table.is_looked_at(&hall);
            table.consult(&hall, entered.inside_mut()?);
        }
        table.glance(entered.inside()?, seat)
    };
    hall.work_out(move || taken.sight(at)).await.map(Json)
}

/// The body of a request is what a live channel says under this name.
fn read<T: for<'de> Deserialize<'de>>(name: &str, fields: Fields) -> Result<T, No> {
    wire::named(name, fields).map_err(|error| No::malformed(error.to_string()))
}

async fn perform(
    (State(hall), Path(id), Address(address), bearer): Deed,
    name: &'static str,
    fields: Fields,
) -> Result<Json<Done>, No> {
    let command = read(name, fields)?;
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    table.is_visited(seat, address);
    hall.run(table.perform(hall.clone(), seat, command)).await.map(Json)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A new token for a seat: all others of it open nothing any more. To hand a seat over is to give the new one away.
async fn new_link((State(hall), Path(id), bearer): Table, _: Body<Nothing>) -> Result<Json<NewLink>, No> {
    let table = hall.table(&id).await?;
    let old = bearer.0.ok_or_else(No::wrong_seat)?;
    let token = hall.run(async move { table.new_link(&old).await }).await?;
    Ok(Json(NewLink { token }))
}

#[derive(Debug, Serialize)]
struct Odds {
    odds: Option<kernel::erased::SaidForecast>,
    preview: kernel::erased::ToldStep,
}

async fn odds((State(hall), Path(id), bearer): Table, Body(fields): Body<Fields>) -> Result<Json<Odds>, No> {
    let Question::Odds { actions, until_question } = read("odds", fields)? else {
        return Err(No::internal());
    };
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    let (odds, preview) = panels::odds(&hall, &table, seat, actions, until_question, |_| {}).await?;
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

/// A page begins after this input.
#[derive(Debug, Deserialize)]
struct Page {
    #[serde(default)]
    from: u32,
}

type PageQuery = Result<Query<Page>, QueryRejection>;

fn page_from(page: PageQuery) -> Result<u32, No> {
    page.map(|Query(page)| page.from).map_err(|_| No::malformed("after which input? ?from=200"))
}

async fn luck((State(hall), Path(id), _): Table, page: PageQuery) -> Result<Json<LuckPage>, No> {
    let table = hall.table(&id).await?;
    panels::luck(&hall, &table, page_from(page)?).await.map(Json)
}

async fn story((State(hall), Path(id), bearer): Table, page: PageQuery) -> Result<Json<Log>, No> {
    let from = page_from(page)?;
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?;
    let taken = table.glance(table.enter(&hall).await?.inside()?, seat);
    hall.work_out(move || Ok(taken.story(from))).await.map(Json)
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
