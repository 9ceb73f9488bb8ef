//! What is read from a request: who asks, from where, and what.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    body::Bytes,
    extract::{ConnectInfo, FromRequest, FromRequestParts, Request},
    http::{header, request::Parts},
};
use serde::de::DeserializeOwned;

use crate::{failure::No, hall::Hall};

/// What a request may bring; a record may be longer.
pub(crate) const MOST_BODY: usize = 64 * 1024;
pub(crate) const MOST_RECORD: usize = 4 * 1024 * 1024;

/// The token of a seat, from `Authorization: Bearer …`. It is never taken from a URL: those end up in logs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bearer(pub(crate) Option<String>);

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Bearer, No> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else { return Ok(Bearer(None)) };
        let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
        let token = token.ok_or_else(|| No::malformed("say `Authorization: Bearer TOKEN`"))?;
        Ok(Bearer(Some(token.trim().to_owned())))
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<Arc<Hall>> for Address {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Address, No> {
        let from = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let from = from.map(|from| from.0.ip()).ok_or_else(No::internal)?;
        // What stands before the last address was said by the visitor.
        let said = || {
            let said = parts.headers.get_all("x-forwarded-for").into_iter().next_back()?;
            said.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
        };
        Ok(Address(if hall.proxied { said().unwrap_or(from) } else { from }))
    }
}

/// A JSON body, with errors that say where it is wrong.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = No;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, No> {
        // A form of another page can send text, but not JSON, without asking first.
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let json = |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json");
        if !kind.is_some_and(json) {
            return Err(No::malformed("send `Content-Type: application/json`"));
        }
        let most = if request.uri().path() == "/api/tables" { MOST_RECORD } else { MOST_BODY };
        let bytes =
            Bytes::from_request(request, state).await.map_err(|error| match error.status().as_u16() {
                413 => No::too_large("this request", most),
                _ => No::malformed("the body could not be read"),
            })?;
        read(&bytes).map(Body)
    }
}

/// Reads JSON; the error says what is wrong with it and where.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, No> {
    serde_json::from_slice(bytes).map_err(|error| No::malformed(error.to_string()))
}
