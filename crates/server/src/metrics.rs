//! Figures for operators: `GET /metrics`, in the text format of Prometheus. `deploy/dashboard.json` shows each of them.

use std::{hash::Hash, sync::Arc, time::Duration};

use axum::{
    extract::State,
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Metric, Registry},
};

use crate::{hall::Hall, queue::Computed};

/// Names and values that tell figures of one metric apart. Every value is one of a known set: a visitor must not be able
/// to make new ones.
type Labels<const N: usize> = [(&'static str, String); N];

type Histograms<L> = Family<L, Histogram, fn() -> Histogram>;

/// From a tenth of a millisecond to ten seconds.
fn seconds() -> Histogram {
    Histogram::new([0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0])
}

pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Labels<3>, Counter>,
    request_seconds: Histograms<Labels<1>>,
    cost: Histograms<Labels<1>>,
    refusals: Family<Labels<1>, Counter>,
    sign_ins_failed: Counter,
    pub(crate) store: StoreMetrics,
    inputs: Counter,
    commits: Histogram,
    pub(crate) sockets: Gauge,
    pub(crate) loaded: Counter,
    pub(crate) thoughts: Counter,
    pub(crate) slow_readers: Counter,
    pub(crate) panics: Counter,
    worked: Histogram,
    pub(crate) computed: Computed,
    waited: Histogram,
    waiting: Gauge,
    working: Gauge,
    held: Gauge,
    tables: Gauge,
}

/// How long calls of the store take, and how many fail.
#[derive(Clone)]
pub(crate) struct StoreMetrics {
    seconds: Histograms<Call>,
    failures: Family<Call, Counter>,
}

/// Which call of the store.
type Call = [(&'static str, &'static str); 1];

impl StoreMetrics {
    pub(crate) fn called(&self, call: &'static str, time: Duration, failed: bool) {
        let labels = [("call", call)];
        self.seconds.get_or_create(&labels).observe(time.as_secs_f64());
        if failed {
            self.failures.get_or_create(&labels).inc();
        }
    }
}

fn histograms<L: Clone + Eq + Hash>() -> Histograms<L> {
    Family::new_with_constructor(seconds)
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("gunbai");
        fn keep<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
            registry.register(name, help, metric.clone());
            metric
        }
        let r = &mut registry;
        Metrics {
            requests: keep(r, "requests", "Requests by route, method and status", Family::default()),
            request_seconds: keep(r, "request_seconds", "Time until a request was answered", histograms()),
            cost: keep(r, "cost_seconds", "Processor time of a request", histograms()),
            refusals: keep(r, "refusals", "Refused requests and frames by code", Family::default()),
            sign_ins_failed: keep(r, "sign_ins_failed", "Wrong passphrases and tokens", Counter::default()),
            store: StoreMetrics {
                seconds: keep(r, "store_seconds", "Time until the store answered, by call", histograms()),
                failures: keep(
                    r,
                    "store_failures",
                    "Calls that the store failed, by call",
                    Family::default(),
                ),
            },
            inputs: keep(r, "inputs", "Inputs stored", Counter::default()),
            commits: keep(r, "commit_seconds", "Time until an action was on disk", seconds()),
            sockets: keep(r, "sockets", "Open live channels", Gauge::default()),
            tables: keep(r, "tables_in_memory", "Tables in memory", Gauge::default()),
            loaded: keep(r, "tables_loaded", "Games read from the store", Counter::default()),
            thoughts: keep(r, "thoughts", "Answers asked of computer players", Counter::default()),
            worked: keep(r, "work_seconds", "Processor time of one computation of the queue", seconds()),
            computed: keep(
                r,
                "compute_seconds",
                "Processor time of all computations of the queue, counted as they go on",
                Computed::default(),
            ),
            waited: keep(r, "queue_seconds", "Time that a computation waited in the queue", seconds()),
            waiting: keep(r, "queue", "Computations that wait in the queue", Gauge::default()),
            working: keep(r, "working", "Computations that have begun and not ended", Gauge::default()),
            held: keep(r, "bytes_in_flight", "Bytes of bodies and answers in memory", Gauge::default()),
            slow_readers: keep(
                r,
                "slow_readers",
                "Connections ended because the other end read nothing",
                Counter::default(),
            ),
            panics: keep(r, "panics", "Requests that ended in a panic", Counter::default()),
            registry,
        }
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

    pub(crate) fn waited(&self, time: Duration) {
        self.waited.observe(time.as_secs_f64());
    }

    pub(crate) fn sign_in_failed(&self) {
        self.sign_ins_failed.inc();
    }

    /// A request was answered after this time, at this cost of the processor.
    pub(crate) fn answered(
        &self,
        route: &str,
        method: &Method,
        status: StatusCode,
        took: Duration,
        cost: Duration,
    ) {
        let method = match *method {
            Method::GET | Method::HEAD | Method::POST => method.as_str(),
            _ => "other",
        };
        let labels = [
            ("route", route.to_owned()),
            ("method", method.to_owned()),
            ("status", status.as_str().to_owned()),
        ];
        self.requests.get_or_create(&labels).inc();
        let route = [("route", route.to_owned())];
        self.request_seconds.get_or_create(&route).observe(took.as_secs_f64());
        self.cost.get_or_create(&route).observe(cost.as_secs_f64());
    }

    pub(crate) fn refused(&self, code: &str) {
        self.refusals.get_or_create(&[("code", code.to_owned())]).inc();
    }
}

pub(crate) async fn metrics(State(hall): State<Arc<Hall>>) -> Response {
    hall.metrics.tables.set(hall.tables_in_memory() as i64);
    hall.metrics.waiting.set(hall.queue.len() as i64);
    hall.metrics.working.set(hall.queue.under_way() as i64);
    hall.metrics.held.set(hall.budgets.held() as i64);
    let mut text = String::new();
    if encode(&mut text, &hall.metrics.registry).is_err() {
        return crate::failure::No::internal().into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
