//! A waiting user is told how many come first, and every computation lets others in.

use std::{cell::Cell, ops::ControlFlow, rc::Rc, time::Duration};

use cpu_time::ThreadTime;
use kernel::{
    pace::{self, Pace},
    record::Source,
};
use serde_json::{Value, json};
use server::Allowance;

use crate::{
    cost::long_game,
    house::{House, Seats, eventually, figure, on_and_back, record},
};

/// The actions of a plan, by the seat that is asked.
fn plan(table: &Seats) -> (usize, Value) {
    let seat = table.sight(None)["asked"]["questions"][0]["seat"].as_u64().unwrap() as usize;
    (seat, json!([table.sight(Some(seat))["choices"][0]["action"]]))
}

#[test]
fn who_waits_in_the_queue_is_told_how_many_come_first() {
    let house = House::with(|config| {
        config.thinkers = 1;
        config.limits = Allowance { inputs: 1_000_000, ..Allowance::PLENTY };
    });
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    let (seat, actions) = plan(&table);
    let mut asking = [table.live(Some(seat), None), table.live(Some(seat), None)];
    let text = record(Source::Seeded(7), on_and_back(60_000));
    let wanted = json!({ "record": text, "seats": ["person", "person"] });

    std::thread::scope(|scope| {
        // One address has three computations under way at most. Each of these records takes a second of the processor,
        // and all share one slot.
        for _ in 0..3 {
            scope.spawn(|| client.post("/api/tables", None, &wanted));
        }
        eventually("three records are read", || figure(client, "gunbai_working") == 3.0);
        for live in &mut asking {
            live.say(&json!({ "say": "odds", "id": 7, "actions": actions }));
        }
        // In whichever order they were heard, one is the first and the other the second.
        let mut ahead: Vec<u64> = asking
            .iter_mut()
            .map(|live| {
                let told = live.until("waiting");
                assert_eq!(told["id"], 7);
                told["ahead"].as_u64().unwrap()
            })
            .collect();
        ahead.sort_unstable();
        assert_eq!(ahead, [1, 2]);
        for live in &mut asking {
            assert_eq!(live.until("odds")["id"], 7);
        }
    });
}

/// Measures the longest time of the processor between two points of a computation, and ends it after half a second.
struct Gaps {
    began: ThreadTime,
    last: Cell<ThreadTime>,
    longest: Cell<Duration>,
}

impl Gaps {
    fn passed(&self) {
        let gap = self.last.replace(ThreadTime::now()).elapsed();
        self.longest.set(self.longest.get().max(gap));
    }
}

impl Pace for Gaps {
    fn point(&self) -> ControlFlow<()> {
        self.passed();
        if self.began.elapsed() > Duration::from_millis(500) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn every_thought_makes_way_at_least_every_50_ms() {
    let mut slow = Vec::new();
    for system in roster::systems() {
        for card in system.cards(&roster::built_in()).unwrap() {
            let scenario = format!("{}/{}", system.name(), card.scenario);
            for level in ["greedy", "search:2000"] {
                let table = long_game(&scenario, 60);
                let Some(seat) = table.waiting().first().copied() else { continue };
                let mut bot = system.bot(&level.parse().unwrap(), 7).unwrap();
                let now = ThreadTime::now();
                let gaps = Rc::new(Gaps { began: now, last: Cell::new(now), longest: Cell::default() });
                let _ = pace::run(gaps.clone(), || bot.choose(&*table, seat));
                gaps.passed();
                if gaps.longest.get() > Duration::from_millis(50) {
                    slow.push((scenario.clone(), level, gaps.longest.get()));
                }
            }
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
