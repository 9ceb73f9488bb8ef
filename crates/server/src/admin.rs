//! For the operator: lists, closes, deletes and exports tables. Without an operator token these routes answer 404.
//! Each action is an audit line.

use std::{net::IpAddr, sync::Arc};

use axum::{
    Json,
    extract::{FromRequestParts, Path, Query, State, rejection::QueryRejection},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use kernel::Viewer;
use serde::{Deserialize, Serialize};
use store::Change;

use crate::{
    audit,
    failure::No,
    hall::Hall,
    requests::{Address, Bearer, Body},
    routes::Routes,
    seat,
    wire::TableCard,
};

/// Tables in one answer.
const MOST: usize = 200;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .get("/tables", tables)
        .post("/tables/{id}/close", close)
        .post("/tables/{id}/delete", delete)
        .post("/tables/{id}/hush", hush)
        .get("/tables/{id}/record", record)
}

/// A request with the operator's token, from this address.
struct Admin(IpAddr);

impl Admin {
    fn audit(&self, action: &str, table: Option<&str>) {
        audit::operator(action, self.0, table);
    }
}

impl FromRequestParts<Arc<Hall>> for Admin {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Admin, No> {
        let Some(kept) = &hall.admin else { return Err(No::not_found("nobody looks after this server")) };
        let Address(address) = Address::from_request_parts(parts, hall).await?;
        let given = Bearer::from_request_parts(parts, hall).await?.0.ok_or_else(No::unknown_token)?;
        if !seat::is_secret(kept, &given) {
            hall.limits.guess(address).await?.was_wrong();
            hall.metrics.sign_in_failed();
            audit::operator_refused(address);
            return Err(No::new(
                StatusCode::UNAUTHORIZED,
                "unknown-token",
                "this is not the token of this server",
            ));
        }
        Ok(Admin(address))
    }
}

#[derive(Debug, Deserialize)]
struct From {
    #[serde(default)]
    from: usize,
}

#[derive(Debug, Serialize)]
struct Tables {
    count: usize,
    tables: Vec<TableCard>,
}

/// Every table, oldest first, from the one with this number on.
async fn tables(
    State(hall): State<Arc<Hall>>,
    admin: Admin,
    from: Result<Query<From>, QueryRejection>,
) -> Result<Json<Tables>, No> {
    let Ok(Query(From { from })) = from else { return Err(No::malformed("from which? ?from=200")) };
    admin.audit("list", None);
    let ids = hall.store.ids().await?;
    let count = ids.len();
    let some: Vec<String> = ids.into_iter().skip(from).take(MOST).collect();
    let found = hall.store.standings(some).await?;
    let tables = found.into_iter().filter_map(|listed| hall.table_card(listed)).collect();
    Ok(Json(Tables { count, tables }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Nothing more happens at this table; what happened stays.
async fn close(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    admin: Admin,
    _: Body<Nothing>,
) -> Result<Json<()>, No> {
    let table = hall.table(&id).await?;
    admin.audit("close", Some(&id));
    let this = hall.clone();
    hall.run(async move {
        let mut entered = table.enter(&this).await?;
        table.store.write(Change::Close { game: table.id.clone() }).await?;
        table.close();
        table.consult(&this, entered.inside_mut()?);
        Ok(Json(()))
    })
    .await
}

/// The table is gone, and everything that belongs to it.
async fn delete(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    admin: Admin,
    _: Body<Nothing>,
) -> Result<Json<()>, No> {
    let table = hall.table(&id).await?;
    admin.audit("delete", Some(&id));
    let this = hall.clone();
    hall.run(async move { table.delete(&this).await.map(Json) }).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hush {
    /// The line that is taken out; all of them without it.
    #[serde(default)]
    n: Option<u32>,
}

/// What was said is taken out of the chat.
async fn hush(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    admin: Admin,
    Body(Hush { n }): Body<Hush>,
) -> Result<Json<()>, No> {
    let table = hall.table(&id).await?;
    admin.audit("hush", Some(&id));
    let this = hall.clone();
    hall.run(async move {
        let mut entered = table.enter(&this).await?;
        table.store.write(Change::Hush { game: table.id.clone(), n }).await?;
        let inside = entered.inside_mut()?;
        for chat in inside.chat.iter_mut().filter(|chat| n.is_none_or(|n| chat.n == n)) {
            chat.text.clear();
        }
        // Viewers connect again and get the chat as it is now.
        table.cut_off();
        Ok(Json(()))
    })
    .await
}

/// The record with everything in it, also of a running game.
async fn record(State(hall): State<Arc<Hall>>, Path(id): Path<String>, admin: Admin) -> Result<Response, No> {
    let table = hall.table(&id).await?;
    admin.audit("export", Some(&id));
    let truth = table.enter(&hall).await?.inside()?.game.table.clone();
    let text = hall.work_out(move || Ok(truth.record(Viewer::Everyone).text())).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
