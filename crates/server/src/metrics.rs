//! Figures for whoever looks after the server: `GET /metrics`, in the text format of Prometheus.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

use crate::hall::Hall;

pub(crate) struct Metrics {
    registry: Registry,
    inputs: Counter,
    commits: Histogram,
    pub(crate) sockets: Gauge,
    pub(crate) loaded: Counter,
    pub(crate) thoughts: Counter,
    pub(crate) slow_readers: Counter,
    pub(crate) panics: Counter,
    worked: Histogram,
    waiting: Gauge,
    held: Gauge,
    tables: Gauge,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("gunbai");
        let commits = Histogram::new([0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0]);
        let metrics = Metrics {
            inputs: Counter::default(),
            commits,
            sockets: Gauge::default(),
            loaded: Counter::default(),
            thoughts: Counter::default(),
            slow_readers: Counter::default(),
            panics: Counter::default(),
            worked: Histogram::new([0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 2.0, 10.0]),
            waiting: Gauge::default(),
            held: Gauge::default(),
            tables: Gauge::default(),
            registry: Registry::default(),
        };
        registry.register("inputs", "Inputs stored", metrics.inputs.clone());
        registry.register("commit_seconds", "Time until an action was on disk", metrics.commits.clone());
        registry.register("sockets", "Open live channels", metrics.sockets.clone());
        registry.register("tables_in_memory", "Tables in memory", metrics.tables.clone());
        registry.register("tables_loaded", "Games read from the store", metrics.loaded.clone());
        registry.register("thoughts", "Answers asked of computer players", metrics.thoughts.clone());
        registry.register("work_seconds", "Processor time of what was worked out", metrics.worked.clone());
        registry.register("queue", "What waits to be worked out", metrics.waiting.clone());
        registry.register("bytes_in_flight", "Bytes of bodies and answers under way", metrics.held.clone());
        registry.register(
            "slow_readers",
            "Connections ended because the other end read nothing",
            metrics.slow_readers.clone(),
        );
        registry.register("panics", "Requests that ended in a panic", metrics.panics.clone());
        Metrics { registry, ..metrics }
    }
}

impl Metrics {
    pub(crate) fn committed(&self, inputs: u64, time: Duration) {
        self.inputs.inc_by(inputs);
        self.commits.observe(time.as_secs_f64());
    }

    pub(crate) fn worked(&self, time: Duration) {
        self.worked.observe(time.as_secs_f64());
    }
}

pub(crate) async fn metrics(State(hall): State<Arc<Hall>>) -> Response {
    hall.metrics.tables.set(hall.tables_in_memory() as i64);
    hall.metrics.waiting.set(hall.queue.len() as i64);
    hall.metrics.held.set(hall.budgets.held() as i64);
    let mut text = String::new();
    if encode(&mut text, &hall.metrics.registry).is_err() {
        return crate::failure::No::internal().into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
