//! The client's own files.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};

use crate::{failure::No, hall::Hall, maps::takes_gzip, rules::has_example};

/// Every path that is no file is a place in the client: it gets the one page, which knows what to show. The status says
/// whether there is anything at that place.
pub(crate) async fn page(State(hall): State<Arc<Hall>>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return No::not_found(format!("there is no `/{path}`; docs/protocol.md lists what there is"))
            .into_response();
    }
    let mut response = match std::env::var_os("GUNBAI_WEB_DIR") {
        Some(folder) => from_disk(&PathBuf::from(folder), path),
        None => embedded(path, &headers),
    };
    if response.status() == StatusCode::OK && !is_file(path) && !is_place(&hall, path).await {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// Is there a page of the client at this path, and where it names a table, the table?
async fn is_place(hall: &Hall, path: &str) -> bool {
    match path.trim_end_matches('/') {
        "" | "verify" | "notices" => true,
        path => match path.split('/').collect::<Vec<_>>()[..] {
            // A store that fails is told by what the page asks for next.
            ["t", id] => hall.has_table(id).await.unwrap_or(true),
            ["rules", system] => hall.shelf.system(system).is_ok(),
            ["examples", system, name] => has_example(hall, system, name),
            _ => false,
        },
    }
}

/// Files have a dot in their names; so have some worked examples, which are no files.
fn is_file(path: &str) -> bool {
    !path.starts_with("examples/") && path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

fn embedded(path: &str, headers: &HeaderMap) -> Response {
    let wanted = if is_file(path) { path } else { "index.html" };
    let Some(file) = client::file(wanted) else {
        return No::not_found(format!("there is no file `/{path}`")).into_response();
    };
    let tag = format!("\"{}\"", file.etag);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut response = if known.is_some_and(|known| known.contains(&tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if takes_gzip(headers) && !file.gzip.is_empty() {
        let mut response = Bytes::from_static(file.gzip).into_response();
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response
    } else {
        Bytes::from_static(file.plain).into_response()
    };
    let said = response.headers_mut();
    said.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind_of(wanted)));
    said.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // Files below assets/ have the digest of their content in their name.
    let cache =
        if wanted.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    said.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        said.insert(header::ETAG, tag);
    }
    response
}

/// For working on the client: what lies in the folder now.
fn from_disk(folder: &Path, path: &str) -> Response {
    let wanted = if is_file(path) { path } else { "index.html" };
    let plain =
        wanted.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
    match plain.then(|| fs::read(folder.join(wanted))) {
        Some(Ok(bytes)) => {
            let headers = [(header::CONTENT_TYPE, kind_of(wanted)), (header::CACHE_CONTROL, "no-cache")];
            (headers, bytes).into_response()
        }
        _ => No::not_found(format!("there is no file `/{path}` in {}", folder.display())).into_response(),
    }
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "ftl" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
