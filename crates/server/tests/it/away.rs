//! What is told to people who are away, over real sockets: a server for mail, and one that is called.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::house::{House, Seats, eventually};

pub(crate) type Heard = Arc<Mutex<Vec<String>>>;

/// Listens at a free port; what each connection brought is kept.
pub(crate) fn listen(serve: fn(TcpStream, &Heard)) -> (u16, Heard) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = Heard::default();
    let keep = heard.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let keep = keep.clone();
            thread::spawn(move || serve(stream, &keep));
        }
    });
    (port, heard)
}

/// Speaks enough SMTP to take a letter.
fn mail(stream: TcpStream, letters: &Heard) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let say = |text: &str| _ = (&stream).write_all(format!("{text}\r\n").as_bytes());
    say("220 post.example ESMTP");
    let mut to = String::new();
    while let Some(Ok(line)) = lines.next() {
        match line.split([' ', ':']).next().unwrap_or_default().to_uppercase().as_str() {
            "EHLO" => say("250-post.example\r\n250 8BITMIME"),
            "RCPT" => {
                to = line;
                say("250 ok");
            }
            "DATA" => {
                say("354 go on");
                let body: Vec<String> =
                    lines.by_ref().map_while(Result::ok).take_while(|line| line != ".").collect();
                letters.lock().unwrap().push(format!("{to}\n{}", body.join("\n")));
                say("250 taken");
            }
            "QUIT" => return say("221 bye"),
            _ => say("250 ok"),
        }
    }
}

/// Takes a request and says that it was fine, or redirects requests for `/away`.
pub(crate) fn web(mut stream: TcpStream, calls: &Heard) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut head, mut length) = (String::new(), 0);
    while reader.read_line(&mut head).is_ok_and(|n| n > 2) {}
    for line in head.lines() {
        if let Some(said) = line.to_lowercase().strip_prefix("content-length: ") {
            length = said.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    calls.lock().unwrap().push(format!("{head}{}", String::from_utf8(body).unwrap()));
    let answer = if head.starts_with("POST /away") {
        "HTTP/1.1 307 There\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"
    } else {
        "HTTP/1.1 204 Fine\r\n\r\n"
    };
    let _ = stream.write_all(answer.as_bytes());
}

fn house(mail: u16, private: bool) -> House {
    House::with(move |config| {
        config.public = Some("https://table.example.org".into());
        config.mail = Some((format!("smtp://127.0.0.1:{mail}"), "Gunbai <table@example.org>".into()));
        config.private_webhooks = private;
        config.patience.due = Duration::from_millis(20);
        config.patience.away = Duration::from_millis(100);
    })
}

/// Letters fold long lines of their heads, and join those of their bodies with `=`.
fn plain(letter: &str) -> String {
    letter.replace("=\n", "").replace("=3D", "=").replace("\n ", " ").replace("  ", " ")
}

/// `#confirm.TABLE.SEAT.CODE` of a letter, as the page sends it.
fn code(letter: &str, what: &str) -> Value {
    let letter = plain(letter);
    let (_, rest) = letter.split_once(&format!("/notices#{what}.")).unwrap();
    let mut parts = rest.split(|c: char| !c.is_ascii_alphanumeric());
    let [table, seat, code] = [(); 3].map(|()| parts.next().unwrap().to_owned());
    json!({ "table": table, "seat": seat.parse::<u8>().unwrap(), "code": code })
}

/// Long enough for whatever would have been sent.
fn a_while() {
    thread::sleep(Duration::from_millis(600));
}

#[test]
fn mail_comes_when_it_was_confirmed_once_a_turn_until_it_is_stopped() {
    let (port, letters) = listen(mail);
    let house = house(port, false);
    let client = house.client();
    let count = || letters.lock().unwrap().len();
    let table = client.for_two("yukimura/yao");
    let wish = json!({ "email": "kimura@example.org" });
    assert_eq!(table.post(None, "/notify", &wish).code(), "wrong-seat");
    assert_eq!(table.post(Some(1), "/notify", &json!({ "email": "nobody" })).code(), "malformed");
    assert_eq!(table.post(Some(1), "/notify", &wish).ok()["confirmed"], false);
    eventually("a letter that asks", || count() == 1);
    let asks = letters.lock().unwrap()[0].clone();
    assert!(asks.starts_with("RCPT TO:<kimura@example.org>"), "{asks}");

    // Nobody gets mail he has not asked for.
    table.act(0, "done");
    a_while();
    assert_eq!(count(), 1);
    let mut wrong = code(&asks, "confirm");
    wrong["code"] = json!("0123456789abcdef0123456789abcdef");
    assert_eq!(client.post("/api/notices/confirm", None, &wrong).code(), "unknown-code");
    client.post("/api/notices/confirm", None, &code(&asks, "confirm")).ok();
    eventually("a letter, as he is asked", || count() == 2);
    let letter = plain(&letters.lock().unwrap()[1]);
    assert!(letter.contains("Subject: Your move: The Battle of Yao"), "{letter}");
    assert!(letter.contains(&format!("https://table.example.org/t/{}", table.id)), "{letter}");
    assert!(!letter.contains(table.token(Some(1)).unwrap()), "no letter holds the key to the seat");
    a_while();
    assert_eq!(count(), 2, "one a turn");

    // While he is here nothing is sent.
    let live = table.live(Some(1), None);
    table.act(1, "done");
    while table.sight(None)["asked"]["questions"][0]["seat"] != 1 {
        table.go_on();
    }
    a_while();
    assert_eq!(count(), 2);
    drop(live);
    eventually("he has left, and is told", || count() == 3);

    // A program that reads mail stops it with one click; nothing more comes.
    let (_, stop) = letter.split_once("List-Unsubscribe: <https://table.example.org").unwrap();
    let stop = stop.split('>').next().unwrap();
    let form =
        "Content-Type: application/x-www-form-urlencoded\nContent-Length: 26\n\nList-Unsubscribe=One-Click";
    assert_eq!(client.send("POST", stop, form, None).status, 200);
    assert_eq!(table.sight(Some(1))["notify"]["email"], Value::Null);
    table.go_on();
    while table.sight(None)["asked"]["questions"][0]["seat"] != 1 {
        table.go_on();
    }
    a_while();
    assert_eq!(count(), 3);
}

#[test]
fn a_webhook_is_called_and_redirections_are_not_followed() {
    let (port, _) = listen(mail);
    let (web, calls) = listen(web);
    let house = house(port, true);
    let table = house.client().for_two("yukimura/yao");
    table.post(Some(1), "/notify", &json!({ "webhook": format!("http://localhost:{web}/away?x=1") })).ok();
    table.act(0, "done");
    eventually("a call", || !calls.lock().unwrap().is_empty());
    let call = calls.lock().unwrap()[0].clone();
    let (head, body) = call.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST /away?x=1 HTTP/1.1"), "{head}");
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!((body["table"].as_str(), body["seat"].as_u64()), (Some(table.id.as_str()), Some(1)));
    assert_eq!(body["url"], format!("https://table.example.org/t/{}", table.id));
    a_while();
    assert_eq!(calls.lock().unwrap().len(), 1, "redirected, and not followed");
}

#[test]
fn no_webhook_reaches_what_only_this_machine_can() {
    let (port, _) = listen(mail);
    let (web, calls) = listen(web);
    let house = house(port, false);
    let table: Seats = house.client().for_two("yukimura/yao");
    for own in
        [format!("http://127.0.0.1:{web}/"), format!("http://[::1]:{web}/"), "file:///etc/passwd".into()]
    {
        assert_eq!(table.post(Some(1), "/notify", &json!({ "webhook": own })).code(), "malformed", "{own}");
    }
    // A name tells only when it is called what it stands for.
    table.post(Some(1), "/notify", &json!({ "webhook": format!("http://localhost:{web}/") })).ok();
    table.act(0, "done");
    a_while();
    assert!(calls.lock().unwrap().is_empty(), "{:?}", calls.lock().unwrap());
}

#[test]
fn a_server_without_an_address_of_its_own_tells_nobody() {
    let house = House::new();
    let table = house.client().for_two("yukimura/yao");
    assert_eq!(
        house.client().get("/api/lobby", None).ok()["notify"],
        json!({ "webhook": false, "email": false })
    );
    let wish = json!({ "webhook": "https://example.org/" });
    assert_eq!(table.post(Some(0), "/notify", &wish).code(), "cannot-notify");
}
