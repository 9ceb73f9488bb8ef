//! What one address may send, and what it may leave unread.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use kernel::record::Source;
use serde_json::json;
use server::Allowance;
use tungstenite::{
    Message,
    protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    },
};

use crate::house::{Answer, DEADLINE, House, Live, eventually, figure, from, on_and_back, record};

/// Their answers are much more than fits into the buffers of both ends.
const REQUESTS: usize = 100;

#[test]
fn readers_that_do_not_read_are_disconnected_and_free_their_memory() {
    let house = House::with(|config| config.patience.write = Duration::from_millis(1_000));
    let client = house.client();
    let text = record(Source::Seeded(7), on_and_back(3_000));
    let table = client.open(&json!({ "record": text, "seats": ["person", "person"] }));
    // Longer than what a connection takes at once.
    assert!(client.get(&table.path("/record"), table.token(Some(0))).body.len() > 150_000);
    let mut readers = Vec::new();
    for _ in 0..10 {
        let mut stream = TcpStream::connect(client.address).unwrap();
        let (path, token) = (table.path("/record"), table.token(Some(0)).unwrap());
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\r\n",
            client.address
        );
        stream.write_all(request.repeat(REQUESTS).as_bytes()).unwrap();
        readers.push(stream);
    }
    eventually("something is held", || figure(client, "gunbai_bytes_in_flight") > 0.0);
    eventually("all are cut off", || figure(client, "gunbai_slow_readers_total") == 10.0);
    eventually("nothing is held", || figure(client, "gunbai_bytes_in_flight") == 0.0);
    for mut reader in readers {
        reader.set_read_timeout(Some(DEADLINE)).unwrap();
        // What came before it was cut off can be read; then it ends.
        let mut heard = Vec::new();
        let _ = reader.read_to_end(&mut heard);
        assert!(heard.len() < REQUESTS * 150_000, "{}", heard.len());
    }
}

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

#[test]
fn bytes_under_way_are_bounded_for_each_address() {
    let house = House::with(|config| {
        config.proxied = true;
        config.limits = Allowance { bytes: (100_000, 1 << 30), ..Allowance::PLENTY };
    });
    let client = house.client();
    let begin = |address: &str, length: usize| {
        let mut stream = TcpStream::connect(client.address).unwrap();
        let host = client.address;
        let head = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nX-Forwarded-For: {address}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let _slow = begin("10.0.0.1", 90_000);
    eventually("it is held", || figure(client, "gunbai_bytes_in_flight") >= 90_000.0);
    let mut refused = begin("10.0.0.1", 90_000);
    let mut heard = Vec::new();
    refused.set_read_timeout(Some(DEADLINE)).unwrap();
    let _ = refused.read_to_end(&mut heard);
    assert_eq!(Answer::of(&heard).code(), "too-many");
    assert_eq!(from(client, "10.0.0.2", "GET", "/health", "", None).status, 200);
}

#[test]
fn pings_and_binary_frames_are_counted() {
    for frame in [Message::Ping(Vec::new().into()), Message::Binary(Vec::new().into())] {
        let house = House::with(|config| {
            config.limits = Allowance { frames: (1, 10), ..Allowance::PLENTY };
        });
        let table = house.client().for_two("yukimura/yao");
        let mut live = table.live(None, None);
        let mut sent = 0;
        while live.send(frame.clone()).is_ok() && sent < 200_000 {
            sent += 1;
        }
        while live.next().is_some() {}
        assert!(sent < 200_000, "a flood of {frame:?} was never stopped");
    }
}

#[test]
fn continuation_frames_are_counted_though_they_are_empty() {
    let part = |kind: Data, last: bool| Message::Frame(Frame::message(Vec::new(), OpCode::Data(kind), last));
    let flood = |endless: bool| {
        let house = House::with(|config| {
            config.limits = Allowance { frames: (1, 10), ..Allowance::PLENTY };
        });
        let table = house.client().for_two("yukimura/yao");
        let mut live = table.live(None, None);
        let mut sent = 0;
        // One message that never ends, or many of a hundred parts each.
        live.send(part(Data::Text, false)).unwrap();
        let mut next = |sent: u32| match sent % 100 {
            99 if !endless => live.send(part(Data::Continue, true)),
            0 if !endless && sent > 0 => live.send(part(Data::Text, false)),
            _ => live.send(part(Data::Continue, false)),
        };
        while next(sent).is_ok() && sent < 200_000 {
            sent += 1;
        }
        sent
    };
    for endless in [true, false] {
        let sent = flood(endless);
        assert!(sent < 200_000, "a flood of empty parts was never stopped, endless: {endless}");
    }
}

#[test]
fn frames_before_the_hello_are_counted() {
    let house = House::with(|config| {
        config.limits = Allowance { frames: (1, 10), ..Allowance::PLENTY };
        config.patience.hello = DEADLINE * 4;
    });
    let table = house.client().for_two("yukimura/yao");
    let mut live = Live::connect(house.address, &table.id);
    let mut sent = 0;
    while sent < 200_000 && live.send(Message::Ping(Vec::new().into())).is_ok() {
        sent += 1;
    }
    assert!(sent < 200_000, "a flood of pings before the hello was never stopped");
}
