//! The operator lists, closes and exports tables.

use serde_json::json;

use crate::house::{House, Seats};

const TOKEN: &str = "5a17c0de5a17c0de5a17c0de5a17c0de";

#[test]
fn without_a_token_there_is_nothing_to_administer() {
    let house = House::new();
    assert_eq!(house.client().get("/api/admin/tables", Some(TOKEN)).code(), "not-found");
}

#[test]
fn tables_are_listed_closed_and_exported_with_the_token_only() {
    let mut house = House::with(|config| config.admin = Some(TOKEN.to_owned()));
    let client = house.client();
    let table = client.for_two("yukimura/yao");
    let hidden = client.for_two("yukimura/yao");
    for path in ["/api/admin/tables".to_owned(), format!("/api/admin/tables/{}/record", table.id)] {
        assert_eq!(client.get(&path, None).code(), "unknown-token");
        assert_eq!(client.get(&path, table.token(Some(0))).code(), "unknown-token");
    }
    let all = client.get("/api/admin/tables", Some(TOKEN)).ok();
    assert_eq!(all["count"], 2);
    let ids: Vec<&str> =
        all["tables"].as_array().unwrap().iter().map(|t| t["table"].as_str().unwrap()).collect();
    assert!(ids.contains(&table.id.as_str()) && ids.contains(&hidden.id.as_str()));
    assert_eq!(
        client.get("/api/admin/tables?from=1", Some(TOKEN)).ok()["tables"].as_array().unwrap().len(),
        1
    );
    let record = client.get(&format!("/api/admin/tables/{}/record", table.id), Some(TOKEN));
    let record = kernel::record::Record::parse("record", &record.body).unwrap();
    assert!(matches!(record.header.source, kernel::record::Source::Seeded(_)), "with its seed");

    let mut live = table.live(Some(0), None);
    let close = format!("/api/admin/tables/{}/close", table.id);
    assert_eq!(client.post(&close, table.token(Some(0)), &json!({})).code(), "unknown-token");
    client.post(&close, Some(TOKEN), &json!({})).ok();
    live.until("closed");
    let act = json!({ "action": "done", "after": 0 });
    assert_eq!(table.post(Some(0), "/act", &act).code(), "closed");
    assert_eq!(table.post(None, "/chat", &json!({ "text": "hello" })).code(), "closed");
    assert_eq!(table.sight(None)["closed"], true, "it can still be looked at");

    house.restart();
    let table = Seats { client: house.client(), ..table };
    assert_eq!(table.post(Some(0), "/act", &act).code(), "closed");
    Seats { client: house.client(), ..hidden }.act(0, "done");
}
