//! What other servers write, as it happens.

use std::{future::poll_fn, sync::Arc, time::Duration};

use tokio::{sync::mpsc, time::sleep};
use tokio_postgres::AsyncMessage;

use super::address::Address;
use crate::Elsewhere;

pub(super) const CHANNEL: &str = "gunbai";

/// Listens until nobody wants to know any more.
pub(super) async fn listen(address: Arc<Address>, server: String, tell: mpsc::UnboundedSender<Elsewhere>) {
    let mut before = false;
    while !tell.is_closed() {
        if let Ok((client, mut connection)) = address.connect().await {
            let (to, mut from) = mpsc::unbounded_channel();
            tokio::spawn(async move {
                while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                    if let AsyncMessage::Notification(news) = message
                        && to.send(news.payload().to_owned()).is_err()
                    {
                        return;
                    }
                }
            });
            if client.batch_execute(&format!("LISTEN {CHANNEL}")).await.is_ok() {
                // Whatever was written while nobody listened was not heard.
                if before && tell.send(Elsewhere::Anything).is_err() {
                    return;
                }
                before = true;
                while let Some(news) = from.recv().await {
                    let Some((by, game)) = news.split_once(' ') else { continue };
                    if by != server && tell.send(Elsewhere::Game(game.to_owned())).is_err() {
                        return;
                    }
                }
            }
        }
        sleep(Duration::from_millis(200)).await;
    }
}
