//! The table of the browser tests, to look at: `cargo run -p browser -- 127.0.0.1:8016 FILE`.

use std::{env, error::Error};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut given = env::args().skip(1);
    let (Some(listen), Some(store)) = (given.next(), given.next()) else {
        return Err("say an address and a file for the games, as in: 127.0.0.1:8016 /tmp/games.db".into());
    };
    let server = browser::table(listen.parse()?, store.into()).await?;
    println!("http://{}", server.address()?);
    server.run(async { tokio::signal::ctrl_c().await.unwrap_or_default() }).await;
    Ok(())
}
