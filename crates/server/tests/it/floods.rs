//! What one address may leave unread, and which addresses count as one.

use std::time::Duration;

use serde_json::json;
use server::Allowance;
use tungstenite::Message;

use crate::house::{House, Live, eventually, figure, from};

#[test]
fn live_channels_that_are_not_read_are_closed_and_free_their_memory() {
    const READERS: usize = 5;
    let house = House::with(|config| config.patience.write = Duration::from_millis(1_000));
    let client = house.client();
    let table = client.for_two("gunyuden/shizugatake");
    let readers: Vec<Live> = (0..READERS).map(|_| table.live(None, None)).collect();
    assert_eq!(figure(client, "gunbai_sockets"), READERS as f64);
    let asked = Message::Text(json!({ "say": "overlays", "id": 1 }).to_string().into());
    std::thread::scope(|scope| {
        for mut reader in readers {
            let asked = asked.clone();
            // The answers are not read; when the channel is closed, asking fails.
            scope.spawn(move || while reader.send(asked.clone()).is_ok() {});
        }
        eventually("all are closed", || figure(client, "gunbai_sockets") == 0.0);
    });
    assert_eq!(figure(client, "gunbai_slow_readers_total"), READERS as f64);
    eventually("nothing is held", || figure(client, "gunbai_bytes_in_flight") == 0.0);
    // Who reads is served.
    assert_eq!(table.live(None, None).ask(json!({ "say": "overlays" }))["tell"], "overlays");
}

#[test]
fn a_network_of_ipv6_counts_as_one_address() {
    let house = House::with(|config| {
        config.proxied = true;
        config.limits = Allowance { requests: (1, 4), cpu: (1, 5), ..Allowance::PLENTY };
    });
    let client = house.client();
    let ask = |address: &str| from(client, address, "GET", "/api/account", "", None).status;
    let seen: Vec<u16> = (1..=12).map(|host| ask(&format!("2001:db8:0:1::{host:x}"))).collect();
    assert_eq!((seen[0], seen[11]), (401, 429), "{seen:?}");
    assert_eq!(ask("2001:db8:0:2::1"), 401, "another network");
    // An address of the older kind in the clothes of the newer one is the same address.
    let seen: Vec<u16> =
        (0..12).map(|n| ask(if n % 2 == 0 { "::ffff:10.0.0.1" } else { "10.0.0.1" })).collect();
    assert_eq!(seen[11], 429, "{seen:?}");
    assert_eq!(ask("::ffff:10.0.0.2"), 401);

    // The same for what is worked out.
    let work = |address: &str| from(client, address, "GET", "/api/rules/yukimura", "", None).status;
    let seen: Vec<u16> = (3..60).map(|net| work(&format!("2001:db8:0:3::{net:x}"))).collect();
    assert_eq!(seen.last(), Some(&429), "{seen:?}");
    assert_eq!(work("2001:db8:0:4::1"), 200);
}
